"""One act from its price to the fallen (README.md, 3.5 to 3.7 and 5), for n games at once.

Every step is done to all games of a call, whether it changes anything there or not: a whole-array operation on a team
costs less than to find the few games that need it. A game whose player passes carries the figures of no action, which
are all 0.
"""

from dataclasses import dataclass

import numpy as np

from sim.arrays import I8, I16, U8, Bool, Index, Rows, both, lay
from sim.rulesets.capsule.sets import (
    as_bits,
    as_lanes,
    at,
    beside,
    bits,
    chosen,
    chosen_wide,
    either,
    mask,
    packed,
    positive,
    total,
    wide,
)
from sim.rulesets.capsule.state import BOSS, MOST_CAPSULES, PLACES, State
from sim.rulesets.capsule.tables import (
    ANSWER,
    ARMOUR,
    BANNER,
    DNA_SHIFT,
    EDGE,
    EXCHANGE,
    FEAST,
    FREEZE,
    MOURN,
    NATURE,
    OWN_BITS,
    PARTING,
    PIERCE,
    SHELL,
    SHELTER,
    SHIELD,
    SKIP,
    SPITE,
    STRENGTH,
    STUN,
    THORNS,
    UPKEEP,
    Tables,
)
from sim.rulesets.capsule.turn import surcharge

_UNLIMITED = np.int16(0x7FFF)


@dataclass
class Act:
    """What n games do, all [n]."""

    place: U8  # who acts, or is sacrificed
    target: U8
    row: Index  # row of the action's figures; that of no action where none is taken
    acts: Bool
    given: Bool  # the character is sacrificed
    bonus: I8  # PV of the combo on the target
    removed: I8  # 1: the turn's one capsule was removed (3.3)
    price: I8  # printed
    damage: I8
    reach: U8  # bits of whom it may concern: rivals, and own characters OWN_BITS higher (tables.py)
    flags: U8  # of the action

    def __post_init__(self) -> None:
        """Mark who acts, 255 in [3, n]; nobody makes a last stand yet (3.6)."""
        self.actor = at(self.place, self.acts)
        self.stands = np.zeros(len(self.acts), bool)

    def has(self, flag: int) -> U8:
        """Return 255 where the action has the flag, else 0."""
        return -((self.flags & np.uint8(flag)) != 0).view(np.uint8)


@dataclass
class Blow:
    """What the blows of an attack did to the rival's team, all [3, n]."""

    lost: I16  # PV
    life: Bool  # who lost a life
    fell: Bool


@dataclass
class Team:
    """One side of n games; [3, n] by place."""

    pv: I16  # [3, n]
    initial: I8  # [3, n]
    capsules: I8  # [3, n]
    traits: U8  # [4, 3, n]
    row: I8  # [n]
    pile: U8  # [n] as in the state
    stunned: U8  # [n]
    shielded: U8  # [n]
    owes: I8  # [n]

    def __post_init__(self) -> None:
        """Mark who has not fallen, 255 in [3, n]."""
        self.alive: U8 = -(self.pv > 0).view(np.uint8)

    @classmethod
    def of(cls, state: State, seat: int, rows: Rows) -> "Team":
        """Return the team of `seat`; for a slice its fields are views of the state, to be replaced, not written to."""
        return cls(**{name: both(getattr(state, name)[seat], rows) for name in cls.__dataclass_fields__})

    def write(self, state: State, seat: int, rows: Rows) -> None:
        """Write what an act may change."""
        for name in ("pv", "capsules", "stunned", "shielded", "owes"):
            lay(getattr(state, name)[seat], rows, getattr(self, name))

    def number(self, byte: int, shift: int) -> U8:
        """Return [3, n] a number of two bits of the traits (tables.py)."""
        return packed(self.traits[byte], shift)

    def lose(self, amount: I16) -> Blow:
        """2.1: take `amount` [3, n] PV; return what that did."""
        lost = np.minimum(amount, self.pv)
        left = self.pv - lost
        life = (left == 0) & (lost != 0)
        again = (life & (self.capsules > 0)).view(np.int8)
        self.pv = left + (self.initial & -again).astype(np.int16)
        self.capsules = self.capsules - again
        fell = life.view(np.int8) ^ again
        self.alive = self.alive & (fell - np.int8(1)).view(np.uint8)
        return Blow(lost, life, fell.view(bool))


def resolve(tables: Tables, act: Act, mine: Team, theirs: Team) -> None:
    """Carry out `act` of the team `mine`, up to the fallen."""
    _pay(act, mine, theirs)
    attack = _Attack(tables, act, mine, theirs)
    blow = theirs.lose(attack.whole())
    theirs.shielded = theirs.shielded & ~attack.broken
    crack, heal, capsule = tables.effects.at(act.row)
    gain, drain, recoil = tables.gains.at(act.row)
    _tamper(act, mine, theirs, (attack.aimed, crack))
    _help(act, mine, heal, capsule)
    _gain(act, mine, gain.astype(np.int16) + np.minimum(total(blow.lost), drain.astype(np.int16)))
    mine.owes = mine.owes | act.has(SKIP).view(np.int8) & np.int8(1)
    theirs.owes = theirs.owes | act.has(FREEZE).view(np.int8) & np.int8(1)
    _answer(act, mine, theirs, blow, recoil.view(np.uint8))


def _pay(act: Act, mine: Team, theirs: Team) -> None:
    """3.5: the price; who has no more PV than that loses a life by it, or a capsule before it."""
    change = surcharge(mine.traits[UPKEEP], theirs.traits[UPKEEP], mine.alive, theirs.alive)
    cost = positive(act.price + chosen(act.actor, change)).astype(np.int16)
    actor = wide(act.actor)
    have, initial = chosen_wide(actor, mine.pv), chosen(act.actor, mine.initial).astype(np.int16)
    short = act.acts & (have < cost)
    left = (have ^ ((have ^ initial) & mask(short))) - cost
    spent = act.acts & (left == 0)
    again = spent & (chosen(act.actor, mine.capsules) > short.view(np.int8))
    act.stands, act.removed = spent ^ again, act.removed | short.view(np.int8)
    left += initial & mask(again)
    mine.alive = mine.alive & ~at(act.place, act.stands)
    mine.pv = mine.pv ^ ((mine.pv ^ left) & actor)
    mine.capsules = mine.capsules - ((short.view(np.int8) + again.view(np.int8)) & act.actor.view(np.int8))


class _Attack:
    """The attacks of n games; an action that is none has no damage and no splash, and hits nobody."""

    def __init__(self, tables: Tables, act: Act, mine: Team, theirs: Team) -> None:
        self.act, self.damage, self.mine, self.theirs = act, act.damage, mine, theirs
        self.more, self.splash, self.prey = tables.hits.at(act.row)
        self.rage, self.pack, self.grudge = tables.strengths.at(act.row)
        self.finisher, self.breaker, self.hunter = tables.against.at(act.row)
        self.bare = ~act.has(PIERCE)  # all bits where a defence helps, else none
        living = bits(theirs.alive)
        self.aimed = act.reach & living
        self.direct = self.aimed & -(self.damage != 0).view(np.uint8)
        beside_it = (self.aimed + self.aimed | self.aimed >> np.uint8(1)) & living
        self.around = beside_it & -(self.splash != 0).view(np.uint8)
        self.broken: U8 = (self.direct | self.around) & self.bare

    def whole(self) -> I16:
        """5.4, 5.5: return [3, n] what all hits together would cost each rival."""
        guard = self._guard()
        power = self._power() - guard
        first = power + (self.act.bonus & at(self.act.target, self.act.acts).view(np.int8))
        struck = -as_lanes(self.direct).view(np.int8)
        aside = positive(self.splash - guard) & -as_lanes(self.around).view(np.int8)
        shielded = -as_lanes(self.theirs.shielded & self.bare).view(np.int8)
        whole = (((positive(first) & struck) + aside) & ~shielded).astype(np.int16)
        whole += (positive(power) & struck).astype(np.int16) * self.more.astype(np.int16)
        return np.minimum(whole, self._shell())

    def _power(self) -> I8:
        """5.2: return [3, n] the strength of a hit on each rival."""
        has = -(self.theirs.capsules > 0).view(np.int8)
        power = self.finisher ^ ((self.finisher ^ self.breaker) & has)
        dna = (self.theirs.traits[NATURE] >> np.uint8(DNA_SHIFT)).view(np.int8)
        return power + self._strength() + (self.hunter & -(dna == self.prey).view(np.int8))

    def _strength(self) -> I8:
        """5.2: return [n] the strength of a hit before what depends on its target."""
        mine, actor, living = self.mine, self.act.actor, self.mine.alive
        edge = mine.number(STRENGTH, EDGE) + beside(mine.number(STRENGTH, BANNER) & living)
        dna = mine.traits[NATURE] >> np.uint8(DNA_SHIFT)
        kin = -(dna == chosen(actor, dna)).view(np.uint8) & living & ~actor
        hurt = (mine.pv < mine.initial.astype(np.int16)).view(np.uint8) & actor
        strength = self.damage + (chosen(actor, edge).view(np.int8) & -(self.damage != 0).view(np.int8))
        strength += self.rage * either(hurt).view(np.int8) + (self.pack & either(kin).view(np.int8))
        return strength + self.grudge * self._piled(living)

    def _piled(self, living: U8) -> I8:
        """2.2: return [n] the cards in the own pile, with the fallen of the row; a last stand is not one yet (3.6)."""
        row = self.mine.row
        fallen = np.int8(PLACES) - row + total(living.view(np.int8)) - self.act.stands.view(np.int8)
        return np.bitwise_count(self.mine.pile).view(np.int8) + (fallen & -(row < BOSS).view(np.int8))

    def _guard(self) -> I8:
        """5.3: return [3, n] what weakens each hit on a character."""
        guard = self.theirs.number(STRENGTH, ARMOUR)
        guard += beside(self.theirs.number(STRENGTH, SHELTER) & self.theirs.alive)
        return (guard & self.bare).view(np.int8)

    def _shell(self) -> I16:
        """5.4: return [3, n] the PV that the attack may cost a character at most."""
        shell = (self.theirs.traits[NATURE] & np.uint8(SHELL) & self.bare).view(np.int8)
        return shell.astype(np.int16) | (mask(shell == 0) & _UNLIMITED)


def _tamper(act: Act, mine: Team, theirs: Team, what: tuple[U8, I8]) -> None:
    """5.7 to 5.9: crack, stun, exchange, on targets that have not fallen; `what`: those aimed at, and the crack."""
    aimed, crack = what[0] & bits(theirs.alive), what[1]
    theirs.capsules = theirs.capsules - np.minimum(crack & -as_lanes(aimed).view(np.int8), theirs.capsules)
    theirs.stunned = theirs.stunned | aimed & act.has(STUN)
    swaps = np.flatnonzero(((aimed & act.has(EXCHANGE)) != 0) & ~act.stands)
    own, other = act.place[swaps], np.bitwise_count(aimed[swaps] - np.uint8(1))
    mine.pv[own, swaps], theirs.pv[other, swaps] = theirs.pv[other, swaps], mine.pv[own, swaps]


def _help(act: Act, mine: Team, heal: I8, capsule: I8) -> None:
    """5.11: PV, capsules and shields for own targets."""
    helped = (act.reach >> np.uint8(OWN_BITS)) & bits(mine.alive)
    lanes = -as_lanes(helped).view(np.int8)
    mine.pv = mine.pv + (heal & lanes).astype(np.int16)
    capsules = mine.capsules + (capsule & lanes)
    mine.capsules = capsules - positive(capsules - np.int8(MOST_CAPSULES))
    mine.shielded = mine.shielded | helped & act.has(SHIELD)


def _gain(act: Act, mine: Team, gain: I16) -> None:
    """5.12: `gain` [n] PV for the actor, drained ones with them, unless it makes its last stand."""
    mine.pv = mine.pv + (gain & wide(act.actor & mine.alive))


def _answer(act: Act, mine: Team, theirs: Team, blow: Blow, recoil: U8) -> None:
    """3.7: who is sacrificed falls. 5.14: passives answer what happened, gains before losses; recoil."""
    gone, fell = at(act.place, act.stands | act.given), -blow.fell.view(np.uint8)
    mine.pv, mine.alive = mine.pv & ~wide(gone), mine.alive & ~gone
    actor = act.actor & mine.alive
    feast = mine.number(ANSWER, FEAST) * total(blow.life.view(np.uint8)) & actor
    mine.pv = mine.pv + (_mourning(mine, gone) + feast).astype(np.int16)
    theirs.pv = theirs.pv + _mourning(theirs, fell).astype(np.int16)
    thorns = theirs.number(ANSWER, THORNS) & -(blow.lost != 0).view(np.uint8)
    spite = theirs.number(ANSWER, SPITE) & -blow.life.view(np.uint8)
    back = total(thorns + spite) + recoil
    mine.lose(((_parting(theirs, fell) & mine.alive) + (back & actor)).astype(np.int16))
    theirs.lose((_parting(mine, gone) & theirs.alive).astype(np.int16))


def _mourning(team: Team, fallen: U8) -> U8:
    """5.14: return [3, n] what the living of a team gain for those of it that fell."""
    return team.number(UPKEEP, MOURN) * total(fallen & np.uint8(1)) & team.alive


def _parting(team: Team, fallen: U8) -> U8:
    """5.14: return [n] what each rival loses for those of a team that fell."""
    return total(team.number(ANSWER, PARTING) & fallen)


def pile(state: State, seat: int, rows: Rows) -> U8:
    """Return [n] the combo pile, with the fallen of the revealed row (2.2)."""
    row = both(state.row[seat], rows).view(np.uint8)
    fallen = (np.uint8(7) >> row) & ~as_bits(both(state.pv[seat], rows) > 0)
    return both(state.pile[seat], rows) | (fallen << row * np.uint8(3)) & np.uint8(31)
