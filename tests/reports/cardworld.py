"""A world whose cards have planted worth, as a run in memory, without files and without playing any game.

P(owner of deck A wins) = 1/2 + edge + what A's cards are worth when first - what B's are worth when second + what each
deck is worth beyond its cards, from either seat + what luck does to each card on a luck id. All of it is drawn anew for
every world but the planted worth, which is what a run is to find again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

ROLES = {"MINION": (8, 3), "OFFICER": (6, 2), "BOSS": (4, 1)}  # cards that there are, and slots of a deck


@dataclass(frozen=True)
class CardWorld:
    """What a run is made of. Standard deviations and the edge are in shares of 1."""

    roles: Any = None  # ROLES
    decks: int = 200
    pairs: int = 1000  # drawn at random, a block each; 0: all meet all on the same luck ids
    lucks: int = 0
    games: int = 4  # of a block, half of them from either seat
    worth: float = 0.03  # of the cards
    gap: float = 0.03  # worth when first less when second
    beyond: float = 0.08  # of a deck beyond its cards, and half as much for the seats
    lucky: float = 0.0  # of a card on a luck id
    edge: float = 0.03
    strategies: tuple[float, ...] = (0.0,)  # strength of each

    def cards(self) -> pd.DataFrame:
        """Return the cards [K] with their planted worth and gap, both with mean 0 within the role."""
        rng = np.random.default_rng(1)
        named = [(role, f"{role} {i:02}") for role, (count, _) in (self.roles or ROLES).items() for i in range(count)]
        frame = pd.DataFrame(named, columns=["role", "card"])
        for name, size in (("worth", self.worth), ("gap", self.gap)):
            values = pd.Series(rng.normal(0, size, len(frame)))
            frame[name] = values - values.groupby(frame["role"]).transform("mean")
        return frame


@dataclass(frozen=True, eq=False)
class Played:
    """What `reports.cards` reads of a run."""

    entrants: pd.DataFrame
    cells: pd.DataFrame
    rows: pd.DataFrame
    drawn: bool
    rolled: bool = False
    stopped: bool = False

    def blocks(self) -> Iterator[pd.DataFrame]:
        """Yield all blocks, in two batches."""
        half = len(self.rows) // 2
        yield from (self.rows.iloc[:half], self.rows.iloc[half:])


def play(world: CardWorld, seed: int) -> Played:
    """Return a run of the world."""
    rng = np.random.default_rng(seed)
    counts, entrants = _entrants(world, rng)
    size = len(entrants)
    a, b, luck = _meetings(world, size, rng)
    cards, power = world.cards(), np.array(world.strategies)[pd.factorize(entrants["strategy"])[0]]
    deck = np.tile(np.arange(world.decks), len(world.strategies))
    beyond, seats = (rng.normal(0, sd, world.decks)[deck] for sd in (world.beyond, world.beyond / 2))
    worth, gap = counts @ cards["worth"].to_numpy() + power + beyond, counts @ cards["gap"].to_numpy() + seats
    lucky = rng.normal(0, world.lucky, (int(luck.max()) + 1, len(cards)))
    chance = np.einsum("nc,nc->n", counts[a] - counts[b], lucky[luck])
    strength, edge = 0.5 + worth[a] - worth[b] + chance, world.edge + (gap[a] + gap[b]) / 2
    half = world.games // 2
    wins = [rng.binomial(half, np.clip(strength + sign * edge, 0.01, 0.99)) for sign in (1, -1)]
    keys = pd.factorize(a.astype(np.int64) * size + b)[0]
    numbers = {"games": world.games, "games_first": half, "points_first": 2 * wins[0], "points_second": 2 * wins[1]}
    rows = pd.DataFrame({"cell": keys, "luck": luck, "a": a, "b": b, "blocks": 1, **numbers})
    cells = rows.groupby(["cell", "a", "b"], as_index=False)[["blocks", *numbers]].sum()
    return Played(entrants, cells, rows.drop(columns=["a", "b", "blocks"]), drawn=world.pairs > 0)


def _entrants(world: CardWorld, rng: np.random.Generator) -> tuple[np.ndarray, pd.DataFrame]:
    """Return the counts of cards [E, K] of random decks with every strategy, and the frame of entrants."""
    roles, held, slots = world.roles or ROLES, [], np.empty((world.decks, 0), dtype=object)
    for role, (count, places) in roles.items():
        chosen = np.sort(np.argsort(rng.random((world.decks, count)), axis=1)[:, :places], axis=1)
        held.append((chosen[:, :, None] == np.arange(count)).sum(axis=1))
        slots = np.hstack([slots, np.array([f"{role} {i:02}" for i in range(count)], dtype=object)[chosen]])
    kinds = [role for role, (_, places) in roles.items() for _ in range(places)]
    names = [f"deck {number}" for number in range(world.decks)]
    frame = pd.DataFrame({"deck": names, "slots": slots.tolist(), "roles": [kinds] * world.decks})
    several = [frame.assign(strategy=f"strategy {number}") for number in range(len(world.strategies))]
    return np.tile(np.hstack(held), (len(several), 1)), pd.concat(several, ignore_index=True)


def _meetings(world: CardWorld, size: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return entrants a < b and luck id of every block."""
    if world.pairs:
        one = rng.integers(0, size, world.pairs)
        two = (one + 1 + rng.integers(0, size - 1, world.pairs)) % size
        return np.minimum(one, two), np.maximum(one, two), np.arange(world.pairs)
    one, two = np.triu_indices(size, 1)
    return np.repeat(one, world.lucks), np.repeat(two, world.lucks), np.tile(np.arange(world.lucks), len(one))
