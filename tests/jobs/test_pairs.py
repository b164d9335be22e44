"""Pairs drawn at random, by the million: the same results anywhere, each on luck of its own, none dearer for it."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import tomli_w

from jobs import identity, rooms
from jobs.again import replay
from jobs.config import Experiment, load
from jobs.plan import Plan, plan
from jobs.roster import Roster
from jobs.run import How
from jobs.shard import play_games
from sim import luck
from sim.errors import InputError
from sim.ruleset import Deck
from sim.rulesets.leduc import decks as leduc
from tests.jobs.making import Silent, cells, games, hashes, lucks, make, play, work

FIELD = [{"decks": ["*"], "strategies": ["random", "weighted"]}]


@pytest.fixture(scope="module", params=[1, 3], ids=["a block a pair", "three blocks a pair"])
def experiment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    """Return random pairs of sixteen entrants with two strategies, in many shards."""
    made = make(tmp_path_factory.mktemp("pairs"), 32, pairing={"random": 90}, blocks=request.param, entrants=FIELD)
    assert len(plan(made).shards) > 9
    return made


@pytest.fixture(scope="module")
def run(experiment: Experiment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return its run, played in this process; not to be changed."""
    folder = tmp_path_factory.mktemp("pairs") / "run"
    play(experiment, folder)
    return folder


def pairs(experiment: Experiment) -> list[tuple[int, int]]:
    """Return who meets whom in pair 0, 1, ..., drawn one by one in plain numbers."""
    n, out = len(experiment.entrants), []
    for i in range(experiment.config.pairing.random):  # type: ignore[union-attr]
        key = luck.keys(experiment.config.seed, np.array([i], np.uint64))[0]
        draws = [int(luck.draw(key, 3, k)[0]) >> 32 for k in (0, 1)]
        one = draws[0] * n >> 32
        two = (one + 1 + (draws[1] * (n - 1) >> 32)) % n
        out.append((min(one, two), max(one, two)))
    return out


def read(run: Path, kind: str) -> list[dict[str, Any]]:
    """Return the rows of all files of a kind."""
    return [row for path in sorted(run.glob(f"{kind}/*.parquet")) for row in pq.read_table(path).to_pylist()]


def test_pair_number_i_plays_on_its_own_luck_ids(experiment: Experiment, run: Path) -> None:
    """Block by block and game by game, each once; the key is that of its two entrants, whose order is canonical."""
    blocks, drawn = experiment.config.blocks, pairs(experiment)
    key = experiment.roster.cells(*(np.array(side) for side in zip(*drawn, strict=True))).tolist()
    found = {row["luck"]: row["cell"] for row in read(run, "blocks")}
    assert len(found) == len(read(run, "blocks"))
    assert found == {i * blocks + k: key[i] for i in range(90) for k in range(blocks)}
    assert {(row["cell"], row["luck"]) for row in read(run, "games")} == {(c, n) for n, c in found.items()}


def test_a_shard_holds_pairs_of_two_strategies_in_the_order_of_their_numbers(experiment: Experiment) -> None:
    for shard in plan(experiment).shards:
        assert (np.diff(shard.stretches.first) > 0).all()
        specs = experiment.roster.spec[np.stack([shard.stretches.a, shard.stretches.b])]
        assert (specs == specs[:, :1]).all()


def test_two_processes_and_a_resumed_run_write_the_same_bytes(
    experiment: Experiment, run: Path, tmp_path: Path
) -> None:
    """So does a run whose files went, and one that was interrupted after some shards."""
    play(experiment, tmp_path / "two", How("inline", workers=2))
    assert hashes(tmp_path / "two") == hashes(run)
    with pytest.raises(KeyboardInterrupt):
        play(experiment, tmp_path / "cut", progress=Silent(stop_after=4))
    for name in ("blocks", "games"):
        min((tmp_path / "cut" / name).iterdir()).unlink()
    assert play(experiment, tmp_path / "cut").before in (2, 3)
    assert hashes(tmp_path / "cut") == hashes(run)
    assert (tmp_path / "cut/manifest.json").read_bytes() == (run / "manifest.json").read_bytes()


def test_a_ray_cluster_writes_the_same_bytes(experiment: Experiment, run: Path, tmp_path: Path, local_ray: str) -> None:
    play(experiment, tmp_path / "ray", How("ray", workers=2))
    assert hashes(tmp_path / "ray") == hashes(run)


def test_games_do_not_depend_on_how_shards_are_cut(experiment: Experiment) -> None:
    coarse = replace(experiment, ruleset=replace(experiment.ruleset, games_per_shard=1 << 20))
    found = []
    for cut in (experiment, coarse):
        rows = [columns for _, columns in games(cut)]
        found.append({name: np.concatenate([columns[name] for columns in rows]) for name in rows[0]})
    assert all((found[0][name] == found[1][name]).all() for name in found[0])


def test_cells_add_up_what_two_entrants_played(experiment: Experiment, run: Path) -> None:
    """One row for each two that met, in the order in which they first do, however often they met."""
    drawn, played = pairs(experiment), read(run, "blocks")
    rows = pq.read_table(run / "cells.parquet").to_pylist()
    order = [
        drawn[n // experiment.config.blocks] for shard in plan(experiment).shards for _, n in lucks(shard.stretches)
    ]
    assert [(row["a"], row["b"]) for row in rows] == list(dict.fromkeys(order))
    assert max(Counter(drawn).values()) > 1
    for row in rows:
        mine = [b for b in played if drawn[b["luck"] // experiment.config.blocks] == (row["a"], row["b"])]
        assert (row["blocks"], row["first_luck"]) == (len(mine), min(b["luck"] for b in mine))
        for name in ("games", "wins", "draws", "losses", "points_first", "margin", "turns", "caps", "distinct"):
            assert row[name] == sum(b[name] for b in mine), name
        assert row["margin_squares"] == sum(b["margin"] ** 2 for b in mine)


def test_drawn_pairs_need_no_sketch_of_their_traces(run: Path) -> None:
    """Their distinct games are those of each block, added up."""
    assert not (run / "traces").exists()
    assert {row["distinct"] for row in read(run, "blocks")} <= {1, 2, 3, 4}


@pytest.fixture
def colliding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all cells one of two keys."""
    monkeypatch.setattr(Roster, "cells", lambda _, a, b: ((a + b) % 2).astype(np.int64))


@pytest.mark.usefixtures("colliding")
def test_pairs_whose_keys_collide_are_told_apart_by_their_luck(
    experiment: Experiment, run: Path, tmp_path: Path
) -> None:
    """Every sum is the one that it is without a collision, and a name of a game still means one game."""
    play(experiment, tmp_path / "run")
    one, other = (
        [{**row, "cell": 0} for row in pq.read_table(p / "cells.parquet").to_pylist()] for p in (run, tmp_path / "run")
    )
    assert one == other
    rows = read(tmp_path / "run", "games")
    assert len({(row["cell"], row["luck"], row["arrangement"]) for row in rows}) == len(rows)
    for row in rows[::40]:
        name = f"{row['cell']:012x}:{row['luck']}:{row['arrangement']}"
        assert list(replay(tmp_path / "run", name))[-2] == f"Trace: {row['trace']:016x}"


@pytest.mark.usefixtures("colliding")
def test_planned_cells_whose_keys_collide_are_refused(tmp_path: Path) -> None:
    """They share their luck ids, so only the key tells them apart."""
    with pytest.raises(InputError, match="two cells share a key; rename or change one entrant"):
        plan(make(tmp_path))


def test_tables_are_made_of_the_decks_of_a_shard_alone(experiment: Experiment) -> None:
    """Each once, whatever strategies play it."""
    told, asked = work(experiment), []
    make_tables = experiment.ruleset.tables

    def tables(cards: Any, decks: list[Deck]) -> Any:
        asked.append([deck.name for deck in decks])
        return make_tables(cards, decks)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("jobs.shard.ruleset", lambda _: replace(experiment.ruleset, tables=tables))
        for shard in plan(experiment).shards:
            play_games(told, shard)
            held = {experiment.entrants[i].deck.name for i in (*shard.stretches.a, *shard.stretches.b)}
            assert asked.pop() == sorted(held)
    assert asked == []


# --- many of them ---


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count the calls of Python functions while the block lasts: what many pairs or decks cost, on any machine."""
    calls: Counter[str] = Counter()
    sys.setprofile(lambda frame, event, _: calls.update([frame.f_code.co_name]) if event == "call" else None)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def test_a_million_pairs_are_planned_without_a_call_for_each(experiment: Experiment) -> None:
    """Arrays, from the draw to the cells: ten times the pairs take no more calls than their shards and chunks do."""
    config = experiment.config
    found: dict[int, tuple[Plan, int]] = {}
    for count in (100_000, 1_000_000):
        pairing = config.pairing.model_copy(update={"random": count})  # type: ignore[union-attr]
        rules = replace(experiment.ruleset, games_per_shard=1 << 20)
        many = replace(experiment, config=config.model_copy(update={"pairing": pairing}), ruleset=rules)
        with counted() as calls:
            planned = plan(many)
            assert len(planned.cells) == 120
        found[count] = planned, sum(calls.values())
    assert found[1_000_000][0].blocks == 1_000_000 * config.blocks
    assert found[1_000_000][1] < 10_000 > 10 * found[100_000][1] - 10_000


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Experiment]:
    """Return what loads a config of so many made decks of a room that makes them: leduc, whose decks change nothing."""

    def sample(count: int, seed: int, _cards: Any) -> list[Deck]:
        slots = leduc.shipped()["standard"].slots
        return [Deck(f"deck {i:06d}", slots, (seed, i), (seed, i), ("card",) * len(slots)) for i in range(count)]

    def loaded(count: int, **changes: Any) -> Experiment:
        field = [{"decks": [{"sample": count, "seed": 3}], "strategies": ["random"]}]
        data = {"name": "t", "ruleset": "leduc", "seed": 2, "blocks": 1, "luck": "block", "entrants": field}
        (tmp_path / "many.toml").write_text(tomli_w.dumps(data | changes))
        return load(tmp_path / "many.toml")

    monkeypatch.setattr(rooms.deck_module("leduc"), "sample", sample, raising=False)
    return loaded


def test_twenty_thousand_decks_are_resolved_with_few_calls_for_each(sampled: Callable[..., Experiment]) -> None:
    """Each deck is hashed once; of all entrants, what they share is written down once; the entry stays one entry."""
    sampled(10)
    with counted() as calls:
        found = sampled(20_000, pairing={"random": 50})
        assert len(found.roster) == len(found.entrants) == 20_000
    assert calls["digest"] < 20_100
    assert calls["spec"] <= 1
    assert sum(calls.values()) < 25 * 20_000
    assert len(found.text) < 300
    assert (
        found.entrants[7].key
        == identity.entrants(
            found.ruleset, [identity.deck(found.entrants[7].deck)], identity.strategy(found.entrants[7].spec)
        ).pop()
    )


def test_a_run_of_many_decks_writes_each_once_and_small(sampled: Callable[..., Experiment], tmp_path: Path) -> None:
    """Entrants, roles and contents are tables; the manifest and the config do not grow with them."""
    found = sampled(20_000, pairing={"random": 400})
    play(found, tmp_path / "run")
    assert pq.read_table(tmp_path / "run/entrants.parquet").num_rows == 20_000
    assert pq.read_table(tmp_path / "run/decks.parquet")["content"][7].as_py() == "[3,7]"
    assert (tmp_path / "run/manifest.json").stat().st_size < 2_000
    assert (tmp_path / "run/config.toml").stat().st_size < 300
    assert sum(p.stat().st_size for p in tmp_path.glob("run/*.parquet")) < 2_000_000
    row = pq.read_table(tmp_path / "run/entrants.parquet").slice(7, 1).to_pylist()[0]
    assert (row["name"], row["roles"]) == ("random / deck 000007", ["card"] * 6)


def test_all_against_all_of_many_is_refused_before_it_is_tried(sampled: Callable[..., Experiment]) -> None:
    with pytest.raises(InputError) as caught:
        plan(sampled(5000))
    assert str(caught.value) == (
        't: pairing = "round-robin": makes 12,502,500 cells of 5,000 entrants; right would be { random = 1000000 }, or '
        "fewer entrants, for at most 10,000,000"
    )
    assert len(cells(plan(sampled(5000, pairing="mirror")))) == 5000
