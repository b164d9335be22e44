"""Extending: only what is missing is played, and the folder is that of a run from scratch, byte for byte."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jobs import kept, store
from jobs import run as runs
from jobs.config import Experiment
from jobs.kept import Kept
from jobs.plan import Stretches, plan
from jobs.run import How
from sim.errors import InputError
from tests.jobs.making import Silent, kuhn, make, play, tourney, write

THREE = {"entrants": [{"decks": ["Marrow", "Cataclysm", "Gemini"], "strategies": ["weighted", "random"]}]}


def extend(experiment: Experiment, run: Path, how: How | None = None, progress: Silent | None = None) -> Silent:
    told = progress or Silent()
    runs.extend(experiment, plan(experiment), run, how or How("inline"), told)
    return told


def content(run: Path) -> dict[str, str]:
    """Return the sha256 of every file of a run but receipts, which tell of times."""
    files = (path for path in sorted(run.rglob("*")) if path.is_file() and path.parent.name != "receipts")
    return {str(path.relative_to(run)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def names(run: Path) -> set[str]:
    return {path.stem for path in run.glob("receipts/*.json")}


def played(run: Path, before: set[str]) -> int:
    """Return the games that were played, and not taken over, for shards that were not there `before`."""
    found = [store.receipt(run, name) for name in names(run) - before]
    return sum(receipt["played"] for receipt in found if receipt)


@pytest.mark.parametrize("keep", ["all", "none", 3])
@pytest.mark.parametrize("luck", ["block", "single"])
@pytest.mark.parametrize("maker", [make, kuhn])
def test_more_blocks_are_those_of_a_run_from_scratch(tmp_path: Path, maker: Any, luck: str, keep: Any) -> None:
    """Also where cells outgrow a shard, and twice in a row."""
    few, some, many = (maker(tmp_path, luck=luck, keep=keep, blocks=n) for n in (3, 7, 41))
    play(few, tmp_path / "run")
    for before, after in ((few, some), (some, many)):
        there = names(tmp_path / "run")
        extend(after, tmp_path / "run")
        assert played(tmp_path / "run", there) == plan(after).games - plan(before).games
        play(after, tmp_path / f"scratch {after.config.blocks}")
        assert content(tmp_path / "run") == content(tmp_path / f"scratch {after.config.blocks}")


def test_one_deck_more_plays_its_own_cells_only(tmp_path: Path) -> None:
    two, three = make(tmp_path, blocks=11), make(tmp_path, blocks=11, **THREE)
    play(two, tmp_path / "run")
    there = names(tmp_path / "run")
    extend(three, tmp_path / "run", How("inline", workers=2))
    assert played(tmp_path / "run", there) == plan(three).games - plan(two).games
    play(three, tmp_path / "scratch")
    assert content(tmp_path / "run") == content(tmp_path / "scratch")


def test_a_ray_cluster_extends_to_the_same_bytes(tmp_path: Path, local_ray: str) -> None:
    few, many = (make(tmp_path, blocks=n, luck="seat") for n in (3, 9))
    play(few, tmp_path / "run")
    extend(many, tmp_path / "run", How("ray", workers=2))
    play(many, tmp_path / "scratch")
    assert content(tmp_path / "run") == content(tmp_path / "scratch")


@pytest.mark.parametrize("stop", [1, 4])
def test_interrupted_extension_goes_on_by_either_command(tmp_path: Path, stop: int) -> None:
    few, many = make(tmp_path, blocks=5), make(tmp_path, blocks=12)
    play(many, tmp_path / "scratch")
    for again in (extend, play):
        run = tmp_path / again.__name__
        play(few, run)
        there = names(run)
        with pytest.raises(KeyboardInterrupt):
            extend(many, run, progress=Silent(stop_after=stop))
        assert not (run / "manifest.json").exists()
        assert again(many, run).before >= stop
        assert content(run) == content(tmp_path / "scratch")
        assert played(run, there) == plan(many).games - plan(few).games


def test_a_damaged_shard_is_not_taken_over(tmp_path: Path) -> None:
    few, many = make(tmp_path, blocks=5), make(tmp_path, blocks=12)
    play(few, tmp_path / "run")
    path = min((tmp_path / "run" / "games").glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-1])
    extend(many, tmp_path / "run")
    play(many, tmp_path / "scratch")
    assert content(tmp_path / "run") == content(tmp_path / "scratch")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 6}, "seed = 6: is 5 in"),
        ({"luck": "seat"}, "luck = seat: is block in"),
        ({"keep": "none"}, "keep = none: is all in"),
        ({"blocks": 3}, "no place for what stands in"),
        ({"pairing": "mirror", "blocks": 20}, "no place for what stands in"),
        ({"pairing": {"random": 9}}, "drawn anew"),
    ],
)
def test_what_would_lose_results_is_refused(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    play(make(tmp_path, blocks=5), tmp_path / "run")
    before = content(tmp_path / "run")
    with pytest.raises(InputError, match=f"{said}.*right would be"):
        extend(make(tmp_path / "other", **({"blocks": 5} | change)), tmp_path / "run")
    assert content(tmp_path / "run") == before


def test_the_command_extends_by_the_config_of_the_run_or_another(tmp_path: Path) -> None:
    config, run = write(tmp_path, blocks=4), tmp_path / "run"
    assert tourney("run", config, "--out", run, "--no-report").exit_code == 0
    assert tourney("extend", run, "--blocks", 6, "--no-report").exit_code == 0
    assert "blocks = 6" in (run / "config.toml").read_text()
    larger = write(tmp_path / "larger", blocks=6, **THREE)
    done = tourney("extend", run, larger, "--no-report")
    assert done.exit_code == 0, done.output
    assert "Cataclysm" in done.output
    assert tourney("extend", tmp_path / "nothing", larger).exit_code == 2
    assert tourney("extend", run, "--blocks", 5).exit_code == 2


def stretches(*rows: tuple[int, int, int]) -> Stretches:
    cell, first, blocks = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    who = np.zeros(len(cell), np.int32)
    return Stretches(who, who, cell, first, blocks.astype(np.int32))


def test_whole_stretches_side_by_side_are_taken_and_the_holes_are_missing() -> None:
    """Of cell 4: what begins before, overlaps or reaches beyond is left; cell 5 is whole; cell 6 is not there."""
    rows = [(3, 0, 9), (4, 0, 12), (4, 10, 5), (4, 12, 8), (4, 16, 4), (4, 30, 20), (5, 0, 3)]
    cell, first, blocks = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    held = Kept(("x",), np.zeros(len(rows), np.int32), cell, first, blocks)
    taken, missing = held.within(stretches((5, 0, 3), (4, 5, 40), (6, 0, 2)))
    assert taken.tolist() == [6, 2, 4]
    found = zip(missing.cell.tolist(), missing.first.tolist(), missing.blocks.tolist(), strict=True)
    assert list(found) == [(4, 5, 5), (4, 15, 1), (4, 20, 25), (6, 0, 2)]
    assert held.outside(np.array([5, 4, 3]), np.array([3, 20, 8])).tolist() == [True, *[False] * 4, True, False]
    assert kept.NOTHING.within(stretches((4, 0, 2)))[1].blocks.tolist() == [2]
