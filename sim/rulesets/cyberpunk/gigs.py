"""Dice (README.md, 3.8 and 8): who holds how many, and the choice of a die and of a face.

Dice are 0 to 11, absolute, in sets of uint16; in actions they are counted from the player who chooses: own ones first.
"""

import numpy as np

from sim.arrays import U16, U64, Index, Integer
from sim.cardtext.sets import true_at
from sim.rulesets.cyberpunk.board import end_game, with_face
from sim.rulesets.cyberpunk.state import ENOUGH, FACE, OVERTIME, SIZES, State

OWN_DICE = np.uint16(63)
SIDES = np.array(SIZES * 2, np.int16)


def relative(dice: U16, seat: Index) -> U64:
    """Return [n] the set of dice as a seat counts them, in a word of actions."""
    crossed = (dice >> 6) | ((dice & OWN_DICE) << 6)
    return np.where(seat == 1, crossed, dice).astype(np.uint64)


def from_die(number: Index, seat: Index) -> Index:
    """Return [n] the die that a seat's action names."""
    return (number + 6 * seat) % 12


def measure(state: State, rows: Index) -> None:
    """3.11 and 3.8: the margin, after dice have changed hands; in overtime seven Gigs win at once."""
    own, other = (np.bitwise_count(state.gigs[seat].take(rows)).astype(np.int16) for seat in (0, 1))
    state.margin[rows] = own - other
    most = np.maximum(own, other)
    won = true_at((most >= ENOUGH) & (state.overtime.take(rows) != 0))
    if len(won):
        end_game(state, rows[won], np.where(own > other, 1, -1)[won].astype(np.int8), OVERTIME)


def faces_between(low: Integer, high: Integer) -> U64:
    """Return [n] the faces from `low` to `high` as actions; none where they are the wrong way round."""
    words = ((np.uint64(2) << (high + FACE).astype(np.uint64)) - np.uint64(1)) & ~(
        (np.uint64(1) << (low + FACE).astype(np.uint64)) - np.uint64(1)
    )
    return np.where(low <= high, words, np.uint64(0))


def turn(state: State, rows: Index, die: Index, face: Index) -> None:
    """8.1: a die shows another face."""
    state.faces[rows] = with_face(state.faces.take(rows), die, face)
