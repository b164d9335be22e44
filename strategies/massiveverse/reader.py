"""Reader: best response to what the rival can still play.

Hands are public by deduction, so it weighs each of its cards against every card in the rival's hand, all taken as
equally likely, by what the two would do to each other, and a card that would end the game by more; it plays near
the best, and the nearer the likelier, so that it cannot be read in turn.

Parameter: `spread` (6), how far below the best a card may be and still be played, 1 to 100 quarter HP a round. With 1
only the best are played.

Measured against `random`: 79.7 % of points, mean over characters.
"""

from typing import Final

import numpy as np

from sim import pick
from sim.arrays import I16, U8, Coin, Sets
from sim.rulesets.massiveverse.state import REST, SELECT, View
from strategies.massiveverse._duel import CARD, dealt, exchange, taken
from strategies.massiveverse._upkeep import upkeep

_CARDS: Final = range(7)
_KILL: Final = 40  # quarter HP that ending the game is worth, and not being ended
_WIDEST: Final = 100  # its square still fits 16 bits
_NEVER: Final = np.int16(4_000)  # quarter HP: below anything that a round can bring


def act(view: View, legal: Sets, coin: Coin, *, spread: int = 6) -> I16:
    """Return [n] a card less than `spread` below the best, with odds by nearness squared; ValueError out of range."""
    if not 1 <= spread <= _WIDEST:
        raise ValueError(f"spread = {spread}: right would be 1 to {_WIDEST} quarter HP")
    if view.phase != SELECT:
        return upkeep(view, legal, coin)
    score = expected(view)
    held = _held(view.hand)
    best = (score - (1 - held) * _NEVER).max(axis=0)
    near = np.maximum(spread - np.minimum(best - score, spread), 0)
    return pick.odds(near * near, legal, coin)


def expected(view: View) -> I16:
    """Return [7, n] the mean value of each of my cards over the rival's hand, in quarter HP."""
    worth, deal, take = view.versus(exchange), view.versus(dealt), view.versus(taken)
    held = _held(view.rival_hand)
    total = np.zeros((len(_CARDS), len(view.hand)), np.int16)
    for i in _CARDS:
        for j in _CARDS:
            kills = (deal[i, j] >= view.rival_health).view(np.int8) - (take[i, j] >= view.health)
            total[i] += (worth[i, j] + kills * np.int16(_KILL)) * held[j]
    total //= held.sum(axis=0, dtype=np.int16)
    total[REST] += CARD * np.bitwise_count(view.discard)
    return total


def _held(hand: U8) -> I16:
    """Return [7, n] 1 where the card is in the hand."""
    return np.stack([hand >> np.uint8(card) & np.uint8(1) for card in _CARDS]).astype(np.int16)
