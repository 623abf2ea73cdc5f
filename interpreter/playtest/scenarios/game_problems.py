"""Parts of the check of a whole game, which the command and the editor have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.playtest.scenarios.scenario_runner import GameCache
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.print_style import read_print_style
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import Problem, RulebookError


def find_game_problems(games: GameCache, variants: tuple[str, ...], players: int | None) -> tuple[Problem, ...]:
    """Return the problems of a game with some variants and players: its texts, and its sentences for players."""
    try:
        game = games.get(variants, players)
        return (*game.warnings, *game.check_sentences())
    except RulebookError as error:
        return error.problems


def most_players(book: Rulebook) -> int | None:
    """Return the most players of a game that was read with fewer, or None."""
    return book.players[1] if len(book.seats) < book.players[1] else None


def with_most_players(most: int, found: Iterable[Problem], known: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return those problems found with the most players that aren't known."""
    told = {(each.where, each.code) for each in known}
    return tuple(
        replace(each, message=f"with {most} players: {each.message}")
        for each in found
        if (each.where, each.code) not in told
    )


def find_style_problems(book: Rulebook) -> tuple[Problem, ...]:
    """Return the problems of style.yaml, of a game and its variants, which is no part of the rules."""
    problems = Problems()
    read_print_style(book, problems)
    return (*problems.errors(), *problems.warnings())
