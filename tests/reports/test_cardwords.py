"""Sentences about cards come from their bands."""

import numpy as np
import pandas as pd
import pytest

from reports import cardwords, plots
from reports.tables import verdicts

SEATS = ("better first", "better second", "open")


def table(*limits: tuple[float, float], seats: tuple[tuple[float, float], ...] = ()) -> pd.DataFrame:
    """Return a table of cards A, B, … with these limits of their worth, and of first less second, best first."""
    low, high = np.array(limits, dtype=float).T
    gap_low, gap_high = np.array(seats or limits, dtype=float).T
    frame = pd.DataFrame({"role": "BOSS", "card": list("ABCDEFGH")[: len(low)], "effect": (low + high) / 2})
    frame = frame.assign(low=low, high=high, difference=(gap_low + gap_high) / 2)
    frame = frame.assign(difference_low=gap_low, difference_high=gap_high)
    frame["verdict"] = verdicts(frame["low"], frame["high"], 0.0, ("stronger", "weaker", "open"))
    frame["seat"] = verdicts(frame["difference_low"], frame["difference_high"], 0.0, SEATS)
    return frame


ALONE = (
    "Of 3 cards, 1 is stronger than the average card of the same rank, 1 weaker and 1 not separated from it. The"
    " strongest is A (BOSS): instead of the average card of its rank it makes its deck score 4.0 points [3.0, 5.0] more"
    " a game. The weakest is C (BOSS): instead of the average card of its rank it makes its deck score"
    " 4.5 points [3.0, 6.0] less a game."
)
AMONG = (
    "Of 4 cards, 2 are stronger than the average card of the same rank, 0 weaker and 2 not separated from it."
    " A (BOSS) comes out strongest: instead of the average card of its rank it makes its deck score"
    " 3.0 points [1.0, 5.0] more a game. Not separated from it: B and C."
)
NOBODY = (
    "Nothing stands out: of 3 cards none is separated from the average card of its rank. All intervals lie within"
    " [−5.0, 5.0] points, so a card that is worth more or less is unlikely."
)
SOME = (
    "3 of 4 cards are worth more from one seat than from the other. When their owner goes first: 2 cards, most of all"
    " B (BOSS), by 4.0 points [2.0, 6.0]. When their owner goes second: 1 card, D (BOSS), by 3.0 points [2.0, 4.0]."
)
NONE = (
    "No card is separated from being worth as much when its owner goes first as when he goes second; a difference of"
    " more than 3.0 points is unlikely for any."
)
UNKNOWN = "Whether a card helps more when its owner goes first cannot be told from this run."


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ([(3, 5), (-1, 1), (-6, -3)], ALONE),
        ([(1, 5), (0.5, 2), (-2, 2), (-3, 0.5)], AMONG),
        ([(-1, 5), (-2, 2), (-5, 1)], NOBODY),
    ],
)
def test_strength_follows_the_bands(limits: list[tuple[float, float]], said: str) -> None:
    """The point estimates of all these are ordered alike; a weak card's points are those that it costs."""
    assert cardwords.strength(table(*limits)).replace("\u00a0", " ") == said


@pytest.mark.parametrize(
    ("limits", "said"),
    [([(1, 3), (2, 6), (-1, 1), (-4, -2)], SOME), ([(-1, 3), (-2, 1)], NONE), ([(np.nan, np.nan)], UNKNOWN)],
)
def test_seats_follow_the_bands(limits: list[tuple[float, float]], said: str) -> None:
    """Whatever the points say."""
    frame = table(*[(1, 2)] * len(limits), seats=tuple(limits))
    assert cardwords.seats(frame).replace("\u00a0", " ") == said


def test_the_figure_of_seats_shows_those_that_differ_most() -> None:
    """Twelve of them, in order; the figure of all has a panel for each rank."""
    many = pd.concat([table(*[(i, i + 1) for i in range(8)])] * 3, ignore_index=True).assign(
        role=["X"] * 8 + ["Y"] * 16
    )
    labels = [label.get_text() for label in plots.card_seats(many).axes[0].get_yticklabels()]
    assert labels == ["H"] * 3 + ["G"] * 3 + ["F"] * 3 + ["E"] * 3
    assert [axes.get_title(loc="left") for axes in plots.card_strength(many).axes] == ["X", "Y"]


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ([(3, 5), (-1, 1), (-6, -3)], "A is the strongest card for its rank."),
        ([(1, 5), (0.5, 2), (-2, 2), (-3, 0.5)], "A leads the cards, but is not separated from 2 others."),
        ([(-1, 5), (-2, 2), (-5, 1)], "No card stands out in its rank."),
    ],
)
def test_the_headline_follows_the_bands(limits: list[tuple[float, float]], said: str) -> None:
    """Who overlaps with the best is not separated from it."""
    assert cardwords.headline(table(*limits)) == said
