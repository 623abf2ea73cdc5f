"""`cahier playtest`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING

from cli.answers import document_at, folder_at, page_at, refuse_one_place, tell_answer, tell_lost, write_tables
from cli.elsewhere import cluster_at
from cli.guard import BAD_INPUT, FINE, SIGNAL_BASE
from cli.keeping import store_at
from cli.kept import ready_game
from cli.leftovers import tell_left_overs
from cli.loading import load_game
from cli.output import leave_terminals, tell
from cli.progress import Pace, Progress
from cli.seats import seated_without_people
from cli.summary import summary
from cli.versions import game_folder
from interpreter.atomic_files import AtomicFile
from interpreter.background import cores
from interpreter.errors import PlayError, Problem, Where, shown

if TYPE_CHECKING:
    from interpreter.atomic_folders import AtomicFolder
    from interpreter.matches.match import Game
    from interpreter.playtest.runner import Plan, Result
    from interpreter.playtest.store import Store
    from interpreter.playtest.watching import Watched

NO_RECORDS = (
    "a store has figures and no games, so that --record and --store can't go together; any game of a stored run can be "
    "recorded later, by the command that the summary ends with"
)
MOST_TOLD = 5
"""Mistakes in the rules that are told one by one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of the command."""

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
    """Play the games, print the summary, write what was asked for. Gives the exit status."""
    from interpreter.language.executable import known_backend

    if settings.record and settings.store:
        raise PlayError(Problem(Where("--record"), "record-and-store", NO_RECORDS))
    refuse_one_place(
        json=settings.json,
        csv=settings.csv,
        report=settings.report,
        store=settings.store,
        record=settings.record,
        shrink=settings.shrink,
    )
    tell_left_overs(settings.record)
    backend = known_backend(settings.backend)
    with game_folder(name, settings.git) as folder:
        if settings.git is None:
            game = ready_game(folder, variants, players, settings.coverage)
        else:
            game = load_game(folder, variants, players)
            game = game.covering() if settings.coverage else game
        game.backend = backend
        return _playtest(game, name, settings)


def _playtest(game: Game, name: str, settings: Settings) -> int:
    from interpreter.lab.course_tables import course_tables
    from interpreter.lab.playtest_tables import playtest_tables
    from interpreter.players.budgets import refuse_times
    from interpreter.playtest.runner import Plan, run
    from interpreter.playtest.seen import Seen

    seated = seated_without_people(game, settings.seats)
    for option, value in (("--store", settings.store), ("--dask", settings.dask)):
        if value is not None:
            refuse_times(game, seated, option)
    with contextlib.ExitStack() as stack:
        write = stack.enter_context(document_at(settings.json))
        folder = stack.enter_context(folder_at(settings.csv))
        page = stack.enter_context(page_at(settings.report))
        jobs = settings.jobs or cores()
        plan = Plan(game, settings.seed, settings.games, settings.first, jobs, seated, game.backend)
        record = stack.enter_context(AtomicFile(settings.record)) if settings.record else None
        store = stack.enter_context(store_at(settings.store, (game, seated, settings.seed), endings=False))
        cluster = stack.enter_context(cluster_at(settings.dask, game.backend))
        listed = stack.enter_context(listed_in(folder, game)) if not (store or cluster) else None
        with Progress(pace_of(plan, store)) as progress:
            result = run(plan, record.write if record else None, progress, leave_terminals, store, cluster, listed)
        text = dumps(result.document(), indent=2)
        write(text)
        interrupted = None
        seen = Seen()
        if page is not None and not (result.signal or result.broken):
            watched = watch_games(plan)
            interrupted = watched.signal
            seen = watched.seen if watched.whole else seen
        if page is not None:
            from interpreter.report.playtest import playtest_page

            page.write(playtest_page(result, seen))
        if folder is not None:
            write_tables(folder, [*playtest_tables(result), *course_tables(seen.course, game)])
    if result.why_not:
        tell(f"note: {result.why_not}")
    if settings.csv and (settings.store or settings.dask):
        tell("note: games.csv, a line a game, is not there: a store and a cluster give figures of all games together")
    tell_answer(settings.json, text, summary(result, name, settings.all, settings.git))
    if result.signal and settings.record:
        kept, asked = result.tally.finished, result.plan.games
        tell(f"stopped: the {kept:,} games of {asked:,} that were finished are in {shown(settings.record)}")
    if settings.store:
        tell_stored(result, settings.store)
    status = SIGNAL_BASE + interrupted if interrupted else ending(result)
    if settings.shrink and not result.signal:
        from cli.shrinking import write_shortest

        write_shortest(result, settings.shrink)
    return status


@contextlib.contextmanager
def listed_in(folder: AtomicFolder | None, game: Game) -> Iterator[Callable[[str], None] | None]:
    """What takes the lines of games, for a file in the folder, if there is one."""
    if folder is None:
        yield None
        return
    from interpreter.playtest.listing import heading

    with folder.file("games.csv") as file:
        file.write(heading(game))
        yield file.write


def pace_of(plan: Plan, store: Store | None) -> Pace:
    """What is to be told of a plan while it is carried out."""
    from interpreter.playtest.arms import Span
    from interpreter.playtest.lengths import decisions_a_game

    span = Span(0, plan.first, plan.games)
    kept = plan.games - sum(gap.count for gap in store.missing(span)) if store else 0
    return Pace("games", plan.games, kept, decisions_a_game(plan.game, plan.seated))


def watch_games(plan: Plan) -> Watched:
    """What becomes of cards and pieces in the first games, and of scores."""
    from interpreter.playtest.watching import WATCHED, can_watch, watch

    if not can_watch(plan.seated):
        tell("note: these players can't be watched: the page has no scores over time, and no map")
    with Progress(Pace("games watched", min(plan.games, WATCHED))) as progress:
        found = watch(plan, progress, leave_terminals)
    if not found.whole:
        tell("note: not all games were watched: the page has no scores over time, and no map")
    return found


def tell_stored(result: Result, path: str) -> None:
    """Say how many of the games were played earlier, and how to go on if some are still to play."""
    if result.kept:
        tell(f"note: {result.kept:,} of the games were in {shown(path)} already")
    if result.signal or result.broken:
        played = f"the {result.tally.games:,} games of {result.plan.games:,} that were played are in {shown(path)}"
        tell(f"stopped: {played}; the same command plays the others")


def ending(result: Result) -> int:
    """Say why not all games were finished, if so, and give the exit status."""
    if not result.broken:
        tell_lost(result.lost)
    for problem, games, first in result.tally.why_stopped()[:MOST_TOLD]:
        tell(problem.render())
        tell(f"    in game {first}" + (f", and in {games - 1} more" if games > 1 else ""))
    unfinished = result.tally.games - result.tally.finished
    if unfinished:
        tell(f"{unfinished} of the games were not over when they were given up")
    if result.endless:
        tell(f"the other games were not tried: the same rule went on without end in all of these {unfinished}")
    if result.under_way:
        tell(f"{result.under_way:,} decisions were made in games that were stopped before their end")
    if result.broken:
        tell(result.broken.problems[0].render())
    if result.signal:
        return SIGNAL_BASE + result.signal
    return BAD_INPUT if result.broken or unfinished else FINE
