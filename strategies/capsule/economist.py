"""Economist: damage for the PV paid.

A PV of its own is worth as much to it as one of the rival's: what an attack costs him less what it costs itself, with
little regard for who falls.

Measured against `random`: 99.9 % of points, mean over decks.
"""

from typing import Final

from sim.arrays import I16, Coin, Sets
from sim.rulesets.capsule.state import View
from strategies.capsule._weigh import PRESETS, choose

_WEIGHTS: Final = PRESETS["economist"]


def act(view: View, legal: Sets, coin: Coin) -> I16:
    """Return [n] the best action by these weights."""
    return choose(view, legal, coin, _WEIGHTS)
