"""What something new is called, and where it goes."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from interpreter.errors import Problem, RulebookError, Where
from interpreter.rulebook.files import INSTALLED, installed_games
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


def destination_of(name: str, ending: str = "") -> Destination:
    """What somebody names: an id, or a path that ends with one, with or without the ending of a file. Raises
    RulebookError for what is no id."""
    path = name.rstrip("/" + os.sep) if "\0" not in name else ""
    id = os.path.basename(path).removesuffix(ending)
    problems = Problems()
    check_id(id, Where(name), problems)
    if len(problems):
        raise RulebookError(problems.sorted())
    return Destination(id, path.removesuffix(ending) + ending)


def refuse_unfit(target: Destination) -> None:
    """Raises RulebookError if nothing can be put there, or something is."""
    above = os.path.dirname(target.path)
    if above and not os.path.isdir(above):
        raise RulebookError(Problem(Where(target.path), "no-folder", f"there is no folder `{above}` to put it into"))
    if os.path.lexists(target.path):
        message = "is there already, and nothing is overwritten; take another name"
        raise RulebookError(Problem(Where(target.path), "file-there", message))


def refuse_taken(target: Destination) -> None:
    """Raises RulebookError if a game is found by the name of a new one already, or if it would lie within a game."""
    above = os.path.dirname(target.path)
    if os.path.lexists(os.path.join(above, "game.yaml")):
        message = f"`{above or '.'}` is the folder of a game; put the new one beside it"
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
