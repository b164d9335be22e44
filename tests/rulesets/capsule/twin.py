"""The batch engine's state in the referee's words, so that the two can be compared position by position."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from sim import luck, pick
from sim.ruleset import OVER, Deck
from sim.rulesets.capsule import decks as deck_file
from sim.rulesets.capsule.cards import Cards
from sim.rulesets.capsule.referee import Game
from sim.rulesets.capsule.rules import RULESET
from sim.rulesets.capsule.state import (
    BONUS,
    COMBO,
    ENDINGS,
    FIRST_SLOT,
    MORE,
    PASS,
    PLACES,
    RESOLVE,
    SACRIFICE,
    SLOTS,
    WORD,
    State,
)
from tests.rulesets.capsule import figures
from tests.rulesets.capsule.scripts import Case, Six

Pair = tuple[Deck, Deck]
Drawn = dict[int, int]  # row -> the slot that the engine drew for a combo


def begin(known: Cards, pairs: Sequence[Pair], seed: int = 0) -> State:
    """Return one game for each pair of decks of a card set."""
    decks = list({id(deck): deck for pair in pairs for deck in pair}.values())
    place = {id(deck): i for i, deck in enumerate(decks)}
    chosen = np.array([[place[id(deck)] for deck in pair] for pair in pairs], np.int32).T
    keys = luck.keys(seed, np.arange(len(pairs), dtype=np.uint64))
    return RULESET.deal(RULESET.tables(known, decks), chosen, keys)


def bits(number: Any, count: int = SLOTS) -> list[int]:
    """Return a set of slots or places as a sorted list."""
    return [bit for bit in range(count) if int(number) >> bit & 1]


def snapshot(state: State, row: int, known: Cards) -> dict[str, object]:
    """Return the position of one game as `Game.snapshot` says it."""
    both = (0, 1)
    pv = [[int(state.pv[s, place, row]) for place in range(PLACES)] for s in both]
    width = [PLACES - int(state.row[s, row]) for s in both]
    living = [sum(1 << place for place in range(PLACES) if pv[s][place]) for s in both]
    fallen = [
        [FIRST_SLOT[PLACES - width[s]] + p for p in range(width[s]) if not pv[s][p] and width[s] > 1] for s in both
    ]
    more = state.phase[row] in (MORE, MORE + 1)
    return {
        "row": [int(state.row[s, row]) for s in both],
        "pv": pv,
        "capsules": [[int(state.capsules[s, p, row]) if pv[s][p] else 0 for p in range(PLACES)] for s in both],
        "card": [
            [known.all[int(state.card[s, p, row])].number if p < width[s] else "" for p in range(PLACES)] for s in both
        ],
        "stunned": [bits(int(state.stunned[s, row]) & living[s], PLACES) for s in both],
        "shielded": [bits(int(state.shielded[s, row]) & living[s], PLACES) for s in both],
        "owes": [int(state.owes[s, row]) for s in both],
        "combos": [int(state.combos[s, row]) for s in both],
        "pile": [sorted({*bits(state.pile[s, row]), *fallen[s]}) for s in both],
        "gone": [bits(state.gone[s, row]) for s in both],
        "turns": int(state.turns[row]),
        "removed": bool(state.removed[row]),
        "extra": bool(state.extra[row]),
        "bonus": int(state.bonus[row]) if more else 0,
        "drawn": bits(state.drawn[row]) if more else [],
    }


def _groups(state: State, rows: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Yield seats with those of `rows` that wait in one phase for that seat; none that are over."""
    seats, phases = state.seat[rows].copy(), state.phase[rows].copy()
    for phase in np.unique(phases[phases != OVER]):
        for seat in (0, 1):
            group = np.flatnonzero((phases == phase) & (seats == seat))
            if len(group):
                yield seat, group


def legal(state: State, rows: np.ndarray) -> dict[int, list[int]]:
    """Return the legal actions of each of `rows`, none for those that are over."""
    found: dict[int, list[int]] = {int(row): [] for row in rows}
    for seat, group in _groups(state, rows):
        sets = RULESET.legal(state, seat, rows[group])
        found |= {int(row): pick.actions(sets, i) for i, row in enumerate(rows[group])}
    return found


def play(state: State, rows: np.ndarray, actions: Sequence[int]) -> Drawn:
    """Play one action in each of `rows`; return what was drawn for combos."""
    chosen, before = np.array(actions, np.int16), state.drawn[rows].copy()
    more = (state.phase[rows] & ~1 == MORE) | (state.phase[rows] & ~1 == RESOLVE)
    before[~more] = 0  # what an attack that is over has drawn
    for seat, group in _groups(state, rows):
        RULESET.step(state, seat, rows[group], chosen[group])
    combos = [i for i, action in enumerate(actions) if COMBO <= action % WORD < PASS]
    drawn = {int(rows[i]): bits(int(state.drawn[rows[i]]) & ~int(before[i])) for i in combos}
    assert all(len(slots) == 1 for slots in drawn.values()), drawn
    return {row: slots[0] for row, slots in drawn.items()}


def catch_up(state: State, games: Mapping[int, Game], rows: np.ndarray) -> dict[int, list[int]]:
    """Play what the engine leaves for forced moves and the referee does not stop at; return the legal sets then.

    Those are acts that wait to be carried out, and skipped turns.
    """
    while True:
        sets = legal(state, rows)
        behind = [
            row
            for row, options in sets.items()
            if len(options) == 1
            and (
                state.phase[row] & ~1 == RESOLVE
                or int(state.turns[row]) < games[row].turns
                or (games[row].over and state.phase[row] != OVER)
            )
        ]
        if not behind:
            return sets
        play(state, np.array(behind), [sets[row][0] for row in behind])


_SPENT = ("removed", "extra", "stunned")  # what nobody reads any more when a game is over, nor between two acts


def facts(state: State, row: int, known: Cards, options: list[int]) -> dict[str, object]:
    """Return all that is held against the referee: the position, the options, and what counts at the end."""
    over = bool(state.phase[row] == OVER)
    now: dict[str, object] = {"over": over, "legal": options, "margin": int(state.margin[row])}
    if not over:
        return snapshot(state, row, known) | now | {"seat": int(state.seat[row])}
    ended = int(state.result[row]), ENDINGS[state.ending[row]]
    lists = {name: [set(bits(getattr(state, name)[s, row])) for s in (0, 1)] for name in ("seen", "played")}
    return snapshot(state, row, known) | now | lists | {"ended": ended}


def facts_of(game: Game) -> dict[str, object]:
    """Return the same of the referee's game."""
    now = {"over": game.over, "legal": game.legal(), "margin": game.margin}
    if not game.over:
        return game.snapshot() | now | {"seat": game.seat}
    return game.snapshot() | now | {"seen": game.seen, "played": game.played, "ended": (game.result, game.ending)}


def assert_same(state: State, row: int, game: Game, known: Cards, options: list[int], where: str) -> None:
    """Hold one game of the batch against the referee's."""
    mine, theirs = facts(state, row, known, options), facts_of(game)
    spent = _SPENT if game.over or state.phase[row] & ~1 == BONUS else ()
    unlike = {key: (mine.get(key), theirs.get(key)) for key in mine | theirs if mine.get(key) != theirs.get(key)}
    said = [f"{key}: engine {one}, referee {other}" for key, (one, other) in unlike.items() if key not in spent]
    assert not said, f"{where}: {'; '.join(said)}"


class Table:
    """Many games on the engine, each beside the referee's; the referee is dealt what the engine draws."""

    def __init__(self, known: Cards, pairs: Sequence[Pair], seed: int = 0) -> None:
        """Begin the games of `pairs`."""
        self.known = known
        self.state = begin(known, pairs, seed)
        self._next: Drawn = {}
        self.games = {row: Game(self._teams(pair), self._draw_for(row)) for row, pair in enumerate(pairs)}

    def _teams(self, pair: Pair) -> Any:
        return tuple([self.known.all[place] for place in deck.content.cards] for deck in pair)

    def _draw_for(self, row: int) -> Any:
        def draw(_seat: int, slots: list[int]) -> int:
            assert self._next[row] in slots, f"game {row}: the engine drew slot {self._next[row]}, not one of {slots}"
            return self._next[row]

        return draw

    def compare(self, rows: np.ndarray, where: str) -> None:
        """Hold the games `rows` against each other, once the engine has caught up."""
        sets = catch_up(self.state, self.games, rows)
        for row in sets:
            assert_same(self.state, row, self.games[row], self.known, sets[row], f"{where}, game {row}")

    def play(self, rows: np.ndarray, actions: Sequence[int]) -> Drawn:
        """Take a decision in each of `rows`, on both sides; return what was drawn."""
        self._next = play(self.state, rows, actions)
        for row, action in zip(rows, actions, strict=True):
            self.games[int(row)].play(action)
        return self._next


def choose(draw: Random, game: Game, row: int) -> int:
    """Return any legal action; in odd games sacrifices are rare, so that most get far."""
    options = game.legal()
    acts = [action for action in options if action % WORD != SACRIFICE]
    return draw.choice(acts if row % 2 and acts and draw.random() < 0.95 else options)


def agree(known: Cards, pairs: Sequence[Pair], seed: int) -> int:
    """Play random games on the engine and on the referee, comparing every position; return how many positions."""
    table, draw, compared = Table(known, pairs, seed), Random(seed), 0
    live = np.arange(len(pairs))
    while len(live):
        table.compare(live, f"seed {seed}")
        compared += len(live)
        live = np.array([row for row in live if not table.games[int(row)].over], np.int64)
        table.play(live, [choose(draw, table.games[int(row)], int(row)) for row in live])
    return compared


def lineups(draw: Random, decks: Sequence[Deck], games: int) -> list[Pair]:
    """Return pairs of decks drawn at random."""
    return [(draw.choice(decks), draw.choice(decks)) for _ in range(games)]


def held(teams: Sequence[Six]) -> tuple[Cards, list[Deck]]:
    """Return hand-made cards as a card set, and the teams as decks of it."""
    known = Cards(tuple(card for six in teams for card in six))
    numbers = [[card.number for card in six] for six in teams]
    return known, [deck_file.parse({"name": n[0], "cards": n}, "here", known) for n in numbers]


def extreme(seed: int) -> Cards:
    """Return a card set of random figures, many at the end of their range: whatever a user's file may say."""
    return figures.card_set(Random(seed))


LUCKS = 1000  # games of one script with draws, each of its own luck: the least likely draws come in one of 125


def agree_on(case: Case) -> None:
    """Play a script on the engine beside the referee, comparing each position, with luck that draws what it says."""
    known, (first, second) = held(case.teams)
    state = begin(known, [(first, second)] * (LUCKS if case.draws else 1))
    draws = [*case.draws]
    game = Game(case.teams, lambda _seat, _slots: draws.pop(0))
    rows = np.arange(len(state))
    for word, move in zip(case.script.split(), case.moves, strict=True):
        sets = catch_up(state, dict.fromkeys(rows.tolist(), game), rows)
        assert_same(state, rows[0], game, known, sets[rows[0]], f"before {word}")
        drawn = play(state, rows, [move] * len(rows))
        if drawn:
            rows = np.array([row for row in rows if drawn[row] == draws[0]])
        game.play(move)
    sets = catch_up(state, dict.fromkeys(rows.tolist(), game), rows)
    assert_same(state, rows[0], game, known, sets[rows[0]], "at the end")
    mine = snapshot(state, rows[0], known)
    assert {key: mine[key] for key in case.expect if key not in _SPENT} == {
        key: value for key, value in case.expect.items() if key not in _SPENT
    }
