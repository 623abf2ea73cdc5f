"""Readings of games: the parsed rules, as far as they can be read during editing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.authoring.lookup import Thing, thing_names
from interpreter.editor.buffers import Buffers, GameWorkspace
from interpreter.language.analysis import Analysis
from interpreter.language.bot_programs import resolve_bots
from interpreter.language.reference import GlossaryEntry, collect_glossary
from interpreter.rulebook.build import read_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.support.errors import Problem, RulebookError

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
