"""Errors as data: place, description, and the probable intention. The text is rendered last, for display."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import PurePath
from typing import Literal, NamedTuple

Detail = Literal["place", "cause", "remedy"]
"""Detail of a message: only where the mistake is, or also its cause, or even what to write instead."""
ERROR, WARNING = "error", "warning"
"""Severities: an error prevents the rules from being used, a warning prevents nothing."""
NO_RANGE = (0, 0)
"""Range of a suggestion that is only advice and can't be inserted literally."""
MAX_NAME_LENGTH = 64
EXCERPT_WIDTH = 120


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file.

    Attributes:
        file: Path as the user would type it. An empty one is shown as `''`.
        line: Line from 1; 0 for the file as a whole.
        column: Column from 1.
    """

    file: str
    line: int = 0
    column: int = 0

    def shares_folder(self, other: Location) -> bool:
        """Return True if both files lie in the same folder, as those of one game do, and not those of its variants."""
        return PurePath(self.file).parent == PurePath(other.file).parent

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file or "''"


class Missing(NamedTuple):
    """Text that is probably missing right before or right behind the underlined part of a line."""

    before: str = ""
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or warning.

    Text from files is made safe for terminals in `render`, where the caret can still be aligned with it.

    Attributes:
        where: Place of the problem.
        code: A short, stable name such as `unknown-name`.
        message: Description of the problem.
        suggestion: What was probably meant.
        excerpt: The line of the file, unchanged.
        length: Number of characters to underline.
        severity: ERROR or WARNING.
        wordings: What the line may have been meant to be, nearest first; each has one or more lines.
        cause: Place of the mistake from which this problem follows.
        replaced: Column and length of the part of `excerpt` that the suggestion or a wording replaces. None: the
            suggestion replaces the underlined part, and wordings replace nothing. NO_RANGE: it is only advice.
        detail: How much the message says, which decides what is searched for a better one.
        missing: Text that may make the line right; a search tries it before it is suggested.
        names_variant: True if the message says which variant brings the problem about.
        otherwise: The end of the message in case that no suggestion helps.
    """

    where: Location
    code: str
    message: str
    suggestion: str | None = None
    excerpt: str | None = None
    length: int = 1
    severity: str = ERROR
    wordings: tuple[str, ...] = ()
    cause: Location | None = None
    replaced: tuple[int, int] | None = field(default=None, compare=False)
    detail: Detail = field(default="cause", compare=False)
    missing: Missing | None = field(default=None, compare=False)
    names_variant: bool = field(default=False, compare=False)
    otherwise: str = field(default="", compare=False)

    def render(self) -> str:
        """Return the message as the command prints it: place, description, excerpt with caret, and suggestion."""
        lines = [f"{printable(str(self.where))}: {self.severity}: {printable(self.message)}"]
        if self.excerpt is not None and self.where.column:
            lines.extend(
                "    " + line for line in _excerpt_with_caret(self.excerpt, self.where.column - 1, self.length)
            )
        return "\n".join([*lines, *_indent(self.suggestion_lines())])

    def replacement(self) -> tuple[int, str, tuple[str, ...]] | None:
        """Return the correction as an edit: column, characters to replace, and the possible replacements.

        Returns None if there is nothing that could be inserted literally.
        """
        column, length = self.replaced or ((self.where.column, self.length) if self.suggestion else NO_RANGE)
        line, start = self.excerpt or "", column - 1
        letters = line[max(0, start) : max(0, start) + length]
        if not column or not letters or len(letters) < length or not (self.suggestion or self.wordings):
            return None
        if any(line[at - 1 : at + 1].isalnum() and 0 < at < len(line) for at in (start, start + length)):
            return None  # the place says only where a word begins
        return column, letters, self.wordings or ((self.suggestion or "").strip("`"),)

    def suggestion_lines(self) -> list[str]:
        """Return the suggestions as lines of text."""
        suggested = [f"did you mean {self.suggestion}?"] if self.suggestion else []
        return [printable(line) for line in (*suggested, *(_wording_lines(self.wordings) if self.wordings else ()))]


def errors_of(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems that are errors."""
    return tuple(problem for problem in found if problem.severity == ERROR)


def warnings_of(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems that are warnings."""
    return tuple(problem for problem in found if problem.severity == WARNING)


def _wording_lines(wordings: tuple[str, ...]) -> list[str]:
    if len(wordings) == 1 and "\n" not in wordings[0]:
        return [f"did you mean `{wordings[0]}`?"]
    listed = [line for wording in wordings for line in wording.split("\n")]
    return ["did you mean these lines?" if len(wordings) == 1 else "did you mean one of these?", *_indent(listed)]


def _indent(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


class CahierError(Exception):
    """Base class of the errors that the library raises deliberately.

    Attributes:
        problems: The errors, at least one.
        warnings: Warnings found along with them.
    """

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        found = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.problems, self.warnings = errors_of(found), warnings_of(found)
        super().__init__("\n".join(problem.render() for problem in self.problems))

    @property
    def file(self) -> str:
        """File of the first problem."""
        return self.problems[0].where.file

    @property
    def line(self) -> int:
        """Line of the first problem, from 1; 0 for the file as a whole."""
        return self.problems[0].where.line

    @property
    def column(self) -> int:
        """Column of the first problem, from 1."""
        return self.problems[0].where.column

    @property
    def message(self) -> str:
        """Message of the first problem."""
        return self.problems[0].message


class RulebookError(CahierError):
    """Raised for rules, an overlay or a scenario that can't be used as written."""


class PlayError(CahierError):
    """Raised for an impossible request to a match: an unavailable option, an undo at the start."""


class BudgetError(CahierError):
    """Raised for an effect that was stopped because it ran too long; the problem names the rule."""


class SaveError(CahierError):
    """Raised for a save or record that can't be used: truncated, edited by hand, or of other rules."""


def printable(text: str) -> str:
    """Return a text for display on one line of a terminal: control, bidi and other invisible characters are escaped."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in text)


def _escape(letter: str) -> str:
    if unicodedata.category(letter) == "Zs":  # the spaces of French punctuation
        return letter
    return repr(letter)[1:-1]


def _excerpt_with_caret(line: str, column: int, length: int) -> list[str]:
    """Return an excerpt of the line that fits a terminal, and a second line with a caret.

    The caret underlines `length` characters from `column`, counted from 0.
    """
    first = max(0, column - EXCERPT_WIDTH // 2) if len(line) > EXCERPT_WIDTH else 0
    cut = line[first : first + EXCERPT_WIDTH]
    before, marked = (
        printable(cut[: column - first]),
        printable(cut[column - first :][: max(1, length)]),
    )
    dots = "…" if first else ""
    tail = "…" if len(line) > first + EXCERPT_WIDTH else ""
    caret = " " * _display_width(dots + before) + "^" * max(1, _display_width(marked))
    return [dots + printable(cut) + tail, caret]


def _display_width(text: str) -> int:
    """Return the number of columns that a text takes in a terminal."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) != 0 for letter in text)


class MissingExtraError(CahierError):
    """Raised when a library of an extra isn't installed."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'cahier[{extra}]'"


def require_extra(extra: str, *modules: str) -> None:
    """Raise MissingExtraError if one of these modules of an extra can't be imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        message = f"not installed; this does it: {install_command(extra)}"
        raise MissingExtraError([Problem(Location(module), "not-installed", message) for module in missing])
