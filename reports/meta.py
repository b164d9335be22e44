"""The meta-game: which mix of decks nobody can beat, what going first is worth then, and who beats whom in circles.

Payoffs are scores between decks that both play the strongest strategy. Decisions: README, "meta-game".
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd
from scipy.stats import norm, t

from reports.runs import Run
from reports.stats.cycles import Ints, cyclic_share
from reports.stats.intervals import LEVEL, NONE, Floats, band_interval, ratio
from reports.stats.nash import Bools, of_draws, symmetric, zero_sum
from reports.stats.projection import weight_limits
from reports.stats.redraw import redrawn_scores
from reports.stats.simultaneous import together
from reports.stats.stopped import factor, reach
from reports.stopping import planned
from reports.strength import Field, main_field, probability
from reports.words import SPACE, estimate, listed

MOST: Final = 40  # decks: their best mix is found again for every draw
LEAST: Final = 10  # lots of luck ids that limits and verdicts need
BOOTSTRAP: Final = "bootstrap"  # kind of limits: 95 % of the tables drawn again
PROJECTION: Final = "projection"  # of limits: all tables of a band
FIELLER: Final = "Fieller"  # of limits: those of a ratio, by the jackknife
TRIPLES: Final = 10  # the strongest that are shown
ROUNDING: Final = 1e-12  # an error below this is none
LIMITS: Final = (0.5 - LEVEL / 2, 0.5 + LEVEL / 2)
MIX: Final = ("scope", "position", "deck", "weight", "low", "high", "kind", "support", "verdict", "lucks", "games")
GAME: Final = ("scope", "quantity", "estimate", "low", "high", "kind", "unit", "p", "verdict", "lucks", "games")
CIRCLE: Final = ("deck", "second_deck", "third_deck")
TRIPLE: Final = (
    "scope",
    *CIRCLE,
    "score",
    "second_score",
    "third_score",
    "weakest",
    "low",
    "high",
    "verdict",
    "lucks",
    "games",
)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Every pair of K decks once, and mirrors: P rows, their sums over B lots of luck ids."""

    a: Ints  # [P]
    b: Ints  # [P] never less than a
    first: Floats  # [2, P, B] a's half points and games where a starts
    second: Floats  # [2, P, B] where b starts
    units: Floats  # [P] blocks, repeats of one game counted once


@dataclass(frozen=True, eq=False)
class Mix:
    """A best mix of K decks, and what its limits are made of."""

    weights: Floats  # [K]
    drawn: Floats  # [R, K] best mixes of the table drawn again
    most: Floats  # [K, K] payoffs of decks against those of the rival, upper ends of a band
    value: float  # the least value in the band


@dataclass(frozen=True, eq=False)
class Mixes:
    """Best mixes by position, and what they are worth."""

    mixes: dict[str, Mix]
    gain: float  # the most that a deck may score against the mix for `either`, less 1/2
    value: float  # score of the first seat when both seats mix best; NaN where that cannot be told
    values: Floats  # [R] of the table drawn again


def pairs(field: Field) -> Pairs:
    """Return the cells of a field by pair of decks, each seen from the deck that comes first by name."""
    met = field.met
    turned = (met.a > met.b)[:, None]
    low, high = np.minimum(met.a, met.b), np.maximum(met.a, met.b)
    code, row = np.unique(low * met.entrants + high, return_inverse=True)
    games_first, games_second, points_first, points_second, _ = met.sums
    first = (
        np.where(turned, 2 * games_second - points_second, points_first),
        np.where(turned, games_second, games_first),
    )
    second = (
        np.where(turned, 2 * games_first - points_first, points_second),
        np.where(turned, games_first, games_second),
    )
    sums = np.zeros((4, len(code), met.sums.shape[2]))
    for total, part in zip(sums, (*first, *second), strict=True):
        np.add.at(total, row, part)
    units = np.zeros(len(code))
    np.maximum.at(units, row, field.units)
    return Pairs(code // met.entrants, code % met.entrants, sums[:2], sums[2:], units)


def mix(run: Run) -> pd.DataFrame:
    """Return the best mix of decks with bands: who does not know the seat (`either`), who goes first, who second.

    Columns: scope (the strategy that both sides play), position, deck, weight, low, high (per cent of the mix), kind,
    support (per cent of the tables drawn again that have the deck in the mix), verdict (in, out: so in all of these
    tables but 5 % divided by the decks, so that all verdicts hold together; else not resolved), lucks, games. By
    falling weight. Where all decks are in or out, limits are 95 % of the tables drawn again, each by itself
    (`bootstrap`); else those of all mixes of decks that are not out which a band leaves, all at once (`projection`).
    Fewer than 10 luck ids have neither limits nor verdicts. No rows where pairs are missing or decks are over 40.
    """
    found, field = _mixes(run), main_field(run)
    if found is None or field is None:
        return pd.DataFrame(columns=list(MIX))
    parts = [_mix_rows(field, mixed).assign(position=position) for position, mixed in found.mixes.items()]
    frame = pd.concat(parts, ignore_index=True)
    return frame.assign(scope=field.scope, lucks=run.lucks(), games=int(field.met.sums[:2].sum()))[list(MIX)]


def _mix_rows(field: Field, found: Mix) -> pd.DataFrame:
    """Return the rows of one position."""
    support, doubt = (found.drawn > 0).mean(axis=0), (1 - LEVEL) / len(field.names)
    outside = support <= doubt
    verdict = np.select([support >= 1 - doubt, outside], ["in", "out"], "not resolved")
    if "not resolved" in verdict:
        (low, high), kind = _projected(found, outside), PROJECTION
    else:
        (low, high), kind = np.quantile(found.drawn, LIMITS, axis=0), BOOTSTRAP
    frame = pd.DataFrame({"deck": field.names, "weight": 100 * found.weights, "low": 100 * low, "high": 100 * high})
    frame = frame.assign(kind=kind, support=100 * support, verdict=verdict)
    if field.met.sums.shape[2] < LEAST:
        frame = frame.assign(low=np.nan, high=np.nan, kind=NONE, support=np.nan, verdict="")
    return frame.sort_values(["weight", "support"], ascending=False, kind="stable", ignore_index=True)


def _projected(found: Mix, outside: Bools) -> Floats:
    """Return the least and the greatest weights [2, K] that the band leaves to decks which are not `outside` [K]."""
    kept, limits = ~outside | (found.weights > 0), np.zeros((2, len(outside)))
    limits[:, kept] = weight_limits(found.most[kept], found.value)
    return limits


@lru_cache(maxsize=1)
def _mixes(run: Run) -> Mixes | None:
    """Return the best mixes of the main field, or None where they cannot be told; kept for the last run."""
    field = main_field(run)
    if field is None or len(field.names) > MOST:
        return None
    met, size = pairs(field), len(field.names)
    other = np.flatnonzero(met.a != met.b)
    if len(other) < size * (size - 1) // 2:
        return None
    mixed, gain = _either(run, met, other, size)
    every = len(met.a) == size * (size + 1) // 2 and met.first[1].sum(axis=1).all() and met.second[1].sum(axis=1).all()
    if not run.sided or not every:
        return Mixes({"either": mixed}, gain, np.nan, np.full(len(mixed.drawn), np.nan))
    seats, value, values = _seats(run, met, size)
    return Mixes({"either": mixed} | seats, gain, value, values)


def _either(run: Run, met: Pairs, other: Ints, size: int) -> tuple[Mix, float]:
    """Return the best mix of who does not know the seat, and the most that a deck may gain on it.

    What is gained on a mix that was itself found from the scores is held by a band for all pairs at once.
    """
    where, sums, units = (met.a[other], met.b[other]), (met.first + met.second)[:, other], met.units[other]
    score, low, high = _known(*_band(run, sums, units, _one_side(size)))
    again = _drawn(run, sums, units, size)
    draws, _, _ = of_draws(_payoff(again, again, where, size), even=True)
    mixed = Mix(symmetric(_payoff(score, score, where, size)), draws, _payoff(low, high, where, size), 0.0)
    _, low, high = _known(*_band(run, sums, units, together(len(units))))
    return mixed, max(0.0, float((_payoff(low, high, where, size) @ mixed.weights).max()))


def _seats(run: Run, met: Pairs, size: int) -> tuple[dict[str, Mix], float, Floats]:
    """Return the best mixes of both seats, and the value of the game in which seats are known, with its draws."""
    sums, units = _by_seat(met, size)
    score, low, high = (x.reshape(size, size) for x in _known(*_band(run, sums, units, _one_side(2 * size))))
    x, y, value = zero_sum(score)
    rows, columns, values = of_draws(_drawn(run, sums, units, size).reshape(-1, size, size))
    first = Mix(x, rows, high, zero_sum(low)[2])
    return {"first": first, "second": Mix(y, columns, -low.T, -zero_sum(high)[2])}, value, values


def _drawn(run: Run, sums: Floats, units: Floats, size: int) -> Floats:
    """Return [R, N] the scores of `size` decks among each other drawn again, of half points and games [2, N, B].

    Of few lots, draws are too close together, by n - 1 of n and by what t is wider than the normal: they are spread
    by that much; further where cells stopped by what they showed.
    """
    again, middle, lots = redrawn_scores(sums[0], sums[1], units), _table(sums), sums.shape[2]
    wider = np.sqrt(lots / max(lots - 1, 1)) * t.ppf(LIMITS[1], max(lots - 1, 1)) / norm.ppf(LIMITS[1])
    wider *= factor(size - 1) if run.stopped else 1
    return np.asarray(np.clip(middle + wider * (again - middle), 0, 1), dtype=np.float64)


def _band(run: Run, sums: Floats, units: Floats, level: float) -> tuple[Floats, Floats, Floats]:
    """Return scores [N] of half points and games [2, N, B] with limits of this level, each by itself."""
    score, influence = _influence(sums)
    lots = (sums[1] > 0).sum(axis=1)
    error = np.sqrt((influence**2).sum(axis=1) * ratio(lots, lots - 1))
    error[error < ROUNDING] = 0
    if run.goal is not None and run.stopped:
        error *= reach(units, level, planned(run, run.goal))
    low, high, _ = band_interval(score, error, lots, units, np.zeros(len(score), bool), level)
    return score, low, high


def _one_side(many: int) -> float:
    """Return the level of two-sided limits so many of whose upper ends hold together."""
    return 2 * together(many) - 1


def _known(score: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats, Floats]:
    """Return scores with their limits, from 0 to 1 where nothing is known."""
    return score, np.nan_to_num(low, nan=0.0), np.nan_to_num(high, nan=1.0)


def _influence(sums: Floats) -> tuple[Floats, Floats]:
    """Return the score [N] of half points and games [2, N, B], and how each lot moves it [N, B]."""
    points, games = sums
    score = _table(sums)
    return score, (points / 2 - games * score[:, None]) / games.sum(axis=1)[:, None]


def _table(sums: Floats) -> Floats:
    """Return the mean score [N] of half points and games [2, N, B]."""
    return ratio(sums[0].sum(axis=1), 2 * sums[1].sum(axis=1))


def _payoff(low: Floats, high: Floats, where: tuple[Ints, Ints], size: int) -> Floats:
    """Return [..., K, K] the most that rows score against columns, less 1/2, by limits [..., P] of pairs `where`.

    Mirrors are even; with one score for both limits it is the table itself.
    """
    payoff, (a, b) = np.zeros((*low.shape[:-1], size, size)), where
    payoff[..., a, b], payoff[..., b, a] = high - 0.5, 0.5 - low
    return payoff


def _by_seat(met: Pairs, size: int) -> tuple[Floats, Floats]:
    """Return half points and games [2, K K, B] of rows that start against columns, and units [K K].

    A mirror counts from both of its sides.
    """
    sums, units = np.zeros((2, size, size, met.first.shape[2])), np.zeros((size, size))
    (points, games), units[met.a, met.b], units[met.b, met.a] = met.second, met.units, met.units
    sums[:, met.a, met.b] = met.first
    sums[:, met.b, met.a] += np.stack([2 * games - points, games])
    return sums.reshape(2, size**2, -1), units.ravel()


def game(run: Run) -> pd.DataFrame:
    """Return figures of the meta-game as a whole.

    Rows: `edge` (of going first when both seats mix best, points), `exploitable` (points that the best deck wins
    beyond 50 against the mix for `either`: of the table itself none, of any table of the band `high` at most), `cyclic`
    (share of the spread of match-ups that goes in circles, per cent, noise removed; p: probability of so much without
    any). Columns: scope, quantity, estimate, low, high, kind, unit, p, verdict, lucks, games.
    """
    field = main_field(run)
    if field is None:
        return pd.DataFrame(columns=list(GAME))
    rows = [*_value_rows(_mixes(run), field.met.sums.shape[2]), _cyclic_row(run, field)]
    frame = pd.DataFrame(rows, columns=["quantity", "estimate", "low", "high", "kind", "unit", "p", "verdict"])
    frame = frame[frame["estimate"].notna()].reset_index(drop=True)
    return frame.assign(scope=field.scope, lucks=run.lucks(), games=int(field.met.sums[:2].sum()))[list(GAME)]


def _value_rows(found: Mixes | None, lots: int) -> list[dict[str, object]]:
    """Return the rows of the seat-aware value and of what may be won against the mix."""
    if found is None:
        return []
    low, high = (100 * (x - 0.5) for x in np.quantile(found.values, LIMITS))
    verdict = "helps" if low > 0 else "hurts" if high < 0 else "open"
    edge: dict[str, object] = {"quantity": "edge", "estimate": 100 * (found.value - 0.5), "low": low, "high": high}
    gain = {"quantity": "exploitable", "estimate": 0.0, "low": 0.0, "high": 100 * found.gain}
    rows = [edge | {"kind": BOOTSTRAP, "verdict": verdict}, gain | {"kind": PROJECTION, "verdict": ""}]
    if lots < LEAST:
        rows = [edge | {"low": np.nan, "high": np.nan, "kind": NONE, "verdict": ""}]
    return [row | {"unit": "points", "p": np.nan} for row in rows]


def _cyclic_row(run: Run, field: Field) -> dict[str, object]:
    """Return the row of the cyclic share."""
    met = pairs(field)
    other = np.flatnonzero(met.a != met.b)
    score, influence = _influence((met.first + met.second)[:, other])
    influence *= factor(1) if run.stopped else 1
    share = cyclic_share(score - 0.5, influence, met.a[other], met.b[other], len(field.names))
    verdict = "" if np.isnan(share.p) else "circles" if share.p < 1 - LEVEL else "open"
    row: dict[str, object] = {"quantity": "cyclic", "estimate": 100 * share.value, "unit": "%", "p": share.p}
    kind = NONE if np.isnan(share.low) else FIELLER
    return row | {"low": 100 * share.low, "high": 100 * share.high, "kind": kind, "verdict": verdict}


def triples(run: Run) -> pd.DataFrame:
    """Return the strongest rock-paper-scissors triples: deck beats second_deck beats third_deck beats deck.

    Columns: scope, deck, second_deck, third_deck, score, second_score, third_score (of each against the next, per
    cent), weakest (the least of them), low, high (of the true least one: bands that hold all pairs of decks at once, so
    whatever triple is picked), verdict (proven: all three are surely over 50; else open), lucks, games (of all three
    match-ups). Strongest first, at most 10.
    """
    field = main_field(run)
    if field is None or len(field.names) < 3:
        return pd.DataFrame(columns=list(TRIPLE))
    score, low, high = _bands(run, field)
    i, j, k = _circles(len(field.names))
    edges = ((i, j), (j, k), (k, i))
    least, least_low, least_high = (np.min([table[edge] for edge in edges], axis=0) for table in (score, low, high))
    order = np.argsort(-np.nan_to_num(least, nan=-1), kind="stable")[:TRIPLES]
    order = order[least[order] > 50]
    names, chosen = np.array(field.names, dtype=object), [part[order] for part in (i, j, k)]
    columns = dict(zip(CIRCLE, (names[part] for part in chosen), strict=True))
    frame = pd.DataFrame({"scope": field.scope, **columns}, index=range(len(order)))
    for name, (one, other) in zip(("score", "second_score", "third_score"), edges, strict=True):
        frame[name] = score[one, other][order]
    frame = frame.assign(weakest=least[order], low=least_low[order], high=least_high[order], lucks=run.lucks())
    met, games = field.met, np.zeros((len(names), len(names)), np.int64)
    np.add.at(games, (met.a, met.b), met.sums[:2].sum(axis=(0, 2)).astype(np.int64))
    frame["games"] = sum((games + games.T)[one, other][order] for one, other in edges)
    return frame.assign(verdict=np.where(frame["low"] > 50, "proven", "open"))[list(TRIPLE)]


def _bands(run: Run, field: Field) -> tuple[Floats, Floats, Floats]:
    """Return [K, K] score of row against column with bands for all pairs at once, per cent; NaN: never met."""
    met, size = pairs(field), len(field.names)
    other = np.flatnonzero(met.a != met.b)
    score, low, high = _band(run, (met.first + met.second)[:, other], met.units[other], together(len(other)))
    tables = np.full((3, size, size), np.nan)
    tables[:, met.a[other], met.b[other]] = score, low, high
    tables[:, met.b[other], met.a[other]] = 1 - score, 1 - high, 1 - low
    return 100 * tables[0], 100 * tables[1], 100 * tables[2]


def _circles(size: int) -> tuple[Ints, Ints, Ints]:
    """Return every way round every three of `size` decks, each once."""
    i, j, k = (part.ravel() for part in np.meshgrid(*(np.arange(size),) * 3, indexing="ij"))
    kept = (i < j) & (i < k) & (j != k)
    return i[kept], j[kept], k[kept]


def words(mixed: pd.DataFrame, whole: pd.DataFrame, circles: pd.DataFrame) -> tuple[str, ...]:
    """Return what the three tables say, in sentences."""
    texts = [_mix_words(mixed[mixed["position"] == "either"])]
    for _, row in whole[whole["verdict"] != ""].iterrows():
        if row["quantity"] == "edge":
            worth = f"{estimate(row, 'estimate', f'{SPACE}points')}"
            texts.append(f"When both seats choose their decks as well as they can, going first is worth {worth}.")
        if row["quantity"] == "cyclic":
            texts.append(_cyclic_words(row, circles))
    return tuple(text for text in texts if text)


def _mix_words(part: pd.DataFrame) -> str:
    """Return which decks are in the mix, or that it is not resolved."""
    if not len(part):
        return ""
    sure, open_ = (list(part.loc[part["verdict"] == verdict, "deck"]) for verdict in ("in", "not resolved"))
    if part["verdict"].eq("").any():
        return "Too few luck ids were played to say which mix of decks nobody can beat."
    if not open_:
        return f"The mix that nobody can beat is made of {listed(sure)}, and of nobody else."
    lead = "The mix that nobody can beat is not resolved: "
    known = f"{listed(sure)} {'is' if len(sure) == 1 else 'are'} surely in it, but " if sure else ""
    return f"{lead}{known}{listed(open_)} may or may not be in it; more games would tell."


def _cyclic_words(row: pd.Series, circles: pd.DataFrame) -> str:
    """Return whether decks beat one another in circles, and the strongest circle that is proven."""
    p = probability(row["p"])
    if row["verdict"] == "open":
        return f"No circles of decks that beat one another can be told from noise ({p})."
    lead = f"Of the spread of match-ups {estimate(row, 'estimate')} goes in circles, noise removed ({p})."
    proven = circles[circles["verdict"] == "proven"]
    if not len(proven):
        return f"{lead} No single circle of three is proven."
    one = proven.iloc[0]
    return (
        f"{lead} The strongest: {one['deck']} beats {one['second_deck']} beats {one['third_deck']} beats {one['deck']}."
    )
