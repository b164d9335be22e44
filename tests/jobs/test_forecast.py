"""The forecast of `tourney plan`: numbers of the plan, and what a trial makes of time and disk."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jobs import forecast
from jobs.config import Experiment
from jobs.forecast import Seen, grown
from jobs.plan import plan
from reports.stats.intervals import AGREE, LEVEL, NONE, band_interval, block_moments, wilson
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


WORLDS = 4_000
SPREAD = 0.3  # standard deviation of a block's score


def foretold(cells: int, blocks: int, games: int, deviation: float = SPREAD) -> Any:
    """Return what cells of this spread are foretold, one more of them a proven mirror."""
    counts = np.full(cells + 1, blocks)
    proven = np.arange(cells + 1) == cells
    spread = np.where(proven, 0, deviation)
    usual, others = np.full(cells + 1, 0.5), np.full(cells + 1, 0.0 if not deviation else 30.0)
    seen = Seen(np.full(cells + 1, 0.5 if deviation else 1.0), spread, counts, games * counts, usual, others, proven)
    return forecast.fixed(seen, games, cells + 1, np.zeros(cells + 1, np.bool_))


def scored(blocks: int, distance: float, games: int) -> tuple[Any, Any]:
    """Return mean and standard error [WORLDS] of block scores of mean 1/2 + `distance` and deviation SPREAD.

    Scores of single games are 0, 1/2 and 1; those of more games are spread out (beta): their means have no grid.
    """
    rng, middle = np.random.default_rng(blocks), 0.5 + distance
    if games == 1:
        decided = 4 * (SPREAD**2 + distance**2)
        chances = [decided / 2 - distance, 1 - decided, decided / 2 + distance]
        _, drawn, won = rng.multinomial(blocks, chances, WORLDS).T
        mean, error = block_moments(drawn + 2 * won, drawn + 4 * won, blocks)
        return mean / 2, error / 2
    shape = middle * (1 - middle) / SPREAD**2 - 1
    scores = rng.beta(middle * shape, (1 - middle) * shape, (WORLDS, blocks))
    return scores.mean(axis=1), scores.std(axis=1, ddof=1) / np.sqrt(blocks)


@pytest.mark.parametrize("cells", [1, 55, 528])
@pytest.mark.parametrize(("blocks", "games"), [(250, 4), (1_000, 4), (4_000, 1)])
def test_the_verdict_is_right_in_four_of_five_worlds_at_the_stated_distance(
    cells: int, blocks: int, games: int
) -> None:
    """By the band over all cells, as the report has it: Wilson's where a block is one game, else t with two more.

    With 60 blocks it is 75 to 78 per cent, since scores that far from 1/2 are lopsided.
    """
    found = foretold(cells, blocks, games)
    assert found.least[-1] == found.half[-1] == 0
    mean, error = scored(blocks, float(found.least[0]), games)
    level = LEVEL ** (1 / cells)
    low = wilson(mean, blocks, level)[0] if games == 1 else band_interval(mean, error, blocks, blocks, False, level)[0]
    assert abs((low > 0.5).mean() - 0.8) < 3 * np.sqrt(0.8 * 0.2 / WORLDS)


@pytest.mark.parametrize("cells", [1, 55])
def test_a_score_on_which_all_blocks_agree_gets_its_verdict_from_the_stated_distance_on(cells: int) -> None:
    found = foretold(cells, 300, 2, deviation=0.0)
    assert found.kind[0] == AGREE
    for more, shown in ((1e-9, True), (-1e-9, False)):
        low, _, _ = band_interval(0.5 + found.least[0] + more, 0, 300, 600, False, LEVEL ** (1 / cells))
        assert (low > 0.5) == shown


def test_what_no_run_so_short_can_show_is_not_foretold() -> None:
    """One block has no interval, two have one but no verdict."""
    one, two = foretold(2, 1, 2), foretold(2, 2, 2)
    assert one.kind[0] == NONE
    assert np.isnan([one.half[0], one.least[0], two.least[0]]).all()
    assert two.half[0] == 0.5


def test_different_games_grow_as_far_as_there_are_any() -> None:
    """Two games that came again and again stay two; such as never came twice go on; between it is a guess."""
    distinct, games = np.array([2, 200, 1000, 500]), np.array([1000, 200, 1000, 1000])
    assert grown(distinct, games, 10 * games).tolist() == [2, 2000, 10_000, 909]
    assert grown(distinct, games, games).tolist() == distinct.tolist()
