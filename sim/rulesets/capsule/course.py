"""What comes after an act (README.md, 1.4, 2, 3.9, 3.10, 5.15, 7.1, 7.2): falls, reveals, bonus, end, the next turn."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sim.arrays import I8, I32, Action, Bool, Index, Rows, both, lay, places, spots
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
    LIEUTENANT,
    MAIN,
    PLACES,
    SACRIFICED,
    TURNS,
    State,
)
from sim.rulesets.capsule.tables import CROSSED, REGEN, ROWS, UPKEEP
from sim.rulesets.capsule.turn import only

AWAITED: Final = 1  # State.extra: the turn's second action is to be taken; one more when it was
_CARD: Final = np.array([1 << DISCARDS.index(a) if a in DISCARDS else 0 for a in range(len(ACTIONS))], np.uint8)  # bits


def reveal(state: State, seat: int, rows: Rows) -> None:
    """1.4: turn up the row that `seat` has come to in `rows`; a slice is of new games, whose SBIRES come."""
    row = both(state.row[seat], rows)
    state.stunned[seat][rows] = state.shielded[seat][rows] = 0
    crossed = both(state.crossed[seat], rows) & (row == LIEUTENANT).view(np.int8)
    kind = row + crossed * np.int8(CROSSED - LIEUTENANT)
    up = state.tables.rows.take(both(state.deck[seat], rows) * np.int32(ROWS) + kind, mode="clip")
    state.hidden[seat][rows] = up["hidden"].copy()
    state.seen[seat][rows] = _UP_TO.take(row, mode="clip")
    for place in range(PLACES):
        state.card[seat, place][rows] = up["card"][:, place].copy()
    width = np.int8(PLACES) - row
    least = width.min(initial=PLACES)
    for place in range(width.max(initial=0)):
        if place < least:
            _place(state, seat, place, rows, up)
        else:  # what stays of an empty place has 0 PV and so no effect
            there = np.flatnonzero(width > place)
            _place(state, seat, place, places(rows, there), up.take(there))


_SLOTS_OF: Final = np.array([0b000111, 0b011000, 0b100000], np.uint8)  # each row
_UP_TO: Final = np.bitwise_or.accumulate(_SLOTS_OF)  # and those before it


def _place(state: State, seat: int, place: int, rows: Rows, up: NDArray[np.void]) -> None:
    """Put the cards at `place` of the revealed rows `up` [n] there; copies are in one piece, so written much faster."""
    state.pv[seat, place][rows] = state.initial[seat, place][rows] = up["initial"][:, place].copy()
    state.capsules[seat, place][rows] = up["capsules"][:, place].copy()
    for byte in range(4):
        state.traits[seat, byte, place][rows] = up["traits"][:, byte, place].copy()


def go_on(state: State, seat: int, rows: Rows, where: tuple[I8, Bool | None], given: Bool) -> None:
    """Go on after an act of `seat` in `rows`, which leads `where`, if nobody's row is out: a phase [n], who goes [n].

    `given` [n]: a character was sacrificed. The turn ends where the phase is the rival's MAIN.
    """
    phase, live = where
    only(live, state.phase, rows, phase)
    standing = living(state, rows)
    measure(state, rows, standing)
    out = [either(team) == 0 for team in standing]
    some = out[0] | out[1]
    at = np.flatnonzero(some if live is None else some & live)
    if len(at):
        _rows_out(state, seat, places(rows, at), (out[0].take(at), out[1].take(at), given.take(at)))
    ends = state.phase[rows] == MAIN + 1 - seat
    next_turn(state, seat, rows, ends if live is None else ends & live)


def _rows_out(state: State, seat: int, games: Index, how: tuple[Bool, Bool, Bool]) -> None:
    """1.4, 2.3, 7.1: `how`: whose row is out, by seat, and where `seat` sacrificed, all [n]. A next row, or the end."""
    row = [state.row[s].take(games) for s in (0, 1)]
    lost = [how[s] & (row[s] == BOSS) for s in (0, 1)]
    over = lost[0] | lost[1]
    for s in (0, 1):
        at = np.flatnonzero(how[s] & ~lost[s])
        wins = ~over & (row[1 - s] > row[s])
        _next_row(state, s, games.take(at), wins.take(at))
    if over.any():
        at = np.flatnonzero(over)
        _finish(state, seat, games.take(at), (lost[0].take(at), lost[1].take(at), how[2].take(at)))


def _next_row(state: State, seat: int, games: Index, wins: Bool) -> None:
    """1.4, 7.1: the row of `seat` is done in `games`; where that `wins` [n] the round, a bonus comes."""
    row = state.row[seat].take(games)
    state.pile[seat][games] |= _SLOTS_OF.take(row, mode="clip")
    state.row[seat][games] = row + np.int8(1)
    reveal(state, seat, games)
    won = games.take(np.flatnonzero(wins))
    state.phase[won] = BONUS + seat
    state.seat[won] = seat


def _finish(state: State, seat: int, games: Index, how: tuple[Bool, Bool, Bool]) -> None:
    """2.3: `how`: where each seat's BOSS fell, and where `seat` sacrificed, all [n]."""
    fell, offered = list(how[:2]), how[2] & how[seat]
    fell[1 - seat] = fell[1 - seat] & ~offered  # whose BOSS is sacrificed has lost, whatever it takes with it
    result = fell[1].view(np.int8) - fell[0].view(np.int8)
    finish(state, games, result, _ENDING.take(offered + np.int8(2) * (result == 0), mode="clip"))


_ENDING: Final = np.array([BOSS_FELL, SACRIFICED, BOTH_FELL], np.int8)  # 1: it was sacrificed; 2: both fell


def next_turn(state: State, seat: int, rows: Rows, ends: Bool) -> None:
    """3.10 and 3.1: where it `ends` [n], the turn of `seat` is over and the rival's begins."""
    late = ends & (state.turns[rows] >= TURNS)
    if late.any():
        _finish_at_cap(state, places(rows, np.flatnonzero(late)))
        ends = ends & ~late
    goes = ends.view(np.int8)
    stays = goes ^ np.int8(1)
    state.turns[rows] += goes
    state.seat[rows] ^= goes
    state.removed[rows] *= stays
    state.extra[rows] *= stays
    state.stunned[seat][rows] *= stays.view(np.uint8)
    _regenerate(state, 1 - seat, rows, ends)


def _regenerate(state: State, seat: int, rows: Rows, begins: Bool) -> None:
    """6.12: where a turn of `seat` `begins` [n], who has fewer PV than initially gains some, up to those.

    Few characters can, so they are looked for first.
    """
    able = either(both(state.traits[seat, UPKEEP], rows)) & np.uint8(3 << REGEN)
    games = places(rows, spots((able != 0) & begins))
    if not len(games):
        return
    pv, initial = both(state.pv[seat], games), both(state.initial[seat], games)
    more = packed(both(state.traits[seat, UPKEEP], games), REGEN) * (pv > 0).view(np.uint8)
    lay(state.pv[seat], games, np.maximum(pv, np.minimum(pv + more, initial)))


def living(state: State, rows: Rows) -> list[I8]:
    """Return by seat [3, n] 1 for each character that has not fallen, else 0."""
    return [(both(state.pv[seat], rows) > 0).view(np.int8) for seat in (0, 1)]


def measure(state: State, rows: Rows, standing: list[I8]) -> None:
    """2.5: the margin: lives of seat 0's deck less those of seat 1's, of which those on the table are `standing`.

    To reveal a row changes no lives, so that it may be done later.
    """
    lives = [
        total(both(state.capsules[seat], rows) + team) + state.hidden[seat][rows] for seat, team in enumerate(standing)
    ]
    state.margin[rows] = lives[0] - lives[1]


def _finish_at_cap(state: State, games: Index) -> None:
    """2.4: lives of the BOSS, then its PV."""
    boss = [_boss(state, s, games) for s in (0, 1)]
    finish(state, games, np.sign(boss[0] - boss[1]).astype(np.int8), CAP)


def _boss(state: State, seat: int, games: Index) -> I32:
    """Return [n] what the BOSS of `seat` has left: lives, then PV."""
    hidden = state.tables.rows.take(state.deck[seat][games] * np.int32(ROWS) + np.int32(BOSS), mode="clip")
    shown = state.row[seat][games] == BOSS
    lives = np.where(shown, state.capsules[seat, 0, games], hidden["capsules"][:, 0])
    pv = np.where(shown, state.pv[seat, 0, games], hidden["initial"][:, 0])
    return lives.astype(np.int32) * (1 << 16) + pv


def take_bonus(state: State, seat: int, games: Index, action: Action) -> None:
    """7.2: remove a card from the pile, or none; then the turn goes on."""
    card = _CARD.take(action, mode="clip")
    state.gone[seat][games] |= card
    state.pile[seat][games] &= ~card
    finished = (state.row[seat].take(games) - np.int8(1)).view(np.uint8)  # the round
    state.bonuses[seat][games] |= (card != 0).view(np.uint8) << finished
    owner = (state.turns.take(games) - np.int16(1)) & np.int16(1)
    for mover in (0, 1):
        theirs = games.take(np.flatnonzero(owner == mover))
        again = state.extra.take(theirs) == AWAITED
        state.seat[theirs] = mover
        state.phase[theirs] = np.where(again, np.int8(AGAIN + mover), np.int8(MAIN + 1 - mover))
        next_turn(state, mover, theirs, ~again)
