"""`cahier impact`: the value of each part of a game, measured by playing without it."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, get_args

from cli.lab.answer_output import connect_cluster, load_with_players, open_outputs, open_store, report_ending
from cli.lab.compare_command import check_margin
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.seats import TABLE
from cli.text.output import discard_terminal_output
from interpreter.rulebook import Omission, OmissionKind
from interpreter.support import Location, PlayError, Problem, RulebookError, closest_match

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.lab.run_options import RunOptions
    from interpreter.lab import ImpactDocument
    from interpreter.matches import Game

KINDS: tuple[OmissionKind, ...] = get_args(OmissionKind)
MOST_POINTS = 50.0


def measure_impact(
    name: str,
    variants: tuple[str, ...],
    run: RunOptions,
    only: tuple[str, ...],
    within: float,
    games: int,
    show_all: bool,
) -> int:
    """Play without each thing, report its value, write the requested files, and return the exit status.

    Args:
        name: Name or folder of the game.
        variants: Its variants.
        run: Options of all runs.
        only: Kinds of things to leave out; empty for all.
        within: Largest acceptable half-width of an interval, in points.
        games: Maximum number of games without each thing.
        show_all: List all things.
    """
    from cli.text.effects_text import format_impact
    from interpreter.lab import ImpactSpec, first_differences, impact_document, run_impact_study

    _check_options(only, within)
    backend = run.parse_backend()
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        game, seated = load_with_players(name, variants, run, "impact")
        game = game.with_omissions()
        things = _chosen_omissions(game, seated, only)
        inquiry = ImpactSpec(game, things, seated, within, games, run.seed, run.processes, backend)
        pace = ProgressState("games", 0)

        def planned(games: int, held: int) -> None:
            pace.total, pace.done_before = games, held

        cluster = stack.enter_context(connect_cluster(run))
        store = stack.enter_context(open_store(run.store, (game, seated, run.seed), endings=True))
        with ProgressDisplay(pace) as progress:
            findings = run_impact_study(inquiry, progress, discard_terminal_output, planned, cluster, store)
        parted = {} if findings.signal or findings.broken else first_differences(findings, discard_terminal_output)
        document = impact_document(findings, parted)
        failed = answer.write_all(
            document,
            format_impact(document, game, name, show_all),
            partial(_report, document, game),
        )
        ended = report_ending([findings])
    return failed or ended


def _report(document: ImpactDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_impact_figures, render_impact_page

    return make_impact_figures(document, game), partial(render_impact_page, document, game)


def _check_options(only: tuple[str, ...], within: float) -> None:
    """Raise RulebookError for an unknown kind of things, or for a bad margin."""
    check_margin(within, MOST_POINTS)
    for kind in only:
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
