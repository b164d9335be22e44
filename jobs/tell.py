"""What the command prints: standings, what a config means, what there is."""

import importlib
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from jobs import rooms
from jobs.config import Experiment
from jobs.plan import plan
from sim.errors import InputError

_SHOWN: Final = 20  # rows of the standings on a screen; the page has them all


def standings(run: Path) -> None:
    """Print the standings of a finished run."""
    from reports import load, tables  # noqa: PLC0415  # pandas, for those calls only that need it

    frame = tables.standings(load.load(run))
    table = Table(title="Standings: share of points against the field, 95 % intervals", title_justify="left")
    for name, justify in (("#", "right"), ("entrant", "left"), ("score", "right"), ("interval", "right"), ("games", "right")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    for place, row in enumerate(frame.head(_SHOWN).to_dict("records"), 1):
        table.add_row(str(place), *_standing(row))
    console = Console()
    console.print(table)
    if len(frame) > _SHOWN:
        console.print(f"and {len(frame) - _SHOWN} more on the page")


def _standing(row: dict[Any, Any]) -> list[str]:
    low, high = row["low"], row["high"]
    interval = f"{low:.1%} to {high:.1%}" if low == low else "–"
    return [escape(str(row["entrant"])), f"{row['score']:.1%}", interval, f"{row['games']:,}"]


def experiment(found: Experiment) -> None:
    """Print what a config, found right, will play."""
    planned = plan(found)
    config = found.config
    console = Console(highlight=False)
    console.print(f"{escape(config.name)}: {config.ruleset}, seed {config.seed}, luck {config.luck}, keep {config.keep}")
    console.print(f"{len(found.entrants)} entrants, {len(planned.cells):,} cells, {planned.blocks:,} blocks, {planned.games:,} games")
    for entrant in found.entrants:
        console.print(f"  {escape(entrant.name)}")
    console.print(f"config hash {found.hash}")


def what_there_is(what: str, ruleset: str | None) -> None:
    """Print the rulesets, decks or strategies, one line each."""
    known = rooms.rulesets()
    if ruleset is not None and ruleset not in known:
        raise InputError(f"--ruleset = {ruleset}: no such ruleset; right would be one of {', '.join(known)}")
    console = Console(highlight=False, soft_wrap=True)
    for name in [ruleset] if ruleset else known:
        for line in _lines(what, name):
            console.print(escape(line))


def _lines(what: str, name: str) -> list[str]:
    if what == "rulesets":
        rules = rooms.ruleset(name)
        return [f"{name}  version {rules.version}, {len(rooms.decks(name))} decks, {len(rooms.strategies(name))} strategies"]
    if what == "decks":
        return [f"{name}  {deck}: {', '.join(found.slots)}" for deck, found in rooms.decks(name).items()]
    return [f"{name}  {strategy}: {_idea(name, strategy)}" for strategy in rooms.strategies(name)]


def _idea(ruleset: str, strategy: str) -> str:
    """Return the first sentence of a strategy's page."""
    module = importlib.import_module(
        "sim.lookahead" if strategy in rooms.PLANNERS else rooms.strategy_module(ruleset, strategy)
    )
    page = getattr(module, strategy).__doc__ if strategy in rooms.PLANNERS else module.__doc__
    return " ".join((page or "").split("\n\n")[0].split())
