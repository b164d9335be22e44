"""Play one shard: its games, its blocks, its tallies, its files and, last, its receipt; what stands is kept."""

import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from jobs import blame, store, sums
from jobs.plan import Cell, Shard
from jobs.rooms import ruleset
from jobs.specs import StrategySpec, build
from jobs.sums import Columns
from jobs.version import VERSION
from sim import engine, luck
from sim.arrays import I8, I32, I64, U64, Bool, Index
from sim.errors import MachineError, StrategyError
from sim.results import BLOCKS, GAMES, TALLIES
from sim.ruleset import Deck

_SINGLE: Final = "single"


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
    place = np.repeat(cell, spread)
    for at in _lots(work, shard, columns["arrangement"]):
        cells = [stretch.cell for stretch in shard.stretches]
        games = _Games(cells, place[at], columns["luck"][at], columns["arrangement"][at])
        for name, values in _for_a(_play(work, games), games.b_first).items():
            columns.setdefault(name, np.zeros(len(place), values.dtype))[at] = values
    return columns


def _lots(work: Work, shard: Shard, arrangement: I8) -> list[Index]:
    """Return the games of each lot: a lot has one strategy a seat, so those that B starts are another.

    Where both entrants have one strategy all games are one lot: fewer, larger lots are faster.
    """
    cell = shard.stretches[0].cell
    b_first = (arrangement & 1) == 1
    if work.specs[cell.a] == work.specs[cell.b]:
        return [np.arange(len(arrangement))]
    return [at for at in (np.flatnonzero(~b_first), np.flatnonzero(b_first)) if len(at)]


def _blocks_of(shard: Shard) -> tuple[Index, I64]:
    """Return for every block of the shard its stretch [m] and its luck id [m]."""
    sizes = [stretch.blocks for stretch in shard.stretches]
    ids = [np.arange(s.first, s.first + s.blocks, dtype=np.int64) for s in shard.stretches]
    return np.repeat(np.arange(len(sizes)), sizes), np.concatenate(ids)


@dataclass(frozen=True)
class _Games:
    """The n games of one lot of a shard."""

    cells: list[Cell]  # of the shard's stretches; all of one pair of strategies
    place: Index  # [n] index into `cells`
    luck: I64  # [n]
    arrangement: I8  # [n]

    @property
    def b_first(self) -> Bool:
        """Return [n] where entrant B sits in seat 0."""
        first: Bool = (self.arrangement & 1) == 1
        return first

    def decks(self, used: Sequence[int]) -> I32:
        """Return [2, n] the places in `used`, a sorted list of entrants, of those who sit in either seat."""
        both = np.array([[cell.a for cell in self.cells], [cell.b for cell in self.cells]])
        a, b = np.searchsorted(used, both).astype(np.int32)[:, self.place]
        return np.where(self.b_first, (b, a), (a, b))

    def name(self, game: int) -> str:
        """Return the name of game number `game`: cell:luck:arrangement."""
        return f"{self.cells[self.place[game]].name}:{self.luck[game]}:{self.arrangement[game]}"


def _for_a(played: engine.Played, b_first: Bool) -> Columns:
    """Return the columns of GAMES that were played, turned from seats to entrants."""
    sign = np.int8(1) - 2 * b_first.astype(np.int8)
    return {
        "result": played.result * sign,
        "margin": played.margin * sign,
        **{name: getattr(played, name) for name in ("turns", "ending", "trace")},
        "decisions": played.decisions.astype(np.int16),
        **{f"{kind}_a": np.where(b_first, *getattr(played, kind)[::-1]) for kind in ("seen", "played")},
        **{f"{kind}_b": np.where(b_first, *getattr(played, kind)) for kind in ("seen", "played")},
    }


def _play(work: Work, games: _Games) -> engine.Played:
    """Play the games; raise StrategyError with the game and the line named."""
    rules = ruleset(work.ruleset)
    used = sorted({entrant for cell in games.cells for entrant in (cell.a, cell.b)})
    tables = rules.tables(None, [work.decks[i] for i in used])
    cell = games.cells[0]
    specs = (work.specs[cell.b], work.specs[cell.a]) if games.b_first[0] else (work.specs[cell.a], work.specs[cell.b])
    strategies = build(specs[0]), build(specs[1])
    keys = np.array([cell.key for cell in games.cells], np.uint64)[games.place]
    crossed = (games.arrangement >> 1).astype(np.uint64)
    lot = engine.Lot(work.seed, games.decks(used), luck_ids(work.luck, games.luck, keys), crossed)
    try:
        return engine.play(rules, tables, strategies, lot)
    except StrategyError as fault:
        alone = blame.pinned(fault, lot, lambda part: engine.play(rules, tables, strategies, part))
        raise blame.told(alone, specs, games.name(alone.game)) from alone.__cause__


def luck_ids(mode: str, ids: I64, cells: U64) -> U64:
    """Return [n] the engine's luck ids: `ids`, the same in all cells; in mode "single" salted by the cells' keys."""
    plain = ids.astype(np.uint64)
    return plain + luck.mix(cells) if mode == _SINGLE else plain


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
    same = before is None or all(before["files"].get(path, digest) == digest for path, digest in done["files"].items())
    if before and not same and before.get("versions") == done["versions"]:
        where = f"on {before.get('host')} before, on {done['host']} now"
        raise MachineError(f"shard {shard.name} came out otherwise than before ({where}): no result can be trusted")


def _where() -> dict[str, Any]:
    packages = {"numpy": np.__version__, "pyarrow": pa.__version__}
    return {
        "host": platform.node(),
        "versions": {"tourney": VERSION, "python": platform.python_version(), **packages},
    }
