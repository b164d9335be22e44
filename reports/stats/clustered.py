"""Means over cells that share their luck: standard errors clustered on the luck id.

Every cell meets the same luck ids, so the blocks of one luck id in different cells are not independent; the luck ids
are. A pooled mean is the plain mean of its cells' means. Where all cells have the same luck ids, its standard error is
that of the per-luck-id means over the cells; the influence sums below give the same number, and stay right where some
cells have fewer luck ids. Source: Liang and Zeger 1986 (cluster-robust variance); statistics.md, section 6.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reports.stats.intervals import Floats, ratio

Ints = NDArray[np.int64]

ROUNDING: Final = 1e-12  # luck ids that all agree must give exactly 0, which sums of fractions may miss by this


def add_influence(total: Floats, group: Ints, luck: Ints, influence: Floats) -> None:
    """Add the `influence` [N] of N blocks on their `group` [N] at their `luck` id [N] to `total` [G, L], in place.

    A block's influence on a group's mean is (its value - the cell's mean) / blocks of the cell / cells of the group.
    """
    if not len(luck):
        return
    first, last = int(luck.min()), int(luck.max()) + 1
    groups, width = len(total), last - first
    where = group * width + (luck - first)
    total[:, first:last] += np.bincount(where, influence, groups * width).reshape(groups, width)


def clustered_error(total: Floats, clusters: Ints, means: int = 1) -> Floats:
    """Return the standard error [G] of each group's mean from its influence sums `total` [G, L], in the mean's unit.

    `clusters` [G] counts the group's luck ids, `means` the parts of them of which each has a mean of its own that was
    taken off. NaN where there are fewer than 2.
    """
    squares = np.einsum("gl,gl->g", total, total)
    error = np.sqrt(squares * small_sample(clusters, means))
    return np.where(error < ROUNDING, 0.0, error)


def small_sample(clusters: Ints, means: int = 1) -> Floats:
    """Return n / (n - `means`) [G] for n clusters, NaN where n < 2; two of them tell one spread at most."""
    return ratio(clusters, np.where(clusters >= 2, np.maximum(clusters - means, 1), 0))
