"""Every strategy is as strong as its page says; presets are settings of `weighted`; `eager` does what it says."""

import re
from importlib import import_module
from inspect import signature

import numpy as np
import pytest

from sim import engine, pick
from sim.arrays import I16, Coin, Sets
from sim.errors import StrategyError
from sim.lookahead import lookahead
from sim.ruleset import Strategy, from_act
from sim.rulesets.cyberpunk.state import PASS, REST, Asked, View
from tests.strategies.measuring import Field, mean_and_error

FIELD = Field("cyberpunk")
THOUGHTFUL = [name for name in FIELD.strategies if name != "random"]
PRESETS = import_module("strategies.cyberpunk._weigh").PRESETS
MIRRORS = np.stack([np.arange(len(FIELD.decks), dtype=np.int32)] * 2)


def points(one: Strategy, other: Strategy, blocks: int, seed: int) -> np.ndarray:
    """Return [decks, blocks] points of `one`, 0 to 1, mean over both seats; each deck meets itself."""
    first = FIELD.scores((one, other), MIRRORS, blocks, seed)
    second = FIELD.scores((other, one), MIRRORS, blocks, seed)
    return (first + 1 - second) / 2


@pytest.mark.parametrize("name", THOUGHTFUL)
def test_beats_random_with_every_deck_and_its_page_says_by_how_much(name: str) -> None:
    """Above 95 % with each deck, and within five standard errors (or the last digit) of the page's figure."""
    page = import_module(f"strategies.cyberpunk.{name}").__doc__ or ""
    said = re.search(r"Measured against `random`:\s+(\d+\.\d) %", page)
    assert said, f"the page of {name} does not say how strong it is"
    found = points(FIELD.strategy(name), FIELD.strategy("random"), blocks=100, seed=11)
    assert (found.mean(axis=1) > 0.95).all()
    mean, error = mean_and_error(found)
    distance = abs(100 * mean - float(said[1]))
    assert distance < 5 * 100 * error + 0.05, (
        f"the page says {said[1]} %, measured {100 * mean:.2f} ± {100 * error:.2f}"
    )


def test_looking_ahead_beats_random() -> None:
    """One action deep, with `weighted` to play on and to evaluate: above 95 % by three standard errors."""
    weighted, evaluate = FIELD.strategy("weighted"), import_module("strategies.cyberpunk.weighted").evaluate
    planner = lookahead("lookahead", base=weighted, samples=2, evaluate=evaluate)
    mean, error = mean_and_error(points(planner, FIELD.strategy("random"), blocks=20, seed=11))
    assert mean - 3 * error > 0.95, f"{100 * mean:.2f} ± {100 * error:.2f}"


def test_the_presets_are_all_the_others() -> None:
    assert sorted([*PRESETS, "random", "weighted"]) == FIELD.strategies


@pytest.mark.parametrize(("preset", "weights"), sorted(PRESETS.items()))
def test_a_preset_is_a_setting_of_weighted(preset: str, weights: object) -> None:
    """`weighted` with the weights of a preset plays the very games that the preset plays."""
    same = FIELD.strategy("weighted", **vars(weights))
    one, other = (FIELD.scores((s, FIELD.strategy("random")), MIRRORS, 20, 14) for s in (same, FIELD.strategy(preset)))
    assert np.array_equal(one, other)


def test_weighted_plays_what_its_page_lists() -> None:
    """Every parameter stands on the page with its default, which is that of the weights."""
    module = import_module("strategies.cyberpunk.weighted")
    given = {p.name: p.default for p in signature(module.act).parameters.values() if p.kind is p.KEYWORD_ONLY}
    assert given == vars(import_module("strategies.cyberpunk._weigh").Weights())
    assert [name for name, default in given.items() if f"`{name}` ({default})" not in (module.__doc__ or "")] == []


@pytest.mark.parametrize("wrong", [{"gig": 101}, {"fight": -101}])
def test_a_weight_out_of_range_is_refused(wrong: dict[str, int]) -> None:
    bold = FIELD.strategy("weighted", **wrong)
    with pytest.raises(StrategyError, match=f"{next(iter(wrong.values()))}: right would be -100 to 100"):
        FIELD.scores((bold, bold), MIRRORS[:, :1], blocks=1, seed=1)


# --- random ---


def ends(eager: int) -> tuple[int, int]:
    """Return how often the turn was ended where anything else was legal, and how often it could have been."""
    inner, found = import_module("strategies.cyberpunk.random"), np.zeros(2, np.int64)

    def act(view: View, legal: Sets, coin: Coin) -> I16:
        chosen = inner.act(view, legal, coin, eager=eager)
        could = (view.asked == Asked.MAIN) & pick.allowed(legal, REST * 64 + PASS) & (pick.size(legal) > 1)
        found[:] += [np.count_nonzero(could & (chosen == REST * 64 + PASS)), np.count_nonzero(could)]
        return chosen

    ids = np.arange(300, dtype=np.uint64)
    lot = engine.Lot(3, np.zeros((2, 300), np.int32), ids, np.zeros(300, np.uint64))
    watched = from_act("watched", act)
    engine.play(FIELD.rules, FIELD.tables, (watched, watched), lot)
    return int(found[0]), int(found[1])


def test_eager_leaves_out_the_end_of_the_turn() -> None:
    """Never with 100; with 90 about a tenth as often as with 0; in other decisions passing stays what it is."""
    never, (often, chances), (rare, more) = ends(100), ends(0), ends(90)
    assert never[0] == 0 < never[1]
    assert 0.05 < (rare / more) / (often / chances) < 0.2


def test_eager_is_a_per_cent() -> None:
    for wrong in (-1, 101):
        with pytest.raises(ValueError, match=f"eager = {wrong}: right would be 0 to 100"):
            import_module("strategies.cyberpunk.random").act(None, np.zeros((5, 1), np.uint64), None, eager=wrong)
