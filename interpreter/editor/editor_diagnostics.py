"""Problems of a game by file, as an editor underlines them.

Conversion of columns between characters and the code units of the encoding that the editor uses.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from interpreter.editor.buffers import Buffers, GameWorkspace
from interpreter.support.errors import ERROR, Location, Problem, printable


@dataclass(frozen=True, slots=True)
class Finding:
    """A range to underline.

    Attributes:
        length: Length of the range in characters.
        cause: Position of the mistake that this one follows from; None if it stands alone.
        problem: The problem with its suggestions.
    """

    where: Location
    length: int
    is_error: bool
    code: str
    message: str
    cause: Location | None
    problem: Problem


def findings_by_file(problems: Iterable[Problem], home: GameWorkspace, buffers: Buffers) -> dict[str, list[Finding]]:
    """Return the findings by path. Problems outside of the game's files are put at the start of its main file."""
    found: dict[str, list[Finding]] = {}
    for problem in dict.fromkeys(problems):
        where, message = problem.where, printable(problem.message)
        if not _is_game_file(where.file, home, buffers):
            message = f"{printable(str(where))}: {message}" if where.file != home.folder else message
            where = Location(home.main_file)
        line, column = max(1, where.line), max(1, where.column)
        finding = Finding(
            Location(where.file, line, column),
            problem.length if where.line else 0,
            problem.severity == ERROR,
            problem.code,
            "\n".join([message, *problem.suggestion_lines()]),
            problem.cause,
            problem,
        )
        found.setdefault(where.file, []).append(finding)
    return found


def _is_game_file(path: str, home: GameWorkspace, buffers: Buffers) -> bool:
    if home.variant is not None:
        return path == home.variant
    return path.startswith(home.folder + os.sep) and buffers.has(path)


Encoding = Literal["utf-8", "utf-16", "utf-32"]
CODECS: dict[Encoding, tuple[str, int]] = {
    "utf-8": ("utf-8", 1),
    "utf-16": ("utf-16-le", 2),
    "utf-32": ("utf-32-le", 4),
}
"""Codec and bytes per code unit by encoding name."""


def code_units(text: str, encoding: Encoding) -> int:
    """Return the length of a text in code units."""
    codec, size = CODECS[encoding]
    return len(text.encode(codec, "surrogatepass")) // size


def characters(line: str, count: int, encoding: Encoding) -> int:
    """Return the number of characters in the first `count` code units of a line."""
    codec, size = CODECS[encoding]
    return len(line.encode(codec, "surrogatepass")[: max(0, count) * size].decode(codec, "ignore"))
