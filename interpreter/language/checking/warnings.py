"""What can be carried out, but was hardly meant: told by `cahier check`, and never in the way of play."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import WARNING, Problem, Where
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.language.tree import MovePieces, Must
from interpreter.language.walks import statements_in


def find_warnings(routines: Routines, symbols: Symbols) -> Iterator[Problem]:
    """All that is odd in the routines of a game."""
    for routine in routines.all:
        for statement in statements_in(routine.body):
            inner = statement.inner if isinstance(statement, Must) else statement
            if isinstance(inner, MovePieces):
                yield from _closed_target(inner, symbols)


def _closed_target(move: MovePieces, symbols: Symbols) -> Iterator[Problem]:
    target = move.target
    if target.op == "const" and isinstance(target.data, int) and target.data < symbols.spaces:
        space = symbols.rulebook.map.spaces[target.data]
        if space.closed:
            yield _warning(move.where, "closed-target", f"nothing ever gets to `{space.id}`: it is closed")


def _warning(where: Where, code: str, message: str) -> Problem:
    return Problem(where, code, message, severity=WARNING)
