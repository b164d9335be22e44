"""Play one shard: its games, its blocks, its tallies, its files and, last, its receipt. A shard that stands is not played."""

import platform
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow

from jobs import store, sums
from jobs.messages import clean
from jobs.plan import Cell, Shard
from jobs.rooms import ruleset
from jobs.specs import StrategySpec, build
from jobs.sums import Columns
from jobs.version import VERSION
from sim import engine, luck
from sim.arrays import I8, I64, Index
from sim.errors import MachineError, StrategyError
from sim.results import BLOCKS, GAMES, TALLIES
from sim.ruleset import Deck

_SINGLE: Final = "single"
_TOLD: Final = 300  # characters of what a strategy raised that a message shows


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


def finished(work: Work, shard: Shard) -> dict[str, Any] | None:
    """Return the receipt of `shard` if it names the shard's files, all of them, and they stand unharmed."""
    receipt = store.receipt(work.run, shard.name)
    if receipt is None or set(receipt["files"]) != {_path(kind, shard) for kind in _kinds(work)}:
        return None
    unharmed = all(store.agrees(work.run / path, digest) for path, digest in receipt["files"].items())
    return receipt if unharmed else None


def _kinds(work: Work) -> tuple[str, ...]:
    return ("blocks", "tallies") if work.keep == "none" else ("blocks", "tallies", "games")


def _path(kind: str, shard: Shard) -> str:
    return f"{kind}/{shard.name}.parquet"


def play(work: Work, shard: Shard) -> dict[str, Any]:
    """Play `shard`, write its files and its receipt; return the receipt.

    Raise StrategyError, with the game named, for a strategy's fault, and MachineError if an earlier receipt of the same
    shard tells of other bytes: its files are left as they are.
    """
    began = time.perf_counter()
    games = play_games(work, shard)
    content = _encoded(work, shard, games)
    done = {
        "files": {path: store.sha256(data) for path, data in content.items()},
        "games": len(games["result"]),
        "blocks": shard.blocks,
        **_where(),
    }
    _compare(work.run, shard, done)
    for path, data in content.items():
        store.write(work.run / path, data)
    done["seconds"] = round(time.perf_counter() - began, 3)
    store.write_json(work.run / "receipts" / f"{shard.name}.json", done)
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


def _encoded(work: Work, shard: Shard, games: Columns) -> dict[str, bytes]:
    """Return the shard's files by path, identities checked."""
    blocks = sums.blocks(games, len(work.arrangements))
    sums.check(shard, work.luck, len(games["result"]), blocks)
    tallies = sums.tallies(shard, games, len(ruleset(work.ruleset).endings))
    content = {
        "blocks": store.encode(BLOCKS, blocks, work.metadata),
        "tallies": store.encode(TALLIES, tallies, work.metadata),
    }
    if work.keep != "none":
        kept = slice(None) if work.keep == "all" else games["luck"] % int(work.keep) == 0
        rows = {name: column[kept] for name, column in games.items()}
        content["games"] = store.encode(GAMES, rows, work.metadata)
    return {_path(kind, shard): data for kind, data in content.items()}


def _compare(run: Path, shard: Shard, done: dict[str, Any]) -> None:
    """Raise if the same shard was written before with other bytes: the free alarm for what is not deterministic."""
    before = store.receipt(run, shard.name)
    if before and before["files"] != done["files"] and before.get("versions") == done["versions"]:
        where = f"on {before.get('host')} before, on {done['host']} now"
        raise MachineError(f"shard {shard.name} came out otherwise than before ({where}): no result can be trusted")


def _where() -> dict[str, Any]:
    packages = {"numpy": np.__version__, "pyarrow": pyarrow.__version__}
    return {
        "host": platform.node(),
        "versions": {"tourney": VERSION, "python": platform.python_version(), **packages},
    }
