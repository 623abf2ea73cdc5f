"""`cahier playtest`: play many games and report the figures.

A file with one line per game is written during play; if that fails, play goes on without it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cli.caches import load_ready_game
from cli.game_loading import load_game
from cli.guard import EXIT_BAD_INPUT, EXIT_OK, SIGNAL_BASE
from cli.lab.answer_output import (
    ResultOutputs,
    connect_cluster,
    open_outputs,
    report_fallbacks,
    report_interrupted,
    report_leftovers,
    report_lost_workers,
)
from cli.lab.kept_games import open_games, report_kept
from cli.lab.people import read_times
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.revision import GameVersion, open_version
from cli.seats import players_without_people
from cli.text.lab.playtest_text import format_playtest
from cli.text.output import discard_terminal_output, echo_err
from interpreter.presentation import format_count
from interpreter.support import AtomicFile, Location, PlayError, Problem, SaveError, printable

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.options import RunOptions
    from interpreter.lab import DecisionTimes
    from interpreter.matches import Game
    from interpreter.playtest import DaskCluster, ObservedRun, PlaytestPlan, PlaytestResult, Stopper, Store


class GameLineWriter:
    """Writer of one line per game to a file; use it in a `with` block.

    `problems`: the reasons why the file is incomplete, if it is.
    """

    def __init__(self, file: AtomicFile) -> None:
        self._file = file
        self.problems: tuple[Problem, ...] = ()

    def write(self, text: str) -> None:
        """Add some lines, unless an earlier write has failed."""
        if not self.problems:
            with self._collect_errors():
                self._file.write(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._collect_errors():
            self._file.__exit__(SaveError if self.problems else kind, error, trace)

    @contextlib.contextmanager
    def _collect_errors(self) -> Iterator[None]:
        try:
            yield
        except SaveError as error:
            self.problems = (*self.problems, *error.problems)


STORE_WITHOUT_RECORDS = (
    "--record and --store can't be combined, because a store has no games; the command at the end of the summary "
    "records any game of a stored run"
)
LINE_FILES = ("record", "listed")
"""Kinds of files that get one line per game."""
MAX_REPORTED = 5
"""Maximum number of mistakes in the rules that are reported one by one."""


@dataclass(frozen=True, slots=True)
class PlaytestSettings:
    """Options of `cahier playtest` apart from those of all runs."""

    games: int = 1000
    first: int = 0
    record: str | None = None
    shrink: str | None = None
    coverage: bool = False
    cards: bool = False
    show_all: bool = False
    times: str | None = None
    git: str | None = None


def playtest_game(name: str, variants: tuple[str, ...], run: RunOptions, settings: PlaytestSettings) -> int:
    """Play the games, print the summary, write the requested files, and return the exit status."""
    if settings.record is not None and run.store is not None:
        raise PlayError(Problem(Location("--record"), "record-and-store", STORE_WITHOUT_RECORDS))
    backend = run.parse_backend()
    with (
        open_outputs(run, record=settings.record, shrink=settings.shrink) as answer,
        open_version(name, settings.git) as version,
    ):
        if settings.record is not None:
            report_leftovers(settings.record)
        if settings.git is None:
            game = load_ready_game(name, variants, run.players, settings.coverage)
        else:
            game = load_game(version.folder, variants, run.players)
            game = game.with_coverage() if settings.coverage else game
        game.backend = backend
        return _playtest(game, version, run, settings, answer)


def _playtest(
    game: Game, version: GameVersion, run: RunOptions, settings: PlaytestSettings, answer: ResultOutputs
) -> int:
    from interpreter.players import refuse_time_budgets
    from interpreter.playtest import PlaytestPlan

    seated = players_without_people(game, run.seats)
    times = read_times(settings.times, game)
    for option, value in (("--store", run.store), ("--dask", run.dask)):
        if value is not None:
            refuse_time_budgets(game, seated, option)
    if settings.cards:
        _check_cards_option(run, seated)
        game.backend = "python"
    plan = PlaytestPlan(game, run.seed, settings.games, settings.first, run.processes, seated, game.backend)
    with contextlib.ExitStack() as stack:
        needs_games = settings.record is not None or answer.folder is not None  # which a store doesn't have
        kept = replace(run, no_store=run.no_store or needs_games)
        store = stack.enter_context(open_games(kept, (game, seated, run.seed), endings=False))
        cluster = stack.enter_context(connect_cluster(run))
        files = {"record": AtomicFile(settings.record)} if settings.record is not None else {}
        if answer.folder is not None and not (store or cluster):
            files["listed"] = answer.folder.create_file("games.csv")
        lines = {what: GameLineWriter(file) for what, file in files.items()}
        result = _run_plan(plan, lines, store, cluster, settings.cards)
        report_fallbacks([result])
        if run.csv is not None and "listed" not in lines:
            echo_err("note: games.csv isn't written: a store or a cluster gives only totals, not a line for each game")
        failed, interrupted = _write_result(result, version, settings, answer, lines.get("listed"), times)
        if run.store is not None:
            report_stored(result, run.store)
        report_kept(kept, store, result)
    if "record" in lines:
        failed = report_recorded(result, f"{settings.record}", lines["record"]) or failed
    ended = report_ending(result, version)
    if settings.shrink is not None and not result.signal:
        from cli.check.replay import write_shortest

        write_shortest(result, settings.shrink)
    return failed or (SIGNAL_BASE + interrupted if interrupted else ended)


def _check_cards_option(run: RunOptions, seated: Mapping[str, str]) -> None:
    """Raise PlayError if cards can't be listed: by these players, or with these options."""
    from interpreter.playtest import can_observe

    message = None
    if run.csv is None or run.store is not None or run.dask is not None:
        message = "cards are columns of games.csv; give --csv DIR, and neither --store nor --dask"
    elif run.backend == "native":
        message = "only Python observes cards; leave out --backend native"
    elif not can_observe(seated):
        message = "cards are observed between random players and tables only; leave out --seat"
    if message is not None:
        raise PlayError(Problem(Location("--cards"), "no-cards", message))


def _run_plan(
    plan: PlaytestPlan,
    lines: Mapping[str, GameLineWriter],
    store: Store | None,
    cluster: DaskCluster | None,
    with_cards: bool,
) -> PlaytestResult:
    """Run a plan; lines on its games go to the files that are requested: records, games as CSV."""
    from interpreter.playtest import csv_header, run_playtest

    with contextlib.ExitStack() as stack:
        record, listed = (stack.enter_context(lines[what]).write if what in lines else None for what in LINE_FILES)
        if listed is not None:
            listed(csv_header(plan.game, with_cards))
        with ProgressDisplay(progress_of(plan, store)) as progress:
            return run_playtest(
                plan, record, progress, discard_terminal_output, store, cluster, listed, with_cards=with_cards
            )


def _write_result(
    result: PlaytestResult,
    version: GameVersion,
    settings: PlaytestSettings,
    answer: ResultOutputs,
    listed: GameLineWriter | None,
    times: DecisionTimes,
) -> tuple[int, int | None]:
    """Write the result; return the exit status, and the signal that arrived meanwhile, or None.

    Games are observed only for a page; while they are, a signal ends nothing but the observation.
    """
    from interpreter.lab import make_playtest_document
    from interpreter.playtest import ObservedRun, Stopper

    stopper = Stopper(discard_terminal_output)
    if not (result.signal or result.broken):
        count_decisions_again(result, stopper)
    document = make_playtest_document(result, times)

    def report() -> FiguresAndPage:
        from interpreter.report import make_playtest_figures, render_playtest_page

        wanted = answer.page is not None and not (result.signal or result.broken or stopper.signal)
        observed = observe_first_games(result.plan, stopper) if wanted else ObservedRun()
        figures = make_playtest_figures(result, document, observed.complete_observations.course)
        return figures, partial(render_playtest_page, document, result.plan.game)

    with contextlib.nullcontext() if answer.page is None else stopper:
        failed = answer.write_all(
            document,
            format_playtest(result, document, version, settings.show_all),
            report,
            () if listed is None else listed.problems,
        )
    return failed, stopper.signal


def progress_of(plan: PlaytestPlan, store: Store | None) -> ProgressState:
    """Return the initial progress of a plan."""
    from interpreter.playtest import GameSpan, estimate_decisions

    span = GameSpan(0, plan.first, plan.games)
    kept = plan.games - sum(gap.count for gap in store.missing_spans(span)) if store else 0
    return ProgressState("games", plan.games, kept, estimate_decisions(plan.game, plan.seated))


def count_decisions_again(result: PlaytestResult, stopper: Stopper) -> None:
    """Count decisions in the first games, unless they were counted in play; a signal ends the count only."""
    from interpreter.playtest import Arm, count_decisions

    plan = result.plan
    with stopper:
        count_decisions(Arm(plan.game, plan.seed, plan.seated), result.tally, plan.first, plan.jobs, stopper)


def observe_first_games(plan: PlaytestPlan, stopper: Stopper) -> ObservedRun:
    """Observe cards, pieces and scores in the first games."""
    from interpreter.playtest import MAX_OBSERVED_GAMES, can_observe, observe_games

    if not can_observe(plan.seated):
        echo_err("note: games of these players can't be observed; the page has no scores over time and no map")
    with ProgressDisplay(ProgressState("games observed", min(plan.games, MAX_OBSERVED_GAMES))) as progress:
        found = observe_games(plan, stopper, progress)
    if not found.is_complete:
        echo_err("note: not all games were observed; the page has no scores over time and no map")
    return found


def report_stored(result: PlaytestResult, path: str) -> None:
    """Report the number of games played earlier, and how to continue if some are still to play."""
    from interpreter.playtest import StoreWriteError

    if result.stored_games:
        echo_err(
            f"note: {format_count(result.stored_games, 'of the games was', 'of the games were')} in "
            f"{printable(path)} already"
        )
    if (result.signal or result.broken) and not isinstance(result.broken, StoreWriteError):
        played = format_count(
            result.tally.games,
            f"game of {result.plan.games:,} that was played is",
            f"games of {result.plan.games:,} that were played are",
        )
        played = f"the {played} in {printable(path)}"
        echo_err(f"stopped: {played}; the same command plays the others")


def report_recorded(result: PlaytestResult, path: str, lines: GameLineWriter) -> int:
    """Report failures to record games, or the number recorded before a signal; return the exit status."""
    for problem in lines.problems:
        echo_err(problem.render())
    if result.signal and not lines.problems:
        kept, asked = result.tally.finished, result.plan.games
        many = format_count(
            kept, f"game of {asked:,} that was finished is", f"games of {asked:,} that were finished are"
        )
        echo_err(f"stopped: the {many} in {printable(path)}")
    return EXIT_BAD_INPUT if lines.problems else EXIT_OK


def report_ending(result: PlaytestResult, version: GameVersion) -> int:
    """Report why games were not finished, if any, and return the exit status."""
    if not result.broken:
        report_lost_workers(result.lost)
    mistakes = result.tally.stop_reasons()
    for problem, games, first in mistakes[:MAX_REPORTED]:
        echo_err(version.replace_paths(problem.render()))
        echo_err(f"    in game {first}" + (f", and in {games - 1} more" if games > 1 else ""))
    if (rest := len(mistakes) - MAX_REPORTED) > 0:
        echo_err(f"{format_count(rest, 'mistake')} more stopped games; --json lists all")
    unfinished = result.tally.games - result.tally.finished
    if unfinished:
        many = format_count(
            unfinished, "of the games was not over when it was", "of the games were not over when they were"
        )
        echo_err(f"{many} abandoned")
    if result.is_endless:
        echo_err(f"the other games were not played: the same rule never ended in all of these {unfinished}")
    report_interrupted(result.interrupted)
    if result.unfinished_decisions:
        many = format_count(result.unfinished_decisions, "decision was", "decisions were")
        echo_err(f"{many} made in games that were stopped before their end")
    if result.broken:
        echo_err(result.broken.problems[0].render())
    if result.signal:
        return SIGNAL_BASE + result.signal
    return EXIT_BAD_INPUT if result.broken or unfinished else EXIT_OK
