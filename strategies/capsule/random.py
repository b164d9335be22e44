"""Random: any legal action, all equally likely. The floor that every other strategy must clear.

It scores 50 % against itself, by symmetry.
"""

from typing import Final

from sim import pick
from sim.arrays import I16, Coin, Sets

BLIND: Final = True


def act(_view: None, legal: Sets, coin: Coin) -> I16:
    """Return [n] a uniform choice."""
    return pick.uniform(legal, coin)
