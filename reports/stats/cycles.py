"""How much of who beats whom is an order of strength, and how much goes in circles.

Of a pair (i, j) with payoff Y (score - 1/2), the transitive part is r_i - r_j by least squares; what is left over, C,
flows in circles. The cyclic share is |C|² / |Y|², where both squared lengths are less what noise alone adds to them:
uncorrected it was 19 % in a table without a single circle. Its limits are those of a ratio of two noisy numbers, their
covariance by the jackknife over lots of luck. Sources: Jiang, Lim, Yao and Ye 2011, Mathematical Programming 127,
203-244 (Hodge decomposition of rankings); Fieller 1954, JRSS B 16, 175-185.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from reports.stats.intervals import LEVEL, Floats
from reports.stats.quadratic import noise, p_value

Ints = NDArray[np.int64]
LEAN: Final = 3  # squares lean to one side, so that t for them on B lots is too narrow there: wider by LEAN / B
ROUNDING: Final = 1e-12  # what a lot moves a score by sums of fractions alone


@dataclass(frozen=True)
class Share:
    """The cyclic share with its limits, from 0 to 1, and the probability of so much without circles."""

    value: float
    low: float
    high: float
    p: float


def remainder(a: Ints, b: Ints, size: int) -> Floats:
    """Return the matrix [P, P] that takes the payoffs of the pairs (a, b) to what no order of strength explains."""
    rows = np.arange(len(a))
    apart = np.zeros((len(a), size))
    apart[rows, a], apart[rows, b] = 1, -1
    return np.asarray(np.eye(len(a)) - apart @ np.linalg.pinv(apart), dtype=np.float64)


def cyclic_share(payoff: Floats, influence: Floats, a: Ints, b: Ints, size: int) -> Share:
    """Return the cyclic share of the `payoff` [P] of pairs (a, b), whose lots of luck have this `influence` [P, B].

    NaN where there are fewer than three lots, no circle is possible, or all is noise; no limits where there is none, as
    lots that all agree prove nothing.
    """
    project, lots = remainder(a, b, size), influence.shape[1]
    if lots < 3 or len(a) < size:
        return Share(np.nan, np.nan, np.nan, np.nan)
    left, moved = project @ payoff, project @ influence
    found = np.concatenate(_lengths(payoff, influence, left, moved, np.zeros((1, lots))))
    if not found[1] > 0:
        return Share(np.nan, np.nan, np.nan, np.nan)
    if np.abs(influence).max(initial=0) < ROUNDING:
        return Share(float(np.clip(found[0] / found[1], 0, 1)), np.nan, np.nan, np.nan)
    without = np.hstack([_lengths(payoff, influence, left, moved, out) for out in _one_by_one(lots)])
    spread = np.cov(without, bias=True) * (lots - 1)
    length, freedom = noise(moved)
    spread[0, 0] = np.fmax(spread[0, 0], 2 * length**2 / freedom)  # noise alone, which lots tell too little of near 0
    low, high = _fieller(found, spread, (1 + LEAN / lots) * float(t.ppf(0.5 + LEVEL / 2, lots - 1)))
    return Share(float(np.clip(found[0] / found[1], 0, 1)), low, high, p_value(left, moved))


def _fieller(found: Floats, spread: Floats, reach: float) -> tuple[float, float]:
    """Return the limits of the ratio of two numbers [2] with covariance `spread` [2, 2], cut to 0 and 1.

    All ratios r are held for which top - r bottom is within `reach` errors of 0: all of 0 to 1 if the bottom may be 0.
    """
    square = np.outer(found, found) - reach**2 * spread
    inside = square[0, 1] ** 2 - square[0, 0] * square[1, 1]
    if square[1, 1] <= 0 or inside < 0:
        return 0.0, 1.0
    low, high = (square[0, 1] + sign * np.sqrt(inside) for sign in (-1, 1))
    return float(np.clip(low / square[1, 1], 0, 1)), float(np.clip(high / square[1, 1], 0, 1))


def _one_by_one(lots: int) -> list[Floats]:
    """Return for each lot who is left out: in parts, so that the matrices stay small."""
    return list(np.array_split(np.eye(lots), max(1, lots // 50)))


def _lengths(payoff: Floats, influence: Floats, left: Floats, moved: Floats, out: Floats) -> tuple[Floats, Floats]:
    """Return squared lengths [J] of the remainder and of all, less noise, with the lots of `out` [J, B] left out."""
    lots = influence.shape[1]
    return _length(left, moved, out, lots), _length(payoff, influence, out, lots)


def _length(values: Floats, influence: Floats, out: Floats, lots: int) -> Floats:
    """Return [J] squared lengths less their noise."""
    used = lots - out.sum(axis=1)
    moved = values[:, None] - influence @ out.T * lots / np.maximum(used, 1)
    each = (influence**2).sum(axis=0)
    return (moved**2).sum(axis=0) - (each.sum() - out @ each) * lots**2 / (used * (used - 1))
