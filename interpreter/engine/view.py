"""A seat's view of a match, with things named by their ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import SHOWN, PieceKind, Variable

NOBODY = "nobody"
"""Owner of pieces that belong to no seat."""

PlainValue = Any
"""A value as plain data: a number, a flag, an id, None for nothing, or a list of these."""


class PieceCount(NamedTuple):
    """Number of pieces of a kind in a place.

    Attributes:
        kind: Id of the kind.
        owner: A seat or NOBODY; None if the kind has no owners.
        state: State of the pieces; None if the kind has no states.
        place: Id of the place.
        amount: Number of pieces.
    """

    kind: str
    owner: str | None
    state: str | None
    place: str
    amount: int


class TrackStep(NamedTuple):
    """Current step of a track. `seat` is set if each seat has its own or reads it in its own way."""

    track: str
    seat: str | None
    step: int


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a seat may know of a position. A seat's own zone or box is named `ZONE of SEAT`.

    Attributes:
        seat: The seat whose view this is; None for a spectator, who knows what everybody knows.
        pieces: Pieces in their places.
        tracks: Steps of the tracks.
        zones: Cards of each zone from the top; None for a face that the seat doesn't know.
        flags: Things that have each flag.
        variables: Public variables: a value, or a mapping by key, nested for a variable with two keys.
        turns: Number of turns begun.
        dice: The number or word that each die shows; 0 for one that hasn't been rolled, None for one that the seat
            doesn't see.
    """

    seat: str | None
    pieces: tuple[PieceCount, ...]
    tracks: tuple[TrackStep, ...]
    zones: dict[str, list[str | None]]
    flags: dict[str, list[str]]
    variables: dict[str, PlainValue | dict[str, PlainValue] | dict[str, dict[str, PlainValue]]]
    turns: int
    dice: dict[str, int | str | None] = field(default_factory=dict)


def view_of(rules: Rules, state: State, seat: int | None) -> View:
    """Return a seat's view of a state, or that of a spectator for None."""
    symbols, known = rules.program.symbols, rules.constants.known
    sees = rules.constants.everyone if seat is None else 1 << seat
    v = state.v
    flags = {}
    for flag in rules.rulebook.flags:
        of = symbols.kind_of_noun(flag.of)
        names = symbols.labels[of]
        base = symbols.flag_base[flag.id]
        flags[flag.id] = [
            name for at, name in enumerate(names) if v[base + at] and (of != "card" or v[known + at] & sees == sees)
        ]
    return View(
        None if seat is None else rules.seats[seat],
        tuple(_pieces(rules, state)),
        tuple(_tracks(rules, state)),
        {
            name: [rules.card_ids[card] if v[known + card] & sees == sees else None for card in reversed(state.z[zone])]
            for zone, name in enumerate(symbols.labels["zone"])
        },
        flags,
        {
            variable.id: _variable(rules, state, variable, sees)
            for variable in rules.rulebook.variables
            if variable.visible == "everyone" and variable.id != SHOWN
        },
        state.turns,
        {
            name: symbols.face_of(die, v[symbols.variable_base[SHOWN] + die])
            if is_die_known(symbols, v, die, sees)
            else None
            for die, name in enumerate(symbols.labels["die"])
        },
    )


def _pieces(rules: Rules, state: State) -> Iterator[PieceCount]:
    symbols, v = rules.program.symbols, state.v
    places = symbols.labels["place"]
    for kind in rules.rulebook.pieces:
        for owner, whose in enumerate(owners_of(rules, kind)):
            for sort, name in zip(symbols.sorts[kind.id], kind.states or (None,), strict=True):
                base = symbols.owner_bases(sort)[owner]
                for place, count in enumerate(v[base : base + symbols.place_count]):
                    if count:
                        yield PieceCount(kind.id, whose, name, places[place], count)


def owners_of(rules: Rules, kind: PieceKind) -> tuple[str | None, ...]:
    """Return the possible owners of pieces of a kind."""
    return (*rules.seats, NOBODY)[: rules.program.symbols.owner_count(kind)] if kind.is_owned else (None,)


def _tracks(rules: Rules, state: State) -> Iterator[TrackStep]:
    for track in rules.rulebook.tracks:
        base = rules.program.symbols.track_base[track.id]
        if track.mirrored:
            yield TrackStep(track.id, rules.seats[0], state.v[base])
            yield TrackStep(track.id, rules.seats[1], -state.v[base])
        elif track.per_seat:
            for at, seat in enumerate(rules.seats):
                yield TrackStep(track.id, seat, state.v[base + at])
        else:
            yield TrackStep(track.id, None, state.v[base])


def _variable(rules: Rules, state: State, variable: Variable, sees: int) -> Any:
    """Return a variable's value, or its values by key, with things as ids.

    A card that the seats of the mask don't know is None, or left out of a list.
    """
    symbols, known = rules.program.symbols, rules.constants.known
    base = symbols.variable_base[variable.id]
    kind = symbols.kind_of_noun(variable.kind.split()[-1])

    def is_seen(value: Any) -> bool:
        return kind != "card" or value is None or state.v[known + value] & sees == sees

    def plain(value: Any) -> PlainValue:
        if isinstance(value, (tuple, list)):
            return [plain(part) for part in value if is_seen(part)]
        return rules.as_data(kind, value if is_seen(value) else None)

    if not variable.per:
        return plain(state.v[base])
    names = [symbols.labels[symbols.kind_of_noun(per)] for per in variable.per]
    if len(names) == 1:
        return {name: plain(state.v[base + at]) for at, name in enumerate(names[0][: symbols.size_of(variable.per[0])])}
    width = symbols.size_of(variable.per[1])
    return {
        first: {second: plain(state.v[base + at * width + to]) for to, second in enumerate(names[1][:width])}
        for at, first in enumerate(names[0][: symbols.size_of(variable.per[0])])
    }


def is_die_known(symbols: Symbols, v: Sequence[Any], die: int, seats: int) -> bool:
    """True if all seats of a bit mask know what a die shows."""
    return symbols.die_known_base is None or v[symbols.die_known_base + die] & seats == seats


def view_as_data(rules: Rules, view: View, decision: dict[str, Any] | None) -> dict[str, Any]:
    """Return a view as JSON data.

    Pieces are nested by kind, owner and state (where there are any), and place; tracks by id, and seat where each has
    one.

    Args:
        rules: Rules of the match.
        view: The view to convert.
        decision: Data of the current decision, to include.
    """
    pieces: dict[str, Any] = {}
    for kind in rules.rulebook.pieces:
        rows: dict[str | None, dict[str | None, dict[str, int]]] = {
            owner: {state: {} for state in kind.states or (None,)} for owner in owners_of(rules, kind)
        }
        for held in view.pieces:
            if held.kind == kind.id:
                rows[held.owner][held.state][held.place] = held.amount
        by_owner = {owner: states if kind.states else states[None] for owner, states in rows.items()}
        pieces[kind.id] = by_owner if kind.is_owned else by_owner[None]
    tracks: dict[str, Any] = {}
    for stand in view.tracks:
        if stand.seat is None:
            tracks[stand.track] = stand.step
        else:
            tracks.setdefault(stand.track, {})[stand.seat] = stand.step
    return {
        "game": rules.id,
        "seat": view.seat,
        "pieces": pieces,
        "tracks": tracks,
        "zones": view.zones,
        "flags": view.flags,
        "variables": view.variables,
        **({"dice": view.dice} if view.dice else {}),
        "decision": decision,
        "turns": view.turns,
    }
