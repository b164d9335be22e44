"""Sentences that ask (README.md, 9.2): choose, pick, adjust, discard, take, Call, ready. Each is asked and answered."""

import numpy as np

from sim.arrays import U64, Index
from sim.cardtext.sets import NONE, add, bit, drop, gathered, get, has, size, true_at, where
from sim.rulesets.cyberpunk import deck, play, targets
from sim.rulesets.cyberpunk.board import ask, face_down, face_of, go, kinds, of, row_of, step_on, wide
from sim.rulesets.cyberpunk.gigs import SIDES, faces_between, from_die, measure, turn
from sim.rulesets.cyberpunk.ops import Limit
from sim.rulesets.cyberpunk.program import DOWN, EXACTLY, UP
from sim.rulesets.cyberpunk.state import A_DIE, FACE, MODE, PASS, REST, RIVAL, YES, State

_PASS, _YES = np.uint64(1 << PASS), np.uint64(1 << YES)
# --- choose ---


def choose(state: State, rows: Index) -> None:
    """9.2: ask for what is to be chosen; with nothing to choose there is no `it`."""
    asked = targets.at_step(state, rows)
    found = targets.options(state, rows, asked)
    none = (found.own | found.rival | found.dice) == NONE
    _nothing(state, rows[none])
    some = true_at(~none)
    if len(some):
        may = where(row_of(state, state.tables.program.may, rows[some]) != 0, _PASS)
        seat, rest = asked.seat[some], found.dice[some] | may
        ask(state, rows[some], seat, own=found.own[some], rival=found.rival[some], rest=rest)


def chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """9.2: `it` is chosen, or nothing is."""
    nothing = (word == REST) & (number == PASS)
    _nothing(state, rows[nothing])
    some = true_at(~nothing)
    games, seat = rows[some], wide(state.me, rows[some])
    by_die = word[some] == REST
    card = ((word[some] == RIVAL) ^ seat) * 64 + number[some]
    die = from_die(number[some], seat)
    state.other[games] = np.where(by_die, state.it.take(games), -1)
    state.was[games] = face_of(state.faces.take(games), np.where(by_die, die, 0))
    state.it[games] = np.where(by_die, A_DIE + die, card)
    _took_up(state, games, 1)
    step_on(state, games)


def _nothing(state: State, rows: Index) -> None:
    state.other[rows] = state.it.take(rows)
    state.it[rows] = -1
    _took_up(state, rows, 0)
    step_on(state, rows)


def _took_up(state: State, rows: Index, answer: int) -> None:
    """Remember what became of a `you may`."""
    may = row_of(state, state.tables.program.may, rows) != 0
    state.did[rows[may]] = answer


# --- pick one ---


def pick(state: State, rows: Index) -> None:
    """9.2: ask which of the options."""
    count = row_of(state, state.tables.program.n, rows).astype(np.uint64)
    words = ((np.uint64(1) << count) - np.uint64(1)) << np.uint64(MODE)
    ask(state, rows, wide(state.me, rows), rest=words)


def picked(state: State, rows: Index, word: Index, number: Index) -> None:
    """9.2: go to the option."""
    go(state, rows, state.tables.program.ways[state.pc.take(rows), number - MODE])


# --- dice ---


def turn_die(state: State, rows: Index) -> None:
    """8.1: ask for the face."""
    seat, die, program = wide(state.me, rows), wide(state.it, rows) - A_DIE, state.tables.program
    about, n = row_of(state, program.about, rows), row_of(state, program.n, rows)
    face, most = face_of(state.faces.take(rows), die), SIDES[die]
    low = np.where(about & DOWN != 0, np.maximum(face - n, 1), face)
    high = np.where(about & UP != 0, np.minimum(face + n, most), face)
    words = faces_between(low, high)
    exact = faces_between(face - n, face - n) * (face - n >= 1) | faces_between(face + n, face + n) * (face + n <= most)
    words = np.where(about & EXACTLY != 0, exact, words)
    some = words != NONE
    ask(state, rows[some], seat[some], rest=words[some])
    step_on(state, rows[~some])


def die_turned(state: State, rows: Index, word: Index, number: Index) -> None:
    """8.1: the die shows the face."""
    turn(state, rows, wide(state.it, rows) - A_DIE, number - FACE)
    step_on(state, rows)


def swap(state: State, rows: Index) -> None:
    """8.2: two dice change Gig areas."""
    it, other = wide(state.it, rows) - A_DIE, wide(state.other, rows) - A_DIE
    own, rival = (state.gigs[seat].take(rows) for seat in (0, 1))
    apart = (own >> it & 1) != (own >> other & 1)
    both = ((1 << it | 1 << other) * apart).astype(np.uint16)
    state.gigs[0][rows], state.gigs[1][rows] = own ^ both, rival ^ both
    step_on(state, rows)
    measure(state, rows)


# --- hand and deck ---


def discard(state: State, rows: Index) -> None:
    """7.5: ask for one card after another; with fewer cards than asked, all of them."""
    seat = wide(state.me, rows) ^ (row_of(state, state.tables.program.about, rows) != 0)
    x = of(state, seat, rows)
    begins = state.left.take(rows) == 0
    left = np.where(begins, row_of(state, state.tables.program.n, rows), state.left.take(rows))
    hand = get(state.hand, x)
    choice = size(hand) > left
    state.left[rows] = np.where(choice, left, 0)
    some = true_at(choice)
    if len(some):
        ask(state, rows[some], seat[some], own=hand[some])
    rest = true_at(~choice)
    if len(rest):
        throw(state, rows[rest], x[rest], hand[rest])
        step_on(state, rows[rest])


def throw(state: State, rows: Index, x: Index, cards: U64) -> None:
    """Put cards of a hand into the trash."""
    drop(state.hand, x, cards)
    drop(state.shown, x, cards)
    add(state.trash, x, cards)
    state.discarded[rows] += size(cards).astype(np.int8)


def discarded(state: State, rows: Index, word: Index, number: Index) -> None:
    """7.5: a card was chosen."""
    x = of(state, wide(state.seat, rows), rows)
    play.leave_hand(state, x, number)
    add(state.trash, x, bit(number))
    state.discarded[rows] += 1
    left = state.left.take(rows) - 1
    state.left[rows] = left
    step_on(state, rows[left == 0])
    go(state, rows[left > 0], state.pc.take(rows[left > 0]))


def each_may_draw(state: State, rows: Index) -> None:
    """9.2: ask the turn player, then the other; `left` is 0, then 2 and 1 more if the first draws."""
    first = state.left.take(rows) == 0
    ask(state, rows, wide(state.turn, rows) ^ ~first, rest=_PASS | _YES)


def may_draw_answered(state: State, rows: Index, word: Index, number: Index) -> None:
    """9.2: then they draw, the turn player first."""
    left, yes = state.left.take(rows), number == YES
    ask_next = left == 0
    state.left[rows] = np.where(ask_next, 2 + yes, 0)
    go(state, rows[ask_next], state.pc.take(rows[ask_next]))
    some = rows[~ask_next]
    turn_, n = wide(state.turn, some), row_of(state, state.tables.program.n, some)
    step_on(state, some)
    deck.draw(state, some, turn_, n * ((left[~ask_next] & 1) != 0))
    alive = state.phase.take(some) == 0
    deck.draw(state, some[alive], 1 - turn_[alive], (n * yes[~ask_next])[alive])


def take_looked(state: State, rows: Index) -> None:
    """9.2: ask for looked-at cards that pass the filter, one after another; `left` is how many more, and 1."""
    program = state.tables.program
    begins = state.left.take(rows) == 0
    left = np.where(begins, row_of(state, program.n, rows) + 1, state.left.take(rows))
    state.left[rows] = left
    seat = wide(state.me, rows)
    at, slot = deck.on_top(state, seat, rows, wide(state.looked, rows))
    kind = kinds(state, of(state, seat, rows))
    words = gathered(at, slot, len(rows)) & state.tables.gear.take(kind)
    limited = true_at(row_of(state, program.limit, rows) == Limit.COST)
    words[limited] = targets.cheap(
        state, rows[limited], seat[limited], words[limited], row_of(state, program.most, rows[limited])
    )
    more = (left > 1) & (words != NONE)
    some = true_at(more)
    if len(some):
        ask(state, rows[some], seat[some], own=words[some], rest=_PASS)
    state.left[rows[~more]] = 0
    step_on(state, rows[~more])


def looked_taken(state: State, rows: Index, word: Index, number: Index) -> None:
    """9.2: a card into the hand, shown; or none more."""
    ends = word == REST
    state.left[rows[ends]] = 0
    step_on(state, rows[ends])
    some = true_at(~ends)
    games, slot = rows[some], number[some]
    seat = wide(state.me, games)
    x = of(state, seat, games)
    deck.pull(state, games, seat, slot)
    drop(state.open, x, bit(slot))
    to_hand(state, x, bit(slot))
    state.looked[games] -= 1
    state.left[games] -= 1
    go(state, games, state.pc.take(games))


def to_hand(state: State, x: Index, cards: U64) -> None:
    """Put cards that all have seen into the hand."""
    add(state.hand, x, cards)
    add(state.shown, x, cards)
    add(state.seen, x, cards.astype(state.seen.dtype))


def trash_looked(state: State, rows: Index) -> None:
    """9.2: ask whether the looked-at card goes to the trash."""
    some = state.looked.take(rows) > 0
    ask(state, rows[some], wide(state.me, rows[some]), rest=_PASS | _YES)
    state.did[rows[~some]] = 0
    step_on(state, rows[~some])


def looked_trashed(state: State, rows: Index, word: Index, number: Index) -> None:
    """9.2: it does, or stays."""
    some = rows[number == YES]
    seat = wide(state.me, some)
    x = of(state, seat, some)
    slot = deck.take_top(state, some, seat, x)
    add(state.trash, x, bit(slot))
    add(state.seen, x, bit(slot).astype(state.seen.dtype))
    drop(state.open, x, bit(slot))
    state.looked[some] -= 1
    state.did[rows] = number == YES
    step_on(state, rows)


# --- Legends and Units ---


def call_any(state: State, rows: Index) -> None:
    """9.2: ask for a face-down Legend to be Called without payment."""
    seat = wide(state.me, rows)
    x = of(state, seat, rows)
    words = where(get(state.called, x) == 0, face_down(state, x))
    _may_call(state, rows, seat, words, words)


def call_it(state: State, rows: Index) -> None:
    """9.2: ask whether the Legend `it` is Called."""
    seat, it = wide(state.me, rows), wide(state.it, rows)
    x = of(state, seat, rows)
    there = (it >> 6 == seat) & (get(state.called, x) == 0) & has(face_down(state, x), it & 63)
    _may_call(state, rows, seat, np.zeros(len(rows), np.uint64), where(there, _YES))


def _may_call(state: State, rows: Index, seat: Index, own: U64, some: U64) -> None:
    at = some != NONE
    rest = _PASS | (some[at] & ~own[at])
    ask(state, rows[at], seat[at], own=own[at], rest=rest)
    state.did[rows[~at]] = 0
    step_on(state, rows[~at])


def called(state: State, rows: Index, word: Index, number: Index) -> None:
    """9.2: it is Called, or not."""
    passes = (word == REST) & (number == PASS)
    state.did[rows] = ~passes
    step_on(state, rows)
    some = true_at(~passes)
    if len(some):
        it = wide(state.it, rows[some]) & 63
        slot = np.where(word[some] == REST, it, number[some])
        play.turn_up(state, rows[some], wide(state.me, rows[some]), slot)


def ready_units(state: State, rows: Index) -> None:
    """9.2: ask for spent own Units, one after another; `left` is how many more, and 1."""
    seat = wide(state.me, rows)
    x = of(state, seat, rows)
    begins = state.left.take(rows) == 0
    left = np.where(begins, row_of(state, state.tables.program.n, rows) + 1, state.left.take(rows))
    state.left[rows] = left
    words = get(state.field, x) & get(state.spent, x) & ~_tied(state, x)
    more = (left > 1) & (words != NONE)
    some = true_at(more)
    ask(state, rows[some], seat[some], own=words[some], rest=_PASS)
    state.left[rows[~more]] = 0
    step_on(state, rows[~more])


def unit_readied(state: State, rows: Index, word: Index, number: Index) -> None:
    """9.2: a Unit becomes ready, or none more."""
    ends = word == REST
    state.left[rows[ends]] = 0
    step_on(state, rows[ends])
    some = true_at(~ends)
    games = rows[some]
    make_ready(state, of(state, wide(state.me, games), games), bit(number[some]))
    state.left[games] -= 1
    go(state, games, state.pc.take(games))


def make_ready(state: State, x: Index, cards: U64) -> None:
    """2.8: ready cards, but those that cannot be."""
    drop(state.spent, x, cards & ~_tied(state, x))


def _tied(state: State, x: Index) -> U64:
    """Return [n] what cannot be readied."""
    return get(state.held, x) | get(state.bound, x)
