"""From a name or a folder to a game that can be played."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from interpreter.errors import Problem, RulebookError, errors_of
from interpreter.language.executable import Backend, known_backend
from interpreter.matches.match import Game
from interpreter.rulebook.build import Reading, read_rulebook
from interpreter.rulebook.model import Rulebook, Variant

DOUBTFUL = frozenset({"idle-gloss"})
"""Warnings that a word is nowhere. Where there are mistakes, it may be in what can't be read for them."""


def load(
    game: str | os.PathLike[str],
    variants: str | Sequence[str] = (),
    players: int | None = None,
    backend: Backend = "auto",
) -> Game:
    """A game by the name of an installed one or the path of its folder, for so many players (default: the fewest),
    changed by variants: its own by id, any by path; a plain string is one variant. `backend`: what plays many of its
    games.

    Raises RulebookError with every mistake of the folder and the variants, in the YAML as well as in the texts of the
    language; warnings stop nothing (`Game.warnings`). With mistakes in the YAML the texts are read, but nothing is
    built, and what can't be read because of them is not told. Of a mistake that is in the game's own files only with
    the variants it is said that they make it so.
    """
    loaded = _loaded(read_rulebook(game, players, variants), game, players)
    loaded.backend = known_backend(backend)
    return loaded


def load_book(book: Rulebook) -> Game:
    """The game of a rulebook in whose YAML there are no mistakes. Raises RulebookError as `load` does."""
    return _loaded(Reading(book, book.warnings, True), book.folder, len(book.seats))


def _loaded(reading: Reading, game: str | os.PathLike[str], players: int | None) -> Game:
    loaded, problems = _made(reading)
    if loaded is None:
        if reading.rulebook is not None and reading.rulebook.overlays:
            problems = _blamed(problems, reading.rulebook.overlays, read_rulebook(game, players))
        told = dict.fromkeys(each for each in problems if each.code not in DOUBTFUL)
        raise RulebookError(sorted(told, key=lambda problem: problem.where))
    return loaded


def _made(reading: Reading) -> tuple[Game | None, list[Problem]]:
    """The game, or None, and all that is wrong with it."""
    problems = list(reading.problems)
    loaded: Game | None = None
    if reading.rulebook is not None and reading.whole:
        try:
            if not errors_of(problems):
                loaded = Game(reading.rulebook)
            else:
                from interpreter.language.analysis import Analysis

                Analysis(reading.rulebook)
        except RulebookError as error:
            problems += error.problems
        except (LookupError, ValueError):  # a thing that is not as it should be is not found where a text names it
            if not errors_of(problems):
                raise
    return None if errors_of(problems) else loaded, problems


def _blamed(problems: list[Problem], overlays: Sequence[Variant], without: Reading) -> list[Problem]:
    """The problems; those in the game's own files that are not there `without` the overlays say whose work they are."""
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
