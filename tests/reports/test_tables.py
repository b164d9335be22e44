"""Tables: values computed by hand on tiny runs, by brute force on a tournament, and against the known truth."""

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports import grids, record, tables, views
from reports.frames import frames
from reports.pooled import groups
from reports.runs import Run, load
from reports.stats.intervals import t_interval
from reports.stats.simultaneous import sidak
from tests.reports.conftest import PAIR
from tests.reports.synthetic import TOURNAMENT, World, truth, write

pytestmark = pytest.mark.filterwarnings("error")

# Cells in order: X against X, X against Y, Y against Y; two luck ids; arrangements 0, 1, 2, 3 (A starts in 0 and 2).
MIRROR = [[1, -1, 1, -1], [1, -1, -1, 1]]
RESULTS = np.array([MIRROR, [[1, 1, 1, -1], [1, 0, -1, -1]], MIRROR], dtype=np.int8)
TURNS = np.array([np.full((2, 4), 6), [[5, 6, 7, 8], [5, 6, 7, 8]], np.full((2, 4), 6)], dtype=np.int8)


@pytest.fixture
def pair(tmp_path: Path) -> Run:
    """Return the run of the results above."""
    return load(write(PAIR, tmp_path, (RESULTS, TURNS)))


def test_standings_by_hand(pair: Run) -> None:
    """X has 6 and 3 of 8 half points: mean 56.25 %, standard error 18.75 points; 12.7 of them are cut to 0 and 100."""
    frame = tables.standings(pair).set_index("deck")
    assert frame.loc["X", "score"] == 56.25
    assert frame.loc["Y", "score"] == 43.75
    assert list(frame.loc["X", ["low", "high"]]) == [0, 100]
    assert list(frame.loc["X", ["rank", "rank_low", "rank_high", "lucks", "cells", "blocks", "games", "near"]]) == [
        *(1, 1, 2, 2, 1, 2, 8, 1)
    ]


def test_matchups_by_hand(pair: Run) -> None:
    """Seen from both sides; mirrors once, exact; edges of the blocks (4 - 2)/8 and (2 - 1)/8."""
    frame = tables.matchups(pair)
    assert list(frame["deck"] + frame["rival_deck"]) == ["XX", "XY", "YX", "YY"]
    assert list(frame["score"]) == [50, 56.25, 43.75, 50]
    assert list(frame["kind"]) == ["exact", "t", "t", "exact"]
    assert list(frame["wins"]) == [4, 4, 3, 4]
    assert list(frame["losses"]) == [4, 3, 4, 4]
    assert list(frame["verdict"]) == ["even", "open", "open", "even"]
    assert list(frame["edge"][1:3]) == [18.75, 18.75]
    assert frame["low"][0] == frame["high"][0] == 50


def test_first_player_by_hand(pair: Run) -> None:
    """Edges of the cells: mirrors 50 and 0 a block, so 25; X against Y 18.75; all games their mean."""
    frame = tables.first_player(pair).set_index("name")
    assert frame.loc["all games", "edge"] == pytest.approx((25 + 18.75 + 25) / 3)
    assert frame.loc["X", "edge"] == pytest.approx((25 + 18.75) / 2)
    assert frame.loc["s", "edge"] == pytest.approx(frame.loc["all games", "edge"])
    assert frame.loc["all games", "cells"] == 3


def test_lengths_and_endings_by_hand(pair: Run) -> None:
    """Of 24 games 16 + 2 took 6 turns; the odd ones ended otherwise; means weigh cells alike."""
    lengths = record.lengths(pair)
    every = lengths[lengths["scope"] == "all games"].set_index("turns")
    assert list(every["games"]) == [2, 18, 2, 2]
    assert every.loc[6, "share"] == 75
    assert every.loc[6, "mean"] == pytest.approx((6 + 6.5 + 6) / 3)
    endings = record.endings(pair)
    assert list(endings.loc[endings["scope"] == "all games", "games"]) == [20, 4, 0]


def test_quality_by_hand(pair: Run) -> None:
    """One game has variance 0.5625 / 2 …: effective n is that over the squared standard error."""
    frame = record.quality(pair)
    one = (4 + 1 / 4) / 8 - 0.5625**2
    assert frame["effective"][1] == pytest.approx(one / 0.1875**2)
    assert frame["factor"][1] == pytest.approx(8 / frame["effective"][1])
    assert frame["adds_up"].all()
    assert frame.loc[frame["name"] == frame["rival"], ["effective", "factor"]].isna().all(axis=None)  # even by design
    shown = grids.tables(pair, frames(pair))["quality"]
    assert [row[0].text != row[1].text for row in shown.rows] == [True]
    assert record.checks(pair).set_index("check").loc["draws", "found"] == 1


def test_pooled_interval_is_t_over_the_means_of_luck_ids(run: Run) -> None:
    """Brute force over all blocks of one entrant."""
    blocks = pd.concat(run.blocks()).merge(run.cells[["cell", "a", "b"]], on="cell")
    mine = blocks[((blocks["a"] == 5) | (blocks["b"] == 5)) & (blocks["a"] != blocks["b"])]
    score = (mine["points_first"] + mine["points_second"]) / 8
    score = score.where(mine["a"] == 5, 1 - score)
    means = score.groupby(mine["luck"]).mean()
    low, high = t_interval(means.mean(), means.std() / np.sqrt(len(means)), len(means))
    row = tables.standings(run).set_index("name").loc[run.entrants["name"][5]]
    assert [row["score"], row["low"], row["high"]] == pytest.approx([100 * means.mean(), 100 * low, 100 * high])


def test_tournament_finds_the_truth(run: Run) -> None:
    """Within 5 standard errors; at least 85 % of the entrants' intervals, which share luck, hold the truth."""
    known = truth(TOURNAMENT)
    for frame, key, table in (
        (tables.standings(run), "name", "entrant"),
        (tables.deck_strength(run).query("scope == 'all strategies'"), "deck", "deck"),
        (tables.strategy_strength(run), "strategy", "strategy"),
    ):
        values = frame[key].map(known[table])
        held = (frame["low"] <= values) & (values <= frame["high"])
        assert table != "entrant" or held.mean() >= 0.85
        error = (frame["high"] - frame["low"]) / 2 / 1.984  # t(0.975, 99)
        assert ((frame["score"] - values).abs() < 5 * error).all(), table
    overall = tables.first_player(run).iloc[0]
    assert overall["low"] <= 100 * TOURNAMENT.edge <= overall["high"]
    assert overall["verdict"] == "helps"


def test_tournament_sizes(run: Run) -> None:
    """Every table has its rows, and its n."""
    assert len(tables.standings(run)) == 48
    assert (tables.standings(run)["cells"] == 47).all()
    assert len(tables.deck_strength(run)) == 7 * 8
    assert len(tables.matchups(run)) == 2 * 1128 + 48
    assert (tables.strategy_strength(run)["cells"] == 5 * 64).all()
    assert tables.best_strategy(run) == "rollout"
    assert tables.deck_strength(run).query("best")["scope"].unique() == ["rollout"]
    assert tables.first_player(run).query("table == 'deck'")["cells"].eq(6 * 42 + 21).all()


@pytest.mark.parametrize("mode", ["seat", "deck", "block", "single"])
def test_every_luck_mode_finds_score_and_edge(mode: str, tmp_path: Path) -> None:
    """The same world, however its luck is paired; five standard errors."""
    world = World(decks={"X": 0.05, "Y": -0.05}, strategies={"s": 0.0}, blocks=4000, luck=mode, edge=0.05)
    run = load(write(world, tmp_path))
    for row, value, known in (
        (tables.standings(run).iloc[0], "score", 60.0),
        (tables.first_player(run).iloc[0], "edge", 5.0),
    ):
        assert abs(row[value] - known) < 5 * (row["high"] - row["low"]) / 3.92
    cell = tables.matchups(run).iloc[1]
    assert cell["low"] < 60 < cell["high"]
    assert cell["edge_low"] < 5 < cell["edge_high"]
    assert cell["kind"] == ("Wilson" if mode == "single" else "t")
    assert record.quality(run)["adds_up"].all()


def test_edge_of_equal_seats_is_proven_when_blocks_pair_it_away(tmp_path: Path) -> None:
    """Arrangements 0 and 3 are one game, and so are 1 and 2."""
    results = RESULTS.copy()
    results[..., 3], results[..., 2] = results[..., 0], results[..., 1]
    run = load(write(dataclasses.replace(PAIR, seats_equal=True), tmp_path, (results, TURNS)))
    row = tables.first_player(run).iloc[0]
    assert (row["edge"], row["low"], row["high"], row["kind"], row["verdict"]) == (0, 0, 0, "exact", "even")
    assert views.limits().cell(row.to_dict()).text == "by design"


def test_an_edge_that_should_be_impossible_is_no_proof(tmp_path: Path) -> None:
    """Equal seats with an edge: a fault, which has an interval and fails the check."""
    run = load(write(dataclasses.replace(PAIR, seats_equal=True), tmp_path, (RESULTS, TURNS)))
    row = tables.first_player(run).iloc[0]
    assert (row["kind"], row["low"] < row["edge"] < row["high"]) == ("t", True)
    assert not record.quality(run)["adds_up"].any()


def test_margins_by_hand(pair: Run) -> None:
    """X against Y: 2 and -1 in blocks of 4 games, so 1/8 a game, standard error 3/8; mirrors have no limits."""
    frame = tables.matchups(pair)
    assert list(frame["margin"]) == [0, 0.125, -0.125, 0]
    half = 12.706 * 0.375
    assert list(frame.loc[1, ["margin_low", "margin_high"]]) == pytest.approx([0.125 - half, 0.125 + half], abs=1e-3)
    assert list(frame.loc[2, ["margin_low", "margin_high"]]) == pytest.approx([-0.125 - half, half - 0.125], abs=1e-3)
    assert frame["margin_low"].isna().to_list() == [True, False, False, True]


def test_rivals_that_were_drawn_are_the_units(tmp_path: Path) -> None:
    """The interval of an entrant is t over its rivals, however many blocks it played with each."""
    world = World(
        decks={name: 0.02 * number for number, name in enumerate("UVWXYZ")},
        strategies={"s": 0.0},
        blocks=400,
        extra={"pairing": {"random": 15}},
    )
    run = load(write(world, tmp_path))
    row = tables.standings(run).set_index("deck").loc["U"]
    scores = tables.matchups(run).query("deck == 'U' and rival_deck != 'U'")["score"]
    low, high = t_interval(scores.mean(), scores.std() / np.sqrt(5), 5)
    assert list(row[["score", "low", "high"]]) == pytest.approx([scores.mean(), low, high])
    assert (row["kind"], row["units"], row["met"], row["lucks"]) == ("t, drawn", 5, 5, 2000)


def test_drawn_pairs_may_be_on_any_luck_id(tmp_path: Path) -> None:
    """Each pair has luck ids of its own, so they go beyond the blocks of any cell."""
    path = write(dataclasses.replace(PAIR, extra={"pairing": {"random": 3}}), tmp_path, (RESULTS, TURNS))
    file = next(path.glob("blocks/*.parquet"))
    table = pq.read_table(file)
    lucks = pa.array(np.arange(table.num_rows))
    pq.write_table(table.set_column(table.schema.get_field_index("luck"), "luck", lucks), file)
    cells = pq.read_table(path / "cells.parquet")
    first = cells.schema.get_field_index("first_luck"), "first_luck", pa.array([0, 2, 4])
    pq.write_table(cells.set_column(*first), path / "cells.parquet")
    run = load(path)
    assert list(tables.matchups(run)["first_luck"]) == [0, 2, 2, 4]
    assert tables.first_player(run)["lucks"].iloc[0] == 6
    assert record.quality(run)["adds_up"].all()


def shared_keys(path: Path) -> Path:
    """Give the three cells of a drawn run one key, each luck ids of its own."""
    file, cells = next(path.glob("blocks/*.parquet")), pq.read_table(path / "cells.parquet").to_pandas()
    blocks = pq.read_table(file).to_pandas()
    blocks = blocks.assign(cell=np.int64(7), luck=np.arange(len(blocks)))
    pq.write_table(pa.Table.from_pandas(blocks, preserve_index=False), file)
    cells = cells.assign(cell=np.int64(7), first_luck=[0, 2, 4])
    pq.write_table(pa.Table.from_pandas(cells, preserve_index=False), path / "cells.parquet")
    return path


def test_cells_of_drawn_pairs_may_share_a_key(tmp_path: Path) -> None:
    """Means and match-ups are those of the entrants; what does not add up is seen with all that share the key."""
    drawn = dataclasses.replace(PAIR, extra={"pairing": {"random": 3}})
    for name in ("one", "other"):
        write(drawn, tmp_path / name, (RESULTS, TURNS))
    run, other = load(tmp_path / "one"), load(shared_keys(tmp_path / "other"))
    pd.testing.assert_frame_equal(tables.standings(run), tables.standings(other))
    names = ["name", "rival", "score", "low", "high", "wins", "margin"]
    pd.testing.assert_frame_equal(tables.matchups(run)[names], tables.matchups(other)[names])
    assert record.quality(other)["adds_up"].all()
    other.cells["turns"] = other.cells["turns"] + [0, 1, 0]
    assert not record.quality(dataclasses.replace(other))["adds_up"].any()


def test_drawn_pairs_count_the_distinct_games_of_all_cells(tmp_path: Path) -> None:
    """They share no luck; planned cells do, so there the richest counts."""
    world = World(decks=dict.fromkeys("VWXYZ", 0.0), strategies={"s": 0.0}, blocks=3)
    planned, drawn = tmp_path / "planned", tmp_path / "drawn"
    write(world, planned)
    write(dataclasses.replace(world, extra={"pairing": {"random": 15}}), drawn)
    each = load(planned).cells["distinct"].iloc[1]
    assert set(groups(load(planned), ("entrant", "score"))["distinct"]) == {each}
    assert set(groups(load(drawn), ("entrant", "score"))["distinct"]) == {4 * each}


def test_totals_that_are_not_those_of_their_cells_are_seen(pair: Run) -> None:
    """Games, turns, caps, endings or lengths: each by itself."""

    def good(**changes: object) -> bool:
        checks = record.checks(dataclasses.replace(pair, **changes)).set_index("check")  # type: ignore[arg-type]
        return bool(checks.loc["totals that add up", "good"])

    assert good()
    assert not good(totals=pair.totals.assign(games=pair.totals["games"] + 1))
    assert not good(totals=pair.totals.assign(turns=pair.totals["turns"] - 1))
    assert not good(cells=pair.cells.assign(caps=pair.cells["caps"] + 1))
    for name in ("endings", "lengths"):
        moved = np.roll(getattr(pair, name), 1, axis=1)
        assert not good(**{name: moved})
        assert not good(**{name: getattr(pair, name) + 1})


def test_all_wins_are_not_printed_as_certain(tmp_path: Path) -> None:
    """2 blocks of nothing but wins: Wilson on blocks, 34.2 % to 100 %."""
    run = load(write(PAIR, tmp_path, (np.where(RESULTS == 9, 0, _won()), TURNS)))
    row = tables.matchups(run).iloc[1]
    assert (row["score"], row["high"], row["kind"]) == (100, 100, "all agree")
    assert row["low"] == pytest.approx(34.2, abs=0.1)
    assert tables.standings(run)["low"].iloc[0] == pytest.approx(34.2, abs=0.1)


def test_wrong_sums_are_seen(tmp_path: Path) -> None:
    """A mirror that is not even, and blocks that do not add up to their cell."""
    results = RESULTS.copy()
    results[0, 0, 0] = -1
    run = load(write(PAIR, tmp_path, (results, TURNS)))
    assert list(record.quality(run)["adds_up"]) == [False, True, True]
    run.cells["turns"] = run.cells["turns"] + [0, 1, 0]
    fresh = dataclasses.replace(run)
    assert list(record.quality(fresh)["adds_up"]) == [False, False, True]
    checks = record.checks(fresh).set_index("check")
    assert list(checks.loc["cells that add up", ["found", "of", "good"]]) == [1, 3, False]


def _won() -> np.ndarray:
    """Return results in which X always beats Y."""
    results = RESULTS.copy()
    results[1] = 1
    return results


def test_bands_hold_all_match_ups_at_once(tmp_path: Path) -> None:
    """Six equal decks, 30 blocks, luck shared: all 15 bands hold in at least 95 % of worlds less three errors."""
    repeats, held = 60, []
    for seed in range(repeats):
        world = World(decks=dict.fromkeys("UVWXYZ", 0.0), strategies={"s": 0.0}, blocks=30, seed=seed)
        frame = tables.matchups(load(write(world, tmp_path / str(seed))))
        held.append(((frame["band_low"] <= 50) & (frame["band_high"] >= 50)).all())
        free = frame["kind"] == "t"
        assert (frame.loc[free, "band_low"] < frame.loc[free, "low"]).all()
        assert (frame["verdict"] != "open").sum() - 6 == (frame["band_low"] > 50).sum() + (
            frame["band_high"] < 50
        ).sum()
    assert np.mean(held) > 0.95 - 3 * np.sqrt(0.95 * 0.05 / repeats)


def test_ranks_are_joint_and_ties_for_first_are_shown(run: Run) -> None:
    """Every true rank lies in its set, and whoever is tied may be first."""
    frame, known = tables.deck_strength(run).query("scope == 'all strategies'"), pd.Series(TOURNAMENT.decks)
    true = frame["deck"].map(known)
    assert all(1 + (true > value).sum() >= low for value, low in zip(true, frame["rank_low"], strict=True))
    assert all((true >= value).sum() <= high for value, high in zip(true, frame["rank_high"], strict=True))
    assert frame["tied"].iloc[0]
    assert (frame.loc[frame["tied"], "rank_low"] == 1).all()
    assert (frame["near"] == len(frame) - 1 - frame["above"] - frame["below"]).all()


def test_edges_of_match_ups_have_their_own_kind_verdict_and_units(run: Run) -> None:
    """As those of all games have, from the same limits, and one from either side of a match-up."""
    frame = tables.matchups(run)
    known = frame[frame["edge_kind"] == "t"]
    for edge, elo in (("edge", "edge_elo"), ("edge_low", "edge_elo_low"), ("edge_high", "edge_elo_high")):
        odds = (50 + known[edge]) / (50 - known[edge])
        assert known[elo].to_numpy() == pytest.approx(400 * np.log10(odds).to_numpy())
    said = np.select([known["edge_low"] > 0, known["edge_high"] < 0], ["helps", "hurts"], "open")
    assert list(known["edge_verdict"]) == list(said)
    assert frame.groupby("cell")["edge_elo"].nunique().max() == 1


@pytest.mark.parametrize(
    ("mode", "equal", "kind"), [("block", True, "exact"), ("seat", True, "t"), ("single", False, "Newcombe")]
)
def test_the_edge_of_a_match_up_says_how_it_was_found(mode: str, equal: bool, kind: str, tmp_path: Path) -> None:
    """The score's kind is another number's: of equal seats an edge of 0 is by design, of single games Newcombe's."""
    world = World(decks={"X": 0.1, "Y": 0.0}, strategies={"s": 0.0}, blocks=40, luck=mode, seats_equal=equal)
    results = None
    if equal:
        results = np.tile(np.array([1, 0, 0, 1] if mode == "block" else [1, 0], np.int8), (3, 40, 1))
        results[:, ::2] = 0
        results[[0, 2]] = 0
    path = write(world, tmp_path, None if results is None else (results, np.full_like(results, 6)))
    row = tables.matchups(load(path)).iloc[1]
    assert row["edge_kind"] == kind
    assert (row["edge_verdict"] == "even") == (kind == "exact")
    assert (row["edge_elo_low"] < row["edge_elo_high"]) == (kind != "exact")


def test_bands_of_edges_hold_all_decks_or_all_strategies_at_once(run: Run) -> None:
    """By Šidák, table by table; the edge of all games is alone, and verdicts rest on the bands."""
    frame = tables.first_player(run)
    for name, rows in frame.groupby("table"):
        wider = (rows["band_high"] - rows["band_low"]) / (rows["high"] - rows["low"])
        expected = sidak(len(rows), rows["units"] - 1) / sidak(1, rows["units"] - 1)
        assert wider.to_numpy() == pytest.approx(expected), name
        assert (len(rows) == 1) == (name == "all")
    words = np.select([frame["band_low"] > 0, frame["band_high"] < 0], ["helps", "hurts"], "open")
    assert frame["verdict"].tolist() == words.tolist()


def test_edges_come_in_elo_like_units(run: Run) -> None:
    """55 : 45 are 34.9 units; the limits are those of the edge."""
    assert tables._elo(np.array([5.0, 0.0, -50.0]))[:2] == pytest.approx([34.86, 0], abs=0.01)
    assert np.isnan(tables._elo(np.array([50.0, -50.0]))).all()
    frame = tables.first_player(run)
    assert (frame["elo_low"] < frame["elo"]).all()
    assert ((frame["elo_low"] > 0) == (frame["low"] > 0)).all()
