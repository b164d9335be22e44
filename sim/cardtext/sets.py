"""Sets of up to 64 cards as bits of one uint64 a row, and fields of either seat reached by flat indices.

A field [2, B] of both seats is read and written at `seat * B + row`, a plane [2, W, B] of every card at
`(seat * W + card) * B + row`: one flat index a row is several times faster than two or three.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.arrays import U64, Index, Integer

WIDTH: Final = 64
NONE: Final = np.uint64(0)
ONE: Final = np.uint64(1)
EVERY: Final = np.uint64(0xFFFFFFFFFFFFFFFF)


def bit(place: Integer) -> U64:
    """Return [n] the set of the one card at `place` [n], 0 to 63."""
    return ONE << place.astype(np.uint64)


def has(words: U64, place: Integer) -> NDArray[np.bool_]:
    """Return [n] whether the card at `place` [n] is in the set; no card (below 0) never is."""
    inside = (words >> (place.astype(np.uint64) & np.uint64(63))) & ONE
    return (inside != NONE) & (place >= 0)


def lowest(words: U64) -> U64:
    """Return [n] the set of the first card of each set; nothing of nothing."""
    return words & -words


def place(words: U64) -> Index:
    """Return [n] the place of the first card of each set; 64 of an empty one."""
    return np.bitwise_count((words & -words) - ONE).astype(np.intp)


def size(words: U64) -> Index:
    """Return [n] how many cards each set holds."""
    return np.bitwise_count(words).astype(np.intp)


def where(mask: NDArray[np.bool_], words: U64 | np.uint64) -> U64:
    """Return [n] `words` where the mask holds, nothing elsewhere."""
    return words & -mask.view(np.uint8).astype(np.uint64)


def true_at(mask: NDArray[Any]) -> Index:
    """Return the places where `mask` [n] holds, or is not 0: what np.flatnonzero does, at a third of its cost."""
    return mask.nonzero()[0]


def each(words: U64) -> tuple[Index, Index]:
    """Return (at [m], place [m]): every card of every set, row by row and in order of places."""
    rows = true_at(words)
    some = words.take(rows)
    if not (some & (some - ONE)).any():  # one card each, as most often
        return rows, place(some)
    held = np.ascontiguousarray(some, "<u8").view(np.uint8)
    found = true_at(np.unpackbits(held, bitorder="little").view(bool))
    return rows.take(found >> 6), found & (WIDTH - 1)


def gathered(at: Index, places: Integer, n: int) -> U64:
    """Return [n] the sets that hold each place [m] at row `at` [m]: the way back from `each`."""
    words = np.zeros(n, np.uint64)
    np.bitwise_or.at(words, at, bit(places))
    return words


def rank(rows: Index) -> Index:
    """Return [m] how many entries with the same row stand before it; those of one row stand together."""
    number = np.arange(len(rows))
    begins = np.ones(len(rows), bool)
    begins[1:] = rows[1:] != rows[:-1]
    return number - np.maximum.accumulate(number * begins)


def get(field: NDArray[Any], index: Index) -> Any:
    """Return the numbers of a field at flat indices."""
    return field.take(index)


def put(field: NDArray[Any], index: Index, values: Any) -> None:
    """Write numbers to a field at flat indices."""
    field.reshape(-1)[index] = values


def add(field: NDArray[Any], index: Index, words: Any) -> None:
    """Put cards into the sets at flat indices (unique)."""
    field.reshape(-1)[index] |= words


def drop(field: NDArray[Any], index: Index, words: Any) -> None:
    """Take cards out of the sets at flat indices (unique)."""
    field.reshape(-1)[index] &= ~words
