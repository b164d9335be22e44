"""Errors of a fit over meetings that are not independent: two share a deck, or a lot of luck.

Each meeting gives a score vector, its traits times its residual, and the variance is the sum of products of the score
vectors of any two meetings that share either deck or the luck id (the union of both), between two bread matrices.
By inclusion and exclusion that is

    over decks - over pairs of decks + over luck ids - (over decks and luck ids - over pairs and luck ids),

each the sum of squares of the summed vectors of its clusters: summing over decks counts two meetings of one pair twice,
once for each deck, so they are taken off once. Where every pair has luck ids of its own, luck lies within the pairs,
and the last three cancel. Sources: Aronow, Samii and Assenova 2015, Political Analysis 23 (dyadic clusters, their
decomposition); Cameron and Miller 2014 (paired data); Cameron, Gelbach and Miller 2011, JBES 29 (several ways of
clustering; a variance that is not positive semi-definite has its negative eigenvalues cut to 0).

The vectors of the clusters are products of two sparse matrices, [clusters, entrants] residuals and [entrants, traits],
made for some ten thousand meetings at a time, sorted by cluster: memory holds the residuals of all, and no matrix
[meetings, traits]. Where decks are entrants, as in millions of drawn pairs, neither clusters nor vectors of pairs are
made: residuals are then a sparse matrix [entrants, entrants], and so are their squares by pair.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_array, hstack

from reports.stats.clustered import Ints
from reports.stats.intervals import Floats, ratio
from reports.stats.meetings import Fit, Index, Residuals, Traits, squares

LOT: Final = 1 << 16  # meetings whose score vectors are in memory at a time
LUCKS: Final = 1 << 20  # blocks whose luck is looked at at a time


def deck_meat(traits: Traits, deck: Index, left: Residuals) -> Floats:
    """Return [2T, 2T] the sum over meetings that share a deck; `deck` [E] is each entrant's."""
    if len(np.unique(deck)) == len(deck) and (left.a != left.b).all():
        return _entrants(traits, left)
    return _decks(traits, deck, left, np.zeros(len(left.a), dtype=np.int64))


def luck_meat(traits: Traits, deck: Index, left: Residuals, luck: Ints) -> Floats:
    """Return [2T, 2T] the sum over blocks that share their `luck` id [N] and no deck: what `deck_meat` lacks."""
    total = np.zeros((2 * traits.shape[1], 2 * traits.shape[1]))
    order = np.argsort(luck, kind="stable")
    for lot in _lots(luck[order], LUCKS):
        part, where = left.at(order[lot]), luck[order[lot]]
        total += _meat(traits, where, part) - _decks(traits, deck, part, where)
    return total


def covariance(fitted: Fit, meat: Floats, contrasts: Floats, factor: float) -> Floats:
    """Return [C, C] the covariance of `contrasts` [C, 2T] of a fit, in squared scores a game, no eigenvalue below 0."""
    weights = contrasts @ fitted.inverse
    values, vectors = np.linalg.eigh(weights @ meat @ weights.T)
    mended: Floats = factor * (vectors * np.maximum(values, 0)) @ vectors.T
    return mended


def small_sample(decks: int, rank: int, lucks: int = 0) -> float:
    """Return the factor of the variance for D decks, k = `rank` fitted coefficients and L luck ids (0: not shared).

    Fitting k coefficients to D decks makes the residuals that decks have in common too small by (D - k) / D on average:
    (D / (D - k))² is the average of the correction HC3 (MacKinnon and White 1985, J. of Econometrics 29). The factor
    D / (D - k) of HC1 falls short in simulation, since clusters that are taken off lessen the variance too. Luck ids
    that are shared add L / (L - 1). Infinite where D <= k or L = 1.
    """
    few = float(ratio(decks, decks - rank)) ** 2 * (float(ratio(lucks, lucks - 1)) if lucks else 1.0)
    return few if np.isfinite(few) else np.inf


def _entrants(traits: Traits, left: Residuals) -> Floats:
    """Return the sum over meetings that share an entrant: what `_decks` returns where none meets himself or his deck.

    Of two that met, all meetings are one entry, seen from the one that is further up in `traits`: its total is turned
    round where it was B, and its surplus stays.
    """
    size, values = traits.shape[0], traits.toarray()
    total = np.where(left.a < left.b, left.total, -left.total)
    where = np.minimum(left.a, left.b), np.maximum(left.a, left.b)
    strength, edge = (csr_array((part, where), shape=(size, size)) for part in (total, left.surplus / 2))
    sums = np.hstack([_vectors(values, strength, -1), _vectors(values, edge, 1)])
    mixed = squares(traits, strength * edge, -1, 1)
    pairs = [[squares(traits, strength * strength, -1, -1), mixed], [mixed.T, squares(traits, edge * edge, 1, 1)]]
    return np.asarray(sums.T @ sums - np.block(pairs))


def _vectors(values: Floats, met: Any, sign: int) -> Floats:
    """Return [E, T] the sum over those whom each entrant x met, y, of met[x, y] (F[x] + sign F[y]) from either side."""
    seen = met + sign * met.T
    return np.asarray(seen.sum(axis=1)[:, None] * values + sign * (seen @ values))


def _decks(traits: Traits, deck: Index, left: Residuals, luck: Ints) -> Floats:
    """Return the sum over meetings that share a deck and their luck id [N]: over decks, less what came twice."""
    count = int(deck.max(initial=0)) + 1
    mine, rivals = (luck * count + deck[who] for who in (left.a, left.b))
    other = np.flatnonzero(mine != rivals)
    each = np.concatenate([mine, rivals[other]])
    both = left.at(np.concatenate([np.arange(len(mine)), other]))
    pair = np.minimum(mine, rivals)[other] * count + np.maximum(deck[left.a], deck[left.b])[other]
    return _meat(traits, each, both) - _meat(traits, pair, left.at(other))


def _meat(traits: Traits, label: Ints, left: Residuals) -> Floats:
    """Return the sum over clusters, named by `label` [N], of the squares of their summed score vectors."""
    total = np.zeros((2 * traits.shape[1], 2 * traits.shape[1]))
    order = np.argsort(label, kind="stable")
    for lot in _lots(label[order], LOT):
        sums = _sums(traits, label[order[lot]], left.at(order[lot]))
        total += sums.T @ sums
    return total


def _sums(traits: Traits, label: Ints, left: Residuals) -> Floats:
    """Return [clusters, 2T] the score vectors of clusters, named by the sorted `label` [N], each summed."""
    row = np.cumsum(np.diff(label, prepend=label[:1]) > 0)
    where = np.concatenate([row, row]), np.concatenate([left.a, left.b])
    shape = (int(row[-1]) + 1, traits.shape[0])
    strength = csr_array((np.concatenate([left.total, -left.total]), where), shape=shape)
    edge = csr_array((np.concatenate([left.surplus, left.surplus]) / 2, where), shape=shape)
    return np.asarray(hstack([strength @ traits, edge @ traits]).toarray())


def _lots(label: Ints, most: int) -> Iterator[slice]:
    """Yield slices of a sorted `label` [N]: whole clusters, at most `most` rows but where one cluster is larger."""
    start = 0
    while start < len(label):
        stop = min(start + most, len(label))
        if stop < len(label):
            whole = int(np.searchsorted(label, label[stop]))
            stop = whole if whole > start else int(np.searchsorted(label, label[stop], side="right"))
        yield slice(start, stop)
        start = stop
