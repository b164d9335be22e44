"""What the tables of replaced cards say, in plain words; a verdict comes from their bands, never from the points."""

from typing import Final

import pandas as pd

from reports.words import SPACE, counted, estimate, listed, number

POINTS: Final = f"{SPACE}points"


def words(cards: pd.DataFrame, exchanges: pd.DataFrame) -> tuple[str, ...]:
    """Return what `substitution.table` and `substitution.exchanges` say, in sentences: first cards, then exchanges."""
    told = cards[cards["worth"].notna()]
    if not len(told):
        return ()
    texts = [_cards(told), _best(exchanges), _pairing(exchanges), _stuck(cards[cards["worth"].isna()])]
    return tuple(text for text in texts if text)


def _cards(cards: pd.DataFrame) -> str:
    """Return how many cards are stronger and weaker than what replaced them, and which is worth most."""
    if cards["low"].isna().all():
        return "Cards were replaced, but one luck id is too little to say what they are worth."
    strong, weak = (cards[cards["verdict"] == verdict] for verdict in ("stronger", "weaker"))
    if not len(strong) and not len(weak):
        widest = number(float(max(-cards["low"].min(), cards["high"].max())))
        return (
            f"Of {counted(len(cards), 'card')} that were replaced none is separated from its replacements; that any"
            f" is worth more than {widest}{POINTS}, or less than minus that, is unlikely."
        )
    rest = len(cards) - len(strong) - len(weak)
    lead = (
        f"Of {counted(len(cards), 'card')} that were replaced {len(strong):,} {'is' if len(strong) == 1 else 'are'}"
        f" stronger than what came in, {len(weak):,} weaker and {rest:,} not separated from it."
    )
    if not len(strong):
        return lead
    top = strong.sort_values("worth", ascending=False, kind="stable").iloc[0]
    near = int((cards["high"] >= top["low"]).sum()) - 1
    most = "most of all" if not near else f"most of all, though not separated from {counted(near, 'other')}"
    loss = f"without it {_whose(cards, top)} loses {estimate(top, 'worth', POINTS)}"
    return f"{lead} {top['card']} is missed {most}: {loss}."


def _best(exchanges: pd.DataFrame) -> str:
    """Return the exchange that gains most, and how many others gain."""
    better = exchanges[exchanges["verdict"] == "better"]
    if not len(better):
        return "No exchange surely improves a deck." if exchanges["low"].notna().any() else ""
    top = better.sort_values("gain", ascending=False, kind="stable").iloc[0]
    many = len(better)
    improve = "improves its" if many == 1 else "improve their"
    those = f"{many:,} of {counted(len(exchanges), 'exchange')} surely {improve} deck"
    gain = estimate(top, "gain", POINTS)
    best = "it is" if many == 1 else "the best is"
    return f"{those}; {best} {top['into']} in place of {top['card']} in {_whose(exchanges, top)}: {gain}."


def _whose(frame: pd.DataFrame, row: pd.Series) -> str:
    """Return the deck of a row, with its strategy where there are several."""
    several = frame["strategy"].nunique() > 1
    return f"{row['deck']} (played by {row['strategy']})" if several else str(row["deck"])


def _pairing(exchanges: pd.DataFrame) -> str:
    """Return in a sentence what the common luck gained."""
    known = exchanges["pairing"].dropna()
    if not len(known):
        return ""
    middle, low, high = (known.quantile(part) for part in (0.5, 0.05, 0.95))
    return (
        f"Variance factor of the common luck, median over {counted(len(known), 'exchange')}: {middle:.2f} (nine of ten"
        f" lie between {low:.2f} and {high:.2f}), against decks that have luck of their own each; a descriptive"
        f" figure, without an"
        " error of its own."
    )


def _stuck(cards: pd.DataFrame) -> str:
    """Return which cards nothing can replace."""
    if not len(cards):
        return ""
    names = [f"{card} ({deck})" for card, deck in dict.fromkeys(zip(cards["card"], cards["deck"], strict=True))]
    return f"Nothing that leaves the deck legal can replace {listed(names)}."


GLOSSARY: Final = {
    "worth by substitution": "Score of a deck less the mean score of its variants, which have other cards in place of"
    " this one, against the same rivals on the same luck; in points, per cent of the score of a game. It is the effect"
    " of the card in this deck, with this strategy, against these rivals and these replacements.",
    "variant": "A deck with all copies of one card replaced by another, played for the tables of such cards alone.",
    "gain of an exchange": "Score of the deck with the new card less its score with the old one, in points.",
    "pairing": "Squared error of a difference against what it would be if the decks had luck of their own each: 0.25"
    " means that the common luck did the work of four times as many games.",
}
