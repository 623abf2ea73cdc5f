"""Load a game that can be played, by its name or folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from interpreter.language.execution.executable import Backend, parse_backend
from interpreter.matches.match import Game
from interpreter.rulebook.build import RulebookResult, read_rulebook
from interpreter.rulebook.model import Rulebook, Variant
from interpreter.support.errors import Problem, RulebookError, errors_of

DOUBTFUL = frozenset({"idle-gloss"})
"""Codes of warnings that may be wrong if the files have errors.

A word that isn't found may be in a text that can't be read.
"""


def load(
    game: str | os.PathLike[str],
    variants: str | Sequence[str] = (),
    players: int | None = None,
    backend: Backend = "auto",
) -> Game:
    """Load a game.

    If the YAML has errors, texts are still checked, but mistakes that could follow from these errors aren't reported.
    Errors in the game's own files that occur only with the variants mention them. Warnings don't stop loading; they
    are in `Game.warnings`.

    Args:
        game: Name of an installed game, or path of its folder.
        variants: Ids of the game's own variants, or paths of any. A plain string is one variant.
        players: Number of players; by default the minimum.
        backend: The backend that plays many games of it.

    Raises:
        RulebookError: The folder or the variants have errors, in YAML or in texts of the language. It has all of them.
    """
    loaded = _loaded(read_rulebook(game, players, variants), game, players)
    loaded.backend = parse_backend(backend)
    return loaded


def game_of_rulebook(book: Rulebook) -> Game:
    """Return the game of a rulebook whose YAML has no mistakes.

    Raises:
        RulebookError: Its texts have errors.
    """
    return _loaded(RulebookResult(book, book.warnings, True), book.folder, len(book.seats))


def _loaded(reading: RulebookResult, game: str | os.PathLike[str], players: int | None) -> Game:
    loaded, problems = _made(reading)
    if loaded is None:
        if reading.rulebook is not None and reading.rulebook.overlays:
            problems = _blamed(problems, reading.rulebook.overlays, read_rulebook(game, players))
        told = dict.fromkeys(each for each in problems if each.code not in DOUBTFUL)
        raise RulebookError(sorted(told, key=lambda problem: problem.where))
    return loaded


def _made(reading: RulebookResult) -> tuple[Game | None, list[Problem]]:
    """Return the game, or None if there are errors, and all problems."""
    problems = list(reading.problems)
    loaded: Game | None = None
    if reading.rulebook is not None and reading.is_complete:
        try:
            if not errors_of(problems):
                loaded = Game(reading.rulebook)
            else:
                from interpreter.language.analysis import Analysis

                Analysis(reading.rulebook)
        except RulebookError as error:
            problems += error.problems
        except (LookupError, ValueError):  # a text may name a thing that was left out
            if not errors_of(problems):
                raise
    return None if errors_of(problems) else loaded, problems


def _blamed(problems: list[Problem], overlays: Sequence[Variant], without: RulebookResult) -> list[Problem]:
    """Return the problems; those in the game's own files that occur only with the overlays mention these."""
    files = {overlay.where.file for overlay in overlays}
    if all(problem.where.file in files for problem in problems):
        return problems
    known = {(problem.where, problem.code) for problem in _made(without)[1]}
    by = " and ".join(f"`{overlay.id}`" for overlay in overlays)
    so = f"the variant {by} makes it so" if len(overlays) == 1 else f"the variants {by} make it so"
    return [
        problem
        if problem.where.file in files or (problem.where, problem.code) in known or "the variant" in problem.message
        else replace(problem, message=f"{problem.message}; {so}")
        for problem in problems
    ]
