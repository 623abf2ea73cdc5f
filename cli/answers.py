"""What commands that play many games have in common: where their answer goes, and what is said of lost workers."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from cli.output import only_ours, say, tell
from interpreter.atomic_files import AtomicFile
from interpreter.atomic_folders import AtomicFolder
from interpreter.errors import PlayError, Problem, Where
from interpreter.extras import need

if TYPE_CHECKING:
    from interpreter.lab.tables import Table

STANDARD_OUTPUT = "-"
Write = Callable[[str], None]


def refuse_one_place(**options: str | None) -> None:
    """Raise PlayError if two of a command's options, by their names, would write to the same place."""
    named: dict[str, str] = {}
    for option, path in options.items():
        if path is not None and path != STANDARD_OUTPUT:
            first = named.setdefault(os.path.realpath(path), option)
            if first != option:
                message = f"--{first} and --{option} can't both be written here"
                raise PlayError(Problem(Where(path), "one-place", message))


@contextlib.contextmanager
def document_at(path: str | None) -> Iterator[Write]:
    """What takes the answer as JSON and writes it to a file, which is there as a whole or not at all. None: nowhere. If
    it goes to standard output, nothing else does meanwhile: `tell_answer` writes it there."""
    with contextlib.ExitStack() as stack:
        if path == STANDARD_OUTPUT:
            stack.enter_context(only_ours())
        file = stack.enter_context(AtomicFile(path)) if path is not None and path != STANDARD_OUTPUT else None

        def write(text: str) -> None:
            if file:
                file.write(text + "\n")

        yield write


def folder_at(path: str | None) -> contextlib.AbstractContextManager[AtomicFolder | None]:
    """Where the tables of an answer go, all or none, for `--csv`. None: nowhere."""
    return contextlib.nullcontext() if path is None else AtomicFolder(path)


def write_tables(folder: AtomicFolder, tables: Iterable[Table]) -> None:
    """Write a file for each table."""
    for table in tables:
        with folder.file(f"{table.id}.csv") as file:
            file.write(table.csv())


def page_at(path: str | None) -> contextlib.AbstractContextManager[AtomicFile | None]:
    """The file for the page of an answer, for `--report`. None: none is wanted. Raises MissingExtra if no page can be
    made here."""
    if path is None:
        return contextlib.nullcontext()
    from interpreter.report.svg import EXTRA, LIBRARY

    need(EXTRA, LIBRARY)
    return AtomicFile(path)


def tell_answer(path: str | None, text: str, summary: str) -> None:
    """The summary for people, beside the JSON if that goes to standard output."""
    if path == STANDARD_OUTPUT:
        say(text)
        tell(summary)
    else:
        say(summary)


def tell_lost(workers: int) -> None:
    """Say that so many worker processes were ended from outside, if any."""
    if workers:
        many = "es were" if workers > 1 else " was"
        tell(f"note: {workers} worker process{many} ended from outside; others played what was theirs")
