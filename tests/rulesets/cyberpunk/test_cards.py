"""What is printed on each implemented card, as scripted tests, on every implementation."""

from collections.abc import Callable

import pytest

from sim.rulesets.cyberpunk.cards import GEAR, LEGEND, PROGRAM, Card
from tests.rulesets.cyberpunk import cards_blue, cards_green, cards_red, cards_yellow
from tests.rulesets.cyberpunk.moves import Case, case, then
from tests.rulesets.cyberpunk.playing import each
from tests.rulesets.cyberpunk.position import CARDS, FILLER, Side


def price(card: Card) -> Case:
    """Return a case that buys a card with its cost in Eddies, where no text makes it cheaper."""
    area = Side(legends=f"{card.name} (up spent), ? (spent), ? (spent)", eddies=card.cost)
    hand = Side(hand=card.name, field=FILLER * (card.kind == GEAR), eddies=card.cost)
    buy = f"A: solo {card.name}" if "GO SOLO" in card.keywords else f"A: play {card.name}"
    return case(f"{card.number} is bought", area if card.kind == LEGEND else hand, Side(), buy, then(Side(eddies=0)))


def too_dear(card: Card) -> Case:
    """Return a case in which €1 is missing."""
    one_less = Side(hand=card.name, field=FILLER * (card.kind == GEAR), eddies=(card.cost or 1) - 1)
    return case(f"{card.number} is not bought with less", one_less, Side(), f"A: cannot play {card.name}")


def power(card: Card) -> Case:
    """Return a case in which a card stands on the field with its power, or is worn by a Unit with power 8."""
    field = f"{FILLER} ({8 + card.power}) + {card.name}" if card.kind == GEAR else f"{card.name} ({card.power})"
    return case(f"{card.number} has its power", Side(), Side(field=field), then(b=Side(field=field)))


def sale(card: Card) -> Case:
    """Return a case that sells a card, or cannot."""
    can = "can" if card.sell else "cannot"
    return case(f"{card.number} {can} be sold", Side(hand=card.name), Side(), f"A: {can} sell {card.name}")


def payment(card: Card) -> Case:
    """Return a case in which a face-up Legend pays: all of them have the sell tag."""
    legends = f"{card.name} (up), ? (spent), ? (spent)"
    paid = then(Side(legends=f"{card.name} (up spent), ?, ?", trash="Floor It"))
    return case(f"{card.number} pays", Side(hand="Floor It", legends=legends), Side(), "A: play Floor It", paid)


TEXTS = cards_red.CASES + cards_yellow.CASES + cards_green.CASES + cards_blue.CASES
FIGURES = (
    *(price(card) for card in CARDS.all if card.cost is not None),
    *(too_dear(card) for card in CARDS.all if card.kind != LEGEND),
    *(power(card) for card in CARDS.all if card.kind != PROGRAM and card.cost is not None),
    *(payment(card) if card.kind == LEGEND else sale(card) for card in CARDS.all),
)
CASES = TEXTS + FIGURES


@pytest.mark.parametrize(("case", "played"), each(CASES))
def test_card(case: Case, played: Callable[[Case], None]) -> None:
    played(case)


def test_every_card_has_a_case_of_its_text() -> None:
    assert {case.name.split()[0] for case in TEXTS} == {card.number for card in CARDS.all}


def test_no_name_comes_twice() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
