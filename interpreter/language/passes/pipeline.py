"""The passes for machine code, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.language.execution.executable import FramedRoutine
from interpreter.language.lowered.game import Function, Segment
from interpreter.language.lowered.instructions import with_values
from interpreter.language.lowered.values import Value
from interpreter.language.passes.bit_sets import BitSets
from interpreter.language.passes.expansion import ValueExpander
from interpreter.language.passes.if_conversion import IfConversion
from interpreter.language.passes.loop_fusion import LoopFusion
from interpreter.language.passes.regions import RegionAnalysis
from interpreter.language.passes.value_facts import GameFacts, ValueFacts


class Optimizer:
    """Optimizer for the functions and segments of one game.

    Attributes:
        known: Facts about the values, also of registers in the code that was optimized.
    """

    def __init__(self, game: GameFacts, routines: Sequence[Function | FramedRoutine]) -> None:
        self.known = ValueFacts(game)
        self._routines = routines
        self._expander = ValueExpander(self.known)
        self._passes = LoopFusion(self.known), BitSets(self.known), IfConversion(self.known)

    def function(self, function: Function) -> Function:
        """Return an optimized function."""
        function = self._expander.function(function)
        self.known.find_indices(function.body, function.parameters)
        body = with_values(function.body, self._value)
        result = None if function.result is None else self._value(function.result)
        body = RegionAnalysis(self.known, self._routines, body).marked()
        return replace(function, body=body, result=result)

    def segment(self, segment: Segment) -> Segment:
        """Return an optimized segment."""
        body = self._expander.body(segment.body)
        self.known.find_indices(body)
        body = with_values(body, self._value)
        return replace(segment, body=RegionAnalysis(self.known, self._routines, body).marked())

    def _value(self, value: Value) -> Value:
        for each in self._passes:
            value = each.value(value)
        return value
