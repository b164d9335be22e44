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
from numpy.typing import NDArray
from scipy.optimize import nnls

from reports.stats.intervals import Floats

Bools = NDArray[np.bool_]

RIDGE: Final = 1e-5  # weight of the evenness against the equations: shifts weights by less than a thousandth
SMALL: Final = 1e-4  # a weight below this is none
MISSES: Final = 5  # as many solutions that no other draw has, and each draw is solved by itself


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


def of_draws(tables: Floats, even: bool = False) -> tuple[Floats, Floats, Floats]:
    """Return `zero_sum` of each of R tables [R, K, L]: mixes of rows [R, K] and of columns [R, L], and values [R].

    Where they are `even`, each the negative of its transpose, both mixes are that of `symmetric`. Most draws of one
    table have the same rows and columns in their mixes, which then solve a few linear equations: so each solution is
    tried on all draws that are left, unless too many fitted none.
    """
    count, rows, columns = tables.shape
    x, y, value, left = np.zeros((count, rows)), np.zeros((count, columns)), np.zeros(count), np.arange(count)
    misses = 0
    while len(left):
        now, left = left[0], left[1:]
        x[now], y[now], value[now] = (symmetric(tables[now]),) * 2 + (0.0,) if even else zero_sum(tables[now])
        if misses < MISSES:
            *found, fits = _alike(tables[left], x[now] > 0, y[now] > 0)
            x[left[fits]], y[left[fits]], value[left[fits]] = (part[fits] for part in found)
            left, misses = left[~fits], misses + (not fits.any())
    return x, y, value


def _alike(tables: Floats, rows: Bools, columns: Bools) -> tuple[Floats, Floats, Floats, Bools]:
    """Return x, y, value of R tables whose mixes are made of these rows and columns, and whether they are [R].

    They are, and no other mix is best, if all weights are above 0 and whatever is left out does worse.
    """
    x, y, value = np.zeros((len(tables), len(rows))), np.zeros((len(tables), len(columns))), np.zeros(len(tables))
    if rows.sum() != columns.sum():
        return x, y, value, np.zeros(len(tables), bool)
    core = tables[:, rows][:, :, columns]
    try:
        (y[:, columns], value), (x[:, rows], _) = _indifferent(core), _indifferent(core.transpose(0, 2, 1))
    except np.linalg.LinAlgError:  # some table has many solutions
        return x, y, value, np.zeros(len(tables), bool)
    slack = SMALL * np.ptp(tables, axis=(1, 2))
    worse = (tables @ y[:, :, None])[:, ~rows, 0].max(axis=1, initial=-np.inf) < value - slack
    dearer = (x[:, None] @ tables)[:, 0, ~columns].min(axis=1, initial=np.inf) > value + slack
    return x, y, value, (x[:, rows].min(axis=1) > SMALL) & (y[:, columns].min(axis=1) > SMALL) & worse & dearer


def _indifferent(tables: Floats) -> tuple[Floats, Floats]:
    """Return the weights [R, S] of columns against which all rows of a table [R, S, S] earn the same, and what [R]."""
    size = tables.shape[1]
    equations = np.pad(tables, ((0, 0), (0, 1), (0, 1)), constant_values=-1.0)
    equations[:, -1] = np.append(np.ones(size), 0.0)
    solved = np.linalg.solve(equations, np.append(np.zeros(size), 1.0)[:, None])[:, :, 0]
    return solved[:, :-1], solved[:, -1]


def _solve(equations: Floats, wanted: Floats, ridge: Floats) -> Floats:
    """Return the solution that is not negative, and among many the most even of those parts where `ridge` is 1."""
    found, _ = nnls(np.vstack([equations, RIDGE * np.diag(ridge)]), np.append(wanted, np.zeros(len(ridge))))
    return np.asarray(found, dtype=np.float64)


def _mix(weights: Floats) -> Floats:
    """Return weights that sum to 1, those that are nothing set to 0."""
    kept = np.where(weights > SMALL * weights.sum(), weights, 0.0)
    return kept / kept.sum()
