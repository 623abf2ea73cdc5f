"""`cahier compare`: play two versions of a game and report the differences.

Check of the option `--within`, the smallest difference that matters.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Literal

from cli.caches import load_ready_game
from cli.game_loading import load_game
from cli.guard import EXIT_NO, EXIT_OK
from cli.lab.answer_output import connect_cluster, open_outputs, report_ending
from cli.lab.kept_games import open_games, report_kept
from cli.lab.ladders import LADDER_NAME, check_kinds, choose_rungs, refuse_plan_outputs
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.seats import players_without_people, seats_played_by
from cli.text.output import discard_terminal_output, echo_err
from interpreter.support import BackgroundTask, Location, Problem, RulebookError

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage, ResultOutputs
    from cli.options import RunOptions
    from interpreter.lab import (
        CompareDocument,
        ComparedVersion,
        ComparisonResult,
        ComparisonSpec,
        LineupResult,
        Rung,
        TimedComparison,
    )
    from interpreter.language import NativeCode, NotCompilableError
    from interpreter.matches import Game
    from interpreter.playtest import DaskCluster


MIN_POINTS = 0.001
"""Smallest margin; a smaller one would take more games than can ever be played."""


def check_margin(within: float, most: float) -> None:
    """Raise RulebookError unless the margin is from `MIN_POINTS` to `most` points."""
    if not MIN_POINTS <= within <= most:
        message = f"a margin is a number of points, from {MIN_POINTS:g} to {most:g}"
        raise RulebookError(Problem(Location(f"--within {within}"), "bad-margin", message))


MOST_POINTS = 100.0
FIRST_INTERIM_SECONDS, INTERIM_SECONDS = 30.0, 60.0
"""Seconds until the first report of a comparison that is still going on, and between two such reports."""
MAX_EXAMPLE_SECONDS = 1.0
"""Longest time of a game that is played again as an example after the time is up."""
TIMED_WARNING = "a player with a time limit plays differently each time; use `search:N`, with a number of playouts"


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """Options of `cahier compare` apart from those of all runs.

    Attributes:
        other: Folder of the changed game, if it is another one.
        variant: Variants that only the changed game has.
        base: Variants that both games have.
        git: Git revision of the game before the change.
        within: The margin in points; None for the default.
        games: Number of games with each version; None for the default maximum.
        by: Kinds of players, one comparison each; empty for those of the run.
        aim: Figures and where they should be; empty for equal shares of all sides.
        expect: Expected result: `better`, `same` or SIDE=LOW..HIGH; None for any.
        until: `verdict` or `size`.
        limit: Time to play, in seconds; None for no limit, or for the default one of a ladder.
        plan: Only say how many games it takes, and how long.
    """

    other: str | None = None
    variant: tuple[str, ...] = ()
    base: tuple[str, ...] = ()
    git: str | None = None
    within: float | None = None
    games: int | None = None
    by: tuple[str, ...] = ()
    aim: tuple[str, ...] = ()
    expect: str | None = None
    until: Literal["verdict", "size"] = "size"
    limit: float | None = None
    plan: bool = False

    @property
    def is_ladder(self) -> bool:
        """True for ever better players, as `cahier balance` has them."""
        return LADDER_NAME in self.by

    def command(self, game: str, players: int | None) -> list[str]:
        """Return the words of the command that compares these versions."""
        options = [("--variant", each) for each in self.variant] + [("--base", each) for each in self.base]
        options += [("--git", self.git)] if self.git is not None else []
        options += [("--players", str(players))] if players is not None else []
        words = ["cahier", "compare", game, *([] if self.other is None else [self.other])]
        return [*words, *(word for option in options for word in option)]


def compare_games(name: str, run: RunOptions, settings: ComparisonSettings) -> int:
    """Play both versions, report the differences, write the requested files, and return the exit status."""
    from cli.text.lab.comparison_text import format_comparison
    from interpreter.lab import (
        DEFAULT_MARGIN,
        DEFAULT_SECONDS,
        MOST_GAMES,
        ComparisonSpec,
        comparison_document,
        contenders_of,
        parse_aim,
        parse_expectation,
    )

    _check_options(run, settings)
    within, games = settings.within, settings.games
    limit = DEFAULT_SECONDS if settings.limit is None and settings.is_ladder else settings.limit
    changed = name if settings.other is None else settings.other
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        before, after = stack.enter_context(_load_both(name, changed, run, settings))
        contenders = contenders_of(before)
        aims = tuple(parse_aim(each, contenders) for each in settings.aim)
        expected = None if settings.expect is None else parse_expectation(settings.expect, contenders)
        cluster = stack.enter_context(connect_cluster(run))
        by: Sequence[str | None] = _ladder(before, after, run) if settings.is_ladder else settings.by or (None,)

        def question(kind: str | None) -> ComparisonSpec:
            return ComparisonSpec(
                _side(before, name, settings.git, kind, run.seats),
                _side(after, changed, None, kind, run.seats),
                margin_points=within or DEFAULT_MARGIN,
                games=games or MOST_GAMES,
                is_single_look=games is not None and within is None and limit is None,
                seeds=(run.seed, run.seed),
                jobs=run.processes,
                backend=run.parse_backend(),
                family_size=len(by),
                aims=aims,
                until=settings.until,
            )

        questions = [(kind, question(kind)) for kind in by]
        _check_players(questions, run)
        if settings.plan:
            return _plan(questions, settings, run, answer)
        if limit is None:
            told, timed = _compare_by_players(questions, run, cluster), None
        else:
            told, timed = _compare_within_time(questions, limit, run, cluster)
        document, versions = comparison_document(told, timed), told[0].answer.question.versions
        failed = answer.write_all(
            document,
            format_comparison(document, versions, settings.command(name, run.players)),
            partial(_report, document, versions),
        )
        ended = report_ending([timed] if timed else [each.answer for each in told])
    if failed or ended:
        return failed or ended
    if expected is None:
        open_questions = [each.verdict == "undecided" for each in document.players]
        return EXIT_NO if (all if timed else any)(open_questions) else EXIT_OK
    if missed := [reason for each in document.players if (reason := expected.problem(each)) is not None]:
        echo_err(f"--expect {settings.expect} isn't met: {'; '.join(missed)}")
    return EXIT_NO if missed else EXIT_OK


def _plan(
    questions: Sequence[tuple[str | None, ComparisonSpec]],
    settings: ComparisonSettings,
    run: RunOptions,
    answer: ResultOutputs,
) -> int:
    """Play a few timed games, report how many a comparison takes, and return the exit status."""
    from cli.text.lab.plan_text import format_plan
    from interpreter.lab import PLAN_SECONDS, pilot_games, plan_document, run_timed_comparison

    pilots = [
        (rung, replace(question, games=pilot_games(question, rung.is_quick))) for rung, question in _rungs(questions)
    ]
    seconds = settings.limit or PLAN_SECONDS
    with ProgressDisplay(ProgressState("games", 0, seconds_limit=seconds)) as progress:
        found = run_timed_comparison(pilots, seconds, progress, discard_terminal_output)
    document = plan_document(found, settings.is_ladder)
    failed = answer.write_all(document, format_plan(document), lambda: ((), lambda figures: ""))
    return failed or report_ending([found])


def _report(document: CompareDocument, versions: Sequence[ComparedVersion]) -> FiguresAndPage:
    from cli.text.lab.comparison_text import ComparisonText, format_verdicts
    from interpreter.report import make_compare_figures, render_compare_page

    games, called = [version.game for version in versions], ComparisonText(document, versions)
    lead = [*format_verdicts(document, versions), *called.describe_aims(), *called.describe_cancelling()]
    return make_compare_figures(document, games), partial(render_compare_page, document, games, lead)


def _check_options(run: RunOptions, settings: ComparisonSettings) -> None:
    """Raise RulebookError unless the options say clearly what to compare."""
    ways = [settings.other is not None, bool(settings.variant), settings.git is not None]
    if sum(ways) != 1:
        message = "name one thing to compare with: --variant V, another folder, or --git REV"
        if settings.variant and sum(ways) == 2:
            message = "with another folder or --git, a variant applies to both sides: --base V"
        raise RulebookError(Problem(Location("compare"), "what-to-compare", message))
    check_kinds(settings.by)
    if run.store is not None and len(settings.by) > 1 and settings.limit is None:
        message = "a store holds the games of one --by; compare with one at a time"
        raise RulebookError(Problem(Location("--store"), "several-players", message))
    if settings.plan:
        refuse_plan_outputs(run)
    if settings.within is not None:
        check_margin(settings.within, MOST_POINTS)


@contextlib.contextmanager
def _load_both(name: str, changed: str, run: RunOptions, settings: ComparisonSettings) -> Iterator[tuple[Game, Game]]:
    """Load the games before and after the change for the block."""
    base, players, native = settings.base, run.players, run.backend != "python"
    if settings.git is not None:
        from cli.revision import extract_revision

        with extract_revision(name, settings.git) as then:
            with BackgroundTask(partial(_load_uncached, then.folder, base, players, native)) as old:
                after = load_ready_game(name, base, players)
                before, code = old.result()
            before.program.native = code
            yield before, after
    else:
        before = load_ready_game(name, base, players)
        yield before, load_ready_game(changed, (*base, *settings.variant), players)


def _load_uncached(
    folder: str, variants: tuple[str, ...], players: int | None, native: bool
) -> tuple[Game, NativeCode | NotCompilableError | None]:
    """Load a game without the cache, and its machine code if `native` is set.

    The code is returned beside the game because it is not pickled with it.
    """
    from interpreter.engine import prepare_native
    from interpreter.language import NativeUnavailableError

    game = load_game(folder, variants, players)
    if native:
        with contextlib.suppress(NativeUnavailableError):
            prepare_native(game)
    return game, game.program.native


def _ladder(before: Game, after: Game, run: RunOptions) -> list[str]:
    """Return the kinds of players that can play both versions, from weak to strong."""
    first, second = ([rung.player for rung in choose_rungs(game, (), run.seats)] for game in (before, after))
    return [player for player in first if player in second]


def _check_players(questions: Sequence[tuple[str | None, ComparisonSpec]], run: RunOptions) -> None:
    """Warn of players with a time budget. Raises PlayError if they can't be used."""
    from interpreter.lab import is_reproducible
    from interpreter.players import refuse_time_budgets

    for option, value in (("--store", run.store), ("--dask", run.dask)):
        if value is not None:
            for _, question in questions:
                for side in question.versions:
                    refuse_time_budgets(side.game, side.seated, option)
    if not all(is_reproducible(question) for _, question in questions):
        echo_err(f"warning: {TIMED_WARNING}")


class InterimReport:
    """Report of a comparison so far, at the first look after half a minute and then once a minute at most."""

    def __init__(self, progress: ProgressDisplay, by: str | None, clock: Callable[[], float] = monotonic) -> None:
        """Start the clock. `by`: name of the kind of players; None for the default players."""
        self._progress, self._by, self._clock = progress, by, clock
        self._next = clock() + FIRST_INTERIM_SECONDS

    def __call__(self, answer: ComparisonResult) -> None:
        """Print the verdict so far, if it is time for one."""
        if self._clock() < self._next:
            return
        from cli.text.lab.comparison_text import format_verdicts
        from interpreter.lab import LineupResult, comparison_document

        document = comparison_document([LineupResult(answer, (), self._by)])
        self._progress.clear()
        for line in format_verdicts(document, answer.question.versions):
            echo_err(f"so far: {line}")
        self._next = self._clock() + INTERIM_SECONDS


def _compare_by_players(
    questions: Sequence[tuple[str | None, ComparisonSpec]], run: RunOptions, cluster: DaskCluster | None
) -> list[LineupResult]:
    """Return the result for each kind of players, as far as the games were played."""
    from interpreter.lab import LineupResult, diverging_games, is_reproducible, run_comparison

    told: list[LineupResult] = []
    for by, question in questions:
        timed = not is_reproducible(question)
        with (
            open_games(run, *_arms(question), endings=True) as store,
            ProgressDisplay(_pace(question)) as progress,
        ):
            interim = InterimReport(progress, by)
            answer = run_comparison(question, progress, discard_terminal_output, cluster, store, interim)
        report_kept(run, store, answer)
        told.append(
            LineupResult(
                answer,
                () if timed or answer.signal or answer.broken else diverging_games(answer, discard_terminal_output),
                by,
            )
        )
        if answer.signal or answer.broken:
            break
    return told


def _compare_within_time(
    questions: Sequence[tuple[str | None, ComparisonSpec]], limit: float, run: RunOptions, cluster: DaskCluster | None
) -> tuple[list[LineupResult], TimedComparison]:
    """Return the result for each kind of players with enough games, and that of the whole run."""
    from interpreter.lab import LineupResult, diverging_games, is_reproducible, run_timed_comparison

    arms = [arm for _, question in questions for arm in _arms(question)]
    with (
        open_games(run, *arms, endings=True) as store,
        ProgressDisplay(ProgressState("games", 0, seconds_limit=limit)) as progress,
    ):
        found = run_timed_comparison(_rungs(questions), limit, progress, discard_terminal_output, cluster, store)
    report_kept(run, store, found)
    told = []
    for each in found.reported:
        quick = each.seconds_per_game <= MAX_EXAMPLE_SECONDS and is_reproducible(each.answer.question)
        whole = found.is_complete and quick
        examples = diverging_games(each.answer, discard_terminal_output) if whole else ()
        told.append(LineupResult(each.answer, examples, each.rung.player or None))
    return told, found


def _rungs(questions: Sequence[tuple[str | None, ComparisonSpec]]) -> list[tuple[Rung, ComparisonSpec]]:
    from interpreter.lab import Rung

    return [(Rung(by or "", question.before.seated), question) for by, question in questions]


def _arms(question: ComparisonSpec) -> list[tuple[Game, dict[str, str], int]]:
    both = zip(question.versions, question.seeds, strict=True)
    return [(side.game, side.seated, seed) for side, seed in both]


def _pace(question: ComparisonSpec) -> ProgressState:
    from interpreter.playtest import estimate_decisions

    lengths = [estimate_decisions(side.game, side.seated) for side in question.versions]
    known = [length for length in lengths if length is not None]
    return ProgressState(
        "games",
        2 * question.games,
        decisions=sum(known) / len(known) if known else None,
        is_upper_bound=not question.is_single_look,
    )


def _side(game: Game, typed: str, revision: str | None, by: str | None, seats: tuple[str, ...]) -> ComparedVersion:
    from interpreter.lab import ComparedVersion
    from interpreter.rulebook import find_folder, is_installed

    folder = find_folder(typed)
    wanted = seats if by is None else (*seats_played_by(game, by, seats), *seats)
    return ComparedVersion(
        game, players_without_people(game, wanted), None if is_installed(folder) else folder, revision
    )
