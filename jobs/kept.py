"""What a run's folder holds already, whatever shards it stands in: it is taken over, and not played again.

A plan may cut the same blocks into other shards than an earlier one did: an extended run has longer cells, a new deck
makes cells that come between, a round of a sequential run plays what the finished run holds elsewhere. Each shard says
in its blocks which stretches it has, so whole stretches of it can be moved, cell by cell, into the shards of the plan.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow.parquet as pq

from jobs import store
from jobs.plan import Stretches
from sim.arrays import I32, I64, Bool, Index

_KINDS: Final = ("blocks", "tallies", "traces", "games", "budget")
_APART: Final = 40  # bits of luck ids: one cell's never reach those of the next


@dataclass(frozen=True, eq=False)
class Kept:
    """K stretches that stand in a run's folder, ascending by cell, then by first luck id, the longer one first."""

    names: tuple[str, ...]  # of shards
    shard: I32  # [K] place in `names`
    cell: I64  # [K]
    first: I64  # [K]
    blocks: I64  # [K]

    def within(self, wanted: Stretches) -> tuple[Index, Stretches]:
        """Return which of these stretches [k] lie whole in `wanted` and beside each other, and what is then missing.

        `wanted` holds each cell once.
        """
        low, high = (np.searchsorted(self.cell, wanted.cell, side) for side in ("left", "right"))
        if not (high > low).any():
            return np.zeros(0, np.intp), wanted
        taken: list[int] = []
        holes: list[tuple[int, int, int]] = []  # place in `wanted`, first luck id, blocks
        for place, (i, j) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
            at, end = int(wanted.first[place]), int(wanted.first[place]) + int(wanted.blocks[place])
            for k in range(i, j):
                first, stop = int(self.first[k]), int(self.first[k]) + int(self.blocks[k])
                if first < at or stop > end:
                    continue
                taken.append(k)
                holes.append((place, at, first - at))
                at = stop
            holes.append((place, at, end - at))
        return np.array(taken, np.intp), _parts(wanted, holes)

    def missing(self, wanted: Stretches) -> Stretches:
        """Return what of `wanted`, which holds each cell once, stands nowhere, whatever it is cut into."""
        low, high = (np.searchsorted(self.cell, wanted.cell, side) for side in ("left", "right"))
        holes: list[tuple[int, int, int]] = []  # place in `wanted`, first luck id, blocks
        for place, (i, j) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
            at, end = int(wanted.first[place]), int(wanted.first[place]) + int(wanted.blocks[place])
            for k in range(i, j):
                holes.append((place, at, min(int(self.first[k]), end) - at))
                at = max(at, int(self.first[k]) + int(self.blocks[k]))
            holes.append((place, at, end - at))
        return _parts(wanted, holes)

    def joined(self, other: "Kept") -> "Kept":
        """Return these stretches and those of other shards."""
        shard = np.concatenate([self.shard, other.shard + np.int32(len(self.names))])
        columns = (np.concatenate([getattr(self, n), getattr(other, n)]) for n in ("cell", "first", "blocks"))
        return _ordered(self.names + other.names, shard, *columns)

    def fresh(self) -> I64:
        """Return [K] how many blocks of each stretch stand in none before it: those of an older plan may overlap."""
        start = self.first + (np.cumsum(np.diff(self.cell, prepend=-1) != 0) << _APART)
        end = np.maximum.accumulate(start + self.blocks)
        return end - np.maximum(start, np.concatenate([[0], end[:-1]]))

    def outside(self, cells: I64, blocks: I64) -> Bool:
        """Return [K] what does not lie in the luck ids 0 .. `blocks` [n] - 1 of any of `cells` [n]."""
        order = np.argsort(cells)
        place = order[np.minimum(np.searchsorted(cells[order], self.cell), len(cells) - 1)]
        return (cells[place] != self.cell) | (self.first + self.blocks > blocks[place])


def _parts(wanted: Stretches, holes: list[tuple[int, int, int]]) -> Stretches:
    """Return the stretches of `holes`: place in `wanted`, first luck id, blocks (0 or less: none)."""
    found = np.array([hole for hole in holes if hole[2] > 0], np.int64).reshape(-1, 3).T
    part = wanted.at(found[0])
    return Stretches(part.a, part.b, part.cell, found[1], found[2].astype(np.int32))


NOTHING: Final = Kept((), np.zeros(0, np.int32), *(np.zeros(0, np.int64),) * 3)


def look(run: Path, kinds: Collection[str], metadata: Mapping[str, str], known: Collection[str] = ()) -> Kept:
    """Return what stands unharmed in `run`, with files of all `kinds` and this `metadata`, but for `known` shards."""
    names: list[str] = []
    parts: list[tuple[I64, I64, I64, I64]] = []
    for path in sorted(run.glob("receipts/*.json")):
        if path.stem not in known and _stands(run, path.stem, kinds, metadata):
            parts.append(_stretches(run, path.stem, len(names)))
            names.append(path.stem)
    if not names:
        return NOTHING
    return _ordered(tuple(names), *(np.concatenate(column) for column in zip(*parts, strict=True)))


def _ordered(names: tuple[str, ...], shard: I64, cell: I64, first: I64, blocks: I64) -> Kept:
    order = np.lexsort((-blocks, first, cell))
    return Kept(names, shard[order].astype(np.int32), cell[order], first[order], blocks[order])


def _stands(run: Path, name: str, kinds: Collection[str], metadata: Mapping[str, str]) -> bool:
    receipt = store.receipt(run, name)
    if receipt is None or set(receipt["files"]) != {f"{kind}/{name}.parquet" for kind in kinds}:
        return False
    if not all(store.agrees(run / path, digest) for path, digest in receipt["files"].items()):
        return False
    held = pq.read_schema(run / "blocks" / f"{name}.parquet").metadata or {}
    return all(held.get(key.encode()) == value.encode() for key, value in metadata.items())


def _stretches(run: Path, name: str, number: int) -> tuple[I64, I64, I64, I64]:
    """Return shard number, cell, first luck id and length of each stretch of a shard's file of blocks."""
    table = pq.ParquetFile(run / "blocks" / f"{name}.parquet").read(["cell", "luck"])
    cell, luck = (table[column].to_numpy() for column in ("cell", "luck"))
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    return np.full(len(starts), number), cell[starts], luck[starts], np.diff(starts, append=len(cell))


def rows(run: Path, kept: Kept, taken: Index, kind: str) -> list[dict[str, Any]]:
    """Return of each shard that holds some of the stretches `taken` its rows of these: columns by name.

    A shard holds each cell once, so that a cell's key names its stretch there. Lists are lists of lists.
    """
    out = []
    for number in np.unique(kept.shard[taken]):
        cells = kept.cell[taken[kept.shard[taken] == number]]
        table = store.read(run / kind / f"{kept.names[number]}.parquet")
        chosen = table.filter(np.isin(table["cell"].to_numpy(), cells))
        lists = kind == "tallies"
        out.append(
            {name: chosen[name].to_pylist() if lists else chosen[name].to_numpy() for name in table.column_names}
        )
    return out


def scores(run: Path, kept: Kept, asked: Stretches, cells: I64, width: int) -> I64:
    """Return [C, width] how many blocks of `asked`, which stand all of them, gave A so many half points.

    `cells` [C] are keys, those of `asked` among them, each once.
    """
    begin, end = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.int64)
    order = np.argsort(cells)
    place = order[np.searchsorted(cells[order], asked.cell)]
    begin[place], end[place] = asked.first, asked.first + asked.blocks
    counts, seen = np.zeros((len(cells), width), np.int64), np.zeros(0, np.int64)
    at = order[np.minimum(np.searchsorted(cells[order], kept.cell), len(cells) - 1)]
    meets = (cells[at] == kept.cell) & (kept.first < end[at]) & (kept.first + kept.blocks > begin[at])
    for number in np.unique(kept.shard[meets]):
        columns = ["cell", "luck", "points_first", "points_second"]
        table = pq.ParquetFile(run / "blocks" / f"{kept.names[number]}.parquet").read(columns)
        cell, luck, one, other = (table[name].to_numpy() for name in columns)
        row = order[np.minimum(np.searchsorted(cells[order], cell), len(cells) - 1)]
        fresh = (cells[row] == cell) & (luck >= begin[row]) & (luck < end[row])
        name = (row << _APART) + luck  # a block may stand in two shards, of an old plan and a new one
        fresh &= ~np.isin(name, seen)
        seen = np.concatenate([seen, name[fresh]])
        np.add.at(counts, (row[fresh], one[fresh].astype(np.int64) + other[fresh]), 1)
    return counts


def sweep(run: Path, known: Collection[str]) -> None:
    """Remove all shards but the `known` ones: what they held stands in these, or lies past the end of its cell."""
    for path in run.glob("receipts/*.json"):
        if path.stem not in known:
            path.unlink()  # first, so that no receipt tells of files that are gone
    for kind in _KINDS:
        for path in run.glob(f"{kind}/*.parquet"):
            if path.stem not in known:
                path.unlink()


def says(run: Path) -> dict[str, Any]:
    """Return what the shards of a run say of themselves: the metadata of the first one, empty if there is none."""
    path = min(run.glob("blocks/*.parquet"), default=None)
    found = (pq.read_schema(path).metadata or {}) if path else {}
    return {key.decode(): value.decode() for key, value in found.items() if key != b"ARROW:schema"}
