"""What one card does to another, from printed facts: the one-round matrix that readers of hands reason with.

Values are in quarter HP. They count damage, losses, heals, counters, an execution, and cards that come back; what
comes after the round is summed up in the worth of Energy and of cards. All arrays [7, 7, P]: my card, the rival's
card, pair of characters.
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from sim.arrays import I8, I16, U8, Bool
from sim.rulesets.massiveverse.state import REST, WEAPON

if TYPE_CHECKING:
    from sim.rulesets.massiveverse.tables import Facts

HP: Final = 4  # one HP in units of value
ENERGY: Final = 3  # one Energy
CARD: Final = 2  # one card more in hand
EXECUTION: Final = 60  # more than any round can bring


def dealt(mine: "Facts", theirs: "Facts") -> I8:
    """Return the damage that each of my cards deals to the rival against each of his."""
    counters, countered = _counters(mine, theirs), _counters(theirs, mine).swapaxes(0, 1)
    attack = mine.damage[:, None] + mine.vicious[:, None] * counters
    guard = theirs.guard[None] * ~(counters | (mine.unblockable[:, None] != 0))
    passed: I8 = (attack - np.minimum(attack, guard)) * ~countered
    return passed


def taken(mine: "Facts", theirs: "Facts") -> I8:
    """Return the damage that each of my cards lets through from each of the rival's."""
    return dealt(theirs, mine).swapaxes(0, 1)


def exchange(mine: "Facts", theirs: "Facts") -> I16:
    """Return what each of my cards is worth against each of the rival's, less what his is worth."""
    worth: I16 = _brings(mine, theirs) - _brings(theirs, mine).swapaxes(0, 1)
    worth[WEAPON, REST] += EXECUTION
    worth[REST, WEAPON] -= EXECUTION
    return worth


def _brings(one: "Facts", two: "Facts") -> I16:
    """Return what `one`'s card brings: damage that passes, its effects, a counter, itself if it comes back."""
    counters, countered = _counters(one, two), _counters(two, one).swapaxes(0, 1)
    gain = HP * (one.heal.astype(np.int16) + one.loss - one.recoil) + ENERGY * one.energy.astype(np.int16)
    gain += CARD * (one.exhaust.astype(np.int16) + one.ready + 2 * one.banish.astype(np.int16))
    return HP * dealt(one, two).astype(np.int16) + gain[:, None] * ~countered + ENERGY * counters + CARD * countered


def _counters(one: "Facts", two: "Facts") -> Bool:
    bars: U8 = one.counters[:, None] & two.symbol[None]
    return bars != 0
