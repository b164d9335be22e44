"""A run's files as frames; the only file of this room that reads a run."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from reports.stats.clustered import Ints
from reports.stats.goal import Goal
from sim.errors import InputError
from sim.results import (
    BLOCKS,
    BUDGET,
    CELLS,
    DECISIONS,
    ENTRANTS,
    EVEN_MIRRORS,
    GAMES,
    SUBSTITUTES,
    TOTALS,
    Column,
)

FORMAT: Final = 2  # of manifest.json
KEYS: Final = (
    *("name", "ruleset", "ruleset_version", "config_hash", "seed", "luck", "first", "keep", "pairing", "blocks"),
    *("arrangements", "seats_equal", "endings", "entrants", "cells", "games", "files", "versions"),
)
ROWS: Final = 1 << 18  # rows of blocks or games in memory at a time
EXCHANGED: Final = "substitutes.parquet"  # of a run with variants of its decks
CHECKED: Final = (  # what a report rests on
    *("entrants.parquet", "cells.parquet", "totals.parquet", EXCHANGED),
    *("blocks/", "budget/"),
)
DECIDED: Final = "decisions.parquet"  # of a run that decided by itself when to stop
LISTED: Final = 10_000  # cells of drawn pairs that are listed one by one: so many more have met too briefly to tell


@dataclass(frozen=True, eq=False)
class Run:
    """One run: what was played, and what came of it. Two runs are equal only if they are the same object."""

    path: Path
    manifest: dict[str, Any]
    entrants: pd.DataFrame  # [E] the columns ENTRANTS of sim/results.py; slots and roles are lists
    cells: pd.DataFrame  # [C] the columns CELLS, in plan order
    totals: pd.DataFrame  # [T] the columns TOTALS without the lists: a row for each pair of strategies
    endings: Ints  # [T, endings] games by ending
    lengths: Ints  # [T, longest + 1] games by turns
    whole: "Run | None" = None  # the same with the variants of the decks, which have no part in anything else

    @property
    def drawn(self) -> bool:
        """Whether the pairs were drawn at random, each to meet on luck ids of its own."""
        return isinstance(self.manifest["pairing"], dict)

    @property
    def rolled(self) -> bool:
        """Whether each game rolled for who began, so that the seats of the arrangement do not say it."""
        return bool(self.manifest["first"] == "rolled")

    @property
    def sided(self) -> bool:
        """Whether going first can be told from going second: the seats differ, and who began is known."""
        return not self.manifest["seats_equal"] and not self.rolled

    @property
    def counted(self) -> pd.Series:
        """Return [C] the most blocks that count where all of a cell agree: those of different games.

        Of a run with a goal all, as in the sequence that it decided by: a second word beside it would contradict it.
        """
        return self.cells["distinct" if self.goal is None else "blocks"]

    @property
    def block_games(self) -> int:
        """How many games a block has."""
        return len(self.manifest["arrangements"])

    @property
    def even_mirrors(self) -> bool:
        """Whether a mirror is even by design."""
        return self.manifest["luck"] in EVEN_MIRRORS

    @property
    def halves(self) -> int:
        """Into how many parts luck ids fall by who starts: in `single` A starts on every second one."""
        return 2 if self.manifest["luck"] == "single" else 1

    @property
    def goal(self) -> Goal | None:
        """What the run was to find out of each cell before it stopped; None if its blocks were fixed beforehand."""
        told = self.manifest.get("goal")
        return Goal(**told) if told else None

    @property
    def stopped(self) -> bool:
        """Whether cells stopped by what their scores showed, so that intervals for fixed blocks do not hold."""
        return self.goal is not None and self.goal.early

    @property
    def listed(self) -> bool:
        """Whether tables list the cells one by one."""
        return not self.drawn or len(self.cells) <= LISTED

    def lucks(self) -> int:
        """Return how many luck ids the run was played on."""
        blocks = self.cells["blocks"].to_numpy()
        return int(blocks.sum() if self.drawn else blocks.max(initial=0))

    def without_cells(self) -> "Run":
        """Return what tables of cells are made of where these are not listed."""
        return replace(self, cells=self.cells.iloc[:0], manifest=self.manifest | {"files": {}})

    def blocks(self) -> Iterator[pd.DataFrame]:
        """Yield all blocks in frames of at most ROWS rows, columns BLOCKS of sim/results.py."""
        return self._rows("blocks/", BLOCKS)

    def games(self, *names: str) -> Iterator[pd.DataFrame]:
        """Yield the columns `names` of GAMES of all kept games in frames of at most ROWS rows."""
        return self._rows("games/", tuple(column for column in GAMES if column.name in names))

    def _rows(self, start: str, columns: tuple[Column, ...]) -> Iterator[pd.DataFrame]:
        """Yield the rows of all files that begin with `start`, file by file."""
        names = [column.name for column in columns]
        for name in self.files(start):
            with _parquet(self.path / name, columns) as file:
                for batch in file.iter_batches(batch_size=ROWS, columns=names):
                    frame = batch.to_pandas()
                    own = frame if self.whole is None else frame[frame["cell"].isin(self.cells["cell"])]
                    if len(own):
                        yield own

    def again(self) -> Iterator[pd.DataFrame]:
        """Yield the rows of BUDGET in frames of at most ROWS rows; none if no game was played again."""
        return self._rows("budget/", BUDGET)

    def decided(self) -> pd.DataFrame:
        """Return the log of decisions, columns DECISIONS; no rows if the run made none."""
        if DECIDED not in self.manifest["files"]:
            return pd.DataFrame({column.name: pd.Series(dtype=object) for column in DECISIONS})
        return _table(self.path / DECIDED, DECISIONS).to_pandas()

    def substitutes(self) -> pd.DataFrame:
        """Return the variants of the decks, columns SUBSTITUTES; no rows if the run has none."""
        if EXCHANGED not in self.manifest["files"]:
            return pd.DataFrame({column.name: pd.Series(dtype=object) for column in SUBSTITUTES})
        return _table(self.path / EXCHANGED, SUBSTITUTES).to_pandas()

    def entrants_alone(self) -> "Run":
        """Return the run without the variants of its decks: its first entrants and cells, and their blocks and games.

        Its totals are without them anyway. The run itself is where there are none.
        """
        more = self.manifest.get("variants")
        if more is None:
            return self
        counts = {name: self.manifest[name] - more[name] for name in ("entrants", "cells", "games")}
        entrants, cells = self.entrants.iloc[: counts["entrants"]], self.cells.iloc[: counts["cells"]]
        return replace(self, manifest=self.manifest | counts, entrants=entrants, cells=cells, whole=self)

    def kept(self) -> bool:
        """Return whether games were kept one by one, and their files are all there still."""
        names = self.files("games/")
        return len(names) > 0 and all((self.path / name).is_file() for name in names)

    def files(self, start: str) -> list[str]:
        """Return the paths in the manifest, relative to the run, that begin with `start`, in order."""
        return sorted(name for name in self.manifest["files"] if name.startswith(start))

    def changed(self) -> list[str]:
        """Return the files that the report rests on whose sha256 is not that of the manifest."""
        names = [name for start in CHECKED for name in self.files(start)]
        return [name for name in names if _sha256(self.path / name) != self.manifest["files"][name]]


def load(path: Path) -> Run:
    """Read the run in the folder `path`, its variants put aside; InputError says what is missing or broken.

    It says what would be right, too.
    """
    manifest = _manifest(path / "manifest.json")
    missing = [name for name in manifest["files"] if name.startswith(CHECKED) and not (path / name).is_file()]
    if missing:
        raise InputError(f"{path / missing[0]}: listed in manifest.json but not there; finish or repeat the run")
    entrants = _table(path / "entrants.parquet", ENTRANTS)
    cells = _table(path / "cells.parquet", CELLS).to_pandas(split_blocks=True)
    beyond = cells.loc[(cells["a"] >= len(entrants)) | (cells["b"] >= len(entrants)), "cell"]
    if len(beyond):
        raise InputError(f"{path / 'cells.parquet'}: cell {beyond.iloc[0]:012x} has an entrant not in entrants.parquet")
    totals, lists = _table(path / "totals.parquet", TOTALS), ("endings", "lengths")
    run = Run(
        path=path,
        manifest=manifest,
        entrants=_with_lists(entrants),
        cells=cells,
        totals=totals.drop_columns(list(lists)).to_pandas(),
        endings=_matrix(totals["endings"]),
        lengths=_matrix(totals["lengths"]),
    )
    return run.entrants_alone()


def _table(path: Path, columns: tuple[Column, ...]) -> pa.Table:
    """Return these columns of a Parquet file."""
    with _parquet(path, columns) as file:
        return file.read(columns=[column.name for column in columns])


def _with_lists(table: pa.Table) -> pd.DataFrame:
    """Return the frame of a table, its list columns as lists."""
    lists = [field.name for field in table.schema if pa.types.is_list(field.type)]
    return table.drop_columns(lists).to_pandas().assign(**{name: table[name].to_pylist() for name in lists})


def _manifest(path: Path) -> dict[str, Any]:
    """Return the manifest of a run, with every key that this room needs."""
    if not path.is_file():
        raise InputError(f"{path}: no such file; a run is a folder with manifest.json, cells.parquet and blocks/")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InputError(f"{path}: not JSON ({error}); it should be as tourney wrote it") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise InputError(f"{path}: not a run of format {FORMAT}, the only one that this version of tourney reads")
    missing = [key for key in KEYS if key not in manifest]
    if missing:
        raise InputError(f"{path}: lacks the key {missing[0]!r}; it should be as tourney wrote it")
    return manifest


def _parquet(path: Path, columns: tuple[Column, ...]) -> pq.ParquetFile:
    """Open a Parquet file that must have `columns`."""
    if not path.is_file():
        raise InputError(f"{path}: no such file; a finished run has it, so finish or repeat the run")
    try:
        file = pq.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise InputError(f"{path}: not a readable Parquet file ({error}); repeat the run") from error
    missing = [column.name for column in columns if column.name not in file.schema_arrow.names]
    if missing:
        raise InputError(f"{path}: lacks the column {missing[0]!r} of sim/results.py; repeat the run")
    return file


def _matrix(lists: pa.ChunkedArray) -> Ints:
    """Return lists of integers of unlike length as one array [C, longest], filled up with 0."""
    rows = [np.asarray(row, dtype=np.int64) for row in lists.to_pylist()]
    matrix = np.zeros((len(rows), max(map(len, rows), default=0)), dtype=np.int64)
    for target, row in zip(matrix, rows, strict=True):
        target[: len(row)] = row
    return matrix


def _sha256(path: Path) -> str:
    """Return the sha256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
