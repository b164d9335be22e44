"""The columns of a result, once: what is stored of each game, block, cell and entrant, with meaning.

A is the cell's first entrant.

Points are half points: a win is 2, a draw 1, a loss 0, so that all sums are integers and merge in any order.
"""

from dataclasses import dataclass
from typing import Final

EVEN_MIRRORS: Final = ("seat", "block")  # luck modes in which every block of a mirror is even: its games come in twins


@dataclass(frozen=True)
class Column:
    """A column of a stored table: `kind` is an Arrow type name, `list<kind>` for lists."""

    name: str
    kind: str
    meaning: str


GAMES: Final = (
    Column("cell", "int64", "key of the cell, 48 bits; rows are in the order of the plan, then by luck, arrangement"),
    Column("luck", "int64", "luck id, from 0"),
    Column("arrangement", "int8", "bit 0: B starts; bit 1: the luck streams change sides"),
    Column("result", "int8", "+1 A won, 0 drawn, -1 B won"),
    Column("margin", "int16", "closeness in the ruleset's unit, signed for A"),
    Column("turns", "int16", "turns begun, both seats' counted (massiveverse: rounds)"),
    Column("ending", "int8", "index into the ruleset's endings"),
    Column("decisions", "int16", "real decisions of both seats"),
    Column("seen_a", "uint64", "bits: slots of A's deck ever in hand or face up"),
    Column("seen_b", "uint64", "the same for B"),
    Column("played_a", "uint64", "bits: slots of A's deck that came into play"),
    Column("played_b", "uint64", "the same for B"),
    Column("trace", "uint64", "hash of the game's real decisions and resolved chance; equal games have equal traces"),
)

BLOCKS: Final = (
    Column("cell", "int64", "key of the cell; rows are in the order of the plan, then by luck"),
    Column("luck", "int64", "luck id: the unit of inference within a cell; pooled over cells it is the cluster"),
    Column("games", "int8", "games of the block: the number of arrangements"),
    Column("wins", "int8", "A's wins"),
    Column("draws", "int8", "draws"),
    Column("losses", "int8", "A's losses"),
    Column("games_first", "int8", "games that A started"),
    Column("points_first", "int8", "A's half points in the games that A started"),
    Column("points_second", "int8", "A's half points in the games that B started"),
    Column("margin", "int32", "sum of margins for A"),
    Column("turns", "int32", "sum of turns"),
    Column("caps", "int8", "games that a cap on turns or decisions ended"),
    Column("distinct", "int8", "different games by trace"),
)

TALLIES: Final = (
    Column("strategy_a", "string", "name of A's strategy, the same in all rows: a shard has one pair of strategies"),
    Column("strategy_b", "string", "name of B's strategy"),
    Column(
        "cell", "int64", "key of the cell; a row for each, in the order of the plan; of drawn pairs one, -1, for all"
    ),
    Column("blocks", "int64", "number of blocks"),
    Column("games", "int64", "number of games"),
    Column("turns", "int64", "sum of turns"),
    Column("decisions", "int64", "sum of real decisions"),
    Column("endings", "list<int64>", "games by ending"),
    Column("lengths", "list<int64>", "games by turns, from 0"),
)

TRACES: Final = (
    Column("cell", "int64", "key of the cell; rows are in the order of the plan, then by trace"),
    Column("trace", "uint64", "one of its smallest distinct hashed traces, at most SKETCH: a k-minimum-values sketch"),
)

BUDGET: Final = (
    Column("cell", "int64", "key of the cell; rows are in the order of the plan, then by luck, first, source"),
    Column("luck", "int64", "luck id; only those below the config's `budget`"),
    Column("first", "int8", "1: games that A started, 0: that B did"),
    Column("source", "int8", "which luck: index into the sources of the manifest's `budget`, whose numbers are seats"),
    Column("pairs", "int8", "pairs of games: two for each game, one of its own luck, one of other luck altogether"),
    Column("squares", "int8", "sum of the squared differences of A's half points in pairs that differ in this source"),
    Column(
        "products", "int8", "sum of the products of A's half points in pairs with nothing but this source in common"
    ),
    Column("unlike", "int8", "the same sum over the pairs of these games that have nothing in common"),
    Column("points", "int8", "sum of A's half points in both games of either pairs"),
)

CELLS: Final = (
    Column("cell", "int64", "key of the cell; in plan order, of drawn pairs in the order of their first meeting"),
    Column("a", "int32", "entrant A, row of entrants.parquet"),
    Column("b", "int32", "entrant B; equal to A in a mirror"),
    Column("first_luck", "int64", "lowest luck id"),
    Column("blocks", "int64", "blocks played"),
    Column("games", "int64", "games = blocks times arrangements = wins + draws + losses"),
    Column("wins", "int64", "A's wins"),
    Column("draws", "int64", "draws"),
    Column("losses", "int64", "A's losses"),
    Column("games_first", "int64", "games that A started"),
    Column("points_first", "int64", "A's half points when first"),
    Column("points_second", "int64", "A's half points when second"),
    Column("points_squares", "int64", "sum over blocks of the square of A's half points: variance over blocks"),
    Column("edge_squares", "int64", "sum over blocks of (points_first - points_second) squared"),
    Column("margin", "int64", "sum of margins for A"),
    Column("margin_squares", "int64", "sum over blocks of the square of A's margins: variance over blocks"),
    Column("turns", "int64", "sum of turns"),
    Column("caps", "int64", "games that a cap on turns or decisions ended"),
    Column(
        *("distinct", "int64"),
        "distinct games by trace: exact below SKETCH, else estimated; of drawn pairs the sum over their blocks, which"
        " counts a game on two luck ids twice",
    ),
)

TOTALS: Final = (
    Column("strategy_a", "string", "name of A's strategy; one row for each pair of strategies, in plan order"),
    Column("strategy_b", "string", "name of B's strategy"),
    Column("cells", "int64", "number of cells"),
    Column("lucks", "int64", "number of luck ids that they were played on"),
    Column("blocks", "int64", "number of blocks"),
    Column("games", "int64", "number of games"),
    Column("turns", "int64", "sum of turns"),
    Column("decisions", "int64", "sum of real decisions"),
    Column("endings", "list<int64>", "games by ending"),
    Column("lengths", "list<int64>", "games by turns, from 0"),
)

ENTRANTS: Final = (
    Column("key", "string", "sha256 of ruleset, deck and strategy: the same wherever these are the same"),
    Column("name", "string", "displayed: strategy / deck; canonical order: strategy, deck, key; variants come last"),
    Column("deck", "string", "name of the deck, unique in a run"),
    Column("strategy", "string", "name of the strategy, unique in a run"),
    Column("parameters", "string", "all parameters of the strategy, given or default, as JSON with sorted keys"),
    Column("deterministic", "bool", "the strategy never looks at its coin"),
    Column("origin", "string", "where the figures of the deck come from, if it says so"),
    Column("slots", "list<string>", "the card in each slot; bit i of seen and played is slot i"),
    Column("roles", "list<string>", "the kind of card that each slot takes; empty where slots have no kinds"),
)

DECKS: Final = (
    Column("name", "string", "name of the deck; rows are in the order of names"),
    Column("content", "string", "all that there is to it, as JSON with sorted keys; of cards.json, if there is one"),
)

SUBSTITUTES: Final = (
    Column("of", "int32", "the original, row of entrants.parquet; rows are in the order of originals, then of slots"),
    Column("card", "string", "the card that was taken out of its deck, all copies"),
    Column("into", "string", "the card that stands in the same slots; empty if none can: such rows are the last ones"),
    Column("variant", "int32", "the entrant with this deck, row of entrants.parquet; -1 if there is none"),
    Column("same", "bool", "both cards have the same figures, so no game can tell the two decks apart"),
)

DECISIONS: Final = (
    Column("round", "int32", "number of the round, from 0; rows are in the order of rounds, then of the plan"),
    Column("cell", "int64", "key of a cell that was given blocks in this round; its last row is its verdict"),
    Column("blocks", "int64", "its blocks so far: luck ids 0 to this, the last one excluded"),
    Column("mean", "float64", "mean score of A's blocks, from 0 to 1"),
    Column("deviation", "float64", "standard deviation of a block's score"),
    Column("low", "float64", "lower end of the confidence sequence: it holds for all cells and at all times together"),
    Column("high", "float64", "upper end"),
    Column("verdict", "string", "favoured, balanced, unfavoured (for A; see configs/README.md), borderline, or open"),
)

SKETCH: Final = 256  # hashes kept for each cell: the count of distinct games has a standard error of about 6 %
