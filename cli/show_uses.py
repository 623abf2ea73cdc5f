"""`cahier show GAME uses WORD`: every place that uses a thing, directly or through other words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from cli.columns import columns
from interpreter.errors import shown

if TYPE_CHECKING:
    from interpreter.authoring.uses import Use
    from interpreter.rulebook.model import Rulebook

LONGEST_LINE = 100
HEADINGS = {
    "card": "Cards",
    "phrase": "Phrases",
    "condition": "Conditions",
    "value": "Values",
    "bend": "Bends",
    "track": "Tracks",
    "zone": "Zones",
    "sequence": "Sequence",
    "row": "Rows of tables",
    "printed": "Printed, and set up",
    "variant": "Variants",
    "scenario": "Scenarios",
}
"""Headings for kinds of places, in the order of output."""


def uses(book: Rulebook, wanted: str) -> str:
    """List all uses of a thing. Raises RulebookError for a word that means nothing in the game."""
    from interpreter.authoring.uses import uses_of

    found = uses_of(book, wanted)
    label = shown(found.named.label)
    if not found.uses:
        return f"{label}: nothing uses it"
    direct = [use for use in found.uses if not use.through]
    indirect = [use for use in found.uses if use.through]
    counts = [f"named in {_places(direct)}"] if direct else []
    counts += [f"used in {_places(indirect)} through other words"] if indirect else []
    order = list(HEADINGS)
    sections = groupby(sorted(found.uses, key=lambda use: order.index(use.place.group)), lambda use: use.place.group)
    return "\n\n".join([f"{label}: {', '.join(counts)}", *(_section(group, of) for group, of in sections)])


def _places(uses: Iterable[Use]) -> str:
    number = len({use.place for use in uses})
    return "1 place" if number == 1 else f"{number} places"


def _section(group: str, uses: Iterable[Use]) -> str:
    """Format the places of a group with the lines that use the thing.

    For indirect uses in scenarios, which may be hundreds, only line numbers are listed.
    """
    if group == "scenario":
        return _scenarios(list(uses))
    rows = [(shown(use.place.label), shown(f"{use.where.file}:{use.where.line}"), shown(_how(use))) for use in uses]
    return f"{HEADINGS[group]}\n{columns(rows)}"


def _scenarios(uses: list[Use]) -> str:
    parts = []
    if rows := [
        (shown(use.place.label), shown(f"{use.where.file}:{use.where.line}")) for use in uses if not use.through
    ]:
        parts.append(f"Scenarios\n{columns(rows)}")
    files: dict[str, list[str]] = {}
    for use in uses:
        if use.through:
            files.setdefault(use.where.file, []).append(str(use.where.line))
    if files:
        indirect = columns(
            [(shown(file), f"line{'s' * (len(lines) > 1)} {', '.join(lines)}") for file, lines in files.items()]
        )
        parts.append(f"Scenarios, through other words\n{indirect}")
    return "\n\n".join(parts)


def _how(use: Use) -> str:
    if not use.through:
        line = use.line or ""
        return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
    return "through " + ", then ".join(f"`{word}`" for word in use.through)
