"""Engine and referee from positions that are richer than games come to, with the shipped cards and with drawn texts."""

import re
from random import Random
from typing import Any

import numpy as np
import pytest

from sim.rulesets.cyberpunk.cards import Cards
from sim.rulesets.cyberpunk.referee import EVENTS, PASS, SENTENCES, STATICS, Free, Game, lines
from tests.rulesets.cyberpunk import twin
from tests.rulesets.cyberpunk.luck import Addressed
from tests.rulesets.cyberpunk.position import CARDS
from tests.rulesets.cyberpunk.positions import deck, position
from tests.rulesets.cyberpunk.texts import card_set

ROWS, DECISIONS = 40, 50


def move(draw: Random, game: Game) -> int:
    """Return a random action; a turn is rarely ended while there is something to do."""
    legal = game.legal()
    stays = game.decision == "main" and len(legal) > 1 and draw.random() < 0.9
    return draw.choice([action for action in legal if action != PASS or not stays])


def told(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts without what was seen before the position was laid, which nobody has told."""
    return {key: fact for key, fact in facts.items() if key != "seen"}


def assert_agreement(known: Cards, seed: int, rows: int = ROWS, decisions: int = DECISIONS) -> None:
    """Lay positions into both implementations, play on at random, and compare them at every decision."""
    draw = Random(seed)
    pairs = [(deck(draw), deck(draw)) for _ in range(rows)]
    state = twin.begin(known, pairs, seed)
    games = {}
    for row, pair in enumerate(pairs):
        teams = twin.teams(known, pair)
        at = position(draw, teams)
        twin.lay(state, row, at)
        games[row] = Game.at(teams, at, Addressed(*state.key[:, row].tolist()))
    live = np.arange(rows)
    for decision in range(decisions):
        sets = twin.catch_up(state, live)
        for row in live.tolist():
            twin.catch_up_with(games[row])
            facts = twin.facts(state, row, sets[row])
            assert told(facts) == told(twin.facts_of(games[row])), f"seed {seed}, row {row}, decision {decision}"
        live = np.array([row for row in live.tolist() if not games[row].over], np.int64)
        actions = [move(draw, games[row]) for row in live.tolist()]
        twin.play(state, live, actions)
        for row, action in zip(live.tolist(), actions, strict=True):
            games[row].play(action)


@pytest.mark.parametrize("seed", range(4))
def test_engine_and_referee_agree_from_any_position(seed: int) -> None:
    assert_agreement(CARDS, seed)


@pytest.mark.parametrize("seed", range(6))
def test_engine_and_referee_agree_on_any_texts(seed: int) -> None:
    assert_agreement(card_set(Random(seed)), seed)


def test_drawn_texts_use_the_whole_language() -> None:
    """Every static text and every sentence of the referee's tables comes, and every heading."""
    drawn = [line for seed in range(12) for card in card_set(Random(seed)).all for line in lines(card.text)]
    sentences = {part for line in drawn for said in line.sentences for part in said_in(said)}
    for pattern in (*STATICS, *(pattern for pattern, _ in SENTENCES)):
        assert any(re.fullmatch(pattern, sentence) for sentence in sentences), pattern
    headings = {heading for line in drawn for heading in line.headings}
    for pattern, _ in EVENTS:
        assert any(re.fullmatch(f"(FIRST|WHEN) {pattern}", heading) for heading in headings), pattern
    assert {heading for card in CARDS.all for line in lines(card.text) for heading in line.headings} - headings <= NAMED


NAMED = {"QUICK €1 SPEND", "FIRST an ARASAKA Unit is defeated"}  # with figures and tags, which are drawn too


def said_in(sentence: str) -> list[str]:
    """Return a sentence, and those that it consists of."""
    _, _, inner = re.sub("^if .+?, ", ": ", sentence).partition(": ")
    return [sentence, *(part for words in re.split(" / | and ", inner) for part in (words and said_in(words)) or ())]


@pytest.mark.parametrize("seed", range(20))
def test_a_position_that_is_laid_is_the_one_that_was_drawn(seed: int) -> None:
    draw = Random(seed)
    teams = twin.teams(CARDS, (deck(draw), deck(draw)))
    at = position(draw, teams)
    game = Game.at(teams, at, Free(draw))
    if game.snapshot()["decision"] == "main" and game.turns == at["turns"]:  # not where ending the turn is all
        assert {key: game.snapshot()[key] for key in at} == at
