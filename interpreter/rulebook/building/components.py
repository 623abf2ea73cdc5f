"""A reader for seats, tracks, zones, cards and pieces."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import entry_points

from interpreter.rulebook.boards.board_lines import BoardLines
from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.building.attributes import (
    check_attribute_name,
    read_attributes,
    read_values,
    warn_of_duplicates,
)
from interpreter.rulebook.building.card_products import LARGEST_DECK
from interpreter.rulebook.building.hands import read_hands
from interpreter.rulebook.building.ids import (
    EACH,
    IdTable,
    check_id,
    declared_source,
    named_fields,
    sourced_fields,
    title_of,
)
from interpreter.rulebook.building.map_builder import noun_of
from interpreter.rulebook.model import (
    Attribute,
    Box,
    CaptureBox,
    Card,
    Deck,
    DiceKind,
    KindGroup,
    NounPair,
    PieceKind,
    PiecePlacement,
    Seat,
    Title,
    Track,
    Trigger,
)
from interpreter.rulebook.player_names import HUMAN, PLAYER_NAMES, PLAYERS_GROUP
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar, closest_name
from interpreter.support.similar_words import closest_match

WIDEST_TRACK = 10_000
MOST_SIDES = 1_000
"""Maximum number of sides of a die whose faces are counted by word."""
_CARD = frozenset({"id", "title", "copies", "event", "source", "each"})


def seat_range(node: YamlMapping) -> tuple[int, int]:
    """Return the minimum and maximum number of seats."""
    seats = node.values["seats"]
    if isinstance(seats, YamlList):
        return len(seats.items), len(seats.items)
    return seats.data["from"], seats.data["to"]


def read_seats(node: YamlMapping, players: int, names: IdTable) -> tuple[Seat, ...]:
    """Return the seats of a game for a number of players."""
    seats = node.get_mapping("seats")
    if seats is None:
        items = node.mappings("seats")
        return tuple(Seat(**sourced_fields(item, names), forward=item.get_plain("forward")) for item in items)
    name, title = seats.data["id"], title_of(seats, seats.data["id"])
    source = declared_source(seats, names.problems)
    return tuple(
        Seat(f"{name}{number}", {key: f"{text} {number}" for key, text in title.items()}, seats.where, source)
        for number in range(1, players + 1)
    )


def read_aim(sequence: YamlMapping, game: YamlMapping, problems: Problems) -> bool:
    """Return True if search players maximize the score; report an aim at a score that seats don't have."""
    spot = sequence.values.get("aim")
    if spot is None or spot.data != "score":
        return False
    if "score" not in sequence.values:
        problems.add(spot, "no-score", "players can only aim for the score if the rules have one: add `score: …`")
    elif len(game.mappings("sides")) > 1:
        problems.add(spot, "no-score", "in a game with several sides, players aim for the win of their side")
    return True


def check_forward(node: YamlMapping, grid: Grid | None, problems: Problems) -> None:
    """Report a seat whose `forward` is no direction of the board, and seats that lack one that others have."""
    items = node.mappings("seats") if isinstance(node.values["seats"], YamlList) else []
    directions = [each.id for each in grid.directions] if grid is not None else []
    given = [item for item in items if "forward" in item.values]
    for item in given:
        spot = item.values["forward"]
        if grid is None:
            message = "only a map that is a `grid` has directions, of which one can be forward"
            problems.add(item.keys["forward"], "no-grid", message)
        elif spot.data not in directions:
            message = f"`{spot.data}` is no direction of this board; they are {', '.join(directions)}"
            meant = closest_match(str(spot.data), directions)
            problems.add(spot, "unknown-direction", message, suggestion=meant)
    for item in items if given else ():
        if item not in given:
            message = f"`{item.data['id']}` has no `forward`, which other seats have: give all seats one, or none"
            problems.add(item, "missing-field", message)


def read_players(nodes: list[tuple[YamlScalar, YamlNode]], names: IdTable) -> dict[str, str]:
    """Return the default players by seat, from pairs of a seat and a player."""
    return {
        seat.data: player.data
        for seat, player in nodes
        if names.check_reference(seat, seat.data, "seat")
        and seat.data in names.seats
        and _check_player(player, names.problems)
    }


def _check_player(player: YamlNode, problems: Problems) -> bool:
    """True if there is a player of this name, built in or of a package; report it if not."""
    word = str(player.data).partition(":")[0]
    known = (HUMAN, *PLAYER_NAMES)
    if word in known or word in {entry.name for entry in entry_points(group=PLAYERS_GROUP)}:
        return True
    message = f"there is no player `{word}`; the players are {', '.join(known)}"
    problems.add(player, "unknown-player", message, word, known)
    return False


def read_tracks(node: YamlMapping, names: IdTable) -> tuple[Track, ...]:
    """Return the tracks."""
    return tuple(_track(item, names) for item in node.mappings("tracks"))


def _track(item: YamlMapping, names: IdTable) -> Track:
    problems = names.problems
    low, high = item.data["between"]
    if low >= high or high - low > WIDEST_TRACK:
        message = f"a track goes from a smaller to a larger number, over at most {WIDEST_TRACK:,} steps"
        spot = item.values["between"]
        is_written = f"[{low}, {high}]" in (spot.source.excerpt(spot.line) or "")  # a setting can have changed it
        turned = (f"between: [{high}, {low}]",) if is_written and 0 < low - high <= WIDEST_TRACK else ()
        problems.add(spot, "bad-range", message, wordings=turned)
        low, high = (high, low) if turned else (low, low + 1)
        item.damaged = True
    start = item.get_plain("start", 0)
    if not low <= start <= high and not item.damaged:
        spot = item.values.get("start", item.values["between"])
        problems.add(spot, "out-of-range", f"the track starts at {start}, outside {low} to {high}")
    per_seat = item.get_plain("for") == "seat"
    mirrored = bool(item.get_plain("mirrored", False))
    if mirrored and (not per_seat or len(names.all_seats) != 2) and "game" not in names.incomplete_kinds:
        problems.add(item.keys["mirrored"], "bad-mirror", "only a track `for: seat` of two seats can be mirrored")
    elif mirrored and low == -high and start != 0 and "start" in item.values:
        message = f"`{item.data['id']}` is mirrored, so it starts at 0: what one seat gains there, the other one loses"
        problems.add(item.values["start"], "bad-mirror", message)
    elif mirrored and (low != -high or start != 0) and not item.damaged:
        problems.add(item.keys["mirrored"], "bad-mirror", "a mirrored track goes from -N to N and starts at 0")
    triggers = [_trigger(node, low, high, per_seat, item, names) for node in item.mappings("when")]
    return Track(
        **sourced_fields(item, names),
        low=low,
        high=high,
        start=start,
        per_seat=per_seat,
        mirrored=mirrored,
        names=_own_names(item, per_seat, names),
        gives=_step_values(item, low, high, names),
        triggers=tuple(each for each in triggers if each.seat is None or each.seat in names.seats),
        stops=item.get_plain("past its ends", "stop") == "stop",
    )


def _own_names(item: YamlMapping, per_seat: bool, names: IdTable) -> dict[str, tuple[str, Title]]:
    if "names" in item.values and not per_seat:
        names.problems.add(
            item.keys["names"], "needs-seat", "`names` gives each seat's track a name, which needs `for: seat`"
        )
    return {
        seat.data: (spec.data["id"], title_of(spec, spec.data["id"]))
        for seat, spec in item.section("names").entries()
        if names.check_reference(seat, seat.data, "seat") and seat.data in names.seats and isinstance(spec, YamlMapping)
    }


def _step_values(item: YamlMapping, low: int, high: int, names: IdTable) -> dict[str, tuple[int, ...]]:
    found = {}
    for key, numbers in item.section("gives").entries():
        if not check_attribute_name(key, frozenset(), names):
            continue
        wanted = high - low + 1
        given = list(numbers.data)
        if len(given) != wanted and not item.damaged:
            message = f"{len(given)} numbers, but the track has {wanted} steps, {low} to {high}: one number a step"
            names.problems.add(numbers, "wrong-length", message)
        found[key.data] = tuple((given + [0] * wanted)[:wanted])
    return found


def _trigger(node: YamlMapping, low: int, high: int, per_seat: bool, item: YamlMapping, names: IdTable) -> Trigger:
    key = "raised to" if "raised to" in node.values else "lowered from"
    spots = node.one_or_several(key)
    for spot in spots:
        if not low < spot.data <= high and not item.damaged:
            message = f"the track can't be {key} {spot.data}: its steps are {low} to {high}"
            names.problems.add(spot, "out-of-range", message)
    seat = node.get_plain("seat")
    if seat is not None and not names.check_reference(node.values["seat"], seat, "seat"):
        seat = None
    elif seat is not None and not per_seat:
        names.problems.add(node.keys["seat"], "needs-seat", "`seat` needs a track that is `for: seat`")
    return Trigger(key.split()[0], tuple(spot.data for spot in spots), seat, node.needed_text("do"), node.where)


def read_cards(files: list[YamlMapping], names: IdTable) -> tuple[tuple[Deck, ...], tuple[Card, ...]]:
    """Return the decks and the cards.

    A deck can be split over several files, one of which declares its columns.
    """
    by_deck: dict[str, list[YamlMapping]] = {}
    for file in files:
        by_deck.setdefault(file.data["deck"], []).append(file)
    decks: list[Deck] = []
    cards = []
    for name, parts in by_deck.items():
        speaking = [part for part in parts if "attributes" in part.values]
        for part in speaking[1:]:
            message = f"the attributes of `{name}` are already declared in {speaking[0].source.path}"
            names.problems.add(part.keys["attributes"], "attributes-twice", message)
        declaring = speaking[0] if speaking else parts[0]
        title = next((part for part in parts if "title" in part.values), parts[0])
        items = [item for part in parts for item in part.mappings("cards")]
        columns = read_attributes(declaring.section("attributes"), _CARD, names, items)
        attributes = {key: replace(each, path=f"decks/{name}/attributes/{key}") for key, each in columns.items()}
        warn_of_duplicates(items, attributes, names)
        count = 0
        own: list[tuple[str, Card]] = []
        for item in items:
            count += item.get_plain("copies", 1)
            if count <= LARGEST_DECK:
                values = read_values(item, attributes, _CARD, names)  # before the source: it finds misspelt fields
                card = Card(**sourced_fields(item, names), deck=name, attributes=values, event=item.get_text("event"))
                own += [(card.id, replace(card, id=copy_id)) for copy_id in copies_of(item)]
        cards += [card for _, card in own]
        speaking_of_hands = next((part for part in parts if "hands" in part.values), declaring)
        hands = read_hands(speaking_of_hands, attributes, own, decks, names)
        decks.append(Deck(name, title_of(title, name), declaring.values["deck"].where, attributes, hands))
        if count > LARGEST_DECK:
            message = f"the deck `{name}` has {count:,} cards; at most {LARGEST_DECK:,} are allowed"
            names.problems.add(parts[0].values["deck"], "too-many", message)
    return tuple(decks), tuple(cards)


def copies_of(item: YamlMapping) -> list[str]:
    """Return the ids of a card and its copies: `wind`, `wind_2`, `wind_3`."""
    name = item.data["id"]
    return [name, *(f"{name}_{number}" for number in range(2, item.get_plain("copies", 1) + 1))]


def read_dice(node: YamlMapping, names: IdTable) -> tuple[DiceKind, ...]:
    """Return the kinds of dice. A word on their faces has the same number on all of them."""
    found = []
    numbers: dict[str, int] = {}
    for item in node.mappings("dice"):
        faces = _faces(item, names)
        sides = tuple(face if isinstance(face, int) else numbers.setdefault(face, len(numbers) + 1) for face in faces)
        words = {number: face for number, face in zip(sides, faces, strict=True) if isinstance(face, str)}
        count, per_seat = item.get_plain("count", 1), item.get_plain("for") == "seat"
        visible = item.get_plain("visible", "everyone")
        if visible == "owner" and not per_seat:
            message = "only dice with `for: seat` have an owner, who alone sees what they show"
            names.problems.add(item.values["visible"], "needs-seat", message)
        found.append(
            DiceKind(
                **named_fields(item),
                noun=noun_of(item, item.data["id"]),
                faces=sides,
                count=count,
                per_seat=per_seat,
                words=words,
                visible=visible,
            )
        )
    return tuple(found)


def _faces(item: YamlMapping, names: IdTable) -> tuple[int | str, ...]:
    """Return the face of each side of a die.

    They are given as their number, as a list of numbers or words, or as the number of sides that show each word.
    """
    node = item.get("faces")
    if isinstance(node, YamlMapping):
        if sum(node.data.values()) > MOST_SIDES:
            names.problems.add(node, "too-many", f"a die has at most {MOST_SIDES} faces")
            return (1,)
        known = [word for word, spot in node.keys.items() if check_id(word, spot, names.problems)]
        return tuple(word for word in known for _ in range(node.data[word])) or (1,)
    if not isinstance(node, YamlList):
        return tuple(range(1, item.get_plain("faces", 6) + 1))
    words = [spot for spot in node if isinstance(spot.data, str)]
    if words and len(words) < len(node.items):
        message = "the faces of a die are either numbers or words: write all of them as words, such as `one`"
        names.problems.add(node, "wrong-type", message)
        return (1,)
    valid = [check_id(spot.data, spot, names.problems) for spot in words]
    return tuple(node.data) if all(valid) else (1,)


MOST_PIECES = 10_000
_PIECE = frozenset({"id", "title", "noun", "owner", "supply", "room", "states", "start", "source"})
"""Fields of a kind of pieces that aren't attributes."""


def read_kind_attributes(node: YamlMapping, names: IdTable) -> dict[str, Attribute]:
    """Return the attributes of the kinds of pieces."""
    return read_attributes(node.section("piece attributes"), _PIECE, names, node.mappings("pieces"))


def read_kind_groups(node: YamlMapping, names: IdTable) -> tuple[KindGroup, ...]:
    """Return the nouns for several kinds of pieces."""
    found = []
    for key, spec in node.section("kinds").entries():
        assert isinstance(spec, YamlMapping)
        kinds = tuple(
            kind.data for kind in spec.list_items("of") if names.check_reference(kind, str(kind.data), "piece")
        )
        found.append(KindGroup(key.data, NounPair(spec.data["one"], spec.data["many"]), kinds, key.where))
    return tuple(found)


def read_pieces(
    node: YamlMapping, columns: dict[str, Attribute], grid: Grid | None, names: IdTable
) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces."""
    found, lines = [], BoardLines(grid)
    for item in node.mappings("pieces"):
        _take_misspelt_owner(item, columns)
        room = item.section("room")
        states, places = _states(item, names), names.of_kind("space").keys() | names.of_kind("box").keys()
        supply, start = _start(item, states, lines, names)
        if supply > MOST_PIECES:
            message = f"{supply:,} pieces of one kind start here; at most {MOST_PIECES:,} can"
            names.problems.add(item, "too-many", message)
        kind = PieceKind(
            **sourced_fields(item, names),
            noun=noun_of(item, item.data["id"].replace("_", " ")),
            owner=item.get_plain("owner"),
            supply=supply,
            room_each=room.get_plain("each"),
            room_all=room.get_plain("all"),
            states=states,
            start=tuple(placed for placed in start if placed.place in places),
            attributes=read_values(item, columns, _PIECE, names),
        )
        if kind.room_each is not None and not kind.is_owned:
            message = "`each` limits each owner's pieces, but these have no owner"
            names.problems.add(room.keys["each"], "room-without-owner", message)
        _check_room(item, kind, names)
        found.append(kind)
    return tuple(found)


def _take_misspelt_owner(item: YamlMapping, columns: dict[str, Attribute]) -> None:
    """Give a kind of pieces the owner that an unknown field names, which is reported later as a mistake."""
    unknown = [name for name in item.values if name not in _PIECE and name not in columns]
    meant = next((name for name in unknown if closest_name(name, ["owner"]) is not None), None)
    if "owner" not in item.values and meant is not None and item.values[meant].data in ("seat", "taker"):
        item.put("owner", item.values[meant], item.keys[meant])


def read_capture_box(node: YamlMapping, boxes: tuple[Box, ...], names: IdTable) -> CaptureBox | None:
    """Return the box to which captured pieces go; by default the only one."""
    spot = node.values.get("captured to")
    if spot is None:
        return CaptureBox(boxes[0].id, False) if len(boxes) == 1 else None
    box_id, _, captor = str(spot.data).partition(" of ")
    if not names.check_reference(spot, box_id, "box"):
        return None
    if captor and not any(box.id == box_id and box.per_seat for box in boxes):
        message = f"`{box_id}` is one box for everybody: leave out `of captor`, or give it `for: seat`"
        names.problems.add(spot, "needs-seat", message)
    return CaptureBox(box_id, bool(captor))


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


def _start(
    item: YamlMapping, states: tuple[str, ...], lines: BoardLines, names: IdTable
) -> tuple[int, tuple[PiecePlacement, ...]]:
    """Return the supply of a kind; and owner, place, count and state of all its pieces.

    Every piece has to start somewhere. A supply that isn't given is the number of pieces that do.
    """
    supply: int | None = item.data.get("supply")
    start = item.section("start")
    if supply is None and not start.entries():
        message = "neither `supply` nor `start`: say where these pieces start, and how many of them"
        names.problems.add(item, "missing-field", message)
    if item.get_plain("owner") != "seat":
        taken = item.get_plain("owner") == "taker"
        places = _by_state(start, states, None, taken, lines, names)
        placed = sum(each.number for each in places)
        if supply is not None and placed != supply and not item.damaged and not start.damaged:
            spot = item.get_mapping("start") or item.values["supply"]
            _report_supply(spot, _counted(placed, item), placed, supply, names)
        return (placed if supply is None else supply), tuple(places)
    found: list[PiecePlacement] = []
    by_seat: dict[str, int] = {}
    clear = "game" not in names.incomplete_kinds and not item.damaged
    for key, node in start.entries():
        seat = key.data
        if seat not in names.all_seats and names.is_declared(seat) and isinstance(node.data, int):
            message = f"these pieces have owners, and `{seat}` is no seat: first the owner, or `each` for every seat"
            names.problems.add(key, "unknown-seat", message, wordings=(f"{{each: {{{seat}: {node.data}}}}}",))
            clear = False
        elif seat != EACH and not names.check_reference(key, seat, "seat", also=(EACH,)):
            clear = False
        elif not isinstance(node, YamlMapping):
            message = f"an owner's places are expected here, as in {{{seat}: {{PLACE: {node.data}}}}}"
            if not start.damaged:
                names.problems.add(node, "wrong-type", message)
            clear = False
        else:
            places = _by_state(node, states, seat, False, lines, names)
            clear = clear and not node.damaged
            for owner in names.all_seats if seat == EACH else (seat,):
                by_seat[owner] = by_seat.get(owner, 0) + sum(each.number for each in places)
                found.extend(each._replace(owner=owner) for each in places if owner in names.seats)
    if supply is None:
        supply = max(by_seat.values(), default=0)
    if clear:
        _check_supply(item, supply, by_seat, names)
    return supply, tuple(found)


def _check_supply(item: YamlMapping, supply: int, by_seat: dict[str, int], names: IdTable) -> None:
    start = item.get_mapping("start") or item
    wrong = [seat for seat in names.all_seats if by_seat.get(seat, 0) != supply]
    placed = {by_seat.get(seat, 0) for seat in wrong}
    is_given = "supply" in item.values
    if is_given and len(wrong) == len(names.all_seats) > 1 and len(placed) == 1:  # then it is more likely to be wrong
        number = placed.pop()
        _report_supply(item.values["supply"], f"{_counted(number, item)} of each seat", number, supply, names)
        return
    for seat in wrong:
        number, spot = by_seat.get(seat, 0), start.keys.get(seat, start)
        pieces = f"{_counted(number, item)} of {seat}"
        if is_given:
            _report_supply(spot, pieces, number, supply, names)
        else:
            _report_fewer(spot, pieces, supply, names)


def _counted(number: int, item: YamlMapping) -> str:
    """Return a number of pieces with their noun."""
    noun = noun_of(item, item.data["id"].replace("_", " "))
    return f"{number} {noun.one if number == 1 else noun.many}"


def _report_supply(spot: YamlNode, pieces: str, number: int, supply: int, names: IdTable) -> None:
    placed = f"{pieces} {'is' if number == 1 else 'are'} placed at the start"
    message = f"{placed}, but the supply is {supply}: every piece starts somewhere"
    names.problems.add(spot, "start-not-supply", message)


def _report_fewer(spot: YamlNode, pieces: str, most: int, names: IdTable) -> None:
    """Report a seat that starts with fewer pieces than another one, if only `start` says how many there are."""
    message = f"{pieces} here, {most} of another seat: each has as many, so the others start in a box"
    names.problems.add(spot, "start-not-supply", message)


def _by_state(
    node: YamlMapping, states: tuple[str, ...], owner: str | None, taken: bool, lines: BoardLines, names: IdTable
) -> list[PiecePlacement]:
    """Return the entries of one owner: PLACE: NUMBER, or STATE: {PLACE: NUMBER}.

    A row or column of a board stands for each of its cells.
    """
    found: list[PiecePlacement] = []
    for key, value in node.entries():
        state, entries = states[0] if states else None, [(key, value)]
        if key.data in states and isinstance(value, YamlMapping):
            state, entries = key.data, value.entries()
        for spot, count in entries:
            place = spot.data
            if not isinstance(count.data, int):
                _report_no_number(spot, count, place, states, owner, names)
                node.damaged = True
                continue
            places = lines.cells_of(str(place)) or [place]
            if places != [place] or names.check_reference(spot, place, "space", "box"):
                for each in places:
                    _check_place(spot, each, owner is not None, taken, names)
                if states and state != states[0] and place in names.of_kind("box"):
                    names.problems.add(spot, "state-in-box", f"in a box, all pieces are {states[0]}")
            found.extend(PiecePlacement(owner, each, count.data, state) for each in places)
    return found


def _report_no_number(
    spot: YamlNode, count: YamlNode, place: str, states: tuple[str, ...], owner: str | None, names: IdTable
) -> None:
    if "pieces" in names.incomplete_kinds:
        return
    if isinstance(count, YamlMapping) and states:
        message = f"there is no state `{place}`; the states are {' or '.join(states)}"
        names.problems.add(spot, "unknown-value", message, place, states)
    else:
        message = "a number is expected here" if owner else "these pieces have no owner; a number is expected here"
        names.problems.add(count, "wrong-type", message)


def _check_place(spot: YamlNode, place: str, owned: bool, taken: bool, names: IdTable) -> None:
    """Report a place in which such pieces can't be; an unknown place has been reported already."""
    space, box = names.declaring_node("space", place), names.declaring_node("box", place)
    if space is not None and space.get_plain("closed"):
        names.problems.add(spot, "start-closed", f"`{place}` is closed: no piece can be there")
    if space is not None and taken:
        message = "these pieces belong to nobody at the start, and are in a box; the set-up lets seats take them"
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
