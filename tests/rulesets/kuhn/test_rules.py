"""The clauses of the room's README, one by one, on games with chosen cards and bets."""

from collections.abc import Callable

import numpy as np
import pytest

from sim.arrays import ALL
from sim.errors import InputError
from sim.ruleset import OVER
from sim.rulesets.kuhn import decks
from sim.rulesets.kuhn.rules import RULESET
from sim.rulesets.kuhn.state import BY_FOLD, BY_SHOWDOWN, JACK, KING, PASS, QUEEN, State

One = Callable[..., State]


@pytest.fixture(scope="session")
def one_game(deal: Callable[..., State], play_line: Callable[[State, str], State]) -> One:
    """Return a player of one game with these hands, found among many deals."""

    def play(line: str, hands: tuple[int, int] = (KING, JACK)) -> State:
        state = deal(512)
        return play_line(state.take(np.flatnonzero((state.hand == np.reshape(hands, (2, 1))).all(axis=0))[:1]), line)

    return play


def test_1_1_three_different_cards(deal: Callable[..., State]) -> None:
    hand = deal(5_000).hand
    assert (hand[0] != hand[1]).all()
    assert set(hand.ravel().tolist()) == {JACK, QUEEN, KING}


@pytest.mark.parametrize(("line", "seat"), [("", 0), ("p", 1), ("b", 1), ("pb", 0)])
def test_2_1_seats_take_turns_and_may_always_pass_or_bet(one_game: One, line: str, seat: int) -> None:
    state = one_game(line)
    assert state.seat[0] == seat
    assert state.phase[0] != OVER
    assert RULESET.legal(state, seat, ALL).tolist() == [[0b11]]


@pytest.mark.parametrize(("line", "margin"), [("bp", 1), ("pbp", -1)])
def test_2_3_who_folds_loses_one_chip(one_game: One, line: str, margin: int) -> None:
    for hands in ((KING, JACK), (JACK, KING)):
        state = one_game(line, hands)
        assert (state.phase[0], state.ending[0], state.margin[0], state.result[0]) == (OVER, BY_FOLD, margin, margin)


@pytest.mark.parametrize(("line", "stake"), [("pp", 1), ("bb", 2), ("pbb", 2)])
@pytest.mark.parametrize(("hands", "sign"), [((KING, QUEEN), 1), ((QUEEN, JACK), 1), ((JACK, QUEEN), -1)])
def test_2_4_the_higher_card_wins_a_showdown(
    one_game: One, line: str, stake: int, hands: tuple[int, int], sign: int
) -> None:
    state = one_game(line, hands)
    assert (state.phase[0], state.ending[0]) == (OVER, BY_SHOWDOWN)
    assert (state.margin[0], state.result[0]) == (stake * sign, sign)


def test_3_3_turns_are_betting_rounds(one_game: One) -> None:
    assert [one_game(line).turns[0] for line in ("", "p", "pbb")] == [1, 1, 1]


def test_3_4_seen_and_played(one_game: One) -> None:
    hands = [1 << KING, 1 << JACK]
    assert one_game("").seen[:, 0].tolist() == hands
    assert one_game("bb").played[:, 0].tolist() == hands
    assert one_game("bp").played[:, 0].tolist() == [0, 0]


def test_words_of_actions_and_positions(one_game: One) -> None:
    state = one_game("pb")
    assert [RULESET.describe(state, 0, 0, action) for action in range(2)] == ["fold", "call"]
    assert RULESET.describe(one_game("p"), 1, 0, PASS) == "check"
    assert RULESET.status(state, 0) == "seat 0: K, seat 1: J, actions: pb"


def test_the_standard_deck_is_the_only_one() -> None:
    assert list(decks.shipped()) == ["standard"]
    with pytest.raises(InputError, match=r"my.toml.*right would be"):
        decks.parse({"cards": []}, "my.toml")
