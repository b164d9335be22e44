"""A config's strategies on a few games, before a run: what raises, answers wrongly or is not repeatable shows here."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from jobs import blame
from jobs.config import Experiment
from jobs.entrants import Entrant
from jobs.messages import clean
from jobs.specs import StrategySpec, build
from sim import engine
from sim.arrays import U64
from sim.errors import InputError, StrategyError

_GAMES: Final = 256  # of a plain strategy; slower ones get fewer
_DECKS: Final = 64  # of a strategy that are tried


def strategies(experiment: Experiment) -> None:
    """Let each strategy play a few games against itself, with its decks in turn, twice.

    Raise InputError for one that raises, answers wrongly, or does not do the same on the same coin.
    """
    for spec, entrants in _by_spec(experiment):
        try:
            once, again = (_traces(experiment, spec, entrants) for _ in range(2))
        except StrategyError as fault:
            raise InputError(f"{clean(str(fault))}{blame.line(fault, spec)}") from fault
        if not np.array_equal(once, again):
            right = "all chance from its coin alone, and nothing kept from call to call"
            raise InputError(
                f"strategy {spec.name!r} plays the same games otherwise the second time; right would be {right}"
            )


def _by_spec(experiment: Experiment) -> Iterator[tuple[StrategySpec, list[Entrant]]]:
    roster = experiment.roster
    for number, spec in enumerate(roster.specs):
        yield spec, [experiment.everyone[i] for i in np.flatnonzero(roster.spec == number)[:_DECKS]]


def _traces(experiment: Experiment, spec: StrategySpec, entrants: list[Entrant]) -> U64:
    strategy, rules = build(spec), experiment.ruleset
    ids = np.arange(max(1, _GAMES // strategy.cost), dtype=np.uint64)
    decks = np.stack([ids % np.uint64(len(entrants)), (ids + np.uint64(1)) % np.uint64(len(entrants))]).astype(np.int32)
    lot = engine.Lot(experiment.config.seed, decks, ids, np.zeros_like(ids))
    tables = rules.tables(experiment.cards, [entrant.deck for entrant in entrants])
    return engine.play(rules, tables, (strategy, strategy), lot).trace
