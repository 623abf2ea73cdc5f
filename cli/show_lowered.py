"""`cahier show GAME lowered` and `native`: the Python or WebAssembly code generated from a game's texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.errors import PlayError, Problem, RulebookError, Where, nearest, shown

if TYPE_CHECKING:
    from interpreter.language.executable import SourceKey
    from interpreter.matches.match import Game


def lowered(game: Game, wanted: str | None) -> str:
    """Return the Python code of the rule with this title or card id, or all titles without one.

    Raises RulebookError for an unknown title.
    """
    return _of_rule(game.program.code(False).sources(), "lowered", "#", wanted)


def native(game: Game, wanted: str | None) -> str:
    """Return WebAssembly code as `lowered` does. Raises PlayError for a game that can't be compiled to machine code."""
    from interpreter.engine.native import limits_of
    from interpreter.language.executable import NotNative

    try:
        return _of_rule(game.native_rules(limits_of(game)), "native", ";;", wanted)
    except NotNative as error:
        message = f"this game can't become machine code: {error}"
        raise PlayError(Problem(Where(game.id), "no-backend", message)) from None


def _of_rule(sources: Mapping[SourceKey, str], what: str, comment: str, wanted: str | None) -> str:
    """Return all sources of a title, each under a comment that names it."""
    titles = list(dict.fromkeys(key.title for key in sources))
    if wanted is None:
        return "\n".join(map(shown, titles))
    for title in (wanted, f"event of {wanted}"):
        if title in titles:
            found = [f"{comment} {key}\n{source.rstrip()}" for key, source in sources.items() if key.title == title]
            return "\n".join(shown(line) for line in "\n\n".join(found).split("\n"))
    message = f"no rule has this title; `show GAME {what}` lists them"
    raise RulebookError(Problem(Where(f"show {what} {wanted}"), "unknown-rule", message, nearest(wanted, titles)))
