"""Leduc hold'em over batches: one gather a step, and work on few rows where a round or a game ends. See README.md."""

from typing import Final

import numpy as np

from sim import luck
from sim.arrays import I8, I16, I32, U64, Action, Index, Rows, Sets, lay
from sim.ruleset import Ruleset, finish, opening
from sim.rulesets.leduc.betting import FOLDED, OPENS, spots
from sim.rulesets.leduc.state import (
    ACTIONS,
    CALL,
    CARDS,
    ENDINGS,
    FOLD,
    NO_CARD,
    PHASES,
    PUBLIC,
    RANKS,
    SLOTS,
    State,
    View,
    slot_bits,
)
from sim.rulesets.leduc.tables import REST, Tables, tables

_ROUND_TWO: Final = 2  # value of `turns`


def deal(tables: Tables, _decks: I32, keys: U64) -> State:
    """Return new games: both hands dealt from luck `keys` [2, B], before the first decision."""
    fields = opening(tables, keys, len(SLOTS))
    hand = luck.hands(keys, tables.deal)
    size = keys.shape[1]
    state = State(**fields, spot=np.zeros(size, np.int16), hand=hand, public=np.full(size, NO_CARD, np.int8))
    state.phase[:] = tables.phase[0]
    state.turns[:] = 1
    state.draws[luck.SHUFFLE] = 1
    state.seen[:] = slot_bits(hand)
    state.trace[:] = tables.deal_trace.take(hand[0] * 4 + hand[1], mode="clip")
    return state


def legal(state: State, _seat: int, rows: Rows) -> Sets:
    """Return the packed sets [1, n] of allowed actions."""
    return state.tables.legal.take(state.spot[rows], mode="clip")[None]


def view(state: State, seat: int, rows: Rows) -> View:
    """Return what `seat` may know."""
    return View(seat, state.hand[seat][rows], state.public[rows], state.spot[rows], state.tables)


def step(state: State, _seat: int, rows: Rows, action: Action) -> None:
    """Play `action` [n]; where it ends a round or the game, draw the public card or settle."""
    tables = state.tables
    spot = tables.after.take(state.spot[rows] * np.int16(3) + action, mode="clip")
    state.spot[rows] = spot
    state.phase[rows] = tables.phase.take(spot, mode="clip")
    state.seat[rows] = tables.seat.take(spot, mode="clip")
    kind = tables.kind.take(spot, mode="clip")
    if kind.any():
        _open(state, _at(np.flatnonzero(kind == OPENS), rows))
        ended = np.flatnonzero(kind >= FOLDED)
        _settle(state, _at(ended, rows), spot.take(ended))


def _at(places: Index, rows: Rows) -> Index:
    return places if isinstance(rows, slice) else rows.take(places)


def _open(state: State, at: Index) -> None:
    """Begin round two in games `at`: the public card is drawn by shared luck, which no change of sides alters."""
    shared = state.key[0].take(at) ^ state.key[1].take(at)
    place = luck.below(luck.draw(shared, luck.CHANCE, 0), REST).astype(np.int8)
    public = state.tables.rest.take(_pair(state, at) + place, mode="clip")
    state.public[at] = public
    state.turns[at] = _ROUND_TWO
    state.trace[at] = luck.mix(state.trace.take(at) + (public + np.int8(1)).astype(np.uint64))
    bit = slot_bits(public, PUBLIC)
    for seat in (0, 1):
        state.seen[seat][at] |= bit
        state.draws[luck.CHANCE, seat][at] = 1


def _pair(state: State, at: Index) -> I8:
    """Return [n] the index of both hands into the tables by (h0 * 3 + h1) * 4."""
    return (state.hand[0].take(at) * np.int8(3) + state.hand[1].take(at)) * np.int8(4)


def _settle(state: State, at: Index, spot: I16) -> None:
    """End the games `at`, which stand at the terminal `spot` [n]."""
    tables = state.tables
    shown = tables.shown.take(spot, mode="clip")
    winner = tables.winner.take(_pair(state, at) + state.public.take(at), mode="clip")
    margin = tables.lost.take(spot, mode="clip") + shown * winner
    state.margin[at] = margin
    showdown = shown > 0
    for seat in (0, 1):
        state.played[seat][at] = state.seen[seat].take(at) * showdown
    finish(state, at, np.sign(margin).astype(np.int8), showdown.view(np.int8))


def redeal(state: State, seat: int, rows: Rows, keys: U64) -> None:
    """Give games `rows` the luck `keys` [2, n], and the rival of `seat` a hand from all cards that `seat` cannot see.

    All deals that look the same to `seat` are equally likely. A public card that is not drawn yet will follow the new
    luck. `trace` and the draw counters stay those of the game that was copied.
    """
    hidden = (len(CARDS) - 1) - (state.public[rows] != NO_CARD).astype(np.uint64)
    place = luck.below(luck.draw(keys[0] ^ keys[1], luck.SHUFFLE, 0), hidden).astype(np.int8)
    known = state.hand[seat][rows] * np.int8(4) + state.public[rows]
    rank = state.tables.rival.take(known * np.int8(5) + place, mode="clip")
    rival = 1 - seat
    public_bits = state.seen[rival][rows] & np.uint8(-1 << PUBLIC & 0xFF)
    state.hand[rival][rows] = rank
    state.seen[rival][rows] = public_bits | slot_bits(rank)
    lay(state.key, rows, keys)


def describe(state: State, _seat: int, row: int, action: int) -> str:
    """Return `action` in words: a call without a bet is a check."""
    spot = spots()[state.spot[row]]
    due = abs(spot.stakes[0] - spot.stakes[1])
    if action == FOLD:
        return "fold"
    if action == CALL:
        return f"call {due}" if due else "check"
    return f"raise to {max(spot.after(action).stakes)}"


def status(state: State, row: int) -> str:
    """Return the position in one line, all cards open."""
    spot = spots()[state.spot[row]]
    hands = " ".join(f"seat {seat}: {RANKS[state.hand[seat, row]]} ({spot.stakes[seat]} in)" for seat in (0, 1))
    public = (*RANKS, "none yet")[state.public[row]]
    return f"{hands}, public card: {public}, bets: {spot.history or 'none'}"


RULESET: Final = Ruleset(
    name="leduc",
    version=1,
    actions=ACTIONS,
    endings=ENDINGS,
    max_decisions=PHASES,
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
    shared=True,
)
