"""What cards are worth: planted worth is found again, and bands hold all of it as often as they say.

Worlds are drawn anew for every repeat, with fixed seeds. A coverage of 95 % over R repeats has a standard error of
sqrt(0.95 × 0.05 / R) where it is joint; where it is one interval at a time, that of the R shares of the cards.
"""

import dataclasses
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, t

from reports import cards
from reports.stats import dyadic
from reports.stats.dyadic import deck_meat
from reports.stats.meetings import fit, residuals
from reports.stats.simultaneous import critical_value
from tests.reports.cardworld import CardWorld, Played, play

REPEATS, LUCK_REPEATS, DRAWS = 300, 100, 4_000
SMALL = CardWorld(pairs=2000)
SHARED = CardWorld(roles={"MINION": (5, 2), "BOSS": (3, 1)}, decks=30, pairs=0, lucks=20, lucky=0.1)
CAPSULE = {"SBIRE": (33, 3), "LIEUTENANT": (22, 2), "BOSS": (11, 1)}
LARGE = CardWorld(roles=CAPSULE, decks=2000, pairs=30_000)
Errors = Callable[[Played], tuple[np.ndarray, np.ndarray]]  # a run -> worth of the cards [K] and their errors


def truth(world: CardWorld) -> np.ndarray:
    """Return what was planted [2K]: worth, then gap."""
    known = world.cards()
    return np.concatenate([known["worth"], known["gap"]])


def coverage(world: CardWorld, repeats: int) -> pd.DataFrame:
    """Return for each column of estimates: alone (share of intervals, one at a time), its error, joint (share)."""
    known, rows = truth(world), []
    for seed in range(repeats):
        run = play(world, seed)
        found = cards._estimates(run, cards._held(run))
        for names, weights in cards.PARTS.items():
            mixed = np.kron([weights], np.eye(len(known) // 2))
            together = mixed @ found.covariance @ mixed.T
            miss = np.abs(mixed @ (found.values - known)) / np.sqrt(np.diag(together))
            critical, _ = critical_value(together, found.freedom, draws=DRAWS)
            rows.append((names[0], (miss < t.ppf(0.975, found.freedom)).mean(), (miss < critical).all()))
    table = pd.DataFrame(rows, columns=["column", "alone", "joint"]).groupby("column")
    return table.mean().assign(error=table["alone"].sem())


def test_intervals_and_bands_hold_the_truth() -> None:
    """200 decks with a worth beyond their cards: bands 95 % within 3 standard errors (3.8 points), for every column.

    Intervals one at a time: within 3 standard errors and one point, since the factor for small samples is generous.
    """
    found = coverage(SMALL, REPEATS)
    assert len(found) == 4
    assert ((found["joint"] - 0.95).abs() < 3 * np.sqrt(0.95 * 0.05 / REPEATS)).all(), found
    assert ((found["alone"] - 0.95).abs() < 3 * found["error"] + 0.01).all(), found


def simple(run: Played, how: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the worth of the cards and the errors that take games' scores, or blocks, as independent."""
    held = cards._held(run)
    traits, met = cards._traits(run, held), cards._meetings(run.cells, run.cells)
    fitted, left = fit(traits, met), residuals(traits, met, fit(traits, met))
    weights = cards._contrasts(held.cards["role"], traits.shape[1])[: len(held.cards)]
    if how == "blocks":
        meat = dyadic._meat(traits, np.arange(len(met.a)), left)
        variance = np.diag(weights @ fitted.inverse @ meat @ fitted.inverse @ weights.T)
    elif how == "decks":
        variance = np.diag(dyadic.covariance(fitted, deck_meat(traits, held.deck, left), weights, 1.0))
    else:
        noise = (left.total**2).sum() / (met.first + met.second).sum()
        variance = noise * np.diag(weights @ fitted.inverse @ weights.T)
    return weights @ np.concatenate([fitted.worth, fitted.gap]), np.sqrt(variance)


def simple_coverage(world: CardWorld, how: str, repeats: int) -> float:
    """Return the share of intervals of ± 1.96 such errors that hold the planted worth."""
    known = world.cards()["worth"].to_numpy()
    found = [simple(play(world, seed), how) for seed in range(repeats)]
    return float(np.mean([np.abs(value - known) < 1.96 * error for value, error in found]))


@pytest.mark.parametrize("how", ["independent", "blocks"])
def test_errors_that_forget_the_decks_are_too_small(how: str) -> None:
    """Twice as many games of such decks: under 75 % in place of 95 %, as what decks are worth by themselves recurs."""
    assert simple_coverage(dataclasses.replace(SMALL, pairs=4000), how, 40) < 0.75


def test_luck_that_decks_share_is_in_the_error() -> None:
    """All meet all on 20 luck ids that favour cards: at least 95 % less 3 standard errors; clustered on decks < 85 %.

    With 20 luck ids and few decks the bands are too wide rather than too narrow.
    """
    found = coverage(SHARED, LUCK_REPEATS)
    assert (found["joint"] > 0.95 - 3 * np.sqrt(0.95 * 0.05 / LUCK_REPEATS)).all(), found
    assert (found["alone"] > 0.95 - 3 * found["error"]).all(), found
    assert simple_coverage(SHARED, "decks", LUCK_REPEATS) < 0.85


@pytest.mark.parametrize("strategies", [(0.0,), (0.0, 0.1, 0.03)])
def test_planted_worth_is_found_again(strategies: tuple[float, ...]) -> None:
    """66 cards in 2,000 decks: who is further than two standard errors from the truth is counted.

    4.55 % of 66 are 3; more than 9 come once in 1,000 times if cards err independently. Bands hold all cards, and what
    they call stronger or weaker is. Strategies differ by more than any card and must not be taken for it.
    """
    world = dataclasses.replace(LARGE, strategies=strategies)
    frame = cards.card_strength(play(world, 1)).merge(world.cards(), on=["role", "card"])
    assert len(frame) == 66
    most = binom.ppf(0.999, 66, 0.0455)
    assert most == 9
    assert (np.abs(frame["effect"] - 100 * frame["worth"]) > 2 * frame["error"]).sum() <= most
    for (name, low, high), (worth, gap) in cards.PARTS.items():
        known = 100 * (worth * frame["worth"] + gap * frame["gap"])
        assert ((frame[low] < known) & (known < frame[high])).all(), name
        assert frame[name].groupby(frame["role"]).sum().abs().max() < 33e-6
    assert (frame.loc[frame["verdict"] == "stronger", "worth"] > 0).all()
    assert (frame.loc[frame["verdict"] == "weaker", "worth"] < 0).all()
    assert frame["verdict"].isin(["stronger", "weaker"]).sum() > 12
    assert (frame.loc[frame["seat"] == "better first", "gap"] > 0).all()
    assert frame["seat"].eq("better first").any()


def test_rows_are_counted_and_ranked() -> None:
    """Decks, blocks and games with the card on either side, by brute force; ranks by role, limits by who is apart."""
    run = play(CardWorld(decks=40, pairs=300), 2)
    frame = cards.card_strength(run)
    has = run.entrants["slots"].map(lambda slots: "BOSS 02" in slots).to_numpy()
    row = frame.set_index("card").loc["BOSS 02"]
    met = pd.unique(run.cells[["a", "b"]].to_numpy().ravel())
    either = has[run.cells["a"]] | has[run.cells["b"]]
    assert row["decks"] == has[met].sum()
    assert row["blocks"] == run.cells.loc[either, "blocks"].sum()
    assert row["games"] == 4 * row["blocks"]
    assert list(frame["role"].unique()) == ["MINION", "OFFICER", "BOSS"]
    for _, part in frame.groupby("role"):
        assert list(part["rank"]) == list(range(1, len(part) + 1))
        assert part["effect"].is_monotonic_decreasing
        assert list(part["rank_low"]) == [1 + (part["low"] > high).sum() for high in part["high"]]
        assert list(part["rank_high"]) == [len(part) - (part["high"] < low).sum() for low in part["low"]]


def test_luck_of_its_own_for_every_pair_lies_within_the_pairs() -> None:
    """Streaming the blocks of a run of drawn pairs adds only the factor L / (L - 1), for 1000 luck ids."""
    run = play(CardWorld(), 3)
    one, other = cards.card_strength(run), cards.card_strength(dataclasses.replace(run, drawn=False))
    assert np.allclose(other["error"] / one["error"], np.sqrt(1000 / 999), rtol=1e-6)
    assert np.array_equal(one["effect"], other["effect"])


def test_a_card_that_always_meets_its_lack_has_worth_but_no_seats() -> None:
    """In a gauntlet of decks with a card against decks without, its gap is the edge by another name: no numbers."""
    run = play(CardWorld(), 4)
    has = run.entrants["slots"].map(lambda slots: "BOSS 02" in slots).to_numpy()
    gauntlet = run.cells[has[run.cells["a"]] != has[run.cells["b"]]]
    frame = cards.card_strength(dataclasses.replace(run, cells=gauntlet))
    assert len(frame) == 18
    assert frame[["effect", "low", "high"]].notna().all(axis=None)
    seats = [name for names in cards.PARTS for name in names if names[0] != "effect"]
    assert frame[seats].isna().all(axis=None)
    assert (frame["seat"] == "").all()


def without(run: Played, **columns: object) -> Played:
    """Return the run with other entrants' columns, a list for each."""
    return dataclasses.replace(run, entrants=run.entrants.assign(**columns))


def test_runs_without_ranks_have_no_table_and_no_reason() -> None:
    """Empty lists; an empty frame with the same columns."""
    run = play(CardWorld(decks=30, pairs=100), 5)
    bare = without(run, roles=[[]] * 30)
    assert len(cards.card_strength(bare)) == 0
    assert list(cards.card_strength(bare).columns) == list(cards.card_strength(play(CardWorld(), 5)).columns)
    assert cards.why_not(bare) == ""
    assert cards.why_not(play(CardWorld(), 5)) == ""


def fixed(count: int) -> list[list[str]]:
    """Return decks of cards that are in no other deck."""
    return [[f"{kind} {deck}" for kind in ("x", "y", "z")] for deck in range(count)]


def test_runs_that_cannot_tell_say_why() -> None:
    """Eleven fixed decks; cards that always go together; few decks; one luck id; nothing but draws."""
    eleven = play(dataclasses.replace(SHARED, decks=11), 6)
    kinds = [["SBIRE", "SBIRE", "BOSS"]] * 11
    assert "each of the 33 cards is in one deck only" in cards.why_not(without(eleven, slots=fixed(11), roles=kinds))
    run = play(CardWorld(), 7)
    tied = [[f"aide of {slots[-1]}", *slots[1:]] for slots in run.entrants["slots"]]
    assert "too much alike" in cards.why_not(without(run, slots=tied))
    assert "14 decks are too few, or too much alike" in cards.why_not(play(CardWorld(decks=14), 0))
    several = play(CardWorld(decks=16, strategies=(0.0, 0.0, 0.1)), 1)
    assert "16 decks are too few for 18 cards: they leave nothing" in cards.why_not(several)
    assert "one luck id" in cards.why_not(play(dataclasses.replace(SHARED, lucks=1), 8))
    drawn = play(CardWorld(), 9)
    drawn.cells["points_first"] = drawn.cells["points_second"] = drawn.cells["games_first"]
    assert "nothing to tell the error from" in cards.why_not(drawn)
    assert len(cards.card_strength(drawn)) == 0
