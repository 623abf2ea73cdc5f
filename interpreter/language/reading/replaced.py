"""What takes the place of what, once it is known what a line was meant to be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from interpreter.errors import NOWHERE, Problem, Where
from interpreter.rulebook.model import Text

_COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*')


def without_comment(row: str) -> str:
    """What a line says."""
    return _COMMENT.sub(r"\1", row)


def is_about(problem: Problem, text: Text) -> bool:
    """Whether a mistake stands in a text, and not in one that was read for its sake."""
    rows = text.split("\n")
    last = text.at(len(rows), len(rows[-1]) + 1)
    return problem.where.file == text.where.file and text.where.line <= problem.where.line <= last.line


def with_meant(problem: Problem, told: Problem, text: Text, at: int, fits: Callable[[list[str]], bool]) -> Problem:
    """A mistake with what is told of its line, the one with this index in the text. Where the likeliest wording `fits`
    there as it stands, it can be written in the line's place."""
    wordings = tuple(without_comment(wording).rstrip() for wording in told.wordings)
    if wordings and wordings == problem.wordings:  # it was told when the text was read that it is in
        return problem
    replaced = problem.replaced if told.suggestion == problem.suggestion else NOWHERE
    if wordings:
        replaced = _line_of(text, at, problem.where) if fits(wordings[0].split("\n")) else NOWHERE
    return replace(problem, message=told.message, suggestion=told.suggestion, wordings=wordings, replaced=replaced)


def _line_of(text: Text, at: int, spot: Where) -> tuple[int, int]:
    """The column and the length of a line of a text in its file; NOWHERE if it does not stand as it is read on the line
    of the spot: what is wrong may be in another text, which this one uses."""
    row = without_comment(text.split("\n")[at])
    body = row.strip()
    where = text.at(at + 1, len(row) - len(row.lstrip()) + 1)
    written = text.excerpt(where) or ""
    is_there = (where.file, where.line) == (spot.file, spot.line) and written.startswith(body, where.column - 1)
    return (where.column, len(body)) if is_there else NOWHERE
