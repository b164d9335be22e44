"""Cards and clauses that meet: what the page says of each for itself, held together, each case named after a clause."""

from typing import Final

from tests.rulesets.cyberpunk.moves import Case, case, then
from tests.rulesets.cyberpunk.position import Side

SIX: Final = "d4=1 d6=1 d8=1 d10=1 d12=1 d20=1"

TURNS: Final[tuple[Case, ...]] = (
    case(
        "3.1 START is of the own turn, whatever the rival bears",
        Side(deck="2 Cab", fixer="", gigs="d4=2"),
        Side(legends="Hanako Emperor (up), ? (spent), ? (spent)", gigs="d4=2 d6=2", fixer="", deck="Psycho Squad"),
        "B: end; A: asks main",
        then(b=Side(hand="")),
        turn="B",
    ),
    case(
        "3.7 END is of the own turn, whatever the rival bears",
        Side(field="Psycho Squad (spent)", fixer=""),
        Side(field="Saul Bright (spent), Cab (spent) + Sandevistan", spent_eddies=2),
        "A: end; B: die d4",
        then(b=Side(field="Saul Bright (ready), Cab (ready) + Sandevistan")),
        rolls=[1],
    ),
    case(
        "3.7 the card may have gone before its END ability is resolved",
        Side(field="Modded Kusanagi (spent) + Sandevistan", fixer=""),
        Side(fixer=""),
        "A: end; asks order; resolve Modded Kusanagi; B: asks main",
        then(Side(field="", hand="Modded Kusanagi, Sandevistan")),
    ),
    case(
        "3.7 what was delayed comes though card and host have gone",
        Side(field="V Exile + Dying Night", spent_eddies=3, gigs="d4=1", legends="-, ? (spent), ? (spent)"),
        Side(field="Animals Wrecker (spent)", fixer=""),
        "A: attack V Exile on Animals Wrecker; B: pass",
        then(Side(field="", out="V Exile", trash="Dying Night", eddies=0)),
        "A: end; B: asks main",
        then(Side(eddies=2)),
    ),
    case(
        "3.7 delayed for another name it never waits",
        Side(field="Psycho Squad + Dying Night, Cab (stole)", spent_eddies=3, gigs="d4=1"),
        Side(field="Secondhand Bombus (spent)", fixer=""),
        "A: attack Psycho Squad on Secondhand Bombus; B: pass; A: end; B: asks main",
        then(Side(eddies=1)),
    ),
    case(
        "3.8 a saved die is no seventh Gig",
        Side(field="Psycho Squad", gigs=SIX),
        Side(field="Alt Cunningham", hand="Corpo Security", gigs="d4=2", fixer=""),
        "A: attack Psycho Squad on Gigs; B: pass; B: discard Corpo Security; A: asks main",
        then(Side(gigs=SIX)),
        overtime=True,
    ),
    case(
        "3.8 without overtime the abilities of the seventh Gig are resolved",
        Side(field="V Roamer", gigs=SIX),
        Side(gigs="d4=2", fixer="d6"),
        "A: attack V Roamer on Gigs; B: pass; A: asks face; face 4; asks main",
        then(Side(gigs=SIX + " B:d4=4")),
    ),
    case(
        "3.2 told to attack, but what may not attack the Gig area has nobody to attack",
        Side(field="Ruthless Lowlife (must)"),
        Side(gigs="d4=1", field="Psycho Squad"),
        "A: can end",
    ),
)

MONEY: Final[tuple[Case, ...]] = (
    case(
        "4.1 a Call that is paid by a Legend with the Radioport has used the allowance up",
        Side(legends="V Exile (up) + Arasaka Emergency Radioport, ? (spent), ? (spent)"),
        Side(),
        "A: call 2; asks choose; choose legend 3; asks main",
        then(Side(legends="V Exile (up spent) + Arasaka Emergency Radioport, ? (up), ? (down known)", called=True)),
    ),
    case(
        "4.1 a free Call in the rival's turn uses up the allowance of that turn",
        Side(field="2 Psycho Squad"),
        Side(field="T-Bug (spent)", legends="? (spent), ? (spent), ? (spent)", eddies=3, gigs="d4=1"),
        "A: attack Psycho Squad on T-Bug; B: pass; B: call 2; A: attack Psycho Squad on Gigs; B: cannot call 1",
        then(b=Side(legends="? (known down), ? (up), ? (known down)", called=True)),
    ),
    case(
        "3.5 a Legend that wears a cheaper Gear costs what it costs",
        Side(legends="V Exile (up spent) + Zetatech Berserk, ? (spent), ? (spent)", eddies=4),
        Side(),
        "A: cannot solo V Exile; cannot play V Exile normally",
    ),
    case(
        "3.5 only Units in the own trash count",
        Side(hand="Trauma Team Operatives", eddies=4, trash="Psycho Squad, Mantis Blades, Floor It"),
        Side(trash="3 Psycho Squad"),
        "A: cannot play Trauma Team Operatives",
    ),
    case(
        "5.4 a Unit put into play is the first Blue one of the turn",
        Side(
            hand="Yorinobu Dragon, Psycho Squad, Cab",
            eddies=11,
            legends="Jackie Pour (up spent), ? (spent), ? (spent)",
            gigs="d4=3",
        ),
        Side(),
        "A: play Yorinobu Dragon; choose Psycho Squad; asks choose; no",
        then(Side(field="Yorinobu Dragon, Psycho Squad (strike arrived)")),
        "A: play Cab; asks main",
    ),
    case(
        "5.5 a Program out of the trash lies on the bottom afterwards, and its text is the player's own",
        Side(hand="Lizzy Wizzy", eddies=5, trash="Detonate, Shattered Memories", deck="Cab"),
        Side(field="Psycho Squad + Mantis Blades + Satori"),
        "A: play Lizzy Wizzy; cannot choose Shattered Memories; choose Detonate; asks choose; choose rival Satori",
        then(
            Side(trash="Shattered Memories", deck="Cab, Detonate"),
            Side(field="Psycho Squad + Mantis Blades", trash="Satori"),
        ),
    ),
)

FIGHTS: Final[tuple[Case, ...]] = (
    case(
        "2.2 bonuses of attacking Units add up",
        Side(
            field="Goro Losing, Saul Bright",
            legends="Saburo Arasaka (up spent), ? (spent), ? (spent)",
        ),
        Side(gigs="d4=1", field="Secondhand Bombus"),
        "A: attack Goro Losing on Gigs; B: asks react",
        then(Side(field="Goro Losing (7), Saul Bright (14)")),
    ),
    case(
        "6.7 power is looked at when the dice are taken",
        Side(field="Animals Wrecker"),
        Side(hand="Floor It", eddies=1, gigs="d4=1 d6=2"),
        "A: attack Animals Wrecker on Gigs; B: play Floor It; pass; A: asks steal; gig B:d6; asks main",
        then(Side(gigs="B:d6=2"), Side(gigs="d4=1")),
    ),
    case(
        "6.5 a Unit that cannot be defeated in fights has lost, and its loss is answered",
        Side(field="Psycho Squad"),
        Side(field="Maelstrom Zealots (spent safe)"),
        "A: attack Psycho Squad on Maelstrom Zealots; B: pass",
        then(Side(field="", trash="Psycho Squad"), Side(field="Maelstrom Zealots", trash="")),
    ),
    case(
        "6.6 what defeats nothing loses its effect even when it goes",
        Side(field="Psycho Squad (harmless)"),
        Side(field="Maelstrom Zealots (spent)"),
        "A: attack Psycho Squad on Maelstrom Zealots; B: pass",
        then(Side(field="", trash="Psycho Squad"), Side(field="Maelstrom Zealots", trash="")),
    ),
    case(
        "2.8 what cannot be readied stays spent whatever would ready it",
        Side(field="Cab (spent held) + Sandevistan, Saul Bright", fixer=""),
        Side(fixer=""),
        "A: end; resolve Sandevistan; B: asks main",
        then(Side(field="Cab (spent free) + Sandevistan, Saul Bright")),
    ),
    case(
        "2.6 a spent Unit that is chosen for spending is not spent again",
        Side(hand="Memory Relapse", eddies=4, gigs="d4=1"),
        Side(field="Rita Wheeler (spent) + NetWatch Netdriver", deck="Cab"),
        "A: play Memory Relapse; asks main",
        then(b=Side(field="Rita Wheeler (spent held) + NetWatch Netdriver", hand="")),
    ),
    case(
        "7.2 spent by the rival: his abilities come when the turn player's are through",
        Side(hand="Offduty Malfini", eddies=4),
        Side(field="Rita Wheeler + NetWatch Netdriver, Alt Cunningham", deck="3 Cab"),
        "A: play Offduty Malfini; choose rival Rita Wheeler; B: asks order; can resolve Alt Cunningham; "
        "resolve Rita Wheeler; discard Cab; resolve Alt Cunningham; A: asks main",
        then(b=Side(hand="2 Cab", trash="Cab", deck="")),
    ),
    case(
        "9.1 an equipped Legend that pays is an equipped Legend that is spent",
        Side(
            field="Alt Cunningham",
            hand="Floor It",
            legends="V Exile (up) + Mantis Blades, ? (spent), ? (spent)",
            deck="2 Cab",
        ),
        Side(),
        "A: play Floor It",
        then(Side(hand="2 Cab", trash="Floor It")),
    ),
)

DEFEATS: Final[tuple[Case, ...]] = (
    case(
        "7.3 of several ARASAKA Units that fall together one is the first, and Yorinobu may be among them",
        Side(hand="Metal Over Meat", eddies=9),
        Side(field="Yorinobu Dragon, 2 Field Operator", deck="3 Cab"),
        "A: play Metal Over Meat",
        then(b=Side(field="", trash="Yorinobu Dragon, 2 Field Operator", hand="Cab")),
    ),
    case(
        "7.4 what fell together lies in the trash when DEFEATED is resolved",
        Side(hand="Metal Over Meat", eddies=9),
        Side(field="Screw, Psycho Squad"),
        "A: play Metal Over Meat",
        then(b=Side(trash="Screw", hand="Psycho Squad")),
    ),
    case(
        "7.4 who stands in on the field takes his Gear along, and a Transmitter of his does not help",
        Side(hand="Over the Edge", eddies=3, gigs="d20=20"),
        Side(
            field="Psycho Squad, Jackie Favorite + Deadman Transmitter + Mantis Blades",
            legends="-, ? (ready), ? (spent)",
        ),
        "A: play Over the Edge; choose rival Psycho Squad; B: asks instead; choose Jackie Favorite; A: asks main",
        then(
            b=Side(
                field="Psycho Squad",
                out="Jackie Favorite",
                trash="Deadman Transmitter, Mantis Blades",
                legends="-, ? (spent), ? (spent)",
            )
        ),
    ),
    case(
        "7.4 defeated himself, his Transmitter goes first",
        Side(hand="Over the Edge", eddies=3, gigs="d20=20"),
        Side(field="Jackie Favorite + Deadman Transmitter", legends="-, ? (ready), ? (spent)"),
        "A: play Over the Edge; A: asks main",
        then(b=Side(field="Jackie Favorite", trash="Deadman Transmitter", legends="-, ? (ready), ? (spent)")),
    ),
    case(
        "7.4 in the fight of both, each player may save his own, the turn player first",
        Side(field="Psycho Squad", legends="Jackie Favorite (up), ? (spent), ? (spent)"),
        Side(field="Psycho Squad (spent)", legends="Jackie Favorite (up), ? (spent), ? (spent)"),
        "A: attack Psycho Squad on Psycho Squad; B: pass; A: asks instead; no; B: asks instead; choose Jackie Favorite",
        then(
            Side(field="", trash="Psycho Squad"),
            Side(field="Psycho Squad", trash="", out="Jackie Favorite"),
        ),
    ),
    case(
        "7.4 the Legend that stands in and pays for himself: his Gear answers",
        Side(hand="Over the Edge", eddies=3, gigs="d20=20"),
        Side(
            field="Psycho Squad",
            legends="Jackie Favorite (up) + NetWatch Netdriver, ? (spent), ? (spent)",
            deck="Cab",
        ),
        "A: play Over the Edge; B: choose Jackie Favorite",
        then(b=Side(field="Psycho Squad", out="Jackie Favorite", trash="NetWatch Netdriver", hand="Cab")),
    ),
)

CASES: Final = TURNS + MONEY + FIGHTS + DEFEATS
