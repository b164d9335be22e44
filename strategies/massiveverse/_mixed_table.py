"""Compute `mixed.npy`, the table of the strategy `mixed`: `python -m strategies.massiveverse._mixed_table`.

A state class is what both players hold: 7 bits of mine, 7 bits of the rival's (Ultimate included). All cards are
taken as a plain character's. A round is then a zero-sum matrix game whose entries are what the two cards do to each
other plus the discounted value of the hands that are left: a stochastic game (Shapley, "Stochastic games", PNAS
1953), solved by value iteration, each matrix game by regret matching plus (Tammelin, "Solving large imperfect
information games using CFR+", 2014), all 16,384 classes at once. The mixtures of the last rounds' average are stored
as whole numbers, 0 to 255.
"""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sim.rulesets.massiveverse.state import AGILITY, BLOCK, INTELLIGENCE, REST, STRENGTH, ULTIMATE, WEAPON

PATH: Final = Path(__file__).with_name("mixed.npy")
HANDS: Final = 128
CARDS: Final = 7
_DAMAGE: Final = {STRENGTH: 2.0, AGILITY: 2.0, INTELLIGENCE: 2.0, WEAPON: 2.0, ULTIMATE: 4.5}
_COUNTERS: Final = {AGILITY: INTELLIGENCE, INTELLIGENCE: STRENGTH, STRENGTH: AGILITY}
_ENERGY: Final = 0.8  # HP that one Energy is worth
_EXECUTION: Final = 12.0  # HP: the whole game
_DISCOUNT: Final = 0.9  # about one round in ten ends the game
_SWEEPS: Final = 40
_STEPS: Final = 150

Floats = NDArray[np.float64]


def solve(sweeps: int = _SWEEPS, steps: int = _STEPS) -> NDArray[np.uint8]:
    """Return [128, 128, 7] the odds of each card, by my hand and the rival's; all zero where a hand is empty."""
    value = np.zeros((HANDS, HANDS))
    held = np.array([[hand >> card & 1 for card in range(CARDS)] for hand in range(HANDS)], bool)
    both = held[:, None, :, None] & held[None, :, None, :]
    regrets = np.zeros((2, HANDS, HANDS, CARDS))
    for _ in range(sweeps):
        matrix = np.where(both, _matrix(value), 0.0)
        mixture, value = _matrix_games(matrix, held, regrets, steps)
    return np.round(255 * mixture).astype(np.uint8)


def _matrix(value: Floats) -> Floats:
    """Return [128, 128, 7, 7] what my card i against the rival's card j is worth, in HP."""
    out = np.zeros((HANDS, HANDS, CARDS, CARDS))
    for i in range(CARDS):
        for j in range(CARDS):
            mine, theirs = _left(i, _COUNTERS.get(j) == i), _left(j, _COUNTERS.get(i) == j)
            out[:, :, i, j] = _brings(i, j) - _brings(j, i) + _DISCOUNT * value[np.ix_(mine, theirs)]
    out[:, :, WEAPON, REST], out[:, :, REST, WEAPON] = _EXECUTION, -_EXECUTION
    return out


def _brings(i: int, j: int) -> float:
    """Return what card i brings its player against card j, in HP."""
    counters, countered = _COUNTERS.get(i) == j, _COUNTERS.get(j) == i
    dealt = 0.0 if countered or j == BLOCK else _DAMAGE.get(i, 0.0)
    return dealt + _ENERGY * (counters + (i == REST))


def _left(card: int, countered: bool) -> NDArray[np.intp]:
    """Return [128] the hand after `card` was played from each hand; a hand that is empty readies Rest."""
    hands = np.arange(HANDS)
    if countered:
        return hands
    after = hands | 0b0111111 if card == REST else hands & ~(1 << card)
    return np.where(after == 0, 1 << REST, after)


def _matrix_games(matrix: Floats, held: NDArray[np.bool_], regrets: Floats, steps: int) -> tuple[Floats, Floats]:
    """Return the row player's average mixture and the values of all games, going on from `regrets` [2, 128, 128, 7]."""
    rows, columns = held[:, None, :], held[None, :, :]
    total = np.zeros((2, *matrix.shape[:3]))
    for step in range(1, steps + 1):
        row = _matched(regrets[0], rows)
        for_row = np.einsum("abij,abj->abi", matrix, _matched(regrets[1], columns))
        regrets[0] = np.maximum(regrets[0] + (for_row - (row * for_row).sum(-1, keepdims=True)) * rows, 0)
        row = _matched(regrets[0], rows)
        column = _matched(regrets[1], columns)
        for_column = -np.einsum("abij,abi->abj", matrix, row)
        regrets[1] = np.maximum(regrets[1] + (for_column - (column * for_column).sum(-1, keepdims=True)) * columns, 0)
        total[0] += step * row
        total[1] += step * _matched(regrets[1], columns)
    mixture = total / np.maximum(total.sum(-1, keepdims=True), 1e-12)
    return mixture[0], np.einsum("abij,abi,abj->ab", matrix, mixture[0], mixture[1])


def _matched(regret: Floats, held: NDArray[np.bool_]) -> Floats:
    """Return mixtures in proportion to positive regrets, uniform over what is held where there are none."""
    positive = regret * held
    total = positive.sum(-1, keepdims=True)
    uniform = held / np.maximum(held.sum(-1, keepdims=True), 1)
    return np.where(total > 0, positive / np.where(total > 0, total, 1.0), uniform)


if __name__ == "__main__":
    np.save(PATH, solve())
