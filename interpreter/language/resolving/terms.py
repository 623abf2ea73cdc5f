"""Conditions and values of the vocabulary, resolved on first use, since they use each other."""

from __future__ import annotations

import re

from interpreter.language.ir.builders import has_local, local, terms_in
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Signature, Term
from interpreter.language.ir.types import Local, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope
from interpreter.language.resolving.signatures import Signatures
from interpreter.language.resolving.topics.topic_list import HANDLERS
from interpreter.language.symbols import Symbols
from interpreter.rulebook.building.ids import NO_SIDES
from interpreter.rulebook.model import Rulebook
from interpreter.support.errors import Problem, RulebookError

MOST_TERMS = 50
"""Maximum depth to which conditions and values may be defined through one another."""


class TermTable:
    """The terms of one game by word: all are `declared`, and get their bodies when they are read.

    `resolver` resolves the texts, and asks for terms in turn.
    """

    def __init__(self, rulebook: Rulebook, symbols: Symbols, grammar: Grammar, signatures: Signatures) -> None:
        self.declared = signatures.terms
        self.resolver = Resolver(HANDLERS, symbols, grammar, signatures.phrases, self.term, self.side)
        self._rulebook = rulebook
        self._read: dict[int, Term] = {}
        self._resolving: list[int] = []
        self._depths: dict[int, int] = {}
        self._side: tuple[Local, Expr] | None = None
        self._resolving_side = False

    @property
    def all(self) -> dict[int, Term]:
        """Terms that were read, in the order of their words."""
        return {number: self._read[number] for number in self.declared if number in self._read}

    def term(self, number: int) -> Term:
        """Return a condition or value with its body.

        Raises:
            RulebookError: It is wrong.
        """
        if number in self._read:
            return self._read[number]
        term = self.declared[number]
        if number in self._resolving:
            raise RulebookError(Problem(term.text.where, "calls-itself", self._recursion_message(number, term)))
        if len(self._resolving) > MOST_TERMS:
            raise _too_deep(term)
        self._resolving.append(number)
        try:
            body = self._body(number, term)
        finally:
            self._resolving.pop()
        self._depths[number] = 1 + max((self._depths[used] for used in terms_in(body)), default=0)
        if self._depths[number] > MOST_TERMS:
            raise _too_deep(term)
        it = Term(term.title, term.text, term.parameters, term.you, body=body, uses_you=has_local(body, term.you))
        return self._read.setdefault(number, it)

    def _recursion_message(self, number: int, term: Signature) -> str:
        """Return the message for a word that is defined by itself, perhaps because it hides an attribute."""
        found = (re.match(r"(\w+) of (?:the )?\{", wording) for wording in self._rulebook.words[number].says)
        for name in (match.group(1) for match in found if match is not None):
            if name in self.resolver.symbols.attributes:
                kinds = " and ".join(f"{kind}s" for kind in self.resolver.symbols.attributes[name])
                hidden = f"`{term.title}` hides the attribute `{name}` of {kinds}"
                return f"{hidden}: here `{name} of` is the wording itself again; say it differently"
        return f"`{term.title}` is explained by itself"

    def _body(self, number: int, term: Signature) -> Expr:
        scope = Scope(term.text, {hole.name: hole for hole in term.parameters}, you=local(term.you))
        if self._rulebook.words[number].kind == "when":
            return self.resolver.read(scope, self.resolver.condition)
        return self.resolver.read(scope, self.resolver.value)

    def side(self) -> tuple[Local, Expr] | None:
        """Return the expression for the side of a seat, and its name for the seat. None if there is none."""
        text = self._rulebook.side
        if text is None or self._side is not None:
            return self._side
        if not self._rulebook.sides:
            raise RulebookError(Problem(text.where, "unknown-kind", NO_SIDES))
        if self._resolving_side:
            raise RulebookError(Problem(text.where, "calls-itself", "on which side a seat is, is explained by itself"))
        seat = Local("seat", Type("seat"))
        scope = Scope(text, {"seat": seat})
        self._resolving_side = True
        try:
            side = self.resolver.value(scope, self.resolver.syntax(scope), Type("side", optional=True))
        finally:
            self._resolving_side = False
        self._side = seat, side
        return self._side


def _too_deep(term: Signature) -> RulebookError:
    return RulebookError(Problem(term.text.where, "too-deep", f"`{term.title}` is explained through too many others"))
