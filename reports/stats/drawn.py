"""Means over cells whose entrants were drawn at random: standard errors clustered on the entrants.

Each cell then has luck of its own, but cells that share an entrant are alike, and who met whom is chance too.
"""

import numpy as np

from reports.stats.clustered import Ints
from reports.stats.intervals import Floats, ratio


def drawn_error(group: Ints, influence: Floats, entrants: Ints, groups: int) -> tuple[Floats, Ints]:
    """Return the standard error [G] of each group's mean, in its unit, and how many entrants it rests on [G].

    Of N cells: the `group` [N], the `influence` [N] on the group's mean ((value - mean) / cells of the group), and the
    `entrants` [N, k] by whom to cluster, -1 for none. Sums over an entrant count a cell once for each of its entrants,
    so the surplus is taken off again; never less than if cells were independent. With n entrants the small-sample
    factor is n / (n - 1); NaN where n < 2. Source: Fafchamps and Gubert 2007 (dyadic clusters).
    """
    cell, column = np.nonzero(entrants >= 0)
    width = int(entrants.max(initial=0)) + 1
    codes = group[cell].astype(np.int64) * width + entrants[cell, column]  # groups with their entrants
    alone = np.bincount(group, influence**2, groups).astype(np.float64)
    if (np.diff(np.sort(codes)) > 0).all():  # nobody recurs: millions of such cells need no sums
        squares, number = alone, np.bincount(group[cell], minlength=groups).astype(np.int64)
    else:
        squares, number = _recurring(codes, influence[cell], groups, width)
        held = (entrants >= 0).sum(axis=1)
        squares = np.maximum(squares - np.bincount(group, influence**2 * (held - 1), groups), alone)
    return np.sqrt(squares * ratio(number, number - 1)), number


def _recurring(codes: Ints, influence: Floats, groups: int, width: int) -> tuple[Floats, Ints]:
    """Return [G] the sum over its entrants of their squared influence, and their number; a code names both."""
    pairs, where = np.unique(codes, return_inverse=True)
    sums = np.bincount(where, influence, len(pairs))
    squares = np.bincount(pairs // width, sums**2, groups).astype(np.float64)
    return squares, np.bincount(pairs // width, minlength=groups).astype(np.int64)
