"""Format versions of all written files, and migrations of documents in earlier formats.

A document of an earlier format is migrated step by step, by MIGRATIONS, before its content is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.support.errors import Location, Problem, SaveError

FIRST_VERSION = "0.1"
"""Version of a file that doesn't state one."""

FORMAT_VERSIONS = {
    "save": "0.4", "kept": "0.1", "record": "0.2", "page": "0.1", "playtest": "0.6", "store": "0.1",
    "compare": "0.7", "plan": "0.1", "impact": "0.4", "sweep": "0.6", "measure": "0.6", "balance": "0.2",
    "people": "0.1", "tune": "0.1", "tune_plan": "0.1", "impact_ladder": "0.1", "measure_ladder": "0.1",
    "sweep_ladder": "0.1", "study_plan": "0.1", "campaign": "0.1",
    "package": "0.1",
}  # fmt: skip
"""Current format version of each kind of file."""

RESULTS_VERSION = "0.15"
"""Version of the results of a seed. Results of different versions are never added up.

Increase it with every change to the games that a seed gives, or to what is counted in them.
"""

LANGUAGE_VERSIONS = ("0.1", "0.2")
"""Versions of the rule language and its execution, oldest first.

Choices made under an earlier version may be impossible under the latest, even if the rules are the same.
"""

LANGUAGE_VERSION = LANGUAGE_VERSIONS[-1]
"""The latest version of the rule language and its execution."""

Migration = Callable[[dict[str, Any]], dict[str, Any] | None]
"""Function that converts an unvalidated document to the next format; None if it is of another kind."""


def _migrate_save_0_1(data: dict[str, Any]) -> dict[str, Any] | None:
    """Migrate a save with the number 1 as `cahier` and without versions."""
    if type(data.pop("cahier", None)) is not int:
        return None
    return data | {"format": "0.2", "language": "0.1"}


def _migrate_save_0_2(data: dict[str, Any]) -> dict[str, Any]:
    """Migrate a save with notes about seats only. Newer notes may also hold the match's display language."""
    return data | {"format": "0.3"}


def _migrate_save_0_3(data: dict[str, Any]) -> dict[str, Any]:
    """Migrate a save with absolute paths. Newer saves need not name a folder, and have relative paths."""
    return data | {"format": "0.4"}


def _migrate_record_0_1(data: dict[str, Any]) -> dict[str, Any]:
    """Migrate a record without versions."""
    return data | {"format": "0.2", "language": "0.1"}


MIGRATIONS: dict[str, dict[str, Migration]] = {
    "save": {"0.1": _migrate_save_0_1, "0.2": _migrate_save_0_2, "0.3": _migrate_save_0_3},
    "record": {"0.1": _migrate_record_0_1},
    "kept": {},
}
"""For each kind of file, the migrations from its earlier formats, oldest first.

With each change of a format, add an entry here, and a file of the earlier format to the tests.
"""


def version_fields(kind: str) -> dict[str, str]:
    """Return the header fields of a file that contains matches."""
    return {"format": FORMAT_VERSIONS[kind], "language": LANGUAGE_VERSION}


def readable_formats(kind: str) -> tuple[str, ...]:
    """Return the readable formats of this kind, oldest first."""
    return (*MIGRATIONS[kind], FORMAT_VERSIONS[kind])


def migrate_document(data: Mapping[str, Any], kind: str, where: Location) -> dict[str, Any] | None:
    """Return a document migrated to the current format; None if it is not of this kind.

    Raises:
        SaveError: Its version can't be read.
    """
    for field, known in (("format", readable_formats(kind)), ("language", LANGUAGE_VERSIONS)):
        found = data.get(field, FIRST_VERSION)
        if found not in known:
            message = f"its {field} is {str(found)[:40]}; this version reads {', '.join(known)}"
            if not isinstance(found, str):
                message = f"this is no {kind}: {message}"
            raise SaveError(Problem(where, f"other-{field}", message))
    document: dict[str, Any] | None = dict(data)
    for earlier, migrate in MIGRATIONS[kind].items():
        if document is not None and document.get("format", FIRST_VERSION) == earlier:
            document = migrate(document)
    return document
