"""Texts and lists in braces that a comma cuts, because they stand in no quotes or brackets."""

from __future__ import annotations

import json
import re
from collections.abc import Container
from dataclasses import dataclass

from interpreter.rulebook.source.nodes import YamlMapping, YamlScalar

COMMA_IN_BRACES = "in braces, a comma ends a text; put quotes around a text with a comma"


_LISTED = re.compile(r"[^,:{}\[\]\"'#]+(?:, *[^,:{}\[\]\"'#]+)*(?= *[,}\]])")
"""Matches values with commas between them, which no colon follows."""


@dataclass(frozen=True, slots=True)
class CutText:
    """The text of a field as it is written, and the keys that YAML takes its further parts for."""

    field: str
    text: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CutList:
    """A list without square brackets.

    Attributes:
        field: The field that it is the value of; None if braces stand in place of the brackets.
        written: The list with its brackets.
        line: Its line, from 1.
        column: The column at which it begins, from 1.
        length: Its length as it stands there.
    """

    field: str | None
    written: str
    line: int
    column: int
    length: int


def list_cut_at_comma(node: YamlMapping, key: YamlScalar) -> CutList | None:
    """Return the list without brackets of which a number that is read as a key is an entry, or None.

    Args:
        node: The mapping in braces, as far as it has been read.
        key: The number, such as the second one in `{at: 0.2, 0.4}` or the first one in `{0.2, 0.4}`.
    """
    row = key.source.excerpt(key.line) or ""
    if not node.values:
        found = re.compile(rf"{{ *({_LISTED.pattern}) *[}}\]]").match(row, node.column - 1)
        if found is None or node.line != key.line:
            return None
        return CutList(None, f"[{found[1]}]", key.line, node.column, found.end() - node.column + 1)
    field, value = next(reversed(node.values.items()))
    if not isinstance(value, YamlScalar) or value.data is None or value.line != key.line:
        return None
    found = _LISTED.match(row, value.column - 1)
    if found is None or found.end() < key.column or "{" not in row[: value.column]:
        return None
    return CutList(field, f"[{found[0]}]", key.line, value.column, len(found[0]))


def text_cut_at_comma(node: YamlMapping, key: str, known: Container[str]) -> CutText | None:
    """Return a text in braces that was cut at commas, if an unknown key is a part of it; None if it isn't.

    Args:
        node: The mapping.
        key: The key. It has no value, or several words as a part of a sentence.
        known: The fields that such a mapping can have.
    """
    keys = list(node.values)
    first = last = keys.index(key)
    while first > 0 and _may_be_part(node, keys[first], known):
        first -= 1
    while last + 1 < len(keys) and _may_be_part(node, keys[last + 1], known):
        last += 1
    if first == keys.index(key) or not _may_be_part(node, key, known):
        return None
    spot, text, end = node.keys[key], node.values[keys[first]], node.values[keys[last]]
    line = spot.source.excerpt(spot.line) or ""
    if not isinstance(text, YamlScalar) or not isinstance(text.data, str) or not isinstance(end, YamlScalar):
        return None
    if not text.line == spot.line == end.line or "{" not in line[: spot.column]:
        return None
    stop = node.keys[keys[last]] if end.data is None else end
    behind = stop.column - 1 + stop.length
    if line[behind:].lstrip()[:1] not in (",", "}") or line[text.column - 1] in "\"'":
        return None
    return CutText(keys[first], line[text.column - 1 : behind], tuple(keys[first + 1 : last + 1]))


def _may_be_part(node: YamlMapping, key: str, known: Container[str]) -> bool:
    """True if an unknown key may be a part of a sentence: it has no value, or several words and a plain text."""
    value = node.values[key]
    return key not in known and (value.data is None or (" " in key and isinstance(value.data, str)))


def in_quotes(text: str) -> str:
    """Return a text in quotes of the kind that it doesn't contain."""
    return f"'{text}'" if '"' in text and "'" not in text else json.dumps(text, ensure_ascii=False)
