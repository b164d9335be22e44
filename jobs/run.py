"""A run from its config to its manifest: what stands is kept, what is missing is played, what is whole is summed up."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from jobs import cluster, identity, shard, store
from jobs.config import Experiment
from jobs.plan import Plan, Shard
from jobs.shard import Work
from jobs.version import VERSION
from sim.errors import InputError, MachineError
from sim.results import CELLS, SKETCH

FORMAT: Final = 1
SMALL: Final = 1_000_000  # games, in units of a plain strategy's, that `auto` plays in this process
Progress = Callable[[int, int], None]  # (games just done, shards just done)


@dataclass(frozen=True)
class How:
    """How to play: no part of the result."""

    executor: str = "auto"  # auto | inline | ray
    workers: int | None = None
    address: str | None = None


def begin(experiment: Experiment, plan: Plan, run: Path) -> Work:
    """Make the run's folder, or go on in it; raise InputError if another config was run there."""
    path = run / "config.toml"
    held = run / "config.sha256"
    if path.exists() and held.exists() and held.read_text().strip() != experiment.hash:
        raise InputError(f"{run}: holds the run of another config (or of other decks or strategies); give another --out")
    if run.exists() and not run.is_dir():
        raise InputError(f"--out = {run}: is a file; right would be a folder")
    if not path.exists() and run.is_dir() and any(run.iterdir()):
        raise InputError(f"--out = {run}: is a folder with other things in it; right would be a new or empty one")
    for folder in ("blocks", "tallies", "receipts"):
        (run / folder).mkdir(parents=True, exist_ok=True)
    store.sweep(run)
    store.write(path, experiment.text.encode())
    store.write(held, f"{experiment.hash}\n".encode())
    return work(experiment, plan, run)


def work(experiment: Experiment, plan: Plan, run: Path) -> Work:
    """Return what each task is told."""
    config, rules = experiment.config, experiment.ruleset
    metadata = {"tourney_format": FORMAT, "ruleset": rules.name, "ruleset_version": rules.version}
    metadata |= {"seed": config.seed, "luck": config.luck, "first": config.first}
    return Work(
        run=run.absolute(),
        ruleset=rules.name,
        seed=config.seed,
        luck=config.luck,
        arrangements=plan.arrangements,
        keep=config.keep,
        decks=tuple(entrant.deck for entrant in experiment.entrants),
        specs=tuple(entrant.spec for entrant in experiment.entrants),
        metadata={key: str(value) for key, value in metadata.items()},
    )


def play(experiment: Experiment, plan: Plan, run: Path, how: How, progress: Progress) -> None:
    """Play what is missing in `run`, then write cells and manifest. Interrupted at any moment, the same call goes on."""
    told = begin(experiment, plan, run)
    todo: list[Shard] = []
    for piece in plan.shards:
        receipt = shard.finished(run, piece)
        if receipt:
            progress(receipt["games"], 1)
        else:
            todo.append(piece)
    for receipt in execute(experiment, told, todo, how):
        progress(receipt["games"], 1)
    finish(experiment, plan, run)


def execute(experiment: Experiment, told: Work, todo: list[Shard], how: How) -> Iterator[dict[str, Any]]:
    """Return the receipts of `todo`, played by the executor that `how` asks for, in order of completion."""
    if not todo:
        return iter(())
    if which(experiment, told, todo, how) == "ray":
        return cluster.ray_tasks(told, todo, how.workers, how.address)
    if how.workers and how.workers > 1:
        return cluster.pool(told, todo, how.workers)
    return cluster.inline(told, todo)


def which(experiment: Experiment, told: Work, todo: list[Shard], how: How) -> str:
    """Return the executor, "inline" or "ray": `auto` takes Ray for what is large or when an address is given."""
    if how.executor != "auto":
        return how.executor
    costs = {spec: shard.build(spec).cost for spec in set(told.specs)}
    games = sum(piece.blocks * max(costs[told.specs[s.cell.a]] for s in piece.stretches) for piece in todo)
    return "ray" if how.address or games * len(told.arrangements) > SMALL else "inline"


def finish(experiment: Experiment, plan: Plan, run: Path) -> None:
    """Write cells.parquet and manifest.json from the files of the shards."""
    files: dict[str, str] = {}
    for piece in plan.shards:
        receipt = store.receipt(run, piece.name)
        if receipt is None:
            raise MachineError(f"{run}: the receipt of shard {piece.name} is gone")
        files |= receipt["files"]
    values = _cells(plan, run, len(experiment.ruleset.endings))
    told = work(experiment, plan, run).metadata
    files["cells.parquet"] = store.write(run / "cells.parquet", store.encode(CELLS, values, told))
    decks = {deck.name: {"slots": deck.slots, "content": deck.content} for deck in experiment.decks}
    store.write_json(run / "decks.json", identity.plain(decks))
    store.write_json(run / "manifest.json", manifest(experiment, plan, files))


def manifest(experiment: Experiment, plan: Plan, files: dict[str, str]) -> dict[str, Any]:
    """Return what was played, as plain data (see jobs/README.md)."""
    config, rules = experiment.config, experiment.ruleset
    return {
        "format": FORMAT,
        "name": config.name,
        "ruleset": rules.name,
        "ruleset_version": rules.version,
        "config_hash": experiment.hash,
        **{key: getattr(config, key) for key in ("seed", "luck", "first", "keep", "blocks")},
        "pairing": config.pairing if isinstance(config.pairing, str) else config.pairing.model_dump(),
        "arrangements": list(plan.arrangements),
        "seats_equal": rules.seats_equal,
        "endings": list(rules.endings),
        "entrants": [_entrant(entrant) for entrant in experiment.entrants],
        "cells": len(plan.cells),
        "games": plan.games,
        "files": dict(sorted(files.items())),
        "versions": {"tourney": VERSION},
    }


def _entrant(entrant: Any) -> dict[str, Any]:
    return {
        "key": entrant.key,
        "name": entrant.name,
        "deck": entrant.deck.name,
        "strategy": entrant.spec.name,
        "parameters": dict(entrant.spec.parameters),
        "deterministic": shard.build(entrant.spec).deterministic,
        "slots": list(entrant.deck.slots),
        "origin": getattr(entrant.deck.content, "origin", ""),
    }


def _cells(plan: Plan, run: Path, endings: int) -> dict[str, Any]:
    """Return the columns of CELLS, summed over blocks and tallies; a shard's rows are whole stretches of cells."""
    place = {cell.key: i for i, cell in enumerate(plan.cells)}
    n = len(plan.cells)
    sums = {name: np.zeros(n, np.int64) for name in ("blocks", "games", "wins", "draws", "losses", "games_first")}
    sums |= {name: np.zeros(n, np.int64) for name in ("points_first", "points_second", "points_squares", "edge_squares")}
    sums |= {name: np.zeros(n, np.int64) for name in ("turns", "decisions")}
    lists: dict[str, list[Any]] = {"endings": [np.zeros(endings, np.int64)] * n, "lengths": [np.zeros(1, np.int64)] * n}
    traces: list[Any] = [np.zeros(0, np.uint64)] * n
    for piece in plan.shards:
        _add_blocks(sums, place, store.read(run / "blocks" / f"{piece.name}.parquet"))
        _add_tallies(sums, lists, traces, place, store.read(run / "tallies" / f"{piece.name}.parquet"))
    if not (sums["games"] == sums["wins"] + sums["draws"] + sums["losses"]).all():
        raise MachineError("identities broken: games are not wins + draws + losses in some cell")
    who = {"cell": [c.key for c in plan.cells], "a": [c.a for c in plan.cells], "b": [c.b for c in plan.cells]}
    return {**who, **sums, **lists, "distinct": distinct(traces, sums["games"])}


def _add_blocks(sums: dict[str, Any], place: dict[int, int], table: pa.Table) -> None:
    values = {name: table[name].to_numpy().astype(np.int64) for name in table.column_names}
    at = _places(place, values["cell"])
    first, second = values["points_first"], values["points_second"]
    values |= {"blocks": np.ones_like(first), "points_squares": (first + second) ** 2, "edge_squares": (first - second) ** 2}
    for name in set(sums) & set(values):
        np.add.at(sums[name], at, values[name])


def _places(place: dict[int, int], cells: Any) -> Any:
    keys, inverse = np.unique(cells, return_inverse=True)
    return np.array([place[int(key)] for key in keys])[inverse]


def _add_tallies(sums: Any, lists: Any, traces: list[Any], place: dict[int, int], table: pa.Table) -> None:
    for row in table.to_pylist():
        at = place[row["cell"]]
        sums["decisions"][at] += row["decisions"]
        for name in ("endings", "lengths"):
            lists[name][at] = _sum(lists[name][at], np.array(row[name], np.int64))
        merged = np.union1d(traces[at], np.array(row["traces"], np.uint64))
        traces[at] = merged[:SKETCH]


def _sum(one: Any, two: Any) -> Any:
    out = np.zeros(max(len(one), len(two)), np.int64)
    out[: len(one)] += one
    out[: len(two)] += two
    return out


def distinct(traces: list[Any], games: Any) -> Any:
    """Return [n] the number of distinct games: exact where the sketch is not full, else (k - 1) / k-th smallest hash."""
    found = [len(t) if len(t) < SKETCH else int((SKETCH - 1) * 2.0**64 / float(t[-1])) for t in traces]
    return np.minimum(np.array(found, np.int64), games)


def load_manifest(run: Path) -> dict[str, Any]:
    """Return the manifest of a finished run; raise InputError if there is none."""
    try:
        found: dict[str, Any] = json.loads((run / "manifest.json").read_text(encoding="utf8"))
    except FileNotFoundError:
        raise InputError(f"{run}: no finished run (manifest.json is missing); right would be the --out of a run") from None
    return found
