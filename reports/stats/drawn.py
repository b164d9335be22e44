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
    counted = entrants >= 0
    cell, column = np.nonzero(counted)
    width = int(entrants.max(initial=0)) + 1
    pairs, where = np.unique(group[cell].astype(np.int64) * width + entrants[cell, column], return_inverse=True)
    owner = pairs // width  # groups with their entrants
    sums = np.bincount(where, influence[cell], len(pairs))
    number = np.bincount(owner, minlength=groups).astype(np.int64)
    alone = np.bincount(group, influence**2, groups)
    surplus = np.bincount(group, influence**2 * (counted.sum(axis=1) - 1), groups)
    squares = np.maximum(np.bincount(owner, sums**2, groups) - surplus, alone)
    return np.sqrt(squares * ratio(number, number - 1)), number
