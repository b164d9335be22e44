"""Kuhn poker as flat integer tables, for `take`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

import numpy as np

from sim import luck
from sim.arrays import I8, I16, U64, readonly
from sim.ruleset import OVER
from sim.rulesets.kuhn.state import FIRST_END, HISTORIES, RANKS

DEALS: Final = tuple(permutations(range(len(RANKS)), 2))  # 6 equally likely pairs of hands

_LETTERS: Final = "pb"
_DEPTHS: Final = 3  # decisions at most
_SHOWN: Final = {"pp": 1, "bb": 2, "pbb": 2}  # 2.4: chips that either seat may lose
_FOLDED: Final = {"bp": 1, "pbp": -1}  # 2.3: the margin for seat 0


@dataclass(frozen=True)
class Tables:
    """By spot (9, see state.HISTORIES) and by deal (6)."""

    after: I8  # [9 * 2] by spot * 2 + action: the next spot
    phase: I8  # [9] decisions in the order of play, a game's first one last: new games wait and begin together
    seat: I8  # [9]
    lost: I16  # [9] after a fold the margin for seat 0, else 0
    shown: I16  # [9] at a showdown the chips that either seat may lose, else 0
    deal: I8  # [2 * 6] by place * 6 + deal: the rank of either hand
    deal_trace: U64  # [12] by h0 * 4 + h1: what a deal leaves in the trace
    rival: I8  # [3 * 2] by own rank * 2 + place: the ranks that the rival may hold


def tables(_cards: Any = None, _decks: Sequence[Any] = ()) -> Tables:
    """Return the tables. Card files and decks change nothing: there is one pack."""
    number = {line: at for at, line in enumerate(HISTORIES)}
    ranks = range(len(RANKS))
    return Tables(
        after=_array(np.int8, (number.get(line + letter, 0) for line in HISTORIES for letter in _LETTERS)),
        phase=_array(np.int8, (OVER if at >= FIRST_END else (len(HISTORIES[at]) - 1) % _DEPTHS for at in range(9))),
        seat=_array(np.int8, (len(line) % 2 for line in HISTORIES)),
        lost=_array(np.int16, (_FOLDED.get(line, 0) for line in HISTORIES)),
        shown=_array(np.int16, (_SHOWN.get(line, 0) for line in HISTORIES)),
        deal=_array(np.int8, (pair[place] for place in (0, 1) for pair in DEALS)),
        deal_trace=readonly(luck.mix(np.arange(1, 13, dtype=np.uint64))),
        rival=_array(np.int8, (rank for own in ranks for rank in ranks if rank != own)),
    )


def _array(kind: Any, values: Iterable[int]) -> Any:
    return readonly(np.array(list(values), kind))
