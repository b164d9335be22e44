"""Sequential runs: each cell stops by itself, the log says why, and the folder is the same however it came about."""

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from jobs import store
from jobs.config import load
from jobs.run import How
from jobs.summary import load_manifest
from sim.errors import InputError
from sim.results import DECISIONS
from tests.jobs.making import Silent, games, hashes, make, play, tourney, write
from tests.jobs.test_extend import content, extend, names

WIDE = {"blocks": None, "decide": {"band": [0.4, 0.6], "borderline": 0.05}}
FIELD = {"ruleset": "kuhn", "entrants": [{"decks": ["*"], "strategies": ["random", "equilibrium"]}]}
GOALS: list[dict[str, Any]] = [
    WIDE,
    {"blocks": None, "decide": {"band": [0.4, 0.6], "borderline": 0.05, "strict": True}},
    {"blocks": None, "precision": 0.06},
]


def settled(folder: Path, size: int = 512, **goal: Any) -> Any:
    """Return an experiment that stops by itself."""
    return make(folder, size, **(FIELD | {"luck": "block"} | goal))


def log(run: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = store.read(run / "decisions.parquet").to_pylist()
    return found


@pytest.mark.parametrize("goal", GOALS)
def test_every_cell_ends_with_a_verdict_that_its_interval_tells(tmp_path: Path, goal: dict[str, Any]) -> None:
    experiment = settled(tmp_path, **goal)
    play(experiment, tmp_path / "run")
    rows = log(tmp_path / "run")
    assert set(rows[0]) == {column.name for column in DECISIONS}
    cells = store.read(tmp_path / "run" / "cells.parquet").to_pylist()
    last = {row["cell"]: row for row in rows}
    assert {cell["cell"]: cell["blocks"] for cell in cells} == {key: row["blocks"] for key, row in last.items()}
    for cell in cells:
        row = last[cell["cell"]]
        points = cell["points_first"] + cell["points_second"]
        assert row["mean"] == pytest.approx(points / cell["games"] / 2, abs=1e-8)
        if cell["a"] == cell["b"]:
            assert (row["verdict"], row["low"], row["high"]) == ("balanced", 0.5, 0.5)
        else:
            assert row["low"] <= row["mean"] <= row["high"]
            assert row["high"] - row["low"] <= 0.2 + 1e-8
    assert {row["verdict"] for row in last.values()} <= {"favoured", "balanced", "unfavoured", "borderline"}
    assert all(row["verdict"] == "open" for row in rows if row is not last[row["cell"]])
    assert load_manifest(tmp_path / "run")["goal"]["strict"] == (goal.get("decide", {}).get("strict", False))


def test_the_log_is_that_of_the_finished_prefix_alone(tmp_path: Path) -> None:
    """Every row's mean is that of the cell's games on the luck ids before it, played by a plain run."""
    play(settled(tmp_path, **WIDE), tmp_path / "run")
    longest = max(row["blocks"] for row in log(tmp_path / "run"))
    points: dict[tuple[int, int], list[int]] = defaultdict(list)
    for _, table in games(settled(tmp_path, blocks=longest)):
        for cell, luck, result in zip(*(table[n].tolist() for n in ("cell", "luck", "result")), strict=True):
            points[cell, luck].append(result + 1)
    for row in log(tmp_path / "run"):
        mine = [sum(points[row["cell"], luck]) / 8 for luck in range(row["blocks"])]
        assert row["mean"] == pytest.approx(sum(mine) / len(mine), abs=1e-8)


@pytest.mark.parametrize("goal", GOALS)
def test_the_same_bytes_for_any_workers_and_interruptions(tmp_path: Path, goal: dict[str, Any]) -> None:
    """Also where the run is split into other shards: only their names differ then."""
    experiment = settled(tmp_path, **goal)
    play(experiment, tmp_path / "run")
    play(experiment, tmp_path / "two", How("inline", workers=2))
    assert content(tmp_path / "two") == content(tmp_path / "run")
    for stop in (1, 4):
        with pytest.raises(KeyboardInterrupt):
            play(experiment, tmp_path / f"cut {stop}", progress=Silent(stop_after=stop))
        play(experiment, tmp_path / f"cut {stop}")
        assert content(tmp_path / f"cut {stop}") == content(tmp_path / "run")
    play(settled(tmp_path, 4096, **goal), tmp_path / "large")
    for name in ("cells.parquet", "decisions.parquet", "totals.parquet"):
        assert hashes(tmp_path / "large")[name] == hashes(tmp_path / "run")[name]


def test_only_shards_of_the_plan_stay_and_a_finished_run_is_left_as_it_is(tmp_path: Path) -> None:
    experiment, run = settled(tmp_path, **WIDE), tmp_path / "run"
    play(experiment, run)
    stand = {Path(path).stem for path in load_manifest(run)["files"] if path.startswith("blocks/")}
    assert {path.stem for path in run.glob("*/*.parquet")} == stand == names(run)
    assert play(experiment, run).now == 0


def test_a_damaged_run_plays_only_what_is_gone(tmp_path: Path) -> None:
    experiment, run = settled(tmp_path, **WIDE), tmp_path / "run"
    play(experiment, run)
    before = content(run)
    min(run.glob("receipts/*.json")).unlink()
    (run / "cells.parquet").unlink()
    told = play(experiment, run)
    assert 0 < told.games < load_manifest(run)["games"]
    assert content(run) == before


def test_an_entrant_more_is_as_from_scratch(tmp_path: Path) -> None:
    field = [{"decks": ["Marrow", "Gemini"], "strategies": ["weighted"]}]
    more = [{"decks": ["Marrow", "Gemini", "Cataclysm"], "strategies": ["weighted"]}]
    few, many = (make(tmp_path, 512, luck="seat", **WIDE, entrants=entrants) for entrants in (field, more))
    play(few, tmp_path / "run")
    extend(many, tmp_path / "run")
    play(many, tmp_path / "scratch")
    assert content(tmp_path / "run") == content(tmp_path / "scratch")


def test_the_stored_config_means_the_same(tmp_path: Path) -> None:
    experiment = settled(tmp_path, **WIDE)
    play(experiment, tmp_path / "run")
    stored = tmp_path / "run" / "config.toml"
    assert "blocks" not in tomllib.loads(stored.read_text())
    assert load(stored).hash == experiment.hash


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"precision": 0.01}, "precision = 0.01: goes not with blocks; right would be one of the two"),
        ({"precision": 0}, "out of range; right would be a half-width"),
        ({"precision": "x"}, "right would be a half-width"),
        ({"blocks": None, "precision": 0.1, "decide": {"band": [0.4, 0.6]}}, "goes not with precision"),
        ({"blocks": None, "decide": {"band": [0.6, 0.4]}}, "is no band; right would be two mean scores"),
        ({"blocks": None, "decide": {"band": [0.6]}}, "right would be two mean scores"),
        ({"blocks": None, "decide": {"band": [0.4, 0.6], "alfa": 0.1}}, "no such key; right would be"),
        ({"blocks": None, "decide": {"band": [0.4, 0.6], "alpha": 0.6}}, "out of range; right would be a probability"),
        ({"blocks": None, "precision": 0.1, "pairing": {"random": 9}}, "goes not with precision"),
    ],
)
def test_goals_that_cannot_be_meant_are_refused(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        load(write(tmp_path, **change))


def test_the_command_says_how_the_cells_were_decided_and_replays_their_games(tmp_path: Path) -> None:
    config, run = write(tmp_path, **(FIELD | WIDE)), tmp_path / "run"
    done = tourney("run", config, "--out", run, "--no-report")
    assert done.exit_code == 0, done.output
    assert "3 cells decided in" in done.output
    told = " ".join(done.output.split())
    assert "Of 1 match-up 1 is balanced (inside); with 95 % all of these are so." in told
    row = log(run)[-1]
    shown = tourney("replay", run, f"{row['cell']:012x}:{row['blocks'] - 1}:1")
    assert shown.exit_code == 0, shown.output
    assert tourney("extend", run, "--blocks", 500).exit_code == 2
