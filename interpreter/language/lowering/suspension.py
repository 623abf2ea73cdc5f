"""Which routines can be suspended while a seat decides, and so keep their names in a frame."""

from __future__ import annotations

from copy import copy

from interpreter.language.ir.statements import Block, Statement
from interpreter.language.ir.walks import blocks_of
from interpreter.language.lowering.desugar import desugared
from interpreter.language.routines import Routines, in_cycles
from interpreter.language.symbols import Symbols


class Suspension:
    """`framed` are the routines in which somebody decides or the game ends, those that are events, and those that call
    such or themselves; `cyclic` only the last.
    """

    def __init__(self, symbols: Symbols, routines: Routines) -> None:
        self._symbols = symbols
        self._routines = routines
        calls: list[set[int]] = []
        self.framed: set[int] = {routines.root, *(event for event in routines.event if event is not None)}
        for number, routine in enumerate(routines.all):
            called: set[int] = set()
            if self._decides(routine.body, called):
                self.framed.add(number)
            calls.append(called)
        self.cyclic = frozenset(in_cycles(calls))
        self.framed |= self.cyclic
        changed = True
        while changed:
            new = {number for number, called in enumerate(calls) if number not in self.framed and called & self.framed}
            self.framed |= new
            changed = bool(new)

    def beside(self, routines: Routines) -> Suspension:
        """The same for more routines, of which those that were known are not asked again."""
        other = copy(self)
        other._routines = routines
        other.framed = set(self.framed)
        return other

    def suspends(self, statement: Statement) -> bool:
        """Whether somebody may decide while a statement is carried out, or the game may end."""
        called: set[int] = set()
        return self._decides((statement,), called) or bool(called & self.framed)

    def _decides(self, block: Block, called: set[int]) -> bool:
        """Whether somebody decides in the block itself; the routines that it calls are added to `called`."""
        decides = False
        for statement in block:
            decides |= statement.facts.asks
            for inner in desugared(statement, self._symbols, self._routines):
                if inner is not statement:
                    decides |= self._decides((inner,), called)
            if (routine := self._routines.called(statement)) >= 0:
                called.add(routine)
            for inner_block in blocks_of(statement):
                decides |= self._decides(inner_block, called)
        return decides
