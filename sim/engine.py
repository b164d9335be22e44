"""The lockstep loop: plays a lot of games, thousands at a time, to the last one of its fixed range.

The batch is refilled from the lot's own range and drained to the end; it never stops at the first N finished, which
would favour short games. Luck is addressed, so results do not depend on the batch size, the order or any split.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sim import luck, pick
from sim.arrays import ALL, I8, I16, I32, U16, U64, Coin, Index, Integer, Rows, Sets, Unsigned, both, lay
from sim.errors import StrategyError
from sim.ruleset import OVER, Ruleset, State, Strategy, Tables, finish

BATCH: Final = 65_536
_SLACK: Final = 64  # ended games are cleared away once one in so many has ended: whole-array calls need all alive
_TRACE: Final = np.uint64(0x9FB21C651E98DF25)


@dataclass(frozen=True)
class Lot:
    """N games to play: which decks sit where, and with which luck."""

    seed: int
    decks: I32  # [2, N] deck index by seat, into the tables
    luck: U64  # [N] luck id
    crossed: U64  # [N] 0 or 1: the seats exchange their luck (arrangement bit 1)

    def __len__(self) -> int:
        """Return N."""
        return len(self.luck)


@dataclass(frozen=True)
class Played:
    """What became of the N games of a lot, in its order. Seats, not entrants."""

    result: I8  # [N] +1 seat 0 won, 0 drawn, -1 seat 1 won
    margin: I16  # [N] signed for seat 0
    ending: I8  # [N] index into Ruleset.endings
    turns: I16  # [N]
    decisions: U16  # [N] real decisions of both seats
    seen: Unsigned  # [2, N] deck slots by seat
    played: Unsigned  # [2, N]
    trace: U64  # [N]


def play(ruleset: Ruleset, tables: Tables, strategies: tuple[Strategy, Strategy], lot: Lot, batch: int = BATCH) -> Played:
    """Play every game of `lot`; `strategies` by seat; `batch` games at once (cannot change a result)."""
    state, begun = _begin(ruleset, tables, lot, 0, batch)
    out = _blank(state, len(lot))
    while len(state):
        tick(ruleset, state, strategies)
        ended = np.flatnonzero(state.phase == OVER)
        if len(ended) * _SLACK >= len(state):
            _record(state, ended, out)
            state, begun = _refill(ruleset, tables, lot, state, ended, begun)
    return out


def tick(ruleset: Ruleset, state: State, strategies: tuple[Strategy, Strategy]) -> None:
    """Serve the games in the lowest phase present: one decision each, of whichever seat each waits for."""
    phase = state.phase.min()
    if phase == OVER:
        return
    rows: Rows = ALL if phase == state.phase.max() else np.flatnonzero(state.phase == phase)
    seats = state.seat[rows]
    first, last = int(seats.min()), int(seats.max())
    if first == last:
        serve(ruleset, state, strategies[first], first, rows)
        return
    every = np.arange(len(state)) if isinstance(rows, slice) else rows
    for seat in (0, 1):
        serve(ruleset, state, strategies[seat], seat, every[seats == seat])


def serve(ruleset: Ruleset, state: State, strategy: Strategy, seat: int, rows: Rows) -> Integer:
    """Take one decision of `seat` in `rows` and play it; return the actions [n]."""
    legal = ruleset.legal(state, seat, rows)
    if not legal.shape[1]:
        return np.zeros(0, np.int16)
    forced = pick.single(legal)
    coin = luck.draw(state.key[seat, rows], luck.COIN, state.draws[luck.COIN, seat, rows])
    action = _ask(ruleset, state, strategy, (seat, rows, legal, coin))
    if forced.any():
        lone = np.flatnonzero(forced)
        action[lone] = pick.nth(legal[:, lone], np.zeros(len(lone), np.int16))
    _check(ruleset, state, strategy, (seat, rows, legal), action)
    _count(state, seat, rows, action, ~forced)
    ruleset.step(state, seat, rows, action)
    _cap(ruleset, state, rows)
    return action


def _ask(
    ruleset: Ruleset, state: State, strategy: Strategy, asked: tuple[int, Rows, Sets, Coin]
) -> np.ndarray[Any, np.dtype[np.int16]]:
    seat, rows, legal, coin = asked
    try:
        answer = np.asarray(strategy.decide(ruleset, state, seat, rows, legal, coin))
    except StrategyError:
        raise
    except Exception as fault:  # whatever a user's code may raise is the user's to mend
        game = int(state.game[rows][0])
        raise StrategyError(f"strategy {strategy.name!r} raised {type(fault).__name__}: {fault}", game, seat) from fault
    if answer.shape != legal.shape[1:] or answer.dtype.kind not in "iu":
        raise StrategyError(
            f"strategy {strategy.name!r} answered {answer.dtype} {list(answer.shape)}: "
            f"right would be integers [{legal.shape[1]}], one action a row",
            int(state.game[rows][0]),
            seat,
        )
    return answer.astype(np.int16)


def _check(
    ruleset: Ruleset, state: State, strategy: Strategy, asked: tuple[int, Rows, Sets], action: Integer
) -> None:
    seat, rows, legal = asked
    good = pick.holds(legal, action)
    if good.all():
        return
    row = int(np.flatnonzero(~good)[0])
    wrong = int(action[row])
    label = ruleset.actions[wrong] if 0 <= wrong < len(ruleset.actions) else f"action {wrong}"
    right = ", ".join(ruleset.actions[a] for a in pick.actions(legal, row))
    raise StrategyError(
        f"strategy {strategy.name!r} chose {label!r} in {ruleset.name}, which is not legal there: right would be {right}",
        int(state.game[rows][row]),
        seat,
    )


def _count(state: State, seat: int, rows: Rows, action: Integer, real: np.ndarray[Any, np.dtype[np.bool_]]) -> None:
    """Count a real decision and hash it into the trace; a forced move is none and leaves both alone."""
    state.draws[luck.COIN, seat, rows] += real
    old = state.trace[rows]
    new = old + (action.astype(np.uint64) + np.uint64(2 + seat * 1024))
    new *= _TRACE
    new ^= new >> np.uint64(29)
    new ^= old
    new *= real
    state.trace[rows] = new ^ old


def _cap(ruleset: Ruleset, state: State, rows: Rows) -> None:
    made = state.draws[luck.COIN, 0, rows] + state.draws[luck.COIN, 1, rows]
    if made.max(initial=0) <= ruleset.max_decisions:
        return
    late = (made > ruleset.max_decisions) & (state.phase[rows] != OVER)
    at = np.arange(len(state))[rows][late]
    finish(state, at, np.zeros(len(at), np.int8), len(ruleset.endings) - 1)


def _begin(ruleset: Ruleset, tables: Tables, lot: Lot, start: int, size: int) -> tuple[Any, int]:
    """Return new games from place `start` of the lot on, `size` or as many as are left, and the place after them."""
    stop = min(len(lot), start + size)
    keys = luck.keys(lot.seed, lot.luck[start:stop], lot.crossed[start:stop])
    state = ruleset.deal(tables, lot.decks[:, start:stop], keys)
    state.game[:] = np.arange(start, stop)
    return state, stop


def _refill(
    ruleset: Ruleset, tables: Tables, lot: Lot, state: State, ended: Index, begun: int
) -> tuple[State, int]:
    """Replace ended games by the lot's next ones; drop those for which none are left."""
    if begun < len(lot):
        fresh, begun = _begin(ruleset, tables, lot, begun, len(ended))
        state.put(ended[: len(fresh)], fresh)
    live = np.flatnonzero(state.phase != OVER)
    return (state if len(live) == len(state) else state.take(live)), begun


def _blank(state: State, n: int) -> Played:
    slots = state.seen.dtype
    return Played(
        result=np.zeros(n, np.int8),
        margin=np.zeros(n, np.int16),
        ending=np.zeros(n, np.int8),
        turns=np.zeros(n, np.int16),
        decisions=np.zeros(n, np.uint16),
        seen=np.zeros((2, n), slots),
        played=np.zeros((2, n), slots),
        trace=np.zeros(n, np.uint64),
    )


def _record(state: State, ended: Index, out: Played) -> None:
    at = state.game[ended]
    for name in ("result", "margin", "ending", "turns", "trace", "seen", "played"):
        lay(getattr(out, name), at, getattr(state, name).take(ended, axis=-1))
    out.decisions[at] = both(state.draws[luck.COIN], ended).sum(axis=0, dtype=np.uint16)

