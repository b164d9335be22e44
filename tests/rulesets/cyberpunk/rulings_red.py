"""Rulings on Red cards, as scripted tests. Each bears the id of its ruling."""

from typing import Final

from tests.rulesets.cyberpunk.moves import Case, case, then
from tests.rulesets.cyberpunk.position import Side

LEGENDS: Final[tuple[Case, ...]] = (
    case(
        "adam-ender-1 turning face up is not playing",
        Side(legends="Adam Ender (spent), ? (spent), ? (spent)", eddies=1),
        Side(field="Emergency Atlus"),
        "A: call 1; asks main",
        then(Side(legends="Adam Ender (up), ?, ?"), Side(field="Emergency Atlus")),
    ),
    case(
        "adam-ender-2 GO SOLO is playing",
        Side(legends="Adam Ender (up spent), ? (spent), ? (spent)", eddies=9),
        Side(field="Emergency Atlus", gigs="d4=1"),
        "A: solo Adam Ender",
        then(Side(field="Adam Ender (9 ready)"), Side(field="", trash="Emergency Atlus")),
    ),
    case(
        "dexter-otg-1 the card that he draws may be played in the same step",
        Side(legends="Dexter Grid (spent), ? (spent), ? (spent)", eddies=2, deck="Floor It, Psycho Squad", gigs="d8=5"),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Gigs; A: call 1; mode 2; play Floor It; pass",
        then(Side(hand="Psycho Squad", trash="Floor It", eddies=0, deck=""), Side(field="Psycho Squad (5)")),
        turn="B",
    ),
    case(
        "dexter-otg-2 an own or a rival Gig",
        Side(legends="Dexter Grid (up), ? (spent), ? (spent)", gigs="d8=3"),
        Side(gigs="d6=3"),
        "A: use Dexter Grid; can gig A:d8; gig B:d6; face 5",
        then(Side(gigs="d8=3"), Side(gigs="d6=5")),
    ),
    case(
        "royce-psycho-1 two for each Gear in the own turn (on the field)",
        Side(field="Royce (14) + Mantis Blades + Mantis Blades"),
        Side(fixer=""),
        then(Side(field="Royce (14) + Mantis Blades + Mantis Blades")),
        "A: end; B: asks main",
        then(Side(field="Royce (10) + Mantis Blades + Mantis Blades")),
    ),
)

FANG: Final[tuple[Case, ...]] = (
    case(
        "fang-1 Units that came later are bound as well",
        Side(field="Chrome Fang", gigs="d12=9 d8=5", above=True),
        Side(legends="V Exile (up spent), ? (spent), ? (spent)", eddies=5),
        "B: solo V Exile; attack V Exile on Gigs; A: pass; B: asks main",
        then(Side(gigs="d12=9"), Side(gigs="A:d8=5")),
        turn="B",
    ),
    case(
        "fang-2 it outlives Chrome Fang until the next turn",
        Side(field="Chrome Fang", gigs="d8=7 d6=3", above=True, fixer=""),
        Side(field="Psycho Squad", hand="Over the Edge", eddies=3, gigs="d20=20"),
        "B: play Over the Edge; choose rival Chrome Fang; attack Psycho Squad on Gigs; A: pass; B: asks main",
        then(Side(field="", gigs="d8=7", above=True), Side(gigs="d20=20 A:d6=3")),
        "B: end; A: asks main",
        then(Side(above=False)),
        turn="B",
    ),
    case(
        "fang-3 an equal value may be taken",
        Side(field="Chrome Fang", gigs="d8=6 d10=7", above=True),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Gigs; A: pass; B: asks main",
        then(Side(gigs="d10=7"), Side(gigs="A:d8=6")),
        turn="B",
    ),
    case(
        "fang-4 the attack is legal and steals nothing",
        Side(field="Chrome Fang", gigs="d8=7 d10=7", above=True),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Gigs; A: asks react; A: pass; B: asks main",
        then(Side(gigs="d8=7 d10=7"), Side(field="Psycho Squad (spent)", gigs="")),
        turn="B",
    ),
)

UNITS: Final[tuple[Case, ...]] = (
    case(
        "jonin-1 it may strengthen itself",
        Side(hand="Japantown Jonin", eddies=2),
        Side(field="Psycho Squad"),
        "A: play Japantown Jonin",
        then(Side(field="Japantown Jonin (2 +2)")),
    ),
    case(
        "kerry-rocker-1 SPEND without a Gig that shows 8",
        Side(field="Kerry Eurodyne", gigs="d10=7"),
        Side(),
        "A: use Kerry Eurodyne; asks main",
        then(Side(field="Kerry Eurodyne (spent)", hand="")),
    ),
    case(
        "llorona-1 her raise comes before the fight",
        Side(field="La Llorona", gigs="d8=2"),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Gigs; A: block La Llorona; face 5; asks react",
        then(Side(field="La Llorona (spent)", gigs="d8=5"), Side(field="Psycho Squad")),
        "A: pass",
        then(Side(field="", trash="La Llorona", gigs="d8=5")),
        turn="B",
    ),
    case(
        "llorona-2 any of 2, 3, 4, 5",
        Side(field="La Llorona", gigs="d8=2"),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Gigs; A: block La Llorona",
        "A: cannot face 1; can face 2; can face 3; can face 4; can face 5; cannot face 6; face 2; pass",
        then(Side(gigs="d8=2")),
        turn="B",
    ),
    case(
        "screw-2 another Screw may be taken",
        Side(field="Screw (spent)", trash="Screw"),
        Side(field="Animals Wrecker"),
        "B: attack Animals Wrecker on Screw; A: pass; B: asks main",
        then(Side(field="", hand="Screw", trash="Screw")),
        turn="B",
    ),
    case(
        "v-roamer-1 each of two stolen Gigs is raised",
        Side(field="V Roamer + Mantis Blades + Mantis Blades"),
        Side(gigs="d8=2 d12=3"),
        "A: attack V Roamer on Gigs; B: pass; A: gig B:d12",
        "A: asks order; resolve 1; can face 7; face 6; can face 3; face 8",
        then(Side(gigs="B:d8=6 B:d12=8"), Side(gigs="")),
    ),
    case(
        "yorinobu-sd-1 ADRENALINE opens the Gig area",
        Side(hand="Yorinobu Dragon, Emergency Atlus, Valentino Street Racer", eddies=10),
        Side(field="Psycho Squad (spent)", gigs="d4=1"),
        "A: play Yorinobu Dragon; choose Emergency Atlus",
        "A: play Valentino Street Racer; attack Emergency Atlus on Gigs; B: pass",
        then(Side(gigs="B:d4=1", field="Yorinobu Dragon, Emergency Atlus (spent), Valentino Street Racer")),
    ),
    case(
        "yorinobu-sd-2 his own defeat counts",
        Side(field="Yorinobu Dragon (spent)"),
        Side(field="Animals Wrecker"),
        "B: attack Animals Wrecker on Yorinobu Dragon; A: pass",
        then(Side(trash="Yorinobu Dragon", hand="Rockerboy")),
        turn="B",
    ),
    case(
        "yorinobu-sd-4 spent Units, not the Gig area",
        Side(hand="Yorinobu Dragon, Animals Wrecker, Emergency Atlus", eddies=7),
        Side(field="Secondhand Bombus (spent)", gigs="d4=1"),
        "A: play Yorinobu Dragon; cannot choose Animals Wrecker; choose Emergency Atlus",
        "A: attack Emergency Atlus; B: asks react; pass",
        then(b=Side(trash="Secondhand Bombus", gigs="d4=1")),
    ),
    case(
        "yorinobu-sd-5 a rival ARASAKA Unit counts",
        Side(field="Yorinobu Dragon"),
        Side(field="Field Operator (spent)"),
        "A: attack Yorinobu Dragon on Field Operator; B: pass",
        then(Side(hand="Rockerboy"), Side(trash="Field Operator")),
    ),
    case(
        "minotaur-1 not ahead: playable, nothing dies",
        Side(hand="Minotaur", eddies=7, gigs="d8=5"),
        Side(field="Emergency Atlus", gigs="d6=5"),
        "A: play Minotaur; asks main",
        then(Side(field="Minotaur"), Side(field="Emergency Atlus")),
    ),
    case(
        "minotaur-2 ahead: the only Unit must die",
        Side(hand="Minotaur", eddies=7, gigs="d8=5"),
        Side(field="Emergency Atlus, Psycho Squad", gigs="d6=4"),
        "A: play Minotaur; asks main",
        then(Side(field="Minotaur"), Side(field="Psycho Squad", trash="Emergency Atlus")),
    ),
)

GEAR_AND_PROGRAMS: Final[tuple[Case, ...]] = (
    case(
        "deadman-1 of two Transmitters the controller picks one",
        Side(field="Emergency Atlus (spent) + Deadman Transmitter + Deadman Transmitter"),
        Side(field="Rockerboy"),
        "B: attack Rockerboy on Emergency Atlus; A: pass",
        "A: can choose Deadman Transmitter#1; choose Deadman Transmitter#2",
        then(Side(field="Emergency Atlus (5) + Deadman Transmitter", trash="Deadman Transmitter")),
        turn="B",
    ),
    case(
        "deadman-2 the fight is lost all the same",
        Side(field="Emergency Atlus (spent) + Deadman Transmitter"),
        Side(field="Psycho Squad + Satori"),
        "B: attack Psycho Squad on Emergency Atlus; A: pass; B: asks main",
        then(Side(field="Emergency Atlus", trash="Deadman Transmitter"), Side(hand="Rockerboy")),
        turn="B",
    ),
    case(
        "deadman-3 a Program's defeat too",
        Side(field="Emergency Atlus + Deadman Transmitter"),
        Side(hand="Over the Edge", eddies=3, gigs="d20=20"),
        "B: play Over the Edge; B: asks main",
        then(Side(field="Emergency Atlus (4 ready)", trash="Deadman Transmitter"), Side(trash="Over the Edge")),
        turn="B",
    ),
    case(
        "satori-1 equal powers: nobody won",
        Side(field="Emergency Atlus + Satori"),
        Side(field="Psycho Squad (spent)"),
        "A: attack Emergency Atlus on Psycho Squad; B: pass",
        then(Side(field="", hand="", trash="Emergency Atlus, Satori"), Side(field="", trash="Psycho Squad")),
    ),
    case(
        "satori-2 a defender wins too",
        Side(field="Emergency Atlus (spent) + Satori"),
        Side(field="Emergency Atlus"),
        "B: attack Emergency Atlus on Emergency Atlus; A: pass",
        then(Side(field="Emergency Atlus + Satori", hand="Rockerboy"), Side(field="", trash="Emergency Atlus")),
        turn="B",
    ),
    case(
        "detonate-2 without a rival Gear",
        Side(hand="Detonate", eddies=1, field="Emergency Atlus + Mantis Blades"),
        Side(field="Psycho Squad"),
        "A: play Detonate; asks main",
        then(Side(hand="", trash="Detonate", field="Emergency Atlus + Mantis Blades")),
    ),
    case(
        "industrial-1 a rival Gig may be raised",
        Side(hand="Industrial Assembly", eddies=1, gigs="d8=5"),
        Side(gigs="d6=2"),
        "A: play Industrial Assembly; can gig A:d8; gig B:d6; face 6",
        then(Side(gigs="d8=5", hand=""), Side(gigs="d6=6")),
    ),
    case(
        "over-edge-2 an own Unit may be killed",
        Side(hand="Over the Edge", eddies=3, gigs="d20=12", field="Psycho Squad, Emergency Atlus"),
        Side(),
        "A: play Over the Edge; can choose Emergency Atlus; choose Psycho Squad",
        then(Side(field="Emergency Atlus", trash="Psycho Squad, Over the Edge")),
    ),
    case(
        "shattered-1 no card discarded, no bonus",
        Side(hand="Shattered Memories", spare=False, eddies=4, gigs="d8=5", field="Psycho Squad", deck="7 Rockerboy"),
        Side(spare=False, gigs="d4=1"),
        "A: play Shattered Memories; A: yes; B: yes; A: asks main",
        then(Side(hand="5 Rockerboy", trash="Shattered Memories"), Side(hand="5 Rockerboy", trash="")),
    ),
)

CASES: Final = LEGENDS + FANG + UNITS + GEAR_AND_PROGRAMS
