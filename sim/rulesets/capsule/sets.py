"""Sets of places as bits [n] and as lanes [3, n], and what stands beside what.

Bytes are multiplied, not shifted to the left, and made positive by a maximum against an array, not against a number:
numpy has no SIMD for either, and takes six to twenty times as long.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.arrays import I8, I16, U8, Bool
from sim.rulesets.capsule.state import PLACES

_TOP: Final = 6  # shift of the highest number of a byte
LANES: Final = np.arange(PLACES, dtype=np.uint8)[:, None]


def as_bits(held: Bool) -> U8:
    """Return [n] the places where `held` [3, n], as bits."""
    lane = held.view(np.uint8)
    return lane[0] | lane[1] * np.uint8(2) | lane[2] * np.uint8(4)


def bits(mask: U8) -> U8:
    """Return [n] the places where `mask` [3, n] is 255, not 0, as bits."""
    return mask[0] & np.uint8(1) | mask[1] & np.uint8(2) | mask[2] & np.uint8(4)


def as_lanes(places: U8) -> U8:
    """Return [3, n] 1 where the place is in `places` [n], else 0."""
    return (places >> LANES) & np.uint8(1)


def at(place: U8, where: Bool) -> U8:
    """Return [3, n] 255 at `place` [n] of the games `where` [n], else 0."""
    return -((place == LANES) & where).view(np.uint8)


def chosen(mask: U8, values: U8 | I8) -> Any:
    """Return [n] the one of `values` [3, n] that `mask` [3, n] (255 or 0) lets through; 0 if none."""
    held = values & mask.view(values.dtype)
    return held[0] | held[1] | held[2]


def chosen_wide(mask: I16, values: I16) -> I16:
    """Return [n] the one of `values` [3, n] that `mask` [3, n] (-1 or 0) lets through; 0 if none."""
    held = values & mask
    return held[0] | held[1] | held[2]


def packed(traits: U8, shift: int) -> U8:
    """Return [3, n] the number of two bits at `shift` of one byte of traits [3, n] (tables.py)."""
    number = traits >> np.uint8(shift) if shift else traits
    return number if shift == _TOP else number & np.uint8(3)


def positive(values: I8) -> I8:
    """Return `values`, 0 where they are negative."""
    return np.maximum(values, np.zeros(values.shape[-1], np.int8))


def total(values: NDArray[Any]) -> Any:
    """Return [n] the sum over the places of `values` [3, n]."""
    return values[0] + values[1] + values[2]


def either(values: NDArray[Any]) -> Any:
    """Return [n] a number that is 0 where all of `values` [3, n] are."""
    return values[0] | values[1] | values[2]


def next_to(mask: U8) -> U8:
    """Return [3, n] 255 beside the places where `mask` [3, n] is 255, else 0."""
    out = np.empty_like(mask)
    out[0] = out[2] = mask[1]
    np.bitwise_or(mask[0], mask[2], out=out[1])
    return out


def beside(values: U8) -> U8:
    """Return [3, n] for each place the sum of what its neighbours have of `values` [3, n]."""
    out = np.empty_like(values)
    out[0] = out[2] = values[1]
    np.add(values[0], values[2], out=out[1])
    return out


def mask(held: Bool) -> I16:
    """Return -1 in 16 bits where it holds, else 0."""
    return -held.view(np.int8).astype(np.int16)


def wide(mask: U8) -> I16:
    """Return the mask of 255 or 0 as one of -1 or 0 in 16 bits."""
    return mask.view(np.int8).astype(np.int16)
