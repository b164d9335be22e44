"""The answers as frames: who is strong, who meets whom, what going first is worth. The facts of play are in `record`.

Scores are per cent of the points (a win 1, a draw 1/2); edges are points, so that +5 means 55 : 45. Every number has
`low` and `high` (95 %), the `kind` of interval, and the n it rests on: `units`
(the luck ids, as a rule; entrants where pairs were drawn at random) or `blocks`, and `games`. `met` counts the rivals
(entrants, decks or strategies) that were met.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import pandas as pd

from reports import decided, stopping
from reports.pooled import edge_proven, groups, limits
from reports.ranking import ranked
from reports.runs import Run
from reports.stats.goal import FAVOURED, OPEN, UNFAVOURED
from reports.stats.intervals import (
    AGREE,
    ANYTIME,
    EXACT,
    LEVEL,
    NONE,
    STOPPED,
    Floats,
    Limits,
    T,
    Texts,
    band_interval,
    block_moments,
    few_differ,
    of_blocks,
    ratio,
    score_interval,
    t_interval,
    wilson,
)
from reports.stats.simultaneous import together
from reports.stream import stream, usual
from reports.words import EVEN

Interval = Callable[..., tuple[Floats, Floats, Texts]]
COUNTS: Final = ["units", "met", "lucks", "cells", "blocks", "games"]
EDGES: Final = (
    *("edge", "edge_low", "edge_high", "edge_kind", "edge_verdict"),
    *("edge_elo", "edge_elo_low", "edge_elo_high"),
)
LIMITS: Final = ["low", "high", "kind", *COUNTS]
ALL: Final = "all strategies"
NEWCOMBE: Final = "Newcombe"  # kind: of the difference of two rates of independent games


def standings(run: Run) -> pd.DataFrame:
    """Return every entrant with its mean score against the field, best first.

    The field is all entrants it met but itself, each cell of equal weight. Columns: rank, rank_low, rank_high, name,
    deck, strategy, score, LIMITS, tied, above, below, near: see `ranking.ranked`.
    """
    means = _groups(run, "entrant", "score").set_index("entrant")
    frame = run.entrants[["name", "deck", "strategy"]].join(means[["value", "group", *LIMITS]])
    nothing = {"kind": NONE, "group": -1, **dict.fromkeys(COUNTS, 0)}
    frame = frame.fillna(nothing).astype(dict.fromkeys(["group", *COUNTS], "int64"))
    return ranked(run, ("entrant", "score"), frame.rename(columns={"value": "score"}), ["name", "deck", "strategy"])


def deck_strength(run: Run) -> pd.DataFrame:
    """Return every deck's mean score against the other decks, both sides playing one strategy; best first.

    One part a `scope`: first all strategies pooled, then each strategy by itself. Columns: scope, best (the scope is
    the strongest strategy), rank, rank_low, rank_high, deck, score, LIMITS, tied, above, below, near within the scope.
    """
    every = _groups(run, "deck", "score").assign(scope=ALL)
    each = _groups(run, "deck in strategy", "score")
    each = each.assign(scope=each["strategy"])
    best = best_strategy(run)
    parts = [
        ranked(run, (str(part["table"].iloc[0]), "score"), _scored(part, "scope", "deck"), ["deck"])
        for _, part in pd.concat([every, each], ignore_index=True).groupby("scope", sort=False)
    ]
    frame = (
        pd.concat(parts, ignore_index=True)
        if parts
        else ranked(run, ("deck", "score"), _scored(every, "scope", "deck"), ["deck"])
    )
    frame.insert(0, "best", frame["scope"] == best)
    return frame[["scope", "best", *(name for name in frame.columns if name not in ("scope", "best"))]]


def strategy_strength(run: Run) -> pd.DataFrame:
    """Return every strategy's mean score against the other strategies, over all decks of both sides; best first.

    Columns: rank, rank_low, rank_high, strategy, score, LIMITS, tied, above, below, near.
    """
    frame = _scored(_groups(run, "strategy", "score"), "strategy")
    return ranked(run, ("strategy", "score"), frame, ["strategy"])


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
    rival_strategy, score, low, high, kind; band_low, band_high (all match-ups at once) with the verdict that they give,
    of a run with a goal its decision; blocks, games, wins, draws, losses; edge, edge_low, edge_high (points),
    edge_kind, edge_verdict, edge_elo, edge_elo_low, edge_elo_high (as in `first_player`); margin, margin_low,
    margin_high (mean of a game in the ruleset's own unit, t over blocks).
    """
    cells = run.cells.drop(columns="margin").assign(row=np.arange(len(run.cells)))
    cells = cells.join(_cell_scores(run)).join(_cell_verdicts(run)).join(_cell_edges(run)).join(_cell_margins(run))
    other = cells.assign(a=cells["b"], b=cells["a"], score=100 - cells["score"], wins=cells["losses"])
    other = other.assign(losses=cells["wins"], low=100 - cells["high"], high=100 - cells["low"])
    other = other.assign(band_low=100 - cells["band_high"], band_high=100 - cells["band_low"])
    other["verdict"] = cells["verdict"].map(lambda word: decided.OTHER_SIDE.get(word, word))
    other = other.assign(margin=-cells["margin"], margin_low=-cells["margin_high"], margin_high=-cells["margin_low"])
    frame = pd.concat([cells, other[cells["a"] != cells["b"]]]).sort_values("row", kind="stable", ignore_index=True)
    frame["cell"] = [f"{key:012x}" for key in frame["cell"]]
    for column, source in (("name", "name"), ("deck", "deck"), ("strategy", "strategy")):
        names = run.entrants[source].to_numpy()
        frame[column], frame[f"rival_{column}"] = names[frame["a"]], names[frame["b"]]
    frame = frame.rename(columns={"rival_name": "rival"})
    who = ["cell", "first_luck", "name", "rival", "deck", "rival_deck", "strategy", "rival_strategy"]
    numbers = [
        "score",
        "low",
        "high",
        "kind",
        "band_low",
        "band_high",
        "verdict",
        "blocks",
        "games",
        "wins",
        "draws",
        "losses",
    ]
    return frame[[*who, *numbers, *EDGES, "margin", "margin_low", "margin_high"]]


def first_player(run: Run) -> pd.DataFrame:
    """Return the first player's edge in points: overall, then per deck and per strategy over the cells they are in.

    Mirrors count, each cell has equal weight. Columns: table (all, deck, strategy), name, edge, LIMITS; band_low,
    band_high (all rows of the table at once) with the verdict that they give; elo, elo_low, elo_high: the edge in
    Elo-like units, unknown where an edge is all there can be.
    """
    parts = [_groups(run, table, "edge").join(_edge_bands(run, table)) for table in ("all", "deck", "strategy")]
    frame = pd.concat(parts, ignore_index=True).rename(columns={"value": "edge"})
    frame["name"] = np.where(frame["table"] == "all", "all games", frame["deck"] + frame["strategy"])
    frame["verdict"] = _edge_words(frame["band_low"], frame["band_high"], frame["kind"])
    for name, source in (("elo", "edge"), ("elo_low", "low"), ("elo_high", "high")):
        frame[name] = _elo(frame[source].to_numpy())
    return frame[["table", "name", "edge", *LIMITS, "band_low", "band_high", "verdict", "elo", "elo_low", "elo_high"]]


def _edge_bands(run: Run, table: str) -> pd.DataFrame:
    """Return band_low and band_high (points) of the edges of one table, which hold all of them at once (Šidák)."""
    means = groups(run, (table, "edge"))
    wide = limits(run, means, "edge", together(len(means)))
    return pd.DataFrame({"band_low": 100 * wide["low"], "band_high": 100 * wide["high"]})


def _edge_words(low: pd.Series, high: pd.Series, kind: pd.Series) -> Texts:
    """Return the verdict on edges of going first, by their limits and kind."""
    return np.where(kind == EXACT, "even", verdicts(low, high, 0.0, ("helps", "hurts", "open")))


def _elo(edge: Floats) -> Floats:
    """Return edges in points as Elo-like units, of which 400 are odds of 10 : 1; NaN for an edge of 50 either way."""
    odds = ratio(50 + edge, 50 - edge)
    return 400 * np.log10(np.where(odds > 0, odds, np.nan))


def verdicts(low: pd.Series, high: pd.Series, even: float, words: tuple[str, str, str]) -> Texts:
    """Return for each interval [K] the word for wholly above `even`, wholly below it, or neither (nothing if NaN)."""
    return np.select([low > even, high < even, low.notna() & high.notna()], list(words), "")


def _groups(run: Run, table: str, what: str) -> pd.DataFrame:
    """Return the pooled means of one table, `value`, `low` and `high` in per cent or points."""
    part = groups(run, (table, what))
    part = part.assign(group=np.arange(len(part)), table=table)
    return part.assign(value=100 * part["mean"], low=100 * part["low"], high=100 * part["high"])


def _scored(means: pd.DataFrame, *names: str) -> pd.DataFrame:
    """Return what `ranked` needs of a table of means."""
    return means[[*names, "value", "group", *LIMITS]].rename(columns={"value": "score"})


def _cell_verdicts(run: Run) -> pd.DataFrame:
    """Return band_low, band_high (per cent) of every cell, which hold the scores of all cells at once, and verdict.

    Each is the cell's own interval at the level 0.95^(1/M) for M cells: enough however they go together (Šidák 1967).
    A run that had a goal has both from its log: what it decided is what is said.
    """
    if run.goal is not None:
        return decided.of_cells(run)
    single = _cell_scores(run)
    uncertain = int((~single["kind"].isin([EXACT, NONE])).sum())
    band = _cell_scores(run, together(uncertain), band_interval)
    words = verdicts(band["low"], band["high"], EVEN, (FAVOURED, UNFAVOURED, OPEN))
    verdict = np.where(single["kind"] == EXACT, "even", words)
    return pd.DataFrame({"band_low": band["low"], "band_high": band["high"], "verdict": verdict})


def _cell_scores(run: Run, level: float = LEVEL, interval: Interval = score_interval) -> pd.DataFrame:
    """Return score, low, high (per cent, each at this level) and kind of A in every cell, over its blocks.

    Of cells that stopped by what they showed, the confidence sequence.
    """
    cells = run.cells
    size = run.block_games
    points = cells["points_first"] + cells["points_second"]
    mean, error = (x / (2 * size) for x in block_moments(points, cells["points_squares"], cells["blocks"]))
    exact = (cells["a"] == cells["b"]) & run.even_mirrors & (mean == 0.5)
    low, high, kind = interval(mean, error, cells["blocks"], run.counted, exact, level)
    if run.stopped:
        low, high, kind = _stopped(run, (mean, error), (low, high, kind), level)
    elif size == 1 or not run.drawn:
        often, others = (0, 0) if run.drawn else usual(stream(run).tallies["score"])
        moments = (mean, error, cells["blocks"])
        low, high, kind = of_blocks((low, high, kind), moments, often / (2 * size), others, size, level)
    return pd.DataFrame({"score": 100 * mean, "low": 100 * low, "high": 100 * high, "kind": kind})


def _stopped(
    run: Run, moments: Limits, fixed: tuple[Floats, Floats, Texts], level: float
) -> tuple[Floats, Floats, Texts]:
    """Return low, high and kind [C] of A's scores in cells that stopped by what they showed.

    `fixed` is what would be said of fixed blocks. Where all blocks agree the sequence leaves about what Wilson does.
    """
    goal = run.goal
    assert goal is not None
    low, high = stopping.scores(run, goal, *moments, level)
    free = np.isin(fixed[2], [T, AGREE])
    kind = np.where(free, ANYTIME, fixed[2])
    return np.where(free, low, fixed[0]), np.where(free, high, fixed[1]), kind


def _cell_edges(run: Run) -> pd.DataFrame:
    """Return the columns EDGES of every cell: the edge over blocks, unpaired where a block is one game.

    Nothing is known where each game rolled for who began.
    """
    frame = _unpaired_edges(run) if run.manifest["luck"] == "single" else _paired_edges(run)
    frame["edge_verdict"] = _edge_words(frame["edge_low"], frame["edge_high"], frame["edge_kind"])
    for end in ("", "_low", "_high"):
        frame[f"edge_elo{end}"] = _elo(frame[f"edge{end}"].to_numpy())
    return frame


def _paired_edges(run: Run) -> pd.DataFrame:
    """Return edge, edge_low, edge_high (points) and edge_kind of every cell over its blocks."""
    cells = run.cells
    size = 2 * run.block_games  # half points; (first - second) / (size / 2) / 2 is the block's edge
    gap = cells["points_first"] - cells["points_second"]
    mean, error = (x / size for x in block_moments(gap, cells["edge_squares"], cells["blocks"]))
    exact, wider = edge_proven(run) & (mean == 0), stopping.wider(run, LEVEL)
    found = score_interval(mean + 0.5, error * wider, cells["blocks"], run.counted, exact)
    if not (run.drawn or run.stopped):
        often, others = usual(stream(run).tallies["edge"])
        found = few_differ(found, (mean + 0.5, error, cells["blocks"]), often / size + 0.5, others)
    low, high, kind = found
    kind = np.where((kind == T) & run.stopped, STOPPED, kind)
    return _edge_columns(100 * mean, 100 * (low - 0.5), 100 * (high - 0.5), kind)


def _edge_columns(*columns: Floats | Texts) -> pd.DataFrame:
    """Return edge, edge_low, edge_high and edge_kind as a frame."""
    return pd.DataFrame(dict(zip(EDGES[:4], columns, strict=True)))


def _cell_margins(run: Run) -> pd.DataFrame:
    """Return margin (a game), margin_low and margin_high of every cell, A's side; t over its blocks.

    Blocks that all agree have no limits.
    """
    cells = run.cells
    size = run.block_games
    mean, error = (x / size for x in block_moments(cells["margin"], cells["margin_squares"], cells["blocks"]))
    error = np.where(error > 0, error, np.nan) * stopping.wider(run, LEVEL)
    low, high = t_interval(mean, error, cells["blocks"])
    return pd.DataFrame({"margin": mean, "margin_low": low, "margin_high": high})


def _unpaired_edges(run: Run) -> pd.DataFrame:
    """Return edge, edge_low, edge_high and edge_kind of cells of single games: half the difference of two rates.

    Limits by Newcombe's hybrid score (1998) from the Wilson limits of both rates, wider where cells stopped by what
    they showed; draws count a half. All NaN where each game rolled for who began.
    """
    cells, wider = run.cells, stopping.wider(run, LEVEL)
    first, later = cells["games_first"], cells["games"] - cells["games_first"]
    p, q = ratio(cells["points_first"], 2 * first), ratio(cells["points_second"], 2 * later)
    (p_low, p_high), (q_low, q_high) = wilson(p, first), wilson(q, later)
    low = np.maximum(p - q - wider * np.hypot(p - p_low, q_high - q), -1)
    high = np.minimum(p - q + wider * np.hypot(p_high - p, q - q_low), 1)
    known = np.isfinite(low) & (not run.rolled)
    numbers = (np.where(known, 50 * x, np.nan) for x in (p - q, low, high))
    return _edge_columns(*numbers, np.where(known, NEWCOMBE, NONE))
