"""Executors and what may befall them: signals, dead workers, faults of a strategy far away. Nothing is left behind."""

import multiprocessing.resource_tracker
import multiprocessing.spawn
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jobs import cluster
from jobs import run as runs
from jobs.config import load
from jobs.plan import plan
from jobs.run import How
from sim.errors import InputError, MachineError, StrategyError
from tests.jobs.making import hashes, make, play, work, write
from tests.rooms import ROOT

GOES_ON = "what is finished is kept, the same command goes on from there"
FIELD = [{"decks": ["Marrow", "Gemini"], "strategies": ["own.py", "random"]}]
PAUSE = {"OWN_PAUSE": "0.01"}  # seconds for each decision of a batch
POOL = ("--executor", "inline", "--workers", "2")
PROGRESS = re.compile(r"[\d,]+ of [\d,]+ games, shard .*\n")


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a config of many shards of a few games; with PAUSE its run takes some ten seconds, else one."""
    return write(tmp_path_factory.mktemp("slow"), entrants=FIELD, blocks=12)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, slow: Path) -> dict[str, str]:
    """Return the hashes of that run, played in one go."""
    run = tmp_path_factory.mktemp("expected") / "run"
    play(load(slow), run)
    return hashes(run)


class Running:
    """The command `tourney run` in a session of its own."""

    def __init__(self, config: Path, run: Path, *how: str) -> None:
        self.run = run
        command = [sys.executable, "-m", "jobs.cli", "run", str(config), "--out", str(run), "--no-report", *how]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | PAUSE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def wait_for(self, shards: int) -> None:
        until = time.monotonic() + 60
        while len(list(self.run.glob("receipts/*.json"))) < shards:
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < until
            time.sleep(0.01)

    def end(self, number: int, everyone: bool) -> tuple[int, str]:
        """Send a signal, to the command or to its whole group as Ctrl-C does; return exit code and what it said."""
        (os.killpg if everyone else os.kill)(self.process.pid, number)
        out, said = self.process.communicate(timeout=60)
        assert out == ""
        return self.process.returncode, PROGRESS.sub("", said)

    def left(self) -> list[str]:
        """Return the processes of the session that still run, after a moment of grace; zombies are dead."""
        for _ in range(50):
            found = [line for line in processes() if line.split()[0] == str(self.process.pid)]
            if not found:
                break
            time.sleep(0.1)
        return found


def processes() -> list[str]:
    """Return (session, state, command) of every process that is no zombie, uncut whatever the width of the screen."""
    listed = subprocess.run(["ps", "-wweo", "sess=,stat=,args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if not line.split()[1].startswith("Z")]


@pytest.fixture
def started(tmp_path: Path, slow: Path) -> Iterator[Any]:
    """Return what starts the slow run; whatever is left of it is ended with the test."""
    commands: list[Running] = []

    def start(*how: str, config: Path = slow) -> Running:
        commands.append(Running(config, tmp_path / "run", *how))
        return commands[-1]

    yield start
    for command in commands:
        if command.process.poll() is None:
            os.killpg(command.process.pid, signal.SIGKILL)
            command.process.communicate()


INT, TERM = (signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")


@pytest.mark.parametrize(
    ("how", "sent", "everyone"),
    [
        (("--executor", "inline"), INT, True),
        (("--executor", "inline"), TERM, False),
        (POOL, INT, True),
        (POOL, INT, False),
        (POOL, TERM, False),
    ],
)
def test_a_signal_ends_a_run_with_one_line_and_no_process_left(
    started: Any, slow: Path, expected: dict[str, str], how: tuple[str, ...], sent: Any, everyone: bool
) -> None:
    """Ctrl-C gives 130, SIGTERM 143; what was finished is kept, and the run goes on to the same bytes."""
    running = started(*how)
    running.wait_for(3)
    code, said = running.end(sent[0], everyone)
    assert (code, said) == (sent[1], f"{sent[2]}: {GOES_ON}\n")
    assert running.left() == []
    assert play(load(slow), running.run).before >= 3
    assert hashes(running.run) == expected


@pytest.mark.parametrize("everyone", [True, False])
def test_a_killed_run_goes_on_to_the_same_bytes(
    started: Any, slow: Path, expected: dict[str, str], everyone: bool
) -> None:
    """SIGKILL leaves no time for anything; even so the workers of a driver that was killed end by themselves."""
    running = started(*POOL)
    running.wait_for(3)
    running.end(signal.SIGKILL, everyone)
    assert running.left() == []
    assert not (running.run / "manifest.json").exists()
    assert play(load(slow), running.run).before >= 3
    assert hashes(running.run) == expected
    assert not list(running.run.rglob(".*"))


def test_an_interrupt_while_workers_start_makes_no_noise(started: Any) -> None:
    """The workers are still importing: they never see the Ctrl-C that reaches their whole group."""
    running = started(*POOL)
    until = time.monotonic() + 30
    while not any("spawn_main" in line for line in processes() if line.split()[0] == str(running.process.pid)):
        assert time.monotonic() < until
    assert running.end(signal.SIGINT, everyone=True) == (130, f"interrupted: {GOES_ON}\n")
    assert running.left() == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_another_thread_takes_is_held_too(number: int) -> None:
    """The mask of a thread holds nothing that the others let through."""
    seen: list[str] = []
    before = signal.signal(number, lambda *_: seen.append("handled"))
    try:
        with cluster._interrupts_held():
            thread = threading.Thread(target=signal.pthread_kill, args=(threading.main_thread().ident, number))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})  # as if the signal had found a thread that lets it in
            thread.start()
            thread.join()
            seen.append("started")
    finally:
        signal.signal(number, before)
    assert seen == ["started", "handled"]


def test_an_interrupt_of_a_run_on_a_ray_cluster(started: Any, tmp_path: Path, local_ray: str) -> None:
    """One line and no traceback of any worker; the cluster, which is not ours, lives on, with nothing to do."""
    field = [{"decks": ["Marrow"], "strategies": [{"use": "own.py", "pause": 5}]}]
    config = write(tmp_path, entrants=field, blocks=24)
    running = started("--address", local_ray, config=config)
    running.wait_for(3)
    assert running.end(signal.SIGINT, everyone=True) == (130, f"interrupted: {GOES_ON}\n")
    assert running.left() == []
    there = len(list(running.run.glob("receipts/*.json")))
    time.sleep(0.7)
    assert len(list(running.run.glob("receipts/*.json"))) == there < 12
    assert play(load(config), running.run, How("ray")).before == there
    assert (running.run / "manifest.json").exists()


def faulty(folder: Path, fault: str) -> Any:
    own = {"use": "own.py", "fault": fault}
    return make(folder, 1 << 20, blocks=20, entrants=[{"decks": ["Marrow", "Gemini"], "strategies": ["random", own]}])


@pytest.mark.parametrize("how", [How("inline", workers=2), pytest.param(How("ray"), marks=pytest.mark.ray)])
@pytest.mark.parametrize("fault", ["raises", "illegal"])
def test_a_strategys_fault_travels_from_a_worker_in_words(
    tmp_path: Path, how: How, fault: str, request: pytest.FixtureRequest
) -> None:
    """It says who, where and in which game, as it does in this process, and how to see it again."""
    if how.executor == "ray":
        request.getfixturevalue("local_ray")
    with pytest.raises(StrategyError) as caught:
        play(faulty(tmp_path, fault), tmp_path / "run", how)
    said = r"strategy 'own.*' (raised ValueError: ouch|chose action 60).*; seat [01], game [0-9a-f]{12}:\d+:[0-3]; "
    assert re.match(said, str(caught.value))
    assert str(caught.value).endswith(f"`tourney replay {tmp_path}/run GAME` shows it")


def test_a_worker_that_dies_is_the_machines_fault(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match=r"a worker process died .*; the same command goes on"):
        play(faulty(tmp_path, "dies"), tmp_path / "run", How("inline", workers=2))


DIES_ONCE = """
import os
from sim import pick

COST = 1 << 17

def act(view, legal, coin):
    if not os.path.exists({mark!r}):
        open({mark!r}, "x").close()
        os._exit(7)
    return pick.uniform(legal, coin)
"""


def test_what_was_lost_with_a_worker_is_played_again_on_a_cluster(
    tmp_path: Path, local_ray: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the same bytes; and a worker that is replaced after each of its tasks, as ours are at times, loses none."""
    monkeypatch.setattr(cluster, "_RECYCLE", 1)
    mark = tmp_path / "died"
    config = write(tmp_path, entrants=[{"decks": ["Marrow", "Gemini"], "strategies": ["once.py"]}])
    (tmp_path / "once.py").write_text(DIES_ONCE.format(mark=str(mark)))
    play(load(config), tmp_path / "ray", How("ray"))
    assert mark.exists()
    play(load(config), tmp_path / "inline")
    assert hashes(tmp_path / "ray") == hashes(tmp_path / "inline")
    mark.unlink()
    monkeypatch.setattr(cluster, "_RETRIES", 0)
    with pytest.raises(MachineError, match="the cluster lost work for good: "):
        play(load(config), tmp_path / "lost", How("ray"))
    play(load(config), tmp_path / "lost", How("ray"))
    assert hashes(tmp_path / "lost") == hashes(tmp_path / "inline")


def test_a_worker_that_dies_again_and_again_on_a_cluster_is_the_machines_fault(
    tmp_path: Path, local_ray: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_RETRIES", 0)
    with pytest.raises(MachineError, match="the cluster lost work for good: "):
        play(faulty(tmp_path, "dies"), tmp_path / "run", How("ray"))


def test_a_machines_error_travels_from_a_worker(tmp_path: Path, local_ray: str) -> None:
    """A folder that cannot be written to, a repeat with other bytes: the same errors as in this process."""
    experiment = make(tmp_path)
    for how in (How("inline", workers=2), How("ray")):
        run = tmp_path / how.executor
        (run / "x").mkdir(parents=True)
        runs.claim(experiment, tmp_path / f"fine {how.executor}")
        told = runs.begin(experiment, plan(experiment), tmp_path / f"fine {how.executor}")
        (told.run / "blocks").rmdir()
        (told.run / "blocks").write_text("in the way")
        with pytest.raises(OSError, match=r"blocks|exists|directory"):
            list(runs.execute(told, list(plan(experiment).shards), how))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "no Ray cluster answers there ("),
        (
            "127.0.0.1:1",
            "nobody answers there (Connection refused); right would be host:port of a Ray cluster, or auto\n",
        ),
        ("127.0.0.1:99999999", "nobody answers there ("),
    ],
)
def test_where_no_cluster_answers_the_address_is_named(slow: Path, tmp_path: Path, address: str, said: str) -> None:
    command = [sys.executable, "-m", "jobs.cli", "run", str(slow), "--out", str(tmp_path / "run")]
    done = subprocess.run([*command, "--address", address], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: --address = {address}: {said}")
    assert "Traceback" not in done.stderr


def test_an_address_is_no_matter_of_this_process(tmp_path: Path) -> None:
    experiment = make(tmp_path)
    with pytest.raises(InputError, match="--address = auto: goes with --executor ray or auto"):
        runs.execute(work(experiment), list(plan(experiment).shards), How("inline", address="auto"))


def test_closing_early_ends_the_workers(tmp_path: Path) -> None:
    """What is closed after one receipt plays no more."""
    experiment = load(write(tmp_path, entrants=FIELD, blocks=12))
    runs.claim(experiment, tmp_path / "run")
    told = runs.begin(experiment, plan(experiment), tmp_path / "run")
    receipts = cluster.pool(told, plan(experiment).shards, 2)
    next(receipts)
    receipts.close()
    there = len(list((tmp_path / "run" / "receipts").iterdir()))
    time.sleep(0.3)
    assert len(list((tmp_path / "run" / "receipts").iterdir())) == there < len(plan(experiment).shards)


def test_workers_that_die_before_they_read_anything_are_the_machines_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long description of the work does not leave the driver writing to a pipe that nobody reads, for ever."""
    multiprocessing.resource_tracker.ensure_running()  # it is started in the same way, and should live
    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", os.fsencode(shutil.which("false") or "false"))
    with pytest.raises(MachineError, match="a worker process died"):
        list(cluster.pool(b"long" * (1 << 20), [None], 2))  # type: ignore[arg-type, list-item] # never read
