"""Cards with texts drawn at random from the card language (README.md, 9), as somebody might write them in a file.

The figures are those of the shipped cards. Left out is what could go on for ever: Units that bring each other back,
cards that ready each other.
"""

import re
from dataclasses import replace
from random import Random
from typing import Final

from sim.errors import InputError
from sim.rulesets.cyberpunk import lint
from sim.rulesets.cyberpunk.cards import GEAR, LEGEND, PROGRAM, Card, Cards
from tests.rulesets.cyberpunk.position import CARDS

HEADINGS: Final = (
    *("PLAY", "ATTACK", "DEFEATED", "BLOCKS", "SPENT", "WINS", "LOSES", "STEALS", "START", "END", "PLAY, ATTACK"),
    *("ATTACK, BLOCKS", "FIRST you play a C Unit or Gear", "FIRST your T Unit attacks", "FIRST an T Unit is defeated"),
    *("FIRST this is spent", "WHEN your equipped Unit or Legend is spent", "SPEND", "QUICK SPEND", "€n SPEND"),
    *("QUICK €n SPEND", "CALL", "CALL"),
)
CALM: Final = ("PLAY", "ATTACK", "START", "END", "SPEND", "CALL", "EFFECT")  # headings that no sentence brings about

CONDITIONS: Final = (
    *("you are ahead", "you are behind", "your Street Cred is even", "your Street Cred is below 2n"),
    *(
        "the Street Creds differ by n or more",
        "your Gigs show n or more values",
        "n or more of your Gigs show n or more",
    ),
    *("one of your Gigs is min", "two of your Gigs are a pair", "all your Legends are face up"),
    *("this has n power or more", "this is equipped", "this is named V", "this stole in this turn"),
)
UNITS: Final = ("an own Unit", "a rival Unit", "a Unit", "another own Unit", "a spent Unit")
LIMITS: Final = ("", "", "", " with power n or less", " with cost n or less", " with power up to your d20")
ON_UNITS: Final = (
    *(
        "defeat it",
        "spend it",
        "it gets +n power this turn",
        "it gets -n power this turn",
        "it has ADRENALINE this turn",
    ),
    *("it gets +n power this turn for each Gear on it", "it may attack spent Units this turn"),
    *("it cannot be defeated in fights this turn", "it defeats nothing in its next fight this turn"),
    *("it steals n fewer this turn", "it cannot be readied until your next turn", "it must attack in its next turn"),
    *("if it is T or MERC, draw n", "if its cost equals one of your Gigs, draw n"),
)
ON_GIGS: Final = (
    *("raise it by up to n", "lower it by up to n", "adjust it by up to n", "adjust it by exactly n"),
    "lower it by up to n; if it became min, draw n",
)
PLAIN: Final = (
    *(
        "draw n",
        "draw n for each pair among your Gigs",
        "discard n",
        "the rival discards n",
        "this gets +n power this turn",
    ),
    *("spend this", "return this to hand", "ready n Eddies", "each player may draw n; if you did, discard n"),
    "each player discards the hand; each player may draw n; if the discards equal one of your Gigs, draw n",
    "look at the top n; take up to n Gear of them; put the rest on the bottom",
    "look at the top n; take up to n Gear with cost n or less of them; put the rest on the bottom",
    *(
        "look at the top 1; you may trash it; if you did, draw n",
        "look at your face-down Legends; you may Call a Legend",
    ),
    "you may choose a face-down Legend; look at it; if it is T or has GO SOLO, you may Call it; if you did not, draw n",
    *("choose a Gear; defeat it", "choose a rival Gear with power n or less; defeat it", "defeat all other Units"),
    *(
        "you may choose an own Gear; defeat it; if you did, draw n; if you did not, the rival discards n",
        "draw n; discard n",
    ),
    *(
        "choose an own Gig; choose a rival Gig; swap them",
        "you may choose an own Gig; if you did, choose a Gig; swap them",
    ),
    *("choose another Unit in your trash; take it", "pick one: draw n / choose a Unit and it gets -n power this turn"),
    "pick one: choose a Gig and raise it by up to n / discard n and draw n / ready n Eddies",
    *("rival Units cannot take your Gigs above their power until your next turn", "at the end of this turn: draw n"),
    *("rival Legends cannot take your Gigs below their power until your next turn", "defeat its opponent"),
    *("at the end of this turn: if this is named V, discard n", "at the end of this turn: if you are ahead, draw n"),
)
STIRRING: Final = (  # what brings about other things, for headings that are calm
    *("ready this", "ready up to n own Units", "at the end of this turn: ready this"),
    "you may choose a Unit in your hand or trash with cost n or less; put it into play; it has ADRENALINE this turn",
    "you may choose a Program in your hand or trash with cost n or less; play it, then put it on the bottom",
)
STATICS: Final = (
    *("cannot attack", "cannot attack the Gig area", "cannot be blocked if you are behind"),
    *("your attacking T Units have +n power", "your other attacking Units have +n power"),
    *("has +n power in your turn for each Gear on it", "costs n less for each rival Unit"),
    *("costs n less for each Unit in your trash", "costs n less for each of your face-up Legends"),
    *(
        "costs n less for each of your Gigs that shows n or more",
        "may attack ready Units with BLOCKER if you are ahead",
    ),
    *("rival Units cannot attack in the turn they arrive", "GO SOLO costs rivals n more"),
    *("this Gear is defeated instead of its host", "you may pay n to defeat this instead of your Unit"),
    "you may discard a card whose cost equals a Gig to keep it from a rival Unit",
)


def card_set(draw: Random) -> Cards:
    """Return the shipped cards with new texts."""
    return Cards(tuple(_card(draw, card) for card in CARDS.all))


def _card(draw: Random, card: Card) -> Card:
    """Return a card with one to three lines, each of which a card file may hold."""
    keywords = tuple(word for word in card.keywords if word != "QUICK" or card.kind == PROGRAM)
    bare = replace(card, keywords=keywords, text=())
    text: tuple[str, ...] = ()
    wanted = 1 if card.kind == PROGRAM else draw.randint(1, 3)
    while len(text) < wanted:
        line = _line(draw, card.kind)
        if line not in text and _is_sound(_with(bare, (*text, line))):
            text = (*text, line)
    return _with(bare, text)


def _with(bare: Card, text: tuple[str, ...]) -> Card:
    """Return a card with a text, and QUICK if it has such an ability."""
    quick = bare.kind != PROGRAM and any("QUICK" in line for line in text)
    return replace(bare, text=text, keywords=(*bare.keywords, *(("QUICK",) if quick else ())))


def _is_sound(card: Card) -> bool:
    try:
        lint.check([card], CARDS, "drawn")
    except InputError:
        return False
    return True


def _line(draw: Random, kind: int) -> str:
    if kind != PROGRAM and draw.random() < (0.5 if kind == GEAR else 0.25):
        return _filled(draw, draw.choice(STATICS))
    heading = "EFFECT" if kind == PROGRAM else draw.choice(HEADINGS[:-2] if kind != LEGEND else HEADINGS)
    groups = [_sentences(draw, heading) for _ in range(draw.choice((1, 1, 2)))]
    return _filled(draw, f"{heading}: {'; '.join(groups)}")


def _sentences(draw: Random, heading: str) -> str:
    """Return one to four sentences that belong together, under a condition or not."""
    kind = draw.random()
    may = draw.choice(("", "", "you may "))
    if kind < 0.3:
        what = draw.choice(UNITS) + draw.choice(LIMITS)
        said = f"{may}choose {what}; {'; '.join(draw.sample(ON_UNITS, draw.randint(1, 2)))}"
    elif kind < 0.45:
        said = f"{may}choose {draw.choice(('a', 'an own', 'a rival'))} Gig; {draw.choice(ON_GIGS)}"
    else:
        said = draw.choice((*PLAIN, *STIRRING) if heading in CALM else PLAIN)
    if "SPENT" in heading or "spent" in heading:
        said = said.replace("spend it", "it gets -1 power this turn")
    first = said.partition("; ")[0]
    conditional = draw.random() < 0.2 and not first.startswith("if ")
    return f"if {draw.choice(CONDITIONS)}, {said}" if conditional else said


def _filled(draw: Random, words: str) -> str:
    """Put numbers, tags and colours in their places."""
    parts = words.split(" ")
    for place, part in enumerate(parts):
        core = part.strip(",;:€+-")
        if core in ("n", "2n", "T", "C"):
            number = draw.randint(1, 3) * (5 if core == "2n" or parts[place + 1 : place + 2] == ["power"] else 1)
            put = {"T": draw.choice(("ARASAKA", "MERC", "GANGER", "CORPO")), "C": draw.choice(("Blue", "Red"))}
            parts[place] = part.replace(core, put.get(core, str(number)))
    return re.sub(r"FIRST an (?=[CGM])", "FIRST a ", " ".join(parts))
