"""The versions of all that is written to files: what each is written in, and how what an earlier version wrote is read.

A document of an earlier format becomes one of today's step by step, by MIGRATIONS, before anybody looks into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.errors import Problem, SaveError, Where

FIRST = "0.1"
"""What a file without a version is of."""

FORMATS = {
    "save": "0.3", "record": "0.2", "playtest": "0.5", "store": "0.1",
    "compare": "0.5", "impact": "0.4", "sweep": "0.5", "measure": "0.5",
}  # fmt: skip
"""The format in which each kind of file is written."""

RESULTS = "0.6"
"""The version of what comes of a seed. Whoever changes which games a seed gives, or what is counted of them, gives it a
new number: results of two versions are not added up."""

LANGUAGES = ("0.1", "0.2")
"""The languages of rules, with the ways in which they are carried out, the oldest first. Choices made by an earlier one
may be impossible by the last one, even where the rules are the same."""

LANGUAGE = LANGUAGES[-1]

Migration = Callable[[dict[str, Any]], dict[str, Any] | None]
"""Makes a document of one format one of the next; None if it is none of that kind. Its content is not checked yet."""


def _save_of_0_1(data: dict[str, Any]) -> dict[str, Any] | None:
    """A save had the number 1 as `cahier`, and no versions."""
    if type(data.pop("cahier", None)) is not int:
        return None
    return data | {"format": "0.2", "language": "0.1"}


def _save_of_0_2(data: dict[str, Any]) -> dict[str, Any]:
    """Notes were about seats only; those of today may also hold the language in which a match is told."""
    return data | {"format": "0.3"}


def _record_of_0_1(data: dict[str, Any]) -> dict[str, Any]:
    """A record had no versions."""
    return data | {"format": "0.2", "language": "0.1"}


MIGRATIONS: dict[str, dict[str, Migration]] = {
    "save": {"0.1": _save_of_0_1, "0.2": _save_of_0_2},
    "record": {"0.1": _record_of_0_1},
}
"""For each kind of file that is read its earlier formats, the oldest first. Who changes a format adds an entry, and a
file of the earlier one to the tests."""


def versions(kind: str) -> dict[str, str]:
    """What stands at the beginning of a file of that kind, in which matches are."""
    return {"format": FORMATS[kind], "language": LANGUAGE}


def formats_read(kind: str) -> tuple[str, ...]:
    """The formats of that kind that can be read, the oldest first."""
    return (*MIGRATIONS[kind], FORMATS[kind])


def as_of_today(data: Mapping[str, Any], kind: str, where: Where) -> dict[str, Any] | None:
    """What was read from a file of that kind, in today's format; None if it is none of that kind.

    Raises SaveError for one of a version that can't be read.
    """
    for field, known in (("format", formats_read(kind)), ("language", LANGUAGES)):
        found = data.get(field, FIRST)
        if found not in known:
            message = f"its {field} is {str(found)[:40]}; this version reads {', '.join(known)}"
            if not isinstance(found, str):
                message = f"this is no {kind}: {message}"
            raise SaveError(Problem(where, f"other-{field}", message))
    document: dict[str, Any] | None = dict(data)
    for earlier, migrate in MIGRATIONS[kind].items():
        if document is not None and document.get("format", FIRST) == earlier:
            document = migrate(document)
    return document
