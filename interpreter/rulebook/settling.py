"""The lines by which one of two overlays that clash can say what shall be where both are at work (`with`)."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from interpreter.errors import Where
from interpreter.rulebook.changes import Change
from interpreter.rulebook.line_changes import find_lines, is_all
from interpreter.rulebook.lines import with_lines
from interpreter.rulebook.model import Text
from interpreter.rulebook.nodes import Items, Mapping, Node
from interpreter.rulebook.overlays import Overlay
from interpreter.rulebook.yaml_writer import dumped

LONGEST = 4000
"""So many letters are shown."""

Entry = tuple[str, Any]
"""What stands in a part for company: the name of a list there, and an entry of it."""

Clash = tuple[Change, Change]
"""Two changes of one place by different overlays; the second one is of the overlay that comes first."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The lines, and what is said of where they go."""

    lines: str
    told: str


def can_be_settled(clash: Clash) -> bool:
    """Whether a part for company can say what shall be."""
    return bool(_asked_again(clash))


def settled_by(clashes: Iterable[Clash]) -> Settled | None:
    """What settles all clashes of two overlays that can be settled, in one of their files; a game's own is left as it
    is if the other one is not. None if there is nothing, or it would be very long."""
    part: dict[str, Any] = {}
    holder = partner = None
    for clash in clashes:
        again = _asked_again(clash)
        if not again:
            continue
        later, earlier = clash[0].overlay, clash[1].overlay
        holder, partner = (earlier, later) if later.own and not earlier.own else (later, earlier)
        for entry in again:
            _take_up(part, *entry)
    if holder is None or partner is None:
        return None
    if "change" in part:
        part["change"] = _joined(part["change"])
    settled = _framed(holder, partner.id, part)
    return settled if len(settled.lines) <= LONGEST else None


def _asked_again(clash: Clash) -> list[Entry]:
    """What a part for company asks for: the change that reaches further once more; but of a text that one of the two
    changes, and the other a line that is still in it, that line. Where the line is taken out it asks for both, as the
    text may have no other one."""
    wider = min(clash, key=lambda each: len(each.steps))
    within = clash[1] if wider is clash[0] else clash[0]
    if wider.again is None:
        return []
    if wider.line is None and within.line is not None and within.again is not None:
        name, entry = wider.again
        line = within.again[1]
        text = entry.get("to") if name == "change" else None
        if isinstance(text, str) and len(find_lines(Text(text, Where("")), line["line"])) == 1:
            return [within.again] if line["to"] else [wider.again, within.again]
    return [wider.again]


def _take_up(part: dict[str, Any], name: str, entry: Any) -> None:
    """Put one more entry into a part, unless it is there."""
    if isinstance(entry, dict) and name == "players":
        part.setdefault(name, {}).update(entry)
    elif entry not in part.setdefault(name, []):
        part[name].append(entry)


def _joined(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Changes, those of lines of a text that is asked for whole made in that, as far as the lines are in it, and
    something else as well if they are taken out."""
    whole = {entry["at"]: dict(entry) for entry in entries if "line" not in entry}
    for entry in entries:
        text = whole.get(entry["at"], {}).get("to")
        if "line" in entry and isinstance(text, str):
            there = Text(text, Where(""))
            found = find_lines(there, entry["line"])
            new = Text(entry["to"], Where("")) if entry["to"] else None
            if len(found) == 1 and (new is not None or not is_all(there, found[0])):
                whole[entry["at"]]["to"] = str(with_lines(there, found[0], new))
    others = [entry for entry in entries if "line" in entry and entry["at"] not in whole]
    return [*whole.values(), *others]


def _framed(holder: Overlay, partner: str, part: dict[str, Any]) -> Settled:
    """A part, as it goes into the file of an overlay: as far down as that has something for the partner already."""
    file, company = holder.variant.where.file, holder.root.mapping("with")
    if company is None:
        return Settled(_written({"with": {partner: part}}), f"`with` in {file} can settle it")
    key = holder.root.keys["with"]
    there, under, lines = company, "with", {partner: part}
    if (known := company.mapping(partner)) is not None:
        there, under, lines = known, f"with: {partner}:", part
    taken = [there.values[name] for name in lines if name in there.values]
    if len(lines) == 1 and len(taken) == 1 and isinstance(taken[0], (Items, Mapping)):
        (name,) = lines
        if not _in_braces(company) and not _in_braces(there) and not _in_braces(taken[0]):
            told = f"these lines under `{under} {name}` in {there.keys[name].where} can settle it"
            return Settled(_indented(_written(lines[name]), taken[0]), told)
    elif not taken and not _in_braces(company) and not _in_braces(there):
        where = company.keys[partner].where if known is not None else key.where
        return Settled(_indented(_written(lines), there), f"these lines under `{under}` in {where} can settle it")
    whole = deepcopy(company.data)
    for name, entries in part.items():
        mine = whole.setdefault(partner, {})
        for entry in [entries] if isinstance(entries, dict) else entries:
            _take_up(mine, name, entry)
    return Settled(_written({"with": whole}), f"this in place of `with` in {key.where} can settle it")


def _in_braces(node: Node) -> bool:
    """Whether a list or mapping is written in braces, where no lines can go."""
    return (node.source.excerpt(node.line) or "")[node.column - 1 : node.column] in ("{", "[")


def _indented(lines: str, beside: Node) -> str:
    """Lines as far in as the entries of a list or mapping."""
    indent = " " * (beside.column - 1)
    return "\n".join(indent + line if line else "" for line in lines.split("\n"))


def _written(data: Any) -> str:
    """Data as lines of YAML."""
    return dumped(data).rstrip("\n")
