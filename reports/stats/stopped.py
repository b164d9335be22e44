"""Errors where cells stopped by what they had shown, and not at a number of blocks that was fixed beforehand.

A cell that stops as soon as its verdict is clear has, in the mean, gone a little too far: the more so the closer its
truth is to where verdicts begin. Within the cell a confidence sequence allows for that. Means over cells are off by
the mean of these biases, which may all point one way, so that no number of cells takes them away; a t interval knows
of the noise alone. Bias of a cell, simulated over bands, precisions and truths: at most half of its standard error, and
over the cells of an entrant at most 0.28 of them; with a fifth added to the reach of t intervals every entrant's mean
was held in 95.5 % or more (README, "optional stopping"). A quarter is added here, an eighth to standard errors.
Cells that stop when their interval is narrow, whatever it holds, have no bias
worth the name and keep their intervals. Sources: Siegmund 1978, Biometrika 65, 341-349 (estimation after sequential
tests); Chow and Robbins 1965, Annals of Mathematical Statistics 36, 457-462 (stopping at a width does no harm).
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from reports.stats.goal import FIRST
from reports.stats.intervals import Floats, Limits, t_interval
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


def envelope(blocks: ArrayLike, alpha: float, planned: float) -> Floats:
    """Return how many standard deviations of one block the mean of `blocks` [K] may be off, at all times, with `alpha`.

    A sequence is tight near the blocks that it is tuned for, and a cell that is soon clear stops far from there. Three
    with a third of `alpha` each, tuned for the first look, for `planned` blocks and for between, hold together.
    """
    tuned = FIRST, np.sqrt(FIRST * planned), planned
    return np.asarray(np.min([boundary(blocks, alpha / len(tuned), one) for one in tuned], axis=0), dtype=np.float64)


def reach(blocks: ArrayLike, level: float, planned: float) -> Floats:
    """Return how much wider than a t interval over `blocks` [K] an interval is that holds at all times."""
    n = np.maximum(np.asarray(blocks, dtype=np.float64), 2)
    _, fixed = t_interval(0.0, 1.0, n, level)
    return np.maximum(np.sqrt(n) * envelope(n, 1 - level, planned) / fixed, 1.0)


def anytime(mean: ArrayLike, error: ArrayLike, blocks: ArrayLike, level: float, planned: float) -> Limits:
    """Return low, high [K] of mean scores from 0 to 1, by their standard errors, that hold at all times.

    As in `sequences.asymptotic`, log(2 / alpha) / blocks allows for what is rare.
    """
    middle, n = np.asarray(mean, dtype=np.float64), np.maximum(np.asarray(blocks, dtype=np.float64), 1)
    deviation = np.nan_to_num(np.asarray(error, dtype=np.float64)) * np.sqrt(n)
    half = deviation * envelope(n, 1 - level, planned) + np.log(2 / (1 - level)) / n
    return np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)
