"""The versions of what is written to files, in one place: what each is written in, and what is still read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.errors import Problem, SaveError, Where

FIRST = "0.1"
"""What a file without a version is of."""

FORMATS = {
    "save": ("0.1", "0.2"),
    "record": ("0.1", "0.2"),
    "playtest": ("0.2",),
}
"""The formats of each kind of file, the oldest first: these are read, and the last one is written."""

LANGUAGES = ("0.1", "0.2")
"""The languages of rules, with the ways in which they are carried out. Choices made by an earlier one may be impossible
by the last one, even where the rules are the same."""

LANGUAGE = LANGUAGES[-1]


def format_of(kind: str) -> str:
    """The format in which files of that kind are written."""
    return FORMATS[kind][-1]


def versions(kind: str) -> dict[str, str]:
    """What stands at the beginning of a file of that kind, in which matches are."""
    return {"format": format_of(kind), "language": LANGUAGE}


def language_of(data: Mapping[str, Any], kind: str, where: Where) -> str:
    """By which language the matches in a file were played. Raises SaveError for a file of a later version."""
    for field, known in (("format", FORMATS[kind]), ("language", LANGUAGES)):
        found = data.get(field, FIRST)
        if found not in known:
            message = f"its {field} is {str(found)[:40]}; this version reads {', '.join(known)}"
            if not isinstance(found, str):
                message = f"this is no {kind}: {message}"
            raise SaveError(Problem(where, f"other-{field}", message))
    language: str = data.get("language", FIRST)
    return language
