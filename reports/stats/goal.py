"""What a sequential run is to find out about every cell, and what an interval tells of it.

Configs hold goals, and are read by what must be light: nothing here takes scipy.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Texts = NDArray[np.str_]

FAVOURED: Final = "favoured"
BALANCED: Final = "balanced"
UNFAVOURED: Final = "unfavoured"
BORDERLINE: Final = "borderline"
OPEN: Final = "open"

FIRST: Final = 64  # blocks of every cell, before anything is told from its spread
_TYPICAL: Final = 0.35  # standard deviation of a block, for tuning alone


@dataclass(frozen=True)
class Goal:
    """What is to be known of every cell."""

    low: float  # the band, inclusive: a mean score from `low` to `high` is balanced
    high: float
    half: float  # an interval of this half-width is enough, whatever it holds
    alpha: float  # probability of any wrong verdict in the whole table, at most
    strict: bool  # hold for few blocks too, by betting
    early: bool  # stop as soon as the verdict is clear, not only when the interval is narrow

    def verdicts(self, low: Floats, high: Floats) -> Texts:
        """Return what the intervals [C] tell: about the band, or OPEN if they do not tell yet."""
        narrow = high - low <= 2 * self.half
        inside = (low >= self.low) & (high <= self.high)
        found = np.select(
            [low > self.high, high < self.low, inside, narrow], [FAVOURED, UNFAVOURED, BALANCED, BORDERLINE], OPEN
        )
        return found if self.early else np.where(narrow, found, OPEN)

    def gap(self, mean: Floats) -> Floats:
        """Return the half-width [C] at which cells of this mean will be decided."""
        if not self.early:
            return np.full(mean.shape, self.half)
        return np.maximum(np.minimum(np.abs(mean - self.low), np.abs(mean - self.high)), self.half)

    def planned(self, alpha: float) -> float:
        """Return the blocks for which intervals are the tightest: between an easy cell's and the hardest one's."""
        easy = max((self.high - self.low) / 2, self.half) if self.early else self.half
        factor = -2 * np.log(alpha) + 4  # the square of the boundary where it is the tightest, about
        return max(FIRST, float(factor * _TYPICAL**2 / (easy * self.half)))
