"""Errors where cells stopped by what they had shown, and not at a number of blocks that was fixed beforehand.

A cell that stops as soon as its verdict is clear has, in the mean, gone a little too far: the more so the closer its
truth is to where verdicts begin. Within the cell a confidence sequence allows for that. Means over cells are off by
the mean of these biases, which may all point one way, so that no number of cells takes them away; a t interval knows
of the noise alone. Bias of a cell, simulated over bands, precisions and truths: at most half of its standard error, and
over the cells of an entrant at most 0.22 of them (README, "optional stopping"). So a quarter is added to the reach of t
intervals, an eighth to standard errors. Cells that stop when their interval is narrow, whatever it holds, have no bias
worth the name and keep their intervals. Sources: Siegmund 1978, Biometrika 65, 341-349 (estimation after sequential
tests); Chow and Robbins 1965, Annals of Mathematical Statistics 36, 457-462 (stopping at a width does no harm).
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from reports.stats.intervals import Floats, t_interval
from reports.stats.sequences import boundary

SHARE: Final = 1 / 8  # of a cell's own standard error; times t, about 2, it is a quarter


def widened(error: ArrayLike, own: ArrayLike) -> Floats:
    """Return the standard errors [G] of means over cells, `own` [G] being the mean of these cells' own errors.

    Where luck ids all agree (an error of 0) there is nothing to widen.
    """
    plain = np.asarray(error, dtype=np.float64)
    return np.where(plain > 0, plain + SHARE * np.asarray(own, dtype=np.float64), plain)


def factor(cells: float) -> float:
    """Return by how much `widened` is wider for a mean over so many cells, if these are alike and independent."""
    return 1 + SHARE * float(np.sqrt(cells))


def reach(blocks: ArrayLike, level: float, planned: float) -> Floats:
    """Return how much wider than a t interval over `blocks` [K] an interval is that holds at all times."""
    n = np.maximum(np.asarray(blocks, dtype=np.float64), 2)
    _, fixed = t_interval(0.0, 1.0, n, level)
    return np.maximum(np.sqrt(n) * boundary(n, 1 - level, planned) / fixed, 1.0)
