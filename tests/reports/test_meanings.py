"""Heads of the page say what they mean in their table: of limits how they are made, of verdicts what they rest on."""

import pytest

from reports import grids
from reports.columns import COLUMNS
from reports.frames import frames
from reports.meanings import LIMITS, WORDS, meaning, of_head
from reports.runs import Run, load
from tests.reports.synthetic import World, write

NO_LIMITS = {"checks", "quality", "played", "entrants"}  # facts


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run of cards in ranks, of two strategies, whose games are kept."""
    slots = {f"D{i}": (f"A {i % 3}", f"B {i % 2}") for i in range(6)}
    world = World(decks=dict.fromkeys(slots, 0.0), strategies={"s": 0, "t": 0.1}, slots=slots, blocks=20, games=True)
    return load(write(world, tmp_path_factory.mktemp("meanings")))


def test_limits_and_verdicts_are_explained_where_they_stand(small: Run) -> None:
    """No table of the page shows an interval, a kind or a verdict without its method."""
    shown = grids.tables(small, frames(small))
    for name, table in shown.items():
        frame = grids.OTHERS.get(name, name)
        for column, told in zip(table.columns, table.meanings, strict=True):
            assert len(told) > 2, (name, column.head)
            if len(column.sources) == 2:
                assert f"{frame}.{column.sources[0]}" in LIMITS, (name, column.head)
            if name not in NO_LIMITS and column.head == "verdict":
                assert f"{frame}.{column.sources[0]}" in WORDS, (name, column.head)
    counted = {"units", "games", "blocks", "lucks"}
    for name, table in shown.items():
        assert name in NO_LIMITS or counted & {column.sources[0] for column in table.columns}, name


def test_meanings_are_of_columns_that_there_are(small: Run) -> None:
    """Each key names a table and a column of it, or one that the page makes of it."""
    made = {"lengths.shortest", "lengths.longest"}
    found = frames(small)
    for key in {*LIMITS, *WORDS} - made:
        table, column = key.split(".")
        assert table == "card_strength" or column in found[table].columns, key
        assert column in COLUMNS, key


def test_a_limit_says_which_it_is_and_a_head_says_both() -> None:
    assert meaning("matchups", "margin_low").startswith("lower limit (95 %) of the margin: t over the blocks")
    assert meaning("matchups", "margin_high").startswith("upper limit (95 %) of the margin: t over the blocks")
    assert of_head("matchups", ("margin_low", "margin_high")).startswith("95 % limits of the margin: t over the blocks")
    assert of_head("standings", ("games",)) == "Games that the row rests on"
    assert meaning("standings", "deck") == COLUMNS["deck"].meaning
