"""What is hidden, a choice just made by seat 0: views do not show it, redeal draws it anew, planners take it back."""

import gc
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sim import luck
from sim.arrays import ALL
from sim.rulesets.massiveverse.cards import Character
from sim.rulesets.massiveverse.rules import RULESET
from sim.rulesets.massiveverse.state import (
    BANISH,
    BLOCK,
    EXHAUST,
    INTELLIGENCE,
    PREPARE,
    READYING,
    SELECT,
    STRENGTH,
    WEAPON,
    State,
    View,
)
from tests.rulesets.massiveverse import twin
from tests.rulesets.massiveverse.scripts import (
    BANISHER,
    EXHAUST_1,
    EXHAUST_2,
    PLAIN,
    QUICK,
    READIER,
    Case,
    hero,
)

COPIES = 60_000
TOLERATED = 5  # standard errors


@dataclass(frozen=True)
class Hidden:
    """A script whose last `made` moves are seat 0's and hidden, and what it may have chosen instead."""

    phase: int
    script: str
    who: Character
    field: str  # of the state, where the choice waits
    options: frozenset[int]  # values of that field
    made: int = 1


def sets(cards: list[int], size: int) -> frozenset[int]:
    return frozenset(sum(1 << card for card in some) for some in combinations(cards, size))


HIDDEN = {
    "select": Hidden(SELECT, "S S | A", PLAIN, "chosen", frozenset({1, 2, 3, 4, 5})),
    "prepare": Hidden(PREPARE, "R R both", hero(price=1, unlock=1), "plan", frozenset({0, 1, 2, 3})),
    "exhaust one": Hidden(EXHAUST, "S S A", EXHAUST_1, "picked", sets([1, 2, 3, 4], 1)),
    "exhaust two": Hidden(EXHAUST, "S S A I", EXHAUST_2, "picked", sets([1, 2, 3, 4], 2), made=2),
    "ready": Hidden(READYING, "S S | A A | B B S", READIER, "picked", sets([0, 1], 1)),
    "banish": Hidden(BANISH, "S S | A A | B B S", BANISHER, "picked", sets([0, 1], 1)),
}
each_hidden = pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)


def moves(script: str) -> list[int]:
    return Case("", script, {}, PLAIN, PLAIN).moves


def played(who: Character, script: list[int], second: Character | None = None) -> State:
    state = twin.begin([(who, second or who)])
    for move in script:
        twin.play(state, np.array([0]), np.array([move]))
    return state


def hides(hidden: Hidden) -> State:
    state = played(hidden.who, moves(hidden.script))
    assert (state.phase[0], state.seat[0]) == (hidden.phase + 1, 1)
    return state


def excess(found: list[int]) -> float:
    """Return how many standard errors the chi-square of counts that should be equal lies above its mean."""
    expected, degrees = sum(found) / len(found), len(found) - 1
    squared = sum((count - expected) ** 2 for count in found) / expected
    return float((squared - degrees) / np.sqrt(2 * degrees))


def shown(state: State, seat: int) -> dict[str, Any]:
    """Return all that a seat is shown, by its view's fields and properties, and its legal set."""
    view: View = RULESET.view(state, seat, ALL)
    told = {f.name: getattr(view, f.name) for f in fields(view) if f.name != "_tables"}
    return told | {"discard": view.discard, "theirs": view.rival_discard, "legal": RULESET.legal(state, seat, ALL)}


def same(one: dict[str, Any], other: dict[str, Any], but: tuple[str, ...] = ()) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one if key not in but)


@each_hidden
def test_redeal_draws_the_hidden_choice_uniformly(hidden: Hidden) -> None:
    """All that seat 0 may have chosen is equally likely, within five standard errors of chi-square; nothing else is."""
    state = hides(hidden).take(np.zeros(COPIES, np.intp))
    keys = luck.keys(21, np.arange(COPIES, dtype=np.uint64))
    RULESET.redeal(state, 1, ALL, keys)
    values, counts = np.unique(getattr(state, hidden.field)[0], return_counts=True)
    assert set(values.tolist()) == hidden.options
    assert abs(off := excess(counts.tolist())) < TOLERATED, f"{off:.1f} standard errors"
    assert np.array_equal(state.key, keys)


@each_hidden
def test_redeal_draws_nothing_else(hidden: Hidden) -> None:
    """All but the hidden choice and the luck is as it was, for seat 1; for seat 0 nothing is hidden."""
    state = hides(hidden).take(np.zeros(100, np.intp))
    before = dict(state.take(np.arange(100)).arrays())
    keys = luck.keys(22, np.arange(100, dtype=np.uint64))
    RULESET.redeal(state, 0, ALL, keys)
    assert same(before, dict(state.arrays()), but=("key",))
    RULESET.redeal(state, 1, ALL, keys)
    assert same(before, dict(state.arrays()), but=("key", hidden.field))
    assert np.array_equal(before[hidden.field][1], getattr(state, hidden.field)[1])


def test_redeal_hides_no_choice_from_one_who_was_not_asked() -> None:
    """Seat 1 prepares alone: seat 0 has nothing to prepare, and no plan is drawn for it."""
    state = played(PLAIN, moves("B R"), QUICK).take(np.zeros(1_000, np.intp))
    assert (state.phase[0], state.seat[0]) == (PREPARE + 1, 1)
    before = dict(state.take(np.arange(1_000)).arrays())
    RULESET.redeal(state, 1, ALL, luck.keys(23, np.arange(1_000, dtype=np.uint64)))
    RULESET.take_back(state, 1, ALL)
    assert same(before, dict(state.arrays()), but=("key",))


@each_hidden
def test_the_view_hides_the_choice(hidden: Hidden) -> None:
    """Whatever seat 0 chose, seat 1 is shown the same."""
    script = moves(hidden.script)
    before = played(hidden.who, script[:-1])
    told = [shown(played(hidden.who, [*script[:-1], move]), 1) for move in twin.legal(before, 0)]
    assert len(told) > 1
    assert all(same(one, told[0]) for one in told)


@each_hidden
def test_a_choice_taken_back_was_never_made(hidden: Hidden) -> None:
    """The position is that before seat 0 chose, and it may choose otherwise; what seat 1 has picked itself stays."""
    state, before = hides(hidden), played(hidden.who, moves(hidden.script)[: -hidden.made])
    RULESET.take_back(state, 1, ALL)
    assert same(dict(before.arrays()), dict(state.arrays()), but=("chosen", "trace", "draws"))
    for move in moves(hidden.script)[-hidden.made :]:
        twin.play(state, np.array([0]), np.array([move]))
    assert same(dict(hides(hidden).arrays()), dict(state.arrays()), but=("trace", "draws"))


def test_a_choice_is_taken_back_in_the_midst_of_the_rivals() -> None:
    """Seat 1 has exhausted one card of two: seat 0 chooses again, and seat 1 goes on from there."""
    script = moves("S S A I W")
    state = played(EXHAUST_2, script)
    assert (state.phase[0], state.seat[0]) == (EXHAUST + 1, 1)
    RULESET.take_back(state, 1, ALL)
    assert (state.seat[0], state.picked[:, 0].tolist(), state.exhaust[:, 0].tolist()) == (0, [0, 1 << WEAPON], [2, 1])
    for move in (WEAPON, BLOCK):
        twin.play(state, np.array([0]), np.array([move]))
    assert (state.phase[0], state.seat[0], state.exhaust[:, 0].tolist()) == (EXHAUST + 1, 1, [0, 1])
    twin.play(state, np.array([0]), np.array([INTELLIGENCE]))
    assert twin.snapshot(state, 0)["discard"] == [[0, 3, 4], [0, 2, 3]]


# --- what a view gives away ---


def view_of(games: int = 3) -> View:
    view: View = RULESET.view(twin.begin([(EXHAUST_1, BANISHER)] * games), 0, ALL)
    return view


@pytest.mark.parametrize("ask", [View.mine, View.theirs])
def test_facts_are_copies(ask: Any) -> None:
    """Writing to what a view's methods return changes no table and no later answer."""
    answer = ask(view_of(), "damage")
    before = answer.copy()
    answer[:] = 99
    assert np.array_equal(ask(view_of(), "damage"), before)
    view = view_of()
    ask(view, "damage")[:] = 99
    assert np.array_equal(ask(view, "damage"), before)


def test_duels_are_copies_and_what_is_kept_is_locked() -> None:
    """Neither the answer nor what `worth` returned leads to what the tables remember."""
    made = []

    def worth(mine: Any, theirs: Any) -> Any:
        made.append(mine.damage[:, None] - theirs.guard[None])
        return made[-1]

    view = view_of()
    answer = view.versus(worth)
    before = answer.copy()
    answer[:] = 99
    made[0][:] = 99
    assert np.array_equal(view.versus(worth), before)
    assert len(made) == 1, "worked out once"
    assert not view._tables.pairs(worth).flags.writeable


def test_what_duels_are_worth_is_kept_no_longer_than_the_function() -> None:
    """A function made anew for every call must not fill the memory."""
    view = view_of()
    for _ in range(20):
        view.versus(lambda mine, theirs: mine.damage[:, None] + theirs.damage[None])
    gc.collect()
    assert len(view._tables._pairs) == 0


def test_cards_in_a_view_are_read_only() -> None:
    """Also those that are worked out when asked for."""
    view = view_of()
    for cards in (view.discard, view.rival_discard):
        with pytest.raises(ValueError, match="read-only"):
            cards[:] = STRENGTH
