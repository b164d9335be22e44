"""What a legal deck is: there is one pack of six cards, so there is one deck."""

from typing import Any, Final

from sim.errors import InputError
from sim.ruleset import Deck
from sim.rulesets.leduc.state import SLOTS

NAME: Final = "standard"


def shipped(_cards: Any = None) -> dict[str, Deck]:
    """Return the one deck, `standard`. Both seats share its pack."""
    return {NAME: Deck(NAME, SLOTS, None)}


def parse(data: dict[str, Any], where: str, _cards: Any = None) -> Deck:
    """Raise InputError that names the file `where`: a reference game has no other deck."""
    raise InputError(f"{where}: keys {sorted(data)}: leduc has no deck files: right would be deck = {NAME!r}")
