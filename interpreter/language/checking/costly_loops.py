"""Explanation of texts that take too much work: sets that are gone through inside each other, with their sizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from interpreter.language.checking.cost_model import CostModel
from interpreter.language.ir.builders import conjuncts
from interpreter.language.ir.expressions import Expr, Filter, TermCall
from interpreter.language.ir.nodes import Work

MOST_LOOPS = 4
"""Maximum number of loops that a message lists."""
MOST_LEVELS = 30
"""Maximum number of nested operations and words that are looked at."""


class CostlyPart(NamedTuple):
    """The costliest part of an expression; if it is carried out for each of several things, their number and kind."""

    expr: Expr
    steps: int
    rounds: int = 1
    kind: str = ""


def explain_cost(weights: CostModel, expr: Expr) -> str:
    """Return the sets that an expression goes through inside each other, with the part that does."""
    words, loops = "", []
    for part in _costliest_parts(weights, expr):
        if part.rounds > 1:
            loops.append(f"{part.rounds} {weights.nouns.get(part.kind, f'{part.kind}s')}")
        if part.expr.source_range is not None and len(loops) < 2:
            words = words or part.expr.source_range.words
    if not loops:
        return ""
    listed = ", for each of them ".join(loops[:MOST_LOOPS]) + (", and so on" if len(loops) > MOST_LOOPS else "")
    said = f"`{words}`" if words else "it"
    return f"{said} goes through up to {listed}; smaller sets, or a choice in two steps, take less"


def _costliest_parts(weights: CostModel, expr: Expr) -> Iterator[CostlyPart]:
    """Yield the costliest part of an expression, the costliest part of that, and so on."""
    for _ in range(MOST_LEVELS):
        part = max(_parts(weights, expr), key=lambda each: each.steps, default=None)
        if part is None:
            return
        yield part
        expr = part.expr


def _parts(weights: CostModel, expr: Expr) -> Iterator[CostlyPart]:
    for part in expr.parts:
        yield CostlyPart(part, weights.steps(part))
    if isinstance(expr, TermCall):
        term = weights.term_of(expr.word)
        if not term.block:
            yield CostlyPart(term.body, weights.steps(term.body))
    elif isinstance(expr, Filter):
        rounds, kind = weights.size(expr.things), expr.things.type.kind
        for test in conjuncts(expr.condition):
            yield CostlyPart(test, rounds * weights.steps(test), rounds, kind)
            rounds = weights.sizes.most_with(test, expr.it, rounds)
    elif expr.work is Work.LOOP:
        things, done, *_ = expr.parts
        rounds = weights.size(things)
        yield CostlyPart(done, rounds * weights.steps(done), rounds, things.type.kind)
