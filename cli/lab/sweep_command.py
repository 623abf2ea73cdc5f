"""`cahier sweep`: play a game with several values in one place of its rules."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from cli.guard import EXIT_NO, EXIT_OK
from cli.lab.answer_output import connect_cluster, load_with_players, open_outputs, report_ending
from cli.lab.compare_command import check_margin
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.text.output import discard_terminal_output
from interpreter.support import Location, Problem, RulebookError, closest_match

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.lab.run_options import RunOptions
    from interpreter.lab import Aim, SweepDocument
    from interpreter.matches import Game

MOST_POINTS = 50.0
PERCENT = 100.0


def sweep_game(
    name: str,
    variants: tuple[str, ...],
    run: RunOptions,
    vary: tuple[str, ...],
    aim: str | None,
    within: float | None,
    games: int | None,
) -> int:
    """Play with each value, report the results, write the requested files, and return the exit status.

    Args:
        name: Name or folder of the game.
        variants: Its variants.
        run: Options of all runs.
        vary: Places with their values, as typed.
        aim: Side and target, as typed.
        within: Largest acceptable half-width of an interval, in points; None for the default.
        games: Number of games with each value; None for as many as needed.
    """
    from cli.text.effects_text import format_sweep
    from interpreter.lab import SweepSpec, read_places, run_sweep, sweep_document

    with open_outputs(run) as answer, connect_cluster(run) as cluster:
        if within is not None:
            check_margin(within, MOST_POINTS)
        places = read_places(vary)
        backend = run.parse_backend()
        game, seated = load_with_players(name, variants, run, "sweep")
        target = None if aim is None else _parse_aim(game, aim, within)
        asked = SweepSpec(game, places, seated, target, within, games, run.seed, run.processes, backend)
        pace = ProgressState("games", asked.max_games * len(asked.points), is_upper_bound=asked.aim is not None)
        with ProgressDisplay(pace) as progress:
            found = run_sweep(
                asked, progress, discard_terminal_output, partial(setattr, pace, "total"), cluster, run.store
            )
        document = sweep_document(found)
        failed = answer.write_all(
            document,
            format_sweep(document, game, name),
            partial(_report, document, game),
        )
        ended = report_ending([found])
    is_found = document.aim is None or document.aim.verdict == "found"
    return failed or ended or (EXIT_OK if is_found else EXIT_NO)


def _report(document: SweepDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_sweep_figures, render_sweep_page

    return make_sweep_figures(document, game), partial(render_sweep_page, document, game)


def _parse_aim(game: Game, text: str, within: float | None) -> Aim:
    """Parse SIDE=PERCENT. Raises RulebookError."""
    from interpreter.lab import DEFAULT_MARGIN, POINTS, Aim, contenders_of

    where, who = Location(f"--aim {text}"), contenders_of(game)
    side, _, number = text.partition("=")
    if side not in who:
        message = f"write SIDE=PERCENT; those that can win are: {', '.join(who)}"
        raise RulebookError(Problem(where, "unknown-side", message, closest_match(side, who)))
    try:
        target = float(number)
    except ValueError:
        target = math.nan
    if not 0 < target < PERCENT:
        raise RulebookError(
            Problem(where, "bad-aim", "an aim is a percentage of games won: more than 0, less than 100")
        )
    return Aim(side, target / POINTS, (within or DEFAULT_MARGIN) / POINTS)
