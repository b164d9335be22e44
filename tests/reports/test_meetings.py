"""Least squares over meetings: against the same by hand and by plain matrices, and what a design does not tell."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from reports.stats.meetings import Meetings, fit, joined, residuals, told
from tests.reports.pairs import as_rows, contrasts, random_meetings, traits


def test_fit_is_least_squares_over_games() -> None:
    """Plain matrices, a row a game and seat, weighted by games; contrasts are unique though coefficients are not."""
    met = random_meetings(1, 24, 150)
    first, second = as_rows(traits(), met)
    squares = (first.T * met.first) @ first + (second.T * met.second) @ second
    plain = np.linalg.pinv(squares, rcond=1e-10, hermitian=True) @ (
        first.T @ met.gain_first + second.T @ met.gain_second
    )
    found = fit(csr_array(traits()), met)
    assert contrasts() @ np.concatenate([found.worth, found.gap]) == pytest.approx(contrasts() @ plain)
    assert told(found, contrasts()).all()
    assert found.rank == 6  # five contrasts of cards, one of strategies
    left = residuals(csr_array(traits()), met, found)
    one, two = met.gain_first - met.first * (first @ plain), met.gain_second - met.second * (second @ plain)
    assert left.total == pytest.approx(one + two)
    assert left.surplus == pytest.approx(one - two)


def test_worth_and_gap_by_hand() -> None:
    """X beats Y by 0.3 a game when first and by 0.1 when second; a mirror of Y gives its starter 0.05.

    worth(X) - worth(Y) = (0.3 + 0.1) / 2, and the edges are 0.1 = edge + (gap X + gap Y) / 2 and 0.05 = edge + gap Y.
    """
    met = Meetings(
        a=np.array([0, 1], dtype=np.int32),
        b=np.array([1, 1], dtype=np.int32),
        first=np.array([2.0, 1.0]),
        second=np.array([2.0, 1.0]),
        gain_first=np.array([0.6, 0.05]),
        gain_second=np.array([0.2, -0.05]),
    )
    found = fit(csr_array(np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])), met)
    assert found.worth[0] - found.worth[1] == pytest.approx(0.2)
    assert found.gap[0] - found.gap[1] == pytest.approx(0.1)


def test_cells_and_their_blocks_give_one_fit() -> None:
    """Meetings and the same again at half their size are one and a half of each; parts of residuals join again."""
    met = random_meetings(2, 24, 200)
    whole = fit(csr_array(traits()), met)
    columns = (met.a, met.b, met.first, met.second, met.gain_first, met.gain_second)
    split = Meetings(*(np.concatenate([c, c / 2] if c.dtype == np.float64 else [c, c]) for c in columns))
    again = fit(csr_array(traits()), split)
    assert contrasts() @ np.append(again.worth, again.gap) == pytest.approx(
        contrasts() @ np.append(whole.worth, whole.gap)
    )
    left = residuals(csr_array(traits()), met, whole)
    parts = joined([left.at(np.arange(50)), left.at(np.arange(50, 200))])
    assert np.array_equal(parts.total, left.total)


def test_what_the_design_does_not_tell() -> None:
    """Two cards that always go together; and the edge, since it is the mean of the gaps by another name."""
    cards = np.array([[1, 1, 1, 0, 0], [1, 1, 0, 1, 0], [0, 0, 1, 1, 1], [1, 1, 0, 0, 1]], dtype=np.float64)
    met = random_meetings(3, 4, 60)
    centred = np.eye(5) - 0.2
    known = told(fit(csr_array(cards), met), np.hstack([centred, np.zeros((5, 5))]))
    assert list(known) == [False, False, True, True, True]
    found = fit(csr_array(np.hstack([np.eye(4), np.ones((4, 1))])), met)
    assert told(found, np.hstack([np.zeros((4, 5)), np.eye(4) - 0.25, np.zeros((4, 1))])).all()
    assert not told(found, np.hstack([np.zeros((1, 9)), np.ones((1, 1))])).any()
