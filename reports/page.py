"""The page of a run: one index.html that needs nothing else, with its tables as CSV and its plots as PNG beside it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from reports import heat, plots, record, tables, views, words
from reports.load import Run, load
from reports.stats.intervals import WILSON, T
from reports.svg import to_png, to_svg

MOST_DOTS: Final = 100  # entrants in the figure of the standings
MOST_DECKS: Final = 40  # decks in a heat map
MOST_ROWS: Final = 1000  # rows of a table on the page; its CSV has all
WORST: Final = 50  # cells shown in the table of data quality
DIGITS: Final = "%.10g"  # of fractions in CSV

Frames = dict[str, pd.DataFrame]


@dataclass(frozen=True)
class Picture:
    """A figure as it stands on the page."""

    name: str
    title: str
    svg: Markup  # safe: matplotlib escapes every text, and to_svg the title


def build(run_dir: Path, out: Path | None = None) -> Path:
    """Write the report of the run in `run_dir` into `out` (its folder `report/` if None); return the index.html.

    The same run gives the same bytes. InputError if the run is missing or broken.
    """
    run = load(run_dir)
    target = out if out is not None else run_dir / "report"
    frames = _frames(run)
    drawn = _figures(run, frames)
    _write_tables(frames, target / "tables")
    pictures = _write_figures(drawn, target / "plots")
    page = target / "index.html"
    page.write_text(_render(run, frames, pictures), encoding="utf-8", newline="\n")
    return page


def _frames(run: Run) -> Frames:
    """Return every table of the report by its name, which is its CSV's too."""
    coin = np.where(run.entrants["deterministic"], "none", "some")
    return {
        "standings": tables.standings(run),
        "deck_strength": tables.deck_strength(run),
        "strategy_strength": tables.strategy_strength(run),
        "matchups": tables.matchups(run),
        "first_player": tables.first_player(run),
        "lengths": record.lengths(run),
        "endings": record.endings(run),
        "checks": record.checks(run),
        "quality": record.quality(run),
        "played": record.played(run),
        "entrants": run.entrants.assign(coin=coin)[["name", "deck", "strategy", "coin", "origin", "key"]],
    }


def _figures(run: Run, frames: Frames) -> dict[str, tuple[str, Figure]]:
    """Return title and figure by name, of those that the run has something to show for."""
    standings, strength = frames["standings"], frames["deck_strength"]
    drawn: dict[str, tuple[str, Figure]] = {}
    if standings["score"].notna().any():
        top = standings.head(MOST_DOTS)
        drawn["standings"] = ("Score of every entrant against the field, with 95 % intervals", plots.standings(top))
    if 0 < strength["deck"].nunique() <= MOST_DECKS:
        whom = "other decks" if words.alike(run, strength) else "decks it met"
        title = f"Score of every deck against the {whom}, with 95 % intervals"
        drawn["deck_strength"] = (title, plots.deck_strength(strength))
        drawn |= _maps(run, frames)
    several = len(frames["strategy_strength"]) > 0  # with one strategy the map of the decks is this map
    if several and 1 < len(standings) <= heat.ENTRANTS:
        title = "Score of every entrant against every other"
        drawn["entrants"] = (title, heat.entrants(frames["matchups"], standings))
    if len(frames["first_player"]) and not run.manifest["seats_equal"]:
        title = "Edge of going first, with 95 % intervals"
        drawn["first_player"] = (title, plots.first_player(frames["first_player"]))
    if len(frames["lengths"]):
        if frames["lengths"]["turns"].nunique() > 1:
            drawn["lengths"] = ("Turns a game", plots.lengths(frames["lengths"]))
        drawn["endings"] = ("How games ended", plots.endings(frames["endings"]))
    return drawn


def _maps(run: Run, frames: Frames) -> dict[str, tuple[str, Figure]]:
    """Return the heat maps of the decks."""
    strength, best = frames["deck_strength"], tables.best_strategy(run)
    scopes = [scope for scope in frames["strategy_strength"]["strategy"] if scope in set(strength["scope"])]
    drawn = {}
    if len(scopes) > 1:
        drawn["deck_by_strategy"] = ("Score of every deck by strategy", heat.deck_by_strategy(strength, scopes))
    if best in set(strength["scope"]):
        title = f"Score of every deck against every other, both played by {best}"
        drawn["deck_by_deck"] = (title, heat.deck_by_deck(frames["matchups"], strength, str(best)))
    return drawn


def _write_tables(frames: Frames, folder: Path) -> None:
    """Write every frame as CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in frames.items():
        frame.to_csv(folder / f"{name}.csv", index=False, float_format=DIGITS, lineterminator="\n")


def _write_figures(drawn: dict[str, tuple[str, Figure]], folder: Path) -> dict[str, Picture]:
    """Write every figure as PNG and return it as a picture for the page."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {}
    for name, (title, figure) in drawn.items():
        to_png(figure, folder / f"{name}.png")
        pictures[name] = Picture(name, title, Markup(to_svg(figure, name, title)))  # noqa: S704  # all texts are escaped
    return pictures


def _render(run: Run, frames: Frames, pictures: dict[str, Picture]) -> str:
    """Return the page."""
    folder = FileSystemLoader(Path(__file__).parent)
    environment = Environment(
        loader=folder, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("template.html").render(
        run=run.manifest,
        answer=words.answer(run, frames),
        alike=words.alike(run, frames["standings"]),
        drawn=run.drawn,
        first_player=words.first_player(run, frames["first_player"]),
        invented=_invented(run),
        failed=_failed(frames["checks"]),
        best=tables.best_strategy(run) if len(frames["strategy_strength"]) else None,
        game=_game(run, frames["matchups"]),
        missed=int(frames["matchups"].drop_duplicates("cell")["kind"].isin([T, WILSON]).sum()) // 20,
        pictures=pictures,
        tables=_tables(run, frames),
        csv=list(frames),
        glossary=words.GLOSSARY,
    )


def _game(run: Run, matchups: pd.DataFrame) -> str:
    """Return the name of one game to replay, of the most one-sided match-up: cell:luck:arrangement."""
    several = _one_sided(matchups)
    row = (several if len(several) else matchups).iloc[0]
    luck = int(row["first_luck"])
    return f"{row['cell']}:{luck}:{luck & 1 if run.manifest['luck'] == 'single' else 0}" if row["blocks"] else ""


def _invented(run: Run) -> str:
    """Return the warning about invented figures, or nothing."""
    part = run.entrants[run.entrants["origin"] == "invented"]
    if not len(part):
        return ""
    every = len(part) == len(run.entrants)
    whose = "of all entrants" if every else f"of {len(part)} of {len(run.entrants)} entrants"
    return f"The card figures {whose} are invented, not those of the published game, and so the answer is about them."


def _failed(checks: pd.DataFrame) -> list[str]:
    """Return the checks that want a look, but for invented figures, which have a warning of their own."""
    wanting = checks[~checks["good"] & ~checks["check"].str.contains("invented")]
    return [f"{row.check}: {row.found:,} of {row.of:,}" for row in wanting.itertuples()]


def _tables(run: Run, frames: Frames) -> dict[str, views.Table]:
    """Return the tables of the page by name."""
    strength, lengths = frames["deck_strength"], frames["lengths"]
    edges = frames["first_player"]
    edges = edges[edges["table"] == "all"] if run.manifest["seats_equal"] else edges
    edge = () if run.manifest["seats_equal"] else views.EDGE
    matchups = (*views.MET_EACH_OTHER, *edge, *views.MARGINS)
    every, best = strength[strength["scope"] == "all strategies"], strength[strength["best"]]
    specs: dict[str, tuple[str, pd.DataFrame, tuple[views.Column, ...]]] = {
        "standings": ("Score of every entrant against the field", _scored(frames["standings"]), views.STANDINGS),
        "decks_best": ("Score of every deck, both sides playing the best strategy", best, views.DECKS),
        "decks_all": ("Score of every deck, all strategies pooled", every, views.DECKS),
        "decks": ("Score of every deck within every strategy", strength, views.SCOPES),
        "strategies": ("Score of every strategy against the others", frames["strategy_strength"], views.STRATEGIES),
        "matchups": ("Match-ups, the most one-sided first", _one_sided(frames["matchups"]), matchups),
        "first_player": ("Edge of going first, in points", edges, views.EDGES),
        "lengths": ("Length of games", _spans(lengths), views.LENGTHS),
        "endings": ("Endings", frames["endings"], views.ENDINGS),
        "checks": ("Checks of the whole run", frames["checks"], views.CHECKS),
        "quality": ("Cells, those that tell least first", _weakest(frames["quality"]), views.QUALITY),
        "played": ("The run", frames["played"], views.PLAYED),
        "entrants": ("Entrants", frames["entrants"], views.ENTRANTS),
    }
    return {
        name: views.table(name, caption, frame, columns, WORST if name == "quality" else MOST_ROWS)
        for name, (caption, frame, columns) in specs.items()
    }


def _scored(standings: pd.DataFrame) -> pd.DataFrame:
    """Return the entrants that have a score: those that met anybody else."""
    return standings[standings["score"].notna()]


def _one_sided(matchups: pd.DataFrame) -> pd.DataFrame:
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
    """Return the cells with the fewest effective games first, those that do not add up before all."""
    return quality.sort_values(["adds_up", "effective"], kind="stable", ignore_index=True)
