"""Lowering of statements that change names, tracks, variables, lists and flags."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from interpreter.errors import Where
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.making import terms_in, within
from interpreter.language.ir.statements import Assign, AtEnd, ListChange, Make, Step, Term
from interpreter.language.ir.types import NUMBER
from interpreter.language.log import Entry, FlagSet, TrackMoved, VariableSet
from interpreter.language.lowered.instructions import (
    Add,
    Branching,
    Instruction,
    Log,
    Loop,
    PastEnd,
    Set,
    StopAtEnd,
    When,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    NOTHING,
    And,
    Cell,
    Choice,
    Constant,
    Register,
    Value,
    apply,
    cell,
    draws,
    negation,
)
from interpreter.language.lowering.routine import Writing
from interpreter.rulebook.model import Track


def put_assign(writing: Writing, statement: Assign) -> None:
    """Write an assignment to a name, a watch, a variable or a track."""
    match statement.cell:
        case ir.Ref(name):
            _assign_to(writing, writing.register(name), statement)
        case ir.Watching():
            target = writing.value(statement.cell)
            assert isinstance(target, Cell)
            _assign_to(writing, target, statement)
        case ir.Variable():
            _assign_variable(writing, statement, statement.cell)
        case ir.Track():
            match statement.verb:
                case "set":
                    _set_track(writing, statement, statement.cell)
                case "raise" | "lower":
                    amount, up = writing.value(statement.amount), statement.verb == "raise"
                    _shift(writing, statement.where, statement.cell, amount, up, within=False)
                case _:
                    assert_never(statement.verb)
        case _:
            assert_never(statement.cell)


def put_step(writing: Writing, statement: Step) -> None:
    """Write one step of a track whose end has been checked before."""
    _shift(writing, statement.where, statement.cell, Constant(1), statement.up, within=True)


def put_at_end(writing: Writing, statement: AtEnd) -> None:
    """Write the case that a track is at its end and can't move on."""
    track = writing.symbols.track(statement.cell.track)
    writing.put(_stop(writing, statement.where, track, Constant(statement.up)))


def put_list_change(writing: Writing, statement: ListChange) -> None:
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


def put_make(writing: Writing, statement: Make) -> None:
    """Write the instructions that set a flag of things."""
    base = writing.symbols.flag_base[statement.flag]
    value, things = Constant(statement.value), statement.things
    if isinstance(things, ir.Single) and not things.thing.type.optional:
        thing = writing.simple(things.thing)
        writing.put(Set(cell(base, thing), value))
        _log_flag(writing, statement, thing)
        return
    it = Register(things.type._replace(many=False))
    members = writing.snapshot(things)
    with writing.inner() as body:
        writing.put(Set(cell(base, it), value))
        _log_flag(writing, statement, it)
    writing.put(Loop(it, members, tuple(body)))


def _log_flag(writing: Writing, statement: Make, thing: Value) -> None:
    symbols = writing.symbols
    kind = symbols.kind_of_noun(symbols.flags[statement.flag].of)
    known = cell(symbols.known_base, thing) if kind == "card" else Constant(-1)
    writing.log(FlagSet, Constant(statement.flag), thing, Constant(statement.value), known)


def _assign_variable(writing: Writing, statement: Assign, variable: ir.Variable) -> None:
    if not (writing.context.logged and writing.symbols.variables[variable.variable].told):
        _assign_to(writing, _variable_cell(writing, variable), statement)
        return
    base = writing.symbols.variable_base[variable.variable]
    index = writing.context.expressions.variable_index(variable, writing.names)
    which = index if isinstance(index, Constant) else writing.kept(index, NUMBER)
    target = cell(base, which)
    old = writing.kept(target, variable.type)
    _assign_to(writing, target, statement)
    _log_change(writing, VariableSet, Constant(variable.variable), which, old, target)


def _variable_cell(writing: Writing, variable: ir.Variable) -> Cell:
    """Return the cell of a variable, for reading and setting. A random index is drawn only once."""
    base = writing.symbols.variable_base[variable.variable]
    index = writing.context.expressions.variable_index(variable, writing.names)
    return cell(base, writing.kept(index, NUMBER) if draws(index) else index)


def _assign_to(writing: Writing, target: Register | Cell, statement: Assign) -> None:
    amount = writing.snapshot(statement.amount)
    bound = statement.cell.type == NUMBER and not tame(statement.amount, writing.context.expressions.term_of)
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


def _track_cell(writing: Writing, expr: ir.Track) -> tuple[Cell, Register | Constant | None]:
    """Return a track's cell, and for a mirrored track the seat whose view of it is meant."""
    track = writing.symbols.track(expr.track)
    base = writing.symbols.track_base[expr.track]
    if expr.seat is None:
        return Cell(base), None
    seat = writing.simple(expr.seat)
    return (Cell(base), seat) if track.mirrored else (cell(base, seat), None)


def _shift(writing: Writing, where: Where, expr: ir.Track, amount: Value, up: bool, within: bool) -> None:
    """Move a track, in the opposite direction for the second seat of a mirrored one.

    `within`: the end of the track has been checked before.
    """
    target, seat = _track_cell(writing, expr)
    old = writing.kept(target, NUMBER) if writing.context.logged else None
    ways = Operation.ADD, Operation.SUBTRACT
    mine, other = (apply(way, target, amount) for way in (ways if up else reversed(ways)))
    change = _seen_by(seat, mine, other)
    if within:
        writing.put(Set(target, change))
    else:
        _put_within(writing, where, writing.symbols.track(expr.track), target, change)
    _log_track(writing, expr, old, target)


def _set_track(writing: Writing, statement: Assign, expr: ir.Track) -> None:
    value = writing.value(statement.amount)
    target, seat = _track_cell(writing, expr)
    old = writing.kept(target, NUMBER) if writing.context.logged else None
    wanted = _seen_by(seat, value, apply(Operation.NEGATE, value))  # a mirrored track is symmetric about 0
    _put_within(writing, statement.where, writing.symbols.track(expr.track), target, wanted)
    _log_track(writing, expr, old, target)


def _seen_by(seat: Register | Constant | None, mine: Value, other: Value) -> Value:
    if seat is None:
        return mine
    if isinstance(seat, Constant):
        return other if seat.value else mine
    return Choice(other, seat, mine)


def _put_within(writing: Writing, where: Where, track: Track, target: Cell, value: Value) -> None:
    """Set a track, limited to its range."""
    wanted = writing.kept(value, NUMBER)
    low, high = Constant(track.low), Constant(track.high)
    fits = And(apply(Operation.AT_LEAST, wanted, low), apply(Operation.AT_MOST, wanted, high))
    above = apply(Operation.GREATER, wanted, high)
    otherwise: list[Instruction] = [_stop(writing, where, track, above)]
    if track.stops:
        otherwise.append(Set(target, Choice(high, above, low)))
    writing.put(When((Branching(fits, (Set(target, wanted),)),), tuple(otherwise)))


def _stop(writing: Writing, where: Where, track: Track, upper: Value) -> Instruction:
    """Return the instruction for a track at its end: count the stop, or fail if stopping is forbidden.

    The end is the upper one if `upper` holds.
    """
    if track.stops:
        return StopAtEnd(writing.symbols.rulebook.tracks.index(track), upper)
    message = f"`{track.id}` would go past its end, and is not to: it goes from {track.low} to {track.high}"
    return PastEnd(where, message)


def _log_track(writing: Writing, expr: ir.Track, old: Register | None, target: Cell) -> None:
    if old is not None:
        track = writing.symbols.track(expr.track)
        seat = NOTHING if expr.seat is None or track.mirrored else writing.value(expr.seat)
        _log_change(writing, TrackMoved, Constant(expr.track), seat, old, target)


def _log_change(writing: Writing, kind: type[Entry], what: Constant, of: Value, old: Register, target: Cell) -> None:
    """Log a change, if the value is different from the old one."""
    changed = negation(apply(Operation.EQUAL, target, old))
    writing.put(When((Branching(changed, (Log(kind, (what, of, old, target)),)),)))


def tame(expr: Expr, term_of: Callable[[int], Term]) -> bool:
    """Return True if a number can't depend on a variable.

    Adding such a number repeatedly makes a sum grow no faster than the number of steps.
    """
    if any(part.grows and part.type == NUMBER for part in within(expr)):
        return False
    return all(tame(term_of(word).body, term_of) for word in terms_in(expr))
