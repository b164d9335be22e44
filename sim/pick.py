"""From scores and coins to legal actions: whole-array picks over packed sets."""

from functools import cache
from typing import Final

import numpy as np

from sim import luck
from sim.arrays import I16, U8, Bool, Coin, Index, Integer, Sets, Unsigned, readonly


def allowed(legal: Sets, action: int) -> Bool:
    """Return [n] where `action` is in the sets `legal` [W, n]."""
    word, bit = divmod(action, legal.itemsize * 8)
    return (legal[word] & legal.dtype.type(1 << bit)) != 0


def holds(legal: Sets, action: Integer) -> Bool:
    """Return [n] where each row's `action` [n] is in its set; False for what is negative or past the last bit."""
    width = legal.itemsize * 8
    inside = (action >= 0) & (action < len(legal) * width)
    at = action & (width - 1)
    word = legal[0] if len(legal) == 1 else _word(legal, (action // width) * inside)
    return ((word >> at.astype(legal.dtype)) & legal.dtype.type(1)).astype(bool) & inside


def all_hold(legal: Sets, action: Integer) -> bool:
    """Return whether each row's `action` [n] is in its set; for sets of one word half the work of `holds`."""
    width = legal.itemsize * 8
    if len(legal) > 1 or not 0 <= action.min(initial=0) <= action.max(initial=0) < width:
        return bool(holds(legal, action).all())
    return bool(np.bitwise_and.reduce(legal[0] >> action.astype(legal.dtype)) & legal.dtype.type(1))


def _word(legal: Sets, index: Integer) -> Unsigned:
    """Return [n] the word number `index` [n] of each set; for few words masks are faster than a look-up."""
    found = np.zeros_like(legal[0])
    for number, word in enumerate(legal):
        found |= word & -(index == number).astype(legal.dtype)
    return found


def single(legal: Sets) -> Bool:
    """Return [n] where the set holds exactly one action."""
    return np.bitwise_count(legal[0]) == 1 if len(legal) == 1 else size(legal) == 1


def size(legal: Sets) -> I16:
    """Return [n] how many actions each set holds."""
    held = np.bitwise_count(legal)
    return held[0].astype(np.int16) if len(held) == 1 else held.sum(axis=0, dtype=np.int16)


def uniform(legal: Sets, coin: Coin) -> I16:
    """Return [n] one action of each set, all equally likely by the coin. A set must hold at least one action."""
    return nth(legal, luck.below(coin, size(legal)).astype(np.int16))


def lowest(legal: Sets) -> I16:
    """Return [n] the lowest action of each set; a set must hold at least one."""
    if len(legal) > 1:
        return nth(legal, np.zeros(legal.shape[1], np.int16))
    word = legal[0]
    return np.bitwise_count((word & -word) - legal.dtype.type(1)).astype(np.int16)


def nth(legal: Sets, k: I16) -> I16:
    """Return [n] the action at place `k` [n] (0 the lowest) of each set; `k` must be below the set's size."""
    if len(legal) == 1:
        return _nth_bit(legal[0], k.astype(legal.dtype))
    rest, at = k.copy(), np.zeros_like(k)
    within = np.ones(len(k), bool)  # all words so far were passed
    for word in legal:
        held = np.bitwise_count(word).astype(np.int16)
        within &= rest >= held
        passed = within.view(np.int8).astype(np.int16)
        rest -= held & -passed
        at += passed
    return _nth_bit(_word(legal, at), rest.astype(legal.dtype)) + at * (legal.itemsize * 8)


def _nth_bit(word: Unsigned, k: Unsigned) -> I16:
    """Return [n] the position of set bit number `k`: by a table in short words; in others its byte is found first.

    A multiplication adds up the counts of all bytes below each (Vigna, "Broadword implementation of rank/select
    queries", 2008); how many of those sums `k` is not below is the number of the byte.
    """
    if word.itemsize <= _TABLED:
        index = word.astype(np.intp) * (8 * _TABLED) + k
        return _places(_TABLED).take(index, mode="clip").astype(np.int16)
    word, k = np.ascontiguousarray(word, "<u8"), np.ascontiguousarray(k, "<u8")
    upto = np.bitwise_count(word.view(np.uint8)).view("<u8") * _EACH
    passed = ((k * _EACH).view(np.uint8) >= upto.view(np.uint8)).view("<u8")
    at = ((passed * _EACH) >> np.uint64(56)) * np.uint64(8)
    rest = k - (((upto << np.uint64(8)) >> at) & _BYTE)
    entry = ((word >> at) & _BYTE) * np.uint64(8) + rest
    return (_places(1).take(entry.view(np.intp), mode="clip") + at.astype(np.uint8)).astype(np.int16)


_EACH: Final = np.uint64(0x0101010101010101)  # times this: the number in every byte, or the sums of the bytes below
_BYTE: Final = np.uint64(255)
_TABLED: Final = 2  # bytes of a word that is looked up as a whole


@cache
def _places(size: int) -> U8:
    """Return by word * width + k the position of bit number k of every word of `size` bytes; 0 where it has fewer."""
    width = 8 * size
    words = np.arange(1 << width, dtype=np.uint32)
    places = np.zeros((len(words), width), np.uint8)
    held = np.zeros(len(words), np.intp)
    for bit in range(width):
        some = np.flatnonzero(words >> np.uint32(bit) & np.uint32(1))
        places[some, held[some]] = bit
        held[some] += 1
    return readonly(places.reshape(-1))


_BITS: Final = readonly(np.array([[1 << bit] for bit in range(8)], np.uint8))


def best(score: Integer, legal: Sets, coin: Coin) -> I16:
    """Return [n] the legal action of the highest `score` [A, n], ties broken uniformly by the coin.

    `A` is at most 64; scores may be any integers above the lowest of their type.
    """
    kind = np.dtype(f"u{score.itemsize}")
    shift = kind.type(score.dtype.kind == "i") << kind.type(8 * score.itemsize - 1)  # 0 becomes the lowest
    octets = np.array(_bytes(legal, len(score)))
    held = ((octets[:, None] & _BITS) != 0).reshape(-1, len(coin))[: len(score)]
    marked = score.view(kind) ^ shift
    marked *= held.view(np.uint8).astype(kind, copy=False)
    return _drawn(_octets((marked == marked.max(axis=0)).view(np.uint8)) & octets, coin)


def _drawn(octets: U8, coin: Coin) -> I16:
    """Return [n] one action of each set, as `uniform` does, of sets of few bytes [W, n]: all of them at once."""
    held = np.bitwise_count(octets)
    upto = held.copy()
    for number in range(1, len(upto)):
        upto[number] += upto[number - 1]
    k = luck.below(coin, upto[-1]).astype(np.uint8)
    passed = (upto <= k).view(np.uint8)
    at = passed.sum(axis=0, dtype=np.uint8)
    here = -(at == np.arange(len(octets), dtype=np.uint8)[:, None]).view(np.uint8)
    octet = np.bitwise_or.reduce(octets & here, axis=0)
    bit = _nth_bit(octet, k - (held * passed).sum(axis=0, dtype=np.uint8))
    return (at * np.uint8(8) + bit).astype(np.int16)


_TIE: Final = 20  # bits of the coin that break ties
_ACTION: Final = 12  # bits of an action


def candidates(legal: Sets) -> tuple[Index, Index]:
    """Return (row [m], action [m]): every action of every set, row by row and in order; where `best` is too narrow."""
    words = np.ascontiguousarray(legal.T).reshape(-1)
    some = words.nonzero()[0]
    octets = words.take(some).astype(words.dtype.newbyteorder("<"), copy=False).view(np.uint8)
    held = (octets != 0).nonzero()[0]  # most octets of a wide word hold nothing, and finding that out is cheap
    found = np.unpackbits(octets.take(held), bitorder="little").view(bool).nonzero()[0]
    octet = held.take(found >> 3)
    word = some.take(octet // legal.itemsize)
    row = word // len(legal)
    return row, (word - row * len(legal)) * (8 * legal.itemsize) + (octet % legal.itemsize) * 8 + (found & 7)


def highest(score: Integer, row: Index, action: Index, coin: Coin) -> I16:
    """Return [n] the action of the highest `score` [m] of each row, ties broken by the coin.

    `row`, `action` [m] are `candidates`, at least one a row, actions below 2^12; scores are within 2^31 of 0.
    """
    tie = luck.mix(coin.take(row) + luck.GAMMA * action.astype(np.uint64)) >> np.uint64(64 - _TIE)
    key = (score.astype(np.int64) << (_TIE + _ACTION)) | (tie.astype(np.int64) << _ACTION) | action
    first = np.flatnonzero(np.diff(row, prepend=-1))
    return (np.maximum.reduceat(key, first) & ((1 << _ACTION) - 1)).astype(np.int16)


def odds(weight: Integer, legal: Sets, coin: Coin) -> I16:
    """Return [n] a legal action drawn with odds `weight` [A, n] (0 or more; a row's legal weights sum below 2^31).

    Where no legal action has any weight, all legal ones are equally likely.
    """
    kind = np.int16 if len(weight) * int(weight.max(initial=0)) < 1 << 15 else np.int32
    running = np.empty((len(weight), len(coin)), kind)
    total = np.zeros(len(coin), kind)
    for action, row in enumerate(weight):
        total = total + row.astype(kind, copy=False) * allowed(legal, action)
        running[action] = total
    spot = luck.below(coin, running[-1]).astype(kind)
    chosen = (running <= spot).sum(axis=0, dtype=np.int16)
    none = running[-1] == 0
    if none.any():
        rows: Index = np.flatnonzero(none)
        chosen[rows] = uniform(legal[:, rows], coin[rows])
    return chosen


def _octets(bits: U8) -> U8:
    """Return [ceil(A / 8), n] the `bits` [A, n], eight to a byte: by halves, which takes few calls."""
    if len(bits) % 8:
        bits = np.concatenate([bits, np.zeros((-len(bits) % 8, bits.shape[1]), np.uint8)])
    pairs = bits[1::2] * np.uint8(2)
    pairs += bits[0::2]
    fours = pairs[1::2] * np.uint8(4)
    fours += pairs[0::2]
    octets: U8 = fours[1::2] * np.uint8(16)
    octets += fours[0::2]
    return octets


def _bytes(legal: Sets, width: int) -> list[U8]:
    """Return the sets of actions below `width` byte by byte, each [n], the lowest first: masks of them are narrow."""
    size = legal.itemsize * 8
    places = [divmod(first, size) for first in range(0, width, 8)]
    return [(legal[word] >> legal.dtype.type(place)).astype(np.uint8) for word, place in places]


def actions(legal: Sets, row: int) -> list[int]:
    """Return the actions that the set of one row holds, lowest first, for people and for slow code."""
    width = legal.itemsize * 8
    return [w * width + b for w in range(len(legal)) for b in range(width) if int(legal[w, row]) >> b & 1]
