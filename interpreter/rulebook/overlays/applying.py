"""Apply overlays to the files' trees, node by node, so that later mistakes point into the file that has the text.

First every path of every overlay is looked up in the unchanged game. Two overlays clash if they touch the same place,
or one a place within the other's. Then the changes are made in this order:

1. Overlays that aren't based on others.
2. Overlays that are based on others, which may touch what their bases have changed.
3. The parts of overlays that apply only together with another overlay (`with`). They may touch what the two have
   changed, and thereby settle a clash between them.
4. Settings, which may touch everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from interpreter.rulebook.building.ids import IdTable, VariantChange
from interpreter.rulebook.building.vocabulary import BEND_KINDS
from interpreter.rulebook.model import Text
from interpreter.rulebook.overlays.changes import (
    ADDED,
    MOST_FIELDS,
    OverlayChange,
    UnresolvedPath,
    read_changes,
    touched_paths,
)
from interpreter.rulebook.overlays.lines import find_lines, is_whole_text, replace_lines
from interpreter.rulebook.overlays.near_paths import (
    MOST_PATHS,
    fields_of_thing,
    leads_to_value,
    near_lists,
    near_paths,
    new_field_hint,
)
from interpreter.rulebook.overlays.overlays import Overlay
from interpreter.rulebook.overlays.paths import LIST_PATHS, CanonicalPath, leads_to_something, suggest_path
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.nodes import MOST_SUGGESTIONS, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.source.yaml_reader import dump_yaml
from interpreter.support.errors import Location
from interpreter.support.name_lists import quote_names

MAX_SUGGESTION_LENGTH = 4000
"""Maximum number of characters of suggested lines."""

ResolutionEntry = tuple[str, Any]
"""An entry of a `with` part: the name of a list there, and the entry's data."""

Clash = tuple[OverlayChange, OverlayChange]
"""Two changes of one place by different overlays, that of the later overlay first."""


@dataclass(slots=True)
class OverlayExtras:
    """The content of overlays that isn't a change to a file: bends and default players, in order of application."""

    bends: list[YamlMapping] = field(default_factory=list)
    players: list[tuple[YamlScalar, YamlNode]] = field(default_factory=list)


def apply_overlays(documents: Documents, overlays: list[Overlay], names: IdTable) -> OverlayExtras:
    """Change the documents as the overlays ask.

    Mistakes are added to the problems of `names`. After the first group of overlays with a mistake, nothing more is
    changed.
    """
    work = _OverlayApplication(documents, overlays, names)
    work.change()
    return work.applied


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an overlay that applies: all of it, or what it says because another overlay is present (`other`)."""

    overlay: Overlay
    root: YamlMapping
    other: Overlay | None = None

    @property
    def lineage(self) -> frozenset[str]:
        """Ids of the overlays whose changes it may change again."""
        return self.overlay.lineage | (self.other.lineage if self.other else frozenset())


class _TouchIndex:
    """An index of changes by the places they touch and by all places that contain these."""

    def __init__(self) -> None:
        self._at: dict[CanonicalPath, list[OverlayChange]] = {}
        self._inside: dict[CanonicalPath, list[OverlayChange]] = {}

    def add(self, change: OverlayChange) -> None:
        for steps in change.places:
            self._at.setdefault(steps, []).append(change)
        for end in range(1, len(change.steps)):
            self._inside.setdefault(change.steps[:end], []).append(change)

    def overlapping(self, change: OverlayChange) -> list[OverlayChange]:
        """Return the changes that touch the same place, a place that contains it, or one within it."""
        above = {steps for each in change.places for steps in _with_ancestors(each)}
        found = [other for steps in sorted(above) for other in self._at.get(steps, ())]
        return list(dict.fromkeys(found + [other for steps in change.places for other in self._inside.get(steps, ())]))

    def leading_to(self, path: str) -> OverlayChange | None:
        """Return the change that adds the thing to or through which a path leads, or None."""
        beginning = path.partition("/")[0]
        for steps, changes in self._at.items():
            begins = steps[:-1] in ((beginning,), LIST_PATHS.get(beginning))
            if begins and f"{path}/".startswith(f"{beginning}/{steps[-1]}/"):
                return changes[0]
        return None


class _OverlayApplication:
    def __init__(self, documents: Documents, overlays: list[Overlay], names: IdTable) -> None:
        self.applied = OverlayExtras()
        self._documents = documents
        self._overlays = overlays
        self._names = names
        self._problems = names.problems
        self._touched = _TouchIndex()
        self._settled: dict[frozenset[str], set[CanonicalPath]] = {}
        self._clashes: list[Clash] = []

    def change(self) -> None:
        """Make all changes, until something is wrong."""
        combined = self._combined_parts()
        for part in combined:
            pair = frozenset({part.overlay.id, part.other.id if part.other else ""})
            self._settled.setdefault(pair, set()).update(
                touched_paths(self._documents, part.overlay, part.root), _touched_outside_files(part.root)
            )
        files = [overlay for overlay in self._overlays if not overlay.is_setting]
        waves = [[_Part(overlay, overlay.root) for overlay in level] for level in _dependency_levels(files)]
        settings = [_Part(overlay, overlay.root) for overlay in self._overlays if overlay.is_setting]
        for wave in (*waves, *([part] for part in combined), settings):
            if not self._change_together(wave, last=wave is settings):
                return

    def _combined_parts(self) -> list[_Part]:
        by_id = {overlay.id: overlay for overlay in self._overlays}
        return [
            _Part(overlay, part, by_id[other.data])
            for overlay in self._overlays
            for other, part in overlay.root.section("with").entries()
            if other.data in by_id and isinstance(part, YamlMapping)
        ]

    def _change_together(self, wave: list[_Part], last: bool) -> bool:
        before = len(self._problems)
        changes: list[OverlayChange] = []
        lost: list[UnresolvedPath] = []
        left_out: set[OverlayChange] = set()
        for part in wave:
            found, nowhere = self._read(part.overlay, part.root)
            lost += nowhere
            changes += found
            for change in found:
                left_out |= self._settle(change, part)
                self._touched.add(change)
        self._report_clashes(any(part.other for part in wave))
        self._report_unresolved(lost, last)
        return len(self._problems) == before and self._make([each for each in changes if each not in left_out])

    def _make(self, changes: list[OverlayChange]) -> bool:
        """Make changes; False if the files no longer fit their schemas."""
        before = len(self._problems)
        for change in changes:
            change.make()
            self._names.note_change(change.steps, VariantChange(change.spot.where, change.is_removal))
            if change.is_removal:
                self._names.removed_ids[change.steps[-1]] = change.overlay.id
        self._documents.check_again(self._names)
        return len(self._problems) == before

    def _read(self, overlay: Overlay, part: YamlMapping) -> tuple[list[OverlayChange], list[UnresolvedPath]]:
        """Return all changes that a part asks for, and the paths that lead nowhere.

        A place that the part touches twice is reported. A new thing may take the place of one that the part removes.
        """
        found, lost = read_changes(self._documents, overlay, part, self._problems)
        own = _TouchIndex()
        for change in found:
            first = own.overlapping(change)
            if first and not change.is_addition:
                message = f"this variant touches {change.description} twice; the first is in line {first[0].spot.line}"
                self._problems.add(change.spot, "path-twice", message)
            own.add(change)
        return found + self._bends(overlay, part) + self._players(overlay, part), lost

    def _bends(self, overlay: Overlay, part: YamlMapping) -> list[OverlayChange]:
        """Return the bends as changes.

        Two bends `instead of` one phrase clash, because one of them would be lost. All others are compatible.
        """
        found = []
        for item in part.mappings("bends"):
            kind = next(kind for kind in BEND_KINDS if kind in item.values)
            phrase = item.values[kind]
            assert isinstance(phrase, YamlScalar)
            place = phrase.data if kind == "instead of" else f"{overlay.id} {item.line} {item.column}"
            make = partial(self.applied.bends.append, item)
            name, again = f"{kind}: {phrase.data}", ("bends", item.data)
            steps = ("bends", place)
            found.append(OverlayChange(overlay, phrase, name, steps, make, settling_entry=again, content=again))
        return found

    def _players(self, overlay: Overlay, part: YamlMapping) -> list[OverlayChange]:
        found = []
        for key, player in part.section("players").entries():
            make = partial(self.applied.players.append, (key, player))
            again, steps = ("players", {key.data: player.data}), ("players", key.data)
            name = "/".join(steps)
            found.append(OverlayChange(overlay, key, name, steps, make, settling_entry=again, content=again))
        return found

    def _settle(self, change: OverlayChange, part: _Part) -> set[OverlayChange]:
        """Return the changes to leave out.

        These are the changes that another overlay makes as well, and those whose clash a `with` part for both overlays
        settles. Other clashes are recorded, with at most one overlay.
        """
        left_out: set[OverlayChange] = set()
        clashing: Overlay | None = None
        for other in self._touched.overlapping(change):
            if other.overlay.id in part.lineage or clashing not in (None, other.overlay):
                continue
            if change.is_same(other):
                left_out.add(change)
                continue
            pair = frozenset({change.overlay.id, other.overlay.id})
            settled = set() if part.other else self._settled.get(pair, set())
            lost = {
                each
                for each in (change, other)
                if any(not settled.isdisjoint(_with_ancestors(step)) for step in each.places)
            }
            left_out |= lost
            if not lost:
                self._clashes.append((change, other))
                clashing = other.overlay
        return left_out

    def _report_clashes(self, combined: bool) -> None:
        """Report one clash for each change.

        The first clash of two overlays comes with the lines that settle all of their clashes; if they are `combined`
        with a third one, no lines could.
        """
        by_pair: dict[tuple[str, str], list[Clash]] = {}
        for change, other in sorted(self._clashes, key=lambda clash: clash[0].spot.where):
            by_pair.setdefault((change.overlay.id, other.overlay.id), []).append((change, other))
        for clashes in by_pair.values():
            alone = combined or clashes[0][0].overlay.is_setting or len(self._problems) >= MOST_SUGGESTIONS
            lines, hint = ("", "") if alone else resolve_clashes(clashes)
            first = {clash[0]: clash for clash in reversed(clashes)}
            for clash in [clash for clash in clashes if first[clash[0]] is clash]:
                if hint and _settling_entries(clash):
                    self._clash(*clash, lines, hint)
                    lines, hint = "", "the same lines settle it"
                else:
                    self._clash(*clash)
        self._clashes.clear()

    def _clash(self, change: OverlayChange, other: OverlayChange, lines: str = "", hint: str = "") -> None:
        one, two = f"`{change.overlay.id}`", f"`{other.overlay.id}`"
        if not set(other.places).isdisjoint(change.places):
            what = f"{one} and {two} both touch {change.description}"
            if (found := change.added_id) is not None and found == other.added_id:
                what = f"{one} and {two} both add {change.description}, and not the same one"
                own = f"an id of its own, such as `{change.overlay.id}_{found}`"
                hint = hint or f"give one of them {own}, or add both anew under `with: {other.overlay.id}:`"
        else:
            what = f"{one} touches {change.description}, {two} {other.description}: one is within the other"
        what += f"; {two} does in {other.spot.where}" + (f"; {hint}" if hint else "")
        self._problems.add(change.spot, "variants-clash", what, wordings=(lines,) if lines else ())

    def _report_unresolved(self, lost: list[UnresolvedPath], last: bool = False) -> None:
        """Report the paths that lead nowhere.

        If another overlay adds the target, the message says so, except for settings (`last`).
        """
        for each in lost:
            spot, path = each.spot, str(each.spot.data)
            message = each.error.message
            adding = None if last else self._touched.leading_to(path)
            if adding is not None:
                by = adding.overlay.id
                message += f" in the game; `{by}` adds it: say `based on: {by}`, or put this under `with: {by}:`"
                self._problems.add(spot, "no-target", message)
                continue
            meant = self._meant_paths(each) if len(self._problems) < MOST_SUGGESTIONS else []
            message = message.partition("; it can be ")[0] if meant else message
            told = self._explained(meant, each)
            wrong = spot if each.error.wrong_span is None else spot.part(*each.error.wrong_span)
            suggestion = meant[0] if len(meant) == 1 and not told else None
            whole = (spot.column, spot.length)
            self._problems.add(wrong, "no-target", message + told, suggestion=suggestion, replaced=whole)

    def _explained(self, meant: list[str], lost: UnresolvedPath) -> str:
        """Return what to say of paths that were probably meant, if they can't just take the place of the wrong one."""
        if len(meant) > 1:
            return f"; it may be {quote_names(meant, ' or ')}"
        if not meant or not lost.is_value:
            return ""
        fields = fields_of_thing(self._documents, meant[0])
        if fields and len(fields) <= MOST_FIELDS:
            return f"; `{meant[0]}` is a whole thing: name one of its fields, {', '.join(fields)}"
        is_there = leads_to_something(self._documents, meant[0])
        return "" if is_there else f"; `{meant[0]}` is not there yet{new_field_hint(meant[0])}"

    def _meant_paths(self, lost: UnresolvedPath) -> list[str]:
        """Return the path that was probably meant by one that leads nowhere; several if they are equally likely."""
        path = str(lost.spot.data)
        if lost.kind == ADDED:
            return near_lists(self._documents, path)[:MOST_PATHS]
        meant = suggest_path(self._documents, path, lost.error.suggestion)
        found = [] if meant is None else [meant]
        if lost.new is None or not lost.is_value or fields_of_thing(self._documents, path):
            return found
        if any(path.endswith(each) or each.endswith(path) for each in found if fields_of_thing(self._documents, each)):
            return found
        if found and leads_to_value(self._documents, found[0], lost.new.data):
            return found
        near = near_paths(self._documents, path, lost.new.data)
        return near if near and len(near) <= MOST_PATHS else found


def _dependency_levels(overlays: list[Overlay]) -> list[list[Overlay]]:
    """Return the overlays in groups: those that are based on no other, then those based on these, and so on."""
    depth: dict[str, int] = {}
    for overlay in overlays:  # each comes after those that it is based on
        depth[overlay.id] = 1 + max((depth[base] for base in overlay.lineage - {overlay.id}), default=-1)
    return [[each for each in overlays if depth[each.id] == level] for level in sorted(set(depth.values()))]


def _with_ancestors(steps: CanonicalPath) -> set[CanonicalPath]:
    return {steps[:end] for end in range(1, len(steps) + 1)}


def _touched_outside_files(part: YamlMapping) -> Iterator[CanonicalPath]:
    """Yield what a part touches outside the files: phrases that a bend replaces, and seats whose player it sets."""
    for item in part.mappings("bends"):
        if phrase := item.get_plain("instead of"):
            yield "bends", phrase
    for seat in part.section("players").values:
        yield "players", seat


def resolve_clashes(clashes: Iterable[Clash]) -> tuple[str, str]:
    """Return the lines that settle those clashes of two overlays that can be settled, and a hint where they go.

    Both are empty if there are no such lines, or too many. The lines go into one of the two files. A game's own overlay
    isn't touched if the other one comes from outside.
    """
    part: dict[str, Any] = {}
    holder = partner = None
    for clash in clashes:
        for entry in _settling_entries(clash):
            later, earlier = clash[0].overlay, clash[1].overlay
            holder, partner = (earlier, later) if later.is_own and not earlier.is_own else (later, earlier)
            _add_entry(part, *entry)
    if holder is None or partner is None:
        return "", ""
    if "change" in part:
        part["change"] = _merge_line_changes(part["change"])
    there = holder.root.get_mapping("with")
    whole = {} if there is None else deepcopy(there.data)
    mine = whole.setdefault(partner.id, {})
    for name, entries in part.items():
        for each in [entries] if isinstance(entries, dict) else entries:
            _add_entry(mine, name, each)
    lines = dump_yaml({"with": whole}).rstrip("\n")
    where = f"`with` in {holder.variant.where.file}"
    if there is not None:
        where = f"this in place of `with` in {holder.root.keys['with'].where}"
    return (lines, f"{where} can settle it") if len(lines) <= MAX_SUGGESTION_LENGTH else ("", "")


def _settling_entries(clash: Clash) -> list[ResolutionEntry]:
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


def _add_entry(part: dict[str, Any], name: str, entry: Any) -> None:
    """Add an entry to a part unless it is there already."""
    if isinstance(entry, dict) and name == "players":
        part.setdefault(name, {}).update(entry)
    elif entry not in part.setdefault(name, []):
        part[name].append(entry)


def _merge_line_changes(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
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
