"""One act from its price to the fallen (README.md, 3.5 to 3.7 and 5), for n games at once.

What attacks and passives do is done to all games of a call, whether it changes anything there or not: a whole-array
operation on a team costs less than to find the few games that need it. What few actions do besides is done to the games
of those. A game whose player passes carries the figures of no action, which are all 0.
"""

from dataclasses import dataclass, field

import numpy as np

from sim.arrays import I8, I16, U8, Bool, Index, Rows, both, lay, spots
from sim.rulesets.capsule.sets import (
    LANES,
    as_lanes,
    at,
    beside,
    bits,
    chosen,
    chosen_wide,
    either,
    mask,
    next_to,
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
    SHELL_SHIFT,
    SHELTER,
    SHIELD,
    SKIP,
    SPITE,
    STRENGTH,
    STUN,
    THORNS,
    THRIFT,
    TOLL,
    UPKEEP,
    Tables,
)

_UNLIMITED = np.int16(0x7FFF)


@dataclass
class Act:
    """What n games do, all [n] but `actor`."""

    place: U8  # who acts, or is sacrificed
    target: U8
    actor: U8  # [3, n] 255 for who acts
    row: Index  # row of the action's figures; that of no action where none is taken
    acts: Bool
    given: Bool  # the character is sacrificed
    bonus: I8  # PV of the combo on the target
    removed: I8  # 1: the turn's one capsule was removed (3.3)
    price: I8  # printed
    damage: I8
    more: I8  # hits after the first one
    reach: U8  # bits of whom it may concern: rivals, and own characters OWN_BITS higher (tables.py)
    flags: U8  # of the action
    stands: Bool = field(init=False)  # who makes a last stand (3.6)
    hurt: I8 = field(init=False)  # -1: who has fewer PV than initially, having paid (5.2)
    near: U8 = field(init=False)  # [3, n] 255 for the living neighbours of who acts

    def has(self, flag: int) -> U8:
        """Return 255 where the action has the flag, else 0."""
        return -((self.flags & np.uint8(flag)) != 0).view(np.uint8)


@dataclass
class Blow:
    """What an attack did to the rival's team, all [3, n]."""

    lost: I16  # PV
    hit: Bool  # who lost PV
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
        """Return the team of `seat`; for a slice its fields are views of the state."""
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
        self.pv, self.capsules, blow = _loss(self.pv, self.initial, self.capsules, amount)
        self.alive = self.alive & (blow.fell.view(np.uint8) - np.uint8(1))
        return blow

    def gain(self, amount: I8) -> None:
        """5.11, 5.12, 5.14: give `amount` [3, n] PV."""
        self.pv = self.pv + amount.astype(np.int16)

    def lose_last(self, each: U8, one: tuple[U8, U8] | None = None) -> None:
        """5.14: take `each` [n] PV from everybody, and from `one` character, 255 in [3, n], so many more [n].

        In most games that is nothing. Nobody answers it.
        """
        some = spots((each if one is None else each | one[0]) != 0)
        amount = np.broadcast_to(each[some], (PLACES, len(some)))
        if one is not None:
            amount = amount + (one[0][some] & one[1].take(some, axis=1))
        pv, capsules = self.pv.take(some, axis=1), self.capsules.take(some, axis=1)
        pv, capsules, _ = _loss(pv, self.initial.take(some, axis=1), capsules, amount.astype(np.int16))
        lay(self.pv, some, pv)
        lay(self.capsules, some, capsules)


def _loss(pv: I16, initial: I8, capsules: I8, amount: I16) -> tuple[I16, I8, Blow]:
    """2.1: return what `amount` leaves of PV and capsules, all [3, n], and what it did."""
    lost = np.minimum(amount, pv)
    left = pv - lost
    hit = lost != 0
    life = (left == 0) & hit
    again = (life & (capsules > 0)).view(np.int8)
    fell = life.view(np.int8) ^ again
    return left + (initial & -again).astype(np.int16), capsules - again, Blow(lost, hit, life, fell.view(bool))


def resolve(tables: Tables, act: Act, mine: Team, theirs: Team) -> None:
    """Carry out `act` of the team `mine`, up to the fallen."""
    _pay(act, mine, theirs)
    attack = _Attack(tables, act, mine, theirs)
    blow = theirs.lose(attack.whole())
    theirs.shielded = theirs.shielded & ~attack.broken
    crack, heal, capsule, gain, drain, recoil = tables.effects.at(act.row)
    _tamper(act, mine, theirs, (attack.aimed, crack))
    helped = _help(act, mine, heal, capsule)
    mine.owes = mine.owes | act.has(SKIP).view(np.int8) & np.int8(1)
    theirs.owes = theirs.owes | act.has(FREEZE).view(np.int8) & np.int8(1)
    gone, fell = _falls(act, mine), -blow.fell.view(np.uint8)
    gain += np.minimum(total(blow.lost), drain.astype(np.int16)).astype(np.int8) + _feast(act, mine, blow)
    mine.gain(helped + (gain & (act.actor & mine.alive).view(np.int8)) + _mourning(mine, gone))
    theirs.gain(_mourning(theirs, fell))
    mine.lose_last(_parting(theirs, fell), (_stings(theirs, blow) + recoil.view(np.uint8), act.actor))
    theirs.lose_last(_parting(mine, gone))


def _pay(act: Act, mine: Team, theirs: Team) -> None:
    """3.5: the price; who has no more PV than that loses a life by it, or a capsule before it."""
    act.near, actor = next_to(act.actor) & mine.alive, wide(act.actor)
    cost = _cost(act, mine, theirs).astype(np.int16)
    have, initial = chosen_wide(actor, mine.pv), chosen(act.actor, mine.initial).astype(np.int16)
    short = act.acts & (have < cost)
    left = (have ^ ((have ^ initial) & mask(short))) - cost
    spent = act.acts & (left == 0)
    again = spent & (chosen(act.actor, mine.capsules) > short.view(np.int8))
    act.stands, act.removed = spent ^ again, act.removed | short.view(np.int8)
    left += initial & mask(again)
    act.hurt = -(left < initial).view(np.int8)
    mine.alive = mine.alive & ~(act.actor & -act.stands.view(np.uint8))
    mine.pv = mine.pv + ((left - have) & actor)
    mine.capsules = mine.capsules - ((short.view(np.int8) + again.view(np.int8)) & act.actor.view(np.int8))


def _cost(act: Act, mine: Team, theirs: Team) -> I8:
    """3.5: return [n] the price, with the toll of who stands opposite and the thrift of the neighbours."""
    toll = packed(chosen(act.actor & theirs.alive, theirs.traits[UPKEEP]), TOLL)
    thrift = total(mine.number(UPKEEP, THRIFT) & act.near)
    return positive(act.price + (toll - thrift).view(np.int8))


class _Attack:
    """The attacks of n games; an action that is none has no strength and no splash, and hits nobody."""

    def __init__(self, tables: Tables, act: Act, mine: Team, theirs: Team) -> None:
        self.act, self.mine, self.theirs = act, mine, theirs
        figures = tables.strengths.at(act.row)
        self.rage, self.pack, self.grudge, self.finisher, self.breaker, self.hunter, self.prey, self.splash = figures
        self.bare = ~act.has(PIERCE)  # all bits where a defence helps, else none
        living = bits(theirs.alive)
        self.aimed = act.reach & living
        self.around = (self.aimed + self.aimed | self.aimed >> np.uint8(1)) & living
        direct, aside = ((n != 0).view(np.uint8) for n in (act.damage, self.splash))
        self.broken: U8 = (self.aimed & -direct | self.around & -aside) & self.bare

    def whole(self) -> I16:
        """5.4, 5.5: return [3, n] what all hits together would cost each rival."""
        guard = self._guard()
        power = self._power() - guard
        first = power + self.act.bonus * (self.act.target == LANES).view(np.int8)
        struck, around = (-as_lanes(places).view(np.int8) for places in (self.aimed, self.around))
        shielded = as_lanes(self.theirs.shielded & self.bare).view(np.int8)
        whole = (positive(first) & struck) + (positive(self.splash - guard) & around)
        more = (positive(power) & struck).astype(np.int16) * self.act.more.astype(np.int16)
        return self._shelled((whole & (shielded - np.int8(1))).astype(np.int16) + more)

    def _power(self) -> I8:
        """5.2: return [3, n] the strength of a hit on each rival."""
        strength = self._strength()
        bare, armed = strength + self.finisher, strength + self.breaker
        has = -(self.theirs.capsules > 0).view(np.int8)
        dna = (self.theirs.traits[NATURE] >> np.uint8(DNA_SHIFT)).view(np.int8)
        return (bare ^ ((bare ^ armed) & has)) + (self.hunter & -(dna == self.prey).view(np.int8))

    def _strength(self) -> I8:
        """5.2: return [n] the strength of a hit before what depends on its target."""
        mine, act = self.mine, self.act
        edge = packed(chosen(act.actor, mine.traits[STRENGTH]), EDGE)
        edge += total(mine.number(STRENGTH, BANNER) & act.near)
        strength = act.damage + (edge.view(np.int8) & -(act.damage != 0).view(np.int8))
        strength += (self.rage & act.hurt) + self.grudge * self._piled()
        some = spots(self.pack != 0)
        strength[some] += self.pack[some] & self._kin(some)
        return strength

    def _kin(self, some: Index) -> I8:
        """5.2: return [m] -1 where another character of the team has the attacker's DNA, else 0, in `some` games."""
        dna = self.mine.traits[NATURE].take(some, axis=1) >> np.uint8(DNA_SHIFT)
        actor, alive = self.act.actor.take(some, axis=1), self.mine.alive.take(some, axis=1)
        return either(-(dna == chosen(actor, dna)).view(np.uint8) & alive & ~actor).view(np.int8)

    def _piled(self) -> I8:
        """2.2: return [n] the cards in the own pile, with the fallen of the row; a last stand is not one yet (3.6)."""
        row = self.mine.row
        fallen = np.int8(PLACES) - row + total(self.mine.alive.view(np.int8)) - self.act.stands.view(np.int8)
        return np.bitwise_count(self.mine.pile).view(np.int8) + (fallen & -(row < BOSS).view(np.int8))

    def _guard(self) -> I8:
        """5.3: return [3, n] what weakens each hit on a character."""
        guard = self.theirs.number(STRENGTH, ARMOUR)
        guard += beside(self.theirs.number(STRENGTH, SHELTER) & self.theirs.alive)
        return (guard & self.bare).view(np.int8)

    def _shelled(self, whole: I16) -> I16:
        """5.4: return `whole` [3, n], where there is a shell no more than it lets an attack cost."""
        shell = self.theirs.traits[NATURE] & np.uint8(SHELL) & self.bare
        some = spots(either(shell) != 0)
        number = (shell.take(some, axis=1) >> np.uint8(SHELL_SHIFT)).astype(np.int16)
        limit = number | (mask(number == 0) & _UNLIMITED)
        lay(whole, some, np.minimum(whole.take(some, axis=1), limit))
        return whole


def _tamper(act: Act, mine: Team, theirs: Team, what: tuple[U8, I8]) -> None:
    """5.7 to 5.9: crack, stun, exchange, on targets that have not fallen; `what`: those aimed at, and the crack."""
    aimed, crack = what[0] & bits(theirs.alive), what[1]
    theirs.capsules = theirs.capsules - np.minimum(crack & -as_lanes(aimed).view(np.int8), theirs.capsules)
    theirs.stunned = theirs.stunned | aimed & act.has(STUN)
    swaps = spots(((aimed & act.has(EXCHANGE)) != 0) & ~act.stands)
    own, other = act.place[swaps], np.bitwise_count(aimed[swaps] - np.uint8(1))
    mine.pv[own, swaps], theirs.pv[other, swaps] = theirs.pv[other, swaps], mine.pv[own, swaps]


def _help(act: Act, mine: Team, heal: I8, capsule: I8) -> I8:
    """5.11: capsules and shields for own targets; return [3, n] the PV that they get."""
    helped = (act.reach >> np.uint8(OWN_BITS)) & bits(mine.alive)
    lanes = -as_lanes(helped).view(np.int8)
    most = np.full(len(heal), MOST_CAPSULES, np.int8)
    mine.capsules = np.minimum(mine.capsules + (capsule & lanes), most)
    mine.shielded = mine.shielded | helped & act.has(SHIELD)
    return heal & lanes


def _falls(act: Act, mine: Team) -> U8:
    """3.7, 5.13: who is sacrificed falls, and who made its last stand; return [3, n] 255 for them."""
    gone = at(act.place, act.stands | act.given)
    mine.pv, mine.alive = mine.pv & ~wide(gone), mine.alive & ~gone
    return gone


def _feast(act: Act, mine: Team, blow: Blow) -> I8:
    """5.14: return [n] what the actor gains for the lives that its attack took."""
    feast = packed(chosen(act.actor, mine.traits[ANSWER]), FEAST) * total(blow.life.view(np.uint8))
    return feast.view(np.int8)


def _stings(theirs: Team, blow: Blow) -> U8:
    """5.14: return [n] what the actor loses by thorns and spite of those whom it attacked."""
    thorns = theirs.number(ANSWER, THORNS) & -blow.hit.view(np.uint8)
    spite = theirs.number(ANSWER, SPITE) & -blow.life.view(np.uint8)
    stings: U8 = total(thorns + spite)
    return stings


def _mourning(team: Team, fallen: U8) -> I8:
    """5.14: return [3, n] what the living of a team gain for those of it that fell, 255 in [3, n]."""
    gains: U8 = team.number(UPKEEP, MOURN) * total(fallen & np.uint8(1)) & team.alive
    return gains.view(np.int8)


def _parting(team: Team, fallen: U8) -> U8:
    """5.14: return [n] what each rival loses for those of a team that fell."""
    return total(team.number(ANSWER, PARTING) & fallen)
