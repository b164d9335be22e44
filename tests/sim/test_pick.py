"""Picks over packed sets: plain Python twins on any sets, and uniformity within five standard errors."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sim import luck, pick

SHAPES = [(np.uint8, 1), (np.uint16, 1), (np.uint32, 1), (np.uint64, 1), (np.uint64, 4), (np.uint8, 3)]
shapes = pytest.mark.parametrize(("kind", "words"), SHAPES)
everything = some.integers(0, 2**64 - 1)
seeds = some.integers(0, 2**32)
N = 1 << 16
COINS = luck.draw(luck.keys(21, np.arange(N, dtype=np.uint64))[0], luck.COIN, 0)


def bits(kind: type[np.unsignedinteger]) -> int:
    return np.dtype(kind).itemsize * 8


def pack(sets: list[set[int]], kind: type[np.unsignedinteger], words: int) -> np.ndarray:
    """Return sets of actions [W, n], packed by definition."""
    width = bits(kind)
    lanes = [[sum(1 << a % width for a in held if a // width == w) for held in sets] for w in range(words)]
    return np.array(lanes, kind)


def some_sets(seed: int, kind: type[np.unsignedinteger], words: int, least: int = 1, n: int = 9) -> list[set[int]]:
    """Return sets of all sizes from `least` on, the full one and one with only the last action included."""
    chance = random.Random(seed)
    full = range(bits(kind) * words)
    sizes = [chance.choice([least, 1, 2, chance.randint(1, len(full))]) for _ in range(n)]
    return [set(full), {len(full) - 1}, *(set(chance.sample(full, size)) for size in sizes)]


def some_coins(seed: int, n: int) -> np.ndarray:
    chance = random.Random(~seed)
    return np.array([chance.choice([0, 2**64 - 1, chance.getrandbits(64)]) for _ in range(n)], np.uint64)


@shapes
@given(seed=seeds)
def test_size_single_and_actions_say_what_a_set_holds(kind: type, words: int, seed: int) -> None:
    """Empty and full sets, and those with bits in any word, are counted and listed right."""
    sets = some_sets(seed, kind, words, least=0)
    legal = pack(sets, kind, words)
    assert pick.size(legal).tolist() == [len(held) for held in sets]
    assert pick.single(legal).tolist() == [len(held) == 1 for held in sets]
    assert [pick.actions(legal, row) for row in range(len(sets))] == [sorted(held) for held in sets]


@shapes
@given(seed=seeds)
def test_allowed_and_holds_agree_with_membership(kind: type, words: int, seed: int) -> None:
    """Every action, negative ones and those past the last bit included, is held exactly where its set has it."""
    sets = some_sets(seed, kind, words, least=0)
    legal = pack(sets, kind, words)
    top = bits(kind) * words
    for action in (*range(-top - 2, 0, 7), -1, *range(top), top, top + 1, 2 * top, 32767, -32768):
        expected = [action in held for held in sets]
        assert pick.holds(legal, np.full(len(sets), action, np.int16)).tolist() == expected, action
        assert pick.holds(legal, np.full(len(sets), action, np.int64)).tolist() == expected, action
        assert pick.all_hold(legal, np.full(len(sets), action, np.int16)) == all(expected), action
        if 0 <= action < top:
            assert pick.allowed(legal, action).tolist() == expected, action


@shapes
@given(seed=seeds)
def test_holds_looks_at_each_row_by_itself(kind: type, words: int, seed: int) -> None:
    """Rows with different actions are judged against their own sets, in small types too."""
    sets = some_sets(seed, kind, words)
    action = [random.Random(seed + row).randint(-1, min(127, bits(kind) * words)) for row in range(len(sets))]
    expected = [a in held for a, held in zip(action, sets, strict=True)]
    assert pick.holds(pack(sets, kind, words), np.array(action, np.int8)).tolist() == expected
    assert pick.all_hold(pack(sets, kind, words), np.array(action, np.int8)) == all(expected)
    inside = [min(held) for held in sets]
    assert pick.all_hold(pack(sets, kind, words), np.array(inside, np.uint16))


@shapes
@given(seed=seeds)
def test_nth_is_the_action_at_that_place(kind: type, words: int, seed: int) -> None:
    """Place 0 is the lowest action, the last place the highest; every place between is right."""
    sets = some_sets(seed, kind, words)
    legal = pack(sets, kind, words)
    for share in (0.0, 0.3, 0.7, 1.0):
        place = [round(share * (len(held) - 1)) for held in sets]
        expected = [sorted(held)[k] for held, k in zip(sets, place, strict=True)]
        assert pick.nth(legal, np.array(place, np.int16)).tolist() == expected


@shapes
@given(seed=seeds)
def test_uniform_takes_the_place_that_the_coin_says(kind: type, words: int, seed: int) -> None:
    """The coin's upper 32 bits, brought to the set's size by multiply-shift, are the place; extremes stay legal."""
    sets = some_sets(seed, kind, words)
    coin = some_coins(seed, len(sets))
    expected = [sorted(held)[(int(c) >> 32) * len(held) >> 32] for held, c in zip(sets, coin, strict=True)]
    assert pick.uniform(pack(sets, kind, words), coin).tolist() == expected


@shapes
@pytest.mark.parametrize("score_kind", [np.int8, np.int16, np.int32, np.int64, np.uint8])
@given(seed=seeds)
def test_best_takes_a_legal_action_of_the_highest_score(kind: type, words: int, score_kind: type, seed: int) -> None:
    """Among legal actions of the highest score the coin takes its place, from the lowest action on."""
    actions = min(64, bits(kind) * words)
    sets = [{a for a in held if a < actions} or {0} for held in some_sets(seed, kind, words)]
    coin = some_coins(seed, len(sets))
    info = np.iinfo(score_kind)
    values = [info.min + 1, info.max, 3, 4]
    score = np.random.default_rng(seed).choice(np.array(values, score_kind), (actions, len(sets)))
    expected = []
    for row, held in enumerate(sets):
        top = max(score[a, row] for a in held)
        ties = sorted(a for a in held if score[a, row] == top)
        expected.append(ties[(int(coin[row]) >> 32) * len(ties) >> 32])
    assert pick.best(score, pack(sets, kind, words), coin).tolist() == expected


@shapes
@pytest.mark.parametrize("weight_kind", [np.uint8, np.int8, np.int16, np.int32, np.int64])
@given(seed=seeds)
def test_odds_takes_the_action_that_the_coin_falls_on(kind: type, words: int, weight_kind: type, seed: int) -> None:
    """The coin falls on the legal weights laid end to end; with none of them, all legal actions are alike."""
    actions = min(64, bits(kind) * words)
    sets = [{a for a in held if a < actions} or {0} for held in some_sets(seed, kind, words)]
    coin = some_coins(seed, len(sets))
    weight = np.random.default_rng(seed).choice(np.array([0, 0, 1, 5, 127], weight_kind), (actions, len(sets)))
    weight[:, 0] = 0
    expected = []
    for row, held in enumerate(sets):
        laid = [a for a in sorted(held) for _ in range(int(weight[a, row]))] or sorted(held)
        expected.append(laid[(int(coin[row]) >> 32) * len(laid) >> 32])
    assert pick.odds(weight, pack(sets, kind, words), coin).tolist() == expected


def test_odds_may_sum_to_almost_two_to_the_31() -> None:
    """Weights of a legal row are added in 32 bits, up to just below 2^31, whatever their own type."""
    weight = np.array([[2**30], [2**30 - 1]], np.int64)
    legal = pack([{0, 1}], np.uint8, 1)
    for coin, action in ((0, 0), (2**63 - 1, 0), (2**64 - 1, 1)):
        assert pick.odds(weight, legal, np.array([coin], np.uint64)).tolist() == [action]


# --- uniformity ---


def even(chosen: np.ndarray, odds: dict[int, int]) -> bool:
    """Return whether each action came as often as its odds say, within five standard errors, and no other came."""
    total = sum(odds.values())
    counts = {action: int((chosen == action).sum()) for action in odds}
    limits = {a: 5 * np.sqrt(N * w / total * (1 - w / total)) for a, w in odds.items()}
    near = all(abs(counts[a] - N * w / total) <= limits[a] for a, w in odds.items())
    return near and sum(counts.values()) == N


@shapes
@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_uniform_is_even(kind: type, words: int, size: int) -> None:
    """Each action of a set comes equally often over many coins."""
    held = set(random.Random(size).sample(range(bits(kind) * words), size))
    chosen = pick.uniform(np.repeat(pack([held], kind, words), N, axis=1), COINS)
    assert even(chosen, dict.fromkeys(held, 1))


@shapes
def test_ties_of_best_are_broken_evenly(kind: type, words: int) -> None:
    """Tied best actions share, an illegal action of a higher score and a legal one of a lower get nothing."""
    score = np.repeat(np.array([[4], [7], [7], [9], [7], [6]], np.int8), N, axis=1)
    legal = np.repeat(pack([{0, 1, 2, 4, 5}], kind, words), N, axis=1)
    assert even(pick.best(score, legal, COINS), {1: 1, 2: 1, 4: 1})


@shapes
def test_ties_of_highest_are_broken_evenly(kind: type, words: int) -> None:
    row, action = pick.candidates(np.repeat(pack([{0, 1, 2, 4, 5}], kind, words), N, axis=1))
    score = np.array([4, 7, 7, 9, 7, 6], np.int32).take(action)
    assert even(pick.highest(score, row, action, COINS), {1: 1, 2: 1, 4: 1})


@shapes
def test_odds_are_kept(kind: type, words: int) -> None:
    """Actions come by their weight among the legal; weight on an illegal action changes nothing."""
    weight = np.repeat(np.array([[1], [0], [2], [100], [5], [12]], np.int8), N, axis=1)
    legal = np.repeat(pack([{0, 1, 2, 4, 5}], kind, words), N, axis=1)
    assert even(pick.odds(weight, legal, COINS), {0: 1, 2: 2, 4: 5, 5: 12})


@shapes
def test_odds_without_weight_are_even(kind: type, words: int) -> None:
    """Where all legal actions weigh nothing they come equally often, beside rows that have weights."""
    weight = np.zeros((6, 2 * N), np.int8)
    weight[4, N:] = 3
    legal = np.repeat(pack([{0, 2, 4}], kind, words), 2 * N, axis=1)
    chosen = pick.odds(weight, legal, np.concatenate([COINS, COINS]))
    assert even(chosen[:N], {0: 1, 2: 1, 4: 1})
    assert (chosen[N:] == 4).all()
