"""Translated names of two games, written as titles because a variant can't change translation files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.rulebook.documents import REPEATABLE_KINDS, Documents, read_document, read_documents
from interpreter.rulebook.files import SINGLE_KINDS, list_files, read_files
from interpreter.rulebook.ids import IdTable, as_title
from interpreter.rulebook.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.texts import PHRASE_SECTIONS, TranslationSection

NAMES = "names"


@dataclass(frozen=True, slots=True)
class GameContents:
    """The contents of a game's files without mistakes: its rules and its translations.

    `texts` has the translations by language, section (`names`, `labels`, …) and key: an id, a label or a phrase's name.
    """

    rules: Documents
    texts: dict[tuple[str, str, str], YamlNode]

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.rules.single["game"].data["id"])


def read_game_contents(folder: str) -> GameContents:
    """Read a game's files."""
    names = IdTable(Problems())
    listed = list_files(folder, names.problems)
    rules, _ = read_documents(
        [file for file in listed if file.kind in (*SINGLE_KINDS, *REPEATABLE_KINDS)], folder, names
    )
    contents, _ = read_files([file for file in listed if file.kind == "text"], folder, names.problems)
    roots = [read_document(file, text, names) for file, text in contents.values()]
    named = [TranslationSection(str(key.data), key, root) for key, root in rules.texts]
    named += [TranslationSection.of_file(root) for root in roots if root is not None]
    texts = {
        (each.language, part, name): value
        for each in named
        for part, section in each.root.values.items()
        if isinstance(section, YamlMapping)
        for name, value in section.values.items()
        if value.data
    }
    return GameContents(rules, texts)


def put_names_into_titles(
    base: GameContents, other: GameContents, include_game: bool
) -> Iterator[tuple[str, YamlNode, str]]:
    """Add the second game's new or changed names to the titles of its things.

    Yield the description, position and reason of each translation that a title can't express. `include_game`: include
    the names of the games themselves.
    """
    for language, part, name in dict.fromkeys((*base.texts, *other.texts)):
        own = name in (base.id, other.id) and part == NAMES
        if own and (not include_game or name != other.id):
            continue
        old = base.texts.get((language, part, base.id if own else name))
        new = other.texts.get((language, part, name))
        things = list(_things_with_title(other.rules, name)) if part == NAMES else []
        what = f"`{name}` under `{part}` of `{language}`"
        if new is None:  # a removed label, phrase or thing needs no translation
            missed = any(language not in as_title(thing.data["title"], name) for thing in things)
            if old is not None and (missed or part in PHRASE_SECTIONS):
                yield what, old, "it gives names, and takes nothing away"
        elif old is None or old.data != new.data:
            for thing in things:
                _add_name(thing, language, new)
            if not things:
                yield what, new, "it gives names to things with titles, and to nothing else"


def _add_name(thing: YamlMapping, language: str, name: YamlNode) -> None:
    """Add a name in a language to the title of a thing, unless the title has one."""
    title = thing.values["title"]
    whole = YamlMapping(title.source, title.line, title.column)
    for each, text in as_title(title.data, "").items():
        whole.put(each, YamlScalar(title.source, title.line, title.column, title.length, text))
    if language not in whole.values:
        whole.put(language, name)
        thing.put("title", whole)


def _things_with_title(rules: Documents, name: str) -> Iterator[YamlMapping]:
    """Yield the things with this id whose titles can take names, which excludes bots."""
    for kind, root in rules.kinds_and_roots():
        if kind != "bot":
            yield from _below(root, name)


def _below(node: YamlNode, name: str) -> Iterator[YamlMapping]:
    if isinstance(node, YamlMapping):
        seats = isinstance(node.get_plain("to"), int)  # a range of numbered seats
        if name in (node.get_plain("id"), node.get_plain("deck")) and node.get("title") is not None and not seats:
            yield node
        for value in node.values.values():
            yield from _below(value, name)
    elif isinstance(node, YamlList):
        for item in node.items:
            yield from _below(item, name)
