"""Intervals of match-ups that stopped by what they showed: at the level that is asked for. Decisions: README.

The log of the run has the intervals at the level that its verdicts needed, which the report shows as the band. It
wants others too, of 95 % for one match-up; the same sequences give them, since blocks and rounds are known.
"""

from functools import lru_cache

import numpy as np
import pandas as pd

from reports.runs import Run
from reports.stats import sequences
from reports.stats.clustered import Ints
from reports.stats.goal import Goal
from reports.stats.intervals import Floats, Limits
from reports.stats.stopped import anytime, reach


def planned(run: Run, goal: Goal) -> float:
    """Return the blocks for which the run made its intervals the tightest."""
    cells = len(run.cells) - int((run.cells["a"] == run.cells["b"]).sum()) * run.even_mirrors
    return goal.planned(goal.alpha / max(1, cells))


def scores(run: Run, goal: Goal, mean: Floats, error: Floats, level: float) -> Limits:
    """Return low, high [C] of A's mean scores, of their means and standard errors, that hold at all times.

    A run that is strict bets on the scores, round by round as it did.
    """
    if goal.strict:
        return strict_scores(run, level)
    return anytime(mean, error, run.cells["blocks"], level, planned(run, goal))


def strict_scores(run: Run, level: float) -> Limits:
    """Return low, high [C] of A's mean score by betting sequences, for any number of blocks."""
    ends, counts, values = _rounds(run)
    before = np.concatenate([np.zeros_like(counts[:1]), np.cumsum(counts, axis=0)[:-1]])
    sums = before @ values, before @ values**2, before.sum(axis=2)
    bets = sequences.stake(*sums, np.maximum(ends, 1), 1 - level)
    return sequences.betting(bets, counts, values, 1 - level)


@lru_cache(maxsize=1)
def _rounds(run: Run) -> tuple[Ints, Ints, Floats]:
    """Return how many blocks [R, C] cells had after each round, how many of the round [R, C, K] came to each score.

    And these scores [K]. Kept for the last run.
    """
    log, index, most = run.decided(), pd.Index(run.cells["cell"]), 2 * run.block_games
    ends = np.zeros((int(log["round"].max()) + 1, len(index)), np.int64)
    ends[log["round"].to_numpy(), index.get_indexer(log["cell"])] = log["blocks"]
    ends = np.maximum.accumulate(ends, axis=0)
    counts = np.zeros((*ends.shape, most + 1), np.int64)
    for batch in run.blocks():
        rows = index.get_indexer(batch["cell"])
        number = (batch["luck"].to_numpy() >= ends[:, rows]).sum(axis=0)
        points = (batch["points_first"].to_numpy().astype(np.int64) + batch["points_second"]).to_numpy()
        np.add.at(counts, (number, rows, points), 1)
    return ends, counts, np.arange(most + 1) / most


def wider(run: Run, level: float) -> Floats | float:
    """Return by how much t intervals over the blocks of cells [C] are to be widened; 1 if blocks were fixed."""
    goal = run.goal
    return reach(run.cells["blocks"], level, planned(run, goal)) if goal is not None and goal.early else 1.0
