"""The variance over meetings that share a deck or their luck: against all pairs of meetings, one by one."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from reports.stats import dyadic
from reports.stats.dyadic import covariance, deck_meat, luck_meat, small_sample
from reports.stats.meetings import Residuals, fit, residuals
from tests.reports.pairs import as_rows, contrasts, random_meetings, traits

DECK = np.tile(np.arange(12), 2).astype(np.int32)  # of 24 entrants: each deck with two strategies
TRAITS = csr_array(traits())


def sharing(left: Residuals, deck: np.ndarray) -> np.ndarray:
    """Return for any two meetings whether they share a deck [N, N]."""
    mine, rivals = deck[left.a], deck[left.b]
    return np.logical_or.reduce([x[:, None] == y for x in (mine, rivals) for y in (mine, rivals)])


def scores(left: Residuals) -> np.ndarray:
    """Return the score vector of each meeting [N, 2T]."""
    apart, half = np.split(as_rows(traits(), left)[0], 2, axis=1)
    return np.hstack([apart * left.total[:, None], half * left.surplus[:, None]])


@pytest.mark.parametrize("lot", [1, 7, 1 << 16])
def test_meat_is_the_sum_over_all_meetings_that_share(lot: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By brute force, where pairs recur, decks meet themselves, and one deck comes with two strategies; any lots."""
    monkeypatch.setattr(dyadic, "LOT", lot)
    monkeypatch.setattr(dyadic, "LUCKS", 10 * lot)
    rng = np.random.default_rng(4)
    met, luck = random_meetings(5, 24, 300), rng.integers(0, 9, 300)
    left = residuals(TRAITS, met, fit(TRAITS, met))
    vectors, decks, lucks = scores(left), sharing(left, DECK), luck[:, None] == luck
    by_deck = deck_meat(TRAITS, DECK, left)
    assert by_deck == pytest.approx(vectors.T @ decks @ vectors)
    union = by_deck + luck_meat(TRAITS, DECK, left, luck)
    assert union == pytest.approx(vectors.T @ (decks | lucks) @ vectors)


@pytest.mark.parametrize("size", [0, 1, 300])
def test_meat_of_decks_with_one_entrant_each_is_that_sum_too(size: int) -> None:
    """They are summed in a way of their own: by brute force, to rounding, where pairs recur and either is A."""
    met, deck = random_meetings(8, 24, size + 20), np.random.default_rng(2).permutation(24).astype(np.int32)
    some = np.flatnonzero(met.a != met.b)[:size]
    left = residuals(TRAITS, met, fit(TRAITS, met)).at(some)
    vectors = scores(left)
    assert dyadic._entrants(TRAITS, left) == pytest.approx(vectors.T @ sharing(left, deck) @ vectors, abs=1e-9)
    assert deck_meat(TRAITS, deck, left) == pytest.approx(dyadic._entrants(TRAITS, left), abs=0)
    general = dyadic._decks(TRAITS, deck, left, np.zeros(size, dtype=np.int64))
    assert general == pytest.approx(dyadic._entrants(TRAITS, left), abs=1e-9)


def test_decks_that_meet_themselves_are_not_taken_for_pairs() -> None:
    """One meeting of an entrant with himself is enough: the sum is that over all meetings that share a deck."""
    met, deck = random_meetings(9, 24, 100), np.arange(24, dtype=np.int32)
    left = residuals(TRAITS, met, fit(TRAITS, met))
    assert (met.a == met.b).any()
    vectors = scores(left)
    assert deck_meat(TRAITS, deck, left) == pytest.approx(vectors.T @ sharing(left, deck) @ vectors)


def test_luck_that_no_two_pairs_share_adds_nothing() -> None:
    """It lies within the pairs, which share their decks anyway."""
    met = random_meetings(6, 24, 200)
    left = residuals(TRAITS, met, fit(TRAITS, met))
    pair = np.minimum(DECK[left.a], DECK[left.b]) * 12 + np.maximum(DECK[left.a], DECK[left.b])
    nothing = luck_meat(TRAITS, DECK, left, pair.astype(np.int64))
    assert np.abs(nothing).max() < 1e-9 * np.abs(deck_meat(TRAITS, DECK, left)).max()


def test_covariance_is_mended() -> None:
    """Few meetings of few decks give negative eigenvalues; these become 0, and what is positive stays."""
    met = random_meetings(7, 24, 40)
    found = fit(TRAITS, met)
    meat = deck_meat(TRAITS, DECK, residuals(TRAITS, met, found))
    many = np.kron(np.eye(2), np.hstack([np.eye(6) - 1 / 6, np.zeros((6, 3))]))
    raw = many @ found.inverse @ meat @ found.inverse @ many.T
    assert np.linalg.eigvalsh(raw)[0] < -1e-6
    mended = covariance(found, meat, many, 1.0)
    assert np.linalg.eigvalsh(mended)[0] > -1e-12
    values, vectors = np.linalg.eigh(raw)
    assert mended == pytest.approx((vectors * np.maximum(values, 0)) @ vectors.T)
    assert covariance(found, meat, contrasts(), 4.0) == pytest.approx(4 * covariance(found, meat, contrasts(), 1.0))


def test_small_samples_widen() -> None:
    """(D / (D - k))², times L / (L - 1) where luck is shared; nothing is known with no more decks than coefficients."""
    assert small_sample(100, 20) == pytest.approx((100 / 80) ** 2)
    assert small_sample(100, 20, 11) == pytest.approx((100 / 80) ** 2 * 1.1)
    assert small_sample(20, 20) == np.inf
    assert small_sample(100, 20, 1) == np.inf
