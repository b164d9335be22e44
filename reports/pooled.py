"""Pooled means of a run: which cells belong to which mean, and one pass over the blocks for their clustered errors.

Three quantities are pooled. `score`: half points of the side over twice its games. `edge`: (score when first - score
when second) / 2, the same number for both sides of a cell. `turns`: turns a game.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pandas as pd

from reports.load import Run
from reports.stats.clustered import Ints, add_influence, clustered_error
from reports.stats.drawn import drawn_error
from reports.stats.intervals import NONE, RIVALS, Floats, Limits, T, ratio, score_interval, t_interval
from sim.errors import InputError

SUMS: Final = ("games", "wins", "draws", "losses", "games_first", "points_first", "points_second", "turns")
KEYS: Final = ["table", "what", "entrant", "deck", "strategy"]  # of a group; "" or -1 where it pools over all
WHO: Final = [
    "row",
    "side",
    "me",
    "rival",
    "met",
]  # of a membership: cell, side, both entrants, what the rival is called


@dataclass(frozen=True, eq=False)
class Facts:
    """What the blocks of each cell add up to."""

    audit: Ints  # [C, len(SUMS)] the same sums as in cells.parquet
    margins: Ints  # [C, 2] sum of A's margins of a block, and of their squares
    first: Ints  # [C] the lowest luck id


@dataclass(frozen=True, eq=False)
class Pooled:
    """The result of the one pass over the blocks."""

    groups: pd.DataFrame  # [G] KEYS; mean, low, high in its own unit; kind; units, met, lucks, cells, blocks, games
    facts: Facts


def sides(run: Run) -> pd.DataFrame:
    """Return one row for each cell with blocks and each side of it: who plays whom.

    Columns: row (position of the cell), side (+1 A, -1 B), entrant, deck, strategy, and the same of the rival.
    """
    played = run.cells.assign(row=np.arange(len(run.cells)))[run.cells["blocks"] > 0]
    facts = run.entrants[["deck", "strategy"]]
    frames = []
    for side, me, rival in ((1, "a", "b"), (-1, "b", "a")):
        mine = facts.iloc[played[me]].reset_index(drop=True)
        theirs = facts.iloc[played[rival]].reset_index(drop=True).add_prefix("rival_")
        who = pd.DataFrame({"row": played["row"], "side": side, "entrant": played[me], "rival": played[rival]})
        frames.append(pd.concat([who.reset_index(drop=True), mine, theirs], axis=1))
    return pd.concat(frames, ignore_index=True)


def memberships(run: Run) -> pd.DataFrame:
    """Return one row for each cell's part in each pooled mean: KEYS, row, side. Decisions: README, "fields"."""
    both = sides(run)
    cells, seats = run.cells.iloc[both["row"]], both["side"] > 0
    split = ((cells["games_first"] > 0) & (cells["games_first"] < cells["games"])).to_numpy()
    same = both["strategy"] == both["rival_strategy"]
    both["met"] = both["rival_deck"]
    others = both[same & (both["deck"] != both["rival_deck"])]
    parts = [
        _part(both.assign(met=both["rival"])[both["entrant"] != both["rival"]], "entrant", "score", ["entrant"]),
        _part(others, "deck", "score", ["deck"]),
        _part(others, "deck in strategy", "score", ["deck", "strategy"]),
        _part(both.assign(met=both["rival_strategy"])[~same], "strategy", "score", ["strategy"]),
        _part(both[split & seats], "all", "edge", []),
        _part(both[split].drop_duplicates(["row", "deck"]), "deck", "edge", ["deck"]),
        _part(both[split].drop_duplicates(["row", "strategy"]), "strategy", "edge", ["strategy"]),
        _part(both[seats], "all", "turns", []),
        _part(both[same & seats], "strategy", "turns", ["strategy"]),
    ]
    return pd.concat(parts, ignore_index=True)


def _part(rows: pd.DataFrame, table: str, what: str, keys: list[str]) -> pd.DataFrame:
    """Return the memberships `rows` of one table, its groups told apart by `keys`."""
    blank = {"entrant": -1, "deck": "", "strategy": ""}
    kept: dict[str, Any] = {key: rows[key] if key in keys else value for key, value in blank.items()}
    return rows.assign(me=rows["entrant"])[WHO].assign(table=table, what=what, **kept)


@lru_cache(maxsize=1)
def pooled(run: Run) -> Pooled:
    """Return all pooled means of a run with their intervals, from one pass over its blocks; kept for the last run."""
    members = memberships(run)
    members["group"] = members.groupby(KEYS, sort=False).ngroup()
    influence, facts = _stream(run, members)
    groups = _means(run, members)
    if run.drawn:
        error, units = _drawn_error(run, members, groups)
    else:
        units = groups["lucks"].to_numpy()
        error = clustered_error(influence, units)
    return Pooled(_with_limits(run, groups.assign(units=units), error), facts)


def _stream(run: Run, members: pd.DataFrame) -> tuple[Floats, Facts]:
    """Return the influence sums [G, L] of all groups (none where pairs were drawn: no two share luck) and the facts."""
    count, lucks = len(run.cells), run.lucks(np.arange(len(run.cells)))
    total = np.zeros((members["group"].nunique(), 0 if run.drawn else lucks))
    none = np.zeros((count, len(SUMS)), dtype=np.int64), np.zeros((count, 2), dtype=np.int64)
    facts = Facts(*none, np.full(count, lucks))
    index, slots = pd.Index(run.cells["cell"]), _slots(members, count)
    for batch in run.blocks():
        rows, luck = index.get_indexer(batch["cell"]), batch["luck"].to_numpy()
        if len(rows) and (rows.min() < 0 or luck.min() < 0 or luck.max() >= lucks):
            raise InputError(f"{run.path / 'blocks'}: has a cell or luck id that cells.parquet has not; repeat the run")
        _add_facts(facts, rows, batch)
        if run.drawn:
            continue
        for what, values in _influences(run.cells, rows, batch).items():
            for group, weight in slots[what]:
                chosen = group[rows] >= 0
                where = rows[chosen]
                add_influence(total, group[where], luck[chosen], values[chosen] * weight[where])
    return total, facts


def _add_facts(facts: Facts, rows: Ints, batch: pd.DataFrame) -> None:
    """Add blocks to the facts of the cells at `rows` [N], in place."""
    count = len(facts.first)
    for number, name in enumerate(SUMS):
        facts.audit[:, number] += np.bincount(rows, batch[name], count).astype(np.int64)
    margin = batch["margin"].to_numpy().astype(np.int64)
    for number, values in enumerate((margin, margin**2)):
        facts.margins[:, number] += np.bincount(rows, values, count).astype(np.int64)
    np.minimum.at(facts.first, rows, batch["luck"].to_numpy())


def _drawn_error(run: Run, members: pd.DataFrame, groups: pd.DataFrame) -> tuple[Floats, Ints]:
    """Return standard error and entrants [G] of each group's mean where pairs were drawn at random.

    What belongs to an entrant or a deck is clustered on its rivals, all else on both sides.
    """
    number = groups["group"].searchsorted(members["group"])
    values = _values(run.cells.iloc[members["row"]].reset_index(drop=True), members.reset_index(drop=True))
    influence = (values - groups["mean"].to_numpy()[number]) / groups["cells"].to_numpy()[number]
    own = members["table"].isin(["entrant", "deck", "deck in strategy"]) & (members["what"] == "score")
    entrants = np.stack([np.where(own, -1, members["me"]), members["rival"]], axis=1)
    return drawn_error(number, influence, entrants, len(groups))


def _slots(members: pd.DataFrame, cells: int) -> dict[str, list[tuple[Ints, Floats]]]:
    """Return for each quantity pairs of arrays [C]: a group of each cell (-1: none) and the cell's weight in it.

    A cell that is in k groups is in the first k pairs. Weights are signed by side and sum to 1 in absolute value.
    """
    slots: dict[str, list[tuple[Ints, Floats]]] = {"score": [], "edge": [], "turns": []}
    size = members.groupby("group")["row"].transform("size")
    ranked = members.assign(slot=members.groupby(["what", "row"]).cumcount(), weight=1 / size)
    ranked["weight"] *= np.where(ranked["what"] == "score", ranked["side"], 1)
    for (what, _), part in ranked.groupby(["what", "slot"], sort=True):
        group, weight = np.full(cells, -1, dtype=np.int64), np.zeros(cells)
        group[part["row"]], weight[part["row"]] = part["group"], part["weight"]
        slots[str(what)].append((group, weight))
    return slots


def _influences(cells: pd.DataFrame, rows: Ints, batch: pd.DataFrame) -> dict[str, Floats]:
    """Return the influence [N] of each block of `batch` on its cell's score, edge and turns a game.

    Each is a ratio of sums, linearised: (block's top - mean times block's bottom) / cell's bottom.
    """

    def part(top: pd.Series, bottom: pd.Series, cell_top: pd.Series, cell_bottom: pd.Series) -> Floats:
        mean = ratio(cell_top, cell_bottom)
        influence: Floats = (top.to_numpy() - mean[rows] * bottom.to_numpy()) * ratio(1, cell_bottom)[rows]
        return influence

    second, cells_second = batch["games"] - batch["games_first"], cells["games"] - cells["games_first"]
    points, cell_points = (x["points_first"] + x["points_second"] for x in (batch, cells))
    first = part(batch["points_first"], batch["games_first"], cells["points_first"], cells["games_first"])
    later = part(batch["points_second"], second, cells["points_second"], cells_second)
    return {
        "score": part(points, batch["games"], cell_points, cells["games"]) / 2,
        "edge": (first - later) / 4,
        "turns": part(batch["turns"], batch["games"], cells["turns"], cells["games"]),
    }


def _means(run: Run, members: pd.DataFrame) -> pd.DataFrame:
    """Return the groups [G] with their means, each the plain mean of its cells, and with what they rest on."""
    cells = run.cells.iloc[members["row"]].reset_index(drop=True)
    frame = members.reset_index(drop=True).assign(value=_values(cells, members), exact=edge_proven(run)[members["row"]])
    frame["exact"] &= (frame["what"] == "edge") & (frame["value"] == 0)
    frame = frame.join(cells[["blocks", "games", "distinct"]])
    return (
        frame.groupby(["group", *KEYS], sort=True)
        .agg(
            mean=("value", "mean"),
            exact=("exact", "all"),
            lucks=("blocks", "sum" if run.drawn else "max"),
            met=("met", "nunique"),
            cells=("row", "size"),
            blocks=("blocks", "sum"),
            games=("games", "sum"),
            distinct=("distinct", "max"),
        )
        .reset_index()
    )


def _values(cells: pd.DataFrame, members: pd.DataFrame) -> Floats:
    """Return what each membership's cell says of its quantity: score of the side, edge, or turns a game."""
    score = ratio(cells["points_first"] + cells["points_second"], 2 * cells["games"])
    score = np.where(members["side"] > 0, score, 1 - score)
    first = ratio(cells["points_first"], 2 * cells["games_first"])
    later = ratio(cells["points_second"], 2 * (cells["games"] - cells["games_first"]))
    turns = ratio(cells["turns"], cells["games"])
    return np.select([members["what"] == "score", members["what"] == "edge"], [score, (first - later) / 2], turns)


def edge_proven(run: Run) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return for each cell [C] whether the design leaves no first-player edge but 0.

    With equal seats arrangements 0 and 3 are the same game, and so are 1 and 2 (design, section 8).
    """
    proven = bool(run.manifest["seats_equal"]) and run.manifest["luck"] in ("deck", "block")
    return np.full(len(run.cells), proven)


def _with_limits(run: Run, groups: pd.DataFrame, error: Floats) -> pd.DataFrame:
    """Return the groups with low, high and kind: scores within 0..1, edges within -0.5..0.5, turns without bounds."""
    mean, units = groups["mean"].to_numpy(), groups["units"].to_numpy()
    edge, turns = (groups["what"] == "edge").to_numpy(), (groups["what"] == "turns").to_numpy()
    low, high, kind = score_interval(mean + 0.5 * edge, error, units, groups["distinct"], groups["exact"])
    free: Limits = t_interval(mean, np.where(error > 0, error, np.nan), units)
    kind = np.where(turns, np.where(np.isnan(free[0]), NONE, T), kind)
    return groups.assign(
        low=np.where(turns, free[0], low - 0.5 * edge),
        high=np.where(turns, free[1], high - 0.5 * edge),
        kind=np.where((kind == T) & run.drawn, RIVALS, kind),
    )
