"""Addresses of pieces in the state of a match, and the values that count them and test for room.

Beside the pieces, a game that remembers positions keeps a hash of them, which changes as they move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.language.ir.expressions import HasRoom, PieceAmount
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.lowered.instructions import Add, Set
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    TRUE,
    Apply,
    Cell,
    ConditionalValue,
    Conjunction,
    Constant,
    Register,
    Value,
    apply,
    cell_at,
    constant_number,
    negation,
    plus,
    table,
    times,
)
from interpreter.language.position_hashes import COUNT_CELL, FIRST_CELL, HASH_CELL
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import PieceKind


def amount_of(expr: PieceAmount, place: Value, owner: Value | None, symbols: Symbols) -> Value:
    """Return the number of pieces in a place, of one owner or of all."""
    return _total(_amounts(expr.sorts, owner, place, symbols))


def room_for(expr: HasRoom, place: Value, amount: Value, owner: Value | None, symbols: Symbols) -> Value:
    """Return a test whether a number of further pieces of a kind fits into a place."""
    if expr.place.type.kind == "box":
        return TRUE
    return room_in_space(symbols.pieces[expr.piece], place, amount, owner, symbols)


def room_in_space(kind: PieceKind, place: Value, amount: Value, owner: Value | None, symbols: Symbols) -> Value:
    """Return a test whether a number of further pieces of a kind fits into a space."""
    tests: list[Value] = []
    closed = tuple(space.closed for space in symbols.rulebook.map.spaces)
    if any(closed):
        closed += (False,) * (symbols.place_count - len(closed))
        tests.append(negation(table(closed, place)))
    if symbols.omissions is not None:
        tests.append(negation(omitted_test(plus(symbols.omissions.first_space, place), symbols)))
    for most, whose in ((kind.room_each, owner), (kind.room_all, None)):
        if most is not None:
            held = _total(_amounts(symbols.sorts[kind.id], whose, place, symbols))
            if amount == Constant(1):
                tests.append(apply(Operation.LESS, held, Constant(most)))
            else:
                tests.append(apply(Operation.AT_MOST, apply(Operation.ADD, held, amount), Constant(most)))
    if not tests:
        return TRUE
    found = tests[0]
    for test in tests[1:]:
        found = Conjunction(found, test)
    return found


def room_left(kind: PieceKind, place: Value, owner: Value, symbols: Symbols) -> Value:
    """Return the number of further pieces of a kind that a place has room for, for an owner."""
    number = Constant(symbols.rulebook.pieces.index(kind))
    fits = apply(Operation.ROOM_LEFT, number, place, owner)
    if symbols.omissions is None:
        return fits
    return ConditionalValue(Constant(0), omitted_test(plus(symbols.omissions.first_space, place), symbols), fits)


def piece_on(sorts: tuple[str, ...], space: Value, owner: Value | None, symbols: Symbols) -> Value:
    """Return the first piece of some sorts on a space, of one owner or of any, as the offset of its cell; or None."""
    seats = range(len(symbols.seats))
    bases = [owner_bases(sort, symbols) for sort in sorts]
    if owner is None:
        return apply(Operation.PIECE_ON, Constant(tuple(base for row in bases for base in row)), space)
    rows = tuple(tuple(row[seat] for row in bases) for seat in seats)
    return apply(Operation.PIECE_ON, table(rows, owner), space)


def can_move_piece(piece: Value, place: Value, kind: str, symbols: Symbols) -> Value:
    """Return a test whether a piece is where it was, and fits into a place of a kind."""
    test: Value = apply(Operation.GREATER, cell_at(piece), Constant(0))
    if kind == "box":
        return test
    owner = table(symbols.piece_details("owner"), piece)
    fits = apply(Operation.ROOM_LEFT, table(symbols.piece_details("kind"), piece), place, owner)
    test = Conjunction(test, apply(Operation.GREATER, fits, Constant(0)))
    if symbols.omissions is None:
        return test
    return Conjunction(negation(omitted_test(plus(symbols.omissions.first_space, place), symbols)), test)


def single_piece_changes(
    piece: Value, target: Value, kind: str, symbols: Symbols, evaluate: Callable[[Value, Type], Register]
) -> list[Add]:
    """Return the changes of cells that move a piece to a place of a kind; `evaluate` gives a value a register.

    There are cells of both places, and of the totals over all kinds.
    """
    one = Constant(1)
    end = _end_row(piece, target, kind, symbols, evaluate)
    changes = [Add(cell_at(piece), one, subtracts=True), Add(cell_at(plus(end, target)), one)]
    if symbols.total_base is not None:
        kinds = symbols.piece_details("kind")
        width = symbols.place_count * len(symbols.seats)
        total = evaluate(table(tuple(symbols.total_base + at % width for at in range(len(kinds))), piece), NUMBER)
        row = apply(Operation.SUBTRACT, total, table(symbols.piece_details("space"), piece))
        changes += [Add(cell_at(total), one, subtracts=True), Add(cell_at(plus(row, target)), one)]
    return changes


def hash_changes(changes: Sequence[Add], symbols: Symbols) -> list[Set]:
    """Return the changes of the hash of the pieces that belong to changes of cells; none if no positions are kept."""
    if symbols.position_base is None:
        return []
    pieces = position_cell(symbols)
    found: list[Set] = []
    for each in changes:
        assert isinstance(each.target, Cell)
        address = plus(each.target.base, each.target.index or 0)
        amount = apply(Operation.NEGATE, each.value) if each.subtracts else each.value
        found.append(Set(pieces, apply(Operation.HASHED, pieces, table(symbols.position_keys, address), amount)))
    return found


def position_hash(values: Sequence[Value], symbols: Symbols) -> Value:
    """Return the hash of the present position, to which some values belong."""
    position: Value = position_cell(symbols)
    for value in values:
        position = apply(Operation.MIXED, position, value)
    return position


def times_seen(position: Value, symbols: Symbols) -> Value:
    """Return the number of remembered positions with a hash."""
    base, most = symbols.position_base, symbols.rulebook.remembered_positions
    assert base is not None
    return apply(Operation.TIMES_SEEN, position, Constant(base), Constant(most))


def position_cell(symbols: Symbols) -> Cell:
    """Return the hash of the pieces."""
    assert symbols.position_base is not None
    return Cell(symbols.position_base + HASH_CELL)


def position_count(symbols: Symbols) -> Cell:
    """Return the number of positions remembered so far."""
    assert symbols.position_base is not None
    return Cell(symbols.position_base + COUNT_CELL)


def position_slot(number: Value, symbols: Symbols) -> Cell:
    """Return the cell for the hash of a position, by its number; many later it is used for another one."""
    base, most = symbols.position_base, symbols.rulebook.remembered_positions
    assert base is not None
    return Cell(base + FIRST_CELL, apply(Operation.REMAINDER, number, Constant(most)))


def _end_row(
    piece: Value, target: Value, kind: str, symbols: Symbols, evaluate: Callable[[Value, Type], Register]
) -> Value:
    """Return the base address of the pieces that a moved piece is one of in its new place.

    In a box a piece is in its first state, and one that its taker owns belongs to the holder of the box.
    """
    width = symbols.place_count
    rows: list[int] = []
    of_holder: list[bool] = []
    for each in symbols.rulebook.pieces:
        first = symbols.owner_bases(symbols.sorts[each.id][0])
        for sort in symbols.sorts[each.id]:
            taken = kind == "box" and each.owner == "taker"
            for base, first_base in zip(symbols.owner_bases(sort), first, strict=True):
                rows += [first[0] if taken else first_base if kind == "box" else base] * width
                of_holder += [taken] * width
    row = table(tuple(rows), piece)
    if any(of_holder):
        holder = times(table(symbols.place_owners, target), width)
        row = plus(row, ConditionalValue(holder, table(tuple(of_holder), piece), Constant(0)))
    return evaluate(row, NUMBER)


def omitted_test(thing: Value, symbols: Symbols) -> Value:
    """Return a test whether a thing is left out of the match."""
    assert symbols.omission_cell is not None
    return apply(Operation.EQUAL, Cell(symbols.omission_cell), thing)


def owner_bases(sort: str, symbols: Symbols) -> tuple[int, ...]:
    """Return the base address of each owner's pieces of a sort; of the totals over all sorts if the sort is ''."""
    if sort:
        return symbols.owner_bases(sort)
    assert symbols.total_base is not None
    return tuple(symbols.total_base + owner * symbols.place_count for owner in range(len(symbols.seats)))


def _amounts(sorts: tuple[str, ...], owner: Value | None, place: Value, symbols: Symbols) -> list[Value]:
    """Return the cells of all counted sorts and owners."""
    found: list[Value] = []
    everything = symbols.total_base is not None and set(sorts) == set(symbols.piece_base)
    at, seat = constant_number(place), None if owner is None else constant_number(owner)
    for sort in ("",) if everything else sorts:
        bases = owner_bases(sort, symbols)
        if sort and at is not None and at >= symbols.space_count:
            bases = _holder_bases(sort, bases, at, owner, symbols)
        if owner is None or len(bases) == 1:
            found += [cell_at(base, place) for base in bases]
        elif seat is not None:
            found.append(cell_at(bases[seat], place))
        else:
            found.append(cell_at(table(bases, owner), place))
    return found


def _holder_bases(
    sort: str, bases: tuple[int, ...], place: int, owner: Value | None, symbols: Symbols
) -> tuple[int, ...]:
    """Return the base addresses whose pieces a box can hold.

    Pieces that belong to their taker are held only by the holder of the box.
    """
    if owner is not None or symbols.pieces[sort].owner != "taker":
        return bases
    return (bases[symbols.place_owners[place]],)


def _total(amounts: list[Value]) -> Value:
    total = amounts[0]
    for amount in amounts[1:]:
        total = Apply(Operation.ADD, (total, amount))
    return total
