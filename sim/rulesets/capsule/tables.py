"""Cards and decks as integer tables: what the rules look up, and the facts that views show.

A card set has C cards and, past the last, a row of zeros for no card. Row of an action: card * 3 + number; past the
last one, again, a row of zeros: no action. All arrays are read-only: every state and every view shares them.
"""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from sim.arrays import I8, I16, U8, U32, U64, Bool, Integer, readonly
from sim.lookup import Nibbles, Words
from sim.ruleset import Deck
from sim.rulesets.capsule.cards import ALLY, OPPOSITE, RIVAL, RIVALS, SELF, TEAM, Action, Card, Cards
from sim.rulesets.capsule.state import (
    AIMS_FREELY,
    AIMS_OPPOSITE,
    AIMS_OWN,
    AIMS_RIVAL,
    HITS_HARD,
    MOST_ACTIONS,
    NUMBERED,
    PILES,
    PLACES,
    SLOTS,
)

# Traits: four bytes of a character. Three hold numbers of two bits, by their shift; the last one what follows them.
STRENGTH, ANSWER, UPKEEP, NATURE = range(4)
ARMOUR, SHELTER, EDGE, BANNER = range(0, 8, 2)  # of STRENGTH
THORNS, SPITE, PARTING, FEAST = range(0, 8, 2)  # of ANSWER
MOURN, REGEN, THRIFT, TOLL = range(0, 8, 2)  # of UPKEEP
# Of NATURE: the shell's number by its mask and shift, two bits as far apart as bits of places are from each other, DNA.
SHELL, SHELL_SHIFT = 0b1110, 1
TAUNT, STEALTH = 1, 16
DNA_SHIFT: Final = 5

# One row of a deck as it is turned up, by place. 32 bytes: numpy takes whole records of that size as fast as numbers.
ROW: Final = np.dtype(
    {
        "names": ["card", "initial", "capsules", "traits", "hidden"],
        "formats": [(np.int16, PLACES), (np.int8, PLACES), (np.int8, PLACES), (np.uint8, (4, PLACES)), np.int8],
        "itemsize": 32,
    }
)
ROWS: Final = 4  # of each deck: by rank, and one more:
CROSSED: Final = 3  # the LIEUTENANTS of an imagined deck that has them change places (State.crossed)
_STANDS: Final = np.array([(0, 1, 2), (3, 4, SLOTS), (5, SLOTS, SLOTS), (4, 3, SLOTS)])  # slot by row and place

# Flags of an action.
PIERCE, STUN, EXCHANGE, FREEZE, SHIELD, AGAIN, SKIP = (1 << i for i in range(7))
BLOW: Final = 15  # of an action's blows: the damage; sixteen for each hit after the first one

_DECKS: Final = 4_096  # of which piles are looked at together: of all decks at once they would fill the memory

# Targets by aim, place and target, see `_reaches`: rivals in bits 0 to 2, own characters in bits 3 to 5.
OWN_BITS: Final = 3


@dataclass(frozen=True)
class Facts:
    """Figures of actions, for strategies: each [3, C + 1], by number of the action and card; 0 where there is none."""

    price: I8
    skip: I8
    damage: I8
    hits: I8
    splash: I8
    pierce: I8
    rage: I8
    pack: I8
    grudge: I8
    finisher: I8
    breaker: I8
    hunter: I8
    drain: I8
    crack: I8
    stun: I8
    exchange: I8
    freeze: I8
    heal: I8
    capsule: I8
    shield: I8
    gain: I8
    recoil: I8
    again: I8
    aim: I8  # index into cards.AIMS
    costs: U8  # price and what the action aims at, see state.py

    def __post_init__(self) -> None:
        """Lock the arrays: every view shares them."""
        for fact in fields(self):
            readonly(getattr(self, fact.name))


Worth = Callable[[Facts], Integer]  # (facts) -> [3, C + 1]
PileWorth = Callable[[I8, Bool], Integer]  # (printed PV by slot [5, d, 1], slots held [5, 1, 32]) -> [d, 32]


@dataclass(frozen=True)
class Tables:
    """C cards and D decks as integers."""

    cards: tuple[Card, ...]
    slots: I16  # [D, 6] cards of the decks
    rows: NDArray[np.void]  # [D * 4] of ROW, at deck * 4 + row: the rows of each deck, and its LIEUTENANTS crossed
    pile_pv: U64  # [D] eight bits each: initial PV of the cards in slots 0 to 4
    initial: I8  # [C + 1] initial PV
    options: U32  # [(C + 1) * 64] what a character may choose, see `_options`
    plain: Words  # by row of an action: price, blows (BLOW), aim * 9, flags
    strengths: Nibbles  # rage, pack, grudge, finisher, breaker, hunter, prey, splash
    effects: Nibbles  # crack, heal, capsule, gain, drain, recoil
    facts: Facts
    _worths: MutableMapping[Any, Integer] = field(default_factory=WeakKeyDictionary)  # by what was asked

    @property
    def nothing(self) -> int:
        """Return the row of no action."""
        return len(self.cards) * MOST_ACTIONS

    def worth(self, of: Worth) -> Integer:
        """Return `of(facts)`, worked out once for as long as `of` lives."""
        if of not in self._worths:
            self._worths[of] = readonly(np.array(of(self.facts)))
        return self._worths[of]

    def pile_worth(self, of: PileWorth) -> Integer:
        """Return `of(pv, held)` of all combo piles, worked out once for as long as `of` lives, some decks at a time."""
        if of not in self._worths:
            parts = [_piles(self, start) for start in range(0, len(self.slots), _DECKS)]
            self._worths[of] = readonly(np.concatenate([of(pv, held) for pv, held in parts]))
        return self._worths[of]


def _piles(of: Tables, start: int) -> tuple[I8, Bool]:
    """Return the PV [5, d, 1] of some decks by slot, and which slots each pile holds [5, 1, 32]."""
    slots = np.arange(SLOTS - 1)[:, None, None]
    pv = of.initial[of.slots[start : start + _DECKS, : SLOTS - 1].T]
    return pv[..., None], (np.arange(PILES) >> slots) & 1 != 0


def tables(card_set: Cards, decks: Sequence[Deck]) -> Tables:
    """Return the tables of a card set and of `decks`; deck index = place in `decks`."""
    cards = card_set.all
    actions: list[Action | None] = [_nth(card, number) for card in cards for number in range(MOST_ACTIONS)] + [None]
    slots = np.array([deck.content.cards for deck in decks], np.int16).reshape(len(decks), SLOTS)
    pv = np.array([card.pv for card in cards], np.int8)
    every = _columns(actions)
    return Tables(
        cards=cards,
        slots=readonly(slots),
        rows=readonly(_rows(cards, slots)),
        pile_pv=readonly(_joined(pv[slots[:, :5]], 8)),
        initial=readonly(np.array([*(card.pv for card in cards), 0], np.int8)),
        options=_options(cards),
        facts=_facts(cards),
        plain=Words.of(**_named(every, "price", "blows", "aim", "flags")),
        strengths=Nibbles.of(
            **_named(every, "rage", "pack", "grudge", "finisher", "breaker", "hunter", "prey", "splash")
        ),
        effects=Nibbles.of(**_named(every, "crack", "heal", "capsule", "gain", "drain", "recoil")),
    )


def _named(every: Mapping[str, Sequence[int]], *names: str) -> dict[str, Sequence[int]]:
    """Return the figures `names` of all actions."""
    return {name: every[name] for name in names}


def _columns(actions: Sequence[Action | None]) -> dict[str, list[int]]:
    """Return every figure of the actions, 0 for no action, and what is worked out of them."""
    every = {name: [getattr(a, name) if a else 0 for a in actions] for name in Action.__dataclass_fields__}
    every["aim"] = [a.aim * 9 if a else NO_AIM for a in actions]
    every["flags"] = [_flags(a) if a else 0 for a in actions]
    every["blows"] = [a.damage + (a.hits - 1) * (BLOW + 1) if a else 0 for a in actions]
    every["prey"] = [a.prey if a and a.hunter else 0 for a in actions]
    return every


def _nth(card: Card, number: int) -> Action | None:
    return card.actions[number] if number < len(card.actions) else None


def _rows(cards: Sequence[Card], slots: I16) -> NDArray[np.void]:
    """Return [D * 4] the rows of decks with the cards `slots` [D, 6], and their LIEUTENANTS the other way round."""
    pv, capsules = (np.array(n, np.int8) for n in zip(*((c.pv, c.capsules) for c in cards), (0, 0), strict=True))
    traits = np.array([*(_traits(card) for card in cards), (0, 0, 0, 0)], np.uint8)
    held = np.column_stack([slots, np.full(len(slots), len(cards))])[:, _STANDS]
    rows = np.zeros(held.shape[:2], ROW)
    rows["card"], rows["initial"], rows["capsules"] = held, pv[held], capsules[held]
    rows["traits"] = traits[held].swapaxes(2, 3)
    for row, behind in enumerate((3, 5, SLOTS, 5)):
        rows["hidden"][:, row] = (1 + capsules[slots[:, behind:]]).sum(axis=1)
    return rows.reshape(-1)


def _joined(numbers: Integer, width: int) -> U64:
    """Return [R] the numbers [R, k] of each row as one word, `width` bits each, the first one lowest."""
    shifts = np.arange(numbers.shape[1], dtype=np.uint64) * np.uint64(width)
    return (numbers.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)


# Table of options: at card * PURSES, + FACED where somebody lives opposite, + what can be paid + NO_PURSE.
PURSES, FACED, NO_PURSE = 64, 32, 3
# What it holds: three bits for each action, at 3 * number from each of these on.
NO_CHOICE, AT_RIVAL, AT_OWN = 0, 9, 18
COMBO_ON_ONE, COMBO_ON_ANY = 1, 2  # past NO_CHOICE, which needs one of the three


def _options(cards: Sequence[Card]) -> U32:
    """Return [(C + 1) * PURSES] what the actions of a character may choose that somebody can pay for.

    An action that chooses among rivals, or among its own, has all three bits of its targets; one without a choice has
    that of target 0. A combo strengthens an attack on its one target, or one of all rivals on any.
    """
    found = np.zeros((len(cards) + 1, 2, FACED), np.uint32)
    for at, card in enumerate(cards):
        for number, action in enumerate(card.actions):
            for faced in (0, 1):
                found[at, faced, NO_PURSE + action.price :] |= _option(action, faced) << 3 * number
    return readonly(found.reshape(-1))


def _option(action: Action, faced: int) -> int:
    """Return the bits of one action; `faced`: 1 where somebody lives opposite."""
    if action.aim == OPPOSITE and not faced:
        return 0
    choice = {RIVAL: 7 << AT_RIVAL, ALLY: 7 << AT_OWN}.get(action.aim, 1 << NO_CHOICE)
    combo = COMBO_ON_ANY if action.aim == RIVALS else COMBO_ON_ONE
    return choice | bool(action.damage) << combo


_AIMED: Final = {
    RIVAL: AIMS_RIVAL,
    RIVALS: AIMS_FREELY,
    OPPOSITE: AIMS_OPPOSITE,
    ALLY: AIMS_OWN,
    TEAM: AIMS_FREELY,
    SELF: AIMS_FREELY,
}
NO_AIM: Final = len(_AIMED) * 9


def _cost(action: Action | None) -> int:
    return action.price + _AIMED[action.aim] + HITS_HARD * bool(action.damage) if action else 0


def _traits(card: Card) -> tuple[int, int, int, int]:
    numbers = [card.passive.get(name, 0) for name in NUMBERED]
    first, second, third = (sum(n << 2 * i for i, n in enumerate(numbers[at : at + 4])) for at in (0, 4, 8))
    shell, taunt, stealth = (card.passive.get(name, 0) for name in ("shell", "taunt", "stealth"))
    return first, second, third, shell << SHELL_SHIFT | taunt * TAUNT | stealth * STEALTH | card.dna << DNA_SHIFT


def _flags(a: Action) -> int:
    held = [a.pierce, a.stun, a.exchange, a.freeze, a.shield, a.again, a.skip]
    return sum(1 << i for i, has in enumerate(held) if has)


def _facts(cards: Sequence[Card]) -> Facts:
    every = [[*(_nth(card, number) for card in cards), None] for number in range(MOST_ACTIONS)]
    costs = np.array([[_cost(action) for action in row] for row in every], np.uint8)
    named = [fact.name for fact in fields(Facts) if fact.name != "costs"]
    plain = {name: np.array([[getattr(a, name, 0) for a in row] for row in every], np.int8) for name in named}
    return Facts(**plain, costs=costs)


def _reaches() -> U8:
    """Return [(aims + 1) * 9] by aim * 9 + place * 3 + target: bits of rivals, and of own characters OWN_BITS higher.

    What has fallen must be left out still.
    """
    found = np.zeros((len(_AIMED) + 1, PLACES, PLACES), np.uint8)
    place, target = np.indices((PLACES, PLACES))
    found[RIVAL], found[RIVALS], found[OPPOSITE] = 1 << target, 7, 1 << place
    found[ALLY], found[TEAM], found[SELF] = 1 << target << OWN_BITS, 7 << OWN_BITS, 1 << place << OWN_BITS
    return readonly(found.reshape(-1))


REACHES: Final = _reaches()
