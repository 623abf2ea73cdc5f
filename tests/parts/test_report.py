"""Reports as a browser shows them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, REPO, environment
from tests.lab.test_people import ACTS, line_of
from tests.parts.browser import Browser

pytestmark = [pytest.mark.parts, pytest.mark.browser]

HOSTILE = {
    "Market day": "<script>document.title='owned'</script>",
    "title: Sun": "title: \"]]></svg><script>document.title='owned'</script>\"",
    "title: Rain": "title: \"=cmd|'/C calc'!A0\"",
    "title: Wind": 'title: "$\\\\frac{1}{$ and so long a title that no picture has room for all of it on a line"',
    "title: Fog": 'title: "霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧"',
    "title: Player}": 'title: "<img src=x onerror=document.title=1>"}',
}
COMMANDS = {
    "map": ("playtest", "red_flag_over_paris", "--games", "40"),
    "points": ("playtest", "liberte", "--games", "4", "--players", "6"),
    "grid": ("playtest", "revolution", "--games", "40"),
    "sides": ("playtest", "vive_la_revolution", "--games", "30", "--players", "10"),
    "searching": ("playtest", "revolution", "--games", "2", "--seat", "jacobin=search:5"),
    "compare": ("compare", "red_flag_over_paris", "--variant", "censor", "--games", "200"),
    "impact": ("impact", "revolution", "--games", "60", "--within", "9"),
    "sweep": ("sweep", "revolution", "--vary", "map/grid/columns=5,6", "--games", "30"),
    "sweep grid": (
        *("sweep", "revolution", "--vary", "map/grid/columns=5,6", "--vary", "map/grid/rows=5,6"),
        *("--games", "20"),
    ),
    "tune": (
        *("tune", "revolution", "--vary", "map/grid/columns=5,6", "--aim", "jacobin=50", "--by", "random"),
        *("--games", "300"),
    ),
    "measure": ("measure", "revolution", "--games", "200", "--playouts", "2"),
    "hostile measure": ("measure", "hostile", "--games", "60", "--playouts", "2"),
    "hostile": ("playtest", "hostile", "--games", "60"),
    "hostile impact": ("impact", "hostile", "--games", "60", "--within", "9"),
}
CUT_OFF = """
const cut = [];
for (const svg of document.querySelectorAll('svg')) {
  const page = svg.getBoundingClientRect();
  for (const text of svg.querySelectorAll('text')) {
    const own = text.getBoundingClientRect();
    const across = own.left < page.left - 1 || own.right > page.right + 1;
    if (across || own.top < page.top - 1 || own.bottom > page.bottom + 1) cut.push(text.textContent);
  }
}
return cut;
"""
OVERLAPS = """
const meets = (one, other) => one.left < other.right && other.left < one.right
  && one.top < other.bottom && other.top < one.bottom;
const found = [];
for (const svg of document.querySelectorAll('section:not(.wide) svg')) {
  const texts = [...svg.querySelectorAll('text')].map(text => {
    const {left, right, top, bottom} = text.getBoundingClientRect();
    return {name: text.textContent, left: left + 1, right: right - 1, top: top + 2, bottom: bottom - 2};
  });
  const drawn = [...svg.querySelectorAll('path, use')].filter(each => !each.closest('defs, clipPath')).filter(each => {
    const style = getComputedStyle(each);
    return style.fill !== 'none' || style.stroke !== 'none';
  }).map(each => each.getBoundingClientRect());
  texts.forEach((text, at) => {
    if (drawn.some(each => meets(text, each)) || texts.slice(at + 1).some(each => meets(text, each)))
      found.push(text.name);
  });
}
return found;
"""
SHORTENED = """
return [...document.querySelectorAll('svg text')].map(text => text.textContent).filter(text => text.includes('…'));
"""
LETTERS = """
return [...document.querySelectorAll('svg text')].map(text =>
  parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getBoundingClientRect().width
    / text.ownerSVGElement.viewBox.baseVal.width);
"""
COLOURS = "return ['background-color', 'color'].map(name => getComputedStyle(document.body).getPropertyValue(name));"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A report of each command."""
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(REPO / "tests" / "cli" / "market", folder / "hostile")
    for path in (folder / "hostile").rglob("*.yaml"):
        text = path.read_text("utf-8")
        for plain, hostile in HOSTILE.items():
            text = text.replace(plain, hostile)
        path.write_text(text, "utf-8")
    found = {}
    for name, words in COMMANDS.items():
        found[name] = folder / f"{name.replace(' ', '_')}.html"
        command = [*COMMAND, *words, "--report", str(found[name])]
        done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
        assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done.stderr
    found["people"] = folder / "people.html"
    (folder / "people.jsonl").write_text("".join(map(line_of, (ACTS, ACTS[:1]))))
    command = [*COMMAND, "measure", "people.jsonl", "--report", str(found["people"])]
    subprocess.run(command, cwd=folder, env=environment(), capture_output=True, check=True)
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = Browser()
    yield found
    found.driver.quit()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1200])
@pytest.mark.parametrize("name", [*COMMANDS, "people"])
def test_all_is_to_be_seen_and_nothing_is_asked_for(
    pages: dict[str, Path], browser: Browser, name: str, width: int, theme: str
) -> None:
    browser.show(pages[name], width, theme)
    said, asked = browser.logs()
    assert said == [] and asked == [pages[name].as_uri()]
    assert browser.run("return document.scripts.length") == 0
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0
    assert browser.run(CUT_OFF) == [] and browser.run(OVERLAPS) == []
    assert name.startswith("hostile") or browser.run(SHORTENED) == []
    sections = browser.run("return [...document.querySelectorAll('section')].map(section => section.innerHTML)")
    assert sections and all("<svg" in section or "<details open" in section for section in sections)
    assert browser.run("return document.querySelectorAll('svg').length") > 0
    browser.run("for (const each of document.querySelectorAll('details')) each.open = true")
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0
    letters = browser.run(LETTERS)
    assert letters and min(letters) >= 8


def brightness(colour: str) -> int:
    return sum(map(int, re.findall(r"\d+", colour)[:3]))


def test_light_and_dark(pages: dict[str, Path], browser: Browser) -> None:
    seen = {}
    for theme in ("light", "dark"):
        browser.show(pages["map"], 1600, theme)
        seen[theme] = [brightness(colour) for colour in browser.run(COLOURS)]
        fill = "return getComputedStyle(document.querySelector('svg text')).fill"
        assert abs(brightness(browser.run(fill)) - seen[theme][0]) > 400
    assert seen["light"][0] > seen["light"][1] and seen["dark"][0] < seen["dark"][1]


def test_titles_are_texts(pages: dict[str, Path], browser: Browser) -> None:
    browser.show(pages["hostile"], 1600, "light")
    text = browser.run("return document.body.textContent")
    assert browser.run("return document.title") == "<script>document.title='owned'</script>: playtest"
    for title in ("]]></svg><script>", "=cmd|'/C calc'!A0", "<img src=x onerror=document.title=1>", r"$\frac{1}{$ and"):
        assert title in text
    assert browser.run("return document.images.length") == 0


def test_it_prints_dark_on_light(pages: dict[str, Path], browser: Browser) -> None:
    browser.show(pages["map"], 1600, "dark")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    paper, ink = map(brightness, browser.run(COLOURS))
    assert paper == 3 * 255 and ink < 200


@pytest.mark.parametrize("name", ["map", "compare", "impact"])
def test_the_same_again_gives_the_same_bytes(pages: dict[str, Path], tmp_path: Path, name: str) -> None:
    again = tmp_path / "again.html"
    command = [*COMMAND, *COMMANDS[name], "--jobs", "1", "--backend", "python", "--report", str(again)]
    subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, check=name != "compare")
    assert again.read_bytes() == pages[name].read_bytes()
    said = again.read_text("utf-8")
    assert str(tmp_path) not in said and str(REPO) not in said and os.path.expanduser("~") + "/" not in said


def test_of_games_that_are_all_stopped_there_is_only_why(tmp_path: Path) -> None:
    shutil.copytree(REPO / "tests" / "cli" / "market", tmp_path / "market")
    sequence = tmp_path / "market" / "sequence.yaml"
    sequence.write_text(sequence.read_text("utf-8").replace("shuffle deck", "repeat 2000000 times: raise day"), "utf-8")
    command = [*COMMAND, "playtest", str(tmp_path / "market"), "--games", "2", "--report", "page.html"]
    assert subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True).returncode == 2
    said = (tmp_path / "page.html").read_text("utf-8")
    assert "No game came to its end." in said and said.count("<section") == 1
    assert "market/sequence.yaml" in said and str(tmp_path) not in said
