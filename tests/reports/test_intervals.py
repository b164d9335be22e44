"""Intervals against hand-computed and published values."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from reports.stats.intervals import (
    AGREE,
    EXACT,
    FEW,
    NONE,
    T,
    agreeing,
    apart,
    band_interval,
    block_moments,
    few_differ,
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


def rare(n: int, expected: float, others: dict[float, float]) -> tuple[float, float]:
    """Return how often t, and t made wider where few differ, hold the mean of n block scores, nearly all of them 1.

    `expected` is the mean number of blocks that score otherwise: `others` with these shares. 4,000 draws.
    """
    values = np.array([*others, 1.0])
    chances = np.array([*(expected / n * share for share in others.values()), 1 - expected / n])
    counts = np.random.default_rng(3).multinomial(n, chances, 4_000)
    mean = counts @ values / n
    error = np.sqrt((counts * (values - mean[:, None]) ** 2).sum(axis=1) / (n - 1) / n)
    plain = score_interval(mean, error, np.full(4_000, n), 4 * n, False)
    wider = few_differ(plain, (mean, error, n), values[counts.argmax(axis=1)], n - counts.max(axis=1))
    truth = chances @ values
    one, other = (float(((low <= truth) & (truth <= high)).mean()) for low, high, _ in (plain, wider))
    return one, other


@pytest.mark.parametrize("n", [30, 60, 200, 1_000])
def test_where_few_blocks_differ_limits_hold_still(n: int) -> None:
    """92 % or more within three standard errors, and 95 in the mean, where t falls below 91; never less than t."""
    for others in ({0.75: 1.0}, {0.5: 1.0}, {0.75: 0.7, 0.5: 0.3}):
        held = np.array([rare(n, expected, others) for expected in (0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12)])
        assert held[:, 0].min() < 0.91
        assert held[:, 1].min() > 0.92 - 3 * np.sqrt(0.92 * 0.08 / 4_000)
        assert held[:, 1].mean() > 0.95
        assert (held[:, 1] >= held[:, 0]).all()


def test_few_that_differ_count_as_two_more_of_each() -> None:
    """Against the definition; many that differ, blocks that agree, and proven scores are left as they are."""
    scores = np.array([1.0] * 17 + [0.75, 0.75, 0.5])
    more = np.concatenate([scores, [1.0, 1.0], [2 / 3, 2 / 3]])
    squares = 2 / 3 * ((scores[17:] - 1) ** 2).sum() - 2 * (1 - 2 / 3) ** 2  # two like the others: as far away, squared
    error = scores.std(ddof=1) / np.sqrt(20)
    spread = np.sqrt((((more - more.mean()) ** 2).sum() + squares) / 23 / 24)
    plain = score_interval([scores.mean()] * 3, [error, 0, error], [20] * 3, [80] * 3, [False, False, True])
    low, high, kind = few_differ(plain, (scores.mean(), error, 20), 1.0, [3, 0, 3])
    assert list(kind) == [FEW, AGREE, EXACT]
    assert low[0] == pytest.approx(t_interval(more.mean(), spread, 24)[0])
    assert (low[1:] == plain[0][1:]).all()
    assert (few_differ(plain, (scores.mean(), error, 20), 1.0, [15, 15, 15])[2] == plain[2]).all()
    assert high[0] == max(plain[1][0], min(1, t_interval(more.mean(), spread, 24)[1]))


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
