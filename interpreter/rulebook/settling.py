"""The lines by which one of two overlays that clash can say what shall be where both are at work (`with`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from interpreter.rulebook.changes import Change

LONGEST = 2000
"""So many letters are shown."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The lines, and the file of the overlay that they go into."""

    file: str
    lines: str


def settled_by(change: Change, other: Change) -> Settled | None:
    """What settles a clash of two changes: the one that reaches further is asked for once more. None if no part for
    company can do it, or it would be very long. A game's own overlay is left as it is if the other one is not."""
    wider = min(change, other, key=lambda each: len(each.steps))
    if wider.again is None:
        return None
    holder, partner = (other, change) if change.overlay.own and not other.overlay.own else (change, other)
    name, entry = wider.again
    lines = yaml.dump(
        {"with": {partner.overlay.id: {name: [entry]}}},
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=False,
        width=10_000,
    )
    return Settled(holder.overlay.variant.where.file, lines.rstrip("\n")) if len(lines) <= LONGEST else None


class _Dumper(yaml.SafeDumper):
    """Writes lists further in than what they are in, and texts of several lines line by line."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)
