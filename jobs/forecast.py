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
from scipy.stats import t

from jobs import budget
from jobs.config import Experiment
from jobs.pilot import Pilot
from jobs.plan import Plan, Shard, Stretches
from jobs.run import work
from jobs.shard import Work, play_games
from jobs.specs import StrategySpec, build
from jobs.store import encode
from reports.stats.allot import needed
from reports.stats.goal import FIRST, Goal
from reports.stats.intervals import LEVEL, Floats
from reports.stats.sequences import half_width
from sim.arrays import I64
from sim.results import GAMES

_TRIAL: Final = 16_384  # games of plain strategies that are tried for each pair of strategies
_GROWTH: Final = 4  # of the next trial, where one was over at once
_LARGEST: Final = 1 << 18  # blocks of a trial
_PATIENCE: Final = 1.5  # seconds for all last trials together, about
_Z: Final = 1.959964  # of a 95 % interval
_WORST: Final = 0.5  # standard deviation of a result, at most
_POWER: Final = 0.841621  # standard errors from the mean that 80 % do not fall below
_BLOCK: Final = 2.0  # bytes of a row of blocks on disk, about
_AGAIN: Final = 1.0  # bytes of what is stored of a block that was played again, about


def lines(experiment: Experiment, planned: Plan) -> Iterator[str]:
    """Yield what `planned` and its bounds are, as lines of text."""
    config = experiment.config
    yield f"{config.name}: {config.ruleset}, luck {config.luck}, seed {config.seed}"
    yield f"cells     {len(planned.cells):,} of {len(experiment.everyone):,} entrants"
    for line in experiment.variants.lines(experiment.entrants, planned.variants):
        yield f"          {line}"
    yield f"blocks    {planned.blocks:,}, {len(planned.arrangements)} games each"
    yield f"games     {planned.games:,}"
    yield f"shards    {len(planned.shards):,}"
    if config.budget is not None:
        yield f"budget    {budget.told(experiment.ruleset, config.budget, planned)}"
    yield _precision(planned) if config.goal is None else _goal(config.goal, planned)


def _goal(goal: Goal, planned: Plan) -> str:
    """Bounds of a run that decides by itself: what is planned is its first round only."""
    alpha = goal.alpha / len(planned.cells)
    most = int(needed(_WORST, goal.half, alpha, goal.planned(alpha)))
    return (
        f"goes on  until each cell is decided, at ±{100 * goal.half:.2f} points at the latest: {most:,} blocks at worst"
    )


def _precision(planned: Plan) -> str:
    """Bounds that hold whatever the games are like: games of a block can at worst all go the same way."""
    fewest = int(planned.cells.blocks.min())
    worst = _Z * _WORST / math.sqrt(fewest)
    plain = worst / math.sqrt(len(planned.arrangements))
    return (
        f"precision ±{100 * plain:.2f} points a cell if games were independent, ±{100 * worst:.2f} at worst "
        f"(95 % interval, {fewest:,} blocks)"
    )


def cost(experiment: Experiment, planned: Plan) -> "Cost":
    """Play a few thousand games of each pair of strategies, to learn the speed of this machine."""
    told = work(experiment, planned, Path())
    pairs = [list(pieces) for _, pieces in groupby(planned.shards, key=partial(_strategies, told))]
    trials = [_Trial.of(told, pieces, _PATIENCE / len(pairs)) for pieces in pairs]
    tried = sum(trial.tried for trial in trials)
    each = np.concatenate(
        [np.full(sum(len(p.stretches) for p in some), t.each) for some, t in zip(pairs, trials, strict=True)]
    )
    seconds = np.zeros(len(planned.cells))
    seconds[planned.cells.place] = each
    kept = {"all": 1.0, "none": 0.0}[told.keep] if isinstance(told.keep, str) else 1 / told.keep
    row = kept * len(planned.arrangements) * sum(trial.size for trial in trials) / tried + _BLOCK
    times = 0 if told.budget is None else len(budget.designs(experiment.ruleset))
    return Cost(seconds, row, tried, told.budget or 0, times)


@dataclass(frozen=True, eq=False)
class Cost:
    """What a block takes."""

    seconds: Floats  # [C] on one core
    size: float  # bytes on disk
    tried: int  # games that were played to learn it
    budget: int = 0  # blocks of each cell that are played again
    times: int = 0  # as often

    def lines(self, blocks: I64) -> Iterator[str]:
        """Yield what cells of so many `blocks` [C] take."""
        again = np.minimum(blocks, self.budget)
        seconds = timedelta(seconds=round(float(self.seconds @ (blocks + self.times * again))))
        yield f"time      about {seconds} on one core, by {self.tried:,} games tried just now"
        size = self.size * blocks.sum() + _AGAIN * self.times * again.sum()
        yield f"disk      about {size / 1e6:,.1f} MB"


@dataclass(frozen=True, eq=False)
class Cells:
    """What C cells will come to, by their pilot."""

    blocks: I64  # [C]
    half: Floats  # [C] half-width of the 95 % interval (of a run that decides by itself: of its confidence sequence)
    least: Floats  # [C] smallest distance from 50 % that the interval shows with a probability of 80 %


def cells(experiment: Experiment, planned: Plan, pilot: Pilot) -> Cells:
    """Return what the cells of `planned` will come to, scores from 0 to 1; a proven mirror has no width."""
    goal, blocks = experiment.config.goal, planned.cells.blocks
    spread = np.where(pilot.deviation > 0, pilot.deviation, np.sqrt(0.25 / pilot.blocks))  # none is no proof of none
    if goal is None:
        half = t.ppf(0.5 + LEVEL / 2, np.maximum(blocks - 1, 1)) * spread / np.sqrt(blocks)
    else:
        alpha = goal.alpha / max(1, int((~pilot.proven).sum()))
        tuned, gap = goal.planned(alpha), goal.gap(pilot.mean)
        blocks = np.where(pilot.proven, FIRST, needed(spread, gap, alpha, tuned))
        half = half_width(spread, blocks, alpha, tuned)
    half = np.where(pilot.proven, 0, half)
    return Cells(blocks, half, np.where(pilot.proven, 0, half + _POWER * spread / np.sqrt(blocks)))


def table(experiment: Experiment, planned: Plan, found: Cells, price: Cost) -> list[tuple[str, ...]]:
    """Return a row of texts for each cell of the entrants, the widest interval first.

    Who meets, blocks, games, half-width, least, time.
    """
    rows: list[tuple[str, ...]] = []
    place, everyone = planned.cells, experiment.entrants
    for i in np.argsort(-found.half[: planned.own_cells], kind="stable").tolist():
        seconds = float(price.seconds[i] * found.blocks[i])
        told = str(timedelta(seconds=round(seconds))) if seconds >= 60 else f"{seconds:.2f} s"
        names = f"{everyone[place.a[i]].name} - {everyone[place.b[i]].name}"
        games = f"{found.blocks[i] * len(planned.arrangements):,}"
        half, least = (f"±{100 * value:.2f}" if value else "exact" for value in (found.half[i], found.least[i]))
        rows.append((names, f"{found.blocks[i]:,}", games, half, least.lstrip("±"), told))
    return rows


def _strategies(told: Work, shard: Shard) -> tuple[StrategySpec, StrategySpec]:
    one, other = (told.roster.spec[entrants[0]] for entrants in (shard.stretches.a, shard.stretches.b))
    return told.roster.specs[one], told.roster.specs[other]


@dataclass(frozen=True)
class _Trial:
    """A few games of one pair of strategies: what all of its games will take."""

    each: float  # seconds of a block, on one core
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
                return cls(spent / sample.blocks, len(games["result"]), size)
            room *= _GROWTH


def _first(pieces: list[Shard], room: int) -> Stretches:
    """Return the first blocks of every cell, `room` blocks in all or one a cell until there is no room."""
    every = Stretches.joined([piece.stretches for piece in pieces])
    each = max(1, room // len(every))
    return replace(every, blocks=np.minimum(every.blocks, each)).at(slice(room))
