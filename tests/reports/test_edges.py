"""Runs at the edge of what can be told: every table of estimates, its types and its words, without a warning."""

import dataclasses
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports import decided, meta, pilots, seen, strength
from reports.columns import typed
from reports.frames import frames
from reports.page import build
from reports.runs import load
from sim.results import CELLS
from tests.reports.synthetic import ARRANGEMENTS, World, write

pytestmark = pytest.mark.filterwarnings("error")

WORLD = World(decks=dict.fromkeys("ABCD", 0.0), strategies={"s": 0.0, "t": 0.05}, blocks=12, games=True)
COUNTED = ("mix", "pilot_distances", "endings", "lengths")  # draws, pairs and games that are all alike, or none of them
TAG = re.compile(r"<style.*?</style>|<script.*?</script>|<[^>]*>", re.DOTALL)
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
    "parts that never met": dataclasses.replace(WORLD, heads=("A", "B"), strategies={"s": 0.0}),
    "mirrors alone": dataclasses.replace(WORLD, decks={"A": 0.0}, strategies={"s": 0.0}),
    "one game": dataclasses.replace(WORLD, luck="single", blocks=1),
    "two games": dataclasses.replace(WORLD, luck="single", blocks=2),
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
    assert isinstance(decided.words(run.goal, found["matchups"]), str)
    for name, frame in found.items():
        no_certainty(name, frame)
    page = build(path).read_text(encoding="utf-8")
    assert "nan" not in {word.strip("()±,.%").lower() for word in TAG.sub(" ", page).split()}
    return found


def no_certainty(name: str, frame: pd.DataFrame) -> None:
    """Assert that no limits of a table are without width, but where the design proves the number or it is a count."""
    if name in COUNTED:
        return
    if name == "metagame":  # nothing beats the best mix: a bound, and no estimate
        frame = frame[frame["quantity"] != "exploitable"]
    proven = frame["kind"].eq("exact") if "kind" in frame else pd.Series(False, frame.index)
    for low in (column for column in frame if column == "low" or column.endswith("_low")):
        if low == "rank_low":
            continue
        none = frame[low] == frame[low.removesuffix("low") + "high"]
        known = frame["edge_kind"].eq("exact") if low.startswith("edge") else proven
        assert not (none & ~known).any(), (name, low)


@pytest.mark.parametrize("name", WORLDS)
def test_small_and_odd_runs(name: str, tmp_path: Path) -> None:
    """No crash, no warning, and no interval without width; the page too."""
    check(write(WORLDS[name], tmp_path))


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


@pytest.mark.parametrize("blocks", [1, 2, 30])
def test_repeats_of_one_game_are_one_game(blocks: int, tmp_path: Path) -> None:
    """Every block of a cell is the same: limits are those of one block that was played, wherever there are any."""
    world = dataclasses.replace(WORLD, blocks=blocks)
    results = np.tile(np.array([1, 1, 1, -1], np.int8), (8 * 9 // 2, blocks, 1))
    path = write(world, tmp_path, (results, np.full_like(results, 6)))
    table = pq.read_table(path / "cells.parquet")
    place = table.schema.get_field_index("distinct")
    pq.write_table(table.set_column(place, table.schema.field(place), pa.array(np.ones(36, np.int64))),
                   path / "cells.parquet")  # fmt: skip
    found = check(path)
    some = found["standings"]["kind"].ne("none")
    assert some.all() == (blocks > 1)
    assert ((found["standings"]["high"] - found["standings"]["low"])[some] > 50).all()


def test_one_block_is_shown_as_a_dash(tmp_path: Path) -> None:
    """Where n = 1 no number has limits, and cells of the page say so."""
    path = write(WORLDS["one block"], tmp_path)
    found = check(path)
    assert found["standings"]["kind"].eq("none").all()
    assert found["matchups"].loc[found["matchups"]["kind"] != "exact", "low"].isna().all()
    assert ">–<" in (path / "report" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("value", [None, -1, 0, 1])
def test_runs_that_decided_by_themselves(value: int | None, strict: bool, tmp_path: Path) -> None:
    """Some games of every kind, or all alike: the log, the tables and the page, without a number that is certain."""
    goal = {"low": 0.45, "high": 0.55, "half": 0.05, "alpha": 0.05, "strict": strict, "early": True}
    world = dataclasses.replace(WORLD, blocks=64, games=False, extra={"goal": goal})
    results = np.full((36, 64, 4), value or 0, np.int8)
    path = write(world, tmp_path, None if value is None else (results, np.full_like(results, 6)))
    keys = load(path).cells["cell"].to_numpy()
    numbers = {"blocks": 64, "mean": 0.5, "deviation": 0.2, "low": 0.4, "high": 0.6, "verdict": "borderline"}
    log = pd.DataFrame({"round": 0, "cell": keys, **numbers})
    pq.write_table(pa.Table.from_pandas(log, preserve_index=False), path / "decisions.parquet")
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"]["decisions.parquet"] = ""
    (path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    found = check(path)
    assert len(found["decisions"]) == 36
    assert set(found["matchups"]["verdict"]) == {"borderline"}
    assert {"anytime"} <= set(found["matchups"]["kind"]) <= {"anytime", "exact"}
    assert found["standings"]["kind"].isin(["t, stopped", "all agree"]).all()


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
