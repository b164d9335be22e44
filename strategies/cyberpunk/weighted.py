"""Weighted: the best action by weights of your own.

`aggro`, `control`, `gigs` and `economy` are settings of it. By default it builds up first (sells, goes solo, plays
Units, Calls, dresses them), then defeats what is spent, then steals.

Parameters, whole numbers from -100 to 100 (in brackets what is played by default). In the main phase what is worth most
is done first, and what is worth less than nothing never; an attack that is worth anything is worth 1 to 10 there,
ending the turn 0:

- `sell` (60): selling, less the worth of the card (twice its cost, and 1 if it is no Program), while there are fewer
  Eddies than `eddies` (7);
- `solo` (80): GO SOLO; `unit` (50): a Unit, plus its cost; `call` (45): a Call; `gear` (30): Gear on a Unit, plus its
  power;
- `use` (26): an ability; `program` (20): a Program while the rival has a Unit; `quick` (-1): the same of a QUICK one,
  which can wait for the rival's turn.

Attacks and reactions, in units of worth as above:

- `gig` (14): a die stolen, or kept; `decide` (40): more, if it makes seven or takes the rival's seventh;
- `fight` (10): a Unit defeated, besides its worth;
- `risk` (2): less for a theft that a ready Blocker may beat, for each € of the attacker; `hold` (2): less for one by a
  Blocker of one's own;
- `block` (3): thirds of a Blocker's worth that its fall counts; `react` (5): a QUICK Program or ability in the rival's
  turn;
- `die` (1): 1 rolls the largest die first, -1 the smallest.

Measured against `random`: 100.0 % of points, mean over decks.
"""

import numpy as np

from sim.arrays import I16, I32, Coin, Sets
from sim.rulesets.cyberpunk.state import View
from strategies.cyberpunk._weigh import Weights, checked, choose


def act(  # noqa: PLR0913  # a weight a thing of worth: the parameters are the strategy
    view: View,
    legal: Sets,
    coin: Coin,
    *,
    sell: int = 60,
    eddies: int = 7,
    solo: int = 80,
    unit: int = 50,
    gear: int = 30,
    call: int = 45,
    use: int = 26,
    program: int = 20,
    quick: int = -1,
    gig: int = 14,
    fight: int = 10,
    risk: int = 2,
    hold: int = 2,
    decide: int = 40,
    block: int = 3,
    react: int = 5,
    die: int = 1,
) -> I16:
    """Return [n] the best action by the weights; raise ValueError for one outside -100 to 100."""
    order = {"sell": sell, "eddies": eddies, "solo": solo, "unit": unit, "gear": gear, "call": call}
    order |= {"use": use, "program": program, "quick": quick}
    attacks = {"gig": gig, "fight": fight, "risk": risk, "hold": hold, "decide": decide, "block": block}
    return choose(view, legal, coin, checked(Weights(**order, **attacks, react=react, die=die)))


def evaluate(view: View) -> I32:
    """Return [n] how the game stands: Gigs ahead, then Units, then money and cards."""
    gigs = np.bitwise_count(view.gigs).astype(np.int32) - np.bitwise_count(view.rival_gigs)
    units = np.bitwise_count(view.field).astype(np.int32) - np.bitwise_count(view.rival_field)
    eddies = np.bitwise_count(view.eddies).astype(np.int32) - np.bitwise_count(view.rival_eddies)
    cards = view.hand_size.astype(np.int32) - view.rival_hand_size
    worth: I32 = 14 * gigs + 8 * units + 2 * eddies + 2 * cards
    return worth
