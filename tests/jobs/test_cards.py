"""Card files: laid over the cards of a game, they make other entrants of those decks alone that use a changed card."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import tomli_w

from jobs import identity, rooms
from jobs.again import replay
from jobs.config import Experiment, load
from jobs.plan import plan
from jobs.run import How
from sim.errors import InputError
from tests.jobs.making import cells, games, hashes, play, tourney

STRONG = [{"aim": "rivals", "damage": 9}]  # what no card of its rank has


def write(folder: Path, **changes: Any) -> Path:
    """Write a config of all shipped decks of capsule and some made ones; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    data: dict[str, Any] = {"name": "c", "ruleset": "capsule", "seed": 4, "blocks": 2, "luck": "block"}
    data["entrants"] = [{"decks": ["*", {"sample": 5, "seed": 1}], "strategies": ["random"]}]
    (folder / "c.toml").write_text(tomli_w.dumps(data | changes), encoding="utf8")
    return folder / "c.toml"


def card_file(folder: Path, *entries: dict[str, Any], name: str = "mine.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(tomli_w.dumps({"card": list(entries)}), encoding="utf8")
    return folder / name


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    return load(write(tmp_path_factory.mktemp("cards")))


@pytest.fixture
def held(shipped: Experiment) -> dict[str, Any]:
    """Return the first card of the first shipped deck: an entry of a card file that changes its figures."""
    deck = shipped.decks[0]
    (card,) = [card for card in shipped.cards.all if card.name == deck.slots[0]]
    return {"number": card.number, "actions": STRONG}


def users(experiment: Experiment, entry: dict[str, Any]) -> set[str]:
    """Return the names of the decks that hold the card of an entry."""
    (name,) = [card.name for card in experiment.cards.all if card.number == entry["number"]]
    return {deck.name for deck in experiment.decks if name in deck.slots}


def test_only_entrants_that_use_a_changed_card_are_others(shipped: Experiment, tmp_path: Path, held: Any) -> None:
    """Shipped decks and made ones; every other entrant, and all between these, is the one it was."""
    card_file(tmp_path, held)
    changed = load(write(tmp_path, cards="mine.toml"))
    assert [deck.slots for deck in changed.decks] == [deck.slots for deck in shipped.decks]
    pairs = zip(shipped.entrants, changed.entrants, strict=True)
    others = {one.deck.name for one, other in pairs if one.key != other.key}
    assert others == users(shipped, held)
    assert 0 < len(others) < len(shipped.entrants) - 1
    assert changed.hash != shipped.hash
    assert ({cell.key for cell in cells(plan(shipped))} & {cell.key for cell in cells(plan(changed))}) != set()


def test_an_override_changes_the_games_of_those_decks_alone(shipped: Experiment, tmp_path: Path, held: Any) -> None:
    card_file(tmp_path, held)
    changed = load(write(tmp_path, cards="mine.toml"))
    told = [
        {(c, n, a): t for _, g in games(e) for c, n, a, t in zip(g["cell"].tolist(), *_names(g), strict=True)}
        for e in (shipped, changed)
    ]
    mine = users(shipped, held)
    same = {c.key for c in cells(plan(shipped)) if not {shipped.entrants[i].deck.name for i in (c.a, c.b)} & mine}
    assert {name for name in told[0] if name[0] in same} == {name for name in told[1] if name[0] in same} != set()
    assert all(told[0][name] == told[1][name] for name in told[0] if name[0] in same)
    assert not any(name in told[0] for name in told[1] if name[0] not in same)


def _names(columns: Any) -> list[Any]:
    return [columns[name].tolist() for name in ("luck", "arrangement", "trace")]


def test_words_and_paths_are_no_part_of_what_is_played(shipped: Experiment, tmp_path: Path, held: Any) -> None:
    """A file that says nothing new, or only words, or lies elsewhere, gives the same hash; unused cards do, too."""
    hashes = set()
    card_file(tmp_path, held, name="one.toml")
    for name, text in (("b/two.toml", ""), ("c/three.toml", "# a comment\n")):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text + (tmp_path / "one.toml").read_text())
    card_file(tmp_path, {**held, "name": "Somebody else"}, name="four.toml")
    for name in ("one.toml", "b/two.toml", "c/three.toml", "four.toml"):
        hashes.add(load(write(tmp_path, cards=name)).hash)
    assert len(hashes) == 1 != {shipped.hash}
    (number,) = [card.number for card in shipped.cards.all if card.name == shipped.decks[1].slots[0]]
    alone = [{"decks": [shipped.decks[0].name], "strategies": ["random"]}]
    card_file(tmp_path, {"number": number, "actions": STRONG}, name="unused.toml")
    plain = load(write(tmp_path, entrants=alone)).hash
    assert load(write(tmp_path, entrants=alone, cards="unused.toml")).hash == plain


def test_the_normalised_text_names_the_card_file_from_anywhere(tmp_path: Path, held: Any) -> None:
    card_file(tmp_path / "deep", held)
    found = load(write(tmp_path, cards="deep/mine.toml"))
    assert found.config.cards == str((tmp_path / "deep/mine.toml").resolve())
    (tmp_path / "run").mkdir()
    (tmp_path / "run/config.toml").write_text(found.text)
    assert load(tmp_path / "run/config.toml") == found


def test_a_new_card_can_be_put_into_a_deck_of_ones_own(tmp_path: Path, shipped: Experiment) -> None:
    """Deck files, too, are read with the user's cards."""
    new = {"number": "900", "name": "Newcomer", "rank": "SBIRE", "dna": "NERD", "pv": 4, "capsules": 0}
    card_file(tmp_path, {**new, "origin": "invented", "actions": STRONG})
    slots = ["Newcomer", *shipped.decks[0].slots[1:]]
    (tmp_path / "own.toml").write_text(tomli_w.dumps({"name": "own", "cards": slots}))
    field = [{"decks": ["own.toml"], "strategies": ["random"]}]
    assert load(write(tmp_path, cards="mine.toml", entrants=field)).decks[0].slots == tuple(slots)
    with pytest.raises(InputError, match=r'decks\[0\] = "own.toml": .*Newcomer'):
        load(write(tmp_path, entrants=field))


def test_drawn_decks_are_entrants_each_once_whatever_the_cards(shipped: Experiment, tmp_path: Path) -> None:
    """Cards that a user makes equal make decks equal: each is drawn once, and left out where an entry has it already.

    Here all SBIRES are equal, which leaves 22 * 21 * 11 decks. Those of the issues and two samples have some in common.
    """
    plain = {"dna": "NERD", "pv": 5, "capsules": 0, "passive": {}, "actions": STRONG}
    card_file(tmp_path, *({"number": shipped.cards.all[i].number} | plain for i in shipped.cards.of_rank(0)))
    samples = [{"sample": 2000, "seed": 1}, {"sample": 2000, "seed": 2}]
    decks: list[list[Any]] = [["*"], samples[:1], samples[1:], ["*", *samples]]
    fields = [[{"decks": entries, "strategies": ["random"]}] for entries in decks]
    found = [load(write(tmp_path, cards="mine.toml", entrants=field, pairing={"random": 9})) for field in fields]
    *alone, together = [{entrant.key for entrant in each.entrants} for each in found]
    assert [len(keys) for keys in alone] == [11, 2000, 2000]
    assert set().union(*alone) == together
    assert {deck.name for deck in found[0].decks} < {deck.name for deck in found[3].decks}
    assert len(found[3].entrants) == len(together) < 4011


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the run of a config with a card file; not to be changed."""
    folder = tmp_path_factory.mktemp("run")
    card_file(folder, {"number": "001", "actions": STRONG})
    play(load(write(folder, cards="mine.toml")), folder / "run")
    return folder / "run"


def test_workers_play_with_the_users_cards(run: Path, tmp_path: Path) -> None:
    """They are told the cards: the bytes are those of one process."""
    play(load(run.parent / "c.toml"), tmp_path / "two", How("inline", workers=2))
    assert hashes(tmp_path / "two") == hashes(run)
    assert (tmp_path / "two/manifest.json").read_bytes() == (run / "manifest.json").read_bytes()


def test_a_run_holds_its_cards_and_its_decks_of_them(run: Path) -> None:
    """The card set once, with what the user changed; decks are places in it; the manifest holds them up."""
    found, experiment = json.loads((run / "cards.json").read_text()), load(run / "config.toml")
    assert found == identity.plain(experiment.cards) != identity.plain(rooms.cards("capsule"))
    assert "cards.json" in json.loads((run / "manifest.json").read_text())["files"]
    for row, deck in zip(pq.read_table(run / "decks.parquet").to_pylist(), experiment.decks, strict=True):
        assert [found["all"][place]["name"] for place in json.loads(row["content"])["cards"]] == list(deck.slots)
    entrants = pq.read_table(run / "entrants.parquet").to_pylist()
    assert [row["roles"] for row in entrants] == [list(e.deck.roles) for e in experiment.entrants]
    assert len(set(entrants[0]["roles"])) == 3


def test_replay_plays_with_the_cards_of_the_run_and_refuses_others(run: Path, tmp_path: Path) -> None:
    """Other words are the same cards; other figures, or no file, are not shown as if they had been played."""
    copied = Path(shutil.copytree(run, tmp_path / "run"))
    mine = card_file(tmp_path, {"number": "001", "actions": STRONG})
    text = (copied / "config.toml").read_text().replace(str(run.parent / "mine.toml"), str(mine))
    (copied / "config.toml").write_text(text)
    experiment = load(copied / "config.toml")
    for row in pq.read_table(next((copied / "games").iterdir())).slice(0, 40).to_pylist()[::8]:
        name = f"{row['cell']:012x}:{row['luck']}:{row['arrangement']}"
        assert list(replay(copied, name))[-1] == "The same game as stored: the traces agree."
    card_file(tmp_path, {"number": "001", "actions": STRONG, "name": "Somebody else"})
    assert any("Somebody else" in line for line in _replays(copied, experiment))
    card_file(tmp_path, {"number": "001", "actions": STRONG, "pv": 7})
    with pytest.raises(InputError, match="rules, decks or strategies have changed since this run"):
        list(_replays(copied, experiment))
    mine.unlink()
    with pytest.raises(InputError, match=r'cards = ".*: no such file; right would be'):
        list(_replays(copied, experiment))


def _replays(run: Path, experiment: Experiment) -> Any:
    for cell in cells(plan(experiment)):
        yield from replay(run, f"{cell.name}:0:0")


def test_check_says_which_card_file_is_used(run: Path, tmp_path: Path) -> None:
    """Only where there is one."""
    said = tourney("check", run.parent / "c.toml").stdout.splitlines()
    assert said[1] == f"cards of {run.parent / 'mine.toml'}, laid over those that come with capsule"
    assert "cards of" not in tourney("check", write(tmp_path)).stdout


def test_decks_are_listed_with_the_shipped_cards() -> None:
    listed = tourney("list", "decks", "--ruleset", "capsule").stdout.splitlines()
    assert [line.split("  ")[1].split(":")[0] for line in listed] == list(rooms.decks("capsule"))


@pytest.mark.parametrize("room", rooms.rulesets())
def test_a_room_has_a_card_set_or_takes_none(room: str) -> None:
    """`cards(None, "")` is the shipped one; where there is none, decks and tables are asked for without."""
    found = rooms.cards(room)
    assert (found is not None) == rooms.has_cards(room) == (room in ("capsule", "cyberpunk"))
    decks = rooms.deck_module(room).shipped(found)
    assert decks == rooms.decks(room)
    rooms.ruleset(room).tables(found, list(decks.values()))
    assert all(len(deck.roles) in (0, len(deck.slots)) for deck in decks.values())


def test_roles_are_no_part_of_an_identity(shipped: Experiment) -> None:
    deck = shipped.decks[0]
    assert len(np.unique(deck.roles)) == 3
    assert identity.deck(deck) == identity.deck(type(deck)(deck.name, deck.slots, deck.content, deck.decides))
