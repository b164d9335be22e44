"""The measurements: what they are of, and that every ruleset has a referee to be measured against."""

import json
import random
from importlib import import_module
from itertools import pairwise

import pytest
from click.testing import CliRunner

from jobs import rooms
from jobs.bench import measure
from jobs.cli import main
from sim.errors import InputError

KEYS = {"ruleset", "strategy", "batch", "games_per_s", "decisions_per_s", "yardstick", "referee_games_per_s", "ratio"}


@pytest.mark.parametrize("ruleset", rooms.rulesets())
def test_the_json_has_the_keys_of_the_contract_and_positive_numbers(ruleset: str) -> None:
    batch = 32 if ruleset == "cyberpunk" else 256  # its games are long: where numbers come from, few say as well
    asked = ["bench", "--ruleset", ruleset, "--batch", str(batch), "--seconds", "0.1", "--json"]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert [speed["strategy"] for speed in found] == [
        s for s in ("random", "weighted") if s in rooms.strategies(ruleset)
    ]
    for speed in found:
        assert set(speed) == KEYS
        assert (speed["ruleset"], speed["batch"]) == (ruleset, batch)
        assert all(type(speed[key]) in (int, float) and speed[key] > 0 for key in KEYS - {"ruleset", "strategy"})
        assert speed["decisions_per_s"] > speed["games_per_s"]
        if speed["strategy"] == "random" and batch == 256:  # the referee plays random games, and few waste the engine
            assert speed["ratio"] > 1


def test_the_table_has_a_row_for_each_measurement() -> None:
    done = CliRunner().invoke(main, ["bench", "--strategy", "equilibrium", "--batch", "256", "--seconds", "0.1"])
    assert done.exit_code == 0, done.output
    assert sum("equilibrium" in line for line in done.stdout.splitlines()) == 1
    assert "kuhn" in done.stdout


def test_a_strategy_is_measured_wherever_there_is_one_of_its_name() -> None:
    found = measure(None, ["honest", "aggressive"], 64, 0.05)
    assert [(speed.ruleset, speed.strategy) for speed in found] == [("leduc", "honest"), ("massiveverse", "aggressive")]


@pytest.mark.parametrize(("ruleset", "strategy"), [("khun", ()), ("kuhn", ("honest",)), (None, ("randon",))])
def test_what_there_is_none_of_is_refused_before_anything_is_measured(
    ruleset: str | None, strategy: tuple[str]
) -> None:
    with pytest.raises(InputError, match=r"no such .*; right would be"):
        measure(ruleset, strategy, 64, 100)


@pytest.mark.parametrize("ruleset", rooms.rulesets())
def test_every_referee_plays_random_games_to_their_end(ruleset: str) -> None:
    """The same games from the same seed, others from another; all results there are come up."""
    referee = import_module(f"sim.rulesets.{ruleset}.referee")
    decks = list(rooms.decks(ruleset).values())

    def played(seed: int) -> list[tuple[int, int, str, int]]:
        draw = random.Random(seed)
        games = [referee.random_game((draw.choice(decks), draw.choice(decks)), draw) for _ in range(60)]
        assert all(game.over for game in games)
        return [(game.result, game.margin, game.ending, game.turns) for game in games]

    assert played(1) == played(1)
    assert all(one != other for one, other in pairwise(map(played, range(4))))
    assert {result for result, *_ in played(1)} >= {1, -1}
    assert {ending for _, _, ending, _ in played(1)} <= set(rooms.ruleset(ruleset).endings)
