"""Confidence sequences: they hold at all times together, on scores such as blocks have, and know all from none."""

from typing import Any

import numpy as np
import pytest

from reports.stats import sequences
from reports.stats.intervals import Floats

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
WORLDS = {  # odds of each score of a block of two games
    "even": [1, 2, 4, 2, 1],
    "paired": [0, 1, 18, 1, 0],
    "strong": [0, 0, 1, 3, 16],
    "rare losses": [0.01, 0, 0, 0, 0.99],
    "one game in a thousand": [0, 0, 0, 0.002, 0.998],
    "drawn": [0, 0, 1, 0, 0],
}
LOOKS = np.unique(np.geomspace(64, 20_000, 25).astype(np.int64))
ALPHA = 0.05
REPEATS = 2_000


def odds(name: str) -> Floats:
    weights = np.array(WORLDS[name], np.float64)
    return weights / weights.sum()


def counted(name: str, repeats: int, looks: Any, seed: int) -> Any:
    """Return [R, C, K] the blocks of each score that came between looks, in `repeats` worlds."""
    rng = np.random.default_rng(seed)
    return np.stack([rng.multinomial(n, odds(name), repeats) for n in np.diff(looks, prepend=0)])


def asymptotic(counts: Any, looks: Any, alpha: float) -> tuple[Any, Any]:
    """Return low, high [R, C] at every look."""
    so_far, n = np.cumsum(counts, axis=0), looks[:, None]
    mean = so_far @ SCORES / n
    deviation = np.sqrt(np.maximum(so_far @ SCORES**2 / n - mean**2, 0) * n / (n - 1))
    return sequences.asymptotic(mean, deviation, n, alpha, 4_000)


def betting(counts: Any, looks: Any, alpha: float) -> tuple[Any, Any]:
    so_far, bets, limits = np.zeros(counts.shape[1:]), [], []
    for i, n in enumerate(looks):
        bets.append(sequences.stake(so_far @ SCORES, so_far @ SCORES**2, so_far.sum(axis=1), n, alpha))
        so_far = so_far + counts[i]
        limits.append(sequences.betting(np.array(bets), counts[: i + 1], SCORES, alpha))
    low, high = np.moveaxis(np.array(limits), 1, 0)
    return low, high


@pytest.mark.parametrize("alpha", [ALPHA, ALPHA / 20])
@pytest.mark.parametrize("world", WORLDS)
def test_the_asymptotic_sequence_misses_at_most_alpha_over_all_looks(world: str, alpha: float) -> None:
    """From 64 to 20,000 blocks; within three standard errors of the simulation. Never of no width."""
    low, high = asymptotic(counted(world, REPEATS, LOOKS, 1), LOOKS, alpha)
    truth = odds(world) @ SCORES
    missed = ((low > truth + 1e-12) | (high < truth - 1e-12)).any(axis=0).mean()
    assert missed <= alpha + 3 * np.sqrt(alpha / REPEATS)
    assert (high > low).all()


@pytest.mark.parametrize("world", WORLDS)
def test_the_betting_sequence_misses_at_most_alpha_from_the_first_block_on(world: str) -> None:
    looks = np.unique(np.geomspace(1, 3_000, 14).astype(np.int64))
    low, high = betting(counted(world, 400, looks, 2), looks, ALPHA)
    truth = odds(world) @ SCORES
    missed = ((low > truth) | (high < truth)).any(axis=0).mean()
    assert missed <= ALPHA + 3 * np.sqrt(ALPHA / 400)


def test_the_widths_are_stated() -> None:
    """At the planned number of blocks, even blocks: at most 1.75 times the fixed interval, betting 1.9 times."""
    looks = LOOKS[LOOKS <= 4_200]
    counts = counted("even", 200, looks, 3)
    fixed = 1.96 * np.sqrt(odds("even") @ SCORES**2 - 0.25) / np.sqrt(looks[-1])
    for interval, most in ((asymptotic, 1.75), (betting, 1.9)):
        low, high = interval(counts, looks, ALPHA)
        assert (high - low)[-1].mean() / 2 / fixed < most


def test_looking_again_and_again_at_a_fixed_interval_would_miss_far_more_often() -> None:
    counts = np.cumsum(counted("even", REPEATS, LOOKS, 4), axis=0)
    n = LOOKS[:, None]
    mean = counts @ SCORES / n
    error = np.sqrt((counts @ SCORES**2 / n - mean**2) / n)
    assert (np.abs(mean - 0.5) > 1.96 * error).any(axis=0).mean() > 0.2


def test_the_boundary_is_the_tightest_where_it_is_planned() -> None:
    planned = 5_000
    others = planned * np.array([0.5, 0.9, 1.1, 2])
    widths = sequences.boundary(planned, 0.01, others).tolist()
    assert min(widths) > float(sequences.boundary(planned, 0.01, planned))


def test_the_ends_of_a_betting_interval_are_where_a_gambler_has_made_it() -> None:
    """Against a plain loop over a grid of means."""
    rng = np.random.default_rng(5)
    bets, counts = rng.uniform(0.1, 1.5, (3, 4)), rng.integers(0, 30, (3, 4, 5))
    low, high = sequences.betting(bets, counts, SCORES, 0.1)
    grid = np.linspace(0.0005, 0.9995, 1_000)
    for cell in range(4):
        inside = []
        for m in grid:
            up = down = 0.0
            for r in range(3):
                for k, x in enumerate(SCORES):
                    up += counts[r, cell, k] * np.log(1 + min(bets[r, cell], 0.5 / m) * (x - m))
                    down += counts[r, cell, k] * np.log(1 - min(bets[r, cell], 0.5 / (1 - m)) * (x - m))
            if max(up, down) < np.log(2 / 0.1):
                inside.append(m)
        assert inside[0] - 0.001 <= low[cell] <= inside[0]
        assert inside[-1] <= high[cell] <= inside[-1] + 0.001


def test_nothing_seen_rules_out_nothing() -> None:
    low, high = sequences.betting(np.ones((1, 2)), np.zeros((1, 2, 5)), SCORES, 0.05)
    assert low.tolist() == [0, 0]
    assert high.tolist() == [1, 1]
