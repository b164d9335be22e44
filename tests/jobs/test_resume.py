"""Resumption: whatever was interrupted, lost or damaged, the same call mends it, to the same bytes."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from jobs import run as runs
from jobs.config import Experiment
from jobs.plan import plan
from jobs.run import How
from jobs.summary import load_manifest
from sim.errors import InputError
from tests.jobs.making import Silent, first, hashes, play, work


def no_receipt(run: Path) -> int:
    for path in sorted(run.glob("receipts/*.json"))[:3]:
        path.unlink()
    return 3


def cut_receipt(run: Path) -> int:
    path = first(run, "receipts", "json")
    path.write_bytes(path.read_bytes()[:50])
    return 1


def bytes_for_a_receipt(run: Path) -> int:
    first(run, "receipts", "json").write_bytes(b"\xff\xfe\0")
    return 1


def no_games(run: Path) -> int:
    shutil.rmtree(run / "games")
    return len(list(run.glob("receipts/*.json")))


def no_blocks(run: Path) -> int:
    first(run, "blocks", "parquet").unlink()
    return 1


def cut_file(run: Path) -> int:
    path = first(run, "tallies", "parquet")
    path.write_bytes(path.read_bytes()[:-1])
    return 1


def changed_file(run: Path) -> int:
    path = first(run, "games", "parquet")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    return 1


def leftovers(run: Path) -> int:
    for name in (".manifest.json.host.1.tmp", "blocks/.x.parquet.host.1.tmp", "receipts/.x.json.host.22.tmp"):
        (run / name).write_bytes(b"half a fi")
    return 0


def no_end(run: Path) -> int:
    for name in ("manifest.json", "cells.parquet", "decks.parquet", "entrants.parquet", "totals.parquet"):
        (run / name).unlink()
    return 0


def half_an_end(run: Path) -> int:
    (run / "cells.parquet").write_bytes(b"PAR1")
    (run / "manifest.json").write_text("{")
    return 0


def no_entrants(run: Path) -> int:
    (run / "entrants.parquet").unlink()
    return 0


def strange_end(run: Path) -> int:
    (run / "manifest.json").write_text("[]")
    return 0


DAMAGE = [no_receipt, cut_receipt, bytes_for_a_receipt, no_games, no_blocks, cut_file, changed_file]


DAMAGE += [leftovers, no_end, half_an_end, no_entrants, strange_end]


@pytest.mark.parametrize("damage", DAMAGE)
def test_the_same_call_mends_what_is_missing_and_plays_nothing_else(
    copied: Path, inline: Path, experiment: Experiment, damage: Callable[[Path], int]
) -> None:
    missing = damage(copied)
    told = play(experiment, copied)
    assert told.now == missing
    assert told.before == len(plan(experiment).shards) - missing
    assert told.games == plan(experiment).games
    assert hashes(copied) == hashes(inline)
    assert (copied / "manifest.json").read_bytes() == (inline / "manifest.json").read_bytes()
    assert not list(copied.rglob(".*"))


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_after_some_shards_the_same_call_goes_on(
    inline: Path, experiment: Experiment, tmp_path: Path, workers: int
) -> None:
    """A run that is not whole has no manifest; what stands is not played again."""
    run, shards = tmp_path / "run", len(plan(experiment).shards)
    with pytest.raises(KeyboardInterrupt):
        play(experiment, run, How("inline", workers=workers), Silent(stop_after=5))
    assert not (run / "manifest.json").exists()
    there = len(list(run.glob("receipts/*.json")))
    assert 5 <= there <= 5 + 2 * workers
    told = play(experiment, run)
    assert (told.before, told.now) == (there, shards - there)
    assert hashes(run) == hashes(inline)


def test_an_interrupted_repair_leaves_no_manifest(copied: Path, experiment: Experiment) -> None:
    no_receipt(copied)
    with pytest.raises(KeyboardInterrupt):
        play(experiment, copied, progress=Silent(stop_after=1))
    with pytest.raises(InputError, match="no finished run"):
        load_manifest(copied)


def test_a_finished_run_is_left_as_it_is(copied: Path, experiment: Experiment) -> None:
    """Nothing is played, and no result is written again."""
    before = {p: p.stat().st_mtime_ns for p in copied.rglob("*") if p.is_file() and not p.name.startswith("config.")}
    told = play(experiment, copied, How("ray", workers=2))
    assert (told.before, told.now) == (len(plan(experiment).shards), 0)
    assert {p: p.stat().st_mtime_ns for p in before} == before


def test_a_run_interrupted_before_its_first_shard_can_be_begun_again(experiment: Experiment, tmp_path: Path) -> None:
    """A new folder with a half-written file, one with the hash alone, one without its config."""
    for number, names in enumerate([(".config.sha256.host.7.tmp",), ("config.sha256",), ("config.sha256", "blocks")]):
        run = tmp_path / str(number)
        told = work(experiment, run)
        runs.claim(experiment, run)
        runs.begin(experiment, plan(experiment), run)
        for path in run.iterdir():
            if path.name not in names:
                path.rmdir() if path.is_dir() else path.unlink()
        if names[0].startswith("."):
            (run / names[0]).write_text("ha")
        runs.claim(experiment, run)
        again = runs.begin(experiment, plan(experiment), run)
        assert (again.run, again.roster, again.metadata) == (told.run, told.roster, told.metadata)
        assert {p.name for p in run.iterdir()} == {"config.sha256", "config.toml", "blocks", "tallies", "receipts"}


def test_a_full_disk_loses_nothing_that_stood(
    inline: Path, experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error passes as the machine's own, no half file stays, and the same call goes on when there is room."""
    run, sync, calls = tmp_path / "run", os.fsync, []

    def full(number: int) -> None:
        calls.append(number)
        if len(calls) > 18:
            raise OSError(28, "No space left on device")
        sync(number)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        play(experiment, run)
    monkeypatch.setattr(os, "fsync", sync)
    assert not list(run.rglob(".*"))
    assert play(experiment, run).before == 3
    assert hashes(run) == hashes(inline)
