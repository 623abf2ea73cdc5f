"""`cahier impact`: the value of each part of a game, measured by playing without it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, get_args

from cli.caches import load_ready_game
from cli.guard import EXIT_BAD_INPUT, EXIT_OK, SIGNAL_BASE
from cli.lab.answer_output import connect_cluster, open_outputs, open_store, report_interrupted, report_lost_workers
from cli.lab.compare_command import check_margin
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.seats import TABLE, players_without_people
from cli.text.output import discard_terminal_output, echo_err
from interpreter.rulebook import Omission, OmissionKind
from interpreter.support import Location, PlayError, Problem, RulebookError, closest_match, cpu_count

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from interpreter.lab import ImpactDocument, ImpactResult
    from interpreter.matches import Game

KINDS: tuple[OmissionKind, ...] = get_args(OmissionKind)
MOST_POINTS = 50.0


@dataclass(frozen=True, slots=True)
class ImpactSettings:
    """Options of `cahier impact`."""

    only: tuple[str, ...]
    within: float
    games: int
    seats: tuple[str, ...]
    seed: int
    jobs: int | None
    json: str | None
    backend: str
    show_all: bool
    csv: str | None = None
    store: str | None = None
    dask: str | None = None
    report: str | None = None


def measure_impact(name: str, variants: tuple[str, ...], players: int | None, settings: ImpactSettings) -> int:
    """Play without each thing, report its value, write the requested files, and return the exit status."""
    from cli.text.effects_text import format_impact
    from interpreter.lab import ImpactSpec, first_differences, impact_document, run_impact_study
    from interpreter.language import parse_backend
    from interpreter.players import refuse_time_budgets

    _check_options(settings)
    backend = parse_backend(settings.backend)
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(settings.json, settings.csv, settings.report, store=settings.store))
        game = load_ready_game(name, variants, players).with_omissions()
        seated = players_without_people(game, settings.seats)
        refuse_time_budgets(game, seated, "impact")
        things = _chosen_omissions(game, seated, settings.only)
        jobs = settings.jobs or cpu_count()
        inquiry = ImpactSpec(game, things, seated, settings.within, settings.games, settings.seed, jobs, backend)
        pace = ProgressState("games", 0)

        def planned(games: int, held: int) -> None:
            pace.total, pace.done_before = games, held

        cluster = stack.enter_context(connect_cluster(settings.dask, backend))
        store = stack.enter_context(open_store(settings.store, (game, seated, settings.seed), endings=True))
        with ProgressDisplay(pace) as progress:
            findings = run_impact_study(inquiry, progress, discard_terminal_output, planned, cluster, store)
        parted = {} if findings.signal or findings.broken else first_differences(findings, discard_terminal_output)
        document = impact_document(findings, parted)
        failed = answer.write_all(
            document,
            format_impact(document, game, name, settings.show_all),
            partial(_report, document, game),
        )
        ended = _report_ending(findings)
    return failed or ended


def _report(document: ImpactDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_impact_figures, render_impact_page

    return make_impact_figures(document, game), partial(render_impact_page, document, game)


def _check_options(settings: ImpactSettings) -> None:
    """Raise RulebookError for an unknown kind of things, or for a bad margin."""
    check_margin(settings.within, MOST_POINTS)
    for kind in settings.only:
        if kind not in KINDS:
            message = f"the kinds of things that can be left out are: {', '.join(KINDS)}"
            raise RulebookError(
                Problem(Location(f"--only {kind}"), "unknown-kind", message, closest_match(kind, KINDS))
            )


def _chosen_omissions(game: Game, seated: dict[str, str], only: tuple[str, ...]) -> tuple[Omission, ...]:
    """Return the things to leave out in turn.

    By default these include rows of tables only if a seat plays by tables.
    """
    omissions = game.program.symbols.omissions
    assert omissions is not None
    tables = TABLE in seated.values()
    things = tuple(
        thing for thing in omissions.items if (thing.kind in only if only else thing.kind != "row" or tables)
    )
    if not things:
        message = f"there is nothing of this kind in {game.id}: {', '.join(only) or 'anything'}"
        raise PlayError(Problem(Location("impact"), "nothing-to-omit", message))
    return things


def _report_ending(findings: ImpactResult) -> int:
    """Report what went wrong, and return the exit status."""
    if findings.why_not:
        echo_err(f"note: {findings.why_not}")
    if findings.broken:
        echo_err(findings.broken.problems[0].render())
        return EXIT_BAD_INPUT
    report_lost_workers(findings.lost)
    report_interrupted(findings.interrupted)
    return SIGNAL_BASE + findings.signal if findings.signal else EXIT_OK
