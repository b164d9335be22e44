"""The betting of Leduc hold'em, listed once in plain Python.

Everything but the cards is public and small: 36 spots where a seat must decide and 49 where the game has ended.
`tables.py` lays them out as integer tables, so that a step of the batch engine is one gather and no rules about bets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from sim.ruleset import OVER
from sim.rulesets.leduc.state import ANTE, BETS, CALL, FOLD, PHASES, RAISE, RAISES, ROUND_LENGTH

LETTERS: Final = "fcr"  # an action each, in a spot's history

# Kinds of spot: within a round, where round two begins, ended by a fold, ended by a showdown.
WAITS, OPENS, FOLDED, SHOWN = range(4)


@dataclass(frozen=True)
class Spot:
    """One public betting position, named by its history."""

    history: str = ""  # a letter an action, "/" between the rounds: "cr", "rc/", "rc/cr"
    stakes: tuple[int, int] = (ANTE, ANTE)  # chips of seat 0 and seat 1 in the pot
    kind: int = WAITS

    @property
    def line(self) -> str:
        """The actions of the present round."""
        return self.history.rpartition("/")[2]

    @property
    def round(self) -> int:
        """0 or 1."""
        return self.history.count("/")

    @property
    def seat(self) -> int:
        """Who decides: seat 0 begins both rounds, then they take turns."""
        return len(self.line) % 2

    @property
    def phase(self) -> int:
        """The engine's phase: decisions in the order of play, but a game's first one comes last of all.

        New games so wait until the games under way have ended, and the whole batch begins together, in step.
        """
        return OVER if self.kind >= FOLDED else (self.round * ROUND_LENGTH + len(self.line) - 1) % PHASES

    @property
    def legal(self) -> tuple[int, ...]:
        """The actions allowed: a fold only against a bet, and at most RAISES raises in a round."""
        if self.kind >= FOLDED:
            return ()
        fold = (FOLD,) if self.stakes[0] != self.stakes[1] else ()
        more = (RAISE,) if self.line.count("r") < RAISES else ()
        return (*fold, CALL, *more)

    def after(self, action: int) -> "Spot":
        """Return the spot that the legal `action` leads to."""
        history = self.history + LETTERS[action]
        if action == FOLD:
            return Spot(history, self.stakes, FOLDED)
        mine = max(self.stakes) + (BETS[self.round] if action == RAISE else 0)
        stakes = (mine, self.stakes[1]) if self.seat == 0 else (self.stakes[0], mine)
        if action == RAISE or not self.line:
            return Spot(history, stakes)
        return Spot(history, stakes, SHOWN) if self.round else Spot(history + "/", stakes, OPENS)


def _from(spot: Spot) -> Iterator[Spot]:
    yield spot
    for action in spot.legal:
        yield from _from(spot.after(action))


@cache
def spots() -> tuple[Spot, ...]:
    """Return all 85 spots, kinds together in their order; the first decision is spot 0."""
    return tuple(sorted(_from(Spot()), key=lambda spot: (spot.kind, len(spot.history), spot.history)))
