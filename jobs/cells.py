"""From the files of all shards to the rows of cells.parquet and totals.parquet."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from jobs import store
from jobs.plan import Plan, Shard
from jobs.sums import LISTS, SUMS, added, smallest
from sim.arrays import I64, U64, Bool, Index, Integer
from sim.errors import MachineError
from sim.results import CELLS, SKETCH

_SQUARES: Final = ("points_squares", "edge_squares", "margin_squares")
_FEW: Final = 1 << 14  # blocks of a cell, whose sums of numbers of 16 bits, four games a block, fit into 32 bits
_PATIENCE: Final = 1 << 24  # hashes that may wait to be merged

Columns = dict[str, Any]


def columns(plan: Plan, run: Path) -> tuple[Columns, Columns]:
    """Return the columns of CELLS and TOTALS, summed over all shards; raise MachineError if they are not the plan's."""
    cells, tallies, at = _Cells(plan), [], 0
    for piece in plan.shards:
        place = plan.cells.place[at : at + len(piece.stretches)]
        at += len(place)
        cells.add(piece, place, store.read(run / "blocks" / f"{piece.name}.parquet"))
        if not plan.drawn:
            cells.sketch(piece, place, store.read(run / "traces" / f"{piece.name}.parquet"))
        tallies.append(tally(store.read(run / "tallies" / f"{piece.name}.parquet").to_pydict()))
    summed, found = cells.columns(), totals(plan, tallies[: plan.own])
    _check(plan, summed, found)
    return summed, found


class _Cells:
    """What has been added up so far, by cell in plan order."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        n, who = len(plan.cells), ("cell", "a", "b", "first_luck", "distinct")
        small = np.dtype(np.int32 if int(plan.cells.blocks.max()) < _FEW else np.int64)
        names = [column.name for column in CELLS if column.name not in who]
        self.sums = {name: np.zeros(n, np.int64 if name in _SQUARES else small) for name in names}
        self.distinct = np.zeros(n, small)
        self.hashes: tuple[Index, U64] = np.zeros(0, np.intp), np.zeros(0, np.uint64)  # cell and hash, a sketch of each
        self.waiting: list[tuple[Index, U64]] = []

    def add(self, piece: Shard, place: Index, table: pa.Table) -> None:
        """Add the rows of a file of BLOCKS; `place` [S]: the cells of its shard's stretches."""
        values = {name: table[name].to_numpy() for name in table.column_names}
        stretch, luck = piece.stretches.each()
        if not (np.array_equal(values["cell"], piece.stretches.cell[stretch]) and np.array_equal(values["luck"], luck)):
            raise MachineError(f"shard {piece.name}: broken identity: blocks are those of the plan")
        at = place[stretch]
        first, second, margin = (values[name].astype(np.int64) for name in ("points_first", "points_second", "margin"))
        values |= {"blocks": np.ones_like(first), "points_squares": (first + second) ** 2}
        values |= {"edge_squares": (first - second) ** 2, "margin_squares": margin**2}
        for name, total in self.sums.items():
            np.add.at(total, at, values[name].astype(total.dtype, copy=False))  # of one type it is fast
        if self.plan.drawn:
            np.add.at(self.distinct, at, values["distinct"].astype(self.distinct.dtype))

    def sketch(self, piece: Shard, place: Index, table: pa.Table) -> None:
        """Add the rows of a file of TRACES."""
        cell = table["cell"].to_numpy()
        starts = np.diff(cell, prepend=-1) != 0
        if not np.array_equal(cell[starts], piece.stretches.cell):
            raise MachineError(f"shard {piece.name}: broken identity: traces are of the cells of the plan")
        self.waiting.append((place[np.cumsum(starts) - 1], table["trace"].to_numpy()))
        if sum(len(hashed) for _, hashed in self.waiting) > _PATIENCE:
            self._merge()

    def _merge(self) -> None:
        places, hashes = zip(self.hashes, *self.waiting, strict=True)
        self.hashes, self.waiting = smallest(np.concatenate(places), np.concatenate(hashes)), []

    def columns(self) -> Columns:
        """Return the columns of CELLS."""
        cells = self.plan.cells
        if not self.plan.drawn:
            self._merge()
            self.distinct = distinct(*self.hashes, self.sums["games"])
        who = {"cell": cells.key, "a": cells.a, "b": cells.b, "first_luck": cells.first}
        return {**who, **self.sums, "distinct": self.distinct}


def tally(rows: Columns) -> Columns:
    """Return what a shard's rows of TALLIES come to, as one row."""
    names = {name: rows[name][0] for name in ("strategy_a", "strategy_b")}
    return names | {name: sum(rows[name]) for name in SUMS} | {name: added(rows[name]) for name in LISTS}


def totals(plan: Plan, tallies: Sequence[Columns]) -> Columns:
    """Return the columns of TOTALS: the `tallies` of the entrants' shards added up by pair of strategies."""
    own, cells = plan.own_stretches, plan.own_cells
    names = [(tally["strategy_a"], tally["strategy_b"]) for tally in tallies]
    pairs = {pair: i for i, pair in enumerate(dict.fromkeys(names))}
    number = np.repeat([pairs[pair] for pair in names], [len(shard.stretches) for shard in plan.shards[: plan.own]])
    group = np.zeros(cells, np.intp)  # of each cell its pair of strategies
    group[plan.cells.place[:own]] = number
    lucks = np.zeros(len(pairs), np.int64)
    (np.add if plan.drawn else np.maximum).at(lucks, group, plan.cells.blocks[:cells])  # drawn pairs share no luck
    parts = [[tally for tally, name in zip(tallies, names, strict=True) if name == pair] for pair in pairs]
    return {
        "strategy_a": [a for a, _ in pairs],
        "strategy_b": [b for _, b in pairs],
        "cells": np.bincount(group),
        "lucks": lucks,
        **{name: [sum(part[name] for part in some) for some in parts] for name in SUMS},
        **{name: [added([part[name] for part in some]) for some in parts] for name in LISTS},
    }


def _check(plan: Plan, cells: Columns, found: Columns) -> None:
    """Hold the identities of a whole run: every cell has the blocks of the plan, no game is lost, all sums agree."""
    held = {
        "blocks are those of the plan": cells["blocks"] == plan.cells.blocks,
        "games are blocks times arrangements": cells["games"] == plan.cells.blocks * len(plan.arrangements),
        "games are wins, draws and losses": cells["games"] == cells["wins"] + cells["draws"] + cells["losses"],
    }
    for name, holds in held.items():
        if not holds.all():
            raise MachineError(f"broken identity: {name}, but not in cells {_some(plan, ~holds)}")
    for name in ("blocks", "games", "turns"):
        if sum(found[name]) != int(cells[name][: plan.own_cells].sum()):
            raise MachineError(f"broken identity: {name} of all cells are those of all pairs of strategies")


def _some(plan: Plan, chosen: Bool) -> str:
    return ", ".join(f"{key:012x}" for key in plan.cells.key[np.flatnonzero(chosen)[:5]])


def distinct(place: Index, hashed: U64, games: Integer) -> I64:
    """Return [n] the number of distinct games of cells with so many `games`, from their sketches.

    Exact below SKETCH, else (k - 1) / k-th smallest hash.
    """
    held = np.bincount(place, minlength=len(games)).astype(np.int64)
    last = np.cumsum(held) - 1
    full = held == SKETCH
    held[full] = (SKETCH - 1) * 2.0**64 / hashed[last[full]].astype(np.float64)
    return np.minimum(held, games)
