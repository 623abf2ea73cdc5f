"""Suggested lines for a text that stands on the line of its field, as they have to be written there."""

from __future__ import annotations

import re

from interpreter.rulebook.model import Text
from interpreter.rulebook.source.cut_texts import in_quotes

_SIGNS = re.compile(r": |:$| #")
"""Matches what ends a plain text of YAML, or makes a field of it."""
_SIGNS_IN_BRACES = re.compile(r"[,{}\[\]]")
"""Matches what ends a plain text in braces."""


def block_note(wordings: tuple[str, ...], text: Text) -> str:
    """Return what is said of YAML where lines replace a text that stands on the line of its field; else ""."""
    before = _before(text)
    if not is_beside_field(text) or not any("\n" in wording for wording in wordings):
        return ""
    if before.count("{") > before.count("}"):
        return " (a text of several lines begins with `|`, and stands in no braces: give each field a line)"
    return " (a text of several lines begins with `|`)"


def is_beside_field(text: Text) -> bool:
    """True if a text is written on the line of its field."""
    return _before(text).rstrip(" \"'").endswith(":")


def value_beside_field(wording: str, text: Text) -> str:
    """Return a suggested line as it is written in place of a text beside its field: in quotes, if it needs them."""
    before = _before(text)
    is_in_braces = before.count("{") > before.count("}")
    if not is_beside_field(text) or before[-1:] in "\"'" or "\n" in wording:
        return wording
    needs = _SIGNS.search(wording) or (is_in_braces and _SIGNS_IN_BRACES.search(wording))
    return in_quotes(wording) if needs else wording


def _before(text: Text) -> str:
    """Return the beginning of the line in which a text begins, up to the text."""
    begin = text.place_at(1, 1)
    return (text.excerpt(begin) or "")[: begin.column - 1]
