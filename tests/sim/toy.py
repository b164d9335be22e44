"""A toy ruleset that has what makes a lockstep engine stumble, small enough to be played by hand.

A pile of counters: take one, two or three; who takes the last one wins. After each move chance says who moves next, so
both seats wait in one phase at the same time; one time in eight the mover first gets a rare decision of a lower phase:
keep the pile, or add two to it. With one counter left, or under four at the rare decision, the move is forced.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim import luck, pick, ruleset
from sim.arrays import ALL, I8, I16, I32, U64, Action, Coin, Integer, Rows, Sets
from sim.engine import Lot
from sim.ruleset import OVER, Deck, Ruleset, from_act, from_score
from tests.sim import scalar

RARE, PLAY = 0, 1
KEEP, ADD = 3, 4
ACTIONS = ("one", "two", "three", "keep", "add")
ENDINGS = ("taken", "empty", "cap")


@dataclass(frozen=True)
class Tables:
    piles: I16  # [D] counters that a deck brings
    eager: bool  # the rules make forced moves themselves, as a ruleset may


@dataclass
class State(ruleset.State):
    tables: Tables
    pile: I16  # [B]
    secret: I8  # [2, B] a number that only its owner sees


@dataclass
class View:
    rare: Any  # [n]
    pile: I16  # [n]
    secret: I8  # [n] mine


def tables(eager: Any, decks: Sequence[Deck]) -> Tables:
    return Tables(np.array([deck.content for deck in decks], np.int16), bool(eager))


def deal(cards: Tables, decks: I32, keys: U64) -> State:
    draws = luck.draw(keys, luck.SHUFFLE, 0)
    pile = cards.piles.take(decks).sum(axis=0, dtype=np.int16)
    pile += luck.below(draws[0], 8).astype(np.int16) * (pile > 0)
    state = State(**ruleset.opening(cards, keys, 8), pile=pile, secret=luck.below(draws, 100).astype(np.int8))
    state.phase[:] = PLAY
    state.seat[:] = luck.below(draws[1], 2)
    empty = np.flatnonzero(pile == 0)
    ruleset.finish(state, empty, np.zeros(len(empty), np.int8), 1)
    _force(state, ALL)
    return state


def legal(state: State, seat: int, rows: Rows) -> Sets:
    pile = state.pile[rows]
    play = (1 << np.minimum(pile, 3)) - 1
    rare = np.where(pile >= 4, (1 << KEEP) | (1 << ADD), 1 << KEEP)
    return np.where(state.phase[rows] == PLAY, play, rare).astype(np.uint8)[None]


def view(state: State, seat: int, rows: Rows) -> View:
    return View(state.phase[rows] == RARE, state.pile[rows], state.secret[seat, rows])


def step(state: State, seat: int, rows: Rows, action: Action) -> None:
    _move(state, seat, rows, action)
    _force(state, rows)


def _move(state: State, seat: int, rows: Rows, action: Action) -> None:
    was_play = state.phase[rows] == PLAY
    state.pile[rows] += np.where(was_play, -(action + 1), (action == ADD) * 2).astype(np.int16)
    state.turns[rows] += 1
    state.margin[rows] = state.pile[rows] * (1 - 2 * seat)
    state.seen[seat, rows] |= np.uint8(1) << (state.pile[rows] & 7).astype(np.uint8)
    state.played[seat, rows] |= np.uint8(1) << action.astype(np.uint8)
    chance = luck.draw(state.key[seat, rows], luck.CHANCE, state.draws[luck.CHANCE, seat, rows])
    state.draws[luck.CHANCE, seat, rows] += 1
    rare = was_play & (luck.below(chance, 8) == 0)
    state.phase[rows] = np.where(rare, RARE, PLAY)
    state.seat[rows] = np.where(rare, seat, chance & np.uint64(1))
    done = np.arange(len(state))[rows][state.pile[rows] == 0]
    ruleset.finish(state, done, np.full(len(done), 1 - 2 * seat, np.int8), 0)


def _force(state: State, rows: Rows) -> None:
    """Make all moves that are forced, where the tables say that the rules do so."""
    left = np.arange(len(state))[rows][: None if state.tables.eager else 0]
    while len(left):
        left = left[state.phase[left] != OVER]
        left = left[pick.single(legal(state, 0, left))]
        seats = state.seat[left]
        for seat in (0, 1):
            mine = left[seats == seat]
            _move(state, seat, mine, pick.nth(legal(state, seat, mine), np.zeros(len(mine), np.int16)))


def redeal(state: State, seat: int, rows: Rows, keys: U64) -> None:
    state.secret[1 - seat, rows] = luck.below(luck.draw(keys[1 - seat], luck.SHUFFLE, 0), 100)
    state.key[:, rows] = keys


TOY = Ruleset(
    name="toy",
    version=1,
    actions=ACTIONS,
    endings=ENDINGS,
    max_decisions=500,
    seats_equal=False,
    games_per_shard=1000,
    batch=64,
    tables=tables,
    deal=deal,
    legal=legal,
    view=view,
    step=step,
    redeal=redeal,
    describe=lambda state, seat, row, action: ACTIONS[action],
    status=lambda state, row: f"{state.pile[row]} left",
)
DECKS = tuple(Deck(f"brings {n}", ("counter",), n) for n in (0, 1, 5, 20))
TABLES = tables(False, DECKS)
EAGER = tables(True, DECKS)


def lot(games: int, seed: int = 5, decks: Sequence[int] = (1, 2, 3)) -> Lot:
    """Return games of very different lengths, on luck ids in no order, half of them with crossed luck."""
    chance = np.random.default_rng(seed)
    sat = chance.choice(np.array(decks, np.int32), (2, games))
    return Lot(seed, sat, chance.permutation(games).astype(np.uint64), chance.integers(0, 2, games).astype(np.uint64))


def _moody(view: View, legal: Sets, coin: Coin) -> Integer:
    """Return an answer that depends on all that the view shows, and on the coin."""
    lowest = pick.nth(legal, np.zeros(len(coin), np.int16))
    return np.where((view.secret + view.pile) % 3 == 0, lowest, pick.uniform(legal, coin))


RANDOM = from_act("random", lambda view, legal, coin: pick.uniform(legal, coin))
MOODY = from_act("moody", _moody)
GREEDY = from_score("greedy", lambda view: np.tile(np.arange(5, dtype=np.int8)[:, None], len(view.pile)))


# --- the same game by hand ---


@dataclass
class Sheet:
    """What became of one game played by hand by two random strategies."""

    result: int = 0
    turns: int = 0
    moves: tuple[tuple[int, int], ...] = ()  # (seat, action) of each real decision


def by_hand(games: Lot, place: int) -> Sheet:
    """Play one game of a lot in plain Python, one move after the other."""
    keys = [scalar.key(games.seed, int(games.luck[place]), side, int(games.crossed[place])) for side in (0, 1)]
    start = [scalar.draw(key, luck.SHUFFLE, 0) for key in keys]
    pile = sum(DECKS[d].content for d in games.decks[:, place]) + scalar.below(start[0], 8)
    seat, rare, sheet = scalar.below(start[1], 2), False, Sheet()
    coins, chances = [0, 0], [0, 0]
    while pile:
        options = ([KEEP, ADD] if pile >= 4 else [KEEP]) if rare else list(range(min(3, pile)))
        action = options[scalar.below(scalar.draw(keys[seat], luck.COIN, coins[seat]), len(options))]
        if len(options) > 1:
            coins[seat] += 1
            sheet.moves += ((seat, action),)
        pile += 2 * (action == ADD) if rare else -(action + 1)
        sheet.turns += 1
        chance = scalar.draw(keys[seat], luck.CHANCE, chances[seat])
        chances[seat] += 1
        sheet.result = 1 - 2 * seat
        rare = not rare and scalar.below(chance, 8) == 0
        seat = seat if rare else chance & 1
    return sheet
