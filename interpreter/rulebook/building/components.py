"""A reader for seats, tracks, zones, cards and bots."""

from __future__ import annotations

from dataclasses import replace

from interpreter.rulebook.building.attributes import (
    check_attribute_name,
    read_attributes,
    read_values,
    warn_of_duplicates,
)
from interpreter.rulebook.building.ids import IdTable, declared_source, named_fields, sourced_fields, title_of
from interpreter.rulebook.model import Bot, BotRow, BotTable, Card, Deck, Seat, Side, Title, Track, Trigger, Zone
from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode, YamlScalar

LARGEST_DECK = 2000
WIDEST_TRACK = 10_000
_CARD = frozenset({"id", "title", "copies", "event", "source"})


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
        return tuple(Seat(**sourced_fields(item, names)) for item in node.mappings("seats"))
    name, title = seats.data["id"], title_of(seats, seats.data["id"])
    source = declared_source(seats, names.problems)
    return tuple(
        Seat(f"{name}{number}", {key: f"{text} {number}" for key, text in title.items()}, seats.where, source)
        for number in range(1, players + 1)
    )


def read_sides(node: YamlMapping, names: IdTable) -> tuple[Side, ...]:
    """Return the sides that seats can be on."""
    return tuple(Side(**sourced_fields(item, names)) for item in node.mappings("sides"))


def read_players(nodes: list[tuple[YamlScalar, YamlNode]], names: IdTable) -> dict[str, str]:
    """Return the default players by seat, from pairs of a seat and a player."""
    return {
        seat.data: player.data
        for seat, player in nodes
        if names.check_reference(seat, seat.data, "seat") and seat.data in names.seats
    }


def read_tracks(node: YamlMapping, names: IdTable) -> tuple[Track, ...]:
    """Return the tracks."""
    return tuple(_track(item, names) for item in node.mappings("tracks"))


def _track(item: YamlMapping, names: IdTable) -> Track:
    problems = names.problems
    low, high = item.data["between"]
    if low >= high or high - low > WIDEST_TRACK:
        message = f"a track goes from a smaller to a larger number, over at most {WIDEST_TRACK:,} steps"
        problems.add(item.values["between"], "bad-range", message)
        high = low + 1
        item.damaged = True
    start = item.get_plain("start", 0)
    if not low <= start <= high and not item.damaged:
        spot = item.values.get("start", item.values["between"])
        problems.add(spot, "out-of-range", f"the track starts at {start}, outside {low} to {high}")
    per_seat = item.get_plain("for") == "seat"
    mirrored = bool(item.get_plain("mirrored", False))
    if mirrored and (not per_seat or len(names.all_seats) != 2) and "game" not in names.incomplete_kinds:
        problems.add(item.keys["mirrored"], "bad-mirror", "only a track `for: seat` of two seats can be mirrored")
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
        gives=_gives(item, low, high, names),
        triggers=tuple(each for each in triggers if each.seat is None or each.seat in names.seats),
        stops=item.get_plain("past its ends", "stop") == "stop",
    )


def _own_names(item: YamlMapping, per_seat: bool, names: IdTable) -> dict[str, tuple[str, Title]]:
    if "names" in item.values and not per_seat:
        names.problems.add(item.keys["names"], "needs-seat", "`names` names each seat's track: say `for: seat` too")
    return {
        seat.data: (spec.data["id"], title_of(spec, spec.data["id"]))
        for seat, spec in item.section("names").entries()
        if names.check_reference(seat, seat.data, "seat") and seat.data in names.seats and isinstance(spec, YamlMapping)
    }


def _gives(item: YamlMapping, low: int, high: int, names: IdTable) -> dict[str, tuple[int, ...]]:
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


def read_zones(node: YamlMapping, names: IdTable) -> tuple[Zone, ...]:
    """Return the zones, and report decks that begin in none."""
    found = []
    begun: dict[str, YamlNode] = {}
    unclear = node.damaged
    for item in node.mappings("zones"):
        per = item.get_plain("for")
        if per == "space" and not names.of_kind("space") and "map" not in names.incomplete_kinds:
            names.problems.add(item.values["for"], "no-spaces", "there are no spaces in this game")
        if item.data["face"] == "owner" and per != "seat":
            message = "the zone has no owner: `face: owner` needs `for: seat`"
            names.problems.add(item.values["face"], "needs-seat", message)
        decks = []
        for deck in item.list_items("starts with"):
            if not names.check_reference(deck, deck.data, "deck"):
                unclear = True
                continue
            if deck.data in begun:
                message = f"`{deck.data}` begins in another zone already, in line {begun[deck.data].line}"
                names.problems.add(deck, "deck-twice", message)
                continue
            begun[deck.data] = deck
            decks.append(deck.data)
        if decks and per is not None:
            message = f"each {per} has a zone of its own here, so that a deck can't begin in it"
            names.problems.add(item.keys["starts with"], "deck-for-seats", message)
        found.append(
            Zone(
                **named_fields(item),
                per=per,
                face=item.data["face"],
                starts_with=tuple(decks),
                when_empty=item.get_text("when empty"),
                holds=item.get_text("holds"),
            )
        )
    for name, declared in names.of_kind("deck").items():
        if name not in begun and "zones" not in names.incomplete_kinds and not unclear:
            message = f"no zone starts with the deck `{name}`: its cards would be nowhere"
            names.problems.add(declared.spot, "deck-nowhere", message)
    return tuple(found)


def read_cards(files: list[YamlMapping], names: IdTable) -> tuple[tuple[Deck, ...], tuple[Card, ...]]:
    """Return the decks and the cards.

    A deck can be split over several files, one of which declares its columns.
    """
    by_deck: dict[str, list[YamlMapping]] = {}
    for file in files:
        by_deck.setdefault(file.data["deck"], []).append(file)
    decks = []
    cards = []
    for name, parts in by_deck.items():
        speaking = [part for part in parts if "attributes" in part.values]
        for part in speaking[1:]:
            message = f"the attributes of `{name}` are declared already, in {speaking[0].source.path}"
            names.problems.add(part.keys["attributes"], "attributes-twice", message)
        declaring = speaking[0] if speaking else parts[0]
        title = next((part for part in parts if "title" in part.values), parts[0])
        items = [item for part in parts for item in part.mappings("cards")]
        attributes = read_attributes(declaring.section("attributes"), _CARD, names, items)
        decks.append(Deck(name, title_of(title, name), declaring.values["deck"].where, attributes))
        warn_of_duplicates(items, attributes, names)
        count = 0
        for item in items:
            count += item.get_plain("copies", 1)
            if count <= LARGEST_DECK:
                values = read_values(item, attributes, _CARD, names)  # before the source: it finds misspelt fields
                card = Card(**sourced_fields(item, names), deck=name, attributes=values, event=item.get_text("event"))
                cards += [replace(card, id=copy_id) for copy_id in copies_of(item)]
        if count > LARGEST_DECK:
            message = f"the deck `{name}` has {count:,} cards; at most {LARGEST_DECK:,} are allowed"
            names.problems.add(parts[0].values["deck"], "too-many", message)
    return tuple(decks), tuple(cards)


def copies_of(item: YamlMapping) -> list[str]:
    """Return the ids of a card and its copies: `wind`, `wind_2`, `wind_3`."""
    name = item.data["id"]
    return [name, *(f"{name}_{number}" for number in range(2, item.get_plain("copies", 1) + 1))]


ANY = "any"
YES_OR_NO = ("yes", "no")
"""The options of a `may`."""
_KEEPING = ("that", "only", "highest", "lowest")


def active_bots(files: list[YamlMapping], applied: set[str], variants: set[str], names: IdTable) -> list[YamlMapping]:
    """Return the files of the bots that play with the applied variants.

    A file names some of the game's `variants` under `with`, or none if its bot always plays.
    """
    found = []
    for root in files:
        wanted = root.list_items("with")
        for spot in wanted:
            if spot.data not in variants | applied:
                message = f"there is no variant `{spot.data}` of this game"
                names.problems.add(spot, "unknown-variant", message, spot.data, variants)
        if not wanted or any(spot.data in applied for spot in wanted):
            found.append(root)
    return found


def read_bots(files: list[YamlMapping], names: IdTable) -> tuple[Bot, ...]:
    """Return the bots, without those of seats that don't play with this number of players."""
    found: list[Bot] = []
    for root in files:
        spot, name, seat = root.values["id"], root.data["id"], root.values["seat"]
        if any(bot.id == name for bot in found):
            names.problems.add(spot, "id-twice", f"there is a bot `{name}` already")
        if seat.data != ANY and (
            not names.check_reference(seat, seat.data, "seat", also=ANY) or seat.data not in names.seats
        ):
            continue
        tables = tuple(_table(item, names) for item in root.mappings("tables"))
        _check_answers(root, names)
        whose = None if seat.data == ANY else seat.data
        sees = tuple(spot.data for spot in root.list_items("sees") if names.check_reference(spot, spot.data, "zone"))
        found.append(Bot(name, title_of(root, name), root.where, whose, root.get_text("when"), tables, sees))
    return tuple(found)


def _table(item: YamlMapping, names: IdTable) -> BotTable:
    answers = tuple(item.data["answers"])
    kind = "keep" if "keep" in item.values else "first"
    nodes = item.mappings(kind)
    rows = [_row(row, kind, names) for row in nodes]
    options = answers if len(answers) > 1 else YES_OR_NO
    for node in nodes if kind == "first" else ():
        choose = node.find(["choose"])
        if choose.data not in options:
            what = "what the table answers" if len(answers) > 1 else f'how `may "{answers[0]}"` is answered'
            message = f"`{choose.data}` is none of {what}: {', '.join(options)}"
            if choose.data in answers:
                message += f"; a `choose …, to {choose.data}` is answered under `keep`"
            names.problems.add(choose, "unknown-value", message, choose.data, options)
    always: dict[str, BotRow] = {}
    for number, row in enumerate(rows):
        if row.choose in always:
            line = always[row.choose].where.line
            message = f"this row is never reached: the one in line {line} takes `{row.choose}` whenever it is on offer"
            names.problems.add(nodes[number], "never-read", message)
            break
        if row.choose is not None and row.text is None:
            always[row.choose] = row
    return BotTable(answers, title_of(item, ", ".join(answers)), kind, tuple(rows), item.where)


def _row(row: YamlMapping, kind: str, names: IdTable) -> BotRow:
    what = next(each for each in _KEEPING if each in row.values) if kind == "keep" else "when"
    source = declared_source(row, names.problems)
    return BotRow(what, row.get_text(what), row.get_plain("choose"), source, row.where)


def _check_answers(root: YamlMapping, names: IdTable) -> None:
    """Report a decision that two tables of a bot answer: the second one would never be used."""
    seen: dict[tuple[str, ...], YamlNode] = {}
    for table in root.mappings("tables"):
        answers = table.values["answers"]
        keys = [("first", *sorted(answers.data))]
        if "keep" in table.values:
            keys = [("keep", label) for label in answers.data]
        for key in keys:
            if key in seen:
                message = f"`{', '.join(key[1:])}` is answered already, by the table in line {seen[key].line}"
                names.problems.add(answers, "answered-twice", message)
                break
            seen[key] = table
