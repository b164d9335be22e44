"""The clauses of README.md as scripted tests of both implementations; the referee's set-up, reading and whole games."""

import re
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest

from sim import luck as draws
from sim.rulesets.cyberpunk import decks as deck_file
from sim.rulesets.cyberpunk import referee
from sim.rulesets.cyberpunk.cards import PROGRAM, Card
from sim.rulesets.cyberpunk.referee import DICE, ELSE, LAST, PASS, SIZES, YES, Free, Game, random_game
from tests.rulesets.cyberpunk import clauses, combinations
from tests.rulesets.cyberpunk.luck import Addressed, Scripted
from tests.rulesets.cyberpunk.moves import Case
from tests.rulesets.cyberpunk.playing import each
from tests.rulesets.cyberpunk.position import CARDS

PAGE = files("sim.rulesets.cyberpunk").joinpath("README.md").read_text(encoding="utf8")
SHIPPED = list(deck_file.shipped().values())
SAMPLED = deck_file.sample(60, seed=4)
HEIST, EMBRACING = SHIPPED[:2]
AREAS = ("hand", "deck", "trash", "eddies", "out", "legends", "field")
CASES = clauses.CASES + combinations.CASES
Pair = tuple[list[Card], list[Card]]


def held(*decks: deck_file.Deck) -> Pair:
    one, other = ([CARDS.all[at] for at in deck.content.cards] for deck in decks)
    return one, other


@pytest.mark.parametrize(("case", "played"), each(CASES))
def test_clause(case: Case, played: Callable[[Case], object]) -> None:
    played(case)


def test_cases_are_named_after_clauses_of_the_page() -> None:
    known = set(re.findall(r"(?:^|(?<=\. ))(\d\.\d+) |^### (9\.\d)", PAGE, flags=re.MULTILINE))
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    assert {name.split()[0] for name in names} <= {number for pair in known for number in pair}


# --- 1. set-up ---


def test_1_5_seat_0_begins_with_two_spent_legends_and_both_have_six_cards() -> None:
    shuffles = [[2, 0, 1], [*range(42, 2, -1)], [0, 1, 2], [*range(3, 43)]]
    game = Game(held(HEIST, EMBRACING), Scripted(shuffles=shuffles))
    shot = game.snapshot()
    assert (shot["decision"], shot["seat"], shot["turns"]) == ("mulligan", 0, 0)
    assert shot["order"] == [[2, 0, 1], [0, 1, 2]]
    assert shot["spent"] == [[0, 1], []]
    assert shot["hand"] == [[*range(37, 43)], [*range(3, 9)]]
    assert shot["deck"] == [[*range(36, 2, -1)], [*range(9, 43)]]
    assert shot["fixer"] == [[*range(6)], [*range(6, 12)]]
    assert game.legal() == [PASS, YES]


def test_1_5_a_mulligan_shuffles_hand_and_deck_and_draws_six() -> None:
    again = [*range(20, 43), *range(3, 20)]
    luck = Scripted(shuffles=[[0, 1, 2], [*range(3, 43)], [0, 1, 2], [*range(3, 43)], again])
    game = Game(held(HEIST, EMBRACING), luck)
    game.play(YES)
    assert game.snapshot()["hand"][0] == [*range(20, 26)]
    assert (game.snapshot()["decision"], game.seat) == ("mulligan", 1)
    game.play(PASS)
    assert luck.spent
    assert (game.snapshot()["decision"], game.seat, game.turns) == ("die", 0, 1)
    assert game.legal() == [DICE + die for die in range(5)]
    assert game.snapshot()["hand"][0] == [*range(20, 27)]  # drawn before the die is chosen
    assert game.seen[0] == {*range(3, 9), *range(20, 27)}


def test_1_5_the_two_legends_stay_spent_in_the_first_turn_only() -> None:
    game = Game(held(HEIST, EMBRACING), Scripted([1, 1, 1]))
    spent = []
    for action in (PASS, PASS, DICE, PASS, DICE, PASS, DICE + 1):
        game.play(action)
        spent.append(game.snapshot()["spent"][0])
    assert spent == [[0, 1]] * 5 + [[], []]
    assert (game.turns, game.snapshot()["decision"]) == (3, "main")


def test_1_6_who_rolls_higher_decides_whether_to_begin() -> None:
    luck = Scripted([7, 7, 3, 12])
    game = Game(held(HEIST, EMBRACING), luck, rolled=True)
    assert (game.snapshot()["decision"], game.seat, game.legal()) == ("begin", 1, [PASS, YES])
    game.play(YES)
    assert luck.spent
    shot = game.snapshot()
    assert (shot["decision"], shot["seat"], shot["first"], shot["spent"]) == ("mulligan", 1, 1, [[], [0, 1]])


def test_1_6_he_may_let_the_other_one_begin() -> None:
    game = Game(held(HEIST, EMBRACING), Scripted([3, 12]), rolled=True)
    game.play(PASS)
    assert (game.snapshot()["first"], game.seat) == (0, 0)


def test_3_6_who_does_nothing_ends_by_deck_out() -> None:
    """All dice have been rolled by then, nobody has seven Gigs, and the deck of who began is empty first."""
    game = Game(held(HEIST, HEIST), Free(Random(1)))
    while not game.over:
        game.play(PASS if PASS in game.legal() else game.legal()[0])
    assert (game.ending, game.result, game.margin) == ("deck-out", -1, 0)
    assert game.turns == 2 * (40 - 6) + 1
    assert game.snapshot()["overtime"]
    assert game.legal() == []


# --- 10. luck ---


def test_10_addressed_luck_is_the_batch_s() -> None:
    keys = draws.keys(5, np.arange(3, dtype=np.uint64))[:, 1]
    luck = Addressed(*keys.tolist())
    drawn = draws.draw(keys[:1], draws.SHUFFLE, np.arange(4, dtype=np.uint16))
    by_draw = sorted(zip((drawn >> np.uint64(6)).tolist(), [3, 5, 8, 9], strict=True))
    assert luck.shuffle(0, [3, 5, 8, 9]) == [slot for _, slot in by_draw]
    rolls = draws.below(draws.draw(keys[1:], draws.CHANCE, np.arange(5, dtype=np.uint16)), 20) + np.uint64(1)
    assert [luck.roll(1, 20) for _ in range(5)] == rolls.tolist()


# --- 9. the card language ---


@pytest.mark.parametrize("card", CARDS.all, ids=[card.number for card in CARDS.all])
def test_9_every_sentence_of_every_card_is_understood(card: Card) -> None:
    for line in referee.lines(card.text):
        for sentence in line.sentences if line.headings else ():
            understood(sentence)
        for heading in line.headings:
            first, _, event = heading.partition(" ")
            if first in ("FIRST", "WHEN"):
                referee.meaning(event, "events")


def understood(sentence: str) -> None:
    act, given = referee.meaning(sentence, "sentences")
    if act is referee.Text.say_if:
        referee.meaning(given[0], "conditions")
        understood(given[1])
    elif act is referee.Text.pick_one:
        for part in re.split(" / | and ", given[0]):
            understood(part)
    elif act is referee.Text.later:
        understood(given[0])
    elif act is referee.Text.choose:
        referee.meaning(given[1], "cards")


@pytest.mark.parametrize("words", ["flies", "PLAY: fly", "PLAY: if you fly, draw 1", "PLAY: choose a bird"])
def test_9_what_is_not_understood_is_said(words: str) -> None:
    with pytest.raises(ValueError, match=r"README\.md, 9"):
        understood(referee.lines((words,))[0].sentences[0])


# --- any game ---


def assert_conserved(game: Game, shot: dict[str, Any], decks: Pair) -> None:
    """1.3, 1.4: every card is in one place, every die in one area with a face that it has."""
    for seat in (0, 1):
        cards = [*range(len(decks[seat]))]
        worn = [slot for slots in shot["gear"][seat].values() for slot in slots]
        there = Counter(worn + [slot for area in AREAS for slot in shot[area][seat]])
        assert set(there.values()) <= {1}
        nowhere = [slot for slot in cards if slot not in there]
        assert all(slot > 2 and decks[seat][slot].kind == PROGRAM for slot in nowhere)  # being resolved, or waiting
        assert sorted(shot["order"][seat]) == [0, 1, 2]
        assert all(0 < face <= SIZES[die % 6] for die, face in shot["gigs"][seat].items())
        assert 0 <= shot["ready_eddies"][seat] <= len(shot["eddies"][seat])
        assert {*shot["gear"][seat]} <= {*shot["field"][seat], *shot["up"][seat]}
    dice = [die for area in (*shot["gigs"], *shot["fixer"]) for die in area]
    assert sorted(dice) == [*range(12)]
    assert game.margin == len(shot["gigs"][0]) - len(shot["gigs"][1])


def assert_sound(game: Game, shot: dict[str, Any]) -> None:
    legal = game.legal()
    assert legal == sorted(set(legal))
    assert game.over or len(legal) > 1 or (shot["decision"] == "react" and legal)
    assert all(0 <= action < LAST for action in legal)
    for seat in (0, 1):
        assert game.played[seat] <= game.seen[seat] <= {*range(3 + 50)}
        for mark in ("arrived", "solo", "adrenaline", "strike", "safe", "harmless", "held", "must", "stole"):
            assert {*shot[mark][seat]} <= {*shot["field"][seat]}
        assert {*shot["power"][seat]} == {*shot["field"][seat]}
        assert {*shot["known"][seat]}.isdisjoint(shot["up"][seat])
    if shot["decision"] == "main" and not game.over:
        assert not any(shot["pending"])
        assert shot["attack"] is None
        assert PASS in legal or any(shot["must"])
    if shot["sold"]:
        assert shot["decision"] != "main" or not any(ELSE + 2 < action < ELSE + 64 for action in legal)


def pair(seed: int) -> tuple[deck_file.Deck, deck_file.Deck]:
    """Return decks that come with the game for the first seeds, then decks drawn at random."""
    if seed < 16:
        return SHIPPED[seed % 4], SHIPPED[seed // 4]
    return SAMPLED[seed % 60], SAMPLED[(7 * seed + 1) % 60]


@pytest.mark.parametrize("seed", range(80))
def test_random_games_end_and_are_sound_at_every_decision(seed: int) -> None:
    luck, decks = Random(seed), held(*pair(seed))
    game = Game(decks, Free(luck))
    while not game.over:
        shot = game.snapshot()
        assert_sound(game, shot)
        assert_conserved(game, shot, decks)
        game.play(luck.choice(game.legal()))
    assert_sound(game, game.snapshot())
    assert game.legal() == []
    assert game.ending in ("gigs", "overtime", "deck-out")
    assert game.result in (-1, 1)


@pytest.mark.parametrize("seed", range(20))
def test_a_game_that_is_laid_from_a_snapshot_stands_like_it(seed: int) -> None:
    luck, decks = Random(seed), held(*pair(seed))
    game = Game(decks, Free(luck))
    while not game.over:
        shot = game.snapshot()
        if shot["decision"] == "main":
            laid = Game.at(decks, shot, Free(luck))
            assert laid.snapshot() == shot
            assert laid.legal() == game.legal()
        game.play(luck.choice(game.legal()))


def test_a_random_game_is_the_same_by_the_same_luck() -> None:
    games = [random_game((HEIST, EMBRACING), Random(7)) for _ in "01"]
    assert games[0].over
    assert games[0].snapshot() == games[1].snapshot()


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    game = Game(held(HEIST, EMBRACING), Free(Random(0)))
    before = game.snapshot()
    with pytest.raises(ValueError, match="is not legal for seat 0"):
        game.play(DICE)
    assert game.snapshot() == before


def test_legal_is_a_copy() -> None:
    game = Game(held(HEIST, EMBRACING), Free(Random(0)))
    game.legal().clear()
    assert game.legal()
