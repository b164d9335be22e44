"""Rulings on Blue cards, as scripted tests. Each bears the id of its ruling."""

from typing import Final

from tests.rulesets.cyberpunk.moves import Case, case, then
from tests.rulesets.cyberpunk.position import Side

UNITS: Final[tuple[Case, ...]] = (
    case(
        "wakako-1 a Gig at 1 cannot be lowered, SPEND is allowed",
        Side(legends="Wakako (up), ? (spent), ? (spent)", gigs="d8=1"),
        Side(),
        "A: use Wakako; asks main",
        then(Side(legends="Wakako (spent), ?, ?", gigs="d8=1")),
    ),
    case(
        "delamain-ai-1 both draws are forced",
        Side(hand="Delamain Rideshare", eddies=3, deck="Psycho Squad"),
        Side(),
        "A: play Delamain Rideshare",
        then(Side(hand="Psycho Squad"), ended=("deck-out", "B")),
    ),
    case(
        "evelyn-ss-1 draw and discard are forced",
        Side(field="Evelyn Parker", gigs="d8=5", hand="Floor It"),
        Side(gigs="d4=1"),
        "A: attack Evelyn Parker on Gigs; asks discard; cannot no; discard Floor It; B: pass",
        then(Side(hand="Rockerboy", trash="Floor It")),
    ),
    case(
        "kusanagi-1 defeated, it stays in the trash",
        Side(field="Modded Kusanagi"),
        Side(field="Animals Wrecker (spent)", fixer=""),
        "A: attack Modded Kusanagi on Animals Wrecker; B: pass; A: end; B: asks main",
        then(Side(hand="", trash="Modded Kusanagi")),
    ),
    case(
        "kusanagi-2 its Gear comes to hand with it",
        Side(field="Modded Kusanagi + Mantis Blades"),
        Side(fixer=""),
        "A: end; B: asks main",
        then(Side(hand="Modded Kusanagi, Mantis Blades", field="", trash="")),
    ),
    case(
        "mox-1 who cannot attack need not",
        Side(hand="Mox Inciters", eddies=3, gigs="d8=5"),
        Side(field="Corpo Security", fixer=""),
        "A: play Mox Inciters; end; B: cannot attack Corpo Security; can end",
        then(b=Side(field="Corpo Security (must)")),
    ),
    case(
        "rita-1 she must draw",
        Side(field="Rita Wheeler", deck="", gigs="d8=5"),
        Side(field="Psycho Squad"),
        "B: attack Psycho Squad on Gigs; A: block Rita Wheeler",
        then(ended=("deck-out", "B")),
        turn="B",
    ),
    case(
        "westbrook-2 it outlives the Netrunner",
        Side(field="Westbrook Netrunner", gigs="d6=3 d10=9", below=True, fixer=""),
        Side(field="V Exile", hand="Over the Edge", eddies=3, gigs="d20=20"),
        "B: play Over the Edge; choose rival Westbrook Netrunner; attack V Exile on Gigs; A: pass; B: asks main",
        then(Side(field="", gigs="d6=3", below=True), Side(gigs="d20=20 A:d10=9")),
        "B: end; A: asks main",
        then(Side(below=False)),
        turn="B",
    ),
    case(
        "flathead-1 a Unit with a sell tag is sold",
        Side(hand="MTOD12 Flathead", field="Psycho Squad"),
        Side(gigs="d4=1"),
        "A: sell MTOD12 Flathead",
        then(Side(hand="", eddies=1)),
    ),
    case(
        "flathead-2 being behind is looked at at the declaration",
        Side(field="MTOD12 Flathead + Dying Night", gigs="d6=5"),
        Side(field="Corpo Security", gigs="d8=6"),
        "A: attack MTOD12 Flathead on Gigs; gig B:d8; face 4; B: cannot block Corpo Security; pass",
        then(Side(gigs="d6=5 B:d8=4")),
    ),
    case(
        "flathead-2 not behind at the declaration",
        Side(field="MTOD12 Flathead", gigs="d6=6"),
        Side(field="Corpo Security", gigs="d8=6"),
        "A: attack MTOD12 Flathead on Gigs; B: can block Corpo Security; pass",
    ),
)

JACKIE_UP: Final = "Jackie Pour (up spent), ? (spent), ? (spent)"

JACKIE: Final[tuple[Case, ...]] = (
    case(
        "jackie-pour-1 the first Blue card was before his Call",
        Side(
            hand="Psycho Squad, Delamain Cab",
            eddies=9,
            legends="Jackie Pour (spent), ? (spent), ? (spent)",
            gigs="d8=5",
        ),
        Side(),
        "A: play Psycho Squad; call 1; play Delamain Cab; asks main",
        then(Side(field="Psycho Squad, Delamain Cab", gigs="d8=5")),
    ),
    case(
        "jackie-pour-2 V comes to the field as a Blue Unit",
        Side(eddies=5, legends="Jackie Pour (up spent), V Exile (up spent), ? (spent)", gigs="d8=3"),
        Side(),
        "A: solo V Exile; can no; gig d8; face 1",
        then(Side(field="V Exile", gigs="d8=1", hand="Rockerboy")),
    ),
    case(
        "jackie-pour-3 a Gig that shows 1 does not become min",
        Side(hand="Psycho Squad", eddies=4, legends=JACKIE_UP, gigs="d8=1 d10=4"),
        Side(),
        "A: play Psycho Squad; gig d8; asks main",
        then(Side(hand="", gigs="d8=1 d10=4")),
    ),
)

GEAR_AND_PROGRAMS: Final[tuple[Case, ...]] = (
    case(
        "dying-1 no Gig lowered, two Eddies ready",
        Side(field="V Exile + Dying Night", spent_eddies=3),
        Side(gigs="d4=3", fixer=""),
        "A: attack V Exile on Gigs; can face 1; face 3; B: pass; A: end; B: asks main",
        then(Side(gigs="B:d4=3", eddies=2, spent_eddies=1)),
    ),
    case(
        "reboot-1 the defender stays but has lost",
        Side(field="Emergency Atlus (spent)", hand="Reboot Optics", eddies=2),
        Side(field="Psycho Squad + Satori"),
        "B: attack Psycho Squad on Emergency Atlus; A: play Reboot Optics; pass",
        then(Side(field="Emergency Atlus", trash="Reboot Optics"), Side(hand="Rockerboy")),
        turn="B",
    ),
    case(
        "trust-1 the min Gig need not be the lowered one",
        Side(hand="Trust No One", eddies=1, gigs="d12=7 d6=1"),
        Side(),
        "A: play Trust No One; gig d12; cannot face 3; face 4",
        then(Side(hand="Rockerboy", gigs="d12=4 d6=1")),
    ),
)

CASES: Final = UNITS + JACKIE + GEAR_AND_PROGRAMS
