"""From a name or a folder to a game that can be played."""

from __future__ import annotations

import os
from collections.abc import Sequence

from interpreter.engine.match import Game
from interpreter.errors import RulebookError, errors_of
from interpreter.language.analysis import Analysis
from interpreter.rulebook.build import read_rulebook


def load(game: str | os.PathLike[str], variants: Sequence[str] = (), players: int | None = None) -> Game:
    """A game by the name of an installed one or the path of its folder, for so many players (default: the fewest),
    changed by variants: its own by id, any by path.

    Raises RulebookError with every mistake of the folder and the variants, in the YAML as well as in the texts of the
    language; warnings stop nothing (`Game.warnings`). With mistakes in the YAML the texts are read, but nothing is
    built, and what can't be read because of them is not told.
    """
    reading = read_rulebook(game, players, variants)
    problems = list(reading.problems)
    loaded: Game | None = None
    if reading.rulebook is not None and reading.whole:
        try:
            if not errors_of(problems):
                loaded = Game(reading.rulebook)
            else:
                Analysis(reading.rulebook)
        except RulebookError as error:
            problems += error.problems
        except Exception:
            if not errors_of(problems):
                raise
    if errors_of(problems) or loaded is None:
        raise RulebookError(sorted(dict.fromkeys(problems), key=lambda problem: problem.where))
    return loaded
