"""Nouns and adjectives in their forms, and what they are together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.presentation.saying.templates import NotSayable, Said, read_template

NUMBERS = ("one", "many")
Table = Mapping[frozenset[str], str]
"""Forms by what asks for them: those with most of it in common win."""


def best(table: Table, marks: frozenset[str]) -> str | None:
    """The form of the largest entry that is part of the marks; of two as large, the one that says the number."""
    found = [key for key in table if key <= marks]
    return table[max(found, key=lambda key: (len(key), not key.isdisjoint(NUMBERS)))] if found else None


@dataclass(frozen=True, slots=True)
class Adjective:
    """The `forms` of an adjective; `behind`: it stands behind its noun; `possessive`: it says whose that is."""

    name: str
    forms: Table
    behind: bool = False
    possessive: bool = False

    def agreeing(self, marks: frozenset[str]) -> str:
        """The form that goes with a noun in a case. Raises NotSayable."""
        form = best(self.forms, marks)
        if form is None:
            raise NotSayable(f"`{self.name}` has no form for: {' '.join(sorted(marks))}")
        return form


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun: its `marks`, its `forms` by number and case, and `own`, cases built in a way of its own."""

    name: str
    marks: frozenset[str]
    forms: Mapping[tuple[str, str], str]
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def number(self) -> str:
        """Its number, if it has but one."""
        return "many" if "many" in self.marks else "one"

    def form(self, number: str, case: str) -> str:
        """Raises NotSayable."""
        form = self.forms.get((number, case))
        if form is None:
            raise NotSayable(f"`{self.name}` has no form for: {number} {case}")
        return form


@dataclass(frozen=True, slots=True)
class Cases:
    """The cases of a language, the first of which is that of a name by itself; `built`: what is made of others, with a
    preposition or an article. `counted`: in which number and case a noun stands behind a number, by the number's
    category and the case asked for (`*`: that one)."""

    names: tuple[str, ...]
    built: Mapping[str, str]
    counted: Table

    def said(self, noun: Noun, number: str, adjectives: Sequence[Adjective] = ()) -> Said:
        """A noun with its adjectives."""
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
        """So many of something."""
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
        """Number and case, as a hole asks for them: `gen`, `many gen`, or nothing."""
        words = asked.split()
        if words and words[0] in NUMBERS:
            number, words = words[0], words[1:]
        return number, words[0] if words else self.names[0]

    def built_of(
        self, marks: frozenset[str], case: str, basic: Callable[[str], str], own: Mapping[str, str] | None = None
    ) -> str:
        """Words of which there is each `basic` case, in a case; `own` are those that they build by themselves."""
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
        """A noun in a number and a case, with adjectives, which may have another number."""
        marks = (noun.marks - set(NUMBERS)) | {others, case}
        before = [each.agreeing(marks) for each in adjectives if not each.behind]
        behind = [each.agreeing(marks) for each in adjectives if each.behind]
        return " ".join((*before, noun.form(number, case), *behind))
