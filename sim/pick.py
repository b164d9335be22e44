"""From scores and coins to legal actions: whole-array picks over packed sets."""

import numpy as np

from sim import luck
from sim.arrays import I16, Bool, Coin, Index, Integer, Sets, Unsigned


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


def _word(legal: Sets, index: Integer) -> Unsigned:
    n = legal.shape[1]
    return legal.reshape(-1).take(index.astype(np.intp) * n + np.arange(n))


def single(legal: Sets) -> Bool:
    """Return [n] where the set holds exactly one action."""
    one = legal.dtype.type(1)
    if len(legal) == 1:
        word = legal[0]
        return ((word & (word - one)) == 0) & (word != 0)
    return np.bitwise_count(legal).sum(axis=0, dtype=np.int16) == 1


def size(legal: Sets) -> I16:
    """Return [n] how many actions each set holds."""
    return np.bitwise_count(legal).sum(axis=0, dtype=np.int16)


def uniform(legal: Sets, coin: Coin) -> I16:
    """Return [n] one action of each set, all equally likely by the coin. A set must hold at least one action."""
    return nth(legal, luck.below(coin, size(legal)).astype(np.int16))


def nth(legal: Sets, k: I16) -> I16:
    """Return [n] the action at place `k` [n] (0 the lowest) of each set; `k` must be below the set's size."""
    if len(legal) == 1:
        return _nth_bit(legal[0], k.astype(legal.dtype)).astype(np.int16)
    held = np.cumsum(np.bitwise_count(legal), axis=0, dtype=np.int16)
    at = (held <= k).sum(axis=0, dtype=np.int16)
    before = np.concatenate([np.zeros_like(held[:1]), held])
    word = _word(legal, at)
    rest = k - before.reshape(-1).take(at.astype(np.intp) * len(k) + np.arange(len(k)))
    return _nth_bit(word, rest.astype(legal.dtype)).astype(np.int16) + at * (legal.itemsize * 8)


def _nth_bit(word: Unsigned, k: Unsigned) -> Unsigned:
    """Return the position of set bit number `k`: halve the word, and go on in the half that holds it."""
    kind = word.dtype.type
    at = np.zeros_like(word)
    half = word.itemsize * 4
    while half:
        low = np.bitwise_count(word & kind((1 << half) - 1)).astype(word.dtype)
        upper = (k >= low).astype(word.dtype)
        k = k - low * upper
        step = upper * kind(half)
        word = word >> step
        at += step
        half //= 2
    return at


def best(score: Integer, legal: Sets, coin: Coin) -> I16:
    """Return [n] the legal action of the highest `score` [A, n], ties broken uniformly by the coin.

    `A` is at most 64; scores may be any integers above the lowest of their type.
    """
    lowest = score.dtype.type(np.iinfo(score.dtype).min)
    marked = np.empty_like(score)
    for action in range(len(score)):
        keep = -allowed(legal, action).astype(score.dtype)  # all bits where legal, none where not
        marked[action] = (score[action] & keep) | (lowest & ~keep)
    return uniform(packed(marked == marked.max(axis=0), legal), coin)


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


def packed(mask: Bool, within: Sets) -> Sets:
    """Return the masks [A, n] as packed sets of the shape and type of `within` [W, n], and cut to what it allows."""
    kind = within.dtype.type
    width = within.itemsize * 8
    out = np.zeros_like(within)
    for action, row in enumerate(mask):
        out[action // width] |= row.astype(kind) << kind(action % width)
    return out & within


def actions(legal: Sets, row: int) -> list[int]:
    """Return the actions that the set of one row holds, lowest first, for people and for slow code."""
    width = legal.itemsize * 8
    return [w * width + b for w in range(len(legal)) for b in range(width) if int(legal[w, row]) >> b & 1]
