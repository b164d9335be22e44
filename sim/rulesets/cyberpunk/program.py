"""Card texts as a program of integers: one row a step, an address each. The machine (rules.py) runs it.

A rule of the game is an operation whose address is its own number; texts begin at address TEXT. A step that has a
condition, or speaks of an `it` that may be missing, enters by the operation IF, which tests it and goes on or past it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, auto
from typing import Any, Final

import numpy as np

from sim.arrays import I8, I16, U8, readonly
from sim.rulesets.cyberpunk.cards import Card
from sim.rulesets.cyberpunk.ops import Ability, If, Line, On, Op, Step

TEXT: Final = 128
MOST: Final = 1 << 12  # addresses that an entry of the queue can name


class Do(IntEnum):
    """The operations of the machine in the order of play, in which a sweep serves them."""

    WAITS = 0
    HOST = auto()  # which host is the Gear for?
    TARGET = auto()  # what is attacked?
    ABILITY = auto()  # which of a card's abilities is used?
    PAY = auto()
    ARRIVE = auto()
    EQUIP = auto()
    PROGRAM = auto()
    CALLED = auto()
    USED = auto()
    STOOD_IN = auto()
    ATTACK = auto()
    DRAIN = auto()
    IF = auto()
    CHOOSE = auto()
    PICK = auto()
    TURN_DIE = auto()
    SWAP = auto()
    LOOK = auto()
    TAKE_LOOKED = auto()
    BOTTOM_REST = auto()
    TRASH_LOOKED = auto()
    KNOW_ALL = auto()
    KNOW_IT = auto()
    CALL_ANY = auto()
    CALL_IT = auto()
    SPEND = auto()
    READY_THIS = auto()
    READY_UNITS = auto()
    READY_EDDIES = auto()
    RETURN_THIS = auto()
    TAKE_IT = auto()
    PUT_INTO_PLAY = auto()
    PLAY_IT = auto()
    POWER = auto()
    MARK = auto()
    STEAL_FEWER = auto()
    GUARD = auto()
    LATER = auto()
    DISCARD_HANDS = auto()
    EACH_MAY_DRAW = auto()
    DRAW = auto()
    DISCARD = auto()
    JUMP = auto()
    DEFEAT = auto()
    DONE = auto()
    STANDS = auto()  # does the attack still stand?
    FIGHT = auto()
    LOSERS = auto()
    DOOM = auto()
    FALL = auto()
    RAID = auto()
    STEAL = auto()
    SAVE = auto()
    STOLEN = auto()
    ATTACK_OVER = auto()
    END = auto()
    NEXT_TURN = auto()
    START = auto()
    READY = auto()
    BEGIN = auto()  # who begins?
    SET_UP = auto()
    MULLIGAN = auto()
    DIE = auto()
    REACT = auto()
    MAIN = auto()


# Whom or what an operation that serves several sentences is about: the row's `about`.
IT, THIS, OPPONENT, OTHERS = range(4)
UP, DOWN, EXACTLY = 1, 2, 4  # of TURN_DIE, as bits
ADRENALINE, STRIKE, SAFE, HARMLESS, HELD, MUST = range(6)  # of MARK
ABOVE, BELOW = range(2)  # of GUARD
PLAIN, PER_PAIR = range(2)  # of DRAW
PLAIN_POWER, PER_GEAR = range(2)  # `limit` of POWER

CARD, OWN_CARD, DIE, TWO_DICE = 1, 2, 3, 4  # what a sentence needs

_FORMS: Final[dict[Op, tuple[Do, int, int]]] = {  # operation, about, needs
    Op.DRAW: (Do.DRAW, PLAIN, 0),
    Op.DRAW_PER_PAIR: (Do.DRAW, PER_PAIR, 0),
    Op.DISCARD: (Do.DISCARD, 0, 0),
    Op.RIVAL_DISCARDS: (Do.DISCARD, 1, 0),
    Op.DISCARD_HANDS: (Do.DISCARD_HANDS, 0, 0),
    Op.EACH_MAY_DRAW: (Do.EACH_MAY_DRAW, 0, 0),
    Op.CHOOSE: (Do.CHOOSE, 0, 0),
    Op.DEFEAT_IT: (Do.DEFEAT, IT, CARD),
    Op.DEFEAT_OPPONENT: (Do.DEFEAT, OPPONENT, 0),
    Op.DEFEAT_OTHERS: (Do.DEFEAT, OTHERS, 0),
    Op.SPEND_IT: (Do.SPEND, IT, CARD),
    Op.SPEND_THIS: (Do.SPEND, THIS, 0),
    Op.READY_THIS: (Do.READY_THIS, THIS, 0),
    Op.RETURN_THIS: (Do.RETURN_THIS, THIS, 0),
    Op.TAKE_IT: (Do.TAKE_IT, IT, OWN_CARD),
    Op.POWER_IT: (Do.POWER, IT, CARD),
    Op.POWER_THIS: (Do.POWER, THIS, 0),
    Op.POWER_IT_PER_GEAR: (Do.POWER, IT, CARD),
    Op.ADRENALINE: (Do.MARK, ADRENALINE, CARD),
    Op.STRIKE: (Do.MARK, STRIKE, CARD),
    Op.SAFE: (Do.MARK, SAFE, CARD),
    Op.HARMLESS: (Do.MARK, HARMLESS, CARD),
    Op.STEAL_FEWER: (Do.STEAL_FEWER, IT, CARD),
    Op.HELD: (Do.MARK, HELD, CARD),
    Op.MUST_ATTACK: (Do.MARK, MUST, CARD),
    Op.GUARD_ABOVE: (Do.GUARD, ABOVE, 0),
    Op.GUARD_BELOW: (Do.GUARD, BELOW, 0),
    Op.RAISE: (Do.TURN_DIE, UP, DIE),
    Op.LOWER: (Do.TURN_DIE, DOWN, DIE),
    Op.ADJUST: (Do.TURN_DIE, UP | DOWN, DIE),
    Op.ADJUST_EXACTLY: (Do.TURN_DIE, UP | DOWN | EXACTLY, DIE),
    Op.SWAP: (Do.SWAP, 0, TWO_DICE),
    Op.LOOK: (Do.LOOK, 0, 0),
    Op.TAKE_LOOKED: (Do.TAKE_LOOKED, 0, 0),
    Op.BOTTOM_REST: (Do.BOTTOM_REST, 0, 0),
    Op.TRASH_LOOKED: (Do.TRASH_LOOKED, 0, 0),
    Op.KNOW_ALL: (Do.KNOW_ALL, 0, 0),
    Op.KNOW_IT: (Do.KNOW_IT, IT, OWN_CARD),
    Op.CALL_ANY: (Do.CALL_ANY, 0, 0),
    Op.CALL_IT: (Do.CALL_IT, IT, 0),
    Op.READY_EDDIES: (Do.READY_EDDIES, 0, 0),
    Op.READY_UNITS: (Do.READY_UNITS, 0, 0),
    Op.PUT_INTO_PLAY: (Do.PUT_INTO_PLAY, IT, OWN_CARD),
    Op.PLAY_IT: (Do.PLAY_IT, IT, OWN_CARD),
    Op.PICK: (Do.PICK, 0, 0),
    Op.LATER: (Do.LATER, 0, 0),
}

_COLUMNS: Final = (
    "do",
    "n",
    "about",
    "what",
    "limit",
    "most",
    "may",
    "needs",
    "when",
    "a",
    "b",
    "cards",
    "line",
    "leads",
    "past",
)

_WIDE: Final = ("do", "n", "past", "cards")  # which are no int8


@dataclass(frozen=True)
class Program:
    """All rows [T], by address; those below TEXT are the rules' own."""

    entry: U8  # the operation to enter by: IF, or the row's own
    do: U8
    n: I16  # the number in the phrase; where JUMP and LATER lead
    about: I8
    what: I8
    limit: I8
    most: I8
    may: I8
    needs: I8  # CARD, OWN_CARD, DIE, TWO_DICE, or 0
    when: I8  # the condition (ops.If)
    a: I8
    b: I8
    cards: I16  # which set of cards the condition looks at (tables.py)
    past: I16  # the address after it, if its condition does not hold
    leads: I8  # 1: its condition is that of a whole text that becomes pending (7.1)
    line: I8  # number of the line in its card's text
    ways: I16  # [T, 4] where each option of PICK begins; 0: no such option


@dataclass
class Writer:
    """Writes texts row by row, and collects the sets of cards that conditions look at."""

    rows: list[dict[str, int]] = field(default_factory=list)
    ways: dict[int, list[int]] = field(default_factory=dict)
    sets: list[Any] = field(default_factory=list)  # (If, tags, name)
    _late: list[tuple[int, Step, int]] = field(default_factory=list)

    @property
    def address(self) -> int:
        """Return where the next row will stand."""
        return TEXT + len(self.rows)

    def text(self, steps: Sequence[Step], line: int, *, pends: bool) -> int:
        """Write a text and what it leaves for later; return its address. `pends`: it becomes pending before."""
        start = self.address
        for step in steps:
            self._step(step, line)
        if steps:
            self.rows[start - TEXT]["leads"] = pends
        self._row(line, do=Do.DONE)
        for at, step, number in self._late:
            self.rows[at]["n"] = self.address
            self._step(step, number)
            self.rows[self.rows[at]["n"] - TEXT]["leads"] = 1
            self._row(number, do=Do.DONE)
        self._late.clear()
        return start

    def _row(self, line: int, **columns: int) -> None:
        self.rows.append(dict.fromkeys(_COLUMNS, 0) | {"line": line, "past": self.address + 1} | columns)

    def _step(self, step: Step, line: int) -> None:
        do, about, needs = _FORMS[step.op]
        limit = PER_GEAR if step.op == Op.POWER_IT_PER_GEAR else step.limit
        figures = {"n": step.n, "about": about, "what": step.what, "limit": limit, "most": step.most}
        when = step.when
        tests = {"may": step.may, "needs": needs, "when": when.kind, "a": when.a, "b": when.b}
        self._row(line, do=do, **figures, **tests, cards=self.cards(when.kind, when.tags, when.name))
        if step.later:
            self._late.append((len(self.rows) - 1, step.later, line))
        if step.options:
            self._options(step, line)

    def _options(self, step: Step, line: int) -> None:
        """Write the options of a PICK one after another, each with a jump to what follows them all."""
        pick, jumps = self.address - 1, []
        self.rows[-1]["n"] = len(step.options)
        self.ways[pick] = []
        for option in step.options:
            self.ways[pick].append(self.address)
            for part in option:
                self._step(part, line)
            jumps.append(len(self.rows))
            self._row(line, do=Do.JUMP)
        for jump in jumps:
            self.rows[jump]["n"] = self.address
        self.rows[pick - TEXT]["past"] = self.address

    def cards(self, kind: If, tags: tuple[str, ...], name: str) -> int:
        """Return the number of the set of cards that a condition looks at, 0 for one that looks at none."""
        if kind not in (If.IT_IS, If.IT_IS_OR_SOLO, If.NAMED):
            return 0
        if (kind, tags, name) not in self.sets:
            self.sets.append((kind, tags, name))
        return self.sets.index((kind, tags, name))

    def program(self) -> Program:
        """Return what was written, after the rules' own rows."""
        assert self.address <= MOST, f"texts of {self.address} steps, of {MOST} at most"
        own = [dict.fromkeys(_COLUMNS, 0) | {"do": number if number < len(Do) else 0} for number in range(TEXT)]
        rows = own + self.rows
        column = {name: np.array([row[name] for row in rows], np.int16) for name in _COLUMNS}
        tested = (column["when"] != If.ALWAYS) | (column["needs"] != 0)
        ways = np.zeros((len(rows), 4), np.int16)
        for address, found in self.ways.items():
            ways[address, : len(found)] = found
        small: Any = {name: readonly(column[name].astype(np.int8)) for name in _COLUMNS if name not in _WIDE}
        return Program(
            entry=readonly(np.where(tested, Do.IF, column["do"]).astype(np.uint8)),
            do=readonly(column["do"].astype(np.uint8)),
            n=readonly(column["n"]),
            past=readonly(column["past"]),
            cards=readonly(column["cards"]),
            ways=readonly(ways),
            **small,
        )


def abilities(card: Card, lines: Sequence[Line]) -> list[tuple[int, Ability]]:
    """Return (number, ability) of each ability among a card's lines; what a Program does comes as one."""
    found = [(number, line) for number, line in enumerate(lines) if isinstance(line, Ability)]
    effects = [(number, line) for number, line in found if On.EFFECT in line.on]
    if len(effects) < 2:
        return found
    whole = Ability(on=(On.EFFECT,), steps=tuple(step for _, line in effects for step in line.steps))
    return [(effects[0][0], whole), *(pair for pair in found if pair not in effects)]
