"""Runs that stopped by what they showed: how far off they are, and that what is printed of them holds."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from reports import decided as decided_
from reports import grids, meta, record, stopping, strength, tables
from reports.pooled import groups
from reports.stats.goal import Goal
from reports.stats.intervals import ANYTIME, EXACT, STOPPED, T, wilson
from reports.stats.stopped import anytime, factor, reach, widened
from tests.reports import coverage
from tests.reports.seenworld import SeenWorld
from tests.reports.test_coverage import check, held
from tests.reports.test_deciding import decided
from tests.reports.world import Held, World, worlds

DECIDED = ["band_low", "band_high", "verdict"]  # what the log says
DECIDE = Goal(0.45, 0.55, 0.02, 0.05, strict=False, early=True)
PRECISION = Goal(0.5, 0.5, 0.05, 0.05, strict=False, early=False)
BAND = Goal(0.47, 0.53, 0.02, 0.05, strict=False, early=True)
FIELD = World(decks=tuple(np.linspace(-0.25, 0.25, 6)), orders=(0.3,) * 6, strategies=(0.0,), mode="seat", goal=DECIDE)
PILOTS = World(decks=(0.25, 0.08, -0.08, -0.25), orders=(0.3,) * 4, mode="block", goal=DECIDE)
RUNS = {
    "seat": FIELD,
    "block": replace(FIELD, mode="block"),
    "single": replace(FIELD, mode="single"),
    "two strategies": PILOTS,
    "narrow band": replace(PILOTS, goal=BAND),
}
QUARTER = 4  # of the worlds of the slow battery: a stopped run has a hundred times the blocks of another

CIRCLE = replace(FIELD, decks=(0.1, 0.1, 0.1, -0.1, -0.2, -0.3), beats=((0, 1, 0.5), (1, 2, 0.4), (2, 0, 0.3)))


def as_if_fixed(run: Held) -> Held:
    """Return the run as if its blocks had been fixed beforehand."""
    return replace(run, manifest=run.manifest | {"goal": None})


@pytest.mark.soak
@pytest.mark.parametrize("shared", [0.0, 0.5])
def test_the_bias_is_as_small_as_the_correction_takes_it_to_be(shared: float) -> None:
    """At most half an error in a cell, at most a quarter over cells of one entrant; within three standard errors."""
    truth, found = np.array([0.5, 0.51, 0.53, 0.54, 0.55, 0.57, 0.6, 0.65, 0.7, 0.9]), []
    repeats = worlds(60)
    for seed in range(repeats):
        table = decided(DECIDE, truth, seed, shared)
        found.append((table.mean - truth) / (table.deviation / np.sqrt(table.blocks)))
    noise = 1.2 / np.sqrt(repeats)
    assert np.abs(np.mean(found, axis=0)).max() < 0.5 + 3 * noise
    assert abs(np.mean(found)) < 0.25 + 3 * noise


@pytest.mark.soak
@pytest.mark.parametrize("world", RUNS.values(), ids=RUNS)
def test_what_is_printed_holds_the_truth(world: World) -> None:
    """All that is printed of match-ups, means, models, ranks, pilots and shares: in 93.5 % of worlds or more."""
    parts = (coverage.cells, coverage.means, coverage.models, coverage.together, coverage.all_games)
    found, repeats = held(world, parts, 4, QUARTER)
    check(found, repeats, (), tuple(found))


@pytest.mark.soak
@pytest.mark.parametrize("mode", ["block", "single"])
def test_gaps_of_cards_hold_the_truth(mode: str) -> None:
    """Of the games that were played, as they stand: they are differences within what stopped."""
    world = SeenWorld(FIELD.decks, (0.0,), FIELD.orders, mode=mode, goal=DECIDE)
    found, repeats = held(world, (coverage.gaps,), 4, QUARTER)
    check(found, repeats, (), tuple(found))


@pytest.mark.parametrize("mode", ["seat", "single"])
@pytest.mark.parametrize("field", [FIELD, CIRCLE], ids=["row", "circle"])
def test_best_mixes_and_circles_hold_the_truth(field: World, mode: str) -> None:
    """The same of weights, verdicts on them, the edge under best play, the cyclic share and triples."""
    world, repeats = replace(field, mode=mode), max(5, worlds(30) // 6)
    held: dict[str, list[bool]] = {}
    for seed in range(repeats):
        run = world.play(seed)
        for name, one in (coverage.mixes(world, run) | coverage.circles(world, run)).items():
            held.setdefault(name, []).extend(one.tolist())
    for name, every in held.items():
        assert np.mean(every) > 0.95 - 3 * np.sqrt(0.95 * 0.05 / repeats), name


def test_match_ups_have_their_sequence_and_means_are_wider_by_a_quarter_of_the_cells_errors() -> None:
    """Each against its definition; by half or so wider than what fixed blocks would give."""
    run = FIELD.play(1)
    plain = as_if_fixed(run)
    now, then = (tables.matchups(one).drop_duplicates("cell") for one in (run, plain))
    assert set(now["kind"]) == {ANYTIME, EXACT}
    some = now["kind"] == ANYTIME
    for low, high in (("low", "high"), ("band_low", "band_high")):
        wider = ((now[high] - now[low]) / (then[high] - then[low]))[some]
        assert ((wider > 1.2) & (wider < 2.2)).all()
    assert ((now["margin_high"] - now["margin_low"]) > 1.2 * (then["margin_high"] - then["margin_low"]))[some].all()
    means, fixed = (groups(one, ("entrant", "score")) for one in (run, plain))
    assert set(means["kind"]) == {STOPPED}
    assert set(fixed["kind"]) == {T}
    own = tables._cell_scores(plain)
    half = ((own["high"] - own["low"]) / 200)[(run.cells["a"] != run.cells["b"]).to_numpy()]
    added = (means["error"] - fixed["error"]) * 5
    assert added.sum() == pytest.approx(2 * half.sum() / 1.98 / 8, rel=0.05)  # each cell is two entrants'


def test_shares_of_games_count_luck_ids_by_their_games() -> None:
    """The first luck ids have games of all match-ups, the last ones of the closest: as few as tell as much."""
    run = FIELD.play(5)
    games = run.rows.groupby("luck")["games"].sum().to_numpy()
    alike = games.sum() ** 2 / (games**2).sum()
    assert alike < 0.9 * run.lucks()
    endings = record.endings(run)
    part = endings[endings["scope"] == record.ALL]
    low, high = wilson(part["share"] / 100, alike)
    np.testing.assert_allclose(part[["low", "high"]], 100 * np.transpose([low, high]))


def test_a_model_is_held_against_what_stopping_adds_to_each_match_up() -> None:
    """The spread of what it leaves over is wider by an eighth of the match-up's own error."""
    run = PILOTS.play(6)
    field = strength.fields(run)[1]
    plain, wider = (strength.fitted(one, field, "one").influence for one in (as_if_fixed(run), run))
    left, more = (np.sqrt((one**2).sum(axis=1)) for one in (plain, wider))
    own = tables._cell_scores(as_if_fixed(run))  # by t over blocks
    cells = np.flatnonzero((run.entrants["strategy"].to_numpy()[run.cells[["a", "b"]]] == field.scope).all(axis=1))
    error = ((own["high"] - own["low"]) / 200).to_numpy()[cells] / 1.97
    other = field.met.a != field.met.b
    assert 8 * (more - left)[other] == pytest.approx(error[other], rel=0.1)


def test_a_strict_run_bets_again() -> None:
    """At its own level, from its blocks: to the limits in the log."""
    goal = replace(DECIDE, strict=True)
    run = replace(FIELD, goal=goal).play(2)
    last = run.decided().drop_duplicates("cell", keep="last").set_index("cell").sort_index()
    uncertain = (run.cells["a"] != run.cells["b"]).to_numpy()
    found = stopping.strict_scores(run, 1 - goal.alpha / uncertain.sum())
    for name, limit in zip(("low", "high"), found, strict=True):
        assert limit[uncertain] == pytest.approx(last[name].to_numpy()[uncertain], abs=1e-9)
    kinds = tables.matchups(run)["kind"]
    assert set(kinds) == {ANYTIME, EXACT}


@pytest.mark.parametrize("alpha", [0.05, 0.002])
def test_sequences_of_three_tunings_miss_at_most_alpha_over_all_looks(alpha: float) -> None:
    """Blocks of two games from 64 to 20,000; within three standard errors of the simulation."""
    looks = np.unique(np.geomspace(64, 20_000, 30).astype(np.int64))
    rng, chances, scores = np.random.default_rng(1), [0.1, 0, 0.3, 0, 0.6], np.arange(5) / 4
    counts = np.cumsum([rng.multinomial(n, chances, 1_000) for n in np.diff(looks, prepend=0)], axis=0)
    n, mean = looks[:, None], counts @ scores / looks[:, None]
    error = np.sqrt((counts @ scores**2 / n - mean**2) / (n - 1))
    low, high = anytime(mean, error, n, 1 - alpha, 4_000)
    assert ((low > 0.75) | (high < 0.75)).any(axis=0).mean() <= alpha + 3 * np.sqrt(alpha / 1_000)


def test_runs_that_stop_at_a_width_are_left_as_they_are() -> None:
    """Their blocks depend on the spread, not on who is ahead."""
    run = replace(FIELD, goal=PRECISION).play(3)
    for table in (tables.standings, strength.decks, meta.mix):
        assert table(run).equals(table(as_if_fixed(run)))
    now, then = (tables.matchups(one).drop(columns=DECIDED) for one in (run, as_if_fixed(run)))
    assert now.equals(then)


@pytest.mark.parametrize("goal", [DECIDE, replace(DECIDE, strict=True), PRECISION, replace(DECIDE, low=0.5, high=0.6)])
def test_every_verdict_is_the_decision_of_the_run(goal: Goal) -> None:
    """Table, log and sentence, from either side: verdict and limits are those of the last row of the log."""
    run = replace(FIELD, goal=goal).play(5)
    frame, log = tables.matchups(run), decided_.decisions(run)
    last = log.drop_duplicates("cell", keep="last").set_index("cell")
    sides = last.loc[frame["cell"]].reset_index()
    mine = (sides["name"] == frame["name"]).to_numpy()
    told = goal.verdicts(frame["band_low"].to_numpy() / 100, frame["band_high"].to_numpy() / 100)
    said = np.where(mine, sides["verdict"], sides["verdict"].map(lambda word: decided_.OTHER_SIDE.get(word, word)))
    assert list(frame["verdict"]) == list(said)
    assert frame["band_low"].to_numpy() == pytest.approx(np.where(mine, sides["low"], 100 - sides["high"]))
    uncertain = mine & (frame["name"] != frame["rival"]).to_numpy()
    assert list(told[uncertain]) == list(frame["verdict"][uncertain])
    inside = (frame["low"] >= frame["band_low"] - 1e-9) & (frame["high"] <= frame["band_high"] + 1e-9)
    assert inside.all()  # what holds for all at once holds for one
    page = decided_.verdicts(grids.one_sided(frame), log)
    assert set(page["cell"]) == set(frame["cell"][frame["name"] != frame["rival"]])
    assert page["blocks"].is_monotonic_decreasing
    counts = pd.Series(np.where(page["verdict"] == "unfavoured", "favoured", page["verdict"])).value_counts()
    lead = decided_.lead(goal, frame)
    for verdict, word in (("favoured", "a favourite"), ("balanced", "balanced"), ("borderline", "borderline")):
        assert (verdict in counts) == (word in lead)
        assert verdict not in counts or re.search(rf"\b{counts[verdict]} (is|are|has|have) {word}", lead)


def test_strengths_and_mixes_are_wider_too() -> None:
    run = FIELD.play(4)
    plain = as_if_fixed(run)
    for table in (strength.decks, tables.standings, meta.mix):
        now, then = (table(one) for one in (run, plain))
        assert (now["high"] - now["low"]).sum() > 1.05 * (then["high"] - then["low"]).sum()


def test_reach_and_factor_are_as_stated() -> None:
    """Sequences reach 1.5 to 2 times as far as t where they may be used; nothing is added where nothing varies."""
    for level in (0.95, 0.9995):
        reaches = reach(np.array([64, 100, 500, 5_000, 50_000]), level, 4_000)
        assert ((reaches > 1.2) & (reaches < 2)).all()
    assert reach(np.array([0, 1]), 0.95, 100).min() >= 1
    assert factor(16) == 1.5
    assert widened([0.0, 0.02], [0.1, 0.08]).tolist() == pytest.approx([0, 0.03])
