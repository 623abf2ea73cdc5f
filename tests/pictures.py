"""Draw the documents' pictures from the program itself: a terminal session, a report page, cards, a kit, a board.

    python tests/pictures.py [--check]

With `--check` nothing is written; the exit status is 1 if a picture no longer shows what the program prints.
Needs the extra `parts`, and Chromium with its driver.

A picture carries the fingerprint of what it was drawn from: the text of the terminal or of the page, the data of the
sheet. Two machines never draw the same pixels, but they print the same text.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from time import sleep
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from rich.console import Console
from rich.text import Text

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.kit import PARTS, make_kit
from interpreter.printing.layouts import card_grid, paper_named
from interpreter.printing.print_job import PrintJob
from interpreter.printing.typesetter import PNG_RESOLUTION, kit_as_json, typeset
from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import printable
from tests.cli.command import COMMAND, REPO, environment
from tests.loaded import game_of
from tests.parts.browser import Browser
from tests.parts.serving import serving

GAME, COPY, CARD = "red_flag_over_paris", "my_paris", "le_figaro"
EDITED = "cards/strategy.yaml"
BEFORE = "    event: place up to 2 cubes in Press\n"
AFTER = BEFORE.replace(" place", " |\n      place") + "      raise your political_vp by 1\n"
"""The first edit of the README."""
COLUMNS, COLOURS = 80, 64
PAGE_WIDTH = 800
BOARD_SIZE = (1100, 740)
SEED, DECISIONS = 7, 59
"""The match whose board is shown, and the number of decisions before."""
MILLIMETRES = 25.4
"""In an inch."""
SHOWN = 3
"""Cards in the picture, of the first row of the sheet."""
SMALLER = 2
"""The printed sheet has this many times as many pixels an inch as its picture."""
KIT_RESOLUTION, KIT_COLUMNS, GAP = 20.0, 6, 10
"""Pixels per inch of the small pages, pages in a row, and pixels between them."""
TABLE = "#8a8f94"
"""Colour of the table on which the small pages lie."""
VARYING = re.compile(r"[\d,.]+ s\b|rules \w{12}|<svg.*?</svg>", re.DOTALL)
"""Left out of fingerprints: times, hashes of rules, and charts, whose numbers stand in a table as well."""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<!-- fingerprint: FINGERPRINT -->
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; }}
.{unique_id}-title {{ font-family: sans-serif; font-size: 18px; font-weight: bold; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the documents: its file in the repository, the text it was drawn from, and how to draw it."""

    file: str
    origin: str
    draw: Callable[[str], bytes]
    """Takes the fingerprint to put into the picture."""

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(VARYING.sub("", self.origin).encode()).hexdigest()[:16]

    def is_stale(self) -> bool:
        path = REPO / self.file
        return not path.exists() or self.fingerprint.encode() not in path.read_bytes()


def pictures(folder: Path) -> list[Picture]:
    """All pictures, from games that are played in `folder`."""
    run(folder, "new", COPY, "--from", GAME)
    edited = folder / COPY / EDITED
    text = edited.read_text("utf-8")
    assert text.count(BEFORE) == 1, "the card of the first edit has another event now"
    edited.write_text(text.replace(BEFORE, AFTER), "utf-8")
    return [terminal_session(folder), report_page(folder), printed_cards(), printed_kit(), board_in_browser(folder)]


def run(folder: Path, *words: str) -> str:
    """The output of a command."""
    variables = environment(COLUMNS=str(COLUMNS), NO_COLOR="1")
    done = subprocess.run([*COMMAND, *words], cwd=folder, env=variables, capture_output=True, encoding="utf-8")
    if done.returncode == 2:
        sys.exit(done.stderr)
    return done.stdout


def terminal_session(folder: Path) -> Picture:
    """An edited card, and the comparison of the game with it and without."""
    session = Text()
    for words, most in ((("show", COPY, "cards", CARD), 3), (("compare", GAME, COPY), 10)):
        session.append(f"$ cahier {' '.join(words)}\n", "bold green")
        lines = run(folder, *words).splitlines()
        session.append("\n".join(lines[:most]) + "\n" + "…\n" * (len(lines) > most) + "\n")

    def draw(fingerprint: str) -> bytes:
        console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True)
        console.print(session, end="")
        drawn = console.export_svg(title="cahier", code_format=SVG, unique_id="session")
        return re.sub(r"[ \t]+\n", "\n", drawn.replace("FINGERPRINT", fingerprint)).encode()

    return Picture("cli/pictures/first_edit.svg", session.plain, draw)


def report_page(folder: Path) -> Picture:
    """The top of the page that `impact --report` makes."""
    page = folder / "cards.html"
    run(folder, "impact", COPY, "--only", "event", "--report", str(page))

    def draw(fingerprint: str) -> bytes:
        browser = Browser()
        try:
            browser.show(page, PAGE_WIDTH, "light")
            return as_png(Image.open(BytesIO(browser.driver.get_screenshot_as_png())), fingerprint)
        finally:
            browser.driver.quit()

    return Picture("interpreter/report/pictures/impact.png", page.read_text("utf-8"), draw)


def print_job() -> PrintJob:
    """The settings of `print` without options."""
    book, paper = load_rulebook(GAME), paper_named("a4")
    return PrintJob(book, Names(book, "en", printable), load_catalog("en"), paper, card_grid("poker", paper))


def printed_kit() -> Picture:
    """All pages that `print` makes, small."""
    kit = make_kit(print_job(), PARTS)

    def draw(fingerprint: str) -> bytes:
        pages = [Image.open(BytesIO(page)) for page in typeset(kit, "png", KIT_RESOLUTION)]
        width, height = (max(size) + GAP for size in zip(*(page.size for page in pages), strict=True))
        rows = -(-len(pages) // KIT_COLUMNS)
        whole = Image.new("RGB", (KIT_COLUMNS * width + GAP, rows * height + GAP), TABLE)
        for at, page in enumerate(pages):
            row, column = divmod(at, KIT_COLUMNS)
            whole.paste(page, (GAP + column * width, GAP + row * height))
        return as_png(whole, fingerprint)

    return Picture("interpreter/printing/pictures/kit.png", kit_as_json(kit), draw)


def printed_cards() -> Picture:
    """The first row of the first sheet of cards that `print` makes."""
    job = print_job()
    grid, sheet = job.cards, make_kit(job, ("cards",))

    def draw(fingerprint: str) -> bytes:
        edges = (grid.left, grid.top, grid.left + SHOWN * grid.width, grid.top + grid.height)
        page = Image.open(BytesIO(typeset(sheet, "png")[0]))
        row = page.crop([round(edge * PNG_RESOLUTION / MILLIMETRES) for edge in edges])
        return as_png(row.resize((row.width // SMALLER, row.height // SMALLER)), fingerprint)

    return Picture("interpreter/printing/pictures/cards.png", kit_as_json(sheet), draw)


def board_in_browser(folder: Path) -> Picture:
    """The page of a seat in the middle of a round."""
    match = game_of(GAME).start(SEED)
    for at in range(DECISIONS):
        assert match.decision is not None
        match.choose(at * 7 % len(match.decision.options))
    assert match.decision is not None
    seat, save = match.decision.seat, folder / "match.json"
    match.save(save)

    def draw(fingerprint: str) -> bytes:
        people = [word for each in match.game.seats for word in ("--seat", f"{each}=human")]
        browser = Browser()
        try:
            with serving("--load", str(save), *people, home=folder) as served:
                browser.resize(*BOARD_SIZE, "light")
                browser.driver.get(served.links["seats"][seat])
                while not browser.run("return document.querySelectorAll('#options button').length;"):
                    sleep(0.1)
                return as_png(Image.open(BytesIO(browser.driver.get_screenshot_as_png())), fingerprint)
        finally:
            browser.driver.quit()

    pages = sorted((REPO / "interpreter" / "web" / "pages").iterdir())
    origin = json.dumps(match.board(seat).to_json()) + "".join(page.read_text("utf-8") for page in pages)
    return Picture("interpreter/web/pictures/board.png", origin, draw)


def as_png(image: Any, fingerprint: str) -> bytes:
    """A PNG in few colours that carries a fingerprint."""
    note, out = PngInfo(), BytesIO()
    note.add_text("fingerprint", fingerprint)
    image.convert("RGB").quantize(COLOURS).save(out, "PNG", pnginfo=note, optimize=True)
    return out.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say which pictures are stale; 1 if any is")
    check = parser.parse_args().check
    stale = False
    with tempfile.TemporaryDirectory() as folder:
        for picture in pictures(Path(folder)):
            drawn = picture.draw(picture.fingerprint)
            if picture.is_stale():
                stale = True
                print(f"{picture.file}: stale" + (", draw it again: python tests/pictures.py" if check else ""))
                if not check:
                    path = REPO / picture.file
                    path.parent.mkdir(exist_ok=True)
                    path.write_bytes(drawn)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
