"""Suggested lines for a `with` part in which one of two clashing overlays settles their clashes."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from interpreter.rulebook.model import Text
from interpreter.rulebook.overlays.changes import OverlayChange
from interpreter.rulebook.overlays.lines import find_lines, is_whole_text, replace_lines
from interpreter.rulebook.overlays.overlays import Overlay
from interpreter.rulebook.source.yaml_writer import dump_yaml
from interpreter.support.errors import Location

MAX_SUGGESTION_LENGTH = 4000
"""Maximum number of characters of suggested lines."""

ResolutionEntry = tuple[str, Any]
"""An entry of a `with` part: the name of a list there, and the entry's data."""

Clash = tuple[OverlayChange, OverlayChange]
"""Two changes of one place by different overlays, that of the later overlay first."""


@dataclass(frozen=True, slots=True)
class ClashResolution:
    """Suggested lines, and a hint about the place where they go."""

    lines: str
    hint: str


def can_be_resolved(clash: Clash) -> bool:
    """True if a `with` part can settle a clash."""
    return bool(_asked_again(clash))


def resolve_clashes(clashes: Iterable[Clash]) -> ClashResolution | None:
    """Return the lines that settle those clashes of two overlays that can be settled.

    None if there are no such lines, or too many. The lines go into one of the two files. A game's own overlay isn't
    touched if the other one comes from outside.
    """
    part: dict[str, Any] = {}
    holder = partner = None
    for clash in clashes:
        again = _asked_again(clash)
        if not again:
            continue
        later, earlier = clash[0].overlay, clash[1].overlay
        holder, partner = (earlier, later) if later.is_own and not earlier.is_own else (later, earlier)
        for entry in again:
            _take_up(part, *entry)
    if holder is None or partner is None:
        return None
    if "change" in part:
        part["change"] = _joined(part["change"])
    settled = _framed(holder, partner.id, part)
    return settled if len(settled.lines) <= MAX_SUGGESTION_LENGTH else None


def _asked_again(clash: Clash) -> list[ResolutionEntry]:
    """Return the entries that settle a clash: usually the change with the wider reach, once more.

    If one overlay changes a text, and the other a line that the new text still has, the change of the line is
    enough. If that removes the line, both changes are needed, because the text may have no other line.
    """
    wider = min(clash, key=lambda each: len(each.steps))
    within = clash[1] if wider is clash[0] else clash[0]
    if wider.settling_entry is None:
        return []
    if wider.line is None and within.line is not None and within.settling_entry is not None:
        name, entry = wider.settling_entry
        line = within.settling_entry[1]
        text = entry.get("to") if name == "change" else None
        if isinstance(text, str) and len(find_lines(Text(text, Location("")), line["line"])) == 1:
            return [within.settling_entry] if line["to"] else [wider.settling_entry, within.settling_entry]
    return [wider.settling_entry]


def _take_up(part: dict[str, Any], name: str, entry: Any) -> None:
    """Add an entry to a part unless it is there already."""
    if isinstance(entry, dict) and name == "players":
        part.setdefault(name, {}).update(entry)
    elif entry not in part.setdefault(name, []):
        part[name].append(entry)


def _joined(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return changes of a `with` part, with changes of lines merged into changes of the whole text.

    A change of a line is dropped if the new text doesn't contain the line, or would be empty without it.
    """
    whole = {entry["at"]: dict(entry) for entry in entries if "line" not in entry}
    for entry in entries:
        text = whole.get(entry["at"], {}).get("to")
        if "line" in entry and isinstance(text, str):
            there = Text(text, Location(""))
            found = find_lines(there, entry["line"])
            new = Text(entry["to"], Location("")) if entry["to"] else None
            if len(found) == 1 and (new is not None or not is_whole_text(there, found[0])):
                whole[entry["at"]]["to"] = str(replace_lines(there, found[0], new))
    others = [entry for entry in entries if "line" in entry and entry["at"] not in whole]
    return [*whole.values(), *others]


def _framed(holder: Overlay, partner: str, part: dict[str, Any]) -> ClashResolution:
    """Return the lines for a part as they go into an overlay's file, with all that is under `with` there already."""
    company = holder.root.get_mapping("with")
    if company is None:
        where = f"`with` in {holder.variant.where.file} can settle it"
        return ClashResolution(_written({"with": {partner: part}}), where)
    whole = deepcopy(company.data)
    for name, entries in part.items():
        mine = whole.setdefault(partner, {})
        for entry in [entries] if isinstance(entries, dict) else entries:
            _take_up(mine, name, entry)
    where = f"this in place of `with` in {holder.root.keys['with'].where} can settle it"
    return ClashResolution(_written({"with": whole}), where)


def _written(data: Any) -> str:
    """Return data as lines of YAML."""
    return dump_yaml(data).rstrip("\n")
