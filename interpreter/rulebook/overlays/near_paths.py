"""Paths that were probably meant by one with a step missing, a step too many, or its steps in another order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from interpreter.rulebook.building.ids import DECLARED_IN
from interpreter.rulebook.overlays.paths import (
    BEGINNINGS,
    LIST_PATHS,
    NO_FIELDS,
    UnknownPathError,
    find_target,
    named_values,
)
from interpreter.rulebook.schema.compiled_schema import schema_of
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.schema.field_hints import hint_for
from interpreter.rulebook.source.nodes import YamlMapping, YamlScalar, is_synonym

NEW_FIELD = "; to set a new field, add `from: null`"
SHORTEST_PART = 4
"""Minimum length of a part of a wording that stands for it."""
MOST_PATHS = 4
"""Maximum number of paths that are suggested in place of one."""
_FIRST = ("min", "minimum", "low", "lowest", "from")
_LAST = ("max", "maximum", "high", "highest", "to", "end", "limit")
"""Words for the ends of a list of two numbers."""
_FILES = frozenset(file for file, _ in DECLARED_IN.values()) | {"sequence", "deck", "card"}
"""Words for files, with which paths don't begin."""


def near_paths(documents: Documents, path: str, value: object) -> list[str]:
    """Return the paths to values that were probably meant by one that leads nowhere: several if equally likely.

    Args:
        documents: The game's files.
        path: The path.
        value: What goes there; only values of its type are meant.
    """
    steps = [step for step in path.split("/" if "/" in path else " ") if step]
    found = {each: left for each, old, left in _found(documents, steps) if type(old) is type(value) and each != path}
    fewest = min(found.values(), default=0)
    return [each for each, left in found.items() if left == fewest]


def leads_to_value(documents: Documents, path: str, value: object) -> bool:
    """Return whether a path leads to a single value of the type of another one."""
    try:
        node = find_target(documents, path).node
    except UnknownPathError:
        return False
    return isinstance(node, YamlScalar) and type(node.data) is type(value)


def fields_of_thing(documents: Documents, path: str) -> list[str]:
    """Return the fields of the thing to which a path leads; none if it leads to a value or nowhere."""
    try:
        node = find_target(documents, path).node
    except UnknownPathError:
        return []
    return list(node.values) if isinstance(node, YamlMapping) else []


def new_field_hint(path: str) -> str:
    """Return what to say about a field of a thing that isn't there, if a variant could set it."""
    beginning, field = path.partition("/")[0], path.rpartition("/")[2]
    kind, name = LIST_PATHS.get(beginning, ("cards", beginning))
    section = schema_of(kind)["properties"].get(name, {})
    entry = section.get("items", {}) if path.count("/") == 2 else {}
    fields = entry.get("properties", {})
    if not fields or field in fields or "patternProperties" in entry:
        return NEW_FIELD
    meant = next((each for each in fields if is_synonym(field, each) and each not in NO_FIELDS), None)
    if meant is not None:
        return f"; the field for that is `{meant}`, and with `from: null` it is set anew"
    hint = hint_for(field, name)
    return f"; {hint}" if hint else ""


def near_lists(documents: Documents, path: str) -> list[str]:
    """Return the paths to lists that were probably meant by one to which nothing can be added, likeliest first."""
    steps = path.split("/")
    decks = [str(root.data["deck"]) for root in documents.several["cards"]]
    found = [f"cards/{deck}" for deck in dict.fromkeys(decks) if deck in steps]
    if not found and {"deck", "decks", "card"}.intersection(steps):
        found = [f"cards/{deck}" for deck in dict.fromkeys(decks)]
    found += [step for step in reversed(steps) if step in BEGINNINGS and step not in ("cards", "decks")]
    return [each for each in found if each != path][:MOST_PATHS]


def _found(documents: Documents, steps: Sequence[str]) -> Iterator[tuple[str, object, int]]:
    """Yield paths to single values, what is there, and the number of steps by which they differ from some steps."""
    for at in range(len(steps) - 1, 0, -1):
        path = "/".join((*steps[:at], *steps[at + 1 :]))
        try:
            node = find_target(documents, path).node
        except UnknownPathError:
            continue
        if isinstance(node, YamlScalar):
            yield path, node.data, 1
    wanted = [step for step in steps if step not in _FILES]
    for path, scalar in named_values(documents) if wanted else ():
        there = path.split("/")
        left = _unmatched(there, wanted)
        if left is not None and there[-1] not in ("id", "title", "say"):
            yield path, scalar.data, len(left)


def _unmatched(there: Sequence[str], wanted: Sequence[str]) -> list[str] | None:
    """Return the steps of a path that are not among the wanted ones; None if one of those is none of its steps."""
    left, is_named = list(there), False
    for step in wanted:
        alike = step if step in left else _end_of_range(step, there)
        if alike is None:
            alike = next((each for each in left if is_synonym(step, each) and each not in NO_FIELDS), None)
        if alike is None and there[0] == "words" and len(step) >= SHORTEST_PART:
            alike = next((each for each in left[:2] if re.search(rf"\b{re.escape(step)}\b", each)), None)
            is_named = is_named or alike is not None
        if alike is None or alike not in left:
            return None
        left.remove(alike)
        is_named = is_named or (step == alike and step not in BEGINNINGS)
    return [step for step in left if step != "between"] if is_named else None


def _end_of_range(step: str, there: Sequence[str]) -> str | None:
    """Return the last step of a path if it is the end of a range that a word names, or None."""
    if there[-2:-1] != ["between"] or step not in (*_FIRST, *_LAST):
        return None
    end = "1" if step in _FIRST else "2"
    return end if there[-1] == end else None
