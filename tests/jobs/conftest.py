"""Runs that several tests read; each is played once."""

import shutil
from pathlib import Path

import pytest

from jobs.config import Experiment
from tests.jobs.making import make, play, tourney, write


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="session")
def experiment(folder: Path) -> Experiment:
    return make(folder)


@pytest.fixture(scope="session")
def inline(folder: Path, experiment: Experiment) -> Path:
    """Return the run of the experiment, played in this process at once; not to be changed."""
    play(experiment, folder / "inline")
    return folder / "inline"


@pytest.fixture
def copied(inline: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(inline, tmp_path / "run"))


@pytest.fixture(scope="session")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a config whose names would be markup, if anyone took them for it."""
    folder = tmp_path_factory.mktemp("cli")
    named = [{"use": "weighted", "name": "[red]<script>:fire:"}, "random"]
    field = [{"decks": ["Marrow", "Gemini"], "strategies": named}]
    return write(folder, name="t [bold]", entrants=field, luck="seat", blocks=4)


@pytest.fixture(scope="session")
def run(config: Path) -> Path:
    """Return a finished run of that config; not to be changed."""
    done = tourney("run", config, "--out", config.parent / "run", "--no-report")
    assert done.exit_code == 0, done.output
    return config.parent / "run"
