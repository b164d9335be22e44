"""Files of a run: Parquet in and out with pinned settings, atomic writes, hashes, receipts.

The same rows give the same bytes: what varies from run to run (times, hosts) has no place in a Parquet file.
"""

import errno
import fcntl
import hashlib
import io
import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sim.errors import InputError
from sim.results import Column

_ROW_GROUP: Final = 1 << 20
_PLAIN: Final = {"luck": "DELTA_BINARY_PACKED", "trace": "PLAIN"}  # a dictionary would not pay


def encode(columns: Sequence[Column], values: Mapping[str, Any], metadata: Mapping[str, str]) -> bytes:
    """Return a Parquet file of `values` (name -> array, or list of arrays for list columns) with schema metadata."""
    arrays = [_array(column, values[column.name]) for column in columns]
    schema = pa.schema([pa.field(c.name, a.type) for c, a in zip(columns, arrays, strict=True)])
    table = pa.Table.from_arrays(arrays, schema=schema.with_metadata({k: str(v) for k, v in metadata.items()}))
    encodings = {name: how for name, how in _PLAIN.items() if name in table.column_names}
    out = io.BytesIO()
    pq.write_table(
        table,
        out,
        row_group_size=_ROW_GROUP,
        compression="zstd",
        compression_level=3,
        use_dictionary=[_leaf(c) for c in columns if c.name not in encodings],
        column_encoding=encodings or None,
        store_schema=True,
    )
    return out.getvalue()


def _leaf(column: Column) -> str:
    """Return the path of a column's values in a Parquet file."""
    return f"{column.name}.list.element" if column.kind == "list<string>" else column.name


def _array(column: Column, values: Any) -> pa.Array:
    if not column.kind.startswith("list<"):
        return pa.array(values, type=pa.type_for_alias(column.kind))
    inner = pa.type_for_alias(column.kind[5:-1])
    if pa.types.is_string(inner):
        return pa.array(values, type=pa.list_(inner))
    offsets = np.concatenate([[0], np.cumsum([len(v) for v in values])]).astype(np.int32)
    flat = np.concatenate([np.asarray(v) for v in values]) if len(values) else np.zeros(0)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(flat.astype(inner.to_pandas_dtype()), type=inner))


def read(path: Path) -> pa.Table:
    """Return the table of a Parquet file: its own columns, whatever the names of the folders above it look like."""
    return pq.ParquetFile(path).read()


def write(path: Path, content: bytes) -> str:
    """Write a whole file or nothing (temporary name, fsync, rename); return its sha256 in hex."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(
        f".{path.name}.{platform.node()}.{os.getpid()}.tmp"
    )  # shared disks: hosts have like pids
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return sha256(content)


def write_json(path: Path, data: Any) -> str:
    """Write `data` as JSON, whole or not at all; return its sha256."""
    return write(path, (json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode())


def sha256(content: bytes) -> str:
    """Return the sha256 of `content` in hex."""
    return hashlib.sha256(content).hexdigest()


def agrees(path: Path, expected: str) -> bool:
    """Return whether the file is there with the sha256 `expected`."""
    try:
        return sha256(path.read_bytes()) == expected
    except FileNotFoundError:
        return False


def receipt(run: Path, shard: str) -> dict[str, Any] | None:
    """Return the receipt of a shard if it is there and whole."""
    try:
        found: Any = json.loads((run / "receipts" / f"{shard}.json").read_text(encoding="utf8"))
    except (FileNotFoundError, ValueError):  # ValueError: cut short, or bytes that are no text
        return None
    return found if isinstance(found, dict) and isinstance(found.get("files"), dict) else None


def sweep(run: Path) -> None:
    """Remove what interrupted writes left behind."""
    for leftover in (*run.glob(".*.tmp"), *run.glob("*/.*.tmp")):
        leftover.unlink(missing_ok=True)


@contextmanager
def alone(held: Path) -> Iterator[None]:
    """Hold the file `held` of a run for this process; raise InputError if another one is playing there.

    The lock is the system's: it ends with the process, however that ends. A file system without locks holds nothing.
    """
    with held.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problem = "another run is playing there"
            raise InputError(f"--out = {held.parent}: {problem}; right would be to wait, or another folder") from None
        except OSError as fault:
            if fault.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
                raise
        yield
