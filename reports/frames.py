"""All tables of a report, by the names of their files: one place to add one. Their columns are in `columns`."""

from typing import Final

import numpy as np
import pandas as pd

from reports import (
    budget,
    cards,
    decided,
    extremes,
    meta,
    pilots,
    record,
    seen,
    strength,
    substitution,
    tables,
)
from reports.runs import Run

OF_CELLS: Final = ("matchups", "extremes", "quality")
IF_ANY: Final = (  # tables that many runs have nothing for
    *("strength", "strength_fit", "mix", "metagame", "triples", "pilots", "pilot_distances", "seen"),
    *("extremes", "decisions", "luck_budget", "substitutes", "exchanges"),
)

Frames = dict[str, pd.DataFrame]


def frames(run: Run) -> Frames:
    """Return every table that the run has something for, by name; tables of cells are empty where none are listed."""
    coin = np.where(run.entrants["deterministic"], "none", "some")
    cells = run if run.listed else run.without_cells()
    worth = cards.card_strength(run)
    return {
        "standings": tables.standings(run),
        "deck_strength": tables.deck_strength(run),
        **({"card_strength": worth} if len(worth) else {}),
        "strategy_strength": tables.strategy_strength(run),
        "strength": strength.decks(run),
        "strength_fit": strength.fits(run),
        "mix": meta.mix(run),
        "metagame": meta.game(run),
        "triples": meta.triples(run),
        "pilots": pilots.table(run),
        "pilot_distances": pilots.distances(run),
        "seen": seen.table(run),
        "substitutes": substitution.table(run),
        "exchanges": substitution.exchanges(run),
        "matchups": tables.matchups(cells),
        "extremes": extremes.extremes(cells),
        "decisions": decided.decisions(run),
        "first_player": tables.first_player(run),
        "luck_budget": budget.budget(run),
        "lengths": record.lengths(run),
        "endings": record.endings(run),
        "checks": record.checks(run),
        "quality": record.quality(cells),
        "played": record.played(run),
        "entrants": run.entrants.assign(coin=coin)[["name", "deck", "strategy", "coin", "origin", "key"]],
    }


def written(run: Run, found: Frames) -> Frames:
    """Return the tables that are written: those of cells only where these are listed, of models only what there is.

    Nothing of going first where each game rolled for it.
    """
    kept = {name: frame for name, frame in found.items() if len(frame) or name not in IF_ANY}
    told = {name: frame for name, frame in kept.items() if not (run.rolled and name == "first_player")}
    return {name: frame for name, frame in told.items() if run.listed or name not in OF_CELLS}
