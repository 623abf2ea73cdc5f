"""The content of a game's files, each checked against the schema of its kind.

Sections of game.yaml can replace other files, for small games in one file.

A `source` in a file is the default for everything below it that has none of its own. It can name fields, and
`otherwise` stands for all others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any

from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.schema.compiled_schema import fits_shape, schema_of
from interpreter.rulebook.schema.game_fields import IMPRINT_FIELDS, PLAYER_TEXT_FIELDS, SECTION_FIELDS
from interpreter.rulebook.schema.validation import check_shape
from interpreter.rulebook.source.files import SINGLE_KINDS, FolderFile, plain_lines, read_files, source_file
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Problem

REPEATABLE_KINDS = ("cards", "bot")
"""Kinds of files of which a game can have any number."""
MOST_KEPT = 64
"""Number of files whose content is cached."""
OTHERWISE = "otherwise"
NO_FACTS = frozenset({"id", "source"})
EACH, BY_VALUE = "each", "by value"
"""Fields of an entry for many cards: the columns, and the fields of single cards and of all cards with a value."""
THINGS = frozenset({"game", "bot", "variant"})
"""Kinds of files that are things themselves: their `source` is their own as well as a default."""
Schema = dict[str, Any]


@dataclass(slots=True)
class Documents:
    """The content of a game's files.

    Attributes:
        single: The content of files of which there is one of a kind, by kind.
        several: The contents of the other files, by kind.
        unreadable_kinds: Kinds of which a file could not be read.
        valid_data: Plain data that is known to fit its schema, by the identity of the document.
        texts: Translations in game.yaml, each with its language.
    """

    single: dict[str, YamlMapping] = field(default_factory=dict)
    several: dict[str, list[YamlMapping]] = field(default_factory=lambda: {kind: [] for kind in REPEATABLE_KINDS})
    unreadable_kinds: set[str] = field(default_factory=set)
    valid_data: dict[int, Any] = field(default_factory=dict)
    texts: list[tuple[YamlScalar, YamlMapping]] = field(default_factory=list)

    def get(self, kind: str) -> YamlMapping:
        """Return the content of the only file of a kind; an empty mapping if there is none."""
        return self.single.get(kind) or YamlMapping(SourceFile("", "", ()), 0, 0)

    def kinds_and_roots(self) -> list[tuple[str, YamlMapping]]:
        """Return all documents, each with its kind."""
        return [*self.single.items(), *((kind, each) for kind in REPEATABLE_KINDS for each in self.several[kind])]

    def check_again(self, names: IdTable) -> None:
        """Check the shape of all documents once more, after a change."""
        for kind, root in self.kinds_and_roots():
            if root.data == self.valid_data.get(id(root)):
                continue
            shaped = check_shape(root, kind, names.problems)
            if shaped is not None and shaped.is_complete:
                continue
            names.incomplete_kinds.add(kind)
            if shaped is None and kind in self.single:
                del self.single[kind]
                self.unreadable_kinds.add(kind)
            elif shaped is None:
                self.several[kind].remove(root)


def read_documents(files: list[FolderFile], folder: str, names: IdTable) -> tuple[Documents, str]:
    """Return the content of the files, and a digest of everything that was read.

    Mistakes are added to the problems of `names`.
    """
    texts, digest = read_files(files, folder, names.problems, rules_only)
    documents = Documents(unreadable_kinds={file.kind for file in files if file.name not in texts})
    parts = [part for file, text in texts.values() for part in _parts(file, text, names)]
    columns = frozenset(column for part in parts if part.kind == "cards" for column in _columns(part.node))
    for part in parts:
        if part.key is not None and part.kind in SINGLE_KINDS and any(file.kind == part.kind for file in files):
            _report_second_section(part.key, part.kind, names)
            continue
        root = part.node
        if part.kept is not None and isinstance(root, YamlMapping):
            documents.valid_data[id(root)] = part.kept
        else:
            root = _checked(part.kind, root, names, columns)
        if root is None:
            documents.unreadable_kinds.add(part.kind)
        elif part.kind == "text" and part.key is not None:
            documents.texts.append((part.key, root))
        elif part.kind in REPEATABLE_KINDS:
            documents.several[part.kind].append(root)
        else:
            documents.single[part.kind] = root
    if "game" in documents.unreadable_kinds:  # it may have had sections for all kinds without a file
        documents.unreadable_kinds |= {*SINGLE_KINDS, *REPEATABLE_KINDS} - {part.kind for part in parts}
    return documents, digest


_NO_RULES = (*PLAYER_TEXT_FIELDS, *IMPRINT_FIELDS)
_NO_RULE = re.compile(rb"^(?:%s) *:" % "|".join(_NO_RULES).encode(), re.MULTILINE)
_CONTINUED = (b" ", b"\t", b"#", b"-", b"\n", b"\r")
"""First letters of lines that don't begin a field of a file."""


def rules_only(file: FolderFile, data: bytes) -> bytes:
    """Return the content of a file without the words for players and the imprint in game.yaml.

    They are left out with the blank lines and comments before them. Then the file is read again without them: if that
    changes the rules, or the file has mistakes, the whole content is returned.
    """
    if file.kind != "game" or _NO_RULE.search(data) is None:
        return data
    kept: list[bytes] = []
    blanks: list[bytes] = []
    is_left_out = False
    for line in data.splitlines(keepends=True):
        is_blank = not line.strip() or line.startswith(b"#")
        if not line.startswith(_CONTINUED):
            is_left_out = _NO_RULE.match(line) is not None
        if not is_blank and not is_left_out:
            kept += blanks
        if is_blank:
            blanks.append(line)
        else:
            blanks.clear()
            kept += () if is_left_out else (line,)
    rules = b"".join(kept if is_left_out else kept + blanks)
    whole, rest = (_without_mistakes(file, plain_lines(content)) for content in (data, rules))
    if whole is None or rest is None:
        return data
    expected = {key: value for key, value in whole.root.data.items() if key not in _NO_RULES}
    # a default source, which stands in the rules, is spread over all fields of the game
    return rules if {**expected, "source": None} == {**rest.root.data, "source": None} else data


@dataclass(frozen=True, slots=True)
class _FilePart:
    """The content of a file, or a section of game.yaml.

    Attributes:
        key: The key of the section in game.yaml.
        kept: The plain data, if nothing is wrong with it.
    """

    kind: str
    node: YamlNode | None
    key: YamlScalar | None = None
    kept: Any = None


def _parts(file: FolderFile, text: str, names: IdTable) -> Iterator[_FilePart]:
    """Yield the content of a file; for game.yaml, also each of its sections.

    Scenarios are left out; they are read on request.
    """
    node, kept = _read(file, text, names)
    if kept is not None:
        node = kept.root.copy()
    sections = list(take_sections(node)) if file.kind == "game" and isinstance(node, YamlMapping) else []
    yield _FilePart(file.kind, node, kept=None if kept is None or sections else kept.root.data)
    source = node.get("source") if isinstance(node, YamlMapping) else None
    for kind, key, value in sections:
        if (
            isinstance(source, YamlScalar)
            and isinstance(value, YamlMapping)
            and kind in (*SINGLE_KINDS, *REPEATABLE_KINDS)
        ):
            value.put("source", value.get("source") or source)
        if kind != "scenarios":
            yield _FilePart(kind, value, key)


def _report_second_section(key: YamlScalar, kind: str, names: IdTable) -> None:
    """Report a section of game.yaml that also has a file."""
    message = f"`{key.data}` belongs in {kind}.yaml, which is there, too: write it in one of the two files"
    names.problems.add(key, "section-twice", message)
    names.incomplete_kinds.add(kind)


def scenarios_of_game(file: FolderFile, text: str) -> list[YamlNode]:
    """Return the entries under `scenarios` in a game.yaml.

    Other mistakes in the file are ignored; they are reported when the game is loaded.
    """
    kept = _without_mistakes(file, text)
    root = kept.root.copy() if kept else read_yaml(source_file(file, text), text, Problems())
    return root.list_items("scenarios") if isinstance(root, YamlMapping) else []


def read_document(file: FolderFile, text: str, names: IdTable) -> YamlMapping | None:
    """Return the content of one file, which can be changed, or None if it can't be used."""
    root = read_shared_document(file, text, names)
    return None if root is None else root.copy()


def read_shared_document(file: FolderFile, text: str, names: IdTable) -> YamlMapping | None:
    """Return the content of one file, or None if it can't be used.

    It must not be changed, because all readers of the same text share it.
    """
    node, kept = _read(file, text, names)
    return _checked(file.kind, node, names) if kept is None else kept.root


def _read(file: FolderFile, text: str, names: IdTable) -> tuple[YamlNode | None, _CachedFile | None]:
    """Return the content of a file, and its cache entry if nothing is wrong with it."""
    kept = _without_mistakes(file, text)
    if kept is None:
        return read_yaml(source_file(file, text), text, names.problems), None
    names.problems.extend(kept.warnings)
    return kept.root, kept


@dataclass(frozen=True, slots=True)
class _CachedFile:
    root: YamlMapping
    warnings: tuple[Problem, ...]


@lru_cache(maxsize=MOST_KEPT)
def _without_mistakes(file: FolderFile, text: str) -> _CachedFile | None:
    """Return the content of a file, or None if something is wrong with it.

    The result is cached because each variant reads the game's files again.
    """
    problems = Problems()
    root = read_yaml(source_file(file, text), text, problems)
    if len(problems) or not isinstance(root, YamlMapping) or not fits_shape(root, file.kind):
        return None
    if file.kind != "game" or SECTION_FIELDS.keys().isdisjoint(root.keys):
        apply_default_sources(root, file.kind, problems)
    return None if len(problems) else _CachedFile(root, problems.warnings())


def _columns(node: YamlNode | None) -> Iterable[str]:
    """Return the columns that a file declares."""
    declared = node.get_mapping("attributes") if isinstance(node, YamlMapping) else None
    return declared.keys if declared else ()


def _checked(
    kind: str, node: YamlNode | None, names: IdTable, columns: frozenset[str] = frozenset()
) -> YamlMapping | None:
    """Return the content without the parts that don't fit the schema.

    `columns` are attributes declared in other files of the same kind.
    """
    shaped = check_shape(node, kind, names.problems, columns) if node is not None else None
    if shaped is None:
        return None
    if not shaped.is_complete:
        names.incomplete_kinds.add(kind)
    apply_default_sources(shaped.root, kind, names.problems)
    return shaped.root


# -- sections of game.yaml

LIST_SECTIONS = ("decks", "bots", "scenarios")
"""Fields in which each entry is the content of a file or part of one."""


def take_sections(game: YamlMapping) -> Iterator[tuple[str, YamlScalar, YamlNode]]:
    """Remove the sections from a game.yaml and yield them: kind of file, key, content.

    A section that should be a list or mapping and isn't stays in place; the schema check reports it.
    """
    parts: dict[str, YamlMapping] = {}
    for name in [each for each in game.values if each in SECTION_FIELDS]:
        kind, key, value = SECTION_FIELDS[name], game.keys[name], game.values[name]
        if name in LIST_SECTIONS and isinstance(value, YamlList):
            yield from ((kind, key, item) for item in value.items)
        elif name == "text" and isinstance(value, YamlMapping):
            yield from ((kind, value.keys[language], names) for language, names in value.values.items())
        elif name == "map" and isinstance(value, YamlMapping):
            yield kind, key, value
        elif name in (*LIST_SECTIONS, "text", "map"):
            continue
        else:
            parts.setdefault(kind, YamlMapping(key.source, key.line, key.column)).put(name, value, key)
        game.remove(name)
    yield from ((kind, next(iter(part.keys.values())), part) for kind, part in parts.items())


# -- default sources


def apply_default_sources(root: YamlMapping, kind: str, problems: Problems) -> None:
    """Give each thing of a file the source that applies to it.

    The file must fit its schema. A field that a default source names and no thing has is reported.
    """
    schema = schema_of(kind)
    given = root.values.get("source")
    spread = _SourceWalk(schema.get("$defs", {}))
    if kind in THINGS:
        spread.below(root, schema, None)
        return
    if given is not None:
        root.remove("source")
    spread.below(root, schema, given)
    if isinstance(given, YamlMapping) and not root.damaged:
        for name, key in given.keys.items():
            if name not in {OTHERWISE, *spread.fields}:
                message = f"the source names a field `{name}` that nothing in this file has"
                problems.add(key, "unknown-field", message, name, spread.fields)


@dataclass(slots=True)
class _SourceWalk:
    """A walk through a file that sets sources; `fields` collects the fields of all things so far."""

    shared: Schema
    fields: set[str] = field(default_factory=set)

    def below(self, node: YamlNode, schema: Schema, default: YamlNode | None) -> None:
        """Set the sources of a node with this schema, and of everything below it."""
        if "$ref" in schema:
            schema = self.shared[schema["$ref"].rpartition("/")[2]]
        if isinstance(node, YamlList):
            for item in node.items:
                self.below(item, schema.get("items", {}), default)
        elif isinstance(node, YamlMapping):
            known = schema.get("properties", {})
            if "source" in known:
                self.fields.update(_facts(node))
                _complete_source(node, "object" in known["source"].get("type", ()), default)
            own = node.values.get("source")
            for key, value in node.values.items():
                if key in known and key != "source":
                    self.below(value, known[key], own if isinstance(own, YamlScalar) else default)


def _facts(thing: YamlMapping) -> list[str]:
    """Return the fields of a thing that can have a source; of an entry with `each`, those of its cards."""
    own = [name for name, value in thing.values.items() if name not in NO_FACTS and value.data is not None]
    if EACH not in own:
        return own
    details = [fields.data for _, fields in thing.section(BY_VALUE).entries() if isinstance(fields, YamlMapping)]
    made = [*(name for name in own if name not in (EACH, BY_VALUE)), *thing.values[EACH].data, *chain(*details)]
    return [name for name in dict.fromkeys(made) if name not in NO_FACTS]


def _complete_source(thing: YamlMapping, by_field: bool, default: YamlNode | None) -> None:
    """Complete a thing's source from the default.

    `by_field` is True if the thing can have a source for each field.
    """
    own = thing.values.get("source")
    if isinstance(own, YamlScalar):
        return
    if isinstance(own, YamlMapping):
        found = YamlMapping(own.source, own.line, own.column)
        for name, value in own.values.items():
            if name != OTHERWISE:
                found.put(name, value, own.keys[name])
        _add_defaults(found, thing, own, default)
    elif isinstance(default, YamlMapping) and by_field:
        found = YamlMapping(default.source, default.line, default.column)
        _add_defaults(found, thing, default)
    else:
        whole = default.values.get(OTHERWISE) if isinstance(default, YamlMapping) else default
        if whole is not None:
            thing.put("source", whole)
        return
    thing.put("source", found)


def _add_defaults(found: YamlMapping, thing: YamlMapping, *told: YamlNode | None) -> None:
    """Add the fields of a thing that have no source yet, each from the first default that has one."""
    for name in _facts(thing):
        sources = (
            each.values.get(name, each.values.get(OTHERWISE)) if isinstance(each, YamlMapping) else each
            for each in told
        )
        value = next((source for source in sources if source is not None), None)
        if name not in found.values and value is not None:
            found.put(name, value)
