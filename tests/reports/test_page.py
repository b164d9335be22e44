"""The page: whole, self-contained, safe and the same every time, for every kind of run."""

import dataclasses
import hashlib
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reports.page import build
from tests.reports.conftest import PAIR
from tests.reports.synthetic import World, write

pytestmark = pytest.mark.filterwarnings("error")

CSV = {
    *("checks", "deck_strength", "endings", "entrants", "first_player", "lengths", "matchups", "played", "quality"),
    *("standings", "strategy_strength"),
}
MODELS = {"strength", "strength_fit", "mix", "metagame", "triples"}  # of planned decks
PILOTS = {"pilots", "pilot_distances"}  # of several strategies
PNG = {
    *("deck_by_deck", "deck_by_strategy", "deck_strength", "endings", "entrants", "first_player", "lengths"),
    *("standings", "mix"),
}
EVIL = "<script>alert(1)</script>"
TINY = {
    "one entrant": World(decks={"X": 0}, strategies={"s": 0}, blocks=20),
    "one entrant, one block": World(decks={"X": 0}, strategies={"s": 0}, blocks=1),
    "one block": dataclasses.replace(PAIR, blocks=1),
    "one game": dataclasses.replace(PAIR, blocks=1, luck="single"),
    "single": dataclasses.replace(PAIR, blocks=30, luck="single"),
    "one deck": World(decks={"X": 0}, strategies={"s": 0.1, "t": 0}, blocks=20),
    "equal seats": dataclasses.replace(PAIR, seats_equal=True, luck="seat", edge=0.0, blocks=30),
    "equal seats, block": dataclasses.replace(PAIR, seats_equal=True, blocks=30),
    "no blocks": dataclasses.replace(PAIR, blocks=0),
    "gauntlet": World(decks={"X": 0.1, "Y": 0.0, "Z": 0.0}, strategies={"s": 0}, heads=("X",), blocks=50),
    "drawn": dataclasses.replace(PAIR, blocks=20, extra={"pairing": {"random": 3}}),
    "games kept": dataclasses.replace(PAIR, games=True, blocks=5),
}


class Reader(HTMLParser):
    """Collects what a browser would see: tags, ids, links and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text.append(data)


def read(page: Path) -> Reader:
    """Return what the page holds."""
    reader = Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader


def must_be_whole(page: Path) -> None:
    """Check that a page is self-contained: ids unique, links to files that exist, no script but its own, no NaN."""
    text, reader = page.read_text(encoding="utf-8"), read(page)
    assert not re.findall(r"https?://(?!www\.w3\.org/(?:2000/svg|1999/xlink)\")", text)
    assert reader.tags.count("script") == 1
    assert len(set(reader.ids)) == len(reader.ids)
    assert not re.search(r"\b(nan|NaN|None|inf)\b", " ".join(reader.text).split('"use strict"')[0])
    for link in reader.links:
        assert link.startswith("data:image/png") or link[1:] in reader.ids or (page.parent / link).is_file(), link


@pytest.mark.parametrize("name", TINY)
def test_tiny_and_degenerate_runs_have_a_page_without_warnings(name: str, tmp_path: Path) -> None:
    """Whatever little was played."""
    must_be_whole(build(write(TINY[name], tmp_path)))


@pytest.mark.parametrize("value", [1, 0, -1])
def test_all_wins_all_draws_all_losses(value: int, tmp_path: Path) -> None:
    """Three cells, 12 blocks, one result."""
    results = np.full((3, 12, 4), value, dtype=np.int8)
    page = build(write(dataclasses.replace(PAIR, blocks=12), tmp_path, (results, np.full_like(results, 7))))
    text = page.read_text(encoding="utf-8")
    assert "all agree" in text
    headline = "No deck stands out" if value == 0 else "The strongest deck is"
    assert headline in text


def test_a_match_up_shows_the_name_of_its_games(tournament: Path, page: Path) -> None:
    """Its cell, and one whole name to replay, of the most one-sided match-up; no path of this machine."""
    text = page.read_text(encoding="utf-8")
    cell, luck, arrangement = re.findall(r">tourney replay runs/synthetic ([0-9a-f]{12}):(\d+):(\d)</code>", text)[0]
    assert (luck, arrangement) == ("0", "0")
    frame = pd.read_csv(page.parent / "tables/matchups.csv", dtype={"cell": str})
    assert cell in set(frame.loc[frame["score"] == frame["score"].max(), "cell"])
    table = text[text.index('id="table-matchups"') :]
    assert f">{cell}</td>" in table[: table.index("</table>")]
    assert str(tournament) not in text


def test_a_gauntlet_is_about_its_challenger(tmp_path: Path) -> None:
    """Those who met the challenger alone have another field, so nobody is called the strongest of all."""
    text = build(write(TINY["gauntlet"], tmp_path)).read_text(encoding="utf-8")
    assert "<h1>X is stronger than the field.</h1>" in text
    assert "against the other 2 decks" in text
    assert "ranks compare unlike fields" in text
    assert "The strongest deck" not in text


def test_mirrors_alone_rank_nobody_and_one_length_has_no_histogram(tmp_path: Path) -> None:
    """No table of dashes, no picture of one bar."""
    turns = np.full((1, 20, 4), 7, dtype=np.int8)
    page = build(write(TINY["one entrant"], tmp_path, (np.where(np.arange(4) % 2, -1, 1) * (turns // 7), turns)))
    text = page.read_text(encoding="utf-8")
    assert "there is nothing to rank" in text
    assert 'id="table-standings"' not in text
    assert not (page.parent / "plots/lengths.png").exists()
    assert "tourney replay" in text


MANY = World(
    decks={f"D{i}": 0.02 * i for i in range(8)}, strategies={"s": 0}, blocks=8, extra={"pairing": {"random": 9}}
)


def test_many_drawn_pairs_are_not_listed_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says so, still names a game and answers; no CSV has a row a cell, and no link leads to one."""
    monkeypatch.setattr("reports.runs.LISTED", 10)
    page = build(write(MANY, tmp_path))
    must_be_whole(page)
    text = page.read_text(encoding="utf-8")
    assert "36 match-ups were drawn at random, each too briefly played" in text
    assert "Rank ranges come from bands that hold all scores at once" in text
    assert "rival entrants drawn at random" in text
    assert 'id="table-matchups"' not in text
    assert 'id="table-quality"' not in text
    assert re.search(r">tourney replay runs/synthetic [0-9a-f]{12}:0:0</code>", text)
    assert {path.stem for path in page.parent.glob("tables/*.csv")} == CSV - {"matchups", "quality"}
    assert len(pd.read_csv(page.parent / "tables/standings.csv")) == 8
    checks = pd.read_csv(page.parent / "tables/checks.csv").set_index("check")
    assert list(checks.loc["cells that add up", ["found", "of"]]) == [36, 36]


def test_planned_cells_are_listed_however_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.runs.LISTED", 10)
    page = build(write(dataclasses.replace(MANY, extra={}), tmp_path))
    assert {path.stem for path in page.parent.glob("tables/*.csv")} == CSV | MODELS
    assert len(pd.read_csv(page.parent / "tables/matchups.csv")) == 2 * 28 + 8


def test_of_long_rankings_the_page_shows_both_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best and the worst two; of the edges of decks the highest and the lowest. The CSV has all."""
    monkeypatch.setattr("reports.grids.MOST_ROWS", 6)
    monkeypatch.setattr("reports.grids.ENDS", 2)
    page = build(write(dataclasses.replace(MANY, extra={}, blocks=400), tmp_path))
    must_be_whole(page)
    text = page.read_text(encoding="utf-8")
    assert "(the best 2 and the worst 2 of 8 rows; the CSV has all)" in text
    table = text[text.index('<table id="table-standings"') :]
    names = re.findall(r"<td[^>]*>(D\d)</td>", table[: table.index("</table>")])
    standings = pd.read_csv(page.parent / "tables/standings.csv")
    assert names == [*standings["deck"].head(2), *standings["deck"].tail(2)]
    assert "(of the decks 2 with the highest and 2 with the lowest edge, of 10 rows; the CSV has all)" in text
    edges = text[text.index('<table id="table-first_player"') :]
    decks = re.findall(r"<td[^>]*>(all games|D\d|s)</td>", edges[: edges.index("</table>")])
    assert (len(decks), decks[0], decks[-1]) == (6, "all games", "s")
    assert len(pd.read_csv(page.parent / "tables/first_player.csv")) == 10


def test_names_are_text_everywhere(tmp_path: Path) -> None:
    """In the page and in its pictures, whatever they hold."""
    evil = World(decks={EVIL: 0, "$x_y$ --> & \"'": 0}, strategies={EVIL: 0, "</svg>": 0.1}, blocks=20)
    page = build(write(evil, tmp_path))
    must_be_whole(page)
    text = page.read_text(encoding="utf-8")
    assert EVIL not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert text.count("<svg") == text.count("</svg>") > 5
    svg = "".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))
    assert "&lt;script&gt;alert(1)" in svg
    assert "$x_y$" in svg
    standings = pd.read_csv(page.parent / "tables/standings.csv")
    assert EVIL in set(standings["deck"])


def test_names_of_any_script_and_length_stay_in_their_place(tmp_path: Path) -> None:
    """Those written from the right turn nothing round in a sentence; letters that our font lacks are no warning."""
    hebrew = "חפיסת הדרקון"
    decks = {hebrew: 0.3, "龍の山札": 0.0, "x" * 100: 0.0}
    page = build(write(World(decks=decks, strategies={"s": 0}, blocks=40), tmp_path))
    must_be_whole(page)
    text = page.read_text(encoding="utf-8")
    assert f"<h1>The strongest deck is \u2068{hebrew}\u2069.</h1>" in text
    outside = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL).replace(f"\u2068{hebrew}", "")
    assert hebrew not in outside.replace(f"\u2068{hebrew} · s", "")
    assert "x" * 100 in text
    assert hebrew in set(pd.read_csv(page.parent / "tables/standings.csv")["deck"])


def test_a_run_whose_games_are_gone_says_so(tmp_path: Path) -> None:
    """Kept once, removed since: the page stands without what rests on them."""
    path = write(dataclasses.replace(PAIR, games=True, blocks=20), tmp_path)
    assert "Each cell of the maps names" in build(path).read_text(encoding="utf-8")
    shutil.rmtree(path / "games")
    page = build(path, tmp_path / "gone")
    must_be_whole(page)
    text = page.read_text(encoding="utf-8")
    assert "The files of its games are gone from the run's folder" in text
    assert "No game was kept" not in text
    assert 'id="seen"' not in text
    assert not (page.parent / "tables/extremes.csv").exists()


def test_tournament_has_all_tables_and_plots(tournament: Path, page: Path) -> None:
    """Names, sizes and the answer."""
    assert page == tournament / "report/index.html"
    must_be_whole(page)
    assert {path.stem for path in page.parent.glob("tables/*.csv")} == CSV | MODELS | PILOTS
    plots = {path.stem: path.read_bytes() for path in page.parent.glob("plots/*.png")}
    assert set(plots) == PNG
    assert all(data.startswith(b"\x89PNG") for data in plots.values())
    assert page.stat().st_size < 2_000_000
    text = page.read_text(encoding="utf-8")
    assert "rollout, the strategy with the highest score" in text
    assert "Rank ranges compare all pairs at once" in text
    assert "What this rests on: the leading deck (100 luck ids, 2,800 games); the leading strategy (" in text
    assert "prefers-color-scheme: dark" in text
    assert 'class="note"' not in text


def test_invented_figures_are_said_so(tmp_path: Path) -> None:
    """At the top, and among the checks."""
    text = build(write(dataclasses.replace(PAIR, origin="invented"), tmp_path)).read_text(encoding="utf-8")
    assert "The card figures of all entrants are invented" in text.split("<nav")[0]


def test_pictures_take_the_colours_of_the_page(page: Path) -> None:
    """No ink of their own on a transparent ground; text is text."""
    text = page.read_text(encoding="utf-8")
    svg = "".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))
    assert "var(--ink)" in svg
    assert "#1b1f24" not in svg
    assert "font-family" not in svg
    assert "<text" in svg


def test_the_same_run_gives_the_same_bytes(tournament: Path, page: Path, tmp_path: Path) -> None:
    """Every file, in another process whose hashes of text differ."""
    program = "import sys, pathlib, reports.page as p; p.build(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))"
    command = [sys.executable, "-c", program, str(tournament), str(tmp_path)]
    root = Path(__file__).parents[2]
    subprocess.run(command, check=True, cwd=root, env={**os.environ, "PYTHONHASHSEED": "1"})
    sums = [digests(page.parent), digests(tmp_path)]
    assert sums[0] == sums[1]
    assert len(sums[0]) == 1 + len(CSV | MODELS | PILOTS) + len(PNG)


def carded(decks: int) -> World:
    """Return a world of decks of three of seven cards, of which MINION 0 and BOSS 0 are worth 15 points."""
    rng = np.random.default_rng(3)
    names = [f"deck {number}" for number in range(decks)]
    slots = {
        name: (*(f"MINION {card}" for card in np.sort(rng.choice(4, 2, replace=False))), f"BOSS {rng.integers(3)}")
        for name in names
    }
    worth = {name: 0.15 * (("MINION 0" in cards) + ("BOSS 0" in cards)) for name, cards in slots.items()}
    return World(decks=worth, strategies={"s": 0}, slots=slots, blocks=20)


def test_cards_have_a_section(tmp_path: Path) -> None:
    """Words, two figures, two tables, a CSV and a glossary; what is worth most is found."""
    page = build(write(carded(40), tmp_path))
    must_be_whole(page)
    text = page.read_text(encoding="utf-8")
    section = text[text.index('<section id="cards">') : text.index('<section id="matchups">')]
    assert "Of 7 cards, 2 are stronger than the average card of the same rank" in section
    assert "the field of decks that met" in section
    assert section.count("<svg") == 2
    assert 'id="table-cards"' in section
    assert "<dt>worth of a card</dt>" in text
    assert '<a href="#cards">' in text
    frame = pd.read_csv(page.parent / "tables/card_strength.csv").set_index("card")
    assert set(frame.index[frame["verdict"] == "stronger"]) == {"MINION 0", "BOSS 0"}
    assert frame.loc["BOSS 0", "low"] < 10 < frame.loc["BOSS 0", "high"]  # 15 less the mean of its rank
    assert {"card_strength", "card_seats"} <= {path.stem for path in page.parent.glob("plots/*.png")}


def test_a_crowd_of_decks_is_about_its_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more decks drawn at random than can be ranked, the page answers with the cards and ranks no deck."""
    monkeypatch.setattr("reports.grids.MOST_ROWS", 30)
    page = build(write(dataclasses.replace(carded(40), extra={"pairing": {"random": 400}}), tmp_path))
    must_be_whole(page)
    text = page.read_text(encoding="utf-8")
    assert re.search(r"<h1>(MINION 0|BOSS 0) (is the strongest card|leads the cards)", text)
    assert "40 entrants met, each in a few games" in text
    basis = text.partition('<p class="quiet">')[2].partition("</p>")[0]
    assert basis.startswith("What this rests on: going first (")
    assert " Cards: 40 entrants, " in basis
    assert basis.count("What this rests on") == 1
    assert "so many decks are not told apart one by one" in text
    assert 'id="table-standings"' not in text
    assert not (page.parent / "plots/standings.png").exists()
    assert len(pd.read_csv(page.parent / "tables/standings.csv")) == 40


def test_cards_that_cannot_be_told_are_said_so_and_without_ranks_nothing_is(tmp_path: Path, page: Path) -> None:
    """Three decks: no section, but why; decks without ranks: not a word."""
    few = build(write(carded(3), tmp_path)).read_text(encoding="utf-8")
    assert "What a single card is worth cannot be told from this run: " in few
    for text in (few, page.read_text(encoding="utf-8")):
        assert 'id="cards"' not in text
        assert "worth of a card" not in text
        assert "card_strength" not in text
    assert "single card" not in page.read_text(encoding="utf-8")


def digests(folder: Path) -> dict[str, str]:
    """Return the sha256 of every file of a folder, by its path in it."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
