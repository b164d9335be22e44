"""Frames of `tables` to figures of dots, bars and lines; heat maps are in `heat`. No figure is drawn through pyplot.

Colours are Okabe and Ito's (2008), told apart with any colour vision; strategies differ in marker too.
"""

from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.svg import BLUE, GRID, INK, MUTED, PAPER, style

COLOURS: Final = (BLUE, "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c", INK)
MARKERS: Final = ("o", "s", "D", "^", "v", "P", "X", "h")
WIDE: Final = 5.0  # inches: readable when a telephone shrinks it, too
INSIDE: Final[dict[str, Any]] = {"label_type": "center", "fontsize": 8}  # numbers in bars
TAIL: Final = 0.5  # per cent of all games that a histogram may gather in its last bar
LONGEST: Final = 30  # characters of a name in a figure
MOST_SEATS: Final = 12  # cards in the figure of seats
MIXED: Final = ("in", "not resolved", "out")  # verdicts on a deck's place in the best mix
SHARES: Final = {  # sources of variance in the order of a bar, the field first, then luck, each with its colour
    "decks": BLUE,
    "who meets whom": BLUE,
    "pilots": "#e69f00",
    "going first": "#009e73",
    "field, together": MUTED,
    "deal": "#f0e442",
    "chance in play": "#d55e00",
    "coins": "#cc79a7",
    "luck, together": "#8c8c8c",
}
STANDS: Final = {"stronger": "stronger", "open": "not separated", "weaker": "weaker"}  # verdicts, and how it says them


def short(name: str, longest: int = LONGEST) -> str:
    """Return the name, its middle left out where it is too long for a figure."""
    end = longest // 3
    return name if len(name) <= longest else f"{name[: longest - 1 - end]}…{name[-end:]}"


def figure(width: float, height: float) -> Figure:
    """Return an empty figure in inches that belongs to no window and no global state."""
    drawn = Figure(figsize=(width, height))
    FigureCanvasAgg(drawn)
    return drawn


def standings(frame: pd.DataFrame) -> Figure:
    """Draw a dot and an interval for each entrant of `tables.standings`, coloured by strategy, best on top."""
    names = sorted(frame["strategy"].unique())
    with style():
        drawn = figure(WIDE, 1.1 + 0.2 * len(frame))
        axes = drawn.add_subplot()
        for number, name in enumerate(names):
            part = frame[frame["strategy"] == name]
            _dots(axes, part, "score", number)
        _rows(axes, [short(name) for name in frame["name"]])
        _even(axes, 50, "score against the field, %")
        if len(names) > 1:
            _legend(drawn, axes, [short(name) for name in names])
    return drawn


def deck_strength(frame: pd.DataFrame) -> Figure:
    """Draw the decks of `tables.deck_strength`: the best strategy full and in colour, all strategies hollow beside it.

    Ordered by the best strategy; decks that it does not play, by all, come below.
    """
    every = frame[frame["scope"] == "all strategies"]
    best = frame[frame["best"]]
    order = list(dict.fromkeys([*best["deck"], *every["deck"]]))
    single = frame["scope"].nunique() <= 2
    with style():
        drawn = figure(WIDE, 1.1 + 0.34 * len(order))
        axes = drawn.add_subplot()
        parts = [(best, 0, 0.0 if single else -0.14)] if len(best) else []
        parts += [] if single and len(best) else [(every, 6, 0.14)]
        for part, look, shift in parts:
            rows = [order.index(deck) + shift for deck in part["deck"]]
            _dots(axes, part.set_axis(rows), "score", look)
        _rows(axes, [short(deck) for deck in order])
        _even(axes, 50, "score against the other decks, %")
        scopes = [str(part["scope"].iloc[0]) for part, _, _ in parts]
        labels = [scope if scope == "all strategies" else f"both play {short(scope)}" for scope in scopes]
        _legend(drawn, axes, labels)
    return drawn


def first_player(frame: pd.DataFrame) -> Figure:
    """Draw the first player's edge of `tables.first_player`: overall, then by deck, then by strategy, as there are."""
    every = {"all": "", "deck": "with the deck", "strategy": "with the strategy"}
    titles = {table: title for table, title in every.items() if (frame["table"] == table).any()}
    heights = [1 + int((frame["table"] == table).sum()) for table in titles]
    with style():
        drawn = figure(WIDE, 0.7 + 0.22 * sum(heights))
        panels = drawn.subplots(len(titles), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights})
        for axes, (table, title) in zip(panels.flat, titles.items(), strict=True):
            part = frame[frame["table"] == table].reset_index(drop=True)
            _dots(axes, part, "edge", list(every).index(table))
            _rows(axes, [short(name) for name in part["name"]])
            _even(axes, 0, "edge of going first, points" if table == list(titles)[-1] else "")
            axes.set_title(title, color=MUTED)
    return drawn


def mix(frame: pd.DataFrame) -> Figure:
    """Draw weight and band of each deck of `meta.mix` (one position): surely in the mix, perhaps, surely out."""
    with style():
        drawn = figure(WIDE, 1.1 + 0.2 * len(frame))
        axes = drawn.add_subplot()
        _verdicts(axes, frame, "weight", "verdict", tuple(MIXED))
        _rows(axes, [short(deck) for deck in frame["deck"]])
        _even(axes, 0, "weight in the mix, %")
        _legend(drawn, axes, list(MIXED))
    return drawn


def card_strength(frame: pd.DataFrame) -> Figure:
    """Draw what each card of `cards.card_strength` is worth: a panel for each rank, those that stand out in colour."""
    roles = list(frame["role"].unique())
    heights = [1 + int((frame["role"] == role).sum()) for role in roles]
    with style():
        drawn = figure(WIDE, 1.2 + 0.2 * sum(heights))
        panels = drawn.subplots(len(roles), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights})
        for axes, role in zip(panels.flat, roles, strict=True):
            part = frame[frame["role"] == role].reset_index(drop=True)
            _verdicts(axes, part, "effect", "verdict", tuple(STANDS))
            _rows(axes, [short(card) for card in part["card"]])
            _even(axes, 0, "points a game" if role == roles[-1] else "")
            axes.set_title(short(role), color=MUTED)
        _legend(drawn, panels.flat[0], list(STANDS.values()))
    return drawn


def substitutes(frame: pd.DataFrame) -> Figure:
    """Draw what each card of `substitution.table` is worth: a panel for each entrant, what stands out in colour."""
    strategies = frame["strategy"] if frame["strategy"].nunique() > 1 else ""
    names = frame["deck"] + (" · " + strategies if len(strategies) else "")
    same = frame["verdict"].replace("even", "open")
    return card_strength(frame.assign(role=names, effect=frame["worth"], verdict=same))


def card_seats(frame: pd.DataFrame) -> Figure:
    """Draw the cards of `cards.card_strength` whose worth differs most between going first and second, MOST_SEATS."""
    widest = frame["difference"].abs().nlargest(MOST_SEATS).index
    part = frame.loc[widest].sort_values("difference", ascending=False, kind="stable", ignore_index=True)
    part = part.assign(low=part["difference_low"], high=part["difference_high"])
    with style():
        drawn = figure(WIDE, 0.9 + 0.2 * len(part))
        axes = drawn.add_subplot()
        _verdicts(axes, part, "difference", "seat", ("better first", "open", "better second"))
        _rows(axes, [short(card) for card in part["card"]])
        _even(axes, 0, "worth when first less worth when second, points")
    return drawn


def _verdicts(axes: Axes, part: pd.DataFrame, value: str, verdict: str, words: tuple[str, ...]) -> None:
    """Draw rows whose interval is wholly above 0 in blue, that may be 0 in grey, wholly below in red; in this order."""
    for word, look in zip(words, (0, 6, 1), strict=True):
        _dots(axes, part[part[verdict] == word], value, look)


def lengths(frame: pd.DataFrame) -> Figure:
    """Draw the shares of games by turns of `tables.lengths`: all games on top, below them every strategy by itself.

    A few very long games would squeeze all others into a corner, so they are gathered in one hollow bar on the right.
    """
    scopes = list(frame["scope"].unique())
    scopes = scopes[:1] if len(scopes) == 2 else scopes  # one strategy alone is all games again
    heights = [2.4] + [1.0] * (len(scopes) - 1)
    last = _last_bar(frame)
    with style():
        drawn = figure(WIDE, 0.9 + 0.72 * sum(heights))
        panels = drawn.subplots(len(scopes), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights})
        for number, (axes, scope) in enumerate(zip(panels.flat, scopes, strict=True)):
            _histogram(axes, frame[frame["scope"] == scope], last, BLUE if number == 0 else COLOURS[6])
            axes.yaxis.set_major_locator(MaxNLocator(4 if number == 0 else 2))
        panels.flat[0].set_ylabel("games, %")
        panels.flat[-1].set_xlabel("turns (hollow: all that are longer)" if frame["turns"].max() > last else "turns")
        _turn_ticks(panels.flat[-1], frame["turns"], last)
    return drawn


def _turn_ticks(axes: Axes, turns: pd.Series, last: int) -> None:
    """Label whole turns up to `last`, and the hollow bar beyond it, if there is one, as what it is."""
    first, end = int(turns.min()), min(last, int(turns.max()))
    ticks = [int(tick) for tick in MaxNLocator(integer=True, nbins=10).tick_values(first, end) if first <= tick <= end]
    if turns.max() > last:
        kept = [tick for tick in ticks if tick < last]
        axes.set_xticks([*kept, last + 2], [*map(str, kept), f">{last}"])
    else:
        axes.set_xticks(ticks)


def _last_bar(frame: pd.DataFrame) -> int:
    """Return the longest game with a bar of its own: all but TAIL per cent of all games, or all if few turns more."""
    every = frame[frame["scope"] == frame["scope"].iloc[0]]
    last = int(every.loc[every["share"][::-1].cumsum()[::-1] > TAIL, "turns"].max())
    longest = int(frame["turns"].max())
    return longest if longest <= last + 10 else last


def _histogram(axes: Axes, part: pd.DataFrame, last: int, colour: str) -> None:
    """Draw one scope's bars up to `last` turns, the rest in a hollow bar, its mean as a dashed line."""
    shown = part[part["turns"] <= last]
    axes.bar(shown["turns"], shown["share"], width=0.86, color=colour)
    beyond = part.loc[part["turns"] > last, "share"].sum()
    if beyond > 0:
        axes.bar([last + 2], [beyond], width=0.86, facecolor="none", edgecolor=colour)
    mean = part["mean"].iloc[0]
    axes.axvline(mean, color=INK, linewidth=1, linestyle=(0, (3, 2)))
    axes.set_title(f"{short(part['scope'].iloc[0])}: {mean:.1f} turns on average", color=INK)
    axes.grid(axis="y")


def endings(frame: pd.DataFrame) -> Figure:
    """Draw how games ended, of `tables.endings`: one bar for each scope, split by ending in order."""
    table = frame.pivot(index="scope", columns="ending", values="share")
    table = table.loc[list(frame["scope"].unique()), list(frame["ending"].unique())]
    table = table.iloc[:1] if len(table) == 2 else table
    rows, left = np.arange(len(table)), np.zeros(len(table))
    with style():
        drawn = figure(WIDE, 1.2 + 0.28 * len(table))
        axes = drawn.add_subplot()
        for number, name in enumerate(table.columns):
            width = table[name].to_numpy()
            look: dict[str, Any] = {"color": COLOURS[number % len(COLOURS)], "edgecolor": PAPER, "label": short(name)}
            bars = axes.barh(rows, width, left=left, height=0.72, **look)
            ink = PAPER if look["color"] in (BLUE, INK) else "#000000"
            axes.bar_label(bars, [f"{share:.0f}" if share >= 6 else "" for share in width], color=ink, **INSIDE)
            left = left + width
        _rows(axes, [short(name) for name in table.index])
        axes.set_xlim(0, 100)
        axes.set_xlabel("games, %")
        _legend(drawn, axes, None)
    return drawn


def budget(frame: pd.DataFrame) -> Figure:
    """Draw what each source has of the variance of a score, of `budget.budget`: one bar for each scope.

    Both sides' parts of a source are one piece. A share that noise made negative has none.
    """
    kinds = frame["source"].where(frame["source"].str.contains("together"), frame["source"].str.split(",").str[0])
    kinds = kinds.replace({"deals": "deal"})
    table = frame.assign(kind=kinds).groupby(["scope", "kind"], sort=False)["variance"].sum().unstack(fill_value=0)
    table = table.loc[list(frame["scope"].unique()), [kind for kind in SHARES if kind in table.columns]].clip(lower=0)
    rows, left = np.arange(len(table)), np.zeros(len(table))
    with style():
        drawn = figure(WIDE, 1.6 + 0.34 * len(table))
        axes = drawn.add_subplot()
        for name in table.columns:
            width, colour = table[name].to_numpy(), SHARES[str(name)]
            bars = axes.barh(rows, width, left=left, height=0.72, color=colour, edgecolor=PAPER, label=name)
            ink = PAPER if colour in (BLUE, INK, MUTED) else "#000000"
            axes.bar_label(bars, [f"{share:.0f}" if share >= 6 else "" for share in width], color=ink, **INSIDE)
            left = left + width
        _rows(axes, [short(name) for name in table.index])
        axes.set_xlim(0, max(100, float(left.max())))
        axes.set_xlabel("variance of a game's score, %")
        _legend(drawn, axes, None, 3)
    return drawn


def _dots(axes: Axes, part: pd.DataFrame, value: str, look: int) -> None:
    """Draw `value` with its limits at the rows of the index; `look` chooses colour and marker."""
    colour, marker = COLOURS[look % len(COLOURS)], MARKERS[(look + look // len(COLOURS)) % len(MARKERS)]
    rows = part.index.to_numpy()
    axes.hlines(rows, part["low"], part["high"], color=colour, linewidth=2.2, alpha=0.6)
    axes.plot(part[value], rows, linestyle="none", marker=marker, markersize=5, color=colour)


def _rows(axes: Axes, labels: list[str]) -> None:
    """Label the rows 0, 1, … from the top down."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.spines["left"].set_visible(False)


def _even(axes: Axes, even: float, label: str) -> None:
    """Mark where neither side is ahead, and grid and label the axis of values."""
    axes.axvline(even, color=MUTED, linewidth=1)
    axes.grid(axis="x", color=GRID)
    axes.set_xlabel(label)
    axes.margins(x=0.03)


def _legend(drawn: Figure, axes: Axes, labels: list[str] | None, most: int = 4) -> None:
    """Put a legend above the axes; `labels` name its lines with markers, else each artist's own label does."""
    lines = [line for line in axes.get_lines() if line.get_marker() not in ("None", "")]
    found, names = (lines, labels) if labels is not None else axes.get_legend_handles_labels()
    columns = -(-len(found) // -(-len(found) // most)) if found else 1  # rows of one length, `most` at most
    drawn.legend(found, names, loc="outside upper left", ncols=columns, handletextpad=0.4, columnspacing=1.4)
