"""Card files by themselves: which ruleset they are for, whether they are right, and their cards in words."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from jobs import rooms
from jobs.messages import Place, near, read_toml


def check(path: Path, ruleset: str | None) -> Iterator[str]:
    """Yield what a card file says: how many cards, and each in words. Raise InputError for what is wrong with it."""
    place = Place(str(path))
    found = read_toml(path, place, lambda data: _laid(data, ruleset, place))
    room, cards = _laid(found, ruleset, place)
    numbers = [entry["number"] for entry in found["card"]]
    yield f"{path}: {len(numbers)} card{'s' if len(numbers) != 1 else ''}, laid over those that come with {room}"
    for number in numbers:
        yield rooms.deck_module(room).text(cards.all[cards.places[number]])


def _laid(found: dict[str, Any], ruleset: str | None, place: Place) -> tuple[str, Any]:
    """Return the ruleset of a card file's data, and its card set with these cards laid over it."""
    room = _named(ruleset) if ruleset else _likely(found, place)
    return room, rooms.deck_module(room).cards(found, str(place))


def _named(ruleset: str) -> str:
    place = Place("", ("--ruleset",), ruleset)
    rooms.ruleset(ruleset, place)
    if not rooms.has_cards(ruleset):
        raise place.wrong("takes no card files", near(ruleset, _takers()))
    return ruleset


def _takers() -> list[str]:
    return [name for name in rooms.rulesets() if rooms.has_cards(name)]


def _likely(found: Mapping[str, Any], place: Place) -> str:
    """Return the ruleset whose cards have most of the keys that the file's cards have."""
    entries = found.get("card")
    keys = {key for entry in (entries if isinstance(entries, list) else []) if isinstance(entry, dict) for key in entry}
    shared = {name: len(keys & {field.name for field in fields(rooms.cards(name).all[0])}) for name in _takers()}
    likely = [name for name, count in shared.items() if count == max(shared.values())]
    if len(likely) != 1:
        raise place.wrong("could be cards of several rulesets", " or ".join(f"--ruleset {name}" for name in likely))
    return likely[0]
