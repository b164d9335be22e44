"""From files of results to answers: tables, plots and a page. Reads, never simulates."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame


def load(run: str | PathLike[str]) -> "dict[str, DataFrame]":
    """Return all tables of the run in the folder `run` by name, with the types and meanings of `reports.columns`.

    They are the tables that `tourney report` writes. InputError if the run is missing or broken.
    """
    from reports import columns, frames, runs  # noqa: PLC0415  # whoever needs the statistics alone loads no pandas

    found = runs.load(Path(run))
    return {name: columns.typed(frame) for name, frame in frames.frames(found).items()}
