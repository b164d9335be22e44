"""What lies where: the small questions and moves that all phases of play share.

`seat` and `slot` are [n] intp, `x` the flat index [n] of a seat's fields (sim/cardtext/sets.py); sets are [n] uint64.
"""

from typing import Any, Final

import numpy as np

from sim.arrays import I8, I16, U64, Bool, Index, Integer, readonly
from sim.cardtext.sets import EVERY, NONE, bit, drop, each, gathered, get, has, put, size, true_at
from sim.ruleset import finish
from sim.rulesets.cyberpunk.ops import Rule
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.state import DICE, LEGENDS, OWN, REST, RIVAL, SECOND, USE, State

FIELD_MARKS = (
    "spent",
    "arrived",
    "solo",
    "stole",
    "adrenaline",
    "strike",
    "safe",
    "harmless",
    "held",
    "bound",
    "must",
    "told",
    "marked",
)


def wide(field: Any, rows: Index) -> Index:
    """Return [n] numbers of a field [B] as indices."""
    return field.take(rows).astype(np.intp)


def of(state: State, seat: Index, rows: Index) -> Index:
    """Return [n] the flat index of a seat's fields."""
    return seat * len(state) + rows


def spot(state: State, seat: Index, slot: Index, rows: Index) -> Index:
    """Return [n] the flat index of a card in a plane."""
    return (seat * state.tables.width + slot) * len(state) + rows


def go(state: State, rows: Index, address: Any) -> None:
    """Let rows go on at an address: a number, or [n]."""
    state.pc[rows] = address
    state.code[rows] = state.tables.program.entry[address]


def end_game(state: State, rows: Index, result: Any, ending: int) -> None:
    """End games with `result` [n] for seat 0. In an operation it comes after what lets rows go on."""
    finish(state, rows, result, ending)
    state.code[rows] = Do.WAITS


def step_on(state: State, rows: Index) -> None:
    """Let rows go on with the next step of their text."""
    go(state, rows, state.pc.take(rows) + 1)


def row_of(state: State, column: Any, rows: Index) -> Any:
    """Return [n] what a column of the program says of the steps at which rows stand."""
    return column.take(state.pc.take(rows))


def ask(state: State, rows: Index, seat: Any, **words: Any) -> None:
    """Let rows wait for `seat` to choose; words by name, what is not named is empty."""
    state.seat[rows] = seat
    for name, word in (("own", OWN), ("rival", RIVAL), ("second", SECOND), ("use", USE), ("rest", REST)):
        state.legal[word][rows] = words.get(name, NONE)
    state.code[rows] = Do.WAITS


def kinds(state: State, x: Index) -> Index:
    """Return [n] the kind of a seat's deck."""
    return get(state.kind, x).astype(np.intp)


def fact(state: State, facts: Any, x: Index, slot: Integer) -> Any:
    """Return [n] a fact of the card in `slot`."""
    return facts.take(kinds(state, x) * 64 + slot)


def card_of(state: State, x: Index, slot: Integer) -> Index:
    """Return [n] the card in `slot` of a seat's deck, by its place in the card set."""
    return fact(state, state.tables.place, x, slot).astype(np.intp)


def in_play(state: State, x: Index) -> U64:
    """Return [n] whose lines work: what is on the field, and face-up Legends."""
    return get(state.field, x) | (get(state.legends, x) & get(state.up, x))


def working(state: State, x: Index) -> U64:
    """Return [n] all cards whose lines work, Gear on them included."""
    return in_play(state, x) | get(state.gear, x)


def hosts(state: State, x: Index) -> U64:
    """Return [n] who may wear Gear."""
    return in_play(state, x)


def worn(state: State, seat: Index, rows: Index, wearers: U64, among: U64 | np.uint64 = EVERY) -> U64:
    """Return [n] the Gear of `among` that one of `wearers` wears."""
    x = of(state, seat, rows)
    candidates = (
        get(state.gear, x) & among & -(wearers & get(state.equipped, x) != NONE).view(np.uint8).astype(np.uint64)
    )
    at, gear = each(candidates)
    if not len(at):
        return candidates
    host = get(state.host, spot(state, seat[at], gear, rows[at]))
    on = has(wearers[at], host)
    return gathered(at[on], gear[on], len(rows))


def wearers(state: State, seat: Index, rows: Index, gear: U64) -> U64:
    """Return [n] the hosts of `gear`, which must be on hosts."""
    at, slot = each(gear)
    if not len(at):
        return np.zeros(len(rows), np.uint64)
    return gathered(at, get(state.host, spot(state, seat[at], slot, rows[at])), len(rows))


def with_keyword(state: State, seat: Index, rows: Index, keyword: U64) -> U64:
    """Return [n] who on the field has a keyword, by itself or from Gear; `keyword` [K] are the cards that print it."""
    x = of(state, seat, rows)
    printed = keyword.take(kinds(state, x))
    field = get(state.field, x)
    return field & (printed | wearers(state, seat, rows, get(state.gear, x) & printed))


def gear_count(state: State, seat: Index, rows: Index, slot: Index) -> Index:
    """Return [n] how much Gear the card in `slot` wears."""
    return size(worn(state, seat, rows, bit(slot)))


def ruled(state: State, rule: Rule, x: Index) -> U64:
    """Return [n] the cards of a seat's deck that bear a static rule, wherever they are."""
    return state.tables.rules[rule].take(kinds(state, x))


def borne(state: State, rule: Rule, seat: Index, rows: Index) -> U64:
    """Return [n] the cards that bear a static rule, by themselves or from their Gear (5.8)."""
    x = of(state, seat, rows)
    found = ruled(state, rule, x)
    return found | wearers(state, seat, rows, get(state.gear, x) & found) if state.tables.on_gear[rule] else found


def face_down(state: State, x: Index) -> U64:
    """Return [n] the face-down Legends of the Legends area."""
    return get(state.legends, x) & ~get(state.up, x)


# --- power ---


def power(state: State, seat: Index, rows: Index, slot: Index) -> I16:
    """Return [n] the power of the moment (2.2) of the card in `slot`; it may be negative."""
    found = get(state.power, spot(state, seat, slot, rows)).astype(np.int16)
    _add_for_gear(state, seat, rows, slot, found)
    attacking = ((state.attacker.take(rows) == slot) & (state.turn.take(rows) == seat)).nonzero()[0]
    if len(attacking):
        found[attacking] += _lent(state, seat[attacking], rows[attacking], slot[attacking])
    return found


def _add_for_gear(state: State, seat: Index, rows: Index, slot: Index, found: I16) -> None:
    """9.3: more power in one's turn for each Gear."""
    borne_by = borne(state, Rule.POWER_PER_GEAR, seat, rows)
    some = (has(borne_by, slot) & (state.turn.take(rows) == seat)).nonzero()[0]
    if not len(some):
        return
    seat, rows, slot = seat[some], rows[some], slot[some]
    x, gear = of(state, seat, rows), worn(state, seat, rows, bit(slot))
    at, bearer = each((gear | bit(slot)) & ruled(state, Rule.POWER_PER_GEAR, x))
    each_gives = np.zeros(len(rows), np.int16)
    np.add.at(each_gives, at, state.tables.figure[Rule.POWER_PER_GEAR].take(card_of(state, x[at], bearer)))
    found[some] += each_gives * size(gear).astype(np.int16)


def _lent(state: State, seat: Index, rows: Index, slot: Index) -> I16:
    """Return [n] what others, and texts that count all, give to an attacker."""
    x, tables = of(state, seat, rows), state.tables
    lenders = (ruled(state, Rule.ATTACKERS_TAG, x) | ruled(state, Rule.OTHER_ATTACKERS, x)) & working(state, x)
    total = np.zeros(len(rows), np.int16)
    at, lender = each(lenders)
    if len(at):
        card, host = card_of(state, x[at], lender), get(state.host, spot(state, seat[at], lender, rows[at]))
        fits = has(tables.chosen[tables.tag.take(card), kinds(state, x[at])], slot[at])
        given = tables.figure[Rule.ATTACKERS_TAG].take(card) * fits
        other = np.where(host >= 0, host, lender) != slot[at]
        given += tables.figure[Rule.OTHER_ATTACKERS].take(card) * other
        np.add.at(total, at, given)
    return total


def at_most(state: State, seat: Index, rows: Index, units: U64, limit: Integer) -> U64:
    """Return [n] those of `units` whose power is `limit` [n] or less; below 0 counts as 0."""
    at, slot = each(units)
    if not len(at):
        return units
    weak = np.maximum(power(state, seat[at], rows[at], slot), 0) <= limit[at]
    return gathered(at[weak], slot[weak], len(rows))


# --- money ---


def payers(state: State, x: Index) -> U64:
    """Return [n] the Legends that can pay (3.4)."""
    ready = get(state.legends, x) & ~get(state.spent, x)
    return ready & (~get(state.up, x) | state.tables.sell.take(kinds(state, x)))


def money(state: State, x: Index) -> Index:
    """Return [n] how many € can be paid."""
    return get(state.ready, x).astype(np.intp) + size(payers(state, x))


def price_of(state: State, seat: Index, rows: Index, slot: Index) -> Index:
    """Return [n] the price of a card (3.5), without surcharges."""
    x, tables = of(state, seat, rows), state.tables
    cost = fact(state, tables.price, x, slot).astype(np.intp)
    cheap = true_at(has(tables.cheaper.take(kinds(state, x)), slot))
    if len(cheap):
        less = _reduction(state, seat[cheap], rows[cheap], slot[cheap])
        cost[cheap] = np.maximum(cost[cheap] - less, np.minimum(cost[cheap], 1))
    return cost


def _reduction(state: State, seat: Index, rows: Index, slot: Index) -> Index:
    x, y, tables = of(state, seat, rows), of(state, 1 - seat, rows), state.tables
    card = card_of(state, x, slot)
    less = tables.figure[Rule.CHEAPER_RIVAL_UNITS].take(card) * size(get(state.field, y))
    trashed = size(get(state.trash, x) & tables.unit.take(kinds(state, x)))
    less += tables.figure[Rule.CHEAPER_TRASHED_UNITS].take(card) * trashed
    less += tables.figure[Rule.CHEAPER_LEGENDS].take(card) * size(get(state.up, x) & ~get(state.out, x))
    least = tables.least[Rule.CHEAPER_GIGS].take(card)
    less += tables.figure[Rule.CHEAPER_GIGS].take(card) * showing(state, x, rows, least)
    return less


def surcharge(state: State, seat: Index, rows: Index) -> Index:
    """Return [n] how much more GO SOLO costs for what the rival has in play."""
    y = of(state, 1 - seat, rows)
    total = np.zeros(len(rows), np.intp)
    at, slot = each(working(state, y) & ruled(state, Rule.DEARER_SOLO, y))
    if len(at):
        np.add.at(total, at, state.tables.figure[Rule.DEARER_SOLO].take(card_of(state, y[at], slot)))
    return total


# --- Gigs ---


def face_of(faces: U64, die: Integer) -> I16:
    """Return [n] the face that a die [n] shows."""
    return ((faces >> (die.astype(np.uint64) * np.uint64(5))) & np.uint64(31)).astype(np.int16)


def with_face(faces: U64, die: Integer, face: Integer) -> U64:
    """Return [n] the faces with one die turned."""
    shift = die.astype(np.uint64) * np.uint64(5)
    kept: U64 = faces & ~(np.uint64(31) << shift)
    turned: U64 = face.astype(np.uint64) << shift
    return kept | turned


def _fields() -> U64:
    """Return [4096] by set of dice the bits of their faces."""
    dice = np.arange(1 << DICE)[:, None] >> np.arange(DICE) & 1
    return (dice.astype(np.uint64) * (np.uint64(31) << np.arange(0, 5 * DICE, 5, dtype=np.uint64))).sum(axis=1)


_FIELDS: Final = readonly(_fields())
_EVERY_OTHER: Final = np.uint64(sum(31 << 10 * i for i in range(DICE // 2)))
_SUM: Final = np.uint64(sum(1 << 10 * i for i in range(DICE // 2)))  # adds six numbers of ten bits up in the last one
_TEN: Final = np.uint64(1023)


def own_faces(state: State, x: Index, rows: Index) -> U64:
    """Return [n] the faces of a seat's Gigs, 0 for dice that are none of them."""
    return state.faces.take(rows) & _FIELDS.take(get(state.gigs, x))


def shown(state: State, x: Index, rows: Index) -> I8:
    """Return [12, n] the faces of a seat's Gigs by die, 0 for dice that are none of them."""
    faces = own_faces(state, x, rows)
    found = np.empty((DICE, len(rows)), np.int8)
    for die in range(DICE):
        found[die] = (faces >> np.uint64(5 * die)).astype(np.int8) & np.int8(31)
    return found


def cred(state: State, x: Index, rows: Index) -> I16:
    """Return [n] the Street Cred (2.4), -1 for null."""
    faces = own_faces(state, x, rows)
    pairs = (faces & _EVERY_OTHER) + ((faces >> np.uint64(5)) & _EVERY_OTHER)
    total = ((pairs * _SUM) >> np.uint64(10 * (DICE // 2 - 1))) & _TEN
    return total.astype(np.int16) - (faces == NONE)


def ahead(state: State, seat: Index, rows: Index) -> Bool:
    """Return [n] whether the seat is ahead."""
    return cred(state, of(state, seat, rows), rows) > cred(state, of(state, 1 - seat, rows), rows)


def showing(state: State, x: Index, rows: Index, least: Integer) -> Index:
    """Return [n] how many of a seat's Gigs show `least` [n] or more."""
    found = shown(state, x, rows)
    return ((found >= least) & (found > 0)).sum(axis=0)


# --- leaving ---


def undress(state: State, seat: Index, rows: Index, gear: U64) -> None:
    """Take Gear off its hosts; it is nowhere then."""
    x = of(state, seat, rows)
    at, slot = each(gear)
    if not len(at):
        return
    host = get(state.host, spot(state, seat[at], slot, rows[at])).astype(np.intp)
    lost = fact(state, state.tables.printed, x[at], slot)
    np.subtract.at(state.power.reshape(-1), spot(state, seat[at], host, rows[at]), lost)
    put(state.host, spot(state, seat[at], slot, rows[at]), -1)
    drop(state.gear, x, gear)
    some = true_at(gear)
    put(state.equipped, x[some], wearers(state, seat[some], rows[some], get(state.gear, x[some])))


def leave_play(state: State, seat: Index, rows: Index, cards: U64) -> U64:
    """Take cards off field and Legends area with their marks; return [n] their Gear. All of it is nowhere then."""
    x = of(state, seat, rows)
    loose = worn(state, seat, rows, cards)
    undress(state, seat, rows, loose)
    for name in ("field", "legends", "up", *FIELD_MARKS):
        drop(getattr(state, name), x, cards)
    at, slot = each(cards)
    if len(at):
        index = spot(state, seat[at], slot, rows[at])
        put(state.bonus, index, 0)
        put(state.fewer, index, 0)
    return loose


def legends_only(words: U64) -> U64:
    """Return [n] the Legends among cards."""
    return words & np.uint64((1 << LEGENDS) - 1)
