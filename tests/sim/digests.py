"""Digests of what must be the same bits on every processor: luck, picks, and whole games of every ruleset.

`python -m tests.sim.digests` prints them as JSON, with numpy's features in use, for a process of other settings.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import astuple

import numpy as np

from sim import luck, pick
from tests import rooms

N = 20_000


def features() -> list[str]:
    """Return the numpy features that can be switched off and are on in this process."""
    core = np._core._multiarray_umath
    return [name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]]


def digest(arrays: Iterable[np.ndarray]) -> str:
    """Return the sha256 of all arrays, types and shapes included."""
    total = hashlib.sha256()
    for array in arrays:
        total.update(f"{array.dtype.str}{array.shape}".encode())
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()


def of_luck() -> str:
    keys = luck.keys(7, np.arange(N, dtype=np.uint64))
    draws = [luck.draw(keys[side], purpose, 3) for side in (0, 1) for purpose in range(3)]
    bounds = (np.arange(N) % 60 + 1).astype(np.int8)
    return digest([keys, *draws, luck.branch(keys, 5), luck.below(draws[0], 60), luck.below(draws[0], bounds)])


def of_pick(kind: type[np.unsignedinteger], words: int) -> str:
    keys = luck.keys(8, np.arange(N, dtype=np.uint64))
    legal = np.stack([luck.draw(keys[0], 0, k).astype(kind) | kind(1) for k in range(words)])
    coin = keys[1]
    scores = (luck.below(luck.draw(keys[0], 1, np.arange(8)[:, None].astype(np.uint16)), 5)).astype(np.int8)
    chosen = [pick.uniform(legal, coin), pick.best(scores, legal, coin), pick.odds(scores, legal, coin)]
    return digest([pick.size(legal), pick.single(legal), *chosen, pick.holds(legal, chosen[0])])


def of_room(name: str) -> str:
    room = rooms.room(name)
    strategy = room.strategy("random")
    return digest(astuple(room.play(strategy, strategy, room.lot(4000), batch=1000)))


def works() -> dict[str, Callable[[], str]]:
    """Return what is compared, by name."""
    kinds = (np.uint8, np.uint16, np.uint32, np.uint64)
    picks = [(f"pick {kind.__name__}", kind, 1) for kind in kinds] + [("pick uint64 x 4", np.uint64, 4)]
    return {
        "luck": of_luck,
        **{name: lambda kind=kind, words=words: of_pick(kind, words) for name, kind, words in picks},
        **{name: lambda name=name: of_room(name) for name in rooms.playable() if "random" in rooms.strategies(name)},
    }


if __name__ == "__main__":
    json.dump({"features": features(), **{name: work() for name, work in works().items()}}, sys.stdout)
