"""Beginnings of a new game or variant: starter games, copies of a game, the template of a variant, and free names.

A copy has another id and title. Every reference to the game follows; all other bytes stay.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import yaml

from interpreter.authoring.yaml_spans import YamlEdit, YamlText, entry, problems_in_original, write_file
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.building.ids import check_id, is_id
from interpreter.rulebook.model import Card, Rulebook
from interpreter.rulebook.overlays.overlays import read_library_variants, variants_of
from interpreter.rulebook.print_style import read_print_style
from interpreter.rulebook.rules_summary import is_summary
from interpreter.rulebook.source.files import (
    INSTALLED,
    RECORDS,
    STYLE_FILE,
    FolderFile,
    containing_game,
    installed_games,
    list_files,
    read_files,
)
from interpreter.rulebook.source.library import library_games
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.atomic_writes import AtomicFolder
from interpreter.support.errors import Location, Problem, RulebookError, SaveError, printable
from interpreter.support.similar_words import closest_match

_SCHEMA_LINE = re.compile(r"#\s*yaml-language-server:\s*\$schema=\S*?(\w+\.schema\.json)[ \t]*(?:\r?\n|$)")

_ABSOLUTE_SCHEMA_LINE = re.compile(rb"#[ \t]*yaml-language-server:[ \t]*\$schema=(?:file:|/)[^\n]*(?:\n|$)")


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
        message = "already exists and isn't overwritten; choose another name"
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
        message = f"`{target.id}` is {found[target.id]}; choose another name"
        raise RulebookError(Problem(Location(target.path), "name-taken", message))


def schema_comment(name: str, folder: str) -> str:
    """Return the line that leads editors to a schema, for a file in a folder.

    It is a relative path within the project. Elsewhere the line is empty: a path into the installed program would name
    a folder of one's own machine, and would be wrong on any other.
    """
    target, start = INSTALLED / "schemas" / name, os.path.realpath(folder)
    if os.path.commonpath([os.path.realpath(INSTALLED), start]) != os.path.realpath(INSTALLED):
        return ""
    path = os.path.relpath(os.path.realpath(target), start).replace(os.sep, "/")
    return f"# yaml-language-server: $schema={path}\n"


def _with_schema_comment(text: str, folder: str) -> str:
    """Return the text of a file with its schema comment as seen from a folder, or without one."""
    return _SCHEMA_LINE.sub(lambda found: schema_comment(found[1], folder), text, count=1)


def without_absolute_schema(data: bytes) -> bytes:
    """Return the content of a file without a schema comment that names a folder of somebody's machine."""
    return _ABSOLUTE_SCHEMA_LINE.sub(b"", data, count=1)


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
        message = f"there is no small game of this kind; the kinds are: {', '.join(names)}"
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
            message = f"`{book.id}` already has a variant `{target.id}`, in {variant.where.file}; choose another name"
            raise RulebookError(Problem(Location(target.path), "name-taken", message))


def variant_template(book: Rulebook, target: Destination, command: str) -> str:
    """Return the text of a new variant. `command` names both in commands, such as `my_game --variant mine`."""
    command = printable(command)
    schema = schema_comment("variant.schema.json", os.path.dirname(os.path.abspath(target.path)))
    return "\n".join(
        [
            *([schema] if schema else ()),
            f"# A variant of {printable(book.title['en'])}: changes to the game, whose own files stay as they are.",
            "# Lines behind a `#` are examples and do nothing. Remove the `#` from those that you need, and edit them.",
            f"#   cahier check {command}      finds mistakes in it",
            f"#   cahier diff {command}       lists its changes for players",
            f"#   cahier compare {command}    tells who wins more often with it",
            "",
            f"id: {target.id}",
            f"title: {target.title}",
            "about: What is different, in a sentence.",
            f"for: {book.id}",
            "",
            *_examples(book, target.id),
            "",
        ]
    )


def _examples(book: Rulebook, variant_id: str) -> Iterator[str]:
    """Yield commented examples of changes to the game by a variant; the ids of new things begin with the variant's."""
    variable = f"{variant_id}_luck"
    yield "# Change a value. `at` is its path: a list, an id in it, a field. `from` is the present value; thanks to it,"
    yield "# `cahier check` tells you when the game itself has changed there."
    yield "# change:"
    yield "#   - {at: game/title, to: A New Title}"
    alone = [next(copies) for _, copies in groupby(book.cards, key=lambda card: card.where)]
    events = [
        (card.id, card.event)
        for card in alone
        if card.event is not None and len(card.event) <= MAX_EXAMPLE_LENGTH and "\n" not in card.event
    ]
    if len(events) > 1:
        (card, event), (_, another) = events[0], events[-1]
        yield f"#   - at: cards/{card}/event"
        yield f"#     from: {_quoted(event)}"
        yield f"#     to: {_quoted(another)}"
    word = next((word for word in book.words if word.kind == "do" and _has_unique_first_line(word.body)), None)
    if word is not None:
        line = _quoted(word.body.split("\n")[0])
        yield "# Replace a line of a longer text. `to` can have several lines, below a `|`."
        yield f"#   - at: {_quoted(f'words/{word.title}/do')}"
        yield f"#     line: {line}"
        yield f"#     to: {line}"
    if len(events) > 1:
        yield ""
        yield "# Remove things."
        yield f"# remove: [cards/{events[-1][0]}]"
    yield ""
    yield "# Add things, each under the list to which it belongs."
    yield "# add:"
    yield f"#   variables: [{{id: {variable}, title: Luck, is: number, for: seat}}]"
    models = {card.deck: card for card in alone}.values()
    written = ((model, _card_fields(book, model, f"{variant_id}_card")) for model in models)
    for model, fields in islice(((model, fields) for model, fields in written if fields), 1):
        yield f"# A card like {printable(model.title['en'])}."
        yield "# Its id begins with the variant's, so that it clashes with none of another variant."
        yield f"#   cards/{model.deck}:"
        yield f"#     - {{{', '.join(fields)}}}"
    phrase = next((word for word in book.words if word.turn), None)
    if phrase is not None:
        yield ""
        yield "# Do something before, after, or `instead of` a phrase of the game; `you` is the acting seat."
        yield "# bends:"
        yield f"#   - after: {_quoted(phrase.title)}"
        yield f"#     do: raise {variable} of you"


def _has_unique_first_line(text: str) -> bool:
    """Return True if a text has several lines and its first line isn't repeated."""
    first, *others = [line.strip() for line in text.rstrip().split("\n")]
    return bool(others) and "#" not in first and len(first) <= MAX_EXAMPLE_LENGTH and first not in others


def _card_fields(book: Rulebook, model: Card, card_id: str) -> list[str]:
    """Return the fields of a new card like another one; none if no new value fits a column of unique values."""
    columns = next(deck.attributes for deck in book.decks if deck.id == model.deck)
    fields = [f"id: {card_id}", "title: A New Card"]
    for key, value in model.attributes.items():
        new = value
        if columns[key].unique and value is not None:
            numbers = [found for card in book.cards if isinstance(found := card.attributes.get(key), int)]
            new, high = max(numbers, default=0) + 1, columns[key].high
            if columns[key].kind != "number" or (high is not None and new > high):
                return []
        if new is not None:
            plain = isinstance(new, str) and is_id(new)
            fields.append(f"{key}: {new if plain else json.dumps(new, ensure_ascii=False)}")
    if model.event is not None and len(model.event) <= MAX_EXAMPLE_LENGTH and "\n" not in model.event:
        fields.append(f"event: {_quoted(model.event)}")
    return fields


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


NOTES = "NOTES.md"
RECORD = ".jsonl"


@dataclass(frozen=True, slots=True)
class CopyResult:
    """Result of copying a game: names of the copied files, and of the files left out."""

    files: tuple[str, ...]
    skipped: tuple[str, ...]


def copy_game(folder: str, target: Destination) -> CopyResult:
    """Copy a game without mistakes: its YAML files, summaries of the rules, picture of the board, records and notes.

    The copy is loaded before its folder is moved into place, and appears complete or not at all.
    Raise CahierError if the game can't be read or the copy can't be written.
    """
    book = load_rulebook(folder)
    old, picture = book.id, book.player_texts.image
    art = [] if picture is None else [picture.path]
    style = read_print_style(book, Problems())
    art += [each.path for each in style.pictures]
    art += [font.path for font in style.fonts]
    if wrong := variants_of(folder)[1]:
        raise RulebookError(wrong)
    contents = {name: _renamed_content(data, kind, name, old, target) for kind, name, data in _files(folder, art)}
    with AtomicFolder(target.path) as made:
        try:
            for name, data in contents.items():
                write_file(Path(made.part_path, name), data)
        except OSError as error:
            message = f"can't be written, and nothing was created: {error.strerror}"
            raise SaveError(Problem(Location(target.path), "cannot-write", message)) from None
        _verify_copy(made.part_path, target)
    there = {name.partition("/")[0] for name in contents}
    left = sorted(name for name in os.listdir(folder) if name not in there and not name.startswith("."))
    return CopyResult(tuple(contents), tuple(left))


def _files(folder: str, art: Iterable[str]) -> Iterator[tuple[str, str, bytes]]:
    """Yield kind, name and content of each file of a game. Raise RulebookError if one can't be read."""
    problems = Problems()
    found = list_files(folder, problems)
    for name in dict.fromkeys([*_extra_files(folder), *art]):
        path = os.path.join(folder, name)
        found.append(FolderFile("", name, path, os.path.realpath(path)))
    read_files([file for file in found if file.kind], folder, problems)
    if len(problems):
        raise RulebookError(problems.errors())
    for file in found:
        yield file.kind, file.name, Path(file.real_path).read_bytes()


def _extra_files(folder: str) -> Iterator[str]:
    """Yield the names of a game's notes, style, summaries and records. Symbolic links are skipped."""
    names = [NOTES, STYLE_FILE, *sorted(filter(is_summary, os.listdir(folder)))]
    records = os.path.join(folder, RECORDS)
    if os.path.isdir(records) and not os.path.islink(records):
        names += [f"{RECORDS}/{name}" for name in sorted(os.listdir(records)) if name.endswith(RECORD)]
    for name in names:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and not os.path.islink(path):
            yield name


def _renamed_content(data: bytes, kind: str, name: str, old: str, target: Destination) -> bytes:
    """Return the content of a file as the copy has it."""
    if not kind:
        return (
            data.replace(f'"game":"{old}"'.encode(), f'"game":"{target.id}"'.encode())
            if name.endswith(RECORD)
            else data
        )
    if kind in ("game", "variant", "text"):
        text = YamlText(data)
        data = text.apply(list(_changes(text, kind, old, target)))
    home = os.path.join(target.path, os.path.dirname(name))
    return _with_schema_comment(data.decode("utf-8"), home).encode("utf-8")


def _changes(text: YamlText, kind: str, old: str, target: Destination) -> Iterator[YamlEdit]:
    """Yield the changes to the game's id and title in a file of the given kind."""
    root = text.root
    if kind in ("variant", "text"):
        game = entry(root, "for")
        if isinstance(game, yaml.ScalarNode) and game.value == old:
            yield from _value(text, root, "for", target.id)
        needs = entry(root, "needs")
        if isinstance(needs, yaml.MappingNode):
            for key in (key for key, _ in needs.value if key.value == old):
                yield text.replace(key, target.id, bool(needs.flow_style))
    if kind == "text":
        yield from _name(text, root, old, target)
    elif kind == "game":
        yield from _value(text, root, "id", target.id)
        title = entry(root, "title")
        if isinstance(title, yaml.MappingNode):
            for language, _ in title.value:
                yield from _value(text, title, language.value, target.title)
        else:
            yield from _value(text, root, "title", target.title)
        languages = entry(root, "text")
        for _, names in languages.value if isinstance(languages, yaml.MappingNode) else ():
            yield from _name(text, names, old, target)


def _value(text: YamlText, mapping: yaml.MappingNode, key: str, value: str) -> Iterator[YamlEdit]:
    node = entry(mapping, key)
    if node is not None:
        yield text.replace(node, value, bool(mapping.flow_style))


def _name(text: YamlText, root: yaml.MappingNode, old: str, target: Destination) -> Iterator[YamlEdit]:
    """Yield the changes to the game's name in another language. The new title isn't translated yet and is put there."""
    names = entry(root, "names")
    if isinstance(names, yaml.MappingNode):
        for key, value in names.value:
            if key.value == old:
                yield text.replace(key, target.id, bool(names.flow_style))
                if value.value:
                    yield text.replace(value, target.title, bool(names.flow_style))


def _verify_copy(aside: str, target: Destination) -> None:
    """Load a copy. Raise RulebookError with the paths that its files will have."""
    try:
        load_rulebook(aside)
        found = variants_of(aside)[1]
    except RulebookError as error:
        found = error.problems
    if found:
        raise RulebookError(problems_in_original(found, aside, target.path))
