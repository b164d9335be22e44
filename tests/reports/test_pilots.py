"""Pilots: planted interactions are flagged, none are found where there are none, and distances hold the truth."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from reports import pilots
from reports.runs import Run, load
from tests.reports.synthetic import World, write
from tests.reports.world import worlds

WORLD = World(
    decks={"A": 0.06, "B": 0.02, "C": -0.02, "D": -0.06}, strategies={"s": 0.0, "t": 0.0, "u": 0.0}, blocks=400
)


def played(path: Path, own: dict[tuple[str, str], float], seed: int, blocks: int = 400) -> Run:
    """Return a run of WORLD in which decks have something of their `own` with some strategies, luck ids in common."""
    world, rng = dataclasses.replace(WORLD, blocks=blocks), np.random.default_rng(seed)
    entrants = world.entrants()
    strength = world.strengths() + [own.get((deck, strategy), 0.0) for strategy, deck in entrants]
    pairs = [(a, b) for a in range(len(entrants)) for b in range(a, len(entrants))]
    luck = rng.uniform(-0.1, 0.1, (len(entrants), blocks, 1))
    results = np.empty((len(pairs), blocks, 4), np.int8)
    for row, (a, b) in enumerate(pairs):
        win = 0.5 + strength[a] - strength[b] + luck[a] - luck[b]
        results[row] = np.where(rng.random((blocks, 4)) < win, 1, -1)
        if a == b:
            results[row, :, 1::2] = -results[row, :, 0::2]
    return load(write(world, path, (results, np.full_like(results, 6))))


def test_planted_interaction_is_flagged(tmp_path: Path) -> None:
    """D is the best deck with u and the worst with the others."""
    run = played(tmp_path, {("D", "u"): 0.2}, 1)
    table, apart = pilots.table(run), pilots.distances(run)
    row = table.set_index(["deck", "strategy"]).loc[("D", "u")]
    assert row["verdict"] == "better"
    scores = 0.2 * 4 / 3 * (1 - 1 / 4) * (1 - 1 / 3)  # against three others, of four decks and three strategies
    assert row["low"] < 100 * scores < row["high"]
    assert pilots.interaction_p(run) < 1e-6
    with_u = apart["strategy"].eq("u") | apart["rival_strategy"].eq("u")
    assert set(apart.loc[with_u, "verdict"]) == {"another"}
    assert (apart.loc[with_u, "low"] <= 50).all()  # the truth: three of six pairs
    assert (apart.loc[with_u, "high"] >= 50).all()
    assert "depends on who plays them" in pilots.words(table, apart, 0.0)[0]
    assert "D" in pilots.words(table, apart, 0.0)[1]


@pytest.mark.soak
def test_without_interaction_nothing_is_flagged_but_in_one_world_of_twenty(tmp_path: Path) -> None:
    """Family-wise, and distances hold the truth, 0, in all worlds but as few."""
    repeats = min(worlds(25), 400)
    flagged, missed, rejected = [], [], []
    for seed in range(repeats):
        run = played(tmp_path / str(seed), {}, 100 + seed, 40)
        flagged.append(pilots.table(run)["verdict"].isin(["better", "worse"]).any())
        missed.append((pilots.distances(run)["low"] > 0).any())
        rejected.append(pilots.interaction_p(run) < 0.05)
    most = 0.05 + 3 * np.sqrt(0.05 * 0.95 / repeats)
    assert np.mean(flagged) < most
    assert np.mean(missed) < most
    assert np.mean(rejected) < most


def test_pilots_that_agree_are_proven_to(tmp_path: Path) -> None:
    """With enough blocks all pairs are ordered alike, surely."""
    run = played(tmp_path, {}, 3, 4000)
    apart = pilots.distances(run)
    assert set(apart["verdict"]) == {"the same"}
    assert (apart["high"] == 0).all()
    assert (
        pilots.words(pilots.table(run), apart, pilots.interaction_p(run))[0] == "All strategies order the decks alike."
    )


@pytest.mark.parametrize(
    "world",
    [
        dataclasses.replace(WORLD, strategies={"s": 0.0}),
        dataclasses.replace(WORLD, decks={"A": 0.0}),
        dataclasses.replace(WORLD, blocks=1),
        dataclasses.replace(WORLD, extra={"pairing": {"random": 3}}),
    ],
)
def test_runs_that_cannot_tell_have_no_rows(world: World, tmp_path: Path) -> None:
    """One strategy, one deck, one block, pairs drawn at random."""
    run = load(write(dataclasses.replace(world, blocks=min(world.blocks, 5)), tmp_path))
    table, apart = pilots.table(run), pilots.distances(run)
    assert (len(table), len(apart), pilots.words(table, apart, np.nan)) == (0, 0, ())
    assert np.isnan(pilots.interaction_p(run))
