"""Inflection: nouns and adjectives in their forms, and noun phrases with agreement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.presentation.saying.templates import NotSayable, Said, read_template

NUMBERS = ("one", "many")
Table = Mapping[frozenset[str], str]
"""Forms by the grammatical features that they require. The most specific match wins."""


def best(table: Table, marks: frozenset[str]) -> str | None:
    """Return the form whose features are the largest subset of `marks`; ties prefer one that names the number."""
    found = [key for key in table if key <= marks]
    return table[max(found, key=lambda key: (len(key), not key.isdisjoint(NUMBERS)))] if found else None


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective.

    Attributes:
        name: Id of the adjective, for messages.
        forms: Its forms by features.
        behind: True if it follows its noun.
        possessive: True if it states an owner.
    """

    name: str
    forms: Table
    behind: bool = False
    possessive: bool = False

    def agreeing(self, marks: frozenset[str]) -> str:
        """Return the form that agrees with a noun of these features. Raises NotSayable."""
        form = best(self.forms, marks)
        if form is None:
            raise NotSayable(f"`{self.name}` has no form for: {' '.join(sorted(marks))}")
        return form


@dataclass(frozen=True, slots=True)
class Noun:
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
            raise NotSayable(f"`{self.name}` has no form for: {number} {case}")
        return form


@dataclass(frozen=True, slots=True)
class Cases:
    """Case system of a language.

    Attributes:
        names: The inflected cases. The first is the basic form.
        built: Templates of further cases, made of others with a preposition or an article.
        counted: Number and case that a noun takes after a number, by the number's plural category and the required
            case. `*` stands for the required case.
    """

    names: tuple[str, ...]
    built: Mapping[str, str]
    counted: Table

    def said(self, noun: Noun, number: str, adjectives: Sequence[Adjective] = ()) -> Said:
        """Return a noun phrase of a noun and its adjectives."""
        whose = {"possessed"} if any(each.possessive for each in adjectives) else set()
        marks = (noun.marks - set(NUMBERS)) | {number} | whose

        def form(asked: str) -> str:
            wanted, case = self.asked(asked, number)
            known = (marks - set(NUMBERS)) | {wanted}
            return self.built_of(
                known, case, lambda each: self._together(noun, wanted, wanted, each, adjectives), noun.own
            )

        return Said(marks, form)

    def said_counted(self, count: Said, noun: Noun, adjectives: Sequence[Adjective] = ()) -> Said:
        """Return a noun phrase with a count."""
        whose = {"possessed"} if any(each.possessive for each in adjectives) else set()

        def basic(case: str) -> str:
            found = best(self.counted, count.marks | whose | {case}) or "many *"
            number, inner = found.replace("*", case).split()
            others = "one" if "one" in count.marks and number == "one" else "many"
            return f"{count.form('')} {self._together(noun, number, others, inner, adjectives)}"

        def form(asked: str) -> str:
            _, case = self.asked(asked, "many")
            return self.built_of(marks, case, basic, noun.own)

        marks = (noun.marks - set(NUMBERS)) | count.marks
        return Said(marks, form)

    def asked(self, asked: str, number: str) -> tuple[str, str]:
        """Parse the number and case that a hole requires: `gen`, `many gen`, or nothing."""
        words = asked.split()
        if words and words[0] in NUMBERS:
            number, words = words[0], words[1:]
        return number, words[0] if words else self.names[0]

    def built_of(
        self, marks: frozenset[str], case: str, basic: Callable[[str], str], own: Mapping[str, str] | None = None
    ) -> str:
        """Return a phrase in a case, given a function for the inflected cases and optional templates of its own."""
        if case in self.names:
            return basic(case)
        template = (own or {}).get(case) or self.built.get(case)
        if template is None:
            raise NotSayable(f"there is no case `{case}`")

        def in_case(each: str) -> Said:
            return Said(marks, lambda _: self.built_of(marks, each, basic, own))

        return read_template(template).fill({each: in_case(each) for each in (*self.names, *self.built)})

    @staticmethod
    def _together(noun: Noun, number: str, others: str, case: str, adjectives: Sequence[Adjective]) -> str:
        """Return a noun in a number and case, with adjectives in agreement. Their number may differ from the noun's."""
        marks = (noun.marks - set(NUMBERS)) | {others, case}
        before = [each.agreeing(marks) for each in adjectives if not each.behind]
        behind = [each.agreeing(marks) for each in adjectives if each.behind]
        return " ".join((*before, noun.form(number, case), *behind))
