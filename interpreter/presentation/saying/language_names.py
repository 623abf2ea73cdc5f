"""Languages into which texts can be translated: their inflection rules and core templates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.presentation.phrases import FORMS
from interpreter.presentation.saying.inflection import NUMBERS, CaseSystem

LANGUAGES_FOLDER = Path(__file__).parent / "languages"
"""Folder with a file for each language except English, in which the rules are written."""
NOUN_KINDS = ("seat", "side", "space", "box", "card", "zone", "track", "variable", "pieces")
"""Kinds of things; the kind of a noun is one of its features."""
CORE_MARKS = frozenset({*NUMBERS, *FORMS, *NOUN_KINDS, "you", "name", "number", "possessed", "missing"})
"""Features that the program assigns to words by itself.

These are the number of a noun, the plural category of a number, the kind of thing, and marks for names, numbers, the
acting seat, possessives and missing words.
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
        endings: Adjective declensions: endings by features.
        nouns: Entries of the core's nouns.
        adjectives: Entries of the core's adjectives.
        forms: Templates of the core's forms.
        sentence_ends: Punctuation at the end of a sentence.
        block_ends: Punctuation at the end of a line above a block.
        smoothing: Replacements for neighbouring words that change each other.
    """

    id: str
    cases: CaseSystem
    genders: tuple[str, ...]
    marks: frozenset[str]
    adjectives_follow: bool
    subject_cases: tuple[str, ...]
    endings: dict[str, dict[str, str]]
    nouns: dict[str, Any]
    adjectives: dict[str, Any]
    forms: dict[str, str]
    sentence_ends: str
    block_ends: str
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
    """Return the languages that have a file."""
    return sorted(path.stem for path in LANGUAGES_FOLDER.glob("*.yaml"))


@cache
def load_language(lang: str) -> Language | None:
    """Return the content of a language's file, or None if it has none."""
    import yaml

    if lang not in list_translation_languages():
        return None
    data = yaml.load((LANGUAGES_FOLDER / f"{lang}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    counted = {frozenset(key.split()): value for key, value in data["counted"].items()}
    return Language(
        id=lang,
        cases=CaseSystem(tuple(data["cases"]), data["built"], counted),
        genders=tuple(data["genders"]),
        marks=frozenset(data["marks"]),
        adjectives_follow=data["adjectives stand"] == "behind",
        subject_cases=("", *data["subjects stand in"]),
        endings=data["endings"],
        nouns=data["nouns"],
        adjectives=data["adjectives"],
        forms=data["forms"],
        sentence_ends=data["ends"]["sentence"],
        block_ends=data["ends"]["above"],
        smoothing=tuple((re.compile(pattern), instead) for pattern, instead in data["smooth"].items()),
    )
