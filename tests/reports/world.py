"""Tables of decks with a known truth, where all cells share their luck ids: wins, draws and losses with given chances.

The number that decides a game is the same in part for all cells of a luck id, and exactly uniform: so games of one luck
id go together, while every chance is what it should be. `met` gives what models are made of, `World` whole runs that
are held in memory, without files and without playing any game.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr
from scipy.stats import norm

from reports.runs import Run
from reports.stats.davidson import Met
from reports.stats.deciding import Table
from reports.stats.goal import OPEN, Goal

SHARED = 0.5  # of the variance of the normal number behind the uniform
ARRANGEMENTS = {"seat": [0, 1], "deck": [0, 3], "block": [0, 1, 2, 3], "single": [0]}
HALF, OWN = 0.25, 0.35  # of that variance: which half of the luck, what an entrant makes of it; the rest is the game's
TURNS, LEAST, LASTS = 8, 5, 0.4  # a game lasts LEAST turns, some of TURNS more, and two more where who starts wins
MARGIN = 3  # by which a game is won in the mean
Games = tuple[np.ndarray, ...]  # result and margin for A, and turns [C, L, G]
ENDINGS = ("won by who started", "drawn", "lost by who started")


def worlds(few: int) -> int:
    """Return how many worlds a test of coverage draws: a few, or as many as the slow battery wants."""
    return int(os.environ.get("SOAK_WORLDS", few))


def met(rng: np.random.Generator, win: np.ndarray, draw: np.ndarray, lucks: int) -> Met:
    """Return games of all pairs and mirrors, one from either seat a luck id.

    `win` and `draw` [K, K] are the chances of the row when it starts against the column.
    """
    a, b = np.triu_indices(len(win))
    shape = (len(a), lucks)
    sums = np.zeros((5, *shape))
    for seat, (own, other) in enumerate(((a, b), (b, a))):
        common = np.sqrt(SHARED) * rng.standard_normal(lucks)
        u = norm.cdf(common + np.sqrt(1 - SHARED) * rng.standard_normal(shape))
        won, level = win[own, other][:, None], draw[own, other][:, None]
        half = np.where(u < won, 2, np.where(u < won + level, 1, 0))  # of who starts
        sums[seat], sums[2 + seat] = 1, half if seat == 0 else 2 - half
        sums[4] += half == 1
    return Met(a, b, sums, len(win))


def davidson_chances(
    strength: np.ndarray, order: np.ndarray, tie: float, beyond: np.ndarray | float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Return chances [K, K] of the row to win and to draw when it starts, by the model, and `beyond` it [K, K]."""
    a = (strength[:, None] - strength + beyond + (order[:, None] + order) / 2) / 2
    whole = np.exp(a) + np.exp(-a) + np.exp(tie)
    return np.exp(a) / whole, np.exp(tie) / whole


def payoffs(table: Met, mirrors: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return the pairs' scores [P] and how each luck id moves them [P, L], mirrors left out."""
    chosen = slice(None) if mirrors else np.flatnonzero(table.a != table.b)
    score = (table.sums[2] + table.sums[3])[chosen] / 4
    mean = score.mean(axis=1)
    return mean, (score - mean[:, None]) / score.shape[1]


@dataclass(frozen=True, eq=False)
class Held(Run):
    """A run in memory."""

    rows: pd.DataFrame = field(default_factory=pd.DataFrame)  # the columns BLOCKS
    log: pd.DataFrame | None = None  # the columns DECISIONS, of a run that decided by itself

    def blocks(self) -> Iterator[pd.DataFrame]:
        """Yield all blocks, in two batches."""
        half = len(self.rows) // 2
        yield from (self.rows.iloc[:half], self.rows.iloc[half:])

    def decided(self) -> pd.DataFrame:
        """Return the log of decisions."""
        return super().decided() if self.log is None else self.log


@dataclass(frozen=True)
class World:
    """What a run is made of: K decks times S strategies, all of which meet, themselves too."""

    decks: tuple[float, ...] = (0.5, 0.1, 0.0, -0.6)  # strengths by the model of Davidson, which add up: deck, strategy
    strategies: tuple[float, ...] = (0.15, -0.15)
    orders: tuple[float, ...] = (0.2, 0.6, 0.2, 0.4)  # what each deck gains by going first
    beats: tuple[tuple[int, int, float], ...] = ()  # deck, rival, and strength that it has against that one alone
    tie: float = -1.2
    mode: str = "block"
    lucks: int = 30
    shared: bool = True  # games of one luck id go together, in all cells but those of single games
    goal: Goal | None = None  # stop by this, in place of `lucks`
    copies: int = 1  # worlds in one run, each with luck, decks and strategies of its own: a run costs more than a world

    @property
    def who(self) -> tuple[np.ndarray, np.ndarray]:
        """Return deck and strategy [E] of the entrants of one world, in canonical order."""
        deck, strategy = np.arange(len(self.decks)), np.arange(len(self.strategies))
        return np.tile(deck, len(strategy)), np.repeat(strategy, len(deck))

    @property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """Return entrants A and B [C] of all cells, world by world."""
        size = len(self.who[0])
        shift = size * np.arange(self.copies)[:, None]
        a, b = ((shift + one).ravel() for one in np.triu_indices(size))
        return a, b

    @property
    def chances(self) -> tuple[np.ndarray, np.ndarray]:
        """Return chances [E, E] of the row to win and to draw when it starts, in one world."""
        deck, strategy = self.who
        strength = np.array(self.decks)[deck] + np.array(self.strategies)[strategy]
        beyond = np.zeros((len(self.decks), len(self.decks)))
        for one, other, more in self.beats:
            beyond[one, other], beyond[other, one] = more, -more
        return davidson_chances(strength, np.array(self.orders)[deck], self.tie, beyond[deck[:, None], deck])

    @property
    def truth(self) -> dict[str, np.ndarray]:
        """Return [C] of each cell what a game brings A in the mean: score, edge, margin; turns; and endings [C, 3]."""
        (win, draw), (a, b) = self.chances, (one % len(self.who[0]) for one in self.pairs)
        first, later = (win + draw / 2)[a, b], 1 - (win + draw / 2)[b, a]
        won = (win[a, b] + win[b, a]) / 2
        lead = (2 * win + draw - 1)[a, b] - (2 * win + draw - 1)[b, a]
        return {
            "score": (first + later) / 2,
            "edge": (first - later) / 2,
            "margin": MARGIN * lead / 2,
            "turns": LEAST + LASTS * TURNS + 2 * won,
            "ending": np.stack([won, (draw[a, b] + draw[b, a]) / 2, 1 - won - (draw[a, b] + draw[b, a]) / 2], axis=1),
        }

    def play(self, seed: int) -> Held:
        """Return a run of this world."""
        rng = np.random.default_rng(seed)
        if self.goal is None:
            return self._run(self._games(rng, self.lucks), np.full(len(self.pairs[0]), self.lucks), None)
        return self._decided(rng, self.goal)

    def _decided(self, rng: np.random.Generator, goal: Goal) -> Held:
        """Return a run whose cells were played, in rounds, until each of them was decided."""
        a, b = self.pairs
        size = 2 * self._starts(1)[0].shape[1]
        table, log = Table.of(goal, (a == b) & (self.mode in ("seat", "block")), size), []
        games = self._games(rng, 0)
        while (table.verdict == OPEN).any():
            wanted, before = table.ahead(), table.blocks
            more = self._games(rng, max(0, int(wanted.max()) - games[0].shape[1]))
            games = tuple(np.concatenate(pair, axis=1) for pair in zip(games, more, strict=True))
            points = (games[0] + 1).sum(axis=2)
            due = (np.arange(points.shape[1]) >= before[:, None]) & (np.arange(points.shape[1]) < wanted[:, None])
            table.add(wanted, np.stack([((points == value) & due).sum(axis=1) for value in range(size + 1)], axis=1))
            known = table.blocks.copy(), table.low, table.high, table.verdict, table.mean
            log.append((len(log), np.flatnonzero(wanted > before), *known))
        return self._run(games, table.blocks, pd.DataFrame(self._logged(log)))

    @staticmethod
    def _logged(log: list[Any]) -> dict[str, np.ndarray]:
        """Return the columns of DECISIONS that reports read to work out intervals."""
        return {
            "round": np.concatenate([np.full(len(due), number) for number, due, *_ in log]),
            "cell": np.concatenate([due for _, due, *_ in log]),
            **{
                name: np.concatenate([part[place][part[1]] for part in log])
                for place, name in ((2, "blocks"), (3, "low"), (4, "high"), (5, "verdict"), (6, "mean"))
            },
        }

    def _starts(self, lucks: int) -> tuple[np.ndarray, np.ndarray]:
        """Return [L, G] whether A starts, and which half of the luck A has, in each game of a block."""
        if self.mode == "single":
            start = np.arange(lucks)[:, None] % 2 == 0
            return start, np.where(start, 0, 1)
        kind = np.tile(np.array(ARRANGEMENTS[self.mode]), (lucks, 1))
        return kind % 2 == 0, np.where((kind == 0) | (kind == 3), 0, 1)

    def _games(self, rng: np.random.Generator, lucks: int) -> Games:
        """Return the games of all cells on so many luck ids more; an even number, so that seats go on in turn."""
        (win, draw), (a, b), size = self.chances, self.pairs, len(self.who[0])
        start, half = self._starts(lucks)
        latent = rng.standard_normal((len(a), *start.shape))
        if self.shared and self.mode != "single":
            seat, own = rng.standard_normal((self.copies, lucks)), rng.standard_normal((self.copies * size, lucks, 2))
            at = np.arange(lucks)[:, None]
            latent *= np.sqrt(1 - HALF - OWN)
            latent += np.sqrt(HALF) * np.where(half == 0, 1, -1) * seat[a // size][:, :, None]
            latent += np.sqrt(OWN / 2) * (own[a][:, at, half] - own[b][:, at, 1 - half])
        sign = np.where(start, 1, -1)
        u = ndtr(-sign * latent)  # of who starts: luck of A is his own if he does
        one, other = a % size, b % size
        won, level = (
            np.where(start, part[one, other][:, None, None], part[other, one][:, None, None]) for part in (win, draw)
        )
        results = (sign * ((u < won).astype(np.int8) - (u > won + level))).astype(np.int8)
        mirrors = np.flatnonzero(a == b)
        if self.mode in ("seat", "block"):
            results[mirrors, :, 1::2] = -results[mirrors, :, 0::2]
        lasts = rng.uniform(LASTS - 0.1, LASTS + 0.1, (self.copies, lucks))[a // size]
        length = rng.binomial(TURNS, lasts[:, :, None], latent.shape)
        margins = (results * (1 + rng.poisson(MARGIN - 1, latent.shape))).astype(np.int8)
        return results, margins, (LEAST + length + 2 * (sign * results > 0)).astype(np.int8)

    def _run(self, games: Games, blocks: np.ndarray, log: pd.DataFrame | None) -> Held:
        """Return the run of these games, of each cell the first so many blocks."""
        a, b = self.pairs
        lucks = int(blocks.max())
        results, margins, turns = (part[:, :lucks] for part in games)
        start, _ = self._starts(lucks)
        points, held = results + 1, np.arange(lucks) < blocks[:, None]
        columns = {
            "games": np.full(held.shape, start.shape[1]),
            "games_first": np.broadcast_to(start.sum(axis=1), held.shape),
            "wins": (results > 0).sum(axis=2),
            "draws": (results == 0).sum(axis=2),
            "losses": (results < 0).sum(axis=2),
            "points_first": (points * start).sum(axis=2),
            "points_second": (points * ~start).sum(axis=2),
            "margin": margins.sum(axis=2, dtype=np.int64),
            "turns": turns.sum(axis=2, dtype=np.int64),
            "caps": np.zeros(held.shape, np.int64),
            "distinct": np.full(held.shape, start.shape[1]),
        }
        cell, luck = np.nonzero(held)
        rows = pd.DataFrame({"cell": cell, "luck": luck, **{name: part[held] for name, part in columns.items()}})
        sums = {name: (part * held).sum(axis=1) for name, part in columns.items()}
        score, edge = (columns["points_first"] + sign * columns["points_second"] for sign in (1, -1))
        squares = {"points_squares": score, "edge_squares": edge, "margin_squares": columns["margin"]}
        sums |= {name: (part.astype(np.int64) ** 2 * held).sum(axis=1) for name, part in squares.items()}
        cells = pd.DataFrame({"cell": np.arange(len(a)), "a": a, "b": b, "first_luck": 0, "blocks": blocks, **sums})
        return Held(Path(), self._manifest(blocks, cells), self._entrants(), cells, *self._totals(results, turns, held),
                    rows=rows, log=log)  # fmt: skip

    def _manifest(self, blocks: np.ndarray, cells: pd.DataFrame) -> dict[str, Any]:
        goal = None if self.goal is None else vars(self.goal)
        return {
            "luck": self.mode, "first": "given", "pairing": "round-robin", "arrangements": ARRANGEMENTS[self.mode],
            "seats_equal": False, "endings": list(ENDINGS), "blocks": int(blocks.max()), "goal": goal, "files": {},
            "cells": len(cells), "games": int(cells["games"].sum()),
        }  # fmt: skip

    def _entrants(self) -> pd.DataFrame:
        numbers = [
            len(part) * np.repeat(np.arange(self.copies), len(which)) + np.tile(which, self.copies)
            for part, which in zip((self.decks, self.strategies), self.who, strict=True)
        ]
        deck, strategy = ([f"{name} {i:05}" for i in part] for name, part in zip("ds", numbers, strict=True))
        names = [f"{one} · {other}" for one, other in zip(deck, strategy, strict=True)]
        return pd.DataFrame({"name": names, "deck": deck, "strategy": strategy}).assign(
            slots=[[]] * len(deck), roles=[[]] * len(deck), deterministic=False
        )

    def _totals(self, results: np.ndarray, turns: np.ndarray, held: np.ndarray) -> tuple[Any, ...]:
        """Return totals, endings and lengths by pair of strategies."""
        (a, b), size = self.pairs, len(self.who[0])
        start, many = self._starts(results.shape[1])[0], len(self.strategies)
        code = (a // size * many + self.who[1][a % size]) * many + self.who[1][b % size]
        ending = 1 - np.where(start, results, -results)
        rows, endings, lengths = [], [], []
        for pair in np.unique(code):
            part = held & (code == pair)[:, None]
            endings.append(np.bincount(ending[part].ravel(), minlength=3))
            lengths.append(np.bincount(turns[part].ravel(), minlength=LEAST + TURNS + 3))
            one, other = divmod(int(pair), many)
            other += one // many * many
            rows.append({"strategy_a": f"s {one:05}", "strategy_b": f"s {other:05}", "cells": int((code == pair).sum())}
                        | {"blocks": int(part.sum()), "lucks": results.shape[1], "games": int(endings[-1].sum())}
                        | {"turns": int(turns[part].sum()), "decisions": 0})  # fmt: skip
        return pd.DataFrame(rows), np.array(endings), np.array(lengths)
