"""The command `tourney`. Each call is thin: it reads its words, asks the modules beside this one, says what came of it.

Exit codes: 0 done; 1 a finding; 2 the input is wrong; 3 our own or the machine's fault; 130 / 143 interrupted,
resumable. What is heavy (pandas, matplotlib, pyarrow, ray, pydantic, numpy) is imported inside the calls, so that
`--help` answers at once.
"""

# ruff: noqa: PLC0415  # see above: imports inside the calls keep --help fast

import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from jobs.version import VERSION
from sim.errors import InputError, MachineError

if TYPE_CHECKING:
    from jobs.config import Experiment

WRONG_INPUT, OUR_FAULT, INTERRUPTED, PIPE_CLOSED, TERMINATED = 2, 3, 130, 141, 143
_GOES_ON: Final = "what is finished is kept, the same command goes on from there"
_EXECUTORS: Final = "Here in processes, or on Ray; auto: Ray for what takes long."
_FORMATS: Final = "Write every table in this format, and no page."
_CONFIG: Final = click.argument("config", type=click.Path(path_type=Path))
_KEEPS: Final = "Folder of the run, which keeps the pilot.  [default: runs/NAME]"
_RUN: Final = click.argument("run", type=click.Path(path_type=Path))
_HOW: Final = (
    click.option(
        "--executor", type=click.Choice(["auto", "inline", "ray"]), default="auto", show_default=True, help=_EXECUTORS
    ),
    click.option("--workers", type=click.IntRange(1), help="Processes.  [default: inline 1, ray all cores]"),
    click.option("--address", help="Join the Ray cluster at ADDRESS (or: auto) instead of starting one here."),
    click.option("--report/--no-report", default=True, show_default=True, help="Build the page when done."),
)


def _how_to_play(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of whatever plays a run."""
    return reduce(lambda options, option: option(options), reversed(_HOW), command)


class _Terminated(KeyboardInterrupt):
    """SIGTERM came: unwind as for Ctrl-C, with another exit code."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, prog_name="tourney")
def main() -> None:
    """Play tournaments of two-player card games and report who is strong, and how sure that is."""


def _stop(number: int, _frame: Any) -> NoReturn:
    """Unwind, so that what was started is ended; a second signal does not wait for that."""
    signal.signal(number, lambda *_: os._exit(128 + number))
    raise _Terminated if number == signal.SIGTERM else KeyboardInterrupt


@contextmanager
def _faults() -> Iterator[None]:
    """Turn what went wrong into one message and the exit code that says whose fault it was."""
    before = {number: signal.signal(number, _stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except InputError as fault:
        _leave(f"error: {fault}", WRONG_INPUT)
    except MachineError as fault:
        _leave(f"fault: {fault}", OUR_FAULT)
    except MemoryError as fault:
        _leave(f"fault: the machine has not enough memory ({str(fault) or 'none is left'})", OUR_FAULT)
    except BrokenPipeError:
        _leave_quietly()
    except OSError as fault:
        _leave(f"fault: {fault.filename or 'the machine'}: {fault.strerror or fault}", OUR_FAULT)
    except _Terminated:
        _leave(f"terminated: {_GOES_ON}", TERMINATED)
    except KeyboardInterrupt:
        _leave(f"interrupted: {_GOES_ON}", INTERRUPTED)
    except Exception as fault:  # noqa: BLE001 - a mistake of ours, to be reported with all that is known
        traceback.print_exc()
        _leave(f"fault: {type(fault).__name__}: {fault}: a mistake in tourney, please report it", OUR_FAULT)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(message: str, code: int) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(code)


def _leave_quietly() -> NoReturn:
    """End as a program does whose reader, such as `head`, has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(PIPE_CLOSED)


@main.command(short_help="Play a tournament and print its standings.")
@_CONFIG
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the run.  [default: runs/NAME]")
@click.option("--blocks", type=click.IntRange(1), help="Blocks a cell, in place of the config's.")
@_how_to_play
def run(config: Path, out: Path | None, blocks: int | None, **how: Any) -> None:
    """Play the tournament of CONFIG (a TOML file), write the run, and print its standings.

    Interrupted at any moment, the same command goes on where it stopped.
    """
    with _faults():
        from jobs import run as runs
        from jobs.config import load

        experiment = load(config, {"blocks": blocks})
        _play(runs.play, experiment, out or Path("runs") / experiment.config.name, how)


@main.command(short_help="Play more of a run: blocks, decks, strategies.")
@_RUN
@click.argument("config", type=click.Path(path_type=Path), required=False)
@click.option("--blocks", type=click.IntRange(1), help="Blocks a cell, in all.  [default: those of the config]")
@_how_to_play
def extend(run: Path, config: Path | None, blocks: int | None, **how: Any) -> None:
    """Play what RUN lacks: up to --blocks a cell, or all that CONFIG has beyond it, such as one deck more.

    Only what is missing is played, and the run is then the same, byte for byte, as if it had been played at once.
    """
    with _faults():
        from jobs import run as runs
        from jobs.config import load

        _play(runs.extend, load(config or run / "config.toml", {"blocks": blocks}), run, how)


def _play(play: Callable[..., None], experiment: "Experiment", folder: Path, how: dict[str, Any]) -> None:
    """Play an experiment into `folder`, by the options of `_HOW`, and say what came of it."""
    from jobs import progress
    from jobs.plan import plan
    from jobs.run import How

    report, planned = how.pop("report"), plan(experiment)
    gc.freeze()  # all this stays: a hundred thousand decks are not to be looked at for garbage again and again
    with progress.shown(planned.games, len(planned.shards)) as told:
        play(experiment, planned, folder, How(**how), told)
    heads = experiment.challengers if experiment.config.pairing == "gauntlet" else ()
    _conclude(folder, report, [experiment.entrants[i].name for i in heads])


def _conclude(folder: Path, report: bool, challengers: list[str]) -> None:
    from jobs import summary, tell
    from reports import cards, decided, runs, substitution, tables

    found = runs.load(folder)
    log = summary.decisions(folder)
    if log is not None:
        tell.decisions(log, decided.lead(found.goal, tables.matchups(found)))
    tell.standings(tables.standings(found), challengers)
    tell.cards(cards.card_strength(found))
    tell.exchanges(substitution.exchanges(found))
    if report:
        from reports.page import build

        click.echo(f"report: {build(folder, loaded=found)}")


@main.command(short_help="Build the report page of a run (again), or its tables in other formats.")
@_RUN
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the page.  [default: RUN/report]")
@click.option("--format", "form", type=click.Choice(["csv", "parquet", "json", "markdown"]), help=_FORMATS)
@click.option("--table", help="Print only this table, in the --format.  [default: markdown]")
def report(run: Path, out: Path | None, form: str | None, table: str | None) -> None:
    """Build the report page of RUN (again); with --format write its tables instead, with --table print one."""
    with _faults():
        from reports import export, frames, runs
        from reports.page import build

        if out and any(path.exists() and not path.is_dir() for path in (out, *out.parents)):
            raise InputError(f"--out = {out}: is a file, or in one; right would be a folder")
        if not form and not table:
            click.echo(f"report: {build(run, out)}")
            return
        found = runs.load(run)
        tables = frames.written(found, frames.frames(found))
        if table:
            click.echo(export.one(tables, table, form or "markdown"), nl=False)
        else:
            folder = (out or run / "report") / "tables"
            export.write(tables, form or "csv", folder)
            click.echo(f"tables: {folder}")


@main.command(short_help="Print one game of a run, turn by turn.")
@_RUN
@click.argument("game")
def replay(run: Path, game: str) -> None:
    """Print the whole GAME (cell:luck:arrangement) of RUN, turn by turn, and check it against what is stored."""
    with _faults():
        from jobs import again

        for line in again.replay(run, game):
            click.echo(line)


@main.command(short_help="Say what a config would cost: games, time, disk.")
@_CONFIG
@click.option("--blocks", type=click.IntRange(1), help="Blocks a cell, in place of the config's.")
@click.option("--out", type=click.Path(path_type=Path), help=_KEEPS)
@click.option("--pilot/--no-pilot", default=True, show_default=True, help="Play some blocks of each cell first.")
@click.option("--all", "every", is_flag=True, help="Show all cells, not only the widest.")
def plan(config: Path, blocks: int | None, out: Path | None, pilot: bool, every: bool) -> None:
    """Say what CONFIG would play: cells, games, shards, time and disk; and how precise each cell will be.

    The spread of a cell is not known beforehand, so a pilot plays its first blocks, which the run then takes over.
    With --no-pilot there are bounds only.
    """
    with _faults():
        from jobs import forecast, tell
        from jobs.config import load
        from jobs.plan import plan

        experiment = load(config, {"blocks": blocks})
        planned = plan(experiment)
        for line in forecast.lines(experiment, planned):
            click.echo(line)
        price = forecast.cost(experiment, planned)
        if not pilot or planned.drawn:  # a drawn pair meets too briefly for a pilot
            for line in price.lines(planned.cells.blocks):
                click.echo(line)
            return
        found = _piloted(experiment, planned, out or Path("runs") / experiment.config.name)
        for line in price.lines(found.blocks):
            click.echo(line)
        tell.forecast(
            forecast.table(experiment, planned, found, price), forecast.foot(experiment, planned, found), every
        )


def _piloted(experiment: Any, planned: Any, folder: Path) -> Any:
    """Play the pilot; return what the cells will come to (jobs/forecast.py: Cells)."""
    from jobs import forecast, pilot, progress

    games = int(pilot.first_blocks(experiment, planned).sum()) * len(planned.arrangements)
    with progress.shown(games, 1) as told:
        seen = pilot.play(experiment, planned, folder, told)
    where = f"kept in {seen.folder}, where the run goes on from" if seen.folder else f"not kept: {folder} is another's"
    click.echo(f"pilot     {games:,} games, {where}")
    return forecast.cells(experiment, planned, seen)


@main.command(short_help="Say whether a config or a card file is right, and what it means.")
@click.argument("config", type=click.Path(path_type=Path), required=False)
@click.option("--cards", type=click.Path(path_type=Path), help="Check this card file instead.")
@click.option("--ruleset", help="Of the card file.  [default: the one whose cards look like these]")
def check(config: Path | None, cards: Path | None, ruleset: str | None) -> None:
    """Check CONFIG with its decks and strategies, and say what will be played; or check a card file, and say its cards.

    Each strategy plays a few games, twice: one that fails, or that is not repeatable, is found here.
    """
    with _faults():
        from jobs import cardfiles, tell, trial
        from jobs.config import load

        if (config is None) == (cards is None):
            raise InputError("what to check is wrong; right would be either CONFIG or --cards FILE")
        if cards:
            for line in cardfiles.check(cards, ruleset):
                click.echo(line)
        elif config:
            experiment = load(config)
            trial.strategies(experiment)
            tell.experiment(experiment)


@main.command("list", short_help="Say what rulesets, decks, cards, strategies there are.")
@click.argument("what", type=click.Choice(["rulesets", "decks", "cards", "strategies"]), default="rulesets")
@click.option("--ruleset", help="Only of this ruleset.")
def list_(what: str, ruleset: str | None) -> None:
    """Say what there is, one line each; cards with their texts as the machine understands them."""
    with _faults():
        from jobs import tell

        tell.what_there_is(what, ruleset)


@main.command(short_help="Measure the speed of this machine.")
@click.option("--ruleset", help="Only this ruleset.  [default: all]")
@click.option("--strategy", multiple=True, help="Only this strategy; may be repeated.  [default: random and weighted]")
@click.option("--batch", type=click.IntRange(1, 1 << 24), help="Games in lockstep.  [default: the engine's]")
@click.option("--seconds", type=click.FloatRange(0.05), default=3.0, show_default=True, help="For each measurement.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON list.")
def bench(as_json: bool, **asked: Any) -> None:
    """Measure games and decisions a second on one core, against the scalar referee and a yardstick of this machine."""
    with _faults():
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        from jobs import bench as benches

        benches.show(benches.measure(**asked), as_json)


if __name__ == "__main__":
    main()
