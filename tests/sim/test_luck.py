"""Addressed luck: published vectors, a scalar twin in plain integers, and a battery for uniformity and independence.

All seeds are fixed, so a test gives the same answer each time. Limits are in standard errors: five for each statistic,
which a right generator misses once in about two million. A chi-square is brought to standard errors by the cube root of
Wilson and Hilferty (PNAS 1931), since its plain standardisation is skewed: (X2 - df) / sqrt(2 df) passes 5 at p = 5e-6.

The farthest pair here is at 4.4: neighbouring seeds 1 and 2, bits from 12. It is chance: 3,000 other neighbouring pairs
at that place had a mean of 0.4 standard errors, a standard deviation of 0.997 and flat p-values; seeds 1 and 2
themselves had 0.3 over luck ids 131,072 to 2,097,151.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sim import luck
from sim.luck import CHANCE, COIN, GAMMA, SHUFFLE
from tests.sim import scalar

N = 1 << 17  # draws in each sample of the battery
FIVE = 5.0
IDS = np.arange(N, dtype=np.uint64)
PLACES = (0, 4, 12, 20, 28, 32, 40, 48, 56, 60)  # lowest bit of the four that are looked at
words = some.integers(0, scalar.FULL)


# --- published vectors and the scalar twin ---

VECTORS = {
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821),
    0: (0xE220A8397B1DCDAF,),
}


@pytest.mark.parametrize("seed", VECTORS)
def test_mix_gives_the_published_outputs_of_splitmix64(seed: int) -> None:
    """Output i of SplitMix64 is the finaliser of seed + GAMMA * (i + 1)."""
    places = np.arange(1, len(VECTORS[seed]) + 1, dtype=np.uint64)
    assert luck.mix(np.uint64(seed) + GAMMA * places).tolist() == list(VECTORS[seed])


@given(some.integers(-(2**70), 2**70), some.lists(words, min_size=1, max_size=5), some.integers(0, 1))
def test_keys_agree_with_plain_integers(seed: int, identities: list[int], crossed: int) -> None:
    """The key of each game and side is what the formula says, for any seed (taken mod 2^64) and any luck id."""
    got = luck.keys(seed, np.array(identities, np.uint64), crossed)
    assert got.tolist() == [[scalar.key(seed, i, side, crossed) for i in identities] for side in (0, 1)]


@given(some.lists(some.tuples(words, some.integers(0, 65535)), min_size=1, max_size=5), some.integers(0, 2))
def test_draws_agree_with_plain_integers(pairs: list[tuple[int, int]], purpose: int) -> None:
    """A draw is what the formula says, with a counter a row in the state's own type or one for all."""
    key = np.array([key for key, _ in pairs], np.uint64)
    k = np.array([k for _, k in pairs], np.uint16)
    assert luck.draw(key, purpose, k).tolist() == [scalar.draw(one, purpose, place) for one, place in pairs]
    assert luck.draw(key, purpose, int(k[0])).tolist() == [scalar.draw(one, purpose, pairs[0][1]) for one, _ in pairs]


@given(some.lists(words, min_size=1, max_size=5), some.integers(-(2**66), 2**66))
def test_branches_agree_with_plain_integers(keys: list[int], label: int) -> None:
    """A branch is what the formula says, for any label (taken mod 2^64)."""
    assert luck.branch(np.array(keys, np.uint64), label).tolist() == [scalar.branch(key, label) for key in keys]


@given(some.lists(some.tuples(words, some.integers(1, 2**32)), min_size=1, max_size=8))
def test_below_is_the_upper_half_times_the_bound(pairs: list[tuple[int, int]]) -> None:
    """`below` is floor(upper 32 bits * bound / 2^32), with a bound a row, and so always under its bound."""
    draws = np.array([draw for draw, _ in pairs], np.uint64)
    bound = np.array([bound for _, bound in pairs], np.int64)
    got = luck.below(draws, bound)
    assert got.tolist() == [scalar.below(value, limit) for value, limit in pairs]
    assert (got < bound.astype(np.uint64)).all()


def test_nothing_given_is_written_to() -> None:
    """All functions leave their arguments alone: keys live in the state."""
    key = luck.keys(3, IDS)
    before = key.copy()
    luck.mix(key)
    luck.draw(key[0], CHANCE, 2)
    luck.branch(key[0], 2)
    luck.below(key[0], 6)
    assert (key == before).all()


# --- uniformity of one stream ---

COUNTERS = np.arange(1 << 16, dtype=np.uint16)
STREAMS = {
    "one draw of many games": lambda: luck.draw(luck.keys(1, IDS)[0], SHUFFLE, 0),
    "a late draw of many games": lambda: luck.draw(luck.keys(1, IDS)[1], COIN, 40_000),
    "many draws of two games": lambda: luck.draw(luck.keys(9, IDS[:2])[0, :, None], CHANCE, COUNTERS).reshape(-1),
    "one game under many seeds": lambda: np.concatenate(
        [luck.draw(luck.keys(seed, IDS[:16])[0], COIN, 3) for seed in range(N // 16)]
    ),
    "many games far apart": lambda: luck.draw(luck.keys(1, IDS << np.uint64(40))[0], SHUFFLE, 0),
    "keys themselves": lambda: luck.keys(5, IDS)[0],
    "branched keys": lambda: luck.branch(luck.keys(5, IDS)[0], 1),
    "the labels of one branch": lambda: np.concatenate(
        [luck.branch(luck.keys(5, IDS[:16])[0], label) for label in range(N // 16)]
    ),
}


def surprise(cells: np.ndarray) -> float:
    """Return how far the counts of `cells` (0 to 255) are from even, in standard errors of their chi-square."""
    counts = np.bincount(cells.astype(np.intp), minlength=256)
    even = len(cells) / 256
    ratio = ((counts - even) ** 2).sum() / even / 255
    return float((np.cbrt(ratio) - (1 - 2 / (9 * 255))) / np.sqrt(2 / (9 * 255)))


@pytest.mark.parametrize("name", STREAMS)
def test_single_draws_are_uniform(name: str) -> None:
    """Every byte of a draw is even over its 256 values, and each of the 64 bits is set half the time."""
    draws = STREAMS[name]()
    assert len(draws) == N
    for low in range(0, 64, 8):
        assert abs(surprise((draws >> np.uint64(low)) & np.uint64(255))) < FIVE, f"byte at bit {low}"
    assert worst_bit(draws) < FIVE


def worst_bit(draws: np.ndarray) -> float:
    """Return how far the most uneven of the 64 bits is from one half, in standard errors."""
    ones = np.array([int(((draws >> np.uint64(bit)) & np.uint64(1)).sum()) for bit in range(64)])
    return float(np.abs(ones - len(draws) / 2).max() / np.sqrt(len(draws) / 4))


# --- independence of two streams ---


def game(seed: int = 1, shift: int = 0, side: int = 0, purpose: int = CHANCE, k: int = 0) -> np.ndarray:
    return luck.draw(luck.keys(seed, IDS + np.uint64(shift))[side], purpose, k)


ONE = luck.keys(11, IDS[:2])[0]
PAIRS = {
    "two draws of a game": lambda: (game(k=0), game(k=1)),
    "draws two apart": lambda: (game(k=7), game(k=9)),
    "draws 256 apart": lambda: (game(k=0), game(k=256)),
    "last draw and first of the next purpose": lambda: (game(k=65535), game(purpose=COIN, k=0)),
    "neighbouring counters in one game": lambda: (
        luck.draw(ONE[:1], COIN, COUNTERS[:-1]),
        luck.draw(ONE[:1], COIN, COUNTERS[1:]),
    ),
    "same counters in neighbouring games": lambda: (
        luck.draw(ONE[:1], COIN, COUNTERS),
        luck.draw(ONE[1:], COIN, COUNTERS),
    ),
    "neighbouring luck ids": lambda: (game(), game(shift=1)),
    "luck ids 2 apart": lambda: (game(), game(shift=2)),
    "luck ids 2^32 apart": lambda: (game(), game(shift=1 << 32)),
    "neighbouring ids, next draw": lambda: (game(k=1), game(shift=1, k=0)),
    "neighbouring seeds": lambda: (game(seed=1), game(seed=2)),
    "opposite seeds": lambda: (game(seed=1), game(seed=-1)),
    "seeds 2^32 apart": lambda: (game(seed=1), game(seed=1 + (1 << 32))),
    "seed and id exchanged by one": lambda: (game(seed=1, shift=1), game(seed=2, shift=0)),
    "shuffle and chance": lambda: (game(purpose=SHUFFLE), game(purpose=CHANCE)),
    "shuffle and coin": lambda: (game(purpose=SHUFFLE), game(purpose=COIN)),
    "chance and coin": lambda: (game(purpose=CHANCE), game(purpose=COIN)),
    "the two sides": lambda: (game(side=0), game(side=1)),
    "the two sides' keys": lambda: tuple(luck.keys(1, IDS)),
    "side 1 and side 0 of the next game": lambda: (game(side=1), game(side=0, shift=1)),
    "a key and its draw": lambda: (luck.keys(1, IDS)[0], game()),
    "a key and its branch": lambda: (luck.keys(1, IDS)[0], luck.branch(luck.keys(1, IDS)[0], 0)),
    "a draw and the branch": lambda: (game(), luck.branch(luck.keys(1, IDS)[0], 0)),
    "a draw and the branch's draw": lambda: (game(), luck.draw(luck.branch(luck.keys(1, IDS)[0], 0), CHANCE, 0)),
    "neighbouring branches": lambda: (luck.branch(luck.keys(1, IDS)[0], 0), luck.branch(luck.keys(1, IDS)[0], 1)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_of_draws_are_independent(name: str) -> None:
    """The 16 x 16 table of four bits of each is even at all places, and each bit of a XOR b is a fair coin."""
    one, other = PAIRS[name]()
    assert not (one == other).any()
    for place in PLACES:
        low = np.uint64(place)
        cells = ((one >> low) & np.uint64(15)) * np.uint64(16) + ((other >> low) & np.uint64(15))
        assert abs(surprise(cells)) < FIVE, f"bits from {place}"
    assert worst_bit(one ^ other) < FIVE


def test_no_game_is_another_one_shifted() -> None:
    """No draw of a game turns up in its neighbour at another place: adding id and counter plainly would do that."""
    k = np.arange(64, dtype=np.uint16)[:, None]
    draws = np.stack([luck.draw(luck.keys(seed, IDS[:256])[0], CHANCE, k) for seed in (0, 1, 2)])
    assert len(np.unique(draws)) == draws.size


def test_all_addresses_differ() -> None:
    """Purpose, side, counter, id and seed all count: no two of 200,000 addresses give one draw."""
    draws = [
        luck.draw(luck.keys(seed, IDS[:2048])[side], purpose, k)
        for seed in (0, 1)
        for side in (0, 1)
        for purpose in (SHUFFLE, CHANCE, COIN)
        for k in (0, 1, 2, 3, 255, 256, 32_768, 65_535)
    ]
    assert len(np.unique(draws)) == 2048 * 2 * 2 * 3 * 8


# --- crossing ---


def test_crossed_luck_changes_sides_and_nothing_else() -> None:
    """Arrangement bit 1 gives each seat the other's key, game by game."""
    plain = luck.keys(4, IDS)
    assert (luck.keys(4, IDS, 1) == plain[::-1]).all()
    some_crossed = IDS & np.uint64(1)
    mixed = luck.keys(4, IDS, some_crossed)
    assert (mixed[:, ::2] == plain[:, ::2]).all()
    assert (mixed[:, 1::2] == plain[::-1, 1::2]).all()


# --- avalanche ---

GAMES = 4096
ERROR = np.sqrt(64 / 4 / GAMES)  # standard error of the mean number of flipped bits


def flips(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.bitwise_count(one ^ other).mean())


@pytest.mark.parametrize("part", ["seed", "id", "k"])
def test_every_input_bit_flips_half_of_the_output(part: str) -> None:
    """Flipping one bit of the seed, the luck id or the counter flips 32 of the 64 bits of a draw on average."""
    identities = luck.mix(IDS[:GAMES])
    counters = (identities & np.uint64(65535)).astype(np.uint16)
    seed = 0x0123456789ABCDEF
    base = luck.draw(luck.keys(seed, identities)[0], COIN, counters)
    for bit in range(16 if part == "k" else 64):
        flip = 1 << bit
        key = luck.keys(seed ^ flip * (part == "seed"), identities ^ np.uint64(flip * (part == "id")))[0]
        got = luck.draw(key, COIN, counters ^ np.uint16(flip * (part == "k")))
        assert abs(flips(base, got) - 32) < FIVE * ERROR, f"bit {bit}"


def test_every_bit_of_mix_flips_half_of_its_output() -> None:
    """The finaliser alone, which the three rounds of a draw would cover up for, has full avalanche."""
    words = luck.draw(luck.keys(1, IDS)[0], COIN, 0)
    base = luck.mix(words)
    for bit in range(64):
        change = base ^ luck.mix(words ^ np.uint64(1 << bit))
        assert abs(np.bitwise_count(change).mean() - 32) < FIVE * np.sqrt(64 / 4 / N), f"bit {bit}"
        assert worst_bit(change) < FIVE, f"bit {bit}"


# --- below ---


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 30, 52, 60, 100, 1000])
def test_below_is_uniform(bound: int) -> None:
    """Each value under the bound comes equally often, within five standard errors, and no other value comes."""
    counts = np.bincount(luck.below(game(purpose=SHUFFLE), bound).astype(np.intp), minlength=bound)
    error = np.sqrt(N / bound * (1 - 1 / bound))
    assert len(counts) == bound
    assert (np.abs(counts - N / bound) <= FIVE * error).all()


def test_below_takes_a_bound_a_row_in_any_small_type() -> None:
    """Bounds may be int8 or int16 fields of a state; the draws are left as they were."""
    draws = game()
    before = draws.copy()
    bound = (np.arange(N) % 100 + 1).astype(np.int8)
    got = luck.below(draws, bound)
    assert (got < bound.astype(np.uint64)).all()
    assert (got == luck.below(draws, bound.astype(np.int64))).all()
    assert (draws == before).all()
