"""How the command ends: exit codes, one short message for every mistake, and what is told of progress."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from jobs import store
from jobs.config import load
from jobs.plan import plan
from tests.jobs.making import cells, shell, tourney, write
from tests.rooms import ROOT

MISTAKES = {
    "no config": (("run", "nowhere.toml"), "nowhere.toml: no such file; right would be "),
    "a folder for a config": (("check", "configs"), "configs: is a folder; right would be "),
    "no config to plan": (("plan", "configs/quikstart.toml"), "configs/quikstart.toml: no such file; right would be "),
    "absurd blocks": (
        ("plan", "configs/kuhn.toml", "--blocks", 10**12),
        "configs/kuhn.toml: blocks = 1000000000000: out",
    ),
    "no run to report": (("report", "configs"), "configs"),
    "nothing to report": (("report", "nowhere"), "nowhere"),
    "no run to replay": (
        ("replay", "configs", "000000000000:0:0"),
        "configs: no run (config.sha256 is missing); right",
    ),
    "unknown ruleset to list": (
        ("list", "decks", "--ruleset", "khun"),
        '--ruleset = "khun": no such ruleset; right would be "kuhn"',
    ),
    "unknown ruleset to measure": (
        ("bench", "--ruleset", "x"),
        '--ruleset = "x": no such ruleset; right would be one of ',
    ),
    "unknown strategy to measure": (
        ("bench", "--strategy", "randon"),
        '--strategy = "randon": no such strategy; right would be "random"',
    ),
    "a strategy of another ruleset": (
        ("bench", "--ruleset", "kuhn", "--strategy", "weighted"),
        '--strategy = "weighted": no such strategy; right would be ',
    ),
    "a file for a folder": (
        ("run", "configs/kuhn.toml", "--out", "configs/kuhn.toml"),
        "--out = configs/kuhn.toml: is a file",
    ),
    "a folder with other things": (
        ("run", "configs/kuhn.toml", "--out", "configs"),
        "--out = configs: is a folder with",
    ),
    "a name too long": (
        ("run", "configs/kuhn.toml", "--out", "x" * 300),
        f'--out = "{"x" * 68}…: a name of 300 characters is too long for this disk; right would be a shorter one',
    ),
    "a config without its ending": (
        ("check", "configs/quickstart"),
        'configs/quickstart: no such file; right would be "q',
    ),
    "an address for this process": (
        ("run", "configs/kuhn.toml", "--blocks", 1, "--out", "OUT", "--executor", "inline", "--address", "auto"),
        "--address = auto: goes with --executor ray or auto",
    ),
}


@pytest.mark.parametrize(("words", "said"), MISTAKES.values(), ids=MISTAKES)
def test_every_mistake_has_one_short_message(
    words: tuple[object, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands on stderr, begins with `error: `, holds no traceback; the exit code is 2."""
    monkeypatch.chdir(ROOT)
    done = tourney(*(str(tmp_path / "out") if word == "OUT" else word for word in words))
    assert done.exit_code == 2
    assert done.stderr.startswith(f"error: {said}"), done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 500
    assert done.stderr.count("\n") <= 2


@pytest.mark.parametrize(
    "words", [("run",), ("fly",), ("run", "x", "--blocks", 0), ("list", "card"), ("bench", "--seconds", 0)]
)
def test_words_that_are_none_of_the_command_are_refused(words: tuple[object, ...]) -> None:
    done = tourney(*words)
    assert done.exit_code == 2
    assert "Usage: " in done.stderr


@pytest.mark.parametrize("inside", ["", "/x"])
def test_a_file_for_the_folder_of_the_page_is_refused(run: Path, tmp_path: Path, inside: str) -> None:
    (tmp_path / "page").write_text("mine")
    done = tourney("report", run, "--out", f"{tmp_path}/page{inside}")
    assert (done.exit_code, done.stderr) == (
        2,
        f"error: --out = {tmp_path}/page{inside}: is a file, or in one; right would be a folder\n",
    )


def test_more_games_than_can_be_planned_are_refused_at_once(tmp_path: Path) -> None:
    done = tourney("plan", write(tmp_path, pairing={"random": 100_000}, blocks=1_000_000_000))
    assert done.exit_code == 2
    assert re.match(r"error: t: blocks = 1000000000: makes [\d,]+ games; right would be fewer blocks or", done.stderr)


def test_too_little_memory_is_the_machines_fault(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("jobs.config.read_toml", none)
    done = tourney("check", config)
    assert (done.exit_code, done.stderr) == (3, "fault: the machine has not enough memory (none is left)\n")


def test_another_config_in_the_same_folder_is_refused(config: Path, run: Path) -> None:
    done = tourney("run", config, "--out", run, "--blocks", 9)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"error: --out = {run}: holds the run of another config")


@pytest.mark.parametrize("fault", ["raises", "illegal"])
def test_a_strategys_fault_is_the_users_and_replay_shows_it(tmp_path: Path, fault: str) -> None:
    """Exit code 2, one line with the game's name; the unfinished run, asked for that game, says the same."""
    own = {"use": "own.py", "fault": fault}
    config = write(tmp_path, entrants=[{"decks": ["Marrow", "Gemini"], "strategies": [own, "random"]}], blocks=8)
    done = tourney("run", config, "--out", tmp_path / "run", "--executor", "inline")
    assert done.exit_code == 2
    said = re.fullmatch(
        r"(error: strategy 'own.*; seat [01], game (\S+)); `tourney replay \S+ GAME` shows it\n", done.stderr
    )
    assert said, done.stderr
    again = tourney("replay", tmp_path / "run", said[2])
    assert again.exit_code == 2
    assert again.stderr == f"{said[1]}\n"
    assert again.stdout.startswith(f"t, game {said[2]}: seat 0 ")


def test_a_stored_game_that_does_not_agree_is_our_fault(tmp_path: Path) -> None:
    """A tampered trace gives exit code 3, after the game was printed."""
    config = write(tmp_path, blocks=2, luck="seat")
    assert tourney("run", config, "--out", tmp_path / "run", "--no-report").exit_code == 0
    for path in (tmp_path / "run" / "games").iterdir():
        table = pq.read_table(path)
        traces = pa.array(table["trace"].to_numpy() ^ 1, pa.uint64())
        pq.write_table(table.set_column(table.column_names.index("trace"), "trace", traces), path)
    done = tourney("replay", tmp_path / "run", f"{cells(plan(load(config)))[0].name}:1:1")
    assert done.exit_code == 3
    assert re.match(
        r"fault: .*run: the stored game has trace [0-9a-f]{16}, played again it has [0-9a-f]{16}\n", done.stderr
    )
    assert "Result: " in done.stdout


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (OSError(28, "No space left on device"), "fault: the machine: No space left on device\n"),
        (PermissionError(13, "Permission denied", "runs"), "fault: runs: Permission denied\n"),
        (OSError("strange"), "fault: the machine: strange\n"),
    ],
)
def test_the_machines_fault_gives_3(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: OSError, said: str
) -> None:
    def full(*_: Any) -> str:
        raise fault

    monkeypatch.setattr(store, "write", full)
    done = tourney("run", config, "--out", tmp_path / "run")
    assert (done.exit_code, done.stderr) == (3, said)


def test_results_that_differ_on_a_repeat_give_3(tmp_path: Path) -> None:
    config = write(tmp_path, blocks=2)
    assert tourney("run", config, "--out", tmp_path / "run", "--no-report").exit_code == 0
    for path in (tmp_path / "run" / "receipts").iterdir():
        receipt = json.loads(path.read_text())
        path.write_text(json.dumps(receipt | {"files": dict.fromkeys(receipt["files"], "0" * 64)}))
    done = tourney("run", config, "--out", tmp_path / "run", "--no-report")
    assert done.exit_code == 3
    assert "came out otherwise than before" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_mistake_of_ours_gives_3_and_all_that_is_known(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only then there is a traceback: it is what a report of it needs."""
    monkeypatch.setattr("jobs.config.read_toml", lambda *_: 1 // 0)
    done = tourney("check", config)
    assert done.exit_code == 3
    assert "Traceback" in done.stderr
    assert done.stderr.endswith(
        "fault: ZeroDivisionError: integer division or modulo by zero: a mistake in tourney, please report it\n"
    )


def test_a_reader_that_has_seen_enough_ends_the_command_quietly() -> None:
    code = """
import jobs.cli, jobs.tell
def echo(*_):
    raise BrokenPipeError(32, "Broken pipe")
jobs.tell.click.echo = echo
jobs.cli.main(["list"])
"""
    done = shell(code=code)
    assert (done.returncode, done.stdout, done.stderr) == (141, "", "")


def test_handlers_of_signals_are_put_back(config: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    tourney("check", config)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
