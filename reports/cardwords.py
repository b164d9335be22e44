"""What the table of cards says, in plain words; a verdict comes from its bands, never from the order of the points."""

from typing import Final

import pandas as pd

from reports.words import SPACE, counted, interval, listed, number


def strength(frame: pd.DataFrame) -> str:
    """Return which cards of `cards.card_strength` stand out, and which is strongest and weakest."""
    strong, weak = frame[frame["verdict"] == "stronger"], frame[frame["verdict"] == "weaker"]
    if not len(strong) and not len(weak):
        limits = interval(frame["low"].min(), frame["high"].max())
        return (
            f"Nothing stands out: of {counted(len(frame), 'card')} none is separated from the average card of its rank."
            f" All intervals lie within {limits}{SPACE}points, so a card that is worth more or less is unlikely."
        )
    rest = len(frame) - len(strong) - len(weak)
    those = f"{len(strong):,} {'is' if len(strong) == 1 else 'are'} stronger than the average card of the same rank"
    lead = f"Of {counted(len(frame), 'card')}, {those}, {len(weak):,} weaker and {rest:,} not separated from it."
    ends = [_end(frame, some, which) for some, which in ((strong, "strongest"), (weak, "weakest")) if len(some)]
    return " ".join([lead, *ends])


def headline(frame: pd.DataFrame) -> str:
    """Return the answer in a line: the strongest card, if it is separated from all others, or who leads."""
    strong = frame[frame["verdict"] == "stronger"]
    if not len(strong):
        return "No card stands out in its rank."
    top = strong.sort_values("effect", ascending=False, kind="stable").iloc[0]
    near = int((frame["high"] >= top["low"]).sum()) - 1
    if not near:
        return f"{top['card']} is the strongest card for its rank."
    return f"{top['card']} leads the cards, but is not separated from {counted(near, 'other')}."


def _end(frame: pd.DataFrame, some: pd.DataFrame, which: str) -> str:
    """Return who of `some` is strongest or weakest, and who of the frame is not separated from it."""
    top = some.sort_values("effect", ascending=which == "weakest", kind="stable").iloc[0]
    near = frame[(frame["high"] >= top["low"]) & (frame["low"] <= top["high"]) & (frame["card"] != top["card"])]
    more, sign = ("more", 1) if which == "strongest" else ("less", -1)
    size = _signed(top, sign, "effect", "low", "high")
    worth = f"instead of the average card of its rank it makes its deck score {size} {more} a game"
    if not len(near):
        return f"The {which} is {named(top)}: {worth}."
    return f"{named(top)} comes out {which}: {worth}. Not separated from it: {listed(list(near['card']))}."


def _signed(row: pd.Series, sign: int, value: str, low: str, high: str) -> str:
    """Return an estimate in points with its interval, or, with `sign` -1, that of its opposite."""
    ends = sorted([sign * row[low], sign * row[high]])
    return f"{number(sign * row[value], *ends)}{SPACE}points{SPACE}{interval(*ends)}"


def named(row: pd.Series) -> str:
    """Return a card with its rank."""
    return f"{row['card']} ({row['role']})"


def seats(frame: pd.DataFrame) -> str:
    """Return which cards help more when their owner goes first, and which when second."""
    if frame["difference"].isna().any():
        return "Whether a card helps more when its owner goes first cannot be told from this run."
    parts = [_from_seat(frame, "first", 1), _from_seat(frame, "second", -1)]
    if any(parts):
        some = frame["seat"].isin(["better first", "better second"]).sum()
        those = f"{some:,} of {counted(len(frame), 'card')} {'is' if some == 1 else 'are'} worth more from one seat"
        return f"{those} than from the other. {' '.join(filter(None, parts))}"
    widest = number(float(max(-frame["difference_low"].min(), frame["difference_high"].max())))
    return (
        "No card is separated from being worth as much when its owner goes first as when he goes second; a difference"
        f" of more than {widest}{SPACE}points is unlikely for any."
    )


def _from_seat(frame: pd.DataFrame, seat: str, sign: int) -> str:
    """Return how many cards are worth more when their owner goes first (or second), and which most of all."""
    some = frame[frame["seat"] == f"better {seat}"]
    if not len(some):
        return ""
    top = some.sort_values("difference", ascending=sign < 0, kind="stable").iloc[0]
    size = _signed(top, sign, "difference", "difference_low", "difference_high")
    most = "" if len(some) == 1 else "most of all "
    return f"When their owner goes {seat}: {counted(len(some), 'card')}, {most}{named(top)}, by {size}."


GLOSSARY: Final = {
    "worth of a card": "How many points more (or less) its deck scores a game with it instead of the average card"
    " of its rank, all cards of the rank counting alike. It is true of the decks and strategies that were played:"
    " among other decks, or in other hands, the same card may be worth something else.",
    "points of a card": "Per cent of the score of a game: +1 makes an even match 51 : 49.",
    "interval for all cards at once": "In the tables of cards all intervals of a column hold together: of 100 runs, 95"
    " have every card within its interval. So no card stands out only because there are many.",
    "first less second": "What a card is worth when its owner goes first, less what it is worth when he goes second.",
}
