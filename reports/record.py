"""The facts of play as frames: how long, how it ended, how good the data are, what was played.

Units are those of `tables`.
"""

from typing import Any, Final

import numpy as np
import pandas as pd

from reports import substitution
from reports.members import Bools
from reports.pooled import edge_proven, groups
from reports.runs import CHECKED, Run
from reports.stats.clustered import Ints
from reports.stats.intervals import Floats, block_moments, ratio, wilson
from reports.stream import stream
from sim.results import SKETCH

UNSURE: Final = 0.2  # share of games by which an estimate of distinct ones may be off: three standard errors
ALL: Final = "all games"
MEANINGS: Final = {
    "cells that add up": "wins + draws + losses = games = arrangements × blocks; the blocks add up to them; mirrors and"
    " equal seats are even where they must be",
    "cells of variants that add up": "of decks with a card replaced: the blocks add up to the cells",
    "totals that add up": "games, turns, endings and lengths of each pair of strategies are those of its cells",
    "games played": "games in cells.parquet, of those that the manifest names",
    "files unchanged": "sha256 of the files that this page rests on, against the manifest",
    "games stopped by the cap": "ended by a cap on turns or decisions, not by play",
    "draws": "a draw counts half a point for each side",
    "cells that repeat one game": "luck changes nothing there: however many blocks, one game is all that is known",
    "games repeated under the same luck": "as another of their block: no evidence of their own, and counted as none,"
    " since intervals rest on blocks",
    "games repeated under other luck": "as one of another block: evidence like any other, since luck led there again",
    "entrants with invented figures": "the figures on their cards are not the published ones",
}


def lengths(run: Run) -> pd.DataFrame:
    """Return the games by turns: over all games, then for each strategy where both sides play it.

    Columns: scope, turns, games (of that length), share, low, high (per cent), lucks; and of the whole scope mean,
    mean_low, mean_high (turns a game, each cell of equal weight, clustered on the luck id). Shares have Wilson limits
    over luck ids: as wide as if all games of a luck id were one, since lengths are not stored block by block. Where
    match-ups stopped apart their first luck ids have more games, and count as fewer luck ids with as many each.
    """
    parts = []
    for scope, rows in _scopes(run):
        means = groups(run, ("all" if scope == ALL else "strategy", "turns")).set_index("strategy")
        row = means.loc["" if scope == ALL else scope]
        part = _shares(run, rows, run.lengths[rows].sum(axis=0))
        part = part.rename(columns={"value": "turns"}).assign(mean=row["mean"], mean_low=row["low"])
        parts.append(part.assign(scope=scope, mean_high=row["high"]))
    names = ["scope", "turns", "games", "share", "low", "high", "lucks", "mean", "mean_low", "mean_high"]
    return pd.concat(parts, ignore_index=True)[names] if parts else pd.DataFrame(columns=names)


def endings(run: Run) -> pd.DataFrame:
    """Return the games by ending: over all games, then for each strategy where both sides play it.

    Columns: scope, ending, games, share, low, high (per cent), lucks; limits as for `lengths`.
    """
    names = np.array(run.manifest["endings"], dtype=object)
    parts = []
    for scope, rows in _scopes(run):
        counts = np.zeros(len(names), dtype=np.int64)
        counts[: run.endings.shape[1]] = run.endings[rows].sum(axis=0)
        part = _shares(run, rows, counts, every=True)
        parts.append(part.assign(scope=scope, ending=names[part["value"]]))
    columns = ["scope", "ending", "games", "share", "low", "high", "lucks"]
    return pd.concat(parts, ignore_index=True)[columns] if parts else pd.DataFrame(columns=columns)


def _scopes(run: Run) -> list[tuple[str, Ints]]:
    """Return (name, rows of the totals): all with blocks, then those where both sides play one strategy."""
    played = (run.totals["blocks"] > 0).to_numpy()
    a, b = run.totals["strategy_a"].to_numpy(), run.totals["strategy_b"].to_numpy()
    each = [(str(name), np.flatnonzero(played & (a == name) & (b == name))) for name in pd.unique(a)]
    return [(name, rows) for name, rows in [(ALL, np.flatnonzero(played)), *each] if len(rows)]


def _lucks(run: Run, rows: Ints) -> int:
    """Return how many luck ids the pairs of strategies at `rows` of the totals were played on, all together."""
    lucks = run.totals["lucks"].to_numpy()[rows]
    return int(lucks.sum() if run.drawn else lucks.max(initial=0))


def _alike(run: Run, rows: Ints) -> float:
    """Return how many luck ids with as many games each tell as much as those of `rows`, all games of one being alike.

    That is (sum of n)² / sum of n² of n match-ups a luck id. Each has the first ones, up to where it stopped, so that
    the sum of squares is that of the shorter of any two match-ups. Source: Kish 1965, Survey Sampling, section 11.7.
    """
    if run.drawn:
        return _lucks(run, rows)
    strategy = run.entrants["strategy"].to_numpy()
    pairs = pd.MultiIndex.from_frame(run.totals[["strategy_a", "strategy_b"]].iloc[rows])
    own = pd.MultiIndex.from_arrays([strategy[run.cells[side]] for side in ("a", "b")]).isin(pairs)
    blocks = np.sort(run.cells["blocks"].to_numpy()[own])[::-1].astype(np.int64)
    return int(blocks.sum()) ** 2 / int(blocks @ np.arange(1, 2 * len(blocks), 2))


def _shares(run: Run, rows: Ints, counts: Ints, every: bool = False) -> pd.DataFrame:
    """Return a row for each value with games between the least and the greatest (`every`: for all values)."""
    some = np.flatnonzero(counts)
    values = np.arange(len(counts)) if every or not len(some) else np.arange(some[0], some[-1] + 1)
    share = ratio(counts[values], counts.sum())
    low, high = wilson(share, _alike(run, rows))
    columns = {"value": values, "games": counts[values], "share": 100 * share, "low": 100 * low, "high": 100 * high}
    return pd.DataFrame(columns).assign(lucks=_lucks(run, rows))


def quality(run: Run) -> pd.DataFrame:
    """Return for every cell how good its data are, in plan order.

    Columns: cell, name, rival, blocks, games, draws, caps (games stopped by a cap on turns or decisions), distinct
    (different games by trace), effective (independent games that would give the same standard error of the score; where
    all blocks agree, the distinct games), factor (variance of the score against independent games: games / effective;
    neither of mirrors that are even by design), adds_up (the identities of the design hold, and the blocks add up to
    the cell).
    """
    cells, names = run.cells, run.entrants["name"].to_numpy()
    frame = pd.DataFrame({"cell": [f"{key:012x}" for key in cells["cell"]]})
    frame = frame.assign(name=names[cells["a"]], rival=names[cells["b"]])
    frame = frame.join(cells[["blocks", "games", "draws", "caps", "distinct"]])
    even = (cells["a"] == cells["b"]) & run.even_mirrors & (cells["wins"] == cells["losses"])
    effective = np.where(even, np.nan, _effective(cells))
    factor = ratio(cells["games"], np.where(effective > 0, effective, np.nan))
    frame = frame.assign(effective=effective, factor=factor, adds_up=_adds_up(run))
    return frame[
        ["cell", "name", "rival", "blocks", "games", "draws", "caps", "distinct", "effective", "factor", "adds_up"]
    ]


def _effective(cells: pd.DataFrame) -> Floats:
    """Return the effective number of independent games of each cell [C]: variance of one game / squared error."""
    games, points = cells["games"].to_numpy(), (cells["points_first"] + cells["points_second"]).to_numpy()
    mean = ratio(points, 2 * games)
    one = ratio(cells["wins"] + cells["draws"] / 4, games) - mean**2
    _, error = block_moments(points, cells["points_squares"], cells["blocks"])
    error = error * ratio(cells["blocks"], 2 * games)
    effective = ratio(one, error**2)
    same = (cells["blocks"] > 0) & ((error == 0) | (cells["blocks"] == 1))
    return np.where(same, np.minimum(cells["distinct"], games), effective)


def _adds_up(run: Run) -> Bools:
    """Return for each cell [C] whether every identity of the design (section 7) holds."""
    cells, size = run.cells, run.block_games
    good = cells["wins"] + cells["draws"] + cells["losses"] == cells["games"]
    good &= cells["games"] == size * cells["blocks"]
    good &= 2 * cells["wins"] + cells["draws"] == cells["points_first"] + cells["points_second"]
    if run.even_mirrors:
        good &= (cells["a"] != cells["b"]) | (cells["wins"] == cells["losses"])
    good &= ~edge_proven(run) | (cells["points_first"] == cells["points_second"])
    return np.asarray(good & stream(run).agree, dtype=np.bool_)


def _totals_add_up(run: Run) -> Bools:
    """Return for each pair of strategies [T] whether its totals are the sums of its cells."""
    totals = run.totals
    number, names = pd.factorize(run.entrants["strategy"])
    index, size = pd.Index(names), len(names)
    pair = number[run.cells["a"]] * size + number[run.cells["b"]]
    a, b = (index.get_indexer(pd.Index(totals[name])) for name in ("strategy_a", "strategy_b"))
    good = np.ones(len(totals), dtype=np.bool_)
    for name in ("blocks", "games", "turns"):
        good &= np.bincount(pair, run.cells[name], size**2)[a * size + b] == totals[name]
    caps = np.bincount(pair, run.cells["caps"], size**2)[a * size + b]
    good &= (run.endings.sum(axis=1) == totals["games"]) & (run.lengths.sum(axis=1) == totals["games"])
    good &= run.lengths @ np.arange(run.lengths.shape[1]) == totals["turns"]
    return np.asarray(good & (run.endings[:, -1] == caps), dtype=np.bool_)


def _duplicates(cells: pd.DataFrame) -> Ints:
    """Return how many games of each cell [C] repeat another; 0 where an estimate might be off by so much."""
    games, distinct = cells["games"].to_numpy(), cells["distinct"].to_numpy()
    sure = (distinct < SKETCH) | (distinct < (1 - UNSURE) * games)
    return np.where(sure, np.maximum(games - distinct, 0), 0)


def checks(run: Run) -> pd.DataFrame:
    """Return what was checked of the whole run. Columns: check, found, of (counts), good (bool), meaning."""
    cells = run.cells
    adds_up, totals = int(_adds_up(run).sum()), int(_totals_add_up(run).sum())
    files, changed = sum(len(run.files(start)) for start in CHECKED), len(run.changed())
    games, caps, planned = int(cells["games"].sum()), int(cells["caps"].sum()), int(run.manifest["games"])
    variants, whole = substitution.adds_up(run)
    repeats = int(((cells["distinct"] <= run.block_games) & (cells["blocks"] > 1)).sum())
    same = int(games - stream(run).distinct)
    other = max(int(_duplicates(cells).sum()) - same, 0)
    invented = int((run.entrants["origin"] == "invented").sum())
    found: dict[str, tuple[int, int, bool]] = {
        "cells that add up": (adds_up, len(cells), adds_up == len(cells)),
        **({"cells of variants that add up": (variants, whole, variants == whole)} if whole else {}),
        "totals that add up": (totals, len(run.totals), totals == len(run.totals)),
        "games played": (games, planned, games == planned),
        "files unchanged": (files - changed, files, changed == 0),
        "games stopped by the cap": (caps, games, caps == 0),
        "draws": (int(cells["draws"].sum()), games, True),
        "cells that repeat one game": (repeats, len(cells), repeats == 0),
        "games repeated under the same luck": (same, games, True),
        "games repeated under other luck": (other, games, True),
        "entrants with invented figures": (invented, len(run.entrants), invented == 0),
    }
    frame = pd.DataFrame.from_dict(found, orient="index", columns=["found", "of", "good"])
    return frame.rename_axis("check").reset_index().assign(meaning=[MEANINGS[check] for check in found])


def played(run: Run) -> pd.DataFrame:
    """Return what was played, as item and value (text)."""
    m = run.manifest
    deterministic = int(run.entrants["deterministic"].sum())
    items: list[tuple[str, Any]] = [
        ("run", m["name"]),
        ("ruleset", f"{m['ruleset']}, version {m['ruleset_version']}"),
        ("config hash", m["config_hash"]),
        ("seed", m["seed"]),
        ("luck", f"{m['luck']} (arrangements {', '.join(map(str, m['arrangements']))})"),
        ("who starts", m["first"]),
        ("pairing", f"{m['pairing']['random']:,} pairs drawn at random" if run.drawn else m["pairing"]),
        ("blocks a cell", f"{m['blocks']:,}" if isinstance(m["blocks"], int) else m["blocks"]),
        ("entrants", f"{len(run.entrants):,} ({deterministic:,} of them use no coin)"),
        ("cells", f"{len(run.cells):,}"),
        ("blocks", f"{int(run.cells['blocks'].sum()):,}"),
        ("games", f"{int(run.cells['games'].sum()):,}"),
        *_variants(run),
        ("real decisions", f"{int(run.totals['decisions'].sum()):,}"),
        ("games kept one by one", m["keep"]),
        ("files of blocks", len(run.files("blocks/"))),
        ("files of games", len(run.files("games/"))),
        *((f"version of {name}", version) for name, version in sorted(m["versions"].items())),
    ]
    return pd.DataFrame([(item, str(value)) for item, value in items], columns=["item", "value"])


def _variants(run: Run) -> list[tuple[str, Any]]:
    """Return what was played of variants of the decks, which the numbers above leave out."""
    more = run.manifest.get("variants")
    if more is None:
        return []
    counts = ", ".join(f"{more[name]:,} {name}" for name in ("entrants", "cells", "games"))
    return [("beyond that, with a card replaced", counts)]
