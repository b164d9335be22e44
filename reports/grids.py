"""Frames to the tables of the page: which tables there are, and which rows of long ones are shown."""

from typing import Final

import pandas as pd

from reports import decided, meanings, views
from reports.runs import Run

MOST_ROWS: Final = 1000  # rows of a table on the page; its CSV has all
ENDS: Final = 50  # of a ranking of more rows its best, and its worst, that the page shows
WORST: Final = 50  # cells shown in the table of data quality
RANKINGS: Final = ("standings", "decks_best", "decks_all")  # by falling score

MODELS: Final[dict[str, tuple[str, tuple[views.Column, ...]]]] = {  # by the names of their frames
    "strength": ("Strength of every deck by the model, within every strategy", views.SCOPES_OF_STRENGTH),
    "strength_fit": ("How well the model fits", views.FITS),
    "mix": ("The mix of decks that nobody can beat", views.MIX),
    "metagame": ("The meta-game in figures", views.METAGAME),
    "triples": ("Rock, paper, scissors: the strongest circles of three", views.TRIPLES),
    "pilots": ("Decks with their strategies: score beyond what both explain alone", views.PILOTS),
    "pilot_distances": ("Pairs of decks that two strategies put in another order", views.DISTANCES),
    "luck_budget": ("Where the variance of a game's score comes from", views.LUCK),
    "seen": ("Scores by what was seen of a card: observations, no effects", views.SEEN),
}

OTHERS: Final = {  # tables of the page that are not called as their frame is
    **dict.fromkeys(("decks_best", "decks_all", "decks"), "deck_strength"),
    **dict.fromkeys(("cards", "card_seats"), "card_strength"),
    "substitute_seats": "substitutes",
    "strategies": "strategy_strength",
    "decisions": "matchups",
}

STARTS: Final = ("edge", "edge_low", "order", "order_low", "order_p", "position")  # columns that say who began

Frames = dict[str, pd.DataFrame]
Specs = dict[str, tuple[str, pd.DataFrame, tuple[views.Column, ...]]]  # caption, rows, columns


def tables(run: Run, frames: Frames) -> dict[str, views.Table]:
    """Return the tables of the page by name."""
    hidden = STARTS if run.rolled else ()
    found = {}
    for name, (caption, frame, columns) in _specs(run, frames).items():
        shown = tuple(column for column in columns if column.sources[0] not in hidden)
        found[name] = _table(name, caption, frame, shown, WORST if name == "quality" else MOST_ROWS)
    return found


def _specs(run: Run, frames: Frames) -> Specs:
    """Return caption, rows and columns of every table."""
    held, matchups = decided.held(run.goal), one_sided(frames["matchups"])
    verdicts = decided.verdicts(matchups, frames["decisions"])
    return {
        **_rankings(run, frames),
        "strategies": ("Score of every strategy against the others", frames["strategy_strength"], views.STRATEGIES),
        "matchups": ("Match-ups, the most one-sided first", matchups, views.matchups(held, run.sided)),
        "first_player": ("Edge of going first, in points", _edges_of(run, frames["first_player"]), views.EDGES),
        "lengths": ("Length of games", _spans(frames["lengths"]), views.LENGTHS),
        "endings": ("Endings", frames["endings"], views.ENDINGS),
        "checks": ("Checks of the whole run", frames["checks"], views.CHECKS),
        "quality": ("Cells, those that tell least first", _weakest(frames["quality"]), views.QUALITY),
        "played": ("The run", frames["played"], views.PLAYED),
        "entrants": ("Entrants", frames["entrants"], views.ENTRANTS),
        "decisions": ("Verdicts, those that took most blocks first", verdicts, views.decisions(held)),
        **{name: (caption, frames[name], columns) for name, (caption, columns) in MODELS.items()},
        **_substitutes(run, frames),
        **(_worth(frames["card_strength"]) if "card_strength" in frames else {}),
    }


def _rankings(run: Run, frames: Frames) -> Specs:
    """Return the tables of entrants and decks by score; of a crowd nobody is ranked."""
    strength, standings = frames["deck_strength"], scored(frames["standings"])
    if is_crowd(run):
        strength, standings = strength.head(0), standings.head(0)
    every, best = strength[strength["scope"] == "all strategies"], strength[strength["best"]]
    return {
        "standings": ("Score of every entrant against the field", standings, views.STANDINGS),
        "decks_best": ("Score of every deck, both sides playing the best strategy", best, views.DECKS),
        "decks_all": ("Score of every deck, all strategies pooled", every, views.DECKS),
        "decks": ("Score of every deck within every strategy", strength, views.SCOPES),
    }


def _edges_of(run: Run, seats: pd.DataFrame) -> pd.DataFrame:
    """Return the edges that the page tells: of a crowd no deck's, of equal seats that of all games, as a check."""
    seats = seats[seats["table"] != "deck"] if is_crowd(run) else seats
    return seats[seats["table"] == "all"] if run.manifest["seats_equal"] else seats


def _worth(worth: pd.DataFrame) -> Specs:
    """Return the tables of what cards are worth over random decks."""
    seats = "Worth of every card when its owner goes first and when second; intervals hold for all of a column at once"
    return {
        "cards": ("Worth of every card, in points; intervals hold for all at once", worth, views.CARDS),
        "card_seats": (seats, worth, views.CARD_SEATS),
    }


def heads(shown: dict[str, views.Table]) -> dict[str, dict[str, list[str]]]:
    """Return the heads of all tables that have rows, by name, each with its meanings and the captions that these have.

    The page tells them without a script in this way, too.
    """
    told: dict[str, dict[str, list[str]]] = {}
    for table in filter(lambda table: table.rows, shown.values()):
        for column, meaning in zip(table.columns, table.meanings, strict=True):
            told.setdefault(column.head, {}).setdefault(meaning, []).append(table.caption)
    return dict(sorted(told.items(), key=lambda entry: entry[0].lower()))


def _substitutes(run: Run, frames: Frames) -> Specs:
    """Return the tables of what cards are worth by substitution, the exchanges by falling gain."""
    worth, gains = frames["substitutes"], frames["exchanges"]
    gains = gains.sort_values("gain", ascending=False, kind="stable", ignore_index=True)
    held = "intervals hold for all at once"
    return {
        "substitutes": (
            f"Worth of every card in its deck against its replacements, in points; {held}",
            worth,
            views.SUBSTITUTES,
        ),
        "substitute_seats": (
            f"The same when its owner goes first and when second; {held} of a column",
            worth.iloc[: len(worth) if run.sided else 0],
            views.SUBSTITUTE_SEATS,
        ),
        "exchanges": (f"Every exchange of cards, the greatest gain first; {held}", gains, views.EXCHANGES),
    }


def is_crowd(run: Run) -> bool:
    """Return whether more entrants were drawn to meet at random than can be told apart one by one."""
    return run.drawn and len(run.entrants) > MOST_ROWS


def _table(name: str, caption: str, frame: pd.DataFrame, columns: tuple[views.Column, ...], most: int) -> views.Table:
    """Return a table of at most `most` rows: the first, of a long ranking its best and its worst."""
    shown, part = f"the first {most}", frame.head(most)
    if name in RANKINGS and len(frame) > most:
        shown, part = f"the best {ENDS} and the worst {ENDS}", _ends(frame, ENDS)
    elif name == "first_player" and len(frame) > most:
        shown, part = f"of the decks {ENDS} with the highest and {ENDS} with the lowest edge,", edges(frame, 2 * ENDS)
    heads = [meanings.of_head(OTHERS.get(name, name), column.sources) for column in columns]
    return views.Table(name, caption, columns, heads, views.rows(part, columns), shown, len(frame))


def _ends(ranking: pd.DataFrame, few: int) -> pd.DataFrame:
    """Return the first and the last `few` rows of a ranking."""
    return pd.concat([ranking.head(few), ranking.tail(few)], ignore_index=True)


def top(standings: pd.DataFrame, most: int) -> pd.DataFrame:
    """Return the first `most` entrants; of more than a table shows as many of the best and the worst."""
    return _ends(scored(standings), most // 2) if len(standings) > MOST_ROWS else standings.head(most)


def edges(frame: pd.DataFrame, most: int) -> pd.DataFrame:
    """Return the edges of going first, of more than `most` decks as many, those with the highest and the lowest."""
    decks = frame[frame["table"] == "deck"]
    if len(decks) <= most:
        return frame
    few = _ends(decks.sort_values("edge", ascending=False, kind="stable"), most // 2)
    return pd.concat([frame[frame["table"] == "all"], few, frame[frame["table"] == "strategy"]], ignore_index=True)


def scored(standings: pd.DataFrame) -> pd.DataFrame:
    """Return the entrants that have a score: those that met anybody else."""
    return standings[standings["score"].notna()]


def one_sided(matchups: pd.DataFrame) -> pd.DataFrame:
    """Return every match-up once, seen from its winner, mirrors left out; the highest score first."""
    part = matchups[matchups["name"] != matchups["rival"]]
    part = part.sort_values("score", ascending=False, kind="stable").drop_duplicates("cell")
    return part.reset_index(drop=True)


def _spans(lengths: pd.DataFrame) -> pd.DataFrame:
    """Return one row a scope: mean, shortest, longest and number of its games."""
    some = lengths[lengths["games"] > 0]
    grouped = some.groupby("scope", sort=False)
    spans = grouped[["mean", "mean_low", "mean_high", "lucks"]].first()
    spans = spans.assign(shortest=grouped["turns"].min(), longest=grouped["turns"].max(), games=grouped["games"].sum())
    return spans.reset_index()


def _weakest(quality: pd.DataFrame) -> pd.DataFrame:
    """Return the cells with the fewest effective games first, those that do not add up before all.

    Mirrors that are even by design tell nothing that is not known, and have no effective games: they are left out.
    """
    quality = quality[(quality["name"] != quality["rival"]) | quality["effective"].notna() | ~quality["adds_up"]]
    return quality.sort_values(["adds_up", "effective"], kind="stable", ignore_index=True)
