"""How a strategy is asked: what it is shown and tossed, what is made of its answer, and the trace of that."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sim import luck, pick
from sim.arrays import I16, Bool, Integer, Rows, Sets, both, index
from sim.errors import StrategyError
from sim.ruleset import Ruleset, State, Strategy

_MOUTHFUL: Final = 24_576  # decisions that are made at a time
_TRACE: Final = np.uint64(0x9FB21C651E98DF25)


@dataclass(frozen=True)
class Asked:
    """What a strategy is asked: n decisions of one seat."""

    seat: int
    rows: Rows
    legal: Sets
    real: Bool  # there is something to decide

    def part(self, start: int, stop: int) -> "Asked":
        """Return what is asked from place `start` on, up to `stop`."""
        part = slice(start, stop)
        rows: Rows = self.rows[part] if not isinstance(self.rows, slice) else _within(self.rows, part)
        return Asked(self.seat, rows, self.legal[:, part], self.real[part])


def _within(rows: slice, part: slice) -> slice:
    """Return the rows at the places `part` (start and stop) of `rows`."""
    first = rows.start or 0
    return slice(first + part.start, first + part.stop)


def decide(ruleset: Ruleset, state: State, strategy: Strategy, asked: Asked) -> I16:
    """Return [n] the decisions, traced: so many are made at a time that all their arrays stay in the cache."""
    n = len(asked.real)
    if n <= _MOUTHFUL:
        return _ask(ruleset, state, strategy, asked)
    parts = [asked.part(start, min(n, start + _MOUTHFUL)) for start in range(0, n, _MOUTHFUL)]
    return np.concatenate([_part(ruleset, state, strategy, part) for part in parts])


def _part(ruleset: Ruleset, state: State, strategy: Strategy, part: Asked) -> I16:
    """Return [n] the decisions of a part of what was asked.

    A view takes its phase from most of its games. Those that stand idle are the fewer ones of all that was asked, but
    may be the most of a part: then only the others are shown.
    """
    if not ruleset.idles or 2 * np.count_nonzero(part.real) > len(part.real):
        return _ask(ruleset, state, strategy, part)
    return decide_real(ruleset, state, strategy, part)


def decide_real(ruleset: Ruleset, state: State, strategy: Strategy, asked: Asked) -> I16:
    """Return [n] the decisions, where only games with something to decide are shown to the strategy."""
    action, some = pick.lowest(asked.legal), np.flatnonzero(asked.real)
    if len(some):
        rows = index(asked.rows, len(state))[some]
        less = Asked(asked.seat, rows, asked.legal.take(some, axis=1), asked.real[some])
        action[some] = decide(ruleset, state, strategy, less)
    return action


def _ask(ruleset: Ruleset, state: State, strategy: Strategy, asked: Asked) -> I16:
    """Return [n] the strategy's actions, checked and traced."""
    seat, rows, legal = asked.seat, asked.rows, asked.legal
    made = state.draws[luck.COIN, seat]
    tossed = both(made, rows)
    coin = luck.draw(both(state.key[seat], rows), luck.COIN, tossed)
    legal.flags.writeable = coin.flags.writeable = False  # only `step` writes to games
    try:
        answer = np.asarray(strategy.decide(ruleset, state, seat, rows, legal, coin))
    except StrategyError:
        raise
    except Exception as fault:  # whatever a user's code may raise is the user's to mend
        raise _fault(state, asked, 0, f"strategy {strategy.name!r} raised {type(fault).__name__}: {fault}") from fault
    action = _checked(ruleset, state, strategy, asked, answer)
    made[rows] = tossed + asked.real
    trace(state, seat, rows, action, asked.real)
    return action


def _checked(ruleset: Ruleset, state: State, strategy: Strategy, asked: Asked, action: Integer) -> I16:
    """Return [n] the actions of a strategy, with forced moves in place of whatever it says to them."""
    legal, real = asked.legal, asked.real
    if action.shape != real.shape or action.dtype.kind not in "iu":
        said = f"strategy {strategy.name!r} answered {action.dtype} {list(action.shape)}"
        raise _fault(state, asked, 0, f"{said}: right would be integers [{len(real)}], one action a row")
    if not pick.all_hold(legal, action):
        wrong = np.flatnonzero(~pick.holds(legal, action))
        for row in wrong[real[wrong]][:1].tolist():
            raise _fault(state, asked, row, _illegal(ruleset, strategy, legal, row, int(action[row])))
        action = action.astype(np.int64)  # wide enough for any action, whatever type the answer has
        action[wrong] = pick.lowest(legal[:, wrong])
    return action.astype(np.int16, copy=False)


def _fault(state: State, asked: Asked, row: int, message: str) -> StrategyError:
    return StrategyError(message, int(state.game[asked.rows][row]), asked.seat)


def _illegal(ruleset: Ruleset, strategy: Strategy, legal: Sets, row: int, wrong: int) -> str:
    label = repr(ruleset.actions[wrong]) if 0 <= wrong < len(ruleset.actions) else f"action {wrong}"
    right = ", ".join(ruleset.actions[action] for action in pick.actions(legal, row))
    return (
        f"strategy {strategy.name!r} chose {label} in {ruleset.name}, which is not legal there: right would be {right}"
    )


def trace(state: State, seat: int, rows: Rows, action: Integer, real: Bool) -> None:
    """Hash the `real` decisions into the traces; forced moves leave theirs alone."""
    old = both(state.trace, rows)
    new = action.astype(np.uint64)
    new += np.uint64(2 + seat * 1024)
    new += old
    new *= _TRACE
    new ^= new >> np.uint64(29)
    new ^= old  # what changes
    new *= real.astype(np.uint64)
    new ^= old
    state.trace[rows] = new
