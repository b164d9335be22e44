"""What every ruleset and every strategy file must keep, run for all that there are."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from sim import decide, engine, luck, pick
from sim.arrays import ALL, Coin, Integer, Rows, Sets
from sim.engine import Lot, Played
from sim.ruleset import OVER, Deck, Ruleset, State, Strategy, from_act
from tests.rooms import ROOT, Room, pairs, part, playable, room, rooms, rows_of, same, strategies

GAMES = 400
PAIRS = pairs()
each_room = pytest.mark.parametrize("name", playable())
each_strategy = pytest.mark.parametrize(("name", "strategy"), PAIRS, ids=["-".join(pair) for pair in PAIRS])


@cache
def whole(name: str, strategy: str) -> Played:
    """Return the lot of a room played by a strategy against random, all games at once."""
    it = room(name)
    return it.play(it.strategy(strategy), it.strategy("random"), it.lot(GAMES), batch=GAMES)


# --- rooms ---


@pytest.mark.parametrize("name", rooms())
def test_every_room_is_furnished(name: str) -> None:
    """A ruleset's folder holds the furniture of design.md 3, and there are strategies for it, random among them."""
    wanted = {"README.md", "state.py", "rules.py", "decks.py", "referee.py"}
    there = {path.name for path in (ROOT / "sim/rulesets" / name).iterdir()}
    assert wanted <= there, f"{name} lacks {sorted(wanted - there)}"
    assert "random" in strategies(name)


@each_room
def test_a_ruleset_says_what_it_is(name: str) -> None:
    """Its name is its folder's, its labels are unique, the last ending is the cap, its numbers make sense."""
    rules = room(name).ruleset
    assert rules.name == name
    assert rules.version >= 1
    assert rules.endings[-1] == "cap"
    for labels in (rules.actions, rules.endings):
        assert len(set(labels)) == len(labels)
        assert all(labels)
    assert 0 < rules.max_decisions < 32768, "decisions are counted in 16 bits"
    assert rules.games_per_shard > 0


@each_room
def test_shipped_decks_are_named_and_fit_their_bits(name: str) -> None:
    """Every deck goes by its own name, and its slots fit the bits of `seen` and `played`."""
    decks: dict[str, Deck] = import_module(f"sim.rulesets.{name}.decks").shipped()
    assert decks
    assert all(deck.name == key for key, deck in decks.items())
    assert all(1 <= len(deck.slots) <= 64 for deck in decks.values())
    widest = max(len(deck.slots) for deck in decks.values())
    assert room(name).deal(room(name).lot(1)).seen.dtype.itemsize * 8 >= widest


@each_room
@pytest.mark.parametrize("games", [0, 1])
def test_a_lot_may_be_empty_or_a_single_game(name: str, games: int) -> None:
    """Shards end on ragged numbers: nothing and one are lots too."""
    it = room(name)
    played = it.play(it.strategy("random"), it.strategy("random"), it.lot(games))
    assert len(played.result) == games


# --- games ---


@each_strategy
def test_games_are_legal_and_end_within_their_ranges(name: str, strategy: str) -> None:
    """All games end, by the rules or the cap; results, endings, turns, decisions and slots are in range."""
    it, lot, played = room(name), room(name).lot(GAMES), whole(name, strategy)
    cap = len(it.ruleset.endings) - 1
    assert set(played.result.tolist()) <= {-1, 0, 1}
    assert (played.ending >= 0).all()
    assert (played.ending <= cap).all()
    assert (played.result[played.ending == cap] == 0).all()
    assert (played.turns > 0).all()
    assert (played.decisions <= it.ruleset.max_decisions).all()
    slots = np.array(it.slots)[lot.decks]
    for bits in (played.seen, played.played):
        used = [[int(word).bit_length() for word in row] for row in bits]
        assert (np.array(used) <= slots).all()


@each_strategy
@pytest.mark.parametrize("batch", [64, 1000])
def test_the_batch_size_changes_nothing(name: str, strategy: str, batch: int) -> None:
    """Games are the same in every column, in batches of 64, 1,000 and whole: judged row by row, luck by address."""
    it = room(name)
    first, second = it.strategy(strategy), it.strategy("random")
    assert same(it.play(first, second, it.lot(GAMES), batch), whole(name, strategy))


@each_strategy
def test_order_and_split_change_nothing(name: str, strategy: str) -> None:
    """The lot reversed, and an odd part of it by itself, give the same games."""
    it, lot = room(name), room(name).lot(GAMES)
    first, second = it.strategy(strategy), it.strategy("random")
    backwards = slice(None, None, -1)
    assert same(it.play(first, second, part(lot, backwards), 64), rows_of(whole(name, strategy), backwards))
    some = np.arange(3, GAMES, 7)
    assert same(it.play(first, second, part(lot, some), 64), rows_of(whole(name, strategy), some))


@each_strategy
def test_idle_games_beside_a_deciding_one_change_nothing(
    name: str, strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two decide at a time; now and then one of them stands idle, and the other's view is of its own phase still."""
    it = room(name)
    if not it.ruleset.idles:
        return
    there = whole(name, strategy)
    monkeypatch.setattr(decide, "_MOUTHFUL", 2)
    assert same(it.play(it.strategy(strategy), it.strategy("random"), it.lot(GAMES), batch=GAMES), there)


# --- strategies ---


def watched(inner: Strategy, watch: Callable[..., None]) -> Strategy:
    """Return `inner` with `watch` called on all that it was given and answered."""

    def decide(ruleset: Ruleset, state: State, seat: int, rows: Rows, legal: Sets, coin: Coin) -> Integer:
        answer = inner.decide(ruleset, state, seat, rows, legal, coin)
        watch((ruleset, state, seat, rows, legal, coin), answer)
        return answer

    return replace(inner, decide=decide)


def play_both_seats(it: Room, strategy: Strategy) -> None:
    """Play a lot in which the strategy meets random from either seat, and itself."""
    other = it.strategy("random")
    for first, second in ((strategy, other), (other, strategy), (strategy, strategy)):
        it.play(first, second, it.lot(100, seed=3))


@each_strategy
def test_a_strategy_judges_row_by_row(name: str, strategy: str) -> None:
    """The batch given backwards is answered backwards: no row looks at its neighbours or its place."""
    it, calls = room(name), []
    inner = it.strategy(strategy)

    def watch(given: tuple[Any, ...], answer: Integer) -> None:
        ruleset, state, seat, rows, legal, coin = given
        back = np.arange(len(state))[rows][::-1]
        again = inner.decide(ruleset, state, seat, back, legal[:, ::-1], coin[::-1])
        calls.append(np.array_equal(np.asarray(again)[::-1], answer))

    play_both_seats(it, watched(inner, watch))
    assert calls
    assert all(calls)


@each_strategy
def test_a_strategy_that_calls_itself_deterministic_ignores_its_coin(name: str, strategy: str) -> None:
    """With other coins it answers the same; one that does not say so really tosses, sooner or later."""
    it, calls = room(name), []
    inner = it.strategy(strategy)

    def watch(given: tuple[Any, ...], answer: Integer) -> None:
        *facts, coin = given
        calls.extend(np.array_equal(inner.decide(*facts, other), answer) for other in (~coin, luck.mix(coin)))

    play_both_seats(it, watched(inner, watch))
    assert calls
    assert all(calls) == inner.deterministic


@each_room
def test_a_view_is_for_reading(name: str) -> None:
    """Every array that a strategy finds in its view is read-only."""
    it = room(name)
    writeable: set[str] = set()

    def act(view: Any, legal: Sets, coin: Coin) -> Integer:
        writeable.update(key for key, value in _arrays(view) if value.flags.writeable)
        return pick.uniform(legal, coin)

    it.play(from_act("reader", act), it.strategy("random"), it.lot(50))
    assert not writeable


def _shared(struct: Any, path: str = "tables") -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """Yield (path, array) of every array in tables, those of structs in them included."""
    for field in fields(struct):
        value, here = getattr(struct, field.name), f"{path}.{field.name}"
        if isinstance(value, np.ndarray):
            yield here, value
        elif is_dataclass(value):
            yield from _shared(value, here)


@each_room
def test_tables_are_for_reading(name: str) -> None:
    """All states and all views share the tables: no array of them can be written to."""
    arrays = dict(_shared(room(name).tables))
    assert arrays
    assert [path for path, array in arrays.items() if array.flags.writeable] == []


# --- states in the middle of games ---


def _arrays(struct: Any) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """Yield the arrays of a view, those of its own structs included; tables are shared and no part of it."""
    for field in fields(struct):
        value = getattr(struct, field.name)
        if isinstance(value, np.ndarray):
            yield field.name, value


@cache
def few(name: str) -> list[State]:
    """Return states in the middle of 150 games."""
    return middles(name, room(name).lot(150, seed=8))


def middles(name: str, lot: Lot) -> list[State]:
    """Return the states of a lot after each of its first ticks, played by random, until no game is left."""
    it = room(name)
    state, found = it.deal(lot), []
    strategy = it.strategy("random")
    while (state.phase != OVER).any() and len(found) < 40:
        found.append(state.take(np.arange(len(state))))
        engine.tick(it.ruleset, state, (strategy, strategy))
    return found


def waiting(name: str, states: list[State] | None = None) -> Iterator[tuple[Room, State, int, np.ndarray[Any, Any]]]:
    """Yield (room, state, seat, rows) for states in the middle of games: fresh copies, rows that wait for the seat."""
    for middle in states or few(name):
        phase = middle.phase.min()
        for seat in (0, 1):
            rows = np.flatnonzero((middle.seat == seat) & (middle.phase == phase))
            if len(rows):
                yield room(name), middle.take(np.arange(len(middle))), seat, rows


def fresh_keys(state: State, rows: np.ndarray[Any, Any], label: int = 1) -> np.ndarray[Any, Any]:
    return luck.branch(state.key[:, rows], label)


def seen_by(it: Room, state: State, seat: int, rows: Rows) -> dict[str, np.ndarray[Any, Any]]:
    """Return all that a seat is shown: its view and its legal sets."""
    return {**dict(_arrays(it.ruleset.view(state, seat, rows))), "legal": it.ruleset.legal(state, seat, rows)}


def equal(one: dict[str, np.ndarray[Any, Any]], other: dict[str, np.ndarray[Any, Any]]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)


def snapshot(state: State, rows: Rows = ALL) -> dict[str, np.ndarray[Any, Any]]:
    return {key: value[..., rows].copy() for key, value in state.arrays()}


@each_room
def test_looking_changes_nothing(name: str) -> None:
    """`legal`, `view`, `describe` and `status` write to no state."""
    for it, state, seat, rows in waiting(name):
        before = snapshot(state)
        legal = it.ruleset.legal(state, seat, rows)
        it.ruleset.view(state, seat, rows)
        it.ruleset.status(state, int(rows[0]))
        it.ruleset.describe(state, seat, int(rows[0]), pick.actions(legal, 0)[0])
        assert equal(snapshot(state), before)


@each_room
def test_a_view_is_no_window_into_later_states(name: str) -> None:
    """Writing to what `legal` or `view` returned for an index of rows reaches no game."""
    for it, state, seat, rows in waiting(name):
        before = snapshot(state)
        for value in seen_by(it, state, seat, rows).values():
            value[...] = 0
        assert equal(snapshot(state), before)


@each_room
def test_every_legal_action_can_be_said(name: str) -> None:
    """Legal sets hold known actions only, at least one a row, and each is described by words of its own."""
    for it, state, seat, rows in waiting(name):
        legal = it.ruleset.legal(state, seat, rows)
        assert (pick.size(legal) > 0).all()
        for at in range(0, len(rows), 10):
            held = pick.actions(legal, at)
            assert max(held) < len(it.ruleset.actions)
            said = [it.ruleset.describe(state, seat, int(rows[at]), action) for action in held]
            assert len(set(said)) == len(said), said
            assert all(said) or len(held) == 1  # what goes on by itself may have no words
        assert it.ruleset.status(state, int(rows[0])).strip()


@each_room
def test_a_step_touches_its_rows_only(name: str) -> None:
    """Games that were not stepped are as they were, in every field."""
    for it, state, seat, rows in waiting(name):
        mine = rows[::2]
        others = np.setdiff1d(np.arange(len(state)), mine)
        before = snapshot(state, others)
        legal = it.ruleset.legal(state, seat, mine)
        it.ruleset.step(state, seat, mine, pick.nth(legal, np.zeros(len(mine), np.int16)))
        assert equal(snapshot(state, others), before)


@each_room
def test_slice_and_index_are_one(name: str) -> None:
    """A batch that waits for one seat gives the same sets, views and next states for `slice(None)` and for indices."""
    for it, state, seat, rows in waiting(name):
        one, other = state.take(rows), state.take(rows)
        every = np.arange(len(rows))
        assert equal(seen_by(it, one, seat, ALL), seen_by(it, one, seat, every))
        action = pick.uniform(it.ruleset.legal(one, seat, ALL), luck.mix(one.key[0]))
        it.ruleset.step(one, seat, ALL, action)
        it.ruleset.step(other, seat, every[::-1].copy(), action[::-1].copy())
        assert equal(snapshot(one), snapshot(other))


# --- redeal ---


@each_room
def test_redeal_changes_nothing_that_the_seat_sees(name: str) -> None:
    """View and legal sets of the seat are the same after it, and the facts of the game that all know."""
    for it, state, seat, rows in waiting(name):
        public = ("game", "seat", "phase", "result", "ending", "margin", "turns")
        before, facts = seen_by(it, state, seat, rows), {key: getattr(state, key).copy() for key in public}
        it.ruleset.redeal(state, seat, rows, fresh_keys(state, rows))
        assert equal(seen_by(it, state, seat, rows), before)
        assert equal({key: getattr(state, key) for key in public}, facts)


@each_room
def test_redeal_gives_its_rows_new_luck_and_leaves_the_others(name: str) -> None:
    """The rows dealt anew play on with the keys that were given; all other games are as they were."""
    for it, state, seat, rows in waiting(name):
        mine = rows[::2]
        others = np.setdiff1d(np.arange(len(state)), mine)
        keys, before = fresh_keys(state, mine), snapshot(state, others)
        it.ruleset.redeal(state, seat, mine, keys)
        assert equal(snapshot(state, others), before)
        assert np.array_equal(state.key[:, mine], keys)


@each_room
def test_redeal_is_decided_by_its_keys(name: str) -> None:
    """The same keys deal the same state, by slice or by index, whatever was hidden before: nothing of it is left."""
    for it, state, seat, rows in waiting(name):
        one, other = state.take(rows), state.take(rows)
        keys = fresh_keys(one, ALL)
        it.ruleset.redeal(other, seat, ALL, fresh_keys(one, ALL, label=2))
        it.ruleset.redeal(one, seat, ALL, keys)
        it.ruleset.redeal(other, seat, np.arange(len(rows))[::-1].copy(), keys[:, ::-1].copy())
        assert equal(snapshot(one), snapshot(other))


PAST = ("game", "trace", "draws", "key")  # a game's place in the lot, its history and its luck


def lanes(state: State, without: tuple[str, ...]) -> np.ndarray[Any, Any]:
    """Return [L, n] all numbers of a state, one lane of the batch after another."""
    kept = [value for key, value in state.arrays() if key not in without]
    return np.concatenate([np.asarray(value, np.int64).reshape(-1, len(state)) for value in kept])


def alike(it: Room, state: State, seat: int) -> np.ndarray[Any, Any]:
    """Return for each game the first one that the seat cannot tell from it.

    Their views and legal sets are equal, and so are all lanes that dealing anew leaves alone everywhere: the open past,
    which no view need show. `seen` is never open: it says what was in a hand.
    """
    anew = state.take(np.arange(len(state)))
    it.ruleset.redeal(anew, seat, ALL, fresh_keys(state, ALL, label=3))
    before = lanes(state, (*PAST, "seen"))
    still = (before == lanes(anew, (*PAST, "seen"))).all(axis=1)
    shown = [np.asarray(value, np.int64).reshape(-1, len(state)) for value in seen_by(it, state, seat, ALL).values()]
    _, first, group = np.unique(np.concatenate([*shown, before[still]]), axis=1, return_index=True, return_inverse=True)
    return first[group.reshape(-1)]


def forks(it: Room, states: list[State]) -> list[State]:
    """Return for each state its waiting games twice, after their last legal action and after the one before it."""
    found = []
    for state in states:
        seat, phase = int(state.seat[state.phase.argmin()]), state.phase.min()
        rows = np.flatnonzero((state.seat == seat) & (state.phase == phase) & (phase != OVER))
        fork = state.take(np.concatenate([rows, rows]))
        for half in np.split(np.arange(len(fork)), 2):
            held = [pick.actions(it.ruleset.legal(fork, seat, half[[at]]), 0) for at in range(len(half))]
            chosen = [actions[-1] if half[0] == 0 else actions[-2:][0] for actions in held]
            it.ruleset.step(fork, seat, half, np.array(chosen, np.int16))
        found.append(fork)
    return found


def mirrors(it: Room, most: int) -> Lot:
    """Return a lot of mirrors: `most` games where decks are small; large ones take longer and seldom look alike."""
    games = min(most, 24_000 // max(it.slots))
    same = (np.arange(games) % min(8, len(it.slots))).astype(np.int32)
    return replace(it.lot(games), decks=np.stack([same, same]))


def twins(it: Room, state: State, seat: int, rows: np.ndarray[Any, Any]) -> State:
    """Return the games, and each of them dealt anew: with large hands hardly any two games look alike by chance."""
    copy = state.take(np.concatenate([rows, rows]))
    anew = np.arange(len(rows), len(copy))
    it.ruleset.redeal(copy, seat, anew, fresh_keys(copy, anew, label=5))
    return copy


@each_room
def test_redeal_tells_no_games_apart_that_the_seat_cannot(name: str) -> None:
    """Games that look the same to the seat become one game under the same keys: nothing hidden shines through."""
    it, apart = room(name), 0
    met = middles(name, mirrors(it, 4000))
    for _, state, seat, rows in waiting(name, met + forks(it, met)):
        copy = twins(it, state, seat, rows)
        first, hidden = alike(it, copy, seat), lanes(copy, PAST)
        it.ruleset.redeal(copy, seat, ALL, fresh_keys(copy, first))
        after = lanes(copy, PAST)
        assert (after == after[:, first]).all()
        apart += int((hidden != hidden[:, first]).sum())
    assert apart, "no two games looked alike and were not: this proves nothing"


def joined(states: list[State]) -> State:
    """Return the games of all states in one, in order."""
    ends = np.cumsum([len(state) for state in states])
    whole = states[0].take(np.zeros(ends[-1], np.intp))
    for state, end in zip(states, ends, strict=True):
        whole.put(np.arange(end - len(state), end), state)
    return whole


@each_room
def test_what_the_seat_cannot_know_decides_nothing_after_redeal(name: str) -> None:
    """Games with equal views have equal futures once dealt anew by the same keys: no secret is left to play a part."""
    it, other, dealt, same = room(name), room(name).strategy("random"), list[State](), list[np.ndarray[Any, Any]]()
    for _, state, seat, rows in waiting(name, middles(name, mirrors(it, 6000))):
        copy = twins(it, state, seat, rows)
        shown = [np.asarray(value, np.int64).reshape(-1, len(copy)) for value in seen_by(it, copy, seat, ALL).values()]
        _, first, group = np.unique(np.concatenate(shown), axis=1, return_index=True, return_inverse=True)
        same_to_it = first[group.reshape(-1)]
        it.ruleset.redeal(copy, seat, ALL, fresh_keys(copy, same_to_it))
        copy.draws[:] = 0
        same.append(same_to_it + sum(map(len, dealt)))
        dealt.append(copy)
    games, same_to_it = joined(dealt), np.concatenate(same)
    while (games.phase != OVER).any():
        engine.tick(it.ruleset, games, (other, other))
    for key in ("result", "ending", "margin"):
        assert np.array_equal(getattr(games, key), getattr(games, key)[same_to_it]), key
    assert int((same_to_it != np.arange(len(games))).sum()) > 1000


@each_room
def test_games_dealt_anew_play_on_to_their_end(name: str) -> None:
    """A state that was dealt anew is a state like any other: random play from it is legal and ends."""
    strategy = room(name).strategy("random")
    for it, state, seat, rows in list(waiting(name))[::4]:
        copy = state.take(rows)
        it.ruleset.redeal(copy, seat, ALL, fresh_keys(copy, ALL))
        for _ in range(20 * it.ruleset.max_decisions):
            if (copy.phase == OVER).all():
                break
            engine.tick(it.ruleset, copy, (strategy, strategy))
        assert (copy.phase == OVER).all()
        assert set(copy.result.tolist()) <= {-1, 0, 1}


@each_room
def test_redeal_keeps_over_games_over(name: str) -> None:
    """Planners deal whole copies anew: a game that has ended stays ended, with its result."""
    it = room(name)
    state = few(name)[-1].take(np.arange(150))
    strategy = it.strategy("random")
    while (state.phase != OVER).any():
        engine.tick(it.ruleset, state, (strategy, strategy))
    final = ("phase", "result", "ending", "margin", "turns")
    for seat in (0, 1):
        before = {key: getattr(state, key).copy() for key in final}
        it.ruleset.redeal(state, seat, ALL, fresh_keys(state, np.arange(150), seat))
        assert equal({key: getattr(state, key) for key in final}, before)


# --- arrangements ---


def arranged(it: Room, entrants: tuple[Strategy, Strategy], lot: Lot, arrangement: int) -> np.ndarray[Any, Any]:
    """Return entrant A's results and margins in one arrangement: bit 0, B starts; bit 1, the luck changes sides."""
    b_starts = arrangement & 1
    seats = entrants[::-1] if b_starts else entrants
    decks = lot.decks[::-1] if b_starts else lot.decks
    crossed = np.full(len(lot), arrangement >> 1, np.uint64)
    played = it.play(*seats, replace(lot, decks=np.ascontiguousarray(decks), crossed=crossed))
    found = np.stack([played.result, played.margin])
    return -found if b_starts else found


@each_strategy
def test_a_mirror_is_exactly_even(name: str, strategy: str) -> None:
    """One deck with one strategy on both sides: what A wins on a lot of luck when first, B wins on it when first."""
    it = room(name)
    lot = it.lot(100, seed=4)
    lot = replace(lot, decks=np.stack([lot.decks[0], lot.decks[0]]))
    entrants = (it.strategy(strategy), it.strategy(strategy))
    for one, other in ((0, 1), (2, 3)):
        assert not (arranged(it, entrants, lot, one) + arranged(it, entrants, lot, other)).any()


@each_strategy
def test_equal_seats_are_equal(name: str, strategy: str) -> None:
    """Where the rules favour no seat, exchanging seats and luck together is the same game, so the edge is zero."""
    it = room(name)
    lot, entrants = it.lot(200, seed=6), (it.strategy(strategy), it.strategy("random"))
    pairs = [(arranged(it, entrants, lot, a), arranged(it, entrants, lot, b)) for a, b in ((0, 3), (1, 2))]
    assert all(np.array_equal(one, other) for one, other in pairs) == it.ruleset.seats_equal


@each_room
def test_idle_games_are_left_alone(name: str) -> None:
    """Served as a slice, games that wait elsewhere have one legal action, and nothing of them changes."""
    it, mixed = room(name), 0
    if not it.ruleset.idles:
        return
    for middle in middles(name, it.lot(2000)):
        for phase in np.unique(middle.phase[middle.phase != OVER]):
            there, elsewhere = np.flatnonzero(middle.phase == phase), np.flatnonzero(middle.phase != phase)
            rows = np.random.default_rng(1).permutation(np.concatenate([there, elsewhere[: len(there) - 1]]))
            whole, few_of_it = middle.take(rows), middle.take(rows)
            seat, live = int(middle.seat[there[0]]), np.flatnonzero(whole.phase == phase)
            legal = it.ruleset.legal(whole, seat, ALL)
            assert pick.single(legal)[whole.phase != phase].all()
            assert np.array_equal(legal[:, live], it.ruleset.legal(few_of_it, seat, live))
            action = pick.lowest(legal)
            it.ruleset.step(whole, seat, ALL, action)
            it.ruleset.step(few_of_it, seat, live, action[live])
            assert equal(snapshot(whole), snapshot(few_of_it))
            mixed += len(rows) > len(live)
    assert mixed > 20


@each_room
def test_mingled_seats_step_as_each_alone(name: str) -> None:
    """One step of both seats leaves the games as a step of each does, and reads no seat."""
    it, mixed = room(name), 0
    if not it.ruleset.mingles:
        return
    for middle in middles(name, it.lot(400)):
        live = np.flatnonzero(middle.phase != OVER)
        action = np.zeros(len(middle), np.int16)
        whole, apart = middle.take(np.arange(len(middle))), middle.take(np.arange(len(middle)))
        for seat in (0, 1):
            rows = live[middle.seat[live] == seat]
            action[rows] = pick.lowest(it.ruleset.legal(middle, seat, rows))
            it.ruleset.step(apart, seat, rows, action[rows])
            mixed += len(rows) > 0
        it.ruleset.step(whole, 1, live, action[live])
        assert equal(snapshot(whole), snapshot(apart))
    assert mixed > 20
