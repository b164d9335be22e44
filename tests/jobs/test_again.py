"""Replay: every game that a run names can be played again, alone, and is held against what was stored."""

import itertools
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from jobs.again import replay
from jobs.config import Experiment, load
from jobs.plan import ARRANGEMENTS, plan
from sim.errors import InputError, MachineError
from tests.jobs.making import cells, kuhn, make, play, write

AGREE = "The same game as stored: the traces agree."


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    return load(write(tmp_path_factory.mktemp("again"), luck="single", pairing={"random": 12}, blocks=3))


@pytest.fixture(scope="module")
def run(experiment: Experiment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of single games between random pairs, cut into shards as the ruleset wants; not to be changed."""
    folder = tmp_path_factory.mktemp("again") / "run"
    play(experiment, folder)
    return folder


def rows(run: Path) -> list[dict[str, Any]]:
    found = [pq.ParquetFile(path).read().to_pylist() for path in sorted(run.glob("games/*.parquet"))]
    return list(itertools.chain.from_iterable(found))


def name(row: dict[str, Any]) -> str:
    return f"{row['cell']:012x}:{row['luck']}:{row['arrangement']}"


def agrees(run: Path, row: dict[str, Any]) -> bool:
    """Replay a stored game; return whether the text tells the same result, trace and length."""
    lines = list(replay(run, name(row)))
    winner = {0: "a draw", 1: "seat 0 wins", -1: "seat 1 wins"}[row["result"] * (-1 if row["arrangement"] & 1 else 1)]
    decisions = [line for line in lines if line.startswith("    seat ") and not line.endswith("(no other choice)")]
    told = lines[-3].startswith(f"Result: {winner} by ") and lines[-2] == f"Trace: {row['trace']:016x}"
    return told and lines[-1] == AGREE and len(decisions) == row["decisions"]


def test_every_single_game_of_random_pairs_is_the_same_again(run: Path) -> None:
    """Salted luck and cells that recur on later luck ids included."""
    assert len(rows(run)) == 36
    assert all(agrees(run, row) for row in rows(run))


@pytest.mark.parametrize("mode", list(ARRANGEMENTS))
@pytest.mark.parametrize("ruleset", ["kuhn", "leduc", "massiveverse"])
def test_every_arrangement_of_every_ruleset_is_the_same_again(tmp_path: Path, ruleset: str, mode: str) -> None:
    field = [{"decks": ["*"], "strategies": ["random", "lookahead"]}]
    if ruleset == "massiveverse":
        field = [{"decks": ["Marrow", "Gemini"], "strategies": ["reader"]}]
    experiment = make(tmp_path, 1 << 20, ruleset=ruleset, luck=mode, entrants=field, blocks=2)
    play(experiment, tmp_path / "run")
    assert {row["arrangement"] for row in rows(tmp_path / "run")} >= set(ARRANGEMENTS[mode])
    assert all(agrees(tmp_path / "run", row) for row in rows(tmp_path / "run")[:8])


def test_the_first_line_says_who_sat_where(run: Path, experiment: Experiment) -> None:
    """B sits at seat 0 in the odd arrangements."""
    for row in rows(run)[:6]:
        cell = next(c for c in cells(plan(experiment)) if c.key == row["cell"])
        a, b = (experiment.entrants[i].name for i in (cell.a, cell.b))
        first, second = (b, a) if row["arrangement"] & 1 else (a, b)
        assert next(replay(run, name(row))) == f"t, game {name(row)}: seat 0 {first}, seat 1 {second}"


def test_a_game_that_was_not_kept_is_played_all_the_same(tmp_path: Path) -> None:
    for keep, missing in (("none", 0), (5, 1)):
        experiment = kuhn(tmp_path, 1 << 20, keep=keep)
        play(experiment, tmp_path / str(keep))
        lines = list(replay(tmp_path / str(keep), f"{cells(plan(experiment))[0].name}:{missing}:0"))
        assert lines[-1] == "This game's row was not kept; there is nothing to compare with."
        assert lines[-3].startswith("Result: ")


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("", "is no name of a game; right would be cell:luck:arrangement, such as CELL:"),
        ("CELL:0", "is no name of a game"),
        ("CELL:-1:0", "is no name of a game"),
        ("CELL:0:4", "is no name of a game"),
        ("CELL:\u0663:0", "is no name of a game"),
        ("CELL:0:0\n", "is no name of a game"),
        ("[red]:0:0", "is no name of a game"),
        ("000000000000:0:0", "the run has no cell 000000000000; right would be one of cells.parquet, such as CELL:"),
        ("CELL:6:0", "luck 6 was not played; right would be 0 to 5"),
        ("CELL:999999999999999999:0", "luck 999999999999999999 was not played; right would be 0 to 5"),
        ("CELL:0:2", "arrangement 2 was not played; right would be one of [0, 1]"),
    ],
)
def test_the_name_of_no_game_is_told_with_what_would_be_right(tmp_path: Path, game: str, said: str) -> None:
    experiment = kuhn(tmp_path, luck="seat")
    play(experiment, tmp_path / "run")
    cell = cells(plan(experiment))[0].name
    with pytest.raises(InputError) as caught:
        list(replay(tmp_path / "run", game.replace("CELL", cell)))
    assert str(caught.value).startswith("GAME = ")
    assert said.replace("CELL", cell) in str(caught.value)
    assert str(caught.value).isprintable()


def test_single_games_are_played_in_one_arrangement_only(run: Path) -> None:
    row = rows(run)[0]
    wrong = {**row, "arrangement": 1 - row["arrangement"]}
    with pytest.raises(InputError, match=rf"was not played; right would be one of \[{row['arrangement']}\]"):
        list(replay(run, name(wrong)))


def test_a_strategy_that_has_changed_since_is_refused(tmp_path: Path) -> None:
    """The game could not come out as it did, so it is not shown as if it had."""
    experiment = make(tmp_path, entrants=[{"decks": ["Marrow"], "strategies": ["own.py"]}], blocks=1)
    play(experiment, tmp_path / "run")
    (tmp_path / "own.py").write_text("from strategies.massiveverse.random import act\n")
    with pytest.raises(InputError, match="rules, decks or strategies have changed since this run; right would be"):
        list(replay(tmp_path / "run", f"{cells(plan(experiment))[0].name}:0:0"))


def test_a_folder_that_is_no_run_is_told(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match=r"no run \(config.sha256 is missing\); right would be the --out of a run"):
            list(replay(folder, "000000000000:0:0"))


def test_a_damaged_file_of_games_is_told(tmp_path: Path) -> None:
    experiment = kuhn(tmp_path, 1 << 20)
    play(experiment, tmp_path / "run")
    for path in (tmp_path / "run" / "games").iterdir():
        path.write_bytes(b"PAR1 and no more")
    with pytest.raises(MachineError, match=r"parquet: is damaged .*; `tourney run` writes it again"):
        list(replay(tmp_path / "run", f"{cells(plan(experiment))[0].name}:0:0"))
