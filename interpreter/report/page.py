"""HTML page: a heading with the answer, then sections with pictures and the tables behind them.

HTML construction that escapes all text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from interpreter.lab.result_tables import Cell, DataTable
from interpreter.presentation.phrases import format_count
from interpreter.report.svg import Picture
from interpreter.support.errors import printable

VOID = frozenset({"meta", "br", "col"})
"""Elements without an end tag."""


class Markup(str):
    """A piece of HTML; any other string is text."""

    __slots__ = ()


def markup(*parts: str) -> Markup:
    """Return the parts joined: pieces of HTML as they are, text escaped."""
    return Markup("".join(part if isinstance(part, Markup) else escape(printable(part)) for part in parts))


def tag(name: str, /, *parts: str, **attributes: str) -> Markup:
    """Return an element with its content; `class_` sets the attribute `class`."""
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{said}>" if name in VOID else f"<{name}{said}>{markup(*parts)}</{name}>")


POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""Content security policy: nothing is fetched, no script runs, inline styles apply."""
STYLE_PATH = Path(__file__).with_name("page.css")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page.

    Attributes:
        tables: The figures behind the pictures.
        text: Explanation of the pictures.
        is_wide: True if the section takes the full width.
    """

    title: str
    tables: Sequence[DataTable]
    pictures: Sequence[Picture] = ()
    text: str = ""
    is_wide: bool = False


def render_page(
    title: str, players: str, lead: Sequence[str], facts: Mapping[str, str], sections: Sequence[Section]
) -> str:
    """Return the whole HTML file; equal arguments give equal bytes.

    Args:
        title: Heading of the page.
        players: The lineup, shown in the heading.
        lead: Paragraphs with the answer.
        facts: Settings of the run by name.
        sections: Sections in order.
    """
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        tag("style", Markup(STYLE_PATH.read_text("utf-8"))),
    )
    told = [tag("div", tag("dt", name), tag("dd", said)) for name, said in facts.items()]
    body = (
        tag(
            "header",
            tag("hgroup", tag("h1", title), tag("p", players)),
            *(tag("p", text) for text in lead),
            tag("dl", *told),
        ),
        tag("main", *map(_section, sections)),
    )
    return f"<!DOCTYPE html>\n{tag('html', tag('head', *head), tag('body', *body), lang='en')}\n"


def _section(section: Section) -> Markup:
    text = (tag("p", section.text),) if section.text else ()
    figures = tag("div", *(_figure(picture) for picture in section.pictures), class_="figures")
    return tag(
        "section",
        tag("h2", section.title),
        *text,
        *((figures,) if section.pictures else ()),
        *(_table(table) for table in section.tables),
        **({"class_": "wide"} if section.is_wide else {}),
    )


def _figure(picture: Picture) -> Markup:
    caption = (tag("figcaption", picture.caption),) if picture.caption else ()
    return tag("figure", *caption, Markup(picture.svg))


def _table(table: DataTable) -> Markup:
    """Return a collapsible table with a CSV download."""
    data = b64encode(table.csv().encode()).decode()
    link = tag("a", "CSV", href=f"data:text/csv;charset=utf-8;base64,{data}", download=f"{table.id}.csv")
    heads = tag("tr", *(tag("th", column, scope="col") for column in table.columns))
    rows = [tag("tr", *map(_cell, row)) for row in table.rows]
    many = format_count(len(rows), "row")
    return tag(
        "details",
        tag("summary", table.title, tag("span", many)),
        tag("p", markup("the same as a file: ", link)),
        tag("div", tag("table", tag("thead", heads), tag("tbody", *rows)), class_="scroll"),
    )


def _cell(cell: Cell) -> Markup:
    if isinstance(cell, bool):
        return tag("td", "yes" if cell else "no")
    if isinstance(cell, int | float):
        return tag("td", f"{cell}", class_="number")
    return tag("td", cell or "")
