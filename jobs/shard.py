"""Play one shard: its games, its blocks, its tallies, its files and, last, its receipt. A shard that stands is not played."""

import platform
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow

from jobs import store
from jobs.plan import Cell, Shard
from jobs.rooms import ruleset
from jobs.specs import StrategySpec, build
from jobs.version import VERSION
from sim import engine, luck
from sim.arrays import Bool, I64, Index
from sim.errors import MachineError, StrategyError
from sim.results import BLOCKS, GAMES, SKETCH, TALLIES
from sim.ruleset import Deck

_SINGLE: Final = "single"
Columns = dict[str, np.ndarray[Any, Any]]


@dataclass(frozen=True)
class Work:
    """What every task of a run needs to know; sent to each worker once."""

    run: Path
    ruleset: str
    seed: int
    luck: str
    arrangements: tuple[int, ...]
    keep: str | int
    decks: tuple[Deck, ...]  # by entrant
    specs: tuple[StrategySpec, ...]  # by entrant
    metadata: dict[str, str]


def finished(run: Path, shard: Shard) -> dict[str, Any] | None:
    """Return the receipt of `shard` if it and every file that it names stand unharmed."""
    receipt = store.receipt(run, shard.name)
    if receipt and all(store.agrees(run / path, digest) for path, digest in receipt["files"].items()):
        return receipt
    return None


def play(work: Work, shard: Shard) -> dict[str, Any]:
    """Play `shard`, write its files and its receipt; return the receipt.

    Raise StrategyError, with the game named, for a strategy's fault, and MachineError if an earlier receipt of the same
    shard tells of other bytes.
    """
    began = time.perf_counter()
    games = play_games(work, shard)
    blocks = _blocks(work, shard, games)
    _check(work, games, blocks)
    files = _write(work, shard, games, blocks)
    seconds = time.perf_counter() - began
    done = {"files": files, "games": len(games["result"]), "blocks": shard.blocks, "seconds": round(seconds, 3)}
    _compare(work.run, shard, files)
    store.write_json(work.run / "receipts" / f"{shard.name}.json", done | _where())
    return done


def play_games(work: Work, shard: Shard) -> Columns:
    """Play the games and return the columns of GAMES, for entrant A, sorted by cell, luck, arrangement."""
    cell, luck_id = _blocks_of(shard)
    arrangement = np.broadcast_to(np.array(work.arrangements), (len(luck_id), len(work.arrangements)))
    if work.luck == _SINGLE:
        arrangement = (luck_id & 1)[:, None]
    spread = arrangement.shape[1]
    columns: Columns = {
        "cell": np.repeat(np.array([s.cell.key for s in shard.stretches])[cell], spread),
        "luck": np.repeat(luck_id, spread),
        "arrangement": arrangement.reshape(-1).astype(np.int8),
    }
    places = np.repeat(cell, spread)
    swapped = (columns["arrangement"] & 1) == 1
    for b_first in (False, True):
        at = np.flatnonzero(swapped == b_first)
        if len(at):
            _seat(work, shard, (places[at], columns["luck"][at], columns["arrangement"][at] >> 1), b_first, at, columns)
    return columns


def _blocks_of(shard: Shard) -> tuple[Index, I64]:
    """Return for every block of the shard its stretch [m] and its luck id [m]."""
    sizes = [stretch.blocks for stretch in shard.stretches]
    ids = [np.arange(s.first, s.first + s.blocks, dtype=np.int64) for s in shard.stretches]
    return np.repeat(np.arange(len(sizes)), sizes), np.concatenate(ids)


def _seat(work: Work, shard: Shard, which: tuple[Index, I64, Any], b_first: bool, at: Index, into: Columns) -> None:
    """Play the games `which` (stretch, luck, crossed) with A, or B if `b_first`, in seat 0; lay them at places `at`."""
    place, luck_id, crossed = which
    cells = [stretch.cell for stretch in shard.stretches]
    played = _play(work, cells, (place, luck_id, crossed), b_first)
    sign = -1 if b_first else 1
    seat_a, seat_b = (1, 0) if b_first else (0, 1)
    found = {
        "result": played.result * np.int8(sign),
        "margin": played.margin * np.int16(sign),
        **{name: getattr(played, name) for name in ("turns", "ending", "trace")},
        "decisions": played.decisions.astype(np.int16),
        **{f"{kind}_{who}": getattr(played, kind)[seat] for kind in ("seen", "played") for who, seat in (("a", seat_a), ("b", seat_b))},
    }
    for name, values in found.items():
        into.setdefault(name, np.zeros(len(into["cell"]), values.dtype))[at] = values


def _play(work: Work, cells: list[Cell], which: tuple[Index, I64, Any], b_first: bool) -> engine.Played:
    place, luck_id, crossed = which
    rules = ruleset(work.ruleset)
    sides = [[c.b for c in cells], [c.a for c in cells]] if b_first else [[c.a for c in cells], [c.b for c in cells]]
    used = sorted({*sides[0], *sides[1]})
    tables = rules.tables(None, [work.decks[i] for i in used])
    decks = np.searchsorted(used, np.array(sides)).astype(np.int32)[:, place]
    ids = luck_id.astype(np.uint64)
    if work.luck == _SINGLE:
        ids = ids + luck.mix(np.array([c.key for c in cells], np.uint64))[place]
    lot = engine.Lot(work.seed, decks, ids, crossed.astype(np.uint64))
    strategies = build(work.specs[sides[0][0]]), build(work.specs[sides[1][0]])
    try:
        return engine.play(rules, tables, strategies, lot)
    except StrategyError as fault:
        game = fault.game
        name = f"{cells[place[game]].name}:{luck_id[game]}:{(int(crossed[game]) << 1) | b_first}"
        raise StrategyError(f"{fault}; in game {name}", game, fault.seat) from fault


def _blocks(work: Work, shard: Shard, games: Columns) -> Columns:
    """Return the columns of BLOCKS: sums over the games of each block."""
    spread = len(work.arrangements)
    shape = (-1, spread)
    result = games["result"].reshape(shape)
    first = (games["arrangement"].reshape(shape) & 1) == 0
    points = result + np.int8(1)
    return {
        "cell": games["cell"][::spread],
        "luck": games["luck"][::spread],
        "games": np.full(len(result), spread, np.int8),
        **{name: (result == sign).sum(axis=1, dtype=np.int8) for name, sign in (("wins", 1), ("draws", 0), ("losses", -1))},
        "games_first": first.sum(axis=1, dtype=np.int8),
        "points_first": (points * first).sum(axis=1, dtype=np.int8),
        "points_second": (points * ~first).sum(axis=1, dtype=np.int8),
        "margin": games["margin"].reshape(shape).sum(axis=1, dtype=np.int32),
        "turns": games["turns"].reshape(shape).sum(axis=1, dtype=np.int32),
    }


def _check(work: Work, games: Columns, blocks: Columns) -> None:
    """Hold the identities that must be true of any results; raise MachineError if one is not."""
    total = sum(int(blocks[name].sum(dtype=np.int64)) for name in ("wins", "draws", "losses"))
    points = int(blocks["points_first"].sum(dtype=np.int64) + blocks["points_second"].sum(dtype=np.int64))
    scored = 2 * int(blocks["wins"].sum(dtype=np.int64)) + int(blocks["draws"].sum(dtype=np.int64))
    if not total == len(games["result"]) == len(blocks["luck"]) * len(work.arrangements) or points != scored:
        raise MachineError(f"identities broken: {total} results of {len(games['result'])} games, {points} points of {scored}")


def tallies(shard: Shard, games: Columns, endings: int) -> dict[str, Any]:
    """Return the columns of TALLIES: one row a stretch of the shard."""
    spread = len(games["result"]) // shard.blocks
    place = np.repeat(np.arange(len(shard.stretches)), [s.blocks * spread for s in shard.stretches])
    n = len(shard.stretches)
    width = int(games["turns"].max()) + 1
    decisions = np.bincount(place, games["decisions"], minlength=n).astype(np.int64)
    return {
        "cell": np.array([s.cell.key for s in shard.stretches]),
        "first_luck": np.array([s.first for s in shard.stretches]),
        "blocks": np.array([s.blocks for s in shard.stretches]),
        "decisions": decisions,
        "endings": list(np.bincount(place * endings + games["ending"], minlength=n * endings).reshape(n, endings)),
        "lengths": [_trimmed(row) for row in np.bincount(place * width + games["turns"], minlength=n * width).reshape(n, -1)],
        "traces": sketches(place, games["trace"], n),
    }


def _trimmed(row: I64) -> I64:
    return row[: int(np.flatnonzero(row)[-1]) + 1]


def sketches(place: Index, trace: np.ndarray[Any, np.dtype[np.uint64]], n: int) -> list[np.ndarray[Any, Any]]:
    """Return for each of `n` places the smallest distinct hashed traces, at most SKETCH (Bar-Yossef et al. 2002)."""
    hashed = luck.mix(trace)
    order = np.lexsort((hashed, place))
    place, hashed = place[order], hashed[order]
    new: Bool = np.ones(len(place), bool)
    new[1:] = (place[1:] != place[:-1]) | (hashed[1:] != hashed[:-1])
    place, hashed = place[new], hashed[new]
    bounds = np.searchsorted(place, np.arange(n + 1))
    return [hashed[low : min(high, low + SKETCH)] for low, high in zip(bounds[:-1], bounds[1:], strict=True)]


def _write(work: Work, shard: Shard, games: Columns, blocks: Columns) -> dict[str, str]:
    """Write the shard's files; return their sha256 by path."""
    endings = len(ruleset(work.ruleset).endings)
    content = {
        "blocks": store.encode(BLOCKS, blocks, work.metadata),
        "tallies": store.encode(TALLIES, tallies(shard, games, endings), work.metadata),
    }
    if work.keep != "none":
        kept = games if work.keep == "all" else {k: v[games["luck"] % int(work.keep) == 0] for k, v in games.items()}
        content["games"] = store.encode(GAMES, kept, work.metadata)
    return {f"{kind}/{shard.name}.parquet": store.write(work.run / kind / f"{shard.name}.parquet", data) for kind, data in content.items()}


def _compare(run: Path, shard: Shard, files: dict[str, str]) -> None:
    """Raise if the same shard was written before with other bytes: the free alarm for what is not deterministic."""
    before = store.receipt(run, shard.name)
    if before and before["files"] != files and before.get("versions") == _where()["versions"]:
        raise MachineError(f"shard {shard.name} gave other bytes than before on {before.get('host')}: results differ by machine")


def _where() -> dict[str, Any]:
    versions = {"tourney": VERSION, "python": platform.python_version(), "numpy": np.__version__, "pyarrow": pyarrow.__version__}
    return {"host": platform.node(), "versions": versions}
