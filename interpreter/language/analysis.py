"""Semantic analysis of a rulebook's texts: the resolved texts and the checks that need all of them."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.language.checking.acting_seat import check_acting, routines_needing_seat
from interpreter.language.checking.checks import check_offers, check_routines, check_work
from interpreter.language.checking.effects import Effects
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.checking.remembered_secrets import check_positions, remembers_secrets
from interpreter.language.checking.told_sentences import ToldSecrets
from interpreter.language.checking.warnings.finder import condition_warnings, find_warnings
from interpreter.language.checking.warnings.plural_choices import choices_of_several
from interpreter.language.ir.expressions import (
    Expr,
)
from interpreter.language.ir.nesting import is_too_deep, is_too_deep_block
from interpreter.language.ir.statements import Signature
from interpreter.language.ir.types import Type
from interpreter.language.resolving.public_facts import CertainCondition, ZoneFact
from interpreter.language.resolving.resolved_texts import ResolvedTexts
from interpreter.language.resolving.vocabulary import (
    capture_warnings,
)
from interpreter.rulebook.model import Rulebook, Text
from interpreter.support.errors import Problem, RulebookError


class Analysis(ResolvedTexts):
    """The resolved texts of one rulebook, checked against each other.

    Attributes:
        argument_types: Types of the arguments that the game's own calls pass to each phrase, by word number.
        is_deeply_nested: True if a text is nested so deeply that only a backend can tell if it can be carried out.
    """

    def __init__(self, rulebook: Rulebook, mistakes: list[Problem] | None = None) -> None:
        """Analyse all texts of a rulebook.

        Args:
            rulebook: The rulebook to analyse.
            mistakes: If given, collects the mistakes instead of raising them. The analysis then covers the texts that
                can be read, and nothing in it can be carried out.

        Raises:
            RulebookError: Every mistake in the texts. With `mistakes`, only those in the game's own wordings, without
                which nothing can be read.
        """
        super().__init__(rulebook)
        self.checked_texts: set[tuple[object, ...]] = set()
        try:
            self.read()
            self._check()
        except RulebookError as error:
            if mistakes is None:
                raise
            mistakes += error.problems

    def _check(self) -> None:
        """Run the checks that need all texts. Raise RulebookError with the mistakes."""
        self.diagnostics.problems += check_routines(self.routines, self.reads())
        self.diagnostics.problems += ToldSecrets(self.routines, self.secrets, self.symbols).problems()
        self.diagnostics.problems += check_positions(self.routines, self.secrets, self.symbols)
        self.acting_routines = routines_needing_seat(self.routines)
        self.diagnostics.problems += check_acting(self.routines, self.routines.all, self.acting_routines)
        self.diagnostics.raise_if_any()
        self.argument_types = {number: hole_types(phrase) for number, phrase in self.phrases.items()}
        self.diagnostics.problems += check_work(
            self.cost_model, self.routines.all, self.terms.all, self._other_expressions()
        )
        self.diagnostics.raise_if_any()
        self.preconditions = Preconditions(self.symbols, self.routines)
        self.is_deeply_nested = (
            self.diagnostics.attempt(self.rulebook.start, self._check_offers) or self._has_deep_text()
        )
        self.diagnostics.raise_if_any()

    def remembers_secrets(self) -> bool:
        """Return True if the rules may remember something hidden, except cards, while a seat decides."""
        return remembers_secrets(self.routines, self.secrets, self.symbols)

    def _check_offers(self) -> bool:
        """True if a precondition of an offer is nested deeply.

        Raises:
            RulebookError: A precondition can't be worked out.
        """
        return any(map(is_too_deep, check_offers(self.routines, self.preconditions, self.cost_model)))

    def _has_deep_text(self) -> bool:
        """True if a text is nested deeply."""
        words = (term.body for term in self.terms.all.values())
        others = (expr for _, expr in self._other_expressions())
        return any(map(is_too_deep, (*words, *others))) or any(
            is_too_deep_block(each.body) for each in self.routines.all
        )

    def warnings(self) -> tuple[Problem, ...]:
        """Return doubtful spots in texts that can be carried out, by file and line."""
        others = [expr for _, expr in self._other_expressions()]
        found = find_warnings(Effects(self.routines, self.reads()), self.symbols, self.terms.all, others)
        singular = {noun.many: noun.one for noun in self.symbols.nouns.values()}
        found += choices_of_several((each.text for each in self.routines.all), self.grammar, singular)
        found += self.resolver.warnings.values()
        found += capture_warnings(self.grammar)
        return self._deduplicate(found)

    def odd_conditions(self, conditions: Iterable[tuple[Text, Expr]]) -> tuple[Problem, ...]:
        """Return those conditions from outside the texts, such as from tables, that never hold or always do."""
        placed = [(text.where, condition) for text, condition in conditions]
        return self._deduplicate(
            condition_warnings(Effects(self.routines, self.reads()), self.symbols, self.terms.all, placed)
        )

    def _deduplicate(self, found: Iterable[Problem]) -> tuple[Problem, ...]:
        """Return each problem once, with its excerpt, by file and line."""
        unique = dict.fromkeys(self.diagnostics.with_excerpt(problem) for problem in found)
        return tuple(sorted(unique, key=lambda problem: problem.where))

    def _other_expressions(self) -> list[tuple[Text, Expr]]:
        """Expressions that belong to no routine, with their texts."""
        text = self.rulebook.score
        score = [(text, self.score)] if text is not None and self.score is not None else []
        known: list[ZoneFact | CertainCondition] = [*self.zone_facts, *self.certain_conditions]
        return score + [(each.text, each.condition) for each in known]


def hole_types(phrase: Signature) -> tuple[Type, ...]:
    """Types of a phrase's parameters."""
    return tuple(hole.type for hole in phrase.parameters)
