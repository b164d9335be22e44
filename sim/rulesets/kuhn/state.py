"""Kuhn poker: constants, actions, the state, and what a seat may know of it. Clause numbers are those of README.md."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sim import ruleset
from sim.arrays import I8, U8

if TYPE_CHECKING:
    from sim.rulesets.kuhn.tables import Tables

RANKS: Final = ("J", "Q", "K")  # the pack, and the slots of seen and played
JACK, QUEEN, KING = range(3)

ACTIONS: Final = ("pass", "bet")
PASS, BET = range(2)
ENDINGS: Final = ("fold", "showdown", "cap")
BY_FOLD, BY_SHOWDOWN, BY_CAP = range(3)

# Spots: all that was done so far, a letter an action. Seat 1 decides at PASSED and BETTED, seat 0 at the other two.
HISTORIES: Final = ("", "p", "b", "pb", "pp", "bp", "bb", "pbp", "pbb")
START, PASSED, BETTED, PASSED_BETTED = range(4)
FIRST_END: Final = 4  # the game has ended at this spot and at all later ones


@dataclass
class State(ruleset.State):
    """B games. `turns` is the one betting round, 1; `margin` is 0 until the end."""

    tables: "Tables"
    spot: I8  # [B] index into HISTORIES
    hand: I8  # [2, B] by seat: rank, 0 to 2


@dataclass
class View:
    """What `me` may know in n games: all but the rival's hand."""

    seat: int
    hand: I8  # [n] my rank, 0 (jack) to 2 (king)
    spot: I8  # [n] START, PASSED, BETTED or PASSED_BETTED: what has been done so far


def slot_bits(rank: I8) -> U8:
    """Return the one-bit sets of slot `rank`, in its shape."""
    return np.left_shift(np.uint8(1), rank.view(np.uint8))
