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
from jobs.config import Experiment
from jobs.plan import Plan
from jobs.run import How, Progress
from reports.stats.deciding import moments
from reports.stats.goal import FIRST
from reports.stats.intervals import Floats
from sim.arrays import I64, Bool
from sim.errors import InputError
from sim.results import EVEN_MIRRORS

BLOCKS: Final = 256  # a cell: the spread of its blocks is known to 4 per cent then, or better


@dataclass(frozen=True, eq=False)
class Pilot:
    """What was seen of C cells, in plan order."""

    folder: Path | None  # where it is kept for the run; None if that folder is another's
    blocks: I64  # [C]
    mean: Floats  # [C] score of A's blocks, from 0 to 1
    deviation: Floats  # [C] of a block's score
    proven: Bool  # [C] mirrors that the design makes exactly even


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
    proven = (cells.a == cells.b) & (experiment.config.luck in EVEN_MIRRORS)
    mean, deviation = moments(counts, np.arange(width) / (width - 1))
    return Pilot(folder if place == folder else None, blocks, mean, deviation, proven)


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
