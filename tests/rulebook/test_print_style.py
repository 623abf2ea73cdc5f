"""style.yaml: pictures, icons, borders and fonts, and what is refused."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pytest

from interpreter.authoring.variants.starters import copy_game, destination_of
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.print_style import PrintStyle, read_print_style
from interpreter.rulebook.source.nodes import Problems
from tests.loaded import REPO

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2">{}</svg>'


@pytest.fixture
def market(tmp_path: Path) -> Path:
    folder = tmp_path / "market"
    shutil.copytree(REPO / "tests" / "cli" / "market", folder)
    (folder / "art").mkdir()
    (folder / "art" / "sun.svg").write_text(SVG.format('<rect width="3" height="2"/>'))
    return folder


def read(folder: Path, style: str) -> tuple[PrintStyle, list[str]]:
    (folder / "style.yaml").write_text(style, "utf-8")
    problems = Problems()
    found = read_print_style(load_rulebook(folder), problems)
    return found, [problem.message for problem in problems.errors()]


def test_a_style_is_read_and_copied_and_changes_no_rules(market: Path, tmp_path: Path) -> None:
    before = load_rulebook(market)
    card = before.cards[0].id
    style, messages = read(market, f"images: {{{card}: art/sun.svg}}\nicons: {{value: '+'}}\n")
    assert messages == [] and style.images[card].path == "art/sun.svg" and style.icons == {"value": "+"}
    assert load_rulebook(market).digest == before.digest
    copied = copy_game(str(market), destination_of(str(tmp_path / "mine")))
    assert {"style.yaml", "art/sun.svg"} <= {*copied.files}


def test_the_style_of_a_variant_in_a_folder_comes_first(market: Path, tmp_path: Path) -> None:
    first, second = (card.id for card in load_rulebook(market).cards[:2])
    (market / "style.yaml").write_text(f"images: {{{first}: art/sun.svg, {second}: art/sun.svg}}\n", "utf-8")
    variant = tmp_path / "night"
    (variant / "art").mkdir(parents=True)
    (variant / "variant.yaml").write_text("id: night\ntitle: Night\nabout: Dark.\nfor: market\n", "utf-8")
    (variant / "style.yaml").write_text(f"images: {{{first}: art/moon.svg}}\nicons: {{value: '+'}}\n", "utf-8")
    (variant / "art" / "moon.svg").write_text(SVG.format('<rect width="1" height="2"/>'))
    problems = Problems()
    style = read_print_style(load_rulebook(market, variants=[str(variant / "variant.yaml")]), problems)
    assert not len(problems) and style.icons == {"value": "+"}
    assert [style.images[card].path for card in (first, second)] == ["art/moon.svg", "art/sun.svg"]
    (variant / "art" / "moon.svg").unlink()
    read_print_style(load_rulebook(market, variants=[str(variant / "variant.yaml")]), problems)
    assert [problem.where.file for problem in problems.errors()] == [str(variant / "style.yaml")]


def font_named(*families: str) -> bytes:
    """The start of a font with the name of its family, and its typographic name if there is one."""
    texts = [family.encode("utf-16-be") for family in families]
    records = b"".join(
        struct.pack(">6H", 3, 1, 0x409, kind, len(text), len(b"".join(texts[:at])))
        for at, (kind, text) in enumerate(zip((1, 16), texts, strict=False))
    )
    names = struct.pack(">HHH", 0, len(texts), 6 + len(records)) + records + b"".join(texts)
    return b"\0\1\0\0" + struct.pack(">4H", 1, 0, 0, 0) + struct.pack(">4sLLL", b"name", 0, 28, len(names)) + names


def test_fonts_are_read_and_copied(market: Path, tmp_path: Path) -> None:
    (market / "art" / "one.ttf").write_bytes(font_named("One"))
    (market / "art" / "two.ttf").write_bytes(font_named("Two Light", "Two"))
    style, messages = read(market, "fonts: [art/one.ttf, art/two.ttf]\n")
    assert messages == [] and [font.family for font in style.fonts] == ["One", "Two"]
    copied = copy_game(str(market), destination_of(str(tmp_path / "mine")))
    assert {"art/one.ttf", "art/two.ttf"} <= {*copied.files}


def test_no_style_is_no_problem(market: Path) -> None:
    problems = Problems()
    assert read_print_style(load_rulebook(market), problems) == PrintStyle() and not len(problems)


@pytest.mark.parametrize(
    ("style", "message"),
    [
        ("images: {moom: art/sun.svg}", "`moom` is no card or deck; there are sun, rain, wind, fog, luck"),
        ("images: {luck: art/moon.svg}", "there is no such file in the game's folder"),
        ("images: {luck: ../market/art/../../x.png}", "there is no such file in the game's folder"),
        ("images: {luck: /etc/passwd}", "a picture ends in .png, .jpg, .jpeg or .svg"),
        ("images: {luck: art/run.svg}", "a picture only draws; remove `<script>`"),
        ("images: {luck: art/fake.png}", "this is no picture of the type image/png, or it is damaged"),
        ("icons: {vale: x}", "`vale` is no field of a card or value of one"),
        ("border: value", "`value` has no colours; take a field of seats, sides, boxes or values"),
        ("bord: value", "unknown field `bord`"),
        ("fonts: [art/sun.svg]", "a font ends in .ttf or .otf"),
        ("fonts: [art/none.ttf]", "there is no such file in the game's folder"),
        ("fonts: [art/fake.ttf]", "this is no font, or it is damaged: its family has no name"),
        ("fonts: [art/cut.otf]", "this is no font, or it is damaged: its family has no name"),
        ("fonts: [art/large.ttf]", "a font has at most 5000 kB; save it smaller"),
    ],
)
def test_mistakes(market: Path, style: str, message: str) -> None:
    (market / "art" / "run.svg").write_text(SVG.format("<script/>"))
    (market / "art" / "fake.png").write_bytes(b"PNG")
    (market / "art" / "fake.ttf").write_bytes(b"wOFF" + font_named("Fake")[4:])
    (market / "art" / "cut.otf").write_bytes(font_named("Cut")[:40])
    (market / "art" / "large.ttf").write_bytes(bytes(5_000_001))
    _, messages = read(market, f"{style}\n")
    assert messages == [message]


def test_a_link_to_the_outside_is_refused(market: Path, tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_text(SVG.format(""))
    (market / "art" / "x.svg").symlink_to(tmp_path / "x.svg")
    _, messages = read(market, "images: {luck: art/x.svg}\n")
    assert len(messages) == 1 and messages[0].startswith("this leads out of the game's folder")
