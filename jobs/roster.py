"""The entrants of an experiment as arrays, so that a hundred thousand of them are planned and played as fast as ten."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jobs.entrants import Entrant
from jobs.specs import StrategySpec
from sim import luck
from sim.arrays import I32, I64, U64
from sim.ruleset import Deck


@dataclass(frozen=True, eq=False)
class Roster:
    """What each of E entrants plays with and how, by place in the lists of decks and strategies; and who it is."""

    decks: tuple[Deck, ...]  # each once
    specs: tuple[StrategySpec, ...]  # each once, in canonical order
    deck: I32  # [E] place in `decks`
    spec: I32  # [E] place in `specs`
    key: U64  # [E] the first 64 bits of its key

    @classmethod
    def of(cls, entrants: Sequence[Entrant], decks: Sequence[Deck]) -> "Roster":
        """Return the roster of `entrants`, whose decks and strategies have names of their own; `decks`: all of them."""
        deck_at = {deck.name: i for i, deck in enumerate(decks)}
        specs = {entrant.spec.name: entrant.spec for entrant in entrants}
        spec_at = {name: i for i, name in enumerate(specs)}
        return cls(
            decks=tuple(decks),
            specs=tuple(specs.values()),
            deck=np.array([deck_at[entrant.deck.name] for entrant in entrants], np.int32),
            spec=np.array([spec_at[entrant.spec.name] for entrant in entrants], np.int32),
            key=np.array([int(entrant.key[:16], 16) for entrant in entrants], np.uint64),
        )

    def __len__(self) -> int:
        """Return E."""
        return len(self.key)

    def cells(self, a: I32, b: I32) -> I64:
        """Return the keys [n] of the cells of entrants `a` and `b` [n]: 48 bits, mixed of their keys, in this order."""
        return (luck.mix(luck.mix(self.key[a]) + self.key[b]) >> np.uint64(16)).astype(np.int64)
