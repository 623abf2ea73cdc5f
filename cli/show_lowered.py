"""`cahier show GAME lowered` and `format_native_code`: the Python or WebAssembly code generated from a game's texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.errors import Location, PlayError, Problem, RulebookError, closest_match, printable

if TYPE_CHECKING:
    from interpreter.language.executable import CodeKey
    from interpreter.matches.match import Game


def format_python_code(game: Game, wanted: str | None) -> str:
    """Return the Python code of the rule with this title or card id, or all titles without one.

    Raises RulebookError for an unknown title.
    """
    return _rule_sources(game.program.code(False).sources(), "lowered", "#", wanted)


def format_native_code(game: Game, wanted: str | None) -> str:
    """Return WebAssembly code as `format_python_code` does.

    Raises PlayError for a game that can't be compiled to machine code.
    """
    from interpreter.engine.native import match_limits
    from interpreter.language.executable import NativeUnavailable

    try:
        return _rule_sources(game.native_rules(match_limits(game)), "native", ";;", wanted)
    except NativeUnavailable as error:
        message = f"this game can't become machine code: {error}"
        raise PlayError(Problem(Location(game.id), "no-backend", message)) from None


def _rule_sources(sources: Mapping[CodeKey, str], what: str, comment: str, wanted: str | None) -> str:
    """Return all sources of a title, each under a comment that names it."""
    titles = list(dict.fromkeys(key.title for key in sources))
    if wanted is None:
        return "\n".join(map(printable, titles))
    for title in (wanted, f"event of {wanted}"):
        if title in titles:
            found = [f"{comment} {key}\n{source.rstrip()}" for key, source in sources.items() if key.title == title]
            return "\n".join(printable(line) for line in "\n\n".join(found).split("\n"))
    message = f"no rule has this title; `show GAME {what}` lists them"
    raise RulebookError(
        Problem(Location(f"show {what} {wanted}"), "unknown-rule", message, closest_match(wanted, titles))
    )
