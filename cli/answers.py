"""Where the answer of a command goes that has played many games, and what is said of lost workers."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from json import dumps
from typing import TYPE_CHECKING, Any

from cli.guard import BAD_INPUT, FINE
from cli.output import finish, only_ours, say, tell
from interpreter.atomic_files import AtomicFile
from interpreter.atomic_folders import AtomicFolder
from interpreter.errors import CahierError, PlayError, Problem, Where, shown
from interpreter.extras import need
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.lab.tables import Table
    from interpreter.playtest.interrupted import InterruptedGame

STANDARD_OUTPUT = "-"


@dataclass(frozen=True, slots=True)
class Answer:
    """The places where an answer goes; None: nowhere. `alone`: it goes to standard output as JSON, and till then
    nothing else does."""

    document: AtomicFile | None
    folder: AtomicFolder | None
    page: AtomicFile | None
    alone: contextlib.ExitStack | None
    problems: list[Problem] = field(default_factory=list)

    def give(
        self,
        document: Mapping[str, Any],
        summary: str,
        tables: Callable[[], Iterable[Table]],
        page: Callable[[], str] | None = None,
    ) -> int:
        """Write all of an answer that can be written: first what there is already, as JSON and in words, then what is
        made of it. Gives the exit status; what could not be written is told."""
        text = dumps(document, indent=2)
        with self._tried():
            if self.document is not None:
                with self.document:
                    self.document.write(text + "\n")
        try:
            self._show(text, summary)
        except OSError as error:
            why = f"cannot be written: {error.strerror or error}"
            self.problems.append(Problem(Where("standard output"), "cannot-write", why))
        with self._tried():
            if self.folder is not None:
                with self.folder:
                    for table in tables():
                        with self.folder.file(f"{table.id}.csv") as file:
                            file.write(table.csv())
        with self._tried():
            if self.page is not None and page is not None:
                with self.page:
                    self.page.write(page())
        for problem in self.problems:
            tell(problem.render())
        return BAD_INPUT if self.problems else FINE

    @contextlib.contextmanager
    def _tried(self) -> Iterator[None]:
        """What can't be written is noted, so that the rest may be."""
        try:
            yield
        except CahierError as error:
            self.problems.extend(error.problems)

    def _show(self, text: str, summary: str) -> None:
        """The summary, at once; beside the JSON if that goes to standard output."""
        if self.alone is None:
            say(summary)
        else:
            self.alone.close()
            say(text)
            tell(summary)
        finish()


@contextlib.contextmanager
def answer_to(json: str | None, csv: str | None, report: str | None = None, **others: str | None) -> Iterator[Answer]:
    """Where an answer goes, by the options that ask for it. All places are made when the block begins, so that one
    where nothing can be written is known before hours of play; nothing is left in them if it ends with an error.
    `others`: what else the command writes, by its options.

    Raises PlayError if these are in each other's way, MissingExtra if no page can be made here, SaveError.
    """
    refuse_one_place(csv=csv, json=json, report=report, **others)
    with contextlib.ExitStack() as stack:
        alone = file = None
        if json == STANDARD_OUTPUT:
            alone = stack.enter_context(contextlib.ExitStack())
            alone.enter_context(only_ours())
        elif json is not None:
            file = stack.enter_context(AtomicFile(json))
        folder = None if csv is None else stack.enter_context(AtomicFolder(csv))
        page = None
        if report is not None:
            from interpreter.report.svg import EXTRA, LIBRARY

            need(EXTRA, LIBRARY)
            page = stack.enter_context(AtomicFile(report))
        yield Answer(file, folder, page, alone)


def refuse_one_place(csv: str | None, **files: str | None) -> None:
    """Raise PlayError if two of a command's options, by their names, would write to the same place, one into the folder
    of `csv`, or one to standard output that only the document of `json` may have."""
    for option, path in {"csv": csv, **files}.items():
        if path == STANDARD_OUTPUT and option != "json":
            message = "only --json writes to standard output; give a path (`./-` for one called `-`)"
            raise PlayError(Problem(Where(f"--{option} -"), "no-file-name", message))
    folder = None if csv is None else os.path.realpath(csv)
    named: dict[str, str] = {} if folder is None else {folder: "csv"}
    for option, path in files.items():
        if path is None or path == STANDARD_OUTPUT:
            continue
        place = os.path.realpath(path)
        first = named.setdefault(place, option)
        if first != option:
            message = f"--{first} and --{option} can't both be written here"
            raise PlayError(Problem(Where(path), "one-place", message))
        if folder is not None and place.startswith(os.path.join(folder, "")):
            message = f"--{option} can't be written into the folder of --csv, which is made of its tables alone"
            raise PlayError(Problem(Where(path), "one-place", message))


def tell_interrupted(games: Iterable[InterruptedGame]) -> None:
    """Say which games were being played when a run was stopped."""
    for each in games:
        of = f" of {shown(each.of)}" if each.of else ""
        rule = f", in `{shown(each.rule)}`" if each.rule else ""
        tell(f"game {each.game}{of} was under way{rule}")


def tell_lost(workers: int) -> None:
    """Say that so many worker processes were ended from outside, if any."""
    if workers:
        many = number_of(workers, "worker process was", "worker processes were")
        tell(f"note: {many} ended from outside; others played what was theirs")
