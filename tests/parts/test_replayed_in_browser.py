"""Pages of replays in a real browser, from a file, without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.matches.match import Match
from interpreter.presentation.speech import ENGLISH
from interpreter.web.replay_page import ReplayPage, ReplaySource
from tests.cli.command import REPO
from tests.loaded import game_of
from tests.parts.browser import Browser

pytestmark = [pytest.mark.parts, pytest.mark.browser]

GAMES = ("red_flag_over_paris", "liberte", "vive_la_revolution", "revolution")
STEPS = 60


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that has no network."""
    found = Browser(is_offline=True)
    yield found
    found.driver.quit()


@cache
def played(game: str) -> Match:
    match, random = game_of(game).start(5), Random(2)
    while match.decision is not None and match.decisions < STEPS:
        match.choose(random.randrange(len(match.decision.options)))
    return match


def write_page(game: str, folder: Path, *viewers: str | None) -> Path:
    match = played(game)
    page = ReplayPage(match.game, viewers or (*match.game.seats, None))
    for decisions in range(match.decisions + 1):
        page.add_position(match.at(decisions))
    path = folder / "page.html"
    path.write_text(page.html(None if viewers else ReplaySource("record", "{}\n")), "utf-8")
    return path


def press(browser: Browser, *keys: str) -> None:
    browser.driver.find_element("tag name", "body").send_keys(*keys)


def text_of(browser: Browser, element: str) -> str:
    return str(browser.run("return document.getElementById(arguments[0]).textContent;", element))


def switch(browser: Browser, element: str, value: str) -> None:
    script = "const it = document.getElementById(arguments[0]); it.value = arguments[1];"
    browser.run(f"{script} it.dispatchEvent(new Event('change'));", element, value)


RIGHT, LEFT, SHIFT = "\ue014", "\ue012", "\ue008"


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_stepped_through_by_keys(game: str, browser: Browser, tmp_path: Path) -> None:
    match = played(game)
    browser.show(write_page(game, tmp_path), 1024, "light")
    seat = match.game.seats[0]
    for decisions in range(match.decisions + 1):
        view = match.at(decisions).board(seat)
        assert text_of(browser, "moment").startswith(f"{decisions} of {match.decisions}")
        expected = view.ending.text if view.ending else view.question.text if view.question else ""
        assert text_of(browser, "question") == expected
        options = browser.run("return [...document.querySelectorAll('#options [data-key]')].map(it => it.dataset.key);")
        assert options == [option.key for option in (view.question.options if view.question else ())]
        lines = browser.run("return [...document.querySelectorAll('#log > p:not([hidden])')].length;")
        assert lines == sum(1 + len(event.consequences) for event in match.at(decisions).told(seat))
        press(browser, RIGHT)
    press(browser, LEFT)
    assert text_of(browser, "moment").startswith(f"{match.decisions - 1} of")
    said, asked = browser.logs()
    assert said == [] and {url.partition(":")[0] for url in asked} <= {"file", "data"}
    assert "undefined" not in browser.run("return document.body.innerText;")


def test_each_viewer_has_the_own_cards(browser: Browser, tmp_path: Path) -> None:
    match = played(GAMES[0])
    browser.show(write_page(GAMES[0], tmp_path), 1024, "light")
    switch(browser, "marks", str(match.decisions))
    for number, seat in enumerate(match.game.seats):
        switch(browser, "viewer", str(number))
        assert text_of(browser, "moment").startswith(f"{match.decisions} of")
        own = [pile for pile in match.board(seat).piles if pile.seat and pile.seat.id == seat]
        held = [card.title for pile in own for card in pile.cards if card is not None]
        (other,) = {*match.game.seats} - {seat}
        hidden = {card for card in match.seen_by(other).zones[f"hand of {other}"] if card is not None}
        shown = text_of(browser, "hand")
        assert held and all(title in shown for title in held)
        assert not any(match.game.names().title_of(card) in shown for card in hidden)
    assert browser.logs()[0] == []


def test_it_plays_by_itself_and_goes_by_turns(browser: Browser, tmp_path: Path) -> None:
    match = played(GAMES[0])
    browser.show(write_page(GAMES[0], tmp_path), 1024, "light")
    turns = [match.at(at).state.turns for at in range(match.decisions + 1)]
    second = next(at for at, turn in enumerate(turns) if at and turn > turns[at - 1])
    press(browser, SHIFT, RIGHT)
    assert text_of(browser, "moment").startswith(f"{second} of")
    press(browser, SHIFT, LEFT)
    assert text_of(browser, "moment").startswith("0 of")
    switch(browser, "speed", "8")
    script = """
    const done = arguments[arguments.length - 1];
    new MutationObserver((_, observer) => {
      if (document.getElementById('moment').textContent.startsWith('3 of')) { observer.disconnect(); done(true); }
    }).observe(document.getElementById('moment'), {childList: true, subtree: true, characterData: true});
    document.getElementById('play').click();
    """
    assert browser.driver.execute_async_script(script)
    browser.run("document.getElementById('play').click();")
    assert text_of(browser, "play") == "Play"


def test_all_words_of_the_page_are_in_its_language(browser: Browser, tmp_path: Path) -> None:
    """Test that a Russian page has no English word of its own, also in names for screen readers and in hints."""
    from interpreter.presentation.speech import load_catalog

    match, russian = played(GAMES[0]), load_catalog("ru")
    page = ReplayPage(match.game, [*match.game.seats, None], russian)
    for decisions in range(match.decisions + 1):
        page.add_position(match.at(decisions))
    path = tmp_path / "page.html"
    path.write_text(page.html(ReplaySource("save", "{}")), "utf-8")
    browser.show(path, 1024, "light")
    press(browser, RIGHT)
    script = """
    const own = "header, #bar, footer, #ask, [aria-label], [title]";
    return [...document.querySelectorAll(own)].flatMap((it) => [
      ...(it.matches("header, #bar, footer, #ask") ? [it.innerText] : []), it.getAttribute("aria-label"), it.title,
    ]);
    """
    shown = " ".join(filter(None, browser.run(script)))
    english = ENGLISH.words_of_pages().values()
    words = {word for text in english for word in re.findall(r"[A-Za-z]{3,}", re.sub(r"\{\w+\}", "", text))}
    assert len(words) > 50 and "К началу" in shown
    assert words.intersection(re.findall(r"[A-Za-z]{3,}", shown)) <= {"Shift"}


def test_a_page_for_one_seat_says_so(browser: Browser, tmp_path: Path) -> None:
    browser.show(write_page(GAMES[0], tmp_path, "commune"), 1024, "light")
    assert "Commune" in text_of(browser, "about") and "nothing else" in text_of(browser, "about")
    assert browser.run("return document.getElementById('viewer').options.length;") == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [360, 1024, 1600])
def test_nothing_is_wider_than_the_page(game: str, width: int, browser: Browser, tmp_path: Path) -> None:
    browser.show(write_page(game, tmp_path), width, "dark")
    switch(browser, "marks", str(played(game).decisions))
    assert browser.run("return document.documentElement.scrollWidth;") <= width


NAMED = ("button", "combobox", "slider", "link", "checkbox", "region", "image", "img")


def test_every_control_has_a_name(browser: Browser, tmp_path: Path) -> None:
    browser.show(write_page(GAMES[0], tmp_path), 1024, "light")
    press(browser, RIGHT)
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    found = [node for node in nodes if not node["ignored"] and node["role"]["value"] in NAMED]
    assert len(found) > 12
    assert [role_of(node) for node in found if not node.get("name", {}).get("value")] == []
    assert (
        browser.run(
            "const ids = [...document.querySelectorAll('[id]')].map(it => it.id);"
            "return ids.filter((id, at) => ids.indexOf(id) !== at);"
        )
        == []
    )
    assert browser.run("return document.documentElement.lang;") == "en"
    assert browser.run("return [...document.querySelectorAll('h1')].length;") == 1


def role_of(node: dict[str, Any]) -> str:
    return f"{node['role']['value']} {node.get('backendDOMNodeId')}"


def test_titles_of_a_game_are_shown_and_never_obeyed(browser: Browser, tmp_path: Path) -> None:
    from interpreter import load

    title = "</script><img src=x onerror=document.title='owned'>"
    folder = tmp_path / "hostile"
    for path in (REPO / "rules" / "revolution").rglob("*.yaml"):
        target = folder / path.relative_to(REPO / "rules" / "revolution")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text("utf-8").replace("title: Royalist", f'title: "{title}"')
        target.write_text(text.replace("title: Revolution\n", f'title: "{title}"\n'), "utf-8")
    game = load(folder)
    page = ReplayPage(game, [*game.seats, None])
    match = game.start(2)
    for _ in range(6):
        page.add_position(match)
        match.choose(0)
    path = tmp_path / "page.html"
    path.write_text(page.html(), "utf-8")
    browser.show(path, 1024, "light")
    press(browser, RIGHT, RIGHT, RIGHT)
    assert title in browser.run("return document.body.innerText;")
    assert browser.run("return document.querySelectorAll('img').length;") == 0
    assert "owned" not in browser.driver.title.replace(title, "") and browser.logs()[0] == []
