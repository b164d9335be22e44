"""Is a vector of estimates nothing but noise? Its squared length, against what noise alone would give.

Under noise the squared length Q of estimates with covariance S has mean tr S and variance 2 tr S²; so Q / tr S is
about a chi-squared over its degrees of freedom f = (tr S)² / tr S². S is known only from n + 1 independent clusters,
whose sums are U [P, B] (S = U U' (n + 1) / n), so tr S² is corrected for the noise in S itself, and the test is an F
with f and f n degrees of freedom. Sources: Satterthwaite 1946, Biometrics Bulletin 2; Srivastava 2005, J. Japan
Statistical Society 35 (tr S² where estimates outnumber clusters).
"""

import numpy as np
from scipy.stats import f

from reports.stats.intervals import Floats


def noise(influence: Floats) -> tuple[float, float]:
    """Return the mean squared length of noise and its degrees of freedom, from influence sums [P, B] by cluster.

    NaN where B < 3 or nothing varies.
    """
    clusters = influence.shape[1]
    if clusters < 3:
        return np.nan, np.nan
    n = clusters - 1
    short = influence if len(influence) <= clusters else influence.T  # S and its other form have one trace and square
    products = short @ short.T * clusters / n  # never [P, P] or [B, B] where that is large: luck ids go to 10^5
    trace, squares = float(np.trace(products)), float(np.vdot(products, products))
    square = n**2 / ((n - 1) * (n + 2)) * (squares - trace**2 / n)
    if trace <= 0:
        return np.nan, np.nan
    return trace, min(trace**2 / square, float(len(influence))) if square > 0 else float(len(influence))


def p_value(values: Floats, influence: Floats) -> float:
    """Return the probability that noise alone is as long as `values` [P] with influence [P, B]; NaN if unknown."""
    mean, freedom = noise(influence)
    if not mean > 0:
        return np.nan
    return float(f.sf(float(values @ values) / mean, freedom, freedom * (influence.shape[1] - 1)))
