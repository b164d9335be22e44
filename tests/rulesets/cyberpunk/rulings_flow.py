"""Rulings on the turn, the end of the game and money, as scripted tests. Each bears the id of its ruling."""

from typing import Final

from tests.rulesets.cyberpunk.moves import Case, case, deal, then
from tests.rulesets.cyberpunk.position import Side

SIX: Final = "d4=1 d6=1 d8=1 d10=1 d12=1 d20=1"  # all dice of one owner

DECK: Final = "Saburo Arasaka, Jackie Favorite, V Exile, 40 Corpo Security"

SETUP: Final[tuple[Case, ...]] = (
    deal(
        "setup-1 two spent Legends of who begins ready in his second turn",
        DECK,
        DECK,
        "A: keep; B: keep; A: die d4; asks main; cannot play Corpo Security; can call 1",
        then(
            Side(legends="? (spent), ? (spent), ? (ready)", gigs="d4=2", hand="7 Corpo Security"),
            Side(legends="? (ready), ? (ready), ? (ready)"),
        ),
        "A: end; B: die d4; can play Corpo Security; end; A: die d6; can play Corpo Security",
        then(Side(legends="? (ready), ? (ready), ? (ready)", gigs="d4=2 d6=4"), Side(gigs="d4=3")),
        rolls=[2, 3, 4],
    ),
    deal(
        "setup-3 who wins the roll may begin",
        DECK,
        DECK,
        "B: can yes; can no; yes; B: keep; A: keep; B: die d4",
        then(
            Side(legends="? (ready), ? (ready), ? (ready)"), Side(legends="? (spent), ? (spent), ? (ready)"), turn="B"
        ),
        rolled=True,
        rolls=[5, 9, 1],
    ),
    deal(
        "setup-3 or leave it to the other",
        DECK,
        DECK,
        "B: no; A: keep; B: keep; A: die d4",
        then(
            Side(legends="? (spent), ? (spent), ? (ready)"), Side(legends="? (ready), ? (ready), ? (ready)"), turn="A"
        ),
        rolled=True,
        rolls=[5, 9, 1],
    ),
    deal(
        "setup-3 a tie is rolled again",
        DECK,
        DECK,
        "A: yes; A: keep; B: keep; A: die d4",
        then(turn="A"),
        rolled=True,
        rolls=[7, 7, 20, 19, 1],
    ),
)

TURN: Final[tuple[Case, ...]] = (
    case(
        "turn-1 the d20 is on offer only when it is alone",
        Side(gigs="d4=1 d8=1 d10=1 d12=1"),
        Side(),
        "B: end; A: asks main",
        then(Side(gigs="d4=1 d6=3 d8=1 d10=1 d12=1", fixer="d20")),
        turn="B",
        rolls=[3],
    ),
    case(
        "turn-4 seven Gigs win before the fatal draw",
        Side(gigs=SIX + " B:d4=1", deck=""),
        Side(),
        "B: end",
        then(ended=("gigs", "A")),
        turn="B",
    ),
    case(
        "turn-5 Lag ends with the turn",
        Side(hand="Psycho Squad", eddies=4),
        Side(fixer=""),
        "A: play Psycho Squad",
        then(Side(field="Psycho Squad (arrived)")),
        "A: end; B: asks main",
        then(Side(field="Psycho Squad (settled)"), turn="B"),
    ),
    case(
        "turn-6 what lasts this turn is over when the next one starts",
        Side(hand="Floor It", eddies=1, gigs="d8=5", fixer=""),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Gigs; A: play Floor It",
        then(b=Side(field="Psycho Squad (5 -1)")),
        "A: pass",
        then(b=Side(field="Psycho Squad (5)", gigs="A:d8=5")),
        "B: end; A: asks main",
        then(b=Side(field="Psycho Squad (6)"), turn="A"),
        turn="B",
    ),
    case(
        "turn-7 twelve cards in hand stay",
        Side(hand="12 Psycho Squad"),
        Side(fixer=""),
        "A: end; B: asks main",
        then(Side(hand="12 Psycho Squad", trash="")),
    ),
    case(
        "turn-8 a tenth Unit",
        Side(field="9 Emergency Atlus", hand="Psycho Squad", eddies=4),
        Side(),
        "A: play Psycho Squad",
        then(Side(field="9 Emergency Atlus, Psycho Squad")),
    ),
    case(
        "win-1 a seventh Gig wins at the start of the own next turn only",
        Side(field="Psycho Squad", gigs=SIX),
        Side(gigs="d4=1", fixer="d6"),
        "A: attack Psycho Squad on Gigs; B: pass; A: asks main",
        then(Side(gigs=SIX + " B:d4=1")),
        "A: end; B: asks main",
        then(turn="B"),
        "B: end",
        then(ended=("gigs", "A")),
        rolls=[2],
    ),
    case(
        "win-2 in overtime the seventh Gig wins at once",
        Side(field="V Roamer", gigs=SIX),
        Side(gigs="d4=1 d6=1", fixer=""),
        "A: attack V Roamer on Gigs; B: pass; A: gig B:d6",
        then(ended=("overtime", "A")),
        overtime=True,
        dry=3,
    ),
    case(
        "win-4 seven Gigs win when overtime begins",
        Side(gigs=SIX + " B:d4=1"),
        Side(gigs="d6=1", fixer=""),
        "B: end",
        then(ended=("overtime", "A")),
        turn="B",
        dry=2,
    ),
    case(
        "win-4 one dry turn is not enough",
        Side(gigs="d4=1", fixer=""),
        Side(gigs=SIX + " A:d6=1"),
        "B: end; A: asks main",
        then(turn="A", overtime=False, dry=2),
        "A: end",
        then(ended=("overtime", "B")),
        turn="B",
        dry=1,
    ),
    case(
        "win-5 the second draw of two loses at once",
        Side(field="Dexter Chance (spent)", gigs="d20=20", deck="Psycho Squad"),
        Side(field="Psycho Squad", gigs="d4=1"),
        "B: attack Psycho Squad on Dexter Chance; A: pass",
        then(Side(hand="Psycho Squad", deck="", trash="Dexter Chance"), ended=("deck-out", "B")),
        turn="B",
    ),
    case(
        "win-6 looking at a short deck loses nothing",
        Side(legends="Viktor (spent), ? (spent), ? (spent)", eddies=1, deck="Psycho Squad, Mantis Blades"),
        Side(),
        "A: call 1; take Mantis Blades; asks main",
        then(Side(hand="Mantis Blades", deck="Psycho Squad")),
    ),
)

MONEY: Final[tuple[Case, ...]] = (
    case(
        "money-1 a new Eddie pays at once",
        Side(hand="Mantis Blades, Kiroshi Optics", field="Emergency Atlus", deck="6 Psycho Squad"),
        Side(gigs="d4=1"),
        "A: cannot play Kiroshi Optics; sell Mantis Blades",
        then(Side(eddies=1)),
        "A: play Kiroshi Optics",
        then(Side(hand="", field="Emergency Atlus + Kiroshi Optics", eddies=0, spent_eddies=1), sold=True),
    ),
    case(
        "money-1 and is ready again in the next own turn",
        Side(hand="Mantis Blades, Kiroshi Optics", field="Emergency Atlus", gigs="d4=1", fixer=""),
        Side(gigs="d4=1", fixer=""),
        "A: sell Mantis Blades; play Kiroshi Optics; end; B: asks main",
        then(Side(eddies=0, spent_eddies=1)),
        "B: end; A: asks main",
        then(Side(eddies=1, spent_eddies=0)),
    ),
    case(
        "money-2 selling is no reaction",
        Side(hand="Mantis Blades", gigs="d8=5"),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Gigs; A: asks react; A: cannot sell Mantis Blades; pass",
        then(Side(hand="Mantis Blades", eddies=0)),
        turn="B",
    ),
    case(
        "money-2 once in the own turn",
        Side(hand="2 Mantis Blades", field="Psycho Squad"),
        Side(gigs="d4=1"),
        "A: sell Mantis Blades#1; cannot sell Mantis Blades#2",
        then(Side(hand="Mantis Blades", eddies=1)),
    ),
    case(
        "money-2 and again in the next own turn",
        Side(hand="2 Mantis Blades", gigs="d4=1", fixer=""),
        Side(fixer="", gigs="d4=1"),
        "A: sell Mantis Blades#1; cannot sell Mantis Blades#2; end; B: end; A: sell Mantis Blades#2",
        then(Side(hand="Rockerboy", eddies=2, spent_eddies=0)),
    ),
    case(
        "money-3 a Legend on the field does not pay",
        Side(hand="Kiroshi Optics", field="V Exile"),
        Side(),
        "A: cannot play Kiroshi Optics",
    ),
    case(
        "money-3 in the Legends area it does",
        Side(hand="Kiroshi Optics", legends="V Exile (up), ? (spent), ? (spent)"),
        Side(),
        "A: play Kiroshi Optics",
        then(Side(legends="V Exile (up spent) + Kiroshi Optics, ?, ?")),
    ),
    case(
        "money-4 the wearer of the Faceplate does not pay",
        Side(hand="Corpo Security", eddies=1, legends="V Exile (up) + Zetatech Faceplate, ?, ? (spent)", gigs="d8=3"),
        Side(),
        "A: play Corpo Security; asks pay; can pay legend 1; pay legend 2; auto; asks main",
        then(
            Side(
                field="Corpo Security",
                eddies=0,
                gigs="d8=3",
                legends="V Exile (ready) + Zetatech Faceplate, ? (spent), ?",
            )
        ),
    ),
    case(
        "money-4 the wearer of the Faceplate pays",
        Side(hand="Corpo Security", eddies=1, legends="V Exile (up) + Zetatech Faceplate, ?, ? (spent)", gigs="d8=3"),
        Side(),
        "A: play Corpo Security; pay legend 1; auto; face 4",
        then(
            Side(
                field="Corpo Security",
                eddies=0,
                gigs="d8=4",
                legends="V Exile (spent) + Zetatech Faceplate, ? (ready), ?",
            )
        ),
    ),
    case(
        "cost-1 paying less leaves the cost of Octant",
        Side(hand="Octant", eddies=4, gigs="d8=8 d10=8 d12=8"),
        Side(hand="Corporate Surveillance", eddies=2, fixer=""),
        "A: play Octant",
        then(Side(eddies=0, spent_eddies=4)),
        "A: end; B: play Corporate Surveillance; auto; asks main",
        then(Side(field="Octant (ready)"), Side(trash="Corporate Surveillance", eddies=0)),
    ),
    case(
        "cost-1 the same for MaxTac Heavy",
        Side(hand="MaxTac Heavy", eddies=4),
        Side(field="3 Emergency Atlus", hand="Corporate Surveillance", eddies=2, fixer=""),
        "A: play MaxTac Heavy; end; B: play Corporate Surveillance; auto; asks main",
        then(Side(field="MaxTac Heavy (ready)"), Side(trash="Corporate Surveillance")),
    ),
    case(
        "cost-1 the same for Trauma Team Operatives",
        Side(hand="Trauma Team Operatives", eddies=4, trash="2 Emergency Atlus"),
        Side(hand="Corporate Surveillance", eddies=2, fixer=""),
        "A: play Trauma Team Operatives; end; B: play Corporate Surveillance; auto; asks main",
        then(Side(field="Trauma Team Operatives (ready)"), Side(trash="Corporate Surveillance")),
    ),
    case(
        "cost-1 the same for Zetatech Berserk: it costs 6 when Heywood looks",
        Side(
            field="Emergency Atlus",
            legends="V Exile (up spent), ? (spent), ? (spent)",
            hand="Heywood Ripperdoc",
            eddies=11,
            gigs="d6=6",
        ),
        Side(gigs="d4=1"),
        "A: play Zetatech Berserk; host Emergency Atlus; play Heywood Ripperdoc; choose Zetatech Berserk; asks main",
        then(Side(hand="Rockerboy", trash="Zetatech Berserk", eddies=0)),
    ),
)

CASES: Final = SETUP + TURN + MONEY
