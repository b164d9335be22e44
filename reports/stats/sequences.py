"""Confidence sequences: intervals of means that hold at all times at once, so that one may stop when one likes.

An interval over a fixed number of blocks that is looked at again and again misses far more often than it says; these
hold for every number of blocks together. Means are of block scores from 0 to 1. All functions broadcast over cells [C].
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from reports.stats.intervals import Floats, Limits, ratio

_STEPS: Final = 50  # of a bisection, past what a double can tell
_CUT: Final = 0.5  # share of its capital that a bet may lose at most
_PRIOR: Final = 0.25  # variance of a block of which nothing is known: the largest there is


def asymptotic(
    mean: ArrayLike, deviation: ArrayLike, blocks: ArrayLike, alpha: ArrayLike, planned: ArrayLike
) -> Limits:
    """Return low, high [C] of means that are held with error `alpha`, over all numbers of blocks from some dozens on.

    `deviation` is the standard deviation of the blocks so far; `planned` the number of blocks for which the interval is
    the tightest, fixed beforehand. To the boundary of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, arXiv 2103.06476
    (2.1 and its tuning in B.2), log(2 / alpha) / blocks is added: where nearly all blocks agree, the deviation that was
    seen says too little of what is rare.
    """
    middle, spread, n, error, tuned = (np.asarray(x, np.float64) for x in (mean, deviation, blocks, alpha, planned))
    half = spread * boundary(n, error, tuned) + ratio(np.log(2 / error), n)
    return np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)


def boundary(blocks: ArrayLike, alpha: ArrayLike, planned: ArrayLike) -> Floats:
    """Return how many standard deviations of one block the mean of `blocks` may be off, at all times, with `alpha`."""
    n, error = np.asarray(blocks, np.float64), np.asarray(alpha, np.float64)
    rho = tuning(error, planned)
    grown = n * rho + 1
    out: Floats = np.sqrt(2 * grown / (n**2 * rho) * np.log(np.sqrt(grown) / error))
    return out


def tuning(alpha: ArrayLike, planned: ArrayLike) -> Floats:
    """Return the square of rho that makes the boundary the tightest at so many `planned` blocks."""
    log = -2 * np.log(np.asarray(alpha, np.float64))
    out: Floats = (log + np.log(log + 1)) / np.asarray(planned, np.float64)
    return out


def half_width(deviation: ArrayLike, blocks: ArrayLike, alpha: ArrayLike, planned: ArrayLike) -> Floats:
    """Return half the width of `asymptotic` [C], before it is cut to 0 .. 1."""
    n, error = np.asarray(blocks, np.float64), np.asarray(alpha, np.float64)
    out: Floats = np.asarray(deviation, np.float64) * boundary(n, error, planned) + np.log(2 / error) / n
    return out


def stake(mean: ArrayLike, squares: ArrayLike, blocks: ArrayLike, ahead: ArrayLike, alpha: ArrayLike) -> Floats:
    """Return the bet [C] on each of the next blocks, of what was seen: sums of scores and of their squares.

    It is the predictable plug-in sqrt(2 log(2 / alpha) / (variance n log(1 + n))), with n = `ahead`, the blocks that
    there will be. Source: Waudby-Smith and Ramdas 2024, JRSS B 86, 1-27 (arXiv 2010.09686, section 4.2).
    """
    total, parts, n, later = (np.asarray(x, np.float64) for x in (mean, squares, blocks, ahead))
    middle = (total + 0.5) / (n + 1)
    variance = (_PRIOR + parts - 2 * middle * total + n * middle**2) / (n + 1)
    out: Floats = np.sqrt(2 * np.log(2 / np.asarray(alpha)) / (variance * later * np.log1p(later)))
    return out


def betting(bets: ArrayLike, counts: ArrayLike, scores: ArrayLike, alpha: ArrayLike) -> Limits:
    """Return low, high [C] that hold for any number of blocks, not only for many: the hedged capital of two gamblers.

    `bets` [R, C] were made before each of R rounds, `counts` [R, C, K] say how many blocks of the round came to each of
    K `scores`. One gambler bets that the mean is above m, the other that it is below; a mean at which either has made
    2 / `alpha` of 1 is ruled out (theirs: at
    half of the capital each). Source: Waudby-Smith and Ramdas, as above, theorem 3.
    The capital falls in m for the one and grows for the other, so that bisection finds the ends.
    """
    bet, seen, values = (np.asarray(x, np.float64) for x in (bets, counts, scores))
    goal = np.broadcast_to(np.log(2 / np.asarray(alpha, np.float64)), bet.shape[1:])
    low = _ruled_out(bet, seen, values, goal)
    high = 1 - _ruled_out(bet, seen[..., ::-1], 1 - values[::-1], goal)
    return low, np.maximum(high, low)


def _ruled_out(bets: Floats, counts: Floats, scores: Floats, goal: Floats) -> Floats:
    """Return the largest mean [C] at which betting on a larger one has made exp(`goal`); 0 if none has."""
    low, high = np.zeros(goal.shape), np.ones(goal.shape)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        out = _capital(bets, counts, scores, middle) >= goal
        low, high = np.where(out, middle, low), np.where(out, high, middle)
    return low


def _capital(bets: Floats, counts: Floats, scores: Floats, mean: Floats) -> Floats:
    """Return the logarithm of the capital [C] of who bets that the true mean is above `mean`."""
    bold = np.minimum(bets, _CUT / np.maximum(mean, np.finfo(np.float64).tiny))
    gain = np.log1p(bold[..., None] * (scores - mean[:, None]))
    out: Floats = (counts * gain).sum(axis=(0, 2))
    return out
