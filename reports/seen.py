"""How games went in which a card was seen, was played, or never showed up: what happened, not what the card did.

These are observations. A card is seen more often in long games, and played by who can afford it, so a card whose games
are won need not be the reason; what a card is worth is `cards`, or a run with a substitute. Decisions: README, "seen".
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.lots import LOTS
from reports.runs import Run
from reports.stats.intervals import Floats, ratio
from reports.stats.simultaneous import sidak
from reports.tables import verdicts
from reports.words import SPACE, estimate

Ints = NDArray[np.int64]
UNSEEN, IDLE, PLAYED = range(3)  # what became of a card in a game; idle: seen, not played
STATES, POINTS = 3, 3  # half points: 0, 1, 2
ROUNDING: Final = 1e-9
SEEN: Final = (
    *("card", "decks", "games", "seen", "played", "score_seen", "score_played", "score_unseen"),
    *("gap", "low", "high", "verdict", "played_gap", "played_low", "played_high", "unseen", "unplayed", "lucks"),
)


def table(run: Run) -> pd.DataFrame:
    """Return a row a card, the greatest gap first; from the kept games of match-ups, mirrors left out.

    Columns: card, decks (that hold it), games (times a side had it in its deck); seen, played (per cent of them);
    score_seen, score_played, score_unseen (per cent); gap (seen less unseen, points), low, high, verdict (more, less:
    its games are won more often when it is seen; open); played_gap (played less seen and not played), played_low,
    played_high; unseen, unplayed (games in which it was not seen; seen and not played); lucks. Limits are t over lots
    of luck ids and hold for all cards of a column at once (Šidák). No rows where games were not kept, where pairs were
    drawn at random, or where nothing was seen.
    """
    if run.drawn or not run.kept():
        return pd.DataFrame(columns=list(SEEN))
    names, total = counts(run)
    games, points = total.sum(axis=3).astype(np.float64), total @ np.arange(POINTS) / 2
    each = games.sum(axis=(1, 2))
    some = (each > 0) & (games[:, :, UNSEEN].sum(axis=1) < each)
    frame = pd.DataFrame({"card": names, "decks": _decks(run, names), "games": each.astype(np.int64)})
    for name, state in (("unseen", UNSEEN), ("unplayed", IDLE)):
        frame[name] = games[:, :, state].sum(axis=1).astype(np.int64)
    showed = [IDLE, PLAYED]
    for name, states in (("seen", showed), ("played", [PLAYED])):
        frame[name] = 100 * ratio(games[:, :, states].sum(axis=(1, 2)), each)
        frame[f"score_{name}"] = 100 * _score(games, points, states).mean
    frame["score_unseen"] = 100 * _score(games, points, [UNSEEN]).mean
    gaps = {("gap", "low", "high"): (showed, [UNSEEN]), ("played_gap", "played_low", "played_high"): ([PLAYED], [IDLE])}
    for columns, (one, other) in gaps.items():
        for name, column in zip(columns, _gap(games[some], points[some], one, other), strict=True):
            frame.loc[some, name] = 100 * column
    frame["verdict"] = verdicts(frame["low"], frame["high"], 0.0, ("more", "less", "open"))
    frame = frame[some].assign(lucks=run.lucks()).sort_values(["card"], kind="stable")
    return frame.sort_values("gap", ascending=False, kind="stable", ignore_index=True)[list(SEEN)]


@dataclass(frozen=True, eq=False)
class Score:
    """What sides score in whose games K cards were in some states."""

    mean: Floats  # [K]
    gains: Floats  # [K, B] of the mean, without each lot of luck ids
    lots: Ints  # [K] that have such games


def _score(games: Floats, points: Floats, states: list[int]) -> Score:
    """Return the scores in the games in which cards were in `states`."""
    played, won = games[:, :, states].sum(axis=2), points[:, :, states].sum(axis=2)
    whole = played.sum(axis=1, keepdims=True)
    mean = ratio(won.sum(axis=1), whole[:, 0])
    return Score(mean, (mean[:, None] * played - won) * ratio(1, whole - played), np.count_nonzero(played, axis=1))


def _gap(games: Floats, points: Floats, one: list[int], other: list[int]) -> tuple[Floats, Floats, Floats]:
    """Return the difference [K] of two means, between -1 and 1, with limits for all K at once.

    Errors are the jackknife's over lots, with as many degrees of freedom as the rarer games have lots, less one. Few
    games show too little spread, and all alike none: so limits, unlike the difference, are those of two games more of
    either kind, one won and one lost (Agresti and Coull 1998). No limits where a kind is of one lot, or nothing varies.
    """
    first, second = (_score(games, points, kind) for kind in (one, other))
    units = np.minimum(first.lots, second.lots)
    told = (units > 1) & (np.abs(first.gains - second.gains).max(axis=1) > ROUNDING)
    value, more = first.mean - second.mean, _two_more(games, points, one, other)
    first, second = (_score(*more, kind) for kind in (one, other))
    centre, lots = first.mean - second.mean, first.gains.shape[1]
    error = np.sqrt(((first.gains - second.gains) ** 2).sum(axis=1) * (lots - 1) / lots)
    reach = np.where(told, error * sidak(int(told.sum()), np.maximum(units - 1, 1)), np.nan)
    return value, np.clip(centre - reach, -1, 1), np.clip(centre + reach, -1, 1)


def _two_more(games: Floats, points: Floats, *kinds: list[int]) -> tuple[Floats, Floats]:
    """Return games and points [K, B + 4, 3] with two more games of either kind, in lots of their own: won, and lost."""
    played, won = (np.zeros((len(games), 2 * len(kinds), STATES)) for _ in range(2))
    for place, states in enumerate(kinds):
        played[:, 2 * place : 2 * place + 2, states[0]] = 1
        won[:, 2 * place, states[0]] = 1
    return np.concatenate([games, played], axis=1), np.concatenate([points, won], axis=1)


@lru_cache(maxsize=1)
def counts(run: Run) -> tuple[list[str], Ints]:
    """Return the names of all K cards and [K, B, 3, 3] sides by lot of luck ids, state and half points of the side.

    One pass over the kept games; kept for the last run.
    """
    names, width = sorted({card for slots in run.entrants["slots"] for card in slots}), max(1, min(run.lucks(), LOTS))
    masks, total = _masks(run, names), np.zeros((len(names), width * STATES * POINTS), np.int64)
    index = pd.Index(run.cells["cell"])
    sides = run.cells["a"].to_numpy(), run.cells["b"].to_numpy()
    for games in run.games("cell", "luck", "result", "seen_a", "seen_b", "played_a", "played_b"):
        cell = index.get_indexer(games["cell"])
        other = np.flatnonzero(sides[0][cell] != sides[1][cell])
        cell, batch = cell[other], games.iloc[other]
        lot = batch["luck"].to_numpy() % width * (STATES * POINTS)
        for entrant, sign, side in ((sides[0][cell], 1, "a"), (sides[1][cell], -1, "b")):
            seen, played = (batch[f"{name}_{side}"].to_numpy().astype(np.uint64) for name in ("seen", "played"))
            _add(total, masks, entrant, (seen, played), lot + 1 + sign * batch["result"].to_numpy().astype(np.int64))
    return names, total.reshape(len(names), width, STATES, POINTS)


def _masks(run: Run, names: list[str]) -> list[list[tuple[int, np.uint64]]]:
    """Return for each entrant its cards by number, each with the bits of its slots."""
    number_of, masks = {name: place for place, name in enumerate(names)}, []
    for slots in run.entrants["slots"]:
        bits: dict[int, int] = {}
        for slot, card in enumerate(slots):
            bits[number_of[card]] = bits.get(number_of[card], 0) | 1 << slot
        masks.append([(card, np.uint64(mask)) for card, mask in bits.items()])
    return masks


def _add(
    total: Ints, masks: list[list[tuple[int, np.uint64]]], entrant: Ints, bits: tuple[NDArray[np.uint64], ...], at: Ints
) -> None:
    """Add one side of N games to `total`, in place: entrant by entrant, card by card; `at` [N] is lot and points."""
    order = np.argsort(entrant, kind="stable")
    starts = np.flatnonzero(np.diff(entrant[order], prepend=-1))
    for rows in np.split(order, starts[1:]) if len(order) else []:
        played, where = bits[1][rows], at[rows]
        shown = bits[0][rows] | played
        for card, mask in masks[entrant[rows[0]]]:
            state = ((shown & mask) != 0).astype(np.int64) + ((played & mask) != 0)
            total[card] += np.bincount(where + POINTS * state, minlength=total.shape[1])


def _decks(run: Run, names: list[str]) -> list[int]:
    """Return in how many decks each card is."""
    held = run.entrants.drop_duplicates("deck")["slots"].map(set)
    return [sum(name in cards for cards in held) for name in names]


def words(frame: pd.DataFrame) -> str:
    """Return what the table shows at its end, and what it does not show; of cards that are always seen, if played."""
    if not len(frame):
        return ""
    always = frame["gap"].isna().all()
    columns = ["played_gap", "played_low", "played_high"] if always else ["gap", "low", "high"]
    did, rest = ("played", "games in which it was only seen") if always else ("seen", "games without it")
    part = frame[["card"]].assign(**dict(zip(("gap", "low", "high"), (frame[name] for name in columns), strict=True)))
    decided = part[(part["low"] > 0) | (part["high"] < 0)]
    warning = "These are observations: long games show more cards, so a card seen in won games need not have won them."
    if not len(decided):
        return f"No card's games are surely won more or less often when it is {did}. {warning}"
    top = decided.iloc[int(decided["gap"].abs().to_numpy().argmax())]
    gap = estimate(top, "gap", f"{SPACE}points")
    return f"The score of a side differs most with {top['card']} {did}: {gap} against {rest}. {warning}"
