"""The pilot: it foretells how precise each cell will be, and is played for the run, not beside it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jobs import forecast, pilot
from jobs.config import Experiment
from jobs.forecast import Cells
from jobs.pilot import Pilot
from jobs.plan import plan
from reports import runs, tables
from reports.stats.intervals import AGREE, T
from tests.jobs.making import Silent, kuhn, make, play, tourney, write
from tests.jobs.test_extend import THREE, content, names, played
from tests.jobs.test_rounds import FIELD, WIDE, log, settled

SIX = [{"decks": ["Marrow", "Gemini", "Ironclad"], "strategies": ["weighted", "random"]}]


def piloted(experiment: Experiment, folder: Path) -> tuple[Pilot, Cells]:
    planned = plan(experiment)
    seen = pilot.play(experiment, planned, folder, Silent())
    return seen, forecast.cells(experiment, planned, seen)


CAPSULE = {"ruleset": "capsule", "entrants": [{"decks": ["*"], "strategies": ["weighted"]}]}


def reported(run: Path) -> Any:
    """Return the match-ups of a finished run, each from A's side, with `half` from 0 to 1."""
    frame = tables.matchups(runs.load(run)).drop_duplicates("cell")
    return frame.assign(half=(frame["high"] - frame["low"]) / 200, band=(frame["band_high"] - frame["band_low"]) / 200)


@pytest.mark.parametrize("luck", ["seat", "deck"])
def test_the_realised_half_width_is_within_ten_per_cent_of_the_forecast(tmp_path: Path, luck: str) -> None:
    experiment = make(tmp_path, 1 << 14, entrants=SIX, blocks=2_000, luck=luck)
    seen, found = piloted(experiment, tmp_path / "run")
    assert seen.folder == tmp_path / "run"
    assert (seen.blocks == pilot.BLOCKS).all()
    play(experiment, tmp_path / "run")
    half = reported(tmp_path / "run")["half"].to_numpy()
    assert (half[seen.proven] == found.half[seen.proven]).all()
    some = ~seen.proven
    assert set(found.kind[some]) == {T}
    assert not found.rough.any()
    assert (np.abs(half[some] / found.half[some] - 1) < 0.1).all()
    assert (found.least[some] > found.half[some]).all()


def test_where_all_blocks_agree_the_forecast_is_what_agreeing_makes_of_it(tmp_path: Path) -> None:
    """Three in four within ten per cent: where games repeat themselves, how many there are is foretold by and large."""
    experiment, run = make(tmp_path, 1 << 14, **CAPSULE, blocks=1_000, luck="seat"), tmp_path / "run"
    _, found = piloted(experiment, run)
    play(experiment, run)
    frame = reported(run)
    off = np.abs(frame["half"] / np.where(found.half > 0, found.half, 1) - 1)
    known = (found.kind == T) & ~found.rough
    assert known.sum() > 30
    assert (off[known] < 0.1).all()
    agree = (found.kind == AGREE) & (frame["kind"] == AGREE)
    assert agree.sum() > 10
    assert (off[agree] < 0.1).mean() >= 0.75
    assert (off[agree] < 0.5).all()


def test_a_run_of_some_precision_comes_to_the_widths_and_blocks_that_are_foretold(tmp_path: Path) -> None:
    experiment, run = make(tmp_path, 1 << 14, **CAPSULE, blocks=None, precision=0.04, luck="seat"), tmp_path / "run"
    seen, found = piloted(experiment, run)
    play(experiment, run)
    last = {row["cell"]: row for row in log(run)}
    rows = [last[key] for key in plan(experiment).cells.key.tolist()]
    half, blocks = (np.array([row[name] for row in rows]) for name in ("high", "blocks"))
    half -= np.array([row["low"] for row in rows])
    some = ~seen.proven
    assert (np.abs(half[some] / 2 / found.half[some] - 1) < 0.1).all()
    assert blocks.sum() / found.blocks.sum() == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("luck", ["seat", "deck", "single"])
@pytest.mark.parametrize("blocks", [1, 2, 60])
def test_a_pilot_of_all_blocks_foretells_just_what_the_report_says(tmp_path: Path, luck: str, blocks: int) -> None:
    """All kinds of intervals, and the band over as many match-ups as the report counts."""
    experiment, run = make(tmp_path, 1 << 14, **CAPSULE, blocks=blocks, luck=luck), tmp_path / "run"
    seen, found = piloted(experiment, run)
    play(experiment, run)
    frame = reported(run)
    assert found.kind.tolist() == frame["kind"].tolist()
    assert found.half == pytest.approx(frame["half"].to_numpy(), nan_ok=True)
    assert not found.rough.any()
    near = ((frame["score"] - 50).abs() < 15) & (frame["kind"] == T)  # the band is foretold at 50 %
    if blocks == 60 and luck != "single":
        assert near.sum() >= 4
        reach = found.least - 0.841621 * seen.deviation / np.sqrt(blocks)
        assert reach[near] == pytest.approx(frame["band"][near].to_numpy(), rel=0.1)


@pytest.mark.parametrize("keep", ["all", "none", 3])
def test_a_pilot_is_taken_over_by_the_run(tmp_path: Path, keep: Any) -> None:
    experiment, run = make(tmp_path, 1 << 10, blocks=300, luck="seat", keep=keep), tmp_path / "run"
    seen, _ = piloted(experiment, run)
    assert (run / "pilot").is_file()
    there = names(run)
    play(experiment, run)
    new = 2 * int((plan(experiment).cells.blocks - seen.blocks).sum())
    assert played(run, there) == new
    play(experiment, tmp_path / "scratch")
    assert content(run) == content(tmp_path / "scratch")


def test_a_pilot_of_other_blocks_or_decks_still_serves(tmp_path: Path) -> None:
    """The marker says that nobody's run is there; what does not fit is left, and gone when the run is whole."""
    run = tmp_path / "run"
    piloted(kuhn(tmp_path, blocks=40), run)
    piloted(make(tmp_path, blocks=9), run)
    there, experiment = names(run), make(tmp_path, blocks=20, **THREE)
    play(experiment, run)
    assert played(run, there) == plan(experiment).games - plan(make(tmp_path, blocks=9)).games
    play(experiment, tmp_path / "scratch")
    assert content(run) == content(tmp_path / "scratch")


def test_a_second_pilot_plays_nothing_again_and_a_finished_run_is_its_own_pilot(tmp_path: Path) -> None:
    experiment, run = make(tmp_path, blocks=30), tmp_path / "run"
    first, _ = piloted(experiment, run)
    there = names(run)
    piloted(experiment, run)
    assert names(run) == there
    play(experiment, run)
    before = content(run)
    again, _ = piloted(experiment, run)
    assert content(run) == before
    assert again.folder == run
    assert np.array_equal(again.mean, first.mean)


def test_the_folder_of_another_run_or_of_other_things_is_left_alone(tmp_path: Path) -> None:
    play(kuhn(tmp_path, blocks=5), tmp_path / "other")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note").write_text("x")
    for name in ("other", "mine"):
        before = content(tmp_path / name)
        seen, _ = piloted(make(tmp_path, blocks=9), tmp_path / name)
        assert seen.folder is None
        assert (seen.blocks == 9).all()
        assert content(tmp_path / name) == before


def test_a_run_that_decides_by_itself_takes_its_pilot_for_the_first_round(tmp_path: Path) -> None:
    experiment, run = settled(tmp_path, **WIDE), tmp_path / "run"
    seen, found = piloted(experiment, run)
    assert (seen.blocks == 64).all()
    told = Silent()
    play(experiment, run, progress=told)
    play(experiment, tmp_path / "scratch")
    assert content(run) == content(tmp_path / "scratch")
    assert all(row["blocks"] > 64 for row in log(run) if row["round"] > 0)
    assert (found.half[~seen.proven] > 0).all()


def test_the_command_tells_of_each_cell(tmp_path: Path) -> None:
    config, run = write(tmp_path, **FIELD), tmp_path / "run"
    done = tourney("plan", config, "--blocks", 400, "--out", run)
    assert done.exit_code == 0, done.output
    for said in ("pilot", "kept in", "equilibrium / standard - random / standard", "±", "exact", "verdict at 80 %"):
        assert said in done.output
    assert "exchanges" not in done.output
    bare = tourney("plan", config, "--blocks", 400, "--out", tmp_path / "none", "--no-pilot")
    assert "pilot" not in bare.output
    assert not (tmp_path / "none").exists()
    assert tourney("run", config, "--blocks", 400, "--out", run, "--no-report").exit_code == 0
