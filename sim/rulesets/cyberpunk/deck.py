"""Decks and luck (README.md, 3.6, 7.6 and 10): shuffle, draw, look, trash, bottom, roll.

A deck is a ring of places; its top lies at `top` and its `size` cards follow. Owners come to know cards on top and at
the bottom; `high`, `low` and `joined` say which, for `redeal`.
"""

from typing import Final

import numpy as np

from sim import luck
from sim.arrays import U64, Bool, Index, Integer
from sim.cardtext.sets import ONE, add, bit, drop, get, put, rank, true_at
from sim.rulesets.cyberpunk.board import card_of, end_game, of
from sim.rulesets.cyberpunk.state import DECK_OUT, LEGENDS, RING, State

_TRACE: Final = np.uint64(0x9E6C63D0876A9A47)
_LOW: Final = np.uint64(63)


def note(state: State, rows: Index, value: Integer) -> None:
    """Hash resolved chance into the traces."""
    old = state.trace.take(rows)
    new = (old + value.astype(np.uint64) + ONE) * _TRACE
    state.trace[rows] = new ^ (new >> np.uint64(31))


def cell(state: State, seat: Index, rows: Index, place: Integer) -> Index:
    """Return [n] the flat index of a place of the ring, counted from its top."""
    top = get(state.top, of(state, seat, rows)).astype(np.intp)
    return (seat * RING + ((top + place) & (RING - 1))) * len(state) + rows


def sort_keys(draws: U64, slots: Integer) -> U64:
    """Return draws whose order decides that of cards: the slot instead of the lowest six bits (10)."""
    return (draws & ~_LOW) | slots.astype(np.uint64)


def shuffled(state: State, seat: int, rows: Index, slots: Index, count: Index) -> Index:
    """Return [n, s] the cards `slots` [s] of a seat in random order, the first `count` [n] of them; then others."""
    x = of(state, np.full(len(rows), seat), rows)
    made = get(state.draws[luck.SHUFFLE], x)
    number = (made[:, None] + np.arange(len(slots), dtype=np.uint16)).astype(np.uint16)
    keys = sort_keys(luck.draw(get(state.key, x)[:, None], luck.SHUFFLE, number), slots[None, :])
    keys[np.arange(len(slots)) >= count[:, None]] = np.uint64(0xFFFFFFFFFFFFFFFF)
    keys.sort(axis=1)
    put(state.draws[luck.SHUFFLE], x, made + count.astype(np.uint16))
    return (keys & _LOW).astype(np.int8)


def shuffle_legends(state: State, seat: int, rows: Index) -> None:
    """1.5: in which position each Legend lies."""
    order = shuffled(state, seat, rows, np.arange(LEGENDS), np.full(len(rows), LEGENDS))
    state.kind[seat][rows] += order[:, 0] * np.int32(2) + (order[:, 1] > order[:, 2])


def shuffle(state: State, seat: int, rows: Index) -> None:
    """Shuffle all cards but the Legends: they are the deck."""
    x = of(state, np.full(len(rows), seat), rows)
    count = state.tables.count.take(get(state.kind, x))
    most = int(count.max(initial=0))
    order = shuffled(state, seat, rows, LEGENDS + np.arange(most), count.astype(np.intp))
    for place in range(most):
        state.deck[seat, place][rows] = order[:, place]
    put(state.top, x, 0)
    put(state.size, x, count)


def draw(state: State, rows: Index, seat: Index, count: Integer) -> None:
    """3.6: draw `count` [n] cards, one after another; from an empty deck it loses the game."""
    todo = true_at(count > 0)
    while len(todo):
        rows, seat, count = rows[todo], seat[todo], count[todo]
        x = of(state, seat, rows)
        there = get(state.size, x) > 0
        if not there.all():
            lose(state, rows[~there], seat[~there])
            rows, seat, count, x = rows[there], seat[there], count[there], x[there]
        _draw_one(state, rows, seat, x)
        count = count - 1
        todo = true_at(count > 0)


def lose(state: State, rows: Index, seat: Index) -> None:
    """3.6: end games by deck-out."""
    end_game(state, rows, (2 * seat - 1).astype(np.int8), DECK_OUT)


def _draw_one(state: State, rows: Index, seat: Index, x: Index) -> None:
    card = bit(take_top(state, rows, seat, x))
    add(state.hand, x, card)
    add(state.seen, x, card.astype(state.seen.dtype))
    known = get(state.open, x) & card
    add(state.shown, x, known)
    drop(state.open, x, card)


def take_top(state: State, rows: Index, seat: Index, x: Index) -> Index:
    """Return [n] the slot of the top card, which is in the deck no more."""
    slot = get(state.deck, cell(state, seat, rows, np.zeros(len(rows), np.intp)))
    note(state, rows, card_of(state, x, slot))
    _shorten(state, x, 1)
    return slot


def _shorten(state: State, x: Index, count: Integer | int) -> None:
    """Take `count` cards off the top, and what was known of them."""
    left = get(state.size, x) - count
    put(state.top, x, (get(state.top, x) + np.uint8(1) * count) & np.uint8(RING - 1))
    put(state.size, x, left)
    put(state.high, x, np.maximum(get(state.high, x) - count, 0))
    put(state.low, x, np.minimum(get(state.low, x), left))


def on_top(state: State, seat: Index, rows: Index, count: Index) -> tuple[Index, Index]:
    """Return (at [m], slot [m]) the upper `count` [n] cards of the decks, from the top down."""
    at = np.repeat(np.arange(len(rows)), count)
    return at, get(state.deck, cell(state, seat[at], rows[at], rank(at)))


def pull(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """Take the card `slot`, one of the uppermost ones, out of the deck; those above it move down."""
    x = of(state, seat, rows)
    place = np.zeros(len(rows), np.intp)
    while True:
        away = true_at(get(state.deck, cell(state, seat, rows, place)) != slot)
        if not len(away):
            break
        place[away] += 1
    while True:
        some = true_at(place > 0)
        if not len(some):
            break
        here = cell(state, seat[some], rows[some], place[some])
        put(state.deck, here, get(state.deck, cell(state, seat[some], rows[some], place[some] - 1)))
        place[some] -= 1
    _shorten(state, x, 1)


def put_under(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """7.6: put a card that all have seen on the bottom."""
    x = of(state, seat, rows)
    last = get(state.size, x)
    put(state.deck, cell(state, seat, rows, last), slot)
    _join(state, seat, rows, last, np.zeros(len(rows), bool))
    put(state.size, x, last + 1)
    put(state.low, x, get(state.low, x) + 1)
    add(state.open, x, bit(slot))


def _join(state: State, seat: Index, rows: Index, place: Integer, together: Bool) -> None:
    """Remember whether nobody knows which of the card at `place` and the one above it lies higher."""
    x = of(state, seat, rows)
    where = bit((get(state.top, x).astype(np.intp) + place) & (RING - 1))
    np.bitwise_and.at(state.joined.reshape(-1), x, ~where)
    np.bitwise_or.at(state.joined.reshape(-1), x[together], where[together])


def top_under(state: State, rows: Index, seat: Index, count: Index) -> None:
    """7.6: put the upper `count` [n] cards on the bottom, in random order."""
    at, slot = on_top(state, seat, rows, count)
    if not len(at):
        return
    x = of(state, seat, rows)
    order = _random_order(state, seat, rows, at, slot, count)
    number, last = rank(at), get(state.size, x).astype(np.intp)
    blurred = count[at] > 1
    np.bitwise_and.at(state.open.reshape(-1), x[at[blurred]], ~bit(slot[blurred]))
    put(state.deck, cell(state, seat[at], rows[at], last[at] + number), slot[order])
    _join(state, seat[at], rows[at], last[at] + number, number > 0)
    moved = count.astype(np.int8)
    put(state.size, x, (last + count).astype(np.int8))
    _shorten(state, x, moved)
    put(state.low, x, np.minimum(get(state.low, x) + moved, get(state.size, x)))


def _random_order(state: State, seat: Index, rows: Index, at: Index, slot: Index, count: Index) -> Index:
    """Return [m] the places of the cards in random order within each row; a single card makes no draw."""
    by_slot = np.lexsort((slot, at))
    x = of(state, seat, rows)[at]
    made = get(state.draws[luck.CHANCE], x) + rank(at).astype(np.uint16)
    keys = sort_keys(luck.draw(get(state.key, x), luck.CHANCE, made), slot[by_slot])
    some = true_at(count > 1)
    state.draws[luck.CHANCE].reshape(-1)[of(state, seat, rows)[some]] += count[some].astype(np.uint16)
    return by_slot[np.lexsort((keys, at))]


def roll(state: State, rows: Index, seat: Index, sides: Integer) -> Index:
    """Return [n] what a die of so many sides shows."""
    x = of(state, seat, rows)
    number = get(state.draws[luck.CHANCE], x)
    put(state.draws[luck.CHANCE], x, number + np.uint16(1))
    face = luck.below(luck.draw(get(state.key, x), luck.CHANCE, number), sides) + ONE
    note(state, rows, face)
    return face.astype(np.intp)
