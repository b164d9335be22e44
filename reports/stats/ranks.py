"""Rank sets that hold jointly: from the intervals of all differences at once, or from bands.

Who is surely above whom is told by the K (K - 1) / 2 differences, each estimate ± c × error, with c so large that all
of them hold together with the stated probability; the rank of i then lies between 1 + those surely above it and K -
those surely below. Several may hold rank 1. Source: Mogstad, Romano, Shaikh and Wilhelm 2024, Review of Economic
Studies 91, 476-518 (joint confidence sets for ranks); the critical value is simulated (max-t, as in `simultaneous`) if
there are clusters enough to tell how the values go together, else it is Šidák's.
Where there are too many for that, bands that hold all K values at once serve: who is apart there is apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reports.stats.intervals import LEVEL, Floats, apart, ratio
from reports.stats.simultaneous import sidak

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

DRAWS: Final = 20_000  # the critical value, of 2 to 4, then has a Monte-Carlo error of about a hundredth
SEED: Final = 20231  # the same covariance always gives the same ranks
ENOUGH: Final = 10  # clusters for each value: of equal ones, with four, some seem apart in 7 tables of 100
SLICE: Final = 500  # draws in memory at a time
NOTHING: Final = 1e-9  # a difference whose error is below this share of the largest has none


@dataclass(frozen=True, eq=False)
class Ranks:
    """How many of K values are surely above and surely below each, and which may equal the first one."""

    above: Ints  # [K]
    below: Ints  # [K]
    tied: Bools  # [K] not apart from the first


def from_differences(value: Floats, covariance: Floats, freedom: float, level: float = LEVEL) -> Ranks:
    """Return the ranks of K values [K] with this `covariance` [K, K], in any unit; NaN is apart from none.

    The covariance was estimated from `freedom` + 1 clusters.
    """
    error, pairs = difference_errors(covariance), len(value) * (len(value) - 1) // 2
    simulated = freedom + 1 >= ENOUGH * len(value)
    critical = critical_difference(covariance, freedom, level) if simulated else sidak(pairs, freedom, level)
    reach = critical * error
    over = value[None, :] - value[:, None] > np.where(error > 0, reach, np.inf)  # [i, j]: j is surely above i
    return Ranks(over.sum(axis=1), over.sum(axis=0), ~(over[:, 0] | over[0, :]))


def from_bands(low: Floats, high: Floats) -> Ranks:
    """Return the ranks of K values whose bands [K] hold all at once; NaN is apart from none."""
    above, below = apart(low, high)
    return Ranks(above, below, ~((low > high[0]) | (high < low[0])))


def difference_errors(covariance: Floats) -> Floats:
    """Return [K, K] the standard error of each difference; 0 where there is none but for rounding."""
    own = np.diag(covariance)
    square = own[:, None] + own[None, :] - 2 * covariance
    return np.sqrt(np.where(square > NOTHING**2 * square.max(initial=0), square, 0))


def critical_difference(covariance: Floats, freedom: float, level: float = LEVEL) -> float:
    """Return c such that all differences lie within c × error of the truth together with probability `level`.

    The estimates [K] have the `covariance` [K, K] and `freedom` degrees of freedom. NaN if no difference has an error.
    """
    error = difference_errors(covariance)
    first, second = np.nonzero(np.triu(error > 0))
    if not len(first):
        return np.nan
    inverse = ratio(1, error[first, second])
    largest = [np.abs((z[:, first] - z[:, second]) * inverse).max(axis=1) for z in _draws(covariance, freedom)]
    return float(np.quantile(np.concatenate(largest), level))


def _draws(covariance: Floats, freedom: float) -> Iterator[Floats]:
    """Yield [SLICE, K] draws of the multivariate t with this covariance, which may be singular."""
    values, vectors = np.linalg.eigh(covariance)
    root = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    rng = np.random.default_rng(SEED)
    for _ in range(0, DRAWS, SLICE):
        spread = np.sqrt(rng.chisquare(freedom, (SLICE, 1)) / freedom)
        yield rng.standard_normal((SLICE, len(root))) @ root / spread
