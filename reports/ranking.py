"""Rows by falling score with their ranks. Decisions: README, "rank sets"."""

from typing import Final

import numpy as np
import pandas as pd

from reports.members import Table
from reports.pooled import groups, limits
from reports.runs import Run
from reports.stats.clustered import small_sample
from reports.stats.intervals import AGREE, Floats, ratio, t_interval
from reports.stats.ranks import Ranks, from_bands, from_differences
from reports.stats.simultaneous import together
from reports.stream import stream

MOST: Final = 100  # rows whose differences are looked at one by one; above, bands on each row serve
COUNTS: Final = ("above", "below", "near")


def ranked(run: Run, table: Table, frame: pd.DataFrame, ties: list[str]) -> pd.DataFrame:
    """Return the rows of a table of pooled scores by falling score; who has no score is last and has no rank.

    `frame` has score, met and `group`: its row in `groups(run, table)`, -1 for none. New columns: rank, rank_low,
    rank_high (those surely above and below, all rows of the frame together with 95 %), tied (not apart from the best of
    those that met as many rivals), above, below, near (rows surely above, surely below, neither).
    """
    frame = frame.sort_values(ties).sort_values("score", ascending=False, kind="stable", ignore_index=True)
    known = int(frame["score"].notna().sum())
    ranks = _ranks(run, table, frame.head(known))
    rank = pd.array(np.arange(1, known + 1), dtype="Int64")
    columns = {"rank": rank, "rank_low": 1 + ranks.above, "rank_high": known - ranks.below}
    for place, (name, column) in enumerate(columns.items()):
        frame.insert(place, name, pd.Series(column, dtype="Int64").reindex(frame.index))
    frame["tied"] = pd.Series(_tied(run, table, frame.head(known), ranks), dtype=bool).reindex(
        frame.index, fill_value=False
    )
    counts = (ranks.above, ranks.below, known - 1 - ranks.above - ranks.below)
    for name, column in zip(COUNTS, counts, strict=True):
        frame[name] = pd.Series(column, dtype="int64").reindex(frame.index, fill_value=0)
    return frame.drop(columns="group")


def covariance(run: Run, table: Table) -> Floats:
    """Return [G, G] the covariance of the means of a table, clustered on the luck ids that they share.

    A mean whose luck ids all agree has the variance that its interval stands for, never none.
    """
    means, total = groups(run, table), stream(run).influence[table]
    factor = np.sqrt(small_sample(means["lucks"].to_numpy(), run.halves)) * means["wider"].to_numpy()
    together = factor[:, None] * (total @ total.T) * factor
    agreeing = (means["kind"] == AGREE).to_numpy()
    together[agreeing] = together[:, agreeing] = 0
    together[agreeing, agreeing] = _agreeing_errors(means)[agreeing] ** 2
    return np.asarray(together, dtype=np.float64)


def _agreeing_errors(means: pd.DataFrame) -> Floats:
    """Return [G] the standard error whose t interval is as wide as the interval that there is."""
    _, half = t_interval(np.zeros(len(means)), np.ones(len(means)), means["units"])
    return ratio(means["high"] - means["low"], 2 * half)


def _ranks(run: Run, table: Table, frame: pd.DataFrame) -> Ranks:
    """Return the ranks of the rows of a frame, all of which have a score."""
    group, lucks = frame["group"].to_numpy(dtype=np.int64), frame["lucks"].min()
    if by_bands(run, frame):
        return _by_bands(run, table, frame)
    together = covariance(run, table)[np.ix_(group, group)]
    return from_differences(frame["score"].to_numpy() / 100, together, lucks - 1)


def by_bands(run: Run, frame: pd.DataFrame) -> bool:
    """Return whether the rows of a frame, all of which have a score, are told apart by bands, not by differences."""
    return not len(frame) or run.drawn or len(frame) > MOST or bool(frame["lucks"].min() < 2)


def _by_bands(run: Run, table: Table, frame: pd.DataFrame) -> Ranks:
    """Return the ranks by bands that hold all rows at once, however they go together (Šidák)."""
    if not len(frame):
        return Ranks(*(np.zeros(0, np.int64),) * 2, np.zeros(0, np.bool_))
    wide = limits(run, groups(run, table), table[1], together(len(frame))).iloc[frame["group"]]
    return from_bands(wide["low"].to_numpy(), wide["high"].to_numpy())


def _tied(run: Run, table: Table, frame: pd.DataFrame, ranks: Ranks) -> pd.Series:
    """Return for each row whether it is not apart from the best of those that met as many rivals."""
    if run.drawn or frame["met"].nunique() <= 1:
        return pd.Series(ranks.tied, frame.index)
    parts = [pd.Series(_ranks(run, table, part).tied, part.index) for _, part in frame.groupby("met")]
    return pd.concat(parts).sort_index()
