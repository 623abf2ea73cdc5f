"""Expectations of scenarios: conditions, options, a seat's view, a table's choice, log entries, the game's end."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import Location
from interpreter.rulebook.entries import EVERYONE, check_entry
from interpreter.rulebook.given import NOBODY, ReferenceChecker
from interpreter.rulebook.model import Text
from interpreter.rulebook.nodes import YamlList, YamlMapping, YamlNode, YamlScalar


@dataclass(frozen=True, slots=True)
class ExpectedCondition:
    """A condition of the language holds."""

    condition: Text
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedOptions:
    """The options on offer `are` exactly those with these keys, or `has` (include) them, or `lacks` them."""

    relation: str
    keys: tuple[Text, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedView:
    """Ids are visible to a seat (`has`), or are not."""

    seat: str
    has: bool
    ids: tuple[str, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedTableChoice:
    """Exactly these options remain after the deciding seat's table has been applied."""

    keys: tuple[Text, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedEnd:
    """The game is over.

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
    """It is this seat's turn to decide."""

    seat: Text
    where: Location


@dataclass(frozen=True, slots=True)
class ExpectedLogEntry:
    """The log has an entry with all of these fields, or (not `has`) has none.

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
EVENT_FIELDS = {"from": "source", "to": "target"}
"""Fields of log entries that have another name in events."""
REFERENCE_KINDS = {
    "seat": "seat",
    "card": "card",
    "piece": "piece",
    "track": "track",
    "variable": "variable",
    "flag": "flag",
}
"""Kinds of things that the ids in fields refer to."""


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
    word, value = next(iter(item.values.items()))
    found = []
    for entry in value.items if isinstance(value, YamlList) else [value]:
        if not isinstance(entry, YamlMapping):
            continue
        fields = []
        before = len(known.problems)
        for field, spot in entry.values.items():
            if field == "track" and spot.data in known.own_tracks:
                own = known.own_tracks[str(spot.data)][0].id
                message = f"in the log the track is `{own}`, with the seat beside it"
                known.problems.add(spot, "own-name", message, suggestion=own)
            elif field in REFERENCE_KINDS and spot.data != EVERYONE:
                known.check_reference(spot, spot.data, REFERENCE_KINDS[field])
            elif field in ("from", "to", "place", "zone", "thing") and isinstance(spot.data, str):
                _refers_to_place(spot, known)
            named = spot.text if field in ("key", "label") and isinstance(spot, YamlScalar) else spot.data
            fields.append((EVENT_FIELDS.get(field, field), named))
        if len(known.problems) == before:
            check_entry(entry, known)
        found.append(ExpectedLogEntry(word == "log has", tuple(fields), item.keys[word].where))
    return found


def _refers_to_place(spot: YamlNode, known: ReferenceChecker) -> None:
    """Report a value that is no thing, no `BOX of SEAT` or `ZONE of SPACE`, and no state of pieces."""
    name, _, owner = str(spot.data).partition(" of ")
    if any(name in kind.states for kind in known.rulebook.pieces):
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
    scores, side, reason = value.get_mapping("scores"), value.get("side"), value.get("reason")
    spots = scores.values.items() if scores is not None else ()
    counted = tuple(
        (seat, node.text)
        for seat, node in spots
        if scores and isinstance(node, YamlScalar) and known.check_reference(scores.keys[seat], seat, "seat")
    )
    if side is not None and not known.check_reference(side, side.data, "side"):
        side = None
    because = reason.text if isinstance(reason, YamlScalar) else None
    return ExpectedEnd(
        _winners(value, known), because, counted, side.text if isinstance(side, YamlScalar) else None, where
    )


def _winners(value: YamlMapping, known: ReferenceChecker) -> tuple[Text, ...] | None:
    node = value.get("winner")
    if node is None:
        return None
    if node.data not in (NOBODY, [NOBODY]):
        for spot in node.items if isinstance(node, YamlList) else [node]:
            known.check_reference(spot, spot.data, "seat")
    return keys_in(node)
