"""What a config would cost and tell, before it is played: cells, games, shards, precision, time, disk."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Final

import numpy as np

from jobs.config import Experiment
from jobs.plan import Plan, Shard, Stretches, plan
from jobs.run import work
from jobs.shard import Work, play_games
from jobs.specs import StrategySpec, build
from jobs.store import encode
from sim.results import GAMES

_TRIAL: Final = 16_384  # games of plain strategies that are tried for each pair of strategies
_GROWTH: Final = 4  # of the next trial, where one was over at once
_LARGEST: Final = 1 << 18  # blocks of a trial
_PATIENCE: Final = 1.5  # seconds for all last trials together, about
_Z: Final = 1.959964  # of a 95 % interval
_WORST: Final = 0.5  # standard deviation of a result, at most
_BLOCK: Final = 2.0  # bytes of a row of blocks on disk, about


def lines(experiment: Experiment) -> Iterator[str]:
    """Yield the forecast as lines of text; plays a few thousand games to learn the speed of this machine."""
    planned = plan(experiment)
    config = experiment.config
    yield f"{config.name}: {config.ruleset}, luck {config.luck}, seed {config.seed}"
    yield f"cells     {len(planned.cells):,} of {len(experiment.entrants):,} entrants"
    yield f"blocks    {planned.blocks:,}, {len(planned.arrangements)} games each"
    yield f"games     {planned.games:,}"
    yield f"shards    {len(planned.shards):,}"
    yield _precision(planned)
    yield from _cost(experiment, planned)


def _precision(planned: Plan) -> str:
    """Bounds that hold whatever the games are like: games of a block can at worst all go the same way."""
    fewest = int(planned.cells.blocks.min())
    worst = _Z * _WORST / math.sqrt(fewest)
    plain = worst / math.sqrt(len(planned.arrangements))
    return (
        f"precision ±{100 * plain:.2f} points a cell if games were independent, ±{100 * worst:.2f} at worst "
        f"(95 % interval, {fewest:,} blocks)"
    )


def _cost(experiment: Experiment, planned: Plan) -> Iterator[str]:
    told = work(experiment, planned, Path())
    pairs = [list(pieces) for _, pieces in groupby(planned.shards, key=partial(_strategies, told))]
    trials = [_Trial.of(told, pieces, _PATIENCE / len(pairs)) for pieces in pairs]
    seconds = sum(trial.seconds for trial in trials)
    tried = sum(trial.tried for trial in trials)
    row = sum(trial.size for trial in trials) / tried
    kept = {"all": 1.0, "none": 0.0}[told.keep] if isinstance(told.keep, str) else 1 / told.keep
    yield f"time      about {timedelta(seconds=round(seconds))} on one core, by {tried:,} games tried just now"
    yield f"disk      about {(planned.games * kept * row + planned.blocks * _BLOCK) / 1e6:,.1f} MB"


def _strategies(told: Work, shard: Shard) -> tuple[StrategySpec, StrategySpec]:
    one, other = (told.roster.spec[entrants[0]] for entrants in (shard.stretches.a, shard.stretches.b))
    return told.roster.specs[one], told.roster.specs[other]


@dataclass(frozen=True)
class _Trial:
    """A few games of one pair of strategies: what all of its games will take."""

    seconds: float  # of all its games, on one core
    tried: int  # games
    size: int  # bytes of the tried games' rows

    @classmethod
    def of(cls, told: Work, pieces: list[Shard], patience: float) -> "_Trial":
        """Play ever larger lots until one takes `patience` seconds: small ones are slow for each game."""
        costs = [build(spec).cost for spec in _strategies(told, pieces[0])]
        room, blocks = max(1, _TRIAL // sum(costs)), sum(piece.blocks for piece in pieces)
        while True:
            sample = Shard(_first(pieces, room))
            began = time.perf_counter()
            games = play_games(told, sample)
            size = len(encode(GAMES, games, {}))
            spent = time.perf_counter() - began
            if spent > patience or sample.blocks >= min(blocks, _LARGEST):
                return cls(spent * blocks / sample.blocks, len(games["result"]), size)
            room *= _GROWTH


def _first(pieces: list[Shard], room: int) -> Stretches:
    """Return the first blocks of every cell, `room` blocks in all or one a cell until there is no room."""
    every = Stretches.joined([piece.stretches for piece in pieces])
    each = max(1, room // len(every))
    return replace(every, blocks=np.minimum(every.blocks, each)).at(slice(room))
