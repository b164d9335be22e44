"""The page in a real browser: sorting, filtering, what maps say, both widths, dark and paper; nothing leaves it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By

from reports.meanings import of_head
from reports.page import build
from reports.words import interval
from tests.reports.browser import at_cell, chromium, complaints
from tests.reports.synthetic import World, write

pytestmark = pytest.mark.slow

WORLD = World(
    decks={f"Deck {number}": 0.02 * number for number in range(6)},
    strategies={name: 0.02 * len(name) for name in ("a", "bb", "ccc", "dddd", "eeeee")},
    blocks=30,
    games=True,
)
SIZES = [(380, True), (1400, False)]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the index.html of a run of 30 entrants, whose games are kept."""
    return build(write(WORLD, tmp_path_factory.mktemp("browser")))


@pytest.fixture
def browser(built: Path) -> Iterator[Chrome]:
    """Give a wide browser that shows the page."""
    with chromium(1400) as opened:
        opened.get(built.as_uri())
        yield opened


def column(browser: Chrome, table: str, number: int) -> list[str]:
    """Return the texts of one column of a table, of the rows that are shown."""
    script = """return [...document.querySelectorAll(`#table-${arguments[0]} tbody tr`)].filter((row) => !row.hidden)
        .map((row) => row.cells[arguments[1]].textContent)"""
    return list(browser.execute_script(script, table, number))


def card(browser: Chrome, figure: str) -> str:
    """Return what is told of the cell; nothing if it is hidden."""
    return browser.find_element(By.CSS_SELECTOR, f"#figure-{figure} .card").text


def test_heads_sort_numbers_as_numbers_and_back(browser: Chrome) -> None:
    """A column of numbers falls first, then rises; words rise; the head says so."""
    scores = browser.find_element(By.XPATH, "//table[@id='table-standings']//th[.='score %']/button")
    where = [head.text for head in browser.find_elements(By.CSS_SELECTOR, "#table-standings th")].index("score %")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", scores)
    scores.click()
    falling = [float(text) for text in column(browser, "standings", where)]
    assert falling == sorted(falling, reverse=True)
    assert scores.find_element(By.XPATH, "..").get_attribute("aria-sort") == "descending"
    scores.click()
    assert [float(text) for text in column(browser, "standings", where)] == falling[::-1]
    browser.find_element(By.XPATH, "//table[@id='table-standings']//th[.='deck']/button").click()
    assert column(browser, "standings", 1) == sorted(column(browser, "standings", 1))


def tip(browser: Chrome) -> str:
    """Return what is told of the head of a column; nothing if it is hidden."""
    return browser.find_element(By.ID, "tip").text


def test_heads_tell_what_they_mean_under_the_pointer_and_the_keyboard(built: Path, browser: Chrome) -> None:
    """The words of `meanings`, described to readers too; Escape, leaving and scrolling away end it."""
    heads = browser.find_elements(By.CSS_SELECTOR, "#table-standings th > button")
    where = [head.text for head in heads].index("95 % interval")
    meaning = of_head("standings", ("low", "high"))
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", heads[where])
    ActionChains(browser).move_to_element(heads[where]).perform()
    assert tip(browser) == meaning
    assert heads[where].get_attribute("aria-describedby") == "tip"
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    assert tip(browser) == ""
    assert heads[where].get_attribute("aria-describedby") is None
    ActionChains(browser).move_to_element(browser.find_element(By.TAG_NAME, "h1")).perform()
    heads[where - 1].send_keys(Keys.TAB)
    assert browser.switch_to.active_element == heads[where]
    assert tip(browser) == meaning
    browser.switch_to.active_element.send_keys(Keys.TAB)
    assert tip(browser) == of_head("standings", ("kind",))
    assert "title=" not in str(heads[where].find_element(By.XPATH, "..").get_attribute("outerHTML"))


def test_heads_tell_what_they_mean_under_the_finger(built: Path) -> None:
    """A tap sorts and tells, within the narrow page, until the next tap elsewhere."""
    with chromium(380, touch=True) as browser:
        browser.get(built.as_uri())
        head = browser.find_element(By.XPATH, "//table[@id='table-standings']//th[.='score %']/button")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", head)
        box = browser.execute_script("return arguments[0].getBoundingClientRect()", head)
        tap(browser, box["x"] + 5, box["y"] + 5)
        assert tip(browser) == of_head("standings", ("score",))
        told = browser.execute_script("return document.getElementById('tip').getBoundingClientRect()")
        assert told["left"] >= 0
        assert told["right"] <= 380
        tap(browser, 190, 20)
        assert tip(browser) == ""


def tap(browser: Chrome, x: float, y: float) -> None:
    """Touch the screen for a moment at a place of the window."""
    point = {"touchPoints": [{"x": x, "y": y}]}
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", **point})
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_without_a_script_heads_have_titles_and_the_glossary_has_them_all(built: Path) -> None:
    """Every head of every table that has rows, with every meaning."""
    with chromium(1400) as browser:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        browser.get(built.as_uri())
        title = browser.find_element(By.XPATH, "//table[@id='table-matchups']//th[.='95 %, all at once']")
        meaning = title.get_attribute("title")
        assert meaning == of_head("matchups", ("band_low", "band_high"))
        browser.find_element(By.XPATH, "//summary[.='The heads of all tables']").send_keys(Keys.ENTER)
        glossary = browser.find_element(By.CSS_SELECTOR, "#glossary details").text
        assert meaning in glossary
        heads = browser.find_elements(By.XPATH, "//table[.//td]//th")
        assert {head.get_attribute("textContent") for head in heads} <= set(glossary.splitlines())
        assert all(head.get_attribute("title") for head in heads)


def test_the_filter_leaves_rows_that_hold_every_word(browser: Chrome) -> None:
    """In any order, whatever the case; emptied it shows all again."""
    find = browser.find_element(By.XPATH, "//table[@id='table-standings']/ancestor::*[@data-table]//input")
    find.send_keys("DECK 3")
    assert set(column(browser, "standings", 1)) == {"Deck 3"}
    assert len(column(browser, "standings", 1)) == 5
    find.clear()
    find.send_keys(" ", Keys.BACKSPACE)
    assert len(column(browser, "standings", 1)) == 30


def test_a_map_tells_of_the_cell_under_the_pointer(built: Path, browser: Chrome) -> None:
    """The numbers are those of the tables; a click holds them, Escape lets go."""
    standings = pd.read_csv(built.parent / "tables/standings.csv")
    matchups = pd.read_csv(built.parent / "tables/matchups.csv")
    extremes = pd.read_csv(built.parent / "tables/extremes.csv").set_index("cell")
    name, rival = standings["name"][2], standings["name"][7]
    row = matchups[(matchups["name"] == name) & (matchups["rival"] == rival)].iloc[0]
    at_cell(browser, "entrants", 2, 7, "move")
    text = card(browser, "entrants")
    assert text.startswith(f"{name} against {rival}: ")
    shown = re.search(r": (\d+(?:\.\d+)?) %", text)
    assert shown
    assert abs(float(shown[1]) - row["score"]) <= 0.5
    assert "95 % interval" in text
    assert f"({row['kind']})" in text
    band = interval(row["band_low"], row["band_high"]).replace("\u00a0", " ")
    assert f"all match-ups at once {band}: what the verdict rests on" in text
    assert "120 games in 30 blocks; variance factor " in text
    at_cell(browser, "deck_by_strategy", 0, 0, "move")
    assert re.search(r"games; 30 luck ids$", card(browser, "deck_by_strategy"))
    at_cell(browser, "entrants", 2, 7, "move")
    assert f"tourney replay {built.parents[1]} {extremes.loc[row['cell'], 'lopsided']}" in text
    assert f"tourney replay {built.parents[1]} {extremes.loc[row['cell'], 'closest']}" in text
    at_cell(browser, "entrants", 2, 7, "click")
    at_cell(browser, "entrants", 4, 9, "move")
    assert card(browser, "entrants") == text
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    assert card(browser, "entrants") == ""


def test_the_keyboard_walks_over_a_map(built: Path, browser: Chrome) -> None:
    """Arrow keys go from cell to cell, and the cell's name is said."""
    standings = pd.read_csv(built.parent / "tables/standings.csv")
    mark = browser.find_element(By.CSS_SELECTOR, "#figure-entrants .mark")
    mark.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_LEFT)
    assert card(browser, "entrants").startswith(f"{standings['name'][2]} against {standings['name'][0]}: ")
    assert str(mark.get_attribute("aria-label")).startswith(standings["name"][2])


@pytest.mark.parametrize(("width", "touch"), SIZES)
@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_says_nothing_to_the_console_and_asks_for_nothing(
    built: Path, width: int, touch: bool, dark: bool
) -> None:
    """At both widths, in light and dark: no sideways scrolling, ink that stands out, no error, no request."""
    with chromium(width, dark=dark, touch=touch) as browser:
        browser.get(built.as_uri())
        at_cell(browser, "entrants", 0, 3 if touch else 28, "click")
        assert card(browser, "entrants")
        box = browser.execute_script("return document.querySelector('#figure-entrants .card').getBoundingClientRect()")
        assert box["left"] >= 0
        assert box["right"] <= width + 1
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        colours = browser.execute_script(
            "const s = getComputedStyle(document.body); return [s.color, s.backgroundColor]"
        )
        ink, paper = (sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours)
        assert (ink > paper + 400) if dark else (paper > ink + 400)
        assert complaints(browser) == []
        assert asked(browser) == {built.as_uri()}


def asked(browser: Chrome) -> set[str]:
    """Return the addresses of all that the page asked for, pictures inside it left out."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = {event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"}
    return {address for address in sent if not address.startswith("data:")}


def test_paper_has_all_rows_and_no_controls(browser: Chrome) -> None:
    """Printed, tables are whole, and what only a screen can do is gone."""
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility()).length"
    assert browser.execute_script(shown, ".find, nav, .card, .hint, .file") == 0
    clipped = """return [...document.querySelectorAll(".scroll")].filter((each) => each.checkVisibility()
        && each.scrollHeight > each.clientHeight + 2).length"""
    assert browser.execute_script(clipped) == 0
