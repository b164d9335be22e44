"""What happens, in the words of a match report: actions and positions for people. Never used while games are played."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from sim import pick
from sim.rulesets.cyberpunk.board import cred, power
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.state import (
    A_DIE,
    DICE,
    FACE,
    GIG_AREA,
    LEGENDS,
    MODE,
    OWN,
    PASS,
    PENDING,
    RAID,
    REST,
    RIVAL,
    SECOND,
    SIZES,
    USE,
    YES,
    State,
)

_AT: Final = ("on the left", "in the middle", "on the right")
_ORDINAL: Final = ("first", "second", "third", "fourth")
_PASSES: Final = {
    Do.MULLIGAN: "keeps the hand",
    Do.BEGIN: "lets the rival begin",
    Do.MAIN: "ends the turn",
    Do.PAY: "pays the rest",
    Do.REACT: "lets it happen",
    Do.SAVE: "lets the die go",
    Do.DOOM: "saves nobody",
    Do.TRASH_LOOKED: "leaves the card on top",
    Do.EACH_MAY_DRAW: "draws nothing",
    Do.TAKE_LOOKED: "takes no more",
    Do.READY_UNITS: "readies no more",
    Do.CALL_ANY: "Calls nobody",
    Do.CALL_IT: "leaves it face down",
}
_YES: Final = {
    Do.MULLIGAN: "takes a mulligan",
    Do.BEGIN: "begins",
    Do.TRASH_LOOKED: "trashes the top card",
    Do.EACH_MAY_DRAW: "draws",
    Do.CALL_IT: "Calls it",
}
_OWN: Final = {
    Do.STEAL: "steals",
    Do.SAVE: "keeps the die for",
    Do.DOOM: "lets fall in its stead",
    Do.CHOOSE: "chooses",
    Do.CALL_ANY: "Calls",
    Do.READY_UNITS: "readies",
    Do.DISCARD: "discards",
    Do.TAKE_LOOKED: "takes",
    Do.PAY: "pays with",
    Do.DIE: "rolls",
}


def describe(state: State, seat: int, row: int, action: int) -> str:
    """Return what `action` of `seat` in game `row` means, with the cards named; copies are numbered."""
    row = int(np.arange(len(state))[row])
    options = pick.actions(state.legal[:, [row]], 0)
    said = _said(state, seat, row, action)
    alike = [other for other in options if other < action and _said(state, seat, row, other) == said]
    return f"{said} ({_ORDINAL[min(len(alike), 3)]} copy)" if alike else said


def _said(state: State, seat: int, row: int, action: int) -> str:
    do = Do(int(state.tables.program.do[state.pc[row]]))
    word, bit = divmod(action, 64)
    if word == REST and bit in (PASS, YES):
        words = (_PASSES if bit == PASS else _YES).get(do, "chooses nothing" if bit == PASS else "does it")
    elif word == REST and bit >= MODE:
        words = _option(state, seat, row, bit)
    else:
        words = _SAYINGS.get(do, _plainly)(state, seat, row, (word, bit))
    return f"{words}{_reason(state, seat, row, do)}"


# --- names ---


def _name(state: State, seat: int, row: int, slot: int) -> str:
    """Return the name of a card; a face-down Legend goes by its position."""
    if slot < LEGENDS and not int(state.up[seat, row]) >> slot & 1:
        return f"the Legend {_AT[slot]}"
    return _card(state, seat, row, slot)


def _card(state: State, seat: int, row: int, slot: int) -> str:
    return state.tables.cards[int(state.tables.place[int(state.kind[seat, row]) * 64 + slot])].name


def _unit(state: State, seat: int, row: int, slot: int) -> str:
    """Return the name of a card, with its power if it is a Unit."""
    name = _name(state, seat, row, slot)
    return f"{name} ({_power(state, seat, row, slot)})" if int(state.field[seat, row]) >> slot & 1 else name


def _power(state: State, seat: int, row: int, slot: int) -> int:
    return int(power(state, *(np.array([number]) for number in (seat, row, slot)))[0])


def _die(state: State, row: int, die: int) -> str:
    gigs = int(state.gigs[0, row] | state.gigs[1, row])
    face = f" ({int(state.faces[row]) >> 5 * die & 31})" if gigs >> die & 1 else ""
    return f"seat {die // len(SIZES)}'s d{SIZES[die % len(SIZES)]}{face}"


def _thing(state: State, seat: int, row: int, what: tuple[int, int]) -> str:
    """Return what an action names: a card or a die."""
    word, bit = what
    if word == REST:
        return _die(state, row, (bit + 6 * seat) % DICE) if bit != RAID else "the Gig area"
    return _unit(state, seat ^ (word == RIVAL), row, bit)


# --- sayings ---


def _plainly(state: State, seat: int, row: int, what: tuple[int, int]) -> str:
    do = Do(int(state.tables.program.do[state.pc[row]]))
    return f"{_OWN.get(do, 'chooses')} {_thing(state, seat, row, what)}"


def _in_main(state: State, seat: int, row: int, what: tuple[int, int]) -> str:
    word, bit = what
    thing, legend = _thing(state, seat, row, (OWN, bit)), bit < LEGENDS
    if word == USE:
        return f"uses {thing}"
    if word == SECOND:
        return f"plays {thing} as a Unit" if legend else f"sells {thing}"
    if int(state.field[seat, row]) >> bit & 1:
        return f"attacks with {thing}"
    if not legend:
        return f"plays {thing}"
    return f"{thing} goes solo" if int(state.up[seat, row]) >> bit & 1 else f"Calls {thing}"


def _in_reaction(state: State, seat: int, row: int, what: tuple[int, int]) -> str:
    word, bit = what
    return f"blocks with {_unit(state, seat, row, bit)}" if word == SECOND else _in_main(state, seat, row, what)


def _as_target(state: State, seat: int, row: int, what: tuple[int, int]) -> str:
    attacker = _unit(state, seat, row, int(state.card[row]))
    return f"attacks {_thing(state, seat, row, what)} with {attacker}"


def _as_host(state: State, seat: int, row: int, what: tuple[int, int]) -> str:
    return f"puts {_card(state, seat, row, int(state.card[row]))} on {_thing(state, seat, row, what)}"


_SAYINGS: Final[dict[Do, Callable[[State, int, int, tuple[int, int]], str]]] = {
    Do.MAIN: _in_main,
    Do.REACT: _in_reaction,
    Do.TARGET: _as_target,
    Do.HOST: _as_host,
}


def _option(state: State, seat: int, row: int, bit: int) -> str:
    if bit >= PENDING:
        source = int(state.queue[seat, bit - PENDING, row]) >> 12 & 63
        return f"resolves {_name(state, seat, row, source)} first"
    if bit > FACE:
        return f"turns {_die(state, row, int(state.it[row]) - A_DIE)} to {bit - FACE}"
    return f"picks the {_ORDINAL[bit - MODE]} option"


def _reason(state: State, seat: int, row: int, do: Do) -> str:
    """Return whose text asks, if a text asks."""
    if not Do.CHOOSE <= do <= Do.DISCARD:
        return ""
    return f", by {_card(state, int(state.me[row]), row, int(state.source[row]))}"


# --- positions ---


def status(state: State, row: int) -> str:
    """Return the position of game `row`: whose turn it is, and what either side has."""
    row = int(np.arange(len(state))[row])
    turn = f"Turn {state.turns[row]}, of seat {state.turn[row]}{_attack(state, row)}"
    return "\n  ".join([turn, *(_side(state, seat, row) for seat in (0, 1))])


def _attack(state: State, row: int) -> str:
    if state.attacker[row] < 0:
        return ""
    turn, target = int(state.turn[row]), int(state.target[row])
    named = "the Gig area" if target == GIG_AREA else _unit(state, 1 - turn, row, target)
    return f": {_unit(state, turn, row, int(state.attacker[row]))} attacks {named}"


def _side(state: State, seat: int, row: int) -> str:
    gigs = " ".join(
        f"d{SIZES[die % 6]}={int(state.faces[row]) >> 5 * die & 31}" for die in _bits(state.gigs[seat, row])
    )
    total = int(cred(state, np.array([seat * len(state) + row]), np.array([row]))[0])
    field = ", ".join(_standing(state, seat, row, slot) for slot in _bits(state.field[seat, row]))
    legends = ", ".join(_standing(state, seat, row, slot) for slot in _bits(state.legends[seat, row]))
    hand = ", ".join(_card(state, seat, row, slot) for slot in _bits(state.hand[seat, row]))
    money = f"{state.ready[seat, row]} of {len(_bits(state.eddies[seat, row]))} Eddies"
    return (
        f"seat {seat}: Gigs {gigs or '-'} (Street Cred {max(total, 0)}); {money}; field: {field or '-'}; "
        f"Legends: {legends or '-'}; hand: {hand or '-'}; deck: {state.size[seat, row]}"
    )


def _standing(state: State, seat: int, row: int, slot: int) -> str:
    """Return a Unit or Legend with its Gear, and whether it is spent."""
    gear = [g for g in _bits(state.gear[seat, row]) if state.host[seat, g, row] == slot]
    said = " + ".join([_unit(state, seat, row, slot), *(_card(state, seat, row, g) for g in gear)])
    return said + (" [spent]" if int(state.spent[seat, row]) >> slot & 1 else "")


def _bits(number: Any) -> list[int]:
    return [bit for bit in range(64) if int(number) >> bit & 1]
