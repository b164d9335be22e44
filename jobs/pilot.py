"""A small pilot of every cell, before a run: what it tells of each cell's spread, and where it is kept for the run.

It plays the first blocks of the run itself, into the run's folder; the run takes them over. A folder that holds a pilot
and no run yet is marked by the file `pilot`.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from jobs import kept, plan, run, shard, store
from jobs.cells import distinct
from jobs.config import Experiment
from jobs.kept import Kept
from jobs.plan import Plan
from jobs.run import How, Progress
from jobs.sums import smallest
from reports.stats.deciding import moments
from reports.stats.goal import FIRST
from reports.stats.intervals import Floats, ratio
from sim.arrays import I64, Bool
from sim.errors import InputError
from sim.results import EVEN_MIRRORS

BLOCKS: Final = 256  # a cell: the spread of its blocks is known to 4 per cent then, or better


@dataclass(frozen=True, eq=False)
class Pilot:
    """What was seen of C cells, in plan order."""

    folder: Path | None  # where it is kept for the run; None if that folder is another's
    blocks: I64  # [C]
    counts: I64  # [C, K] how many of them gave A 0 .. K - 1 half points
    proven: Bool  # [C] mirrors that the design makes exactly even
    kept: I64  # [C] blocks whose games were told apart: those of the pilot, or more where more is kept
    distinct: I64  # [C] different games of these

    @property
    def scores(self) -> Floats:
        """Return [K] the scores that a block can have, from 0 to 1."""
        return np.linspace(0, 1, self.counts.shape[1])

    @property
    def mean(self) -> Floats:
        """Return [C] the mean score of A's blocks."""
        return moments(self.counts, self.scores)[0]

    @property
    def deviation(self) -> Floats:
        """Return [C] the standard deviation of a block's score."""
        return moments(self.counts, self.scores)[1]

    @property
    def doubt(self) -> Floats:
        """Return [C] the standard error of the deviation, as a share of it; NaN where it is 0.

        It is large where a few blocks make all of the spread. Source: the delta method, sqrt((kurtosis - 1) / 4 n).
        """
        away = self.scores - self.mean[:, None]
        square, fourth = (ratio((self.counts * away**power).sum(axis=1), self.blocks) for power in (2, 4))
        return np.sqrt(np.maximum(ratio(fourth, square**2) - 1, 0) / (4 * self.blocks))


def first_blocks(experiment: Experiment, planned: Plan) -> I64:
    """Return how many blocks of each cell a pilot plays [C]: of a run that decides by itself its first round."""
    most = BLOCKS if experiment.config.goal is None else FIRST
    return np.minimum(planned.cells.blocks, most)


def play(experiment: Experiment, planned: Plan, folder: Path, progress: Progress) -> Pilot:
    """Play what the pilot lacks, into `folder` if that may become or is this run's own; return what it tells."""
    blocks, cells = first_blocks(experiment, planned), planned.cells
    asked = plan.Stretches(cells.a, cells.b, cells.key, np.zeros_like(blocks), blocks.astype(np.int32))
    with _place(experiment, folder) as place:
        told = run.work(experiment, planned, place)
        held = kept.look(place, shard.kinds(told), told.metadata)
        missing = held.missing(asked)
        todo = list(plan.shards(experiment, missing)) if len(missing) else []
        progress.asked(sum(piece.blocks for piece in todo) * len(told.arrangements), len(todo))
        run.play_all(told, todo, How(), progress)
        held = held.joined(kept.look(place, shard.kinds(told), told.metadata, held.names))
        width = 2 * len(told.arrangements) + 1
        counts = kept.scores(place, held, asked, cells.key, width)
        different = _different(place, held, cells.key, len(told.arrangements))
    proven = (cells.a == cells.b) & (experiment.config.luck in EVEN_MIRRORS)
    return Pilot(folder if place == folder else None, blocks, counts, proven, *different)


def _different(place: Path, held: Kept, cells: I64, games: int) -> tuple[I64, I64]:
    """Return how many blocks of `games` of each of `cells` [C] are `held`, and how many different games these were."""
    order = np.argsort(cells)
    at = order[np.minimum(np.searchsorted(cells[order], held.cell), len(cells) - 1)]
    mine = np.flatnonzero(cells[at] == held.cell)
    blocks = np.bincount(at[mine], held.fresh()[mine], len(cells)).astype(np.int64)
    tables = kept.rows(place, held, mine, "traces")
    keys, traces = (np.concatenate([table[name] for table in tables]) for name in ("cell", "trace"))
    sketch = smallest(order[np.searchsorted(cells[order], keys)], traces)
    return blocks, distinct(*sketch, blocks * games)


@contextmanager
def _place(experiment: Experiment, folder: Path) -> Iterator[Path]:
    """Hold `folder` if this pilot may be kept there, else a folder that is gone afterwards."""
    mine, mark = folder / run.HASH, folder / run.PILOT
    try:
        if not mine.is_file():
            run.check_new(folder)
            store.write(mark, b"")
    except InputError:
        pass
    held = mine if mine.is_file() and mine.read_text().strip() == experiment.hash else mark
    if held.is_file():
        with store.alone(held):
            yield folder
    else:
        with tempfile.TemporaryDirectory(prefix="tourney-") as place:
            yield Path(place)
