"""Speed on one core: the engine, the scalar referee in the same run, and a numpy kernel as a yardstick of the machine.

Machines differ and are shared, so absolute games a second mean little: quote the ratio to the referee, and games in
yardstick units (games played in the time of one run of the kernel), both taken in turn in one run, as medians.
"""

import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

import click
import numpy as np
from rich.table import Table

from jobs import rooms
from jobs.messages import Place, near
from jobs.specs import Finder, build
from jobs.tell import console
from sim import engine, luck
from sim.ruleset import Deck, Ruleset, Strategy

_ROUNDS: Final = 5  # measurements of each kind, in turn
_LONG: Final = 10  # times the seconds asked for: more is too long for one measurement
_USUAL: Final = ("random", "weighted")


@dataclass(frozen=True)
class Speed:
    """What was measured for one strategy against itself, all decks mixed."""

    ruleset: str
    strategy: str
    batch: int
    games_per_s: float
    decisions_per_s: float
    yardstick: float  # games in the time of one run of the kernel
    referee_games_per_s: float  # random games of the scalar referee, one at a time
    ratio: float  # of games_per_s to that


def measure(ruleset: str | None, strategy: Sequence[str], batch: int | None, seconds: float) -> list[Speed]:
    """Measure every ruleset and strategy asked for, for about `seconds` each.

    Without `ruleset`, a strategy is measured wherever there is one of that name.
    """
    if ruleset is not None:
        rooms.ruleset(ruleset, Place("", ("--ruleset",), ruleset))
    names = [ruleset] if ruleset else rooms.rulesets()
    chosen = [(name, used) for name in names for used in strategy or _USUAL if used in rooms.strategies(name)]
    for used in strategy:
        if used not in [there for _, there in chosen]:
            known = {there for name in names for there in rooms.strategies(name)}
            raise Place("", ("--strategy",), used).wrong("no such strategy", near(used, known))
    return [_measure(rooms.ruleset(name), used, batch, seconds) for name, used in chosen]


def _measure(rules: Ruleset, name: str, batch: int | None, seconds: float) -> Speed:
    batch = batch or rules.batch
    strategy = build(Finder(rules.name, Path()).spec(name, Place("", ("--strategy",), name)))
    decks = list(rooms.decks(rules.name).values())
    share = seconds / _ROUNDS
    play = _player(rules, strategy, decks, batch)
    games = _enough(play, batch, share)
    kernel = _Kernel()
    turns = [(_speed(play, games), kernel.speed(), _referee(rules, decks, turn, share)) for turn in range(_ROUNDS)]
    engines, kernels, referees = zip(*turns, strict=True)
    speed, decisions = statistics.median(engines), float(play(batch).decisions.mean())
    return Speed(
        ruleset=rules.name,
        strategy=strategy.name,
        batch=batch,
        games_per_s=round(speed),
        decisions_per_s=round(speed * decisions),
        yardstick=round(statistics.median(e / k for e, k in zip(engines, kernels, strict=True)), 3),
        referee_games_per_s=round(statistics.median(referees), 1),
        ratio=round(statistics.median(e / r for e, r in zip(engines, referees, strict=True)), 1),
    )


def _player(rules: Ruleset, strategy: Strategy, decks: list[Deck], batch: int) -> Callable[[int], engine.Played]:
    """Return what plays so many games, every pair of decks in turn."""
    tables = rules.tables(rooms.cards(rules.name), decks)
    pairs = np.array([(a, b) for a in range(len(decks)) for b in range(len(decks))], np.int32).T

    def play(games: int) -> engine.Played:
        ids = np.arange(games, dtype=np.uint64)
        lot = engine.Lot(1, pairs[:, ids % np.uint64(pairs.shape[1])], ids, np.zeros(games, np.uint64))
        return engine.play(rules, tables, (strategy, strategy), lot, batch)

    return play


def _enough(play: Callable[[int], engine.Played], batch: int, seconds: float) -> int:
    """Return how many games take about `seconds`, but sixteen batches: the last ones of a lot run half empty.

    Where these would take long it is fewer, four at the least.
    """
    speed = _speed(play, batch)
    fewest = min(max(int(_LONG * speed * seconds / batch), 4), 16)
    return max(fewest * batch, int(speed * seconds))


def _speed(play: Callable[[int], engine.Played], games: int) -> float:
    began = time.process_time()
    play(games)
    return games / (time.process_time() - began)


class _Kernel:
    """A fixed piece of numpy work like the engine's: hashes, table look-ups, narrow arithmetic on 65,536 rows."""

    _ROWS: Final = 1 << 16
    _REPEATS: Final = 100

    def __init__(self) -> None:
        self.words = np.arange(self._ROWS, dtype=np.uint64)
        self.index = (luck.mix(self.words) & np.uint64(1023)).astype(np.intp)
        self.table = np.arange(1024, dtype=np.int16).astype(np.int8)

    def speed(self) -> float:
        """Return how many times a second it runs."""
        began = time.process_time()
        for _ in range(self._REPEATS):
            self._run()
        return self._REPEATS / (time.process_time() - began)

    def _run(self) -> None:
        self.words = luck.mix(self.words)
        found = self.table.take(self.index, mode="clip")
        for _ in range(16):
            found += found >> np.int8(1)
            found &= np.int8(63)


def _referee(rules: Ruleset, decks: list[Deck], seed: int, seconds: float) -> float:
    """Return how many random games a second the scalar referee plays."""
    referee = import_module(f"sim.rulesets.{rules.name}.referee")
    draw = random.Random(seed)  # noqa: S311 - for games, not for secrets
    began, games = time.process_time(), 0
    while time.process_time() - began < seconds:
        referee.random_game((draw.choice(decks), draw.choice(decks)), draw)
        games += 1
    return games / (time.process_time() - began)


def show(speeds: Sequence[Speed], as_json: bool) -> None:
    """Print the measurements, as a JSON list or as a table."""
    if as_json:
        click.echo(json.dumps([asdict(speed) for speed in speeds], indent=1))
        return
    table = Table(title="one core; yardstick = games in the time of one run of the fixed kernel")
    for name in asdict(speeds[0]):
        table.add_column(name, justify="right")
    for speed in speeds:
        table.add_row(*(f"{value:,}" if isinstance(value, int | float) else value for value in asdict(speed).values()))
    console().print(table)
