"""Verdict words follow intervals, never points: on tables of near-ties, and on tables that differ."""

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reports import tables, words
from reports.frames import frames
from reports.runs import load
from reports.stats.intervals import EXACT
from tests.reports.synthetic import World, write

SLOTS = {f"D{i}": (f"A {i % 4}", f"B {i % 3}") for i in range(6)}
TIES = World(decks=dict.fromkeys(SLOTS, 0.0), strategies={"s": 0.0, "t": 0.0}, slots=SLOTS, blocks=30, edge=0.0)
NEAR = dataclasses.replace(TIES, decks={name: 0.002 * i for i, name in enumerate(SLOTS)}, games=True)
APART = dataclasses.replace(TIES, decks={name: 0.015 * i**2 for i, name in enumerate(SLOTS)}, edge=0.1, games=True)
RULES = {  # table: lower and upper limit, what is even, the words above, below and for neither
    "matchups": ("band_low", "band_high", 50, ("favoured", "unfavoured", "open")),
    "first_player": ("band_low", "band_high", 0, ("helps", "hurts", "open")),
    "pilots": ("low", "high", 0, ("better", "worse", "open")),
    "seen": ("low", "high", 0, ("more", "less", "open")),
    "triples": ("low", "high", 50, ("proven", "open", "open")),
}


def told(world: World, path: Path) -> dict[str, pd.DataFrame]:
    return frames(load(write(world, path)))


@pytest.mark.parametrize("world", [TIES, NEAR, APART], ids=["ties", "near", "apart"])
def test_every_verdict_is_what_its_interval_says(world: World, tmp_path: Path) -> None:
    """In every table with a verdict, row by row; who is first alone is so by all differences at once."""
    found = told(world, tmp_path)
    for table, (low, high, even, said) in RULES.items():
        frame = found[table]
        frame = frame[(frame["kind"] != EXACT) & frame[low].notna()] if "kind" in frame else frame[frame[low].notna()]
        expected = np.select([frame[low] > even, frame[high] < even], said[:2], said[2])
        assert list(frame["verdict"]) == list(expected), table
    for table in ("standings", "strategy_strength"):
        first = found[table].iloc[0]
        assert first["tied"]
        assert (first["rank_high"] == 1) == (found[table]["tied"].sum() == 1)
    mix = found["mix"]
    assert ((mix["verdict"] == "in") == (mix["support"] >= 95)).all()
    assert ((mix["verdict"] == "out") == (mix["support"] <= 5)).all()


def test_the_answer_stays_when_only_points_move(tmp_path: Path) -> None:
    """The headline of a near-tie names nobody the strongest, though somebody is on top; that of a landslide does."""
    for world, word in ((NEAR, "No deck stands out"), (APART, "The strongest deck is D5")):
        run = load(write(world, tmp_path / word[:3]))
        found = frames(run)
        top = words.answer(run, found).headline
        assert top.startswith(word)
        scores = {name: found[name].assign(score=found[name]["score"] + 3) for name in ("deck_strength", "matchups")}
        assert words.answer(run, found | scores).headline == top


def test_tables_of_ties_rarely_have_a_favourite(tmp_path: Path) -> None:
    """Bands hold for a whole table in 95 of 100: of ten tables of equal decks more than three would be a fault."""
    wrong = 0
    for seed in range(10):
        world = dataclasses.replace(TIES, strategies={"s": 0.0}, seed=seed)
        matchups = tables.matchups(load(write(world, tmp_path / str(seed))))
        wrong += matchups["verdict"].isin(["favoured", "unfavoured"]).any()
    assert wrong <= 3
