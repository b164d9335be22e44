"""Pooled means of a run with their clustered errors, one table of them at a time.

Three quantities are pooled. `score`: half points of the side over twice its games. `edge`: (score when first - score
when second) / 2, the same number for both sides of a cell. `turns`: turns a game.
"""

from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd

from reports.members import Bools, Part, Table, part
from reports.runs import Run
from reports.stats.clustered import Ints, clustered_error
from reports.stats.drawn import drawn_error
from reports.stats.intervals import (
    LEVEL,
    NONE,
    RIVALS,
    STOPPED,
    Floats,
    Limits,
    T,
    ratio,
    score_interval,
    t_interval,
)
from reports.stats.stopped import widened
from reports.stream import stream

_OWN: Final = ("entrant", "deck", "deck in strategy")  # tables whose scores belong to one side


@lru_cache(maxsize=16)
def groups(run: Run, table: Table) -> pd.DataFrame:
    """Return one of the TABLES of means, a row a group in the order in which the cells name them; kept for some.

    Columns: entrant, deck, strategy; mean, error (standard error), low, high in its own unit; kind; units, met, lucks,
    cells, blocks, games; wider (by how much the error is, since cells stopped by what they showed; not of drawn pairs).
    """
    members = part(run, table)
    values = _values(run, members, table[1])
    frame = _means(run, members, values)
    if table[1] == "edge":
        proven = np.bincount(members.group, ~edge_proven(run)[members.row] | (values != 0), len(frame)) == 0
        frame["exact"] = proven
    if run.drawn:
        error, units = _drawn_error(members, values, frame, whole=table[0] not in _OWN or table[1] != "score")
    else:
        units = frame["lucks"].to_numpy()
        error = clustered_error(stream(run).influence[table], units, run.halves)
        frame["wider"] = 1.0
        if run.stopped:
            plain, error = error, widened(error, _own_errors(run, members, table[1], len(frame)))
            frame["wider"] = np.where(plain > 0, ratio(error, plain), 1.0)
    return limits(run, frame.assign(units=units, error=error), table[1])


def _own_errors(run: Run, members: Part, what: str, groups_: int) -> Floats:
    """Return [G] the mean over each group's cells of the standard error that a cell has by itself; none counts as 0."""
    own = np.nan_to_num(stream(run).own[what])[members.row]
    return np.bincount(members.group, own, groups_) / np.maximum(np.bincount(members.group, minlength=groups_), 1)


def _values(run: Run, members: Part, what: str) -> Floats:
    """Return what each membership's cell says of its quantity: score of the side, edge, or turns a game."""
    cells = run.cells
    if what == "turns":
        return ratio(cells["turns"], cells["games"])[members.row]
    if what == "score":
        score = ratio(cells["points_first"] + cells["points_second"], 2 * cells["games"])[members.row]
        return np.where(members.side > 0, score, 1 - score)
    first = ratio(cells["points_first"], 2 * cells["games_first"])
    later = ratio(cells["points_second"], 2 * (cells["games"] - cells["games_first"]))
    return ((first - later) / 2)[members.row]


def _means(run: Run, members: Part, values: Floats) -> pd.DataFrame:
    """Return the groups with their means, each the plain mean of its cells, and with what they rest on."""
    group, count = members.group, len(members.names)
    cells = np.bincount(group, minlength=count)
    columns = {"blocks": run.cells["blocks"], "games": run.cells["games"], "distinct": run.counted}
    held = {name: column.to_numpy()[members.row] for name, column in columns.items()}
    total = {name: np.bincount(group, column, count).astype(np.int64) for name, column in held.items()}
    most = {name: np.zeros(count, np.int64) for name in ("blocks", "distinct")}
    for name, out in most.items():
        np.maximum.at(out, group, held[name])
    width = int(members.met.max(initial=0)) + 1
    rivals = np.sort(
        group.astype(np.int64) * width + members.met
    )  # unlike np.unique, whose hashes are slow for millions
    rivals = rivals[np.diff(rivals, prepend=-1) != 0]
    return members.names.assign(
        mean=np.bincount(group, values, count) / np.maximum(cells, 1),
        exact=False,
        lucks=(total if run.drawn else most)["blocks"],
        met=np.bincount(rivals // width, minlength=count),
        cells=cells,
        blocks=total["blocks"],
        games=total["games"],
        distinct=(total if run.drawn else most)["distinct"],  # drawn pairs share no luck, so no games either
    )


def _drawn_error(members: Part, values: Floats, frame: pd.DataFrame, whole: bool) -> tuple[Floats, Ints]:
    """Return standard error and entrants [G] of each group's mean where pairs were drawn at random.

    What belongs to an entrant or a deck is clustered on its rivals, all else (`whole`) on both sides.
    """
    group = members.group
    influence = (values - frame["mean"].to_numpy()[group]) / frame["cells"].to_numpy()[group]
    entrants = np.stack([members.me, members.rival], axis=1) if whole else members.rival[:, None]
    return drawn_error(group, influence, entrants, len(frame))


def edge_proven(run: Run) -> Bools:
    """Return for each cell [C] whether the design leaves no first-player edge but 0.

    With equal seats arrangements 0 and 3 are the same game, and so are 1 and 2 (design, section 8).
    """
    proven = bool(run.manifest["seats_equal"]) and run.manifest["luck"] in ("deck", "block")
    return np.full(len(run.cells), proven)


def limits(run: Run, frame: pd.DataFrame, what: str, level: float = LEVEL) -> pd.DataFrame:
    """Return groups with low, high and kind: scores within 0..1, edges within -0.5..0.5, turns without bounds.

    The frame has mean, error (standard error), units, distinct and exact; `level` is that of each interval.
    """
    mean, error, units, half = (
        frame["mean"].to_numpy(),
        frame["error"].to_numpy(),
        frame["units"],
        0.5 * (what == "edge"),
    )
    if what == "turns":
        free: Limits = t_interval(mean, np.where(error > 0, error, np.nan), units, level)
        low, high, kind = *free, np.where(np.isnan(free[0]), NONE, T)
    else:
        low, high, kind = score_interval(mean + half, error, units, frame["distinct"], frame["exact"], level)
    kind = np.where((kind == T) & (run.drawn | run.stopped), STOPPED if run.stopped else RIVALS, kind)
    return frame.assign(low=low - half, high=high - half, kind=kind)
