"""Runs that several tests read; each is written once."""

import dataclasses
from pathlib import Path

import pytest

from reports.page import build
from reports.runs import Run, load
from tests.reports.synthetic import TOURNAMENT, World, write

PAIR = World(decks={"X": 0.0, "Y": 0.0}, strategies={"s": 0.0}, blocks=2)


@pytest.fixture(scope="session")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of 48 entrants, 1,176 cells, 100 blocks a cell."""
    world = dataclasses.replace(TOURNAMENT, blocks=100, shard=40, games=False)
    return write(world, tmp_path_factory.mktemp("tournament"))


@pytest.fixture(scope="session")
def page(tournament: Path) -> Path:
    """Return the index.html of that run's report, in its own folder report/."""
    return build(tournament)


@pytest.fixture(scope="session")
def run(tournament: Path) -> Run:
    """Return that run, loaded."""
    return load(tournament)
