"""The plan: who meets whom, on which luck, in which shard; a matter of the config alone."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jobs.config import Experiment, RandomPairs, load
from jobs.plan import ARRANGEMENTS, Plan, blocks_per_shard, plan
from jobs.shard import luck_ids, play_games
from sim.errors import InputError
from tests.jobs import making
from tests.jobs.making import cells, kuhn, make, whole, work, write

FOUR = [{"decks": ["Marrow", "Gemini"], "strategies": ["random", "weighted"]}]


def meetings(planned: Plan) -> list[tuple[int, int]]:
    return [(cell.a, cell.b) for cell in cells(planned)]


def names(experiment: Experiment) -> set[tuple[str, int]]:
    """Return every cell by its entrants' names and its key."""
    everyone = experiment.entrants
    return {(f"{everyone[c.a].name} - {everyone[c.b].name}", c.key) for c in cells(plan(experiment))}


def lucks(planned: Plan) -> list[tuple[int, int]]:
    """Return (cell, luck id) of every block, shard by shard."""
    return [block for shard in planned.shards for block in making.lucks(shard.stretches)]


def test_round_robin_all_meet_all_and_themselves(tmp_path: Path) -> None:
    planned = plan(make(tmp_path))
    assert sorted(meetings(planned)) == list(combinations_with_replacement(range(4), 2))
    assert sorted(lucks(planned)) == sorted((cell.key, luck) for cell in cells(planned) for luck in range(6))
    assert planned.games == 10 * 6 * 4


def test_gauntlet_each_of_the_first_table_meets_each_of_the_others(tmp_path: Path) -> None:
    """The entrants of one side do not meet each other; which side is A is a matter of canonical order."""
    tables = [
        {"decks": ["Marrow", "Radiant Black"], "strategies": ["weighted"]},
        {"decks": ["Gemini"], "strategies": ["weighted", "random"]},
    ]
    experiment = make(tmp_path, pairing="gauntlet", entrants=tables)
    heads = set(experiment.challengers)
    assert {experiment.entrants[i].name for i in heads} == {"weighted / Marrow", "weighted / Radiant Black"}
    expected = [(a, b) for a, b in combinations(range(4), 2) if (a in heads) != (b in heads)]
    assert sorted(meetings(plan(experiment))) == expected


def test_mirror_each_meets_itself_only(tmp_path: Path) -> None:
    assert meetings(plan(make(tmp_path, pairing="mirror"))) == [(i, i) for i in range(4)]


def test_random_pairs_differ_and_pair_i_plays_on_its_own_luck_ids(tmp_path: Path) -> None:
    """Pair i plays the luck ids i * blocks on; a pair that comes again goes on in its cell."""
    planned = plan(make(tmp_path, pairing={"random": 50}))
    assert all(cell.a < cell.b for cell in cells(planned))
    assert len(set(meetings(planned))) == len(planned.cells) <= 6
    assert sorted(luck for _, luck in lucks(planned)) == list(range(300))
    assert all(len({cell for cell, luck in lucks(planned) if luck // 6 == i}) == 1 for i in range(50))


def drawn(experiment: Experiment) -> dict[int, int]:
    return {luck // experiment.config.blocks: cell for cell, luck in lucks(plan(experiment))}


def test_more_random_pairs_leave_the_first_ones_as_they_are(tmp_path: Path) -> None:
    few, many = (drawn(make(tmp_path, pairing={"random": n})) for n in (20, 70))
    assert few == {i: cell for i, cell in many.items() if i < 20}
    assert few != drawn(make(tmp_path, pairing={"random": 20}, seed=6))


def test_random_pairs_are_all_equally_likely(tmp_path: Path) -> None:
    """Six pairs of four entrants, 6,000 draws: each 1,000 times, within five standard errors."""
    counts = Counter(drawn(make(tmp_path, pairing={"random": 6000}, blocks=1)).values())
    assert len(counts) == 6
    assert max(abs(n - 1000) for n in counts.values()) < 5 * (1000 * 5 / 6) ** 0.5


def test_random_pairs_of_one_entrant_are_refused(tmp_path: Path) -> None:
    experiment = make(tmp_path)
    alone = replace(
        experiment,
        entrants=experiment.entrants[:1],
        config=experiment.config.model_copy(update={"pairing": RandomPairs(random=3)}),
    )
    with pytest.raises(InputError, match="no two entrants"):
        plan(alone)


def test_the_order_in_the_config_means_nothing(tmp_path: Path) -> None:
    turned = [
        {"decks": ["Gemini"], "strategies": ["weighted", "random"]},
        {"decks": ["Marrow"], "strategies": ["random", "weighted"]},
    ]
    one, other = make(tmp_path, entrants=FOUR), make(tmp_path, entrants=turned)
    assert cells(plan(one)) == cells(plan(other))
    assert [shard.name for shard in plan(one).shards] == [shard.name for shard in plan(other).shards]
    assert one.hash == other.hash


def test_another_deck_or_strategy_moves_no_cell(tmp_path: Path) -> None:
    """Cells keep their keys and their sides, whatever comes before, between or after them in canonical order."""
    decks = ["Cataclysm", "Gemini", "Ironclad", "Marrow", "Stormcaller"]
    before = names(make(tmp_path, entrants=FOUR))
    after = names(make(tmp_path, entrants=[{"decks": decks, "strategies": ["aggressive", "random", "weighted"]}]))
    assert before < after


def test_the_arrangements_of_each_luck_mode(tmp_path: Path) -> None:
    expected = {"seat": (0, 1), "deck": (0, 3), "block": (0, 1, 2, 3), "single": (0,)}
    assert expected == ARRANGEMENTS
    for mode, arrangements in expected.items():
        assert plan(kuhn(tmp_path, luck=mode)).arrangements == arrangements


def test_single_games_take_turns_at_starting_and_meet_luck_of_their_own(tmp_path: Path) -> None:
    """`b` and `c` play alike: against `random` they meet the same luck in mode seat, and other luck in mode single."""
    for name in "bc":
        (tmp_path / f"{name}.py").write_text(f"# {name}\nfrom strategies.kuhn.equilibrium import act\n")
    field = [{"decks": ["*"], "strategies": ["random", "b.py", "c.py"]}]

    def both(mode: str) -> list[list[int]]:
        experiment = kuhn(tmp_path, luck=mode, entrants=field, blocks=200)
        planned, told = plan(experiment), work(experiment)
        met = [i for i, c in enumerate(cells(planned)) if experiment.entrants[c.b].name.startswith("random")]
        columns = [play_games(told, whole(planned, place)) for place in met[:2]]
        if mode == "single":
            assert all((c["arrangement"] == c["luck"] & 1).all() for c in columns)
        return [c["trace"].tolist() for c in columns]

    same, other = both("seat"), both("single")
    assert same[0] == same[1]
    assert other[0] != other[1]
    assert len(other[0]) == 200


def test_only_single_games_are_salted_with_their_cell() -> None:

    ids, cells = np.arange(4), np.array([7, 7, 8, 8], np.uint64)
    assert luck_ids("seat", ids, cells).tolist() == [0, 1, 2, 3]
    salted = luck_ids("single", ids, cells)
    assert len(set(salted.tolist())) == 4
    assert int(salted[1] - salted[0]) == 1
    assert int(salted[2] - salted[1]) != 1


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    return load(write(tmp_path_factory.mktemp("plan")))


def changed(experiment: Experiment, games_per_shard: int, **config: Any) -> Experiment:
    rules = replace(experiment.ruleset, games_per_shard=games_per_shard)
    return replace(experiment, ruleset=rules, config=experiment.config.model_copy(update=config))


@settings(max_examples=40)
@given(
    blocks=st.integers(1, 40),
    room=st.integers(1, 200),
    mode=st.sampled_from(list(ARRANGEMENTS)),
    pairing=st.sampled_from(["round-robin", "mirror", RandomPairs(random=1), RandomPairs(random=9)]),
)
def test_every_block_is_in_exactly_one_shard(
    loaded: Experiment, blocks: int, room: int, mode: str, pairing: Any
) -> None:
    """Shards hold whole blocks of one pair of strategies, at most a constant number, cut on a fixed grid."""
    experiment = changed(loaded, room, blocks=blocks, luck=mode, pairing=pairing)
    planned = plan(experiment)
    found = lucks(planned)
    assert len(found) == len(set(found)) == planned.blocks
    assert len({shard.name for shard in planned.shards}) == len(planned.shards)
    assert [cell.key for cell in cells(planned)] == list(dict.fromkeys(cell for cell, _ in found))
    most = blocks_per_shard(experiment.ruleset, 2, len(planned.arrangements))
    for shard in planned.shards:
        held = shard.stretches
        a, b = ([experiment.entrants[i].spec.name for i in entrants] for entrants in (held.a, held.b))
        assert len(set(zip(a, b, strict=True))) == 1
        assert 1 <= shard.blocks == held.blocks.sum() <= most
        start = held.first % blocks if planned.drawn else held.first  # of its pair, or of all
        assert (start % most == 0).all()


def test_how_much_a_shard_holds_depends_on_ruleset_and_strategies_alone(loaded: Experiment) -> None:
    """Neither the number of blocks nor that of decks changes it."""

    def largest(experiment: Experiment, blocks: int) -> int:
        return max(shard.blocks for shard in plan(changed(experiment, 1 << 10, blocks=blocks)).shards)

    fewer = replace(loaded, entrants=loaded.entrants[::2])
    assert {largest(loaded, n) for n in (1 << 8, 1 << 12)} == {largest(fewer, 1 << 12)} == {(1 << 10) // 4}


def test_a_costly_strategy_makes_smaller_shards(tmp_path: Path) -> None:
    """It holds fewer blocks by as much as both strategies together take longer."""
    experiment = make(tmp_path, 1 << 20, entrants=[{"decks": ["*"], "strategies": ["random", "own.py"]}])
    assert [blocks_per_shard(experiment.ruleset, cost, 4) for cost in (1 << 18, (1 << 17) + 1, 2)] == [2, 3, 1 << 18]
    names = {spec.name: i for i, spec in enumerate(experiment.roster.specs)}
    sizes: dict[tuple[int, int], int] = {}
    for shard in plan(experiment).shards:
        pair = tuple(sorted(experiment.roster.spec[[shard.stretches.a[0], shard.stretches.b[0]]].tolist()))
        sizes[pair] = max(shard.blocks, sizes.get(pair, 0))
    own, random = names["own"], names["random"]
    assert (sizes[own, own], sizes[own, random], sizes[random, random]) == (2, 3, 36 * 6)


def test_a_billion_blocks_are_planned_at_once(tmp_path: Path) -> None:
    planned = plan(kuhn(tmp_path, 1 << 22, blocks=10**9))
    assert planned.games == 3 * 10**9 * 4
    assert 2800 < len(planned.shards) < 3100
