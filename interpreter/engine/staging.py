"""Matches that begin in a given position: the content of a scenario's `given`, as a mapping or as YAML.

Pieces come from the places where their kind starts, and return to them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from textwrap import indent
from typing import Any, TypeVar

from interpreter.engine.rules import Rules
from interpreter.engine.state import CardLayout, State
from interpreter.language.incremental import check_routine, link_routine
from interpreter.language.program import Program
from interpreter.rulebook.building.ids import EACH
from interpreter.rulebook.model import SHOWN, PieceKind, PiecePlacement, Rulebook, Text
from interpreter.rulebook.scenarios.given import NOBODY, REST, GivenPieces, GivenPosition, ReferenceChecker, read_given
from interpreter.rulebook.schema.validation import check_shape
from interpreter.rulebook.source.nodes import ProblemPlace, Problems, SourceFile
from interpreter.rulebook.source.nodes import YamlMapping as Fields
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Location, Problem, RulebookError

SOURCE_NAME = "given"
"""Name shown in messages in place of a file."""
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which no text file can contain."""


def read_position(rules: Rules, given: Mapping[str, Any] | str) -> GivenPosition:
    """Return the changes to the start of a game that a position describes. A mapping is first written as YAML.

    Raises:
        RulebookError: The position has mistakes; all are listed, with lines of that YAML.
    """
    problems = Problems()
    text = given if isinstance(given, str) else _as_yaml(given)
    source = SourceFile(SOURCE_NAME, SOURCE_NAME, tuple(text.split("\n")))
    if half := LONE_SURROGATE.search(text):
        before = text[: half.start()]
        where = Location(SOURCE_NAME, before.count("\n") + 1, half.start() - before.rfind("\n"))
        message = "half of a character (\\ud800 to \\udfff); write the whole one"
        raise RulebookError(Problem(where, "lone-surrogate", message, None, source.excerpt(where.line)))
    root = read_yaml(source, text, problems)
    changes = GivenPosition()
    if root is not None:
        scenario = Fields(source, root.line, root.column)
        scenario.values[SOURCE_NAME], scenario.data = (
            root,
            {"name": SOURCE_NAME, SOURCE_NAME: root.data, "then": [SOURCE_NAME]},
        )
        check_shape(scenario, "scenarios", problems)
        changes = read_given(
            scenario.section(SOURCE_NAME), ReferenceChecker(rules.rulebook, len(rules.seats), problems)
        )
    if problems:
        raise RulebookError(problems.errors())
    return changes


def _as_yaml(given: object) -> str:
    """Return a position as YAML, one key a line. Texts of several lines become block scalars."""
    try:
        if not isinstance(given, dict) or not given:
            return json.dumps(given)
        return "\n".join(f"{json.dumps(str(key))}: {_yaml_value(value)}" for key, value in given.items())
    except (TypeError, ValueError, RecursionError):
        message = (
            "a position is YAML, or a mapping of texts, numbers, flags, lists and mappings, none of them within itself"
        )
        raise RulebookError(Problem(Location(SOURCE_NAME), "wrong-type", message)) from None


def _yaml_value(value: object) -> str:
    if isinstance(value, str) and "\n" in value.rstrip() and not value[0].isspace():
        return "|\n" + indent(value, "  ")
    return json.dumps(value, indent=2, ensure_ascii=False).replace("\n", "\n  ")


MAX_PLACES = 12
"""Largest number of places listed in a message."""


def place_pieces(rules: Rules, v: list[Any], given: GivenPosition, problems: Problems) -> None:
    """Put pieces where the position says, and the rest of each supply where it must then be.

    At most one mistake is reported for each kind.
    """
    needless = given.supply_open
    for kind in rules.rulebook.pieces:
        entries = [entry for entry in given.pieces if entry.kind == kind.id]
        if kind.owner == "seat":
            sets = [(seat, [entry for entry in entries if entry.owner in (seat, EACH)]) for seat in rules.seats]
        else:
            sets = [("", entries)]
        before = len(problems)
        for seat, some in sets:
            if some and len(problems) == before:
                supply = _Supply(rules, v, kind, seat, some)
                supply.place_pieces(given.supply_open, problems)
                needless = needless and supply.is_balanced
        if entries and len(problems) == before:
            _check_room(rules, v, kind, entries, problems)
    if needless and given.pieces and not problems:
        message = "the pieces add up: `supply: open because …` is not needed"
        problems.add(given.pieces[0].spot, "supply-not-open", message)
    rules.program.symbols.update_totals(v)


def _check_room(rules: Rules, v: list[Any], kind: PieceKind, entries: list[GivenPieces], problems: Problems) -> None:
    """Report the first space with more pieces of a kind than it has room for."""
    symbols = rules.program.symbols
    owners = list(zip(*(symbols.owner_bases(sort) for sort in symbols.sorts[kind.id]), strict=True))
    for number, space in enumerate(rules.rulebook.map.spaces):
        counts = [sum(v[base + number] for base in bases) for bases in owners]
        spots = [entry for entry in entries if entry.place == space.id] or entries
        for owner, count in enumerate(counts):
            if kind.room_each is not None and count > kind.room_each:
                whose = (*rules.seats, NOBODY)[owner]
                spot = next((entry for entry in spots if entry.owner in (whose, EACH)), spots[0]).spot
                room = f"room for {kind.room_each} of each owner"
                message = f"{count} {kind.noun.many} of {whose} in `{space.id}`, but there is {room}"
                problems.add(spot, "over-room", message)
                return
        if kind.room_all is not None and sum(counts) > kind.room_all:
            message = f"{sum(counts)} {kind.noun.many} in `{space.id}`, but there is room for {kind.room_all}"
            problems.add(spots[-1].spot, "over-room", message)
            return


class _Supply:
    """All pieces of a kind, or those of one `seat` if each seat has a supply of its own.

    `_entries_by_slot` maps cells of `v` to the entries of the position. `_starts` maps cells to the boxes in which the
    pieces start; to the box to which captured ones go, if they start on spaces; or else to these spaces.
    """

    def __init__(self, rules: Rules, v: list[Any], kind: PieceKind, seat: str, entries: list[GivenPieces]) -> None:
        symbols = rules.program.symbols
        self._v, self._kind, self._seat = v, kind, seat
        self._entries_by_slot: dict[int, GivenPieces] = {}
        for entry in entries:
            for owner in (seat,) if seat else rules.seats if entry.owner == EACH else (entry.owner,):
                self._entries_by_slot[symbols.slot_of(kind, owner, entry.state, entry.place)] = entry
        starts = [placed for placed in kind.start if placed.owner == (seat or None)]
        boxes = [placed for placed in starts if placed.place in symbols.box_index]
        captured = _place_of_captured(rules.rulebook, kind, seat or None)
        if not boxes and captured is not None:
            boxes = [captured]
        self._starts = {
            symbols.slot_of(kind, placed.owner, placed.state, placed.place): placed.place for placed in boxes or starts
        }
        self._rules = rules
        seats = range(len(symbols.owner_bases(symbols.sorts[kind.id][0])))
        mine = [rules.seats.index(seat)] if seat else seats
        places = range(symbols.place_count)
        self._slots = [
            symbols.owner_bases(sort)[own] + at for sort in symbols.sorts[kind.id] for own in mine for at in places
        ]

    def _names(self) -> dict[int, str]:
        """Return the name of each cell's place, with state and owner where these are needed to tell pieces apart."""
        symbols, kind = self._rules.program.symbols, self._kind
        found: dict[int, str] = {}
        for state, sort in zip(kind.states or ("",), symbols.sorts[kind.id], strict=True):
            for owner, base in enumerate(symbols.owner_bases(sort)):
                whose = self._rules.seats[owner] if kind.is_owned and owner < len(self._rules.seats) else ""
                if self._seat and whose != self._seat:
                    continue
                for number, place in enumerate(symbols.labels["place"]):
                    words = (
                        state,
                        place.removesuffix(f" of {whose}"),
                        f"({whose})" if whose and not self._seat else "",
                    )
                    found[base + number] = " ".join(filter(None, words))
        return found

    def place_pieces(self, supply_open: bool, problems: Problems) -> None:
        """Put the pieces into their places, and report a wrong total unless the supply is open."""
        for slot, entry in self._entries_by_slot.items():
            self._v[slot] = entry.count or 0
        rests = [slot for slot, entry in self._entries_by_slot.items() if entry.count is None]
        if len(rests) > 1:
            problems.add(self._entries_by_slot[rests[1]].spot, "rest-twice", f"`{REST}` can stand for one place only")
            return
        if supply_open and not rests:
            return
        free = rests or [slot for slot in self._starts if len(self._starts) == 1 and slot not in self._entries_by_slot]
        for slot in free:
            self._v[slot] = max(0, self._v[slot] + self._shortfall())
        missing = self._shortfall()
        if missing:
            spot = self._entries_by_slot[(rests or list(self._entries_by_slot))[0]].spot
            code = "too-few-pieces" if missing > 0 else "too-many-pieces"
            problems.add(spot, code, self._message(missing, free))

    @property
    def is_balanced(self) -> bool:
        """True if the pieces on the table are as many as the supply has."""
        return self._shortfall() == 0

    def _shortfall(self) -> int:
        """Return how many pieces are missing; negative if there are too many."""
        there: int = sum(self._v[slot] for slot in self._slots)
        return self._kind.supply - there

    def _message(self, missing: int, free: list[int]) -> str:
        """Return a message with the actual and the expected number, the places, and a hint."""
        there, noun = self._kind.supply - missing, self._kind.noun
        whose = f" of {self._seat}" if self._seat else ""
        wrong = f"{missing} {'is' if missing == 1 else 'are'} missing" if missing > 0 else f"{-missing} too many"
        held = [
            f"{name} {self._v[slot]}"
            for slot, name in self._names().items()
            if self._v[slot] or slot in self._entries_by_slot
        ]
        more = f", {len(held) - MAX_PLACES} places more" if len(held) > MAX_PLACES else ""
        return (
            f"{there} {noun.one if there == 1 else noun.many}{whose}, but there are {self._kind.supply}: {wrong} "
            f"({', '.join(held[:MAX_PLACES])}{more}){'' if free else self._hint(missing)}"
        )

    def _hint(self, missing: int) -> str:
        if len(self._starts) > 1:
            which = "say where the others are" if missing > 0 else "say from where they come"
            return f"; they start in several places: {which}, as in `PLACE: {REST}`"
        return "".join(f"; `{place}: {REST}` makes them add up" for place in self._starts.values())


def _place_of_captured(book: Rulebook, kind: PieceKind, owner: str | None) -> PiecePlacement | None:
    """Return where captured pieces of a kind lie, with their number left open; None if it depends on who captures."""
    captured = book.captured_to
    box = next((box for box in book.boxes if captured is not None and box.id == captured.box), None)
    if captured is None or captured.of_captor or box is None or (box.per_seat and owner is None):
        return None
    return PiecePlacement(owner, box.id, 0, kind.states[0] if kind.states else None)


SomeRules = TypeVar("SomeRules", bound=Rules)


def stage(rules: SomeRules, given: GivenPosition, seed: int = 0) -> tuple[SomeRules, State, CardLayout]:
    """Set up a match in the position that `given` describes.

    Returns:
        The rules to play by, with the text of `begin` linked to them; the first state; and its card layout.

    Raises:
        RulebookError: The position is impossible (more pieces than there are), or `begin` can't be read.
    """
    _check_seats(rules, given)
    routine: int | None = None
    you = rules.seats.index(given.turn) if given.turn is not None else None
    if given.begin is not None:
        program, routine = _with_begin(rules, given.begin, you)
        rules = rules.with_program(program)
    state = rules.new_state(seed, True, routine, you)
    _apply_position(rules, state, given)
    known = rules.constants.known
    masks = state.v[known : known + len(rules.rulebook.cards)]
    return rules, state, CardLayout(tuple(tuple(cards) for cards in state.z), tuple(masks))


def _with_begin(rules: Rules, begin: Text, you: int | None) -> tuple[Program, int]:
    try:
        return link_routine(rules.program, begin, you)
    except RulebookError as error:
        raise RulebookError(
            replace(problem, excerpt=begin.excerpt(problem.where))
            if problem.where.file == begin.where.file
            else problem
            for problem in error.problems
        ) from None


def check_position(rules: Rules, given: GivenPosition) -> None:
    """Check that a match could begin in this position, without starting it. Raises RulebookError as `stage` does."""
    _check_seats(rules, given)
    if given.begin is not None:
        check_routine(rules.program, given.begin, None if given.turn is None else rules.seats.index(given.turn))
    _apply_position(rules, rules.initial_state(0, logged=False), given)


def _check_seats(rules: Rules, given: GivenPosition) -> None:
    """Raise RulebookError if seats are named that don't play with this number of players."""
    symbols = rules.program.symbols
    turn: ProblemPlace = given.begin.where if given.begin is not None else Location(rules.rulebook.folder)
    named: list[tuple[object, ProblemPlace]] = [(given.turn, turn)]
    named += [(entry.owner, entry.spot) for entry in given.pieces if entry.owner != EACH]
    named += [(entry.seat, entry.spot) for entry in given.tracks]
    zones = {zone.id: zone for zone in rules.rulebook.zones}
    for laid in given.zones:
        pairs = zip(laid.keys, zones[laid.zone].per, strict=True)
        named += [(key, laid.spot) for key, per in pairs if per not in symbols.kept_columns]
    named += [(name, entry.spot) for entry in given.flags for name in (entry.thing, entry.seat)]
    for entry in given.variables:
        values = entry.value if isinstance(entry.value, tuple) else (entry.value,)
        declared = symbols.variables[entry.variable]
        keys = (key for key, per in zip(entry.keys, declared.per, strict=False) if per not in symbols.kept_columns)
        parts = (part for key in keys for part in key.split(" of "))
        things = () if declared.kind.split()[-1] in ("value", "direction") else values
        named += [(name, entry.spot) for name in (*parts, *things)]
    problems = Problems()
    for name, spot in named:
        if isinstance(name, str) and name not in symbols.names:
            message = f"`{name}` does not play: there are {len(rules.seats)} players; say `players: …` in the scenario"
            problems.add(spot, "unknown-seat", message)
    if problems:
        raise RulebookError(problems.errors())


def _apply_position(rules: Rules, state: State, given: GivenPosition) -> None:
    symbols, v = rules.program.symbols, state.v

    def place(name: str, seat: str | None) -> int:
        symbol = symbols.names[name]
        return symbol.index + (rules.seats.index(seat) if symbol.per_seat and seat is not None else 0)

    problems = Problems()
    place_pieces(rules, v, given, problems)
    if problems:
        raise RulebookError(problems.errors())
    for track in given.tracks:
        found = symbols.track(track.track)
        seat = rules.seats.index(track.seat) if track.seat is not None else 0
        if found.mirrored:
            v[symbols.track_base[found.id]] = -track.step if seat == 1 else track.step
        else:
            v[symbols.track_base[found.id] + (seat if found.per_seat else 0)] = track.step
    for variable in given.variables:
        declared = symbols.variables[variable.variable]
        index = 0
        for per, key in zip(declared.per, variable.keys, strict=False):
            kept_for, _, owner = key.partition(" of ")
            number = symbols.labels[per].index(key) if per in symbols.kept_columns else place(kept_for, owner or None)
            index = index * symbols.size_of(per) + number
        v[symbols.variable_base[declared.id] + index] = _value(rules, declared.kind, variable.value)
        if declared.id == SHOWN and symbols.die_known_base is not None:
            v[symbols.die_known_base + index] = symbols.die_sight[index]
    for flag in given.flags:
        base = symbols.flag_base[flag.flag]
        thing = rules.seats.index(flag.thing) if flag.thing in rules.seats else place(flag.thing, flag.seat)
        v[base + thing] = True
    _lay_cards(rules, state, given)


def _value(rules: Rules, kind: str, value: Any) -> Any:
    sort, symbols = kind.split()[-1], rules.program.symbols
    if isinstance(value, tuple):
        return tuple(symbols.number_of(sort, part) if isinstance(part, str) else part for part in value)
    return (
        symbols.number_of(sort, value) if isinstance(value, str) and sort not in ("number", "flag", "text") else value
    )


def _lay_cards(rules: Rules, state: State, given: GivenPosition) -> None:
    """Put the given cards on top of their zones.

    If no cards start in a zone, those already there go to the bottom of the zones in which they started.
    """
    symbols, constants = rules.program.symbols, rules.constants
    if not given.zones:
        return
    start_zones = {
        card: symbols.zone_index[zone.id]
        for zone in rules.rulebook.zones
        for card, data in enumerate(rules.rulebook.cards)
        if data.deck in zone.starts_with
    }

    def put(card: int, zone: int, bottom: bool) -> None:
        source = state.v[constants.where + card]
        if source is not None:
            state.z[source].remove(card)
        state.z[zone].insert(0 if bottom else len(state.z[zone]), card)
        state.v[constants.where + card] = zone
        state.v[constants.known + card] = constants.faces[zone]

    begun_in = {zone.id for zone in rules.rulebook.zones if zone.starts_with}
    for entry in given.zones:
        found = symbols.names[entry.zone]
        declared = next(zone for zone in rules.rulebook.zones if zone.id == entry.zone)
        zone = found.index + rules.rulebook.keys_of_zone(declared).index(entry.keys)
        if found.id not in begun_in:
            for card in list(state.z[zone]):
                if card in start_zones:
                    put(card, start_zones[card], True)
        for card_id in reversed(entry.cards):
            put(symbols.names[card_id].index, zone, False)
