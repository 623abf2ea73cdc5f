"""Starter games: small, complete, commented games of one file each, stored beside this module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from interpreter.authoring.yaml_spans import YamlText, entry
from interpreter.errors import Location, Problem, RulebookError, closest_match

FOLDER = Path(__file__).with_name("beginnings")


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
