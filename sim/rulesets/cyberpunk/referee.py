"""The rules of README.md for one game in plain, slow Python: the oracle for the batch engine, written from that page.

The whole game is one generator that reads like the rule book and stops wherever a player has to decide. It reads the
words of the cards themselves: the tables at the end of this file are section 9 of the page, one row a phrase.
"""

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import takewhile
from random import Random
from typing import Any, Final, Protocol, TypeVar

from sim.ruleset import Deck
from sim.rulesets.cyberpunk import cards as data
from sim.rulesets.cyberpunk.cards import COLOURS, GEAR, LEGEND, PROGRAM, UNIT, Card, Cards

# 11: actions, 64 * word + bit
OWN, RIVAL, ELSE, USE, DICE = (64 * word for word in range(5))  # + slot, of a Legend its position; DICE: + die
PASS, YES, RAID = DICE + 12, DICE + 13, DICE + 14
MODE, FACE, ORDER = DICE + 16, DICE + 19, DICE + 40  # + number of the choice, face, place among the pending
LAST = 320  # no action

SIZES: Final = (4, 6, 8, 10, 12, 20)  # 1.3: dice 0 to 5 are seat 0's, 6 to 11 seat 1's
D20: Final = 5
HAND, DECK, TRASH, EDDIES, OUT = "hand", "deck", "trash", "eddies", "out"  # 1.4
FIELD, LEGENDS, WORN, NOWHERE = "field", "legends", "worn", ""
THIS_TURN: Final = ("bonus", "adrenaline", "strike", "safe", "harmless", "fewer", "stole")  # marks, 3.7 b
MOST_OF: Final = {"bonus": 40, "fewer": 12}  # marks that add up, as far as this (decision 28)
LAG: Final = ("arrived", "solo")  # marks, 3.7 c
BY: Final = (1, 2)  # flags of the mark "held": by the text of seat 0, of seat 1
TOLD, DUE = 1, 2  # flags of the mark "must": for the next turn, for this one
HAND_SIZE, ENOUGH, CAP = 6, 7, 120

Step = Generator[None, int, None]  # a part of the game that stops wherever a player has to decide
T = TypeVar("T")
Choice = Generator[None, int, T]  # the same, and it returns what was chosen


class Luck(Protocol):
    """Where shuffles and rolls come from (10)."""

    def shuffle(self, seat: int, slots: list[int]) -> list[int]:
        """Return `slots` (ascending) in random order, the uppermost first."""

    def roll(self, seat: int, sides: int) -> int:
        """Return 1 to `sides`."""

    def bottom(self, seat: int, slots: list[int]) -> list[int]:
        """Return `slots` (ascending, two or more) in the random order in which they will lie, the uppermost first."""


class GameOverError(Exception):
    """The game has ended: nothing more of it is carried out."""


@dataclass(eq=False)
class Piece:
    """A card in the game."""

    card: Card
    seat: int
    slot: int  # in its deck
    at: int  # 1.2: its slot, of a Legend its position
    area: str = NOWHERE
    ready: bool = True
    up: bool = False  # of a Legend: it has been turned face up
    known: bool = False  # of a Legend: its owner has looked at it
    host: "Piece | None" = None
    gear: list["Piece"] = field(default_factory=list)
    marks: dict[str, int] = field(default_factory=dict)  # what effects have left on it in its area

    @property
    def works(self) -> bool:
        """9.1: on the field, face up in the Legends area, or a Gear on such a card."""
        return self.area in (FIELD, WORN) or (self.area == LEGENDS and self.up)

    def has(self, keyword: str) -> bool:
        """9.3: of its own or by its Gear."""
        return any(keyword in piece.card.keywords for piece in (self, *self.gear))

    def tells(self, static: str) -> list[tuple[Any, ...]]:
        """5.8: the numbers and words of a static text, once for each time that this or its Gear bears it."""
        return [found for piece in (self, *self.gear) for found in said(piece.card.text, static)]


def _drop(piece: Piece, mark: str, flag: int) -> None:
    """Take a flag from a mark, and the mark with the last one."""
    left = piece.marks.pop(mark, 0) & ~flag
    if left:
        piece.marks[mark] = left


@dataclass(eq=False)
class Event:
    """What happened to a card, with the facts as they were (7.1)."""

    name: str
    piece: Piece
    opponent: Piece | None = None  # of a fight
    die: int | None = None  # that was stolen

    def __post_init__(self) -> None:
        """Keep what may change later."""
        self.unit = self.piece.area == FIELD
        self.equipped = bool(self.piece.gear)
        self.colour = COLOURS[self.piece.card.colour]

    def is_own(self, text: "Text") -> bool:
        """9.1: it happened to a card of the player whose text looks for it."""
        return self.piece.seat == text.seat


@dataclass(eq=False)
class Attack:
    """An attack on its way through section 6."""

    attacker: Piece
    target: Piece | None = None
    raid: bool = False  # the target is the Gig area
    unblockable: bool = False

    @property
    def declared(self) -> bool:
        """6.2 has begun."""
        return self.raid or self.target is not None


@dataclass(frozen=True)
class Line:
    """A line of a card's text (9)."""

    headings: tuple[str, ...]  # none: a static text
    sentences: tuple[str, ...]

    def prices(self) -> list[tuple[bool, int]]:
        """9.1: of the headings `[QUICK] [€n] SPEND`."""
        found = [re.fullmatch(r"(QUICK )?(?:€(\d+) )?SPEND", heading) for heading in self.headings]
        return [(bool(match[1]), int(match[2] or 0)) for match in found if match]


@cache
def lines(text: tuple[str, ...]) -> tuple[Line, ...]:
    """Return the lines of a card's text; raise ValueError for one that says nothing known."""
    return tuple(_line(words) for words in text)


def _line(words: str) -> Line:
    headings, colon, rest = words.partition(": ")
    if colon:
        return Line(tuple(headings.split(", ")), tuple(rest.split("; ")))
    if not any(re.fullmatch(pattern, words) for pattern in STATICS):
        raise ValueError(f"{words!r} is no static text of README.md, 9.3")
    return Line((), (words,))


@cache
def said(text: tuple[str, ...], static: str) -> list[tuple[Any, ...]]:
    """Return the numbers and words of a static text, once for each line that says it."""
    found = [re.fullmatch(static, line.sentences[0]) for line in lines(text) if not line.headings]
    return [_given(match) for match in found if match]


def _given(match: re.Match[str]) -> tuple[Any, ...]:
    """Return what stands in the holes of a phrase, numbers as numbers."""
    return tuple(int(part) if part and re.fullmatch(r"[+-]?\d+", part) else part for part in match.groups())


@cache
def meaning(words: str, book: str) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return what a phrase means by a table of section 9, and what stands in its holes."""
    for pattern, act in BOOKS[book]:
        if match := re.fullmatch(pattern, words):
            return act, _given(match)
    raise ValueError(f"{words!r} is none of the {book} of README.md, 9")


@dataclass(eq=False)
class Text:
    """An ability that looks for events, waits, or is being carried out, and what its words `this` and `it` mean."""

    game: "Game"
    bearer: Piece
    number: int  # of the line
    line: Line
    die: int | None = None  # `it`, a Gig
    opponent: Piece | None = None

    def __post_init__(self) -> None:
        """5.8: on a Gear `this` is the host."""
        self.seat = self.bearer.seat
        self.rival = 1 - self.seat
        self.this = self.bearer.host or self.bearer
        self.it: Piece | None = None  # a card
        self.other: int | None = None  # the Gig that was chosen before
        self.shown = 0 if self.die is None else self.game.face(self.die)  # by the Gig `it` when it was chosen
        self.did = False
        self.looked: list[Piece] = []
        self.discards = 0
        self.ends_on = ""  # where a Program goes that is being played (5.1, 5.5)

    # 7. Pending

    def answers(self, heading: str, event: Event, before: Sequence[Event]) -> bool:
        """9.1: the event is what the heading names; 7.3: FIRST looks at what happened in the turn before."""
        first, _, what = heading.partition(" ")
        if first in ("FIRST", "WHEN"):
            fits, given = meaning(what, "events")
            earlier = first == "FIRST" and any(fits(self, old, *given) for old in before)
            return bool(fits(self, event, *given)) and not earlier
        who = self.bearer if heading == "PLAY" else self.this
        return heading == event.name and event.piece is who

    def ripe(self) -> bool:
        """7.1: a condition at the very beginning holds."""
        match = re.fullmatch("if (.+?), .+", self.line.sentences[0])
        return not match or self.holds(match[1])

    def resolve(self) -> Step:
        """7.2: what was pending is carried out, wherever its card is now."""
        if self.ends_on:
            yield from self.perform()
        elif self.ripe():
            yield from self.carry_out()

    def perform(self) -> Step:
        """5.1, 5.5: a Program, which is in no area meanwhile."""
        self.game.played[self.seat].add(self.bearer.slot)
        yield from self.carry_out()
        self.game.move(self.bearer, self.ends_on)

    def carry_out(self) -> Step:
        """9: the sentences in order."""
        for sentence in self.line.sentences:
            yield from self.say(sentence)

    def say(self, sentence: str) -> Step:
        """9.2: one sentence."""
        act, given = meaning(sentence, "sentences")
        step = act(self, *given)
        if step is not None:
            yield from step

    def holds(self, condition: str) -> bool:
        """9.2: one condition."""
        test, given = meaning(condition, "conditions")
        return bool(test(self, *given))

    @property
    def faces(self) -> list[int]:
        """Return what the own Gigs show."""
        return list(self.game.gigs[self.seat].values())

    def cards(self, kind: int, *areas: str) -> list[Piece]:
        """Return the own cards of a kind in some areas."""
        return [piece for area in areas for piece in self.game.area(self.seat, area) if piece.card.kind == kind]

    def it_is(self, tags: list[str], solo: bool) -> bool:
        """Tell whether `it is <tag> or <tag> …`, or `it is <tag> or has GO SOLO`."""
        if self.it is None:
            return False
        return any(tag in self.it.card.tags for tag in tags) or (solo and "GO SOLO" in self.it.card.keywords)

    # 9.2 Sentences

    def say_if(self, condition: str, sentence: str) -> Step:
        """`if <condition>, <sentence>`."""
        if self.holds(condition):
            yield from self.say(sentence)

    def pick_one(self, options: str) -> Step:
        """`pick one: <sentences> / <sentences>`."""
        modes = {MODE + number: words for number, words in enumerate(options.split(" / "))}
        words = yield from self.game.pick(self.seat, "mode", modes)
        for sentence in words.split(" and "):
            yield from self.say(sentence)

    def later(self, sentence: str) -> None:
        """`at the end of this turn: <sentence>`, with the same `this` (3.7 a)."""
        delayed = Text(self.game, self.bearer, self.number, Line(("END",), (sentence,)))
        delayed.this = self.this
        self.game.delayed.append(delayed)

    def discard(self, seat: int, number: int) -> Step:
        """`discard n`, `the rival discards n`."""
        self.discards += yield from self.game.discard(seat, number)

    def discard_hands(self) -> None:
        """`each player discards the hand`: both hands, at once."""
        hands = [piece for seat in (0, 1) for piece in self.game.area(seat, HAND)]
        for piece in hands:
            self.game.move(piece, TRASH)
        self.discards += len(hands)

    def each_may_draw(self, number: int) -> Step:
        """`each player may draw n`: the turn player decides, then the other; then the draws."""
        drawing = []
        for seat in self.game.both:
            if (yield from self.game.may(seat)):
                drawing.append(seat)  # noqa: PERF401 (a decision comes between)
        for seat in drawing:
            self.game.draw(seat, number)

    def choose(self, may: str | None, what: str, limit: str | None, most: int | None) -> Step:
        """`choose <what>`, `you may choose <what>`: sets `it`."""
        self.it, self.die = (yield from self._chosen(self.candidates(what, limit, most), may)), None

    def candidates(self, what: str, limit: str | None, most: int | None) -> dict[int, Piece]:
        """9.2: the cards that may be chosen, by the actions that choose them."""
        found: list[Piece] = meaning(what, "cards")[0](self)
        return {self.act(piece): piece for piece in found if self._within(piece, limit, most)}

    def _within(self, piece: Piece, limit: str | None, most: int | None) -> bool:
        """9.2: `with power n or less`, `with cost n or less`, `with power up to your d20`."""
        if limit is None:
            return True
        if limit == "cost":
            return (piece.card.cost or 0) <= (most or 0)  # 2.3: a dash counts as 0
        if most is None:
            d20s = [face for die, face in self.game.gigs[self.seat].items() if die % 6 == D20]
            return bool(d20s) and max(self.game.power(piece), 0) <= max(d20s)
        return max(self.game.power(piece), 0) <= most

    def choose_gig(self, may: str | None, whose: str) -> Step:
        """`choose a Gig`, `choose an own Gig`, `choose a rival Gig`: the one chosen before becomes the other."""
        self.it, self.other, self.die = None, self.die, (yield from self._chosen(self.dice(whose), may))
        if self.die is not None:
            self.shown = self.game.face(self.die)

    def dice(self, whose: str) -> dict[int, int]:
        """9.2: the Gigs that may be chosen, by the actions that choose them."""
        seats = {"a": (0, 1), "an own": (self.seat,), "a rival": (self.rival,)}[whose]
        return {self.act_on(die): die for seat in seats for die in self.game.gigs[seat]}

    def has_its_objects(self) -> bool:
        """5.7: what the sentences at the beginning choose, without `may` and without `if`."""
        for sentence in takewhile(lambda words: words.startswith("choose "), self.line.sentences):
            act, (_, *what) = meaning(sentence, "sentences")
            if not (self.dice(*what) if act is Text.choose_gig else self.candidates(*what)):
                return False
        return True

    def _chosen(self, options: Mapping[int, T], may: str | None) -> Choice[T | None]:
        choices: dict[int, T | None] = {**options, **({PASS: None} if may else {})}
        chosen = (yield from self.game.pick(self.seat, "choose", choices)) if options else None
        self.did = chosen is not None if may else self.did
        return chosen

    def act(self, piece: Piece) -> int:
        """11: words 0 and 1."""
        return (OWN if piece.seat == self.seat else RIVAL) + piece.at

    def act_on(self, die: int) -> int:
        """11: word 4, own dice first."""
        return DICE + (die + 6 * self.seat) % 12

    def defeat(self, *pieces: Piece | None) -> Step:
        """`defeat it`, `defeat its opponent`, `defeat all other Units`: what is in play of them."""
        yield from self.game.defeat([piece for piece in pieces if piece and piece.works])

    def spend(self, piece: Piece | None) -> None:
        """`spend it`, `spend this`."""
        if piece and piece.works:
            self.game.spend(piece)

    def make_ready(self, piece: Piece) -> None:
        """`ready this`."""
        if piece.works:
            self.game.make_ready(piece)

    def mark(self, piece: Piece | None, name: str, number: int = 1) -> None:
        """Carry out `it gets`, `it has`, `it may`, `it cannot`: marks on a Unit of the field."""
        if piece and piece.area == FIELD:
            most = MOST_OF.get(name, 1)
            piece.marks[name] = max(-most, min(piece.marks.get(name, 0) + number, most))

    def power_per_gear(self, number: int) -> None:
        """Carry out `it gets +n power this turn for each Gear on it`: counted now."""
        if self.it:
            self.mark(self.it, "bonus", number * len(self.it.gear))

    def hold(self, name: str, flag: int) -> None:
        """Carry out `it cannot be readied …`, `it must attack …`: marks that tell by whom or for when they are."""
        if self.it and self.it.area == FIELD:
            self.it.marks[name] = self.it.marks.get(name, 0) | flag

    def bring_back(self) -> None:
        """`return this to hand`: from the field."""
        if self.this.area == FIELD:
            self.game.move(self.this, HAND)

    def take_it(self) -> None:
        """`take it`: from the trash."""
        if self.it in self.game.area(self.seat, TRASH):
            self.game.move(self.it, HAND)

    def adjust(self, how: str, number: int) -> Step:
        """`raise it by up to n` and the like (8.1): any face within n, the shown one too."""
        if self.die is not None:
            shown = self.game.face(self.die)
            least = shown - (0 if how == "raise" else number)
            most = shown + (0 if how == "lower" else number)
            yield from self._turn_to(list(range(least, most + 1)))

    def adjust_exactly(self, number: int) -> Step:
        """`adjust it by exactly n` (8.1)."""
        if self.die is not None:
            shown = self.game.face(self.die)
            yield from self._turn_to([shown - number, shown + number])

    def _turn_to(self, faces: list[int]) -> Step:
        assert self.die is not None
        legal = {FACE + face: face for face in faces if 1 <= face <= SIZES[self.die % 6]}
        if legal:
            face = yield from self.game.pick(self.seat, "face", legal)
            self.game.gigs[self.game.holder(self.die)][self.die] = face

    def swap(self) -> None:
        """`swap them` (8.2): nothing without both, nor in one area."""
        if self.die is not None and self.other is not None:
            gigs, areas = self.game.gigs, (self.game.holder(self.die), self.game.holder(self.other))
            if areas[0] != areas[1]:
                gigs[areas[1]][self.die] = gigs[areas[0]].pop(self.die)
                gigs[areas[0]][self.other] = gigs[areas[1]].pop(self.other)

    def look(self, number: int) -> None:
        """`look at the top n`: fewer if there are fewer; they stay where they are."""
        self.looked = self.game.decks[self.seat][:number]

    def take_looked(self, number: int, most: int | None) -> Step:
        """`take up to n Gear of them`, `take up to n Gear with cost m or less of them`."""
        for _ in range(number):
            fitting = [p for p in self.looked if p.card.kind == GEAR and (most is None or (p.card.cost or 0) <= most)]
            piece = yield from self._one_of(fitting, "take")
            if piece is None:
                break
            self.looked.remove(piece)
            self.game.move(piece, HAND)

    def _one_of(self, pieces: list[Piece], decision: str) -> Choice[Piece | None]:
        options: dict[int, Piece | None] = {self.act(piece): piece for piece in pieces}
        if not options:
            return None
        return (yield from self.game.pick(self.seat, decision, {**options, PASS: None}))

    def put_rest(self) -> None:
        """`put the rest on the bottom` (7.6)."""
        rest = {piece.slot: piece for piece in self.looked}
        order = self.game.luck.bottom(self.seat, sorted(rest)) if len(rest) > 1 else list(rest)
        for slot in order:
            self.game.move(rest[slot], DECK)
        self.looked = []

    def may_trash(self) -> Step:
        """`you may trash it`: the looked-at card, if there is one."""
        self.did = bool(self.looked) and (yield from self.game.may(self.seat))
        if self.did:
            self.game.move(self.looked.pop(0), TRASH)

    def look_at(self, *legends: Piece | None) -> None:
        """`look at your face-down Legends`, `look at it` (4.7)."""
        for legend in legends:
            if legend in self.game.face_down(self.seat):
                legend.known = True

    def may_call(self) -> Step:
        """`you may Call a Legend`: without payment, if the allowance is there."""
        legends = [] if self.game.called[self.seat] else self.game.face_down(self.seat)
        legend = yield from self._one_of(legends, "choose")
        self.did = legend is not None
        if legend:
            self.game.call(legend)

    def may_call_it(self) -> Step:
        """`you may Call it`."""
        legend = self.it
        possible = legend in self.game.face_down(self.seat) and not self.game.called[self.seat]
        self.did = possible and (yield from self.game.may(self.seat))
        if self.did and legend:
            self.game.call(legend)

    def ready_eddies(self, number: int) -> None:
        """`ready n Eddies`: spent ones, as many as there are."""
        ready = self.game.ready_eddies
        ready[self.seat] = min(ready[self.seat] + number, len(self.game.area(self.seat, EDDIES)))

    def ready_units(self, number: int) -> Step:
        """`ready up to n own Units`: one after another, those that can be readied."""
        for _ in range(number):
            spent = [unit for unit in self.game.units(self.seat) if not unit.ready and "held" not in unit.marks]
            unit = yield from self._one_of(spent, "choose")
            if unit is None:
                break
            self.game.make_ready(unit)

    def put_into_play(self) -> None:
        """`put it into play` (5.4)."""
        if self.it in self.cards(UNIT, HAND, TRASH):
            self.game.arrive(self.it)

    def play_it(self) -> None:
        """`play it, then put it on the bottom` (5.5): it becomes pending, and is in no area."""
        if self.it in self.cards(PROGRAM, HAND, TRASH):
            self.game.move(self.it, NOWHERE)
            self.game.pending[self.seat].append(self.game.program(self.it, DECK))


class Game:
    """One game: ask `legal()` of the player at `seat`, then `play` one of those actions, until it is `over`."""

    def __init__(
        self, decks: tuple[Sequence[Card], Sequence[Card]], luck: Luck, *, rolled: bool = False,
        position: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Begin a game of two decks, cards by slot; with `rolled` a roll says who begins (1.6)."""
        self.luck = luck
        self.pieces = tuple(
            [Piece(card, seat, slot, slot) for slot, card in enumerate(cards)] for seat, cards in enumerate(decks)
        )
        self.decks: list[list[Piece]] = [[], []]  # the top first
        self.ready_eddies = [0, 0]
        self.gigs: list[dict[int, int]] = [{}, {}]  # the dice of each Gig area and their faces
        self.fixer: list[set[int]] = [set(range(6)), set(range(6, 12))]
        self.turns = self.turn = self.first = self.dry = 0
        self.sold = self.overtime = False
        self.called = [False, False]
        self.guarded: dict[str, list[bool]] = {"above": [False, False], "below": [False, False]}  # by the guarded
        self.events: list[Event] = []  # of this turn
        self.pending: list[list[Text]] = [[], []]
        self.delayed: list[Text] = []
        self.attack: Attack | None = None
        self.seen: list[set[int]] = [set(), set()]
        self.played: list[set[int]] = [set(), set()]
        self.over, self.result, self.ending = False, 0, ""
        self.seat, self.decision = 0, ""
        self._options: list[int] = []
        self._unready: list[Piece] = []  # the Legends that 1.5 spent
        if position is not None:
            self._lay(position)
        self._progress = self._game(rolled) if position is None else self._from_main()
        self._go_on(None)

    @classmethod
    def at(cls, decks: tuple[Sequence[Card], Sequence[Card]], position: Mapping[str, Any], luck: Luck) -> "Game":
        """Return a game that stands in a main phase as `position`, a snapshot in which nothing is pending."""
        return cls(decks, luck, position=position)

    def legal(self) -> list[int]:
        """Return the actions of the player who has to decide; none once the game is over."""
        return [] if self.over else list(self._options)

    def play(self, action: int) -> None:
        """Take the decision of the player at `seat`, and go on to the next one."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {self.seat}: right would be one of {self.legal()}")
        self._go_on(action)

    def _go_on(self, action: int | None) -> None:
        with suppress(GameOverError):
            self._progress.send(action)  # type: ignore[arg-type]  # a generator is begun with None

    def pick(self, seat: int, decision: str, options: Mapping[int, T]) -> Choice[T]:
        """11: ask a player; a decision with one option is not asked, but for the reaction step (6.3)."""
        if len(options) == 1 and decision != "react":
            return next(iter(options.values()))
        self.seat, self.decision, self._options = seat, decision, sorted(options)
        return options[(yield)]

    def may(self, seat: int) -> Choice[bool]:
        """Ask for yes or no."""
        return (yield from self.pick(seat, "may", {PASS: False, YES: True}))

    # 1. Set-up

    def _game(self, rolled: bool) -> Step:
        yield from self._set_up(rolled)
        yield from self._start()
        yield from self._from_main()

    def _from_main(self) -> Step:
        while True:
            yield from self._main()
            yield from self._end()
            yield from self._start()

    def _set_up(self, rolled: bool) -> Step:
        """1.5."""
        if rolled:
            yield from self._roll_off()
        self.turn = self.first
        for seat in (0, 1):
            self._shuffle_legends(seat)
            self._shuffle(seat)
        self._unready = self.area(self.first, LEGENDS)[:2]
        for legend in self._unready:
            legend.ready = False
        for seat in self.both:
            self.draw(seat, HAND_SIZE)
        for seat in self.both:
            if (yield from self.pick(seat, "mulligan", {PASS: False, YES: True})):
                self._shuffle(seat)
                self.draw(seat, HAND_SIZE)

    def _roll_off(self) -> Step:
        """1.6: again while they tie; the winner decides whether to begin."""
        rolls = [0, 0]
        while rolls[0] == rolls[1]:
            rolls = [self.luck.roll(seat, 20) for seat in (0, 1)]
        winner = int(rolls[1] > rolls[0])
        begins = yield from self.pick(winner, "begin", {PASS: False, YES: True})
        self.first = winner if begins else 1 - winner

    def _shuffle_legends(self, seat: int) -> None:
        """1.2: their positions are theirs for good."""
        legends, others = self.pieces[seat][:3], self.pieces[seat][3:]
        for position, slot in enumerate(self.luck.shuffle(seat, [legend.slot for legend in legends])):
            legends[slot].at, legends[slot].area = position, LEGENDS
        self.pieces[seat][:] = sorted(legends, key=lambda legend: legend.at) + others

    def _shuffle(self, seat: int) -> None:
        """1.5: deck and hand; at the beginning that is all but the Legends."""
        cards = {piece.slot: piece for piece in self.pieces[seat] if piece.area in (DECK, HAND, NOWHERE)}
        self.decks[seat] = [cards[slot] for slot in self.luck.shuffle(seat, sorted(cards))]
        for piece in self.decks[seat]:
            piece.area = DECK

    # 1.4 Areas, 2. Words

    @property
    def both(self) -> tuple[int, int]:
        """7.1: the player whose turn it is, then the other."""
        return self.turn, 1 - self.turn

    def area(self, seat: int, area: str) -> list[Piece]:
        """1.4: the cards of an area by slot, Legends by position."""
        return [piece for piece in self.pieces[seat] if piece.area == area]

    def units(self, *seats: int) -> list[Piece]:
        """2.1."""
        return [piece for seat in seats for piece in self.area(seat, FIELD)]

    def face_down(self, seat: int) -> list[Piece]:
        """Return the face-down Legends of a Legends area."""
        return [legend for legend in self.area(seat, LEGENDS) if not legend.up]

    def face_up(self, seat: int) -> list[Piece]:
        """Return the face-up Legends, those on the field too."""
        return [p for p in self.pieces[seat] if p.card.kind == LEGEND and p.up and p.area in (LEGENDS, FIELD)]

    def hosts(self, seat: int) -> list[Piece]:
        """5.1: Units and face-up Legends."""
        return [piece for piece in self.pieces[seat] if piece.works and piece.area != WORN]

    def worn(self, *seats: int) -> list[Piece]:
        """Return the Gear in play."""
        return [piece for seat in seats for piece in self.area(seat, WORN)]

    def telling(self, seat: int, static: str) -> Iterator[tuple[Piece, tuple[Any, ...]]]:
        """9.3: a player's cards that bear a static text, and what stands in its holes."""
        for piece in self.pieces[seat]:
            if piece.works:
                yield from ((piece, found) for found in said(piece.card.text, static))

    def power(self, piece: Piece) -> int:
        """2.2: it may be negative."""
        power = piece.card.power + sum(gear.card.power for gear in piece.gear) + piece.marks.get("bonus", 0)
        if piece.seat == self.turn and piece.works:
            power += sum(number * len(piece.gear) for (number,) in piece.tells(POWER_PER_GEAR))
        if self.attack and self.attack.declared and self.attack.attacker is piece:
            power += self._attackers_bonus(piece)
        return power

    def _attackers_bonus(self, attacker: Piece) -> int:
        """9.3: from 6.2 to 6.8."""
        tagged = [n for _, (tag, n) in self.telling(attacker.seat, ATTACKERS_TAG) if tag in attacker.card.tags]
        others = [n for p, (n,) in self.telling(attacker.seat, OTHER_ATTACKERS) if (p.host or p) is not attacker]
        return sum(tagged) + sum(others)

    def cred(self, seat: int) -> int:
        """2.4: -1 stands for null, which is below 0 and neither even nor odd."""
        return sum(self.gigs[seat].values()) if self.gigs[seat] else -1

    def ahead(self, seat: int) -> bool:
        """2.4."""
        return self.cred(seat) > self.cred(1 - seat)

    def behind(self, seat: int) -> bool:
        """2.4."""
        return self.cred(seat) < self.cred(1 - seat)

    def difference(self) -> int:
        """2.4: of the Street Creds; null counts as 0."""
        return abs(max(self.cred(0), 0) - max(self.cred(1), 0))

    def pairs(self, seat: int) -> int:
        """2.5: each die is in one pair at most."""
        return sum(number // 2 for number in Counter(self.gigs[seat].values()).values())

    def holder(self, die: int) -> int:
        """1.3: the player in whose Gig area a die lies."""
        return int(die in self.gigs[1])

    def face(self, die: int) -> int:
        """1.3: what a Gig shows."""
        return self.gigs[self.holder(die)][die]

    # Cards change areas

    def move(self, piece: Piece, area: str) -> None:
        """4.5, 5.8: a Legend is out of the game instead, Gear goes with its host; marks stay behind."""
        if area not in (FIELD, LEGENDS):
            for gear in sorted(piece.gear, key=lambda gear: gear.at):
                self.move(gear, area)
            area = OUT if piece.card.kind == LEGEND else area
        if piece.host:
            piece.host.gear.remove(piece)
        if piece.area == DECK:
            self.decks[piece.seat].remove(piece)
        piece.host, piece.area, piece.marks = None, area, {}
        if area == DECK:
            self.decks[piece.seat].append(piece)
        if area in (HAND, FIELD, WORN, TRASH):
            self.seen[piece.seat].add(piece.slot)
        if area in (FIELD, WORN):
            self.played[piece.seat].add(piece.slot)

    def draw(self, seat: int, number: int) -> None:
        """3.6."""
        for _ in range(number):
            if not self.decks[seat]:
                self._finish(1 - seat, "deck-out")
            self.move(self.decks[seat][0], HAND)

    def discard(self, seat: int, number: int) -> Choice[int]:
        """7.5: whoever discards chooses, one after another, but of all cards; return how many there were."""
        hand = self.area(seat, HAND)
        if len(hand) <= number:
            for piece in hand:
                self.move(piece, TRASH)
            return len(hand)
        for _ in range(number):
            left = {OWN + piece.at: piece for piece in self.area(seat, HAND)}
            self.move((yield from self.pick(seat, "discard", left)), TRASH)
        return number

    def arrive(self, unit: Piece) -> None:
        """5.1, 5.4: ready and arrived."""
        self.move(unit, FIELD)
        unit.ready, unit.marks["arrived"] = True, 1
        self.happen(Event("PLAY", unit))

    def _equip(self, gear: Piece, host: Piece) -> None:
        """5.1."""
        self.move(gear, WORN)
        gear.host = host
        host.gear.append(gear)
        self.happen(Event("PLAY", gear))

    def make_ready(self, piece: Piece) -> None:
        """2.8: not what cannot be readied."""
        piece.ready = piece.ready or "held" not in piece.marks

    def spend(self, piece: Piece) -> None:
        """2.6: what is spent already is not spent again."""
        if piece.ready:
            piece.ready = False
            self.happen(Event("SPENT", piece))

    # 7. Pending abilities

    def texts(self) -> Iterator[Text]:
        """Yield the abilities that can look for events, in the order of 7.1."""
        for seat in self.both:
            for piece in self.pieces[seat]:
                if piece.works:
                    for number, line in enumerate(lines(piece.card.text)):
                        yield Text(self, piece, number, line)

    def happen(self, *events: Event) -> None:
        """7.1: what happens at once makes abilities pending together."""
        for text in self.texts():
            for number, event in enumerate(events):
                before = [*self.events, *events[:number]]
                if any(text.answers(heading, event, before) for heading in text.line.headings):
                    self._wait(Text(self, text.bearer, text.number, text.line, event.die, event.opponent))
        self.events += events

    def _moment(self, heading: str) -> None:
        """3.1 b, 3.7 a: START and END of the turn player's own turn, with what was delayed to it."""
        found = [text for text in self.texts() if heading in text.line.headings and text.seat == self.turn]
        if heading == "END":
            found += self.delayed
            self.delayed = []
        for text in sorted(found, key=lambda text: (text.seat != self.turn, text.bearer.at, text.number)):
            self._wait(text)

    def _wait(self, text: Text) -> None:
        if text.ripe():
            self.pending[text.seat].append(text)

    def settle(self) -> Step:
        """7.2: the player whose turn it is as long as he has any, one at a time."""
        while any(self.pending):
            seat = next(seat for seat in self.both if self.pending[seat])
            options = {ORDER + place: text for place, text in enumerate(self.pending[seat]) if ORDER + place < LAST}
            text = yield from self.pick(seat, "order", options)
            self.pending[seat].remove(text)
            yield from text.resolve()

    # 3. A turn

    def _start(self) -> Step:
        """3.1."""
        self.turns += 1
        self.events = []
        self.sold, self.called = False, [False, False]
        self.dry = 0 if any(self.fixer) else self.dry + 1  # 3.8
        if len(self.gigs[self.turn]) >= ENOUGH:  # (a)
            self._finish(self.turn, "gigs")
        self._until_next_turn_ends()  # (b)
        self._moment("START")
        yield from self.settle()
        self._ready_all()  # (c)
        self.draw(self.turn, 1)  # (d)
        yield from self._roll()  # (e)

    def _until_next_turn_ends(self) -> None:
        """3.1 b: what the turn player's texts hold; what his Units are told for their next turn is due."""
        for guarded in self.guarded.values():
            guarded[self.turn] = False
        for unit in self.units(0, 1):
            _drop(unit, "held", BY[self.turn])
            if "must" in unit.marks and unit.seat == self.turn:
                unit.marks["must"] = DUE

    def _ready_all(self) -> None:
        """3.1 c."""
        for piece in (*self.area(self.turn, FIELD), *self.area(self.turn, LEGENDS)):
            if piece not in self._unready:
                self.make_ready(piece)
        self._unready = []
        self.ready_eddies[self.turn] = len(self.area(self.turn, EDDIES))

    def _roll(self) -> Step:
        """3.1 e: the d20 only if it is alone."""
        there = self.fixer[self.turn]
        dice = [die for die in there if die % 6 != D20 or len(there) == 1]
        if dice:
            relative = {DICE + (die + 6 * self.turn) % 12: die for die in dice}
            die = yield from self.pick(self.turn, "die", relative)
            there.remove(die)
            self.gigs[self.turn][die] = self.luck.roll(self.turn, SIZES[die % 6])
            self._seven()

    def _main(self) -> Step:
        """3.2."""
        me = self.turn
        while True:
            deeds = {**self._sales(), **self._calls(me), **self._plays(me), **self._legends(), **self._uses(me)}
            attackers = {OWN + unit.at: unit for unit in self.units(me) if self._targets(unit)}
            deeds |= {action: partial(self._attack, unit) for action, unit in attackers.items()}
            must = any(unit.marks.get("must", 0) & DUE for unit in attackers.values())
            ends: dict[int, Callable[[], Step] | None] = {} if must else {PASS: None}
            deed = yield from self.pick(me, "main", {**deeds, **ends})
            if deed is None:
                return
            yield from deed()
            yield from self.settle()

    def _sales(self) -> dict[int, Callable[[], Step]]:
        """3.3: once in a turn."""
        cards = [] if self.sold else [piece for piece in self.area(self.turn, HAND) if piece.card.sell]
        return {ELSE + piece.at: partial(self._sell, piece) for piece in cards}

    def _sell(self, piece: Piece) -> Step:
        self.sold = True
        self.move(piece, EDDIES)
        self.ready_eddies[piece.seat] += 1
        yield from ()

    def _end(self) -> Step:
        """3.7."""
        self._moment("END")  # (a)
        yield from self.settle()
        self._this_turn_ends()  # (b), (c)
        self._look_at_overtime()  # (d)
        if self.turns >= CAP:  # 3.9
            self._finish(None, "cap")
        self.turn = 1 - self.turn  # (e)

    def _this_turn_ends(self) -> None:
        """3.7 b, c; what a Unit must do in its next turn ends with that turn."""
        for unit in self.units(0, 1):
            for mark in THIS_TURN + LAG:
                unit.marks.pop(mark, None)
            if unit.seat == self.turn:
                _drop(unit, "must", DUE)

    def _look_at_overtime(self) -> None:
        """3.8."""
        self.overtime = self.overtime or self.dry >= 2
        self._seven()

    def _seven(self) -> None:
        """3.8: in overtime seven Gigs win at once."""
        for seat in (0, 1):
            if self.overtime and len(self.gigs[seat]) >= ENOUGH:
                self._finish(seat, "overtime")

    def _finish(self, winner: int | None, ending: str) -> None:
        self.over, self.ending = True, ending
        self.result = 0 if winner is None else 1 - 2 * winner
        raise GameOverError

    @property
    def margin(self) -> int:
        """3.11: Gigs of seat 0 less Gigs of seat 1."""
        return len(self.gigs[0]) - len(self.gigs[1])

    # 3.4 Payment

    def _payers(self, seat: int, but: Piece | None = None) -> list[Piece]:
        """3.4: the Legends that pay, face-down ones first, then from the left."""
        ready = [legend for legend in self.area(seat, LEGENDS) if legend.ready and legend is not but]
        return sorted((p for p in ready if not p.up or p.card.sell), key=lambda legend: legend.up)

    def _can_pay(self, seat: int, price: int, but: Piece | None = None) -> bool:
        return self.ready_eddies[seat] + len(self._payers(seat, but)) >= price

    def _pay(self, seat: int, price: int) -> Step:
        """3.4: Legends that the player spends one by one, the rest automatically."""
        while price:
            legends = self._payers(seat)
            if not legends or self.ready_eddies[seat] + len(legends) <= price:
                break
            options: dict[int, Piece | None] = {OWN + legend.at: legend for legend in legends}
            chosen = yield from self.pick(seat, "pay", {**options, PASS: None})
            if chosen is None:
                break
            self.spend(chosen)
            price -= 1
        eddies = min(price, self.ready_eddies[seat])
        self.ready_eddies[seat] -= eddies
        for legend in self._payers(seat)[: price - eddies]:
            self.spend(legend)

    def _price(self, piece: Piece, solo: bool = False) -> int:
        """3.5."""
        assert piece.card.cost is not None
        me, rival = piece.seat, 1 - piece.seat
        counts = (
            (CHEAPER_RIVAL_UNITS, len(self.units(rival))),
            (CHEAPER_TRASHED_UNITS, sum(card.card.kind == UNIT for card in self.area(me, TRASH))),
            (CHEAPER_LEGENDS, len(self.face_up(me))),
        )
        less = sum(n * count for static, count in counts for (n,) in said(piece.card.text, static))
        for n, least in said(piece.card.text, CHEAPER_GIGS):
            less += n * sum(face >= least for face in self.gigs[me].values())
        surcharge = sum(n for _, (n,) in self.telling(rival, DEARER_SOLO)) if solo else 0
        return max(piece.card.cost - less, min(piece.card.cost, 1)) + surcharge

    # 4. Legends

    def _calls(self, seat: int) -> dict[int, Callable[[], Step]]:
        """4.1: once in each turn of either player."""
        if self.called[seat] or not self._can_pay(seat, 1):
            return {}
        return {OWN + legend.at: partial(self._paid_call, legend) for legend in self.face_down(seat)}

    def _paid_call(self, legend: Piece) -> Step:
        yield from self._pay(legend.seat, 1)
        self.call(legend)

    def call(self, legend: Piece) -> None:
        """4.1: it stays ready or spent."""
        self.called[legend.seat] = legend.up = True
        self.seen[legend.seat].add(legend.slot)
        self.played[legend.seat].add(legend.slot)
        self.happen(Event("CALL", legend))

    def _legends(self) -> dict[int, Callable[[], Step]]:
        """4.2, 4.3: face-up Legends of the Legends area with a cost."""
        deeds: dict[int, Callable[[], Step]] = {}
        for legend in self.area(self.turn, LEGENDS):
            if legend.up and legend.card.cost is not None:
                if "GO SOLO" in legend.card.keywords and self._can_pay(self.turn, self._price(legend, solo=True)):
                    deeds[OWN + legend.at] = partial(self._enter, legend, solo=True)
                if self._can_pay(self.turn, self._price(legend)):
                    deeds[ELSE + legend.at] = partial(self._enter, legend, solo=False)
        return deeds

    def _enter(self, legend: Piece, *, solo: bool) -> Step:
        """4.2: ready, and it may attack; 4.3: as it is."""
        yield from self._pay(legend.seat, self._price(legend, solo))
        self.move(legend, FIELD)
        legend.ready = legend.ready or solo
        legend.marks |= {"arrived": 1, "solo": 1} if solo else {"arrived": 1}
        self.happen(Event("PLAY", legend))

    # 5. Playing cards

    def _plays(self, seat: int, quick: bool = False) -> dict[int, Callable[[], Step]]:
        """5.3: cards of the hand; in the reaction step QUICK Programs."""
        hand = [piece for piece in self.area(seat, HAND) if piece.card.cost is not None]
        cards = [piece for piece in hand if self._can_pay(seat, self._price(piece))]
        if quick:
            cards = [piece for piece in cards if piece.card.kind == PROGRAM and piece.has("QUICK")]
        if not self.hosts(seat):
            cards = [piece for piece in cards if piece.card.kind != GEAR]
        return {OWN + piece.at: partial(self._play, piece) for piece in cards}

    def _play(self, piece: Piece) -> Step:
        """5.2."""
        host = piece
        if piece.card.kind == GEAR:
            hosts = {OWN + host.at: host for host in self.hosts(piece.seat)}
            host = yield from self.pick(piece.seat, "host", hosts)
        yield from self._pay(piece.seat, self._price(piece))
        if piece.card.kind == UNIT:
            self.arrive(piece)
        elif piece.card.kind == GEAR:
            self._equip(piece, host)
        else:
            self.move(piece, NOWHERE)
            yield from self.program(piece, TRASH).perform()

    def program(self, piece: Piece, ends_on: str) -> Text:
        """5.1: the text of a Program, and where it goes then."""
        found = [(n, line) for n, line in enumerate(lines(piece.card.text)) if "EFFECT" in line.headings]
        sentences = tuple(sentence for _, line in found for sentence in line.sentences)
        text = Text(self, piece, found[0][0] if found else 0, Line(("EFFECT",), sentences))
        text.ends_on = ends_on
        return text

    def _uses(self, seat: int, quick: bool = False) -> dict[int, Callable[[], Step]]:
        """5.6: abilities with a price; in the reaction step those with QUICK."""
        usable: dict[int, list[tuple[Text, int]]] = {}
        for text in self.texts():
            source = text.this
            if text.seat == seat and source.ready and "arrived" not in source.marks and text.has_its_objects():
                for is_quick, price in text.line.prices():
                    if (is_quick or not quick) and self._can_pay(seat, price, source):
                        usable.setdefault(USE + text.bearer.at, []).append((text, price))
        return {action: partial(self._use, abilities) for action, abilities in usable.items()}

    def _use(self, abilities: list[tuple[Text, int]]) -> Step:
        """5.6: the source is spent, then the price is paid, then the text is carried out."""
        modes = {MODE + ability[0].number: ability for ability in abilities}
        text, price = yield from self.pick(abilities[0][0].seat, "mode", modes)
        self.spend(text.this)
        yield from self._pay(text.seat, price)
        yield from text.carry_out()

    # 6. Attack

    def _targets(self, unit: Piece) -> dict[int, Piece | None]:
        """6.1: what a Unit can attack; None is the Gig area."""
        rival = 1 - unit.seat
        arrived = "arrived" in unit.marks
        free = not arrived or "solo" in unit.marks or "adrenaline" in unit.marks or unit.has("ADRENALINE")
        stopped = arrived and any(self.telling(rival, NO_ARRIVAL_ATTACKS))  # 2.8
        if not unit.ready or stopped or unit.tells(CANNOT_ATTACK) or not (free or "strike" in unit.marks):
            return {}
        targets = [target for target in self.units(rival) if not target.ready]
        if free and unit.tells(HITS_BLOCKERS) and self.ahead(unit.seat):
            targets += [target for target in self.units(rival) if target.ready and target.has("BLOCKER")]
        raid = free and self.gigs[rival] and not unit.tells(CANNOT_RAID)
        return {**{RIVAL + target.at: target for target in targets}, **({RAID: None} if raid else {})}

    def _attack(self, attacker: Piece) -> Step:
        self.attack = attack = Attack(attacker)
        attack.target = yield from self.pick(self.turn, "target", self._targets(attacker))  # 6.1
        attack.raid = attack.target is None
        self._declare(attack)
        yield from self.settle()
        yield from self._reactions(attack)
        if self._goes_on(attack) and attack.target:
            yield from self._fight(attacker, attack.target)
        elif self._goes_on(attack):
            yield from self._theft(attacker)
        self.attack = None  # 6.8

    def _declare(self, attack: Attack) -> None:
        """6.2."""
        attacker = attack.attacker
        attack.unblockable = bool(attacker.tells(UNBLOCKABLE)) and self.behind(attacker.seat)
        attacker.ready = False
        self.happen(Event("SPENT", attacker), Event("ATTACK", attacker))

    def _goes_on(self, attack: Attack) -> bool:
        """6.4."""
        return all(unit.area == FIELD for unit in (attack.attacker, attack.target) if unit)

    def _reactions(self, attack: Attack) -> Step:
        """6.3."""
        rival = 1 - self.turn
        while self._goes_on(attack):
            deeds = {**self._calls(rival), **self._plays(rival, quick=True), **self._uses(rival, quick=True)}
            options: dict[int, Callable[[], Step] | None] = {**deeds, **self._blocks(attack), PASS: None}
            deed = yield from self.pick(rival, "react", options)
            if deed is None:
                return
            yield from deed()
            yield from self.settle()

    def _blocks(self, attack: Attack) -> dict[int, Callable[[], Step]]:
        """6.3: with a ready Unit that has BLOCKER, but the attacked one."""
        units = [] if attack.unblockable else self.units(1 - self.turn)
        blockers = [unit for unit in units if unit.ready and unit.has("BLOCKER") and unit is not attack.target]
        return {ELSE + unit.at: partial(self._block, attack, unit) for unit in blockers}

    def _block(self, attack: Attack, unit: Piece) -> Step:
        attack.target, attack.raid = unit, False
        unit.ready = False
        self.happen(Event("SPENT", unit), Event("BLOCKS", unit))
        yield from ()

    def _fight(self, one: Piece, other: Piece) -> Step:
        """6.5."""
        opponent = {one: other, other: one}
        power = {unit: max(self.power(unit), 0) for unit in opponent}
        harmless = [unit for unit in opponent if unit.marks.pop("harmless", 0)]  # 6.6
        losers = [unit for unit in opponent if power[unit] <= power[opponent[unit]]]
        winners = [unit for unit in opponent if unit not in losers]
        won = [Event("WINS", unit, opponent[unit]) for unit in winners]
        self.happen(*won, *(Event("LOSES", unit, opponent[unit]) for unit in losers))
        yield from self.settle()
        beaten = [unit for unit in losers if power[opponent[unit]] > 0 and opponent[unit] not in harmless]
        yield from self.defeat([unit for unit in beaten if unit.area == FIELD and "safe" not in unit.marks])
        yield from self.settle()

    def _theft(self, thief: Piece) -> Step:
        """6.7."""
        power = max(self.power(thief), 0)
        number = (1 + power // 10 if power else 0) - thief.marks.get("fewer", 0)
        free = [die for die in self.gigs[1 - thief.seat] if self._can_take(thief, die)]
        taken: list[int] = []
        while free and len(taken) < number:
            options = {DICE + (die + 6 * thief.seat) % 12: die for die in free}
            taken.append((yield from self.pick(thief.seat, "steal", options)))
            free.remove(taken[-1])
        stolen = []
        for die in sorted(taken):
            if not (yield from self._saved(die, 1 - thief.seat)):
                stolen.append(die)  # noqa: PERF401 (a decision comes between)
        self._steal(thief, stolen)
        yield from self.settle()

    def _can_take(self, thief: Piece, die: int) -> bool:
        """9.2: what guards the Gigs of the robbed."""
        robbed, face, power = 1 - thief.seat, self.face(die), max(self.power(thief), 0)
        above = self.guarded["above"][robbed] and face > power
        below = self.guarded["below"][robbed] and face < power and thief.card.kind == LEGEND
        return not above and not below

    def _saved(self, die: int, robbed: int) -> Choice[bool]:
        """9.3: asked for each chosen die, once for each card that bears the text."""
        for _ in [*self.telling(robbed, SAVE_GIG)]:
            cards = [piece for piece in self.area(robbed, HAND) if piece.card.cost == self.face(die)]
            if cards:
                options: dict[int, Piece | None] = {OWN + piece.at: piece for piece in cards}
                card = yield from self.pick(robbed, "save", {**options, PASS: None})
                if card:
                    self.move(card, TRASH)
                    return True
        return False

    def _steal(self, thief: Piece, dice: list[int]) -> None:
        """6.7: all move at once; each is one theft."""
        for die in dice:
            self.gigs[thief.seat][die] = self.gigs[1 - thief.seat].pop(die)
            thief.marks["stole"] = 1
        self._seven()
        for die in dice:
            self.happen(Event("STEALS", thief, die=die))

    # 7.4 Defeat

    def defeat(self, doomed: list[Piece]) -> Step:
        """7.4: Units one by one may be saved, then all that remain are defeated together."""
        used: list[Piece] = []
        fallen: set[Piece] = set()
        for piece in self._ordered(doomed):
            fallen.add((yield from self._instead(piece, used)) if piece.area == FIELD else piece)
        together = self._ordered(fallen)
        self.happen(*(Event("DEFEATED", piece) for piece in together))
        for piece in together:
            self.move(piece, TRASH)

    def _ordered(self, pieces: Any) -> list[Piece]:
        """7.1: the turn player's first, by slot."""
        return sorted(pieces, key=lambda piece: (piece.seat != self.turn, piece.at))

    def _instead(self, unit: Piece, used: list[Piece]) -> Choice[Piece]:
        """7.4: what is defeated instead of a Unit, else the Unit itself; `used`: effects used in this defeat."""
        gear = [piece for piece in unit.gear if said(piece.card.text, INSTEAD_OF_HOST)]
        if gear:
            return (yield from self.pick(unit.seat, "instead", {OWN + piece.at: piece for piece in gear}))
        offers = [(piece, price) for piece, (price,) in self.telling(unit.seat, INSTEAD_OF_UNIT)]
        free = [(piece, price) for piece, price in offers if piece not in used and self._can_pay(unit.seat, price)]
        if not free:
            return unit
        options: dict[int, tuple[Piece, int] | None] = {OWN + piece.at: (piece, price) for piece, price in free}
        chosen = yield from self.pick(unit.seat, "instead", {**options, PASS: None})
        if chosen is None:
            return unit
        used.append(chosen[0])
        yield from self._pay(unit.seat, chosen[1])
        return chosen[0].host or chosen[0]

    # Positions

    def snapshot(self) -> dict[str, Any]:
        """Return the position in plain values, most by seat: what any other engine must agree with."""
        attack = self.attack
        return {
            **{key: getattr(self, key) for key in ("turns", "turn", "first", "sold", "dry", "overtime")},
            **{key: [*getattr(self, key)] for key in ("called", "ready_eddies")},
            **{area: [[p.at for p in self.area(seat, area)] for seat in (0, 1)] for area in AREAS},
            **{mark: [[p.at for p in self.units(seat) if mark in p.marks] for seat in (0, 1)] for mark in MARKS},
            **{f"guard_{side}": [*guarded] for side, guarded in self.guarded.items()},
            "deck": [[piece.at for piece in deck] for deck in self.decks],
            "order": [[legend.slot for legend in pieces[:3]] for pieces in self.pieces],
            "up": self._by_seat(lambda p: p.up and p.area in (LEGENDS, FIELD)),
            "known": self._by_seat(lambda p: p.known and not p.up and p.area == LEGENDS),
            "spent": self._by_seat(lambda p: not p.ready and p.area in (LEGENDS, FIELD)),
            "gear": [{p.at: sorted(g.at for g in p.gear) for p in pieces if p.gear} for pieces in self.pieces],
            "power": [{unit.at: self.power(unit) for unit in self.units(seat)} for seat in (0, 1)],
            **{name: self._numbers(name) for name in ("bonus", "fewer")},
            "gigs": [dict(sorted(gigs.items())) for gigs in self.gigs],
            "fixer": [sorted(dice) for dice in self.fixer],
            "attack": attack and {
                "attacker": attack.attacker.at,
                "target": "gigs" if attack.raid else attack.target and attack.target.at,
                "unblockable": attack.unblockable,
            },
            "pending": [[[text.bearer.at, text.number] for text in waiting] for waiting in self.pending],
            "decision": self.decision,
            "seat": self.seat,
        }  # fmt: skip

    def _by_seat(self, is_there: Callable[[Piece], bool]) -> list[list[int]]:
        return [[piece.at for piece in pieces if is_there(piece)] for pieces in self.pieces]

    def _numbers(self, mark: str) -> list[dict[int, int]]:
        return [{p.at: p.marks[mark] for p in self.units(seat) if p.marks.get(mark)} for seat in (0, 1)]

    def _lay(self, position: Mapping[str, Any]) -> None:
        """Stand as a position says; what it leaves out is empty, 0 or False."""
        for key in ("turns", "turn", "first", "sold", "dry", "overtime"):
            setattr(self, key, position.get(key, getattr(self, key)))
        for key in ("called", "ready_eddies", "gigs"):
            setattr(self, key, [type(each)(each) for each in position.get(key, getattr(self, key))])
        self.fixer = [set(dice) for dice in position.get("fixer", ((), ()))]
        self.guarded = {side: list(position.get(f"guard_{side}", (False, False))) for side in self.guarded}
        for seat in (0, 1):
            self._lay_seat(seat, {key: value[seat] for key, value in position.items() if key in BY_SEAT})

    def _lay_seat(self, seat: int, of: Mapping[str, Any]) -> None:
        for position, slot in enumerate(of.get("order", (0, 1, 2))):
            self.pieces[seat][slot].at = position
        self.pieces[seat].sort(key=lambda piece: piece.at)
        pieces = self.pieces[seat]
        for area in AREAS:
            for at in of.get(area, ()):
                pieces[at].area = area
        self.decks[seat] = [pieces[at] for at in of.get("deck", ())]
        for piece in self.decks[seat]:
            piece.area = DECK
        for host, worn in of.get("gear", {}).items():
            for at in worn:
                pieces[at].area, pieces[at].host = WORN, pieces[host]
                pieces[host].gear.append(pieces[at])
        for piece in pieces:
            piece.up, piece.known = piece.at in of.get("up", ()), piece.at in of.get("known", ())
            piece.ready = piece.at not in of.get("spent", ())
        self._lay_marks(pieces, seat, of)

    def _lay_marks(self, pieces: list[Piece], seat: int, of: Mapping[str, Any]) -> None:
        """Lay what cannot be readied by the rival's text, and what has been told to attack before this turn."""
        numbers = {"held": BY[1 - seat], "must": DUE if seat == self.turn else TOLD}
        for mark in MARKS:
            for at in of.get(mark, ()):
                pieces[at].marks[mark] = numbers.get(mark, 1)
        for mark in ("bonus", "fewer"):
            for at, number in of.get(mark, {}).items():
                pieces[at].marks[mark] = number


# --- the words of a position ---

AREAS: Final = (HAND, TRASH, EDDIES, OUT, LEGENDS, FIELD)
MARKS: Final = ("arrived", "solo", "adrenaline", "strike", "safe", "harmless", "held", "must", "stole")
BY_SEAT: Final = (*AREAS, *MARKS, "deck", "order", "up", "known", "spent", "gear", "bonus", "fewer")


# --- 9. The card language ---

CANNOT_ATTACK: Final = r"cannot attack"
CANNOT_RAID: Final = r"cannot attack the Gig area"
UNBLOCKABLE: Final = r"cannot be blocked if you are behind"
ATTACKERS_TAG: Final = r"your attacking (.+) Units have \+(\d+) power"
OTHER_ATTACKERS: Final = r"your other attacking Units have \+(\d+) power"
POWER_PER_GEAR: Final = r"has \+(\d+) power in your turn for each Gear on it"
CHEAPER_RIVAL_UNITS: Final = r"costs (\d+) less for each rival Unit"
CHEAPER_TRASHED_UNITS: Final = r"costs (\d+) less for each Unit in your trash"
CHEAPER_LEGENDS: Final = r"costs (\d+) less for each of your face-up Legends"
CHEAPER_GIGS: Final = r"costs (\d+) less for each of your Gigs that shows (\d+) or more"
HITS_BLOCKERS: Final = r"may attack ready Units with BLOCKER if you are ahead"
NO_ARRIVAL_ATTACKS: Final = r"rival Units cannot attack in the turn they arrive"
DEARER_SOLO: Final = r"GO SOLO costs rivals (\d+) more"
INSTEAD_OF_HOST: Final = r"this Gear is defeated instead of its host"
INSTEAD_OF_UNIT: Final = r"you may pay (\d+) to defeat this instead of your Unit"
SAVE_GIG: Final = r"you may discard a card whose cost equals a Gig to keep it from a rival Unit"
STATICS: Final = (
    *(CANNOT_ATTACK, CANNOT_RAID, UNBLOCKABLE, ATTACKERS_TAG, OTHER_ATTACKERS, POWER_PER_GEAR, CHEAPER_RIVAL_UNITS),
    *(CHEAPER_TRASHED_UNITS, CHEAPER_LEGENDS, CHEAPER_GIGS, HITS_BLOCKERS, NO_ARRIVAL_ATTACKS, DEARER_SOLO),
    *(INSTEAD_OF_HOST, INSTEAD_OF_UNIT, SAVE_GIG),
)

Book = tuple[tuple[str, Callable[..., Any]], ...]

# 9.1: (the text that looks for it, the event, what stands in the holes) -> it is that event
EVENTS: Final[Book] = (
    (r"you play an? (\w+) Unit or Gear", lambda t, e, colour: e.name == "PLAY" and e.is_own(t) and e.colour == colour),
    (r"your (.+) Unit attacks", lambda t, e, tag: e.name == "ATTACK" and e.is_own(t) and tag in e.piece.card.tags),
    (r"an? (.+) Unit is defeated", lambda _, e, tag: e.name == "DEFEATED" and e.unit and tag in e.piece.card.tags),
    (r"this is spent", lambda t, e: e.name == "SPENT" and e.piece is t.this),
    (r"your equipped Unit or Legend is spent", lambda t, e: e.name == "SPENT" and e.is_own(t) and e.equipped),
)

# 9.2: (the text, what stands in the holes) -> it holds
CONDITIONS: Final[Book] = (
    (r"you are ahead", lambda t: t.game.ahead(t.seat)),
    (r"you are behind", lambda t: t.game.behind(t.seat)),
    (r"your Street Cred is even", lambda t: t.game.cred(t.seat) % 2 == 0),
    (r"your Street Cred is below (\d+)", lambda t, n: t.game.cred(t.seat) < n),
    (r"the Street Creds differ by (\d+) or more", lambda t, n: t.game.difference() >= n),
    (r"your Gigs show (\d+) or more values", lambda t, n: len({*t.faces}) >= n),
    (r"(\d+) or more of your Gigs show (\d+) or more", lambda t, n, m: sum(face >= m for face in t.faces) >= n),
    (r"one of your Gigs is min", lambda t: 1 in t.faces),
    (r"two of your Gigs are a pair", lambda t: t.game.pairs(t.seat) > 0),
    (r"its cost equals one of your Gigs", lambda t: t.it is not None and t.it.card.cost in t.faces),
    (r"it became min", lambda t: t.die is not None and t.game.face(t.die) == 1 != t.shown),
    (r"it is (.+?)( or has GO SOLO)?", lambda t, tags, solo: t.it_is(tags.split(" or "), bool(solo))),
    (r"this has (\d+) power or more", lambda t, n: t.this.works and t.game.power(t.this) >= n),
    (r"this is equipped", lambda t: bool(t.this.gear)),
    (r"this is named (.+)", lambda t, name: t.this.card.title == name),
    (r"this stole in this turn", lambda t: "stole" in t.this.marks),
    (r"all your Legends are face up", lambda t: t.game.face_up(t.seat) and not t.game.face_down(t.seat)),
    (r"the discards equal one of your Gigs", lambda t: t.discards in t.faces),
    (r"you did", lambda t: t.did),
    (r"you did not", lambda t: not t.did),
)

# 9.2: (the text) -> the cards that may be chosen
CHOICES: Final[Book] = (
    (r"an own Unit", lambda t: t.game.units(t.seat)),
    (r"a rival Unit", lambda t: t.game.units(t.rival)),
    (r"a Unit", lambda t: t.game.units(0, 1)),
    (r"another own Unit", lambda t: [unit for unit in t.game.units(t.seat) if unit is not t.this]),
    (r"a spent Unit", lambda t: [unit for unit in t.game.units(0, 1) if not unit.ready]),
    (r"an own Gear", lambda t: t.game.worn(t.seat)),
    (r"a rival Gear", lambda t: t.game.worn(t.rival)),
    (r"a Gear", lambda t: t.game.worn(0, 1)),
    (r"a Unit in your hand or trash", lambda t: t.cards(UNIT, HAND, TRASH)),
    (r"a Program in your hand or trash", lambda t: t.cards(PROGRAM, HAND, TRASH)),
    (r"another Unit in your trash", lambda t: [unit for unit in t.cards(UNIT, TRASH) if unit is not t.this]),
    (r"a face-down Legend", lambda t: t.game.face_down(t.seat)),
)

# 9.2: (the text, what stands in the holes) -> nothing, or a part of the game in which a player may have to decide
SENTENCES: Final[Book] = (
    (r"if (.+?), (.+)", Text.say_if),
    (r"draw (\d+)", lambda t, n: t.game.draw(t.seat, n)),
    (r"draw (\d+) for each pair among your Gigs", lambda t, n: t.game.draw(t.seat, n * t.game.pairs(t.seat))),
    (r"discard (\d+)", lambda t, n: t.discard(t.seat, n)),
    (r"the rival discards (\d+)", lambda t, n: t.discard(t.rival, n)),
    (r"each player discards the hand", Text.discard_hands),
    (r"each player may draw (\d+)", Text.each_may_draw),
    (r"(you may )?choose (a|an own|a rival) Gig", Text.choose_gig),
    (r"(you may )?choose (.+?)(?: with (power|cost) (?:(\d+) or less|up to your d20))?", Text.choose),
    (r"defeat it", lambda t: t.defeat(t.it)),
    (r"defeat its opponent", lambda t: t.defeat(t.opponent)),
    (r"defeat all other Units", lambda t: t.defeat(*(unit for unit in t.game.units(0, 1) if unit is not t.this))),
    (r"spend it", lambda t: t.spend(t.it)),
    (r"spend this", lambda t: t.spend(t.this)),
    (r"ready this", lambda t: t.make_ready(t.this)),
    (r"return this to hand", Text.bring_back),
    (r"take it", Text.take_it),
    (r"it gets ([+-]\d+) power this turn", lambda t, n: t.mark(t.it, "bonus", n)),
    (r"this gets ([+-]\d+) power this turn", lambda t, n: t.mark(t.this, "bonus", n)),
    (r"it gets ([+-]\d+) power this turn for each Gear on it", Text.power_per_gear),
    (r"it has ADRENALINE this turn", lambda t: t.mark(t.it, "adrenaline")),
    (r"it may attack spent Units this turn", lambda t: t.mark(t.it, "strike")),
    (r"it cannot be defeated in fights this turn", lambda t: t.mark(t.it, "safe")),
    (r"it defeats nothing in its next fight this turn", lambda t: t.mark(t.it, "harmless")),
    (r"it steals (\d+) fewer this turn", lambda t, n: t.mark(t.it, "fewer", n)),
    (r"it cannot be readied until your next turn", lambda t: t.hold("held", BY[t.seat])),
    (r"it must attack in its next turn", lambda t: t.hold("must", TOLD)),
    (
        r"rival (Units|Legends) cannot take your Gigs (above|below) their power until your next turn",
        lambda t, _, side: t.game.guarded[side].__setitem__(t.seat, True),
    ),
    (r"(raise|lower|adjust) it by up to (\d+)", Text.adjust),
    (r"adjust it by exactly (\d+)", Text.adjust_exactly),
    (r"swap them", Text.swap),
    (r"look at the top (\d+)", Text.look),
    (r"take up to (\d+) Gear(?: with cost (\d+) or less)? of them", Text.take_looked),
    (r"put the rest on the bottom", Text.put_rest),
    (r"you may trash it", Text.may_trash),
    (r"look at your face-down Legends", lambda t: t.look_at(*t.game.face_down(t.seat))),
    (r"look at it", lambda t: t.look_at(t.it)),
    (r"you may Call a Legend", Text.may_call),
    (r"you may Call it", Text.may_call_it),
    (r"ready (\d+) Eddies", Text.ready_eddies),
    (r"ready up to (\d+) own Units", Text.ready_units),
    (r"put it into play", Text.put_into_play),
    (r"play it, then put it on the bottom", Text.play_it),
    (r"pick one: (.+)", Text.pick_one),
    (r"at the end of this turn: (.+)", Text.later),
)

BOOKS: Final = {"events": EVENTS, "conditions": CONDITIONS, "cards": CHOICES, "sentences": SENTENCES}


# --- whole games ---


@dataclass
class Free:
    """Luck that nobody has to repeat."""

    draw: Random

    def shuffle(self, seat: int, slots: list[int]) -> list[int]:  # noqa: ARG002 (one source for both seats)
        """Return `slots` in random order."""
        return self.draw.sample(slots, len(slots))

    def roll(self, seat: int, sides: int) -> int:  # noqa: ARG002
        """Return 1 to `sides`."""
        return self.draw.randint(1, sides)

    bottom = shuffle


@cache
def _shipped() -> Cards:
    return data.shipped()


def random_game(decks: tuple[Deck, Deck], draw: Random, cards: Cards | None = None) -> Game:
    """Play one game of two decks, every decision and all luck uniformly at random."""
    known = (cards or _shipped()).all
    first, second = ([known[place] for place in deck.content.cards] for deck in decks)
    game = Game((first, second), Free(draw))
    while not game.over:
        game.play(draw.choice(game.legal()))
    return game
