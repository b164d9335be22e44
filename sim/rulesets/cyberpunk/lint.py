"""Texts that make no sense (README.md, 9): what their type cannot do, what can never hold, what can never do anything.

Each check says what would be right; `check` gathers what is wrong with the texts of a card file.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sim.errors import InputError
from sim.reading import near
from sim.rulesets.cyberpunk import phrases
from sim.rulesets.cyberpunk.cards import GEAR, KINDS, LEGEND, PROGRAM, UNIT, Card, Cards
from sim.rulesets.cyberpunk.ops import Ability, Condition, If, Limit, Line, On, Op, Rule, Static, Step, What
from sim.rulesets.cyberpunk.program import MOST as MOST_STEPS
from sim.rulesets.cyberpunk.program import TEXT, Writer, abilities
from sim.rulesets.cyberpunk.tables import FIRSTS, MOST_FIRSTS

_SENTENCES: Final = 8  # of a line
_PICKS: Final = range(2, 5)  # choices of `pick one`: four bits (11)
_DICE: Final = (4, 6, 8, 10, 12, 20)
_GIGS: Final = 2 * len(_DICE)
_CRED: Final = 2 * sum(_DICE)

# What a heading or static text needs of the card that bears it.
_ALL: Final = (LEGEND, UNIT, GEAR)
_ON_KINDS: Final = {On.EFFECT: (PROGRAM,), On.CALL: (LEGEND,)}
_ON_FIELD: Final = (On.PLAY, On.ATTACK, On.DEFEATED, On.BLOCKS, On.WINS, On.LOSES, On.STEALS, On.FIRST_SPENT)
_CHEAPER: Final = (Rule.CHEAPER_RIVAL_UNITS, Rule.CHEAPER_TRASHED_UNITS, Rule.CHEAPER_LEGENDS, Rule.CHEAPER_GIGS)
_OF_BEARER: Final = (Rule.CANNOT_ATTACK, Rule.CANNOT_RAID, Rule.UNBLOCKABLE_BEHIND, Rule.HITS_BLOCKERS_AHEAD)
_RULE_KINDS: Final = {
    **dict.fromkeys(_CHEAPER, (*_ALL, PROGRAM)),
    Rule.INSTEAD_OF_HOST: (GEAR,),
    Rule.INSTEAD_OF_UNIT: (LEGEND, UNIT),
}
_RULES_ON_FIELD: Final = (*_OF_BEARER, *_CHEAPER)

# The numbers that make sense.
_FEW: Final = range(1, 10)
_POWERS: Final = range(1, 21)
_FACES: Final = range(1, 20)
_SIGNED: Final = (Op.POWER_IT, Op.POWER_THIS, Op.POWER_IT_PER_GEAR)
_RANGES: Final = dict.fromkeys((Op.RAISE, Op.LOWER, Op.ADJUST, Op.ADJUST_EXACTLY), _FACES) | dict.fromkeys(
    _SIGNED, _POWERS
)
_COUNTED: Final = (
    *(Op.DRAW, Op.DRAW_PER_PAIR, Op.DISCARD, Op.RIVAL_DISCARDS, Op.EACH_MAY_DRAW, Op.STEAL_FEWER),
    *(Op.LOOK, Op.TAKE_LOOKED, Op.READY_EDDIES, Op.READY_UNITS),
)
_STATIC_COUNTED: Final = (*_CHEAPER, Rule.DEARER_SOLO, Rule.INSTEAD_OF_UNIT)
_STATIC_POWER: Final = (Rule.ATTACKERS_TAG, Rule.OTHER_ATTACKERS, Rule.POWER_PER_GEAR)

# What `it` may be, and what sentences do with it.
_UNITS: Final = {What.OWN_UNIT, What.RIVAL_UNIT, What.UNIT, What.OTHER_OWN_UNIT, What.SPENT_UNIT}
_GEARS: Final = {What.OWN_GEAR, What.RIVAL_GEAR, What.GEAR}
_LOOSE_UNITS: Final = {What.UNIT_IN_HAND_OR_TRASH, What.OTHER_UNIT_IN_TRASH}
_LOOSE: Final = _LOOSE_UNITS | {What.PROGRAM_IN_HAND_OR_TRASH}
_DICE_HERE: Final = {What.GIG, What.OWN_GIG, What.RIVAL_GIG}
_HIDDEN: Final = {What.FACE_DOWN_LEGEND}
_NEEDS: Final = {
    Op.DEFEAT_IT: _UNITS | _GEARS,
    **dict.fromkeys((Op.SPEND_IT, *_SIGNED[::2], Op.ADRENALINE, Op.STRIKE, Op.SAFE, Op.HARMLESS), _UNITS),
    **dict.fromkeys((Op.STEAL_FEWER, Op.HELD, Op.MUST_ATTACK), _UNITS),
    **dict.fromkeys((Op.RAISE, Op.LOWER, Op.ADJUST, Op.ADJUST_EXACTLY, Op.SWAP), _DICE_HERE),
    Op.TAKE_IT: _LOOSE,
    Op.PUT_INTO_PLAY: _LOOSE_UNITS,
    Op.PLAY_IT: {What.PROGRAM_IN_HAND_OR_TRASH},
    **dict.fromkeys((Op.KNOW_IT, Op.CALL_IT), _HIDDEN),
}
_CARDS: Final = _UNITS | _GEARS | _LOOSE | _HIDDEN
_IF_NEEDS: Final = {If.COST_IS_GIG: _CARDS, If.IT_IS: _CARDS, If.IT_IS_OR_SOLO: _CARDS, If.BECAME_MIN: _DICE_HERE}
_LIMITED: Final = {
    Limit.NONE: set(What),
    Limit.POWER: _UNITS | _GEARS | _LOOSE_UNITS,
    Limit.D20: _UNITS | _GEARS | _LOOSE_UNITS,
    Limit.COST: _UNITS | _GEARS | _LOOSE,
}
_WORDS: Final = (  # of what `it` must be, for messages
    (_DICE_HERE, "a Gig"),
    (_HIDDEN, "a face-down Legend"),
    (_UNITS, "a Unit"),
    (_UNITS | _GEARS, "a Unit or Gear"),
    ({What.PROGRAM_IN_HAND_OR_TRASH}, "a Program in your hand or trash"),
    (_LOOSE_UNITS, "a Unit in your hand or trash"),
)

# Sentences and conditions that look at a Unit or Legend `this`, which a Program is not; and what must come before some.
_OF_THIS: Final = (Op.SPEND_THIS, Op.READY_THIS, Op.RETURN_THIS, Op.POWER_THIS)
_IF_OF_THIS: Final = (If.POWER, If.EQUIPPED, If.NAMED, If.STOLE)
_LOOKS: Final = (Op.TAKE_LOOKED, Op.BOTTOM_REST, Op.TRASH_LOOKED)
_MAY: Final = (Op.TRASH_LOOKED, Op.CALL_ANY, Op.CALL_IT)
_DISCARDS: Final = (Op.DISCARD, Op.RIVAL_DISCARDS, Op.DISCARD_HANDS)

Tags = Sequence[str]


def check(cards: Iterable[Card], known: Cards, where: str) -> None:
    """Raise InputError for all that is wrong with the texts of `cards` of the file `where`, a line each."""
    found = [fault for card in cards for fault in _faults(card, known, where)]
    if found:
        raise InputError("\n".join(found))
    _room(known, where)


def _room(known: Cards, where: str) -> None:
    """Raise InputError if the texts of all cards together are more than the machine holds (program.py, tables.py)."""
    writer, firsts = Writer(), set[tuple[On, str]]()
    for card in known.all:
        for number, ability in abilities(card, phrases.lines(card)):
            writer.text(ability.steps, number, pends=False)
            firsts |= {(on, ability.colour or ability.tag) for on in ability.on if on in FIRSTS}
    if writer.address > MOST_STEPS:
        count, most = writer.address - TEXT, MOST_STEPS - TEXT
        raise InputError(f"{where}: the texts of all cards are {count} sentences; right would be at most {most}")
    if len(firsts) > MOST_FIRSTS:
        named = f"{len(firsts)} different events with a colour or tag"
        raise InputError(f"{where}: FIRST looks for {named}; right would be at most {MOST_FIRSTS}")


def _faults(card: Card, known: Cards, where: str) -> list[str]:
    try:
        lines = phrases.lines(card, where)
    except InputError as fault:
        return [str(fault)]
    rights = {f"[{n}] = {card.text[n]!r}": next(_senseless(line, card, known), "") for n, line in enumerate(lines)}
    if not any(rights.values()):
        rights = {f" = {list(card.text)!r}": _whole(card, lines)}
    at = f"{where}: card {card.number!r}: text"
    return [f"{at}{wrong} is wrong; right would be {right}" for wrong, right in rights.items() if right]


def _whole(card: Card, lines: Sequence[Line]) -> str:
    """Return what would be right of the text as a whole, if something is wrong with it."""
    abilities = [line for line in lines if isinstance(line, Ability)]
    if card.kind == PROGRAM and not abilities:
        return "a line 'EFFECT: …': a Program without one does nothing"
    rules = [line.rule for line in lines if isinstance(line, Static)]
    if len(set(rules)) < len(rules):
        return "each kind of static text once"
    quick = any(line.quick for line in abilities)
    if card.kind != PROGRAM and quick != ("QUICK" in card.keywords):
        return "a line 'QUICK SPEND: …' where the keywords hold QUICK, and only there"
    return ""


def _senseless(line: Line, card: Card, known: Cards) -> Iterator[str]:
    """Yield what would be right for each thing that makes no sense in a line."""
    if isinstance(line, Static):
        yield from _static(line, card, known)
    else:
        yield from _heading(line, card, known)
        if len(line.steps) > _SENTENCES:
            yield f"at most {_SENTENCES} sentences"
        its = {What.GIG} if line.on == (On.STEALS,) else set[What]()
        yield from _Reading(card, known, line.on, its).steps(line.steps)


def _static(line: Static, card: Card, known: Cards) -> Iterator[str]:
    yield from _kind(_RULE_KINDS.get(line.rule, _ALL), card)
    if line.rule in _RULES_ON_FIELD and card.kind == LEGEND and card.cost is None:
        yield "a cost beside it: a Legend without one never comes to the field"
    if line.rule in _STATIC_COUNTED and line.n not in _FEW:
        yield f"n from {_FEW[0]} to {_FEW[-1]}"
    if line.rule in _STATIC_POWER and abs(line.n) not in _POWERS:
        yield f"n from {_POWERS[0]} to {_POWERS[-1]}"
    if line.rule == Rule.CHEAPER_GIGS and not 1 < line.least <= max(_DICE):
        yield f"faces from 2 to {max(_DICE)}"
    yield from _tags([line.tag] if line.tag else [], known)


def _kind(kinds: Sequence[int], card: Card) -> Iterator[str]:
    if card.kind not in kinds:
        yield f"on a {' or '.join(KINDS[kind] for kind in kinds)}; this card is a {KINDS[card.kind]}"


def _tags(tags: Tags, known: Cards) -> Iterator[str]:
    there = sorted({tag for card in known.all for tag in card.tags})
    for tag in tags:
        if tag not in there:
            yield f"a tag that some card has, {near(tag, there, 8)}; none has {tag!r}"


def _heading(line: Ability, card: Card, known: Cards) -> Iterator[str]:
    for event in line.on:
        yield from _kind(_ON_KINDS.get(event, _ALL), card)
        if event in _ON_FIELD and card.kind == LEGEND and card.cost is None:
            yield "a cost beside it: a Legend without one is neither played nor on the field"
    if line.price not in range(10):
        yield "a price from €1 to €9"
    yield from _tags([line.tag] if line.tag else [], known)


@dataclass
class _Reading:
    """Reads the sentences of a line in order, and keeps what those before have settled."""

    card: Card
    known: Cards
    on: tuple[On, ...]
    its: set[What]  # what `it` may be
    gigs: int = 0  # chosen
    looked: bool = False
    may: bool = False
    discarded: bool = False

    def steps(self, steps: Sequence[Step]) -> Iterator[str]:
        """Yield what would be right for each thing that makes no sense."""
        for place, step in enumerate(steps):
            yield from self._condition(step.when)
            yield from self._step(step)
            if step.op == Op.CHOOSE and not any(map(_uses, steps[place + 1 :])):
                yield "a sentence about what is chosen after it"

    def _step(self, step: Step) -> Iterator[str]:
        yield from _numbers(step)
        yield from self._needs(step)
        if step.op == Op.CHOOSE:
            self.gigs += step.what in _DICE_HERE
            self.its = {step.what}
        elif step.op == Op.PUT_INTO_PLAY:
            self.its = {What.OWN_UNIT}
        elif step.op == Op.PICK:
            yield from self._pick(step)
        elif step.later:
            yield from _Reading(self.card, self.known, self.on, set()).steps([step.later])
        self.looked |= step.op == Op.LOOK
        self.may |= step.may or step.op in _MAY
        self.discarded |= step.op in _DISCARDS

    def _pick(self, step: Step) -> Iterator[str]:
        if len(step.options) not in _PICKS:
            yield f"{_PICKS[0]} to {_PICKS[-1]} choices, between them ' / '"
        before, after = self.its, set[What]()
        for option in step.options:
            self.its = before
            yield from self.steps(option)
            after |= self.its
        self.its = after

    def _needs(self, step: Step) -> Iterator[str]:
        """Yield what a sentence lacks before it."""
        if step.op in _NEEDS and not self.its & _NEEDS[step.op]:
            yield f"a sentence before it that chooses {_named(_NEEDS[step.op])}"
        if step.op == Op.SWAP and self.gigs < 2:
            yield "two Gigs chosen before them"
        if step.op in _LOOKS and not self.looked:
            yield "'look at the top n' before it"
        if step.op in _OF_THIS and self.card.kind == PROGRAM:
            yield "on a Unit, Legend or Gear: a Program is nothing that could be meant by 'this'"
        if step.op == Op.DEFEAT_OPPONENT and not set(self.on) <= {On.WINS, On.LOSES}:
            yield "under WINS or LOSES: elsewhere there is no opponent"
        if step.what not in _LIMITED[step.limit]:
            yield "a limit that goes with what is chosen: power of Units and Gear, cost of cards"

    def _condition(self, when: Condition) -> Iterator[str]:
        if when.kind in _IF_NEEDS and not self.its & _IF_NEEDS[when.kind]:
            yield f"a sentence before it that chooses {_named(_IF_NEEDS[when.kind])}"
        if when.kind in _IF_OF_THIS and self.card.kind == PROGRAM:
            yield "on a Unit, Legend or Gear: a Program is nothing that could be meant by 'this'"
        if when.kind in (If.DID, If.DID_NOT) and not self.may:
            yield "a sentence with 'you may' before it"
        if when.kind == If.DISCARDS_ARE_GIG and not self.discarded:
            yield "a sentence that discards before it"
        yield from _can_hold(when)
        yield from _tags(when.tags, self.known)
        if when.name and when.name not in (names := sorted({card.title for card in self.known.all})):
            yield f"the name of a card without its subtitle, {near(when.name, names, 4)}"


def _uses(step: Step) -> bool:
    """Return whether a sentence looks at what was chosen before it."""
    inner = [each for option in step.options for each in option]
    looks = step.op in _NEEDS or step.when.kind in (*_IF_NEEDS, If.DID, If.DID_NOT)
    return looks or any(map(_uses, inner))


def _named(kinds: set[What]) -> str:
    return next((words for these, words in _WORDS if kinds == these), "a card")


def _numbers(step: Step) -> Iterator[str]:
    """Yield what numbers would be right."""
    right = _RANGES.get(step.op, _FEW if step.op in _COUNTED else None)
    if right and (abs(step.n) if step.op in _SIGNED else step.n) not in right:
        yield f"n from {right[0]} to {right[-1]}"


def _can_hold(when: Condition) -> Iterator[str]:
    """Yield what numbers would be right of a condition: with them it holds at some time, and not always."""
    a, b = when.a, when.b
    if (when.kind == If.CRED_BELOW and not 0 <= a <= _CRED) or (when.kind == If.CREDS_DIFFER and not 1 <= a <= _CRED):
        yield f"a Street Cred from 1 to {_CRED}: no player can have more"
    if when.kind == If.VALUES and not 1 <= a <= _GIGS:
        yield f"1 to {_GIGS} values: there are no more Gigs"
    if when.kind == If.GIGS_SHOW and not 1 <= a <= 2 * sum(size >= b for size in _DICE):
        yield f"{a} or more dice that can show {b} or more: there are {2 * sum(size >= b for size in _DICE)}"
    if when.kind == If.POWER and a not in _POWERS:
        yield "a power from 1 to 20"
