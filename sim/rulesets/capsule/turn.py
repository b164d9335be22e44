"""What a player may do (README.md, 3 and 4): payable actions with their targets, combos, sacrifices, removals, a pass.

Sets of actions are words of 48 bits, sixteen for each place of the own row (state.py), made of three short words.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.arrays import I8, U8, U16, U64, Bool, Rows, both
from sim.rulesets.capsule.sets import as_bits, as_lanes, beside, packed
from sim.rulesets.capsule.state import (
    AIMS_FREELY,
    BONUS,
    BOSS,
    COMBO,
    DISCARDS,
    HITS_HARD,
    MAIN,
    MORE,
    PASS,
    PRICE,
    REMOVE,
    SACRIFICE,
    WORD,
    State,
)
from sim.rulesets.capsule.tables import (
    NATURE,
    STEALTH,
    TAUNT,
    THRIFT,
    TOLL,
    UPKEEP,
)

_ENOUGH: Final = 15  # PV for any price: 7, and a toll of 3 at most
_PASS: Final = np.uint64(1 << PASS)


def options(state: State, phase: int, seat: int, rows: Rows) -> U64:
    """Return [1, n] the sets of what `seat` may do in `rows`, which wait in `phase`."""
    if phase == BONUS:
        return _DISCARDS.take(both(state.pile[seat], rows), mode="clip")[None]
    if phase == MORE:
        return (np.uint64(1) << state.action[rows].astype(np.uint64) | _PASS)[None]  # 7.4: another card, or none
    return _joined(_act(state, phase, seat, rows))


def served(state: State, rows: Rows) -> tuple[int, Bool | None]:
    """Return the phase (without the seat) that most of `rows` wait in, and where they do, [n]; None: everywhere."""
    waits = state.phase[rows]
    if not len(waits):
        return MAIN, None
    live = waits == waits[0]
    if live.all():
        return int(waits[0]) & ~1, None
    if 2 * np.count_nonzero(live) <= len(live):
        live = waits == np.bincount(waits).argmax()
    return int(waits[live.argmax()]) & ~1, live


def only(live: Bool | None, field: NDArray[Any], rows: Rows, values: NDArray[Any]) -> None:
    """Do `field[rows] = values` where `live` [n]."""
    if live is None:
        field[rows] = values
    else:
        old = field[rows]
        field[rows] = old ^ ((old ^ values) & -live.view(np.int8))


def idle(sets: U64, live: Bool | None) -> U64:
    """Return the sets [1, n], with nothing but a pass for the games that are not `live` [n]."""
    if live is not None:
        held = -live.view(np.int8).astype(np.int64).view(np.uint64)
        sets &= held
        sets |= ~held & _PASS
    return sets


def _joined(words: U16) -> U64:
    """Return the three short words [3, n] of sets as one [1, n]."""
    first, second, third = words.astype(np.uint64)
    return (first | second << np.uint64(WORD) | third << np.uint64(2 * WORD))[None]


def _act(state: State, phase: int, seat: int, rows: Rows) -> U16:
    """3.2: removals, then one act."""
    team, theirs = both(state.pv[seat], rows) > 0, both(state.pv[1 - seat], rows) > 0
    foes, extra = as_bits(theirs), state.extra[rows]
    reached = _targets(state, seat, rows, team, theirs, foes)
    words = np.empty((3, reached.shape[2]), np.uint16)
    for place in range(3):
        wide = reached[place].astype(np.uint16)
        words[place] = wide[0] | wide[1] << 3 | wide[2] << 6
    none = (words[0] | words[1] | words[2]) == 0
    words |= _capsules(state, seat, rows, team, extra)
    words |= _combos(state, seat, rows, reached[0], foes).astype(np.uint16) << COMBO
    words[0] |= (none | (extra != 0)).view(np.uint8).astype(np.uint16) << PASS  # 3.8
    if phase == MAIN:
        _skip(words, state.owes[seat][rows])
    return words


def _skip(words: U16, owes: I8) -> None:
    """3.1: a skipped turn is a forced pass."""
    if owes.any():
        words &= owes.view(np.uint8).astype(np.uint16) - np.uint16(1)
        words[0] |= owes.view(np.uint8).astype(np.uint16) << PASS


def _targets(state: State, seat: int, rows: Rows, team: Bool, theirs: Bool, foes: U8) -> U8:
    """Return [3, 3, n] bits of the targets that each action of each place may choose, none if it cannot be chosen."""
    costs = both(state.costs[seat], rows)
    able = team & (as_lanes(state.stunned[seat][rows]) == 0)
    allowed = _payable(state, seat, rows, team, theirs) & able[:, None]
    opposite = theirs.view(np.uint8)[:, None]
    found: U8 = ((costs >> np.uint8(3)) & np.uint8(1)) * _exposed(
        both(state.traits[1 - seat, NATURE], rows), theirs, foes
    )
    found |= ((costs >> np.uint8(4)) & np.uint8(1)) * as_bits(team)
    found |= (costs >> np.uint8(5)) & np.uint8(1)
    found |= (costs >> np.uint8(6)) & opposite
    found &= -allowed.view(np.uint8)
    return found


def _exposed(marks: U8, living: Bool, foes: U8) -> U8:
    """Return [n] bits of the rivals that an action with aim `rival` may choose (6.14, 6.15).

    `marks` [3, n] is their nature (traits), `living` [3, n] and `foes` [n] say who lives.
    """
    taunting = as_bits(((marks & np.uint8(TAUNT)) != 0) & living)
    plain = as_bits(((marks & np.uint8(STEALTH)) == 0) & living)
    shown = plain | foes & -(plain == 0).view(np.uint8)
    return taunting | shown & -(taunting == 0).view(np.uint8)


def surcharge(mine: U8, theirs: U8, team: U8, foes: U8) -> I8:
    """Return [3, n] what a place's prices are changed by: the toll opposite, less the thrift of its neighbours (3.5).

    `mine` and `theirs` [3, n] are the upkeep of both teams (traits), `team` and `foes` [3, n] 255 for their living.
    """
    return (packed(theirs, TOLL) & foes).view(np.int8) - beside(packed(mine, THRIFT) & team).view(np.int8)


def _payable(state: State, seat: int, rows: Rows, team: Bool, theirs: Bool) -> Bool:
    """Return [3, 3, n] where the price can be paid from the PV, or from the initial PV by a forced removal (3.5)."""
    costs = both(state.costs[seat], rows)
    pv = both(state.pv[seat], rows)
    most = pv.astype(np.int8) & np.int8(_ENOUGH) | -(pv > _ENOUGH).view(np.int8) & np.int8(_ENOUGH)
    refill = (both(state.capsules[seat], rows) > 0) & (state.removed[rows] == 0)
    refilled = both(state.initial[seat], rows) * refill.view(np.int8)
    most = np.maximum(most, refilled)
    mine, rivals = (both(state.traits[s, UPKEEP], rows) for s in (seat, 1 - seat))
    most -= surcharge(mine, rivals, -team.view(np.uint8), -theirs.view(np.uint8))
    return most[:, None] >= (costs & np.uint8(PRICE)).view(np.int8)


def _capsules(state: State, seat: int, rows: Rows, team: Bool, extra: I8) -> U16:
    """3.3 and 3.7: capsules that may be removed, and characters that may be sacrificed."""
    some = both(state.capsules[seat], rows) > 0
    removable = some & (state.removed[rows] == 0)
    last = team & ~some & (extra == 0)
    marks = removable.view(np.uint8) * np.uint8(1 << REMOVE - SACRIFICE) | last.view(np.uint8)
    return marks.astype(np.uint16) << SACRIFICE


def _combos(state: State, seat: int, rows: Rows, reached: U8, foes: U8) -> U8:
    """7.3: return [3, n] bits of the targets of each of the BOSS's attacks that a combo may strengthen."""
    ready = (state.row[seat][rows] == BOSS) & (state.combos[seat][rows] > 0) & (state.pile[seat][rows] != 0)
    costs = both(state.costs[seat, 0], rows)
    strikes = -(((costs & HITS_HARD) != 0) & ready & (reached != 0)).view(np.uint8)
    area = -((costs & AIMS_FREELY) >> 5)
    return (reached & ~area | foes & area) & strikes


def _discards() -> U64:
    """Return [32] the sets of bonus choices by combo pile: any of its cards, or none (7.2)."""
    sets = np.full(32, _PASS)
    for slot, action in enumerate(DISCARDS):
        sets |= (np.arange(32, dtype=np.uint64) >> np.uint64(slot) & np.uint64(1)) << np.uint64(action)
    return sets


_DISCARDS: Final = _discards()
