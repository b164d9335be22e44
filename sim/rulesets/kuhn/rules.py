"""Kuhn poker over batches: one gather a step, and work on few rows where a game ends. See README.md."""

from typing import Final

import numpy as np

from sim import luck
from sim.arrays import I8, I32, U64, Action, Index, Rows, Sets, count, lay
from sim.ruleset import Ruleset, finish, opening
from sim.rulesets.kuhn.state import ACTIONS, ENDINGS, FIRST_END, HISTORIES, RANKS, State, View, slot_bits
from sim.rulesets.kuhn.tables import Tables, tables

_BOTH: Final = np.uint8(0b11)


def deal(tables: Tables, _decks: I32, keys: U64) -> State:
    """Return new games: both hands dealt from luck `keys` [2, B], before the first decision."""
    hand = luck.hands(keys, tables.deal)
    state = State(**opening(tables, keys, len(RANKS)), spot=np.zeros(keys.shape[1], np.int8), hand=hand)
    state.phase[:] = tables.phase[0]
    state.turns[:] = 1
    state.draws[luck.SHUFFLE] = 1
    state.seen[:] = slot_bits(hand)
    state.trace[:] = tables.deal_trace.take(hand[0] * np.int8(4) + hand[1], mode="clip")
    return state


def legal(state: State, _seat: int, rows: Rows) -> Sets:
    """Return the packed sets [1, n]: a pass and a bet are always allowed."""
    return np.full((1, count(rows, len(state))), _BOTH)


def view(state: State, seat: int, rows: Rows) -> View:
    """Return what `seat` may know."""
    return View(seat, state.hand[seat][rows], state.spot[rows])


def step(state: State, _seat: int, rows: Rows, action: Action) -> None:
    """Play `action` [n], and settle the games that it ends."""
    tables = state.tables
    spot = tables.after.take(state.spot[rows] * np.int8(len(ACTIONS)) + action, mode="clip")
    state.spot[rows] = spot
    state.phase[rows] = tables.phase.take(spot, mode="clip")
    state.seat[rows] = tables.seat.take(spot, mode="clip")
    ended = np.flatnonzero(spot >= FIRST_END)
    if len(ended):
        _settle(state, ended if isinstance(rows, slice) else rows.take(ended), spot.take(ended))


def _settle(state: State, at: Index, spot: I8) -> None:
    """End the games `at`, which stand at the final `spot` [n]."""
    shown = state.tables.shown.take(spot, mode="clip")
    higher = np.sign(state.hand[0].take(at) - state.hand[1].take(at))
    margin = state.tables.lost.take(spot, mode="clip") + shown * higher
    state.margin[at] = margin
    showdown = shown > 0
    for seat in (0, 1):
        state.played[seat][at] = state.seen[seat].take(at) * showdown
    finish(state, at, np.sign(margin).astype(np.int8), showdown.view(np.int8))


def redeal(state: State, seat: int, rows: Rows, keys: U64) -> None:
    """Give games `rows` the luck `keys` [2, n], and the rival of `seat` either of the cards that `seat` does not hold.

    Both are equally likely. `trace` and the draw counters stay those of the game that was copied.
    """
    place = luck.below(luck.draw(keys[0] ^ keys[1], luck.SHUFFLE, 0), len(RANKS) - 1).astype(np.int8)
    rank = state.tables.rival.take(state.hand[seat][rows] * np.int8(2) + place, mode="clip")
    rival = 1 - seat
    state.hand[rival][rows] = rank
    state.seen[rival][rows] = slot_bits(rank)
    lay(state.key, rows, keys)


def describe(state: State, _seat: int, row: int, action: int) -> str:
    """Return `action` in words: against a bet a pass is a fold and a bet is a call."""
    words = ("fold", "call") if HISTORIES[state.spot[row]].endswith("b") else ("check", "bet")
    return words[action]


def status(state: State, row: int) -> str:
    """Return the position in one line, all cards open."""
    hands = ", ".join(f"seat {seat}: {RANKS[state.hand[seat, row]]}" for seat in (0, 1))
    return f"{hands}, actions: {HISTORIES[state.spot[row]] or 'none'}"


RULESET: Final = Ruleset(
    name="kuhn",
    version=1,
    actions=ACTIONS,
    endings=ENDINGS,
    max_decisions=3,
    seats_equal=False,
    games_per_shard=1 << 22,  # a second or less: more would be a matter of memory, at some 50 bytes a game
    batch=1 << 16,
    tables=tables,
    deal=deal,
    legal=legal,
    view=view,
    step=step,
    redeal=redeal,
    describe=describe,
    status=status,
    chance=False,
    shared=True,
)
