"""What there is to test, found by folder: every ruleset and every strategy file, with lots of games to play."""

from dataclasses import astuple, dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from sim import engine
from sim.engine import Lot, Played
from sim.ruleset import Ruleset, State, Strategy, Tables, from_module

ROOT = Path(__file__).parents[1]


def rooms() -> list[str]:
    """Return the name of every ruleset that has a folder."""
    return sorted(path.parent.name for path in ROOT.glob("sim/rulesets/*/__init__.py"))


def playable() -> list[str]:
    """Return the rooms with rules; that every room has them is a test of its own."""
    return [name for name in rooms() if (ROOT / "sim/rulesets" / name / "rules.py").exists()]


def strategies(room: str) -> list[str]:
    """Return the name of every strategy file of a room."""
    files = (ROOT / "strategies" / room).glob("*.py")
    return sorted(path.stem for path in files if not path.stem.startswith("_"))


def pairs() -> list[tuple[str, str]]:
    """Return every (room, strategy) that can be played."""
    return [(room, name) for room in playable() for name in strategies(room)]


@dataclass(frozen=True)
class Room:
    """A ruleset with the tables of all its shipped decks."""

    ruleset: Ruleset
    tables: Tables
    slots: tuple[int, ...]  # cards of each deck

    def strategy(self, name: str) -> Strategy:
        """Return the strategy of a file with its default parameters, made anew."""
        return from_module(name, import_module(f"strategies.{self.ruleset.name}.{name}"))

    def lot(self, games: int, seed: int = 1) -> Lot:
        """Return games between decks paired at random, on luck ids in no order, some with crossed luck."""
        chance = np.random.default_rng(seed)
        return Lot(
            seed,
            chance.integers(0, len(self.slots), (2, games)).astype(np.int32),
            chance.permutation(games).astype(np.uint64),
            chance.integers(0, 2, games).astype(np.uint64),
        )

    def play(self, first: Strategy, second: Strategy, lot: Lot, batch: int = 256) -> Played:
        """Play a lot with the strategies by seat."""
        return engine.play(self.ruleset, self.tables, (first, second), lot, batch)

    def deal(self, lot: Lot) -> State:
        """Return the games of a lot as they begin."""
        state, _ = engine.begin(self.ruleset, self.tables, lot, 0, len(lot))
        return state


@cache
def room(name: str) -> Room:
    """Return a room by name, with its shipped decks in the order of their names."""
    rules = import_module(f"sim.rulesets.{name}.rules")
    module = import_module(f"sim.rulesets.{name}.decks")
    cards = module.cards(None, "") if callable(getattr(module, "cards", None)) else None
    decks = module.shipped(cards)
    chosen = [decks[key] for key in sorted(decks)]
    return Room(rules.RULESET, rules.RULESET.tables(cards, chosen), tuple(len(deck.slots) for deck in chosen))


def part(lot: Lot, rows: Any) -> Lot:
    """Return the games `rows` of a lot, in that order."""
    return replace(lot, decks=lot.decks[:, rows], luck=lot.luck[rows], crossed=lot.crossed[rows])


def rows_of(played: Played, rows: Any) -> Played:
    """Return the results at places `rows`, in that order."""
    return Played(*(value[..., rows] for value in astuple(played)))


def same(one: Played, other: Played) -> bool:
    """Return whether two results are equal in every column, types included."""
    both = zip(astuple(one), astuple(other), strict=True)
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in both)
