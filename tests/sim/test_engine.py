"""The lockstep loop, on the toy ruleset: what it may not change, what it must refuse, and what it must count."""

import pickle
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from sim import decide, engine, luck, pick, ruleset
from sim.arrays import ALL, Coin, Integer, Rows, Sets
from sim.engine import Lot, Played
from sim.errors import StrategyError
from sim.ruleset import OVER, Ruleset, State, Strategy, from_act
from tests.rooms import part, rows_of, same
from tests.sim import toy
from tests.sim.toy import ADD, GREEDY, MOODY, RANDOM, TABLES, TOY

GAMES = 600
LOT = toy.lot(GAMES)
SEATED = (MOODY, RANDOM)


def play(lot: Lot = LOT, batch: int = 128, seated: tuple[Strategy, Strategy] = SEATED, rules: Ruleset = TOY) -> Played:
    return engine.play(rules, TABLES, seated, lot, batch)


WHOLE = play(batch=GAMES)


# --- no schedule changes a result ---


@pytest.mark.parametrize("batch", [1, 7, 64, 4096])
def test_the_batch_size_changes_nothing(batch: int) -> None:
    """A lot has the same results in every column, played one game at a time, in any batch, or whole."""
    assert same(play(batch=batch), WHOLE)


def test_a_ruleset_says_its_own_batch() -> None:
    """Without a batch size the ruleset's own is used, and changes nothing either."""
    assert same(engine.play(TOY, TABLES, SEATED, LOT), WHOLE)


@pytest.mark.parametrize("batch", [7, 4096])
def test_the_order_changes_nothing(batch: int) -> None:
    """Games in any order have the results that they have in this one."""
    order = np.random.default_rng(3).permutation(GAMES)
    assert same(play(part(LOT, order), batch), rows_of(WHOLE, order))


@pytest.mark.parametrize("at", [0, 1, 63, 300, GAMES])
def test_any_split_changes_nothing(at: int) -> None:
    """A lot played in two parts, one of them empty even, has the results of the whole."""
    assert same(play(part(LOT, slice(0, at))), rows_of(WHOLE, slice(0, at)))
    assert same(play(part(LOT, slice(at, GAMES))), rows_of(WHOLE, slice(at, GAMES)))


def test_games_of_one_address_are_one_game() -> None:
    """A game that stands in a lot many times has one result: luck has an address and no history."""
    rows = np.repeat(np.arange(20), 30)
    assert same(play(part(LOT, rows), 64), rows_of(WHOLE, rows))


def test_all_games_are_what_they_are_by_hand() -> None:
    """Every game, short or long, is recorded once, with the result of the same game played in plain Python."""
    got = play(seated=(RANDOM, RANDOM), batch=50)
    sheets = [toy.by_hand(LOT, place) for place in range(GAMES)]
    assert got.result.tolist() == [sheet.result for sheet in sheets]
    assert got.turns.tolist() == [sheet.turns for sheet in sheets]
    assert got.decisions.tolist() == [len(sheet.moves) for sheet in sheets]
    assert (got.ending == 0).all()
    assert np.ptp(got.turns) > 20, "the toy's games should differ in length, or this proves little"


def test_refilling_favours_no_length() -> None:
    """Each game is dealt once and recorded once; a game not recorded would show no turn."""
    dealt: list[int] = []

    def deal(tables: toy.Tables, decks: np.ndarray, keys: np.ndarray) -> toy.State:
        dealt.append(keys.shape[1])
        return toy.deal(tables, decks, keys)

    got = play(batch=50, rules=replace(TOY, deal=deal))
    assert sum(dealt) == GAMES
    assert len(dealt) > 10, "the batch should be refilled often"
    assert (got.turns > 0).all()


def test_the_lot_is_left_alone() -> None:
    """Playing writes nothing into what it was given: the lot is played again later, by others."""
    mine = part(LOT, np.arange(GAMES))
    for array in (mine.decks, mine.luck, mine.crossed):
        array.flags.writeable = False
    assert same(play(mine), WHOLE)


def test_a_tick_serves_each_game_of_the_lowest_phase_once() -> None:
    """With both seats waiting, and rare phases present, one tick moves the lowest phase's games, once each."""
    state, _ = engine.begin(TOY, TABLES, LOT, 0, 300)
    met: set[tuple[int, int]] = set()
    for _ in range(30):
        before = state.take(np.arange(300))
        engine.tick(TOY, state, SEATED)
        due = (before.phase == before.phase.min()) & (before.phase != OVER)
        assert (state.turns - before.turns == due).all()
        met.add((int(before.phase.min()), len(np.unique(before.seat[due]))))
    assert {(toy.RARE, 2), (toy.PLAY, 2)} <= met, "the toy should make the seats wait together, or this proves little"


@pytest.mark.parametrize("decks", [(0,), (0, 0, 0, 3)])
@pytest.mark.parametrize("batch", [1, 16, 600])
def test_games_that_are_over_when_dealt_are_recorded(decks: tuple[int, ...], batch: int) -> None:
    """A game without a single decision is a game like any other, wherever in the lot it stands."""
    lot = toy.lot(GAMES, decks=decks)
    got = play(lot, batch)
    empty = (lot.decks == 0).all(axis=0)
    assert (got.ending == np.where(empty, 1, 0)).all()
    assert ((got.turns == 0) == empty).all()


# --- what strategies may not do ---


def at_ten(wrong: Callable[[Integer], Integer], name: str = "rogue") -> Strategy:
    """Return a strategy that goes wrong where its view shows exactly ten counters at a real decision."""

    def act(view: toy.View, legal: Sets, coin: Coin) -> Integer:
        answer = np.asarray(pick.uniform(legal, coin), np.int64)
        rows = np.flatnonzero((view.pile == 10) & ~pick.single(legal))
        answer[rows] = wrong(answer[rows])
        return answer

    return from_act(name, act)


def first_at_ten(seat: int) -> set[int]:
    """Return the games in which `seat` ever decides at ten counters, before anything has gone wrong."""
    found: set[int] = set()

    def legal(state: toy.State, asked: int, rows: Rows) -> Sets:
        if asked == seat:
            found.update(state.game[rows][state.pile[rows] == 10].tolist())
        return toy.legal(state, asked, rows)

    play(seated=(RANDOM, RANDOM), rules=replace(TOY, legal=legal))
    return found


WRONG = {
    "negative": lambda right: right * 0 - 1,
    "negative within the set's width": lambda right: right - 8,
    "past the actions": lambda right: right * 0 + 5,
    "past the set": lambda right: right + 8,
    "far past the set": lambda right: right + 256,
    "another phase's": lambda right: np.where(right == ADD, 0, ADD),
    "legal plus 2^16": lambda right: right + 65536,
    "legal minus 2^16": lambda right: right - 65536,
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("case", WRONG)
def test_illegal_actions_are_refused_by_game_and_seat(case: str, seat: int) -> None:
    """No answer is bent into legality: the error names the strategy, what was right, the game and the seat."""
    seated = (at_ten(WRONG[case]), RANDOM) if seat == 0 else (RANDOM, at_ten(WRONG[case]))
    with pytest.raises(StrategyError, match=r"'rogue'.*not legal there: right would be") as caught:
        play(seated=seated)
    assert caught.value.seat == seat
    assert caught.value.game in first_at_ten(seat)


ANSWERS = {
    "floats": lambda right: right.astype(float),
    "booleans": lambda right: right > 0,
    "objects": lambda right: right.astype(object),
    "a column": lambda right: right[:, None],
    "one too few": lambda right: right[1:],
    "one too many": lambda right: np.append(right, 0),
    "a number": lambda right: int(right[0]),
    "nothing": lambda right: None,
    "ragged lists": lambda right: [[1], [1, 2]],
}


@pytest.mark.parametrize("case", ANSWERS)
def test_answers_of_another_shape_or_type_are_refused(case: str) -> None:
    """What is not one integer a row is an error that names the strategy, a game and the seat."""
    rogue = from_act("rogue", lambda view, legal, coin: ANSWERS[case](pick.uniform(legal, coin)))
    with pytest.raises(StrategyError, match="'rogue'") as caught:
        play(seated=(RANDOM, rogue))
    assert caught.value.seat == 1
    assert 0 <= caught.value.game < GAMES


def test_a_strategy_that_raises_is_named() -> None:
    """Whatever a strategy raises arrives as StrategyError, with its own fault as the cause."""

    def act(view: toy.View, legal: Sets, coin: Coin) -> Integer:
        raise KeyError("weapon")

    with pytest.raises(StrategyError, match="'rogue' raised KeyError: 'weapon'") as caught:
        play(seated=(from_act("rogue", act), RANDOM))
    assert isinstance(caught.value.__cause__, KeyError)
    assert caught.value.seat == 0
    assert 0 <= caught.value.game < GAMES


def test_a_strategy_error_survives_the_trip_between_processes() -> None:
    """Pickled and back it says the same, of the same game and seat."""
    fault = pickle.loads(pickle.dumps(StrategyError("strategy 'x' erred", 17, 1)))
    assert (str(fault), fault.game, fault.seat) == ("strategy 'x' erred", 17, 1)


def scribble_pile(view: toy.View, legal: Sets, coin: Coin) -> Integer:
    view.pile[:] = 1
    return pick.uniform(legal, coin)


def scribble_legal(view: toy.View, legal: Sets, coin: Coin) -> Integer:
    legal |= 0b111
    return np.full(len(coin), 2, np.int16)


def scribble_coin(view: toy.View, legal: Sets, coin: Coin) -> Integer:
    coin[:] = 0
    return pick.uniform(legal, coin)


@pytest.mark.parametrize("act", [scribble_pile, scribble_legal, scribble_coin])
def test_a_strategy_may_write_to_nothing_it_is_given(act: Callable[..., Integer]) -> None:
    """Its view, its legal set and its coin are for reading: writing is an error, not another game."""
    with pytest.raises(StrategyError, match=r"'rogue' raised ValueError.*read-only"):
        play(seated=(from_act("rogue", act), RANDOM))


def test_small_answers_of_any_integer_type_are_taken() -> None:
    """The type of an answer changes nothing, as long as it is an integer."""
    for kind in (np.int8, np.uint8, np.int32, np.uint64, int):
        cast = from_act("cast", lambda view, legal, coin, kind=kind: pick.uniform(legal, coin).astype(kind))
        assert same(play(seated=(cast, cast)), play(seated=(RANDOM, RANDOM)))


# --- the cap ---


@pytest.mark.parametrize("cap", [3, 8, 15])
def test_the_cap_ends_games_exactly_at_its_number_of_decisions(cap: int) -> None:
    """A game that takes no more decisions than the cap is untouched; every other is a draw, ended `cap`, at the cap."""
    got = play(rules=replace(TOY, max_decisions=cap))
    longer = WHOLE.decisions > cap
    assert 0 < longer.sum() < GAMES
    assert (WHOLE.decisions == cap).any()
    assert same(rows_of(got, ~longer), rows_of(WHOLE, ~longer))
    assert (got.decisions[longer] == cap).all()
    assert (got.result[longer] == 0).all()
    assert (got.ending[longer] == len(toy.ENDINGS) - 1).all()


@pytest.mark.parametrize("batch", [1, 64])
def test_capped_games_do_not_depend_on_the_batch(batch: int) -> None:
    """The cap counts a game's own decisions, not the loop's."""
    rules = replace(TOY, max_decisions=5)
    assert same(play(batch=batch, rules=rules), play(batch=GAMES, rules=rules))


@pytest.mark.parametrize("cap", [3, 5, 8])
def test_who_makes_the_forced_moves_changes_no_capped_result(cap: int) -> None:
    """A game that has only forced moves left at the cap ends as it must, whoever makes them."""
    rules = replace(TOY, max_decisions=cap)
    eager, lazy = (engine.play(rules, tables, SEATED, LOT, 64) for tables in (toy.EAGER, TABLES))
    for column in ("result", "ending", "decisions", "trace"):
        assert np.array_equal(getattr(eager, column), getattr(lazy, column)), column


# --- forced moves ---


def test_who_makes_the_forced_moves_changes_nothing() -> None:
    """Rules that run on over forced moves, and rules that leave them to the engine, play the same games."""
    eager = engine.play(TOY, toy.EAGER, SEATED, LOT, 64)
    assert same(eager, WHOLE)


def test_what_is_answered_to_a_forced_move_changes_nothing() -> None:
    """A strategy need not know what to do where there is one action only, alone or beside rows with a choice."""

    def act(view: toy.View, legal: Sets, coin: Coin) -> Integer:
        return np.where(pick.single(legal), -77, pick.uniform(legal, coin))

    careless = from_act("careless", act)
    assert same(play(seated=(careless, careless)), play(seated=(RANDOM, RANDOM)))


def test_a_forced_move_fits_whatever_type_is_answered() -> None:
    """With more than 127 actions, answers in int8 to the real decisions do not cut the forced ones."""
    state, _ = engine.begin(TOY, TABLES, LOT, 0, 2)
    sets = np.array([[0b11, 0], [0, 0], [0, 0], [0, 1 << 8]], np.uint64)  # actions 0 or 1; action 200 alone
    rules = replace(TOY, actions=tuple(map(str, range(256))), legal=lambda *_: sets, step=lambda *_: None)
    short = from_act("short", lambda view, legal, coin: np.ones(2, np.int8))
    assert engine.serve(rules, state, short, 0, ALL).tolist() == [1, 200]


def test_a_forced_move_leaves_no_mark() -> None:
    """It is played whatever the strategy would say, and neither coin counter nor trace moves; a real one moves both."""
    state, _ = engine.begin(TOY, TABLES, toy.lot(64, decks=(1, 2)), 0, 64)
    state.seat[:] = 1
    state.pile[:] = np.where(np.arange(64) < 32, 1, 3)
    nonsense = from_act("nonsense", lambda view, legal, coin: np.where(view.pile == 1, 77, 1).astype(np.int16))
    action = engine.serve(TOY, state, nonsense, 1, ALL)
    assert action.tolist() == [0] * 32 + [1] * 32
    assert state.draws[luck.COIN].tolist() == [[0] * 64, [0] * 32 + [1] * 32]
    assert ((state.trace != 0) == (np.arange(64) >= 32)).all()


# --- traces ---


def test_traces_are_equal_exactly_where_decisions_are() -> None:
    """Two games have one trace if and only if the same seats made the same real decisions in the same order."""
    lot = toy.lot(4000, decks=(1,))
    trace = play(lot, seated=(RANDOM, RANDOM)).trace
    moves = [toy.by_hand(lot, place).moves for place in range(len(lot))]
    by_moves: dict[object, set[int]] = {}
    for made, mark in zip(moves, trace.tolist(), strict=True):
        by_moves.setdefault(made, set()).add(mark)
    assert all(len(marks) == 1 for marks in by_moves.values())
    assert 100 < len(by_moves) < 3000, "the lot should hold both equal and different games"
    assert len({mark for marks in by_moves.values() for mark in marks}) == len(by_moves)


def test_a_trace_tells_order_seat_and_action() -> None:
    """Exchanging two decisions, giving one to the other seat, or taking another action gives another trace."""

    def after(*moves: tuple[int, int]) -> int:
        state, _ = engine.begin(TOY, TABLES, part(LOT, slice(0, 1)), 0, 1)
        for seat, action in moves:
            decide.trace(state, seat, ALL, np.array([action], np.int16), np.ones(1, bool))
        return int(state.trace[0])

    a, b, c, d = (0, 0), (0, 1), (1, 0), (1, 1)
    games = [(), (a,), (b,), (c,), (a, a), (a, b), (b, a), (a, d), (c, b), (c, c)]
    assert len({after(*moves) for moves in games}) == len(games)
    assert after(a, d) == after(a, d)


# --- states ---


def some_state() -> toy.State:
    state, _ = engine.begin(TOY, TABLES, LOT, 0, 100)
    for _ in range(5):
        engine.tick(TOY, state, SEATED)
    return state


def test_take_copies() -> None:
    """A taken state holds the games asked for, repeated ones too, and shares no memory but the tables."""
    state = some_state()
    rows = np.array([5, 3, 3, 99])
    taken = state.take(rows)
    assert taken.tables is state.tables
    assert len(taken) == 4
    for name, value in taken.arrays():
        source = getattr(state, name)
        assert np.array_equal(value, source[..., rows]), name
        assert value.dtype == source.dtype, name
        assert not np.shares_memory(value, source), name


def test_put_copies_into_its_rows_only() -> None:
    """The games laid down are those of the fresh state, all others stay, and no memory is shared."""
    state, fresh = some_state(), some_state().take(np.array([50, 51, 52]))
    before = state.take(np.arange(100))
    rows = np.array([7, 2, 90])
    state.put(rows, fresh)
    others = np.setdiff1d(np.arange(100), rows)
    for name, value in state.arrays():
        assert np.array_equal(value[..., rows], getattr(fresh, name)), name
        assert np.array_equal(value[..., others], getattr(before, name)[..., others]), name
        assert not np.shares_memory(value, getattr(fresh, name)), name


def test_put_reaches_fields_of_any_layout() -> None:
    """Where a field's memory is not contiguous, its games are laid down all the same."""

    class Deep(State):
        def arrays(self) -> list[tuple[str, np.ndarray]]:
            return [("grid", self.grid)]

    state, fresh = Deep.__new__(Deep), Deep.__new__(Deep)
    state.grid = np.asfortranarray(np.zeros((2, 3, 8), np.int8))
    fresh.grid = np.arange(12, dtype=np.int8).reshape(2, 3, 2)
    state.put(np.array([6, 1]), fresh)
    assert np.array_equal(state.grid[..., [6, 1]], fresh.grid)


def test_opening_takes_the_smallest_type_for_its_slots() -> None:
    """Seen and played hold a bit for each of 1 to 64 slots, in the smallest type that does."""
    keys = luck.keys(1, np.arange(3, dtype=np.uint64))
    kinds = {slots: ruleset.opening(None, keys, slots)["seen"].dtype for slots in (1, 8, 9, 16, 17, 32, 33, 64)}
    assert list(kinds.values()) == [np.uint8] * 2 + [np.uint16] * 2 + [np.uint32] * 2 + [np.uint64] * 2


def test_a_greedy_score_plays_its_best_action() -> None:
    """`from_score` takes the highest score among the legal: at three or more counters greedy takes three."""
    taken: set[tuple[int, int]] = set()

    def step(state: toy.State, seat: int, rows: Rows, action: Integer) -> None:
        play_rows = state.phase[rows] == toy.PLAY
        taken.update(zip(np.minimum(state.pile[rows], 3)[play_rows].tolist(), action[play_rows].tolist(), strict=True))
        toy.step(state, seat, rows, action)

    play(seated=(GREEDY, GREEDY), rules=replace(TOY, step=step))
    assert taken == {(1, 0), (2, 1), (3, 2)}
