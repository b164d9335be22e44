"""Card files: the set that comes with the game, what is said of mistakes in figures, how files lie over the set."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sim.errors import InputError
from sim.rulesets.cyberpunk import cards
from sim.rulesets.cyberpunk.cards import COLOURS, GEAR, KINDS, LEGEND, PROGRAM, UNIT, Card, Cards

SET = cards.shipped()
HUGE = 1 << 20_000  # more digits than Python writes; TOML may give it as 0x...
Change = Callable[[dict[str, Any]], None]


def entry(**changes: Any) -> dict[str, Any]:
    """Return a new Unit with every key, as a file's data."""
    figures = {
        "number": "900",
        "name": "Ada – Engineer",
        "type": "Unit",
        "colour": "Blue",
        "ram": 2,
        "cost": 3,
        "power": 4,
    }
    words = {"sell": True, "tags": ["TECHIE"], "keywords": ["BLOCKER"], "text": ["PLAY: draw 1"], "origin": "mine"}
    return figures | words | changes


def overlaid(*entries: Any, base: Cards = SET) -> Cards:
    return cards.overlaid(base, {"card": list(entries)}, "mine.toml")


def parse(**changes: Any) -> Card:
    return overlaid(entry(**changes)).all[-1]


def refusal(*entries: Any) -> str:
    """Return what is said of a file's cards, nothing if they are right."""
    try:
        overlaid(*entries)
    except InputError as error:
        return str(error)
    return ""


# --- the set ---


def test_the_set_is_the_87_cards_by_number() -> None:
    """All of both starters, of the demo decks, and the hard ones from outside."""
    assert len(SET.all) == 87
    assert Counter(card.kind for card in SET.all) == {LEGEND: 14, UNIT: 48, GEAR: 13, PROGRAM: 12}
    assert all(SET.all[SET.places[key]] is card for card in SET.all for key in (card.number, card.name))
    assert all(card.origin == "printed" for card in SET.all)


def test_figures_are_those_of_the_file() -> None:
    smasher, shield, reaper = (SET.all[SET.places[number]] for number in ("001", "094", "105"))
    assert (smasher.kind, smasher.colour, smasher.ram, smasher.cost, smasher.power) == (LEGEND, 0, 2, 9, 9)
    assert (smasher.sell, smasher.tags, smasher.keywords) == (True, ("ARASAKA", "MERC"), ("GO SOLO",))
    assert (shield.kind, shield.power, shield.keywords) == (GEAR, 1, ("BLOCKER",))
    assert (reaper.kind, reaper.power, reaper.text) == (PROGRAM, 0, ("EFFECT: choose a spent Unit; defeat it",))
    assert SET.all[SET.places["002"]].cost is None


def test_a_title_is_the_name_before_the_dash() -> None:
    titles = {card.number: card.title for card in SET.all}
    assert titles["HEI01"] == "V"
    assert titles["EBP01"] == titles["EBP04"] == "Goro Takemura"
    assert titles["128"] == "Dying Night"
    assert titles["025"] == "Mantis Blades"


# --- mistakes ---

NEW = "mine.toml: new card '900': "
TEXT = "right would be a text of 1 to 100 characters that can be shown, on one line"
MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "name": ({"name": " "}, f"name = ' ' is wrong; {TEXT}"),
    "type": ({"type": "unit"}, "type = 'unit' is wrong; right would be 'Unit'"),
    "unknown type": ({"type": "x"}, "type = 'x' is wrong; right would be one of Legend, Unit, Gear, Program"),
    "colour": ({"colour": "Blu"}, "colour = 'Blu' is wrong; right would be 'Blue'"),
    "ram above": ({"ram": 10}, "ram = 10 is wrong; right would be a whole number from 0 to 9"),
    "ram below": ({"ram": -1}, "ram = -1 is wrong; right would be a whole number from 0 to 9"),
    "true for ram": ({"ram": True}, "ram = True is wrong; right would be a whole number from 0 to 9"),
    "cost above": ({"cost": 21}, "cost = 21 is wrong; right would be a whole number from 0 to 20"),
    "a fraction": ({"cost": 2.0}, "cost = 2.0 is wrong; right would be a whole number from 0 to 20"),
    "a huge cost": ({"cost": HUGE}, "cost = a value too long to write is wrong; right would be a whole number"),
    "no cost": (
        {"cost": "none"},
        "cost = 'none' is wrong; right would be a whole number from 0 to 20: only a Legend may",
    ),
    "power above": ({"power": 31}, "power = 31 is wrong; right would be a whole number from 0 to 30"),
    "sell": ({"sell": 1}, "sell = 1 is wrong; right would be true or false"),
    "tags": ({"tags": "MERC"}, "tags = 'MERC' is wrong; right would be a list of at most 6 texts"),
    "many tags": (
        {"tags": list("ABCDEFG")},
        "tags = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] is wrong; right would be",
    ),
    "tag in small letters": (
        {"tags": ["MERC", "Corpo"]},
        "tags[1] = 'Corpo' is wrong; right would be a tag in capitals",
    ),
    "a number for a tag": ({"tags": [3]}, "tags[0] = 3 is wrong; right would be a tag in capitals, such as 'ARASAKA'"),
    "a tag twice": ({"tags": ["MERC", "MERC"]}, "tags[1] = 'MERC' is wrong; right would be each once"),
    "keyword": ({"keywords": ["BLOKER"]}, "keywords[0] = 'BLOKER' is wrong; right would be 'BLOCKER'"),
    "a list for a keyword": (
        {"keywords": [[]]},
        "keywords[0] = [] is wrong; right would be one of GO SOLO, BLOCKER",
    ),
    "keyword of another type": (
        {"keywords": ["GO SOLO"]},
        "keywords = 'GO SOLO' is wrong; right would be one that a Unit can have: BLOCKER, QUICK, ADRENALINE",
    ),
    "solo without a cost": (
        {"type": "Legend", "cost": "none", "keywords": ["GO SOLO"]},
        "keywords = 'GO SOLO' is wrong; right would be a cost beside it: it is what GO SOLO costs",
    ),
    "power of a Program": (
        {"type": "Program", "keywords": []},
        "power = 4 is wrong; right would be no such key: a Program has none",
    ),
    "blocking Program": (
        {"type": "Program", "power": 0},
        "keywords = 'BLOCKER' is wrong; right would be one that a Program can have: QUICK",
    ),
    "text": ({"text": "draw 1"}, "text = 'draw 1' is wrong; right would be a list of at most 4 texts"),
    "many lines": (
        {"text": list("abcde")},
        "text = ['a', 'b', 'c', 'd', 'e'] is wrong; right would be a list of",
    ),
    "a number for a line": ({"text": [1]}, "text[0] = 1 is wrong; right would be a text of 1 to 300 characters"),
    "a line twice": ({"text": ["END: draw 1"] * 2}, "text[1] = 'END: draw 1' is wrong; right would be each once"),
    "unknown key": ({"pover": 3}, "pover = 3 is wrong; right would be a known key: 'power'"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(name: str) -> None:
    changes, said = MISTAKES[name]
    assert refusal(entry(**changes)).startswith(NEW + said)


@pytest.mark.parametrize("key", ["name", "type", "colour", "ram", "power", "sell", "origin"])
def test_a_new_card_needs_its_figures(key: str) -> None:
    found = entry()
    del found[key]
    assert refusal(found).startswith(f"{NEW}{key} is missing; right would be ")


def test_only_a_legend_may_have_no_cost() -> None:
    found = entry()
    del found["cost"]
    assert (
        refusal(found)
        == f"{NEW}cost is missing; right would be a whole number from 0 to 20: only a Legend may have none"
    )
    assert refusal(found | {"type": "Legend"}) == ""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "mine.toml: card is missing; right would be one [[card]] table or more"),
        ({"card": []}, "mine.toml: card = [] is wrong; right would be one [[card]] table or more"),
        ({"card": [3]}, "mine.toml: card 1 = 3 is wrong; right would be a table"),
        ({"card": [{}]}, "mine.toml: card 1: number is missing; right would be a text of 1 to 12 characters"),
        ({"card": [{"number": 1}]}, "mine.toml: card 1: number = 1 is wrong; right would be a text of 1 to 12"),
        (
            {"card": [{"number": "001"}] * 2},
            "mine.toml: card 2: number = '001' is wrong; right would be each number",
        ),
        ({"crad": []}, "mine.toml: crad = [] is wrong; right would be a known key: 'card'"),
    ],
)
def test_a_file_that_is_no_card_file(data: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        cards.overlaid(SET, data, "mine.toml")
    assert str(caught.value).startswith(said)


def test_names_and_numbers_are_unlike_those_of_others() -> None:
    """The file is blamed, not the set that it lies over."""
    taken = "is wrong; right would be one that card '031' has not"
    assert refusal(entry(name="Detonate")) == f"mine.toml: card '900': name = 'Detonate' {taken}"
    assert refusal(entry(name="031")) == f"mine.toml: card '900': name = '031' {taken}"
    assert refusal({"number": "010", "name": "Detonate"}) == f"mine.toml: card '010': name = 'Detonate' {taken}"


# --- laid over the set ---


def test_a_file_changes_what_it_names_and_adds_the_rest() -> None:
    known = overlaid({"number": "025", "power": 3}, entry())
    assert len(known.all) == len(SET.all) + 1
    blades, before = (found.all[SET.places["025"]] for found in (known, SET))
    assert (before.power, blades.power) == (2, 3)
    assert blades.name == before.name
    assert known.all[-1] == known.all[known.places["Ada – Engineer"]] == parse()
    assert [card for card in known.all[:-1] if card != blades] == [card for card in SET.all if card != before]


def test_what_a_new_card_leaves_out_is_nothing() -> None:
    found = {key: value for key, value in entry().items() if key not in ("tags", "keywords", "text")}
    card = overlaid(found).all[-1]
    assert (card.tags, card.keywords, card.text) == ((), (), ())


def test_a_cost_can_be_taken_away() -> None:
    """A dash is `cost = "none"` where a file lies over a card that has one."""
    known = overlaid({"number": "HEI01", "cost": "none", "keywords": []})
    assert known.all[known.places["HEI01"]].cost is None


def test_what_is_laid_over_must_fit_what_is_left() -> None:
    """A Program that becomes a Unit still needs what a Unit has."""
    said = refusal({"number": "031", "keywords": ["BLOCKER"]})
    assert said.startswith("mine.toml: card '031': keywords = 'BLOCKER' is wrong; right would be one that a Program")


def test_names_of_types_and_colours_are_the_printed_ones() -> None:
    assert KINDS == ("Legend", "Unit", "Gear", "Program")
    assert COLOURS == ("Red", "Yellow", "Green", "Blue")
