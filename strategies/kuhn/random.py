"""Random: any legal action, all equally likely. The floor that every other strategy must clear.

Against itself seat 0 wins exactly 1/8 of a chip a game, in 9/4 decisions.
"""

from typing import Final

from sim import pick
from sim.arrays import I16, Coin, Sets

BLIND: Final = True


def act(_view: None, legal: Sets, coin: Coin) -> I16:
    """Return [n] a uniform choice."""
    return pick.uniform(legal, coin)
