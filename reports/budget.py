"""The luck budget: what share of the variance of a game's score comes from where. Decisions: README, "luck budget".

A game of a field: who sits where is drawn from all entrants, each against each and itself, then all luck. The field's
part of the variance is that between the means of match-ups and seats; the rest is luck, of which a run with `budget` in
its config knows the sources, since it played games again with one of them anew, or all but one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

import numpy as np
import pandas as pd

from reports.lots import STATISTICS, lots
from reports.runs import Run
from reports.stats.intervals import AGREE, EXACT, NONE, Floats, T, agreeing, wilson
from reports.stats.shares import Estimate, covariance, half_square, mean, skewed_limits, squared_limits, steadied
from reports.stats.simultaneous import sidak
from reports.tables import ALL, best_strategy
from reports.words import estimate, listed

LOTS: Final = 100  # of luck ids, at most: t with 99 degrees of freedom is 1.98
NEXT: Final = 3  # parts that a sentence names after the largest
FEWEST: Final = 10  # lots that tell an error
DECKS, PILOTS, MEETING, SEAT = "decks", "pilots", "who meets whom", "going first"
FIELD, LUCK = "field, together", "luck, together"
SIDES: Final = ("who starts", "who goes second")
NAMES: Final = {"deal": "deal", "chance": "chance in play", "coins": "coins"}  # of sources, by their stored names
PLURAL: Final = {"deal": "deals", "coins": "coins"}  # of both sides
ROUNDING: Final = 1e-12
BUDGET: Final = (
    *("scope", "best", "source", "variance", "low", "high", "kind", "total", "total_low", "total_high", "verdict"),
    *("lucks", "games"),
)
_SUMS: Final = ("pairs", "squares", "products", "unlike", "points")
_HALF: Final = 2  # half points make a point

Parts = dict[str, Estimate]


@dataclass(frozen=True, eq=False)
class Field:
    """C cells of a run on B lots of luck; S seats, or 1 where the run cannot tell who starts."""

    a: np.ndarray  # [C] entrants
    b: np.ndarray
    score: Estimate  # [C, S] A's mean score less 1/2: when A starts, when B does
    draws: Estimate  # [C] share of the games
    first: Estimate  # [C, S, K] covariance of games with only a source in common
    nothing: Estimate  # [C, S, K] covariance of games with nothing in common
    total: Estimate  # [C, S, K] half the mean square of games that differ in a source alone
    sources: tuple[str, ...]  # [K] as the run names them

    def of(self, cells: np.ndarray) -> "Field":
        """Return some of the cells [C] of a field."""
        names = ("score", "draws", "first", "nothing", "total")
        parts = {name: getattr(self, name).by(lambda x: x[cells]) for name in names}
        return Field(self.a[cells], self.b[cells], sources=self.sources, **parts)


@dataclass(frozen=True, eq=False)
class Source:
    """One source of luck."""

    first: Estimate  # what it does by itself
    total: Estimate | None  # what it does in all, if that is known
    exact: bool  # nothing, as strategies without a coin say of themselves


def budget(run: Run) -> pd.DataFrame:
    """Return the shares of the variance of a game's score: of all games, then of each strategy against itself.

    Columns: scope, best (of the strongest strategy), source, variance (its share by itself, per cent), low, high (all
    of a scope at once), kind, total (with all that it does together with others of the luck, per cent), total_low,
    total_high, verdict (largest: surely more than any other of the scope), lucks, games (played again, and first). No
    rows unless the run has a luck budget.
    """
    told, best = run.manifest.get("budget"), best_strategy(run)
    if told is None or run.drawn or run.lucks() < 2:
        return pd.DataFrame(columns=list(BUDGET))
    blocks, parts = int(told["blocks"]), []
    field = _field(run, blocks, tuple(told["sources"]))
    held = run.cells["blocks"].clip(upper=blocks).to_numpy() * run.block_games
    for scope, cells in _scopes(run):
        games = int(held[cells].sum() * (1 + told["games"] / held.sum()))
        part = _rows(run, field.of(cells), blocks)
        parts += [part.assign(scope=scope, best=scope == best, lucks=blocks, games=games)] if len(part) else []
    whole = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(BUDGET))
    return whole[list(BUDGET)]


def _scopes(run: Run) -> Iterator[tuple[str, np.ndarray]]:
    """Yield all cells, then those of each strategy against itself, where there are several."""
    strategy = run.entrants["strategy"].to_numpy()
    a, b = (strategy[run.cells[side]] for side in ("a", "b"))
    yield ALL, np.arange(len(a))
    for name in pd.unique(strategy) if len(pd.unique(strategy)) > 1 else ():
        cells = np.flatnonzero((a == name) & (b == name))
        if len(cells):
            yield str(name), cells


def _field(run: Run, blocks: int, sources: tuple[str, ...]) -> Field:
    """Return all cells of a run, everything summed over the same lots of luck ids."""
    group = _groups(run, blocks)
    size, index = int(group[:blocks].max()) + 1, pd.Index(run.cells["cell"])
    first, second, won, lost, draws = (lots(run) @ np.eye(size)[group]).reshape(len(STATISTICS), len(index), size)
    again = _again(run, group, (len(index), 2, len(sources), size))
    games, points = np.stack([first, second], axis=1), np.stack([won, lost], axis=1)
    if not run.sided:
        games, points, again = (x.sum(axis=axis, keepdims=True) for x, axis in ((games, 1), (points, 1), (again, 2)))
    pairs, squares, products, unlike, both = again
    score = mean(points / _HALF - games / 2, games)
    return Field(
        a=run.cells["a"].to_numpy(),
        b=run.cells["b"].to_numpy(),
        score=score,
        draws=mean(draws, first + second),
        first=covariance(products / _HALF**2, both / _HALF, pairs),
        nothing=covariance(unlike / _HALF**2, both / _HALF, pairs),
        total=half_square(squares / _HALF**2, pairs),
        sources=sources,
    )


def _groups(run: Run, blocks: int) -> np.ndarray:
    """Return the lot of each lot of `lots`: as many as the luck ids below `blocks` fill, at most LOTS.

    Where games are single, an even and an odd luck id make one: A starts on even ones.
    """
    width = lots(run).shape[2]
    pair = 2 if run.manifest["luck"] == "single" else 1
    return (np.arange(width) // pair) % max(1, min(min(blocks, width) // pair, LOTS))


def _again(run: Run, group: np.ndarray, shape: tuple[int, int, int, int]) -> Floats:
    """Return [5, C, 2, K, B] the sums of the games played again by cell, seat (A first, then second), source, lot."""
    _, seats, sources, size = shape
    total, index = np.zeros((len(_SUMS), int(np.prod(shape)))), pd.Index(run.cells["cell"])
    for batch in run.again():
        seat = index.get_indexer(batch["cell"]) * seats + 1 - batch["first"].to_numpy()
        lot = group[batch["luck"].to_numpy() % len(group)]
        where = (seat * sources + batch["source"].to_numpy()) * size + lot
        least = int(where.min(initial=total.shape[1])) if len(where) else 0  # a file holds few of the cells
        part = np.stack([np.bincount(where - least, batch[name]) for name in _SUMS])
        total[:, least : least + part.shape[1]] += part
    return total.reshape(len(_SUMS), *shape)


def _rows(run: Run, field: Field, lucks: int) -> pd.DataFrame:
    """Return the rows of one scope; none where no game differs from another."""
    whole = _whole(field)
    if not whole.value > 0:
        return pd.DataFrame(columns=["source"])
    outer, inner = _between(run, field), _within(run, field)
    parts = {name: _average(found.squared()) for name, found in outer.items()}
    parts |= {name: source.first for name, source in inner.items()}
    parts[LUCK] = whole - _average(_views(field)[2].squared()) - _sum([source.first for source in inner.values()])
    exact = [name for name, source in inner.items() if source.exact]
    frame = _limits(parts, whole, lucks, exact)
    for row in np.flatnonzero((frame["kind"] == T) & frame["source"].isin(list(outer))):
        found = outer[str(frame["source"][row])]
        limits = squared_limits(found, whole, float(sidak(len(parts), found.influence.shape[-1] - 1)))
        frame.loc[row, ["low", "high"]] = [100 * limit for limit in limits]
    more = _limits({name: source.total for name, source in inner.items() if source.total}, whole, lucks, exact)
    totals = more.set_index("source")[["variance", "low", "high"]].reindex(frame["source"]).to_numpy(dtype=float)
    frame[["total", "total_low", "total_high"]] = totals
    others = [frame["high"].drop(row).max() for row in frame.index]
    return frame.assign(verdict=np.where(frame["low"] > others, "largest", ""))


def _limits(parts: Parts, whole: Estimate, lucks: int, exact: list[str]) -> pd.DataFrame:
    """Return each part's share of the whole, per cent, with limits that hold for all of them at once, and their kind.

    Where all lots agree nothing is proven: Wilson's upper limit for 0 of n luck ids says how many of these could still
    have differed, and by how much at most. `exact` are those of which the strategies say themselves that there is none.
    """
    if not parts:
        return pd.DataFrame(columns=["source", "variance", "low", "high", "kind"])
    value, influence = (np.stack([getattr(part, name) for part in parts.values()]) for name in ("value", "influence"))
    share, size = Estimate(value, influence).over(whole), influence.shape[1]
    same, few = np.abs(influence).max(axis=1) < ROUNDING, np.full(len(parts), size < FEWEST)
    low, high = skewed_limits(share, sidak(len(parts), max(size - 1, 1)))
    open_ = wilson(0.0, lucks)[1] / (2 * whole.value)  # of two scores half the square of the difference is 1/2 at most
    level, proven = np.abs(share.value) < ROUNDING, np.isin(list(parts), exact)
    agreed = agreeing(np.clip(share.value, 0, 1), lucks)
    low = np.select([proven, same, few], [0.0, agreed[0], np.nan], low)
    high = np.select([proven, same, few], [0.0, np.where(level, np.minimum(open_, 1), agreed[1]), np.nan], high)
    kind = np.select([proven, same, few], [EXACT, AGREE, NONE], T)
    return pd.DataFrame(
        {"source": list(parts), "variance": 100 * share.value, "low": 100 * low, "high": 100 * high, "kind": kind}
    )


def _whole(field: Field) -> Estimate:
    """Return the variance of the score of a game: from either side's view the mean is 1/2, a draw is on it."""
    drawn = field.draws.by(lambda x: np.tensordot(_weights(field), x, 1))
    return Estimate((1 - drawn.value) / 4, -drawn.influence / 4)


def _weights(field: Field) -> Floats:
    """Return the weight [C] of each cell: two who meet do so from either view, one who meets himself from one."""
    weight = np.where(field.a == field.b, 1.0, 2.0)
    return np.asarray(weight / weight.sum(), dtype=np.float64)


def _views(field: Field) -> tuple[np.ndarray, np.ndarray, Estimate]:
    """Return who [R] meets whom [R], every cell from either view, and the own score less 1/2 [R, S], first, second.

    In a mirror both views are of one thing, so that they are averaged.
    """
    mirror, other = field.a == field.b, np.flatnonzero(field.a != field.b)

    def seen(score: Floats) -> Floats:
        turned = -score[:, ::-1]
        level = mirror.reshape(-1, *(1,) * (score.ndim - 1))
        return np.concatenate([np.where(level, (score + turned) / 2, score), turned[other]])

    own, rival = (np.concatenate([x, y[other]]) for x, y in ((field.a, field.b), (field.b, field.a)))
    return own, rival, field.score.by(seen)


def _average(squares: Estimate) -> Estimate:
    """Return the mean of all of an estimate's values."""
    lots_ = squares.influence.shape[-1]
    return Estimate(np.asarray(squares.value.mean()), squares.influence.reshape(-1, lots_).mean(axis=0))


def _between(run: Run, field: Field) -> Parts:
    """Return what each factor of the field adds to a score, and what only several do: their squares add up.

    Decks and pilots are told apart if all decks meet all decks with all pilots on either side; else who meets whom is
    one factor.
    """
    own, rival, score = _views(field)
    pilots, decks = (run.entrants[name].to_numpy() for name in ("strategy", "deck"))
    (p, q), (d, e) = _codes(pilots[own], pilots[rival]), _codes(decks[own], decks[rival])
    many, several = int(d.max()) + 1, int(p.max()) + 1
    axes: dict[str, tuple[int, ...]] = {}  # over which the means are taken that show a factor
    if min(many, several) > 1 and len(own) == (many * several) ** 2:
        order = np.lexsort((e, d, q, p))
        score = score.by(lambda x: x[order].reshape(several, several, many, many, *x.shape[1:]))
        axes = {DECKS: (0, 1, 4), PILOTS: (2, 3, 4), SEAT: (0, 1, 2, 3)}
    else:
        axes = {DECKS if several == 1 else PILOTS if many == 1 else MEETING: (1,), SEAT: (0,)}
    axes = {name: over for name, over in axes.items() if (name != SEAT or run.sided) and len(own) > 1}
    found = {name: _means(score, over) for name, over in axes.items()}
    if len(own) == 1 and run.sided:
        return {SEAT: score}
    return found | ({FIELD: score - _sum(list(found.values()))} if len(found) > 1 else {})


def _means(score: Estimate, over: tuple[int, ...]) -> Estimate:
    """Return the means over these axes, which stay."""
    return score.by(lambda x: np.asarray(x.mean(axis=over, keepdims=True)))


def _codes(one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return both [R] as numbers of the names that there are in them."""
    _, code = np.unique(np.concatenate([one, other]).astype(str), return_inverse=True)
    return code[: len(one)], code[len(one) :]


def _within(run: Run, field: Field) -> dict[str, Source]:
    """Return the sources of luck, means over match-ups and seats.

    Where seats are not told apart both sides' sources are one row, the sum of what each does by itself; what they do
    in all is not known then.
    """
    weight = _weights(field)
    first, nothing, total = (
        x.by(lambda y: np.tensordot(weight, y, 1).mean(axis=0)) for x in (field.first, field.nothing, field.total)
    )
    first, total = steadied(first, nothing), steadied(total, nothing)
    names = np.unique(np.concatenate([field.a, field.b]))
    coinless = bool(run.entrants["deterministic"].to_numpy()[names].all())
    found: dict[str, Source] = {}
    for place, stored in enumerate(field.sources):
        one, whole = (x.by(itemgetter(place)) for x in (first, total))
        idle = not (field.total.value[..., place] > 0).any()  # then what it seems to have by itself is noise
        one = Estimate(0 * one.value, 0 * one.influence) if idle else one
        name = _name(stored, run.sided)
        exact = idle and coinless and stored.startswith("coins")
        found[name] = Source(found[name].first + one, None, exact) if name in found else Source(one, whole, exact)
    return found


def _name(stored: str, sided: bool) -> str:
    """Return the name of a source of luck, from that of the run: what it is, and the seat, if it is one's own."""
    kind, _, seat = stored.partition(" ")
    if not seat:
        return NAMES[kind]
    return f"{NAMES[kind]}, {SIDES[int(seat)]}" if sided else PLURAL[kind]


def _sum(parts: list[Estimate]) -> Estimate:
    """Return the sum of some estimates."""
    first, *others = parts
    for other in others:
        first += other
    return first


SAID: Final = {  # what a source is called in a sentence
    DECKS: "which decks meet",
    PILOTS: "who pilots them",
    MEETING: "who meets whom",
    SEAT: "who goes first",
    FIELD: "what decks, pilots and seat do only together",
    "deal": "the deal",
    "deals": "the deals",
    "coins": "the strategies' coins",
    LUCK: "what sources of luck do only together",
}


def words(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return what `budget` says, in sentences: of all games, then of the strongest strategy against itself."""
    every, best = frame[frame["scope"] == ALL], frame[frame["best"].astype(bool)]
    texts = [_sentence(every, "In this field")] if len(every) else []
    if len(best):
        texts.append(_sentence(best, f"Where both sides play {best['scope'].iloc[0]}"))
    return tuple(texts)


def _sentence(part: pd.DataFrame, where: str) -> str:
    """Return what decides most in one scope, as far as the intervals give it, and what comes next."""
    ranked = part.sort_values("variance", ascending=False, kind="stable")
    top, next_ = ranked.iloc[0], ranked.iloc[1 : 1 + NEXT]
    told = [f"{_said(row['source'])} ({estimate(row, 'variance')})" for _, row in ranked.iterrows()]
    near = ranked.iloc[1:].loc[ranked["high"].iloc[1:] >= top["low"], "source"]
    if np.isnan(top["low"]):
        return f"{where} too few luck ids were played again to say what decides most: {told[0]} so far."
    most = f"{where} the largest part of the variance of a game's score comes from {told[0]}"
    if top["verdict"]:
        most = f"{most}, surely more than from anything else"
    elif len(near):
        most = f"{most}, but not surely more than from {listed([_said(source) for source in near])}"
    return f"{most}; next come {listed(told[1 : 1 + len(next_)])}." if len(next_) else f"{most}."


def _said(source: str) -> str:
    """Return a source as a sentence calls it."""
    what, _, side = source.partition(", ")
    return SAID.get(source, f"the {what} of {side}" if side else source)
