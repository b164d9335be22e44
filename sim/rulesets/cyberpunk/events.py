"""Pending abilities (README.md, 7.1 and 7.2): what an event makes pending, and which of it is resolved next.

An entry of the queue is one number: the address of the line, the slots of its source and of `this` (the host of a
Gear), and what it is about (a stolen die, or that a Program is being played).
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sim.arrays import I32, U64, Bool, Index, lay
from sim.cardtext.sets import NONE, add, bit, each, get, has, put, rank, true_at, where
from sim.rulesets.cyberpunk import conditions
from sim.rulesets.cyberpunk.board import ask, card_of, face_down, go, kinds, of, spot, wide, working, worn
from sim.rulesets.cyberpunk.cards import MOST_LINES
from sim.rulesets.cyberpunk.ops import If, On
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.state import A_DIE, PENDING, QUEUE, TO_BOTTOM, State
from sim.rulesets.cyberpunk.tables import WATCHING, event

NOTHING: Final = 63  # an entry that is about nothing
PLAYED: Final = 62  # a Program that was played by an effect, and goes to the bottom
_ABOUT, _THIS, _SOURCE, _ADDRESS = 0, 6, 12, 18  # shifts
_SIX: Final = 63
_WATCHED: Final = sum(event(on) for on in WATCHING)


def entry(address: Index, source: Index, this: Index, about: Any = NOTHING) -> I32:
    """Return entries of the queue."""
    return (address << _ADDRESS | source << _SOURCE | this << _THIS | about).astype(np.int32)


@dataclass(frozen=True)
class Event:
    """What happens at once in n games."""

    hosts: U64  # [n] whom it happens to: their lines look for it, and those of their Gear
    own: int  # what happens to them, as bits
    but: U64 | None = None  # [n] less these
    watch: U64 | None = None  # [n] what all lines in play look for
    die: int = NOTHING  # it is about
    alone: bool = False  # the lines of their Gear do not look for it


def fire(state: State, rows: Index, seat: Index, happened: Event) -> None:
    """7.1: make pending what an event does for `seat`."""
    x, tables, hosts, watch = of(state, seat, rows), state.tables, happened.hosts, happened.watch
    kind = kinds(state, x)
    bearing = tables.bearers(happened.own).take(kind)
    found = hosts & bearing
    if not happened.alone:
        found |= where((hosts & get(state.equipped, x)) != NONE, get(state.gear, x) & bearing)
    if watch is not None:
        found |= where(watch != NONE, working(state, x) & tables.bearers(_WATCHED).take(kind))
    some = found.nonzero()[0]
    if not len(some):
        return
    rows, seat, hosts, bearing = rows[some], seat[some], hosts[some], bearing[some]
    mine = hosts & bearing
    if not happened.alone:
        mine |= worn(state, seat, rows, hosts, bearing)
    at, source = each(mine if watch is None else found[some])
    raised = np.uint64(happened.own) * has(mine[at], source)
    if happened.but is not None:
        raised &= ~happened.but[some[at]]
    if watch is not None:
        raised |= watch[some[at]]
    _queue_lines(state, rows[at], seat[at], source, (raised, happened.die))


def _queue_lines(state: State, rows: Index, seat: Index, source: Index, event: tuple[U64, int]) -> None:
    """Queue the lines of the cards `source` [m] that look for what was raised [m], in the order of slots and lines."""
    raised, die = event
    line = card_of(state, of(state, seat, rows), source)[:, None] * MOST_LINES + np.arange(MOST_LINES)
    due = ((state.tables.events[line] & raised[:, None]) != NONE).reshape(-1).nonzero()[0]
    if not len(due):
        return
    at = due // MOST_LINES
    rows, seat, source = rows[at], seat[at], source[at]
    address = state.tables.start.take(line.reshape(-1)[due]).astype(np.intp)
    host = get(state.host, spot(state, seat, source, rows)).astype(np.intp)
    this = np.where(host >= 0, host, source)
    keep = _begins(state, rows, seat, this, address)
    push(state, rows[keep], seat[keep], entry(address, source, this, die)[keep])


def _begins(state: State, rows: Index, seat: Index, this: Index, address: Index) -> Bool:
    """Return [m] where the first sentence of a line has no condition, or one that holds now."""
    keep = np.ones(len(rows), bool)
    some = true_at(state.tables.program.when[address] != If.ALWAYS)
    if len(some):
        context = conditions.Context(seat[some], this[some], np.full(len(some), -1), address[some])
        keep[some] = conditions.holds(state, rows[some], context)
    return keep


def push(state: State, rows: Index, seat: Index, entries: I32) -> None:
    """Append entries [m] to the queues of `seat` [m]; those of one queue stand together; what finds no room is lost."""
    x = of(state, seat, rows)
    number = get(state.queued, x) + rank(x)
    fits = number < QUEUE - get(state.waiting, x)
    put(state.queue, _place(state, rows[fits], seat[fits], number[fits]), entries[fits])
    np.add.at(state.queued.reshape(-1), x[fits], 1)


def _place(state: State, rows: Index, seat: Index, number: Index) -> Index:
    """Return [n] where entry `number` of a queue stands."""
    return (seat * QUEUE + number) * len(state) + rows


def postpone(state: State, rows: Index) -> None:
    """9.2: delay the sentence that a step names to the end of this turn: at the other end of the queue."""
    seat = wide(state.me, rows)
    x, address = of(state, seat, rows), state.tables.program.n.take(state.pc.take(rows)).astype(np.intp)
    entries, waiting = entry(address, wide(state.source, rows), wide(state.this, rows)), get(state.waiting, x)
    fits = get(state.queued, x) + waiting < QUEUE
    put(state.queue, _place(state, rows[fits], seat[fits], QUEUE - 1 - waiting[fits]), entries[fits])
    put(state.waiting, x, waiting + fits)


def recall(state: State, rows: Index) -> None:
    """3.7 a: make pending what was delayed, in the order of cards and lines with what is pending already."""
    for number in (0, 1):
        waiting = state.waiting[number].take(rows)
        some = waiting.nonzero()[0]
        if len(some):
            _recall(state, rows[some], np.full(len(some), number), waiting[some].astype(np.intp))
            _sort(state, rows[some], number)


def _recall(state: State, rows: Index, seat: Index, waiting: Index) -> None:
    number = np.arange(int(waiting.max()))[:, None]
    found = get(state.queue, _place(state, rows, seat, QUEUE - 1 - number))
    put(state.waiting, of(state, seat, rows), 0)
    for delayed, entries in enumerate(found):
        this, address = (entries >> _THIS & _SIX).astype(np.intp), (entries >> _ADDRESS).astype(np.intp)
        keep = (waiting > delayed) & _begins(state, rows, seat, this, address)
        push(state, rows[keep], seat[keep], entries[keep])


def _sort(state: State, rows: Index, seat: int) -> None:
    """7.1: put the entries of a queue in the order of their cards and lines."""
    count, entries = state.queued[seat].take(rows), state.queue[seat].take(rows, axis=-1)
    order = (entries >> _SOURCE & _SIX) << (_ADDRESS - _SOURCE + _SIX.bit_length()) | entries >> _ADDRESS
    order[np.arange(QUEUE)[:, None] >= count] = np.iinfo(np.int32).max
    lay(state.queue[seat], rows, np.take_along_axis(entries, np.argsort(order, axis=0, kind="stable"), axis=0))


# --- events ---


def fresh(state: State, x: Index, events: U64) -> U64:
    """Return [n] those of `events` that did not happen in this turn; now they did."""
    new = events & ~get(state.happened, x)
    add(state.happened, x, events)
    return new


def spend(state: State, rows: Index, seat: Index, slot: Index, own: int = 0, watch: Any = None) -> None:
    """2.6: spend a ready card, with the events `own` and `watch` [n] that happen at once with it."""
    x, card = of(state, seat, rows), bit(slot)
    before = where((get(state.tapped, x) & card) != NONE, _FIRST_SPENT)
    add(state.spent, x, card)
    add(state.tapped, x, card)
    seen = where((get(state.equipped, x) & card) != NONE, _WHEN_SPENT)
    seen = seen if watch is None else seen | watch
    events = own | event(On.SPENT) | event(On.FIRST_SPENT)
    fire(state, rows, seat, Event(card & ~face_down(state, x), events, before, seen))


_FIRST_SPENT: Final = np.uint64(event(On.FIRST_SPENT))
_WHEN_SPENT: Final = np.uint64(event(On.WHEN_SPENT))


# --- resolving ---


def settle(state: State, rows: Index) -> None:
    """7.2: resolve what is pending, or go on if nothing is. In an operation it comes after all events."""
    pending = (state.queued[0].take(rows) | state.queued[1].take(rows)) != 0
    go(state, rows, np.where(pending, np.uint8(Do.DRAIN), state.after.take(rows)))


def drain(state: State, rows: Index) -> None:
    """7.2: the turn player resolves one of his pending abilities, then the rival; then the game goes on."""
    turn = wide(state.turn, rows)
    mine, theirs = (get(state.queued, of(state, seat, rows)) for seat in (turn, 1 - turn))
    through = true_at((mine | theirs) == 0)
    go(state, rows[through], state.after.take(rows[through]))
    seat = np.where(mine > 0, turn, 1 - turn)
    count = np.where(mine > 0, mine, theirs)
    one, many = true_at(count == 1), true_at(count > 1)
    if len(one):
        begin(state, rows[one], seat[one], np.zeros(len(one), np.intp))
    if len(many):
        order = ((np.uint64(1) << count[many].astype(np.uint64)) - np.uint64(1)) << np.uint64(PENDING)
        ask(state, rows[many], seat[many], rest=order)


def choose_pending(state: State, rows: Index, word: Index, number: Index) -> None:
    """7.2: the ability that its controller chose."""
    begin(state, rows, wide(state.seat, rows), number - PENDING)


def begin(state: State, rows: Index, seat: Index, number: Index) -> None:
    """Take entry `number` [n] out of the queue and start its text."""
    x, queue = of(state, seat, rows), state.queue.reshape(-1)
    found = queue.take(_place(state, rows, seat, number))
    count = get(state.queued, x).astype(np.intp)
    for later in range(1, int(count.max(initial=0))):
        some = true_at((number < later) & (later < count))
        index = _place(state, rows[some], seat[some], np.full(len(some), later))
        queue[index - len(state)] = queue[index]
    put(state.queued, x, count - 1)
    slots = [(found >> shift & _SIX).astype(np.intp) for shift in (_SOURCE, _THIS, _ABOUT)]
    source, this, about = slots
    start(state, rows, seat, found >> _ADDRESS, source, this)
    state.it[rows] = np.where(about < PLAYED, A_DIE + about, -1)
    state.goes[rows] = np.where(about == PLAYED, TO_BOTTOM, 0)
    add(state.played, x, where(about == PLAYED, bit(source)).astype(state.played.dtype))


def start(state: State, rows: Index, seat: Index, address: Any, source: Index, this: Index) -> None:
    """Begin a text."""
    state.me[rows], state.source[rows], state.this[rows] = seat, source, this
    for name in ("it", "other"):
        getattr(state, name)[rows] = -1
    for name in ("was", "did", "left", "discarded", "looked", "goes"):
        getattr(state, name)[rows] = 0
    go(state, rows, address)
