"""Starter games, and the names and paths of new games and variants."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.authoring.formatting.yaml_spans import YamlText, entry
from interpreter.rulebook.building.ids import check_id
from interpreter.rulebook.source.files import INSTALLED, containing_game, installed_games
from interpreter.rulebook.source.library import library_games
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import Location, Problem, RulebookError, closest_match

_SCHEMA_LINE = re.compile(r"(#\s*yaml-language-server:\s*\$schema=)\S*?(\w+\.schema\.json)(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Destination:
    """The id and path of a new game or variant."""

    id: str
    path: str

    @property
    def title(self) -> str:
        """A title made from the id: its words, capitalised."""
        return self.id.replace("_", " ").title()


def destination_of(name: str, ending: str = "", home: str = "") -> Destination:
    """Return the destination for a name that a user gives.

    Args:
        name: An id, placed in the folder `home`, or a path whose last part is an id.
        ending: Suffix of the file, added if `name` lacks it.
        home: Folder for a plain id.

    Raises:
        RulebookError: The last part of the name isn't a valid id.
    """
    path = name.rstrip("/" + os.sep) if "\0" not in name else ""
    new_id = os.path.basename(path).removesuffix(ending)
    problems = Problems()
    check_id(new_id, Location(name), problems)
    if len(problems):
        raise RulebookError(problems.errors())
    if os.path.basename(name) == name:
        path = os.path.join(home, path)
    return Destination(new_id, path.removesuffix(ending) + ending)


def check_path_free(target: Destination) -> None:
    """Raise RulebookError if the path already exists or its parent folder doesn't."""
    above = os.path.dirname(target.path)
    if above and not os.path.isdir(above):
        raise RulebookError(Problem(Location(target.path), "no-folder", f"there is no folder `{above}` to put it into"))
    if os.path.lexists(target.path):
        message = "is there already, and nothing is overwritten; take another name"
        raise RulebookError(Problem(Location(target.path), "file-there", message))


def check_name_free(target: Destination) -> None:
    """Raise RulebookError if a game of this name exists already, or if the new one would lie within a game's folder."""
    around = containing_game(os.path.dirname(target.path))
    if around is not None:
        message = f"`{around}` is the folder of a game; put the new one beside it"
        raise RulebookError(Problem(Location(target.path), "in-a-game", message))
    found = {game.name: f"found in {game.path}" for game in reversed(library_games())}
    found |= dict.fromkeys(installed_games(), "a game that comes with cahier")
    if target.id in found:
        message = f"`{target.id}` is {found[target.id]}; take another name"
        raise RulebookError(Problem(Location(target.path), "name-taken", message))


def schema_path(name: str, folder: str) -> str:
    """Return the reference to a schema for a file in a folder.

    It is a relative path within the project, and a `file:` address outside it, so that the folder can be moved.
    """
    target, start = INSTALLED / "schemas" / name, os.path.realpath(folder)
    if os.path.commonpath([os.path.realpath(INSTALLED), start]) == os.path.realpath(INSTALLED):
        return os.path.relpath(os.path.realpath(target), start).replace(os.sep, "/")
    return target.as_uri()


def with_schema_comment(text: str, folder: str) -> str:
    """Return the text of a file with its schema comment pointing to the schema as seen from a folder."""
    return _SCHEMA_LINE.sub(lambda found: f"{found[1]}{schema_path(found[2], folder)}", text, count=1)


FOLDER = Path(__file__).parents[1] / "beginnings"


def starter_games() -> dict[str, str]:
    """Return the description of each starter game by its name."""
    found = {}
    for file in sorted(FOLDER.glob("*/game.yaml")):
        about: Any = entry(YamlText(file.read_bytes()).root, "about")
        found[file.parent.name] = " ".join(about.value.split())
    return found


def starter_folder(name: str) -> str:
    """Return the folder of a starter game. Raise RulebookError for an unknown name."""
    names = list(starter_games())
    if name not in names:
        message = f"there is no small game of this kind; there are: {', '.join(names)}"
        raise RulebookError(Problem(Location(f"--like {name}"), "unknown-value", message, closest_match(name, names)))
    return str(FOLDER / name)
