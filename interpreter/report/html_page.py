"""HTML page: a heading with the answer, then sections with pictures and the tables behind them.

HTML construction that escapes all text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.svg import Picture
from interpreter.report.shared_parts import Cell, DataTable, ReportFigure
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


def render_page(
    title: str, players: str, lead: Sequence[str], facts: Mapping[str, str], figures: Iterable[ReportFigure]
) -> str:
    """Return the whole HTML file; equal arguments give equal bytes.

    Figures without rows are left out.

    Args:
        title: Heading of the page.
        players: The lineup, shown in the heading.
        lead: Paragraphs with the answer.
        facts: Settings of the run by name.
        figures: Figures in order; those of one section stand together where the first of them is.

    Raises:
        MissingExtraError: matplotlib isn't installed.
    """
    sections: dict[str, list[ReportFigure]] = {}
    for figure in figures:
        if figure.is_on_page and figure.table.rows:
            sections.setdefault(figure.section or figure.table.title, []).append(figure)
    told = [tag("div", tag("dt", name), tag("dd", said)) for name, said in facts.items()]
    body = (
        tag(
            "header",
            tag("hgroup", tag("h1", title), tag("p", players)),
            *(tag("p", text) for text in lead),
            tag("dl", *told),
        ),
        tag("main", *(_section(heading, together) for heading, together in sections.items())),
    )
    return _document(title, *body)


def render_text_page(title: str, subtitle: str, sections: Sequence[tuple[str, Sequence[Markup]]]) -> str:
    """Return a page of sections, each with its heading and its parts."""
    parts = [tag("section", tag("h2", heading), *content, class_="text") for heading, content in sections]
    return _document(title, tag("header", tag("hgroup", tag("h1", title), tag("p", subtitle))), tag("main", *parts))


def with_links(page: str, links: Mapping[str, str]) -> str:
    """Return a page with links to others (file to title) above its heading."""
    linked = tag("nav", *(tag("a", title, href=file) for file, title in links.items()))
    return page.replace("<body>", f"<body>{linked}", 1)


def _document(title: str, *body: Markup) -> str:
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        tag("style", Markup(STYLE_PATH.read_text("utf-8"))),
    )
    return f"<!DOCTYPE html>\n{tag('html', tag('head', *head), tag('body', *body), lang='en')}\n"


def _section(heading: str, figures: Sequence[ReportFigure]) -> Markup:
    text = " ".join(dict.fromkeys(figure.text for figure in figures if figure.text))
    drawn = [render_figure(draw()) for figure in figures for draw in figure.pictures]
    return tag(
        "section",
        tag("h2", heading),
        *((tag("p", text),) if text else ()),
        *((tag("div", *drawn, class_="figures"),) if drawn else ()),
        *(_table(figure.table, is_open=not drawn) for figure in figures),
        **({"class_": "wide"} if any(figure.is_wide for figure in figures) else {}),
    )


def render_figure(picture: Picture) -> Markup:
    """Return a picture with its caption."""
    caption = (tag("figcaption", picture.caption),) if picture.caption else ()
    return tag("figure", *caption, Markup(picture.svg))


def _table(table: DataTable, is_open: bool) -> Markup:
    """Return a collapsible table with a CSV download; it is open if there is no picture above it.

    Columns in which nothing is known are only in the file.
    """
    data = b64encode(table.csv().encode()).decode()
    link = tag("a", "CSV", href=f"data:text/csv;charset=utf-8;base64,{data}", download=f"{table.id}.csv")
    known = [at for at in range(len(table.columns)) if any(row[at] is not None for row in table.rows)]
    heads = tag("tr", *(tag("th", table.columns[at], scope="col") for at in known))
    rows = [tag("tr", *(_cell(row[at]) for at in known)) for row in table.rows]
    many = format_count(len(rows), "row")
    return tag(
        "details",
        tag("summary", table.title, tag("span", many)),
        tag("p", markup("the same as a file: ", link)),
        tag("div", tag("table", tag("thead", heads), tag("tbody", *rows)), class_="scroll"),
        **({"open": ""} if is_open else {}),
    )


def _cell(cell: Cell) -> Markup:
    if isinstance(cell, bool):
        return tag("td", "yes" if cell else "no")
    if isinstance(cell, int | float):
        return tag("td", f"{cell}", class_="number")
    return tag("td", cell or "")
