"""The picture of a board in a real browser: drawn behind the spaces, which lie at their places on it."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import pytest

from interpreter.rulebook.build import load_rulebook
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


def test_a_picture_is_drawn_behind_the_spaces(tmp_path: Path) -> None:
    from PIL import Image

    folder = Path(shutil.copytree(REPO / "rules" / GAME, tmp_path / GAME))
    (folder / "paris.svg").write_text(PICTURE, encoding="utf-8")
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("\nimage: paris.svg\n")
    expected = {space.id: space.at for space in load_rulebook(folder).map.spaces}
    browser = Browser()
    try:
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
                places = browser.run(PLACES)
                assert places.keys() == expected.keys()
                for space, (x, y) in places.items():
                    assert expected[space] == pytest.approx((x, y), abs=0.01)
                shot = Image.open(BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB")
                colours = {colour: count for count, colour in shot.getcolors(shot.width * shot.height)}
                assert colours.get(COLOUR, 0) > 10_000
            assert browser.logs()[0] == []
    finally:
        browser.driver.quit()
