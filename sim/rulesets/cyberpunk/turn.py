"""The course of a turn (README.md, 1.5 and 3): mulligans, start, main phase, end."""

import numpy as np

from sim.arrays import Index
from sim.cardtext.sets import NONE, add, bit, drop, each, get, put, true_at, where
from sim.rulesets.cyberpunk import combat, deck, events, play
from sim.rulesets.cyberpunk.board import ask, end_game, go, hosts, in_play, kinds, money, of, spot, wide, with_face
from sim.rulesets.cyberpunk.events import Event
from sim.rulesets.cyberpunk.gigs import SIDES, from_die, measure, relative
from sim.rulesets.cyberpunk.ops import On
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.state import (
    CAP,
    ENOUGH,
    GIGS,
    HAND,
    LEGENDS,
    OWN,
    PASS,
    REST,
    SECOND,
    TURNS,
    USE,
    YES,
    State,
)
from sim.rulesets.cyberpunk.tables import event

_PASS, _YES = np.uint64(1 << PASS), np.uint64(1 << YES)
_FIRST_TWO = np.uint64(3)  # 1.5: Legends that are spent
_A_D20 = 5
_D20 = np.uint16(1 << 5 | 1 << 11)
_THIS_TURN = ("solo", "tapped", "stole", "adrenaline", "strike", "safe", "harmless", "marked")


# --- before the first turn ---


def roll_off(state: State) -> None:
    """1.6: both roll a d20, again while they tie; `buyer` is who won."""
    tied = np.arange(len(state))
    while len(tied):
        rolls = [deck.roll(state, tied, np.full(len(tied), seat), SIDES[_A_D20]) for seat in (0, 1)]
        state.buyer[tied] = rolls[1] > rolls[0]
        tied = tied[rolls[0] == rolls[1]]


def begin(state: State, rows: Index) -> None:
    """1.6: ask who won whether to begin."""
    ask(state, rows, wide(state.buyer, rows), rest=_PASS | _YES)


def begin_chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """1.6: the winner begins, or the other."""
    state.first[rows] = wide(state.buyer, rows) ^ (number != YES)
    go(state, rows, Do.SET_UP)


def set_up(state: State, rows: Index) -> None:
    """1.5: Legends and decks are shuffled, who begins spends two Legends, six cards are drawn."""
    first = wide(state.first, rows)
    state.turn[rows], state.buyer[rows] = first, first
    for seat in (0, 1):
        state.legends[seat][rows] = (1 << LEGENDS) - 1
        deck.shuffle_legends(state, seat, rows)
        deck.shuffle(state, seat, rows)
    put(state.spent, of(state, first, rows), _FIRST_TWO)
    go(state, rows, Do.MULLIGAN)
    for side in (first, 1 - first):
        deck.draw(state, rows, side, np.full(len(rows), HAND))


def mulligan(state: State, rows: Index) -> None:
    """1.5: ask whether the hand goes back; `buyer` is who is asked."""
    ask(state, rows, wide(state.buyer, rows), rest=_PASS | _YES)


def mulligan_chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """1.5: the hand goes back, the deck is shuffled, six cards are drawn."""
    buyer = wide(state.buyer, rows)
    for seat in (0, 1):
        again = rows[(number == YES) & (buyer == seat)]
        if len(again):
            state.hand[seat][again] = 0
            deck.shuffle(state, seat, again)
            deck.draw(state, again, np.full(len(again), seat), np.full(len(again), HAND))
    second = buyer == wide(state.first, rows)
    state.buyer[rows[second]] = 1 - buyer[second]
    go(state, rows[second], Do.MULLIGAN)
    go(state, rows[~second], Do.START)


# --- start ---


def start(state: State, rows: Index) -> None:
    """3.1 a and b: seven Gigs win; what lasts until now ends; START abilities."""
    seat = wide(state.turn, rows)
    state.turns[rows] += 1
    x, y = of(state, seat, rows), of(state, 1 - seat, rows)
    empty = (get(state.fixer, x) | get(state.fixer, y)) == 0
    state.dry[rows] = (state.dry.take(rows) + 1) * empty
    put(state.guard, x, 0)
    put(state.held, y, NONE)
    put(state.bound, x, NONE)
    state.after[rows] = Do.READY
    events.fire(state, rows, seat, Event(in_play(state, x), event(On.START)))
    events.settle(state, rows)
    won = true_at(np.bitwise_count(get(state.gigs, x)) >= ENOUGH)
    if len(won):
        end_game(state, rows[won], (1 - 2 * seat[won]).astype(np.int8), GIGS)


def ready(state: State, rows: Index) -> None:
    """3.1 c and d: all cards become ready; a card is drawn."""
    seat = wide(state.turn, rows)
    x = of(state, seat, rows)
    stays = (get(state.held, x) | get(state.bound, x)) & get(state.field, x)
    stays |= where(state.turns.take(rows) == 1, _FIRST_TWO)
    put(state.spent, x, get(state.spent, x) & stays)
    put(state.ready, x, np.bitwise_count(get(state.eddies, x)))
    go(state, rows, Do.DIE)
    deck.draw(state, rows, seat, np.ones(len(rows), np.intp))


def die(state: State, rows: Index) -> None:
    """3.1 e: ask which die is rolled, the d20 only if it is alone."""
    seat = wide(state.turn, rows)
    dice = get(state.fixer, of(state, seat, rows))
    small = dice & ~_D20
    dice = np.where(small != 0, small, dice)
    some = dice != 0
    ask(state, rows[some], seat[some], rest=relative(dice[some], seat[some]))
    go(state, rows[~some], Do.MAIN)


def die_chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """3.1 e: it is rolled and becomes a Gig."""
    seat = wide(state.turn, rows)
    x, die = of(state, seat, rows), from_die(number, seat)
    face = deck.roll(state, rows, seat, SIDES[die])
    state.faces[rows] = with_face(state.faces.take(rows), die, face)
    mark = (1 << die).astype(np.uint16)
    drop(state.fixer, x, mark)
    add(state.gigs, x, mark)
    go(state, rows, Do.MAIN)
    measure(state, rows)


# --- main phase ---


def main(state: State, rows: Index) -> None:
    """3.2: ask what the turn player does."""
    seat = wide(state.turn, rows)
    x, tables = of(state, seat, rows), state.tables
    kind, have, hand = kinds(state, x), money(state, x), get(state.hand, x)
    able = combat.attackers(state, seat, rows)
    no_host = where(hosts(state, x) == NONE, tables.gear.take(kind))
    own = play.affordable(state, seat, rows, hand & ~no_host, have) | able | play.callable_now(state, x, have)
    second = where(state.sold.take(rows) == 0, hand & tables.sell.take(kind))
    up = true_at(get(state.legends, x) & get(state.up, x))
    if len(up):
        own[up] |= play.solo_able(state, seat[up], rows[up], have[up])
        second[up] |= play.normal_able(state, seat[up], rows[up], have[up])
    use = play.usable(state, seat, rows, tables.uses.take(kind), have, quick=False)
    forced = able & get(state.must, x) != NONE
    ask(state, rows, seat, own=own, second=second, use=use, rest=where(~forced, _PASS))


def main_chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """3.2: what the turn player does."""
    seat = wide(state.turn, rows)
    state.after[rows] = Do.MAIN
    ends = rows[word == REST]
    go(state, ends, Do.END)
    legend, use = number < LEGENDS, word == USE
    fielded = (get(state.field, of(state, seat, rows)) >> number.astype(np.uint64) & np.uint64(1)) != NONE
    own, second = word == OWN, word == SECOND
    for some, begin in (
        (own & fielded, _attack),
        (own & ~fielded & ~legend, play.card_from_hand),
        (own & ~fielded & legend, _legend),
        (second & ~legend, play.sell),
        (second & legend, _normally),
        (use, play.use),
    ):
        at = true_at(some)
        if len(at):
            begin(state, rows[at], seat[at], number[at])


def _attack(state: State, rows: Index, seat: Index, slot: Index) -> None:
    state.card[rows] = slot
    go(state, rows, Do.TARGET)


def _legend(state: State, rows: Index, seat: Index, slot: Index) -> None:
    up = (get(state.up, of(state, seat, rows)) & bit(slot)) != NONE
    for some, begin in ((~up, play.call), (up, _solo)):
        at = true_at(some)
        if len(at):
            begin(state, rows[at], seat[at], slot[at])


def _solo(state: State, rows: Index, seat: Index, slot: Index) -> None:
    play.play_legend(state, rows, seat, slot, play.SOLO)


def _normally(state: State, rows: Index, seat: Index, slot: Index) -> None:
    play.play_legend(state, rows, seat, slot, play.NORMALLY)


# --- end ---


def end(state: State, rows: Index) -> None:
    """3.7 a: END abilities, and what was delayed."""
    seat = wide(state.turn, rows)
    state.after[rows] = Do.NEXT_TURN
    events.fire(state, rows, seat, Event(in_play(state, of(state, seat, rows)), event(On.END)))
    events.recall(state, rows)
    events.settle(state, rows)


def next_turn(state: State, rows: Index) -> None:
    """3.7 b to e: what lasts this turn ends, Lag too; overtime; the rival's turn begins."""
    _forget(state, rows)
    seat = wide(state.turn, rows)
    x = of(state, seat, rows)
    put(state.must, x, get(state.told, x))
    put(state.told, x, NONE)
    state.sold[rows] = 0
    go(state, rows, Do.START)
    state.turn[rows] = 1 - seat
    _overtime(state, rows)
    capped = rows[(state.turns.take(rows) >= TURNS) & (state.phase.take(rows) == 0)]
    end_game(state, capped, np.zeros(len(capped), np.int8), CAP)


def _forget(state: State, rows: Index) -> None:
    """3.7 b and c: the marks of this turn, of both seats."""
    both, seat = np.concatenate([rows, rows]), np.repeat((0, 1), len(rows))
    x = of(state, seat, both)
    at, slot = each(get(state.marked, x))
    if len(at):
        index = spot(state, seat[at], slot, both[at])
        put(state.power, index, get(state.power, index) - get(state.bonus, index))
        put(state.bonus, index, 0)
        put(state.fewer, index, 0)
    for name in (*_THIS_TURN, "arrived", "happened", "called"):
        put(getattr(state, name), x, 0)


def _overtime(state: State, rows: Index) -> None:
    """3.8: it begins at the end of the second dry turn in a row."""
    begins = rows[(state.dry.take(rows) >= 2) & (state.overtime.take(rows) == 0)]
    if len(begins):
        state.overtime[begins] = 1
        measure(state, begins)
