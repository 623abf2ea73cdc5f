"""All mentions of the things of a game, in its texts and in its data, with their files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from interpreter.authoring.lookup import Thing, thing_names
from interpreter.authoring.references.mentions import Mentions, TextMentions, collect_text_mentions
from interpreter.authoring.references.rename_data import KeyedScalar, id_spans, scalars, text_columns
from interpreter.authoring.yaml_spans import YamlText, read_game_files
from interpreter.matches.loading import load
from interpreter.rulebook.building.player_texts import TOLD
from interpreter.rulebook.source.files import FolderFile, find_folder
from interpreter.support.errors import Location

_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class IndexedFile:
    """A file of a game with its scalars.

    Attributes:
        scalars: The scalars in their order.
        by_word: Numbers of the scalars that contain a word, in their values or as they are written.
        telling: Numbers of the scalars with sentences that rules tell.
    """

    found: FolderFile
    data: bytes
    yaml: YamlText
    scalars: list[KeyedScalar]
    by_word: dict[str, list[int]]
    telling: list[int]

    @classmethod
    def read(cls, found: FolderFile, data: bytes) -> IndexedFile:
        """Return a file without mistakes, with the words in its scalars."""
        yaml = YamlText(data)
        listed = list(scalars(yaml, found.kind))
        by_word: dict[str, list[int]] = {}
        telling: list[int] = []
        for number, scalar in enumerate(listed):
            start, end = yaml.span_of(scalar.node)
            raw = yaml.text[start:end]
            for word in {*_WORD.findall(raw), *_WORD.findall(str(scalar.node.value))}:
                by_word.setdefault(word, []).append(number)
            if TOLD.search(raw) is not None:
                telling.append(number)
        return cls(found, data, yaml, listed, by_word, telling)

    def scalars_with(self, names: Iterable[str]) -> list[KeyedScalar]:
        """Return the scalars that contain the first word of one of these names, among them all that contain a name."""
        begun = [_WORD.match(name) for name in names]
        if None in begun:
            return self.scalars
        numbers = {number for word in begun if word is not None for number in self.by_word.get(word[0], ())}
        return [self.scalars[number] for number in sorted(numbers)]

    def where(self, offset: int) -> Location:
        """Return the position of an offset in the text."""
        return Location(self.found.path, self.yaml.line_of(offset), self.yaml.column_of(offset))

    def id_offsets(self, thing: Thing, columns: frozenset[str]) -> Iterator[tuple[int, int]]:
        """Yield start and end of each mention of a thing by its id, outside of texts."""
        for scalar in self.scalars_with([thing[1]]):
            start, end = self.yaml.span_of(scalar.node)
            at = self.yaml.text[start:end].find(scalar.node.value)
            if at >= 0:
                yield from (
                    (start + at + first, start + at + last) for first, last in id_spans(scalar, *thing, columns)
                )


class MentionIndex:
    """The mentions in a game with all its variants, texts and scenarios, each part read when it is first asked for.

    Every attribute but `folder` raises RulebookError for a game with mistakes.
    """

    def __init__(self, game: str) -> None:
        """Find the game's folder. Raise RulebookError if there is none."""
        self.folder = find_folder(game)

    @cached_property
    def base(self) -> Mentions:
        """Mentions in the game itself."""
        return Mentions(load(self.folder).rulebook)

    @cached_property
    def files(self) -> dict[str, IndexedFile]:
        """The game's files by their names."""
        return {file.found.name: IndexedFile.read(file.found, file.data) for file in read_game_files(self.folder)}

    @cached_property
    def reading(self) -> TextMentions:
        """Things mentioned in texts, by position."""
        return collect_text_mentions(self.base)

    @cached_property
    def columns(self) -> frozenset[str]:
        """Columns of plain text, which mention nothing."""
        return text_columns(self.base.texts.rulebook)

    def read(self) -> None:
        """Read all parts now."""
        _ = self.files, self.reading, self.columns

    def places_of(self, thing: Thing) -> list[tuple[Location, int]]:
        """Return each mention of a thing, by file and line: its position and its length in characters."""
        names = sorted({name for name, named in thing_names(self.base.texts) if named == thing}, key=len, reverse=True)
        written = re.compile("|".join(rf"{re.escape(name)}(?!\w)" for name in names) or r"(?!)", re.IGNORECASE)
        found: dict[Location, int] = {}
        for file in self.files.values():
            for start, end in file.id_offsets(thing, self.columns):
                found[file.where(start)] = end - start
        by_path = {file.found.path: file for file in self.files.values()}
        for where, things in self.reading.things.items():
            if thing in things and where.file in by_path:
                text = by_path[where.file].yaml
                at = text.offset_of(where.line, where.column)
                word = written.match(text.text, at) or _WORD.match(text.text, at)
                found.setdefault(where, 1 if word is None else word.end() - at)
        return sorted(found.items())
