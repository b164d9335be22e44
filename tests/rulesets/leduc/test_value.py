"""Known values: the batch engine against the exact value of the referee's whole game tree."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from sim.engine import Lot, play
from sim.ruleset import Strategy
from sim.rulesets.leduc.referee import Game
from sim.rulesets.leduc.rules import RULESET
from sim.rulesets.leduc.state import CARDS
from sim.rulesets.leduc.tables import Tables

GAMES = 1_000_000
TOLERATED = 5  # standard errors

Values = tuple[Fraction, Fraction, Fraction]  # of margin, decisions, betting rounds


def walk(cards: tuple[int, int, int], line: tuple[int, ...] = ()) -> Values:
    """Return the exact means from here on when all legal actions are equally likely."""
    game = Game(cards[:2], cards[2])
    for action in line:
        game.play(action)
    if game.over:
        return Fraction(game.margin), Fraction(len(line)), Fraction(game.turns)
    return mean([(walk(cards, (*line, action)), 1) for action in game.legal()])


def mean(values: list[tuple[Values, int]]) -> Values:
    total = sum(weight for _, weight in values)
    one, two, three = (sum(value[i] * weight for value, weight in values) / total for i in range(3))
    return Fraction(one), Fraction(two), Fraction(three)


@pytest.fixture(scope="module")
def exact() -> Values:
    return mean([(walk(cards), times) for cards, times in Counter(permutations(CARDS, 3)).items()])


def test_exact_values_are_those_of_the_readme(exact: Values) -> None:
    assert exact == (Fraction(-5, 64), Fraction(65, 16), Fraction(13, 8))


def test_random_play_has_the_exact_value(
    tables: Tables, strategies: dict[str, Strategy], lot: Callable[..., Lot], exact: Values
) -> None:
    out = play(RULESET, tables, (strategies["random"], strategies["random"]), lot(GAMES, seed=20_26))
    for name, value in zip(("margin", "decisions", "turns"), exact, strict=True):
        found = getattr(out, name)
        error = found.std() / np.sqrt(GAMES)
        off = (found.mean() - float(value)) / error
        assert abs(off) < TOLERATED, f"{name}: {found.mean():.5f}, exactly {value}: {off:+.1f} standard errors"


def test_honest_beats_random_in_chips(tables: Tables, strategies: dict[str, Strategy], lot: Callable[..., Lot]) -> None:
    first = play(RULESET, tables, (strategies["honest"], strategies["random"]), lot(50_000))
    second = play(RULESET, tables, (strategies["random"], strategies["honest"]), lot(50_000))
    assert 0.6 < first.margin.mean() < 0.8
    assert -1.1 < second.margin.mean() < -0.85
