"""A missing or broken run says what is wrong, and where."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports.members import TABLES
from reports.pooled import groups
from reports.runs import load
from sim.errors import InputError
from sim.results import ENTRANTS
from tests.reports.conftest import PAIR
from tests.reports.synthetic import write

Damage = Callable[[Path], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a small run that a test may break."""
    return write(PAIR, tmp_path)


def test_a_run_is_frames(folder: Path) -> None:
    """Cells, entrants, lists as arrays, blocks on demand."""
    run = load(folder)
    assert (len(run.cells), len(run.entrants), run.endings.shape) == (3, 2, (1, 3))
    assert sum(len(batch) for batch in run.blocks()) == 6
    assert run.changed() == []


def test_entrants_come_with_their_cards(folder: Path) -> None:
    """Slots and roles as lists, whatever the length; strategies by the names that the run gave them."""
    rows = pq.read_table(folder / "entrants.parquet").to_pylist()
    rows[1] |= {"slots": ["axe"], "roles": ["weapon"]}
    pq.write_table(pa.Table.from_pylist(rows), folder / "entrants.parquet")
    entrants = load(folder).entrants
    assert list(entrants.columns) == [column.name for column in ENTRANTS]
    assert list(entrants["slots"]) == [["strike", "guard", "rest"], ["axe"]]
    assert list(entrants["roles"]) == [[], ["weapon"]]
    assert list(entrants["strategy"]) == ["s", "s"]


def edit(folder: Path, key: str, change: Callable[[Any], object] | None) -> None:
    """Change one key of the manifest by a function, or take it out (None)."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    value = manifest.pop(key)
    if change is not None:
        manifest[key] = change(value)
    path.write_text(json.dumps(manifest))


def remove(name: str) -> Damage:
    """Return what breaks a run by removing a file."""
    return lambda folder: (folder / name).unlink()


def spoil(name: str) -> Damage:
    """Return what breaks a run by writing nonsense into a file."""
    return lambda folder: (folder / name).write_text("nonsense")


def cut(name: str, column: str) -> Damage:
    """Return what breaks a run by dropping a column."""
    return lambda folder: pq.write_table(pq.read_table(folder / name).drop_columns([column]), folder / name)


def first_row(name: str) -> Damage:
    """Return what breaks a run by leaving only one row in a file."""
    return lambda folder: pq.write_table(pq.read_table(folder / name).slice(0, 1), folder / name)


BREAKS: dict[str, tuple[Damage, str]] = {
    "gone": (shutil.rmtree, "manifest.json: no such file"),
    "not json": (spoil("manifest.json"), "manifest.json: not JSON"),
    "other format": (lambda folder: edit(folder, "format", lambda _: 9), "not a run of format 2"),
    "lacks a key": (lambda folder: edit(folder, "endings", None), "lacks the key 'endings'"),
    "no entrants": (remove("entrants.parquet"), "entrants.parquet: listed in manifest.json but not there"),
    "entrants cut": (cut("entrants.parquet", "origin"), "entrants.parquet: lacks the column 'origin'"),
    "entrant gone": (first_row("entrants.parquet"), "has an entrant not in entrants.parquet"),
    "no totals": (remove("totals.parquet"), "totals.parquet: listed in manifest.json but not there"),
    "no cells": (remove("cells.parquet"), "cells.parquet: listed in manifest.json but not there"),
    "cells spoilt": (spoil("cells.parquet"), "cells.parquet: not a readable Parquet file"),
    "cells cut": (cut("cells.parquet", "points_squares"), "cells.parquet: lacks the column 'points_squares'"),
    "no blocks": (remove("blocks/0000000-000.parquet"), "0000000-000.parquet: listed in manifest.json but not there"),
    "blocks spoilt": (spoil("blocks/0000000-000.parquet"), "0000000-000.parquet: not a readable Parquet file"),
    "blocks cut": (cut("blocks/0000000-000.parquet", "turns"), "0000000-000.parquet: lacks the column 'turns'"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_broken_runs_are_input_errors(name: str, folder: Path) -> None:
    """The message names the path; blocks are read, and refused, when they are needed."""
    damage, message = BREAKS[name]
    damage(folder)
    with pytest.raises(InputError, match="(?s)" + message) as caught:
        groups(load(folder), TABLES[0])
    assert str(folder) in str(caught.value)


def test_blocks_of_unknown_cells_are_refused(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Blocks of another run under this run's name."""
    other = write(PAIR.__class__(decks={"P": 0, "Q": 0}, strategies={"s": 0}, blocks=2), tmp_path_factory.mktemp("o"))
    shutil.copy(other / "blocks/0000000-000.parquet", folder / "blocks/0000000-000.parquet")
    run = load(folder)
    assert run.changed() == ["blocks/0000000-000.parquet"]
    with pytest.raises(InputError, match=r"has a cell or luck id that cells\.parquet has not"):
        groups(run, TABLES[0])
