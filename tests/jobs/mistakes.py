"""Mistakes that a config can hold, each with how the answer begins: the tables of test_config.py."""

from pathlib import Path
from typing import Any

CONFIGS = Path(__file__).parents[2] / "configs"
HEAD = 'name = "t"\nruleset = "massiveverse"\nblocks = 2\n'
KUHN = 'name = "t"\nruleset = "kuhn"\nblocks = 2\n[[entrants]]\ndecks = ["*"]\n'
FIELD = '[[entrants]]\ndecks = ["Marrow"]\nstrategies = ["random"]\n'
ACT = """
from sim import pick

def act(view, legal, coin, *, bold: int = 1, how: str = 'x', cards=(1, 2), fast=False):
    return pick.uniform(legal, coin)
"""
DECK = (CONFIGS / "decks/massiveverse/glasswing.toml").read_text()
CARD = '[[card]]\nnumber = "001"\npv = 5\n'
SIX = (CONFIGS / "decks/capsule/horror-night.toml").read_text()


CAPSULE = 'name = "t"\nruleset = "capsule"\nblocks = 2\n'
ISSUE = '[[entrants]]\ndecks = ["#020*", "#021*"]\nstrategies = ["random"]\n'


def decks(entries: str) -> str:
    return f'{HEAD}[[entrants]]\ndecks = {entries}\nstrategies = ["random"]\n'


def strategies(entries: str) -> str:
    return f'{HEAD}[[entrants]]\ndecks = ["Marrow"]\nstrategies = {entries}\n'


# the config's text, and the beginning of the message, or its end in brackets
KEYS: dict[str, tuple[Any, str]] = {
    "substitute where decks are one piece": (
        "substitute = {}\n" + HEAD + FIELD,
        'my.toml: substitute = { decks = ["*"], cards = ["*"], by = 4, seed = 0 }: the decks of massiveverse h',
    ),
    "substitute in Kuhn poker": (
        "substitute = {}\n" + KUHN + 'strategies = ["random"]\n',
        'my.toml: substitute = { decks = ["*"], cards = ["*"], by = 4, seed = 0 }: the decks of kuhn have no cards',
    ),
    "substitute no table": (
        "substitute = 3\n" + CAPSULE + ISSUE,
        "my.toml: substitute = 3: is no table; right would be a table, such as { decks",
    ),
    "substitute with an unknown key": (
        "substitute = { card = ['*'] }\n" + CAPSULE + ISSUE,
        'my.toml: substitute.card = ["*"]: no such key; right would be "cards"',
    ),
    "substitute nothing": (
        "substitute = { cards = [] }\n" + CAPSULE + ISSUE,
        "my.toml: substitute.cards = []: is empty; right would be names or globs of cards",
    ),
    "substitute in an unknown deck": (
        "substitute = { decks = ['Seishin'] }\n" + CAPSULE + ISSUE,
        'my.toml: substitute.decks[0] = "Seishin": no entrant has such a deck; right would be ',
    ),
    "substitute an unknown card": (
        "substitute = { cards = ['Singe de espace'] }\n" + CAPSULE + ISSUE,
        'my.toml: substitute.cards[0] = "Singe de espace": no deck has such a card; right would be "Singe de l',
    ),
    "substitute a card of another deck": (
        "substitute = { cards = ['Sevan'] }\n" + CAPSULE + ISSUE,
        'my.toml: substitute.cards[0] = "Sevan": no deck has such a card; right would be one of ',
    ),
    "substitute by none": (
        "substitute = { by = 0 }\n" + CAPSULE + ISSUE,
        "my.toml: substitute.by = 0: out of range; right would be a whole number of cards from 1 to 1000, or names",
    ),
    "substitute by a text": (
        "substitute = { by = 'Sevan' }\n" + CAPSULE + ISSUE,
        'my.toml: substitute.by = "Sevan": is no whole number; right would be a whole number of cards from 1',
    ),
    "substitute by an empty list": (
        "substitute = { by = [] }\n" + CAPSULE + ISSUE,
        "my.toml: substitute.by = []: is empty; right would be a whole number of cards from 1",
    ),
    "substitute by an unknown card": (
        "substitute = { by = ['Sevann'] }\n" + CAPSULE + ISSUE,
        'my.toml: substitute.by[0] = "Sevann": no such card in capsule; right would be "Sevan"',
    ),
    "substitute by what is legal nowhere": (
        "substitute = { cards = ['001'], by = ['Sevan'] }\n" + CAPSULE + ISSUE,
        'my.toml: substitute.by = ["Sevan"]: nothing can replace any of the cards: of ',
    ),
    "substitute by what the deck has": (
        "substitute = { cards = ['001'], by = ['001'] }\n" + CAPSULE + ISSUE,
        "my.toml: substitute.by = [\"001\"]: nothing can replace any of the cards: of '#020 Club de combat' not ",
    ),
    "substitute on luck of its own": (
        "substitute = {}\nluck = 'single'\n" + CAPSULE + ISSUE,
        'my.toml: substitute = { decks = ["*"], cards = ["*"], by = 4, seed = 0 }: goes not with luck = "single": each',
    ),
    "substitute in drawn pairs": (
        "substitute = {}\npairing = { random = 9 }\n" + CAPSULE + ISSUE,
        'my.toml: substitute = { decks = ["*"], cards = ["*"], by = 4, seed = 0 }: goes not with pairs drawn at random',
    ),
    "substitute until decided": (
        "substitute = {}\nprecision = 0.1\n" + CAPSULE.replace("blocks = 2\n", "") + ISSUE,
        'my.toml: substitute = { decks = ["*"], cards = ["*"], by = 4, seed = 0 }: goes not with precision: all cell',
    ),
    "substitute with a luck budget": (
        "substitute = {}\nbudget = 2\n" + CAPSULE + ISSUE,
        'my.toml: substitute = { decks = ["*"], cards = ["*"], by = 4, seed = 0 }: goes not with budget: its games',
    ),
    "substitute of the wrong kind": (
        "substitute = { seed = 1.5 }\n" + CAPSULE + ISSUE,
        "my.toml: substitute.seed = 1.5: is no whole number; right would be a whole number from 0",
    ),
    "unknown key": ("blcks = 3\n" + HEAD + FIELD, 'my.toml: blcks = 3: no such key; right would be "blocks"'),
    "far from any key": ("zzz = 1\n" + HEAD + FIELD, 'my.toml: zzz = 1: no such key; right would be one of "blocks", '),
    "no text for cards": (
        "cards = 3\n" + HEAD + FIELD,
        "my.toml: cards = 3: is no text; right would be the path of a .toml file with cards",
    ),
    "cards where decks hold them": (
        'cards = "mine.toml"\n' + HEAD + FIELD,
        'my.toml: cards = "mine.toml": massiveverse takes no card files; right would be to leave the key away: a deck',
    ),
    "wrong type": (
        HEAD.replace("2", '"2"') + FIELD,
        'my.toml: blocks = "2": is no whole number; right would be a whole number of blocks a cell, from 1 to 10000000',
    ),
    "a number with a fraction": (HEAD.replace("2", "2.0") + FIELD, "my.toml: blocks = 2.0: is no whole number; right"),
    "true for a number": (HEAD.replace("2", "true") + FIELD, "my.toml: blocks = true: is no whole number; right"),
    "no blocks": (
        HEAD.replace("2", "0") + FIELD,
        "my.toml: blocks = 0: out of range; right would be a whole number of",
    ),
    "absurd blocks": (HEAD.replace("2", "1000000001") + FIELD, "my.toml: blocks = 1000000001: out of range; right"),
    "a budget of one": (
        "budget = 1\n" + HEAD + FIELD,
        "my.toml: budget = 1: out of range; right would be a whole number of blocks a cell, from 2 on, such as 100",
    ),
    "a budget of text": (
        'budget = "all"\n' + HEAD + FIELD,
        'my.toml: budget = "all": is no whole number; right would be a whole number of blocks a cell, from 2 on',
    ),
    "a budget beyond the blocks": (
        "budget = 3\n" + HEAD + FIELD,
        "my.toml: budget = 3: is more than blocks, 2; right would be a whole number from 2 to 2",
    ),
    "a budget beyond what a cell surely gets": (
        "budget = 65\nprecision = 0.1\n" + HEAD.replace("blocks = 2\n", "") + FIELD,
        "my.toml: budget = 65: is more than the blocks that each cell gets at least, 64; right would be a whole number",
    ),
    "a budget of drawn pairs": (
        "budget = 2\npairing = { random = 3 }\n" + HEAD + FIELD,
        "my.toml: budget = 2: goes not with pairs drawn at random: each meets on luck of its own; right would be",
    ),
    "seed below": (
        "seed = -1\n" + HEAD + FIELD,
        "my.toml: seed = -1: out of range; right would be a whole number from 0",
    ),
    "seed above": (
        f"seed = {1 << 63}\n" + HEAD + FIELD,
        "my.toml: seed = 9223372036854775808: out of range; right would be a whole number from 0 to 922337203685477580",
    ),
    "a seed too long to print": (f"seed = 0x{'f' * 9000}\n" + HEAD + FIELD, "my.toml: seed = 0xfff"),
    "luck": (
        'luck = "seats"\n' + HEAD + FIELD,
        'my.toml: luck = "seats": no such value; right would be "seat", "deck", "block" or "single"',
    ),
    "first": ('first = "last"\n' + HEAD + FIELD, 'my.toml: first = "last": no such value; right would be "given" or'),
    "rolled with pairs": (
        'first = "rolled"\n' + HEAD + FIELD,
        'my.toml: first = "rolled": goes with luck = "single" only; right would be "given", the default',
    ),
    "rolled where nothing is": (
        'first = "rolled"\nluck = "single"\n' + HEAD + FIELD,
        'my.toml: first = "rolled": massiveverse has no roll for who starts; right would be "given", the default',
    ),
    "pairing": (
        'pairing = "swiss"\n' + HEAD + FIELD,
        'my.toml: pairing = "swiss": no such value; right would be "round-robin", "gauntlet", "mirror" or { random = 1',
    ),
    "random pairs": (
        "pairing = { random = 0 }\n" + HEAD + FIELD,
        "my.toml: pairing.random = 0: out of range; right would be a whole number of pairs from 1 to 10000000",
    ),
    "random misspelt": (
        "pairing = { radnom = 5 }\n" + HEAD + FIELD,
        'my.toml: pairing.radnom = 5: no such key; right would be "random" (and 1 more)',
    ),
    "random pairs of one": (
        "pairing = { random = 5 }\n" + HEAD + FIELD,
        "my.toml: pairing = { random = 5 }: one entrant makes no pair; right would be more [[entrants]]",
    ),
    "gauntlet without a field": (
        'pairing = "gauntlet"\n' + HEAD + FIELD,
        'my.toml: pairing = "gauntlet": the first [[entrants]] table has nobody to meet; right would be a second [[ent',
    ),
    "keep": (
        'keep = "some"\n' + HEAD + FIELD,
        'my.toml: keep = "some": no such way to keep games; right would be "all"',
    ),
    "keep none of them": ("keep = 0\n" + HEAD + FIELD, "my.toml: keep = 0: out of range; right would be"),
    "keep true": ("keep = true\n" + HEAD + FIELD, "my.toml: keep = true: no such way to keep games; right would be"),
    "no entrants": (HEAD, "my.toml: entrants: is missing; right would be one [[entrants]] table or more"),
    "entrants empty": (
        "entrants = []\n" + HEAD,
        "my.toml: entrants = []: is empty; right would be one [[entrants]] table",
    ),
    "one bracket": (
        HEAD + FIELD.replace("[[", "[").replace("]]", "]"),
        'my.toml: entrants = { decks = ["Marrow"], strategies = ["random"] }: is no list; right would be one [[entrant',
    ),
    "no decks": (decks("[]"), "my.toml: entrants[0].decks = []: is empty; right would be deck names, globs, paths"),
    "no strategies": (strategies("[]"), "my.toml: entrants[0].strategies = []: is empty; right would be names"),
    "a deck for decks": (
        decks('"Marrow"'),
        'my.toml: entrants[0].decks = "Marrow": is no list; right would be deck names',
    ),
    "a number for a deck": (decks("[3]"), "my.toml: entrants[0].decks[0] = 3: is no text; right would be deck names"),
    "a key in a table": (
        HEAD + FIELD + "deck = 1\n",
        'my.toml: entrants[0].deck = 1: no such key; right would be "decks"',
    ),
    "two mistakes": ("seed = -1\n" + HEAD.replace("2", "0") + FIELD, "(and 1 more)"),
    "a key below a table": (
        HEAD + FIELD + "luck = 'seat'\n",
        'my.toml: entrants[0].luck = "seat": no such key here; right would be luck further up, above the first [[',
    ),
    "unknown ruleset": (
        HEAD.replace("massive", "masive") + FIELD,
        'my.toml: ruleset = "masiveverse": no such ruleset; right would be "massiveverse"',
    ),
    "bad TOML": (HEAD + "seed = = 3\n", "my.toml: line 4, column 8: invalid value; right would be TOML, see https"),
    "TOML cut off": (HEAD + "seed = [1,", "my.toml: line 4, the end of the file: "),
    "a key twice": (HEAD + "blocks = 3\n", "my.toml: line 4, column 11: cannot overwrite a value; right would be TOML"),
    "nested too deeply": (HEAD + "x = " + "[" * 9000 + "\n", "my.toml: is nested too deeply; right would be"),
    "deep tables": (HEAD + FIELD + ".".join("x" * 3000) + " = 1\n", "my.toml: entrants[0].x = { x = { x = {"),
    "a number of many digits": (HEAD + f"x = {'9' * 9000}\n", "my.toml: exceeds the limit"),
    "no text": (HEAD.encode() + b"\xff\n", "my.toml: byte 47 is no UTF-8 text; right would be a text file in UTF-8"),
    "empty": ("", "my.toml: name: is missing; right would be 1 to 100 characters that can be shown"),
}


# the list of decks, files beside the config, and a part of the message
DECKS: dict[str, tuple[str, dict[str, str | bytes], str]] = {
    "missing": ('["Marow"]', {}, '.decks[0] = "Marow": no such deck in massiveverse; right would be "Marrow"'),
    "by case": ('["marrow"]', {}, '.decks[0] = "marrow": no such deck in massiveverse; right would be "Marrow"'),
    "a path without its ending": (
        '["decks/own"]',
        {"decks/own.toml": DECK},
        ' = "decks/own": no such deck in massiveverse; right would be a path that ends in .toml',
    ),
    "glob of nothing": (
        '["Q*"]',
        {},
        '.decks[0] = "Q*": no deck\'s name is like this; right would be one of "Cataclysm", "Gemini"',
    ),
    "twice": (
        '["Marrow", "Gemini", "M*"]',
        {},
        ".decks[2] = \"M*\": duplicate entrant 'random / Marrow': it plays the same deck in the same way already; righ",
    ),
    "file missing": (
        '["d/one.toml"]',
        {"d/own.toml": DECK},
        ' = "d/one.toml": no such file; right would be "own.toml"',
    ),
    "file missing, and others are nearer": (
        '["d/one.toml"]',
        {"d/one_.toml": HEAD + FIELD, "d/ones.toml": CARD, "d/oned.toml": SIX, "d/own.toml": DECK},
        ' = "d/one.toml": no such file; right would be "own.toml"',
    ),
    "no file of decks there": (
        '["d/one.toml"]',
        {"d/ones.toml": HEAD + FIELD, "d/oned.toml": "x", "d/onet.toml": b"\xfe", "d/one_.toml": ""},
        ' = "d/one.toml": no such file; right would be the path of a .toml file that',
    ),
    "no file there": (
        '["d/one.toml"]',
        {},
        ' = "d/one.toml": no such file; right would be the path of a .toml file that',
    ),
    "a folder": ('["d.toml"]', {"d.toml/x": ""}, '.decks[0] = "d.toml": is a folder; right would be a file'),
    "nul in the path": (r'["\u0000.toml"]', {}, r'.decks[0] = "\u0000.toml": no such file; right would be'),
    "glob of no files": (
        '["d/*.toml"]',
        {},
        '.decks[0] = "d/*.toml": no file\'s name is like this; right would be paths',
    ),
    "bytes": ('["d.toml"]', {"d.toml": b"\xfe"}, '.decks[0] = "d.toml": byte 0 is no UTF-8 text; right would be'),
    "no TOML": ('["d.toml"]', {"d.toml": "x"}, '.decks[0] = "d.toml": line 1, the end of the file: expected'),
    "illegal": (
        '["d.toml"]',
        {"d.toml": DECK.replace("damage = 3", "damage = 30")},
        ".decks[0] = \"d.toml\": character 'Glasswing': strength: damage = 30 is wrong; right would be a whole number ",
    ),
    "a name that cannot be shown": (
        '["d.toml"]',
        {"d.toml": DECK.replace("Glasswing", r"Glass\u001bwing")},
        '.decks[0] = "d.toml": name = ',
    ),
    "two of one name": (
        '["a.toml", "b.toml"]',
        {"a.toml": DECK, "b.toml": DECK.replace("damage = 3", "damage = 2")},
        ".decks[1] = \"b.toml\": another deck named 'Glasswing' stands at entrants[0].decks[0]; right would be another",
    ),
    "sample too large": (
        "[{ sample = 9 }]",
        {},
        ".decks[0].sample = 9: more decks than there are; right would be at most 8, as massiveverse makes no decks of ",
    ),
    "sample of none": (
        "[{ sample = 0 }]",
        {},
        ".decks[0].sample = 0: out of range; right would be a whole number of deck",
    ),
    "sample misspelt": ("[{ sample = 2, sead = 1 }]", {}, '.decks[0].sead = 1: no such key; right would be "seed"'),
    "sample without number": (
        "[{ seed = 2 }]",
        {},
        ".decks[0].sample: is missing; right would be a whole number of decks",
    ),
    "seed of a sample": (
        "[{ sample = 2, seed = -2 }]",
        {},
        ".decks[0].seed = -2: out of range; right would be a whole",
    ),
}


# the value of `cards`, files beside the config, and how the message begins
CARDS: dict[str, tuple[str, dict[str, str | bytes], str]] = {
    "missing": (
        '"mine.toml"',
        {"mime.toml": CARD, "other.toml": CARD},
        'my.toml: cards = "mine.toml": no such file; right would be "mime.toml"',
    ),
    "missing, and others are nearer": (
        '"mine.toml"',
        {"mine_.toml": SIX, "mines.toml": HEAD + FIELD, "mime.toml": CARD},
        'my.toml: cards = "mine.toml": no such file; right would be "mime.toml"',
    ),
    "missing, and no card file is there": (
        '"mine.toml"',
        {"mine_.toml": SIX, "mines.toml": HEAD + FIELD, "mime.toml": "", "mint.toml": "x"},
        'my.toml: cards = "mine.toml": no such file; right would be the path of a .toml file that exists',
    ),
    "empty": ('""', {}, 'my.toml: cards = "": is no path of a card file; right would be the path of a .toml file with'),
    "another ending": ('"mine.csv"', {"mine.csv": ""}, 'my.toml: cards = "mine.csv": is no path of a card file; right'),
    "a folder": (
        '"mine.toml"',
        {"mine.toml/x": ""},
        'my.toml: cards = "mine.toml": is a folder; right would be a file',
    ),
    "nul": (r'"\u0000.toml"', {}, r'my.toml: cards = "\u0000.toml": no such file; right would be'),
    "bytes": ('"mine.toml"', {"mine.toml": b"\xfe"}, 'my.toml: cards = "mine.toml": byte 0 is no UTF-8 text; right'),
    "no TOML": ('"mine.toml"', {"mine.toml": "card"}, 'my.toml: cards = "mine.toml": line 1, the end of the file: exp'),
    "no card set": ('"mine.toml"', {"mine.toml": "crad = 1"}, 'my.toml: cards = "mine.toml": '),
    "an impossible figure": (
        '"mine.toml"',
        {"mine.toml": '[[card]]\nnumber = "001"\npv = 99\n'},
        'my.toml: cards = "mine.toml": ',
    ),
}


# the list of strategies, the text of s.py beside the config, and a part of the message
STRATEGIES = {
    "unknown": ('["randon"]', "", '[0] = "randon": no such strategy for massiveverse; right would be "random"'),
    "a path without its ending": (
        '["mine/s"]',
        "",
        '"mine/s": no such strategy for massiveverse; right would be a path that ends in .py',
    ),
    "a function of a shipped one": (
        '["random:act"]',
        "",
        '"random:act": a function goes with a file or a module; right would be "random" alone',
    ),
    "async": (
        '["s.py"]',
        "async def act(view, legal, coin):\n    return 0\n",
        "act is a class, a generator or async; right would be a function that returns its answer",
    ),
    "a generator": (
        '["s.py"]',
        "def score(view):\n    yield 0\n",
        "score is a class, a generator or async; right would",
    ),
    "a class": ('["s.py:A"]', "class A:\n    def __init__(self, view): ...\n", "A is a class, a generator or async"),
    "a fraction": (
        "[{ use = 's.py', w = 0.7 }]",
        "def score(view, *, w=0.5):\n    return 0\n",
        "[0].w = 0.7: no such parameter; right would be none: it has no keyword-only ones",
    ),
    "no text": ("[1]", "", "[0] = 1: is no text; right would be names"),
    "no use": ("[{ name = 'x' }]", "", "[0].use: is missing; right would be the name, path or module of a strategy"),
    "use no text": ("[{ use = 3 }]", "", "[0].use = 3: is no text; right would be the name"),
    "name no text": (
        "[{ use = 'random', name = 3 }]",
        "",
        "[0].name = 3: is no text; right would be 1 to 100 characters",
    ),
    "name empty": (
        "[{ use = 'random', name = '' }]",
        "",
        '[0].name = "": is empty; right would be 1 to 100 characters',
    ),
    "name too long": (f"[{{ use = 'random', name = '{'x' * 101}' }}]", "", ": has 101 characters; right would be 1 to"),
    "parameter of none": (
        "[{ use = 'random', x = 1 }]",
        "",
        "[0].x = 1: no such parameter; right would be none: it has no keyword-only ones whose defaults are",
    ),
    "unknown parameter": (
        "[{ use = 's.py', bald = 3 }]",
        ACT,
        '[0].bald = 3: no such parameter; right would be "bold"',
    ),
    "text for a number": (
        "[{ use = 's.py', bold = '3' }]",
        ACT,
        '[0].bold = "3": wrong type; right would be a whole number, such as 1',
    ),
    "true for a number": (
        "[{ use = 's.py', bold = true }]",
        ACT,
        "[0].bold = true: wrong type; right would be a whole",
    ),
    "number for true": (
        "[{ use = 's.py', fast = 1 }]",
        ACT,
        "[0].fast = 1: wrong type; right would be true or false, such",
    ),
    "number for text": (
        "[{ use = 's.py', how = 1 }]",
        ACT,
        '[0].how = 1: wrong type; right would be a text, such as "x"',
    ),
    "texts for numbers": (
        "[{ use = 's.py', cards = ['a'] }]",
        ACT,
        '[0].cards = ["a"]: wrong type; right would be a list of whole numbers, such as [1, 2]',
    ),
    "a table": ("[{ use = 's.py', bold = {} }]", ACT, "[0].bold = {}: wrong type; right would be a whole number"),
    "a day": (
        "[{ use = 's.py', bold = 1979-05-27 }]",
        ACT,
        "[0].bold = 1979-05-27: wrong type; right would be a whole",
    ),
    "too large": (
        f"[{{ use = 's.py', bold = {1 << 63} }}]",
        ACT,
        "[0].bold = 9223372036854775808: out of range; right",
    ),
    "twice": (
        '["random", "random"]',
        "",
        "[1] = \"random\": duplicate entrant 'random / Marrow': it plays the same deck in",
    ),
    "twice by another name": (
        '[{ use = "random", name = "luck" }, "random"]',
        "",
        "[1] = \"random\": duplicate entrant 'random / Marrow': luck / Marrow plays the same deck in the same way alre",
    ),
    "twice by a default": (
        "['s.py', { use = 's.py', bold = 1 }]",
        ACT,
        "duplicate entrant 's(bold=1) / Marrow': s / Marrow",
    ),
    "two of one name": (
        "['random', { use = 's.py', name = 'random' }]",
        ACT,
        "another strategy named 'random' stands at entrants[0].strategies[0]; right would be a name of its own { use =",
    ),
    "file missing": ("['t.py:act']", ACT, '[0] = "t.py:act": no such file; right would be "s.py"'),
    "file missing, and none is a strategy": (
        "['t.py']",
        "x = 1",
        '"t.py": no such file; right would be the path of a ',
    ),
    "file missing, and none is Python": ("['t.py']", "x =", '"t.py": no such file; right would be the path of a .py'),
    "file missing, and none has it": (
        "['t.py:score']",
        ACT,
        '"t.py:score": no such file; right would be the path of a',
    ),
    "file missing, and one has it": (
        "['t.py:quick']",
        "from strategies import quick",
        '"t.py:quick": no such file; right would be "s.py"',
    ),
    "file missing, and running it would end us": (
        "['t.py']",
        "import sys\nsys.exit()\ndef act(): pass",
        '"t.py": no such file; right would be "s.py"',
    ),
    "file in a table": ("[{ use = 't.py' }]", ACT, '[0].use = "t.py": no such file; right would be "s.py"'),
    "no Python": ("['s.py']", "x = 1\ndef act(:\n", '[0] = "s.py": line 2: invalid syntax; right would be Python that'),
    "tabs and spaces": ("['s.py']", "if 1:\n\tx = 1\n        y = 1\n", '[0] = "s.py": line 3: '),
    "nul": ("['s.py']", "x = '\0'\n", '[0] = "s.py": '),
    "raises": (
        "['s.py']",
        "x = 1\ny = x / 0\n",
        '[0] = "s.py": line 2: raises ZeroDivisionError: division by zero; right',
    ),
    "raises many lines": ("['s.py']", "raise ValueError('a\\nb')", '[0] = "s.py": line 1: raises ValueError: a; right'),
    "exits": (
        "['s.py']",
        "import sys\nsys.exit(3)\n",
        '[0] = "s.py": line 2: raises SystemExit: 3; right would be a file',
    ),
    "imports nothing": ("['s.py']", "import numpi\n", '"s.py": line 1: raises ModuleNotFoundError: No module named'),
    "function missing": ("['s.py:akt']", ACT, '[0] = "s.py:akt": no function akt there; right would be "act"'),
    "no function": (
        "['s.py']",
        "x = 1\n",
        '[0] = "s.py": neither act nor score there; right would be a file with act(vi',
    ),
    "a number": ("['s.py']", "act = 1\n", '[0] = "s.py": neither act nor score there; right would be'),
    "wrong signature": (
        "['s.py']",
        "def act(view, legal):\n    return 0\n",
        '[0] = "s.py": act takes neither (view, legal, coin) nor (view); right would be act(view, legal, coin) or scor',
    ),
    "parameter without default": (
        "['s.py']",
        "def score(view, *, x):\n    return x\n",
        "score takes neither (view, legal,",
    ),
    "fact": ("['s.py']", ACT + "COST = 0\n", '[0] = "s.py": COST is 0 there; right would be a whole number from 1'),
    "other fact": (
        "['s.py']",
        ACT + "DETERMINISTIC = 1\n",
        '"s.py": DETERMINISTIC is 1 there; right would be True or Fal',
    ),
    "no module": (
        "['nowhere.at.all:act']",
        "",
        '"nowhere.at.all:act": no module nowhere; right would be a module that is i',
    ),
    "no function in it": ("['math:cosinus']", "", '"math:cosinus": no function cosinus there; right would be'),
    "a module's signature": (
        "['os.path:samefile']",
        "",
        '"os.path:samefile": samefile takes neither (view, legal, coin) nor (view)',
    ),
    "planner's parameter": (
        "[{ use = 'rollout', evaluation = 'x' }]",
        "",
        '[0].evaluation = "x": no such parameter; right',
    ),
    "planner's samples": (
        "[{ use = 'rollout', samples = 0 }]",
        "",
        "[0].samples = 0: wrong number; right would be a whole",
    ),
    "planner's base": (
        "[{ use = 'rollout', base = 'randon' }]",
        "",
        '[0].base = "randon": no such strategy for massivev',
    ),
    "within the base": (
        "[{ use = 'rollout', base = { use = 's.py', bald = 1 } }]",
        ACT,
        "[0].base.bald = 1: no such par",
    ),
    "base no text": (
        "[{ use = 'rollout', base = 3 }]",
        "",
        "[0].base = 3: neither text nor table; right would be a name",
    ),
    "base without use": (
        "[{ use = 'rollout', base = {} }]",
        "",
        "[0].base = {}: no text in its key use; right would be a",
    ),
    "planners in planners": (
        "[" + "{ use = 'rollout', base = " * 4 + "'random'" + " }" * 4 + "]",
        "",
        ": planners nested too deeply; right would be at most 2 in one another",
    ),
    "no evaluation": (
        "[{ use = 'lookahead', evaluation = 's.py' }]",
        ACT,
        '.evaluation = "s.py": no function evaluate there',
    ),
    "evaluation unknown": (
        "[{ use = 'lookahead', evaluation = 'randon' }]",
        "",
        '.evaluation = "randon": no such strategy f',
    ),
    "a planner's evaluation": (
        "[{ use = 'lookahead', evaluation = 'rollout' }]",
        "",
        '.evaluation = "rollout": no such stra',
    ),
    "evaluation's signature": (
        "[{ use = 'lookahead', evaluation = 's.py' }]",
        "def evaluate(a, b, c):\n    return 0\n",
        '[0].evaluation = "s.py": evaluate does not take (view); right would be evaluate(view), one whole number a row',
    ),
}
