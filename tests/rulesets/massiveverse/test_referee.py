"""The referee against README.md: the scripted cases of `scripts.py`, clause by clause, and games played at random."""

import random
import re
from importlib.resources import files
from itertools import product

import pytest

from sim.rulesets.massiveverse.cards import Character, shipped
from sim.rulesets.massiveverse.referee import Game, Seat, play_out
from sim.rulesets.massiveverse.state import (
    BLOCK,
    ENDINGS,
    ENERGY,
    HEALTH,
    INTELLIGENCE,
    PASSIVE_SLOT,
    REST,
    ROUNDS,
    ULTIMATE,
    WEAPON,
)
from tests.rulesets.massiveverse.scripts import CASES, Case

CLAUSES = (
    *("1_1", "1_2", "1_3", "1_4", "2_1", "2_2", "2_3", "2_4", "2_5", "2_6", "2_7", "2_8", "2_9"),
    *("3_1", "3_2", "3_3", "3_4", "3_5", "3_6", "3_7", "3_8"),
    *("4_1", "4_2", "4_3", "4_4", "4_5", "4_6", "5_1", "5_2", "5_3", "6"),
)
PAGE = files("sim.rulesets.massiveverse").joinpath("README.md").read_text(encoding="utf8")
HEROES = shipped()
PAIRS = list(product(HEROES, repeat=2))


def name_of(value: object) -> str:
    return value.name if isinstance(value, (Case, Character)) else str(value)


def played_through(case: Case) -> Game:
    game = Game(case.first, case.second)
    for place, move in enumerate(case.moves):
        assert move in game.legal(), f"move {place} of {case.name}: {move} is not in {game.legal()}, seat {game.seat}"
        game.play(move)
    return game


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_case(case: Case) -> None:
    game = played_through(case)
    snapshot = game.snapshot()
    assert {key: snapshot[key] for key in case.expect} == case.expect
    assert (game.over, game.result, game.ending) == (case.over, case.result, case.ending)
    assert case.margin in (None, game.margin)
    assert case.seat in (None, game.seat)
    assert case.legal in (None, game.legal())
    assert case.played in (None, game.played)
    assert game.turns == snapshot["round"]


def test_every_clause_has_a_case_and_no_name_comes_twice() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    for clause in CLAUSES:
        assert any(name.startswith(clause + "_") for name in names), clause


def test_the_clauses_are_those_of_the_page() -> None:
    """No clause of README.md is left out above, and none is there that the page has not."""
    numbered = re.findall(r"^(\d\.\d) ", PAGE, flags=re.MULTILINE)
    assert [*(clause.replace(".", "_") for clause in numbered), "6"] == list(CLAUSES)


def test_every_decision_of_the_table_has_a_case() -> None:
    """Decisions 2 to 21 are scripted; 1 and 22 have tests of their own below; the page lists these and no others."""
    assert {number for case in CASES for number in case.decisions} == set(range(2, 22))
    assert re.findall(r"^\| (\d+) \|", PAGE, flags=re.MULTILINE) == [str(number) for number in range(1, 23)]


@pytest.mark.parametrize("hero", HEROES, ids=name_of)
def test_decision_1_the_invented_figures_keep_their_budget(hero: Character) -> None:
    """Decision 1: 0 to 3 damage each, below 10 together, Ultimate price 3 to 5, marked as invented."""
    damages = [card.damage for card in hero.cards[0][: WEAPON + 1]]
    assert hero.origin == "invented"
    assert all(0 <= damage <= 3 for damage in damages)
    assert sum(damages) < HEALTH
    assert 3 <= hero.price <= 5


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_decision_22_there_is_no_chance(case: Case) -> None:
    """Decision 22: the same choices make the same game."""
    assert played_through(case).snapshot() == played_through(case).snapshot()


@pytest.mark.parametrize("action", [-1, BLOCK, ULTIMATE, 7, 10, 11])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    game = Game(HEROES[0], HEROES[1])
    game.play(BLOCK)
    game.play(REST)
    before = game.snapshot()
    with pytest.raises(ValueError, match="is not legal for seat 0"):
        game.play(action)
    assert game.snapshot() == before
    game.play(INTELLIGENCE)


def test_a_finished_game_takes_no_action() -> None:
    game = Game(HEROES[0], HEROES[1])
    game.play(WEAPON)
    game.play(REST)
    with pytest.raises(ValueError, match="is not legal"):
        game.play(BLOCK)


def assert_each_card_in_one_place(seat: Seat) -> None:
    """1.3: six abilities, each in one place; the Ultimate in hand, on the table or stored."""
    places = [*seat.hand, *seat.table, *seat.discard, *seat.banished]
    assert sorted(set(places) | {ULTIMATE}) == [*range(ULTIMATE), ULTIMATE]
    assert len(set(places)) == len(places)
    assert ULTIMATE not in seat.discard | seat.banished
    assert REST not in seat.banished


def assert_sound(game: Game) -> None:
    for seat in game.seats:
        assert_each_card_in_one_place(seat)
        assert 0 <= seat.energy <= ENERGY
        assert seat.health <= HEALTH
    assert game.over or game.legal() == sorted(set(game.legal())) != []
    assert 1 <= game.turns <= ROUNDS


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_random_games_end_and_are_sound_at_every_decision(pair: tuple[Character, Character], seed: int) -> None:
    luck = random.Random(seed)
    game = Game(*pair)
    while not game.over:
        assert_sound(game)
        game.play(luck.choice(game.legal()))
    assert_sound(game)
    assert game.legal() == []
    assert game.ending in ENDINGS
    assert (game.result == 0) == (game.ending == "cap")
    for me, played in zip(game.seats, game.played, strict=True):
        assert (PASSIVE_SLOT in played) == (me.side == 1)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_6_exchanged_players_with_their_luck_play_the_mirrored_game(
    pair: tuple[Character, Character], seed: int
) -> None:
    first, second = pair
    game = played_by_luck(first, second, random.Random(seed), random.Random(seed + 99))
    mirror = played_by_luck(second, first, random.Random(seed + 99), random.Random(seed))
    assert_mirrored(game, mirror)


def played_by_luck(first: Character, second: Character, *luck: random.Random) -> Game:
    """Each player chooses by his own luck and his own legal actions, and so by nothing that is hidden from him."""
    return play_out(first, second, lambda game: luck[game.seat].choice(game.legal()))


def assert_mirrored(game: Game, mirror: Game) -> None:
    assert (mirror.result, mirror.margin) == (-game.result, -game.margin)
    assert (mirror.ending, mirror.turns, mirror.over) == (game.ending, game.turns, game.over)
    assert mirror.played == game.played[::-1]
    turned = {key: value[::-1] if isinstance(value, list) else value for key, value in mirror.snapshot().items()}
    assert turned == game.snapshot()


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_6_every_case_with_its_players_exchanged(case: Case) -> None:
    """The same choices, given by each player in his own order; where seat 1 is still to choose, it chooses first."""
    game = Game(case.first, case.second)
    choices: tuple[list[int], list[int]] = ([], [])
    for move in case.moves:
        choices[game.seat].append(move)
        game.play(move)
    while game.seat == 1 and not game.over:
        choices[1].append(game.legal()[0])
        game.play(game.legal()[0])
    mirror, left = Game(case.second, case.first), ([*choices[1]], [*choices[0]])
    while not mirror.over and left[mirror.seat]:
        mirror.play(left[mirror.seat].pop(0))
    assert left == ([], [])
    assert_mirrored(game, mirror)
