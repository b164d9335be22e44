"""Luck drawn anew, source by source, in every ruleset: what is not drawn anew stays as it was, to the bit."""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from sim import luck
from sim.arrays import Coin, Integer, Rows, Sets
from sim.engine import Lot, Played
from sim.lookahead import lookahead
from sim.luck import COINS, DEAL, EVERYTHING, NOTHING, PLAY, Sources
from sim.ruleset import Ruleset, State, Strategy
from tests.rooms import Room, playable, room, same

GAMES = 40
SOURCES = sorted(EVERYTHING)
each_room = pytest.mark.parametrize("name", playable())
Tosses = dict[tuple[int, int, int], int]  # (game, seat, number) -> coin


def variants(it: Room) -> list[Ruleset]:
    """Return the ruleset, and that with the roll for who begins, if it has one."""
    return [it.ruleset, *([it.ruleset.rolled] if it.ruleset.rolled else [])]


def lot(it: Room, anew: Sources = NOTHING) -> Lot:
    return replace(it.lot(GAMES, seed=9), anew=anew)


def tossed(inner: Strategy, tosses: Tosses, keys: dict[int, tuple[int, ...]]) -> Strategy:
    """Return `inner`, writing down its coins, and the luck that the rules draw from, of every game."""

    def decide(ruleset: Ruleset, state: State, seat: int, rows: Rows, legal: Sets, coin: Coin) -> Integer:
        made, key = state.draws[luck.COIN, seat][rows].tolist(), state.key[:, rows].T.tolist()
        for game, number, toss, pair in zip(state.game[rows].tolist(), made, coin.tolist(), key, strict=True):
            tosses[game, seat, number] = toss
            assert keys.setdefault(game, tuple(pair)) == tuple(pair), "one key for the whole of a game"
        return inner.decide(ruleset, state, seat, rows, legal, coin)

    return replace(inner, decide=decide)


def played(it: Room, anew: Sources, batch: int = GAMES) -> tuple[Played, Tosses, dict[int, tuple[int, ...]]]:
    """Play a lot by random; return it with its coins and keys."""
    tosses: Tosses = {}
    keys: dict[int, tuple[int, ...]] = {}
    watched = tossed(it.strategy("random"), tosses, keys)
    return it.play(watched, watched, lot(it, anew), batch), tosses, keys


@cache
def base(name: str, rules: Ruleset) -> tuple[Played, Tosses, dict[int, tuple[int, ...]]]:
    """Return a lot of which nothing is drawn anew."""
    return played(replace(room(name), ruleset=rules), NOTHING)


def fields_of(state: State) -> dict[str, bytes]:
    return {name: value.tobytes() for name, value in state.arrays() if name != "key"}


@each_room
@pytest.mark.parametrize("source", SOURCES)
def test_one_source_anew_leaves_all_others_as_they_were(name: str, source: tuple[int, int]) -> None:
    """Deal: the state before the first decision. Coins: of every decision that both games come to. Play: the keys."""
    it, (when, seat) = room(name), source
    for rules in variants(it):
        here = replace(it, ruleset=rules)
        _, coins, keys = base(name, rules)
        _, others, shifted = played(here, frozenset({source}))
        both = coins.keys() & others.keys()
        changed = {toss[1] for toss in both if coins[toss] != others[toss]}
        assert {toss[1] for toss in both} == {0, 1}
        assert changed == ({seat} if when == COINS else set())
        assert all(coins[toss] != others[toss] for toss in both if toss[1] in changed)
        for game in keys.keys() & shifted.keys():
            moved = [one != other for one, other in zip(keys[game], shifted[game], strict=True)]
            assert moved == [when == PLAY and seat == side for side in (0, 1)]
        start, again = (fields_of(here.deal(lot(here, anew))) for anew in (NOTHING, frozenset({source})))
        assert (start == again) == (when != DEAL or not rules.deals)


@each_room
def test_nothing_anew_is_the_same_game_and_all_anew_is_another(name: str) -> None:
    """With all luck anew every coin is another, and so is every key."""
    it = room(name)
    once, coins, keys = base(name, it.ruleset)
    again, others, shifted = played(it, EVERYTHING)
    assert same(once, it.play(it.strategy("random"), it.strategy("random"), it.lot(GAMES, seed=9)))
    assert not same(once, again)
    assert not set(coins.values()) & set(others.values())
    assert not {key for pair in keys.values() for key in pair} & {key for pair in shifted.values() for key in pair}


@each_room
@pytest.mark.parametrize("source", SOURCES)
def test_luck_that_a_ruleset_says_it_has_not_changes_nothing(name: str, source: tuple[int, int]) -> None:
    """And luck that it has changes games."""
    it, when = room(name), source[0]
    rules = it.ruleset
    strategy, two = it.strategy("random"), (NOTHING, frozenset({source}))
    once, anew = (it.play(strategy, strategy, replace(it.lot(GAMES), anew=some)) for some in two)
    has = {DEAL: rules.deals, PLAY: rules.chance, COINS: True}[when]
    assert same(once, anew) == (not has)


@each_room
@pytest.mark.parametrize("anew", [frozenset({(DEAL, 0), (PLAY, 1), (COINS, 0)}), EVERYTHING])
def test_the_batch_changes_nothing_of_what_is_drawn_anew(name: str, anew: Sources) -> None:
    """Refilled games are drawn anew as the first ones are."""
    it = room(name)
    assert same(played(it, anew, batch=7)[0], played(it, anew, batch=GAMES)[0])


@each_room
def test_seats_that_exchange_their_luck_exchange_what_is_drawn_anew(name: str) -> None:
    """The deal of the same luck in the other seat: what comes of the key alone, whoever sits there."""
    it = room(name)
    for when in (DEAL, PLAY):
        for seat, crossed in product((0, 1), (0, 1)):
            ids = np.arange(50, dtype=np.uint64)
            decks, cross = np.zeros((2, 50), np.int32), np.full(50, crossed, np.uint64)
            key = luck.keys(3, ids, cross)
            drawn = luck.dealt_anew(key, {seat}) if when == DEAL else key + luck.shift(PLAY, frozenset({(PLAY, seat)}))
            plain = it.deal(Lot(3, decks, ids, cross, frozenset({(when, seat)})))
            assert (plain.key == (key if when == DEAL else drawn)).all()
            swapped = luck.keys(3, ids, 1 - cross)
            there = (
                luck.dealt_anew(swapped, {1 - seat})
                if when == DEAL
                else swapped + luck.shift(PLAY, frozenset({(PLAY, 1 - seat)}))
            )
            assert (drawn[::-1] == there).all()


@each_room
def test_a_planner_imagines_with_the_coin_that_it_was_given(name: str) -> None:
    """With coins anew and the rest as it was, a planner decides as it does on that coin: worlds have no other luck."""
    it = room(name)
    base = it.strategy("random")
    planner = lookahead("ahead", base=base, samples=1)
    few = replace(it.lot(4, seed=2), anew=frozenset({(COINS, 0)}))
    seen: list[bool] = []

    def decide(ruleset: Ruleset, state: State, seat: int, rows: Rows, legal: Sets, coin: Coin) -> Integer:
        answer = planner.decide(ruleset, state, seat, rows, legal, coin)
        key = luck.keys(few.seed, few.luck, few.crossed)[seat][state.game[rows]]
        made = state.draws[luck.COIN, seat][rows]
        other = key + luck.shift(COINS, few.anew)[seat]
        seen.append(np.array_equal(coin, luck.draw(other, luck.COIN, made)))
        seen.append(np.array_equal(answer, planner.decide(ruleset, state, seat, rows, legal, coin.copy())))
        return answer

    it.play(replace(planner, decide=decide), base, few)
    assert seen
    assert all(seen)
