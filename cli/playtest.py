"""`cahier playtest`: play many games and report the figures."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from cli.answers import Answer, answer_to, tell_interrupted, tell_lost
from cli.elsewhere import cluster_at
from cli.game_lines import GameLines
from cli.guard import BAD_INPUT, FINE, SIGNAL_BASE
from cli.keeping import store_at
from cli.kept import ready_game
from cli.leftovers import tell_left_overs
from cli.loading import load_game
from cli.output import leave_terminals, tell
from cli.progress import Pace, Progress
from cli.seats import seated_without_people
from cli.summary import summary
from cli.versions import Version, version_of
from interpreter.atomic_files import AtomicFile
from interpreter.background import cores
from interpreter.errors import PlayError, Problem, Where, shown
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.lab.tables import Table
    from interpreter.matches.match import Game
    from interpreter.playtest.cluster import Cluster
    from interpreter.playtest.runner import Plan, Result
    from interpreter.playtest.stopping import Stopper
    from interpreter.playtest.store import Store
    from interpreter.playtest.watching import Watched

NO_RECORDS = (
    "a store has figures and no games, so that --record and --store can't go together; any game of a stored run can be "
    "recorded later, by the command that the summary ends with"
)
LINES = ("record", "listed")
"""Kinds of files that get one line per game."""
MOST_TOLD = 5
"""Maximum number of mistakes in the rules that are reported one by one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of `cahier playtest`."""

    games: int
    seed: int
    first: int
    jobs: int | None
    seats: tuple[str, ...]
    json: str | None
    record: str | None
    backend: str
    store: str | None = None
    dask: str | None = None
    shrink: str | None = None
    csv: str | None = None
    coverage: bool = False
    all: bool = False
    report: str | None = None
    git: str | None = None


def playtest_game(name: str, variants: tuple[str, ...], players: int | None, settings: Settings) -> int:
    """Play the games, print the summary, write the requested files, and return the exit status."""
    from interpreter.language.executable import known_backend

    if settings.record is not None and settings.store is not None:
        raise PlayError(Problem(Where("--record"), "record-and-store", NO_RECORDS))
    backend = known_backend(settings.backend)
    others = {"store": settings.store, "record": settings.record, "shrink": settings.shrink}
    with (
        answer_to(settings.json, settings.csv, settings.report, **others) as answer,
        version_of(name, settings.git) as version,
    ):
        if settings.record is not None:
            tell_left_overs(settings.record)
        if settings.git is None:
            game = ready_game(name, variants, players, settings.coverage)
        else:
            game = load_game(version.folder, variants, players)
            game = game.covering() if settings.coverage else game
        game.backend = backend
        return _playtest(game, version, settings, answer)


def _playtest(game: Game, version: Version, settings: Settings, answer: Answer) -> int:
    from interpreter.players.budgets import refuse_times
    from interpreter.playtest.runner import Plan

    seated = seated_without_people(game, settings.seats)
    for option, value in (("--store", settings.store), ("--dask", settings.dask)):
        if value is not None:
            refuse_times(game, seated, option)
    jobs = settings.jobs or cores()
    plan = Plan(game, settings.seed, settings.games, settings.first, jobs, seated, game.backend)
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(store_at(settings.store, (game, seated, settings.seed), endings=False))
        cluster = stack.enter_context(cluster_at(settings.dask, game.backend))
        files = {"record": AtomicFile(settings.record)} if settings.record is not None else {}
        if answer.folder is not None and not (store or cluster):
            files["listed"] = answer.folder.file("games.csv")
        lines = {what: GameLines(file) for what, file in files.items()}
        result = _played(plan, lines, store, cluster)
        if result.why_not:
            tell(f"note: {result.why_not}")
        if settings.csv is not None and "listed" not in lines:
            tell(
                "note: games.csv, a line a game, is not there: a store and a cluster give figures of all games together"
            )
        failed, interrupted = _given(result, version, settings, answer, lines.get("listed"))
        if settings.store is not None:
            tell_stored(result, settings.store)
    if "record" in lines:
        failed = tell_recorded(result, f"{settings.record}", lines["record"]) or failed
    ended = ending(result, version)
    if settings.shrink is not None and not result.signal:
        from cli.shrinking import write_shortest

        write_shortest(result, settings.shrink)
    return failed or (SIGNAL_BASE + interrupted if interrupted else ended)


def _played(plan: Plan, lines: Mapping[str, GameLines], store: Store | None, cluster: Cluster | None) -> Result:
    """Run a plan; lines on its games go to the files that are requested: records, games as CSV."""
    from interpreter.playtest.listing import heading
    from interpreter.playtest.runner import run

    with contextlib.ExitStack() as stack:
        record, listed = (stack.enter_context(lines[what]).write if what in lines else None for what in LINES)
        if listed is not None:
            listed(heading(plan.game))
        with Progress(pace_of(plan, store)) as progress:
            return run(plan, record, progress, leave_terminals, store, cluster, listed)


def _given(
    result: Result, version: Version, settings: Settings, answer: Answer, listed: GameLines | None
) -> tuple[int, int | None]:
    """Write the result; return the exit status, and the signal that arrived meanwhile, or None.

    Games are observed only for a page; while they are, a signal ends nothing but the observation.
    """
    from interpreter.lab.course_tables import course_tables
    from interpreter.lab.playtest_tables import playtest_tables
    from interpreter.playtest.stopping import Stopper
    from interpreter.playtest.watching import Watched

    stopper = Stopper(leave_terminals)

    @cache
    def watched() -> Watched:
        wanted = answer.page is not None and not (result.signal or result.broken)
        return watch_games(result.plan, stopper) if wanted else Watched()

    def tables() -> list[Table]:
        if listed is not None:
            listed.refuse()
        return [*playtest_tables(result), *course_tables(watched().told.course, result.plan.game)]

    def page() -> str:
        from interpreter.report.playtest import playtest_page

        return playtest_page(result, watched().told)

    with contextlib.nullcontext() if answer.page is None else stopper:
        failed = answer.give(result.document(), summary(result, version, settings.all), tables, page)
    return failed, stopper.signal


def pace_of(plan: Plan, store: Store | None) -> Pace:
    """Return the initial progress of a plan."""
    from interpreter.playtest.arms import Span
    from interpreter.playtest.lengths import decisions_a_game

    span = Span(0, plan.first, plan.games)
    kept = plan.games - sum(gap.count for gap in store.missing(span)) if store else 0
    return Pace("games", plan.games, kept, decisions_a_game(plan.game, plan.seated))


def watch_games(plan: Plan, stopper: Stopper) -> Watched:
    """Observe cards, pieces and scores in the first games."""
    from interpreter.playtest.watching import WATCHED, can_watch, watch

    if not can_watch(plan.seated):
        tell("note: these players can't be watched: the page has no scores over time, and no map")
    with Progress(Pace("games watched", min(plan.games, WATCHED))) as progress:
        found = watch(plan, stopper, progress)
    if not found.whole:
        tell("note: not all games were watched: the page has no scores over time, and no map")
    return found


def tell_stored(result: Result, path: str) -> None:
    """Report the number of games played earlier, and how to continue if some are still to play."""
    from interpreter.playtest.store import NotKept

    if result.kept:
        tell(f"note: {number_of(result.kept, 'of the games was', 'of the games were')} in {shown(path)} already")
    if (result.signal or result.broken) and not isinstance(result.broken, NotKept):
        played = number_of(
            result.tally.games,
            f"game of {result.plan.games:,} that was played is",
            f"games of {result.plan.games:,} that were played are",
        )
        played = f"the {played} in {shown(path)}"
        tell(f"stopped: {played}; the same command plays the others")


def tell_recorded(result: Result, path: str, lines: GameLines) -> int:
    """Report failures to record games, or the number recorded before a signal; return the exit status."""
    for problem in lines.problems:
        tell(problem.render())
    if result.signal and not lines.problems:
        kept, asked = result.tally.finished, result.plan.games
        many = number_of(kept, f"game of {asked:,} that was finished is", f"games of {asked:,} that were finished are")
        tell(f"stopped: the {many} in {shown(path)}")
    return BAD_INPUT if lines.problems else FINE


def ending(result: Result, version: Version) -> int:
    """Report why games were not finished, if any, and return the exit status."""
    if not result.broken:
        tell_lost(result.lost)
    mistakes = result.tally.why_stopped()
    for problem, games, first in mistakes[:MOST_TOLD]:
        tell(version.said(problem.render()))
        tell(f"    in game {first}" + (f", and in {games - 1} more" if games > 1 else ""))
    if (rest := len(mistakes) - MOST_TOLD) > 0:
        tell(f"{number_of(rest, 'mistake')} more stopped games; --json tells them, too")
    unfinished = result.tally.games - result.tally.finished
    if unfinished:
        many = number_of(
            unfinished, "of the games was not over when it was", "of the games were not over when they were"
        )
        tell(f"{many} given up")
    if result.endless:
        tell(f"the other games were not tried: the same rule went on without end in all of these {unfinished}")
    tell_interrupted(result.interrupted)
    if result.under_way:
        many = number_of(result.under_way, "decision was", "decisions were")
        tell(f"{many} made in games that were stopped before their end")
    if result.broken:
        tell(result.broken.problems[0].render())
    if result.signal:
        return SIGNAL_BASE + result.signal
    return BAD_INPUT if result.broken or unfinished else FINE
