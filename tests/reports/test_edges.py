"""Runs at the edge of what can be told: every table of estimates, its types and its words, without a warning."""

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports import meta, pilots, seen, strength
from reports.columns import typed
from reports.frames import frames
from reports.runs import load
from sim.results import CELLS
from tests.reports.synthetic import ARRANGEMENTS, World, write

pytestmark = pytest.mark.filterwarnings("error")

WORLD = World(decks=dict.fromkeys("ABCD", 0.0), strategies={"s": 0.0, "t": 0.05}, blocks=12, games=True)
PARTS = ("strength", "strength_fit", "mix", "metagame", "triples", "pilots", "pilot_distances", "seen")
WORLDS = {
    "one block": dataclasses.replace(WORLD, blocks=1),
    "two blocks": dataclasses.replace(WORLD, blocks=2),
    "three blocks": dataclasses.replace(WORLD, blocks=3),
    "one deck": dataclasses.replace(WORLD, decks={"A": 0.0}),
    "two decks": dataclasses.replace(WORLD, decks={"A": 0.0, "B": 0.1}),
    "gauntlet": dataclasses.replace(WORLD, heads=("A",)),
    "equal seats": dataclasses.replace(WORLD, seats_equal=True),
    "single": dataclasses.replace(WORLD, luck="single"),
    "seat": dataclasses.replace(WORLD, luck="seat"),
    "deck": dataclasses.replace(WORLD, luck="deck"),
}


def check(path: Path) -> dict[str, pd.DataFrame]:
    """Return the tables of a run, after their types and words are made."""
    run = load(path)
    found = frames(run)
    for name in PARTS:
        typed(found[name])
    assert isinstance(strength.words(found["strength"], found["strength_fit"]), tuple)
    assert isinstance(meta.words(found["mix"], found["metagame"], found["triples"]), tuple)
    assert isinstance(pilots.words(found["pilots"], found["pilot_distances"], pilots.interaction_p(run)), tuple)
    assert isinstance(seen.words(found["seen"]), str)
    return found


@pytest.mark.parametrize("name", WORLDS)
def test_small_and_odd_runs(name: str, tmp_path: Path) -> None:
    """No crash, no warning, and no interval without width."""
    found = check(write(WORLDS[name], tmp_path))
    for table in ("strength", "pilots"):
        assert not (found[table]["low"] == found[table]["high"]).any()


@pytest.mark.parametrize("value", [-1, 0, 1])
@pytest.mark.parametrize("blocks", [1, 2, 30])
def test_all_lost_drawn_or_won(value: int, blocks: int, tmp_path: Path) -> None:
    """Whoever stands first in a cell always loses, draws or wins: nothing is printed as certain."""
    world = dataclasses.replace(WORLD, blocks=blocks)
    size, cells = len(ARRANGEMENTS["block"]), 8 * 9 // 2
    results = np.full((cells, blocks, size), value, np.int8)
    found = check(write(world, tmp_path, (results, np.full_like(results, 6))))
    assert not (found["strength"]["low"] == found["strength"]["high"]).any()
    mix = found["mix"]
    if value == 0:
        assert mix.loc[mix["position"] == "either", "weight"].to_numpy() == pytest.approx(np.full(4, 25.0))
        assert blocks > 1 or not mix["verdict"].isin(["in", "out"]).any()


def test_cells_that_stopped_early(tmp_path: Path) -> None:
    """A run that decides cell by cell: some cells have a tenth of the luck ids, and means stay those of the cells."""
    path = write(dataclasses.replace(WORLD, blocks=100, games=False, shard=1000), tmp_path)
    cells = pq.read_table(path / "cells.parquet").to_pandas()
    short = set(cells["cell"][::2])
    blocks = []
    for file in sorted(path.glob("blocks/*.parquet")):
        table = pq.read_table(file)
        frame = table.to_pandas()
        frame = frame[~frame["cell"].isin(short) | (frame["luck"] < 10)]
        pq.write_table(pa.Table.from_pandas(frame, schema=table.schema, preserve_index=False), file)
        blocks.append(frame)
    wide = pd.concat(blocks).astype(np.int64)
    points, edge = (wide["points_first"] + sign * wide["points_second"] for sign in (1, -1))
    squares = {"points_squares": points**2, "edge_squares": edge**2, "margin_squares": wide["margin"] ** 2}
    sums = wide.assign(blocks=1, **squares).groupby("cell").sum().loc[cells["cell"]]
    for name in (column.name for column in CELLS):
        if name in sums.columns and name != "distinct":
            cells[name] = sums[name].to_numpy()
    schema = pq.read_schema(path / "cells.parquet")
    pq.write_table(pa.Table.from_pandas(cells, schema=schema, preserve_index=False), path / "cells.parquet")
    found = check(path)
    assert found["standings"]["rank_low"].notna().all()
    assert len(found["strength"]) == 3 * 4
    assert found["mix"]["low"].notna().all()
