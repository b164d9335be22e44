"""Strength from wins, draws and losses, with an order effect: the model of Davidson, errors clustered on luck.

In a game that A starts against B, with a = (strength A - strength B + edge) / 2,

    P(A wins) : P(draw) : P(A loses) = e^a : e^tie : e^-a,

and edge is negated where B starts. The edge is one number, or (order A + order B) / 2, so that `order` is what an
entrant gains by going first. Half points and draws are sufficient. The log-likelihood is concave (Newton's method).
Each entrant has one game more, half won and half lost, against one of strength 0: that keeps perfect records and
tables of draws finite, and is nothing beside a few hundred games. Errors are the sandwich over lots of luck ids, since
games of one luck id are not independent. Sources: Davidson 1970, JASA 65, 317-328; Davidson and Beaver 1977,
Biometrics 33, 693-702 (order); Liang and Zeger 1986, Biometrika 73 (sandwich).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from reports.stats.intervals import Floats

Ints = NDArray[np.int64]

ELO: Final = 400 / np.log(10)  # Elo-like units of one unit of strength: 400 of them are odds of 10 : 1
STEPS: Final = 50  # of Newton; ten are enough where records are not perfect
CLOSE: Final = 1e-9  # a gain of the log-likelihood a game that ends them


@dataclass(frozen=True, eq=False)
class Met:
    """Who met whom: N cells, their sums over B lots of luck ids."""

    a: Ints  # [N] entrant A
    b: Ints  # [N] entrant B
    sums: Floats  # [5, N, B] games A first, games B first, A's half points in either, draws
    entrants: int  # K


@dataclass(frozen=True, eq=False)
class Davidson:
    """The fitted model; strengths are centred, in natural units (log odds of win against loss)."""

    strength: Floats  # [K] mean 0
    order: Floats  # [1] or [K] gain by going first; [0] if none was fitted
    tie: float  # -inf without draws
    moves: Floats  # [K + orders, B] how the lots move strength and order
    covariance: Floats  # [K + orders, K + orders] of strength and order, by the sandwich
    information: Floats  # the same from the likelihood alone, games taken as independent
    residual: Floats  # [N] A's score less the fitted one
    influence: Floats  # [N, B] of the lots on these residuals


def fit(met: Met, order: str) -> Davidson:
    """Return the maximum of the likelihood; `order` is "none", "one" for all, or "each" entrant's own."""
    design = _design(met, order)
    draws = bool(met.sums[4].any())
    values = _maximum(design, _with_extra(met), draws)
    _, hessian = _slopes(design, values, _with_extra(met), draws)
    inverse = np.linalg.inv(hessian)
    scores = _lot_scores(design, values, met, draws)
    lots = scores.shape[1]
    centre = _centring(met.entrants, len(values))
    moves = (centre @ inverse @ scores)[:-1]
    residual, influence = _residuals(design, values, met, inverse @ scores)
    return Davidson(
        strength=(centre @ values)[: met.entrants],
        order=values[met.entrants : -1],
        tie=float(values[-1]) if draws else -np.inf,
        moves=moves,
        covariance=moves @ moves.T * lots / max(lots - 1, 1),
        information=(centre @ inverse @ centre.T)[:-1, :-1],
        residual=residual,
        influence=influence,
    )


def components(a: Ints, b: Ints, entrants: int) -> int:
    """Return into how many groups the K entrants fall that never met each other."""
    group = np.arange(entrants)
    for _ in range(entrants):
        least = np.minimum(group[a], group[b])
        after = group.copy()
        np.minimum.at(after, a, least)
        np.minimum.at(after, b, least)
        if (after == group).all():
            break
        group = after
    return len(np.unique(group))


def _design(met: Met, order: str) -> Floats:
    """Return [2 (N + K), P + 1] what each parameter adds to a, rows of games that A starts, then of the others.

    The last K of either half are the games against strength 0; the last column, of the tie, is empty.
    """
    size, cells = met.entrants, len(met.a)
    apart = np.zeros((cells + size, size))
    np.add.at(apart, (np.arange(cells), met.a), 0.5)
    np.add.at(apart, (np.arange(cells), met.b), -0.5)
    apart[cells:] = np.eye(size) / 2
    edge = np.zeros((cells + size, {"none": 0, "one": 1, "each": size}[order]))
    if order == "one":
        edge[:cells] = 0.5
    if order == "each":
        np.add.at(edge, (np.arange(cells), met.a), 0.25)
        np.add.at(edge, (np.arange(cells), met.b), 0.25)
        edge[cells:] = np.eye(size) / 4
    tie = np.zeros((cells + size, 1))
    return np.block([[apart, edge, tie], [apart, -edge, tie]])


def _with_extra(met: Met) -> tuple[Floats, Floats, float]:
    """Return games and A's surplus of wins over losses [2 (N + K)], and all draws; half a game more from each seat."""
    total, extra = met.sums.sum(axis=2), np.full(met.entrants, 0.5)
    games = np.concatenate([total[0], extra, total[1], extra])
    none = np.zeros(met.entrants)
    return games, np.concatenate([total[2] - total[0], none, total[3] - total[1], none]), float(total[4].sum())


def _chances(design: Floats, values: Floats, draws: bool) -> tuple[Floats, Floats]:
    """Return for each row the expected surplus of a game, P(A wins) - P(A loses), and P(draw)."""
    a = design[:, :-1] @ values[:-1]
    tie = expit(values[-1] - np.logaddexp(a, -a)) if draws else np.zeros(len(a))
    return (1 - tie) * np.tanh(a), tie


def _slopes(design: Floats, values: Floats, played: tuple[Floats, Floats, float], draws: bool) -> tuple[Floats, Floats]:
    """Return the gradient [P + 1] of the log-likelihood and its negative Hessian; 1 on the diagonal of no tie."""
    games, surplus, drawn = played
    mean, tie = _chances(design, values, draws)
    gradient = design.T @ (surplus - games * mean)
    gradient[-1] = drawn - games @ tie
    weight = games * (1 - tie - mean**2)
    hessian = design.T @ (weight[:, None] * design)
    cross = -design.T @ (games * mean * tie)
    hessian[-1], hessian[:, -1] = cross, cross
    hessian[-1, -1] = games @ (tie * (1 - tie)) if draws else 1.0
    return gradient, hessian


def _likelihood(design: Floats, values: Floats, played: tuple[Floats, Floats, float], draws: bool) -> float:
    """Return the log-likelihood."""
    games, surplus, drawn = played
    a = design[:, :-1] @ values[:-1]
    total = np.logaddexp(a, -a)
    total = np.logaddexp(total, values[-1]) if draws else total
    return float(surplus @ a + drawn * values[-1] - games @ total)


def _maximum(design: Floats, played: tuple[Floats, Floats, float], draws: bool) -> Floats:
    """Return the parameters [P + 1] of the greatest likelihood, by Newton's method; steps that overshoot are halved."""
    values = np.zeros(design.shape[1])
    now = _likelihood(design, values, played, draws)
    for _ in range(STEPS):
        gradient, hessian = _slopes(design, values, played, draws)
        step = np.linalg.solve(hessian, gradient)
        before = now
        for _ in range(STEPS):
            now = _likelihood(design, values + step, played, draws)
            if now >= before:
                break
            step /= 2
        values = values + step
        if now - before < CLOSE * played[0].sum():
            break
    return values


def _lot_scores(design: Floats, values: Floats, met: Met, draws: bool) -> Floats:
    """Return [P + 1, B] what each lot of luck ids adds to the gradient."""
    cells, size = len(met.a), met.entrants
    mean, tie = _chances(design, values, draws)
    first, second = slice(0, cells), slice(cells + size, 2 * cells + size)
    scores = np.zeros((design.shape[1], met.sums.shape[2]))
    for rows, games, points in ((first, met.sums[0], met.sums[2]), (second, met.sums[1], met.sums[3])):
        scores += design[rows].T @ (points - games - games * mean[rows, None])
        scores[-1] -= tie[rows] @ games
    scores[-1] = scores[-1] + met.sums[4].sum(axis=0) if draws else 0.0
    return scores


def _residuals(design: Floats, values: Floats, met: Met, moves: Floats) -> tuple[Floats, Floats]:
    """Return [N] score less fitted score, and [N, B] how lots move it; they move the parameters by `moves`."""
    cells, size = len(met.a), met.entrants
    draws = bool(met.sums[4].any())
    mean, tie = _chances(design, values, draws)
    played = np.maximum(met.sums[:2].sum(axis=(0, 2)), 1)
    influence = np.zeros(met.sums.shape[1:])
    slope = np.zeros((cells, design.shape[1]))
    first, second = slice(0, cells), slice(cells + size, 2 * cells + size)
    for rows, games, points in ((first, met.sums[0], met.sums[2]), (second, met.sums[1], met.sums[3])):
        influence += points - games - games * mean[rows, None]
        steep = (1 - tie[rows] - mean[rows] ** 2)[:, None] * design[rows]
        steep[:, -1] = -mean[rows] * tie[rows]
        slope += games.sum(axis=1)[:, None] * steep
    residual = influence.sum(axis=1) / (2 * played)
    return residual, (influence - slope @ moves) / (2 * played)[:, None]


def _centring(size: int, parameters: int) -> Floats:
    """Return the matrix [P + 1, P + 1] that takes the mean off the first `size` parameters."""
    centre = np.eye(parameters)
    centre[:size, :size] -= 1 / size
    return centre
