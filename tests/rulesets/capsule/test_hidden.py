"""What is hidden: the places of the rival's LIEUTENANTS, and the cards that he removed by bonuses (decided 25)."""

from dataclasses import fields
from itertools import combinations

import numpy as np
import pytest

from sim import luck
from sim.arrays import ALL
from sim.rulesets.capsule import course, decks
from sim.rulesets.capsule.cards import PASSIVES
from sim.rulesets.capsule.rules import RULESET
from sim.rulesets.capsule.state import BOSS, LIEUTENANT, State, View
from sim.rulesets.capsule.tables import Facts

COPIES = 60_000
TOLERATED = 5  # standard errors
CARDS = decks.cards(None, "")
DECKS = list(decks.shipped(CARDS).values())[:2]
SBIRES, LIEUTENANTS = (0, 1, 2), (3, 4)


def deal() -> State:
    """Return so many copies of one game of two decks."""
    keys = np.repeat(luck.keys(1, np.zeros(1, np.uint64)), COPIES, axis=1)
    places = np.repeat(np.array([[0], [1]], np.int32), COPIES, axis=1)
    return RULESET.deal(RULESET.tables(CARDS, DECKS), places, keys)


def redealt(state: State, seat: int) -> State:
    """Return the games dealt anew for `seat`, each by keys of its own."""
    copy = state.take(np.arange(COPIES))
    RULESET.redeal(copy, seat, ALL, luck.keys(7, np.arange(COPIES, dtype=np.uint64)))
    return copy


def assert_uniform(found: np.ndarray, expected: set[int]) -> None:
    """Hold that every expected value comes equally often within five standard errors, and nothing else."""
    values, counts = np.unique(found, return_counts=True)
    assert set(values.tolist()) == expected
    share = 1 / len(expected)
    error = np.sqrt(share * (1 - share) / COPIES)
    assert (np.abs(counts / COPIES - share) <= TOLERATED * error).all(), counts / COPIES


def by_damage(facts: Facts) -> np.ndarray:
    return facts.damage


def bits(slots: tuple[int, ...]) -> int:
    return sum(1 << slot for slot in slots)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_rivals_lieutenants_lie_either_way_round(seat: int) -> None:
    """Face down, both placings are equally likely; the own ones are known."""
    copy = redealt(deal(), seat)
    assert_uniform(copy.crossed[1 - seat], {0, 1})
    assert not copy.crossed[seat].any()


def test_revealed_lieutenants_stay() -> None:
    """What was revealed is not dealt anew."""
    state = deal()
    state.row[1] = LIEUTENANT
    assert not redealt(state, 0).crossed.any()


def test_an_imagined_deck_reveals_its_lieutenants_the_other_way_round() -> None:
    """Crossed, the card of slot 4 stands on the left and that of slot 3 on the right, and combos show the same."""
    state = deal()
    state.crossed[1, 0] = 1
    state.row[1] = LIEUTENANT
    course.reveal(state, 1, np.arange(2))
    left, right = DECKS[1].content.cards[3:5]
    assert state.card[1, :, 0].tolist() == [right, left, len(CARDS.all)]
    assert state.card[1, :, 1].tolist() == [left, right, len(CARDS.all)]
    assert state.pv[1, :2, 0].tolist() == [CARDS.all[right].pv, CARDS.all[left].pv]


@pytest.mark.parametrize("shown", [(), (0,), (3,), (0, 1), (1, 4), (0, 1, 3)])
@pytest.mark.parametrize("bonuses", [1, 2, 3])
def test_removed_cards_may_be_any_that_could_be(bonuses: int, shown: tuple[int, ...]) -> None:
    """One SBIRE after round 1, one of five after round 2: all sets without a card shown since are equally likely."""
    pairs = [pair for pair in combinations(SBIRES + LIEUTENANTS, 2) if pair[0] in SBIRES]
    could = {1: [(s,) for s in SBIRES], 2: [(s,) for s in SBIRES + LIEUTENANTS], 3: pairs}[bonuses]
    left = [held for held in could if not set(held) & set(shown)]
    state = deal()
    state.row[:] = BOSS
    state.gone[1], state.pile[1] = bits(left[0]), bits(SBIRES + LIEUTENANTS) & ~bits(left[0])
    state.bonuses[1], state.shown[1] = bonuses, bits(shown)
    copy = redealt(state, 0)
    assert_uniform(copy.gone[1], {bits(held) for held in left})
    assert ((copy.gone[1] | copy.pile[1]) == 0b11111).all()
    assert not (copy.gone[1] & copy.pile[1]).any()
    assert np.array_equal(redealt(state, 1).gone, state.gone), "the owner knows what he removed"


def test_a_view_is_the_same_whatever_is_hidden() -> None:
    """The rival's hidden cards change nothing that a seat is shown."""
    state = deal()
    state.row[:] = BOSS
    for slot, row in ((0, 0), (1, 1)):
        state.gone[1, row], state.pile[1, row] = 1 << slot, 0b11111 & ~(1 << slot)
    state.crossed[1, 1] = 1
    one, other = (RULESET.view(state, 0, np.array([row])) for row in (0, 1))
    shown = [field.name for field in fields(View) if field.name != "phase"]
    assert len(shown) > 25
    assert all(np.array_equal(getattr(one, name), getattr(other, name)) for name in shown)
    for name in PASSIVES:
        assert np.array_equal(one.passive(name), other.passive(name))
        assert np.array_equal(one.rival_passive(name), other.rival_passive(name))
    assert np.array_equal(one.rival_worth(by_damage), other.rival_worth(by_damage))
    with pytest.raises(AttributeError):
        _ = one.rival_gone
    theirs = RULESET.view(state, 1, np.array([0, 1]))
    assert theirs.pile.tolist() == [0b11110, 0b11101], "the owner is shown his pile"
