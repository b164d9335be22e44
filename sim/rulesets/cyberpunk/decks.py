"""What a legal deck is (README.md, 1.1): the decks that come with the game, deck files, and decks drawn at random."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, Final

import numpy as np

from sim import luck
from sim.arrays import I64, U64
from sim.errors import InputError
from sim.reading import Reader, near
from sim.ruleset import Deck
from sim.rulesets.cyberpunk import cards as data
from sim.rulesets.cyberpunk import lint, phrases
from sim.rulesets.cyberpunk.cards import COLOURS, GEAR, LEGEND, Card, Cards
from sim.rulesets.cyberpunk.ops import Ability, If

LEGENDS: Final = 3
COPIES: Final = 3
MOST: Final = 50  # cards besides the Legends
MOST_STRENGTH: Final = 87  # with what texts give for a turn it is what a byte holds (README.md, decision 28)
FORMATS: Final = {"standard": 40, "demo": 27}  # the least of them
_KEYS: Final = ("name", "format", "legends", "cards")
_LISTED: Final = 4  # cards that a message lists
_CHUNK: Final = 4096  # decks drawn at a time

text: Final = phrases.text  # a card in words, for `tourney list cards`

Wrong = tuple[str, Any, str]  # key, value, what would be right
Pool = tuple[tuple[int, ...], I64]  # three Legends, and what may be played with them


@dataclass(frozen=True)
class Content:
    """The cards of a deck as places in its card set, by slot: the three Legends, then the others."""

    cards: tuple[int, ...]
    origin: str  # of their figures


@cache
def _own() -> Cards:
    return data.shipped()


def cards(found: dict[str, Any] | None, where: str) -> Cards:
    """Return the room's card set, with the cards of a user's card file `found` laid over it if there is one.

    Raise InputError for all that is wrong with their texts, a line each.
    """
    if found is None:
        return _own()
    known = data.overlaid(_own(), found, where)
    lint.check([known.all[known.places[entry["number"]]] for entry in found["card"]], known, where)
    return known


def shipped(card_set: Cards | None = None) -> dict[str, Deck]:
    """Return the decks that come with the game, by name.

    Where a user's card file changes figures so that a deck is not legal, it is left out.
    """
    known = card_set or _own()
    found = tomllib.loads(files(__package__).joinpath("decks.toml").read_text(encoding="utf8"))
    lists = [(entry, _listed(entry, Reader("decks.toml"), _own())) for entry in found["deck"]]
    return {
        entry["name"]: _deck(entry["name"], (*legends, *counts.elements()), known)
        for entry, (legends, counts) in lists
        if not _wrong(legends, counts, known, _least(entry))
    }


def parse(found: dict[str, Any], where: str, card_set: Cards | None = None) -> Deck:
    """Return the deck of a deck file's data; raise InputError that names the file `where` and the key."""
    known, reader = card_set or _own(), Reader(where)
    reader.keys(found, _KEYS)
    name = reader.text(found, "name")
    if "format" in found:
        reader.choice(found, "format", tuple(FORMATS))
    legends, counts = _listed(found, reader, known)
    wrong = _wrong(legends, counts, known, _least(found))
    if wrong:
        reader.fail(*wrong)
    return _deck(name, (*legends, *counts.elements()), known)


def pool(card_set: Cards) -> list[str]:
    """Return the names of the cards that may stand in for another one."""
    return [card.name for card in card_set.all]


def replaced(deck: Deck, card: str, other: str, card_set: Cards) -> Deck:
    """Return the deck with the card named `other` in every slot of `card`; raise InputError that says why not.

    Slots stay what they are, and are not put in order, so that the same luck deals the same cards but for this one.
    """
    old, new = card_set.places[card], card_set.places[other]
    if new in deck.content.cards:
        raise InputError(f"{other} is in the deck already")
    places = [new if place == old else place for place in deck.content.cards]
    wrong = _wrong(places[:LEGENDS], Counter(places[LEGENDS:]), card_set, len(places) - LEGENDS)
    if wrong:
        raise InputError(f"{other} in place of {card}: {wrong[0]} = {wrong[1]}; right would be {wrong[2]}")
    return _laid(deck.name, places, card_set)


def _least(found: Mapping[str, Any]) -> int:
    return FORMATS[found.get("format", "standard")]


def _listed(found: Mapping[str, Any], reader: Reader, known: Cards) -> tuple[list[int], Counter[int]]:
    """Return the places of the Legends, and of the other cards with their copies."""
    named = found.get("legends")
    if not isinstance(named, list) or len(named) != LEGENDS:
        reader.wrong(found, "legends", f"a list of {LEGENDS} Legends")
    legends = [_place(reader, f"legends[{i}]", card, known) for i, card in enumerate(named)]
    listed = found.get("cards")
    if not isinstance(listed, dict):
        reader.wrong(found, "cards", 'a table of cards and copies, such as "Floor It" = 3')
    counts: Counter[int] = Counter()
    with reader.at("cards"):
        for card in listed:
            counts[_place(reader, card, card, known)] += reader.number(listed, card, 1, COPIES)
    return legends, counts


def _place(reader: Reader, key: str, card: Any, known: Cards) -> int:
    if not isinstance(card, str) or card not in known.places:
        reader.fail(key, card, f"the number or the name of a card, {near(card, list(known.places), _LISTED)}")
    return known.places[card]


def _wrong(legends: Sequence[int], counts: Mapping[int, int], known: Cards, least: int) -> Wrong | None:
    """Return the first thing by which a deck is not legal (1.1), if there is one."""
    total = sum(counts.values())
    if not least <= total <= MOST:
        return "cards", total, f"{least} to {MOST} cards besides the Legends"
    strength = _strength([*legends, *Counter(counts).elements()], known)
    if strength > MOST_STRENGTH:
        return "cards", strength, f"at most {MOST_STRENGTH} power of all Gear and the strongest other card together"
    heads = [known.all[place] for place in legends]
    each = (_wrong_card(known.all[place], copies, heads) for place, copies in counts.items())
    return _wrong_legends(heads) or next(filter(None, each), None)


def _strength(places: Iterable[int], known: Cards) -> int:
    """Return the power that the strongest card of a deck has with all of the deck's Gear on it."""
    held = [known.all[place] for place in places]
    gear = sum(card.power for card in held if card.kind == GEAR)
    return gear + max(card.power for card in held if card.kind != GEAR)


def _wrong_legends(heads: Sequence[Card]) -> Wrong | None:
    for i, card in enumerate(heads):
        if card.kind != LEGEND:
            return f"legends[{i}]", card.name, f"a Legend; that card is a {data.KINDS[card.kind]}"
        if card.title in (other.title for other in heads[:i]):
            return f"legends[{i}]", card.name, f"a Legend of another name than {card.title!r}"
    return None


def _wrong_card(card: Card, copies: int, heads: Sequence[Card]) -> Wrong | None:
    if card.kind == LEGEND:
        return f"cards: {card.name}", copies, f"to name it in legends, of which there are {LEGENDS}"
    if copies > COPIES:
        return f"cards: {card.name}", copies, f"at most {COPIES} copies, by number and by name together"
    limit = _limits(heads)[card.colour]
    if card.ram > limit:
        colour = COLOURS[card.colour]
        right = f"a {colour} card of RAM {limit} at most, as the Legends allow; it has {card.ram}"
        return f"cards: {card.name}", copies, right
    return None


def _limits(heads: Iterable[Card]) -> list[int]:
    """Return the RAM that the Legends give to each colour."""
    limits = [0] * len(COLOURS)
    for card in heads:
        limits[card.colour] += card.ram
    return limits


def sample(count: int, seed: int, card_set: Cards | None = None) -> list[Deck]:
    """Return `count` legal decks: Legends drawn from all that go together, then 40 to 50 cards from what they allow.

    Each number of cards is equally likely, and so is each copy of each card to be among them. Deck number i of a seed
    is the same for every `count`, its name too, which no other seed gives. No deck comes twice, nor one that differs in
    the words of its cards only. Raise InputError if the card set allows none, or so few that no more are found.
    """
    known = card_set or _own()
    pools = _pools(known)
    if not pools:
        raise InputError(f"sample = {count} is wrong; right would be a card set that allows a deck of {MOST} cards")
    drawn, begun = dict[tuple[str, ...], Deck](), 0
    while len(drawn) < count:
        before, more = len(drawn), min(_CHUNK, max(64, count - len(drawn)))
        for places in _draw(np.arange(begun, begun + more, dtype=np.uint64), seed, pools):
            if _strength(places, known) <= MOST_STRENGTH:
                deck = _deck(f"deck {seed}-{len(drawn):06d}", places, known)
                drawn.setdefault(deck.decides, deck)
        if len(drawn) == before:
            raise InputError(f"sample = {count} is wrong; right would be at most {before}, as many as are found")
        begun += more
    return list(drawn.values())[:count]


def _pools(known: Cards) -> list[Pool]:
    """Return the Legends that go together, each with the cards that they allow, if those are enough."""
    heads = [place for place, card in enumerate(known.all) if card.kind == LEGEND]
    found: list[Pool] = []
    for legends in combinations(heads, LEGENDS):
        chosen = [known.all[place] for place in legends]
        if len({card.title for card in chosen}) == LEGENDS:
            pool = [place for place, card in enumerate(known.all) if not _wrong_card(card, 1, chosen)]
            if len(pool) * COPIES >= MOST:
                found.append((legends, np.array(pool)))
    return found


def _draw(ids: U64, seed: int, pools: Sequence[Pool]) -> list[tuple[int, ...]]:
    """Return the cards of decks number `ids` [n]: a shuffle of three copies of each card that the Legends allow."""
    key = luck.keys(seed, ids)[0]
    which = luck.below(luck.draw(key, luck.CHANCE, 0), len(pools)).astype(np.int64)
    sizes = FORMATS["standard"] + luck.below(luck.draw(key, luck.CHANCE, 1), MOST - FORMATS["standard"] + 1)
    found = []
    for deck, (pool, size) in enumerate(zip(which.tolist(), sizes.tolist(), strict=True)):
        legends, allowed = pools[pool]
        held = np.repeat(allowed, COPIES)  # draws of one key are all different, so there are no ties to sort
        draws = luck.draw(key[deck : deck + 1], luck.SHUFFLE, np.arange(len(held), dtype=np.uint16))
        found.append((*legends, *sorted(held[np.argsort(draws)[:size]].tolist())))
    return found


def _deck(name: str, places: Iterable[int], known: Cards) -> Deck:
    """Return the deck in canonical order: the Legends, then the others, each in the order of the card set."""
    return _laid(name, sorted(places, key=lambda place: (known.all[place].kind != LEGEND, place)), known)


def _laid(name: str, slots: Sequence[int], known: Cards) -> Deck:
    """Return the deck whose slots hold the cards at these places of the card set."""
    held = [known.all[place] for place in slots]
    origin = "invented" if any(card.origin == "invented" for card in held) else held[0].origin
    roles = tuple("Legend" if card.kind == LEGEND else "card" for card in held)
    return Deck(name, tuple(card.name for card in held), Content(tuple(slots), origin), _decides(held), roles)


def _decides(held: Sequence[Card]) -> tuple[str, ...]:
    """Return what of the cards decides a game; names only where a text looks at them."""
    named = {name for card in dict.fromkeys(held) for name in _names(card)}
    return tuple(f"{card.figures} {card.title}" if card.title in named else card.figures for card in held)


@cache
def _names(card: Card) -> frozenset[str]:
    """Return the names that a card's text looks at."""
    steps = [step for line in phrases.lines(card) if isinstance(line, Ability) for step in line.steps]
    steps += [step.later for step in steps if step.later] + [s for step in steps for part in step.options for s in part]
    return frozenset(step.when.name for step in steps if step.when.kind == If.NAMED)
