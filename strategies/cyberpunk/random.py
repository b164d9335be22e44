"""Random: any legal action, all equally likely, copies of a card being actions of their own. The floor for all others.

Parameter: `eager` (0), whole per cent from 0 to 100: so often is "end the turn" left out while anything else is legal.

It scores 50 % against itself, by symmetry.
"""

import numpy as np

from sim import luck, pick
from sim.arrays import I16, Coin, Sets
from sim.rulesets.cyberpunk.state import PASS, REST, Asked, View

_HALF = np.uint64(32)


def act(view: View, legal: Sets, coin: Coin, *, eager: int = 0) -> I16:
    """Return [n] a uniform choice; raise ValueError if `eager` is not 0 to 100."""
    if not 0 <= eager <= 100:
        raise ValueError(f"eager = {eager}: right would be 0 to 100")
    return pick.uniform(_without_end(view, legal, coin, eager) if eager else legal, coin)


def _without_end(view: View, legal: Sets, coin: Coin, eager: int) -> Sets:
    """Return the sets without "end the turn", where the lower half of the coin says so and something is left."""
    keen = (view.asked == Asked.MAIN) & (luck.below(coin << _HALF, 100) < eager) & (pick.size(legal) > 1)
    left = legal.copy()
    left[REST] &= ~(keen.astype(np.uint64) << np.uint64(PASS))
    return left
