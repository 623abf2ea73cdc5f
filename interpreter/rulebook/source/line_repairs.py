"""Lines as they were probably meant, where YAML can't read them; the suggestion trial finds out which can be read."""

from __future__ import annotations

import json
import re

_FIELD_WITH_VALUE = re.compile(r"""( *(?:- +)*)("[^"]*"|'[^']*'|[a-z](?:[^:#"{]|\{[^{}:]*\})*): +(\S.*?)(?: +#.*| *)""")
_INNER_FIELD = re.compile(r"[a-z]\w*: ", re.ASCII)
_BRACES = re.compile(r"\{ *[a-z][\w ]*: ", re.ASCII)
"""Matches the beginning of a mapping in braces."""
_SEVERAL_FIELDS = re.compile(r"[^\"'{}]*, *[a-z]\w*: ", re.ASCII)
MAX_REPAIRED = 200
"""Length in characters beyond which a line isn't repaired."""


def repaired_field(row: str) -> tuple[tuple[str, ...], tuple[int, int]] | None:
    """Return the forms of a field that may be meant, and the column and length of what they replace, or None.

    The forms are a value in braces or in quotes, and a second field on a line of its own.
    """
    found = _FIELD_WITH_VALUE.fullmatch(row) if len(row) <= MAX_REPAIRED else None
    if found is None:
        return None
    before, key, value = found.groups()
    forms: list[str] = []
    end = _closing_bracket(value)
    if end is not None and (rest := re.match(r" *, *(?=[a-z][\w ]*: )", value[end:])) is not None:
        forms.append(f"{key}: {value[:end]}\n{value[end + rest.end() :]}")
    if _INNER_FIELD.match(value):
        forms.append(f"{key}: {{{value}}}")
    if value[0] not in "\"'|>" and not _BRACES.match(value):
        forms.append(f"{key}: {json.dumps(value, ensure_ascii=False)}")
    return tuple(forms), (len(before) + 1, len(f"{key}: {value}"))


def has_several_fields(row: str) -> bool:
    """True if a line has further fields after the value of its first one, without braces."""
    found = _FIELD_WITH_VALUE.fullmatch(row) if len(row) <= MAX_REPAIRED else None
    return found is not None and _SEVERAL_FIELDS.match(found[3]) is not None


def _closing_bracket(value: str) -> int | None:
    """Return the place behind the bracket that closes the one with which a value begins, or None."""
    depth = 0
    for at, letter in enumerate(value):
        depth += (letter in "[{") - (letter in "]}")
        if not depth:
            return at + 1 if at else None
    return None
