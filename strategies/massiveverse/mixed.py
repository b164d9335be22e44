"""Mixed: plays the equilibrium of the hands.

What both players hold is public, so each pair of hands is a small zero-sum matrix game; its optimal mixtures were
solved once, offline, for two plain characters (see `_mixed_table.py`), and are drawn from by the coin. Between such
characters it could hardly be exploited; but it looks at nothing else, neither at what the cards at hand do, nor at HP,
nor at Energy.

Measured against `random`: 65.1 % of points, mean over characters.
"""

from functools import cache
from pathlib import Path

import numpy as np

from sim import pick
from sim.arrays import I16, U8, Coin, Sets
from sim.rulesets.massiveverse.state import SELECT, View
from strategies.massiveverse._upkeep import upkeep


def act(view: View, legal: Sets, coin: Coin) -> I16:
    """Return [n] a card by the mixture of the two hands."""
    if view.phase != SELECT:
        return upkeep(view, legal, coin)
    place = view.hand.astype(np.intp) * 128 + view.rival_hand
    odds = _table().take(place, axis=1, mode="clip")
    return pick.odds(odds, legal, coin)


@cache
def _table() -> U8:
    """Return [7, 128 * 128] the odds of each card by my hand and the rival's."""
    stored = np.load(Path(__file__).with_name("mixed.npy"))
    return np.ascontiguousarray(stored.reshape(-1, 7).T)
