"""Intervals against hand-computed and published values."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from reports.stats.intervals import (
    AGREE,
    EXACT,
    NONE,
    T,
    agreeing,
    apart,
    band_interval,
    block_moments,
    guarded,
    ratio,
    score_interval,
    t_interval,
    wilson,
)


def test_moments_of_blocks_are_those_of_numpy() -> None:
    """Mean and standard error of 0, 2, 2, 4 half points."""
    values = np.array([0, 2, 2, 4])
    mean, error = block_moments(values.sum(), (values**2).sum(), 4)
    assert float(mean) == 2.0
    assert float(error) == pytest.approx(values.std(ddof=1) / 2)


def test_moments_of_agreeing_blocks_have_error_exactly_0_and_of_one_block_none() -> None:
    """10 million blocks of 8 half points, and single or absent blocks."""
    n = 10_000_000
    mean, error = block_moments([8 * n, 4, 0], [64 * n, 16, 0], [n, 1, 0])
    np.testing.assert_array_equal(mean, [8, 4, np.nan])
    np.testing.assert_array_equal(error, [0, np.nan, np.nan])


def test_t_interval_of_five_blocks() -> None:
    """t(0.975, 4) = 2.776445."""
    low, high = t_interval(0.5, 0.1, 5)
    assert (float(low), float(high)) == pytest.approx((0.5 - 0.2776445, 0.5 + 0.2776445))
    assert np.isnan(t_interval(0.5, np.nan, 1)).all()


def test_wilson_of_eight_in_ten() -> None:
    """Published: 0.4902 to 0.9433; and never outside 0..1."""
    low, high = wilson([0.8, 0.0, 1.0], 10)
    assert low == pytest.approx([0.4901625, 0.0, 0.7224672], abs=1e-6)
    assert high == pytest.approx([0.9433178, 0.2775328, 1.0], abs=1e-6)
    assert np.isnan(wilson(np.nan, 0)).all()


def test_agreeing_blocks_are_wilson_at_the_ends_and_open_in_the_middle() -> None:
    """All of 10 blocks score 0, 1 or ½: the unseen share is at most 27.75 %."""
    low, high = agreeing([0.0, 1.0, 0.5], 10)
    assert low == pytest.approx([0.0, 0.7224672, 0.5 * 0.7224672], abs=1e-6)
    assert high == pytest.approx([0.2775328, 1.0, 0.5 + 0.5 * 0.2775328], abs=1e-6)


def test_score_interval_chooses_the_kind() -> None:
    """Spread, agreement, proof, one block, no block, and repeats of a single game."""
    mean, error = [0.5, 1.0, 0.5, 0.5, np.nan, 1.0], [0.1, 0.0, 0.0, np.nan, np.nan, 0.0]
    n, distinct, exact = [5, 100, 100, 1, 0, 100], [9, 900, 900, 4, 0, 1], [False, False, True, False, False, False]
    low, high, kind = score_interval(mean, error, n, distinct, exact)
    assert list(kind) == [T, AGREE, EXACT, NONE, NONE, AGREE]
    assert (low[2], high[2]) == (0.5, 0.5)
    assert np.isnan(low[3:5]).all()
    assert low[1] == pytest.approx(0.963, abs=1e-3)
    assert low[5] < 0.25, "one game repeated a hundred times is one block"


def test_score_interval_stays_within_scores() -> None:
    """Two blocks, 0 and 1: the t interval would reach far beyond."""
    low, high, _ = score_interval(0.5, 0.5, 2, 8, False)
    assert (float(low), float(high)) == (0, 1)


def test_apart_counts_only_wholly_separate_intervals() -> None:
    """Touching is not apart; unknown is apart from none."""
    above, below = apart([0.0, 1.0, 1.5, np.nan], [1.0, 2.0, 3.0, np.nan])
    assert list(above) == [1, 0, 0, 0]
    assert list(below) == [0, 0, 1, 0]


def test_ratio_is_nan_without_a_divisor() -> None:
    """No warning, no infinity."""
    np.testing.assert_array_equal(ratio([1, 1], [2, 0]), [0.5, np.nan])


@pytest.mark.parametrize("level", [0.95, 0.999])
def test_wilson_is_that_of_statsmodels(level: float) -> None:
    """At both ends and between."""
    won, n = np.array([0, 1, 7, 30, 64]), 64
    for limit, oracle in zip(wilson(won / n, n, level), proportion_confint(won, n, 1 - level, "wilson"), strict=True):
        assert limit == pytest.approx(oracle, abs=1e-12)


def test_a_band_takes_two_blocks_more() -> None:
    """One of 0 and one of 1, as if they had been played; other kinds stay as they are."""
    scores = np.array([0.25, 0.5, 0.5, 1.0, 0.75])
    more = np.append(scores, [0.0, 1.0])
    error = scores.std(ddof=1) / np.sqrt(5)
    centre, spread, n = guarded(scores.mean(), error, 5)
    assert (float(centre), float(spread), float(n)) == pytest.approx((more.mean(), more.std(ddof=1) / np.sqrt(7), 7))
    given = [scores.mean(), 1.0, 0.5], [error, 0.0, 0.0], [5, 40, 40], [20, 40, 40], [False, False, True]
    low, _, kind = band_interval(*given, 0.99)
    assert list(kind) == [T, AGREE, EXACT]
    assert low[1:] == pytest.approx(score_interval(*given, 0.99)[0][1:])
