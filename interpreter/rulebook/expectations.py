"""Expectations of scenarios: conditions, options, a seat's view, a table's choice, log entries, the game's end."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import Where
from interpreter.rulebook.entries import EVERYONE, check_entry
from interpreter.rulebook.given import NOBODY, Known
from interpreter.rulebook.model import Text
from interpreter.rulebook.nodes import Items, Mapping, Node, Scalar


@dataclass(frozen=True, slots=True)
class Holds:
    """A condition of the language holds."""

    condition: Text
    where: Where


@dataclass(frozen=True, slots=True)
class Options:
    """The options on offer `are` exactly those with these keys, or `has` (include) them, or `lacks` them."""

    how: str
    keys: tuple[Text, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class View:
    """Ids are visible to a seat (`has`), or are not."""

    seat: str
    has: bool
    ids: tuple[str, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class TableKeeps:
    """Exactly these options remain after the deciding seat's table has been applied."""

    keys: tuple[Text, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Over:
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
    where: Where


@dataclass(frozen=True, slots=True)
class Decides:
    """It is this seat's turn to decide."""

    seat: Text
    where: Where


@dataclass(frozen=True, slots=True)
class Logged:
    """The log has an entry with all of these fields, or (not `has`) has none.

    The fields have the names of an event's fields.
    """

    has: bool
    fields: tuple[tuple[str, str | int | bool], ...]
    where: Where


Then = Holds | Options | View | TableKeeps | Over | Decides | Logged
FIELDS = {"from": "source", "to": "target"}
"""Fields of log entries that have another name in events."""
KINDS = {"seat": "seat", "card": "card", "piece": "piece", "track": "track", "variable": "variable", "flag": "flag"}
"""Kinds of things that the ids in fields refer to."""


def read_then(nodes: list[Node], known: Known) -> tuple[Then, ...]:
    """Return the expectations; wrong ones are reported and left out."""
    found: list[Then] = []
    for item in nodes:
        if isinstance(item, Mapping) and next(iter(item.values)) in ("log has", "log lacks"):
            found += _logged(item, known)
        elif (then := _then(item, known)) is not None:
            found.append(then)
    return tuple(found)


def _logged(item: Mapping, known: Known) -> list[Logged]:
    """Return the expectation of one log entry, or of several in a list."""
    word, value = next(iter(item.values.items()))
    found = []
    for entry in value.items if isinstance(value, Items) else [value]:
        if not isinstance(entry, Mapping):
            continue
        fields = []
        before = len(known.problems)
        for field, spot in entry.values.items():
            if field == "track" and spot.data in known.own_tracks:
                own = known.own_tracks[str(spot.data)][0].id
                message = f"in the log the track is `{own}`, with the seat beside it"
                known.problems.add(spot, "own-name", message, suggestion=own)
            elif field in KINDS and spot.data != EVERYONE:
                known.refers(spot, spot.data, KINDS[field])
            elif field in ("from", "to", "place", "zone", "thing") and isinstance(spot.data, str):
                _refers_to_place(spot, known)
            named = spot.text if field in ("key", "label") and isinstance(spot, Scalar) else spot.data
            fields.append((FIELDS.get(field, field), named))
        if len(known.problems) == before:
            check_entry(entry, known)
        found.append(Logged(word == "log has", tuple(fields), item.keys[word].where))
    return found


def _refers_to_place(spot: Node, known: Known) -> None:
    """Report a value that is no thing, no `BOX of SEAT` or `ZONE of SPACE`, and no state of pieces."""
    name, _, owner = str(spot.data).partition(" of ")
    if any(name in kind.states for kind in known.rulebook.pieces):
        return
    if known.refers(spot, name, "thing") and owner:
        known.refers(spot, owner, "thing")


def _then(item: Node, known: Known) -> Then | None:
    if isinstance(item, Scalar):
        return Holds(item.text, item.where)
    if not isinstance(item, Mapping):
        return None
    word, value = next(iter(item.values.items()))
    where = item.keys[word].where
    if word.startswith("options ") or word == "table keeps":
        _no_key_twice(value, known)
    if word.startswith("options "):
        return Options(word.removeprefix("options "), keys_in(value), where)
    if word == "table keeps":
        return TableKeeps(keys_in(value), where)
    if word == "decides":
        right = isinstance(value, Scalar) and known.refers(value, value.data, "seat")
        return Decides(keys_in(value)[0], where) if right else None
    if word == "over" and isinstance(value, Mapping):
        return _over(value, where, known)
    seat, has = word.removeprefix("view of ").rsplit(" ", 1)
    if not known.refers(item.keys[word], seat, "seat"):
        return None
    for spot in value.items if isinstance(value, Items) else [value]:
        known.refers(spot, str(spot.data), "thing")
    return View(seat, has == "has", keys_in(value), where)


def _no_key_twice(value: Node, known: Known) -> None:
    seen: set[str] = set()
    for spot in value.items if isinstance(value, Items) else ():
        if isinstance(spot, Scalar):
            if spot.text in seen:
                known.problems.add(spot, "key-twice", f"`{spot.text}` is in the list twice")
            seen.add(spot.text)


def keys_in(value: Node) -> tuple[Text, ...]:
    """Return one key, or the keys of a list."""
    return tuple(spot.text for spot in (value if isinstance(value, Items) else [value]) if isinstance(spot, Scalar))


def _over(value: Mapping, where: Where, known: Known) -> Over:
    scores, side, reason = value.mapping("scores"), value.get("side"), value.get("reason")
    spots = scores.values.items() if scores is not None else ()
    counted = tuple(
        (seat, node.text)
        for seat, node in spots
        if scores and isinstance(node, Scalar) and known.refers(scores.keys[seat], seat, "seat")
    )
    if side is not None and not known.refers(side, side.data, "side"):
        side = None
    because = reason.text if isinstance(reason, Scalar) else None
    return Over(_winners(value, known), because, counted, side.text if isinstance(side, Scalar) else None, where)


def _winners(value: Mapping, known: Known) -> tuple[Text, ...] | None:
    node = value.get("winner")
    if node is None:
        return None
    if node.data not in (NOBODY, [NOBODY]):
        for spot in node.items if isinstance(node, Items) else [node]:
            known.refers(spot, spot.data, "seat")
    return keys_in(node)
