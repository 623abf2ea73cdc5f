"""Matches that begin in a given position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from interpreter.engine.history import CardLayout
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.engine.supplies import place_pieces
from interpreter.errors import Location, RulebookError
from interpreter.language.incremental import check_routine, link_routine
from interpreter.language.program import Program
from interpreter.rulebook.given import GivenPosition
from interpreter.rulebook.model import Text
from interpreter.rulebook.nodes import ProblemPlace, Problems
from interpreter.rulebook.piece_kinds import EACH

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
    turn: ProblemPlace = given.begin.where if given.begin is not None else Location(rules.rulebook.folder)
    named: list[tuple[object, ProblemPlace]] = [(given.turn, turn)]
    named += [(entry.owner, entry.spot) for entry in given.pieces if entry.owner != EACH]
    named += [(entry.seat, entry.spot) for entry in given.tracks]
    named += [(entry.owner, entry.spot) for entry in given.zones]
    named += [(name, entry.spot) for entry in given.flags for name in (entry.thing, entry.seat)]
    for entry in given.variables:
        values = entry.value if isinstance(entry.value, tuple) else (entry.value,)
        named += [(name, entry.spot) for name in (*entry.keys, *values)]
    problems = Problems()
    for name, spot in named:
        if isinstance(name, str) and name not in rules.program.symbols.names:
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
            index = index * symbols.size_of(per) + symbols.names[key].index
        v[symbols.variable_base[declared.id] + index] = _value(rules, declared.kind, variable.value)
    for flag in given.flags:
        base = symbols.flag_base[flag.flag]
        thing = rules.seats.index(flag.thing) if flag.thing in rules.seats else place(flag.thing, flag.seat)
        v[base + thing] = True
    _lay_cards(rules, state, given)


def _value(rules: Rules, kind: str, value: Any) -> Any:
    names = rules.program.symbols.names
    if isinstance(value, tuple):
        return tuple(names[str(part)].index if isinstance(part, str) else part for part in value)
    return names[value].index if isinstance(value, str) and kind not in ("number", "flag", "text") else value


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
        zone = found.index + (symbols.names[entry.owner].index if entry.owner is not None else 0)
        if found.id not in begun_in:
            for card in list(state.z[zone]):
                if card in start_zones:
                    put(card, start_zones[card], True)
        for card_id in reversed(entry.cards):
            put(symbols.names[card_id].index, zone, False)
