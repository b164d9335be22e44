"""What the pages say is there, and what is there has its page: READMEs, links, commands, examples."""

import json
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import yaml
from jsonschema import validate

from jobs import rooms
from jobs.cli import main
from sim import engine
from sim.ruleset import from_act
from tests.rooms import ROOT

PAGES = sorted(p for p in ROOT.rglob("README.md") if not {".venv", "node_modules", "runs"} & set(p.parts))
README = (ROOT / "README.md").read_text(encoding="utf8")
ROOMS = [ROOT / name for name in ("jobs", "sim", "reports", *(f"sim/rulesets/{r}" for r in rooms.rulesets()))]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page is a file or folder."""
    targets = re.findall(r"\]\((?!https?://)([^)#]+)\)", page.read_text(encoding="utf8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert not missing


@pytest.mark.parametrize("room", ROOMS, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_rooms_page_lists_its_files(room: Path) -> None:
    """Every module of a room stands in the table of its README, and every file in that table exists."""
    rows = re.findall(r"^\| (`[^|]+) \|", (room / "README.md").read_text(encoding="utf8"), flags=re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([\w./<>*]+)`", row) if "<" not in name}
    files = {str(p.relative_to(room)) for p in room.rglob("*") if p.is_file()}
    assert {f.name for f in room.glob("*.py") if f.name != "__init__.py"} <= named
    unknown = {n for n in named if n.endswith((".py", ".toml", ".csv", ".html")) and n not in files}
    assert not unknown


def test_every_command_of_the_readme_exists() -> None:
    """The calls and options that the README shows are the command's."""
    shown = [line.split("#")[0].split() for block in blocks("sh") for line in block.splitlines() if line.strip()]
    assert {words[0] for words in shown} == {"tourney"}
    for words in shown:
        options = {name for parameter in main.commands[words[1]].params for name in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= options, words
    assert set(main.commands) == {words[1] for words in shown}, "a call without an example in the README"


def test_every_make_target_of_the_readme_exists() -> None:
    """And the other way round."""
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    assert targets == set(re.findall(r"`make (\w+)`", README))


def test_the_strategy_of_the_readme_plays() -> None:
    """The example, copied as it stands, is a legal strategy."""
    (code,) = [block for block in blocks("python") if "def act" in block]
    space: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), space)
    rules, decks = rooms.ruleset("massiveverse"), list(rooms.decks("massiveverse").values())
    mine = from_act("clever", space["act"])
    lot = engine.Lot(1, np.zeros((2, 200), np.int32), np.arange(200, dtype=np.uint64), np.zeros(200, np.uint64))
    played = engine.play(rules, rules.tables(None, decks), (mine, mine), lot)
    assert (played.turns > 0).all()


def test_every_strategy_and_ruleset_has_a_page() -> None:
    """A docstring that begins with the strategy's name; rules that are clauses."""
    for name in rooms.rulesets():
        assert re.search(
            r"^\*{0,2}1\.1\b|\n1\.1 ", (ROOT / f"sim/rulesets/{name}/README.md").read_text(encoding="utf8")
        )
        for strategy in set(rooms.strategies(name)) - set(rooms.PLANNERS):
            page = import_module(rooms.strategy_module(name, strategy)).__doc__ or ""
            assert page.lower().startswith(strategy.split("_")[0]), f"{name}/{strategy}"


def test_invented_figures_say_so() -> None:
    """Every character says where its figures come from, and the README says it too."""
    for deck in rooms.decks("massiveverse").values():
        assert deck.content.origin == "invented"
    assert "**invented**" in README


def test_the_cluster_example_is_one_that_ray_reads() -> None:
    """It holds to the schema of Ray's launcher."""
    found = find_spec("ray")  # not imported: its settings must be there first (conftest.py)
    assert found
    assert found.origin
    schema = json.loads((Path(found.origin).parent / "autoscaler/ray-schema.json").read_text())
    for path in (ROOT / "configs/cluster").glob("*.yaml"):
        validate(yaml.safe_load(path.read_text(encoding="utf8")), schema)


def test_the_version_in_the_changelog_is_the_packages() -> None:
    """The newest entry is about the version that is here."""
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), flags=re.MULTILINE)
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf8"), flags=re.MULTILINE)
    assert version
    assert newest
    assert version[1] == newest[1]
