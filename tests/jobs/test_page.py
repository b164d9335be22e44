"""What the page of a run tells to type is right: its commands, taken from a real browser, replay what they say."""

import shlex
from pathlib import Path

import pandas as pd
import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By

from jobs.config import load
from reports.page import build
from tests.jobs.making import play, tourney, write
from tests.reports.browser import at_cell, chromium


@pytest.mark.slow
def test_the_games_of_a_cell_can_be_copied_and_replayed(tmp_path: Path) -> None:
    """One click selects the whole command, whatever the folder is called; the game is that of the table."""
    run = tmp_path / "it's a run"
    play(load(write(tmp_path, keep="all")), run)
    page = build(run)
    extremes = pd.read_csv(page.parent / "tables/extremes.csv").set_index("cell")
    with chromium(1400) as browser:
        browser.get(page.as_uri())
        at_cell(browser, "entrants", 0, 3, "click")
        codes = browser.find_elements(By.CSS_SELECTOR, "#figure-entrants .card code")
        copied = []
        for code in codes:
            ActionChains(browser).click(code).perform()
            copied.append(browser.execute_script("return getSelection().toString()"))
        assert copied == [code.text for code in codes]
        copied.append(browser.find_element(By.CSS_SELECTOR, "[data-game]").text)
        folder = browser.find_element(By.CSS_SELECTOR, "code[data-run]").text
    assert shlex.split(folder) == [str(run)]
    told = [shlex.split(command) for command in copied]
    assert [words[:3] for words in told] == [["tourney", "replay", str(run)]] * 3
    row = extremes.loc[told[0][3].split(":")[0]]
    assert [words[3] for words in told[:2]] == [row["lopsided"], row["closest"]]
    for words, margin in zip(told, (row["lopsided_margin"], row["closest_margin"]), strict=False):
        done = tourney(*words[1:])
        assert done.exit_code == 0
        assert f"margin {abs(margin):+}" in done.stdout or f"margin {-abs(margin):+}" in done.stdout
        assert done.stdout.splitlines()[-1] == "The same game as stored: the traces agree."
