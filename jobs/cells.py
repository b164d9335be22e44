"""From the blocks and tallies of a whole run to the rows of cells.parquet."""

from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from jobs import store
from jobs.plan import Plan
from sim.arrays import I64, U64, Bool, Index
from sim.errors import MachineError
from sim.results import CELLS, SKETCH

_LISTS: Final = ("endings", "lengths")
_NOT_SUMS: Final = ("cell", "a", "b", "distinct", *_LISTS)


def columns(plan: Plan, run: Path, endings: int) -> dict[str, Any]:
    """Return the columns of CELLS, summed over all shards; raise MachineError if they are not the plan's."""
    total = _Totals(plan, endings)
    for piece in plan.shards:
        total.add_blocks(store.read(run / "blocks" / f"{piece.name}.parquet"))
        total.add_tallies(store.read(run / "tallies" / f"{piece.name}.parquet"))
    _check(plan, total.sums)
    who = {"cell": [c.key for c in plan.cells], "a": [c.a for c in plan.cells], "b": [c.b for c in plan.cells]}
    return {**who, **total.sums, **total.lists, "distinct": distinct(total.traces, total.sums["games"])}


class _Totals:
    """What has been added up so far, by cell in plan order."""

    def __init__(self, plan: Plan, endings: int) -> None:
        n = len(plan.cells)
        self.place = {cell.key: i for i, cell in enumerate(plan.cells)}
        self.sums: dict[str, I64] = {c.name: np.zeros(n, np.int64) for c in CELLS if c.name not in _NOT_SUMS}
        self.lists: dict[str, list[I64]] = {"endings": [np.zeros(endings, np.int64)] * n}
        self.lists["lengths"] = [np.zeros(1, np.int64)] * n
        self.traces: list[U64] = [np.zeros(0, np.uint64)] * n

    def add_blocks(self, table: pa.Table) -> None:
        """Add the rows of a file of BLOCKS."""
        values = {name: table[name].to_numpy().astype(np.int64) for name in table.column_names}
        first, second = values["points_first"], values["points_second"]
        values |= {"blocks": np.ones_like(first), "points_squares": (first + second) ** 2}
        values["edge_squares"] = (first - second) ** 2
        at = self._places(values["cell"])
        for name in set(self.sums) & set(values):
            np.add.at(self.sums[name], at, values[name])

    def _places(self, cells: I64) -> Index:
        keys, inverse = np.unique(cells, return_inverse=True)
        return np.array([self.place[int(key)] for key in keys], np.intp)[inverse]

    def add_tallies(self, table: pa.Table) -> None:
        """Add the rows of a file of TALLIES."""
        for row in table.to_pylist():
            at = self.place[row["cell"]]
            self.sums["decisions"][at] += row["decisions"]
            for name in _LISTS:
                self.lists[name][at] = _sum(self.lists[name][at], np.array(row[name], np.int64))
            merged = np.union1d(self.traces[at], np.array(row["traces"], np.uint64))
            self.traces[at] = merged[:SKETCH]


def _sum(one: I64, two: I64) -> I64:
    out = np.zeros(max(len(one), len(two)), np.int64)
    out[: len(one)] += one
    out[: len(two)] += two
    return out


def _check(plan: Plan, sums: dict[str, I64]) -> None:
    """Hold the identities of a whole run: every cell has the blocks of the plan, and no game is lost."""
    planned = dict.fromkeys(plan.cells, 0)
    for piece in plan.shards:
        for stretch in piece.stretches:
            planned[stretch.cell] += stretch.blocks
    blocks = np.array([planned[cell] for cell in plan.cells])
    held = {
        "blocks are those of the plan": sums["blocks"] == blocks,
        "games are blocks times arrangements": sums["games"] == blocks * len(plan.arrangements),
        "games are wins, draws and losses": sums["games"] == sums["wins"] + sums["draws"] + sums["losses"],
    }
    for name, holds in held.items():
        if not holds.all():
            raise MachineError(f"broken identity: {name}, but not in cells {_some(plan, ~holds)}")


def _some(plan: Plan, chosen: Bool) -> str:
    return ", ".join([plan.cells[i].name for i in np.flatnonzero(chosen)[:5]])


def distinct(traces: list[U64], games: I64) -> I64:
    """Return [n] the number of distinct games: exact below SKETCH, else (k - 1) / k-th smallest hash."""
    found = [len(t) if len(t) < SKETCH else int((SKETCH - 1) * 2.0**64 / float(t[-1])) for t in traces]
    return np.minimum(np.array(found, np.int64), games)
