"""What the tests of Kuhn poker share."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sim import luck
from sim.arrays import ALL
from sim.engine import Lot
from sim.rulesets.kuhn.decks import shipped
from sim.rulesets.kuhn.rules import RULESET
from sim.rulesets.kuhn.state import State
from sim.rulesets.kuhn.tables import Tables


@pytest.fixture(scope="session")
def tables() -> Tables:
    built: Tables = RULESET.tables(None, list(shipped().values()))
    return built


@pytest.fixture(scope="session")
def lot() -> Callable[..., Lot]:
    """Return a maker of lots: `n` games from luck id `start` on, with luck ids of their own."""

    def make(n: int, seed: int = 1, start: int = 0) -> Lot:
        ids = np.arange(start, start + n, dtype=np.uint64)
        return Lot(seed, np.zeros((2, n), np.int32), ids, np.zeros(n, np.uint64))

    return make


@pytest.fixture(scope="session")
def deal(tables: Tables) -> Callable[..., State]:
    """Return a dealer of `n` games, before their first decision."""

    def make(n: int, seed: int = 1, crossed: int = 0) -> State:
        keys = luck.keys(seed, np.arange(n, dtype=np.uint64), crossed)
        state: State = RULESET.deal(tables, np.zeros((2, n), np.int32), keys)
        return state

    return make


@pytest.fixture(scope="session")
def play_line() -> Callable[..., Any]:
    """Return a player of the same actions in every game of a state."""

    def play(state: State, line: str) -> State:
        for letter in line:
            seat = int(state.seat[0])
            assert (state.seat == seat).all()
            RULESET.step(state, seat, ALL, np.full(len(state), "pb".index(letter), np.int16))
        return state

    return play
