"""Words for a position, as a card player would say it, and the position they make (sim/rulesets/cyberpunk/README.md).

A `Side` says what a player has. Cards stand in lists divided by commas; a name may be shortened to words that only one
card has ("Goro Unclean"), and a number before it says how many. An area's own words:

`field`    `Emergency Atlus (spent) + Mantis Blades + Satori`: marks in brackets, Gear after a plus.
`legends`  the three positions from the left: `V Exile (up spent) + Mantis Blades, ? (spent), -`. Face down unless `up`;
           `?` is a face-down Legend of which nothing is asked, `-` one that is on the field or out of the game.
`gigs`     `d8=5 d12=2`: own dice; `A:d6=1` names a die by its owner.
`deck`     the uppermost card first; unless it is said there are six Rockerboys in it.

A number among the marks is the power, `+2` a bonus for this turn; the other marks are named like their keys in the
snapshot. Of the position after the moves a `Side` says as much as it likes, and only that is compared: an area that is
named has these cards and no others, a mark that is named is there. For what is not there are the marks of `OPPOSITES`.

Each side holds one Zetatech Berserk more than is said. It could always be sold, so that a main phase is never a
decision with one option, which nobody is asked.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from sim.rulesets.cyberpunk.cards import LEGEND, Cards, shipped

CARDS: Final[Cards] = shipped()
SIDES: Final = "AB"  # seat 0, seat 1
DICE: Final = ("d4", "d6", "d8", "d10", "d12", "d20")
SPARE: Final = "Zetatech Berserk"
FILLER: Final = "Rockn' Rockerboy"  # no text
UNKNOWN: Final = ("Saburo Arasaka", "Yorinobu Destruction", "Jackie Pour")  # Legends without CALL, for `?`
MARKS: Final = ("spent", "arrived", "solo", "adrenaline", "strike", "safe", "harmless", "held", "must", "stole")
NOBODY: Final = "-"
OPPOSITES: Final = {"ready": "spent", "settled": "arrived", "down": "up", "free": "held", "unknown": "known"}
_FACTS: Final = {"called": "called", "above": "guard_above", "below": "guard_below"}  # keys of Side and snapshot

Snapshot = dict[str, Any]
Decks = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Side:
    """What a player has; None: not said."""

    hand: str | None = None
    field: str | None = None
    legends: str | None = None
    trash: str | None = None
    deck: str | None = None
    out: str | None = None
    eddies: int | None = None  # ready ones
    spent_eddies: int | None = None
    gigs: str | None = None
    fixer: str | None = None  # unless said, all own dice that are no Gigs
    called: bool | None = None
    above: bool | None = None  # this player's Gigs are guarded by Chrome Fang
    below: bool | None = None  # by Westbrook Netrunner
    spare: bool = True  # holds the Berserk


@dataclass(frozen=True)
class Entry:
    """A card of a list, with its marks and Gear."""

    name: str
    marks: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()


# --- names ---


def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w']+", name.lower()))


def place(name: str) -> int:
    """Return the place in the card set of the one card that `name` means."""
    if name in CARDS.places:
        return CARDS.places[name]
    wanted = _words(name)
    cards = list(enumerate(CARDS.all))
    tiers = (
        [i for i, card in cards if wanted == _words(card.title)],
        [i for i, card in cards if wanted <= _words(card.title)],
        [i for i, card in cards if wanted <= _words(card.name)],
    )
    one = [tier[0] for tier in tiers if len(tier) == 1]
    assert one, f"{name!r} means {[CARDS.all[i].name for i in tiers[-1]]}"
    return one[0]


def full(name: str) -> str:
    """Return the name that is printed on the card."""
    return CARDS.all[place(name)].name


def entries(text: str | None) -> list[Entry]:
    """Return the cards of a list, each for itself."""
    return [entry for part in (text or "").split(",") if part.strip() for entry in _entry(part.strip())]


def _entry(part: str) -> list[Entry]:
    head, *gear = part.split(" + ")
    found = re.fullmatch(r"(?:(\d+) )?(.+?)(?: \((.*)\))?", head)
    assert found, part
    count, name, marks = found.groups()
    said = name if name in ("?", NOBODY) else full(name)
    return [Entry(said, tuple((marks or "").split()), tuple(full(one) for one in gear))] * int(count or 1)


def names(text: str | None) -> list[str]:
    """Return the names of a list of cards without marks."""
    return [entry.name for entry in entries(text)]


def die(word: str, seat: int) -> int:
    """Return a die, 0 to 5 of A, 6 to 11 of B; without its owner it is `seat`'s."""
    owner, _, kind = word.rpartition(":")
    return 6 * (SIDES.index(owner) if owner else seat) + DICE.index(kind)


def gigs(text: str, seat: int) -> dict[int, int]:
    """Return the faces of dice."""
    return {die(word, seat): int(face) for word, face in (part.split("=") for part in text.split())}


# --- from words to a position ---


Worn = list[tuple[int, Entry]]  # slots (of Legends, positions) that may bear marks and Gear, as they are said


def _is_legend(name: str) -> bool:
    return CARDS.all[place(name)].kind == LEGEND


def _gone(side: Side) -> list[str]:
    """Return the Legends that have left the Legends area."""
    return [name for name in names(side.field) + names(side.out) if _is_legend(name)]


def _three(side: Side) -> list[Entry]:
    """Return the Legends by position, all of them by name."""
    gone = _gone(side)
    default = ", ".join([NOBODY] * len(gone) + ["? (spent)"] * (3 - len(gone)))
    said = entries(default if side.legends is None else side.legends)
    assert len(said) == 3, f"three Legends, not {said}"
    named = {one.name for one in said} | set(gone)
    pools = {NOBODY: iter(gone), "?": (full(name) for name in UNKNOWN if full(name) not in named)}
    return [replace(one, name=next(pools[one.name])) if one.name in pools else one for one in said]


def _areas(side: Side) -> dict[str, list[str]]:
    """Return the cards that are no Legends by area, in the order in which copies get their slots."""
    wearers = entries(side.field) + entries(side.legends)
    return {
        "field": [name for name in names(side.field) if not _is_legend(name)],
        "gear": [gear for one in wearers for gear in one.gear],
        "hand": names(side.hand) + [full(SPARE)] * side.spare,
        "deck": [full(FILLER)] * 6 if side.deck is None else names(side.deck),
        "trash": names(side.trash),
        "eddies": [full(FILLER)] * ((side.eddies or 0) + (side.spent_eddies or 0)),
        "out": [name for name in names(side.out) if not _is_legend(name)],
    }


def _slots(areas: dict[str, list[str]]) -> tuple[list[int], dict[str, list[int]]]:
    """Return the cards of a deck but for its Legends, and the slots of each area."""
    every = [place(name) for area in areas.values() for name in area]
    by_slot = sorted(range(len(every)), key=lambda i: every[i])  # stable: copies side by side, in the order of areas
    slot = {i: 3 + rank for rank, i in enumerate(by_slot)}
    numbered = iter(range(len(every)))
    return sorted(every), {key: [slot[next(numbered)] for _ in area] for key, area in areas.items()}


def _worn(side: Side, legends: list[Entry], units: list[int]) -> tuple[Worn, Worn]:
    """Return what stands on the field and what lies in the Legends area."""
    position = {one.name: at for at, one in enumerate(legends)}
    left, gone = iter(units), _gone(side)
    field = [(position[one.name] if _is_legend(one.name) else next(left), one) for one in entries(side.field)]
    return field, [(position[one.name], one) for one in legends if one.name not in gone]


def _marks(worn: Worn, gear: list[int]) -> Snapshot:
    """Return marks, bonuses and Gear."""
    left = iter(gear)
    return {
        **{mark: sorted(slot for slot, one in worn if mark in one.marks) for mark in (*MARKS, "up", "known")},
        "bonus": {slot: int(mark) for slot, one in worn for mark in one.marks if mark[0] in "+-"},
        "gear": {slot: [next(left) for _ in one.gear] for slot, one in worn if one.gear},
    }


def _dice(side: Side, seat: int, taken: set[int]) -> Snapshot:
    """Return the dice; `taken`: those in Gig areas."""
    own = {6 * seat + kind for kind in range(6)}
    fixer = own - taken if side.fixer is None else {die(word, seat) for word in side.fixer.split()}
    return {"gigs": gigs(side.gigs or "", seat), "fixer": sorted(fixer)}


def _lay(side: Side, seat: int, taken: set[int]) -> tuple[tuple[int, ...], Snapshot]:
    """Return a deck and one seat's part of a position."""
    legends, areas = _three(side), _areas(side)
    cards, at = _slots(areas)
    field, area = _worn(side, legends, at["field"])
    marks = _marks(field + area, at.pop("gear"))
    by_place = sorted(place(one.name) for one in legends)
    out = [position for position, one in enumerate(legends) if one.name in names(side.out)]
    return (*by_place, *cards), {
        **{key: slots if key == "deck" else sorted(slots) for key, slots in at.items()},
        **marks,
        **_dice(side, seat, taken),
        "field": sorted(slot for slot, _ in field),
        "out": sorted(at["out"] + out),
        "legends": [position for position, _ in area],
        "up": sorted(marks["up"] + [slot for slot, _ in field if slot < 3]),
        "order": [by_place.index(place(one.name)) for one in legends],
        "ready_eddies": side.eddies or 0,
        **{key: bool(getattr(side, fact)) for fact, key in _FACTS.items()},
    }


def lay(a: Side, b: Side, turn: str = "A", **facts: Any) -> tuple[Decks, Snapshot]:
    """Return the decks, by places in the card set, and the position for `Game.at`; `facts` are keys of it."""
    taken = {die for seat, side in enumerate((a, b)) for die in gigs(side.gigs or "", seat)}
    (one, first), (two, second) = (_lay(side, seat, taken) for seat, side in enumerate((a, b)))
    seat = SIDES.index(turn)
    both = {key: [first[key], second[key]] for key in first}
    return (one, two), {"turns": 21 + seat, "turn": seat, "first": 0, **both, **facts}


# --- from a position to words ---


def named(decks: Decks, snapshot: Snapshot, seat: int, slot: int) -> str:
    """Return the name of a card; a Legend is meant by its position."""
    return CARDS.all[decks[seat][snapshot["order"][seat][slot] if slot < 3 else slot]].name


def unlike(decks: Decks, now: Snapshot, seat: int, said: Side) -> list[str]:
    """Return how a position differs from what is said of a player."""
    sight = _Sight(decks, now, seat)
    pairs = {key: sight.pair(key, what) for key, what in vars(said).items() if what is not None and key != "spare"}
    return [f"{SIDES[seat]}'s {key}: {have}, not {wanted}" for key, (have, wanted) in pairs.items() if have != wanted]


@dataclass(frozen=True)
class _Sight:
    """One player's part of a position, to compare with what is said of it."""

    decks: Decks
    now: Snapshot
    seat: int

    def pair(self, key: str, said: Any) -> tuple[Any, Any]:
        """Return what the position has under a key of `Side`, and what is said of it in the same form."""
        if key in ("field", "legends"):
            have = [self.entry(slot, key) for slot in (range(3) if key == "legends" else self.now[key][self.seat])]
            return have, have if _fit(entries(said), have, in_order=key == "legends") else said
        if key in ("hand", "trash", "out"):
            return self.cards(key) - Counter([full(SPARE)] * (key == "hand")), Counter(names(said))
        if key == "deck":
            return [self.name(slot) for slot in self.now[key][self.seat]], names(said)
        if key == "gigs":
            return self.now[key][self.seat], gigs(said, self.seat)
        if key == "fixer":
            return self.now[key][self.seat], sorted(die(word, self.seat) for word in said.split())
        return self.fact(key), said

    def name(self, slot: int) -> str:
        return named(self.decks, self.now, self.seat, slot)

    def cards(self, area: str) -> Counter[str]:
        return Counter(self.name(slot) for slot in self.now[area][self.seat])

    def fact(self, key: str) -> int:
        """Return a number or a truth."""
        ready = self.now["ready_eddies"][self.seat]
        if key == "spent_eddies":
            return len(self.now["eddies"][self.seat]) - ready
        return ready if key == "eddies" else self.now[_FACTS[key]][self.seat]

    def entry(self, slot: int, area: str) -> Entry:
        """Return a card with all its marks."""
        if area == "legends" and slot not in self.now["legends"][self.seat]:
            return Entry(NOBODY)
        marks = [mark for mark in (*MARKS, "up", "known") if slot in self.now[mark][self.seat]]
        marks += [mark for mark, other in OPPOSITES.items() if other not in marks]
        marks += [str(self.now["power"][self.seat][slot])] if area == "field" else []
        bonus = self.now["bonus"][self.seat].get(slot, 0)
        worn = self.now["gear"][self.seat].get(slot, [])
        return Entry(self.name(slot), (*marks, f"{bonus:+d}"), tuple(sorted(self.name(gear) for gear in worn)))


def _fits(said: Entry, have: Entry) -> bool:
    """Tell whether a card is what is said of it; of `?` no name and no Gear is said."""
    if NOBODY in (said.name, have.name):
        return said.name == have.name
    as_said = said.name == "?" or (said.name == have.name and tuple(sorted(said.gear)) == have.gear)
    return as_said and set(said.marks) <= set(have.marks)


def _fit(said: list[Entry], have: list[Entry], *, in_order: bool) -> bool:
    """Tell whether cards are what is said of them, those of which most is said first."""
    if in_order:
        return all(_fits(one, other) for one, other in zip(said, have, strict=True))
    left = [*have]
    for one in sorted(said, key=lambda one: -len(one.marks)):
        found = next((other for other in left if _fits(one, other)), None)
        if found is None:
            return False
        left.remove(found)
    return not left
