"""One game as readable text, step by step: who did what, and where the game then stood."""

from collections.abc import Iterator

import numpy as np

from sim import engine, pick
from sim.ruleset import OVER, Ruleset, Strategy, Tables

_ROW = np.array([0])


def replay(ruleset: Ruleset, tables: Tables, strategies: tuple[Strategy, Strategy], lot: engine.Lot) -> Iterator[str]:
    """Yield the lines of the one game of `lot`, played again; the last two are the result and the trace."""
    state, _ = engine.begin(ruleset, tables, lot, 0, 1)
    strategies = engine.with_coins(strategies, lot.anew)
    turn = -1
    while state.phase[0] != OVER:
        if state.turns[0] != turn:
            turn = int(state.turns[0])
            yield ruleset.status(state, 0)
        seat = int(state.seat[0])
        before = state.take(_ROW)
        forced = pick.single(ruleset.legal(state, seat, _ROW))[0]
        action = int(engine.serve(ruleset, state, strategies[seat], seat, _ROW)[0])
        said = ruleset.describe(before, seat, 0, action)
        if said:  # else the game went on by itself
            yield f"    seat {seat} ({strategies[seat].name}) {said}{' (no other choice)' if forced else ''}"
    yield f"The end. {ruleset.status(state, 0)}"
    winner = {1: "seat 0 wins", -1: "seat 1 wins", 0: "a draw"}[int(state.result[0])]
    yield f"Result: {winner} by {ruleset.endings[state.ending[0]]}, margin {int(state.margin[0]):+d} for seat 0"
    yield f"Trace: {int(state.trace[0]):016x}"
