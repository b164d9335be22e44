"""Decks: those that come with the game, deck files and what is said of mistakes in them, and decks drawn at random."""

import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sim.errors import InputError
from sim.ruleset import Deck
from sim.rulesets.cyberpunk import cards, decks
from sim.rulesets.cyberpunk.cards import LEGEND, UNIT, Card, Cards

ROOT = Path(__file__).parents[3]
SET = cards.shipped()
BLUE = ["HEI01", "HEI03", "110"]  # V, Jackie Welles, Wakako Okada: 6 RAM of Blue
FORTY = dict.fromkeys(("HEI05", "111", "112", "113", "117", "120", "121", "122", "124", "125", "127", "128"), 3)
FORTY |= {"129": 3, "130": 1}


def over(*entries: dict[str, Any]) -> Cards:
    """Return the set with a user's cards laid over it."""
    return decks.cards({"card": list(entries)}, "mine.toml")


def data(**changes: Any) -> dict[str, Any]:
    """Return a deck file's data."""
    return {"name": "Mine", "legends": list(BLUE), "cards": dict(FORTY)} | changes


def parse(known: Cards = SET, **changes: Any) -> Deck:
    return decks.parse(data(**changes), "deck.toml", known)


def held(deck: Deck, known: Cards = SET) -> list[Card]:
    return [known.all[place] for place in deck.content.cards]


def is_legal(deck: Deck, least: int = 40, known: Cards = SET) -> bool:
    """Return whether a deck is one by 1.1, and lies in its slots as 1.2 has it."""
    legends, others = held(deck, known)[:3], held(deck, known)[3:]
    ram = {colour: sum(card.ram for card in legends if card.colour == colour) for colour in range(4)}
    heads = len({card.title for card in legends}) == 3 and all(card.kind == LEGEND for card in legends)
    rest = all(card.kind != LEGEND and card.ram <= ram[card.colour] for card in others)
    few = max(Counter(deck.content.cards).values()) <= 3 and least <= len(others) <= 50
    places = deck.content.cards
    ordered = list(places[:3]) == sorted(places[:3]) and list(places[3:]) == sorted(places[3:])
    named = deck.slots == tuple(card.name for card in held(deck, known))
    return heads and rest and few and ordered and named and deck.roles == ("Legend",) * 3 + ("card",) * len(others)


# --- the decks that come with the game ---


def test_two_starters_and_two_demo_decks() -> None:
    shipped = decks.shipped()
    sizes = {name: len(deck.slots) - 3 for name, deck in shipped.items()}
    assert sizes == {"The Heist": 40, "Embracing Power": 40, "Arasaka demo": 27, "Mercs demo": 27}
    for name, deck in shipped.items():
        assert deck.name == name
        assert is_legal(deck, 27 if "demo" in name else 40)
        assert deck.content.origin == "printed"


def test_the_starters_hold_what_is_in_the_box() -> None:
    """Five cards of each starter are printed for it alone, its Legends among them."""
    heist, power = (Counter(card.number for card in held(decks.shipped()[n])) for n in ("The Heist", "Embracing Power"))
    for box, deck in (("HEI", heist), ("EBP", power)):
        printed = {number: copies for number, copies in deck.items() if number.startswith(box)}
        assert printed == dict.fromkeys([f"{box}0{n}" for n in (1, 2, 3)], 1) | {f"{box}04": 2, f"{box}05": 2}
    assert heist["061"] == power["095"] == 3


def test_a_card_file_changes_the_decks_that_hold_the_card() -> None:
    """New figures and texts are new decks to the eye of the identity; words and RAM decide no game."""
    plain = decks.shipped()
    for change in ({"power": 4}, {"text": ["WINS: draw 2"]}, {"cost": 3}, {"sell": False}, {"tags": ["WEAPON"]}):
        changed = decks.shipped(over({"number": "026", **change}))
        differ = {name for name in plain if plain[name].decides != changed[name].decides}
        assert differ == {"Embracing Power", "Arasaka demo"}
    for change in ({"name": "Katana"}, {"ram": 2}, {"origin": "mine"}, {"tags": ["WEAPON", "ARASAKA"]}):
        changed = decks.shipped(over({"number": "026", **change}))
        assert all(plain[name].decides == changed[name].decides for name in plain)
    assert "Katana" in decks.shipped(over({"number": "026", "name": "Katana"}))["Arasaka demo"].slots


def test_a_name_decides_where_a_text_looks_at_it() -> None:
    """Dying Night asks whether its host is named V; nobody asks for Viktor Vektor."""
    for number, decides in (("HEI01", True), ("HEI02", False)):
        changed = decks.shipped(over({"number": number, "name": "Vincent – Elsewhere"}))
        assert (changed["The Heist"].decides != decks.shipped()["The Heist"].decides) == decides
    assert decks.shipped(over({"number": "HEI01", "name": "V – Elsewhere"}))["The Heist"].decides == (
        decks.shipped()["The Heist"].decides
    )


def test_a_deck_that_is_not_legal_any_more_is_left_out() -> None:
    assert list(decks.shipped(over({"number": "026", "ram": 3}))) == ["The Heist", "Mercs demo"]
    assert list(decks.shipped(over({"number": "HEI01", "name": "Jackie Welles – Alone"}))) == [
        "Embracing Power",
        "Arasaka demo",
    ]


def test_a_new_card_changes_no_deck() -> None:
    new = {"number": "900", "name": "Ada", "type": "Unit", "colour": "Blue", "ram": 1, "cost": 1, "power": 1}
    assert decks.shipped(over(new | {"sell": True, "origin": "mine"})) == decks.shipped()


def test_a_card_file_is_refused_for_a_text_that_is_not_understood_or_makes_no_sense() -> None:
    for text, said in (
        ("END: drw 1", "the sentence 'drw 1' is not understood"),
        ("CALL: draw 1", "right would be on a"),
    ):
        with pytest.raises(InputError, match=said):
            over({"number": "124", "text": [text]})


def test_the_origin_is_invented_if_that_of_a_card_is() -> None:
    changed = decks.shipped(over({"number": "026", "origin": "invented"}))
    assert [changed[name].content.origin for name in ("The Heist", "Embracing Power")] == ["printed", "invented"]


def test_no_card_file_is_the_set_itself() -> None:
    assert decks.cards(None, "").all == SET.all


# --- deck files ---


def test_a_deck_file_names_cards_by_number_or_name() -> None:
    deck = parse()
    named = {SET.all[SET.places[number]].name: copies for number, copies in FORTY.items()}
    assert is_legal(deck)
    assert parse(cards=named) == deck
    assert Counter(card.number for card in held(deck)) == Counter(FORTY) + Counter(BLUE)


def test_order_in_the_file_does_not_matter() -> None:
    assert parse(legends=BLUE[::-1], cards=dict(reversed(FORTY.items()))) == parse()


def test_the_format_demo_takes_27_cards_or_more() -> None:
    few = dict.fromkeys(list(FORTY)[:9], 3)
    assert is_legal(parse(cards=few, format="demo"), 27)
    assert parse(format="demo") == parse(format="standard") == parse()


def test_users_cards_may_be_played() -> None:
    known = over(
        {"number": "900", "name": "Ada", "type": "Unit", "colour": "Blue", "ram": 6, "cost": 1, "power": 1}
        | {"sell": True, "origin": "mine"}
    )
    assert is_legal(parse(known, cards=FORTY | {"Ada": 3}), known=known)


NAMES = "right would be a text of 1 to 100 characters that can be shown, on one line"
MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": ""}, f"name = '' is wrong; {NAMES}"),
    "unknown key": ({"card": 3}, "card = 3 is wrong; right would be a known key: 'cards'"),
    "format": ({"format": "dmeo"}, "format = 'dmeo' is wrong; right would be 'demo'"),
    "two Legends": ({"legends": BLUE[:2]}, "legends = ['HEI01', 'HEI03'] is wrong; right would be a list of 3 Legends"),
    "no list": ({"legends": "V"}, "legends = 'V' is wrong; right would be a list of 3 Legends"),
    "unknown Legend": (
        {"legends": [*BLUE[:2], "Wakako Okada - Peace and Harmony"]},
        "legends[2] = 'Wakako Okada - Peace and Harmony' is wrong; right would be the number or the name of a card, '",
    ),
    "a number": ({"legends": [*BLUE[:2], 110]}, "legends[2] = 110 is wrong; right would be the number or the name of"),
    "a Unit for a Legend": (
        {"legends": [*BLUE[:2], "124"]},
        "legends[2] = 'Psycho Squad' is wrong; right would be a Legend; that card is a Unit",
    ),
    "two of one name": (
        {"legends": ["HEI01", "HEI03", "073"]},
        "legends[2] = 'Jackie Welles – Mama's Favorite' is wrong; right would be a Legend of another name than 'Jackie",
    ),
    "the same twice": (
        {"legends": ["HEI01", "HEI01", "110"]},
        "legends[1] = 'V – Corporate Exile' is wrong; right would be a Legend of another name than 'V'",
    ),
    "cards as a list": ({"cards": ["124"]}, "cards = ['124'] is wrong; right would be a table of cards and copies"),
    "unknown card": (
        {"cards": FORTY | {"Floor it": 1}},
        "cards: Floor it = 'Floor it' is wrong; right would be the number or the name of a card, 'Floor It'",
    ),
    "no copies": ({"cards": {"124": 0}}, "cards: 124 = 0 is wrong; right would be a whole number from 1 to 3"),
    "four copies": ({"cards": {"124": 4}}, "cards: 124 = 4 is wrong; right would be a whole number from 1 to 3"),
    "true": ({"cards": {"124": True}}, "cards: 124 = True is wrong; right would be a whole number from 1 to 3"),
    "four by number and name": (
        {"cards": FORTY | {"Psycho Squad": 1}},
        "cards: Psycho Squad = 4 is wrong; right would be at most 3 copies, by number and by name together",
    ),
    "39 cards": (
        {"cards": FORTY | {"129": 2}},
        "cards = 39 is wrong; right would be 40 to 50 cards besides",
    ),
    "51 cards": (
        {"cards": FORTY | dict.fromkeys(("132", "136", "139"), 3) | {"130": 3}},
        "cards = 51 is wrong; right would be 40 to 50 cards besides the Legends",
    ),
    "26 cards of a demo": (
        {"cards": dict.fromkeys(list(FORTY)[:8], 3) | {"130": 2}, "format": "demo"},
        "cards = 26 is wrong; right would be 27 to 50 cards besides the Legends",
    ),
    "a Legend among the cards": (
        {"cards": FORTY | {"038": 1}},
        "cards: Muamar Reyes – El Capitán = 1 is wrong; right would be to name it in legends, of which there are 3",
    ),
    "another colour": (
        {"cards": FORTY | {"Floor It": 3, "Mantis Blades": 1}},
        "cards: Mantis Blades = 1 is wrong; right would be a Red card of RAM 0 at most, as the Legends allow; it has 1",
    ),
    "too much RAM": (
        {"legends": ["HEI01", "HEI03", "HEI02"], "cards": FORTY | {"041": 1}},
        "cards: Adam Smasher – Metal Over Meat = 1 is wrong; right would be a Yellow card of RAM 2 at most, as the",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(name: str) -> None:
    changes, said = MISTAKES[name]
    with pytest.raises(InputError) as caught:
        parse(**changes)
    assert str(caught.value).replace('"', "'").startswith(f"deck.toml: {said}")


@pytest.mark.parametrize("path", sorted((ROOT / "configs/decks/cyberpunk").glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_are_legal(path: Path) -> None:
    deck = decks.parse(tomllib.loads(path.read_text(encoding="utf8")), path.name)
    assert is_legal(deck)
    assert deck.name not in decks.shipped()


def test_the_example_of_a_card_file_is_right() -> None:
    text = (ROOT / "configs/cards/cyberpunk-example.toml").read_text(encoding="utf8")
    known = decks.cards(tomllib.loads(text), "cyberpunk-example.toml")
    assert len(known.all) == len(SET.all) + 1
    assert set(decks.shipped(known)) == set(decks.shipped())


# --- decks drawn at random ---


def test_decks_drawn_are_legal_and_each_another() -> None:
    drawn = decks.sample(500, 7)
    assert all(map(is_legal, drawn))
    assert len({deck.content.cards for deck in drawn}) == 500
    assert [deck.name for deck in drawn][:2] == ["deck 7-000000", "deck 7-000001"]
    assert {len(deck.slots) for deck in drawn} == set(range(43, 54))


def test_a_deck_is_the_same_whatever_their_number() -> None:
    few, many = decks.sample(3, 7), decks.sample(5000, 7)
    assert few == many[:3]
    assert decks.sample(3, 8)[0].content != few[0].content


def test_legends_and_sizes_are_drawn_evenly() -> None:
    """All threes that go together are equally likely, and all sizes."""
    drawn = decks.sample(4000, 3)
    threes = Counter(deck.content.cards[:3] for deck in drawn)
    sizes = Counter(len(deck.slots) for deck in drawn)
    assert stats.chisquare(np.array(list(sizes.values()))).pvalue > 1e-4
    assert stats.chisquare(np.array(list(threes.values()))).pvalue > 1e-4
    assert len(threes) > 300


def test_every_card_is_drawn_and_only_what_the_legends_allow() -> None:
    seen = {place for deck in decks.sample(2000, 1) for place in deck.content.cards}
    assert seen == set(range(len(SET.all)))


def test_a_set_that_allows_no_deck() -> None:
    few = Cards(tuple(card for card in SET.all if card.kind == LEGEND))
    with pytest.raises(InputError, match="sample = 3 is wrong; right would be a card set that allows a deck"):
        decks.sample(3, 1, few)


def test_cards_that_a_file_makes_equal_make_no_deck_twice() -> None:
    """What differs in words only is one deck to a run, and would be refused as one that is there twice."""
    same = {"cost": 3, "power": 3, "sell": False, "tags": [], "keywords": [], "text": []}
    units = [card for card in SET.all if card.kind == UNIT]
    drawn = decks.sample(800, 4, over(*({"number": card.number, **same} for card in units)))
    assert len({deck.decides for deck in drawn}) == 800


def test_where_few_decks_are_all_of_them_are_found_and_no_more() -> None:
    """One kind of card in eighteen copies: a deck is its number of cards, 40 to 50."""
    legends = [card for card in SET.all if card.number in BLUE]
    units = [
        replace(next(c for c in SET.all if c.number == "124"), number=f"9{i}", name=f"Copy {i}") for i in range(18)
    ]
    few = Cards((*legends, *units))
    assert {len(deck.slots) for deck in decks.sample(11, 1, few)} == set(range(43, 54))
    with pytest.raises(InputError, match="sample = 12 is wrong; right would be at most 11, as many as are found"):
        decks.sample(12, 1, few)


def test_a_deck_whose_power_no_byte_holds() -> None:
    """Gear of 29 on Unit of 4 and more: the third copy is too much; such decks are not drawn either."""
    known = over({"number": "129", "power": 29})
    right = "right would be at most 87 power of all Gear and the strongest other card together"
    with pytest.raises(InputError, match=right):
        decks.parse({"name": "Heavy", "legends": BLUE, "cards": FORTY}, "deck.toml", known)
    assert decks.parse({"name": "Light", "legends": BLUE, "cards": FORTY}, "deck.toml", SET)
    assert all(decks._strength(deck.content.cards, known) <= 87 for deck in decks.sample(300, 2, known))
