"""What a trait of an entrant is worth: least squares of the score on the traits of the two that meet.

Entrant e has traits F[e] (cards of its deck, its strategy, a constant). In a game that A starts against B

    A's score - 1/2 = F[A] first - F[B] second + error,

where `first` and `second` are what traits are worth to their owner when he starts and when he does not. With
worth = (first + second) / 2 and gap = first - second this is (F[A] - F[B]) worth ± (F[A] + F[B]) gap / 2, plus in
games that A starts and minus in those that B starts. So both come from one fit; with as many games from either seat
they are two regressions that do not touch: strength on the difference of traits, the edge of the first player on their
sum. The constant is the edge itself, and cancels out of the worth.

Traits are the same in all games of a pair, so nothing is summed but games and scores by pair: the sums of squares are
F' M F, where M [E, E] holds the games of each pair, and M and F are sparse. Source: the linear model of paired
comparison with an order effect (Mosteller 1951; Scheffe 1952), by least squares on scores in place of a link, so that
effects are in points.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import pinvh
from scipy.sparse import csr_array

from reports.stats.intervals import Floats, ratio

Index = NDArray[np.int32]
Bools = NDArray[np.bool_]
Traits = Any  # csr_array [E, T] of float64, whose stubs promise less than its products give

SINGULAR: Final = 1e-9  # eigenvalues below this share of the largest, columns scaled to one length, count as 0
UNKNOWN: Final = 1e-6  # by how much a contrast may miss what the design tells


@dataclass(frozen=True, eq=False)
class Meetings:
    """Who met whom with what result: N sums over games of one pair each, as cells or as blocks."""

    a: Index  # [N] entrant A, a row of the traits
    b: Index  # [N] entrant B
    first: Floats  # [N] games that A started
    second: Floats  # [N] games that B started
    gain_first: Floats  # [N] A's score less one half, summed over the games that A started
    gain_second: Floats  # [N] the same over those that B started


@dataclass(frozen=True, eq=False)
class Residuals:
    """What a fit leaves of N meetings, summed over their games."""

    a: Index  # [N] entrant A
    b: Index  # [N] entrant B
    total: Floats  # [N] A's score less the fitted one
    surplus: Floats  # [N] the same over games that A started, less that over the others

    def at(self, rows: NDArray[Any]) -> "Residuals":
        """Return those of the meetings at `rows`, which may repeat."""
        return Residuals(self.a[rows], self.b[rows], self.total[rows], self.surplus[rows])


@dataclass(frozen=True, eq=False)
class Fit:
    """Coefficients of the T traits, those of worth before those of gap, and what the design tells about them."""

    worth: Floats  # [T] score a game, not unique by itself: only contrasts that `tells` are
    gap: Floats  # [T] score a game when first less when second, likewise
    inverse: Floats  # [2T, 2T] a generalised inverse of the sums of squares
    tells: Floats  # [2T, 2T] a contrast c is told if c @ tells = c
    rank: int  # of the traits' differences


def fit(traits: Traits, met: Meetings) -> Fit:
    """Return the least squares fit over all games of `met`, each of the same weight."""
    size = traits.shape[0]
    games, surplus = (
        csr_array((weight, (met.a, met.b)), shape=(size, size))
        for weight in (met.first + met.second, met.first - met.second)
    )
    strength, mixed = squares(traits, games, -1, -1), squares(traits, surplus, -1, 1) / 2
    design = np.block([[strength, mixed], [mixed.T, squares(traits, games, 1, 1) / 4]])
    inverse, _ = _inverse(design)
    totals = np.concatenate(_totals(traits, met))
    worth, gap = np.split(inverse @ totals, 2)
    return Fit(worth, gap, inverse, inverse @ design, _inverse(strength)[1])


def squares(traits: Traits, met: Any, left: int, right: int) -> Floats:
    """Return [T, T] the sum over a, b of met[a, b] (F[a] + left F[b])' (F[a] + right F[b]), `met` [E, E] sparse.

    Never a product of two dense matrices: libraries of linear algebra take many times as long for one of this shape
    when they have threads and the processor is busy.
    """
    values = traits.toarray()  # beside millions of entries of `met` faster than sparse
    cross = traits.T @ (met @ values)
    own, rivals = (traits.T @ (met.sum(axis=axis)[:, None] * values) for axis in (1, 0))
    return np.asarray(own + right * cross + left * cross.T + left * right * rivals)


def residuals(traits: Traits, met: Meetings, fitted: Fit) -> Residuals:
    """Return what the fit leaves of the meetings `met`, which may be finer than those it was made from."""
    worth, gap = traits @ fitted.worth, traits @ fitted.gap
    strength, edge = worth[met.a] - worth[met.b], (gap[met.a] + gap[met.b]) / 2
    first = met.gain_first - met.first * (strength + edge)
    second = met.gain_second - met.second * (strength - edge)
    return Residuals(met.a, met.b, first + second, first - second)


def joined(parts: Iterable[Residuals]) -> Residuals:
    """Return all of these one after another."""
    columns = zip(*((part.a, part.b, part.total, part.surplus) for part in parts), strict=True)
    return Residuals(*(np.concatenate(column) for column in columns))


def told(fitted: Fit, contrasts: Floats) -> Bools:
    """Return for each of the `contrasts` [C, 2T] of (worth, gap) whether the design tells it (is estimable)."""
    miss = np.abs(contrasts @ fitted.tells - contrasts).max(axis=1, initial=0.0)
    return np.asarray(miss < UNKNOWN, dtype=np.bool_)


def _totals(traits: Traits, met: Meetings) -> tuple[Floats, Floats]:
    """Return [T] the gains of all entrants by trait, and their gains when first less when second, halved."""
    both, surplus = met.gain_first + met.gain_second, met.gain_first - met.gain_second
    mine, rivals = (np.bincount(who, both, traits.shape[0]) for who in (met.a, met.b))
    edges = [np.bincount(who, surplus, traits.shape[0]) for who in (met.a, met.b)]
    return traits.T @ (mine - rivals), traits.T @ (edges[0] + edges[1]) / 2


def _inverse(squares: Floats) -> tuple[Floats, int]:
    """Return a generalised inverse of a symmetric matrix [P, P] of sums of squares, and its rank."""
    length = np.sqrt(np.diag(squares))
    scale = np.where(length > 0, ratio(1, length), 1.0)
    scaled, rank = pinvh(scale[:, None] * squares * scale, rtol=SINGULAR, return_rank=True)
    return np.asarray(scale[:, None] * scaled * scale, dtype=np.float64), int(rank)
