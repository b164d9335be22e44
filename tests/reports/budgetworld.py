"""A field whose shares are known exactly: a side wins if its strength, its seat and all luck add up to more than 0.

Luck is normal, so that first orders and totals are chances of two normal numbers with a known correlation. All cells
meet the same luck on a luck id, and each block is played in all four arrangements, so games go together in every way.
"""

from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import multivariate_normal, norm

from reports.budget import LOTS, Field
from reports.stats.shares import covariance, half_square, mean

SOURCES = ("deal 0", "deal 1", "chance", "coins 0", "coins 1")
SPREAD = np.array([0.6, 0.4, 0.7, 0.5, 0.3])  # standard deviation of each, in that order
DECKS = {"X": 0.5, "Y": 0.0, "Z": -0.4}
PILOTS = {"s": 0.3, "t": -0.3}
EDGE = 0.25
ARRANGEMENTS = (0, 1, 2, 3)
OWN = {"decks": 0.3, "pilots": 0.2}  # strength of a deck with a pilot beyond both: an interaction


@dataclass(frozen=True)
class World:
    """Who meets: entrants are in the order of strategies, then decks."""

    decks: dict[str, float]
    pilots: dict[str, float]
    own: float = 0.25  # strength of the first deck with the first strategy beyond both
    edge: float = EDGE

    def entrants(self) -> list[tuple[str, str, float]]:
        """Return strategy, deck, strength of each."""
        found = list(product(self.pilots, self.decks))
        extra = (next(iter(self.pilots)), next(iter(self.decks)))
        return [(p, d, self.pilots[p] + self.decks[d] + self.own * ((p, d) == extra)) for p, d in found]

    def run(self) -> Any:
        """Return as much of a run as the budget looks at."""
        names = [(p, d) for p, d, _ in self.entrants()]
        frame = pd.DataFrame(names, columns=["strategy", "deck"]).assign(deterministic=False)
        return SimpleNamespace(entrants=frame, sided=True)

    def latent(self) -> np.ndarray:
        """Return [E, E] by how much the row is ahead of the column, seats and luck apart."""
        strength = np.array([s for _, _, s in self.entrants()])
        return strength[:, None] - strength


WORLD = World(DECKS, PILOTS)


def play(world: World, rng: np.random.Generator, lucks: int) -> Field:
    """Return the field of a run of so many luck ids, all of them played again."""
    size = len(world.entrants())
    a, b = np.triu_indices(size)
    luck = rng.standard_normal((2, len(SOURCES), lucks))  # [this or other, source by stream, luck id]
    lots, lot = min(lucks, LOTS), np.arange(lucks) % min(lucks, LOTS)
    sums = np.zeros((5, len(a), 2, len(SOURCES), lots))
    scores = np.zeros((3, len(a), 2, lots))  # games, points, draws
    for arrangement in ARRANGEMENTS:
        first, crossed = 1 - (arrangement & 1), arrangement >> 1
        streams = [1, 0, 2, 4, 3] if crossed else [0, 1, 2, 3, 4]
        seat = 1 - first  # index: 0 where A starts
        ahead = world.latent()[a, b] if first else world.latent()[b, a]

        def won(kinds: list[int], ahead: np.ndarray = ahead, streams: list[int] = streams, first: int = first) -> Any:
            """Return A's points [C, L] with this (0) or other (1) luck of each source."""
            parts = np.array([luck[kind, stream] for kind, stream in zip(kinds, streams, strict=True)])
            total = ahead[:, None] + world.edge + SPREAD @ parts
            return (total > 0) if first else (total <= 0)

        def summed(values: np.ndarray) -> np.ndarray:
            return values.astype(np.float64) @ np.eye(lots)[lot]

        x, y = won([0] * 5).astype(float), won([1] * 5).astype(float)
        scores[0, :, seat] += summed(np.ones_like(x))
        scores[1, :, seat] += summed(x)
        for u in range(len(SOURCES)):
            one = [int(v == u) for v in range(5)]
            x_u, y_u = won(one).astype(float), won([1 - v for v in one]).astype(float)
            parts = (2 * np.ones_like(x), (x - x_u) ** 2 + (y - y_u) ** 2, x * y_u + y * x_u, x * y + x_u * y_u)
            for row, value in enumerate((*parts, x + y + x_u + y_u)):
                sums[row, :, seat, u] += summed(value)
    pairs, squares, products, unlike, both = sums
    return Field(
        a=a,
        b=b,
        score=mean(scores[1] - scores[0] / 2, scores[0]),
        draws=mean(scores[2].sum(axis=1), scores[0].sum(axis=1)),
        first=covariance(products, both, pairs),
        nothing=covariance(unlike, both, pairs),
        total=half_square(squares, pairs),
        sources=SOURCES,
    )


def truth(world: World) -> tuple[dict[str, float], dict[str, float]]:
    """Return the true shares and totals in per cent, by source, worked out over all ordered pairs and seats."""
    p = _chances(world)  # [E, E, 2]
    codes = np.array([(list(world.pilots).index(q), list(world.decks).index(d)) for q, d, _ in world.entrants()])
    whole = 0.25
    z = p - 0.5
    shares = {
        "decks": _explained(z, [codes[:, 1]] * 2),
        "pilots": _explained(z, [codes[:, 0]] * 2),
        "going first": float((z.mean(axis=(0, 1)) ** 2).mean()),
    }
    spread = float((z**2).mean())
    shares["field, together"] = spread - sum(shares.values())
    names = (
        "deal, who starts",
        "deal, who goes second",
        "chance in play",
        "coins, who starts",
        "coins, who goes second",
    )
    square = SPREAD**2 / (SPREAD**2).sum()
    first = {n: float((_both(p, r) - p**2).mean()) for n, r in zip(names, square, strict=True)}
    total = {n: float((p - _both(p, 1 - r)).mean()) for n, r in zip(names, square, strict=True)}
    shares |= first | {"luck, together": whole - spread - sum(first.values())}
    return {n: 100 * v / whole for n, v in shares.items()}, {n: 100 * v / whole for n, v in total.items()}


def _chances(world: World) -> np.ndarray:
    """Return [E, E, 2] the chance of the row to beat the column, going first and going second."""
    scale = np.sqrt((SPREAD**2).sum())
    ahead = world.latent()[..., None] + np.array([world.edge, -world.edge])
    return np.asarray(norm.cdf(ahead / scale))


def _explained(z: np.ndarray, codes: list[np.ndarray]) -> float:
    """Return the variance of the means by what either side has, seats averaged."""
    values = z.mean(axis=2)
    groups = [np.unique(code) for code in codes]
    cells = [
        (values[np.ix_(codes[0] == g, codes[1] == h)].mean(), (codes[0] == g).sum() * (codes[1] == h).sum())
        for g, h in product(*groups)
    ]
    return float(sum(m**2 * n for m, n in cells) / sum(n for _, n in cells))


def _both(p: np.ndarray, together: float) -> np.ndarray:
    """Return the chance that two games are both won whose normal numbers have this correlation."""
    flat = norm.ppf(p).ravel()
    law = [[1, together], [together, 1]]
    return np.array([multivariate_normal.cdf([h, h], [0, 0], law) for h in flat]).reshape(p.shape)
