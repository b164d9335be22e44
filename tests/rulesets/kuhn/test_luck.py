"""What chance does: deals as often as they should be, following the keys; redeal; what views hide; no batch matters."""

from collections.abc import Callable
from dataclasses import fields
from itertools import permutations

import numpy as np
import pytest

from sim import luck
from sim.arrays import ALL
from sim.engine import Lot, Played, play
from sim.ruleset import from_module
from sim.rulesets.kuhn.rules import RULESET
from sim.rulesets.kuhn.state import State
from sim.rulesets.kuhn.tables import Tables
from strategies.kuhn import equilibrium, random

Deal = Callable[..., State]
Line = Callable[[State, str], State]

TOLERATED = 5  # standard errors
LINES = ("", "p", "b", "pb")


def excess(found: list[int]) -> float:
    """Return by how many standard errors chi-square of equally likely cells is above its mean."""
    expected = sum(found) / len(found)
    degrees = len(found) - 1
    return float((sum((n - expected) ** 2 for n in found) / expected - degrees) / np.sqrt(2 * degrees))


def test_all_six_deals_are_equally_likely(deal: Deal) -> None:
    hand = deal(1 << 19).hand
    found = [int(((hand[0] == a) & (hand[1] == b)).sum()) for a, b in permutations(range(3), 2)]
    assert sum(found) == 1 << 19
    assert abs(off := excess(found)) < TOLERATED, f"{off:.1f} standard errors"


def test_hands_follow_the_luck_when_it_changes_sides(deal: Deal) -> None:
    straight, crossed = deal(5_000), deal(5_000, crossed=1)
    assert (straight.key == crossed.key[::-1]).all()
    assert (straight.hand == crossed.hand[::-1]).all()


def test_the_deal_is_counted_for_both_seats(deal: Deal) -> None:
    assert deal(1).draws[:, :, 0].tolist() == [[1, 1], [0, 0], [0, 0]]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("rank", [0, 1, 2])
def test_redeal_is_the_exact_posterior(deal: Deal, play_line: Line, line: str, seat: int, rank: int) -> None:
    state = play_line(deal(64), line)
    copies = state.take(np.repeat(np.flatnonzero(state.hand[seat] == rank)[:1], 50_000))
    spot = copies.spot.copy()
    keys = luck.keys(99, np.arange(50_000, dtype=np.uint64))
    RULESET.redeal(copies, seat, ALL, keys)
    view = RULESET.view(copies, seat, ALL)
    assert (view.hand == rank).all()
    assert (view.spot == spot).all()
    assert (copies.key == keys).all()
    assert (copies.seen == 1 << copies.hand).all()
    found = np.bincount(copies.hand[1 - seat], minlength=3).tolist()
    assert found.pop(rank) == 0
    assert abs(off := excess(found)) < TOLERATED, f"{off:.1f} standard errors"


def test_redeal_of_some_rows_leaves_the_others_alone(deal: Deal, play_line: Line) -> None:
    state, untouched = play_line(deal(100), "p"), play_line(deal(100), "p")
    rows = np.arange(0, 100, 3)
    RULESET.redeal(state, 1, rows, luck.keys(5, np.arange(len(rows), dtype=np.uint64)))
    others = np.setdiff1d(np.arange(100), rows)
    for name, value in state.arrays():
        assert (value[..., others] == getattr(untouched, name)[..., others]).all(), name


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("seat", [0, 1])
def test_views_hide_the_rivals_hand_and_all_luck(deal: Deal, play_line: Line, line: str, seat: int) -> None:
    state, other = play_line(deal(500), line), play_line(deal(500), line)
    other.hand[1 - seat] = (other.hand[1 - seat] + 1) % 3
    other.key[:] = other.key[::-1] + np.uint64(7)
    other.trace[:] = 0
    one, two = RULESET.view(state, seat, ALL), RULESET.view(other, seat, ALL)
    assert (one.hand == two.hand).all()
    assert (one.spot == two.spot).all()
    assert [f.name for f in fields(one)] == ["seat", "hand", "spot"]


def test_results_are_the_same_in_any_batch_and_any_split(tables: Tables, lot: Callable[..., Lot]) -> None:
    pair = (from_module("equilibrium", equilibrium), from_module("random", random))
    whole = play(RULESET, tables, pair, lot(40_000), 32_768)
    for batch in (512, 4_096):
        assert same([play(RULESET, tables, pair, lot(40_000), batch)], whole)
    parts = [(0, 12_345), (12_345, 1), (12_346, 27_654)]
    assert same([play(RULESET, tables, pair, lot(n, start=start), 1_000) for start, n in parts], whole)


def same(parts: list[Played], whole: Played) -> bool:
    """Whether the parts laid end to end are the whole, in every column."""
    return all(
        np.array_equal(np.concatenate([getattr(part, f.name) for part in parts], axis=-1), getattr(whole, f.name))
        for f in fields(whole)
    )
