"""Loading what a command was asked about, heavy parts only when they are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.matches.match import Game
    from interpreter.rulebook.model import Rulebook


def load_game(name: str, variants: tuple[str, ...], players: int | None) -> Game:
    """The game, ready to be played. Raises RulebookError."""
    from interpreter import load

    return load(name, variants=variants, players=players)


def load_data(name: str, variants: tuple[str, ...], players: int | None) -> Rulebook:
    """What the files say, its texts not yet read. Raises RulebookError."""
    from interpreter.rulebook.build import load_rulebook

    return load_rulebook(name, players, variants)


def name_of(book: Rulebook) -> str:
    """What a command calls the game: its id if it comes with the project, else the folder, as it was typed."""
    from interpreter.rulebook.files import is_installed

    return book.id if is_installed(book.folder) else book.folder
