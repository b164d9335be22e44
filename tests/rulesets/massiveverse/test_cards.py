"""Character files: what they may say, and what is said of mistakes: file, character, key, value, and what is right."""

import tomllib
from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from sim.errors import InputError
from sim.rulesets.massiveverse import decks
from sim.rulesets.massiveverse.cards import Character
from sim.rulesets.massiveverse.state import AGILITY, INTELLIGENCE, REST, STRENGTH, TYPES, ULTIMATE

CARDS = {kind: place for place, kind in enumerate(TYPES)}
HUGE = 1 << 20_000  # more digits than Python writes; TOML may give it as 0x...


def entry() -> dict[str, Any]:
    """Return a plain character as a file's data."""
    cards = [{"type": kind, "name": f"My {kind}"} for kind in TYPES]
    cards[ULTIMATE] |= {"price": 3, "damage": 4}
    cards[STRENGTH] |= {"damage": 2, "hit": {"exhaust": 1}}
    return {
        "name": "Ada",
        "origin": "invented",
        "passive": {"name": "Calm", "start": {"edge": 1}},
        "cards": cards,
    }


def parse(entry: Any) -> Character:
    return decks.parse({"character": [entry]}, "ada.toml").content


def put(*way: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    """Return the change that writes `value` at the end of `way`; a card goes by its type."""

    def change(data: dict[str, Any]) -> None:
        target: Any = data
        for step in way[:-1]:
            target = target[CARDS.get(step, step)] if isinstance(target, list) else target[step]
        target[CARDS.get(way[-1], way[-1]) if isinstance(target, list) else way[-1]] = value

    return change


def drop(*way: str) -> Callable[[dict[str, Any]], None]:
    """Return the change that leaves out the end of `way`."""

    def change(data: dict[str, Any]) -> None:
        target: Any = data
        for step in way[:-1]:
            target = target[CARDS[step]] if isinstance(target, list) else target[step]
        del target[CARDS[way[-1]] if isinstance(target, list) else way[-1]]

    return change


ADA = "ada.toml: character 'Ada': "
NUMBER = "is wrong; right would be a whole number from 0 to 9"
TEXT = "right would be a text of 1 to 100 characters that can be shown, on one line"
MISTAKES = {
    # the character
    "no name": (drop("name"), f"ada.toml: name is missing; {TEXT}"),
    "a number for a name": (put("name", value=3), f"ada.toml: name = 3 is wrong; {TEXT}"),
    "an empty name": (put("name", value=" "), f"ada.toml: name = ' ' is wrong; {TEXT}"),
    "a name that clears the screen": (put("name", value="A\x1b[2J"), f"ada.toml: name = 'A\\x1b[2J' is wrong; {TEXT}"),
    "a name of two lines": (put("name", value="A\nB"), f"ada.toml: name = 'A\\nB' is wrong; {TEXT}"),
    "a name without end": (put("name", value="A" * 101), "ada.toml: name = 'AAAA"),
    "no origin": (drop("origin"), ADA + "origin is missing; right would be a text of 1 to 2000 characters"),
    "facts that are none": (put("facts", value=["x"]), ADA + "facts = ['x'] is wrong; right would be a text"),
    "an unknown key": (put("pasive", value=1), ADA + "pasive = 1 is wrong; right would be a known key: 'passive'"),
    "an unknown key that cannot be shown": (put("\x1b", value=1), ADA + "'\\x1b' = 1 is wrong; right would be a known"),
    # the Passive
    "no passive": (drop("passive"), ADA + "passive is missing; right would be a table with name, start, further"),
    "a text for the passive": (put("passive", value="x"), ADA + "passive = 'x' is wrong; right would be a table"),
    "a passive without a name": (drop("passive", "name"), ADA + f"passive: name is missing; {TEXT}"),
    "a number for a side": (
        put("passive", "start", value=1),
        ADA + "passive: start = 1 is wrong; right would be a tab",
    ),
    "an unknown ability": (
        put("passive", "start", value={"egde": 1}),
        ADA + "passive: start: egde = 1 is wrong; right would be a known key: 'edge'",
    ),
    "too large an ability": (put("passive", "start", "edge", value=10), ADA + f"passive: start: edge = 10 {NUMBER}"),
    "ward twice": (
        put("passive", "start", "ward", value=2),
        ADA + "passive: start: ward = 2 is wrong; right would be a whole number from 0 to 1",
    ),
    "a free passive": (
        put("passive", "price", value=0),
        ADA + "passive: price = 0 is wrong; right would be a whole number from 1 to 5",
    ),
    "an unknown turn": (
        put("passive", "after", value="hit"),
        ADA + "passive: after = 'hit' is wrong; right would be counter",
    ),
    "a turn that is a list": (put("passive", "after", value=[]), ADA + "passive: after = [] is wrong; right would be "),
    "a further side out of reach": (
        put("passive", "further", value={"edge": 2}),
        ADA + "passive = {'name': 'Calm', 'start': {'edge': 1}, 'further': {'edge': 2}} is wrong; right would be a way",
    ),
    "a card's further side out of reach": (
        put("cards", "weapon", "further", value={"damage": 2}),
        ADA + "passive = {'name': 'Calm', 'start': {'edge': 1}} is wrong; right would be a way to the further side",
    ),
    # the cards
    "no cards": (drop("cards"), ADA + "cards is missing; right would be a list of seven card tables"),
    "a table for the cards": (put("cards", value={}), ADA + "cards = {} is wrong; right would be a list of seven"),
    "no ultimate": (drop("cards", "ultimate"), ADA + "cards = ['strength', 'agility', 'intelligence', 'weapon', "),
    "no card at all": (
        put("cards", value=[]),
        ADA + "cards = [] is wrong; right would be one card of each type, stren",
    ),
    "a text for a card": (put("cards", "weapon", value="x"), ADA + "card 4 = 'x' is wrong; right would be a table"),
    "a card without a type": (
        drop("cards", "agility", "type"),
        ADA + "card 2: type is missing; right would be one of strength",
    ),
    "a type that is no text": (
        put("cards", "agility", "type", value=["rest"]),
        ADA + "card 2: type = ['rest'] is wrong",
    ),
    "a type misspelt": (
        put("cards", "weapon", "type", value="wepon"),
        ADA + "card 4: type = 'wepon' is wrong; right would be 'weapon'",
    ),
    "a type twice": (
        put("cards", "agility", "type", value="strength"),
        ADA + "card 2: type = 'strength' is wrong; right would be one card of each type",
    ),
    "a card without a name": (drop("cards", "block", "name"), ADA + f"block: name is missing; {TEXT}"),
    "a card's name that rings": (
        put("cards", "block", "name", value="\a"),
        ADA + f"block: name = '\\x07' is wrong; {TEXT}",
    ),
    "a bool for a number": (put("cards", "weapon", "damage", value=True), ADA + f"weapon: damage = True {NUMBER}"),
    "a bool for a yes": (
        put("cards", "weapon", "grab", value=True),
        ADA + "weapon: grab = True is wrong; right would be a whole number from 0 to 1",
    ),
    "a broken number": (put("cards", "weapon", "damage", value=1.0), ADA + f"weapon: damage = 1.0 {NUMBER}"),
    "no number": (put("cards", "weapon", "damage", value=float("nan")), ADA + f"weapon: damage = nan {NUMBER}"),
    "a number in quotes": (put("cards", "weapon", "damage", value="2"), ADA + f"weapon: damage = '2' {NUMBER}"),
    "a number below 0": (put("cards", "weapon", "damage", value=-1), ADA + f"weapon: damage = -1 {NUMBER}"),
    "a number past 64 bits": (
        put("cards", "weapon", "damage", value=1 << 64),
        ADA + f"weapon: damage = {1 << 64} {NUMBER}",
    ),
    "a number past writing": (
        put("cards", "weapon", "damage", value=HUGE),
        ADA + f"weapon: damage = a value too long to write {NUMBER}",
    ),
    "a number past writing in a list": (
        put("cards", value=[HUGE]),
        ADA + "card 1 = a value too long to write is wrong",
    ),
    "an unknown figure": (
        put("cards", "weapon", "damge", value=1),
        ADA + "weapon: damge = 1 is wrong; right would be a known key: 'damage'",
    ),
    "a price on an ability": (
        put("cards", "weapon", "price", value=1),
        ADA + "weapon: price = 1 is wrong; right would b",
    ),
    "an ultimate without a price": (
        drop("cards", "ultimate", "price"),
        ADA + "ultimate: price is missing; right would be a whole number from 1 to 5",
    ),
    "an ultimate for six": (
        put("cards", "ultimate", "price", value=6),
        ADA + "ultimate: price = 6 is wrong; right would be a whole number from 1 to 5",
    ),
    "an ultimate that returns": (
        put("cards", "ultimate", "returns", value=1),
        ADA + "ultimate: returns = 1 is wrong; right would be 0 on an Ultimate",
    ),
    "an unknown symbol": (
        put("cards", "weapon", "symbol", value="sword"),
        ADA + "weapon: symbol = 'sword' is wrong; right would be one of none, strength",
    ),
    "a text for a bar": (
        put("cards", "weapon", "counters", value="rest"),
        ADA + "weapon: counters = 'rest' is wrong; right would be a list of different symbols out of strength",
    ),
    "a list in a bar": (
        put("cards", "weapon", "counters", value=[["rest"]]),
        ADA + "weapon: counters = [['rest']] is wr",
    ),
    "a symbol twice in a bar": (
        put("cards", "weapon", "counters", value=["agility", "agility"]),
        ADA + "weapon: counters = ['agility', 'agility'] is wrong; right would be a list of different symbols",
    ),
    "an ultimate fetched": (
        put("cards", "weapon", "fetch", value="ultimate"),
        ADA + "weapon: fetch = 'ultimate' is wrong; right would be one of strength",
    ),
    "a number for an effect's table": (
        put("cards", "strength", "hit", value=1),
        ADA + "strength: hit = 1 is wrong; right would be a table",
    ),
    "a table for an effect's number": (
        put("cards", "strength", "hit", "exhaust", value={"n": 1}),
        ADA + f"strength: hit: exhaust = {{'n': 1}} {NUMBER}",
    ),
    "an unknown effect": (
        put("cards", "strength", "hit", "exaust", value=1),
        ADA + "strength: hit: exaust = 1 is wrong; right would be a known key: 'exhaust'",
    ),
    "damage on a hit": (
        put("cards", "strength", "hit", "damage", value=1),
        ADA + "strength: hit: damage = 1 is wrong; right would be a known key",
    ),
    "a drain of two": (
        put("cards", "strength", "hit", "drain", value=2),
        ADA + "strength: hit: drain = 2 is wrong; right would be a whole number from 0 to 1",
    ),
    "a bonus that is a list": (
        put("cards", "weapon", "bonus", value=[]),
        ADA + "weapon: bonus = [] is wrong; right would",
    ),
    "a bonus for six energy": (
        put("cards", "weapon", "bonus", value={"energy": 6}),
        ADA + "weapon: bonus: energy = 6 is wrong; right would be a whole number from 0 to 5",
    ),
    "a text for a further side": (
        put("cards", "weapon", "further", value="x"),
        ADA + "weapon: further = 'x' is wrong; right would be a table",
    ),
    "a name on the further side": (
        put("cards", "weapon", "further", value={"name": "x"}),
        ADA + "weapon: further: name = 'x' is wrong; right would be a known key",
    ),
    "a wrong number on the further side": (
        put("cards", "weapon", "further", value={"hit": {"loss": 10}}),
        ADA + f"weapon: further: hit: loss = 10 {NUMBER}",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_place_and_what_is_right(mistake: str) -> None:
    """File, character, key, value and the remedy, on one line of bearable length; never a traceback."""
    change, message = MISTAKES[mistake]
    data = entry()
    change(data)
    with pytest.raises(InputError) as caught:
        parse(data)
    said = str(caught.value)
    assert said.startswith(message)
    assert "right would be" in said
    assert said.isprintable()
    assert len(said) < 300


@pytest.mark.parametrize("data", [{}, {"character": []}, {"character": entry()}, {"character": [entry(), entry()]}])
def test_a_file_holds_one_character(data: dict[str, Any]) -> None:
    """No character, two, or a plain table are not a deck."""
    with pytest.raises(InputError, match=r"^ada\.toml: .* is wrong; right would be one \[\[character\]\] table"):
        decks.parse(data, "ada.toml")


@pytest.mark.parametrize("data", [3, "x", [], None])
def test_a_character_is_a_table(data: Any) -> None:
    """What stands in the list of characters must be a table."""
    with pytest.raises(InputError, match=r"^ada\.toml: character = .* is wrong; right would be a table$"):
        parse(data)


def test_a_file_may_hold_nothing_else() -> None:
    """A key beside the character is a mistake."""
    with pytest.raises(InputError, match=r"^ada\.toml: 'charcter' = 1 is wrong; right would be one"):
        decks.parse({"character": [entry()], "charcter": 1}, "ada.toml")


WRONG = ([], {}, "x", "\x1b", True, -1, HUGE, 1.5, [1], [[1]], {"a": 1}, None)


def refusal(data: dict[str, Any]) -> str:
    """Return what is said of a file's data, nothing if it is a deck."""
    try:
        decks.parse(data, "ada.toml")
    except InputError as error:
        return str(error)
    return ""


def ways(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to everything inside `data`."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [way, *(found for key, value in inside for found in ways(value, (*way, key)))]


@pytest.mark.parametrize("name", sorted(decks.shipped()))
def test_nothing_that_a_file_may_hold_is_a_traceback(name: str) -> None:
    """Every value of every shipped character replaced by each kind of wrong one: a deck, or an InputError."""
    whole = {"character": [next(e for e in _entries() if e["name"] == name)]}
    for way in ways(whole)[1:]:
        for value in WRONG:
            data = deepcopy(whole)
            put(*way, value=value)(data)
            said = refusal(data)
            assert said.isprintable(), way
            assert len(said) < 400, way


def _entries() -> list[dict[str, Any]]:

    text = files("sim.rulesets.massiveverse").joinpath("cards.toml").read_text(encoding="utf8")
    return tomllib.loads(text)["character"]


def test_what_is_not_printed_is_the_default() -> None:
    """2.3: an ability's symbol is its type, its bar the circle of three; an Ultimate has neither; figures are 0."""
    ada = parse(entry())
    bars = [card.counters for card in ada.cards[0]]
    assert bars == [(AGILITY,), (INTELLIGENCE,), (STRENGTH,), (), (), (), ()]
    assert [card.symbol for card in ada.cards[0]] == [0, 1, 2, 3, 4, 5, -1]
    assert ada.cards[0][REST].damage == 0
    assert (ada.facts, ada.unlock, ada.after_counter, ada.sides[1]) == ("", 0, False, {})
    assert ada.cards[0] == ada.cards[1]


def test_a_further_side_replaces_what_it_names_and_keeps_the_rest() -> None:
    """5.2: figures and triggers that `further` names are its own, all others those of the card."""
    data = entry()
    data["passive"]["price"] = 2
    data["cards"][STRENGTH] |= {"guard": 1, "further": {"damage": 3, "counters": ["rest"], "play": {"heal": 1}}}
    start, further = (cards[STRENGTH] for cards in parse(data).cards)
    assert (start.damage, start.guard, start.counters, start.effects) == (2, 1, (AGILITY,), {"hit": {"exhaust": 1}})
    assert (further.damage, further.guard, further.counters) == (3, 1, (REST,))
    assert further.effects == {"hit": {"exhaust": 1}, "play": {"heal": 1}}
    assert (further.symbol, further.name) == (start.symbol, start.name)


def test_a_symbol_may_be_none() -> None:
    """An ability may be printed without a symbol, an Ultimate with one."""
    data = entry()
    data["cards"][STRENGTH]["symbol"] = "none"
    data["cards"][ULTIMATE]["symbol"] = "rest"
    ada = parse(data)
    assert (ada.cards[0][STRENGTH].symbol, ada.cards[0][ULTIMATE].symbol) == (-1, REST)
