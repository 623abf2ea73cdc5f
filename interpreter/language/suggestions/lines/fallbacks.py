"""Messages about lines for which no suggestion is found: what the game lacks, and how its statements are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from interpreter.language.reading.diagnosis import UnknownStatement
from interpreter.language.suggestions.content import is_alike
from interpreter.language.suggestions.corrections import LineCorrector
from interpreter.language.suggestions.statement_forms import StatementForms
from interpreter.language.suggestions.unknown_words import UnknownWords
from interpreter.support.errors import Problem
from interpreter.support.name_lists import quote_names

SUGGESTION_CODES = frozenset({"syntax", "unknown-name", "bad-sign", "whose"})
"""Codes of mistakes for which the nearest sentences are searched."""
LONGEST_GUESS = 7
"""Maximum length of a word whose suggestion has to be a misspelling of it."""
_HEAD = re.compile(r"[^:]*: |(?:if|only|for|while|until|otherwise)\b.*")
"""Matches what stands before a statement in its line."""


@dataclass(frozen=True)
class FailedLine:
    """A line with a mistake.

    Attributes:
        first: The mistake.
        body: The line without its indentation.
        indent: Number of blanks before it.
        names: Names that its text gives.
        is_statement: True if it is a statement, not a value.
        style: The message about its style, if it is written as on a printed card.
        fits: Returns True if a text is right in its place.
    """

    first: Problem
    body: str
    indent: int
    names: frozenset[str]
    is_statement: bool
    style: str | None
    fits: Callable[[str], bool]

    @property
    def marked(self) -> str:
        """The part of the line that the message is about."""
        return self.body[self._start : self._start + self.first.length]

    @property
    def deed(self) -> str:
        """The statement with the mistake, without what stands before it in the line; empty if the mistake is there."""
        head = _HEAD.match(self.body)
        end = 0 if head is None else head.end()
        return self.body[end:] if self.is_statement and end <= self._start else ""

    @property
    def _start(self) -> int:
        return max(0, self.first.where.column - 1 - self.indent)


@dataclass(frozen=True)
class FallbackMessages:
    """The messages for one game.

    Attributes:
        unknown: The words that it lacks.
        forms: Its statements.
        corrector: The corrections of its words.
    """

    unknown: UnknownWords
    forms: StatementForms
    corrector: LineCorrector

    def message(self, line: FailedLine) -> Problem | None:
        """Return the message about a line without a suggestion, or None if the first one is as good."""
        if line.first.code == "bad-sign" and line.style is not None and ": " not in line.first.message:
            return replace(line.first, message=line.style, suggestion=None)
        is_vague = line.first.detail == "place"
        if is_vague and (unknown := self._unknown(line)) is not None:
            return unknown
        if is_vague and line.first.code == "unknown-name" and _is_guess(line):
            return replace(line.first, suggestion=None)
        is_unlike_any = is_vague and line.first.code == "unknown-name" and line.first.suggestion is None
        if is_unlike_any and (names := sorted(line.names - {line.marked})):
            return replace(line.first, message=f"{line.first.message}; this text names {quote_names(names)}")
        return self._with_forms(line) if line.first.code == "syntax" else None

    def with_own_forms(self, line: FailedLine) -> Problem | None:
        """Return a message without suggestions, with wordings of the game that are like the line; None without any."""
        told = line.first
        is_answered = (
            told.code == "no-it"
            or told.wordings
            or self.corrector.are_alike(line.marked, (told.suggestion or "").strip("`"))
        )
        if is_answered or "is used as in" in told.message:
            return None
        own = self.forms.alike(line.deed) if told.code in SUGGESTION_CODES else []
        own = own or self.forms.conditions_with(line.marked, line.body)
        message = f"{told.message.partition('; expected')[0]}; this game says {quote_names(own)}"
        return replace(told, message=message, suggestion=None) if own else None

    def with_kept_wordings(self, found: Problem, line: str, names: frozenset[str]) -> Problem | None:
        """Return a message with the wordings that have all words of the line that nobody knows; None if none has."""
        if all(f"`{unknown.word}`" in found.message for unknown in self.unknown.in_line(line, names)):
            return found
        kept = tuple(each for each in found.wordings if self.unknown.are_kept(line, each, names))
        return replace(found, wordings=kept) if kept or not found.wordings else None

    def of_another_language(self, first: Problem, line: str) -> Problem | None:
        """Return the message for a line of which neither the game nor the language has any word."""
        words = re.findall(r"[^\W\d]{2,}", line)
        if len(words) < 2 or all(word.isascii() and word.islower() for word in words):
            return None
        if any(self.corrector.is_word(word) for word in words):
            return None
        message = "no word of this line is one of the language or the game; rules are written in English"
        return replace(first, message=f"{message}, and their translations stand in text/LANGUAGE.yaml", suggestion=None)

    def _unknown(self, line: FailedLine) -> Problem | None:
        """Return the message about the first word of the line that neither the language nor the game has."""
        first, body = line.first, line.body
        unknown = next(iter(self.unknown.in_line(body, line.names)), None)
        if unknown is None:
            return None
        meant = (first.suggestion or "").strip("`")
        if self.corrector.are_alike(unknown.word, meant) and line.fits(body.replace(unknown.word, meant)):
            return None
        nouns = (word for word in self.forms.nouns if self.corrector.are_alike(unknown.word, word))
        noun = next((word for word in nouns if line.fits(body.replace(unknown.word, word))), None)
        if noun is not None:
            message = f"`{unknown.word}` is not a name in this game"
            where = replace(first.where, column=unknown.start + 1 + line.indent)
            return replace(first, where=where, length=len(unknown.word), message=message, suggestion=f"`{noun}`")
        if not unknown.start and line.is_statement:
            forms = self.forms.with_things(body)
            own = "to define it, add it under `words:` with `say` and `do`"
            message = f"no statement begins with `{unknown.word}`; {forms + '; ' if forms else ''}{own}"
            return replace(first, message=message, suggestion=None, wordings=())
        message = self.unknown.explain(body, unknown, line.fits) or ""
        where = replace(first.where, column=unknown.start + 1 + line.indent)
        told = replace(first, where=where, length=len(unknown.word), message=message, suggestion=None, wordings=())
        return told if message else None

    def _with_forms(self, line: FailedLine) -> Problem:
        """Return the message with the forms of the statement, unless a word is only misspelt."""
        first, body = line.first, line.body
        begin = first.where.column - 1 - line.indent
        written, meant = line.marked, (first.suggestion or "").strip("`")
        if not meant or self.corrector.is_word(written) or not self.corrector.are_alike(written, meant):
            is_known = line.is_statement and not isinstance(first, UnknownStatement)
            forms = self.forms.with_verb(body, begin, line.fits) if is_known and first.detail == "place" else None
            message = first.message if forms is None else f"{first.message.partition('; expected')[0]}; {forms}"
            return replace(first, message=message, suggestion=None)
        return (
            replace(first, message=line.style or first.message, suggestion=None) if written.lower() == meant else first
        )


def _is_guess(line: FailedLine) -> bool:
    """Return whether the suggestion for a word has too many other letters; those for long words may have more."""
    word, meant = line.marked, (line.first.suggestion or "").strip("`")
    return len(word) <= LONGEST_GUESS and meant != "" and not is_alike(word, meant)
