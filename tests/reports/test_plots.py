"""Choices that figures make about what to show."""

import pandas as pd
import pytest

from reports import heat, plots


@pytest.mark.parametrize(
    ("shares", "last"),
    [
        ({5: 50.0, 6: 49.9, 12: 0.1}, 12),  # a short tail keeps its bars
        ({5: 50.0, 6: 49.9, 100: 0.1}, 6),  # a long thin one is gathered
        ({5: 50.0, 6: 40.0, 100: 10.0}, 100),  # a thick one is part of the picture
    ],
)
def test_only_long_thin_tails_are_gathered(shares: dict[int, float], last: int) -> None:
    """All games decide, whatever a single strategy does."""
    frame = pd.DataFrame({"scope": "all games", "turns": list(shares), "share": list(shares.values()), "mean": 5.5})
    assert plots._last_bar(frame) == last
    assert plots.lengths(frame).axes


def test_the_hollow_bar_is_labelled_as_what_it_is() -> None:
    """Not by a number of turns that none of its games took."""
    frame = pd.DataFrame({"scope": "all games", "turns": [5, 6, 100], "share": [50.0, 49.9, 0.1], "mean": 5.5})
    labels = [label.get_text() for label in plots.lengths(frame).axes[0].get_xticklabels()]
    assert labels == ["5", ">6"]


def test_scores_that_may_be_even_are_pale() -> None:
    """The scale of a map reaches to twice the noise."""
    table = pd.DataFrame([[float("nan"), 52.0], [48.0, float("nan")]], index=["A", "B"], columns=["A", "B"])
    image = heat._map(table, "score", 10.0).axes[0].images[0]
    assert image.get_clim() == (30, 70)
    assert heat._map(table, "score", 0.1).axes[0].images[0].get_clim() == (48, 52)


def test_long_names_keep_both_ends() -> None:
    """Entrants of one deck differ at the end of their names."""
    name = "a very long name of a deck / strategy"
    assert plots.short("short") == "short"
    assert len(plots.short(name)) == plots.LONGEST
    assert plots.short(name).startswith("a very long name")
    assert plots.short(name).endswith("/ strategy"[-10:])


def test_a_deck_that_the_best_strategy_does_not_play_has_its_place() -> None:
    """Below those that it plays."""
    rows = [("all strategies", False, "A"), ("all strategies", False, "B"), ("s", True, "B"), ("t", False, "A")]
    frame = pd.DataFrame(rows, columns=["scope", "best", "deck"]).assign(score=50.0, low=49.0, high=51.0)
    labels = [label.get_text() for label in plots.deck_strength(frame).axes[0].get_yticklabels()]
    assert labels == ["B", "A"]
