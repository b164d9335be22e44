"""The critical value of the largest |t|: against known values, within four Monte-Carlo standard errors."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import chi, norm, t

from reports.stats.simultaneous import critical_value


def maximum_modulus(count: int, freedom: float) -> float:
    """Return P(max |t| < 3) of `count` independent estimates that share the denominator of their t, by quadrature."""
    middle = np.sqrt(freedom)
    inside = quad(
        lambda s: (2 * norm.cdf(3 * s / middle) - 1) ** count * chi.pdf(s, freedom), max(0, middle - 8), middle + 8
    )
    return float(inside[0])


@pytest.mark.parametrize("freedom", [4, 50, 1e6])
def test_one_estimate_has_students_value(freedom: float) -> None:
    """In any unit."""
    value, error = critical_value(np.array([[7.0]]), freedom)
    assert 0 < error < 0.02
    assert abs(value - t.ppf(0.975, freedom)) < 4 * error


@pytest.mark.parametrize(("count", "freedom"), [(3, 10.0), (12, 30.0), (66, 400.0)])
def test_independent_estimates_have_the_studentised_maximum_modulus(count: int, freedom: float) -> None:
    """At the level at which the value is 3."""
    value, error = critical_value(np.diag(np.arange(1.0, count + 1)), freedom, maximum_modulus(count, freedom))
    assert abs(value - 3) < 4 * error


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
