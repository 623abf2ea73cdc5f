"""Names that a variant takes from a game, and lines of the game that still say them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

import yaml

from interpreter.rulebook.building.ids import VariantChange
from interpreter.rulebook.model import Rulebook, TitledThing
from interpreter.rulebook.overlays.lines import find_lines, is_whole_text
from interpreter.rulebook.overlays.paths import named_values
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.nodes import YamlScalar
from interpreter.support.errors import Location, Problem

_HOLE = re.compile(r"\\\{.*?\\\}")
_ENDING = re.compile(r"\\\((\w+)\\\)|(?<=\w)s(?!\w)")


@dataclass(frozen=True, slots=True)
class LostNames:
    """The names that a game has only without its variants.

    Attributes:
        things: The ids of their things, or the first wordings of words, by the names.
        changes: The changes of things by variants, by the id of the thing.
        base: The files of the game without variants.
    """

    things: Mapping[str, str]
    changes: Mapping[str, VariantChange]
    base: Documents

    def explain(self, problem: Problem, variant: str) -> Problem | None:
        """Return the message about a line that says a name which a variant has taken away; None if it says none.

        Args:
            problem: A mistake that the game has only with the variant.
            variant: The variant's id.
        """
        found = self._said_in(problem) if problem.where.column else None
        if found is None:
            return None
        name, column, length = found
        change = self.changes.get(self.things[name])
        there = f" in {change.where.file}:{change.where.line}" if change is not None else ""
        what = f"removes `{name}`{there}, which this line names"
        if change is None or not change.is_removal:
            what = f"renames `{name}`{there}, and this line still has the old name"
        entry = entry_for_line(self.base, problem.where)
        how = f": add `{entry}` under its `change:`" if entry is not None else ", or remove it"
        where = replace(problem.where, column=column)
        message = f"the variant `{variant}` {what}; it has to change this line, too{how}"
        return Problem(where, "lost-name", message, excerpt=problem.excerpt, length=length, names_variant=True)

    def _said_in(self, problem: Problem) -> tuple[str, int, int] | None:
        """Return the name that a line says, with its column and length, one at the place of the mistake first."""
        line = problem.excerpt or ""
        spans = [(name, *span) for name in self.things for span in _spans(name, line)]
        if not spans:
            return None
        start, end = problem.where.column - 1, problem.where.column - 1 + problem.length
        name, first, last = max(spans, key=lambda span: (span[1] < end and span[2] > start, span[2] - span[1]))
        return name, first + 1, last - first


def lost_names(before: Rulebook, after: Rulebook, changes: Mapping[str, VariantChange], base: Documents) -> LostNames:
    """Return the names of one version of a game that another one lacks; arguments as in `LostNames`."""
    left = dict(_names(after))
    return LostNames({name: thing for name, thing in _names(before) if name not in left}, changes, base)


def entry_for_line(documents: Documents, where: Location) -> str | None:
    """Return the entry under `change` that gives a variant another text for a line of a game, or None."""
    for path, scalar in named_values(documents):
        if scalar.source.path != where.file or not isinstance(scalar.data, str) or scalar.line > where.line:
            continue
        text = scalar.text
        rows = text.split("\n")
        if text.place_at(len(rows), max(1, len(rows[-1]))).line < where.line:
            continue
        return _entry(path, scalar, where)
    return None


def _entry(path: str, scalar: YamlScalar, where: Location) -> str:
    text = scalar.text
    line = (text.excerpt(where) or "").strip()
    found = find_lines(text, line) if line else []
    entry = {"at": path}
    if len(found) == 1 and not is_whole_text(text, found[0]):
        entry["line"] = line
    told = yaml.safe_dump(
        entry | {"to": "…"}, default_flow_style=True, width=10_000, sort_keys=False, allow_unicode=True
    )
    return f"- {told.strip()}"


def _names(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield each name that texts may use, with the id of its thing."""
    things: Iterator[TitledThing] = chain(
        book.seats,
        book.sides,
        book.map.spaces,
        book.pieces,
        book.boxes,
        book.tracks,
        book.zones,
        book.decks,
        book.cards,
    )
    for thing in things:
        yield from ((name, thing.id) for name in (thing.id, thing.title.get("en", "")) if name)
    yield from ((variable.id, variable.id) for variable in book.variables)
    yield from ((flag.id, flag.id) for flag in book.flags)
    nouns = [(book.map.noun, "noun")]
    nouns += [(kind.noun, kind.id) for kind in book.pieces]
    nouns += [(group.noun, group.id) for group in book.groups]
    yield from ((name, thing_id) for noun, thing_id in nouns for name in (noun.one, noun.many))
    for _, columns in book.columns:
        for column in columns.values():
            yield from ((name, column.id) for name in (column.id, *column.values, *column.titles.values()))
    for word in book.words:
        yield from ((str(say), str(word.says[0])) for say in word.says)


def _parts(name: str) -> list[re.Pattern[str]]:
    """Return regular expressions of the parts of a name that follow each other in a line; holes stand between them."""
    holed = _HOLE.sub("\0", re.escape(name))
    texts = [text.removeprefix("\\ ").removesuffix("\\ ") for text in holed.split("\0")]
    if len(texts) > 1:
        texts = [_ENDING.sub(lambda ending: f"(?:{ending[1] or 's'})?", text) for text in texts if text]
    return [re.compile(rf"(?<!\w){text}(?!\w)") for text in texts]


def _spans(name: str, line: str) -> Iterator[tuple[int, int]]:
    """Yield the places at which a line says a name, in time proportional to its length and that of the name."""
    parts, at = _parts(name), 0
    while parts:
        found = []
        for part in parts:
            match = part.search(line, at)
            if match is None:
                return
            found.append(match)
            at = max(match.end(), match.start() + 1)
        yield found[0].start(), found[-1].end()
