"""Language files: all that the program itself says in a language, and how its words go.

A language is one file: its grammar, the forms of the rules language, the sentences of the log and of pages, and the
messages of the terminal. Those of the program are in `saying/languages/`. A library may bring others, or single texts
that replace those of the program, in `languages/LANGUAGE.yaml`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.rulebook.player_words import Phrase
from interpreter.rulebook.source.library import ENDING, libraries
from interpreter.support.errors import RulebookError
from interpreter.support.package_data import read_package_yaml

if TYPE_CHECKING:  # YAML is read only if a library has a file
    from interpreter.rulebook.source.nodes import YamlNode

LANGUAGES_FOLDER = Path(__file__).parent / "saying" / "languages"
"""Folder with the program's file for each language except English, in which the rules are written."""
LIBRARY_FOLDER = "languages"
"""Folder of a library that holds files of languages."""
LanguageContent = Mapping[str, Any]
"""The sections of a file."""


@cache
def bundled_languages() -> tuple[str, ...]:
    """Return the languages of the program's files."""
    return tuple(sorted(path.stem for path in LANGUAGES_FOLDER.glob(f"*{ENDING}")))


@cache
def bundled_content(lang: str) -> LanguageContent:
    """Return the content of the program's file for a language; empty if it has none."""
    if lang not in bundled_languages():
        return {}
    content: dict[str, Any] = read_package_yaml(LANGUAGES_FOLDER / f"{lang}{ENDING}")
    return content


def library_content(lang: str) -> LanguageContent:
    """Return what libraries say in a language, with the places of its texts; of equal entries the first library's.

    Raises:
        RulebookError: A file has mistakes.
    """
    content: dict[str, Any] = {}
    for path in reversed(_library_files(lang)):
        for section, value in _read_library_file(path).items():
            known = content.get(section)
            content[section] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    return content


def bundled_phrases(lang: str, section: str) -> Mapping[str, Phrase]:
    """Return the program's own sentences or messages in a language, without those of libraries."""
    phrases: Mapping[str, Phrase] = bundled_content(lang).get(section, {})
    return phrases


def library_phrases(lang: str, section: str) -> Mapping[str, Phrase]:
    """Return the sentences or messages of libraries in a language. Raises RulebookError."""
    phrases: Mapping[str, Phrase] = library_content(lang).get(section, {})
    return phrases


def spoken_languages(section: str) -> list[str]:
    """Return the languages other than English that have sentences or messages, those of libraries included.

    Raises:
        RulebookError: A library's file has mistakes.
    """
    found = {lang for lang in bundled_languages() if bundled_content(lang).get(section)}
    return sorted(found | {lang for lang in library_languages_spoken() if library_content(lang).get(section)})


def library_languages_spoken() -> list[str]:
    """Return the languages for which a library has a file."""
    folders = [os.path.join(library, LIBRARY_FOLDER) for library in libraries()]
    return sorted({path.stem for folder in folders for path in Path(folder).glob(f"*{ENDING}")})


def _library_files(lang: str) -> list[str]:
    """Return the paths of all libraries' files for a language, in search order."""
    paths = [os.path.join(folder, LIBRARY_FOLDER, f"{lang}{ENDING}") for folder in libraries()]
    return [path for path in paths if os.path.lexists(path)]


def _read_library_file(path: str) -> dict[str, Any]:
    from interpreter.rulebook.building.ids import IdTable
    from interpreter.rulebook.schema.documents import read_document
    from interpreter.rulebook.source.files import FolderFile, read_files
    from interpreter.rulebook.source.nodes import Problems

    file = FolderFile("language", path, path, os.path.realpath(path))
    names = IdTable(Problems())
    texts, _ = read_files([file], os.path.dirname(path), names.problems)
    root = read_document(file, texts[path][1], names) if texts else None
    if len(names.problems):
        raise RulebookError(names.problems.errors())
    return {} if root is None else {key.text: _plain(node) for key, node in root.entries()}


def _plain(node: YamlNode) -> Any:
    """Return a node as lists, dictionaries and texts that know their places."""
    from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlScalar

    if isinstance(node, YamlMapping):
        return {key.text: _plain(each) for key, each in node.entries()}
    if isinstance(node, YamlList):
        return [_plain(each) for each in node.items]
    return node.text if isinstance(node, YamlScalar) else ""
