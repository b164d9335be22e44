"""Scripted games of the ruleset capsule, as data: any implementation of README.md plays them to the same end.

A case gives two teams of hand-made cards, an action for every decision point, the cards that combos draw, and what must
hold then. Names begin with the clause, or with a question of the game's own questions and answers.

A script's words, with places L C R (0 1 2; a row of two has L and C): `L1C` the left character's first action on the
rival (or ally) in the centre, `L1` the same on the left one or where there is no choice; `xL` sacrifices the left one,
`-L` takes a capsule from it; `+1C` is the BOSS's first action with a combo on the centre one; `out3` removes the card
of slot 3 from the combo pile; `pass`, `keep` (all cards) and `go` (no combo more) are one action.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sim.rulesets.capsule.cards import ALLY, OPPOSITE, RIVAL, RIVALS, SELF, TEAM, Action, Card
from sim.rulesets.capsule.state import ACT, COMBO, DISCARDS, PASS, PLACES, REMOVE, ROLES, SACRIFICE, WORD

ALIEN, HORROR, MECHA, NERD, PUNK = range(5)
Six = tuple[Card, ...]


def action_of(word: str) -> int:
    """Return the action that a word of a script names."""
    if word in ("pass", "keep", "go"):
        return PASS
    if word.startswith("out"):
        return DISCARDS[int(word[3:])]
    at = "LCR".index
    target = at(word[2]) if len(word) > 2 else 0
    if word[0] == "+":
        return WORD * (int(word[1]) - 1) + COMBO + target
    if word[0] in "x-":
        return WORD * at(word[1]) + (SACRIFICE if word[0] == "x" else REMOVE)
    return WORD * at(word[0]) + ACT + PLACES * (int(word[1]) - 1) + target


def actions_of(script: str) -> list[int]:
    """Return the actions of a script, in order."""
    return [action_of(word) for word in script.split()]


@dataclass(frozen=True)
class Case:
    """One scripted game, and what must hold after its last action; None where a case does not say."""

    name: str  # begins with the clause or the question
    script: str
    teams: tuple[Six, Six]
    expect: Mapping[str, object]  # a part of Game.snapshot()
    draws: tuple[int, ...] = ()  # slots, in the order in which combos draw them; all of them are drawn
    ended: tuple[str, int] | None = None  # ending and result; None: the game goes on
    margin: int | None = None
    seat: int | None = None  # whose decision is next
    legal: str | None = None  # all words that are legal
    can: str = ""  # words that are legal, others may be
    cannot: str = ""  # words that are not
    seen: list[set[int]] | None = None
    played: list[set[int]] | None = None

    @property
    def moves(self) -> list[int]:
        """An action for every decision point, in order."""
        return actions_of(self.script)


def rival(**figures: int) -> Action:
    """Return an action on one rival."""
    return Action(RIVAL, **figures)


def hit(damage: int, **figures: int) -> Action:
    """Return an attack on one rival."""
    return Action(RIVAL, damage=damage, **figures)


def rivals(**figures: int) -> Action:
    """Return an action on all rivals."""
    return Action(RIVALS, **figures)


def opposite(**figures: int) -> Action:
    """Return an action on the rival opposite."""
    return Action(OPPOSITE, **figures)


def ally(**figures: int) -> Action:
    """Return an action on one of the own team."""
    return Action(ALLY, **figures)


def whole(**figures: int) -> Action:
    """Return an action on the whole own team."""
    return Action(TEAM, **figures)


def itself(**figures: int) -> Action:
    """Return an action on its own character."""
    return Action(SELF, **figures)


WAIT: Final = rival(crack=1)  # does nothing to a rival without a capsule


def one(pv: int = 5, capsules: int = 0, *actions: Action, dna: int = ALIEN, **passive: int) -> Card:
    """Return a character; unless told otherwise it hits for 2, or waits."""
    return Card("", "", "", ROLES[0], dna, pv, capsules, False, "invented", actions or (hit(2), WAIT), passive)


def team(
    left: Card | None = None,
    centre: Card | None = None,
    right: Card | None = None,
    west: Card | None = None,
    east: Card | None = None,
    boss: Card | None = None,
) -> Six:
    """Return a team: SBIRES of 5 PV, LIEUTENANTS (`west`, `east`) of 6, a BOSS of 8, no capsules; or as told."""
    given = (left, centre, right, west, east, boss)
    return tuple(card or one(pv) for card, pv in zip(given, (5, 5, 5, 6, 6, 8), strict=True))


def _numbered(seat: int, six: Sequence[Card]) -> Six:
    """Return the cards with their ranks, and with seat and slot for a number."""
    return tuple(
        replace(card, number=f"{seat}{slot}", name=f"card {seat}{slot}", rank=ROLES[slot])
        for slot, card in enumerate(six)
    )


PLAIN: Final = team()
_FACTS: Final = ("draws", "ended", "margin", "seat", "legal", "can", "cannot", "seen", "played")


def case(name: str, script: str, first: Six = PLAIN, second: Six = PLAIN, **then: Any) -> Case:
    """Return a case, between plain teams unless told; `then` has facts of Case and parts of the snapshot."""
    facts = {key: then.pop(key) for key in _FACTS if key in then}
    return Case(name, script, (_numbered(0, first), _numbered(1, second)), then, **facts)


# Both players sacrifice in turn; seat 1 finishes each round second, so it wins it, and keeps all cards.
TO_LIEUTENANTS: Final = "xL xL xC xC xR xR keep "  # turn 7, seat 0 to act
TO_BOSSES: Final = TO_LIEUTENANTS + "xL xL xC xC keep "  # turn 11, seat 0 to act
SEAT_0_TO_BOSS: Final = "xL L2C xC L2R xR L2 xL L2C xC L2 "  # turn 11; seat 1 still has its SBIRES

KILLER: Final = one(5, 0, rivals(damage=9), WAIT)  # fells a whole plain row
SLAYER: Final = one(5, 0, hit(9), WAIT)
OPPOSER: Final = one(5, 0, opposite(damage=2), WAIT)
PLAIN_ACTS: Final = " ".join(f"{who}{number}{whom}" for who in "LCR" for number in "12" for whom in "LCR")

SET_UP: Final = (
    case(
        "1.1 three SBIRES lie in the first row, by slot",
        "",
        row=[0, 0],
        card=[["00", "01", "02"], ["10", "11", "12"]],
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "1.1 two LIEUTENANTS lie in the second row",
        TO_LIEUTENANTS,
        row=[1, 1],
        card=[["03", "04", ""], ["13", "14", ""]],
        pv=[[6, 6, 0], [6, 6, 0]],
        turns=7,
    ),
    case(
        "1.1 the BOSS lies in the third row",
        TO_BOSSES,
        row=[2, 2],
        card=[["05", "", ""], ["15", "", ""]],
        pv=[[8, 0, 0], [8, 0, 0]],
        turns=11,
    ),
    case(
        "1.2 PV may rise above the initial number without limit",
        "L1 L2 L1",
        team(one(5, 0, itself(gain=12))),
        pv=[[29, 5, 5], [5, 5, 5]],
    ),
    case(
        "1.2 one to three actions",
        "",
        team(one(5, 0, hit(2), itself(gain=1), whole(heal=1)), one(5, 0, itself(gain=1)), one(5, 0, itself(gain=1))),
        legal="L1L L1C L1R L2 L3 C1 R1 xL xC xR",
    ),
    case("1.2 capsules are the card's", "", team(one(5, 2)), capsules=[[2, 0, 0], [0, 0, 0]], can="-L"),
    case(
        "1.3 seat 0 plays first, both SBIRES are revealed",
        "",
        seat=0,
        turns=1,
        seen=[{0, 1, 2}, {0, 1, 2}],
        played=[set(), set()],
        margin=0,
        legal=PLAIN_ACTS + " xL xC xR",
        owes=[0, 0],
        combos=[3, 3],
        pile=[[], []],
        gone=[[], []],
        removed=False,
        extra=False,
        bonus=0,
        drawn=[],
        stunned=[[], []],
        shielded=[[], []],
    ),
    case("1.3 a turn each in turn", "L2", seat=1, turns=2, legal=PLAIN_ACTS + " xL xC xR"),
    case("1.3 and seat 0 again", "L2 L2", seat=0, turns=3),
    case(
        "1.3 who lies face down has no passives",
        "",
        second=team(west=one(6, 0, taunt=1), boss=one(8, 0, taunt=1)),
        can="L1L L1C L1R",
    ),
    case("1.3 who has fallen is no target", "L1C L2", team(SLAYER), can="L1L L1R", cannot="L1C"),
    case("1.3 who has fallen does not act", "L1C", team(SLAYER), can="L1L R1L xL", cannot="C1L C2L xC"),
    case(
        "1.3 who has fallen has no passives",
        "L1C L2",
        team(SLAYER),
        team(centre=one(5, 0, taunt=1)),
        can="L1L L1R",
    ),
    case(
        "1.4 the next row is revealed at once, in the rival's turn",
        "L1",
        team(KILLER),
        row=[0, 1],
        pv=[[5, 5, 5], [6, 6, 0]],
        pile=[[], [0, 1, 2]],
        seen=[{0, 1, 2}, {0, 1, 2, 3, 4}],
        seat=1,
        turns=2,
        can="L1L C1R xL",
        cannot="R1L",
    ),
    case("1.4 LIEUTENANTS fight SBIRES", "L1 L1C", team(KILLER), pv=[[5, 3, 5], [6, 6, 0]]),
    case(
        "1.4 SBIRES fight LIEUTENANTS",
        "L1 L1C L1",
        team(KILLER),
        row=[0, 2],
        pv=[[5, 3, 5], [8, 0, 0]],
        pile=[[], [0, 1, 2, 3, 4]],
        seen=[{0, 1, 2}, {0, 1, 2, 3, 4, 5}],
        seat=1,
    ),
    case(
        "1.4 one's own turn reveals too",
        "xL L2C xC L2R xR",
        row=[1, 0],
        pv=[[6, 6, 0], [5, 5, 5]],
        seat=1,
        turns=6,
    ),
    case("1.5 both neighbours", "L1C", team(one(5, 0, hit(2, splash=1))), pv=[[5, 5, 5], [4, 3, 4]]),
    case("1.5 one neighbour at the end of a row", "L1L", team(one(5, 0, hit(2, splash=1))), pv=[[5, 5, 5], [3, 4, 5]]),
    case(
        "1.5 no neighbour across a gap",
        "C1C L2 L1L",
        team(one(5, 0, hit(2, splash=1)), SLAYER),
        pv=[[5, 5, 5], [3, 0, 5]],
    ),
    case("1.5 opposite is the same place", "C1", team(centre=OPPOSER), pv=[[5, 5, 5], [5, 3, 5]]),
    case("1.5 opposite a gap is nobody", "L1C L2", team(SLAYER, OPPOSER), can="C2L", cannot="C1"),
    case(
        "1.5 places count in rows of different width",
        "L1 L2",
        team(KILLER, OPPOSER, OPPOSER),
        can="C1",
        cannot="R1",
    ),
    case(
        "1.5 opposite in rows of different width",
        "L1 L2 C1",
        team(KILLER, OPPOSER, OPPOSER),
        pv=[[5, 5, 5], [6, 4, 0]],
    ),
    case("1.5 opposite of a BOSS", TO_BOSSES + "L1", team(boss=OPPOSER), pv=[[5, 0, 0], [6, 0, 0]]),
)

FELLER: Final = one(8, 0, hit(12), WAIT)

LIVES: Final = (
    case(
        "2.1 with a capsule left it loses the capsule and has its initial PV again",
        "L1L",
        team(SLAYER),
        team(one(5, 1)),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
        pile=[[], []],
        margin=0,
    ),
    case("2.1 without a capsule it falls", "L1L", team(SLAYER), pv=[[5, 5, 5], [0, 5, 5]], pile=[[], [0]], margin=1),
    case("2.1 exactly 0 is enough", "L1L", team(one(5, 0, hit(5))), pv=[[5, 5, 5], [0, 5, 5]], pile=[[], [0]]),
    case("2.1 one PV left is a life", "L1L", team(one(5, 0, hit(4))), pv=[[5, 5, 5], [1, 5, 5]], pile=[[], []]),
    case(
        "2.1 two capsules: after two lives it stands",
        "L1 C2 L1",
        team(SLAYER),
        team(one(3, 2)),
        pv=[[5, 5, 5], [3, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
        margin=0,
    ),
    case(
        "2.1 two capsules: it lives three times",
        "L1 C2 L1 C2 L1",
        team(SLAYER),
        team(one(3, 2)),
        pv=[[5, 5, 5], [0, 5, 5]],
        pile=[[], [0]],
        margin=1,
    ),
    case("2.2 a fallen SBIRE goes to its owner's pile", "L1C", team(SLAYER), pile=[[], [1]]),
    case("2.2 a fallen LIEUTENANT too", TO_LIEUTENANTS + "xC", pile=[[0, 1, 2, 4], [0, 1, 2]]),
    case(
        "2.2 a fallen character never comes back",
        "L1L L1C",
        team(one(5, 0, ally(heal=3))),
        team(SLAYER),
        pv=[[8, 0, 5], [5, 5, 5]],
        can="L1L L1R",
        cannot="L1C",
    ),
    case(
        "2.3 the BOSS of seat 1 falls",
        TO_BOSSES + "L1",
        team(boss=FELLER),
        ended=("boss", 1),
        pv=[[8, 0, 0], [0, 0, 0]],
        pile=[[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
        margin=1,
        legal="",
        turns=11,
    ),
    case("2.3 the BOSS of seat 0 falls", TO_BOSSES + "L2 L1", second=team(boss=FELLER), ended=("boss", -1), margin=-1),
    case(
        "2.3 a BOSS that falls by its own action",
        TO_BOSSES + "L1",
        team(boss=one(8, 0, hit(2, recoil=12))),
        ended=("boss", -1),
        pv=[[0, 0, 0], [6, 0, 0]],
    ),
    case(
        "2.3 both in the same action",
        TO_BOSSES + "L1",
        team(boss=one(8, 0, hit(12, recoil=12))),
        ended=("both", 0),
        margin=0,
    ),
    case("2.3 a BOSS that was sacrificed", TO_BOSSES + "xL", ended=("sacrifice", -1), margin=-1),
    case("2.3 seat 1 sacrifices its BOSS", TO_BOSSES + "L2 xL", ended=("sacrifice", 1), margin=1),
    case(
        "2.3 a sacrificed BOSS loses even when the rival's falls by its parting",
        TO_BOSSES + "xL",
        team(boss=one(8, 0, parting=3)),
        team(boss=one(3)),
        ended=("sacrifice", -1),
        margin=0,
    ),
    case(
        "2.3 the end comes before a bonus",
        TO_LIEUTENANTS + "xL xL xC C2 L1C",
        team(boss=one(8, 0, hit(12, recoil=12))),
        ended=("boss", -1),
        row=[2, 2],
        pile=[[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
        seen=[{0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}],
        margin=-1,
    ),
    case(
        "2.3 the end comes before one more action",
        TO_BOSSES + "L1",
        team(boss=one(8, 0, hit(12, again=1))),
        ended=("boss", 1),
    ),
    case(
        "2.3 a BOSS with a capsule does not end the game",
        TO_BOSSES + "L1",
        team(boss=FELLER),
        team(boss=one(8, 1)),
        seat=1,
    ),
    case("2.4 turn 200 is still played", "L2 " * 199, turns=200, seat=1, can="L1L"),
    case("2.4 all equal: a draw", "L2 " * 200, ended=("cap", 0), turns=200, margin=0),
    case("2.4 more lives of the BOSS, face down", "L2 " * 200, team(boss=one(8, 1)), ended=("cap", 1), margin=1),
    case("2.4 more lives of seat 1's BOSS", "L2 " * 200, second=team(boss=one(8, 1)), ended=("cap", -1), margin=-1),
    case("2.4 more PV of the BOSS, face down", "L2 " * 200, second=team(boss=one(9)), ended=("cap", -1), margin=0),
    case("2.4 lives come before PV", "L2 " * 200, team(boss=one(3, 1)), team(boss=one(20)), ended=("cap", 1)),
    case("2.4 other lives do not count", "L1 " + "C2C " * 199, team(SLAYER), ended=("cap", 0), margin=1),
    case(
        "2.4 PV that the BOSS has now",
        TO_BOSSES + "L1 " + "L2 " * 189,
        pv=[[8, 0, 0], [6, 0, 0]],
        ended=("cap", 1),
        turns=200,
    ),
    case(
        "2.4 a revealed BOSS against one that lies face down",
        SEAT_0_TO_BOSS + "L2 L1 " + "L2 " * 188,
        pv=[[6, 0, 0], [5, 5, 5]],
        ended=("cap", -1),
        margin=-5,
    ),
    case(
        "2.4 a BOSS may still fall in turn 200",
        TO_BOSSES + "L2 " * 189 + "L1",
        second=team(boss=FELLER),
        ended=("boss", -1),
        turns=200,
    ),
    case(
        "2.4 the bonus of turn 200 is still taken",
        "xL xL xC xC xR " + "R2 L2R " * 97 + "xR",
        seat=1,
        turns=200,
        legal="keep out0 out1 out2",
    ),
    case(
        "2.4 and then the game ends",
        "xL xL xC xC xR " + "R2 L2R " * 97 + "xR out0",
        ended=("cap", 0),
        gone=[[], [0]],
        row=[1, 1],
    ),
    case(
        "2.4 a skipped turn may be the last",
        "L2 " * 197 + "L1 L2",
        second=team(one(5, 0, itself(gain=1, skip=1), WAIT)),
        ended=("cap", 0),
        turns=200,
    ),
    case("2.5 the margin counts who lies face down", "", team(boss=one(8, 3), east=one(6, 1)), margin=4),
    case("2.5 the margin is current", "L2L", second=team(one(5, 2)), margin=-1),
    case("2.5 seen: rows that were revealed", TO_LIEUTENANTS, seen=[{0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}]),
    case("2.5 played: who took an action", "L2 C1L", played=[{0}, {1}]),
    case("2.5 played: not by a sacrifice", "xL xL", played=[set(), set()]),
    case("2.5 played: by a last stand", "R1", team(right=one(3, 0, hit(2, price=3))), played=[{2}, set()]),
    case(
        "2.5 played: who was drawn for a combo",
        TO_BOSSES + "+1 +1 go",
        draws=(3, 1),
        second=team(boss=one(20)),
        played=[{1, 3, 5}, set()],
    ),
    case(
        "2.5 turns: skipped ones count",
        "L1 L2 L2",
        team(one(5, 0, hit(2, skip=1))),
        turns=5,
        seat=0,
    ),
)

SKIPPER: Final = one(5, 0, hit(2, skip=1), WAIT)
STUNNER: Final = one(5, 0, rival(stun=1), WAIT)
AGAIN: Final = one(5, 0, hit(2, again=1), WAIT)
FOUR: Final = one(5, 1, hit(2, price=4), WAIT)
HEAVY: Final = one(5, 0, hit(2, price=7))
FULL: Final = one(5, 1, hit(2, price=7))

TURN: Final = (
    case("3.1 a skipped turn is owed", "L1L", team(SKIPPER), owes=[1, 0], seat=1, turns=2),
    case("3.1 and ends without a choice", "L1L L2", team(SKIPPER), owes=[0, 0], seat=1, turns=4),
    case("3.1 the turn after it is played", "L1L L2 L2", team(SKIPPER), owes=[0, 0], seat=0, turns=5),
    case("3.1 a skipped turn ends a stun", "L1L L1L", team(SKIPPER), team(STUNNER), stunned=[[], []], seat=1, turns=4),
    case(
        "3.2 a removal, and then an act",
        "-L",
        team(one(5, 1)),
        seat=0,
        turns=1,
        removed=True,
        can="L1L xL xC",
        cannot="-L",
    ),
    case(
        "3.2 the act ends the turn",
        "-L L1L",
        team(one(5, 1)),
        seat=1,
        turns=2,
        removed=False,
        pv=[[5, 5, 5], [3, 5, 5]],
    ),
    case(
        "3.3 the PV become the initial ones even if they were more",
        "L1 L2C -L",
        team(one(5, 1, itself(gain=4))),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
        removed=True,
        seat=0,
        turns=3,
    ),
    case(
        "3.3 the PV become the initial ones",
        "C2 L1L -L",
        team(one(5, 1)),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case("3.3 once in a turn over the whole team", "-L", team(one(5, 2), one(5, 1)), cannot="-L -C", can="xR"),
    case("3.3 the next turn has its own", "-L L1L L2R -C", team(one(5, 1), one(5, 1)), removed=True, seat=0, turns=3),
    case("3.3 only with a capsule", "", team(one(5, 1)), can="-L", cannot="-C -R"),
    case("3.4 any character of the team", "", can="L1L C1L R1L"),
    case("3.4 not one that is stunned", "L1C", team(STUNNER), can="L1L R1L xC", cannot="C1L C2L", stunned=[[], [1]]),
    case("3.4 not without a target", "L1L C2", team(one(5, 0, hit(9), opposite(damage=2))), can="L1C", cannot="L2"),
    case("3.5 with more PV than the price", "L1L", team(one(5, 0, hit(2, price=3))), pv=[[2, 5, 5], [3, 5, 5]]),
    case(
        "3.5 a price equal to the PV with a capsule left",
        "L1L",
        team(one(3, 1, hit(2, price=3))),
        pv=[[3, 5, 5], [3, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
        margin=0,
    ),
    case(
        "3.5 a price equal to the PV: the action has a whole character again",
        "L1L",
        team(one(3, 1, hit(2, price=3, rage=2))),
        pv=[[3, 5, 5], [3, 5, 5]],
    ),
    case(
        "3.5 a price equal to the PV is no removal",
        "L1L",
        team(one(3, 1, hit(2, price=3, again=1)), one(5, 1)),
        removed=False,
        extra=True,
        can="-C",
    ),
    case(
        "3.5 a price equal to the PV without a capsule",
        "L1L",
        team(one(3, 0, hit(2, price=3))),
        pv=[[0, 5, 5], [3, 5, 5]],
        pile=[[0], []],
        margin=-1,
    ),
    case(
        "3.5 a removal is forced where the PV do not cover the price",
        "L1L L2C L1L",
        team(FOUR),
        pv=[[1, 5, 5], [1, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "3.5 a forced removal is the turn's one removal",
        "L1L pass L2R L1L",
        team(one(5, 1, hit(2, price=4, again=1)), one(5, 1)),
        removed=True,
        extra=True,
        pv=[[1, 5, 5], [1, 5, 5]],
        capsules=[[0, 1, 0], [0, 0, 0]],
        can="C1L",
        cannot="L1L -C -L",
    ),
    case(
        "3.5 no forced removal after a removal in the same turn",
        "L1L L2R -C",
        team(FOUR, one(5, 1)),
        can="C1L L2L",
        cannot="L1L",
    ),
    case("3.5 but without one", "L1L L2R", team(FOUR, one(5, 1)), can="L1L"),
    case(
        "3.5 no forced removal where the initial PV are less than the price",
        "",
        team(one(3, 1, hit(2, price=4))),
        cannot="L1L",
    ),
    case(
        "3.5 without a capsule it cannot be chosen", "L1L L2C", team(one(5, 0, hit(2, price=4))), cannot="L1L", can="xL"
    ),
    case(
        "3.5 forced removal, then the exact price, with another capsule",
        "C2 L1L L1L",
        team(one(4, 2, hit(2, price=4))),
        pv=[[4, 5, 5], [3, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
        margin=0,
    ),
    case(
        "3.5 forced removal, then the exact price, without another capsule",
        "C2 L1L L1L",
        team(one(4, 1, hit(2, price=4))),
        pv=[[0, 5, 5], [3, 5, 5]],
        pile=[[0], []],
        margin=-1,
    ),
    case("3.5 a price of 0 can always be paid", "", team(one(1)), can="L1L"),
    case(
        "3.5 plus the toll of the opposite",
        "L1R",
        team(one(5, 0, hit(2, price=1))),
        team(one(5, 0, toll=2)),
        pv=[[2, 5, 5], [5, 5, 3]],
    ),
    case(
        "3.5 less the thrift of the neighbours",
        "L1L",
        team(one(5, 0, hit(2, price=3)), one(5, 0, thrift=2)),
        pv=[[4, 5, 5], [3, 5, 5]],
    ),
    case(
        "3.5 at least 0",
        "C1L",
        team(one(5, 0, thrift=2), one(5, 0, hit(2, price=3)), one(5, 0, thrift=2)),
        pv=[[5, 5, 5], [3, 5, 5]],
    ),
    case(
        "3.5 toll and thrift together",
        "L1L",
        team(one(5, 0, hit(2, price=1)), one(5, 0, thrift=1)),
        team(one(5, 0, toll=2)),
        pv=[[3, 5, 5], [3, 5, 5]],
    ),
    case("3.5 a toll may be too dear", "", team(one(3, 0, hit(2, price=2))), team(one(5, 0, toll=3)), cannot="L1L"),
    case(
        "3.5 a toll may force a removal",
        "C2 L1L L1L",
        team(one(5, 1, hit(2, price=1))),
        team(one(5, 0, toll=3)),
        pv=[[1, 5, 5], [3, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "3.5 a toll may make a last stand",
        "L1L",
        team(one(3, 0, hit(2, price=1))),
        team(one(5, 0, toll=2)),
        pv=[[0, 5, 5], [3, 5, 5]],
        pile=[[0], []],
    ),
    case(
        "3.6 the action is carried out at 0 PV",
        "L1L",
        team(one(3, 0, hit(2, price=3, rage=2))),
        pv=[[0, 5, 5], [1, 5, 5]],
    ),
    case("3.6 its own edge counts", "L1L", team(one(3, 0, hit(2, price=3), edge=1)), pv=[[0, 5, 5], [2, 5, 5]]),
    case(
        "3.6 the banner of its neighbours counts",
        "L1L",
        team(one(3, 0, hit(2, price=3)), one(5, 0, banner=1)),
        pv=[[0, 5, 5], [2, 5, 5]],
    ),
    case(
        "3.6 its own pack counts the others", "L1L", team(one(3, 0, hit(2, price=3, pack=2))), pv=[[0, 5, 5], [1, 5, 5]]
    ),
    case(
        "3.6 nothing gives it PV, capsules or a shield",
        "L1",
        team(one(3, 0, itself(price=3, heal=3, gain=3, capsule=1, shield=1))),
        pv=[[0, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
        pile=[[0], []],
        shielded=[[], []],
    ),
    case("3.6 it is not of the team", "L1", team(one(3, 0, whole(price=3, heal=2))), pv=[[0, 7, 7], [5, 5, 5]]),
    case("3.6 it is not exchanged", "L1C", team(one(3, 0, rival(price=3, exchange=1))), pv=[[0, 5, 5], [5, 5, 5]]),
    case(
        "3.6 it drains nothing",
        "L1L",
        team(one(3, 0, hit(2, price=3, drain=2))),
        pv=[[0, 5, 5], [3, 5, 5]],
        pile=[[0], []],
    ),
    case("3.6 it is not in the pile yet", "L1L", team(one(3, 0, hit(2, price=3, grudge=1))), pv=[[0, 5, 5], [3, 5, 5]]),
    case(
        "3.6 it has no feast",
        "L1L",
        team(one(3, 0, hit(9, price=3), feast=3)),
        pv=[[0, 5, 5], [0, 5, 5]],
        pile=[[0], [0]],
    ),
    case(
        "3.6 one more action is another's",
        "L1L",
        team(one(3, 0, hit(2, price=3, again=1))),
        extra=True,
        can="C1L pass",
        cannot="L1L",
    ),
    case("3.7 who is sacrificed falls", "xL", pv=[[0, 5, 5], [5, 5, 5]], pile=[[0], []], seat=1, turns=2, margin=-1),
    case("3.7 not with a capsule", "", team(one(5, 1)), can="xC xR", cannot="xL"),
    case("3.7 after its capsule was removed", "-L xL", team(one(5, 1)), pv=[[0, 5, 5], [5, 5, 5]], seat=1),
    case("3.7 not in place of one more action", "L1L", team(AGAIN), can="pass L1L", cannot="xL xC xR"),
    case("3.7 the last of a row", TO_LIEUTENANTS + "xL L2C xC", row=[2, 1], pv=[[8, 0, 0], [6, 6, 0]], seat=1),
    case("3.8 only if no action can be chosen", "", cannot="pass"),
    case("3.8 whether or not a sacrifice is possible", "", team(HEAVY, HEAVY, HEAVY), legal="xL xC xR pass"),
    case("3.8 whether or not a removal is possible", "", team(FULL, FULL, FULL), legal="-L -C -R pass"),
    case("3.8 after a removal too", "-L", team(FULL, FULL, FULL), legal="xL pass", removed=True),
    case("3.8 with nothing else to do", "-L", team(one(5, 2, hit(2, price=7)), FULL, FULL), legal="pass"),
    case("3.8 a pass is the turn", "pass", team(HEAVY, HEAVY, HEAVY), seat=1, turns=2, pv=[[5, 5, 5], [5, 5, 5]]),
    case("3.8 everyone is stunned", "L1", team(one(5, 0, rivals(stun=1))), legal="xL xC xR pass", seat=1),
    case("3.9 one more action", "L1L", team(AGAIN), seat=0, turns=1, extra=True, can="L1L C1L pass"),
    case("3.9 with any character", "L1L C1L", team(AGAIN), seat=1, turns=2, extra=False, pv=[[5, 5, 5], [1, 5, 5]]),
    case("3.9 it may be declined", "L1L pass", team(AGAIN), seat=1, turns=2, pv=[[5, 5, 5], [3, 5, 5]]),
    case("3.9 a further one does nothing", "L1L L1L", team(AGAIN), seat=1, turns=2, pv=[[5, 5, 5], [1, 5, 5]]),
    case(
        "3.9 a removal is possible if it was not used",
        "L1L -C",
        team(AGAIN, one(5, 1)),
        seat=0,
        removed=True,
        extra=True,
    ),
    case("3.9 not if it was used", "-C L1L", team(AGAIN, one(5, 1), one(5, 1)), removed=True, extra=True, cannot="-R"),
    case(
        "3.9 with a row that is new",
        "xC L2 xR L2 L1L",
        team(one(3, 0, hit(2, price=3, again=1), WAIT)),
        row=[1, 0],
        extra=True,
        seat=0,
        can="L1L C1L pass",
        cannot="xL",
    ),
    case(
        "3.9 the bonus of a round comes first",
        "L1 L2 xC L2 xR L2 L2L",
        team(one(5, 0, rivals(damage=9), hit(2, price=5, again=1))),
        seat=0,
        legal="keep out0 out1 out2",
        turns=7,
    ),
    case(
        "3.9 and the action after it",
        "L1 L2 xC L2 xR L2 L2L keep",
        team(one(5, 0, rivals(damage=9), hit(2, price=5, again=1))),
        seat=0,
        turns=7,
        extra=True,
        can="L1L C1L pass",
    ),
    case(
        "3.10 all stop being stunned when their turn ends", "L1C L2", team(STUNNER), stunned=[[], []], turns=3, seat=0
    ),
    case("3.10 not before", "L1C", team(STUNNER), stunned=[[], [1]], turns=2, seat=1),
    case(
        "3.10 a stun lasts through one more action",
        "L1C L1L",
        team(STUNNER),
        team(AGAIN),
        stunned=[[], [1]],
        extra=True,
        cannot="C1L",
    ),
)

AIMS: Final = (
    case(
        "4.1 each aim has its targets",
        "",
        team(
            one(5, 0, hit(2), rivals(damage=1), opposite(damage=1)),
            one(5, 0, ally(heal=1), whole(heal=1), itself(gain=1)),
            one(5, 0, itself(gain=1)),
        ),
        legal="L1L L1C L1R L2 L3 C1L C1C C1R C2 C3 R1 xL xC xR",
    ),
    case("4.1 rival: the one chosen", "L1R", pv=[[5, 5, 5], [5, 5, 3]]),
    case("4.1 rivals: all of them", "L1", team(one(5, 0, rivals(damage=1))), pv=[[5, 5, 5], [4, 4, 4]]),
    case("4.1 opposite: the same place", "R1", team(right=OPPOSER), pv=[[5, 5, 5], [5, 5, 3]]),
    case("4.1 ally: another", "L1R", team(one(5, 0, ally(heal=1))), pv=[[5, 5, 6], [5, 5, 5]]),
    case("4.1 ally: itself", "L1L", team(one(5, 0, ally(heal=1))), pv=[[6, 5, 5], [5, 5, 5]]),
    case("4.1 team: all of it", "L1", team(one(5, 0, whole(heal=1))), pv=[[6, 6, 6], [5, 5, 5]]),
    case("4.1 self", "C1", team(centre=one(5, 0, itself(heal=1))), pv=[[5, 6, 5], [5, 5, 5]]),
    case(
        "4.1 an ally that makes its last stand by it",
        "xC L2 xR L2 L1L",
        team(one(5, 0, ally(price=5, heal=3), WAIT)),
        row=[1, 0],
        pv=[[6, 6, 0], [5, 5, 5]],
        pile=[[0, 1, 2], []],
    ),
    case(
        "4.1 an ally that makes its last stand, beside others",
        "L1L",
        team(one(5, 0, ally(price=5, heal=3, capsule=1))),
        pv=[[0, 5, 5], [5, 5, 5]],
        pile=[[0], []],
    ),
    case(
        "4.1 only opposite needs someone opposite",
        "L1C L2",
        team(SLAYER, one(5, 0, itself(gain=1), rivals(damage=1), opposite(damage=1))),
        can="C1 C2",
        cannot="C3",
    ),
    case(
        "4.2 what has no damage and no splash is no attack",
        "L1L",
        team(one(5, 0, rival(crack=1, stun=1))),
        team(one(5, 1, thorns=3, spite=3)),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "4.2 a splash alone is an attack",
        "L1L",
        team(one(5, 0, rival(splash=2))),
        team(centre=one(5, 0, thorns=1)),
        pv=[[4, 5, 5], [5, 3, 5]],
    ),
    case(
        "4.2 gain and recoil go with any aim",
        "L1",
        team(one(5, 0, itself(gain=2, recoil=3))),
        pv=[[4, 5, 5], [5, 5, 5]],
    ),
    case("4.2 freeze too", "L1", team(one(5, 0, whole(heal=1, freeze=1))), pv=[[6, 6, 6], [5, 5, 5]], seat=0, turns=3),
)

BIG: Final = team(one(9), one(9), one(9))


def punk(*actions: Action, **passive: int) -> Card:
    """Return a PUNK of 5 PV."""
    return one(5, 0, *actions, dna=PUNK, **passive)


STRENGTH: Final = (
    case("5.1 the price is paid first", "L1L", team(one(5, 0, hit(2, price=1, rage=2))), pv=[[4, 5, 5], [1, 5, 5]]),
    case("5.1 skip: the player owes a turn", "L1", team(one(5, 0, itself(gain=1, skip=1))), owes=[1, 0]),
    case(
        "5.1 skip: at most one is ever owed",
        "L1 L1 L2 L2",
        team(one(5, 0, itself(gain=1, skip=1, again=1))),
        owes=[0, 0],
        turns=5,
        seat=0,
    ),
    case("5.2 edge", "L1L", team(one(edge=2)), BIG, pv=[[5, 5, 5], [5, 9, 9]]),
    case(
        "5.2 banner of both neighbours", "C1L", team(one(banner=1), None, one(banner=2)), BIG, pv=[[5, 5, 5], [4, 9, 9]]
    ),
    case(
        "5.2 no banner of its own, none across a place",
        "L1L",
        team(one(banner=3), None, one(banner=3)),
        BIG,
        pv=[[5, 5, 5], [7, 9, 9]],
    ),
    case("5.2 rage when hurt", "C2 L1L L1L", team(one(5, 0, hit(2, rage=3))), BIG, pv=[[3, 5, 5], [4, 9, 9]]),
    case("5.2 no rage with all PV", "L1L", team(one(5, 0, hit(2, rage=3))), BIG, pv=[[5, 5, 5], [7, 9, 9]]),
    case(
        "5.2 no rage with more",
        "L2 L2 L1L",
        team(one(5, 0, hit(2, rage=3), itself(gain=1))),
        BIG,
        pv=[[6, 5, 5], [7, 9, 9]],
    ),
    case(
        "5.2 pack with another of its DNA",
        "L1L",
        team(punk(hit(2, pack=3)), right=punk()),
        BIG,
        pv=[[5, 5, 5], [4, 9, 9]],
    ),
    case("5.2 no pack alone", "L1L", team(punk(hit(2, pack=3))), BIG, pv=[[5, 5, 5], [7, 9, 9]]),
    case(
        "5.2 no pack with the rival's",
        "L1L",
        team(punk(hit(2, pack=3))),
        team(one(9, dna=PUNK)),
        pv=[[5, 5, 5], [7, 5, 5]],
    ),
    case(
        "5.2 no pack with a fallen one, nor with one face down",
        "R2 L1C L1L",
        team(punk(hit(2, pack=3)), punk(), west=one(6, 0, dna=PUNK)),
        team(one(9, 0, hit(9))),
        pv=[[5, 0, 5], [7, 5, 5]],
    ),
    case(
        "5.2 grudge for each card in the own pile",
        "xC L2 xR L2 L1L",
        team(one(5, 0, hit(2, grudge=1), WAIT)),
        BIG,
        pv=[[5, 0, 0], [5, 9, 9]],
    ),
    case(
        "5.2 not in the rival's",
        "C1R C2 L1L",
        team(one(5, 0, hit(2, grudge=3)), SLAYER),
        team(one(9)),
        pv=[[5, 5, 5], [7, 5, 0]],
    ),
    case(
        "5.2 finisher against no capsule",
        "L1L",
        team(one(5, 0, hit(2, finisher=1, breaker=3))),
        BIG,
        pv=[[5, 5, 5], [6, 9, 9]],
    ),
    case(
        "5.2 breaker against a capsule",
        "L1L",
        team(one(5, 0, hit(2, finisher=1, breaker=3))),
        team(one(9, 1)),
        pv=[[5, 5, 5], [4, 5, 5]],
    ),
    case(
        "5.2 against each target by itself",
        "L1",
        team(one(5, 0, rivals(damage=2, finisher=1, breaker=3, hunter=1, prey=PUNK))),
        team(one(9), one(9, 1), one(9, dna=PUNK)),
        pv=[[5, 5, 5], [6, 4, 5]],
    ),
    case(
        "5.2 hunter of its prey",
        "L1L",
        team(one(5, 0, hit(2, hunter=3, prey=PUNK))),
        team(one(9, dna=PUNK)),
        pv=[[5, 5, 5], [4, 5, 5]],
    ),
    case("5.2 hunter of no other", "L1L", team(one(5, 0, hit(2, hunter=3, prey=PUNK))), BIG, pv=[[5, 5, 5], [7, 9, 9]]),
    case(
        "5.2 all of it added",
        "xR R2 L1L",
        team(
            one(5, 0, hit(1, price=1, rage=1, pack=1, grudge=1, finisher=1, hunter=1, prey=MECHA), edge=1),
            one(banner=1),
        ),
        team(one(20, dna=MECHA)),
        pv=[[4, 5, 0], [12, 5, 5]],
    ),
)

DEFENCE: Final = (
    case("5.3 armour", "L1L", second=team(one(9, armour=1)), pv=[[5, 5, 5], [8, 5, 5]]),
    case("5.3 shelter of a neighbour", "L1L", second=team(one(9), one(shelter=1)), pv=[[5, 5, 5], [8, 5, 5]]),
    case(
        "5.3 shelter of both",
        "C1C",
        team(centre=one(5, 0, hit(4))),
        team(one(shelter=1), one(9), one(shelter=2)),
        pv=[[5, 5, 5], [5, 8, 5]],
    ),
    case(
        "5.3 no shelter of its own, none across a place",
        "L1L",
        second=team(one(9, shelter=1), None, one(shelter=1)),
        pv=[[5, 5, 5], [7, 5, 5]],
    ),
    case(
        "5.3 armour and shelter",
        "L1L",
        team(one(5, 0, hit(5))),
        team(one(9, armour=2), one(shelter=2)),
        pv=[[5, 5, 5], [8, 5, 5]],
    ),
    case("5.3 to no less than 0", "L1L", second=team(one(9, armour=3)), pv=[[5, 5, 5], [9, 5, 5]]),
    case("5.3 each hit", "L1L", team(one(5, 0, hit(3, hits=2))), team(one(9, armour=1)), pv=[[5, 5, 5], [5, 5, 5]]),
    case(
        "5.3 not with pierce",
        "L1L",
        team(one(5, 0, hit(2, pierce=1))),
        team(one(9, armour=3), one(shelter=2)),
        pv=[[5, 5, 5], [7, 5, 5]],
    ),
    case("5.4 a target is hit so many times", "L1L", team(one(5, 0, hit(2, hits=3))), BIG, pv=[[5, 5, 5], [3, 9, 9]]),
    case("5.4 each target of an area", "L1", team(one(5, 0, rivals(damage=1, hits=3))), BIG, pv=[[5, 5, 5], [6, 6, 6]]),
    case("5.4 edge counts in each hit", "L1L", team(one(5, 0, hit(1, hits=2), edge=1)), BIG, pv=[[5, 5, 5], [5, 9, 9]]),
    case(
        "5.4 a shield takes the first hit, and is gone",
        "C2 L1 L1L",
        team(one(5, 0, hit(2, hits=3))),
        team(one(9, 0, itself(shield=1))),
        pv=[[5, 5, 5], [5, 5, 5]],
        shielded=[[], []],
    ),
    case("5.4 until then it lies there", "C2 L1", second=team(one(9, 0, itself(shield=1))), shielded=[[], [0]]),
    case(
        "5.4 a shield is gone even if armour would have stopped the hit",
        "C2 L1 L1L",
        second=team(one(9, 0, itself(shield=1), armour=3)),
        pv=[[5, 5, 5], [9, 5, 5]],
        shielded=[[], []],
    ),
    case(
        "5.4 with pierce the shield does nothing and stays",
        "C2 L1 L1L",
        team(one(5, 0, hit(2, hits=2, pierce=1))),
        team(one(9, 0, itself(shield=1))),
        pv=[[5, 5, 5], [5, 5, 5]],
        shielded=[[], [0]],
    ),
    case(
        "5.4 shell over all hits",
        "L1L",
        team(one(5, 0, hit(2, hits=3))),
        team(one(9, shell=3)),
        pv=[[5, 5, 5], [6, 5, 5]],
    ),
    case("5.4 shell above the damage", "L1L", second=team(one(9, shell=3)), pv=[[5, 5, 5], [7, 5, 5]]),
    case(
        "5.4 shell not with pierce",
        "L1L",
        team(one(5, 0, hit(2, hits=3, pierce=1))),
        team(one(9, shell=3)),
        pv=[[5, 5, 5], [3, 5, 5]],
    ),
    case(
        "5.4 shield first, then shell",
        "C2 L1 L1L",
        team(one(5, 0, hit(2, hits=3))),
        team(one(9, 0, itself(shield=1), shell=3)),
        pv=[[5, 5, 5], [6, 5, 5]],
    ),
    case(
        "5.4 shell against each attack anew",
        "L1L C2 L1L",
        team(one(5, 0, hit(7))),
        team(one(9, shell=3)),
        pv=[[5, 5, 5], [3, 5, 5]],
    ),
    case(
        "5.5 with nothing added",
        "L1C",
        team(one(5, 0, hit(2, splash=1, finisher=1), edge=3)),
        BIG,
        pv=[[5, 5, 5], [8, 3, 8]],
    ),
    case(
        "5.5 defence applies",
        "L1C",
        team(one(5, 0, hit(2, splash=3))),
        team(one(9, armour=1), one(9, shelter=1), one(9)),
        pv=[[5, 5, 5], [8, 7, 7]],
    ),
    case(
        "5.5 and shell",
        "L1C",
        team(one(5, 0, hit(2, splash=5))),
        team(one(9, shell=1), one(9), one(9)),
        pv=[[5, 5, 5], [8, 7, 4]],
    ),
    case(
        "5.5 and a shield",
        "C2 L1 L1C",
        team(one(5, 0, hit(2, splash=3))),
        team(one(9, 0, itself(shield=1))),
        pv=[[5, 5, 5], [9, 3, 2]],
        shielded=[[], []],
    ),
    case(
        "5.5 pierce is for the splash too",
        "L1C",
        team(one(5, 0, hit(2, splash=2, pierce=1))),
        team(one(9, armour=3)),
        pv=[[5, 5, 5], [7, 3, 3]],
    ),
    case(
        "5.5 one hit whatever the hits",
        "L1C",
        team(one(5, 0, hit(2, hits=2, splash=1))),
        BIG,
        pv=[[5, 5, 5], [8, 5, 8]],
    ),
    case(
        "5.5 the target of a splash alone is not hit",
        "C2 L1 L1L",
        team(one(5, 0, rival(splash=2))),
        team(one(9, 0, itself(shield=1))),
        pv=[[5, 5, 5], [9, 3, 5]],
        shielded=[[], [0]],
    ),
    case(
        "5.5 a splash may fell", "L1C", team(one(5, 0, hit(1, splash=12))), pv=[[5, 5, 5], [0, 4, 0]], pile=[[], [0, 2]]
    ),
    case(
        "5.5 stun and crack are for the target alone",
        "L1C",
        team(one(5, 0, hit(2, splash=1, stun=1, crack=1))),
        team(one(5, 1), one(5, 1)),
        stunned=[[], [1]],
        capsules=[[0, 0, 0], [1, 0, 0]],
    ),
)

LOSSES: Final = (
    case(
        "5.6 what is left of the damage is lost",
        "L1L",
        team(one(5, 0, hit(12))),
        team(one(5, 1)),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "5.6 what is left of the hits is lost",
        "L1L",
        team(one(5, 0, hit(3, hits=3))),
        team(one(5, 1)),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "5.6 on each target by itself",
        "L1",
        team(one(5, 0, rivals(damage=3, hits=2))),
        team(one(5, 1), one(9), one(5)),
        pv=[[5, 5, 5], [5, 3, 0]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "5.6 all are hit at once",
        "L1",
        team(one(5, 0, rivals(damage=5))),
        team(one(9), one(5, shelter=1), one(5)),
        pv=[[5, 5, 5], [5, 0, 1]],
    ),
    case("5.6 drain: what it cost", "L1L", team(one(5, 0, hit(9, drain=12))), pv=[[10, 5, 5], [0, 5, 5]]),
    case("5.6 drain: at most its number", "L1L", team(one(5, 0, hit(4, drain=3))), pv=[[8, 5, 5], [1, 5, 5]]),
    case("5.6 drain: all of them, once", "L1", team(one(5, 0, rivals(damage=2, drain=5))), pv=[[10, 5, 5], [3, 3, 3]]),
    case("5.6 drain: the splash too", "L1C", team(one(5, 0, hit(1, splash=2, drain=12))), pv=[[10, 5, 5], [3, 4, 3]]),
    case(
        "5.6 those with 0 lose nothing",
        "L1L",
        team(one(5, 0, hit(2, drain=2))),
        team(one(5, 1, armour=3, thorns=3)),
        pv=[[5, 5, 5], [5, 5, 5]],
    ),
    case(
        "5.7 capsules are lost, PV stay",
        "L1L",
        team(one(5, 0, rival(crack=2))),
        team(one(9, 3)),
        pv=[[5, 5, 5], [9, 5, 5]],
        capsules=[[0, 0, 0], [1, 0, 0]],
    ),
    case(
        "5.7 as far as it has them",
        "L1L",
        team(one(5, 0, rival(crack=3))),
        team(one(9, 1)),
        pv=[[5, 5, 5], [9, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "5.7 each target",
        "L1",
        team(one(5, 0, rivals(crack=1))),
        team(one(5, 2), one(5, 1)),
        capsules=[[0, 0, 0], [1, 0, 0]],
    ),
    case(
        "5.7 also after a life was lost",
        "L1L",
        team(one(5, 0, hit(9, crack=1))),
        team(one(5, 3)),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [1, 0, 0]],
    ),
    case(
        "5.7 after the strength was counted",
        "L1L",
        team(one(5, 0, hit(2, breaker=3, crack=1))),
        team(one(9, 1)),
        pv=[[5, 5, 5], [4, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case(
        "5.7 after the capsule saved it",
        "L1L",
        team(one(5, 0, hit(9, crack=3))),
        team(one(5, 1)),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case("5.8 its actions cannot be chosen", "L1C", team(STUNNER), cannot="C1L C2L", can="L1L R1L xC"),
    case(
        "5.8 it may be sacrificed", "L1C xC", team(STUNNER), pv=[[5, 5, 5], [5, 0, 5]], pile=[[], [1]], stunned=[[], []]
    ),
    case(
        "5.8 it may lose a capsule",
        "L1C -C",
        team(STUNNER),
        team(centre=one(5, 1)),
        stunned=[[], [1]],
        removed=True,
        cannot="C1L",
    ),
    case(
        "5.8 until the end of its owner's next turn", "L1C L2 L1C L2", team(STUNNER), stunned=[[], []], seat=0, turns=5
    ),
    case(
        "5.8 also after a life was lost",
        "L1C",
        team(one(5, 0, hit(9, stun=1))),
        team(centre=one(5, 1)),
        stunned=[[], [1]],
    ),
    case(
        "5.8 another action does not end it",
        "L1C C1C",
        team(one(5, 0, rival(stun=1, again=1))),
        stunned=[[], [1]],
        pv=[[5, 5, 5], [5, 3, 5]],
        cannot="C1L",
    ),
    case("5.8 not one that has fallen", "L1C", team(one(5, 0, hit(9, stun=1))), stunned=[[], []]),
    case(
        "5.8 its passives go on",
        "R2 L1L C1L",
        team(one(banner=1)),
        team(one(9, 0, rival(stun=1))),
        pv=[[5, 5, 5], [6, 5, 5]],
    ),
    case("5.9 PV are exchanged", "L1L", team(one(5, 0, rival(exchange=1))), BIG, pv=[[9, 5, 5], [5, 9, 9]]),
    case("5.9 after the price", "L1L", team(one(5, 0, rival(price=2, exchange=1))), BIG, pv=[[9, 5, 5], [3, 9, 9]]),
    case("5.9 after the damage", "L1L", team(one(5, 0, hit(2, exchange=1))), BIG, pv=[[7, 5, 5], [5, 9, 9]]),
    case(
        "5.9 with initial PV after a life was lost",
        "L1L",
        team(one(5, 0, hit(9, exchange=1))),
        team(one(4, 1)),
        pv=[[4, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case("5.9 not if the target fell", "L1L", team(one(5, 0, hit(9, exchange=1))), pv=[[5, 5, 5], [0, 5, 5]]),
    case("5.9 opposite", "R1", team(right=one(3, 0, opposite(exchange=1))), BIG, pv=[[5, 5, 9], [9, 9, 3]]),
    case(
        "5.9 before what is gained",
        "L1L",
        team(one(5, 0, hit(2, drain=2, gain=1, exchange=1))),
        BIG,
        pv=[[10, 5, 5], [5, 9, 9]],
    ),
)

HELP: Final = (
    case("5.10 the rival's turn is skipped", "L1L", team(one(5, 0, hit(2, freeze=1))), seat=0, turns=3, owes=[0, 0]),
    case(
        "5.10 freeze and skip together", "L1L", team(one(5, 0, hit(2, freeze=1, skip=1))), seat=1, turns=4, owes=[0, 0]
    ),
    case("5.10 at most one is ever owed", "L1L L1L", team(one(5, 0, hit(2, freeze=1, again=1))), seat=0, turns=3),
    case(
        "5.10 of one who owes already",
        "C2 L1 L1L C2",
        team(one(5, 0, hit(2, freeze=1))),
        team(one(5, 0, itself(gain=1, skip=1))),
        seat=1,
        turns=6,
    ),
    case(
        "5.10 owed while one more action is taken",
        "L1L",
        team(one(5, 0, hit(2, freeze=1, again=1))),
        seat=0,
        turns=1,
        owes=[0, 1],
    ),
    case("5.11 heal, above the initial PV too", "L1C", team(one(5, 0, ally(heal=4))), pv=[[5, 9, 5], [5, 5, 5]]),
    case("5.11 capsules", "L1C", team(one(5, 0, ally(capsule=2))), capsules=[[0, 2, 0], [0, 0, 0]], margin=2),
    case(
        "5.11 nobody has more than nine capsules",
        "L1 L2C L1",
        team(one(5, 5, itself(capsule=3))),
        capsules=[[9, 0, 0], [0, 0, 0]],
        margin=9,
    ),
    case("5.11 a shield for each", "L1", team(one(5, 0, whole(shield=1))), shielded=[[0, 1, 2], []]),
    case(
        "5.11 one shield at a time",
        "L1 L2 L1 L1L C2 L1L",
        team(one(5, 0, whole(shield=1))),
        pv=[[3, 5, 5], [5, 5, 5]],
        shielded=[[1, 2], []],
    ),
    case(
        "5.11 it lasts until it is used",
        "L1 L2 C2 L2 C2 L1L",
        team(one(5, 0, whole(shield=1))),
        pv=[[5, 5, 5], [5, 5, 5]],
        shielded=[[1, 2], []],
    ),
    case(
        "5.11 all three",
        "L1C",
        team(one(5, 0, ally(heal=1, capsule=1, shield=1))),
        pv=[[5, 6, 5], [5, 5, 5]],
        capsules=[[0, 1, 0], [0, 0, 0]],
        shielded=[[1], []],
    ),
    case("5.12 gain", "L1L", team(one(5, 0, hit(2, gain=3))), pv=[[8, 5, 5], [3, 5, 5]]),
    case("5.12 gain and drain", "L1L", team(one(5, 0, hit(2, gain=3, drain=1))), pv=[[9, 5, 5], [3, 5, 5]]),
    case("5.12 after the price", "L1L", team(one(5, 0, hit(2, price=4, gain=3))), pv=[[4, 5, 5], [3, 5, 5]]),
    case("5.12 the actor, not the ally", "L1C", team(one(5, 0, ally(heal=1, gain=2))), pv=[[7, 6, 5], [5, 5, 5]]),
    case(
        "5.13 it falls once the action has happened",
        "L1",
        team(one(3, 0, whole(price=3, heal=1))),
        pv=[[0, 6, 6], [5, 5, 5]],
        pile=[[0], []],
        margin=-1,
    ),
    case(
        "5.13 and is one of the fallen of the action",
        "L1L",
        team(one(3, 0, hit(2, price=3)), one(mourn=2)),
        pv=[[0, 7, 5], [3, 5, 5]],
    ),
)

ANSWERS: Final = (
    case("5.14 feast for a life, by a fall", "L1L", team(one(5, 0, hit(9), feast=2)), pv=[[7, 5, 5], [0, 5, 5]]),
    case(
        "5.14 feast for a life, by a capsule",
        "L1L",
        team(one(5, 0, hit(9), feast=2)),
        team(one(5, 1)),
        pv=[[7, 5, 5], [5, 5, 5]],
    ),
    case(
        "5.14 feast for each character",
        "L1",
        team(one(5, 0, rivals(damage=9), feast=2)),
        team(one(5, 3)),
        pv=[[11, 5, 5], [5, 0, 0]],
    ),
    case("5.14 feast for the splash too", "L1C", team(one(5, 0, hit(1, splash=9), feast=1)), pv=[[7, 5, 5], [0, 4, 0]]),
    case("5.14 feast of the actor alone", "C1L", team(one(feast=3), SLAYER), pv=[[5, 5, 5], [0, 5, 5]]),
    case(
        "5.14 mourn for the fallen of its team",
        "L1L",
        team(SLAYER),
        team(centre=one(mourn=2)),
        pv=[[5, 5, 5], [0, 7, 5]],
    ),
    case(
        "5.14 mourn for each of them",
        "L1C",
        team(one(5, 0, hit(1, splash=9))),
        team(centre=one(mourn=2)),
        pv=[[5, 5, 5], [0, 8, 0]],
    ),
    case("5.14 mourn for a sacrifice", "xL L2C", team(centre=one(mourn=2)), pv=[[0, 7, 5], [5, 5, 5]]),
    case("5.14 mourn not for a capsule", "L1L", team(SLAYER), team(one(5, 1), one(mourn=2)), pv=[[5, 5, 5], [5, 5, 5]]),
    case("5.14 mourn not for the rival's", "L1L", team(SLAYER, one(mourn=2)), pv=[[5, 5, 5], [0, 5, 5]]),
    case("5.14 thorns of whom it cost PV", "L1L", second=team(one(thorns=2)), pv=[[3, 5, 5], [3, 5, 5]]),
    case(
        "5.14 thorns of each",
        "L1",
        team(one(5, 0, rivals(damage=1))),
        team(one(thorns=1), one(thorns=1), one(thorns=1)),
        pv=[[2, 5, 5], [4, 4, 4]],
    ),
    case("5.14 thorns of one that fell", "L1L", team(SLAYER), team(one(thorns=2)), pv=[[3, 5, 5], [0, 5, 5]]),
    case(
        "5.14 thorns once an attack",
        "L1L",
        team(one(5, 0, hit(1, hits=3))),
        team(one(thorns=2)),
        pv=[[3, 5, 5], [2, 5, 5]],
    ),
    case(
        "5.14 thorns only if it cost PV",
        "C2 L1 L1L",
        second=team(one(5, 0, itself(shield=1), thorns=2)),
        pv=[[5, 5, 5], [5, 5, 5]],
    ),
    case(
        "5.14 thorns may fell the actor",
        "L1L",
        team(one(1)),
        team(one(thorns=3)),
        pv=[[0, 5, 5], [3, 5, 5]],
        pile=[[0], []],
        margin=-1,
    ),
    case(
        "5.14 spite of one that lost a capsule",
        "L1L",
        team(SLAYER),
        team(one(5, 1, spite=2)),
        pv=[[3, 5, 5], [5, 5, 5]],
    ),
    case("5.14 spite of one that fell", "L1L", team(SLAYER), team(one(spite=2)), pv=[[3, 5, 5], [0, 5, 5]]),
    case("5.14 spite not for PV", "L1L", second=team(one(spite=2)), pv=[[5, 5, 5], [3, 5, 5]]),
    case("5.14 parting of one that fell", "L1L", team(SLAYER), team(one(parting=1)), pv=[[4, 4, 4], [0, 5, 5]]),
    case("5.14 parting not for a capsule", "L1L", team(SLAYER), team(one(5, 1, parting=1)), pv=[[5, 5, 5], [5, 5, 5]]),
    case("5.14 parting of one that is sacrificed", "xL", team(one(parting=2)), pv=[[0, 5, 5], [3, 3, 3]]),
    case(
        "5.14 parting after a last stand", "L1L", team(one(3, 0, hit(2, price=3), parting=1)), pv=[[0, 5, 5], [2, 4, 4]]
    ),
    case(
        "5.14 parting of both sides",
        "L1L",
        team(one(3, 0, hit(9, price=3), parting=1)),
        team(one(parting=2)),
        pv=[[0, 3, 3], [0, 4, 4]],
    ),
    case(
        "5.14 no parting to a row that comes after",
        "L1",
        team(one(5, 0, rivals(damage=9))),
        team(one(parting=1)),
        pv=[[4, 4, 4], [6, 6, 0]],
    ),
    case("5.14 nor from a sacrifice to it", "xL L2C xC L2R xR", team(right=one(parting=2)), pv=[[6, 6, 0], [3, 3, 3]]),
    case("5.14 recoil", "L1L", team(one(5, 0, hit(2, recoil=2))), pv=[[3, 5, 5], [3, 5, 5]]),
    case(
        "5.14 recoil may fell the actor",
        "L1L",
        team(one(2, 0, hit(2, recoil=2))),
        pv=[[0, 5, 5], [3, 5, 5]],
        pile=[[0], []],
    ),
    case(
        "5.14 thorns and spite do not reach a last stand",
        "L1L",
        team(one(3, 0, hit(9, price=3))),
        team(one(thorns=3, spite=3)),
        pv=[[0, 5, 5], [0, 5, 5]],
        pile=[[0], [0]],
    ),
    case(
        "5.14 what one loses is added up and lost at once",
        "L1L",
        team(one(5, 2, hit(9, recoil=4))),
        team(one(5, thorns=2, spite=2, parting=1)),
        pv=[[5, 4, 4], [0, 5, 5]],
        capsules=[[1, 0, 0], [0, 0, 0]],
    ),
    case("5.14 gains come before losses", "L1L", team(one(3, 0, hit(9, recoil=4), feast=2)), pv=[[1, 5, 5], [0, 5, 5]]),
    case(
        "5.14 mourn comes before parting",
        "L1L",
        team(one(3, 0, hit(9, price=3)), one(2, mourn=2)),
        team(one(parting=3)),
        pv=[[0, 1, 2], [0, 5, 5]],
    ),
    case(
        "5.14 a fall in this step sets off nothing more",
        "L1L",
        team(one(3, 0, hit(2, recoil=3), parting=3), one(mourn=2)),
        pv=[[0, 5, 5], [3, 5, 5]],
        pile=[[0], []],
    ),
    case(
        "5.14 a parting that fells another parting",
        "L1L",
        team(SLAYER, one(3, parting=3)),
        team(one(parting=3)),
        pv=[[2, 0, 2], [0, 5, 5]],
        pile=[[1], [0]],
    ),
    case(
        "5.14 an action that is no attack: its last stand and recoil",
        "L1C",
        team(one(3, 0, rival(price=3, stun=1), parting=2), one(mourn=1)),
        team(centre=one(thorns=3, spite=3)),
        pv=[[0, 6, 5], [3, 3, 3]],
    ),
    case(
        "5.15 a row that is revealed is not stunned",
        "L1",
        team(one(5, 0, rivals(damage=9, stun=1))),
        row=[0, 1],
        stunned=[[], []],
        can="L1L C1L",
        seat=1,
    ),
    case(
        "5.15 a row that is revealed has no shields",
        "C2 L1 xL xL xC xC xR xR keep",
        second=team(one(5, 0, whole(shield=1))),
        row=[1, 1],
        shielded=[[], []],
    ),
    case(
        "5.15 a row that falls in the answers",
        "xC L2 xR L2 L1L",
        team(one(2, 0, hit(2, recoil=2))),
        row=[1, 0],
        pile=[[0, 1, 2], []],
        pv=[[6, 6, 0], [3, 5, 5]],
    ),
    case(
        "5.15 both rows at once",
        "xC xC xR xR L1L",
        team(one(5, 0, hit(9, recoil=12))),
        row=[1, 1],
        pv=[[6, 6, 0], [6, 6, 0]],
        seat=1,
        pile=[[0, 1, 2], [0, 1, 2]],
    ),
)

PASSIVES: Final = (
    case("6.1 armour", "L1L", team(one(5, 0, hit(4))), team(one(9, armour=3)), pv=[[5, 5, 5], [8, 5, 5]]),
    case("6.2 shelter", "L1R", second=team(centre=one(shelter=1)), pv=[[5, 5, 5], [5, 5, 4]]),
    case("6.3 edge not on a splash", "L1L", team(one(5, 0, rival(splash=2), edge=3)), pv=[[5, 5, 5], [5, 3, 5]]),
    case("6.3 edge not on neighbours", "C1L", team(one(edge=3)), pv=[[5, 5, 5], [3, 5, 5]]),
    case("6.4 banner ends with its fall", "xL L2C C1L", team(one(banner=3)), pv=[[0, 5, 5], [3, 5, 5]]),
    case("6.5 thorns not against others", "C1L", second=team(one(thorns=2), one(thorns=3)), pv=[[5, 3, 5], [3, 5, 5]]),
    case(
        "6.6 spite by the splash",
        "L1C",
        team(one(9, 0, hit(1, splash=9))),
        team(one(spite=2), None, one(spite=1)),
        pv=[[6, 5, 5], [0, 4, 0]],
    ),
    case(
        "6.7 parting may take a capsule",
        "L1L",
        team(SLAYER, one(3, 1)),
        team(one(parting=3)),
        pv=[[2, 3, 2], [0, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    case("6.8 feast not without a life", "L1L", team(one(feast=3)), pv=[[5, 5, 5], [3, 5, 5]]),
    case(
        "6.9 mourn of one that falls with it",
        "L1",
        team(KILLER),
        team(one(5, 1, mourn=1), one(mourn=2)),
        pv=[[5, 5, 5], [7, 0, 0]],
    ),
    case(
        "6.10 thrift for the neighbours only",
        "R1L",
        team(one(thrift=3), None, one(5, 0, hit(2, price=3))),
        pv=[[5, 5, 2], [3, 5, 5]],
    ),
    case("6.10 thrift not for itself", "L1L", team(one(5, 0, hit(2, price=3), thrift=3)), pv=[[2, 5, 5], [3, 5, 5]]),
    case("6.11 toll for the opposite only", "C1L", second=team(one(toll=2)), pv=[[5, 5, 5], [3, 5, 5]]),
    case(
        "6.11 toll on any action", "L1", team(one(5, 0, itself(gain=1))), team(one(toll=2)), pv=[[4, 5, 5], [5, 5, 5]]
    ),
    case(
        "6.11 toll ends with its fall", "C1L C2 L1C", team(one(), SLAYER), team(one(toll=3)), pv=[[5, 5, 5], [0, 3, 5]]
    ),
    case(
        "6.12 regen at the beginning of its owner's turn",
        "C2 L1L",
        team(one(5, regen=1)),
        pv=[[4, 5, 5], [5, 5, 5]],
        turns=3,
    ),
    case("6.12 regen up to the initial PV", "C2 L1L", team(one(5, regen=3)), pv=[[5, 5, 5], [5, 5, 5]]),
    case("6.12 regen not above them", "L1 L2", team(one(5, 0, itself(gain=1), regen=3)), pv=[[6, 5, 5], [5, 5, 5]]),
    case(
        "6.12 regen in a skipped turn",
        "L1L L2",
        team(one(5, 0, hit(2, price=3, skip=1), regen=1)),
        pv=[[3, 5, 5], [3, 5, 5]],
        seat=1,
        turns=4,
    ),
    case(
        "6.12 regen comes before the choice",
        "C2 L1L",
        team(one(3, 0, hit(2, price=2), regen=1)),
        can="L1L",
        pv=[[2, 5, 5], [5, 5, 5]],
    ),
    case("6.13 shell", "L1L", team(SLAYER), team(one(shell=4)), pv=[[5, 5, 5], [1, 5, 5]]),
    case(
        "6.13 shell not against answers", "L1L", team(one(5, 0, hit(2, recoil=3), shell=1)), pv=[[2, 5, 5], [3, 5, 5]]
    ),
    case("6.14 taunt", "", second=team(centre=one(taunt=1)), legal="L1C L2C C1C C2C R1C R2C xL xC xR"),
    case("6.14 taunt of two", "", second=team(one(taunt=1), None, one(taunt=1)), can="L1L L1R", cannot="L1C"),
    case(
        "6.14 taunt and other aims",
        "",
        team(one(5, 0, rivals(damage=1), opposite(damage=1)), one(5, 0, ally(heal=1))),
        team(centre=one(taunt=1)),
        can="L1 L2 C1L C1R",
    ),
    case(
        "6.14 taunt limits actions that are no attacks",
        "",
        team(STUNNER),
        team(centre=one(taunt=1)),
        can="L1C",
        cannot="L1L L1R",
    ),
    case(
        "6.14 taunt of one that is stunned",
        "L1C",
        team(one(5, 0, rival(stun=1, again=1))),
        team(centre=one(taunt=1)),
        stunned=[[], [1]],
        can="C1C",
        cannot="C1L R1L",
    ),
    case("6.15 stealth", "", second=team(centre=one(stealth=1)), can="L1L L1R", cannot="L1C L2C"),
    case("6.15 stealth of all", "", second=team(one(stealth=1), one(stealth=1), one(stealth=1)), can="L1L L1C L1R"),
    case(
        "6.15 stealth once the others have fallen",
        "L1L C2 L1R C2",
        team(SLAYER),
        team(centre=one(stealth=1)),
        can="L1C",
    ),
    case(
        "6.15 stealth and other aims",
        "C1",
        team(one(5, 0, rivals(damage=1)), OPPOSER),
        team(centre=one(stealth=1)),
        pv=[[5, 5, 5], [5, 3, 5]],
    ),
    case(
        "6.15 stealth and a splash",
        "L1L",
        team(one(5, 0, hit(2, splash=1))),
        team(centre=one(stealth=1)),
        pv=[[5, 5, 5], [3, 4, 5]],
    ),
    case(
        "6.15 taunt goes before", "", second=team(one(stealth=1, taunt=1), one(stealth=1)), can="L1L", cannot="L1C L1R"
    ),
    case("6.15 taunt of another", "", second=team(one(stealth=1), one(taunt=1)), can="L1C", cannot="L1L L1R"),
)

AREA: Final = one(5, 0, rivals(damage=9), hit(2, price=5), WAIT)

WON: Final = (
    case(
        "7.1 who finishes a round second has won it",
        "L1 L1",
        team(KILLER),
        team(west=one(6, 0, rivals(damage=9))),
        row=[1, 1],
        seat=0,
        turns=2,
        legal="keep out0 out1 out2",
    ),
    case(
        "7.1 no bonus before both have finished", "L1", team(KILLER), row=[0, 1], seat=1, can="L1L", cannot="keep out0"
    ),
    case(
        "7.1 nobody if both finish by one action",
        "xC xC xR xR L1",
        team(one(5, 0, rivals(damage=9, price=5))),
        row=[1, 1],
        seat=1,
        turns=6,
        pile=[[0, 1, 2], [0, 1, 2]],
        cannot="keep out0",
    ),
    case(
        "7.1 won by one's own last stand",
        "L1 L2 xC L2 xR L2 L2L",
        team(AREA),
        row=[1, 1],
        seat=0,
        turns=7,
        legal="keep out0 out1 out2",
    ),
    case(
        "7.1 won by one's own sacrifice", "xL xL xC xC xR xR", row=[1, 1], seat=1, turns=6, legal="keep out0 out1 out2"
    ),
    case(
        "7.1 won when the rival sacrificed his last",
        "xL L2C xC L2R xR L2 L1",
        team(west=one(6, 0, rivals(damage=9))),
        row=[1, 1],
        seat=1,
        turns=7,
        legal="keep out0 out1 out2",
    ),
    case(
        "7.1 round 2 is won like round 1",
        TO_LIEUTENANTS + "xL xL xC xC",
        row=[2, 2],
        seat=1,
        turns=10,
        legal="keep out0 out1 out2 out3 out4",
    ),
    case(
        "7.1 nobody wins round 2 if both finish by one action",
        TO_LIEUTENANTS + "xL xL C1",
        team(east=one(6, 0, rivals(damage=9, price=6))),
        row=[2, 2],
        seat=1,
        turns=10,
        cannot="keep out0",
    ),
    case(
        "7.1 a round is finished by the answers too",
        "L1 L2 xC L2 xR L2 L2L",
        team(one(5, 0, rivals(damage=9), hit(2, recoil=5))),
        seat=0,
        turns=7,
        legal="keep out0 out1 out2",
    ),
    case(
        "7.1 won while the rival is two rounds ahead",
        SEAT_0_TO_BOSS + "L2 xL L2C xC L2R xR",
        row=[2, 1],
        seat=1,
        turns=16,
        legal="keep out0 out1 out2",
    ),
    case(
        "7.2 at once, before the next turn",
        "L1 L1",
        team(KILLER),
        team(west=one(6, 0, rivals(damage=9))),
        seat=0,
        turns=2,
    ),
    case(
        "7.2 a card is removed",
        "L1 L1 out1",
        team(KILLER),
        team(west=one(6, 0, rivals(damage=9))),
        pile=[[0, 2], [0, 1, 2]],
        gone=[[1], []],
        seat=0,
        turns=3,
        margin=0,
    ),
    case(
        "7.2 or all are kept",
        "L1 L1 keep",
        team(KILLER),
        team(west=one(6, 0, rivals(damage=9))),
        pile=[[0, 1, 2], [0, 1, 2]],
        gone=[[], []],
        seat=0,
        turns=3,
    ),
    case(
        "7.2 in one's own turn: the rival's comes next",
        "xL xL xC xC xR xR out2",
        gone=[[], [2]],
        pile=[[0, 1, 2], [0, 1]],
        seat=0,
        turns=7,
    ),
    case(
        "7.2 what was removed cannot be removed again",
        "xL xL xC xC xR xR out2 xL xL xC xC",
        legal="keep out0 out1 out3 out4",
        gone=[[], [2]],
    ),
    case(
        "7.2 after round 2 a LIEUTENANT may be removed too",
        TO_LIEUTENANTS + "xL xL xC xC out4",
        gone=[[], [4]],
        pile=[[0, 1, 2, 3, 4], [0, 1, 2, 3]],
        seat=0,
        turns=11,
    ),
    case(
        "7.2 what was removed stays away",
        "xL xL xC xC xR xR out2 xL xL xC xC out0",
        gone=[[], [0, 2]],
        pile=[[0, 1, 2, 3, 4], [1, 3, 4]],
        seat=0,
        turns=11,
    ),
)

TOUGH: Final = team(boss=one(20, 0))
SMALL: Final = one(3)


def boss(*actions: Action, pv: int = 8, capsules: int = 0, **passive: int) -> Six:
    """Return a team whose left SBIRE has 3 PV, and whose BOSS has these actions, and waits."""
    return team(SMALL, boss=one(pv, capsules, *actions, WAIT, **passive))


COMBOS: Final = (
    case("7.3 in one's own round 3", TO_BOSSES, legal="L1 L2 +1 xL", combos=[3, 3]),
    case("7.3 not in round 1", "xL L2C", cannot="+1 +1C", can="C1L"),
    case("7.3 not in round 2", TO_LIEUTENANTS, cannot="+1 +1C", can="L1L"),
    case("7.3 also while the rival is in round 1", SEAT_0_TO_BOSS, can="+1L +1C +1R", cannot="+2L"),
    case("7.3 not for one who is in round 1 still", SEAT_0_TO_BOSS + "L2", seat=1, cannot="+1 +1C", can="L1L"),
    case("7.3 attacks with damage only", TO_BOSSES, boss(rival(splash=2), rival(stun=1)), legal="L1 L2 L3 xL"),
    case("7.3 only if the price can be paid", TO_BOSSES, boss(hit(2, price=7), pv=5), legal="L2 xL"),
    case("7.3 not while the BOSS is stunned", TO_BOSSES + "L2 L1", second=team(boss=STUNNER), seat=0, legal="xL pass"),
    case(
        "7.3 as often as he has combos left",
        TO_BOSSES + "+1 +1 +1 L2",
        boss(hit(1)),
        TOUGH,
        draws=(0, 1, 2),
        combos=[0, 3],
        seat=0,
        legal="L1 L2 xL",
    ),
    case(
        "7.3 three for the whole game",
        TO_BOSSES + "+1 go L2 +1 go L2 +1",
        boss(hit(1)),
        TOUGH,
        draws=(0, 0, 0),
        combos=[0, 3],
        pv=[[8, 0, 0], [8, 0, 0]],
        seat=1,
        turns=16,
    ),
    case(
        "7.3 each player has his own",
        TO_BOSSES + "+1 go +1 go",
        boss(hit(1), pv=20),
        TOUGH,
        draws=(0, 1),
        combos=[2, 2],
        pv=[[13, 0, 0], [16, 0, 0]],
    ),
    case("7.3 with rivals one is chosen", SEAT_0_TO_BOSS, boss(rivals(damage=1)), can="L1 +1L +1C +1R", cannot="L1C"),
    case(
        "7.3 with rivals the one chosen has the bonus",
        SEAT_0_TO_BOSS + "+1C go",
        boss(rivals(damage=1)),
        draws=(0,),
        pv=[[8, 0, 0], [4, 1, 4]],
    ),
    case(
        "7.3 with rivals anyone, whatever taunts and hides",
        SEAT_0_TO_BOSS,
        boss(rivals(damage=1)),
        team(one(taunt=1), one(stealth=1)),
        can="+1L +1C +1R",
    ),
    case(
        "7.3 with rival as taunt allows",
        SEAT_0_TO_BOSS,
        boss(hit(1)),
        team(one(taunt=1)),
        can="L1L +1L",
        cannot="+1C +1R",
    ),
    case(
        "7.3 with rival as stealth allows",
        SEAT_0_TO_BOSS,
        boss(hit(1)),
        team(centre=one(stealth=1)),
        can="+1L +1R",
        cannot="+1C",
    ),
    case("7.3 opposite", SEAT_0_TO_BOSS, boss(opposite(damage=1)), can="L1 +1", cannot="+1C"),
    case(
        "7.3 opposite has the bonus",
        SEAT_0_TO_BOSS + "+1 go",
        boss(opposite(damage=1)),
        draws=(0,),
        pv=[[8, 0, 0], [1, 5, 5]],
    ),
    case(
        "7.3 opposite a gap",
        "xL L2C xC L2R xR xL xL C2C xC C2",
        boss(opposite(damage=1)),
        cannot="L1 +1",
        can="L2C",
        seat=0,
        row=[2, 0],
    ),
    case(
        "7.3 any action of the BOSS",
        SEAT_0_TO_BOSS + "+2R go",
        boss(hit(1), hit(2)),
        draws=(0,),
        pv=[[8, 0, 0], [5, 5, 0]],
    ),
    case(
        "7.3 in one more action",
        TO_BOSSES + "L1 +1 go",
        boss(hit(1, again=1)),
        TOUGH,
        draws=(0,),
        pv=[[8, 0, 0], [15, 0, 0]],
        seat=1,
        turns=12,
    ),
    case(
        "7.4 a card is drawn and shown, nothing happens yet",
        TO_BOSSES + "+1",
        boss(hit(6, price=2)),
        TOUGH,
        draws=(0,),
        bonus=3,
        drawn=[0],
        combos=[2, 3],
        pv=[[8, 0, 0], [20, 0, 0]],
        seat=0,
        turns=11,
        legal="+1 go",
        pile=[[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
    ),
    case(
        "7.4 then the action happens",
        TO_BOSSES + "+1 go",
        boss(hit(6, price=2)),
        TOUGH,
        draws=(0,),
        bonus=0,
        drawn=[],
        combos=[2, 3],
        pv=[[6, 0, 0], [11, 0, 0]],
        seat=1,
        turns=12,
        pile=[[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
    ),
    case(
        "7.4 another card",
        TO_BOSSES + "+1 +1",
        boss(hit(6)),
        TOUGH,
        draws=(0, 3),
        bonus=9,
        drawn=[0, 3],
        combos=[1, 3],
        legal="+1 go",
    ),
    case("7.4 a double combo", TO_BOSSES + "+1 +1 go", boss(hit(6)), TOUGH, draws=(0, 3), pv=[[8, 0, 0], [5, 0, 0]]),
    case(
        "7.4 after the third card the action happens",
        TO_BOSSES + "+1 +1 +1",
        boss(hit(1)),
        TOUGH,
        draws=(0, 3, 1),
        pv=[[8, 0, 0], [5, 0, 0]],
        combos=[0, 3],
        seat=1,
        bonus=0,
        drawn=[],
    ),
    case("7.4 the same target again", SEAT_0_TO_BOSS + "+1C", boss(hit(1)), draws=(0,), legal="+1C go"),
    case(
        "7.4 cards go back, and come again",
        TO_BOSSES + "+1 +1 go L2 +1",
        boss(hit(1)),
        TOUGH,
        draws=(0, 4, 0),
        pv=[[8, 0, 0], [6, 0, 0]],
        combos=[0, 3],
    ),
    case(
        "7.4 initial PV count",
        "L1 L2 " + TO_BOSSES + "+1 go",
        team(one(3, 0, itself(gain=4)), boss=one(8, 0, hit(1))),
        TOUGH,
        draws=(0,),
        pv=[[8, 0, 0], [16, 0, 0]],
    ),
    case(
        "7.4 a removed card does not come",
        TO_LIEUTENANTS.replace("keep", "out1") + "xL xL xC xC keep L2 +1",
        second=boss(hit(1)),
        draws=(0,),
        drawn=[0],
        pile=[[0, 1, 2, 3, 4], [0, 2, 3, 4]],
        gone=[[], [1]],
    ),
    case(
        "7.4 the least pile gives three cards",
        "xL xL xC xC xR xR out1 xL xL xC xC out2 L2 +1 +1 +1",
        TOUGH,
        boss(hit(1)),
        draws=(4, 0, 3),
        combos=[3, 0],
        pv=[[4, 0, 0], [8, 0, 0]],
    ),
    case(
        "7.4 the price is paid after the last draw, as a last stand",
        TO_BOSSES + "+1 go",
        boss(hit(5, price=7), pv=7),
        draws=(0,),
        ended=("both", 0),
    ),
    case(
        "7.4 cards that are drawn count for grudge",
        TO_BOSSES + "+1 +1 go",
        boss(hit(1, grudge=1)),
        TOUGH,
        draws=(0, 1),
        pv=[[8, 0, 0], [6, 0, 0]],
    ),
    case(
        "7.4 removal comes before it",
        TO_BOSSES + "-L +1",
        team(boss=one(8, 1)),
        TOUGH,
        draws=(0,),
        removed=True,
        legal="+1 go",
    ),
    case(
        "7.5 the first hit alone",
        TO_BOSSES + "+1 go",
        boss(hit(1, hits=3)),
        TOUGH,
        draws=(0,),
        pv=[[8, 0, 0], [14, 0, 0]],
    ),
    case(
        "7.5 armour weakens it once with its hit",
        TO_BOSSES + "+1 go",
        boss(hit(1, hits=3)),
        team(boss=one(20, armour=2)),
        draws=(0,),
        pv=[[8, 0, 0], [18, 0, 0]],
    ),
    case(
        "7.5 pierce is for it too",
        TO_BOSSES + "+1 go",
        boss(hit(1, pierce=1)),
        team(boss=one(20, armour=2, shell=1)),
        draws=(0,),
        pv=[[8, 0, 0], [16, 0, 0]],
    ),
    case(
        "7.5 a shield takes it with its hit",
        TO_BOSSES + "L2 L1 +1 go",
        boss(hit(1, hits=2)),
        team(boss=one(20, 0, itself(shield=1))),
        draws=(0,),
        pv=[[8, 0, 0], [19, 0, 0]],
        shielded=[[], []],
    ),
    case(
        "7.5 shell bounds it",
        TO_BOSSES + "+1 go",
        boss(hit(1, hits=3)),
        team(boss=one(20, shell=4)),
        draws=(0,),
        pv=[[8, 0, 0], [16, 0, 0]],
    ),
    case(
        "7.5 a splash has none of it",
        SEAT_0_TO_BOSS + "+1C go",
        boss(hit(1, splash=2)),
        draws=(0,),
        pv=[[8, 0, 0], [3, 1, 3]],
    ),
    case(
        "7.5 drain counts it",
        TO_BOSSES + "+1 go",
        boss(hit(1, drain=12)),
        TOUGH,
        draws=(0,),
        pv=[[12, 0, 0], [16, 0, 0]],
    ),
)

# The questions of the game's own rules, as printed and in English. Cases are named after the latter: one a sentence, or
# more.
QUESTIONS: Final = {
    "Can I swap characters in the pyramid?": "Puis-je intervertir mes personnages dans la pyramide inversée ?",
    "Does damage go on when a capsule is lost?": (
        "Je viens de lancer une très grosse attaque à un adversaire faible. "
        "Les dégâts continuent-ils à s'appliquer lorsque mon adversaire perd une capsule ?"
    ),
    "How to act with too few PV but with capsules?": (
        "Comment lancer une action si mon personnage n'a plus assez de PV mais qu'il lui reste des capsules ?"
    ),
    "Without a capsule, may I pay exactly the PV I have left?": (
        "Mon personnage n'a plus de capsule. "
        "Puis-je lancer une action qui me coûte exactement le nombre de PV qu'il me reste ?"
    ),
    "May I sacrifice a character to be faster in the next round?": (
        "Puis-je sacrifier un de mes personnages pour passer plus vite au round suivant ?"
    ),
    "How is a round won?": "Comment gagner un round ?",
    "How do combos work?": "Comment fonctionnent les combos ?",
    "What is the combo pile?": "Q'est-ce que la pioche de Combo ?",
    "How does the damage of a double or triple combo count?": (
        "Comment s'appliquent les dégâts sur un Double ou un Triple Combo ?"
    ),
    "How do combos work with attacks on several rivals?": (
        "Comment fonctionnent les combos sur des attaques spéciales qui visent plusieurs adversaires ?"
    ),
    "How do combos work with multiple attacks?": "Comment fonctionnent les combos sur des attaques multiples ?",
}
SWAP, ON, FEW, EXACT, QUICKER, WIN, COMBO_HOW, PILE, DOUBLE, SEVERAL, MULTIPLE = QUESTIONS

ANSWERED: Final = (
    # « Le placement est une donnée importante [...]. Une fois posés [...], les personnages ne pourront plus être
    # déplacés ni échangés, jusqu'à ce qu'ils soient vaincus. »
    case(
        f"{SWAP} They stay where they were laid, also when others fall",
        "xC xC L1R",
        card=[["00", "01", "02"], ["10", "11", "12"]],
        pv=[[5, 0, 5], [5, 0, 3]],
    ),
    case(f"{SWAP} Nothing in a turn moves them", "", legal=PLAIN_ACTS + " xL xC xR"),
    case(
        f"{SWAP} Those of the next rows neither",
        TO_LIEUTENANTS + "xL xC",
        card=[["03", "04", ""], ["13", "14", ""]],
        pv=[[0, 6, 0], [6, 0, 0]],
    ),
    # « Non ! Lorsqu'un personnage perd une capsule, ses points de vies sont réinitialisés et l'attaque prend fin. »
    case(
        f"{ON} No, the PV are the initial ones and the attack ends",
        "L1L",
        team(one(5, 0, hit(6))),
        team(one(4, 1)),
        pv=[[5, 5, 5], [4, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    # « Y compris s'il restait des dégâts à distribuer. »
    case(
        f"{ON} Nor damage that was left to deal out",
        "L1L",
        team(one(5, 0, hit(4, hits=3))),
        team(one(4, 2)),
        pv=[[5, 5, 5], [4, 5, 5]],
        capsules=[[0, 0, 0], [1, 0, 0]],
    ),
    # « Par exemple, si vous infligez 6PV à une cible à qui il ne restait que 2PV, cette dernière va tomber à 0PV,
    # perdre une capsule, et repartir à ses PV initiaux sans prendre les 4PV manquants. »
    case(
        f"{ON} 6 on a target with 2 left",
        "L1L C2 C1L",
        team(one(5, 0, hit(3)), one(5, 0, hit(6))),
        team(one(5, 1)),
        pv=[[5, 5, 5], [5, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
        pile=[[], []],
    ),
    # « À vous d'attaquer le plus fort au moment le plus opportun. »: advice.
    # « [...] vous serez obligé de lui retirer vous-même une capsule afin de récupérer assez de PV pour payer l'attaque
    # d'un seul coup. »
    case(
        f"{FEW} A capsule must be removed, to pay at one go",
        "C2 L1L L1L",
        team(one(4, 1, hit(2, price=3))),
        pv=[[1, 5, 5], [3, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    # « Par exemple, [...] le « coût d'action » est 4PV, et que vous ne disposez que de 3PV, vous devrez retirer une
    # capsule à votre personnage, récupérer vos PV initiaux, et ensuite payer les 4PV nécessaires à l'action. »
    case(
        f"{FEW} A price of 4 with 3",
        "C2 L1L L1L",
        team(one(5, 1, hit(2, price=4))),
        pv=[[1, 5, 5], [3, 5, 5]],
        capsules=[[0, 0, 0], [0, 0, 0]],
        margin=0,
    ),
    # « Si votre personnage n'a plus de capsule et qu'il ne vous reste que 3PV, vous ne pourrez pas lancer d'action à
    # 4PV. »
    case(
        f"{FEW} A price of 4 with 3 and without a capsule",
        "C2 L1L",
        team(one(5, 0, hit(2, price=4), WAIT)),
        pv=[[3, 5, 5], [5, 5, 5]],
        cannot="L1L",
        can="L2L",
    ),
    # « Oui. S'il vous reste 4PV et que l'action [...] coûte 4PV, votre personnage lance une ultime attaque avant de
    # passer l'arme à gauche. On appelle ça un baroud d'honneur. »
    case(
        f"{EXACT} Yes, a last attack before it falls",
        "L1L",
        team(one(4, 0, hit(3, price=4))),
        pv=[[0, 5, 5], [2, 5, 5]],
        pile=[[0], []],
    ),
    # « Si vous arrivez à tuer le BOSS adverse avec votre BOSS en baroud d'honneur, il y aura donc égalité ! »
    case(
        f"{EXACT} Both BOSSES by a last stand: a draw",
        TO_BOSSES + "L1",
        team(boss=one(4, 0, hit(8, price=4))),
        ended=("both", 0),
        margin=0,
    ),
    # « [...] vous pouvez choisir vous-même de sacrifier un de vos personnages à qui il reste des PV, à condition qu'il
    # n'ait plus aucune capsule. »
    case(f"{QUICKER} One with PV left, without a capsule", "", team(one(5, 1)), can="xC xR", cannot="xL"),
    case(f"{QUICKER} The next round comes", "xL L2C xC L2R xR", row=[1, 0], pile=[[0, 1, 2], []]),
    # « Néanmoins, cela mettra fin à votre tour. »
    case(f"{QUICKER} It ends the turn", "xL", seat=1, turns=2),
    # « Si vous parvenez à vaincre tous les SBIRES de l'adversaire avant que les vôtres ne soient vaincus, vous êtes
    # considérés comme gagnant/e du round 1. »
    case(
        f"{WIN} All SBIRES of the rival before one's own",
        "L1 L1",
        team(KILLER),
        team(west=one(6, 0, rivals(damage=9))),
        seat=0,
        legal="keep out0 out1 out2",
    ),
    # « [...] tous les LIEUTENANTS de l'adversaire avant que les vôtres ne soient vaincus, [...] gagnant/e du round 2. »
    case(
        f"{WIN} All LIEUTENANTS of the rival before one's own",
        TO_LIEUTENANTS + "L1 L1",
        team(west=one(6, 0, rivals(damage=9))),
        team(boss=one(8, 0, rivals(damage=9))),
        row=[2, 2],
        seat=0,
        legal="keep out0 out1 out2 out3 out4",
    ),
    # « Si vous parvenez à vaincre le BOSS adversaire, vous êtes considérés comme gagnant/e de la partie. »
    case(f"{WIN} The BOSS: the game", TO_BOSSES + "L1", team(boss=FELLER), ended=("boss", 1)),
    # « Gagner un round [...] vous permet de retirer une carte de votre pioche de combo. »
    case(
        f"{WIN} It lets one remove a card from the own combo pile",
        "L1 L1 out0",
        team(KILLER),
        team(west=one(6, 0, rivals(damage=9))),
        pile=[[1, 2], [0, 1, 2]],
        gone=[[0], []],
    ),
    # « Les COMBOS sont [...] uniquement jouable 3 FOIS au moment d'attaquer avec votre BOSS. »
    case(
        f"{COMBO_HOW} Three times only",
        TO_BOSSES + "+1 go L2 +1 go L2 +1 L2",
        boss(hit(1)),
        TOUGH,
        draws=(0, 0, 0),
        combos=[0, 3],
        legal="L1 L2 xL",
    ),
    case(f"{COMBO_HOW} With the BOSS only", TO_LIEUTENANTS, cannot="+1L +1C +2L +2C"),
    # « [...] en ajoutant en dégâts l'équivalent des points de vies d'un SBIRE ou LIEUTENANT pioché aléatoirement dans
    # la « pioche de Combo ». »
    case(
        f"{COMBO_HOW} The PV of a SBIRE are added",
        TO_BOSSES + "+1 go",
        boss(hit(6)),
        TOUGH,
        draws=(0,),
        pv=[[8, 0, 0], [11, 0, 0]],
    ),
    case(
        f"{COMBO_HOW} The PV of a LIEUTENANT are added",
        TO_BOSSES + "+1 go",
        boss(hit(6)),
        TOUGH,
        draws=(4,),
        pv=[[8, 0, 0], [8, 0, 0]],
    ),
    # « Les COMBO sont essentiels [...], et la victoire finale peut parfois dépendre de votre capacité à les sortir au
    # bon moment. »
    case(f"{COMBO_HOW} One may decide the game", TO_BOSSES + "+1 go", boss(hit(6)), draws=(0,), ended=("boss", 1)),
    # « Votre pioche de Combo est constituée de vos SBIRES et LIEUTENANTS précédemment vaincus. »
    case(f"{PILE} Fallen SBIRES and LIEUTENANTS", TO_BOSSES, pile=[[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]),
    # « Si un personnage est vaincu alors qu'il faisait partie de votre équipe, il atterrit dans votre pioche de
    # combo. »
    case(f"{PILE} Who falls in the team goes there", "L1L", team(SLAYER), pile=[[], [0]]),
    # « Lorsque vous gagnez un round, vous recevez le droit de RETIRER une carte de votre pioche de combo. »
    case(f"{PILE} Who wins a round may remove a card", "xL xL xC xC xR xR", seat=1, legal="keep out0 out1 out2"),
    # « À vous de retirer les personnages les moins opportuns pour maximiser les dégâts de vos combos [...]. »
    case(
        f"{PILE} The weakest, for stronger combos",
        TO_LIEUTENANTS.replace("keep", "out0") + "xL xL xC xC keep L2 +1 go",
        TOUGH,
        boss(hit(1)),
        draws=(1,),
        pv=[[14, 0, 0], [8, 0, 0]],
        gone=[[], [0]],
    ),
    # « SI un combo n'a pas tapé assez fort, vous pouvez choisir de lancer votre deuxième, ou votre troisième dans la
    # même attaque. »
    case(
        f"{DOUBLE} A second and a third in the same attack",
        TO_BOSSES + "+1 +1",
        boss(hit(1)),
        TOUGH,
        draws=(0, 1),
        legal="+1 go",
        combos=[1, 3],
    ),
    # « [...] les dégâts s'appliquent de la même manière qu'un combo normal. Au lieu de tirer une seule carte dans la
    # « pioche de combo » le joueur en tire deux ou trois, et additionne tous les PV. »
    case(
        f"{DOUBLE} Two cards are added",
        TO_BOSSES + "+1 +1 go",
        boss(hit(1)),
        TOUGH,
        draws=(0, 1),
        pv=[[8, 0, 0], [11, 0, 0]],
    ),
    case(
        f"{DOUBLE} Three cards are added",
        TO_BOSSES + "+1 +1 +1",
        boss(hit(1)),
        TOUGH,
        draws=(0, 1, 4),
        pv=[[8, 0, 0], [5, 0, 0]],
    ),
    # « Mais n'oubliez pas que lorsque les PV de l'adversaire tombent à zéro et qu'il perd une capsule, l'attaque [...]
    # prend fin. Y compris s'il restait des dégâts à distribuer ! »
    case(
        f"{DOUBLE} A lost capsule ends it",
        TO_BOSSES + "+1 +1 go",
        boss(hit(1)),
        team(boss=one(8, 1)),
        draws=(0, 1),
        pv=[[8, 0, 0], [8, 0, 0]],
        capsules=[[0, 0, 0], [0, 0, 0]],
    ),
    # « Les dégâts supplémentaires liés à un combo ne peuvent s'appliquer qu'à une seule cible. »
    case(
        f"{SEVERAL} One target alone has the bonus",
        SEAT_0_TO_BOSS + "+1R go",
        boss(rivals(damage=1)),
        draws=(0,),
        pv=[[8, 0, 0], [4, 4, 1]],
    ),
    # « [...] vous choisissez à quelle cible s'applique le supplément de dégâts. »
    case(f"{SEVERAL} The player chooses which", SEAT_0_TO_BOSS, boss(rivals(damage=1)), can="+1L +1C +1R"),
    # « [...] le bonus de dégâts lié au combo ne s'applique qu'à la première salve de dégâts. »
    case(
        f"{MULTIPLE} The first hit alone has the bonus",
        TO_BOSSES + "+1 go",
        boss(hit(2, hits=3)),
        team(boss=one(20, armour=1)),
        draws=(0,),
        pv=[[8, 0, 0], [14, 0, 0]],
    ),
)

CASES: Final = (
    *SET_UP,
    *LIVES,
    *TURN,
    *AIMS,
    *STRENGTH,
    *DEFENCE,
    *LOSSES,
    *HELP,
    *ANSWERS,
    *PASSIVES,
    *WON,
    *COMBOS,
    *ANSWERED,
)
