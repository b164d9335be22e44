"""What the command prints of cards."""

import pandas as pd
import pytest

from jobs import tell


def cards(count: int) -> pd.DataFrame:
    """Return a table of cards as reports/cards.py makes it: card i is worth i points, give or take a half."""
    rows = [
        {"role": "BOSS", "card": f"[red]{i}", "effect": float(i), "low": i - 0.5, "high": i + 0.5, "decks": 1000 + i}
        for i in range(count)
    ]
    return pd.DataFrame(rows).assign(games=4000)


def lines(printed: str) -> list[str]:
    """Return the rows of cards among what was printed."""
    return [line for line in printed.splitlines() if "[red]" in line]


def test_the_strongest_and_the_weakest_cards_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Three of each, the best first, with intervals and what they rest on; names are text, never markup."""
    tell.cards(cards(9))
    printed = capsys.readouterr().out
    assert [line.split("[red]")[1][0] for line in lines(printed)] == ["8", "7", "6", "2", "1", "0"]
    assert "+8.0" in printed
    assert "+7.5 to +8.5" in printed
    assert "-0.5 to +0.5" in printed
    assert "1,008" in printed
    assert "for all 9 at once" in printed


def test_few_cards_are_all_printed_and_none_is_silence(capsys: pytest.CaptureFixture[str]) -> None:
    """No card twice."""
    tell.cards(cards(4))
    assert len(lines(capsys.readouterr().out)) == 4
    tell.cards(cards(0).reindex(columns=["effect"]))
    assert capsys.readouterr().out == ""


def test_a_crowd_of_entrants_is_not_ranked(capsys: pytest.CaptureFixture[str]) -> None:
    """The first of thousands are those that were lucky: their number is said instead of their names."""
    rows = {"rank": range(1, 1502), "name": [f"deck {i}" for i in range(1501)], "score": 50.0, "games": 20}
    tell.standings(pd.DataFrame(rows).assign(low=40.0, high=60.0))
    assert capsys.readouterr().out == "1,501 entrants with 20 games each (median): too many to rank one by one here\n"


def test_standings_say_what_they_rest_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Rank range, kind of the interval, luck ids or rivals; who has no score has neither rank nor range."""
    rows = {"rank": [1, 2, pd.NA], "rank_low": [1, 1, pd.NA], "rank_high": [2, 2, pd.NA], "name": ["a", "b", "alone"]}
    counts = {"kind": ["t", "t", "none"], "units": [60, 60, 0], "games": [480, 480, 0]}
    limits = {"score": [55.0, 45.0, float("nan")], "low": [50.0, 40.0, float("nan")], "high": [60, 50, float("nan")]}
    frame = pd.DataFrame(rows | counts | limits).astype(dict.fromkeys(("rank", "rank_low", "rank_high"), "Int64"))
    tell.standings(frame)
    printed = capsys.readouterr().out
    cells = [[cell.strip() for cell in line.split("│")[1:-1]] for line in printed.splitlines() if "│" in line]
    assert cells[0] == ["1", "1 to 2", "a", "55.0", "50.0 to 60.0", "480"]
    assert cells[2] == ["", "", "alone", "", "", "0"]
    assert "Each interval holds by itself (t, over 60 luck ids); ranks hold for all rows at once, 95 %" in printed
    tell.standings(frame.assign(kind="t, drawn", units=[60, 1200, 0]))
    assert "(t, drawn, over 60 to 1,200 rivals)" in capsys.readouterr().out
