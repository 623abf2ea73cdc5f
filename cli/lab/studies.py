"""`cahier impact`, `sweep` and `measure`: studies of one game.

The value of each part of a game, measured by playing without it; several values in one place of its rules; its
character in figures.
"""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, get_args

from cli.guard import EXIT_NO, EXIT_OK
from cli.lab.answer_output import connect_cluster, load_with_players, open_outputs, report_ending
from cli.lab.compare_command import check_margin
from cli.lab.kept_games import choose_store, open_games, report_kept
from cli.lab.ladders import is_ladder, ladder_run, load_rungs, plan_run, rung_arms, write_plan
from cli.lab.progress import PartProgress, ProgressDisplay, ProgressState
from cli.text.output import discard_terminal_output
from interpreter.rulebook import TABLE, Omission, OmissionKind
from interpreter.support import Location, PlayError, Problem, RulebookError, closest_match

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.options import RunOptions
    from interpreter.lab import (
        Aim,
        ImpactDocument,
        ImpactLadderDocument,
        MeasureDocument,
        SweepDocument,
        SweepLadderDocument,
        Worth,
    )
    from interpreter.matches import Game

KINDS: tuple[OmissionKind, ...] = get_args(OmissionKind)
MOST_POINTS = 50.0
PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class ImpactSettings:
    """Options of `cahier impact` apart from those of all runs.

    Attributes:
        only: Kinds of things to leave out; empty for all.
        within: Smallest effect that matters, in points; None for the default.
        games: Maximum number of games without each thing.
        show_all: List all things.
        worth: For whom the points of a card count that belongs to no side.
        by: Kinds of players; empty for those of the run.
        limit: Time to play with several kinds of players, in seconds; None for the default.
        plan: Only say how many games it takes, and how long.
    """

    only: tuple[str, ...]
    within: float | None
    games: int
    show_all: bool
    worth: Worth
    by: tuple[str, ...] = ()
    limit: float | None = None
    plan: bool = False


def measure_impact(name: str, variants: tuple[str, ...], run: RunOptions, settings: ImpactSettings) -> int:
    """Play without each thing, report its value, write the requested files, and return the exit status."""
    from cli.text.lab.effects_text import format_impact
    from interpreter.lab import ImpactSpec, default_margin, first_differences, impact_document, run_impact_study

    _check_impact_options(settings)
    if settings.plan or is_ladder(settings.by, settings.limit):
        return _measure_impact_by_ladder(name, variants, run, settings)
    backend = run.parse_backend()
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        game, seated = load_with_players(name, variants, run, "impact", next(iter(settings.by), None))
        game = game.with_omissions()
        things = _chosen_omissions(game, seated, settings.only)
        within = default_margin(game) if settings.within is None else settings.within
        limits = within, settings.games, settings.worth
        inquiry = ImpactSpec(game, things, seated, *limits, seed=run.seed, jobs=run.processes, backend=backend)
        pace = ProgressState("games", 0)

        def planned(games: int, held: int) -> None:
            pace.total, pace.done_before = games, held

        cluster = stack.enter_context(connect_cluster(run))
        store = stack.enter_context(open_games(run, (game, seated, run.seed), endings=True))
        with ProgressDisplay(pace) as progress:
            findings = run_impact_study(inquiry, progress, discard_terminal_output, planned, cluster, store)
        parted = {} if findings.signal or findings.broken else first_differences(findings, discard_terminal_output)
        document = impact_document(findings, parted)
        failed = answer.write_all(
            document,
            format_impact(document, game, name, settings.show_all),
            partial(_impact_report, document, game),
        )
        report_kept(run, store, findings)
        ended = report_ending([findings])
    return failed or ended


def _measure_impact_by_ladder(name: str, variants: tuple[str, ...], run: RunOptions, settings: ImpactSettings) -> int:
    """Play without each thing between several kinds of players, as far as the time allows."""
    from cli.text.lab.ladder_text import format_impact_ladder
    from interpreter.lab import (
        PILOT_GAMES,
        ImpactSpec,
        default_margin,
        impact_ladder_document,
        impact_plan,
        run_impact_ladder,
    )

    backend = run.parse_backend()
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        game, rungs = load_rungs(name, variants, run, settings.by)
        game = game.with_omissions()
        seated = rungs[-1].seated
        within = default_margin(game) if settings.within is None else settings.within
        limits = within, settings.games, settings.worth
        things = _chosen_omissions(game, rungs[0].seated, settings.only)
        inquiry = ImpactSpec(game, things, seated, *limits, seed=run.seed, jobs=run.processes, backend=backend)
        if settings.plan:
            with plan_run(run, settings.limit) as (seconds, means):
                timed = run_impact_ladder(replace(inquiry, games=PILOT_GAMES), rungs, seconds, means)
            return write_plan(answer, impact_plan(timed, inquiry), timed)
        with ladder_run(run, settings.limit, open_games(run, *rung_arms(game, rungs, run), endings=True)) as prepared:
            seconds, means = prepared
            found = run_impact_ladder(inquiry, rungs, seconds, means)
        document = impact_ladder_document(found)
        report = partial(_impact_ladder_report, document, game)
        failed = answer.write_all(document, format_impact_ladder(document, game, name, settings.show_all), report)
        report_kept(run, means.store, found)
        ended = report_ending([found])
    return failed or ended


def _impact_ladder_report(document: ImpactLadderDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_impact_ladder_figures, render_impact_ladder_page

    return make_impact_ladder_figures(document, game), partial(render_impact_ladder_page, document, game)


def _impact_report(document: ImpactDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_impact_figures, render_impact_page

    return make_impact_figures(document, game), partial(render_impact_page, document, game)


def _check_impact_options(settings: ImpactSettings) -> None:
    """Raise RulebookError for an unknown kind of things, or for a bad margin."""
    if settings.within is not None:
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


@dataclass(frozen=True, slots=True)
class SweepSettings:
    """Options of `cahier sweep` apart from those of all runs.

    Attributes:
        vary: Places with their values, as typed.
        aim: Side and target, as typed.
        within: Largest acceptable half-width of an interval, in points; None for the default.
        games: Number of games with each value; None for as many as needed.
        by: Kinds of players; empty for those of the run.
        limit: Time to play with several kinds of players, in seconds; None for the default.
        plan: Only say how many games it takes, and how long.
    """

    vary: tuple[str, ...]
    aim: str | None
    within: float | None
    games: int | None
    by: tuple[str, ...] = ()
    limit: float | None = None
    plan: bool = False


def sweep_game(name: str, variants: tuple[str, ...], run: RunOptions, settings: SweepSettings) -> int:
    """Play with each value, report the results, write the requested files, and return the exit status."""
    from cli.text.lab.sweep_text import format_sweep
    from interpreter.lab import SweepSpec, find_marks, read_places, run_sweep, sweep_document

    if settings.plan or is_ladder(settings.by, settings.limit):
        return _sweep_by_ladder(name, variants, run, settings)
    with open_outputs(run) as answer, connect_cluster(run) as cluster:
        within = settings.within
        if within is not None:
            check_margin(within, MOST_POINTS)
        places = read_places(settings.vary)
        backend = run.parse_backend()
        game, seated = load_with_players(name, variants, run, "sweep", next(iter(settings.by), None))
        places = find_marks(places, game.rulebook)
        target = None if settings.aim is None else _parse_aim(game, settings.aim, within)
        asked = SweepSpec(
            game, places, seated, target, within, settings.games, seed=run.seed, jobs=run.processes, backend=backend
        )
        pace = ProgressState("games", asked.max_games * len(asked.points), is_upper_bound=asked.aim is not None)
        store = choose_store(run, [(game, seated, run.seed)], "sweep", *settings.vary)
        with ProgressDisplay(pace) as progress:
            found = run_sweep(asked, progress, discard_terminal_output, partial(setattr, pace, "total"), cluster, store)
        document = sweep_document(found)
        failed = answer.write_all(
            document,
            format_sweep(document, game, name),
            partial(_sweep_report, document, game),
        )
        report_kept(run, store, found)
        ended = report_ending([found])
    is_found = document.aim is None or document.aim.verdict == "found"
    return failed or ended or (EXIT_OK if is_found else EXIT_NO)


def _sweep_by_ladder(name: str, variants: tuple[str, ...], run: RunOptions, settings: SweepSettings) -> int:
    """Play with each value between several kinds of players, as far as the time allows."""
    from cli.text.lab.ladder_text import format_sweep_ladder
    from interpreter.lab import (
        PILOT_GAMES,
        SweepSpec,
        find_marks,
        prepare_sweep_ladder,
        read_places,
        run_sweep_ladder,
        sweep_ladder_document,
        sweep_plan,
    )
    from interpreter.playtest import open_store

    if settings.within is not None:
        check_margin(settings.within, MOST_POINTS)
    places, backend = read_places(settings.vary), run.parse_backend()
    with open_outputs(run) as answer:
        game, rungs = load_rungs(name, variants, run, settings.by)
        places = find_marks(places, game.rulebook)
        target = None if settings.aim is None else _parse_aim(game, settings.aim, settings.within)
        limits = target, settings.within, settings.games
        asked = SweepSpec(game, places, rungs[-1].seated, *limits, seed=run.seed, jobs=run.processes, backend=backend)
        if settings.plan:
            pilot = prepare_sweep_ladder(replace(asked, games=PILOT_GAMES), rungs)
            with plan_run(run, settings.limit) as (seconds, means):
                timed = run_sweep_ladder(pilot, seconds, means)
            return write_plan(answer, sweep_plan(timed, asked), timed)
        prepared = prepare_sweep_ladder(asked, rungs)
        place = choose_store(run, [(game, rung.seated, run.seed) for rung in rungs], "sweep", *settings.vary)
        with ladder_run(run, settings.limit, open_store(place, prepared.terms)) as (seconds, means):
            found = run_sweep_ladder(prepared, seconds, means)
        document = sweep_ladder_document(found)
        report = partial(_sweep_ladder_report, document, game)
        failed = answer.write_all(document, format_sweep_ladder(document, game, name), report)
        report_kept(run, means.store, found)
        ended = report_ending([found])
    return failed or ended or (EXIT_NO if document.settled is False else EXIT_OK)


def _sweep_ladder_report(document: SweepLadderDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_sweep_ladder_figures, render_sweep_ladder_page

    return make_sweep_ladder_figures(document, game), partial(render_sweep_ladder_page, document, game)


def _sweep_report(document: SweepDocument, game: Game) -> FiguresAndPage:
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


def measure_game(
    name: str, variants: tuple[str, ...], run: RunOptions, games: int | None, playouts: int, by: str | None
) -> int:
    """Play the games needed, report what kind of game it is, write the requested files, and return the exit status.

    Args:
        name: Name or folder of the game.
        variants: Its variants.
        run: Options of all runs.
        games: Number of games; None for the default.
        playouts: Number of playouts of the stronger search player.
        by: Player of all seats that neither the rules nor `run` assign; None for random ones.
    """
    from cli.text.lab.measure_text import format_measures
    from interpreter.lab import MeasurementSpec, Measures, measurement_document, run_measurement
    from interpreter.players import MAX_PLAYOUTS

    if 2 * playouts > MAX_PLAYOUTS:
        message = f"too many: some players search with twice this number, and {MAX_PLAYOUTS:,} is the limit"
        raise RulebookError(Problem(Location(f"--playouts {playouts}"), "bad-budget", message))
    backend = run.parse_backend()
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        game, seated = load_with_players(name, variants, run, "measure", by)
        subject = MeasurementSpec(game, seated, games, playouts, seed=run.seed, jobs=run.processes, backend=backend)
        cluster = stack.enter_context(connect_cluster(run))
        store = choose_store(run, [(game, seated, run.seed)], "measure", f"{playouts}", f"{games}")
        with ProgressDisplay(ProgressState("games", 0)) as progress:
            told = PartProgress(progress)
            measured = run_measurement(
                subject, told.add_played, discard_terminal_output, told.update_part, cluster, store
            )
        document = measurement_document(Measures(measured))
        failed = answer.write_all(
            document,
            format_measures(document, game, name),
            partial(_measure_report, document, game),
        )
        report_kept(run, store, measured)
        ended = report_ending([measured])
    return failed or ended


def _measure_report(document: MeasureDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_measure_figures, render_measure_page

    return make_measure_figures(document, game), partial(render_measure_page, document, game)
