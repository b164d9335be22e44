"""What all thoughtful strategies do between two selections: ready what is free, keep and take what is worth most.

Preparation: the Ultimate is readied whenever that may be, since it costs nothing before it is played; the Passive is
unlocked as soon as it can be paid. Exhausting gives up the card that is worth least, readying takes back and
banishing takes away the one that is worth most.
"""

import numpy as np

from sim import pick
from sim.arrays import I8, I16, Coin, Sets
from sim.rulesets.massiveverse.state import BANISH, EXHAUST, PREPARE, READY, READY_UNLOCK, REST, UNLOCK, WEAPON, View

_ORDER = np.zeros((11, 1), np.int16)
_ORDER[[UNLOCK, READY, READY_UNLOCK], 0] = 1, 2, 3


def upkeep(view: View, legal: Sets, coin: Coin) -> I16:
    """Return [n] the action between selections."""
    if view.phase == PREPARE:
        return pick.best(np.broadcast_to(_ORDER, (11, len(coin))), legal, coin)
    facts = view.theirs if view.phase == BANISH else view.mine
    worth = card_worth(facts("damage"), facts("heal"), facts("guard"))
    return pick.best(-worth if view.phase == EXHAUST else worth, legal, coin)


def card_worth(damage: I8, heal: I8, guard: I8) -> I16:
    """Return [7, n] what having a card is worth, in half HP; Weapon and Rest count for what they threaten and allow."""
    worth = 2 * damage.astype(np.int16) + heal + np.minimum(guard, 3)
    worth[WEAPON] += 2
    worth[REST] += 3
    return worth
