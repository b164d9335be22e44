"""Cards, texts and decks as integer tables: what the rules look up.

A *kind* is a deck with one order of its Legends: deck * 6 + order. Sets of cards are uint64 by kind [K]; facts of a
card stand at kind * 64 + slot [K * 64]. All arrays are read-only: every state and every view shares them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final

import numpy as np

from sim.arrays import I8, I16, U64, Index, Integer, readonly
from sim.ruleset import Deck
from sim.rulesets.cyberpunk import phrases
from sim.rulesets.cyberpunk.cards import COLOURS, GEAR, MOST_LINES, PROGRAM, Card, Cards
from sim.rulesets.cyberpunk.ops import Ability, If, On, Rule, Static
from sim.rulesets.cyberpunk.program import Program, Writer, abilities
from sim.rulesets.cyberpunk.state import LEGENDS

ORDERS: Final = tuple(permutations(range(LEGENDS)))  # deck slot of the Legend in each position
DEAR: Final = 32  # prices are looked at below it; a dash is as much
NO_CARD: Final = 63  # a slot that no deck has

FIRSTS: Final = (On.FIRST_PLAYED, On.FIRST_ATTACK, On.FIRST_DEFEATED)
MOST_FIRSTS: Final = 64 - len(On)  # events with a parameter: the bits that are left of a word
WATCHING: Final = (*FIRSTS, On.WHEN_SPENT)


def event(on: On) -> int:
    """Return the bit of an event that has no parameter."""
    return 1 << on


@dataclass(frozen=True)
class Tables:
    """C cards, D decks and K = 6 * D kinds as integers."""

    cards: tuple[Card, ...]
    program: Program
    width: int  # slots of the widest deck
    # by kind
    legend: U64
    unit: U64
    gear: U64
    programs: U64
    quick: U64
    sell: U64
    blocker: U64
    adrenaline: U64
    solo: U64
    uses: U64  # cards with an ability that has a price
    quick_uses: U64
    cheaper: U64  # cards whose price may be less than their cost
    rules: U64  # [R, K] who bears each static rule
    on_gear: tuple[bool, ...]  # [R] whether any Gear bears it
    bears: U64  # [E, K] cards with lines for each event (On)
    chosen: U64  # [S, K] cards that conditions look for; the last set is empty
    affordable: U64  # [K * DEAR] cards that can be paid with so much
    count: I8  # [K] cards of the deck without Legends
    # by kind and slot
    place: I16  # place among the cards
    cost: I8  # a dash counts as 0
    price: I8  # a dash is DEAR
    printed: I8  # power
    copies: U64  # cards of the same kind
    # by card [C + 1]
    played: U64  # events that FIRST looks for: this is played, attacks, is defeated
    attacks: U64
    defeated: U64
    figure: I16  # [R, C + 1] the number of a static rule, 0 where the card has none
    least: I16  # [R, C + 1]
    tag: I16  # [C + 1] set of `chosen` that a static rule names; the empty one where it names none
    # by card and line [(C + 1) * MOST_LINES]
    start: I16  # address; 0: no such line
    events: U64
    quick_line: I8
    fee: I8  # the price in €; -1: no ability to be used
    _found: dict[int, U64] = field(default_factory=dict)

    def bearers(self, events: int) -> U64:
        """Return [K] the cards with a line for one of the events, found once."""
        if events not in self._found:
            held = [self.bears[on] for on in On if events >> on & 1]
            self._found[events] = readonly(np.bitwise_or.reduce(np.stack(held), axis=0))
        return self._found[events]

    def at(self, kind: Integer, slot: Integer) -> Index:
        """Return [n] where the facts of the card in `slot` of a deck of `kind` stand."""
        return kind.astype(np.intp) * 64 + (slot & 63)


@dataclass(frozen=True)
class _Lines:
    """The lines of all cards, written as a program."""

    program: Program
    sets: list[tuple[If, tuple[str, ...], str]]
    start: list[int]
    events: list[int]
    quick: list[int]
    fee: list[int]
    statics: list[list[Static]]
    firsts: dict[tuple[On, str], int]  # bit of each event with a parameter
    abilities: list[list[Ability]]
    tags: list[int]  # the set that a card's static rules name, -1 for none


def tables(card_set: Cards, decks: Sequence[Deck]) -> Tables:
    """Return the tables of a card set and of `decks`; deck index = place in `decks`."""
    cards = card_set.all
    lines = _lines(cards)
    slots = [_slots(deck.content.cards, order) for deck in decks for order in ORDERS]
    return Tables(
        cards=cards,
        program=lines.program,
        width=max((len(kind) for kind in slots), default=LEGENDS),
        **_sets(cards, lines, slots),
        **_facts(slots, cards),
        **_by_card(cards, lines),
        start=readonly(np.array(lines.start, np.int16)),
        events=readonly(np.array(lines.events, np.uint64)),
        quick_line=readonly(np.array(lines.quick, np.int8)),
        fee=readonly(np.array(lines.fee, np.int8)),
    )


def _slots(content: Sequence[int], order: Sequence[int]) -> list[int]:
    return [*(content[slot] for slot in order), *content[LEGENDS:]]


def _lines(cards: Sequence[Card]) -> _Lines:
    writer, firsts = Writer(), dict[tuple[On, str], int]()
    start, events, quick, fee = (list[int]() for _ in range(4))
    statics, able, tags = list[list[Static]](), list[list[Ability]](), list[int]()
    for card in cards:
        lines = phrases.lines(card)
        statics.append([line for line in lines if isinstance(line, Static)])
        named = [line.tag for line in statics[-1] if line.tag]
        tags.append(writer.cards(If.IT_IS, (named[0],), "") if named else -1)
        numbered = abilities(card, lines)
        able.append([ability for _, ability in numbered])
        held = dict(numbered)
        for number in range(MOST_LINES):
            ability = held.get(number)
            pends = ability is not None and On.EFFECT not in ability.on and On.USE not in ability.on
            start.append(writer.text(ability.steps, number, pends=pends) if ability else 0)
            events.append(_events(ability, firsts) if ability else 0)
            quick.append(int(ability.quick) if ability else 0)
            fee.append(ability.price if ability and On.USE in ability.on else -1)
    for column, nothing in ((start, 0), (events, 0), (quick, 0), (fee, -1)):
        column.extend([nothing] * MOST_LINES)
    return _Lines(writer.program(), writer.sets, start, events, quick, fee, statics, firsts, able, tags)


def _events(ability: Ability, firsts: dict[tuple[On, str], int]) -> int:
    """Return the events that a line looks for, as bits; those with a parameter get bits of their own."""
    bits = 0
    for on in ability.on:
        if on in FIRSTS:
            key = (on, ability.colour or ability.tag)
            bits |= firsts.setdefault(key, 1 << len(On) + len(firsts))
        else:
            bits |= event(on)
    return bits


def _bits(found: Iterable[bool]) -> int:
    return sum(1 << slot for slot, is_one in enumerate(found) if is_one)


def _sets(cards: Sequence[Card], lines: _Lines, slots: Sequence[list[int]]) -> dict[str, Any]:
    """Return the sets of cards by kind."""

    def by(is_one: Sequence[bool]) -> U64:
        return readonly(np.array([_bits(is_one[place] for place in kind) for kind in slots], np.uint64).reshape(-1))

    def of_kind(kind: int) -> U64:
        return by([card.kind == kind for card in cards])

    def stack(sets: Iterable[Sequence[bool]], axis: int = 0) -> U64:
        return readonly(np.stack([by(found) for found in sets], axis=axis))

    able = lines.abilities
    rules = [{static.rule for static in found} for found in lines.statics]
    events = [{on for ability in found for on in ability.on} for found in able]
    cheaper = set(range(Rule.CHEAPER_RIVAL_UNITS, Rule.CHEAPER_GIGS + 1))
    quick = ["QUICK" in card.keywords for card in cards]
    gears = {place for kind in slots for place in kind if cards[place].kind == GEAR}
    costs = [DEAR if card.cost is None else card.cost for card in cards]
    return {
        **{name: of_kind(kind) for kind, name in enumerate(("legend", "unit", "gear", "programs"))},
        "quick": by([card.kind == PROGRAM and fast for card, fast in zip(cards, quick, strict=True)]),
        "sell": by([card.sell for card in cards]),
        "blocker": by(["BLOCKER" in card.keywords for card in cards]),
        "adrenaline": by(["ADRENALINE" in card.keywords for card in cards]),
        "solo": by(["GO SOLO" in card.keywords and card.cost is not None for card in cards]),
        "uses": by([On.USE in found for found in events]),
        "quick_uses": by([any(On.USE in ability.on and ability.quick for ability in found) for found in able]),
        "cheaper": by([bool(found & cheaper) for found in rules]),
        "rules": stack([rule in found for found in rules] for rule in Rule),
        "on_gear": tuple(any(rule in rules[place] for place in gears) for rule in Rule),
        "bears": stack([on in found for found in events] for on in On),
        "chosen": stack([*(_fitting(cards, *what) for what in lines.sets), [False] * len(cards)]),
        "affordable": stack(([cost <= money for cost in costs] for money in range(DEAR)), axis=-1).reshape(-1),
        "count": readonly(np.array([len(kind) - LEGENDS for kind in slots], np.int8)),
    }


def _fitting(cards: Sequence[Card], kind: If, tags: tuple[str, ...], name: str) -> list[bool]:
    """Return which cards a condition looks for."""
    if kind == If.NAMED:
        return [card.title == name for card in cards]
    solo = kind == If.IT_IS_OR_SOLO
    return [(solo and "GO SOLO" in card.keywords) or any(tag in card.tags for tag in tags) for card in cards]


def _facts(slots: Sequence[list[int]], cards: Sequence[Card]) -> dict[str, Any]:
    """Return the facts of cards by kind and slot."""
    place = np.full((len(slots), 64), len(cards), np.int16)
    copies = np.zeros((len(slots), 64), np.uint64)
    for row, kind in enumerate(slots):
        place[row, : len(kind)] = kind
        for slot, card in enumerate(kind):
            copies[row, slot] = _bits(other == card for other in kind)
    index = place.reshape(-1)
    cost = np.array([*(card.cost or 0 for card in cards), 0], np.int8)
    price = np.array([*(DEAR if card.cost is None else card.cost for card in cards), DEAR], np.int8)
    power = np.array([*(card.power for card in cards), 0], np.int8)
    return {
        "place": readonly(index),
        "cost": readonly(cost[index]),
        "price": readonly(price[index]),
        "printed": readonly(power[index]),
        "copies": readonly(copies.reshape(-1)),
    }


def _by_card(cards: Sequence[Card], lines: _Lines) -> dict[str, Any]:
    """Return what FIRST looks for, and the numbers of static rules, by card."""
    raised = {on: [0] * (len(cards) + 1) for on in FIRSTS}
    for (on, wanted), bit in lines.firsts.items():
        for place, card in enumerate(cards):
            fits = (
                card.kind != PROGRAM and COLOURS[card.colour] == wanted
                if on == On.FIRST_PLAYED
                else wanted in card.tags
            )
            raised[on][place] |= bit * fits
    none = len(lines.sets)
    figure = np.zeros((len(Rule), len(cards) + 1), np.int16)
    least = np.zeros_like(figure)
    for place, found in enumerate(lines.statics):
        for static in found:
            figure[static.rule, place] += static.n
            least[static.rule, place] = static.least
    played, attacks, defeated = (readonly(np.array(raised[on], np.uint64)) for on in FIRSTS)
    return {
        "played": played,
        "attacks": attacks,
        "defeated": defeated,
        "figure": readonly(figure),
        "least": readonly(least),
        "tag": readonly(np.array([*(tag if tag >= 0 else none for tag in lines.tags), none], np.int16)),
    }
