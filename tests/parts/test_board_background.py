"""The picture of a board in a real browser: drawn behind the spaces, which lie at their places on it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import pytest

from interpreter import load
from interpreter.rulebook.build import load_rulebook
from interpreter.web import PlayPage, ReplayPage
from tests.loaded import REPO
from tests.parts.browser import Browser
from tests.parts.serving import serving
from tests.parts.test_played_in_browser import open_link, wait_until

pytestmark = [pytest.mark.parts, pytest.mark.browser]

GAME = "vive_la_revolution"
COLOUR = (250, 3, 190)
PICTURE = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">
<style>.sea {{ fill: rgb{COLOUR} }}</style><rect class="sea" width="300" height="200"/>
</svg>
"""
IS_LOADED = """
return performance.getEntriesByType('resource').some((each) => each.name.endsWith('board-picture'));
"""
PLACES = """
const board = document.querySelector('image.background').getBoundingClientRect();
return Object.fromEntries([...document.querySelectorAll('.space')].map((each) => {
  const box = each.querySelector('.ground').getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2 - board.left, box.top + box.height / 2 - board.top];
  return [each.dataset.id, [x / board.width, y / board.height]];
}));
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with a picture of its board."""
    folder = Path(shutil.copytree(REPO / "rules" / GAME, tmp_path / GAME))
    (folder / "paris.svg").write_text(PICTURE, encoding="utf-8")
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("\nimage: paris.svg\n")
    return folder


@pytest.fixture
def browser() -> Iterator[Browser]:
    found = Browser()
    yield found
    found.driver.quit()


def check_drawn(browser: Browser, folder: Path) -> None:
    """Check that spaces lie at their places on the picture, which is seen."""
    from PIL import Image

    expected = {space.id: space.at for space in load_rulebook(folder).map.spaces}
    places = browser.run(PLACES)
    assert places.keys() == expected.keys()
    for space, (x, y) in places.items():
        assert expected[space] == pytest.approx((x, y), abs=0.01)
    shot = Image.open(BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB")
    colours = {colour: count for count, colour in shot.getcolors(shot.width * shot.height)}
    assert colours.get(COLOUR, 0) > 10_000


def test_a_picture_is_drawn_behind_the_spaces(folder: Path, browser: Browser, tmp_path: Path) -> None:
    with serving(str(folder), "--seed", "2", home=tmp_path) as served:
        with urlopen(f"{served.origin}/board-picture", timeout=30) as answer:
            assert answer.headers["Content-Type"] == "image/svg+xml"
            policies = answer.headers.get_all("Content-Security-Policy")
            assert any("sandbox" in policy and "default-src 'none'" in policy for policy in policies)
            assert answer.read().decode() == PICTURE
        for width in (400, 1280):
            browser.resize(width, 1000, "light")
            open_link(browser, next(iter(served.links["seats"].values())))
            wait_until(lambda: browser.run(IS_LOADED))
            check_drawn(browser, folder)
        assert browser.logs()[0] == []


@pytest.mark.parametrize("kind", ["replay", "play"])
def test_a_picture_is_drawn_on_a_page_of_one_file(kind: str, folder: Path, browser: Browser, tmp_path: Path) -> None:
    game = load(folder)
    page = ReplayPage(game, [None])
    page.add_position(game.start(2))
    people = dict.fromkeys(game.seats, "human")
    path = tmp_path / "page.html"
    path.write_text(page.html() if kind == "replay" else PlayPage(game, people).html(), "utf-8")
    browser.show(path, 1024, "light")
    wait_until(lambda: browser.run("return document.querySelectorAll('.space').length;"))
    check_drawn(browser, folder)
    said, asked = browser.logs()
    assert said == [] and {url.partition(":")[0] for url in asked} <= {"file", "data"}
