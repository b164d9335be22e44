"""Random: any legal action, all equally likely. The floor that every other strategy must clear.

Against itself seat 0 loses exactly 5/64 chips a game, in 65/16 decisions.
"""

from sim import pick
from sim.arrays import I16, Coin, Sets
from sim.rulesets.leduc.state import View


def act(_view: View, legal: Sets, coin: Coin) -> I16:
    """Return [n] a uniform choice."""
    return pick.uniform(legal, coin)
