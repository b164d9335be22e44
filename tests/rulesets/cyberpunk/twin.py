"""The batch engine's state in the referee's words, so that the two can be compared position by position."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from sim import luck, pick
from sim.ruleset import OVER, Deck
from sim.rulesets.cyberpunk.board import power
from sim.rulesets.cyberpunk.cards import Cards
from sim.rulesets.cyberpunk.gigs import measure
from sim.rulesets.cyberpunk.program import Do
from sim.rulesets.cyberpunk.referee import Game
from sim.rulesets.cyberpunk.rules import RULESET, _blank, _go_on, deal_rolled
from sim.rulesets.cyberpunk.state import ENDINGS, GIG_AREA, LEGENDS, PASS, REST, RING, State
from sim.rulesets.cyberpunk.tables import ORDERS
from strategies.cyberpunk import weighted
from tests.rulesets.cyberpunk.luck import Addressed

Pair = tuple[Deck, Deck]
BOTH = (0, 1)

AREAS = ("hand", "trash", "eddies", "out", "legends", "field")
MARKS = ("arrived", "solo", "adrenaline", "strike", "safe", "harmless", "held", "must", "stole")

DECISIONS = {
    Do.BEGIN: "begin",
    Do.MULLIGAN: "mulligan",
    Do.DIE: "die",
    Do.MAIN: "main",
    Do.TARGET: "target",
    Do.HOST: "host",
    Do.ABILITY: "mode",
    Do.PAY: "pay",
    Do.REACT: "react",
    Do.STEAL: "steal",
    Do.SAVE: "save",
    Do.DOOM: "instead",
    Do.DRAIN: "order",
    Do.PICK: "mode",
    Do.CHOOSE: "choose",
    Do.CALL_ANY: "choose",
    Do.READY_UNITS: "choose",
    Do.TURN_DIE: "face",
    Do.DISCARD: "discard",
    Do.TAKE_LOOKED: "take",
    Do.TRASH_LOOKED: "may",
    Do.CALL_IT: "may",
    Do.EACH_MAY_DRAW: "may",
}


def bits(number: Any) -> list[int]:
    """Return a set as a sorted list."""
    return [bit for bit in range(64) if int(number) >> bit & 1]


def begin(known: Cards, pairs: Sequence[Pair], seed: int = 0, *, rolled: bool = False) -> State:
    """Return one game for each pair of decks of a card set; `rolled`: with the roll for who begins."""
    decks = list({id(deck): deck for pair in pairs for deck in pair}.values())
    place = {id(deck): i for i, deck in enumerate(decks)}
    chosen = np.array([[place[id(deck)] for deck in pair] for pair in pairs], np.int32).T
    keys = luck.keys(seed, np.arange(len(pairs), dtype=np.uint64))
    return (deal_rolled if rolled else RULESET.deal)(RULESET.tables(known, decks), chosen, keys)


# --- snapshots ---


def snapshot(state: State, row: int) -> dict[str, Any]:
    """Return the position of one game as `Game.snapshot` says it."""
    legends = [int(state.legends[s, row] | state.field[s, row]) & 7 for s in BOTH]
    there = [int(state.legends[s, row] | state.field[s, row]) for s in BOTH]
    return {
        **{key: int(getattr(state, key)[row]) for key in ("turns", "turn", "first", "dry")},
        **{key: bool(getattr(state, key)[row]) for key in ("sold", "overtime")},
        "called": [bool(state.called[s, row]) for s in BOTH],
        "ready_eddies": [int(state.ready[s, row]) for s in BOTH],
        **{area: [bits(getattr(state, area)[s, row]) for s in BOTH] for area in AREAS},
        **{mark: [bits(marked(state, mark, s, row)) for s in BOTH] for mark in MARKS},
        "guard_above": [bool(state.guard[s, row] & 1) for s in BOTH],
        "guard_below": [bool(state.guard[s, row] & 2) for s in BOTH],
        "deck": [deck(state, s, row) for s in BOTH],
        "order": [list(ORDERS[int(state.kind[s, row]) % len(ORDERS)]) for s in BOTH],
        "up": [bits(int(state.up[s, row]) & legends[s]) for s in BOTH],
        "known": [bits(int(state.known[s, row] & state.legends[s, row] & ~state.up[s, row])) for s in BOTH],
        "spent": [bits(int(state.spent[s, row]) & there[s]) for s in BOTH],
        "gear": [worn(state, s, row) for s in BOTH],
        "power": [powers(state, s, row) for s in BOTH],
        **{name: [numbers(state, name, s, row) for s in BOTH] for name in ("bonus", "fewer")},
        "gigs": [{die: int(state.faces[row]) >> 5 * die & 31 for die in bits(state.gigs[s, row])} for s in BOTH],
        "fixer": [bits(state.fixer[s, row]) for s in BOTH],
        "attack": attack(state, row),
        "pending": [pending(state, s, row) for s in BOTH],
        "decision": DECISIONS.get(Do(int(state.tables.program.do[state.pc[row]])), ""),
        "seat": int(state.seat[row]),
    }


_TWOFOLD = {"held": "bound", "must": "told"}


def marked(state: State, mark: str, seat: int, row: int) -> int:
    """Return the Units that have a mark; two of them are told apart by whose text or turn it was."""
    found = getattr(state, mark)[seat, row] | getattr(state, _TWOFOLD.get(mark, mark))[seat, row]
    return int(found & state.field[seat, row])


def deck(state: State, seat: int, row: int) -> list[int]:
    """Return a deck from the top down."""
    top = int(state.top[seat, row])
    return [int(state.deck[seat, (top + i) % RING, row]) for i in range(int(state.size[seat, row]))]


def worn(state: State, seat: int, row: int) -> dict[int, list[int]]:
    """Return the Gear by host."""
    found: dict[int, list[int]] = {}
    for gear in bits(state.gear[seat, row]):
        found.setdefault(int(state.host[seat, gear, row]), []).append(gear)
    return found


def powers(state: State, seat: int, row: int) -> dict[int, int]:
    """Return the power of each Unit."""
    slots = bits(state.field[seat, row])
    same = np.ones(len(slots), np.intp)
    found = power(state, same * seat, same * row, np.array(slots, np.intp)) if slots else []
    return {slot: int(number) for slot, number in zip(slots, found, strict=True)}


def numbers(state: State, name: str, seat: int, row: int) -> dict[int, int]:
    """Return a plane where it is not 0, of Units."""
    plane = getattr(state, name)[seat, :, row]
    return {slot: int(plane[slot]) for slot in bits(state.field[seat, row]) if plane[slot]}


def attack(state: State, row: int) -> dict[str, Any] | None:
    """Return the attack in progress."""
    if state.pc[row] == Do.TARGET:
        return {"attacker": int(state.card[row]), "target": None, "unblockable": False}
    if state.attacker[row] < 0:
        return None
    target = int(state.target[row])
    return {
        "attacker": int(state.attacker[row]),
        "target": "gigs" if target == GIG_AREA else target,
        "unblockable": bool(state.unblockable[row]),
    }


def pending(state: State, seat: int, row: int) -> list[list[int]]:
    """Return the pending abilities in order: source and line."""
    entries = [int(number) for number in state.queue[seat, : int(state.queued[seat, row]), row]]
    return [[number >> 12 & 63, int(state.tables.program.line[number >> 18])] for number in entries]


# --- positions ---


def lay(state: State, row: int, position: Mapping[str, Any]) -> None:
    """Let a game of the batch stand as a position says: its player decides in the main phase, nothing is pending."""
    fresh = _blank(state.tables, (state.kind[:, [row]] // len(ORDERS)).astype(np.int32), state.key[:, [row]])
    state.put(np.array([row]), fresh)
    for key in ("turns", "turn", "first", "sold", "dry", "overtime"):
        getattr(state, key)[row] = position.get(key, 0)
    for name, key in (("called", "called"), ("ready", "ready_eddies")):
        getattr(state, name)[:, row] = position.get(key, (0, 0))
    above, below = (position.get(key, (0, 0)) for key in ("guard_above", "guard_below"))
    for seat in BOTH:
        state.guard[seat, row] = above[seat] | below[seat] << 1
        _lay_seat(state, seat, row, {key: value[seat] for key, value in position.items() if _by_seat(value)})
    measure(state, np.array([row]))
    _go_on(state, np.array([row]), Do.MAIN)


def _by_seat(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == len(BOTH)


def _lay_seat(state: State, seat: int, row: int, of: Mapping[str, Any]) -> None:
    state.kind[seat, row] += ORDERS.index(tuple(of.get("order", range(LEGENDS))))
    for name in (*AREAS, *MARKS, "up", "known", "spent"):
        getattr(state, name)[seat, row] = sum(1 << slot for slot in of.get(name, ()))
    for place, slot in enumerate(of.get("deck", ())):
        state.deck[seat, place, row] = slot
    state.size[seat, row] = len(of.get("deck", ()))
    for die, face in of.get("gigs", {}).items():
        state.gigs[seat, row] |= 1 << die
        state.faces[row] |= np.uint64(face << 5 * die)
    state.fixer[seat, row] = sum(1 << die for die in of.get("fixer", ()))
    _lay_powers(state, seat, row, of)


def _lay_powers(state: State, seat: int, row: int, of: Mapping[str, Any]) -> None:
    printed = state.tables.printed[int(state.kind[seat, row]) * 64 :]
    for slot in {*of.get("field", ()), *of.get("up", ())}:
        state.power[seat, slot, row] = printed[slot]
    for host, gears in of.get("gear", {}).items():
        for gear in gears:
            state.gear[seat, row] |= np.uint64(1 << gear)
            state.equipped[seat, row] |= np.uint64(1 << host)
            state.host[seat, gear, row] = host
            state.power[seat, host, row] += printed[gear]
    for slot, number in of.get("bonus", {}).items():
        state.power[seat, slot, row] += number
    for name in ("bonus", "fewer"):
        for slot, number in of.get(name, {}).items():
            getattr(state, name)[seat, slot, row] = number
            state.marked[seat, row] |= np.uint64(1 << slot)


# --- playing side by side ---


def legal(state: State, rows: np.ndarray) -> dict[int, list[int]]:
    """Return the legal actions of each of `rows`, none for those that are over."""
    sets = RULESET.legal(state, 0, rows)
    over = state.phase[rows] == OVER
    return {int(row): [] if over[i] else pick.actions(sets, i) for i, row in enumerate(rows)}


def play(state: State, rows: np.ndarray, actions: Sequence[int]) -> None:
    """Play one action in each of `rows`."""
    for seat in BOTH:
        mine = np.flatnonzero(state.seat[rows] == seat)
        if len(mine):
            RULESET.step(state, seat, rows[mine], np.array(actions, np.int16)[mine])
            break_at = np.setdiff1d(np.arange(len(rows)), mine)
            if len(break_at):
                RULESET.step(state, 1 - seat, rows[break_at], np.array(actions, np.int16)[break_at])
            return


def catch_up(state: State, rows: np.ndarray) -> dict[int, list[int]]:
    """Play the moves of one option; return the legal sets then."""
    while True:
        sets = legal(state, rows)
        forced = [row for row, options in sets.items() if len(options) == 1]
        if not forced:
            return sets
        play(state, np.array(forced), [sets[row][0] for row in forced])


def catch_up_with(game: Game) -> None:
    """Play the referee's moves of one option: in the reaction step he stops for them."""
    while not game.over and len(game.legal()) == 1:
        game.play(game.legal()[0])


def facts(state: State, row: int, options: list[int]) -> dict[str, Any]:
    """Return all that is held against the referee: the position, the options, and what counts at the end."""
    over = bool(state.phase[row] == OVER)
    lists = {name: [set(bits(getattr(state, name)[s, row])) for s in BOTH] for name in ("seen", "played")}
    now = {"over": over, "legal": options, "margin": int(state.margin[row]), **lists}
    if not over:
        return snapshot(state, row) | now
    return now | {"ended": (int(state.result[row]), ENDINGS[state.ending[row]]), "turns": int(state.turns[row])}


def facts_of(game: Game) -> dict[str, Any]:
    """Return the same of the referee's game."""
    lists = {name: [set(getattr(game, name)[s]) for s in BOTH] for name in ("seen", "played")}
    now = {"over": game.over, "legal": [] if game.over else game.legal(), "margin": game.margin, **lists}
    return now | ({"ended": (game.result, game.ending), "turns": game.turns} if game.over else game.snapshot())


def assert_same(state: State, row: int, game: Game, options: list[int], where: str) -> None:
    """Hold one game of the batch against the referee's."""
    mine, theirs = facts(state, row, options), facts_of(game)
    unlike = {key: (mine.get(key), theirs.get(key)) for key in mine | theirs if mine.get(key) != theirs.get(key)}
    said = [f"{key}: engine {one}, referee {other}" for key, (one, other) in unlike.items()]
    assert not said, f"{where}: {'; '.join(said)}"


def teams(known: Cards, pair: Pair) -> Any:
    """Return the cards of two decks by slot."""
    return tuple([known.all[place] for place in deck.content.cards] for deck in pair)


_PASS = 64 * REST + PASS


def choose(draw: Random, state: State, sets: Mapping[int, list[int]], live: list[int]) -> list[int]:
    """Return an action for each game: of three one is scored play, one any legal action, one seldom a pass."""
    best = scored(draw, state, np.array([row for row in live if row % 3 == 0], np.int64))
    return [best[row] if row in best else any_of(draw, sets[row], eager=row % 3 == 1) for row in live]


def any_of(draw: Random, options: list[int], *, eager: bool) -> int:
    """Return any legal action; if `eager`, a pass is rare, so that much comes into play."""
    acts = [action for action in options if action != _PASS]
    return draw.choice(acts if eager and acts and draw.random() < 0.9 else options)


def scored(draw: Random, state: State, rows: np.ndarray) -> dict[int, int]:
    """Return what `weighted` does in each of `rows`."""
    found: dict[int, int] = {}
    for seat in BOTH:
        mine = rows[state.seat[rows] == seat]
        if len(mine):
            coin = np.array([draw.getrandbits(64) for _ in mine], np.uint64)
            acts = weighted.act(RULESET.view(state, seat, mine), RULESET.legal(state, seat, mine), coin)
            found |= dict(zip(mine.tolist(), acts.tolist(), strict=True))
    return found


def agree(known: Cards, pairs: Sequence[Pair], seed: int, *, rolled: bool = False) -> int:
    """Play games at random and by scores on engine and referee, comparing every position; return how many."""
    state, draw, compared = begin(known, pairs, seed, rolled=rolled), Random(seed), 0
    keys = state.key.copy()
    lucks = [Addressed(*pair.tolist()) for pair in keys.T]
    games = {row: Game(teams(known, pair), lucks[row], rolled=rolled) for row, pair in enumerate(pairs)}
    live = np.arange(len(pairs))
    while len(live):
        sets = catch_up(state, live)
        for row in live.tolist():
            catch_up_with(games[row])
            assert_same(state, row, games[row], sets[row], f"seed {seed}, game {row}")
        compared += len(live)
        live = np.array([row for row in live.tolist() if not games[row].over], np.int64)
        actions = choose(draw, state, sets, live.tolist())
        play(state, live, actions)
        for row, action in zip(live.tolist(), actions, strict=True):
            games[row].play(action)
    return compared


def lineups(draw: Random, decks: Sequence[Deck], games: int) -> list[Pair]:
    """Return pairs of decks drawn at random."""
    return [(draw.choice(decks), draw.choice(decks)) for _ in range(games)]
