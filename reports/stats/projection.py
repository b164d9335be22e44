"""Limits of the weights of a best mix by projection: all mixes that are best for some table inside a band.

Let x be a best mix of the rows of the true table A with value v: in every column x'A >= v. With U = estimates + c
errors, a mean of entries is above that of their upper ends no more often than one entry is, since the error of a mean
is no more than the mean of the errors; so x'A <= x'U in all columns together, if c allows one tail for each of them.
Likewise the value of L = estimates - c errors is v or less, if c allows one for each row. Then x is one of

    {x >= 0, sum x = 1, x'U >= value of L in every column},

and its weights lie, all at once, between the least and the greatest of this set: linear programs. In a symmetric game
v is 0, and the columns alone count. Nothing is asked of the table: many mixes may be best, and decks may be as close as
they like, where a bootstrap of the best mix fails (of three decks half a point apart it held 60 to 90 %). Sources:
Scheffé 1953, Biometrika 40, 87-104; Dufour and Taamouti 2005, Econometrica 73, 1351-1365 (sets by projection).
"""

from typing import Any, Final

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import eye_array, kron

from reports.stats.intervals import Floats, Limits

ROUNDING: Final = 1e-6  # of the spread of payoffs: the value of a table is found to less


def weight_limits(upper: Floats, value: float) -> Limits:
    """Return the least and the greatest weight [K] among the mixes x with x'`upper` >= `value`: 2 K programs in one.

    `upper` [K, L] are the greatest payoffs of the rows. ArithmeticError if no mix reaches the `value`, which has
    their unit.
    """
    rows, columns = upper.shape
    goal, bound = np.stack([np.eye(rows), -np.eye(rows)]), np.full(2 * rows * columns, ROUNDING * np.ptp(upper) - value)
    every: Any = eye_array(2 * rows)  # sparse, of which the stubs of linprog do not know
    least_earned, sums = (kron(every, part, format="csr") for part in (-upper.T, np.ones((1, rows))))
    found = linprog(goal.ravel(), least_earned, bound, sums, np.ones(2 * rows))
    if found.x is None:
        raise ArithmeticError(found.message)
    least, most = np.clip(np.diagonal(found.x.reshape(goal.shape), axis1=1, axis2=2), 0, 1)
    return least, most
