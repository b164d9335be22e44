"""The Massive-Verse Fighting Card Game: constants, actions, the state, and what a seat may know of it."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from sim import ruleset
from sim.arrays import I8, I16, U8, U16, Bool, Index, Integer, Rows, readonly

if TYPE_CHECKING:
    from sim.rulesets.massiveverse.tables import Tables, Worth

TYPES: Final = ("strength", "agility", "intelligence", "weapon", "block", "rest", "ultimate")
STRENGTH, AGILITY, INTELLIGENCE, WEAPON, BLOCK, REST, ULTIMATE = range(7)
ABILITIES: Final = 0b0111111  # hands, discards and banished cards are sets of bits by type
ALL_CARDS: Final = 0b1111111
SLOTS: Final = 8  # seen and played: the seven cards above, and the further side of the Passive
PASSIVE_SLOT: Final = 7

PREPARATIONS: Final = ("keep", "ready", "unlock", "ready+unlock")
KEEP, READY, UNLOCK, READY_UNLOCK = range(7, 11)
ACTIONS: Final = (*TYPES, *PREPARATIONS)
ENDINGS: Final = ("knockout", "trade", "overtime", "execution", "cap")
KNOCKOUT, TRADE, OVERTIME, EXECUTION, CAP = range(5)

HEALTH: Final = 10
ENERGY: Final = 5
ROUNDS: Final = 100

# Phases, rare ones first (see sim.ruleset.State); even ones are seat 0's, odd ones seat 1's.
EXHAUST, READYING, BANISH, PREPARE, SELECT = 0, 2, 4, 6, 8


@dataclass
class State(ruleset.State):
    """B games. Fields [2, B] are by seat."""

    tables: "Tables"
    deck: I16  # [2, B] character, index into the tables
    price: I8  # [2, B] Energy that readies the Ultimate, as the tables say
    unlock: I8  # [2, B] Energy that turns the Passive, ENERGY + 1 if it cannot be bought
    side: I8  # [2, B] 1 where the Passive shows its further side
    health: I16  # [2, B] HP, at most 10, may be negative
    energy: I8  # [2, B] 0 to 5
    hand: U8  # [2, B] bits of ALL_CARDS; the chosen card stays in it until the reveal
    banished: U8  # [2, B] bits of ABILITIES
    charged: I8  # [2, B] 1 after a resolved Rest, for a Passive with `charge`
    chosen: I8  # [2, B] the card selected this round, a type; kept until the next selection
    table: U8  # [2, B] the bit of the resolved card that lies on the table, 0 for none
    back: U8  # [2, B] bits of cards that come to hand at cleaning up
    turning: I8  # [2, B] 1 where the Passive turns at cleaning up (4.3)
    fetch: U8  # [2, B] the bit of an ability that comes back from the discard (3.6)
    exhaust: I8  # [2, B] cards that the seat must still exhaust from its hand
    ready: I8  # [2, B] cards that the seat may still ready from its discard
    banish: I8  # [2, B] cards that the seat may still banish from its rival's discard
    picked: U8  # [2, B] bits chosen in the present stage, not yet applied
    plan: I8  # [2, B] preparation chosen, not yet applied: 0 keep, 1 ready, 2 unlock, 3 both
    tied: Bool  # [B] both fell at equal HP: any difference decides

    def discard(self, seat: int, rows: Rows) -> U8:
        """Return [n] the exhausted cards of `seat`, as bits of ABILITIES."""
        return _discard(self.hand[seat, rows], self.banished[seat, rows], self.table[seat, rows])


@dataclass
class View:
    """What `me` may know in n games: everything but the choice that `rival` made and has not shown yet."""

    phase: int  # EXHAUST, READYING, BANISH, PREPARE or SELECT, for all rows
    round: I16  # [n] from 1
    health: I16  # [n] mine
    rival_health: I16  # [n]
    energy: I8  # [n] mine, 0 to 5
    rival_energy: I8  # [n]
    hand: U8  # [n] bits by type
    rival_hand: U8  # [n] with the card just chosen, if any
    banished: U8  # [n] bits by type
    rival_banished: U8  # [n]
    charged: I8  # [n] 0 or 1
    rival_charged: I8  # [n]
    price: I8  # [n] Energy that my Ultimate asks for
    rival_price: I8  # [n]
    side: I8  # [n] 1: my Passive shows its further side
    rival_side: I8  # [n]
    tied: Bool  # [n] any difference in HP decides from now on
    _table: U8  # [n] my card on the table, if it resolved, as a bit
    _rival_table: U8  # [n]
    _tables: "Tables"
    _deck: I16  # [n] deck lists are open knowledge
    _rival_deck: I16

    @cached_property
    def discard(self) -> U8:
        """Return [n] my exhausted cards, bits by type."""
        return readonly(_discard(self.hand, self.banished, self._table))

    @cached_property
    def rival_discard(self) -> U8:
        """Return [n] the rival's exhausted cards."""
        return readonly(_discard(self.rival_hand, self.rival_banished, self._rival_table))

    @cached_property
    def _mine(self) -> Index:
        return self._deck.astype(np.intp) * 2 + self.side

    @cached_property
    def _theirs(self) -> Index:
        return self._rival_deck.astype(np.intp) * 2 + self.rival_side

    def mine(self, fact: str) -> I8:
        """Return [7, n] a fact of my cards by type, of the side that counts: a field of `tables.Facts`."""
        return self._fact(fact, self._mine)

    def theirs(self, fact: str) -> I8:
        """Return [7, n] a fact of the rival's cards by type."""
        return self._fact(fact, self._theirs)

    def versus(self, worth: "Worth") -> Integer:
        """Return [7, 7, n] `worth` of each of my cards against each of the rival's, from printed facts.

        `worth(mine, theirs) -> [7, 7, P]` gets `tables.Facts` whose P columns are all pairs of characters and sides.
        It is worked out once for the tables, so it should be a function of a module, and answer by nothing else. P
        is four times the square of the number of characters: a hundred are well, a thousand are too many.
        """
        sides = np.intp(self._tables.facts.damage.shape[1])
        return self._tables.pairs(worth).take(self._mine * sides + self._theirs, axis=2, mode="clip")

    def _fact(self, fact: str, row: Index) -> I8:
        table: I8 = getattr(self._tables.facts, fact)
        return table.take(row, axis=1, mode="clip")


def _discard(hand: U8, banished: U8, table: U8) -> U8:
    """Return the abilities that are nowhere else."""
    return ~(hand | banished | table) & np.uint8(ABILITIES)


def bits(card: I8) -> U8:
    """Return [n] the one-bit sets of cards [n]."""
    return np.left_shift(np.uint8(1), card.view(np.uint8))


def as_actions(cards: U8) -> U16:
    """Return sets of cards as packed sets of actions [1, n]."""
    return cards.astype(np.uint16)[None]
