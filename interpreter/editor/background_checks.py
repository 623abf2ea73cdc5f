"""Checks of a game in the background: their steps, their findings, and a scheduler that restarts them after edits."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field

from interpreter.authoring.references.unused import find_unused
from interpreter.editor.buffers import Buffers, GameWorkspace
from interpreter.language.diagnostics import without_suggestions
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.scenarios.game_problems import (
    find_game_problems,
    find_style_problems,
    most_players,
    with_most_players,
)
from interpreter.playtest.scenarios.scenario_runner import GameCache, find_mistakes
from interpreter.presentation.saying.card_texts import check_phrasebook
from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.overlays.overlays import combinations_to_check, new_problems, variants_of
from interpreter.rulebook.scenarios.scenario_files import read_scenarios, shape_problems
from interpreter.rulebook.schema.documents import read_documents
from interpreter.rulebook.source.files import FolderFile, list_files, read_files
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import ERROR, Location, Problem, RulebookError, errors_of, printable


@dataclass(frozen=True, slots=True)
class Finding:
    """A range to underline.

    Attributes:
        length: Length of the range in characters.
        cause: Position of the mistake that this one follows from; None if it stands alone.
        problem: The problem with its suggestions.
    """

    where: Location
    length: int
    is_error: bool
    code: str
    message: str
    cause: Location | None
    problem: Problem


def findings_by_file(problems: Iterable[Problem], home: GameWorkspace, buffers: Buffers) -> dict[str, list[Finding]]:
    """Return the findings by path. Problems outside of the game's files are put at the start of its main file."""
    found: dict[str, list[Finding]] = {}
    for problem in dict.fromkeys(problems):
        where, message = problem.where, printable(problem.message)
        if not _is_game_file(where.file, home, buffers):
            message = f"{printable(str(where))}: {message}" if where.file != home.folder else message
            where = Location(home.main_file)
        line, column = max(1, where.line), max(1, where.column)
        finding = Finding(
            Location(where.file, line, column),
            problem.length if where.line else 0,
            problem.severity == ERROR,
            problem.code,
            "\n".join([message, *problem.suggestion_lines()]),
            problem.cause,
            problem,
        )
        found.setdefault(where.file, []).append(finding)
    return found


def _is_game_file(path: str, home: GameWorkspace, buffers: Buffers) -> bool:
    if home.variant is not None:
        return path == home.variant
    return path.startswith(home.folder + os.sep) and buffers.has(path)


GAME_PART = ("game",)
"""The part for the game itself."""
WARNING_PART = ("warnings",)
"""The part for warnings about the game itself; they are searched after its errors."""


@dataclass(frozen=True, slots=True)
class CheckStep:
    """The problems found in one part of a game."""

    part: tuple[str, ...]
    problems: tuple[Problem, ...]


def single_file_problems(home: GameWorkspace, edited: str) -> tuple[Problem, ...]:
    """Return the mistakes of one file that are visible without the rest of its game: YAML syntax and schema.

    A cards file is read together with the other cards files, which may declare its columns.
    """
    problems = Problems()
    files = list_files(home.folder, Problems())
    if home.variant is not None:
        files.append(FolderFile("variant", home.variant, home.variant, os.path.realpath(home.variant)))
    mine = next((file for file in files if file.path == edited), None)
    if mine is None:
        return ()
    if mine.kind == "scenarios":
        for file, text in read_files([mine], home.folder, problems)[0].values():
            problems.extend(shape_problems(file, text))
    else:
        needed = [file for file in files if file is mine or file.kind == mine.kind == "cards"]
        read_documents(needed, home.folder, IdTable(problems))
    return tuple(problem for problem in problems.errors() if problem.where.file == edited)


def check_steps(home: GameWorkspace, edited: str) -> Iterator[CheckStep]:
    """Yield the problems that `cahier check` finds, part by part; parts that concern the `edited` file come early.

    The parts are those of `cahier check`. If a change causes mistakes in other files,
    they come twice: at once, then with what was probably meant.
    """
    try:
        with without_suggestions():
            game = load(home.folder, home.variants)
    except RulebookError as first:
        if any(problem.where.file != edited for problem in first.problems):
            yield from _steps_of_error(first)
        try:
            load(home.folder, home.variants)
        except RulebookError as error:
            yield from _steps_of_error(error)
        return
    yield CheckStep(GAME_PART, ())
    yield CheckStep(WARNING_PART, game.warnings)
    yield CheckStep(("sentences",), tuple(game.check_sentences()))
    if home.variant is None:
        yield from _related_steps(game, edited)


def _steps_of_error(error: RulebookError) -> Iterator[CheckStep]:
    yield CheckStep(GAME_PART, error.problems)
    if error.warnings:
        yield CheckStep(WARNING_PART, error.warnings)


def _related_steps(game: Game, edited: str) -> Iterator[CheckStep]:
    """Yield the problems of variants, scenarios and phrasebooks."""
    own, amiss = variants_of(game.rulebook.folder)
    combinations, odd = combinations_to_check(own, game.rulebook)
    yield CheckStep(("variants",), (*amiss, *odd))
    books: dict[tuple[str, ...], Rulebook] = {}
    games = GameCache(game, books)
    variants, scenarios = _variants(games, combinations, game.warnings), _scenarios(games, books, game, edited)
    if any(variant.where.file == edited for variant in own):
        variants, scenarios = scenarios, variants
    yield from scenarios
    yield from variants
    for language in game.rulebook.phrasebooks:
        yield CheckStep(("texts", language), errors_of(check_phrasebook(game.program.analysis, language)))
    yield CheckStep(("style",), find_style_problems(game.rulebook))
    yield CheckStep(("uses",), find_unused(game))
    if (most := most_players(game.rulebook)) is not None:
        known = (*game.warnings, *game.check_sentences())
        found = find_game_problems(games, game.rulebook.variants, most)
        yield CheckStep(("players",), with_most_players(most, found, known))


def _variants(
    games: GameCache, combinations: tuple[tuple[str, ...], ...], warnings: tuple[Problem, ...]
) -> Iterator[CheckStep]:
    told = set(warnings)
    for variants in combinations:
        found = find_game_problems(games, variants, None)
        yield CheckStep(("variants", *variants), tuple(new_problems(variants, found, told)))


def _scenarios(
    games: GameCache, books: dict[tuple[str, ...], Rulebook], game: Game, edited: str
) -> Iterator[CheckStep]:
    if os.path.basename(os.path.dirname(edited)) == "scenarios":
        first, problems = read_scenarios(game.rulebook, [edited], books)
        yield CheckStep(("scenarios", "edited"), tuple(dict.fromkeys((*problems, *find_mistakes(games, first)))))
    scenarios, problems = read_scenarios(game.rulebook, books=books)
    yield CheckStep(("scenarios",), problems)
    files = dict.fromkeys(scenario.where.file for scenario in scenarios)
    for file in files:
        mine = [scenario for scenario in scenarios if scenario.where.file == file]
        yield CheckStep(("scenarios", file), tuple(dict.fromkeys(find_mistakes(games, mine))))


START_DELAY, STEP_DELAY = 0.03, 0.02
"""Delays in seconds before a check, for further keystrokes, and between its steps."""

Publish = Callable[[str, list[Finding]], None]
"""Called with a path and the findings in that file."""
ReportFailure = Callable[[GameWorkspace, Exception], None]
"""Called with a game whose check was stopped by an error of the program, and that error."""


@dataclass(slots=True)
class _CheckState:
    """State of one game: problems by part, findings published by file, and the task of the current check."""

    parts: dict[tuple[str, ...], tuple[Problem, ...]] = field(default_factory=dict)
    published: dict[str, list[Finding]] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None


class CheckScheduler:
    """Checks of all open games. Problems found earlier remain until their part is checked again."""

    def __init__(self, buffers: Buffers, publish: Publish, report_failure: ReportFailure) -> None:
        self._buffers = buffers
        self._publish = publish
        self._report_failure = report_failure
        self._games: dict[GameWorkspace, _CheckState] = {}

    def start(self, home: GameWorkspace, edited: str) -> None:
        """Start a check after an edit and cancel the previous one.

        On the first check of a game, mistakes of the edited file are published at once, before the game is loaded.
        """
        known = self._games.setdefault(home, _CheckState())
        if known.task is not None:
            known.task.cancel()
        if not known.parts:
            with self._buffers.using_unsaved():
                known.parts[GAME_PART] = single_file_problems(home, edited)
            self._publish_changes(home, known)
        known.task = asyncio.get_running_loop().create_task(self._check(home, edited, known))

    def restart_all(self) -> None:
        """Check all games again, because any file may have changed."""
        for home in list(self._games):
            self.start(home, home.main_file)

    def forget_closed(self, open_games: Set[GameWorkspace]) -> None:
        """Stop checking games that are no longer open, and withdraw their findings."""
        for home in self._games.keys() - open_games:
            known = self._games.pop(home)
            if known.task is not None:
                known.task.cancel()
            known.parts.clear()
            self._publish_changes(home, known)

    def published_findings(self, path: str) -> list[Finding]:
        """Return the findings last published for a file."""
        return [finding for known in self._games.values() for finding in known.published.get(path, ())]

    async def _check(self, home: GameWorkspace, edited: str, known: _CheckState) -> None:
        """Check a game and report an error that stops the check, because nothing waits for its task."""
        await asyncio.sleep(START_DELAY)
        try:
            await self._run_steps(home, edited, known)
        except Exception as error:
            self._report_failure(home, error)

    async def _run_steps(self, home: GameWorkspace, edited: str, known: _CheckState) -> None:
        seen = set()
        under_way = check_steps(home, edited)
        while (step := self._next(under_way)) is not None:
            seen.add(step.part)
            known.parts[step.part] = step.problems
            self._publish_changes(home, known)
            await asyncio.sleep(STEP_DELAY)
        for part in known.parts.keys() - seen:
            del known.parts[part]
        self._publish_changes(home, known)

    def _next(self, under_way: Iterator[CheckStep]) -> CheckStep | None:
        """Return the next step of a check, computed from the files as the editor shows them now."""
        with self._buffers.using_unsaved():
            return next(under_way, None)

    def _publish_changes(self, home: GameWorkspace, known: _CheckState) -> None:
        """Publish the findings of each file for which they have changed."""
        found = findings_by_file((problem for part in known.parts.values() for problem in part), home, self._buffers)
        for path in known.published.keys() | found.keys():
            if known.published.get(path, []) != found.get(path, []):
                self._publish(path, found.get(path, []))
        known.published = found
