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
        first = word.astype(np.int8)  # as it stands: a shift by nothing costs as much as any other
        return [first, *((word >> np.int32(8 * i)).astype(np.int8) for i in range(1, len(self.names)))]


@dataclass(frozen=True)
class Nibbles:
    """Up to eight numbers a row, 0 to 15 each, in one 32-bit word."""

    names: tuple[str, ...]
    words: Words  # two numbers in each byte

    @classmethod
    def of(cls, **numbers: Sequence[int]) -> Self:
        """Pack columns of numbers, 0 to 15 each."""
        columns = [np.array(column) for column in numbers.values()]
        columns += [np.zeros_like(columns[0])] * (len(columns) % 2)
        pairs = zip(columns[::2], columns[1::2], strict=True)
        packed = {f"pair {i}": low | high << 4 for i, (low, high) in enumerate(pairs)}
        return cls(tuple(numbers), Words.of(**packed))

    def at(self, row: Index) -> list[I8]:
        """Return the numbers of `row`, each of its shape, in the order of `names`."""
        pairs = [byte.view(np.uint8) for byte in self.words.at(row)]
        halves = [half for pair in pairs for half in (pair & np.uint8(15), pair >> np.uint8(4))]
        return [half.view(np.int8) for half in halves[: len(self.names)]]
