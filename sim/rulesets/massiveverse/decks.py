"""What a legal deck is: one character, with its nine cards. A deck file holds one character, as in `cards.toml`."""

from dataclasses import replace
from typing import Any

from sim.errors import InputError
from sim.reading import shown
from sim.ruleset import Deck
from sim.rulesets.massiveverse import cards
from sim.rulesets.massiveverse.state import TYPES


def shipped(_cards: Any = None) -> dict[str, Deck]:
    """Return the decks that come with the ruleset, by name: the characters of `cards.toml`."""
    return {character.name: _deck(character) for character in cards.shipped()}


def parse(data: dict[str, Any], where: str, _cards: Any = None) -> Deck:
    """Return the deck of a deck file's `data`; raise InputError that names the file `where` and the key."""
    right = "right would be one [[character]] table and nothing else"
    for key, value in data.items():
        if key != "character":
            raise InputError(f"{where}: {shown(key)} = {shown(value)} is wrong; {right}")
    entries = data.get("character", [])
    if not isinstance(entries, list) or len(entries) != 1:
        found = f"{len(entries)} of them" if isinstance(entries, list) else shown(entries)
        raise InputError(f"{where}: character = {found} is wrong; {right}")
    return _deck(cards.parse(entries[0], where))


def _deck(character: cards.Character) -> Deck:
    names = [character.cards[0][kind].name for kind in range(len(TYPES))]
    return Deck(character.name, (*names, character.passive), character, _figures(character))


def _figures(character: cards.Character) -> cards.Character:
    """Return the character without its words: names, facts and origin decide no game."""
    sides = tuple(tuple(replace(card, name="") for card in side) for side in character.cards)
    return replace(character, name="", origin="", facts="", passive="", cards=(sides[0], sides[1]))
