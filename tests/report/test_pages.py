"""Pages as text: what is in a rulebook stays a text, and nothing is fetched."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

import pytest

from interpreter.report.drawing.svg import Picture
from interpreter.report.html_page import POLICY, Markup, markup, render_page, tag
from interpreter.report.shared_parts import DataTable, ReportFigure

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]></style>",
    "&lt;b&gt;",
    "=cmd|'/C calc'!A0",
)


class Reader(HTMLParser):
    """The elements and the texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def a_page(text: str) -> str:
    table = DataTable("wins", text, ("title", text), [(text, 1), (None, -0.5)])
    figure = ReportFigure(table, text, [lambda: Picture("<svg></svg>", text)], text)
    return render_page(text, text, [text], {text: text}, [figure])


@pytest.mark.parametrize("text", HOSTILE)
def test_what_looks_like_markup_is_a_text(text: str) -> None:
    plain, hostile = Reader(a_page("plain")), Reader(a_page(text))
    assert [name for name, _ in hostile.elements] == [name for name, _ in plain.elements]
    assert hostile.texts.count(text) == plain.texts.count("plain") > 5
    assert not any(key.startswith("on") for _, attributes in hostile.elements for key in attributes)


def test_escapes_of_terminals_and_signs_that_turn_a_line_are_shown() -> None:
    assert markup("a\x1b[31m\u202eb") == "a\\x1b[31m\\u202eb"
    assert tag("p", Markup("<b>x</b>"), "<") == "<p><b>x</b>&lt;</p>"


def test_who_played_stands_in_the_heading() -> None:
    made = render_page("Market day: playtest", "random players on both sides", ["Won by nobody."], {"Seed": "1"}, [])
    assert "<hgroup><h1>Market day: playtest</h1><p>random players on both sides</p></hgroup>" in made


def test_nothing_is_fetched_and_no_script_runs() -> None:
    made = Reader(a_page("plain"))
    metas = [attributes for name, attributes in made.elements if name == "meta"]
    assert {"http-equiv": "Content-Security-Policy", "content": POLICY} in metas
    assert POLICY.startswith("default-src 'none';") and "script" not in POLICY
    assert not {"script", "link", "img", "iframe", "object"} & {name for name, _ in made.elements}
    links = [f"{attributes['href']}" for _, attributes in made.elements if "href" in attributes]
    assert links and all(link.startswith("data:text/csv;") for link in links)
    assert not re.search(r"url\(|@import|https?:", a_page("plain"))


def test_the_table_behind_a_picture_can_be_taken_away() -> None:
    (link,) = (attributes for name, attributes in Reader(a_page("=1+1")).elements if name == "a")
    data = base64.b64decode(f"{link['href']}".partition("base64,")[2]).decode()
    assert link["download"] == "wins.csv" and data == "title,'=1+1\n'=1+1,1\n,-0.5\n"
