"""Rulings on Yellow cards, as scripted tests. Each bears the id of its ruling."""

from typing import Final

from tests.rulesets.cyberpunk.moves import Case, case, then
from tests.rulesets.cyberpunk.position import Side

DUM_DUM: Final = "Dum Dum (up), ? (spent), ? (spent)"

LEGENDS: Final[tuple[Case, ...]] = (
    case(
        "dumdum-1 a Unit without Gear gets nothing",
        Side(legends=DUM_DUM, field="Emergency Atlus", eddies=1),
        Side(),
        "A: use Dum Dum; asks main",
        then(Side(legends="Dum Dum (spent), ?, ?", field="Emergency Atlus (4 +0)", eddies=0)),
    ),
    case(
        "dumdum-2 the count is fixed: a Gear more",
        Side(legends=DUM_DUM, field="Emergency Atlus + Mantis Blades + Mantis Blades", hand="Kiroshi Optics", eddies=2),
        Side(),
        "A: use Dum Dum",
        then(Side(field="Emergency Atlus (10 +2) + Mantis Blades + Mantis Blades")),
        "A: play Kiroshi Optics; host Emergency Atlus",
        then(Side(field="Emergency Atlus (11 +2) + Mantis Blades + Mantis Blades + Kiroshi Optics")),
    ),
    case(
        "dumdum-2 the count is fixed: a Gear less",
        Side(
            legends=DUM_DUM, field="Emergency Atlus + Mantis Blades + Mantis Blades", hand="Heywood Ripperdoc", eddies=7
        ),
        Side(),
        "A: use Dum Dum; play Heywood Ripperdoc; choose Mantis Blades",
        then(Side(field="Emergency Atlus (8 +2) + Mantis Blades, Heywood Ripperdoc")),
    ),
    case(
        "muamar-1 the protected Unit survives two fights",
        Side(legends="Muamar (spent), ? (spent), ? (spent)", field="Emergency Atlus (spent)", eddies=1),
        Side(field="2 Psycho Squad"),
        "B: attack Psycho Squad#1 on Emergency Atlus; A: call 1; mode 1; pass",
        then(Side(field="Emergency Atlus (safe)")),
        "B: attack Psycho Squad#2 on Emergency Atlus; A: pass",
        then(Side(field="Emergency Atlus", trash=""), Side(field="2 Psycho Squad (spent)")),
        turn="B",
    ),
    case(
        "muamar-2 it has lost all the same",
        Side(legends="Muamar (spent), ? (spent), ? (spent)", field="Emergency Atlus (spent)", eddies=1),
        Side(field="Psycho Squad + Satori"),
        "B: attack Psycho Squad on Emergency Atlus; A: call 1; mode 1; pass",
        then(Side(field="Emergency Atlus"), Side(hand="Rockerboy")),
        turn="B",
    ),
    case(
        "viktor-sit-1 none of five may be taken",
        Side(
            legends="Viktor (spent), ? (spent), ? (spent)",
            eddies=1,
            deck="Mantis Blades, Kiroshi Optics, Floor It, Satori, Psycho Squad, Rockerboy",
        ),
        Side(),
        "A: call 1; can take Mantis Blades; can take Satori; cannot take Floor It; done; asks main",
        then(Side(hand="", deck="Rockerboy, Satori, Floor It, Psycho Squad, Kiroshi Optics, Mantis Blades")),
        bottoms=["Satori, Floor It, Psycho Squad, Kiroshi Optics, Mantis Blades"],
    ),
)

UNITS: Final[tuple[Case, ...]] = (
    case(
        "alt-mod-1 both effects in either player's turn",
        Side(
            field="Alt Cunningham, Corpo Security + Mantis Blades, Psycho Squad + Mantis Blades",
            hand="Emergency Atlus",
            gigs="d8=3",
            fixer="",
        ),
        Side(field="2 Psycho Squad", gigs="d20=1"),
        "B: attack Psycho Squad#1 on Gigs; A: block Corpo Security",
        then(Side(hand="Emergency Atlus, Rockerboy")),
        "A: pass; B: attack Psycho Squad#2 on Gigs; A: pass",
        "A: asks save; cannot discard Rockerboy; discard Emergency Atlus",
        then(Side(hand="Rockerboy", gigs="d8=3"), Side(gigs="d20=1")),
        "B: end; A: attack Psycho Squad on Gigs; B: asks react",
        then(Side(hand="3 Rockerboy")),
        "B: pass",
        turn="B",
    ),
    case(
        "heywood-1 no own Gig shows its cost: killed, no draw",
        Side(hand="Heywood Ripperdoc", eddies=6, field="Emergency Atlus + Mantis Blades", gigs="d8=2"),
        Side(),
        "A: play Heywood Ripperdoc; choose Mantis Blades",
        then(Side(field="Emergency Atlus, Heywood Ripperdoc", hand="", trash="Mantis Blades")),
    ),
    case(
        "goons-1 two stolen Gigs, two discards",
        Side(field="Maelstrom Goons + Zetatech Berserk + Mantis Blades + Mantis Blades"),
        Side(gigs="d8=2 d12=3", hand="Floor It, Detonate"),
        "A: attack Maelstrom Goons on Gigs; B: pass; A: gig B:d8",
        "A: asks order; resolve 1; B: discard Floor It; B: discard Detonate",
        then(Side(gigs="B:d8=2 B:d12=3"), Side(hand="", trash="Floor It, Detonate")),
    ),
    case(
        "suppression-1 the Team keeps a Legend that goes solo from attacking",
        Side(legends="V Exile (up spent), ? (spent), ? (spent)", eddies=5),
        Side(field="MaxTac Suppression Team", gigs="d4=1"),
        "A: solo V Exile; cannot attack V Exile",
    ),
    case(
        "malfini-1 it is spent without a rival Unit",
        Side(hand="Offduty Malfini", eddies=4),
        Side(),
        "A: play Offduty Malfini",
        then(Side(field="Offduty Malfini (spent)")),
    ),
    case(
        "sketchy-1 the Gear may be left",
        Side(field="Sketchy Ripper", deck="Mantis Blades, Psycho Squad, Floor It, Detonate"),
        Side(gigs="d4=1"),
        "A: attack Sketchy Ripper on Gigs; can take Mantis Blades; done; B: pass",
        then(Side(hand="", deck="Detonate, Floor It, Mantis Blades, Psycho Squad")),
        bottoms=["Floor It, Mantis Blades, Psycho Squad"],
    ),
    case(
        "tbug-1 its controller alone sees the Legends",
        Side(field="T-Bug (spent)", legends="V Exile (spent), ? (spent), ? (spent)"),
        Side(field="Psycho Squad", legends="? (spent), ? (spent), ? (spent)"),
        "B: attack Psycho Squad on T-Bug; A: pass; A: no",
        then(
            Side(legends="V Exile (down known), ? (down known), ? (down known)"),
            Side(legends="? (unknown), ? (unknown), ? (unknown)"),
        ),
        turn="B",
    ),
    case(
        "tbug-2 the look is forced, the Call is not",
        Side(field="T-Bug (spent)", legends="V Exile (spent), ? (spent), ? (spent)"),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on T-Bug; A: pass",
        then(Side(legends="V Exile (down known), ? (down known), ? (down known)")),
        "A: can no; call 1; B: asks main",
        then(Side(legends="V Exile (up spent), ? (down), ? (down)", called=True)),
        turn="B",
    ),
)

GEAR_AND_PROGRAMS: Final[tuple[Case, ...]] = (
    case(
        "kiroshi-1 the look is forced",
        Side(field="Emergency Atlus + Kiroshi Optics", legends="V Exile (spent), ? (spent), ? (spent)"),
        Side(gigs="d4=1"),
        "A: attack Emergency Atlus on Gigs; cannot no; choose legend 1; B: pass",
        then(Side(legends="V Exile (down known), ? (unknown), ? (unknown)")),
    ),
    case(
        "afterparty-1 nothing adjusted, a card drawn",
        Side(hand="Afterparty", eddies=1, gigs="d8=2 d10=5"),
        Side(),
        "A: play Afterparty; gig d8; face 2",
        then(Side(hand="Rockerboy", gigs="d8=2 d10=5")),
    ),
)

CASES: Final = LEGENDS + UNITS + GEAR_AND_PROGRAMS
