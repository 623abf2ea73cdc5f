"""Readings of games: the parsed rules, as far as they can be read during editing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.authoring.named import Thing, names_of
from interpreter.editor.buffers import Buffers
from interpreter.editor.homes import Home
from interpreter.errors import Problem, RulebookError
from interpreter.language.analysis import Analysis
from interpreter.language.own_words import OwnWord, own_words
from interpreter.language.tables import read_bots
from interpreter.rulebook.build import read_rulebook
from interpreter.rulebook.model import Rulebook

Variants = tuple[str, ...]


class Reading:
    """A game as read. `fresh` is False if its files have changed since."""

    def __init__(self, book: Rulebook) -> None:
        """Analyse the rules. Raise RulebookError if the game's own wordings can't be read."""
        mistakes: list[Problem] = []
        self.book = book
        self.analysis = Analysis(book, mistakes)
        self.fresh = True
        if not mistakes:
            with suppress(RulebookError):
                read_bots(self.analysis)

    @cached_property
    def own(self) -> dict[Thing, OwnWord]:
        """The words of the game's texts by the thing that they stand for."""
        return {word.thing: word for word in reversed(own_words(self.analysis))}

    @cached_property
    def names(self) -> dict[str, list[Thing]]:
        """The things that each name stands for."""
        found: dict[str, list[Thing]] = {}
        for name, thing in names_of(self.analysis):
            if thing not in found.setdefault(name, []):
                found[name].append(thing)
        return found


@dataclass(slots=True)
class Readings:
    """Cache of the last readings of games; a changed game is read again on request."""

    buffers: Buffers
    known: dict[Home, dict[Variants, Reading]] = field(default_factory=dict)

    def changed(self, home: Home) -> None:
        """Mark a game as changed."""
        for reading in self.known.get(home, {}).values():
            reading.fresh = False

    def all_changed(self) -> None:
        """Mark all games as changed."""
        for home in self.known:
            self.changed(home)

    def of(self, home: Home, variants: Variants = ()) -> Reading | None:
        """Return the current reading of a game with variants, or the last one that succeeded; None if there is none."""
        known = self.known.setdefault(home, {})
        before = known.get(variants)
        if before is None or not before.fresh:
            reading = self._read(home, (*home.variants, *variants))
            if reading is not None:
                known[variants] = reading
        return known.get(variants)

    def _read(self, home: Home, variants: Variants) -> Reading | None:
        with self.buffers.read():
            try:
                read = read_rulebook(home.folder, variants=variants)
                return Reading(read.rulebook) if read.rulebook is not None and read.whole else None
            except RulebookError:
                return None
            except (LookupError, ValueError):  # a text mentions a thing with mistakes, which is missing
                return None
