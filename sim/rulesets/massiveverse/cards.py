"""Characters as data: what `cards.toml` and users' character files may say, checked."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any, Final

from sim.reading import FACTS, Reader
from sim.rulesets.massiveverse.state import (
    AGILITY,
    ENERGY,
    INTELLIGENCE,
    STRENGTH,
    TYPES,
    ULTIMATE,
)

TRIGGERS: Final = ("play", "hit", "counter", "stop")
EFFECTS: Final = ("loss", "recoil", "energy", "sap", "heal", "drain", "exhaust", "ready", "banish")
PASSIVES: Final = ("edge", "charge", "toll", "burn", "dread", "kinship", "ward")

# The largest number that each key takes.
FIGURES: Final = {"damage": 9, "guard": 99, "unblockable": 1, "grab": 1, "steady": 1, "returns": 1}
_BONUS: Final = {"energy": ENERGY, "more_cards": 1, "damage": 9}
_EFFECTS: Final = dict.fromkeys(EFFECTS, 9) | {"drain": 1}
_TRIGGERED: Final = {t: _EFFECTS | ({"damage": 9} if t == "counter" else {}) for t in TRIGGERS}
_PASSIVE: Final = dict.fromkeys(PASSIVES, 9) | {"ward": 1}

_SIDE_KEYS: Final = (*FIGURES, "symbol", "counters", "fetch", "bonus", *TRIGGERS)
_SYMBOLS: Final = ("none", *TYPES)
_BARS: Final = {STRENGTH: (AGILITY,), AGILITY: (INTELLIGENCE,), INTELLIGENCE: (STRENGTH,)}  # 2.3, unless printed


@dataclass(frozen=True)
class Card:
    """One card on one side of its owner's Passive; clauses of README.md in brackets."""

    type: int  # index into TYPES
    name: str
    symbol: int  # index into TYPES, -1 for none (2.3)
    counters: tuple[int, ...]  # symbols that the bottom bar counters, each once (2.3)
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
    """Return the character that the table `entry` of the file `where` describes.

    Raise InputError that names file, character, key, value and what would be right.
    """
    return _Reader(where).character(entry)


class _Reader(Reader):
    """Reads one character."""

    def character(self, entry: Any) -> Character:
        self.table("character", entry)
        name = self.text(entry, "name")
        with self.at(f"character {name!r}"):
            self.keys(entry, ("name", "origin", "facts", "passive", "cards"))
            passive = self._passive(entry)
            start, further, price = self._cards(entry)
            if not (passive["unlock"] or passive["after_counter"]) and (passive["sides"][1] or start != further):
                right = f"a way to the further side: price = 1 to {ENERGY}, or after = 'counter'"
                self.fail("passive", entry["passive"], right)
            return Character(
                name=name,
                origin=self.text(entry, "origin", FACTS),
                facts=self.text(entry, "facts", FACTS) if "facts" in entry else "",
                price=price,
                cards=(start, further),
                **passive,
            )

    def _passive(self, character: Mapping[str, Any]) -> dict[str, Any]:
        entry = self.inner(character, "passive", ("name", "start", "further", "price", "after"))
        with self.at("passive"):
            return {
                "passive": self.text(entry, "name"),
                "sides": tuple(self._numbers(entry, side, _PASSIVE) for side in ("start", "further")),
                "unlock": self.number(entry, "price", 1, ENERGY) if "price" in entry else 0,
                "after_counter": "after" in entry and self.choice(entry, "after", ("counter",)) == 0,
            }

    def _cards(self, character: Mapping[str, Any]) -> tuple[tuple[Card, ...], tuple[Card, ...], int]:
        """Return the seven cards of either side, by type, and the price of the Ultimate."""
        by_type = self._by_type(character)
        pairs = [self._card(by_type[kind], kind) for kind in range(len(TYPES))]
        with self.at("ultimate"):
            price = self.number(by_type[ULTIMATE], "price", 1, ENERGY)
        return tuple(start for start, _ in pairs), tuple(further for _, further in pairs), price

    def _by_type(self, character: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
        entries = character.get("cards")
        if not isinstance(entries, list):
            self.wrong(character, "cards", "a list of seven card tables")
        found: dict[int, Mapping[str, Any]] = {}
        for place, entry in enumerate(entries, 1):
            self.table(f"card {place}", entry)
            with self.at(f"card {place}"):
                kind = self.choice(entry, "type", TYPES)
                if kind in found:
                    self.fail("type", entry["type"], "one card of each type")
            found[kind] = entry
        lacking = [name for kind, name in enumerate(TYPES) if kind not in found]
        if lacking:
            self.fail("cards", [TYPES[kind] for kind in found], f"one card of each type, {lacking[0]} among them")
        return found

    def _card(self, entry: Mapping[str, Any], kind: int) -> tuple[Card, Card]:
        with self.at(TYPES[kind]):
            prices = ("price",) if kind == ULTIMATE else ()
            self.keys(entry, ("type", "name", *_SIDE_KEYS, *prices, "further"))
            symbol = -1 if kind == ULTIMATE else kind
            start = self._side(entry, Card(kind, self.text(entry, "name"), symbol, _BARS.get(kind, ())))
            further = self.inner(entry, "further", _SIDE_KEYS) if "further" in entry else {}
            with self.at("further"):
                return start, self._side(further, start)

    def _side(self, entry: Mapping[str, Any], base: Card) -> Card:
        """Return `base` with the figures that `entry` gives in place of its own."""
        changes: dict[str, Any] = {key: self.number(entry, key, 0, FIGURES[key]) for key in FIGURES if key in entry}
        if base.type == ULTIMATE and changes.get("returns"):
            self.wrong(entry, "returns", "0 on an Ultimate: it is stored after it was played")
        if "symbol" in entry:
            changes["symbol"] = self.choice(entry, "symbol", _SYMBOLS) - 1
        if "counters" in entry:
            changes["counters"] = self._bar(entry)
        if "fetch" in entry:
            changes["fetch"] = self.choice(entry, "fetch", TYPES[:ULTIMATE])
        if "bonus" in entry:
            changes["bonus"] = self._numbers(entry, "bonus", _BONUS)
        effects = {t: self._numbers(entry, t, _TRIGGERED[t]) for t in TRIGGERS if t in entry}
        return replace(base, effects=dict(base.effects) | effects, **changes)

    def _bar(self, entry: Mapping[str, Any]) -> tuple[int, ...]:
        printed = entry["counters"]
        known = isinstance(printed, list) and all(symbol in TYPES for symbol in printed)
        if not known or len(set(printed)) < len(printed):
            self.wrong(entry, "counters", "a list of different symbols out of " + ", ".join(TYPES))
        return tuple(TYPES.index(symbol) for symbol in printed)

    def _numbers(self, entry: Mapping[str, Any], key: str, tops: Mapping[str, int]) -> dict[str, int]:
        """Return the numbers of the table under `key`, none if it is missing; `tops`: the largest of each."""
        inner = self.inner(entry, key, tuple(tops)) if key in entry else {}
        with self.at(key):
            return {name: self.number(inner, name, 0, tops[name]) for name in inner}
