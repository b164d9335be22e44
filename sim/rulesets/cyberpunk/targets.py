"""What a sentence may choose (README.md, 9.2): cards of either player within a limit, and dice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.arrays import I8, U64, Index, Integer
from sim.cardtext.sets import NONE, bit, each, gathered, get, true_at
from sim.rulesets.cyberpunk.board import at_most, face_down, face_of, fact, kinds, of, wide
from sim.rulesets.cyberpunk.gigs import relative
from sim.rulesets.cyberpunk.ops import Limit, What
from sim.rulesets.cyberpunk.state import State

Words = tuple[U64, U64]  # own and rival cards


@dataclass(frozen=True)
class Asked:
    """Sentences that choose something, all [n]."""

    seat: Index
    this: Index
    what: I8
    limit: I8
    most: Integer


@dataclass(frozen=True)
class Options:
    """What may be chosen, as words of actions, [n]."""

    own: U64
    rival: U64
    dice: U64


def at_step(state: State, rows: Index) -> Asked:
    """Return the step at which each row stands."""
    return at(state, wide(state.me, rows), wide(state.this, rows), wide(state.pc, rows))


def at(state: State, seat: Index, this: Index, address: Index) -> Asked:
    """Return the step at an address [n]."""
    program = state.tables.program
    return Asked(seat, this, program.what[address], program.limit[address], program.most[address])


def options(state: State, rows: Index, asked: Asked) -> Options:
    """Return what may be chosen."""
    own, rival, dice = (np.zeros(len(rows), np.uint64) for _ in range(3))
    for kind in np.bincount(asked.what).nonzero()[0].tolist():
        some = true_at(asked.what == kind)
        if kind in _DICE:
            dice[some] = _dice(state, rows[some], asked.seat[some], What(kind))
        else:
            own[some], rival[some] = _CARDS[What(kind)](state, rows[some], asked.seat[some], asked.this[some])
    return Options(*_within(state, rows, asked, (own, rival)), dice)


_Find = Callable[[State, Index, Index, Index], Words]  # (state, rows, seat, this)


def _dice(state: State, rows: Index, seat: Index, what: What) -> U64:
    own, rival = (get(state.gigs, of(state, side, rows)) for side in (seat, 1 - seat))
    return relative({What.OWN_GIG: own, What.RIVAL_GIG: rival}.get(what, own | rival), seat)


_DICE: Final = (What.GIG, What.OWN_GIG, What.RIVAL_GIG)


def _units(of_own: bool, of_rival: bool, spent: bool = False) -> _Find:
    def found(state: State, rows: Index, seat: Index, this: Index) -> Words:
        sides = [of(state, side, rows) for side in (seat, 1 - seat)]
        field = [get(state.field, x) & (get(state.spent, x) if spent else ~NONE) for x in sides]
        return field[0] if of_own else field[0] & NONE, field[1] if of_rival else field[1] & NONE

    return found


def _others(state: State, rows: Index, seat: Index, this: Index) -> Words:
    own = get(state.field, of(state, seat, rows)) & ~bit(this)
    return own, own & NONE


def _gear(of_own: bool, of_rival: bool) -> _Find:
    def found(state: State, rows: Index, seat: Index, this: Index) -> Words:
        own, rival = (get(state.gear, of(state, side, rows)) for side in (seat, 1 - seat))
        return own if of_own else own & NONE, rival if of_rival else rival & NONE

    return found


def _in_hand_or_trash(state: State, rows: Index, seat: Index, cards: U64, hand: bool) -> Words:
    x = of(state, seat, rows)
    held = get(state.trash, x) | (get(state.hand, x) if hand else NONE)
    found = held & cards.take(kinds(state, x))
    return found, found & NONE


def _other_in_trash(state: State, rows: Index, seat: Index, this: Index) -> Words:
    own, none = _in_hand_or_trash(state, rows, seat, state.tables.unit, hand=False)
    return own & ~bit(this), none


def _face_down(state: State, rows: Index, seat: Index, this: Index) -> Words:
    own = face_down(state, of(state, seat, rows))
    return own, own & NONE


_CARDS: Final[dict[What, _Find]] = {
    What.OWN_UNIT: _units(True, False),
    What.RIVAL_UNIT: _units(False, True),
    What.UNIT: _units(True, True),
    What.OTHER_OWN_UNIT: _others,
    What.SPENT_UNIT: _units(True, True, spent=True),
    What.OWN_GEAR: _gear(True, False),
    What.RIVAL_GEAR: _gear(False, True),
    What.GEAR: _gear(True, True),
    What.UNIT_IN_HAND_OR_TRASH: lambda state, rows, seat, _: _in_hand_or_trash(
        state, rows, seat, state.tables.unit, hand=True
    ),
    What.PROGRAM_IN_HAND_OR_TRASH: lambda state, rows, seat, _: _in_hand_or_trash(
        state, rows, seat, state.tables.programs, hand=True
    ),
    What.OTHER_UNIT_IN_TRASH: _other_in_trash,
    What.FACE_DOWN_LEGEND: _face_down,
}


def _within(state: State, rows: Index, asked: Asked, words: Words) -> Words:
    """Return the cards that are within the limit of the sentence."""
    if not asked.limit.any():
        return words
    d20: Integer = _shown_d20(state, rows, asked.seat)
    found = []
    for side, cards in zip((asked.seat, 1 - asked.seat), words, strict=True):
        kept = cards.copy()
        for kind, test, bound in (
            (Limit.POWER, _weak, asked.most),
            (Limit.COST, cheap, asked.most),
            (Limit.D20, _weak, d20),
        ):
            some = true_at((asked.limit == kind) & (cards != NONE))
            if len(some):
                kept[some] = test(state, rows[some], side[some], cards[some], bound[some])
        found.append(kept)
    return found[0], found[1]


def _shown_d20(state: State, rows: Index, seat: Index) -> Index:
    """Return [n] the highest face of the own Gigs that are d20s, -1 without one."""
    gigs, faces = get(state.gigs, of(state, seat, rows)), state.faces.take(rows)
    found = [np.where(gigs >> die & 1 != 0, face_of(faces, np.full(len(rows), die)), -1) for die in (5, 11)]
    return np.maximum(found[0], found[1])


def cheap(state: State, rows: Index, seat: Index, cards: U64, most: Integer) -> U64:
    """Return [n] those of `cards` whose cost is `most` [n] or less."""
    at, slot = each(cards)
    fits = fact(state, state.tables.cost, of(state, seat, rows)[at], slot) <= most[at]
    return gathered(at[fits], slot[fits], len(rows))


def _weak(state: State, rows: Index, seat: Index, cards: U64, most: Integer) -> U64:
    """Power is that of the moment; of a Gear the printed bonus."""
    x = of(state, seat, rows)
    gear = cards & state.tables.gear.take(kinds(state, x))
    at, slot = each(gear)
    fits = fact(state, state.tables.printed, x[at], slot) <= most[at]
    return at_most(state, seat, rows, cards & ~gear, most) | gathered(at[fits], slot[fits], len(rows))
