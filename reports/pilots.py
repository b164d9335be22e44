"""Does the order of the decks survive another pilot? Scores of every deck by strategy, and how unlike their orders are.

A deck that is strong in the hands of one strategy only says something of the strategy. Decisions: README, "pilots".
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import pandas as pd

from reports.members import Table
from reports.pooled import groups
from reports.ranking import covariance
from reports.runs import Run
from reports.stats.intervals import Floats
from reports.stats.quadratic import p_value
from reports.stats.ranks import DRAWS
from reports.stats.simultaneous import joint_critical, sidak
from reports.stream import stream
from reports.strength import probability
from reports.tables import strategy_strength, verdicts
from reports.words import SPACE, counted, estimate, listed

WITHIN: Final[Table] = ("deck in strategy", "score")
MOST: Final = 400  # decks times strategies, or differences of decks, whose bands are simulated
PILOTS: Final = ("deck", "strategy", "score", "interaction", "low", "high", "verdict", "lucks", "games")
DISTANCES: Final = ("strategy", "rival_strategy", "distance", "low", "high", "pairs", "reversed", "verdict", "lucks")


@dataclass(frozen=True, eq=False)
class Grid:
    """Scores of K decks by S strategies that all have the same decks; entries run over decks within strategies."""

    decks: list[str]  # [K]
    strategies: list[str]  # [S], the strongest first
    rows: np.ndarray  # [S, K] rows of the table of means
    score: Floats  # [S K] from 0 to 1
    covariance: Floats  # [S K, S K]
    influence: Floats  # [S K, L] of each luck id
    lucks: int


def grid(run: Run) -> Grid | None:
    """Return the grid of a run, or None if there are not two strategies that all play the same two decks or more."""
    if run.drawn or run.lucks() < 2:
        return None
    means = groups(run, WITHIN)
    place = means.assign(row=np.arange(len(means))).pivot_table(index="strategy", columns="deck", values="row")
    if min(place.shape) < 2 or place.isna().any(axis=None) or means["lucks"].min() < 2 or place.size > MOST:
        return None
    best = [name for name in strategy_strength(run)["strategy"] if name in place.index]
    place = place.loc[[*best, *(name for name in place.index if name not in best)]]
    rows = place.to_numpy().astype(np.int64)
    flat = rows.ravel()
    return Grid(
        decks=[str(name) for name in place.columns],
        strategies=[str(name) for name in place.index],
        rows=rows,
        score=means["mean"].to_numpy()[flat],
        covariance=covariance(run, WITHIN)[np.ix_(flat, flat)],
        influence=stream(run).influence[WITHIN][flat] * means["wider"].to_numpy()[flat, None],
        lucks=int(means["lucks"].min()),
    )


def table(run: Run) -> pd.DataFrame:
    """Return every deck by strategy: its score, and what it scores there more than decks and strategies explain.

    Columns: deck, strategy (both sides play it), score (per cent, against the other decks), interaction (points), low,
    high (of the interaction, all of the table at once), verdict (better, worse: surely so with this strategy; open),
    lucks, games. No rows unless two strategies or more all play the same decks.
    """
    found = grid(run)
    if found is None:
        return pd.DataFrame(columns=list(PILOTS))
    project = _interactions(len(found.strategies), len(found.decks))
    value, together = project @ found.score, project @ found.covariance @ project.T
    reach = joint_critical(_cleaned(together), found.lucks - 1, DRAWS) * np.sqrt(np.diag(together))
    strategies, decks = np.repeat(found.strategies, len(found.decks)), np.tile(found.decks, len(found.strategies))
    frame = pd.DataFrame({"deck": decks, "strategy": strategies, "score": 100 * found.score})
    frame = frame.assign(interaction=100 * value, low=100 * (value - reach), high=100 * (value + reach))
    frame["verdict"] = verdicts(frame["low"], frame["high"], 0.0, ("better", "worse", "open"))
    games = groups(run, WITHIN)["games"].to_numpy()[found.rows.ravel()]
    return frame.assign(lucks=found.lucks, games=games)[list(PILOTS)]


def interaction_p(run: Run) -> float:
    """Return the probability of interactions as large as these if every pilot ordered and spread the decks alike."""
    found = grid(run)
    if found is None:
        return np.nan
    project = _interactions(len(found.strategies), len(found.decks))
    return p_value(project @ found.score, project @ found.influence)


def _interactions(strategies: int, decks: int) -> Floats:
    """Return the matrix [S K, S K] that takes a grid to what its rows' and columns' means do not explain."""
    return np.asarray(np.kron(np.eye(strategies) - 1 / strategies, np.eye(decks) - 1 / decks), dtype=np.float64)


def _cleaned(together: Floats) -> Floats:
    """Return a covariance whose variances that are 0 but for rounding are 0."""
    own = np.diag(together)
    keep = own > 1e-12 * max(own.max(initial=0), 1e-12)
    return together * np.outer(keep, keep)


def distances(run: Run) -> pd.DataFrame:
    """Return for any two strategies how unlike they order the decks, most unlike first.

    Columns: strategy, rival_strategy, distance (pairs of decks in another order, per cent: Kendall's), low, high
    (of the true one: pairs surely in another order, and all but those surely in the same, all differences at once),
    pairs, reversed (pairs surely in another order), verdict (the same, another: order; open), lucks.
    """
    found = grid(run)
    if found is None:
        return pd.DataFrame(columns=list(DISTANCES))
    signs, sure = _orders(found)
    rows = []
    for one, other in combinations(range(len(found.strategies)), 2):
        known = sure[one] & sure[other]
        apart = signs[one] * signs[other] < 0
        least, most = int((known & apart).sum()), int((~(known & ~apart)).sum())
        verdict = "another" if least else "the same" if not most else "open"
        names = (found.strategies[one], found.strategies[other])
        pairs = len(apart)
        shares = (100 * float(np.mean(np.where(signs[one] * signs[other] == 0, 0.5, apart))), 100 * least / pairs)
        rows.append((*names, *shares, 100 * most / pairs, pairs, least, verdict, found.lucks))
    frame = pd.DataFrame(rows, columns=list(DISTANCES))
    return frame.sort_values(["distance"], ascending=False, kind="stable", ignore_index=True)


def _orders(found: Grid) -> tuple[Floats, np.ndarray]:
    """Return the sign [S, P] of the difference of every pair of decks with every strategy, and whether it is sure."""
    size, first = len(found.decks), np.triu_indices(len(found.decks), 1)
    apart = np.zeros((len(first[0]), size))
    apart[np.arange(len(first[0])), first[0]], apart[np.arange(len(first[0])), first[1]] = 1, -1
    contrasts = np.kron(np.eye(len(found.strategies)), apart)
    value = contrasts @ found.score
    square = np.einsum("pk,pk->p", contrasts @ found.covariance, contrasts)
    error = np.sqrt(np.maximum(square, 0))
    reach = _critical(contrasts, found) * error
    sure = (np.abs(value) > reach) & (error > 1e-9)
    shape = (len(found.strategies), -1)
    return np.sign(value).reshape(shape), sure.reshape(shape)


def _critical(contrasts: np.ndarray, found: Grid) -> float:
    """Return the c that holds all differences at once: simulated, or of many by Šidák."""
    if len(contrasts) > MOST:
        return float(sidak(len(contrasts), found.lucks - 1))
    return joint_critical(_cleaned(contrasts @ found.covariance @ contrasts.T), found.lucks - 1, DRAWS)


def words(frame: pd.DataFrame, apart: pd.DataFrame, p: float) -> tuple[str, ...]:
    """Return what `table`, `distances` and `interaction_p` say, in sentences."""
    if not len(apart):
        return ()
    reversed_, same = apart[apart["verdict"] == "another"], apart["verdict"].eq("the same").all()
    texts = ["No two strategies surely order the decks differently; nor is it proven that all order them alike."]
    if same:
        texts = ["All strategies order the decks alike."]
    if len(reversed_):
        row = reversed_.sort_values("reversed", ascending=False, kind="stable").iloc[0]
        pairs = f"{int(row['reversed'])} of {counted(int(row['pairs']), 'pair')} of decks"
        between = f"between {row['strategy']} and {row['rival_strategy']} at least {pairs} change places"
        texts = [f"The order of the decks depends on who plays them: {between}."]
    flagged = frame[frame["verdict"].isin(["better", "worse"])]
    if len(flagged):
        top = flagged.iloc[int(flagged["interaction"].abs().to_numpy().argmax())]
        by = f"{estimate(top, 'interaction', f'{SPACE}points')} with {top['strategy']}"
        names, most = listed(list(dict.fromkeys(flagged["deck"]))), f"most of all {top['deck']}, {by}; all together"
        texts.append(f"Strength that belongs to the pilot as well: {names} ({most} {probability(p)}).")
    return tuple(texts)
