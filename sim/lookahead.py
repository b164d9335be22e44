"""Planners: strategies that look ahead, written once for every ruleset.

A planner tries each legal action on copies of the game in which everything that its seat cannot know was drawn anew
(`redeal`) and all luck to come is new, so it sees nothing that the seat may not know. All candidates of one decision
meet the same imagined worlds (common random numbers). Copies are keyed from the coin of the decision, so a planner is
as repeatable as any strategy, and they are made in chunks that respect a bound on memory.

The seats are handled alike: a choice that the rival has made and hides is taken back and made again by the base
strategy, as is one still to come, and imagined luck is "mine" and "the rival's", not seat 0's and seat 1's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim import engine, luck, pick
from sim.arrays import ALL, I16, I64, U64, Coin, Index, Integer, Rows, Sets, index
from sim.ruleset import OVER, Ruleset, State, Strategy, View, locked

MEMORY: Final = 64 << 20  # bytes of copies alive at once
_WIN: Final = 1 << 20  # outweighs any evaluation

Evaluate = Callable[[View], Integer]  # (view) -> [n] how good the position is for the seat, higher is better


@dataclass(frozen=True)
class _Plan:
    """How far to play on, with whom, how often, and what to make of the position reached."""

    base: Strategy
    samples: int
    to_the_end: bool
    evaluate: Evaluate | None


def lookahead(name: str, *, base: Strategy, samples: int = 4, evaluate: Evaluate | None = None) -> Strategy:
    """Return the one-ply planner: try each action, let `base` play on until this seat has to act again, evaluate.

    `samples` (1 or more) worlds are imagined for each decision. `evaluate(view) -> [n]` gives whole numbers, -1,000,000
    to 1,000,000; without it a position is worth the game's current margin. A game that ends on the way counts by its
    result, which outweighs any evaluation.
    """
    return _planner(name, _Plan(base, samples, False, evaluate), cost=16 * samples)


def rollout(name: str, *, base: Strategy, samples: int = 8) -> Strategy:
    """Return the roll-out planner: try each action, let `base` play both seats to the end, take the best mean result.

    `samples` (1 or more) worlds are imagined for each decision. Equal results are told apart by their margins.
    """
    return _planner(name, _Plan(base, samples, True, None), cost=64 * samples)


def _planner(name: str, plan: _Plan, cost: int) -> Strategy:
    def decide(ruleset: Ruleset, state: State, seat: int, rows: Rows, legal: Sets, coin: Coin) -> I16:
        action, real = pick.lowest(legal), np.flatnonzero(~pick.single(legal))  # nothing is imagined of forced moves
        games, size = index(rows, len(state))[real], _chunk(state, legal)
        for at in range(0, len(real), size):
            some = real[at : at + size]
            where = state, seat, games[at : at + size]
            action[some] = _decide(plan, ruleset, where, legal.take(some, axis=1), coin[some])
        return action

    return Strategy(name, decide, cost=cost)


def _chunk(state: State, legal: Sets) -> int:
    """Return how many decisions may be looked into at once within MEMORY."""
    game = sum(field.nbytes for _, field in state.arrays()) // max(len(state), 1)
    widest = int(pick.size(legal).max(initial=1))
    return max(1, MEMORY // (2 * game * widest))  # a copy, and the arrays made while it is played


def _decide(plan: _Plan, ruleset: Ruleset, where: tuple[State, int, Index], legal: Sets, coin: Coin) -> I16:
    """Return [n] the best action of each decision by the sum over its imagined worlds, ties broken by the coin."""
    state, seat, games = where
    row, action = candidates(legal)
    total = np.zeros(len(row), np.int64)
    for sample in range(plan.samples):
        worlds = state.take(games[row])
        keys = np.stack([luck.branch(coin, 2 * sample + (side != seat)) for side in (0, 1)])
        _imagine(plan, ruleset, worlds, seat, keys[:, row])
        ruleset.step(worlds, seat, ALL, action)
        _play_on(plan.base, ruleset, worlds, None if plan.to_the_end else seat)
        total += _worth(plan, ruleset, worlds, seat)
    return best_of(row, action, total, coin)


def _imagine(plan: _Plan, ruleset: Ruleset, worlds: State, seat: int, keys: U64) -> None:
    """Draw anew what `seat` cannot know; what the rival has chosen already, the base strategy chooses for him."""
    ruleset.redeal(worlds, seat, ALL, keys)
    worlds.draws[luck.COIN] = 0  # of the new keys: who was asked first has tossed once more, and must not differ by it
    ruleset.take_back(worlds, seat, ALL)
    _play_on(plan.base, ruleset, worlds, seat, forced_too=True)  # not past the decision at hand


def candidates(legal: Sets) -> tuple[Index, I16]:
    """Return (row [m], action [m]) of every member of the sets [W, n], sorted by row."""
    width = legal.itemsize * 8
    mask = np.stack([pick.allowed(legal, action) for action in range(len(legal) * width)])
    row, action = np.nonzero(mask.T)
    return row, action.astype(np.int16)


def best_of(row: Index, action: I16, score: I64, coin: Coin) -> I16:
    """Return [n] the action of the highest `score` [m] in each row (sorted, none missing), ties by the coin."""
    starts = np.flatnonzero(np.diff(row, prepend=-1))
    best = score == np.maximum.reduceat(score, starts)[row]
    ties = np.add.reduceat(best.astype(np.int64), starts)
    before = np.cumsum(best) - best
    nth = before - before[starts][row]
    return action[best & (nth == luck.below(coin, ties)[row].astype(np.int64))]


def _play_on(base: Strategy, ruleset: Ruleset, worlds: State, until: int | None, forced_too: bool = False) -> None:
    """Let the base strategy play all worlds to the end, or until the seat `until` is to act.

    Its forced moves are played as well, but with `forced_too` those stop a world like any other.
    """
    going = worlds.phase != OVER
    while going.any():
        rows = np.flatnonzero(going)
        phase = worlds.phase[rows]
        rows = rows[phase == phase.min()]
        movers = worlds.seat[rows]
        asked = [(mover, rows[movers == mover]) for mover in (0, 1)]
        for place, (mover, theirs) in enumerate(asked):
            if mover == until and len(theirs):
                forced = pick.single(ruleset.legal(worlds, mover, theirs)) & (not forced_too)
                going[theirs[~forced]] = False
                asked[place] = mover, theirs[forced]
        engine.serve_both(ruleset, worlds, (base, base), asked)
        going &= worlds.phase != OVER


def _worth(plan: _Plan, ruleset: Ruleset, worlds: State, seat: int) -> I64:
    """Return [m] what each world is worth to `seat`: its result if it has one, else the evaluation."""
    sign = 1 - 2 * seat
    worth = worlds.margin.astype(np.int64) * sign
    over = worlds.phase == OVER
    if plan.evaluate is not None:
        for phase in np.unique(worlds.phase[~over]):  # a view is of rows that wait in one phase
            rows = np.flatnonzero(worlds.phase == phase)
            worth[rows] = plan.evaluate(locked(ruleset.view(worlds, seat, rows)))
    return worth + over * worlds.result.astype(np.int64) * (sign * _WIN)
