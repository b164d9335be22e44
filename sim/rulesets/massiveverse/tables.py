"""The characters as integer tables, for `take`: what the rules and the views look up.

The tables hold, for each character and each side of its Passive, one row for each of the seven cards. What a card does
depends on what became of it (countered; or resolved with any of hit, counter, stop), so the numbers of all triggers are
added up once, here, and a round looks up one row: `row * OUTCOMES + outcome`. All arrays are read-only: every state and
every view shares them.
"""

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from sim.arrays import I8, U8, U16, Integer, readonly
from sim.lookup import Words
from sim.ruleset import Deck
from sim.rulesets.massiveverse.cards import Card, Character
from sim.rulesets.massiveverse.state import ABILITIES, ENERGY, REST, TYPES

HIT, COUNTER, STOP, COUNTERED = 1, 2, 4, 8  # outcomes are sums of the first three, or COUNTERED
OUTCOMES: Final = 9


@dataclass(frozen=True)
class Facts:
    """Printed facts by card, for strategies: each [7, D * 2], column = character * 2 + side.

    Effects are added up over all triggers, whether or not a play would set them off.
    """

    damage: I8  # what a plain play of the card deals, the Passive's edge included
    vicious: I8  # what it deals more when it counters
    guard: I8
    unblockable: I8  # 0 or 1
    heal: I8  # HP, drain counted as the printed damage
    loss: I8  # HP that the rival loses besides damage, the Passive's losses left out
    recoil: I8
    energy: I8  # the 1 of Rest included
    exhaust: I8
    banish: I8
    ready: I8  # cards that come back, fetch and returns included
    counters: U8  # bits of the symbols that the bar counters
    symbol: U8  # the bit of the card's symbol, 0 for none

    def __post_init__(self) -> None:
        """Lock the arrays: every view shares them."""
        for fact in fields(self):
            readonly(getattr(self, fact.name))

    def paired(self) -> "tuple[Facts, Facts]":
        """Return the facts [7, M * M] of both sides of all pairs of columns, column = mine * M + theirs."""
        size = self.damage.shape[1]
        mine = {f.name: np.repeat(getattr(self, f.name), size, axis=1) for f in fields(self)}
        theirs = {f.name: np.tile(getattr(self, f.name), (1, size)) for f in fields(self)}
        return Facts(**mine), Facts(**theirs)


Worth = Callable[[Facts, Facts], Integer]  # (mine, theirs) -> [7, 7, P] for P pairs of columns


@dataclass(frozen=True)
class Tables:
    """D characters as integers. Row of a card: (character * 2 + side) * 8 + type; type 7 is no card. R rows."""

    characters: tuple[Character, ...]
    bars: Words  # [R] counters, symbol: bits of symbols
    attacks: Words  # [R] damage (the Passive's edge with it), and what is dealt more: vicious, charge, bonus
    terms: Words  # [R] Energy and lead in cards that the bonus asks for (-99: none); guard; flags, see below
    returns: Words  # [R] back: bits of what comes to hand at cleaning up; fetch: bit of what comes back at 3.6
    gains: Words  # [R * OUTCOMES] by what became of the card: loss (the Passive's toll with it), recoil, energy, sap
    heals: Words  # [R * OUTCOMES] heal, drain
    owed: U16  # [R * OUTCOMES] exhaust, ready, banish, packed: EXHAUSTS, READIES, BANISHES
    passives: Words  # [D * 2] burn, dread, kinship
    price: I8  # [D]
    unlock: I8  # [D] ENERGY + 1 if it cannot be bought
    any_bonus: bool  # what no card here has, a round need not look for
    any_grab: bool
    facts: Facts
    _pairs: MutableMapping[Worth, Integer] = field(default_factory=WeakKeyDictionary)  # found by `pairs`

    def pairs(self, worth: Worth) -> Integer:
        """Return [7, 7, P] `worth` of all pairs of cards and columns, worked out once for as long as `worth` lives."""
        if worth not in self._pairs:
            self._pairs[worth] = readonly(np.array(worth(*self.facts.paired())))
        return self._pairs[worth]


# Flags of a row. The last three depend on the Passive: WARD and TURNS are set on the row of no card, too.
UNBLOCKABLE, GRAB, STEADY, SPENDS, CHARGES, WARD, TURNS = (1 << i for i in range(7))


@dataclass(frozen=True)
class Packed:
    """A number of 0 to 31 among the bits of Tables.owed."""

    shift: int

    @property
    def mask(self) -> np.uint16:
        """Return the number's bits."""
        return np.uint16(31 << self.shift)

    def of(self, owed: U16) -> I8:
        """Return the number."""
        return ((owed & self.mask) >> np.uint16(self.shift)).astype(np.int8)


EXHAUSTS, READIES, BANISHES = _PACKED = Packed(0), Packed(5), Packed(10)


def tables(_cards: Any, decks: Sequence[Deck]) -> Tables:
    """Return the tables of the characters that `decks` hold; deck index = place in `decks`."""
    who: tuple[Character, ...] = tuple(deck.content for deck in decks)
    rows = [card or _NOTHING for c in who for side in (0, 1) for card in (*c.cards[side], None)]
    sides = [(c, side) for c in who for side in (0, 1) for _ in range(8)]
    edge, charge, toll = ([c.sides[side].get(name, 0) for c, side in sides] for name in ("edge", "charge", "toll"))
    return Tables(
        characters=who,
        bars=Words.of(
            counters=[sum(map(_bit, card.counters)) for card in rows],
            symbol=[_bit(card.symbol) for card in rows],
        ),
        attacks=Words.of(
            damage=[_attack(card, number) for card, number in zip(rows, edge, strict=True)],
            vicious=[card.effects.get("counter", {}).get("damage", 0) for card in rows],
            charge=[number * (card.damage > 0) for card, number in zip(rows, charge, strict=True)],
            bonus=[card.bonus.get("damage", 0) for card in rows],
        ),
        terms=Words.of(
            energy=[card.bonus.get("energy", 0) for card in rows],
            lead=[1 if card.bonus.get("more_cards") else -99 for card in rows],
            guard=[card.guard for card in rows],
            flags=[_flags(card) | _passive_flags(card, *side) for card, side in zip(rows, sides, strict=True)],
        ),
        returns=Words.of(back=[_back(card) for card in rows], fetch=[_bit(card.fetch) for card in rows]),
        gains=Words.of(
            loss=_effect("loss", rows, toll),
            **{name: _effect(name, rows) for name in ("recoil", "energy", "sap")},
        ),
        heals=Words.of(**{name: _effect(name, rows) for name in ("heal", "drain")}),
        owed=readonly(_owed(rows)),
        passives=Words.of(
            **{n: [side.get(n, 0) for c in who for side in c.sides] for n in ("burn", "dread", "kinship")}
        ),
        price=readonly(np.array([c.price for c in who], np.int8)),
        unlock=readonly(np.array([c.unlock or ENERGY + 1 for c in who], np.int8)),
        any_bonus=any(card.bonus for card in rows),
        any_grab=any(card.grab for card in rows),
        facts=_facts(who),
    )


_NOTHING: Final = Card(len(TYPES), "no card", -1, ())


def _attack(card: Card, edge: int) -> int:
    return card.damage + edge if card.damage else 0


def _flags(card: Card) -> int:
    return UNBLOCKABLE * card.unblockable + GRAB * card.grab + STEADY * card.steady


def _passive_flags(card: Card, who: Character, side: int) -> int:
    flags = WARD * who.sides[side].get("ward", 0) + TURNS * who.after_counter
    if who.sides[side].get("charge"):
        flags += SPENDS * (card.damage > 0) + CHARGES * (card.type == REST)
    return flags


def _back(card: Card) -> int:
    return ABILITIES if card.type == REST else _bit(card.type) * card.returns


def _effect(effect: str, rows: Sequence[Card], always: Sequence[int] | None = None) -> list[int]:
    """Return [R * OUTCOMES] the number of one effect after each outcome, and what is added `always` [R] to a row."""
    more = always or [0] * len(rows)
    return [number + _added(card, effect, o) for card, number in zip(rows, more, strict=True) for o in range(OUTCOMES)]


def _owed(rows: Sequence[Card]) -> U16:
    """Return [R * OUTCOMES] what a card makes its players owe, packed."""
    numbers = [np.minimum(_effect(effect, rows), 31).astype(np.uint16) for effect in ("exhaust", "ready", "banish")]
    owed: U16 = np.bitwise_or.reduce([n << np.uint16(p.shift) for n, p in zip(numbers, _PACKED, strict=True)])
    return owed


def _added(card: Card, effect: str, outcome: int) -> int:
    if outcome == COUNTERED:
        return 0
    met = {"play": True, "hit": outcome & HIT, "counter": outcome & COUNTER, "stop": outcome & STOP}
    total = sum(numbers.get(effect, 0) for trigger, numbers in card.effects.items() if met[trigger])
    return total + (effect == "energy" and card.type == REST)


def _facts(who: Sequence[Character]) -> Facts:
    sides = [(c.cards[side], c.sides[side]) for c in who for side in (0, 1)]

    def each(number: Any, kind: Any = np.int8) -> Any:
        return np.array([[number(cards[t], passive) for cards, passive in sides] for t in range(len(TYPES))], kind)

    def total(effect: str) -> Any:
        return each(lambda card, _: sum(numbers.get(effect, 0) for numbers in card.effects.values()))

    return Facts(
        damage=each(lambda card, passive: _attack(card, passive.get("edge", 0))),
        vicious=each(lambda card, _: card.effects.get("counter", {}).get("damage", 0)),
        guard=each(lambda card, _: card.guard),
        unblockable=each(lambda card, _: card.unblockable),
        heal=total("heal") + total("drain") * each(lambda card, _: card.damage),
        loss=total("loss"),
        recoil=total("recoil"),
        energy=total("energy") + each(lambda card, _: card.type == REST),
        exhaust=total("exhaust"),
        banish=total("banish"),
        ready=total("ready") + each(lambda card, _: (card.fetch >= 0) + card.returns),
        counters=each(lambda card, _: sum(map(_bit, card.counters)), np.uint8),
        symbol=each(lambda card, _: _bit(card.symbol), np.uint8),
    )


def _bit(place: int) -> int:
    return 1 << place if place >= 0 else 0
