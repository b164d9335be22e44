"""From an experiment to cells, stretches of luck ids, and shards: pure, so every worker and every resumption agrees.

A cell is two entrants that meet (a <= b in canonical order). A stretch is one cell on a range of luck ids. A shard is a
fixed list of stretches of one pair of strategies, since a batch has one strategy a seat: small cells share a shard, a
large cell is cut at fixed luck ids. What a shard holds depends on the plan alone, never on the machine.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, groupby
from typing import Final

import numpy as np

from jobs.config import Experiment
from jobs.specs import build
from sim import luck
from sim.arrays import I64
from sim.errors import InputError

ARRANGEMENTS: Final = {"seat": (0, 1), "deck": (0, 3), "block": (0, 1, 2, 3), "single": (0,)}
MOST_GAMES: Final = 1_000_000_000_000  # days of a large cluster; the list of shards must fit into memory
_PAIRING: Final = 3  # the purpose of the draws that pair entrants at random; those below are the games' own


@dataclass(frozen=True)
class Cell:
    """Two entrants that meet: indices into the experiment's entrants, a <= b; the key names them in results."""

    key: int
    a: int
    b: int

    @property
    def name(self) -> str:
        """Return the key as people read it: twelve hexadecimal digits."""
        return f"{self.key:012x}"


@dataclass(frozen=True)
class Stretch:
    """The blocks of one cell on the luck ids first .. first + blocks - 1."""

    cell: Cell
    first: int
    blocks: int


@dataclass(frozen=True)
class Shard:
    """What one task plays and writes: stretches whose cells share their two strategies."""

    stretches: tuple[Stretch, ...]

    @cached_property
    def name(self) -> str:
        """Return the file name of the shard, from the identity of what it holds."""
        parts = [f"{s.cell.name}:{s.first}:{s.blocks}" for s in self.stretches]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    @property
    def blocks(self) -> int:
        """Return the number of blocks."""
        return sum(stretch.blocks for stretch in self.stretches)


@dataclass(frozen=True)
class Plan:
    """All that a run plays, in the order of its results."""

    arrangements: tuple[int, ...]
    cells: tuple[Cell, ...]
    shards: tuple[Shard, ...]

    @property
    def blocks(self) -> int:
        """Return the number of blocks of all cells."""
        return sum(shard.blocks for shard in self.shards)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.blocks * len(self.arrangements)


def plan(experiment: Experiment) -> Plan:
    """Return what `experiment` plays; raise InputError if there is nothing to play."""
    arrangements = ARRANGEMENTS[str(experiment.config.luck)]
    stretches = _stretches(experiment)
    if not stretches:
        raise InputError(
            f"{experiment.config.name}: pairing = {experiment.config.pairing!r} leaves no two entrants to meet"
        )
    games = len(arrangements) * sum(stretch.blocks for stretch in stretches)
    if games > MOST_GAMES:
        raise InputError(
            f"{experiment.config.name}: blocks = {experiment.config.blocks}: makes {games:,} games; right would be "
            f"fewer blocks or entrants, for at most {MOST_GAMES:,}"
        )
    cells = tuple(dict.fromkeys(stretch.cell for stretch in stretches))
    if len({cell.key for cell in cells}) < len(cells):
        raise InputError(f"{experiment.config.name}: two cells share a key; rename or change one entrant")
    return Plan(arrangements, cells, tuple(_shards(experiment, stretches, len(arrangements))))


def _stretches(experiment: Experiment) -> list[Stretch]:
    """Return what is to be played, sorted by strategy pair, then cell, then luck."""
    pairing, blocks = experiment.config.pairing, experiment.config.blocks
    if isinstance(pairing, str):
        found = [Stretch(cell(experiment, a, b), 0, blocks) for a, b in _pairs(experiment, pairing)]
    else:
        drawn = _random_pairs(experiment, pairing.random)
        found = [Stretch(cell(experiment, int(a), int(b)), i * blocks, blocks) for i, (a, b) in enumerate(drawn)]
    return sorted(found, key=lambda s: (*_strategies(experiment, s.cell), s.cell.a, s.cell.b, s.first))


def _pairs(experiment: Experiment, pairing: str) -> Iterator[tuple[int, int]]:
    everyone = range(len(experiment.entrants))
    if pairing == "mirror":
        return ((i, i) for i in everyone)
    pairs = combinations_with_replacement(everyone, 2)
    if pairing == "round-robin":
        return pairs
    heads = set(experiment.challengers)
    return ((a, b) for a, b in pairs if (a in heads) != (b in heads))


def _random_pairs(experiment: Experiment, count: int) -> I64:
    """Return [count, 2] pairs of different entrants, lower first, each drawn by its own luck id."""
    n = len(experiment.entrants)
    if n < 2:
        return np.zeros((0, 2), np.int64)
    key = luck.keys(experiment.config.seed, np.arange(count, dtype=np.uint64))[0]
    one = luck.below(luck.draw(key, _PAIRING, 0), n)
    two = (one + np.uint64(1) + luck.below(luck.draw(key, _PAIRING, 1), n - 1)) % np.uint64(n)
    return np.sort(np.stack([one, two], axis=1).astype(np.int64), axis=1)


def cell(experiment: Experiment, a: int, b: int) -> Cell:
    """Return the cell of entrants `a` <= `b`, keyed by the first 48 bits of a sha256 of their keys."""
    text = f"{experiment.entrants[a].key} {experiment.entrants[b].key}"
    return Cell(int(hashlib.sha256(text.encode()).hexdigest()[:12], 16), a, b)


def _strategies(experiment: Experiment, of: Cell) -> tuple[str, str]:
    return experiment.entrants[of.a].spec.name, experiment.entrants[of.b].spec.name


def _shards(experiment: Experiment, stretches: Sequence[Stretch], arrangements: int) -> Iterator[Shard]:
    """Yield shards in the order of results: as many whole blocks of one strategy pair as make up a shard's worth."""
    for names, group in groupby(stretches, key=lambda s: _strategies(experiment, s.cell)):
        room = blocks_per_shard(experiment, names, arrangements)
        held: list[Stretch] = []
        for stretch in group:
            for piece in _cut(stretch, room):
                if held and sum(s.blocks for s in held) + piece.blocks > room:
                    yield Shard(tuple(held))
                    held = []
                held.append(piece)
        yield Shard(tuple(held))


def _cut(stretch: Stretch, room: int) -> Iterator[Stretch]:
    """Cut a stretch on the fixed grid of luck ids whose step is `room`."""
    at, end = stretch.first, stretch.first + stretch.blocks
    while at < end:
        stop = min(end, (at // room + 1) * room)
        yield Stretch(stretch.cell, at, stop - at)
        at = stop


def blocks_per_shard(experiment: Experiment, names: Sequence[str], arrangements: int) -> int:
    """Return how many blocks make a shard, some seconds of work: a constant of ruleset and strategies."""
    costs = {
        entrant.spec.name: build(entrant.spec).cost for entrant in experiment.entrants if entrant.spec.name in names
    }
    return max(1, experiment.ruleset.games_per_shard // (sum(costs[n] for n in names) * arrangements // 2 or 1))
