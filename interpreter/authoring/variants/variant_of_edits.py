"""Conversion of an edited game into a variant of the original: an overlay with the same result.

Comparison of two rulebooks for equality, regardless of their folders and names.
"""

from __future__ import annotations

import dataclasses
import os
from dataclasses import dataclass
from typing import Any

import yaml

from interpreter.authoring.translatable import put_names_into_titles, read_game_contents
from interpreter.authoring.variants.differences import INEXPRESSIBLE, Differences, differences, inexpressible_problem
from interpreter.authoring.variants.starters import Destination, schema_comment
from interpreter.authoring.yaml_spans import comparable_data, trial_folder
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.schema.documents import scenarios_of_game
from interpreter.rulebook.source.files import list_files, read_files, source_file
from interpreter.rulebook.source.nodes import Problems
from interpreter.rulebook.source.yaml_reader import dump_yaml, read_yaml
from interpreter.support.errors import Location, Problem, RulebookError, printable

_FILE_FIELDS = frozenset(
    {"id", "folder", "digest", "where", "excerpt", "overlays", "variants", "warnings", "omits", "covers"}
)
"""Fields of a rulebook that describe the rulebook itself and its files."""
_TRANSLATION_FIELDS = frozenset({"texts", "labels", "counted_labels", "phrases", "phrasebooks"})
"""Fields with texts in other languages, which variants can't change."""


@dataclasses.dataclass(frozen=True, slots=True)
class GameDifference:
    """A part in which two games differ, and its position in the second game, or in the first if only that has it."""

    name: str
    where: Location


def first_difference(one: Rulebook, other: Rulebook, compare_titles: bool) -> GameDifference | None:
    """Return the first part in which two games differ; None if they are equal.

    Trailing blanks of texts are ignored. `compare_titles`: compare the games' own titles, too.
    """
    for field in dataclasses.fields(Rulebook):
        if field.name in _FILE_FIELDS | _TRANSLATION_FIELDS or (field.name == "title" and not compare_titles):
            continue
        mine, its = getattr(one, field.name), getattr(other, field.name)
        if field.name == "words":
            mine, its = (sorted(words, key=lambda word: word.title) for words in (mine, its))
        if _comparable(mine) != _comparable(its):
            return _locate_difference(field.name.replace("_", " "), mine, its, Location(other.folder))
    return None


def _locate_difference(name: str, one: Any, other: Any, otherwise: Location) -> GameDifference:
    """Return the first differing item of a sequence, or the whole value if it isn't one."""
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        for at in range(max(len(one), len(other))):
            mine, its = one[at : at + 1], other[at : at + 1]
            if _comparable(mine) != _comparable(its):
                thing = (its or mine)[0]
                called = getattr(thing, "id", None) or getattr(thing, "title", None)
                return GameDifference(f"{name}/{called or at + 1}", getattr(thing, "where", otherwise))
    return GameDifference(name, getattr(other, "where", None) or getattr(one, "where", None) or otherwise)


def _comparable(value: Any) -> Any:
    return comparable_data(value, _FILE_FIELDS - {"id"}, str.rstrip)


@dataclass(frozen=True, slots=True)
class DerivedVariant:
    """The text of a variant's file, and the number of its changes."""

    text: str
    change_count: int


def derive_variant(base: Rulebook, other: Rulebook, target: Destination) -> DerivedVariant:
    """Return the overlay that turns the first game into the second one; both must be without variants.

    The result is verified: the first game with the overlay equals the second one. The game's title isn't compared
    if the second game has the default title of a copy.

    Raises:
        RulebookError: The rules are equal, or a variant can't express all differences.
    """
    titled = base.id == other.id or set(other.title.values()) != {Destination(other.id, "").title}
    files, theirs = read_game_contents(base.folder), read_game_contents(other.folder)
    lost = [inexpressible_problem(*each) for each in put_names_into_titles(files, theirs, titled)]
    found = differences(files.rules, theirs.rules, titled)
    if lost or found.inexpressible:
        raise RulebookError([*lost, *found.inexpressible])
    if not found.change_count:
        message = f"its rules are the same as those of `{base.id}`, so a variant would change nothing"
        raise RulebookError(Problem(Location(other.folder), "no-difference", message))
    text = _text(base, other, target, found)
    _verify_overlay(base, other, target, text, found, titled)
    return DerivedVariant(text, found.change_count)


def uncovered_files(base: Rulebook, other: Rulebook) -> list[str]:
    """Return the paths of new or changed scenarios and variants of the second game, which no variant includes."""
    old, new = _scenario_and_variant_data(base.folder), _scenario_and_variant_data(other.folder)
    return [os.path.join(other.folder, name) for name in new if old.get(name) != new[name]]


def _scenario_and_variant_data(folder: str) -> dict[str, Any]:
    """Return the data of a game's scenarios and variants by file name."""
    files = [file for file in list_files(folder, Problems()) if file.kind in ("scenarios", "variant", "game")]
    contents, _ = read_files(files, folder, Problems())
    found: dict[str, Any] = {}
    for file, text in contents.values():
        if file.kind == "game":
            found[file.name] = [item.data for item in scenarios_of_game(file, text)]
            continue
        root = read_yaml(source_file(file, text), text, Problems())
        said = None if root is None else root.data
        found[file.name] = {**said, "for": None} if isinstance(said, dict) else said
    return found


def _text(base: Rulebook, other: Rulebook, target: Destination, found: Differences) -> str:
    schema = schema_comment("variant.schema.json", os.path.dirname(os.path.abspath(target.path)))
    head = {
        "id": target.id,
        "title": target.title,
        "about": f"What is different in {other.title['en']}.",
        "for": base.id,
    }
    sections = {"change": found.change, "remove": found.remove, "add": found.add, "bends": found.bends}
    parts = [dump_yaml(head), *(dump_yaml({name: said}, brackets=True) for name, said in sections.items() if said)]
    comment = f"# {printable(other.title['en'])} ({other.id}), as changes to {printable(base.title['en'])} ({base.id})."
    return (f"{schema}\n" if schema else "") + f"{comment}\n\n" + "\n".join(parts)


def _verify_overlay(
    base: Rulebook, other: Rulebook, target: Destination, text: str, found: Differences, titled: bool
) -> None:
    """Raise RulebookError unless the first game with the overlay equals the second one."""
    name = os.path.basename(target.path)
    with trial_folder({name: text.encode("utf-8")}) as folder:
        path = os.path.join(folder, name)
        try:
            made = load_rulebook(base.folder, len(other.seats), (path,))
        except RulebookError as error:
            raise RulebookError(
                [_problem_at_source(each, path, text, found, other) for each in error.problems]
            ) from None
    part = first_difference(made, other, titled)
    if part is not None:
        message = f"a variant can't express all differences: `{part.name}` would not be the same"
        raise RulebookError(Problem(part.where, INEXPRESSIBLE, message))


def _problem_at_source(problem: Problem, path: str, text: str, found: Differences, other: Rulebook) -> Problem:
    """Return a problem with the overlay, moved to the position in a game that the part comes from."""
    message = f"a variant can't express this difference: {problem.message}"
    if problem.where.file != path:
        return Problem(problem.where, INEXPRESSIBLE, message, excerpt=problem.excerpt, length=problem.length)
    keys = _keys_at(yaml.compose(text), problem.where.line)
    known = (found.places[keys[:end]] for end in range(len(keys), 0, -1) if keys[:end] in found.places)
    return Problem(next(known, Location(other.folder)), INEXPRESSIBLE, message)


def _keys_at(node: yaml.Node | None, line: int) -> tuple[str | int, ...]:
    """Return the path of keys and indices to the last node that begins on a line or before it, counted from 1."""
    parts: list[tuple[str | int, int, yaml.Node]] = []
    if isinstance(node, yaml.MappingNode):
        parts = [(key.value, key.start_mark.line, value) for key, value in node.value]
    elif isinstance(node, yaml.SequenceNode):
        parts = [(at, item.start_mark.line, item) for at, item in enumerate(node.value)]
    before = [(key, value) for key, start, value in parts if start < line]
    return (before[-1][0], *_keys_at(before[-1][1], line)) if before else ()
