"""Sequential runs: rounds of blocks until every cell is decided; what is played follows from results, not from time.

A round gives every undecided cell the blocks that its own finished blocks call for, and is played to its end before
anything is decided. So decisions rest on a finished prefix of luck ids alone: no order of arrival, number of workers or
interruption can change them, and the same walk over a folder that holds the blocks already plays nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from jobs import kept, plan, shard, store
from jobs.config import Experiment
from jobs.kept import Kept
from jobs.plan import Cells, Plan, Shard, Stretches
from jobs.shard import Work
from reports.stats.deciding import Table
from reports.stats.goal import OPEN, Goal
from sim.arrays import I64, Bool
from sim.results import EVEN_MIRRORS

_DIGITS: Final = 9  # of the numbers in the log: processors differ in the last bits of logarithms
Play = Callable[[list[Shard]], None]  # plays shards to their end


def settle(experiment: Experiment, goal: Goal, told: Work, play: Play) -> tuple[Plan, dict[str, Any]]:
    """Play rounds until every cell is decided; return the plan of all that counts, and the columns of DECISIONS."""
    first = plan.plan(experiment)
    cells = first.cells
    proven = (cells.a == cells.b) & (told.luck in EVEN_MIRRORS)
    games = len(told.arrangements)  # of a block
    table, held = Table.of(goal, proven, 2 * games), _held(told)
    log: list[dict[str, Any]] = []
    while (table.verdict == OPEN).any():
        wanted = table.ahead()
        plan.check_games(experiment, int(wanted.sum()) * games)
        asked = _stretches(cells, table.blocks, wanted)
        missing = held.missing(asked)
        if len(missing):
            play(list(plan.shards(experiment, missing)))
            held = held.joined(_held(told, held.names))
        due = wanted > table.blocks
        table.add(wanted, kept.scores(told.run, held, asked, cells.key, len(table.scores)))
        log.append(_logged(table, cells, len(log), due))
    columns = {name: np.concatenate([part[name] for part in log]) for name in log[0]}
    return plan.plan(experiment, table.blocks), columns


def _held(told: Work, known: tuple[str, ...] = ()) -> Kept:
    return kept.look(told.run, shard.kinds(told), told.metadata, known)


def _stretches(cells: Cells, blocks: I64, wanted: I64) -> Stretches:
    """Return what cells lack that have `blocks` [C] and are to have `wanted`."""
    some = np.flatnonzero(wanted > blocks)
    length = (wanted - blocks)[some].astype(np.int32)
    return Stretches(cells.a[some], cells.b[some], cells.key[some], blocks[some], length)


def _logged(table: Table, cells: Cells, number: int, due: Bool) -> dict[str, Any]:
    """Return what the log says of round `number`, about the cells that were `due` [C] for blocks."""
    numbers = {"mean": table.mean, "deviation": table.deviation, "low": table.low, "high": table.high}
    return {
        "round": np.full(int(due.sum()), number),
        "cell": cells.key[due],
        "blocks": table.blocks[due],
        **{name: np.round(values[due], _DIGITS) for name, values in numbers.items()},
        "verdict": table.verdict[due],
    }


def finished(experiment: Experiment, run: Path) -> Plan | None:
    """Return the plan of all that a sequential run came to, None if it is not finished."""
    path = run / "cells.parquet"
    if experiment.config.goal is None or not path.is_file():
        return None
    held = store.read(path)
    blocks = dict(zip(held["cell"].to_pylist(), held["blocks"].to_pylist(), strict=True))
    keys = plan.plan(experiment).cells.key.tolist()
    return plan.plan(experiment, np.array([blocks[key] for key in keys])) if set(keys) == set(blocks) else None
