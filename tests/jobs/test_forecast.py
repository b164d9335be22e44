"""The forecast of `tourney plan`: numbers of the plan, and what a trial makes of time and disk."""

import re
from pathlib import Path
from typing import Any

import pytest

from jobs import forecast
from jobs.config import Experiment
from jobs.plan import plan
from tests.jobs.making import kuhn, make, play


def lines(experiment: Experiment) -> list[str]:
    """Return what is told without a pilot."""
    planned = plan(experiment)
    price = forecast.cost(experiment, planned)
    return [*forecast.lines(experiment, planned), *price.lines(planned.cells.blocks)]


@pytest.mark.parametrize("keep", ["all", "none", 10])
def test_the_disk_is_forecast_within_a_factor_of_two(tmp_path: Path, keep: Any) -> None:
    """Of what the Parquet files then take."""
    experiment = make(tmp_path, 1 << 20, luck="seat", blocks=20_000, keep=keep, pairing="mirror")
    (said,) = [line for line in lines(experiment) if line.startswith("disk")]
    play(experiment, tmp_path / "run")
    taken = sum(path.stat().st_size for path in (tmp_path / "run").rglob("*.parquet")) / 1e6
    told = float(re.fullmatch(r"disk      about ([\d.]+) MB", said)[1])  # type: ignore[index]
    assert taken / 2 - 0.1 <= told <= taken * 2 + 0.1


def test_the_time_grows_with_the_games(tmp_path: Path) -> None:
    """A thousand times the blocks take much longer, and the trial is no longer than before."""
    times = {}
    for blocks in (10, 100_000_000):
        found = lines(kuhn(tmp_path, 1 << 20, blocks=blocks))
        times[blocks] = next(line for line in found if line.startswith("time"))
    assert "about 0:00:0" in times[10]
    assert re.search(r"about (\d+:\d\d|\d+ days?, \d+:\d\d)", times[100_000_000])
    assert "about 0:00:0" not in times[100_000_000]


def test_precision_is_that_of_the_cell_with_the_fewest_blocks(tmp_path: Path) -> None:
    """95 % of a fair coin: ±98/sqrt(n) points, n the games or, at worst, the blocks."""
    experiment = kuhn(tmp_path, pairing={"random": 7}, blocks=100)
    assert len(plan(experiment).cells) == 1
    assert lines(experiment)[5] == (
        "precision ±1.85 points a cell if games were independent, ±3.70 at worst (95 % interval, 700 blocks)"
    )


def test_planners_are_tried_on_few_games(tmp_path: Path) -> None:
    field = [{"decks": ["Marrow"], "strategies": [{"use": "rollout", "samples": 4}]}]
    found = lines(make(tmp_path, 1 << 20, entrants=field, blocks=50_000))
    assert int(re.search(r"by ([\d,]+) games tried", found[6])[1].replace(",", "")) < 20_000  # type: ignore[index]
