"""What one card does against another, from printed facts: the one-round matrix that the readers of hands reason with.

Values are in quarter HP, for me. They count damage, losses, heals, counters, an execution and cards that come back; what
comes after the round is summed up in the worth of Energy and of cards.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sim.arrays import I8, I16, U8, Bool
from sim.rulesets.massiveverse.state import HEALTH, REST, WEAPON, View

HP = 4  # one HP in units of value
ENERGY = 3  # one Energy
CARD = 2  # one card more in hand
EXECUTION = 60  # more than any round can bring
KILL = 40


@dataclass(frozen=True)
class Side:
    """The facts of one player's cards, [7, n] each, and his position [n]."""

    damage: I8
    vicious: I8
    guard: I8
    pierce: Bool
    gain: I16  # what the card's effects bring when it resolves, in units
    counters: U8
    symbol: U8
    health: I8


def sides(view: View) -> tuple[Side, Side]:
    """Return what I and my rival may play."""
    mine = _side(view.mine, view.health, view.discard)
    theirs = _side(view.theirs, view.rival_health, view.rival_discard)
    return mine, theirs


def _side(fact: Callable[[str], I8], health: I8, discard: U8) -> Side:
    heal = np.minimum(fact("heal"), HEALTH - health)
    gain = HP * (heal.astype(np.int16) + fact("loss") - fact("recoil")) + ENERGY * fact("energy").astype(np.int16)
    gain += CARD * (fact("exhaust").astype(np.int16) + fact("ready") + 2 * fact("banish").astype(np.int16))
    gain[REST] += CARD * np.bitwise_count(discard)
    return Side(
        damage=fact("damage"),
        vicious=fact("vicious"),
        guard=fact("guard"),
        pierce=fact("unblockable") != 0,
        gain=gain,
        counters=fact("counters").view(np.uint8),
        symbol=fact("symbol").view(np.uint8),
        health=health,
    )


def value(me: Side, rival: Side, i: int, j: int) -> I16:
    """Return [n] what my card `i` against the rival's card `j` is worth to me."""
    i_counter = (me.counters[i] & rival.symbol[j]) != 0
    j_counters = (rival.counters[j] & me.symbol[i]) != 0
    total = _brings(me, rival, (i, j), i_counter, j_counters) - _brings(rival, me, (j, i), j_counters, i_counter)
    if (i, j) == (WEAPON, REST):
        total += EXECUTION
    if (i, j) == (REST, WEAPON):
        total -= EXECUTION
    return total


def _brings(one: Side, two: Side, cards: tuple[int, int], counters: Bool, countered: Bool) -> I16:
    """Return [n] what `one`'s card brings him: damage that passes, effects, a counter, and the card if it comes back."""
    i, j = cards
    attack = one.damage[i] + one.vicious[i] * counters
    guard = two.guard[j] * ~(one.pierce[i] | counters)
    dealt = attack - np.minimum(attack, guard)
    brings = HP * dealt.astype(np.int16) + KILL * (dealt >= two.health) + one.gain[i]
    brings *= ~countered
    return brings + ENERGY * counters + CARD * countered
