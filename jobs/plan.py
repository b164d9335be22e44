"""From an experiment to cells, stretches of luck ids, and shards: pure, so every worker and every resumption agrees.

A cell is two entrants that meet (a <= b in canonical order). A stretch is one cell on a range of luck ids. A shard is a
fixed list of stretches of one pair of strategies, since a batch has one strategy a seat: small cells share a shard, a
large cell is cut at fixed luck ids. What a shard holds depends on the plan alone, never on the machine.

All of them are arrays: ten million pairs that are drawn at random are planned in seconds.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np

from jobs.config import Experiment
from jobs.messages import shown
from jobs.specs import build
from reports.stats.goal import FIRST
from sim import luck
from sim.arrays import I32, I64, Bool, Index, Rows
from sim.errors import InputError
from sim.ruleset import Ruleset

ARRANGEMENTS: Final = {"seat": (0, 1), "deck": (0, 3), "block": (0, 1, 2, 3), "single": (0,)}
MOST_GAMES: Final = 1_000_000_000_000  # days of a large cluster; the list of shards must fit into memory
MOST_CELLS: Final = 10_000_000  # each has some numbers of its own
_AT_ONCE: Final = 1 << 16  # pairs: what they are drawn of stays in the cache
_PAIRING: Final = 3  # the purpose of the draws that pair entrants at random; those below are the games' own


@dataclass(frozen=True, eq=False)
class Stretches:
    """S stretches: the blocks of two entrants that meet on the luck ids first .. first + blocks - 1."""

    a: I32  # [S] indices into the experiment's entrants, a <= b
    b: I32  # [S]
    cell: I64  # [S] the key that names the two in results
    first: I64  # [S]
    blocks: I32  # [S]

    def __len__(self) -> int:
        """Return S."""
        return len(self.a)

    def at(self, rows: Rows | Bool) -> "Stretches":
        """Return the stretches at `rows`; of a slice views."""
        return Stretches(*(getattr(self, field.name)[rows] for field in fields(self)))

    def each(self) -> tuple[Index, I64]:
        """Return for every block its stretch [m] and its luck id [m]."""
        stretch = np.repeat(np.arange(len(self)), self.blocks)
        before = np.cumsum(self.blocks, dtype=np.int64) - self.blocks
        return stretch, np.arange(len(stretch)) + (self.first - before)[stretch]

    @classmethod
    def joined(cls, parts: "Sequence[Stretches]") -> "Stretches":
        """Return the stretches of all parts, in order."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


@dataclass(frozen=True, eq=False)
class Shard:
    """What one task plays and writes: stretches whose cells share their two strategies."""

    stretches: Stretches

    @cached_property
    def name(self) -> str:
        """Return the file name of the shard, from the identity of what it holds."""
        held = self.stretches
        parts = [column.astype("<i8").tobytes() for column in (held.cell, held.first, held.blocks)]
        return hashlib.sha256(b"".join(parts)).hexdigest()[:16]

    @property
    def blocks(self) -> int:
        """Return the number of blocks."""
        return int(self.stretches.blocks.sum(dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Cells:
    """C cells, in the order in which they first play."""

    a: I32  # [C]
    b: I32  # [C]
    key: I64  # [C] of drawn pairs two may share one: their luck ids tell them apart
    first: I64  # [C] lowest luck id
    blocks: I64  # [C] of all its stretches
    place: Index  # [S] the cell of each stretch of the plan

    def __len__(self) -> int:
        """Return C."""
        return len(self.a)


@dataclass(frozen=True, eq=False)
class Plan:
    """All that a run plays, in the order of its results."""

    arrangements: tuple[int, ...]
    drawn: bool  # pairs were drawn at random: pair i plays on the luck ids from i times `blocks` of the config on
    shards: tuple[Shard, ...]
    own: int  # how many of the shards are of the entrants; the last ones are of variants of their decks

    @cached_property
    def cells(self) -> Cells:
        """Return who meets whom."""
        every = Stretches.joined([shard.stretches for shard in self.shards])
        code = every.a * np.int64(int(every.b.max()) + 1)
        code += every.b
        at, place = _in_order(code)
        met, blocks = every.at(at), np.bincount(place, every.blocks, len(at)).astype(np.int64)
        return Cells(met.a, met.b, met.cell, met.first, blocks, place)

    @cached_property
    def blocks(self) -> int:
        """Return the number of blocks of all cells."""
        return sum(shard.blocks for shard in self.shards)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.blocks * len(self.arrangements)

    @property
    def own_cells(self) -> int:
        """Return how many of the cells, the first ones, are of the entrants."""
        return int(self.cells.place[: self.own_stretches].max()) + 1

    @property
    def own_stretches(self) -> int:
        """Return how many of the stretches, the first ones, are of the entrants."""
        return sum(len(shard.stretches) for shard in self.shards[: self.own])

    @property
    def variants(self) -> dict[str, int]:
        """Return how many cells and games are of variants."""
        blocks = sum(shard.blocks for shard in self.shards[self.own :])
        return {"cells": len(self.cells) - self.own_cells, "games": blocks * len(self.arrangements)}


def _in_order(codes: I64) -> tuple[Index, Index]:
    """Return where each different code first stands, ascending, and for each of `codes` [n] its place among these."""
    order = np.argsort(codes)
    codes = codes[order]
    begins = np.empty(len(codes), np.bool_)
    begins[0] = True
    np.not_equal(codes[1:], codes[:-1], out=begins[1:])
    first = np.minimum.reduceat(order, np.flatnonzero(begins))
    new = np.zeros(len(codes), np.bool_)
    new[first] = True
    number = np.cumsum(new, dtype=np.int32)
    place = np.empty(len(codes), np.intp)
    place[order] = (number[first] - 1)[np.cumsum(begins, dtype=np.int32) - 1]
    return np.flatnonzero(new), place


def plan(experiment: Experiment, lengths: I64 | None = None) -> Plan:
    """Return what `experiment` plays; raise InputError if that is nothing, or more than can be planned.

    `lengths` [C] are the blocks of each cell, where a run decides by itself how many there are; without them such a
    plan is that of its first round.
    """
    config, roster = experiment.config, experiment.roster
    arrangements, drawn = ARRANGEMENTS[str(config.luck)], not isinstance(config.pairing, str)
    _check_size(experiment, len(arrangements))
    a, b = _pairs(experiment)
    first = np.arange(len(a)) * config.blocks if drawn else np.zeros(len(a), np.int64)
    blocks = np.full(len(a), config.blocks if config.goal is None else FIRST, np.int32)
    if lengths is not None:
        blocks = _by_cell(lengths, a, b, experiment)
    meetings = Stretches(a, b, roster.cells(a, b), first, blocks)
    more = _variants_meet(experiment, meetings)
    meetings_of_all = np.concatenate([meetings.cell, more.cell])
    if not drawn and (np.diff(np.sort(meetings_of_all)) == 0).any():
        raise InputError(f"{config.name}: two cells share a key; rename or change one entrant")
    own = tuple(shards(experiment, meetings))
    others = tuple(shards(experiment, more)) if len(more) else ()
    return Plan(arrangements, drawn, (*own, *others), len(own))


def _variants_meet(experiment: Experiment, meetings: Stretches) -> Stretches:
    """Return the meetings of the variants: each sits where its original sat, against the same rivals, on the same luck.

    A mirror is no rival, unless the original met nobody else.
    """
    first, parts = len(experiment.entrants), [meetings.at(slice(0))]
    of = np.array([variant.of for variant in experiment.variants.all], np.int64)
    for original in np.unique(of):
        rows = _against(meetings, int(original))
        for variant in np.flatnonzero(of == original):
            met = meetings.at(rows)
            a = np.where(met.a == original, first + variant, met.a).astype(np.int32)
            b = np.where((met.b == original) & (met.a != original), first + variant, met.b).astype(np.int32)
            parts.append(replace(met, a=a, b=b, cell=experiment.roster.cells(a, b)))
    return Stretches.joined(parts)


def _against(meetings: Stretches, entrant: int) -> Index:
    """Return where the entrant meets its rivals."""
    mirror = (meetings.a == entrant) & (meetings.b == entrant)
    others = ((meetings.a == entrant) | (meetings.b == entrant)) & ~mirror
    return np.flatnonzero(others if others.any() else mirror)


def _check_size(experiment: Experiment, arrangements: int) -> None:
    config, cells = experiment.config, _count(experiment)
    if not cells:
        raise InputError(f"{config.name}: pairing = {_told(experiment)} leaves no two entrants to meet")
    if cells > MOST_CELLS:
        raise InputError(
            f"{config.name}: pairing = {_told(experiment)}: makes {cells:,} cells of {len(experiment.entrants):,} "
            f"entrants; right would be {{ random = 1000000 }}, or fewer entrants, for at most {MOST_CELLS:,}"
        )
    more = _count_of_variants(experiment)
    if cells + more > MOST_CELLS:
        raise InputError(
            f"{config.name}: substitute = {shown(config.model_dump()['substitute'])}: makes {more:,} cells of "
            f"{len(experiment.variants.all):,} variants; right would be fewer cards, or a smaller by, for at most "
            f"{MOST_CELLS - cells:,}"
        )
    check_games(experiment, (cells + more) * (config.blocks if config.goal is None else FIRST) * arrangements)


def check_games(experiment: Experiment, games: int) -> None:
    """Raise InputError if that are too many."""
    config = experiment.config
    if games > MOST_GAMES:
        key, less = ("blocks", "fewer blocks") if config.goal is None else ("precision or decide", "a wider goal")
        value = f" = {config.blocks}" if config.goal is None else ""
        raise InputError(
            f"{config.name}: {key}{value}: makes {games:,} games; right would be "
            f"{less} or fewer entrants, for at most {MOST_GAMES:,}"
        )


def _by_cell(lengths: I64, a: I32, b: I32, experiment: Experiment) -> I32:
    """Return the `lengths` [C] of cells, which are in the order of results, in the order of pairs `a`, `b` [C]."""
    roster = experiment.roster
    pair = roster.spec[a] * np.int32(len(roster.specs)) + roster.spec[b]
    order = np.argsort(pair, kind="stable")
    blocks = np.empty(len(a), np.int32)
    blocks[order] = lengths
    return blocks


def _told(experiment: Experiment) -> str:
    pairing = experiment.config.pairing
    return shown(pairing if isinstance(pairing, str) else pairing.model_dump())


def _count(experiment: Experiment) -> int:
    """Return how many pairs meet."""
    n, pairing = len(experiment.entrants), experiment.config.pairing
    if not isinstance(pairing, str):
        return pairing.random if n > 1 else 0
    heads = len(experiment.challengers) if pairing == "gauntlet" else 0
    return {"mirror": n, "gauntlet": heads * (n - heads), "round-robin": n * (n + 1) // 2}[pairing]


def _count_of_variants(experiment: Experiment) -> int:
    """Return how many cells the variants are in: as many as their originals have rivals."""
    n, pairing = len(experiment.entrants), experiment.config.pairing
    rivals = np.full(n, 1 if pairing == "mirror" else max(n - 1, 1))
    if pairing == "gauntlet":
        heads = np.array(experiment.challengers)
        rivals[:] = len(heads)
        rivals[heads] = n - len(heads)
    return int(rivals[[variant.of for variant in experiment.variants.all]].sum())


def _pairs(experiment: Experiment) -> tuple[I32, I32]:
    """Return who meets whom [n], lower first: as drawn, else ascending."""
    n, pairing = len(experiment.entrants), experiment.config.pairing
    if not isinstance(pairing, str):
        return _random_pairs(experiment, pairing.random)
    if pairing == "mirror":
        everyone = np.arange(n, dtype=np.int32)
        return everyone, everyone
    if pairing == "round-robin":
        a, b = np.triu_indices(n)
        return a.astype(np.int32), b.astype(np.int32)
    heads = np.array(experiment.challengers)
    others = np.delete(np.arange(n), heads)
    one, two = np.repeat(heads, len(others)), np.tile(others, len(heads))
    codes = np.sort(np.minimum(one, two) * n + np.maximum(one, two))
    return (codes // n).astype(np.int32), (codes % n).astype(np.int32)


def _random_pairs(experiment: Experiment, count: int) -> tuple[I32, I32]:
    """Return [count] pairs of different entrants, each drawn by its own luck id."""
    n, pairs = len(experiment.entrants), np.empty((2, count), np.int32)
    for start in range(0, count, _AT_ONCE):
        ids = np.arange(start, min(start + _AT_ONCE, count), dtype=np.uint64)
        key = luck.keys(experiment.config.seed, ids)[0]
        one = luck.below(luck.draw(key, _PAIRING, 0), n)
        two = (one + np.uint64(1) + luck.below(luck.draw(key, _PAIRING, 1), n - 1)) % np.uint64(n)
        pairs[:, start : start + _AT_ONCE] = np.minimum(one, two), np.maximum(one, two)
    return pairs[0], pairs[1]


def shards(experiment: Experiment, meetings: Stretches) -> Iterator[Shard]:
    """Yield shards in the order of results: as many whole blocks of one strategy pair as make up a shard's worth."""
    roster, drawn = experiment.roster, not isinstance(experiment.config.pairing, str)
    arrangements = len(ARRANGEMENTS[str(experiment.config.luck)])
    costs = [build(spec).cost for spec in roster.specs]
    if len(costs) > 1:
        meetings = meetings.at(np.argsort(_strategies(experiment, meetings), kind="stable"))
    pair = _strategies(experiment, meetings)
    bounds = [*np.flatnonzero(np.diff(pair, prepend=-1)).tolist(), len(pair)]
    for low, high in pairwise(bounds):
        one, two = divmod(int(pair[low]), len(costs))
        room = blocks_per_shard(experiment.ruleset, costs[one] + costs[two], arrangements)
        pieces = _cut(meetings.at(slice(low, high)), room, from_first=drawn)
        again = np.flatnonzero(pieces.cell[1:] == pieces.cell[:-1]) + 1  # of planned cells no shard holds one twice
        for start, stop in pairwise([0, *(() if drawn else again.tolist()), len(pieces)]):
            yield from _packed(pieces.at(slice(start, stop)), room)


def _strategies(experiment: Experiment, meetings: Stretches) -> I32:
    """Return the number of each one's pair of strategies [n]."""
    roster = experiment.roster
    return roster.spec[meetings.a] * np.int32(len(roster.specs)) + roster.spec[meetings.b]


def _packed(pieces: Stretches, room: int) -> Iterator[Shard]:
    """Yield shards of `pieces` in a row, as many as make up at most `room` blocks."""
    ends, start = np.cumsum(pieces.blocks, dtype=np.int64), 0
    while start < len(pieces):
        stop = int(np.searchsorted(ends, ends[start] - pieces.blocks[start] + room, side="right"))
        yield Shard(pieces.at(slice(start, stop)))
        start = stop


def _cut(whole: Stretches, room: int, from_first: bool) -> Stretches:
    """Cut stretches at the luck ids that `room` divides, so that pieces are the same however a cell came to its length.

    `from_first`: count from the first luck id of each, which of drawn pairs is any.
    """
    origin = whole.first if from_first else np.zeros_like(whole.first)
    begin = (whole.first - origin) // room
    count = (whole.first - origin + whole.blocks - 1) // room - begin + 1
    if int(count.max()) == 1:
        return whole
    piece = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    at = np.repeat(np.arange(len(whole)), count)
    pieces, start = whole.at(at), origin[at] + (begin[at] + piece) * room
    first = np.maximum(pieces.first, start)
    end = np.minimum(pieces.first + pieces.blocks, start + room)
    return Stretches(pieces.a, pieces.b, pieces.cell, first, (end - first).astype(np.int32))


def blocks_per_shard(rules: Ruleset, costs: int, arrangements: int) -> int:
    """Return how many blocks make a shard, some seconds of work: a constant of ruleset and strategies.

    `costs` is the sum over both strategies.
    """
    return max(1, rules.games_per_shard // (costs * arrangements // 2 or 1))
