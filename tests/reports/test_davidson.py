"""The model of strength: the truth within its errors, its special case against another library, and its edges."""

import choix
import numpy as np
import pytest
from statsmodels.discrete.discrete_model import Logit

from reports.stats.davidson import Met, components, fit
from reports.stats.intervals import t_interval
from reports.stats.quadratic import p_value
from tests.reports.world import davidson_chances, met, worlds

STRENGTH = np.array([-0.6, -0.2, 0.0, 0.1, 0.7])
SIZE = len(STRENGTH)
ORDER, TIE = np.full(SIZE, 0.3), -1.0


@pytest.mark.soak
@pytest.mark.parametrize("lucks", [30, 100])
def test_intervals_hold_the_truth(lucks: int) -> None:
    """95 % within three standard errors, whatever luck cells share; and a true model fits nineteen in twenty."""
    rng, repeats = np.random.default_rng(1), worlds(300)
    held, fits = [], []
    for _ in range(repeats):
        found = fit(met(rng, *davidson_chances(STRENGTH, ORDER, TIE), lucks), "one")
        low, high = t_interval(np.append(found.strength, found.order), np.sqrt(np.diag(found.covariance)), lucks)
        truth = np.append(STRENGTH - STRENGTH.mean(), ORDER[0])
        held.append((low <= truth) & (truth <= high))
        fits.append(p_value(found.residual, found.influence))
    spread = np.sqrt(0.95 * 0.05 / repeats)
    assert np.abs(np.mean(held, axis=0) - 0.95).max() < 4 * spread  # the largest of six
    assert abs(np.mean(held) - 0.95) < 3 * spread
    assert np.mean(np.array(fits) < 0.05) < 0.05 + 3 * spread


def test_orders_of_single_decks_are_found() -> None:
    """Within five standard errors, and unlike ones are told from like ones."""
    order = np.array([0.0, 0.9, 0.3, 0.3, 0.0])
    found = fit(met(np.random.default_rng(2), *davidson_chances(STRENGTH, order, TIE), 2000), "each")
    error = np.sqrt(np.diag(found.covariance))
    assert (np.abs(found.order - order) < 5 * error[SIZE:]).all()
    assert (np.abs(found.strength - STRENGTH + STRENGTH.mean()) < 5 * error[:SIZE]).all()
    assert abs(found.tie - TIE) < 0.1
    centre = np.eye(SIZE) - 1 / SIZE
    assert p_value(centre @ found.order, centre @ found.moves[SIZE:]) < 1e-6


def test_a_table_of_circles_does_not_fit() -> None:
    """Rock, paper and scissors are equally strong, which explains nothing."""
    win = 0.5 + 0.1 * np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    found = fit(met(np.random.default_rng(3), win, np.zeros((3, 3)), 500), "one")
    assert np.abs(found.strength).max() < 0.2
    assert p_value(found.residual, found.influence) < 1e-6
    assert found.tie == -np.inf


def test_without_draws_and_order_it_is_bradley_and_terry() -> None:
    """As choix has it, but for the extra game of each deck, whose weight is a thousandth."""
    games = met(np.random.default_rng(4), *davidson_chances(STRENGTH, 0 * ORDER, -np.inf), 1000)
    won = (games.sums[2] + games.sums[3]).sum(axis=1) / 2
    pairs = [(a, b, w, 2000 - w) for a, b, w in zip(games.a, games.b, won, strict=True) if a != b]
    data = [(a, b) for a, b, w, _ in pairs for _ in range(int(w))]
    data += [(b, a) for a, b, _, lost in pairs for _ in range(int(lost))]
    assert fit(games, "none").strength == pytest.approx(choix.opt_pairwise(SIZE, data), abs=2e-3)


def test_with_order_it_is_a_logistic_regression_with_clustered_errors() -> None:
    """As statsmodels has it without draws: estimates but for the extra games, errors but for a small-sample factor."""
    table = met(np.random.default_rng(7), *davidson_chances(STRENGTH, ORDER, -np.inf), 400)
    cells, lucks = table.sums.shape[1:]
    apart = np.eye(SIZE)[table.a] - np.eye(SIZE)[table.b]
    design = np.concatenate([np.c_[apart, np.ones(cells)], np.c_[apart, -np.ones(cells)]]).repeat(lucks, axis=0)
    won = np.concatenate([table.sums[2], table.sums[3]]).ravel() / 2
    centred = np.linalg.svd(np.eye(SIZE) - 1 / SIZE)[0][:, : SIZE - 1]  # strengths that sum to 0
    regressors = np.c_[design[:, :SIZE] @ centred, design[:, SIZE]]
    groups = {"groups": np.tile(np.arange(lucks), 2 * cells)}
    oracle = Logit(won, regressors).fit(disp=0, cov_type="cluster", cov_kwds=groups)
    found = fit(table, "one")
    assert np.append(found.strength, found.order) == pytest.approx(
        np.append(centred @ oracle.params[:-1], oracle.params[-1]), abs=3e-3
    )
    back = np.block([[centred, np.zeros((SIZE, 1))], [np.zeros((1, SIZE - 1)), np.ones((1, 1))]])
    errors = np.sqrt(np.diag(back @ oracle.cov_params() @ back.T))
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx(errors, rel=5e-3)


def test_perfect_records_and_tables_of_draws_stay_finite() -> None:
    """No crash, the winner ahead, and an error by the likelihood where there is no spread."""
    wins = met(np.random.default_rng(5), np.array([[0.5, 1.0], [0.0, 0.5]]), np.zeros((2, 2)), 50)
    found = fit(wins, "one")
    assert 2 < found.strength[0] - found.strength[1] < 20
    assert found.information[0, 0] > 0.1
    draws = fit(met(np.random.default_rng(6), np.zeros((2, 2)), np.ones((2, 2)), 50), "one")
    assert draws.strength == pytest.approx([0, 0])
    assert np.isfinite(draws.tie)


def test_parts_that_never_met_are_counted() -> None:
    """Chains are one part."""
    assert components(np.array([0, 2]), np.array([1, 3]), 4) == 2
    assert components(np.array([3, 1, 2]), np.array([2, 0, 1]), 4) == 1
    assert isinstance(met(np.random.default_rng(0), np.eye(2), np.zeros((2, 2)), 1), Met)
