"""Choices that figures make about what to show."""

import pandas as pd
import pytest

from reports import plots


@pytest.mark.parametrize(
    ("shares", "last"),
    [
        ({5: 50.0, 6: 49.9, 12: 0.1}, 12),  # a short tail keeps its bars
        ({5: 50.0, 6: 49.9, 100: 0.1}, 6),  # a long thin one is gathered
        ({5: 50.0, 6: 40.0, 100: 10.0}, 100),  # a thick one is part of the picture
    ],
)
def test_only_long_thin_tails_are_gathered(shares: dict[int, float], last: int) -> None:
    """All games decide, whatever a single strategy does."""
    frame = pd.DataFrame({"scope": "all games", "turns": list(shares), "share": list(shares.values()), "mean": 5.5})
    assert plots._last_bar(frame) == last
    assert plots.lengths(frame).axes


def test_long_names_keep_both_ends() -> None:
    """Entrants of one deck differ at the end of their names."""
    name = "a very long name of a deck / strategy"
    assert plots.short("short") == "short"
    assert len(plots.short(name)) == plots.LONGEST
    assert plots.short(name).startswith("a very long name")
    assert plots.short(name).endswith("/ strategy"[-10:])
