"""The critical value of the largest |t|: against known values, within four Monte-Carlo standard errors."""

import numpy as np
import pytest
from scipy.stats import norm, t

from reports.stats.simultaneous import critical_value, joint_critical, sidak
from tests.reports.world import worlds


@pytest.mark.parametrize("freedom", [4, 50, 1e6])
def test_one_estimate_has_students_value(freedom: float) -> None:
    """In any unit."""
    value, error = critical_value(np.array([[7.0]]), freedom)
    assert 0 < error < 0.02
    assert abs(value - t.ppf(0.975, freedom)) < 4 * error


@pytest.mark.parametrize(("count", "freedom"), [(3, 10.0), (12, 30.0), (66, 400.0)])
def test_independent_estimates_have_the_value_of_sidak(count: int, freedom: float) -> None:
    """Each over a spread of its own, at the level at which the value is 3."""
    level = (2 * t.cdf(3, freedom) - 1) ** count
    value, error = critical_value(np.diag(np.arange(1.0, count + 1)), freedom, level)
    assert abs(value - 3) < 4 * error


@pytest.mark.parametrize("lucks", [12, 30])
def test_band_over_few_luck_ids_holds_all_at_once(lucks: int) -> None:
    """Of a table of three by eight less the means of its rows and columns; errors and critical value of each sample.

    Within four standard errors. One spread for all, as in the multivariate t, held 93.2 % on 15 luck ids.
    """
    repeats, rng = 400, np.random.default_rng(9)
    project = np.kron(np.eye(3) - 1 / 3, np.eye(8) - 1 / 8)
    held = []
    for _ in range(repeats):
        sample = project @ rng.standard_normal((24, lucks))
        covariance = np.cov(sample) / lucks
        reach = critical_value(covariance, lucks - 1, draws=5_000)[0] * np.sqrt(np.diag(covariance))
        held.append((np.abs(sample.mean(axis=1)) <= reach).all())
    assert np.mean(held) > 0.95 - 4 * np.sqrt(0.95 * 0.05 / repeats)


def test_estimates_that_are_one_have_the_value_of_one() -> None:
    """A singular matrix: the two effects of two cards are each other's opposite; and Sidak's would be too wide."""
    value, error = critical_value(np.array([[1.0, -1.0], [-1.0, 1.0]]), 1e6)
    assert abs(value - norm.ppf(0.975)) < 4 * error
    assert value < norm.ppf((1 + np.sqrt(0.95)) / 2) - 4 * error


def test_band_of_effects_that_sum_to_zero_holds_them_all() -> None:
    """20,000 draws of 8 normal means less their mean: joint coverage 95 % within four standard errors (0.6 points)."""
    centred = np.eye(8) - 1 / 8
    value, _ = critical_value(centred, 1e9)
    errors = np.sqrt(np.diag(centred))
    draws = np.random.default_rng(8).normal(size=(20_000, 8)) @ centred
    held = (np.abs(draws) < value * errors).all(axis=1).mean()
    assert abs(held - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 20_000)


def test_what_has_no_variance_has_no_t() -> None:
    """It is left out; if nothing is left there is no value. The same covariance gives the same value."""
    alone = critical_value(np.array([[2.0]]), 9)
    assert critical_value(np.diag([0.0, 2.0, 0.0]), 9) == alone
    assert np.isnan(critical_value(np.zeros((3, 3)), 9)).all()


@pytest.mark.soak
@pytest.mark.parametrize("clusters", [4, 8, 16, 40])
def test_bands_hold_all_from_few_clusters_on(clusters: int) -> None:
    """Eight true values of 0 and their differences from the mean, seven of which are free: 5 % within three errors."""
    rng, repeats = np.random.default_rng(9), worlds(150)
    centred, held = np.vstack([np.eye(8), np.eye(8) - 1 / 8]), []
    for _ in range(repeats):
        found = centred @ rng.standard_normal((8, clusters))
        together = np.cov(found) / clusters
        reach = joint_critical(together, clusters - 1, 2_000) * np.sqrt(np.diag(together))
        held.append((np.abs(found.mean(axis=1)) < reach).all())
    assert np.mean(held) > 0.95 - 3 * np.sqrt(0.05 * 0.95 / repeats)


def test_few_clusters_have_sidaks_value_and_many_the_simulated_one() -> None:
    """The rank decides: two effects that are each other's opposite are one."""
    opposite = np.array([[1.0, -1.0], [-1.0, 1.0]])
    assert joint_critical(opposite, 2) == sidak(2, 2)
    assert joint_critical(opposite, 3) == critical_value(opposite, 3)[0] < sidak(2, 3)
    assert np.isnan(joint_critical(np.zeros((2, 2)), 30))
