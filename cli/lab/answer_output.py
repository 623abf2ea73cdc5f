"""Inputs and outputs of commands that play many games: result files, the store, the cluster, and notes on the run."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from json import dumps
from typing import TYPE_CHECKING, Any

from cli.caches import load_ready_game
from cli.guard import EXIT_BAD_INPUT, EXIT_OK, SIGNAL_BASE
from cli.seats import players_without_people, seats_played_by
from cli.text.output import echo, echo_err, flush, reserve_stdout
from interpreter.presentation import format_count
from interpreter.support import (
    AtomicFile,
    AtomicFolder,
    CahierError,
    Location,
    PlayError,
    Problem,
    SaveError,
    find_abandoned,
    printable,
    require_extra,
)

if TYPE_CHECKING:
    from cli.options import RunOptions
    from interpreter.matches import Game
    from interpreter.playtest import DaskCluster, InterruptedGame, RunOutcome
    from interpreter.report import ReportFigure

    FiguresAndPage = tuple[Iterable[ReportFigure], Callable[[Sequence[ReportFigure]], str]]
    """The figures of a result, and the function that renders the page of them."""

STANDARD_OUTPUT = "-"


@dataclass(frozen=True, slots=True)
class ResultOutputs:
    """Destinations of a command's result; None for those not requested.

    `document` is the file for the JSON document, `folder` the one for CSV tables, `workbook`
    the file for XLSX tables, `page` the HTML report.
    `stdout_redirection`: the redirection that reserves standard output for the JSON document, if it goes there.
    `problems`: failures to write so far.
    """

    document: AtomicFile | None
    folder: AtomicFolder | None
    workbook: AtomicFile | None
    page: AtomicFile | None
    stdout_redirection: contextlib.ExitStack | None
    problems: list[Problem] = field(default_factory=list)

    def write_all(
        self,
        document: Any,
        summary: str,
        make_report: Callable[[], FiguresAndPage],
        table_problems: Sequence[Problem] = (),
    ) -> int:
        """Write everything that can be written, report failures, and return the exit status.

        Args:
            document: The result document, which is written first.
            summary: The text for the terminal, which comes next.
            make_report: Makes the figures for tables and page, and the function that renders the page.
            table_problems: Reasons why the tables are incomplete and can't be written.
        """
        with self._collect_errors():
            if self.document is not None:
                with self.document:
                    self.document.write(_json_text(document) + "\n")
        try:
            self._print_summary(document, summary)
        except OSError as error:
            why = f"cannot be written: {error.strerror or error}"
            self.problems.append(Problem(Location("standard output"), "cannot-write", why))
        if any(each is not None for each in (self.folder, self.workbook, self.page)):
            found, render_page = make_report()
            figures = [*found]
        with self._collect_errors():
            if self.folder is not None:
                with self.folder:
                    if table_problems:
                        raise SaveError(table_problems)
                    for figure in figures:
                        with self.folder.create_file(f"{figure.table.id}.csv") as file:
                            file.write(figure.table.csv())
        with self._collect_errors():
            if self.workbook is not None:
                from interpreter.report import to_xlsx

                with self.workbook:
                    self.workbook.write_bytes(to_xlsx(figures))
        with self._collect_errors():
            if self.page is not None:
                with self.page:
                    self.page.write(render_page(figures))
        for problem in self.problems:
            echo_err(problem.render())
        return EXIT_BAD_INPUT if self.problems else EXIT_OK

    @contextlib.contextmanager
    def _collect_errors(self) -> Iterator[None]:
        """Collect write errors in `problems`, so that the other outputs are still written."""
        try:
            yield
        except CahierError as error:
            self.problems.extend(error.problems)

    def _print_summary(self, document: Any, summary: str) -> None:
        """Print the summary, on standard error if the JSON document goes to standard output."""
        if self.stdout_redirection is None:
            echo(summary)
        else:
            self.stdout_redirection.close()
            echo(_json_text(document))
            echo_err(summary)
        flush()


def _json_text(document: Any) -> str:
    from interpreter.lab import to_json

    return dumps(to_json(document), indent=2)


@contextlib.contextmanager
def open_outputs(run: RunOptions, **others: str | None) -> Iterator[ResultOutputs]:
    """Open the destinations of a result, as given by a command's options, for the block.

    All of them are created when the block begins, so that an unwritable one is found before hours of play.
    If the block raises an error, nothing is left in them. `others`: other files of the command, by option.

    Raises:
        PlayError: Two options would write to the same place.
        MissingExtraError: The extra for pages is not installed.
        SaveError: A destination can't be written, or the page's name doesn't end with .html.
    """
    refuse_same_place(csv=run.csv, json=run.json, xlsx=run.xlsx, report=run.report, store=run.store, **others)
    with contextlib.ExitStack() as stack:
        alone = file = None
        if run.json == STANDARD_OUTPUT:
            alone = stack.enter_context(contextlib.ExitStack())
            alone.enter_context(reserve_stdout())
        elif run.json is not None:
            file = stack.enter_context(AtomicFile(run.json))
        folder = None if run.csv is None else stack.enter_context(AtomicFolder(run.csv))
        workbook = None
        if run.xlsx is not None:
            from interpreter.report import SHEET_EXTRA, SHEET_LIBRARY

            require_extra(SHEET_EXTRA, SHEET_LIBRARY)
            workbook = stack.enter_context(AtomicFile(run.xlsx))
        page = None
        if run.report is not None:
            from interpreter.report import EXTRA, LIBRARY

            require_extra(EXTRA, LIBRARY)
            if os.path.isfile(run.report) or not os.path.exists(run.report):  # a device may have any name
                check_page_name(run.report)
            page = stack.enter_context(AtomicFile(run.report))
        yield ResultOutputs(file, folder, workbook, page, alone)


def check_page_name(output: str) -> None:
    """Raise SaveError if a page can't have this name."""
    if not output.endswith((".html", ".htm")):
        message = "a page is an HTML file: give it a name that ends with .html"
        raise SaveError(Problem(Location(output), "other-ending", message))


def refuse_same_place(csv: str | None, **files: str | None) -> None:
    """Raise PlayError if two options of a command would write to the same place.

    A file in the folder of `csv` counts as the same place. Only `json` may write to standard output.
    """
    for option, path in {"csv": csv, **files}.items():
        if path == STANDARD_OUTPUT and option != "json":
            message = "only --json writes to standard output; give a path (`./-` for one called `-`)"
            raise PlayError(Problem(Location(f"--{option} -"), "no-file-name", message))
    folder = None if csv is None else os.path.realpath(csv)
    named: dict[str, str] = {} if folder is None else {folder: "csv"}
    for option, path in files.items():
        if path is None or path == STANDARD_OUTPUT:
            continue
        place = os.path.realpath(path)
        first = named.setdefault(place, option)
        if first != option:
            message = f"--{first} and --{option} can't both be written here"
            raise PlayError(Problem(Location(path), "one-place", message))
        if folder is not None and place.startswith(os.path.join(folder, "")):
            message = f"--{option} can't be written into the folder of --csv, which may contain only its tables"
            raise PlayError(Problem(Location(path), "one-place", message))


def report_interrupted(games: Iterable[InterruptedGame], noun: str = "game", first: int = 0) -> None:
    """Report which games were being played when a run was stopped.

    `noun` and `first`: what a run plays if not single games, and the number of the first one.
    """
    for each in games:
        of = f" of {printable(each.arm_title)}" if each.arm_title else ""
        rule = f", in `{printable(each.rule)}`" if each.rule else ""
        echo_err(f"{noun} {first + each.game}{of} was under way{rule}")


def report_fallbacks(runs: Iterable[RunOutcome]) -> None:
    """Report why machine code was not used, if it should have been."""
    for note in dict.fromkeys(note for run in runs for note in run.fallback_reasons):
        echo_err(f"note: {note}")


def report_ending(runs: Sequence[RunOutcome], noun: str = "game", first: int = 0) -> int:
    """Report what went wrong in runs, of which the last may have been interrupted; return the exit status.

    `noun`, `first`: as in `report_interrupted`.
    """
    report_fallbacks(runs)
    last = runs[-1]
    if last.broken:
        echo_err(last.broken.problems[0].render())
        return EXIT_BAD_INPUT
    report_lost_workers(sum(run.lost for run in runs))
    report_interrupted(last.interrupted, noun, first)
    return SIGNAL_BASE + last.signal if last.signal else EXIT_OK


def report_lost_workers(workers: int) -> None:
    """Report the number of worker processes that were ended from outside, if any."""
    if workers:
        many = format_count(workers, "worker process was", "worker processes were")
        echo_err(f"note: {many} killed; others played the games in their place")


def load_with_players(
    name: str, variants: tuple[str, ...], run: RunOptions, command: str, by: str | None = None
) -> tuple[Game, dict[str, str]]:
    """Load the game of a study, and return it with its players by seat.

    `by`: the player of all seats that neither the rules nor the options of the run assign; random by default.

    Raises RulebookError or PlayError if they can't be used; players with a time budget can't.
    """
    from interpreter.players import refuse_time_budgets

    game = load_ready_game(name, variants, run.players)
    said = () if by is None else seats_played_by(game, by, run.seats)
    seated = players_without_people(game, (*said, *run.seats))
    refuse_time_budgets(game, seated, command)
    return game, seated


@contextlib.contextmanager
def connect_cluster(run: RunOptions) -> Iterator[DaskCluster | None]:
    """Connect to the Dask cluster of a run for the block; yield None if it has none.

    Raises PlayError if the cluster can't be used.
    """
    if run.dask is None:
        yield None
        return
    from interpreter.playtest import DaskCluster

    with DaskCluster(run.dask, strict=run.backend == "native") as cluster:
        for note in cluster.notes:
            echo_err(f"note: {note}")
        yield cluster


MAX_NAMED = 5
"""Maximum number of files that are named; others are counted."""


def report_leftovers(path: str) -> None:
    """List unfinished recordings in the folder of a file, and say once how to keep or delete them."""
    found = [each for each in find_abandoned(os.path.dirname(path)) if _is_recording(each.path)]
    if not found:
        return
    many = format_count(len(found), "unfinished recording is", "unfinished recordings are")
    echo_err(f"note: {many} left by killed runs")
    for each in found[:MAX_NAMED]:
        echo_err(f"    {printable(each.path)}, {format_count(each.size, 'byte')}")
    if len(found) > MAX_NAMED:
        echo_err(f"    and {len(found) - MAX_NAMED} more such files, whose names begin with `.` and end with `.part`")
    keep, delete = (["mv", "-n", "--", found[0].path, found[0].recovery_path], ["rm", "--", found[0].path])
    echo_err(f"to keep one: {printable(shlex.join(keep))}; to delete it: {printable(shlex.join(delete))}")


def _is_recording(path: str) -> bool:
    """Return True if a file begins with a recorded game; other files are made again by the command that was killed."""
    from interpreter.playtest import read_records

    try:
        return next(read_records(path), None) is not None
    except CahierError:
        return False
