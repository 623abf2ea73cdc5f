"""Quick fixes: suggestions as changes to a file as the editor shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import yaml

from interpreter.authoring.yaml_spans import YamlText
from interpreter.errors import Problem, Where
from interpreter.rulebook.nodes import Items, Mapping, Node, Problems, Scalar, Source
from interpreter.rulebook.yaml_reader import read_yaml

_QUOTES = ("'", '"')


@dataclass(frozen=True, slots=True)
class Fix:
    """A replacement of the text between two positions, which makes the file say `meant`."""

    meant: str
    start: Where
    end: Where
    new: str


class Shown:
    """The current lines of a file in the editor, parsed once for all its problems."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    @cached_property
    def _scalars(self) -> list[Scalar] | None:
        root = _read("\n".join(self._lines))
        return None if root is None else list(_scalars(root))

    def fixes(self, problem: Problem) -> list[Fix]:
        """Return the possible fixes of a problem, likeliest first.

        Each fix is verified: the rest of the file keeps its meaning. The list is empty if the lines no longer contain
        the problem.
        """
        known = problem.instead()
        if known is None or not 1 <= problem.where.line <= len(self._lines):
            return []
        column, letters, wordings = known
        if not self._lines[problem.where.line - 1].startswith(letters, column - 1):
            return []
        where = Where(problem.where.file, problem.where.line, column)
        return [fix for meant in wordings if (fix := self._fix(where, letters, meant)) is not None]

    def _fix(self, where: Where, letters: str, meant: str) -> Fix | None:
        """Return the fix that replaces the given characters; None if no fix keeps the rest of the file.

        It replaces only these characters, or rewrites the whole scalar if another YAML style is needed.
        """
        indent = self._lines[where.line - 1][: where.column - 1]
        end = Where(where.file, where.line, where.column + len(letters))
        alone = Fix(meant, where, end, meant.replace("\n", f"\n{indent}"))
        after = self._said_with(alone)
        if self._scalars is None:
            return alone if after is not None else None
        said = _said(self._scalars)
        if after == said:  # the same words, now a list or a field
            return alone
        for at, each in enumerate(self._scalars):
            if (wanted := _with(each, where, letters, meant)) is None:
                continue
            said[at] = wanted
            in_quotes = each.column == where.column and letters.startswith(_QUOTES)
            if after == said and not in_quotes:
                return alone
            anew = self._anew(each, wanted, alone)
            return anew if self._said_with(anew) == said else None
        return None

    def _anew(self, scalar: Scalar, wanted: str, alone: Fix) -> Fix:
        """Return the fix that rewrites a whole scalar in the YAML style that its new value needs."""
        file = YamlText("\n".join(self._lines).encode("utf-8", "surrogatepass"))
        node, flow = _node_at(file.root, scalar.line - 1, scalar.column - 1)
        change = file.replaced(node, wanted, flow)
        start, end = (
            Where(alone.start.file, file.line_of(at), file.column_of(at)) for at in (change.start, change.end)
        )
        return Fix(alone.meant, start, end, change.new)

    def _said_with(self, fix: Fix) -> list[str] | None:
        """Return the values of all scalars after a fix; None if the file can't be read then."""
        before, after = self._lines[fix.start.line - 1], self._lines[fix.end.line - 1]
        changed = before[: fix.start.column - 1] + fix.new + after[fix.end.column - 1 :]
        root = _read("\n".join([*self._lines[: fix.start.line - 1], changed, *self._lines[fix.end.line :]]))
        return None if root is None else _said(_scalars(root))


def _read(text: str) -> Node | None:
    return read_yaml(Source("", "", tuple(text.split("\n"))), text, Problems())


def _scalars(node: Node) -> Iterator[Scalar]:
    """Yield all scalars of a file in order, including keys."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Items):
        for item in node:
            yield from _scalars(item)
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield node.keys[key]
            yield from _scalars(value)


def _said(scalars: Iterable[Scalar]) -> list[str]:
    """Return the values of scalars without trailing line ends."""
    return [str(each.text).rstrip("\n") for each in scalars]


def _with(scalar: Scalar, where: Where, letters: str, meant: str) -> str | None:
    """Return the value of a scalar after replacing characters in it; None if they aren't part of it."""
    if (scalar.line, scalar.column, scalar.length) == (where.line, where.column, len(letters)):
        return meant
    spot = scalar.text.within(where.line, where.column)
    if spot is None:
        return None
    rows = str(scalar.text).split("\n")
    row, at = rows[spot[0] - 1], spot[1] - 1
    if not row.startswith(letters, at):
        return None
    indent = row[: len(row) - len(row.lstrip())]
    rows[spot[0] - 1] = row[:at] + meant.replace("\n", f"\n{indent}") + row[at + len(letters) :]
    return "\n".join(rows).rstrip("\n")


def _node_at(node: Any, line: int, column: int, flow: bool = False) -> tuple[yaml.ScalarNode, bool]:
    """Return the scalar at a position, counted from 0, and True if it is inside of brackets or braces."""
    if isinstance(node, yaml.ScalarNode):
        return node, flow
    parts = node.value if isinstance(node, yaml.SequenceNode) else [part for pair in node.value for part in pair]
    before = [part for part in parts if (part.start_mark.line, part.start_mark.column) <= (line, column)]
    return _node_at(before[-1], line, column, bool(node.flow_style))
