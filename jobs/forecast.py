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
from scipy.stats import norm, t

from jobs import budget
from jobs.config import Experiment
from jobs.pilot import Pilot
from jobs.plan import Plan, Shard, Stretches
from jobs.run import work
from jobs.shard import Work, play_games
from jobs.specs import StrategySpec, build
from jobs.store import encode
from reports.stats.allot import ahead, needed
from reports.stats.goal import FIRST, OPEN, Goal
from reports.stats.intervals import (
    AGREE,
    ANYTIME,
    EXACT,
    NONE,
    Floats,
    Texts,
    agreeing,
    guarded,
    of_blocks,
    ratio,
    score_interval,
)
from reports.stats.sequences import asymptotic, half_width
from reports.stats.simultaneous import together
from sim.arrays import I64, Bool
from sim.results import GAMES, SKETCH

_TRIAL: Final = 16_384  # games of plain strategies that are tried for each pair of strategies
_GROWTH: Final = 4  # of the next trial, where one was over at once
_LARGEST: Final = 1 << 18  # blocks of a trial
_PATIENCE: Final = 1.5  # seconds for all last trials together, about
_Z: Final = 1.959964  # of a 95 % interval
_WORST: Final = 0.5  # standard deviation of a result, at most
_POWER: Final = 0.841621  # standard errors from the mean that 80 % do not fall below
_DOUBT: Final = 0.06  # of a deviation: of 507 cells known better 501 came out within 10 per cent, of 35 others 25
_FARTHEST: Final = 0.5  # from 50 % that a score can be
_UNSURE: Final = 0.2  # share of games by which a sketch may be off: three standard errors (reports/record.py)
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
    """What C cells will come to, by their pilot. Widths and distances are of scores from 0 to 1, NaN if there is none.

    A run of fixed blocks shows a cell's own interval, and gives its verdict by the wider band that holds for all cells
    at once. A run that decides by itself has one confidence sequence for both.
    """

    blocks: I64  # [C]
    half: Floats  # [C] half-width of the 95 % interval, or of the sequence; 0 where the design proves the score
    least: Floats  # [C] smallest distance from 50 % that the verdict shows with a probability of 80 %
    kind: Texts  # [C] of the interval (reports/stats/intervals.py)
    rough: Bool  # [C] the pilot knows the spread of blocks too little to foretell the half-width to 10 per cent


def cells(experiment: Experiment, planned: Plan, pilot: Pilot) -> Cells:
    """Return what the cells of `planned` will come to if their blocks go on as in the pilot."""
    goal, games = experiment.config.goal, len(planned.arrangements)
    if goal is not None:
        return _sequential(goal, pilot)
    blocks = planned.cells.blocks
    different = grown(pilot.distinct, pilot.kept * games, blocks * games)
    most = pilot.counts.argmax(axis=1)
    others = blocks * (1 - ratio(pilot.counts.max(axis=1), pilot.blocks))
    seen = Seen(pilot.mean, pilot.deviation, blocks, different, pilot.scores[most], others, pilot.proven)
    return fixed(seen, games, planned.own_cells, (pilot.doubt > _DOUBT) & (pilot.blocks < blocks) & ~pilot.proven)


@dataclass(frozen=True, eq=False)
class Seen:
    """What the report will see of C cells with fixed blocks."""

    mean: Floats  # [C] of block scores from 0 to 1
    deviation: Floats  # [C] of a block's score
    blocks: I64  # [C]
    distinct: I64  # [C] different games
    usual: Floats  # [C] the score that most blocks have
    others: Floats  # [C] how many blocks have others
    proven: Bool  # [C]


def fixed(seen: Seen, games: int, own: int, rough: Bool) -> Cells:
    """Return what cells with fixed blocks of so many `games` come to, as the report works it out (reports/tables.py).

    The band is for the first `own` cells, those of the report's table of match-ups, that have an interval at all. It is
    taken at 50 %, which it must leave out.
    """
    error = seen.deviation / np.sqrt(np.where(seen.blocks > 1, seen.blocks, np.nan))
    low, high, kind = score_interval(seen.mean, error, seen.blocks, seen.distinct, seen.proven)
    level = together(int((~np.isin(kind[:own], [EXACT, NONE])).sum()))
    reach = _reach(error, seen.blocks, level)
    if games == 1:
        reach = norm.ppf(0.5 + level / 2) * _WORST * ratio(1, np.sqrt(seen.blocks))  # Wilson's are those of this test
    moments = (seen.mean, error, seen.blocks)
    low, high, kind = of_blocks((low, high, kind), moments, seen.usual, seen.others, games)
    agree = _agreeing(np.minimum(seen.blocks, seen.distinct), level)
    least = np.select([kind == EXACT, kind == AGREE], [0.0, agree], reach + _POWER * error)
    return Cells(seen.blocks, (high - low) / 2, np.where(least <= _FARTHEST, least, np.nan), kind, rough)


def _reach(error: Floats, blocks: I64, level: float) -> Floats:
    """Return how far from 50 % a mean [C] with this standard error must be seen for its band to leave out 50 %."""
    _, wide, count = guarded(0.5, error, blocks)
    return t.ppf(0.5 + level / 2, np.maximum(count - 1, 1)) * wide * count / np.maximum(blocks, 1)


def _agreeing(blocks: I64, level: float) -> Floats:
    """Return how far from 50 % a score must be that all of so many `blocks` [C] agree on, for a verdict.

    No chance is left then. The band of a score m reaches down to m (1 - q): see `agreeing`.
    """
    _, q = agreeing(np.zeros(blocks.shape), blocks, level)
    return 0.5 * ratio(q, 1 - q)


def grown(distinct: I64, games: I64, more: I64) -> I64:
    """Return how many different games so many as `more` [C] hold, of which `games` held so many `distinct` ones.

    As if a stick were broken at random into S parts, how often each game comes: of n games S n / (S + n) are different,
    about, which gives S. Games that never came twice go on so; of a handful that came again and again there are no
    more. Source of the stick: MacArthur 1957, PNAS 43, 293-295. All equally likely, most games would have been seen.
    """
    anew = distinct >= games * np.where(distinct < SKETCH, 1.0, 1 - _UNSURE)  # none came twice, by what a sketch tells
    all_there_are = ratio(distinct * games, games - distinct)
    found = np.where(anew, more, ratio(all_there_are * more, all_there_are + more))
    return np.rint(found).astype(np.int64)


def _sequential(goal: Goal, pilot: Pilot) -> Cells:
    """Return what cells come to that are played until they are decided, round by round as the run does."""
    alpha = goal.alpha / max(1, int((~pilot.proven).sum()))
    tuned, blocks, mean, deviation = goal.planned(alpha), np.full_like(pilot.blocks, FIRST), pilot.mean, pilot.deviation
    while True:
        low, high = asymptotic(mean, deviation, blocks, alpha, tuned)
        unknown = ~pilot.proven & (goal.verdicts(low, high) == OPEN)
        if not unknown.any():
            break
        blocks = np.where(unknown, ahead(goal, blocks, mean, deviation, alpha), blocks)
    reach = half_width(deviation, blocks, alpha, tuned) + _POWER * deviation / np.sqrt(blocks)
    half, least = (np.where(pilot.proven, 0, width) for width in ((high - low) / 2, reach))
    kind = np.where(pilot.proven, EXACT, ANYTIME)
    return Cells(blocks, half, np.where(least <= _FARTHEST, least, np.nan), kind, np.zeros_like(pilot.proven))


def table(experiment: Experiment, planned: Plan, found: Cells, price: Cost) -> list[tuple[str, ...]]:
    """Return a row of texts for each cell of the entrants, the widest interval first.

    Who meets, blocks, games, half-width, kind of interval, least, time.
    """
    rows: list[tuple[str, ...]] = []
    place, everyone = planned.cells, experiment.entrants
    widest = np.argsort(-np.nan_to_num(found.half[: planned.own_cells], nan=np.inf), kind="stable")
    for i in widest.tolist():
        seconds = float(price.seconds[i] * found.blocks[i])
        told = str(timedelta(seconds=round(seconds))) if seconds >= 60 else f"{seconds:.2f} s"
        names = f"{everyone[place.a[i]].name} - {everyone[place.b[i]].name}"
        games = f"{found.blocks[i] * len(planned.arrangements):,}"
        half, least = _points(found.half[i], "~±" if found.rough[i] else "±"), _points(found.least[i], "")
        rows.append((names, f"{found.blocks[i]:,}", games, half, str(found.kind[i]), least, told))
    return rows


def _points(width: float, sign: str) -> str:
    """Return a width of scores in points; of a score that the design proves, and where there is none, a word."""
    if np.isnan(width):
        return "none"
    return f"{sign}{100 * width:.2f}" if width else "-"


def foot(experiment: Experiment, planned: Plan, found: Cells) -> Iterator[str]:
    """Yield what the numbers of the table mean."""
    goal, kinds = experiment.config.goal, found.kind[: planned.own_cells]
    together = int((~np.isin(kinds, [EXACT, NONE])).sum())
    if goal is not None:
        yield "±: half of the interval that decides, which holds for all match-ups together and at all times"
        yield "verdict at 80 %: the interval of a score so far from 50 % leaves out 50 % in four runs of five"
        if goal.early:
            yield (
                f"all figures are of scores that stay as in the pilot's {FIRST} blocks;"
                " near an edge of the band it may take several times as many blocks, or a fraction"
            )
    else:
        whole = f", by the wider band that holds all {together:,} at once" if together > 1 else ""
        yield "±: half of the match-up's own interval"
        yield f"verdict at 80 %: a score so far from 50 % gets its verdict in four runs of five{whole}"
    if found.rough[: planned.own_cells].any():
        yield "~: few blocks of the pilot make most of the spread, so that it may be off by a quarter or more"
    if AGREE in kinds:
        yield (
            f"{AGREE}: all blocks of the pilot scored the same, and the figures hold if they go on so;"
            " some that do not make the interval wider, up to several times, which no pilot can tell"
        )
    if planned.own_cells < len(planned.cells):
        yield "exchanges of cards: games and time are counted above, their precision is not foretold"


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
