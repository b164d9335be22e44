"""Cards as data: what `cards.toml` and users' card files may say of a card's figures, checked.

What their texts say is checked by phrases.py and lint.py.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from typing import Any, Final

from sim.reading import FACTS, Reader

KINDS: Final = ("Legend", "Unit", "Gear", "Program")
LEGEND, UNIT, GEAR, PROGRAM = range(4)
COLOURS: Final = ("Red", "Yellow", "Green", "Blue")
KEYWORDS: Final = ("GO SOLO", "BLOCKER", "QUICK", "ADRENALINE")
_KEYWORDS_OF: Final = (KEYWORDS, KEYWORDS[1:], KEYWORDS[1:], ("QUICK",))  # by kind
_DASH: Final = " – "  # between a name and its subtitle

MOST_RAM: Final = 9
MOST_COST: Final = 20
MOST_POWER: Final = 30
MOST_TAGS: Final = 6
MOST_LINES: Final = 4  # an ability is picked by one of four bits (11)
_LINE: Final = 300  # characters of a line of text
_NUMBER: Final = 12  # characters of a card's number
_TAG: Final = re.compile(r"[A-Z0-9][A-Z0-9' ]*")
_NO_COST: Final = "none"  # takes a cost away where a file lies over another card
_DEFAULTS: Final[dict[str, Any]] = {"cost": None, "power": 0, "tags": (), "keywords": (), "text": ()}
_KEYS: Final = ("number", "name", "type", "colour", "ram", "sell", "origin", *_DEFAULTS)
_FIELDS: Final = {"type": "kind"}  # keys of a file that go by another name here


@dataclass(frozen=True)
class Card:
    """One card, as printed."""

    number: str
    name: str  # with its subtitle
    kind: int  # index into KINDS
    colour: int  # index into COLOURS
    ram: int
    cost: int | None  # None where a dash is printed
    power: int  # of a Gear what it adds; 0 for a Program
    sell: bool
    tags: tuple[str, ...]
    keywords: tuple[str, ...]
    text: tuple[str, ...]  # a line an ability, in the words of README.md, 9
    origin: str  # where the figures come from

    @cached_property
    def title(self) -> str:
        """Return the name without its subtitle: "V", "Goro Takemura"."""
        return self.name.split(_DASH)[0]

    @cached_property
    def figures(self) -> str:
        """Return a hash of all that decides a game: the card without number, name, RAM and origin."""
        plain = [self.kind, self.colour, self.cost, self.power, self.sell]
        told = [*plain, sorted(self.tags), sorted(self.keywords), self.text]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Cards:
    """A card set; decks hold places in `all`."""

    all: tuple[Card, ...]

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the place of each card, by number and by name."""
        return {key: place for place, card in enumerate(self.all) for key in (card.name, card.number)}


def shipped() -> Cards:
    """Return the room's own card set, `cards.toml`."""
    text = files(__package__).joinpath("cards.toml").read_text(encoding="utf8")
    return overlaid(Cards(()), tomllib.loads(text), "cards.toml")


def overlaid(base: Cards, data: Mapping[str, Any], where: str) -> Cards:
    """Return `base` with the cards of the card file `data` in place of its own, or added to them.

    Raise InputError that names the file `where`, card, key, value and what would be right.
    """
    reader = _Reader(where)
    found = {card.number: card for card in base.all}
    entries = reader.numbered(data, "card", _NUMBER)
    for number, entry in entries.items():
        found[number] = reader.card(number, entry, found.get(number))
    last = sorted(found.values(), key=lambda card: card.number in entries)  # blame the file, not its base
    reader.unlike("card", ((card.number, card.name) for card in last))
    return Cards(tuple(found.values()))


class _Reader(Reader):
    """Reads the cards of one file."""

    def card(self, number: str, entry: Mapping[str, Any], base: Card | None) -> Card:
        """Return the card of a table, laid over `base` if there is one of its number."""
        with self.at(f"card {number!r}" if base else f"new card {number!r}"):
            self.keys(entry, _KEYS)
            needed = () if base else [key for key in _KEYS if key not in _DEFAULTS]
            parts = {
                _FIELDS.get(key, key): self._part(entry, key) for key in _KEYS[1:] if key in entry or key in needed
            }
            card = replace(base, **parts) if base else Card(number=number, **_DEFAULTS | parts)
            self._fits(entry, card, base is None)
            return card

    def _part(self, entry: Mapping[str, Any], key: str) -> Any:
        if key in ("type", "colour"):
            return self.choice(entry, key, KINDS if key == "type" else COLOURS)
        if key in ("ram", "power"):
            return self.number(entry, key, 0, MOST_RAM if key == "ram" else MOST_POWER)
        if key == "cost":
            return None if entry[key] == _NO_COST else self.number(entry, key, 0, MOST_COST)
        if key == "sell":
            return self.truth(entry, key)
        if key in ("tags", "keywords", "text"):
            return self._texts(entry, key)
        return self.text(entry, key, FACTS if key == "origin" else 100)

    def _texts(self, entry: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return the list of texts under `key`, none of them twice."""
        most = {"tags": MOST_TAGS, "keywords": len(KEYWORDS), "text": MOST_LINES}[key]
        found = entry[key]
        if not isinstance(found, list) or len(found) > most:
            self.wrong(entry, key, f"a list of at most {most} texts")
        for place, each in enumerate(found):
            name = f"{key}[{place}]"
            if key == "keywords":
                self.choice({name: each}, name, KEYWORDS)
            elif key == "tags" and not (isinstance(each, str) and _TAG.fullmatch(each)):
                self.fail(name, each, "a tag in capitals, such as 'ARASAKA'")
            self.text({name: each}, name, _LINE)
            if each in found[:place]:
                self.fail(name, each, "each once")
        return tuple(found)

    def _fits(self, entry: Mapping[str, Any], card: Card, new: bool) -> None:
        """Hold that the figures of a card go with its type and with each other."""
        kind = KINDS[card.kind]
        if card.kind == PROGRAM and card.power:
            self.fail("power", card.power, "no such key: a Program has none")
        if card.kind != PROGRAM and new and "power" not in entry:
            self.wrong(entry, "power", f"a whole number from 0 to {MOST_POWER}: a {kind} has one")
        if card.cost is None and card.kind != LEGEND:
            self.wrong(entry, "cost", f"a whole number from 0 to {MOST_COST}: only a Legend may have none")
        for keyword in card.keywords:
            if keyword not in _KEYWORDS_OF[card.kind]:
                self.fail("keywords", keyword, f"one that a {kind} can have: {', '.join(_KEYWORDS_OF[card.kind])}")
        if card.cost is None and "GO SOLO" in card.keywords:
            self.fail("keywords", "GO SOLO", "a cost beside it: it is what GO SOLO costs")
