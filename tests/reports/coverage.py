"""Which limits that a report prints hold the truth, of a run of a world whose truth is known.

Each function returns, by the name of a number, an array of bools: one for each limit, or one for all that are to hold
together. What a design makes exact has no limits, and is left out.
"""

import numpy as np
import pandas as pd
from scipy.stats import binom

from reports import meta, pilots, record, seen, strength, tables
from reports.members import Table, part
from reports.pooled import groups
from reports.stats.cycles import remainder
from reports.stats.davidson import ELO
from reports.stats.intervals import EXACT, NONE
from reports.stats.nash import symmetric, zero_sum
from tests.reports.seenworld import SeenWorld
from tests.reports.world import LASTS, LEAST, TURNS, Held, World

Holds = dict[str, np.ndarray]
CLOSE = 1e-6  # weights of a mix are found to so much


def inside(low: object, high: object, truth: object, slack: float = 0.0) -> np.ndarray:
    """Return whether limits hold the truth, entry by entry."""
    lower, upper, true = (np.asarray(x, dtype=np.float64) for x in (low, high, truth))
    return (lower <= true + slack) & (true <= upper + slack)


def cells(world: World, run: Held) -> Holds:
    """Return what is printed of single match-ups."""
    frame = tables.matchups(run).drop_duplicates("cell")
    known = ~frame["kind"].isin([EXACT, NONE]).to_numpy()
    truth = {name: 100 * part_ if name in ("score", "edge") else part_ for name, part_ in world.truth.items()}
    shape = (world.copies, -1)
    found = {"match-up": inside(frame["low"], frame["high"], truth["score"])[known].reshape(shape)}
    for name in ("edge", "margin"):
        held = inside(frame[f"{name}_low"], frame[f"{name}_high"], truth[name])
        found[f"{name} of a match-up"] = (held[known] if name == "margin" else held).reshape(shape)
    return found


def true_means(world: World, run: Held, table: Table) -> np.ndarray:
    """Return the true mean [G] of each group of a table of means."""
    members, truth = part(run, table), world.truth[table[1]]
    values = truth[members.row]
    if table[1] == "score":
        values = np.where(members.side > 0, values, 1 - values)
    return np.bincount(members.group, values) / np.bincount(members.group)


MEANS: dict[str, tuple[Table, ...]] = {
    "standings": (("entrant", "score"),),
    "decks": (("deck", "score"), ("deck in strategy", "score")),
    "strategies": (("strategy", "score"),),
    "going first": (("deck", "edge"), ("strategy", "edge")),
    "turns a game": (("strategy", "turns"),),
}


def means(world: World, run: Held) -> Holds:
    """Return what is printed of means over match-ups."""
    found = {}
    for name, named in MEANS.items():
        found[name] = np.concatenate([_means(world, run, table) for table in named], axis=1)
    return found


def all_games(world: World, run: Held) -> Holds:
    """Return what is printed of all games of a run that is one world."""
    names = {"going first, all games": "edge", "turns, all games": "turns"}
    return {name: _means(world, run, ("all", what)) for name, what in names.items()}


def _means(world: World, run: Held, table: Table) -> np.ndarray:
    """Return whether limits hold the truth [copies, G / copies], groups in the order of their names."""
    frame = groups(run, table).assign(truth=true_means(world, run, table))
    frame = frame.sort_values(["entrant", "strategy", "deck"])
    return inside(frame["low"], frame["high"], frame["truth"]).reshape(world.copies, -1)


def shares(world: World, run: Held) -> Holds:
    """Return the shares of endings and lengths, of all games that were played and by strategy."""
    a, b = world.pairs
    strategy, endings, lengths = world.who[1], record.endings(run), record.lengths(run)
    games = run.cells["games"].to_numpy()
    found: dict[str, list[np.ndarray]] = {"share of an ending": [], "share of a length": []}
    for scope, rows in endings.groupby("scope", sort=False):
        number = str(scope).removeprefix("s ")  # of a strategy, or all games
        chosen = slice(None) if not number.isdigit() else (strategy[a] == int(number)) & (strategy[b] == int(number))
        truth = np.average(world.truth["ending"][chosen], axis=0, weights=games[chosen])
        found["share of an ending"].append(inside(rows["low"], rows["high"], 100 * truth))
        some = lengths[lengths["scope"] == scope]
        chance = _lengths(some["turns"].to_numpy(), truth[0])
        found["share of a length"].append(inside(some["low"], some["high"], 100 * chance))
    return {name: np.concatenate(held) for name, held in found.items()}


def _lengths(turns: np.ndarray, won: float) -> np.ndarray:
    """Return the chance of each number of turns, if who starts wins so often."""
    lasts = np.linspace(LASTS - 0.1, LASTS + 0.1, 201)
    plain, longer = (binom.pmf(turns[:, None] - LEAST - more, TURNS, lasts).mean(axis=1) for more in (0, 2))
    return np.asarray((1 - won) * plain + won * longer)


def band(world: World, run: Held) -> Holds:
    """Return whether the band of match-ups holds all of them together."""
    frame = tables.matchups(run).drop_duplicates("cell")
    known = ~frame["kind"].isin([EXACT, NONE]).to_numpy()
    held = inside(frame["band_low"], frame["band_high"], 100 * world.truth["score"])
    return {"match-ups, all": held[known].all(keepdims=True)}


def together(world: World, run: Held) -> Holds:
    """Return what is to hold for many numbers at once, and shares of games, which are too wide on purpose.

    Lengths that are rare may be missing from the table, so that their number differs: the mean of them all counts.
    """
    part_ = shares(world, run)
    means_ = {name: held.mean(keepdims=True) for name, held in part_.items()}
    return band(world, run) | ranks(world, run) | pilot(world, run) | means_


def ranks(world: World, run: Held) -> Holds:
    """Return whether all ranks of a table lie within their sets together."""
    entrant = groups(run, ("entrant", "score"))["entrant"].to_numpy()
    truth = pd.Series(true_means(world, run, ("entrant", "score")), run.entrants["name"].to_numpy()[entrant])
    found = {"ranks of entrants": _ranks(tables.standings(run), truth.sort_index().to_numpy(), "name")}
    frame, every = tables.deck_strength(run), []
    for scope, rows in frame.groupby("scope"):
        table = ("deck", "score") if scope == tables.ALL else ("deck in strategy", "score")
        names = groups(run, table)
        mine = np.ones(len(names), bool) if scope == tables.ALL else (names["strategy"] == scope).to_numpy()
        truth = pd.Series(true_means(world, run, table)[mine], names["deck"][mine])
        every.append(_ranks(rows, truth.sort_index().to_numpy(), "deck"))
    return found | {"ranks of decks": np.concatenate(every)}


def _ranks(frame: pd.DataFrame, truth: np.ndarray, name: str) -> np.ndarray:
    """Return [1] whether the sets hold the ranks of the true values, which are in the order of the names."""
    rows = frame.sort_values(name)
    truth = np.round(truth, 9)  # equals may take either's place
    least = 1 + (truth[None, :] > truth[:, None]).sum(axis=1)
    most = (truth[None, :] >= truth[:, None]).sum(axis=1)
    low, high = (rows[column].to_numpy(dtype=np.int64) for column in ("rank_low", "rank_high"))
    return np.array([((low <= least) & (most <= high)).all()])


def models(world: World, run: Held) -> Holds:
    """Return strengths and orders by the model, which is true here; and whether it is found to be."""
    frame, fits, found = strength.decks(run), strength.fits(run), {}
    true = np.array(world.decks) - np.mean(world.decks)
    for name, values in (("strength", ELO * true), ("order", ELO * np.array(world.orders))):
        low, high = ("low", "high") if name == "strength" else ("order_low", "order_high")
        rows = frame.sort_values(["scope", "deck"])
        single = rows["scope"] != tables.ALL  # pooled over strategies it is another model's
        truth = np.tile(values, int(single.sum()) // len(values))
        held = inside(rows.loc[single, low], rows.loc[single, high], truth)
        found[f"{name} of a deck"] = held.reshape(world.copies, -1)
    if len(set(world.orders)) == 1:
        fits = fits[fits["scope"] != tables.ALL].sort_values("scope")
        shape = (world.copies, -1)
        truth = ELO * world.orders[0]
        found["order of all"] = inside(fits["order_low"], fits["order_high"], truth).reshape(shape)
        found["no misfit found"] = (fits["misfit_p"] > 0.05).to_numpy().reshape(shape)
        found["no unlike orders found"] = (fits["order_p"] > 0.05).to_numpy().reshape(shape)
    return found


def true_payoff(world: World) -> tuple[np.ndarray, np.ndarray]:
    """Return [K, K] the true scores of decks that one strategy plays, row against column; from either seat, first."""
    win, draw = (table[: len(world.decks), : len(world.decks)] for table in world.chances)
    first = win + draw / 2
    return (first + 1 - first.T) / 2, first


def mixes(world: World, run: Held) -> Holds:
    """Return weights of the best mixes, those of 0 or 1 apart, what they leave to be won, and the value by seat."""
    score, first = true_payoff(world)
    one, other, value = zero_sum(first)
    truth = {"either": symmetric(score - 0.5), "first": one, "second": other}
    mix, whole, found = meta.mix(run), meta.game(run).set_index("quantity"), {}
    for position, weights in truth.items():
        rows = mix[mix["position"] == position].sort_values("deck")
        held, at_end = inside(rows["low"], rows["high"], 100 * weights, 100 * CLOSE), (weights < CLOSE) | (weights == 1)
        found |= {f"weights in the mix, {position}": held[~at_end], f"weights of 0 or 1, {position}": held[at_end]}
        verdict = rows["verdict"].to_numpy()
        wrong = ((verdict == "out") & (weights > CLOSE)) | ((verdict == "in") & (weights < CLOSE))
        found[f"no wrong verdict, {position}"] = ~wrong.any(keepdims=True)
    found["edge under best play"] = _row(whole, "edge", 100 * (value - 0.5))
    mixed = mix[mix["position"] == "either"].sort_values("deck")["weight"].to_numpy()
    found["exploitable"] = _row(whole, "exploitable", ((score - 0.5) @ mixed).max())
    return {name: held for name, held in found.items() if held.size}


def circles(world: World, run: Held) -> Holds:
    """Return the cyclic share, and the least of each triple."""
    score, _ = true_payoff(world)
    whole, found = meta.game(run).set_index("quantity"), {}
    pairs = np.triu_indices(len(score), 1)
    payoff = score[pairs] - 0.5
    left = remainder(*pairs, len(score)) @ payoff
    if "cyclic" in whole.index:
        found["cyclic share"] = _row(whole, "cyclic", 100 * (left @ left) / max(payoff @ payoff, 1e-12))
    return found | {"least of a triple, all": _triples(meta.triples(run), score)}


def _row(whole: pd.DataFrame, name: str, truth: float) -> np.ndarray:
    return inside(whole.loc[[name], "low"], whole.loc[[name], "high"], truth, 1e-3)


def _triples(frame: pd.DataFrame, score: np.ndarray) -> np.ndarray:
    """Return [1] whether the limits of all triples that are shown hold together."""
    number = [frame[name].str.removeprefix("d ").astype(int).to_numpy() for name in meta.CIRCLE]
    i, j, k = number
    least = np.minimum(np.minimum(score[i, j], score[j, k]), score[k, i])
    return inside(frame["low"], frame["high"], 100 * least).all(keepdims=True)


def pilot(world: World, run: Held) -> Holds:
    """Return whether all interactions lie in their band, and all distances within their limits; none of one pilot."""
    frame, apart = pilots.table(run).sort_values(["strategy", "deck"]), pilots.distances(run)
    if not len(frame):
        return {}
    size = len(world.decks)
    true = true_means(world, run, ("deck in strategy", "score"))
    names = groups(run, ("deck in strategy", "score"))
    grid = pd.Series(true, pd.MultiIndex.from_frame(names[["strategy", "deck"]])).sort_index().to_numpy()
    grid = grid.reshape(-1, size)
    beyond = grid - grid.mean(axis=0) - grid.mean(axis=1)[:, None] + grid.mean()
    found = {"interactions, all": inside(frame["low"], frame["high"], 100 * beyond.ravel()).all(keepdims=True)}
    upper, held = np.triu_indices(size, 1), []
    for row in apart.to_dict("records"):
        one, other = (grid[int(row[name].removeprefix("s "))] for name in ("strategy", "rival_strategy"))
        signs = [np.sign((table[:, None] - table)[upper]) for table in (one, other)]
        held.append(row["low"] <= 100 * np.mean(signs[0] * signs[1] < 0) <= row["high"] + 1e-9)
    return found | {"distances, all": np.array([all(held)])}


def gaps(world: SeenWorld, run: Held) -> Holds:
    """Return whether the limits of all gaps of cards hold together, and of all played gaps."""
    frame, found = seen.table(run).set_index("card"), {}
    truth = world.gaps(run).reindex(frame.index)
    for name, low, high in (("gap", "low", "high"), ("played_gap", "played_low", "played_high")):
        held = inside(frame[low], frame[high], truth[name])[frame[low].notna()]
        found[f"{name}, all cards"] = held.all(keepdims=True)
    return found
