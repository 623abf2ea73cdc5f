"""Check of a game in steps, so that the server can answer between them: first the game, then variants and scenarios."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.editor.homes import GameWorkspace
from interpreter.errors import Problem, RulebookError, errors_of
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.checking import combinations_to_check, new_problems
from interpreter.playtest.scenarios import GameCache, find_mistakes
from interpreter.presentation.saying.card_texts import check_phrasebook
from interpreter.rulebook.documents import read_documents
from interpreter.rulebook.files import FolderFile, list_files, read_files
from interpreter.rulebook.ids import IdTable
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.nodes import Problems
from interpreter.rulebook.overlays import variants_of
from interpreter.rulebook.scenarios import read_scenarios, shape_problems

GAME_PART = ("game",)
"""The part for the game itself."""


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
    """Yield all problems that `cahier check` finds, part by part; parts that concern the `edited` file come early."""
    try:
        game = load(home.folder, home.variants)
        yield CheckStep(GAME_PART, game.warnings)
    except RulebookError as error:
        yield CheckStep(GAME_PART, (*error.problems, *error.warnings))
        return
    if home.variant is None:
        yield from _related_steps(game, edited)


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


def _variants(
    games: GameCache, combinations: tuple[tuple[str, ...], ...], warnings: tuple[Problem, ...]
) -> Iterator[CheckStep]:
    told = set(warnings)
    for variants in combinations:
        try:
            found = games.get(variants).warnings
        except RulebookError as error:
            found = error.problems
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
