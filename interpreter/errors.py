"""Errors as facts: where, what, and what was probably meant. The text is made last, when a person is to read it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from heapq import nlargest
from itertools import pairwise

ERROR, WARNING = "error", "warning"
"""How bad a finding is: an error stops the rules from being used, a warning stops nothing."""
NOWHERE = (0, 0)
"""What a suggestion replaces that can't be written as it stands."""
LONGEST_NAME = 64
EXCERPT_WIDTH = 120
MANY_NAMES = 300
"""Beyond so many candidates only the MOST_COMPARED likeliest are compared with a word letter by letter."""
MOST_COMPARED = 20

FEW_PARTS = 4
"""Longer wordings may differ in a whole word and still be alike."""
_PARTS = re.compile(r"[ _-]")


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A place in a file: the path as the user would type it, line and column from 1. Line 0: the file as a whole. An
    empty path is shown as `''`."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file or "''"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `code` is stable and short (`unknown-name`); `excerpt` is the line that it is about, as it is in the
    file; `severity` is ERROR or WARNING; `wordings` are what the line may have been meant to be, nearest first, each of
    one or more lines; `cause` is the place of the mistake that it follows from.

    `replaced`: the column and the length, in `excerpt`, of what the suggestion or one of the wordings can be written in
    place of. None: a suggestion in place of what is underlined, wordings nowhere. NOWHERE: it is no more than advice.

    What comes from files is made safe for terminals in `render`, where the caret can still be fitted to it.
    """

    where: Where
    code: str
    message: str
    suggestion: str | None = None
    excerpt: str | None = None
    length: int = 1
    severity: str = ERROR
    wordings: tuple[str, ...] = ()
    cause: Where | None = None
    replaced: tuple[int, int] | None = field(default=None, compare=False)

    def render(self) -> str:
        """The message as the command prints it: place, what is wrong, the line with a caret, what was meant."""
        lines = [f"{shown(str(self.where))}: {self.severity}: {shown(self.message)}"]
        if self.excerpt is not None and self.where.column:
            lines.extend("    " + line for line in _pointed_at(self.excerpt, self.where.column - 1, self.length))
        return "\n".join([*lines, *_indent(self.meant())])

    def instead(self) -> tuple[int, str, tuple[str, ...]] | None:
        """What can be written as it was probably meant: from this column of the line on, in place of these letters, one
        of these texts. None if nothing is known that could be written there."""
        column, length = self.replaced or ((self.where.column, self.length) if self.suggestion else NOWHERE)
        line, start = self.excerpt or "", column - 1
        letters = line[max(0, start) : max(0, start) + length]
        if not column or not letters or len(letters) < length:
            return None
        if any(line[at - 1 : at + 1].isalnum() and 0 < at < len(line) for at in (start, start + length)):
            return None  # the place says only where a word begins
        return column, letters, self.wordings or ((self.suggestion or "").strip("`"),)

    def meant(self) -> list[str]:
        """What was probably meant, as lines."""
        suggested = [f"did you mean {self.suggestion}?"] if self.suggestion else []
        return [shown(line) for line in (*suggested, *(_meant(self.wordings) if self.wordings else ()))]


def errors_of(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those that are errors."""
    return tuple(problem for problem in found if problem.severity == ERROR)


def warnings_of(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those that are warnings."""
    return tuple(problem for problem in found if problem.severity == WARNING)


def _meant(wordings: tuple[str, ...]) -> list[str]:
    if len(wordings) == 1 and "\n" not in wordings[0]:
        return [f"did you mean `{wordings[0]}`?"]
    listed = [line for wording in wordings for line in wording.split("\n")]
    return ["did you mean these lines?" if len(wordings) == 1 else "did you mean one of these?", *_indent(listed)]


def _indent(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


class CahierError(Exception):
    """Base class of every error that the library raises on purpose. `problems` are the errors, one or more; `warnings`
    what was found besides."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        found = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.problems, self.warnings = errors_of(found), warnings_of(found)
        super().__init__("\n".join(problem.render() for problem in self.problems))

    @property
    def file(self) -> str:
        return self.problems[0].where.file

    @property
    def line(self) -> int:
        return self.problems[0].where.line

    @property
    def column(self) -> int:
        return self.problems[0].where.column

    @property
    def message(self) -> str:
        return self.problems[0].message


class RulebookError(CahierError):
    """The rules, an overlay or a scenario can't be used as they are written."""


class PlayError(CahierError):
    """A match was asked for something it can't do: an option not on offer, an undo at the start."""


class BudgetError(CahierError):
    """An effect went on for too long and was stopped; the problem names the rule."""


class SaveError(CahierError):
    """A saved match or a record can't be used: truncated, changed by hand, of other rules."""


@lru_cache(maxsize=20_000)
def _pairs(word: str) -> frozenset[str]:
    return frozenset(map("".join, pairwise(word)))


def _most_alike(word: str, names: list[str]) -> list[str]:
    """Those of many names that have most pairs of letters in common with a word: to compare it with each takes long."""
    own = _pairs(word)
    return nlargest(MOST_COMPARED, names, key=lambda name: len(own & _pairs(name)))


def alike_by_parts(word: str, name: str) -> bool:
    """Whether names of a few parts are alike in each: `ten_of_them` is not `two_of_them` with a mistake."""
    parts, others = (_PARTS.split(each.casefold()) for each in (word, name))
    if len(parts) != len(others) or not 1 < len(parts) <= FEW_PARTS:
        return True
    return all(
        letters_apart(part, other, 1) is not None or get_close_matches(part, [other], n=1)
        for part, other in zip(parts, others, strict=True)
    )


def nearest(word: str, candidates: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The candidate that was probably meant by `word`, or None; `cutoff` (0 to 1) is how alike they have to be."""
    if len(word) > LONGEST_NAME:
        return None
    by_small_letters: dict[str, list[str]] = {}
    for candidate in candidates:
        by_small_letters.setdefault(candidate.casefold(), []).append(candidate)
    names = list(by_small_letters)
    if len(names) > MANY_NAMES:
        names = _most_alike(word.casefold(), names)
    close = get_close_matches(word.casefold(), names, n=3, cutoff=cutoff)
    found = [name for name in close if alike_by_parts(word, name)]
    swapped = (each for each in found if sorted(each) == sorted(word.casefold()))
    best = next(swapped, found[0]) if found else None
    if best is None:
        return None
    written = by_small_letters[best]
    return next((each for each in written if each[:1].isupper() == word[:1].isupper()), written[-1])


def letters_apart(one: str, other: str, most: int) -> int | None:
    """How many letters have to be put in, left out, changed or swapped to make one word the other; None: more than
    `most`."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, last, row = row, before, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != wanted))
            if last and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
        if min(row) > most and (not before or min(before) > most):
            return None
    return row[-1] if row[-1] <= most else None


def shown(text: str) -> str:
    """The text as it may go to a terminal, on one line: control, bidi and other invisible characters as escapes."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in text)


def _escape(letter: str) -> str:
    if unicodedata.category(letter) == "Zs":  # the spaces of French punctuation
        return letter
    return repr(letter)[1:-1]


def _pointed_at(line: str, column: int, length: int) -> list[str]:
    """The line, cut to what fits a terminal, and a second one with a caret under `length` characters from `column`."""
    first = max(0, column - EXCERPT_WIDTH // 2) if len(line) > EXCERPT_WIDTH else 0
    cut = line[first : first + EXCERPT_WIDTH]
    before, marked = shown(cut[: column - first]), shown(cut[column - first :][: max(1, length)])
    dots = "…" if first else ""
    tail = "…" if len(line) > first + EXCERPT_WIDTH else ""
    caret = " " * _width(dots + before) + "^" * max(1, _width(marked))
    return [dots + shown(cut) + tail, caret]


def _width(text: str) -> int:
    """How many columns a terminal gives to the text."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) != 0 for letter in text)
