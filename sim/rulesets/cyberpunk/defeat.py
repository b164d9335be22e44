"""Defeat (README.md, 7.4): what would be defeated, what falls in its stead, what falls.

`doom` [2, B] holds the Units that are still to be looked at, `fall` all that goes, `used` who has stood in already.
"""

import numpy as np

from sim.arrays import U64, Index
from sim.cardtext.sets import NONE, add, bit, drop, each, gathered, get, lowest, put, size, true_at, where
from sim.rulesets.cyberpunk import events, money
from sim.rulesets.cyberpunk.board import (
    ask,
    card_of,
    go,
    in_play,
    leave_play,
    legends_only,
    of,
    ruled,
    spot,
    undress,
    wide,
    working,
    worn,
)
from sim.rulesets.cyberpunk.board import money as money_of
from sim.rulesets.cyberpunk.events import Event
from sim.rulesets.cyberpunk.ops import On, Rule
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.state import PASS, REST, State
from sim.rulesets.cyberpunk.tables import event

_PASS = np.uint64(1 << PASS)


def doom(state: State, rows: Index) -> None:
    """7.4: look at the Units one after another, those of the turn player first."""
    go(state, rows, Do.FALL)
    for turn_player_s in (True, False):
        turn = wide(state.turn, rows)
        rows = _spare(state, rows, turn if turn_player_s else 1 - turn)


def _spare(state: State, rows: Index, seat: Index) -> Index:
    """Look at the Units of one seat; return the rows that ask nothing."""
    x = of(state, seat, rows)
    saved = (get(state.gear, x) & ruled(state, Rule.INSTEAD_OF_HOST, x)) | (
        working(state, x) & ruled(state, Rule.INSTEAD_OF_UNIT, x)
    )
    plain = saved == NONE
    _falls(state, x[plain], get(state.doom, x[plain]))
    asked = np.zeros(len(rows), bool)
    some = true_at(~plain & (get(state.doom, x) != NONE))
    while len(some):
        stops = _look(state, rows[some], seat[some])
        asked[some[stops]] = True
        some = some[~stops]
        some = some[get(state.doom, x[some]) != NONE]
    return rows[~asked]


def _falls(state: State, x: Index, units: U64) -> None:
    add(state.fall, x, units)
    drop(state.doom, x, units)


def _look(state: State, rows: Index, seat: Index) -> np.ndarray:
    """Look at the first Unit; return where its controller has to choose."""
    x = of(state, seat, rows)
    unit = lowest(get(state.doom, x))
    gear = _transmitters(state, rows, seat, unit)
    count = size(gear)
    one = count == 1
    _instead(state, x[one], unit[one], gear[one])
    stand_ins = where(count == 0, _stand_ins(state, rows, seat))
    falls = (count == 0) & (stand_ins == NONE)
    _falls(state, x[falls], unit[falls])
    stops = (count > 1) | (stand_ins != NONE)
    at = true_at(stops)
    if len(at):
        state.pc[rows[at]] = Do.DOOM
        ask(
            state,
            rows[at],
            seat[at],
            own=np.where(count > 1, gear, stand_ins)[at],
            rest=where(count <= 1, _PASS)[at],
        )
    return stops


def _transmitters(state: State, rows: Index, seat: Index, unit: U64) -> U64:
    """Return [n] the Gear that falls instead of its host, which falls by nothing else yet."""
    x = of(state, seat, rows)
    return worn(state, seat, rows, unit, ruled(state, Rule.INSTEAD_OF_HOST, x)) & ~get(state.fall, x)


def _instead(state: State, x: Index, unit: U64, other: U64) -> None:
    """Let `other` fall instead of `unit`."""
    drop(state.doom, x, unit)
    add(state.fall, x, other)


def _stand_ins(state: State, rows: Index, seat: Index) -> U64:
    """Return [n] the cards that may be defeated instead of a Unit, for a price that can be paid."""
    x = of(state, seat, rows)
    found = working(state, x) & ruled(state, Rule.INSTEAD_OF_UNIT, x) & ~get(state.used, x)
    at, slot = each(found)
    if not len(at):
        return found
    fits = _price(state, x[at], slot) <= money_of(state, x[at])
    return gathered(at[fits], slot[fits], len(rows))


def _price(state: State, x: Index, slot: Index) -> Index:
    return state.tables.figure[Rule.INSTEAD_OF_UNIT].take(card_of(state, x, slot)).astype(np.intp)


def chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """7.4: a Gear, or a card that stands in and is paid for, or neither."""
    seat = wide(state.seat, rows)
    x = of(state, seat, rows)
    unit = lowest(get(state.doom, x))
    go(state, rows, Do.DOOM)
    passes = word == REST
    _falls(state, x[passes], unit[passes])
    gear = ~passes & (_transmitters(state, rows, seat, unit) != NONE)
    _instead(state, x[gear], unit[gear], bit(number[gear]))
    at = true_at(~passes & ~gear)
    if len(at):
        state.card[rows[at]], state.barred[rows[at]] = number[at], -1
        money.charge(state, rows[at], seat[at], _price(state, x[at], number[at]), Do.STOOD_IN)


def stood_in(state: State, rows: Index) -> None:
    """7.4: the card that was paid for falls instead of the Unit."""
    seat, slot = wide(state.buyer, rows), wide(state.card, rows)
    x, host = of(state, seat, rows), get(state.host, spot(state, seat, slot, rows))
    _instead(state, x, lowest(get(state.doom, x)), bit(np.where(host >= 0, host, slot)))
    add(state.used, x, bit(slot))
    go(state, rows, Do.DOOM)


def fall(state: State, rows: Index) -> None:
    """7.4: all that is defeated goes at once; DEFEATED abilities look at what was."""
    games, seat = np.concatenate([rows, rows]), np.repeat((0, 1), len(rows))
    x = of(state, seat, games)
    dead = get(state.fall, x)
    happened = _defeated_tags(state, x, dead)
    some = true_at(dead | happened)
    watch = events.fresh(state, x[some], happened[some])
    hosts = dead[some] & in_play(state, x[some])
    events.fire(state, games[some], seat[some], Event(hosts, event(On.DEFEATED), watch=watch))
    some = true_at(dead)
    _bury(state, games[some], seat[some], dead[some])
    back = state.back.take(rows)
    go(state, rows, back)
    events.settle(state, rows[back == Do.DRAIN])


def _defeated_tags(state: State, x: Index, dead: U64) -> U64:
    """Return [2 n] the events that FIRST looks for: Units of some tag are defeated, of either player."""
    happened = np.zeros(len(x) // 2, np.uint64)
    if state.tables.defeated.any():
        at, slot = each(dead & get(state.field, x))
        np.bitwise_or.at(happened, at % len(happened), state.tables.defeated.take(card_of(state, x[at], slot)))
    return np.tile(happened, 2)


def _bury(state: State, rows: Index, seat: Index, dead: U64) -> None:
    """7.4 and 4.5: Units and Gear to the trash, Legends out of the game."""
    x = of(state, seat, rows)
    gear = dead & get(state.gear, x)
    undress(state, seat, rows, gear)
    cards = dead & ~gear
    loose = leave_play(state, seat, rows, cards)
    legends = legends_only(cards)
    add(state.out, x, legends)
    add(state.trash, x, (cards & ~legends) | gear | loose)
    put(state.fall, x, NONE)
    put(state.used, x, NONE)
