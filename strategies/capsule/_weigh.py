"""What all thoughtful strategies share: every option gets a number, by weights, and the best legal one is taken.

An attack is worth what it costs the rival: PV, capsules, characters; less what it costs oneself. What else an action
does has fixed worths, times the weight `help`. Strength is estimated from the printed figures: conditions that may or
may not hold count half, passives are left aside but for the target's armour.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from sim import pick
from sim.arrays import I8, I16, Bool, Coin, Index, Sets
from sim.rulesets.capsule.state import (
    ACTIONS,
    AIMS_FREELY,
    AIMS_OPPOSITE,
    BONUS,
    BOSS,
    COMBO,
    DISCARDS,
    MORE,
    PASS,
    REMOVE,
    SACRIFICE,
    WORD,
    View,
)

if TYPE_CHECKING:
    from sim.rulesets.capsule.tables import Facts, Worth

_LOW: Final = np.int16(-3_000)  # below what any option is worth
MOST: Final = 50  # the largest weight


@dataclass(frozen=True)
class Weights:
    """What things are worth, whole numbers from -50 to 50."""

    damage: int = 2  # a PV that the rival loses
    life: int = 4  # a capsule that he loses by it
    fall: int = 6  # a character of his that falls
    price: int = 1  # a PV paid
    own_life: int = 11  # a capsule lost by the price
    own_fall: int = 6  # a last stand
    help: int = 2  # what an action does besides, see `_fixed`
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
        return _discard(view, weights)
    if view.phase == MORE:
        return np.where(_wants_another(view, weights), view.action, np.int8(PASS)).astype(np.int16)
    return pick.best(_acts(view, weights), legal, coin)


def strike(facts: "Facts") -> I8:
    """Return [3, C] about what an action costs one rival: all hits, conditions by half."""
    maybe = facts.rage + facts.pack + 2 * facts.grudge + facts.finisher + facts.breaker + facts.hunter // 2
    each = facts.damage + (maybe + 1) // 2
    return (each * np.maximum(facts.hits, 1)).astype(np.int8)


@lru_cache(maxsize=64)
def _fixed(help_: int, price: int) -> "Worth":
    """Return the function that works out [3, C] what an action is worth besides its blows, less its price."""

    def fixed(facts: "Facts") -> I16:
        worth = facts.heal + facts.gain + facts.drain // 2 + 3 * facts.capsule + 3 * facts.crack + 2 * facts.shield
        worth += 2 * facts.stun + 4 * facts.freeze + 3 * facts.again - 4 * facts.skip - facts.recoil + facts.splash
        return worth.astype(np.int16) * np.int16(help_) - facts.price.astype(np.int16) * np.int16(price)

    return fixed


def _acts(view: View, w: Weights) -> I16:
    """Return [A, n] what every act is worth."""
    n = len(view.turn)
    score = np.full((len(ACTIONS), n), _LOW, np.int16)
    by_place = score.reshape(3, WORD, n)
    power: I8 = view.worth(strike).astype(np.int8, copy=False)
    blows = _blows(view, w, power)
    own = _costs(view, w)
    by_place[:, : 3 * 3] = (blows + own[:, :, None]).reshape(3, 9, n)
    by_place[:, SACRIFICE] = w.sacrifice
    by_place[:, REMOVE] = w.remove + (view.initial > view.pv)
    score[PASS] = w.sacrifice // 2
    _combos(view, w, by_place, power[0])
    return score


@dataclass(frozen=True)
class _Rivals:
    """The rival's team, as far as the worth of a blow depends on it, all [3, n]."""

    pv: I16
    armour: I8
    capsules: I8

    def worth(self, w: Weights, power: I8) -> I16:
        """Return [..., 3, n] what a blow of `power` [..., n] PV is worth on each of them."""
        pv = np.minimum(self.pv, 127).astype(np.int8)
        hit = power[..., None, :] - self.armour
        hit *= ((hit > 0) & (power[..., None, :] > 0)).view(np.int8)
        takes = _mask(hit >= pv)
        prize = _either(self.capsules > 0, w.life, w.fall) & _mask(self.pv > 0)
        worth: I16 = np.minimum(hit, pv).astype(np.int16) * np.int16(w.damage) + (prize & takes)
        return worth


def _rivals(view: View) -> _Rivals:
    return _Rivals(view.rival_pv, view.rival_passive("armour"), view.rival_capsules)


def _blows(view: View, w: Weights, power: I8) -> I16:
    """Return [3, 3, 3, n] what each action is worth on each target; where there is no choice, at target 0."""
    each = _rivals(view).worth(w, power)
    area = view.aims(AIMS_FREELY).view(np.int8).astype(np.int16)
    opposite = view.aims(AIMS_OPPOSITE).view(np.int8).astype(np.int16)
    whole, first = each[:, :, 0] + each[:, :, 1] + each[:, :, 2], each[:, :, 0]
    facing = np.stack([each[place, :, place] for place in range(3)])
    each[:, :, 0] = first ^ ((first ^ whole) & area) ^ ((first ^ facing) & opposite)
    return each


def _costs(view: View, w: Weights) -> I16:
    """Return [3, 3, n] what each action does besides, less what it costs its own side."""
    price = view.price
    spent = (price >= np.minimum(view.pv, 127).astype(np.int8)[:, None]) & (price > 0)
    loss = _either(view.capsules > 0, w.own_life, w.own_fall)
    worth: I16 = view.worth(_fixed(w.help, w.price)) - (loss[:, None] & _mask(spent))
    return worth


def _mask(where: Bool) -> I16:
    """Return all bits where it holds, else none."""
    return -where.view(np.int8).astype(np.int16)


def _either(first: Bool, one: int, other: int) -> I16:
    """Return `one` where it is the `first`, else `other`; several times as fast as np.where."""
    return (np.int16(one ^ other) & _mask(first)) ^ np.int16(other)


def _combos(view: View, w: Weights, by_place: I16, power: I8) -> None:
    """Write what the BOSS's attacks, of `power` [3, n], are worth with a combo: the mean of the pile, less `combo`."""
    games = np.flatnonzero((view.row == BOSS) & (view.combos > 0) & (view.pile != 0))
    if not len(games):
        return
    rivals = _Rivals(*(field.take(games, axis=1) for field in vars(_rivals(view)).values()))
    power, mean = power.take(games, axis=1), _mean(view, games)[0]
    gain = rivals.worth(w, power + mean) - rivals.worth(w, power) - np.int16(w.combo)
    plain = by_place[0, :9].take(games, axis=1).reshape(3, 3, -1)
    area = (view.costs[0].take(games, axis=1) & np.uint8(AIMS_FREELY)) != 0
    worth = np.where(area[:, None], plain[:, :1], plain) + gain
    for number in range(3):
        for target in range(3):
            by_place[number, COMBO + target][games] = worth[number, target]


def _mean(view: View, games: Index) -> tuple[I8, I8]:
    """Return the mean PV of my combo pile in `games`, rounded down, 0 for none, [m]; and the PV by slot, [5, m]."""
    pv, pile = view.pile_pv(games), view.pile[games]
    held = ((pile >> np.arange(len(pv), dtype=np.uint8)[:, None]) & np.uint8(1)).view(np.int8)
    cards = np.bitwise_count(pile).view(np.int8)
    return (pv * held).sum(axis=0, dtype=np.int8) // (cards + (cards == 0)), pv


def _wants_another(view: View, w: Weights) -> Bool:
    """Return [n] where another card is wanted: the target would not lose a life without it, and it brings enough."""
    number, target, rows = view.action >> 4, (view.action & (WORD - 1)) - COMBO, np.arange(len(view.turn))
    lacks = view.rival_pv[target, rows] - view.worth(strike)[0][number, rows] - view.bonus
    mean, _ = _mean(view, rows)
    prize = np.where(view.rival_capsules[target, rows] > 0, w.life, w.fall) * (lacks <= mean)
    wanted: Bool = (lacks > 0) & (w.damage * np.minimum(lacks, mean) + prize >= w.combo)
    return wanted


def _discard(view: View, w: Weights) -> I16:
    """Return [n] the removal of the card with the fewest PV, if it is so far below the mean of the pile; or a pass."""
    mean, pv = _mean(view, np.arange(len(view.turn)))
    held = (view.pile >> np.arange(len(pv), dtype=np.uint8)[:, None]) & np.uint8(1)
    pv = np.where(held, pv, np.int8(127))
    weakest = np.array(DISCARDS, np.int16).take(pv.argmin(axis=0))
    useful = (mean - pv.min(axis=0) >= w.discard) & (w.discard > 0)
    return np.where(useful, weakest, np.int16(PASS))
