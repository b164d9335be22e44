"""Sums over lots of luck ids, cell by cell: from them means over cells are drawn again, or their errors clustered.

A lot is all luck ids with one remainder, so every cell has every lot, wherever it stopped; lots are independent since
luck ids are, and a few hundred tell an error as well as all luck ids do.
"""

from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.runs import Run

Sums = NDArray[np.int64]

LOTS: Final = 400  # even, so that in `single` all games of a lot are started by the same side
STATISTICS: Final = ("games_first", "games_second", "points_first", "points_second", "draws")


@lru_cache(maxsize=1)
def lots(run: Run) -> Sums:
    """Return [5, C, B] the STATISTICS of each cell in each lot of luck ids; kept for the last run.

    Points are A's half points. Only for planned pairs, whose cells share their luck ids.
    """
    width = max(1, min(run.lucks(), LOTS))
    total = np.zeros((len(STATISTICS), len(run.cells) * width), np.int64)
    index = pd.Index(run.cells["cell"])
    for batch in run.blocks():
        where = index.get_indexer(batch["cell"]) * width + batch["luck"].to_numpy() % width
        if len(where):
            _add(total, where, batch.assign(games_second=batch["games"] - batch["games_first"]))
    return total.reshape(len(STATISTICS), len(run.cells), width)


def _add(total: Sums, where: Sums, batch: pd.DataFrame) -> None:
    """Add the blocks of a batch to `total` [5, C B] at `where` [N], in place; a file holds few of the cells."""
    least = int(where.min())
    for row, name in zip(total, STATISTICS, strict=True):
        sums = np.bincount(where - least, batch[name])
        row[least : least + len(sums)] += sums.astype(np.int64)
