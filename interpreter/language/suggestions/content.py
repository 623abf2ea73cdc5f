"""The content of a line: names, numbers and small words that a suggestion must not lose or add."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from interpreter.language.reading.joined_words import WORD_VARIANTS
from interpreter.language.suggestions.named_things import NamedThings, Names, longest_first
from interpreter.language.suggestions.own_phrases import LINKS
from interpreter.support.similar_words import SHORT_WORD, is_misspelt

_EVERY = re.compile(r"\b(?:all|every|each)\b")
_WORD = re.compile(r"\"[^\"]*\"|\w+")
_OTHERS = re.compile(r"\b(?:opponents?|enemy|other|another)\b")
_NEGATIONS = r"\b(?:not|no|never|unless|without|except|nobody|none|unset|unmark|clear|longer)\b|n['’]t\b|!|<>"
_NOT = re.compile(rf"{_NEGATIONS}|\bout of\b")
_SENSES: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(typed), re.compile(meant))
    for typed, meant in (
        (_NEGATIONS, r"\b(?:not|no|without|nobody|none|nothing)\b|< 1\b|\bis 0\b"),
        (r"\b(?:may|optionally)\b|up to|\bany number\b", r"\bmay\b|up to|, or (?:stop|none)\b|\bany of\b|\bfrom 0\b"),
        (r"\b(?:if|when|unless|while)\b", r"\b(?:if|while|where|otherwise|until|with)\b"),
        (r"\brandom", r"\brandom\b"),
        (r"\b(?:else|otherwise)\b", r"\botherwise\b"),
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

    @cached_property
    def _pieces(self) -> frozenset[str]:
        nouns = self.things.symbols.nouns.values()
        return frozenset(word for noun in nouns if noun.kind == "pieces" for word in (noun.one, noun.many))

    @cached_property
    def _mixed_number(self) -> re.Pattern[str]:
        """A pattern of a word for one thing before a noun in the plural."""
        many = longest_first(many for many, one in self.singular.items() if many != one)
        return re.compile(rf"\b(?:an?|any|one|another) (?:(?!(?:{longest_first(LINKS)})\b)\w+ ){{0,2}}(?:{many})\b")

    def is_kept(self, line: str, meant: str) -> bool:
        """Return whether a suggestion has all content of a line, and adds nothing but boxes, zones and nouns."""
        things = self.things
        exact = self._named(line, (things.cells, things.seats, things.places, things.zones)) | self._words(line)
        said = self._named(meant, (things.cells, things.seats, things.places, things.zones)) | self._words(meant)
        added = self._named(meant, (things.cells, things.seats, things.spaces)) | self._words(meant)
        free = {"1", "0", *self.singular.values()}
        said |= {deck for deck, zone in things.decks.items() if re.search(rf"\b{zone}\b", meant)}
        if not exact <= said or not added - free <= exact:
            return False
        return all(not typed.search(line) or sense.search(meant) for typed, sense in _SENSES)

    def has_small_words(self, line: str, meant: str) -> bool:
        """Return whether a suggestion has a line's number words, negations, and words such as `all` and `opponent`.

        False, too, if a word for one thing comes before several in the suggestion alone.
        """
        small = meant.lower()
        if self._mixed_number.search(meant) and not self._mixed_number.search(line):
            return False
        if _NOT.search(line.lower()) and not _NOT.search(small):
            return False
        if "random" in line.lower() and "random" not in small:
            return False
        if "opponent" in line.lower() and not _OTHERS.search(small):
            return False
        if re.search(r"\b(?:else|otherwise)\b", line.lower()) and "otherwise" not in small:
            return False
        written = {self.digits.get(word, word) for word in re.findall(r"\w+", small)}
        if not {number for number in re.findall(r"\b\d+\b", line) if number != "1"} <= written:
            return False
        every = re.search(r"\b(?:all|every|each|both) (\w+)(?: (\w+))?", line.lower())
        if every is not None and self._pieces.intersection(every.groups()) and not _EVERY.search(small):
            return False
        typed = (word for word in _WORD.findall(line.lower()) if word in self.digits and self.digits[word] != "1")
        if re.search(r"\b(?:nobody|none|never)\b", line.lower()) and not re.search(r"\bno\b|\bno[bnt]|never", small):
            return False
        return all(re.search(rf"\b(?:{word}|{self.digits[word]})\b", small) for word in typed)

    def adds_names(self, line: str, meant: str) -> bool:
        """Return whether a suggestion names a thing that the line doesn't, not even misspelt or in part."""
        things, small = self.things, line.lower()
        written = re.findall(r"\w+", small)
        for name in self._named(meant, (things.seats, things.spaces)):
            parts = [part for part in re.split(r"\W|_", name.lower()) if len(part) > 1]
            if name.lower() not in small and not any(is_alike(word, part) for part in parts for word in written):
                return True
        return False

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


def is_alike(word: str, other: str) -> bool:
    """Return whether one word is a misspelling or another form of the other, or a part of it."""
    if word in re.split("[_ '’-]", other) or (len(word) >= SHORT_WORD and other.startswith(word[: -len(word) // 3])):
        return True
    return is_misspelt(word, other)
