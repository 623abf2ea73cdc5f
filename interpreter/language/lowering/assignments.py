"""Lowering of statements that change names, tracks, variables, lists, flags and remembered positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.builders import descendants_of, terms_in
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import (
    Assign,
    ForgetPositions,
    ListChange,
    PositionChange,
    RememberPosition,
    SetFlag,
    StepTrack,
    Term,
    TrackAtEnd,
)
from interpreter.language.ir.types import NUMBER
from interpreter.language.lowered.instructions import (
    Add,
    Fail,
    Instruction,
    Log,
    Loop,
    Set,
    StopAtEnd,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    NOTHING,
    Cell,
    ConditionalValue,
    Conjunction,
    Constant,
    Register,
    Value,
    apply,
    cell_at,
    has_random_draw,
    negation,
)
from interpreter.language.lowering.pieces import position_count, position_hash, position_slot, times_seen
from interpreter.language.lowering.routine import RoutineBuilder
from interpreter.rulebook.log_entries import Entry, FlagSet, TrackMoved, VariableSet
from interpreter.rulebook.model import Track
from interpreter.support.errors import Location


def put_assign(writing: RoutineBuilder, statement: Assign) -> None:
    """Write an assignment to a name, a watch, a variable or a track."""
    match statement.cell:
        case ir.Ref(name):
            _assign_to(writing, writing.register(name), statement)
        case ir.IsWatchRunning():
            target = writing.value(statement.cell)
            assert isinstance(target, Cell)
            _assign_to(writing, target, statement)
        case ir.VariableValue():
            _assign_variable(writing, statement, statement.cell)
        case ir.TrackValue():
            match statement.verb:
                case "set":
                    _set_track(writing, statement, statement.cell)
                case "raise" | "lower":
                    amount, up = writing.value(statement.amount), statement.verb == "raise"
                    _shift(writing, statement.where, statement.cell, amount, up, is_checked=False)
                case _:
                    assert_never(statement.verb)
        case _:
            assert_never(statement.cell)


def put_step(writing: RoutineBuilder, statement: StepTrack) -> None:
    """Write one step of a track whose end has been checked before."""
    _shift(writing, statement.where, statement.cell, Constant(1), statement.up, is_checked=True)


def put_at_end(writing: RoutineBuilder, statement: TrackAtEnd) -> None:
    """Write the case that a track is at its end and can't move on."""
    track = writing.symbols.track(statement.cell.track)
    writing.put(_stop(writing, statement.where, track, Constant(statement.up)))


def put_list_change(writing: RoutineBuilder, statement: ListChange) -> None:
    """Write the instructions that add an item to a list, or take one from it."""
    if statement.name is not None:
        target: Register | Cell = writing.register(statement.name)
    else:
        assert statement.cell is not None
        target = _variable_cell(writing, statement.cell)
    item = writing.value(statement.item)
    match statement.verb:
        case "add":
            writing.put(Set(target, apply(Operation.WITH, target, item)))
        case "take":
            writing.put(Set(target, apply(Operation.WITHOUT, target, item)))
        case _:
            assert_never(statement.verb)


def put_make(writing: RoutineBuilder, statement: SetFlag) -> None:
    """Write the instructions that set a flag of things."""
    base = writing.symbols.flag_base[statement.flag]
    value, things = Constant(statement.value), statement.things
    if isinstance(things, ir.AsSet) and not things.thing.type.optional:
        thing = writing.evaluate_simple(things.thing)
        writing.put(Set(cell_at(base, thing), value))
        _log_flag(writing, statement, thing)
        return
    it = Register(things.type._replace(many=False))
    members = writing.snapshot(things)
    with writing.nested_body() as body:
        writing.put(Set(cell_at(base, it), value))
        _log_flag(writing, statement, it)
    writing.put(Loop(it, members, tuple(body)))


def _log_flag(writing: RoutineBuilder, statement: SetFlag, thing: Value) -> None:
    symbols = writing.symbols
    kind = symbols.kind_of_noun(symbols.flags[statement.flag].of)
    known = cell_at(symbols.known_base, thing) if kind == "card" else Constant(-1)
    writing.log(FlagSet, Constant(statement.flag), thing, Constant(statement.value), known)


def _assign_variable(writing: RoutineBuilder, statement: Assign, variable: ir.VariableValue) -> None:
    if not (writing.context.has_log and writing.symbols.variables[variable.variable].told):
        _assign_to(writing, _variable_cell(writing, variable), statement)
        return
    base = writing.symbols.variable_base[variable.variable]
    index = writing.context.expressions.variable_index(variable, writing.names)
    which = index if isinstance(index, Constant) else writing.evaluate(index, NUMBER)
    target = cell_at(base, which)
    old = writing.evaluate(target, variable.type)
    _assign_to(writing, target, statement)
    _log_change(writing, VariableSet, Constant(variable.variable), which, old, target)


def _variable_cell(writing: RoutineBuilder, variable: ir.VariableValue) -> Cell:
    """Return the cell of a variable, for reading and setting. A random index is drawn only once."""
    base = writing.symbols.variable_base[variable.variable]
    index = writing.context.expressions.variable_index(variable, writing.names)
    return cell_at(base, writing.evaluate(index, NUMBER) if has_random_draw(index) else index)


def _assign_to(writing: RoutineBuilder, target: Register | Cell, statement: Assign) -> None:
    amount = writing.snapshot(statement.amount)
    bound = statement.cell.type == NUMBER and not is_variable_free(
        statement.amount, writing.context.expressions.term_of
    )
    match statement.verb:
        case "set":
            writing.put(Set(target, apply(Operation.BOUNDED, amount) if bound else amount))
        case "raise" | "lower" if not bound:
            writing.put(Add(target, amount, statement.verb == "lower"))
        case "raise":
            writing.put(Set(target, apply(Operation.BOUNDED, apply(Operation.ADD, target, amount))))
        case "lower":
            writing.put(Set(target, apply(Operation.BOUNDED, apply(Operation.SUBTRACT, target, amount))))
        case _:
            assert_never(statement.verb)


def _track_cell(writing: RoutineBuilder, expr: ir.TrackValue) -> tuple[Cell, Register | Constant | None]:
    """Return a track's cell, and for a mirrored track the seat whose view of it is meant."""
    track = writing.symbols.track(expr.track)
    base = writing.symbols.track_base[expr.track]
    if expr.seat is None:
        return Cell(base), None
    seat = writing.evaluate_simple(expr.seat)
    return (Cell(base), seat) if track.mirrored else (cell_at(base, seat), None)


def _shift(
    writing: RoutineBuilder, where: Location, expr: ir.TrackValue, amount: Value, up: bool, is_checked: bool
) -> None:
    """Move a track, in the opposite direction for the second seat of a mirrored one.

    `is_checked`: the end of the track has been checked before.
    """
    target, seat = _track_cell(writing, expr)
    old = writing.evaluate(target, NUMBER) if writing.context.has_log else None
    ways = Operation.ADD, Operation.SUBTRACT
    mine, other = (apply(way, target, amount) for way in (ways if up else reversed(ways)))
    change = _for_viewer(seat, mine, other)
    if is_checked:
        writing.put(Set(target, change))
    else:
        _put_within(writing, where, writing.symbols.track(expr.track), target, change)
    _log_track(writing, expr, old, target)


def _set_track(writing: RoutineBuilder, statement: Assign, expr: ir.TrackValue) -> None:
    value = writing.value(statement.amount)
    target, seat = _track_cell(writing, expr)
    old = writing.evaluate(target, NUMBER) if writing.context.has_log else None
    wanted = _for_viewer(seat, value, apply(Operation.NEGATE, value))  # a mirrored track is symmetric about 0
    _put_within(writing, statement.where, writing.symbols.track(expr.track), target, wanted)
    _log_track(writing, expr, old, target)


def _for_viewer(seat: Register | Constant | None, mine: Value, other: Value) -> Value:
    if seat is None:
        return mine
    if isinstance(seat, Constant):
        return other if seat.value else mine
    return ConditionalValue(other, seat, mine)


def _put_within(writing: RoutineBuilder, where: Location, track: Track, target: Cell, value: Value) -> None:
    """Set a track, limited to its range."""
    wanted = writing.evaluate(value, NUMBER)
    low, high = Constant(track.low), Constant(track.high)
    fits = Conjunction(apply(Operation.AT_LEAST, wanted, low), apply(Operation.AT_MOST, wanted, high))
    above = apply(Operation.GREATER, wanted, high)
    otherwise: list[Instruction] = [_stop(writing, where, track, above)]
    if track.stops:
        otherwise.append(Set(target, ConditionalValue(high, above, low)))
    writing.put_if(fits, (Set(target, wanted),), tuple(otherwise))


def _stop(writing: RoutineBuilder, where: Location, track: Track, upper: Value) -> Instruction:
    """Return the instruction for a track at its end: count the stop, or fail if stopping is forbidden.

    The end is the upper one if `upper` holds.
    """
    if track.stops:
        return StopAtEnd(writing.symbols.rulebook.tracks.index(track), upper)
    message = f"`{track.id}` would go past its end, and is not to: it goes from {track.low} to {track.high}"
    return Fail(where, "past-end", message)


def _log_track(writing: RoutineBuilder, expr: ir.TrackValue, old: Register | None, target: Cell) -> None:
    if old is not None:
        track = writing.symbols.track(expr.track)
        seat = NOTHING if expr.seat is None or track.mirrored else writing.value(expr.seat)
        _log_change(writing, TrackMoved, Constant(expr.track), seat, old, target)


def _log_change(
    writing: RoutineBuilder, kind: type[Entry], what: Constant, of: Value, old: Register, target: Cell
) -> None:
    """Log a change, if the value is different from the old one."""
    changed = negation(apply(Operation.EQUAL, target, old))
    writing.put_if(changed, (Log(kind, (what, of, old, target)),))


def is_variable_free(expr: Expr, term_of: Callable[[int], Term]) -> bool:
    """Return True if a number can't depend on a variable.

    Adding such a number repeatedly makes a sum grow no faster than the number of steps.
    """
    if any(part.grows and part.type == NUMBER for part in descendants_of(expr)):
        return False
    terms = [term_of(word) for word in terms_in(expr)]
    return all(term.depth is None and is_variable_free(term.body, term_of) for term in terms)


def put_position_change(writing: RoutineBuilder, statement: PositionChange) -> None:
    """Write the instructions that remember the present position, or forget all."""
    symbols = writing.symbols
    match statement:
        case RememberPosition(values=values, name=name):
            count = position_count(symbols)
            writing.put(Set(position_slot(count, symbols), position_hash(writing.snapshots(values), symbols)))
            writing.put(Add(count, Constant(1)))
            if name is not None:
                last = position_slot(apply(Operation.SUBTRACT, count, Constant(1)), symbols)
                writing.bind(name, times_seen(last, symbols))
        case ForgetPositions():
            writing.put(Set(position_count(symbols), Constant(0)))
        case _:
            assert_never(statement)
