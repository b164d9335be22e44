"""Sentences come from intervals."""

import numpy as np
import pandas as pd
import pytest

from reports import words
from reports.runs import Run


def test_numbers_have_the_digits_of_their_interval() -> None:
    """One decimal, more where the interval is narrow, a dash where nothing is known; a true minus sign."""
    assert words.number(56.12, 55, 57) == "56.1"
    assert words.number(56.123, 56.1, 56.15) == "56.12"
    assert words.number(9.79995, 9.7964, 9.8035) == "9.800"
    assert words.number(-1.25, -2, 0) == "−1.2"
    assert words.number(float("nan")) == "–"
    assert words.interval(55.04, 57.0) == "[55.0,\u00a057.0]"
    assert words.interval(np.nan, np.nan) == "–"


def test_lists_are_cut() -> None:
    """Six names are spelt out, seven are not."""
    assert words.listed(["a"]) == "a"
    assert words.listed(list("abcdef")) == "a, b, c, d, e and f"
    assert words.listed(list("abcdefg")) == "a, b, c, d, e and 2 more"


def decks(*limits: tuple[float, float]) -> pd.DataFrame:
    """Return a table of decks A, B, … with these limits, best first."""
    low, high = np.array(limits, dtype=float).T
    frame = pd.DataFrame({"scope": "s", "best": True, "deck": list("ABCDEF")[: len(low)], "low": low, "high": high})
    overlap = [int(((low <= h) & (high >= lo)).sum()) - 1 for lo, h in limits]
    above = [int((low > h).sum()) for _, h in limits]
    below = [int((high < lo).sum()) for lo, _ in limits]
    tied = (low <= high[0]) & (high >= low[0]) | np.isnan(low)
    return frame.assign(score=(low + high) / 2, tied=tied, near=overlap, above=above, below=below).assign(
        units=10, games=40, kind="t", met=len(low) - 1, field=len(low)
    )


@pytest.mark.parametrize(
    ("limits", "headline"),
    [
        ([(55, 57), (50, 52), (40, 42)], "The strongest deck is A."),
        ([(55, 57), (54, 56), (40, 42)], "A leads, but is not separated from B."),
        ([(55, 57), (54, 56), (53, 56), (52, 56), (40, 42)], "A leads, but is not separated from 3 others."),
        ([(48, 57), (47, 56), (45, 52)], "No deck stands out as the strongest."),
        ([(np.nan, np.nan), (np.nan, np.nan)], "Too few blocks were played to say which deck is strongest."),
    ],
)
def test_headline_follows_the_intervals(limits: list[tuple[float, float]], headline: str) -> None:
    """The point estimates of all these are ordered alike."""
    nobody = pd.DataFrame(columns=["strategy", "score", "low", "high", "near"])
    assert words.headline(decks(*limits), nobody) == headline


@pytest.mark.parametrize(
    ("limits", "headline"),
    [
        ((52, 55), "A is stronger than the field, both sides playing s."),
        ((45, 48), "A is weaker than the field, both sides playing s."),
        ((45, 55), "A is not separated from the field, both sides playing s."),
    ],
)
def test_a_lone_challenger_is_held_against_even(limits: tuple[float, float], headline: str) -> None:
    """It alone met the field."""
    assert words.headline(decks(limits), pd.DataFrame(), "s") == headline


def test_who_leads_under_one_strategy_only_is_said_to() -> None:
    """A leads under the best strategy, yet with all strategies pooled it is wholly below the leader."""
    pooled = decks((55, 57), (40, 42)).assign(deck=["B", "A"])
    text = words._every_sentence(pooled, "A").replace("\u00a0", " ")
    assert text.endswith("A is at 41.0 % [40.0, 42.0] there: who is strongest depends on who plays.")
    assert "depends" not in words._every_sentence(pooled, "B")


@pytest.mark.parametrize(("high", "warned"), [(-0.1, True), (0.1, False), (np.nan, False)])
def test_winning_often_but_little_is_said(high: float, warned: bool) -> None:
    """Only if the interval of the margin is wholly on the other side."""
    row = {"name": "often", "rival": "much", "deck": "X", "rival_deck": "Y", "verdict": "favoured", "margin": -0.2}
    frame = pd.DataFrame([{**row, "margin_low": -0.4, "margin_high": high}])
    text = words._margin_sentence(words._behind(frame)).replace("\u00a0", " ")
    assert text.endswith("much by 0.2 [0.1, 0.4] a game against often.") if warned else text == ""


@pytest.mark.parametrize(
    ("low", "high", "verdict", "text"),
    [
        (1.0, 3.0, "helps", "Going first helps: 2.0 points [1.0, 3.0], which between equals means 52.0 : 48.0."),
        (-1.0, 5.0, "open", "Going first neither helps nor hurts measurably: 2.0 points [−1.0, 5.0], so"),
        (np.nan, np.nan, "", "Going first was worth 2.0 points, with too few blocks for an interval."),
    ],
)
def test_first_player_follows_the_interval(run: Run, low: float, high: float, verdict: str, text: str) -> None:
    """Whatever the point says."""
    edges = pd.DataFrame([{"table": "all", "edge": 2.0, "low": low, "high": high, "kind": "t", "verdict": verdict}])
    assert words.first_player(run, edges).replace("\u00a0", " ").startswith(text)


def test_the_strongest_is_surely_above_by_all_comparisons_not_by_its_interval(run: Run) -> None:
    """Intervals that meet, in ranks that are apart: nothing is said of the interval, since differences told it."""
    frame = decks((55, 57), (54, 56)).assign(tied=[True, False])
    text = words._separation(frame, "deck").replace("\u00a0", " ")
    assert text == "It is surely above every other, all comparisons at once with 95 %."


def test_what_a_mean_rests_on_is_one_line(run: Run) -> None:
    """Units and games of each, the kinds once; drawn pairs have rivals as units."""
    frame = decks((55, 57))
    text = words.basis(
        run, {"one": frame, "other": frame.assign(units=1, games=1, kind="all agree"), "none": frame[:0]}
    )
    assert text.replace("\u00a0", " ") == (
        "What this rests on: one (10 luck ids, 40 games); other (1 luck id, 1 game). In brackets 95 % intervals, each"
        " for its own number: t over luck ids; where all agree, what Wilson leaves for others."
    )
    assert words.basis(run, {"none": frame[:0]}) == ""
    assert words.unit(3, drawn=True) == "3 rival entrants drawn at random"
