"""Inflection: nouns and adjectives in their forms, and noun phrases with agreement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.presentation.saying.templates import InflectedPhrase, MissingTranslationError, parse_template

NUMBERS = ("one", "many")
FormTable = Mapping[frozenset[str], str]
"""Forms by the grammatical features that they require. The most specific match wins."""


def find_form(table: FormTable, marks: frozenset[str]) -> str | None:
    """Return the form whose features are the largest subset of `marks`; ties prefer one that names the number."""
    found = [key for key in table if key <= marks]
    return table[max(found, key=lambda key: (len(key), not key.isdisjoint(NUMBERS)))] if found else None


@dataclass(frozen=True, slots=True)
class InflectedAdjective:
    """An adjective.

    Attributes:
        name: Id of the adjective, for messages.
        forms: Its forms by features.
        behind: True if it follows its noun.
        possessive: True if it states an owner.
    """

    name: str
    forms: FormTable
    behind: bool = False
    possessive: bool = False

    def agree(self, marks: frozenset[str]) -> str:
        """Return the form that agrees with a noun of these features. Raises NotSayable."""
        form = find_form(self.forms, marks)
        if form is None:
            raise MissingTranslationError(f"`{self.name}` has no form for: {' '.join(sorted(marks))}")
        return form


@dataclass(frozen=True, slots=True)
class InflectedNoun:
    """A noun.

    Attributes:
        name: Id of the noun, for messages.
        marks: Features such as its gender.
        forms: Its forms by number and case.
        own: Templates of built cases, where they differ from those of the language.
    """

    name: str
    marks: frozenset[str]
    forms: Mapping[tuple[str, str], str]
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def number(self) -> str:
        """Number of a noun that has only one."""
        return "many" if "many" in self.marks else "one"

    def form(self, number: str, case: str) -> str:
        """Return the form of a number and case. Raises NotSayable."""
        form = self.forms.get((number, case))
        if form is None:
            raise MissingTranslationError(f"`{self.name}` has no form for: {number} {case}")
        return form


@dataclass(frozen=True, slots=True)
class CaseSystem:
    """Case system of a language.

    Attributes:
        names: The inflected cases. The first is the basic form.
        built: Templates of further cases, made of others with a preposition or an article.
        counted: Number and case that a noun takes after a number, by the number's plural category and the required
            case. `*` stands for the required case.
    """

    names: tuple[str, ...]
    built: Mapping[str, str]
    counted: FormTable

    def build_noun_phrase(
        self, noun: InflectedNoun, number: str, adjectives: Sequence[InflectedAdjective] = ()
    ) -> InflectedPhrase:
        """Return a noun phrase of a noun and its adjectives."""
        whose = {"possessed"} if any(each.possessive for each in adjectives) else set()
        marks = (noun.marks - set(NUMBERS)) | {number} | whose

        def form(asked: str) -> str:
            wanted, case = self.parse_case(asked, number)
            known = (marks - set(NUMBERS)) | {wanted}
            return self.build_case(
                known, case, lambda each: self._agreeing_phrase(noun, wanted, wanted, each, adjectives), noun.own
            )

        return InflectedPhrase(marks, form)

    def build_counted_phrase(
        self, count: InflectedPhrase, noun: InflectedNoun, adjectives: Sequence[InflectedAdjective] = ()
    ) -> InflectedPhrase:
        """Return a noun phrase with a count."""
        whose = {"possessed"} if any(each.possessive for each in adjectives) else set()

        def basic(case: str) -> str:
            found = find_form(self.counted, count.marks | whose | {case}) or "many *"
            number, inner = found.replace("*", case).split()
            others = "one" if "one" in count.marks and number == "one" else "many"
            return f"{count.form('')} {self._agreeing_phrase(noun, number, others, inner, adjectives)}"

        def form(asked: str) -> str:
            _, case = self.parse_case(asked, "many")
            return self.build_case(marks, case, basic, noun.own)

        marks = (noun.marks - set(NUMBERS)) | count.marks
        return InflectedPhrase(marks, form)

    def parse_case(self, asked: str, number: str) -> tuple[str, str]:
        """Parse the number and case that a hole requires: `gen`, `many gen`, or nothing."""
        words = asked.split()
        if words and words[0] in NUMBERS:
            number, words = words[0], words[1:]
        return number, words[0] if words else self.names[0]

    def build_case(
        self, marks: frozenset[str], case: str, basic: Callable[[str], str], own: Mapping[str, str] | None = None
    ) -> str:
        """Return a phrase in a case, given a function for the inflected cases and optional templates of its own."""
        if case in self.names:
            return basic(case)
        template = (own or {}).get(case) or self.built.get(case)
        if template is None:
            raise MissingTranslationError(f"there is no case `{case}`")

        def in_case(each: str) -> InflectedPhrase:
            return InflectedPhrase(marks, lambda _: self.build_case(marks, each, basic, own))

        return parse_template(template).fill({each: in_case(each) for each in (*self.names, *self.built)})

    @staticmethod
    def _agreeing_phrase(
        noun: InflectedNoun, number: str, others: str, case: str, adjectives: Sequence[InflectedAdjective]
    ) -> str:
        """Return a noun in a number and case, with adjectives in agreement. Their number may differ from the noun's."""
        marks = (noun.marks - set(NUMBERS)) | {others, case}
        before = [each.agree(marks) for each in adjectives if not each.behind]
        behind = [each.agree(marks) for each in adjectives if each.behind]
        return " ".join((*before, noun.form(number, case), *behind))
