"""The batch engine's state in the referee's words, so that the two can be compared position by position."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim import luck, pick
from sim.ruleset import OVER, Deck
from sim.rulesets.massiveverse.cards import EFFECTS, FIGURES, PASSIVES, TRIGGERS, Character, parse
from sim.rulesets.massiveverse.referee import Game
from sim.rulesets.massiveverse.rules import RULESET
from sim.rulesets.massiveverse.state import ENDINGS, TYPES, State
from sim.rulesets.massiveverse.tables import tables


def as_deck(character: Character) -> Deck:
    """Wrap a hand-made character as a deck."""
    return Deck(character.name, (), character)


def begin(pairs: Sequence[tuple[Character, Character]]) -> State:
    """Return one game for each pair of characters."""
    who = list({id(c): c for pair in pairs for c in pair}.values())
    place = {id(c): i for i, c in enumerate(who)}
    decks = np.array([[place[id(c)] for c in pair] for pair in pairs], np.int32).T
    keys = luck.keys(0, np.arange(len(pairs), dtype=np.uint64))
    return RULESET.deal(tables(None, [as_deck(c) for c in who]), decks, keys)


def cards(bits: int) -> list[int]:
    """Return a set of cards as a sorted list."""
    return [kind for kind in range(8) if int(bits) >> kind & 1]


def snapshot(state: State, row: int) -> dict[str, object]:
    """Return the position of one game as `Game.snapshot` says it."""
    both = (0, 1)
    return {
        "health": [int(state.health[s, row]) for s in both],
        "energy": [int(state.energy[s, row]) for s in both],
        "hand": [cards(state.hand[s, row]) for s in both],
        "discard": [cards(state.discard(s, np.array([row]))[0]) for s in both],
        "banished": [cards(state.banished[s, row]) for s in both],
        "side": [int(state.side[s, row]) for s in both],
        "charged": [int(state.charged[s, row]) for s in both],
        "tied": bool(state.tied[row]),
        "round": int(state.turns[row]),
    }


def legal(state: State, row: int) -> list[int]:
    """Return the legal actions of one game, none when it is over."""
    if state.phase[row] == OVER:
        return []
    rows = np.array([row])
    return pick.actions(RULESET.legal(state, int(state.seat[row]), rows), 0)


def play(state: State, rows: np.ndarray, actions: np.ndarray) -> None:
    """Play one action in each of `rows`, in groups that wait in one phase for one seat."""
    seats, phases = state.seat[rows].copy(), state.phase[rows].copy()
    for seat in (0, 1):
        for phase in np.unique(phases):
            group = (seats == seat) & (phases == phase)
            if group.any():
                RULESET.step(state, seat, rows[group], actions[group].astype(np.int16))


def assert_same(state: State, row: int, game: Game, where: object) -> None:
    """Hold one game of the batch against the referee's: position, options, and what counts at the end."""
    assert (state.phase[row] == OVER) == game.over, where
    mine, theirs = snapshot(state, row), game.snapshot()
    assert {key: mine[key] for key in theirs} == theirs, where
    assert legal(state, row) == game.legal(), where
    assert int(state.margin[row]) == game.margin, where
    assert [set(cards(state.played[s, row])) for s in (0, 1)] == game.played, where
    if game.over:
        ended = int(state.result[row]), ENDINGS[state.ending[row]], int(state.turns[row])
        assert ended == (game.result, game.ending, game.turns), where
    else:
        assert int(state.seat[row]) == game.seat, where


def extreme(seed: int, count: int = 24) -> list[Character]:
    """Return legal characters of random figures, many at the end of their range: whatever a user's file may say."""
    draw = np.random.default_rng(seed)

    def number(top: int) -> int:
        return min(top, int(draw.choice([0, 0, 1, 2, top, draw.integers(0, top + 1)])))

    def effects(names: tuple[str, ...]) -> dict[str, int]:
        return {str(name): number(1 if name == "drain" else 9) for name in draw.choice(names, 4, replace=False)}

    def card(kind: str) -> dict[str, Any]:
        made: dict[str, Any] = {name: number(top) for name, top in FIGURES.items()}
        made |= {str(trigger): effects(EFFECTS) for trigger in draw.choice(TRIGGERS, 2, replace=False)}
        made["bonus"] = {"energy": number(5), "more_cards": number(1), "damage": number(9)}
        made["counters"] = [str(k) for k in draw.choice(TYPES, number(3), replace=False)]
        made |= {"fetch": str(draw.choice(TYPES[:6]))} if draw.integers(2) else {}
        return {**made, "returns": 0 if kind == "ultimate" else made["returns"]}

    def character(place: int) -> Character:
        cards = [{**card(kind), "type": kind, "name": kind, "further": card(kind)} for kind in TYPES]
        cards[6] |= {"price": int(draw.integers(1, 6)), "symbol": str(draw.choice(["none", *TYPES]))}
        sides = {side: {name: number(1 if name == "ward" else 9) for name in PASSIVES} for side in ("start", "further")}
        passive = {"name": "passive", **sides, "price": int(draw.integers(1, 6))}
        passive |= {"after": "counter"} if draw.integers(2) else {}
        return parse({"name": f"extreme {place}", "origin": "invented", "passive": passive, "cards": cards}, "here")

    return [character(place) for place in range(count)]


def agree(games: int, seed: int, characters: Sequence[Character]) -> int:
    """Play random games on the engine and on the referee, comparing every position; return how many positions."""
    draw = np.random.default_rng(seed)
    pairs = [tuple(characters[i] for i in draw.integers(0, len(characters), 2)) for _ in range(games)]
    state = begin(pairs)
    referees = [Game(*pair) for pair in pairs]
    compared = 0
    live = np.arange(games)
    while len(live):
        actions = []
        for row in live:
            assert_same(state, row, referees[row], f"seed {seed}, game {row}")
            options = referees[row].legal()
            actions.append(options[int(draw.integers(0, len(options)))])
        compared += len(live)
        for row, action in zip(live, actions, strict=True):
            referees[row].play(action)
        play(state, live, np.array(actions))
        for row in live[state.phase[live] == OVER]:
            assert_same(state, row, referees[row], f"seed {seed}, end of game {row}")
        live = live[state.phase[live] != OVER]
    return compared
