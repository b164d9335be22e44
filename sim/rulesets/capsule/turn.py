"""What a player may do (README.md, 3 and 4): payable actions with their targets, combos, sacrifices, removals, a pass.

Sets of actions are words of 48 bits, sixteen for each place of the own row (state.py). What a character can pay for is
looked up by its card and its purse (tables.py: options); who may be aimed at is cut out of that.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.arrays import I8, I16, U8, U16, U32, U64, Bool, Rows, both, count
from sim.rulesets.capsule.sets import as_bits, as_lanes, beside, packed
from sim.rulesets.capsule.state import BONUS, BOSS, COMBO, DISCARDS, MAIN, MORE, PASS, REMOVE, SACRIFICE, WORD, State
from sim.rulesets.capsule.tables import (
    AT_OWN,
    AT_RIVAL,
    COMBO_ON_ANY,
    COMBO_ON_ONE,
    FACED,
    NATURE,
    NO_CHOICE,
    NO_PURSE,
    PURSES,
    STEALTH,
    TAUNT,
    THRIFT,
    TOLL,
    UPKEEP,
)

_ENOUGH: Final = 15  # PV for any price: 7, and a toll of 3 at most
_PASS: Final = np.uint64(1 << PASS)
_EACH: Final = np.uint32(0b001_001_001)  # times three bits: these for each action
_ALL: Final = np.uint32(0b111_111_111)


def options(state: State, phase: int, seat: int, rows: Rows, live: Bool | None) -> U64:
    """Return [1, n] the sets of what `seat` may do in `rows`, which wait in `phase` where `live` [n]: else a pass."""
    if phase == BONUS:
        return _idle(_DISCARDS.take(both(state.pile[seat], rows), mode="clip"), live)[None]
    if phase == MORE:  # 7.4: another card, or none
        return _idle(np.uint64(1) << state.action[rows].astype(np.uint64) | _PASS, live)[None]
    return _act(state, phase, seat, rows, live)[None]


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


def _idle(sets: U64, live: Bool | None) -> U64:
    """Return the sets [n], with nothing but a pass for the games that are not `live` [n]."""
    if live is None:
        return sets
    held = -live.view(np.int8).astype(np.int64).view(np.uint64)
    return sets & held | ~held & _PASS


def _act(state: State, phase: int, seat: int, rows: Rows, live: Bool | None) -> U64:
    """3.2: return [n] the sets of removals, then one act; of who is not `live`, or skips the turn (3.1), a pass."""
    side = _Side.of(state, seat, rows, _awake(state, phase, seat, rows, live))
    theirs = both(state.pv[1 - seat], rows) > 0
    foes = as_bits(theirs)
    choices = _choices(state, seat, rows, side, theirs)
    actions = _actions(choices, _exposed(both(state.traits[1 - seat, NATURE], rows), foes), side.own)
    none = (actions[0] | actions[1] | actions[2]) == 0
    rest = _others(state, rows, side, none) | _combos(state, seat, rows, (choices[0], actions[0], foes))
    return _joined(actions) | _REST.take(rest.astype(np.intp), mode="clip")


@dataclass
class _Side:
    """The team that is to act, [3, n] by place."""

    pv: I16
    living: Bool
    capsules: Bool  # who has one
    own: U8  # [n] bits of the living
    awake: U8  # [n] 255 where there may be something to do, else 0

    @classmethod
    def of(cls, state: State, seat: int, rows: Rows, awake: U8) -> "_Side":
        pv, capsules = both(state.pv[seat], rows), both(state.capsules[seat], rows)
        living = pv > 0
        return cls(pv, living, capsules > 0, as_bits(living), awake)


def _awake(state: State, phase: int, seat: int, rows: Rows, live: Bool | None) -> U8:
    """Return [n] 255 where there may be something to do, else 0."""
    skips = state.owes[seat][rows] if phase == MAIN else np.zeros(count(rows, len(state)), np.int8)
    awake = skips - np.int8(1)
    return (awake if live is None else awake & -live.view(np.int8)).view(np.uint8)


def _joined(actions: U32) -> U64:
    """Return [n] the words [3, n] of each place as one."""
    first = actions[0] | actions[1] << np.uint32(WORD)
    return first.astype(np.uint64) | actions[2].astype(np.uint64) << np.uint64(2 * WORD)


def _actions(choices: U32, rivals: U8, team: U8) -> U32:
    """4.1: return [3, n] nine bits of the targets of each place's actions.

    `choices` [3, n] as in the table, `rivals` and `team` [n] the bits of who can be chosen.
    """
    allowed = rivals.astype(np.uint32) * (_EACH << np.uint32(AT_RIVAL))
    allowed |= team.astype(np.uint32) * (_EACH << np.uint32(AT_OWN))
    held = choices & (allowed | _EACH << np.uint32(NO_CHOICE))
    held |= held >> np.uint32(AT_OWN)
    return (held | held >> np.uint32(AT_RIVAL)) & _ALL


def _choices(state: State, seat: int, rows: Rows, side: _Side, theirs: Bool) -> U32:
    """Return [3, n] what can be paid for (tables.py), nothing for who has fallen or is stunned."""
    able = as_lanes(~state.stunned[seat][rows] & side.awake) & side.living.view(np.uint8)
    purse = _purse(state, seat, rows, side, theirs) + np.int8(NO_PURSE)
    spends = (purse.view(np.uint8) | theirs.view(np.uint8) * np.uint8(FACED)) & -able
    entry = both(state.card[seat], rows).view(np.uint16) * np.uint16(PURSES) | spends
    return state.tables.options.take(entry.astype(np.intp), mode="clip")


def _exposed(marks: U8, foes: U8) -> U8:
    """Return [n] bits of the rivals that an action with aim `rival` may choose (6.14, 6.15).

    `marks` [3, n] is their nature (traits), `foes` [n] are bits of who lives.
    """
    held = marks & np.uint8(TAUNT | STEALTH)
    both_kinds = held[0] | held[1] * np.uint8(2) | held[2] * np.uint8(4)
    taunting, plain = both_kinds & foes, foes & ~(both_kinds // np.uint8(STEALTH))
    shown = plain | foes & -(plain == 0).view(np.uint8)
    return taunting | shown & -(taunting == 0).view(np.uint8)


def _purse(state: State, seat: int, rows: Rows, side: _Side, theirs: Bool) -> I8:
    """3.5: return [3, n] the printed price that can be paid, from the PV or after a forced removal: -3 to 26."""
    enough = np.full(len(side.own), _ENOUGH, np.int16)  # a minimum against one number takes six times as long
    most = np.minimum(side.pv, enough).astype(np.int8)
    refill = side.capsules & (state.removed[rows] == 0)
    most = np.maximum(most, both(state.initial[seat], rows) * refill.view(np.int8))
    mine, rivals = (both(state.traits[s, UPKEEP], rows) for s in (seat, 1 - seat))
    toll = packed(rivals, TOLL) & -theirs.view(np.uint8)
    thrift = beside(packed(mine, THRIFT) & -side.living.view(np.uint8))
    return most - toll.view(np.int8) + thrift.view(np.int8)


def _others(state: State, rows: Rows, side: _Side, none: Bool) -> U16:
    """Return [n] what else may be done, as in _REST: 3.3, removals; 3.7, sacrifices; 3.8, a pass.

    `none` [n]: there is no action.
    """
    some, again = as_bits(side.capsules), state.extra[rows] != 0
    removable = some & -(state.removed[rows] == 0).view(np.uint8)
    last = side.own & ~some & (again.view(np.uint8) - np.uint8(1))
    passes = (none | again).view(np.uint8) * np.uint8(_PASSES)
    return ((removable | last * np.uint8(_LAST)) & side.awake | passes).astype(np.uint16)


def _combos(state: State, seat: int, rows: Rows, what: tuple[U32, U32, U8]) -> U16:
    """7.3: return [n] the targets of each of the BOSS's attacks that a combo may strengthen, as in _REST.

    `what`: its choices as in the table, its actions, and the bits of the rivals, all [n].
    """
    choices, actions, foes = what
    ready = (state.row[seat][rows] == BOSS) & (state.combos[seat][rows] > 0) & (state.pile[seat][rows] != 0)
    narrow, each = choices.astype(np.uint16), np.uint16(_EACH)
    on_one, on_any = (narrow >> np.uint16(COMBO_ON_ONE)) & each, (narrow >> np.uint16(COMBO_ON_ANY)) & each
    targets = (actions.astype(np.uint16) & (on_one * np.uint16(7))) | on_any * foes
    return (targets << np.uint16(7)) & -ready.view(np.int8).astype(np.uint16)


def _discards() -> U64:
    """Return [32] the sets of bonus choices by combo pile: any of its cards, or none (7.2)."""
    sets = np.full(32, _PASS)
    for slot, action in enumerate(DISCARDS):
        sets |= (np.arange(32, dtype=np.uint64) >> np.uint64(slot) & np.uint64(1)) << np.uint64(action)
    return sets


_DISCARDS: Final = _discards()

_LAST, _PASSES = 8, 64  # in _REST: bits 0 to 2 removals, these on sacrifices, a pass; from bit 7 on targets of combos


def _rest() -> U64:
    """Return [2^16] the sets of all that is no plain action, by `_others` and `_combos`."""
    index = np.arange(1 << 16, dtype=np.uint64)
    bits = [WORD * place + REMOVE for place in range(3)] + [WORD * place + SACRIFICE for place in range(3)] + [PASS]
    bits += [WORD * number + COMBO + target for number in range(3) for target in range(3)]
    sets = np.zeros_like(index)
    for at, bit in enumerate(bits):
        sets |= (index >> np.uint64(at) & np.uint64(1)) << np.uint64(bit)
    return sets


_REST: Final = _rest()
