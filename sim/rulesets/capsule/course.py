"""What comes after an act (README.md, 1.4, 2, 3.9, 3.10, 5.15, 7.1, 7.2): falls, reveals, bonus, end, the next turn."""

from typing import Final

import numpy as np

from sim.arrays import I8, I32, Action, Bool, Index, Rows, both, lay, places
from sim.ruleset import finish
from sim.rulesets.capsule.sets import either, packed, total
from sim.rulesets.capsule.state import (
    ACTIONS,
    AGAIN,
    BONUS,
    BOSS,
    BOSS_FELL,
    BOTH_FELL,
    CAP,
    DISCARDS,
    MAIN,
    PLACES,
    SACRIFICED,
    TURNS,
    State,
)
from sim.rulesets.capsule.tables import REGEN, UPKEEP
from sim.rulesets.capsule.turn import only

AWAITED: Final = 1  # State.extra: the turn's second action is to be taken; one more when it was
_CARD: Final = np.array([1 << DISCARDS.index(a) if a in DISCARDS else 0 for a in range(len(ACTIONS))], np.uint8)  # bits


def reveal(state: State, seat: int, rows: Rows) -> None:
    """1.4: turn up the row that `seat` has come to in `rows`; a slice is of new games, whose SBIRES come."""
    tables, row = state.tables, state.row[seat][rows]
    state.stunned[seat][rows] = state.shielded[seat][rows] = 0
    word = tables.rows.take(state.deck[seat][rows] * np.int32(3) + row, mode="clip")
    cards = [(word >> np.uint64(16 * place)).astype(np.int16) for place in range(PLACES)]
    state.hidden[seat][rows] = (word >> np.uint64(16 * PLACES)).astype(np.int8)
    state.seen[seat][rows] |= _SLOTS_OF.take(row, mode="clip")
    swaps = (cards[0] ^ cards[1]) & -(state.crossed[seat][rows] & (row == 1)).astype(np.int16)
    for place, card in enumerate((cards[0] ^ swaps, cards[1] ^ swaps, cards[2])):
        state.card[seat, place][rows] = card
        if isinstance(rows, slice):
            _place(state, seat, place, rows, card.astype(np.intp))
        else:  # what stays of an empty place has 0 PV and so no effect
            there = np.flatnonzero(place < PLACES - row)
            _place(state, seat, place, rows[there], card[there].astype(np.intp))


_SLOTS_OF: Final = np.array([0b000111, 0b011000, 0b100000], np.uint8)  # each row


def _place(state: State, seat: int, place: int, rows: Rows, card: Index) -> None:
    """Put `card` [n] into a place of the revealed row."""
    tables = state.tables
    state.pv[seat, place][rows] = state.initial[seat, place][rows] = tables.initial.take(card, mode="clip")
    state.capsules[seat, place][rows] = tables.capsules.take(card, mode="clip")
    for byte in range(4):
        state.traits[seat, byte, place][rows] = tables.traits[byte].take(card, mode="clip")


def go_on(state: State, seat: int, rows: Rows, where: tuple[I8, Bool | None], given: Bool) -> None:
    """Go on after an act of `seat` in `rows`, which leads `where`, if nobody's row is out: a phase [n], who goes [n].

    `given` [n]: a character was sacrificed. The turn ends where the phase is the rival's MAIN.
    """
    phase, live = where
    only(live, state.phase, rows, phase)
    row = [state.row[s][rows].copy() for s in (0, 1)]
    out = [either(both(state.pv[s], rows)) == 0 for s in (0, 1)]
    if live is not None:
        out = [gone & live for gone in out]
    lost = [out[s] & (row[s] == BOSS) for s in (0, 1)]
    over = lost[0] | lost[1]
    for s in (0, 1):
        _next_row(state, s, rows, (out[s] & ~lost[s], ~over & (row[1 - s] > row[s])))
    if over.any():
        _finish(state, seat, rows, (over, lost[0], lost[1], given))
    ends = state.phase[rows] == MAIN + 1 - seat
    next_turn(state, seat, rows, ends if live is None else ends & live)
    measure(state, rows)


def _next_row(state: State, seat: int, rows: Rows, which: tuple[Bool, Bool]) -> None:
    """1.4, 7.1: `which`: where the row of `seat` is done, and where it has won the round if so, both [n]."""
    done, wins = which
    at = np.flatnonzero(done)
    if not len(at):
        return
    games = places(rows, at)
    state.pile[seat][games] |= _SLOTS_OF.take(state.row[seat][games], mode="clip")
    state.row[seat][games] += 1
    reveal(state, seat, games)
    won = games[wins[at]]
    state.phase[won] = BONUS + seat
    state.seat[won] = seat


def _finish(state: State, seat: int, rows: Rows, how: tuple[Bool, Bool, Bool, Bool]) -> None:
    """2.3: `how`: where the game is over, where each seat's BOSS fell, where `seat` sacrificed, all [n]."""
    at = np.flatnonzero(how[0])
    fell, given = [how[1][at], how[2][at]], how[3][at]
    offered = given & fell[seat]
    result = np.where(offered, 2 * seat - 1, fell[1].view(np.int8) - fell[0].view(np.int8))
    ending = np.where(offered, SACRIFICED, np.where(result == 0, BOTH_FELL, BOSS_FELL))
    finish(state, places(rows, at), result.astype(np.int8), ending.astype(np.int8))


def next_turn(state: State, seat: int, rows: Rows, ends: Bool) -> None:
    """3.10 and 3.1: where it `ends` [n], the turn of `seat` is over and the rival's begins."""
    late = ends & (state.turns[rows] >= TURNS)
    if late.any():
        _finish_at_cap(state, places(rows, np.flatnonzero(late)))
        ends = ends & ~late
    goes = ends.view(np.int8)
    state.turns[rows] += goes.astype(np.int16)
    state.seat[rows] ^= (state.seat[rows] ^ np.int8(1 - seat)) & -goes
    stays = goes ^ 1
    state.removed[rows] *= stays
    state.extra[rows] *= stays
    state.stunned[seat][rows] &= -stays.view(np.uint8)
    _regenerate(state, 1 - seat, rows, ends)


def _regenerate(state: State, seat: int, rows: Rows, begins: Bool) -> None:
    """6.12: where a turn of `seat` `begins` [n], who has fewer PV than initially gains some, up to those."""
    pv, upkeep = both(state.pv[seat], rows), both(state.traits[seat, UPKEEP], rows)
    lacks = both(state.initial[seat], rows).astype(np.int16) - pv
    more = packed(upkeep, REGEN) & -((pv > 0) & (lacks > 0) & begins).view(np.uint8)
    lay(state.pv[seat], rows, pv + np.minimum(more.astype(np.int16), np.abs(lacks)))


def measure(state: State, rows: Rows) -> None:
    """2.5: the margin: lives of seat 0's deck less those of seat 1's."""
    state.margin[rows] = _lives(state, 0, rows) - _lives(state, 1, rows)


def _lives(state: State, seat: int, rows: Rows) -> I8:
    living = both(state.pv[seat], rows) > 0
    lives: I8 = total(both(state.capsules[seat], rows) + living.view(np.int8)) + state.hidden[seat][rows]
    return lives


def _finish_at_cap(state: State, games: Index) -> None:
    """2.4: lives of the BOSS, then its PV."""
    boss = [_boss(state, s, games) for s in (0, 1)]
    finish(state, games, np.sign(boss[0] - boss[1]).astype(np.int8), CAP)


def _boss(state: State, seat: int, games: Index) -> I32:
    """Return [n] what the BOSS of `seat` has left: lives, then PV."""
    tables, deck = state.tables, state.deck[seat][games].astype(np.intp)
    card = (tables.rows.take(deck * 3 + BOSS) & np.uint64(0xFFFF)).astype(np.intp)
    shown = state.row[seat][games] == BOSS
    lives = np.where(shown, state.capsules[seat, 0, games], tables.capsules.take(card, mode="clip"))
    pv = np.where(shown, state.pv[seat, 0, games], tables.initial.take(card, mode="clip"))
    return lives.astype(np.int32) * (1 << 16) + pv


def take_bonus(state: State, seat: int, games: Index, action: Action) -> None:
    """7.2: remove a card from the pile, or none; then the turn goes on."""
    card = _CARD.take(action)
    state.gone[seat][games] |= card
    state.pile[seat][games] &= ~card
    state.bonuses[seat][games] |= (card != 0) << (state.row[seat][games] - 1).view(np.uint8)  # the round just finished
    owner = (state.turns[games] - 1) & 1
    goes_on = state.extra[games] == AWAITED
    for mover in (0, 1):
        theirs = owner == mover
        again, ends = games[theirs & goes_on], games[theirs & ~goes_on]
        state.seat[games[theirs]] = mover
        state.phase[again] = AGAIN + mover
        state.phase[ends] = MAIN + 1 - mover
        next_turn(state, mover, ends, np.ones(len(ends), bool))
