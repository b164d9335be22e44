"""Tables of a report as files for other programs: CSV, Parquet, JSON, Markdown. The same table gives the same bytes."""

import io
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from reports.columns import COLUMNS, typed
from reports.meanings import meaning
from sim.errors import InputError

ENDS: Final = {"csv": "csv", "parquet": "parquet", "json": "json", "markdown": "md"}  # format: end of a file's name
DIGITS: Final = "%.10g"  # of fractions in CSV
DECIMALS: Final = 10  # of fractions in JSON
SHOWN: Final = ".6g"  # of fractions in Markdown, which is for people


def write(frames: dict[str, pd.DataFrame], form: str, folder: Path) -> list[Path]:
    """Write every frame in the format `form`, one of ENDS, into `folder`; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{name}.{ENDS[form]}" for name in frames]
    for file, (name, frame) in zip(files, frames.items(), strict=True):
        file.write_bytes(encode(frame, form, name))
    return files


def one(frames: dict[str, pd.DataFrame], name: str, form: str) -> bytes:
    """Return the table `name` in the format `form`; InputError if the run has none of that name."""
    if name not in frames:
        raise InputError(f"--table = {name}: no such table of this run; right would be one of {', '.join(frames)}")
    return encode(frames[name], form, name)


def encode(frame: pd.DataFrame, form: str, name: str) -> bytes:
    """Return the frame `name` of `frames` in the format `form`, one of ENDS; text is UTF-8."""
    table = typed(frame)
    if form == "parquet":
        return _parquet(table, name)
    if form == "csv":
        return table.to_csv(index=False, float_format=DIGITS, lineterminator="\n").encode()
    if form == "json":
        text = table.to_json(orient="records", double_precision=DECIMALS, force_ascii=False, indent=1)
        return f"{text}\n".encode()
    return _markdown(table).encode()


def _parquet(table: pd.DataFrame, name: str) -> bytes:
    """Return the table `name` as Parquet, with the meaning of each column in its metadata."""
    fields = [
        pa.field(column, pa.type_for_alias(COLUMNS[column].kind), metadata={"meaning": meaning(name, column)})
        for column in table.columns
    ]
    rows = pa.Table.from_pandas(table, pa.schema(fields), preserve_index=False).replace_schema_metadata(None)
    out = io.BytesIO()
    pq.write_table(rows, out, compression="zstd")
    return out.getvalue()


def _markdown(table: pd.DataFrame) -> str:
    """Return a table as Markdown, numbers to the right."""
    right = [pd.api.types.is_numeric_dtype(kind) and kind != "bool" for kind in table.dtypes]
    head = [list(table.columns), ["---:" if number else "---" for number in right]]
    rows = [[_shown(value) for value in row] for row in table.itertuples(index=False, name=None)]
    return "".join(f"| {' | '.join(row)} |\n" for row in [*head, *rows])


def _shown(value: Any) -> str:
    """Return a value as text that does not break a row of Markdown; a dash where it is unknown."""
    if pd.isna(value):
        return "–"
    text = f"{value:{SHOWN}}" if isinstance(value, float) else str(value)
    return " ".join(text.split()).replace("|", "\\|")
