"""Loading what a command was asked about, heavy parts only when they are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.match import Game
    from interpreter.rulebook.model import Rulebook


def load_game(name: str, variants: tuple[str, ...], players: int | None) -> Game:
    """The game, ready to be played. Raises RulebookError."""
    from interpreter import load

    refuse_variants(name, variants)
    return load(name, variants=variants, players=players)


def load_data(name: str, variants: tuple[str, ...], players: int | None) -> Rulebook:
    """What the files say, its texts not yet read. Raises RulebookError."""
    from interpreter.rulebook.build import load_rulebook

    refuse_variants(name, variants)
    return load_rulebook(name, players)


def refuse_variants(name: str, variants: tuple[str, ...]) -> None:
    """No game has variants yet. Raises RulebookError if one is asked for."""
    from interpreter.errors import Problem, RulebookError, Where

    if variants:
        message = f"there is no variant of this name: {name} has none"
        raise RulebookError(Problem(Where(variant), "unknown-variant", message) for variant in variants)
