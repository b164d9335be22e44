"""Variants of the decks of a config, each with another card in place of one: they play, to tell what cards are worth.

A variant is an entrant of its own that meets the rivals of its original, from the same side, on the same luck. The new
card stands in the very slots of the old one, so luck deals the same cards but for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import numpy as np

from jobs import identity, rooms
from jobs.entrants import Entrant
from jobs.messages import Place, check_name, near
from sim import luck
from sim.errors import InputError
from sim.ruleset import Deck, Ruleset

_PART: Final = 28  # characters of each part of a long name


@dataclass(frozen=True)
class Exchange:
    """One card of a deck, all its copies, and what came in its place."""

    card: str
    into: str
    deck: Deck
    key: str  # of the deck


@dataclass(frozen=True)
class Variant:
    """An entrant that plays the deck of another one with one card replaced."""

    entrant: Entrant
    of: int  # place of the original among the entrants
    card: str
    into: str
    same: bool  # no game can tell the two decks apart


@dataclass(frozen=True)
class Variants:
    """All variants of an experiment, by original, then in the order of its slots."""

    all: tuple[Variant, ...] = ()
    stuck: tuple[tuple[int, str], ...] = ()  # originals and the cards of theirs that nothing can replace

    def lines(self, entrants: Sequence[Entrant], played: Mapping[str, int]) -> Iterator[str]:
        """Yield what is played for variants of `entrants`, so many cells and games; and which cards stay in."""
        if self.all:
            cards, decks = {(variant.of, variant.card) for variant in self.all}, {variant.of for variant in self.all}
            whose = "entrant" if len(decks) == 1 else "entrants"
            yield (
                f"of these {played['cells']:,} cells and {played['games']:,} games of {len(self.all):,} variants:"
                f" {len(cards):,} cards of {len(decks):,} {whose}, replaced by others"
            )
        stuck = dict.fromkeys((entrants[of].deck.name, card) for of, card in self.stuck)
        for deck, some in groupby(stuck, key=itemgetter(0)):
            yield f"nothing can replace, in {deck}: {', '.join(card for _, card in some)}"


@dataclass(frozen=True)
class Exchanger:
    """Exchanges the cards of decks of one ruleset, as a config's table `substitute`, at `place`, asks for."""

    rules: Ruleset
    cards: Any  # the card set
    place: Place
    whose: Sequence[str]  # names and globs of decks
    wanted: Sequence[str]  # names, numbers and globs of cards to be taken out
    by: int | Sequence[str]  # how many cards are drawn for each, or names and numbers of those that come in
    seed: int

    def variants(self, entrants: Sequence[Entrant]) -> Variants:
        """Return the variants of all `entrants`; raise InputError if there are none, or if a name is no card's."""
        every = {entrant.deck.name: entrant.deck for entrant in entrants}
        decks = self._decks(every)
        chosen, pool = self._chosen(decks.values()), self._pool()
        taken, found = set(every), dict[str, list[Exchange]]()
        stuck: dict[str, list[str]] = {name: [] for name in every}
        for name, deck in every.items():
            found[name] = []
            if name not in decks:
                continue
            for card in [card for card in dict.fromkeys(deck.slots) if card in chosen]:
                exchanged = list(self._exchanged(deck, card, pool))
                found[name] += [_named(each, deck.name, taken) for each in exchanged]
                stuck[name] += [] if exchanged else [card]
        if not any(found.values()):
            raise self._nothing(decks.values(), chosen, pool)
        return Variants(
            tuple(variant for i, one in enumerate(entrants) for variant in self._of(i, one, found[one.deck.name])),
            tuple((i, card) for i, one in enumerate(entrants) for card in stuck[one.deck.name]),
        )

    def _decks(self, every: Mapping[str, Deck]) -> dict[str, Deck]:
        """Return those of the entrants' decks whose cards are to be replaced, by name."""
        names: set[str] = set()
        for i, entry in enumerate(self.whose):
            some = [entry] if entry in every else [name for name in every if fnmatchcase(name, entry)]
            if not some:
                raise self.place.at("decks").at(i, entry).wrong("no entrant has such a deck", near(entry, every))
            names.update(some)
        return {name: deck for name, deck in every.items() if name in names}

    def _chosen(self, decks: Iterable[Deck]) -> set[str]:
        """Return the names of the cards of `decks` that are to be taken out."""
        held = dict.fromkeys(card for deck in decks for card in deck.slots)
        numbers = {key: self.cards.all[place].name for key, place in self.cards.places.items()}
        chosen = set()
        for i, entry in enumerate(self.wanted):
            some = [card for card in held if card == numbers.get(entry)] or [c for c in held if fnmatchcase(c, entry)]
            if not some:
                raise self.place.at("cards").at(i, entry).wrong("no deck has such a card", near(entry, held))
            chosen.update(some)
        return chosen

    def _pool(self) -> list[str]:
        """Return the names of the cards that may come in, in the order in which they are tried."""
        if isinstance(self.by, int):
            return shuffled(rooms.deck_module(self.rules.name).pool(self.cards), self.seed)
        names = []
        for i, entry in enumerate(self.by):
            if entry not in self.cards.places:
                problem = f"no such card in {self.rules.name}"
                raise self.place.at("by").at(i, entry).wrong(problem, near(entry, self.cards.places))
            names.append(self.cards.all[self.cards.places[entry]].name)
        return list(dict.fromkeys(names))

    def _exchanged(self, deck: Deck, card: str, pool: Sequence[str]) -> Iterator[Exchange]:
        """Yield the deck with `card` replaced by the first of the `pool` that are legal; no two that play alike."""
        room, keys = rooms.deck_module(self.rules.name), set[str]()
        most = self.by if isinstance(self.by, int) else len(pool)
        for into in pool:
            if len(keys) == most:
                return
            try:
                made = room.replaced(deck, card, into, self.cards)
            except InputError:
                continue
            key = identity.deck(made)
            if key not in keys:
                keys.add(key)
                yield Exchange(card, into, made, key)

    def _of(self, number: int, original: Entrant, exchanges: Sequence[Exchange]) -> Iterator[Variant]:
        how, own = identity.strategy(original.spec), identity.deck(original.deck)
        keys = identity.entrants(self.rules, [exchange.key for exchange in exchanges], how)
        for each, played in zip(exchanges, keys, strict=True):
            name = f"{original.spec.name} / {each.deck.name}"
            entrant = replace(original, key=identity.variant(original.key, played), name=name, deck=each.deck)
            yield Variant(entrant, number, each.card, each.into, each.key == own)

    def _nothing(self, decks: Iterable[Deck], chosen: set[str], pool: Sequence[str]) -> InputError:
        """Return the error that says why none of the `chosen` cards can be replaced, by the first of them."""
        deck, card = next((deck, card) for deck in decks for card in deck.slots if card in chosen)
        reason = "there is no card to come in"
        for into in pool[:1]:
            try:
                rooms.deck_module(self.rules.name).replaced(deck, card, into, self.cards)
            except InputError as fault:
                reason = str(fault)
        problem = f"nothing can replace any of the cards: of {deck.name!r} not {card!r}, for one: {reason}"
        given = self.by if isinstance(self.by, int) else list(self.by)
        return self.place.at("by", given).wrong(problem, "cards that leave a deck legal")


def shuffled(names: Sequence[str], seed: int) -> list[str]:
    """Return `names` in an order drawn by the addressed luck of `seed`: one order for all decks and cards.

    So cards of one kind are replaced by the same others, as far as these are legal, and compare.
    """
    keys = luck.keys(seed, np.arange(len(names), dtype=np.uint64))
    draws = luck.draw(keys[0], luck.SHUFFLE, 0).tolist()
    return [name for _, name in sorted(zip(draws, names, strict=True))]


def _named(exchange: Exchange, original: str, taken: set[str]) -> Exchange:
    """Return the exchange with a name for its deck that none of the `taken` is, and take it."""
    parts = original, exchange.card, exchange.into
    name = "{} − {} + {}".format(*parts)
    if check_name(name):
        name = "{} − {} + {}".format(*(part if len(part) <= _PART else f"{part[: _PART - 1]}…" for part in parts))
    number, plain = 1, name
    while name in taken:
        number += 1
        name = f"{plain} ({number})"
    taken.add(name)
    return replace(exchange, deck=replace(exchange.deck, name=name))
