"""Conditions of texts (README.md, 9.2): each a small function from rows to where it holds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.arrays import I8, Bool, Index
from sim.cardtext.sets import NONE, get, has, true_at
from sim.rulesets.cyberpunk.board import ahead, cred, face_of, fact, in_play, kinds, of, power, showing, shown, wide
from sim.rulesets.cyberpunk.ops import If
from sim.rulesets.cyberpunk.state import A_DIE, State


@dataclass(frozen=True)
class Context:
    """Who asks, about what: n texts, all [n]."""

    seat: Index
    this: Index
    it: Index  # 64 * seat + slot, A_DIE + die, or -1
    address: Index  # of the step

    def of(self, at: Index) -> "Context":
        """Return the texts at the places `at`."""
        return Context(self.seat[at], self.this[at], self.it[at], self.address[at])


def in_progress(state: State, rows: Index) -> Context:
    """Return the step at which each row stands."""
    return Context(wide(state.me, rows), wide(state.this, rows), wide(state.it, rows), wide(state.pc, rows))


def holds(state: State, rows: Index, context: Context) -> Bool:
    """Return [n] where the condition of a step holds."""
    kinds_of = state.tables.program.when[context.address]
    found = np.ones(len(rows), bool)
    for kind in np.bincount(kinds_of).nonzero()[0].tolist():
        if kind != If.ALWAYS:
            at = true_at(kinds_of == kind)
            found[at] = _TESTS[If(kind)](_Asked(state, rows[at], context.of(at)))
    return found


@dataclass(frozen=True)
class _Asked:
    """One kind of condition, asked of some rows."""

    state: State
    rows: Index
    context: Context

    @property
    def seat(self) -> Index:
        return self.context.seat

    @property
    def x(self) -> Index:
        return of(self.state, self.seat, self.rows)

    @property
    def a(self) -> I8:
        return self.state.tables.program.a[self.context.address]

    @property
    def b(self) -> I8:
        return self.state.tables.program.b[self.context.address]

    def faces(self) -> np.ndarray:
        """Return [12, n] the own Gigs."""
        return shown(self.state, self.x, self.rows)

    def chosen(self, seat: Index, slot: Index) -> Bool:
        """Return whether a card is one of those that the condition looks at."""
        tables = self.state.tables
        kind = kinds(self.state, of(self.state, seat, self.rows))
        return has(tables.chosen[tables.program.cards[self.context.address], kind], slot)


def _behind(asked: _Asked) -> Bool:
    return ahead(asked.state, 1 - asked.seat, asked.rows)


def _even(asked: _Asked) -> Bool:
    own = cred(asked.state, asked.x, asked.rows)
    return (own >= 0) & (own & 1 == 0)


def _differ(asked: _Asked) -> Bool:
    own, other = (
        np.maximum(cred(asked.state, of(asked.state, seat, asked.rows), asked.rows), 0)
        for seat in (asked.seat, 1 - asked.seat)
    )
    return np.abs(own - other) >= asked.a


def values(faces: np.ndarray) -> np.ndarray:
    """Return [n] the set of faces that are shown among `faces` [12, n]."""
    words = np.uint32(1) << faces.astype(np.uint32)
    return np.bitwise_or.reduce(words, axis=0) & ~np.uint32(1)


def pairs(faces: np.ndarray) -> Index:
    """Return [n] how many pairs there are among `faces` [12, n] (2.5)."""
    total = np.zeros(faces.shape[1], np.intp)
    for face in range(1, 21):
        total += (faces == face).sum(axis=0) // 2
    return total


def _is_card(it: Index) -> Bool:
    return (it >= 0) & (it < A_DIE)


def _cost_is_gig(asked: _Asked) -> Bool:
    seat, slot = asked.context.it >> 6, asked.context.it & 63
    cost = fact(asked.state, asked.state.tables.cost, of(asked.state, seat & 1, asked.rows), slot)
    return shows(asked, cost) & _is_card(asked.context.it)


def shows(asked: _Asked, number: np.ndarray) -> Bool:
    """Return whether one of the own Gigs shows `number` [n]."""
    return ((asked.faces() == number) & (number > 0)).any(axis=0)


def _became_min(asked: _Asked) -> Bool:
    it = asked.context.it
    face = face_of(asked.state.faces.take(asked.rows), np.maximum(it - A_DIE, 0))
    return (it >= A_DIE) & (face == 1) & (asked.state.was.take(asked.rows) != 1)


def _it_is(asked: _Asked) -> Bool:
    it = asked.context.it
    return asked.chosen((it >> 6) & 1, it & 63) & _is_card(it)


def _strong(asked: _Asked) -> Bool:
    here = has(in_play(asked.state, asked.x), asked.context.this)
    return here & (power(asked.state, asked.seat, asked.rows, asked.context.this) >= asked.a)


def _all_up(asked: _Asked) -> Bool:
    state, x = asked.state, asked.x
    return (get(state.up, x) != NONE) & (get(state.legends, x) & ~get(state.up, x) == NONE)


_TESTS: Final[dict[If, Callable[[_Asked], Bool]]] = {
    If.AHEAD: lambda asked: ahead(asked.state, asked.seat, asked.rows),
    If.BEHIND: _behind,
    If.CRED_EVEN: _even,
    If.CRED_BELOW: lambda asked: cred(asked.state, asked.x, asked.rows) < asked.a,
    If.CREDS_DIFFER: _differ,
    If.VALUES: lambda asked: np.bitwise_count(values(asked.faces())) >= asked.a,
    If.GIGS_SHOW: lambda asked: showing(asked.state, asked.x, asked.rows, asked.b) >= asked.a,
    If.MIN_GIG: lambda asked: (asked.faces() == 1).any(axis=0),
    If.PAIR: lambda asked: pairs(asked.faces()) > 0,
    If.COST_IS_GIG: _cost_is_gig,
    If.BECAME_MIN: _became_min,
    If.IT_IS: _it_is,
    If.IT_IS_OR_SOLO: _it_is,
    If.POWER: _strong,
    If.EQUIPPED: lambda asked: has(get(asked.state.equipped, asked.x), asked.context.this),
    If.NAMED: lambda asked: asked.chosen(asked.seat, asked.context.this),
    If.STOLE: lambda asked: has(get(asked.state.stole, asked.x), asked.context.this),
    If.ALL_UP: _all_up,
    If.DISCARDS_ARE_GIG: lambda asked: shows(asked, asked.state.discarded.take(asked.rows)),
    If.DID: lambda asked: asked.state.did.take(asked.rows) == 1,
    If.DID_NOT: lambda asked: asked.state.did.take(asked.rows) == 0,
}
