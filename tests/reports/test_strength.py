"""Strength of decks from a run's files: truth, words, and runs that cannot tell; sums over lots against the blocks."""

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reports import strength
from reports.lots import STATISTICS, lots
from reports.runs import Run, load
from reports.stats.davidson import Met, fit
from reports.tables import ALL
from tests.reports.synthetic import TOURNAMENT, World, write
from tests.reports.world import davidson_chances, met, worlds

PAIR = World(decks={"X": 0.0, "Y": 0.0}, strategies={"s": 0.0}, blocks=3)


@pytest.mark.parametrize("mode", ["seat", "deck", "block", "single"])
def test_lots_are_the_sums_of_their_blocks(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By brute force, whatever the files hold."""
    monkeypatch.setattr("reports.lots.LOTS", 4)
    world = World(decks={"X": 0.1, "Y": 0.0, "Z": 0.0}, strategies={"s": 0.0}, blocks=10, luck=mode, shard=3)
    run = load(write(world, tmp_path))
    blocks = pd.concat(run.blocks())
    blocks = blocks.assign(lot=blocks["luck"] % 4, games_second=blocks["games"] - blocks["games_first"])
    sums = blocks.groupby(["cell", "lot"])[list(STATISTICS)].sum()
    for row, cell in enumerate(run.cells["cell"]):
        assert (lots(run)[:, row] == sums.loc[cell].to_numpy().T).all()


def test_tournament_is_ordered_as_it_was_made(run: Run) -> None:
    """All scopes, joint rank sets that hold the truth, an edge near +2 points, and a model that fits."""
    frame, fits = strength.decks(run), strength.fits(run)
    assert list(fits["scope"]) == [ALL, *sorted(TOURNAMENT.strategies)]
    every = frame[frame["scope"] == ALL].set_index("deck")
    known = pd.Series(TOURNAMENT.decks)
    ranks = known.rank(ascending=False, method="min"), known.rank(ascending=False, method="max")
    assert (every["rank_low"] <= ranks[0].reindex(every.index)).all()
    assert (every["rank_high"] >= ranks[1].reindex(every.index)).all()
    assert (every["low"] < every["strength"]).all()
    whole = fits.iloc[0]
    assert whole["order_low"] < 400 * np.log10(0.50 / 0.46) < whole["order_high"]  # wins and losses between equals
    texts = strength.words(frame, fits)
    assert len(texts) == 3
    assert texts[0].startswith("By the model Aldous")


def test_a_perfect_record_has_an_interval_by_the_likelihood(tmp_path: Path) -> None:
    """Every game won: no spread, and yet no certainty."""
    results = np.array([[[1, -1, 1, -1]], [[1, 1, 1, 1]], [[1, -1, 1, -1]]], np.int8).repeat(20, axis=1)
    run = load(write(dataclasses.replace(PAIR, blocks=20), tmp_path, (results, np.full_like(results, 6))))
    frame = strength.decks(run)
    assert set(frame["kind"]) == {strength.LIKELIHOOD}
    assert (frame["high"] - frame["low"] > 100).all()
    assert frame["deck"].iloc[0] == "X"


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_few_blocks_say_little(blocks: int, tmp_path: Path) -> None:
    """One block has no interval, two have a wide one; nothing crashes."""
    run = load(write(dataclasses.replace(PAIR, blocks=blocks), tmp_path))
    frame, fits = strength.decks(run), strength.fits(run)
    assert frame["low"].isna().all() == (blocks == 1)
    assert frame["rank_high"].eq(2).all() or blocks > 1
    assert strength.words(frame, fits)


def test_decks_that_never_met_and_drawn_pairs_have_no_rows(tmp_path: Path) -> None:
    """Nothing can be compared, and nothing is said."""
    drawn = dataclasses.replace(PAIR, extra={"pairing": {"random": 3}})
    for number, world in enumerate((drawn, dataclasses.replace(PAIR, decks={"X": 0.0}))):
        run = load(write(world, tmp_path / str(number)))
        assert strength.words(strength.decks(run), strength.fits(run)) == ()


@pytest.mark.parametrize("planted", [0.0, 0.05, 0.2])
def test_limits_of_the_misfit_hold(planted: float) -> None:
    """Of six decks whose match-ups lie about so far from the model: 95 % within three standard errors."""
    rng, repeats = np.random.default_rng(3), worlds(60)
    win, draw = davidson_chances(np.linspace(-0.4, 0.4, 6), np.full(6, 0.2), -2.0)
    beyond = np.triu(rng.standard_normal((6, 6)), 1)
    win = np.clip(win + planted * (beyond - beyond.T), 0.02, 0.9)
    true = misfit_of(win, draw)
    held = []
    for _ in range(repeats):
        table = met(rng, win, draw, 40)
        value, low, high, _ = strength.misfit(table, fit(table, "one"))
        assert low <= value <= high
        held.append(low <= true + 1e-9 and true <= high)
    assert np.mean(held) > 0.95 - 3 * np.sqrt(0.95 * 0.05 / repeats)


def test_less_misfit_than_noise_has_limits_too() -> None:
    """Residuals far below what their lots call noise: 0, with an upper limit above it."""
    rng = np.random.default_rng(1)
    win, draw = davidson_chances(np.zeros(6), np.zeros(6), -2.0)
    table = met(rng, win, draw, 40)
    found = fit(table, "one")
    value, low, high, p = strength.misfit(table, dataclasses.replace(found, residual=found.residual * 0.01))
    assert value == low == 0 < high
    assert p > 0.99


def misfit_of(win: np.ndarray, draw: np.ndarray) -> float:
    """Return the misfit, points, of the model that fits these chances [K, K] best."""
    a, b = np.triu_indices(len(win))
    games, first = 1e6, (2 * win + draw)
    points = first[a, b], 2 - first[b, a]
    sums = games * np.stack([np.ones(len(a)), np.ones(len(a)), *points, draw[a, b] + draw[b, a]])
    left = fit(Met(a, b, sums[:, :, None], len(win)), "one").residual[a != b]
    return 100 * float(np.sqrt((left**2).mean()))


def test_what_has_no_test_is_not_said(tmp_path: Path) -> None:
    """On two luck ids nothing tells whether decks gain alike by going first, so nothing is said of it."""
    run = load(write(dataclasses.replace(PAIR, blocks=2), tmp_path))
    texts = strength.words(strength.decks(run), strength.fits(run))
    assert any(text.startswith("Going first is worth") for text in texts)
    assert not any("differ" in text or "p –" in text for text in texts)
