"""Attacks (README.md, 6): who may attack what, reactions, fights and thefts."""

import numpy as np

from sim.arrays import U16, U64, Bool, Index
from sim.cardtext.sets import EVERY, NONE, add, bit, drop, each, get, has, lowest, true_at, where
from sim.cardtext.sets import place as first
from sim.rulesets.cyberpunk import events, play
from sim.rulesets.cyberpunk.board import (
    ahead,
    ask,
    borne,
    face_of,
    fact,
    go,
    kinds,
    money,
    of,
    power,
    ruled,
    shown,
    spot,
    wide,
    with_keyword,
    working,
)
from sim.rulesets.cyberpunk.events import Event
from sim.rulesets.cyberpunk.gigs import from_die, measure, relative
from sim.rulesets.cyberpunk.ops import On, Rule
from sim.rulesets.cyberpunk.program import ABOVE, BELOW, Do
from sim.rulesets.cyberpunk.state import DICE, GIG_AREA, OWN, PASS, RAID, REST, SECOND, USE, State
from sim.rulesets.cyberpunk.tables import event

_PASS, _RAID = np.uint64(1 << PASS), np.uint64(1 << RAID)

# --- declaring ---


def lagging(state: State, seat: Index, rows: Index) -> tuple[U64, U64]:
    """Return [n] the arrived Units that cannot attack at all, and those that may attack spent Units only (6.1)."""
    x, y = of(state, seat, rows), of(state, 1 - seat, rows)
    arrived = get(state.field, x) & get(state.arrived, x)
    some = true_at(arrived)
    if not len(some):
        return arrived, arrived
    quick = with_keyword(state, seat[some], rows[some], state.tables.adrenaline)
    late = arrived[some] & ~(get(state.solo, x[some]) | get(state.adrenaline, x[some]) | quick)
    barred = (working(state, y[some]) & ruled(state, Rule.NO_ARRIVAL_ATTACKS, y[some])) != NONE
    strike = get(state.strike, x[some])
    cannot, limited = np.zeros(len(rows), np.uint64), np.zeros(len(rows), np.uint64)
    cannot[some] = np.where(barred, arrived[some], late & ~strike)
    limited[some] = late & strike
    return cannot, limited


def named(state: State, seat: Index, rows: Index) -> U64:
    """9.3: return [n] the ready rival Units that a permission opens to some Units."""
    x, y = of(state, seat, rows), of(state, 1 - seat, rows)
    found = np.zeros(len(rows), np.uint64)
    some = (get(state.field, x) & borne(state, Rule.HITS_BLOCKERS_AHEAD, seat, rows)).nonzero()[0]
    if len(some):
        open_to = ahead(state, seat[some], rows[some])
        blockers = with_keyword(state, 1 - seat[some], rows[some], state.tables.blocker)
        found[some] = where(open_to, blockers & ~get(state.spent, y[some]))
    return found


def attackers(state: State, seat: Index, rows: Index) -> U64:
    """6.1: return [n] the Units that can attack."""
    x, y = of(state, seat, rows), of(state, 1 - seat, rows)
    cannot, limited = lagging(state, seat, rows)
    able = get(state.field, x) & ~get(state.spent, x) & ~cannot & ~borne(state, Rule.CANNOT_ATTACK, seat, rows)
    spent = (get(state.field, y) & get(state.spent, y)) != NONE
    raid = where(get(state.gigs, y) != 0, ~borne(state, Rule.CANNOT_RAID, seat, rows))
    hits = where(named(state, seat, rows) != NONE, borne(state, Rule.HITS_BLOCKERS_AHEAD, seat, rows))
    return able & (where(spent, EVERY) | (raid | hits) & ~limited)


def target(state: State, rows: Index) -> None:
    """6.1: ask what is attacked."""
    seat, slot = wide(state.turn, rows), wide(state.card, rows)
    y, card = of(state, 1 - seat, rows), bit(slot)
    _, limited = lagging(state, seat, rows)
    free = (limited & card) == NONE
    units = get(state.field, y) & get(state.spent, y)
    hits = free & (borne(state, Rule.HITS_BLOCKERS_AHEAD, seat, rows) & card != NONE)
    units |= where(hits, named(state, seat, rows))
    raid = free & (get(state.gigs, y) != 0) & (borne(state, Rule.CANNOT_RAID, seat, rows) & card == NONE)
    ask(state, rows, seat, rival=units, rest=where(raid, _RAID))


def target_chosen(state: State, rows: Index, word: Index, number: Index) -> None:
    """6.2: the attack begins."""
    state.attacker[rows] = state.card.take(rows)
    state.target[rows] = np.where(word == REST, GIG_AREA, number)
    go(state, rows, Do.ATTACK)


def attack(state: State, rows: Index) -> None:
    """6.2: the attacker is spent; what looks for it becomes pending; what is looked at at the declaration is."""
    seat, slot = wide(state.turn, rows), wide(state.attacker, rows)
    x = of(state, seat, rows)
    sly = true_at(has(borne(state, Rule.UNBLOCKABLE_BEHIND, seat, rows), slot))
    state.unblockable[rows] = 0
    state.unblockable[rows[sly]] = ahead(state, 1 - seat[sly], rows[sly])
    card = fact(state, state.tables.place, x, slot).astype(np.intp)
    watch = events.fresh(state, x, state.tables.attacks.take(card))
    state.after[rows] = Do.STANDS
    events.spend(state, rows, seat, slot, own=event(On.ATTACK), watch=watch)
    events.settle(state, rows)


# --- reacting ---


def stands(state: State, rows: Index) -> None:
    """6.4: go on to the reaction step, if attacker and target are still there."""
    here = _stand(state, rows)
    go(state, rows[here], Do.REACT)
    go(state, rows[~here], Do.ATTACK_OVER)


def _stand(state: State, rows: Index) -> Bool:
    seat, target = wide(state.turn, rows), wide(state.target, rows)
    there = has(get(state.field, of(state, seat, rows)), state.attacker.take(rows))
    unit = has(get(state.field, of(state, 1 - seat, rows)), target & 63)
    return there & (unit | (target == GIG_AREA))


def react(state: State, rows: Index) -> None:
    """6.3: ask the attacked."""
    seat = 1 - wide(state.turn, rows)
    x = of(state, seat, rows)
    have = money(state, x)
    kind = kinds(state, x)
    tables = state.tables
    programs = get(state.hand, x) & tables.quick.take(kind)
    own = play.affordable(state, seat, rows, programs, have) | play.callable_now(state, x, have)
    use = play.usable(state, seat, rows, tables.quick_uses.take(kind), have, quick=True)
    ask(state, rows, seat, own=own, second=blockers(state, seat, rows), use=use, rest=_PASS)


def blockers(state: State, seat: Index, rows: Index) -> U64:
    """6.3: return [n] the Units that can block."""
    x = of(state, seat, rows)
    ready = get(state.field, x) & ~get(state.spent, x)
    some = true_at((ready != NONE) & (state.unblockable.take(rows) == 0))
    found = np.zeros(len(rows), np.uint64)
    if len(some):
        target = wide(state.target, rows[some])
        attacked = where(target != GIG_AREA, bit(target & 63))
        found[some] = ready[some] & ~attacked & with_keyword(state, seat[some], rows[some], state.tables.blocker)
    return found


def reaction(state: State, rows: Index, word: Index, number: Index) -> None:
    """6.3: one reaction, or none more."""
    seat = 1 - wide(state.turn, rows)
    state.after[rows] = Do.STANDS
    passes = true_at(word == REST)
    if len(passes):
        _end_reactions(state, rows[passes])
    block = true_at(word == SECOND)
    if len(block):
        _block(state, rows[block], seat[block], number[block])
    uses = true_at(word == USE)
    if len(uses):
        play.use(state, rows[uses], seat[uses], number[uses])
    own, legend = word == OWN, number < 3
    for some, begin in ((own & legend, play.call), (own & ~legend, play.card_from_hand)):
        at = true_at(some)
        if len(at):
            begin(state, rows[at], seat[at], number[at])


def _end_reactions(state: State, rows: Index) -> None:
    raid = state.target.take(rows) == GIG_AREA
    go(state, rows[raid], Do.RAID)
    go(state, rows[~raid], Do.FIGHT)


def _block(state: State, rows: Index, seat: Index, slot: Index) -> None:
    state.target[rows] = slot
    events.spend(state, rows, seat, slot, own=event(On.BLOCKS))
    events.settle(state, rows)


# --- fighting ---


def fight(state: State, rows: Index) -> None:
    """6.5: compare; WINS and LOSES become pending; remember who is to be defeated."""
    seat, mine, theirs = wide(state.turn, rows), wide(state.attacker, rows), wide(state.target, rows)
    x, y = of(state, seat, rows), of(state, 1 - seat, rows)
    own = np.maximum(power(state, seat, rows, mine), 0)
    other = np.maximum(power(state, 1 - seat, rows, theirs), 0)
    hurts = (own > 0) & ~has(get(state.harmless, x), mine)
    hurt = (other > 0) & ~has(get(state.harmless, y), theirs)
    drop(state.harmless, x, bit(mine))
    drop(state.harmless, y, bit(theirs))
    state.thefts[rows] = ((own <= other) & hurt) | ((other <= own) & hurts) << 1
    state.after[rows] = Do.LOSERS
    for side, slot, won, lost in (
        (seat, mine, own > other, own <= other),
        (1 - seat, theirs, other > own, other <= own),
    ):
        for on, some in ((On.WINS, won), (On.LOSES, lost)):
            at = true_at(some)
            events.fire(state, rows[at], side[at], Event(bit(slot[at]), event(on)))
    events.settle(state, rows)


def losers(state: State, rows: Index) -> None:
    """6.5: the losers would be defeated, if they are still there and nothing saves them."""
    seat, lost = wide(state.turn, rows), state.thefts.take(rows)
    for side, slots, flag in ((seat, state.attacker, 1), (1 - seat, state.target, 2)):
        x = of(state, side, rows)
        loser = where((lost & flag) != 0, bit(wide(slots, rows)))
        add(state.doom, x, loser & get(state.field, x) & ~get(state.safe, x))
    state.thefts[rows] = 0
    state.after[rows] = Do.ATTACK_OVER
    state.back[rows] = Do.DRAIN
    go(state, rows, Do.DOOM)


# --- stealing ---


def raid(state: State, rows: Index) -> None:
    """6.7: how many dice."""
    seat, slot = wide(state.turn, rows), wide(state.attacker, rows)
    strength = power(state, seat, rows, slot)
    fewer = get(state.fewer, spot(state, seat, slot, rows))
    count = np.where(strength > 0, 1 + strength // 10, 0) - fewer
    state.thefts[rows] = np.clip(count, 0, DICE)
    state.dice[rows] = 0
    go(state, rows, Do.STEAL)


def steal(state: State, rows: Index) -> None:
    """6.7: ask for one die after another among those that may be taken."""
    seat = wide(state.turn, rows)
    free = _takeable(state, rows, seat) & ~state.dice.take(rows)
    more = (state.thefts.take(rows) > 0) & (free != 0)
    some = true_at(more)
    if len(some):
        ask(state, rows[some], seat[some], rest=relative(free[some], seat[some]))
    rest = true_at(~more)
    state.card[rows[rest]] = 0
    state.left[rows[rest]] = 0
    go(state, rows[rest], Do.SAVE)


def _takeable(state: State, rows: Index, seat: Index) -> U16:
    """Return [n] the rival's Gigs that the attacker may take."""
    y, slot = of(state, 1 - seat, rows), wide(state.attacker, rows)
    gigs, guard = get(state.gigs, y), get(state.guard, y)
    some = true_at(guard)
    if len(some):
        faces, strength = shown(state, y[some], rows[some]), power(state, seat[some], rows[some], slot[some])
        above = (faces > np.maximum(strength, 0)) & ((guard[some] >> ABOVE & 1) != 0)
        below = (faces < np.maximum(strength, 0)) & ((guard[some] >> BELOW & 1) != 0) & (slot[some] < 3)
        barred = ((above | below) << np.arange(DICE)[:, None]).sum(axis=0).astype(np.uint16)
        gigs[some] &= ~barred
    return gigs


def die_taken(state: State, rows: Index, word: Index, number: Index) -> None:
    """6.7: a die was chosen."""
    state.dice[rows] |= (1 << from_die(number, wide(state.turn, rows))).astype(np.uint16)
    state.thefts[rows] -= 1
    go(state, rows, Do.STEAL)


def save(state: State, rows: Index) -> None:
    """6.7: for each chosen die, each card that may keep it from a rival Unit; `card` is the die, `left` the card."""
    seat = 1 - wide(state.turn, rows)
    x = of(state, seat, rows)
    keepers = working(state, x) & ruled(state, Rule.SAVE_GIG, x)
    go(state, rows, Do.STOLEN)
    some = true_at((keepers != NONE) & (state.dice.take(rows) != 0))
    while len(some):
        games, dice = rows[some], state.dice.take(rows[some])
        die, keeper = wide(state.card, games), wide(state.left, games)
        still = (dice >> die & 1) != 0
        bearer = keepers[some] & (EVERY << keeper.astype(np.uint64))
        cards = _savers(state, games, x[some], die)
        asked = still & (bearer != NONE) & (cards != NONE)
        at = some[asked]
        if len(at):
            state.left[rows[at]] = first(lowest(bearer[asked])) + 1
            state.pc[rows[at]] = Do.SAVE
            ask(state, rows[at], seat[at], own=cards[asked], rest=_PASS)
        some = some[~asked]
        state.card[rows[some]] += 1
        state.left[rows[some]] = 0
        some = some[state.card.take(rows[some]) < DICE]


def _savers(state: State, rows: Index, x: Index, die: Index) -> U64:
    """Return [n] the cards of the hand whose cost is what the die shows."""
    face = face_of(state.faces.take(rows), die)
    at, slot = each(get(state.hand, x))
    fits = fact(state, state.tables.cost, x[at], slot) == face[at]
    found = np.zeros(len(rows), np.uint64)
    np.bitwise_or.at(found, at[fits], bit(slot[fits]))
    return found


def saved(state: State, rows: Index, word: Index, number: Index) -> None:
    """6.7: a card was discarded to keep the die, or not."""
    seat = 1 - wide(state.turn, rows)
    some = true_at(word == OWN)
    games = rows[some]
    x = of(state, seat[some], games)
    play.leave_hand(state, x, number[some])
    add(state.trash, x, bit(number[some]))
    state.dice[games] &= ~(np.uint16(1) << state.card.take(games).astype(np.uint16))
    go(state, rows, Do.SAVE)


def stolen(state: State, rows: Index) -> None:
    """6.7: all chosen dice move at once; each is a theft."""
    seat, dice, slot = wide(state.turn, rows), state.dice.take(rows), wide(state.attacker, rows)
    x, y = of(state, seat, rows), of(state, 1 - seat, rows)
    drop(state.gigs, y, dice)
    add(state.gigs, x, dice)
    add(state.stole, x, where(dice != 0, bit(slot)))
    state.dice[rows] = 0
    state.after[rows] = Do.ATTACK_OVER
    thief = state.tables.bearers(event(On.STEALS)).take(kinds(state, x))
    wearing = (get(state.gear, x) | bit(slot)) & thief
    for die in range(DICE):
        at = true_at(((dice >> die & 1) != 0) & (wearing != NONE))
        if len(at):
            events.fire(state, rows[at], seat[at], Event(bit(slot[at]), event(On.STEALS), die=die))
    events.settle(state, rows)
    measure(state, rows)


def over(state: State, rows: Index) -> None:
    """6.8: the attack is over."""
    state.attacker[rows], state.target[rows], state.unblockable[rows] = -1, -1, 0
    go(state, rows, Do.MAIN)
