"""What an overlay expects to find, compared with what is there."""

from __future__ import annotations

from interpreter.rulebook.names import describe
from interpreter.rulebook.nodes import Node, Problems

_LONGEST_QUOTE = 60


def expect(path: str, node: Node | None, expected: Node, problems: Problems) -> None:
    """Report it if the value that a path leads to is not the expected one; without a node, there is nothing."""
    if same(node.data if node else None, expected.data):
        return
    here, there = _quoted(node, expected)
    place = f", in {node.where}" if node is not None else ""
    problems.add(expected, "moved-base", f"`{path}` is {here}{place}; this variant expects {there}")


def same(here: object, there: object) -> bool:
    """Whether two plain values are equal; blanks at the end of a text do not count."""
    if isinstance(here, str) and isinstance(there, str):
        return here.rstrip() == there.rstrip()
    if isinstance(here, list) and isinstance(there, list):
        return len(here) == len(there) and all(same(one, other) for one, other in zip(here, there, strict=True))
    if isinstance(here, dict) and isinstance(there, dict):
        return here.keys() == there.keys() and all(same(here[key], there[key]) for key in here)
    return type(here) is type(there) and here == there


def _quoted(node: Node | None, expected: Node) -> tuple[str, str]:
    """Two values that differ, as a message shows them: of texts the first line that is not the same."""
    if node is not None and isinstance(node.data, str) and isinstance(expected.data, str):
        here, there = node.data.rstrip().split("\n"), expected.data.rstrip().split("\n")
        at = next(at for at in range(max(len(here), len(there))) if here[at : at + 1] != there[at : at + 1])
        return _line(here, at), _line(there, at)
    return _plain(node.data if node else None), _plain(expected.data)


def _line(lines: list[str], at: int) -> str:
    return f"`{lines[at].strip()[:_LONGEST_QUOTE]}`" if at < len(lines) else "at its end"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    return f"`{value[:_LONGEST_QUOTE]}`" if isinstance(value, str) else describe(value)
