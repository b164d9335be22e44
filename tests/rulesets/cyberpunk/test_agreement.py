"""The batch engine and the scalar referee, written apart from one README, agree on every position they reach."""

import os
from random import Random

import numpy as np
import pytest

from sim import engine, pick
from sim.ruleset import OVER, State, from_act
from sim.rulesets.cyberpunk import decks
from sim.rulesets.cyberpunk.board import shown
from sim.rulesets.cyberpunk.rules import RULESET
from sim.rulesets.cyberpunk.state import QUEUE, SIZES
from tests.rulesets.cyberpunk import twin
from tests.rulesets.cyberpunk.twin import BOTH, bits

GAMES = int(os.environ.get("SOAK_GAMES", "300"))
KNOWN = decks.cards(None, "")
OWN = list(decks.shipped(KNOWN).values())
RANDOM = from_act("random", lambda _view, legal, coin: pick.uniform(legal, coin), blind=True)


def in_parts(pairs: list[twin.Pair], seed: int, *, rolled: bool = False) -> int:
    """Agree on games, some hundreds at a time."""
    parts = [pairs[at : at + 200] for at in range(0, len(pairs), 200)]
    return sum(twin.agree(KNOWN, part, seed + number, rolled=rolled) for number, part in enumerate(parts))


@pytest.mark.soak
def test_games_of_the_shipped_decks_agree() -> None:
    """Every legal set, position, result, ending and margin of games with the four decks is the same."""
    assert in_parts(twin.lineups(Random(1), OWN, GAMES // 3), seed=1_000_000) > 20 * GAMES


@pytest.mark.soak
def test_games_of_random_decks_agree() -> None:
    """The same over legal decks drawn from all implemented cards."""
    drawn = decks.sample(GAMES, 1, KNOWN)
    assert in_parts(twin.lineups(Random(2), drawn, GAMES // 2), seed=2_000_000) > 30 * GAMES


@pytest.mark.soak
def test_games_with_the_roll_for_who_begins_agree() -> None:
    """1.6: who rolled higher decides."""
    drawn = [*OWN, *decks.sample(GAMES, 3, KNOWN)]
    assert in_parts(twin.lineups(Random(3), drawn, GAMES // 6), seed=3_000_000, rolled=True) > 10 * GAMES


# --- what must always hold ---


def conserved(state: State, row: int) -> None:
    """Hold that every card, die and Gear of a game is in one place, and that all numbers are in range."""
    for seat in BOTH:
        areas = ("hand", "trash", "eddies", "out", "legends", "field", "gear")
        held = [bits(getattr(state, area)[seat, row]) for area in areas] + [twin.deck(state, seat, row)]
        resolving = [int(state.source[row])] if state.goes[row] and state.me[row] == seat else []
        waiting = [at for at, entry in entries(state, seat, row) if entry & 63 == 62]
        everything = sorted(slot for area in held for slot in area) + resolving + waiting
        kind = int(state.kind[seat, row])
        assert sorted(everything) == list(range(int(state.tables.count[kind]) + 3))
        worn = {gear for gears in twin.worn(state, seat, row).values() for gear in gears}
        assert worn == set(bits(state.gear[seat, row]))
        assert set(twin.worn(state, seat, row)) == set(bits(state.equipped[seat, row]))
        hosts = int(state.field[seat, row]) | int(state.legends[seat, row] & state.up[seat, row])
        assert not int(state.equipped[seat, row]) & ~hosts
        assert 0 <= state.ready[seat, row] <= len(bits(state.eddies[seat, row]))
        assert 0 <= state.queued[seat, row] <= QUEUE
    dice = [bits(state.gigs[s, row]) + bits(state.fixer[s, row]) for s in BOTH]
    assert sorted(dice[0] + dice[1]) == list(range(2 * len(SIZES)))
    for seat in BOTH:
        faces = shown(state, np.array([seat * len(state) + row]), np.array([row]))[:, 0]
        assert all(1 <= faces[die] <= SIZES[die % 6] for die in bits(state.gigs[seat, row]))


def entries(state: State, seat: int, row: int) -> list[tuple[int, int]]:
    """Return (source, entry) of what is pending."""
    found = [int(entry) for entry in state.queue[seat, : int(state.queued[seat, row]), row]]
    return [(entry >> 12 & 63, entry) for entry in found]


def test_nothing_gets_lost_and_nobody_is_stuck() -> None:
    """Cards, dice and Gear are where they are once; all games end."""
    drawn = decks.sample(100, 9, KNOWN)
    state = twin.begin(KNOWN, twin.lineups(Random(9), drawn, 300), 9)
    for tick in range(2000):
        live = np.flatnonzero(state.phase != OVER)
        if not len(live):
            break
        assert (np.bitwise_count(state.legal[:, live]).sum(axis=0) > 0).all()
        if tick % 5 == 0:
            for row in live[:40].tolist():
                conserved(state, row)
        engine.tick(RULESET, state, (RANDOM, RANDOM))
    assert not len(np.flatnonzero(state.phase != OVER))


@pytest.mark.parametrize(
    ("batch", "games", "other_batch"), [(1, 30, 30), (64, 600, 600), (4096, 6000, 500), (65_536, 70_000, 8192)]
)
def test_the_batch_size_changes_nothing(batch: int, games: int, other_batch: int) -> None:
    """A game is the same alone, among 64, among thousands; ended ones are replaced, at the end dropped."""
    drawn = [*OWN, *decks.sample(60, 4, KNOWN)]
    tables = RULESET.tables(KNOWN, drawn)
    chosen = np.random.default_rng(4).integers(0, len(drawn), (2, games)).astype(np.int32)
    lot = engine.Lot(4, chosen, np.arange(games, dtype=np.uint64), np.zeros(games, np.uint64))
    one, other = (engine.play(RULESET, tables, (RANDOM, RANDOM), lot, size) for size in (batch, other_batch))
    assert np.array_equal(one.trace, other.trace)
    assert np.array_equal(one.result, other.result)


def test_a_game_takes_no_more_room_than_it_may() -> None:
    """1,400 bytes, with the widest decks."""
    drawn = [deck for deck in decks.sample(200, 1, KNOWN) if len(deck.slots) == 53]
    state = twin.begin(KNOWN, [(drawn[0], drawn[0])] * 8)
    assert sum(value.nbytes for _, value in state.arrays()) / len(state) <= 1400
