"""What a column means in one table, beyond COLUMNS: how its limits are made, and what its verdicts stand on.

The heads of the page and the metadata of Parquet tell it from here.
"""

from typing import Final

from reports.columns import COLUMNS

_ALONE: Final = "each holds by itself"
_POOLED: Final = f"t over luck ids, which all match-ups share, or what the kind says; {_ALONE}"
_BLOCKS: Final = f"t over the blocks of the match-up, or what the kind says; {_ALONE}"
_PLACE: Final = "the place: 1 + those surely above, up to all but those surely below; all rows at once"
_WORTH: Final = (
    "least squares, errors clustered on shared decks and luck ids; all cards of the column at once"
    " (max-t, of few decks or luck ids Šidák)"
)
_SANDWICH: Final = f"t over lots of luck ids (sandwich); {_ALONE}"
_WILSON: Final = "Wilson over luck ids, as if all games of one were alike: too wide on purpose"
_CARDS: Final = "t over lots of luck ids; all cards of the column at once (Šidák)"
_VARIED: Final = (
    "differences on the same luck, t over lots of luck ids; all rows of the column at once (max-t, of"
    " few lots or many rows Šidák)"
)
_SHARES: Final = "games played again with other luck; t over lots of luck ids, of the scope all parts at once (Šidák)"
_SEQUENCE: Final = "the confidence sequence that it was decided by: it holds at all times and for all match-ups at once"
_DECISION: Final = (
    "decided by the run: its sequence lies above (favoured), below (unfavoured) or within (balanced) the band of its"
    " config, which is 50 % with `precision`, or is narrow enough, and none of these (borderline);"
    " mirrors that are even by design are balanced"
)
_FIRST: Final = "not surely below the first, all comparisons of the table at once"

LIMITS: Final = {  # of which number, and how they are made; by table and lower limit
    "standings.low": f"the score: {_POOLED}",
    "standings.rank_low": _PLACE,
    "deck_strength.low": f"the score: {_POOLED}",
    "deck_strength.rank_low": _PLACE,
    "strategy_strength.low": f"the score: {_POOLED}",
    "strategy_strength.rank_low": _PLACE,
    "card_strength.low": f"the worth: {_WORTH}",
    "card_strength.rank_low": "the place among cards of its rank: by the bands of their worth",
    "card_strength.first_low": f"the worth when first: {_WORTH}",
    "card_strength.second_low": f"the worth when second: {_WORTH}",
    "card_strength.difference_low": f"the difference: {_WORTH}",
    "strength.low": f"the strength: {_SANDWICH}; of a perfect record by the likelihood",
    "strength.rank_low": _PLACE,
    "strength.order_low": f"the gain: {_SANDWICH}",
    "strength_fit.order_low": f"the gain: {_SANDWICH}",
    "strength_fit.misfit_low": "the misfit: those from which its square is no further than its error there; t over lots"
    f" of luck ids; {_ALONE}",
    "mix.low": "the weight: where all decks are in or out, 1,000 tables drawn again from the luck ids (bootstrap); else"
    " all mixes that are best for a table inside a band (projection), wide on purpose, all decks at once",
    "metagame.low": "the figure: as its kind says, tables drawn again from the luck ids (bootstrap), a band for all"
    f" pairs of decks (projection), or Fieller's of a ratio, over lots of luck ids; {_ALONE}",
    "triples.low": "the weakest score: t over lots of luck ids; all pairs of decks at once (Šidák)",
    "substitutes.low": f"the worth: {_VARIED}",
    "substitutes.rank_low": "the place among the cards of its deck: by all differences at once",
    "substitutes.first_low": f"the worth when first: {_VARIED}",
    "substitutes.second_low": f"the worth when second: {_VARIED}",
    "substitutes.difference_low": f"the difference: {_VARIED}",
    "exchanges.low": f"the gain: {_VARIED}",
    "exchanges.first_low": f"the gain when first: {_VARIED}",
    "exchanges.second_low": f"the gain when second: {_VARIED}",
    "luck_budget.low": f"the share: {_SHARES}",
    "luck_budget.total_low": f"the share in all: {_SHARES}",
    "pilots.low": "what is beyond both: errors clustered on luck ids; the whole table at once (max-t, on few luck"
    " ids Šidák)",
    "pilot_distances.low": "the distance: pairs surely in another order, to all but those surely in the same; all"
    " differences at once (max-t, of many or on few luck ids Šidák)",
    "seen.low": f"the difference: {_CARDS}",
    "seen.played_low": f"the difference: {_CARDS}",
    "matchups.low": f"the score: {_BLOCKS}",
    "matchups.band_low": "the score: the same interval, so wide that it holds for all match-ups at once (Šidák); where"
    f" match-ups stopped by themselves {_SEQUENCE}",
    "matchups.edge_low": "the edge: t over the blocks of the match-up, wider where few differ, Wilson where all"
    f" agree; of single games Newcombe's; {_ALONE}",
    "matchups.margin_low": f"the margin: t over the blocks of the match-up; {_ALONE}",
    "decisions.low": f"the score: {_SEQUENCE}",
    "first_player.low": f"the edge: {_POOLED}",
    "first_player.band_low": "the edge: the same interval, so wide that it holds for all decks, or all strategies, at"
    " once (Šidák)",
    "matchups.edge_elo_low": "the edge: those in points, in Elo-like units",
    "first_player.elo_low": "the edge: those in points, in Elo-like units",
    "lengths.low": f"the share: {_WILSON}",
    "lengths.mean_low": f"the mean: t over luck ids; {_ALONE}",
    "endings.low": f"the share: {_WILSON}",
}

WORDS: Final = {  # by table and column
    "standings.tied": _FIRST,
    "deck_strength.tied": _FIRST,
    "strategy_strength.tied": _FIRST,
    "strength.tied": _FIRST,
    "strength.kind": "how the limits are made: t over lots of luck ids; likelihood, for a perfect record; none",
    "card_strength.verdict": "stronger, weaker: its band is wholly above or below 0; open: it is not",
    "card_strength.seat": "better first, better second: the band of the difference is wholly above or below 0; open",
    "card_strength.rank": "place by worth among the cards of its rank",
    "matchups.verdict": "favoured, unfavoured: the band for all match-ups at once is wholly above or below 50 %;"
    f" open: it is not; even: by design. Where match-ups stopped by themselves {_DECISION}",
    "matchups.edge_verdict": "helps, hurts: the interval of the edge, which holds by itself, is wholly above or below"
    " 0; open: it is not; even: by design",
    "matchups.edge_kind": "how the limits of the edge are made",
    "matchups.games": "games of the match-up",
    "first_player.name": "the deck, the strategy, or all games",
    "first_player.verdict": "helps, hurts: the interval for all decks, or all strategies, at once is wholly above or"
    " below 0; open: it is not; even: by design",
    "strength.order": "what going first adds to the strength of the deck, Elo-like units",
    "strength_fit.order": "what going first adds to the strength of any deck, Elo-like units",
    "mix.kind": "bootstrap: limits that hold one at a time, once all decks are in or out; projection: all at once, and"
    " wider than the verdicts; none: fewer than ten luck ids",
    "mix.verdict": "in, out: of the tables drawn again all but 5 %, divided by the decks, have the deck, or have it"
    " not; else not resolved",
    "substitutes.verdict": "stronger, weaker than what replaced it: the interval is wholly above or below 0; open;"
    " even: by design",
    "substitutes.seat": "better first, better second: the interval of the difference leaves out 0; open",
    "substitutes.rank": "place by worth among the cards of its deck",
    "exchanges.verdict": "better, worse with the card that comes in: the interval is wholly above or below 0; open;"
    " even: by design",
    "luck_budget.verdict": "largest: its interval lies wholly above all others of the scope",
    "metagame.verdict": "of the edge: helps, hurts (its interval leaves out 0); of the cyclic share: circles (p below"
    " 5 %); else open",
    "metagame.quantity": "edge: under best play; exploitable: the most that a deck may truly gain on the mix, which by"
    " these games none does; cyclic: share of the spread of match-ups that goes in circles",
    "metagame.kind": "how the limits are made: bootstrap, projection, Fieller's, or none",
    "triples.score": "score of the first deck against the second, per cent; a descriptive figure here: limits are those"
    " of the weakest",
    "pilots.score": "score of the deck with the strategy on both sides; its limits stand in the table of decks",
    "triples.verdict": "proven: the lower limit of the weakest score is above 50 %; else open",
    "pilots.verdict": "better, worse: the interval is wholly above or below 0, so the strength belongs to the pilot,"
    " too; open: it is not",
    "pilot_distances.verdict": "another: some pairs of decks surely change places; the same: surely none; else open",
    "seen.verdict": "more, less: games are surely won more or less often when the card is seen; open: not sure",
    "decisions.verdict": f"{_DECISION}; open: not yet",
    "lengths.games": "games of the scope",
    "lengths.shortest": "turns of the shortest game",
    "lengths.longest": "turns of the longest game",
}


def meaning(table: str, column: str) -> str:
    """Return what a column of a table of `frames` means there."""
    lower = column.replace("high", "low")
    if f"{table}.{lower}" in LIMITS:
        return f"{'lower' if column == lower else 'upper'} limit (95 %) of {LIMITS[f'{table}.{lower}']}"
    return WORDS.get(f"{table}.{column}") or COLUMNS[column].meaning


def of_head(table: str, sources: tuple[str, ...]) -> str:
    """Return what a head of the page means whose column shows one column of a table, or two: a pair of limits."""
    low = f"{table}.{sources[0]}"
    told = f"95 % limits of {LIMITS[low]}" if len(sources) > 1 and low in LIMITS else meaning(table, sources[0])
    return told[0].upper() + told[1:]
