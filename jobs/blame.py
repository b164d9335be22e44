"""A strategy's fault, pinned to one game: who sat where, in which game, at which line of whose file."""

import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from jobs.messages import clean
from jobs.specs import StrategySpec, module_of
from sim.engine import Lot
from sim.errors import StrategyError

_LONGEST: Final = 300  # characters of what a strategy raised that a message shows
Play = Callable[[Lot], object]


def pinned(fault: StrategyError, lot: Lot, play: Play) -> StrategyError:
    """Return the fault as one game of `lot` shows it when played alone; its `game` is that game's place in the lot.

    The engine asks about thousands of games at once, so of a strategy that raises it cannot know which one is to blame;
    strategies are judged row by row, so the lot is halved till one game is left. What fails only in company stays
    as it was.
    """
    low, high = fault.game, fault.game + 1
    found = _tried(lot, low, high, play)
    if found is None:
        low, high = 0, len(lot)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if _tried(lot, low, middle, play) else (middle, high)
        found = _tried(lot, low, high, play)
    return _copy(found, str(found), low) if found else fault


def _tried(lot: Lot, low: int, high: int, play: Play) -> StrategyError | None:
    """Return the fault of the games low .. high - 1 of a lot, if they have one."""
    rows = slice(low, high)
    try:
        play(replace(lot, decks=lot.decks[:, rows], luck=lot.luck[rows], crossed=lot.crossed[rows]))
    except StrategyError as fault:
        return fault
    return None


def told(fault: StrategyError, specs: tuple[StrategySpec, StrategySpec], game: str) -> StrategyError:
    """Return the fault with its line, its seat and the name of its game; `specs` by seat."""
    said = clean(str(fault))
    short = said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"
    return _copy(fault, f"{short}{line(fault, specs[fault.seat])}; seat {fault.seat}, game {game}", fault.game)


def _copy(fault: StrategyError, message: str, game: int) -> StrategyError:
    made = StrategyError(message, game, fault.seat)
    made.__cause__ = fault.__cause__
    return made


def line(fault: StrategyError, spec: StrategySpec) -> str:
    """Return where in a strategy's own file an exception passed, if it did."""
    if fault.__cause__ is None:
        return ""
    files = {module_of(part).__file__ for part in _parts(spec)}
    passed = [f for f in traceback.extract_tb(fault.__cause__.__traceback__) if f.filename in files]
    return f" ({clean(passed[-1].filename)}, line {passed[-1].lineno})" if passed else ""


def _parts(spec: StrategySpec) -> list[StrategySpec]:
    """Return the specs that code belongs to: of a planner those that it imagines with."""
    if spec.kind != "planner":
        return [spec]
    return [part for inner in (spec.base, spec.evaluation) if inner for part in _parts(inner)]
