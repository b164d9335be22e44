"""The command: every call of its table, its exit codes, its messages, and how fast it answers."""

import json
import os
import re
import resource
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from jobs import cli, progress, rooms, specs
from jobs.config import load
from jobs.plan import plan
from tests.jobs.making import cells, make, play, shell, tourney, write
from tests.rooms import ROOT

CALLS = ("run", "extend", "report", "replay", "plan", "check", "list", "bench")
Tourney = Callable[..., Result]


def test_help_of_every_call_exists() -> None:
    """It says in a sentence what the call does, and explains each option."""
    assert set(cli.main.commands) == set(CALLS)
    assert all(call in tourney("--help").stdout for call in CALLS)
    for name, command in cli.main.commands.items():
        said = tourney(name, "-h")
        assert said.exit_code == 0
        assert said.stdout == tourney(name, "--help").stdout
        assert command.help
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.opts[0] in said.stdout
                assert parameter.help or parameter.name == "executor", (name, parameter.name)


def test_the_version_is_told() -> None:
    assert re.fullmatch(r"tourney, version \S+\n", tourney("--version").stdout)


def test_help_answers_in_half_a_second() -> None:
    """The best of three, since other work may share the machine."""

    def taken() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert shell("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(taken() for _ in range(3)) < 0.5


def test_help_imports_nothing_heavy() -> None:
    heavy = ("numpy", "pandas", "matplotlib", "pyarrow", "pydantic", "ray", "scipy", "jinja2", "rich")
    code = f"""
import sys
from click.testing import CliRunner
from jobs.cli import main
for words in (["--help"], ["run", "--help"], ["--version"]):
    assert CliRunner().invoke(main, words).exit_code == 0
print([name for name in {heavy} if name in sys.modules])
"""
    assert shell(code=code).stdout == "[]\n"


def test_a_run_prints_standings_and_where_the_report_is(config: Path, tmp_path: Path) -> None:
    """Progress goes to stderr, in plain lines; the answer to stdout; the page is there."""
    done = tourney("run", config, "--out", tmp_path / "run", "--blocks", 3)
    assert done.exit_code == 0, done.output
    assert re.fullmatch(r"60 of 60 games, shard 3 of 3, [\d,]+ games/s, 0 s left\n", done.stderr)
    assert "Standings" in done.stdout
    assert (tmp_path / "run" / "report" / "index.html").is_file()
    assert done.stdout.rstrip().endswith(f"report: {tmp_path}/run/report/index.html")
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["blocks"] == 3


def test_a_run_is_read_once_for_its_standings_and_its_page(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was worked out for the screen is not worked out again."""
    monkeypatch.setattr("reports.page.load", None)
    done = tourney("run", config, "--out", tmp_path / "run", "--blocks", 2)
    assert done.exit_code == 0, done.output
    assert (tmp_path / "run" / "report" / "index.html").is_file()


def test_a_run_again_is_quick_and_prints_the_same(config: Path, run: Path) -> None:
    done = tourney("run", config, "--out", run, "--no-report")
    assert done.exit_code == 0
    assert done.stderr == "80 of 80 games, shard 3 of 3\n"
    assert "Standings" in done.stdout


def test_the_folder_of_a_run_is_named_after_it(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert tourney("run", config, "--no-report").exit_code == 0
    assert (tmp_path / "runs" / "t [bold]" / "manifest.json").is_file()


def test_names_are_printed_as_they_are(config: Path, run: Path) -> None:
    """Square brackets, angle brackets and colons are text: in standings, in a check, in a game."""
    game = f"{cells(plan(load(config)))[0].name}:0:0"
    for words in (("run", config, "--out", run, "--no-report"), ("check", config), ("replay", run, game)):
        assert "[red]<script>:fire: / Gemini" in tourney(*words).stdout, words


def test_report_builds_the_page_again(run: Path, tmp_path: Path) -> None:
    done = tourney("report", run, "--out", tmp_path / "page")
    assert done.exit_code == 0, done.output
    assert done.stdout == f"report: {tmp_path}/page/index.html\n"
    assert (tmp_path / "page" / "index.html").is_file()


def test_check_says_what_would_be_played(config: Path) -> None:
    done = tourney("check", config)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "t [bold]: massiveverse, seed 5, luck seat, keep all",
        "4 entrants, 10 cells, 40 blocks, 80 games",
        *(f"  {entrant.name}" for entrant in load(config).entrants),
        f"config hash {load(config).hash}",
    ]


def test_plan_says_what_it_would_cost(config: Path) -> None:
    done = tourney("plan", config, "--blocks", 100, "--no-pilot")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[:5] == [
        "t [bold]: massiveverse, luck seat, seed 5",
        "cells     10 of 4 entrants",
        "blocks    1,000, 2 games each",
        "games     2,000",
        "shards    3",
    ]
    assert lines[5] == (
        "precision ±6.93 points a cell if games were independent, ±9.80 at worst (95 % interval, 100 blocks)"
    )
    assert re.fullmatch(r"time      about 0:00:0\d on one core, by 2,000 games tried just now", lines[6])
    assert re.fullmatch(r"disk      about 0\.\d MB", lines[7])
    assert len(lines) == 8


def test_list_says_what_there_is_one_line_each() -> None:
    assert tourney("list").stdout == tourney("list", "rulesets").stdout
    assert [line.split()[0] for line in tourney("list").stdout.splitlines()] == rooms.rulesets()
    decks = tourney("list", "decks", "--ruleset", "massiveverse").stdout.splitlines()
    assert [line.split("  ")[1].split(":")[0] for line in decks] == list(rooms.decks("massiveverse"))


@pytest.mark.parametrize("ruleset", rooms.rulesets())
def test_list_shows_one_sentence_of_each_strategy(ruleset: str) -> None:
    lines = tourney("list", "strategies", "--ruleset", ruleset).stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == [f"{ruleset}  {name}" for name in rooms.strategies(ruleset)]
    for line in lines:
        idea, parameters = re.fullmatch(r".+?: (.*?)( \[.+\])?", line).groups()  # type: ignore[union-attr]
        assert not idea.startswith("Return ")
        assert (parameters is not None) == bool(specs.parameters(ruleset, line.split("  ")[1].split(":")[0]))
        assert len(re.findall(r"[.!?](?:\s|$)", idea)) == 1, line
        assert idea.endswith(".")
        assert len(idea) < 120


def test_replay_prints_the_game_and_that_it_agrees(config: Path, run: Path) -> None:
    done = tourney("replay", run, f"{cells(plan(load(config)))[0].name}:1:1")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[-1] == "The same game as stored: the traces agree."
    assert lines[-2].startswith("Trace: ")
    assert lines[-3].startswith("Result: ")
    assert any(line.startswith("    seat 1 (") for line in lines)


def test_progress_on_a_terminal_is_a_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Games done, games a second, time left; what stood before does not count as speed."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with progress.shown(1000, 10) as told:
        told.stood(500, 5)
        told.played(500, 5)
    assert "1000/1000 games" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capsys.readouterr().err)


def test_progress_elsewhere_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One at the start if some shards stand, at most one in five seconds, one at the end."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    with progress.shown(1000, 10) as told:
        told.stood(200, 2)
        for _ in range(8):
            now[0] += 2
            told.played(100, 1)
    assert capsys.readouterr().err.splitlines() == [
        "200 of 1,000 games, shard 2 of 10",
        "500 of 1,000 games, shard 5 of 10, 50 games/s, 10 s left",
        "800 of 1,000 games, shard 8 of 10, 50 games/s, 4 s left",
        "1,000 of 1,000 games, shard 10 of 10, 50 games/s, 0 s left",
    ]


def test_a_gauntlets_challengers_stand_by_themselves(tmp_path: Path) -> None:
    """They are whom the run is about; the field, which met none but them, comes after, however strong."""
    field = [
        {"decks": ["Marrow"], "strategies": ["random"]},
        {"decks": ["Gemini", "Cataclysm"], "strategies": ["reader"]},
    ]
    config = write(tmp_path, pairing="gauntlet", entrants=field, luck="seat", blocks=30)
    said = tourney("run", config, "--out", tmp_path / "run", "--no-report").stdout
    first, second = said.index("Challengers, against the field"), said.index("The field, against the challengers")
    assert first < said.index("random / Marrow") < second < said.index("reader / Gemini")
    assert len(re.findall(r"│ 1 │", said)) == 2


def test_a_check_of_many_entrants_is_not_endless() -> None:
    lines = tourney("check", ROOT / "configs/quickstart.toml").stdout.splitlines()
    assert lines[-2] == "  and 44 more"
    assert len(lines) == 24


def test_standings_in_a_pipe_are_not_cut(tmp_path: Path) -> None:
    """A long name is whole, however narrow the screen would be."""
    long = "n" * 60
    field = [{"decks": ["Marrow", "Gemini"], "strategies": [{"use": "random", "name": long}]}]
    play(make(tmp_path, 1 << 20, entrants=field, blocks=2), tmp_path / "run")
    done = tourney("run", tmp_path / "t.toml", "--out", tmp_path / "run", "--no-report")
    assert f"{long} / Marrow" in done.stdout
    assert os.environ.get("COLUMNS") is None or done.exit_code == 0
