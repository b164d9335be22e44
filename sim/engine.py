"""The lockstep loop: plays a lot of games, thousands at a time, to the last one of its fixed range.

The batch is refilled from the lot's own range and drained to the end; it never stops at the first N finished, which
would favour short games. Luck is addressed, so results do not depend on the batch size, the order or any split.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from sim import luck, pick
from sim.arrays import (
    ALL,
    I8,
    I16,
    I32,
    U16,
    U64,
    Bool,
    Coin,
    Index,
    Integer,
    Rows,
    Sets,
    Unsigned,
    both,
    index,
    lay,
    spots,
)
from sim.decide import Asked, decide, decide_real
from sim.luck import NOTHING, Sources
from sim.ruleset import OVER, Ruleset, State, Strategy, Tables, finish

_SMALL: Final = 65_536  # games in lockstep that are worth the cost of numpy's calls
_SLACK: Final = 64  # ended games are cleared away once one in so many has ended: whole-array calls need all alive
_DRAINED: Final = 2  # the same where whole-array calls are none and no games are left to take the places
_WASTE: Final = 8  # one ended game in so many is too much, even where others would begin out of step
_CROWD: Final = 32  # one game in so many is worth a call of its own
_LARGE: Final = 31 << 20  # bytes: glibc learns from blocks of up to 32 MB


@dataclass(frozen=True)
class Lot:
    """N games to play: which decks sit where, and with which luck."""

    seed: int
    decks: I32  # [2, N] deck index by seat, into the tables
    luck: U64  # [N] luck id
    crossed: U64  # [N] 0 or 1: the seats exchange their luck (arrangement bit 1)
    anew: Sources = NOTHING  # what is drawn anew: other luck than that of the luck ids, the same each time

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


def play(
    ruleset: Ruleset, tables: Tables, strategies: tuple[Strategy, Strategy], lot: Lot, batch: int | None = None
) -> Played:
    """Play every game of `lot`; `strategies` by seat; `batch` games at once, which cannot change a result.

    By default as many as the ruleset likes best, but of a small lot about an eighth: a batch is slow while it drains.
    """
    size = batch or min(ruleset.batch, max(_SMALL, len(lot) // 8))
    _keep_memory()
    strategies = with_coins(strategies, lot.anew)
    state, begun = begin(ruleset, tables, lot, 0, size)
    out = _blank(state, len(lot))
    opening = int(state.phase.min(initial=OVER))
    while len(state):
        if ruleset.idles:
            stride(ruleset, state, strategies)
        else:
            tick(ruleset, state, strategies)
            catch_up(ruleset, state, strategies, opening)
        over = state.phase == OVER
        if _enough(ruleset, state, int(np.count_nonzero(over)), begun < len(lot), opening):
            ended = spots(over)
            _record(state, ended, out)
            state, begun = _refill(ruleset, tables, lot, state, ended, begun)
    return out


def _enough(ruleset: Ruleset, state: State, ended: int, more: bool, opening: int) -> bool:
    """Return whether so many games have `ended` that they are cleared away; `more`: others take their places.

    Where games may stand idle those others wait until most of the batch is in the phase `opening`: from any other phase
    on they would have to be served by themselves.
    """
    if ended * _slack(ruleset, more) < len(state):
        return False
    if not (ruleset.idles and more) or ended * _WASTE >= len(state):
        return True
    return 2 * int(np.count_nonzero(state.phase == opening)) >= len(state)


def _slack(ruleset: Ruleset, more: bool) -> int:
    """Return one in how many games must have ended before they are worth clearing away; `more`: others are left.

    To clear away without others to come is to copy the rest, which costs more than ended games that stand idle. A
    ruleset that mingles is served by indices: its ended games cost next to nothing.
    """
    if not more and (ruleset.idles or ruleset.mingles):
        return _DRAINED if ruleset.mingles else _WASTE
    return _CROWD if ruleset.idles or ruleset.mingles else _SLACK


def _keep_memory() -> None:
    """Make glibc keep what is freed: once a large block was, it does not give smaller ones back to the system.

    Else the pages of the temporary arrays fault anew at every call, which cost three tenths of the time. With other
    allocators this does nothing.
    """
    np.empty(_LARGE, np.uint8)


def catch_up(ruleset: Ruleset, state: State, strategies: tuple[Strategy, Strategy], opening: int) -> None:
    """Serve the games in phases below `opening`, where new games begin, until there are none: then all are in step."""
    behind = np.flatnonzero(state.phase < opening)
    while len(behind):
        tick(ruleset, state, strategies, ALL if len(behind) == len(state) else behind)
        behind = behind[state.phase[behind] < opening]


def tick(ruleset: Ruleset, state: State, strategies: tuple[Strategy, Strategy], among: Rows = ALL) -> None:
    """Serve the games in the lowest phase present `among` some: one decision each, of whichever seat each waits for."""
    phases = state.phase[among]
    phase = phases.min(initial=OVER)
    if phase == OVER:
        return
    rows: Rows = among if phase == phases.max() else index(among, len(state))[phases == phase]
    seats = state.seat[rows]
    first, last = int(seats.min()), int(seats.max())
    if first == last:
        serve(ruleset, state, strategies[first], first, rows)
        return
    every = index(rows, len(state))
    serve_both(ruleset, state, strategies, [(seat, every[seats == seat]) for seat in (0, 1)])


def serve_both(
    ruleset: Ruleset, state: State, strategies: tuple[Strategy, Strategy], asked: Sequence[tuple[int, Index]]
) -> None:
    """Serve the rows of each seat, which wait in one phase: both in one step where the ruleset `mingles`."""
    if not ruleset.mingles:
        for seat, rows in asked:
            serve(ruleset, state, strategies[seat], seat, rows)
        return
    answers = [_answer(ruleset, state, strategies[seat], seat, rows) for seat, rows in asked]
    games, actions = zip(*answers, strict=True)
    ruleset.step(state, 0, np.concatenate(games), np.concatenate(actions))


def stride(ruleset: Ruleset, state: State, strategies: tuple[Strategy, Strategy]) -> None:
    """Serve the lowest phase in which a crowd waits, one decision each; only for rulesets whose games may stand idle.

    Where most games wait in it the whole batch is served, and the rest stand idle: contiguous arrays are so much faster
    that some games may do nothing. Few games in a phase wait until they are a crowd, or nobody else can be served.
    """
    live = len(state) - np.count_nonzero(state.phase == OVER)
    phase = 0
    while live:
        there = state.phase == phase
        count = np.count_nonzero(there)
        if count and count * _CROWD >= live:
            seat = int(state.seat[there.argmax()])
            rows: Rows = ALL if 2 * count > len(state) else spots(there)
            serve(ruleset, state, strategies[seat], seat, rows)
            return
        phase += 1


def serve(ruleset: Ruleset, state: State, strategy: Strategy, seat: int, rows: Rows) -> Integer:
    """Take one decision of `seat` in `rows` and play it; return the actions [n] of the games that went on.

    A game that would need one decision more than `max_decisions` is a draw with the ending "cap" instead.
    """
    rows, action = _answer(ruleset, state, strategy, seat, rows)
    ruleset.step(state, seat, rows, action)
    return action


def _answer(ruleset: Ruleset, state: State, strategy: Strategy, seat: int, rows: Rows) -> tuple[Any, I16]:
    """Return the games of `rows` that go on, and the action that `seat` takes in each."""
    legal = ruleset.legal(state, seat, rows)
    real = ~pick.single(legal)
    if _may_be_late(ruleset, state, rows) and (late := _late(ruleset, state, rows, real)).any():
        games = index(rows, len(state))
        waits = state.phase[games] == state.phase[games[late][0]]
        finish(state, games[late], np.zeros(int(late.sum()), np.int8), len(ruleset.endings) - 1)
        return _answer(ruleset, state, strategy, seat, games[waits & ~late])
    if not real.any():  # nothing to decide, if there are games at all
        return rows, pick.lowest(legal)
    if not ruleset.mingles or real.all():  # a few forced moves more cost less than to leave them out
        return rows, decide(ruleset, state, strategy, Asked(seat, rows, legal, real))
    return rows, decide_real(ruleset, state, strategy, Asked(seat, rows, legal, real))


def _may_be_late(ruleset: Ruleset, state: State, rows: Rows) -> bool:
    """Return whether any game of `rows` can be one decision from being late: hardly ever, and cheap to find out."""
    most = [both(state.draws[luck.COIN, seat], rows).max(initial=0) for seat in (0, 1)]
    return int(most[0]) + int(most[1]) >= ruleset.max_decisions


def _late(ruleset: Ruleset, state: State, rows: Rows, real: Bool) -> Bool:
    """Return [n] where one decision more would be one too many."""
    made = both(state.draws[luck.COIN, 0], rows) + both(state.draws[luck.COIN, 1], rows)
    return real & (made >= ruleset.max_decisions)


def begin(ruleset: Ruleset, tables: Tables, lot: Lot, start: int, size: int) -> tuple[Any, int]:
    """Return new games from place `start` of the lot on, `size` or as many as are left, and the place after them."""
    stop = min(len(lot), start + size)
    keys = luck.keys(lot.seed, lot.luck[start:stop], lot.crossed[start:stop])
    if lot.anew:
        state = ruleset.deal(tables, lot.decks[:, start:stop], luck.dealt_anew(keys, _seats(luck.DEAL, lot.anew)))
        state.key = keys + luck.shift(luck.PLAY, lot.anew)
    else:
        state = ruleset.deal(tables, lot.decks[:, start:stop], keys)
    state.game[:] = np.arange(start, stop)
    return state, stop


def _seats(source: int, anew: Sources) -> set[int]:
    """Return the seats whose luck of a source is drawn anew."""
    return {seat for when, seat in anew if when == source}


def with_coins(strategies: tuple[Strategy, Strategy], anew: Sources) -> tuple[Strategy, Strategy]:
    """Return the strategies, by seat, with the coins of `anew`, in games whose keys are those of its luck in play.

    Only who decides in a real game tosses such coins: what a planner imagines is drawn from the coin of its decision.
    """
    by_seat = (luck.shift(luck.COINS, anew) - luck.shift(luck.PLAY, anew))[:, 0]
    one, other = (_tossing(strategies[seat], by_seat[seat]) if by_seat[seat] else strategies[seat] for seat in (0, 1))
    return one, other


def _tossing(strategy: Strategy, shift: np.uint64) -> Strategy:
    """Return the strategy with other coins: those of the key plus `shift`."""

    def decide(ruleset: Ruleset, state: State, seat: int, rows: Rows, legal: Sets, _coin: Coin) -> Integer:
        key, made = both(state.key[seat], rows) + shift, both(state.draws[luck.COIN, seat], rows)
        coin = luck.draw(key, luck.COIN, made)
        coin.flags.writeable = False
        return strategy.decide(ruleset, state, seat, rows, legal, coin)

    return replace(strategy, decide=decide)


def _refill(ruleset: Ruleset, tables: Tables, lot: Lot, state: State, ended: Index, begun: int) -> tuple[State, int]:
    """Replace ended games by the lot's next ones; drop those for which none are left."""
    if len(ended) == len(state):
        return begin(ruleset, tables, lot, begun, len(ended))
    fresh = 0
    if begun < len(lot):
        state_of_new, now = begin(ruleset, tables, lot, begun, len(ended))
        fresh, begun = len(state_of_new), now
        state.put(ended[:fresh], state_of_new)
    if fresh < len(ended):
        state = state.take(np.delete(np.arange(len(state)), ended[fresh:]))
    return state, begun


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
    at = state.game[ended].astype(np.intp)
    for name in ("result", "margin", "ending", "turns", "trace", "seen", "played"):
        lay(getattr(out, name), at, getattr(state, name).take(ended, axis=-1))
    out.decisions[at] = both(state.draws[luck.COIN], ended).sum(axis=0, dtype=np.uint16)
