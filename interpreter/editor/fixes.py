"""Quick fixes: suggestions as changes to a file as the editor shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import yaml

from interpreter.authoring.yaml_spans import YamlText
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Location, Problem

_QUOTES = ("'", '"')


@dataclass(frozen=True, slots=True)
class Fix:
    """A replacement of the text between two positions, which makes the file say `intended`."""

    intended: str
    start: Location
    end: Location
    new: str


class FixFinder:
    """The current lines of a file in the editor, parsed once for all its problems."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    @cached_property
    def _scalars(self) -> list[YamlScalar] | None:
        root = _read("\n".join(self._lines))
        return None if root is None else list(_scalars(root))

    def fixes(self, problem: Problem) -> list[Fix]:
        """Return the possible fixes of a problem, likeliest first.

        Each fix is verified: the rest of the file keeps its meaning. The list is empty if the lines no longer contain
        the problem.
        """
        known = problem.replacement()
        if known is None or not 1 <= problem.where.line <= len(self._lines):
            return []
        column, letters, wordings = known
        if not self._lines[problem.where.line - 1].startswith(letters, column - 1):
            return []
        where = Location(problem.where.file, problem.where.line, column)
        return [fix for meant in wordings if (fix := self._fix(where, letters, meant)) is not None]

    def _fix(self, where: Location, letters: str, meant: str) -> Fix | None:
        """Return the fix that replaces the given characters; None if no fix keeps the rest of the file.

        It replaces only these characters, or rewrites the whole scalar if another YAML style is needed.
        """
        indent = self._lines[where.line - 1][: where.column - 1]
        end = Location(where.file, where.line, where.column + len(letters))
        alone = Fix(meant, where, end, meant.replace("\n", f"\n{indent}"))
        after = self._values_after(alone)
        if self._scalars is None:
            return alone if after is not None else None
        said = _values(self._scalars)
        if after == said:  # the same words, now a list or a field
            return alone
        is_split = meant.startswith(("[", *_QUOTES)) or _separates_entries(indent, letters, meant)
        if is_split and after is not None and _words(after) == _words(said):
            return alone
        for at, each in enumerate(self._scalars):
            if (wanted := _replaced_value(each, where, letters, meant)) is None:
                continue
            values = _values_in(meant)
            if wanted == meant and values != [meant] and after == [*said[:at], *values, *said[at + 1 :]]:
                return alone
            said[at] = wanted
            in_quotes = each.column == where.column and letters.startswith(_QUOTES)
            if after == said and not in_quotes:
                return alone
            anew = self._rewrite_scalar(each, wanted, alone)
            return anew if self._values_after(anew) == said else None
        return None

    def _rewrite_scalar(self, scalar: YamlScalar, wanted: str, alone: Fix) -> Fix:
        """Return the fix that rewrites a whole scalar in the YAML style that its new value needs."""
        file = YamlText("\n".join(self._lines).encode("utf-8", "surrogatepass"))
        node, flow = _node_at(file.root, scalar.line - 1, scalar.column - 1)
        change = file.replace(node, wanted, flow)
        start, end = (
            Location(alone.start.file, file.line_of(at), file.column_of(at)) for at in (change.start, change.end)
        )
        return Fix(alone.intended, start, end, change.new)

    def _values_after(self, fix: Fix) -> list[str] | None:
        """Return the values of all scalars after a fix; None if the file can't be read then."""
        before, after = self._lines[fix.start.line - 1], self._lines[fix.end.line - 1]
        changed = before[: fix.start.column - 1] + fix.new + after[fix.end.column - 1 :]
        root = _read("\n".join([*self._lines[: fix.start.line - 1], changed, *self._lines[fix.end.line :]]))
        return None if root is None else _values(_scalars(root))


def _read(text: str) -> YamlNode | None:
    return read_yaml(SourceFile("", "", tuple(text.split("\n"))), text, Problems())


def _scalars(node: YamlNode) -> Iterator[YamlScalar]:
    """Yield all scalars of a file in order, including keys."""
    if isinstance(node, YamlScalar):
        yield node
    elif isinstance(node, YamlList):
        for item in node:
            yield from _scalars(item)
    elif isinstance(node, YamlMapping):
        for key, value in node.values.items():
            yield node.keys[key]
            yield from _scalars(value)


def _values(scalars: Iterable[YamlScalar]) -> list[str]:
    """Return the values of scalars without trailing line ends."""
    return [str(each.text).rstrip("\n") for each in scalars]


def _values_in(text: str) -> list[str]:
    """Return the values of a text as YAML reads it; none if it can't."""
    root = _read(text)
    return [] if root is None else _values(_scalars(root))


def _words(values: Iterable[str]) -> list[str]:
    """Return the words of values, which may be parted by commas, without those of empty values."""
    return " ".join(each for each in values if each != "None").replace(",", " ").split()


def _separates_entries(before: str, letters: str, meant: str) -> bool:
    """Return whether commas between the words of an entry in brackets are all that a fix adds."""
    in_brackets = before.rfind("[") > max(before.rfind("]"), before.rfind("{"))
    return in_brackets and "," not in letters and letters.split() == _words([meant])


def _replaced_value(scalar: YamlScalar, where: Location, letters: str, meant: str) -> str | None:
    """Return the value of a scalar after replacing characters in it; None if they aren't part of it."""
    if (scalar.line, scalar.column, scalar.length) == (where.line, where.column, len(letters)):
        return meant
    spot = scalar.text.position_of(where.line, where.column)
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
