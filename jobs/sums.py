"""From the games of a shard to its blocks, tally and sketches, with the identities that must hold in any results."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from jobs.plan import Shard
from sim import luck
from sim.arrays import I64, U64, Bool, Index, Integer
from sim.errors import MachineError
from sim.results import EVEN_MIRRORS, SKETCH

EVERY: Final = -1  # in place of a cell's key: all cells of a shard
SUMS: Final = ("blocks", "games", "turns", "decisions")
LISTS: Final = ("endings", "lengths")
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


def tally(games: Columns, shard: Shard, endings: int, drawn: bool) -> dict[str, Any]:
    """Return the columns of TALLIES, but for the names of the strategies: a row a stretch, of `drawn` pairs one.

    What is counted by stretch can be taken over, cell by cell, into other shards. Drawn pairs are too many for that.
    """
    held = shard.stretches
    blocks = np.array([shard.blocks]) if drawn else held.blocks.astype(np.int64)
    spread = len(games["result"]) // (shard.blocks or 1)
    row = np.repeat(np.arange(len(blocks)), blocks * spread)
    starts = (np.cumsum(blocks) - blocks) * spread
    sums = {name: np.add.reduceat(games[name], starts, dtype=np.int64) for name in ("turns", "decisions")}
    return {
        "cell": np.array([EVERY]) if drawn else held.cell,
        "blocks": blocks,
        "games": blocks * spread,
        **sums,
        "endings": list(_counted(row, games["ending"], len(blocks), endings)),
        "lengths": [np.trim_zeros(counts, "b") for counts in _counted(row, games["turns"], len(blocks), 1)],
    }


def _counted(row: Index, value: Integer, rows: int, least: int) -> I64:
    """Return [rows, most + 1] how often each value stands in each row; at least `least` columns."""
    width = max(least, int(value.max(initial=0)) + 1)
    counts = np.bincount(row * width + value, minlength=rows * width)
    return counts.reshape(rows, width).astype(np.int64)


def joined_rows(parts: Sequence[Columns], cells: I64) -> Columns:
    """Return the columns of BLOCKS, GAMES or BUDGET of parts of one shard, ordered by its `cells` and luck."""
    whole = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.lexsort((whole["luck"], _places(whole["cell"], cells)))  # stable: a block's games stay in their order
    return {name: column[order] for name, column in whole.items()}


def joined_sketches(parts: Sequence[Columns], cells: I64) -> Columns:
    """Return the columns of TRACES that parts of one shard make together, in the order of its `cells`."""
    cell, trace = (np.concatenate([part[name] for part in parts]) for name in ("cell", "trace"))
    place, hashed = smallest(_places(cell, cells), trace)
    return {"cell": cells[place], "trace": hashed}


def _places(cell: I64, cells: I64) -> Index:
    """Return for each of `cell` [n] its place in `cells`, where each stands once."""
    order = np.argsort(cells)
    places: Index = order[np.searchsorted(cells[order], cell)]
    return places


def joined_tallies(parts: Sequence[dict[str, Any]], cells: I64) -> dict[str, Any]:
    """Return the columns of TALLIES that parts of one shard make together, a row for each of its `cells` in order."""
    place = {cell: i for i, cell in enumerate(cells.tolist())}
    rows: list[list[tuple[dict[str, Any], int]]] = [[] for _ in place]
    for part in parts:
        for i, cell in enumerate(np.asarray(part["cell"]).tolist()):
            rows[place[cell]].append((part, i))
    return {
        "cell": cells,
        **{name: [sum(int(part[name][i]) for part, i in some) for some in rows] for name in SUMS},
        **{name: [added([part[name][i] for part, i in some]) for some in rows] for name in LISTS},
    }


def added(rows: Sequence[Sequence[int]]) -> I64:
    """Return the sum of lists of unlike lengths."""
    out = np.zeros(max(map(len, rows)), np.int64)
    for row in rows:
        out[: len(row)] += row
    return out


def check(shard: Shard, mode: str, found: Columns, tally: dict[str, Any]) -> None:
    """Hold the identities of a shard's blocks `found` and its tally, or raise MachineError."""
    count = {name: found[name].astype(np.int64) for name in ("games", "wins", "draws", "losses", "turns", "caps")}
    points = found["points_first"].astype(np.int64) + found["points_second"]
    mirror = np.repeat(shard.stretches.a == shard.stretches.b, shard.stretches.blocks)
    games, turns = (sum(int(n) for n in tally[name]) for name in ("games", "turns"))
    endings, lengths = added(tally["endings"]), added(tally["lengths"])
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


JOIN: Final = {
    **dict.fromkeys(("blocks", "games", "budget"), joined_rows),
    "tallies": joined_tallies,
    "traces": joined_sketches,
}
