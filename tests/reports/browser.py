"""Headless Chromium for tests of the page, driven by selenium; tests that ask for it are skipped where none is."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
DRIVER: Final = "chromedriver"
MISSING: Final = "no Chromium with chromedriver here; Debian: apt-get install chromium chromium-driver"
FLAGS: Final = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-component-update"),
    *("--disable-background-networking", "--no-first-run", "--no-default-browser-check"),
)


@contextmanager
def chromium(width: int, height: int = 900, dark: bool = False, touch: bool = False) -> Iterator[webdriver.Chrome]:
    """Give a browser of this size that notes what it is told and asked for; skip the test where there is none."""
    browser, driver = next(filter(None, map(shutil.which, BROWSERS)), None), shutil.which(DRIVER)
    if not browser or not driver:
        pytest.skip(MISSING)
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for flag in FLAGS:
        options.add_argument(flag)
    opened = webdriver.Chrome(options, Service(driver))
    try:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
        opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
        opened.execute_cdp_cmd("Network.enable", {})
        yield opened
    finally:
        opened.quit()


def complaints(browser: webdriver.Chrome) -> list[str]:
    """Return what the page wrote to the console."""
    entries: list[dict[str, Any]] = browser.get_log("browser")
    return [entry["message"] for entry in entries]


def at_cell(browser: webdriver.Chrome, figure: str, row: int, across: int, act: str) -> None:
    """Move the pointer to a cell of a map ("move"), or click on it ("click")."""
    script = """const figure = document.getElementById(`figure-${arguments[0]}`), svg = figure.querySelector("svg");
        svg.scrollIntoView({block: "center", behavior: "instant"});
        const [left, top, width, height] = figure.dataset.box.split(" ").map(Number), box = svg.getBoundingClientRect();
        const [rows, columns] = figure.querySelector("template").content.textContent.split("\\n");
        return [box.left + box.width * (left + width * (arguments[2] + .5) / columns.split("\\t").length),
                box.top + box.height * (top + height * (arguments[1] + .5) / rows.split("\\t").length)]"""
    x, y = browser.execute_script(script, figure, row, across)
    chain = webdriver.ActionChains(browser)
    chain.w3c_actions.pointer_action.move_to_location(int(x), int(y))
    if act == "click":
        chain.click()
    chain.perform()
