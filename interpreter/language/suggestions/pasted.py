"""The words of one game, and normalization of text pasted from its cards: names, small letters, plain signs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from interpreter.language.reading.lark_parser import Parser
from interpreter.language.reading.lexer import SIGN_REPLACEMENTS, Lexer
from interpreter.language.symbols import Symbols
from interpreter.support.similar_words import edit_distance, is_alike_by_parts

_SIGN = re.compile(
    "|".join(
        re.escape(sign) if sign != "=" else "(?<![<>])="
        for sign in sorted(set(SIGN_REPLACEMENTS) - set("’‘`'"), key=len, reverse=True)
    )
)
"""Typographic signs; `=` is one, but not in `>=`."""
_QUOTED = re.compile(r"""(?<!\w)['’‘`]([^"'’‘`]+)['’‘`](?!\w)""")
_AND_OR = re.compile(r"\b(?:or ?/ ?and|and / or)\b")
_SENTENCE = re.compile(r"[.;!](?:\s+|$)")
_JOINED = re.compile(r"\s*(?:,\s*)?\b(?:and then|then|and)\s+", re.IGNORECASE)
MOST_WRONG = 2
"""Maximum number of wrong letters in a name of several words."""
_BEGUN = re.compile(r"^(?:and then|then|and),?\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d]\w*")


def normalize_signs(line: str) -> str:
    """Replace typographic signs by those of the language, except within quotation marks."""

    def plain(part: str) -> str:
        return _SIGN.sub(
            lambda match: SIGN_REPLACEMENTS[match.group()], _AND_OR.sub("and/or", _QUOTED.sub(r'"\1"', part))
        )

    parts = enumerate(re.split(r'("[^"]*")', line))
    return "".join(part if at % 2 and part.startswith('"') else plain(part) for at, part in parts)


def fold(text: str) -> str:
    """Remove accents, capitals and joining signs, to compare names; the length stays the same."""
    return "".join(_plain_letter(letter) for letter in text)


def _plain_letter(letter: str) -> str:
    if letter in " -_'’.\u00a0\u2011\u202f":
        return " "
    small = unicodedata.normalize("NFD", letter)[0].lower()
    return small if len(small) == 1 else letter


@dataclass(frozen=True)
class SuggestionWords:
    """The words of one game, as suggestions need them.

    Attributes:
        dictionary: Its lexer.
        parser: Its parser.
        names: Names of its things.
        singular: Singular of each noun.
        examples: Names of each kind of thing, as they are written, each with its placeholder.
        lines: Returns all lines that it has written.
        phrases: Its own wordings.
        statements: Those of statements.
        conditions: Those of conditions.
        symbols: Its symbols.
    """

    dictionary: Lexer
    parser: Parser
    names: frozenset[str]
    singular: Mapping[str, str]
    examples: Mapping[str, str]
    lines: Callable[[], Iterable[str]]
    phrases: Sequence[str]
    statements: Sequence[str]
    conditions: Sequence[str]
    symbols: Symbols

    @cached_property
    def adjectives(self) -> list[str]:
        """Words that precede a noun; last those that things can gain."""
        return [word for word, kinds in self.dictionary.keywords.items() if "ADJ" in kinds]


class TitleMatcher:
    """A recognizer of the names of one game as they are printed on cards."""

    def __init__(self, words: SuggestionWords) -> None:
        """Prepare the search. Among names that look alike, the first is used; before a noun, the adjective."""
        names = [*words.dictionary.titles, *sorted(words.names)]
        self._exact = frozenset(names)
        self._names: dict[str, str] = {}
        self._adjectives = {fold(adjective): adjective for adjective in words.adjectives}
        for name in (*names, *self._adjectives.values()):
            if len(name) > 2:
                self._names.setdefault(fold(name), name)
        longest_first = sorted(self._names, key=len, reverse=True)
        self._any = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)") if self._names else None
        self._noun = re.compile(rf" (?:{'|'.join(map(re.escape, words.singular)) or '(?!)'})(?!\w)")

    def correct(self, line: str) -> str:
        """Return the line with its names in their proper spelling."""
        put, end = [], 0
        looked = fold(line)
        for start, stop in self._spans(looked):
            written = line[start:stop]
            if written not in self._exact:
                put += [line[end:start], self._name(looked, start, stop)]
                end = stop
        return "".join([*put, line[end:]])

    def with_similar_titles(self, line: str, start: int) -> Iterator[str]:
        """Yield the line with a name of several words in the place of similar words at `start`."""
        looked = fold(line)
        for plain, name in self._names.items():
            more = plain.count(" ")
            match = re.compile(rf"\w+(?: \w+){{{more}}}").match(looked, start) if more else None
            if match is None or edit_distance(match.group(), plain, MOST_WRONG) is None:
                continue
            if is_alike_by_parts(match.group(), plain):
                yield line[:start] + name + line[match.end() :]

    def _spans(self, looked: str) -> Iterator[tuple[int, int]]:
        return (match.span() for match in self._any.finditer(looked)) if self._any is not None else iter(())

    def _name(self, looked: str, start: int, stop: int) -> str:
        written = looked[start:stop]
        if written in self._adjectives and self._noun.match(looked, stop):
            return self._adjectives[written]
        return self._names[written]


def sentences(line: str) -> list[str]:
    """Split a line into sentences, without their ends and leading conjunctions."""
    parts = (part.strip(" ,") for part in _SENTENCE.split(line))
    return [_BEGUN.sub("", part) for part in parts if part]


def clauses(sentence: str) -> list[str]:
    """Split a sentence into its clauses."""
    return [part.strip(" ,") for part in _JOINED.split(sentence) if part.strip(" ,")]


def without_capitals(sentence: str, dictionary: Lexer) -> str:
    """Return the sentence in lower case, except for titles and words that are unknown in lower case."""
    kept = [match.span() for match in dictionary.titles_in(sentence)]

    def small(match: re.Match[str]) -> str:
        word, lower = match.group(), match.group().lower()
        if any(start <= match.start() < end for start, end in kept):
            return word
        return lower if match.start() == 0 or lower in dictionary.keywords else word

    return _WORD.sub(small, sentence)
