"""`cahier measure`: the character of a game, in figures."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from cli.lab.answer_output import connect_cluster, load_with_players, open_outputs, report_ending
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.text.output import discard_terminal_output
from interpreter.support import Location, Problem, RulebookError

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.lab.run_options import RunOptions
    from interpreter.lab import MeasureDocument
    from interpreter.matches import Game


def measure_game(name: str, variants: tuple[str, ...], run: RunOptions, games: int | None, playouts: int) -> int:
    """Play the games needed, report what kind of game it is, write the requested files, and return the exit status.

    Args:
        name: Name or folder of the game.
        variants: Its variants.
        run: Options of all runs.
        games: Number of games; None for the default.
        playouts: Number of playouts of the stronger search player.
    """
    from cli.text.measure_text import format_measures
    from interpreter.lab import MeasurementSpec, Measures, measurement_document, run_measurement
    from interpreter.players import MAX_PLAYOUTS

    if 2 * playouts > MAX_PLAYOUTS:
        message = f"too many: some players search with twice this number, and {MAX_PLAYOUTS:,} is the limit"
        raise RulebookError(Problem(Location(f"--playouts {playouts}"), "bad-budget", message))
    backend = run.parse_backend()
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        game, seated = load_with_players(name, variants, run, "measure")
        subject = MeasurementSpec(game, seated, games, playouts, run.seed, run.processes, backend)
        cluster = stack.enter_context(connect_cluster(run))
        with ProgressDisplay(ProgressState("games", 0)) as progress:
            told = _PartProgress(progress)
            measured = run_measurement(
                subject, told.add_played, discard_terminal_output, told.update_part, cluster, run.store
            )
        document = measurement_document(Measures(measured))
        failed = answer.write_all(
            document,
            format_measures(document, game),
            partial(_report, document, game),
        )
        ended = report_ending([measured])
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
