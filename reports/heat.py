"""Heat maps of scores, centred at 50 %: blue for more, red for less (RdBu of ColorBrewer, safe for colour vision)."""

from typing import Any, Final

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure

from reports.plots import figure, short
from reports.stats.intervals import Floats
from reports.svg import GRID, MUTED, style

MAP: Final = LinearSegmentedColormap.from_list("scores", mpl.colormaps["RdBu"](np.linspace(0.1, 0.9, 33)))
LEAST: Final = 2.0  # points of the scale on each side of 50, so that noise of a tenth does not look like a landslide
NUMBERS: Final = 14  # most rows with numbers in the cells
FITS: Final = 6  # most letters of a name that stand level over a column
ENTRANTS: Final = 64  # most entrants in one map


def deck_by_deck(matchups: pd.DataFrame, strength: pd.DataFrame, strategy: str) -> Figure:
    """Draw the score of each deck (row) against each other (column), both sides playing `strategy`; strongest first."""
    order = list(strength.loc[strength["scope"] == strategy, "deck"])
    part = matchups[(matchups["strategy"] == strategy) & (matchups["rival_strategy"] == strategy)]
    part = part[part["deck"] != part["rival_deck"]]
    table = part.pivot_table(index="deck", columns="rival_deck", values="score").reindex(index=order, columns=order)
    return _map(table, "score of the row against the column, %", _noise(part))


def deck_by_strategy(strength: pd.DataFrame, strategies: list[str]) -> Figure:
    """Draw the score of each deck (row) against the other decks within each strategy (column), in the order given."""
    every = strength[strength["scope"] == "all strategies"]
    order = list(every["deck"])
    table = strength.pivot_table(index="deck", columns="scope", values="score").reindex(index=order, columns=strategies)
    return _map(table, "score against the other decks, %", _noise(strength))


def entrants(matchups: pd.DataFrame, standings: pd.DataFrame) -> Figure:
    """Draw the score of every entrant (row) against every other (column), in the order of the standings."""
    order = list(standings["name"])
    part = matchups[matchups["name"] != matchups["rival"]]
    table = part.pivot_table(index="name", columns="rival", values="score").reindex(index=order, columns=order)
    return _map(table, "score of the row against the column, %", _noise(part))


def _noise(scores: pd.DataFrame) -> float:
    """Return the points by which most scores of a frame may be off: the upper quartile of half their intervals."""
    half = ((scores["high"] - scores["low"]) / 2).dropna()
    return float(half.quantile(0.75)) if len(half) else 0.0


def _map(table: pd.DataFrame, label: str, noise: float) -> Figure:
    """Draw a map of scores in per cent, with numbers where there is room for them.

    The scale reaches to twice the noise at least, so that a score which may well be even is pale.
    """
    values, rows, columns = table.to_numpy(dtype=np.float64), list(table.index), list(table.columns)
    many = max(len(rows), len(columns)) > NUMBERS
    reach = min(50.0, max(LEAST, 2 * noise, float(np.nanmax(np.abs(values - 50), initial=0))))
    norm = Normalize(50 - reach, 50 + reach)
    with style():
        drawn = figure(*_size(rows, columns, many))
        axes = drawn.add_subplot(facecolor=GRID)
        box = (0, len(columns), len(rows), 0)
        image = axes.imshow(values, cmap=MAP, norm=norm, extent=box, interpolation="none", aspect="auto")
        _labels(axes, rows, columns, many)
        bar = drawn.colorbar(
            image,
            ax=axes,
            location="bottom",
            fraction=0.05,
            shrink=max(0.6, min(1.0, 3 / len(columns))),
            aspect=30,
            pad=0.02,
        )
        bar.outline.set_visible(False)
        bar.set_label(label, color=MUTED)
        if not many:
            _numbers(axes, values, norm)
    return drawn


def _size(rows: list[str], columns: list[str], many: bool) -> tuple[float, float]:
    """Return width and height in inches for cells of one size, with room for the names."""
    wide, high = (0.155, 0.155) if many else (0.58, 0.42)
    left, top = (max(len(short(name)) for name in names) for names in (rows, columns))
    letter = 0.058 if many else 0.08
    return max(3.4, 0.4 + letter * left + wide * len(columns)), 0.9 + letter * top + high * len(rows)


def _labels(axes: Axes, rows: list[str], columns: list[str], many: bool) -> None:
    """Name rows from the top down, and columns along the top."""
    size = 6.5 if many else 9.0
    axes.set_yticks(np.arange(len(rows)) + 0.5, [short(name) for name in rows], fontsize=size)
    names = [short(name) for name in columns]
    turn = 90 if many else 40 if max(map(len, names)) > FITS else 0
    look: dict[str, Any] = {"ha": "left", "va": "center" if many else "baseline"} if turn else {}
    axes.set_xticks(np.arange(len(columns)) + 0.5, names, fontsize=size, rotation=turn, rotation_mode="anchor", **look)
    axes.tick_params(axis="x", labeltop=True, labelbottom=False, labelcolor=mpl.rcParams["text.color"])
    for spine in axes.spines.values():
        spine.set_visible(False)


def _numbers(axes: Axes, values: Floats, norm: Normalize) -> None:
    """Write each score into its cell, black or white as the cell's own colour asks."""
    colours = MAP(norm(values))
    dark = colours[..., :3] @ [0.2126, 0.7152, 0.0722] < 0.45
    for row, column in zip(*np.nonzero(np.isfinite(values)), strict=True):
        ink = "#ffffff" if dark[row, column] else "#000000"
        shown = f"{values[row, column]:.1f}"
        axes.text(column + 0.5, row + 0.5, shown, ha="center", va="center", color=ink, fontsize=8)
