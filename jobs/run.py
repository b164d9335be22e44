"""A run from its config to its manifest: what stands is kept, what is missing is played, what is whole is summed up."""

import errno
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from jobs import cluster, kept, rounds, shard, store, summary
from jobs.config import MOST, Experiment
from jobs.messages import shown
from jobs.plan import Plan, Shard
from jobs.shard import Work
from jobs.specs import build
from sim.errors import InputError, StrategyError

SMALL: Final = 1_000_000  # games, in units of a plain strategy's, that `auto` plays in this process
HASH: Final = "config.sha256"
PILOT: Final = "pilot"  # a file that marks a folder with a pilot and no run yet


class Progress(Protocol):
    """Who wants to know how far a run is."""

    def stood(self, games: int, shards: int, /) -> None:
        """Hear what was there before."""

    def asked(self, games: int, shards: int, /) -> None:
        """Hear of a round: so much more is to be played."""

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
        check_new(run)
        store.write(held, f"{experiment.hash}\n".encode())  # first of all: it says whose folder this is
        (run / PILOT).unlink(missing_ok=True)


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


def check_new(run: Path) -> None:
    """Make the folder of a new run, which may hold a pilot; raise InputError if that cannot be one."""
    try:
        run.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise InputError(f"--out = {run}: is a file, or in one; right would be a folder") from None
    if (run / PILOT).is_file():
        return
    if any(not (path.name.startswith(".") and path.name.endswith(".tmp")) for path in run.iterdir()):
        problem = "is a folder with other things in it"
        raise InputError(f"--out = {run}: {problem}; right would be a new or empty one, or that of an earlier run")


def extend(experiment: Experiment, plan: Plan, run: Path, how: How, progress: Progress) -> None:
    """Play what `plan` has beyond what stands in the folder `run`; then it is what a run from scratch would be.

    Raise InputError if `run` is no run, if its luck or rules are others, or if anything that stands there is not in the
    plan: extending only adds.
    """
    if not (run / HASH).is_file():
        raise InputError(f"{run}: no run ({HASH} is missing); right would be the --out of a run")
    with store.alone(run / HASH):
        _check_adds(experiment, plan, run)
        (run / summary.MANIFEST).unlink(missing_ok=True)
        store.write(run / HASH, f"{experiment.hash}\n".encode())
        _play_to_the_end(experiment, plan, run, how, progress)


def _check_adds(experiment: Experiment, plan: Plan, run: Path) -> None:
    config, name = experiment.config, experiment.config.name
    if plan.drawn:
        problem = "pairs drawn at random are drawn anew for every config"
        raise InputError(f"{run}: {problem}; right would be a run of its own in another folder")
    told, held = work(experiment, plan, run), kept.says(run)
    for key, mine in told.metadata.items():
        if held.get(key, mine) != mine:
            raise InputError(
                f"{name}: {key} = {mine}: is {held[key]} in {run}; right would be the same, or another folder"
            )
    if "budget" in held and config.budget is None:
        raise InputError(f"{name}: budget is missing: is {held['budget']} in {run}; right would be the same")
    if config.budget is not None and held and "budget" not in held:
        raise InputError(f"{name}: budget = {config.budget}: {run} has none; right would be to leave it away")
    found = kept.look(run, shard.kinds(told), told.metadata)
    if not found.names and any(run.glob("receipts/*.json")):
        raise InputError(f"{name}: keep = {shown(config.keep)}: is otherwise in {run}; right would be the same")
    ends = plan.cells.blocks if config.goal is None else np.full(len(plan.cells), MOST)  # a goal drops what it may
    lost = np.flatnonzero(found.outside(plan.cells.key, ends))
    if len(lost):
        cell, end = f"{found.cell[lost[0]]:012x}", int(found.first[lost[0]] + found.blocks[lost[0]])
        problem = (
            f"has no place for what stands in {run}: cell {cell} has blocks up to {end} there, {len(lost)} more like it"
        )
        raise InputError(
            f"{name}: {problem}; right would be a config that adds blocks, decks or strategies, or another folder"
        )


def work(experiment: Experiment, plan: Plan, run: Path) -> Work:
    """Return what each task is told."""
    config = experiment.config
    return Work(
        run=run.absolute(),
        ruleset=experiment.ruleset.name,
        cards=experiment.cards,
        seed=config.seed,
        luck=config.luck,
        rolled=config.first == "rolled",
        arrangements=plan.arrangements,
        drawn=plan.drawn,
        keep=config.keep,
        roster=experiment.roster,
        metadata=summary.metadata(experiment),
        budget=config.budget,
    )


def play(experiment: Experiment, plan: Plan, run: Path, how: How, progress: Progress) -> None:
    """Play what is missing in `run`, then write cells and manifest; interrupted, the same call goes on."""
    claim(experiment, run)
    with store.alone(run / HASH):
        _play_to_the_end(experiment, plan, run, how, progress)


def _play_to_the_end(experiment: Experiment, plan: Plan, run: Path, how: How, progress: Progress) -> None:
    """Play `plan`, or rounds until the goal is reached."""
    goal = experiment.config.goal
    if goal is None:
        _play(experiment, plan, run, how, progress)
        return
    known = rounds.finished(experiment, run)
    told = begin(experiment, plan, run)
    if known and summary.is_whole(experiment, run) and all(shard.finished(told, piece) for piece in known.shards):
        progress.stood(known.games, len(known.shards))
        return
    whole, log = rounds.settle(experiment, goal, told, partial(_round, told, how, progress))
    _play(experiment, whole, run, how, _Quiet(), log)


def _round(told: Work, how: How, progress: Progress, todo: list[Shard]) -> None:
    progress.asked(sum(piece.blocks for piece in todo) * len(told.arrangements), len(todo))
    play_all(told, todo, how, progress)


class _Quiet:
    """Hears what nobody needs to know: that what was played is put into the files of the run."""

    def stood(self, games: int, shards: int, /) -> None:
        """Hear nothing."""

    asked = played = stood


def _play(
    experiment: Experiment, plan: Plan, run: Path, how: How, progress: Progress, log: dict[str, Any] | None = None
) -> None:
    told = begin(experiment, plan, run)
    names = {piece.name for piece in plan.shards}
    if not plan.drawn:
        told = replace(told, kept=kept.look(run, shard.kinds(told), told.metadata, names))
    stands = [shard.finished(told, piece) for piece in plan.shards]
    before = [receipt for receipt in stands if receipt]
    progress.stood(sum(receipt["games"] for receipt in before), len(before))
    todo = [piece for piece, receipt in zip(plan.shards, stands, strict=True) if not receipt]
    if not todo and summary.is_whole(experiment, run):
        return
    (run / summary.MANIFEST).unlink(missing_ok=True)  # it stands for a whole run
    play_all(told, todo, how, progress)
    kept.sweep(run, names)
    summary.write(experiment, plan, run, log)


def play_all(told: Work, todo: list[Shard], how: How, progress: Progress) -> None:
    """Play shards to their end, whatever the order; raise StrategyError with a hint how to see the game."""
    try:
        with closing(execute(told, todo, how)) as receipts:  # closed at once, so that no worker outlives a fault
            for receipt in receipts:
                progress.played(receipt["games"], 1)
    except StrategyError as fault:
        hint = f"`tourney replay {told.run} GAME` shows it"
        raise StrategyError(f"{fault}; {hint}", fault.game, fault.seat) from fault


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
    costs = np.array([build(spec).cost for spec in told.roster.specs])
    first = np.array([[piece.stretches.a[0], piece.stretches.b[0]] for piece in todo])  # all of a shard play alike
    dearer = costs[told.roster.spec[first]].max(axis=1)
    games = sum(piece.blocks * int(cost) for piece, cost in zip(todo, dearer, strict=True)) * len(told.arrangements)
    return "ray" if how.address or games > SMALL else "inline"
