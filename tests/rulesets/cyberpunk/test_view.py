"""What a view says is what the cards and the position say, and of hidden cards it says nothing."""

from dataclasses import dataclass

import numpy as np
import pytest

from sim import engine, pick
from sim.ruleset import OVER, State, from_act
from sim.rulesets.cyberpunk import decks
from sim.rulesets.cyberpunk.cards import GEAR, KINDS, LEGEND, PROGRAM, UNIT
from sim.rulesets.cyberpunk.rules import RULESET
from sim.rulesets.cyberpunk.state import LEGENDS, View
from sim.rulesets.cyberpunk.tables import DEAR, ORDERS
from tests.rulesets.cyberpunk import twin
from tests.rulesets.cyberpunk.twin import bits

KNOWN = decks.cards(None, "")
PAIRS = list(zip(decks.sample(30, 2, KNOWN), decks.sample(60, 3, KNOWN)[30:], strict=True))
RANDOM = from_act("random", lambda _view, legal, coin: pick.uniform(legal, coin), blind=True)


@dataclass(frozen=True)
class Games:
    """Games in progress, with the decks of each."""

    state: State
    decks: list[twin.Pair]

    def view(self, seat: int) -> View:
        return RULESET.view(self.state, seat, np.arange(len(self.state)))

    def slots(self, row: int, seat: int) -> range:
        return range(len(self.decks[row][seat].slots))

    def place(self, row: int, seat: int, slot: int) -> int:
        """Return the place in the card set of the card in a slot; of a Legend by position."""
        order = ORDERS[int(self.state.kind[seat, row]) % 6]
        return self.decks[row][seat].content.cards[order[slot] if slot < LEGENDS else slot]

    def shown(self, row: int, owner: int, seat: int) -> int:
        """Return the Legends of `owner` that `seat` knows, as bits."""
        return int(self.state.up[owner, row]) | (int(self.state.known[owner, row]) if owner == seat else 0)


@pytest.fixture(scope="module")
def games() -> Games:
    """Return games that have gone on for a while."""
    state = twin.begin(KNOWN, PAIRS, 1)
    for _ in range(60):
        engine.tick(RULESET, state, (RANDOM, RANDOM))
    live = np.flatnonzero(state.phase != OVER)
    return Games(state.take(live), [PAIRS[row] for row in live.tolist()])


@pytest.mark.parametrize("seat", [0, 1])
def test_facts_of_cards(games: Games, seat: int) -> None:
    """Cost, price and power of all cards of both decks, but of Legends that the seat cannot know."""
    view = games.view(seat)
    for row in range(len(games.state)):
        for side, facts in ((seat, view.of), (1 - seat, view.rival_of)):
            slots = np.array(games.slots(row, side))
            rows, shown = np.full(len(slots), row), games.shown(row, side, seat)
            found = {fact: facts(fact, rows, slots).tolist() for fact in ("cost", "price", "printed", "place")}
            for slot in slots.tolist():
                place = games.place(row, side, slot)
                card = KNOWN.all[place]
                expected = (card.cost or 0, DEAR if card.cost is None else card.cost, card.power, place)
                if slot < LEGENDS and not shown >> slot & 1:
                    expected = (0, DEAR, 0, len(KNOWN.all))
                assert tuple(found[fact][slot] for fact in found) == expected


@pytest.mark.parametrize("seat", [0, 1])
def test_sets_of_cards(games: Games, seat: int) -> None:
    """Which cards are of a kind, which can be sold; hidden Legends are in no set."""
    view = games.view(seat)
    names = {LEGEND: "legend", UNIT: "unit", GEAR: "gear", PROGRAM: "programs"}
    assert len(names) == len(KINDS)
    for row in range(len(games.state)):
        for side, cards in ((seat, view.cards), (1 - seat, view.rival_cards)):
            shown = games.shown(row, side, seat)
            visible = [slot for slot in games.slots(row, side) if slot >= LEGENDS or shown >> slot & 1]
            held = {slot: KNOWN.all[games.place(row, side, slot)] for slot in visible}
            for kind, name in names.items():
                assert bits(cards(name)[row]) == [slot for slot in visible if held[slot].kind == kind]
            assert bits(cards("sell")[row]) == [slot for slot in visible if held[slot].sell]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_position(games: Games, seat: int) -> None:
    """Own and public cards, dice counted from one's own, money; of the rival's hand only how many cards."""
    view = games.view(seat)
    rival = 1 - seat
    for row in range(len(games.state)):
        at = twin.snapshot(games.state, row)
        assert bits(view.hand[row]) == at["hand"][seat]
        assert int(view.rival_hand_size[row]) == len(at["hand"][rival])
        for area in ("field", "legends", "trash", "eddies", "up"):
            assert bits(getattr(view, area)[row]) == at[area][seat]
            assert bits(getattr(view, f"rival_{area}")[row]) == at[area][rival]
        for side, found in ((seat, view.gigs), (rival, view.rival_gigs)):
            gigs = at["gigs"][side]
            assert bits(found[row]) == sorted((die + 6 * seat) % 12 for die in gigs)
            assert {die: int(view.faces[row]) >> 5 * ((die + 6 * seat) % 12) & 31 for die in gigs} == gigs
        assert [int(view.ready[row]), int(view.rival_ready[row])] == [at["ready_eddies"][s] for s in (seat, rival)]
        assert bool(view.mine[row]) == (at["turn"] == seat)
    assert not hasattr(View, "rival_hand")
