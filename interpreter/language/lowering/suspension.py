"""Analysis of the routines that can be suspended for a decision and therefore keep their names in a frame."""

from __future__ import annotations

from copy import copy

from interpreter.language.ir.statements import Block, Statement
from interpreter.language.ir.walks import blocks_of
from interpreter.language.lowering.desugar import desugar
from interpreter.language.routines import Routines, cyclic_nodes
from interpreter.language.symbols import Symbols


class SuspensionAnalysis:
    """Suspendable routines of a game.

    Attributes:
        suspendable: The root, routines of events, routines that contain a decision or end the game, and all routines
            that
            call one of these or are recursive.
        recursive: The recursive routines.
    """

    def __init__(self, symbols: Symbols, routines: Routines) -> None:
        self._symbols = symbols
        self._routines = routines
        calls: list[set[int]] = []
        self.suspendable: set[int] = {routines.root, *(event for event in routines.event if event is not None)}
        for number, routine in enumerate(routines.all):
            called: set[int] = set()
            if self._decides(routine.body, called):
                self.suspendable.add(number)
            calls.append(called)
        self.recursive = frozenset(cyclic_nodes(calls))
        self.suspendable |= self.recursive
        changed = True
        while changed:
            new = {
                number
                for number, called in enumerate(calls)
                if number not in self.suspendable and called & self.suspendable
            }
            self.suspendable |= new
            changed = bool(new)

    def extended(self, routines: Routines) -> SuspensionAnalysis:
        """Return the analysis of a longer list of routines, without analysing the known ones again."""
        other = copy(self)
        other._routines = routines
        other.suspendable = set(self.suspendable)
        return other

    def can_suspend(self, statement: Statement) -> bool:
        """Return True if a statement can lead to a decision or to the end of the game."""
        called: set[int] = set()
        return self._decides((statement,), called) or bool(called & self.suspendable)

    def _decides(self, block: Block, called: set[int]) -> bool:
        """Return True if the block itself contains a decision; add the routines that it calls to `called`."""
        decides = False
        for statement in block:
            decides |= statement.facts.asks
            for inner in desugar(statement, self._symbols, self._routines):
                if inner is not statement:
                    decides |= self._decides((inner,), called)
            if (routine := self._routines.callee(statement)) >= 0:
                called.add(routine)
            for inner_block in blocks_of(statement):
                decides |= self._decides(inner_block, called)
        return decides
