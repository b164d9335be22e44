"""The clauses of sim/rulesets/cyberpunk/README.md that a position can show, as scripted tests named after them.

What the official rulings show has its test beside the rulings; here stands what they leave out.
"""

from typing import Final

from tests.rulesets.cyberpunk.moves import Case, case, then
from tests.rulesets.cyberpunk.position import Side

TURN: Final[tuple[Case, ...]] = (
    case(
        "3.1 START comes before readying and the draw",
        Side(
            legends="Hanako Emperor (up spent), ? (spent), ? (spent)", gigs="d4=2 d6=2", deck="2 Psycho Squad", fixer=""
        ),
        Side(),
        "B: end; A: asks main",
        then(Side(hand="2 Psycho Squad", deck="", legends="Hanako Emperor (up ready), ? (ready), ? (ready)")),
        turn="B",
    ),
    case(
        "3.1 a die that is rolled becomes a Gig with the face it shows",
        Side(),
        Side(gigs="d6=4", fixer="d4 d20"),
        "A: end; B: asks main",
        then(b=Side(gigs="d4=3 d6=4", fixer="d20")),
        rolls=[3],
    ),
    case(
        "3.1 the d20 is rolled when it is alone",
        Side(),
        Side(fixer="d20"),
        "A: end; B: asks main",
        then(b=Side(gigs="d20=17", fixer="")),
        rolls=[17],
    ),
    case(
        "3.1 without a die nothing is rolled",
        Side(),
        Side(gigs="d4=1", fixer=""),
        "A: end; B: asks main",
        then(b=Side(gigs="d4=1", fixer="")),
    ),
    case(
        "3.2 a Unit that must attack keeps the turn from ending as long as it can",
        Side(field="Psycho Squad (must)", gigs="d4=1"),
        Side(gigs="d6=2"),
        "A: cannot end; attack Psycho Squad on Gigs; B: pass; A: can end",
    ),
    case(
        "3.2 a Unit that must attack and cannot lets the turn end",
        Side(field="Psycho Squad (must)"),
        Side(field="Emergency Atlus"),
        "A: can end",
    ),
    case(
        "3.2 what must attack is told so for one turn",
        Side(field="Psycho Squad (must spent)", fixer=""),
        Side(fixer="", gigs="d4=1"),
        "A: end; B: end; A: can attack Psycho Squad; can end",
        dry=0,
        overtime=True,
    ),
    case(
        "3.3 one sale in a turn, of a card with the sell tag",
        Side(hand="Psycho Squad, 2 Mantis Blades"),
        Side(),
        "A: cannot sell Psycho Squad; sell Mantis Blades; cannot sell Mantis Blades",
        then(Side(hand="Psycho Squad, Mantis Blades", eddies=1), sold=True),
    ),
    case(
        "3.4 with more payers than the price a Legend may be chosen",
        Side(hand="Corpo Security", eddies=2, legends="? (ready), ? (spent), ? (ready)"),
        Side(),
        "A: play Corpo Security; asks pay; pay legend 3; asks pay; auto",
        then(Side(field="Corpo Security", eddies=1, legends="? (ready), ? (spent), ? (spent)")),
    ),
    case(
        "3.4 automatically Eddies pay first, then face-down Legends, then face-up ones",
        Side(hand="Emergency Atlus", eddies=1, legends="V Exile (up), ? (ready), ? (ready)"),
        Side(),
        "A: play Emergency Atlus; auto",
        then(Side(field="Emergency Atlus", eddies=0, legends="V Exile (up ready), ? (spent), ? (spent)")),
    ),
    case(
        "3.4 with just the price nobody is asked",
        Side(hand="Emergency Atlus", eddies=1, legends="V Exile (up), ? (ready), ? (spent)"),
        Side(),
        "A: play Emergency Atlus; asks main",
        then(Side(field="Emergency Atlus", eddies=0, legends="V Exile (up spent), ? (spent), ? (spent)")),
    ),
    case(
        "3.4 without a Legend nobody is asked",
        Side(hand="Emergency Atlus", eddies=9),
        Side(),
        "A: play Emergency Atlus; asks main",
        then(Side(field="Emergency Atlus", eddies=6, spent_eddies=3)),
    ),
    case(
        "3.5 reductions end at 1",
        Side(hand="Octant", eddies=1, gigs="d8=8 d10=8 d12=8 d20=8 B:d8=8 B:d10=8 B:d12=8"),
        Side(),
        "A: play Octant",
        then(Side(field="Octant", eddies=0)),
    ),
    case(
        "3.5 surcharges add up, and only for GO SOLO",
        Side(legends="V Exile (up spent), ? (spent), ? (spent)", eddies=8),
        Side(field="Emergency Atlus + Riot Shield + Riot Shield"),
        "A: cannot solo V Exile; can play V Exile normally",
    ),
    case(
        "3.6 a deck that has run out loses at the draw of a turn",
        Side(),
        Side(deck=""),
        "A: end",
        then(ended=("deck-out", "A")),
    ),
    case(
        "3.7 END comes before what lasts this turn is over",
        Side(field="Cab (stole spent) + Sandevistan", spent_eddies=1, fixer=""),
        Side(fixer=""),
        "A: end; resolve Cab; B: asks main",
        then(Side(field="Cab (ready) + Sandevistan", eddies=1)),
    ),
    case(
        "3.8 overtime begins at the end of the second dry turn",
        Side(fixer="", gigs="d4=1"),
        Side(fixer="", gigs="d4=1"),
        "A: end; B: asks main",
        then(dry=2, overtime=False),
        "B: end; A: asks main",
        then(dry=3, overtime=True),
        dry=1,
    ),
    case(
        "3.8 a die in a fixer area makes no dry turn",
        Side(fixer="d20", gigs="d4=1"),
        Side(fixer="", gigs="d4=1"),
        "A: end; B: asks main",
        then(dry=0, overtime=False),
        dry=0,
    ),
    case("3.9 the cap", Side(), Side(), "A: end", then(ended=("cap", "nobody")), turns=120),
    case("3.9 not before", Side(), Side(fixer=""), "A: end; B: end", then(ended=("cap", "nobody")), turns=119),
)

CARDS: Final[tuple[Case, ...]] = (
    case(
        "4.1 one Call in each turn of either player",
        Side(field="Psycho Squad", legends="? (spent), ? (spent), ? (spent)", eddies=2, called=True),
        Side(legends="? (spent), ? (spent), ? (spent)", eddies=2, gigs="d4=1"),
        "A: cannot call 1; attack Psycho Squad on Gigs; B: call 2; cannot call 1",
        then(Side(called=True), Side(called=True, eddies=1, legends="? (down), ? (up), ? (down)")),
    ),
    case(
        "4.1 the Legend that is Called may pay for it",
        Side(legends="? (ready), ? (spent), ? (spent)"),
        Side(),
        "A: call 1",
        then(Side(legends="? (up spent), ? (spent down), ? (spent down)")),
    ),
    case(
        "4.2 after GO SOLO the SPEND abilities have Lag and attacks have not",
        Side(legends="V Exile (up spent), ? (spent), ? (spent)", eddies=5),
        Side(gigs="d4=1"),
        "A: solo V Exile; can attack V Exile",
        then(Side(field="V Exile (solo arrived ready)", legends="-, ? (spent), ? (spent)", eddies=0)),
    ),
    case(
        "5.1 Gear without a possible host cannot be played",
        Side(hand="Mantis Blades", eddies=3),
        Side(field="Psycho Squad"),
        "A: cannot play Mantis Blades",
    ),
    case(
        "5.2 the host is chosen before paying",
        Side(hand="Mantis Blades", field="2 Psycho Squad", eddies=1, legends="? (ready), ? (spent), ? (spent)"),
        Side(),
        "A: play Mantis Blades; asks host; host Psycho Squad#2; asks pay; auto",
        then(Side(field="Psycho Squad, Psycho Squad (8) + Mantis Blades", eddies=0)),
    ),
    case(
        "5.5 a Program that an effect plays waits, in no area, and then lies on the bottom",
        Side(hand="Lizzy Wizzy, Floor It", field="Corpo Security", eddies=5, deck="Psycho Squad, Cab"),
        Side(field="Psycho Squad, Emergency Atlus"),
        "A: play Lizzy Wizzy; choose Floor It; asks choose",
        then(Side(hand="", trash="", deck="Psycho Squad, Cab")),
        "A: choose rival Psycho Squad",
        then(
            Side(hand="Psycho Squad", trash="", deck="Cab, Floor It"),
            Side(field="Psycho Squad (5), Emergency Atlus (4)"),
        ),
    ),
    case(
        "5.6 a price in € is paid by others than the source",
        Side(field="Psycho Squad + Mantis Blades", legends="Dum Dum (up), ? (spent), ? (spent)"),
        Side(),
        "A: cannot use Dum Dum",
    ),
    case(
        "5.6 the source is spent, and its text comes before what became pending by paying",
        Side(
            field="Psycho Squad + Mantis Blades",
            legends="Dum Dum (up) + NetWatch Netdriver, ? (spent), ? (spent)",
            eddies=1,
            deck="Cab",
        ),
        Side(),
        "A: use Dum Dum",
        then(
            Side(
                field="Psycho Squad (9 +1) + Mantis Blades",
                legends="Dum Dum (up spent) + NetWatch Netdriver, ? (spent), ? (spent)",
                eddies=0,
                hand="Cab",
            )
        ),
    ),
)

USE: Final[tuple[Case, ...]] = (
    case(
        "5.7 what is chosen at the beginning must be there: a Gig",
        Side(legends="Wakako (up), Muamar (up), ? (spent)"),
        Side(),
        "A: cannot use Wakako; cannot use Muamar",
    ),
    case(
        "5.7 what is chosen at the beginning must be there: a Gig of either player",
        Side(legends="Wakako (up), Muamar (up), ? (spent)"),
        Side(gigs="d4=1"),
        "A: can use Wakako; can use Muamar",
    ),
    case(
        "5.7 what is chosen at the beginning must be there: an own Unit",
        Side(legends="Dum Dum (up), ? (spent), ? (spent)", eddies=1),
        Side(field="Psycho Squad"),
        "A: cannot use Dum Dum",
    ),
)

ATTACK: Final[tuple[Case, ...]] = (
    case(
        "6.1 an arrived Unit does not attack",
        Side(field="Psycho Squad (arrived)"),
        Side(field="Emergency Atlus (spent)", gigs="d4=1"),
        "A: cannot attack Psycho Squad",
    ),
    case(
        "6.1 with ADRENALINE every target is open to it",
        Side(field="Psycho Squad (arrived adrenaline)"),
        Side(field="Emergency Atlus (spent)", gigs="d4=1"),
        "A: attack Psycho Squad; can on Gigs; can on Emergency Atlus",
    ),
    case(
        "6.1 a permission for spent Units opens only those",
        Side(field="Valentino Guerrera (arrived strike)", gigs="d6=6"),
        Side(field="Emergency Atlus (spent), Secondhand Bombus", gigs="d4=1"),
        "A: attack Valentino Guerrera on Emergency Atlus; B: asks react",
    ),
    case(
        "6.1 Blockers may be attacked while ready if the text says so and the attacker is ahead",
        Side(field="Valentino Guerrera", gigs="d6=6"),
        Side(field="Emergency Atlus, Psycho Squad + Riot Shield", gigs="d4=1"),
        "A: attack Valentino Guerrera; can on Gigs; can on Psycho Squad; cannot on Emergency Atlus",
    ),
    case(
        "6.1 a Gig area that may not be attacked is no target",
        Side(field="Ruthless Lowlife"),
        Side(field="Emergency Atlus", gigs="d4=1"),
        "A: cannot attack Ruthless Lowlife",
    ),
    case(
        "6.3 a later Blocker takes over",
        Side(field="Animals Wrecker"),
        Side(field="Corpo Security, Secondhand Bombus", gigs="d4=1"),
        "A: attack Animals Wrecker on Gigs; B: block Corpo Security; block Secondhand Bombus; pass",
        then(b=Side(field="Corpo Security (spent)", trash="Secondhand Bombus", gigs="d4=1")),
    ),
    case(
        "6.3 Legends block on the field only",
        Side(field="Animals Wrecker"),
        Side(legends="Goro Unclean (up), ? (spent), ? (spent)", gigs="d4=1"),
        "A: attack Animals Wrecker on Gigs; B: cannot block Goro Unclean",
    ),
    case(
        "6.5 two at 0 both lose and neither is defeated",
        Side(field="Evelyn Parker"),
        Side(field="Secondhand Bombus (spent)"),
        "A: attack Evelyn Parker on Secondhand Bombus; B: pass",
        then(Side(field="Evelyn Parker (spent)", trash=""), Side(field="Secondhand Bombus", trash="")),
    ),
    case(
        "6.5 losing counts before defeat",
        Side(field="Animals Wrecker"),
        Side(field="Maelstrom Zealots (spent)"),
        "A: attack Animals Wrecker on Maelstrom Zealots; B: pass",
        then(Side(field="", trash="Animals Wrecker"), Side(field="", trash="Maelstrom Zealots")),
    ),
    case(
        "6.6 the next fight uses the effect up, won or lost",
        Side(field="Corpo Security, Secondhand Bombus, Emergency Atlus (spent)", hand="Reboot Optics", eddies=2),
        Side(field="Psycho Squad, Animals Wrecker"),
        "B: attack Animals Wrecker on Emergency Atlus; A: play Reboot Optics; choose rival Animals Wrecker",
        then(b=Side(field="Psycho Squad, Animals Wrecker (harmless)")),
        "A: pass",
        then(
            Side(field="Corpo Security, Secondhand Bombus, Emergency Atlus"),
            Side(field="Psycho Squad, Animals Wrecker"),
        ),
        "B: attack Psycho Squad on Emergency Atlus; A: pass",
        then(Side(field="Corpo Security, Secondhand Bombus", trash="Emergency Atlus, Reboot Optics")),
        turn="B",
    ),
    *(
        case(
            f"6.7 with {power} power {stolen} dice are taken",
            Side(field=f"Evelyn Parker ({bonus})" if bonus else "Evelyn Parker"),
            Side(gigs="d4=1 d6=2 d8=3"),
            f"A: attack Evelyn Parker on Gigs; B: pass; {picks}",
            then(Side(gigs=taken), Side(gigs=left)),
        )
        for power, bonus, stolen, picks, taken, left in (
            (0, "", 0, "A: asks main", "", "d4=1 d6=2 d8=3"),
            (1, "+1", 1, "A: gig B:d4", "B:d4=1", "d6=2 d8=3"),
            (9, "+9", 1, "A: gig B:d6", "B:d6=2", "d4=1 d8=3"),
            (10, "+10", 2, "A: gig B:d8; gig B:d4", "B:d4=1 B:d8=3", "d6=2"),
            (20, "+20", 3, "A: gig B:d8; gig B:d6", "B:d4=1 B:d6=2 B:d8=3", ""),
            (40, "+40", 3, "A: gig B:d8; gig B:d6", "B:d4=1 B:d6=2 B:d8=3", ""),
        )
    ),
    case(
        "6.7 what takes off takes off each theft of the turn",
        Side(field="Animals Wrecker", gigs=""),
        Side(hand="Take Control", eddies=2, gigs="d4=1 d6=2"),
        "A: attack Animals Wrecker on Gigs; B: play Take Control; pass; A: gig B:d4",
        then(Side(gigs="B:d4=1"), Side(gigs="d6=2")),
    ),
    case(
        "6.7 a saved die is not replaced, each die is asked for in order",
        Side(field="Animals Wrecker"),
        Side(field="Alt Cunningham", hand="Emergency Atlus, Corpo Security", gigs="d4=3 d6=2 d8=3"),
        "A: attack Animals Wrecker on Gigs; B: pass; A: gig B:d6; gig B:d4; B: asks save",
        "B: cannot discard Corpo Security; no; discard Corpo Security",
        then(Side(gigs="B:d4=3"), Side(gigs="d6=2 d8=3", hand="Emergency Atlus", trash="Corpo Security")),
    ),
    case(
        "6.7 a face below the power is safe from Legends alone",
        Side(field="V Exile, Animals Wrecker"),
        Side(gigs="d4=1 d10=9", below=True),
        "A: attack V Exile on Gigs; B: pass",
        then(Side(gigs="B:d10=9"), Side(gigs="d4=1")),
        "A: attack Animals Wrecker on Gigs; B: pass",
        then(Side(gigs="B:d4=1 B:d10=9"), Side(gigs="")),
    ),
)

PENDING: Final[tuple[Case, ...]] = (
    case(
        "7.1 a condition at the very beginning is looked at when the card is played",
        Side(hand="Field Operator", eddies=3, gigs="d6=3"),
        Side(),
        "A: play Field Operator; asks main",
        then(Side(field="Field Operator", hand="")),
    ),
    case(
        "7.2 the player whose turn it is resolves all of his before the rival",
        Side(field="Psycho Squad + NetWatch Netdriver + Zetatech Faceplate", gigs="d6=3", deck="2 Cab"),
        Side(gigs="d6=3"),
        "A: attack Psycho Squad on Gigs; asks order; resolve Zetatech Faceplate; gig d6; face 4; B: asks react",
        then(Side(hand="Cab", gigs="d6=4")),
    ),
    case(
        "7.4 of several Transmitters the controller chooses",
        Side(hand="Over the Edge", eddies=3, gigs="d20=20"),
        Side(field="Psycho Squad + Deadman Transmitter + Deadman Transmitter"),
        "A: play Over the Edge; B: asks instead; choose Deadman Transmitter#2",
        then(b=Side(field="Psycho Squad + Deadman Transmitter", trash="Deadman Transmitter")),
    ),
    case(
        "7.4 Jackie stands in once for each defeat, and Legends pay for him too",
        Side(hand="Metal Over Meat", eddies=9),
        Side(field="Psycho Squad, Emergency Atlus", legends="Jackie Favorite (up), ? (spent), ? (spent)"),
        "A: play Metal Over Meat; B: asks instead; no; choose Jackie Favorite",
        then(
            Side(field="Metal Over Meat"),
            Side(
                field="Psycho Squad", trash="Emergency Atlus", out="Jackie Favorite", legends="-, ? (spent), ? (spent)"
            ),
        ),
    ),
    case(
        "7.4 without the price he cannot be asked to",
        Side(hand="Over the Edge", eddies=3, gigs="d20=20"),
        Side(field="Psycho Squad", legends="Jackie Favorite (up spent), ? (spent), ? (spent)"),
        "A: play Over the Edge",
        then(Side(trash="Over the Edge"), Side(field="", trash="Psycho Squad")),
    ),
    case(
        "7.4 Gear goes before the controller is asked",
        Side(hand="Over the Edge", eddies=3, gigs="d20=20"),
        Side(
            field="Psycho Squad + Deadman Transmitter",
            legends="Jackie Favorite (up), ? (spent), ? (spent)",
        ),
        "A: play Over the Edge; asks main",
        then(b=Side(field="Psycho Squad", trash="Deadman Transmitter")),
    ),
    case(
        "7.5 whoever discards chooses",
        Side(field="Animals Wrecker"),
        Side(field="Augmented Negotiators", gigs="d4=1"),
        "A: attack Animals Wrecker on Gigs; B: block Augmented Negotiators; B: asks react",
        then(Side(hand="", trash="Zetatech Berserk")),
    ),
    case(
        "7.6 cards put on the bottom together lie in random order, below the others",
        Side(field="Sketchy Ripper", deck="Floor It, Mantis Blades, Psycho Squad, Cab"),
        Side(gigs="d4=1"),
        "A: attack Sketchy Ripper on Gigs; A: take Mantis Blades",
        then(Side(hand="Mantis Blades", deck="Cab, Psycho Squad, Floor It")),
        bottoms=["Psycho Squad, Floor It"],
    ),
)

GIGS: Final[tuple[Case, ...]] = (
    case(
        "8.1 a face in one direction, within the die",
        Side(hand="Industrial Assembly", eddies=1, gigs="d6=4"),
        Side(),
        "A: play Industrial Assembly; cannot face 3; can face 4; can face 5; can face 6; cannot face 7",
    ),
    case(
        "8.1 exactly that far in either direction, what is impossible is not offered",
        Side(legends="Muamar (up), ? (spent), ? (spent)", gigs="d6=6"),
        Side(gigs="d8=4"),
        "A: use Muamar; gig B:d8; can face 3; cannot face 4; can face 5",
    ),
    case(
        "8.1 exactly that far: the one face there is is not asked for",
        Side(legends="Muamar (up), ? (spent), ? (spent)", gigs="d6=6"),
        Side(),
        "A: use Muamar",
        then(Side(gigs="d6=5")),
    ),
    case(
        "8.2 dice that change areas keep their faces, and nothing was stolen",
        Side(legends="Hanako Emperor (up), ? (spent), ? (spent)", gigs="d6=6"),
        Side(gigs="d8=4"),
        "A: use Hanako Emperor",
        then(Side(gigs="B:d8=4"), Side(gigs="A:d6=6")),
    ),
)

CASES: Final = TURN + CARDS + USE + ATTACK + PENDING + GIGS
