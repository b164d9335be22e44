"""Leduc hold'em as flat integer tables: the betting by spot, the cards by rank."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, Final

import numpy as np

from sim import luck
from sim.arrays import I8, I16, U8, U64, readonly
from sim.rulesets.leduc.betting import FOLDED, SHOWN, Spot, spots
from sim.rulesets.leduc.state import CARDS, NO_CARD, RANKS

DEALS: Final = tuple(permutations(CARDS, 2))  # 30 equally likely pairs of hands
REST: Final = len(CARDS) - 2  # cards that may become public

_HANDS: Final = tuple(product(range(len(RANKS)), repeat=2))


@dataclass(frozen=True)
class Tables:
    """All flat, for `take`. S = 85 spots; h is a rank in hand (0 to 2), p the public rank (0 to NO_CARD)."""

    histories: tuple[str, ...]  # [S] the name of each spot
    after: I16  # [S * 3] by spot * 3 + action: the next spot
    legal: U8  # [S] packed set of actions
    phase: I8  # [S]
    seat: I8  # [S]
    kind: I8  # [S] WAITS, OPENS, FOLDED or SHOWN
    stakes: I8  # [2 * S] by seat * S + spot: chips in the pot
    raises: I8  # [S] in the present round, 0 to 2
    lost: I16  # [S] after a fold the margin for seat 0, else 0
    shown: I16  # [S] at a showdown the chips that either seat may lose, else 0
    deal: I8  # [2 * 30] by place * 30 + deal: the rank of either hand
    deal_trace: U64  # [12] by h0 * 4 + h1: what a deal leaves in the trace
    rest: I8  # [36] by (h0 * 3 + h1) * 4 + place: the ranks that may become public, in order
    rival: I8  # [60] by (own h * 4 + p) * 5 + place: the ranks that the rival may hold; 5 without p, 4 with it
    winner: I16  # [36] by (h0 * 3 + h1) * 4 + p: +1 seat 0, 0 equal hands, -1 seat 1


def tables(_cards: Any = None, _decks: Sequence[Any] = ()) -> Tables:
    """Return the tables. Card files and decks change nothing: there is one pack."""
    number = {spot: at for at, spot in enumerate(spots())}
    return Tables(
        histories=tuple(spot.history for spot in spots()),
        after=_array(np.int16, (number[s.after(a)] if a in s.legal else 0 for s in spots() for a in range(3))),
        legal=_spots(np.uint8, lambda spot: sum(1 << action for action in spot.legal)),
        phase=_spots(np.int8, lambda spot: spot.phase),
        seat=_spots(np.int8, lambda spot: spot.seat),
        kind=_spots(np.int8, lambda spot: spot.kind),
        stakes=_array(np.int8, (spot.stakes[seat] for seat in (0, 1) for spot in spots())),
        raises=_spots(np.int8, lambda spot: spot.line.count("r")),
        lost=_spots(np.int16, _lost),
        shown=_spots(np.int16, lambda spot: spot.stakes[0] * (spot.kind == SHOWN)),
        deal=_array(np.int8, (pair[place] for place in (0, 1) for pair in DEALS)),
        deal_trace=readonly(luck.mix(np.arange(1, 13, dtype=np.uint64))),
        rest=_array(np.int8, (rank for hands in _HANDS for rank in _without(*hands))),
        rival=_array(np.int8, (rank for own in range(3) for p in range(4) for rank in _rivals(own, p))),
        winner=_array(np.int16, (_winner(h0, h1, public) for h0, h1 in _HANDS for public in range(4))),
    )


def _array(kind: Any, values: Iterable[int]) -> Any:
    return readonly(np.array(list(values), kind))


def _spots(kind: Any, fact: Callable[[Spot], int]) -> Any:
    return _array(kind, map(fact, spots()))


def _lost(spot: Spot) -> int:
    """Return the margin for seat 0 after a fold: who folded loses his stake, and it was his turn."""
    folder = (len(spot.line) - 1) % 2
    return (spot.stakes[folder] if folder else -spot.stakes[folder]) * (spot.kind == FOLDED)


def _without(*gone: int) -> list[int]:
    """Return the ranks of the pack, in order, without the cards `gone` (NO_CARD is none)."""
    left = list(CARDS)
    for rank in gone:
        if rank != NO_CARD and rank in left:
            left.remove(rank)
    return left


def _rivals(own: int, public: int) -> list[int]:
    left = _without(own, public)
    return left + left[:1] * (len(CARDS) - 1 - len(left))  # a fifth place that is never drawn


def _winner(one: int, other: int, public: int) -> int:
    """Return +1 where hand `one` wins, -1 where `other` does: a pair with the public card, else the higher rank."""
    strength = [rank + len(RANKS) * (rank == public) for rank in (one, other)]
    return (strength[0] > strength[1]) - (strength[0] < strength[1])
