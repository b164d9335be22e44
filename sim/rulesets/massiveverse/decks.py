"""What a legal deck is: one character, with its nine cards. A deck file holds one character, as in `cards.toml`."""

from typing import Any

from sim.errors import InputError
from sim.ruleset import Deck
from sim.rulesets.massiveverse import cards
from sim.rulesets.massiveverse.state import TYPES


def shipped() -> dict[str, Deck]:
    """Return the decks that come with the ruleset, by name: the characters of `cards.toml`."""
    return {character.name: _deck(character) for character in cards.shipped()}


def parse(data: dict[str, Any], where: str) -> Deck:
    """Return the deck of a deck file's `data`; raise InputError that names the file `where` and the key."""
    entries = data.get("character")
    if set(data) != {"character"} or not isinstance(entries, list) or len(entries) != 1:
        raise InputError(f"{where}: keys {sorted(data)}: right would be one [[character]] table and nothing else")
    return _deck(cards.parse(entries[0], where))


def _deck(character: cards.Character) -> Deck:
    names = [character.cards[0][kind].name for kind in range(len(TYPES))]
    return Deck(character.name, (*names, character.passive), character)
