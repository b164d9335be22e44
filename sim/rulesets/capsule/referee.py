"""The rules of README.md for one game in plain, slow Python: the oracle for the batch engine, written from that page.

The whole game is one generator that reads like the rule book and stops wherever a player has to decide.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from sim.ruleset import Deck
from sim.rulesets.capsule import cards as data
from sim.rulesets.capsule.cards import ALLY, OPPOSITE, RIVAL, RIVALS, SELF, TEAM, Action, Card, Cards
from sim.rulesets.capsule.state import (
    ACT,
    BOSS,
    BOSS_FELL,
    BOTH_FELL,
    CAP,
    COMBO,
    COMBOS,
    DISCARDS,
    ENDINGS,
    FIRST_SLOT,
    MOST_CAPSULES,
    PASS,
    PLACES,
    REMOVE,
    ROLES,
    SACRIFICE,
    SACRIFICED,
    SBIRE,
    SLOTS,
    TURNS,
    WORD,
)

Teams = tuple[Sequence[Card], Sequence[Card]]  # the six cards of seat 0 and of seat 1, by slot
Draw = Callable[[int, list[int]], int]  # (seat, slots of the pile that may come) -> the slot that is drawn

Step = Generator[None, int, None]  # a part of the game that stops wherever a player has to decide
Choice = Generator[None, int, int]  # the same, and it returns a number: the action chosen, the bonus of a combo
Act = Generator[None, int, bool]  # the same, and it returns whether one more action is granted


@dataclass(eq=False)
class Fighter:
    """One character: face down, in the team, at its last stand, or fallen."""

    card: Card
    seat: int
    slot: int
    pv: int
    capsules: int
    stunned: bool = False
    shielded: bool = False
    last_stand: bool = False  # from its price (3.5) until 5.13
    fallen: bool = False

    def __post_init__(self) -> None:
        """1.1: its place is counted from the left of its row."""
        self.rank = ROLES[self.slot]
        self.place = self.slot - FIRST_SLOT[self.rank]

    @property
    def lives(self) -> int:
        """2.5: none when fallen."""
        return 0 if self.fallen else 1 + self.capsules

    def passive(self, name: str) -> int:
        """6: the number of a passive, 0 for none."""
        return self.card.passive.get(name, 0)

    def refill(self) -> None:
        """2.1, 3.3: one capsule for the initial PV, even if it had more."""
        self.capsules -= 1
        self.pv = self.card.pv

    def fall(self) -> None:
        """2.1."""
        self.pv, self.fallen, self.last_stand = 0, True, False

    def lose(self, number: int) -> bool:
        """2.1: lose PV, at most all; return whether that took a life."""
        self.pv -= min(number, self.pv)
        if self.pv > 0:
            return False
        if self.capsules:
            self.refill()
        else:
            self.fall()
        return True


class Side:
    """One player: his six characters, his combo pile, and what he owes."""

    def __init__(self, seat: int, cards: Sequence[Card]) -> None:
        """Lay the cards down by slot; the SBIRES are revealed (1.3)."""
        self.seat = seat
        self.fighters = [Fighter(card, seat, slot, card.pv, card.capsules) for slot, card in enumerate(cards)]
        self.row = SBIRE
        self.owes = False
        self.combos = COMBOS
        self.pile: set[int] = set()
        self.gone: set[int] = set()

    @property
    def revealed(self) -> list[Fighter]:
        """The characters of the revealed row, fallen ones too."""
        first = FIRST_SLOT[self.row]
        return self.fighters[first : first + PLACES - self.row]

    @property
    def team(self) -> list[Fighter]:
        """1.3, 3.6: who lives in the revealed row, but for one at its last stand."""
        return [fighter for fighter in self.revealed if not fighter.fallen and not fighter.last_stand]

    @property
    def boss(self) -> Fighter:
        """The BOSS, face down or not."""
        return self.fighters[-1]

    def at(self, place: int) -> Fighter | None:
        """1.5: the character of the team at a place, if there is one."""
        return next((fighter for fighter in self.team if fighter.place == place), None)

    def neighbours(self, of: Fighter) -> list[Fighter]:
        """1.5: who of the team is beside a character."""
        return [fighter for fighter in self.team if abs(fighter.place - of.place) == 1]

    def around(self, of: Fighter, passive: str) -> int:
        """Return the numbers of a passive of all neighbours of a character, added up."""
        return sum(neighbour.passive(passive) for neighbour in self.neighbours(of))

    def row_is_over(self) -> bool:
        """1.4: the last of the row has fallen, and there is a next row."""
        return self.row < BOSS and not self.team

    def bury(self) -> None:
        """2.2: fallen SBIRES and LIEUTENANTS go to the combo pile."""
        fallen = {fighter.slot for fighter in self.fighters if fighter.fallen and fighter.rank < BOSS}
        self.pile |= fallen - self.gone


@dataclass
class Deed:
    """An action on its way through section 5."""

    actor: Fighter
    action: Action
    targets: list[Fighter]
    favoured: Fighter | None = None  # whom the combo is for (7.3)
    bonus: int = 0  # of the combo (7.4)
    cost: dict[Fighter, int] = field(default_factory=dict)  # what the attack cost each character it hit, in PV (5.6)
    bled: list[Fighter] = field(default_factory=list)  # who lost a life to the attack (5.6)


class Game:
    """One game: ask `legal()` of the player at `seat`, then `play` one of those actions, until it is `over`."""

    def __init__(self, teams: Teams, draw: Draw) -> None:
        """Begin a game of two teams, the six cards of each by slot; `draw` is its only luck (7.4)."""
        self.sides = (Side(0, teams[0]), Side(1, teams[1]))
        self.over = False
        self.result = 0
        self.ending = ""
        self.turns = 0
        self.seat = 0
        self.played: list[set[int]] = [set(), set()]
        self._draw = draw
        self._drawn: list[int] = []  # for the combo that is being declared, in order
        self._removed = False  # a capsule, in this turn (3.3)
        self._second = False  # the turn's one more action (3.9) is due
        self._options: list[int] = []
        self._progress = self._game()
        next(self._progress)

    def legal(self) -> list[int]:
        """Return the actions of the player who has to decide; none once the game is over."""
        return [] if self.over else list(self._options)

    def play(self, action: int) -> None:
        """Take the decision of the player at `seat`, and go on to the next decision."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {self.seat}: right would be one of {self.legal()}")
        with suppress(StopIteration):  # so a generator says that the game is over
            self._progress.send(action)

    @property
    def margin(self) -> int:
        """2.5: lives of seat 0's deck less lives of seat 1's deck."""
        first, second = (sum(fighter.lives for fighter in side.fighters) for side in self.sides)
        return first - second

    @property
    def seen(self) -> list[set[int]]:
        """2.5: the slots that were revealed."""
        return [{slot for slot in range(SLOTS) if ROLES[slot] <= side.row} for side in self.sides]

    def snapshot(self) -> dict[str, object]:
        """Return the position in plain values, most by seat: what any other engine must agree with."""
        return {
            "row": [side.row for side in self.sides],
            "pv": [_by_place([fighter.pv for fighter in side.revealed], 0) for side in self.sides],
            "capsules": [_by_place([fighter.capsules for fighter in side.revealed], 0) for side in self.sides],
            "card": [_by_place([fighter.card.number for fighter in side.revealed], "") for side in self.sides],
            "stunned": [[fighter.place for fighter in side.team if fighter.stunned] for side in self.sides],
            "shielded": [[fighter.place for fighter in side.team if fighter.shielded] for side in self.sides],
            "owes": [int(side.owes) for side in self.sides],
            "combos": [side.combos for side in self.sides],
            "pile": [sorted(side.pile) for side in self.sides],
            "gone": [sorted(side.gone) for side in self.sides],
            "turns": self.turns,
            "removed": self._removed,
            "extra": self._second,
            "bonus": self._bonus(),
            "drawn": sorted(self._drawn),
        }

    def _decide(self, side: Side, options: Iterator[int] | list[int]) -> Choice:
        self.seat, self._options = side.seat, sorted(options)
        return (yield)

    def _rival(self, of: Fighter | Side) -> Side:
        return self.sides[1 - of.seat]

    # 3. A turn

    def _game(self) -> Step:
        """1.3: seat 0 first, a turn each in turn; 2.4: two hundred of them at most."""
        while not self.over:
            yield from self._turn(self.sides[self.turns % 2])
            if self.turns == TURNS and not self.over:
                self._cap()

    def _turn(self, me: Side) -> Step:
        """3.1, 3.9, 3.10."""
        self.turns += 1
        self._removed = self._second = False
        for fighter in me.team:  # 6.12
            fighter.pv += min(fighter.passive("regen"), max(fighter.card.pv - fighter.pv, 0))
        if me.owes:
            me.owes = False
        elif (yield from self._act(me)) and not self.over:
            self._second = True
            yield from self._act(me)
        for fighter in me.team:
            fighter.stunned = False

    def _act(self, me: Side) -> Act:
        """3.2: any number of removals that is allowed, then one act."""
        while True:
            choice = yield from self._decide(me, self._possible(me))
            word, bit = divmod(choice, WORD)
            if bit != REMOVE:
                break
            self._remove_capsule(me.revealed[word])
        if choice == PASS:
            return False
        if bit == SACRIFICE:
            yield from self._sacrifice(me.revealed[word])
            return False
        deed = (yield from self._combo(me, choice)) if bit >= COMBO else self._plain_deed(me, choice)
        self.played[me.seat].add(deed.actor.slot)
        yield from self._carry_out(deed)
        return bool(deed.action.again)

    def _possible(self, me: Side) -> list[int]:
        """3.2: what the player may do now."""
        actions = [*self._actions(me), *self._combos(me)]
        removals = [] if self._removed else [fighter.place for fighter in me.team if fighter.capsules]  # 3.3
        sacrifices = [] if self._second else [fighter.place for fighter in me.team if not fighter.capsules]  # 3.7
        passes = [PASS] if self._second or not actions else []  # 3.8
        acts = actions + [WORD * place + SACRIFICE for place in sacrifices] + passes
        return acts + [WORD * place + REMOVE for place in removals]

    def _actions(self, me: Side) -> Iterator[int]:
        """3.4: the actions that can be chosen, with the target of each."""
        for actor, number, action in self._payable(me):
            for target in self._choices(actor, action):
                yield WORD * actor.place + ACT + PLACES * number + target

    def _payable(self, me: Side) -> Iterator[tuple[Fighter, int, Action]]:
        """3.4, 5.8: the actions of who is not stunned, as far as their price can be paid."""
        for actor in me.team:
            if not actor.stunned:
                for number, action in enumerate(actor.card.actions):
                    if self._can_pay(actor, self._price(actor, action)):
                        yield actor, number, action

    def _remove_capsule(self, fighter: Fighter) -> None:
        """3.3: once in a turn."""
        fighter.refill()
        self._removed = True

    def _price(self, actor: Fighter, action: Action) -> int:
        """3.5: with `toll` (6.11) and `thrift` (6.10)."""
        opposite = self._rival(actor).at(actor.place)
        toll = opposite.passive("toll") if opposite else 0
        return max(action.price + toll - self.sides[actor.seat].around(actor, "thrift"), 0)

    def _can_pay(self, actor: Fighter, price: int) -> bool:
        """3.5: with its PV, or with its initial PV after the turn's one removal."""
        after_removal = actor.capsules > 0 and not self._removed and actor.card.pv >= price
        return actor.pv >= price or after_removal

    def _pay(self, actor: Fighter, price: int) -> None:
        """3.5: whoever comes to 0 loses a life; without a capsule that is a last stand (3.6)."""
        if actor.pv < price:
            self._remove_capsule(actor)
        actor.pv -= price
        if actor.pv == 0 and actor.capsules:
            actor.refill()
        elif actor.pv == 0:
            actor.last_stand = True

    def _sacrifice(self, fighter: Fighter) -> Step:
        """3.7: with its answers (5.14)."""
        fighter.fall()
        self._answers(None, [fighter])
        yield from self._settle(sacrificed=fighter)

    # 4. Aims

    def _choices(self, actor: Fighter, action: Action) -> list[int]:
        """4.1: the places that can be chosen; one 0 where there is no choice."""
        if action.aim == RIVAL:
            return [fighter.place for fighter in _open_targets(self._rival(actor).team)]
        if action.aim == ALLY:
            return [fighter.place for fighter in self.sides[actor.seat].team]
        return [0] if action.aim != OPPOSITE or self._rival(actor).at(actor.place) else []

    def _targets(self, actor: Fighter, action: Action, place: int) -> list[Fighter]:
        """4.1: who the targets are, once a place was chosen."""
        own, rival = self.sides[actor.seat], self._rival(actor)
        if action.aim == SELF:
            return [actor]
        if action.aim in (RIVALS, TEAM):
            return rival.team if action.aim == RIVALS else own.team
        side = own if action.aim == ALLY else rival
        target = side.at(actor.place if action.aim == OPPOSITE else place)
        assert target is not None
        return [target]

    def _plain_deed(self, me: Side, choice: int) -> Deed:
        word, bit = divmod(choice, WORD)
        number, place = divmod(bit - ACT, PLACES)
        actor = me.revealed[word]
        action = actor.card.actions[number]
        return Deed(actor, action, self._targets(actor, action, place))

    # 7. Combos

    def _combos(self, me: Side) -> Iterator[int]:
        """7.3: attacks of the BOSS that can be strengthened; with `rivals` anyone can be the one that it is for."""
        if me.row == BOSS and me.combos and me.pile:
            for actor, number, action in self._payable(me):
                if action.damage:
                    everyone = [fighter.place for fighter in self._rival(me).team]
                    for target in everyone if action.aim == RIVALS else self._choices(actor, action):
                        yield WORD * number + COMBO + target

    def _combo(self, me: Side, choice: int) -> Generator[None, int, Deed]:
        """7.4: one card is drawn, then more if the player wants; all go back."""
        number, bit = divmod(choice, WORD)
        action = me.boss.card.actions[number]
        while True:
            me.combos -= 1
            self._drawn.append(self._draw(me.seat, sorted(me.pile - set(self._drawn))))
            self.played[me.seat].add(self._drawn[-1])
            if not me.combos or me.pile <= set(self._drawn):
                break
            if (yield from self._decide(me, [choice, PASS])) == PASS:
                break
        targets = self._targets(me.boss, action, bit - COMBO)
        favoured = self._rival(me).at(bit - COMBO) if action.aim == RIVALS else targets[0]
        deed = Deed(me.boss, action, targets, favoured, self._bonus())
        self._drawn = []
        return deed

    def _bonus(self) -> int:
        """7.4: the initial PV of the cards drawn; only one player at a time draws, and it is his turn."""
        me = self.sides[self.seat]
        return sum(me.fighters[slot].card.pv for slot in self._drawn)

    # 5. An action, step by step

    def _carry_out(self, deed: Deed) -> Step:
        actor = deed.actor
        self._pay(actor, self._price(actor, deed.action))  # 5.1
        if deed.action.skip:
            self.sides[actor.seat].owes = True
        self._attack(deed)
        self._tamper(deed)
        self._help(deed)
        fallen = [fighter for fighter in deed.bled if fighter.fallen]
        if actor.last_stand:  # 5.13
            actor.fall()
            fallen.append(actor)
        self._answers(deed, fallen)
        yield from self._settle()

    def _attack(self, deed: Deed) -> None:
        """5.4, 5.5, 5.6: all hits are counted before anyone is hit."""
        damage: dict[Fighter, int] = {}
        for target in deed.targets:
            if deed.action.damage:
                damage[target] = self._damage(target, self._hits(deed, target), deed.action)
            if deed.action.splash:
                for neighbour in self.sides[target.seat].neighbours(target):
                    damage[neighbour] = self._damage(neighbour, [deed.action.splash], deed.action)
        for fighter, number in damage.items():
            deed.cost[fighter] = min(number, fighter.pv)
            if fighter.lose(number):
                deed.bled.append(fighter)

    def _hits(self, deed: Deed, target: Fighter) -> list[int]:
        """5.4: the strength of each hit before the defence; a combo adds to the first on one target."""
        hits = [self._strength(deed.actor, deed.action, target)] * deed.action.hits
        hits[0] += deed.bonus if target is deed.favoured else 0
        return hits

    def _strength(self, actor: Fighter, action: Action, target: Fighter) -> int:
        """5.2."""
        own = self.sides[actor.seat]
        strength = action.damage + actor.passive("edge") + own.around(actor, "banner")
        strength += action.rage if actor.pv < actor.card.pv else 0
        pack = [fighter for fighter in own.team if fighter is not actor and fighter.card.dna == actor.card.dna]
        strength += action.pack if pack else 0
        strength += action.grudge * len(own.pile)
        strength += action.breaker if target.capsules else action.finisher
        return strength + (action.hunter if target.card.dna == action.prey else 0)

    def _damage(self, target: Fighter, hits: list[int], action: Action) -> int:
        """5.3, 5.4: armour, shelter, shield and shell; with `pierce` none of them."""
        if action.pierce:
            return sum(hits)
        guard = target.passive("armour") + self.sides[target.seat].around(target, "shelter")
        weakened = [max(hit - guard, 0) for hit in hits]
        if target.shielded:
            target.shielded, weakened[0] = False, 0
        shell = target.passive("shell")
        return min(sum(weakened), shell) if shell else sum(weakened)

    def _tamper(self, deed: Deed) -> None:
        """5.7, 5.8, 5.9: what else an action does to targets that have not fallen."""
        for target in deed.targets:
            if not target.fallen:
                target.capsules -= min(deed.action.crack, target.capsules)
                target.stunned = target.stunned or bool(deed.action.stun)
                if deed.action.exchange and not deed.actor.last_stand:
                    target.pv, deed.actor.pv = deed.actor.pv, target.pv

    def _help(self, deed: Deed) -> None:
        """5.10, 5.11, 5.12: nothing of it reaches one at its last stand (3.6)."""
        action, actor = deed.action, deed.actor
        if action.freeze:
            self._rival(actor).owes = True
        for target in deed.targets:
            if not target.fallen and not target.last_stand:
                target.pv += action.heal
                target.capsules = min(target.capsules + action.capsule, MOST_CAPSULES)
                target.shielded = target.shielded or bool(action.shield)
        if not actor.last_stand:
            actor.pv += action.gain + min(sum(deed.cost.values()), action.drain)

    def _answers(self, deed: Deed | None, fallen: list[Fighter]) -> None:
        """5.14: all gains, then all losses; what happens here sets off nothing more."""
        living = [fighter for side in self.sides for fighter in side.team]
        for fighter in living:
            comrades = sum(other.seat == fighter.seat for other in fallen)
            fighter.pv += fighter.passive("mourn") * comrades
            if deed and fighter is deed.actor:
                fighter.pv += fighter.passive("feast") * len(deed.bled)
        for fighter in living:
            loss = sum(other.passive("parting") for other in fallen if other.seat != fighter.seat)
            if deed and fighter is deed.actor:
                loss += deed.action.recoil
                loss += sum(other.passive("thorns") for other, cost in deed.cost.items() if cost)
                loss += sum(other.passive("spite") for other in deed.bled)
            fighter.lose(loss)

    def _settle(self, sacrificed: Fighter | None = None) -> Step:
        """5.15: piles, reveals, the end; then the bonus of a round (7.1, 7.2)."""
        before = [side.row for side in self.sides]
        for side in self.sides:
            side.bury()
        finished = [side for side in self.sides if side.row_is_over()]
        for side in finished:
            side.row += 1
        self._end(sacrificed)
        for side in finished:
            if not self.over and before[1 - side.seat] > before[side.seat]:  # the rival had finished it before
                yield from self._round_won(side)

    def _round_won(self, me: Side) -> Step:
        """7.2: the winner may remove a card from his own pile."""
        choice = yield from self._decide(me, [PASS, *(DISCARDS[slot] for slot in me.pile)])
        if choice != PASS:
            slot = DISCARDS.index(choice)
            me.pile.remove(slot)
            me.gone.add(slot)

    # 2. The end

    def _end(self, sacrificed: Fighter | None) -> None:
        """2.3: at the end of the action by which a BOSS fell."""
        fallen = [side for side in self.sides if side.boss.fallen]
        if sacrificed and sacrificed.rank == BOSS:
            self._finish(1 - sacrificed.seat, SACRIFICED)
        elif len(fallen) == 2:
            self._finish(None, BOTH_FELL)
        elif fallen:
            self._finish(1 - fallen[0].seat, BOSS_FELL)

    def _cap(self) -> None:
        """2.4: lives of the BOSS, then its PV; one that lies face down has all of both."""
        first, second = ((side.boss.lives, side.boss.pv) for side in self.sides)
        self._finish(None if first == second else int(second > first), CAP)

    def _finish(self, winner: int | None, ending: int) -> None:
        self.over, self.ending = True, ENDINGS[ending]
        self.result = 0 if winner is None else 1 - 2 * winner


def _by_place(values: list[Any], none: Any) -> list[Any]:
    return values + [none] * (PLACES - len(values))


def _open_targets(team: list[Fighter]) -> list[Fighter]:
    """6.14, 6.15: who of a team can be the target of an action with aim `rival`."""
    taunting = [fighter for fighter in team if fighter.passive("taunt")]
    plain = [fighter for fighter in team if not fighter.passive("stealth")]
    return taunting or plain or team


def play_out(teams: Teams, choose: Callable[[Game], int], draw: Draw) -> Game:
    """Play one game to its end; `choose(game)` gives the action wherever there is more than one."""
    game = Game(teams, draw)
    while not game.over:
        legal = game.legal()
        game.play(choose(game) if len(legal) > 1 else legal[0])
    return game


@cache
def _shipped() -> Cards:
    return data.shipped()


def random_game(decks: tuple[Deck, Deck], draw: Random, cards: Cards | None = None) -> Game:
    """Play one game of two decks, every decision and every draw for a combo uniformly at random."""
    known = (cards or _shipped()).all
    first, second = ([known[place] for place in deck.content.cards] for deck in decks)
    return play_out((first, second), lambda game: draw.choice(game.legal()), lambda _seat, slots: draw.choice(slots))
