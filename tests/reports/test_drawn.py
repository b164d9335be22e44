"""Standard errors where the pairs were drawn at random."""

import numpy as np

from reports.stats.drawn import drawn_error
from reports.stats.intervals import apart, t_interval


def test_one_rival_a_cell_is_the_plain_standard_error() -> None:
    """Of 5 values: s / sqrt(5); a group of one entrant has none."""
    values = np.array([0.4, 0.5, 0.55, 0.6, 0.7, 0.3])
    group = np.array([0, 0, 0, 0, 0, 1])
    influence = np.append((values[:5] - values[:5].mean()) / 5, 0.0)
    entrants = np.stack([np.full(6, -1), np.arange(6)], axis=1)
    error, number = drawn_error(group, influence, entrants, 2)
    assert np.isclose(error[0], values[:5].std(ddof=1) / np.sqrt(5))
    assert np.isnan(error[1])
    assert list(number) == [5, 1]


def test_clusters_are_those_of_a_plain_loop() -> None:
    """Sums over each entrant of a group, squared, less what was counted twice; at least as if cells were apart."""
    rng = np.random.default_rng(3)
    group, influence = rng.integers(0, 4, 80), rng.normal(size=80)
    entrants = np.stack([np.where(rng.random(80) < 0.3, -1, rng.integers(0, 6, 80)), rng.integers(6, 12, 80)], axis=1)
    error, number = drawn_error(group, influence, entrants, 5)
    for g in range(4):
        sums: dict[int, float] = {}
        twice, apart = 0.0, 0.0
        for row in np.flatnonzero(group == g):
            held = [e for e in entrants[row].tolist() if e >= 0]
            for e in held:
                sums[e] = sums.get(e, 0.0) + influence[row]
            twice += (len(held) - 1) * influence[row] ** 2
            apart += influence[row] ** 2
        n = len(sums)
        assert number[g] == n
        assert np.isclose(error[g], np.sqrt(max(sum(s**2 for s in sums.values()) - twice, apart) * n / (n - 1)))
    assert (number[4], np.isnan(error[4])) == (0, True)


def test_drawn_intervals_hold_the_truth_where_entrants_recur() -> None:
    """400 worlds of 40 entrants in 120 pairs whose value is what both bring: at least 92 %, cells alone far less."""
    rng = np.random.default_rng(5)
    held, naive = 0, 0
    for _ in range(400):
        entrants = np.array([rng.choice(40, 2, replace=False) for _ in range(120)])
        values = rng.normal(size=40)[entrants].sum(axis=1) + rng.normal(size=120) / 4
        influence = (values - values.mean()) / 120
        error, number = drawn_error(np.zeros(120, np.int64), influence, entrants, 1)
        low, high = t_interval(values.mean(), error[0], number[0])
        held += int(low <= 0 <= high)
        naive += int(abs(values.mean()) <= 1.98 * values.std(ddof=1) / np.sqrt(120))
    assert held >= 0.92 * 400 - 10
    assert naive < 0.80 * 400


def test_apart_counts_as_brute_force_does() -> None:
    """Ties touch and are not apart; the unknown are apart from none."""
    rng = np.random.default_rng(6)
    low = rng.integers(0, 20, 60).astype(float)
    high = low + rng.integers(0, 5, 60)
    low[7] = high[7] = np.nan
    above, below = apart(low, high)
    assert list(above) == [int((low > limit).sum()) for limit in high]
    assert list(below) == [int((high < limit).sum()) for limit in low]
