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
    """One column: its head, how a row gives its cell, the columns of the frame it shows, whether it is of numbers."""

    head: str
    cell: Callable[[Row], Cell]
    sources: tuple[str, ...]  # one, or both limits
    numeric: bool = True


@dataclass(frozen=True)
class Table:
    """A table ready to be set: `rows` [R][columns], of `total` rows that there are; `shown` says which.

    `meanings` [columns] says what stands under each head.
    """

    name: str
    caption: str
    columns: tuple[Column, ...]
    meanings: list[str]
    rows: list[list[Cell]]
    shown: str
    total: int

    @property
    def key(self) -> int:
        """Return the place of the column that says what a row is about: the first of words."""
        return next(place for place, column in enumerate(self.columns) if not column.numeric)


def rows(frame: pd.DataFrame, columns: tuple[Column, ...]) -> list[list[Cell]]:
    """Return the cells of a frame, row by row."""
    records: list[Row] = frame.to_dict("records")  # type: ignore[assignment]  # all our columns are strings
    return [[column.cell(row) for column in columns] for row in records]


def text(head: str, source: str) -> Column:
    """Return a column of words."""
    return Column(head, lambda row: Cell(str(row[source]) or DASH), (source,), numeric=False)


def noted(head: str, source: str, note: str) -> Column:
    """Return a column of words with small print below them."""
    return Column(head, lambda row: Cell(str(row[source]), note=str(row[note])), (source,), numeric=False)


def count(head: str, source: str) -> Column:
    """Return a column of whole numbers."""
    return Column(head, lambda row: _shown(row[source], ",.0f"), (source,))


def plain(head: str, source: str, digits: int = 1) -> Column:
    """Return a column of numbers without an interval."""
    return Column(head, lambda row: _shown(row[source], f".{digits}f"), (source,))


def value(head: str, source: str, low: str = "low", high: str = "high") -> Column:
    """Return a column of estimates, with the digits that their intervals bear."""
    return Column(head, lambda row: Cell(number(row[source], row[low], row[high]), _key(row[source])), (source,))


def limits(low: str = "low", high: str = "high", head: str = "95 % interval") -> Column:
    """Return a column of intervals, sorted by their lower limit. Only what the design proves has no width."""

    def cell(row: Row) -> Cell:
        shown = "by design" if row[low] == row[high] else interval(row[low], row[high])
        return Cell(shown, _key(row[low]))

    return Column(head, cell, (low, high))


def band(head: str, low: str, high: str) -> Column:
    """Return a column of limits that are never exact, whatever they look like."""
    return Column(head, lambda row: Cell(interval(row[low], row[high]), _key(row[low])), (low, high))


def chance(head: str, source: str) -> Column:
    """Return a column of probabilities under a hypothesis."""

    def cell(row: Row) -> Cell:
        p = row[source]
        return Cell(DASH) if _unknown(p) else Cell("< 0.001" if p < 0.001 else f"{p:.3f}", f"{p:.9f}")

    return Column(head, cell, (source,))


def firsts(head: str = "verdict") -> Column:
    """Return a column that says who is first, alone or tied; nothing of the others."""

    def cell(row: Row) -> Cell:
        alone = row["tied"] and row["rank_high"] == 1
        return Cell("first" if alone else "tied for first" if row["tied"] else "")

    return Column(head, cell, ("tied",), numeric=False)


def ranks(head: str = "rank range") -> Column:
    """Return a column of the ranges of ranks."""

    def cell(row: Row) -> Cell:
        low, high = row["rank_low"], row["rank_high"]
        if _unknown(low):
            return Cell(DASH)
        return Cell(f"{low}" if low == high else f"{low} to {high}", str(low))

    return Column(head, cell, ("rank_low", "rank_high"))


def sign(head: str, source: str) -> Column:
    """Return a column that says whether a check is fine."""
    return Column(head, lambda row: Cell("✓ fine" if row[source] else "! look"), (source,), numeric=False)


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

PLACE: Final = (ranks(), firsts())
STANDINGS: Final = (RANK, text("deck", "deck"), text("strategy", "strategy"), *SCORE, *PLACE, *MET, *BASIS)
DECKS: Final = (RANK, text("deck", "deck"), *SCORE, *PLACE, *MET, *BASIS)
SCOPES: Final = (text("both play", "scope"), *DECKS)
STRATEGIES: Final = (RANK, text("strategy", "strategy"), *SCORE, *PLACE, *MET, *BASIS)
EDGE: Final = (  # for unequal seats
    *(value("edge", "edge", "edge_low", "edge_high"), limits("edge_low", "edge_high"), text("kind", "edge_kind")),
    *(text("going first", "edge_verdict"), value("edge, Elo-like", "edge_elo", "edge_elo_low", "edge_elo_high")),
    band("95 %", "edge_elo_low", "edge_elo_high"),
)
BAND: Final = ("band_low", "band_high")
MET_EACH_OTHER: Final = (text("entrant", "name"), text("against", "rival"))
VERDICT: Final = text("verdict", "verdict")
MARGINS: Final = (
    *(value("margin", "margin", "margin_low", "margin_high"), limits("margin_low", "margin_high")),
    *(count("blocks", "blocks"), count("games", "games"), text("cell", "cell")),
)
EDGES: Final = (
    *(text("of", "table"), text("name", "name"), value("edge, points", "edge"), limits(), text("kind", "kind")),
    band("all at once", "band_low", "band_high"),
    *(text("verdict", "verdict"), value("Elo-like", "elo", "elo_low", "elo_high"), band("95 %", "elo_low", "elo_high")),
    *BASIS,
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
    *(count("draws", "draws"), count("caps", "caps"), count("distinct", "distinct"), count("effective †", "effective")),
    *(plain("variance factor †", "factor", digits=2), sign("adds up", "adds_up")),
    text("cell", "cell"),
)
CARDS: Final = (
    *(text("card", "card"), text("rank", "role"), value("points", "effect"), limits(), text("verdict", "verdict")),
    *(count("place", "rank"), ranks("place range"), count("decks", "decks"), count("games", "games")),
)
CARD_SEATS: Final = (
    *(text("card", "card"), text("rank", "role")),
    *(value("when first", "effect_first", "first_low", "first_high"), limits("first_low", "first_high", "95 %")),
    *(value("when second", "effect_second", "second_low", "second_high"), limits("second_low", "second_high", "95 %")),
    value("first less second", "difference", "difference_low", "difference_high"),
    *(limits("difference_low", "difference_high", "95 %"), text("verdict", "seat"), count("games", "games")),
)
_FROM_SEATS: Final = ("first_low", "first_high"), ("second_low", "second_high")
SUBSTITUTES: Final = (
    *(text("card", "card"), text("deck", "deck"), value("points", "worth"), limits(), text("verdict", "verdict")),
    *(ranks("place in its deck"), text("strategy", "strategy"), text("kind", "kind")),
    *(count("replaced by", "replacements"), *MET, *SHARED, plain("pairing †", "pairing")),
)
SUBSTITUTE_SEATS: Final = (
    *(text("card", "card"), text("deck", "deck"), text("strategy", "strategy")),
    *(value("when first", "worth_first", *_FROM_SEATS[0]), limits(*_FROM_SEATS[0], head="95 %")),
    *(value("when second", "worth_second", *_FROM_SEATS[1]), limits(*_FROM_SEATS[1], head="95 %")),
    value("first less second", "difference", "difference_low", "difference_high"),
    *(limits("difference_low", "difference_high", "95 %"), text("verdict", "seat"), count("games", "games")),
)
EXCHANGES: Final = (
    *(text("out", "card"), text("in", "into"), value("gain, points", "gain"), limits(), text("verdict", "verdict")),
    *(text("deck", "deck"), text("strategy", "strategy"), text("kind", "kind")),
    *(value("when first", "gain_first", *_FROM_SEATS[0]), limits(*_FROM_SEATS[0], head="95 %")),
    *(value("when second", "gain_second", *_FROM_SEATS[1]), limits(*_FROM_SEATS[1], head="95 %")),
    *(*SHARED, plain("pairing †", "pairing")),
)
ENDED: Final = (count("blocks", "blocks"), count("games", "games"), count("round", "round"), text("cell", "cell"))

GAIN: Final = (value("gain when first", "order", "order_low", "order_high"), band("95 %", "order_low", "order_high"))
STRENGTH: Final = (
    *(RANK, text("deck", "deck"), value("Elo", "strength"), band("95 % interval", "low", "high"), text("kind", "kind")),
    *(*PLACE, *GAIN, *SHARED),
)
SCOPES_OF_STRENGTH: Final = (text("both play", "scope"), *STRENGTH)
FITS: Final = (
    *(text("both play", "scope"), count("decks", "decks"), *GAIN, chance("p, all gain alike", "order_p")),
    *(value("misfit, points", "misfit", "misfit_low", "misfit_high"), band("95 %", "misfit_low", "misfit_high")),
    *(chance("p, model is true", "misfit_p"), *SHARED),
)
MIX: Final = (
    *(text("chosen by", "position"), text("deck", "deck"), value("weight %", "weight")),
    *(band("95 % interval", "low", "high"), text("kind", "kind"), plain("support % †", "support")),
    *(text("verdict", "verdict"), *SHARED),
)
METAGAME: Final = (
    *(text("figure", "quantity"), value("estimate", "estimate"), band("95 % interval", "low", "high")),
    *(text("kind", "kind"), text("unit", "unit"), chance("p", "p"), text("verdict", "verdict"), *SHARED),
)
TRIPLES: Final = (
    *(text("deck", "deck"), plain("beats by % †", "score"), text("second", "second_deck")),
    *(plain("beats by % †", "second_score"), text("third", "third_deck")),
    plain("beats the first by % †", "third_score"),
    *(value("weakest", "weakest"), band("95 % interval", "low", "high"), text("verdict", "verdict"), *SHARED),
)
PILOTS: Final = (
    *(
        text("deck", "deck"),
        text("strategy", "strategy"),
        plain("score % †", "score"),
        value("beyond both", "interaction"),
    ),
    *(band("95 % interval", "low", "high"), text("verdict", "verdict"), *SHARED),
)
DISTANCES: Final = (
    *(text("strategy", "strategy"), text("other", "rival_strategy"), value("distance %", "distance")),
    *(band("95 % interval", "low", "high"), count("pairs", "pairs"), count("surely reversed", "reversed")),
    *(text("verdict", "verdict"), count("luck ids", "lucks")),
)
SEEN: Final = (
    *(text("card", "card"), plain("score seen †", "score_seen"), plain("unseen †", "score_unseen")),
    *(value("gap", "gap"), band("95 % interval", "low", "high"), text("verdict", "verdict")),
    *(plain("score played †", "score_played"), value("gap", "played_gap", "played_low", "played_high")),
    *(band("95 % interval", "played_low", "played_high"), plain("seen % †", "seen"), plain("played % †", "played")),
    *(count("not seen", "unseen"), count("not played", "unplayed"), *SHARED),
)
LUCK: Final = (
    *(
        text("both play", "scope"),
        text("source", "source"),
        value("share %", "variance"),
        limits(),
        text("kind", "kind"),
    ),
    *(text("verdict", "verdict"), value("in all %", "total", "total_low", "total_high")),
    *(band("95 %, in all", "total_low", "total_high"), *SHARED),
)
PLAYED: Final = (text("item", "item"), text("value", "value"))
ENTRANTS: Final = (
    *(text("name", "name"), text("deck", "deck"), text("strategy", "strategy"), text("coin", "coin")),
    *(text("origin of figures", "origin"), text("key", "key")),
)


def matchups(held: str, sided: bool) -> tuple[Column, ...]:
    """Return the columns of match-ups; their bands hold with the probability `held`, such as "95 %"."""
    return (*MET_EACH_OTHER, *SCORE, band(f"{held}, all at once", *BAND), VERDICT, *(EDGE if sided else ()), *MARGINS)


def decisions(held: str) -> tuple[Column, ...]:
    """Return the columns of match-ups that the run decided: the verdicts of `matchups`, and when they fell."""
    return (*MET_EACH_OTHER, VERDICT, value("score %", "score", *BAND), band(f"{held}, at all times", *BAND), *ENDED)
