"""Tables of small numbers, packed for look-up: one `take` of a 32-bit word costs as much as forty additions of int8."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from sim.arrays import I8, I32, Index, readonly


@dataclass(frozen=True)
class Words:
    """Up to four small numbers a row in one 32-bit word."""

    names: tuple[str, ...]
    table: I32  # [R], number i in byte i

    @classmethod
    def of(cls, **numbers: Sequence[int]) -> Self:
        """Pack columns of numbers, -128 to 255 each."""
        packed = [np.array(column, np.int32) & np.int32(255) for column in numbers.values()]
        words = np.zeros(len(packed[0]), np.uint32)
        for i, column in enumerate(packed):
            words |= column.astype(np.uint32) << np.uint32(8 * i)
        return cls(tuple(numbers), readonly(words).view(np.int32))

    def at(self, row: Index) -> list[I8]:
        """Return the numbers of `row`, each of its shape, in the order of `names`."""
        word = self.table.take(row, mode="clip")
        return [(word >> np.int32(8 * i)).astype(np.int8) for i in range(len(self.names))]
