"""Plays scripted cases on the referee and on the engine."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pytest

from sim import luck
from sim.ruleset import OVER, Deck
from sim.rulesets.cyberpunk.decks import Content
from sim.rulesets.cyberpunk.referee import Game
from sim.rulesets.cyberpunk.rules import RULESET
from sim.rulesets.cyberpunk.state import ENDINGS, State
from tests.rulesets.cyberpunk import twin
from tests.rulesets.cyberpunk.luck import UPPER, Scripted
from tests.rulesets.cyberpunk.moves import Case, play
from tests.rulesets.cyberpunk.position import CARDS, Snapshot, names, place

ROW: Final = np.array([0])
KEYS: Final = np.arange(1, 1 << 17, dtype=np.uint64)  # among which the luck of a case is looked for


class Told(Scripted):
    """The luck of a case, which says orders by name; shuffles leave all cards as they are."""

    def __init__(self, case: Case) -> None:
        super().__init__(case.rolls)
        self.case, self.orders = case, [*case.bottoms]
        self.made: list[list[tuple[list[int], Any]]] = [[], []]  # by seat: slots and their order, or sides and a face

    def roll(self, seat: int, sides: int) -> int:
        face = super().roll(seat, sides)
        self.made[seat].append(([sides], face))
        return face

    def bottom(self, seat: int, slots: list[int]) -> list[int]:
        assert self.orders, f"seat {seat} puts {slots} on the bottom, and no order is given"
        order = self._slots(seat, slots, names(self.orders.pop(0)))
        self.bottoms.append(order)
        self.made[seat].append((slots, order))
        return super().bottom(seat, slots)

    def _slots(self, seat: int, slots: list[int], cards: list[str]) -> list[int]:
        """Return the slots of cards by name, copies from the lowest on."""
        left, found = [*slots], []
        for card in cards:
            found.append(next(slot for slot in left if self.case.decks[seat][slot] == place(card)))
            left.remove(found[-1])
        return found

    @property
    def spent(self) -> bool:
        return super().spent and not self.orders


def on_referee(case: Case) -> Told:
    """Play a case on the referee; return the luck that it had."""
    told = Told(case)
    one, two = ([CARDS.all[at] for at in deck] for deck in case.decks)
    at = case.position
    game = Game((one, two), told, rolled=case.rolled) if at is None else Game.at((one, two), at, told)
    play(game, case)
    assert told.spent, "a script spends all its luck"
    return told


def on_engine(case: Case) -> None:
    """Play a case on the engine, with luck that comes as it came on the referee."""
    play(Row(case, [_key(made) for made in on_referee(case).made]), case)


def _key(made: list[tuple[list[int], Any]]) -> int:
    """Return a key with which a seat's rolls and orders come as they were made (README.md, 10)."""
    keys, draws = KEYS, 0
    for slots, outcome in made:
        drawn = [luck.draw(keys, luck.CHANCE, draws + i) for i in range(len(slots))]
        draws += len(slots)
        if isinstance(outcome, int):
            keys = keys[luck.below(drawn[0], slots[0]) == outcome - 1]
        else:
            placed = np.stack([draw & np.uint64(UPPER) | np.uint64(at) for draw, at in zip(drawn, slots, strict=True)])
            keys = keys[(np.array(slots)[placed.argsort(axis=0)] == np.array(outcome)[:, None]).all(axis=0)]
    return int(keys[0])


class Row:
    """One game on the engine, which asks for forced moves as the referee does."""

    def __init__(self, case: Case, keys: list[int]) -> None:
        decks = [Deck("", tuple(CARDS.all[at].name for at in deck), Content(deck, "printed")) for deck in case.decks]
        deal = RULESET.rolled.deal if case.rolled and RULESET.rolled else RULESET.deal
        seats, luck_of = np.array([[0], [1]], np.int32), np.array(keys, np.uint64)[:, None]
        state = deal(RULESET.tables(CARDS, decks), seats, luck_of)
        assert isinstance(state, State)
        self.state = state
        if case.position is not None:
            twin.lay(self.state, 0, case.position)
        self._catch_up()

    @property
    def seat(self) -> int:
        return int(self.state.seat[0])

    @property
    def over(self) -> bool:
        return bool(self.state.phase[0] == OVER)

    @property
    def ending(self) -> str:
        return ENDINGS[int(self.state.ending[0])]

    @property
    def result(self) -> int:
        return int(self.state.result[0])

    def legal(self) -> list[int]:
        return twin.legal(self.state, ROW)[0]

    def snapshot(self) -> Snapshot:
        return twin.snapshot(self.state, 0)

    def play(self, action: int) -> None:
        twin.play(self.state, ROW, [action])
        self._catch_up()

    def _catch_up(self) -> None:
        """Make the moves of one option, but for passing in the reaction step."""
        while len(self.legal()) == 1 and self.snapshot()["decision"] != "react":
            twin.play(self.state, ROW, self.legal())


IMPLEMENTATIONS: Final[dict[str, Callable[[Case], object]]] = {"referee": on_referee, "engine": on_engine}


def each(cases: Sequence[Case]) -> list[Any]:
    """Return each case with each implementation, as parameters of a test."""
    both = [(case, name) for case in cases for name in IMPLEMENTATIONS]
    return [pytest.param(case, IMPLEMENTATIONS[name], id=f"{case.name} ({name})") for case, name in both]
