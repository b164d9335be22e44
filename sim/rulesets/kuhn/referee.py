"""The rules of README.md for one game, slowly, in plain Python: the batch engine's oracle, written from that page."""

from random import Random

from sim.ruleset import Deck
from sim.rulesets.kuhn.state import BET, PASS, RANKS


class Game:
    """One game: ask `legal()` of the player at `seat`, then `play` one of those actions, until it is `over`."""

    def __init__(self, hands: tuple[int, int]) -> None:
        """Begin a game in which `hands` were dealt by seat; ranks 0 to 2."""
        self.hands = hands
        self.over = False
        self.result = 0
        self.margin = 0
        self.ending = ""
        self.turns = 1  # 3.3
        self.seat = 0  # 2.1
        self.seen = [{hand} for hand in hands]  # 3.4
        self.played: list[set[int]] = [set(), set()]
        self._stakes = [1, 1]  # 1.2
        self._passed = False  # seat 0 has passed, and nobody has bet

    def legal(self) -> list[int]:
        """2.1: both actions, always; none once the game is over."""
        return [] if self.over else [PASS, BET]

    def play(self, action: int) -> None:
        """Take the decision of the player at `seat`, and go on to the next decision."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {self.seat}: right would be one of {self.legal()}")
        bet_to_me = self._stakes[1 - self.seat] > self._stakes[self.seat]
        if action == BET:
            self._stakes[self.seat] += 1
        if bet_to_me and action == PASS:
            self._win(1 - self.seat, "fold")  # 2.3
        elif bet_to_me or (self._passed and action == PASS):
            self._win(0 if self.hands[0] > self.hands[1] else 1, "showdown")  # 2.4
        else:
            self._passed = action == PASS
            self.seat = 1 - self.seat

    def snapshot(self) -> dict[str, object]:
        """Return the position in plain values: what any other engine must agree with."""
        return {"hands": self.hands, "stakes": tuple(self._stakes), "turns": self.turns}

    def _win(self, winner: int, ending: str) -> None:
        """Give `winner` what the other has put in (2.3, 2.4)."""
        lost = self._stakes[1 - winner]
        self.over = True
        self.ending = ending
        self.margin = lost if winner == 0 else -lost
        self.result = 1 if winner == 0 else -1
        if ending == "showdown":
            self.played = [{hand} for hand in self.hands]  # 3.4


def random_game(decks: tuple[Deck, Deck], draw: Random) -> Game:
    """Play one game, deal and every decision uniformly at random; both seats are dealt from one pack (1.1 to 1.3)."""
    first, second = draw.sample(range(len(RANKS)), 2)
    game = Game((first, second))
    while not game.over:
        game.play(draw.choice(game.legal()))
    return game
