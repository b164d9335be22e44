"""One whole game of each ruleset as text: no result changes unseen, and none without a raised version of the ruleset.

To accept a change that is meant: raise the ruleset's version, then `WRITE_GOLDEN=1 python -m pytest
tests/contract/test_golden.py`.
"""

import os
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from jobs import rooms
from sim.engine import Lot
from sim.replay import replay
from sim.ruleset import from_module

FOLDER = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", rooms.rulesets())
def test_the_golden_game_is_played_again(name: str) -> None:
    """The replay of luck id 12 under seed 1, between the first two decks, played at random, is the stored text."""
    rules = rooms.ruleset(name)
    decks = list(rooms.decks(name).values())
    random = from_module("random", import_module(f"strategies.{name}.random"))
    second = min(1, len(decks) - 1)
    lot = Lot(1, np.array([[0], [second]], np.int32), np.array([12], np.uint64), np.zeros(1, np.uint64))
    told = replay(rules, rules.tables(rooms.cards(name), decks), (random, random), lot)
    text = f"{name} version {rules.version}\n" + "\n".join(told) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(text, encoding="utf8")
    assert text == path.read_text(encoding="utf8")
