"""`cahier measure`: the character of a game, in figures."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.guard import EXIT_BAD_INPUT, EXIT_OK, SIGNAL_BASE
from cli.lab.answer_output import connect_cluster, open_outputs, report_interrupted, report_lost_workers
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.seats import players_without_people
from cli.text.output import discard_terminal_output, echo_err
from interpreter.support import Location, Problem, RulebookError, cpu_count

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from interpreter.lab import MeasureDocument, MeasurementResult
    from interpreter.matches import Game


@dataclass(frozen=True, slots=True)
class MeasureSettings:
    """Options of `cahier measure`."""

    games: int | None
    playouts: int
    seats: tuple[str, ...]
    seed: int
    jobs: int | None
    json: str | None
    backend: str
    csv: str | None = None
    store: str | None = None
    dask: str | None = None
    report: str | None = None


def measure_game(name: str, variants: tuple[str, ...], players: int | None, settings: MeasureSettings) -> int:
    """Play the games needed, report what kind of game it is, write the requested files, and return the exit status."""
    from cli.text.measure_text import format_measures
    from interpreter.lab import MeasurementSpec, Measures, measurement_document, run_measurement
    from interpreter.language import parse_backend
    from interpreter.players import MAX_PLAYOUTS, refuse_time_budgets

    if 2 * settings.playouts > MAX_PLAYOUTS:
        message = f"too many: some players search with twice this number, and {MAX_PLAYOUTS:,} is the limit"
        raise RulebookError(Problem(Location(f"--playouts {settings.playouts}"), "bad-budget", message))
    backend = parse_backend(settings.backend)
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(settings.json, settings.csv, settings.report, store=settings.store))
        game = load_ready_game(name, variants, players)
        seated = players_without_people(game, settings.seats)
        refuse_time_budgets(game, seated, "measure")
        jobs = settings.jobs or cpu_count()
        subject = MeasurementSpec(game, seated, settings.games, settings.playouts, settings.seed, jobs, backend)
        cluster = stack.enter_context(connect_cluster(settings.dask, backend))
        with ProgressDisplay(ProgressState("games", 0)) as progress:
            told = _PartProgress(progress)
            measured = run_measurement(
                subject, told.add_played, discard_terminal_output, told.update_part, cluster, settings.store
            )
        document = measurement_document(Measures(measured))
        failed = answer.write_all(
            document,
            format_measures(document, game),
            partial(_report, document, game),
        )
        ended = _report_ending(measured)
    return failed or ended


def _report(document: MeasureDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_measure_figures, render_measure_page

    return make_measure_figures(document, game), partial(render_measure_page, document, game)


class _PartProgress:
    """Progress of the part that is being played."""

    def __init__(self, progress: ProgressDisplay) -> None:
        self._progress = progress
        self._pace = ProgressState("games", 0)
        self._earlier = self._made = 0

    def update_part(self, name: str, games: int, held: int, decisions: float) -> None:
        """Update the games of a part; a new name begins another part.

        `games` of about so many `decisions` belong to it, of which `held` need not be played.
        """
        if name != self._pace.part:
            self._pace = ProgressState("games", games, decisions=decisions, part=name)
            self._earlier = self._made
            self._progress.begin_part(self._pace)
        self._pace.done_before = held

    def add_played(self, more: int, made: int) -> None:
        """Add games that were played; `made` is the number of decisions in all parts so far."""
        self._made = made
        self._progress(more, made - self._earlier)


def _report_ending(measured: MeasurementResult) -> int:
    """Report what went wrong, and return the exit status."""
    if measured.why_not:
        echo_err(f"note: {measured.why_not}")
    if measured.broken:
        echo_err(measured.broken.problems[0].render())
        return EXIT_BAD_INPUT
    report_lost_workers(measured.lost)
    report_interrupted(measured.interrupted)
    return SIGNAL_BASE + measured.signal if measured.signal else EXIT_OK
