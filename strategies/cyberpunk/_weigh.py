"""What all thoughtful strategies share: every option gets a number, by weights, and the best one is taken.

Ending the turn, passing and declining are worth 0; what is worth less is not done. The order of the main phase comes
from the weights alone; attacks come after all that is worth more than 10. A card is worth twice its cost, and one more
if it is no Program. Power is what view.of tells: static texts are left aside.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from sim import pick
from sim.arrays import I16, I32, U64, Bool, Coin, Index, Integer, Sets
from sim.rulesets.cyberpunk.state import (
    ENOUGH,
    FACE,
    GIG_AREA,
    LEGENDS,
    OWN,
    PASS,
    RAID,
    REST,
    RIVAL,
    SECOND,
    SIZES,
    USE,
    YES,
    Asked,
    View,
)

MOST: Final = 100  # the largest weight
_NEVER: Final = -1_000
_ATTACKS: Final = 10  # an attack is worth at most this in the main phase, so that it comes after what prepares it
_ONE: Final = np.uint64(1)
_CHEAP: Final = 3  # € of a Unit that makes a hand worth keeping


@dataclass(frozen=True)
class Weights:
    """What things are worth; the page of `weighted` explains each."""

    sell: int = 60
    eddies: int = 7
    solo: int = 80
    unit: int = 50
    gear: int = 30
    call: int = 45
    use: int = 26
    program: int = 20
    quick: int = -1
    gig: int = 14
    fight: int = 10
    risk: int = 2
    hold: int = 2
    decide: int = 40
    block: int = 3
    react: int = 5
    die: int = 1


PRESETS: Final = {
    "aggro": Weights(gig=15, fight=9, risk=0, hold=-5, block=6, quick=20),
    "control": Weights(gig=10, fight=20, hold=8, block=2),
    "gigs": Weights(gig=16, fight=8, use=70, program=52, quick=52),
    "economy": Weights(sell=90, eddies=12, call=85, program=31),
}


def checked(weights: Weights) -> Weights:
    """Return the weights; raise ValueError if one is outside -100 to 100."""
    for name, weight in vars(weights).items():
        if abs(weight) > MOST:
            raise ValueError(f"{name} = {weight}: right would be {-MOST} to {MOST}")
    return weights


def choose(view: View, legal: Sets, coin: Coin, weights: Weights) -> I16:
    """Return [n] the best legal action by the weights, ties broken by the coin."""
    row, action = pick.candidates(legal)
    score = np.zeros(len(row), np.int32)
    asked = view.asked.take(row)
    for kind in np.flatnonzero(np.bincount(view.asked)).tolist():
        if kind in _SCORES:
            at = np.flatnonzero(asked == kind)
            score[at] = _SCORES[Asked(kind)](Options(view, weights, row.take(at), action.take(at)))
    return pick.highest(score, row, action, coin)


@dataclass(frozen=True)
class Options:
    """Options [m] of rows that are asked the same; several rows of one may be asked about."""

    view: View
    weights: Weights
    row: Index
    action: Index

    @cached_property
    def word(self) -> Index:
        """Return [m] the words of the actions."""
        return self.action >> 6

    @cached_property
    def bit(self) -> Index:
        """Return [m] the slots, dice, or what else the actions name."""
        return self.action & 63

    def some(self, mask: Bool) -> tuple[Index, "Options"]:
        """Return where the mask holds, and the options there."""
        at = np.flatnonzero(mask)
        return at, Options(self.view, self.weights, self.row.take(at), self.action.take(at))

    def within(self, cards: Integer) -> Bool:
        """Return [m] whether the slot (or die) is in the row's set."""
        return (cards.take(self.row).astype(np.uint64) >> self.bit.astype(np.uint64) & _ONE).astype(bool)

    def is_(self, bit: int) -> Bool:
        """Return [m] whether the option is one of the word REST."""
        return self.action == REST * 64 + bit

    def of(self, fact: str) -> I32:
        """Return [m] a fact of the own card in the slot."""
        return self.view.of(fact, self.row, self.bit).astype(np.int32)

    def rival_of(self, fact: str) -> I32:
        """Return [m] a fact of the rival's card in the slot."""
        return self.view.rival_of(fact, self.row, self.bit).astype(np.int32)

    def worth(self) -> I32:
        """Return [m] what the own card is worth."""
        return 2 * self.of("cost") + ~self.within(self.view.cards("programs"))

    def rival_worth(self) -> I32:
        """Return [m] what the rival's card is worth."""
        return 2 * self.rival_of("cost") + ~self.within(self.view.rival_cards("programs"))

    def cards(self) -> I32:
        """Return [m] what the own cards among the options are worth, 0 for the others."""
        return np.where(self.word == OWN, self.worth(), 0)

    def row_of(self, values: Integer | Bool) -> I32:
        """Return [m] what holds for the row."""
        return values.take(self.row).astype(np.int32)


def _each(cards: U64) -> Iterator[tuple[Index, Index]]:
    """Yield (row, slot) of the first card of every set that has one, then of the second, and so on."""
    row = np.flatnonzero(cards)
    left = cards.take(row)
    while len(row):
        yield row, np.bitwise_count((left & -left) - _ONE).astype(np.intp)
        left = left & (left - _ONE)
        some = np.flatnonzero(left)
        row, left = row.take(some), left.take(some)


# --- main phase ---


def _main(options: Options) -> I32:
    view, weights = options.view, options.weights
    score = np.zeros(len(options.row), np.int32)
    score[options.word == USE] = weights.use
    at, sold = options.some(options.word == SECOND)
    score[at] = _sales(sold)
    own = options.word == OWN
    at, held = options.some(own & options.within(view.hand))
    score[at] = _plays(held)
    at, legends = options.some(own & options.within(view.legends))
    score[at] = np.where(legends.within(view.up), weights.solo, weights.call)
    at, attackers = options.some(own & options.within(view.field))
    score[at] = _attackers(attackers)
    return score


def _sales(options: Options) -> I32:
    """Rate sales: the cheapest card first, while there are few Eddies, and not the last one; Legends are not played."""
    view, weights = options.view, options.weights
    wanted = (np.bitwise_count(view.eddies) < weights.eddies) & (view.hand_size > 1)
    sale = options.row_of(wanted).astype(bool) & (options.bit >= LEGENDS)
    return np.where(sale, weights.sell - options.worth(), _NEVER)


def _plays(options: Options) -> I32:
    """Rate Units by cost, Gear where a Unit stands, Programs where a rival Unit does."""
    view, weights = options.view, options.weights
    cost, unit, gear = options.of("cost"), options.within(view.cards("unit")), options.within(view.cards("gear"))
    program = np.where(options.within(view.cards("quick")), weights.quick, weights.program)
    program = np.where(options.row_of(view.rival_field != 0), program, -1)
    dressed = np.where(options.row_of(view.field != 0), weights.gear + options.of("printed"), -1)
    return np.where(unit, weights.unit + cost, np.where(gear, dressed, program)).astype(np.int32)


def _attackers(options: Options) -> I32:
    """Return [m] the best attack of each, brought to 0 to 10."""
    best = np.maximum(_raid(options, options.of("power"), options.worth()), _best_fight(options))
    return np.where(best > 0, 1 + np.minimum(best, 9 * _ATTACKS) // _ATTACKS, best).astype(np.int32)


def _best_fight(options: Options) -> I32:
    """Return [m] what the best fight with a spent Unit of the rival is worth, for each attacker."""
    view, row = options.view, options.row
    power, worth = options.of("power"), options.worth()
    best = np.full(len(row), _NEVER, np.int32)
    for at, slot in _each((view.rival_field & view.rival_spent).take(row)):
        games = row.take(at)
        rival = view.rival_of("power", games, slot), 2 * view.rival_of("cost", games, slot) + 1
        best[at] = np.maximum(best.take(at), _fight(options.weights, (power.take(at), worth.take(at)), rival))
    return best


def _fight(weights: Weights, mine: tuple[I32, I32], rival: tuple[Integer, Integer]) -> I32:
    """Return [m] what a fight is worth: power and worth of mine against those of his."""
    (power, worth), (rival_power, rival_worth) = mine, rival
    power, rival_power = np.maximum(power, 0), np.maximum(rival_power, 0)
    trade = np.where((power == rival_power) & (power > 0), rival_worth - worth, _NEVER)
    return np.where(power > rival_power, weights.fight + rival_worth, trade).astype(np.int32)


def _raid(options: Options, power: I32, worth: I32) -> I32:
    """Return [m] what a theft is worth: dice, less the risk that a Blocker brings; none if it cannot be tried."""
    view, weights = options.view, options.weights
    gigs = options.row_of(np.bitwise_count(view.rival_gigs))
    dice = np.minimum(1 + power // 10, gigs) * (power > 0)
    mine = options.row_of(np.bitwise_count(view.gigs))
    decides = ((mine < ENOUGH) & (mine + dice >= ENOUGH)) | ((gigs >= ENOUGH) & (gigs - dice < ENOUGH))
    strongest = options.row_of(_strongest_blocker(view))
    risk = np.where(strongest >= np.maximum(power, 0), weights.risk * (worth // 2), 4 * (strongest >= 0))
    gain = weights.gig * dice + weights.decide * decides - risk - weights.hold * options.within(view.cards("blocker"))
    return np.where(dice > 0, gain, _NEVER).astype(np.int32)


def _strongest_blocker(view: View) -> I32:
    """Return [n] the power of the rival's strongest ready Blocker, -1 without one."""
    strongest = np.full(len(view.asked), -1, np.int32)
    blockers = view.rival_cards("blocker") | _dressed(view)
    for row, slot in _each(view.rival_field & ~view.rival_spent & blockers):
        strongest[row] = np.maximum(strongest[row], view.rival_of("power", row, slot))
    return strongest


def _dressed(view: View) -> U64:
    """Return [n] the Units of the rival that have BLOCKER from Gear."""
    hosts = np.zeros(len(view.asked), np.uint64)
    for row, slot in _each(view.rival_gear & view.rival_cards("blocker")):
        hosts[row] |= _ONE << view.rival_of("host", row, slot).astype(np.uint64)
    return hosts


# --- attack and reaction ---


def _target(options: Options) -> I32:
    view = options.view
    attacker = view.card.take(options.row)
    power = view.of("power", options.row, attacker).astype(np.int32)
    worth = 2 * view.of("cost", options.row, attacker).astype(np.int32) + 1
    fights = _fight(options.weights, (power, worth), (options.rival_of("power"), options.rival_worth()))
    return np.where(options.is_(RAID), _raid(options, power, worth), fights)


def _react(options: Options) -> I32:
    """Rate Blockers by what they save and risk, Calls and QUICK cards by weight."""
    weights = options.weights
    score = np.where(options.word == REST, 0, weights.react).astype(np.int32)
    score[(options.word == OWN) & (options.bit < LEGENDS)] = weights.call
    at, blockers = options.some(options.word == SECOND)
    score[at] = _block(blockers)
    return score


def _block(options: Options) -> I32:
    view, weights = options.view, options.weights
    attacker, target = view.attacker.take(options.row), view.target.take(options.row)
    power = np.maximum(view.rival_of("power", options.row, attacker), 0).astype(np.int32)
    mine = np.maximum(options.of("power"), 0)
    raid = target == GIG_AREA
    attacked = np.where(raid, LEGENDS, target)
    lost = np.where(view.of("power", options.row, attacked) <= power, 2 * view.of("cost", options.row, attacked) + 1, 0)
    dice = np.minimum(1 + power // 10, options.row_of(np.bitwise_count(view.gigs))) * (power > 0)
    gain = np.where(raid, weights.gig * dice, lost)
    gain += np.where((mine >= power) & (mine > 0), 2 * view.rival_of("cost", options.row, attacker) + 1, 0)
    return (gain - np.where((mine <= power) & (power > 0), weights.block * options.worth() // 3, 0)).astype(np.int32)


# --- dice ---


def _faces(options: Options) -> I32:
    """Return [m] what the dice among the options show."""
    shift = (np.minimum(options.bit, 11) * 5).astype(np.uint64)
    return ((options.view.faces.take(options.row) >> shift) & np.uint64(31)).astype(np.int32)


def _roll(options: Options) -> I32:
    return options.weights.die * np.array(SIZES, np.int32).take(options.bit % len(SIZES))


def _face(options: Options) -> I32:
    """Rate faces: an own Gig is to show much, one of the rival little."""
    die = options.view.die.take(options.row).astype(np.uint64)
    own = (options.view.gigs.take(options.row).astype(np.uint64) >> die & _ONE).astype(bool)
    return np.where(own, options.bit - FACE, FACE - options.bit).astype(np.int32)


def _dice(options: Options, aim: I32) -> I32:
    """Rate dice: an own one that has far to rise, one of the rival's that has far to fall."""
    face, own = _faces(options), options.within(options.view.gigs)
    room = np.array(SIZES, np.int32).take(options.bit % len(SIZES)) - face
    return np.where(own, np.where(aim >= 0, room, -face), np.where(aim <= 0, face - 1, -room)).astype(np.int32)


# --- texts ---


def _choose(options: Options) -> I32:
    """Rate choices: what suffers should be the rival's best, what gains the own best."""
    aim = options.row_of(options.view.aim)
    own = (1 + options.worth()) * np.where(aim == 0, 1, aim)
    rival = (1 + options.rival_worth()) * np.where(aim == 0, 1, -aim)
    found = np.where(options.word == OWN, own, np.where(options.word == RIVAL, rival, 0)).astype(np.int32)
    at, dice = options.some((options.word == REST) & (options.bit < PASS))
    found[at] = _dice(dice, aim.take(at))
    return found


def _host(options: Options) -> I32:
    """Rate hosts: the strongest Unit that can attack soon."""
    view = options.view
    field, ready = options.within(view.field), ~options.within(view.spent | view.arrived)
    return np.where(field, 10 + 10 * ready + options.of("power"), 0).astype(np.int32)


def _mulligan(options: Options) -> I32:
    """Rate the mulligan: the hand goes back if no cheap Unit is in it."""
    view = options.view
    cheap = np.zeros(len(view.asked), np.int8)
    for row, slot in _each(view.hand & view.cards("unit")):
        cheap[row] |= view.of("price", row, slot) <= _CHEAP
    return np.where(options.is_(YES), 1 - 2 * options.row_of(cheap), 0).astype(np.int32)


def _yes(options: Options) -> I32:
    return options.is_(YES).astype(np.int32)


def _first_cards(options: Options) -> I32:
    return options.cards() + options.is_(YES)


_SCORES: Final[dict[Asked, Callable[[Options], I32]]] = {
    Asked.MULLIGAN: _mulligan,
    Asked.DIE: _roll,
    Asked.MAIN: _main,
    Asked.TARGET: _target,
    Asked.HOST: _host,
    Asked.PAY: lambda options: options.is_(PASS).astype(np.int32),
    Asked.REACT: _react,
    Asked.STEAL: _faces,
    Asked.SAVE: lambda options: np.where(options.word == OWN, options.weights.gig - options.worth(), 0),
    Asked.INSTEAD: lambda options: -options.cards(),
    Asked.CHOOSE: _choose,
    Asked.PICK: lambda options: options.bit.astype(np.int32),
    Asked.FACE: _face,
    Asked.TAKE: _first_cards,
    Asked.CALL: lambda options: (~options.is_(PASS)).astype(np.int32),
    Asked.READY: _first_cards,
    Asked.MAY_DRAW: _yes,
    Asked.DISCARD: lambda options: -options.cards(),
}
