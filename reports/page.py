"""The page of a run: one index.html that needs nothing else, with its tables as CSV and its plots as PNG beside it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from unicodedata import bidirectional

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from reports import (
    budget,
    cards,
    cardwords,
    decided,
    details,
    export,
    grids,
    heat,
    meanings,
    meta,
    pilots,
    plots,
    ranking,
    seen,
    strength,
    substitutionwords,
    tables,
    words,
)
from reports.frames import Frames, written
from reports.frames import frames as all_frames
from reports.runs import Run, load
from reports.svg import to_png, to_svg

MOST_DOTS: Final = 100  # entrants in the figure of the standings
MOST_DECKS: Final = 40  # decks in a heat map
FROM_RIGHT: Final = ("R", "AL")  # letters of Hebrew, Arabic and the like
MOST_CARDS: Final = 120  # cards in the figure of their worth by substitution


@dataclass(frozen=True)
class Picture:
    """A figure as it stands on the page."""

    name: str
    title: str
    svg: Markup  # safe: matplotlib escapes every text, and to_svg the title
    cells: str  # of a map: what is to be said of each of its cells, see `details.Map`
    box: str  # of a map: left, top, width and height of its cells, in shares of the picture


def build(run_dir: Path, out: Path | None = None, loaded: Run | None = None) -> Path:
    """Write the report of the run in `run_dir` into `out` (its folder `report/` if None); return the index.html.

    The same run gives the same bytes. InputError if the run is missing or broken. A run that was `loaded` before is not
    read again, nor what was already worked out of it.
    """
    run = loaded or load(run_dir)
    target = out if out is not None else run_dir / "report"
    frames = all_frames(run)
    drawn = _figures(run, frames)
    export.write(written(run, frames), "csv", target / "tables")
    pictures = _write_figures(drawn, _details(run, frames), target / "plots")
    page = target / "index.html"
    page.write_text(_render(run, frames, pictures), encoding="utf-8", newline="\n")
    return page


def _figures(run: Run, frames: Frames) -> dict[str, tuple[str, Figure]]:
    """Return title and figure by name, of those that the run has something to show for."""
    standings, strength = frames["standings"], frames["deck_strength"]
    drawn: dict[str, tuple[str, Figure]] = {}
    crowd = grids.is_crowd(run)
    if standings["score"].notna().any() and not crowd:
        top = grids.top(standings, MOST_DOTS)
        drawn["standings"] = ("Score of every entrant against the field, with 95 % intervals", plots.standings(top))
    if 0 < strength["deck"].nunique() <= MOST_DECKS:
        whom = "other decks" if words.alike(run, strength) else "decks it met"
        title = f"Score of every deck against the {whom}, with 95 % intervals"
        drawn["deck_strength"] = (title, plots.deck_strength(strength))
        drawn |= _maps(run, frames) if run.listed else {}
    either = frames["mix"][frames["mix"]["position"] == "either"].reset_index(drop=True)
    if 0 < len(either) <= MOST_DECKS and either["low"].notna().any():
        drawn["mix"] = ("The mix of decks that nobody can beat, with 95 % bands", plots.mix(either))
    drawn |= _cards(frames)
    several = len(frames["strategy_strength"]) > 0  # with one strategy the map of the decks is this map
    if several and run.listed and 1 < len(standings) <= heat.ENTRANTS:
        title = "Score of every entrant against every other"
        drawn["entrants"] = (title, heat.entrants(frames["matchups"], standings))
    if len(frames["first_player"]) and run.sided:
        edges = frames["first_player"]
        few = edges[edges["table"] != "deck"] if crowd else grids.edges(edges, MOST_DOTS)
        cut = ", of decks the highest and the lowest" if len(few) < len(edges) and not crowd else ""
        drawn["first_player"] = (f"Edge of going first, with 95 % intervals{cut}", plots.first_player(few))
    if len(frames["luck_budget"]):
        title = "What decides a game: parts of the variance of its score, in per cent"
        drawn["luck_budget"] = (title, plots.budget(frames["luck_budget"]))
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


def _cards(frames: Frames) -> dict[str, tuple[str, Figure]]:
    """Return the figures of the cards: over random decks, and by substitution."""
    drawn = _strengths(frames["card_strength"]) if "card_strength" in frames else {}
    replaced = frames["substitutes"].dropna(subset=["worth"])
    if 0 < len(replaced) <= MOST_CARDS:
        title = f"Worth of every card in its deck, with 95 % intervals that hold for all {len(replaced):,} at once"
        drawn["substitutes"] = (title, plots.substitutes(replaced))
    return drawn


def _strengths(strength: pd.DataFrame) -> dict[str, tuple[str, Figure]]:
    """Return the figures of the worth of cards over random decks."""
    held = f"with 95 % intervals that hold for all {len(strength):,} at once"
    title = f"Worth of every card in place of the average card of its rank, {held}"
    drawn = {"card_strength": (title, plots.card_strength(strength))}
    if strength["difference"].notna().all():
        which = f"The {plots.MOST_SEATS} cards" if len(strength) > plots.MOST_SEATS else "Cards"
        title = f"{which} whose worth differs most between going first and second, {held}"
        drawn["card_seats"] = (title, plots.card_seats(strength))
    return drawn


def _details(run: Run, frames: Frames) -> dict[str, details.Map]:
    """Return what is to be said of the cells of the maps, by the names of their figures."""
    strength, best = frames["deck_strength"], tables.best_strategy(run)
    scopes = [scope for scope in frames["strategy_strength"]["strategy"] if scope in set(strength["scope"])]
    found = {"entrants": details.entrants(frames)} if len(frames["standings"]) <= heat.ENTRANTS else {}
    if len(scopes) > 1:
        found["deck_by_strategy"] = details.deck_by_strategy(frames, scopes, run.drawn)
    if best in set(strength["scope"]):
        found["deck_by_deck"] = details.decks(frames, str(best))
    return found


def _write_figures(
    drawn: dict[str, tuple[str, Figure]], told: dict[str, details.Map], folder: Path
) -> dict[str, Picture]:
    """Write every figure as PNG and return it as a picture for the page, maps with what there is to say."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {}
    for name, (title, figure) in drawn.items():
        to_png(figure, folder / f"{name}.png")
        svg = Markup(to_svg(figure, name, title))  # noqa: S704  # all texts are escaped
        cells, box = (told[name].text, _box(figure)) if name in told else ("", "")
        pictures[name] = Picture(name, title, svg, cells, box)
    return pictures


def _box(figure: Figure) -> str:
    """Return where the first axes of a figure lie: left, top, width, height in shares of the picture."""
    left, bottom, width, height = figure.axes[0].get_position(original=True).bounds
    return f"{left:.6f} {1 - bottom - height:.6f} {width:.6f} {height:.6f}"


def _render(run: Run, frames: Frames, pictures: dict[str, Picture]) -> str:
    """Return the page."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_isolating(run),
    )
    shown = grids.tables(run, frames)
    return environment.get_template("template.html").render(
        **_facts(run, frames),
        **_sentences(run, frames),
        pictures=pictures,
        tables=shown,
        heads=grids.heads(shown),
        csv=list(written(run, frames)),
        glossary=_glossary(run, frames),
    )


def _facts(run: Run, frames: Frames) -> dict[str, Any]:
    """Return what the template asks of the run, by the names that it uses."""
    return {
        "run": run.manifest,
        "crowd": grids.is_crowd(run),
        "alike": words.alike(run, frames["standings"]),
        "banded": ranking.by_bands(run, grids.scored(frames["standings"])),
        "drawn": run.drawn,
        "rolled": run.rolled,
        "kept": run.kept(),
        "lost": bool(run.files("games/")) and not run.kept(),
        "listed": run.listed,
        "cells": len(run.cells),
        "entrants": len(run.entrants),
        "failed": _failed(frames["checks"]),
        "best": tables.best_strategy(run) if len(frames["strategy_strength"]) else None,
        "game": _game(run, frames["matchups"]),
    }


def _sentences(run: Run, frames: Frames) -> dict[str, Any]:
    """Return what the page says in words, by the names that the template uses."""
    return {
        "answer": _answer(run, frames),
        "first_player": words.first_player(run, frames["first_player"]),
        "invented": _invented(run),
        "cards": _card_words(run, frames),
        "model": strength.words(frames["strength"], frames["strength_fit"]),
        "meta": meta.words(frames["mix"], frames["metagame"], frames["triples"]),
        "pilots": pilots.words(frames["pilots"], frames["pilot_distances"], pilots.interaction_p(run)),
        "seen": seen.words(frames["seen"]),
        "luck": budget.words(frames["luck_budget"]),
        "replaced": substitutionwords.words(frames["substitutes"], frames["exchanges"]),
        "decided": decided.words(run.goal, frames["matchups"]),
        "verdicts": decided.legend(run.goal),
        "rests": _rests(run, frames),
        "precision": words.precision(frames["quality"]),
    }


def _rests(run: Run, frames: Frames) -> dict[str, str]:
    """Return what the sentences of each section rest on, by its name."""
    edges, limits, wider = frames["first_player"], meanings.LIMITS, words.WIDER * run.stopped
    fits = frames["strength_fit"].assign(low=frames["strength_fit"]["order_low"])
    told = {  # section: its table, and how the limits that its sentences show are made
        "model": (fits, f"{limits['strength.low']}; {limits['strength_fit.misfit_low']}{wider}"),
        "meta": (frames["metagame"].sort_values("low").head(1), f"{limits['metagame.low']}{wider}"),
        "pilots": (frames["pilots"], f"{limits['pilots.low']}{wider}"),
        "seen": (frames["seen"], limits["seen.low"]),
        "luck": (frames["luck_budget"], limits["luck_budget.low"]),
    }
    found = {name: words.rests(frame, text) for name, (frame, text) in told.items()}
    first = words.basis(run, {"all games": edges[edges["table"] == "all"]})
    return found | {"first_player": first, "replaced": _rest_of_exchanges(frames), "cards": _rest_of_cards(run)}


def _glossary(run: Run, frames: Frames) -> dict[str, str]:
    """Return the words that the page of this run uses."""
    parts = (
        (words.MODELS, len(frames["strength"]) or len(frames["mix"])),
        (words.LUCK, len(frames["luck_budget"])),
        (cardwords.GLOSSARY, "card_strength" in frames),
        (substitutionwords.GLOSSARY, len(frames["substitutes"])),
    )
    found = {word: told for word, told in words.GLOSSARY.items() if not (run.rolled and word == words.EDGE)}
    return found | {word: told for part, used in parts if used for word, told in part.items()}


def _isolating(run: Run) -> Callable[[Any], Any]:
    """Return what sets names that are written from the right apart, so that they turn nothing round in a sentence."""
    slots = {card for held in run.entrants["slots"] for card in held}
    names = {*slots, *(name for column in ("name", "deck", "strategy") for name in run.entrants[column])}
    found = sorted((name for name in names if any(bidirectional(letter) in FROM_RIGHT for letter in name)), key=len)
    if not found:
        return lambda value: value
    pattern = re.compile("|".join(map(re.escape, reversed(found))))  # the longest first: an entrant's holds its deck's

    def apart(value: Any) -> Any:
        return pattern.sub("\u2068\\g<0>\u2069", value) if type(value) is str else value  # no markup

    return apart


def _answer(run: Run, frames: Frames) -> words.Answer:
    """Return the top of the page: of a crowd of decks drawn at random what it says of the cards."""
    if not grids.is_crowd(run) or "card_strength" not in frames:
        found = words.answer(run, frames)
        more = substitutionwords.words(frames["substitutes"], frames["exchanges"])[:2]
        texts = (*found.paragraphs, decided.lead(run.goal, frames["matchups"]), *more)
        lines = (found.basis, _rest_of_exchanges(frames, "Cards replaced") if more else "")
        return replace(found, paragraphs=tuple(text for text in texts if text), basis=" ".join(filter(None, lines)))
    strength, edges = frames["card_strength"], frames["first_player"]
    texts = (cardwords.strength(strength), words.first_player(run, edges))
    first = words.basis(run, {"going first": edges[edges["table"] == "all"]})
    basis = f"{first} {_rest_of_cards(run, 'Cards' if first else words.RESTS)}".strip()
    return words.Answer(cardwords.headline(strength), tuple(filter(None, texts)), basis)


def _rest_of_cards(run: Run, what: str = words.RESTS) -> str:
    """Return what the sentences on cards over random decks rest on; `what` begins the line."""
    counts = f"{words.counted(len(run.entrants), 'entrant')}, {words.counted(int(run.cells['games'].sum()), 'game')}"
    return words.rest(counts, meanings.LIMITS["card_strength.low"], what)


def _rest_of_exchanges(frames: Frames, what: str = words.RESTS) -> str:
    """Return what the sentences on replaced cards rest on; `what` begins the line."""
    return words.rests(frames["exchanges"], meanings.LIMITS["exchanges.low"], what)


def _game(run: Run, matchups: pd.DataFrame) -> str:
    """Return the name of one game to replay, of the most one-sided match-up, or of the first: cell:luck:arrangement."""
    several = grids.one_sided(matchups)
    cell = str(several["cell"].iloc[0]) if len(several) else f"{run.cells['cell'].iloc[0]:012x}"
    row = run.cells[run.cells["cell"] == int(cell, 16)].iloc[0]
    luck = int(row["first_luck"])
    return f"{cell}:{luck}:{luck & 1 if run.manifest['luck'] == 'single' else 0}" if row["blocks"] else ""


def _card_words(run: Run, frames: Frames) -> dict[str, str]:
    """Return what is to be said of the cards: their strength and seats, or why nothing can be told."""
    if "card_strength" not in frames:
        return {"why_not": cards.why_not(run)}
    strength = frames["card_strength"]
    return {"why_not": "", "strength": cardwords.strength(strength), "seats": cardwords.seats(strength)}


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
