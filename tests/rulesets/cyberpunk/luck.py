"""Where a game's shuffles and rolls come from in tests (sim/rulesets/cyberpunk/README.md, 10)."""

from collections.abc import Iterable, Sequence

import numpy as np

from sim import luck

UPPER = (1 << 64) - 64  # the bits of a draw that decide an order; the lower ones are the slot's


class Addressed:
    """The draws that a batch makes: addressed by the seat's key, by purpose and number."""

    def __init__(self, *keys: int) -> None:
        self.keys = [np.array([key], np.uint64) for key in keys]
        self.made = {luck.SHUFFLE: [0, 0], luck.CHANCE: [0, 0]}

    def shuffle(self, seat: int, slots: list[int]) -> list[int]:
        return self._order(luck.SHUFFLE, seat, slots)

    def bottom(self, seat: int, slots: list[int]) -> list[int]:
        return self._order(luck.CHANCE, seat, slots)

    def roll(self, seat: int, sides: int) -> int:
        return 1 + int(luck.below(self._draw(luck.CHANCE, seat), sides)[0])

    def _draw(self, purpose: int, seat: int) -> luck.U64:
        made = self.made[purpose]
        made[seat] += 1
        return luck.draw(self.keys[seat], purpose, made[seat] - 1)

    def _order(self, purpose: int, seat: int, slots: list[int]) -> list[int]:
        assert slots == sorted(slots)
        drawn = {slot: int(self._draw(purpose, seat)[0]) & UPPER | slot for slot in slots}
        return sorted(slots, key=lambda slot: drawn[slot])


class Scripted:
    """Rolls and orders that a test gives, to be spent one after another; without one a shuffle changes nothing."""

    def __init__(
        self, rolls: Iterable[int] = (), bottoms: Iterable[Sequence[int]] = (), shuffles: Iterable[Sequence[int]] = ()
    ) -> None:
        self.rolls, self.bottoms, self.shuffles = [*rolls], [[*order] for order in bottoms], [*map(list, shuffles)]

    @property
    def spent(self) -> bool:
        """All that was given has been used."""
        return not (self.rolls or self.bottoms or self.shuffles)

    def shuffle(self, seat: int, slots: list[int]) -> list[int]:
        return self._next(self.shuffles, slots) if self.shuffles else slots

    def bottom(self, seat: int, slots: list[int]) -> list[int]:
        assert self.bottoms, f"seat {seat} puts {slots} on the bottom, and no order is given"
        return self._next(self.bottoms, slots)

    def roll(self, seat: int, sides: int) -> int:
        assert self.rolls, f"seat {seat} rolls a d{sides}, and no roll is given"
        face = self.rolls.pop(0)
        assert 1 <= face <= sides, f"seat {seat} rolls a d{sides}: no {face}"
        return face

    def _next(self, orders: list[list[int]], slots: list[int]) -> list[int]:
        order = orders.pop(0)
        assert sorted(order) == sorted(slots), f"{order} is no order of {slots}"
        return order
