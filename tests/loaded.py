"""The games of `rules/` and `tests/`, each read and loaded once per process.

Their files don't change while tests run, and playing a game doesn't change it. Tests of loading, and of folders of
their own, use `load`.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from pathlib import Path

import pytest

from interpreter.matches.loading import game_of_rulebook
from interpreter.matches.match import Game
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.source.files import find_folder

MOST_LOADED = 100
REPO = Path(__file__).parents[1]
OTHERS_IN_EACH_RUN = (
    "hearts",
    "hex",
    "hide_and_seek",
    "kuhn",
    "liars_dice",
    "night_watch",
    "orchard",
    "tic_tac_toe",
    "yahtzee",
)
"""Games of `tests/games/`, a few of each kind, that the fast tests of every game play, too."""


def marks_of(folder: str | Path) -> tuple[pytest.MarkDecorator, ...]:
    """The mark `parts` for a game of `tests/games/` that only the slow tests play; else nothing."""
    path = Path(folder)
    is_slow = path.parent == REPO / "tests/games" and path.name not in OTHERS_IN_EACH_RUN
    return (pytest.mark.parts,) if is_slow else ()


def game_of(name: str | Path, *variants: str, players: int | None = None) -> Game:
    """A game, by the name of an installed one or by its folder, seen from the repository's."""
    game = _game(_folder(name), variants, players or players_of(name)[0])
    game.program.analysis.grammar.__dict__.pop("wordings", None)  # each game limits the number of these searches
    return game


def book_of(name: str | Path, *variants: str, players: int | None = None) -> Rulebook:
    """Return the rulebook of a game."""
    return _book(_folder(name), variants, players)


def players_of(name: str | Path) -> tuple[int, int]:
    """The fewest and the most that a game without variants is for."""
    return book_of(name).players


def _folder(name: str | Path) -> str:
    path = REPO / name
    return os.path.realpath(path if path.is_dir() else find_folder(name))


@cache
def _book(folder: str, variants: tuple[str, ...], players: int | None) -> Rulebook:
    return load_rulebook(folder, players, variants)


@lru_cache(maxsize=MOST_LOADED)
def _game(folder: str, variants: tuple[str, ...], players: int) -> Game:
    book = book_of(folder)
    if variants or players != len(book.seats):
        book = _book(folder, variants, players)
    return game_of_rulebook(book)
