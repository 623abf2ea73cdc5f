"""Expectations of scenarios: conditions, options, a seat's view, a table's choice, log entries, the game's end.

An entry that no log can contain is a mistake of the scenario.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rulebook.log_entries import EVENT_FIELDS, EVENT_NAMES, FieldType
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.scenarios.given import NOBODY, ReferenceChecker
from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.support.errors import Location
from interpreter.support.name_lists import quote_names

EVERYONE = "everyone"
"""The word for all seats in an entry about shown cards."""

WORDS: tuple[FieldType, ...] = ("label", "reason", "decision", "answer")
"""Types of fields whose value can be any word."""
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


def check_entry(entry: YamlMapping, known: ReferenceChecker) -> None:
    """Report fields that no kind of entry has together, and values that its fields never have."""
    what = entry.get_plain("what")
    fields = [field for field in entry.values if field != "what"]
    kinds = [what] if what else ["card"] if "card" in fields else list(EVENT_FIELDS)
    fitting = [kind for kind in kinds if all(field in EVENT_FIELDS[kind] for field in fields)]
    meant = (
        what
        or next((SUGGESTED_KINDS[field] for field in fields if field in SUGGESTED_KINDS), None)
        or (fitting or kinds)[0]
    )
    if not fitting:
        field = next(field for field in fields if field not in EVENT_FIELDS[meant])
        others = [f"`what: {kind}`" for kind, has in EVENT_FIELDS.items() if all(field in has for field in fields)]
        hint = f"; other kinds of entries have these: add {' or '.join(others)}" if others and not what else ""
        message = f"a `{meant}` entry has no `{field}`; it has {quote_names(EVENT_FIELDS[meant])}{hint}"
        known.problems.add(entry.keys[field], "no-such-entry", message)
        return
    wrong = {kind: _EntryValues(entry, known).wrong(kind) for kind in fitting}
    if all(wrong.values()):
        kind = meant if meant in wrong else fitting[0]
        field, message = wrong[kind] or ("", "")
        message = f"in a `{kind}` entry {message}; it has {quote_names(EVENT_FIELDS[kind])}"
        known.problems.add(entry.values[field], "no-such-entry", message)


class _EntryValues:
    """The values of an entry, checked against one kind of entry or another."""

    def __init__(self, entry: YamlMapping, known: ReferenceChecker) -> None:
        book = known.rulebook
        self._entry, self._known = entry, known
        self._piece = next((kind for kind in book.pieces if kind.id == entry.get_plain("piece")), None)
        self._track = next((track for track in book.tracks if track.id == entry.get_plain("track")), None)
        self._variable = next((each for each in book.variables if each.id == entry.get_plain("variable")), None)
        self._flag = next((flag for flag in book.flags if flag.id == entry.get_plain("flag")), None)

    def wrong(self, kind: str) -> tuple[str, str] | None:
        """Return the first field whose value is impossible in a kind of entry, and a message; else None."""
        for field, sort in EVENT_FIELDS[kind].items():
            if field in self._entry.values:
                value = self._entry.values[field].data
                if wanted := self._wanted(sort, value):
                    given = f"`{value}`" if isinstance(value, str) else str(value).lower()
                    return field, f"`{field}` is {wanted}, not {given}"
        return None

    def _wanted(self, sort: FieldType, value: object) -> str:
        """Return a description of the possible values of a field, or an empty text if this value is one of them.

        References to things are checked elsewhere.
        """
        piece, track = self._piece, self._track
        pieces = self._known.rulebook.pieces if piece is None else [piece]
        number = value if isinstance(value, int) and not isinstance(value, bool) else None
        closed = any(space.id == value and space.closed for space in self._known.rulebook.map.spaces)
        counts = "on" if piece is None else f"to {piece.supply}"
        steps = "a step of a track"
        if number is not None and track is not None:
            steps = f"a step of the track, {track.low} to {track.high}"
        checks: dict[FieldType, tuple[bool, str]] = {
            "count": (
                number is not None and number >= 1 and (piece is None or number <= piece.supply),
                f"a number from 1 {counts}",
            ),
            "place": (
                not closed and (self._is("space", value) or self._is("box", value)),
                f"a space or a box{', none that is closed' if closed else ''}",
            ),
            "state": (any(value in kind.states for kind in pieces), "a state of these pieces"),
            "piece with states": (piece is None or bool(piece.states), "a kind of piece that has states"),
            "step": (number is not None and (track is None or track.low <= number <= track.high), steps),
            **dict.fromkeys(WORDS, (isinstance(value, (str, int)), "a word")),
            "truth": (isinstance(value, bool), "true or false"),
            "zone": (self._is("zone", value), "a zone"),
            "seat": self._seat(value),
            "seats": self._seat(value),
            "owner": self._thing(value),
            "thing": self._thing(value),
            "value": self._value(value),
        }
        possible, wanted = checks.get(sort, (True, ""))
        return "" if possible else wanted

    def _seat(self, value: object) -> tuple[bool, str]:
        if self._piece is not None and not self._piece.is_owned:
            return False, f"left out (`{self._piece.id}` has no owner)"
        if self._track is not None and (self._track.mirrored or not self._track.per_seat):
            return False, f"left out (there is one `{self._track.id}` for all)"
        return value != EVERYONE, "a seat"

    def _value(self, value: object) -> tuple[bool, str]:
        kind = None if self._variable is None else self._variable.kind
        if kind == "number":
            return isinstance(value, int) and not isinstance(value, bool), "a number"
        if kind == "flag":
            return isinstance(value, bool), "true or false"
        return kind not in ("seat", "side", "space", "box", "die", "card") or self._is(kind, value), f"a {kind}"

    def _thing(self, value: object) -> tuple[bool, str]:
        if self._variable is not None:
            if len(self._variable.per) != 1:
                return False, f"left out (`{self._variable.id}` is not kept for one thing)"
            kind = self._variable.per[0]
            if words := self._known.rulebook.values_of(kind):
                return value in words, f"one of {', '.join(words)}"
        elif self._flag is not None:
            kind = self._flag.of if self._flag.of in ("seat", "side", "space", "card") else "box"
        else:
            return True, ""
        return self._is(kind, value), f"a {kind}"

    def _is(self, kind: str, value: object) -> bool:
        """True if a value names a thing of a kind, also as `ZONE of SEAT` if each seat has one."""
        name, _, owner = str(value).partition(" of ")
        if not isinstance(value, str) or not self._known.has(name, kind):
            return False
        if owner and kind == "zone" and is_zone(str(value), self._known.rulebook):
            return True
        return not owner or self._known.has(owner, self._owners(kind, name))

    def _owners(self, kind: str, name: str) -> str:
        """Return the kind of things that each have such a zone or box; an empty text if there is one for all."""
        book = self._known.rulebook
        if kind == "zone":
            return next((zone.per[0] for zone in book.zones if zone.id == name and len(zone.per) == 1), "")
        return "seat" if kind == "box" and any(box.id == name and box.per_seat for box in book.boxes) else ""


@dataclass(frozen=True, slots=True)
class ExpectedCondition:
    """Expectation that a condition of the language holds."""

    condition: Text
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedOptions:
    """Expectation that the options `are` exactly those with these keys, or that the list `has` or `lacks` them."""

    relation: str
    keys: tuple[Text, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedView:
    """Expectation that ids are visible to a seat (`has`), or hidden from it."""

    seat: str
    has: bool
    ids: tuple[str, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedTableChoice:
    """Expectation that exactly these options remain after the deciding seat's table has been applied."""

    keys: tuple[Text, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedEnd:
    """Expectation that the game is over.

    Attributes:
        winners: The winning seats, or `nobody`. None: not checked.
        reason: The reason of the end. None: not checked.
        scores: Scores by seat.
        side: The winning side. None: not checked.
    """

    winners: tuple[Text, ...] | None
    reason: Text | None
    scores: tuple[tuple[str, Text], ...]
    side: Text | None
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedDecider:
    """Expectation that this seat decides now."""

    seat: Text
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedLogEntry:
    """Expectation that the log has an entry with all of these fields, or (not `has`) has none.

    The fields have the names of an event's fields.
    """

    has: bool
    fields: tuple[tuple[str, str | int | bool], ...]
    where: Location


Expectation = (
    ExpectedCondition
    | ExpectedOptions
    | ExpectedView
    | ExpectedTableChoice
    | ExpectedEnd
    | ExpectedDecider
    | ExpectedLogEntry
)
REFERENCE_FIELDS = ("seat", "card", "piece", "track", "variable", "flag")
"""Fields whose values are ids of things of the kind that the field is called by."""


def read_expectations(nodes: list[YamlNode], known: ReferenceChecker) -> tuple[Expectation, ...]:
    """Return the expectations; wrong ones are reported and left out."""
    found: list[Expectation] = []
    for item in nodes:
        if isinstance(item, YamlMapping) and next(iter(item.values)) in ("log has", "log lacks"):
            found += _logged(item, known)
        elif (then := _then(item, known)) is not None:
            found.append(then)
    return tuple(found)


def _logged(item: YamlMapping, known: ReferenceChecker) -> list[ExpectedLogEntry]:
    """Return the expectation of one log entry, or of several in a list."""
    word, _ = item.entries()[0]
    found = []
    for entry in item.one_or_several(word.data):
        if not isinstance(entry, YamlMapping):
            continue
        fields = []
        before = len(known.problems)
        for field, spot in entry.values.items():
            if field == "track" and spot.data in known.own_tracks:
                own = known.own_tracks[str(spot.data)][0].id
                message = f"in the log the track is `{own}`, with the seat in a field of its own"
                known.problems.add(spot, "own-name", message, suggestion=own)
            elif field in REFERENCE_FIELDS and spot.data != EVERYONE:
                known.check_reference(spot, spot.data, field)
            elif field in ("from", "to", "place", "zone", "thing") and isinstance(spot.data, str):
                _refers_to_place(spot, known)
            named = spot.text if field in ("key", "label") and isinstance(spot, YamlScalar) else spot.data
            fields.append((EVENT_NAMES.get(field, field), named))
        if len(known.problems) == before:
            check_entry(entry, known)
        found.append(ExpectedLogEntry(word.data == "log has", tuple(fields), word.where))
    return found


def is_zone(label: str, book: Rulebook) -> bool:
    """Return True if a text is the name of one of several zones, such as `hand of red` or `piles of red in clubs`."""
    zone = next((zone for zone in book.zones if zone.id == label.partition(" of ")[0]), None)
    return zone is not None and any(zone.label(keys) == label for keys in book.keys_of_zone(zone))


def _refers_to_place(spot: YamlNode, known: ReferenceChecker) -> None:
    """Report a value that is no thing, no `BOX of SEAT` or `ZONE of SPACE`, and no state of pieces.

    A value of a column that variables are kept for may stand here, too.
    """
    name, _, owner = str(spot.data).partition(" of ")
    if any(name in kind.states for kind in known.rulebook.pieces):
        return
    if any(name in known.rulebook.values_of(per) for each in known.rulebook.variables for per in each.per):
        return
    if owner and is_zone(str(spot.data), known.rulebook):
        return
    if known.check_reference(spot, name, "thing") and owner:
        known.check_reference(spot, owner, "thing")


def _then(item: YamlNode, known: ReferenceChecker) -> Expectation | None:
    if isinstance(item, YamlScalar):
        return ExpectedCondition(item.text, item.where)
    if not isinstance(item, YamlMapping):
        return None
    word, value = next(iter(item.values.items()))
    where = item.keys[word].where
    if word.startswith("options ") or word == "table keeps":
        _no_key_twice(value, known)
    if word.startswith("options "):
        return ExpectedOptions(word.removeprefix("options "), keys_in(value), where)
    if word == "table keeps":
        return ExpectedTableChoice(keys_in(value), where)
    if word == "decides":
        right = isinstance(value, YamlScalar) and known.check_reference(value, value.data, "seat")
        return ExpectedDecider(keys_in(value)[0], where) if right else None
    if word == "over" and isinstance(value, YamlMapping):
        return _over(value, where, known)
    seat, has = word.removeprefix("view of ").rsplit(" ", 1)
    if not known.check_reference(item.keys[word], seat, "seat"):
        return None
    for spot in value.items if isinstance(value, YamlList) else [value]:
        known.check_reference(spot, str(spot.data), "thing")
    return ExpectedView(seat, has == "has", keys_in(value), where)


def _no_key_twice(value: YamlNode, known: ReferenceChecker) -> None:
    seen: set[str] = set()
    for spot in value.items if isinstance(value, YamlList) else ():
        if isinstance(spot, YamlScalar):
            if spot.text in seen:
                known.problems.add(spot, "key-twice", f"`{spot.text}` is in the list twice")
            seen.add(spot.text)


def keys_in(value: YamlNode) -> tuple[Text, ...]:
    """Return one key, or the keys of a list."""
    return tuple(
        spot.text for spot in (value if isinstance(value, YamlList) else [value]) if isinstance(spot, YamlScalar)
    )


def _over(value: YamlMapping, where: Location, known: ReferenceChecker) -> ExpectedEnd:
    side = value.get("side")
    scores = tuple(
        (seat.data, node.text)
        for seat, node in value.section("scores").entries()
        if isinstance(node, YamlScalar) and known.check_reference(seat, seat.data, "seat")
    )
    is_side = side is not None and known.check_reference(side, side.data, "side")
    said_side = value.get_text("side") if is_side else None
    return ExpectedEnd(_winners(value, known), value.get_text("reason"), scores, said_side, where)


def _winners(value: YamlMapping, known: ReferenceChecker) -> tuple[Text, ...] | None:
    node = value.get("winner")
    if node is None:
        return None
    said = node.items[0] if isinstance(node, YamlList) and len(node.items) == 1 else node
    if isinstance(said.data, str) and known.has(said.data, "side") and not known.has(said.data, "seat"):
        message = f"`{said.data}` is a side, and a `winner` is a seat; that a side wins is `side: {said.data}`"
        known.problems.add(said, "unknown-seat", message)
        return None
    if node.data not in (NOBODY, [NOBODY]):
        for spot in node.items if isinstance(node, YamlList) else [node]:
            known.check_reference(spot, spot.data, "seat")
    return keys_in(node)
