"""The card language: the words of README.md, 9, to data and back; what is said of words that are not understood."""

from dataclasses import replace

import pytest

from sim.errors import InputError
from sim.rulesets.cyberpunk import cards, decks, lint, phrases, tables
from sim.rulesets.cyberpunk.cards import Card, Cards
from sim.rulesets.cyberpunk.ops import Ability, Condition, If, Limit, Line, On, Op, Rule, Static, Step, What

SET = cards.shipped()
UNIT = SET.all[SET.places["124"]]  # Psycho Squad, without a text
GEAR = SET.all[SET.places["025"]]
PROGRAM = SET.all[SET.places["031"]]
DASHED = SET.all[SET.places["002"]]  # a Legend without a cost


def line(text: str) -> Line:
    (found,) = phrases.lines(replace(UNIT, text=(text,)))
    return found


def step(text: str) -> Step:
    found = line(f"PLAY: {text}")
    assert isinstance(found, Ability)
    (only,) = found.steps
    return only


# --- to data and back ---


@pytest.mark.parametrize("card", [card for card in SET.all if card.text], ids=lambda card: card.number)
def test_the_texts_of_the_set_are_said_back_as_they_were(card: Card) -> None:
    assert tuple(map(phrases.words, phrases.lines(card))) == card.text


BOOKS = {
    "heading": phrases.HEADINGS,
    "condition": phrases.CONDITIONS,
    "sentence": phrases.SENTENCES,
    "static": phrases.STATICS,
}
SHOWN = [(kind, shown) for kind, book in BOOKS.items() for phrase in book.phrases for shown in phrase.shown]


def written(kind: str, shown: str) -> str:
    """Return a line with a phrase as messages show it, each n another number."""
    parts = shown.split("n")
    numbered = [part + str(n) if _is_hole(part, parts[n]) else part + "n" for n, part in enumerate(parts[:-1], 1)]
    text = "".join(numbered) + parts[-1]
    frames = {"heading": f"{text}: draw 1", "condition": f"PLAY: if {text}, draw 1", "sentence": f"PLAY: {text}"}
    return frames.get(kind, text)


def _is_hole(before: str, after: str) -> bool:
    return not before[-1:].isalpha() and not after[:1].isalpha() and "'" not in after[:1]


@pytest.mark.parametrize(("kind", "shown"), SHOWN, ids=lambda part: part)
def test_every_phrase_with_every_word_it_takes_comes_back(kind: str, shown: str) -> None:
    """As each is shown in messages: what a message proposes is understood."""
    text = written(kind, shown)
    assert phrases.words(line(text)) == text


LINES: dict[str, Line] = {
    "PLAY, ATTACK: choose a Gig; adjust it by up to 1": Ability(
        (On.PLAY, On.ATTACK), (Step(Op.CHOOSE, what=What.GIG), Step(Op.ADJUST, 1))
    ),
    "QUICK €1 SPEND: draw 2": Ability((On.USE,), (Step(Op.DRAW, 2),), quick=True, price=1),
    "SPEND: draw 1": Ability((On.USE,), (Step(Op.DRAW, 1),)),
    "FIRST you play a Blue Unit or Gear: draw 1": Ability((On.FIRST_PLAYED,), (Step(Op.DRAW, 1),), colour="Blue"),
    "FIRST your TYGER CLAWS Unit attacks: draw 1": Ability((On.FIRST_ATTACK,), (Step(Op.DRAW, 1),), tag="TYGER CLAWS"),
    "FIRST an ARASAKA Unit is defeated: draw 1": Ability((On.FIRST_DEFEATED,), (Step(Op.DRAW, 1),), tag="ARASAKA"),
    "FIRST a MERC Unit is defeated: draw 1": Ability((On.FIRST_DEFEATED,), (Step(Op.DRAW, 1),), tag="MERC"),
    "cannot attack": Static(Rule.CANNOT_ATTACK),
    "your attacking MERC Units have -2 power": Static(Rule.ATTACKERS_TAG, -2, tag="MERC"),
    "costs 1 less for each of your Gigs that shows 8 or more": Static(Rule.CHEAPER_GIGS, 1, least=8),
}
STEPS: dict[str, Step] = {
    "choose a Unit with power up to your d20": Step(Op.CHOOSE, what=What.UNIT, limit=Limit.D20),
    "you may choose a Gear with cost 0 or less": Step(Op.CHOOSE, what=What.GEAR, limit=Limit.COST, may=True),
    "it gets -2 power this turn": Step(Op.POWER_IT, -2),
    "take up to 2 Gear with cost 2 or less of them": Step(Op.TAKE_LOOKED, 2, What.GEAR, Limit.COST, 2),
    "if 2 or more of your Gigs show 8 or more, draw 1": Step(Op.DRAW, 1, when=Condition(If.GIGS_SHOW, 2, 8)),
    "if it is AI or MAINE'S CREW, draw 1": Step(Op.DRAW, 1, when=Condition(If.IT_IS, tags=("AI", "MAINE'S CREW"))),
    "if it is AI or has GO SOLO, draw 1": Step(Op.DRAW, 1, when=Condition(If.IT_IS_OR_SOLO, tags=("AI",))),
    "if this is named V, draw 1": Step(Op.DRAW, 1, when=Condition(If.NAMED, name="V")),
    "at the end of this turn: if you are ahead, draw 1": Step(
        Op.LATER, later=Step(Op.DRAW, 1, when=Condition(If.AHEAD))
    ),
    "if you are behind, pick one: draw 1 / discard 1 and draw 2": Step(
        Op.PICK,
        when=Condition(If.BEHIND),
        options=((Step(Op.DRAW, 1),), (Step(Op.DISCARD, 1), Step(Op.DRAW, 2))),
    ),
}


@pytest.mark.parametrize("text", LINES)
def test_a_line_means(text: str) -> None:
    assert line(text) == LINES[text]
    assert phrases.words(LINES[text]) == text


@pytest.mark.parametrize("text", STEPS)
def test_a_sentence_means(text: str) -> None:
    assert step(text) == STEPS[text]


def test_what_no_phrase_means_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="no phrase means"):
        phrases.words(Ability((On.PLAY,), (Step(Op.DRAW, 1, what=What.GIG),)))


def test_a_card_in_words_is_its_figures_and_what_was_understood() -> None:
    said = {number: decks.text(SET.all[SET.places[number]]) for number in ("002", "025", "031", "087")}
    assert said["002"] == (
        "002 Dexter DeShawn – Off the Grid: Red Legend, RAM 2, no cost, power 0, sell, FIXER\n"
        "  CALL: pick one: choose an own Unit and it gets +2 power this turn / draw 1\n"
        "  SPEND: choose a Gig; raise it by up to 2"
    )
    assert said["025"] == "025 Mantis Blades: Red Gear, RAM 1, €1, power +2, sell, CYBERWARE"
    assert said["031"].startswith("031 Detonate: Red Program, RAM 2, €1, sell, QUICK, QUICKHACK\n")
    assert said["087"] == "087 Riding Nomad: Green Unit, RAM 4, €5, power 4, ADRENALINE, NOMAD"


# --- what is not understood ---

AT = "mine.toml: card '124': text[0] = "
UNKNOWN = {
    "PLAY: draw": "the sentence 'draw' is not understood; right would be, for example, 'draw n'",
    "PLAY: draw 1000": "the sentence 'draw 1000' is not understood; right would be, for example, 'draw n'",
    "PLAY: draw 1, discard 1": "the sentence 'draw 1, discard 1' is not understood; right would be, for example, ",
    "SPNED: draw 1": "the heading 'SPNED' is not understood; right would be, for example, 'SPEND'",
    "play: draw 1": "the heading 'play' is not understood; right would be, for example, ",
    "EFFECT, PLAY: draw 1": "the heading 'EFFECT, PLAY' is not understood; right would be, for example, 'PLAY, ATTACK'",
    "FIRST you play a Pink Unit or Gear: draw 1": (
        "the heading 'FIRST you play a Pink Unit or Gear' is not understood; right would be, for example, "
        "'FIRST you play a "
    ),
    "PLAY: choose a rivall Unit with cost 3 or less; defeat it": (
        "the sentence 'choose a rivall Unit with cost 3 or less' is not understood; right would be, for example, "
        "'choose a rival Unit with cost n or less'"
    ),
    "END: if 2 or more of your Gigs shows 8 or more, draw 1": (
        "the condition '2 or more of your Gigs shows 8 or more' is not understood; right would be, for example, "
        "'n or more of your Gigs show n or more'"
    ),
    "PLAY: pick one: draw 1 / at the end of this turn: pick one: draw 1 / draw 2": (
        "the sentence 'at the end of this turn: pick one: draw 1' is not understood; right would be, for example, "
    ),
    "PLAY: draw 1;": "the sentence 'draw 1;' is not understood; right would be, for example, 'draw n'",
}


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_is_not_understood_is_quoted_with_the_nearest_phrase(text: str) -> None:
    with pytest.raises(InputError) as caught:
        phrases.lines(replace(UNIT, text=(text,)), "mine.toml")
    assert str(caught.value).startswith(f"{AT}{text!r} is wrong: {UNKNOWN[text]}")


def test_a_static_text_that_is_not_understood() -> None:
    said = {
        "costs 2 less for each rival Units": "'costs n less for each rival Unit'",
        "draw 1": "'PLAY: draw 1'",  # a sentence without its heading
    }
    for text, right in said.items():
        with pytest.raises(InputError) as caught:
            phrases.lines(replace(UNIT, text=(text,)), "mine.toml")
        assert str(caught.value) == f"{AT}{text!r} is wrong; right would be, for example, {right}"


# --- texts that make no sense ---


def wrong(card: Card, *text: str, **figures: object) -> str:
    """Return what is said to be right of a card with this text; nothing if it makes sense."""
    changed = replace(card, text=text, **figures)  # type: ignore[arg-type]
    try:
        lint.check([changed], SET, "mine.toml")
    except InputError as fault:
        start, right = str(fault).split(" is wrong; right would be ")
        assert start.startswith(f"mine.toml: card {card.number!r}: text")
        return right
    return ""


def test_the_set_makes_sense() -> None:
    lint.check(SET.all, SET, "cards.toml")


CHOICE = "a sentence before it that chooses "
NO_FIELD = "a cost beside it: a Legend without one is neither played nor on the field"
NO_THIS = "on a Unit, Legend or Gear: a Program is nothing that could be meant by 'this'"
SENSELESS: list[tuple[Card, str, str]] = [
    # headings and their types
    (UNIT, "EFFECT: draw 1", "on a Program; this card is a Unit"),
    (PROGRAM, "PLAY: draw 1", "on a Legend or Unit or Gear; this card is a Program"),
    (PROGRAM, "SPEND: draw 1", "on a Legend or Unit or Gear; this card is a Program"),
    (UNIT, "CALL: draw 1", "on a Legend; this card is a Unit"),
    (UNIT, "CALL, ATTACK: draw 1", "on a Legend; this card is a Unit"),
    (DASHED, "ATTACK: draw 1", NO_FIELD),
    (DASHED, "PLAY: draw 1", NO_FIELD),
    (PROGRAM, "cannot attack", "on a Legend or Unit or Gear; this card is a Program"),
    (PROGRAM, "GO SOLO costs rivals 2 more", "on a Legend or Unit or Gear; this card is a Program"),
    (UNIT, "this Gear is defeated instead of its host", "on a Gear; this card is a Unit"),
    (GEAR, "you may pay 1 to defeat this instead of your Unit", "on a Legend or Unit; this card is a Gear"),
    (DASHED, "cannot attack", "a cost beside it: a Legend without one never comes to the field"),
    (PROGRAM, "costs 1 less for each rival Unit", "a line 'EFFECT: …': a Program without one does nothing"),
    # numbers
    (UNIT, "PLAY: draw 0", "n from 1 to 9"),
    (UNIT, "PLAY: draw 10", "n from 1 to 9"),
    (UNIT, "PLAY: pick one: draw 1 / draw 99", "n from 1 to 9"),
    (UNIT, "PLAY: at the end of this turn: draw 99", "n from 1 to 9"),
    (UNIT, "PLAY: choose a Gig; raise it by up to 20", "n from 1 to 19"),
    (UNIT, "PLAY: this gets +21 power this turn", "n from 1 to 20"),
    (UNIT, "PLAY: this gets +0 power this turn", "n from 1 to 20"),
    (UNIT, "€10 SPEND: draw 1", "a price from €1 to €9"),
    (UNIT, "costs 0 less for each rival Unit", "n from 1 to 9"),
    (UNIT, "your other attacking Units have +0 power", "n from 1 to 20"),
    (UNIT, "costs 1 less for each of your Gigs that shows 21 or more", "faces from 2 to 20"),
    (UNIT, "PLAY: " + "; ".join(["draw 1"] * 9), "at most 8 sentences"),
    # conditions that cannot hold
    (UNIT, "PLAY: if your Gigs show 13 or more values, draw 1", "1 to 12 values: there are no more Gigs"),
    (
        UNIT,
        "PLAY: if 3 or more of your Gigs show 13 or more, draw 1",
        "3 or more dice that can show 13 or more: there are 2",
    ),
    (
        UNIT,
        "PLAY: if 1 or more of your Gigs show 21 or more, draw 1",
        "1 or more dice that can show 21 or more: there are 0",
    ),
    (
        UNIT,
        "PLAY: if the Street Creds differ by 121 or more, draw 1",
        "a Street Cred from 1 to 120: no player can have more",
    ),
    (UNIT, "PLAY: if this has 99 power or more, draw 1", "a power from 1 to 20"),
    (UNIT, "PLAY: if this is named Johny Silverhand, draw 1", "the name of a card without its subtitle, one of "),
    (UNIT, "PLAY: if this is named Goro Takemora, draw 1", "the name of a card without its subtitle, 'Goro Takemura'"),
    (UNIT, "PLAY: choose a Unit; if it is ARASKA, draw 1", "a tag that some card has, 'ARASAKA'; none has 'ARASKA'"),
    (UNIT, "FIRST your NOMADS Unit attacks: draw 1", "a tag that some card has, 'NOMAD'; none has 'NOMADS'"),
    (UNIT, "your attacking NOMADS Units have +1 power", "a tag that some card has, 'NOMAD'; none has 'NOMADS'"),
    (UNIT, "PLAY: if you did, draw 1", "a sentence with 'you may' before it"),
    (UNIT, "PLAY: choose a Gig; if you did not, draw 1", "a sentence with 'you may' before it"),
    (UNIT, "PLAY: if the discards equal one of your Gigs, draw 1", "a sentence that discards before it"),
    (PROGRAM, "EFFECT: if this stole in this turn, draw 1", NO_THIS),
    # nothing that could be meant
    (UNIT, "PLAY: defeat it", CHOICE + "a Unit or Gear"),
    (UNIT, "PLAY: spend it", CHOICE + "a Unit"),
    (UNIT, "PLAY: choose a Gig; defeat it", CHOICE + "a Unit or Gear"),
    (UNIT, "PLAY: choose a Unit; raise it by up to 2", CHOICE + "a Gig"),
    (UNIT, "ATTACK, STEALS: raise it by up to 2", CHOICE + "a Gig"),
    (UNIT, "PLAY: choose a rival Unit; take it", CHOICE + "a card"),
    (UNIT, "PLAY: choose a Unit in your hand or trash; play it, then put it on the bottom", CHOICE + "a Program in "),
    (UNIT, "PLAY: choose a Program in your hand or trash; put it into play", CHOICE + "a Unit in your hand or trash"),
    (UNIT, "PLAY: you may Call it", CHOICE + "a face-down Legend"),
    (UNIT, "PLAY: if it became min, draw 1", CHOICE + "a Gig"),
    (UNIT, "PLAY: if its cost equals one of your Gigs, draw 1", CHOICE + "a card"),
    (UNIT, "STEALS: at the end of this turn: raise it by up to 1", CHOICE + "a Gig"),
    (UNIT, "PLAY: choose a Gig; swap them", "two Gigs chosen before them"),
    (UNIT, "PLAY: put the rest on the bottom", "'look at the top n' before it"),
    (UNIT, "PLAY: you may trash it", "'look at the top n' before it"),
    (UNIT, "PLAY: defeat its opponent", "under WINS or LOSES: elsewhere there is no opponent"),
    (PROGRAM, "EFFECT: ready this", NO_THIS),
    (UNIT, "PLAY: choose a Gig with power 3 or less; raise it by up to 1", "a limit that goes with what is chosen"),
    # nothing done
    (UNIT, "PLAY: choose a rival Unit", "a sentence about what is chosen after it"),
    (UNIT, "PLAY: choose a rival Unit; draw 1", "a sentence about what is chosen after it"),
    (UNIT, "PLAY: pick one: draw 1", "2 to 4 choices, between them ' / '"),
    (UNIT, "PLAY: pick one: draw 1 / draw 2 / draw 3 / draw 4 / draw 5", "2 to 4 choices, between them ' / '"),
]


@pytest.mark.parametrize(("card", "text", "right"), SENSELESS, ids=lambda part: part if isinstance(part, str) else "")
def test_a_text_that_makes_no_sense(card: Card, text: str, right: str) -> None:
    assert wrong(card, text).startswith(right)


@pytest.mark.parametrize(
    "text",
    [
        "STEALS: raise it by up to 5",
        "WINS, LOSES: defeat its opponent",
        "PLAY: pick one: choose a Gig and raise it by up to 1 / choose a Gig and lower it by up to 1",
        "PLAY: you may choose a Unit in your hand or trash; put it into play; it has ADRENALINE this turn",
        "PLAY: you may choose an own Unit; if you did, draw 1",
        "PLAY: look at the top 2; you may trash it; if you did, draw 1",
        "PLAY: if your Street Cred is below 0, draw 1",
        "PLAY: choose a rival Gig with cost 1 or less; defeat it".replace("Gig", "Gear"),
    ],
)
def test_a_text_that_makes_sense(text: str) -> None:
    assert wrong(UNIT, text) == ""


def test_the_keyword_goes_with_the_ability() -> None:
    right = "a line 'QUICK SPEND: …' where the keywords hold QUICK, and only there"
    assert wrong(UNIT, "QUICK SPEND: draw 1") == right
    assert wrong(UNIT, "SPEND: draw 1", keywords=("QUICK",)) == right
    assert wrong(UNIT, "QUICK SPEND: draw 1", keywords=("QUICK",)) == ""


def test_a_static_text_counts_once() -> None:
    """Two of one kind on a card would be one too many to keep apart, whatever their numbers."""
    two = ("costs 1 less for each rival Unit", "costs 2 less for each rival Unit")
    assert wrong(UNIT, *two) == "each kind of static text once"
    assert wrong(UNIT, two[0], "costs 1 less for each Unit in your trash") == ""


def test_all_that_is_wrong_is_said_a_line_each() -> None:
    several = replace(UNIT, text=("PLAY: draw 0", "END: spend it"))
    unread = replace(GEAR, text=("END: drw 1",))
    with pytest.raises(InputError) as caught:
        lint.check([several, UNIT, unread], SET, "mine.toml")
    starts = [line.split(" = ")[0] for line in str(caught.value).split("\n")]
    assert starts == [f"mine.toml: card {where}" for where in ("'124': text[0]", "'124': text[1]", "'025': text[0]")]


# --- what the machine has room for ---


def copies(count: int, *text: str) -> Cards:
    """Return the set with so many Units more, each with a tag of its own; `#` in a text stands for its number."""
    named = [(i, {"number": f"9{i}", "name": f"Copy {i}", "tags": (f"T{i}",)}) for i in range(count)]
    lines = [tuple(each.replace("#", str(i)) for each in text) for i in range(count)]
    return Cards((*SET.all, *(replace(UNIT, **words, text=lines[i]) for i, words in named)))


def test_more_events_than_the_machine_has_bits_for() -> None:
    known = copies(50, "FIRST a T# Unit is defeated: draw 1")
    right = r"FIRST looks for \d+ different events with a colour or tag; right would be at most 46"
    with pytest.raises(InputError, match=right):
        lint.check(known.all[len(SET.all) :], known, "mine.toml")


def test_more_sentences_than_the_machine_has_addresses_for() -> None:
    known = copies(130, *(f"PLAY: draw {n}" + f"; draw {n}" * 7 for n in range(1, 5)))
    with pytest.raises(InputError, match=r"the texts of all cards are \d+ sentences; right would be at most 3968"):
        lint.check(known.all[len(SET.all) :], known, "mine.toml")


def test_more_conditions_than_a_byte_counts() -> None:
    """Each looks at a set of cards of its own, beyond the 127th too."""
    known = copies(140, "PLAY: choose a Unit; if it is T#, draw 1")
    lint.check(known.all[len(SET.all) :], known, "mine.toml")
    program = tables.tables(known, list(decks.shipped(known).values())).program
    sets = program.cards[program.when == If.IT_IS].tolist()
    assert len(set(sets)) == len(sets) >= 140
    assert min(sets) >= 0
