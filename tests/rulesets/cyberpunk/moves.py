"""Scripted tests as data, and their words for moves (README.md, 11): any implementation plays them to the same end.

Moves stand one after another, divided by semicolons; `A:` or `B:` before a move says who is to make it.

`play X`, `play X normally` (a Legend like a Unit), `solo X`, `call 2` (by position), `sell X`, `use X`, `end`
`attack X on Y`, `attack X on Gigs`   the attacker, then the target if it is asked for
`pass`   in the reaction step, which is asked when passing is all that is possible, too
`choose X`, `choose rival X`, `choose legend 2`, `host X`, `pay X`, `pay legend 2`, `auto` (pay the rest automatically)
`die d8`, `gig B:d8`, `face 3`, `mode 2`, `yes`, `no`, `block X`, `discard X`, `take X`, `done`, `keep`
`resolve X`, `resolve 2`   an ability among those that are pending: of a card, or by its place

`X#2` is the second copy of a card, by slot. `can M` and `cannot M` say that a move is legal or is not, without making
it; `asks W` what is asked. Forced moves, but for that `pass`, are not written: nobody is asked for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tests.rulesets.cyberpunk.position import CARDS, SIDES, Decks, Side, Snapshot, die, lay, named, names, place, unlike

OWN, OTHER, ELSE, USE, WORD4 = (64 * word for word in range(5))
PASS, YES, GIGS, FIRST, FACES, PENDING = (WORD4 + bit for bit in (12, 13, 14, 16, 19, 40))
PLAIN: Final = {
    **dict.fromkeys(("pass", "end", "no", "auto", "done", "keep"), PASS),
    **dict.fromkeys(("yes", "mulligan"), YES),
    "on Gigs": GIGS,
}
UNSAID: Final = Side()


class Played(Protocol):
    """A game of any implementation."""

    @property
    def seat(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def ending(self) -> str: ...
    @property
    def result(self) -> int: ...
    def legal(self) -> list[int]: ...
    def play(self, action: int) -> None: ...
    def snapshot(self) -> Snapshot: ...


@dataclass(frozen=True)
class Then:
    """What holds of a position."""

    a: Side = UNSAID
    b: Side = UNSAID
    ended: tuple[str, str] | None = None  # the ending, and who has won: "A", "B" or "nobody"
    facts: dict[str, Any] = field(default_factory=dict)  # keys of the snapshot


def then(a: Side = UNSAID, b: Side = UNSAID, ended: tuple[str, str] | None = None, **facts: Any) -> Then:
    """Return what holds after the moves before it; `turn` is "A" or "B"."""
    seats = {key: SIDES.index(facts[key]) for key in ("turn", "seat") if key in facts}
    return Then(a, b, ended, facts | seats)


@dataclass(frozen=True)
class Case:
    """One scripted test."""

    name: str  # begins with the ruling's id or the card's number
    decks: Decks
    position: Snapshot | None  # None: a game from its set-up
    script: tuple[str | Then, ...]
    rolls: tuple[int, ...] = ()  # in the order in which they come; all of them come
    bottoms: tuple[str, ...] = ()  # cards put on the bottom together, the uppermost first
    rolled: bool = False  # who begins is rolled for


def case(
    name: str,
    a: Side,
    b: Side,
    *script: str | Then,
    rolls: Sequence[int] = (),
    bottoms: Sequence[str] = (),
    **facts: Any,
) -> Case:
    """Return a case that begins in a main phase of A, or of `turn`; `facts` are keys of the snapshot."""
    return Case(name, *lay(a, b, **facts), script, tuple(rolls), tuple(bottoms))


def deal(name: str, a: str, b: str, *script: str | Then, rolls: Sequence[int] = (), rolled: bool = False) -> Case:
    """Return a case that begins with the set-up of two decks: Legends first, each in the order of the card set."""
    one, two = (tuple(place(card) for card in names(deck)) for deck in (a, b))
    return Case(name, (one, two), None, script, tuple(rolls), rolled=rolled)


# --- moves ---


@dataclass(frozen=True)
class _Table:
    """A position, read by the player who is to act."""

    decks: Decks
    now: Snapshot
    seat: int

    def slots(self, name: str, seat: int, where: str = "") -> list[int]:
        """Return the slots of a card: all its copies, in one area if that is said, or just one of them."""
        if name.startswith("legend "):
            return [int(name[-1]) - 1]  # a face-down one is meant by its position
        name, _, copy = name.partition("#")
        card = CARDS.all[place(name)].name
        every = [slot for slot in range(len(self.decks[seat])) if named(self.decks, self.now, seat, slot) == card]
        assert every, f"{SIDES[seat]} has no {card}"
        chosen = [every[int(copy) - 1]] if copy else every
        return [slot for slot in chosen if not where or slot in self.now[where][seat]]

    def legend(self, name: str) -> list[int]:
        """Return the position of a Legend of the Legends area, by name or number."""
        return self.slots(f"legend {name}" if name.isdigit() else name, self.seat, "legends")

    def actions(self, move: str) -> list[int]:
        """Return the actions that a move may mean; which of them are legal is another question."""
        if move in PLAIN:
            return [PLAIN[move]]
        verb, _, rest = move.partition(" ")
        return _VERBS[verb](self, rest)

    def cards(self, rest: str) -> list[int]:
        if rest.startswith("rival "):
            return [OTHER + slot for slot in self.slots(rest.removeprefix("rival "), 1 - self.seat)]
        return [OWN + slot for slot in self.slots(rest, self.seat)]

    def hand(self, rest: str) -> list[int]:
        if rest.endswith(" normally"):
            return [ELSE + slot for slot in self.legend(rest.removesuffix(" normally"))]
        return [OWN + slot for slot in self.slots(rest, self.seat, "hand")]

    def pending(self, rest: str) -> list[int]:
        if rest.isdigit():
            return [PENDING + int(rest) - 1]
        wanted = self.slots(rest, self.seat)
        return [PENDING + i for i, (slot, _) in enumerate(self.now["pending"][self.seat]) if slot in wanted]

    def dice(self, rest: str) -> list[int]:
        number = die(rest, self.seat)
        return [WORD4 + number % 6 + 6 * (number // 6 != self.seat)]


_VERBS: Final = {
    **dict.fromkeys(("choose", "host", "pay", "discard", "take"), _Table.cards),
    **dict.fromkeys(("die", "gig"), _Table.dice),
    "play": _Table.hand,
    "solo": lambda table, name: [OWN + slot for slot in table.legend(name)],
    "call": lambda table, name: [OWN + slot for slot in table.legend(name)],
    "attack": lambda table, name: [OWN + slot for slot in table.slots(name, table.seat, "field")],
    "on": lambda table, name: [OTHER + slot for slot in table.slots(name, 1 - table.seat)],
    "sell": lambda table, name: [ELSE + slot for slot in table.slots(name, table.seat, "hand")],
    "block": lambda table, name: [ELSE + slot for slot in table.slots(name, table.seat)],
    "use": lambda table, name: [USE + slot for slot in table.slots(name, table.seat)],
    "face": lambda table, face: [FACES + int(face)],
    "mode": lambda table, number: [FIRST + int(number) - 1],
    "resolve": _Table.pending,
}


_ASKED: Final = {  # the decisions in which a word is an answer; the others fit by what they name
    **dict.fromkeys(("pay", "auto"), ("pay",)),
    **dict.fromkeys(("keep", "mulligan"), ("mulligan",)),
    **{decision: (decision,) for decision in ("die", "host", "face", "mode", "take")},
    "end": ("main",),
    "pass": ("react",),
    "discard": ("discard", "save"),
    "resolve": ("order",),
    "gig": ("choose", "steal"),
    "choose": ("choose", "instead"),
    "yes": ("may", "begin"),
    "no": ("choose", "instead", "save", "may", "begin"),
    "done": ("choose", "take"),
}


# --- play ---


def _legal(game: Played, case: Case, move: str) -> list[int]:
    """Return what is legal of the actions that a move may mean."""
    actions = _Table(case.decks, game.snapshot(), game.seat).actions(move)
    assert actions, f"{move}: no such card there"
    return [action for action in actions if action in game.legal()]


def _attack(game: Played, case: Case, move: str) -> None:
    """Attack; a target that is the only one is not asked for."""
    attacker, _, target = move.partition(" on ")
    _move(game, case, attacker)
    if game.snapshot()["decision"] == "target":
        _move(game, case, f"on {target}")
        return
    now = game.snapshot()
    wanted = ["gigs"] if target == "Gigs" else _Table(case.decks, now, now["turn"]).slots(target, 1 - now["turn"])
    attack = now["attack"]
    assert attack is None or attack["target"] in wanted, f"{move}: {attack}"


def _move(game: Played, case: Case, move: str) -> None:
    """Make a move, or look whether it could be made."""
    verb, _, rest = move.partition(" ")
    asked = game.snapshot()["decision"]
    if verb == "asks":
        assert asked == rest, f"{asked} is asked, not {rest}"
    elif verb in ("can", "cannot"):
        assert bool(_legal(game, case, rest)) == (verb == "can"), f"{move}: {game.legal()}"
    elif verb == "attack" and " on " in rest:
        _attack(game, case, move)
    else:
        assert asked in _ASKED.get(verb, (asked,)), f"{move} is no answer where {asked} is asked"
        legal = _legal(game, case, move)
        assert legal, f"{move} is not legal for {SIDES[game.seat]}, who is asked for {asked}: {game.legal()}"
        game.play(legal[0])


def _moves(game: Played, case: Case, script: str) -> None:
    for words in script.split(";"):
        who, colon, move = words.strip().rpartition(": ")
        assert not game.over, f"{words}: the game is over"
        assert not colon or who == SIDES[game.seat], f"{words}: {SIDES[game.seat]} is to act"
        _move(game, case, move)


def _holds(game: Played, case: Case, wanted: Then) -> None:
    """Hold a position against what is expected of it."""
    now = game.snapshot()
    wrong = [fault for seat, side in enumerate((wanted.a, wanted.b)) for fault in unlike(case.decks, now, seat, side)]
    wrong += [f"{key}: {now[key]}, not {fact}" for key, fact in wanted.facts.items() if now[key] != fact]
    assert not wrong, "; ".join(wrong)
    winner = {1: "A", -1: "B", 0: "nobody"}[game.result]
    ended = (game.ending, winner) if game.over else None
    assert ended == wanted.ended, f"ended {ended}, not {wanted.ended}"


def play(game: Played, case: Case) -> None:
    """Play a case through."""
    for part in case.script:
        if isinstance(part, str):
            _moves(game, case, part)
        else:
            _holds(game, case, part)
