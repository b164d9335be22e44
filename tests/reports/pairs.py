"""A few meetings with plain matrices, for tests of what is made of them."""

import numpy as np

from reports.stats.meetings import Meetings, Residuals


def random_meetings(seed: int, entrants: int, size: int) -> Meetings:
    """Return meetings with 0 to 2 games from either seat, at least one, repeats and mirrors among them."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, entrants, (2, size)).astype(np.int32)
    first = rng.integers(0, 3, size).astype(np.float64)
    second = np.where(first == 0, 1.0, rng.integers(0, 3, size))
    return Meetings(a, b, first, second, first * rng.normal(0, 0.3, size), second * rng.normal(0, 0.3, size))


def as_rows(values: np.ndarray, met: Meetings | Residuals) -> tuple[np.ndarray, np.ndarray]:
    """Return the regressors [N, 2T] of A's score in a game that A starts, and in one that B starts."""
    apart, half = values[met.a] - values[met.b], (values[met.a] + values[met.b]) / 2
    return np.hstack([apart, half]), np.hstack([apart, -half])


def traits() -> np.ndarray:
    """Return three of six cards for each of 12 decks with each of two strategies, and a constant [24, 9]."""
    rng = np.random.default_rng(0)
    cards = np.array([np.isin(np.arange(6), rng.choice(6, 3, replace=False)) for _ in range(12)], dtype=np.float64)
    return np.hstack([np.tile(cards, (2, 1)), np.repeat(np.eye(2), 12, axis=0), np.ones((24, 1))])


def contrasts() -> np.ndarray:
    """Return worth of the first card, and gap of the third, each less the average card [2, 18]."""
    out = np.zeros((2, 18))
    out[0, :6], out[1, 9:15] = np.eye(6)[0] - 1 / 6, np.eye(6)[2] - 1 / 6
    return out
