"""A reader for the kinds of pieces: their owners, states and places at the start."""

from __future__ import annotations

from interpreter.rulebook.building.ids import IdTable, check_id, sourced_fields
from interpreter.rulebook.building.map_builder import noun_of
from interpreter.rulebook.model import PieceKind, PiecePlacement
from interpreter.rulebook.source.nodes import YamlMapping, YamlNode

EACH = "each"
"""The word for every seat in the places of pieces at the start."""


def read_pieces(node: YamlMapping, names: IdTable) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces."""
    found = []
    for item in node.mappings("pieces"):
        room = item.section("room")
        states, places = _states(item, names), names.of_kind("space").keys() | names.of_kind("box").keys()
        kind = PieceKind(
            **sourced_fields(item, names),
            noun=noun_of(item, item.data["id"].replace("_", " ")),
            owner=item.get_plain("owner"),
            supply=item.data["supply"],
            room_each=room.get_plain("each"),
            room_all=room.get_plain("all"),
            states=states,
            start=tuple(placed for placed in _start(item, states, names) if placed.place in places),
        )
        if kind.room_each is not None and not kind.is_owned:
            message = "`each` limits each owner's pieces, but these have no owner"
            names.problems.add(room.keys["each"], "room-without-owner", message)
        _check_room(item, kind, names)
        found.append(kind)
    return tuple(found)


def _states(item: YamlMapping, names: IdTable) -> tuple[str, ...]:
    found: list[str] = []
    clear = not item.damaged
    for spot in item.list_items("states"):
        if spot.data in found:
            names.problems.add(spot, "value-twice", f"`{spot.data}` is in the list twice")
            clear = False
        elif check_id(spot.data, spot, names.problems):
            found.append(spot.data)
        else:
            clear = False
    if not clear:
        names.incomplete_kinds.add("pieces")  # other places may refer to a lost state
    return tuple(found)


def _start(item: YamlMapping, states: tuple[str, ...], names: IdTable) -> tuple[PiecePlacement, ...]:
    """Return owner, place, count and state of all pieces of a kind.

    Every piece has to start somewhere.
    """
    supply = item.data["supply"]
    start = item.section("start")
    if item.get_plain("owner") != "seat":
        taken = item.get_plain("owner") == "taker"
        places = _by_state(start, states, None, taken, names)
        placed = sum(each.number for each in places)
        if placed != supply and not item.damaged and not start.damaged:
            spot = item.get_mapping("start") or item.values["supply"]
            _tell_supply(spot, _counted(placed, item), placed, supply, names)
        return tuple(places)
    found: list[PiecePlacement] = []
    by_seat: dict[str, int] = {}
    clear = "game" not in names.incomplete_kinds and not item.damaged
    for key, node in start.entries():
        seat = key.data
        if seat != EACH and not names.check_reference(key, seat, "seat"):
            clear = False
        elif not isinstance(node, YamlMapping):
            message = f"an owner's places go here, as in {{{seat}: {{PLACE: {node.data}}}}}"
            names.problems.add(node, "wrong-type", message)
            clear = False
        else:
            places = _by_state(node, states, seat, False, names)
            clear = clear and not node.damaged
            for owner in names.all_seats if seat == EACH else (seat,):
                by_seat[owner] = by_seat.get(owner, 0) + sum(each.number for each in places)
                found.extend(each._replace(owner=owner) for each in places if owner in names.seats)
    if clear:
        _check_supply(item, by_seat, names)
    return tuple(found)


def _check_supply(item: YamlMapping, by_seat: dict[str, int], names: IdTable) -> None:
    start, supply = item.get_mapping("start") or item, item.data["supply"]
    wrong = [seat for seat in names.all_seats if by_seat.get(seat, 0) != supply]
    placed = {by_seat.get(seat, 0) for seat in wrong}
    if len(wrong) == len(names.all_seats) > 1 and len(placed) == 1:  # then the supply is more likely to be wrong
        number = placed.pop()
        _tell_supply(item.values["supply"], f"{_counted(number, item)} of each seat", number, supply, names)
        return
    for seat in wrong:
        number, spot = by_seat.get(seat, 0), start.keys.get(seat, start)
        _tell_supply(spot, f"{_counted(number, item)} of {seat}", number, supply, names)


def _counted(number: int, item: YamlMapping) -> str:
    """Return a number of pieces with their noun."""
    noun = noun_of(item, item.data["id"].replace("_", " "))
    return f"{number} {noun.one if number == 1 else noun.many}"


def _tell_supply(spot: YamlNode, pieces: str, number: int, supply: int, names: IdTable) -> None:
    placed = f"{pieces} {'is' if number == 1 else 'are'} placed at the start"
    message = f"{placed}, but the supply is {supply}: every piece starts somewhere"
    names.problems.add(spot, "start-not-supply", message)


def _by_state(
    node: YamlMapping, states: tuple[str, ...], owner: str | None, taken: bool, names: IdTable
) -> list[PiecePlacement]:
    """Return the entries of one owner: PLACE: NUMBER, or STATE: {PLACE: NUMBER}."""
    found: list[PiecePlacement] = []
    for key, value in node.entries():
        state, entries = states[0] if states else None, [(key, value)]
        if key.data in states and isinstance(value, YamlMapping):
            state, entries = key.data, value.entries()
        for spot, count in entries:
            place = spot.data
            if not isinstance(count.data, int):
                _tell_no_number(spot, count, place, states, owner, names)
                node.damaged = True
                continue
            if names.check_reference(spot, place, "space", "box"):
                _check_place(spot, place, owner is not None, taken, names)
                if states and state != states[0] and place in names.of_kind("box"):
                    names.problems.add(spot, "state-in-box", f"in boxes they are all {states[0]}")
            found.append(PiecePlacement(owner, place, count.data, state))
    return found


def _tell_no_number(
    spot: YamlNode, count: YamlNode, place: str, states: tuple[str, ...], owner: str | None, names: IdTable
) -> None:
    if "pieces" in names.incomplete_kinds:
        return
    if isinstance(count, YamlMapping) and states:
        message = f"there is no state `{place}`; they are {' or '.join(states)}"
        names.problems.add(spot, "unknown-value", message, place, states)
    else:
        message = "a number goes here" if owner else "these pieces have no owner: a number goes here"
        names.problems.add(count, "wrong-type", message)


def _check_place(spot: YamlNode, place: str, owned: bool, taken: bool, names: IdTable) -> None:
    """Report a place in which such pieces can't be; an unknown place has been reported already."""
    space, box = names.declaring_node("space", place), names.declaring_node("box", place)
    if space is not None and space.get_plain("closed"):
        names.problems.add(spot, "start-closed", f"`{place}` is closed: no piece can be there")
    if space is not None and taken:
        message = "they are nobody's at the start, and so in a box: the set-up lets seats take them"
        names.problems.add(spot, "start-taken", message)
    if box is not None and box.get_plain("for") == "seat" and not owned:
        message = f"each seat has a `{place}` of its own, but these pieces have no owner"
        names.problems.add(spot, "box-of-seats", message)


def _check_room(item: YamlMapping, kind: PieceKind, names: IdTable) -> None:
    """Report starting pieces that exceed the limit of a space."""
    start = item.section("start")
    together: dict[str, int] = {}
    of_owner: dict[tuple[str | None, str], int] = {}
    for owner, place, count, state in kind.start:
        if place not in names.of_kind("space"):
            continue
        together[place] = together.get(place, 0) + count
        own = of_owner[owner, place] = of_owner.get((owner, place), 0) + count
        spot = _deepest(start, owner, EACH, state, place)
        if kind.room_each is not None and own > kind.room_each:
            message = f"{own} {kind.id} start in `{place}`, but there is room for {kind.room_each} of each owner"
            names.problems.add(spot, "start-over-room", message)
        elif kind.room_all is not None and together[place] > kind.room_all:
            message = f"{together[place]} {kind.id} start in `{place}`, but there is room for {kind.room_all}"
            names.problems.add(spot, "start-over-room", message)


def _deepest(node: YamlNode, *steps: str | None) -> YamlNode:
    """Return the node that is reached by following the steps and skipping those that lead nowhere."""
    for step in steps:
        if isinstance(node, YamlMapping) and step is not None and step in node.values:
            node = node.values[step]
    return node
