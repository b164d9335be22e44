"""The batch engine and the scalar referee, written apart from one README, agree on every position they reach."""

import os
from dataclasses import replace
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from sim.rulesets.capsule import decks
from sim.rulesets.capsule.cards import Cards, shipped
from tests.rulesets.capsule import figures, twin
from tests.rulesets.capsule.scripts import CASES, Case

GAMES = int(os.environ.get("SOAK_GAMES", "300"))


@pytest.mark.soak
def test_random_games_agree_position_by_position() -> None:
    """Every legal set, position, result, ending and margin of random games over random decks is the same."""
    known = shipped()
    lineups = twin.lineups(Random(1), decks.sample(200, 1, known), GAMES)
    assert twin.agree(known, lineups, seed=1) > 10 * GAMES


@pytest.mark.soak
def test_random_games_of_the_issues_decks_agree() -> None:
    """The eleven decks that are shipped."""
    known = shipped()
    assert twin.agree(known, twin.lineups(Random(2), list(decks.shipped(known).values()), GAMES), seed=2) > 10 * GAMES


@pytest.mark.soak
def test_random_games_of_the_scripts_cards_agree() -> None:
    """The hand-made cards of the scripts reach corners that the shipped ones do not."""
    made = {(card.figures, card.rank): card for case in CASES for six in case.teams for card in six}
    cards = [replace(card, number=str(i), name=f"card {i}") for i, card in enumerate(made.values())]
    known, draw = Cards(tuple(cards)), Random(3)
    own = [figures.deck(draw, known, str(i)) for i in range(200)]
    assert twin.agree(known, twin.lineups(draw, own, GAMES), seed=3) > 5 * GAMES


@pytest.mark.soak
@pytest.mark.parametrize("seed", [4, 5, 6, 7])
def test_random_games_of_extreme_cards_agree(seed: int) -> None:
    """No figure that a card file may hold overflows, sticks, or is read otherwise by the engine."""
    known, draw = twin.extreme(seed), Random(seed)
    own = [figures.deck(draw, known, str(i)) for i in range(100)]
    games = GAMES // 4  # many of them last two hundred turns
    assert twin.agree(known, twin.lineups(draw, own, games), seed=seed) > 5 * games


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_script_agrees(case: Case) -> None:
    """Every scripted clause holds in the batch engine, compared with the referee after each move."""
    twin.agree_on(case)


@settings(phases=[Phase.generate], max_examples=40)  # a card file shrinks slowly, and its first failure says enough
@given(draw=st.randoms(use_true_random=False))
def test_any_card_file_is_played_to_an_end_that_both_agree_on(draw: Random) -> None:
    """Whatever figures section 8 allows."""
    known = figures.card_set(draw, dict(enumerate((4, 3, 2))))
    own = [figures.deck(draw, known, str(i)) for i in range(2)]
    assert twin.agree(known, [(own[0], own[1]), (own[1], own[0])], seed=8) >= 2
