"""From the games of a shard to its blocks, tally and sketches, with the identities that must hold in any results."""

from typing import Any, Final

import numpy as np

from jobs.plan import Shard
from sim import luck
from sim.arrays import U64, Bool, Index
from sim.errors import MachineError
from sim.results import SKETCH

EVEN_MIRRORS: Final = ("seat", "block")  # luck modes in which every block of a mirror is even: its games come in twins
Columns = dict[str, np.ndarray[Any, Any]]


def blocks(games: Columns, spread: int, cap: int) -> Columns:
    """Return the columns of BLOCKS: sums over the `spread` games of each block; `cap` is the last ending."""
    names = ("result", "arrangement", "margin", "turns", "ending", "trace")
    by_block = {name: games[name].reshape(-1, spread) for name in names}
    result = by_block["result"]
    first = (by_block["arrangement"] & 1) == 0
    points = result + np.int8(1)
    signs = {"wins": 1, "draws": 0, "losses": -1}
    trace = np.sort(by_block["trace"], axis=1)
    return {
        "cell": games["cell"][::spread],
        "luck": games["luck"][::spread],
        "games": np.full(len(result), spread, np.int8),
        **{name: (result == sign).sum(axis=1, dtype=np.int8) for name, sign in signs.items()},
        "games_first": first.sum(axis=1, dtype=np.int8),
        "points_first": (points * first).sum(axis=1, dtype=np.int8),
        "points_second": (points * ~first).sum(axis=1, dtype=np.int8),
        **{name: by_block[name].sum(axis=1, dtype=np.int32) for name in ("margin", "turns")},
        "caps": (by_block["ending"] == cap).sum(axis=1, dtype=np.int8),
        "distinct": (trace[:, 1:] != trace[:, :-1]).sum(axis=1, dtype=np.int8) + np.int8(1),
    }


def tally(games: Columns, blocks: int, endings: int) -> dict[str, Any]:
    """Return the columns of TALLIES, but for the names of the strategies: one row for all games of a shard."""
    return {
        "blocks": [blocks],
        "games": [len(games["result"])],
        **{name: [int(games[name].sum(dtype=np.int64))] for name in ("turns", "decisions")},
        "endings": [np.bincount(games["ending"], minlength=endings)],
        "lengths": [np.bincount(games["turns"])],
    }


def check(shard: Shard, mode: str, found: Columns, tally: dict[str, Any]) -> None:
    """Hold the identities of a shard's blocks `found` and its tally, or raise MachineError."""
    count = {name: found[name].astype(np.int64) for name in ("games", "wins", "draws", "losses", "turns", "caps")}
    points = found["points_first"].astype(np.int64) + found["points_second"]
    mirror = np.repeat(shard.stretches.a == shard.stretches.b, shard.stretches.blocks)
    ((games,), (turns,), (endings,), (lengths,)) = (tally[name] for name in ("games", "turns", "endings", "lengths"))
    held = {
        "blocks are those of the plan": len(mirror) == len(points),
        "games are those of the blocks": games == count["games"].sum() == endings.sum() == lengths.sum(),
        "turns are those of the blocks": turns == count["turns"].sum() == lengths @ np.arange(len(lengths)),
        "caps are those of the blocks": endings[-1] == count["caps"].sum(),
        "games are wins, draws and losses": (count["games"] == count["wins"] + count["draws"] + count["losses"]).all(),
        "points are those of wins and draws": (points == 2 * count["wins"] + count["draws"]).all(),
        "a mirror is even": mode not in EVEN_MIRRORS or (count["wins"] == count["losses"])[mirror[: len(points)]].all(),
    }
    broken = [name for name, holds in held.items() if not holds]
    if broken:
        raise MachineError(f"shard {shard.name}: broken identities: {'; '.join(broken)}")


def sketches(shard: Shard, trace: U64) -> Columns:
    """Return the columns of TRACES: of the games of each stretch, whose traces are `trace` [n], a sketch."""
    held = shard.stretches
    spread = len(trace) // shard.blocks
    place, hashed = smallest(np.repeat(np.arange(len(held)), held.blocks * spread), luck.mix(trace))
    return {"cell": held.cell[place], "trace": hashed}


def smallest(place: Index, hashed: U64) -> tuple[Index, U64]:
    """Return the smallest different `hashed` [n] of each `place` [n], at most SKETCH; by place, ascending.

    That is a sketch of how many there are (Bar-Yossef et al. 2002); sketches of parts make that of the whole.
    """
    order = np.lexsort((hashed, place))
    place, hashed = place[order], hashed[order]
    new: Bool = np.ones(len(place), np.bool_)
    new[1:] = (place[1:] != place[:-1]) | (hashed[1:] != hashed[:-1])
    place, hashed = place[new], hashed[new]
    starts = np.flatnonzero(np.diff(place, prepend=-1))
    rank = np.arange(len(place)) - np.repeat(starts, np.diff(starts, append=len(place)))
    return place[rank < SKETCH], hashed[rank < SKETCH]
