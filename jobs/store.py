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
_RISING: Final = "DELTA_BINARY_PACKED"
_PLAIN: Final = {"luck": _RISING, "first_luck": _RISING, "cell": "PLAIN", "trace": "PLAIN"}  # no dictionary pays


def encode(columns: Sequence[Column], values: Mapping[str, Any], metadata: Mapping[str, str]) -> bytes:
    """Return a Parquet file of `values` (name -> array, or list of arrays for list columns) with schema metadata."""
    encodings = {column.name: _PLAIN[column.name] for column in columns if column.name in _PLAIN}
    schema = pa.schema([pa.field(column.name, _type(column.kind)) for column in columns])
    out, rows = io.BytesIO(), len(values[columns[0].name])
    with pq.ParquetWriter(
        out,
        schema.with_metadata({key: str(value) for key, value in metadata.items()}),
        compression="zstd",
        compression_level=3,
        use_dictionary=[_leaf(column) for column in columns if column.name not in encodings],
        column_encoding=encodings or None,
        store_schema=True,
    ) as writer:
        for start in range(0, rows or 1, _ROW_GROUP):  # a group at a time: no second copy of millions of rows
            part = [_array(column, values[column.name][start : start + _ROW_GROUP]) for column in columns]
            writer.write_table(pa.Table.from_arrays(part, schema=schema), _ROW_GROUP)
    return out.getvalue()


def _type(kind: str) -> pa.DataType:
    """Return the Arrow type of a column's kind."""
    return pa.list_(_type(kind[5:-1])) if kind.startswith("list<") else pa.type_for_alias(kind)


def _leaf(column: Column) -> str:
    """Return the path of a column's values in a Parquet file."""
    return f"{column.name}.list.element" if column.kind == "list<string>" else column.name


def _array(column: Column, values: Any) -> pa.Array:
    kind = _type(column.kind)
    if not pa.types.is_list(kind) or pa.types.is_string(kind.value_type):
        return pa.array(values, type=kind)
    offsets = np.concatenate([[0], np.cumsum([len(v) for v in values])]).astype(np.int32)
    flat = np.concatenate([np.asarray(v) for v in values]) if len(values) else np.zeros(0)
    inner = pa.array(flat.astype(kind.value_type.to_pandas_dtype()), type=kind.value_type)
    return pa.ListArray.from_arrays(pa.array(offsets), inner)


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
