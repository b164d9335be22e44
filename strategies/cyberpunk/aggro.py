"""Aggro: Gigs before fights, and everybody attacks.

It raids whenever a theft is worth more than the Unit that a fight would defeat, whatever Blockers stand there, sends
its own Blockers to attack as well, and hardly ever blocks: a Blocker that would fall is worth twice what it saves.

Measured against `random`: 100.0 % of points, mean over decks.
"""

from typing import Final

from sim.arrays import I16, Coin, Sets
from sim.rulesets.cyberpunk.state import View
from strategies.cyberpunk._weigh import PRESETS, choose

_WEIGHTS: Final = PRESETS["aggro"]


def act(view: View, legal: Sets, coin: Coin) -> I16:
    """Return [n] the best action by these weights."""
    return choose(view, legal, coin, _WEIGHTS)
