"""Selling, Calling, playing cards and using abilities (README.md, 3.3, 4 and 5)."""

from typing import Any

import numpy as np

from sim.arrays import I8, U64, Bool, Index
from sim.cardtext.sets import NONE, add, bit, drop, each, gathered, get, has, put, size, true_at, where
from sim.rulesets.cyberpunk import deck, events, money, targets
from sim.rulesets.cyberpunk.board import (
    ask,
    card_of,
    face_down,
    fact,
    go,
    hosts,
    in_play,
    kinds,
    of,
    payers,
    price_of,
    spot,
    surcharge,
    wide,
)
from sim.rulesets.cyberpunk.cards import MOST_LINES
from sim.rulesets.cyberpunk.events import Event
from sim.rulesets.cyberpunk.ops import If, On
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.state import LEGENDS, MODE, TO_BOTTOM, TO_TRASH, State
from sim.rulesets.cyberpunk.tables import DEAR, ORDERS, event

# --- what can be played ---


def affordable(state: State, seat: Index, rows: Index, cards: U64, have: Index) -> U64:
    """Return [n] those of `cards` whose price is `have` [n] or less (3.5), without surcharges."""
    x, tables = of(state, seat, rows), state.tables
    kind = kinds(state, x)
    found = cards & tables.affordable.take(kind * DEAR + np.minimum(have, DEAR - 1))
    cheap = cards & tables.cheaper.take(kind) & ~found
    at, slot = each(cheap)
    if len(at):
        fits = price_of(state, seat[at], rows[at], slot) <= have[at]
        found |= gathered(at[fits], slot[fits], len(rows))
    return found


def solo_able(state: State, seat: Index, rows: Index, have: Index) -> U64:
    """4.2: return [n] the Legends that can GO SOLO for `have` [n] or less."""
    x = of(state, seat, rows)
    legends = get(state.legends, x) & get(state.up, x) & state.tables.solo.take(kinds(state, x))
    left = have - surcharge(state, seat, rows)
    return affordable(state, seat, rows, where(left >= 0, legends), np.maximum(left, 0))


def usable(state: State, seat: Index, rows: Index, cards: U64, have: Index, *, quick: bool) -> U64:
    """5.6: return [n] which of `cards` have an ability that can be used now; `quick`: in a reaction step."""
    x = of(state, seat, rows)
    ready = in_play(state, x) & ~get(state.arrived, x) & ~get(state.spent, x)
    at, slot = each((ready | get(state.gear, x)) & cards)
    if not len(at):
        return np.zeros(len(rows), np.uint64)
    seat, rows, source = seat[at], rows[at], _spent_for(state, seat[at], rows[at], slot)
    left = have[at] - has(payers(state, x[at]), source)
    fits = _uses(state, rows, seat, slot, left, quick).any(axis=0) & has(ready[at], source)
    return gathered(at[fits], slot[fits], len(ready))


def _uses(state: State, rows: Index, seat: Index, slot: Index, left: Index, quick: Any) -> Bool:
    """Return [MOST_LINES, n] which lines of a card are abilities that can be used for `left` [n] €."""
    found = np.zeros((MOST_LINES, len(rows)), bool)
    for number in range(MOST_LINES):
        line = card_of(state, of(state, seat, rows), slot) * MOST_LINES + number
        fee = state.tables.fee.take(line)
        can = (fee >= 0) & (fee <= left) & (~np.asarray(quick) | (state.tables.quick_line.take(line) != 0))
        some = true_at(can)
        if len(some):
            this = _spent_for(state, seat[some], rows[some], slot[some])
            address = state.tables.start.take(line[some]).astype(np.intp)
            found[number, some] = _has_objects(state, rows[some], seat[some], this, address)
    return found


def _has_objects(state: State, rows: Index, seat: Index, this: Index, address: Index) -> Bool:
    """5.7: return [n] whether there is something to choose for each sentence at the beginning that chooses."""
    found, program = np.ones(len(rows), bool), state.tables.program
    at = np.arange(len(rows))
    while True:
        here = address[at]
        at = at[(program.do[here] == Do.CHOOSE) & (program.may[here] == 0) & (program.when[here] == If.ALWAYS)]
        if not len(at):
            return found
        options = targets.options(state, rows[at], targets.at(state, seat[at], this[at], address[at]))
        found[at] &= (options.own | options.rival | options.dice) != NONE
        address[at] += 1


def _spent_for(state: State, seat: Index, rows: Index, slot: Index) -> Index:
    """5.6: return [n] what is spent for an ability: the card, or the host of a Gear."""
    host = get(state.host, spot(state, seat, slot, rows)).astype(np.intp)
    return np.where(host >= 0, host, slot)


# --- choices ---


def sell(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """3.3: a card of the hand becomes a ready Eddie."""
    x = of(state, seat, rows)
    leave_hand(state, x, slot)
    add(state.eddies, x, bit(slot))
    put(state.ready, x, get(state.ready, x) + 1)
    state.sold[rows] = 1
    go(state, rows, Do.MAIN)


def leave_hand(state: State, x: Index, slot: Index) -> None:
    """Take a card out of the hand. If all know of a copy in it, they take this one for it."""
    card = bit(slot)
    drop(state.hand, x, card)
    known = get(state.shown, x)
    copies = known & fact(state, state.tables.copies, x, slot)
    drop(state.shown, x, np.where(known & card != NONE, card, copies & -copies))


def card_from_hand(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """5.2: a card was chosen to be played; the host of a Gear is asked for first."""
    x, tables = of(state, seat, rows), state.tables
    kind = kinds(state, x)
    state.card[rows], state.barred[rows] = slot, -1
    gear, program = has(tables.gear.take(kind), slot), has(tables.programs.take(kind), slot)
    some = true_at(gear)
    state.buyer[rows[some]] = seat[some]
    go(state, rows[some], Do.HOST)
    rest = true_at(~gear)
    if len(rest):
        price = price_of(state, seat[rest], rows[rest], slot[rest])
        way = np.where(program[rest], Do.PROGRAM, Do.ARRIVE)
        state.spot[rows[rest]] = 0
        money.charge(state, rows[rest], seat[rest], price, way)


def host(state: State, rows: Index) -> None:
    """5.2: ask who is to wear the Gear."""
    seat = wide(state.buyer, rows)
    ask(state, rows, seat, own=hosts(state, of(state, seat, rows)))


def host_chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """5.2: the host was chosen; pay."""
    seat = wide(state.buyer, rows)
    state.spot[rows] = number
    money.charge(state, rows, seat, price_of(state, seat, rows, wide(state.card, rows)), Do.EQUIP)


NORMALLY, SOLO = 0, 1  # how a Legend comes to the field: State.spot


def play_legend(state: State, rows: Index, seat: Index, slot: Index, how: int) -> None:
    """4.2 and 4.3: a face-up Legend goes to the field."""
    state.card[rows], state.barred[rows], state.spot[rows] = slot, -1, how
    price = price_of(state, seat, rows, slot)
    if how == SOLO:
        price = price + surcharge(state, seat, rows)
    money.charge(state, rows, seat, price, Do.ARRIVE)


def call(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """4.1: a face-down Legend was chosen to be Called; pay 1."""
    state.card[rows], state.barred[rows] = slot, -1
    money.charge(state, rows, seat, np.ones(len(rows), np.intp), Do.CALLED)


def use(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """5.6: a card with an ability was chosen; if several can be used, ask which."""
    state.card[rows], state.buyer[rows] = slot, seat
    go(state, rows, Do.ABILITY)


def ability(state: State, rows: Index) -> None:
    """11: ask which of a card's abilities is used, if several can be."""
    seat, slot = wide(state.buyer, rows), wide(state.card, rows)
    x = of(state, seat, rows)
    quick = state.attacker.take(rows) >= 0
    source = _spent_for(state, seat, rows, slot)
    have = get(state.ready, x).astype(np.intp) + size(payers(state, x) & ~bit(source))
    fits = _uses(state, rows, seat, slot, have, quick)
    several = true_at(fits.sum(axis=0) > 1)
    if len(several):
        words = (fits[:, several] << np.arange(MODE, MODE + MOST_LINES)[:, None]).sum(axis=0).astype(np.uint64)
        ask(state, rows[several], seat[several], rest=words)
    one = true_at(fits.sum(axis=0) == 1)
    if len(one):
        ability_chosen(state, rows[one], one, fits[:, one].argmax(axis=0) + MODE)


def ability_chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """5.6: spend the source, then pay the price with others."""
    seat, slot = wide(state.buyer, rows), wide(state.card, rows)
    source, line = _spent_for(state, seat, rows, slot), number - MODE
    state.spot[rows], state.barred[rows] = line, source
    fee = state.tables.fee[card_of(state, of(state, seat, rows), slot) * MOST_LINES + line]
    money.charge(state, rows, seat, fee, Do.USED)
    events.spend(state, rows, seat, source)


# --- what was paid for ---


def arrive(state: State, rows: Index) -> None:
    """5.1, 4.2 and 4.3: a Unit from the hand or a Legend comes to the field."""
    seat, slot = wide(state.buyer, rows), wide(state.card, rows)
    x, legend = of(state, seat, rows), slot < LEGENDS
    some = true_at(~legend)
    leave_hand(state, x[some], slot[some])
    solo = true_at(legend & (state.spot.take(rows) == SOLO))
    add(state.solo, x[solo], bit(slot[solo]))
    drop(state.spent, x[solo], bit(slot[solo]))
    enter(state, rows, seat, slot)
    events.settle(state, rows)


def enter(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """5.4: a Unit or Legend comes to the field; it is played."""
    x, card = of(state, seat, rows), bit(slot)
    drop(state.legends, x, card)
    add(state.field, x, card)
    add(state.arrived, x, card)
    unit = slot >= LEGENDS  # a Legend has its power since it was turned face up
    put(state.power, spot(state, seat[unit], slot[unit], rows[unit]), _printed(state, x[unit], slot[unit]))
    played(state, rows, seat, slot)


def _printed(state: State, x: Index, slot: Index) -> I8:
    return fact(state, state.tables.printed, x, slot)


def played(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """5.4: what the playing of a Unit, Legend or Gear makes pending."""
    x, card = of(state, seat, rows), bit(slot)
    for name in ("seen", "played"):
        add(getattr(state, name), x, slots_of(state, x, slot).astype(state.seen.dtype))
    watch = events.fresh(state, x, state.tables.played.take(card_of(state, x, slot)))
    events.fire(state, rows, seat, Event(card, event(On.PLAY), watch=watch, alone=True))


def slots_of(state: State, x: Index, slot: Index) -> U64:
    """Return [n] a card as a set of deck slots: a Legend's is not its position."""
    order = _DECK_SLOT[get(state.kind, x) % len(_DECK_SLOT), np.minimum(slot, 2)]
    return bit(np.where(slot < LEGENDS, order, slot))


def equip(state: State, rows: Index) -> None:
    """5.1: a Gear comes onto its host."""
    seat, slot, wearer = wide(state.buyer, rows), wide(state.card, rows), wide(state.spot, rows)
    x = of(state, seat, rows)
    leave_hand(state, x, slot)
    wear(state, rows, seat, slot, wearer)
    played(state, rows, seat, slot)
    events.settle(state, rows)


def wear(state: State, rows: Index, seat: Index, slot: Index, wearer: Index) -> None:
    """Put Gear on its host."""
    x = of(state, seat, rows)
    add(state.gear, x, bit(slot))
    add(state.equipped, x, bit(wearer))
    put(state.host, spot(state, seat, slot, rows), wearer)
    index = spot(state, seat, wearer, rows)
    put(state.power, index, get(state.power, index) + _printed(state, x, slot))


def program(state: State, rows: Index) -> None:
    """5.1: a Program leaves the hand, and its text is resolved at once."""
    seat, slot = wide(state.buyer, rows), wide(state.card, rows)
    leave_hand(state, of(state, seat, rows), slot)
    address = effect_of(state, rows, seat, slot)
    events.start(state, rows, seat, address, slot, slot)
    state.goes[rows] = TO_TRASH
    add(state.played, of(state, seat, rows), bit(slot).astype(state.played.dtype))


def effect_of(state: State, rows: Index, seat: Index, slot: Index) -> Index:
    """Return [n] the address of a Program's text; that of its end if it has none."""
    line = card_of(state, of(state, seat, rows), slot)[:, None] * MOST_LINES + np.arange(MOST_LINES)
    effect = (state.tables.events[line] & np.uint64(event(On.EFFECT))) != NONE
    start = state.tables.start[line[np.arange(len(rows)), effect.argmax(axis=1)]].astype(np.intp)
    return np.where(effect.any(axis=1), start, Do.DONE)


def done(state: State, rows: Index) -> None:
    """5.1 and 5.5: a text is through; a Program goes to the trash, or where the effect says."""
    goes = state.goes.take(rows)
    some = true_at(goes)
    if len(some):
        games = rows[some]
        seat, slot = wide(state.me, games), wide(state.source, games)
        x = of(state, seat, games)
        state.goes[games] = 0
        under = goes[some] == TO_BOTTOM
        add(state.trash, x[~under], bit(slot[~under]))
        if under.any():
            deck.put_under(state, games[under], seat[under], slot[under])
    events.settle(state, rows)


def called(state: State, rows: Index) -> None:
    """4.1: the Legend that was paid for is turned face up."""
    turn_up(state, rows, wide(state.buyer, rows), wide(state.card, rows))
    events.settle(state, rows)


def turn_up(state: State, rows: Index, seat: Index, slot: Index) -> None:
    """4.1: a Legend is Called."""
    x, card = of(state, seat, rows), bit(slot)
    add(state.up, x, card)
    drop(state.known, x, card)
    put(state.power, spot(state, seat, slot, rows), _printed(state, x, slot))
    put(state.called, x, 1)
    for name in ("seen", "played"):
        add(getattr(state, name), x, slots_of(state, x, slot).astype(state.seen.dtype))
    events.fire(state, rows, seat, Event(card, event(On.CALL)))


def used(state: State, rows: Index) -> None:
    """5.6: the text of an ability is resolved at once."""
    seat, slot = wide(state.buyer, rows), wide(state.card, rows)
    line = card_of(state, of(state, seat, rows), slot) * MOST_LINES + wide(state.spot, rows)
    events.start(state, rows, seat, state.tables.start[line].astype(np.intp), slot, wide(state.barred, rows))


def callable_now(state: State, x: Index, have: Index) -> U64:
    """4.1: return [n] the Legends that can be Called."""
    allowed: Bool = (get(state.called, x) == 0) & (have >= 1)
    return where(allowed, face_down(state, x))


def normal_able(state: State, seat: Index, rows: Index, have: Index) -> U64:
    """4.3: return [n] the face-up Legends of the Legends area that can be played like a Unit."""
    x = of(state, seat, rows)
    return affordable(state, seat, rows, get(state.legends, x) & get(state.up, x), have)


_DECK_SLOT = np.array(ORDERS)
