"""Tables in every format say the same, and from Python; every column of every table has its type and its meaning."""

import dataclasses
import io
import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import reports
from jobs.cli import main
from reports import export
from reports.columns import COLUMNS, PANDAS
from reports.extremes import extremes
from reports.meanings import meaning
from reports.runs import load
from sim.errors import InputError
from tests.reports.conftest import PAIR
from tests.reports.synthetic import World, write

SMALL = World(decks={"X": 0.1, "Y | Z": 0.0, "Z": -0.1}, strategies={"s": 0, "t": 0.1}, blocks=20, games=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of six entrants, whose games are kept."""
    return write(SMALL, tmp_path_factory.mktemp("export"))


@pytest.fixture(scope="module")
def tables(folder: Path) -> dict[str, pd.DataFrame]:
    """Return its tables."""
    return reports.load(folder)


def test_tables_from_python_are_typed(tables: dict[str, pd.DataFrame]) -> None:
    """The types of COLUMNS, also where there is no row."""
    assert {"standings", "matchups", "quality", "extremes", "decisions"} <= set(tables)
    for frame in tables.values():
        assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
            name: PANDAS[COLUMNS[name].kind] for name in frame.columns
        }


def test_all_formats_hold_the_same(tables: dict[str, pd.DataFrame], tmp_path: Path) -> None:
    """Names, rows and numbers; Parquet carries the meanings."""
    files = {form: export.write(tables, form, tmp_path / form) for form in export.ENDS}
    for name, frame in tables.items():
        csv = pd.read_csv(tmp_path / f"csv/{name}.csv", dtype={"cell": str})
        rows = json.loads((tmp_path / f"json/{name}.json").read_text(encoding="utf-8"))
        table = pq.read_table(tmp_path / f"parquet/{name}.parquet")
        assert list(csv.columns) == table.column_names == list(frame.columns)
        assert len(csv) == len(rows) == table.num_rows == len(frame)
        for column in frame.columns[frame.dtypes == "float64"]:
            assert csv[column].to_numpy(dtype=float) == pytest.approx(frame[column].to_numpy(), nan_ok=True, rel=1e-9)
            stored = [float("nan") if row[column] is None else row[column] for row in rows]
            assert stored == pytest.approx(list(frame[column]), nan_ok=True, abs=1e-9)
            assert table[column].to_pandas().to_numpy(dtype=float) == pytest.approx(
                frame[column].to_numpy(), nan_ok=True, abs=0
            )
        assert table.schema.field(0).metadata[b"meaning"].decode() == meaning(name, frame.columns[0])
    assert all(len(found) == len(tables) for found in files.values())


def test_markdown_is_a_table_whatever_the_names(tables: dict[str, pd.DataFrame]) -> None:
    """As many cells in every row; a bar in a name is escaped."""
    lines = export.encode(tables["standings"], "markdown", "standings").decode().splitlines()
    assert len(lines) == 2 + len(tables["standings"])
    assert {line.replace("\\|", "").count("|") for line in lines} == {len(tables["standings"].columns) + 1}
    assert any("Y \\| Z" in line for line in lines)


def test_the_command_writes_or_prints_tables(folder: Path, tmp_path: Path) -> None:
    """Every table with --format; one on standard output with --table; a wrong name is answered with the right ones."""
    runner = CliRunner()
    asked = ["report", str(folder), "--out", str(tmp_path), "--format", "parquet"]
    assert runner.invoke(main, asked).exit_code == 0
    assert (tmp_path / "tables/standings.parquet").is_file()
    assert not (tmp_path / "index.html").exists()
    printed = runner.invoke(main, ["report", str(folder), "--format", "csv", "--table", "standings"])
    assert list(pd.read_csv(io.StringIO(printed.output))["rank"]) == [1, 2, 3, 4, 5, 6]
    wrong = runner.invoke(main, ["report", str(folder), "--table", "standing"])
    assert wrong.exit_code == 2
    assert "standings" in wrong.output


def test_a_table_that_is_not_there_is_refused(tables: dict[str, pd.DataFrame]) -> None:
    with pytest.raises(InputError, match="--table = nothing: no such table"):
        export.one(tables, "nothing", "csv")


def test_extremes_are_the_first_of_the_greatest_and_the_least_margins(tmp_path: Path) -> None:
    """By hand: margins of kept games, both signs, ties; the cells that kept none have no names."""
    folder = write(dataclasses.replace(PAIR, games=True, blocks=3), tmp_path)
    (file,) = (folder / "games").glob("*.parquet")
    rows = pq.read_table(file).to_pandas()
    keys = list(rows["cell"].unique())
    margin = pd.Series(4, index=rows.index)
    first = rows.index[rows["cell"] == keys[0]]
    margin[first[5]], margin[first[7]], margin[first[2]], margin[first[9]] = -9, 9, -1, 1
    stored = pq.read_table(file)
    stored = stored.set_column(stored.schema.get_field_index("margin"), "margin", [margin.astype("int16").to_numpy()])
    pq.write_table(stored.slice(0, 24), file)
    frame = extremes(load(folder))
    assert list(frame.loc[0, ["lopsided_margin", "closest_margin"]]) == [-9, -1]
    assert frame.loc[0, "lopsided"] == f"{keys[0]:012x}:1:1"
    assert frame.loc[0, "closest"] == f"{keys[0]:012x}:0:2"
    assert frame.loc[1, "lopsided"] == frame.loc[1, "closest"] == f"{keys[1]:012x}:0:0"
    assert frame.loc[2, "lopsided"] == ""
    assert pd.isna(frame.loc[2, "lopsided_margin"])


def test_without_kept_games_there_are_no_extremes(run: object) -> None:
    assert len(extremes(run)) == 0  # type: ignore[arg-type]
