"""The rules as the engine calls them: deal, legal, view, step, redeal. Clause numbers are those of README.md.

All games stand at an address of a program (program.py): the rules' own operations, and the card texts. A step takes an
answer and runs the machine until every game waits for the next one.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np

from sim import ruleset
from sim.arrays import I32, U64, Action, Index, Rows, Sets, both, index
from sim.cardtext import machine
from sim.cardtext.machine import Operation
from sim.rulesets.cyberpunk import choices, combat, defeat, effects, events, money, play, turn
from sim.rulesets.cyberpunk.board import go
from sim.rulesets.cyberpunk.hidden import redeal
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.state import (
    ACTIONS,
    ENDINGS,
    QUEUE,
    RING,
    State,
)
from sim.rulesets.cyberpunk.tables import ORDERS, Tables, tables
from sim.rulesets.cyberpunk.view import view
from sim.rulesets.cyberpunk.words import describe, status

Answer = Callable[[State, Index, Index, Index], None]  # (state, rows, word, bit)

_RUN: Final[dict[Do, Operation]] = {
    Do.HOST: play.host,
    Do.TARGET: combat.target,
    Do.ABILITY: play.ability,
    Do.PAY: money.pay,
    Do.ARRIVE: play.arrive,
    Do.EQUIP: play.equip,
    Do.PROGRAM: play.program,
    Do.CALLED: play.called,
    Do.USED: play.used,
    Do.STOOD_IN: defeat.stood_in,
    Do.ATTACK: combat.attack,
    Do.IF: effects.test,
    Do.CHOOSE: choices.choose,
    Do.PICK: choices.pick,
    Do.TURN_DIE: choices.turn_die,
    Do.SWAP: choices.swap,
    Do.LOOK: effects.look,
    Do.TAKE_LOOKED: choices.take_looked,
    Do.BOTTOM_REST: effects.bottom_rest,
    Do.TRASH_LOOKED: choices.trash_looked,
    Do.KNOW_ALL: effects.know_all,
    Do.KNOW_IT: effects.know_it,
    Do.CALL_ANY: choices.call_any,
    Do.CALL_IT: choices.call_it,
    Do.SPEND: effects.spend,
    Do.READY_THIS: effects.ready_this,
    Do.READY_UNITS: choices.ready_units,
    Do.READY_EDDIES: effects.ready_eddies,
    Do.RETURN_THIS: effects.return_this,
    Do.TAKE_IT: effects.take_it,
    Do.PUT_INTO_PLAY: effects.put_into_play,
    Do.PLAY_IT: effects.play_it,
    Do.POWER: effects.power,
    Do.MARK: effects.mark,
    Do.STEAL_FEWER: effects.steal_fewer,
    Do.GUARD: effects.guard,
    Do.LATER: effects.later,
    Do.DISCARD_HANDS: effects.discard_hands,
    Do.EACH_MAY_DRAW: choices.each_may_draw,
    Do.DRAW: effects.draw,
    Do.DISCARD: choices.discard,
    Do.JUMP: effects.jump,
    Do.DEFEAT: effects.defeat,
    Do.DOOM: defeat.doom,
    Do.FALL: defeat.fall,
    Do.DONE: play.done,
    Do.DRAIN: events.drain,
    Do.STANDS: combat.stands,
    Do.REACT: combat.react,
    Do.FIGHT: combat.fight,
    Do.LOSERS: combat.losers,
    Do.RAID: combat.raid,
    Do.STEAL: combat.steal,
    Do.SAVE: combat.save,
    Do.STOLEN: combat.stolen,
    Do.ATTACK_OVER: combat.over,
    Do.END: turn.end,
    Do.NEXT_TURN: turn.next_turn,
    Do.START: turn.start,
    Do.READY: turn.ready,
    Do.BEGIN: turn.begin,
    Do.SET_UP: turn.set_up,
    Do.MULLIGAN: turn.mulligan,
    Do.DIE: turn.die,
    Do.MAIN: turn.main,
}
_OPERATIONS: Final = tuple(_RUN.get(do, events.drain) for do in Do)  # number 0 is never run

_ANSWERS: Final[dict[Do, Answer]] = {
    Do.HOST: play.host_chosen,
    Do.TARGET: combat.target_chosen,
    Do.ABILITY: play.ability_chosen,
    Do.PAY: money.pay_with,
    Do.CHOOSE: choices.chosen,
    Do.PICK: choices.picked,
    Do.TURN_DIE: choices.die_turned,
    Do.TAKE_LOOKED: choices.looked_taken,
    Do.TRASH_LOOKED: choices.looked_trashed,
    Do.CALL_ANY: choices.called,
    Do.CALL_IT: choices.called,
    Do.READY_UNITS: choices.unit_readied,
    Do.EACH_MAY_DRAW: choices.may_draw_answered,
    Do.DISCARD: choices.discarded,
    Do.DOOM: defeat.chosen,
    Do.DRAIN: events.choose_pending,
    Do.REACT: combat.reaction,
    Do.STEAL: combat.die_taken,
    Do.SAVE: combat.saved,
    Do.BEGIN: turn.begin_chosen,
    Do.MULLIGAN: turn.mulligan_chosen,
    Do.DIE: turn.die_chosen,
    Do.MAIN: turn.main_chosen,
}


def deal(tables: Tables, decks: I32, keys: U64) -> State:
    """Return new games of `decks` [2, B]: shuffled, six cards drawn, seat 0 is asked for a mulligan (1.5)."""
    state = _blank(tables, decks, keys)
    _go_on(state, np.arange(len(state)), Do.SET_UP)
    return state


def deal_rolled(tables: Tables, decks: I32, keys: U64) -> State:
    """Return new games of `decks` [2, B]: who rolled higher is asked who begins (1.6)."""
    state = _blank(tables, decks, keys)
    turn.roll_off(state)
    _go_on(state, np.arange(len(state)), Do.BEGIN)
    return state


def _go_on(state: State, rows: Index, address: int) -> None:
    """Let games go on from an address to the next decision."""
    go(state, rows, address)
    machine.run(state, state.code, _OPERATIONS, Do.DIE)


# Fields of a state by their shape: what is not named here has a shape of its own.
_SETS: Final = (
    *("hand", "trash", "eddies", "field", "legends", "up", "gear", "out", "known", "shown", "equipped", "spent"),
    *(
        "arrived",
        "solo",
        "tapped",
        "stole",
        "adrenaline",
        "strike",
        "safe",
        "harmless",
        "marked",
        "held",
        "bound",
        "must",
        "told",
    ),
    *("doom", "fall", "used", "joined", "open", "happened"),
)
_BOTH: Final = ("size", "high", "low", "ready", "called", "guard", "queued", "waiting")
_NO_SLOT: Final = ("attacker", "target", "card", "barred")
_NUMBERS: Final = (
    *("turn", "first", "sold", "dry", "overtime", "unblockable", "thefts", "buyer", "price", "spot", "me", "source"),
    *("this", "was", "did", "left", "discarded", "looked", "goes"),
)


def _blank(tables: Tables, decks: I32, keys: U64) -> State:
    """Return states with nothing in them."""
    size = keys.shape[1]
    plane, pair = (2, tables.width, size), (2, size)
    small: dict[str, Any] = {name: np.zeros(pair, np.uint64) for name in _SETS}
    small |= {name: np.zeros(pair, np.int8) for name in _BOTH}
    small |= {name: np.zeros(size, np.int8) for name in _NUMBERS}
    small |= {name: np.full(size, -1, np.int8) for name in _NO_SLOT}
    small |= {name: np.zeros(plane, np.int8) for name in ("power", "bonus", "fewer")}
    small |= {name: np.zeros(size, np.uint8) for name in ("way", "code", "after")}
    small |= {name: np.zeros(size, np.int16) for name in ("pc", "back")}
    small |= {name: np.full(size, -1, np.int16) for name in ("it", "other")}
    return State(
        **ruleset.opening(tables, keys, tables.width),
        **small,
        kind=np.multiply(decks, len(ORDERS), dtype=np.int32, order="C"),  # flat indices need lanes one after another
        host=np.full(plane, -1, np.int8),
        deck=np.zeros((2, RING, size), np.int8),
        top=np.zeros(pair, np.uint8),
        faces=np.zeros(size, np.uint64),
        gigs=np.zeros(pair, np.uint16),
        fixer=np.repeat(np.array([[63], [63 << 6]], np.uint16), size, axis=1),
        dice=np.zeros(size, np.uint16),
        queue=np.zeros((2, QUEUE, size), np.int32),
        legal=np.zeros((5, size), np.uint64),
    )


def legal(state: State, seat: int, rows: Rows) -> Sets:
    """Return the packed sets [5, n] of what `seat` may do."""
    found = both(state.legal, rows)
    return found.copy() if isinstance(rows, slice) else found


def step(state: State, seat: int, rows: Rows, action: Action) -> None:
    """Play `action` [n] in `rows`, of whichever seat each waits for, and go on to the next decision."""
    games = index(rows, len(state))
    word, bit = (action >> 6).astype(np.intp), (action & 63).astype(np.intp)
    asked = state.tables.program.do.take(state.pc.take(games))
    for do, at in machine.grouped(asked):
        _ANSWERS[Do(do)](state, games[at], word[at], bit[at])
    machine.run(state, state.code, _OPERATIONS, Do.DIE)


_RULESET: Final = ruleset.Ruleset(
    name="cyberpunk",
    version=1,
    actions=ACTIONS,
    endings=ENDINGS,
    max_decisions=10_000,
    seats_equal=False,
    games_per_shard=15_000,
    batch=65_536,
    tables=tables,
    deal=deal,
    legal=legal,
    view=view,
    step=step,
    redeal=redeal,
    describe=describe,
    status=status,
    mingles=True,
)
RULESET: Final = replace(_RULESET, rolled=replace(_RULESET, deal=deal_rolled))
