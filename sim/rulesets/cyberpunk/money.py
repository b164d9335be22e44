"""Paying (README.md, 3.4): one Legend after another, or the rest by itself."""

from typing import Any

import numpy as np

from sim.arrays import U64, Index
from sim.cardtext.sets import NONE, bit, get, lowest, put, size, true_at, where
from sim.cardtext.sets import place as first
from sim.rulesets.cyberpunk import events
from sim.rulesets.cyberpunk.board import ask, go, legends_only, of, payers, wide
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.state import PASS, REST, State

_PASS = np.uint64(1 << PASS)


def charge(state: State, rows: Index, seat: Index, price: Index, way: Any) -> None:
    """Let `seat` pay `price` [n] and go on at `way` then; `card`, `spot` and `barred` are set."""
    state.buyer[rows], state.price[rows], state.way[rows] = seat, price, way
    go(state, rows, Do.PAY)


def able(state: State, rows: Index, seat: Index) -> U64:
    """Return [n] the Legends that can pay for what is being paid for."""
    barred = state.barred.take(rows)
    return payers(state, of(state, seat, rows)) & ~where(barred >= 0, bit(barred))


def pay(state: State, rows: Index) -> None:
    """3.4: ask for a Legend if there is a choice, else let the rest be paid."""
    seat, price = wide(state.buyer, rows), wide(state.price, rows)
    legends = able(state, rows, seat)
    ready = get(state.ready, of(state, seat, rows))
    choice = (price > 0) & (legends != NONE) & (size(legends) + ready > price)
    some = true_at(choice)
    if len(some):
        ask(state, rows[some], seat[some], own=legends[some], rest=_PASS)
    rest = true_at(~choice)
    if len(rest):
        pay_rest(state, rows[rest], seat[rest])


def pay_with(state: State, rows: Index, word: Index, number: Index) -> None:
    """3.4: the Legend that was chosen, or the rest."""
    seat, passes = wide(state.buyer, rows), number == PASS
    rest = true_at(passes & (word == REST))
    if len(rest):
        pay_rest(state, rows[rest], seat[rest])
    some = true_at(word != REST)
    if len(some):
        state.price[rows[some]] -= 1
        go(state, rows[some], Do.PAY)
        events.spend(state, rows[some], seat[some], number[some])


def pay_rest(state: State, rows: Index, seat: Index) -> None:
    """3.4: Eddies first, then face-down Legends from the left, then face-up ones."""
    x, price = of(state, seat, rows), wide(state.price, rows)
    ready = get(state.ready, x).astype(np.intp)
    owed = np.maximum(price - ready, 0)
    put(state.ready, x, ready - (price - owed))
    state.price[rows] = 0
    go(state, rows, state.way.take(rows))
    some = true_at(owed)
    rows, seat, owed = rows[some], seat[some], owed[some]
    legends = legends_only(able(state, rows, seat))
    down = legends & ~get(state.up, x[some])
    while len(rows):
        card = lowest(np.where(down != NONE, down, legends))
        events.spend(state, rows, seat, first(card))
        some = true_at(owed > 1)
        rows, seat, owed = rows[some], seat[some], owed[some] - 1
        legends, down = (legends & ~card)[some], (down & ~card)[some]
