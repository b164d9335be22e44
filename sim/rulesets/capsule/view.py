"""What a seat may know, looked up when it is asked for (state.py: View)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from sim.arrays import I8, I16, U8, Bool, Rows, both
from sim.rulesets.capsule.sets import as_bits
from sim.rulesets.capsule.state import COMBO, MORE, TRAITS, State, View, by_place
from sim.rulesets.capsule.turn import served

_RIVAL: Final = "rival_"


def view(state: State, seat: int, rows: Rows) -> View:
    """Return what `seat` may know in `rows`."""
    phase, live = served(state, rows)
    source = _Source(state, seat, rows, live if phase == MORE else None)
    return View(phase, source.look, state.tables)


@dataclass(frozen=True)
class _Source:
    """Where a view looks things up."""

    state: State
    seat: int
    rows: Rows
    waits: Bool | None  # in MORE: which games wait there, None: all
    found: dict[str, Any] = field(default_factory=dict)

    def look(self, name: str) -> Any:
        """Return a field of the view; or what its methods read: cards, decks, bytes of traits."""
        if name not in self.found:
            self.found[name] = self._collect(name)
        return self.found[name]

    def _collect(self, name: str) -> Any:
        if name in _OWN_WAYS:
            return _OWN_WAYS[name](self)
        seat, plain = self.seat ^ name.startswith(_RIVAL), name.removeprefix(_RIVAL)
        if plain in TRAITS:
            return both(self.state.traits[seat, TRAITS.index(plain)], self.rows)
        return both(getattr(self.state, plain)[seat], self.rows)

    def at(self, name: str) -> Any:
        """Return [n] a number of the state that is not by seat."""
        return both(getattr(self.state, name), self.rows)

    def pile(self, side: str = "") -> U8:
        """Return [n] my combo pile, or the rival's."""
        cards = both(self.state.pile[self.seat ^ (side == _RIVAL)], self.rows)
        return _with_fallen(cards, self.look(side + "row"), self.look(side + "pv"))


def _with_fallen(cards: U8, row: I8, pv: I16) -> U8:
    """2.2: return [n] the `cards` of the rows before, with those of revealed row `row` [n] that have no `pv` [3, n]."""
    fallen = (np.uint8(7) >> row.view(np.uint8)) & ~as_bits(pv > 0)
    return cards | (fallen << row.view(np.uint8) * np.uint8(3)) & np.uint8(31)


def _declared(source: _Source) -> I8:
    """Return [n] the declared attack; whatever an idle game waits for, it looks like the others."""
    action: I8 = source.at("action")
    return action if source.waits is None else np.where(source.waits, action, np.int8(COMBO))


_OWN_WAYS: Final[dict[str, Callable[[_Source], Any]]] = {
    "turn": lambda source: source.at("turns"),
    "removed": lambda source: source.at("removed"),
    "bonus": lambda source: source.at("bonus"),
    "action": _declared,
    "costs": lambda source: by_place(source.state.tables.facts.costs, source.look("card")),
    "pile": lambda source: source.pile(),
    "rival_pile": lambda source: np.bitwise_count(source.pile(_RIVAL)).view(np.int8),
    "rival_fallen": lambda source: source.pile(_RIVAL) | source.look("rival_gone"),
}
