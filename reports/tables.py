"""The answers as frames: who is strong, who meets whom, what going first is worth. The facts of play are in `record`.

Scores are per cent of the points (a win 1, a draw 1/2); edges are points, so that +5 means 55 : 45. Every number has
`low` and `high` (95 %), the `kind` of interval, and the n it rests on: `units`
(the luck ids, as a rule; entrants where pairs were drawn at random) or `blocks`, and `games`. `met` counts the rivals
(entrants, decks or strategies) that were met.
"""

from typing import Final

import numpy as np
import pandas as pd

from reports.load import Run
from reports.pooled import edge_proven, groups
from reports.stats.intervals import (
    EXACT,
    NONE,
    WILSON,
    Texts,
    apart,
    block_moments,
    ratio,
    score_interval,
    t_interval,
    wilson,
)

EXACT_MIRRORS: Final = ("seat", "block")  # luck modes in which a mirror is even by design
COUNTS: Final = ["units", "met", "lucks", "cells", "blocks", "games"]
LIMITS: Final = ["low", "high", "kind", *COUNTS]
ALL: Final = "all strategies"


def standings(run: Run) -> pd.DataFrame:
    """Return every entrant with its mean score against the field, best first.

    The field is all entrants it met but itself, each cell of equal weight. Columns: rank, rank_low, rank_high, name,
    deck, strategy, score, LIMITS, above, below, near (entrants whose interval is wholly above, below, neither).
    """
    means = _groups(run, "entrant", "score").set_index("entrant")
    frame = run.entrants[["name", "deck", "strategy"]].join(means[["value", *LIMITS]])
    frame = frame.fillna({"kind": NONE, **dict.fromkeys(COUNTS, 0)}).astype(dict.fromkeys(COUNTS, "int64"))
    return _ranked(frame.rename(columns={"value": "score"}), ["name", "deck", "strategy"])


def deck_strength(run: Run) -> pd.DataFrame:
    """Return every deck's mean score against the other decks, both sides playing one strategy; best first.

    One part a `scope`: first all strategies pooled, then each strategy by itself. Columns: scope, best (the scope is
    the strongest strategy), rank, rank_low, rank_high, deck, score, LIMITS, above, below, near within the scope.
    """
    every = _groups(run, "deck", "score").assign(scope=ALL)
    each = _groups(run, "deck in strategy", "score")
    each = each.assign(scope=each["strategy"])
    best = best_strategy(run)
    parts = [
        _ranked(part[["scope", "deck", "value", *LIMITS]].rename(columns={"value": "score"}), ["deck"])
        for _, part in pd.concat([every, each], ignore_index=True).groupby("scope", sort=False)
    ]
    frame = pd.concat(parts, ignore_index=True) if parts else _ranked(_no_rows("scope", "deck", "score"), ["deck"])
    frame.insert(0, "best", frame["scope"] == best)
    return frame[["scope", "best", *(name for name in frame.columns if name not in ("scope", "best"))]]


def strategy_strength(run: Run) -> pd.DataFrame:
    """Return every strategy's mean score against the other strategies, over all decks of both sides; best first.

    Columns: rank, rank_low, rank_high, strategy, score, LIMITS, above, below, near.
    """
    frame = _groups(run, "strategy", "score")[["strategy", "value", *LIMITS]]
    return _ranked(frame.rename(columns={"value": "score"}), ["strategy"])


def best_strategy(run: Run) -> str | None:
    """Return the strategy with the highest mean score, the only one there is, or None if they never met."""
    ranked = strategy_strength(run)
    if len(ranked):
        return str(ranked["strategy"].iloc[0])
    names = run.entrants["strategy"].unique()
    return str(names[0]) if len(names) == 1 else None


def matchups(run: Run) -> pd.DataFrame:
    """Return every cell seen from both sides (a mirror once), in plan order, A's side first.

    Columns: cell (12 hexadecimal digits), first_luck (its lowest luck id), name, rival, deck, rival_deck, strategy,
    rival_strategy, score, low, high, kind, verdict, blocks, games, wins, draws, losses, edge, edge_low, edge_high;
    margin, margin_low, margin_high (mean of a game in the ruleset's own unit, t over blocks).
    """
    cells = run.cells.drop(columns="margin").assign(row=np.arange(len(run.cells)))
    cells = cells.join(_cell_scores(run)).join(_cell_edges(run)).join(_cell_margins(run))
    other = cells.assign(a=cells["b"], b=cells["a"], score=100 - cells["score"], wins=cells["losses"])
    other = other.assign(losses=cells["wins"], low=100 - cells["high"], high=100 - cells["low"])
    other = other.assign(margin=-cells["margin"], margin_low=-cells["margin_high"], margin_high=-cells["margin_low"])
    frame = pd.concat([cells, other[cells["a"] != cells["b"]]]).sort_values("row", kind="stable", ignore_index=True)
    frame["cell"] = [f"{key:012x}" for key in frame["cell"]]
    for column, source in (("name", "name"), ("deck", "deck"), ("strategy", "strategy")):
        names = run.entrants[source].to_numpy()
        frame[column], frame[f"rival_{column}"] = names[frame["a"]], names[frame["b"]]
    frame = frame.rename(columns={"rival_name": "rival"})
    words = verdicts(frame["low"], frame["high"], 50.0, ("favoured", "unfavoured", "open"))
    frame["verdict"] = np.where(frame["kind"] == EXACT, "even", words)
    who = ["cell", "first_luck", "name", "rival", "deck", "rival_deck", "strategy", "rival_strategy"]
    numbers = ["score", "low", "high", "kind", "verdict", "blocks", "games", "wins", "draws", "losses"]
    return frame[[*who, *numbers, "edge", "edge_low", "edge_high", "margin", "margin_low", "margin_high"]]


def first_player(run: Run) -> pd.DataFrame:
    """Return the first player's edge in points: overall, then per deck and per strategy over the cells they are in.

    Mirrors count, each cell has equal weight. Columns: table (all, deck, strategy), name, edge, LIMITS, verdict.
    """
    parts = [_groups(run, table, "edge") for table in ("all", "deck", "strategy")]
    frame = pd.concat(parts, ignore_index=True).rename(columns={"value": "edge"})
    frame["name"] = np.where(frame["table"] == "all", "all games", frame["deck"] + frame["strategy"])
    words = verdicts(frame["low"], frame["high"], 0.0, ("helps", "hurts", "open"))
    frame["verdict"] = np.where(frame["kind"] == EXACT, "even", words)
    return frame[["table", "name", "edge", *LIMITS, "verdict"]]


def verdicts(low: pd.Series, high: pd.Series, even: float, words: tuple[str, str, str]) -> Texts:
    """Return for each interval [K] the word for wholly above `even`, wholly below it, or neither (nothing if NaN)."""
    return np.select([low > even, high < even, low.notna() & high.notna()], list(words), "")


def _groups(run: Run, table: str, what: str) -> pd.DataFrame:
    """Return the pooled means of one table, `value`, `low` and `high` in per cent or points."""
    part = groups(run, (table, what))
    return part.assign(table=table, value=100 * part["mean"], low=100 * part["low"], high=100 * part["high"])


def _ranked(frame: pd.DataFrame, ties: list[str]) -> pd.DataFrame:
    """Return the frame by falling score with ranks; who has no score is last and has no rank.

    The rank's limits count who is wholly apart. Intervals are one at a time, so the limits are no joint statement.
    """
    frame = frame.sort_values(ties).sort_values("score", ascending=False, kind="stable", ignore_index=True)
    above, below = apart(frame["low"], frame["high"])
    known = int(frame["score"].notna().sum())
    rank = pd.Series(np.arange(1, len(frame) + 1)).where(frame["score"].notna()).astype("Int64")
    frame.insert(0, "rank", rank)
    frame.insert(1, "rank_low", (1 + pd.Series(above)).where(rank.notna()).astype("Int64"))
    frame.insert(2, "rank_high", (known - pd.Series(below)).where(rank.notna()).astype("Int64"))
    near = np.maximum(known - 1 - above - below, 0)
    return frame.assign(above=above, below=below, near=near)


def _no_rows(*names: str) -> pd.DataFrame:
    """Return the frame of a table that the run has nothing for."""
    return pd.DataFrame({name: pd.Series(dtype="float64") for name in (*names, *LIMITS)})


def _cell_scores(run: Run) -> pd.DataFrame:
    """Return score, low, high (per cent) and kind of A in every cell, over its blocks."""
    cells = run.cells
    size = len(run.manifest["arrangements"]) if run.manifest["luck"] != "single" else 1
    points = cells["points_first"] + cells["points_second"]
    mean, error = (x / (2 * size) for x in block_moments(points, cells["points_squares"], cells["blocks"]))
    exact = (cells["a"] == cells["b"]) & (run.manifest["luck"] in EXACT_MIRRORS) & (mean == 0.5)
    low, high, kind = score_interval(mean, error, cells["blocks"], cells["distinct"], exact)
    if size == 1:
        alone = wilson(mean, cells["blocks"])
        free = (kind == "t") & (cells["blocks"] > 1)
        low, high, kind = np.where(free, alone[0], low), np.where(free, alone[1], high), np.where(free, WILSON, kind)
    return pd.DataFrame({"score": 100 * mean, "low": 100 * low, "high": 100 * high, "kind": kind})


def _cell_edges(run: Run) -> pd.DataFrame:
    """Return edge, edge_low and edge_high (points) of every cell: over blocks, unpaired where a block is one game."""
    cells = run.cells
    if run.manifest["luck"] == "single":
        return _unpaired_edges(cells)
    size = 2 * len(run.manifest["arrangements"])  # half points; (first - second) / (size / 2) / 2 is the block's edge
    gap = cells["points_first"] - cells["points_second"]
    mean, error = (x / size for x in block_moments(gap, cells["edge_squares"], cells["blocks"]))
    low, high, _ = score_interval(mean + 0.5, error, cells["blocks"], cells["distinct"], edge_proven(run) & (mean == 0))
    return pd.DataFrame({"edge": 100 * mean, "edge_low": 100 * (low - 0.5), "edge_high": 100 * (high - 0.5)})


def _cell_margins(run: Run) -> pd.DataFrame:
    """Return margin (a game), margin_low and margin_high of every cell, A's side; t over its blocks.

    Blocks that all agree have no limits.
    """
    cells = run.cells
    size = len(run.manifest["arrangements"]) if run.manifest["luck"] != "single" else 1
    mean, error = (x / size for x in block_moments(cells["margin"], cells["margin_squares"], cells["blocks"]))
    low, high = t_interval(mean, np.where(error > 0, error, np.nan), cells["blocks"])
    return pd.DataFrame({"margin": mean, "margin_low": low, "margin_high": high})


def _unpaired_edges(cells: pd.DataFrame) -> pd.DataFrame:
    """Return the edge of cells of single games: half the difference of two rates.

    Limits by Newcombe's hybrid score (1998) from the Wilson limits of both rates; draws count a half.
    """
    first, later = cells["games_first"], cells["games"] - cells["games_first"]
    p, q = ratio(cells["points_first"], 2 * first), ratio(cells["points_second"], 2 * later)
    (p_low, p_high), (q_low, q_high) = wilson(p, first), wilson(q, later)
    low = p - q - np.hypot(p - p_low, q_high - q)
    high = p - q + np.hypot(p_high - p, q - q_low)
    return pd.DataFrame({"edge": 50 * (p - q), "edge_low": 50 * low, "edge_high": 50 * high})
