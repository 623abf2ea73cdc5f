"""Repair hints for truncated values: a comma in braces, a range that isn't a list, an empty `|` block."""

from __future__ import annotations

import re

from interpreter.rulebook.nodes import YamlMapping, YamlNode, YamlScalar

COMMA = "in braces a comma ends the text: one with a comma needs quotes around it"
_RANGE = re.compile(r"(-?\d+) *(?:-|–|\.\.+|,|to) *(-?\d+)")


def text_cut_at_comma(node: YamlMapping, key: str) -> str | None:
    """Return the corrected form of a field whose text was cut at a comma in braces, or None.

    `key` is a key without a value; it may be the rest of the text of the field before it.
    """
    keys = list(node.values)
    before = keys[keys.index(key) - 1] if keys.index(key) else None
    if before is None or node.values[key].data is not None:
        return None
    spot, text = node.keys[key], node.values[before]
    line = spot.source.excerpt(spot.line) or ""
    if not isinstance(text, YamlScalar) or not isinstance(text.data, str) or text.line != spot.line:
        return None
    if "{" not in line[: spot.column] or line[spot.column - 1 + spot.length :].lstrip()[:1] not in (",", "}"):
        return None
    return f'{before}: "{text.data}, {key}"'


def range_as_list(said: str) -> str | None:
    """Return a written range (`1-3`, `1 to 3`) as a YAML list of two numbers, or None."""
    found = _RANGE.fullmatch(said.strip())
    return f"[{found[1]}, {found[2]}]" if found else None


def is_empty_block(node: YamlNode) -> bool:
    """True if a node is a block text (`|` or `>`) with nothing below it."""
    line = (node.source.excerpt(node.line) or "")[node.column - 1 :]
    return isinstance(node, YamlScalar) and node.data == "" and line[:1] in ("|", ">")
