"""The content of a game's files, each checked against the schema of its kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from interpreter.errors import Problem
from interpreter.rulebook.default_sources import spread_sources
from interpreter.rulebook.files import FoundFile, read_files, source_of
from interpreter.rulebook.ids import Ids
from interpreter.rulebook.nodes import Mapping, Node, Problems
from interpreter.rulebook.schema import check_shape, fits_shape
from interpreter.rulebook.yaml_reader import read_yaml

SEVERAL = ("cards", "bot")
"""Kinds of files of which a game's rules have any number."""
MOST_KEPT = 64
"""Files whose content is kept in memory."""


@dataclass(slots=True)
class Documents:
    """The content of the files by kind: one of each in `single`, or any number in `several`. `broken`: kinds of which a
    file could not be read. `fitting`: by the identity of a document, plain data with which it fits its schema."""

    single: dict[str, Mapping] = field(default_factory=dict)
    several: dict[str, list[Mapping]] = field(default_factory=lambda: {kind: [] for kind in SEVERAL})
    broken: set[str] = field(default_factory=set)
    fitting: dict[int, Any] = field(default_factory=dict)

    def all(self) -> list[tuple[str, Mapping]]:
        """Every document with its kind."""
        return [*self.single.items(), *((kind, each) for kind in SEVERAL for each in self.several[kind])]

    def check_again(self, names: Ids) -> None:
        """Check the shape of all documents, after something was put into them."""
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
    """The content of the files, and the digest of all that was read. What is wrong goes to the problems of `names`."""
    texts, digest = read_files(files, folder, names.problems)
    documents = Documents(broken={file.kind for file in files if file.name not in texts})
    nodes = [(file, _read(file, text, names)) for file, text in texts.values()]
    columns = frozenset(column for file, (node, _) in nodes if file.kind == "cards" for column in _columns(node))
    for file, (node, kept) in nodes:
        root = _shaped(file, node, names, columns) if kept is None else kept.root.copied()
        if root is not None and kept is not None:
            documents.fitting[id(root)] = kept.root.data
        if root is None:
            documents.broken.add(file.kind)
        elif file.kind in SEVERAL:
            documents.several[file.kind].append(root)
        else:
            documents.single[file.kind] = root
    return documents, digest


def read_document(file: FoundFile, text: str, names: Ids) -> Mapping | None:
    """The content of one file, or None if it makes no sense."""
    node, kept = _read(file, text, names)
    return _shaped(file, node, names) if kept is None else kept.root.copied()


def _read(file: FoundFile, text: str, names: Ids) -> tuple[Node | None, _Kept | None]:
    """The content of a file; if there is nothing wrong with it, that which is kept."""
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
    """What is read of a file, or None if there is something wrong with it. Each variant reads the game's files."""
    problems = Problems()
    root = read_yaml(source_of(file, text), text, problems)
    if len(problems) or not isinstance(root, Mapping) or not fits_shape(root, file.kind):
        return None
    spread_sources(root, file.kind, problems)
    return None if len(problems) else _Kept(root, problems.warnings())


def _columns(node: Node | None) -> Iterable[str]:
    """The columns that a file declares."""
    declared = node.mapping("attributes") if isinstance(node, Mapping) else None
    return declared.keys if declared else ()


def _shaped(file: FoundFile, node: Node | None, names: Ids, columns: frozenset[str] = frozenset()) -> Mapping | None:
    """The content without what does not fit the schema. `columns` are declared in files beside this one."""
    shaped = check_shape(node, file.kind, names.problems, columns) if node is not None else None
    if shaped is None:
        return None
    if not shaped.whole:
        names.incomplete.add(file.kind)
    spread_sources(shaped.root, file.kind, names.problems)
    return shaped.root
