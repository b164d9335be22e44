"""The referee against README.md: the scripted cases of `scripts.py`, clause by clause, and games played at random."""

import random
import re
from collections.abc import Callable
from dataclasses import fields
from importlib.resources import files
from typing import Any

import pytest

from sim.rulesets.capsule import cards as data
from sim.rulesets.capsule.cards import AIMS, PASSIVES, Action, Card, Cards
from sim.rulesets.capsule.referee import Game, play_out, random_game
from sim.rulesets.capsule.state import (
    ACTIONS,
    BOSS,
    COMBOS,
    DNA,
    ENDINGS,
    FIRST_SLOT,
    MOST_CAPSULES,
    PASS,
    RANKS,
    ROLES,
    SLOTS,
    TURNS,
)
from tests.rulesets.capsule import figures
from tests.rulesets.capsule.scripts import CASES, PLAIN, QUESTIONS, Case, actions_of, case, hit, one, team

PAGE = files("sim.rulesets.capsule").joinpath("README.md").read_text(encoding="utf8")
each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def scripted(draws: list[int]) -> Callable[[int, list[int]], int]:
    """Return a `draw` that takes the cards of a script, one after another, and holds that each may come."""

    def draw(seat: int, slots: list[int]) -> int:
        slot = draws.pop(0)
        assert slot in slots, f"slot {slot} of seat {seat} cannot be drawn, these can: {slots}"
        return slot

    return draw


def played_through(case: Case) -> Game:
    draws = [*case.draws]
    game = Game(case.teams, scripted(draws))
    for word, move in zip(case.script.split(), case.moves, strict=True):
        assert move in game.legal(), f"{word} is not legal for seat {game.seat} in turn {game.turns}: {game.legal()}"
        game.play(move)
    assert not draws, "a script draws all its cards"
    return game


@each_case
def test_case(case: Case) -> None:
    game = played_through(case)
    snapshot = game.snapshot()
    assert {key: snapshot[key] for key in case.expect} == case.expect
    assert (game.ending, game.result) == (case.ended or ("", 0))
    assert game.over == (case.ended is not None)
    for fact in ("margin", "seat", "seen", "played"):
        assert getattr(case, fact) in (None, getattr(game, fact)), fact
    legal = set(game.legal())
    assert case.legal is None or set(actions_of(case.legal)) == legal
    assert set(actions_of(case.can)) <= legal
    assert not set(actions_of(case.cannot)) & legal


# --- the scripts cover the page ---


def test_every_clause_has_a_case_and_no_name_comes_twice() -> None:
    """Clauses are those of sections 1 to 7 of README.md; a case is named after its clause."""
    clauses = re.findall(r"(?:^|(?<=\. ))([1-7]\.\d+) ", PAGE, flags=re.MULTILINE)
    assert clauses == sorted(set(clauses), key=lambda clause: [int(part) for part in clause.split(".")])
    assert len(clauses) > 50
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    begun = {name.split()[0] for name in names if name[0].isdigit()}
    assert begun == set(clauses)


def test_every_question_of_the_game_has_a_case() -> None:
    for question in QUESTIONS:
        assert any(case.name.startswith(question) for case in CASES), question


def test_every_figure_and_passive_is_in_a_case() -> None:
    """Every aim, every key of an action, every passive, every DNA of section 8."""
    cards = [card for case in CASES for six in case.teams for card in six]
    actions = [action for card in cards for action in card.actions]
    plain = Action(0)
    used = {f.name for f in fields(Action) for a in actions if getattr(a, f.name) != getattr(plain, f.name)}
    assert used == {f.name for f in fields(Action)}
    assert {AIMS[action.aim] for action in actions} == set(AIMS)
    assert {name for card in cards for name in card.passive} == set(PASSIVES)
    assert {case.ended[0] for case in CASES if case.ended} == set(ENDINGS)


def test_every_kind_of_action_is_taken_in_a_case() -> None:
    """Of each label: the words with a place, an action and a target, of either seat."""
    taken = {move for case in CASES for move in case.moves + actions_of(case.can)}
    assert {_kind(move) for move in taken} == {_kind(action) for action in range(len(ACTIONS))}


def _kind(action: int) -> str:
    """Return the label of an action without places and numbers."""
    return re.sub("left|centre|right|first|second|third", "_", ACTIONS[action])


def entry(card: Card) -> dict[str, Any]:
    """Return a card as a card file has it."""
    actions = []
    for action in card.actions:
        made = {f.name: getattr(action, f.name) for f in fields(Action)}
        aim, prey, hunter = AIMS[made.pop("aim")], made.pop("prey"), made.pop("hunter")
        made = {key: number for key, number in made.items() if number != getattr(Action(0), key)}
        actions.append({"aim": aim, **made, **({"hunter": {"dna": DNA[prey], "bonus": hunter}} if hunter else {})})
    words = {key: getattr(card, key) for key in ("number", "name", "pv", "capsules", "origin")}
    return {**words, "rank": RANKS[card.rank], "dna": DNA[card.dna], "passive": dict(card.passive), "actions": actions}


def test_the_cards_of_the_cases_are_cards_that_a_file_may_hold() -> None:
    """So no case speaks of figures that section 8 does not know."""
    for played in CASES:
        cards = tuple(card for six in played.teams for card in six)
        assert data.overlaid(Cards(()), {"card": [entry(card) for card in cards]}, played.name).all == cards


# --- any game ---


@each_case
def test_the_same_choices_and_draws_make_the_same_game(case: Case) -> None:
    """There is no luck but the draws for combos."""
    assert played_through(case).snapshot() == played_through(case).snapshot()


@pytest.mark.parametrize("action", [-1, 11, PASS, 15, 22, 48, 10])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    game = Game((PLAIN, PLAIN), scripted([]))
    before = game.snapshot()
    with pytest.raises(ValueError, match="is not legal for seat 0"):
        game.play(action)
    assert game.snapshot() == before
    game.play(game.legal()[0])
    assert game.seat == 1


def test_a_finished_game_takes_no_action() -> None:
    game = played_through(next(case for case in CASES if case.ended))
    assert game.legal() == []
    with pytest.raises(ValueError, match="is not legal"):
        game.play(PASS)


def test_legal_is_a_copy() -> None:
    game = Game((PLAIN, PLAIN), scripted([]))
    game.legal().clear()
    assert game.legal()


def assert_conserved(game: Game, teams: tuple[list[Card], list[Card]]) -> None:
    """2.2, 2.5: each slot is face down, in the team, in the pile or removed; the margin counts their lives."""
    shot: Any = game.snapshot()
    lives = []
    for seat in (0, 1):
        row, pv, capsules = (shot[key][seat] for key in ("row", "pv", "capsules"))
        team = {FIRST_SLOT[row] + place for place in range(3) if pv[place]}
        hidden = {slot for slot in range(SLOTS) if ROLES[slot] > row}
        places = [*team, *hidden, *shot["pile"][seat], *shot["gone"][seat]]
        assert len(set(places)) == len(places)
        assert set(range(SLOTS)) - set(places) <= {SLOTS - 1}
        assert (SLOTS - 1 in places) or game.over
        lives.append(
            sum(1 + number for number, left in zip(capsules, pv, strict=True) if left)
            + sum(1 + teams[seat][slot].capsules for slot in hidden)
        )
    assert game.margin == lives[0] - lives[1]


def assert_sound(game: Game) -> None:
    shot: Any = game.snapshot()
    for seat in (0, 1):
        pv, capsules = shot["pv"][seat], shot["capsules"][seat]
        assert min(pv) >= 0
        assert all(
            0 <= number <= MOST_CAPSULES and (left or not number) for number, left in zip(capsules, pv, strict=True)
        )
        assert all(pv[place] for place in shot["stunned"][seat] + shot["shielded"][seat])
        assert any(pv) or game.over
        assert 0 <= shot["combos"][seat] <= COMBOS
        assert len(shot["gone"][seat]) <= 2
        assert shot["combos"][seat] == COMBOS or shot["row"][seat] == BOSS
        assert game.played[seat] <= game.seen[seat]
    assert 1 <= game.turns <= TURNS
    assert bool(shot["drawn"]) == bool(shot["bonus"])
    assert game.over or game.legal() == sorted(set(game.legal())) != []


@pytest.mark.parametrize("seed", range(200))
def test_random_games_of_random_cards_end_and_are_sound_at_every_decision(seed: int) -> None:
    luck = random.Random(seed)
    known = figures.card_set(luck)
    teams = tuple([known.all[place] for place in figures.deck(luck, known).content.cards] for _ in "01")
    offers: list[tuple[int, list[int]]] = []

    def draw(seat: int, slots: list[int]) -> int:
        offers.append((seat, slots))
        return luck.choice(slots)

    game = Game((teams[0], teams[1]), draw)
    while not game.over:
        assert_sound(game)
        assert_conserved(game, (teams[0], teams[1]))
        seat, shot = game.seat, game.snapshot()
        game.play(luck.choice(game.legal()))
        for offer in offers:
            assert offer == (seat, [slot for slot in shot["pile"][seat] if slot not in shot["drawn"]])
        offers.clear()
    assert_sound(game)
    assert_conserved(game, (teams[0], teams[1]))
    assert game.legal() == []
    assert game.ending in ENDINGS
    assert game.result in ((0,) if game.ending == "both" else (-1, 0, 1) if game.ending == "cap" else (-1, 1))
    assert game.turns == TURNS or game.ending != "cap"


def test_a_random_game_is_the_same_by_the_same_luck() -> None:
    luck = random.Random(5)
    known = figures.card_set(luck)
    pair = figures.deck(luck, known), figures.deck(luck, known)
    games = [random_game(pair, random.Random(7), known) for _ in "01"]
    assert games[0].over
    assert games[0].snapshot() == games[1].snapshot()


def test_playing_out_asks_only_where_there_is_a_choice() -> None:
    """Where a pass is all that is left (3.8), nobody is asked."""
    six = case("", "", *(team(one(5, 1, hit(2, price=7))),) * 2).teams
    asked = []

    def choose(game: Game) -> int:
        asked.append(game.legal())
        return game.legal()[-1]

    game = play_out(six, choose, lambda _seat, slots: slots[0])
    assert game.over
    assert all(len(legal) > 1 for legal in asked)
