"""Random: any legal action, all equally likely. The floor that every other strategy must clear."""

from sim import pick
from sim.arrays import I16, Coin, Sets
from sim.rulesets.kuhn.state import View


def act(_view: View, legal: Sets, coin: Coin) -> I16:
    """Return [n] a uniform choice."""
    return pick.uniform(legal, coin)
