"""Rulings on Green cards, as scripted tests. Each bears the id of its ruling."""

from typing import Final

from tests.rulesets.cyberpunk.moves import Case, case, then
from tests.rulesets.cyberpunk.position import Side

HANAKO: Final = "Hanako Emperor (up), ? (spent), ? (spent)"
JACKIE: Final = "Jackie Favorite (up spent), ? (spent), ? (spent)"

LEGENDS: Final[tuple[Case, ...]] = (
    case(
        "hanako-1 no swap without a Gig on each side",
        Side(legends=HANAKO, gigs="d8=5"),
        Side(),
        "A: cannot use Hanako Emperor",
    ),
    case(
        "hanako-1 a swap with a Gig on each side",
        Side(legends=HANAKO, gigs="d8=5"),
        Side(gigs="d6=1"),
        "A: use Hanako Emperor; asks main",
        then(Side(legends="Hanako Emperor (spent), ?, ?", gigs="B:d6=1"), Side(gigs="A:d8=5")),
    ),
    case(
        "jackie-mf-1 who is not defeated has no DEFEATED",
        Side(legends=JACKIE, field="T-Bug (spent)", eddies=1),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on T-Bug; A: pass; A: asks instead; can no; choose Jackie Favorite; B: asks main",
        then(Side(field="T-Bug (spent)", out="Jackie Favorite", eddies=0, legends="-, ? (unknown), ? (unknown)")),
        turn="B",
    ),
    case(
        "jackie-mf-2 from the Legends area",
        Side(legends=JACKIE, field="Emergency Atlus (spent)", eddies=1),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Emergency Atlus; A: pass; A: choose Jackie Favorite",
        then(Side(field="Emergency Atlus", out="Jackie Favorite")),
        turn="B",
    ),
    case(
        "jackie-mf-2 from the field",
        Side(field="Jackie Favorite (spent), Emergency Atlus (spent)", eddies=1),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Emergency Atlus; A: pass; A: choose Jackie Favorite",
        then(Side(field="Emergency Atlus", out="Jackie Favorite", trash="")),
        turn="B",
    ),
    case(
        "jackie-mf-3 instead of himself",
        Side(field="Jackie Favorite (spent)", eddies=1),
        Side(field="Animals Wrecker"),
        "B: attack Animals Wrecker on Jackie Favorite; A: pass; A: can no; choose Jackie Favorite",
        then(Side(field="", out="Jackie Favorite", eddies=0)),
        turn="B",
    ),
)

UNITS: Final[tuple[Case, ...]] = (
    case(
        "goro-lhw-1 the Legends were not all face up at the declaration",
        Side(field="Goro Losing + Radioport", legends="V Exile (up spent), Muamar (up spent), Goro Unclean (spent)"),
        Side(gigs="d4=1"),
        "A: attack Goro Losing on Gigs; choose legend 3; yes; B: asks react",
        then(Side(field="Goro Losing (6) + Radioport", legends="V Exile (up), Muamar (up), Goro Unclean (up)")),
        "B: pass",
    ),
    case(
        "goro-lhw-2 no Legend left",
        Side(field="Goro Losing", out="V Exile, Saburo Arasaka, Goro Unclean", legends="-, -, -"),
        Side(gigs="d4=1"),
        "A: attack Goro Losing on Gigs; B: asks react",
        then(Side(field="Goro Losing (4)")),
        "B: pass",
    ),
    case(
        "corposec-1 ADRENALINE does not help who cannot attack",
        Side(hand="Corpo Security, Valentino Street Racer", eddies=5),
        Side(gigs="d4=1"),
        "A: play Corpo Security; play Valentino Street Racer; cannot attack Corpo Security",
        then(Side(field="Corpo Security (adrenaline), Valentino Street Racer")),
    ),
    case(
        "field-op-1 no Gig is no even Street Cred",
        Side(hand="Field Operator", eddies=3),
        Side(),
        "A: play Field Operator",
        then(Side(field="Field Operator", hand="")),
    ),
    case(
        "zealots-1 only the Unit that they fought dies",
        Side(field="Maelstrom Zealots (spent)"),
        Side(field="Psycho Squad, Emergency Atlus"),
        "B: attack Psycho Squad on Maelstrom Zealots; A: pass",
        then(Side(field="", trash="Maelstrom Zealots"), Side(field="Emergency Atlus", trash="Psycho Squad")),
        turn="B",
    ),
    case(
        "zealots-2 saved, they have lost all the same",
        Side(field="Maelstrom Zealots (spent)", legends="Muamar (spent), ? (spent), ? (spent)", eddies=1),
        Side(field="Psycho Squad, Emergency Atlus"),
        "B: attack Psycho Squad on Maelstrom Zealots; A: call 1; mode 1; pass",
        then(Side(field="Maelstrom Zealots", trash=""), Side(field="Emergency Atlus", trash="Psycho Squad")),
        turn="B",
    ),
    case(
        "maxtac-av-1 the swap may be left out",
        Side(hand="MaxTac AV", eddies=5, gigs="d8=5"),
        Side(gigs="d6=1 d4=1"),
        "A: play MaxTac AV; can gig d8; no; asks main",
        then(Side(gigs="d8=5", field="MaxTac AV"), Side(gigs="d6=1 d4=1")),
    ),
    case(
        "pacifica-1 a rival Unit must be chosen",
        Side(hand="Pacifica Netrunner", eddies=4, gigs="d8=4"),
        Side(field="Emergency Atlus, Psycho Squad (spent)"),
        "A: play Pacifica Netrunner; cannot no; can choose rival Emergency Atlus; choose rival Psycho Squad",
        then(b=Side(field="Emergency Atlus (free), Psycho Squad (held)")),
    ),
    case(
        "saul-1 two more to the end of the attack: two Gigs",
        Side(field="Saul Bright (spent), MaxTac AV"),
        Side(gigs="d8=5 d6=1"),
        "A: attack MaxTac AV on Gigs; B: asks react",
        then(Side(field="Saul Bright (14), MaxTac AV (10)")),
        "B: pass; A: gig B:d8; asks main",
        then(Side(field="Saul Bright, MaxTac AV (8)", gigs="B:d8=5 B:d6=1")),
    ),
    case(
        "saul-1 two more to the end of the attack: a fight with 10",
        Side(field="Saul Bright (spent), MaxTac AV"),
        Side(field="Mox Inciters + Satori + Satori + Riot Shield + Mantis Blades", gigs="d8=5"),
        "A: attack MaxTac AV on Gigs; B: block Mox Inciters; pass; A: asks main",
        then(
            Side(field="Saul Bright, MaxTac AV (8)"),
            Side(field="", gigs="d8=5", trash="Mox Inciters, 2 Satori, Riot Shield, Mantis Blades"),
        ),
    ),
)

GEAR_AND_PROGRAMS: Final[tuple[Case, ...]] = (
    case(
        "riot-1 GO SOLO for 7 stays optional",
        Side(legends="V Exile (up spent), ? (spent), ? (spent)", eddies=7),
        Side(field="Emergency Atlus + Riot Shield", gigs="d4=1"),
        "A: can end; can play V Exile normally; solo V Exile",
        then(Side(field="V Exile (solo)", eddies=0)),
    ),
    case(
        "riot-1 6 are too few",
        Side(legends="V Exile (up spent), ? (spent), ? (spent)", eddies=6, called=True),
        Side(field="Emergency Atlus + Riot Shield", gigs="d4=1"),
        "A: cannot solo V Exile; can play V Exile normally",
    ),
    case(
        "sandevistan-1 the host readies without a choice",
        Side(field="Emergency Atlus (spent) + Sandevistan"),
        Side(fixer=""),
        "A: end; B: asks main",
        then(Side(field="Emergency Atlus (ready) + Sandevistan")),
    ),
    case(
        "surveillance-2 a spent Unit may be chosen",
        Side(hand="Corporate Surveillance", eddies=2),
        Side(field="Emergency Atlus (spent), Psycho Squad (spent)"),
        "A: play Corporate Surveillance; can choose rival Emergency Atlus; choose rival Psycho Squad",
        then(Side(trash="Corporate Surveillance"), Side(field="Emergency Atlus (spent), Psycho Squad (spent)")),
    ),
    case(
        "memory-2 it misses one ready step",
        Side(hand="Memory Relapse", eddies=4, fixer=""),
        Side(field="Psycho Squad", fixer=""),
        "A: play Memory Relapse; end; B: asks main",
        then(b=Side(field="Psycho Squad (spent held)")),
        "B: end; A: asks main",
        then(b=Side(field="Psycho Squad (spent free)")),
        "A: end; B: asks main",
        then(b=Side(field="Psycho Squad (ready)")),
    ),
    case(
        "wild-1 no spent Unit: playable, nothing happens",
        Side(hand="Wild in the Streets", eddies=5),
        Side(field="Psycho Squad"),
        "A: play Wild in the Streets; asks main",
        then(Side(trash="Wild in the Streets"), Side(field="Psycho Squad")),
    ),
    case(
        "wild-2 an own Unit may be chosen",
        Side(hand="Wild in the Streets", eddies=5, field="Emergency Atlus (spent)"),
        Side(field="Psycho Squad (spent)"),
        "A: play Wild in the Streets; can choose rival Psycho Squad; choose Emergency Atlus",
        then(Side(field="", trash="Wild in the Streets, Emergency Atlus"), Side(field="Psycho Squad")),
    ),
    case(
        "wild-3 the only spent Unit must die",
        Side(hand="Wild in the Streets", eddies=5, field="Emergency Atlus (spent)"),
        Side(field="Psycho Squad"),
        "A: play Wild in the Streets; asks main",
        then(Side(field="", trash="Wild in the Streets, Emergency Atlus")),
    ),
    case(
        "saburo-1 one more through the whole attack: two Gigs",
        Side(field="Minotaur", legends="Saburo Arasaka (up spent), ? (spent), ? (spent)"),
        Side(gigs="d8=5 d6=1"),
        "A: attack Minotaur on Gigs; B: asks react",
        then(Side(field="Minotaur (10)")),
        "B: pass; A: gig B:d8; asks main",
        then(Side(field="Minotaur (9)", gigs="B:d8=5 B:d6=1")),
    ),
    case(
        "saburo-1 one more through the whole attack: a fight with 10",
        Side(field="Minotaur", legends="Saburo Arasaka (up spent), ? (spent), ? (spent)"),
        Side(field="Animals Wrecker (spent)"),
        "A: attack Minotaur on Animals Wrecker; B: pass; A: asks main",
        then(Side(field="", trash="Minotaur"), Side(field="", trash="Animals Wrecker")),
    ),
)

CASES: Final = LEGENDS + UNITS + GEAR_AND_PROGRAMS
