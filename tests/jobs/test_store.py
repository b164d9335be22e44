"""Files of a run: whole or not there at all, and the same rows are the same bytes."""

import os
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from jobs import store
from sim.errors import InputError
from sim.results import Column

COLUMNS = (Column("luck", "int64", ""), Column("result", "int8", ""), Column("traces", "list<uint64>", ""))
VALUES = {
    "luck": np.array([5, 6, 2**62]),
    "result": np.array([1, 0, -1], np.int8),
    "traces": [np.array([2**64 - 1], np.uint64), np.zeros(0, np.uint64), np.array([1, 2], np.uint64)],
}


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """Values, kinds and metadata, also where a folder's name looks like a partition."""
    path = tmp_path / "result=7" / "x.parquet"
    digest = store.write(path, store.encode(COLUMNS, VALUES, {"seed": "3"}))
    found = store.read(path)
    assert found.to_pydict() == {"luck": [5, 6, 2**62], "result": [1, 0, -1], "traces": [[2**64 - 1], [], [1, 2]]}
    assert found.schema.names == ["luck", "result", "traces"]
    assert found.schema.metadata == {b"seed": b"3"}
    assert store.agrees(path, digest)


def test_no_rows_are_a_file_too(tmp_path: Path) -> None:
    empty = {name: values[:0] for name, values in VALUES.items()}
    store.write(tmp_path / "x.parquet", store.encode(COLUMNS, empty, {}))
    assert store.read(tmp_path / "x.parquet").num_rows == 0


def test_the_same_rows_are_the_same_bytes() -> None:
    """Whatever integer type held them, and whoever numpy thought they were."""
    wide = VALUES | {"result": VALUES["result"].astype(np.int64)}
    assert store.encode(COLUMNS, VALUES, {"a": "1"}) == store.encode(COLUMNS, wide, {"a": "1"})
    assert store.encode(COLUMNS, VALUES, {"a": "1"}) != store.encode(COLUMNS, VALUES, {"a": "2"})


def test_rows_are_compressed_in_groups_of_a_million(tmp_path: Path) -> None:
    n = (1 << 20) + 1
    values = {"luck": np.arange(n), "result": np.zeros(n, np.int8)}
    store.write(tmp_path / "x.parquet", store.encode(COLUMNS[:2], values, {}))
    metadata = pq.read_metadata(tmp_path / "x.parquet")
    assert metadata.num_row_groups == 2
    assert {metadata.row_group(0).column(i).compression for i in range(2)} == {"ZSTD"}


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    store.write(path, b"before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        store.write(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_not_there_does_not_agree(tmp_path: Path) -> None:
    assert not store.agrees(tmp_path / "x", store.sha256(b""))


def test_a_folder_is_held_by_one_run_at_a_time(tmp_path: Path) -> None:
    """The second is told so at once; when the first is through, another may."""
    held = tmp_path / "config.sha256"
    held.touch()
    with (
        store.alone(held),
        pytest.raises(InputError, match="another run is playing there; right would be to wait"),
        store.alone(held),
    ):
        pytest.fail("two runs in one folder")
    with store.alone(held):
        pass
