"""When a cell is decided, and how many blocks it gets next: a matter of its own finished blocks, and of nothing else.

The blocks go where the uncertainty is: a cell that is decided gets none, another as many as its own spread and its
distance from the next edge of the band call for. The rule may be any: what holds is the confidence sequence.
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats import sequences
from reports.stats.goal import FIRST, Goal
from reports.stats.intervals import Floats

Ints = NDArray[np.int64]

_LEAST, _MOST = 1.2, 3.0  # times the blocks so far, of the next round
_SPARE: Final = 1.03  # times what is needed: a little more now saves a round of its own
_STEP: Final = 1.02  # of the search for the blocks that are needed
_STEPS: Final = 1_000  # 64 blocks times 1.02 ** 1000 are more than can be played


def needed(deviation: ArrayLike, gap: ArrayLike, alpha: ArrayLike, planned: ArrayLike) -> Ints:
    """Return the fewest blocks [C], to two per cent, after which a cell has an interval of +- `gap`."""
    spread, wanted = (np.asarray(x, np.float64)[..., None] for x in (deviation, gap))
    blocks = np.ceil(FIRST * _STEP ** np.arange(_STEPS))
    narrow = sequences.half_width(spread, blocks, alpha, planned) <= wanted
    return blocks[np.argmax(narrow, axis=-1)].astype(np.int64)


def ahead(goal: Goal, blocks: Ints, mean: Floats, deviation: Floats, alpha: float) -> Ints:
    """Return how many blocks [C] undecided cells are to have after the next round, of those that they have."""
    careful = np.sqrt((deviation**2 * (blocks - 1) + 0.25) / blocks)  # blocks that agree are no proof that all do
    wanted = np.ceil(_SPARE * needed(careful, goal.gap(mean), alpha, goal.planned(alpha)))
    return np.clip(wanted, np.ceil(_LEAST * blocks), np.ceil(_MOST * blocks)).astype(np.int64)
