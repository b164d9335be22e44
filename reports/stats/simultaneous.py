"""Bands that hold all of many estimates at once: the critical value of the largest |t|.

With one interval at a time, two of forty miss. The band estimate ± c × error holds all K true values with the stated
probability if c is the quantile of max |t|, which depends on how the estimates go together: Bonferroni and Šidák take
them as independent and are too wide. How they go together has to be estimated, though, and few clusters show less
variety than there is: then Šidák serves, which is right however they go together. Sources: Hothorn, Bretz and Westfall
2008, Biometrical Journal 50, 346-363 (max-t); Šidák 1967, JASA 62, 626-633.

Max-t of that source is the multivariate t, whose estimates share one estimate of spread. Here each error is an estimate
of its own, and the largest |t| is often one whose error came out small: over 30 luck ids that band was two per cent too
narrow for two dozen estimates. So each draw has a spread for each estimate; those of normal data with correlation r go
together by r squared (the Wishart distribution; Anderson 2003, section 7.3).
"""

from typing import Final

import numpy as np
from scipy.special import ndtr
from scipy.stats import chi2, t

from reports.stats.intervals import LEVEL, Floats, ratio

DRAWS: Final = 100_000  # with a Monte-Carlo error of some thousandths of the critical value
SEED: Final = 20081  # the same covariance always gives the same band
SLICE: Final = 10_000  # draws in memory at a time
NOTHING: Final = 1e-10  # an eigenvalue below this share of the largest is 0 but for rounding
END: Final = 6.0  # spreads are looked up by a normal number, up to this
STEPS: Final = 1_000  # in so many steps a unit
ENOUGH: Final = 4  # clusters for each estimate that is not a sum of others; with one, bands of equals miss in 7 to 14 %


def joint_critical(covariance: Floats, freedom: float, draws: int = DRAWS) -> float:
    """Return c such that estimates [K] ± c × error hold all at once; NaN if nothing has an error.

    Their `covariance` [K, K], in any unit, was estimated from `freedom` + 1 clusters: of few clusters c is Šidák's.
    """
    some = np.flatnonzero(np.diag(covariance) > 0)
    if not len(some):
        return np.nan
    rank = int(np.count_nonzero(_spectrum(_correlation(covariance[np.ix_(some, some)]))[0]))
    if freedom + 1 >= ENOUGH * rank:
        return critical_value(covariance, freedom, draws=draws)[0]
    return float(sidak(len(some), freedom))


def together(count: int) -> float:
    """Return the level of each of `count` intervals that hold together at 95 %, however they go together (Šidák)."""
    return float(LEVEL ** (1 / max(count, 1)))


def sidak(count: int, freedom: float | Floats, level: float = LEVEL) -> Floats:
    """Return the c of `count` estimates that holds however they go together (Šidák)."""
    single = level ** (1 / max(count, 1))
    return np.asarray(t.ppf(0.5 + single / 2, freedom), dtype=np.float64)


def critical_value(covariance: Floats, freedom: float, level: float = LEVEL, draws: int = DRAWS) -> tuple[float, float]:
    """Return the critical value of max |t| and its Monte-Carlo standard error; NaN if nothing has an error.

    The K estimates have the `covariance` [K, K], in any unit, and each an error of `freedom` degrees of freedom (1 or
    more, the same for all). The matrix may be singular, as that of effects which sum to zero is: draws are made from
    its symmetric root. Estimates without variance have no t, and are left out.
    """
    some = np.flatnonzero(np.diag(covariance) > 0)
    if not len(some):
        return np.nan, np.nan
    largest = np.sort(_largest(_correlation(covariance[np.ix_(some, some)]), freedom, draws))
    spread = np.sqrt(level * (1 - level) / draws)
    below, value, above = np.quantile(largest, [level - spread, level, level + spread])
    return float(value), float((above - below) / 2)


def _correlation(covariance: Floats) -> Floats:
    """Return the correlation [K, K] of a covariance."""
    error = np.sqrt(np.diag(covariance))
    return covariance * ratio(1, np.outer(error, error))


def _root(correlation: Floats) -> Floats:
    """Return the symmetric root [K, K] of a correlation, eigenvalues of nothing or less taken as 0.

    It is the one root that depends on no order or sign of eigenvectors, which differ between machines.
    """
    values, vectors = _spectrum(correlation)
    root: Floats = (vectors * np.sqrt(values)) @ vectors.T
    return root


def _spectrum(correlation: Floats) -> tuple[Floats, Floats]:
    """Return the eigenvalues [K] of a correlation, 0 for nothing or less, and its vectors [K, K]."""
    values, vectors = np.linalg.eigh(correlation)
    return np.where(values > NOTHING * values[-1], values, 0.0), vectors


def _largest(correlation: Floats, freedom: float, draws: int) -> Floats:
    """Return the largest |t| of `draws` draws of normal numbers with this correlation, each over its own spread."""
    rng, size = np.random.default_rng(SEED), len(correlation)
    root, together = _root(correlation), _root(correlation**2)
    over, parts = 1 / _spreads(freedom), []
    for start in range(0, draws, SLICE):
        normal, own = rng.standard_normal((2, min(SLICE, draws - start), size))
        place = ((own @ together + END) * STEPS).astype(np.int32)
        parts.append((np.abs(normal @ root) * over.take(place, mode="clip")).max(axis=1))
    return np.concatenate(parts)


def _spreads(freedom: float) -> Floats:
    """Return the estimated spread of data of spread 1 at the quantiles of normal numbers from -END to END."""
    normal = np.arange(-END, END, 1 / STEPS) + 1 / (2 * STEPS)
    return np.asarray(np.sqrt(chi2.ppf(ndtr(normal), freedom) / freedom), dtype=np.float64)
