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
from reports.stats.intervals import LEVEL, Floats, band_interval, ratio
from reports.stats.nash import symmetric, zero_sum
from reports.stats.redraw import redrawn_scores
from reports.stats.stopped import factor, reach
from reports.stopping import planned
from reports.strength import Field, main_field, probability
from reports.words import SPACE, estimate, listed

MOST: Final = 40  # decks: their best mix is found again for every draw
LEAST: Final = 10  # lots of luck ids that verdicts and values need
WEIGHED: Final = 100  # that limits of a weight need: on 30 those of nearly equal decks hold 81 per cent
TRIPLES: Final = 10  # the strongest that are shown
LIMITS: Final = (0.5 - LEVEL / 2, 0.5 + LEVEL / 2)
MIX: Final = ("scope", "position", "deck", "weight", "low", "high", "support", "verdict", "lucks", "games")
GAME: Final = ("scope", "quantity", "estimate", "low", "high", "unit", "p", "verdict", "lucks", "games")
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
class Mixes:
    """Best mixes of one table, and of that table drawn again R times; NaN where that cannot be told."""

    weights: dict[str, Floats]  # by position: [K]
    drawn: dict[str, Floats]  # by position: [R, K]
    value: float  # score of the first seat when both seats mix best
    values: Floats  # [R]
    exploited: Floats  # [R] what the best deck scores against the mean mix, less 1/2


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

    Columns: scope (the strategy that both sides play), position, deck, weight, low, high (per cent of the mix, 95 % of
    the draws), support (per cent of the draws that have the deck in the mix), verdict (in, out: so in all draws but
    5 % divided by the decks, so that all verdicts hold together; else not resolved), lucks, games. By falling weight.
    Fewer than 10 luck ids have neither limits nor verdicts, fewer than 100 no limits of weights. No
    rows where pairs are missing or decks are over 40.
    """
    found, field = _mixes(run), main_field(run)
    if found is None or field is None:
        return pd.DataFrame(columns=list(MIX))
    parts = [_mix_rows(field, position, found) for position in found.weights]
    frame = pd.concat(parts, ignore_index=True)
    return frame.assign(scope=field.scope, lucks=run.lucks(), games=int(field.met.sums[:2].sum()))[list(MIX)]


def _mix_rows(field: Field, position: str, found: Mixes) -> pd.DataFrame:
    """Return the rows of one position."""
    drawn, names = found.drawn[position], np.array(field.names, dtype=object)
    low, high = 100 * np.quantile(drawn, LIMITS, axis=0)
    support, doubt = (drawn > 0).mean(axis=0), (1 - LEVEL) / len(names)
    verdict = np.select([np.isnan(low), support >= 1 - doubt, support <= doubt], ["", "in", "out"], "not resolved")
    support = np.where(np.isnan(low), np.nan, 100 * support)
    if field.met.sums.shape[2] < WEIGHED:
        low, high = np.full((2, len(names)), np.nan)
    frame = pd.DataFrame({"deck": names, "weight": 100 * found.weights[position], "low": low, "high": high})
    frame = frame.assign(support=support, verdict=verdict, position=position)
    return frame.sort_values(["weight", "support"], ascending=False, kind="stable", ignore_index=True)


@lru_cache(maxsize=1)
def _mixes(run: Run) -> Mixes | None:
    """Return the best mixes of the main field, or None where they cannot be told; kept for the last run."""
    field = main_field(run)
    if field is None or len(field.names) > MOST:
        return None
    met, size = pairs(field), len(field.names)
    if (met.a != met.b).sum() < size * (size - 1) // 2:
        return None
    lots = met.first.shape[2]
    both = _table(met.first[0] + met.second[0], met.first[1] + met.second[1])
    again = _drawn(run, met.first + met.second, met.units, size)
    weights = {"either": symmetric(_antisymmetric(both, met, size))}
    payoffs = [_antisymmetric(one, met, size) for one in again]
    drawn = {"either": np.array([symmetric(payoff) for payoff in payoffs])}
    mean = drawn["either"].mean(axis=0)
    exploited = np.array([float((payoff @ mean).max()) for payoff in payoffs])
    value, values = _seats(run, met, size, weights, drawn)
    if lots < LEAST:
        drawn = {position: np.full_like(part, np.nan) for position, part in drawn.items()}
        values, exploited = np.full_like(values, np.nan), np.full_like(exploited, np.nan)
    return Mixes(weights, drawn, value, values, exploited)


def _seats(
    run: Run, met: Pairs, size: int, weights: dict[str, Floats], drawn: dict[str, Floats]
) -> tuple[float, Floats]:
    """Return the value of the game in which seats are known, with its draws; adds the mixes of both seats.

    NaN where the seats cannot be told apart, or a pair or a mirror was not played from both.
    """
    every = len(met.a) == size * (size + 1) // 2 and met.first[1].sum(axis=1).all() and met.second[1].sum(axis=1).all()
    if not run.sided or not every:
        return np.nan, np.full(len(drawn["either"]), np.nan)
    tables = [_by_seat(_table(*_sums(met.first)), _table(*_sums(met.second)), met, size)]
    again = zip(*(_drawn(run, part, met.units, size) for part in (met.first, met.second)), strict=True)
    tables += [_by_seat(first, second, met, size) for first, second in again]
    solved = [zero_sum(table) for table in tables]
    for place, position in enumerate(("first", "second")):
        mixes = [(x, y)[place] for x, y, _ in solved]
        weights[position], drawn[position] = mixes[0], np.array(mixes[1:])
    values = np.array([one[2] for one in solved])
    return float(values[0]), values[1:]


def _drawn(run: Run, part: Floats, units: Floats, size: int) -> Floats:
    """Return [R, P] the scores of pairs of `size` decks drawn again, of half points and games [2, P, B].

    Of few lots, draws are too close together, by n - 1 of n and by what t is wider than the normal: they are spread
    by that much; further where cells stopped by what they showed.
    """
    again, middle, lots = redrawn_scores(*_sums(part), units), _table(*_sums(part)), part.shape[2]
    wider = np.sqrt(lots / max(lots - 1, 1)) * t.ppf(LIMITS[1], max(lots - 1, 1)) / norm.ppf(LIMITS[1])
    wider *= factor(size - 1) if run.stopped else 1
    return np.asarray(np.clip(middle + wider * (again - middle), 0, 1), dtype=np.float64)


def _sums(part: Floats) -> tuple[Floats, Floats]:
    """Return half points and games [P, B] of one seat."""
    return part[0], part[1]


def _table(points: Floats, games: Floats) -> Floats:
    """Return the mean score [P] of half points and games [P, B]."""
    return ratio(points.sum(axis=1), 2 * games.sum(axis=1))


def _antisymmetric(score: Floats, met: Pairs, size: int) -> Floats:
    """Return [K, K] score of row against column, less 1/2; mirrors are even."""
    payoff = np.zeros((size, size))
    payoff[met.a, met.b] = score - 0.5
    payoff = np.triu(payoff, 1)
    return payoff - payoff.T


def _by_seat(first: Floats, second: Floats, met: Pairs, size: int) -> Floats:
    """Return [K, K] score of the row that starts against the column; of a mirror from both of its sides."""
    payoff = np.zeros((size, size))
    payoff[met.b, met.a] = 1 - second
    payoff[met.a, met.b] = np.where(met.a == met.b, (first + 1 - second) / 2, first)
    return payoff


def game(run: Run) -> pd.DataFrame:
    """Return figures of the meta-game as a whole.

    Rows: `edge` (of going first when both seats mix best, points), `exploitable` (points that the best deck wins
    beyond 50 against the mean mix of the draws), `cyclic` (share of the spread of match-ups that goes in circles, per
    cent, noise removed; p: probability of so much without any). Columns: scope, quantity, estimate, low, high, unit,
    p, verdict, lucks, games. Bands of the first two are of the draws, that of the share is Fieller's.
    """
    field = main_field(run)
    if field is None:
        return pd.DataFrame(columns=list(GAME))
    rows = [
        row for row in (*_value_rows(_mixes(run)), _cyclic_row(run, field)) if not np.isnan(float(str(row["estimate"])))
    ]
    frame = pd.DataFrame(rows, columns=["quantity", "estimate", "low", "high", "unit", "p", "verdict"])
    return frame.assign(scope=field.scope, lucks=run.lucks(), games=int(field.met.sums[:2].sum()))[list(GAME)]


def _value_rows(found: Mixes | None) -> list[dict[str, object]]:
    """Return the rows of the seat-aware value and of what the mix leaves to be won."""
    if found is None:
        return []
    low, high = (100 * (x - 0.5) for x in np.quantile(found.values, LIMITS))
    verdict = "" if np.isnan(low) else "helps" if low > 0 else "hurts" if high < 0 else "open"
    edge = {"quantity": "edge", "estimate": 100 * (found.value - 0.5), "low": low, "high": high, "verdict": verdict}
    low, high = (100 * x for x in np.quantile(found.exploited, LIMITS))
    middle = 100 * float(found.exploited.mean())
    left = {"quantity": "exploitable", "estimate": middle, "low": low, "high": high, "verdict": ""}
    return [row | {"unit": "points", "p": np.nan} for row in (edge, left)]


def _cyclic_row(run: Run, field: Field) -> dict[str, object]:
    """Return the row of the cyclic share."""
    met = pairs(field)
    other = np.flatnonzero(met.a != met.b)
    score, influence = _influence(met, other)
    influence *= factor(1) if run.stopped else 1
    share = cyclic_share(score - 0.5, influence, met.a[other], met.b[other], len(field.names))
    verdict = "" if np.isnan(share.p) else "circles" if share.p < 1 - LEVEL else "open"
    row: dict[str, object] = {"quantity": "cyclic", "estimate": 100 * share.value, "unit": "%", "p": share.p}
    return row | {"low": 100 * share.low, "high": 100 * share.high, "verdict": verdict}


def _influence(met: Pairs, rows: Ints) -> tuple[Floats, Floats]:
    """Return score [P] of the pairs at `rows`, and how each lot moves it [P, B]."""
    points, games = met.first[0, rows] + met.second[0, rows], met.first[1, rows] + met.second[1, rows]
    score, played = _table(points, games), games.sum(axis=1)
    return score, (points / 2 - games * score[:, None]) / played[:, None]


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
    """Return [K, K] score of row against column with bands for all pairs at once (Šidák), per cent; NaN: never met."""
    met, size = pairs(field), len(field.names)
    other = np.flatnonzero(met.a != met.b)
    score, influence = _influence(met, other)
    lots = influence.shape[1]
    error = np.sqrt((influence**2).sum(axis=1) * lots / max(lots - 1, 1))
    error[error < 1e-12] = 0
    level = LEVEL ** (1 / len(other))
    if run.goal is not None and run.stopped:
        error *= reach(met.units[other], level, planned(run, run.goal))
    low, high, _ = band_interval(score, error, lots, met.units[other], np.zeros(len(other), bool), level)
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
