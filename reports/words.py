"""What the tables say, in plain words. A verdict comes from intervals, never from the order of the points alone."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from reports.load import Run

NAMED: Final = 5  # names listed before "and k more"
DASH: Final = "–"
SPACE: Final = "\u00a0"  # no line ends within an estimate


@dataclass(frozen=True)
class Answer:
    """The top of the page."""

    headline: str
    paragraphs: tuple[str, ...]


def number(value: float, low: float = np.nan, high: float = np.nan) -> str:
    """Return a number with the digits its interval (if it has one) can bear; a dash for NaN."""
    if np.isnan(value):
        return DASH
    return f"{value + 0.0:.{_digits(low, high)}f}".replace("-", "−")


def interval(low: float, high: float) -> str:
    """Return an interval in brackets; a dash where there is none."""
    if np.isnan(low) or np.isnan(high):
        return DASH
    return f"[{number(low, low, high)},{SPACE}{number(high, low, high)}]"


def _digits(low: float, high: float) -> int:
    """Return the decimals of a number with these limits: one, and more (up to four) the narrower they are."""
    return 1 + sum(0 < high - low < width for width in (0.2, 0.02, 0.002))


def estimate(row: pd.Series, value: str, unit: str = f"{SPACE}%") -> str:
    """Return a number with its interval, such as "56.1 % [55.2, 57.0]"."""
    limits = "" if np.isnan(row["low"]) else f"{SPACE}{interval(row['low'], row['high'])}"
    return f"{number(row[value], row['low'], row['high'])}{unit}{limits}"


def listed(names: list[str]) -> str:
    """Return names as a list in words, the first few of many."""
    if len(names) > NAMED + 1:
        names = [*names[:NAMED], f"{len(names) - NAMED} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(n: int, word: str) -> str:
    """Return a number of things, such as "1 deck" or "7 decks"."""
    plural = {"strategy": "strategies"}.get(word, f"{word}s")
    return f"{n:,} {word if n == 1 else plural}"


def answer(run: Run, decks: pd.DataFrame, strategies: pd.DataFrame, edges: pd.DataFrame) -> Answer:
    """Return the answer of a run from `tables.deck_strength`, `strategy_strength` and `first_player`."""
    every, best = decks[decks["scope"] == "all strategies"], decks[decks["best"]]
    several = run.entrants["strategy"].nunique() > 1
    main = best if len(best) else every
    texts = [_deck_sentence(main, several and len(best) > 0), _strategy_sentence(strategies)]
    if several and len(best):
        texts.append(_every_sentence(every))
    texts.append(first_player(run, edges))
    return Answer(headline(main, strategies), tuple(text for text in texts if text))


def headline(decks: pd.DataFrame, strategies: pd.DataFrame) -> str:
    """Return the answer to "which is strongest", as far as intervals give it."""
    for frame, word in ((decks, "deck"), (strategies, "strategy")):
        if not len(frame):
            continue
        top = frame.iloc[0]
        if np.isnan(top["low"]):
            return f"Too few blocks were played to say which {word} is strongest."
        if top["near"] == 0:
            return f"The strongest {word} is {top[word]}."
        if top["above"] + top["below"] == 0:
            return f"No {word} stands out as the strongest."
        names = _near(frame, word)
        others = listed(names) if len(names) <= 2 else f"{len(names)} others"
        return f"{top[word]} leads, but is not separated from {others}."
    return "Nothing that differs was played, so nothing can be said about strength."


def _deck_sentence(decks: pd.DataFrame, best: bool) -> str:
    """Return what the leading deck scores, and who is not separated from it."""
    if not len(decks):
        return ""
    top = decks.iloc[0]
    how = f" when both sides play {top['scope']}, the strategy with the highest score" if best else ""
    if top["scope"] == "all strategies":
        how = ", over all strategies"
    against = f"the other {counted(len(decks) - 1, 'deck')}" if len(decks) > 2 else "the other deck"
    basis = f"{counted(int(top['lucks']), 'luck id')}, {counted(int(top['games']), 'game')}"
    score = estimate(top, "score")
    return f"{top['deck']} scores {score} against {against}{how} ({basis}). {_separation(decks, 'deck')}"


def _separation(frame: pd.DataFrame, word: str) -> str:
    """Return whose interval overlaps with the leader's."""
    if np.isnan(frame["low"].iloc[0]):
        return "With a single block there is no interval, and no verdict."
    names = _near(frame, word)
    if names:
        return f"Not separated from it: {listed(names)}."
    return "Its interval lies wholly above that of every other."


def _near(frame: pd.DataFrame, word: str) -> list[str]:
    """Return the names of those whose interval overlaps with the leader's, or is unknown."""
    top, others = frame.iloc[0], frame.iloc[1:]
    apart = (others["high"] < top["low"]) | (others["low"] > top["high"])
    return list(others.loc[~apart & others["score"].notna(), word])


def _strategy_sentence(strategies: pd.DataFrame) -> str:
    """Return which strategy is strongest."""
    if not len(strategies):
        return ""
    top = strategies.iloc[0]
    count = counted(len(strategies), "strategy")
    lead = f"Of {count}, {top['strategy']} has the highest score against the others: {estimate(top, 'score')}."
    return f"{lead} {_separation(strategies, 'strategy')}"


def _every_sentence(decks: pd.DataFrame) -> str:
    """Return who leads with all strategies pooled."""
    top = decks.iloc[0]
    lead = f"With all strategies pooled the leader is {top['deck']} at {estimate(top, 'score')}."
    return f"{lead} {_separation(decks, 'deck')}"


def first_player(run: Run, edges: pd.DataFrame) -> str:
    """Return what going first is worth, from the row of all games of `tables.first_player`."""
    rows = edges[edges["table"] == "all"]
    if not len(rows):
        return "No cell was played from both seats, so the edge of going first is unknown."
    row = rows.iloc[0]
    shown = estimate(row, "edge", f"{SPACE}points")
    if run.manifest["seats_equal"]:
        return _equal_seats(row, shown)
    if row["verdict"] == "":
        return f"Going first was worth {number(row['edge'])} points, with too few blocks for an interval."
    share = f"{number(50 + row['edge'])}{SPACE}:{SPACE}{number(50 - row['edge'])}"
    if row["verdict"] == "open":
        return f"Going first neither helps nor hurts measurably: {shown}, so an edge outside these limits is unlikely."
    return f"Going first {row['verdict']}: {shown}, which between equals means {share}."


def _equal_seats(row: pd.Series, shown: str) -> str:
    """Return what is to be said where the rules treat both seats alike."""
    rules = "The rules give neither seat an advantage"
    if row["kind"] == "exact":
        return f"{rules}; the luck of this run is paired so that the edge of going first is 0 by design."
    if row["verdict"] in ("helps", "hurts"):
        return (
            f"{rules}, yet the measured edge of going first, shown as a check, is {shown}, which leaves out 0:"
            " by chance in one run of 20, else a sign of a fault."
        )
    return f"{rules}; the measured edge of going first, shown as a check of the paired luck, is {shown}."


GLOSSARY: Final = {
    "score": "Points won of points played, in per cent: a win counts 1, a draw ½, a loss 0. 50 % is even.",
    "interval": "In brackets, 95 %: of intervals made in this way, 95 of 100 hold the true value. Each is made for"
    " one number at a time; among many, about one in twenty misses.",
    "not separated": "Two intervals overlap. This is no proof of equality: more games may separate them.",
    "rank": "The place by score. The range beside it counts only those wholly apart: 1 + entrants wholly above, up"
    " to all but those wholly below. It is no joint statement about all places.",
    "deck": "What an entrant plays with; in games where each character has a deck of its own, the character.",
    "strategy": "The scripted rules by which a seat chooses. A deck's strength always depends on who plays it.",
    "entrant": "A deck together with a strategy.",
    "field": "Those an entrant is measured against: all others, each of the same weight, never itself.",
    "cell, match-up": "Two entrants that meet. An entrant against itself is a mirror, and counts for no score.",
    "luck id, block": "A luck id names one lot of luck: shuffles, chance and coins. A block is the games of one"
    " cell on one luck id, with seats and luck exchanged as the mode says. All cells meet the same luck ids, so"
    " means over cells take the luck id as the unit of their interval.",
    "edge of going first": "(Score when first − score when second) / 2, in points: +5 means 55 : 45 between equals.",
    "kind of interval": "t: Student's t over blocks or luck ids. Wilson: over independent games. all agree: every"
    " block scored the same, so the limits say how many could still have differed. exact: the design leaves no"
    " other value. none (–): too few blocks.",
    "effective games": "The independent games that would give the same standard error. More than were played: the"
    " paired luck gained precision for this question; fewer: it cost some.",
    "distinct games": "Different games by their trace of decisions and chance. Repeats of one game are no evidence.",
}
