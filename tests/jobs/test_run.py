"""A run: the same bytes however it is played, interrupted and resumed, in a folder of its own, with sums that agree."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jobs import cells, identity, store, summary
from jobs import run as runs
from jobs.cells import columns
from jobs.config import Experiment, load
from jobs.plan import plan
from jobs.run import How
from jobs.summary import load_manifest
from jobs.sums import Columns
from reports import tables
from reports.runs import load as reports_of
from sim.errors import InputError, MachineError
from sim.results import BLOCKS, CELLS, ENTRANTS, TALLIES, TOTALS
from tests.jobs import making
from tests.jobs.making import first, games, hashes, kuhn, make, play, work


def test_a_run_has_the_files_that_the_readme_names(inline: Path, experiment: Experiment) -> None:
    there = {str(p.relative_to(inline)) for p in inline.iterdir()}
    assert there == {
        *("config.toml", "config.sha256", "manifest.json", "receipts", "blocks", "tallies", "traces", "games"),
        *("entrants.parquet", "decks.parquet", "cells.parquet", "totals.parquet"),
    }
    assert (inline / "config.sha256").read_text().strip() == experiment.hash
    shards = {shard.name for shard in plan(experiment).shards}
    assert len(shards) > 8
    for kind in ("blocks", "tallies", "traces", "games", "receipts"):
        assert {p.stem for p in (inline / kind).iterdir()} == shards


def test_decks_are_written_down_with_all_that_there_is_to_them(inline: Path, experiment: Experiment) -> None:
    found = store.read(inline / "decks.parquet").to_pylist()
    assert [row["name"] for row in found] == ["Gemini", "Marrow"]
    for row, deck in zip(found, experiment.decks, strict=True):
        assert json.loads(row["content"]) == identity.plain(deck.content)


def test_entrants_are_a_table(inline: Path, experiment: Experiment) -> None:
    """In canonical order; parameters as JSON, defaults included."""
    found = store.read(inline / "entrants.parquet").to_pylist()
    assert set(found[0]) == {column.name for column in ENTRANTS}
    for row, entrant in zip(found, experiment.entrants, strict=True):
        assert (row["key"], row["name"], row["deck"]) == (entrant.key, entrant.name, entrant.deck.name)
        assert (row["slots"], row["roles"], row["origin"]) == (list(entrant.deck.slots), [], "invented")
        assert json.loads(row["parameters"]) == dict(entrant.spec.parameters)
        assert row["deterministic"] is False


def test_two_processes_write_the_same_bytes_as_one(inline: Path, experiment: Experiment, tmp_path: Path) -> None:
    told = play(experiment, tmp_path / "run", How("inline", workers=2))
    assert told.games == plan(experiment).games
    assert hashes(tmp_path / "run") == hashes(inline)
    assert (tmp_path / "run" / "manifest.json").read_bytes() == (inline / "manifest.json").read_bytes()


def test_a_ray_cluster_writes_the_same_bytes(
    inline: Path, experiment: Experiment, tmp_path: Path, local_ray: str
) -> None:
    told = play(experiment, tmp_path / "run", How("ray", workers=2))
    assert told.games == plan(experiment).games
    assert hashes(tmp_path / "run") == hashes(inline)
    assert (tmp_path / "run" / "manifest.json").read_bytes() == (inline / "manifest.json").read_bytes()


def test_the_same_bytes_again_in_another_folder(experiment: Experiment, inline: Path, tmp_path: Path) -> None:
    """A folder's name means nothing either, even where it looks like a partition of a data set."""
    run = tmp_path / "seed=3" / "cell=1"
    play(experiment, run)
    assert hashes(run) == hashes(inline)
    assert (run / "cells.parquet").read_bytes() == (inline / "cells.parquet").read_bytes()


@pytest.mark.parametrize("change", [{"seed": 6}, {"blocks": 7}, {"luck": "seat"}, {"keep": "none"}, {"name": "u"}])
def test_another_config_in_the_same_folder_is_refused(copied: Path, tmp_path: Path, change: dict[str, Any]) -> None:
    before = hashes(copied)
    with pytest.raises(InputError, match=r"--out = .*run: holds the run of another config .*; right would be"):
        play(make(tmp_path / "other", **change), copied)
    assert hashes(copied) == before


def test_another_text_of_the_same_strategy_file_is_refused(tmp_path: Path) -> None:
    field = [{"decks": ["Marrow"], "strategies": ["own.py"]}]
    play(make(tmp_path, entrants=field, blocks=1), tmp_path / "run")
    experiment = make(tmp_path / "other", entrants=field, blocks=1)
    play(experiment, tmp_path / "run")
    (tmp_path / "other" / "own.py").write_text("from strategies.massiveverse.random import act\n")
    with pytest.raises(InputError, match="other decks, strategies or rules"):
        play(load(tmp_path / "other" / "t.toml"), tmp_path / "run")


def test_what_is_no_folder_for_a_run_is_refused(experiment: Experiment, tmp_path: Path) -> None:
    """A file, a place inside a file, a folder with other things, even with a config.toml among them."""
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "config.toml").write_text("mine")
    for name, said in (("file", "is a file"), ("file/run", "is a file, or in one"), ("folder", "other things in it")):
        with pytest.raises(InputError, match=f"--out = .*{name}: .*{said}.*; right would be"):
            play(experiment, tmp_path / name)
    assert (tmp_path / "folder" / "config.toml").read_text() == (tmp_path / "file").read_text() == "mine"
    assert len(list((tmp_path / "folder").iterdir())) == 1
    (tmp_path / "empty").mkdir()
    play(experiment, tmp_path / "empty")


def test_the_manifest_says_what_was_played_and_nothing_of_when_or_where(inline: Path, experiment: Experiment) -> None:
    manifest = load_manifest(inline)
    assert set(manifest) == {
        *("format", "name", "ruleset", "ruleset_version", "config_hash", "seed", "luck", "first", "keep", "blocks"),
        "goal",
        *("pairing", "arrangements", "seats_equal", "endings", "entrants", "cells", "games", "files", "versions"),
    }
    assert set(manifest["versions"]) == {"tourney"}
    assert manifest["files"] == hashes(inline)
    assert (manifest["format"], manifest["entrants"]) == (2, 4)
    assert (manifest["games"], manifest["cells"]) == (plan(experiment).games, 10)


def summed(found: list[Columns]) -> dict[int, dict[str, Any]]:
    """Return the rows of CELLS by a plain loop over all games."""
    out: dict[int, dict[str, Any]] = {}
    for table in found:
        rows = [dict(zip(table, row, strict=True)) for row in zip(*(c.tolist() for c in table.values()), strict=True)]
        for game in rows:
            row = out.setdefault(game["cell"], {"blocks": set(), "games": [], "traces": set()})
            row["blocks"].add(game["luck"])
            row["traces"].add(game["trace"])
            row["games"].append(game)
    return out


@pytest.mark.parametrize("mode", ["seat", "deck", "block", "single"])
def test_cells_are_the_sums_of_all_games(tmp_path: Path, mode: str) -> None:
    experiment = kuhn(tmp_path, 64, luck=mode, blocks=60)
    play(experiment, tmp_path / "run")
    found = store.read(tmp_path / "run" / "cells.parquet").to_pylist()
    expected = summed([table for _, table in games(experiment)])
    planned = plan(experiment)
    assert [row["cell"] for row in found] == planned.cells.key.tolist()
    for row, cell in zip(found, making.cells(planned), strict=True):
        assert set(row) == {column.name for column in CELLS}
        mine = expected[cell.key]
        results = [game["result"] for game in mine["games"]]
        points = {n: [0, 0] for n in mine["blocks"]}
        for game in mine["games"]:
            points[game["luck"]][game["arrangement"] & 1] += game["result"] + 1
        assert (row["a"], row["b"]) == (cell.a, cell.b)
        assert (row["blocks"], row["games"], row["distinct"]) == (60, len(results), len(mine["traces"]))
        assert [row["wins"], row["draws"], row["losses"]] == [results.count(k) for k in (1, 0, -1)]
        assert row["games_first"] == sum(not game["arrangement"] & 1 for game in mine["games"])
        assert row["points_first"] == sum(p[0] for p in points.values())
        assert row["points_second"] == sum(p[1] for p in points.values())
        margins = [sum(g["margin"] for g in mine["games"] if g["luck"] == n) for n in mine["blocks"]]
        assert (row["margin"], row["margin_squares"]) == (sum(margins), sum(m**2 for m in margins))
        assert row["points_squares"] == sum((p[0] + p[1]) ** 2 for p in points.values())
        assert row["edge_squares"] == sum((p[0] - p[1]) ** 2 for p in points.values())
        assert row["turns"] == sum(game["turns"] for game in mine["games"])
        assert (row["first_luck"], row["caps"]) == (0, 0)


def test_random_pairs_that_meet_again_add_up_in_one_cell(tmp_path: Path) -> None:
    experiment = make(tmp_path, pairing={"random": 40}, blocks=3)
    play(experiment, tmp_path / "run")
    found = store.read(tmp_path / "run" / "cells.parquet")
    assert len(found) == len(plan(experiment).cells) == 6
    assert sum(found["blocks"].to_pylist()) == 120


@pytest.mark.parametrize("pairing", ["round-robin", {"random": 30}])
def test_totals_are_the_sums_of_all_games_of_two_strategies(tmp_path: Path, pairing: Any) -> None:
    """One row for each pair of strategies, by a plain loop over all games."""
    experiment = make(tmp_path, pairing=pairing)
    play(experiment, tmp_path / "run")
    found = store.read(tmp_path / "run" / "totals.parquet").to_pylist()
    planned, roster = plan(experiment), experiment.roster
    strategies = {
        c.key: (roster.specs[roster.spec[c.a]].name, roster.specs[roster.spec[c.b]].name) for c in making.cells(planned)
    }
    expected: dict[Any, list[dict[str, Any]]] = {}
    for table in [table for _, table in games(experiment)]:
        for row in [
            dict(zip(table, row, strict=True)) for row in zip(*(c.tolist() for c in table.values()), strict=True)
        ]:
            expected.setdefault(strategies[row["cell"]], []).append(row)
    assert [(row["strategy_a"], row["strategy_b"]) for row in found] == list(expected)
    for row, mine in zip(found, expected.values(), strict=True):
        assert set(row) == {column.name for column in TOTALS}
        assert row["cells"] == len({game["cell"] for game in mine})
        assert row["lucks"] == len({game["luck"] for game in mine})
        assert (row["games"], row["blocks"]) == (len(mine), len(mine) // 4)
        for name in ("turns", "decisions"):
            assert row[name] == sum(game[name] for game in mine)
        for name, column in (("endings", "ending"), ("lengths", "turns")):
            assert row[name] == np.bincount([game[column] for game in mine], minlength=len(row[name])).tolist()


@pytest.mark.parametrize("name", ["blocks", "games", "wins"])
def test_sums_that_are_not_the_plans_are_our_fault(
    copied: Path, experiment: Experiment, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """One block counted twice, one game or one win too many: nothing is written that cannot be true."""
    add = cells._Cells.add

    def wrong(self: Any, *given: Any) -> None:
        add(self, *given)
        self.sums[name][2] += 1

    monkeypatch.setattr(cells._Cells, "add", wrong)
    with pytest.raises(MachineError, match=f"broken identity: .* not in cells {plan(experiment).cells.key[2]:012x}"):
        columns(plan(experiment), copied)


@pytest.mark.parametrize("name", ["turns", "games"])
def test_totals_that_are_not_those_of_the_cells_are_our_fault(copied: Path, experiment: Experiment, name: str) -> None:
    path = first(copied, "tallies", "parquet")
    (row,) = store.read(path).to_pylist()
    wrong = {key: [value + 1 if key == name else value] for key, value in row.items()}
    store.write(path, store.encode(TALLIES, wrong, {}))
    with pytest.raises(
        MachineError, match=f"broken identity: {name} of all cells are those of all pairs of strategies"
    ):
        columns(plan(experiment), copied)


def test_blocks_on_other_luck_are_our_fault(copied: Path, experiment: Experiment) -> None:
    path = first(copied, "blocks", "parquet")
    table = store.read(path).to_pydict()
    store.write(path, store.encode(BLOCKS, table | {"luck": [luck + 1 for luck in table["luck"]]}, {}))
    with pytest.raises(MachineError, match=f"shard {path.stem}: broken identity: blocks are those of the plan"):
        columns(plan(experiment), copied)


@pytest.mark.parametrize("kind", ["blocks", "traces"])
def test_files_of_another_shard_are_our_fault(copied: Path, experiment: Experiment, kind: str) -> None:
    one, other = (
        copied / kind / f"{shard.name}.parquet"
        for shard in (*plan(experiment).shards[:1], *plan(experiment).shards[-1:])
    )
    one.write_bytes(other.read_bytes())
    with pytest.raises(MachineError, match=f"shard {one.stem}: broken identity: {kind} are "):
        columns(plan(experiment), copied)


def test_a_receipt_that_goes_while_others_are_played_is_noticed(copied: Path, experiment: Experiment) -> None:
    first(copied, "receipts", "json").unlink()
    with pytest.raises(MachineError, match=r"the receipt of shard [0-9a-f]{16} is gone"):
        summary.write(experiment, plan(experiment), copied)


@pytest.mark.parametrize(
    ("how", "blocks", "expected"),
    [
        (How(), 1000, "inline"),
        (How(), 10**6, "ray"),
        (How(address="auto"), 1, "ray"),
        (How("inline"), 10**6, "inline"),
        (How("ray"), 1, "ray"),
    ],
)
def test_auto_plays_small_runs_here_and_large_ones_on_a_cluster(
    tmp_path: Path, how: How, blocks: int, expected: str
) -> None:
    experiment = make(tmp_path, 1 << 20, blocks=blocks)
    assert runs.which(work(experiment), list(plan(experiment).shards), how) == expected


def test_auto_takes_the_cost_of_strategies_into_account(tmp_path: Path) -> None:
    """A few games of a planner are a large run: the dearer of the two sides counts."""
    field = [{"decks": ["*"], "strategies": ["random", "own.py"]}]
    experiment = make(tmp_path, 1 << 20, blocks=10, entrants=field)
    assert runs.which(work(experiment), list(plan(experiment).shards), How()) == "ray"


def test_a_run_may_keep_no_games(tmp_path: Path, experiment: Experiment) -> None:
    bare = replace(experiment, config=experiment.config.model_copy(update={"keep": "none"}), hash="0" * 64)
    play(bare, tmp_path / "run")
    assert not (tmp_path / "run" / "games").exists()
    assert play(bare, tmp_path / "run").now == 0


def test_what_the_design_proves_is_printed_as_proven(tmp_path: Path) -> None:
    """A real run of massiveverse under `block`: mirrors are exactly 50 %, and going first is worth exactly nothing."""
    play(make(tmp_path, luck="block", blocks=20), tmp_path / "run")
    run = reports_of(tmp_path / "run")
    edges, cells = tables.first_player(run), tables.matchups(run)
    assert (edges["edge"] == 0).all()
    assert set(edges["kind"]) == {"exact"}
    assert (cells["edge"] == 0).all()
    mirrors = cells[cells["name"] == cells["rival"]]
    assert len(mirrors) == 4
    assert (mirrors[["score", "low", "high"]] == 50).all(axis=None)
    assert set(mirrors["kind"]) == {"exact"}
    assert "exact" not in set(cells.loc[cells["name"] != cells["rival"], "kind"])
