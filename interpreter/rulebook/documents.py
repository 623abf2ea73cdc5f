"""The content of a game's files, each checked against the schema of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from interpreter.errors import Problem
from interpreter.rulebook.default_sources import spread_sources
from interpreter.rulebook.files import SINGLE, FoundFile, read_files, source_of
from interpreter.rulebook.ids import Ids
from interpreter.rulebook.nodes import Mapping, Node, Problems, Scalar
from interpreter.rulebook.schema import check_shape, fits_shape
from interpreter.rulebook.sections import FIELDS, taken_out
from interpreter.rulebook.yaml_reader import read_yaml

SEVERAL = ("cards", "bot")
"""Kinds of files of which a game can have any number."""
MOST_KEPT = 64
"""Number of files whose content is cached."""


@dataclass(slots=True)
class Documents:
    """The content of a game's files.

    Attributes:
        single: The content of files of which there is one of a kind, by kind.
        several: The contents of the other files, by kind.
        broken: Kinds of which a file could not be read.
        fitting: Plain data that is known to fit its schema, by the identity of the document.
        texts: Translations in game.yaml, each with its language.
    """

    single: dict[str, Mapping] = field(default_factory=dict)
    several: dict[str, list[Mapping]] = field(default_factory=lambda: {kind: [] for kind in SEVERAL})
    broken: set[str] = field(default_factory=set)
    fitting: dict[int, Any] = field(default_factory=dict)
    texts: list[tuple[Scalar, Mapping]] = field(default_factory=list)

    def all(self) -> list[tuple[str, Mapping]]:
        """Return all documents, each with its kind."""
        return [*self.single.items(), *((kind, each) for kind in SEVERAL for each in self.several[kind])]

    def check_again(self, names: Ids) -> None:
        """Check the shape of all documents once more, after a change."""
        for kind, root in self.all():
            if root.data == self.fitting.get(id(root)):
                continue
            shaped = check_shape(root, kind, names.problems)
            if shaped is not None and shaped.whole:
                continue
            names.incomplete.add(kind)
            if shaped is None and kind in self.single:
                del self.single[kind]
                self.broken.add(kind)
            elif shaped is None:
                self.several[kind].remove(root)


def read_documents(files: list[FoundFile], folder: str, names: Ids) -> tuple[Documents, str]:
    """Return the content of the files, and a digest of everything that was read.

    Mistakes are added to the problems of `names`.
    """
    texts, digest = read_files(files, folder, names.problems)
    documents = Documents(broken={file.kind for file in files if file.name not in texts})
    parts = [part for file, text in texts.values() for part in _parts(file, text, names)]
    columns = frozenset(column for part in parts if part.kind == "cards" for column in _columns(part.node))
    for part in parts:
        if part.key is not None and part.kind in SINGLE and any(file.kind == part.kind for file in files):
            _refuse(part.key, part.kind, names)
            continue
        root = part.node
        if part.kept is not None and isinstance(root, Mapping):
            documents.fitting[id(root)] = part.kept
        else:
            root = _shaped(part.kind, root, names, columns)
        if root is None:
            documents.broken.add(part.kind)
        elif part.kind == "text" and part.key is not None:
            documents.texts.append((part.key, root))
        elif part.kind in SEVERAL:
            documents.several[part.kind].append(root)
        else:
            documents.single[part.kind] = root
    if "game" in documents.broken:  # it may have had sections for all kinds without a file
        documents.broken |= {*SINGLE, *SEVERAL} - {part.kind for part in parts}
    return documents, digest


@dataclass(frozen=True, slots=True)
class _Part:
    """The content of a file, or a section of game.yaml.

    Attributes:
        key: The key of the section in game.yaml.
        kept: The plain data, if nothing is wrong with it.
    """

    kind: str
    node: Node | None
    key: Scalar | None = None
    kept: Any = None


def _parts(file: FoundFile, text: str, names: Ids) -> Iterator[_Part]:
    """Yield the content of a file; for game.yaml, also each of its sections.

    Scenarios are left out; they are read on request.
    """
    node, kept = _read(file, text, names)
    if kept is not None:
        node = kept.root.copied()
    sections = list(taken_out(node)) if file.kind == "game" and isinstance(node, Mapping) else []
    yield _Part(file.kind, node, kept=None if kept is None or sections else kept.root.data)
    source = node.get("source") if isinstance(node, Mapping) else None
    for kind, key, value in sections:
        if isinstance(source, Scalar) and isinstance(value, Mapping) and kind in (*SINGLE, *SEVERAL):
            value.put("source", value.get("source") or source)
        if kind != "scenarios":
            yield _Part(kind, value, key)


def _refuse(key: Scalar, kind: str, names: Ids) -> None:
    """Report a section of game.yaml that also has a file."""
    message = f"there is a {kind}.yaml, in which `{key.data}` goes: a section is either there or in game.yaml"
    names.problems.add(key, "section-twice", message)
    names.incomplete.add(kind)


def scenarios_of_game(file: FoundFile, text: str) -> list[Node]:
    """Return the entries under `scenarios` in a game.yaml.

    Other mistakes in the file are ignored; they are reported when the game is loaded.
    """
    kept = _without_mistakes(file, text)
    root = kept.root.copied() if kept else read_yaml(source_of(file, text), text, Problems())
    return root.items_of("scenarios") if isinstance(root, Mapping) else []


def read_document(file: FoundFile, text: str, names: Ids) -> Mapping | None:
    """Return the content of one file, or None if it can't be used."""
    node, kept = _read(file, text, names)
    return _shaped(file.kind, node, names) if kept is None else kept.root.copied()


def _read(file: FoundFile, text: str, names: Ids) -> tuple[Node | None, _Kept | None]:
    """Return the content of a file, and its cache entry if nothing is wrong with it."""
    kept = _without_mistakes(file, text)
    if kept is None:
        return read_yaml(source_of(file, text), text, names.problems), None
    names.problems.extend(kept.warnings)
    return kept.root, kept


@dataclass(frozen=True, slots=True)
class _Kept:
    root: Mapping
    warnings: tuple[Problem, ...]


@lru_cache(maxsize=MOST_KEPT)
def _without_mistakes(file: FoundFile, text: str) -> _Kept | None:
    """Return the content of a file, or None if something is wrong with it.

    The result is cached because each variant reads the game's files again.
    """
    problems = Problems()
    root = read_yaml(source_of(file, text), text, problems)
    if len(problems) or not isinstance(root, Mapping) or not fits_shape(root, file.kind):
        return None
    if file.kind != "game" or FIELDS.keys().isdisjoint(root.keys):
        spread_sources(root, file.kind, problems)
    return None if len(problems) else _Kept(root, problems.warnings())


def _columns(node: Node | None) -> Iterable[str]:
    """Return the columns that a file declares."""
    declared = node.mapping("attributes") if isinstance(node, Mapping) else None
    return declared.keys if declared else ()


def _shaped(kind: str, node: Node | None, names: Ids, columns: frozenset[str] = frozenset()) -> Mapping | None:
    """Return the content without the parts that don't fit the schema.

    `columns` are attributes declared in other files of the same kind.
    """
    shaped = check_shape(node, kind, names.problems, columns) if node is not None else None
    if shaped is None:
        return None
    if not shaped.whole:
        names.incomplete.add(kind)
    spread_sources(shaped.root, kind, names.problems)
    return shaped.root
