"""Forms of the core, filled with translated expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from interpreter.language.ir.written import Written
from interpreter.presentation.phrases import plural_form
from interpreter.presentation.saying.templates import InflectedPhrase, MissingTranslationError, invariant_phrase
from interpreter.presentation.saying.wordbook import Wordbook

IS_CONDITION = "condition"
"""Feature of conditions."""


def missing_form(form: str) -> MissingTranslationError:
    """Return the error for a form that has no template in any language."""
    return MissingTranslationError(f"there are no words for the form `{form}`")


def number_phrase(language: str, number: int) -> InflectedPhrase:
    """Return a number in digits, which is not negative."""
    return invariant_phrase(str(number), str(number), plural_form(language, number), "number")


class FormFiller:
    """Fills the forms of the core with the translations of expressions.

    Attributes:
        words: Words and templates of the language.
        translate: Function that translates any expression. It raises MissingTranslationError.
    """

    def __init__(self, words: Wordbook, translate: Callable[[Written], InflectedPhrase]) -> None:
        self.words = words
        self.translate = translate

    def form(self, form: str, parts: dict[str, InflectedPhrase], *marks: str) -> InflectedPhrase:
        """Return a form of the core, filled with these parts.

        It has the features of the part that takes the case of the whole, and `marks`. That part may be a noun of the
        core in place of one of the parts.
        """
        template = self.words.form(form)
        head = template.head
        if head is not None and head not in parts:
            parts = {**parts, head: self.core_noun(head)}
        own = parts[head].marks if head is not None else frozenset()
        return InflectedPhrase(own | set(marks), lambda case: template.fill(parts, case))

    def of_both(self, form: str, left: Written, right: Written, *marks: str) -> InflectedPhrase:
        """Return a form filled with the translations of two expressions."""
        return self.form(form, {"left": self.translate(left), "right": self.translate(right)}, *marks)

    def listed(self, values: Sequence[Written]) -> InflectedPhrase:
        """Return the translations of some values, one after the other."""
        return reduce(self._listed, map(self.translate, values))

    def _listed(self, left: InflectedPhrase, right: InflectedPhrase) -> InflectedPhrase:
        return self.form("listed", {"left": left, "right": right})

    def core_noun(self, name: str) -> InflectedPhrase:
        """Return a noun of the core as a phrase."""
        noun = self.words.core_noun(name)
        return self.words.cases.build_noun_phrase(noun, noun.number)

    def column(self, name: str) -> InflectedPhrase:
        """Translate the name of a column."""
        column = self.words.thing(name)
        return self.words.cases.build_noun_phrase(column, column.number)
