"""The official rulings that the implemented cards can show, on every implementation."""

from collections.abc import Callable

import pytest

from tests.rulesets.cyberpunk.moves import Case
from tests.rulesets.cyberpunk.playing import each
from tests.rulesets.cyberpunk.position import CARDS
from tests.rulesets.cyberpunk.rulings import CASES, NOT_SHOWN

RULINGS = 249  # of the official FAQ, the comprehensive rules and the public rulings together


@pytest.mark.parametrize(("case", "played"), each(CASES))
def test_ruling(case: Case, played: Callable[[Case], None]) -> None:
    played(case)


def test_every_ruling_is_shown_or_needs_something_that_is_not_implemented() -> None:
    shown = {case.name.split()[0] for case in CASES}
    missing = [ruling for rulings in NOT_SHOWN.values() for ruling in rulings.split()]
    assert not shown & set(missing)
    assert len(shown) + len(missing) == len(shown | set(missing)) == RULINGS
    assert not set(NOT_SHOWN) & {card.name for card in CARDS.all}


def test_no_name_comes_twice() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
