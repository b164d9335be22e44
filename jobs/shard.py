"""Play one shard: its games, their sums, its files and, last, its receipt; what stands is kept."""

import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from jobs import blame, budget, kept, store, sums
from jobs.kept import Kept
from jobs.plan import Shard, Stretches
from jobs.rooms import ruleset
from jobs.roster import Roster
from jobs.specs import StrategySpec, build
from jobs.sums import Columns
from jobs.version import VERSION
from sim import engine, luck
from sim.arrays import I8, I32, I64, U64, Bool, Index, Rows
from sim.errors import MachineError, StrategyError
from sim.luck import NOTHING, Sources
from sim.results import BLOCKS, BUDGET, GAMES, TALLIES, TRACES
from sim.ruleset import Ruleset
from sim.ruleset import Tables as CardTables

_SINGLE: Final = "single"
_COLUMNS: Final = {"blocks": BLOCKS, "tallies": TALLIES, "traces": TRACES, "games": GAMES, "budget": BUDGET}


@dataclass(frozen=True, eq=False)
class Work:
    """What every task of a run needs to know; sent to each worker once."""

    run: Path
    ruleset: str
    cards: Any  # the card set
    seed: int
    luck: str
    rolled: bool  # each game rolls for who begins
    arrangements: tuple[int, ...]
    drawn: bool  # pairs were drawn at random
    keep: str | int
    roster: Roster
    metadata: dict[str, str]
    budget: int | None = None  # blocks of each cell that are played again with other luck
    kept: Kept = kept.NOTHING  # what stands in the run's folder in other shards than the plan's


def finished(work: Work, shard: Shard) -> dict[str, Any] | None:
    """Return the receipt of `shard` if it names the shard's files, all of them, and they stand unharmed."""
    receipt = store.receipt(work.run, shard.name)
    if receipt is None or set(receipt["files"]) != {_path(kind, shard) for kind in kinds(work)}:
        return None
    unharmed = all(store.agrees(work.run / path, digest) for path, digest in receipt["files"].items())
    return receipt if unharmed else None


def kinds(work: Work) -> tuple[str, ...]:
    """Return which files a shard has; sketches of traces are for cells of many blocks, which drawn pairs are not."""
    if_any = {"traces": not work.drawn, "games": work.keep != "none", "budget": work.budget is not None}
    return ("blocks", "tallies", *(kind for kind, there in if_any.items() if there))


def _rules(work: Work) -> Ruleset:
    rules = ruleset(work.ruleset)
    return rules.rolled if work.rolled and rules.rolled else rules


def _path(kind: str, shard: Shard) -> str:
    return f"{kind}/{shard.name}.parquet"


def play(work: Work, shard: Shard) -> dict[str, Any]:
    """Play of `shard` what is not kept elsewhere, write its files and its receipt; return the receipt.

    Raise StrategyError, with the game named, for a strategy's fault, and MachineError if an earlier receipt of the same
    shard tells of other bytes: its files are left as they are.
    """
    began = time.perf_counter()
    taken, missing = work.kept.within(shard.stretches)
    content = _encoded(work, shard, _joined(work, shard, taken, missing))
    done = {
        "files": {path: store.sha256(data) for path, data in content.items()},
        "games": shard.blocks * len(work.arrangements),
        "played": int(missing.blocks.sum()) * len(work.arrangements),  # the others were there, in other shards
        "blocks": shard.blocks,
        **_where(),
    }
    _compare(work.run, shard, done)
    for path, data in content.items():
        store.write(work.run / path, data)
    done["seconds"] = round(time.perf_counter() - began, 3)
    store.write_json(work.run / "receipts" / f"{shard.name}.json", done)
    return done


def play_games(work: Work, shard: Shard, anew: Sources = NOTHING) -> Columns:
    """Play the games and return the columns of GAMES, for entrant A, in the order of stretches, luck, arrangement.

    With the luck `anew` these are no games of the run.
    """
    block, luck_id = shard.stretches.each()
    arrangement = np.broadcast_to(np.array(work.arrangements), (len(luck_id), len(work.arrangements)))
    if work.luck == _SINGLE:
        arrangement = (luck_id & 1)[:, None]
    spread = arrangement.shape[1]
    columns: Columns = {
        "cell": np.repeat(shard.stretches.cell[block], spread),
        "luck": np.repeat(luck_id, spread),
        "arrangement": arrangement.reshape(-1).astype(np.int8),
    }
    place, table = np.repeat(block, spread), _Table.of(work, shard.stretches)
    for at in _lots(work, shard, columns["arrangement"]):
        games = _Games(shard.stretches, place[at], columns["luck"][at], columns["arrangement"][at])
        for name, values in _for_a(_play(work, table, games, anew), games.b_first).items():
            columns.setdefault(name, np.zeros(len(place), values.dtype))[at] = values
    return columns


def _lots(work: Work, shard: Shard, arrangement: I8) -> list[Rows]:
    """Return the games of each lot: a lot has one strategy a seat, so those that B starts are another.

    Where both entrants have one strategy all games are one lot: fewer, larger lots are faster.
    """
    one, other = _specs(work, shard.stretches)
    b_first = (arrangement & 1) == 1
    if one == other:
        return [slice(None)]
    return [at for at in (np.flatnonzero(~b_first), np.flatnonzero(b_first)) if len(at)]


def _specs(work: Work, stretches: Stretches) -> tuple[StrategySpec, StrategySpec]:
    """Return the strategies of A and B, which all stretches of a shard share."""
    a, b = (work.roster.specs[work.roster.spec[entrants[0]]] for entrants in (stretches.a, stretches.b))
    return a, b


@dataclass(frozen=True)
class _Table:
    """The tables of the decks that are used in a shard, and which of these A and B of each stretch have [S]."""

    tables: CardTables
    a: I32
    b: I32

    @classmethod
    def of(cls, work: Work, stretches: Stretches) -> "_Table":
        """Return the tables of as many decks as there are in these stretches, each once."""
        decks = work.roster.decks
        a, b = work.roster.deck[stretches.a], work.roster.deck[stretches.b]
        there = np.zeros(len(decks), np.bool_)
        there[a] = there[b] = True
        place = np.cumsum(there, dtype=np.int32) - np.int32(1)
        tables = _rules(work).tables(work.cards, [decks[i] for i in np.flatnonzero(there)])
        return cls(tables, place[a], place[b])


@dataclass(frozen=True)
class _Games:
    """The n games of one lot of a shard."""

    stretches: Stretches  # all of one pair of strategies
    place: Index  # [n] index into `stretches`
    luck: I64  # [n]
    arrangement: I8  # [n]

    @property
    def b_first(self) -> Bool:
        """Return [n] where entrant B sits in seat 0."""
        first: Bool = (self.arrangement & 1) == 1
        return first

    def seats(self, a: I32, b: I32) -> I32:
        """Return [2, n] what those in either seat have, of what A and B of each stretch have [S]."""
        a, b = a[self.place], b[self.place]
        return np.where(self.b_first, (b, a), (a, b))

    def name(self, game: int) -> str:
        """Return the name of game number `game`: cell:luck:arrangement."""
        return f"{self.stretches.cell[self.place[game]]:012x}:{self.luck[game]}:{self.arrangement[game]}"


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


def _play(work: Work, table: _Table, games: _Games, anew: Sources) -> engine.Played:
    """Play the games; raise StrategyError with the game and the line named."""
    rules, specs = _rules(work), _specs(work, games.stretches)
    if games.b_first[0]:
        specs = specs[1], specs[0]
    strategies = build(specs[0]), build(specs[1])
    ids = luck_ids(work.luck, games.luck, games.stretches.cell[games.place].astype(np.uint64))
    lot = engine.Lot(work.seed, games.seats(table.a, table.b), ids, (games.arrangement >> 1).astype(np.uint64), anew)
    try:
        return engine.play(rules, table.tables, strategies, lot)
    except StrategyError as fault:
        alone = blame.pinned(fault, lot, lambda part: engine.play(rules, table.tables, strategies, part))
        again = f":{1 + budget.designs(rules).index(anew)}" if anew else ""
        raise blame.told(alone, specs, games.name(alone.game) + again) from alone.__cause__


def luck_ids(mode: str, ids: I64, cells: U64) -> U64:
    """Return [n] the engine's luck ids: `ids`, the same in all cells; in mode "single" salted by the cells' keys."""
    plain = ids.astype(np.uint64)
    return plain + luck.mix(cells) if mode == _SINGLE else plain


Tables = dict[str, dict[str, Any]]  # columns by kind of file


def _summed(work: Work, shard: Shard) -> Tables:
    """Play all of `shard` and return the columns of its files, but for the names of the strategies."""
    games, endings = play_games(work, shard), len(_rules(work).endings)
    tables: Tables = {
        "blocks": sums.blocks(games, len(work.arrangements), endings - 1),
        "tallies": sums.tally(games, shard, endings, work.drawn),
    }
    if not work.drawn:
        tables["traces"] = sums.sketches(shard, games["trace"])
    if work.keep != "none":
        chosen = slice(None) if work.keep == "all" else games["luck"] % int(work.keep) == 0
        tables["games"] = {name: column[chosen] for name, column in games.items()}
    if work.budget is not None:
        tables["budget"] = _budget(work, shard, games, work.budget)
    return tables


def _budget(work: Work, shard: Shard, games: Columns, blocks: int) -> Columns:
    """Return the columns of BUDGET: those of the `games` whose luck ids are below `blocks` are played again."""
    rules, held = _rules(work), games["luck"] < blocks
    part = Shard(budget.below(shard.stretches, blocks))
    nothing = np.zeros(0, np.int8)
    again = {s: play_games(work, part, s)["result"] if held.any() else nothing for s in budget.designs(rules)}
    named = {name: games[name][held] for name in ("cell", "luck", "arrangement", "result")}
    return budget.sums(named, again, rules, len(work.arrangements))


def _joined(work: Work, shard: Shard, taken: Index, missing: Stretches) -> Tables:
    """Return the same, but with the kept stretches `taken` from where they stand, and only what is `missing` played."""
    if not len(taken):
        return _summed(work, shard)
    parts = {kind: kept.rows(work.run, work.kept, taken, kind) for kind in kinds(work)}
    for stretches in _each_cell_once(missing):
        for kind, columns in _summed(work, Shard(stretches)).items():
            parts[kind].append(columns)
    return {kind: sums.JOIN[kind](some, shard.stretches.cell) for kind, some in parts.items()}


def _each_cell_once(stretches: Stretches) -> Iterator[Stretches]:
    """Yield `stretches`, ascending within a cell, in as few parts as hold no cell twice: tallies go by cell."""
    turn = np.zeros(len(stretches), np.intp)
    for i in range(1, len(stretches)):
        turn[i] = turn[i - 1] + 1 if stretches.cell[i] == stretches.cell[i - 1] else 0
    for number in np.unique(turn):
        yield stretches.at(turn == number)


def _encoded(work: Work, shard: Shard, tables: Tables) -> dict[str, bytes]:
    """Return the shard's files by path, identities checked."""
    sums.check(shard, work.luck, tables["blocks"], tables["tallies"])
    rows, (one, other) = len(tables["tallies"]["cell"]), _specs(work, shard.stretches)
    tables["tallies"] |= {"strategy_a": [one.name] * rows, "strategy_b": [other.name] * rows}
    return {_path(kind, shard): store.encode(_COLUMNS[kind], table, work.metadata) for kind, table in tables.items()}


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
