"""Warnings about lines from which nothing follows: unused names, and an `only if` with nothing behind it."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.acting_seat import refers_to_you, routines_needing_seat
from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.checking.warnings.skipped_choices import offered_routines, tested_blocks
from interpreter.language.ir.builders import blocks_of, descendants_of, expressions_of, statements_in
from interpreter.language.ir.expressions import Ref
from interpreter.language.ir.statements import Block, Choose, ForEach, Let, OnlyIf, ShowChoices, Simple, Statement
from interpreter.language.ir.types import Local
from interpreter.language.routines import Routines
from interpreter.support.errors import Problem


def find_idle_lines(routines: Routines) -> Iterator[Problem]:
    """Yield the warnings for the texts of a game."""
    offered, needs = offered_routines(routines), routines_needing_seat(routines)
    for number, routine in enumerate(routines.all):
        yield from _in_block(routine.body, frozenset(), number in offered)
        for loop in statements_in(routine.body):
            if _is_same_for_all(loop) and refers_to_you((loop,), routine, routines, needs):
                message = "each round does the same for one player; write `for each seat, as you` if each of them acts"
                yield warning_at(loop.where, "unused-name", message)


def _is_same_for_all(loop: Statement) -> bool:
    """Return whether a loop goes over seats without a name of its own for them, and doesn't say which one it is."""
    if not isinstance(loop, ForEach):
        return False
    return loop.name.type.kind == "seat" and "as_name" not in loop.options and loop.name not in _names_used(loop.body)


def _in_block(block: Block, used_later: frozenset[Local], is_offered: bool) -> Iterator[Problem]:
    """Yield the warnings for a block.

    Args:
        block: The block.
        used_later: Names that are used behind the block.
        is_offered: True if the block is only carried out after it was tested that it can be.
    """
    used_behind = [used_later]
    for statement in reversed(block[1:]):
        used_behind.append(used_behind[-1] | _names_used((statement,)))
    for at, statement in enumerate(block):
        used, is_last = used_behind[-1 - at], at == len(block) - 1
        if isinstance(statement, OnlyIf) and is_last and not (is_offered and _may_be_tested(block[:at])):
            message = "nothing follows here, so this changes nothing: `only if` stands before the lines it is for"
            yield warning_at(statement.where, "nothing-follows", message, statement.source_range)
        elif isinstance(statement, Choose):
            yield from _chosen(statement, used)
        elif isinstance(statement, Let) and statement.name.let_location is not None and statement.name not in used:
            message = f"`{statement.name.name}` is never used"
            yield warning_at(statement.where, "unused-name", message)
        elif isinstance(statement, ForEach) and "as_name" in statement.options:
            yield from _each(statement)
        inside = used | _names_used((statement,)) if statement.facts.repeats else used
        for inner in blocks_of(statement):
            yield from _in_block(inner, inside, is_offered or bool(tested_blocks(statement)))


def _may_be_tested(before: Block) -> bool:
    """Return True if what follows these statements may be tested before they are carried out (`preconditions.py`)."""
    return not any(isinstance(statement, Simple) for statement in before)


def _chosen(choice: Choose, used: frozenset[Local]) -> Iterator[Problem]:
    """Warn of a choice with whose result nothing is done."""
    names = (*choice.parts_of_pair, *choice.together, choice.name)
    if choice.pick_of is None and choice.way_out != "stop" and used.isdisjoint(names):
        message = f"nothing is done with the {choice.noun} chosen here"
        yield warning_at(choice.where, "unused-choice", message)


def _each(loop: ForEach) -> Iterator[Problem]:
    """Warn of a loop that names the thing of each round and never uses the name."""
    name = loop.name
    if name not in _names_used(loop.body):
        message = f"`{name.name}` is never used: each round does the same"
        if name.type.kind == "seat":
            message += f"; write `as you` if each of them acts, or say what is `of {name.name}`"
        yield warning_at(loop.where, "unused-name", message)


def _names_used(block: Block) -> frozenset[Local]:
    """Return the names whose values the statements of a block use."""
    found: set[Local] = set()
    for statement in statements_in(block):
        if isinstance(statement, ShowChoices):
            found.update(statement.by_seat)
        assigned = [getattr(statement, name) for name in statement.assigned_fields]
        for expr in expressions_of(statement):
            if not (isinstance(expr, Ref) and expr in assigned):
                found.update(part.local for part in descendants_of(expr) if isinstance(part, Ref))
    return frozenset(found)
