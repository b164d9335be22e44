"""Small runs of many small shards: what the tests of the run pipeline make and compare."""

import hashlib
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w
from click.testing import CliRunner, Result

from jobs import cli
from jobs import run as runs
from jobs.config import Experiment, load
from jobs.plan import Plan, Shard, Stretches, plan
from jobs.run import How
from jobs.shard import Work, play_games
from jobs.sums import Columns
from tests.rooms import ROOT

# A strategy of a user's own. Its COST makes shards of a few games; it sleeps (by the environment, so that this is no
# part of its identity, or by a parameter) and fails as it is told.
OWN = """
import os
import time
from sim import pick

COST = {cost}

def act(view, legal, coin, *, fault: str = "", health: int = 4, pause: int = 0):
    time.sleep(float(os.environ.get("OWN_PAUSE", "0")) + pause / 1000)
    hurt = view.health < health
    if fault == "raises" and hurt.any():
        raise ValueError("ouch [red]" + chr(10) + "more")
    action = pick.uniform(legal, coin)
    if fault == "illegal":
        action[hurt] = 60
    if fault == "dies" and hurt.any():
        os._exit(7)
    return action
"""


def write(folder: Path, **changes: Any) -> Path:
    """Write a config of two decks, `random` and `weighted`, with `changes`; return its path. own.py lies beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    data: dict[str, Any] = {"name": "t", "ruleset": "massiveverse", "seed": 5, "blocks": 6, "luck": "block"}
    data["entrants"] = [{"decks": ["Marrow", "Gemini"], "strategies": ["weighted", "random"]}]
    path = folder / "t.toml"
    given = {key: value for key, value in (data | changes).items() if value is not None}
    path.write_text(tomli_w.dumps(given), encoding="utf8")
    (folder / "own.py").write_text(OWN.format(cost=1 << 17), encoding="utf8")
    return path


def make(folder: Path, games_per_shard: int = 32, **changes: Any) -> Experiment:
    """Return the experiment of such a config, cut into many shards."""
    found = load(write(folder, **changes))
    return replace(found, ruleset=replace(found.ruleset, games_per_shard=games_per_shard))


def kuhn(folder: Path, games_per_shard: int = 64, **changes: Any) -> Experiment:
    """Return such an experiment of Kuhn poker: two strategies, three cells."""
    field = {"ruleset": "kuhn", "entrants": [{"decks": ["*"], "strategies": ["random", "equilibrium"]}]}
    return make(folder, games_per_shard, **(field | changes))


class Silent:
    """Hears of progress, and counts."""

    def __init__(self, stop_after: int = -1) -> None:
        self.before, self.now, self.games, self.stop_after = 0, 0, 0, stop_after

    def stood(self, games: int, shards: int) -> None:
        self.before, self.games = shards, games

    def asked(self, games: int, shards: int) -> None:
        self.asked_for = getattr(self, "asked_for", 0) + games

    def played(self, games: int, shards: int) -> None:
        self.now += shards
        self.games += games
        if self.now == self.stop_after:
            raise KeyboardInterrupt


def play(experiment: Experiment, run: Path, how: How | None = None, progress: Silent | None = None) -> Silent:
    """Play an experiment into the folder `run`; return what was told of its progress."""
    told = progress or Silent()
    runs.play(experiment, plan(experiment), run, how or How("inline"), told)
    return told


def hashes(run: Path) -> dict[str, str]:
    """Return the sha256 of every Parquet file of a run."""
    return {str(p.relative_to(run)): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(run.rglob("*.parquet"))}


def work(experiment: Experiment, run: Path | None = None) -> Work:
    return runs.work(experiment, plan(experiment), run or Path("nowhere"))


@dataclass(frozen=True)
class Cell:
    """A cell of a plan: its key, its name in results, and its entrants."""

    key: int
    a: int
    b: int

    @property
    def name(self) -> str:
        return f"{self.key:012x}"


def cells(planned: Plan) -> list[Cell]:
    """Return the cells of a plan in its order."""
    found = planned.cells
    return [Cell(*row) for row in zip(found.key.tolist(), found.a.tolist(), found.b.tolist(), strict=True)]


def lucks(stretches: Stretches) -> list[tuple[int, int]]:
    """Return (key of the cell, luck id) of every block, in order."""
    place, luck_id = stretches.each()
    return list(zip(stretches.cell[place].tolist(), luck_id.tolist(), strict=True))


def whole(planned: Plan, *places: int) -> Shard:
    """Return one shard of all blocks of the cells at these places of the plan; they must share their strategies."""
    found, at = planned.cells, np.array(places)
    blocks = found.blocks[at].astype(np.int32)
    return Shard(Stretches(found.a[at], found.b[at], found.key[at], found.first[at], blocks))


def games(experiment: Experiment) -> list[tuple[Shard, Columns]]:
    """Return every shard with the columns of its games."""
    told = work(experiment)
    return [(shard, play_games(told, shard)) for shard in plan(experiment).shards]


def first(run: Path, kind: str, ending: str) -> Path:
    """Return the first file of a kind in a run, by name."""
    return min(run.glob(f"{kind}/*.{ending}"))


def tourney(*words: object) -> Result:
    """Give the command these words, in this process."""
    return CliRunner().invoke(cli.main, [str(word) for word in words])


def shell(*words: object, code: str = "") -> subprocess.CompletedProcess[str]:
    """Give the command these words in a process of its own, or run some Python there."""
    command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "jobs.cli", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
