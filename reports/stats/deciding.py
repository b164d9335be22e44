"""A table of cells that are decided one by one: what is known of them after some rounds, and who is played next.

Blocks enter in whole rounds, in the order of their luck ids, so that nothing depends on when a game has ended. Cells go
together by the luck that they share; alpha is divided among them, which holds however they do.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from reports.stats import sequences
from reports.stats.allot import Ints, ahead
from reports.stats.goal import BALANCED, FIRST, OPEN, Goal
from reports.stats.intervals import Floats, Limits, Texts

Bool = NDArray[np.bool_]


def moments(counts: Ints, scores: Floats) -> tuple[Floats, Floats]:
    """Return mean and standard deviation [C] of blocks of which `counts` [C, K] came to each of `scores` [K]."""
    blocks = counts.sum(axis=1)
    mean = counts @ scores / np.maximum(blocks, 1)
    around = (scores - mean[:, None]) ** 2
    return mean, np.sqrt((counts * around).sum(axis=1) / np.maximum(blocks - 1, 1))


@dataclass(eq=False)
class Table:
    """What is known of C cells after some rounds."""

    goal: Goal
    proven: Bool  # [C] mirrors that the design makes exactly even
    scores: Floats  # [K] that a block can have
    blocks: Ints  # [C]
    counts: Ints  # [C, K] blocks by score
    verdict: Texts  # [C]
    low: Floats  # [C] of the confidence sequence
    high: Floats  # [C]
    bets: list[Floats] = field(default_factory=list)  # [C] of each round, made before it
    rounds: list[Ints] = field(default_factory=list)  # [C, K] counts of each round

    @classmethod
    def of(cls, goal: Goal, proven: Bool, most: int) -> "Table":
        """Return what is known before the first round; a block has 0 to `most` half points."""
        cells, scores = len(proven), np.arange(most + 1) / most
        open_ = np.full(cells, OPEN, dtype="<U10"), np.zeros(cells), np.ones(cells)
        nothing = np.zeros((cells, most + 1), np.int64)
        return cls(goal, proven, scores, np.zeros(cells, np.int64), nothing, *open_)

    @property
    def alpha(self) -> float:
        """Return the error that each cell may have: Bonferroni's share, since cells go together by their luck."""
        return self.goal.alpha / max(1, int((~self.proven).sum()))

    @property
    def mean(self) -> Floats:
        """Return [C] the mean scores."""
        return moments(self.counts, self.scores)[0]

    @property
    def deviation(self) -> Floats:
        """Return [C] the standard deviations of blocks."""
        return moments(self.counts, self.scores)[1]

    def ahead(self) -> Ints:
        """Return [C] how many blocks each cell is to have after the next round."""
        if not self.blocks.any():
            return np.full(len(self.blocks), FIRST)
        wanted = ahead(self.goal, self.blocks, self.mean, self.deviation, self.alpha)
        return np.where(self.verdict == OPEN, wanted, self.blocks)

    def add(self, wanted: Ints, counts: Ints) -> None:
        """Take in a round: `counts` [C, K] of its blocks, after which cells have as many as were `wanted` [C]."""
        due = wanted > self.blocks
        so_far = self.counts @ self.scores, self.counts @ self.scores**2, self.blocks
        self.bets.append(sequences.stake(*so_far, np.maximum(wanted, 1), self.alpha))
        self.rounds.append(counts)
        self.counts, self.blocks = self.counts + counts, wanted
        self.low, self.high = self._limits()
        found = np.where(self.proven, BALANCED, self.goal.verdicts(self.low, self.high))
        self.verdict = np.where(due, found, self.verdict)

    def _limits(self) -> Limits:
        """Return low, high [C] of all that was seen."""
        if self.goal.strict:
            low, high = sequences.betting(np.array(self.bets), np.array(self.rounds), self.scores, self.alpha)
        else:
            planned = self.goal.planned(self.alpha)
            low, high = sequences.asymptotic(self.mean, self.deviation, self.blocks, self.alpha, planned)
        return np.where(self.proven, 0.5, low), np.where(self.proven, 0.5, high)
