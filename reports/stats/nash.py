"""Best mixes of zero-sum games, from payoff tables: what nobody can beat on average.

A mix x of a symmetric game (payoff A = -A') is best if no single choice beats it, A x <= 0; of any table P (row
player's payoff) the two mixes x, y and the value v are best if P'x >= v and P y <= v. Both are systems of equations in
unknowns that are not negative (slacks added), solved by non-negative least squares; its tiny ridge picks of many best
mixes the one that is spread most evenly (least sum of squares), so that a table of draws gives equal weights and not
the first choice. Sources: von Neumann 1928; Lawson and Hanson 1974 (NNLS); Balduzzi et al. 2018, arXiv 1806.02643 (why
a unique mix is wanted).
"""

from typing import Final

import numpy as np
from scipy.optimize import nnls

from reports.stats.intervals import Floats

RIDGE: Final = 1e-5  # weight of the evenness against the equations: shifts weights by less than a thousandth
SMALL: Final = 1e-4  # a weight below this is none


def symmetric(payoff: Floats) -> Floats:
    """Return the best mix [K] of a symmetric zero-sum game with `payoff` [K, K] = -payoff', in any unit."""
    size = len(payoff)
    scaled = payoff / (np.abs(payoff).max() or 1.0)
    equations = np.block([[scaled, np.eye(size)], [np.ones((1, size)), np.zeros((1, size))]])
    found = _solve(equations, np.append(np.zeros(size), 1.0), np.append(np.ones(size), np.zeros(size)))
    return _mix(found[:size])


def zero_sum(payoff: Floats) -> tuple[Floats, Floats, float]:
    """Return the best mixes of the row player [K] and of the column player [L], and the value, of `payoff` [K, L].

    With all payoffs made positive, u = x / v and w = y / v solve P'u >= 1, P w <= 1, sum u = sum w.
    """
    rows, columns = payoff.shape
    least, spread = payoff.min(), (payoff.max() - payoff.min()) or 1.0
    positive = (payoff - least) / spread + 1
    equations = np.block(
        [
            [positive.T, np.zeros((columns, columns)), -np.eye(columns), np.zeros((columns, rows))],
            [np.zeros((rows, rows)), positive, np.zeros((rows, columns)), np.eye(rows)],
            [np.ones((1, rows)), -np.ones((1, columns)), np.zeros((1, rows + columns))],
        ]
    )
    wanted = np.concatenate([np.ones(columns), np.ones(rows), [0.0]])
    found = _solve(equations, wanted, np.concatenate([np.ones(rows + columns), np.zeros(rows + columns)]))
    x, y = _mix(found[:rows]), _mix(found[rows : rows + columns])
    return x, y, float(x @ payoff @ y)


def _solve(equations: Floats, wanted: Floats, ridge: Floats) -> Floats:
    """Return the solution that is not negative, and among many the most even of those parts where `ridge` is 1."""
    found, _ = nnls(np.vstack([equations, RIDGE * np.diag(ridge)]), np.append(wanted, np.zeros(len(ridge))))
    return np.asarray(found, dtype=np.float64)


def _mix(weights: Floats) -> Floats:
    """Return weights that sum to 1, those that are nothing set to 0."""
    kept = np.where(weights > SMALL * weights.sum(), weights, 0.0)
    return kept / kept.sum()
