"""What can go wrong, by whose fault: each class becomes one exit code of the command."""


class InputError(ValueError):
    """A mistake in what a user gave: names the file, the key, the wrong value and what would be right."""


class StrategyError(InputError):
    """A strategy raised, answered in the wrong shape, or played illegally.

    `game` is the index of the game in its lot, `seat` the seat that was asked.
    """

    def __init__(self, message: str, game: int, seat: int) -> None:
        super().__init__(message)
        self.game = game
        self.seat = seat

    def __reduce__(self) -> tuple[type, tuple[str, int, int]]:
        """Survive the trip between processes, with the game named."""
        return type(self), (str(self), self.game, self.seat)


class MachineError(RuntimeError):
    """Our own fault or the machine's, such as a repeated shard whose bytes differ: no result can be trusted then."""
