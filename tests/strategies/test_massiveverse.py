"""Every strategy is as strong as its page says, and the characters are balanced under the best of them."""

import re
from importlib import import_module
from inspect import signature

import numpy as np
import pytest

from sim.errors import StrategyError
from tests.strategies.measuring import Field, mean_and_error

FIELD = Field("massiveverse")
NAMES = FIELD.strategies
BEST = "reader"  # the highest mean of the shipped round robin (the demo's report)


def scores(first: str, second: str, blocks: int, seed: int) -> np.ndarray:
    """Return [pairs of decks, blocks] points of seat 0, 0 to 1, every pair of decks on the same luck ids."""
    return FIELD.scores((FIELD.strategy(first), FIELD.strategy(second)), FIELD.pairs, blocks, seed)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "random"])
def test_beats_random_and_its_page_says_by_how_much(name: str) -> None:
    """Above 55 % by five standard errors, and within five standard errors of the figure on the page."""
    page = import_module(f"strategies.massiveverse.{name}").__doc__ or ""
    said = re.search(r"Measured against `random`:\s+(\d+\.\d) %", page)
    assert said, f"the page of {name} does not say how strong it is"
    mean, error = mean_and_error(scores(name, "random", blocks=1500, seed=11))
    assert mean - 5 * error > 0.55
    distance = abs(100 * mean - float(said[1])) / (100 * error)
    assert distance < 5, f"the page says {said[1]} %, measured {100 * mean:.1f} %: {distance:.1f} standard errors away"


def test_no_character_stands_out_with_the_best_strategy() -> None:
    """Each character wins 42 to 58 % against the field of the others when the best strategy plays both."""
    points = scores(BEST, BEST, blocks=500, seed=12).mean(axis=1).reshape(len(FIELD.decks), len(FIELD.decks))
    field = (points + 1 - points.T) / 2
    np.fill_diagonal(field, np.nan)
    rates = {
        deck.name: round(100 * float(rate), 1)
        for deck, rate in zip(FIELD.decks, np.nanmean(field, axis=1), strict=True)
    }
    assert all(42 <= rate <= 58 for rate in rates.values()), rates


def test_the_best_strategy_is_the_best() -> None:
    """The strategy that balance is judged by has the highest mean against all the others."""
    means = {n: np.mean([scores(n, m, blocks=60, seed=13).mean() for m in NAMES if m != n]) for n in NAMES}
    assert max(means, key=lambda name: means[name]) == BEST, means


def test_the_table_of_mixed_is_what_its_script_computes() -> None:
    """The stored table is the script's, so that it can be made again; a few sweeps suffice to see a stale one."""
    table = import_module("strategies.massiveverse._mixed_table")
    stored = np.load(table.PATH)
    assert stored.shape == (table.HANDS, table.HANDS, table.CARDS)
    assert stored.dtype == np.uint8
    fresh = table.solve(sweeps=12, steps=60)
    assert np.abs(stored.astype(int) - fresh).mean() < 4, "the stored odds (0 to 255) are far from a fresh solution"


def test_the_solver_of_the_mixtures_leaves_little_to_exploit() -> None:
    """In every one-round game of two hands, no reply to the mixture found gains more than a tenth of an HP."""
    table = import_module("strategies.massiveverse._mixed_table")
    held = np.array([[hand >> card & 1 for card in range(table.CARDS)] for hand in range(table.HANDS)], bool)
    both = held[:, None, :, None] & held[None, :, None, :]
    matrix = np.where(both, table._matrix(np.zeros((table.HANDS, table.HANDS))), 0.0)
    regrets = np.zeros((2, table.HANDS, table.HANDS, table.CARDS))
    mixture, value = table._matrix_games(matrix, held, regrets, steps=200)
    replies = np.where(held[None], np.einsum("abij,abi->abj", matrix, mixture), np.inf)
    lost = (value - replies.min(axis=-1))[1:, 1:]
    assert lost.max() < 0.1, f"a reply gains {lost.max():.3f} HP"
    assert (lost > -1e-9).all(), "a value above what the mixture secures is no value"


@pytest.mark.parametrize(
    ("name", "wrong"), [("weighted", {"weapon": -1}), ("weighted", {"keep": 1001}), ("reader", {"spread": 0})]
)
def test_a_parameter_out_of_range_is_refused(name: str, wrong: dict[str, int]) -> None:
    """The user is told the value and what would be right, before a weight overflows or turns odds round."""
    bold = FIELD.strategy(name, **wrong)
    with pytest.raises(StrategyError, match=f"{next(iter(wrong.values()))}.*: right would be "):
        FIELD.scores((bold, bold), FIELD.pairs[:, :1], blocks=1, seed=1)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "random"])
def test_a_page_lists_its_parameters(name: str) -> None:
    """Every parameter stands on the page with its default: `spread` (6)."""
    module = import_module(f"strategies.massiveverse.{name}")
    given = [p for p in signature(module.act).parameters.values() if p.kind is p.KEYWORD_ONLY]
    assert [p.name for p in given if f"`{p.name}` ({p.default})" not in (module.__doc__ or "")] == []
