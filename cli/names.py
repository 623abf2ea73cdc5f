"""Names of a game's things at the terminal, in a language that there are names in."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from interpreter.errors import Problem, RulebookError, Where, nearest, shown

if TYPE_CHECKING:
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Rulebook


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
