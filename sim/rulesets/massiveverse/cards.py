"""Characters as data: what `cards.toml` and users' character files may say, checked, and made into integer tables.

The tables hold, for each character and each side of its Passive, one row for each of the seven cards. What a card does
depends on what became of it (countered; or resolved with any of hit, counter, stop), so the numbers of all triggers are
added up once, here, and a round looks up one row: `row * OUTCOMES + outcome`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from typing import Any, Final

import numpy as np

from sim.arrays import I8, I32, U8, U16, Index
from sim.errors import InputError
from sim.ruleset import Deck
from sim.rulesets.massiveverse.state import ABILITIES, ENERGY, REST, TYPES, ULTIMATE

TRIGGERS: Final = ("play", "hit", "counter", "stop")
EFFECTS: Final = ("loss", "recoil", "energy", "sap", "heal", "drain", "exhaust", "ready", "banish")
PASSIVES: Final = ("edge", "charge", "toll", "burn", "dread", "kinship", "ward")
HIT, COUNTER, STOP, COUNTERED = 1, 2, 4, 8  # outcomes are sums of the first three, or COUNTERED
OUTCOMES: Final = 9
GUARD_ALL: Final = 99
_COUNTERS: Final = {"strength": ["agility"], "agility": ["intelligence"], "intelligence": ["strength"]}


@dataclass(frozen=True)
class Card:
    """One card on one side of its owner's Passive; clauses of README.md in brackets."""

    type: int  # index into TYPES
    name: str
    symbol: int  # index into TYPES, -1 for none (2.3)
    counters: tuple[int, ...]  # symbols that the bottom bar counters (2.3)
    damage: int = 0
    guard: int = 0  # 2.7
    unblockable: int = 0  # 2.7
    grab: int = 0  # 2.8
    steady: int = 0  # 3.5, 3.7
    returns: int = 0  # 4.1
    fetch: int = -1  # type of the ability that comes back, -1 for none (3.6)
    bonus: Mapping[str, int] = field(default_factory=dict)  # energy, more_cards, damage (2.6)
    effects: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # trigger -> effect -> number (3.1)


@dataclass(frozen=True)
class Character:
    """Nine cards: the Portrait (its name), the Passive with its sides, and seven cards on either side of it."""

    name: str
    origin: str  # where the figures come from
    facts: str  # what is published of the character
    price: int  # Energy to ready the Ultimate
    passive: str  # name of the Passive
    sides: tuple[Mapping[str, int], Mapping[str, int]]  # PASSIVES -> number, start side and further side
    unlock: int  # Energy to turn the Passive, 0 if it cannot be bought (5.3)
    after_counter: bool  # the Passive turns after the first counter (4.3)
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]  # [side][type]


def shipped() -> tuple[Character, ...]:
    """Return the characters of the room's own `cards.toml`."""
    text = files(__package__).joinpath("cards.toml").read_text(encoding="utf8")
    return tuple(parse(entry, "cards.toml") for entry in tomllib.loads(text)["character"])


def parse(entry: Any, where: str) -> Character:
    """Check one character table of the file `where`; raise InputError that names file, character and key."""
    return _Reader(where).character(entry)


class _Reader:
    """Reads one file's tables, so that every message can begin with the path of what is wrong."""

    def __init__(self, where: str) -> None:
        self.path = [where]

    def character(self, entry: Any) -> Character:
        self._table(entry, ("name", "origin", "facts", "passive", "cards"), ("name", "origin", "passive", "cards"))
        name = self._text(entry, "name")
        self.path.append(f"character {name!r}")
        passive = self._passive(entry["passive"])
        start = self._cards(entry["cards"])
        return Character(
            name=name,
            origin=self._text(entry, "origin"),
            facts=self._text(entry, "facts") if "facts" in entry else "",
            price=self._price(entry["cards"]),
            cards=(tuple(card for card, _ in start), tuple(card for _, card in start)),
            **passive,
        )

    def _passive(self, entry: Any) -> dict[str, Any]:
        self.path.append("passive")
        self._table(entry, ("name", "start", "further", "price", "after"), ("name",))
        sides = tuple(self._numbers(entry, side, PASSIVES, 0, 9) for side in ("start", "further"))
        if entry.get("after", "counter") != "counter":
            self._fail("after", entry["after"], '"counter"')
        unlock = self._number(entry, "price", 0, 1, ENERGY)
        if sides[1] and not unlock and "after" not in entry:
            self._fail("further", sides[1], f"a way to it: price = 1 to {ENERGY}, or after = 'counter'")
        out = {"passive": self._text(entry, "name"), "sides": sides, "unlock": unlock}
        self.path.pop()
        return out | {"after_counter": "after" in entry}

    def _price(self, cards: Any) -> int:
        self.path.append("ultimate")
        ultimate = next(card for card in cards if card["type"] == "ultimate")
        price = self._number(ultimate, "price", 0, 1, ENERGY)
        if not price:
            self._fail("price", 0, f"1 to {ENERGY}, the Energy that readies it")
        self.path.pop()
        return price

    def _cards(self, entries: Any) -> list[tuple[Card, Card]]:
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._fail("cards", entries, "a list of card tables")
        found = [entry.get("type") for entry in entries]
        if sorted(map(str, found)) != sorted(TYPES):
            self._fail("cards", found, "one of each type: " + ", ".join(TYPES))
        by_type = {entry["type"]: entry for entry in entries}
        return [self._card(by_type[kind], kind) for kind in TYPES]

    def _card(self, entry: Mapping[str, Any], kind: str) -> tuple[Card, Card]:
        self.path.append(kind)
        prices = ("price",) if kind == "ultimate" else ()
        self._table(entry, (*_CARD_KEYS, *prices, "type", "name", "further"), ("name",))
        start = self._side(entry, Card(TYPES.index(kind), self._text(entry, "name"), *self._bar(entry, kind)))
        further = entry.get("further", {})
        self.path.append("further")
        self._table(further, _CARD_KEYS, ())
        both = (start, self._side(further, start))
        self.path[-2:] = []
        return both

    def _bar(self, entry: Mapping[str, Any], kind: str) -> tuple[int, tuple[int, ...]]:
        symbol = entry.get("symbol", "none" if kind == "ultimate" else kind)
        counters = entry.get("counters", _COUNTERS.get(kind, []))
        if symbol not in ("none", *TYPES):
            self._fail("symbol", symbol, "none or one of " + ", ".join(TYPES))
        if not isinstance(counters, list) or not all(c in TYPES for c in counters):
            self._fail("counters", counters, "a list of " + ", ".join(TYPES))
        return (*TYPES, "none").index(symbol) if symbol != "none" else -1, tuple(TYPES.index(c) for c in counters)

    def _side(self, entry: Mapping[str, Any], base: Card) -> Card:
        changes: dict[str, Any] = {
            key: self._number(entry, key, 0, 0, top) for key, top in FIGURES.items() if key in entry
        }
        if {"symbol", "counters"} & set(entry):
            changes["symbol"], changes["counters"] = self._bar(
                {"symbol": (*TYPES, "none")[base.symbol], "counters": [TYPES[c] for c in base.counters]} | dict(entry),
                TYPES[base.type],
            )
        if "fetch" in entry:
            if entry["fetch"] not in TYPES[:ULTIMATE]:
                self._fail("fetch", entry["fetch"], "one of " + ", ".join(TYPES[:ULTIMATE]))
            changes["fetch"] = TYPES.index(entry["fetch"])
        if base.type == ULTIMATE and changes.get("returns"):
            self._fail("returns", 1, "0 on an Ultimate: it is stored after it was played")
        if "bonus" in entry:
            changes["bonus"] = self._numbers(entry, "bonus", ("energy", "more_cards", "damage"), 0, 9)
        effects = dict(base.effects) | {t: self._effects(entry, t) for t in TRIGGERS if t in entry}
        return replace(base, effects=effects, **changes)

    def _effects(self, entry: Mapping[str, Any], trigger: str) -> dict[str, int]:
        names = (*EFFECTS, "damage") if trigger == "counter" else EFFECTS
        return self._numbers(entry, trigger, names, 0, 9)

    def _numbers(self, entry: Mapping[str, Any], key: str, names: Sequence[str], low: int, top: int) -> dict[str, int]:
        inner = entry.get(key, {})
        self.path.append(key)
        self._table(inner, names, ())
        out = {name: self._number(inner, name, 0, low, 1 if name in _YES_NO else top) for name in inner}
        self.path.pop()
        return out

    def _number(self, entry: Mapping[str, Any], key: str, default: int, low: int, top: int) -> int:
        value = entry.get(key, default)
        if key in entry and (not isinstance(value, int) or not low <= int(value) <= top):
            self._fail(key, value, f"a whole number from {low} to {top}")
        return int(value)

    def _text(self, entry: Mapping[str, Any], key: str) -> str:
        value = entry[key]
        if not isinstance(value, str) or not value.strip():
            self._fail(key, value, "a text that is not empty")
        return str(value)

    def _table(self, entry: Any, known: Sequence[str], needed: Sequence[str]) -> None:
        if not isinstance(entry, dict):
            raise InputError(
                f"{': '.join(self.path)}: {entry!r} is no table; right would be a table with {', '.join(known)}"
            )
        for key in entry:
            if key not in known:
                self._fail(key, entry[key], "one of the keys " + ", ".join(known))
        for key in needed:
            if key not in entry:
                self._fail(key, "nothing", "this key with a value")

    def _fail(self, key: str, value: Any, right: str) -> None:
        raise InputError(f"{': '.join(self.path)}: {key} = {value!r} is wrong; right would be {right}")


FIGURES: Final = {"damage": 9, "guard": GUARD_ALL, "unblockable": 1, "grab": 1, "steady": 1, "returns": 1}
_YES_NO: Final = ("drain", "more_cards", "ward")
_CARD_KEYS: Final = (*FIGURES, "symbol", "counters", "fetch", "bonus", *TRIGGERS)


@dataclass(frozen=True)
class Facts:
    """Printed facts by card, for strategies: each [7, D * 2], column = character * 2 + side."""

    damage: I8  # what a plain play of the card deals, the Passive's edge included
    vicious: I8  # what it deals more when it counters
    guard: I8
    unblockable: I8  # 0 or 1
    heal: I8  # HP gained by play, hit or counter, drain counted as the damage
    loss: I8  # HP that the rival loses besides damage
    recoil: I8
    energy: I8  # Energy gained by play or hit
    exhaust: I8
    banish: I8
    ready: I8  # cards that come back, fetch and returns included
    counters: U8  # bits of the symbols that the bar counters
    symbol: U8  # the bit of the card's symbol, 0 for none

    def paired(self) -> "tuple[Facts, Facts]":
        """Return the facts [7, M * M] of both sides of all pairs of columns, column = mine * M + theirs."""
        size = self.damage.shape[1]
        mine = {f.name: np.repeat(getattr(self, f.name), size, axis=1) for f in fields(self)}
        theirs = {f.name: np.tile(getattr(self, f.name), (1, size)) for f in fields(self)}
        return Facts(**mine), Facts(**theirs)


@dataclass(frozen=True)
class Words:
    """Up to four small numbers a row in one 32-bit word: one look-up costs as much as forty additions of int8."""

    names: tuple[str, ...]
    table: I32  # [R], number i in byte i

    @classmethod
    def of(cls, **numbers: Sequence[int]) -> "Words":
        """Pack columns of numbers, -128 to 255 each."""
        packed = [np.array(column, np.int32) & np.int32(255) for column in numbers.values()]
        words = np.zeros(len(packed[0]), np.uint32)
        for i, column in enumerate(packed):
            words |= column.astype(np.uint32) << np.uint32(8 * i)
        return cls(tuple(numbers), words.view(np.int32))

    def at(self, row: Index) -> list[I8]:
        """Return the numbers of `row`, each of its shape, in the order of `names`."""
        word = self.table.take(row, mode="clip")
        return [(word >> np.int32(8 * i)).astype(np.int8) for i in range(len(self.names))]


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
    pairs: dict[Any, Any] = field(default_factory=dict)  # what `View.versus` has worked out


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
        owed=_owed(rows),
        passives=Words.of(
            **{n: [side.get(n, 0) for c in who for side in c.sides] for n in ("burn", "dread", "kinship")}
        ),
        price=np.array([c.price for c in who], np.int8),
        unlock=np.array([c.unlock or ENERGY + 1 for c in who], np.int8),
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
