"""Languages into which texts can be translated: inflection of nouns and adjectives, agreement, and the file of each.

The file of a language has its inflection rules and the templates of the core's forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from interpreter.presentation.language_files import bundled_content, bundled_languages
from interpreter.presentation.phrases import FORMS
from interpreter.presentation.saying.templates import InflectedPhrase, MissingTranslationError, parse_template

NUMBERS = ("one", "many")
WEAK = "weak"
"""Feature of adjectives behind a definite article, in languages that tell them apart."""
FormTable = Mapping[frozenset[str], str]
"""Forms by the grammatical features that they require. The most specific match wins."""


def replace_number(marks: frozenset[str], *features: str) -> frozenset[str]:
    """Return features of a phrase with others in place of its number."""
    return marks.difference(NUMBERS).union(features)


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
        """Return the form that agrees with a noun of these features. Raises MissingTranslationError."""
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
        """Return the form of a number and case. Raises MissingTranslationError."""
        form = self.forms.get((number, case))
        if form is None:
            raise MissingTranslationError(f"`{self.name}` has no form for: {number} {case}")
        return form


@dataclass(frozen=True, slots=True)
class CaseSystem:
    """Case system of a language.

    Attributes:
        names: The inflected cases. The first is the basic form.
        has_weak: True if adjectives have other forms behind a definite article, which built cases ask for: `weak_gen`.
        built: Templates of further cases, made of others with a preposition or an article.
        counted: Number and case that a noun takes after a number, by the number's plural category and the required
            case. `*` stands for the required case.
    """

    names: tuple[str, ...]
    built: Mapping[str, str]
    counted: FormTable
    has_weak: bool = False

    @property
    def holes(self) -> tuple[str, ...]:
        """All cases of which others can be built."""
        weak = [f"{WEAK}_{name}" for name in self.names] if self.has_weak else []
        return (*self.names, *self.built, *weak)

    def build_noun_phrase(
        self, noun: InflectedNoun, number: str, adjectives: Sequence[InflectedAdjective] = ()
    ) -> InflectedPhrase:
        """Return a noun phrase of a noun and its adjectives."""
        whose = {"possessed"} if any(each.possessive for each in adjectives) else set()
        marks = replace_number(noun.marks, number, *whose)

        def form(asked: str) -> str:
            wanted, case = self.parse_case(asked, number)
            known = replace_number(marks, wanted)
            return self.build_case(
                known,
                case,
                lambda each: self._agreeing_phrase(noun, wanted, {wanted, *whose}, each, adjectives),
                noun.own,
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
            return f"{count.form('')} {self._agreeing_phrase(noun, number, {others}, inner, adjectives)}"

        def form(asked: str) -> str:
            _, case = self.parse_case(asked, "many")
            return self.build_case(marks, case, basic, noun.own)

        marks = replace_number(noun.marks, *count.marks)
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
        weak, _, name = case.partition("_")
        if self.has_weak and weak == WEAK and name in self.names:
            return basic(f"{WEAK} {name}")
        template = (own or {}).get(case) or self.built.get(case)
        if template is None:
            raise MissingTranslationError(f"there is no case `{case}`")

        def in_case(each: str) -> InflectedPhrase:
            return InflectedPhrase(marks, lambda _: self.build_case(marks, each, basic, own))

        return parse_template(template).fill({each: in_case(each) for each in self.holes})

    @staticmethod
    def _agreeing_phrase(
        noun: InflectedNoun, number: str, others: set[str], case: str, adjectives: Sequence[InflectedAdjective]
    ) -> str:
        """Return a noun in a number and case, with adjectives in agreement with it and with the features `others`.

        Their number may differ from the noun's. The case may be weak, for adjectives alone.
        """
        marks = replace_number(noun.marks, *others, *case.split())
        case = case.removeprefix(f"{WEAK} ")
        before = [each.agree(marks) for each in adjectives if not each.behind]
        behind = [each.agree(marks) for each in adjectives if each.behind]
        return " ".join((*before, noun.form(number, case), *behind))


NOUN_KINDS = ("seat", "side", "space", "box", "card", "zone", "track", "variable", "pieces")
"""Kinds of things; the kind of a noun is one of its features."""
NARROWED = "narrowed"
"""Feature of a set with a restriction after its noun."""
CORE_MARKS = frozenset({*NUMBERS, *FORMS, *NOUN_KINDS, "you", "it", "name", "number", "possessed", NARROWED})
"""Features that the program assigns to words by itself.

These are the number of a noun, the plural category of a number, the kind of thing, and marks for names, numbers, `it`,
the acting seat, possessives and sets with a restriction.
"""


@dataclass(frozen=True, slots=True)
class Language:
    """Content of a language's file.

    Attributes:
        id: Code of the language.
        cases: Its case system.
        genders: Genders of nouns.
        marks: Other features of nouns.
        adjectives_follow: True if adjectives follow their nouns.
        subject_cases: Cases in which a subject may stand.
        names_need_forms: True if a thing's name without an entry stands in its basic form alone, False if it stands in
            all cases as it is.
        names_stand_alone: True if a name that a text defines is the noun of its value, False if it follows that noun.
        endings: Adjective declensions: endings by features.
        nouns: Entries of the core's nouns.
        adjectives: Entries of the core's adjectives.
        forms: Templates of the core's forms.
        sentence_ends: Punctuation at the end of a sentence.
        block_ends: Punctuation at the end of a line above a block.
        is_open: True if its cases are those that a game's entries use, and a missing form is the basic one.
        smoothing: Replacements for neighbouring words that change each other.
    """

    id: str
    cases: CaseSystem
    genders: tuple[str, ...]
    marks: frozenset[str]
    adjectives_follow: bool
    subject_cases: tuple[str, ...]
    names_need_forms: bool
    names_stand_alone: bool
    endings: dict[str, dict[str, str]]
    nouns: dict[str, Any]
    adjectives: dict[str, Any]
    forms: dict[str, str]
    sentence_ends: str
    block_ends: str
    is_open: bool
    smoothing: tuple[tuple[re.Pattern[str], str], ...]

    def smooth(self, sentence: str) -> str:
        """Return a sentence with elisions and contractions applied."""
        for pattern, replacement in self.smoothing:
            sentence = pattern.sub(replacement, sentence)
        return sentence

    @property
    def known_marks(self) -> frozenset[str]:
        """All features that a branch of a template can test, except numbers in digits."""
        return frozenset({*self.genders, *self.marks, *CORE_MARKS})

    @property
    def known_cases(self) -> tuple[str, ...]:
        """All inflected and built cases."""
        return (*self.cases.names, *self.cases.built)


def list_translation_languages() -> list[str]:
    """Return the languages whose files have the forms of the core."""
    return [lang for lang in bundled_languages() if "forms" in bundled_content(lang)]


@cache
def load_language(lang: str) -> Language | None:
    """Return the content of a language's file, or None if it has none."""
    return make_language(lang, bundled_content(lang)) if lang in list_translation_languages() else None


def make_language(lang: str, data: Mapping[str, Any], is_open: bool = False) -> Language:
    """Return a language of the content of its file. `is_open`: its cases and genders are those that a game uses."""
    counted = {frozenset(key.split()): value for key, value in data["counted"].items()}
    return Language(
        id=lang,
        cases=CaseSystem(tuple(data["cases"]), data["built"], counted, data.get("weak") == "true"),
        genders=tuple(data["genders"]),
        marks=frozenset(data["marks"]),
        adjectives_follow=data["adjectives stand"] == "behind",
        subject_cases=("", *data["subjects stand in"]),
        names_need_forms=data.get("names need forms") != "false",
        names_stand_alone=data.get("names stand") == "alone",
        endings=data["endings"],
        nouns=data["nouns"],
        adjectives=data["adjectives"],
        forms=data["forms"],
        sentence_ends=data["ends"]["sentence"],
        block_ends=data["ends"]["above"],
        is_open=is_open,
        smoothing=tuple((re.compile(pattern), instead) for pattern, instead in data["smooth"].items()),
    )
