"""The board in a browser for everyone: by keyboard alone, with a screen reader, enlarged, without motion, by touch."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from interpreter.web import PlayPage, ReplayPage
from tests.loaded import game_of
from tests.parts.browser import Browser
from tests.parts.serving import serving
from tests.parts.test_played_in_browser import GAMES, open_link, wait_until

pytestmark = [pytest.mark.parts, pytest.mark.browser]

DECISIONS = 30
SMALL, ENTER, TAB, ESCAPE, RIGHT, DOWN = 44, "\ue007", "\ue004", "\ue00c", "\ue014", "\ue015"
NOTE_MOVES = """
window.moves = [];
new MutationObserver((changes) => {
  for (const added of changes.flatMap((change) => [...change.addedNodes])) {
    if (added.classList?.contains('moving')) window.moves.push([added.dataset.from, added.dataset.to]);
  }
}).observe(document.getElementById('board'), {childList: true});
"""
TOO_SMALL = """
const controls = [...document.querySelectorAll('button, summary, label')].filter((each) => each.checkVisibility());
return controls.map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.height < arguments[0] || box.width < arguments[0])
  .map(([text, box]) => `${text}: ${box.width} x ${box.height}`);
"""
OUTSIDE = """
const shown = [...document.querySelectorAll('button, h1, h2, h3, .card, .fact, #log, .space')];
return shown.filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 90));
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = Browser(notes_requests=False)
    yield found
    found.driver.quit()


@pytest.fixture
def at_ease(browser: Browser) -> Iterator[Browser]:
    """The browser as it is without settings, and again afterwards."""
    emulate(browser)
    yield browser
    emulate(browser)


def emulate(browser: Browser, width: int = 1280, height: int = 900, is_touched: bool = False, **features: str) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_touched}
    media = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": is_touched})
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})


def saved_match(name: str, folder: Path, decisions: int | None) -> tuple[str, list[str], str]:
    """A match after so many decisions, or at its end: its file, the players to serve it with, and a seat."""
    match = game_of(name).start(3)
    seat = next(iter(match.game.seats))
    while match.decision is not None and (decisions is None or match.decisions < decisions):
        seat = match.decision.seat
        match.choose(match.decisions * 7 % len(match.decision.options))
    if match.decision is not None:
        seat = match.decision.seat
    path = folder / "match.json"
    match.save(path)
    return str(path), [word for each in match.game.seats for word in ("--seat", f"{each}=human")], seat


def faults(browser: Browser) -> list[str]:
    """Serious and critical faults that axe-core finds on the page."""
    if not browser.run("return 'axe' in window;"):
        browser.run(files("axe_core_python").joinpath("axe.min.js").read_text("utf-8"))
    found: dict[str, Any] = browser.driver.execute_async_script("axe.run(document).then(arguments[0]);")
    return [
        f"{fault['id']}: {node['html'][:200]} {node['failureSummary'][:200]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_checker_finds_no_serious_fault(game: str, at_ease: Browser, tmp_path: Path) -> None:
    path, people, seat = saved_match(game, tmp_path, DECISIONS)
    with serving("--load", path, *people, home=tmp_path) as served:
        for theme in ("light", "dark"):
            emulate(at_ease, prefers_color_scheme=theme)
            open_link(at_ease, served.links["seats"][seat])
            assert faults(at_ease) == []
            at_ease.run("document.getElementById('earlier').click();")
            wait_until(lambda: at_ease.run("return document.body.classList.contains('past');"))
            assert faults(at_ease) == []
        open_link(at_ease, served.links["spectators"])
        assert faults(at_ease) == []
        open_link(at_ease, served.links["shared"])
        assert game == "revolution" or not at_ease.run("return document.getElementById('cover').hidden;")
        assert faults(at_ease) == []


@pytest.mark.parametrize("kind", ["replay", "play"])
def test_a_checker_finds_no_serious_fault_in_pages_of_one_file(kind: str, at_ease: Browser, tmp_path: Path) -> None:
    match = game_of("red_flag_over_paris").start(3)
    people = dict.fromkeys(match.game.seats, "human")
    page: ReplayPage | PlayPage = PlayPage(match.game, people, 3)
    if kind == "replay":
        page = ReplayPage(match.game, [*match.game.seats, None])
        page.add_position(match)
        match.choose(0)
        page.add_position(match)
    path = tmp_path / "page.html"
    path.write_text(
        page.html().replace("default-src 'none'; script-src", "ignored 'none'; ignored"), "utf-8"
    )  # for axe
    for theme in ("light", "dark"):
        emulate(at_ease, prefers_color_scheme=theme)
        at_ease.driver.get(path.as_uri())
        wait_until(lambda: at_ease.run("return document.querySelectorAll('.space').length;"))
        at_ease.run(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; each.hidden = false; });"
        )
        assert faults(at_ease) == []


def test_a_checker_finds_no_serious_fault_at_the_end(at_ease: Browser, tmp_path: Path) -> None:
    path, people, seat = saved_match("revolution", tmp_path, None)
    with serving("--load", path, *people, home=tmp_path) as served:
        for theme in ("light", "dark"):
            emulate(at_ease, width=400, prefers_color_scheme=theme)
            open_link(at_ease, served.links["seats"][seat])
            assert "over" in at_ease.run("return document.getElementById('status').textContent;")
            assert faults(at_ease) == []


def test_a_game_is_played_with_the_tabulator_key_alone(at_ease: Browser, tmp_path: Path) -> None:
    """The question gets the focus with each new one; the next stop is its first option, which shows its focus."""
    with serving("revolution", "--seed", "5", "--seat", "jacobin=table", home=tmp_path) as served:
        open_link(at_ease, served.links["seats"]["royalist"])
        at_ease.run("document.getElementById('question').focus();")
        for _ in range(200):
            if "over" in at_ease.run("return document.getElementById('status').textContent;"):
                break
            if not at_ease.run("return document.querySelectorAll('#options button').length;"):
                sleep(0.02)
                continue
            before = at_ease.run("return document.getElementById('log').textContent;")
            assert at_ease.run("return document.activeElement.id;") == "question"
            at_ease.driver.switch_to.active_element.send_keys(TAB)
            assert at_ease.run("return document.activeElement.closest('#options') !== null;")
            assert at_ease.run("return getComputedStyle(document.activeElement).outlineWidth;") == "3px"
            at_ease.driver.switch_to.active_element.send_keys(ENTER)
            wait_until(lambda said=before: at_ease.run("return document.getElementById('log').textContent;") != said)
        assert "over" in at_ease.run("return document.getElementById('status').textContent;")


def test_arrow_keys_walk_over_the_board_and_show_details(at_ease: Browser, tmp_path: Path) -> None:
    path, people, seat = saved_match("red_flag_over_paris", tmp_path, DECISIONS)
    with serving("--load", path, *people, home=tmp_path) as served:
        open_link(at_ease, served.links["seats"][seat])
        stops = at_ease.run("return document.querySelectorAll('.space[tabindex=\"0\"]').length;")
        assert stops == 1
        at_ease.run("document.querySelector('.space[tabindex=\"0\"]').focus();")
        reached = set()
        for key in (RIGHT, DOWN) * 6:
            at_ease.driver.switch_to.active_element.send_keys(key)
            title = at_ease.run("return document.activeElement.getAttribute('aria-label').split('.')[0];")
            shown = at_ease.run("return document.getElementById('detail').innerText;")
            assert title in shown and not at_ease.run("return document.getElementById('detail').hidden;")
            reached.add(title)
        assert len(reached) >= 4
        at_ease.driver.switch_to.active_element.send_keys(ESCAPE)
        assert at_ease.run("return document.getElementById('detail').hidden;")


def test_names_in_the_log_show_cards_and_outline_spaces(at_ease: Browser, tmp_path: Path) -> None:
    path, people, seat = saved_match("red_flag_over_paris", tmp_path, DECISIONS)
    with serving("--load", path, *people, home=tmp_path) as served:
        open_link(at_ease, served.links["seats"][seat])
        at_ease.run("document.getElementById('log').focus();")
        kinds = set()
        for _ in range(25):
            at_ease.driver.switch_to.active_element.send_keys("\ue012")
            said = at_ease.run("return document.activeElement.textContent;")
            assert said in at_ease.run("return document.getElementById('detail').innerText;")
            thing = at_ease.run("return document.activeElement.dataset.id;")
            outlined = at_ease.run(
                "return [...document.querySelectorAll('.space.outlined')].map((each) => each.dataset.id);"
            )
            kinds.add("space" if outlined == [thing] else "card")
        assert kinds == {"space", "card"}


def test_a_screen_reader_is_told_politely_what_is_new(at_ease: Browser, tmp_path: Path) -> None:
    with serving("liberte", "--seed", "2", *GAMES["liberte"], home=tmp_path) as served:
        open_link(at_ease, served.links["seats"]["p1"])
        region = "document.querySelector('[aria-live=polite]')"
        wait_until(lambda: at_ease.run("return document.querySelectorAll('#options button').length;"))
        wait_until(lambda: at_ease.run(f"return {region}.textContent;"))
        said = at_ease.run(f"return {region}.textContent;")
        assert at_ease.run("return document.getElementById('question').textContent;") in said
        at_ease.run("document.querySelector('#options button').click();")
        wait_until(lambda: at_ease.run(f"return {region}.textContent;") != said)
        assert at_ease.run(f"return {region}.closest('[hidden], [aria-hidden=true]');") is None


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_in_reach_enlarged_and_by_touch(game: str, at_ease: Browser, tmp_path: Path) -> None:
    path, people, seat = saved_match(game, tmp_path, DECISIONS)
    with serving("--load", path, *people, home=tmp_path) as served:
        for width, height, is_touched in ((360, 640, True), (512, 384, False), (640, 450, False)):
            emulate(at_ease, width, height, is_touched)
            open_link(at_ease, served.links["seats"][seat])
            assert at_ease.run("return document.documentElement.scrollWidth;") <= width
            assert at_ease.run(OUTSIDE) == []
            if is_touched:
                assert at_ease.run("return matchMedia('(pointer: coarse)').matches;")
                assert at_ease.run(TOO_SMALL, SMALL) == []


NAMES = """
const boxes = (space, parts) => [...space.querySelectorAll(parts)].map((each) => each.getBoundingClientRect());
return [...document.querySelectorAll('#board .space')].map((space) => ({
  lines: [...space.querySelectorAll('.name')].map((line) => line.textContent),
  beside: Math.min(innerWidth, ...boxes(space, '.key, .number').map((box) => box.left)),
  ends: boxes(space, '.name').map((box) => box.right),
  size: Math.max(0, ...boxes(space, '.name').map((box) => box.height)),
}));
"""


@pytest.mark.parametrize(("game", "most_lines"), [("red_flag_over_paris", 3), ("liberte", 2)])
def test_names_of_spaces_are_whole_on_a_phone_and_grow_with_the_text(
    game: str, most_lines: int, at_ease: Browser, tmp_path: Path
) -> None:
    path, people, seat = saved_match(game, tmp_path, 2 * DECISIONS)
    titles = {title for space in game_of(game).rulebook.map.spaces for title in space.title.values()}
    with serving("--load", path, *people, home=tmp_path) as served:
        emulate(at_ease, 400)
        open_link(at_ease, served.links["seats"][seat])
        names = at_ease.run(NAMES)
        for name in names:
            assert {" ".join(name["lines"]), " ".join(name["lines"]).replace("- ", "-")} & titles, name
            assert all(end <= name["beside"] + 1 for end in name["ends"][:1]), name
        assert max(len(name["lines"]) for name in names) == most_lines
        at_ease.run("document.documentElement.style.fontSize = '200%';")
        wait_until(lambda: at_ease.run(NAMES)[0]["size"] > 1.6 * names[0]["size"])
        assert at_ease.run("return document.documentElement.scrollWidth;") <= 400
        assert at_ease.run("const map = document.getElementById('map'); return map.scrollWidth > map.clientWidth;")


def test_the_key_to_look_back_may_be_held(at_ease: Browser, tmp_path: Path) -> None:
    path, people, seat = saved_match("vive_la_revolution", tmp_path, 3 * DECISIONS)
    with serving("--load", path, *people, home=tmp_path) as served:
        open_link(at_ease, served.links["seats"][seat])
        at_ease.run("for (let at = 0; at < 80; at++) document.getElementById('earlier').click();")
        moment = f"after {3 * DECISIONS - 80} "
        wait_until(lambda: moment in at_ease.run("return document.getElementById('moment').textContent;"))
        assert at_ease.run("return document.body.dataset.state;") == "open"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_moves_slide_unless_motion_is_reduced(motion: str, at_ease: Browser, tmp_path: Path) -> None:
    path, people, seat = saved_match("vive_la_revolution", tmp_path, 3 * DECISIONS)
    with serving("--load", path, *people, home=tmp_path) as served:
        emulate(at_ease, prefers_reduced_motion=motion)
        open_link(at_ease, served.links["seats"][seat])
        at_ease.run(NOTE_MOVES)
        for step in range(2 * DECISIONS):
            at_ease.run("document.getElementById('earlier').click();")
            moment = f"after {3 * DECISIONS - 1 - step} "
            wait_until(lambda now=moment: now in at_ease.run("return document.getElementById('moment').textContent;"))
        moves = at_ease.run("return window.moves;")
        if motion == "reduce":
            assert moves == []
        else:
            assert any(start and end for start, end in moves) and not all(start and end for start, end in moves)
