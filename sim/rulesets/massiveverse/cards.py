"""Characters as data: what `cards.toml` and users' character files may say, checked."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from importlib.resources import files
from typing import Any, Final, NoReturn

from sim.errors import InputError
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
_NAME: Final = 100  # characters of a name
_FACTS: Final = 2_000  # characters of a longer text
_SHOWN: Final = 70  # characters of a value that a message shows


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


class _Reader:
    """Reads one character; keeps the way to what it reads, so that every message can begin with it."""

    def __init__(self, where: str) -> None:
        self.path = [where]

    def character(self, entry: Any) -> Character:
        self._table("character", entry)
        name = self._text(entry, "name")
        with self._at(f"character {name!r}"):
            self._keys(entry, ("name", "origin", "facts", "passive", "cards"))
            passive = self._passive(entry)
            start, further, price = self._cards(entry)
            if not (passive["unlock"] or passive["after_counter"]) and (passive["sides"][1] or start != further):
                right = f"a way to the further side: price = 1 to {ENERGY}, or after = 'counter'"
                self._fail("passive", entry["passive"], right)
            return Character(
                name=name,
                origin=self._text(entry, "origin", _FACTS),
                facts=self._text(entry, "facts", _FACTS) if "facts" in entry else "",
                price=price,
                cards=(start, further),
                **passive,
            )

    def _passive(self, character: Mapping[str, Any]) -> dict[str, Any]:
        entry = self._inner(character, "passive", ("name", "start", "further", "price", "after"))
        with self._at("passive"):
            return {
                "passive": self._text(entry, "name"),
                "sides": tuple(self._numbers(entry, side, _PASSIVE) for side in ("start", "further")),
                "unlock": self._number(entry, "price", 1, ENERGY) if "price" in entry else 0,
                "after_counter": "after" in entry and self._choice(entry, "after", ("counter",)) == 0,
            }

    def _cards(self, character: Mapping[str, Any]) -> tuple[tuple[Card, ...], tuple[Card, ...], int]:
        """Return the seven cards of either side, by type, and the price of the Ultimate."""
        by_type = self._by_type(character)
        pairs = [self._card(by_type[kind], kind) for kind in range(len(TYPES))]
        with self._at("ultimate"):
            price = self._number(by_type[ULTIMATE], "price", 1, ENERGY)
        return tuple(start for start, _ in pairs), tuple(further for _, further in pairs), price

    def _by_type(self, character: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
        entries = character.get("cards")
        if not isinstance(entries, list):
            self._wrong(character, "cards", "a list of seven card tables")
        found: dict[int, Mapping[str, Any]] = {}
        for place, entry in enumerate(entries, 1):
            self._table(f"card {place}", entry)
            with self._at(f"card {place}"):
                kind = self._choice(entry, "type", TYPES)
                if kind in found:
                    self._fail("type", entry["type"], "one card of each type")
            found[kind] = entry
        lacking = [name for kind, name in enumerate(TYPES) if kind not in found]
        if lacking:
            self._fail("cards", [TYPES[kind] for kind in found], f"one card of each type, {lacking[0]} among them")
        return found

    def _card(self, entry: Mapping[str, Any], kind: int) -> tuple[Card, Card]:
        with self._at(TYPES[kind]):
            prices = ("price",) if kind == ULTIMATE else ()
            self._keys(entry, ("type", "name", *_SIDE_KEYS, *prices, "further"))
            symbol = -1 if kind == ULTIMATE else kind
            start = self._side(entry, Card(kind, self._text(entry, "name"), symbol, _BARS.get(kind, ())))
            further = self._inner(entry, "further", _SIDE_KEYS) if "further" in entry else {}
            with self._at("further"):
                return start, self._side(further, start)

    def _side(self, entry: Mapping[str, Any], base: Card) -> Card:
        """Return `base` with the figures that `entry` gives in place of its own."""
        changes: dict[str, Any] = {key: self._number(entry, key, 0, FIGURES[key]) for key in FIGURES if key in entry}
        if base.type == ULTIMATE and changes.get("returns"):
            self._wrong(entry, "returns", "0 on an Ultimate: it is stored after it was played")
        if "symbol" in entry:
            changes["symbol"] = self._choice(entry, "symbol", _SYMBOLS) - 1
        if "counters" in entry:
            changes["counters"] = self._bar(entry)
        if "fetch" in entry:
            changes["fetch"] = self._choice(entry, "fetch", TYPES[:ULTIMATE])
        if "bonus" in entry:
            changes["bonus"] = self._numbers(entry, "bonus", _BONUS)
        effects = {t: self._numbers(entry, t, _TRIGGERED[t]) for t in TRIGGERS if t in entry}
        return replace(base, effects=dict(base.effects) | effects, **changes)

    def _bar(self, entry: Mapping[str, Any]) -> tuple[int, ...]:
        printed = entry["counters"]
        known = isinstance(printed, list) and all(symbol in TYPES for symbol in printed)
        if not known or len(set(printed)) < len(printed):
            self._wrong(entry, "counters", "a list of different symbols out of " + ", ".join(TYPES))
        return tuple(TYPES.index(symbol) for symbol in printed)

    def _numbers(self, entry: Mapping[str, Any], key: str, tops: Mapping[str, int]) -> dict[str, int]:
        """Return the numbers of the table under `key`, none if it is missing; `tops`: the largest of each."""
        inner = self._inner(entry, key, tuple(tops)) if key in entry else {}
        with self._at(key):
            return {name: self._number(inner, name, 0, tops[name]) for name in inner}

    def _number(self, entry: Mapping[str, Any], key: str, low: int, top: int) -> int:
        value = entry.get(key)
        if type(value) is not int or not low <= value <= top:  # a bool is an int to Python, and a mistake here
            self._wrong(entry, key, f"a whole number from {low} to {top}")
        return value

    def _choice(self, entry: Mapping[str, Any], key: str, names: Sequence[str]) -> int:
        value = entry.get(key)
        if value not in names:
            self._wrong(entry, key, _near(value, names))
        return names.index(value)

    def _text(self, entry: Mapping[str, Any], key: str, longest: int = _NAME) -> str:
        value = entry.get(key)
        if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > longest:
            self._wrong(entry, key, f"a text of 1 to {longest} characters that can be shown, on one line")
        return value

    def _inner(self, entry: Mapping[str, Any], key: str, known: Sequence[str]) -> Mapping[str, Any]:
        """Return the table under `key`, which may have the keys `known` only."""
        if key not in entry:
            self._wrong(entry, key, f"a table with {', '.join(known)}")
        self._table(key, entry[key])
        with self._at(key):
            self._keys(entry[key], known)
        return entry[key]

    def _table(self, key: str, entry: Any) -> None:
        if not isinstance(entry, dict):
            self._fail(key, entry, "a table")

    def _keys(self, entry: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in entry:
            if key not in known:
                self._fail(key, entry[key], "a known key: " + _near(key, known))

    def _wrong(self, entry: Mapping[str, Any], key: str, right: str) -> NoReturn:
        """Fail for what stands under `key`, or does not stand there."""
        if key in entry:
            self._fail(key, entry[key], right)
        raise InputError(f"{': '.join(self.path)}: {key} is missing; right would be {right}")

    def _fail(self, key: str, value: Any, right: str) -> NoReturn:
        raise InputError(f"{': '.join(self.path)}: {_key(key)} = {shown(value)} is wrong; right would be {right}")

    @contextmanager
    def _at(self, step: str) -> Iterator[None]:
        """Read what lies behind `step` of the way."""
        self.path.append(step)
        yield
        self.path.pop()


def _near(value: Any, names: Sequence[str]) -> str:
    """Return the one of `names` that was most likely meant, or all of them."""
    close = get_close_matches(value, names, 1) if isinstance(value, str) else []
    return repr(close[0]) if close else "one of " * (len(names) > 1) + ", ".join(names)


def _key(key: str) -> str:
    return key if key.isprintable() and len(key) <= _SHOWN else shown(key)


def shown(value: Any) -> str:
    """Return `value` as a message can bear it: on one line, and not for ever."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # Python writes no number of thousands of digits
        return "a value too long to write"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
