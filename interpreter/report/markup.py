"""HTML construction that escapes all text."""

from __future__ import annotations

from html import escape

from interpreter.errors import printable

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
