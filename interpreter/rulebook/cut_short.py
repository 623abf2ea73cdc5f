"""Values that are cut or not there as they were meant: a comma in braces, a range that is no list, a text below `|`."""

from __future__ import annotations

import re

from interpreter.rulebook.nodes import Mapping, Node, Scalar

COMMA = "in braces a comma ends the text: one with a comma needs quotes around it"
_RANGE = re.compile(r"(-?\d+) *(?:-|–|\.\.+|,|to) *(-?\d+)")


def comma_in_braces(node: Mapping, key: str) -> str | None:
    """How a field is written whose text was cut at a comma, if a key without a value is the rest of one."""
    keys = list(node.values)
    before = keys[keys.index(key) - 1] if keys.index(key) else None
    if before is None or node.values[key].data is not None:
        return None
    spot, text = node.keys[key], node.values[before]
    line = spot.source.excerpt(spot.line) or ""
    if not isinstance(text, Scalar) or not isinstance(text.data, str) or text.line != spot.line:
        return None
    if "{" not in line[: spot.column] or line[spot.column - 1 + spot.length :].lstrip()[:1] not in (",", "}"):
        return None
    return f'{before}: "{text.data}, {key}"'


def as_range(said: str) -> str | None:
    """Two numbers, as somebody says from where to where, as a list."""
    found = _RANGE.fullmatch(said.strip())
    return f"[{found[1]}, {found[2]}]" if found else None


def is_empty_block(node: Node) -> bool:
    """Whether a text of several lines is begun by its sign, and none stands below."""
    line = (node.source.excerpt(node.line) or "")[node.column - 1 :]
    return isinstance(node, Scalar) and node.data == "" and line[:1] in ("|", ">")
