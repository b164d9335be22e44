"""What the tables say, in plain words. A verdict comes from intervals, never from the order of the points alone."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from reports.runs import Run
from reports.stats.intervals import AGREE, RIVALS, STOPPED, T

NAMED: Final = 5  # names listed before "and k more"
EVEN: Final = 50.0  # per cent
DASH: Final = "–"
SPACE: Final = "\u00a0"  # no line ends within an estimate
EDGE: Final = "edge of going first"  # of the glossary
RESTS: Final = "What this rests on"
WIDER: Final = ", wider since match-ups stopped by what they showed"
KINDS: Final = {  # of intervals of means, as a sentence calls them
    T: "t over luck ids",
    STOPPED: f"t over luck ids{WIDER}",
    RIVALS: "t over entrants drawn at random",
    AGREE: "where all agree, what Wilson leaves for others",
}


@dataclass(frozen=True)
class Answer:
    """The top of the page."""

    headline: str
    paragraphs: tuple[str, ...]
    basis: str = ""  # how many games and luck ids they rest on, and how their intervals are made


def precision(quality: pd.DataFrame) -> str:
    """Return in a sentence what the paired luck gained, from `record.quality`; nothing where no factor is known."""
    known = quality[quality["factor"].notna() & (quality["name"] != quality["rival"])]
    if not len(known):
        return ""
    middle, low, high = (known["factor"].quantile(part) for part in (0.5, 0.05, 0.95))
    spread = f" (nine of ten lie between {low:.2f} and {high:.2f})" if len(known) > 1 else ""
    return (
        f"As this run came out, in descriptive figures without an error of their own: variance factor of the score,"
        f" median over {counted(len(known), 'match-up')}, {middle:.2f}{spread};"
        f" {int(known['games'].sum()):,} games stand for {int(known['effective'].sum()):,} independent ones."
    )


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


def answer(run: Run, frames: dict[str, pd.DataFrame]) -> Answer:
    """Return the answer of a run from its frames of `tables`, by name."""
    decks, several = frames["deck_strength"], run.entrants["strategy"].nunique() > 1
    every, best = (_rivals(run, decks[chosen]) for chosen in (decks["scope"] == "all strategies", decks["best"]))
    strategies, main = _rivals(run, frames["strategy_strength"]), best if len(best) else every
    behind = _behind(frames["matchups"])
    margin = _margin_sentence(behind)
    texts = [_deck_sentence(main, several and len(best) > 0), _strategy_sentence(strategies), margin]
    if several and len(best) and len(every):
        texts.insert(2, _every_sentence(every, str(main["deck"].iloc[0])))
    texts.append(first_player(run, frames["first_player"]))
    top = headline(main, strategies, str(best["scope"].iloc[0]) if several and len(best) else "")
    if margin and not len(main):
        winner, rival = _names(behind.iloc[0])
        only = f"{winner} wins more games, yet {rival} is ahead by margin."
        top = only if len(behind) == 1 else "Those who win more games are often behind by margin."
    pooled = every if several and len(best) else every.head(0)
    parts = {"the leading deck": main, "the leading strategy": strategies, "all strategies pooled": pooled}
    parts["going first"] = _all_games(run, frames)
    more = f" Margins: t over the blocks of the match-up{WIDER * run.stopped}." if margin else ""
    return Answer(top, tuple(text for text in texts if text), basis(run, parts) + more)


def _all_games(run: Run, frames: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the row of `tables.first_player` of all games; none where each game rolled for who began."""
    edges = frames["first_player"]
    return edges[edges["table"] == "all"].head(0 if run.rolled else 1)


def alike(run: Run, frame: pd.DataFrame) -> bool:
    """Return whether all rows met equally many rivals, so that scores compare (or drew them at random)."""
    return run.drawn or frame.loc[frame["score"].notna(), "met"].nunique() <= 1


def _rivals(run: Run, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows whose scores may be compared: in a gauntlet the challengers, who met more than the others did."""
    if alike(run, frame):
        return frame.assign(field=len(frame))
    some = frame[frame["met"] == frame["met"].max()].reset_index(drop=True)
    near = int(some["tied"].sum()) - 1
    return some.assign(above=0, below=len(some) - 1 - near, near=near, field=len(frame))


def headline(decks: pd.DataFrame, strategies: pd.DataFrame, played: str = "") -> str:
    """Return the answer to "which is strongest", as far as intervals give it; `played` by both sides, if not empty."""
    for frame, word in ((decks, "deck"), (strategies, "strategy")):
        if not len(frame):
            continue
        top, by = frame.iloc[0], f", both sides playing {played}" if played and word == "deck" else ""
        if np.isnan(top["low"]):
            return f"Too few blocks were played to say which {word} is strongest."
        if len(frame) == 1:
            return f"{top[word]} {_against_field(top)} the field{by}."
        if top["near"] == 0:
            return f"The strongest {word} is {top[word]}{by}."
        if top["above"] + top["below"] == 0:
            return f"No {word} stands out as the strongest{by}."
        names = _near(frame, word)
        others = listed(names) if len(names) <= 2 else f"{len(names)} others"
        return f"{top[word]} leads, but is not separated from {others}{by}."
    return "Nothing that differs was played, so nothing can be said about strength."


def _against_field(row: pd.Series) -> str:
    """Return how one who met a field alone stands to it, by the interval."""
    if row["low"] > EVEN:
        return "is stronger than"
    return "is weaker than" if row["high"] < EVEN else "is not separated from"


def _deck_sentence(decks: pd.DataFrame, best: bool) -> str:
    """Return what the leading deck scores, and who is not separated from it."""
    if not len(decks):
        return ""
    top = decks.iloc[0]
    how = f" when both sides play {top['scope']}, the strategy with the highest score" if best else ""
    if top["scope"] == "all strategies":
        how = ", over all strategies"
    against = "the other deck" if top["met"] == 1 else f"the {int(top['met'])} decks it met"
    if top["met"] == top["field"] - 1 > 1:
        against = f"the other {counted(int(top['met']), 'deck')}"
    score = estimate(top, "score")
    return f"{top['deck']} scores {score} against {against}{how}. {_separation(decks, 'deck')}"


def unit(units: int, drawn: bool) -> str:
    """Return what the interval of a mean takes as independent: luck ids, or rivals where pairs were `drawn`."""
    if drawn:
        return f"{counted(int(units), 'rival entrant')} drawn at random"
    return counted(int(units), "luck id")


def basis(run: Run, parts: dict[str, pd.DataFrame]) -> str:
    """Return what means rest on and how their limits are made, in one line; nothing without any.

    `parts` are tables of means by name; of each the first row counts, since sentences are about it.
    """
    told = {what: frame.iloc[0] for what, frame in parts.items() if len(frame)}
    if not told:
        return ""
    counts = (
        f"{what} ({unit(row['units'], run.drawn)}, {counted(int(row['games']), 'game')})" for what, row in told.items()
    )
    kinds = [KINDS[kind] for kind in dict.fromkeys(row["kind"] for row in told.values()) if kind in KINDS]
    how = f" In brackets 95{SPACE}% intervals, each for its own number: {'; '.join(kinds)}." if kinds else ""
    return f"{RESTS}: {'; '.join(counts)}.{how}"


def rests(frame: pd.DataFrame, limits: str, what: str = RESTS) -> str:
    """Return what sentences on a table rest on, and how its `limits` are made, in one line; nothing without rows.

    The row with the most games tells how many there are; `what` begins the line.
    """
    if not len(frame):
        return ""
    row = frame.sort_values("games", ascending=False, kind="stable").iloc[0]
    most = "" if len(frame) == 1 else " a row" if frame["games"].nunique() == 1 else " a row at the most"
    counts = f"{counted(int(row['lucks']), 'luck id')}, {counted(int(row['games']), 'game')}{most}"
    return rest(counts, limits if frame["low"].notna().any() else "", what)


def rest(counts: str, limits: str, what: str = RESTS) -> str:
    """Return the line that says what sentences rest on, from `counts` in words; no `limits`, no word of them."""
    how = f" In brackets 95{SPACE}% limits of {limits}." if limits else ""
    return f"{what}: {counts}.{how}"


def _separation(frame: pd.DataFrame, word: str) -> str:
    """Return who is not apart from the leader, all comparisons of the table at once."""
    if np.isnan(frame["low"].iloc[0]):
        return "That is too little for an interval, and so for a verdict."
    if len(frame) == 1:
        return "The others met nobody else, so their scores do not rank them."
    names, rest = _near(frame, word), len(frame) < frame["field"].iloc[0]
    if names:
        return f"Not separated from it: {listed(names)}."
    others = f"every other{' that met the whole field' if rest else ''}"
    return f"It is surely above {others}, all comparisons at once with 95{SPACE}%."


def _near(frame: pd.DataFrame, word: str) -> list[str]:
    """Return the names of those that are not apart from the leader, all rows taken together."""
    others = frame.iloc[1:]
    return list(others.loc[others["tied"], word])


def _strategy_sentence(strategies: pd.DataFrame) -> str:
    """Return which strategy is strongest."""
    if not len(strategies):
        return ""
    top = strategies.iloc[0]
    count = counted(len(strategies), "strategy")
    lead = f"Of {count}, {top['strategy']} has the highest score against the others: {estimate(top, 'score')}."
    return f"{lead} {_separation(strategies, 'strategy')}"


def _every_sentence(decks: pd.DataFrame, name: str) -> str:
    """Return who leads with all strategies pooled, and where the leader under the best strategy, `name`, stands."""
    top, other = decks.iloc[0], decks[decks["deck"] == name]
    lead = f"With all strategies pooled {top['deck']} scores {estimate(top, 'score')}."
    if len(decks) == 1:
        return lead
    lead = f"With all strategies pooled the leader is {top['deck']} at {estimate(top, 'score')}."
    if not len(other) or not other["high"].iloc[0] < top["low"]:
        return f"{lead} {_separation(decks, 'deck')}"
    score = estimate(other.iloc[0], "score")
    return f"{lead} {_separation(decks, 'deck')} {name} is at {score} there: who is strongest depends on who plays."


def _behind(matchups: pd.DataFrame) -> pd.DataFrame:
    """Return the match-ups whose winner of most games is behind by margin, if they are half of the decided ones."""
    decided = matchups[(matchups["name"] != matchups["rival"]) & (matchups["verdict"] == "favoured")]
    behind = decided[decided["margin_high"] < 0]
    return (behind if 2 * len(behind) >= len(decided) else behind.iloc[:0]).assign(decided=len(decided))


def _names(row: pd.Series) -> tuple[str, str]:
    """Return both sides of a match-up: their strategies where the decks are one, else all of their names."""
    word = "strategy" if row["deck"] == row["rival_deck"] else "name"
    return str(row[word]), str(row["rival" if word == "name" else "rival_strategy"])


def _margin_sentence(behind: pd.DataFrame) -> str:
    """Return the warning that such match-ups deserve, or nothing if there are none."""
    if not len(behind):
        return ""
    row = behind.iloc[0]
    margin = number(-row["margin"], row["margin_low"], row["margin_high"])
    limits = interval(-row["margin_high"], -row["margin_low"])
    many = row["decided"] > 1
    where = f"In {len(behind):,} of the {row['decided']:,} match-ups with a favourite" if many else "Here"
    winner, rival = _names(row)
    return (
        f"A score counts games, not by how much they are won. {where} the side that wins fewer games is ahead by"
        f" margin: {rival} by {margin}{SPACE}{limits} a game against {winner}."
    )


def first_player(run: Run, edges: pd.DataFrame) -> str:
    """Return what going first is worth, from the row of all games of `tables.first_player`; nothing if rolled."""
    rows = edges[edges["table"] == "all"]
    if run.rolled:
        return ""
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
    "interval": "In brackets, 95 %: of intervals made in this way, 95 of 100 hold the true value. Each is made for one"
    " number at a time; among many, about one in twenty misses.",
    "all at once": "A band for many numbers: with 95 % it holds every one of them. Verdicts on match-ups rest on it;"
    " in a run that stops by itself they are what it decided.",
    "not separated": "The difference may be chance. This is no proof of equality: more games may separate them.",
    "rank": "The place by score. The range beside it holds the true place, with 95 % for all places at once: 1 + those"
    " surely above, up to all but those surely below: by all differences, or of more than 100 rows and of drawn pairs"
    " by bands on each.",
    "tied for first": "Not surely below the first, all comparisons taken together.",
    "deck": "What an entrant plays with; in games where each character has a deck of its own, the character.",
    "strategy": "The scripted rules by which a seat chooses. A deck's strength always depends on who plays it.",
    "entrant": "A deck together with a strategy.",
    "field": "Those an entrant is measured against: all others that it met, each of the same weight, never itself. Its"
    " rivals are counted beside the score; where some met others than the rest did, ranks compare unlike fields.",
    "cell, match-up": "Two entrants that meet. An entrant against itself is a mirror, and counts for no score.",
    "luck id, block": "A luck id names one lot of luck: shuffles, chance and coins. A block is the games of one cell"
    " on one luck id, with seats and luck exchanged as the mode says. All cells meet the same luck ids, so means over"
    " cells take the luck id as the unit of their interval.",
    "margin": "By how much a game is won, in the ruleset's own unit (Kuhn and Leduc: chips), lost games negative.",
    "units": "What an interval takes as independent of one another: luck ids; where a run draws its pairs at random,"
    " the entrants that were drawn, since they are chance too.",
    EDGE: "(Score when first − score when second) / 2, in points: +5 means 55 : 45 between equals. Under best play:"
    " what is left of it when both seats choose their decks as well as they can.",
    "kind of interval": "t: Student's t over blocks or luck ids. t, drawn: over entrants drawn at random. Wilson: over"
    " independent games; Newcombe: of the difference of two such rates. all agree: every block scored the same, so the"
    " limits say how many could still have differed. t, few differ: nearly all blocks scored the same, so that t would"
    " be too narrow; it is made as if two more had, and two more had not. exact: the design leaves no other value."
    " none: too few blocks. anytime: of a match-up that stopped by what it showed, a confidence sequence, which holds"
    " whenever one stops. t, stopped: of edges of such match-ups and of means over them, wider than t by what that"
    " stopping may have moved them.",
    "†": "At the head of a column: a descriptive figure of this run, without an error of its own, and no estimate.",
    "duplicate games": "Games that repeat another of their match-up, decision by decision. Under other luck that is"
    " evidence like any other: luck was drawn anew and led to the same game, as in games with few cards it must. Under"
    " the same luck it is none, and counts as none, since intervals take the block or the luck id as their unit."
    " Beyond 256 different games a match-up their number is an estimate, counted only if it is far from the number of"
    " games.",
    "effective games": "Descriptive, without an error: the independent games that would give the same standard error."
    " More than were played: the paired luck gained precision for this question; fewer: it cost some. The variance"
    " factor is games over effective games. Mirrors that are even by design have neither.",
    "distinct games": "Different games by their trace of decisions and chance. Two strategies that toss no coin may"
    " have few of them, and however many blocks are played, these few are all that is known. Where all blocks of a"
    " match-up score alike, its interval takes no more blocks than there are different games; but all of them in a"
    " run that decided by itself, as the decision did.",
}

MODELS: Final = {
    "Elo-like units": "Strength on a scale of odds: 100 more are a score of 64 %, 400 more one of 91 %. The mean is 0.",
    "misfit": "How far match-ups lie, typically, from what one strength a deck foretells: the root of the mean square,"
    " noise removed.",
    "best mix": "Shares of decks against which no deck scores more than 50 %: the symmetric Nash equilibrium.",
    "support": "Of tables drawn again from the luck ids (bootstrap), those whose best mix has the deck.",
    "bootstrap, projection": "How limits of a best mix are made. Once it is settled which decks are in it, they are"
    " those of 95 % of tables drawn again. Until then a small change of scores may bring another mix altogether, and"
    " limits hold every mix that is best for some table within the uncertainty of all scores: wide, and true of close"
    " decks.",
    "exploitable": "The most that one deck may truly score beyond 50 % against the best mix as found. By the games"
    " played it is nothing; the upper limit says how far they may mislead.",
    "cyclic": "The part of the spread of match-ups that no order of decks explains: rock, paper and scissors.",
    "beyond both": "Score of a deck with a strategy, less what deck and strategy give on average.",
}

LUCK: Final = {
    "luck budget": "Shares of the variance of a game's score, of all ways to seat two entrants (each against itself,"
    " too) and to deal the luck. The variance is the mean squared distance of a score from its mean. A share that"
    " noise made negative stands for one of about 0.",
    "by itself, in all": "What a source of luck decides whatever the rest of the luck is, and what it has a hand in."
    " The difference is decided only together with other luck. Both are means within a match-up and a seat.",
    "deal, chance, coins": "Luck before the first decision; luck of the rules after it; luck of the strategies.",
}
