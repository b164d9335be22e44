"""The rules of README.md for one game in plain, slow Python: the oracle for the batch engine, written from that page.

The whole game is one generator that reads like the rule book and stops wherever a player has to decide.
"""

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final

from sim.ruleset import Deck
from sim.rulesets.massiveverse.cards import Card, Character
from sim.rulesets.massiveverse.state import (
    CAP,
    ENDINGS,
    ENERGY,
    EXECUTION,
    HEALTH,
    KEEP,
    KNOCKOUT,
    OVERTIME,
    PASSIVE_SLOT,
    READY,
    READY_UNLOCK,
    REST,
    ROUNDS,
    TRADE,
    ULTIMATE,
    UNLOCK,
    WEAPON,
)

SIX_ABILITIES: Final = frozenset(range(ULTIMATE))

Step = Generator[None, int, None]  # a part of the game that stops wherever a player has to decide
Choice = Generator[None, int, int]  # the same, and it returns the action chosen
Picks = Generator[None, int, set[int]]  # the same, and it returns the cards chosen
Selection = Generator[None, int, tuple["Play", "Play"]]


@dataclass
class Play:
    """One card on the table, and what becomes of it in its round."""

    card: Card
    counters: bool = False  # it countered the rival's card (2.3)
    resolves: bool = True  # it was not countered (2.3)
    dealt: int = 0  # damage that passed the rival's guard (2.7)
    stopped: int = 0  # damage that its own guard took (2.7)

    def is_resolving(self, kind: int) -> bool:
        """Whether this is a card of type `kind` that was not countered."""
        return self.resolves and self.card.type == kind

    def is_resolving_grab(self) -> bool:
        """Whether this is a Grab that was not countered."""
        return self.resolves and self.card.grab > 0

    def is_resolving_steady(self) -> bool:
        """Whether this is a card with `steady` that was not countered."""
        return self.resolves and self.card.steady > 0

    def total(self, effect: str) -> int:
        """3.1: the numbers of an effect, added over the triggers that are set off."""
        set_off = {"play": True, "hit": self.dealt >= 1, "counter": self.counters, "stop": self.stopped >= 1}
        numbers = [by_effect.get(effect, 0) for trigger, by_effect in self.card.effects.items() if set_off[trigger]]
        return sum(numbers) if self.resolves else 0


@dataclass
class Seat:
    """What lies before one player. The Ultimate is stored when it is neither in hand nor on the table (1.3)."""

    character: Character
    health: int = HEALTH
    energy: int = 0
    hand: set[int] = field(default_factory=lambda: set(SIX_ABILITIES))
    table: set[int] = field(default_factory=set)
    discard: set[int] = field(default_factory=set)
    banished: set[int] = field(default_factory=set)
    side: int = 0
    charged: bool = False
    executed: bool = False
    gained: int = 0  # Energy gained in this round, as far as the dial moved up (5.1 dread)

    def card(self, kind: int) -> Card:
        """5.2: the card of a type, with the figures of the side that the Passive shows."""
        return self.character.cards[self.side][kind]

    def passive(self, ability: str) -> int:
        """5.1: a number of the Passive, on the side that shows."""
        return self.character.sides[self.side].get(ability, 0)

    def gain_energy(self, number: int) -> None:
        """1.2: what would pass 5 is lost."""
        before = self.energy
        self.energy = min(before + number, ENERGY)
        self.gained += self.energy - before

    def heal(self, number: int) -> None:
        """3.4: a player at 10 gains nothing, no one passes 10."""
        self.health = min(self.health + number, HEALTH)


class Game:
    """One game: ask `legal()` of the player at `seat`, then `play` one of those actions, until it is `over`."""

    def __init__(self, first: Character, second: Character) -> None:
        """Begin a game; `first` sits at seat 0, `second` at seat 1."""
        self.seats = (Seat(first), Seat(second))
        self.over = False
        self.result = 0
        self.ending = ""
        self.turns = 0
        self.tied = False
        self.seat = 0
        self.played: list[set[int]] = [set(), set()]
        self._options: set[int] = set()
        self._progress = self._game()
        next(self._progress)

    def legal(self) -> list[int]:
        """Return the actions of the player who has to decide; none once the game is over."""
        return [] if self.over else sorted(self._options)

    def play(self, action: int) -> None:
        """Take the decision of the player at `seat`, and go on to the next decision."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {self.seat}: right would be one of {self.legal()}")
        with suppress(StopIteration):  # so a generator says that the game is over
            self._progress.send(action)

    @property
    def margin(self) -> int:
        """4.6: HP of seat 0 less HP of seat 1; at an execution the winner's HP, at least 1."""
        first, second = self.seats
        if first.executed or second.executed:
            return self.result * max(1, (second if first.executed else first).health)
        return first.health - second.health

    def snapshot(self) -> dict[str, object]:
        """Return the position in plain values, by seat: what any other engine must agree with."""
        return {
            "health": [me.health for me in self.seats],
            "energy": [me.energy for me in self.seats],
            "hand": [sorted(me.hand) for me in self.seats],
            "discard": [sorted(me.discard) for me in self.seats],
            "banished": [sorted(me.banished) for me in self.seats],
            "side": [me.side for me in self.seats],
            "charged": [int(me.charged) for me in self.seats],
            "tied": self.tied,
            "round": self.turns,
        }

    def _game(self) -> Step:
        while not self.over:
            yield from self._round()

    def _round(self) -> Step:
        """2: preparation belongs to the end of the round before (2.1)."""
        self.turns += 1
        plays = yield from self._selection()
        self._counters(plays)
        if self._execution(plays):
            return
        self._damage(plays)
        self._charge(plays)
        self._losses(plays)
        self._energy(plays)
        self._dread()
        self._heal(plays)
        self._death()
        if self.over:
            return
        yield from self._exhaust(plays)
        yield from self._ready(plays)
        yield from self._banish(plays)
        self._cleaning_up(plays)
        self._rest_brings_all_back(plays)
        self._passives_turn(plays)
        yield from self._preparation()

    # Decisions

    def _decide(self, seat: int, options: set[int]) -> Choice:
        self.seat, self._options = seat, options
        return (yield)

    def _choose(self, seat: int, options: set[int]) -> Choice:
        """3.8: a choice with one option is no choice."""
        if len(options) == 1:
            return min(options)
        return (yield from self._decide(seat, options))

    def _pick(self, seat: int, cards: set[int], number: int, rest_last: bool = False) -> Picks:
        """Pick `number` times one of `cards`, as long as there are any (decided 14)."""
        left = set(cards)
        for _ in range(min(number, len(cards))):
            options = left - {REST} if rest_last and left != {REST} else left
            left.remove((yield from self._choose(seat, set(options))))
        return cards - left

    def _of_both(self) -> tuple[tuple[int, Seat, Seat], ...]:
        """Each seat as (its number, itself, its rival)."""
        first, second = self.seats
        return (0, first, second), (1, second, first)

    # 2. The round up to its damage

    def _selection(self) -> Selection:
        """2.2: each chooses in secret; the cards leave the hands at the reveal, when both have chosen."""
        for me in self.seats:
            me.gained = 0
            if not me.hand:
                me.discard.remove(REST)
                me.hand.add(REST)
        kinds = []
        for seat, me, _ in self._of_both():
            kinds.append((yield from self._decide(seat, set(me.hand))))
        for me, kind in zip(self.seats, kinds, strict=True):
            me.hand.remove(kind)
            me.table.add(kind)
        return Play(self.seats[0].card(kinds[0])), Play(self.seats[1].card(kinds[1]))

    def _counters(self, plays: tuple[Play, Play]) -> None:
        """2.3: all counters first of all, on both sides at once."""
        for seat, me, _ in self._of_both():
            mine, theirs = plays[seat], plays[1 - seat]
            if theirs.card.symbol in mine.card.counters:
                mine.counters, theirs.resolves = True, False
                me.gain_energy(1)
        for seat, me, _ in self._of_both():
            if plays[seat].resolves:
                self.played[seat].add(plays[seat].card.type)
            else:
                me.hand |= me.table
                me.table.clear()

    def _execution(self, plays: tuple[Play, Play]) -> bool:
        """2.4: a resolving Weapon against a resolving Rest wins at once; nothing changes any more."""
        for seat, _, rival in self._of_both():
            if plays[seat].is_resolving(WEAPON) and plays[1 - seat].is_resolving(REST):
                rival.executed = True
                self._win(seat, EXECUTION)
        return self.over

    def _damage(self, plays: tuple[Play, Play]) -> None:
        """2.8, 2.9: ordinary attacks, then Grabs; both players' damage counts at once."""
        grabs = [play.is_resolving_grab() for play in plays]
        for seat, me, rival in self._of_both():
            if not grabs[seat]:
                _deal(plays[seat], plays[1 - seat], _attack(plays[seat], me, rival))
        for seat, me, rival in self._of_both():
            if grabs[seat] and not grabs[1 - seat] and plays[1 - seat].dealt == 0:
                _deal(plays[seat], plays[1 - seat], _attack(plays[seat], me, rival))
        for seat, _, rival in self._of_both():
            rival.health -= plays[seat].dealt

    def _charge(self, plays: tuple[Play, Play]) -> None:
        """5.1: an attack uses the charge up, a Rest gives a new one."""
        for me, play in zip(self.seats, plays, strict=True):
            if me.passive("charge") and play.resolves and play.card.damage > 0:
                me.charged = False
            if me.passive("charge") and play.is_resolving(REST):
                me.charged = True

    # 3. Effects of the cards that resolve

    def _losses(self, plays: tuple[Play, Play]) -> None:
        """3.2: losses by cards, by `toll` and by `burn`."""
        for seat, me, rival in self._of_both():
            rival.health -= plays[seat].total("loss") + me.passive("toll")
            me.health -= plays[seat].total("recoil")
            if plays[1 - seat].is_resolving(REST):
                rival.health -= me.passive("burn")

    def _energy(self, plays: tuple[Play, Play]) -> None:
        """3.3: both players' gains, then what is sapped."""
        for me, play in zip(self.seats, plays, strict=True):
            me.gain_energy(play.total("energy") + int(play.is_resolving(REST)))
        for seat, _, rival in self._of_both():
            rival.energy = max(rival.energy - plays[seat].total("sap"), 0)

    def _dread(self) -> None:
        """3.2: a loss too, but it counts the gains of 3.3, so it is taken here; it still comes before any heal."""
        for _, me, rival in self._of_both():
            rival.health -= me.passive("dread") * rival.gained

    def _heal(self, plays: tuple[Play, Play]) -> None:
        """3.4: all heals of one player are added first; `kinship` (5.1) is one of them."""
        same_type = plays[0].card.type == plays[1].card.type
        for me, play in zip(self.seats, plays, strict=True):
            kinship = me.passive("kinship") if same_type else 0
            me.heal(play.total("heal") + play.total("drain") * play.dealt + kinship)

    def _exhaust(self, plays: tuple[Play, Play]) -> Step:
        """3.5: each exhausts his own cards as the rival's card says; an exhausted Ultimate is stored."""
        picks = []
        for seat, me, _ in self._of_both():
            safe = plays[seat].is_resolving_steady() or me.passive("ward")
            number = 0 if safe else plays[1 - seat].total("exhaust")
            picks.append((yield from self._pick(seat, me.hand, number, rest_last=True)))
        for me, cards in zip(self.seats, picks, strict=True):
            me.hand -= cards
            me.discard |= cards - {ULTIMATE}

    def _ready(self, plays: tuple[Play, Play]) -> Step:
        """3.6: first what a card fetches, then what its player chooses."""
        for me, play in zip(self.seats, plays, strict=True):
            if play.resolves and play.card.fetch in me.discard:
                me.discard.remove(play.card.fetch)
                me.hand.add(play.card.fetch)
        picks = []
        for seat, me, _ in self._of_both():
            picks.append((yield from self._pick(seat, me.discard, plays[seat].total("ready"))))
        for me, cards in zip(self.seats, picks, strict=True):
            me.discard -= cards
            me.hand |= cards

    def _banish(self, plays: tuple[Play, Play]) -> Step:
        """3.7: each chooses in the rival's discard, but not Rest."""
        picks = []
        for seat, _, rival in self._of_both():
            number = 0 if plays[1 - seat].is_resolving_steady() else plays[seat].total("banish")
            picks.append((yield from self._pick(seat, rival.discard - {REST}, number)))
        for seat, _, rival in self._of_both():
            rival.discard -= picks[seat]
            rival.banished |= picks[seat]

    # 4. Cleaning up and the end of a round

    def _cleaning_up(self, plays: tuple[Play, Play]) -> None:
        """4.1: a countered card is in hand already, so only what resolved lies on the table."""
        for me, play in zip(self.seats, plays, strict=True):
            if play.is_resolving(ULTIMATE):
                me.energy = 0
            elif play.card.returns:
                me.hand |= me.table
            else:
                me.discard |= me.table
            me.table.clear()

    def _rest_brings_all_back(self, plays: tuple[Play, Play]) -> None:
        """4.2: itself included; banished cards stay away."""
        for me, play in zip(self.seats, plays, strict=True):
            if play.is_resolving(REST):
                me.hand |= me.discard
                me.discard.clear()

    def _passives_turn(self, plays: tuple[Play, Play]) -> None:
        """4.3: after a counter, for a Passive that turns so."""
        for seat, me, _ in self._of_both():
            if plays[seat].counters and me.character.after_counter:
                self._show_further_side(seat)

    def _show_further_side(self, seat: int) -> None:
        self.seats[seat].side = 1
        self.played[seat].add(PASSIVE_SLOT)

    def _death(self) -> None:
        """4.4, 4.5: once all HP of the round are settled."""
        first, second = (me.health for me in self.seats)
        fallen = (first <= 0) + (second <= 0)
        if first != second and (fallen or self.tied):
            ending = OVERTIME if self.tied else TRADE if fallen == 2 else KNOCKOUT
            self._win(0 if first > second else 1, ending)
            return
        self.tied = self.tied or fallen == 2
        if self.turns == ROUNDS:
            self.over, self.ending = True, ENDINGS[CAP]

    def _win(self, seat: int, ending: int) -> None:
        self.over, self.result, self.ending = True, 1 if seat == 0 else -1, ENDINGS[ending]

    def _preparation(self) -> Step:
        """2.1: neither sees the other's choice, so both are applied after both have chosen."""
        plans = []
        for seat, me, _ in self._of_both():
            plans.append((yield from self._choose(seat, _preparations(me))))
        for seat, me, _ in self._of_both():
            if plans[seat] in (READY, READY_UNLOCK):
                me.hand.add(ULTIMATE)
            if plans[seat] in (UNLOCK, READY_UNLOCK):
                me.energy -= me.character.unlock
                self._show_further_side(seat)


def _attack(mine: Play, me: Seat, rival: Seat) -> int:
    """2.5: a countered card has none; `edge` and `charge` go only with printed damage."""
    if not mine.resolves:
        return 0
    card = mine.card
    attack = card.damage + mine.total("damage")
    if _bonus_holds(card, me, rival):
        attack += card.bonus.get("damage", 0)
    if card.damage > 0:
        attack += me.passive("edge") + (me.passive("charge") if me.charged else 0)
    return max(attack, 0)


def _bonus_holds(card: Card, me: Seat, rival: Seat) -> bool:
    """2.6: if both conditions are given, both must hold."""
    energy = me.energy >= card.bonus.get("energy", 0)
    more_cards = len(me.hand) > len(rival.hand) or not card.bonus.get("more_cards", 0)
    return energy and more_cards


def _deal(mine: Play, theirs: Play, attack: int) -> None:
    """2.7: the guard of a resolving card takes what it can, except from an unblockable attack."""
    guard = theirs.card.guard if theirs.resolves and not mine.card.unblockable else 0
    theirs.stopped = min(guard, attack)
    mine.dealt = attack - theirs.stopped


def _preparations(me: Seat) -> set[int]:
    """2.1: both prices are checked against the Energy before preparation."""
    can_ready = ULTIMATE not in me.hand and me.energy >= me.character.price
    can_unlock = me.character.unlock > 0 and me.side == 0 and me.energy >= me.character.unlock
    plans = {KEEP}
    plans |= {READY} if can_ready else set()
    plans |= {UNLOCK} if can_unlock else set()
    plans |= {READY_UNLOCK} if can_ready and can_unlock else set()
    return plans


def play_out(first: Character, second: Character, choose: Callable[[Game], int]) -> Game:
    """Play one game to its end; `choose(game)` gives the action wherever there is more than one."""
    game = Game(first, second)
    while not game.over:
        legal = game.legal()
        game.play(choose(game) if len(legal) > 1 else legal[0])
    return game


def random_game(decks: tuple[Deck, Deck], draw: Random) -> Game:
    """Play one game of two decks, every decision uniformly at random."""
    first, second = (deck.content for deck in decks)
    return play_out(first, second, lambda game: draw.choice(game.legal()))
