"""From the games of a shard to its blocks and tallies, with the identities that must hold in any results."""

from itertools import pairwise
from typing import Any, Final

import numpy as np

from jobs.plan import Shard
from sim import luck
from sim.arrays import I64, U64, Bool, Index
from sim.errors import MachineError
from sim.results import SKETCH

EVEN_MIRRORS: Final = ("seat", "block")  # luck modes in which every block of a mirror is even: its games come in twins
Columns = dict[str, np.ndarray[Any, Any]]


def blocks(games: Columns, spread: int) -> Columns:
    """Return the columns of BLOCKS: sums over the `spread` games of each block."""
    by_block = {name: games[name].reshape(-1, spread) for name in ("result", "arrangement", "margin", "turns")}
    result = by_block["result"]
    first = (by_block["arrangement"] & 1) == 0
    points = result + np.int8(1)
    signs = {"wins": 1, "draws": 0, "losses": -1}
    return {
        "cell": games["cell"][::spread],
        "luck": games["luck"][::spread],
        "games": np.full(len(result), spread, np.int8),
        **{name: (result == sign).sum(axis=1, dtype=np.int8) for name, sign in signs.items()},
        "games_first": first.sum(axis=1, dtype=np.int8),
        "points_first": (points * first).sum(axis=1, dtype=np.int8),
        "points_second": (points * ~first).sum(axis=1, dtype=np.int8),
        **{name: by_block[name].sum(axis=1, dtype=np.int32) for name in ("margin", "turns")},
    }


def check(shard: Shard, mode: str, games: int, found: Columns) -> None:
    """Hold the identities of `games` results and their blocks `found`, or raise MachineError."""
    count = {name: found[name].astype(np.int64) for name in ("games", "wins", "draws", "losses")}
    points = found["points_first"].astype(np.int64) + found["points_second"]
    mirror = np.repeat([s.cell.a == s.cell.b for s in shard.stretches], [s.blocks for s in shard.stretches])
    held = {
        "blocks are those of the plan": len(mirror) == len(points),
        "games are those of the blocks": games == int(count["games"].sum()),
        "games are wins, draws and losses": (count["games"] == count["wins"] + count["draws"] + count["losses"]).all(),
        "points are those of wins and draws": (points == 2 * count["wins"] + count["draws"]).all(),
        "a mirror is even": mode not in EVEN_MIRRORS or (count["wins"] == count["losses"])[mirror[: len(points)]].all(),
    }
    broken = [name for name, holds in held.items() if not holds]
    if broken:
        raise MachineError(f"shard {shard.name}: broken identities: {'; '.join(broken)}")


def tallies(shard: Shard, games: Columns, endings: int) -> dict[str, Any]:
    """Return the columns of TALLIES: one row a stretch of the shard."""
    n = len(shard.stretches)
    spread = len(games["result"]) // shard.blocks
    place = np.repeat(np.arange(n), [s.blocks * spread for s in shard.stretches])
    return {
        "cell": np.array([s.cell.key for s in shard.stretches]),
        "first_luck": np.array([s.first for s in shard.stretches]),
        "blocks": np.array([s.blocks for s in shard.stretches]),
        "decisions": np.bincount(place, games["decisions"], minlength=n).astype(np.int64),
        "endings": list(_counts(place, games["ending"], n, endings)),
        "lengths": [_trimmed(row) for row in _counts(place, games["turns"], n, int(games["turns"].max()) + 1)],
        "traces": sketches(place, games["trace"], n),
    }


def _counts(place: Index, value: np.ndarray[Any, Any], n: int, width: int) -> I64:
    """Return [n, width] how often each value 0 .. width - 1 stands at each place."""
    return np.bincount(place * width + value, minlength=n * width).reshape(n, width)


def _trimmed(row: I64) -> I64:
    return row[: int(np.flatnonzero(row)[-1]) + 1]


def sketches(place: Index, trace: U64, n: int) -> list[U64]:
    """Return for each of `n` places the smallest distinct hashed traces, at most SKETCH (Bar-Yossef et al. 2002)."""
    hashed = luck.mix(trace)
    order = np.lexsort((hashed, place))
    place, hashed = place[order], hashed[order]
    new: Bool = np.ones(len(place), bool)
    new[1:] = (place[1:] != place[:-1]) | (hashed[1:] != hashed[:-1])
    place, hashed = place[new], hashed[new]
    bounds = np.searchsorted(place, np.arange(n + 1))
    return [hashed[low : min(high, low + SKETCH)] for low, high in pairwise(bounds)]
