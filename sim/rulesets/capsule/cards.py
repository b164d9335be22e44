"""Cards as data: what `cards.toml` and users' card files may say, checked, and said back in words."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from typing import Any, Final

from sim.errors import InputError
from sim.reading import FACTS, Reader
from sim.rulesets.capsule.state import DNA, MOST_ACTIONS, RANKS

AIMS: Final = ("rival", "rivals", "opposite", "ally", "team", "self")
RIVAL, RIVALS, OPPOSITE, ALLY, TEAM, SELF = range(6)

# The largest number that each key takes; the smallest is 1, or `_LOWEST`; what is not given is 0.
_HURTS: Final = {"damage": 12, "hits": 5, "splash": 12, "pierce": 1, "drain": 12}
_STRENGTHS: Final = {"rage": 6, "pack": 6, "grudge": 3, "finisher": 6, "breaker": 6}  # with damage
_TAMPERS: Final = {"crack": 3, "stun": 1, "exchange": 1}
_HELPS: Final = {"heal": 12, "capsule": 3, "shield": 1}
_ALWAYS: Final = {"price": 7, "gain": 12, "recoil": 12, "again": 1, "skip": 1, "freeze": 1}
FIGURES: Final = _HURTS | _STRENGTHS | _TAMPERS | _HELPS | _ALWAYS
_ACTION_KEYS: Final = ("aim", *FIGURES, "hunter")
_RIVALS_ONLY: Final = (*_HURTS, *_STRENGTHS, *_TAMPERS, "hunter")
_IDLE: Final = ("aim", "price", "skip", "recoil")  # an action that has only these does nothing
_AT_RIVALS: Final = "an aim out of rival, rivals, opposite, or no such key"
_AT_ONE: Final = "an aim out of rival, opposite, or no such key"
_AT_OWN: Final = "an aim out of ally, team, self, or no such key"
_LOWEST: Final = {"price": 0, "hits": 2}
PASSIVES: Final = dict.fromkeys(
    ("armour", "shelter", "edge", "banner", "thorns", "spite", "parting", "feast", "mourn", "regen", "thrift", "toll"),
    3,
) | {"shell": 7, "taunt": 1, "stealth": 1}
MOST_PV: Final = 20
MOST_CARDS: Final = 1_000  # of a set: its tables are indexed in sixteen bits
_CAPSULES: Final = 5
_HUNTER: Final = 6
_NUMBER: Final = 12  # characters of a card's number
_DEFAULTS: Final[dict[str, Any]] = {"issue": "", "special": False, "passive": {}}
_KEYS: Final = ("number", "name", "issue", "rank", "dna", "pv", "capsules", "special", "origin", "passive", "actions")


@dataclass(frozen=True)
class Action:
    """One action of a card; clauses of README.md in brackets. Figures that are not given are 0."""

    aim: int  # index into AIMS (4.1)
    price: int = 0  # 3.5
    skip: int = 0  # 5.1
    damage: int = 0  # 5.2
    hits: int = 1  # 5.4
    splash: int = 0  # 5.5
    pierce: int = 0  # 5.3
    rage: int = 0  # 5.2
    pack: int = 0
    grudge: int = 0
    finisher: int = 0
    breaker: int = 0
    hunter: int = 0
    prey: int = -1  # index into DNA of whom `hunter` is for, -1 for none
    drain: int = 0  # 5.6
    crack: int = 0  # 5.7
    stun: int = 0  # 5.8
    exchange: int = 0  # 5.9
    freeze: int = 0  # 5.10
    heal: int = 0  # 5.11
    capsule: int = 0
    shield: int = 0
    gain: int = 0  # 5.12
    recoil: int = 0  # 5.14
    again: int = 0  # 3.9

    @property
    def attacks(self) -> bool:
        """Return whether it is an attack (4.2)."""
        return bool(self.damage or self.splash)


@dataclass(frozen=True)
class Card:
    """One character."""

    number: str
    name: str
    issue: str
    rank: int  # index into RANKS
    dna: int  # index into DNA
    pv: int
    capsules: int
    special: bool  # outside the pool that decks are drawn from
    origin: str  # where the figures come from
    actions: tuple[Action, ...]
    passive: Mapping[str, int] = field(default_factory=dict)  # PASSIVES -> number

    @cached_property
    def figures(self) -> str:
        """Return a hash of all that decides a game: the card without its words."""
        plain = asdict(replace(self, number="", name="", issue="", origin="", special=False))
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Cards:
    """A card set; decks hold places in `all`."""

    all: tuple[Card, ...]

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the place of each card, by number and by name."""
        return {key: place for place, card in enumerate(self.all) for key in (card.name, card.number)}

    def of_rank(self, rank: int) -> list[int]:
        """Return the places of the cards of a rank in the pool that decks are drawn from."""
        return [place for place, card in enumerate(self.all) if card.rank == rank and not card.special]


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
    if len(found) > MOST_CARDS:
        said = f"{len(entries)} [[card]] tables make a set of {len(found):,} cards"
        raise InputError(f"{where}: card: {said}; right would be {MOST_CARDS:,} cards at most")
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
            parts = {key: self._part(entry, key) for key in _KEYS[1:] if key in entry or key in needed}
            return replace(base, **parts) if base else Card(number=number, **_DEFAULTS | parts)

    def _part(self, entry: Mapping[str, Any], key: str) -> Any:
        if key in ("pv", "capsules"):
            return self.number(entry, key, *((1, MOST_PV) if key == "pv" else (0, _CAPSULES)))
        if key in ("rank", "dna"):
            return self.choice(entry, key, RANKS if key == "rank" else DNA)
        if key == "special":
            return self.truth(entry, key)
        if key == "passive":
            return self._passives(entry)
        return self._actions(entry) if key == "actions" else self.text(entry, key, FACTS if key == "origin" else 100)

    def _passives(self, entry: Mapping[str, Any]) -> dict[str, int]:
        inner = self.inner(entry, "passive", tuple(PASSIVES))
        with self.at("passive"):
            return {name: self.number(inner, name, 1, PASSIVES[name]) for name in inner}

    def _actions(self, entry: Mapping[str, Any]) -> tuple[Action, ...]:
        found = entry.get("actions")
        if not isinstance(found, list) or not 1 <= len(found) <= MOST_ACTIONS:
            self.wrong(entry, "actions", f"a list of 1 to {MOST_ACTIONS} tables")
        return tuple(self._action(f"action {place}", action) for place, action in enumerate(found, 1))

    def _action(self, name: str, entry: Any) -> Action:
        self.table(name, entry)
        with self.at(name):
            self.keys(entry, _ACTION_KEYS)
            aim = self.choice(entry, "aim", AIMS)
            figures = {
                key: self.number(entry, key, _LOWEST.get(key, 1), top) for key, top in FIGURES.items() if key in entry
            }
            hunter = self._hunter(entry)
            self._fits(entry, aim)
            return Action(aim, **figures, **hunter)

    def _fits(self, entry: Mapping[str, Any], aim: int) -> None:
        """Hold that the figures of an action go with its aim and with each other."""
        for key in entry:
            if key in (_RIVALS_ONLY if aim > OPPOSITE else _HELPS):
                self.fail(key, entry[key], _AT_RIVALS if aim > OPPOSITE else _AT_OWN)
            if key in ("splash", "exchange") and aim == RIVALS:
                self.fail(key, entry[key], _AT_ONE)
            if key in ("hits", "hunter", *_STRENGTHS) and "damage" not in entry:
                self.fail(key, entry[key], "damage beside it, or no such key")
            if key in ("pierce", "drain") and not {"damage", "splash"} & set(entry):
                self.fail(key, entry[key], "damage or splash beside it, or no such key")
        if set(entry) <= set(_IDLE):
            self.fail("aim", entry["aim"], "an action that does something, such as damage = 2")

    def _hunter(self, entry: Mapping[str, Any]) -> dict[str, int]:
        if "hunter" not in entry:
            return {}
        inner = self.inner(entry, "hunter", ("dna", "bonus"))
        with self.at("hunter"):
            return {"hunter": self.number(inner, "bonus", 1, _HUNTER), "prey": self.choice(inner, "dna", DNA)}


# What each passive does (6), `n` being its number.
_PASSIVE_WORDS: Final = {
    "armour": "each hit on it is {n} weaker",
    "shelter": "each hit on its neighbours is {n} weaker",
    "edge": "its hits are {n} stronger",
    "banner": "the hits of its neighbours are {n} stronger",
    "thorns": "whoever attacks it loses {n}",
    "spite": "whoever takes a life of it loses {n}",
    "parting": "when it falls, every rival loses {n}",
    "feast": "gains {n} for each life that it takes",
    "mourn": "gains {n} for each of its team that falls",
    "thrift": "the prices of its neighbours are {n} lower",
    "toll": "the prices of the rival opposite are {n} higher",
    "regen": "gets {n} back each turn, up to its initial PV",
    "shell": "an attack costs it {n} at most",
    "taunt": "a rival that aims at one character must aim at it",
    "stealth": "a rival that aims at one character cannot aim at it",
}


def text(card: Card) -> str:
    """Return a card in words, rendered back from its figures, for a person to proof-read."""
    title = (
        f"{card.number} {card.name}: {RANKS[card.rank]}, {DNA[card.dna]}, {card.pv} PV, {_n(card.capsules, 'capsule')}"
    )
    said = [action_text(action) for action in card.actions]
    said += [f"passive: {_PASSIVE_WORDS[name].format(n=n)}" for name, n in card.passive.items()]
    return "\n  ".join([title, *said])


def action_text(action: Action) -> str:
    """Return an action in words: its price, its attack, its help, and the rest."""
    prices = [f"{action.price} PV"] * bool(action.price) + ["the next turn"] * action.skip
    parts = [*_attack(action), *_tamper(action), *_help(action), *_rest(action)]
    return f"{'for ' + ' and '.join(prices) if prices else 'free'}: {', '.join(parts)}"


_TARGETS: Final = ("one rival", "every rival", "the rival opposite", "one of the team", "the whole team", "itself")
_WHEN: Final = {
    "rage": "when hurt",
    "pack": "with another of its DNA in the team",
    "grudge": "for each card in the combo pile",
    "finisher": "against no capsule",
    "breaker": "against a capsule",
}


def _attack(a: Action) -> list[str]:
    hits = f"{a.hits} times " if a.hits > 1 else ""
    said = [f"{hits}{a.damage} damage to {_TARGETS[a.aim]}"] if a.damage else []
    said += [f"+{getattr(a, name)} {words}" for name, words in _WHEN.items() if getattr(a, name)]
    said += [f"+{a.hunter} against {DNA[a.prey]}"] if a.hunter else []
    said += [f"{a.splash} damage to the neighbours of {_target(a)}"] if a.splash else []
    return said + ["no defence helps"] * a.pierce


def _target(a: Action) -> str:
    """Return the target again, as it is called once the damage has named it."""
    return ("it", "each", "it")[a.aim] if a.damage else _TARGETS[a.aim]


def _tamper(a: Action) -> list[str]:
    said = [f"gains the PV that this takes, up to {a.drain}"] if a.drain else []
    said += [f"{_target(a)} loses {_n(a.crack, 'capsule')}"] if a.crack else []
    return said + [f"stuns {_target(a)}"] * a.stun + [f"exchanges PV with {_target(a)}"] * a.exchange


def _help(a: Action) -> list[str]:
    given = [f"{a.heal} PV"] * bool(a.heal) + [_n(a.capsule, "capsule")] * bool(a.capsule) + ["a shield"] * a.shield
    return [f"{' and '.join(given)} to {_TARGETS[a.aim]}"] if given else []


def _rest(a: Action) -> list[str]:
    said = [f"gains {a.gain} PV"] if a.gain else []
    said += [f"loses {a.recoil} PV afterwards"] if a.recoil else []
    return said + ["the rival's next turn is skipped"] * a.freeze + ["one more action"] * a.again


def _n(number: int, what: str) -> str:
    return f"{number} {what}" + ("s" if number != 1 else "")
