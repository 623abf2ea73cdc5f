"""HTML, in which every text is a text."""

from __future__ import annotations

from html import escape

from interpreter.errors import shown

VOID = frozenset({"meta", "br", "col"})
"""What has no end tag."""


class Markup(str):
    """A piece of HTML; any other string is a text."""

    __slots__ = ()


def markup(*parts: str) -> Markup:
    """The parts one after the other: pieces of HTML, and texts, which are escaped."""
    return Markup("".join(part if isinstance(part, Markup) else escape(shown(part)) for part in parts))


def tag(name: str, /, *parts: str, **attributes: str) -> Markup:
    """An element with what is in it; `class_` is its `class`."""
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{said}>" if name in VOID else f"<{name}{said}>{markup(*parts)}</{name}>")
