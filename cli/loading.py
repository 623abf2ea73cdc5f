"""Loading what a command was asked about, heavy parts only when they are needed, and what it is called."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from interpreter.errors import Problem, RulebookError, Where, nearest, shown

if TYPE_CHECKING:
    from interpreter.matches.match import Game
    from interpreter.presentation.names import Names
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


def names_in(book: Rulebook, lang: str, spoken: Collection[str] = ()) -> Names:
    """The names in a language; English stands in for what has none. Raises RulebookError if nothing in the game has a
    name in it, and it is none of those `spoken`."""
    from interpreter.presentation.names import Names

    names = Names(book, lang, shown)
    languages = names.languages.union(spoken)
    if lang not in languages:
        message = f"there are no names in this language; there are some in: {', '.join(sorted(languages))}"
        raise RulebookError(Problem(Where(f"--lang {lang}"), "unknown-language", message, nearest(lang, languages)))
    return names
