"""Files open in the editor with their unsaved text, the games they belong to, and the last readings of these games.

A game's rules are read as far as that is possible during editing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.authoring.lookup import Thing, thing_names
from interpreter.language.analysis import Analysis
from interpreter.language.bot_programs import resolve_bots
from interpreter.language.reference import GlossaryEntry, collect_glossary
from interpreter.rulebook.build import read_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.source.files import FOLDERS, SINGLE_KINDS, FolderFile, find_folder, read_files, unsaved
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import Location, Problem, RulebookError


@dataclass(frozen=True, slots=True)
class Buffer:
    """An open file: the editor's URI, its path, the text shown and its version number."""

    uri: str
    path: str
    text: str
    version: int | None = None


@dataclass(slots=True)
class Buffers:
    """The open files by real path."""

    by_path: dict[str, Buffer] = field(default_factory=dict)

    def put(self, buffer: Buffer) -> None:
        """Store the current state of a file in the editor."""
        self.by_path[os.path.realpath(buffer.path)] = buffer

    def close(self, path: str) -> None:
        """Forget a file; its saved content counts from now on."""
        self.by_path.pop(os.path.realpath(path), None)

    def get(self, path: str) -> Buffer | None:
        """Return the open file with this path; None if it isn't open."""
        return self.by_path.get(os.path.realpath(path))

    def games(self) -> set[GameWorkspace]:
        """Return the games of the open files."""
        homes = (workspace_of(each.path, each.text) for each in self.by_path.values())
        return {home for home in homes if home is not None}

    def has(self, path: str) -> bool:
        """Return True if a file exists on disk or in the editor."""
        return self.get(path) is not None or os.path.isfile(path)

    @contextmanager
    def using_unsaved(self) -> Iterator[None]:
        """Within this context, read files as the editor shows them."""
        with unsaved({real: each.text.encode("utf-8", "surrogatepass") for real, each in self.by_path.items()}):
            yield

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file; a file that can't be read has one empty line."""
        buffer = self.get(path)
        if buffer is None:
            file = FolderFile("", path, path, os.path.realpath(path))
            texts, _ = read_files([file], os.path.dirname(path), Problems())
            text = texts[path][1] if texts else ""
        else:
            text = buffer.text.replace("\r\n", "\n").replace("\r", "\n")
        return text.split("\n")

    def line(self, where: Location) -> str:
        """Return the line of a position; empty if there is none."""
        lines = self.lines(where.file)
        return lines[where.line - 1] if 1 <= where.line <= len(lines) else ""


_FOR = re.compile(r"^for: *['\"]?([a-z0-9_]+)['\"]? *(?:#.*)?$", re.MULTILINE)
_ID = re.compile(r"^id: *\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GameWorkspace:
    """The folder of a game, and the path of a variant that lies outside of it."""

    folder: str
    variant: str | None = None

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants in effect."""
        return () if self.variant is None else (self.variant,)

    @property
    def main_file(self) -> str:
        """Path of the file that shows problems without a place in another file."""
        return self.variant or os.path.join(self.folder, "game.yaml")


def workspace_of(path: str, text: str) -> GameWorkspace | None:
    """Return the game that a file with this text belongs to; None if it belongs to none."""
    if not path.endswith(".yaml"):
        return None
    folder, name = os.path.split(path)
    if _is_game(folder):
        return GameWorkspace(folder) if name.removesuffix(".yaml") in SINGLE_KINDS else None
    above, sub = os.path.split(folder)
    if _is_game(above):
        return GameWorkspace(above) if sub in FOLDERS else None
    game = _FOR.search(text)
    if game is None or _ID.search(text) is None:
        return None
    try:
        return GameWorkspace(find_folder(game[1]), path)
    except RulebookError:
        return None


def _is_game(folder: str) -> bool:
    return os.path.lexists(os.path.join(folder, "game.yaml"))


Variants = tuple[str, ...]


class GameReading:
    """A game as read. `is_current` is False if its files have changed since."""

    def __init__(self, book: Rulebook) -> None:
        """Analyse the rules. Raise RulebookError if the game's own wordings can't be read."""
        mistakes: list[Problem] = []
        self.book = book
        self.analysis = Analysis(book, mistakes)
        self.is_current = True
        if not mistakes:
            with suppress(RulebookError):
                resolve_bots(self.analysis)

    @cached_property
    def declared_words(self) -> dict[Thing, GlossaryEntry]:
        """The words of the game's texts by the thing that they stand for."""
        return {word.thing: word for word in reversed(collect_glossary(self.analysis))}

    @cached_property
    def things_by_name(self) -> dict[str, list[Thing]]:
        """The things that each name stands for."""
        found: dict[str, list[Thing]] = {}
        for name, thing in thing_names(self.analysis):
            if thing not in found.setdefault(name, []):
                found[name].append(thing)
        return found


@dataclass(slots=True)
class ReadingCache:
    """Cache of the last readings of games; a changed game is read again on request."""

    buffers: Buffers
    known: dict[GameWorkspace, dict[Variants, GameReading]] = field(default_factory=dict)

    def mark_changed(self, home: GameWorkspace) -> None:
        """Mark a game as changed."""
        for reading in self.known.get(home, {}).values():
            reading.is_current = False

    def mark_all_changed(self) -> None:
        """Mark all games as changed."""
        for home in self.known:
            self.mark_changed(home)

    def get(self, home: GameWorkspace, variants: Variants = ()) -> GameReading | None:
        """Return the current reading of a game with variants, or the last one that succeeded; None if there is none."""
        known = self.known.setdefault(home, {})
        before = known.get(variants)
        if before is None or not before.is_current:
            reading = self._read(home, (*home.variants, *variants))
            if reading is not None:
                known[variants] = reading
        return known.get(variants)

    def _read(self, home: GameWorkspace, variants: Variants) -> GameReading | None:
        with self.buffers.using_unsaved():
            try:
                read = read_rulebook(home.folder, variants=variants)
                return GameReading(read.rulebook) if read.rulebook is not None and read.is_complete else None
            except RulebookError:
                return None
            except (LookupError, ValueError):  # a text mentions a thing with mistakes, which is missing
                return None
