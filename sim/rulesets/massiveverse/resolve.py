"""One round from the reveal to its end (README.md, 2.3 to 5): both seats at once, arrays [2, n], row s is seat s.

`x[::-1]` is the rival's `x`. Nothing here waits for a choice, so all games of a batch go through together; games that
owe one (3.5 to 3.7) stop after it and clean up later (choices.py).
"""

from dataclasses import dataclass

import numpy as np

from sim.arrays import I8, I16, U8, U16, Bool, Index, Rows, both, lay, places
from sim.ruleset import finish
from sim.rulesets.massiveverse import choices, tables
from sim.rulesets.massiveverse.state import (
    ALL_CARDS,
    CAP,
    ENERGY,
    EXECUTION,
    HEALTH,
    KNOCKOUT,
    OVERTIME,
    REST,
    ROUNDS,
    TRADE,
    WEAPON,
    State,
    bits,
)
from sim.rulesets.massiveverse.tables import BANISHES, EXHAUSTS, READIES, Tables

_NO_CARD = 7  # the type whose table rows are zero: what a countered card is worth


@dataclass
class Round:
    """The two cards of n games, and the players' HP and Energy as the round goes on; every field [2, n]."""

    passive: Index  # row of the Passive that counts for the whole round: character * 2 + side
    card: I8  # the type that was played
    kind: I8  # the type that resolves, _NO_CARD if countered
    row: Index  # table row of the card that resolves
    counts: Bool  # my card counters the rival's
    terms: list[I8]  # of the card that resolves: Energy and lead for its bonus, guard, flags
    health: I16
    energy: I8
    charged: I8
    gained: I8  # how far the Energy dial moved up this round

    def has(self, flags: int) -> Bool:
        """Return where the card that resolves, or the Passive, has one of `flags`."""
        found: Bool = (self.terms[3] & np.int8(flags)) != 0
        return found


def resolve(state: State, rows: Rows) -> None:
    """Play the chosen cards of `rows` to the end of the round, or to the choices that their effects ask for."""
    r = _reveal(state, rows)
    executed = (r.kind == REST) & (r.kind == WEAPON)[::-1]  # 2.4
    before = (r.health, r.energy, r.charged)
    _gain(r, r.counts.view(np.int8))
    dealt, place = _damage(state, rows, r)
    _effects(state.tables, r, dealt, place)
    _charge(r)
    if executed.any():
        _spare(executed.any(axis=0), before, r)
    owed = _owed(state.tables, r, place)
    _write(state, rows, r)
    ended = _end(state, rows, executed)
    choices.settle(state, rows, owed, ~ended)


def _reveal(state: State, rows: Rows) -> Round:
    """2.3: bottom bars first; a countered card has no effect at all."""
    t = state.tables
    card = both(state.chosen, rows)
    entry = both(state.deck, rows).astype(np.int32)
    entry += entry
    entry += both(state.side, rows)
    passive = entry.astype(np.intp)
    entry *= 8
    counters, symbol = t.bars.at((entry + card).astype(np.intp))
    counts = (counters & symbol[::-1]) != 0
    kind = card | (counts[::-1].view(np.int8) * np.int8(_NO_CARD))
    row = (entry + kind).astype(np.intp)
    energy = both(state.energy, rows)
    position = (both(state.health, rows), energy, both(state.charged, rows), np.zeros_like(energy))
    return Round(passive, card, kind, row, counts, t.terms.at(row), *position)


def _gain(r: Round, energy: I8) -> None:
    """1.2: gain Energy, as far as the dial goes."""
    after = np.minimum(r.energy + energy, np.int8(ENERGY))
    r.gained = r.gained + (after - r.energy)
    r.energy = after


def _damage(state: State, rows: Rows, r: Round) -> tuple[I8, Index]:
    """2.7 to 2.9: return what each card dealt, and its place in the effect tables by what became of it."""
    attack = _attack(state, rows, r)
    guard = r.terms[2] * ~r.has(tables.UNBLOCKABLE)[::-1]
    if state.tables.any_grab:
        attack *= _may_deal(r, attack, guard)
    taken = np.minimum(attack[::-1], guard)
    dealt = attack - taken[::-1]
    r.health = r.health - dealt[::-1]
    countered = r.counts[::-1]
    outcome = (dealt > 0).view(np.int8) * np.int8(tables.HIT) + (taken > 0).view(np.int8) * np.int8(tables.STOP)
    outcome += (r.counts & ~countered).view(np.int8) * np.int8(tables.COUNTER)
    outcome += countered.view(np.int8) * np.int8(tables.COUNTERED)
    place = r.row * tables.OUTCOMES
    place += outcome
    return dealt, place


def _attack(state: State, rows: Rows, r: Round) -> I8:
    """2.5: what the cards that resolve would deal unguarded."""
    attack, vicious, charge, bonus = state.tables.attacks.at(r.row)
    attack += vicious * r.counts + charge * r.charged
    if state.tables.any_bonus:
        attack += bonus * _bonus_met(state, rows, r)
    return attack


def _bonus_met(state: State, rows: Rows, r: Round) -> Bool:
    """2.6: enough Energy, and more cards in hand, where the card asks for it."""
    energy, lead = r.terms[:2]
    held = np.bitwise_count(both(state.hand, rows) & ~_on_table(r)).view(np.int8)
    met: Bool = (held - held[::-1] >= lead) & (r.energy >= energy)
    return met


def _may_deal(r: Round, attack: I8, guard: I8) -> Bool:
    """2.8: a Grab deals only if no ordinary damage came in and the rival has no Grab."""
    grab = r.has(tables.GRAB)
    hurt = (attack[::-1] > guard) & ~grab[::-1]
    return ~(grab & (hurt | grab[::-1]))


def _on_table(r: Round) -> U8:
    """4.1: the bit of the card that stays on the table; a countered card is back in hand."""
    return bits(r.kind) & np.uint8(ALL_CARDS)


def _effects(t: Tables, r: Round, dealt: I8, place: Index) -> None:
    """3.2 to 3.4: losses, Energy, heals; Passive effects among them (5.1)."""
    lost, recoil, energy, sap = t.gains.at(place)
    heal, drain = t.heals.at(place)
    burn, dread, kinship = t.passives.at(r.passive)
    _gain(r, energy)
    lost += burn * (r.kind[::-1] == REST) + dread * r.gained[::-1]
    r.health = r.health - lost[::-1] - recoil
    r.energy = np.maximum(r.energy - sap[::-1], np.int8(0))
    healed = drain * dealt.astype(np.int16) + heal + kinship * (r.card[0] == r.card[1])
    r.health = np.minimum(r.health + healed, np.int16(HEALTH))


def _charge(r: Round) -> None:
    """5.1: a card that attacks spends the charge, and a resolved Rest charges, where the Passive does so."""
    left: Bool = r.charged > r.has(tables.SPENDS)
    r.charged = (left | r.has(tables.CHARGES)).view(np.int8)


def _spare(executed: Bool, before: tuple[I16, I8, I8], r: Round) -> None:
    """2.4: nothing happens any more after an execution."""
    games = np.flatnonzero(executed)
    health, energy, charged = before
    lay(r.health, games, both(health, games))
    lay(r.energy, games, both(energy, games))
    lay(r.charged, games, both(charged, games))


def _owed(t: Tables, r: Round, place: Index) -> U16:
    """3.5 to 3.7: return [2, n] what each player must exhaust, may ready and may banish, packed as in the tables."""
    mine = t.owed.take(place, mode="clip")
    owed: U16 = mine[::-1] & EXHAUSTS.mask
    owed *= ~r.has(tables.STEADY | tables.WARD)
    banishes = mine & BANISHES.mask
    banishes *= ~r.has(tables.STEADY)[::-1]
    return owed | (mine & READIES.mask) | banishes


def _write(state: State, rows: Rows, r: Round) -> None:
    """Lay the outcome down: HP, Energy, the cards on the table, and what waits for cleaning up."""
    table = _on_table(r)
    back, fetch = state.tables.returns.at(r.row)
    lay(state.health, rows, r.health)
    lay(state.energy, rows, r.energy)
    lay(state.charged, rows, r.charged)
    lay(state.turning, rows, r.has(tables.TURNS) & r.counts)
    lay(state.hand, rows, both(state.hand, rows) & ~table)
    lay(state.table, rows, table)
    lay(state.played, rows, both(state.played, rows) | table)
    lay(state.back, rows, back.view(np.uint8))
    lay(state.fetch, rows, fetch.view(np.uint8))


def _end(state: State, rows: Rows, executed: Bool) -> Bool:
    """2.4, 4.4, 4.5: end the games that are decided or at the cap; return [n] where the game has ended."""
    health = both(state.health, rows)
    down = health <= 0
    tied = state.tied[rows]
    equal = health[0] == health[1]
    decided = (down[0] | down[1] | tied) & ~equal
    decided |= executed[0] | executed[1]
    ended = decided | (state.turns[rows] >= ROUNDS)
    state.margin[rows] = health[0] - health[1]
    if ended.any():
        _finish(state, rows, executed, np.flatnonzero(decided))
        _finish_at_cap(state, places(rows, np.flatnonzero(ended & ~decided)))
    state.tied[rows] = tied | (down[0] & down[1] & equal)
    return ended


def _finish(state: State, rows: Rows, executed: Bool, at: Index) -> None:
    """4.6: write result, ending and margin of the games at the places `at` of `rows`, which are decided."""
    games = places(rows, at)
    health = both(state.health, games)
    killed = both(executed, at)
    kill = killed[1].view(np.int8) - killed[0]  # +1 where seat 0 executed
    fallen = health <= 0
    ending = np.full(len(at), KNOCKOUT, np.int8)
    ending[fallen[0] & fallen[1]] = TRADE
    ending[state.tied[games]] = OVERTIME
    ending[kill != 0] = EXECUTION
    winner = np.maximum(np.where(kill > 0, health[0], health[1]), 1)
    state.margin[games] = np.where(kill, kill * winner, health[0] - health[1])
    finish(state, games, np.where(kill, kill, np.sign(health[0] - health[1])), ending)


def _finish_at_cap(state: State, games: Index) -> None:
    """4.5: a hundred rounds without a winner are a draw."""
    finish(state, games, np.zeros(len(games), np.int8), CAP)
