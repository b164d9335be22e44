"""The luck budget of a run: what is played again, where it is kept, and that it changes nothing else."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from jobs import budget, rooms
from jobs import run as runs
from jobs.again import replay
from jobs.plan import plan
from jobs.run import How
from jobs.shard import play_games
from reports import budget as shares
from reports.page import build
from reports.runs import load
from sim.errors import InputError, StrategyError
from sim.luck import COINS, DEAL, PLAY
from sim.ruleset import Strategy
from sim.rulesets.kuhn.tables import DEALS
from tests.jobs.making import Silent, games, hashes, kuhn, make, play, tourney, work, write
from tests.jobs.test_extend import content, extend


def rows(run: Path) -> pd.DataFrame:
    return pd.concat([pq.read_table(path).to_pandas() for path in sorted((run / "budget").glob("*.parquet"))])


def test_the_sources_of_each_ruleset() -> None:
    """Deals that both seats' luck draws are one source; what a ruleset never draws is none."""
    found = {name: list(budget.sources(rooms.ruleset(name))) for name in ("kuhn", "leduc", "massiveverse", "capsule")}
    coins = ["coins 0", "coins 1"]
    assert found == {
        "kuhn": ["deal", *coins],
        "leduc": ["deal", "chance", *coins],
        "massiveverse": coins,
        "capsule": ["chance", *coins],
    }
    every = budget.sources(rooms.ruleset("cyberpunk"))
    assert list(every) == ["deal 0", "deal 1", "chance", *coins]
    assert every["deal 1"] == {(DEAL, 1)}
    assert every["chance"] == {(PLAY, 0), (PLAY, 1)}
    assert len(budget.designs(rooms.ruleset("cyberpunk"))) == 11
    assert len(budget.designs(rooms.ruleset("massiveverse"))) == 3  # of two sources one anew is all but the other


@pytest.mark.parametrize("luck", ["seat", "deck", "block", "single"])
def test_sums_are_those_of_the_games_one_by_one(tmp_path: Path, luck: str) -> None:
    """Of every block below the budget, who started, source: from games played alone, added up in plain Python."""
    experiment = kuhn(tmp_path, luck=luck, blocks=7, budget=4)
    play(experiment, tmp_path / "run")
    told = work(experiment)
    expected: dict[tuple[int, int, int, int], np.ndarray] = {}
    parts = list(budget.sources(experiment.ruleset).values())
    every = frozenset(product((DEAL, COINS), (0, 1)))
    for shard in plan(experiment).shards:
        base = play_games(told, shard)
        points = {anew: play_games(told, shard, anew)["result"] + 1.0 for anew in budget.designs(experiment.ruleset)}
        for at in np.flatnonzero(base["luck"] < 4):
            for number, part in enumerate(parts):
                first = 1 - int(base["arrangement"][at]) % 2
                x, y = base["result"][at] + 1.0, points[every][at]
                x_u, y_u = points[part][at], points[every - part][at]
                sums = [2, (x - x_u) ** 2 + (y - y_u) ** 2, x * y_u + y * x_u, x * y + x_u * y_u, x + y + x_u + y_u]
                key = int(base["cell"][at]), int(base["luck"][at]), first, number
                expected[key] = expected.get(key, np.zeros(5)) + sums
    found = rows(tmp_path / "run").set_index(["cell", "luck", "first", "source"])
    assert not found.index.duplicated().any()
    assert set(found.index) == set(expected)
    for key, row in found.iterrows():
        assert row.tolist() == expected[key].tolist()  # type: ignore[index]


def test_a_budget_changes_nothing_else(tmp_path: Path) -> None:
    """Blocks, games and cells are those of the same run without, row by row."""
    plain, with_it = make(tmp_path, blocks=5), make(tmp_path, blocks=5, budget=3)
    assert plain.hash != with_it.hash
    for experiment, name in ((plain, "plain"), (with_it, "budget")):
        play(experiment, tmp_path / name)
    files = [path.relative_to(tmp_path / "plain") for path in (tmp_path / "plain").rglob("*.parquet")]
    assert len(files) > 10
    for path in files:
        one, other = (pq.read_table(tmp_path / name / path) for name in ("plain", "budget"))
        assert one.equals(other)
    assert {path.name for path in (tmp_path / "budget/budget").iterdir()} == {
        path.name for path in (tmp_path / "budget/blocks").iterdir()
    }


def test_any_way_to_the_end_gives_the_same_bytes(tmp_path: Path) -> None:
    """Two processes; interrupted and resumed; fewer blocks first, then extended."""
    whole, few = kuhn(tmp_path, blocks=41, budget=3), kuhn(tmp_path, blocks=3, budget=3)
    play(whole, tmp_path / "scratch")
    play(whole, tmp_path / "two", How("inline", workers=2))
    assert hashes(tmp_path / "two") == hashes(tmp_path / "scratch")
    with pytest.raises(KeyboardInterrupt):
        play(whole, tmp_path / "stopped", progress=Silent(stop_after=2))
    assert play(whole, tmp_path / "stopped").before >= 2
    assert hashes(tmp_path / "stopped") == hashes(tmp_path / "scratch")
    play(few, tmp_path / "run")
    extend(whole, tmp_path / "run")
    assert content(tmp_path / "run") == content(tmp_path / "scratch")


def test_a_ray_cluster_plays_the_same_bytes(tmp_path: Path, local_ray: str) -> None:
    experiment = kuhn(tmp_path, blocks=9, budget=5)
    play(experiment, tmp_path / "here")
    play(experiment, tmp_path / "there", How("ray", workers=2))
    assert hashes(tmp_path / "there") == hashes(tmp_path / "here")


def test_a_run_that_decides_by_itself_has_a_budget_too(tmp_path: Path) -> None:
    experiment = kuhn(tmp_path, 4096, blocks=None, precision=0.05, budget=20)
    play(experiment, tmp_path / "run")
    found = rows(tmp_path / "run")
    assert set(found["luck"]) == set(range(20))
    assert len(found) == 20 * 3 * 2 * 3  # luck ids, cells, seats, sources


def test_a_damaged_file_of_the_budget_is_played_again(tmp_path: Path) -> None:
    experiment = kuhn(tmp_path, blocks=5, budget=5)
    play(experiment, tmp_path / "run")
    before = hashes(tmp_path / "run")
    min((tmp_path / "run/budget").iterdir()).write_bytes(b"")
    play(experiment, tmp_path / "run")
    assert hashes(tmp_path / "run") == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ({"budget": 3}, {"budget": 4}, "budget = 4: is 3 in"),
        ({"budget": 3}, {}, "budget is missing: is 3 in"),
        ({}, {"budget": 3}, "budget = 3: .* has none"),
    ],
)
def test_another_budget_is_another_run(tmp_path: Path, old: Any, new: Any, said: str) -> None:
    play(kuhn(tmp_path, blocks=4, **old), tmp_path / "run")
    before = content(tmp_path / "run")
    with pytest.raises(InputError, match=f"{said}.*right would be"):
        extend(kuhn(tmp_path / "other", blocks=9, **new), tmp_path / "run")
    assert content(tmp_path / "run") == before


def test_a_game_with_other_luck_can_be_read_again(tmp_path: Path) -> None:
    """Its name has a fourth part; names of games that were not played so are refused."""
    experiment = kuhn(tmp_path, blocks=4, budget=3)
    play(experiment, tmp_path / "run")
    runs.store.write(tmp_path / "run" / "config.toml", experiment.text.encode())
    shard, columns = games(experiment)[0]
    designs = budget.designs(experiment.ruleset)
    for number, anew in enumerate(designs, 1):
        again = play_games(work(experiment), shard, anew)
        name = f"{columns['cell'][0]:012x}:{columns['luck'][0]}:{columns['arrangement'][0]}"
        lines = list(replay(tmp_path / "run", f"{name}:{number}"))
        assert lines[-2] == f"Trace: {again['trace'][0]:016x}"
        assert "luck budget" in lines[-1]
    for wrong in (f"{name}:0", f"{name}:{len(designs) + 1}", f"{columns['cell'][0]:012x}:3:0:1"):
        with pytest.raises(InputError, match="was not played with other luck; right would be a luck id below 3"):
            list(replay(tmp_path / "run", wrong))
    plain = kuhn(tmp_path / "plain", blocks=4)
    play(plain, tmp_path / "plain/run")
    with pytest.raises(InputError, match="has no luck budget"):
        list(replay(tmp_path / "plain/run", f"{name}:1"))


def test_a_fault_in_a_game_with_other_luck_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fourth part of the name says what was drawn anew."""
    experiment = kuhn(tmp_path, blocks=2, budget=2)
    told, shard = work(experiment), plan(experiment).shards[0]
    third = budget.designs(experiment.ruleset)[2]
    monkeypatch.setattr("jobs.shard.build", lambda _: sick())
    with pytest.raises(StrategyError, match=r"game [0-9a-f]{12}:\d+:\d:3$"):
        play_games(told, shard, third)


def sick() -> Any:
    def decide(*_: Any) -> Any:
        raise ValueError("ouch")

    return Strategy("sick", decide)


def test_plan_and_check_say_what_it_costs(tmp_path: Path) -> None:
    config = write(
        tmp_path, ruleset="kuhn", blocks=50, budget=20, entrants=[{"decks": ["*"], "strategies": ["random"]}]
    )
    said = tourney("check", config)
    assert said.exit_code == 0
    assert "luck budget: 560 games more: the first 20 blocks of each cell, 7 times again" in said.output
    planned = tourney("plan", config, "--no-pilot")
    assert "budget    560 games more" in planned.output
    assert tourney("run", config, "--blocks", 10, "--out", tmp_path / "run").exit_code == 2


def test_the_page_says_what_decides_only_where_it_is_known(tmp_path: Path) -> None:
    """A section with bars, table and sentence; its table as CSV; nothing of it in a run without a budget."""
    for name, some in (("with", {"budget": 20}), ("without", {})):
        play(kuhn(tmp_path / name, blocks=20, **some), tmp_path / name / "run")
        page = build(tmp_path / name / "run").read_text(encoding="utf-8")
        assert ('id="table-luck_budget"' in page) == ('id="figure-luck_budget"' in page) == (name == "with")
        assert ("In this field the largest part of the variance" in page) == (name == "with")
        assert (tmp_path / name / "run/report/tables/luck_budget.csv").is_file() == (name == "with")
    play(make(tmp_path / "mv", blocks=20, budget=20), tmp_path / "mv/run")
    build(tmp_path / "mv/run")
    level = set(shares.budget(load(tmp_path / "mv/run"))["source"])  # no luck but coins, and no seat is better
    assert level == {"decks", "pilots", "field, together", "coins", "luck, together"}
    found = shares.budget(load(tmp_path / "with/run"))
    for _, part in found.groupby("scope"):
        assert part["variance"].sum() == pytest.approx(100)


@pytest.mark.parametrize("luck", ["block", "single"])
def test_kuhn_under_random_play_has_its_exact_shares(tmp_path: Path, luck: str) -> None:
    """All deals and all coins, enumerated: each share and total lies in its interval."""
    lucks = 600 if luck == "block" else 3000
    field = {"decks": ["*"], "strategies": ["random"]}
    experiment = kuhn(tmp_path, 1 << 20, seed=7, luck=luck, blocks=lucks, budget=lucks, keep="none", entrants=[field])
    play(experiment, tmp_path / "run")
    found = shares.budget(load(tmp_path / "run")).set_index("source")
    table = np.array([[[points(d, (a, b), (c,)) for c in (0, 1)] for a in (0, 1) for b in (0, 1)] for d in DEALS])
    inside = table.var()
    whole = inside + (table.mean() - 0.5) ** 2  # the seat: as first or as second
    assert table.mean() == 0.5625
    names, axes = ("deal", "coins, who starts", "coins, who goes second"), (0, 1, 2)
    expected = {n: table.mean(axis=tuple({*axes} - {at})).var() / whole for at, n in enumerate(names)}
    expected |= {"going first": (whole - inside) / whole, "luck, together": inside / whole - sum(expected.values())}
    assert set(found.index) == set(expected)
    for source, share in expected.items():
        assert found.loc[source, "low"] < 100 * share < found.loc[source, "high"], source
    for at, source in enumerate(names):
        total = 100 * (inside - table.mean(axis=at).var()) / whole
        assert found.loc[source, "total_low"] < total < found.loc[source, "total_high"], source


def points(deal: tuple[int, int], first: tuple[int, int], second: tuple[int]) -> float:
    """Return the points of who starts, if both sides do what their coins say: 0 passes, 1 bets (README of kuhn)."""
    line, coins = "", (list(first), list(second))
    while line not in ("pp", "bb", "pbb", "bp", "pbp"):
        line += "pb"[coins[len(line) % 2].pop(0)]
    if line in ("bp", "pbp"):
        return float(line == "bp")
    return float(deal[0] > deal[1])
