"""Worlds with a known truth, written as runs in the layout of jobs/README.md, without playing any game.

P(A wins a game) = 1/2 + (strength A - strength B) + (luck of A - luck of B) ± edge - draws / 2, where the luck of an
entrant has mean 0 on each luck id and is the same in all cells: what pools cells must cluster on the luck id.
"""

import hashlib
import itertools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from sim.results import BLOCKS, CELLS, ENTRANTS, GAMES, TOTALS, Column

ARRANGEMENTS = {"seat": [0, 1], "deck": [0, 3], "block": [0, 1, 2, 3], "single": [0]}
ENDINGS = ("knock-out", "deck out", "cap")


@dataclass(frozen=True)
class World:
    """What a synthetic run is made of. Strengths are in shares of 1 and add up: deck + strategy."""

    decks: dict[str, float]
    strategies: dict[str, float]
    blocks: int = 200
    luck: str = "block"
    edge: float = 0.02  # P(first wins) - 1/2 between equals
    draws: float = 0.04
    shared: float = 0.08  # greatest luck of an entrant on a luck id
    seed: int = 7
    seats_equal: bool = False
    origin: str = "published"
    games: bool = False
    shard: int = 1000  # luck ids a file
    heads: tuple[str, ...] = ()  # decks of a gauntlet's challengers: they meet all others, who do not meet each other
    slots: dict[str, tuple[str, ...]] = field(default_factory=dict)  # a deck's cards, such as "BOSS 1": role, number
    extra: dict[str, Any] = field(default_factory=dict)  # laid over the manifest

    def entrants(self) -> list[tuple[str, str]]:
        """Return (strategy, deck) of all entrants in canonical order."""
        return sorted(itertools.product(self.strategies, self.decks))

    def strengths(self) -> np.ndarray:
        """Return the strength of each entrant [E]."""
        return np.array([self.strategies[strategy] + self.decks[deck] for strategy, deck in self.entrants()])


TOURNAMENT = World(
    decks=dict(
        zip(
            ("Aldous", "Brina", "Corvin", "Dara", "Edda", "Fenn", "Gost", "Hild"),
            (0.05, 0.03, 0.02, 0.0, 0.0, -0.02, -0.03, -0.05),
            strict=True,
        )
    ),
    strategies={"random": -0.1, "greedy": 0.0, "careful": 0.02, "attacker": 0.04, "lookahead": 0.08, "rollout": 0.1},
)


def write(world: World, path: Path, played: tuple[np.ndarray, np.ndarray] | None = None) -> Path:
    """Write the world as a run into the folder `path` and return it.

    `played` gives result and turns [cells, lucks, arrangements] by hand, else the world draws them.
    """
    for name in ("blocks", "games", "receipts"):
        (path / name).mkdir(parents=True, exist_ok=True)
    entrants = [_entrant(world, *pair) for pair in world.entrants()]
    pairs = [(a, b) for a in range(len(entrants)) for b in range(a, len(entrants)) if _meet(world, a, b)]
    keys = [_key(entrants[a]["key"], entrants[b]["key"]) for a, b in pairs]
    results, turns = _play(world, pairs) if played is None else played
    blocks = _blocks(world, keys, results, turns)
    for first, (number, rows) in itertools.product(range(0, world.blocks, world.shard), enumerate(_lots(pairs))):
        name, lots = f"{first:07d}-{number:03d}.parquet", slice(first, first + world.shard)
        names, part = [keys[row] for row in rows], (results[rows, lots], turns[rows, lots])
        chosen = blocks["cell"].isin(names) & (blocks["luck"] >= first) & (blocks["luck"] < first + world.shard)
        _store(path / "blocks" / name, blocks[chosen], BLOCKS)
        if world.games:
            _store(path / "games" / name, _games(world, names, *part), GAMES)
    _store(path / "entrants.parquet", pd.DataFrame(entrants), ENTRANTS)
    _store(path / "cells.parquet", _cells(keys, pairs, blocks), CELLS)
    _store(path / "totals.parquet", _totals(world, pairs, results, turns), TOTALS)
    _manifest(world, path, len(entrants), len(pairs), results.size)
    return path


def truth(world: World) -> dict[str, dict[str, float]]:
    """Return the true scores in per cent: entrants by name, decks and strategies as the tables define them."""
    strengths, names = world.strengths(), [f"{deck} · {strategy}" for strategy, deck in world.entrants()]
    return {
        "entrant": dict(zip(names, 50 + 100 * (strengths - _rest(strengths)), strict=True)),
        "deck": _scores(world.decks),
        "strategy": _scores(world.strategies),
    }


def _scores(strengths: dict[str, float]) -> dict[str, float]:
    """Return the true scores in per cent of things with these strengths, each against the mean of the others."""
    values = np.array(list(strengths.values()))
    return dict(zip(strengths, 50 + 100 * (values - _rest(values)), strict=True))


def _rest(values: np.ndarray) -> np.ndarray:
    """Return for each value the mean of the others."""
    return (values.sum() - values) / (len(values) - 1)


def _entrant(world: World, strategy: str, deck: str) -> dict[str, Any]:
    """Return a row of entrants.parquet."""
    key = hashlib.sha256(f"{strategy}/{deck}".encode()).hexdigest()
    return {
        "key": key, "name": f"{deck} · {strategy}", "deck": deck, "strategy": strategy, "parameters": "{}",
        "deterministic": strategy == "greedy", "origin": world.origin,
        "slots": world.slots.get(deck, ("strike", "guard", "rest")),
        "roles": [card.split()[0] for card in world.slots.get(deck, ())],
    }  # fmt: skip


def _meet(world: World, a: int, b: int) -> bool:
    """Return whether two entrants meet."""
    heads = [world.entrants()[entrant][1] in world.heads for entrant in (a, b)]
    return not world.heads or heads[0] != heads[1]


def _lots(pairs: list[tuple[int, int]]) -> list[list[int]]:
    """Return the rows of the cells in lots of at most 24, as shards hold them: a file need not hold every cell."""
    return [list(range(first, min(first + 24, len(pairs)))) for first in range(0, len(pairs), 24)]


def _key(a: str, b: str) -> int:
    """Return a cell's key of 48 bits."""
    return int.from_bytes(hashlib.sha256(f"{a}{b}".encode()).digest()[:6], "big")


def _play(world: World, pairs: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Return result for A and turns [cells, lucks, arrangements] as int8."""
    rng = np.random.default_rng(world.seed)
    strengths = world.strengths()
    shape = (len(pairs), world.blocks, len(ARRANGEMENTS[world.luck]))
    luck = rng.uniform(-world.shared, world.shared, (len(strengths), world.blocks)).astype(np.float32)
    results, turns = np.empty(shape, np.int8), np.empty(shape, np.int8)
    first = _a_first(world)[None, :]
    for cell, (a, b) in enumerate(pairs):
        p = 0.5 + strengths[a] - strengths[b] + luck[a] - luck[b]
        u = rng.random(shape[1:], np.float32) - world.edge * np.where(first, 1, -1).reshape(-1, shape[2])
        results[cell] = (u < (p - world.draws / 2)[:, None]).astype(np.int8) - (u > (p + world.draws / 2)[:, None])
        turns[cell] = 5 + rng.binomial(12, 0.4, shape[1:])
        if a == b and world.luck in ("seat", "block"):
            results[cell, :, 1::2], turns[cell, :, 1::2] = -results[cell, :, 0::2], turns[cell, :, 0::2]
    return results, turns


def _a_first(world: World) -> np.ndarray:
    """Return whether A starts: [arrangements], or [lucks] in `single`, where they alternate."""
    if world.luck == "single":
        return np.arange(world.blocks) % 2 == 0
    return np.array(ARRANGEMENTS[world.luck]) % 2 == 0


def _blocks(world: World, keys: list[int], results: np.ndarray, turns: np.ndarray) -> pd.DataFrame:
    """Return the rows of blocks/, sorted by cell and luck."""
    cells, lucks, size = results.shape
    first = _a_first(world).reshape(-1, size) if world.luck == "single" else _a_first(world)[None, :]
    first = np.broadcast_to(first, (lucks, size))
    points = results + 1
    columns = {
        "cell": np.repeat(np.array(keys, np.int64), lucks),
        "luck": np.tile(np.arange(lucks), cells),
        "games": np.full(cells * lucks, size, np.int8),
        "wins": (results > 0).sum(axis=2, dtype=np.int8).ravel(),
        "draws": (results == 0).sum(axis=2, dtype=np.int8).ravel(),
        "losses": (results < 0).sum(axis=2, dtype=np.int8).ravel(),
        "games_first": np.tile(first.sum(axis=1, dtype=np.int8), cells),
        "points_first": (points * first).sum(axis=2, dtype=np.int8).ravel(),
        "points_second": (points * ~first).sum(axis=2, dtype=np.int8).ravel(),
        "margin": results.sum(axis=2, dtype=np.int32).ravel(),
        "turns": turns.sum(axis=2, dtype=np.int32).ravel(),
        "caps": (_ending(results, turns) == 2).sum(axis=2, dtype=np.int8).ravel(),
        "distinct": np.full(cells * lucks, size, np.int8),
    }
    return pd.DataFrame(columns)


def _ending(results: np.ndarray, turns: np.ndarray) -> np.ndarray:
    """Return the ending of each game: very long draws hit the cap."""
    return np.where((results == 0) & (turns >= 14), 2, turns % 2)


def _totals(world: World, pairs: list[tuple[int, int]], results: np.ndarray, turns: np.ndarray) -> pd.DataFrame:
    """Return the rows of totals.parquet, by pair of strategies."""
    strategies = [strategy for strategy, _ in world.entrants()]
    rows, drawn = [], isinstance(world.extra.get("pairing"), dict)
    names = [(strategies[a], strategies[b]) for a, b in pairs]
    for pair in dict.fromkeys(names):
        chosen = [row for row, name in enumerate(names) if name == pair]
        result, length = results[chosen], turns[chosen]
        blocks = result.shape[0] * result.shape[1]
        row = {"strategy_a": pair[0], "strategy_b": pair[1], "cells": len(chosen), "blocks": blocks}
        row |= {"lucks": blocks if drawn else result.shape[1], "games": result.size, "turns": int(length.sum())}
        row |= {"endings": np.bincount(_ending(result, length).ravel(), minlength=len(ENDINGS)).tolist()}
        rows.append(row | {"lengths": np.bincount(length.ravel()).tolist(), "decisions": 3 * int(length.sum())})
    return pd.DataFrame(rows)


def _games(world: World, keys: list[int], results: np.ndarray, turns: np.ndarray) -> pd.DataFrame:
    """Return the rows of games/ of one shard."""
    cells, lucks, size = results.shape
    count = cells * lucks * size
    frame = pd.DataFrame({column.name: np.zeros(count, np.int64) for column in GAMES})
    frame["cell"], frame["luck"] = np.repeat(keys, lucks * size), np.tile(np.repeat(np.arange(lucks), size), cells)
    frame["arrangement"] = np.tile(ARRANGEMENTS[world.luck][:size], cells * lucks)
    frame["result"], frame["turns"] = results.ravel(), turns.ravel()
    frame["ending"], frame["trace"] = _ending(results, turns).ravel(), np.arange(count)
    return frame


def _cells(keys: list[int], pairs: list[tuple[int, int]], blocks: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of cells.parquet, in plan order."""
    points = blocks["points_first"].astype(np.int64) + blocks["points_second"]
    edge = blocks["points_first"].astype(np.int64) - blocks["points_second"]
    blocks = blocks.astype(dict.fromkeys(blocks.columns, np.int64))
    blocks = blocks.assign(
        blocks=1, points_squares=points**2, edge_squares=edge**2, margin_squares=blocks["margin"] ** 2
    )
    frame = blocks.groupby("cell", sort=False).sum().reindex(keys, fill_value=0).reset_index()
    frame["a"], frame["b"] = [a for a, _ in pairs], [b for _, b in pairs]
    frame["first_luck"] = blocks.groupby("cell")["luck"].min().reindex(keys, fill_value=0).to_numpy()
    frame["distinct"] = np.maximum(frame["games"] * 19 // 20, 1)
    return frame


def _store(path: Path, frame: pd.DataFrame, columns: tuple[Column, ...]) -> None:
    """Write the columns of a frame in their stored types."""
    fields = [(column.name, _arrow(column.kind)) for column in columns]
    table = pa.table({name: pa.array(frame[name], kind) for name, kind in fields})
    pq.write_table(table, path)


def _arrow(kind: str) -> pa.DataType:
    """Return the Arrow type of a column's kind."""
    if kind.startswith("list<"):
        return pa.list_(_arrow(kind[5:-1]))
    return pa.type_for_alias(kind)


def _manifest(world: World, path: Path, entrants: int, cells: int, games: int) -> None:
    """Write manifest.json, which names all other files with their sha256."""
    files = {str(file.relative_to(path)): _sha256(file) for file in sorted(path.rglob("*.parquet"))}
    manifest = {
        "format": 2, "name": "synthetic", "ruleset": "synthetic", "ruleset_version": 3, "config_hash": "c0ffee" * 10,
        "seed": world.seed, "luck": world.luck, "first": "given", "keep": "all" if world.games else "none",
        "pairing": "round-robin", "blocks": world.blocks, "arrangements": ARRANGEMENTS[world.luck],
        "seats_equal": world.seats_equal, "endings": list(ENDINGS), "entrants": entrants, "cells": cells,
        "games": games, "files": files, "versions": {"tourney": "0.1.0"}, **world.extra,
    }  # fmt: skip
    (path / "manifest.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def _sha256(path: Path) -> str:
    """Return the sha256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
