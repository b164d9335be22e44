"""Addressed luck: every draw is a hash of where it is used, so that no draw depends on another having been made.

`draw = mix(key + GAMMA * (purpose, k))`, with a key of its own for each game and side. The key is the seed hashed, the
luck id mixed in, and the whole hashed AGAIN before any counter is added: adding id and counter plainly would make game
i + 1 repeat game i, shifted by one draw. `mix` is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014), whose published outputs are test vectors here.

Only integers, no state, no numpy generator: the same bits on every processor, numpy release, batch size and schedule.
"""

from collections.abc import Collection
from itertools import product
from typing import Final

import numpy as np

from sim.arrays import I8, U16, U64, Integer

GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_SIDE: Final = np.uint64(0xD1B54A32D192ED03)
_MASK: Final = (1 << 64) - 1

_ANEW: Final = 0xA11  # the label of keys for a deal that is drawn anew
_SHIFT: Final = np.uint64(0xF1357AEA2E62A9C5)  # odd, and far from any small multiple of GAMMA: no draw meets another

# Purposes: draws of one purpose never shift those of another.
SHUFFLE, CHANCE, COIN = range(3)

# When luck is drawn, whatever its purpose: before the first decision, by the rules after it, by a strategy.
DEAL, PLAY, COINS = range(3)
Sources = frozenset[tuple[int, int]]  # (when, whose seat)
NOTHING: Final[Sources] = frozenset()
EVERYTHING: Final[Sources] = frozenset(product((DEAL, PLAY, COINS), (0, 1)))


def mix(x: U64) -> U64:
    """Return the SplitMix64 finaliser of every element of `x`; a bijection on 64 bits."""
    z = x ^ (x >> np.uint64(30))
    z *= np.uint64(0xBF58476D1CE4E5B9)
    z ^= z >> np.uint64(27)
    z *= np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return z


def keys(seed: int, luck: U64, crossed: U64 | int = 0) -> U64:
    """Return the luck keys [2, n] of the games on luck ids `luck` [n]: row s is the luck of seat s.

    `crossed` [n], 0 or 1: the two streams change sides (arrangement bit 1). `seed` is any integer; it is taken mod
    2^64.
    """
    start = mix(np.array([seed & _MASK], np.uint64))
    base = mix(start + GAMMA * luck.astype(np.uint64))
    side = np.arange(2, dtype=np.uint64)[:, None] ^ np.asarray(crossed, np.uint64)
    return mix(base + _SIDE * (side + np.uint64(1)))


def draw(key: U64, purpose: int, k: U16 | int) -> U64:
    """Return draw number `k` (0 to 65,535, a scalar or one a row) of `purpose` under `key`: uniform over 64 bits."""
    first = np.array([(purpose << 16) + 1], np.uint64)
    return mix(key + GAMMA * (first + np.asarray(k, np.uint64)))


def branch(key: U64, label: int) -> U64:
    """Return new keys derived from `key` and `label`, unrelated to its draws: luck for imagined games."""
    return mix(mix(key ^ _SIDE) + GAMMA * np.array([label & _MASK], np.uint64))


def dealt_anew(key: U64, seats: Collection[int]) -> U64:
    """Return keys [2, n] for another deal of `seats`; the other seat's stay.

    They are derived and not shifted, since rules may compare the keys of both seats, as `hands` does.
    """
    return np.stack([branch(key[seat], _ANEW) if seat in seats else key[seat] for seat in (0, 1)])


def shift(source: int, anew: Sources) -> U64:
    """Return [2, 1] what added to the keys of either seat makes the luck of `source` (PLAY, COINS) that of `anew`.

    A sum can be taken back: so rules and strategies share one key a game, and draw from it what is another's luck.
    """
    return np.array([[_SHIFT * np.uint64((source, seat) in anew)] for seat in (0, 1)], np.uint64)


def below(draws: U64, bound: Integer | int) -> U64:
    """Return `draws` brought to 0 .. bound - 1 (bound at most 2^32), by multiply-shift of the upper 32 bits.

    The bias is under bound / 2^32 (Lemire, "Fast random integer generation in an interval", 2019, without rejection).
    """
    upper = draws >> np.uint64(32)
    upper *= np.asarray(bound, np.uint64)
    return upper >> np.uint64(32)


def hands(key: U64, deals: I8) -> I8:
    """Return the hands [2, n] of one of D equally likely deals, drawn by shared luck; the lower key gets the first.

    `key` [2, n]: when the keys change places the deal stays, and the hands change seats. `deals` [2 * D]: the first
    hands of all deals, then the second ones.
    """
    size = len(deals) // 2
    index = below(draw(key[0] ^ key[1], SHUFFLE, 0), size).astype(np.intp)
    one = deals.take(index, mode="clip")
    other = deals.take(index + size, mode="clip")
    swap = (one ^ other) & -(key[0] > key[1]).astype(np.int8)
    return np.stack([one ^ swap, other ^ swap])
