"""The contract between the engine, the rules of a card game, and the strategies that play it.

`B` is the number of games in a batch and always the LAST axis, so that one field of all games is contiguous; `n` is
the number of rows of one call. Rows are `slice(None)` when every game of the batch is meant (all accesses are then
views and all operations whole-array), else an array of unique indices. The same code must serve both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from inspect import signature
from types import ModuleType
from typing import Any, Final, Self

import numpy as np

from sim import pick
from sim.arrays import I8, I16, I32, U16, U64, Action, Coin, Index, Integer, Rows, Sets, Unsigned, lay, readonly

OVER: Final = 127  # the phase of a game that has ended

Tables = Any  # a ruleset's own frozen struct of integer tables: cards and decks, shared by all states, never copied
View = Any  # a ruleset's own struct of arrays: what one seat may know of each row


@dataclass
class State:
    """B games in lockstep; a ruleset adds its own fields. Every field but `tables` is an array with the batch last.

    A game waits in a `phase`: the engine serves the lowest phase present, so a ruleset that numbers its rare decisions
    low and its common ones high gets its batch back in step, and whole-array calls, by itself.
    """

    tables: Tables
    game: I32  # [B] index of the game in the lot being played
    seat: I8  # [B] seat to act
    phase: I8  # [B] which decision the game waits for, the ruleset's own numbers from 0; OVER when it has ended
    result: I8  # [B] +1 seat 0 won, 0 drawn, -1 seat 1 won; final where over
    margin: I16  # [B] closeness in the ruleset's own unit, signed for seat 0; current while the game lasts
    ending: I8  # [B] index into Ruleset.endings; final where over
    turns: I16  # [B] turns begun, both seats' counted
    seen: Unsigned  # [2, B] bits: deck slots that were ever in their owner's hand or face up
    played: Unsigned  # [2, B] bits: deck slots whose effect or body came into play
    trace: U64  # [B] hash of all real decisions and resolved chance, in order; equal games have equal traces
    key: U64  # [2, B] the luck of each seat
    draws: U16  # [3, 2, B] draws made so far, by purpose (luck.SHUFFLE, CHANCE, COIN) and seat

    def take(self, rows: Index) -> Self:
        """Return a new state of the games `rows` [n], which may repeat; it shares nothing but the tables."""
        return type(self)(self.tables, *(value.take(rows, axis=-1) for _, value in self.arrays()))

    def put(self, rows: Index, fresh: Self) -> None:
        """Lay the games of `fresh`, in order, over the games `rows` (unique) of this state."""
        for name, value in self.arrays():
            lay(value, rows, getattr(fresh, name))

    def arrays(self) -> list[tuple[str, np.ndarray[Any, Any]]]:
        """Return (name, array) of every field but the tables."""
        return [(f.name, getattr(self, f.name)) for f in fields(self) if f.name != "tables"]

    def __len__(self) -> int:
        """Return B."""
        return len(self.phase)


def opening(tables: Tables, keys: U64, slots: int) -> dict[str, Any]:
    """Return the contract's own fields for new games with luck `keys` [2, B] and decks of `slots` (1 to 64) cards."""
    size = keys.shape[1]
    bits = next(t for t in (np.uint8, np.uint16, np.uint32, np.uint64) if np.dtype(t).itemsize * 8 >= slots)
    return {
        "tables": tables,
        "game": np.zeros(size, np.int32),
        **{name: np.zeros(size, np.int8) for name in ("seat", "phase", "result", "ending")},
        **{name: np.zeros(size, np.int16) for name in ("margin", "turns")},
        **{name: np.zeros((2, size), bits) for name in ("seen", "played")},
        "trace": np.zeros(size, np.uint64),
        "key": keys,
        "draws": np.zeros((3, 2, size), np.uint16),
    }


@dataclass(frozen=True)
class Deck:
    """What one plays with, checked and in canonical order, so that like slots hold like cards.

    `content` is given to `tables`. `decides` is what of it decides a game, as plain data: it is hashed into the deck's
    identity, so that new words do not make a new deck. None: all of it. `roles` has no part in it.
    """

    name: str
    slots: tuple[str, ...]  # the card in each slot, at most 64; bit i of seen and played is slot i
    content: Any
    decides: Any = None
    roles: tuple[str, ...] = ()  # the kind of card that each slot takes; empty where slots have no kinds


def _nothing_to_take_back(state: Any, seat: int, rows: Rows) -> None:
    """Take back what the rival of `seat` has chosen and still hides, so that `rows` wait for him to choose again.

    Planners ask it of their copies, to let a rival who chose first choose as one who chooses later. Nothing is to be
    done in a ruleset without simultaneous choices, and nothing where the rival has not chosen yet.
    """


@dataclass(frozen=True)
class Ruleset:
    """The rules of one card game, as functions over batches. Only `step`, `redeal` and `take_back` write to a state.

    `legal`, `view`, `step` and `redeal` are called for rows that all wait in one phase for one seat. `step` runs on
    to the next decision. With `idles`, phases belong to one seat each, and `rows` that are a slice may hold games that
    are over or wait in other phases than most: they have one legal action, whichever, and `step` leaves them as
    they are. With `mingles`, `step` does not look at `seat` and may be given rows that wait for either. It may leave a
    forced move (one legal action) for the engine to make, which draws no coin, leaves no trace and ignores what a
    strategy says to it; or make it itself. Results are the same.
    """

    name: str
    version: int  # raised when any result can change
    actions: tuple[str, ...]  # action index -> label
    endings: tuple[str, ...]  # ending index -> label; the last one is always "cap"
    max_decisions: int  # past so many real decisions a game is a draw with ending "cap"
    seats_equal: bool  # no seat has any advantage by the rules
    games_per_shard: int  # about ten seconds of plain play
    batch: int  # games in lockstep that are fastest; cannot change a result
    tables: Callable[[Any, Sequence[Deck]], Tables]  # (card set, None where the room has none; decks) -> tables
    deal: Callable[[Tables, I32, U64], State]  # (tables, decks [2, B] by seat, keys [2, B]) -> state
    legal: Callable[[Any, int, Rows], Sets]  # (state, seat, rows) -> packed sets [W, n]
    view: Callable[[Any, int, Rows], View]  # (state, seat, rows) -> what the seat may know
    step: Callable[[Any, int, Rows, Action], None]  # (state, seat, rows, action [n]): plays, to the next decision
    redeal: Callable[[Any, int, Rows, U64], None]  # (state, seat, rows, keys [2, n]): what the seat cannot know, anew
    describe: Callable[[Any, int, int, int], str]  # (state, seat, row, action) -> the action with its cards named; ""
    # for a forced one that only lets the game go on
    status: Callable[[Any, int], str]  # (state, row) -> the position in a line or two, for replays
    take_back: Callable[[Any, int, Rows], None] = _nothing_to_take_back  # (state, seat, rows): see that function
    idles: bool = False  # see above: a slice of rows may hold games that wait elsewhere
    mingles: bool = False  # see above: a step may be that of both seats
    rolled: "Ruleset | None" = None  # the same game with the roll for who begins, if it has one
    deals: bool = True  # luck is drawn before the first decision
    chance: bool = True  # the rules draw luck after it
    shared: bool = False  # they draw either from the luck of both seats together, so that it is neither's own


Decide = Callable[[Ruleset, State, int, Rows, Sets, Coin], Integer]


@dataclass(frozen=True)
class Strategy:
    """How one plays: `decide(ruleset, state, seat, rows, legal, coin) -> action [n]`, judged row by row.

    Strategies proper never see the state: `from_act` and `from_score` wrap functions of a view. `decide` itself is
    for the planners of sim/lookahead.py, which look at copies that were dealt anew.
    """

    name: str
    decide: Decide
    deterministic: bool = False  # it never looks at its coin
    cost: int = 1  # about how many times a plain strategy's time it takes; decides the size of shards only


def from_act(name: str, act: Callable[..., Integer], *, blind: bool = False, **traits: Any) -> Strategy:
    """Return the strategy of `act(view, legal, coin) -> action [n]`; one that is `blind` is given None for a view."""

    def decide(ruleset: Ruleset, state: State, seat: int, rows: Rows, legal: Sets, coin: Coin) -> Integer:
        return act(None if blind else locked(ruleset.view(state, seat, rows)), legal, coin)

    return Strategy(name, decide, **traits)


def from_score(name: str, score: Callable[..., Integer], **traits: Any) -> Strategy:
    """Return the strategy that takes the best legal action by `score(view) -> integers [A, n]`, ties by the coin."""
    return from_act(name, lambda view, legal, coin: pick.best(score(view), legal, coin), **traits)


def from_module(name: str, module: ModuleType, function: str = "", **parameters: Any) -> Strategy:
    """Return the strategy of a strategy file, with its keyword-only `parameters` bound.

    `function` names the function to use; by default the file's `act`, else its `score`. One that takes three arguments
    (view, legal, coin) acts, one that takes a view alone scores.
    """
    body: Callable[..., Any] = getattr(module, function or ("act" if hasattr(module, "act") else "score"))
    given = [p for p in signature(body).parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    make = from_act if len(given) > 1 else from_score
    return make(name, lambda *asked: body(*asked, **parameters), **traits(module))


def traits(module: ModuleType) -> dict[str, Any]:
    """Return the facts that a strategy file states about itself.

    `DETERMINISTIC` (bool): it never looks at its coin. `BLIND` (bool): it never looks at its view, so none is made.
    `COST` (int): it takes about so many times as long as a plain one.
    """
    stated = {"deterministic": "DETERMINISTIC", "blind": "BLIND", "cost": "COST"}
    return {trait: getattr(module, fact) for trait, fact in stated.items() if hasattr(module, fact)}


def locked(view: View) -> View:
    """Return `view` with its arrays made read-only: only `step` writes to games.

    A view that looks its arrays up when they are asked for has a method `lock` for it.
    """
    if hasattr(view, "lock"):
        view.lock()
        return view
    for field in fields(view):
        value = getattr(view, field.name)
        if isinstance(value, np.ndarray):
            readonly(value)
    return view


def finish(state: State, rows: Rows, result: I8, ending: I8 | int) -> None:
    """End the games `rows` with `result` [n] (+1, 0, -1 for seat 0) and `ending`."""
    state.result[rows] = result
    state.ending[rows] = ending
    state.phase[rows] = OVER
