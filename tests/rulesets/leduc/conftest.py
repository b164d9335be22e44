"""What the tests of Leduc hold'em share."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sim import luck
from sim.engine import Lot
from sim.ruleset import Strategy, from_module
from sim.rulesets.leduc.decks import shipped
from sim.rulesets.leduc.rules import RULESET
from sim.rulesets.leduc.state import State
from sim.rulesets.leduc.tables import Tables
from strategies.leduc import honest, random


@pytest.fixture(scope="session")
def tables() -> Tables:
    built: Tables = RULESET.tables(None, list(shipped().values()))
    return built


@pytest.fixture(scope="session")
def strategies() -> dict[str, Strategy]:
    return {"random": from_module("random", random), "honest": from_module("honest", honest)}


@pytest.fixture(scope="session")
def lot() -> Callable[..., Lot]:
    """Return a maker of lots: `n` games from luck id `start` on, with luck ids of their own."""

    def make(n: int, seed: int = 1, start: int = 0, crossed: int = 0) -> Lot:
        ids = np.arange(start, start + n, dtype=np.uint64)
        return Lot(seed, np.zeros((2, n), np.int32), ids, np.full(n, crossed, np.uint64))

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
    """Return a player of the same actions in every game of a state; the seats take the turns the rules give them."""

    def play(state: State, line: list[int]) -> State:
        for action in line:
            seat = int(state.seat[0])
            assert (state.seat == seat).all()
            assert (RULESET.legal(state, seat, slice(None))[0] >> action & 1).all()
            RULESET.step(state, seat, slice(None), np.full(len(state), action, np.int16))
        return state

    return play
