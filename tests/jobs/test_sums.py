"""Sums of games: blocks, tallies and sketches against plain loops, and identities that hold or are loud."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jobs import rooms, sums
from jobs.cells import distinct as counted
from jobs.plan import ARRANGEMENTS
from jobs.sums import Columns
from sim import luck
from sim.arrays import U64
from sim.errors import MachineError
from sim.results import BLOCKS, SKETCH, TALLIES
from tests.jobs.making import games, kuhn, make

MODES = list(ARRANGEMENTS)


def naive_blocks(columns: Columns, spread: int, cap: int) -> list[dict[str, int]]:
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*(c.tolist() for c in columns.values()), strict=True)]
    out = []
    for block in [rows[i : i + spread] for i in range(0, len(rows), spread)]:
        results = [game["result"] for game in block]
        first = [game for game in block if not game["arrangement"] & 1]
        second = [game for game in block if game["arrangement"] & 1]
        made = {key: block[0][key] for key in ("cell", "luck")} | {"games": len(block), "games_first": len(first)}
        made |= {"wins": results.count(1), "draws": results.count(0), "losses": results.count(-1)}
        made |= {
            f"points_{k}": sum(1 + g["result"] for g in part) for k, part in (("first", first), ("second", second))
        }
        made |= {key: sum(game[key] for game in block) for key in ("margin", "turns")}
        made["caps"] = sum(game["ending"] == cap for game in block)
        out.append(made | {"distinct": len({game["trace"] for game in block})})
    return out


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("maker", [make, kuhn])
def test_blocks_are_the_sums_of_their_games(tmp_path: Path, maker: Any, mode: str) -> None:
    experiment = maker(tmp_path, luck=mode)
    spread = len(ARRANGEMENTS[mode])
    for piece, columns in games(experiment):
        cap = len(experiment.ruleset.endings) - 1
        found = sums.blocks(columns, spread, cap)
        assert set(found) == {column.name for column in BLOCKS}
        expected = naive_blocks(columns, spread, cap)
        assert [
            dict(zip(found, row, strict=True)) for row in zip(*(c.tolist() for c in found.values()), strict=True)
        ] == [{name: block[name] for name in found} for block in expected]
        sums.check(piece, mode, found, sums.tally(columns, piece, cap + 1, False))


def test_a_tally_counts_endings_lengths_turns_and_decisions(tmp_path: Path) -> None:
    experiment = make(tmp_path, 96)
    endings = len(experiment.ruleset.endings)
    for piece, columns in games(experiment):
        found = sums.tally(columns, piece, endings, True)
        assert {"strategy_a", "strategy_b", *found} == {column.name for column in TALLIES}
        lengths, ends = Counter(columns["turns"].tolist()), Counter(columns["ending"].tolist())
        assert (found["blocks"], found["games"]) == ([piece.blocks], [len(columns["turns"])])
        assert found["lengths"][0].tolist() == [lengths[n] for n in range(max(lengths) + 1)]
        assert found["endings"][0].tolist() == [ends[n] for n in range(endings)]
        for name in ("turns", "decisions"):
            assert found[name] == [sum(columns[name].tolist())]


def test_sketches_hold_the_distinct_games_of_each_cell(tmp_path: Path) -> None:
    """In the order of the cells, then of their hashes."""
    for piece, columns in games(make(tmp_path, 96)):
        found = sums.sketches(piece, columns["trace"])
        expected = []
        for key in piece.stretches.cell.tolist():
            mine = columns["trace"][columns["cell"] == key]
            expected += [(key, trace) for trace in sorted(set(luck.mix(mine).tolist()))]
        assert list(zip(found["cell"].tolist(), found["trace"].tolist(), strict=True)) == expected


def sketch(traces: U64, parts: int = 1) -> list[U64]:
    """Return the sketches of every so many-th of `traces`."""
    place, hashed = sums.smallest(np.arange(len(traces)) % parts, luck.mix(traces))
    return [hashed[place == part] for part in range(parts)]


@pytest.mark.parametrize("distinct", [1, 2, 100, SKETCH - 1])
def test_a_sketch_below_its_size_is_exact(distinct: int) -> None:
    """Cells without a game have none."""
    traces = np.tile(np.arange(distinct, dtype=np.uint64), 5)
    (held,) = sketch(traces)
    assert counted(np.full(len(held), 1), held, np.array([0, 10**9, 0])).tolist() == [0, distinct, 0]


@pytest.mark.parametrize("distinct", [SKETCH, 1000, 100_000])
def test_a_full_sketch_estimates_within_four_standard_errors(distinct: int) -> None:
    """Repeats change nothing, parts merge to the sketch of the whole, and no estimate exceeds the number of games."""
    for seed in range(20):
        traces = luck.mix(np.arange(distinct, dtype=np.uint64) + np.uint64(seed << 32))
        (held,) = sketch(np.tile(traces, 2))
        place, merged = sums.smallest(
            np.zeros(2 * SKETCH, np.intp)[: sum(map(len, sketch(traces, 2)))], np.concatenate(sketch(traces, 2))
        )
        assert merged.tolist() == held.tolist()
        found = int(counted(place, held, np.array([10**9]))[0])
        assert abs(found - distinct) < 4 * distinct / (SKETCH - 2) ** 0.5
        assert counted(place, held, np.array([5])).tolist() == [5]


def shipped(name: str) -> list[str]:
    return [strategy for strategy in rooms.strategies(name) if strategy not in rooms.PLANNERS]


@pytest.mark.parametrize("mode", ["seat", "block"])
@pytest.mark.parametrize("name", rooms.rulesets())
def test_every_block_of_a_mirror_is_even(tmp_path: Path, name: str, mode: str) -> None:
    """Exactly, for every shipped strategy that plays itself, on the first shipped decks."""
    decks = list(rooms.decks(name))[:2]
    field = [{"decks": decks, "strategies": shipped(name)}]
    experiment = make(tmp_path, 1 << 20, ruleset=name, luck=mode, pairing="mirror", blocks=30, entrants=field)
    for _, columns in games(experiment):
        found = sums.blocks(columns, len(ARRANGEMENTS[mode]), len(experiment.ruleset.endings) - 1)
        assert (found["wins"] == found["losses"]).all()
        assert (found["points_first"] + found["points_second"] == found["games"]).all()


@pytest.mark.parametrize("strategy", shipped("massiveverse"))
def test_in_massiveverse_going_first_is_worth_exactly_nothing(tmp_path: Path, strategy: str) -> None:
    """Arrangements 0 and 3 are one game with the seats changed, and so are 1 and 2: the edge of every block is zero."""
    field = [{"decks": ["Cataclysm", "Rogue Sun"], "strategies": sorted({strategy, "weighted"})}]
    experiment = make(tmp_path, 1 << 20, luck="block", blocks=40, entrants=field)
    for _, columns in games(experiment):
        result, margin = (columns[name].reshape(-1, 4) for name in ("result", "margin"))
        for one, other in ((0, 3), (1, 2)):
            assert (result[:, one] == result[:, other]).all()
            assert (margin[:, one] == margin[:, other]).all()
        found = sums.blocks(columns, 4, 9)
        assert (found["points_first"] == found["points_second"]).all()


def swapped(found: Columns) -> None:
    """Take a win for a loss, points and all."""
    row = int(np.flatnonzero(found["wins"])[0])
    found["wins"][row] -= 1
    found["losses"][row] += 1
    found["points_second"][row] -= 2


def lost(found: Columns) -> None:
    for name, column in found.items():
        found[name] = column[1:]


def changed_by(name: str, amount: int) -> Any:
    def change(found: Columns) -> None:
        found[name][3] += amount

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lost, "blocks are those of the plan"),
        (changed_by("games", 1), "games are those of the blocks"),
        (changed_by("turns", -1), "turns are those of the blocks"),
        (changed_by("caps", 1), "caps are those of the blocks"),
        (changed_by("draws", 1), "games are wins, draws and losses"),
        (changed_by("points_first", 1), "points are those of wins and draws"),
        (swapped, "a mirror is even"),
    ],
)
@pytest.mark.parametrize("pairing", ["mirror", {"random": 6}])
def test_broken_identities_are_our_fault_and_loud(tmp_path: Path, change: Any, said: str, pairing: Any) -> None:
    if change is swapped and pairing != "mirror":
        return
    piece, columns = games(make(tmp_path, 1 << 20, pairing=pairing))[0]
    found, tally = sums.blocks(columns, 4, 4), sums.tally(columns, piece, 5, False)
    sums.check(piece, "block", found, tally)
    change(found)
    with pytest.raises(MachineError, match=f"broken identities: .*{said}"):
        sums.check(piece, "block", found, tally)


@pytest.mark.parametrize("name", ["endings", "lengths"])
def test_a_tally_that_lost_a_game_is_loud(tmp_path: Path, name: str) -> None:
    piece, columns = games(make(tmp_path, 1 << 20))[0]
    tally = sums.tally(columns, piece, 5, False)
    tally[name][0][np.flatnonzero(tally[name][0])[0]] -= 1
    with pytest.raises(MachineError, match=r"broken identities: .*games are those of the blocks"):
        sums.check(piece, "block", sums.blocks(columns, 4, 4), tally)


def test_only_modes_with_twins_have_even_mirrors(tmp_path: Path) -> None:
    """In mode deck a mirror may be uneven, so it is not held to that."""
    piece, columns = games(make(tmp_path, 1 << 20, pairing="mirror", luck="deck"))[0]
    found = sums.blocks(columns, 2, 4)
    swapped(found)
    sums.check(piece, "deck", found, sums.tally(columns, piece, 5, False))
