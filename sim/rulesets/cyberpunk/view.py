"""What a seat may know, looked up when it is asked for (state.py: View)."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

import numpy as np

from sim.arrays import I8, I16, U64, Index, Integer, Rows, both, index, places, readonly
from sim.cardtext.sets import has
from sim.rulesets.cyberpunk.board import face_of
from sim.rulesets.cyberpunk.hidden import known_cards
from sim.rulesets.cyberpunk.program import ADRENALINE, DOWN, HARMLESS, HELD, IT, MUST, SAFE, STRIKE, UP, Do
from sim.rulesets.cyberpunk.state import A_DIE, LEGENDS, Asked, State, View
from sim.rulesets.cyberpunk.tables import NO_CARD, ORDERS

_RIVAL: Final = "rival_"
_OWN_DICE: Final = 6
_DICE_BITS: Final = np.uint64(30)  # of six faces
_ASKED: Final = {
    Do.BEGIN: Asked.BEGIN,
    Do.MULLIGAN: Asked.MULLIGAN,
    Do.DIE: Asked.DIE,
    Do.MAIN: Asked.MAIN,
    Do.TARGET: Asked.TARGET,
    Do.HOST: Asked.HOST,
    Do.PAY: Asked.PAY,
    Do.REACT: Asked.REACT,
    Do.STEAL: Asked.STEAL,
    Do.SAVE: Asked.SAVE,
    Do.DOOM: Asked.INSTEAD,
    Do.DRAIN: Asked.ORDER,
    Do.ABILITY: Asked.ABILITY,
    Do.CHOOSE: Asked.CHOOSE,
    Do.PICK: Asked.PICK,
    Do.TURN_DIE: Asked.FACE,
    Do.TAKE_LOOKED: Asked.TAKE,
    Do.TRASH_LOOKED: Asked.TRASH,
    Do.CALL_ANY: Asked.CALL,
    Do.CALL_IT: Asked.CALL,
    Do.READY_UNITS: Asked.READY,
    Do.EACH_MAY_DRAW: Asked.MAY_DRAW,
    Do.DISCARD: Asked.DISCARD,
}
_BY_DO: Final = np.array([_ASKED.get(do, Asked.MAIN) for do in Do], np.int8)


def view(state: State, seat: int, rows: Rows) -> View:
    """Return what `seat` may know in `rows`."""
    source = _Source(state, seat, rows)
    return View(source.look, source.facts)


@dataclass(frozen=True)
class _Source:
    """Where a view looks things up."""

    state: State
    seat: int
    rows: Rows

    def look(self, name: str) -> Any:
        """Return a field of the view, or a set of cards of a kind ("cards unit")."""
        if name in _OWN_WAYS:
            return _OWN_WAYS[name](self)
        seat, plain = self._side(name)
        if plain.startswith("cards "):
            return self._cards(plain.removeprefix("cards "), seat)
        if plain in _SIDED:
            return _SIDED[plain](self, seat)
        field = getattr(self.state, plain)
        return both(field[seat] if plain in _BY_SEAT else field, self.rows)

    def _side(self, name: str) -> tuple[int, str]:
        """Return the seat that a name speaks of, and the name of the field."""
        rival = name.startswith(_RIVAL)
        return self.seat ^ rival, name.removeprefix(_RIVAL)

    def facts(self, fact: str, rival: bool, games: Index, slot: Integer) -> Any:
        """Return [m] a fact of single cards."""
        seat, rows, slot = self.seat ^ rival, places(self.rows, games), slot.astype(np.intp)
        if fact in _PLANES:
            return getattr(self.state, fact)[seat].reshape(-1).take(slot * len(self.state) + rows)
        at = self.kinds[rival].take(games) * 64 + slot
        legends = np.flatnonzero(slot < LEGENDS)
        if len(legends):
            seen = has(self.visible[rival].take(games.take(legends)), slot.take(legends))
            at[legends[~seen]] = NO_CARD
        return getattr(self.state.tables, fact).take(at)

    @cached_property
    def kinds(self) -> tuple[Index, Index]:
        """Return [n] the kinds of my deck and of the rival's."""
        found = (both(self.state.kind[seat], self.rows).astype(np.intp) for seat in (self.seat, 1 - self.seat))
        return next(found), next(found)

    @cached_property
    def visible(self) -> tuple[U64, U64]:
        """Return [n] the cards of my deck list and of the rival's of which `me` knows which slots they have."""
        state = self.state
        mine, his = (both(state.legends[seat] & ~state.up[seat], self.rows) for seat in (self.seat, 1 - self.seat))
        return ~(mine & ~both(state.known[self.seat], self.rows)), ~his

    def _cards(self, kind: str, seat: int) -> U64:
        rival = seat != self.seat
        return getattr(self.state.tables, kind).take(self.kinds[rival]) & self.visible[rival]

    def order(self, seat: int) -> I16:
        """Return [3, n] the Legends of a seat by position, -1 where `me` cannot know."""
        kind, visible = self.kinds[seat != self.seat], self.visible[seat != self.seat]
        place = [self.state.tables.place.take(kind * 64 + position) for position in range(LEGENDS)]
        seen = [(visible >> np.uint64(position)) & np.uint64(1) != 0 for position in range(LEGENDS)]
        return np.where(seen, place, np.int16(-1))

    def deck_cards(self, seat: int) -> I8:
        """Return [RING, n] the cards of a seat's deck from the top, -1 where `me` knows of none.

        Cards of which nobody knows which lies higher stand in the order of their slots.
        """
        rows = index(self.rows, len(self.state))
        found = known_cards(self.state, rows, np.full(len(rows), seat), own=seat == self.seat)
        return np.ascontiguousarray(found.T).astype(np.int8)

    def dice(self, words: Any) -> Any:
        """Return sets of dice, mine first."""
        return words if self.seat == 0 else (words >> _OWN_DICE) | (words << _OWN_DICE) & 0xFFF

    def at(self, name: str) -> Any:
        """Return [n] a number of the state."""
        return both(getattr(self.state, name), self.rows)


def _faces(source: _Source) -> U64:
    faces = source.at("faces")
    return faces if source.seat == 0 else (faces >> _DICE_BITS) | (faces << _DICE_BITS) & np.uint64((1 << 60) - 1)


def _die(source: _Source) -> Integer:
    """Return [n] the die `it`, mine first; that of my rival's turn is the same die."""
    it = source.at("it") - A_DIE
    return ((it + _OWN_DICE * source.seat) % 12).astype(np.int8)


def _program(source: _Source, column: str) -> Any:
    return getattr(source.state.tables.program, column).take(source.at("pc"))


_MARK_GAINS: Final = {ADRENALINE: 1, STRIKE: 1, SAFE: 1, HARMLESS: -1, HELD: -1, MUST: -1}
_GAINS: Final = {Do.DEFEAT: -1, Do.SPEND: -1, Do.STEAL_FEWER: -1, Do.TAKE_IT: 1, Do.PUT_INTO_PLAY: 1, Do.PLAY_IT: 1}
_ENDS: Final = (Do.CHOOSE, Do.PICK, Do.DONE, Do.JUMP)


def _aim(source: _Source) -> I8:
    """Return [n] whether what is chosen gains or suffers by the steps up to the next choice."""
    program = source.state.tables.program
    return _aims(program.do.tobytes(), program.about.tobytes(), program.n.tobytes()).take(source.at("pc"))


@cache
def _aims(do: bytes, about: bytes, n: bytes) -> I8:
    """Return [T] the same by address, from those columns of a program."""
    rows = zip(do, np.frombuffer(about, np.int8).tolist(), np.frombuffer(n, np.int16).tolist(), strict=True)
    gains = [_gain(*row) for row in rows]
    ends = [at for at, operation in enumerate(do) if operation in _ENDS] + [len(do)]
    following = [sum(gains[at + 1 : ends[bisect_right(ends, at)]]) for at in range(len(do))]
    return readonly(np.sign(following).astype(np.int8))


def _gain(do: int, about: int, n: int) -> int:
    """Return 1 if `it` gains by a step, -1 if it suffers, 0 if neither."""
    if do == Do.MARK:
        return _MARK_GAINS[about]
    if do == Do.TURN_DIE:
        return bool(about & UP) - bool(about & DOWN)
    if about != IT:
        return 0
    return (n > 0) - (n < 0) if do == Do.POWER else _GAINS.get(Do(do), 0)


def _hand_size(source: _Source, seat: int) -> Any:
    return np.bitwise_count(both(source.state.hand[seat], source.rows)).astype(np.int8)


def _face(source: _Source) -> I16:
    return face_of(source.at("faces"), np.maximum(source.at("it") - A_DIE, 0))


_OWN_WAYS: Final[dict[str, Callable[[_Source], Any]]] = {
    "asked": lambda source: _BY_DO.take(_program(source, "do")),
    "step": lambda source: source.at("pc"),
    "mine": lambda source: (source.at("turn") == source.seat).astype(np.int8),
    "faces": _faces,
    "aim": _aim,
    "die": _die,
    "face": _face,
}
_SIDED: Final[dict[str, Callable[[_Source, int], Any]]] = {
    "deck": lambda source, seat: both(source.state.kind[seat], source.rows) // len(ORDERS),
    "hand_size": _hand_size,
    "order": lambda source, seat: source.order(seat),
    "deck_cards": lambda source, seat: source.deck_cards(seat),
    "gigs": lambda source, seat: source.dice(both(source.state.gigs[seat], source.rows)),
    "fixer": lambda source, seat: source.dice(both(source.state.fixer[seat], source.rows)),
}
_PLANES: Final = ("power", "bonus", "fewer", "host")
_BY_SEAT: Final = (
    *(
        "hand",
        "shown",
        "field",
        "legends",
        "up",
        "known",
        "gear",
        "eddies",
        "trash",
        "out",
        "size",
        "equipped",
        "spent",
    ),
    *(
        "arrived",
        "solo",
        "adrenaline",
        "strike",
        "safe",
        "harmless",
        "held",
        "must",
        "stole",
        "ready",
        "called",
        "guard",
    ),
    *("seen", "played", "happened", "tapped", "queue", "queued", "waiting", *_PLANES),
)
