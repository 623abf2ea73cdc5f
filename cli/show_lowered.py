"""`cahier show GAME lowered`: the Python that the texts of a game become."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.errors import Problem, RulebookError, Where, nearest, shown

if TYPE_CHECKING:
    from interpreter.matches.match import Game


def lowered(game: Game, wanted: str | None) -> str:
    """The source of the rule of this title or card, or all titles. Raises RulebookError if there is none."""
    sources = game.program.code(False).sources()
    if wanted is None:
        return "\n".join(shown(title) for title in sources)
    for title in (wanted, f"event of {wanted}"):
        if title in sources:
            return "\n".join(shown(line) for line in sources[title].rstrip("\n").split("\n"))
    message = "no rule has this title; `show GAME lowered` lists them"
    raise RulebookError(Problem(Where(f"show lowered {wanted}"), "unknown-rule", message, nearest(wanted, sources)))
