"""Positions given by programs: the content of a scenario's `given`, as a mapping or as YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from textwrap import indent
from typing import Any

from interpreter.engine.rules import Rules
from interpreter.errors import Problem, RulebookError, Where
from interpreter.rulebook.given import Given, Known, read_given
from interpreter.rulebook.nodes import Mapping as Fields
from interpreter.rulebook.nodes import Problems, Source
from interpreter.rulebook.schema import check_shape
from interpreter.rulebook.yaml_reader import read_yaml

NAME = "given"
"""Name shown in messages in place of a file."""
HALF = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which no text file can contain."""


def read_position(rules: Rules, given: Mapping[str, Any] | str) -> Given:
    """Return the changes to the start of a game that a position describes. A mapping is first written as YAML.

    Raises:
        RulebookError: The position has mistakes; all are listed, with lines of that YAML.
    """
    problems = Problems()
    text = given if isinstance(given, str) else _written(given)
    source = Source(NAME, NAME, tuple(text.split("\n")))
    if half := HALF.search(text):
        before = text[: half.start()]
        where = Where(NAME, before.count("\n") + 1, half.start() - before.rfind("\n"))
        message = "half of a character (\\ud800 to \\udfff); write the whole one"
        raise RulebookError(Problem(where, "lone-surrogate", message, None, source.excerpt(where.line)))
    root = read_yaml(source, text, problems)
    changes = Given()
    if root is not None:
        scenario = Fields(source, root.line, root.column)
        scenario.values[NAME], scenario.data = root, {"name": NAME, NAME: root.data, "then": [NAME]}
        check_shape(scenario, "scenarios", problems)
        changes = read_given(scenario.mapping(NAME), Known(rules.rulebook, len(rules.seats), problems))
    if problems:
        raise RulebookError(problems.sorted())
    return changes


def _written(given: object) -> str:
    """Return a position as YAML, one key a line. Texts of several lines become block scalars."""
    try:
        if not isinstance(given, dict) or not given:
            return json.dumps(given)
        return "\n".join(f"{json.dumps(str(key))}: {_value(value)}" for key, value in given.items())
    except (TypeError, ValueError, RecursionError):
        message = (
            "a position is YAML, or a mapping of texts, numbers, flags, lists and mappings, none of them within itself"
        )
        raise RulebookError(Problem(Where(NAME), "wrong-type", message)) from None


def _value(value: object) -> str:
    if isinstance(value, str) and "\n" in value.rstrip() and not value[0].isspace():
        return "|\n" + indent(value, "  ")
    return json.dumps(value, indent=2, ensure_ascii=False).replace("\n", "\n  ")
