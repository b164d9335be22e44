"""Frames to the tables of the page: which columns, under which heads, in which form."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from reports.words import DASH, interval, number

Row = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One cell of a table: what it shows, and what it is sorted by ("" for its text)."""

    text: str
    sort: str = ""
    note: str = ""  # small print below it


@dataclass(frozen=True)
class Column:
    """One column: its head, how a row gives its cell, and whether it is set as numbers."""

    head: str
    cell: Callable[[Row], Cell]
    numeric: bool = True


@dataclass(frozen=True)
class Table:
    """A table ready to be set: `rows` [R][columns], of `total` rows that there are; `shown` says which."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: list[list[Cell]]
    shown: str
    total: int


def table(name: str, caption: str, frame: pd.DataFrame, columns: tuple[Column, ...], shown: str, total: int) -> Table:
    """Return a frame as a table: `shown` says which rows these are of `total`."""
    records: list[Row] = frame.to_dict("records")  # type: ignore[assignment]  # all our columns are strings
    return Table(name, caption, columns, [[column.cell(row) for column in columns] for row in records], shown, total)


def text(head: str, source: str) -> Column:
    """Return a column of words."""
    return Column(head, lambda row: Cell(str(row[source]) or DASH), numeric=False)


def noted(head: str, source: str, note: str) -> Column:
    """Return a column of words with small print below them."""
    return Column(head, lambda row: Cell(str(row[source]), note=str(row[note])), numeric=False)


def count(head: str, source: str) -> Column:
    """Return a column of whole numbers."""
    return Column(head, lambda row: _shown(row[source], ",.0f"))


def plain(head: str, source: str) -> Column:
    """Return a column of numbers without an interval, to two decimals."""
    return Column(head, lambda row: _shown(row[source], ".2f"))


def value(head: str, source: str, low: str = "low", high: str = "high") -> Column:
    """Return a column of estimates, with the digits that their intervals bear."""
    return Column(head, lambda row: Cell(number(row[source], row[low], row[high]), _key(row[source])))


def limits(low: str = "low", high: str = "high", head: str = "95 % interval") -> Column:
    """Return a column of intervals, sorted by their lower limit. Only what the design proves has no width."""

    def cell(row: Row) -> Cell:
        shown = "by design" if row[low] == row[high] else interval(row[low], row[high])
        return Cell(shown, _key(row[low]))

    return Column(head, cell)


def ranks(head: str = "rank range") -> Column:
    """Return a column of the ranges of ranks."""

    def cell(row: Row) -> Cell:
        low, high = row["rank_low"], row["rank_high"]
        if _unknown(low):
            return Cell(DASH)
        return Cell(f"{low}" if low == high else f"{low} to {high}", str(low))

    return Column(head, cell)


def sign(head: str, source: str) -> Column:
    """Return a column that says whether a check is fine."""
    return Column(head, lambda row: Cell("✓ fine" if row[source] else "! look"), numeric=False)


def _shown(number: Any, form: str) -> Cell:
    """Return a cell of a number in a format; a dash where it is unknown."""
    return Cell(DASH) if _unknown(number) else Cell(f"{number:{form}}", _key(number))


def _unknown(number: Any) -> bool:
    """Return whether a number of a frame is missing, in any of the ways in which pandas says so."""
    return number is None or number is pd.NA or math.isnan(number)


def _key(number: float) -> str:
    """Return what a number is sorted by: unknown values come last."""
    return "" if math.isnan(number) else f"{number:.6f}".rstrip("0").rstrip(".")


BASIS: Final = (count("units", "units"), count("games", "games"))
MET: Final = (count("rivals", "met"),)
SHARED: Final = (count("luck ids", "lucks"), count("games", "games"))
RANK: Final = count("rank", "rank")
SCORE: Final = (value("score %", "score"), limits(), text("kind", "kind"))

STANDINGS: Final = (RANK, text("deck", "deck"), text("strategy", "strategy"), *SCORE, ranks(), *MET, *BASIS)
DECKS: Final = (RANK, text("deck", "deck"), *SCORE, ranks(), *MET, *BASIS)
SCOPES: Final = (text("both play", "scope"), *DECKS)
STRATEGIES: Final = (RANK, text("strategy", "strategy"), *SCORE, ranks(), *MET, *BASIS)
EDGE: Final = (value("edge", "edge", "edge_low", "edge_high"), limits("edge_low", "edge_high"))  # for unequal seats
MET_EACH_OTHER: Final = (text("entrant", "name"), text("against", "rival"), *SCORE, text("verdict", "verdict"))
MARGINS: Final = (
    *(value("margin", "margin", "margin_low", "margin_high"), limits("margin_low", "margin_high")),
    *(count("blocks", "blocks"), count("games", "games"), text("cell", "cell")),
)
EDGES: Final = (
    *(text("of", "table"), text("name", "name"), value("edge, points", "edge"), limits(), text("kind", "kind")),
    *(text("verdict", "verdict"), *BASIS),
)
LENGTHS: Final = (
    *(text("games", "scope"), value("mean turns", "mean", "mean_low", "mean_high"), limits("mean_low", "mean_high")),
    *(count("shortest", "shortest"), count("longest", "longest"), count("luck ids", "lucks"), count("number", "games")),
)
ENDINGS: Final = (text("games", "scope"), text("ending", "ending"), value("share %", "share"), limits(), *SHARED)
CHECKS: Final = (
    *(noted("check", "check", "meaning"), sign("verdict", "good"), count("found", "found"), count("of", "of")),
)
QUALITY: Final = (
    *(text("entrant", "name"), text("against", "rival"), count("blocks", "blocks"), count("games", "games")),
    *(count("draws", "draws"), count("caps", "caps"), count("distinct", "distinct"), count("effective", "effective")),
    *(plain("variance factor", "factor"), sign("adds up", "adds_up")),
    text("cell", "cell"),
)
CARDS: Final = (
    *(text("card", "card"), text("rank", "role"), value("points", "effect"), limits(), text("verdict", "verdict")),
    *(count("place", "rank"), ranks("place range"), count("decks", "decks")),
)
CARD_SEATS: Final = (
    *(text("card", "card"), text("rank", "role")),
    *(value("when first", "effect_first", "first_low", "first_high"), limits("first_low", "first_high", "95 %")),
    *(value("when second", "effect_second", "second_low", "second_high"), limits("second_low", "second_high", "95 %")),
    value("first less second", "difference", "difference_low", "difference_high"),
    *(limits("difference_low", "difference_high", "95 %"), text("verdict", "seat")),
)
PLAYED: Final = (text("item", "item"), text("value", "value"))
ENTRANTS: Final = (
    *(text("name", "name"), text("deck", "deck"), text("strategy", "strategy"), text("coin", "coin")),
    *(text("origin of figures", "origin"), text("key", "key")),
)
