"""Progress of a run: a live bar on a terminal, plain lines elsewhere. Games done, games a second, time left."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from jobs.run import Progress as Told

_EVERY: Final = 5.0  # seconds between plain lines


@contextmanager
def shown(games: int, shards: int) -> Iterator[Told]:
    """Show progress over `games` in `shards` while the block lasts; yields what to tell when shards are done."""
    console = Console(stderr=True, highlight=False)
    if console.is_terminal:
        with _bar(console) as bar:
            yield _OnBar(bar, games)
    else:
        lines = _Lines(console, games, shards)
        yield lines
        lines.say()


def _bar(console: Console) -> Progress:
    return Progress(
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[speed]}/s,"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )


class _OnBar:
    """Moves a bar; its clock starts when play does."""

    def __init__(self, bar: Progress, games: int) -> None:
        self.bar = bar
        self.task = bar.add_task("play", total=games, start=False, speed="-")

    def stood(self, games: int, _shards: int) -> None:
        self.bar.reset(self.task, completed=games)

    def asked(self, games: int, _shards: int) -> None:
        known = self.bar.tasks[self.task]
        if not known.started:
            self.bar.reset(self.task, total=0)
        self.bar.update(self.task, total=(known.total or 0) + games)

    def played(self, games: int, _shards: int) -> None:
        self.bar.update(self.task, advance=games)
        speed = self.bar.tasks[self.task].speed
        self.bar.update(self.task, speed=f"{speed:,.0f}" if speed else "-")


class _Lines:
    """Says in plain lines how far a run is, at most every few seconds."""

    def __init__(self, console: Console, games: int, shards: int) -> None:
        self.console, self.games, self.shards = console, games, shards
        self.done = self.done_shards = self.before = 0
        self.began = self.last = time.monotonic()

    def stood(self, games: int, shards: int) -> None:
        self.done, self.done_shards, self.before = games, shards, games
        self.games, self.shards = max(self.games, games), max(self.shards, shards)  # rounds were not foreseen
        self.began = time.monotonic()
        if 0 < shards < self.shards:
            self.say()

    def asked(self, games: int, shards: int) -> None:
        first = self.done == 0
        self.games, self.shards = (games, shards) if first else (self.done + games, self.done_shards + shards)

    def played(self, games: int, shards: int) -> None:
        self.done += games
        self.done_shards += shards
        if self.done < self.games and time.monotonic() - self.last >= _EVERY:
            self.say()

    def say(self) -> None:
        self.last = time.monotonic()
        fresh = self.done - self.before
        speed = fresh / max(self.last - self.began, 1e-9)
        left = f", {speed:,.0f} games/s, {(self.games - self.done) / speed:.0f} s left" if fresh else ""
        said = f"{self.done:,} of {self.games:,} games, shard {self.done_shards:,} of {self.shards:,}{left}"
        self.console.print(said, soft_wrap=True)
