"""The rules as the engine calls them: deal, legal, view, step, redeal, take_back.

The round itself is in resolve.py and choices.py.

Clause numbers are those of README.md. The seats are equal; seat 0 is merely asked first, and seat 1 does not see it.
"""

from typing import Any, Final

import numpy as np

from sim import luck, pick, ruleset
from sim.arrays import I8, I32, U8, U16, U64, Action, Index, Rows, Sets, count, index
from sim.rulesets.massiveverse import choices
from sim.rulesets.massiveverse.resolve import resolve
from sim.rulesets.massiveverse.state import (
    ABILITIES,
    ACTIONS,
    BANISH,
    ENDINGS,
    EXHAUST,
    HEALTH,
    KEEP,
    PREPARE,
    READYING,
    SELECT,
    SLOTS,
    TYPES,
    State,
    View,
    as_actions,
    bits,
)
from sim.rulesets.massiveverse.tables import Tables, tables


def deal(tables: Tables, decks: I32, keys: U64) -> State:
    """Return new games of the characters `decks` [2, B]: 10 HP, no Energy, six abilities in hand (1.1, 1.2)."""
    size = decks.shape[1]
    small: dict[str, Any] = {
        name: np.zeros((2, size), np.int8) for name in ("side", "energy", "charged", "chosen", "plan")
    }
    small |= {name: np.zeros((2, size), np.int8) for name in ("exhaust", "ready", "banish", "turning")}
    cards: dict[str, Any] = {
        name: np.zeros((2, size), np.uint8) for name in ("banished", "table", "back", "fetch", "picked")
    }
    state = State(
        **ruleset.opening(tables, keys, SLOTS),
        deck=decks.astype(np.int16),
        price=tables.price.take(decks),
        unlock=tables.unlock.take(decks),
        health=np.full((2, size), HEALTH, np.int16),
        hand=np.full((2, size), ABILITIES, np.uint8),
        tied=np.zeros(size, bool),
        **small,
        **cards,
    )
    state.seen[:] = np.uint8((1 << SLOTS) - 1)  # all nine cards lie open or are in hand from the start
    state.phase[:] = SELECT
    state.turns[:] = 1
    return state


def legal(state: State, seat: int, rows: Rows) -> Sets:
    """Return the packed sets [1, n] of what `seat` may do; all `rows` wait in one phase."""
    phase = _phase(state, rows)
    if phase == SELECT:
        return as_actions(state.hand[seat, rows])
    if phase == PREPARE:
        return _preparations(state, seat, rows)
    return as_actions(choices.options(state, phase, seat, rows))


def _preparations(state: State, seat: int, rows: Rows) -> Sets:
    """2.1: keep; ready, unlock, or both where each is allowed."""
    readies, unlocks = (may.astype(np.uint16) for may in choices.may_ready_unlock(state, seat, rows))
    found = np.uint16(1) | readies << np.uint16(1) | unlocks << np.uint16(2) | (readies & unlocks) << np.uint16(3)
    allowed: U16 = found << np.uint16(KEEP)
    return allowed[None]


def _phase(state: State, rows: Rows) -> int:
    """Return the phase that all `rows` wait in, without the seat."""
    waits = state.phase[rows]
    return int(waits[0]) & ~1 if len(waits) else SELECT


def view(state: State, seat: int, rows: Rows) -> View:
    """Return what `seat` may know in `rows`."""
    me, rival = seat, 1 - seat
    return View(
        phase=_phase(state, rows),
        round=state.turns[rows],
        health=state.health[me, rows],
        rival_health=state.health[rival, rows],
        energy=state.energy[me, rows],
        rival_energy=state.energy[rival, rows],
        hand=state.hand[me, rows],
        rival_hand=state.hand[rival, rows],
        banished=state.banished[me, rows],
        rival_banished=state.banished[rival, rows],
        charged=state.charged[me, rows],
        rival_charged=state.charged[rival, rows],
        price=state.price[me, rows],
        rival_price=state.price[rival, rows],
        side=state.side[me, rows],
        rival_side=state.side[rival, rows],
        tied=state.tied[rows],
        _table=state.table[me, rows],
        _rival_table=state.table[rival, rows],
        _tables=state.tables,
        _deck=state.deck[me, rows],
        _rival_deck=state.deck[rival, rows],
    )


def step(state: State, seat: int, rows: Rows, action: Action) -> None:
    """Play `action` [n] of `seat` in `rows`, and go on to the next decision."""
    phase = _phase(state, rows)
    if phase == SELECT:
        _select(state, seat, rows, action.astype(np.int8))
    elif phase == PREPARE:
        choices.prepare(state, seat, rows, (action - KEEP).astype(np.int8))
    else:
        games = index(rows, len(state))
        choices.pick(state, phase, seat, games, bits(action.astype(np.int8)))
        choices.advance(state, games, phase + seat)


def _select(state: State, seat: int, rows: Rows, card: I8) -> None:
    """2.2: the first choice stays hidden; with the second, both are revealed."""
    state.chosen[seat, rows] = card
    if seat == 0:
        state.phase[rows] = SELECT + 1
        state.seat[rows] = 1
    else:
        resolve(state, rows)


def redeal(state: State, seat: int, rows: Rows, keys: U64) -> None:
    """Draw anew what `seat` cannot know in `rows`: the choice that its rival made and hides, all being equally likely.

    `keys` [2, n] become the games' luck. Only seat 1 ever has a rival who has chosen already.
    """
    state.key[:, rows] = keys
    phase = _phase(state, rows)
    if seat == 0 or not count(rows, len(state)):
        return
    coin = luck.draw(keys[0], luck.CHANCE, 0)
    if phase == SELECT:
        state.chosen[0, rows] = pick.uniform(legal(state, 0, rows), coin)
    elif phase == PREPARE:
        state.plan[0, rows] = pick.uniform(_preparations(state, 0, rows), coin) - np.int16(KEEP)
    else:
        _repick(state, phase, index(rows, len(state)), keys)


def _repick(state: State, stage: int, rows: Index, keys: U64) -> None:
    """Draw again the picks that seat 0 made in `stage`, as many as there were: all sets of them are equally likely."""
    made = np.bitwise_count(state.picked[0, rows])
    state.picked[0, rows] = 0
    for k in range(int(made.max(initial=0))):
        again = made > k
        games = rows[again]
        coin = luck.draw(keys[0, again], luck.CHANCE, k)
        card = pick.uniform(as_actions(choices.options(state, stage, 0, games)), coin)
        state.picked[0, games] |= bits(card.astype(np.int8))


def take_back(state: State, seat: int, rows: Rows) -> None:
    """Let seat 0 choose again what it chose before seat 1 and hides from it (see `sim.ruleset.Ruleset`)."""
    if seat == 0:
        return
    phase, games = _phase(state, rows), index(rows, len(state))
    if phase == PREPARE:
        games = games[choices.may_prepare(state, games, (0,))[0]]
        state.plan[0, games] = 0
    elif phase != SELECT:
        games = games[state.picked[0, games] != 0]
        choices.owed(state, phase)[0, games] += np.bitwise_count(state.picked[0, games]).view(np.int8)
        state.picked[0, games] = 0
    state.phase[games] = phase
    state.seat[games] = 0


def describe(state: State, seat: int, row: int, action: int) -> str:
    """Return what `action` of `seat` in game `row` means, with the card named."""
    phase = _phase(state, np.array([row]))
    if phase == PREPARE:
        return _PREPARES[action - KEEP]
    owner = 1 - seat if phase == BANISH else seat
    verb = {SELECT: "plays", EXHAUST: "exhausts", READYING: "readies", BANISH: "banishes the rival's"}[phase]
    character = state.tables.characters[state.deck[owner, row]]
    card = character.cards[state.side[owner, row]][action]
    return f"{verb} {card.name} ({TYPES[action].capitalize()})"


_PREPARES: Final = (
    "keeps everything as it is",
    "readies the Ultimate",
    "unlocks the Passive",
    "readies the Ultimate and unlocks the Passive",
)


def status(state: State, row: int) -> str:
    """Return the position of game `row`: HP, Energy, hand and discard of both."""
    sides = [_side(state, seat, row) for seat in (0, 1)]
    return f"Round {state.turns[row]}\n  " + "\n  ".join(sides)


def _side(state: State, seat: int, row: int) -> str:
    character = state.tables.characters[state.deck[seat, row]]
    at = np.array([row])
    hand = _names(int(state.hand[seat, row]))
    gone = _names(int(state.banished[seat, row]))
    passive = f"{character.passive} ({'further' if state.side[seat, row] else 'start'} side)"
    return (
        f"seat {seat}, {character.name}: {state.health[seat, row]} HP, {state.energy[seat, row]} Energy; {passive}; "
        f"hand: {hand}; discard: {_names(int(state.discard(seat, at)[0]))}"
        + (f"; banished: {gone}" if gone != "-" else "")
    )


def _names(cards: U8 | int) -> str:
    return ", ".join(name for i, name in enumerate(TYPES) if int(cards) >> i & 1) or "-"


RULESET: Final = ruleset.Ruleset(
    name="massiveverse",
    version=1,
    actions=ACTIONS,
    endings=ENDINGS,
    max_decisions=4_000,
    seats_equal=True,
    games_per_shard=1 << 20,
    batch=3 << 16,
    tables=tables,
    deal=deal,
    legal=legal,
    view=view,
    step=step,
    redeal=redeal,
    describe=describe,
    status=status,
    take_back=take_back,
    deals=False,
    chance=False,
)
