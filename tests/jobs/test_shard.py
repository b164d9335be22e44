"""A shard: its games are those of the engine, its sums are those of its games, its files are what was asked for."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from jobs import shard, store
from jobs.config import Experiment
from jobs.entrants import Entrant
from jobs.plan import ARRANGEMENTS, plan
from jobs.shard import luck_ids, play_games
from jobs.specs import build
from sim import engine
from sim.errors import MachineError, StrategyError
from sim.results import BLOCKS, GAMES, TALLIES, TRACES
from tests.jobs.making import Cell, cells, games, kuhn, make, whole, work

MODES = list(ARRANGEMENTS)


def alone(experiment: Experiment, cell: Cell, luck_id: int, arrangement: int) -> tuple[engine.Played, int]:
    """Return one game played by itself by the engine, and the seat of entrant A."""
    pair: list[Entrant] = [experiment.entrants[cell.a], experiment.entrants[cell.b]]
    if arrangement & 1:
        pair.reverse()
    ids = luck_ids(experiment.config.luck, np.array([luck_id]), np.array([cell.key], np.uint64))
    lot = engine.Lot(
        experiment.config.seed, np.array([[0], [1]], np.int32), ids, np.array([arrangement >> 1], np.uint64)
    )
    tables = experiment.ruleset.tables(experiment.cards, [entrant.deck for entrant in pair])
    strategies = build(pair[0].spec), build(pair[1].spec)
    return engine.play(experiment.ruleset, tables, strategies, lot), arrangement & 1


def row_of(played: engine.Played, seat_a: int) -> dict[str, int]:
    """Return the row of GAMES that a single game makes, turned for entrant A."""
    sign = 1 - 2 * seat_a
    row = {name: int(getattr(played, name)[0]) for name in ("turns", "ending", "decisions", "trace")}
    row |= {"result": sign * int(played.result[0]), "margin": sign * int(played.margin[0])}
    for who, seat in (("a", seat_a), ("b", 1 - seat_a)):
        row |= {f"seen_{who}": int(played.seen[seat, 0]), f"played_{who}": int(played.played[seat, 0])}
    return row


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("maker", [make, kuhn])
def test_rows_are_the_games_that_the_engine_plays_one_by_one(tmp_path: Path, maker: Any, mode: str) -> None:
    """Result and margin have A's sign, seen and played A's side, in every arrangement, mirrors included."""
    experiment = maker(tmp_path, luck=mode)
    known = {cell.key: cell for cell in cells(plan(experiment))}
    for _, columns in games(experiment)[::2]:
        for i in range(0, len(columns["result"]), 5):
            name = known[int(columns["cell"][i])], int(columns["luck"][i]), int(columns["arrangement"][i])
            expected = row_of(*alone(experiment, *name))
            assert {key: int(columns[key][i]) for key in expected} == expected, name


@pytest.mark.parametrize("mode", MODES)
def test_rows_are_sorted_by_cell_luck_and_arrangement(tmp_path: Path, mode: str) -> None:
    """In plan order, every game once; single games have the arrangement of their luck id."""
    experiment = make(tmp_path, luck=mode)
    planned = plan(experiment)
    order = {cell.key: i for i, cell in enumerate(cells(planned))}
    names = [
        (order[c], n, a)
        for _, t in games(experiment)
        for c, n, a in zip(t["cell"].tolist(), t["luck"].tolist(), t["arrangement"].tolist(), strict=True)
    ]
    assert names == sorted(set(names))
    assert len(names) == planned.games
    assert {column.name for column in GAMES} == set(games(experiment)[0][1])
    assert {a for _, n, a in names if n % 2} == ({1} if mode == "single" else set(ARRANGEMENTS[mode]))


def test_a_game_does_not_depend_on_the_shard_it_is_in(tmp_path: Path) -> None:
    """Other grids, other neighbours in the batch: the same rows."""
    fine, coarse = (games(make(tmp_path, n)) for n in (1, 1 << 20))
    assert len(fine) > 40 > len(coarse)
    for name in fine[0][1]:
        one, other = (np.concatenate([columns[name] for _, columns in found]) for found in (fine, coarse))
        assert (one == other).all(), name


@pytest.mark.parametrize(("keep", "kept"), [("all", range(9)), (1, range(9)), (4, [0, 4, 8]), (100, [0]), ("none", [])])
def test_game_rows_are_kept_as_asked(tmp_path: Path, keep: Any, kept: Any) -> None:
    """All, none, or the whole blocks of one luck id in so many; blocks and tallies always."""
    experiment = make(tmp_path, blocks=9, keep=keep)
    told = work(experiment, tmp_path / "run")
    piece = whole(plan(experiment), 0)
    receipt = shard.play(told, piece)
    kinds = {Path(path).parent.name for path in receipt["files"]}
    assert kinds == {"blocks", "tallies", "traces", *(["games"] if kept else [])}
    assert pq.read_table(told.run / "blocks" / f"{piece.name}.parquet").num_rows == 9
    if kept:
        rows = pq.read_table(told.run / "games" / f"{piece.name}.parquet").to_pydict()
        assert rows["luck"] == [n for n in kept for _ in range(4)]
        assert rows["arrangement"] == [0, 1, 2, 3] * len(kept)


def test_files_have_the_columns_of_the_contract_and_what_decides_them(tmp_path: Path) -> None:
    """Names and kinds as in sim/results.py; metadata names versions, seed and luck, and neither times nor hosts."""
    experiment = make(tmp_path)
    told = work(experiment, tmp_path / "run")
    piece = plan(experiment).shards[0]
    shard.play(told, piece)
    for kind, columns in (("blocks", BLOCKS), ("tallies", TALLIES), ("traces", TRACES), ("games", GAMES)):
        schema = pq.read_schema(told.run / kind / f"{piece.name}.parquet")
        assert [(f.name, str(f.type).replace("<element: ", "<")) for f in schema] == [(c.name, c.kind) for c in columns]
        keys = {key.decode() for key in schema.metadata}
        assert keys == {"tourney_format", "ruleset", "ruleset_version", "seed", "luck", "first", "keep"}
    receipt = json.loads((told.run / "receipts" / f"{piece.name}.json").read_text())
    assert set(receipt) == {"files", "games", "played", "blocks", "seconds", "host", "versions"}


def test_a_massiveverse_game_takes_at_most_16_bytes(tmp_path: Path) -> None:
    """On average over a shard of 262,144 games of all decks."""
    field = [{"decks": ["*"], "strategies": ["weighted"]}]
    experiment = make(tmp_path, 1 << 20, luck="seat", blocks=3641, entrants=field)
    told = work(experiment, tmp_path / "run")
    (piece,) = plan(experiment).shards
    receipt = shard.play(told, piece)
    size = (told.run / "games" / f"{piece.name}.parquet").stat().st_size
    assert receipt["games"] == 262_152
    assert size / receipt["games"] <= 16


def test_a_repeat_with_other_bytes_is_an_alarm(tmp_path: Path) -> None:
    """What stood before is left as it was; a receipt of other versions of the packages proves nothing."""
    experiment = make(tmp_path)
    told = work(experiment, tmp_path / "run")
    piece = plan(experiment).shards[0]
    files = shard.play(told, piece)["files"]
    assert shard.play(told, piece)["files"] == files
    with pytest.raises(MachineError, match=f"shard {piece.name} came out otherwise than before"):
        shard.play(replace(told, seed=6), piece)
    assert shard.finished(told, piece)
    path = told.run / "receipts" / f"{piece.name}.json"
    receipt = json.loads(path.read_text())
    receipt["versions"]["numpy"] = "1.0"
    store.write_json(path, receipt)
    assert shard.play(replace(told, seed=6), piece)["files"] != files


@pytest.mark.parametrize(
    ("spoil", "stands"),
    [
        (lambda r: r, True),
        (lambda r: {**r, "files": {}}, False),
        (lambda r: {**r, "files": dict(list(r["files"].items())[1:])}, False),
        (lambda r: {**r, "files": {**r["files"], "more": "0"}}, False),
        (lambda r: {**r, "files": []}, False),
        (lambda r: [r], False),
        (lambda r: None, False),
    ],
)
def test_a_shard_stands_only_if_its_receipt_and_all_its_files_agree(tmp_path: Path, spoil: Any, stands: bool) -> None:
    experiment = make(tmp_path)
    told = work(experiment, tmp_path / "run")
    piece = plan(experiment).shards[0]
    receipt = shard.play(told, piece)
    store.write_json(told.run / "receipts" / f"{piece.name}.json", spoil(receipt))
    assert bool(shard.finished(told, piece)) == stands
    if not stands:
        shard.play(told, piece)
        assert shard.finished(told, piece)


def faulty(folder: Path, fault: str, **more: Any) -> Experiment:
    own = {"use": "own.py", "name": "[red]", "fault": fault, "health": 3, **more}
    field = [{"decks": ["Marrow", "Gemini"], "strategies": ["random", own]}]
    return make(folder, 1 << 22, luck="block", blocks=60, entrants=field)


@pytest.mark.parametrize("fault", ["raises", "illegal"])
def test_a_strategys_fault_names_strategy_seat_line_and_the_very_game(tmp_path: Path, fault: str) -> None:
    """The game that is named shows the same fault when it is played alone, though thousands are asked about at once."""
    experiment = faulty(tmp_path, fault)
    line = 1 + (tmp_path / "own.py").read_text().split("raise ValueError")[0].count("\n")
    planned = plan(experiment)
    for piece in planned.shards[:2]:
        with pytest.raises(StrategyError) as caught:
            play_games(work(experiment), piece)
        said, game = str(caught.value).rsplit("; seat ", 1)
        seat, name = game.split(", game ")
        cell, luck_id, arrangement = name.split(":")
        found = next(c for c in cells(planned) if c.name == cell)
        with pytest.raises(StrategyError) as again:
            alone(experiment, found, int(luck_id), int(arrangement))
        assert again.value.seat == int(seat) == caught.value.seat
        assert said.startswith("strategy '[red]' ")
        if fault == "raises":
            assert said.endswith(f"raised ValueError: ouch [red]\\nmore ({tmp_path}/own.py, line {line})")
        else:
            assert "chose action 60 in massiveverse, which is not legal there: right would be " in said


def test_a_planner_that_imagines_with_a_faulty_strategy_is_named_too(tmp_path: Path) -> None:
    base = {"use": "own.py", "fault": "raises", "health": 3}
    field = [{"decks": ["Marrow"], "strategies": [{"use": "rollout", "base": base, "samples": 1}]}]
    experiment = make(tmp_path, 1 << 22, blocks=2, entrants=field)
    with pytest.raises(StrategyError, match=r"raised ValueError: ouch .*; seat [01], game [0-9a-f]{12}:[01]:[0-3]$"):
        play_games(work(experiment), plan(experiment).shards[0])


def test_a_fault_that_shows_only_in_company_keeps_the_game_that_the_engine_named(tmp_path: Path) -> None:
    """A strategy that is not judged row by row cannot be pinned down, but its fault is told all the same."""
    (tmp_path / "crowd.py").write_text(
        "from sim import pick\n\n"
        "def act(view, legal, coin):\n    assert len(coin) < 100\n    return pick.uniform(legal, coin)\n"
    )
    field = [{"decks": ["Marrow"], "strategies": ["crowd.py"]}]
    experiment = make(tmp_path, 1 << 22, blocks=300, entrants=field)
    with pytest.raises(StrategyError, match=r"'crowd' raised AssertionError.*line 4\); seat 0, game [0-9a-f]{12}:0:0$"):
        play_games(work(experiment), plan(experiment).shards[0])


def test_a_long_message_of_a_strategy_is_cut(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("def act(view, legal, coin):\n    raise ValueError('x' * 5000)\n")
    experiment = make(tmp_path, entrants=[{"decks": ["Marrow"], "strategies": ["long.py"]}])
    with pytest.raises(StrategyError) as caught:
        play_games(work(experiment), whole(plan(experiment), 0))
    assert len(str(caught.value)) < 600
