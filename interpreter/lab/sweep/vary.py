"""Places and values of a sweep, as given on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.numbers import HOLE, RulesNumbers, UnknownMarkError
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlList, YamlNode
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.name_lists import quote_names

OPTION = "--vary"
MOST_POINTS = 200
MOST_PLACES = 2
RANGE = re.compile(r"(-?[0-9]{1,10})\.\.(-?[0-9]{1,10})(?:\.\.([0-9]{1,10}))?", re.ASCII)
OTHER_RANGE = re.compile(r"(-?[0-9]{1,10}) *(?:[-–—:…]|\.{3}| to ) *(-?[0-9]{1,10})", re.ASCII)
"""Matches a range as people write it elsewhere: `1-3`, `1 to 3`."""
QUOTES = ("'", '"')
YAML_MARKS = (*QUOTES, "[", "{", "#")
"""Letters with which YAML says where a value ends."""
VALUES_IN_BRACES = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class SweepValue:
    """A value to try.

    Attributes:
        text: The value as written in a YAML file.
        data: The value as plain data.
        column: Its column in the argument, from 1.
        length: Its length in the argument.
    """

    text: str
    data: Any
    column: int
    length: int


@dataclass(frozen=True, slots=True)
class SweepPlace:
    """A place in the game, by its path, with the values to try there.

    Attributes:
        argument: The argument as typed.
        path: Path of the value.
        values: The values to try.
        mark: Text around a number within the value, with braces in the number's place; None for the whole value.
        text: The present value, if it has a mark; known once the game has been read.
        span: First and last place of the number in `text`.
    """

    argument: str
    path: str
    values: tuple[SweepValue, ...]
    mark: str | None = None
    text: str = ""
    span: tuple[int, int] = (0, 0)

    @property
    def name(self) -> str:
        """The path, with the mark."""
        return self.path if self.mark is None else f"{self.path}: {self.mark}"


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """A value for each place; `number` counts points from 0."""

    number: int
    places: tuple[SweepPlace, ...]
    chosen_values: tuple[SweepValue, ...]

    @property
    def settings(self) -> tuple[str, ...]:
        """The variants that put the values in their places."""
        return tuple(map(_setting, self._choices_by_path().values()))

    @property
    def values(self) -> dict[str, Any]:
        """The values as plain data, by the name of the place."""
        return {place.name: value.data for place, value in self._choices}

    @property
    def texts(self) -> tuple[str, ...]:
        """The values as they are written."""
        return tuple(value.text for value in self.chosen_values)

    def locate(self, problem: Problem) -> Problem:
        """Return an error of a game that is valid without these values, located in the argument that causes it."""
        by_setting = {_setting(choices): choices for choices in self._choices_by_path().values()}
        if choices := by_setting.get(problem.where.file):
            return _in_argument(problem, *choices[0])
        if any(f"`{setting}`" in problem.message for setting in by_setting):
            return problem
        by = quote_names(by_setting, " and ")
        return replace(problem, message=f"{problem.message}; {by} causes this")

    @property
    def _choices(self) -> list[Choice]:
        return list(zip(self.places, self.chosen_values, strict=True))

    def _choices_by_path(self) -> dict[str, list[Choice]]:
        """Return the values by path; several numbers may stand in one text."""
        found: dict[str, list[Choice]] = {}
        for place, value in self._choices:
            found.setdefault(place.path, []).append((place, value))
        return found


Choice = tuple[SweepPlace, SweepValue]
"""A place with one of its values."""


def read_places(
    arguments: Sequence[str], most_places: int = MOST_PLACES, most_points: int = MOST_POINTS
) -> tuple[SweepPlace, ...]:
    """Parse arguments of the form PATH=VALUE,VALUE,… or PATH=FIRST..LAST, or a path and a mark with such values.

    `most_points`: maximum number of combinations of these values.

    Raises RulebookError.
    """
    if not 1 <= len(arguments) <= most_places:
        others = "two" if most_places == MOST_PLACES else f"up to {most_places}"
        raise _wrong(Location(OPTION), "bad-vary", f"name one place, or {others}: {OPTION} PATH=1,2,3")
    places = tuple(_place(argument) for argument in arguments)
    if len({place.name for place in places} | {place.path for place in places if not place.mark}) < len(places):
        raise _at(places[-1].argument, 1, len(places[-1].path), "path-twice", "both values would go to one place")
    number = 1
    for place in places:
        number *= len(place.values)
    if number > most_points:
        message = f"these make {number:,} games; at most {most_points:,} are tried together"
        raise _wrong(Location(OPTION), "too-many", message)
    return places


def all_points(places: tuple[SweepPlace, ...]) -> tuple[SweepPoint, ...]:
    """Return all combinations of a value for each place."""
    chosen = product(*(place.values for place in places))
    return tuple(SweepPoint(number, places, values) for number, values in enumerate(chosen))


def find_marks(places: Sequence[SweepPlace], book: Rulebook) -> tuple[SweepPlace, ...]:
    """Find the numbers that marks name in the texts of a game.

    Raises RulebookError if a mark names none, or several.
    """
    if all(place.mark is None for place in places):
        return tuple(places)
    numbers = RulesNumbers(book)
    found = tuple(_find_mark(place, numbers) for place in places)
    taken = [(place.path, place.span) for place in found if place.mark is not None]
    if len(set(taken)) < len(taken):
        last = found[-1]
        raise _at(last.argument, 1, len(last.path), "path-twice", "both values would go to one place")
    return found


def _find_mark(place: SweepPlace, numbers: RulesNumbers) -> SweepPlace:
    if place.mark is None:
        return place
    try:
        text, span = numbers.find(place.path, place.mark)
    except UnknownMarkError as unknown:
        begins = len(place.path) + 3
        span = (1, len(place.path)) if unknown.is_path else (begins, len(place.argument) - begins + 1)
        where = Location(OPTION, column=span[0])
        raise RulebookError(
            Problem(where, "no-target", unknown.message, unknown.suggestion, place.argument, span[1])
        ) from None
    return replace(place, text=text, span=span)


def _marked_place(argument: str) -> SweepPlace | None:
    """Return the place of an argument of the form PATH: TEXT with values in braces; None for another one."""
    hole = next(reversed([*VALUES_IN_BRACES.finditer(argument)]), None)
    colon = next((at for at in _colons(argument) if hole and at < hole.start()), None)
    equals = argument.find("=")
    if hole is None or colon is None or 0 <= equals < colon:
        return None
    values: list[SweepValue] = []
    for node in _nodes(argument, hole.start(), hole.end() - 1):
        for value in _values(argument, node):
            if type(value.data) is not int:
                raise _at(argument, value.column, value.length, "no-values", "values in braces are whole numbers")
            _add_value(values, value, argument)
    mark = f"{argument[colon + 1 : hole.start()]}{HOLE}{argument[hole.end() :]}".strip()
    return SweepPlace(argument, argument[:colon].strip(), tuple(values), mark)


def _colons(argument: str) -> Iterator[int]:
    """Yield the places of colons before blanks, outside of braces."""
    depth = 0
    for at, letter in enumerate(argument):
        depth += (letter == "{") - (letter == "}")
        if letter == ":" and depth == 0 and argument[at + 1 : at + 2] == " ":
            yield at


def _add_value(values: list[SweepValue], value: SweepValue, argument: str) -> None:
    if any(value.data == other.data and type(value.data) is type(other.data) for other in values):
        raise _at(argument, value.column, value.length, "value-twice", f"`{value.text}` is here twice")
    values.append(value)


def _place(argument: str) -> SweepPlace:
    if (marked := _marked_place(argument)) is not None:
        return marked
    path, equals, _ = argument.partition("=")
    if not equals or not path:
        message = "write a path and values: PATH=1,2,3 or PATH=1..6"
        raise _at(argument, 1, max(1, len(argument)), "bad-vary", message)
    values: list[SweepValue] = []
    for value in _whole_texts(argument, len(path)) or _yaml_values(argument, len(path)):
        _add_value(values, value, argument)
    return SweepPlace(argument, path, tuple(values))


def _whole_texts(argument: str, equals: int) -> list[SweepValue]:
    """Return the values if they are unquoted texts of several words, some with a comma before a blank; otherwise none.

    Such a comma belongs to the text.
    """
    written = argument[equals + 1 :]
    several = any(" " in part.strip() for part in written.split(","))
    if ", " not in written or not several or any(mark in written for mark in YAML_MARKS):
        return []
    parts = [match for match in re.finditer(r"(?:[^,]|,(?=\s))+", argument) if match.end() > equals + 1]
    values = []
    for part in parts:
        start = max(part.start(), equals + 1)
        text = argument[start : part.end()].strip()
        values.append(SweepValue(json.dumps(text, ensure_ascii=False), text, start + 1, part.end() - start))
    return values


def _yaml_values(argument: str, equals: int) -> Iterator[SweepValue]:
    for node in _nodes(argument, equals, len(argument)):
        yield from _values(argument, node)


def _nodes(argument: str, opening: int, end: int) -> list[YamlNode]:
    """Parse the values after a place and before another as a YAML list, with the columns that they have there."""
    problems = Problems()
    lines = (argument,) if len(argument.splitlines()) == 1 else ()  # as YAML sees them
    written = f"{' ' * opening}[{argument[opening + 1 : end]}]"
    read = read_yaml(SourceFile(OPTION, OPTION, lines), written, problems)
    if isinstance(read, YamlList) and lines and not len(problems):
        found = [each for each in read.items if each.data is not None]
        if found and len(found) == len(read.items):
            return found
    message = "values are numbers, words, or texts in quotes, as in YAML: PATH=1,2,3 or PATH=1..6"
    raise _at(argument, opening + 2, end - opening - 1, "no-values", message)


def _values(argument: str, node: YamlNode) -> Iterator[SweepValue]:
    written = argument[node.column - 1 : node.column - 1 + node.length]
    if not isinstance(node.data, str):
        text = written if isinstance(node.data, int | float) else json.dumps(node.data, ensure_ascii=False)
        yield SweepValue(text, node.data, node.column, node.length)
        return
    ends = None if written.startswith(QUOTES) else RANGE.fullmatch(written)
    if ends is None:
        if (other := OTHER_RANGE.fullmatch(written)) is not None:
            message, meant = "a range is written FIRST..LAST", f"{other[1]}..{other[2]}"
            raise _at(argument, node.column, node.length, "bad-range", message, meant)
        yield SweepValue(written, node.data, node.column, node.length)
        return
    first, last, step = (int(part) for part in ends.groups("1"))
    if first > last or step == 0:
        raise _at(argument, node.column, node.length, "bad-range", "a range goes up: FIRST..LAST or FIRST..LAST..STEP")
    if (last - first) // step >= MOST_POINTS:
        message = f"this range has more than {MOST_POINTS} values"
        raise _at(argument, node.column, node.length, "too-many", message)
    for number in range(first, last + 1, step):
        yield SweepValue(str(number), number, node.column, node.length)


def _setting(choices: Sequence[Choice]) -> str:
    """Return the variant that puts values in a place, or in several places of a text."""
    (place, value), text = choices[0], choices[0][0].text
    if place.mark is None:
        return f"{place.path}={value.text}"
    for place, value in sorted(choices, key=lambda choice: choice[0].span, reverse=True):
        start, end = place.span
        text = f"{text[:start]}{value.text}{text[end:]}"
    return f"{place.path}={json.dumps(text, ensure_ascii=False)}"


def _in_argument(problem: Problem, place: SweepPlace, value: SweepValue) -> Problem:
    """Return an error in a setting as an error in the argument that it was made from."""
    column, length = problem.where.column, problem.length
    if place.mark is not None:
        where = Location(OPTION, column=value.column)
        return replace(problem, where=where, excerpt=place.argument, length=value.length)
    begins = len(place.path) + 2
    if column >= begins:
        typed = place.argument[value.column - 1 :].startswith(value.text)
        column = value.column + column - begins if typed else value.column
        length = length if typed else value.length
    where = Location(OPTION, column=max(1, column))
    return replace(problem, where=where, excerpt=place.argument, length=length)


def _at(
    argument: str, column: int, length: int, code: str, message: str, suggestion: str | None = None
) -> RulebookError:
    problem = Problem(Location(OPTION, column=column), code, message, suggestion, argument, length)
    return RulebookError(problem)


def _wrong(where: Location, code: str, message: str) -> RulebookError:
    return RulebookError(Problem(where, code, message))
