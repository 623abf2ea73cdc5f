"""The name and the place of a new game or variant."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from interpreter.errors import Problem, RulebookError, Where
from interpreter.rulebook.files import INSTALLED, installed_games, surrounding_game
from interpreter.rulebook.ids import check_id
from interpreter.rulebook.library import library_games
from interpreter.rulebook.nodes import Problems

_SCHEMA_LINE = re.compile(r"(#\s*yaml-language-server:\s*\$schema=)\S*?(\w+\.schema\.json)(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Destination:
    """The id of something new, and the path at which it will lie."""

    id: str
    path: str

    @property
    def title(self) -> str:
        return self.id.replace("_", " ").title()


def destination_of(name: str, ending: str = "", home: str = "") -> Destination:
    """The destination that a user names: an id, which goes into the folder `home`, or a path that ends with an id, with
    or without the ending of a file. Raises RulebookError if it doesn't end with an id."""
    path = name.rstrip("/" + os.sep) if "\0" not in name else ""
    new_id = os.path.basename(path).removesuffix(ending)
    problems = Problems()
    check_id(new_id, Where(name), problems)
    if len(problems):
        raise RulebookError(problems.sorted())
    if os.path.basename(name) == name:
        path = os.path.join(home, path)
    return Destination(new_id, path.removesuffix(ending) + ending)


def refuse_unfit(target: Destination) -> None:
    """Raises RulebookError if nothing can be put there, or something is."""
    above = os.path.dirname(target.path)
    if above and not os.path.isdir(above):
        raise RulebookError(Problem(Where(target.path), "no-folder", f"there is no folder `{above}` to put it into"))
    if os.path.lexists(target.path):
        message = "is there already, and nothing is overwritten; take another name"
        raise RulebookError(Problem(Where(target.path), "file-there", message))


def refuse_taken(target: Destination) -> None:
    """Raise RulebookError if a game is found by the name of a new one already, or if the new one would lie within a
    game."""
    around = surrounding_game(os.path.dirname(target.path))
    if around is not None:
        message = f"`{around}` is the folder of a game; put the new one beside it"
        raise RulebookError(Problem(Where(target.path), "in-a-game", message))
    found = {game.name: f"found in {game.path}" for game in reversed(library_games())}
    found |= dict.fromkeys(installed_games(), "a game that comes with cahier")
    if target.id in found:
        message = f"`{target.id}` is {found[target.id]}; take another name"
        raise RulebookError(Problem(Where(target.path), "name-taken", message))


def schema_path(name: str, folder: str) -> str:
    """Where an editor finds a schema, as a file in a folder names it: by the way from there within the project, else by
    its whole address, so that the folder may go anywhere."""
    target, start = INSTALLED / "schemas" / name, os.path.realpath(folder)
    if os.path.commonpath([os.path.realpath(INSTALLED), start]) == os.path.realpath(INSTALLED):
        return os.path.relpath(os.path.realpath(target), start).replace(os.sep, "/")
    return target.as_uri()


def with_schema_of(text: str, folder: str) -> str:
    """The text of a file, its line for editors leading to the schema from a folder."""
    return _SCHEMA_LINE.sub(lambda found: f"{found[1]}{schema_path(found[2], folder)}", text, count=1)
