"""Walks over statements: the blocks in them, all that is inside, the expressions that stand in them.

They go by what the fields of each statement are declared to be. A declaration that no walk knows stops the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nodes import Node
from interpreter.language.ir.statements import Block, Simple, Statement

EXPRESSIONS = ("Expr", "Expr | None", "Cell", "Track", "Variable | None", "tuple[Expr, ...]")
BLOCKS = ("Block", "Block | None")
TESTED, LABELLED, WRAPPED = "list[tuple[Expr, Block]]", "list[tuple[str, Block]]", "Due"
"""Blocks each behind a condition, or a label; one statement, which is taken for a block of its own."""
NEITHER = ("str", "int", "bool", "Local", "Local | None", "tuple[str, ...]", "Where", "Said | None")


def blocks_of(statement: Statement) -> list[Block]:
    """The blocks inside a statement."""
    found: list[Block] = []
    for name, declared in WITH_BLOCKS[type(statement)]:
        value = getattr(statement, name)
        if declared == WRAPPED:
            found.append([value])
        elif declared in (TESTED, LABELLED):
            found += [block for _, block in value]
        elif value is not None:
            found.append(value)
    return found


def statements_in(block: Block) -> Iterator[Statement]:
    """All statements of a block, also those inside others."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def expressions_of(statement: Statement, besides: tuple[str, ...] = ()) -> list[Expr]:
    """The expressions that stand in a statement itself, not in its blocks, nor in the fields `besides`."""
    found: list[Expr] = []
    for name in WITH_EXPRESSIONS[type(statement)]:
        if name in besides:
            continue
        value = getattr(statement, name)
        if isinstance(value, tuple):
            found += value
        elif isinstance(value, list):
            found += [condition for condition, _ in value]
        elif isinstance(value, Node):
            found.append(value)  # type: ignore[arg-type]
    return found


def _declared(kind: type[Statement], *wanted: str) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of statement that are declared to be one of these."""
    return tuple((each.name, str(each.type)) for each in fields(kind) if each.type in wanted)


def check(kind: type[Statement]) -> None:
    """Raises TypeError if a statement leaves out its facts, has a field that no walk knows, or facts that don't go with
    its fields."""
    facts = vars(kind).get("facts")
    if facts is None:
        raise TypeError(f"{kind.__name__} does not state its facts")
    names = {each.name for each in fields(kind)}
    known = {name for name, _ in _declared(kind, *EXPRESSIONS, *BLOCKS, TESTED, LABELLED, WRAPPED, *NEITHER)}
    if names != known:
        raise TypeError(f"{kind.__name__}: no walk knows what {', '.join(sorted(names - known))} is declared to be")
    if not names.issuperset(facts.into):
        raise TypeError(f"{kind.__name__} has no field that its facts speak of")
    goes_on = not (facts.asks or facts.leaves or facts.repeats or facts.calls)
    if kind in Simple.__args__ and not (goes_on and not _declared(kind, *BLOCKS, TESTED, LABELLED, WRAPPED)):
        raise TypeError(f"{kind.__name__} is not as simple as it says")


for each in Statement.__args__:
    check(each)
WITH_EXPRESSIONS = {
    kind: tuple(name for name, _ in _declared(kind, *EXPRESSIONS, TESTED)) for kind in Statement.__args__
}
WITH_BLOCKS = {kind: _declared(kind, *BLOCKS, TESTED, LABELLED, WRAPPED) for kind in Statement.__args__}
"""The fields of each kind of statement in which there are expressions, or blocks."""
