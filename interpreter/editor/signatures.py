"""The game's wording that is being typed, with the hole at the cursor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.editor.buffers import GameReading, GameWorkspace, ReadingCache
from interpreter.editor.completion import cursor_context
from interpreter.editor.meanings import readings_at
from interpreter.language.reading.patterns import HOLE, Pattern, split_verb
from interpreter.support.errors import Location

_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class ActiveWording:
    """A wording with its holes as spans of characters, and the number of the hole at the cursor."""

    text: str
    holes: tuple[tuple[int, int], ...]
    hole: int


def active_wording(readings: ReadingCache, home: GameWorkspace, place: Location) -> ActiveWording | None:
    """Return the wording of the game around a position; None if no hole of one is being filled there."""
    lines = readings.buffers.lines(place.file)
    here = cursor_context(lines, place.line, place.column)
    reading = next((reading for reading, _ in readings_at(readings, home, place)), None)
    if here is None or reading is None:
        return None
    words = _WORD.findall(here.rows[-1].casefold())
    begun = [found for pattern in _patterns(reading) if (found := _begun(pattern, words)) is not None]
    if not begun:
        return None
    _, _, hole, pattern = max(begun, key=lambda each: each[:2])
    return _written(reading, pattern, hole)


def _patterns(reading: GameReading) -> Iterator[Pattern]:
    for shape in reading.analysis.grammar.shapes.values():
        yield from shape.patterns


def _begun(pattern: Pattern, words: list[str]) -> tuple[int, int, int, Pattern] | None:
    """Return where a wording begins, how many of its words are there, and its hole at the end; None if it has none.

    The last words that begin like the wording are taken; a hole ends at the next word of the wording.
    """
    parts = [part if isinstance(part, int) else split_verb(part)[0].casefold() for part in pattern.parts]
    if isinstance(parts[0], int):
        return None
    for start in reversed(range(len(words))):
        at, found, hole = start, 0, None
        for part in parts:
            if isinstance(part, int):
                hole = part
                continue
            rest = words[at:] if hole is not None else words[at : at + 1]
            step = next((step for step, word in enumerate(rest) if _is_form(word, part)), None)
            if step is None:
                break
            at, found, hole = at + step + 1, found + 1, None
        if found and hole is not None:
            return start, found, hole, pattern
    return None


def _is_form(word: str, part: str) -> bool:
    return word in (part, f"{part}s", f"{part}es")


def _written(reading: GameReading, pattern: Pattern, hole: int) -> ActiveWording | None:
    """Return a wording with the types of its holes."""
    word = reading.book.words[pattern.word]
    known = reading.declared_words.get(("word", word.title))
    if known is None or pattern.text not in word.says:
        return None
    text = known.wordings[word.says.index(pattern.text)]
    spans = tuple(found.span() for found in HOLE.finditer(text))
    return ActiveWording(text, spans, [part for part in pattern.parts if isinstance(part, int)].index(hole))
