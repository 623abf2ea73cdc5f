"""Trial of suggestions: each is written in place of the mistake, and the files are read again."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from interpreter.rulebook.source.files import FolderFile, plain_lines, read_bytes, unsaved
from interpreter.rulebook.source.nodes import Problems, SourceFile
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import ERROR, Problem, errors_of
from interpreter.support.similar_words import is_misspelt

_ONE_FIELD = re.compile(r"\{(\w+): ([^,:{}]*)\}", re.ASCII)
"""Matches a mapping in braces with one field."""
_LETTERS = re.compile(r"[_ /]")
"""Matches what stands between the words of a name or a path."""
MOST_TRIED = 12
"""Maximum number of times that the files are read again; suggestions beyond it are shown untried."""
LETTERS_PER_TRIAL = 32_768
"""Number of letters for which reading a file again counts as one more trial, because it takes that much longer."""


ReadAgain = Callable[[str], Iterable[Problem]]
"""A function that reads a changed file, with all that belongs to it, and returns its problems."""


def try_suggestions(problems: Sequence[Problem], read_again: ReadAgain) -> tuple[Problem, ...]:
    """Return the problems without the suggestions that don't help.

    A suggestion helps if the error is gone with it and its line has fewer errors, or if a file can be read that can't
    be read without it, and the line has no error then. For a misspelt word it is enough that its error is gone. Of
    several wordings, the first that helps is kept; it may need quotes.

    Args:
        problems: The problems found in some files.
        read_again: The reader that found them.
    """
    trial = _Trial(problems, read_again)
    return tuple(trial.tried(each) for each in problems)


class _Trial:
    def __init__(self, problems: Iterable[Problem], read_again: ReadAgain) -> None:
        self._problems = errors_of(problems)
        self._before = Counter((each.where.file, each.where.line) for each in self._problems)
        self._read_again = read_again
        self._left = MOST_TRIED

    def tried(self, problem: Problem) -> Problem:
        """Return a problem with the suggestion that helps, without one if none does."""
        known = problem.replacement() if problem.severity == ERROR else None
        text = None if known is None or self._left <= 0 else _text_of(problem)
        if known is None or text is None:
            return problem
        column, letters, meant = known
        waiting, second = list(meant), None
        for wording in waiting:  # it grows
            if self._left <= 0:
                return problem
            left, better = self._left_with(problem, text, column, letters, wording)
            if left == 0:
                alike = [each for each in meant if each != wording and _differs_in_field(each, wording)]
                helping = [each for each in alike if self._left_with(problem, text, column, letters, each)[0] == 0]
                found = _with_suggestion(problem, wording)
                return replace(found, wordings=(wording, *helping)) if helping else found
            second = wording if left is not None and second is None else second
            waiting += [each for each in better if each not in waiting]
        if second is not None:
            return _with_suggestion(problem, second)
        message = f"{problem.message}{problem.otherwise}"
        return replace(problem, message=message, suggestion=None, wordings=(), replaced=None)

    def _left_with(
        self, problem: Problem, text: str, column: int, letters: str, wording: str
    ) -> tuple[int | None, tuple[str, ...]]:
        """Return the number of errors left in a line with a wording in place of letters, and better wordings.

        The number is None if the wording doesn't help.
        """
        where, left = problem.where, None
        for form in (wording,) if wording.replace("_", "").isalnum() else (wording, json.dumps(wording)):
            self._left -= 1 + len(text) // LETTERS_PER_TRIAL
            changed = _written(problem, text, column, letters, form)
            with unsaved({os.path.realpath(where.file): changed.encode("utf-8", "surrogatepass")}):
                after = errors_of(self._read_again(where.file))
            after_it = 1 if _is_readable(text) else 2  # the parser may stop in the line below
            lines = range(where.line, where.line + form.count("\n") + after_it)
            here = [each for each in after if each.where.file == where.file and each.where.line in lines]
            known = (each.replacement() for each in here)
            better = tuple(mended for found in known if found for mended in _mended(wording, column, *found))
            if _same(problem, here) >= _same(problem, self._problems):
                continue
            if _is_readable(text) and not _is_readable(changed):
                continue
            is_misspelling = _LETTERS.sub("", wording).isalnum() and is_misspelt(letters, wording)
            is_better = len(here) < self._before[where.file, where.line]
            if is_misspelling or is_better or (not here and _is_readable(changed) and not _is_readable(text)):
                return len(here), better
            left = left or better
        return None, left or ()


def _differs_in_field(one: str, other: str) -> bool:
    """True if two mappings in braces have the same value in another field, which is as likely."""
    found, there = _ONE_FIELD.fullmatch(one), _ONE_FIELD.fullmatch(other)
    return found is not None and there is not None and found[2] == there[2]


def _mended(wording: str, at: int, column: int, letters: str, meant: Iterable[str]) -> list[str]:
    """Return a wording that was put at a column, with each meant text in place of letters within it."""
    start = column - at
    if start < 0 or "\n" in wording or not wording[start:].startswith(letters):
        return []
    return [f"{wording[:start]}{each}{wording[start + len(letters) :]}" for each in meant]


def _same(problem: Problem, among: Iterable[Problem]) -> int:
    """Return the number of problems that say the same about the same line."""
    return sum(
        (each.code, each.message, each.where.file, each.where.line)
        == (problem.code, problem.message, problem.where.file, problem.where.line)
        for each in among
    )


def _with_suggestion(problem: Problem, wording: str) -> Problem:
    """Return a problem with this suggestion alone."""
    if problem.wordings:
        return replace(problem, wordings=(wording,))
    said = problem.suggestion or ""
    if wording == said.strip("`"):
        return problem
    return replace(problem, suggestion=f"`{wording}`" if said.startswith("`") else wording)


def _written(problem: Problem, text: str, column: int, letters: str, wording: str) -> str:
    """Return a text with a wording in place of letters in the line of a problem."""
    lines = text.split("\n")
    line = lines[problem.where.line - 1]
    wording = wording.replace("\n", f"\n{' ' * (column - 1)}")
    lines[problem.where.line - 1] = f"{line[: column - 1]}{wording}{line[column - 1 + len(letters) :]}"
    return "\n".join(lines)


def _text_of(problem: Problem) -> str | None:
    """Return the text of the file of a problem, or None if its line says something else meanwhile."""
    file = problem.where.file
    data = read_bytes(FolderFile("", file, file, os.path.realpath(file)), Problems())
    text = None if data is None else plain_lines(data)
    lines = [] if text is None else text.split("\n")
    return text if 0 < problem.where.line <= len(lines) and lines[problem.where.line - 1] == problem.excerpt else None


def _is_readable(text: str) -> bool:
    return read_yaml(SourceFile("", "", tuple(text.split("\n"))), text, Problems()) is not None
