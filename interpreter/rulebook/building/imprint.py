"""The imprint of a game or variant: author, version, licence, language, homepage, and the versions that it needs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version

from interpreter.rulebook.model import Imprint
from interpreter.rulebook.source.nodes import Problems, YamlMapping
from interpreter.support.name_lists import quote_names

PROGRAM = "cahier"
"""The name under which `needs` gives a version of this program."""


def read_imprint(root: YamlMapping) -> Imprint:
    """Return the imprint in a game.yaml or a variant's file."""
    author, version, licence, language, homepage = (
        str(root.get_plain(name, "")) for name in ("author", "version", "licence", "language", "homepage")
    )
    return Imprint(author, version, licence, language, homepage)


def check_needs(root: YamlMapping, versions: dict[str, str], problems: Problems) -> None:
    """Report the needs of a game or variant that aren't met.

    Args:
        root: The content of its file.
        versions: The version of each game that it may name, by id; empty for a game that gives none.
        problems: The problems to which those found here are added.
    """
    own = root.get_plain("title", "")
    name = own["en"] if isinstance(own, dict) else own
    for needed, wanted in root.section("needs").entries():
        thing, lowest = str(needed.data), str(wanted.data)
        known = {**versions, PROGRAM: ""}
        if thing not in known:
            message = f"`needs` gives versions of {quote_names(known, ' and ')}; `{thing}` is none of them"
            problems.add(needed, "unknown-need", message, thing, known)
            continue
        found = _program_version() if thing == PROGRAM else versions[thing]
        if thing == PROGRAM and not found:
            continue  # a folder that was only copied doesn't know its version
        if not found:
            message = f"{name} needs `{thing}` {lowest} or later, and this `{thing}` gives no version"
            problems.add(wanted, "needs-version", f"{message}; add `version:` to its game.yaml")
        elif _numbers(found) < _numbers(lowest):
            way_out = f"get a later {thing}, or an earlier {name}"
            problems.add(
                wanted, "needs-version", f"{name} needs `{thing}` {lowest} or later; this is {found}: {way_out}"
            )


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, without zeros at its end, so that 1.0 equals 1."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _program_version() -> str:
    """Return the version of this program, or an empty text if it isn't known."""
    try:
        found = installed_version(PROGRAM)
    except PackageNotFoundError:
        return ""
    return ".".join(part for part in found.split(".") if part.isdigit())
