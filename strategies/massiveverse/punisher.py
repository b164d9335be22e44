"""Punisher: waits for the Rest that must come.

It reads the public discard: the more the rival has exhausted while he holds Rest, the more it trusts its Weapon,
which executes a resting rival; till then it trades blows and seldom gives the Weapon away. It rests four times as
gladly while the rival holds no Weapon.

Measured against `random`: 66.3 % of points, mean over characters.
"""

import numpy as np

from sim import pick
from sim.arrays import I16, Coin, Sets
from sim.rulesets.massiveverse.state import BLOCK, REST, SELECT, WEAPON, View
from strategies.massiveverse._upkeep import upkeep

_REST = np.uint8(1 << REST)
_WEAPON = np.uint8(1 << WEAPON)


def act(view: View, legal: Sets, coin: Coin) -> I16:
    """Return [n] a card; the Weapon's odds grow with the square of what the rival has exhausted."""
    if view.phase != SELECT:
        return upkeep(view, legal, coin)
    spent = np.bitwise_count(view.rival_discard).astype(np.int16)
    prey = (view.rival_hand & _REST) != 0
    odds = 2 * view.mine("damage").astype(np.int16) + 1
    odds[WEAPON] = 1 + prey * spent * spent * 2
    odds[BLOCK] = 1 + np.bitwise_count(view.rival_hand) // 3
    threatened = (view.rival_hand & _WEAPON) != 0
    odds[REST] = np.bitwise_count(view.discard) * np.where(threatened, 1, 4)
    return pick.odds(odds, legal, coin)
