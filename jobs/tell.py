"""What the command prints: standings, what a config means, what there is. Names are text, never markup."""

import importlib
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from jobs import budget, rooms, specs
from jobs.config import Experiment
from jobs.messages import Place, shown
from jobs.plan import plan

if TYPE_CHECKING:
    import pandas as pd

_SHOWN: Final = 20  # rows on a screen; the page has them all
_MANY: Final = 1_000  # entrants: the first of so many are those that were lucky
_WIDTH: Final = 120  # of a table that goes to a file or a pipe
_COLUMNS: Final = ("#", "ranks", "entrant", "score", "95 % interval", "games")
_NONE: Final = "none"  # kind where there is no interval
_DRAWN: Final = "t, drawn"  # kind of intervals whose units are rivals, since pairs were drawn at random
_FORECAST: Final = ("cell", "blocks", "games", "±", "kind", "verdict at 80 %", "core time")
_ENDS: Final = 3  # strongest and weakest cards on a screen
_CARD_COLUMNS: Final = ("card", "rank", "points", "95 % interval", "decks", "games")
_EXCHANGES: Final = ("deck", "out", "in", "gain", "95 % interval", "games")
_NAMES: Final = ("card", "rank", "deck", "out", "in")  # columns of texts
_SENTENCE: Final = re.compile(r".*?[.!?](?=\s|$)", re.DOTALL)


def standings(frame: "pd.DataFrame", challengers: Collection[str] = ()) -> None:
    """Print the frame of standings (reports/tables.py): best first, scores in per cent of the points.

    In a gauntlet the `challengers` (names) met all others, and these met none but them: two tables, never compared.
    """
    if len(frame) > _MANY:
        games = frame["games"].median()
        click.echo(f"{len(frame):,} entrants with {games:,.0f} games each (median): too many to rank one by one here")
        return
    if not challengers:
        _standings(frame, "Standings: per cent of the points against the field")
        return
    chosen = frame["name"].isin(list(challengers))
    for part, title in ((chosen, "Challengers, against the field"), (~chosen, "The field, against the challengers")):
        ranked = frame[part].assign(rank=range(1, int(part.sum()) + 1), rank_low=None)
        _standings(ranked, f"{title}: per cent of the points")


def _standings(frame: "pd.DataFrame", title: str) -> None:
    table = Table(title=title, title_justify="left")
    for name in _COLUMNS:
        table.add_column(name, justify="left" if name == "entrant" else "right")
    for row in frame.head(_SHOWN).to_dict("records"):
        table.add_row(*(Text(text) for text in _standing(row)))
    console().print(table)
    click.echo(_basis(frame))
    if len(frame) > _SHOWN:
        click.echo(f"and {len(frame) - _SHOWN:,} more on the page")


def _basis(frame: "pd.DataFrame") -> str:
    """Return how the limits of standings were made, and over how many luck ids (or rivals)."""
    known = frame[frame["score"].notna()]
    kinds, what = list(dict.fromkeys(known["kind"])), "rivals" if known["kind"].eq(_DRAWN).any() else "luck ids"
    if not len(known):
        return "nobody met another"
    least, most = known["units"].min(), known["units"].max()
    units = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    if kinds == [_NONE]:
        return f"too few blocks for intervals ({units} {what})"
    ranks = "; ranks hold for all rows at once, 95 %" if known["rank_low"].notna().any() else ""
    return f"Each interval holds by itself ({' or '.join(kinds)}, over {units} {what}){ranks}"


def decisions(log: "pd.DataFrame", verdicts: str) -> None:
    """Print how the cells of a sequential run were decided: its frame of DECISIONS, and a sentence on its verdicts."""
    last = log.groupby("cell").tail(1)
    blocks = f"{last['blocks'].min():,} to {last['blocks'].max():,} blocks each"
    click.echo(f"{len(last):,} cells decided in {log['round'].max() + 1} rounds, {blocks}. {verdicts}")


def forecast(rows: list[tuple[str, ...]], foot: Iterable[str], every: bool) -> None:
    """Print what cells will come to: rows and foot of jobs/forecast.py, the first rows or `every` one."""
    table = Table(title="Cells, the widest interval first; points of 100", title_justify="left")
    for name in _FORECAST:
        table.add_column(name, justify="left" if name == _FORECAST[0] else "right")
    for row in rows if every else rows[:_SHOWN]:
        table.add_row(*(Text(text) for text in row))
    console().print(table)
    if len(rows) > _SHOWN and not every:
        click.echo(f"and {len(rows) - _SHOWN:,} more with --all")
    for line in foot:
        click.echo(line)


def cards(frame: "pd.DataFrame") -> None:
    """Print the strongest and the weakest of the frame of cards (reports/cards.py); nothing if it has no rows."""
    what = "Cards: points a game in place of the average card of the rank"
    _ends(frame, "effect", what, _CARD_COLUMNS, _card)


def _ends(
    frame: "pd.DataFrame", by: str, what: str, columns: Sequence[str], told: Callable[[dict[Any, Any]], list[str]]
) -> None:
    """Print the rows with the highest and the lowest values of a frame whose intervals hold together."""
    if not len(frame):
        return
    title = f"{what}; intervals hold for all {len(frame):,} at once"
    table = Table(title=title, title_justify="left")
    for name in columns:
        table.add_column(name, justify="left" if name in _NAMES else "right")
    ranked = frame.sort_values(by, ascending=False, kind="stable").to_dict("records")
    ends = len(ranked) > 2 * _ENDS
    for number, row in enumerate([*ranked[:_ENDS], *ranked[-_ENDS:]] if ends else ranked):
        table.add_row(*(Text(text) for text in told(row)), end_section=ends and number == _ENDS - 1)
    console().print(table)


def _card(row: dict[Any, Any]) -> list[str]:
    """Return a row of the cards as texts."""
    points, low, high = (f"{row[key]:+.1f}" for key in ("effect", "low", "high"))
    return [str(row["card"]), str(row["role"]), points, f"{low} to {high}", f"{row['decks']:,}", f"{row['games']:,}"]


def exchanges(frame: "pd.DataFrame") -> None:
    """Print the best and the worst exchanges of the frame of reports/substitution.py; nothing if it has no rows."""
    _ends(frame, "gain", "Exchanges of cards: points a game that the deck gains", _EXCHANGES, _exchange)


def _exchange(row: dict[Any, Any]) -> list[str]:
    """Return a row of the exchanges as texts; one luck id has no interval."""
    gain, low, high = (f"{row[key]:+.1f}" for key in ("gain", "low", "high"))
    interval = "" if "nan" in low else f"{low} to {high}"
    return [str(row["deck"]), str(row["card"]), str(row["into"]), gain, interval, f"{row['games']:,}"]


def console() -> Console:
    """Return where tables are printed: as wide as the terminal, or wide enough if there is none."""
    made = Console(highlight=False)
    return made if made.is_terminal else Console(highlight=False, width=_WIDTH)


def _standing(row: dict[Any, Any]) -> list[str]:
    """Return a row of the standings as texts; who met nobody else has no score, and one block has no interval."""
    score, low, high = (f"{row[key]:.1f}" for key in ("score", "low", "high"))
    rank = "" if score == "nan" else str(row["rank"])
    places = "" if score == "nan" or row["rank_low"] is None else _range(row["rank_low"], row["rank_high"])
    interval = "" if "nan" in (low, high) else f"{low} to {high}"
    return [rank, places, str(row["name"]), score.replace("nan", ""), interval, f"{row['games']:,}"]


def _range(low: int, high: int) -> str:
    """Return a range of ranks as text."""
    return f"{low}" if low == high else f"{low} to {high}"


def experiment(found: Experiment) -> None:
    """Print what a config, found right, will play."""
    planned = plan(found)
    config = found.config
    click.echo(f"{config.name}: {config.ruleset}, seed {config.seed}, luck {config.luck}, keep {config.keep}")
    if config.cards is not None:
        click.echo(f"cards of {config.cards}, laid over those that come with {config.ruleset}")
    numbers = {"cells": len(planned.cells), "blocks": planned.blocks, "games": planned.games}
    click.echo(f"{len(found.entrants):,} entrants, {', '.join(f'{n:,} {name}' for name, n in numbers.items())}")
    if config.budget is not None:
        click.echo(f"luck budget: {budget.told(found.ruleset, config.budget, planned)}, with other luck")
    for line in found.variants.lines(found.entrants, planned.variants):
        click.echo(line)
    for entrant in found.entrants[:_SHOWN]:
        click.echo(f"  {entrant.name}")
    if len(found.entrants) > _SHOWN:
        click.echo(f"  and {len(found.entrants) - _SHOWN:,} more")
    click.echo(f"config hash {found.hash}")


def what_there_is(what: str, ruleset: str | None) -> None:
    """Print the rulesets, decks or strategies, one line each, or the cards in words."""
    if ruleset is not None:
        rooms.ruleset(ruleset, Place("", ("--ruleset",), ruleset))
    for name in [ruleset] if ruleset else rooms.rulesets():
        for line in _lines(what, name):
            click.echo(line)


def _lines(what: str, name: str) -> list[str]:
    if what == "rulesets":
        decks, strategies = len(rooms.decks(name)), len(rooms.strategies(name))
        made = f"{decks} deck{'s' if decks != 1 else ''}"
        return [f"{name}  version {rooms.ruleset(name).version}, {made}, {strategies} strategies"]
    if what == "cards":
        cards = rooms.cards(name).all if rooms.has_cards(name) else ()
        return [f"{name}  {rooms.deck_module(name).text(card)}" for card in cards]
    if what == "decks":
        return [f"{name}  {deck}: {', '.join(found.slots)}" for deck, found in rooms.decks(name).items()]
    return [f"{name}  {each}: {_idea(name, each)}{_parameters(name, each)}" for each in rooms.strategies(name)]


def _parameters(ruleset: str, strategy: str) -> str:
    """Return the parameters that a config can set, as it would set them."""
    known = specs.parameters(ruleset, strategy)
    return f" [{', '.join(f'{key} = {shown(value)}' for key, value in known.items())}]" if known else ""


def _idea(ruleset: str, strategy: str) -> str:
    """Return the first sentence of a strategy's page, without its name."""
    if strategy in rooms.PLANNERS:
        page = getattr(importlib.import_module("sim.lookahead"), strategy).__doc__ or ""
    else:
        page = importlib.import_module(rooms.strategy_module(ruleset, strategy)).__doc__ or ""
    text = " ".join(page.split())
    first = _SENTENCE.match(text)
    return (first[0] if first else text).removeprefix(f"{strategy.capitalize()}: ").removeprefix("Return ")
