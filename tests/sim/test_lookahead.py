"""Planners: they find what looking ahead can find, see nothing hidden, respect their memory, and are repeatable."""

from dataclasses import fields
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from jobs import rooms
from sim import engine, lookahead, luck, pick
from sim.arrays import ALL
from sim.ruleset import OVER, Strategy, from_module, from_score


def random_of(name: str) -> Strategy:
    return from_module("random", import_module(f"strategies.{name}.random"))


def lot(decks: int, games: int, seed: int = 4) -> engine.Lot:
    ids = np.arange(games, dtype=np.uint64)
    pairs = np.array([(a, b) for a in range(decks) for b in range(decks)], np.int32).T
    return engine.Lot(seed, pairs[:, ids % np.uint64(pairs.shape[1])], ids, np.zeros(games, np.uint64))


def play(name: str, first: Strategy, second: Strategy, games: int, batch: int = 4096) -> engine.Played:
    rules, decks = rooms.ruleset(name), list(rooms.decks(name).values())
    return engine.play(rules, rules.tables(rooms.cards(name), decks), (first, second), lot(len(decks), games), batch)


def same(one: engine.Played, two: engine.Played) -> bool:
    return all(np.array_equal(getattr(one, f.name), getattr(two, f.name)) for f in fields(one))


@pytest.mark.parametrize("name", rooms.rulesets())
@pytest.mark.parametrize("kind", ["lookahead", "rollout"])
def test_planners_play_every_ruleset_the_same_in_any_batch(name: str, kind: str) -> None:
    """Worlds are keyed by the decision's coin, so no batch, chunk or order changes a planner's game."""
    planner = getattr(lookahead, kind)(kind, base=random_of(name), samples=2)
    games, batch = (150, 11) if len(rooms.ruleset(name).actions) <= 64 else (4, 3)  # each costs so much more there
    whole = play(name, planner, random_of(name), games)
    assert same(whole, play(name, planner, random_of(name), games, batch))


@pytest.mark.parametrize("name", rooms.rulesets())
def test_chunks_within_the_memory_bound_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for three decisions at a time the same games are played as with room for all."""
    planner = lookahead.lookahead("ahead", base=random_of(name), samples=1)
    games = 150 if len(rooms.ruleset(name).actions) <= 64 else 4
    whole = play(name, planner, planner, games)
    monkeypatch.setattr(lookahead, "_chunk", lambda *_: 3)
    assert same(whole, play(name, planner, planner, games))


def test_copies_never_outgrow_the_memory_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """No imagined state is larger than half the bound, the other half being for what playing it takes."""
    rules = rooms.ruleset("massiveverse")
    bound, largest = 1 << 20, 0
    state_type = type(rules.deal(*_dealt(rules, 1)))
    take = state_type.take

    def weighed(self: Any, rows: Any) -> Any:
        nonlocal largest
        made = take(self, rows)
        largest = max(largest, sum(field.nbytes for _, field in made.arrays()))
        return made

    monkeypatch.setattr(lookahead, "MEMORY", bound)
    state = rules.deal(*_dealt(rules, 5000))
    monkeypatch.setattr(state_type, "take", weighed)
    planner = lookahead.lookahead("ahead", base=random_of("massiveverse"), samples=1)
    legal = rules.legal(state, 0, ALL)
    planner.decide(rules, state, 0, ALL, legal, luck.draw(state.key[0], luck.COIN, 0))
    assert bound // 8 < largest <= bound // 2


def _dealt(rules: Any, games: int) -> tuple[Any, Any, Any]:
    decks = list(rooms.decks(rules.name).values())
    keys = luck.keys(1, np.arange(games, dtype=np.uint64))
    return rules.tables(rooms.cards(rules.name), decks), np.zeros((2, games), np.int32), keys


@pytest.mark.parametrize("kind", ["lookahead", "rollout"])
def test_planners_see_nothing_hidden(kind: str) -> None:
    """Seat 1's plan is the same whatever seat 0 has chosen in secret, and whatever the game's luck will be."""
    rules = rooms.ruleset("massiveverse")
    planner = getattr(lookahead, kind)(kind, base=random_of("massiveverse"), samples=2)
    plans = []
    for secret, seed in ((0, 1), (5, 2)):
        state = rules.deal(*_dealt(rules, 200))
        state.key = luck.keys(seed, np.arange(200, dtype=np.uint64))
        rules.step(state, 0, ALL, np.full(200, secret, np.int16))
        coin = luck.mix(np.arange(200, dtype=np.uint64))
        plans.append(planner.decide(rules, state, 1, ALL, rules.legal(state, 1, ALL), coin))
    assert np.array_equal(plans[0], plans[1])


@pytest.mark.parametrize("kind", ["lookahead", "rollout"])
@pytest.mark.parametrize("base", ["random", "reader"])
def test_equal_seats_are_equal_for_planners(kind: str, base: str) -> None:
    """Exchanging seats and luck is the same game, though one is asked first and the other must imagine its choice."""
    rules, decks = rooms.ruleset("massiveverse"), list(rooms.decks("massiveverse").values())
    base_strategy = from_module(base, import_module(f"strategies.massiveverse.{base}"))
    planner, other = getattr(lookahead, kind)(kind, base=base_strategy, samples=2), random_of("massiveverse")
    straight = lot(len(decks), 200)
    crossed = engine.Lot(straight.seed, straight.decks[::-1].copy(), straight.luck, 1 - straight.crossed)
    tables = rules.tables(None, decks)
    for first, second in ((planner, planner), (planner, other)):
        one = engine.play(rules, tables, (first, second), straight)
        two = engine.play(rules, tables, (second, first), crossed)
        assert np.array_equal(one.result, -two.result)
        assert np.array_equal(one.margin, -two.margin)


def test_planners_leave_the_game_as_it_was() -> None:
    """Only copies are played with."""
    rules = rooms.ruleset("massiveverse")
    state = rules.deal(*_dealt(rules, 50))
    before = state.take(np.arange(50))
    planner = lookahead.rollout("roll", base=random_of("massiveverse"), samples=1)
    planner.decide(rules, state, 0, ALL, rules.legal(state, 0, ALL), state.key[0].copy())
    assert all(np.array_equal(value, getattr(before, name)) for name, value in state.arrays())


@pytest.mark.parametrize("kind", ["lookahead", "rollout"])
def test_looking_ahead_beats_not_looking(kind: str) -> None:
    """Either planner over random play beats random play, by more than five standard errors above 55 %."""
    planner = getattr(lookahead, kind)(kind, base=random_of("massiveverse"), samples=4)
    points = (play("massiveverse", planner, random_of("massiveverse"), 1500).result + 1) / 2
    error = points.std(ddof=1) / np.sqrt(len(points))
    assert points.mean() - 5 * error > 0.55, f"{points.mean():.3f} with standard error {error:.3f}"


def test_an_evaluation_decides_where_nothing_else_does() -> None:
    """Against a base that never moves the score, a planner told to love full hands never gives one up to attack."""
    rules = rooms.ruleset("massiveverse")
    rest = from_score("rests", lambda view: np.repeat([[0]] * 5 + [[9]] + [[0]] * 5, len(view.hand), axis=1))
    hoarder = lookahead.lookahead("hoard", base=rest, samples=1, evaluate=lambda view: np.bitwise_count(view.hand))
    state = rules.deal(*_dealt(rules, 64))
    plan = hoarder.decide(rules, state, 0, ALL, rules.legal(state, 0, ALL), luck.mix(np.arange(64, dtype=np.uint64)))
    assert set(plan.tolist()) == {3}, "the Weapon ends the game against a Rest, and a win is above any evaluation"
    legal = rules.legal(state, 0, ALL) & ~np.uint16(1 << 3)
    plan = hoarder.decide(rules, state, 0, ALL, legal, luck.mix(np.arange(64, dtype=np.uint64)))
    assert set(plan.tolist()) == {5}, "without the Weapon, Rest is the card that leaves the hand full"


def test_best_of_takes_the_best_and_breaks_ties_evenly() -> None:
    """Row by row the highest score wins; among equals the coin decides, within five standard errors of evenly."""
    n = 30_000
    row = np.repeat(np.arange(n), 3)
    action = np.tile(np.array([2, 7, 9], np.int16), n)
    score = np.tile(np.array([5, 1, 5]), n)
    chosen = lookahead.best_of(row, action, score, luck.mix(np.arange(n, dtype=np.uint64)))
    assert set(chosen.tolist()) == {2, 9}
    assert abs((chosen == 2).mean() - 0.5) < 5 * 0.5 / np.sqrt(n)


def test_candidates_are_the_members_of_the_sets() -> None:
    """All legal actions of all rows, by row, over several words."""
    legal = np.array([[0b101, 0], [1 << 63, 0b10]], np.uint64)
    row, action = lookahead.candidates(legal)
    assert (row.tolist(), action.tolist()) == ([0, 0, 0, 1], [0, 2, 127, 65])
    assert [pick.actions(legal, r) for r in (0, 1)] == [[0, 2, 127], [65]]


def test_games_that_are_over_stay_over() -> None:
    """A planner asked about nothing answers nothing."""
    rules = rooms.ruleset("massiveverse")
    state = rules.deal(*_dealt(rules, 3))
    state.phase[:] = OVER
    none = np.zeros(0, np.intp)
    planner = lookahead.lookahead("ahead", base=random_of("massiveverse"), samples=1)
    plan = planner.decide(rules, state, 0, none, rules.legal(state, 0, none), np.zeros(0, np.uint64))
    assert len(plan) == 0
