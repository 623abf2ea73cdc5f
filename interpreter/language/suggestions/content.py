"""The content of a line: names, numbers and small words that a suggestion must not lose or add."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from interpreter.language.reading.lexer import WORD_VARIANTS
from interpreter.language.suggestions.named_things import NamedThings, Names

_WORD = re.compile(r"\"[^\"]*\"|\w+")
_NEGATIONS = r"\b(?:not|no|never|unless|without|except|nobody|none|unset|unmark|clear|longer)\b|n['’]t\b|!|<>"
_SENSES: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(typed), re.compile(meant))
    for typed, meant in (
        (_NEGATIONS, r"\b(?:not|no|without|nobody|none|nothing)\b|< 1\b|\bis 0\b"),
        (r"\b(?:may|optionally)\b|up to|\bany number\b", r"\bmay\b|up to|, or (?:stop|none)\b|\bany of\b|\bfrom 0\b"),
        (r"\b(?:if|when|unless|while)\b", r"\b(?:if|while|where|otherwise|until|with)\b"),
        (r"\brandom", r"\brandom\b"),
    )
)
"""Words of a line, and words of which one must be in its meaning."""


@dataclass(frozen=True)
class ContentGuard:
    """A check that a suggestion keeps the content of a line.

    Attributes:
        things: Names of the game.
        singular: Singular of each noun.
        adjectives: Adjectives of the game.
        digits: Number words, with their digits.
    """

    things: NamedThings
    singular: Mapping[str, str]
    adjectives: frozenset[str]
    digits: Mapping[str, str]

    def is_kept(self, line: str, meant: str) -> bool:
        """Return whether a suggestion has all content of a line, and adds nothing but boxes, zones and nouns."""
        things = self.things
        exact = self._named(line, (things.cells, things.seats, things.places, things.zones)) | self._words(line)
        said = self._named(meant, (things.cells, things.seats, things.places, things.zones)) | self._words(meant)
        added = self._named(meant, (things.cells, things.seats, things.spaces)) | self._words(meant)
        free = {"1", "0", *self.singular.values()}
        if not exact <= said or not added - free <= exact:
            return False
        return all(not typed.search(line) or sense.search(meant) for typed, sense in _SENSES)

    def has_numbers(self, line: str, meant: str) -> bool:
        """Return whether a suggestion has the number words of a line, as words or digits, and its negations."""
        small = meant.lower()
        typed = (word for word in _WORD.findall(line.lower()) if word in self.digits and self.digits[word] != "1")
        if re.search(r"\b(?:nobody|none|never)\b", line.lower()) and not re.search(r"\bno\b|\bno[bnt]|never", small):
            return False
        return all(re.search(rf"\b(?:{word}|{self.digits[word]})\b", small) for word in typed)

    @staticmethod
    def _named(line: str, kinds: Iterable[Names]) -> set[str]:
        small = line.lower()
        return {
            name.removeprefix("your ").lower()
            for names in kinds
            for written, name in names.items()
            if len(written) > 1 and re.search(rf"(?<!\w){re.escape(written)}(?!\w)", small)
        }

    def _words(self, line: str) -> set[str]:
        """Return the numbers, nouns, adjectives and labels of a line."""
        found: set[str] = set()
        for word in _WORD.findall(line.lower()):
            word = WORD_VARIANTS.get(word, word)
            if (number := self.digits.get(word, word)).isdigit():
                found.add(number)
            elif word in self.singular:
                found.add(self.singular[word])
            elif word in self.adjectives or word.startswith('"'):
                found.add(word)
        return found - {"1", "seat", "card", "neighbour"}
