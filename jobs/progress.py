"""Progress of a run: a live bar on a terminal, plain lines elsewhere. Games done, games a second, time left."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from jobs.run import Progress as Advance

_EVERY: Final = 5.0  # seconds between plain lines


@contextmanager
def shown(games: int, shards: int) -> Iterator[Advance]:
    """Show progress over `games` in `shards` while the block lasts; yields what to call when a shard is done."""
    console = Console(stderr=True)
    if console.is_terminal:
        with _bar(console) as bar:
            yield _on_bar(bar, games)
    else:
        lines = _Lines(games, shards)
        yield lines.advance
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


def _on_bar(bar: Progress, games: int) -> Advance:
    task = bar.add_task("play", total=games, speed="-")

    def advance(done: int, _shards: int) -> None:
        bar.update(task, advance=done)
        speed = bar.tasks[task].speed
        bar.update(task, speed=f"{speed:,.0f}" if speed else "-")

    return advance


class _Lines:
    """Says in plain lines how far a run is, at most every few seconds."""

    def __init__(self, games: int, shards: int) -> None:
        self.games, self.shards = games, shards
        self.done = self.done_shards = 0
        self.began = self.last = time.monotonic()

    def advance(self, games: int, shards: int) -> None:
        self.done += games
        self.done_shards += shards
        if time.monotonic() - self.last >= _EVERY:
            self.say()

    def say(self) -> None:
        self.last = time.monotonic()
        seconds = max(self.last - self.began, 1e-9)
        speed = self.done / seconds
        left = (self.games - self.done) / speed if speed else float("nan")
        print(
            f"{self.done:,} of {self.games:,} games, shard {self.done_shards} of {self.shards}, "
            f"{speed:,.0f} games/s, {left:.0f} s left",
            file=sys.stderr,
            flush=True,
        )
