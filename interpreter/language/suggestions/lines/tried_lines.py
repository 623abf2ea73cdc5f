"""One line of a text, in the place of which others are tried."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

from interpreter.language.reading.lark_parser import Stack
from interpreter.language.reading.lexeme import Lexeme
from interpreter.language.suggestions.pasted import SuggestionWords
from interpreter.rulebook.model import Text
from interpreter.rulebook.overlays.lines import source_lines
from interpreter.rulebook.text import standalone_text
from interpreter.support.errors import NO_RANGE, Location, Problem, RulebookError

MOST_TRIES = 450
"""Maximum number of texts that are tried in the place of one line."""
_COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*')
_STRAY_ARTICLE = re.compile(
    r"(?<=\d )the |\b(?:an?|the) (?=(?:an?|the|and|are|as|at|be|by|for|from|has|have|in|into|is|of|on|or|to|under|where"
    r'|with|without)\b(?!\s*["\'])(?=(?:[^"\n]*"[^"\n]*")*[^"\n]*$))',
    re.MULTILINE,
)
"""Matches an article before a word that begins no description of a thing, outside of quotes."""
_BEFORE_VOWEL = re.compile(r"\ba (?=(?!one\b|uni|use)[aeiou][a-z]{2})")
_SEAT_LOOP = re.compile(r'\bfor each (?:\w+ )?(?:seat|player)\b[^:"]*, as (\w+):')
"""Matches the beginning of a loop over seats, with the name of the seat."""

Check = Callable[[Text], Problem | None]
"""A function that returns the first mistake in a text, if that is read in the place of another."""


class TriedLine:
    """The first line of a text that has a mistake.

    Attributes:
        rows: The lines of the text; one of a value has a single line.
        first: The mistake; None if there is none.
        at: Index of the line.
    """

    def __init__(self, text: Text, start: str, check: Check) -> None:
        self._start = start
        self._check = check
        self.rows = str(text).split("\n") if start == "program" else [str(text)]
        self.first = check(standalone_text(self.rows))
        self.at = self.first.where.line - 1 if self.first is not None and start == "program" else 0
        self._known: dict[str, bool] = {}

    @property
    def tries(self) -> int:
        """Number of texts that were tried in the place of the line."""
        return len(self._known)

    @property
    def is_there(self) -> bool:
        """False if the mistake is behind the last line."""
        return self.at < len(self.rows)

    @property
    def row(self) -> str:
        """The line as it is written."""
        return self.rows[self.at]

    @cached_property
    def body(self) -> str:
        """The line without its indentation and comment."""
        return without_comment(self.row).strip()

    @property
    def indent(self) -> str:
        """The blanks before the line."""
        return self.row[: len(self.row) - len(self.row.lstrip())]

    def loop_seat(self, before: int) -> str | None:
        """Return the name of the seat in turn in the innermost loop over seats; None if it is `you`, or without one.

        Args:
            before: The place in the line around which loops are looked for.
        """
        depth, outer = len(self.indent), [self.body[:before]]
        for row in reversed(self.rows[: self.at]):
            if row.strip() and len(row) - len(row.lstrip()) < depth:
                depth = len(row) - len(row.lstrip())
                outer.append(row)
        names = (found[-1] for row in outer if (found := _SEAT_LOOP.findall(row)))
        name = next(names, None)
        return None if name == "you" else name

    def around(self, number: int) -> list[str]:
        """Return the nearest lines above and below, up to a number each."""
        return [*self.rows[max(0, self.at - number) : self.at], *self.rows[self.at + 1 :][:number]]

    def fits(self, text: str) -> bool:
        """Return True if there is no mistake with a text in the place of the line, and it doesn't go on for ever."""
        if "while true" in text:
            return False
        lines = [line.rstrip() for line in text.split("\n")]
        rows = self._rows_with(lines)
        key = "\n".join(rows)
        if key not in self._known:
            if len(self._known) >= MOST_TRIES:
                return False
            problem = self._check(standalone_text(rows))
            is_here = problem is not None and self.at < problem.where.line <= self.at + len(lines)
            self._known[key] = problem is None or (self._start == "program" and not is_here)
        return self._known[key]

    def problem_with(self, text: str) -> Problem | None:
        """Return the first mistake with a text in the place of the line, if it is in that text."""
        problem = self._check(standalone_text(self._rows_with([text])))
        return problem if problem is not None and problem.where.line == self.at + 1 else None

    def place(self, body: str, known: SuggestionWords) -> tuple[Stack, list[Lexeme]] | None:
        """Return the parser's stack before the line, and the line's end and beginning of a block.

        Args:
            body: What stands in the place of the line.
            known: The words of the game.
        """
        text = standalone_text(self._rows_with([body]))
        try:
            words = known.dictionary.tokenize(text, block=self._start == "program")
        except RulebookError:
            return None
        if self._start == "value":
            begin, ending = 0, [Lexeme(("$END",), "", 1, len(body) + 1, len(body) + 1)]
        else:
            inside = [at for at, word in enumerate(words) if word.line == self.at + 1 and word.text]
            if not inside or (inside[0] and words[inside[0] - 1].text):
                return None
            begin = inside[0]
            end = next(at for at in range(inside[-1], len(words)) if words[at].kinds == ("_NL",))
            if words[end].line != self.at + 1:
                return None
            ending = [word for word in words[end : end + 2] if word.kinds in (("_NL",), ("_INDENT",))]
        stack = known.parser.stack_after(self._start, words[:begin])
        return None if stack is None else (stack, ending)

    def _rows_with(self, lines: list[str]) -> list[str]:
        if self._start == "value":
            return lines
        own = [self.indent + line for line in lines]
        return [*self.rows[: self.at], *own, *self.rows[self.at + 1 :]]


def without_comment(row: str) -> str:
    """Return a line without its comment."""
    return _COMMENT.sub(r"\1", row)


def without_stray_articles(row: str) -> str:
    """Return a text without articles that no noun can follow, which corrections may leave behind, and with `an`."""
    return _BEFORE_VOWEL.sub("an ", _STRAY_ARTICLE.sub("", row))


def is_in_text(problem: Problem, text: Text) -> bool:
    """True if a mistake is in this text, not in another one that was read because of it."""
    rows = text.split("\n")
    last = text.place_at(len(rows), len(rows[-1]) + 1)
    return problem.where.file == text.where.file and text.where.line <= problem.where.line <= last.line


def range_of_line(text: Text, at: int, spot: Location) -> tuple[int, int]:
    """Return the column and the length of a line of a text in its file.

    Returns:
        NO_RANGE if the line is not on the line of `spot` as it was read: the mistake may be in another text, which this
            one uses.
    """
    row = without_comment(text.split("\n")[at])
    body = row.strip()
    where = text.place_at(at + 1, len(row) - len(row.lstrip()) + 1)
    written = text.excerpt(where) or ""
    is_there = (where.file, where.line) == (spot.file, spot.line) and written.startswith(body, where.column - 1)
    return (where.column, len(body)) if is_there else NO_RANGE


def were_lines(problem: Problem, text: Text, check: Check) -> bool:
    """True if the lines that YAML joined were lines of the language.

    Either they can be read as such, or the first one can, and the next one is wrong from its beginning.
    """
    rows = [line.content for line in source_lines(text)]
    return check(standalone_text(rows)) is None or (
        problem.where == text.first_joined_line and check(standalone_text(rows[:1])) is None
    )
