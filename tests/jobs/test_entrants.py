"""What plays: found by folder, the same on any worker, and known by what it does rather than by what it is called."""

import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jobs import identity, rooms, specs
from jobs.entrants import Entrant, build, decks, draw, ruleset, rulesets, strategies
from jobs.messages import Place, near, shown
from jobs.specs import Finder, StrategySpec
from sim import engine
from sim.engine import Lot, Played
from sim.errors import InputError, StrategyError
from sim.rulesets.massiveverse import decks as massiveverse

ROOT = Path(__file__).parents[2]
CLEVER = '''
"""Bets with odds of `bold` in 9."""
from dataclasses import dataclass
import numpy as np
from sim import pick

COST = 3

@dataclass
class Memory:
    odds: "int" = 9

def act(view, legal, coin, *, bold: int = 3, ranks=(0, 0, 0)):
    bet = np.full(legal.shape[1], bold, np.int16) + np.array(ranks, np.int16)[view.hand]
    return pick.odds(np.stack([9 - bet, bet]), legal, coin)

def score(view, *, high: bool = True):
    bet = view.hand.astype(np.int8) - 1 if high else 1 - view.hand.astype(np.int8)
    return np.stack([np.zeros_like(bet), bet])

def wrong(view, legal, coin):
    return [1][len(coin)]

def evaluate(view):
    return view.hand
'''


@pytest.fixture
def spec(tmp_path: Path) -> Callable[..., StrategySpec]:
    """Return what makes the spec of an entry for kuhn, in a folder with clever.py."""
    (tmp_path / "clever.py").write_text(CLEVER)

    def make(entry: Any, text: str = CLEVER) -> StrategySpec:
        (tmp_path / "clever.py").write_text(text)
        return Finder("kuhn", tmp_path).spec(entry, Place("my.toml"))

    return make


def play(first: StrategySpec, second: StrategySpec, games: int = 300) -> Played:
    rules = ruleset("kuhn")
    lot = Lot(3, np.zeros((2, games), np.int32), np.arange(games, dtype=np.uint64), np.zeros(games, np.uint64))
    tables = rules.tables(None, list(decks("kuhn").values()))
    return engine.play(rules, tables, (build(first), build(second)), lot)


def test_what_there_is_is_what_the_folders_hold() -> None:
    """Rulesets are rooms with rules, strategies files that do not begin with _, and the planners."""
    assert rulesets() == sorted(path.parent.name for path in ROOT.glob("sim/rulesets/*/rules.py"))
    assert {"kuhn", "leduc", "massiveverse"} <= set(rulesets())
    for name in rulesets():
        assert ruleset(name).name == name
        assert list(decks(name)) == sorted(decks(name))
        files = [path.stem for path in ROOT.glob(f"strategies/{name}/[!_]*.py")]
        assert strategies(name) == [*sorted(files), "lookahead", "rollout"]


def test_an_unknown_ruleset_is_told_the_nearest() -> None:
    """At its place in a config, or by itself."""
    with pytest.raises(InputError, match=r'^ruleset = "khun": no such ruleset; right would be "kuhn"$'):
        ruleset("khun")


@pytest.mark.parametrize("name", sorted(path.parent.name for path in ROOT.glob("sim/rulesets/*/rules.py")))
def test_every_shipped_strategy_makes_a_spec_that_builds(name: str) -> None:
    """With its defaults, under its own name; no two are the same."""
    made = [Finder(name, Path()).spec(use, Place("my.toml")) for use in strategies(name)]
    assert [build(one).name for one in made] == strategies(name)
    assert len({identity.strategy(one) for one in made}) == len(made)


ENTRIES: dict[str, Any] = {
    "equilibrium": "equilibrium",
    "equilibrium(bluff=1)": {"use": "equilibrium", "bluff": 1},
    "sly": {"use": "equilibrium", "bluff": 0, "name": "sly"},
    "clever": "clever.py",
    "clever(bold=5,ranks=[0, 1, 2])": {"use": "clever.py:act", "ranks": [0, 1, 2], "bold": 5},
    "clever(high=false)": {"use": "clever.py:score", "high": False},
    "lookahead": "lookahead",
    "lookahead(base=equilibrium,evaluation=clever)": {
        "use": "lookahead",
        "evaluation": "clever.py",
        "base": "equilibrium",
    },
    "rollout(base=clever(bold=9),samples=2)": {"use": "rollout", "base": {"use": "clever.py", "bold": 9}, "samples": 2},
}


@pytest.mark.parametrize(("name", "entry"), ENTRIES.items(), ids=ENTRIES)
def test_a_spec_has_a_name_and_survives_pickle(spec: Callable[..., StrategySpec], name: str, entry: Any) -> None:
    """Equal after the trip to a worker."""
    made = spec(entry)
    assert made.name == name == build(made).name
    assert pickle.loads(pickle.dumps(made)) == made
    assert hash(made) == hash(pickle.loads(pickle.dumps(made)))


def test_a_spec_plays_the_same_in_another_process_without_its_file(
    spec: Callable[..., StrategySpec], tmp_path: Path
) -> None:
    """The text of a user's file travels in the spec."""
    made = spec({"use": "rollout", "samples": 1, "base": {"use": "clever.py", "bold": 9}})
    here = play(made, spec("random")).trace
    (tmp_path / "clever.py").unlink()
    (tmp_path / "spec").write_bytes(pickle.dumps((made, spec("random"))))
    (tmp_path / "clever.py").unlink()
    code = "import pickle, sys; sys.path.insert(0, sys.argv[1]); from tests.jobs import test_entrants as t\n"
    code += "print(t.play(*pickle.load(open(sys.argv[2], 'rb'))).trace.sum())"
    arguments = [sys.executable, "-c", code, str(ROOT), str(tmp_path / "spec")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert int(done.stdout) == here.sum()


def test_parameters_reach_the_function(spec: Callable[..., StrategySpec]) -> None:
    """Never betting and always betting differ in every game; a list comes as a tuple."""
    never, always = (spec({"use": "clever.py", "bold": bold}) for bold in (0, 9))
    assert (play(never, never).margin.__abs__() == 1).all()
    assert (play(always, always).margin.__abs__() == 2).all()
    held = spec({"use": "clever.py", "bold": 0, "ranks": [0, 0, 9]})
    assert dict(held.parameters) == {"bold": 0, "ranks": (0, 0, 9)}
    assert 1 < play(held, always).margin.__abs__().mean() < 2


def test_a_function_is_taken_by_what_it_takes(spec: Callable[..., StrategySpec]) -> None:
    """One value: scores; three: actions. The facts of the file hold for both."""
    text = CLEVER.replace("def score", "def worth_of")
    scored = spec("clever.py:worth_of", text)
    assert scored.name == "clever:worth_of"
    assert (play(scored, scored).turns > 0).all()
    assert build(scored).cost == 3
    assert not build(scored).deterministic
    assert build(spec("clever.py", CLEVER + "DETERMINISTIC = True\n")).deterministic


def test_a_strategy_that_raises_shows_its_own_line(spec: Callable[..., StrategySpec], tmp_path: Path) -> None:
    """The traceback has the file's name and text, even where there is no file."""
    made = spec("clever.py:wrong")
    (tmp_path / "clever.py").unlink()
    with pytest.raises(StrategyError) as caught:
        play(made, made)
    told = "".join(traceback.format_exception(caught.value))
    assert f'{tmp_path / "clever.py"}", line ' in told
    assert "return [1][len(coin)]" in told


def test_a_module_on_the_path(
    spec: Callable[..., StrategySpec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`package.module:function` is imported where it is used, and its text is its identity."""
    (tmp_path / "lib/own").mkdir(parents=True)
    (tmp_path / "lib/own/__init__.py").write_text("")
    (tmp_path / "lib/own/sharp.py").write_text(CLEVER)
    monkeypatch.syspath_prepend(tmp_path / "lib")
    made = spec("own.sharp:act")
    assert (made.kind, made.name, made.source) == ("module", "own.sharp:act", "")
    assert (play(made, made).trace == play(spec("clever.py"), spec("clever.py")).trace).all()
    assert identity.strategy(made) == identity.strategy(spec("clever.py"))


def test_identity_is_what_a_strategy_does(spec: Callable[..., StrategySpec]) -> None:
    """Not its name or path, nor whether a default was written out; but its text, function, parameters and base."""
    assert identity.strategy(spec("equilibrium")) == identity.strategy(
        spec({"use": "equilibrium", "name": "x", "bluff": 2})
    )
    moved = replace(spec("clever.py"), module="/elsewhere.py", use="/elsewhere.py:act", name="y")
    assert identity.strategy(moved) == identity.strategy(spec("clever.py"))
    different = [
        *map(spec, ENTRIES.values()),
        spec("clever.py", CLEVER + "\n"),
        spec({"use": "rollout", "base": {"use": "clever.py", "bold": 9}, "samples": 2}, CLEVER + "\n"),
        spec({"use": "lookahead", "samples": 5}),
        spec({"use": "lookahead", "base": "equilibrium"}),
    ]
    assert len({identity.strategy(one) for one in different}) == len(different)


def test_identity_follows_imports_and_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper among the strategies, and the table beside a strategy, are part of it; what lies about is not."""
    shelf = tmp_path / "strategies"
    shelf.mkdir()
    files = {"__init__.py": "", "_odds.py": "X = 1", "mixed.py": "from strategies import _odds", "mixed.csv": "1"}
    files |= {"other.csv": "1", "loop.py": "import strategies.pool", "pool.py": "from strategies import loop"}

    def seen(module: str, **changes: str) -> tuple[str, ...]:
        for name, text in {**files, **changes}.items():
            (shelf / name).write_text(text)
        identity.sources.cache_clear()
        return identity.sources(f"strategies.{module}")

    monkeypatch.setattr(identity.strategies, "__path__", [str(shelf)])
    first = seen("mixed")
    assert len(first) == 3
    assert seen("mixed", **{"other.csv": "2"}) == first
    assert seen("mixed", **{"_odds.py": "X = 2"}) != first
    assert seen("mixed", **{"mixed.csv": "2"}) != first
    assert seen("loop") == seen("pool")
    identity.sources.cache_clear()


@dataclass(frozen=True)
class Thing:
    """Stands for a deck's content."""

    numbers: Any
    name: str = "x"


def test_digests_know_no_order_of_keys_and_tell_values_apart() -> None:
    """Mappings in any order and lists as tuples are the same; anything that differs is not; some things have none."""
    assert identity.digest({"a": 1, "b": (2,)}) == identity.digest({"b": [2], "a": 1})
    values: list[Any] = [0, 1, "1", True, None, [], {}, [1], {"a": 1}, 0.5, "é", Thing(1), Thing([1]), np.int8(1)]
    values += [np.array([1], np.int8), np.array([1], np.int16), "a\\", [[1], 2], [1, [2]]]
    assert len({identity.digest(value) for value in values}) == len(values)
    assert identity.digest({3, 1, 2}) == identity.digest(frozenset({2, 3, 1}))
    with pytest.raises(TypeError, match="no identity for object"):
        identity.digest(object())


def test_an_entrants_key_never_moves() -> None:
    """A golden value: receipts and cells of old runs are found by it. It may change with a ruleset's version only."""
    rules = replace(ruleset("kuhn"), version=1)
    assert identity.entrants(rules, [identity.digest(None)], "0" * 64) == [
        "43ce6279f6a48edf6698e7aaed264a6027562140568ed7c449dd3563cbe52c37"
    ]
    (other,) = identity.entrants(replace(rules, version=2), [identity.digest(None)], "0" * 64)
    assert not other.startswith("43ce")


def test_a_spec_refuses_what_is_no_planner() -> None:
    """A planner without a base cannot come from a config, and says so."""
    with pytest.raises(ValueError, match="has no base strategy"):
        specs.build(StrategySpec("x", "planner", "rollout"))


def test_draws_are_fair_and_stay_when_they_can() -> None:
    """Every name equally often; the same seed the same names, in the order given."""
    names = list("abcdefgh")
    drawn = [draw(names, 3, seed) for seed in range(2000)]
    assert all(one == sorted(set(one)) and len(one) == 3 for one in drawn)
    often = np.array([sum(name in one for one in drawn) for name in names])
    assert (abs(often - 750) < 5 * np.sqrt(2000 * 3 / 8 * 5 / 8)).all()
    assert draw(names, 8, 1) == names


def test_an_entrant_pickles() -> None:
    """It goes to workers whole."""
    deck = decks("massiveverse")["Marrow"]
    made = Entrant("0", "random / Marrow", deck, Finder("massiveverse", Path()).spec("random", Place("")))
    assert pickle.loads(pickle.dumps(made)) == made


def test_a_room_that_makes_decks_is_asked_for_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`sample(n, seed)` of the room's decks; the entry stays a sample in the normalised config."""
    from jobs.config import load  # noqa: PLC0415 - only this test reads a config

    def sample(count: int, seed: int, _cards: Any) -> list[Any]:
        return [replace(decks("kuhn")["standard"], name=f"deck {i} of {seed}", content=i) for i in range(count)]

    monkeypatch.setattr(rooms.deck_module("kuhn"), "sample", sample, raising=False)
    text = (
        'name = "t"\nruleset = "kuhn"\n[[entrants]]\ndecks = [{ sample = 3, seed = 5 }, "*"]\nstrategies = ["random"]\n'
    )
    (tmp_path / "my.toml").write_text(text)
    found = load(tmp_path / "my.toml")
    assert [deck.name for deck in found.decks] == ["deck 0 of 5", "deck 1 of 5", "deck 2 of 5", "standard"]
    (tmp_path / "again.toml").write_text(found.text)
    assert load(tmp_path / "again.toml") == found
    assert found.text.count("sample") == 1


def test_values_and_names_as_messages_show_them() -> None:
    """TOML on one line, cut; the nearest name whatever its case, or what there is."""
    assert shown({"use": "x", "n": [1, True, "é\n"]}) == r'{ use = "x", n = [1, true, "é\n"] }'
    assert len(shown("x" * 500)) == 70
    assert near("MARROW", ["Marrow", "Gemini"]) == '"Marrow"'
    assert near("zzz", ["a"]) == '"a"'
    assert near("zzz", [f"name {i:02}" for i in range(20)]).endswith('"name 11" and 8 more')


def test_words_are_no_part_of_a_decks_identity() -> None:
    """Another name, another fact, another card name: the same deck. Another figure: another deck."""
    found = rooms.decks("massiveverse")["Cataclysm"].content
    renamed = replace(found, name="Doom", facts="none", passive="Gloom")
    stronger = replace(found, price=found.price + 1)
    first, second, third = (identity.deck(massiveverse._deck(who)) for who in (found, renamed, stronger))
    assert first == second != third
