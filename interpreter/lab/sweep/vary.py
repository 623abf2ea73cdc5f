"""Places and values of a sweep, as given on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlList, YamlNode
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Location, Problem, RulebookError

OPTION = "--vary"
MOST_POINTS = 200
MOST_PLACES = 2
RANGE = re.compile(r"(-?[0-9]{1,10})\.\.(-?[0-9]{1,10})(?:\.\.([0-9]{1,10}))?", re.ASCII)
QUOTES = ("'", '"')


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

    `argument` is the argument as typed.
    """

    argument: str
    path: str
    values: tuple[SweepValue, ...]


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """A value for each place; `number` counts points from 0."""

    number: int
    places: tuple[SweepPlace, ...]
    chosen_values: tuple[SweepValue, ...]

    @property
    def settings(self) -> tuple[str, ...]:
        """The variants that put the values in their places."""
        return tuple(_setting(place, value) for place, value in zip(self.places, self.chosen_values, strict=True))

    @property
    def values(self) -> dict[str, Any]:
        """The values as plain data, by the path of the place."""
        return {place.path: value.data for place, value in zip(self.places, self.chosen_values, strict=True)}

    def locate(self, problem: Problem) -> Problem:
        """Return an error of a game that is valid without these values, located in the argument that causes it."""
        for setting, place, value in zip(self.settings, self.places, self.chosen_values, strict=True):
            if problem.where.file == setting:
                return _in_argument(problem, place, value)
        if any(f"`{setting}`" in problem.message for setting in self.settings):
            return problem
        by = " and ".join(f"`{setting}`" for setting in self.settings)
        return replace(problem, message=f"{problem.message}; {by} causes this")


def read_places(arguments: Sequence[str]) -> tuple[SweepPlace, ...]:
    """Parse arguments of the form PATH=VALUE,VALUE,… or PATH=FIRST..LAST.

    Raises RulebookError.
    """
    if not 1 <= len(arguments) <= MOST_PLACES:
        raise _wrong(Location(OPTION), "bad-vary", f"name one place, or two: {OPTION} PATH=1,2,3")
    places = tuple(_place(argument) for argument in arguments)
    if len({place.path for place in places}) < len(places):
        raise _at(places[-1].argument, 1, len(places[-1].path), "path-twice", "both values would go to one place")
    number = 1
    for place in places:
        number *= len(place.values)
    if number > MOST_POINTS:
        message = f"these make {number:,} games; at most {MOST_POINTS} are tried together"
        raise _wrong(Location(OPTION), "too-many", message)
    return places


def all_points(places: tuple[SweepPlace, ...]) -> tuple[SweepPoint, ...]:
    """Return all combinations of a value for each place."""
    chosen = product(*(place.values for place in places))
    return tuple(SweepPoint(number, places, values) for number, values in enumerate(chosen))


def _place(argument: str) -> SweepPlace:
    path, equals, _ = argument.partition("=")
    if not equals or not path:
        message = "write a path and values: PATH=1,2,3 or PATH=1..6"
        raise _at(argument, 1, max(1, len(argument)), "bad-vary", message)
    values: list[SweepValue] = []
    for node in _nodes(argument, path):
        for value in _values(argument, node):
            if any(value.data == other.data and type(value.data) is type(other.data) for other in values):
                raise _at(argument, value.column, value.length, "value-twice", f"`{value.text}` is here twice")
            values.append(value)
    return SweepPlace(argument, path, tuple(values))


def _nodes(argument: str, path: str) -> list[YamlNode]:
    """Parse the values as a YAML list, with the columns that they have in the argument."""
    problems = Problems()
    lines = (argument,) if len(argument.splitlines()) == 1 else ()  # as YAML sees them
    read = read_yaml(SourceFile(OPTION, OPTION, lines), f"{' ' * len(path)}[{argument[len(path) + 1 :]}]", problems)
    if isinstance(read, YamlList) and lines and not len(problems):
        found = [each for each in read.items if each.data is not None]
        if found and len(found) == len(read.items):
            return found
    message = "values are numbers, words, or texts in quotes, as in YAML: PATH=1,2,3 or PATH=1..6"
    raise _at(argument, len(path) + 2, len(argument) - len(path) - 1, "no-values", message)


def _values(argument: str, node: YamlNode) -> Iterator[SweepValue]:
    written = argument[node.column - 1 : node.column - 1 + node.length]
    if not isinstance(node.data, str):
        text = written if isinstance(node.data, int | float) else json.dumps(node.data, ensure_ascii=False)
        yield SweepValue(text, node.data, node.column, node.length)
        return
    ends = None if written.startswith(QUOTES) else RANGE.fullmatch(written)
    if ends is None:
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


def _setting(place: SweepPlace, value: SweepValue) -> str:
    return f"{place.path}={value.text}"


def _in_argument(problem: Problem, place: SweepPlace, value: SweepValue) -> Problem:
    """Return an error in a setting as an error in the argument that it was made from."""
    column, length = problem.where.column, problem.length
    begins = len(place.path) + 2
    if column >= begins:
        typed = place.argument[value.column - 1 :].startswith(value.text)
        column = value.column + column - begins if typed else value.column
        length = length if typed else value.length
    where = Location(OPTION, column=max(1, column))
    return replace(problem, where=where, excerpt=place.argument, length=length)


def _at(argument: str, column: int, length: int, code: str, message: str) -> RulebookError:
    problem = Problem(Location(OPTION, column=column), code, message, excerpt=argument, length=length)
    return RulebookError(problem)


def _wrong(where: Location, code: str, message: str) -> RulebookError:
    return RulebookError(Problem(where, code, message))
