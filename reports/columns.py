"""The columns of the tables of a report, once: what type each has, and what it means. `frames` makes the tables."""

from typing import Final

import pandas as pd

from sim.results import Column

PANDAS: Final = {"int64": "Int64", "float64": "float64", "bool": "bool", "string": "string"}  # whole numbers may lack

_DESCRIBED: Final = "; a descriptive figure, without an error of its own"
_WHO: Final = (
    Column("name", "string", "the entrant"),
    Column("rival", "string", "the entrant that it met"),
    Column("deck", "string", "the deck of the entrant"),
    Column("rival_deck", "string", "the deck of the rival"),
    Column("strategy", "string", "the strategy of the entrant"),
    Column("rival_strategy", "string", "the strategy of the rival"),
    Column("scope", "string", "whose games: of all strategies, or those that one strategy plays against itself"),
    Column("best", "bool", "the scope is the strongest strategy"),
    Column("cell", "string", "key of the match-up, twelve hexadecimal digits: the first part of its games' names"),
    Column("first_luck", "int64", "lowest luck id of the match-up: the second part of the names of its games"),
    Column("table", "string", "what the row is about: all games, a deck, or a strategy"),
)
_RANKS: Final = (
    Column("rank", "int64", "place by the number that orders the table, from 1"),
    Column("rank_low", "int64", "best place that the intervals leave"),
    Column("rank_high", "int64", "worst place that the intervals leave"),
    Column("tied", "bool", "not apart from the best of those that met as many rivals"),
    Column("above", "int64", "how many are surely above, all comparisons at once"),
    Column("below", "int64", "how many are surely below, all comparisons at once"),
    Column("near", "int64", "how many are neither"),
)
_NUMBERS: Final = (
    Column("score", "float64", "points won of points played, per cent; a win 1, a draw 1/2, a loss 0"),
    Column("low", "float64", "lower limit (95 %) of the number that the table is about"),
    Column("high", "float64", "upper limit (95 %) of it"),
    Column(
        "kind",
        "string",
        "kind of the interval: t; t, few differ; t, drawn; t, stopped; anytime; Wilson; Newcombe; all agree; exact;"
        " likelihood; bootstrap; projection; Fieller; none",
    ),
    Column("band_low", "float64", "lower limit that holds for all rows at once: match-ups, or edges of a table"),
    Column("band_high", "float64", "upper limit of it"),
    Column("verdict", "string", "what the interval says: never the point alone"),
    Column("edge", "float64", "(score when first - score when second) / 2, points"),
    Column("edge_low", "float64", "lower limit of the edge"),
    Column("edge_high", "float64", "upper limit of the edge"),
    Column("edge_kind", "string", "kind of the interval of the edge"),
    Column("edge_verdict", "string", "what the interval of the edge says: helps, hurts, open; even: by design"),
    Column("edge_elo", "float64", "the edge in Elo-like units, of which 400 are odds of 10 : 1"),
    Column("edge_elo_low", "float64", "lower limit of it"),
    Column("edge_elo_high", "float64", "upper limit of it"),
    Column("margin", "float64", "mean margin of a game in the ruleset's own unit, lost games negative"),
    Column("margin_low", "float64", "lower limit of the margin, t over blocks"),
    Column("margin_high", "float64", "upper limit of the margin"),
    Column("share", "float64", "games of all games of the scope, per cent"),
    Column("mean", "float64", "turns a game, mean over the match-ups of the scope"),
    Column("mean_low", "float64", "lower limit of the mean"),
    Column("mean_high", "float64", "upper limit of the mean"),
)
_COUNTS: Final = (
    Column("round", "int64", "number of the round of play, from 0"),
    Column("units", "int64", "what the interval takes as independent: luck ids, or entrants drawn at random"),
    Column("met", "int64", "rivals met: entrants, decks or strategies"),
    Column("lucks", "int64", "luck ids that the row rests on: lots of luck that all match-ups share"),
    Column("cells", "int64", "match-ups"),
    Column("blocks", "int64", "blocks: the games of a match-up on one luck id, seats exchanged"),
    Column("games", "int64", "games that the row rests on"),
    Column("wins", "int64", "games won"),
    Column("draws", "int64", "games drawn"),
    Column("losses", "int64", "games lost"),
    Column("caps", "int64", "games that a cap on turns or decisions ended"),
    Column("distinct", "int64", "different games by their trace of decisions and chance"),
    Column("repeats", "int64", "games that were played before: games less distinct games"),
    Column(
        "effective", "float64", f"independent games that would give the same standard error of the score{_DESCRIBED}"
    ),
    Column(
        "factor", "float64", f"games / effective: variance of the score against that of independent games{_DESCRIBED}"
    ),
    Column("turns", "int64", "turns of a game"),
    Column("decks", "int64", "decks that hold the card; of a model, decks that it compares"),
)
_CARDS: Final = (
    Column("role", "string", "rank of the card"),
    Column("card", "string", "name of the card"),
    Column("effect", "float64", "worth of the card in place of the average card of its rank, points a game"),
    Column("error", "float64", "its standard error"),
    Column("effect_first", "float64", "worth in games that its owner starts"),
    Column("first_low", "float64", "lower limit of it"),
    Column("first_high", "float64", "upper limit of it"),
    Column("effect_second", "float64", "worth in games that the rival starts"),
    Column("second_low", "float64", "lower limit of it"),
    Column("second_high", "float64", "upper limit of it"),
    Column("difference", "float64", "worth when first less worth when second"),
    Column("difference_low", "float64", "lower limit of it"),
    Column("difference_high", "float64", "upper limit of it"),
    Column("seat", "string", "what the difference says: better first, better second, open"),
)
_EXCHANGED: Final = (
    Column("worth", "float64", "score of the deck less the mean score of its variants without the card, points a game"),
    Column("worth_first", "float64", "the same in games that its owner starts"),
    Column("worth_second", "float64", "the same in games that the rival starts"),
    Column("replacements", "int64", "other cards that stood in its place, each in a variant of its own"),
    Column("into", "string", "the card that stood in its place"),
    Column("gain", "float64", "score of the deck with the replacement less its score without, points a game"),
    Column("gain_first", "float64", "the same in games that its owner starts"),
    Column("gain_second", "float64", "the same in games that the rival starts"),
    Column(
        "pairing",
        "float64",
        f"squared error of the difference against that of decks with luck of their own each{_DESCRIBED}",
    ),
)
_GAMES: Final = (
    Column(
        "lopsided", "string", "the game with the greatest margin, as `tourney replay` takes it; of equals the first"
    ),
    Column("lopsided_margin", "int64", "its margin for the entrant, in the ruleset's own unit"),
    Column("closest", "string", "the game with the least margin, either side's; the first of equals"),
    Column("closest_margin", "int64", "its margin for the entrant"),
)
_FACTS: Final = (
    Column("ending", "string", "how a game ended"),
    Column("check", "string", "what was checked"),
    Column("found", "int64", "how many were found"),
    Column("of", "int64", "of how many"),
    Column("good", "bool", "whether that is as it should be"),
    Column("meaning", "string", "what the check means"),
    Column("adds_up", "bool", "every identity of the design holds, and the blocks add up to the match-up"),
    Column("item", "string", "a fact about the run"),
    Column("value", "string", "what it is"),
    Column("coin", "string", "whether the strategy looks at its coin: some or none"),
    Column("origin", "string", "where the figures of the deck come from"),
    Column("key", "string", "sha256 of ruleset, deck and strategy"),
)
_MODELS: Final = (
    Column("elo", "float64", "the edge in Elo-like units, of which 400 are odds of 10 : 1"),
    Column("elo_low", "float64", "lower limit of it"),
    Column("elo_high", "float64", "upper limit of it"),
    Column("strength", "float64", "strength by Davidson's model, Elo-like units, mean 0"),
    Column("order", "float64", "strength gained by going first, Elo-like units"),
    Column("order_low", "float64", "lower limit of it"),
    Column("order_high", "float64", "upper limit of it"),
    Column("order_p", "float64", "probability of gains as unlike as these if all decks gained the same"),
    Column("draw_odds", "float64", f"odds of a draw to a win between equals, by the model{_DESCRIBED}"),
    Column("misfit", "float64", "typical distance of match-ups from the model, noise removed, points"),
    Column("misfit_low", "float64", "lower limit of it"),
    Column("misfit_high", "float64", "upper limit of it"),
    Column("misfit_p", "float64", "probability of so much misfit if the model were true"),
    Column("position", "string", "who chooses the mix: the first seat, the second, or who does not know (either)"),
    Column("weight", "float64", "share of the deck in the best mix, per cent"),
    Column("support", "float64", f"tables drawn again whose best mix has the deck, per cent{_DESCRIBED}"),
    Column("quantity", "string", "what the figure is: edge, exploitable or cyclic"),
    Column("estimate", "float64", "the figure"),
    Column("unit", "string", "its unit"),
    Column("p", "float64", "probability of so much by noise alone"),
    Column("second_deck", "string", "the deck that the first one beats"),
    Column("third_deck", "string", "the deck that the second one beats, and that beats the first"),
    Column("second_score", "float64", f"score of the second deck against the third, per cent{_DESCRIBED}"),
    Column("third_score", "float64", f"score of the third deck against the first, per cent{_DESCRIBED}"),
    Column("weakest", "float64", "the least of the three scores, per cent"),
    Column("interaction", "float64", "score beyond what deck and strategy explain by themselves, points"),
    Column("distance", "float64", "pairs of decks that two strategies order differently, per cent"),
    Column("pairs", "int64", "pairs of decks"),
    Column("reversed", "int64", "pairs of decks surely in another order"),
    Column("seen", "float64", f"sides with the card in the deck that saw it, per cent{_DESCRIBED}"),
    Column("played", "float64", f"sides with the card in the deck that played it, per cent{_DESCRIBED}"),
    Column("score_seen", "float64", f"score of the sides that saw the card, per cent{_DESCRIBED}"),
    Column("score_played", "float64", f"score of the sides that played it, per cent{_DESCRIBED}"),
    Column(
        "score_unseen", "float64", f"score of the sides that had it in the deck and never saw it, per cent{_DESCRIBED}"
    ),
    Column("gap", "float64", "score when seen less score when unseen, points: an observation, no effect"),
    Column("played_gap", "float64", "score when played less score when seen and not played, points: an observation"),
    Column("played_low", "float64", "lower limit of it"),
    Column("played_high", "float64", "upper limit of it"),
    Column("unseen", "int64", "games of sides with the card in the deck that never saw it"),
    Column("unplayed", "int64", "games of sides that saw the card and did not play it"),
    Column("source", "string", "where a part of the variance of a game's score comes from"),
    Column("variance", "float64", "share of the variance of a game's score that the source has by itself, per cent"),
    Column("total", "float64", "share that it has a hand in, together with other luck; per cent; of luck only"),
    Column("total_low", "float64", "lower limit of it"),
    Column("total_high", "float64", "upper limit of it"),
)
COLUMNS: Final = {
    column.name: column
    for part in (_WHO, _RANKS, _NUMBERS, _COUNTS, _CARDS, _EXCHANGED, _GAMES, _FACTS, _MODELS)
    for column in part
}


def typed(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame with the types of COLUMNS, the same for every run, an empty table too."""
    return frame.astype({name: PANDAS[COLUMNS[name].kind] for name in frame.columns})
