"""Values that a campaign keeps, as plain data by names: variables, flags, tracks, pieces and dice.

A value stands for one cell of the state. Cells are named by what their value is kept for, such as a seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from interpreter.language.layout import MAX_LIST_LENGTH, MAX_NUMBER
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import SHOWN, PieceKind, Track, Variable
from interpreter.rulebook.scenarios.given import NOBODY
from interpreter.support.similar_words import closest_match

LIST_OF = "list of "
SHORTENED = 40
"""Number of letters of a strange name or value that a message shows."""


class UnfitError(Exception):
    """Something that was kept doesn't fit the rules; the text says what."""

    def __init__(self, message: str, name: object = None, known: Iterable[str] = ()) -> None:
        """Create an error; `name` is the strange name among the `known` ones, if that is the mistake."""
        super().__init__(message)
        self.suggestion = closest_match(name, known) if isinstance(name, str) else None


@dataclass(frozen=True, slots=True)
class KeptCell:
    """A cell that is kept.

    Attributes:
        name: What its value is kept for; empty if there is only one.
        offset: Its place in the state.
        kind: The kind of its value, as of a variable.
        numbers: The least and the largest number that it can hold.
        rest: Its value if none was kept; None if it is that with which a game begins.
    """

    name: str
    offset: int
    kind: str
    numbers: tuple[int, int] = (1 - MAX_NUMBER, MAX_NUMBER - 1)
    rest: int | bool | None = None


def kept_cells(symbols: Symbols, thing: str) -> list[KeptCell]:
    """Return the cells of a variable, a flag, a track, a kind of piece or of dice; none for another id."""
    book = symbols.rulebook
    if thing in symbols.variables:
        return list(_of_variable(symbols, symbols.variables[thing]))
    if thing in symbols.flags:
        names, base = symbols.labels[symbols.kind_of_noun(symbols.flags[thing].of)], symbols.flag_base[thing]
        return [KeptCell(name, base + at, "flag", rest=False) for at, name in enumerate(names)]
    if track := next((track for track in book.tracks if track.id == thing), None):
        return list(_of_track(symbols, track))
    if kind := next((kind for kind in book.pieces if kind.id == thing), None):
        return list(_of_pieces(symbols, kind))
    if any(kind.id == thing for kind in book.dice):
        first = symbols.variable_base[SHOWN]
        dice = ((die, symbols.die_faces[die]) for die in symbols.dice_of(thing))
        return [
            KeptCell(symbols.labels["die"][die], first + die, "number", (min(0, *faces), max(faces)))
            for die, faces in dice
        ]
    return []


def _of_variable(symbols: Symbols, variable: Variable) -> Iterator[KeptCell]:
    owners = [symbols.labels[symbols.kind_of_noun(per)][: symbols.size_of(per)] for per in variable.per]
    for at, names in enumerate(product(*owners)):
        yield KeptCell(" in ".join(names), symbols.variable_base[variable.id] + at, variable.kind)


def _of_track(symbols: Symbols, track: Track) -> Iterator[KeptCell]:
    names = symbols.seats if track.per_seat and not track.mirrored else ("",)
    for at, name in enumerate(names):
        yield KeptCell(name, symbols.track_base[track.id] + at, "number", (track.low, track.high))


def _of_pieces(symbols: Symbols, kind: PieceKind) -> Iterator[KeptCell]:
    owners = (*symbols.seats, NOBODY) if kind.is_owned else ("",)
    for state, sort in zip(kind.states or ("",), symbols.sorts[kind.id], strict=True):
        for owner, base in zip(owners, symbols.owner_bases(sort), strict=False):
            for at, place in enumerate(symbols.labels["place"]):
                name = " ".join(filter(None, (state, f"({owner})" if owner else "", place)))
                yield KeptCell(name, base + at, "number", (0, kind.supply), rest=0)


def values_as_data(symbols: Symbols, cells: Sequence[KeptCell], v: Sequence[Any]) -> dict[str, Any]:
    """Return the values of some cells by name; those that are as if nothing was kept are left out."""
    values = {cell.name: _as_data(symbols, cell.kind, v[cell.offset]) for cell in cells}
    return {cell.name: values[cell.name] for cell in cells if cell.rest is None or v[cell.offset] != cell.rest}


def _as_data(symbols: Symbols, kind: str, value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_data(symbols, kind.removeprefix(LIST_OF), each) for each in value]
    names = symbols.labels.get(symbols.kind_of_noun(kind))
    if kind == "flag":
        return bool(value)
    return value if value is None or names is None else names[value]


def put_values(symbols: Symbols, thing: str, data: object, v: list[Any]) -> None:
    """Put kept values of a thing into the cells of a state.

    Raises:
        UnfitError: A name or a value isn't possible.
    """
    cells = {cell.name: cell for cell in kept_cells(symbols, thing)}
    if not cells or not isinstance(data, Mapping):
        raise UnfitError(f"`{thing}` has no values")
    for cell in cells.values():
        if cell.rest is not None:
            v[cell.offset] = cell.rest
    for name, value in data.items():
        if name not in cells:
            raise UnfitError(f"there is no `{thing}` of `{str(name)[:SHORTENED]}`", name, cells)
        cell = cells[name]
        whose = f" of {name}" if name else ""
        v[cell.offset] = _as_value(symbols, cell, cell.kind, value, f"`{thing}`{whose}")


def _as_value(symbols: Symbols, cell: KeptCell, kind: str, value: Any, whose: str) -> Any:
    if kind.startswith(LIST_OF):
        if isinstance(value, list) and len(value) <= MAX_LIST_LENGTH:
            member = kind.removeprefix(LIST_OF)
            return tuple(_as_value(symbols, cell, member, each, f"an entry of {whose}") for each in value)
        raise UnfitError(f"{whose} is a list of at most {MAX_LIST_LENGTH} things, not {_short(value)}")
    if kind == "flag":
        if isinstance(value, bool):
            return value
        raise UnfitError(f"{whose} is true or false, not {_short(value)}")
    if kind == "number":
        low, high = cell.numbers
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise UnfitError(f"{whose} is a number from {low} to {high}, not {_short(value)}")
    sort, spaces = symbols.kind_of_noun(kind), symbols.space_count
    names = symbols.labels[sort]
    known = names[:spaces] if sort == "space" else names[spaces:] if sort == "box" else names
    if value is None and not cell.kind.startswith(LIST_OF):
        return None
    if value not in known:
        raise UnfitError(f"{whose} is the id of a {kind}, not {_short(value)}", value, known)
    return names.index(value)


def _short(value: object) -> str:
    text = "nothing" if value is None else f"`{str(value)[: SHORTENED + 1]}`"
    return text if len(text) <= SHORTENED + 2 else f"{text[:SHORTENED]}…`"


def check_supplies(symbols: Symbols, kept: Iterable[str], usual: Sequence[Any], v: Sequence[Any]) -> None:
    """Raise UnfitError if there are more or fewer pieces of a kept kind than games begin with."""
    for kind in symbols.rulebook.pieces:
        if kind.id not in kept:
            continue
        cells = kept_cells(symbols, kind.id)
        for seat in symbols.seats if kind.owner == "seat" else ("",):
            own = [cell.offset for cell in cells if not seat or f"({seat})" in cell.name]
            there, wanted = sum(v[at] for at in own), sum(usual[at] for at in own)
            if there != wanted:
                whose = f" of {seat}" if seat else ""
                pieces = kind.noun.one if there == 1 else kind.noun.many
                raise UnfitError(f"{there} {pieces}{whose} were kept, and there are {wanted}")
