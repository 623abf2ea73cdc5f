"""Replacement of a line in a message by the wording it was meant to have."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from interpreter.errors import NO_RANGE, Location, Problem
from interpreter.rulebook.model import Text

_COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*')


def without_comment(row: str) -> str:
    """Return a line without its comment."""
    return _COMMENT.sub(r"\1", row)


def is_in_text(problem: Problem, text: Text) -> bool:
    """True if a mistake is in this text, not in another one that was read because of it."""
    rows = text.split("\n")
    last = text.place_at(len(rows), len(rows[-1]) + 1)
    return problem.where.file == text.where.file and text.where.line <= problem.where.line <= last.line


def with_suggestions(
    problem: Problem, suggested: Problem, text: Text, at: int, fits: Callable[[list[str]], bool]
) -> Problem:
    """Return a mistake with the suggestions for its line, which has index `at` in the text.

    If the likeliest wording `fits` there unchanged, it can replace the line.
    """
    wordings = tuple(without_comment(wording).rstrip() for wording in suggested.wordings)
    if wordings and wordings == problem.wordings:  # already reported for the text that contains it
        return problem
    replaced = problem.replaced if suggested.suggestion == problem.suggestion else NO_RANGE
    if wordings:
        replaced = _line_of(text, at, problem.where) if fits(wordings[0].split("\n")) else NO_RANGE
    return replace(
        problem, message=suggested.message, suggestion=suggested.suggestion, wordings=wordings, replaced=replaced
    )


def _line_of(text: Text, at: int, spot: Location) -> tuple[int, int]:
    """Return the column and the length of a line of a text in its file.

    Returns:
        NOWHERE if the line is not on the line of `spot` as it was read: the mistake may be in another text, which this
            one
        uses.
    """
    row = without_comment(text.split("\n")[at])
    body = row.strip()
    where = text.place_at(at + 1, len(row) - len(row.lstrip()) + 1)
    written = text.excerpt(where) or ""
    is_there = (where.file, where.line) == (spot.file, spot.line) and written.startswith(body, where.column - 1)
    return (where.column, len(body)) if is_there else NO_RANGE
