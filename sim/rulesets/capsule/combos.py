"""Combos (README.md, 7.3 and 7.4): cards drawn at random from the combo pile for an attack of the BOSS."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from sim import luck, pick
from sim.arrays import I8, U8, U64, Action, Index, Rows, places
from sim.rulesets.capsule.state import MORE, PASS, RESOLVE, SLOTS, State


def declare(state: State, seat: int, games: Index) -> None:
    """7.3: draw the first card for the attack that was chosen in `games`."""
    state.drawn[games] = 0
    _draw(state, seat, games)


def raise_or_not(state: State, seat: int, games: Index, action: Action) -> None:
    """7.4: draw another card for the declared attack, or let it happen."""
    state.phase[games] = RESOLVE + seat
    _draw(state, seat, games.take(np.flatnonzero(action != PASS)))


def _draw(state: State, seat: int, games: Index) -> None:
    """Draw and show a card for the declared attack of `games`; where another may follow, that is asked (7.4)."""
    drawn, made = state.drawn.take(games), state.draws[luck.CHANCE, seat].take(games)
    left = state.pile[seat].take(games) & ~drawn
    coin = luck.draw(state.key[seat].take(games), luck.CHANCE, made)
    slot = pick.nth(left[None], luck.below(coin, np.bitwise_count(left)).astype(np.int16)).astype(np.uint8)
    card = np.left_shift(np.uint8(1), slot)
    combos = state.combos[seat].take(games) - np.int8(1)
    state.draws[luck.CHANCE, seat][games] = made + np.uint16(1)
    state.combos[seat][games] = combos
    state.drawn[games] = drawn | card
    state.shown[seat][games] |= card
    state.played[seat][games] |= card
    state.bonus[games] += _printed(state, seat, games, slot)
    state.trace[games] = luck.mix(state.trace.take(games) + slot + np.uint64(1))
    more = ((combos > 0) & (left != card)).view(np.int8)
    state.phase[games] = np.int8(RESOLVE + seat) + np.int8(MORE - RESOLVE) * more


def _printed(state: State, seat: int, games: Index, slot: U8) -> I8:
    """Return [n] the initial PV of the card in `slot` [n]."""
    crossed = state.crossed[seat].take(games) != 0
    if crossed.any():
        slot = np.where(crossed & (slot >= 3), np.uint8(7) - slot, slot)  # the LIEUTENANTS of an imagined deck
    word = state.tables.pile_pv.take(state.deck[seat].take(games), mode="clip")
    return (word >> (slot * np.uint8(8)).astype(np.uint64)).astype(np.int8)


def regroup(state: State, rival: int, rows: Rows, coin: U64) -> None:
    """Draw again which cards `rival` removed by bonuses: all sets that look the same are equally likely.

    After round 1 he could remove a SBIRE, after round 2 a SBIRE or a LIEUTENANT; a card shown since is not removed.
    """
    gone, fallen = state.gone[rival][rows], state.pile[rival][rows] | state.gone[rival][rows]
    some = np.flatnonzero(gone)
    if not len(some):
        return
    games = places(rows, some)
    kind = state.bonuses[rival][games].astype(np.intp) * 32 + state.shown[rival][games]
    spot = luck.below(coin[some], _COUNTS.take(kind)).astype(np.intp)
    drawn = _GONE.take(kind * _WIDEST + spot)
    state.gone[rival][games] = drawn
    state.pile[rival][games] = fallen[some] & ~drawn


def _removals() -> list[list[int]]:
    """Return by bonuses used (State.bonuses) * 32 + shown cards the possible sets of removed cards."""
    sbires, all_five = range(3), range(SLOTS - 1)
    pairs = [pair for pair in combinations(all_five, 2) if pair[0] in sbires]
    possible: list[Sequence[tuple[int, ...]]] = [[()], [(s,) for s in sbires], [(s,) for s in all_five], pairs]
    sets = [[sum(1 << slot for slot in held) for held in kind] for kind in possible]
    return [[found for found in kind if not found & shown] or [0] for kind in sets for shown in range(32)]


_REMOVALS: Final = _removals()
_WIDEST: Final = max(map(len, _REMOVALS))
_COUNTS: Final = np.array([len(found) for found in _REMOVALS], np.int16)
_GONE: Final = np.array([(found * _WIDEST)[:_WIDEST] for found in _REMOVALS], np.uint8).reshape(-1)
