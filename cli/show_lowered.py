"""`cahier show GAME lowered`, and `native`: the Python, or WebAssembly, that the texts of a game become."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.errors import PlayError, Problem, RulebookError, Where, nearest, shown

if TYPE_CHECKING:
    from interpreter.matches.match import Game


def lowered(game: Game, wanted: str | None) -> str:
    """The source of the rule of this title or card, or all titles. Raises RulebookError if there is none."""
    return _of_rule(game.program.code(False).sources(), "lowered", wanted)


def native(game: Game, wanted: str | None) -> str:
    """As `lowered`, the WebAssembly. Raises PlayError where the game can't become that."""
    from interpreter.engine.native import limits_of
    from interpreter.language.executable import NotNative

    try:
        return _of_rule(game.native_rules(limits_of(game)), "native", wanted)
    except NotNative as error:
        message = f"this game can't become machine code: {error}"
        raise PlayError(Problem(Where(game.id), "no-backend", message)) from None


def _of_rule(sources: Mapping[str, str], what: str, wanted: str | None) -> str:
    if wanted is None:
        return "\n".join(shown(title) for title in sources)
    for title in (wanted, f"event of {wanted}"):
        if title in sources:
            return "\n".join(shown(line) for line in sources[title].rstrip("\n").split("\n"))
    message = f"no rule has this title; `show GAME {what}` lists them"
    raise RulebookError(Problem(Where(f"show {what} {wanted}"), "unknown-rule", message, nearest(wanted, sources)))
