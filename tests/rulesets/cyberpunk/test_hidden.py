"""What a seat cannot know is dealt anew evenly, and what it can know stays (README.md, 4.7 and 7.6)."""

import numpy as np
import pytest

from sim import luck
from sim.arrays import ALL
from sim.ruleset import State
from sim.rulesets.cyberpunk import deck, decks
from sim.rulesets.cyberpunk.rules import RULESET
from sim.rulesets.cyberpunk.state import LEGENDS
from sim.rulesets.cyberpunk.tables import ORDERS
from tests.rulesets.cyberpunk import twin
from tests.rulesets.cyberpunk.twin import bits

COPIES = 20_000
TOLERATED = 5  # standard errors
KNOWN = decks.cards(None, "")
HEIST, POWER = (decks.shipped(KNOWN)[name] for name in ("The Heist", "Embracing Power"))
EVERY = np.arange(COPIES)


def copies() -> State:
    """Return so many copies of one game."""
    return twin.begin(KNOWN, [(HEIST, POWER)], 5).take(np.zeros(COPIES, np.intp))


def redealt(state: State, seat: int) -> State:
    """Return the games dealt anew for `seat`, each by keys of its own."""
    copy = state.take(EVERY)
    RULESET.redeal(copy, seat, ALL, luck.keys(7, EVERY.astype(np.uint64)))
    return copy


def seats(seat: int) -> np.ndarray:
    return np.full(COPIES, seat)


def assert_even(found: np.ndarray, expected: int) -> None:
    """Hold that each of `expected` values comes equally often, within five standard errors."""
    _, counts = np.unique(found, return_counts=True)
    assert len(counts) == expected
    share = 1 / expected
    assert (np.abs(counts / COPIES - share) <= TOLERATED * np.sqrt(share * (1 - share) / COPIES)).all()


def tops(state: State, seat: int, count: int) -> np.ndarray:
    """Return [count, n] the uppermost cards."""
    return np.stack([state.deck[seat, (int(state.top[seat, 0]) + place) % 64] for place in range(count)])


@pytest.mark.parametrize("seat", [0, 1])
def test_hand_and_decks(seat: int) -> None:
    """My hand stays; his holds any six of his cards; any card of my deck may lie on top, or any other of his."""
    before, rival = copies(), 1 - seat
    after = redealt(before, seat)
    assert np.array_equal(after.hand[seat], before.hand[seat])
    assert (np.bitwise_count(after.hand[rival]) == 6).all()
    cards = len(HEIST.slots) - LEGENDS
    held = np.array([np.count_nonzero(after.hand[rival] >> np.uint64(slot) & np.uint64(1)) for slot in range(3, 43)])
    share = 6 / cards
    assert (np.abs(held / COPIES - share) <= TOLERATED * np.sqrt(share * (1 - share) / COPIES)).all()
    assert_even(tops(after, seat, 1)[0], cards - 6)
    assert_even(tops(after, rival, 1)[0], cards)
    for row in (0, 1, 77):
        for side in (0, 1):
            assert sorted(twin.deck(after, side, row) + bits(after.hand[side, row])) == list(range(3, 43))


@pytest.mark.parametrize("seat", [0, 1])
def test_legends(seat: int) -> None:
    """Face-down Legends lie in any order; those that are face up, or that I have looked at, stay."""
    state = copies()
    assert_even(redealt(state, seat).kind[seat], 6)
    assert_even(redealt(state, seat).kind[1 - seat], 6)
    state.known[seat] = 1
    assert_even(redealt(state, seat).kind[seat], 2)
    assert_even(redealt(state, 1 - seat).kind[seat], 6)
    state.up[seat] = 2
    after = redealt(state, seat).kind[seat]
    assert (after == state.kind[seat]).all()
    assert_even(redealt(state, 1 - seat).kind[seat], 2)
    for order in redealt(state, 1 - seat).kind[seat][:50] % 6:
        assert ORDERS[order][1] == ORDERS[int(state.kind[seat, 0]) % 6][1]


def test_what_i_have_looked_at_stays() -> None:
    """Cards on top that I have seen stay there for me, not for the rival."""
    state = copies()
    state.high[0] = 2
    assert (tops(redealt(state, 0), 0, 2) == tops(state, 0, 2)).all()
    assert_even(redealt(state, 1).deck[0, int(state.top[0, 0])], 40)


def test_a_group_on_the_bottom_is_known_but_for_its_order() -> None:
    """7.6: three cards put there together lie in any order; the owner knows which they are."""
    state = copies()
    looked = tops(state, 0, 3)[:, 0].tolist()
    deck.top_under(state, EVERY, seats(0), seats(3))
    assert (state.low[0] == 3).all()
    after = redealt(state, 0)
    bottom = np.stack([after.deck[0, (int(after.top[0, 0]) + place) % 64] for place in (31, 32, 33)])
    assert (np.sort(bottom, axis=0) == np.sort(looked)[:, None]).all()
    assert_even(bottom[0] * 64 + bottom[1], 6)
    assert len(np.unique(redealt(state, 1).deck[0, (int(after.top[0, 0]) + 33) % 64])) == 40


def test_a_card_that_all_saw_go_to_the_bottom_stays_for_both() -> None:
    """A Program that Lizzy Wizzy played lies at the bottom."""
    state = copies()
    slot = bits(state.hand[1, 0])[0]
    state.hand[1] &= ~np.uint64(1 << slot)
    deck.put_under(state, EVERY, seats(1), seats(slot))
    for seat in (0, 1):
        after = redealt(state, seat)
        assert (after.deck[1, (int(after.top[1, 0]) + int(after.size[1, 0]) - 1) % 64] == slot).all()


def test_a_card_that_was_shown_stays_in_the_hand() -> None:
    """Cards taken from the trash or shown when they were taken are known to be there."""
    state = copies()
    slot = bits(state.hand[1, 0])[0]
    state.shown[1] = np.uint64(1 << slot)
    after = redealt(state, 0)
    assert ((after.hand[1] >> np.uint64(slot) & np.uint64(1)) == 1).all()
    assert (np.bitwise_count(after.hand[1]) == 6).all()
