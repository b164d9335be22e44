"""Card files: what they may say, what is said of mistakes, how they lie over the set; the set; cards in words."""

import hashlib
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, replace
from importlib.resources import files
from typing import Any

import pytest

from sim.errors import InputError
from sim.rulesets.capsule import cards
from sim.rulesets.capsule.cards import AIMS, FIGURES, OPPOSITE, PASSIVES, RIVAL, RIVALS, Action, Card, Cards
from sim.rulesets.capsule.state import BOSS, DNA, LIEUTENANT, RANKS, SBIRE

HUGE = 1 << 20_000  # more digits than Python writes; TOML may give it as 0x...
SET = cards.shipped()
Change = Callable[[dict[str, Any]], None]


def entry() -> dict[str, Any]:
    """Return a new card with every key, as a file's data."""
    return {
        "number": "067",
        "name": "Ada",
        "issue": "#031 Engines",
        "rank": "SBIRE",
        "dna": "NERD",
        "pv": 4,
        "capsules": 0,
        "special": False,
        "origin": "invented",
        "passive": {"armour": 1},
        "actions": [{"aim": "rival", "damage": 2, "hunter": {"dna": "PUNK", "bonus": 2}}, {"aim": "ally", "heal": 2}],
    }


def overlaid(*entries: Any, base: Cards = SET) -> Cards:
    return cards.overlaid(base, {"card": list(entries)}, "mine.toml")


def parse(found: dict[str, Any]) -> Card:
    """Return the card of a table that is laid over the set."""
    return overlaid(found).all[-1]


def action(**figures: Any) -> Action:
    """Return the action of a table, read as part of a card."""
    return parse(entry() | {"actions": [figures]}).actions[0]


def refusal(found: Any, base: Cards = SET) -> str:
    """Return what is said of a file's one card, nothing if it is right."""
    try:
        overlaid(found, base=base)
    except InputError as error:
        return str(error)
    return ""


def put(*way: str | int, value: Any) -> Change:
    """Return the change that writes `value` at the end of `way`."""

    def change(data: Any) -> None:
        for step in way[:-1]:
            data = data[step]
        data[way[-1]] = value

    return change


def drop(*way: str | int) -> Change:
    """Return the change that leaves out the end of `way`."""

    def change(data: Any) -> None:
        for step in way[:-1]:
            data = data[step]
        del data[way[-1]]

    return change


def act(**figures: Any) -> Change:
    """Return the change that makes `figures` the card's only action."""
    return put("actions", value=[figures])


# --- mistakes ---

NEW = "mine.toml: new card '067': "
ONE = NEW + "action 1: "
TEXT = "right would be a text of 1 to 100 characters that can be shown, on one line"
PV = "is wrong; right would be a whole number from 1 to 20"
DAMAGE = "is wrong; right would be a whole number from 1 to 12"
AT_RIVALS = "is wrong; right would be an aim out of rival, rivals, opposite, or no such key"
AT_ONE = "is wrong; right would be an aim out of rival, opposite, or no such key"
AT_OWN = "is wrong; right would be an aim out of ally, team, self, or no such key"
BESIDE_DAMAGE = "is wrong; right would be damage beside it, or no such key"
BESIDE_ATTACK = "is wrong; right would be damage or splash beside it, or no such key"
IDLE = "aim = 'rival' is wrong; right would be an action that does something, such as damage = 2"
FLAG = "is wrong; right would be 1, or no such key"
MISTAKES: dict[str, tuple[Change, str]] = {
    # words
    "no number": (drop("number"), "mine.toml: card 1: number is missing; " + TEXT.replace("100", "12")),
    "a number that is one": (
        put("number", value=67),
        "mine.toml: card 1: number = 67 is wrong; " + TEXT.replace("100", "12"),
    ),
    "a number of 13 characters": (
        put("number", value="0" * 13),
        "mine.toml: card 1: number = '0000000000000' is wrong; " + TEXT.replace("100", "12"),
    ),
    "no name": (drop("name"), NEW + f"name is missing; {TEXT}"),
    "a number for a name": (put("name", value=3), NEW + f"name = 3 is wrong; {TEXT}"),
    "a blank name": (put("name", value=" "), NEW + f"name = ' ' is wrong; {TEXT}"),
    "a name that clears the screen": (put("name", value="A\x1b[2J"), NEW + f"name = 'A\\x1b[2J' is wrong; {TEXT}"),
    "a name without end": (put("name", value="A" * 101), NEW + f"name = '{'A' * 68}… is wrong; {TEXT}"),
    "an empty issue": (put("issue", value=""), NEW + f"issue = '' is wrong; {TEXT}"),
    "no origin": (drop("origin"), NEW + "origin is missing; " + TEXT.replace("100", "2000")),
    "origin yes": (put("origin", value=True), NEW + "origin = True is wrong; " + TEXT.replace("100", "2000")),
    # names of others
    "the name of another card": (
        put("name", value="Sevan"),
        "mine.toml: card '067': name = 'Sevan' is wrong; right would be one that card '066' has not",
    ),
    "the number of another card for a name": (
        put("name", value="SP01"),
        "mine.toml: card '067': name = 'SP01' is wrong; right would be one that card 'SP01' has not",
    ),
    "the name of another card for a number": (
        put("number", value="Sevan"),
        "mine.toml: card 'Sevan': number = 'Sevan' is wrong; right would be one that card '066' has not",
    ),
    # rank, DNA, PV, capsules, special
    "no rank": (drop("rank"), NEW + "rank is missing; right would be one of SBIRE, LIEUTENANT, BOSS"),
    "a rank misspelt": (put("rank", value="SBIRES"), NEW + "rank = 'SBIRES' is wrong; right would be 'SBIRE'"),
    "a rank that is a list": (
        put("rank", value=["BOSS"]),
        NEW + "rank = ['BOSS'] is wrong; right would be one of SBIRE, LIEUTENANT, BOSS",
    ),
    "no dna": (drop("dna"), NEW + "dna is missing; right would be one of ALIEN, HORROR, MECHA, NERD, PUNK"),
    "a dna misspelt": (put("dna", value="HOROR"), NEW + "dna = 'HOROR' is wrong; right would be 'HORROR'"),
    "an unknown dna": (
        put("dna", value="x"),
        NEW + "dna = 'x' is wrong; right would be one of ALIEN, HORROR, MECHA, NERD, PUNK",
    ),
    "no pv": (drop("pv"), NEW + "pv is missing; right would be a whole number from 1 to 20"),
    "a bool for pv": (put("pv", value=True), NEW + f"pv = True {PV}"),
    "broken pv": (put("pv", value=4.0), NEW + f"pv = 4.0 {PV}"),
    "pv in quotes": (put("pv", value="4"), NEW + f"pv = '4' {PV}"),
    "no pv at all": (put("pv", value=0), NEW + f"pv = 0 {PV}"),
    "pv past writing": (put("pv", value=HUGE), NEW + f"pv = a value too long to write {PV}"),
    "no capsules": (drop("capsules"), NEW + "capsules is missing; right would be a whole number from 0 to 5"),
    "capsules misspelt": (
        put("capsuls", value=1),
        NEW + "capsuls = 1 is wrong; right would be a known key: 'capsules'",
    ),
    "six capsules": (
        put("capsules", value=6),
        NEW + "capsules = 6 is wrong; right would be a whole number from 0 to 5",
    ),
    "special in numbers": (put("special", value=1), NEW + "special = 1 is wrong; right would be true or false"),
    "a key that cannot be shown": (
        put("\x1b", value=1),
        NEW + "'\\x1b' = 1 is wrong; right would be a known key: one of number, name, issue, rank, dna, pv, capsules, "
        "special, origin, passive, actions",
    ),
    # passive
    "a list for the passive": (put("passive", value=[]), NEW + "passive = [] is wrong; right would be a table"),
    "a passive misspelt": (
        put("passive", value={"thron": 1}),
        NEW + "passive: thron = 1 is wrong; right would be a known key: 'thorns'",
    ),
    "too strong a passive": (
        put("passive", "armour", value=4),
        NEW + "passive: armour = 4 is wrong; right would be a whole number from 1 to 3",
    ),
    "a passive of 0": (
        put("passive", "armour", value=0),
        NEW + "passive: armour = 0 is wrong; right would be a whole number from 1 to 3",
    ),
    "a passive that is a table": (
        put("passive", "armour", value={}),
        NEW + "passive: armour = {} is wrong; right would be a whole number from 1 to 3",
    ),
    "too thick a shell": (
        put("passive", "shell", value=8),
        NEW + "passive: shell = 8 is wrong; right would be a whole number from 1 to 7",
    ),
    "taunt twice": (put("passive", "taunt", value=2), NEW + f"passive: taunt = 2 {FLAG}"),
    "a bool for taunt": (put("passive", "taunt", value=True), NEW + f"passive: taunt = True {FLAG}"),
    # actions
    "no actions": (drop("actions"), NEW + "actions is missing; right would be a list of 1 to 3 tables"),
    "an empty list of actions": (
        put("actions", value=[]),
        NEW + "actions = [] is wrong; right would be a list of 1 to 3 tables",
    ),
    "a table for the actions": (
        put("actions", value={"aim": "self"}),
        NEW + "actions = {'aim': 'self'} is wrong; right would be a list of 1 to 3 tables",
    ),
    "four actions": (
        put("actions", value=[1] * 4),
        NEW + "actions = [1, 1, 1, 1] is wrong; right would be a list of 1 to 3 tables",
    ),
    "a text for an action": (put("actions", 1, value="x"), NEW + "action 2 = 'x' is wrong; right would be a table"),
    "an action without an aim": (
        drop("actions", 1, "aim"),
        NEW + "action 2: aim is missing; right would be one of rival, rivals, opposite, ally, team, self",
    ),
    "an aim misspelt": (
        put("actions", 0, "aim", value="oposite"),
        ONE + "aim = 'oposite' is wrong; right would be 'opposite'",
    ),
    "a figure misspelt": (act(aim="rival", damge=2), ONE + "damge = 2 is wrong; right would be a known key: 'damage'"),
    "no damage": (act(aim="rival", damage=0), ONE + f"damage = 0 {DAMAGE}"),
    "too much damage": (act(aim="rival", damage=13), ONE + f"damage = 13 {DAMAGE}"),
    "a text for damage": (act(aim="rival", damage="2"), ONE + f"damage = '2' {DAMAGE}"),
    "no number for damage": (act(aim="rival", damage=float("nan")), ONE + f"damage = nan {DAMAGE}"),
    "too dear": (
        act(aim="rival", price=8, damage=1),
        ONE + "price = 8 is wrong; right would be a whole number from 0 to 7",
    ),
    "one hit": (
        act(aim="rival", damage=1, hits=1),
        ONE + "hits = 1 is wrong; right would be a whole number from 2 to 5",
    ),
    "pierce twice": (act(aim="rival", damage=1, pierce=2), ONE + f"pierce = 2 {FLAG}"),
    "stun true": (act(aim="rival", stun=True), ONE + f"stun = True {FLAG}"),
    "a number for the prey": (
        act(aim="rival", damage=1, hunter=2),
        ONE + "hunter = 2 is wrong; right would be a table",
    ),
    "a prey without a bonus": (
        act(aim="rival", damage=1, hunter={"dna": "PUNK"}),
        ONE + "hunter: bonus is missing; right would be a whole number from 1 to 6",
    ),
    "a bonus without a prey": (
        act(aim="rival", damage=1, hunter={"bonus": 1}),
        ONE + "hunter: dna is missing; right would be one of ALIEN, HORROR, MECHA, NERD, PUNK",
    ),
    "a prey misspelt": (
        act(aim="rival", damage=1, hunter={"dna": "PNUK", "bonus": 1}),
        ONE + "hunter: dna = 'PNUK' is wrong; right would be 'PUNK'",
    ),
    "a prey with more": (
        act(aim="rival", damage=1, hunter={"dna": "PUNK", "bonus": 1, "rage": 1}),
        ONE + "hunter: rage = 1 is wrong; right would be a known key: one of dna, bonus",
    ),
    # figures that do not go with the aim
    "damage to an ally": (act(aim="ally", damage=2), ONE + f"damage = 2 {AT_RIVALS}"),
    "a hunter in the team": (
        act(aim="team", heal=1, hunter={"dna": "PUNK", "bonus": 1}),
        ONE + f"hunter = {{'dna': 'PUNK', 'bonus': 1}} {AT_RIVALS}",
    ),
    "stunned by itself": (act(aim="self", stun=1), ONE + f"stun = 1 {AT_RIVALS}"),
    "PV for a rival": (act(aim="rival", damage=1, heal=2), ONE + f"heal = 2 {AT_OWN}"),
    "a shield for the opposite": (act(aim="opposite", shield=1), ONE + f"shield = 1 {AT_OWN}"),
    "splash beside everyone": (act(aim="rivals", damage=2, splash=1), ONE + f"splash = 1 {AT_ONE}"),
    "exchange with everyone": (act(aim="rivals", exchange=1), ONE + f"exchange = 1 {AT_ONE}"),
    # figures that do not go with each other
    "hits of nothing": (act(aim="rival", splash=2, hits=2), ONE + f"hits = 2 {BESIDE_DAMAGE}"),
    "rage without damage": (act(aim="rival", crack=1, rage=2), ONE + f"rage = 2 {BESIDE_DAMAGE}"),
    "a hunt without damage": (
        act(aim="rival", stun=1, hunter={"dna": "PUNK", "bonus": 1}),
        ONE + f"hunter = {{'dna': 'PUNK', 'bonus': 1}} {BESIDE_DAMAGE}",
    ),
    "pierce without an attack": (act(aim="rival", stun=1, pierce=1), ONE + f"pierce = 1 {BESIDE_ATTACK}"),
    "drain without an attack": (act(aim="rival", stun=1, drain=1), ONE + f"drain = 1 {BESIDE_ATTACK}"),
    "an action that does nothing": (act(aim="rival"), ONE + IDLE),
    "an action that only costs": (act(aim="rival", price=2, skip=1, recoil=1), ONE + IDLE),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_place_and_what_is_right(mistake: str) -> None:
    """8: file, card, key, value and the remedy, on one line of bearable length."""
    change, message = MISTAKES[mistake]
    data = entry()
    change(data)
    said = refusal(data)
    assert said == message
    assert said.isprintable()
    assert len(said) < 300


def test_the_card_that_the_mistakes_are_made_on_is_right() -> None:
    """Else every mistake above might be another one."""
    ada = parse(entry())
    assert (ada.number, ada.name, ada.issue, ada.origin) == ("067", "Ada", "#031 Engines", "invented")
    assert (ada.rank, ada.dna, ada.pv, ada.capsules, ada.special) == (SBIRE, DNA.index("NERD"), 4, 0, False)
    assert ada.passive == {"armour": 1}
    hunt, help_ = ada.actions
    assert hunt == Action(AIMS.index("rival"), damage=2, hunter=2, prey=DNA.index("PUNK"))
    assert help_ == Action(AIMS.index("ally"), heal=2)
    assert (hunt.attacks, help_.attacks) == (True, False)


@pytest.mark.parametrize("key", ["issue", "special", "passive"])
def test_a_key_with_a_default_may_be_left_out(key: str) -> None:
    """8: no issue, in the pool, no passive."""
    data = entry()
    del data[key]
    ada = parse(data)
    assert getattr(ada, key) == {"issue": "", "special": False, "passive": {}}[key]


@pytest.mark.parametrize("key", ["name", "rank", "dna", "pv", "capsules", "origin", "actions"])
def test_a_new_card_needs_every_other_key(key: str) -> None:
    """8: one that is missing is named, and so is what it should hold."""
    data = entry()
    del data[key]
    assert refusal(data).startswith(NEW + f"{key} is missing; right would be ")


def test_a_text_may_be_as_long_as_said() -> None:
    """8: a number of 12 characters, a name of 100; a message shows 70 characters of a value."""
    data = entry() | {"number": "x" * 12, "name": "y" * 100, "issue": "z" * 100, "origin": "o" * 2000}
    assert parse(data).name == "y" * 100
    assert refusal(data | {"rank": "r" * 68}).startswith(f"mine.toml: new card '{'x' * 12}': rank = '{'r' * 68}' is wr")


CARD_FILES: dict[str, tuple[dict[str, Any], str]] = {
    "an empty file": ({}, "mine.toml: card is missing; right would be one [[card]] table or more"),
    "no cards": ({"card": []}, "mine.toml: card = [] is wrong; right would be one [[card]] table or more"),
    "[card] for [[card]]": (
        {"card": {"number": "001"}},
        "mine.toml: card = {'number': '001'} is wrong; right would be one [[card]] table or more",
    ),
    "cards misspelt": ({"cards": []}, "mine.toml: cards = [] is wrong; right would be a known key: 'card'"),
    "a key beside the cards": ({"card": [], "x": 1}, "mine.toml: x = 1 is wrong; right would be a known key: card"),
    "a card that is no table": ({"card": [3]}, "mine.toml: card 1 = 3 is wrong; right would be a table"),
    "a number twice": (
        {"card": [{"number": "001", "pv": 3}, {"number": "002", "pv": 3}, {"number": "001", "pv": 5}]},
        "mine.toml: card 3: number = '001' is wrong; right would be each number once",
    ),
    "too many cards": (
        {"card": [entry() | {"number": f"n{i}", "name": f"Ada {i}"} for i in range(933)]},
        "mine.toml: card: 933 [[card]] tables make a set of 1,001 cards; right would be 1,000 cards at most",
    ),
    "a name twice": (
        {"card": [{"number": "001", "name": "Eve"}, {"number": "002", "name": "Eve"}]},
        "mine.toml: card '002': name = 'Eve' is wrong; right would be one that card '001' has not",
    ),
    "the name of a later card": (
        {"card": [{"number": "001", "name": "Sevan"}]},
        "mine.toml: card '001': name = 'Sevan' is wrong; right would be one that card '066' has not",
    ),
    "a number almost known": (
        {"card": [{"number": "1", "pv": 3}]},
        f"mine.toml: new card '1': name is missing; {TEXT}",
    ),
    "a known card": ({"card": [{"number": "001", "pv": 0}]}, f"mine.toml: card '001': pv = 0 {PV}"),
}


@pytest.mark.parametrize("mistake", CARD_FILES)
def test_a_mistake_in_the_file_as_a_whole_is_named(mistake: str) -> None:
    """8: `[[card]]` tables and nothing else, each number and each name once."""
    data, message = CARD_FILES[mistake]
    with pytest.raises(InputError) as caught:
        cards.overlaid(SET, data, "mine.toml")
    assert str(caught.value) == message


def least(name: str) -> int:
    return {"price": 0, "hits": 2}.get(name, 1)


def carrier(name: str) -> dict[str, Any]:
    """Return an action that the figure `name` may be added to."""
    own = name in ("heal", "capsule", "shield")
    return {"aim": "ally", "heal": 1} if own else {"aim": "rival", "damage": 1}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_takes_its_range_and_no_more(name: str) -> None:
    """8: the smallest and the largest number that the table of figures gives, and one past either."""
    low, top = least(name), FIGURES[name]
    for right in (low, top):
        assert getattr(action(**carrier(name) | {name: right}), name) == right
    for wrong in (low - 1, top + 1):
        said = refusal(entry() | {"actions": [carrier(name) | {name: wrong}]})
        assert said.startswith(ONE + f"{name} = {wrong} is wrong; right would be ")


@pytest.mark.parametrize("name", PASSIVES)
def test_a_passive_takes_its_range_and_no_more(name: str) -> None:
    """8: 1 to 3, `shell` to 7, `taunt` and `stealth` 1."""
    top = {"shell": 7, "taunt": 1, "stealth": 1}.get(name, 3)
    for right in (1, top):
        assert parse(entry() | {"passive": {name: right}}).passive == {name: right}
    for wrong in (0, top + 1):
        assert refusal(entry() | {"passive": {name: wrong}}).startswith(NEW + f"passive: {name} = {wrong} is wrong; ")


# 4.2, word for word
HURTS = (
    *("damage", "hits", "splash", "pierce", "rage", "pack", "grudge", "finisher", "breaker", "drain", "crack", "stun"),
    "exchange",
)
HELPS = ("heal", "capsule", "shield")
ALL = ("price", "gain", "recoil", "again", "skip", "freeze")


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_goes_with_the_aims_of_its_clause(aim: str, name: str) -> None:
    """4.2: figures for rivals, for the own team, for all; neither splash nor exchange with `rivals`."""
    at_rivals = aim in ("rival", "rivals", "opposite")
    plain = {"aim": aim, "damage": 1} if at_rivals else {"aim": aim, "heal": 1}
    right = name in ALL or (at_rivals and name in HURTS) or (not at_rivals and name in HELPS)
    right &= (aim, name) not in {("rivals", "splash"), ("rivals", "exchange")}
    said = refusal(entry() | {"actions": [plain | {name: least(name) or 1}]})
    assert (said == "") == right
    assert right or "right would be an aim out of " in said


def test_the_figures_are_those_of_the_rule_book() -> None:
    """4.2 and 8: the code knows no others, and takes the same largest numbers."""
    tops = {"price": 7, "hits": 5, "grudge": 3, "crack": 3, "capsule": 3}
    tops |= dict.fromkeys(("damage", "splash", "drain", "heal", "gain", "recoil"), 12)
    tops |= dict.fromkeys(("rage", "pack", "finisher", "breaker"), 6)
    assert dict.fromkeys((*HURTS, *HELPS, *ALL), 1) | tops == FIGURES
    known = {figure.name for figure in fields(Action)}
    assert known == {*FIGURES, "aim", "hunter", "prey"}


def test_what_is_not_given_is_nothing() -> None:
    """8: figures without a number are 0, an attack has one hit, an action is free."""
    plain = action(aim="rival", damage=2)
    assert plain == Action(AIMS.index("rival"), damage=2)
    assert (plain.price, plain.hits, plain.prey, plain.hunter) == (0, 1, -1, 0)


WRONG = ([], {}, "x", "\x1b", True, -1, HUGE, 1.5, [1], [[1]], {"a": 1}, None)


def ways(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything inside `data`."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield (*way, key)
        yield from ways(value, (*way, key))


def entries() -> list[dict[str, Any]]:
    """Return the tables of the shipped file."""
    text = files("sim.rulesets.capsule").joinpath("cards.toml").read_text(encoding="utf8")
    return tomllib.loads(text)["card"]


@pytest.mark.parametrize("rank", RANKS)
def test_nothing_that_a_file_may_hold_is_a_traceback(rank: str) -> None:
    """Every value of every shipped card replaced by each kind of wrong one: a card, or an InputError of one line."""
    for whole in (found for found in entries() if found["rank"] == rank):
        for way in ways(whole):
            for value in WRONG:
                data = deepcopy(whole)
                put(*way, value=value)(data)
                said = refusal(data, Cards(()))
                assert said.isprintable(), way
                assert len(said) < 400, way


# --- laid over the set ---


def test_new_pv_for_three_cards_change_nothing_else() -> None:
    """8: what a table gives replaces those keys of that card; all other cards are the very same."""
    changes = [{"number": number, "pv": 12} for number in ("001", "036", "SP02")]
    after = overlaid(*changes)
    assert [card.number for card in after.all] == [card.number for card in SET.all]
    changed = [card.number for old, card in zip(SET.all, after.all, strict=True) if old != card]
    assert changed == ["001", "036", "SP02"]
    for old, card in zip(SET.all, after.all, strict=True):
        assert card == (replace(old, pv=12) if card.number in changed else old)
        assert (card.figures == old.figures) == (card.number not in changed)


def test_actions_and_passive_are_replaced_as_a_whole() -> None:
    """8: neither the old actions nor the old passives stay beside the new ones."""
    card = overlaid({"number": "066", "passive": {"toll": 1}, "actions": [{"aim": "self", "gain": 2}]}).all[65]
    assert card.passive == {"toll": 1}
    assert card.actions == (Action(AIMS.index("self"), gain=2),)
    assert (card.name, card.pv, card.issue) == ("Sevan", SET.all[65].pv, "#030 Last call")
    assert overlaid({"number": "002", "passive": {}}).all[1].passive == {}


def test_a_new_card_comes_last() -> None:
    """8: a new number is a card more, after all others, in the pool of its rank unless it is special."""
    after = overlaid(entry(), {"number": "001", "pv": 5})
    assert after.all[-1].name == "Ada"
    assert len(after.all) == len(SET.all) + 1
    assert after.places["Ada"] == after.places["067"] == len(SET.all)
    assert after.of_rank(SBIRE) == [*SET.of_rank(SBIRE), len(SET.all)]
    assert overlaid(entry() | {"special": True}).of_rank(SBIRE) == SET.of_rank(SBIRE)


def test_two_cards_of_a_file_may_change_names() -> None:
    """Names must differ once the whole file is laid over, not on the way."""
    one, other = SET.all[0].name, SET.all[65].name
    after = overlaid({"number": "001", "name": other}, {"number": "066", "name": one})
    assert (after.places[other], after.places[one]) == (0, 65)


@pytest.mark.parametrize("words", [{"name": "Eve"}, {"issue": "x"}, {"origin": "printed"}, {"special": True}])
def test_words_do_not_change_the_fingerprint(words: dict[str, Any]) -> None:
    """Cards that play alike have one fingerprint, whatever they are called."""
    assert parse(entry() | words).figures == parse(entry()).figures


def test_the_order_of_keys_does_not_change_the_fingerprint() -> None:
    """A table has no order."""
    one = parse(entry() | {"passive": {"taunt": 1, "armour": 2}})
    other = parse(dict(reversed((entry() | {"passive": {"armour": 2, "taunt": 1}}).items())))
    assert one.figures == other.figures


@pytest.mark.parametrize(
    "change",
    [
        *({"rank": "BOSS"}, {"dna": "PUNK"}, {"pv": 5}, {"capsules": 1}, {"passive": {"armour": 2}}, {"passive": {}}),
        {"actions": entry()["actions"][:1]},
        {"actions": entry()["actions"][::-1]},
    ],
)
def test_whatever_decides_a_game_changes_the_fingerprint(change: dict[str, Any]) -> None:
    """Ranks and DNA count too, and the order of actions, which is how a game calls them."""
    assert parse(entry() | change).figures != parse(entry()).figures


@pytest.mark.parametrize("name", [*FIGURES, "hunter"])
def test_every_figure_changes_the_fingerprint(name: str) -> None:
    """No figure of an action is left out of it."""
    plain = carrier(name)
    value = {"dna": "PUNK", "bonus": 1} if name == "hunter" else FIGURES[name]
    one, other = (parse(entry() | {"actions": [found]}) for found in (plain, plain | {name: value}))
    assert one.figures != other.figures


# --- the set ---

ISSUES = {  # of each issue: its BOSS
    "#020 Club de combat": "Idole du chaos",
    "#021 Sombresâmes": "Décimateur d'âmes",
    "#022 Seishin": "Esprit des mondes",
    "#023 Cristal bleu": "Marchand de cristal",
    "#024 Serial trader": "Carnassier de Wall Street",
    "#025 Space nightmare": "Parasite cosmique",
    "#026 Pieds d'argiles": "Golem silencieux",
    "#027 Puzzle face": "Puzzle face",
    "#028 Plot twist": "Cliffhanger",
    "#029 Frozen outpost": "Incinérateur paranoïaque",
    "#030 Last call": "Sevan",
}
# sha256 of the published list, "number name" a line
NAMES = "9da766ade56f1dc5a6d835d3c5147de68c6c82ae475e58266d0c60121d53dd54"


def effects(card: Card) -> set[str]:
    """Return the names of all figures and passives that a card has; a price is none."""
    found = {
        figure.name
        for one in card.actions
        for figure in fields(Action)
        if getattr(one, figure.name) != figure.default and figure.name not in ("aim", "price", "prey")
    }
    return found | set(card.passive)


def damage(found: Action) -> int:
    """Return what an action's hits on one target come to, without bonuses."""
    return found.damage * found.hits


def every_action() -> Iterator[tuple[Card, Action]]:
    for card in SET.all:
        for found in card.actions:
            yield card, found


def test_the_names_are_the_published_ones() -> None:
    """68 cards: 001 to 066, six an issue, and two special ones, in that order."""
    assert [card.number for card in SET.all] == [*(f"{n:03d}" for n in range(1, 67)), "SP01", "SP02"]
    listed = "".join(f"{card.number} {card.name}\n" for card in SET.all)
    assert hashlib.sha256(listed.encode()).hexdigest() == NAMES
    assert {card.issue: card.name for card in SET.all if int(card.number[-2:]) % 6 == 0 and card.issue} == ISSUES
    assert [card.issue for card in SET.all] == [*(issue for issue in ISSUES for _ in range(6)), "", ""]


def test_ranks_go_by_numbers() -> None:
    """9: of each six the last is the BOSS, the two before it LIEUTENANTS."""
    by_rest = {0: BOSS, 4: LIEUTENANT, 5: LIEUTENANT}
    for card in SET.all[:66]:
        assert card.rank == by_rest.get(int(card.number) % 6, SBIRE), card.name
    assert [card.rank for card in SET.all[66:]] == [SBIRE, LIEUTENANT]
    assert [len(SET.of_rank(rank)) for rank in (SBIRE, LIEUTENANT, BOSS)] == [33, 22, 11]


def test_only_the_two_special_cards_are_outside_the_pool() -> None:
    """Decision 24."""
    assert [card.number for card in SET.all if card.special] == ["SP01", "SP02"]


def test_all_figures_are_said_to_be_invented() -> None:
    """No figure of the game was ever published in text."""
    assert {card.origin for card in SET.all} == {"invented"}


PV_OF = {SBIRE: range(3, 6), LIEUTENANT: range(5, 9), BOSS: range(8, 13)}
CAPSULES_OF = {SBIRE: range(2), LIEUTENANT: range(1, 3), BOSS: range(2, 4)}


@pytest.mark.parametrize("card", SET.all, ids=lambda card: card.number)
def test_a_card_is_inside_the_ranges_of_its_rank(card: Card) -> None:
    """The head of cards.toml: PV and capsules by rank, one to three actions, prices up to 4."""
    assert card.pv in PV_OF[card.rank]
    assert card.capsules in CAPSULES_OF[card.rank]
    assert 1 <= len(card.actions) <= 3
    assert max(found.price for found in card.actions) <= 4
    assert len(card.passive) <= 2


def test_most_cards_have_the_usual_number_of_capsules() -> None:
    """The head of cards.toml: SBIRES none, LIEUTENANTS one, BOSSES two."""
    usual = Counter(card.rank for card in SET.all if card.capsules == card.rank)
    assert all(2 * usual[rank] > sum(card.rank == rank for card in SET.all) for rank in range(3))


@pytest.mark.parametrize("card", SET.all, ids=lambda card: card.number)
def test_every_card_can_always_attack(card: Card) -> None:
    """3.5: an attack that costs nothing, neither PV nor a turn, on any rival: no game starves."""
    free = [found for found in card.actions if found.price == found.skip == 0]
    assert any(found.damage and found.aim in (RIVAL, RIVALS) for found in free)


def hurts_through(found: Action, armour: int) -> bool:
    """Return whether each hit is stronger than an armour, or does not mind it (5.3)."""
    return found.damage > armour or bool(found.damage and found.pierce)


@pytest.mark.parametrize("card", SET.all, ids=lambda card: card.number)
def test_armour_starves_no_game(card: Card) -> None:
    """5.3: hits of 1 do nothing to armour; two armoured cards with such attacks alone would stand there for ever."""
    thickest = max(other.passive.get("armour", 0) for other in SET.all)
    free = [found for found in card.actions if found.price == found.skip == 0 and found.aim in (RIVAL, RIVALS)]
    for chosen in (card.actions, free) if "armour" in card.passive else (card.actions,):
        assert any(hurts_through(found, thickest) for found in chosen)


@pytest.mark.parametrize("card", SET.all, ids=lambda card: card.number)
def test_damage_is_inside_the_bounds_of_the_rank(card: Card) -> None:
    """The head of cards.toml, all hits together; what is paid for on one rival is more than what is free."""
    free, paid, many = (((2, 4), (3, 8), (2, 4)), ((3, 6), (4, 9), (2, 7)), ((4, 6), (5, 15), (4, 8)))[card.rank]
    attacks = [found for found in card.actions if found.damage]
    for found in attacks:
        low, high = many if found.aim == RIVALS else free if found.price == found.skip == found.recoil == 0 else paid
        assert low <= found.damage * found.hits <= high
    on_one = [(found.price > 0, found.damage * found.hits) for found in attacks if found.aim != RIVALS]
    for_nothing, for_a_price = ([hit for priced, hit in on_one if priced is wanted] for wanted in (False, True))
    assert not for_nothing or not for_a_price or max(for_a_price) > max(for_nothing)


@pytest.mark.parametrize("card", SET.all, ids=lambda card: card.number)
def test_no_help_is_free(card: Card) -> None:
    """Or a game could go on for ever."""
    assert all(found.price > 0 for found in card.actions if not found.attacks)


@pytest.mark.parametrize("card", [card for card in SET.all if card.rank == BOSS], ids=lambda card: card.number)
def test_a_boss_has_nothing_that_needs_a_team(card: Card) -> None:
    """1.4: a BOSS is alone in its row, and when it falls the game is over."""
    assert not set(card.passive) & {"shelter", "banner", "thrift", "taunt", "stealth", "mourn", "parting"}
    assert not any(found.pack or AIMS[found.aim] in ("ally", "team") for found in card.actions)


def test_what_makes_games_long_is_rare_and_dear() -> None:
    """Games are to be short: little help, few capsules, no cheap way to take the rival's turns."""
    assert max(found.heal for _, found in every_action()) <= 3
    assert sum(found.capsule > 0 for _, found in every_action()) <= 3
    assert all(found.price >= 3 for _, found in every_action() if found.capsule or found.freeze)
    assert sum("shell" in card.passive for card in SET.all) <= 3


def test_cards_have_one_to_three_actions_mostly_two() -> None:
    """A card is to be read at a glance."""
    counts = Counter(len(card.actions) for card in SET.all)
    assert set(counts) == {1, 2, 3}
    assert 2 * counts[2] > len(SET.all)


def test_about_a_third_of_the_cards_have_a_passive() -> None:
    """Between a quarter and two in five."""
    assert 0.25 <= sum(bool(card.passive) for card in SET.all) / len(SET.all) <= 0.4


def test_every_effect_of_the_rules_is_on_some_card() -> None:
    """8: so that games of the shipped decks test every clause; at least 25 different ones."""
    found = Counter(effect for card in SET.all for effect in effects(card))
    assert set(found) == {*FIGURES, "hunter", *PASSIVES} - {"price"}
    assert len(found) >= 25
    assert {AIMS[one.aim] for _, one in every_action()} == set(AIMS)


STYLES = {
    "HORROR": {"splash", "parting", "stun", "mourn", "rivals"},
    "MECHA": {"hits", "armour", "thorns", "shell", "pierce"},
    "ALIEN": {"crack", "drain", "exchange", "capsule", "feast", "gain"},
    "NERD": {
        *("heal", "shield", "banner", "shelter", "thrift", "toll", "pack", "finisher", "breaker", "hunter", "freeze"),
        "taunt",
    },
    "PUNK": {"recoil", "rage", "grudge", "skip", "spite", "again", "edge"},
}


@pytest.mark.parametrize("dna", DNA)
def test_a_dna_has_its_style(dna: str) -> None:
    """The head of cards.toml: half the cards of a DNA show its style, and twice as many as of any other DNA."""
    share = {}
    for other, name in enumerate(DNA):
        held = [card for card in SET.all if card.dna == other]
        wide = [card for card in held if any(found.aim == RIVALS for found in card.actions)]
        in_style = [c for c in held if effects(c) & STYLES[dna] or ("rivals" in STYLES[dna] and c in wide)]
        share[name] = len(in_style) / len(held)
    own = share.pop(dna)
    assert own >= 0.5
    assert own >= 2 * max(share.values())


def test_dna_is_spread_evenly() -> None:
    """About thirteen cards of each; of each rank about the same number."""
    pool = [card for card in SET.all if not card.special]
    for rank, (fewest, most) in {SBIRE: (6, 7), LIEUTENANT: (4, 5), BOSS: (2, 3)}.items():
        counts = Counter(card.dna for card in pool if card.rank == rank)
        assert len(counts) == len(DNA)
        assert fewest <= min(counts.values()) <= max(counts.values()) <= most


@pytest.mark.parametrize("issue", ISSUES)
def test_an_issue_has_a_dna_of_two_or_three_cards(issue: str) -> None:
    """So that `pack` and `hunter` mean something in the decks of the issues."""
    counts = Counter(card.dna for card in SET.all if card.issue == issue)
    assert 2 <= max(counts.values()) <= 3


def test_no_two_cards_play_alike() -> None:
    """68 fingerprints."""
    assert len({card.figures for card in SET.all}) == len(SET.all)


# --- in words ---


@pytest.mark.parametrize("card", SET.all, ids=lambda card: card.number)
def test_a_card_in_words_has_a_line_for_each_of_its_parts(card: Card) -> None:
    """A title with all that is printed on top; then the actions, then the passives."""
    title, *lines = cards.text(card).split("\n")
    capsules = f"{card.capsules} capsule" + "s" * (card.capsules != 1)
    assert title == f"{card.number} {card.name}: {RANKS[card.rank]}, {DNA[card.dna]}, {card.pv} PV, {capsules}"
    assert lines[: len(card.actions)] == [f"  {cards.action_text(found)}" for found in card.actions]
    assert len(lines) == len(card.actions) + len(card.passive)
    assert all(line.startswith("  passive: ") for line in lines[len(card.actions) :])
    assert all(line.isprintable() and len(line) <= 120 for line in lines)


WORDS = {
    "price": "for 3 PV: ",
    "skip": "for the next turn: ",
    "damage": "3 damage to one rival",
    "hits": "3 times ",
    "splash": "3 damage to the neighbours of it",
    "pierce": "no defence helps",
    "rage": "+3 when hurt",
    "pack": "+3 with another of its DNA in the team",
    "grudge": "+3 for each card in the combo pile",
    "finisher": "+3 against no capsule",
    "breaker": "+3 against a capsule",
    "drain": "gains the PV that this takes, up to 3",
    "crack": "it loses 3 capsules",
    "stun": "stuns it",
    "exchange": "exchanges PV with it",
    "freeze": "the rival's next turn is skipped",
    "heal": "3 PV to one of the team",
    "capsule": "3 capsules to one of the team",
    "shield": "a shield to one of the team",
    "gain": "gains 3 PV",
    "recoil": "loses 3 PV afterwards",
    "again": "one more action",
}


@pytest.mark.parametrize("name", FIGURES)
def test_words_mention_every_figure(name: str) -> None:
    """No figure of an action is left out of its text, beside whatever else."""
    found = action(**carrier(name) | {name: min(3, FIGURES[name])})
    assert WORDS[name] in cards.action_text(found)
    bare = {"aim": "rival", "splash": 2} if name in ("pierce", "drain") else {"aim": carrier(name)["aim"], "gain": 1}
    if name not in ("hits", "rage", "pack", "grudge", "finisher", "breaker"):  # which need damage
        without = cards.action_text(action(**bare))
        assert cards.action_text(action(**bare | {name: min(4, FIGURES[name])})) != without


@pytest.mark.parametrize("dna", DNA)
def test_words_mention_the_prey(dna: str) -> None:
    """`hunter` is a bonus against one DNA."""
    found = action(aim="rival", damage=2, hunter={"dna": dna, "bonus": 3})
    assert cards.action_text(found) == f"free: 2 damage to one rival, +3 against {dna}"


@pytest.mark.parametrize("name", PASSIVES)
def test_words_mention_every_passive(name: str) -> None:
    """Each has words of its own, with its number where it has a choice of numbers."""
    top = PASSIVES[name]
    said = [cards.text(parse(entry() | {"passive": {other: top}})) for other in PASSIVES if PASSIVES[other] == top]
    assert len(set(said)) == len(said)
    assert top == 1 or f" {top} " in cards.text(parse(entry() | {"passive": {name: top}})).split("passive:")[1] + " "


TEXTS: dict[str, dict[str, Any]] = {
    "free: 4 times 2 damage to every rival, each loses 1 capsule": {
        "aim": "rivals",
        "damage": 2,
        "hits": 4,
        "crack": 1,
    },
    "for 1 PV and the next turn: exchanges PV with the rival opposite": {
        "aim": "opposite",
        "price": 1,
        "skip": 1,
        "exchange": 1,
    },
    "free: 2 damage to the neighbours of one rival, no defence helps": {"aim": "rival", "splash": 2, "pierce": 1},
    "free: 2 PV and 1 capsule and a shield to the whole team": {"aim": "team", "heal": 2, "capsule": 1, "shield": 1},
    "for 7 PV: a shield to itself, gains 2 PV, loses 1 PV afterwards, one more action": {
        "aim": "self",
        "price": 7,
        "shield": 1,
        "gain": 2,
        "recoil": 1,
        "again": 1,
    },
    "free: the rival's next turn is skipped": {"aim": "rivals", "freeze": 1},
}


@pytest.mark.parametrize("words", TEXTS)
def test_an_action_in_words(words: str) -> None:
    """Whole sentences, for every aim, with and without damage."""
    assert cards.action_text(action(**TEXTS[words])) == words


def test_different_actions_of_the_set_have_different_words() -> None:
    """Nothing that tells two actions apart is left unsaid."""
    said: dict[str, Action] = {}
    for _, found in every_action():
        assert said.setdefault(cards.action_text(found), found) == found
    assert all(found.aim <= OPPOSITE for found in said.values() if found.attacks)
