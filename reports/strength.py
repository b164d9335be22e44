"""Strength of decks by a model with ties and the order of play: `stats/davidson.py`. Decisions: README, "model".

A score counts who met whom; a strength takes the rivals into account, and says what going first is worth beside it.
Both sides play one strategy: all pooled, then each by itself, as in `tables.deck_strength`.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd

from reports.lots import lots
from reports.runs import Run
from reports.stats.davidson import ELO, Davidson, Met, components, fit
from reports.stats.intervals import NONE, Floats, T, ratio, t_interval
from reports.stats.quadratic import noise, p_value
from reports.stats.ranks import Ranks, from_bands, from_differences
from reports.stats.shares import Estimate, squared_limits
from reports.stats.stopped import factor, widened
from reports.tables import ALL, best_strategy
from reports.words import DASH, SPACE, estimate, listed

MOST: Final = 100  # decks that are fitted together, and whose differences are looked at one by one
LIKELIHOOD: Final = "likelihood"  # kind: a perfect record has no spread, so the likelihood says how far it may reach
P: Final = 0.05  # below this what noise alone would do so rarely is said to be there
ROUNDING: Final = 1e-10  # a variance below this is none
DECKS: Final = (
    *("scope", "best", "rank", "rank_low", "rank_high", "tied", "deck", "strength", "low", "high", "kind"),
    *("order", "order_low", "order_high", "lucks", "games"),
)
MISFIT: Final = ("misfit", "misfit_low", "misfit_high", "misfit_p")
FIT: Final = (
    *("scope", "best", "decks", "order", "order_low", "order_high", "order_p", "draw_odds"),
    *("misfit", "misfit_low", "misfit_high", "misfit_p", "lucks", "games"),
)


@dataclass(frozen=True, eq=False)
class Field:
    """The decks that met with one strategy on both sides, or with any one."""

    scope: str
    names: list[str]  # [K]
    met: Met
    units: Floats  # [N] blocks of each cell, repeats of one game counted once


def fields(run: Run) -> list[Field]:
    """Return the fields of a run in which any two decks can be compared: all strategies, if several, then each."""
    if run.drawn or not run.lucks():
        return []
    strategy = np.array(run.entrants["strategy"], dtype=str)
    a, b = (np.asarray(run.cells[side]) for side in ("a", "b"))
    same = (strategy[a] == strategy[b]) & np.asarray(run.cells["blocks"] > 0)
    names = pd.unique(strategy)
    scopes = [(ALL, same)] if len(names) > 1 else []
    scopes += [(str(name), same & (strategy[a] == name)) for name in names]
    found = [_field(run, scope, np.flatnonzero(chosen)) for scope, chosen in scopes]
    return [field for field in found if field is not None]


def _field(run: Run, scope: str, cells: np.ndarray) -> Field | None:
    """Return the decks of these cells, or None where there are too few, too many, or parts that never met."""
    a, b = (run.cells[side].to_numpy()[cells] for side in ("a", "b"))
    deck = np.array(run.entrants["deck"], dtype=str)
    names, code = np.unique(np.concatenate([deck[a], deck[b]]), return_inverse=True)
    first, second = np.split(code.astype(np.int64), 2)
    if not 2 <= len(names) <= MOST or components(first, second, len(names)) > 1:
        return None
    sums = lots(run)[:, cells].astype(np.float64)
    units = run.cells[["blocks", "distinct"]].to_numpy(dtype=np.float64)[cells].min(axis=1)
    return Field(scope, [str(name) for name in names], Met(first, second, sums, len(names)), units)


@lru_cache(maxsize=1)
def main_field(run: Run) -> Field | None:
    """Return the field of the strongest strategy, or that of all pooled, or None if no two decks can be compared.

    Kept for the last run.
    """
    found = fields(run)
    if len(found) < 2:
        return found[0] if found else None
    best = best_strategy(run)
    return next((field for field in found if field.scope == best), found[0])


def fitted(run: Run, field: Field, order: str) -> Davidson:
    """Return the model of a field; errors are wider where cells stopped by what they showed."""
    found = fit(field.met, order)
    if not run.stopped:
        return found
    others = 2 * float(np.mean(field.met.a != field.met.b)) * len(field.met.a) / len(field.names)
    wider = factor(others)
    return replace(
        found,
        moves=wider * found.moves,
        covariance=wider**2 * found.covariance,
        influence=_wider(field.met, found.influence)[:, None] * found.influence,
    )


def _wider(met: Met, influence: Floats) -> Floats:
    """Return [N] by how much wider the spread of residuals is where cells stopped by what they showed.

    By a share of the error of the match-up's own score, as all else: the model takes up the luck that its match-ups
    have in common, so that residuals may vary by half as much, but not what stopping adds to each.
    """
    games, points = met.sums[:2].sum(axis=0), met.sums[2:4].sum(axis=0) / 2
    whole = games.sum(axis=1)
    score = ratio(points.sum(axis=1), whole)
    own = np.sqrt(((points - score[:, None] * games) ** 2).sum(axis=1)) * ratio(1, whole)
    left = np.sqrt((influence**2).sum(axis=1))
    return np.nan_to_num(ratio(widened(left, own), left), nan=1.0)


def decks(run: Run) -> pd.DataFrame:
    """Return every deck's strength in Elo-like units, mean 0, best first; a part a scope.

    Columns: scope, best (the scope is the strongest strategy), rank, rank_low, rank_high and tied (jointly, as in the
    standings), deck, strength, low, high, kind; order (what it gains by going first, in the same units), order_low,
    order_high; lucks, games. One interval at a time, t over lots of luck ids. No rows where pairs were drawn at random,
    where decks fall into parts that never met, or where there are more than 100.
    """
    best, parts = best_strategy(run), [_strengths(run, field) for field in fields(run)]
    frame = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(DECKS))
    return frame.assign(best=frame["scope"] == best)[list(DECKS)]


def _strengths(run: Run, field: Field) -> pd.DataFrame:
    """Return the rows of one field."""
    found, size, n = fitted(run, field, _order(run, field, "each")), len(field.names), field.met.sums.shape[2]
    together, kind = _covariance(run, field, found)
    low, high = t_interval(found.strength, np.sqrt(np.diag(together)), n)
    frame = pd.DataFrame({"deck": field.names, "strength": ELO * found.strength, "low": ELO * low, "high": ELO * high})
    frame = frame.assign(scope=field.scope, kind=kind, lucks=run.lucks(), games=_games(field.met), **_orders(found, n))
    sequence = np.argsort(-found.strength, kind="stable")
    ranks = _ranks(found.strength[sequence], together[np.ix_(sequence, sequence)], n - 1)
    places = {"rank": np.arange(1, size + 1), "rank_low": 1 + ranks.above, "rank_high": size - ranks.below}
    return frame.iloc[sequence].reset_index(drop=True).assign(**places, tied=ranks.tied)


def _orders(found: Davidson, n: int) -> dict[str, Floats]:
    """Return what each deck gains by going first with its limits, from n lots; NaN if that was not fitted."""
    size = len(found.strength)
    gain = found.order if len(found.order) else np.full(size, np.nan)
    spread = np.sqrt(np.diag(found.covariance)[size:]) if len(found.order) else gain
    low, high = t_interval(gain, np.where(spread**2 > ROUNDING, spread, np.nan), n)
    return {"order": ELO * gain, "order_low": ELO * low, "order_high": ELO * high}


def _games(met: Met) -> np.ndarray:
    """Return how many games each deck [K] played, those against itself once."""
    games, total = met.sums[:2].sum(axis=(0, 2)), np.zeros(met.entrants)
    np.add.at(total, met.a, games)
    np.add.at(total, met.b, np.where(met.a == met.b, 0, games))
    return total.astype(np.int64)


def _ranks(value: Floats, together: Floats, freedom: int) -> Ranks:
    """Return the joint ranks of strengths, best first."""
    if freedom < 1:
        return from_bands(np.full(len(value), np.nan), np.full(len(value), np.nan))
    return from_differences(value, together, freedom)


def _covariance(run: Run, field: Field, found: Davidson) -> tuple[Floats, np.ndarray]:
    """Return the covariance [K, K] of the strengths and the kind [K] of their errors.

    A deck that won or lost every game has no spread over luck ids. The likelihood says how far its strength may reach,
    blocks taken as one game each; it has that variance, and none in common with others.
    """
    size = len(field.names)
    together = found.covariance[:size, :size].copy()
    if field.met.sums.shape[2] < 2:
        return np.full((size, size), np.nan), np.full(size, NONE)
    alone = _perfect(field.met) | (np.diag(together) < ROUNDING)
    together[alone] = together[:, alone] = 0
    together[alone, alone] = np.diag(found.information)[:size][alone] * run.block_games
    return together, np.where(alone, LIKELIHOOD, T)


def _perfect(met: Met) -> np.ndarray:
    """Return which decks [K] won every game against others, or none of them."""
    other = met.a != met.b
    points, games = met.sums[2:4].sum(axis=(0, 2))[other], 2 * met.sums[:2].sum(axis=(0, 2))[other]
    won, most = np.zeros(met.entrants), np.zeros(met.entrants)
    for side, part in ((met.a[other], points), (met.b[other], games - points)):
        np.add.at(won, side, part)
        np.add.at(most, side, games)
    return np.asarray((won == 0) | (won == most))


def _order(run: Run, field: Field, kind: str) -> str:
    """Return which order effect the games of a field can tell: none where no game tells, or one side always starts."""
    first, second = field.met.sums[:2].sum(axis=2)
    both = bool(((first > 0) & (second > 0)).all())
    return kind if both and run.sided else "none"


def fits(run: Run) -> pd.DataFrame:
    """Return what the model says of each scope as a whole, and how well it fits.

    Columns: scope, best, decks; order (gain of going first, Elo-like), order_low, order_high; order_p (probability of
    gains as unlike as these if all decks gained the same); draw_odds (of a draw to a win between equals); misfit
    (typical distance between a match-up's score and the model's, points, noise removed), misfit_low, misfit_high,
    misfit_p (probability of so much if the model were true); lucks, games. A misfit is what no order of strength
    explains.
    """
    best, rows = best_strategy(run), [_fit(run, field) for field in fields(run)]
    frame = pd.DataFrame(rows, columns=[name for name in FIT if name != "best"])
    return frame.assign(best=frame["scope"] == best)[list(FIT)]


def _fit(run: Run, field: Field) -> dict[str, object]:
    """Return the row of one field."""
    met, found = field.met, fitted(run, field, _order(run, field, "one"))
    gain = float(found.order[0]) if len(found.order) else np.nan
    spread = float(np.sqrt(found.covariance[-1, -1])) if len(found.order) else np.nan
    low, high = t_interval(gain, spread if spread > 0 else np.nan, met.sums.shape[2])
    row: dict[str, object] = {"scope": field.scope, "decks": len(field.names), "draw_odds": float(np.exp(found.tie))}
    row |= {"order": ELO * gain, "order_low": ELO * float(low), "order_high": ELO * float(high)}
    row |= {"order_p": _order_p(run, field), **dict(zip(MISFIT, misfit(met, found), strict=True))}
    return row | {"lucks": run.lucks(), "games": int(met.sums[:2].sum())}


def misfit(met: Met, found: Davidson) -> tuple[float, float, float, float]:
    """Return the root mean square of the residuals, noise removed, its limits, all in points, and the p of no misfit.

    What a lot adds is told from the mean of all lots, since a residual that is there is in every lot. Limits are those
    of a square, `shares.squared_limits`; the upper one is no less than what noise alone may come to.
    """
    pairs = np.flatnonzero(met.a != met.b)
    left, influence = found.residual[pairs], found.influence[pairs]
    influence = influence - influence.mean(axis=1, keepdims=True)
    mean, freedom = noise(influence)
    if len(pairs) < met.entrants or not mean > ROUNDING:
        return (np.nan,) * 4
    lots = influence.shape[1]
    reach, one = float(t_interval(0.0, 1.0, lots)[1]), Estimate(np.ones(()), np.zeros(lots))
    low, high = squared_limits(Estimate(left, influence), one, reach)
    alone = reach * mean * np.sqrt(2 / freedom) / len(pairs)
    typical = (max(float(left @ left) - mean, 0) / len(pairs), low, max(high, alone))
    value, *limits = (100 * float(np.sqrt(square)) for square in typical)
    return value, limits[0], limits[1], p_value(left, influence)


def _order_p(run: Run, field: Field) -> float:
    """Return the p-value of all decks gaining the same by going first."""
    if _order(run, field, "each") != "each" or field.met.sums.shape[2] < 3:
        return np.nan
    found, size = fitted(run, field, "each"), len(field.names)
    centre = np.eye(size) - 1 / size
    return p_value(centre @ found.order, centre @ found.moves[size:])


def words(frame: pd.DataFrame, fitted: pd.DataFrame) -> tuple[str, ...]:
    """Return what `decks` and `fits` say of the best strategy, or of all pooled, in sentences."""
    scope = fitted.loc[fitted["best"], "scope"].head(1).tolist() or fitted["scope"].head(1).tolist()
    if not scope:
        return ()
    part, whole = frame[frame["scope"] == scope[0]], fitted[fitted["scope"] == scope[0]].iloc[0]
    texts = (_first(part), _order_words(whole), _fit_words(whole))
    return tuple(text for text in texts if text)


def _first(part: pd.DataFrame) -> str:
    """Return who is strongest, or who shares the first place."""
    top, tied = part.iloc[0], part[part["tied"]]
    if np.isnan(top["low"]):
        return "Too few luck ids were played to say how strong the decks are."
    lead = f"By the model {top['deck']} has the greatest strength, {estimate(top, 'strength', f'{SPACE}Elo')}"
    if len(tied) == 1:
        return f"{lead}, surely more than any other deck."
    return f"{lead}; tied for first are {listed(list(tied['deck']))}, all comparisons taken together."


def _order_words(whole: pd.Series) -> str:
    """Return what going first is worth, and whether decks differ in it."""
    if np.isnan(whole["order_low"]):
        return ""
    limits = estimate(whole.rename({"order_low": "low", "order_high": "high"}), "order", f"{SPACE}Elo")
    lead = f"Going first is worth {limits}."
    if np.isnan(whole["order_p"]):
        return lead  # too few luck ids for a test
    differ = "Decks differ in what they gain" if whole["order_p"] < P else "Decks do not measurably differ in that"
    return f"{lead} {differ} ({probability(whole['order_p'])})."


def _fit_words(whole: pd.Series) -> str:
    """Return whether one number a deck explains the match-ups."""
    if np.isnan(whole["misfit_p"]):
        return ""
    chance = probability(whole["misfit_p"])
    if whole["misfit_p"] < P:
        limits = whole.rename({"misfit_low": "low", "misfit_high": "high"})[["misfit", "low", "high"]]
        typical = estimate(limits, "misfit", f"{SPACE}points")
        return f"One number a deck does not explain the match-ups: they are off by {typical}, typically ({chance})."
    return f"One number a deck explains the match-ups as far as this run can tell ({chance})."


def probability(p: float) -> str:
    """Return a p-value in few digits, such as "p = 0.031" or "p < 0.001"."""
    return f"p {DASH}" if np.isnan(p) else "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
