"""Shares of a variance, with errors clustered on lots of luck: means over lots, squares without their noise, ratios.

Every estimate carries its influence [..., B]: what each of B independent lots adds to it, mean 0. Sums of estimates add
influences up, ratios and squares take them to first order (the infinitesimal jackknife; Efron 1982, chapter 6). At a
square of 0 the first order is too wide by a factor of the square root of 2, never too narrow.

Sources of luck: first order S_u = Cov(X, X') of games with nothing but u in common, total T_u = E (X - X')² / 2 of
games that differ in u alone (Sobol 1993; Jansen 1999; the mean as in Janon et al. 2014). The covariance of games that
have nothing in common is 0, and what is found of it is noise: `steadied` takes off as much as goes together. For a
small S_u that comes to products of differences, which are small themselves (Owen 2013, ACM TOMACS 23).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reports.stats.intervals import Floats, Limits, ratio
from reports.stats.quadratic import noise

Bools = NDArray[np.bool_]
STRAIGHT: Final = 1e-6  # a skewness below this is none


@dataclass(frozen=True, eq=False)
class Estimate:
    """Estimates of any shape and what each lot adds to them."""

    value: Floats  # [...]
    influence: Floats  # [..., B]

    def __add__(self, other: "Estimate") -> "Estimate":
        """Return the sums."""
        return Estimate(self.value + other.value, self.influence + other.influence)

    def __sub__(self, other: "Estimate") -> "Estimate":
        """Return the differences."""
        return Estimate(self.value - other.value, self.influence - other.influence)

    def by(self, change: Callable[[Floats], Floats]) -> "Estimate":
        """Return a linear `change` of the estimates: of the first axes, which it counts from the front."""
        return Estimate(change(self.value), change(self.influence))

    def squared(self) -> "Estimate":
        """Return the squares of what is estimated: the noise of the estimates, as the lots show it, is taken off."""
        lots = self.influence.shape[-1]
        noise = ratio(lots, lots - 1) * (self.influence**2).sum(axis=-1)
        return Estimate(self.value**2 - noise, 2 * self.value[..., None] * self.influence)

    def over(self, whole: "Estimate") -> "Estimate":
        """Return the shares of one `whole`; NaN if that is not positive."""
        share = ratio(self.value, whole.value)
        return Estimate(share, ratio(self.influence - share[..., None] * whole.influence, whole.value))

    def error(self) -> Floats:
        """Return the standard errors [...]; NaN with one lot."""
        lots = self.influence.shape[-1]
        return np.asarray(np.sqrt(ratio(lots, lots - 1) * (self.influence**2).sum(axis=-1)), dtype=np.float64)


def mean(sums: Floats, counts: Floats) -> Estimate:
    """Return the means of what was added up to `sums` [..., B] of `counts` [..., B] by lot; NaN without any."""
    total = counts.sum(axis=-1)
    value = ratio(sums.sum(axis=-1), total)
    return Estimate(value, ratio(sums - counts * value[..., None], total[..., None]))


def covariance(products: Floats, points: Floats, pairs: Floats) -> Estimate:
    """Return the covariance of both members of a pair, from sums [..., B] by lot.

    `products` of the two, `points` of both, of so many `pairs`; both members have the same mean.
    """
    return mean(products, pairs) - mean(points, 2 * pairs).squared()


def half_square(squares: Floats, pairs: Floats) -> Estimate:
    """Return half of the mean squared difference of the members of a pair, from sums [..., B] by lot."""
    return mean(squares, 2 * pairs)


def steadied(estimate: Estimate, nothing: Estimate) -> Estimate:
    """Return the estimates less as much of `nothing`, estimates of 0, as leaves the least error.

    How much is learnt for each half of the lots from the other half, so that it brings no bias. Source: Lavenberg and
    Welch 1981, Management Science 27 (control variates, their weight by regression).
    """
    odd = np.arange(estimate.influence.shape[-1]) % 2 == 1
    weight = np.where(odd, _weight(estimate, nothing, ~odd)[..., None], _weight(estimate, nothing, odd)[..., None])
    brought = nothing.influence + nothing.value[..., None] / len(odd)  # by each lot
    return Estimate(estimate.value - (weight * brought).sum(axis=-1), estimate.influence - weight * nothing.influence)


def _weight(estimate: Estimate, nothing: Estimate, lots: Bools) -> Floats:
    """Return the slope [...] of the estimates on `nothing`, by some of the lots [B]."""
    one, other = (x.influence[..., lots] for x in (estimate, nothing))
    one, other = (x - x.mean(axis=-1, keepdims=True) if x.shape[-1] else x for x in (one, other))
    return np.nan_to_num(ratio((one * other).sum(axis=-1), (other**2).sum(axis=-1)))


def skewed_limits(estimate: Estimate, reach: Floats) -> Limits:
    """Return low, high [...]: the estimates -/+ `reach` standard errors, turned as the skewness of the lots calls for.

    Sums of products have a long tail to the right, and a few dozen lots then miss the truth above too often. Source:
    Hall 1992, JRSS B 54, 221-228 (a monotone cubic transformation of Student's t).
    """
    lots, error = estimate.influence.shape[-1], estimate.error()
    spread = np.sqrt((estimate.influence**2).mean(axis=-1))
    third = np.nan_to_num(ratio((estimate.influence**3).mean(axis=-1), spread**3)) / np.sqrt(lots)
    third = np.where(np.abs(third) < STRAIGHT, STRAIGHT, third)
    below, above = (3 / third * (np.cbrt(1 + third * (at - third / 6)) - 1) for at in (reach, -reach))
    return estimate.value - below * error, estimate.value - above * error


def squared_limits(found: Estimate, whole: Estimate, reach: float) -> tuple[float, float]:
    """Return low and high of the share that the mean square of `found` [P] has of `whole`.

    The variance of a square grows with what is estimated, so limits are those values that the estimate is no more than
    `reach` standard errors away from, as Wilson's are: of a mean square q, 4 q s² + 2 tr S² / P², where s is the error
    along `found` and S its covariance. They are 0 at the least.
    """
    flat = Estimate(found.value.ravel(), found.influence.reshape(-1, found.influence.shape[-1]))
    square = flat.squared()
    share = Estimate(square.value.mean(), square.influence.mean(axis=0)).over(whole)
    trace, freedom = noise(flat.influence)
    level = float((flat.value**2).mean() / whole.value)
    along = float(share.error()) ** 2 / (4 * level) if level > 0 else 0.0
    base = 2 * trace**2 / freedom / (len(flat.value) * float(whole.value)) ** 2
    middle, wide = reach**2 * along, np.maximum(4 * float(share.value) * along + base, 0)
    half = reach * np.sqrt(4 * reach**2 * along**2 + wide)
    return max(float(share.value) + 2 * middle - half, 0.0), float(share.value) + 2 * middle + half
