"""Tables drawn again with other luck: the bootstrap over lots of luck ids that all cells share.

Source: Efron 1979, Annals of Statistics 7; lots are drawn whole, as luck is common to all cells (cluster bootstrap).
"""

from functools import lru_cache
from typing import Final

import numpy as np

from reports.stats.intervals import Floats, ratio

DRAWS: Final = 1000
SEED: Final = 19791  # the same run always gives the same bands


def redrawn_scores(points: Floats, games: Floats, units: Floats, draws: int = DRAWS) -> Floats:
    """Return [R, P] mean scores of P pairs, lots of luck drawn again, from half `points` and `games` [P, B] by lot.

    Where all lots score the same nothing varies, which proves nothing: there draws come from the Jeffreys posterior of
    a share seen over `units` [P] blocks. Pairs without a game are NaN.
    """
    weights, rng = _times(points.shape[1], draws), np.random.default_rng(SEED + 1)
    scores = ratio(weights @ points.T, 2 * (weights @ games.T))
    means = ratio(points.sum(axis=1), 2 * games.sum(axis=1))
    scores = np.where(np.isnan(scores), means, scores)  # a pair of few lots, none of which was drawn
    agree = np.abs(points - 2 * games * means[:, None]).max(axis=1, initial=0) < 1e-9
    for pair in np.flatnonzero(agree):
        won = means[pair] * units[pair]
        scores[:, pair] = rng.beta(won + 0.5, units[pair] - won + 0.5, draws)
    return scores


@lru_cache(maxsize=1)
def _times(lots: int, draws: int) -> Floats:
    """Return [R, B] how often each lot is drawn; kept for the next table of as many lots."""
    return np.random.default_rng(SEED).multinomial(lots, np.full(lots, 1 / lots), draws).astype(np.float64)
