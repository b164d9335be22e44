"""Tables of decks with a known truth, where all cells share their luck ids: wins, draws and losses with given chances.

The uniform number that decides a game is the same in part for all cells of a luck id, and exactly uniform: so games of
one luck id go together, while every chance is what it should be.
"""

import os

import numpy as np
from scipy.stats import norm

from reports.stats.davidson import Met

SHARED = 0.5  # of the variance of the normal number behind the uniform


def worlds(few: int) -> int:
    """Return how many worlds a test of coverage draws: a few, or as many as the slow battery wants."""
    return int(os.environ.get("SOAK_WORLDS", few))


def met(rng: np.random.Generator, win: np.ndarray, draw: np.ndarray, lucks: int) -> Met:
    """Return games of all pairs and mirrors, one from either seat a luck id.

    `win` and `draw` [K, K] are the chances of the row when it starts against the column.
    """
    a, b = np.triu_indices(len(win))
    shape = (len(a), lucks)
    sums = np.zeros((5, *shape))
    for seat, (own, other) in enumerate(((a, b), (b, a))):
        common = np.sqrt(SHARED) * rng.standard_normal(lucks)
        u = norm.cdf(common + np.sqrt(1 - SHARED) * rng.standard_normal(shape))
        won, level = win[own, other][:, None], draw[own, other][:, None]
        half = np.where(u < won, 2, np.where(u < won + level, 1, 0))  # of who starts
        sums[seat], sums[2 + seat] = 1, half if seat == 0 else 2 - half
        sums[4] += half == 1
    return Met(a, b, sums, len(win))


def davidson_chances(strength: np.ndarray, order: np.ndarray, tie: float) -> tuple[np.ndarray, np.ndarray]:
    """Return chances [K, K] of the row to win and to draw when it starts, by the model."""
    a = (strength[:, None] - strength + (order[:, None] + order) / 2) / 2
    whole = np.exp(a) + np.exp(-a) + np.exp(tie)
    return np.exp(a) / whole, np.exp(tie) / whole


def payoffs(table: Met, mirrors: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return the pairs' scores [P] and how each luck id moves them [P, L], mirrors left out."""
    chosen = slice(None) if mirrors else np.flatnonzero(table.a != table.b)
    score = (table.sums[2] + table.sums[3])[chosen] / 4
    mean = score.mean(axis=1)
    return mean, (score - mean[:, None]) / score.shape[1]
