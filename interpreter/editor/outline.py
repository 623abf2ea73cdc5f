"""Outline of a file, and search in a game: the things that are declared, with their positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.authoring.lookup import KIND_PHRASES
from interpreter.editor.buffers import GameReading, GameWorkspace, ReadingCache
from interpreter.editor.meanings import readings_at
from interpreter.rulebook.scenarios.scenario_files import read_scenarios
from interpreter.rulebook.source.files import FOLDERS
from interpreter.support.errors import Location, RulebookError, printable


@dataclass(frozen=True, slots=True)
class DeclaredName:
    """A declared thing: its printed name, its kind in words, and the position of its declaration."""

    name: str
    kind: str
    where: Location


def outline(readings: ReadingCache, home: GameWorkspace, path: str) -> list[DeclaredName]:
    """Return what a file declares, in its order; for scenarios, their names."""
    reading = next((reading for reading, _ in readings_at(readings, home, Location(path, 1, 1))), None)
    if reading is None:
        return []
    if _is_scenarios(path):
        return _scenarios(readings, reading, path)
    return sorted((each for each in declared_names(reading) if each.where.file == path), key=lambda each: each.where)


def declared_names(reading: GameReading) -> Iterator[DeclaredName]:
    """Yield everything that a game declares."""
    for (kind, _), word in reading.declared_words.items():
        title = word.title.get("en") if word.title else None
        yield DeclaredName(printable(title or word.wordings[0]), KIND_PHRASES.get(kind, kind), word.where)


def names_like(reading: GameReading, query: str) -> list[DeclaredName]:
    """Return what a game declares under a name that contains the words of a query, in any order."""
    words = query.casefold().split()
    return [each for each in declared_names(reading) if all(word in each.name.casefold() for word in words)]


def _is_scenarios(path: str) -> bool:
    folder = path.replace("\\", "/").split("/")[-2:-1]
    return bool(folder) and FOLDERS.get(folder[0]) == "scenarios"


def _scenarios(readings: ReadingCache, reading: GameReading, path: str) -> list[DeclaredName]:
    with readings.buffers.using_unsaved():
        try:
            scenarios, _ = read_scenarios(reading.book, [path])
        except RulebookError:
            return []
    return [DeclaredName(printable(each.name), "scenario", each.where) for each in scenarios]
