"""The clauses of the room's README, one by one, on games with chosen cards and bets."""

from collections.abc import Callable

import numpy as np
import pytest

from sim.errors import InputError
from sim.ruleset import OVER
from sim.rulesets.leduc import decks
from sim.rulesets.leduc.betting import FOLDED, SHOWN, spots
from sim.rulesets.leduc.rules import RULESET
from sim.rulesets.leduc.state import BY_FOLD, BY_SHOWDOWN, CALL, FOLD, JACK, KING, NO_CARD, PUBLIC, QUEEN, RAISE, State
from sim.rulesets.leduc.tables import Tables

Deal = Callable[..., State]
Line = Callable[[State, list[int]], State]

QUIET = [CALL, CALL]


@pytest.fixture(scope="session")
def one_game(deal: Deal, play_line: Line) -> Callable[..., State]:
    """Return a player of one game with these hands and this public card, found among many deals."""

    def play(line: list[int], hands: tuple[int, int] = (KING, JACK), public: int = NO_CARD) -> State:
        state = deal(4096)
        state = play_line(state.take(np.flatnonzero((state.hand == np.reshape(hands, (2, 1))).all(axis=0))), line)
        return state.take(np.flatnonzero(state.public == public)[:1])

    return play


def after(line: list[int], one_game: Callable[..., State]) -> list[int]:
    """Return the legal actions after `line`."""
    public = QUEEN if line[:2] == QUIET else NO_CARD
    state = one_game(line, public=public)
    return [a for a in range(3) if int(RULESET.legal(state, int(state.seat[0]), slice(None))[0, 0]) >> a & 1]


def test_1_1_the_pack_holds_two_of_each_rank(deal: Deal, play_line: Line) -> None:
    state = play_line(deal(20_000), QUIET)
    used = np.stack([*state.hand, state.public])
    assert set(used.ravel().tolist()) == {JACK, QUEEN, KING}
    assert max((used == rank).sum(axis=0).max() for rank in (JACK, QUEEN, KING)) == 2


def test_1_4_no_public_card_before_round_two(deal: Deal, play_line: Line) -> None:
    assert (deal(100).public == NO_CARD).all()
    assert (play_line(deal(100), [CALL, RAISE]).public == NO_CARD).all()
    assert (play_line(deal(100), [CALL, RAISE, CALL]).public != NO_CARD).all()


def test_2_1_seat_0_begins_both_rounds(one_game: Callable[..., State]) -> None:
    assert one_game([]).seat[0] == 0
    assert one_game([CALL]).seat[0] == 1
    assert one_game([CALL, RAISE, CALL], public=QUEEN).seat[0] == 0
    assert one_game([CALL, CALL, CALL], public=QUEEN).seat[0] == 1


def test_2_2_a_fold_is_allowed_only_against_a_bet(one_game: Callable[..., State]) -> None:
    for line in ([], [CALL], QUIET, [*QUIET, CALL]):
        assert after(line, one_game) == [CALL, RAISE]
    for line in ([RAISE], [CALL, RAISE], [*QUIET, RAISE]):
        assert after(line, one_game) == [FOLD, CALL, RAISE]


def test_2_3_two_raises_a_round_of_2_and_4_chips(one_game: Callable[..., State], tables: Tables) -> None:
    assert after([RAISE, RAISE], one_game) == [FOLD, CALL]
    assert after([CALL, RAISE, RAISE], one_game) == [FOLD, CALL]
    assert after([*QUIET, RAISE, RAISE], one_game) == [FOLD, CALL]
    state = one_game([RAISE, RAISE, CALL, RAISE, RAISE], public=QUEEN)
    view = RULESET.view(state, 0, slice(None))
    assert (view.stake()[0], view.rival_stake()[0], view.raises()[0]) == (9, 13, 2)


def test_2_4_a_round_ends_when_both_have_decided_and_the_stakes_are_equal() -> None:
    whole = [spot for spot in spots() if spot.kind == SHOWN]
    closings = {"cc", "crc", "crrc", "rc", "rrc"}
    assert {spot.history for spot in whole} == {f"{one}/{two}" for one in closings for two in closings}
    assert all(spot.stakes[0] == spot.stakes[1] for spot in whole)
    assert len([spot for spot in spots() if spot.kind < FOLDED]) == 36


@pytest.mark.parametrize(
    ("line", "public", "margin"),
    [
        ([RAISE, FOLD], NO_CARD, 1),
        ([CALL, RAISE, FOLD], NO_CARD, -1),
        ([RAISE, RAISE, FOLD], NO_CARD, -3),
        ([*QUIET, RAISE, FOLD], QUEEN, 1),
        ([RAISE, RAISE, CALL, RAISE, RAISE, FOLD], QUEEN, -9),
    ],
)
def test_3_1_who_folds_loses_his_stake(
    one_game: Callable[..., State], line: list[int], public: int, margin: int
) -> None:
    state = one_game(line, public=public)
    assert (state.phase[0], state.ending[0], state.margin[0]) == (OVER, BY_FOLD, margin)
    assert state.result[0] == np.sign(margin)
    assert state.played[:, 0].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("hands", "public", "sign"),
    [
        ((KING, QUEEN), JACK, 1),
        ((QUEEN, KING), JACK, -1),
        ((JACK, KING), JACK, 1),
        ((KING, JACK), JACK, -1),
        ((QUEEN, QUEEN), KING, 0),
        ((JACK, JACK), KING, 0),
    ],
)
def test_3_2_a_pair_then_the_higher_card(
    one_game: Callable[..., State], hands: tuple[int, int], public: int, sign: int
) -> None:
    for line, stake in ((QUIET * 2, 1), ([RAISE, RAISE, CALL] * 2, 13)):
        state = one_game(line, hands, public)
        assert (state.phase[0], state.ending[0]) == (OVER, BY_SHOWDOWN)
        assert (state.margin[0], state.result[0]) == (sign * stake, sign)


def test_3_3_turns_are_rounds_begun(one_game: Callable[..., State]) -> None:
    assert one_game([CALL, RAISE]).turns[0] == 1
    assert one_game([RAISE, FOLD]).turns[0] == 1
    assert one_game(QUIET, public=QUEEN).turns[0] == 2


def test_3_4_seen_and_played(one_game: Callable[..., State]) -> None:
    hands = [1 << KING, 1 << JACK]
    both = [hand | 1 << PUBLIC + QUEEN for hand in hands]
    assert one_game([RAISE]).seen[:, 0].tolist() == hands
    assert one_game(QUIET, public=QUEEN).seen[:, 0].tolist() == both
    assert one_game(QUIET, public=QUEEN).played[:, 0].tolist() == [0, 0]
    assert one_game(QUIET * 2, public=QUEEN).played[:, 0].tolist() == both


def test_words_of_actions_and_positions(one_game: Callable[..., State]) -> None:
    state = one_game([RAISE, CALL, RAISE], public=QUEEN)
    assert [RULESET.describe(state, 1, 0, action) for action in range(3)] == ["fold", "call 4", "raise to 11"]
    assert RULESET.describe(one_game([]), 0, 0, CALL) == "check"
    assert RULESET.status(state, 0) == "seat 0: K (7 in) seat 1: J (3 in), public card: Q, bets: rc/r"


def test_the_standard_deck_is_the_only_one() -> None:
    assert list(decks.shipped()) == ["standard"]
    with pytest.raises(InputError, match=r"my.toml.*right would be"):
        decks.parse({"cards": []}, "my.toml")
