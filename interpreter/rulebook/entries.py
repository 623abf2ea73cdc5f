"""The fields of log entries by kind, and the check of the entries that a scenario expects.

An entry that no log can contain is a mistake of the scenario.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, assert_never

from interpreter.rulebook.given import ReferenceChecker
from interpreter.rulebook.nodes import YamlMapping as Fields

EVERYONE = "everyone"
"""The word for all seats in an entry about shown cards."""

FieldType = Literal[
    "count", "id", "place", "seat", "state", "states", "step", "text", "thing", "truth", "value", "whom", "zone"
]
"""The type of a field's value."""
ENTRY_FIELDS: Mapping[str, Mapping[str, FieldType]] = {
    "turn": {"seat": "seat"},
    "choice": {"seat": "seat", "key": "text", "label": "text"},
    "pieces": {"count": "count", "piece": "id", "state": "state", "seat": "seat", "from": "place", "to": "place"},
    "state": {"count": "count", "piece": "states", "seat": "seat", "place": "place", "from": "state", "to": "state"},
    "card": {"card": "id", "from": "zone", "to": "zone"},
    "track": {"track": "id", "seat": "seat", "from": "step", "to": "step"},
    "variable": {"variable": "id", "thing": "thing", "from": "value", "to": "value"},
    "flag": {"flag": "id", "thing": "thing", "to": "truth"},
    "use": {"card": "id", "label": "text", "seat": "seat"},
    "shuffle": {"zone": "zone"},
    "shown": {"card": "id", "seat": "whom"},
    "end": {"seat": "seat", "label": "text"},
}
"""The fields of each kind of entry, each with the type of its value."""
SUGGESTED_KINDS = {
    "card": "card",
    "piece": "pieces",
    "track": "track",
    "variable": "variable",
    "flag": "flag",
    "key": "choice",
}
"""The kind of entry that a field suggests where `what` is missing.

An entry with `card` and without `what` is always about a card that moved.
"""


def check_entry(entry: Fields, known: ReferenceChecker) -> None:
    """Report fields that no kind of entry has together, and values that its fields never have."""
    what = entry.get_plain("what")
    fields = [field for field in entry.values if field != "what"]
    kinds = [what] if what else ["card"] if "card" in fields else list(ENTRY_FIELDS)
    fitting = [kind for kind in kinds if all(field in ENTRY_FIELDS[kind] for field in fields)]
    meant = (
        what
        or next((SUGGESTED_KINDS[field] for field in fields if field in SUGGESTED_KINDS), None)
        or (fitting or kinds)[0]
    )
    if not fitting:
        field = next(field for field in fields if field not in ENTRY_FIELDS[meant])
        others = [f"`what: {kind}`" for kind, has in ENTRY_FIELDS.items() if all(field in has for field in fields)]
        hint = f"; these are in entries of another kind: say {' or '.join(others)}" if others and not what else ""
        message = f"a `{meant}` entry has no `{field}`; it has {_listed(meant)}{hint}"
        known.problems.add(entry.keys[field], "no-such-entry", message)
        return
    wrong = {kind: _EntryValues(entry, known).wrong(kind) for kind in fitting}
    if all(wrong.values()):
        kind = meant if meant in wrong else fitting[0]
        field, message = wrong[kind] or ("", "")
        known.problems.add(
            entry.values[field], "no-such-entry", f"in a `{kind}` entry {message}; it has {_listed(kind)}"
        )


def _listed(kind: str) -> str:
    return ", ".join(f"`{field}`" for field in ENTRY_FIELDS[kind])


class _EntryValues:
    """The values of an entry, checked against one kind of entry or another."""

    def __init__(self, entry: Fields, known: ReferenceChecker) -> None:
        book = known.rulebook
        self._entry, self._known = entry, known
        self._piece = next((kind for kind in book.pieces if kind.id == entry.get_plain("piece")), None)
        self._track = next((track for track in book.tracks if track.id == entry.get_plain("track")), None)
        self._variable = next((each for each in book.variables if each.id == entry.get_plain("variable")), None)
        self._flag = next((flag for flag in book.flags if flag.id == entry.get_plain("flag")), None)

    def wrong(self, kind: str) -> tuple[str, str] | None:
        """Return the first field whose value is impossible in a kind of entry, and a message; else None."""
        for field, sort in ENTRY_FIELDS[kind].items():
            if field in self._entry.values:
                value = self._entry.values[field].data
                if wanted := self._wanted(sort, value):
                    given = f"`{value}`" if isinstance(value, str) else str(value).lower()
                    return field, f"`{field}` is {wanted}, not {given}"
        return None

    def _wanted(self, sort: FieldType, value: object) -> str:
        """Return a description of the expected value, or an empty text if the value has the right type."""
        match sort:
            case "id" | "whom":
                return ""
            case "count":
                return self._count(value)
            case "place":
                return self._place(value)
            case "seat":
                return self._seat(value)
            case "state":
                return self._state(value)
            case "states":
                return self._states(value)
            case "step":
                return self._step(value)
            case "text":
                return self._text(value)
            case "thing":
                return self._thing(value)
            case "truth":
                return self._truth(value)
            case "value":
                return self._value(value)
            case "zone":
                return self._zone(value)
            case _:
                assert_never(sort)

    def _text(self, value: object) -> str:
        return "" if isinstance(value, (str, int)) else "a word"

    def _truth(self, value: object) -> str:
        return "" if isinstance(value, bool) else "true or false"

    def _states(self, value: object) -> str:
        return "" if self._piece is None or self._piece.states else "a kind of piece that has states"

    def _seat(self, value: object) -> str:
        if self._piece is not None and not self._piece.is_owned:
            return f"left out (`{self._piece.id}` has no owner)"
        if self._track is not None and (self._track.mirrored or not self._track.per_seat):
            return f"left out (there is one `{self._track.id}` for all)"
        return "" if value != EVERYONE else "a seat"

    def _count(self, value: object) -> str:
        most = None if self._piece is None else self._piece.supply
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= (most or value):
            return ""
        return f"a number from 1 to {most}" if most else "a number from 1 on"

    def _state(self, value: object) -> str:
        kinds = self._known.rulebook.pieces if self._piece is None else [self._piece]
        return "" if any(value in kind.states for kind in kinds) else "a state of these pieces"

    def _step(self, value: object) -> str:
        if not isinstance(value, int) or isinstance(value, bool):
            return "a step of a track"
        track = self._track
        if track is None or track.low <= value <= track.high:
            return ""
        return f"a step of the track, {track.low} to {track.high}"

    def _place(self, value: object) -> str:
        if any(space.id == value and space.closed for space in self._known.rulebook.map.spaces):
            return "a space or a box, none that is closed"
        return "" if self._is("space", value) or self._is("box", value) else "a space or a box"

    def _zone(self, value: object) -> str:
        return "" if self._is("zone", value) else "a zone"

    def _value(self, value: object) -> str:
        kind = None if self._variable is None else self._variable.kind
        if kind == "number":
            return "" if isinstance(value, int) and not isinstance(value, bool) else "a number"
        if kind == "flag":
            return self._truth(value)
        if kind in ("seat", "side", "space", "box", "card"):
            return "" if self._is(kind, value) else f"a {kind}"
        return ""

    def _thing(self, value: object) -> str:
        if self._variable is not None:
            if len(self._variable.per) != 1:
                return f"left out (`{self._variable.id}` is not kept for one thing)"
            kind = self._variable.per[0]
        elif self._flag is not None:
            kind = self._flag.of if self._flag.of in ("seat", "side", "space", "card") else "box"
        else:
            return ""
        return "" if self._is(kind, value) else f"a {kind}"

    def _is(self, kind: str, value: object) -> bool:
        """True if a value names a thing of a kind, also as `ZONE of SEAT` if each seat has one."""
        name, _, owner = str(value).partition(" of ")
        if not isinstance(value, str) or not self._known.has(name, kind):
            return False
        return not owner or self._known.has(owner, self._owners(kind, name))

    def _owners(self, kind: str, name: str) -> str:
        """Return the kind of things that each have such a zone or box; an empty text if there is one for all."""
        book = self._known.rulebook
        if kind == "zone":
            return next((zone.per or "" for zone in book.zones if zone.id == name), "")
        return "seat" if kind == "box" and any(box.id == name and box.per_seat for box in book.boxes) else ""
