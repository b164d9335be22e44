"""Equilibrium: Kuhn's own solution. Nobody can win against it in the long run; against itself seat 0 loses 1/18 a game.

Seat 0 has a family of solutions, one for each rate a of bluffs from 0 to 1/3; here a = `bluff` / 9, `bluff` 0 to 3:

- seat 0 bets a jack with odds a and a king with odds 3a, and never a queen; against a bet it folds a jack, calls with
  a king, and with a queen calls with odds a + 1/3;
- seat 1 (one solution) bets or calls with every king; it never bets a queen, but calls with it with odds 1/3; it bets a
  jack after a pass with odds 1/3, and never calls with it.

All odds are whole ninths, drawn without any rounding. Against random it wins 0.129 chips a game from seat 0 and 0.166
from seat 1 (errors 0.001), yet only 50 and 47 games in 100: it folds often and cheaply.
"""

from typing import Final

import numpy as np

from sim import pick
from sim.arrays import I16, Coin, Sets
from sim.rulesets.kuhn.state import View

_WHOLE: Final = 9


def act(view: View, legal: Sets, coin: Coin, *, bluff: int = 2) -> I16:
    """Return [n] a pass or a bet by the odds above; `bluff` in ninths, 0 to 3."""
    if bluff not in range(4):
        raise ValueError(f"bluff = {bluff}: right would be 0, 1, 2 or 3 ninths")
    bet = np.array(
        [
            *(bluff, 0, 3 * bluff),  # START with jack, queen, king
            *(3, 0, 9),  # PASSED
            *(0, 3, 9),  # BETTED
            *(0, bluff + 3, 9),  # PASSED_BETTED
        ],
        np.int16,
    ).take(view.spot * np.int8(3) + view.hand, mode="clip")
    return pick.odds(np.stack([_WHOLE - bet, bet]), legal, coin)
