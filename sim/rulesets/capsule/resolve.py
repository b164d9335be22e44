"""One act from its price to the fallen (README.md, 3.5 to 3.7 and 5), for n games at once.

What all acts have (a price, a blow, lives lost) is done to all games of a call. What few have is done to those few: a
price that takes a life, hits that anything changes, help and tampering, the answers of passives. A game whose player
passes carries the figures of no action, which are all 0.
"""

from dataclasses import dataclass

import numpy as np

from sim.arrays import I8, I16, U8, Bool, Index, Rows, both, lay, places
from sim.rulesets.capsule.sets import (
    as_bits,
    as_lanes,
    at,
    beside,
    chosen,
    chosen_wide,
    either,
    packed,
    positive,
    total,
    wide,
)
from sim.rulesets.capsule.state import BOSS, MOST_CAPSULES, State
from sim.rulesets.capsule.tables import (
    ANSWER,
    ARMOUR,
    BANNER,
    DEFENDS,
    DNA_SHIFT,
    EDGE,
    EXCHANGE,
    FEAST,
    FEASTS,
    FREEZE,
    HARMS_ITSELF,
    HELPS,
    MARKS_FALLS,
    MOURN,
    NATURE,
    OWN_BITS,
    PARTING,
    PIERCE,
    PRICES,
    REACHES,
    SHELL,
    SHELTER,
    SHIELD,
    SKIP,
    SPITE,
    STRENGTH,
    STRENGTHENS,
    STRIKES_BACK,
    STUN,
    THORNS,
    UPKEEP,
    VARIES,
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
    flags: I16  # of the action
    stands: Bool  # it is a last stand (3.6)
    aimed: U8  # bits of the living rivals that the action aims at

    def of(self, at: Index) -> "Act":
        """Return the acts at the places `at` among the n."""
        return Act(*(getattr(self, name).take(at, mode="clip") for name in Act.__dataclass_fields__))

    def has(self, flags: int) -> Bool:
        """Return where the action has one of `flags`."""
        found: Bool = (self.flags & np.int16(flags)) != 0
        return found


@dataclass
class Blow:
    """What the blows of an attack did to the rival's team, all [3, n]."""

    lost: I16  # PV
    life: Bool  # who lost a life
    fell: Bool

    def of(self, at: Index) -> "Blow":
        """Return the blows at the places `at` among the n."""
        return Blow(self.lost.take(at, axis=1), self.life.take(at, axis=1), self.fell.take(at, axis=1))


@dataclass
class Team:
    """One side of a few games, all [3, n]."""

    pv: I16
    initial: I8
    capsules: I8

    @classmethod
    def of(cls, state: State, seat: int, games: Index) -> "Team":
        """Return the team of `seat`."""
        pv, initial, capsules = (both(f[seat], games) for f in (state.pv, state.initial, state.capsules))
        return cls(pv, initial, capsules)

    def write(self, state: State, seat: int, games: Index) -> None:
        """Write PV and capsules."""
        lay(state.pv[seat], games, self.pv)
        lay(state.capsules[seat], games, self.capsules)

    def living(self) -> U8:
        """Return [3, n] 255 for who has PV, else 0."""
        return -(self.pv > 0).view(np.uint8)

    def lose(self, amount: I16) -> None:
        """Take `amount` [3, n] PV (2.1)."""
        self.pv, self.capsules, _ = lose(self.pv, self.initial, self.capsules, amount)


def lose(pv: I16, initial: I8, capsules: I8, amount: I16) -> tuple[I16, I8, Blow]:
    """2.1: return PV and capsules [3, n] after the loss of `amount` PV, and what that did."""
    lost = np.minimum(amount, pv)
    left = pv - lost
    life = (left == 0) & (lost != 0)
    again = (life & (capsules > 0)).view(np.int8)
    fell = life.view(np.int8) ^ again
    return left + (initial & -again).astype(np.int16), capsules - again, Blow(lost, life, fell.view(bool))


def resolve(state: State, seat: int, rows: Rows, act: Act) -> None:
    """Carry out `act` of `seat` in `rows`, up to the fallen."""
    damage, punch, price, aim = state.tables.plain.at(act.row)
    _pay(state, seat, rows, act, price)
    rival = 1 - seat
    pv = both(state.pv[rival], rows)
    reach = REACHES.take((aim.view(np.uint8) + act.place * np.uint8(3) + act.target).astype(np.intp), mode="clip")
    act.aimed = reach & as_bits(pv > 0)
    struck = -as_lanes(act.aimed & -(punch != 0).view(np.uint8)).view(np.int8)
    whole = ((punch & struck) + (act.bonus & at(act.target, act.acts).view(np.int8))).astype(np.int16)
    _vary(state, seat, rows, act, (damage, whole))
    pv, capsules, blow = lose(pv, both(state.initial[rival], rows), both(state.capsules[rival], rows), whole)
    lay(state.pv[rival], rows, pv)
    lay(state.capsules[rival], rows, capsules)
    _sacrifice(state, seat, rows, act)
    _help(state, seat, rows, act, blow)
    _answer(state, seat, rows, act, blow)


def few(rows: Rows, some: Bool) -> tuple[Index, Index]:
    """Return the places among `rows` where `some` [n], and the games there."""
    at_ = np.flatnonzero(some)
    return at_, places(rows, at_)


def _pay(state: State, seat: int, rows: Rows, act: Act, price: I8) -> None:
    """3.5: the price; who has no more PV than that loses a life by it, or a capsule before it."""
    there, games = few(rows, ((state.marks[0, rows] | state.marks[1, rows]) & np.uint8(PRICES)) != 0)
    if len(there):
        mine, theirs = both(state.traits[seat, UPKEEP], games), both(state.traits[1 - seat, UPKEEP], games)
        living = [both(state.pv[s], games) > 0 for s in (seat, 1 - seat)]
        change = chosen(at(act.place[there], act.acts[there]), surcharge(mine, theirs, *living))
        price[there] = positive(price[there] + change)
    actor, pv, cost = wide(at(act.place, act.acts)), both(state.pv[seat], rows), price.astype(np.int16)
    have = chosen_wide(actor, pv)
    lay(state.pv[seat], rows, pv - (cost & actor))
    there, games = few(rows, act.acts & (have <= cost))
    if len(there):
        act.stands[there] = _overpay(state, (seat, act.place[there], games), have[there], cost[there])


def _overpay(state: State, who: tuple[int, U8, Index], have: I16, price: I16) -> Bool:
    """3.5: pay with a life, or a capsule that must be removed first; return [n] where it is a last stand (3.6)."""
    initial = state.initial[who].astype(np.int16)
    short = have < price
    left = np.where(short, initial, have) - price
    capsules = state.capsules[who] - short
    again = (left == 0) & (capsules > 0)
    state.pv[who] = left + initial * again
    state.capsules[who] = capsules - again
    state.removed[who[-1]] |= short
    return (left == 0) & ~again


def _vary(state: State, seat: int, rows: Rows, act: Act, blows: tuple[I8, I16]) -> None:
    """5.2 to 5.5: write into `blows` (damage [n], PV [3, n]) what hits cost where anything changes their strength."""
    damage, whole = blows
    rival = 1 - seat
    varied = -act.has(VARIES).view(np.uint8)
    varied |= state.shielded[rival, rows] | state.marks[rival, rows] & np.uint8(DEFENDS)
    varied |= state.marks[seat, rows] & np.uint8(STRENGTHENS)
    there, games = few(rows, (varied != 0) & (act.aimed != 0))
    if not len(there):
        return
    attack = _Attack(state, seat, games, act.of(there), damage[there])
    lay(whole, there, attack.whole())
    state.shielded[rival, games] &= ~attack.broken


class _Attack:
    """The attacks of a few games whose hits are not all plain damage."""

    def __init__(self, state: State, seat: int, games: Index, act: Act, damage: I8) -> None:
        tables, rival = state.tables, 1 - seat
        self.act, self.damage = act, damage
        self.mine, self.theirs = Team.of(state, seat, games), Team.of(state, rival, games)
        self.shielded = state.shielded[rival, games]
        self.own_power, self.own_nature = (both(state.traits[seat, byte], games) for byte in (STRENGTH, NATURE))
        self.power, self.nature = (both(state.traits[rival, byte], games) for byte in (STRENGTH, NATURE))
        self.more, self.splash, self.prey = tables.hits.at(act.row)
        self.rage, self.pack, self.grudge = tables.strengths.at(act.row)
        self.finisher, self.breaker, self.hunter = tables.against.at(act.row)
        in_pile = np.bitwise_count(pile(state, seat, games)).view(np.int8)
        self.pile = in_pile - (act.stands & (state.row[seat, games] < BOSS)).view(np.int8)  # 3.6: not yet
        self.bare = act.has(PIERCE).view(np.int8) - np.int8(1)  # all bits where a defence helps, else none
        self.direct = act.aimed & -(damage != 0).view(np.uint8)
        beside_it = (act.aimed + act.aimed | act.aimed >> 1) & as_bits(self.theirs.pv > 0)
        self.around = beside_it & -(self.splash != 0).view(np.uint8)
        self.broken: U8 = (self.direct | self.around) & self.bare.view(np.uint8)

    def whole(self) -> I16:
        """5.4, 5.5: return [3, n] what all hits together would cost each rival."""
        guard = self._guard()
        power = self._power() - guard
        first = power + (self.act.bonus & at(self.act.target, self.act.acts).view(np.int8))
        struck = -as_lanes(self.direct).view(np.int8)
        aside = positive(self.splash - guard) & -as_lanes(self.around).view(np.int8)
        shielded = -as_lanes(self.shielded & self.bare.view(np.uint8)).view(np.int8)
        whole = (((positive(first) & struck) + aside) & ~shielded).astype(np.int16)
        whole += (positive(power) & struck).astype(np.int16) * self.more.astype(np.int16)
        return np.minimum(whole, self._shell())

    def _power(self) -> I8:
        """5.2: return [3, n] the strength of a hit on each rival."""
        has = -(self.theirs.capsules > 0).view(np.int8)
        power = self.finisher ^ ((self.finisher ^ self.breaker) & has)
        dna = (self.nature >> DNA_SHIFT).view(np.int8)
        return power + self._strength() + (self.hunter & -(dna == self.prey).view(np.int8))

    def _strength(self) -> I8:
        """5.2: return [n] the strength of a hit before what depends on its target."""
        mine, actor = self.mine, at(self.act.place, self.act.acts)
        edge = packed(self.own_power, EDGE) + beside(packed(self.own_power, BANNER) & mine.living())
        dna = self.own_nature >> DNA_SHIFT
        kin = -(dna == chosen(actor, dna)).view(np.uint8) & mine.living() & ~actor
        hurt = (mine.pv < mine.initial).view(np.uint8) & actor
        strength = self.damage + (chosen(actor, edge).view(np.int8) & -(self.damage != 0).view(np.int8))
        strength += self.rage * either(hurt).view(np.int8) + (self.pack & either(kin).view(np.int8))
        return strength + self.grudge * self.pile

    def _guard(self) -> I8:
        """5.3: return [3, n] what weakens each hit on a character."""
        guard = packed(self.power, ARMOUR) + beside(packed(self.power, SHELTER) & self.theirs.living())
        return guard.view(np.int8) & self.bare

    def _shell(self) -> I16:
        """5.4: return [3, n] the PV that the attack may cost a character at most."""
        shell = (self.nature & np.uint8(SHELL)).view(np.int8) & self.bare
        free = -(shell == 0).view(np.int8).astype(np.int16)
        return shell.astype(np.int16) | (free & _UNLIMITED)


def pile(state: State, seat: int, rows: Rows) -> U8:
    """Return [n] the combo pile, with the fallen of the revealed row (2.2)."""
    row = state.row[seat, rows].view(np.uint8)
    fallen = (np.uint8(7) >> row) & ~as_bits(both(state.pv[seat], rows) > 0)
    return state.pile[seat, rows] | (fallen << row * np.uint8(3)) & np.uint8(31)


def _sacrifice(state: State, seat: int, rows: Rows, act: Act) -> None:
    """3.7."""
    there, games = few(rows, act.given)
    state.pv[seat, act.place[there], games] = 0


def _help(state: State, seat: int, rows: Rows, act: Act, blow: Blow) -> None:
    """5.1 and 5.7 to 5.12: what an action does besides its blows."""
    there, games = few(rows, act.has(HELPS))
    if not len(there):
        return
    act, rival = act.of(there), 1 - seat
    mine, theirs = Team.of(state, seat, games), Team.of(state, rival, games)
    crack, aim, drain = state.tables.tampers.at(act.row)
    state.stunned[rival, games] |= _tamper(act, mine, theirs, crack)
    reach = REACHES.take((aim.view(np.uint8) + act.place * np.uint8(3) + act.target).astype(np.intp), mode="clip")
    drained = np.minimum(total(blow.lost.take(there, axis=1)), drain.astype(np.int16))
    state.shielded[seat, games] |= _support(state, act, mine, (reach >> np.uint8(OWN_BITS), drained))
    mine.write(state, seat, games)
    theirs.write(state, rival, games)
    state.owes[seat, games] |= act.has(SKIP)
    state.owes[rival, games] |= act.has(FREEZE)


def _tamper(act: Act, mine: Team, theirs: Team, crack: I8) -> U8:
    """5.7 to 5.9: crack and exchange, on targets that have not fallen; return [n] bits of whom the action stuns."""
    aimed = act.aimed & as_bits(theirs.pv > 0)
    theirs.capsules = theirs.capsules - np.minimum(crack & -as_lanes(aimed).view(np.int8), theirs.capsules)
    swaps = np.flatnonzero(act.has(EXCHANGE) & ~act.stands & (aimed != 0))
    own, other = act.place[swaps], np.bitwise_count(act.aimed[swaps] - np.uint8(1))
    mine.pv[own, swaps], theirs.pv[other, swaps] = theirs.pv[other, swaps], mine.pv[own, swaps]
    return aimed & -act.has(STUN).view(np.uint8)


def _support(state: State, act: Act, mine: Team, what: tuple[U8, I16]) -> U8:
    """5.11 and 5.12: PV and capsules for own targets, PV for the actor; return [n] bits of whom the action shields.

    `what`: the targets as bits, and the drained PV, [n].
    """
    targets, drained = what
    heal, capsule, gain = state.tables.helps.at(act.row)
    helped = targets & as_bits(mine.pv > 0)
    lanes = -as_lanes(helped).view(np.int8)
    own = wide(at(act.place, act.acts) & mine.living())
    mine.pv = mine.pv + (heal & lanes).astype(np.int16) + ((gain.astype(np.int16) + drained) & own)
    mine.capsules = mine.capsules + (capsule & lanes)
    mine.capsules -= positive(mine.capsules - np.int8(MOST_CAPSULES))
    return helped & -act.has(SHIELD).view(np.uint8)


def _answer(state: State, seat: int, rows: Rows, act: Act, blow: Blow) -> None:
    """5.14: passives answer what happened, gains before losses; recoil."""
    there, games = few(rows, _is_answered(state, seat, rows, act, blow))
    if not len(there):
        return
    act, blow, rival = act.of(there), blow.of(there), 1 - seat
    mine, theirs = Team.of(state, seat, games), Team.of(state, rival, games)
    own, other = (both(state.traits[s, ANSWER], games) for s in (seat, rival))
    gone, fell = at(act.place, act.stands | act.given), -blow.fell.view(np.uint8)
    actor = at(act.place, act.acts) & mine.living()
    feast = packed(own, FEAST) * total(blow.life.view(np.uint8)) & actor
    mine.pv = mine.pv + (_mourning(state, (seat, games), mine, gone) + feast).astype(np.int16)
    theirs.pv = theirs.pv + _mourning(state, (rival, games), theirs, fell).astype(np.int16)
    thorns = packed(other, THORNS) & -(blow.lost != 0).view(np.uint8)
    back = total(thorns + (packed(other, SPITE) & -blow.life.view(np.uint8))) + state.tables.recoil.take(act.row)
    mine.lose(((total(packed(other, PARTING) & fell) & mine.living()) + (back & actor)).astype(np.int16))
    theirs.lose((total(packed(own, PARTING) & gone) & theirs.living()).astype(np.int16))
    mine.write(state, seat, games)
    theirs.write(state, rival, games)


def _mourning(state: State, who: tuple[int, Index], team: Team, fallen: U8) -> U8:
    """5.14: return [3, n] what the living of the team of `who` gain for those of it that fell."""
    seat, games = who
    return packed(both(state.traits[seat, UPKEEP], games), MOURN) * total(fallen & 1) & team.living()


def _is_answered(state: State, seat: int, rows: Rows, act: Act, blow: Blow) -> Bool:
    """Return [n] where any passive may answer, or the actor harms itself."""
    mine, theirs = state.marks[seat, rows], state.marks[1 - seat, rows]
    fallen = act.stands | act.given | (either(blow.fell.view(np.uint8)) != 0)
    answered = ((mine | theirs) & np.uint8(MARKS_FALLS)) & -fallen.view(np.uint8)
    answered |= theirs & np.uint8(STRIKES_BACK) & -(either(blow.lost) != 0).view(np.uint8)
    answered |= mine & np.uint8(FEASTS) & -either(blow.life.view(np.uint8))
    return (answered != 0) | act.has(HARMS_ITSELF)
