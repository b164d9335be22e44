"""A world whose games tell which cards each side saw and played, as a run in memory whose gaps are known.

Whether a side sees a card, and then plays it, depends on its result and on its luck, which is the same in part for all
its games on a luck id. So what sides score that saw a card, and those that did not, follows from the chances by Bayes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr

from tests.reports.world import Games, Held, World

CHANCES = {  # of a card: to be seen by who loses, draws and wins, and if seen to be played
    "axe": ((0.50, 0.55, 0.60), (0.6, 0.7, 0.8)),
    "bow": ((0.30, 0.30, 0.30), (0.5, 0.5, 0.5)),
    "cap": ((0.80, 0.75, 0.70), (0.2, 0.2, 0.3)),
    "die": ((1.00, 1.00, 1.00), (0.4, 0.5, 0.6)),  # always seen
    "elk": ((0.04, 0.04, 0.05), (0.7, 0.7, 0.7)),  # rarely
    "fan": ((0.40, 0.45, 0.60), (1.0, 1.0, 1.0)),  # never seen and not played
}
NAMES = tuple(CHANCES)
SLOTS = 3  # cards of a deck: deck d has this and the next ones of NAMES, and so again
COMMON = 0.5  # of the variance behind what is seen: the side's luck on a luck id, whoever the rival
STATES = 3  # unseen, seen, played


@dataclass(frozen=True, eq=False)
class Shown(Held):
    """A run in memory that kept its games."""

    sides: pd.DataFrame = field(default_factory=pd.DataFrame)  # columns of GAMES that tell what was seen

    def kept(self) -> bool:
        """Return that the games were kept."""
        return True

    def games(self, *names: str) -> Iterator[pd.DataFrame]:
        """Yield all games, in two batches."""
        half = len(self.sides) // 2
        yield from (self.sides.iloc[:half][list(names)], self.sides.iloc[half:][list(names)])


@dataclass(frozen=True)
class SeenWorld(World):
    """What a run is made of."""

    @property
    def hands(self) -> np.ndarray:
        """Return [E, SLOTS] which of NAMES each entrant has."""
        return (self.who[0][:, None] + np.arange(SLOTS)) % len(NAMES)

    def gaps(self, run: Held) -> pd.DataFrame:
        """Return by card the true gap and played_gap of the games that were played, in points."""
        (win, draw), (a, b) = self.chances, self.pairs
        level, won = (draw[a, b] + draw[b, a]) / 2, (win[a, b] + 1 - win[b, a] - draw[b, a]) / 2
        result = np.stack([1 - won - level, level, won], axis=1) * run.cells["games"].to_numpy()[:, None]
        other, states = a != b, _states()
        total = np.zeros((len(NAMES), STATES, 3))
        for who, part in ((a, result), (b, result[:, ::-1])):
            for hand in self.hands.T:
                np.add.at(total, hand[who[other]], part[other][:, None] * states[hand[who[other]]])
        unseen, idle, played = total.transpose(1, 0, 2)
        gaps = {"gap": _score(idle + played) - _score(unseen), "played_gap": _score(played) - _score(idle)}
        return pd.DataFrame(gaps, index=list(NAMES))

    def _games(self, rng: np.random.Generator, lucks: int) -> Games:
        """Return result, margin and turns, and what each side saw and played: bits by slot."""
        plain = super()._games(rng, lucks)
        result, (a, b), half = plain[0], self.pairs, self._starts(lucks)[1]
        common = rng.standard_normal((2, len(self.who[0]), SLOTS, lucks, 2))
        luck = np.broadcast_to(np.arange(lucks)[:, None], half.shape)
        bits = []
        for who, points, own in ((a, 1 + result, half), (b, 1 - result, 1 - half)):
            shown = np.zeros((2, *result.shape), np.uint64)
            for slot in range(SLOTS):
                chances = _chances()[:, self.hands[who, slot]]
                u = [self._luck(rng, part[who, slot][:, luck, own]) for part in common]
                seen, played = (
                    one < np.take_along_axis(part, points.reshape(len(who), -1), 1).reshape(points.shape)
                    for one, part in zip(u, chances, strict=True)
                )
                shown |= np.stack([seen, seen & played]).astype(np.uint64) << np.uint64(slot)
            bits.extend(shown)
        return (*plain, *bits)

    def _luck(self, rng: np.random.Generator, common: np.ndarray) -> np.ndarray:
        """Return uniform numbers that go together by their `common` luck; in single games none does."""
        share = COMMON if self.shared and self.mode != "single" else 0.0
        both = np.sqrt(share) * common + np.sqrt(1 - share) * rng.standard_normal(common.shape)
        return np.asarray(ndtr(both))

    def _run(self, games: Games, blocks: np.ndarray, log: pd.DataFrame | None) -> Shown:
        """Return the run of these games, of each cell the first so many blocks."""
        run = super()._run(games[:3], blocks, log)
        result, *bits = (part[:, : int(blocks.max())] for part in (games[0], *games[3:]))
        cell, luck, game = np.nonzero(np.broadcast_to(
            (np.arange(result.shape[1]) < blocks[:, None])[:, :, None], result.shape
        ))  # fmt: skip
        columns = zip(("result", "seen_a", "played_a", "seen_b", "played_b"), (result, *bits), strict=True)
        sides = pd.DataFrame({"cell": cell, "luck": luck} | {name: part[cell, luck, game] for name, part in columns})
        return Shown(**vars(run), sides=sides)

    def _entrants(self) -> Any:
        return super()._entrants().assign(slots=[[NAMES[card] for card in hand] for hand in self.hands])


def _chances() -> np.ndarray:
    """Return [2, K, 3] the chances to be seen, and if seen to be played, by half points."""
    return np.array(list(CHANCES.values())).transpose(1, 0, 2)


def _states() -> np.ndarray:
    """Return [K, STATES, 3] the chances of what becomes of a card, by half points."""
    seen, played = _chances()
    return np.stack([1 - seen, seen * (1 - played), seen * played], axis=1)


def _score(total: np.ndarray) -> np.ndarray:
    """Return [K] the mean score, per cent, of sides [K, 3] by half points; NaN where there are none."""
    whole = total.sum(axis=1)
    return np.where(whole > 0, 100 * (total[:, 1] / 2 + total[:, 2]) / np.where(whole > 0, whole, 1), np.nan)
