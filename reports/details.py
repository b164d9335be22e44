"""What the page says of one cell of a map of scores, under the pointer or the finger: plain text, a line a cell."""

from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from reports.frames import Frames
from reports.words import interval, number

_NAMELESS: Final = ("", "", "", "", "")  # of means over cells: no cell, no game
_FROM: Final = ["cell", "factor"]


@dataclass(frozen=True)
class Map:
    """The cells of a map: names of rows and columns as they are drawn, and a line of fields for each cell.

    Fields, separated by tabs: row, column, score, interval, kind, verdict, blocks, games, variance factor; then, if it
    is one match-up: key, most lopsided game and its margin, closest game and its margin (for the row; games without
    the key). What is unknown is empty.
    """

    rows: list[str]
    columns: list[str]
    lines: list[str]

    @property
    def text(self) -> str:
        """Return all as text: a line of the rows' names, one of the columns', then the cells'."""
        heads = ["\t".join(_flat(name) for name in names) for names in (self.rows, self.columns)]
        return "\n".join([*heads, *self.lines])


def decks(frames: Frames, strategy: str) -> Map:
    """Return the cells of the map of decks, both played by `strategy`."""
    matchups, strength = frames["matchups"], frames["deck_strength"]
    order = list(strength.loc[strength["scope"] == strategy, "deck"])
    part = matchups[(matchups["strategy"] == strategy) & (matchups["rival_strategy"] == strategy)]
    return _met(part.assign(row=part["deck"], column=part["rival_deck"]), order, frames)


def entrants(frames: Frames) -> Map:
    """Return the cells of the map of entrants."""
    part = frames["matchups"]
    return _met(part.assign(row=part["name"], column=part["rival"]), list(frames["standings"]["name"]), frames)


def deck_by_strategy(frames: Frames, strategies: list[str]) -> Map:
    """Return the cells of the map of decks within strategies: means over match-ups, so without a game to replay."""
    strength = frames["deck_strength"]
    order = list(strength.loc[strength["scope"] == "all strategies", "deck"])
    part = strength[strength["scope"].isin(strategies)]
    rows = part.assign(row=part["deck"], column=part["scope"], verdict="", factor=float("nan")).to_dict("records")
    return Map(order, strategies, [_line(row, order, strategies, _NAMELESS) for row in rows])


def _met(part: pd.DataFrame, order: list[str], frames: Frames) -> Map:
    """Return the map of match-ups between the names in `order`, without mirrors."""
    games = frames["extremes"].set_index("cell")
    part = part[part["row"] != part["column"]].merge(frames["quality"][_FROM], on="cell", how="left")
    lines = [_line(row, order, order, _games(row, games)) for row in part.to_dict("records")]
    return Map(order, order, lines)


def _line(row: dict[Any, Any], rows: list[str], columns: list[str], games: tuple[str, ...]) -> str:
    """Return the fields of one cell."""
    low, high = row["low"], row["high"]
    limits = interval(low, high) if pd.notna(low) else ""
    factor = f"{row['factor']:.2f}" if pd.notna(row["factor"]) else ""
    counts = (f"{row['blocks']:,}", f"{row['games']:,}", factor)
    who = (str(rows.index(row["row"])), str(columns.index(row["column"])))
    return "\t".join((*who, number(row["score"], low, high), limits, row["kind"], row["verdict"], *counts, *games))


def _games(row: dict[Any, Any], games: pd.DataFrame) -> tuple[str, ...]:
    """Return key, lopsided and closest game of a match-up, margins signed for its row."""
    cell = row["cell"]
    if cell not in games.index or not games.at[cell, "lopsided"]:
        return (cell, "", "", "", "")
    found = games.loc[cell]
    sign = 1 if found["name"] == row["name"] else -1
    fields = (
        (found[which].split(":", 1)[1], f"{sign * found[f'{which}_margin']:+}") for which in ("lopsided", "closest")
    )
    return (cell, *(field.replace("-", "−") for pair in fields for field in pair))


def _flat(name: str) -> str:
    """Return a name without tabs and ends of lines, which part the fields."""
    return " ".join(name.split())
