"""A run from its config to its manifest: what stands is kept, what is missing is played, what is whole is summed up."""

import errno
import json
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from jobs import cells, cluster, identity, shard, store
from jobs.config import Experiment
from jobs.entrants import Entrant
from jobs.messages import shown
from jobs.plan import Plan, Shard
from jobs.shard import Work
from jobs.specs import build
from jobs.version import VERSION
from sim.errors import InputError, MachineError, StrategyError
from sim.results import CELLS

FORMAT: Final = 1
SMALL: Final = 1_000_000  # games, in units of a plain strategy's, that `auto` plays in this process
MANIFEST: Final = "manifest.json"
HASH: Final = "config.sha256"
_CELLS: Final = "cells.parquet"
_DECKS: Final = "decks.json"


class Progress(Protocol):
    """Who wants to know how far a run is."""

    def stood(self, games: int, shards: int, /) -> None:
        """Hear what was there before."""

    def played(self, games: int, shards: int, /) -> None:
        """Hear what has just been played."""


@dataclass(frozen=True)
class How:
    """How to play: no part of the result."""

    executor: str = "auto"  # auto | inline | ray
    workers: int | None = None
    address: str | None = None


def claim(experiment: Experiment, run: Path) -> None:
    """Make the run's folder, or go on in it; raise InputError if another config was run there, or if it is no run."""
    held = run / HASH
    _check_nameable(held)
    if held.is_file():
        if held.read_bytes().decode("utf8", "replace").strip() != experiment.hash:
            problem = "holds the run of another config (or of other decks, strategies or rules)"
            raise InputError(f"--out = {run}: {problem}; right would be another folder")
    else:
        _check_new(run)
        store.write(held, f"{experiment.hash}\n".encode())  # first of all: it says whose folder this is


def begin(experiment: Experiment, plan: Plan, run: Path) -> Work:
    """Make a claimed folder ready to be played in; return what each task is told."""
    for folder in ("blocks", "tallies", "receipts"):
        (run / folder).mkdir(exist_ok=True)
    store.sweep(run)
    store.write(run / "config.toml", experiment.text.encode())
    return work(experiment, plan, run)


def _check_nameable(held: Path) -> None:
    """Raise InputError if the file system takes no such names."""
    try:
        held.stat()
    except OSError as fault:
        if fault.errno == errno.ENAMETOOLONG:
            problem = f"a name of {len(held.parent.name)} characters is too long for this disk"
            raise InputError(f"--out = {shown(str(held.parent))}: {problem}; right would be a shorter one") from None


def _check_new(run: Path) -> None:
    """Make the folder of a new run; raise InputError if that cannot be one."""
    try:
        run.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise InputError(f"--out = {run}: is a file, or in one; right would be a folder") from None
    if any(not (path.name.startswith(".") and path.name.endswith(".tmp")) for path in run.iterdir()):
        problem = "is a folder with other things in it"
        raise InputError(f"--out = {run}: {problem}; right would be a new or empty one, or that of an earlier run")


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
    """Play what is missing in `run`, then write cells and manifest; interrupted, the same call goes on."""
    claim(experiment, run)
    with store.alone(run / HASH):
        _play(experiment, plan, run, how, progress)


def _play(experiment: Experiment, plan: Plan, run: Path, how: How, progress: Progress) -> None:
    told = begin(experiment, plan, run)
    stands = [shard.finished(told, piece) for piece in plan.shards]
    kept = [receipt for receipt in stands if receipt]
    progress.stood(sum(receipt["games"] for receipt in kept), len(kept))
    todo = [piece for piece, receipt in zip(plan.shards, stands, strict=True) if not receipt]
    if not todo and is_whole(experiment, run):
        return
    (run / MANIFEST).unlink(missing_ok=True)  # it stands for a whole run
    try:
        with closing(execute(told, todo, how)) as receipts:  # closed at once, so that no worker outlives a fault
            for receipt in receipts:
                progress.played(receipt["games"], 1)
    except StrategyError as fault:
        hint = f"`tourney replay {run} GAME` shows it"
        raise StrategyError(f"{fault}; {hint}", fault.game, fault.seat) from fault
    finish(experiment, plan, run)


def is_whole(experiment: Experiment, run: Path) -> bool:
    """Return whether the manifest of this experiment stands, and what was written with it."""
    try:
        found = load_manifest(run)
    except InputError:
        return False
    cells_stand = store.agrees(run / _CELLS, found.get("files", {}).get(_CELLS, ""))
    return found.get("config_hash") == experiment.hash and (run / _DECKS).is_file() and cells_stand


def execute(told: Work, todo: list[Shard], how: How) -> cluster.Receipts:
    """Return the receipts of `todo`, played by the executor that `how` asks for, in order of completion."""
    if how.address and how.executor == "inline":
        raise InputError(
            f"--address = {how.address}: goes with --executor ray or auto; right would be to leave one away"
        )
    if not todo:
        return cluster.inline(told, todo)
    if which(told, todo, how) == "ray":
        return cluster.ray_tasks(told, todo, how.workers, how.address)
    if how.workers and how.workers > 1:
        return cluster.pool(told, todo, min(how.workers, len(todo)))
    return cluster.inline(told, todo)


def which(told: Work, todo: list[Shard], how: How) -> str:
    """Return the executor, "inline" or "ray": `auto` takes Ray for what is large or when an address is given."""
    if how.executor != "auto":
        return how.executor
    costs = {spec: build(spec).cost for spec in set(told.specs)}
    games = sum(
        stretch.blocks * max(costs[told.specs[stretch.cell.a]], costs[told.specs[stretch.cell.b]])
        for piece in todo
        for stretch in piece.stretches
    )
    return "ray" if how.address or games * len(told.arrangements) > SMALL else "inline"


def finish(experiment: Experiment, plan: Plan, run: Path) -> None:
    """Write cells.parquet and manifest.json from the files of the shards."""
    files: dict[str, str] = {}
    for piece in plan.shards:
        receipt = store.receipt(run, piece.name)
        if receipt is None:
            raise MachineError(f"{run}: the receipt of shard {piece.name} is gone")
        files |= receipt["files"]
    values = cells.columns(plan, run, len(experiment.ruleset.endings))
    told = work(experiment, plan, run).metadata
    files[_CELLS] = store.write(run / _CELLS, store.encode(CELLS, values, told))
    decks = {deck.name: {"slots": deck.slots, "content": deck.content} for deck in experiment.decks}
    store.write_json(run / _DECKS, identity.plain(decks))
    store.write_json(run / MANIFEST, manifest(experiment, plan, files))


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


def _entrant(entrant: Entrant) -> dict[str, Any]:
    return {
        "key": entrant.key,
        "name": entrant.name,
        "deck": entrant.deck.name,
        "strategy": entrant.spec.name,
        "parameters": dict(entrant.spec.parameters),
        "deterministic": build(entrant.spec).deterministic,
        "slots": list(entrant.deck.slots),
        "origin": getattr(entrant.deck.content, "origin", ""),
    }


def load_manifest(run: Path) -> dict[str, Any]:
    """Return the manifest of a finished run; raise InputError if there is none."""
    try:
        found = json.loads((run / MANIFEST).read_text(encoding="utf8"))
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{run}: no finished run ({MANIFEST} is missing); right would be the --out of a run") from None
    except ValueError:
        raise InputError(f"{run / MANIFEST}: is no JSON; the same `tourney run` writes it again") from None
    if not isinstance(found, dict):
        raise InputError(f"{run / MANIFEST}: is no manifest; the same `tourney run` writes it again")
    return found
