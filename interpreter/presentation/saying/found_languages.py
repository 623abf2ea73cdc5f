"""Languages to translate into: those of the program, as libraries complete them, and any other one.

No language is unknown. One without a file has only words and literal templates: its cases and genders are those that
the entries of a game use, and a form that an entry lacks is its basic one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.presentation.language_files import bundled_content, library_content
from interpreter.presentation.saying.entries import EntryParser, ProblemCollector
from interpreter.presentation.saying.inflection import CORE_MARKS, NUMBERS, Language, load_language, make_language
from interpreter.presentation.saying.templates import TemplateError, parse_template
from interpreter.rulebook.player_words import Phrasebook
from interpreter.support.errors import RulebookError

BASIC_CASE = "nom"
"""The only case of a language of which no other is known."""
PLAIN: Mapping[str, Any] = {
    "cases": [BASIC_CASE],
    "built": {},
    "genders": [],
    "marks": [],
    "adjectives stand": "before",
    "subjects stand in": [BASIC_CASE],
    "names need forms": "false",
    "names stand": "behind",
    "ends": {"sentence": ".", "above": ":"},
    "smooth": {},
    "counted": {"one": "one *"},
    "endings": {},
    "adjectives": {},
    "nouns": {},
    "forms": {},
}
"""Grammar of a language without a file."""
NOT_CASES = ("is", "all", *NUMBERS)


def find_language(lang: str, phrasebook: Phrasebook | None = None) -> Language:
    """Return a language: from the program's file, with what libraries say in its place, or of a game's entries alone.

    Raises:
        RulebookError: A library's file has mistakes.
    """
    bundled, own = bundled_content(lang), library_content(lang)
    grammar = {section: value for section, value in own.items() if section in PLAIN}
    known = load_language(lang)
    if known is not None and not grammar:
        return known
    content = {**PLAIN, **bundled}
    for section, value in grammar.items():
        content[section] = {**content[section], **value} if isinstance(value, dict) else value
    is_open = "cases" not in bundled and "cases" not in own
    if is_open and phrasebook is not None:
        content["cases"] = [*dict.fromkeys((BASIC_CASE, *_used_cases(phrasebook)))]
    if is_open and phrasebook is not None and not content["genders"]:
        content["genders"] = [*dict.fromkeys(_used_genders(phrasebook))]
    language = make_language(lang, content, is_open)
    _check(language, grammar)
    return language


def _used_cases(phrasebook: Phrasebook) -> Iterator[str]:
    """Yield the keys of nouns that are forms."""
    for entry in phrasebook.nouns.values():
        for part in (entry, *(entry.get(number) for number in NUMBERS)) if isinstance(entry, dict) else ():
            yield from (str(key) for key in part if key not in NOT_CASES) if isinstance(part, dict) else ()


def _used_genders(phrasebook: Phrasebook) -> Iterator[str]:
    """Yield the words with which nouns say what they are."""
    for entry in phrasebook.nouns.values():
        said = entry.get("is") if isinstance(entry, dict) else None
        yield from (word for word in said.split() if word not in CORE_MARKS) if isinstance(said, str) else ()


def _check(language: Language, grammar: Mapping[str, Any]) -> None:
    """Raise RulebookError for mistakes in the nouns, adjectives and forms of libraries."""
    findings = ProblemCollector()
    entries = EntryParser(language, findings)
    for name, noun in grammar.get("nouns", {}).items():
        entries.parse_noun(name, noun, None, "one" in noun)
    for name, adjective in grammar.get("adjectives", {}).items():
        entries.parse_adjective(name, adjective)
    for template in (*grammar.get("forms", {}).values(), *grammar.get("built", {}).values()):
        try:
            parse_template(template)
        except TemplateError as error:
            findings.add(template, "bad-template", error.message, None, error.start, error.length)
    if findings.problems:
        raise RulebookError(findings.problems)
