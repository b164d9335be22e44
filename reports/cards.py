"""What each card is worth to its deck, instead of the average card of its rank, as a frame.

Effects are points: 100 times what having the card once adds to the score of a game. They hold in the field and with the
strategies that were played. Cards are told apart by their rank (role) and name; who has no ranks has no table.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd
from scipy.sparse import csr_array, hstack

from reports.runs import Run
from reports.stats.clustered import ROUNDING, Ints
from reports.stats.dyadic import covariance, deck_meat, luck_meat, small_sample
from reports.stats.intervals import Floats, apart
from reports.stats.meetings import Bools, Fit, Index, Meetings, Residuals, Traits, fit, joined, residuals, told
from reports.stats.simultaneous import joint_critical
from reports.stats.stopped import factor
from reports.tables import verdicts

WHO: Final = ("role", "rank", "rank_low", "rank_high", "card")
BASIS: Final = ("decks", "blocks", "games")
NUMBERS: Final = (
    *("effect", "low", "high", "error", "verdict", *BASIS),
    *("effect_first", "first_low", "first_high", "effect_second", "second_low", "second_high"),
    *("difference", "difference_low", "difference_high", "seat"),
)
DIGITS: Final = 6  # decimals of points: more would differ from one machine's arithmetic to another's
PARTS: Final = {  # columns of an estimate and its limits: its weights on (worth, gap)
    ("effect", "low", "high"): (1.0, 0.0),
    ("effect_first", "first_low", "first_high"): (1.0, 0.5),
    ("effect_second", "second_low", "second_high"): (1.0, -0.5),
    ("difference", "difference_low", "difference_high"): (0.0, 1.0),
}


@dataclass(frozen=True, eq=False)
class Held:
    """The cards of the entrants that met anybody."""

    cards: pd.DataFrame  # [K] role, card; roles in the order of the slots, cards by name
    counts: Traits  # [E, K] how many of each card each entrant holds
    deck: Index  # [E] the number of the entrant's deck
    decks: int  # decks that met anybody


@dataclass(frozen=True, eq=False)
class Estimates:
    """Worth and gap of the K cards, in scores a game."""

    values: Floats  # [2K] worth, then gap
    covariance: Floats  # [2K, 2K]
    freedom: int  # degrees of freedom
    seats: bool  # the gap is told by the design


def card_strength(run: Run) -> pd.DataFrame:
    """Return a row a card, by role and falling effect; no row where the run cannot tell (`why_not` says why).

    Columns: role, rank (within the role), rank_low, rank_high (those wholly apart, jointly), card; effect, low, high,
    error (standard error), verdict (stronger, weaker, open), all in points; decks, blocks, games (that have the card);
    effect_first and effect_second (when its owner starts and when not) and their difference, with limits; seat (better
    first, better second, open). Limits hold for all cards of the table at once with 95 % (max-t), column by column.
    """
    return _told(run)[0]


def why_not(run: Run) -> str:
    """Return in a sentence why `card_strength` is empty; nothing if it is not, or if cards have no ranks."""
    return _told(run)[1]


@lru_cache(maxsize=1)
def _told(run: Run) -> tuple[pd.DataFrame, str]:
    """Return the frame, or an empty one with the reason; kept for the last run."""
    nothing = pd.DataFrame(columns=[*WHO, *NUMBERS])
    held = _held(run)
    if not len(held.cards):
        return nothing, ""
    reason = _too_rare(held)
    if reason:
        return nothing, reason
    found = _estimates(run, held)
    if isinstance(found, str):
        return nothing, found
    return _framed(run, held, found), ""


def _held(run: Run) -> Held:
    """Return who holds which cards, of roles that have more than one; no cards if any entrant's slots have no roles."""
    met, slots = _slots(run)
    cards = slots[["role", "card"]].drop_duplicates()
    cards = cards[cards["role"].map(cards["role"].value_counts()) > 1]
    cards = cards.assign(order=pd.factorize(cards["role"])[0]).sort_values(["order", "card"], ignore_index=True)
    cards = cards[["role", "card"]]
    place = pd.MultiIndex.from_frame(cards).get_indexer(pd.MultiIndex.from_frame(slots[["role", "card"]]))
    kept = place >= 0
    where = slots["entrant"].to_numpy()[kept], place[kept]
    counts = csr_array((np.ones(int(kept.sum())), where), shape=(len(met), len(cards)))
    deck = pd.factorize(run.entrants["deck"])[0].astype(np.int32)
    return Held(cards, counts, deck, len(np.unique(deck[met])))


def _slots(run: Run) -> tuple[Bools, pd.DataFrame]:
    """Return which entrants met anybody [E], and a row for each of their slots: entrant, role, card."""
    met = np.zeros(len(run.entrants), dtype=np.bool_)
    some = run.cells["blocks"] > 0
    met[run.cells.loc[some, "a"]] = met[run.cells.loc[some, "b"]] = True
    part = run.entrants.loc[met, ["roles", "slots"]].set_axis(["role", "card"], axis=1)
    part = part.assign(entrant=np.flatnonzero(met))
    without = part["role"].map(len).eq(0).any()
    return met, part.iloc[: 0 if without else None].explode(["role", "card"])


def _too_rare(held: Held) -> str:
    """Return why single decks cannot be told from their cards, if they cannot."""
    rare = held.cards.loc[_decks_with(held) < 2, "card"]
    if not len(rare):
        return ""
    which = f"{len(rare):,} of {len(held.cards):,} cards are"
    if len(rare) in (1, len(held.cards)):
        which = f"{rare.iloc[0]} is" if len(rare) == 1 else f"each of the {len(rare):,} cards is"
    return f"{which} in one deck only, and a deck is more than its cards"


def _decks_with(held: Held) -> Ints:
    """Return [K] in how many of the decks that met anybody each card is."""
    entrants = len(held.deck)
    decks = csr_array((np.ones(entrants), (held.deck, np.arange(entrants))), shape=(held.deck.max() + 1, entrants))
    return np.asarray(((decks @ held.counts) > 0).sum(axis=0), dtype=np.int64)


def _estimates(run: Run, held: Held) -> Estimates | str:
    """Return the estimates, or why there are none."""
    traits, cells = _traits(run, held), run.cells[run.cells["blocks"] > 0]
    met = _meetings(cells, cells)
    fitted, contrasts = fit(traits, met), _contrasts(held.cards["role"], traits.shape[1])
    known = told(fitted, contrasts)
    worth, gap = np.split(known, 2)
    if not worth.all():
        some = f"{np.count_nonzero(~worth):,} of {len(worth):,} cards"
        return f"{held.decks:,} decks are too few, or too much alike, to tell {some} apart"
    if held.decks <= fitted.rank:
        return f"{held.decks:,} decks are too few for {len(worth):,} cards: they leave nothing to tell the error from"
    meat, lucks = deck_meat(traits, held.deck, residuals(traits, met, fitted)), 0
    if not run.drawn:
        left, luck = _blocks(run, traits, fitted)
        meat, lucks = meat + luck_meat(traits, held.deck, left, luck), len(np.unique(luck))
        if lucks < 2:
            return "all games were played on one luck id, which leaves nothing to tell the error from"
    wider = factor(2 * len(cells) / held.decks) ** 2 if run.stopped else 1.0
    together = covariance(fitted, meat, contrasts, wider * small_sample(held.decks, fitted.rank, lucks))
    if np.diag(together)[: len(worth)].min() <= ROUNDING**2:
        return "the scores are what the cards make them in every game, which leaves nothing to tell the error from"
    values = contrasts @ np.concatenate([fitted.worth, fitted.gap])
    return Estimates(values, together, _freedom(held, lucks), bool(gap.all()))


def _traits(run: Run, held: Held) -> Traits:
    """Return the traits [E, T] of the entrants: their cards, their strategy if there are several, and a constant."""
    strategy, names = pd.factorize(run.entrants["strategy"])
    rows = np.arange(len(strategy))
    each = csr_array((np.ones(len(rows)), (rows, strategy)), shape=(len(rows), len(names)))
    constant = csr_array(np.ones((len(rows), 1)))
    return csr_array(hstack([held.counts, *([each] if len(names) > 1 else []), constant]))


def _contrasts(role: pd.Series, traits: int) -> Floats:
    """Return [2K, 2T] the cards less the mean of their role, of the worth of the traits and then of their gap."""
    same = (role.to_numpy()[:, None] == role.to_numpy()).astype(np.float64)
    part = np.zeros((len(role), traits))
    part[:, : len(role)] = np.eye(len(role)) - same / same.sum(axis=1)
    return np.asarray(np.kron(np.eye(2), part), dtype=np.float64)


def _meetings(cells: pd.DataFrame, sums: pd.DataFrame) -> Meetings:
    """Return the meetings whose entrants stand in `cells` and whose games and half points in `sums`, row by row."""
    first = sums["games_first"].to_numpy().astype(np.float64)
    second = sums["games"].to_numpy() - first
    return Meetings(
        a=cells["a"].to_numpy().astype(np.int32),
        b=cells["b"].to_numpy().astype(np.int32),
        first=first,
        second=second,
        gain_first=(sums["points_first"].to_numpy() - first) / 2,
        gain_second=(sums["points_second"].to_numpy() - second) / 2,
    )


def _blocks(run: Run, traits: Traits, fitted: Fit) -> tuple[Residuals, Ints]:
    """Return what the fit leaves of every block, and its luck id."""
    index = pd.Index(run.cells["cell"])
    parts, lucks = [], []
    for batch in run.blocks():
        cells = run.cells.iloc[index.get_indexer(batch["cell"])]
        parts.append(residuals(traits, _meetings(cells, batch), fitted))
        lucks.append(batch["luck"].to_numpy())
    return joined(parts), np.concatenate(lucks)


def _freedom(held: Held, lucks: int) -> int:
    """Return the degrees of freedom: the fewest decks that have a card (or have it not), or the luck ids, less one."""
    some = _decks_with(held)
    fewest = int(np.minimum(some, held.decks - some).min())
    return max(1, min(fewest, lucks or fewest) - 1)


def _framed(run: Run, held: Held, found: Estimates) -> pd.DataFrame:
    """Return the table of the estimates."""
    frame, size = held.cards.assign(decks=_decks_with(held)), len(held.cards)
    for names, weights in PARTS.items():
        known = names[0] == "effect" or (found.seats and not run.rolled)
        value, error, critical = _part(found, weights, size)
        limits = (value, value - critical * error, value + critical * error)
        frame = frame.assign(**{name: limit if known else np.nan for name, limit in zip(names, limits, strict=True)})
        frame = frame.assign(error=error) if names[0] == "effect" else frame
    frame["blocks"], frame["games"] = (_with(run, held, run.cells[name]) for name in ("blocks", "games"))
    frame["verdict"] = verdicts(frame["low"], frame["high"], 0.0, ("stronger", "weaker", "open"))
    seats = ("better first", "better second", "open")
    frame["seat"] = verdicts(frame["difference_low"], frame["difference_high"], 0.0, seats)
    parts = [_ranked(part) for _, part in frame.groupby("role", sort=False)]
    return pd.concat(parts, ignore_index=True)[[*WHO, *NUMBERS]].round(DIGITS)


def _part(found: Estimates, weights: tuple[float, float], size: int) -> tuple[Floats, Floats, float]:
    """Return estimates and standard errors [K] in points, and the critical value of their band."""
    mixed = np.kron(np.array([weights]), np.eye(size))
    together = mixed @ found.covariance @ mixed.T
    return 100 * mixed @ found.values, 100 * np.sqrt(np.diag(together)), joint_critical(together, found.freedom)


def _with(run: Run, held: Held, played: pd.Series) -> Ints:
    """Return [K] how much of what the cells `played` had each card on either side."""
    entrants, a, b = len(held.deck), run.cells["a"].to_numpy(), run.cells["b"].to_numpy()
    own = np.bincount(a, played, entrants) + np.bincount(b, played, entrants)
    has = csr_array(held.counts > 0).astype(np.float64)
    both = has.multiply(csr_array((played, (a, b)), shape=(entrants, entrants)) @ has).sum(axis=0)
    return np.asarray(np.rint(own @ has - both), dtype=np.int64)


def _ranked(part: pd.DataFrame) -> pd.DataFrame:
    """Return the cards of one role by falling effect, with ranks whose limits count who is wholly apart."""
    part = part.sort_values("effect", ascending=False, kind="stable", ignore_index=True)
    above, below = apart(part["low"], part["high"])
    return part.assign(rank=np.arange(1, len(part) + 1), rank_low=1 + above, rank_high=len(part) - below)
