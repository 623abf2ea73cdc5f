"""Comparison of the values that an overlay expects with those in the game."""

from __future__ import annotations

from interpreter.errors import Location
from interpreter.rulebook.ids import describe
from interpreter.rulebook.nodes import Problems, YamlNode, YamlScalar

_LONGEST_QUOTE = 60


def check_expected(path: str, node: YamlNode | None, expected: YamlNode, problems: Problems) -> None:
    """Report the value at a path if it isn't the expected one; without a node, there is no value."""
    if is_same(node.data if node else None, expected.data):
        return
    if isinstance(node, YamlScalar) and isinstance(node.data, str) and isinstance(expected.data, str):
        here, there, where = _first_difference(node, expected.data)
        message = f"`{path}` says {here}, in {where}; this variant expects {there}"
    else:
        place = f", in {node.where}" if node is not None else ""
        message = (
            f"`{path}` is {_plain(node.data if node else None)}{place}; this variant expects {_plain(expected.data)}"
        )
    problems.add(expected, "moved-base", message)


def is_same(here: object, there: object) -> bool:
    """True if two plain values are equal, apart from blanks at the end of texts."""
    if isinstance(here, str) and isinstance(there, str):
        return here.rstrip() == there.rstrip()
    if isinstance(here, list) and isinstance(there, list):
        return len(here) == len(there) and all(is_same(one, other) for one, other in zip(here, there, strict=True))
    if isinstance(here, dict) and isinstance(there, dict):
        return here.keys() == there.keys() and all(is_same(here[key], there[key]) for key in here)
    return type(here) is type(there) and here == there


def _first_difference(node: YamlScalar, expected: str) -> tuple[str, str, Location]:
    """Return the first lines in which two texts differ, and the place of the first text's line."""
    here, there = node.data.rstrip().split("\n"), expected.rstrip().split("\n")
    at = next(at for at in range(max(len(here), len(there))) if here[at : at + 1] != there[at : at + 1])
    where = node.text.place_at(min(at, len(here) - 1) + 1, 1)
    return _line(here, at), _line(there, at), where


def _line(lines: list[str], at: int) -> str:
    return f"`{lines[at].strip()[:_LONGEST_QUOTE]}`" if at < len(lines) else "no more"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list) and len(told := f"[{', '.join(map(_short, value))}]") <= _LONGEST_QUOTE:
        return f"`{told}`"
    return f"`{value[:_LONGEST_QUOTE]}`" if isinstance(value, str) else describe(value)


def _short(value: object) -> str:
    return value[:_LONGEST_QUOTE] if isinstance(value, str) else _plain(value)
