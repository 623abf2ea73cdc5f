"""Positions given by programs: the content of a scenario's `given`, as a mapping or as YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from textwrap import indent
from typing import Any

from interpreter.engine.rules import Rules
from interpreter.errors import Location, Problem, RulebookError
from interpreter.rulebook.given import GivenPosition, ReferenceChecker, read_given
from interpreter.rulebook.nodes import Problems, SourceFile
from interpreter.rulebook.nodes import YamlMapping as Fields
from interpreter.rulebook.schema import check_shape
from interpreter.rulebook.yaml_reader import read_yaml

SOURCE_NAME = "given"
"""Name shown in messages in place of a file."""
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which no text file can contain."""


def read_position(rules: Rules, given: Mapping[str, Any] | str) -> GivenPosition:
    """Return the changes to the start of a game that a position describes. A mapping is first written as YAML.

    Raises:
        RulebookError: The position has mistakes; all are listed, with lines of that YAML.
    """
    problems = Problems()
    text = given if isinstance(given, str) else _as_yaml(given)
    source = SourceFile(SOURCE_NAME, SOURCE_NAME, tuple(text.split("\n")))
    if half := LONE_SURROGATE.search(text):
        before = text[: half.start()]
        where = Location(SOURCE_NAME, before.count("\n") + 1, half.start() - before.rfind("\n"))
        message = "half of a character (\\ud800 to \\udfff); write the whole one"
        raise RulebookError(Problem(where, "lone-surrogate", message, None, source.excerpt(where.line)))
    root = read_yaml(source, text, problems)
    changes = GivenPosition()
    if root is not None:
        scenario = Fields(source, root.line, root.column)
        scenario.values[SOURCE_NAME], scenario.data = (
            root,
            {"name": SOURCE_NAME, SOURCE_NAME: root.data, "then": [SOURCE_NAME]},
        )
        check_shape(scenario, "scenarios", problems)
        changes = read_given(
            scenario.get_mapping(SOURCE_NAME), ReferenceChecker(rules.rulebook, len(rules.seats), problems)
        )
    if problems:
        raise RulebookError(problems.errors())
    return changes


def _as_yaml(given: object) -> str:
    """Return a position as YAML, one key a line. Texts of several lines become block scalars."""
    try:
        if not isinstance(given, dict) or not given:
            return json.dumps(given)
        return "\n".join(f"{json.dumps(str(key))}: {_yaml_value(value)}" for key, value in given.items())
    except (TypeError, ValueError, RecursionError):
        message = (
            "a position is YAML, or a mapping of texts, numbers, flags, lists and mappings, none of them within itself"
        )
        raise RulebookError(Problem(Location(SOURCE_NAME), "wrong-type", message)) from None


def _yaml_value(value: object) -> str:
    if isinstance(value, str) and "\n" in value.rstrip() and not value[0].isspace():
        return "|\n" + indent(value, "  ")
    return json.dumps(value, indent=2, ensure_ascii=False).replace("\n", "\n  ")
