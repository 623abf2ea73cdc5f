"""Ids of things in other languages, from `text/LANGUAGE.yaml`, put into the titles of what they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from interpreter.errors import Where
from interpreter.rulebook.documents import Documents
from interpreter.rulebook.grids import MOST_CELLS, cell_id
from interpreter.rulebook.ids import Ids
from interpreter.rulebook.labels import slug
from interpreter.rulebook.model import Rulebook, Title
from interpreter.rulebook.nodes import Mapping, Spot

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", re.ASCII)


QUOTED = re.compile(r'"([^"\n]*)"')
PURPOSE = re.compile(r"\bto (\w+)")


class _Titled(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def title(self) -> Title: ...


Texts = dict[str, dict[str, str]]
"""Language to id, or label, to name."""


@dataclass(frozen=True, slots=True)
class Named:
    """Names in a language, and where it is said which one."""

    language: str
    spot: Spot
    root: Mapping

    @classmethod
    def of_file(cls, root: Mapping) -> Named:
        """Those of a file, which is called by its language."""
        language = root.source.name.removeprefix("text/").removesuffix(".yaml")
        return cls(language, Where(root.source.path), root)


def read_texts(given: list[Named], documents: Documents, variants: list[str], names: Ids) -> Texts:
    """The names and labels that are given, by language. A name has to be that of something in the documents, which
    are those of the game itself: a variant may take things out, and names its own. A label has to be in them, or in
    what the files of `variants` say."""
    found: Texts = {}
    things = {id for _, root in documents.all() for id in _ids(root.data)}
    known: set[str] = set()
    for each in given:
        root, language = each.root, each.language
        if not LANGUAGE.fullmatch(language):
            message = f"a file of names is called by its language, as in fr.yaml; `{language}` is none"
            names.problems.add(each.spot, "bad-language", message)
            continue
        entries = root.mapping("names")
        for name, key in entries.keys.items() if entries else ():
            if name not in things and not names.incomplete:
                names.problems.add(key, "unknown-thing", f"there is no thing with the id `{name}`", name, things)
        labels = root.mapping("labels")
        if labels is not None and not names.incomplete:
            known = known or _labels(documents, variants)
            for label, key in labels.keys.items():
                if label not in known:
                    names.problems.add(key, "unknown-label", f"no text has a label `{label}`", label, known)
        for part in (labels, entries):
            found.setdefault(language, {}).update(part.data if part else {})
    return found


def _labels(documents: Documents, variants: list[str]) -> set[str]:
    """What may be a label: what stands in quotes, or behind `to`, and the ids of flags and of variables."""
    texts = [text for _, root in documents.all() for text in _strings(root.data)] + variants
    kept = documents.single.get("vocabulary")
    found = {item.data["id"] for what in ("flags", "variables") for item in kept.items_of(what)} if kept else set()
    for text in texts:
        found.update(slug(label) for label in QUOTED.findall(text))
        found.update(PURPOSE.findall(text))
    return found | {slug(offer) for _, root in documents.all() for offer in _offers(root)}


def _offers(root: Mapping) -> Iterator[str]:
    for item in root.items_of("bends"):
        if isinstance(item, Mapping) and isinstance(item.plain("offer"), str):
            yield item.plain("offer")


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, dict)):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _strings(value)


def _ids(data: object) -> Iterator[str]:
    """Every id in plain data, those of the seats of a range included."""
    if isinstance(data, list):
        for item in data:
            yield from _ids(item)
    if not isinstance(data, dict):
        return
    for key in ("id", "deck"):
        if isinstance(data.get(key), str):
            yield data[key]
    grid = data.get("grid")
    if isinstance(grid, dict):
        columns, rows = grid.get("columns", 1), grid.get("rows", 1)
        if columns * rows <= MOST_CELLS:
            yield from (cell_id(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1))
    if isinstance(data.get("id"), str) and isinstance(data.get("to"), int):
        yield from (f"{data['id']}{number}" for number in range(1, data["to"] + 1))
    for value in data.values():
        yield from _ids(value)


def put_in(book: Rulebook) -> None:
    """Give everything in a new rulebook its names in other languages, unless its own title has one."""
    for id, title in titles_of(book):
        for language, texts in book.texts.items():
            if id in texts:
                title.setdefault(language, texts[id])


def missing_names(book: Rulebook) -> dict[str, int]:
    """How many things have no name of their own, in each language other than English in which something has one."""
    titles = [title for _, title in titles_of(book)]
    languages = {language for title in titles for language in title} | {*book.texts}
    return {each: sum(each not in title for title in titles) for each in sorted(languages - {"en"})}


def titles_of(book: Rulebook) -> Iterator[tuple[str, Title]]:
    """The ids and titles of a game and of everything in it."""
    yield book.id, book.title
    lists: tuple[Iterable[_Titled], ...] = (
        book.seats, book.sides, book.map.spaces, book.pieces, book.boxes, book.tracks, book.zones, book.decks,
        book.cards,
    )  # fmt: skip
    for thing in chain(*lists):
        yield thing.id, thing.title
    for track in book.tracks:
        yield from track.names.values()
    for variable in book.variables:
        if variable.title is not None:
            yield variable.id, variable.title
