"""What views show of the printed cards is what the cards say."""

from collections.abc import Iterator

import numpy as np
import pytest

from sim import luck
from sim.arrays import ALL
from sim.rulesets.capsule import course, decks
from sim.rulesets.capsule.cards import PASSIVES, Card
from sim.rulesets.capsule.rules import RULESET
from sim.rulesets.capsule.state import AIMS_FREELY, AIMS_OPPOSITE, AIMS_OWN, AIMS_RIVAL, HITS_HARD, View
from sim.rulesets.capsule.tables import Facts

CARDS = decks.cards(None, "")
DECKS = list(decks.shipped(CARDS).values())


def shown() -> Iterator[tuple[View, list[list[Card | None]], list[list[Card | None]]]]:
    """Yield for each row the view of seat 0 of all pairs of decks, with both teams' cards by place and game."""
    pairs = np.indices((len(DECKS), len(DECKS)), np.int32).reshape(2, -1)
    state = RULESET.deal(RULESET.tables(CARDS, DECKS), pairs, luck.keys(1, np.arange(pairs.shape[1], dtype=np.uint64)))
    for row, slots in enumerate(((0, 1, 2), (3, 4), (5,))):
        state.row[:] = row
        for seat in (0, 1):
            state.pv[seat] = 0
            course.reveal(state, seat, np.arange(pairs.shape[1]))
        teams: list[list[list[Card | None]]] = [
            [
                [CARDS.all[DECKS[deck].content.cards[slots[place]]] if place < len(slots) else None for deck in side]
                for place in range(3)
            ]
            for side in pairs.tolist()
        ]
        yield RULESET.view(state, 0, ALL), teams[0], teams[1]


@pytest.mark.parametrize("name", PASSIVES)
def test_passives(name: str) -> None:
    """Each passive by name, for every living character of both teams."""
    some = 0
    for view, mine, theirs in shown():
        for found, team in ((view.passive(name), mine), (view.rival_passive(name), theirs)):
            for place, cards in enumerate(team):
                told = [card.passive.get(name, 0) if card else 0 for card in cards]
                here = found[place] * np.array([card is not None for card in cards])
                assert here.tolist() == told
                some += sum(told)
    assert some


def test_actions() -> None:
    """Prices, aims and figures by place and action, of both teams."""
    bits = {0: AIMS_RIVAL, 1: AIMS_FREELY, 2: AIMS_OPPOSITE, 3: AIMS_OWN, 4: AIMS_FREELY, 5: AIMS_FREELY}
    for view, mine, theirs in shown():
        damage, rival_heal = view.worth(lambda facts: facts.damage), view.rival_worth(lambda facts: facts.heal)
        for place in range(3):
            for game in range(0, len(mine[place]), 7):
                card, rival = mine[place][game], theirs[place][game]
                for number in range(3 if card else 0):
                    action = card.actions[number] if card and number < len(card.actions) else None
                    assert view.price[place, number, game] == (action.price if action else 0)
                    assert damage[place, number, game] == (action.damage if action else 0)
                    aims = (bits[action.aim] | HITS_HARD * bool(action.damage)) if action else 0
                    assert int(view.costs[place, number, game]) & ~7 == aims
                    assert bool(view.aims(HITS_HARD)[place, number, game]) == bool(action and action.damage)
                for number in range(len(rival.actions) if rival else 0):
                    assert rival_heal[place, number, game] == (rival.actions[number].heal if rival else 0)


def test_single_actions() -> None:
    """One action of each game is what it is among all."""
    for view, _, _ in shown():
        number = np.arange(len(view.turn)) % 3
        for place in range(3):
            every = view.worth(by_power)[place][number, np.arange(len(number))]
            assert np.array_equal(view.action_worth(by_power, place, number), every)


def by_power(facts: Facts) -> np.ndarray:
    return facts.damage * facts.hits + facts.price


def test_piles() -> None:
    """Of every deck and every pile, a strategy's own figure, here the sum of its PV."""
    view, _, _ = next(shown())
    for pile in range(32):
        view.pile = np.full(len(view.turn), pile, np.uint8)
        found = view.pile_worth(summed)
        for game in range(0, len(found), 13):
            cards = DECKS[game // len(DECKS)].content.cards[:5]
            assert found[game] == sum(CARDS.all[card].pv for slot, card in enumerate(cards) if pile >> slot & 1)


def summed(pv: np.ndarray, held: np.ndarray) -> np.ndarray:
    return (pv * held).sum(axis=0)
