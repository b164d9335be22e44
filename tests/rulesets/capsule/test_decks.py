"""Decks: those of the issues, deck files and what is said of mistakes in them, and decks drawn at random."""

import tomllib
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sim.errors import InputError
from sim.ruleset import Deck
from sim.rulesets.capsule import cards, decks
from sim.rulesets.capsule.cards import Cards
from sim.rulesets.capsule.state import BOSS, LIEUTENANT, ROLES, SBIRE, SLOTS

ROOT = Path(__file__).parents[3]
SET = cards.shipped()
ROLE_NAMES = ("SBIRE", "SBIRE", "SBIRE", "LIEUTENANT", "LIEUTENANT", "BOSS")
MIXED = ["001", "Tony Wok", "062", "Final girl", "064", "Sevan"]
HUGE = 1 << 20_000  # more digits than Python writes; TOML may give it as 0x...


def over(*entries: dict[str, Any]) -> Cards:
    """Return the set with a user's cards laid over it."""
    return decks.cards({"card": list(entries)}, "mine.toml")


def parse(*listed: Any, name: str = "Mine") -> Deck:
    return decks.parse({"name": name, "cards": list(listed)}, "deck.toml")


def numbers(deck: Deck, known: Cards = SET) -> list[str]:
    """Return the numbers of a deck's cards."""
    return [known.all[place].number for place in deck.content.cards]


def is_legal(deck: Deck, known: Cards = SET) -> bool:
    """Return whether a deck is six different cards of the right ranks (1.1), and all its parts tell of them."""
    held = [known.all[place] for place in deck.content.cards]
    six = len(set(deck.content.cards)) == len(held) == SLOTS and tuple(card.rank for card in held) == ROLES
    told = deck.slots == tuple(card.name for card in held) and deck.roles == ROLE_NAMES
    return six and told and deck.decides == tuple(card.figures for card in held)


# --- the decks of the issues ---


def test_eleven_issues_are_eleven_decks() -> None:
    """Each is the six cards of an issue, in the order of their numbers, and bears its name."""
    shipped = decks.shipped()
    assert len(shipped) == 11
    for place, (name, deck) in enumerate(shipped.items()):
        assert name == deck.name == SET.all[6 * place].issue
        assert deck.content.cards == tuple(range(6 * place, 6 * place + 6))
        assert is_legal(deck)
        assert deck.content.origin == "invented"


def test_a_card_file_changes_the_decks_of_the_issues() -> None:
    """8: new figures are new decks to the eye of the identity; new names are not."""
    figures = decks.shipped(over({"number": "001", "pv": 5}))
    words = decks.shipped(over({"number": "001", "name": "Eve"}))
    first = next(iter(decks.shipped()))
    for name, deck in decks.shipped().items():
        assert (figures[name].decides == deck.decides) == (name != first)
        assert words[name].decides == deck.decides
    assert words[first].slots[0] == "Eve"


def test_an_issue_without_a_legal_deck_is_left_out() -> None:
    """A card file may change ranks: if two change theirs, slots follow the ranks; if one does, there is no deck."""
    first, *others = decks.shipped()
    assert list(decks.shipped(over({"number": "006", "rank": "SBIRE"}))) == others
    swapped = over({"number": "001", "rank": "BOSS"}, {"number": "006", "rank": "SBIRE"})
    deck = decks.shipped(swapped)[first]
    assert numbers(deck, swapped) == ["002", "003", "006", "004", "005", "001"]
    assert is_legal(deck, swapped)


def test_a_new_card_makes_no_new_deck_of_an_issue() -> None:
    """Whatever issue a user's card says it is of."""
    new = {"number": "067", "name": "Ada", "issue": "#030 Last call", "rank": "BOSS", "dna": "NERD", "pv": 9}
    new |= {"capsules": 2, "origin": "mine", "actions": [{"aim": "rival", "damage": 4}]}
    assert decks.shipped(over(new)) == decks.shipped()


def test_the_origin_is_invented_if_that_of_a_card_is() -> None:
    """Only a deck whose every card has other figures than ours may say so."""
    five = over(*({"number": f"{n:03d}", "origin": "printed"} for n in range(1, 6)))
    six = over(*({"number": f"{n:03d}", "origin": "printed"} for n in range(1, 7)))
    origins = [next(iter(decks.shipped(known).values())).content.origin for known in (five, six)]
    assert origins == ["invented", "printed"]


def test_no_card_file_is_the_set_itself() -> None:
    """`cards(None)`: what a config without `cards` plays with."""
    assert decks.cards(None, "").all == SET.all


# --- deck files ---


def test_a_deck_file_names_cards_by_number_or_name() -> None:
    """8: six, in the order of the slots."""
    deck = parse(*MIXED)
    assert numbers(deck) == ["001", "014", "062", "016", "064", "066"]
    assert deck.name == "Mine"
    assert is_legal(deck)


def test_a_deck_file_may_hold_special_and_new_cards() -> None:
    """Decision 24: they are outside the pool of random decks only. A renamed card goes by its new name."""
    assert is_legal(parse("SP01", *MIXED[1:3], "SP02", *MIXED[4:]))
    known = over({"number": "SP01", "name": "Eve"})
    deck = decks.parse({"name": "Mine", "cards": ["Eve", *MIXED[1:]]}, "deck.toml", known)
    assert deck.slots[0] == "Eve"


def test_the_places_of_a_deck_decide_a_game() -> None:
    """1.1: the same six in other places are another deck; under another name they are the same."""
    one, other = parse(*MIXED), parse(*MIXED[1::-1], *MIXED[2:])
    assert sorted(one.decides) == sorted(other.decides)
    assert one.decides != other.decides
    assert parse(*MIXED, name="Yours").decides == one.decides


TEXT = "right would be a text of 1 to 100 characters that can be shown, on one line"
SIX = "right would be a list of 6 cards: SBIRE, SBIRE, SBIRE, LIEUTENANT, LIEUTENANT, BOSS"
CARD = "is wrong; right would be the number or the name of a card, "
ANY = "one of Savonnette enragée, 001, Chef intérim de la sécurité, 002, …"


EXAMPLES = sorted((ROOT / "configs/decks/capsule").glob("*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_deck_files_that_come_with_us_are_legal(path: Path) -> None:
    """configs/decks/capsule: each a deck of cards of several issues."""
    deck = decks.parse(tomllib.loads(path.read_text(encoding="utf8")), path.name)
    assert is_legal(deck)
    assert len({SET.all[place].issue for place in deck.content.cards}) > 2


def test_the_card_file_that_comes_with_us_changes_what_it_says() -> None:
    """configs/cards/capsule-example.toml: one figure of a card, the actions of another, and a new card."""
    text = (ROOT / "configs/cards/capsule-example.toml").read_text(encoding="utf8")
    after = decks.cards(tomllib.loads(text), "capsule-example.toml")
    changed = [card.number for old, card in zip(SET.all, after.all, strict=False) if old.figures != card.figures]
    assert changed == ["001", "030"]
    assert [card.number for card in after.all[len(SET.all) :]] == ["067"]


WRONG = ([], {}, "x", "\x1b", True, -1, HUGE, 1.5, [1], [[1]], {"a": 1}, None)


def swap(slot: int, card: Any) -> dict[str, Any]:
    """Return the mixed deck with another card in a slot."""
    return {"name": "Mine", "cards": [*MIXED[:slot], card, *MIXED[slot + 1 :]]}


MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "an empty file": ({}, f"name is missing; {TEXT}"),
    "no name": ({"cards": MIXED}, f"name is missing; {TEXT}"),
    "a number for a name": ({"name": 3, "cards": MIXED}, f"name = 3 is wrong; {TEXT}"),
    "a name of two lines": ({"name": "A\nB", "cards": MIXED}, f"name = 'A\\nB' is wrong; {TEXT}"),
    "a key too many": (
        {"name": "Mine", "cards": MIXED, "card": []},
        "card = [] is wrong; right would be a known key: 'cards'",
    ),
    "a card file": ({"deck": []}, "deck = [] is wrong; right would be a known key: one of name, cards"),
    "no cards": ({"name": "Mine"}, f"cards is missing; {SIX}"),
    "a text for the cards": ({"name": "Mine", "cards": "001"}, f"cards = '001' is wrong; {SIX}"),
    "a table for the cards": ({"name": "Mine", "cards": {"boss": "066"}}, f"cards = {{'boss': '066'}} is wrong; {SIX}"),
    "five cards": (
        {"name": "Mine", "cards": ["001", "002", "003", "004", "006"]},
        f"cards = ['001', '002', '003', '004', '006'] is wrong; {SIX}",
    ),
    "seven cards": (
        {"name": "Mine", "cards": [*MIXED, "007"]},
        f"cards = ['001', 'Tony Wok', '062', 'Final girl', '064', 'Sevan', '007'] is wrong; {SIX}",
    ),
    "a name misspelt": (swap(5, "Sewan"), f"cards[5] = 'Sewan' {CARD}'Sevan'"),
    "a name without its accents": (
        swap(0, "Savonnette enragee"),
        f"cards[0] = 'Savonnette enragee' {CARD}'Savonnette enragée'",
    ),
    "a name in small letters": (swap(1, "tony wok"), f"cards[1] = 'tony wok' {CARD}'Tony Wok'"),
    "a name with a printer's apostrophe": (
        swap(1, "L\u2019oeuf suspect"),
        f"cards[1] = 'L\u2019oeuf suspect' {CARD}\"L'oeuf suspect\"",
    ),
    "an unknown name": (swap(0, "zzzzz"), f"cards[0] = 'zzzzz' {CARD}{ANY}"),
    "a number without zeros": (swap(0, "1"), f"cards[0] = '1' {CARD}'001'"),
    "a number without quotes": (swap(2, 62), f"cards[2] = 62 {CARD}'062'"),
    "a number with too many zeros": (swap(0, "0001"), f"cards[0] = '0001' {CARD}'001'"),
    "a number that is none": (swap(0, 0), f"cards[0] = 0 {CARD}{ANY}"),
    "a number past the last": (swap(0, 67), f"cards[0] = 67 {CARD}{ANY}"),
    "a number past writing": (swap(0, HUGE), f"cards[0] = a value too long to write {CARD}{ANY}"),
    "true": (swap(0, True), f"cards[0] = True {CARD}{ANY}"),
    "a list for a card": (swap(0, ["001"]), f"cards[0] = ['001'] {CARD}{ANY}"),
    "a table for a card": (swap(0, {"number": "001"}), f"cards[0] = {{'number': '001'}} {CARD}{ANY}"),
    "a BOSS for a SBIRE": (swap(0, "006"), "cards[0] = '006' is wrong; right would be a SBIRE; that card is a BOSS"),
    "a SBIRE for a LIEUTENANT": (
        swap(4, "Tony Wok"),
        "cards[4] = 'Tony Wok' is wrong; right would be a LIEUTENANT; that card is a SBIRE",
    ),
    "a LIEUTENANT for a BOSS": (
        swap(5, "065"),
        "cards[5] = '065' is wrong; right would be a BOSS; that card is a LIEUTENANT",
    ),
    "a card twice": (swap(1, "001"), "cards[1] = '001' is wrong; right would be each card once"),
    "a card by number and name": (swap(2, "014"), "cards[2] = '014' is wrong; right would be each card once"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_place_and_what_is_right(mistake: str) -> None:
    """8: file, key, value and the remedy, on one line of bearable length."""
    data, message = MISTAKES[mistake]
    with pytest.raises(InputError) as caught:
        decks.parse(data, "deck.toml")
    said = str(caught.value)
    assert said == f"deck.toml: {message}"
    assert said.isprintable()
    assert len(said) < 300


@pytest.mark.parametrize("value", WRONG, ids=lambda value: type(value).__name__)
def test_nothing_that_a_file_may_hold_is_a_traceback(value: Any) -> None:
    """Every key and every card replaced by each kind of wrong value."""
    wrong = [swap(slot, value) for slot in range(SLOTS)]
    wrong += [{"name": "Mine", "cards": value}, {"name": "Mine", "cards": [value] * SLOTS}]
    wrong += [{"name": value, "cards": MIXED}] * (value != "x")
    for data in wrong:
        with pytest.raises(InputError, match="right would be") as caught:
            decks.parse(data, "deck.toml")
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 300


# --- decks drawn at random ---

N = 20_000
P = 1e-4  # a right generator fails a chi-square here once in ten thousand seeds; the seed is fixed
MANY = decks.sample(N, 7)
DRAWN = np.array([deck.content.cards for deck in MANY])


def uniform(counts: Any, shrink: float = 1.0) -> bool:
    """Return whether counts that should be equal pass a chi-square; `shrink`: their variance, of a multinomial's."""
    counts = np.asarray(counts)
    statistic = ((counts - counts.mean()) ** 2 / counts.mean()).sum() / shrink
    return bool(P < stats.chi2.sf(statistic, len(counts) - 1) < 1 - P)


def test_decks_are_legal_and_different() -> None:
    """1.1; no deck twice among twenty thousand, where about one pair of equal ones is to be expected."""
    assert len(MANY) == N
    assert all(is_legal(deck) for deck in MANY)
    assert len({deck.content.cards for deck in MANY}) == N
    assert len({deck.name for deck in MANY}) == N


def test_a_deck_drawn_twice_is_left_out() -> None:
    """Of a pool of 288 decks, most of those first drawn come again; all can be had, and no more."""
    known = small()
    every = decks.sample(288, 1, known)
    assert len({deck.content.cards for deck in every}) == 288
    assert all(is_legal(deck, known) for deck in every)
    with pytest.raises(InputError) as caught:
        decks.sample(289, 1, known)
    right = "right would be at most 288, the decks that the card set allows"
    assert str(caught.value) == f"sample = 289 is wrong; {right}"


def small(bosses: int = 2) -> Cards:
    """Return the set with four SBIRES, three LIEUTENANTS and `bosses` BOSSES in the pool: 4!/1! * 3!/1! * 2 decks."""
    kept = [SET.of_rank(SBIRE)[:4], SET.of_rank(LIEUTENANT)[:3], SET.of_rank(BOSS)[:bosses]]
    places = [place for some in kept for place in some]
    return over(*({"number": card.number, "special": i not in places} for i, card in enumerate(SET.all)))


PLAIN = {"dna": "NERD", "pv": 5, "capsules": 0, "passive": {}, "actions": [{"aim": "rival", "damage": 2}]}


def alike(*counts: int) -> Cards:
    """Return the small set, in which the first so many SBIRES, LIEUTENANTS and BOSSES have the same figures."""
    pool, same = small(), []
    for rank, count in zip((SBIRE, LIEUTENANT, BOSS), counts, strict=True):
        same += pool.of_rank(rank)[:count]
    changes = [PLAIN if i in same else {} for i in range(len(pool.all))]
    return over(*({"number": c.number, "special": c.special} | new for c, new in zip(pool.all, changes, strict=True)))


@pytest.mark.parametrize(("counts", "there"), [((2, 0, 0), 144), ((0, 2, 0), 144), ((3, 3, 2), 4), ((4, 3, 2), 1)])
def test_decks_of_cards_with_equal_figures_are_one(counts: tuple[int, int, int], there: int) -> None:
    """Whatever the names: to the run they are one deck. All that differ are drawn, by brute force, and each once."""
    known = alike(*counts)
    rows = [permutations([known.all[i].figures for i in known.of_rank(r)], n) for r, n in enumerate((3, 2, 1))]
    different = {sum(parts, ()) for parts in product(*rows)}
    every = decks.sample(there, 1, known)
    assert len(every) == there
    assert {deck.decides for deck in every} == different
    assert all(is_legal(deck, known) for deck in every)
    assert decks.sample(there // 2, 1, known) == every[: there // 2]
    with pytest.raises(InputError, match=f"^sample = {there + 1} is wrong; right would be at most {there}, "):
        decks.sample(there + 1, 1, known)


def test_cards_with_equal_figures_are_drawn_as_many_as_a_deck_holds() -> None:
    """A pair comes both ways. Of a set in which nearly all are equal the last deck is found, too."""
    pair = decks.sample(144, 1, alike(2, 0, 0))
    assert {place for deck in pair for place in deck.content.cards[:3]} == set(small().of_rank(SBIRE))
    known = over(*({"number": card.number} | PLAIN for card in SET.all if card.number not in ("001", "002")))
    assert len({deck.decides for deck in decks.sample(13, 1, known)}) == 13


def test_a_pool_without_a_rank_allows_no_deck() -> None:
    """A user's card file may take every BOSS out of the pool."""
    with pytest.raises(InputError, match=r"^sample = 1 is wrong; right would be at most 0, "):
        decks.sample(1, 1, small(bosses=0))


@pytest.mark.parametrize("count", [0, 1, 2, 63, 64, 65, 1000])
def test_a_deck_is_the_same_for_every_count(count: int) -> None:
    """Deck number i does not depend on how many are drawn."""
    few = decks.sample(count, 7)
    assert few == MANY[:count]
    assert [deck.name for deck in few] == [f"deck 7-{i:06}" for i in range(count)]


def test_a_deck_is_the_same_for_every_count_where_decks_are_left_out() -> None:
    """In a small pool too, where the first draws hold many decks twice."""
    every = [deck.content for deck in decks.sample(288, 3, small())]
    for count in (1, 20, 100, 200, 287):
        assert [deck.content for deck in decks.sample(count, 3, small())] == every[:count]


def test_a_seed_draws_other_decks() -> None:
    """And the same seed the same."""
    assert decks.sample(50, 7) == decks.sample(50, 7)
    drawn = [{deck.content.cards for deck in decks.sample(50, seed)} for seed in (0, 7, 8, -1, 1 << 40)]
    assert len(set().union(*drawn)) == 250


def test_the_first_decks_are_these() -> None:
    """Fixed for good: a config that draws decks means the same decks in every release."""
    assert [" ".join(numbers(deck)) for deck in decks.sample(3, 0)] == [
        "007 049 013 005 010 054",
        "002 014 007 017 041 006",
        "014 019 015 005 047 054",
    ]


@pytest.mark.parametrize("rank", [SBIRE, LIEUTENANT, BOSS])
def test_every_card_of_the_pool_comes_equally_often(rank: int) -> None:
    """Chi-square over all slots of a rank; cards of one deck differ, so counts vary less, by (n - m) / (n - 1)."""
    pool = SET.of_rank(rank)
    slots = [slot for slot, role in enumerate(ROLES) if role == rank]
    counts = Counter(DRAWN[:, slots].ravel().tolist())
    assert set(counts) == set(pool)
    assert uniform([counts[place] for place in pool], (len(pool) - len(slots)) / (len(pool) - 1))


@pytest.mark.parametrize("slot", range(SLOTS))
def test_every_card_comes_equally_often_in_each_slot(slot: int) -> None:
    """Placings are uniform: no card prefers a place."""
    assert uniform([(DRAWN[:, slot] == place).sum() for place in SET.of_rank(ROLES[slot])])


@pytest.mark.parametrize("slots", [(0, 1, 2), (3, 4)])
def test_every_order_comes_equally_often(slots: tuple[int, ...]) -> None:
    """The cards of a rank, in whichever order of their numbers."""
    found = Counter(map(tuple, np.argsort(DRAWN[:, slots], axis=1).tolist()))
    assert uniform([found[order] for order in permutations(range(len(slots)))])


def test_ranks_are_drawn_independently() -> None:
    """No BOSS prefers a LIEUTENANT or a SBIRE: chi-square of each pair of slots of different ranks."""
    for one, other in ((0, 3), (1, 4), (0, 5), (2, 5), (3, 5)):
        table = np.zeros((len(SET.all), len(SET.all)))
        np.add.at(table, (DRAWN[:, one], DRAWN[:, other]), 1)
        table = table[table.sum(1) > 0][:, table.sum(0) > 0]
        assert P < stats.chi2_contingency(table).pvalue < 1 - P


def test_special_cards_are_never_drawn() -> None:
    """Decision 24; and a card that a user's file makes special is not, one that it makes usual is."""
    assert not {66, 67} & set(DRAWN.ravel().tolist())
    known = over({"number": "001", "special": True}, {"number": "SP01", "special": False})
    drawn = {place for deck in decks.sample(2_000, 7, known) for place in deck.content.cards}
    assert drawn == {*range(1, 67)}


def test_a_sample_has_the_figures_of_the_card_file() -> None:
    """The same cards in the same places, as the user's file has them."""
    known = over(*({"number": card.number, "pv": 20} for card in SET.all))
    for deck, plain in zip(decks.sample(20, 7, known), MANY[:20], strict=True):
        assert deck.content.cards == plain.content.cards
        assert not set(deck.decides) & set(plain.decides)
