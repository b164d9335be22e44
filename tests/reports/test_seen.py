"""Cards seen, played and never seen: by hand, by brute force, and what is observed where cards do nothing."""

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports import seen
from reports.runs import Run, load
from tests.reports import coverage
from tests.reports.seenworld import SeenWorld
from tests.reports.synthetic import World, write
from tests.reports.test_coverage import check, held
from tests.reports.world import ARRANGEMENTS, worlds

SLOTS = {"X": ("axe", "bow", "axe"), "Y": ("bow", "cap", "dart"), "Z": ("axe", "cap", "cap")}
WORLD = World(
    decks={"X": 0.0, "Y": 0.0, "Z": 0.0},
    strategies={"s": 0.0},
    blocks=60,
    games=True,
    shard=25,
    slots=SLOTS,
    luck="seat",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run whose games say at random which of three slots were seen, and which of these were played."""
    path, rng = write(WORLD, tmp_path_factory.mktemp("seen")), np.random.default_rng(1)
    for file in sorted(path.glob("games/*.parquet")):
        table = pq.read_table(file)
        for side in "ab":
            bits = rng.integers(0, 8, table.num_rows)
            for name, value in (("seen", bits), ("played", bits & rng.integers(0, 8, table.num_rows))):
                column = f"{name}_{side}"
                place = table.schema.get_field_index(column)
                table = table.set_column(place, column, pa.array(value.astype(np.uint64)))
        pq.write_table(table, file)
    return load(path)


def sides(run: Run) -> pd.DataFrame:
    """Return every side of every game between unlike decks, for each of its cards: card, luck, state, score."""
    games = pd.concat(run.games("cell", "luck", "result", "seen_a", "seen_b", "played_a", "played_b"))
    games = games.merge(run.cells[["cell", "a", "b"]], on="cell")
    rows, slots = [], run.entrants["slots"]
    for game in games[games["a"] != games["b"]].to_dict("records"):
        for side, sign in (("a", 1), ("b", -1)):
            for card in set(slots[game[side]]):
                has = sum(1 << slot for slot, name in enumerate(slots[game[side]]) if name == card)
                state = 2 if game[f"played_{side}"] & has else 1 if game[f"seen_{side}"] & has else 0
                rows.append((card, game["luck"], state, (1 + sign * game["result"]) / 2))
    return pd.DataFrame(rows, columns=["card", "luck", "state", "score"])


def test_table_is_what_brute_force_finds(run: Run) -> None:
    """Means of sides by state; a card in two slots is seen once; each deck counts once."""
    every, frame = sides(run), seen.table(run).set_index("card")
    assert sorted(frame.index) == ["axe", "bow", "cap", "dart"]
    assert list(frame.loc[["axe", "bow", "cap", "dart"], "decks"]) == [2, 2, 2, 1]
    for card, part in every.groupby("card"):
        row = frame.loc[card]
        score = {
            state: 100 * part.loc[part["state"].isin(states), "score"].mean()
            for state, states in (("seen", [1, 2]), ("played", [2]), ("unseen", [0]), ("idle", [1]))
        }
        assert row["games"] == len(part)
        assert (row["unseen"], row["unplayed"]) == ((part["state"] == 0).sum(), (part["state"] == 1).sum())
        assert row["seen"] == pytest.approx(100 * (part["state"] > 0).mean())
        assert row["played"] == pytest.approx(100 * (part["state"] == 2).mean())
        assert [row[f"score_{name}"] for name in ("seen", "played", "unseen")] == pytest.approx(
            [score[name] for name in ("seen", "played", "unseen")]
        )
        assert row["gap"] == pytest.approx(score["seen"] - score["unseen"])
        assert row["played_gap"] == pytest.approx(score["played"] - score["idle"])


@pytest.mark.soak
def test_limits_hold_all_cards_at_once() -> None:
    """Cards that do nothing, luck in common: 95 % of worlds have no gap beyond its limits, within three errors."""
    rng, repeats, lots = np.random.default_rng(2), worlds(300), 60
    held = []
    for _ in range(repeats):
        chance = np.clip(0.5 + 0.2 * rng.standard_normal((1, lots, 1)), 0, 1)
        games = rng.poisson(12, (8, lots, seen.STATES)).astype(np.float64)
        points = rng.binomial(games.astype(np.int64), chance).astype(np.float64)
        _, low, high = seen._gap(games, points, [seen.IDLE, seen.PLAYED], [seen.UNSEEN])
        held.append(((low < 0) & (high > 0)).all())
    assert abs(np.mean(held) - 0.95) < 3 * np.sqrt(0.95 * 0.05 / repeats) + 0.01  # Šidák: a little too wide


@pytest.mark.soak
@pytest.mark.parametrize("mode", ARRANGEMENTS)
def test_gaps_hold_all_cards_at_once_on_30_luck_ids(mode: str) -> None:
    """Cards that go with winning, one of them rarely seen, one always; eight entrants whose luck is in common."""
    world = SeenWorld(orders=(0.3,) * 4, mode=mode)
    found, repeats = held(world, (coverage.gaps,), 40)
    check(found, repeats, (), tuple(found))


@pytest.mark.soak
@pytest.mark.parametrize("rare", [2, 5, 10, 30, 100])
def test_limits_hold_where_a_card_is_rarely_unseen(rare: int) -> None:
    """Unseen in so many of 10,000 games, and then won by 70 : 30: 95 % or more within three standard errors.

    Limits that took the spread of these few games as it was held 40 to 90 %, and were narrow where all were won.
    """
    rng, repeats, lots = np.random.default_rng(4), worlds(200), 60
    unseen = rng.binomial(168, rare / lots / 168, (repeats, lots))
    counts = np.stack([unseen, np.zeros_like(unseen), 168 - unseen], axis=2)
    games, points = counts.astype(np.float64), rng.binomial(counts, [0.7, 0.5, 0.5]).astype(np.float64)
    limits = [
        seen._gap(one[None], won[None], [seen.PLAYED], [seen.UNSEEN]) for one, won in zip(games, points, strict=True)
    ]
    _, low, high = np.concatenate(limits, axis=1)
    told = np.isfinite(low)
    held = (low[told] <= -0.2) & (high[told] >= -0.2)
    assert held.mean() > 0.95 - 3 * np.sqrt(0.05 * 0.95 / told.sum())


def test_a_card_seen_on_one_lot_of_luck_has_no_limits() -> None:
    """One lot tells no spread; games on two lots, all of them won, tell next to nothing."""
    games, points = np.ones((2, 30, seen.STATES)), np.tile([0.0, 1.0], (2, 15)).reshape(2, 30, 1) * np.ones(seen.STATES)
    games[0, 1:, seen.PLAYED] = points[0, 1:, seen.PLAYED] = games[1, 2:, seen.PLAYED] = points[1, 2:, seen.PLAYED] = 0
    points[1, :2, seen.PLAYED] = 1
    value, low, high = seen._gap(games, points, [seen.PLAYED], [seen.UNSEEN])
    assert value.tolist() == [-0.5, 0.5]
    assert np.isnan(low[0])
    assert low[1] < -0.4
    assert high[1] == 1


def test_cards_that_do_nothing_are_open(run: Run) -> None:
    """And the words warn."""
    frame = seen.table(run)
    assert set(frame["verdict"]) == {"open"}
    assert seen.words(frame).startswith("No card's games")
    assert "observations" in seen.words(frame)


def test_words_name_the_card_that_differs_most() -> None:
    """Of cards that are always seen, by being played."""
    limits = pd.DataFrame({"gap": [9.0, -12.0], "low": [5.0, -14.0], "high": [13.0, -10.0]})
    frame = limits.assign(card=["axe", "bow"], played_gap=[1.0, 2.0], played_low=0.5, played_high=3.0)
    assert "bow seen: −12.0" in seen.words(frame)
    assert "bow played: 2.0" in seen.words(frame.assign(gap=np.nan, low=np.nan, high=np.nan))


def test_without_kept_games_there_is_no_table(tmp_path: Path) -> None:
    """Nor where nothing was ever seen."""
    world = World(decks={"X": 0.0, "Y": 0.0}, strategies={"s": 0.0}, blocks=4)
    assert not len(seen.table(load(write(world, tmp_path / "none"))))
    kept = World(decks={"X": 0.0, "Y": 0.0}, strategies={"s": 0.0}, blocks=4, games=True)
    frame = seen.table(load(write(kept, tmp_path / "kept")))
    assert not len(frame)
    assert seen.words(frame) == ""
