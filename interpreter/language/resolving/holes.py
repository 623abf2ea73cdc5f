"""Sentences with holes: expressions in braces, whose values are shown to players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from interpreter.language.ir.builders import descendants_of, terms_in
from interpreter.language.ir.expressions import Expr, Random
from interpreter.language.ir.nesting import is_too_deep
from interpreter.language.resolving.resolver import Resolver, cards_of
from interpreter.language.resolving.scope import Scope
from interpreter.rulebook.model import Text
from interpreter.rulebook.text import HOLE
from interpreter.support.errors import Location, Problem, RulebookError

MOST_HOLES = 20
"""Maximum number of holes in a sentence."""


class SentenceHole(NamedTuple):
    """A hole of a sentence with its text, without the braces."""

    text: Text


def split_sentence(sentence: Text) -> Iterator[Text | SentenceHole]:
    """Yield the parts of a sentence in order, plain text and holes.

    Raises:
        RulebookError: A brace begins or ends no hole, a hole is empty, or there are too many.
    """
    end = 0
    for number, found in enumerate(HOLE.finditer(sentence), start=1):
        if found.start() > end:
            yield sentence.part(end, found.start())
        end = found.end()
        whole = sentence.part(found.start(), end)
        if found[1] is None:
            raise problem_at(whole, "bad-hole", "a brace that begins or ends no hole")
        if not found[1].strip():
            raise problem_at(sentence.part(found.start(1), found.end(1)), "bad-hole", "an empty hole")
        if number > MOST_HOLES:
            message = f"a sentence may have {MOST_HOLES} holes"
            raise problem_at(whole, "too-much-work", message)
        yield SentenceHole(sentence.part(found.start(1), found.end(1)))
    if end < len(sentence):
        yield sentence.part(end, len(sentence))


def read_hole(resolver: Resolver, scope: Scope) -> Expr:
    """Return the expression of the hole that is the scope's text.

    Raises:
        RulebookError: It can't be read, isn't something to show, or draws at random.
    """
    text, expr = scope.text, cards_of(resolver.read(scope, resolver.value))
    if expr.type.kind in ("condition", "text"):
        raise problem_at(text, "wrong-type", "a hole shows a thing, a set or a number, not a condition")
    if is_too_deep(expr):
        raise problem_at(text, "too-deep", "this text is nested too deeply")
    if _draws(expr, resolver):
        raise problem_at(text, "bad-hole", "a sentence doesn't draw at random")
    return expr


def _draws(expr: Expr, resolver: Resolver) -> bool:
    waiting, seen = [expr], set[int]()
    while waiting:
        part = waiting.pop()
        if any(isinstance(each, Random) for each in descendants_of(part)):
            return True
        words = terms_in(part) - seen
        seen |= words
        waiting += (resolver.term_of(word).body for word in words)
    return False


def problem_at(text: str, code: str, message: str, suggestion: str | None = None) -> RulebookError:
    """Return an error at a text, or at nothing for one without a place."""
    where = text.where if isinstance(text, Text) else Location("")
    excerpt = text.excerpt(where) if isinstance(text, Text) else None
    return RulebookError(Problem(where, code, message, suggestion, excerpt, max(1, len(text))))
