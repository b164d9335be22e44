"""Every strategy is as strong as its page says, and the decks of the issues are balanced under the best of them."""

import re
from importlib import import_module
from inspect import signature
from random import Random
from typing import Any

import numpy as np
import pytest

from sim import engine
from sim.errors import StrategyError
from sim.lookahead import lookahead
from sim.ruleset import Deck, Strategy
from sim.rulesets.capsule.state import View
from strategies.capsule import _weigh
from strategies.capsule._weigh import PRESETS, Weights
from tests.rulesets.capsule import figures
from tests.strategies.measuring import Field, mean_and_error

FIELD = Field("capsule")
NAMES = FIELD.strategies
THOUGHTFUL = [name for name in NAMES if name != "random"]
BEST = "weighted"
MIRRORS = np.stack([np.arange(len(FIELD.decks), dtype=np.int32)] * 2)


def points(one: Strategy, other: Strategy, blocks: int, seed: int, pairs: np.ndarray = MIRRORS) -> np.ndarray:
    """Return [pairs, blocks] points of `one`, 0 to 1, mean over both seats; by default each deck meets itself."""
    first = FIELD.scores((one, other), pairs, blocks, seed)
    second = FIELD.scores((other, one), pairs[::-1], blocks, seed)
    return (first + 1 - second) / 2


@pytest.mark.parametrize("name", THOUGHTFUL)
def test_beats_random_and_its_page_says_by_how_much(name: str) -> None:
    """Above 65 % by five standard errors, and within five standard errors (or the last digit) of the page's figure."""
    page = import_module(f"strategies.capsule.{name}").__doc__ or ""
    said = re.search(r"Measured against `random`:\s+(\d+\.\d) %", page)
    assert said, f"the page of {name} does not say how strong it is"
    mean, error = mean_and_error(points(FIELD.strategy(name), FIELD.strategy("random"), blocks=600, seed=11))
    assert mean - 5 * error > 0.65
    distance = abs(100 * mean - float(said[1]))
    assert distance < 5 * 100 * error + 0.05, (
        f"the page says {said[1]} %, measured {100 * mean:.2f} ± {100 * error:.2f}"
    )


def test_looking_ahead_beats_random() -> None:
    """The planner, one action deep with random play after it, is above 65 % by five standard errors."""
    evaluate = import_module("strategies.capsule.weighted").evaluate
    planner = lookahead("lookahead", base=FIELD.strategy("random"), samples=2, evaluate=evaluate)
    mean, error = mean_and_error(points(planner, FIELD.strategy("random"), blocks=15, seed=11))
    assert mean - 5 * error > 0.65


def test_no_deck_of_an_issue_stands_out_with_the_best_strategy() -> None:
    """Each of the eleven decks scores 40 to 60 % against the field of the others when the best strategy plays both."""
    best = FIELD.strategy(BEST)
    field = points(best, best, blocks=200, seed=12, pairs=FIELD.pairs).mean(axis=1).reshape(len(FIELD.decks), -1)
    np.fill_diagonal(field, np.nan)
    rates = dict(zip([deck.name for deck in FIELD.decks], np.nanmean(field, axis=1), strict=True))
    assert len(rates) == 11
    assert all(0.40 <= rate <= 0.60 for rate in rates.values()), rates


def test_the_best_strategy_is_the_best() -> None:
    """The strategy that balance is judged by has the highest mean against all the others, each deck meeting itself."""
    made = {name: FIELD.strategy(name) for name in NAMES}
    means = {n: np.mean([points(made[n], made[m], 60, 13).mean() for m in NAMES if m != n]) for n in NAMES}
    assert max(means, key=lambda name: means[name]) == BEST, means


@pytest.mark.parametrize(("preset", "weights"), sorted(PRESETS.items()))
def test_a_preset_is_a_setting_of_weighted(preset: str, weights: object) -> None:
    """`weighted` with the weights of a preset plays the very games that the preset plays."""
    same = FIELD.strategy("weighted", **vars(weights))
    rival = FIELD.strategy("random")
    one, other = (FIELD.scores((s, rival), MIRRORS, 20, 14) for s in (same, FIELD.strategy(preset)))
    assert np.array_equal(one, other)


def traces(room: tuple[Any, list[Deck]], weights: Weights) -> np.ndarray:
    """Return the traces of games of these weights against themselves."""
    tables, decks = room
    pairs = np.random.default_rng(5).integers(0, len(decks), (2, 600)).astype(np.int32)
    lot = engine.Lot(15, pairs, np.arange(600, dtype=np.uint64), np.zeros(600, np.uint64))
    same = FIELD.strategy("weighted", **vars(weights))
    return engine.play(FIELD.rules, tables, (same, same), lot).trace


def kinds_used(patch: pytest.MonkeyPatch, room: tuple[Any, list[Deck]], weights: Weights) -> set[type]:
    """Hold that the games are those of wide numbers; return the numbers that were used."""
    used: set[type] = set()
    plain = _weigh._kind

    def watched(view: View, w: Weights) -> Any:
        used.add(plain(view, w))
        return plain(view, w)

    patch.setattr(_weigh, "_kind", watched)
    found = traces(room, weights)
    patch.setattr(_weigh, "_kind", lambda view, w: np.int16)
    assert np.array_equal(found, traces(room, weights))
    return used


@pytest.mark.parametrize("weights", [Weights(), *PRESETS.values()])
def test_shipped_cards_are_weighed_in_bytes(weights: Weights, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the weights that are shipped, bytes hold all worths, and the games are those of wider numbers."""
    assert kinds_used(monkeypatch, (FIELD.tables, FIELD.decks), weights) == {np.int8}


@pytest.mark.parametrize("seed", range(8))
def test_bytes_are_used_only_where_they_hold_all(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of cards with figures at the end of their range, and weights small or large, the same."""
    draw = Random(seed)
    known = figures.card_set(draw)
    decks = [figures.deck(draw, known) for _ in range(6)]
    room = FIELD.rules.tables(known, decks), decks
    small: set[type] = set()
    for most in (1, 2, 50):
        weights = Weights(*(draw.randint(-most, most) for _ in vars(Weights())))
        used = kinds_used(monkeypatch, room, weights)
        assert used == {np.int16} or most < 50
        small |= used
        monkeypatch.undo()
    assert np.int8 in small, "else nothing was compared"


@pytest.mark.parametrize("wrong", [{"damage": 51}, {"combo": -51}])
def test_a_weight_out_of_range_is_refused(wrong: dict[str, int]) -> None:
    """The user is told the value and what would be right."""
    bold = FIELD.strategy("weighted", **wrong)
    with pytest.raises(StrategyError, match=f"{next(iter(wrong.values()))}.*: right would be "):
        FIELD.scores((bold, bold), MIRRORS[:, :1], blocks=1, seed=1)


def test_the_page_of_weighted_lists_its_parameters() -> None:
    """Every parameter stands on the page with its default: `damage` (2)."""
    module = import_module("strategies.capsule.weighted")
    given = [p for p in signature(module.act).parameters.values() if p.kind is p.KEYWORD_ONLY]
    assert len(given) == 11
    assert [p.name for p in given if f"`{p.name}` ({p.default})" not in (module.__doc__ or "")] == []
