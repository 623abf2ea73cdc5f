"""Copies of a game under another id and title: every reference to the game follows, all other bytes stay."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from interpreter.authoring.game_files import problems_in_original, write_file
from interpreter.authoring.variants.starters import Destination, with_schema_comment
from interpreter.authoring.yaml_spans import YamlEdit, YamlText, entry
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.overlays.overlays import variants_of
from interpreter.rulebook.source.files import RECORDS, FolderFile, list_files, read_files
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.atomic_writes import AtomicFolder
from interpreter.support.errors import Location, Problem, RulebookError, SaveError

NOTES = "NOTES.md"
RECORD = ".jsonl"


@dataclass(frozen=True, slots=True)
class CopyResult:
    """Result of copying a game: names of the copied files, and of the files left out."""

    files: tuple[str, ...]
    skipped: tuple[str, ...]


def copy_game(folder: str, target: Destination) -> CopyResult:
    """Copy a game without mistakes: its YAML files, records and notes.

    The copy is loaded before its folder is moved into place, and appears complete or not at all.
    Raise CahierError if the game can't be read or the copy can't be written.
    """
    old = load_rulebook(folder).id
    if wrong := variants_of(folder)[1]:
        raise RulebookError(wrong)
    contents = {name: _renamed_content(data, kind, name, old, target) for kind, name, data in _files(folder)}
    with AtomicFolder(target.path) as made:
        for name, data in contents.items():
            _write(Path(made.part_path, name), data, target)
        _verify_copy(made.part_path, target)
    there = {name.partition("/")[0] for name in contents}
    left = sorted(name for name in os.listdir(folder) if name not in there and not name.startswith("."))
    return CopyResult(tuple(contents), tuple(left))


def _files(folder: str) -> Iterator[tuple[str, str, bytes]]:
    """Yield kind, name and content of each file of a game. Raise RulebookError if one can't be read."""
    problems = Problems()
    found = list_files(folder, problems)
    for name in _extra_files(folder):
        path = os.path.join(folder, name)
        found.append(FolderFile("", name, path, os.path.realpath(path)))
    read_files([file for file in found if file.kind], folder, problems)
    if len(problems):
        raise RulebookError(problems.errors())
    for file in found:
        yield file.kind, file.name, Path(file.real_path).read_bytes()


def _extra_files(folder: str) -> Iterator[str]:
    """Yield the names of a game's files that aren't YAML: notes and records. Symbolic links are skipped."""
    names = [NOTES]
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
        return data.replace(f'"game":"{old}"'.encode(), f'"game":"{target.id}"'.encode()) if name != NOTES else data
    if kind in ("game", "variant", "text"):
        text = YamlText(data)
        data = text.apply(list(_changes(text, kind, old, target)))
    home = os.path.join(target.path, os.path.dirname(name))
    return with_schema_comment(data.decode("utf-8"), home).encode("utf-8")


def _changes(text: YamlText, kind: str, old: str, target: Destination) -> Iterator[YamlEdit]:
    """Yield the changes to the game's id and title in a file of the given kind."""
    root = text.root
    if kind in ("variant", "text"):
        game = entry(root, "for")
        if isinstance(game, yaml.ScalarNode) and game.value == old:
            yield from _value(text, root, "for", target.id)
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


def _write(path: Path, data: bytes, target: Destination) -> None:
    try:
        write_file(path, data)
    except OSError as error:
        message = f"cannot be written, and nothing is made: {error.strerror}"
        raise SaveError(Problem(Location(target.path), "cannot-write", message)) from None


def _verify_copy(aside: str, target: Destination) -> None:
    """Load a copy. Raise RulebookError with the paths that its files will have."""
    try:
        load_rulebook(aside)
        found = variants_of(aside)[1]
    except RulebookError as error:
        found = error.problems
    if found:
        raise RulebookError(problems_in_original(found, aside, target.path))
