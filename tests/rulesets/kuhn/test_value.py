"""Known values: Kuhn's solution loses 1/18 from seat 0, and nobody can do better against it."""

from collections.abc import Callable
from itertools import permutations, product

import numpy as np
import pytest

from sim import luck
from sim.arrays import ALL
from sim.engine import Lot, Played, play
from sim.ruleset import from_module
from sim.rulesets.kuhn.referee import Game
from sim.rulesets.kuhn.rules import RULESET
from sim.rulesets.kuhn.state import BET, HISTORIES, State, View
from sim.rulesets.kuhn.tables import Tables
from strategies.kuhn import equilibrium, random

GAMES = 1_000_000
VALUE = -1 / 18
TOLERATED = 5  # standard errors
BLUFFS = (0, 1, 2, 3)
SPOTS = ("", "p", "b", "pb")

Odds = dict[tuple[str, int], float]  # by history and own rank: how often the strategy bets


def off_by(found: np.ndarray, exact: float) -> float:
    return float((found.mean() - exact) / (found.std() / np.sqrt(len(found))))


def bets(bluff: int, spot: int, rank: int, n: int = 30_000) -> np.ndarray:
    """Return [n] whether the equilibrium bets at `spot` with `rank`, on n coins."""
    coin = luck.draw(luck.keys(3, np.arange(n, dtype=np.uint64))[0], luck.COIN, 0)
    view = View(len(HISTORIES[spot]) % 2, np.full(n, rank, np.int8), np.full(n, spot, np.int8))
    return equilibrium.act(view, np.full((1, n), 0b11, np.uint8), coin, bluff=bluff) == BET


def solution(bluff: int) -> Odds:
    """Return Kuhn's solution for a = bluff / 9, written from his paper's terms, not from the strategy file."""
    a = bluff / 9
    table = {"": (a, 0, 3 * a), "p": (1 / 3, 0, 1), "b": (0, 1 / 3, 1), "pb": (0, a + 1 / 3, 1)}
    return {(line, rank): odds for line, row in table.items() for rank, odds in enumerate(row)}


def value(first: Odds, second: Odds, hands: tuple[int, int], line: str = "") -> float:
    """Return the exact value for seat 0 of two strategies, by the referee's rules."""
    game = Game(hands)
    for letter in line:
        game.play("pb".index(letter))
    if game.over:
        return game.margin
    bet = (first, second)[game.seat][line, hands[game.seat]]
    branches = ((1 - bet, line + "p"), (bet, line + "b"))
    return sum(odds * value(first, second, hands, longer) for odds, longer in branches if odds)


def mean_value(first: Odds, second: Odds) -> float:
    return sum(value(first, second, hands) for hands in permutations(range(3), 2)) / 6


@pytest.mark.parametrize("bluff", BLUFFS)
def test_the_strategy_bets_by_the_solution(bluff: int) -> None:
    for (line, rank), odds in solution(bluff).items():
        found = bets(bluff, SPOTS.index(line), rank)
        if odds in (0, 1):
            assert (found == odds).all()
        else:
            assert abs(off := off_by(found, odds)) < TOLERATED, f"{line!r} {rank}: {off:.1f} standard errors"


@pytest.mark.parametrize("bluff", BLUFFS)
def test_no_pure_strategy_does_better_against_the_solution(bluff: int) -> None:
    """A best reply is pure, so 64 replies from each seat are all that need to be tried."""
    ours = solution(bluff)
    for choices in product((0.0, 1.0), repeat=6):
        seat_1 = dict(zip(product(("p", "b"), range(3)), choices, strict=True))
        seat_0 = dict(zip(product(("", "pb"), range(3)), choices, strict=True))
        assert mean_value(ours, seat_1) > VALUE - 1e-12
        assert mean_value(seat_0, ours) < VALUE + 1e-12


@pytest.mark.parametrize("bluff", BLUFFS)
def test_the_equilibrium_loses_an_eighteenth_from_seat_0(tables: Tables, lot: Callable[..., Lot], bluff: int) -> None:
    strategy = from_module("equilibrium", equilibrium, bluff=bluff)
    out = play(RULESET, tables, (strategy, strategy), lot(GAMES, seed=1950 + bluff))
    off = off_by(out.margin, VALUE)
    assert abs(off) < TOLERATED, f"{out.margin.mean():.5f}, exactly -1/18: {off:+.1f} standard errors"


def test_random_play_has_its_exact_value_and_length(tables: Tables, lot: Callable[..., Lot]) -> None:
    out: Played = play(RULESET, tables, (from_module("random", random),) * 2, lot(GAMES, seed=7))
    even = {(line, rank): 0.5 for line in SPOTS for rank in range(3)}
    assert mean_value(even, even) == 1 / 8
    for found, exact in ((out.margin, 1 / 8), (out.decisions, 9 / 4)):
        assert abs(off := off_by(found, exact)) < TOLERATED, f"{off:+.1f} standard errors"


def test_a_wrong_parameter_is_named() -> None:
    state: State = RULESET.deal(RULESET.tables(None, []), np.zeros((2, 1), np.int32), np.ones((2, 1), np.uint64))
    with pytest.raises(ValueError, match="bluff = 4: right would be"):
        equilibrium.act(RULESET.view(state, 0, ALL), np.full((1, 1), 3, np.uint8), np.zeros(1, np.uint64), bluff=4)
