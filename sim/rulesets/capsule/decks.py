"""What a legal deck is (README.md, 1.1): the decks of the eleven issues, deck files, and decks drawn at random."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import comb, prod
from typing import Any, Final

import numpy as np

from sim import luck
from sim.arrays import I64, U64
from sim.errors import InputError
from sim.reading import Reader, near, shown
from sim.ruleset import Deck
from sim.rulesets.capsule import cards as data
from sim.rulesets.capsule.cards import Cards
from sim.rulesets.capsule.state import BOSS, LIEUTENANT, RANKS, ROLES, SBIRE, SLOTS

_ROLE_NAMES: Final = tuple(RANKS[rank] for rank in ROLES)
_SIZES: Final = {SBIRE: 3, LIEUTENANT: 2, BOSS: 1}
text: Final = data.text  # a card in words, for `tourney list cards`


@dataclass(frozen=True)
class Content:
    """The cards of a deck as places in its card set, by slot."""

    cards: tuple[int, ...]
    origin: str  # of their figures


@cache
def _own() -> Cards:
    return data.shipped()


def cards(found: dict[str, Any] | None, where: str) -> Cards:
    """Return the room's card set, with the cards of a user's card file `found` laid over it if there is one."""
    return _own() if found is None else data.overlaid(_own(), found, where)


def shipped(card_set: Cards | None = None) -> dict[str, Deck]:
    """Return the decks of the issues, by name: the six cards of an issue, in the order of their numbers.

    Where a user's card file changes ranks so that an issue makes no deck, it is left out.
    """
    known = card_set or _own()
    issues = groupby(
        (place for place, card in enumerate(_own().all) if card.issue), lambda place: _own().all[place].issue
    )
    found = {issue: sorted(places, key=lambda place: known.all[place].rank) for issue, places in issues}
    return {issue: _deck(issue, six, known) for issue, six in found.items() if _is_legal(six, known)}


def _is_legal(places: Sequence[int], known: Cards) -> bool:
    return tuple(known.all[place].rank for place in places) == ROLES


def parse(found: dict[str, Any], where: str, card_set: Cards | None = None) -> Deck:
    """Return the deck of a deck file's data; raise InputError that names the file `where` and the key."""
    known, reader = card_set or _own(), Reader(where)
    reader.keys(found, ("name", "cards"))
    name = reader.text(found, "name")
    listed = found.get("cards")
    if not isinstance(listed, list) or len(listed) != SLOTS:
        reader.wrong(found, "cards", f"a list of {SLOTS} cards: {', '.join(_ROLE_NAMES)}")
    places: list[int] = []
    for slot, card in enumerate(listed):
        key = f"cards[{slot}]"
        if not isinstance(card, str) or card not in known.places:
            reader.fail(key, card, f"the number or the name of a card, {_near(card, known)}")
        place = known.places[card]
        if known.all[place].rank != ROLES[slot]:
            reader.fail(key, card, f"a {_ROLE_NAMES[slot]}; that card is a {RANKS[known.all[place].rank]}")
        if place in places:
            reader.fail(key, card, "each card once")
        places.append(place)
    return _deck(name, places, known)


def pool(card_set: Cards) -> list[str]:
    """Return the names of the cards that may stand in for another one."""
    return [card.name for card in card_set.all if not card.special]


def replaced(deck: Deck, card: str, other: str, card_set: Cards) -> Deck:
    """Return the deck with the card named `other` in the slot of `card`; raise InputError that says why not.

    Slots stay what they are, so that the same luck deals the same cards but for this one.
    """
    old, new = card_set.places[card], card_set.places[other]
    ranks = [RANKS[card_set.all[place].rank] for place in (new, old)]
    if ranks[0] != ranks[1]:
        raise InputError(f"{other} is a {ranks[0]}, {card} a {ranks[1]}")
    if new in deck.content.cards:
        raise InputError(f"{other} is in the deck already")
    return _deck(deck.name, [new if place == old else place for place in deck.content.cards], card_set)


def _near(card: Any, known: Cards) -> str:
    """Return the number or name that was most likely meant: "007" by 7 or "7" too."""
    plain = shown(card).strip("'").lstrip("0")
    meant = [number for number in known.places if number.lstrip("0") == plain]
    return repr(meant[0]) if meant else near(card, list(known.places), 4)


def sample(count: int, seed: int, card_set: Cards | None = None) -> list[Deck]:
    """Return `count` decks, each drawn from all legal decks of the pool with all placings equally likely.

    Deck number i of a seed is the same for every `count`, its name too, which no other seed gives. No deck comes
    twice, nor one that differs in the words of its cards only, since these two are one deck to a run. Raise InputError
    if there are not so many.
    """
    known = card_set or _own()
    pools = {rank: _pool(known, rank, size) for rank, size in _SIZES.items()}
    figures = [card.figures for card in known.all]
    there = prod(_ways(Counter(figures[place] for place in pools[rank]), size) for rank, size in _SIZES.items())
    if count > there:
        raise InputError(
            f"sample = {count} is wrong; right would be at most {there}, the decks that the card set allows"
        )
    kinds = np.unique(figures, return_inverse=True)[1]
    drawn, begun, more = np.zeros((0, SLOTS), np.int64), 0, count
    while len(drawn) < count:
        fresh = _draw(np.arange(begun, begun + more, dtype=np.uint64), seed, pools)
        drawn = _distinct(np.concatenate([drawn, fresh]), kinds)
        begun, more = begun + more, max(64, count // 8)
    return [_deck(f"deck {seed}-{i:06d}", row, known) for i, row in enumerate(drawn[:count].tolist())]


def _pool(known: Cards, rank: int, size: int) -> list[int]:
    """Return the cards of a rank that decks are drawn from; of equal ones the first `size`, all that a deck can hold.

    More of them would make no other deck, but those without them so rare that the last is not found in a lifetime.
    """
    alike: dict[str, list[int]] = {}
    for place in known.of_rank(rank):
        alike.setdefault(known.all[place].figures, []).append(place)
    return sorted(place for places in alike.values() for place in places[:size])


def _ways(copies: Counter[str], size: int) -> int:
    """Return how many rows of `size` cards look different, if of each kind there are so many `copies`."""
    ways = [1] + [0] * size  # by length of the row, with the kinds so far
    for most in copies.values():
        ways = [sum(comb(n, k) * ways[n - k] for k in range(min(n, most) + 1)) for n in range(size + 1)]
    return ways[size]


def _draw(ids: U64, seed: int, pools: dict[int, list[int]]) -> I64:
    """Return [n, 6] the cards of decks number `ids`: of each rank as many as it needs, in random places."""
    key, rows = luck.keys(seed, ids)[0], np.arange(len(ids))
    draws = (luck.draw(key, luck.SHUFFLE, k) for k in range(SLOTS))
    parts = []
    for rank, size in _SIZES.items():
        pool = np.array(pools[rank])
        left = np.tile(np.arange(len(pool), dtype=np.int16), (len(ids), 1))
        for place in range(size):  # Fisher and Yates, as far as needed
            at = place + luck.below(next(draws), len(pool) - place).astype(np.int64)
            left[rows, at], left[rows, place] = left[rows, place], left[rows, at]
        parts.append(pool[left[:, :size]])
    return np.concatenate(parts, axis=1)


def _distinct(drawn: I64, kinds: I64) -> I64:
    """Return the rows of cards without those that are equal to one before in the `kinds` of all cards."""
    _, first = np.unique(kinds[drawn], axis=0, return_index=True)
    return drawn[np.sort(first)]


def _deck(name: str, places: Sequence[int], known: Cards) -> Deck:
    held = [known.all[place] for place in places]
    origin = "invented" if any(card.origin == "invented" for card in held) else held[0].origin
    decides = tuple(card.figures for card in held)
    return Deck(name, tuple(card.name for card in held), Content(tuple(places), origin), decides, _ROLE_NAMES)
