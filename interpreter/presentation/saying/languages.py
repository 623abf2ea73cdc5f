"""The languages in which texts can be said: how their nouns and adjectives go, and the core's own forms in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.presentation.plurals import FORMS
from interpreter.presentation.saying.inflection import NUMBERS, Cases

FILES = Path(__file__).parent / "languages"
"""A file for each language but English, in which the rules are written."""
KINDS = ("seat", "side", "space", "box", "card", "zone", "track", "variable", "pieces")
"""What a noun is about, which is one of its marks."""
CORE_MARKS = frozenset({*NUMBERS, *FORMS, *KINDS, "you", "name", "number", "possessed", "missing"})
"""What is known of words without being said: the number of a noun, the category of a number, what kind of thing it is,
whether it is a name, a number, who acts, somebody's own, or missing."""


@dataclass(frozen=True, slots=True)
class Language:
    """What a language's file says. `genders` and `marks` are what nouns can be; `behind`: adjectives stand behind their
    nouns; `subject_cases`: those in which who or what does something stands; `endings` are what adjectives can be like;
    `nouns`, `adjectives` and `forms` those of the core. A sentence, and what stands above a block, end with signs."""

    id: str
    cases: Cases
    genders: tuple[str, ...]
    marks: frozenset[str]
    behind: bool
    subject_cases: tuple[str, ...]
    endings: dict[str, dict[str, str]]
    nouns: dict[str, Any]
    adjectives: dict[str, Any]
    forms: dict[str, str]
    sentence_ends: str
    block_ends: str
    smoothing: tuple[tuple[re.Pattern[str], str], ...]

    def smooth(self, sentence: str) -> str:
        """A sentence as it is pronounced, where two words side by side change each other."""
        for pattern, instead in self.smoothing:
            sentence = pattern.sub(instead, sentence)
        return sentence

    @property
    def known_marks(self) -> frozenset[str]:
        """All that a branch of a template can ask for, but for numbers in digits."""
        return frozenset({*self.genders, *self.marks, *CORE_MARKS})

    @property
    def known_cases(self) -> tuple[str, ...]:
        return (*self.cases.names, *self.cases.built)


def languages() -> list[str]:
    """Those that have a file."""
    return sorted(path.stem for path in FILES.glob("*.yaml"))


@cache
def language(lang: str) -> Language | None:
    """What is known of a language, or None."""
    import yaml

    if lang not in languages():
        return None
    data = yaml.load((FILES / f"{lang}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    counted = {frozenset(key.split()): value for key, value in data["counted"].items()}
    return Language(
        id=lang,
        cases=Cases(tuple(data["cases"]), data["built"], counted),
        genders=tuple(data["genders"]),
        marks=frozenset(data["marks"]),
        behind=data["adjectives stand"] == "behind",
        subject_cases=("", *data["subjects stand in"]),
        endings=data["endings"],
        nouns=data["nouns"],
        adjectives=data["adjectives"],
        forms=data["forms"],
        sentence_ends=data["ends"]["sentence"],
        block_ends=data["ends"]["above"],
        smoothing=tuple((re.compile(pattern), instead) for pattern, instead in data["smooth"].items()),
    )
