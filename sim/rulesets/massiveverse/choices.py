"""The choices between two selections (README.md, 2.1 and 3.5 to 4.2), and cleaning up.

Few games of a batch owe a choice in a round. `settle` cleans up all the others whole-array, under a mask, and hands the
few to `advance`, which walks them through the stages seat by seat and stops wherever there are two options or more.
"""

import numpy as np

from sim.arrays import I8, U8, U16, Bool, Index, Rows, both, index, lay, places
from sim.rulesets.massiveverse.state import (
    BANISH,
    EXHAUST,
    PASSIVE_SLOT,
    PREPARE,
    READYING,
    REST,
    SELECT,
    ULTIMATE,
    State,
)
from sim.rulesets.massiveverse.tables import BANISHES, EXHAUSTS, READIES

_REST: np.uint8 = np.uint8(1 << REST)
_ULTIMATE: np.uint8 = np.uint8(1 << ULTIMATE)


def settle(state: State, rows: Rows, owed: U16, live: Bool) -> None:
    """Clean up the games of `rows` that are `live` [n] and owe nothing; walk through their stages those that do."""
    owes = ((owed[0] | owed[1]) != 0) & live
    _fetch(state, rows, live & ~owes)
    clean_up(state, rows, live & ~owes)
    at = np.flatnonzero(owes)
    if len(at):
        games = places(rows, at)
        for field, packed in ((state.exhaust, EXHAUSTS), (state.ready, READIES), (state.banish, BANISHES)):
            lay(field, games, packed.of(both(owed, at)))
        advance(state, games, EXHAUST)


def advance(state: State, rows: Index, place: int) -> None:
    """Go on from phase `place` of the stages: forced picks are made, `rows` with a real choice stop at its phase."""
    while place < PREPARE and len(rows):
        stage, seat = place & ~1, place & 1
        if owed(state, stage)[seat, rows].any():
            rows = rows[~_pick_forced(state, place, rows)]
        if seat:
            _apply(state, stage, rows)
        place += 1
    if len(rows):
        clean_up(state, rows, np.ones(len(rows), bool))


def _pick_forced(state: State, place: int, rows: Index) -> Bool:
    """Make the forced picks of one seat; stop the rows that have a choice, and return [n] where."""
    stage, seat = place & ~1, place & 1
    stops = np.zeros(len(rows), bool)
    left = np.flatnonzero(owed(state, stage)[seat, rows])
    while len(left):
        found = options(state, stage, seat, rows[left])
        choice = (found & (found - np.uint8(1))) != 0
        stops[left] = choice
        if choice.all():
            break
        left = left[~choice]
        pick(state, stage, seat, rows[left], found[~choice])
        left = left[owed(state, stage)[seat, rows[left]] > 0]
    state.phase[rows[stops]] = place
    state.seat[rows[stops]] = seat
    return stops


def owed(state: State, stage: int) -> I8:
    """Return [2, B] how many picks each seat still has to make in `stage`."""
    return {EXHAUST: state.exhaust, READYING: state.ready, BANISH: state.banish}[stage]


def options(state: State, stage: int, seat: int, rows: Rows) -> U8:
    """Return [n] the cards that `seat` may pick in `stage`, as bits; those of the rival in BANISH."""
    picked = state.picked[seat, rows]
    if stage == READYING:
        return state.discard(seat, rows) & ~picked
    if stage == BANISH:
        return state.discard(1 - seat, rows) & ~picked & ~_REST
    held = state.hand[seat, rows] & ~picked
    others = held & ~_REST
    return others | held * (others == 0)  # 3.5: Rest only if there is nothing else


def pick(state: State, stage: int, seat: int, rows: Rows, card: U8) -> None:
    """Pick the card of the one-bit sets `card` [n]; an empty set forgoes what is left (decided 14)."""
    state.picked[seat, rows] |= card
    left = owed(state, stage)
    left[seat, rows] = (left[seat, rows] - 1) * (card != 0)


def _apply(state: State, stage: int, rows: Index) -> None:
    """3.8: both players' picks of a stage come true together."""
    for seat in (0, 1):
        picked = state.picked[seat, rows]
        if not picked.any():
            continue
        if stage == EXHAUST:
            state.hand[seat, rows] &= ~picked
        elif stage == READYING:
            state.hand[seat, rows] |= picked
        else:
            state.banished[1 - seat, rows] |= picked
        state.picked[seat, rows] = 0
    if stage == EXHAUST:
        _fetch(state, rows, np.ones(len(rows), bool))


def _fetch(state: State, rows: Rows, now: Bool) -> None:
    """3.6: the named ability comes back, if it lies in the discard."""
    rows, mask = _narrowed(state.fetch, rows, now)
    hand = both(state.hand, rows)
    away = hand | both(state.banished, rows) | both(state.table, rows)
    lay(state.hand, rows, hand | both(state.fetch, rows) & ~away & mask)


def clean_up(state: State, rows: Rows, now: Bool) -> None:
    """4.1 to 4.3: clear the tables of the games of `rows` where `now` [n], and go on to preparation or selection."""
    mask = _mask(now)
    table = both(state.table, rows)
    lay(state.energy, rows, both(state.energy, rows) * ((table & mask) != _ULTIMATE))
    lay(state.hand, rows, both(state.hand, rows) | both(state.back, rows) & ~both(state.banished, rows) & mask)
    lay(state.table, rows, table & ~mask)
    _turn(state, rows, now)
    first, second = may_prepare(state, rows, (0, 1))
    phase = np.int8(SELECT) - (first | second) * np.int8(SELECT - PREPARE) + (second & ~first)
    old = state.phase[rows]
    state.phase[rows] = old ^ ((old ^ phase) & mask.view(np.int8))
    state.seat[rows] = second & ~first
    begin_round(state, rows, now & ~(first | second))


def _turn(state: State, rows: Rows, now: Bool) -> None:
    """4.3: Passives that turn after a counter."""
    rows, mask = _narrowed(state.turning, rows, now)
    turning = both(state.turning, rows) & mask.view(np.int8)
    lay(state.side, rows, both(state.side, rows) | turning)
    lay(state.played, rows, both(state.played, rows) | turning.view(np.uint8) << np.uint8(PASSIVE_SLOT))


def _narrowed(field: U8 | I8, rows: Rows, now: Bool) -> tuple[Rows, U8]:
    """Return the rows to look at and their mask: all of a slice, of an index those with something in `field`."""
    if isinstance(rows, slice):
        return rows, _mask(now)
    some = ((field[0, rows] | field[1, rows]) != 0) & now
    return rows[some], np.full(int(some.sum()), 255, np.uint8)


def begin_round(state: State, rows: Rows, now: Bool) -> None:
    """2.2: count the round; whoever has an empty hand readies Rest."""
    state.turns[rows] += now
    hand = both(state.hand, rows)
    lay(state.hand, rows, hand | ((hand == 0) & now) * _REST)


def may_prepare(state: State, rows: Rows, seats: tuple[int, ...]) -> list[Bool]:
    """2.1: return for each of `seats` where it has something to prepare, [n]."""
    return [readies | unlocks for readies, unlocks in (may_ready_unlock(state, seat, rows) for seat in seats)]


def may_ready_unlock(state: State, seat: int, rows: Rows) -> tuple[Bool, Bool]:
    """2.1: return [n] where `seat` may ready its Ultimate, and where it may unlock its Passive."""
    energy = state.energy[seat, rows]
    readies = (energy >= state.price[seat, rows]) & ((state.hand[seat, rows] & _ULTIMATE) == 0)
    unlocks = (energy >= state.unlock[seat, rows]) & (state.side[seat, rows] == 0)
    return readies, unlocks


def prepare(state: State, seat: int, rows: Rows, plan: I8) -> None:
    """2.1: keep the plan [n] of `seat` hidden until both are ready, then do both."""
    state.plan[seat, rows] = plan
    games = index(rows, len(state))
    if seat == 0:
        (waits,) = may_prepare(state, games, (1,))
        state.phase[games[waits]] = PREPARE + 1
        state.seat[games[waits]] = 1
        games = games[~waits]
    for owner in (0, 1):
        _prepared(state, owner, games)
    state.phase[games] = SELECT
    state.seat[games] = 0
    begin_round(state, games, np.ones(len(games), bool))


def _prepared(state: State, seat: int, rows: Index) -> None:
    """2.1: ready and pay as planned."""
    rows = rows[state.plan[seat, rows] != 0]
    plan = state.plan[seat, rows].view(np.uint8)
    unlocks = plan >> np.uint8(1)
    state.hand[seat, rows] |= (plan & np.uint8(1)) << np.uint8(ULTIMATE)
    state.energy[seat, rows] -= state.unlock[seat, rows] * unlocks.view(np.int8)
    state.side[seat, rows] |= unlocks.view(np.int8)
    state.played[seat, rows] |= unlocks << np.uint8(PASSIVE_SLOT)
    state.plan[seat, rows] = 0


def _mask(now: Bool) -> U8:
    """Return 255 where `now`, 0 elsewhere."""
    return now.view(np.uint8) * np.uint8(255)
