"""The trial of `tourney check`: what fails, answers wrongly or is not repeatable is found before a run."""

from pathlib import Path

import pytest

from tests.jobs.making import tourney, write

HEAD = "import numpy as np\nfrom sim import pick\n"
ACT = HEAD + "def act(view, legal, coin):\n"
FAULTS = {
    "raises": (ACT + "    return view.nowhere\n", "'View' object has no attribute 'nowhere' (", ", line 4)"),
    "exits": (ACT + "    import sys\n    sys.exit(5)\n", "it ended the program, sys.exit(5) (", ", line 5)"),
    "imports nothing": (ACT + "    import nowhere\n", "No module named 'nowhere' (", ", line 4)"),
    "takes all memory": (ACT + "    np.ones(10**15)\n", "Unable to allocate", ", line 4)"),
    "writes to a view": (ACT + "    view.health[:] = 9\n", "read-only (", ", line 4)"),
    "wrong shape": (ACT + "    return pick.uniform(legal, coin)[:-1]\n", "answered int16 [", "one action a row"),
    "floats": (ACT + "    return pick.uniform(legal, coin) * 1.0\n", "answered float64 [", "one action a row"),
    "illegal": (ACT + "    return np.full(len(coin), -1)\n", "chose action -1 in massiveverse, which is not legal", ""),
    "own dice": (
        HEAD + "import random\ndef act(view, legal, coin):\n"
        "    return pick.uniform(legal, coin ^ np.uint64(random.getrandbits(60)))\n",
        "strategy 's' plays the same games otherwise the second time; right would be all chance from its coin",
        "",
    ),
}


def checked(folder: Path, source: str, strategy: object = "s.py") -> str:
    """Return what `tourney check` says of a strategy s.py; it must be a mistake, in one line."""
    config = write(folder, entrants=[{"decks": ["*"], "strategies": [strategy]}])
    (folder / "s.py").write_text(source, encoding="utf8")
    done = tourney("check", config)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(("source", "said", "where"), FAULTS.values(), ids=FAULTS)
def test_a_strategy_that_fails_is_found_before_a_run(tmp_path: Path, source: str, said: str, where: str) -> None:
    answer = checked(tmp_path, source)
    assert said in answer
    assert where in answer


@pytest.mark.parametrize(
    ("planner", "body"),
    [
        ({"use": "lookahead", "base": "s.py"}, "def act(view, legal, coin):\n    return view.nowhere\n"),
        ({"use": "lookahead", "evaluation": "s.py"}, "def evaluate(view):\n    return view.nowhere\n"),
        ({"use": "rollout", "base": {"use": "lookahead", "base": "s.py"}}, "def score(view):\n    raise SystemExit\n"),
    ],
)
def test_a_fault_within_a_planner_names_the_line(tmp_path: Path, planner: object, body: str) -> None:
    assert f"({tmp_path / 's.py'}, line 2)" in checked(tmp_path, body, planner)


def test_a_run_ends_with_2_when_a_strategy_exits(tmp_path: Path) -> None:
    """Whatever exit code it asked for: a 0 would pass for a finished run."""
    config = write(tmp_path, entrants=[{"decks": ["Marrow"], "strategies": ["s.py"]}])
    (tmp_path / "s.py").write_text("def act(view, legal, coin):\n    raise SystemExit(0)\n")
    done = tourney("run", config, "--out", tmp_path / "run", "--executor", "inline")
    assert done.exit_code == 2
    assert "it ended the program, sys.exit(0)" in done.stderr
