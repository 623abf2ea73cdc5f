"""Explanations of conditions that never or always hold: the reason in words, and its source location."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from interpreter.language.checking.ranges import Ranges
from interpreter.language.checking.spans import Known, Span
from interpreter.language.ir.expressions import And, Compare, Expr, Not, Or, TermCall, Track
from interpreter.language.ir.statements import Term
from interpreter.language.ir.types import Said
from interpreter.language.symbols import Symbols

DEEPEST = 20
"""Maximum depth of nested vocabulary words."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reason in words, empty if there are none for it, and the source location of its cause."""

    text: str
    said: Said | None


class Reasons:
    """Finds the reasons for conditions of one game."""

    def __init__(self, ranges: Ranges, symbols: Symbols, terms: dict[int, Term]) -> None:
        self._ranges = ranges
        self._symbols = symbols
        self._terms = terms

    def of(self, condition: Expr, known: Known, holds: bool, depth: int = 0) -> Why:
        """Return why a condition always holds, or never if `holds` is False."""
        if isinstance(condition, Not):
            return self._put(condition, self.of(condition.condition, known, not holds, depth))
        for part in condition.parts if isinstance(condition, Or if holds else And) else ():
            if self._ranges.always(part, known) if holds else self._ranges.never(part, known):
                return self._put(condition, self.of(part, known, holds, depth))
        if isinstance(condition, Compare):
            return Why(self._numbers(condition, known), condition.said)
        if isinstance(condition, TermCall) and depth < DEEPEST:
            term = self._terms[condition.word]
            given = [self._ranges.of(arg, known) for arg in condition.args]
            inside = dict(zip(term.arguments, given, strict=False))
            return replace(self.of(term.body, inside, holds, depth + 1), said=condition.said)
        return Why("", condition.said)

    def _put(self, whole: Expr, part: Why) -> Why:
        return part if part.said is not None else replace(part, said=whole.said)

    def _numbers(self, compared: Compare, known: Known) -> str:
        """Return the ranges of two compared numbers in words, or just the ends of a track."""
        tracks = [self._symbols.track(part.track) for part in compared.parts if isinstance(part, Track)]
        if tracks:
            return f"`{tracks[0].id}` goes from {tracks[0].low} to {tracks[0].high}"
        left, right = (_shown(self._ranges.number(arg, known)) for arg in compared.parts)
        return f"the left side is {left}, the right side {right}"


def _shown(span: Span) -> str:
    if span.low == span.high:
        return f"{span.low}"
    if span.high == inf:
        return "any number" if span.low == -inf else f"at least {span.low}"
    return f"at most {span.high}" if span.low == -inf else f"{span.low} to {span.high}"
