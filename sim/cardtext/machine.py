"""The dispatch of a machine of many operations: rows that stand at the same operation are served together."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from sim.arrays import U8, Index

WAITS: Final = 0  # the code of a row that waits for an answer, or has ended
_CROWD: Final = 8  # one row in so many is worth looking through the whole batch

Operation = Callable[[Any, Index], None]  # (state, rows): does its part and gives each row its next code


def run(state: Any, code: U8, operations: Sequence[Operation], last: int) -> None:
    """Run all rows whose `code` [B] is not WAITS on until they wait.

    Operations stand in the order of play, number 0 unused: in one sweep a row flows through as many as it meets. Those
    from number `last` on only lead to one another and to waiting; they are run when all rows have come to them.
    """
    active = code.nonzero()[0]
    while len(active):
        if len(active) * _CROWD > len(code):
            _sweep(state, code, operations, range(1, last))
        else:
            _sweep_few(state, code, operations, (active, last))
        now = code.take(active)
        active = active[(now != WAITS) & (now < last)]
    _sweep(state, code, operations, range(last, len(operations)))


def _sweep(state: Any, code: U8, operations: Sequence[Operation], numbers: range) -> None:
    for number in numbers:
        rows = (code == number).nonzero()[0]
        if len(rows):
            operations[number](state, rows)


def _sweep_few(state: Any, code: U8, operations: Sequence[Operation], which: tuple[Index, int]) -> None:
    """Do the same for some rows and the operations below a number, without a look at the other rows."""
    active, last = which
    codes = code.take(active)
    due = np.bincount(codes, minlength=len(operations)).tolist()
    for number in range(1, last):
        if due[number]:
            at = (codes == number).nonzero()[0]
            rows = active.take(at)
            operations[number](state, rows)
            now = code.take(rows)
            codes[at] = now
            for met in np.bincount(now).nonzero()[0].tolist():
                due[met] = 1


def grouped(code: U8) -> list[tuple[int, Index]]:
    """Return (number, places) for every number among `code` [n], each place once."""
    order = np.argsort(code, kind="stable")
    counts = np.bincount(code)
    ends = np.cumsum(counts)
    return [(number, order[ends[number] - counts[number] : ends[number]]) for number in counts.nonzero()[0].tolist()]
