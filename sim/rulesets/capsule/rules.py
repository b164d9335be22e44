"""The rules as the engine calls them: deal, legal, step, redeal (`view` is in view.py). Clauses are those of README.md.

An act is taken apart here; what may be done is in turn.py, what an action does in resolve.py, what comes after in
course.py.
"""

from typing import Any, Final

import numpy as np

from sim import luck, ruleset
from sim.arrays import ALL, I32, U64, Action, Bool, Index, Rows, Sets, both, count, index, places, spots
from sim.lookup import Nibbles
from sim.rulesets.capsule import combos, course, turn
from sim.rulesets.capsule.cards import ALLY, RIVAL, action_text
from sim.rulesets.capsule.resolve import Act, Team, resolve
from sim.rulesets.capsule.sets import at, chosen_wide, wide
from sim.rulesets.capsule.state import (
    ACTIONS,
    AGAIN,
    BONUS,
    COMBO,
    COMBOS,
    DISCARDS,
    ENDINGS,
    MAIN,
    MORE,
    MOST_ACTIONS,
    PASS,
    PLACES,
    REMOVE,
    RESOLVE,
    SACRIFICE,
    SLOTS,
    WORD,
    State,
)
from sim.rulesets.capsule.tables import AGAIN as GRANTS
from sim.rulesets.capsule.tables import BLOW, REACHES, Tables, tables
from sim.rulesets.capsule.turn import only, served
from sim.rulesets.capsule.view import view

_ACTS, _GIVES = 1, 2  # kinds of acts; a pass is none, nor is a removal


def _moves() -> Nibbles:
    """Return by action: place, target, number of the character's action, kind."""
    found = []
    for action in range(len(ACTIONS)):
        word, bit = divmod(action, WORD)
        if bit < SACRIFICE:
            found.append((word, bit % PLACES, bit // PLACES, _ACTS))
        elif bit in (SACRIFICE, REMOVE):
            found.append((word, 0, 0, _GIVES if bit == SACRIFICE else 0))
        elif bit < PASS:
            found.append((0, bit - COMBO, word, _ACTS))
        else:
            found.append((0, 0, 0, 0))
    place, target, number, kind = zip(*found, strict=True)
    return Nibbles.of(place=place, target=target, number=number, kind=kind)


_MOVES: Final = _moves()


def deal(tables: Tables, decks: I32, keys: U64) -> State:
    """Return new games of `decks` [2, B]: the SBIRES lie open, seat 0 is to play (1.3)."""
    size = decks.shape[1]
    lanes = (2, PLACES, size)
    small: dict[str, Any] = {n: np.zeros((2, size), np.int8) for n in ("crossed", "row", "owes", "hidden")}
    small |= {n: np.zeros((2, size), np.uint8) for n in ("stunned", "shielded", "pile", "gone", "shown", "bonuses")}
    small |= {n: np.zeros(size, np.int8) for n in ("removed", "extra", "action", "bonus")}
    state = State(
        **ruleset.opening(tables, keys, SLOTS),
        deck=decks.astype(np.min_scalar_type(len(tables.slots)), order="C"),  # lane by lane, however they come
        card=np.zeros(lanes, np.int16),
        pv=np.zeros(lanes, np.int16),
        initial=np.zeros(lanes, np.int8),
        capsules=np.zeros(lanes, np.int8),
        traits=np.zeros((2, 4, PLACES, size), np.uint8),
        combos=np.full((2, size), COMBOS, np.int8),
        drawn=np.zeros(size, np.uint8),
        **small,
    )
    for seat in (0, 1):
        course.reveal(state, seat, ALL)
    state.phase[:] = MAIN
    state.turns[:] = 1
    course.measure(state, ALL, course.living(state, ALL))
    return state


def legal(state: State, seat: int, rows: Rows) -> Sets:
    """Return the packed sets [1, n] of what `seat` may do; in RESOLVE there is nothing to choose."""
    phase, live = served(state, rows)
    if phase == RESOLVE:
        return np.full((1, count(rows, len(state))), 1 << PASS, np.uint16)
    return turn.options(state, phase, seat, rows, live)


def step(state: State, seat: int, rows: Rows, action: Action) -> None:
    """Play `action` [n] of `seat` in `rows`, and go on to the next decision."""
    phase, live = served(state, rows)
    if phase == RESOLVE:
        _carry_out(state, seat, rows, live)
    elif phase in (BONUS, MORE):
        take = course.take_bonus if phase == BONUS else combos.raise_or_not
        games = index(rows, len(state))
        take(state, seat, *((games, action) if live is None else (games[live], action[live])))
    else:
        _choose(state, seat, rows, action, (phase, live))


def _choose(state: State, seat: int, rows: Rows, action: Action, where: tuple[int, Bool | None]) -> None:
    """3.2: a removal is made at once; an act waits for RESOLVE, with a combo for MORE before that."""
    phase, live = where
    if phase == MAIN:  # 3.1: who owed a turn had nothing but a pass
        only(live, state.owes[seat], rows, np.zeros(len(action), np.int8))
    only(live, state.action, rows, action.astype(np.int8))
    only(live, state.bonus, rows, np.zeros(len(action), np.int8))
    kind = action & np.int16(WORD - 1)  # by word: a table would take four times as long
    removes = kind == REMOVE
    there = np.flatnonzero(removes)
    _remove(state, seat, action[there] // WORD, places(rows, there))
    phases = np.int8(RESOLVE + seat) + np.int8(AGAIN - RESOLVE) * removes.view(np.int8)
    only(live, state.phase, rows, phases)
    declared = spots((kind >= COMBO) & (kind < PASS))
    if len(declared):
        combos.declare(state, seat, places(rows, declared))


def _remove(state: State, seat: int, place: Action, games: Index) -> None:
    """3.3: take a capsule from the characters at `place` [n]: they have their initial PV."""
    spot = place.astype(np.intp) * len(state) + games  # much faster than two indices
    state.pv[seat].reshape(-1)[spot] = state.initial[seat].reshape(-1).take(spot)
    state.capsules[seat].reshape(-1)[spot] -= 1
    state.removed[games] = 1
    state.margin[games] += 2 * seat - 1  # 2.5: a life fewer


def _carry_out(state: State, seat: int, rows: Rows, live: Bool | None) -> None:
    """Resolve the acts of `rows`, and go on: to one more action, or to a new turn."""
    act, teams = _act(state, seat, rows, live), [Team.of(state, s, rows) for s in (seat, 1 - seat)]
    resolve(state.tables, act, *teams)
    for s, team in zip((seat, 1 - seat), teams, strict=True):
        team.write(state, s, rows)
    state.removed[rows] = act.removed
    extra = state.extra[rows]
    granted = (act.has(GRANTS) & (extra == 0).view(np.uint8)).view(np.int8)
    only(live, state.extra, rows, extra + granted + (extra == course.AWAITED).view(np.int8))
    _mark_played(state, seat, rows, act)
    phase = np.int8(MAIN + 1 - seat) + np.int8(AGAIN + seat - MAIN - 1 + seat) * granted
    course.go_on(state, seat, rows, (phase, live), act.given)


def _act(state: State, seat: int, rows: Rows, live: Bool | None) -> Act:
    """Return the acts that were chosen in `rows`, taken apart; who is not `live` does nothing."""
    chosen_last = state.action[rows]
    if live is not None:
        chosen_last = chosen_last ^ ((chosen_last ^ np.int8(PASS)) & (live.view(np.int8) - np.int8(1)))
    place, target, number, kind = _MOVES.at(chosen_last.astype(np.intp))
    acts = (kind & np.int8(_ACTS)) != 0
    actor = at(place.view(np.uint8), acts)
    card, taken = chosen_wide(wide(actor), both(state.card[seat], rows)), -acts.view(np.int8).astype(np.int16)
    row = (card * np.int16(MOST_ACTIONS) + number.astype(np.int16)) & taken
    row |= np.int16(state.tables.nothing) & ~taken
    row = row.astype(np.intp)
    price, blows, aim, flags = state.tables.plain.at(row)
    reach = aim.view(np.uint8) + (place * np.int8(PLACES) + target).view(np.uint8)
    return Act(
        place=place.view(np.uint8),
        target=target.view(np.uint8),
        actor=actor,
        row=row,
        acts=acts,
        given=(kind & np.int8(_GIVES)) != 0,
        bonus=state.bonus[rows],
        removed=state.removed[rows],
        price=price,
        damage=blows & np.int8(BLOW),
        more=blows >> np.int8(4),
        reach=REACHES.take(reach.astype(np.intp), mode="clip"),
        flags=flags.view(np.uint8),
    )


def _mark_played(state: State, seat: int, rows: Rows, act: Act) -> None:
    """2.5: the slot that acts."""
    slot = state.row[seat][rows].view(np.uint8) * np.uint8(PLACES) + act.place
    bit = np.left_shift(act.acts.view(np.uint8), slot)
    boss = (bit >> np.uint8(1)) & np.uint8(32)  # its slot is 5, not 6
    state.played[seat][rows] |= (bit & np.uint8(31)) | boss


def redeal(state: State, seat: int, rows: Rows, keys: U64) -> None:
    """Draw anew what `seat` cannot know in `rows`, all possibilities being equally likely; `keys` [2, n] are new luck.

    That is the places of the rival's LIEUTENANTS, if they lie face down, and which cards he removed by a bonus.
    """
    state.key[:, rows] = keys
    rival = 1 - seat
    coin = luck.draw(keys[rival], luck.SHUFFLE, 0)
    crossed, unseen = state.crossed[rival][rows], -(state.row[rival][rows] == 0).view(np.int8)
    state.crossed[rival][rows] = crossed ^ ((crossed ^ (coin & np.uint64(1)).astype(np.int8)) & unseen)
    combos.regroup(state, rival, rows, coin)


def describe(state: State, seat: int, row: int, action: int) -> str:
    """Return what `action` of `seat` in game `row` means, with the cards named."""
    phase, _ = served(state, np.array([row]))
    if phase == RESOLVE:
        return ""
    if action in DISCARDS:
        return f"takes {_slot_name(state, seat, row, DISCARDS.index(action))} out of the combo pile"
    if action == PASS:
        skips = phase == MAIN and state.owes[seat, row]
        return _PASSES.get(phase, "skips the turn" if skips else "passes")
    word, bit = divmod(action, WORD)
    if bit in (SACRIFICE, REMOVE):
        name = _name(state, seat, row, word)
        return f"sacrifices {name}" if bit == SACRIFICE else f"takes a capsule from {name}"
    place, number, target = (0, word, bit - COMBO) if bit >= COMBO else (word, bit // PLACES, bit % PLACES)
    return _described(state, (seat, row), (place, number, target), bit >= COMBO)


_PASSES: Final = {MORE: "lets the attack happen", BONUS: "keeps the whole combo pile", AGAIN: "does no more"}


def _described(state: State, where: tuple[int, int], what: tuple[int, int, int], combo: bool) -> str:
    (seat, row), (place, number, target) = where, what
    action = state.tables.cards[state.card[seat, place, row]].actions[number]
    said = f"{_name(state, seat, row, place)}: {action_text(action)}"
    owner = {RIVAL: 1 - seat, ALLY: seat}.get(action.aim, 1 - seat if combo else -1)
    if owner >= 0:
        said += f" -> {_name(state, owner, row, target)}"
    return said + (
        f", with a combo ({'another card' if served(state, np.array([row]))[0] == MORE else 'a card'})" * combo
    )


def _name(state: State, seat: int, row: int, place: int) -> str:
    return state.tables.cards[state.card[seat, place, row]].name


def _slot_name(state: State, seat: int, row: int, slot: int) -> str:
    card = state.tables.slots[state.deck[seat, row], slot]  # only a real game is described
    return state.tables.cards[card].name


def status(state: State, row: int) -> str:
    """Return the position of game `row`: both teams, combo piles, combos left."""
    return f"Turn {state.turns[row]}\n  " + "\n  ".join(_side(state, seat, row) for seat in (0, 1))


def _side(state: State, seat: int, row: int) -> str:
    team = ", ".join(_member(state, seat, row, place) for place in range(PLACES) if state.pv[seat, place, row] > 0)
    held = int(view(state, seat, np.array([row])).pile[0])
    names = [_slot_name(state, seat, row, slot) for slot in range(SLOTS - 1) if held >> slot & 1]
    notes = "; a skipped turn is owed" if state.owes[seat, row] else ""
    return (
        f"seat {seat}, round {state.row[seat, row] + 1}: {team or 'nobody'}{notes}; "
        f"combo pile: {', '.join(names) or '-'}; combos left: {state.combos[seat, row]}"
    )


def _member(state: State, seat: int, row: int, place: int) -> str:
    said = f"{_name(state, seat, row, place)} {state.pv[seat, place, row]} PV"
    capsules = state.capsules[seat, place, row]
    said += f" + {capsules}" if capsules else ""
    marks = [
        word
        for word, field in (("stunned", state.stunned), ("shielded", state.shielded))
        if field[seat, row] >> place & 1
    ]
    return said + (f" ({', '.join(marks)})" if marks else "")


RULESET: Final = ruleset.Ruleset(
    name="capsule",
    version=1,
    actions=ACTIONS,
    endings=ENDINGS,
    max_decisions=1_000,  # 200 turns of a removal and two acts, six combos and four bonuses are fewer
    seats_equal=False,
    games_per_shard=1_000_000,
    batch=196_608,
    tables=tables,
    deal=deal,
    legal=legal,
    view=view,
    step=step,
    redeal=redeal,
    describe=describe,
    status=status,
    idles=True,
    deals=False,
)
