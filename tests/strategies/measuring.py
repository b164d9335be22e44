"""What the tests of strategies share: a room's decks and how two strategies score with them."""

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from jobs import rooms
from sim import engine
from sim.ruleset import Deck, Ruleset, Strategy, from_module


@dataclass(frozen=True)
class Field:
    """A ruleset with all its shipped decks."""

    name: str

    @cached_property
    def rules(self) -> Ruleset:
        return rooms.ruleset(self.name)

    @cached_property
    def decks(self) -> list[Deck]:
        return list(rooms.decks(self.name).values())

    @cached_property
    def tables(self) -> Any:
        return self.rules.tables(rooms.cards(self.name), self.decks)

    @property
    def pairs(self) -> np.ndarray:
        """Return every pair of decks by seat [2, D * D]."""
        return np.indices((len(self.decks), len(self.decks)), np.int32).reshape(2, -1)

    @property
    def strategies(self) -> list[str]:
        """Return the names of all but the planners."""
        return [name for name in rooms.strategies(self.name) if name not in rooms.PLANNERS]

    def strategy(self, name: str, **parameters: Any) -> Strategy:
        return from_module(name, import_module(f"strategies.{self.name}.{name}"), **parameters)

    def scores(self, seated: tuple[Strategy, Strategy], pairs: np.ndarray, blocks: int, seed: int) -> np.ndarray:
        """Return points of seat 0, 0 to 1, for every column of `pairs` on the same luck ids: [pairs, blocks]."""
        ids = np.arange(pairs.shape[1] * blocks, dtype=np.uint64)
        lot = engine.Lot(seed, pairs[:, ids // blocks], ids % np.uint64(blocks), np.zeros(len(ids), np.uint64))
        return ((engine.play(self.rules, self.tables, seated, lot).result + 1) / 2).reshape(-1, blocks)


def mean_and_error(points: np.ndarray) -> tuple[float, float]:
    """Return the mean and its standard error, clustered on the luck id that all pairs of decks share."""
    by_luck = points.mean(axis=0)
    return float(by_luck.mean()), float(by_luck.std(ddof=1) / np.sqrt(len(by_luck)))
