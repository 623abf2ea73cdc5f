"""Starter games, the template of a new variant, and the names and paths of both."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from interpreter.authoring.yaml_spans import YamlText, entry
from interpreter.rulebook.building.ids import check_id
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.overlays.overlays import read_library_variants, variants_of
from interpreter.rulebook.source.files import INSTALLED, containing_game, installed_games
from interpreter.rulebook.source.library import library_games
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import Location, Problem, RulebookError, closest_match, printable

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
        raise RulebookError(Problem(Location(target.path), "no-folder", f"the folder `{above}` doesn't exist"))
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


ENDING = ".yaml"
"""Suffix of a variant's file."""
MAX_EXAMPLE_LENGTH = 50
"""Maximum length of a text shown as an example, in characters."""


def check_variant_id_free(target: Destination, book: Rulebook) -> None:
    """Raise RulebookError if the game already has a variant of this id, in its folder or in a library."""
    variants = [
        *variants_of(book.folder)[0],
        *(each.variant for each in read_library_variants()[0] if each.game == book.id),
    ]
    for variant in variants:
        if variant.id == target.id:
            message = (
                f"there is a variant `{target.id}` of `{book.id}` already, in {variant.where.file}; take another name"
            )
            raise RulebookError(Problem(Location(target.path), "name-taken", message))


def variant_template(book: Rulebook, target: Destination, command: str) -> str:
    """Return the text of a new variant. `command` names both in commands, such as `my_game --variant mine`."""
    command = printable(command)
    schema = schema_path("variant.schema.json", os.path.dirname(os.path.abspath(target.path)))
    return "\n".join(
        [
            f"# yaml-language-server: $schema={schema}",
            "",
            f"# A variant of {printable(book.title['en'])}: changes laid over the game, whose own files stay "
            "as they are.",
            "# What stands behind a `#` does nothing: take it away from what you need, and put your own in its place.",
            f"#   cahier check {command}      what is wrong with it",
            f"#   cahier diff {command}       what it changes, for players to read",
            f"#   cahier compare {command}    who wins more often with it",
            "",
            f"id: {target.id}",
            f"title: {target.title}",
            "about: What is different, in a sentence.",
            f"for: {book.id}",
            "",
            *_examples(book, f"{target.id}_luck"),
            "",
        ]
    )


def _examples(book: Rulebook, variable: str) -> Iterator[str]:
    """Yield commented examples of changes to the game. `variable`: id of a variable to add."""
    yield "# One value in place of another. `at` is a path: a list, an id in it, a field. `from` is what the game says"
    yield "# there now: with it you are told when the game is changed under your variant."
    yield "# change:"
    yield "#   - {at: game/title, to: A New Title}"
    alone = [next(copies) for _, copies in groupby(book.cards, key=lambda card: card.where)]
    events = [(card.id, card.event) for card in alone if card.event is not None and _is_short(card.event)]
    if len(events) > 1:
        (card, event), (_, another) = events[0], events[-1]
        yield f"#   - at: cards/{card}/event"
        yield f"#     from: {_quoted(event)}"
        yield f"#     to: {_quoted(another)}"
    word = next((word for word in book.words if word.kind == "do" and _has_unique_first_line(word.body)), None)
    if word is not None:
        line = _quoted(word.body.split("\n")[0])
        yield "# Of a longer text, one line in place of another. `to` may have several, behind `|` and below it."
        yield f"#   - at: {_quoted(f'words/{word.title}/do')}"
        yield f"#     line: {line}"
        yield f"#     to: {line}"
    if len(events) > 1:
        yield ""
        yield "# What is taken out."
        yield f"# remove: [cards/{events[-1][0]}]"
    yield ""
    yield "# What is new: things, each under the list in which it goes."
    yield "# add:"
    yield f"#   variables: [{{id: {variable}, title: Luck, is: number, for: seat}}]"
    phrase = next((word for word in book.words if word.turn), None)
    if phrase is not None:
        yield ""
        yield "# What is to be done before, after, or `instead of` something that the game does; `you` is who does it."
        yield "# bends:"
        yield f"#   - after: {_quoted(phrase.title)}"
        yield f"#     do: raise {variable} of you"


def _is_short(text: str) -> bool:
    return len(text) <= MAX_EXAMPLE_LENGTH and "\n" not in text


def _has_unique_first_line(text: str) -> bool:
    """Return True if a text has several lines and its first line isn't repeated."""
    first, *others = [line.strip() for line in text.rstrip().split("\n")]
    return bool(others) and "#" not in first and len(first) <= MAX_EXAMPLE_LENGTH and first not in others


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
