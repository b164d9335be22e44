"""Intervals of a mean: t over blocks, Wilson for independent games, and what to say where blocks agree, or most do.

All functions broadcast over arrays of estimates [K]. Means and limits are fractions from 0 to 1 unless said otherwise.
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import norm, t

Floats = NDArray[np.float64]
Texts = NDArray[np.str_]
Limits = tuple[Floats, Floats]

LEVEL: Final = 0.95  # two-sided confidence of every interval of a report

# The kinds of interval, as tables and pages print them.
T: Final = "t"  # t interval over blocks, or over luck ids where cells are pooled
RIVALS: Final = "t, drawn"  # t interval over entrants, where the run drew its pairs at random
FEW: Final = "t, few differ"  # t interval over blocks nearly all of which score the same, wider: `few_differ`
STOPPED: Final = "t, stopped"  # t interval, wider since match-ups stopped by what they showed: `stopped`
ANYTIME: Final = "anytime"  # confidence sequence of a match-up that stopped by what it showed: `sequences`
WILSON: Final = "Wilson"  # Wilson interval over independent games
AGREE: Final = "all agree"  # every block scored the same: Wilson on the share of blocks that could have differed
EXACT: Final = "exact"  # the design of the run leaves no other value
NONE: Final = "none"  # too little was played

ENOUGH: Final = 15  # blocks that differ from the usual score: of fewer, t alone may hold as little as 80 %


def block_moments(total: ArrayLike, squares: ArrayLike, n: ArrayLike) -> Limits:
    """Return mean [K] and standard error [K] of n block values from their sum and sum of squares.

    The sums are of integers, so that blocks which all agree give an error of exactly 0. Mean is NaN where n = 0, error
    where n < 2. Source: textbook s / sqrt(n), with n blocks as the units (statistics.md, 6.1).
    """
    sums, parts, counts = np.broadcast_arrays(*(np.asarray(x, dtype=np.int64) for x in (total, squares, n)))
    mean = ratio(sums, counts)
    spread = (counts * parts - sums * sums).astype(np.float64)  # n² times the variance, in whole numbers
    return mean, np.sqrt(ratio(ratio(spread, counts * counts), counts - 1))


def ratio(top: ArrayLike, bottom: ArrayLike) -> Floats:
    """Return top / bottom [K], NaN where bottom is not positive."""
    above, below = np.broadcast_arrays(np.asarray(top, dtype=np.float64), np.asarray(bottom, dtype=np.float64))
    out: Floats = np.full(above.shape, np.nan)
    np.divide(above, below, out=out, where=below > 0)
    return out


def t_interval(mean: ArrayLike, error: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Limits:
    """Return low, high [K] of `mean` in its own unit, from its standard error over n units; NaN where n < 2.

    Source: Student 1908, n - 1 degrees of freedom.
    """
    middle, spread, counts = (np.asarray(x, dtype=np.float64) for x in (mean, error, n))
    factor = np.where(counts >= 2, t.ppf(0.5 + level / 2, np.maximum(counts - 1, 1)), np.nan)
    return middle - factor * spread, middle + factor * spread


def wilson(mean: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Limits:
    """Return low, high [K] of a proportion `mean` over n independent trials; NaN where n < 1.

    With draws counted as a half it is too wide, never too narrow. Source: Wilson 1927; Brown, Cai, DasGupta 2001.
    """
    middle, counts = np.broadcast_arrays(np.asarray(mean, dtype=np.float64), np.asarray(n, dtype=np.float64))
    square = float(norm.ppf(0.5 + level / 2)) ** 2
    inverse = ratio(1.0, counts)
    centre = (middle + square * inverse / 2) / (1 + square * inverse)
    inside = np.maximum(middle * (1 - middle), 0) * inverse + square * inverse**2 / 4
    half = np.sqrt(square * inside) / (1 + square * inverse)
    return np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)


def agreeing(mean: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Limits:
    """Return low, high [K] where all n blocks scored exactly `mean`, so that their spread of 0 proves nothing.

    Wilson's upper limit q for 0 of n says how large the share of blocks that score otherwise may be; they could score
    anything from 0 to 1, so the mean lies in [mean (1 - q), mean + q (1 - mean)]. For 0 and 1 this is Wilson itself.
    """
    middle = np.asarray(mean, dtype=np.float64)
    _, share = wilson(np.zeros(middle.shape), n, level)
    return middle * (1 - share), middle + share * (1 - middle)


def score_interval(
    mean: ArrayLike, error: ArrayLike, n: ArrayLike, distinct: ArrayLike, exact: ArrayLike, level: float = LEVEL
) -> tuple[Floats, Floats, Texts]:
    """Return low, high and kind [K] of mean scores from 0 to 1 over n blocks (or luck ids).

    `error` is the standard error, 0 where all blocks agree; there repeats of one game count once, so that no more
    blocks count than `distinct` games. `exact` marks means that the design of the run proves. t limits are cut to 0..1.
    """
    middle, spread, counts, games, proven = np.broadcast_arrays(*map(np.asarray, (mean, error, n, distinct, exact)))
    low, high = (np.clip(limit, 0, 1) for limit in t_interval(middle, spread, counts, level))
    agree = (counts >= 2) & (spread == 0)
    wide_low, wide_high = agreeing(middle, np.minimum(counts, games), level)
    kind = np.select([proven, agree, counts >= 2], [EXACT, AGREE, T], NONE)
    low = np.select([proven, agree], [middle, wide_low], low)
    high = np.select([proven, agree], [middle, wide_high], high)
    return low, high, kind


def few_differ(
    limits: tuple[Floats, Floats, Texts],
    moments: tuple[ArrayLike, ArrayLike, ArrayLike],
    usual: ArrayLike,
    others: ArrayLike,
    level: float = LEVEL,
) -> tuple[Floats, Floats, Texts]:
    """Return low, high and kind [K] of `score_interval`, t limits made wider where few blocks differ from the `usual`.

    `moments` are mean, error and n; `others` [K] counts blocks that score otherwise than `usual` [K]. Of fewer than 15,
    and less than half, the limits reach at least as far as those with four blocks more: two of the usual score, two
    like the others. Each rare score that did not come up would have moved the mean and widened its error at once, so t
    held 80 to 93 % there; so it holds 92 or more, and 98 in the mean. On the side of the others they reach 2.5 times as
    far where one block differs, 1.5 times for five, 1.2 for ten. Source: Agresti and Coull 1998, American Statistician
    52, 119-126, carried over from proportions.
    """
    low, high, kind = limits
    n, rare = np.asarray(moments[2], dtype=np.float64), np.asarray(others, dtype=np.float64)
    few = (kind == T) & (rare > 0) & (rare < ENOUGH) & (2 * rare < n)
    wide = [np.clip(limit, 0, 1) for limit in t_interval(*_four_more(*moments, usual, others), level)]
    low, high = np.where(few, np.minimum(low, wide[0]), low), np.where(few, np.maximum(high, wide[1]), high)
    return low, high, np.where(few, FEW, kind)


def of_blocks(
    limits: tuple[Floats, Floats, Texts],
    moments: tuple[ArrayLike, ArrayLike, ArrayLike],
    usual: ArrayLike,
    others: ArrayLike,
    games: int,
    level: float = LEVEL,
) -> tuple[Floats, Floats, Texts]:
    """Return `limits` as blocks of so many `games` want them: Wilson's for single games, else `few_differ`."""
    if games > 1:
        return few_differ(limits, moments, usual, others, level)
    (low, high, kind), alone = limits, wilson(moments[0], moments[2], level)
    free = kind == T
    return np.where(free, alone[0], low), np.where(free, alone[1], high), np.where(free, WILSON, kind)


def _four_more(
    mean: ArrayLike, error: ArrayLike, n: ArrayLike, usual: ArrayLike, others: ArrayLike
) -> tuple[Floats, Floats, Floats]:
    """Return mean, standard error and number [K] of n block scores and four more: two usual ones, two as the others."""
    middle, spread, counts, at, rare = (np.asarray(x, dtype=np.float64) for x in (mean, error, n, usual, others))
    more, total = 1 + ratio(2, rare), counts + 4
    away = more * counts * (middle - at)
    squares = more * (spread**2 * counts * (counts - 1) + counts * (middle - at) ** 2)
    return at + away / total, np.sqrt((squares - away**2 / total) / (total - 1) / total), total


def band_interval(
    mean: ArrayLike, error: ArrayLike, n: ArrayLike, distinct: ArrayLike, exact: ArrayLike, level: float = LEVEL
) -> tuple[Floats, Floats, Texts]:
    """Return low, high and kind [K] as `score_interval` does, for a `level` so high that all K hold together."""
    low, high, kind = score_interval(mean, error, n, distinct, exact, level)
    wide = [np.clip(limit, 0, 1) for limit in t_interval(*guarded(mean, error, n), level)]
    return np.where(kind == T, wide[0], low), np.where(kind == T, wide[1], high), kind


def guarded(mean: ArrayLike, error: ArrayLike, n: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Return mean, standard error and number [K] of n block scores and two more, one of 0 and one of 1.

    Far out, where bands for many means reach, a t interval over a few dozen lopsided blocks is too narrow: the blocks
    that would show the spread are missing. Of 36 match-ups of 30 blocks it held all in 90 to 94 of 100 tables in place
    of 95; with two blocks more in 97 to 99, the bands wider by up to 9 % (by 1 % at 200 blocks). Source: Agresti and
    Coull 1998, American Statistician 52, 119-126, carried over from proportions.
    """
    middle, spread, counts = (np.asarray(x, dtype=np.float64) for x in (mean, error, n))
    centre = (counts * middle + 1) / (counts + 2)
    squares = spread**2 * counts * (counts - 1) + counts * (middle - centre) ** 2 + centre**2 + (1 - centre) ** 2
    return centre, np.sqrt(squares * ratio(1, (counts + 1) * (counts + 2))), counts + 2


def apart(low: ArrayLike, high: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each of K intervals how many others lie wholly above it, and how many wholly below it [K].

    An interval that is unknown (NaN) is apart from none.
    """
    lows, highs = np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64)
    known = ~(np.isnan(lows) | np.isnan(highs))
    above = known.sum() - np.searchsorted(np.sort(lows[known]), highs, side="right")
    below = np.searchsorted(np.sort(highs[known]), lows, side="left")
    return np.where(known, above, 0), np.where(known, below, 0)
