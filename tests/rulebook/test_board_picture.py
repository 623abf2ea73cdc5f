"""The picture of a board: formats and sizes, files that are refused, and SVG that could do more than draw."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.rulebook.board_picture import MOST_BYTES
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.player_words import BoardPicture
from interpreter.support.errors import RulebookError

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 640, 480, 8, 2, 0, 0, 0) + b"rest"
JPEG = b"\xff\xd8\xff\xe0" + struct.pack(">H", 4) + b"ab\xff\xc0" + struct.pack(">HBHH", 17, 8, 300, 500) + b"rest"
SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SVG = f'<svg {SPACES} viewBox="0 0 200 100">\n{{}}\n</svg>'


@pytest.fixture
def pictured(spoil: Callable[[str, str, str], Path]) -> Callable[[str, bytes], Path]:
    """A game with a picture."""

    def make(name: str, content: bytes) -> Path:
        folder = spoil("game.yaml", "about: A tiny game.", f"image: {name}")
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
        return folder

    return make


def complaint(folder: Path) -> str:
    with pytest.raises(RulebookError) as raised:
        load_rulebook(folder)
    return str(raised.value)


@pytest.mark.parametrize(
    ("name", "content", "size"),
    [
        ("board.png", PNG, (640, 480)),
        ("art/board.JPG", JPEG, (500, 300)),
        ("board.svg", SVG.format("<g/>").encode(), (200, 100)),
        ("board.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="30px" height="20"/>', (30, 20)),
    ],
)
def test_pictures_have_a_size(
    name: str, content: bytes, size: tuple[float, float], pictured: Callable[[str, bytes], Path]
) -> None:
    assert load_rulebook(pictured(name, content)).player_texts.image == BoardPicture(name, *size)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("board.gif", b"GIF89a", "a picture ends in .png, .jpg, .jpeg or .svg"),
        ("board.png", JPEG, "no picture of the type image/png"),
        ("board.jpg", b"\xff\xd8\xff", "no picture of the type image/jpeg"),
        ("board.jpg", b"\xff\xd8\xff\xe0\x00\x00" * 9, "no picture of the type image/jpeg"),
        ("board.png", PNG.ljust(MOST_BYTES + 1), "at most 1000 kB"),
        ("board.png", PNG.replace(struct.pack(">I", 640), struct.pack(">I", 64000)), "at most 8000 pixels"),
        ("board.png", PNG.replace(struct.pack(">I", 640), struct.pack(">I", 4)), "times as long as wide"),
        ("board.svg", b"<svg", "this is no SVG"),
        ("board.svg", b'<?xml version="1.0" encoding="klingon"?><svg/>', "this is no SVG"),
        ("board.svg", b"<html/>", "it begins with `html`"),
        ("board.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>', "no size"),
    ],
)
def test_other_files_are_refused(name: str, content: bytes, said: str, pictured: Callable[[str, bytes], Path]) -> None:
    assert said in complaint(pictured(name, content))


@pytest.mark.parametrize("target", ["../outside.png", "real.png", "loop.png"])
def test_links_are_refused(target: str, pictured: Callable[[str, bytes], Path]) -> None:
    folder = pictured("real.png", PNG)
    (folder.parent / "outside.png").write_bytes(PNG)
    os.symlink(target, folder / "loop.png")
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("image: real.png", "image: loop.png"), encoding="utf-8")
    said = complaint(folder)
    assert "leads out" in said and f"{game}:" in said


def test_missing_and_foreign_files_are_named_at_their_place(spoil: Callable[[str, str, str], Path]) -> None:
    for path, said in (("none.png", "no such file"), ("../../../etc/board.png", "no such file"), ("/etc", "ends in")):
        folder = spoil("game.yaml", "about: A tiny game.", f"image: {path}")
        told = complaint(folder)
        assert said in told and "game.yaml:" in told
        game = folder / "game.yaml"
        game.write_text(game.read_text("utf-8").replace(f"image: {path}", "about: A tiny game."), encoding="utf-8")


@pytest.mark.parametrize(
    "part",
    [
        "<script>alert(1)</script>",
        '<rect width="1" height="1" onclick="alert(1)"/>',
        '<g ONLOAD="alert(1)"/>',
        "<foreignObject><p/></foreignObject>",
        '<p xmlns="http://www.w3.org/1999/xhtml"/>',
        '<a href="https://example.org"><rect/></a>',
        '<image href="https://example.org/x.png"/>',
        '<image xlink:href="other.svg"/>',
        '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
        '<linearGradient href="file:///etc/passwd"/>',
        '<use href="#a"/>',
        '<filter id="a"><feImage href="#b"/></filter>',
        '<animate attributeName="href" to="https://example.org"/>',
        "<style>@import 'https://example.org/x.css';</style>",
        "<style>rect { fill: url(https://example.org/x); }</style>",
        "<style><![CDATA[rect { fill: u\\72l(//example.org/x); }]]></style>",
        "<rect style=\"fill: url( '//example.org/x' )\"/>",
        '<rect fill="URL(//example.org/x)"/>',
        "<rect filter=\"image-set('x.png' 1x)\"/>",
        '<g xml:base="https://example.org/"/>',
        '<?xml-stylesheet href="https://example.org/x.css"?>',
        "<g>" * 200 + "</g>" * 200,
        "<g/>" * 30_000,
    ],
)
def test_svg_that_does_more_than_draw_is_refused_at_its_line(part: str, pictured: Callable[[str, bytes], Path]) -> None:
    folder = pictured("board.svg", SVG.format(part).encode())
    assert f"{folder / 'board.svg'}:2:" in complaint(folder)


def test_entities_are_refused(pictured: Callable[[str, bytes], Path]) -> None:
    kind = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n'
    folder = pictured("board.svg", (kind + SVG.format("<text>&b;</text>")).encode())
    assert f"{folder / 'board.svg'}:1:" in complaint(folder)


def test_pictures_of_drawing_programs_are_accepted(pictured: Callable[[str, bytes], Path]) -> None:
    drawn = (
        '<namedview xmlns="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" pagecolor="#fff"/>'
        '<metadata><RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#" about="https://example.org"/></metadata>'
        '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs>'
        '<linearGradient id="b" xlink:href="#a"/>'
        "<style>rect { stroke: red }</style><filter id='c'><feGaussianBlur stdDeviation='1'/></filter>"
        '<rect style="fill: url(#b)" width="9" height="9"/><image href="data:image/png;base64,iVBORw0KGgo="/>'
    )
    assert load_rulebook(pictured("board.svg", SVG.format(drawn).encode())).player_texts.image is not None


def test_a_long_run_of_blanks_costs_no_time(pictured: Callable[[str, bytes], Path]) -> None:
    blanks = " " * 400_000
    folder = pictured("board.svg", SVG.format(f"<style>rect {{ fill: url({blanks} }}</style>").encode())
    assert "loads nothing" in complaint(folder)
