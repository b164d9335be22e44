"""`tourney check --cards` and `tourney list cards`: card files by themselves, for whichever ruleset they are."""

from pathlib import Path

import pytest

from jobs import rooms
from tests.jobs.making import tourney

CONFIGS = Path(__file__).parents[2] / "configs"
TAKERS = [name for name in rooms.rulesets() if rooms.has_cards(name)]


@pytest.mark.parametrize("room", TAKERS)
def test_the_example_is_right_and_its_cards_are_said_back(room: str) -> None:
    """The ruleset need not be named: the cards look like those of one."""
    path = CONFIGS / f"cards/{room}-example.toml"
    said = tourney("check", "--cards", path)
    assert said.exit_code == 0
    title, *cards = said.stdout.splitlines()
    assert title.startswith(f"{path}: ")
    assert title.endswith(f" cards, laid over those that come with {room}")
    assert len([line for line in cards if not line.startswith(" ")]) == int(title.removeprefix(f"{path}: ").split()[0])
    assert tourney("check", "--cards", path, "--ruleset", room).stdout == said.stdout


@pytest.mark.parametrize("room", TAKERS)
def test_all_cards_are_listed_in_words(room: str) -> None:
    listed = tourney("list", "cards", "--ruleset", room).stdout.splitlines()
    titles = [line.removeprefix(f"{room}  ") for line in listed if not line.startswith(" ")]
    assert len(titles) == len(rooms.cards(room).all)
    assert all(
        card.number in title and card.name in title for card, title in zip(rooms.cards(room).all, titles, strict=True)
    )


def test_a_room_without_cards_lists_none() -> None:
    assert tourney("list", "cards", "--ruleset", "kuhn").stdout == ""


# the text of mine.toml, more words of the command, and the beginning of the message
UNIT = '[[card]]\nnumber = "124"\n'
MISTAKES: dict[str, tuple[str | None, tuple[str, ...], str]] = {
    "no such file": (None, (), "mine.toml: no such file; right would be"),
    "no TOML": ("card", (), "mine.toml: line 1, the end of the file: expected"),
    "no cards": ("x = 1", ("--ruleset", "capsule"), "mine.toml: x = 1 is wrong; right would be a known key: card"),
    "no list": (
        "card = 3",
        ("--ruleset", "capsule"),
        "mine.toml: card = 3 is wrong; right would be one [[card]] table",
    ),
    "unknown ruleset": (
        UNIT,
        ("--ruleset", "capsul"),
        '--ruleset = "capsul": no such ruleset; right would be "capsule"',
    ),
    "cards in decks": (UNIT, ("--ruleset", "massiveverse"), '--ruleset = "massiveverse": takes no card files; right'),
    "a figure of capsule": (
        '[[card]]\nnumber = "001"\npv = 99\n',
        (),
        "mine.toml: card '001': pv = 99 is wrong",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, words, message = MISTAKES[name]
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path("mine.toml").write_text(text, encoding="utf8")
    said = tourney("check", "--cards", "mine.toml", *words)
    assert said.exit_code == 2
    assert said.stderr.startswith(f"error: {message}")
    assert "Traceback" not in said.stderr


CYBERPUNK = {
    "an unknown phrase": (
        UNIT + 'text = ["END: drw 1", "PLAY: draw 1"]\n',
        "mine.toml: card '124': text[0] = 'END: drw 1' is wrong: the sentence 'drw 1' is not understood",
    ),
    "an impossible figure": (UNIT + "cost = 99\n", "mine.toml: card '124': cost = 99 is wrong; right would be a whole"),
    "a senseless text": (
        UNIT + 'text = ["PLAY: spend it"]\n',
        "mine.toml: card '124': text[0] = 'PLAY: spend it' is wrong; right would be a sentence before it that",
    ),
    "a heading of another type": (
        UNIT + 'text = ["CALL: draw 1"]\n',
        "mine.toml: card '124': text[0] = 'CALL: draw 1' is wrong; right would be on a Legend; this card is a Unit",
    ),
}


@pytest.mark.parametrize("name", CYBERPUNK)
def test_a_mistake_in_a_text_is_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, message = CYBERPUNK[name]
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(text, encoding="utf8")
    said = tourney("check", "--cards", "mine.toml", "--ruleset", "cyberpunk")
    assert said.exit_code == 2
    assert said.stderr.startswith(f"error: {message}")


def test_either_a_config_or_a_card_file_is_checked(tmp_path: Path) -> None:
    for words in ((), (tmp_path / "c.toml", "--cards", tmp_path / "d.toml")):
        said = tourney("check", *words)
        assert said.exit_code == 2
        assert said.stderr == "error: what to check is wrong; right would be either CONFIG or --cards FILE\n"


def test_a_file_that_could_be_of_several_rulesets(tmp_path: Path) -> None:
    """Nothing in it tells which."""
    (tmp_path / "mine.toml").write_text("x = 1", encoding="utf8")
    said = tourney("check", "--cards", tmp_path / "mine.toml")
    assert said.exit_code == 2
    assert "could be cards of several rulesets; right would be --ruleset capsule or --ruleset cyberpunk" in said.stderr
