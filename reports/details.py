"""What the page says of one cell of a map of scores, under the pointer or the finger: plain text, a line a cell."""

from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from reports.frames import Frames
from reports.stats.intervals import EXACT
from reports.words import interval, number, unit

_NAMELESS: Final = ("", "", "", "", "")  # of means over cells: no cell, no game
_OF_ONE: Final = ["band_low", "band_high", "factor"]  # numbers that a match-up has, and no mean
_FROM: Final = ["cell", "factor"]


@dataclass(frozen=True)
class Map:
    """The cells of a map: names of rows and columns as they are drawn, and a line of fields for each cell.

    Fields, separated by tabs: row, column, score, interval, kind, verdict, band, what it rests on (such as "120 games
    in 30 blocks"), variance factor; then, if it is one match-up: key, most lopsided game and its margin, closest game
    and its margin (for the row; games without the key). What is unknown is empty.
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


def deck_by_strategy(frames: Frames, strategies: list[str], drawn: bool) -> Map:
    """Return the cells of the map of decks within strategies: means over match-ups, so without a game to replay.

    `drawn`: pairs were, at random.
    """
    strength = frames["deck_strength"]
    order = list(strength.loc[strength["scope"] == "all strategies", "deck"])
    part = strength[strength["scope"].isin(strategies)]
    part = part.assign(row=part["deck"], column=part["scope"], verdict="")
    part[_OF_ONE] = float("nan")
    part["rests"] = [
        f"{games:,} games; {unit(units, drawn)}" for games, units in zip(part["games"], part["units"], strict=True)
    ]
    rows = part.to_dict("records")
    return Map(order, strategies, [_line(row, order, strategies, _NAMELESS) for row in rows])


def _met(part: pd.DataFrame, order: list[str], frames: Frames) -> Map:
    """Return the map of match-ups between the names in `order`, without mirrors."""
    games = frames["extremes"].set_index("cell")
    part = part[part["row"] != part["column"]].merge(frames["quality"][_FROM], on="cell", how="left")
    counts = zip(part["games"], part["blocks"], strict=True)
    part = part.assign(rests=[f"{played:,} games in {blocks:,} blocks" for played, blocks in counts])
    lines = [_line(row, order, order, _games(row, games)) for row in part.to_dict("records")]
    return Map(order, order, lines)


def _line(row: dict[Any, Any], rows: list[str], columns: list[str], games: tuple[str, ...]) -> str:
    """Return the fields of one cell."""
    low, high = row["low"], row["high"]
    limits, band = (interval(*ends) if pd.notna(ends[0]) else "" for ends in ((low, high), _band(row)))
    factor = f"{row['factor']:.2f}" if pd.notna(row["factor"]) else ""
    told = (number(row["score"], low, high), limits, row["kind"], row["verdict"], band, row["rests"], factor)
    return "\t".join((str(rows.index(row["row"])), str(columns.index(row["column"])), *told, *games))


def _band(row: dict[Any, Any]) -> tuple[float, float]:
    """Return the limits that the verdict rests on; of what the design proves the interval says it all."""
    return (float("nan"),) * 2 if row["kind"] == EXACT else (row["band_low"], row["band_high"])


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
