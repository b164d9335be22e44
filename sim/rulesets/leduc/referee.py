"""The rules of README.md for one game, slowly, in plain Python: the batch engine's oracle, written from that page.

The whole game is one generator that reads like the rule book and stops wherever a player has to decide.
"""

from collections.abc import Generator
from contextlib import suppress
from random import Random
from typing import Final

from sim.ruleset import Deck
from sim.rulesets.leduc.state import CALL, CARDS, FOLD, RAISE

Step = Generator[None, int, None]  # a part of the game that stops wherever a player has to decide

RAISE_BY: Final = {1: 2, 2: 4}  # 2.3
MOST_RAISES: Final = 2  # 2.3


class Game:
    """One game: ask `legal()` of the player at `seat`, then `play` one of those actions, until it is `over`."""

    def __init__(self, hands: tuple[int, int], public: int) -> None:
        """Begin a game in which `hands` were dealt by seat and `public` will be turned over; ranks 0 to 2."""
        self.hands = hands
        self.over = False
        self.result = 0
        self.margin = 0
        self.ending = ""
        self.turns = 0
        self.seat = 0
        self.stakes = [1, 1]  # 1.2
        self.shown: int | None = None  # the public card, once it lies
        self.seen: list[set[str]] = [{f"hand {hand}"} for hand in hands]  # 3.4
        self.played: list[set[str]] = [set(), set()]
        self._public = public
        self._raises = 0
        self._progress = self._game()
        next(self._progress)

    def legal(self) -> list[int]:
        """2.2, 2.3: the actions of the player who has to decide; none once the game is over."""
        if self.over:
            return []
        facing_a_bet = self.stakes[self.seat] < self.stakes[1 - self.seat]
        may_raise = self._raises < MOST_RAISES
        return [FOLD] * facing_a_bet + [CALL] + [RAISE] * may_raise

    def play(self, action: int) -> None:
        """Take the decision of the player at `seat`, and go on to the next decision."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {self.seat}: right would be one of {self.legal()}")
        with suppress(StopIteration):  # so a generator says that the game is over
            self._progress.send(action)

    def snapshot(self) -> dict[str, object]:
        """Return the position in plain values: what any other engine must agree with."""
        return {"hands": self.hands, "public": self.shown, "stakes": tuple(self.stakes), "turns": self.turns}

    def _game(self) -> Step:
        yield from self._round()
        if not self.over:
            self.shown = self._public  # 1.4
            for seen in self.seen:
                seen.add(f"public {self.shown}")
            yield from self._round()
        if not self.over:
            self._showdown()

    def _round(self) -> Step:
        """2: seat 0 begins; the round ends with a fold, or when both have had their say and the stakes are equal."""
        self.turns += 1
        self._raises = 0
        self.seat = 0
        decisions = 0
        while decisions < 2 or self.stakes[0] != self.stakes[1]:
            action = yield
            decisions += 1
            if action == FOLD:
                self._fold()
                return
            self._bet(action)
            self.seat = 1 - self.seat

    def _bet(self, action: int) -> None:
        self.stakes[self.seat] = self.stakes[1 - self.seat]  # a call, and the first part of a raise
        if action == RAISE:
            self.stakes[self.seat] += RAISE_BY[self.turns]
            self._raises += 1

    def _fold(self) -> None:
        """3.1: the other player wins what the folder has put in."""
        lost = self.stakes[self.seat]
        self._end("fold", -lost if self.seat == 0 else lost)

    def _showdown(self) -> None:
        """3.2: a pair with the public card wins, else the higher card; equal cards share the pot."""
        self.played = [set(seen) for seen in self.seen]
        first, second = self.hands
        if first == second:
            self._end("showdown", 0)
        elif self.shown in self.hands:
            self._end("showdown", self.stakes[0] if first == self.shown else -self.stakes[0])
        else:
            self._end("showdown", self.stakes[0] if first > second else -self.stakes[0])

    def _end(self, ending: str, margin: int) -> None:
        self.over = True
        self.ending = ending
        self.margin = margin
        self.result = (margin > 0) - (margin < 0)


def random_game(decks: tuple[Deck, Deck], draw: Random) -> Game:
    """Play one game, deal and every decision uniformly at random; both seats are dealt from one pack (1.1 to 1.4)."""
    first, second, public = draw.sample(CARDS, 3)
    game = Game((first, second), public)
    while not game.over:
        game.play(draw.choice(game.legal()))
    return game
