"""What a line of card text is made of (README.md, 9): events, steps, conditions, static rules. Plain data, no rule.

The phrasebook (phrases.py) makes it out of words and turns it back into words; the tables hold it as integers.
"""

from dataclasses import dataclass
from enum import IntEnum, auto

OWN, RIVAL, ANY = range(3)  # whose


class On(IntEnum):
    """When a line becomes pending or may be used (9.1)."""

    EFFECT = 0
    PLAY = auto()
    CALL = auto()
    ATTACK = auto()
    DEFEATED = auto()
    BLOCKS = auto()
    SPENT = auto()
    WINS = auto()
    LOSES = auto()
    STEALS = auto()
    START = auto()
    END = auto()
    FIRST_PLAYED = auto()  # FIRST you play a <colour> Unit or Gear
    FIRST_ATTACK = auto()  # FIRST your <tag> Unit attacks
    FIRST_DEFEATED = auto()  # FIRST a <tag> Unit is defeated
    FIRST_SPENT = auto()  # FIRST this is spent
    WHEN_SPENT = auto()  # WHEN your equipped Unit or Legend is spent
    USE = auto()  # [QUICK] [€n] SPEND


class What(IntEnum):
    """What may be chosen, or what a filter lets through (9.2)."""

    NOTHING = 0
    OWN_UNIT = auto()
    RIVAL_UNIT = auto()
    UNIT = auto()
    OTHER_OWN_UNIT = auto()
    SPENT_UNIT = auto()
    OWN_GEAR = auto()
    RIVAL_GEAR = auto()
    GEAR = auto()
    UNIT_IN_HAND_OR_TRASH = auto()
    PROGRAM_IN_HAND_OR_TRASH = auto()
    OTHER_UNIT_IN_TRASH = auto()
    GIG = auto()
    OWN_GIG = auto()
    RIVAL_GIG = auto()
    FACE_DOWN_LEGEND = auto()


class Limit(IntEnum):
    """What narrows a choice: `with power n or less` and the like."""

    NONE = 0
    POWER = auto()
    COST = auto()
    D20 = auto()  # with power up to your d20


class If(IntEnum):
    """Conditions (9.2); `a` and `b` are their numbers in the order in which they stand in the phrase."""

    ALWAYS = 0
    AHEAD = auto()
    BEHIND = auto()
    CRED_EVEN = auto()
    CRED_BELOW = auto()  # a
    CREDS_DIFFER = auto()  # by a or more
    VALUES = auto()  # your Gigs show a or more values
    GIGS_SHOW = auto()  # a or more of your Gigs show b or more
    MIN_GIG = auto()
    PAIR = auto()
    COST_IS_GIG = auto()
    BECAME_MIN = auto()
    IT_IS = auto()  # one of `tags`
    IT_IS_OR_SOLO = auto()  # one of `tags`, or has GO SOLO
    POWER = auto()  # this has a power or more
    EQUIPPED = auto()
    NAMED = auto()  # this is named `name`
    STOLE = auto()
    ALL_UP = auto()
    DISCARDS_ARE_GIG = auto()
    DID = auto()
    DID_NOT = auto()


class Op(IntEnum):
    """What a step does (9.2); `n` is the number in its phrase."""

    DRAW = 0
    DRAW_PER_PAIR = auto()
    DISCARD = auto()
    RIVAL_DISCARDS = auto()
    DISCARD_HANDS = auto()
    EACH_MAY_DRAW = auto()
    CHOOSE = auto()  # `what`, `limit`, `most`; `may`
    DEFEAT_IT = auto()
    DEFEAT_OPPONENT = auto()
    DEFEAT_OTHERS = auto()
    SPEND_IT = auto()
    SPEND_THIS = auto()
    READY_THIS = auto()
    RETURN_THIS = auto()
    TAKE_IT = auto()
    POWER_IT = auto()
    POWER_THIS = auto()
    POWER_IT_PER_GEAR = auto()
    ADRENALINE = auto()  # it has ADRENALINE this turn
    STRIKE = auto()  # it may attack spent Units this turn
    SAFE = auto()  # it cannot be defeated in fights this turn
    HARMLESS = auto()  # it defeats nothing in its next fight this turn
    STEAL_FEWER = auto()
    HELD = auto()  # it cannot be readied until your next turn
    MUST_ATTACK = auto()
    GUARD_ABOVE = auto()  # rival Units cannot take your Gigs above their power until your next turn
    GUARD_BELOW = auto()  # rival Legends cannot take your Gigs below their power until your next turn
    RAISE = auto()
    LOWER = auto()
    ADJUST = auto()
    ADJUST_EXACTLY = auto()
    SWAP = auto()
    LOOK = auto()  # at the top n
    TAKE_LOOKED = auto()  # up to n of `what` within `limit`, `most`
    BOTTOM_REST = auto()
    TRASH_LOOKED = auto()  # you may trash it
    KNOW_ALL = auto()  # look at your face-down Legends
    KNOW_IT = auto()
    CALL_ANY = auto()  # you may Call a Legend
    CALL_IT = auto()  # you may Call it
    READY_EDDIES = auto()
    READY_UNITS = auto()  # up to n own Units
    PUT_INTO_PLAY = auto()
    PLAY_IT = auto()  # play it, then put it on the bottom
    PICK = auto()  # pick one: `options`
    LATER = auto()  # at the end of this turn: `later`


class Rule(IntEnum):
    """Static texts (9.3)."""

    CANNOT_ATTACK = 0
    CANNOT_RAID = auto()  # cannot attack the Gig area
    UNBLOCKABLE_BEHIND = auto()
    ATTACKERS_TAG = auto()  # your attacking <tag> Units have +n power
    OTHER_ATTACKERS = auto()  # your other attacking Units have +n power
    POWER_PER_GEAR = auto()  # has +n power in your turn for each Gear on it
    CHEAPER_RIVAL_UNITS = auto()  # costs n less for each rival Unit
    CHEAPER_TRASHED_UNITS = auto()
    CHEAPER_LEGENDS = auto()  # each of your face-up Legends
    CHEAPER_GIGS = auto()  # each of your Gigs that shows `least` or more
    HITS_BLOCKERS_AHEAD = auto()
    NO_ARRIVAL_ATTACKS = auto()
    DEARER_SOLO = auto()
    INSTEAD_OF_HOST = auto()
    INSTEAD_OF_UNIT = auto()  # you may pay n to defeat this instead of your Unit
    SAVE_GIG = auto()


@dataclass(frozen=True)
class Condition:
    """One `if`."""

    kind: If = If.ALWAYS
    a: int = 0
    b: int = 0
    tags: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Step:
    """One sentence."""

    op: Op
    n: int = 0
    what: What = What.NOTHING
    limit: Limit = Limit.NONE
    most: int = 0  # of power or cost
    may: bool = False  # you may choose
    when: Condition = Condition()
    options: tuple[tuple["Step", ...], ...] = ()  # of PICK
    later: "Step | None" = None


@dataclass(frozen=True)
class Ability:
    """A heading and its sentences."""

    on: tuple[On, ...]
    steps: tuple[Step, ...]
    quick: bool = False  # of USE
    price: int = 0  # of USE, in €
    colour: str = ""  # of FIRST_PLAYED
    tag: str = ""  # of FIRST_ATTACK and FIRST_DEFEATED


@dataclass(frozen=True)
class Static:
    """A text without a colon."""

    rule: Rule
    n: int = 0
    least: int = 0
    tag: str = ""


Line = Ability | Static
