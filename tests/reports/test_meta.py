"""Best mixes and circles: other libraries, known truths, bands that hold them, and what cannot be told."""

import dataclasses
import tracemalloc
from pathlib import Path

import nashpy
import numpy as np
import pytest
from scipy.optimize import linprog

from reports import meta
from reports.runs import load
from reports.stats.cycles import cyclic_share
from reports.stats.nash import of_draws, symmetric, zero_sum
from reports.stats.projection import weight_limits
from reports.stats.quadratic import noise, p_value
from reports.stats.redraw import redrawn_scores
from tests.reports.synthetic import World, write
from tests.reports.world import met, payoffs, worlds

CIRCLE = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], dtype=float)


def random_payoff(seed: int, size: int) -> np.ndarray:
    """Return a random antisymmetric table with some order of strength."""
    rng = np.random.default_rng(seed)
    noise_, strength = rng.normal(0, 0.05, (size, size)), rng.normal(0, 0.03, size)
    return noise_ - noise_.T + strength[:, None] - strength


@pytest.mark.parametrize("size", [2, 3, 8, 12])
def test_symmetric_mix_is_that_of_a_linear_program(size: int) -> None:
    """The best mix of a random table is unique: weights to three digits, and nobody beats it by 0.001 points."""
    for seed in range(10):
        payoff = random_payoff(seed, size)
        equations = np.hstack([-payoff.T, np.ones((size, 1))])
        simplex = np.append(np.ones(size), 0)[None, :]
        bounds = [(0, None)] * size + [(None, None)]
        best = linprog(-np.eye(size + 1)[-1], equations, np.zeros(size), simplex, [1], bounds).x[:size]
        mix = symmetric(payoff)
        assert mix == pytest.approx(best, abs=1e-3)
        assert (payoff @ mix).max() < 1e-5


def test_seat_aware_value_is_nashpys() -> None:
    """Mixes of both seats leave each other nothing to gain; the value is that of its linear program."""
    for seed in range(5):
        table = 0.5 + np.random.default_rng(seed).normal(0.02, 0.1, (6, 6))
        x, y, value = zero_sum(table)
        row, column = nashpy.Game(table).linear_program()
        assert value == pytest.approx(row @ table @ column, abs=1e-5)
        assert (table.T @ x).min() > value - 1e-4
        assert (table @ y).max() < value + 1e-4


def test_of_many_best_mixes_the_most_even_is_taken() -> None:
    """A table of draws, two decks that are one, and dominated decks."""
    assert symmetric(np.zeros((4, 4))) == pytest.approx([0.25] * 4)
    twice = np.array([0, 1, 2, 2])
    assert symmetric(CIRCLE[np.ix_(twice, twice)]) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-4)
    beaten = np.block([[CIRCLE, np.full((3, 1), 2.0)], [np.full((1, 3), -2.0), np.zeros((1, 1))]])
    assert symmetric(beaten) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-4)
    assert zero_sum(np.full((3, 3), 0.5))[2] == 0.5


@pytest.mark.parametrize("size", [1, 2, 4, 9])
def test_draws_are_solved_as_each_by_itself(size: int) -> None:
    """Payoffs that differ little and much, and tables that are all the same, one of them of ties alone."""
    rng = np.random.default_rng(size)
    for spread in (0.0, 0.01, 0.3):
        tables = 0.5 + rng.normal(0, 0.1, (size, size)) + rng.normal(0, spread, (60, size, size))
        even = tables - tables.transpose(0, 2, 1)
        _same(of_draws(tables), [zero_sum(table) for table in tables], tables)
        _same(of_draws(even, even=True), [(symmetric(table), symmetric(table), 0.0) for table in even], even)
    assert of_draws(np.zeros((3, size, size)), even=True)[0] == pytest.approx(np.full((3, size), 1 / size))


def _same(found: tuple[np.ndarray, ...], single: list[tuple], tables: np.ndarray) -> None:
    """Assert that mixes are those found one at a time, or no worse where these are rounded, and that values agree."""
    for x, y, value, (one, other, worth), table in zip(*found, single, tables, strict=True):
        assert value == pytest.approx(worth, abs=1e-6)
        assert (table.T @ x).min() >= min((table.T @ one).min(), value - 1e-9)
        assert (table @ y).max() <= max((table @ other).max(), value + 1e-9)
        assert (x.sum(), y.sum()) == pytest.approx((1, 1))


def test_projection_of_two_and_of_three_decks_by_hand() -> None:
    """One deck surely ahead; perhaps ahead; three, of which the second surely loses to the third; two seats."""
    ahead, open_ = np.array([[0, 0.3], [-0.1, 0]]), np.array([[0, 0.3], [0.1, 0]])
    assert np.transpose(weight_limits(ahead, 0.0)) == pytest.approx(np.array([[1, 1], [0, 0]]), abs=1e-5)
    assert np.transpose(weight_limits(open_, 0.0)) == pytest.approx(np.array([[0, 1], [0, 1]]), abs=1e-5)
    half = np.array([[0, 0.1, 0.2], [0.1, 0, -0.1], [0.05, 0.2, 0]])  # against the third 0.2 x1 >= 0.1 x2
    low, high = weight_limits(half, 0.0)
    assert low == pytest.approx([0, 0, 0], abs=1e-5)
    assert high == pytest.approx([1, 2 / 3, 1], abs=1e-5)
    seats = np.array([[0.6, 0.4], [0.3, 0.7]])  # a half is reached at two thirds of the first alone
    low, high = weight_limits(seats, 0.5)
    assert (low[0], high[0]) == pytest.approx((2 / 3, 2 / 3), abs=1e-5)
    low, high = weight_limits(seats, 0.45)
    assert (low[0], high[0]) == pytest.approx((0.5, 5 / 6), abs=1e-5)
    with pytest.raises(ArithmeticError):
        weight_limits(seats, 0.51)


def test_projection_is_the_mix_where_the_band_is_a_point_and_all_mixes_where_nothing_is_known() -> None:
    for size in (2, 3, 5):
        payoff = random_payoff(size, size)
        for limit in weight_limits(payoff, 0.0):
            assert limit == pytest.approx(symmetric(payoff), abs=1e-3)
        low, high = weight_limits(0.5 - 0.5 * np.eye(size), 0.0)
        assert (low.tolist(), high.tolist()) == ([0] * size, [1] * size)


@pytest.mark.parametrize("size", [2, 4, 7])
def test_projection_holds_the_best_mixes_of_all_tables_in_the_band(size: int) -> None:
    """Even ones, and those of two seats; what it holds of a narrow band, it holds of a wider one."""
    rng = np.random.default_rng(size)
    for _ in range(20):
        table, half = 0.5 + rng.normal(0, 0.1, (size, size)), np.abs(rng.normal(0, 0.05, (size, size)))
        even, both = table - table.T, half + half.T
        _held(symmetric(even), weight_limits(even + both, 0.0), weight_limits(even + 2 * both, 0.0))
        low, high = table - 1.5 * half * rng.random(half.shape), table + half
        x, y, _ = zero_sum(table)
        for mixed, most, value in ((x, high, zero_sum(low)[2]), (y, -low.T, -zero_sum(high)[2])):
            _held(mixed, weight_limits(most, value), weight_limits(most + 0.1, value))


def _held(mixed: np.ndarray, near: tuple[np.ndarray, np.ndarray], far: tuple[np.ndarray, np.ndarray]) -> None:
    """Assert that limits hold a mix, and wider limits the nearer ones."""
    for inner, (low, high) in ((mixed, near), (near[0], far), (near[1], far)):
        assert (low <= inner + 1e-4).all()
        assert (inner <= high + 1e-4).all()


@pytest.mark.soak
def test_bands_of_the_mix_hold_the_truth() -> None:
    """A true circle with unequal edges and one deck that is beaten: weights in 93 to 99 % of 100 worlds a deck."""
    truth, win, held = [], np.array([[0.0, 0.06, -0.09, 0.1], [0, 0, 0.12, 0.1], [0, 0, 0, 0.1], [0, 0, 0, 0]]), []
    payoff = win - win.T
    truth = symmetric(payoff)
    assert (truth > 0).sum() == 3
    rng, upper = np.random.default_rng(1), np.triu_indices(4, 1)
    repeats = worlds(100)
    for _ in range(repeats):
        table = met(rng, 0.5 + payoff, np.zeros((4, 4)), 1000)
        points, games = table.sums[2] + table.sums[3], table.sums[0] + table.sums[1]
        other = np.flatnonzero(table.a != table.b)
        drawn = []
        for score in redrawn_scores(points[other], games[other], np.full(6, 1000.0), draws=200):
            again = np.zeros((4, 4))
            again[upper] = score - 0.5
            drawn.append(symmetric(again - again.T))
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        held.append((low - 1e-3 <= truth) & (truth <= high + 1e-3))
    assert np.mean(held) > 0.95 - 3 * np.sqrt(0.95 * 0.05 / repeats)
    assert np.mean(held) < 1


def test_cells_that_all_agree_are_drawn_again_too() -> None:
    """A score of 100 % over 20 blocks may be 90 %; over one game repeated, anything."""
    points, games = np.full((2, 20), 4.0), np.full((2, 20), 2.0)
    drawn = redrawn_scores(points, games, np.array([20.0, 1.0]))
    assert 0.01 < (drawn[:, 0] < 0.95).mean() < 0.5
    assert (drawn[:, 1] < 0.5).mean() > 0.05


@pytest.mark.soak
def test_noise_is_the_mean_and_freedom_of_a_squared_length() -> None:
    """20 estimates of unlike variances, 60 clusters; and the test rejects noise in one of twenty worlds."""
    rng, scale, repeats = np.random.default_rng(2), np.linspace(0.2, 2, 20), worlds(500)
    found, chances = [], []
    for _ in range(repeats):
        blocks = scale[:, None] * rng.standard_normal((20, 60))
        mean = blocks.mean(axis=1)
        influence = (blocks - mean[:, None]) / 60
        found.append(noise(influence))
        chances.append(p_value(mean, influence))
    square = scale**2 / 60
    mean, freedom = np.mean(found, axis=0)
    assert mean == pytest.approx(square.sum(), rel=0.01)
    assert freedom == pytest.approx(square.sum() ** 2 / (square**2).sum(), rel=0.03)
    assert abs(np.mean(np.array(chances) < 0.05) - 0.05) < 3 * np.sqrt(0.05 * 0.95 / repeats)
    assert np.isnan(noise(np.zeros((3, 9)))).all()
    assert np.isnan(noise(np.zeros((3, 2)))).all()


def test_noise_of_many_luck_ids_needs_no_matrix_of_them() -> None:
    """As many clusters as a run of a hundred million games has, few estimates: the same number, in little memory."""
    scale = np.array([[3.0], [2.0], [1.0], [1.0], [0.5], [0.1]])
    influence = scale * np.random.default_rng(5).standard_normal((6, 50_000))
    tracemalloc.start()
    trace, freedom = noise(influence)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1e6  # [L, L] would be 20 GB
    own = np.linalg.eigvalsh(influence @ influence.T * 50_000 / 49_999)
    assert trace == pytest.approx(own.sum())
    assert freedom == pytest.approx(own.sum() ** 2 / (own**2).sum(), rel=1e-3)
    assert noise(influence[:, :5]) == pytest.approx(noise(np.vstack([influence[:, :5], np.zeros((9, 5))])))


@pytest.mark.soak
def test_limits_of_the_cyclic_share_hold_none_and_its_test_has_the_right_size() -> None:
    """12 decks, 200 luck ids, truth 0: uncorrected it would be a fifth; the test rejects one in twenty."""
    rng, repeats, size = np.random.default_rng(3), worlds(200), 12
    strength = np.linspace(-0.06, 0.06, size)
    win, pairs = 0.5 + (strength[:, None] - strength), np.triu_indices(size, 1)
    found = []
    for _ in range(repeats):
        share = cyclic_share(*_centred(met(rng, win, np.zeros((size, size)), 200)), *pairs, size)
        found.append((share.low, share.p < 0.05))
    low, rejected = np.array(found, dtype=float).T
    assert np.mean(low > 0) < 0.05 + 3 * np.sqrt(0.05 * 0.95 / repeats)
    assert abs(rejected.mean() - 0.05) < 3 * np.sqrt(0.05 * 0.95 / repeats)


def test_planted_circles_are_found() -> None:
    """Order and circle of three: the share within four of its own standard errors, and surely not 0."""
    strength = np.array([0.1, 0.0, -0.1])
    payoff = 0.08 * CIRCLE + (strength[:, None] - strength)
    truth = 3 * 0.08**2 / (payoff[np.triu_indices(3, 1)] ** 2).sum()
    table = met(np.random.default_rng(4), 0.5 + payoff, np.zeros((3, 3)), 4000)
    share = cyclic_share(*_centred(table), *np.triu_indices(3, 1), 3)
    assert share.low < truth < share.high
    assert share.high - share.low < 0.2
    assert share.p < 1e-6


@pytest.mark.soak
def test_limits_of_the_cyclic_share_hold_the_truth() -> None:
    """Six decks, a quarter of the spread in circles, 300 luck ids: 95 % of worlds within three standard errors."""
    rng, repeats, size = np.random.default_rng(6), worlds(300), 6
    strength, pairs = np.linspace(-0.15, 0.15, size), np.triu_indices(size, 1)
    circles = np.zeros((size, size))
    circles[0::2, 0::2] = circles[1::2, 1::2] = 0.12 * CIRCLE
    payoff = circles + strength[:, None] - strength
    truth = (circles[pairs] ** 2).sum() / (payoff[pairs] ** 2).sum()
    held = []
    for _ in range(repeats):
        share = cyclic_share(*_centred(met(rng, 0.5 + payoff, np.zeros((size, size)), 300)), *pairs, size)
        held.append(share.low <= truth <= share.high)
    assert abs(np.mean(held) - 0.95) < 3 * np.sqrt(0.95 * 0.05 / repeats)


def _centred(table: object) -> tuple[np.ndarray, np.ndarray]:
    """Return payoffs and influence of all pairs."""
    score, influence = payoffs(table)  # type: ignore[arg-type]
    return score - 0.5, influence


def circle_run(path: Path, blocks: int) -> Path:
    """Write a run of three decks, of which each beats the next by 60 : 40."""
    world = World(decks={"rock": 0, "scissors": 0, "paper": 0}, strategies={"s": 0.0}, blocks=blocks)
    rng, names = np.random.default_rng(5), sorted(world.decks)
    ahead = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i:]]
    win = np.array([0.5 if a == b else 0.6 if (a, b) in ahead else 0.4 for a, b in pairs])
    results = np.where(rng.random((6, blocks, 4)) < win[:, None, None], 1, -1).astype(np.int8)
    return write(world, path, (results, np.full_like(results, 6)))


def test_run_of_rock_paper_scissors(tmp_path: Path) -> None:
    """From files to words: everyone in the mix, everything in circles, one triple and it is proven."""
    run = load(circle_run(tmp_path, 600))
    mix = meta.mix(run)
    either = mix[mix["position"] == "either"]
    assert set(either["verdict"]) == {"in"}
    assert set(either["kind"]) == {"bootstrap"}
    assert (either["low"] < 100 / 3).all()
    assert (either["high"] > 100 / 3).all()
    whole, circles = meta.game(run), meta.triples(run)
    figures = whole.set_index("quantity")
    assert figures.loc["cyclic", "low"] > 80
    assert abs(figures.loc["edge", "estimate"]) < 3
    assert len(circles) == 1
    row = circles.iloc[0]
    assert (row["verdict"], row["low"] > 50, row["low"] < 60 < row["high"]) == ("proven", True, True)
    beats = [row[name] for name in meta.CIRCLE]
    assert beats[(beats.index("rock") + 1) % 3] == "scissors"
    texts = " ".join(meta.words(mix, whole, circles))
    assert "is made of" in texts
    assert "goes in circles" in texts


@pytest.mark.parametrize("blocks", [1, 2, 3, 12])
def test_too_little_is_not_resolved(blocks: int, tmp_path: Path) -> None:
    """Few blocks: no crash, and nothing is said for sure but of what is known."""
    run = load(circle_run(tmp_path, blocks))
    mix, whole, circles = meta.mix(run), meta.game(run), meta.triples(run)
    assert not (mix["verdict"] == "out").any()
    assert blocks >= meta.LEAST or not (mix["verdict"] == "in").any()
    assert set(mix["kind"]) == {"none" if blocks < meta.LEAST else "projection"}
    assert mix["low"].isna().all() == (blocks < meta.LEAST)
    assert mix["support"].isna().all() == (blocks < meta.LEAST)
    assert not (circles["verdict"] == "proven").any()
    assert meta.words(mix, whole, circles)


def test_runs_that_cannot_tell_have_no_rows(tmp_path: Path) -> None:
    """One deck; pairs drawn at random; parts that never met."""
    alone = World(decks={"X": 0.0}, strategies={"s": 0.0, "r": 0.1}, blocks=5)
    drawn = World(decks={"X": 0.0, "Y": 0.0}, strategies={"s": 0.0}, blocks=5, extra={"pairing": {"random": 3}})
    gauntlet = dataclasses.replace(drawn, decks=dict.fromkeys("UVWX", 0.0), heads=("U", "V"), extra={})
    for number, world in enumerate((alone, drawn, gauntlet)):
        run = load(write(world, tmp_path / str(number)))
        assert not len(meta.mix(run))
        assert meta.words(meta.mix(run), meta.game(run), meta.triples(run)) == () or number == 2
