"""`cahier show GAME lowered`: the Python that the texts of a game become."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.errors import Problem, RulebookError, Where, nearest, shown

if TYPE_CHECKING:
    from interpreter.matches.match import Game


def lowered(game: Game, wanted: str | None) -> str:
    """The source of the rule of this title or card, or all titles. Raises RulebookError if there is none."""
    sources = _sources(game)
    if wanted is None:
        return "\n".join(shown(title) for title in sources)
    for title in (wanted, f"event of {wanted}"):
        if title in sources:
            return "\n".join(shown(line) for line in sources[title].rstrip("\n").split("\n"))
    message = "no rule has this title; `show GAME lowered` lists them"
    raise RulebookError(Problem(Where(f"show lowered {wanted}"), "unknown-rule", message, nearest(wanted, sources)))


def _sources(game: Game) -> dict[str, str]:
    program = game.program
    flow = program.code(False).flow
    sources = {routine.title: source for routine, source in zip(flow.routines.all, flow.sources, strict=False)}
    for word, source in flow.lowering.functions.items():
        sources.setdefault(program.rulebook.words[word].title, source)
    return sources
