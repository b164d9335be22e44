"""Reader: best response to what the rival can still play. Hands are public by deduction, so it weighs each of its cards against every card
in the rival's hand, all taken as equally likely, by what the two would do to each other; it plays near the best, and the
nearer the likelier, so that it cannot be read in turn.

Measured against `random`: WIN_RATE, mean over characters.
"""

import numpy as np

from sim import pick
from sim.arrays import I16, Coin, Sets
from sim.rulesets.massiveverse.state import SELECT, View
from strategies.massiveverse._duel import sides, value
from strategies.massiveverse._upkeep import upkeep

_CARDS = range(7)


def act(view: View, legal: Sets, coin: Coin, *, spread: int = 6) -> I16:
    """Return [n] a card within `spread` (1 to 100, in quarter HP a round) of the best, with odds by nearness squared."""
    if view.phase != SELECT:
        return upkeep(view, legal, coin)
    score = expected(view)
    allowed = np.stack([pick.allowed(legal, card) for card in _CARDS])
    best = np.where(allowed, score, np.iinfo(np.int16).min).max(axis=0)
    near = np.maximum(spread - np.minimum(best - score, spread), 0) * allowed
    return pick.odds(near * near, legal, coin)


def expected(view: View) -> I16:
    """Return [7, n] the mean value of each of my cards over the rival's hand."""
    me, rival = sides(view)
    held = [(view.rival_hand >> np.uint8(j) & np.uint8(1)).astype(np.int16) for j in _CARDS]
    total = np.zeros((len(_CARDS), len(view.hand)), np.int16)
    for i in _CARDS:
        for j in _CARDS:
            total[i] += held[j] * value(me, rival, i, j)
    return total // np.maximum(sum(held), 1)
