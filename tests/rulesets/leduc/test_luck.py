"""What chance does: deals and public cards as often as they should, following the keys; redeal; what views hide."""

from collections.abc import Callable
from dataclasses import fields
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from sim import luck
from sim.arrays import ALL
from sim.engine import Lot, Played, play
from sim.ruleset import Strategy
from sim.rulesets.leduc.rules import RULESET
from sim.rulesets.leduc.state import CALL, CARDS, NO_CARD, PUBLIC, RAISE, State
from sim.rulesets.leduc.tables import Tables

Deal = Callable[..., State]
Line = Callable[[State, list[int]], State]

COPIES = 50_000
TOLERATED = 5  # standard errors
LINES = ([], [CALL], [RAISE], [CALL, RAISE], [CALL, CALL], [RAISE, CALL, RAISE], [CALL, CALL, CALL, RAISE])


def excess(code: np.ndarray[Any, Any], odds: np.ndarray[Any, Any]) -> float:
    """Return by how many standard errors chi-square of `code` [n] against `odds` [cells] is above its mean."""
    found = np.bincount(code, minlength=len(odds))
    assert found[odds == 0].sum() == 0
    expected = odds[odds > 0] / odds.sum() * len(code)
    degrees = len(expected) - 1
    return float((((found[odds > 0] - expected) ** 2 / expected).sum() - degrees) / np.sqrt(2 * degrees))


def odds_of(known: dict[int, int], places: int) -> np.ndarray[Any, Any]:
    """Return how many orders of the pack put `known` {place: rank} there, by the code of its first `places`."""
    orders = [order for order in permutations(CARDS, 3) if all(order[place] == rank for place, rank in known.items())]
    return np.bincount([code_of(order[:places]) for order in orders], minlength=4**places)


def code_of(ranks: Any) -> Any:
    """Return ranks, by place, as one number."""
    total = 0 * ranks[0]
    for rank in ranks:
        total = total * 4 + rank
    return total


def test_all_deals_and_public_cards_are_as_likely_as_they_should_be(deal: Deal, play_line: Line) -> None:
    state = play_line(deal(1 << 19), [CALL, CALL])
    code = code_of([row.astype(np.intp) for row in (*state.hand, state.public)])
    assert abs(off := excess(code, odds_of({}, 3))) < TOLERATED, f"{off:.1f} standard errors"


def test_neighbouring_luck_ids_are_unrelated(deal: Deal) -> None:
    hand = deal(1 << 19).hand.astype(np.intp)
    code = code_of([*hand[:, :-1], *hand[:, 1:]])[::2]
    pair = odds_of({}, 2)
    assert abs(off := excess(code, np.outer(pair, pair).ravel())) < TOLERATED, f"{off:.1f} standard errors"


def test_hands_follow_the_luck_and_the_public_card_stays(deal: Deal, play_line: Line) -> None:
    straight, crossed = deal(5_000), deal(5_000, crossed=1)
    assert (straight.key == crossed.key[::-1]).all()
    assert (straight.hand == crossed.hand[::-1]).all()
    straight, crossed = play_line(straight, [CALL, CALL]), play_line(crossed, [RAISE, CALL])
    assert (straight.public == crossed.public).all()


def test_draws_are_counted_for_both_seats(deal: Deal, play_line: Line) -> None:
    state = deal(10)
    assert (state.draws[luck.SHUFFLE] == 1).all()
    assert (state.draws[luck.CHANCE] == 0).all()
    assert (play_line(state, [CALL, CALL]).draws[luck.CHANCE] == 1).all()


@pytest.mark.parametrize("line", LINES, ids=lambda line: "".join("fcr"[a] for a in line) or "start")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("rank", [0, 1, 2])
def test_redeal_is_the_exact_posterior(deal: Deal, play_line: Line, line: list[int], seat: int, rank: int) -> None:
    """All deals that fit what the seat knows are equally likely, public card to come included."""
    state = play_line(deal(64), line)
    row = np.flatnonzero(state.hand[seat] == rank)[:1]
    copies = state.take(np.repeat(row, COPIES))
    before = {f.name: np.copy(getattr(RULESET.view(copies, seat, ALL), f.name)) for f in known(copies, seat)}
    legal = RULESET.legal(copies, seat, ALL)
    keys = luck.keys(99, np.arange(COPIES, dtype=np.uint64))
    RULESET.redeal(copies, seat, ALL, keys)
    assert all((getattr(RULESET.view(copies, seat, ALL), name) == value).all() for name, value in before.items())
    assert (RULESET.legal(copies, seat, ALL) == legal).all()
    assert (copies.key == keys).all()
    public = int(copies.public[0])
    if public == NO_CARD:
        play_line(copies, [CALL] * (2 - len(line)) if RAISE not in line else [CALL])
    facts = {seat: rank} if public == NO_CARD else {seat: rank, 2: public}
    code = code_of([cards.astype(np.intp) for cards in (*copies.hand, copies.public)])
    assert abs(off := excess(code, odds_of(facts, 3))) < TOLERATED, f"{off:.1f} standard errors"
    assert (copies.seen == (1 << copies.hand) + (1 << PUBLIC + copies.public)).all()


def known(state: State, seat: int) -> list[Any]:
    """Return the fields of a view that are arrays."""
    view = RULESET.view(state, seat, ALL)
    return [f for f in fields(view) if isinstance(getattr(view, f.name), np.ndarray)]


def test_redeal_of_some_rows_leaves_the_others_alone(deal: Deal, play_line: Line) -> None:
    state, untouched = play_line(deal(100), [CALL]), play_line(deal(100), [CALL])
    rows = np.arange(0, 100, 3)
    RULESET.redeal(state, 1, rows, luck.keys(5, np.arange(len(rows), dtype=np.uint64)))
    others = np.setdiff1d(np.arange(100), rows)
    for name, value in state.arrays():
        assert (value[..., others] == getattr(untouched, name)[..., others]).all(), name


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("seat", [0, 1])
def test_views_hide_the_rivals_hand_and_all_luck(deal: Deal, play_line: Line, line: list[int], seat: int) -> None:
    state, other = play_line(deal(500), line), play_line(deal(500), line)
    other.hand[1 - seat] = (other.hand[1 - seat] + 1) % 3
    other.key[:] = other.key[::-1] + np.uint64(7)
    other.trace[:] = 0
    one, two = RULESET.view(state, seat, ALL), RULESET.view(other, seat, ALL)
    for f in known(state, seat):
        assert (getattr(one, f.name) == getattr(two, f.name)).all(), f.name


@pytest.mark.parametrize("name", ["random", "honest"])
def test_results_are_the_same_in_any_batch_and_any_split(
    tables: Tables, strategies: dict[str, Strategy], lot: Callable[..., Lot], name: str
) -> None:
    pair = (strategies[name], strategies["random"])
    whole = play(RULESET, tables, pair, lot(40_000))
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
