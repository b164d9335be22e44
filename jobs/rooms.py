"""What there is: rulesets, their decks and strategies, found by looking into the folders. Nothing is registered."""

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import sim.rulesets
import strategies as shelf
from jobs.messages import Place, near
from sim.ruleset import Deck, Ruleset

PLANNERS: Final = ("lookahead", "rollout")  # strategies that every ruleset has, made by sim/lookahead.py


def rulesets() -> list[str]:
    """Return the names of all rulesets: the rooms in sim/rulesets that have rules."""
    return sorted(path.parent.name for path in _folder(sim.rulesets).glob("*/rules.py"))


def ruleset(name: str, place: Place | None = None) -> Ruleset:
    """Return the ruleset `name`; raise InputError, at `place` of a config if given, when there is none."""
    known = rulesets()
    if name not in known:
        raise (place or Place("", ("ruleset",), name)).wrong("no such ruleset", near(name, known))
    found: Ruleset = import_module(f"sim.rulesets.{name}.rules").RULESET
    return found


def cards(name: str) -> Any:
    """Return the card set that comes with the ruleset `name`; None where the decks themselves hold the cards."""
    return deck_module(name).cards(None, "") if has_cards(name) else None


def has_cards(name: str) -> bool:
    """Return whether the ruleset `name` has a card set, and so takes card files."""
    return callable(getattr(deck_module(name), "cards", None))


def exchanges(name: str) -> bool:
    """Return whether single cards of the decks of the ruleset `name` can be exchanged."""
    return callable(getattr(deck_module(name), "replaced", None))


def decks(name: str) -> dict[str, Deck]:
    """Return the decks that come with the ruleset `name`, by name, in the order of their names."""
    return dict(_shipped(name))


@cache
def _shipped(name: str) -> tuple[tuple[str, Deck], ...]:
    return tuple(sorted(deck_module(name).shipped(cards(name)).items()))


def deck_module(name: str) -> Any:
    """Return the room's module of decks: what README.md lists under "What a room of decks offers"."""
    return import_module(f"sim.rulesets.{name}.decks")


def strategies(name: str) -> list[str]:
    """Return the names of all strategies for the ruleset `name`: its files, then the planners."""
    files = (_folder(shelf) / name).glob("*.py")
    return [*sorted(path.stem for path in files if not path.stem.startswith("_")), *PLANNERS]


def strategy_module(ruleset_name: str, name: str) -> str:
    """Return the dotted name of a shipped strategy's module."""
    return f"{shelf.__name__}.{ruleset_name}.{name}"


def _folder(package: ModuleType) -> Path:
    return Path(package.__path__[0])
