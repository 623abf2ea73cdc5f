"""`cahier sweep`: play a game with several values in one place of its rules."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.guard import EXIT_BAD_INPUT, EXIT_NO, EXIT_OK, SIGNAL_BASE
from cli.lab.answer_output import connect_cluster, open_outputs, report_interrupted, report_lost_workers
from cli.lab.compare_command import check_margin
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.seats import players_without_people
from cli.text.output import discard_terminal_output, echo_err
from interpreter.support import Location, Problem, RulebookError, closest_match, cpu_count

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from interpreter.lab import Aim, SweepDocument, SweepResult, SweepSpec
    from interpreter.matches import Game

MOST_POINTS = 50.0
PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class SweepSettings:
    """Options of `cahier sweep`."""

    vary: tuple[str, ...]
    aim: str | None
    within: float | None
    games: int | None
    seats: tuple[str, ...]
    seed: int
    jobs: int | None
    json: str | None
    csv: str | None
    backend: str
    dask: str | None = None
    report: str | None = None
    store: str | None = None


def sweep_game(name: str, variants: tuple[str, ...], players: int | None, settings: SweepSettings) -> int:
    """Play with each value, report the results, write the requested files, and return the exit status."""
    from cli.text.effects_text import format_sweep
    from interpreter.lab import run_sweep, sweep_document

    with (
        open_outputs(settings.json, settings.csv, settings.report, store=settings.store) as answer,
        connect_cluster(settings.dask, settings.backend) as cluster,
    ):
        asked = _read_request(name, variants, players, settings)
        pace = ProgressState("games", asked.max_games * len(asked.points), is_upper_bound=asked.aim is not None)
        with ProgressDisplay(pace) as progress:
            found = run_sweep(
                asked, progress, discard_terminal_output, partial(setattr, pace, "total"), cluster, settings.store
            )
        document = sweep_document(found)
        failed = answer.write_all(
            document,
            format_sweep(document, asked.game, name),
            partial(_report, document, asked.game),
        )
        ended = _report_ending(found)
    return failed or ended


def _report(document: SweepDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_sweep_figures, render_sweep_page

    return make_sweep_figures(document, game), partial(render_sweep_page, document, game)


def _read_request(name: str, variants: tuple[str, ...], players: int | None, settings: SweepSettings) -> SweepSpec:
    from interpreter.lab import SweepSpec, read_places
    from interpreter.language import parse_backend
    from interpreter.players import refuse_time_budgets

    within = settings.within
    if within is not None:
        check_margin(within, MOST_POINTS)
    places = read_places(settings.vary)
    backend = parse_backend(settings.backend)
    game = load_ready_game(name, variants, players)
    seated = players_without_people(game, settings.seats)
    refuse_time_budgets(game, seated, "sweep")
    aim = None if settings.aim is None else _parse_aim(game, settings.aim, within)
    jobs = settings.jobs or cpu_count()
    return SweepSpec(game, places, seated, aim, within, settings.games, settings.seed, jobs, backend)


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


def _report_ending(found: SweepResult) -> int:
    """Report what went wrong, and return the exit status."""
    for note in found.why_not:
        echo_err(f"note: {note}")
    if found.broken:
        echo_err(found.broken.problems[0].render())
        return EXIT_BAD_INPUT
    report_lost_workers(found.lost)
    report_interrupted(found.interrupted)
    if found.signal:
        return SIGNAL_BASE + found.signal
    aimed = found.target_search
    return EXIT_OK if aimed is None or aimed.verdict == "found" else EXIT_NO
