"""Which game of each cell was the most lopsided, and which the closest: two to replay. From the kept games."""

from typing import Final

import numpy as np
import pandas as pd

from reports.runs import Run
from reports.stats.clustered import Ints
from sim.errors import InputError

_SHIFT: Final = 46  # bits of a game's place in its cell: luck id and arrangement; the margin stands above them
_MASK: Final = (1 << _SHIFT) - 1
_UNKNOWN: Final = -1


def extremes(run: Run) -> pd.DataFrame:
    """Return for every cell its most lopsided and its closest kept game, in plan order; of equals the first.

    Columns: cell, name, rival, lopsided, lopsided_margin, closest, closest_margin (games by name, margins for `name`).
    No rows where no game was kept, or not all of the files are there any more. A cell without kept games has none.
    """
    keys, names = run.cells["cell"].to_numpy(), run.entrants["name"].to_numpy()
    frame = pd.DataFrame({"cell": [f"{key:012x}" for key in keys]})
    frame = frame.assign(name=names[run.cells["a"]], rival=names[run.cells["b"]])
    if not run.kept():
        return frame.head(0).assign(lopsided="", lopsided_margin=0, closest="", closest_margin=0)
    widest, least = _packed(run)
    for column, packed, place in (("lopsided", widest, widest ^ _MASK), ("closest", least, least)):
        frame[column], frame[f"{column}_margin"] = _named(frame["cell"], packed, place & _MASK)
    return frame


def _packed(run: Run) -> tuple[Ints, Ints]:
    """Return the greatest and the least packed game of each cell [C] in one pass; _UNKNOWN where none was kept.

    Packed: the margin's size, above the game's place, so that the greater of two numbers is the wider game and the
    lesser the closer one. The place is turned round for the greatest, where the first of equals is wanted as well; the
    margin's sign is the last bit.
    """
    code, keys = pd.factorize(run.cells["cell"])  # of drawn pairs two may share a key: they share their games, too
    widest = np.full(len(keys), _UNKNOWN, np.int64)
    least = np.full(len(keys), np.iinfo(np.int64).max, np.int64)
    index = pd.Index(keys)
    for batch in run.games("cell", "luck", "arrangement", "margin"):
        cell, packed = batch["cell"].to_numpy(), _pack(batch)
        starts = np.flatnonzero(np.diff(cell, prepend=cell[0] - 1))  # rows of a cell stand together
        rows = index.get_indexer(cell[starts])
        if rows.min() < 0:
            raise InputError(f"{run.path / 'games'}: has a cell that cells.parquet has not; repeat the run")
        np.minimum.at(least, rows, np.minimum.reduceat(packed, starts))
        np.maximum.at(widest, rows, np.maximum.reduceat(packed ^ _MASK, starts))
    return widest[code], np.where(widest == _UNKNOWN, _UNKNOWN, least)[code]


def _pack(batch: pd.DataFrame) -> Ints:
    """Return each game of a frame of rows as one number: margin's size, luck id, arrangement, margin's sign."""
    luck, seat, margin = (batch[name].to_numpy().astype(np.int64) for name in ("luck", "arrangement", "margin"))
    packed: Ints = (np.abs(margin) << _SHIFT) | (luck << 3) | (seat << 1) | (margin < 0)
    return packed


def _named(cells: pd.Series, packed: Ints, place: Ints) -> tuple[pd.Series, pd.Series]:
    """Return the names of packed games, and their margins; nothing where none was kept."""
    known = packed != _UNKNOWN
    names = cells + ":" + (place >> 3).astype(str) + ":" + (place >> 1 & 3).astype(str)
    margin = pd.Series((packed >> _SHIFT) * np.where(place & 1, -1, 1))
    return names.where(known, ""), margin.where(known).astype("Int64")
