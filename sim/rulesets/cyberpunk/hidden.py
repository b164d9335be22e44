"""What a seat cannot know, dealt anew (README.md, 4.7 and 7.6): for planners, who must not see the true cards.

Hidden are: the order of one's deck but for looked-at cards; the rival's hand and deck but for cards that all have seen
go there; Legends that lie face down, own ones too unless they were looked at.
"""

from typing import Final

import numpy as np

from sim import luck
from sim.arrays import I8, U64, Bool, Index, Rows, index
from sim.cardtext.sets import WIDTH, get, put, size
from sim.rulesets.cyberpunk.board import face_down, of
from sim.rulesets.cyberpunk.deck import cell, sort_keys
from sim.rulesets.cyberpunk.state import LEGENDS, RING, State
from sim.rulesets.cyberpunk.tables import ORDERS

_LAST: Final = np.uint64(0xFFFFFFFFFFFFFFFF)
_CLASS: Final = np.uint64(56)  # a class of places stands in the bits from here on
_PLACES: Final = np.arange(RING)
_CARDS, _ORDER = 0, 1  # labels of luck


def redeal(state: State, seat: int, rows: Rows, keys: U64) -> None:
    """Draw anew what `seat` cannot know, all possibilities being equally likely; `keys` [2, n] are new luck."""
    games = index(rows, len(state))
    state.key[:, games] = keys
    for side in (seat, 1 - seat):
        x = of(state, np.full(len(games), side), games)
        unknown = face_down(state, x)
        if side == seat:
            unknown &= ~get(state.known, x)
        _turn_legends(state, x, unknown, luck.branch(keys[side], _ORDER))
    draws = luck.branch(keys, _CARDS)
    _own_deck(state, games, np.full(len(games), seat), draws[seat])
    _rivals_cards(state, games, np.full(len(games), 1 - seat), draws[1 - seat])


# --- Legends ---


def _consistent() -> I8:
    """Return [6, 8, 6] by order and set of unknown positions: the orders that differ in nothing that is known."""
    found = np.zeros((len(ORDERS), 1 << LEGENDS, len(ORDERS)), np.int8)
    for number, order in enumerate(ORDERS):
        for unknown in range(1 << LEGENDS):
            known = [place for place in range(LEGENDS) if not unknown >> place & 1]
            like = [i for i, other in enumerate(ORDERS) if all(other[place] == order[place] for place in known)]
            found[number, unknown, : len(like)] = like
    return found


_ORDERS_LIKE: Final = _consistent()
_COUNT: Final = np.array([1, 1, 1, 2, 1, 2, 2, 6])  # of them, by set of unknown positions


def _turn_legends(state: State, x: Index, unknown: U64, key: U64) -> None:
    """Put the Legends of the unknown positions in any order."""
    places = unknown.astype(np.intp)
    kind = get(state.kind, x)
    number = luck.below(luck.draw(key, luck.SHUFFLE, 0), _COUNT[places]).astype(np.intp)
    order = kind % len(ORDERS)
    put(state.kind, x, kind - order + _ORDERS_LIKE[order, places, number])


# --- cards ---


def _slots(state: State, rows: Index, seat: Index) -> Index:
    """Return [n, RING] the cards of the deck from the top down, and whatever lies in the places after them."""
    return get(state.deck, cell(state, seat[:, None], rows[:, None], _PLACES)).astype(np.intp)


def _lay(state: State, rows: Index, seat: Index, slots: Index, there: Bool) -> None:
    at, place = np.nonzero(there)
    put(state.deck, cell(state, seat[at], rows[at], place), slots[at, place])


def _own_deck(state: State, rows: Index, seat: Index, key: U64) -> None:
    """Shuffle what lies between the looked-at cards, and each group of them whose order nobody knows."""
    x = of(state, seat, rows)
    slots, there = _slots(state, rows, seat), get(state.size, x)[:, None] > _PLACES
    draws = luck.draw(key[:, None], luck.SHUFFLE, slots.astype(np.uint16))
    keys = (_classes(state, x) << _CLASS) | sort_keys(draws >> np.uint64(64) - _CLASS, slots)
    _lay(state, rows, seat, _sorted(keys, there), there)


def _classes(state: State, x: Index) -> U64:
    """Return [n, RING] which places of a deck look alike to its owner: looked-at cards each by itself, or by group."""
    count, high, low = (get(field, x).astype(np.intp)[:, None] for field in (state.size, state.high, state.low))
    under = count - low <= _PLACES
    ring = (get(state.top, x).astype(np.intp)[:, None] + _PLACES) & (RING - 1)
    joined = (get(state.joined, x)[:, None] >> ring.astype(np.uint64) & np.uint64(1)) != 0
    begins = under & (~joined | (count - low == _PLACES))
    return np.where(high > _PLACES, _PLACES, RING + np.cumsum(begins, axis=1)).astype(np.uint64)


def _sorted(keys: U64, there: Bool) -> Index:
    """Return [n, RING] the slots in the lowest bits of keys, in their order; others after those that are `there`."""
    keys[~there] = _LAST
    keys.sort(axis=1)
    return (keys & np.uint64(63)).astype(np.intp)


def known_cards(state: State, rows: Index, seat: Index, own: bool) -> Index:
    """Return [n, RING] the slots of the cards of a deck that its owner knows, or all players; -1 for the others.

    Cards of which nobody knows which lies higher stand in the order of their slots.
    """
    x = of(state, seat, rows)
    slots, there = _slots(state, rows, seat), get(state.size, x)[:, None] > _PLACES
    if not own:
        public = get(state.open, x)[:, None] >> slots.astype(np.uint64) & np.uint64(1) != 0
        return np.where(there & public, slots, -1)
    count, high, low = (get(field, x).astype(np.intp)[:, None] for field in (state.size, state.high, state.low))
    seen = there & ((high > _PLACES) | (count - low <= _PLACES))
    return np.where(seen, _sorted((_classes(state, x) << _CLASS) | slots.astype(np.uint64), there), -1)


def _rivals_cards(state: State, rows: Index, seat: Index, key: U64) -> None:
    """Give hand and deck of `seat` other cards, but for those that all know to be there."""
    x = of(state, seat, rows)
    hand, shown, known = get(state.hand, x), get(state.shown, x), get(state.open, x)
    slots, there = _slots(state, rows, seat), get(state.size, x)[:, None] > _PLACES
    free = there & (known[:, None] >> slots.astype(np.uint64) & np.uint64(1) == 0)
    pool = (hand & ~shown) | _set_of(slots, free)
    order = _shuffled(pool, key)
    held = size(hand & ~shown)[:, None]
    fresh = shown | _set_of(order, held > _PLACES)
    put(state.hand, x, fresh)
    put(state.seen, x, (get(state.seen, x) & ~pool.astype(state.seen.dtype)) | fresh.astype(state.seen.dtype))
    dealt = np.minimum(held + np.cumsum(free, axis=1) - 1, RING - 1)
    _lay(state, rows, seat, np.take_along_axis(order, np.maximum(dealt, 0), axis=1), free)


def _set_of(slots: Index, some: Bool) -> U64:
    """Return [n] the set of those `slots` [n, RING] that are meant."""
    bits = (np.uint64(1) << slots.astype(np.uint64)) * some.astype(np.uint64)
    return np.bitwise_or.reduce(bits, axis=1)


def _shuffled(pool: U64, key: U64) -> Index:
    """Return [n, WIDTH] the cards of each pool in random order; others after them."""
    slots = np.arange(WIDTH)
    keys = sort_keys(luck.draw(key[:, None], luck.SHUFFLE, slots.astype(np.uint16)), slots)
    keys[(pool[:, None] >> slots.astype(np.uint64) & np.uint64(1)) == 0] = _LAST
    keys.sort(axis=1)
    return (keys & np.uint64(63)).astype(np.intp)
