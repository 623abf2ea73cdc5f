"""Columns of things whose types are missing, with the types that the things' values have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.rulebook.building.ids import is_id
from interpreter.rulebook.source.nodes import YamlMapping

MOST_VALUES = 8
"""Maximum number of values of a column that are listed."""


def inferred_columns(root: YamlMapping, columns: Sequence[str]) -> list[dict[str, Any]]:
    """Return declarations of columns, likeliest first.

    Args:
        root: A file with things and their columns, such as a deck.
        columns: The names of the columns.
    """
    things = [each.data for name in root.values for each in root.mappings(name)]
    values = {column: [thing[column] for thing in things if column in thing] for column in columns}
    if not things or not all(values.values()):
        return []
    declared = []
    for of_words in ("seat", "values", "text"):
        kinds = {column: _kind(found, of_words) for column, found in values.items()}
        lacking = [column for column, found in values.items() if len(found) < len(things) and kinds[column] != "flag"]
        declared.append(kinds | {column: {"is": kinds[column], "optional": True} for column in lacking})
    return declared


def _kind(values: Sequence[Any], of_words: str) -> str | list[str]:
    """Return the type of a column; one of single words is `of_words`, or the list of its values."""
    if all(isinstance(each, bool) for each in values):
        return "flag"
    if all(type(each) is int for each in values):
        return "number"
    words = list(dict.fromkeys(str(each) for each in values))
    if not all(is_id(each) for each in words) or of_words == "text":
        return "text"
    return "seat" if of_words == "seat" else words if len(words) <= MOST_VALUES else "text"
