"""Decks with another card in place of one: who they are, whom they meet on which luck; and nothing else changes."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import tomli_w

from jobs import run as runs
from jobs.again import replay
from jobs.config import Experiment, load
from jobs.plan import plan
from jobs.run import How
from jobs.store import read
from reports import export, frames, grids, substitution
from reports.runs import load as loaded
from sim import luck
from sim.errors import InputError
from sim.results import SUBSTITUTES
from tests.jobs.making import Silent, hashes, play, tourney

DECKS = {"capsule": ["#020*", "#021*", "#030*"], "cyberpunk": ["Mercs demo", "The Heist"]}
BASE = {"rank": "SBIRE", "dna": "NERD", "pv": 4, "capsules": 0, "origin": "invented"}
ACTIONS = [{"aim": "rival", "damage": 2}, {"price": 1, "aim": "ally", "heal": 3}]
CARDS = [
    {"number": "901", "name": "Strong", **BASE, "pv": 9, "actions": [{"aim": "rivals", "damage": 4}]},
    {"number": "902", "name": "Plain", **BASE, "actions": ACTIONS},
    {"number": "903", "name": "Twin", **BASE, "actions": ACTIONS},  # the same figures
    {"number": "904", "name": "Turned", **BASE, "actions": ACTIONS[::-1]},  # to a player at random it is the same
]


def write(folder: Path, ruleset: str = "capsule", **changes: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    field = [{"decks": DECKS[ruleset], "strategies": ["random"]}]
    data: dict[str, Any] = {"name": "s", "ruleset": ruleset, "seed": 4, "blocks": 3, "substitute": {"by": 2}}
    data = {key: value for key, value in (data | {"entrants": field} | changes).items() if value is not None}
    (folder / "s.toml").write_text(tomli_w.dumps(data), encoding="utf8")
    return folder / "s.toml"


def make(folder: Path, ruleset: str = "capsule", **changes: Any) -> Experiment:
    return load(write(folder, ruleset, **changes))


@pytest.mark.parametrize("ruleset", DECKS)
def test_a_replacement_stands_in_the_slots_of_the_card_it_replaces(tmp_path: Path, ruleset: str) -> None:
    """All copies, no other slot; cards of a kind are replaced by the same others as far as these are legal."""
    found = make(tmp_path, ruleset)
    assert found.variants.all
    for variant in found.variants.all:
        old, new = found.entrants[variant.of].deck.slots, variant.entrant.deck.slots
        assert variant.into not in old
        assert new == tuple(variant.into if card == variant.card else card for card in old)
        assert variant.entrant.deck.name == f"{found.entrants[variant.of].deck.name} − {variant.card} + {variant.into}"
    every = {(i, card) for i, entrant in enumerate(found.entrants) for card in entrant.deck.slots}
    assert {(v.of, v.card) for v in found.variants.all} | set(found.variants.stuck) == every
    assert len({entrant.key for entrant in found.everyone}) == len(found.everyone)


@pytest.mark.parametrize("ruleset", DECKS)
def test_the_same_luck_deals_the_same_cards_but_for_the_replaced_one(tmp_path: Path, ruleset: str) -> None:
    """In every hand, deck and row, in either seat, whatever the luck."""
    found = make(tmp_path, ruleset)
    rules, keys = found.ruleset, luck.keys(5, np.arange(50, dtype=np.uint64))
    names = ("deck", "hand") if ruleset == "cyberpunk" else ("crossed", "seen")
    for variant in found.variants.all:
        tables = rules.tables(found.cards, [found.entrants[variant.of].deck, variant.entrant.deck, found.decks[0]])
        for seat in (0, 1):
            decks = np.full((2, 2, 50), 2, np.int32)
            decks[0, seat], decks[1, seat] = 0, 1
            old, new = (rules.deal(tables, pair, keys) for pair in decks)
            assert all(np.array_equal(getattr(old, name), getattr(new, name)) for name in names)
            if ruleset == "capsule":  # places are slots; the SBIRES lie open
                slot, changed = variant.entrant.deck.slots.index(variant.into), (old.card != new.card).all(axis=-1)
                assert np.argwhere(changed).tolist() == [[seat, slot]] * (slot < 3)


def test_a_card_that_nothing_can_replace_is_said(tmp_path: Path) -> None:
    """By check, by plan, and in the files: named replacements are of one rank, so the others stay."""
    path = write(tmp_path, substitute={"cards": ["*"], "by": ["Sevan"]})
    found = load(path)
    assert [variant.card for variant in found.variants.all] == [e.deck.slots[5] for e in found.entrants[:2]]
    assert len(found.variants.stuck) == 2 * 5 + 6  # Sevan himself is in the third deck
    for words in (("check", path), ("plan", path, "--no-pilot")):
        said = tourney(*words)
        assert said.exit_code == 0, said.output
        assert "of these 4 cells and 48 games of 2 variants: 2 cards of 2 entrants, replaced by others" in said.output
        assert f"nothing can replace, in #030 Last call: {', '.join(found.entrants[2].deck.slots)}" in said.output
    play(found, tmp_path / "run")
    stored = read(tmp_path / "run/substitutes.parquet").to_pandas()
    assert list(stored) == [column.name for column in SUBSTITUTES]
    assert (stored["variant"] >= 0).tolist() == [True] * 2 + [False] * 16
    run = loaded(tmp_path / "run")
    tables = frames.frames(run)
    assert tables["substitutes"]["worth"].isna().sum() == 16
    rows = grids.tables(run, tables)["substitutes"].rows
    assert [row[5].text for row in rows if row[4].text in ("stronger", "weaker", "open")] == ["1", "1"]
    assert [row[2].text for row in rows].count("–") == 16
    for form in ("csv", "parquet", "json", "markdown"):
        assert export.one(tables, "substitutes", form) != export.one(tables, "exchanges", form)


@pytest.mark.parametrize("pairing", ["round-robin", "gauntlet", "mirror"])
def test_a_variant_meets_the_rivals_of_its_original_from_the_same_side(tmp_path: Path, pairing: str) -> None:
    """Not itself, not other variants; who met nobody else meets its original."""
    field = [{"decks": ["#020*"], "strategies": ["random", "tempo"]}, {"decks": ["#021*"], "strategies": ["random"]}]
    found = make(tmp_path, pairing=pairing, entrants=field)
    cells = plan(found).cells
    met = list(zip(cells.a.tolist(), cells.b.tolist(), strict=True))
    first, own = len(found.entrants), [pair for pair in met if max(pair) < len(found.entrants)]
    assert met[: len(own)] == own
    for number, variant in enumerate(found.variants.all, first):
        mine = [pair for pair in own if variant.of in pair and pair[0] != pair[1]]
        mine = mine or [(variant.of, variant.of)]
        wanted = {(number, b) if a == variant.of else (a, number) for a, b in mine}
        assert {pair for pair in met if number in pair} == wanted


def test_the_files_of_the_entrants_are_those_of_a_run_without(tmp_path: Path) -> None:
    """Byte for byte; so a run can be extended by substitution, and one with it by blocks and by cards."""
    plain, some, many = (
        make(tmp_path, substitute=None),
        make(tmp_path, substitute={"cards": ["S*"], "by": 1}),
        make(tmp_path, substitute={"cards": ["*"], "by": 2}, blocks=5),
    )
    play(plain, tmp_path / "run")
    before = hashes(tmp_path / "run")
    for experiment in (some, many):
        runs.extend(experiment, plan(experiment), tmp_path / "run", How("inline"), Silent())
        play(experiment, tmp_path / experiment.hash)
        assert hashes(tmp_path / "run") == hashes(tmp_path / experiment.hash)
        if experiment is some:
            kept = {name for name in before if "/" in name or name == "totals.parquet"}
            assert all(hashes(tmp_path / "run")[name] == before[name] for name in kept)
    with pytest.raises(InputError, match="has no place for what stands in"):
        runs.extend(some, plan(some), tmp_path / "run", How("inline"), Silent())


def test_a_variants_game_is_replayed_by_its_name(tmp_path: Path) -> None:
    """And agrees with what is stored."""
    found = make(tmp_path)
    play(found, tmp_path / "run")
    cells = plan(found).cells
    lines = list(replay(tmp_path / "run", f"{cells.key[-1]:012x}:1:2"))
    assert found.everyone[cells.a[-1]].name in lines[0]
    assert found.everyone[cells.b[-1]].name in lines[0]
    assert "the traces agree" in lines[-1]


def test_names_of_variants_are_never_too_long_and_never_taken(tmp_path: Path) -> None:
    """Long parts are cut; a name that a deck has already gets a number."""
    issue = load(write(tmp_path, substitute=None)).decks[0].slots
    long = {"name": "x" * 100, "cards": list(issue)}
    (tmp_path / "long.toml").write_text(tomli_w.dumps(long))
    (tmp_path / "one.toml").write_text(tomli_w.dumps({"name": "d", "cards": list(issue)}))
    other = [*issue[:5], "Sevan"]
    (tmp_path / "two.toml").write_text(tomli_w.dumps({"name": f"d − {issue[5]} + Sevan", "cards": other}))
    asked = {"cards": [issue[5]], "by": ["Sevan"]}
    field = [{"decks": ["one.toml", "two.toml"], "strategies": ["random"]}]
    found = make(tmp_path, entrants=field, substitute=asked)
    assert [v.entrant.deck.name for v in found.variants.all] == [f"d − {issue[5]} + Sevan (2)"]
    field = [{"decks": ["long.toml"], "strategies": ["random"]}]
    (variant,) = make(tmp_path, entrants=field, substitute=asked).variants.all
    assert variant.entrant.deck.name == f"{'x' * 27}… − {issue[5]} + Sevan"


def test_what_is_drawn_follows_from_the_seed_alone(tmp_path: Path) -> None:
    """More of them begin with the same; another seed draws others; a name given twice counts once."""

    def drawn(**asked: Any) -> list[tuple[int, str, str]]:
        return [(v.of, v.card, v.into) for v in make(tmp_path, substitute=asked).variants.all]

    few, more = drawn(by=1), drawn(by=3)
    assert drawn(by=3, decks=["#021*"]) == [exchange for exchange in more if exchange[0] == 1]
    assert set(few) < set(more)
    assert drawn(by=3) == more != drawn(by=3, seed=1)
    assert drawn(cards=["#*", "*"][1:], by=["Sevan", "066", "Sevan"]) == drawn(by=["Sevan", "066"])
    assert make(tmp_path, substitute={"by": 2}).hash == make(tmp_path, substitute={"cards": ["*", "*"], "by": 2}).hash


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """Return the exchanges of a deck in which one card is plainly strong, and one has a twin and an equal."""
    folder = tmp_path_factory.mktemp("known")
    (folder / "cards.toml").write_text(tomli_w.dumps({"card": CARDS}))
    slots = load(write(folder, substitute=None)).decks[0].slots
    (folder / "own.toml").write_text(tomli_w.dumps({"name": "own", "cards": ["Strong", "Plain", *slots[2:]]}))
    field = [{"decks": ["own.toml", "#021*"], "strategies": ["random"]}]
    asked = {"cards": ["Strong", "Plain"], "by": ["Twin", "Turned", slots[0]]}
    play(make(folder, cards="cards.toml", entrants=field, substitute=asked, blocks=2000, keep="none"), folder / "run")
    shutil.copytree(folder / "run", folder / "copy")
    return substitution.exchanges(loaded(folder / "copy")).set_index(["card", "into"])


def test_a_strong_card_is_worth_something(known: pd.DataFrame) -> None:
    """Its absence costs points, surely, whatever comes in."""
    losses = known.loc["Strong"]
    assert (losses["high"] < -3).all()
    assert (losses["verdict"] == "worse").all()


def test_a_card_of_the_same_figures_is_worth_exactly_the_same(known: pd.DataFrame) -> None:
    """No game differs; the table says that it is by design."""
    row = known.loc[("Plain", "Twin")]
    assert row["kind"] == "exact"
    assert row["verdict"] == "even"
    assert row[["gain", "low", "high", "error", "gain_first", "gain_second"]].eq(0).all()


def test_a_card_of_equal_worth_is_not_told_apart(known: pd.DataFrame) -> None:
    """Other games, but no better ones: within four standard errors, and open."""
    row = known.loc[("Plain", "Turned")]
    assert row["kind"] == "t"
    assert row["error"] > 0
    assert abs(row["gain"]) < 4 * row["error"]
    assert row["verdict"] == "open"


def test_common_luck_makes_the_differences_precise(known: pd.DataFrame) -> None:
    """The squared error is below that of decks with luck of their own each."""
    assert (known["pairing"].dropna() < 0.9).all()


def test_the_command_prints_the_best_and_the_worst_exchanges(tmp_path: Path) -> None:
    """After the standings, which are of the entrants alone."""
    done = tourney("run", write(tmp_path), "--out", tmp_path / "run", "--no-report")
    assert done.exit_code == 0, done.output
    assert "Exchanges of cards: points a game that the deck gains; intervals hold for all" in done.output
    assert "3 entrants" not in done.output
    assert " − " not in done.output.split("Exchanges of cards")[0]
    piloted = tourney("plan", write(tmp_path), "--out", tmp_path / "pilot")
    assert piloted.exit_code == 0, piloted.output
    assert " − " not in piloted.output
    assert "cells     78 of 39 entrants" in piloted.output
