"""Packed tables give back the numbers that were put into them."""

import numpy as np

from sim.lookup import Nibbles, Words

DRAW = np.random.default_rng(3)


def test_words() -> None:
    """Bytes from -128 to 127, and to 255 as their bits, by row and in order."""
    columns = {name: DRAW.integers(-128, 256, 50).tolist() for name in ("one", "two", "three", "four")}
    rows = DRAW.integers(0, 50, (3, 7))
    for many in range(1, 5):
        some = dict(list(columns.items())[:many])
        found = Words.of(**some).at(rows)
        assert [number.tolist() for number in found] == [
            np.array(column).astype(np.int8)[rows].tolist() for column in some.values()
        ]


def test_nibbles() -> None:
    """Numbers from 0 to 15, up to eight a row, an odd number of columns too."""
    columns = {f"n{i}": DRAW.integers(0, 16, 50).tolist() for i in range(8)}
    rows = DRAW.integers(0, 50, (3, 7))
    for many in range(1, 9):
        some = dict(list(columns.items())[:many])
        found = Nibbles.of(**some).at(rows)
        assert [number.tolist() for number in found] == [np.array(column)[rows].tolist() for column in some.values()]
