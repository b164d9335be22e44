"""Positions drawn at random, richer than games come to: much money, dear cards, Gear, marks, thin decks.

Whatever they hold could come up; whether it would is another question. They are laid into both implementations.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from sim.ruleset import Deck
from sim.rulesets.cyberpunk.cards import GEAR, LEGEND, UNIT, Card
from sim.rulesets.cyberpunk.decks import Content
from tests.rulesets.cyberpunk.position import CARDS

SIZES: Final = (4, 6, 8, 10, 12, 20)
LEGENDS: Final = [place for place, card in enumerate(CARDS.all) if card.kind == LEGEND]
OTHERS: Final = [place for place, card in enumerate(CARDS.all) if card.kind != LEGEND]
CHANCES: Final = {  # of marks, for each Unit
    **dict.fromkeys(("safe", "harmless", "held", "must", "stole"), 0.1),
    "adrenaline": 0.08,
}
Side = dict[str, Any]


def deck(draw: Random) -> Deck:
    """Return a deck of any three Legends of different names and any cards, 20 kinds of them at most."""
    legends = draw.sample(LEGENDS, 3)
    while len({CARDS.all[place].title for place in legends}) < 3:
        legends = draw.sample(LEGENDS, 3)
    copies = [place for place in draw.sample(OTHERS, 20) for _ in range(3)]
    places = (*sorted(legends), *sorted(draw.sample(copies, draw.randint(40, 50))))
    return Deck("", tuple(CARDS.all[place].name for place in places), Content(places, "printed"))


def position(draw: Random, teams: Sequence[Sequence[Card]]) -> dict[str, Any]:
    """Return a position for `Game.at` with the cards of two decks by slot."""
    turn = draw.randrange(2)
    gigs, fixer = _dice(draw)
    sides = [{**_side(draw, cards), "gigs": gigs[seat], "fixer": fixer[seat]} for seat, cards in enumerate(teams)]
    return {
        "turns": 2 * draw.randint(3, 59) + turn - 1,
        "turn": turn,
        "sold": draw.random() < 0.3,
        **{key: [side[key] for side in sides] for key in sides[0]},
    }


def _dice(draw: Random) -> tuple[list[dict[int, int]], list[list[int]]]:
    """Return Gigs and fixer areas, fewer than seven Gigs each."""
    gigs: list[dict[int, int]] = [{}, {}]
    fixer: list[list[int]] = [[], []]
    for die in range(12):
        holder = draw.randrange(2)
        if draw.random() < 0.35 or len(gigs[holder]) == 6:
            fixer[die // 6].append(die)
        else:
            gigs[holder][die] = draw.randint(1, SIZES[die % 6])
    return gigs, fixer


def _side(draw: Random, cards: Sequence[Card]) -> Side:
    """Return what a player has, but for his dice."""
    legends = _legends(draw, cards)
    slots = draw.sample(range(3, len(cards)), len(cards) - 3)
    units = [slot for slot in slots if cards[slot].kind == UNIT][: draw.randint(0, 5)]
    gear = [slot for slot in slots if cards[slot].kind == GEAR][: draw.randint(0, 4)]
    left = iter([slot for slot in slots if slot not in {*units, *gear}])
    most = {"hand": 7, "eddies": 12, "trash": 10, "deck": draw.choice((0, 1, 2, 5, 20, 20, 20))}
    areas = {area: [slot for slot, _ in zip(left, range(draw.randint(0, n)), strict=False)] for area, n in most.items()}
    field = sorted(units + legends.pop("field"))
    worn: dict[int, list[int]] = {}
    for slot in sorted(gear):
        hosts = sorted({*field, *legends["up"]})
        (worn.setdefault(draw.choice(hosts), []) if hosts else areas["trash"]).append(slot)
    areas["out"] = [*legends.pop("out"), *left]
    return {
        **{area: held if area == "deck" else sorted(held) for area, held in areas.items()},
        **legends,
        "field": field,
        "gear": worn,
        "ready_eddies": draw.randint(0, len(areas["eddies"])),
        "spent": _some(draw, 0.4, field + legends["legends"]),
        **_marks(draw, field),
        **{key: draw.random() < 0.2 for key in ("called", "guard_above", "guard_below")},
    }


def _legends(draw: Random, cards: Sequence[Card]) -> Side:
    """Return where the Legends are, by position."""
    order = draw.sample(range(3), 3)
    where = [draw.choices(("down", "up", "field", "out"), (30, 40, 22, 8))[0] for _ in order]
    dash = [cards[slot].cost is None for slot in order]
    there = ["up" if area == "field" and never else area for area, never in zip(where, dash, strict=True)]
    at = {
        area: [position for position in range(3) if there[position] == area] for area in ("down", "up", "field", "out")
    }
    return {
        "order": order,
        "legends": sorted(at["down"] + at["up"]),
        "up": sorted(at["up"] + at["field"]),
        "known": _some(draw, 0.3, at["down"]),
        "field": at["field"],
        "out": at["out"],
    }


def _marks(draw: Random, field: Sequence[int]) -> Side:
    arrived = _some(draw, 0.25, field)
    return {
        "arrived": arrived,
        "solo": [slot for slot in arrived if slot < 3],
        "strike": _some(draw, 0.5, arrived),
        "bonus": {slot: draw.choice((-3, 2, 5)) for slot in _some(draw, 0.15, field)},
        "fewer": dict.fromkeys(_some(draw, 0.1, field), 1),
        **{mark: _some(draw, chance, field) for mark, chance in CHANCES.items()},
    }


def _some(draw: Random, chance: float, slots: Sequence[int]) -> list[int]:
    return sorted(slot for slot in slots if draw.random() < chance)
