"""The phrasebook (README.md, 9): the words of a card's text to what they mean (ops.py), and back.

The tables read like those of README.md. Holes in braces: `{n}`, `{a}`, `{b}`, `{most}`, `{least}`, `{price}` are
numbers, `{+n}` one with its sign, the others are named below; each fills the field of its name.
"""

import re
from dataclasses import replace
from functools import cache
from typing import Any, Final, NoReturn

from sim.cardtext.language import NUMBER, SIGNED, Hole, Phrasebook, one_of
from sim.errors import InputError
from sim.rulesets.cyberpunk.cards import COLOURS, GEAR, KINDS, PROGRAM, Card
from sim.rulesets.cyberpunk.ops import Ability, Condition, If, Limit, Line, On, Op, Rule, Static, Step, What


def _with_article(tag: str) -> str:
    return f"{'an' if tag[0] in 'AEIOU' else 'a'} {tag}"


_TAG: Final = r"[A-Z0-9][A-Z0-9' ]*?"
_OR: Final = " or "
_HOLES: Final = {
    **dict.fromkeys(("n", "a", "b", "most", "least", "price"), NUMBER),
    "+n": SIGNED,
    "tag": Hole(_TAG, str, str, ("TAG",)),
    "tags": Hole(rf"{_TAG}(?:{_OR}{_TAG})*", lambda text: tuple(text.split(_OR)), _OR.join, ("TAG", "TAG or TAG")),
    "a tag": Hole(rf"an? {_TAG}", lambda text: text.split(" ", 1)[1], _with_article, ("a TAG",)),
    "name": Hole(r"\S.*", str, str, ("NAME",)),
    "colour": one_of({colour: colour for colour in COLOURS}),
    "what": one_of(
        {
            "an own Unit": What.OWN_UNIT,
            "a rival Unit": What.RIVAL_UNIT,
            "a Unit": What.UNIT,
            "another own Unit": What.OTHER_OWN_UNIT,
            "a spent Unit": What.SPENT_UNIT,
            "an own Gear": What.OWN_GEAR,
            "a rival Gear": What.RIVAL_GEAR,
            "a Gear": What.GEAR,
            "a Unit in your hand or trash": What.UNIT_IN_HAND_OR_TRASH,
            "a Program in your hand or trash": What.PROGRAM_IN_HAND_OR_TRASH,
            "another Unit in your trash": What.OTHER_UNIT_IN_TRASH,
            "a Gig": What.GIG,
            "an own Gig": What.OWN_GIG,
            "a rival Gig": What.RIVAL_GIG,
            "a face-down Legend": What.FACE_DOWN_LEGEND,
        }
    ),
}

HEADINGS: Final = Phrasebook(  # 9.1
    {
        "EFFECT": On.EFFECT,
        "PLAY": On.PLAY,
        "CALL": On.CALL,
        "ATTACK": On.ATTACK,
        "DEFEATED": On.DEFEATED,
        "BLOCKS": On.BLOCKS,
        "SPENT": On.SPENT,
        "WINS": On.WINS,
        "LOSES": On.LOSES,
        "STEALS": On.STEALS,
        "START": On.START,
        "END": On.END,
        "FIRST you play a {colour} Unit or Gear": On.FIRST_PLAYED,
        "FIRST your {tag} Unit attacks": On.FIRST_ATTACK,
        "FIRST {a tag} Unit is defeated": On.FIRST_DEFEATED,
        "FIRST this is spent": On.FIRST_SPENT,
        "WHEN your equipped Unit or Legend is spent": On.WHEN_SPENT,
        "SPEND": On.USE,
        "QUICK SPEND": {"on": On.USE, "quick": True},
        "€{price} SPEND": On.USE,
        "QUICK €{price} SPEND": {"on": On.USE, "quick": True},
    },
    "on",
    _HOLES,
)
_JOINED: Final = range(On.PLAY, On.END + 1)  # headings that may share a text

CONDITIONS: Final = Phrasebook(  # 9.2
    {
        "you are ahead": If.AHEAD,
        "you are behind": If.BEHIND,
        "your Street Cred is even": If.CRED_EVEN,
        "your Street Cred is below {a}": If.CRED_BELOW,
        "the Street Creds differ by {a} or more": If.CREDS_DIFFER,
        "your Gigs show {a} or more values": If.VALUES,
        "{a} or more of your Gigs show {b} or more": If.GIGS_SHOW,
        "one of your Gigs is min": If.MIN_GIG,
        "two of your Gigs are a pair": If.PAIR,
        "its cost equals one of your Gigs": If.COST_IS_GIG,
        "it became min": If.BECAME_MIN,
        "it is {tags}": If.IT_IS,
        "it is {tags} or has GO SOLO": If.IT_IS_OR_SOLO,
        "this has {a} power or more": If.POWER,
        "this is equipped": If.EQUIPPED,
        "this is named {name}": If.NAMED,
        "this stole in this turn": If.STOLE,
        "all your Legends are face up": If.ALL_UP,
        "the discards equal one of your Gigs": If.DISCARDS_ARE_GIG,
        "you did": If.DID,
        "you did not": If.DID_NOT,
    },
    "kind",
    _HOLES,
)

_LIMITS: Final = {
    "": Limit.NONE,
    " with power {most} or less": Limit.POWER,
    " with cost {most} or less": Limit.COST,
    " with power up to your d20": Limit.D20,
}
_GEAR: Final = {"op": Op.TAKE_LOOKED, "what": What.GEAR}

SENTENCES: Final = Phrasebook(  # 9.2
    {
        "draw {n}": Op.DRAW,
        "draw {n} for each pair among your Gigs": Op.DRAW_PER_PAIR,
        "discard {n}": Op.DISCARD,
        "the rival discards {n}": Op.RIVAL_DISCARDS,
        "each player discards the hand": Op.DISCARD_HANDS,
        "each player may draw {n}": Op.EACH_MAY_DRAW,
        **{f"choose {{what}}{words}": {"op": Op.CHOOSE, "limit": limit} for words, limit in _LIMITS.items()},
        **{
            f"you may choose {{what}}{words}": {"op": Op.CHOOSE, "limit": limit, "may": True}
            for words, limit in _LIMITS.items()
        },
        "defeat it": Op.DEFEAT_IT,
        "defeat its opponent": Op.DEFEAT_OPPONENT,
        "defeat all other Units": Op.DEFEAT_OTHERS,
        "spend it": Op.SPEND_IT,
        "spend this": Op.SPEND_THIS,
        "ready this": Op.READY_THIS,
        "return this to hand": Op.RETURN_THIS,
        "take it": Op.TAKE_IT,
        "it gets {+n} power this turn": Op.POWER_IT,
        "this gets {+n} power this turn": Op.POWER_THIS,
        "it gets {+n} power this turn for each Gear on it": Op.POWER_IT_PER_GEAR,
        "it has ADRENALINE this turn": Op.ADRENALINE,
        "it may attack spent Units this turn": Op.STRIKE,
        "it cannot be defeated in fights this turn": Op.SAFE,
        "it defeats nothing in its next fight this turn": Op.HARMLESS,
        "it steals {n} fewer this turn": Op.STEAL_FEWER,
        "it cannot be readied until your next turn": Op.HELD,
        "it must attack in its next turn": Op.MUST_ATTACK,
        "rival Units cannot take your Gigs above their power until your next turn": Op.GUARD_ABOVE,
        "rival Legends cannot take your Gigs below their power until your next turn": Op.GUARD_BELOW,
        "raise it by up to {n}": Op.RAISE,
        "lower it by up to {n}": Op.LOWER,
        "adjust it by up to {n}": Op.ADJUST,
        "adjust it by exactly {n}": Op.ADJUST_EXACTLY,
        "swap them": Op.SWAP,
        "look at the top {n}": Op.LOOK,
        "take up to {n} Gear of them": _GEAR,
        "take up to {n} Gear with cost {most} or less of them": _GEAR | {"limit": Limit.COST},
        "put the rest on the bottom": Op.BOTTOM_REST,
        "you may trash it": Op.TRASH_LOOKED,
        "look at your face-down Legends": Op.KNOW_ALL,
        "look at it": Op.KNOW_IT,
        "you may Call a Legend": Op.CALL_ANY,
        "you may Call it": Op.CALL_IT,
        "ready {n} Eddies": Op.READY_EDDIES,
        "ready up to {n} own Units": Op.READY_UNITS,
        "put it into play": Op.PUT_INTO_PLAY,
        "play it, then put it on the bottom": Op.PLAY_IT,
    },
    "op",
    _HOLES,
)

STATICS: Final = Phrasebook(  # 9.3
    {
        "cannot attack": Rule.CANNOT_ATTACK,
        "cannot attack the Gig area": Rule.CANNOT_RAID,
        "cannot be blocked if you are behind": Rule.UNBLOCKABLE_BEHIND,
        "your attacking {tag} Units have {+n} power": Rule.ATTACKERS_TAG,
        "your other attacking Units have {+n} power": Rule.OTHER_ATTACKERS,
        "has {+n} power in your turn for each Gear on it": Rule.POWER_PER_GEAR,
        "costs {n} less for each rival Unit": Rule.CHEAPER_RIVAL_UNITS,
        "costs {n} less for each Unit in your trash": Rule.CHEAPER_TRASHED_UNITS,
        "costs {n} less for each of your face-up Legends": Rule.CHEAPER_LEGENDS,
        "costs {n} less for each of your Gigs that shows {least} or more": Rule.CHEAPER_GIGS,
        "may attack ready Units with BLOCKER if you are ahead": Rule.HITS_BLOCKERS_AHEAD,
        "rival Units cannot attack in the turn they arrive": Rule.NO_ARRIVAL_ATTACKS,
        "GO SOLO costs rivals {n} more": Rule.DEARER_SOLO,
        "this Gear is defeated instead of its host": Rule.INSTEAD_OF_HOST,
        "you may pay {n} to defeat this instead of your Unit": Rule.INSTEAD_OF_UNIT,
        "you may discard a card whose cost equals a Gig to keep it from a rival Unit": Rule.SAVE_GIG,
    },
    "rule",
    _HOLES,
)

_IF: Final = re.compile(r"if (.+?), (.+)")
_LATER: Final = "at the end of this turn: "
_PICK: Final = "pick one: "
_BETWEEN: Final = " / "  # the choices of a pick
_AND: Final = " and "  # sentences within a choice


class _NotUnderstood(Exception):  # noqa: N818 - never leaves this module
    """A phrase that no table holds: what it should be, the phrase itself, and the nearest one."""


def lines(card: Card, where: str = "cards.toml") -> tuple[Line, ...]:
    """Return a card's text as data.

    Raise InputError that quotes the file `where`, card, line, the phrase that is not understood, and the nearest one.
    """
    return tuple(_line_of(card, number, where) for number in range(len(card.text)))


def _line_of(card: Card, number: int, where: str) -> Line:
    try:
        return line(card.text[number])
    except _NotUnderstood as fault:
        kind, phrase, near = fault.args
        said = "" if phrase == card.text[number] else f": the {kind} {phrase!r} is not understood"
        at = f"{where}: card {card.number!r}: text[{number}] = {card.text[number]!r} is wrong{said}"
        raise InputError(f"{at}; right would be, for example, {near!r}") from None


@cache
def line(text: str) -> Line:
    """Return one line of text as data."""
    heading, colon, rest = text.partition(": ")
    if not colon:
        if SENTENCES.read(text):
            _fail("static text", text, f"PLAY: {text}")
        return Static(**_read("static text", STATICS, text))
    steps = tuple(_sentence(sentence) for sentence in rest.split("; "))
    return Ability(**_heading(heading), steps=steps)


def _read(kind: str, book: Phrasebook, text: str) -> dict[str, Any]:
    found = book.read(text)
    return _fail(kind, text, book.nearest(text)) if found is None else found


def _fail(kind: str, text: str, near: str) -> NoReturn:
    raise _NotUnderstood(kind, text, near)


def _heading(text: str) -> dict[str, Any]:
    """Return the fields of an ability that its heading fills; several plain headings may share a text."""
    found = [_read("heading", HEADINGS, part) for part in text.split(", ")]
    events = tuple(each.pop("on") for each in found)
    if len(events) > 1 and any(event not in _JOINED for event in events):
        _fail("heading", text, "PLAY, ATTACK")
    return {"on": events, **found[0]}


def _sentence(text: str) -> Step:
    """Return a sentence, with its condition if it has one."""
    found = _IF.fullmatch(text)
    if found is None:
        return _order(text)
    return replace(_order(found[2]), when=Condition(**_read("condition", CONDITIONS, found[1])))


def _order(text: str) -> Step:
    """Return what a sentence says to do: one phrase, or a frame around others."""
    if text.startswith(_LATER):
        return Step(Op.LATER, later=_inner(text.removeprefix(_LATER)))
    if text.startswith(_PICK):
        choices = text.removeprefix(_PICK).split(_BETWEEN)
        return Step(Op.PICK, options=tuple(tuple(map(_inner, choice.split(_AND))) for choice in choices))
    return Step(**_read("sentence", SENTENCES, text))


def _inner(text: str) -> Step:
    """Return a sentence within a frame: it holds no further frame."""
    if _LATER in text or _PICK in text:
        _fail("sentence", text, "draw n")
    return _sentence(text)


def words(line: Line) -> str:
    """Return one line of text in words: what `line` read, exactly."""
    if isinstance(line, Static):
        return STATICS.say(vars(line))
    heading = ", ".join(HEADINGS.say(vars(line) | {"on": event, "steps": ()}) for event in line.on)
    return f"{heading}: {'; '.join(map(_said, line.steps))}"


def _said(step: Step) -> str:
    condition = "" if step.when.kind == If.ALWAYS else f"if {CONDITIONS.say(vars(step.when))}, "
    if step.later is not None:
        return condition + _LATER + _said(step.later)
    if step.options:
        return condition + _PICK + _BETWEEN.join(_AND.join(map(_said, option)) for option in step.options)
    return condition + SENTENCES.say(vars(step) | {"when": None})


def text(card: Card) -> str:
    """Return a card in words, its text said back from what the machine understood, for a person to proof-read."""
    title = f"{card.number} {card.name}: {_figures(card)}"
    return "\n  ".join([title, *map(words, lines(card))])


def _figures(card: Card) -> str:
    cost = "no cost" if card.cost is None else f"€{card.cost}"
    bonus = "+" * (card.kind == GEAR)
    power = [] if card.kind == PROGRAM else [f"power {bonus}{card.power}"]
    parts = [f"{COLOURS[card.colour]} {KINDS[card.kind]}", f"RAM {card.ram}", cost, *power]
    return ", ".join([*parts, *["sell"] * card.sell, *card.keywords, *card.tags])
