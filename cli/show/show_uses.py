"""`cahier show GAME uses WORD`: every place that uses a thing, directly or through other words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from cli.text.columns import format_table
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.authoring import ThingUse
    from interpreter.rulebook import Rulebook

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


def format_uses(book: Rulebook, wanted: str) -> str:
    """List all uses of a thing. Raises RulebookError for a word that means nothing in the game."""
    from interpreter.authoring import uses_of

    found = uses_of(book, wanted)
    label = printable(found.name.label)
    if not found.uses:
        return f"{label}: nothing uses it"
    direct = [use for use in found.uses if not use.chain]
    indirect = [use for use in found.uses if use.chain]
    counts = [f"named in {_places(direct)}"] if direct else []
    counts += [f"used in {_places(indirect)} through other words"] if indirect else []
    order = list(HEADINGS)
    sections = groupby(sorted(found.uses, key=lambda use: order.index(use.site.kind)), lambda use: use.site.kind)
    return "\n\n".join([f"{label}: {', '.join(counts)}", *(_section(group, of) for group, of in sections)])


def _places(uses: Iterable[ThingUse]) -> str:
    number = len({use.site for use in uses})
    return "1 place" if number == 1 else f"{number} places"


def _section(group: str, uses: Iterable[ThingUse]) -> str:
    """Format the places of a group with the lines that use the thing.

    For indirect uses in scenarios, which may be hundreds, only line numbers are listed.
    """
    if group == "scenario":
        return _scenarios(list(uses))
    rows = [
        (
            printable(use.site.label),
            printable(f"{use.where.file}:{use.where.line}"),
            printable(_describe_use(use)),
        )
        for use in uses
    ]
    return f"{HEADINGS[group]}\n{format_table(rows)}"


def _scenarios(uses: list[ThingUse]) -> str:
    parts = []
    if rows := [
        (printable(use.site.label), printable(f"{use.where.file}:{use.where.line}")) for use in uses if not use.chain
    ]:
        parts.append(f"Scenarios\n{format_table(rows)}")
    files: dict[str, list[str]] = {}
    for use in uses:
        if use.chain:
            files.setdefault(use.where.file, []).append(str(use.where.line))
    if files:
        indirect = format_table(
            [(printable(file), f"line{'s' * (len(lines) > 1)} {', '.join(lines)}") for file, lines in files.items()]
        )
        parts.append(f"Scenarios, through other words\n{indirect}")
    return "\n\n".join(parts)


def _describe_use(use: ThingUse) -> str:
    if not use.chain:
        line = use.line or ""
        return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
    return "through " + ", then ".join(f"`{word}`" for word in use.chain)
