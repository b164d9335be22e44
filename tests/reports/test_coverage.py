"""Do 95 % intervals hold the truth 95 % of the time? Synthetic worlds, fixed seed, numpy only."""

import numpy as np

from reports.stats.clustered import add_influence, clustered_error
from reports.stats.intervals import Floats, block_moments, t_interval

REPEATS = 600
CELLS, LUCKS = 20, 60
STANDARD_ERROR = np.sqrt(0.95 * 0.05 / REPEATS)  # of a coverage that is 95 %


def coverage(low: Floats, high: Floats, truth: float) -> float:
    """Return the share of intervals [R] that hold the truth."""
    return float(((low <= truth) & (truth <= high)).mean())


def world(rng: np.random.Generator) -> Floats:
    """Return block scores [R, C, L], multiples of a quarter, of an entrant whose luck is the same in all cells."""
    luck = rng.uniform(-0.3, 0.3, (REPEATS, 1, LUCKS))
    strength = np.linspace(-0.1, 0.1, CELLS)[None, :, None]  # the field's mean is exactly one half
    return rng.binomial(4, 0.5 + strength + luck) / 4


def clustered(scores: Floats, counts: np.ndarray) -> tuple[float, float]:
    """Return mean and standard error over cells of scores [C, L], cell c having its first counts[c] luck ids."""
    cell, luck = np.nonzero(np.arange(scores.shape[1])[None, :] < counts[:, None])
    means = np.array([row[:n].mean() for row, n in zip(scores, counts, strict=True)])
    total = np.zeros((1, scores.shape[1]))
    influence = (scores[cell, luck] - means[cell]) / counts[cell] / len(counts)
    add_influence(total, np.zeros(len(cell), np.int64), luck, influence)
    return float(means.mean()), float(clustered_error(total, np.array([counts.max()]))[0])


def test_t_interval_over_the_blocks_of_a_cell() -> None:
    """Within 3 standard errors of 95 %."""
    points = np.random.default_rng(1).binomial(8, 0.55, (REPEATS, LUCKS))
    mean, error = block_moments(points.sum(axis=1), (points**2).sum(axis=1), LUCKS)
    covered = coverage(*t_interval(mean / 8, error / 8, LUCKS), truth=0.55)
    assert abs(covered - 0.95) < 3 * STANDARD_ERROR


def test_clustered_interval_of_a_mean_over_cells_that_share_their_luck() -> None:
    """Within 3 standard errors of 95 %, where taking every block as independent covers far less."""
    scores = world(np.random.default_rng(2))
    full = np.full(CELLS, LUCKS)
    mean, error = np.array([clustered(one, full) for one in scores]).T
    assert abs(coverage(*t_interval(mean, error, LUCKS), truth=0.5) - 0.95) < 3 * STANDARD_ERROR
    blocks = CELLS * LUCKS
    naive = scores.reshape(REPEATS, -1).std(axis=1, ddof=1) / np.sqrt(blocks)
    assert coverage(*t_interval(mean, naive, blocks), truth=0.5) < 0.75


def test_clustered_interval_where_cells_have_unlike_numbers_of_luck_ids() -> None:
    """Half of the cells were stopped early: still within 3 standard errors, plus one point for fewer real clusters."""
    scores = world(np.random.default_rng(3))
    counts = np.where(np.arange(CELLS) % 2, LUCKS, LUCKS * 2 // 3)
    mean, error = np.array([clustered(one, counts) for one in scores]).T
    assert abs(coverage(*t_interval(mean, error, LUCKS), truth=0.5) - 0.95) < 3 * STANDARD_ERROR + 0.01


def test_clustered_error_is_that_of_the_means_of_each_luck_id() -> None:
    """Where all cells have all luck ids, the two definitions are one."""
    scores = world(np.random.default_rng(4))[0]
    _, error = clustered(scores, np.full(CELLS, LUCKS))
    assert np.isclose(error, scores.mean(axis=0).std(ddof=1) / np.sqrt(LUCKS), rtol=1e-12)
