"""Cyberpunk TCG: constants, actions, the state, and what a seat may know of it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from sim import ruleset
from sim.arrays import I8, I16, I32, U8, U16, U64, Index, Integer, readonly

if TYPE_CHECKING:
    from sim.rulesets.cyberpunk.tables import Tables

LEGENDS: Final = 3  # of a player; their bits in a set are their positions
HAND: Final = 6
RING: Final = 64  # places for a deck that turns
SIZES: Final = (4, 6, 8, 10, 12, 20)  # of the dice of a player
DICE: Final = 12  # 0 to 5 are seat 0's own, 6 to 11 seat 1's
ENOUGH: Final = 7  # Gigs that win
TURNS: Final = 120
MOST_BONUS: Final = 40  # power that texts give or take for a turn, in all
QUEUE: Final = 18  # abilities of a player that may be pending or delayed together

# Actions: 64 * word + bit (README.md, 11).
OWN, RIVAL, SECOND, USE, REST = range(5)  # the words
PASS, YES, RAID = 12, 13, 14  # bits of the word REST, after those of the dice
MODE: Final = 16  # + number of an option or an ability
FACE: Final = 19  # + face of a die
PENDING: Final = 40  # + place among one's own pending abilities

_REST: Final = {PASS: "pass", YES: "yes", RAID: "the rival's Gig area"}
_CARD: Final = ("own", "the rival's", "sell, block with or play normally", "use an ability of")


def _label(action: int) -> str:
    word, bit = divmod(action, 64)
    if word != REST:
        return f"{_CARD[word]} {f'Legend {bit}' if bit < LEGENDS else f'card {bit}'}"
    if bit < DICE:
        return f"die: {'own' if bit < len(SIZES) else 'of the rival,'} d{SIZES[bit % len(SIZES)]}"
    if bit in _REST:
        return _REST[bit]
    if bit >= PENDING:
        return f"pending ability {bit - PENDING + 1}"
    return f"face {bit - FACE}" if bit > FACE else f"option {bit - MODE + 1}"


ACTIONS: Final = tuple(_label(action) for action in range(5 * 64))
ENDINGS: Final = ("gigs", "overtime", "deck-out", "cap")
GIGS, OVERTIME, DECK_OUT, CAP = range(4)

A_DIE: Final = 128  # + die: what State.it says of one
GIG_AREA: Final = 64  # as the target of an attack
TO_BOTTOM, TO_TRASH = 1, 2  # where a Program goes that is being resolved


@dataclass
class State(ruleset.State):
    """B games. Fields [2, ...] are by seat; sets are bits by slot, of Legends by position, in uint64 [2, B].

    A slot of -1 means none. The program counter `pc` is an address of program.py.
    """

    tables: "Tables"
    kind: I32  # [2, B] deck and order of its Legends: index into the tables' columns
    # areas
    hand: U64
    trash: U64
    eddies: U64
    field: U64
    legends: U64  # the Legends area
    up: U64  # face-up Legends, in the Legends area and on the field
    gear: U64  # Gear on hosts
    out: U64  # out of the game
    # marks
    known: U64  # face-down Legends that their owner has seen
    shown: U64  # cards in the hand that all have seen
    equipped: U64  # who wears Gear
    spent: U64
    arrived: U64
    solo: U64  # came by GO SOLO in this turn
    tapped: U64  # became spent in this turn
    stole: U64  # stole in this turn
    adrenaline: U64  # until the end of the turn: may attack at once
    strike: U64  # may attack spent Units at once
    safe: U64  # cannot be defeated in fights
    harmless: U64  # defeats nothing in its next fight
    marked: U64  # has `bonus` or `fewer`
    held: U64  # cannot be readied, by a text of the rival: until his turn
    bound: U64  # cannot be readied, by a text of its controller: until his turn
    must: U64  # must attack in its controller's turn: this one, or the next
    told: U64  # in this turn of its controller it was told to attack in the next one
    doom: U64  # would be defeated, not looked at yet
    fall: U64  # is being defeated
    used: U64  # has stood in for another in this defeat
    # planes [2, W, B] by slot
    power: I8  # of Units and face-up Legends: printed, of Gear, and `bonus`
    bonus: I8  # until the end of the turn
    fewer: I8  # Gigs fewer that it steals in this turn
    host: I8  # of a Gear: who wears it
    # decks: a ring of slots [2, RING, B]
    deck: I8
    top: U8  # [2, B] where in the ring the top card lies
    size: I8  # [2, B]
    high: I8  # [2, B] cards on top that the owner has seen
    low: I8  # [2, B] cards at the bottom that the owner has seen
    joined: U64  # [2, B] by place in the ring: nobody knows whether this card or the one above lies higher
    open: U64  # cards in the deck whose place all know
    # dice and money
    faces: U64  # [B] five bits a die
    gigs: U16  # [2, B] dice in the Gig area
    fixer: U16  # [2, B]
    ready: I8  # [2, B] ready Eddies
    called: I8  # [2, B] 1: has Called in this turn
    guard: I8  # [2, B] 1: no Gigs above a Unit's power; 2: none below a Legend's
    happened: U64  # [2, B] events of this turn that FIRST looks for
    # the turn
    turn: I8  # [B] whose turn it is
    first: I8  # [B] who began
    sold: I8  # [B]
    dry: I8  # [B] dry turns in a row
    overtime: I8  # [B]
    # the attack in progress
    attacker: I8  # [B] slot of the turn player
    target: I8  # [B] slot of the rival, or GIG_AREA
    unblockable: I8  # [B]
    dice: U16  # [B] chosen to be stolen
    thefts: I8  # [B] dice still to be chosen; in a fight who loses: 1 the attacker, 2 its target
    # what is being paid for
    buyer: I8  # [B]
    price: I8  # [B] still to be paid
    card: I8  # [B] slot that is played, Called, used
    spot: I8  # [B] the Gear's host; the number of the ability
    barred: I8  # [B] slot that cannot pay
    way: U8  # [B] address to go to when it is paid for
    # the text in progress
    pc: I16  # [B] address
    code: U8  # [B] operation to be run; 0: waits for an answer
    back: I16  # [B] address to go to when all that would be defeated is
    after: U8  # [B] address to go to when nothing is pending any more
    me: I8  # [B] controller
    source: I8  # [B] slot that bears the line
    this: I8  # [B] slot: the source, or its host
    it: I16  # [B] 64 * seat + slot, or A_DIE + die
    other: I16  # [B] the `it` before, where it is a die
    was: I8  # [B] face of the die when it was chosen
    did: I8  # [B]
    left: I8  # [B] choices still to be made in a sentence
    discarded: I8  # [B]
    looked: I8  # [B] cards on top of the controller's deck that are being looked at
    goes: I8  # [B] TO_BOTTOM, TO_TRASH: where the source goes afterwards
    queued: I8  # [2, B] pending abilities
    queue: I32  # [2, QUEUE, B] address, source, this, it (turn.py)
    waiting: I8  # [2, B] abilities delayed to the end of the turn: the last entries
    legal: U64  # [5, B] what may be done, for who is to act


class Asked(IntEnum):
    """The decisions (README.md, 11)."""

    MULLIGAN = 0
    DIE = 1
    MAIN = 2
    TARGET = 3
    HOST = 4
    PAY = 5
    REACT = 6
    STEAL = 7
    SAVE = 8
    INSTEAD = 9
    ORDER = 10
    ABILITY = 11
    CHOOSE = 12
    PICK = 13
    FACE = 14
    TAKE = 15
    TRASH = 16
    CALL = 17
    READY = 18
    MAY_DRAW = 19
    DISCARD = 20
    BEGIN = 21


@dataclass(init=False)
class View:
    """What `me` may know in n games. A field is looked up when it is asked for the first time; most never are.

    Sets are bits by slot, of Legends by position. Dice are six of mine, then six of the rival's. Slots of -1 mean none.
    """

    asked: I8  # [n] Asked: what `me` decides
    step: I16  # [n] address of the step of the program that asks
    mine: I8  # [n] 1: it is my turn
    turns: I16  # [n]
    deck: I32  # [n] deck lists are open knowledge
    rival_deck: I32
    # areas
    hand: U64  # [n]
    hand_size: I8  # [n]
    rival_hand_size: I8
    rival_shown: U64  # cards of his hand that I have seen
    shown: U64  # cards of my hand that he has seen
    field: U64
    rival_field: U64
    legends: U64  # the Legends area
    rival_legends: U64
    up: U64  # face-up Legends, on the field too
    rival_up: U64
    known: U64  # face-down Legends that I have seen
    rival_known: U64  # those that he has seen
    gear: U64  # Gear on hosts
    rival_gear: U64
    eddies: U64
    rival_eddies: U64
    trash: U64
    rival_trash: U64
    out: U64
    rival_out: U64
    size: I8  # cards in the deck
    rival_size: I8
    # marks
    equipped: U64
    rival_equipped: U64
    spent: U64
    rival_spent: U64
    arrived: U64
    rival_arrived: U64
    solo: U64
    rival_solo: U64
    adrenaline: U64
    rival_adrenaline: U64
    strike: U64
    rival_strike: U64
    safe: U64
    rival_safe: U64
    harmless: U64
    rival_harmless: U64
    held: U64
    rival_held: U64
    must: U64
    rival_must: U64
    stole: U64
    rival_stole: U64
    # planes [W, n]; `of` and `rival_of` are faster for single cards
    power: I8  # printed (on the field), of Gear, and what lasts for this turn; not what static texts add
    rival_power: I8
    bonus: I8
    rival_bonus: I8
    fewer: I8
    rival_fewer: I8
    host: I8
    rival_host: I8
    # dice and money
    gigs: U16  # [n] dice in my Gig area
    rival_gigs: U16
    fixer: U16
    rival_fixer: U16
    faces: U64  # five bits a die
    ready: I8  # ready Eddies
    rival_ready: I8
    called: I8
    rival_called: I8
    guard: I8
    rival_guard: I8
    sold: I8
    dry: I8
    overtime: I8
    # what is going on
    attacker: I8  # slot, of whose turn it is
    target: I8  # slot of the other, or GIG_AREA
    unblockable: I8
    price: I8  # still to be paid
    card: I8  # slot that is being played, Called, used
    aim: I8  # in CHOOSE, 1: what is chosen gains by it; -1: it suffers; 0: neither, or both
    die: I8  # in FACE: the die
    face: I8  # what it shows
    # what else can be known
    order: I16  # [3, n] my Legends by position: place among the cards, -1 for those that I have not seen
    rival_order: I16  # [3, n]
    deck_cards: I8  # [RING, n] my deck from the top: slots of the cards whose place I know, else -1
    rival_deck_cards: I8  # [RING, n] the rival's: cards whose place all know
    seen: U64  # [n] cards of mine that were ever in my hand or face up
    played: U64
    rival_played: U64
    happened: U64
    rival_happened: U64
    tapped: U64
    rival_tapped: U64
    queue: I32  # [QUEUE, n] my pending abilities, and so on: as in State
    rival_queue: I32
    queued: I8
    rival_queued: I8
    waiting: I8  # abilities delayed to the end of the turn: the last entries of the queue
    rival_waiting: I8
    first: I8
    dice: U16
    thefts: I8
    buyer: I8
    spot: I8
    barred: I8
    way: U8
    back: I16
    after: U8
    me: I8
    source: I8
    this: I8
    it: I16
    other: I16
    was: I8
    did: I8
    left: I8
    discarded: I8
    looked: I8
    goes: I8

    def __init__(self, look: Callable[[str], Any], facts: Callable[[str, bool, Index, Integer], Any]) -> None:
        """Make it of what looks a field up, and of what looks up a fact of single cards."""
        self._look, self._facts, self._locks = look, facts, False

    def lock(self) -> None:
        """Make all arrays that are looked up from now on read-only."""
        self._locks = True

    def __getattr__(self, name: str) -> Any:
        """Look up a field that nobody has asked for yet."""
        if name.startswith("_"):
            raise AttributeError(name)
        found = readonly(self._look(name)) if self._locks else self._look(name)
        setattr(self, name, found)
        return found

    def of(self, fact: str, games: Index, slot: Integer) -> Integer:
        """Return [m] a fact of my card in `slot` [m] in `games` [m].

        Facts: cost, price (the printed one; large for a dash), printed (power), place (among the cards); power, bonus,
        fewer, host (see above). Of a face-down Legend that I have not seen they are those of no card.
        """
        return self._facts(fact, False, games, slot)

    def rival_of(self, fact: str, games: Index, slot: Integer) -> Integer:
        """Return [m] the same of the rival's card; of his face-down Legends they are those of no card."""
        return self._facts(fact, True, games, slot)

    def cards(self, kind: str) -> U64:
        """Return [n] which of my cards, wherever they are, are of a kind, but face-down Legends that I have not seen.

        Kinds: legend, unit, gear, programs; quick, sell, blocker, adrenaline, solo (by their own print); uses (with an
        ability that has a price), quick_uses.
        """
        return getattr(self, f"cards {kind}")

    def rival_cards(self, kind: str) -> U64:
        """Return [n] the same of the rival's cards, but his face-down Legends."""
        return getattr(self, f"rival_cards {kind}")
