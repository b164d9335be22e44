"""Sets of cards as bits, and the dispatch of a machine, against plain Python."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.cardtext import machine, sets

words = st.lists(st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 1 << 63, 2**64 - 1]), min_size=1, max_size=20)


def held(word: int) -> list[int]:
    return [bit for bit in range(64) if word >> bit & 1]


@given(found=words)
def test_every_card_of_every_set_comes_in_order(found: list[int]) -> None:
    """`each` lists what the sets hold, row by row, and `gathered` puts it together again."""
    some = np.array(found, np.uint64)
    at, place = sets.each(some)
    assert list(zip(at.tolist(), place.tolist(), strict=True)) == [(i, b) for i, w in enumerate(found) for b in held(w)]
    assert sets.gathered(at, place, len(found)).tolist() == found
    assert sets.size(some).tolist() == [len(held(word)) for word in found]
    assert sets.place(some).tolist() == [held(word)[0] if word else 64 for word in found]
    assert sets.lowest(some).tolist() == [word & -word for word in found]


@given(found=words, at=st.integers(-1, 63))
def test_membership(found: list[int], at: int) -> None:
    """No card, -1, is in no set."""
    some = np.array(found, np.uint64)
    assert sets.has(some, np.full(len(found), at)).tolist() == [at >= 0 and bool(word >> at & 1) for word in found]
    assert sets.where(np.array([word % 2 == 0 for word in found]), some).tolist() == [w * (w % 2 == 0) for w in found]


@pytest.mark.parametrize(
    ("rows", "expected"), [([], []), ([4], [0]), ([7, 7, 2, 2, 2, 9], [0, 1, 0, 1, 2, 0]), ([1, 0], [0, 0])]
)
def test_rank_within_a_row(rows: list[int], expected: list[int]) -> None:
    """Rows need not ascend, but stand together."""
    assert sets.rank(np.array(rows, np.intp)).tolist() == expected


def test_fields_by_flat_index() -> None:
    """Seat 1, row 2 of a field [2, 3] is number 5."""
    field = np.zeros((2, 3), np.uint64)
    index = np.array([5, 0])
    sets.put(field, index, np.array([6, 1], np.uint64))
    sets.add(field, index, np.array([8, 2], np.uint64))
    sets.drop(field, index, np.array([2, 1], np.uint64))
    assert field.tolist() == [[2, 0, 0], [0, 0, 12]]
    assert sets.get(field, index).tolist() == [12, 2]


@dataclass
class Counter:
    """Rows that count down, and what was called for how many."""

    code: np.ndarray
    left: np.ndarray
    calls: list[tuple[int, int]]


def down(state: Counter, rows: np.ndarray) -> None:
    """1: count down; at 0 go to the last operation, else on to 2."""
    state.calls.append((1, len(rows)))
    state.left[rows] -= 1
    state.code[rows] = np.where(state.left[rows] == 0, 3, 2)


def back(state: Counter, rows: np.ndarray) -> None:
    """2: back to 1."""
    state.calls.append((2, len(rows)))
    state.code[rows] = 1


def stop(state: Counter, rows: np.ndarray) -> None:
    """3: wait."""
    state.calls.append((3, len(rows)))
    state.code[rows] = machine.WAITS


@pytest.mark.parametrize("size", [5, 500])
def test_rows_run_until_they_wait(size: int) -> None:
    """Rows take their own number of rounds; the last operation is run once for all; rows that wait are left alone."""
    left = np.zeros(size, np.int64)
    left[:4] = [1, 2, 3, 3]
    code = (left > 0).astype(np.uint8)
    state = Counter(code, left, [])
    machine.run(state, state.code, (stop, down, back, stop), last=3)
    assert not state.left.any()
    assert not state.code.any()
    assert state.calls == [(1, 4), (2, 3), (1, 3), (2, 2), (1, 2), (3, 4)]


def test_groups() -> None:
    """Every number that is there, with its places in order."""
    found = machine.grouped(np.array([5, 0, 5, 2], np.uint8))
    assert [(number, places.tolist()) for number, places in found] == [(0, [1]), (2, [3]), (5, [0, 2])]
