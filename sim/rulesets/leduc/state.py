"""Leduc hold'em: constants, actions, the state, and what a seat may know. Clause numbers are those of README.md."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sim import ruleset
from sim.arrays import I8, I16, U8, Bool

if TYPE_CHECKING:
    from sim.rulesets.leduc.tables import Tables

RANKS: Final = ("J", "Q", "K")
JACK, QUEEN, KING = range(3)
CARDS: Final = (JACK, JACK, QUEEN, QUEEN, KING, KING)  # the pack: the rank of each card (1.1)
NO_CARD: Final = 3  # the public "rank" while no public card lies
SLOTS: Final = (*RANKS, *(f"public {rank}" for rank in RANKS))  # seen and played: the hand's rank, the public rank
PUBLIC: Final = len(RANKS)  # the first public slot

ACTIONS: Final = ("fold", "call", "raise")
FOLD, CALL, RAISE = range(3)
ENDINGS: Final = ("fold", "showdown", "cap")
BY_FOLD, BY_SHOWDOWN, BY_CAP = range(3)

ANTE: Final = 1
BETS: Final = (2, 4)  # chips that a raise adds, by round (2.3)
RAISES: Final = 2  # at most so many in a round (2.3)
ROUND_LENGTH: Final = 4  # decisions at most: call, raise, raise, call
PHASES: Final = 2 * ROUND_LENGTH  # see betting.Spot.phase


@dataclass
class State(ruleset.State):
    """B games. `turns` counts betting rounds begun, 1 or 2; `margin` is 0 until the end."""

    tables: "Tables"
    spot: I16  # [B] betting position, index into `betting.spots()`
    hand: I8  # [2, B] by seat: rank, 0 to 2
    public: I8  # [B] rank, 0 to 2; NO_CARD until round two: it is not drawn before, so nobody can know it


@dataclass
class View:
    """What `me` may know in n games: all but the rival's hand. Ranks are 0 (jack) to 2 (king)."""

    seat: int  # mine: 0 begins both rounds
    hand: I8  # [n] my rank
    public: I8  # [n] the public rank; NO_CARD in round one
    spot: I16  # [n] all bets so far, as an index into `histories`
    _tables: "Tables"

    @property
    def histories(self) -> tuple[str, ...]:
        """The names of the 85 spots: a letter an action, f c r, and "/" between the rounds, as in "crc/cr"."""
        return self._tables.histories

    def paired(self) -> Bool:
        """Return [n] where my hand pairs the public card: the rival cannot beat it."""
        return self.hand == self.public

    def raises(self) -> I8:
        """Return [n] the raises of the present round, 0 to 2."""
        return self._tables.raises.take(self.spot, mode="clip")

    def stake(self) -> I8:
        """Return [n] my chips in the pot, 1 to 13."""
        return self._stake(self.seat)

    def rival_stake(self) -> I8:
        """Return [n] the rival's chips in the pot, 1 to 13."""
        return self._stake(1 - self.seat)

    def _stake(self, seat: int) -> I8:
        return self._tables.stakes.take(self.spot + np.int16(seat * len(self.histories)), mode="clip")


def slot_bits(rank: I8, first: int = 0) -> U8:
    """Return the one-bit sets of slots `first` + `rank`, in the shape of `rank`."""
    return np.left_shift(np.uint8(1 << first), rank.view(np.uint8))
