"""Play one game of a run again, as text, and check that it is what was played. The run need not be finished."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from jobs import blame, budget, rounds, store
from jobs.config import Experiment, load
from jobs.entrants import Entrant
from jobs.messages import Place
from jobs.plan import Plan, Shard, plan
from jobs.run import HASH
from jobs.shard import luck_ids
from jobs.specs import build
from sim.engine import Lot
from sim.errors import InputError, MachineError, StrategyError
from sim.luck import NOTHING, Sources
from sim.replay import replay as steps

_NAME: Final = re.compile(r"([0-9a-f]{12}):([0-9]{1,18}):([0-3])(?::([0-9]{1,2}))?")


@dataclass(frozen=True)
class _Game:
    """One game of a run, with the shard that holds it."""

    a: int  # entrants
    b: int
    cell: int  # key
    luck: int
    arrangement: int
    anew: Sources
    shard: Shard

    def seats(self, experiment: Experiment) -> tuple[Entrant, Entrant]:
        a, b = experiment.everyone[self.a], experiment.everyone[self.b]
        return (b, a) if self.arrangement & 1 else (a, b)

    def lot(self, experiment: Experiment) -> Lot:
        ids = luck_ids(experiment.config.luck, np.array([self.luck]), np.array([self.cell], np.uint64))
        crossed = np.array([self.arrangement >> 1], np.uint64)
        return Lot(experiment.config.seed, np.array([[0], [1]], np.int32), ids, crossed, self.anew)


def replay(run: Path, game: str) -> Iterator[str]:
    """Yield the game `cell:luck:arrangement` of `run` as lines of text; with `:number` one of its luck budget.

    Raise InputError if there is no such game, or if decks, strategies or rules are no longer what they were;
    StrategyError as the run did; MachineError if the game comes out otherwise than it was stored.
    """
    experiment = _experiment(run)
    found = _named(game, rounds.finished(experiment, run) or plan(experiment), experiment)
    seats = found.seats(experiment)
    yield f"{experiment.config.name}, game {game}: seat 0 {seats[0].name}, seat 1 {seats[1].name}"
    tables = experiment.ruleset.tables(experiment.cards, [entrant.deck for entrant in seats])
    specs = seats[0].spec, seats[1].spec
    line = ""
    try:
        for line in steps(experiment.ruleset, tables, (build(specs[0]), build(specs[1])), found.lot(experiment)):
            yield line
    except StrategyError as fault:
        raise blame.told(fault, specs, game) from fault.__cause__
    yield _compared(run, found, int(line.split()[-1], 16))


def _experiment(run: Path) -> Experiment:
    held = run / HASH
    if not held.is_file():
        raise InputError(f"{run}: no run ({HASH} is missing); right would be the --out of a run")
    experiment = load(run / "config.toml")
    if held.read_bytes().strip() != experiment.hash.encode():
        problem = "rules, decks or strategies have changed since this run"
        raise InputError(f"{run}: {problem}; right would be those of its time")
    return experiment


def _named(game: str, planned: Plan, experiment: Experiment) -> _Game:
    place, match = Place("", ("GAME",), game), _NAME.fullmatch(game)
    any_one = planned.shards[0].stretches
    example = f"such as {any_one.cell[0]:012x}:{any_one.first[0]}:0"
    if not match:
        raise place.wrong("is no name of a game", f"cell:luck:arrangement, {example}")
    key, luck_id, arrangement = int(match[1], 16), int(match[2]), int(match[3])
    anew = _anew(place, match[4], luck_id, experiment) if match[4] else NOTHING
    pieces = [(shard, shard.stretches.at(shard.stretches.cell == key)) for shard in planned.shards]
    pieces = [(shard, found) for shard, found in pieces if len(found)]
    if not pieces:
        raise place.wrong(f"the run has no cell {match[1]}", f"one of cells.parquet, {example}")
    for shard, found in pieces:
        held = found.at((found.first <= luck_id) & (luck_id < found.first + found.blocks))
        if len(held):
            _check_arrangement(place, arrangement, luck_id, planned, experiment)
            return _Game(int(held.a[0]), int(held.b[0]), key, luck_id, arrangement, anew, shard)
    lowest = min(int(found.first.min()) for _, found in pieces)
    last = max(int((found.first + found.blocks).max()) for _, found in pieces) - 1
    raise place.wrong(f"luck {luck_id} was not played", f"{lowest} to {last}")


def _anew(place: Place, number: str, luck_id: int, experiment: Experiment) -> Sources:
    """Return what is drawn anew in a game of the luck budget."""
    designs, blocks = budget.designs(experiment.ruleset), experiment.config.budget or 0
    if not blocks:
        raise place.wrong("the run has no luck budget", "a name of three parts, cell:luck:arrangement")
    if luck_id >= blocks or not 1 <= int(number) <= len(designs):
        right = f"a luck id below {blocks}, and a last part from 1 to {len(designs)}"
        raise place.wrong("was not played with other luck", right)
    return designs[int(number) - 1]


def _check_arrangement(place: Place, arrangement: int, luck_id: int, planned: Plan, experiment: Experiment) -> None:
    played = (luck_id & 1,) if experiment.config.luck == "single" else planned.arrangements
    if arrangement not in played:
        raise place.wrong(f"arrangement {arrangement} was not played", f"one of {list(played)}")


def _compared(run: Path, game: _Game, trace: int) -> str:
    """Return whether the stored game, if it was kept, has the same trace; raise MachineError if it has another."""
    stored = _stored(run / "games" / f"{game.shard.name}.parquet", game)
    if game.anew:
        return "This game was played for the luck budget, which keeps sums alone; there is nothing to compare with."
    if stored is None:
        return "This game's row was not kept; there is nothing to compare with."
    if stored != trace:
        raise MachineError(f"{run}: the stored game has trace {stored:016x}, played again it has {trace:016x}")
    return "The same game as stored: the traces agree."


def _stored(path: Path, game: _Game) -> int | None:
    if not path.is_file():
        return None
    try:
        table = store.read(path)
        rows: dict[str, Any] = {name: table[name].to_numpy() for name in ("cell", "luck", "arrangement", "trace")}
    except (pa.ArrowException, KeyError) as fault:
        raise MachineError(f"{path}: is damaged ({fault}); `tourney run` writes it again") from fault
    here = (rows["cell"] == game.cell) & (rows["luck"] == game.luck) & (rows["arrangement"] == game.arrangement)
    return int(rows["trace"][here][0]) if here.any() else None
