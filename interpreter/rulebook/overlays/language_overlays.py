"""Translations of a game in files outside its folder, found by path or in libraries."""

from __future__ import annotations

import os
from dataclasses import dataclass

from interpreter.rulebook.building.card_products import write_out_products
from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.building.translated_texts import TranslationSection, override_translations, read_translations
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.schema.documents import REPEATABLE_KINDS, read_document, read_documents
from interpreter.rulebook.source.files import SINGLE_KINDS, FolderFile, is_path, list_files, read_files
from interpreter.rulebook.source.library import language_files
from interpreter.rulebook.source.nodes import Problems, YamlMapping
from interpreter.support.errors import Location, Problem, RulebookError

RULES_LANGUAGE = "en"
"""The language in which rules are written."""


@dataclass(frozen=True, slots=True)
class AppliedLanguage:
    """A translation that was applied to a game.

    Attributes:
        language: The language code.
        files: Paths of the files, in the order in which they were applied.
        warnings: Names of things that the game doesn't have.
    """

    language: str
    files: tuple[str, ...] = ()
    warnings: tuple[Problem, ...] = ()


def apply_language(book: Rulebook, given: str) -> AppliedLanguage:
    """Apply the names and phrases of a language to a game.

    Args:
        book: The game, which is changed in place.
        given: Path of a language file, or a language code. By code, the files of libraries are applied in reverse
            order, so that the first library takes precedence.

    Raises:
        RulebookError: The files have mistakes, or there is no such file.
    """
    if is_path(given) and "\0" not in given:
        if not os.path.lexists(given):
            raise RulebookError(Problem(Location(given), "no-language-file", "there is no such file"))
        paths = [given]
    else:
        paths = language_files(book.id, given, (each.where.file for each in book.overlays))[::-1]
        if not paths:
            return AppliedLanguage(given)
    problems = Problems()
    names = IdTable(problems)
    read = [(path, root) for path in paths if (root := _root(path, names)) is not None]
    named = [
        TranslationSection(_language(root, given, names), root.where, root, is_foreign=True) for path, root in read
    ]
    listed = list_files(book.folder, Problems())
    own = [file for file in listed if file.kind in (*SINGLE_KINDS, *REPEATABLE_KINDS)]
    rules = IdTable(Problems())
    documents, _ = read_documents(own, book.folder, rules)
    write_out_products(documents, rules)
    applied = [
        FolderFile("variant", each.where.file, each.where.file, os.path.realpath(each.where.file))
        for each in book.overlays
    ]
    variants, _ = read_files([*(file for file in listed if file.kind == "variant"), *applied], book.folder, Problems())
    spoken = read_translations(named, documents, [text for _, text in variants.values()], names)
    if len(problems):
        raise RulebookError(problems.errors())
    override_translations(book, spoken)
    return AppliedLanguage(named[0].language, tuple(paths), problems.warnings())


def _root(path: str, names: IdTable) -> YamlMapping | None:
    file = FolderFile("text", path, path, os.path.realpath(path))
    texts, _ = read_files([file], os.path.dirname(path), names.problems)
    return read_document(file, texts[path][1], names) if texts else None


def _language(root: YamlMapping, given: str, names: IdTable) -> str:
    """Return the language of a file outside a game, and report a missing or contradictory one."""
    for field, example in (("language", "fr"), ("for", "the id of its game")):
        if field not in root.values and field not in root.removed_keys:
            message = f"a file of names outside a game needs `{field}: …` ({example})"
            names.problems.add(root.where, "missing-field", message)
    said: str = root.get_plain("language", "")
    if said and not is_path(given) and said != given:
        message = f"these are names in `{said}`, not in `{given}`, as the name of the file says"
        names.problems.add(root.values["language"], "other-language", message, suggestion=given)
    if said == RULES_LANGUAGE:
        message = "the rules and their titles are in English; change the titles, or write a variant"
        names.problems.add(root.values["language"], "other-language", message)
    return said or RULES_LANGUAGE
