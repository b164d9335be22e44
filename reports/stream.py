"""One pass over the blocks of a run: what clustered errors need of them, and whether they add up to the cells."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd

from reports.members import TABLES, Bools, Part, Table, part
from reports.runs import Run
from reports.stats.clustered import Ints, add_influence
from reports.stats.intervals import Floats, ratio
from sim.errors import InputError

SUMS: Final = (
    *("games", "wins", "draws", "losses", "games_first", "points_first", "points_second", "margin", "turns", "caps"),
)


@dataclass(frozen=True, eq=False)
class Streamed:
    """The result of the one pass over the blocks."""

    influence: dict[Table, Floats]  # [G, L] sums by luck id; none where pairs were drawn: no two share luck
    agree: Bools  # [C] the blocks add up to the cell
    distinct: int  # games that differ from those before them in their block
    own: dict[str, Floats]  # [C] standard error of each cell's own score, edge, turns; only where cells stopped early
    tallies: dict[str, Ints]  # [C, 4 G + 1] blocks of each cell by half points (`score`, `edge`: first less second),
    # from -2 G to 2 G, G being the games of a block; none where pairs were drawn


@lru_cache(maxsize=1)
def stream(run: Run) -> Streamed:
    """Return what one pass over the blocks gives; kept for the last run."""
    code, keys = pd.factorize(run.cells["cell"])  # of drawn pairs two may share a key: they are held up together
    lucks, index = run.lucks(), pd.Index(keys)
    parts = {} if run.drawn else {table: part(run, table) for table in TABLES}
    influence = {table: np.zeros((len(members.names), lucks)) for table, members in parts.items()}
    slots = {table: _slots(members, len(run.cells), table[1] == "score") for table, members in parts.items()}
    found = np.zeros((len(keys), len(SUMS) + 1), np.int64)
    distinct = 0
    own = {what: np.zeros(len(run.cells)) for _, what in TABLES} if run.stopped and not run.drawn else {}
    width = 2 * run.block_games
    shape = (len(run.cells), 2 * width + 1)
    tallies = {} if run.drawn else {what: np.zeros(shape, np.int64) for what in ("score", "edge")}
    for batch in run.blocks():
        rows, luck = index.get_indexer(batch["cell"]), batch["luck"].to_numpy()
        if len(rows) and (rows.min() < 0 or luck.min() < 0 or luck.max() >= lucks):
            raise InputError(f"{run.path / 'blocks'}: has a cell or luck id that cells.parquet has not; repeat the run")
        _add_sums(found, rows, batch.assign(blocks=1))
        distinct += int(batch["distinct"].to_numpy().sum(dtype=np.int64))
        values = {} if run.drawn else _influences(run.cells, rows, batch)
        for what, tally in tallies.items():
            np.add.at(tally, (rows, width + _half_points(batch, what)), 1)
        for what in own:
            own[what] += np.bincount(rows, values[what] ** 2, len(run.cells))
        for table, total in influence.items():
            for group, weight in slots[table]:
                at = np.flatnonzero(group[rows] >= 0)
                where = rows[at]
                add_influence(total, group[where], luck[at], values[table[1]][at] * weight[where])
    planned = np.zeros_like(found)
    _add_sums(planned, code, run.cells)
    errors = {what: np.sqrt(squares) for what, squares in own.items()}
    return Streamed(influence, (found == planned).all(axis=1)[code], distinct, errors, tallies)


def _add_sums(total: Ints, rows: Ints, frame: pd.DataFrame) -> None:
    """Add the sums of a frame of blocks or cells to `total` [K, len(SUMS) + 1] at `rows`, in place."""
    for number, name in enumerate((*SUMS, "blocks")):
        np.add.at(total[:, number], rows, frame[name].to_numpy().astype(np.int64))


def _half_points(batch: pd.DataFrame, what: str) -> Ints:
    """Return [N] the half points of both seats of each block; or for `edge` those of the first less the second's."""
    first, second = (batch[name].to_numpy().astype(np.int64) for name in ("points_first", "points_second"))
    return first + second if what == "score" else first - second


def usual(tally: Ints) -> tuple[Ints, Ints]:
    """Return [C] the half points that most blocks of a cell have, and how many blocks have others."""
    return tally.argmax(axis=1) - tally.shape[1] // 2, tally.sum(axis=1) - tally.max(axis=1)


def _slots(members: Part, cells: int, signed: bool) -> list[tuple[Ints, Floats]]:
    """Return for each side the group of each cell [C] (-1: none) and its weight there, perhaps signed by side."""
    size = np.bincount(members.group, minlength=len(members.names))
    slots = []
    for side in (1, -1):
        at = members.side == side
        group, weight = np.full(cells, -1, dtype=np.int64), np.zeros(cells)
        group[members.row[at]] = members.group[at]
        weight[members.row[at]] = (side if signed else 1) / size[members.group[at]]
        slots.append((group, weight))
    return slots


def _influences(cells: pd.DataFrame, rows: Ints, batch: pd.DataFrame) -> dict[str, Floats]:
    """Return the influence [N] of each block of `batch` on its cell's score, edge and turns a game.

    Each is a ratio of sums, linearised: (block's top - mean times block's bottom) / cell's bottom. A score is that of
    both seats, each about its own mean: in `single`, where a luck id has one seat, the edge is no spread of luck.
    """

    def part(top: pd.Series, bottom: pd.Series, cell_top: pd.Series, cell_bottom: pd.Series) -> Floats:
        mean = ratio(cell_top, cell_bottom)
        influence: Floats = (top.to_numpy() - mean[rows] * bottom.to_numpy()) * ratio(1, cell_bottom)[rows]
        return influence

    second, cells_second = batch["games"] - batch["games_first"], cells["games"] - cells["games_first"]
    first = part(batch["points_first"], batch["games_first"], cells["points_first"], cells["games_first"])
    later = part(batch["points_second"], second, cells["points_second"], cells_second)
    share = ratio(cells["games_first"], cells["games"])[rows]
    return {
        "score": (np.nan_to_num(first) * share + np.nan_to_num(later) * (1 - share)) / 2,
        "edge": (first - later) / 4,
        "turns": part(batch["turns"], batch["games"], cells["turns"], cells["games"]),
    }
