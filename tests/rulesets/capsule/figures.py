"""Cards of random figures, many at the end of their range: whatever section 8 of README.md lets a card file say."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from sim.ruleset import Deck
from sim.rulesets.capsule import decks
from sim.rulesets.capsule.cards import Cards, overlaid
from sim.rulesets.capsule.state import BOSS, DNA, LIEUTENANT, RANKS, SBIRE

# The largest number of each key, from section 8; the smallest is 1, of `hits` 2, of `price` 0.
HURTS: Final = {"damage": 12, "splash": 12}
WITH_DAMAGE: Final = {"hits": 5, "rage": 6, "pack": 6, "finisher": 6, "breaker": 6, "grudge": 3}
WITH_ATTACK: Final = {"pierce": 1, "drain": 12}
TAMPERS: Final = {"crack": 3, "stun": 1, "exchange": 1}
HELPS: Final = {"heal": 12, "capsule": 3, "shield": 1}
ALWAYS: Final = {"price": 7, "gain": 12, "recoil": 12, "again": 1, "skip": 1, "freeze": 1}
PASSIVES: Final = dict.fromkeys(
    ("armour", "shelter", "edge", "banner", "thorns", "spite", "parting", "feast", "mourn", "thrift", "toll", "regen"),
    3,
) | {"shell": 7, "taunt": 1, "stealth": 1}
RIVAL_AIMS: Final = ("rival", "rivals", "opposite")
OWN_AIMS: Final = ("ally", "team", "self")
POOL: Final = {SBIRE: 9, LIEUTENANT: 6, BOSS: 5}  # how many cards of each rank a set has


def _number(draw: Random, low: int, top: int) -> int:
    return draw.choice((low, top, draw.randint(low, top)))


def _some(draw: Random, tops: Mapping[str, int], odds: float) -> dict[str, int]:
    """Return each key with odds `odds`, with a number in its range."""
    lows = {"hits": 2, "price": 0}
    return {key: _number(draw, lows.get(key, 1), top) for key, top in tops.items() if draw.random() < odds}


def _on_rivals(draw: Random, aim: str) -> dict[str, Any]:
    made: dict[str, Any] = _some(draw, HURTS, 0.5) | _some(draw, TAMPERS, 0.2)
    if aim == "rivals":
        made.pop("splash", None)
        made.pop("exchange", None)
    if not made or draw.random() < 0.3:
        made["damage"] = _number(draw, 1, 12)
    if "damage" in made:
        made |= _some(draw, WITH_DAMAGE, 0.2)
        made |= {"hunter": {"dna": draw.choice(DNA), "bonus": _number(draw, 1, 6)}} if draw.random() < 0.2 else {}
    return made | (_some(draw, WITH_ATTACK, 0.25) if {"damage", "splash"} & set(made) else {})


def _on_own(draw: Random) -> dict[str, Any]:
    return _some(draw, HELPS, 0.4) or {"heal": _number(draw, 1, 12)}


def action(draw: Random) -> dict[str, Any]:
    """Return one action as a card file has it."""
    aim = draw.choice(RIVAL_AIMS * 2 + OWN_AIMS)
    made = _on_rivals(draw, aim) if aim in RIVAL_AIMS else _on_own(draw)
    return {"aim": aim, **made, **_some(draw, ALWAYS, 0.25)}


def card(draw: Random, number: str, rank: int) -> dict[str, Any]:
    """Return one card as a card file has it."""
    return {
        "number": number,
        "name": f"card {number}",
        "rank": RANKS[rank],
        "dna": draw.choice(DNA),
        "pv": _number(draw, 1, 20),
        "capsules": draw.choice((0, 0, 0, 1, 1, 2, 5)),
        "origin": "invented",
        "passive": _some(draw, PASSIVES, draw.choice((0, 0.1, 0.3))),
        "actions": [action(draw) for _ in range(draw.randint(1, 3))],
    }


def card_set(draw: Random, pool: Mapping[int, int] = POOL) -> Cards:
    """Return a card set, read as a user's card file is."""
    ranks = [rank for rank, size in pool.items() for _ in range(size)]
    return overlaid(Cards(()), {"card": [card(draw, str(number), rank) for number, rank in enumerate(ranks)]}, "here")


def deck(draw: Random, known: Cards, name: str = "deck") -> Deck:
    """Return a deck drawn from a card set."""
    six = [
        place
        for rank, size in ((SBIRE, 3), (LIEUTENANT, 2), (BOSS, 1))
        for place in draw.sample(known.of_rank(rank), size)
    ]
    return decks.parse({"name": name, "cards": [known.all[place].number for place in six]}, "here", known)
