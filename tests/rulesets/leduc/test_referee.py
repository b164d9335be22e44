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
from sim.ruleset import State, Strategy
from sim.rulesets.leduc.referee import Game
from sim.rulesets.leduc.rules import RULESET
from sim.rulesets.leduc.state import ENDINGS, NO_CARD, PUBLIC, RANKS, SLOTS
from sim.rulesets.leduc.tables import Tables

GAMES = int(os.environ.get("SOAK_GAMES", "2000"))


@dataclass
class Story:
    """One game as the batch engine played it: before each decision the position and the legal set, then the action."""

    hands: tuple[int, int] = (0, 0)
    public: int = 0
    asked: list[tuple[int, list[int], dict[str, object]]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)


def told(strategy: Strategy, stories: dict[int, Story]) -> Strategy:
    """Return `strategy`, which also writes down all that the engine shows while it is asked."""

    def decide(ruleset: Any, state: Any, seat: int, rows: Any, legal: Any, coin: Any) -> Any:
        action = strategy.decide(ruleset, state, seat, rows, legal, coin)
        for place, row in enumerate(np.arange(len(state))[rows]):
            story = stories[int(state.game[row])]
            position = snapshot(state, row)
            story.hands = position["hands"]
            story.public = position["public"] if position["public"] is not None else story.public
            story.asked.append((seat, pick.actions(legal, place), position))
            story.actions.append(int(action[place]))
        return action

    return Strategy(strategy.name, decide)


def snapshot(state: Any, row: int) -> dict[str, Any]:
    view = RULESET.view(state, 0, np.array([row]))
    public = int(state.public[row])
    return {
        "hands": tuple(state.hand[:, row].tolist()),
        "public": None if public == NO_CARD else public,
        "stakes": (int(view.stake()[0]), int(view.rival_stake()[0])),
        "turns": int(state.turns[row]),
    }


@pytest.fixture(scope="module")
def recorded(
    tables: Tables, strategies: dict[str, Strategy], lot: Callable[..., Lot]
) -> tuple[dict[int, Story], Played]:
    stories: dict[int, Story] = defaultdict(Story)
    recorder = told(strategies["random"], stories)
    return stories, play(RULESET, tables, (recorder, recorder), lot(GAMES), batch=256)


def slots(bits: int) -> set[str]:
    return {("" if slot >= PUBLIC else "hand ") + SLOTS[slot] for slot in range(len(SLOTS)) if bits >> slot & 1}


def named(cards: set[str]) -> set[str]:
    return {f"{kind} {RANKS[int(rank)]}" for kind, rank in (card.split() for card in cards)}


@pytest.mark.soak
def test_every_decision_and_result_agrees(recorded: tuple[dict[int, Story], Played]) -> None:
    stories, out = recorded
    for game, story in stories.items():
        referee = Game(story.hands, story.public)
        for asked, action in zip(story.asked, story.actions, strict=True):
            assert asked == (referee.seat, referee.legal(), referee.snapshot())
            referee.play(action)
        assert referee.over
        ended = (out.result[game], out.margin[game], ENDINGS[out.ending[game]], out.turns[game], out.decisions[game])
        assert ended == (referee.result, referee.margin, referee.ending, referee.turns, len(story.actions))
        for seat in (0, 1):
            assert slots(int(out.seen[seat, game])) == named(referee.seen[seat])
            assert slots(int(out.played[seat, game])) == named(referee.played[seat])


@pytest.mark.soak
def test_every_game_was_told_and_every_ending_seen(recorded: tuple[dict[int, Story], Played]) -> None:
    stories, out = recorded
    assert len(stories) == GAMES
    assert set(out.ending.tolist()) == {0, 1}
    assert set(out.result.tolist()) == {-1, 0, 1}


@pytest.mark.soak
def test_equal_games_have_equal_traces_and_no_others(recorded: tuple[dict[int, Story], Played]) -> None:
    stories, out = recorded
    tales = {
        game: (story.hands, story.public if out.turns[game] == 2 else None, tuple(story.actions))
        for game, story in stories.items()
    }
    pairs = {(tale, int(out.trace[game])) for game, tale in tales.items()}
    assert len(pairs) == len(set(tales.values())) == len(set(out.trace.tolist()))
    assert len(pairs) < GAMES  # some games were equal


def test_the_referee_refuses_what_is_not_legal() -> None:
    with pytest.raises(ValueError, match="right would be one of"):
        Game((0, 1), 2).play(0)


def test_states_are_of_the_contract(tables: Tables) -> None:
    state = RULESET.deal(tables, np.zeros((2, 3), np.int32), np.arange(6, dtype=np.uint64).reshape(2, 3))
    assert isinstance(state, State)
    assert all(value.shape[-1] == 3 for _, value in state.arrays())
