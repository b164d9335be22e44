"""Runs in which each game rolls for who begins."""

from pathlib import Path

import numpy as np

from reports import frames, page, runs, words
from tests.jobs.making import games, make, play

FIELD = {
    "ruleset": "cyberpunk",
    "luck": "single",
    "blocks": 12,
    "entrants": [{"decks": ["The Heist", "Embracing Power"], "strategies": ["random"]}],
}


def test_a_rolled_run_plays_other_games_and_says_nothing_of_going_first(tmp_path: Path) -> None:
    """Its page knows no first player: the seats of the arrangement do not say who began."""
    rolled, given = (make(tmp_path, first=first, **FIELD) for first in ("rolled", "given"))
    assert rolled.hash != given.hash
    traces = [np.concatenate([columns["trace"] for _, columns in games(run)]) for run in (rolled, given)]
    assert not np.isin(*traces).any()
    play(rolled, tmp_path / "run")
    run = runs.load(tmp_path / "run")
    told = frames.frames(run)
    edges = told["first_player"]
    assert run.rolled
    assert not len(edges)
    assert told["matchups"]["edge"].isna().all()
    assert told["strength"]["order"].isna().all()
    assert len(told["metagame"])
    assert "edge" not in set(told["metagame"]["quantity"])
    assert words.first_player(run, edges) == ""
    text = page.build(tmp_path / "run").read_text(encoding="utf-8").lower()
    said = "going first", "goes first", "first seat", "first player", "first-player", "when first", "order of play"
    assert [word for word in said if word in text] == []
    assert not (tmp_path / "run/report/tables/first_player.csv").exists()
