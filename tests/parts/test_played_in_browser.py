"""Served matches in a real browser: played to the end by clicks and by keys, on narrow and on wide pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.parts.browser import Browser
from tests.parts.long_games import long_game
from tests.parts.serving import Served, serving

pytestmark = [pytest.mark.parts, pytest.mark.browser]

PATIENCE = 60
GAMES = {
    "red_flag_over_paris": ("--seat", "versailles=random"),
    "liberte": ("--seat", "p2=table", "--seat", "p3=table"),
    "vive_la_revolution": ("--seat", "p2=table", "--seat", "p3=table", "--seat", "p4=table"),
    "revolution": ("--seat", "jacobin=table"),
}
CHOOSE = """
const view = [...document.querySelectorAll('.space.legal, .card.legal, #options button')];
if (!view.length) return document.getElementById('status').textContent.includes('over') ? 'over' : 'waiting';
const at = arguments[0] % 4 ? 0 : (arguments[0] * 7919) % view.length;
view[at].dispatchEvent(new MouseEvent('click', {bubbles: true}));
return 'chosen';
"""


@pytest.fixture(scope="module")
def whole_browser() -> Iterator[Browser]:
    found = Browser(notes_requests=False)
    yield found
    found.driver.quit()


@pytest.fixture
def browser(whole_browser: Browser) -> Iterator[Browser]:
    """The browser with one empty tab; no page of an earlier test looks for its server any more."""
    driver = whole_browser.driver
    first = driver.window_handles[0]
    for other in driver.window_handles[1:]:
        driver.switch_to.window(other)
        driver.close()
    driver.switch_to.window(first)
    driver.get("about:blank")
    sleep(0.1)
    whole_browser.logs()
    yield whole_browser


def open_link(browser: Browser, link: str) -> None:
    browser.driver.get("about:blank")
    browser.driver.get(link)
    wait_until(lambda: browser.run("return document.getElementById('title').textContent !== 'cahier';"))


def wait_until(holds: Any) -> None:
    until = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < until, "the page doesn't go on"
        sleep(0.02)


@pytest.mark.parametrize("game", [long_game(game) for game in GAMES])
def test_a_game_is_played_to_its_end_by_clicks(game: str, browser: Browser, tmp_path: Path) -> None:
    with serving(game, "--seed", "2", *GAMES[game], home=tmp_path) as served:
        open_link(browser, next(iter(served.links["seats"].values())))
        number, last = 0, monotonic()
        while (state := browser.run(CHOOSE, number)) != "over":
            if state == "chosen":
                number, last = number + 1, monotonic()
            assert monotonic() - last < PATIENCE
            sleep(0.01)
        assert number > 5
        text = browser.run("return document.getElementById('question').textContent;")
        assert text and "undefined" not in browser.run("return document.body.innerText;")
        assert browser.logs()[0] == []


def test_two_seats_in_two_windows(browser: Browser, tmp_path: Path) -> None:
    with serving("revolution", "--seed", "4", home=tmp_path) as served:
        windows = []
        for link in served.links["seats"].values():
            browser.driver.switch_to.new_window("tab")
            open_link(browser, link)
            windows.append(browser.driver.current_window_handle)
        states: list[str] = []
        number = 0
        until = monotonic() + 3 * PATIENCE
        while states.count("over") < 2:
            states = []
            for window in windows:
                browser.driver.switch_to.window(window)
                states.append(browser.run(CHOOSE, number))
                number += states[-1] == "chosen"
            assert monotonic() < until
        assert number > 10


def test_a_game_is_played_by_keys_alone_and_reloaded_in_the_middle(browser: Browser, tmp_path: Path) -> None:
    with serving("revolution", "--seed", "5", "--seat", "jacobin=table", home=tmp_path) as served:
        open_link(browser, served.links["seats"]["royalist"])
        body = browser.driver.find_element("tag name", "body")
        for step in range(400):
            labels = browser.run("return [...document.querySelectorAll('#options kbd')].map(each => each.textContent);")
            if not labels:
                if "over" in browser.run("return document.getElementById('status').textContent;"):
                    break
                sleep(0.02)
                continue
            before = browser.run("return document.getElementById('log').textContent;")
            body.send_keys(f"{labels[step % len(labels)]}\ue007")
            wait_until(lambda said=before: browser.run("return document.getElementById('log').textContent;") != said)
            if step == 10:
                browser.driver.refresh()
                wait_until(lambda: browser.run("return document.getElementById('title').textContent !== 'cahier';"))
                body = browser.driver.find_element("tag name", "body")
        assert "over" in browser.run("return document.getElementById('status').textContent;")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [360, 1024, 1600])
def test_nothing_is_wider_than_the_page(game: str, width: int, browser: Browser, tmp_path: Path) -> None:
    with serving(game, "--seed", "2", *GAMES[game], home=tmp_path) as served:
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        open_link(browser, next(iter(served.links["seats"].values())))
        assert browser.run("return document.documentElement.scrollWidth;") <= width
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_log_stays_at_its_end_when_the_page_gets_narrower(browser: Browser, tmp_path: Path) -> None:
    rest = "const log = document.getElementById('log'); return log.scrollHeight - log.clientHeight - log.scrollTop;"
    with serving("liberte", "--seed", "2", *(["--seat", "p2=table", "--seat", "p3=table"]), home=tmp_path) as served:
        open_link(browser, next(iter(served.links["seats"].values())))
        browser.run("document.getElementById('log').append('A long line of the log. '.repeat(300));")
        browser.run("const log = document.getElementById('log'); log.scrollTop = log.scrollHeight;")
        for width in (1600, 400):
            metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
            browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            wait_until(lambda: browser.run(rest) <= 2)
        browser.run("document.getElementById('log').scrollTop = 40;")
        sleep(0.2)
        metrics = {"width": 1000, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        sleep(0.2)
        assert browser.run(rest) > 2
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_titles_of_a_game_are_shown_and_never_obeyed(browser: Browser, tmp_path: Path) -> None:
    from tests.cli.command import REPO

    folder = tmp_path / "hostile"
    folder.mkdir()
    for path in (REPO / "rules" / "revolution").rglob("*.yaml"):
        target = folder / path.relative_to(REPO / "rules" / "revolution")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text("utf-8").replace(
            "title: Royalist", "title: \"<img src=x onerror=document.title='owned'>\""
        )
        target.write_text(text, "utf-8")
    with serving(str(folder), "--seed", "2", home=tmp_path) as served:
        assert isinstance(served, Served)
        open_link(browser, next(iter(served.links["seats"].values())))
        assert "<img src=x" in browser.run("return document.body.innerText;")
        assert browser.run("return document.querySelectorAll('img').length;") == 0
        assert "owned" not in browser.driver.title


SHOWN = "return document.getElementById(arguments[0]).checkVisibility();"
TEXT = "return document.getElementById(arguments[0]).textContent;"


def test_hints_reasons_and_looking_back_by_buttons_and_keys(browser: Browser, tmp_path: Path) -> None:
    with serving("revolution", "--seed", "5", "--seat", "jacobin=table", home=tmp_path) as served:
        open_link(browser, served.links["seats"]["royalist"])
        body = browser.driver.find_element("tag name", "body")
        body.send_keys("?")
        wait_until(lambda: "%" in browser.run(TEXT, "advice"))
        for step in range(4):
            wait_until(lambda: browser.run("return document.querySelectorAll('#options button').length;"))
            before = browser.run(TEXT, "log")
            browser.run(CHOOSE, step)
            wait_until(lambda said=before: browser.run(TEXT, "log") != said)
        assert not browser.run(SHOWN, "advice"), "a new position has no advice yet"
        wait_until(lambda: browser.run(SHOWN, "explain"))
        body.send_keys("!")
        wait_until(lambda: browser.run(SHOWN, "advice") and browser.run(TEXT, "advice"))
        body.send_keys(",,")
        wait_until(lambda: browser.run(TEXT, "moment").startswith("after"))
        first = browser.run(TEXT, "moment")
        body.send_keys(",")
        wait_until(lambda: browser.run(TEXT, "moment") != first)
        assert not browser.run(SHOWN, "hint") and not browser.run(SHOWN, "undo")
        body.send_keys("......")
        wait_until(lambda: browser.run(TEXT, "moment") == "")
        assert browser.logs()[0] == []


def test_two_people_on_one_page_with_a_cover_between_them(browser: Browser, tmp_path: Path) -> None:
    with serving("red_flag_over_paris", "--seed", "3", home=tmp_path) as served:
        open_link(browser, served.links["shared"])
        titles = set()
        for step in range(12):
            if browser.run(SHOWN, "cover"):
                assert browser.run("return document.querySelectorAll('#options button, .card, .legal').length;") == 0
                browser.driver.find_element("id", "here").click()
                wait_until(lambda: not browser.run(SHOWN, "cover"))
            titles.add(browser.run(TEXT, "status"))
            before = browser.run(TEXT, "log")
            browser.run(CHOOSE, step)
            wait_until(lambda said=before: browser.run(TEXT, "log") != said)
        assert len(titles) >= 2 and browser.logs()[0] == []


def test_the_page_speaks_the_language_of_the_match(browser: Browser, tmp_path: Path) -> None:
    with serving("red_flag_over_paris", "--seed", "3", "--lang", "ru", home=tmp_path) as served:
        open_link(browser, served.links["seats"]["commune"])
        assert "Подсказка" in browser.run(TEXT, "back") and "Настройки" in browser.run(TEXT, "settings")
        assert browser.run("return document.getElementById('board').getAttribute('aria-label');") == "План"
        wrong = served.links["seats"]["commune"][:-3]
        browser.driver.get("about:blank")
        browser.driver.get(wrong)
        wait_until(lambda: "ссылка" in browser.run(TEXT, "status"))
