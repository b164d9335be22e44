"""Capsule Battle: constants, actions, the state, and what a seat may know of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim import ruleset
from sim.arrays import I8, I16, U8, Integer, Unsigned, readonly

if TYPE_CHECKING:
    from sim.rulesets.capsule.tables import PileWorth, Tables, Worth

RANKS: Final = ("SBIRE", "LIEUTENANT", "BOSS")
SBIRE, LIEUTENANT, BOSS = range(3)
DNA: Final = ("ALIEN", "HORROR", "MECHA", "NERD", "PUNK")
ROLES: Final = (SBIRE, SBIRE, SBIRE, LIEUTENANT, LIEUTENANT, BOSS)  # the rank in each slot
SLOTS: Final = 6
PILES: Final = 32  # sets of the five slots that may come into a combo pile
FIRST_SLOT: Final = (0, 3, 5)  # of each row
PLACES: Final = 3  # in the widest row
MOST_ACTIONS: Final = 3  # of one character
COMBOS: Final = 3  # a game, for each player
TURNS: Final = 200
MOST_CAPSULES: Final = 9

# Actions: a word of sixteen for each place of the own row. `WORD * place + ...`:
WORD: Final = 16
ACT: Final = 0  # + 3 * action + target: the character's action, on the target place (0 where there is no choice)
SACRIFICE: Final = 9
REMOVE: Final = 10  # a capsule from the character
COMBO: Final = 11  # + target: the BOSS's action of number `place`, with a combo; or one combo more
PASS: Final = 14  # in word 0: no act; a skipped turn; no combo more; nothing removed from the pile
DISCARDS: Final = (15, 30, 31, 46, 47)  # the card of each slot out of the own combo pile

_AT: Final = ("left", "centre", "right")
_ORDINAL: Final = ("first", "second", "third")
_PILE: Final = ("left SBIRE", "centre SBIRE", "right SBIRE", "left LIEUTENANT", "right LIEUTENANT")


def _label(action: int) -> str:
    word, bit = divmod(action, WORD)
    if action in DISCARDS:
        return f"{_PILE[DISCARDS.index(action)]} out of the pile"
    if bit < SACRIFICE:
        return f"{_AT[word]}: {_ORDINAL[bit // 3]} action, target {_AT[bit % 3]}"
    if bit in (SACRIFICE, REMOVE):
        return f"{'sacrifice' if bit == SACRIFICE else 'a capsule off'} {_AT[word]}"
    return f"combo: {_ORDINAL[word]} action, target {_AT[bit - COMBO]}" if bit < PASS else "pass"


ACTIONS: Final = tuple(_label(action) for action in range(3 * WORD))
ENDINGS: Final = ("boss", "both", "sacrifice", "cap")
BOSS_FELL, BOTH_FELL, SACRIFICED, CAP = range(4)

# Phases, rare ones first (see sim.ruleset.State) and in the order in which they follow; even ones are seat 0's. RESOLVE
# is no decision: there the acts that were chosen are carried out, in all games of the batch at once.
AGAIN, MORE, BONUS, RESOLVE, MAIN = 0, 2, 4, 6, 8


# State.traits: four bytes. Three hold four numbers of two bits each, in this order; the last one (tables.py) the rest.
NUMBERED: Final = (
    *("armour", "shelter", "edge", "banner"),
    *("thorns", "spite", "parting", "feast"),
    *("mourn", "regen", "thrift", "toll"),
)
TRAITS: Final = ("strength", "answer", "upkeep", "nature")  # the bytes
_REST: Final = {"taunt": (0, 1), "shell": (1, 7), "stealth": (4, 1)}  # shift and mask

# A byte of View.costs: the price in the lowest three bits, and what the action aims at.
PRICE: Final = 7
AIMS_RIVAL, AIMS_OWN, AIMS_FREELY, AIMS_OPPOSITE, HITS_HARD = 8, 16, 32, 64, 128  # the last one: it has damage


@dataclass
class State(ruleset.State):
    """B games. Fields [2, ...] are by seat; [3] are the places of the revealed row, empty ones with 0 PV."""

    tables: "Tables"
    deck: Unsigned  # [2, B] index into the tables' decks, narrow since it is read here and there, a cache line a game
    crossed: I8  # [2, B] 1 where an imagined deck has its LIEUTENANTS change places (redeal), never in a real game
    row: I8  # [2, B] SBIRE, LIEUTENANT or BOSS: the revealed row, one less than the player's round
    card: I16  # [2, 3, B] index into the tables' cards
    pv: I16  # [2, 3, B] 0: fallen, or no such place
    initial: I8  # [2, 3, B] initial PV
    capsules: I8  # [2, 3, B]
    traits: U8  # [2, 4, 3, B] passives and DNA of each place, packed, see tables.py
    stunned: U8  # [2, B] bits by place
    shielded: U8  # [2, B] bits by place
    owes: I8  # [2, B] 1: the next turn is skipped
    hidden: I8  # [2, B] lives that lie face down
    combos: I8  # [2, B] combos left, 0 to 3
    pile: U8  # [2, B] bits by slot: the combo pile, without the fallen of the revealed row
    gone: U8  # [2, B] bits by slot: removed from the pile by a bonus
    bonuses: U8  # [2, B] bit 0: a card was removed after round 1; bit 1: after round 2
    shown: U8  # [2, B] bits by slot: drawn for a combo, so known to be in the pile
    removed: I8  # [B] 1: a capsule was removed in this turn
    extra: I8  # [B] 1: the turn's second action is to be taken; 2: it was taken
    action: I8  # [B] the act chosen last; in MORE and RESOLVE it is still to happen
    bonus: I8  # [B] PV of the cards drawn for it
    drawn: U8  # [B] bits by slot: cards drawn for it


@dataclass(init=False)
class View:
    """What `me` may know in n games; [3] are the places of a revealed row, [3, 3] its places and their actions.

    A field is looked up when it is asked for the first time: strategies read few of them, and where few games of a
    batch decide, to collect what nobody reads costs more than the decision.
    """

    phase: int  # AGAIN, MORE, BONUS or MAIN, for all rows
    turn: I16  # [n] from 1
    row: I8  # [n] SBIRE, LIEUTENANT or BOSS: my revealed row
    rival_row: I8  # [n]
    pv: I16  # [3, n] mine; 0: fallen, or no such place
    rival_pv: I16  # [3, n]
    initial: I8  # [3, n] initial PV
    rival_initial: I8  # [3, n]
    capsules: I8  # [3, n]
    rival_capsules: I8  # [3, n]
    costs: U8  # [3, 3, n] by place and action of mine: price and aim, see above
    stunned: U8  # [n] bits by place
    rival_stunned: U8  # [n]
    shielded: U8  # [n] bits by place
    rival_shielded: U8  # [n]
    owes: I8  # [n] 1: my next turn is skipped
    rival_owes: I8  # [n]
    combos: I8  # [n] combos left
    rival_combos: I8  # [n]
    pile: U8  # [n] bits by slot: my combo pile
    rival_fallen: U8  # [n] bits by slot: the rival's combo pile, and what he may have removed from it
    rival_pile: I8  # [n] cards in the rival's combo pile
    hidden: I8  # [n] lives that lie face down
    rival_hidden: I8  # [n]
    removed: I8  # [n] 1: a capsule was removed in this turn
    bonus: I8  # [n] in MORE: PV of the cards drawn for the declared attack
    action: I8  # [n] in MORE: the declared attack

    def __init__(self, phase: int, look: Callable[[str], Any], tables: "Tables") -> None:
        """Make it of the phase, of what looks a field up, and of the tables."""
        self.phase, self._look, self._tables, self._locks = phase, look, tables, False

    def lock(self) -> None:
        """Make all arrays that are looked up from now on read-only."""
        self._locks = True

    def __getattr__(self, name: str) -> Any:
        """Look up a field."""
        if name not in self.__dataclass_fields__:
            raise AttributeError(name)
        return readonly(self._look(name)) if self._locks else self._look(name)

    def printed(self, of: "Worth") -> Integer:
        """Return, read-only, what `of` finds in the printed figures of all cards' actions.

        `of(facts)` gets `tables.Facts` and returns an array. It is worked out once for the tables, so it should be a
        function of a module, and answer by nothing else.
        """
        return self._tables.worth(of)

    def worth(self, of: "Worth") -> Integer:
        """Return [3, 3, n] by place and action what `of(facts) -> [3, C + 1]` finds in those of mine, see `printed`."""
        return by_place(self.printed(of), self._look("card"))

    def action_worth(self, of: "Worth", place: int, number: Integer) -> Integer:
        """Return [n] the same of one of my actions each: that at `place`, of `number` [n]."""
        table, card = self.printed(of), self._look("card")[place]
        return table.reshape(-1).take(number.astype(np.intp) * table.shape[1] + card.astype(np.intp), mode="clip")

    def rival_worth(self, of: "Worth") -> Integer:
        """Return [3, 3, n] the same of the rival's actions; what fallen characters could do is among them."""
        return by_place(self.printed(of), self._look("rival_card"))

    def printed_piles(self, of: "PileWorth") -> Integer:
        """Return, read-only, what `of` finds in the printed PV of all combo piles, as `printed` does.

        `of(pv [5, d, 1], held [5, 1, 32])` gets the PV by slot of some decks, and which slots each pile holds; what it
        returns of all is joined along the first axis.
        """
        return self._tables.pile_worth(of)

    def pile_worth(self, of: "PileWorth") -> Integer:
        """Return [n] what `of(pv, held) -> [d, 32]` finds in that of mine, see `printed_piles`."""
        at = self._look("deck") * np.int32(PILES) + self.pile.astype(np.int32)
        return self.printed_piles(of).reshape(-1).take(at.astype(np.intp), mode="clip")

    def passive(self, name: str) -> I8:
        """Return [3, n] the number of a passive of my characters, 0 for none; fallen ones keep theirs."""
        byte, shift, mask = _passive(name)
        return ((self._look(byte) >> shift) & mask).view(np.int8)

    def rival_passive(self, name: str) -> I8:
        """Return [3, n] the number of a passive of the rival's characters."""
        byte, shift, mask = _passive(name)
        return ((self._look(f"rival_{byte}") >> shift) & mask).view(np.int8)

    @property
    def price(self) -> I8:
        """Return [3, 3, n] the printed prices of my actions."""
        return (self.costs & np.uint8(PRICE)).view(np.int8)

    def aims(self, at: int) -> U8:
        """Return [3, 3, n] 255 where my action has one of the bits `at` (AIMS_RIVAL ... HITS_HARD), else 0."""
        return -((self.costs & np.uint8(at)) != 0).view(np.uint8)


def by_place(table: Integer, card: I16) -> Integer:
    """Return [3, 3, n] by place and action what `table` [3, C] says of the cards [3, n]."""
    out = np.empty((PLACES, *card.shape), table.dtype)
    for place, index in enumerate(card.astype(np.intp)):
        for number in range(MOST_ACTIONS):
            table[number].take(index, mode="clip", out=out[place, number])
    return out


def _passive(name: str) -> tuple[str, np.uint8, np.uint8]:
    """Return which byte of the traits holds a passive's number, with shift and mask."""
    byte, shift, mask = (3, *_REST[name]) if name in _REST else (*divmod(2 * NUMBERED.index(name), 8), 3)
    return TRAITS[byte], np.uint8(shift), np.uint8(mask)
