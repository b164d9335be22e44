"""The luck budget of a shard: its first blocks played again with other luck, one source of it at a time.

A game is a function of its sources of luck, f(A); B is other luck, drawn anew. Besides X = f(A), which the run plays
anyway, there are Y = f(B), and for every source u X_u = f(A, but u of B) and Y_u = f(B, but u of A). So X and X_u, Y
and Y_u differ in u alone; X and Y_u, Y and X_u have u alone in common; X and Y, X_u and Y_u have nothing in common.
That is two looks at the total and two at the first order of each of k sources, and two at nothing, which show the
noise, for 2 k + 1 games more (Saltelli 2002, Computer Physics Communications 145, Theorem 2).
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from jobs.plan import Plan, Stretches
from jobs.sums import Columns
from sim.arrays import I8, Integer
from sim.luck import COINS, DEAL, PLAY, Sources
from sim.ruleset import Ruleset

_BOTH: Final = (0, 1)


def sources(rules: Ruleset) -> dict[str, Sources]:
    """Return the sources of luck of a game by name; a number is the seat's.

    Chance in play is one source, whoever's luck it is drawn from. Where deals are drawn from the luck of both seats
    together they are one, too: who was dealt what cannot be told apart.
    """
    found: dict[str, Sources] = {}
    if rules.deals:
        seats = {f"deal {seat}": _of(DEAL, seat) for seat in _BOTH}
        found |= {"deal": _of(DEAL, *_BOTH)} if rules.shared else seats
    if rules.chance:
        found["chance"] = _of(PLAY, *_BOTH)
    return found | {f"coins {seat}": _of(COINS, seat) for seat in _BOTH}


def _of(when: int, *seats: int) -> Sources:
    return frozenset((when, seat) for seat in seats)


def designs(rules: Ruleset) -> tuple[Sources, ...]:
    """Return what is drawn anew in each game that is played beside one of the run: Y, then X_u and Y_u; none twice.

    Place i is the fourth part, i + 1, of the name of such a game.
    """
    parts = sources(rules).values()
    every: Sources = frozenset().union(*parts)
    return tuple(dict.fromkeys((every, *(anew for part in parts for anew in (part, every - part)))))


def below(stretches: Stretches, blocks: int) -> Stretches:
    """Return the blocks with luck ids below `blocks`."""
    some = stretches.at(stretches.first < blocks)
    held = np.minimum(some.blocks, blocks - some.first).astype(np.int32)
    return Stretches(some.a, some.b, some.cell, some.first, held)


def games(rules: Ruleset, blocks: int, plan: Plan) -> int:
    """Return how many games are played beside those of a plan."""
    held = int(np.minimum(plan.cells.blocks, blocks).sum())
    return held * len(plan.arrangements) * len(designs(rules))


def told(rules: Ruleset, blocks: int, plan: Plan) -> str:
    """Return in words what the budget costs."""
    times = len(designs(rules))
    return f"{games(rules, blocks, plan):,} games more: the first {blocks:,} blocks of each cell, {times} times again"


def sums(games: Columns, again: Mapping[Sources, I8], rules: Ruleset, spread: int) -> Columns:
    """Return the columns of BUDGET: of each block of `spread` games, by who started, of each source in its order.

    `games` are columns of GAMES, `again` the results for A of the same games, in the same order, by what was anew.
    """
    parts = list(sources(rules).values())
    every: Sources = frozenset().union(*parts)
    first = (games["arrangement"].reshape(-1, spread) & 1) == 0
    seats = np.stack([first, ~first], axis=1)  # [m, 2, spread]
    x, y = _points(games["result"], spread), _points(again[every], spread)
    rows = [
        _compared(seats, (x, y), (_points(again[part], spread), _points(again[every - part], spread))) for part in parts
    ]
    columns = {name: np.stack([row[name] for row in rows], axis=2) for name in rows[0]}  # [m, 2, sources]
    shape = columns["pairs"].shape
    named = {
        "cell": games["cell"][::spread, None, None],
        "luck": games["luck"][::spread, None, None],
        "first": np.array([1, 0], np.int8)[:, None],
        "source": np.arange(len(parts), dtype=np.int8),
    }
    some = (columns["pairs"] > 0).ravel()  # a single game is started by one side only
    return {name: np.broadcast_to(column, shape).ravel()[some] for name, column in (named | columns).items()}


def _points(result: Integer, spread: int) -> I8:
    """Return [m, 1, spread] A's half points."""
    points: I8 = (result + 1).astype(np.int8).reshape(-1, 1, spread)
    return points


def _compared(seats: I8, pair: tuple[I8, I8], changed: tuple[I8, I8]) -> Columns:
    """Return [m, 2] the sums over the games of each seat of X, Y = `pair` and X_u, Y_u = `changed`."""
    (x, y), (x_u, y_u) = pair, changed
    summed = {
        "pairs": 2 * np.ones_like(x),
        "squares": (x - x_u) ** 2 + (y - y_u) ** 2,
        "products": x * y_u + y * x_u,
        "unlike": x * y + x_u * y_u,
        "points": x + y + x_u + y_u,
    }
    return {name: (value * seats).sum(axis=2, dtype=np.int8) for name, value in summed.items()}
