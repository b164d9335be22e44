"""Sentences that are carried out without a choice (README.md, 9.2)."""

from typing import Any, Final

import numpy as np

from sim.arrays import U64, Bool, Index
from sim.cardtext.sets import add, bit, drop, get, has, put, size, true_at, where
from sim.rulesets.cyberpunk import conditions, deck, events, play
from sim.rulesets.cyberpunk.board import (
    face_down,
    gear_count,
    go,
    kinds,
    leave_play,
    legends_only,
    of,
    row_of,
    shown,
    spot,
    step_on,
    wide,
)
from sim.rulesets.cyberpunk.choices import make_ready, throw, to_hand
from sim.rulesets.cyberpunk.ops import If
from sim.rulesets.cyberpunk.program import (
    ADRENALINE,
    CARD,
    DIE,
    HARMLESS,
    HELD,
    IT,
    MUST,
    OPPONENT,
    OTHERS,
    OWN_CARD,
    PER_GEAR,
    PER_PAIR,
    SAFE,
    STRIKE,
    TWO_DICE,
    Do,
)
from sim.rulesets.cyberpunk.state import A_DIE, DICE, MOST_BONUS, State


def test(state: State, rows: Index) -> None:
    """9.2: a sentence is carried out if its condition holds and there is what it speaks of; else it is passed over."""
    while len(rows):
        _test(state, rows)
        rows = rows[state.code.take(rows) == Do.IF]


def _test(state: State, rows: Index) -> None:
    program = state.tables.program
    found = _there(state, rows)
    at = (found & (row_of(state, program.when, rows) != If.ALWAYS)).nonzero()[0]
    found[at] = conditions.holds(state, rows[at], conditions.in_progress(state, rows[at]))
    state.code[rows[found]] = row_of(state, program.do, rows[found])
    leads = row_of(state, program.leads, rows) != 0
    go(state, rows[~found & leads], Do.DONE)
    past = rows[~found & ~leads]
    go(state, past, row_of(state, program.past, past))


def _there(state: State, rows: Index) -> Bool:
    """Return [n] whether there is the `it` that a sentence speaks of: a card, an own one, a die, two dice."""
    needs = row_of(state, state.tables.program.needs, rows)
    it = state.it.take(rows)
    die, card = it >= A_DIE, (it >= 0) & (it < A_DIE)
    own, both = it >> 6 == state.me.take(rows), die & (state.other.take(rows) >= A_DIE)
    found: Bool = (needs == 0) | (needs == CARD) & card | (needs == OWN_CARD) & own
    return found | (needs == DIE) & die | (needs == TWO_DICE) & both


def subject(state: State, rows: Index) -> tuple[Index, Index]:
    """Return (seat [n], slot [n]) of `it` or `this`, whichever the step is about."""
    about = row_of(state, state.tables.program.about, rows) == IT
    it = wide(state.it, rows)
    seat = np.where(about, it >> 6, wide(state.me, rows))
    return seat, np.where(about, it & 63, wide(state.this, rows))


def number(state: State, rows: Index) -> Any:
    """Return [n] the number in the phrase."""
    return row_of(state, state.tables.program.n, rows)


# --- cards of the deck and the hand ---


def draw(state: State, rows: Index) -> None:
    """`draw n`, `draw n for each pair among your Gigs`."""
    seat, count = wide(state.me, rows), number(state, rows).astype(np.intp)
    per_pair = true_at(row_of(state, state.tables.program.about, rows) == PER_PAIR)
    if len(per_pair):
        faces = shown(state, of(state, seat, rows)[per_pair], rows[per_pair])
        count[per_pair] *= conditions.pairs(faces)
    step_on(state, rows)
    deck.draw(state, rows, seat, count)


def discard_hands(state: State, rows: Index) -> None:
    """`each player discards the hand`: at once."""
    for seat in (0, 1):
        x = of(state, np.full(len(rows), seat), rows)
        throw(state, rows, x, get(state.hand, x))
    step_on(state, rows)


def look(state: State, rows: Index) -> None:
    """`look at the top n`: they stay where they are."""
    x = of(state, wide(state.me, rows), rows)
    count = np.minimum(number(state, rows), get(state.size, x))
    state.looked[rows] = count
    put(state.high, x, np.maximum(get(state.high, x), count))
    step_on(state, rows)


def bottom_rest(state: State, rows: Index) -> None:
    """`put the rest on the bottom`."""
    deck.top_under(state, rows, wide(state.me, rows), wide(state.looked, rows))
    state.looked[rows] = 0
    step_on(state, rows)


# --- Legends ---


def know_all(state: State, rows: Index) -> None:
    """`look at your face-down Legends`."""
    x = of(state, wide(state.me, rows), rows)
    add(state.known, x, face_down(state, x))
    step_on(state, rows)


def know_it(state: State, rows: Index) -> None:
    """`look at it`: a face-down Legend."""
    x = of(state, wide(state.me, rows), rows)
    add(state.known, x, bit(wide(state.it, rows) & 63) & face_down(state, x))
    step_on(state, rows)


# --- Units ---


def spend(state: State, rows: Index) -> None:
    """`spend it`, `spend this`: no event if it is spent already (2.6)."""
    seat, slot = subject(state, rows)
    x = of(state, seat, rows)
    able = has((get(state.field, x) | get(state.legends, x)) & ~get(state.spent, x), slot)
    step_on(state, rows)
    at = true_at(able)
    if len(at):
        events.spend(state, rows[at], seat[at], slot[at])


def ready_this(state: State, rows: Index) -> None:
    """`ready this`."""
    x = of(state, wide(state.me, rows), rows)
    make_ready(state, x, bit(wide(state.this, rows)))
    step_on(state, rows)


def ready_eddies(state: State, rows: Index) -> None:
    """`ready n Eddies`: as many as there are."""
    x = of(state, wide(state.me, rows), rows)
    most = np.bitwise_count(get(state.eddies, x))
    put(state.ready, x, np.minimum(get(state.ready, x) + number(state, rows), most))
    step_on(state, rows)


def return_this(state: State, rows: Index) -> None:
    """`return this to hand`: with its Gear; a Legend is out of the game (4.5)."""
    seat, slot = wide(state.me, rows), wide(state.this, rows)
    x = of(state, seat, rows)
    cards = bit(slot) & get(state.field, x)
    step_on(state, rows)
    loose = leave_play(state, seat, rows, cards)
    legends = legends_only(cards)
    add(state.out, x, legends)
    to_hand(state, x, (cards & ~legends) | loose)


def take_it(state: State, rows: Index) -> None:
    """`take it`: from the trash."""
    x = of(state, wide(state.me, rows), rows)
    card = bit(wide(state.it, rows) & 63) & get(state.trash, x)
    drop(state.trash, x, card)
    to_hand(state, x, card)
    step_on(state, rows)


def put_into_play(state: State, rows: Index) -> None:
    """`put it into play` (5.4)."""
    step_on(state, rows)
    rows, seat, slot = held(state, rows, state.tables.unit)
    take_away(state, of(state, seat, rows), slot)
    play.enter(state, rows, seat, slot)


def held(state: State, rows: Index, cards: U64) -> tuple[Index, Index, Index]:
    """Return (rows, seat, slot) where `it` lies in its controller's hand or trash and is one of `cards` [K]."""
    seat, slot = wide(state.me, rows), wide(state.it, rows) & 63
    x = of(state, seat, rows)
    there = has((get(state.hand, x) | get(state.trash, x)) & cards.take(kinds(state, x)), slot)
    return rows[there], seat[there], slot[there]


def take_away(state: State, x: Index, slot: Index) -> None:
    """Take a card out of hand or trash."""
    from_hand = has(get(state.hand, x), slot)
    play.leave_hand(state, x[from_hand], slot[from_hand])
    drop(state.trash, x, bit(slot))


def play_it(state: State, rows: Index) -> None:
    """5.5: a Program leaves its area at once, and its text becomes pending."""
    step_on(state, rows)
    rows, seat, slot = held(state, rows, state.tables.programs)
    take_away(state, of(state, seat, rows), slot)
    address = play.effect_of(state, rows, seat, slot)
    events.push(state, rows, seat, events.entry(address, slot, slot, events.PLAYED))


def power(state: State, rows: Index) -> None:
    """Carry out `it gets +n power this turn`, `this gets …`, `… for each Gear on it`."""
    seat, slot = subject(state, rows)
    x = of(state, seat, rows)
    there = true_at(has(get(state.field, x), slot))
    games, seat, slot = rows[there], seat[there], slot[there]
    more = number(state, games).astype(np.int16)
    per_gear = true_at(row_of(state, state.tables.program.limit, games) == PER_GEAR)
    if len(per_gear):
        more[per_gear] *= gear_count(state, seat[per_gear], games[per_gear], slot[per_gear]).astype(np.int16)
    index = spot(state, seat, slot, games)
    before = get(state.bonus, index)
    bonus = np.clip(before + more, -MOST_BONUS, MOST_BONUS).astype(np.int8)
    put(state.power, index, get(state.power, index) + (bonus - before))
    put(state.bonus, index, bonus)
    add(state.marked, x[there], bit(slot))
    step_on(state, rows)


_MARKS: Final = {
    ADRENALINE: "adrenaline",
    STRIKE: "strike",
    SAFE: "safe",
    HARMLESS: "harmless",
    HELD: "held",
    MUST: "must",
}


_OTHERWISE: Final = {HELD: "bound", MUST: "told"}  # by its own controller's text; in its controller's turn


def mark(state: State, rows: Index) -> None:
    """Mark a Unit: `it has ADRENALINE this turn` and the like."""
    which, it = row_of(state, state.tables.program.about, rows), wide(state.it, rows)
    x = of(state, it >> 6, rows)
    card = bit(it & 63) & get(state.field, x)
    for number_, name in _MARKS.items():
        at = true_at(which == number_)
        if len(at):
            games, seat = rows[at], it[at] >> 6
            own = (seat == state.me.take(games)) if number_ == HELD else (seat == state.turn.take(games))
            other = own & (number_ in _OTHERWISE)
            add(getattr(state, name), x[at], where(~other, card[at]))
            add(getattr(state, _OTHERWISE.get(number_, name)), x[at], where(other, card[at]))
    step_on(state, rows)


def steal_fewer(state: State, rows: Index) -> None:
    """Carry out `it steals n fewer this turn`."""
    it = wide(state.it, rows)
    x, slot = of(state, it >> 6, rows), it & 63
    there = true_at(has(get(state.field, x), slot))
    index = spot(state, it[there] >> 6, slot[there], rows[there])
    put(state.fewer, index, np.minimum(get(state.fewer, index) + number(state, rows[there]), DICE))
    add(state.marked, x[there], bit(slot[there]))
    step_on(state, rows)


def guard(state: State, rows: Index) -> None:
    """`rival Units cannot take your Gigs above their power until your next turn`, `rival Legends … below`."""
    x = of(state, wide(state.me, rows), rows)
    add(state.guard, x, np.int8(1) << row_of(state, state.tables.program.about, rows))
    step_on(state, rows)


def later(state: State, rows: Index) -> None:
    """`at the end of this turn: …`."""
    events.postpone(state, rows)
    step_on(state, rows)


def jump(state: State, rows: Index) -> None:
    """Go past the other options of `pick one`."""
    go(state, rows, number(state, rows))


# --- defeat ---


def defeat(state: State, rows: Index) -> None:
    """`defeat it`, `defeat its opponent`, `defeat all other Units` (7.4)."""
    seat, about = wide(state.me, rows), row_of(state, state.tables.program.about, rows)
    it, this = wide(state.it, rows), wide(state.this, rows)
    state.back[rows] = state.pc.take(rows) + 1
    go(state, rows, Do.DOOM)
    at = true_at(about == IT)
    _doom(state, rows[at], it[at] >> 6, bit(it[at] & 63))
    at = true_at(about == OPPONENT)
    _doom(state, rows[at], 1 - seat[at], _opponent(state, rows[at], seat[at], this[at]))
    at = true_at(about == OTHERS)
    _doom(state, rows[at], seat[at], ~bit(this[at]))
    _doom(state, rows[at], 1 - seat[at], ~bit(this[at]) | bit(this[at]))


def _doom(state: State, rows: Index, seat: Index, cards: U64) -> None:
    """Units and Gear among `cards` would be defeated; Gear simply falls."""
    x = of(state, seat, rows)
    add(state.doom, x, cards & get(state.field, x))
    one: Bool = size(cards) == 1
    add(state.fall, x, where(one, cards & get(state.gear, x)))


def _opponent(state: State, rows: Index, seat: Index, this: Index) -> U64:
    """Return [n] the other Unit of the fight."""
    attacks = state.turn.take(rows) == seat
    other = np.where(attacks, state.target.take(rows), state.attacker.take(rows))
    mine = np.where(attacks, state.attacker.take(rows), state.target.take(rows))
    return where((mine == this) & (other >= 0) & (other < 64), bit(other & 63))
