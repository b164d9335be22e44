"""What cards are worth by substitution: by brute force, on worlds with known worth, and in words."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import tomli_w

from jobs.config import load as config
from reports import frames, substitution, substitutionwords
from reports.page import build
from reports.runs import Run, load
from reports.substitution import Sums, effects, estimates, mixed
from tests.jobs.making import play
from tests.reports.world import worlds

LUCKS, RIVALS, GAMES = 60, 2, 4
WORTH = {"a": (0.06, 0.02), "b": (0.0, 0.0), "c": (-0.04, 0.03), "d": (0.01, -0.02)}  # of cards: mean, and half the gap
OTHERS = 3  # replacements of each card, worth 0 in the mean
FEW = 0.02  # of luck ids, on which alone a rare card matters


def played(folder: Path, luck: str, pairing: str = "round-robin") -> Run:
    """Return a run of Capsule Battle with variants in three decks and two strategies."""
    field = [
        {"decks": ["#020*", "#021*"], "strategies": ["random", "tempo"]},
        {"decks": ["#030*"], "strategies": ["random"]},
    ]
    data = {"name": "s", "ruleset": "capsule", "blocks": 30, "luck": luck, "pairing": pairing, "entrants": field}
    data["substitute"] = {"cards": ["S*", "Idole du chaos"], "by": 2}
    (folder / "s.toml").write_text(tomli_w.dumps(data), encoding="utf8")
    play(config(folder / "s.toml"), folder / "run")
    return load(folder / "run")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("block"), "block")


def brute_force(run: Run) -> pd.DataFrame:
    """Return gain, gain_first, gain_second and error of every exchange, from single games."""
    assert run.whole
    cells = run.whole.cells[["cell", "a", "b"]]
    games = pd.concat(run.whole.games("cell", "luck", "arrangement", "result")).merge(cells, on="cell")
    won = (games["result"] + 1) / 2
    first = games["arrangement"] & 1 == 0
    parts = [
        games.assign(me=games[me], rival=games[rival], score=score, first=starts)
        for me, rival, score, starts in (("a", "b", won, first), ("b", "a", 1 - won, ~first))
    ]
    sides = pd.concat(parts)
    entrants, rows = len(run.entrants), []
    for of, variant in run.substitutes()[["of", "variant"]].to_numpy():
        own = sides[(sides["me"] == of) & (sides["rival"] != of) & (sides["rival"] < entrants)]
        if not len(own):
            own = sides[(sides["me"] == of) & (sides["rival"] == of)].iloc[: len(sides[sides["me"] == variant])]
        other = sides[sides["me"] == variant]
        assert set(own["rival"]) == set(other["rival"])
        gains = [other[seat(other)]["score"].mean() - own[seat(own)]["score"].mean() for seat in SEATS]
        each = other.groupby("luck")["score"].mean() - own.groupby("luck")["score"].mean()
        rows.append([of, variant, *gains, each.sem()])
    return pd.DataFrame(rows, columns=["of", "variant", "gain", "gain_first", "gain_second", "error"])


SEATS = (lambda part: part["first"] | True, lambda part: part["first"], lambda part: ~part["first"])


@pytest.mark.parametrize(
    ("luck", "pairing"), [("block", "round-robin"), ("seat", "gauntlet"), ("deck", "round-robin"), ("block", "mirror")]
)
def test_exchanges_are_what_brute_force_finds(tmp_path: Path, luck: str, pairing: str) -> None:
    """Means and clustered errors, in each mode of luck, from either side; and cards are the means of theirs."""
    run = played(tmp_path, luck, pairing)
    expected = brute_force(run)
    found = run.substitutes().merge(expected, on=["of", "variant"])
    names = run.entrants.iloc[found["of"]]
    found = found.assign(deck=names["deck"].to_numpy(), strategy=names["strategy"].to_numpy())
    table = substitution.exchanges(run).merge(found, on=["deck", "strategy", "card", "into"], suffixes=("", "_true"))
    assert len(table) == len(found) > 10
    for name in ("gain", "gain_first", "gain_second", "error"):
        np.testing.assert_allclose(table[name], 100 * table[f"{name}_true"], atol=2e-6)
    means = table.groupby(["deck", "strategy", "card"])[["gain", "gain_first", "gain_second", "games"]]
    cards = substitution.table(run).set_index(["deck", "strategy", "card"])
    for name, own in (("worth", "gain"), ("worth_first", "gain_first"), ("worth_second", "gain_second")):
        np.testing.assert_allclose(cards[name], -means.mean().loc[cards.index, own], atol=2e-6)
    assert cards["games"].eq(means.sum().loc[cards.index, "games"]).all()
    assert substitution.adds_up(run) == (len(run.whole.cells) - len(run.cells),) * 2 if run.whole else False


def test_everything_else_leaves_variants_out(run: Run, tmp_path: Path) -> None:
    """Tables, blocks and games of the run are those of its entrants; the page has its section."""
    assert run.whole
    assert len(run.whole.entrants) > len(run.entrants) == 5
    assert len(run.cells) == 15
    assert pd.concat(run.blocks())["cell"].nunique() == 15
    assert pd.concat(run.games("cell"))["cell"].nunique() == 15
    found = frames.frames(run)
    assert found["checks"]["good"].drop(found["checks"].index[-1]).all()
    assert not any(frame["name"].str.contains(" − ").any() for frame in found.values() if "name" in frame)
    page = build(run.path, tmp_path, run).read_text(encoding="utf8")
    assert '<section id="substitutes">' in page
    assert 'id="table-exchanges"' in page
    assert "worth by substitution" in page
    assert {"substitutes.csv", "exchanges.csv"} <= {path.name for path in (tmp_path / "tables").iterdir()}


def world(rng: np.random.Generator, lucks: int = LUCKS, rare: bool = False) -> tuple[Sums, pd.DataFrame, pd.DataFrame]:
    """Return sums of a deck whose cards have known worth, its variants, and the truth in points.

    Games of one luck id share half of what decides them, in all cells and from both seats. `rare`: cards matter on few
    luck ids only, and all other games of variants are those of the deck.
    """
    rows = [(0, card, f"{card}{i}", 1 + OTHERS * k + i, False) for k, card in enumerate(WORTH) for i in range(OTHERS)]
    played = pd.DataFrame(rows, columns=["of", "card", "into", "variant", "same"])
    less = np.array([[0.0, 0.0], *[(_gain(card, i, 1), _gain(card, i, -1)) for card in WORTH for i in range(OTHERS)]])
    common = rng.random((2, RIVALS, GAMES // 2, lucks))
    own = rng.random((len(less), *common.shape))
    anew = np.broadcast_to(rng.random(lucks) < (FEW if rare else 0.5), own.shape)
    anew = anew & (np.arange(len(less)) > 0).reshape(-1, 1, 1, 1, 1)
    chance = 0.5 - less[:, :, None, None, None]
    won = np.where(anew, own, common) < np.where(anew, chance, 0.5)
    points = 2 * won.sum(axis=(2, 3)).transpose(1, 0, 2)
    each = np.full(len(less), RIVALS)
    lots = np.ones(lucks, np.int64)
    total = Sums(points, lots, each, each * GAMES * lucks, each * GAMES * lucks, np.ones(0, np.bool_))
    share = FEW if rare else 0.5
    truth = pd.DataFrame(100 * share * less[1:], columns=["worth_first", "worth_second"])
    truth = truth.assign(worth=truth.mean(axis=1), difference=truth["worth_first"] - truth["worth_second"])
    return total, played, truth


def _gain(card: str, number: int, seat: int) -> float:
    """Return what a card is worth beyond its replacement of this number, when first (1) or second (-1)."""
    mean, gap = WORTH[card]
    return mean + seat * gap - 0.03 * (number - (OTHERS - 1) / 2)


def held(few: int, lucks: int = LUCKS, rare: bool = False) -> pd.Series:
    """Return of each column in how many worlds, per cent, all limits hold: of cards, then of exchanges."""
    rng, rows = np.random.default_rng(3), []
    for _ in range(worlds(few)):
        total, played, truth = world(rng, lucks, rare)
        found = effects(total, played, GAMES)
        groups = [list(range(OTHERS * k, OTHERS * (k + 1))) for k in range(len(WORTH))]
        for kind, some, true in (
            ("card", mixed(found, groups), truth.groupby(played["card"]).mean()),
            ("exchange", found, truth),
        ):
            told = estimates(some, True, ("stronger", "weaker", "open"))
            for value, low, high in substitution.PARTS:
                inside = (told[low].to_numpy() <= true[value]) & (true[value] <= told[high].to_numpy())
                rows.append((f"{kind} {value}", inside.all()))
    return 100 * pd.DataFrame(rows, columns=["what", "held"]).groupby("what")["held"].mean()


@pytest.mark.soak
def test_limits_hold_all_at_once() -> None:
    """In 95 per cent of worlds, or more, within three standard errors."""
    few = 60
    share = held(few)
    assert share.min() > 95 - 3 * 100 * np.sqrt(0.05 * 0.95 / worlds(few)), share.to_dict()
    assert share.max() <= 100


@pytest.mark.soak
def test_limits_hold_for_cards_that_matter_rarely() -> None:
    """Two luck ids of a hundred decide; with 1,000 of them the limits hold in 93.5 per cent of worlds or more."""
    few = 20
    share = held(few, 1000, rare=True)
    assert share.min() > 93.5 - 3 * 100 * np.sqrt(0.065 * 0.935 / worlds(few)), share.to_dict()


def test_what_never_differed_has_limits_unless_it_is_by_design() -> None:
    """Of 60 luck ids all agree: as many as Wilson leaves may differ. The same figures: exactly 0. One luck id: none."""
    total, played, _ = world(np.random.default_rng(1))
    points = np.repeat(total.points[:, :1], total.points.shape[1], axis=1)
    same = Sums(points, total.lucks, total.rivals, total.games, total.distinct, total.adds_up)
    told = estimates(effects(same, played.assign(same=played["into"] == "a0"), GAMES), True, ("s", "w", "open"))
    assert told["kind"].tolist() == ["exact"] + ["all agree"] * 11
    assert told.loc[0, ["worth", "low", "high"]].eq(0).all()
    assert (told["low"].iloc[1:] < -1).all()
    assert (told["high"].iloc[1:] > 1).all()
    assert told["verdict"].tolist() == ["even"] + ["open"] * 11
    assert told["pairing"].isna().all()
    once = Sums(total.points[:, :, :1], total.lucks[:1], total.rivals, total.games, total.distinct, total.adds_up)
    told = estimates(effects(once, played, GAMES), True, ("s", "w", "open"))
    assert told["kind"].eq("none").all()
    assert told[["low", "high", "error"]].isna().all(axis=None)
    assert told["verdict"].eq("").all()


def test_a_run_without_variants_has_no_such_tables(tmp_path: Path) -> None:
    """Empty frames with their columns, no words."""
    data = {"name": "s", "ruleset": "capsule", "blocks": 2, "entrants": [{"decks": ["#02*"], "strategies": ["random"]}]}
    (tmp_path / "s.toml").write_text(tomli_w.dumps(data), encoding="utf8")
    play(config(tmp_path / "s.toml"), tmp_path / "run")
    run = load(tmp_path / "run")
    assert run.whole is None
    cards, exchanges = substitution.table(run), substitution.exchanges(run)
    assert list(cards) == list(substitution.CARDS)
    assert list(exchanges) == list(substitution.EXCHANGES)
    assert substitutionwords.words(cards, exchanges) == ()
    assert "substitutes" not in frames.written(run, frames.frames(run))


def told(*rows: tuple[str, float, float, float, str]) -> pd.DataFrame:
    """Return a frame of cards: card, worth, low, high, verdict."""
    frame = pd.DataFrame(rows, columns=["card", "worth", "low", "high", "verdict"])
    return frame.assign(deck="D", strategy="s", pairing=0.25)


def exchanged(*rows: tuple[str, str, float, float, float, str]) -> pd.DataFrame:
    """Return a frame of exchanges: card, into, gain, low, high, verdict."""
    frame = pd.DataFrame(rows, columns=["card", "into", "gain", "low", "high", "verdict"])
    return frame.assign(deck="D", strategy="s", pairing=0.25)


def test_words_follow_the_limits_and_not_the_points() -> None:
    """Who leads is named with those not apart; without a sure exchange none is named; who stays in is said."""
    cards = told(("V", 3.0, 1.0, 5.0, "stronger"), ("W", 2.0, -1.0, 5.0, "open"), ("X", np.nan, np.nan, np.nan, ""))
    gains = exchanged(("V", "Jackie", -3.0, -5.0, -1.0, "worse"), ("W", "Jackie", 1.0, -1.0, 3.0, "open"))
    lead, best, luck, stuck = (text.replace("\xa0", " ") for text in substitutionwords.words(cards, gains))
    assert lead.startswith(
        "Of 2 cards that were replaced 1 is stronger than what came in, 0 weaker and 1 not separated"
    )
    assert (
        "V is missed most of all, though not separated from 1 other: without it D loses 3.0 points [1.0, 5.0]." in lead
    )
    assert best == "No exchange surely improves a deck."
    assert luck.startswith("Variance factor of the common luck, median over 2 exchanges: 0.25")
    assert stuck == "Nothing that leaves the deck legal can replace X (D)."
    gains = exchanged(("V", "Jackie", 3.1, 2.3, 3.9, "better"))
    (_, best, *_) = substitutionwords.words(cards.iloc[:2], gains)
    best = best.replace("\xa0", " ")
    assert best == "1 of 1 exchange surely improves its deck; it is Jackie in place of V in D: 3.1 points [2.3, 3.9]."
    (lead, *_) = substitutionwords.words(told(("W", 2.0, -1.0, 5.0, "open")), gains)
    assert "none is separated from its replacements" in lead
