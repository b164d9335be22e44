"""What a card is worth in its deck: the deck's score less that of its variants, which have another card in its place.

A variant met the rivals of its original from the same side and on the same luck, and its new card stood where the old
one did, so the difference is what the card does, not what happened beside it. Points: per cent of the score of a game.
Decisions: README, "substitution".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.lots import LOTS
from reports.runs import Run
from reports.stats.clustered import ROUNDING, Ints
from reports.stats.intervals import AGREE, EXACT, NONE, Floats, T, Texts, agreeing, apart, ratio
from reports.stats.ranks import DRAWS
from reports.stats.simultaneous import joint_critical, sidak, together
from reports.tables import verdicts

MOST: Final = 400  # estimates whose band is simulated; of more it is Šidák's
DIGITS: Final = 6  # decimals of points: more would differ from one machine's arithmetic to another's
PARTS: Final = {  # columns of an estimate and its limits: its weights on scores when first and when second
    ("worth", "low", "high"): (0.5, 0.5),
    ("worth_first", "first_low", "first_high"): (1.0, 0.0),
    ("worth_second", "second_low", "second_high"): (0.0, 1.0),
    ("difference", "difference_low", "difference_high"): (1.0, -1.0),
}
SEATS: Final = [name for names in list(PARTS)[1:] for name in names]
BASIS: Final = ("pairing", "met", "lucks", "games")
WHO: Final = ("deck", "strategy", "card")
CARDS: Final = (
    *(*WHO, "rank", "rank_low", "rank_high", "worth", "low", "high", "error", "kind", "verdict", "replacements"),
    *(*SEATS, "seat", *BASIS),
)
WHOLE: Final = ("rank", "rank_low", "rank_high", "replacements", "met", "lucks", "games")
BLOCK: Final = ("points_first", "points_second", "games_first", "games")
EXCHANGES: Final = (
    *(*WHO, "into", "gain", "low", "high", "error", "kind", "verdict"),
    *("gain_first", "first_low", "first_high", "gain_second", "second_low", "second_high", *BASIS),
)
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Sums:
    """Half points of all E entrants and variants against their rivals, on B lots of luck ids."""

    points: Ints  # [2, E, B] in games that they start, and in those that the rival starts
    lucks: Ints  # [B] luck ids of each lot
    rivals: Ints  # [E]
    games: Ints  # [E]
    distinct: Ints  # [E] different games of the cell that has most
    adds_up: Bools  # [cells of variants] their blocks are those of cells.parquet


@dataclass(frozen=True, eq=False)
class Effects:
    """K differences of scores, original less variant, in points."""

    value: Floats  # [2, K] when first and when second
    influence: Floats  # [2, K, B] of each lot
    own: Floats  # [K] squared error of the original's score by itself
    others: Floats  # [K] squared error of the score of the variants, had each luck of its own
    proven: Bools  # [K] no game can tell the decks apart
    units: Ints  # [K] luck ids, at most as many as there are different games


def table(run: Run) -> pd.DataFrame:
    """Return a row for each card of each entrant that was replaced, or that nothing can replace, by falling worth.

    Columns: deck, strategy, card; rank (within the deck), rank_low, rank_high (those wholly apart, jointly); worth
    (score of the deck less the mean score of its variants without the card, points), low, high, error (standard error),
    kind, verdict (stronger, weaker: than its replacements; open; even: by design), replacements; worth_first,
    worth_second (when its owner starts, and when not) and their difference, with limits; seat; pairing (squared error
    against that without common luck); met, lucks, games (of the variants). Limits hold for all rows of a column at once
    with 95 % (max-t over lots of luck ids). No rows where the run has no variants.
    """
    if run.whole is None:
        return pd.DataFrame(columns=list(CARDS))
    frame = _replaced(run)
    seats = verdicts(frame["difference_low"], frame["difference_high"], 0.0, ("better first", "better second", "open"))
    frame = pd.concat([_ranked(part) for _, part in frame.assign(seat=seats).groupby("of", sort=False)])
    stuck = _stuck(run).reindex(columns=frame.columns).assign(kind=NONE, verdict="", seat="", replacements=0, games=0)
    frame = pd.concat([frame, stuck]) if len(stuck) else frame
    frame = frame.sort_values("of", kind="stable", ignore_index=True)
    return frame[list(CARDS)].astype(dict.fromkeys(WHOLE, "Int64")).round(DIGITS)


def _replaced(run: Run) -> pd.DataFrame:
    """Return the cards that were replaced, in the order of entrants and slots, with what `estimates` says of each."""
    played = _played(run)
    groups = played.groupby(["of", "card"], sort=False)
    rows = sorted(np.asarray(index).tolist() for index in groups.indices.values())
    frame = played.iloc[[some[0] for some in rows]][["of", *WHO, "met", "lucks"]].reset_index(drop=True)
    frame["replacements"] = [len(some) for some in rows]
    frame["games"] = [int(played["games"].iloc[some].sum()) for some in rows]
    found = mixed(effects(sums(run), played, run.block_games), rows)
    return frame.join(estimates(found, run.sided, ("stronger", "weaker", "open")))


def exchanges(run: Run) -> pd.DataFrame:
    """Return a row for each replacement of a card, by entrant and falling gain.

    Columns: deck, strategy, card, into (what came in its place); gain (score with it less score without, points), low,
    high, error, kind, verdict (better, worse, open, even); gain_first, gain_second with limits; pairing, met, lucks,
    games (of the variant). Limits as in `table`, for all replacements of a column at once.
    """
    if run.whole is None:
        return pd.DataFrame(columns=list(EXCHANGES))
    played = _played(run)
    found = effects(sums(run), played, run.block_games)
    turned = replace(found, value=-found.value, influence=-found.influence)
    names = {"worth": "gain", "worth_first": "gain_first", "worth_second": "gain_second"}
    frame = played.join(estimates(turned, run.sided, ("better", "worse", "open")).rename(columns=names))
    frame = frame.sort_values("gain", ascending=False, kind="stable").sort_values("of", kind="stable")
    return frame.reset_index(drop=True)[list(EXCHANGES)].round(DIGITS)


def adds_up(run: Run) -> tuple[int, int]:
    """Return how many cells of variants add up from their blocks, and how many there are."""
    if run.whole is None:
        return 0, 0
    found = sums(run).adds_up
    return int(found.sum()), len(found)


@lru_cache(maxsize=1)
def sums(run: Run) -> Sums:
    """Return what one pass over all blocks gives, variants' too; kept for the last run, which must have variants."""
    whole = run.whole or run
    lucks, cells, everyone = whole.lucks(), whole.cells, len(whole.entrants)
    sides, width = _sides(run, whole), max(1, min(lucks, LOTS))
    points, found = np.zeros((2, everyone * width), np.int64), np.zeros((2, len(cells)), np.int64)
    index = pd.Index(cells["cell"])
    for batch in whole.blocks():
        cell, lot = index.get_indexer(batch["cell"]), batch["luck"].to_numpy() % width
        first, second, one, games = (batch[name].to_numpy().astype(np.int64) for name in BLOCK)
        np.add.at(found[0], cell, first + second)
        np.add.at(found[1], cell, 1)
        theirs = 2 * (games - one) - second, 2 * one - first
        for who, own in zip(sides, ((first, second), theirs), strict=True):
            at = np.flatnonzero(who[cell] >= 0)
            where = who[cell[at]] * width + lot[at]
            for total, half_points in zip(points, own, strict=True):
                np.add.at(total, where, half_points[at])
    good = (found[0] == cells["points_first"] + cells["points_second"]) & (found[1] == cells["blocks"])
    return Sums(
        points=points.reshape(2, everyone, width),
        lucks=np.bincount(np.arange(lucks) % width, minlength=width),
        rivals=_by_side(sides, np.ones(len(cells), np.int64), everyone, np.add),
        games=_by_side(sides, cells["games"].to_numpy(), everyone, np.add),
        distinct=_by_side(sides, cells["distinct"].to_numpy(), everyone, np.maximum),
        adds_up=good.to_numpy()[len(run.cells) :],
    )


def _sides(run: Run, whole: Run) -> tuple[Ints, Ints]:
    """Return whose score each cell [C] tells on side A, and on side B; -1 for nobody's.

    Of the entrants' cells both, but of a mirror A's, and only if he met nobody else; of others the variant's.
    """
    a, b = (whole.cells[name].to_numpy().astype(np.int64) for name in ("a", "b"))
    own, mirror, first = np.arange(len(a)) < len(run.cells), a == b, len(run.entrants)
    met = np.zeros(len(whole.entrants), np.bool_)
    met[a[own & ~mirror]] = met[b[own & ~mirror]] = True
    return (
        np.where(own, np.where(mirror & met[a], -1, a), np.where(a >= first, a, -1)),
        np.where(own, np.where(mirror, -1, b), np.where(b >= first, b, -1)),
    )


def _by_side(sides: tuple[Ints, Ints], column: Ints, everyone: int, how: np.ufunc) -> Ints:
    """Return [E] what the cells' `column` [C] comes to for each whose score they tell."""
    out = np.zeros(everyone, np.int64)
    for who in sides:
        some = who >= 0
        how.at(out, who[some], column[some])
    return out


def _played(run: Run) -> pd.DataFrame:
    """Return the variants [K]: columns of SUBSTITUTES, deck, strategy, met, lucks, games."""
    frame, total = run.substitutes(), sums(run)
    frame = frame[frame["variant"] >= 0].reset_index(drop=True)
    variant = frame["variant"].to_numpy()
    frame = _named(run, frame).assign(met=total.rivals[variant], lucks=int(total.lucks.sum()))
    return frame.assign(games=total.games[variant])


def _stuck(run: Run) -> pd.DataFrame:
    """Return the cards that nothing can replace: of, deck, strategy, card."""
    frame = run.substitutes()
    return _named(run, frame[frame["variant"] < 0].reset_index(drop=True))[["of", *WHO]]


def _named(run: Run, frame: pd.DataFrame) -> pd.DataFrame:
    originals = run.entrants.iloc[frame["of"].to_numpy(dtype=np.int64)]
    return frame.assign(**{name: originals[name].to_numpy() for name in ("deck", "strategy")})


def effects(total: Sums, played: pd.DataFrame, size: int) -> Effects:
    """Return the differences between variants and their originals: `played` [K] has of, variant, same.

    `size`: the games of a block. Half of them each starts, so its two half points for a win come to `size` in either.
    """
    of, variant = (played[name].to_numpy() for name in ("of", "variant"))
    lots, lucks = len(total.lucks), int(total.lucks.sum())
    scale = 100 * ratio(1, total.rivals * size * lucks)[None, :, None]
    own = _influence(total.points.sum(axis=0)[None] * scale / 2, total.lucks)[0]
    square = (own**2).sum(axis=1) * ratio(lots, lots - 1)
    points = (total.points[:, of] - total.points[:, variant]) * scale[:, of]
    return Effects(
        value=points.sum(axis=2),
        influence=_influence(points, total.lucks),
        own=square[of],
        others=square[variant],
        proven=played["same"].to_numpy(dtype=np.bool_),
        units=np.minimum(lucks, np.maximum(total.distinct[of], total.distinct[variant])),
    )


def _influence(points: Floats, lucks: Ints) -> Floats:
    """Return how the lots [B] move sums over them: `points` [n, K, B] less what their luck ids have on average."""
    mean = points.sum(axis=2, keepdims=True) / lucks.sum()
    return np.asarray(points - mean * lucks, dtype=np.float64)


def mixed(found: Effects, rows: Sequence[list[int]]) -> Effects:
    """Return the means over the replacements of each card: `rows` [C] are those of a card."""
    weight = np.zeros((len(rows), len(found.own)))
    for card, some in enumerate(rows):
        weight[card, some] = 1 / len(some)
    return Effects(
        value=found.value @ weight.T,
        influence=np.stack([weight @ part for part in found.influence]),
        own=weight @ found.own,
        others=weight**2 @ found.others,
        proven=np.array([found.proven[some].all() for some in rows], np.bool_),
        units=np.array([found.units[some].max() for some in rows], np.int64),
    )


def estimates(found: Effects, sided: bool, words: tuple[str, str, str]) -> pd.DataFrame:
    """Return the columns of PARTS for K effects, with error, kind, verdict and pairing; those by seat if `sided`."""
    columns: dict[str, Floats | Texts] = {}
    for names, weights in PARTS.items():
        value, influence = np.tensordot(weights, found.value, 1), np.tensordot(weights, found.influence, 1)
        told = names[0] == "worth" or sided
        error, low, high, kind = _limits(value, influence, found, 100 * float(np.abs(weights).sum()))
        columns |= {
            name: column if told else np.full(len(value), np.nan)
            for name, column in zip(names, (value, low, high), strict=True)
        }
        if names[0] == "worth":
            columns |= {
                "error": error,
                "kind": kind,
                "pairing": ratio(error**2, np.where(error > 0, found.own + found.others, 0)),
            }
    frame = pd.DataFrame(columns)
    verdict = verdicts(frame["low"], frame["high"], 0.0, words)
    return frame.assign(verdict=np.where(frame["kind"] == EXACT, "even", verdict))


def _limits(value: Floats, influence: Floats, found: Effects, most: float) -> tuple[Floats, Floats, Floats, Texts]:
    """Return error, low, high and kind [K] of effects, which lie from -most to most; limits hold for all at once."""
    lots = influence.shape[1]
    if lots < 2:
        nothing = np.full(len(value), np.nan)
        return nothing, nothing, nothing, np.full(len(value), NONE)
    error = np.sqrt((influence**2).sum(axis=1) * lots / (lots - 1))
    error = np.where(error < most * ROUNDING, 0.0, error)
    reach = _critical(influence[error > 0], lots - 1) * error if (error > 0).any() else error
    wide = [2 * most * limit - most for limit in agreeing((value / most + 1) / 2, found.units, together(len(value)))]
    agree = (error == 0) & ~found.proven
    low, high = (np.where(agree, limit, value + sign * reach) for limit, sign in zip(wide, (-1, 1), strict=True))
    return error, low, high, np.select([agree, found.proven & (error == 0)], [AGREE, EXACT], T)


def _critical(influence: Floats, freedom: int) -> float:
    """Return the c with which estimate ± c × error holds all K at once: simulated, or of many by Šidák."""
    if len(influence) > MOST:
        return float(sidak(len(influence), freedom))
    return joint_critical(influence @ influence.T, freedom, DRAWS)


def _ranked(part: pd.DataFrame) -> pd.DataFrame:
    """Return the cards of a deck by falling worth, with ranks whose limits count who is wholly apart."""
    part = part.sort_values("worth", ascending=False, kind="stable", ignore_index=True)
    above, below = apart(part["low"], part["high"])
    return part.assign(rank=np.arange(1, len(part) + 1), rank_low=1 + above, rank_high=len(part) - below)
