"""The tree of a YAML file: mappings, lists and scalars with their places, and problems that point at them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from interpreter.rulebook.model import Text
from interpreter.support.errors import NO_RANGE, WARNING, Location, Problem, errors_of, warnings_of
from interpreter.support.similar_words import closest_match

MOST_PROBLEMS = 200
MORE = "more-problems"
"""The code of the problem that stands for all those beyond MOST_PROBLEMS."""
MOST_SUGGESTIONS = 50
_SYNONYMS = {
    "seat": "player players",
    "seats": "players",
    "turn": "player seat active actor acting",
    "number": "counter count integer int points",
    "flag": "boolean bool switch",
    "highest": "most max maximum best",
    "lowest": "fewest least min minimum",
    "when": "if condition on",
    "that": "if when where which",
    "nobody": "down hidden none secret",
    "everyone": "up open public visible all everybody",
    "owner": "private own hand for",
    "room": "limit max maximum capacity",
    "others": "all_others opponents everyone_else other_seats",
    "event": "effect text action",
    "title": "name label",
    "copies": "count times",
    "supply": "count total amount",
    "about": "description",
    "do": "then effect",
    "say": "word phrase",
    "choose": "take pick then",
    "zones": "cards",
    "without": "holes hole gaps except missing removed",
    "columns": "width wide",
    "rows": "height high",
    "wrap": "torus wraps wrapped cylinder",
    "between": "range min max minimum maximum limits",
    "then": "expect expected assert check checks result results",
    "raised to": "reaches reached",
    "start": "value initial default begin beginning",
    "from": "min minimum least",
    "to": "max maximum",
    "for": "owner per",
    "names": "titles",
    "human": "person me user",
    "search": "mcts ai bot computer",
    "table": "bot bots tables automa ai computer",
    "options has": "options_have options_include options_contain options_includes options_contains",
}
"""Common synonyms of each field name or value."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read: its path as the user would type it, its path within the folder, and its lines."""

    path: str
    name: str
    lines: tuple[str, ...]

    def excerpt(self, line: int) -> str | None:
        """Return a line of the file, counted from 1; None if there is no such line."""
        return self.lines[line - 1] if 1 <= line <= len(self.lines) else None


class YamlNode:
    """A part of a file.

    Attributes:
        data: Its plain value.
        line: Line, from 1.
        column: Column, from 1.
        length: Number of characters to underline in a message.
    """

    __slots__ = ("column", "data", "length", "line", "source")

    data: Any

    def __init__(self, source: SourceFile, line: int, column: int, length: int, data: Any) -> None:
        self.source = source
        self.line = line
        self.column = column
        self.length = length
        self.data = data

    def copy(self) -> YamlNode:
        """Return a copy of the content that can be changed independently.

        Scalars never change, therefore they aren't copied.
        """
        return self

    @property
    def where(self) -> Location:
        """The place of its first character."""
        return Location(self.source.path, self.line, self.column)

    def word_span(self, word: str) -> tuple[int, int]:
        """Return the column and length of a word in the node's first line; NO_RANGE if the line doesn't contain it."""
        letters = (self.source.excerpt(self.line) or "")[self.column - 1 :][: self.length]
        found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", letters)
        return NO_RANGE if found is None else (self.column + found.start(), len(word))

    def find(self, path: Iterable[str | int]) -> YamlNode:
        """Return the node at a path of keys and indices, or the last existing one on the way there."""
        node: YamlNode = self
        for step in path:
            if isinstance(node, YamlMapping) and isinstance(step, str) and step in node.values:
                node = node.values[step]
            elif isinstance(node, YamlList) and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
            else:
                break
        return node


class YamlScalar(YamlNode):
    """A number, a flag, a text or nothing.

    `lines` and `folds` are as in Text.
    """

    __slots__ = ("folds", "lines")

    def __init__(self, source: SourceFile, line: int, column: int, length: int, data: Any) -> None:
        super().__init__(source, line, column, length, data)
        self.lines: tuple[tuple[int, int], ...] = ((line, column),)
        self.folds: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def text(self) -> Text:
        """The scalar as a text of the effect language.

        It begins at its first letter, not at its quote or `|`.
        """
        lines = self.lines
        where = Location(self.source.path, *lines[0]) if lines else self.where
        return Text(str(self.data), where, lines, self.folds, self.source.lines)

    def part(self, offset: int, length: int) -> YamlNode:
        """Return a node for `length` letters of the text from `offset` on.

        If the file writes the text in another way (quotes, escapes), return the whole node.
        """
        excerpt = self.source.excerpt(self.line) or ""
        if not excerpt.startswith(str(self.data), self.column - 1):
            return self
        return YamlNode(self.source, self.line, self.column + offset, length, self.data)


class SplicedScalar(YamlScalar):
    """A text whose lines come from several texts; it stands in the place of `origin`."""

    __slots__ = ("_spliced", "origin")

    def __init__(self, origin: YamlScalar, text: Text) -> None:
        super().__init__(origin.source, origin.line, origin.column, origin.length, str(text))
        self.origin: YamlScalar = origin.origin if isinstance(origin, SplicedScalar) else origin
        self._spliced = text

    @property
    def text(self) -> Text:
        """The spliced text."""
        return self._spliced


class YamlList(YamlNode):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, source: SourceFile, line: int, column: int) -> None:
        super().__init__(source, line, column, 1, [])
        self.items: list[YamlNode] = []

    def copy(self) -> YamlList:
        """Return a deep copy."""
        copy = YamlList(self.source, self.line, self.column)
        copy.items = [item.copy() for item in self.items]
        copy.data = [item.data for item in copy.items]
        return copy

    def __iter__(self) -> Iterator[YamlNode]:
        return iter(self.items)

    def insert(self, index: int, *nodes: YamlNode, replaced: int = 0) -> None:
        """Insert nodes before an item, in place of this number of items from there on."""
        end = index + replaced
        self.items[index:end], self.data[index:end] = nodes, [node.data for node in nodes]


class YamlMapping(YamlNode):
    """Keys with values, in the order of the file.

    Attributes:
        keys: The keys as nodes, with their places.
        values: The values by key.
        damaged: True if something in it was wrong and has been reported and removed.
        removed_keys: Its own keys that were removed.
    """

    __slots__ = ("damaged", "keys", "removed_keys", "values")

    def __init__(self, source: SourceFile, line: int, column: int) -> None:
        super().__init__(source, line, column, 1, {})
        self.keys: dict[str, YamlScalar] = {}
        self.values: dict[str, YamlNode] = {}
        self.damaged = False
        self.removed_keys: set[str] = set()

    def copy(self) -> YamlMapping:
        """Return a deep copy."""
        copy = YamlMapping(self.source, self.line, self.column)
        copy.keys = self.keys.copy()
        copy.values = {key: value.copy() for key, value in self.values.items()}
        copy.data = {key: value.data for key, value in copy.values.items()}
        copy.damaged, copy.removed_keys = self.damaged, self.removed_keys.copy()
        return copy

    def put(self, key: str, node: YamlNode, spot: YamlScalar | None = None) -> None:
        """Set the value of a key.

        `spot` is the place of the key if it is new; by default, that of the value.
        """
        self.keys.setdefault(key, spot or YamlScalar(node.source, node.line, node.column, node.length, key))
        self.values[key] = node
        self.data[key] = node.data

    def remove(self, key: str) -> None:
        """Remove a key and its value."""
        for content in (self.keys, self.values, self.data):
            content.pop(key, None)

    def get(self, key: str) -> YamlNode | None:
        """Return the value of a key, or None if the key is missing or empty."""
        value = self.values.get(key)
        return None if value is None or value.data is None else value

    def get_plain(self, key: str, default: Any = None) -> Any:
        """Return the plain value of a key, or `default`."""
        value = self.values.get(key)
        return default if value is None or value.data is None else value.data

    def list_items(self, key: str) -> list[YamlNode]:
        """Return the nodes of the list under a key; an empty list if there is none."""
        value = self.values.get(key)
        return value.items if isinstance(value, YamlList) else []

    def get_mapping(self, key: str) -> YamlMapping | None:
        """Return the mapping under a key, or None."""
        value = self.values.get(key)
        return value if isinstance(value, YamlMapping) else None

    def get_text(self, key: str) -> Text | None:
        """Return the text under a key, or None if the key is missing or empty."""
        value = self.get(key)
        return value.text if isinstance(value, YamlScalar) else None

    def needed_text(self, key: str) -> Text:
        """Return the text under a key that the schema requires."""
        value = self.values[key]
        assert isinstance(value, YamlScalar)
        return value.text

    def mappings(self, key: str) -> list[YamlMapping]:
        """Return the mappings in the list under a key; an empty list if there is none."""
        return [item for item in self.list_items(key) if isinstance(item, YamlMapping)]

    def one_or_several(self, key: str) -> list[YamlNode]:
        """Return the nodes of the list under a key, or the single node there; an empty list if there is none."""
        value = self.get(key)
        return value.items if isinstance(value, YamlList) else [] if value is None else [value]

    def section(self, key: str) -> YamlMapping:
        """Return the mapping under a key; an empty one if there is none, damaged if it was removed."""
        found = self.get_mapping(key)
        if found is None:
            found = YamlMapping(self.source, self.line, self.column)
            found.damaged = key in self.removed_keys
        return found

    def entries(self) -> list[tuple[YamlScalar, YamlNode]]:
        """Return the keys as nodes, each with its value."""
        return list(zip(self.keys.values(), self.values.values(), strict=True))


def closest_name(word: str, among: Iterable[str]) -> str | None:
    """Return the candidate that was probably meant by a word.

    That is one of which the word is a synonym, or else the most similar one.
    """
    known = list(among)
    return next((each for each in known if is_synonym(word, each)), None) or closest_match(word, known)


def is_synonym(word: str, meant: str) -> bool:
    """True if a word is a common synonym of a field name or value."""
    return word.casefold().replace(" ", "_") in _SYNONYMS.get(meant, "").split()


ProblemPlace = YamlNode | Location


class Problems:
    """The problems found in a folder, collected in order to report them together.

    The length is the number of errors.
    """

    def __init__(self) -> None:
        self._found: list[Problem] = []
        self._warnings: list[Problem] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(
        self,
        spot: ProblemPlace,
        code: str,
        message: str,
        meant: str | None = None,
        among: Iterable[str] = (),
        suggestion: str | None = None,
        cause: Location | None = None,
        wordings: tuple[str, ...] = (),
        replaced: tuple[int, int] | None = None,
        names_variant: bool = False,
        otherwise: str = "",
    ) -> None:
        """Add an error.

        Args:
            spot: Its place.
            code: Stable code for tools.
            message: Text for people.
            meant: A misspelt name. The most similar one of `among` becomes the suggestion.
            among: Candidates for the suggestion.
            suggestion: The suggestion itself, if the caller knows it.
            cause: The place of the mistake that caused this one.
            wordings: As in Problem.
            replaced: As in Problem.
            names_variant: As in Problem.
            otherwise: As in Problem.
        """
        if suggestion is None and meant is not None and len(self._found) < MOST_SUGGESTIONS:
            suggestion = closest_name(meant, among)
        found = _about(spot, code, message, suggestion)
        self._found.append(
            replace(
                found,
                cause=cause,
                wordings=wordings,
                replaced=replaced,
                names_variant=names_variant,
                otherwise=otherwise,
            )
        )

    def warn(self, spot: ProblemPlace, code: str, message: str, suggestion: str | None = None) -> None:
        """Add a warning."""
        self._warnings.append(replace(_about(spot, code, message, suggestion), severity=WARNING))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add errors and warnings that were found elsewhere."""
        found = tuple(problems)
        self._found += errors_of(found)
        self._warnings += warnings_of(found)

    def since(self, before: int) -> tuple[Problem, ...]:
        """Return the errors found after the first `before` ones, in the order in which they were found.

        Repeated errors are left out.
        """
        return tuple(dict.fromkeys(self._found[before:]))

    def warnings(self) -> tuple[Problem, ...]:
        """Return all warnings without repetitions, sorted by file and line."""
        return tuple(sorted(set(self._warnings), key=_order))

    def errors(self) -> tuple[Problem, ...]:
        """Return all errors without repetitions, sorted by file and line.

        Beyond MOST_PROBLEMS, a last problem gives the number of those left out. Errors with a cause come at the end.
        """
        found = sorted(set(self._found), key=_order)
        follow = [problem for problem in found if problem.cause is not None]
        found = [problem for problem in found if problem.cause is None]
        if len(found) > MOST_PROBLEMS:
            rest = len(found) - MOST_PROBLEMS
            last = found[MOST_PROBLEMS - 1].where.file
            found = [*found[:MOST_PROBLEMS], Problem(Location(last), MORE, f"… and {rest} more problems")]
        return (*found, *follow)


def _about(spot: ProblemPlace, code: str, message: str, suggestion: str | None) -> Problem:
    if isinstance(spot, YamlNode):
        return Problem(spot.where, code, message, suggestion, spot.source.excerpt(spot.line), spot.length)
    return Problem(spot, code, message, suggestion)


def _order(problem: Problem) -> tuple[Location, str, str]:
    return problem.where, problem.code, problem.message
