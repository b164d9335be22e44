"""Rank sets: joint coverage, and that they are not wider than they need be."""

import numpy as np
import pytest
from scipy.stats import studentized_range, t

from reports.stats.ranks import critical_difference, from_bands, from_differences
from reports.stats.simultaneous import sidak
from tests.reports.world import worlds

VALUES = np.array([0.56, 0.555, 0.52, 0.5, 0.5, 0.44])


@pytest.mark.parametrize("freedom", [10, 200])
def test_independent_values_have_tukeys_range(freedom: int) -> None:
    """The largest of all differences of equal errors, within two hundredths."""
    exact = studentized_range.ppf(0.95, 6, freedom) / np.sqrt(2)
    assert critical_difference(np.eye(6), freedom) == pytest.approx(exact, abs=0.02)


def test_two_scores_that_sum_to_one_have_students_value() -> None:
    """One difference, however it is made."""
    value = critical_difference(np.array([[1.0, -1.0], [-1.0, 1.0]]), 30)
    assert value == pytest.approx(t.ppf(0.975, 30), abs=0.04)


@pytest.mark.soak
def test_rank_sets_hold_all_true_ranks_together() -> None:
    """At least 95 % less three standard errors; equals may take either's place; worlds of shared luck, 60 luck ids."""
    rng, repeats, lucks = np.random.default_rng(1), worlds(400), 60
    order = np.argsort(-VALUES)
    least = np.array([1 + (value < VALUES).sum() for value in VALUES])
    most = np.array([(value <= VALUES).sum() for value in VALUES])
    held, width = [], []
    for _ in range(repeats):
        blocks = VALUES[:, None] + 0.15 * rng.standard_normal(lucks) + 0.2 * rng.standard_normal((6, lucks))
        value, covariance = blocks.mean(axis=1), np.cov(blocks) / lucks
        ranks = from_differences(value, covariance, lucks - 1)
        held.append(((1 + ranks.above <= least) & (most <= 6 - ranks.below)).all())
        width.append(6 - ranks.below - ranks.above)
        assert ranks.tied[0]
    assert np.mean(held) > 0.95 - 3 * np.sqrt(0.95 * 0.05 / repeats)
    assert np.mean(width) < 5.5  # of 6: most know their half of the table
    assert list(order[:2]) == [0, 1]


def test_what_has_no_error_or_no_value_is_apart_from_none() -> None:
    """Two copies of one game differ by nothing that luck could tell."""
    ranks = from_differences(np.array([1.0, 0.0]), np.zeros((2, 2)), 9)
    assert list(ranks.above) == list(ranks.below) == [0, 0]
    assert ranks.tied.all()
    bands = from_bands(np.array([5.0, 1.0, np.nan]), np.array([6.0, 2.0, np.nan]))
    assert (list(bands.above), list(bands.below), list(bands.tied)) == ([0, 1, 0], [1, 0, 0], [True, False, True])


@pytest.mark.soak
@pytest.mark.parametrize("lucks", [3, 5, 11, 22, 44])
def test_equals_are_told_apart_in_one_table_of_twenty_at_most(lucks: int) -> None:
    """Eleven equal values, from few luck ids on: within three standard errors. Max-t alone errs in a third at five."""
    rng, repeats = np.random.default_rng(2), worlds(120)
    wrong = 0
    for _ in range(repeats):
        blocks = rng.standard_normal((11, lucks))
        ranks = from_differences(blocks.mean(axis=1), np.cov(blocks) / lucks, lucks - 1)
        wrong += bool(ranks.above.any())
    assert wrong / repeats < 0.05 + 3 * np.sqrt(0.05 * 0.95 / repeats)


def test_sidak_is_student_for_one_and_wider_for_many() -> None:
    """By his inequality."""
    assert sidak(1, 20) == pytest.approx(t.ppf(0.975, 20))
    assert t.ppf(0.975, 20) < sidak(10, 20) < t.ppf(1 - 0.025 / 10, 20)
