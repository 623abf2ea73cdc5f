"""Explanations of conditions that never or always hold: the reason in words, and its source location."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.checking.spans import Environment, NumberRange
from interpreter.language.ir.expressions import And, Compare, Expr, Not, Or, TermCall, TrackValue
from interpreter.language.ir.statements import Term
from interpreter.language.ir.types import SourceRange
from interpreter.language.symbols import Symbols

MAX_DEPTH = 20
"""Maximum depth of nested vocabulary words."""


@dataclass(frozen=True, slots=True)
class ConditionReason:
    """The reason in words, empty if there are none for it, and the source location of its cause."""

    text: str
    source_range: SourceRange | None


class Explainer:
    """Finds the reasons for conditions of one game."""

    def __init__(self, ranges: ValueRanges, symbols: Symbols, terms: dict[int, Term]) -> None:
        self._ranges = ranges
        self._symbols = symbols
        self._terms = terms

    def of(self, condition: Expr, known: Environment, holds: bool, depth: int = 0) -> ConditionReason:
        """Return why a condition always holds, or never if `holds` is False."""
        if isinstance(condition, Not):
            return self._put(condition, self.of(condition.condition, known, not holds, depth))
        for part in condition.parts if isinstance(condition, Or if holds else And) else ():
            if self._ranges.is_certain(part, known) if holds else self._ranges.is_impossible(part, known):
                return self._put(condition, self.of(part, known, holds, depth))
        if isinstance(condition, Compare):
            return ConditionReason(self._numbers(condition, known), condition.source_range)
        if isinstance(condition, TermCall) and depth < MAX_DEPTH:
            term = self._terms[condition.word]
            given = [self._ranges.of(arg, known) for arg in condition.args]
            inside = dict(zip(term.all_parameters, given, strict=False))
            return replace(self.of(term.body, inside, holds, depth + 1), source_range=condition.source_range)
        return ConditionReason("", condition.source_range)

    def _put(self, whole: Expr, part: ConditionReason) -> ConditionReason:
        return part if part.source_range is not None else replace(part, source_range=whole.source_range)

    def _numbers(self, compared: Compare, known: Environment) -> str:
        """Return the ranges of two compared numbers in words, or just the ends of a track."""
        tracks = [self._symbols.track(part.track) for part in compared.parts if isinstance(part, TrackValue)]
        if tracks:
            return f"`{tracks[0].id}` goes from {tracks[0].low} to {tracks[0].high}"
        left, right = (_shown(self._ranges.number(arg, known)) for arg in compared.parts)
        return f"the left side is {left}, the right side {right}"


def _shown(span: NumberRange) -> str:
    if span.low == span.high:
        return f"{span.low}"
    if span.high == inf:
        return "any number" if span.low == -inf else f"at least {span.low}"
    return f"at most {span.high}" if span.low == -inf else f"{span.low} to {span.high}"
