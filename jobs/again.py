"""Play one game of a finished run again, as text, and check that it is the game that was played."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow.dataset as ds

from jobs.config import Experiment, load
from jobs.plan import Cell, Plan, plan
from jobs.run import load_manifest
from jobs.specs import build
from sim import luck
from sim.engine import Lot
from sim.errors import InputError, MachineError
from sim.replay import replay as steps

_NAME: Final = re.compile(r"([0-9a-f]{12}):(\d{1,18}):([0-3])")


def replay(run: Path, game: str) -> Iterator[str]:
    """Yield the game `cell:luck:arrangement` of `run` as lines of text.

    Raise InputError if there is no such game, or if decks, strategies or rules are no longer what they were; raise
    MachineError if the game comes out otherwise than it was stored.
    """
    experiment, planned = _experiment(run)
    cell, luck_id, arrangement = _named(game, planned, experiment)
    entrants = [experiment.entrants[i] for i in ((cell.b, cell.a) if arrangement & 1 else (cell.a, cell.b))]
    yield f"{experiment.config.name}, game {game}: seat 0 {entrants[0].name}, seat 1 {entrants[1].name}"
    tables = experiment.ruleset.tables(None, [entrant.deck for entrant in entrants])
    strategies = build(entrants[0].spec), build(entrants[1].spec)
    line = ""
    for line in steps(experiment.ruleset, tables, strategies, _lot(experiment, cell, luck_id, arrangement)):
        yield line
    yield _compared(run, (cell.key, luck_id, arrangement), int(line.split()[-1], 16))


def _experiment(run: Path) -> tuple[Experiment, Plan]:
    manifest = load_manifest(run)
    experiment = load(run / "config.toml")
    if experiment.hash != manifest["config_hash"]:
        raise InputError(f"{run}: rules, decks or strategies have changed since this run; right would be those of its time")
    return experiment, plan(experiment)


def _named(game: str, planned: Plan, experiment: Experiment) -> tuple[Cell, int, int]:
    match = _NAME.fullmatch(game)
    if not match:
        raise InputError(f"GAME = {game}: is no name of a game; right would be cell:luck:arrangement, {_example(planned)}")
    key, luck_id, arrangement = int(match[1], 16), int(match[2]), int(match[3])
    pieces = [s for shard in planned.shards for s in shard.stretches if s.cell.key == key]
    if not pieces:
        raise InputError(f"GAME = {game}: the run has no cell {match[1]}; right would be one of cells.parquet, {_example(planned)}")
    if not any(s.first <= luck_id < s.first + s.blocks for s in pieces):
        last = max(s.first + s.blocks for s in pieces) - 1
        raise InputError(f"GAME = {game}: luck {luck_id} was not played; right would be {pieces[0].first} to {last}")
    played = (luck_id & 1,) if experiment.config.luck == "single" else planned.arrangements
    if arrangement not in played:
        raise InputError(f"GAME = {game}: arrangement {arrangement} was not played; right would be one of {list(played)}")
    return pieces[0].cell, luck_id, arrangement


def _example(planned: Plan) -> str:
    return f"such as {planned.cells[0].name}:{planned.shards[0].stretches[0].first}:0"


def _lot(experiment: Experiment, cell: Cell, luck_id: int, arrangement: int) -> Lot:
    ids = np.array([luck_id], np.uint64)
    if experiment.config.luck == "single":
        ids = ids + luck.mix(np.array([cell.key], np.uint64))
    crossed = np.array([arrangement >> 1], np.uint64)
    return Lot(experiment.config.seed, np.array([[0], [1]], np.int32), ids, crossed)


def _compared(run: Path, name: tuple[int, int, int], trace: int) -> str:
    """Return whether the stored game, if it was kept, has the same trace."""
    stored = _stored(run, name)
    if stored is None:
        return "This game's row was not kept; there is nothing to compare with."
    if stored != trace:
        raise MachineError(f"{run}: the stored game has trace {stored:016x}, played again it has {trace:016x}")
    return "The same game as stored: the traces agree."


def _stored(run: Path, name: tuple[int, int, int]) -> int | None:
    if not (run / "games").is_dir():
        return None
    cell, luck_id, arrangement = (ds.field(key) == value for key, value in zip(("cell", "luck", "arrangement"), name, strict=True))
    found: Any = ds.dataset(run / "games", format="parquet").to_table(columns=["trace"], filter=cell & luck_id & arrangement)
    return int(found["trace"][0].as_py()) if len(found) else None
