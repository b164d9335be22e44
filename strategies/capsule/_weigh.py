"""What all thoughtful strategies share: every option gets a number, by weights, and the best legal one is taken.

An attack is worth what it costs the rival: PV, capsules, characters; less what it costs oneself. What else an action
does has fixed worths, times the weight `help`. Strength is estimated from the printed figures: conditions that may or
may not hold count half, passives are left aside but for the target's armour.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from sim import pick
from sim.arrays import I8, I16, I32, U8, Bool, Coin, Integer, Sets
from sim.rulesets.capsule.state import (
    ACTIONS,
    AIMS_FREELY,
    AIMS_OPPOSITE,
    BONUS,
    COMBO,
    DISCARDS,
    MORE,
    PASS,
    PRICE,
    REMOVE,
    SACRIFICE,
    WORD,
    View,
)

if TYPE_CHECKING:
    from sim.rulesets.capsule.tables import Facts, PileWorth, Worth

MOST: Final = 50  # the largest weight
_CAP: Final = 127  # PV that no blow exceeds

Score = NDArray[np.signedinteger[Any]]  # of a `Kind`
Kind = type[np.int8] | type[np.int16]


@dataclass(frozen=True)
class Weights:
    """What things are worth, whole numbers from -50 to 50."""

    damage: int = 2  # a PV that the rival loses
    life: int = 4  # a capsule that he loses by it
    fall: int = 6  # a character of his that falls
    price: int = 1  # a PV paid
    own_life: int = 11  # a capsule lost by the price
    own_fall: int = 6  # a last stand
    help: int = 2  # what an action does besides, see `_besides`
    combo: int = 1  # what a combo must bring to be declared
    sacrifice: int = -30
    remove: int = -20  # a capsule, where it would bring PV
    discard: int = 1  # 0: a bonus is not used; else a card that is so much below the mean of the pile is removed


PRESETS: Final = {
    "greedy": Weights(damage=4, life=0, fall=0, price=0, own_life=0, own_fall=0, help=0, combo=1),
    "tempo": Weights(damage=1, life=10, fall=16, price=1, own_life=6, own_fall=8, help=2, combo=8),
    "saver": Weights(damage=2, life=4, fall=9, price=3, own_life=20, own_fall=30, help=4, combo=12),
    "economist": Weights(damage=3, life=2, fall=4, price=3, own_life=8, own_fall=8, help=3, combo=5),
}


@lru_cache(maxsize=64)
def checked(weights: Weights) -> Weights:
    """Return `weights`; raise ValueError if one is out of range."""
    for name, weight in vars(weights).items():
        if not -MOST <= weight <= MOST:
            raise ValueError(f"{name} = {weight}: right would be -{MOST} to {MOST}")
    return weights


def choose(view: View, legal: Sets, coin: Coin, weights: Weights) -> I16:
    """Return [n] the best legal action by `weights`, ties broken by the coin."""
    if view.phase == BONUS:
        return view.pile_worth(_discards(weights.discard)).astype(np.int16)
    if view.phase == MORE:
        return _another(view, weights)
    return pick.best(_acts(view, weights), legal, coin)


def strike(facts: "Facts") -> I8:
    """Return [3, C] about what an action costs one rival: all hits, conditions by half."""
    maybe = facts.rage + facts.pack + 2 * facts.grudge + facts.finisher + facts.breaker + facts.hunter // 2
    each = facts.damage + (maybe + 1) // 2
    return (each * np.maximum(facts.hits, 1)).astype(np.int8)


def _besides(facts: "Facts", w: Weights) -> I16:
    """Return [3, C] what an action is worth besides its blows, less its price."""
    worth = facts.heal + facts.gain + facts.drain // 2 + 3 * facts.capsule + 3 * facts.crack + 2 * facts.shield
    worth += 2 * facts.stun + 4 * facts.freeze + 3 * facts.again - 4 * facts.skip - facts.recoil + facts.splash
    return worth.astype(np.int16) * np.int16(w.help) - facts.price.astype(np.int16) * np.int16(w.price)


@lru_cache(maxsize=64)
def _figures(w: Weights) -> "Worth":
    """Return the function that packs what an action is weighed by, for one look-up: strike, costs, `_besides`."""

    def figures(facts: "Facts") -> I32:
        low = strike(facts).view(np.uint8) | facts.costs.astype(np.int32) << 8
        return _besides(facts, w).astype(np.int32) << 16 | low

    return figures


@lru_cache(maxsize=64)
def _farthest(w: Weights, mean: int) -> "Worth":
    """Return the function that bounds [1] how far from 0 any action's worth is, if a combo brings up to `mean` PV."""

    def most(facts: "Facts", sign: int) -> Integer:
        prize, loss = max(sign * w.life, sign * w.fall, 0), max(-sign * w.own_life, -sign * w.own_fall, 0)
        damage, targets = max(sign * w.damage, 0), 1 + 2 * ((facts.costs & AIMS_FREELY) != 0)
        blows = targets * (np.abs(strike(facts).astype(np.int32)) * damage + prize)
        return blows + sign * _besides(facts, w) + (loss + damage * mean + max(-sign * w.combo, 0))

    return lambda facts: np.maximum(most(facts, 1), most(facts, -1)).max(keepdims=True).reshape(1)


def _kind(view: View, w: Weights) -> Kind:
    """Return the numbers that hold whatever an act may be worth: bytes, half as much work, if they do."""
    mean = int(view.printed_piles(_highest_mean).max())
    return np.int8 if view.printed(_farthest(w, mean))[0] <= np.iinfo(np.int8).max else np.int16


def _acts(view: View, w: Weights) -> Score:
    """Return [A, n] what every act is worth. What is never legal is worth something, too."""
    kind = _kind(view, w)
    mine, rivals = _Mine.of(view, w, kind), _Rivals.of(view, w, kind)
    each = rivals.worth(_positive(mine.power))
    score = np.empty((3, WORD, each.shape[-1]), kind)
    score[:, COMBO:PASS] = _combos(view, mine, rivals, each[0]) - kind(w.combo)
    _aim(each, mine)
    np.add(each, mine.own[:, :, None], out=score[:, :SACRIFICE].reshape(each.shape))
    score[:, SACRIFICE], score[:, PASS:] = w.sacrifice, w.sacrifice // 2
    score[:, REMOVE] = (view.initial > mine.pv).view(np.int8) + np.int8(w.remove)
    return score.reshape(len(ACTIONS), -1)


@dataclass(frozen=True)
class _Mine:
    """My team and its actions, [3, 3, n] by place and number."""

    pv: I8  # [3, n]
    power: I8  # `strike`
    costs: U8  # price and aim
    own: Score  # what an action is worth but for its blows
    freely: Score  # all bits where it needs no target, else none

    @classmethod
    def of(cls, view: View, w: Weights, kind: Kind) -> Self:
        figures, pv = view.worth(_figures(w)), _capped(view.pv)
        costs = (figures >> np.int32(8)).astype(np.uint8)
        besides: Score = (figures >> np.int32(16)).astype(kind)
        spent = (costs & np.uint8(PRICE)).view(np.int8) >= pv[:, None]  # who has no PV has no actions
        loss = _either(view.capsules > 0, w.own_life, w.own_fall, kind)[:, None] & _mask(spent, kind)
        freely = _mask((costs & np.uint8(AIMS_FREELY)) != 0, kind)
        return cls(pv, figures.astype(np.int8), costs, besides - loss, freely)


@dataclass(frozen=True)
class _Rivals:
    """The rival's team, as far as the worth of a blow depends on it, all [3, n]."""

    armour: U8
    most: U8  # armour and PV: a stronger blow costs no more
    prize: Score  # what it is worth to take the last PV
    damage: Any  # what each is worth

    @classmethod
    def of(cls, view: View, w: Weights, kind: Kind) -> Self:
        armour, pv = view.rival_passive("armour").view(np.uint8), view.rival_pv
        prize = _either(view.rival_capsules > 0, w.life, w.fall, kind) & _mask(pv > 0, kind)
        return cls(armour, armour + _capped(pv).view(np.uint8), prize, kind(w.damage))

    def worth(self, power: U8) -> Score:
        """Return [..., 3, n] what a blow of `power` [..., n] PV is worth on each of them."""
        blow = np.maximum(power[..., None, :], self.armour)
        np.minimum(blow, self.most, out=blow)
        takes = (blow == self.most).view(np.int8).astype(self.prize.dtype, copy=False)
        takes *= self.prize
        blow -= self.armour
        worth: Score = blow.view(np.int8).astype(takes.dtype, copy=False)
        worth *= self.damage
        worth += takes
        return worth


def _aim(each: Score, mine: _Mine) -> None:
    """Let attacks without a choice count at target 0: of `each` [3, 3, 3, n] all, or the one opposite."""
    each[:, :, 0] += (each[:, :, 1] + each[:, :, 2]) & mine.freely
    opposite = _mask((mine.costs & np.uint8(AIMS_OPPOSITE)) != 0, each.dtype.type)
    for place in (1, 2):
        first, facing = each[place, :, 0], each[place, :, place]
        first ^= (first ^ facing) & opposite[place]


def _combos(view: View, mine: _Mine, rivals: _Rivals, each: Score) -> Score:
    """Return [3, 3, n] what the BOSS's attacks are worth on each target with the mean of the pile.

    It strikes one; what an attack on all costs the others is in `each` [3, 3, n], its blows without a combo.
    """
    with_combo = rivals.worth(_positive(mine.power[0] + view.pile_worth(_mean)))
    others = (each[:, 0] + each[:, 1] + each[:, 2])[:, None] - each
    worth: Score = with_combo + (others & mine.freely[0][:, None]) + mine.own[0][:, None]
    return worth


def _capped(pv: I16) -> I8:
    """Return `pv`, 127 where it is more."""
    return (pv.astype(np.int8) | -(pv > _CAP).view(np.int8)) & np.int8(_CAP)


def _positive(power: I8) -> U8:
    """Return `power`, 0 where it is negative."""
    return (power * (power > 0).view(np.int8)).view(np.uint8)


def _mask(where: Bool, kind: Kind) -> Score:
    """Return all bits where it holds, else none."""
    held: Score = where.view(np.int8).astype(kind, copy=False)
    return -held


def _either(first: Bool, one: int, other: int, kind: Kind) -> Score:
    """Return `one` where it is the `first`, else `other`; several times as fast as np.where."""
    return (kind(one ^ other) & _mask(first, kind)) ^ kind(other)


def _mean(pv: I8, held: Bool) -> I8:
    """Return [D, 32] the mean PV of each pile that decks may have, rounded down, 0 of none."""
    return (pv * held).sum(axis=0, dtype=np.int8) // np.maximum(held.sum(axis=0, dtype=np.int8), 1)


def _highest_mean(pv: I8, held: Bool) -> I8:
    """Return [1, 1] the highest one."""
    return _mean(pv, held).max(keepdims=True)


def _another(view: View, w: Weights) -> I16:
    """Return [n] another card where the target would not lose a life without it and it brings enough; or a pass."""
    games = np.arange(len(view.action))
    number, target = view.action >> np.int8(4), (view.action & np.int8(WORD - 1)) - np.int8(COMBO)
    at = target.astype(np.intp) * len(games) + games  # faster than two indices
    lacks = view.rival_pv.reshape(-1).take(at) - view.action_worth(strike, 0, number) - view.bonus
    mean = view.pile_worth(_mean)
    prize = _either(view.rival_capsules.reshape(-1).take(at) > 0, w.life, w.fall, np.int16)
    gain = np.int16(w.damage) * np.minimum(lacks, mean) + (prize & _mask(lacks <= mean, np.int16))
    wanted = _mask((lacks > 0) & (gain >= w.combo), np.int16)
    return (view.action ^ np.int16(PASS)) & wanted ^ np.int16(PASS)


@lru_cache(maxsize=2 * MOST + 1)
def _discards(least: int) -> "PileWorth":
    """Return the function of the bonus: the card with the fewest PV, if it is `least` below the mean, or a pass."""

    def discards(pv: I8, held: Bool) -> I8:
        left = np.where(held, pv, np.int8(127))
        weakest = np.array(DISCARDS, np.int8).take(left.argmin(axis=0))
        useful = (_mean(pv, held) - left.min(axis=0) >= least) & (least > 0)
        return np.where(useful, weakest, np.int8(PASS))

    return discards
