"""`cahier report`: ask all questions about a game, and write a folder of linked pages.

Pages are written after each answer, so that an interruption loses only the answer that is being worked on. Only files
that a report has written are overwritten.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.guard import EXIT_OK, SIGNAL_BASE
from cli.lab.games_to_watch import find_decided_game, watch_random_games, watch_strong_games
from cli.lab.ladders import choose_rungs
from cli.lab.progress import PartProgress, ProgressDisplay, ProgressState
from cli.text.output import discard_terminal_output, echo, echo_err
from interpreter.presentation import format_count
from interpreter.rulebook import public_path
from interpreter.support import (
    AtomicFile,
    Location,
    Problem,
    SaveError,
    cpu_count,
    printable,
    require_extra,
)

if TYPE_CHECKING:
    from interpreter.matches import Game
    from interpreter.playtest import RunOutcome
    from interpreter.report import GameReport, ReportFigure, ReportHistory

DEFAULT_SECONDS = 120.0
"""Time for all questions together, in seconds."""
LADDER_SHARE, IMPACT_SHARE, MEASURE_SHARE, WATCH_SHARE = 0.5, 0.2, 0.15, 0.05
"""Parts of the time; the rest is for observing games."""
GAMES, MIN_GAMES = 1000, 50
"""Number of random games; the smallest number of games of any question."""
MAX_OBSERVED_GAMES, MIN_OBSERVED_GAMES, OBSERVED_DECISIONS = 100, 10, 12_500
"""Largest and smallest number of games that Python observes, and about how many decisions they have in all."""
MEASURED_GAMES_PER_SECOND = 20_000 / 60
"""Size of a measurement that takes a second for the slower games."""
INDEX_FILE = "index.html"


@dataclass(frozen=True, slots=True)
class ReportSettings:
    """Options of `cahier report`.

    Attributes:
        output: The folder.
        limit: Time for all questions, in seconds; None for the default.
        players: Number of players; None for the game's default.
        seed: Seed of all questions.
        jobs: Number of processes; None for all cores.
    """

    output: str
    limit: float | None
    players: int | None
    seed: int
    jobs: int | None

    @property
    def seconds(self) -> float:
        """Time for all questions, in seconds."""
        return self.limit or DEFAULT_SECONDS

    @property
    def processes(self) -> int:
        """Number of processes that play."""
        return self.jobs or cpu_count()


def report_on_game(name: str, variants: tuple[str, ...], settings: ReportSettings) -> int:
    """Ask all questions, write the pages, and return the exit status.

    Raises:
        RulebookError: The game can't be loaded.
        SaveError: The folder has files of others, or a damaged history, or can't be written.
    """
    from interpreter.report import EXTRA, LIBRARY, GameReport

    require_extra(EXTRA, LIBRARY)
    game = load_ready_game(name, variants, settings.players)
    folder = ReportFolder.open(Path(settings.output), game)
    work = _ReportWork(GameReport(game, public_path(name, name), folder.history), folder, settings)
    for answer in (work.balance, work.playtest, work.impact, work.measure, work.watch):
        stopped = answer()
        folder.save(work.report)
        if stopped:
            echo_err(f"stopped: what is finished is in {printable(str(folder.index))}")
            return SIGNAL_BASE + stopped
    folder.remove_stale(work.report)
    for sentences in work.report.answers().values():
        echo(sentences[0])
    for flag in work.report.red_flags():
        echo(f"Red flag: {printable(flag)}")
    echo(printable(f"{folder.index}: {format_count(len(work.report.links), 'page')}"))
    return EXIT_OK


@dataclass(slots=True)
class ReportFolder:
    """Folder of a report.

    Attributes:
        path: Its path.
        history: Earlier reports, and the files that reports have written.
        pages: Pages of this report without their links, by file.
        replays: Pages of games to watch, by file.
    """

    path: Path
    history: ReportHistory
    pages: dict[str, str] = field(default_factory=dict)
    replays: dict[str, str] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path, game: Game) -> ReportFolder:
        """Open a folder that is new, empty, or of earlier reports on this game.

        Raises:
            SaveError: It is none of these, or a file in it that a report would write isn't by a report.
        """
        from interpreter.report import HISTORY_FILE, PAGE_FILES, ReportHistory, read_history

        where, variants = path / HISTORY_FILE, [*game.rulebook.variants]
        try:
            content = where.read_bytes()
        except FileNotFoundError:
            if path.is_dir() and any(path.iterdir()):
                message = "there are files in it, none by a report; name a folder that is empty, or not there yet"
                raise SaveError(Problem(Location(str(path)), "in-use", message)) from None
            history = ReportHistory(game.rulebook.id, variants)
        except OSError as error:
            message = f"can't be read: {error.strerror or error}"
            raise SaveError(Problem(Location(str(where)), "cannot-read", message)) from None
        else:
            history = read_history(content, Location(str(where)))
        if (history.game, history.variants) != (game.rulebook.id, variants):
            found = " with ".join([history.game, *history.variants])
            message = f"its reports are on {printable(found)}; name another folder"
            raise SaveError(Problem(Location(str(path)), "other-game", message))
        folder = cls(path, history)
        for name in PAGE_FILES:
            folder.require_own(name)
        return folder

    @property
    def index(self) -> Path:
        """Path of the index."""
        return self.path / INDEX_FILE

    def require_own(self, name: str) -> bool:
        """Return whether a file is there. Raises SaveError if it isn't by a report, or was changed since."""
        path = self.path / name
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return False
        except OSError as error:
            message = f"can't be read: {error.strerror or error}"
            raise SaveError(Problem(Location(str(path)), "cannot-read", message)) from None
        if not self.history.has_written(name, content):
            message = "this file isn't by a report, or was changed since; nothing is overwritten: move it away"
            raise SaveError(Problem(Location(str(path)), "in-use", message))
        return True

    def save(self, report: GameReport) -> None:
        """Write the history, all pages so far with links to each other, and the index."""
        from interpreter.report import HISTORY_FILE, render_report_index, with_links

        links = {INDEX_FILE: "Report", **report.links}
        texts = {name: with_links(page, links) for name, page in (self.pages | self.replays).items()}
        texts |= {INDEX_FILE: with_links(render_report_index(report), report.links)}
        for name in texts:
            self.require_own(name)
        self.path.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            self.history = self.history.with_file(name, text)
        written = self.history if report.entry is None else self.history.with_report(report.entry)
        self._write(HISTORY_FILE, written.to_text())
        for name, text in texts.items():
            self._write(name, text)

    def _write(self, name: str, text: str) -> None:
        with AtomicFile(self.path / name) as file:
            file.write(text)

    def remove_stale(self, report: GameReport) -> None:
        """Remove pages of earlier reports that this one doesn't have."""
        for name in self.history.files:
            if name not in (INDEX_FILE, *report.links) and os.path.basename(name) == name and self.require_own(name):
                (self.path / name).unlink()


@dataclass(slots=True)
class _ReportWork:
    """The questions of a report. Each method answers one, and returns the signal that interrupted it, if any."""

    report: GameReport
    folder: ReportFolder
    settings: ReportSettings
    seconds_per_game: float = 0.0

    @property
    def _game(self) -> Game:
        return self.report.game

    @property
    def _random(self) -> dict[str, str]:
        return dict.fromkeys(self._game.seats, "random")

    def _add_page(
        self, name: str, figures: Iterator[ReportFigure], render: Callable[[list[ReportFigure]], str]
    ) -> None:
        self.folder.pages[f"{name}.html"] = render([*figures])

    def balance(self) -> int | None:
        """Ask who wins between ever better players."""
        from interpreter.lab import LadderSpec, balance_document, run_ladder
        from interpreter.report import ReportEntry, make_balance_figures, render_balance_page

        settings, game = self.settings, self._game
        seconds = LADDER_SHARE * settings.seconds
        spec = LadderSpec(
            game, choose_rungs(game, (), ()), seconds, seed=settings.seed, jobs=settings.processes, backend=game.backend
        )
        with _progress("balance", seconds_limit=seconds) as progress:
            found = run_ladder(spec, progress, discard_terminal_output)
        _raise_broken(found)
        document = balance_document(found)
        if document.rungs:
            quick = document.rungs[0]
            self.seconds_per_game = quick.seconds / quick.games / settings.processes
            self.report.balance = document
            self.report.entry = ReportEntry.of(document, game.rulebook.digest, f"{datetime.now(UTC):%Y-%m-%d}")
            self._add_page(
                "balance", make_balance_figures(document, game), partial(render_balance_page, document, game)
            )
        return found.signal

    def playtest(self) -> int | None:
        """Ask what happens in games between random players."""
        from interpreter.lab import make_playtest_document
        from interpreter.playtest import (
            Arm,
            ObservedRun,
            PlaytestPlan,
            Stopper,
            count_decisions,
            observe_games,
            run_playtest,
        )
        from interpreter.report import make_playtest_figures, render_playtest_page

        game = self._game.with_coverage()
        games = self._affordable(GAMES, 0.05, 1)
        plan = PlaytestPlan(game, self.settings.seed, games, 0, self.settings.processes, {}, game.backend)
        with _progress("playtest", games) as progress:
            result = run_playtest(plan, None, progress, discard_terminal_output)
        _raise_broken(result)
        if result.signal:
            return result.signal
        observed = ObservedRun()
        if not result.tally.stopped:
            number = min(games, _observed_games(result.tally.decisions / result.tally.finished))
            few = PlaytestPlan(self._game, self.settings.seed, number, 0, self.settings.processes)
            with Stopper(discard_terminal_output) as stopper, _progress("observed games", few.games) as progress:
                observed = observe_games(few, stopper, progress)
        with Stopper(discard_terminal_output) as stopper:
            count_decisions(Arm(game, plan.seed, plan.seated), result.tally, plan.first, plan.jobs, stopper)
        document = make_playtest_document(result)
        self.report.playtest = document
        figures = make_playtest_figures(result, document, observed.complete_observations.course)
        self._add_page("playtest", figures, partial(render_playtest_page, document, game))
        return observed.signal

    def impact(self) -> int | None:
        """Ask what each event is worth, if the game has some."""
        from interpreter.lab import ImpactSpec, default_margin, first_differences, impact_document, run_impact_study
        from interpreter.report import make_impact_figures, render_impact_page

        game = self._game.with_omissions()
        omissions = game.program.symbols.omissions
        things = tuple(thing for thing in omissions.items if thing.kind == "event") if omissions else ()
        if not things:
            return None
        games = self._affordable(100_000, IMPACT_SHARE, 1 + len(things))
        settings = self.settings
        limits = default_margin(game), games
        spec = ImpactSpec(
            game, things, self._random, *limits, seed=settings.seed, jobs=settings.processes, backend=game.backend
        )
        with _progress("impact", games * (1 + len(things))) as progress:
            found = run_impact_study(spec, progress, discard_terminal_output)
        _raise_broken(found)
        if found.signal:
            return found.signal
        document = impact_document(found, first_differences(found, discard_terminal_output))
        self.report.impact = document
        self._add_page("impact", make_impact_figures(document, game), partial(render_impact_page, document, game))
        return None

    def measure(self) -> int | None:
        """Ask what kind of game it is."""
        from interpreter.lab import MeasurementSpec, Measures, measurement_document, run_measurement
        from interpreter.report import make_measure_figures, render_measure_page

        game = self._game
        games = max(MIN_GAMES, round(MEASURED_GAMES_PER_SECOND * MEASURE_SHARE * self.settings.seconds))
        spec = MeasurementSpec(
            game, self._random, games, seed=self.settings.seed, jobs=self.settings.processes, backend=game.backend
        )
        with _progress("measure") as progress:
            told = PartProgress(progress)
            found = run_measurement(spec, told.add_played, discard_terminal_output, told.update_part)
        _raise_broken(found)
        if found.signal:
            return found.signal
        document = measurement_document(Measures(found))
        self.report.measure = document
        self._add_page("measure", make_measure_figures(document, game), partial(render_measure_page, document, game))
        return None

    def watch(self) -> int | None:
        """Make pages of the closest game, the greatest comeback, and a game that a card decided."""
        settings, told = self.settings, self.report.playtest
        games = min(told.finished, _observed_games(told.decisions / told.finished)) if told and told.finished else 0
        with _progress("games to watch", games) as progress:
            found = watch_strong_games(self.report, settings.seed, settings.processes, WATCH_SHARE * settings.seconds)
            if found is None:
                found = watch_random_games(self._game, settings.seed, games, settings.processes, progress)
        if found.signal:
            return found.signal
        decided = find_decided_game(self._game, settings.seed, self.report.impact)
        for name, watched in (found.watched | decided).items():
            self.folder.replays[f"{name}.html"] = watched.page()
            self.report.watched[name] = watched.text
        return None

    def _affordable(self, most: int, share: float, arms: int) -> int:
        """Return the number of random games that fit into a share of the time, on so many arms."""
        if not self.seconds_per_game:
            return min(most, MIN_GAMES)
        return max(MIN_GAMES, min(most, int(share * self.settings.seconds / self.seconds_per_game / arms)))


@contextlib.contextmanager
def _progress(part: str, total: int = 0, seconds_limit: float | None = None) -> Iterator[ProgressDisplay]:
    state = ProgressState("games", total, is_upper_bound=True, part=part, seconds_limit=seconds_limit)
    with ProgressDisplay(state) as display:
        yield display


def _raise_broken(found: RunOutcome) -> None:
    """Raise the error that ended a run, if any."""
    if found.broken is not None:
        raise found.broken


def _observed_games(decisions: float) -> int:
    """Return the number of games to observe, given the decisions of a game."""
    return max(MIN_OBSERVED_GAMES, min(MAX_OBSERVED_GAMES, round(OBSERVED_DECISIONS / max(1.0, decisions))))
