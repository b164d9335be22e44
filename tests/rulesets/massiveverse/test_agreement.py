"""The batch engine and the scalar referee, written apart from one README, agree on every position they reach."""

import os

import numpy as np
import pytest

from sim.rulesets.massiveverse.cards import shipped
from sim.rulesets.massiveverse.referee import Game
from tests.rulesets.massiveverse import twin
from tests.rulesets.massiveverse.scripts import CASES, Case

GAMES = int(os.environ.get("SOAK_GAMES", "300"))


@pytest.mark.soak
def test_random_games_agree_position_by_position() -> None:
    """Every legal set, position, result, ending and margin of random games over all characters is the same."""
    assert twin.agree(GAMES, seed=1, characters=shipped()) > 10 * GAMES


@pytest.mark.soak
def test_random_games_of_the_scripts_characters_agree() -> None:
    """The hand-made characters of the scripts reach corners that the shipped ones do not."""
    made = list({id(c): c for case in CASES for c in (case.first, case.second)}.values())
    assert twin.agree(GAMES, seed=2, characters=made) > 5 * GAMES


@pytest.mark.soak
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_random_games_of_extreme_characters_agree(seed: int) -> None:
    """No figure that a character file may hold overflows, sticks, or is read otherwise by the engine."""
    assert twin.agree(GAMES, seed=seed, characters=twin.extreme(seed)) > 2 * GAMES


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_script(case: Case) -> None:
    """Every scripted clause holds in the batch engine, compared with the referee after each move."""
    state = twin.begin([(case.first, case.second)])
    game = Game(case.first, case.second)
    for place, move in enumerate(case.moves):
        twin.assert_same(state, 0, game, f"before move {place}")
        game.play(move)
        twin.play(state, np.array([0]), np.array([move]))
    twin.assert_same(state, 0, game, "at the end")
    mine = twin.snapshot(state, 0)
    assert {key: mine[key] for key in case.expect} == dict(case.expect)
    assert (case.over, case.result) == (game.over, int(state.result[0]))
