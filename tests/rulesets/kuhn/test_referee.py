"""The batch engine against the scalar referee, decision by decision, with the same cards and the same actions."""

import os
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from sim import pick
from sim.engine import Lot, Played, play
from sim.ruleset import Strategy, from_module
from sim.rulesets.kuhn.referee import Game
from sim.rulesets.kuhn.rules import RULESET
from sim.rulesets.kuhn.state import ENDINGS, HISTORIES
from sim.rulesets.kuhn.tables import Tables
from strategies.kuhn import random

GAMES = int(os.environ.get("SOAK_GAMES", "1000"))


@dataclass
class Story:
    """One game as the batch engine played it: before each decision the seat and the legal set, then the action."""

    hands: tuple[int, int] = (0, 0)
    asked: list[tuple[int, list[int], str]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)


def told(strategy: Strategy, stories: dict[int, Story]) -> Strategy:
    """Return `strategy`, which also writes down all that the engine shows while it is asked."""

    def decide(ruleset: Any, state: Any, seat: int, rows: Any, legal: Any, coin: Any) -> Any:
        action = strategy.decide(ruleset, state, seat, rows, legal, coin)
        for place, row in enumerate(np.arange(len(state))[rows]):
            story = stories[int(state.game[row])]
            story.hands = tuple(state.hand[:, row].tolist())
            story.asked.append((seat, pick.actions(legal, place), HISTORIES[state.spot[row]]))
            story.actions.append(int(action[place]))
        return action

    return Strategy(strategy.name, decide)


@pytest.fixture(scope="module")
def recorded(tables: Tables, lot: Callable[..., Lot]) -> tuple[dict[int, Story], Played]:
    stories: dict[int, Story] = defaultdict(Story)
    recorder = told(from_module("random", random), stories)
    return stories, play(RULESET, tables, (recorder, recorder), lot(GAMES), batch=256)


def bits(ranks: set[int]) -> int:
    return sum(1 << rank for rank in ranks)


@pytest.mark.soak
def test_every_decision_and_result_agrees(recorded: tuple[dict[int, Story], Played]) -> None:
    stories, out = recorded
    assert len(stories) == GAMES
    for game, story in stories.items():
        referee = Game(story.hands)
        line = ""
        for asked, action in zip(story.asked, story.actions, strict=True):
            assert asked == (referee.seat, referee.legal(), line)
            referee.play(action)
            line += "pb"[action]
        assert referee.over
        ended = (out.result[game], out.margin[game], ENDINGS[out.ending[game]], out.turns[game], out.decisions[game])
        assert ended == (referee.result, referee.margin, referee.ending, referee.turns, len(story.actions))
        assert out.seen[:, game].tolist() == [bits(cards) for cards in referee.seen]
        assert out.played[:, game].tolist() == [bits(cards) for cards in referee.played]


@pytest.mark.soak
def test_equal_games_have_equal_traces_and_no_others(recorded: tuple[dict[int, Story], Played]) -> None:
    stories, out = recorded
    pairs = {(story.hands, tuple(story.actions), int(out.trace[game])) for game, story in stories.items()}
    assert len(pairs) == len(set(out.trace.tolist())) == 6 * 5  # all deals by all lines


def test_the_referee_refuses_what_is_not_legal() -> None:
    with pytest.raises(ValueError, match="right would be one of"):
        Game((0, 1)).play(2)
