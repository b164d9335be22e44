"""What the arrays of the engine are read with."""

import numpy as np
import pytest

from sim.arrays import spots


@pytest.mark.parametrize("n", [0, 5, 16_383, 16_384, 16_389, 40_000])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.05, 0.5, 1.0])
def test_spots_are_those_of_flatnonzero(n: int, share: float) -> None:
    """Short and long masks, with and without a rest of fewer than eight places, empty to full."""
    mask = np.random.default_rng(n).random(n) < share
    assert spots(mask).dtype == np.intp
    assert spots(mask).tolist() == np.flatnonzero(mask).tolist()
