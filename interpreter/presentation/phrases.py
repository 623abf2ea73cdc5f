"""Message templates such as `{count} cards`, with the plural forms of the Unicode CLDR.

`one`, `few`, … go with some numbers, `other` with the rest.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from interpreter.rulebook.model import Text
from interpreter.rulebook.player_words import Phrase
from interpreter.support.errors import Location, Problem
from interpreter.support.package_data import read_package_yaml
from interpreter.support.similar_words import closest_match


def format_count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `1 game`, `2,000 games`. `many` is the plural if it isn't `one` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


RULES_FILE = Path(__file__).with_name("plurals.yaml")
OTHER = "other"
FORMS = ("zero", "one", "two", "few", "many", OTHER)

_RELATION = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")


@cache
def plural_forms(lang: str) -> tuple[str, ...]:
    """Return the plural forms of a language: `one` and `other` in English."""
    return (*_plural_rules().get(lang, _plural_rules().get(lang.partition("-")[0], {})), OTHER)


@cache
def plural_form(lang: str, number: int) -> str:
    """Return the plural form for a number in a language."""
    rules = _plural_rules().get(lang, _plural_rules().get(lang.partition("-")[0], {}))
    return next((form for form, rule in rules.items() if _is_condition_true(rule, abs(number))), OTHER)


@cache
def _plural_rules() -> dict[str, dict[str, str]]:
    """Return for each language the condition of each form except `other`."""
    entries = read_package_yaml(RULES_FILE)
    return {
        lang: {form: rule for form, rule in entry.items() if form in FORMS}
        for entry in entries
        for lang in entry["languages"]
    }


def _is_condition_true(rule: str, number: int) -> bool:
    """Return True if a condition holds: relations joined by `and`, and these groups by `or`."""
    return any(all(_is_relation_true(each, number) for each in some.split(" and ")) for some in rule.split(" or "))


def _is_relation_true(text: str, number: int) -> bool:
    """Return True if a relation such as `n % 10 = 2..4,9` holds."""
    found = _RELATION.fullmatch(text)
    assert found is not None, text
    value = number % int(found[1]) if found[1] else number
    spans = (span.partition("..") for span in found[3].split(","))
    return any(int(low) <= value <= int(high or low) for low, _, high in spans) == (found[2] == "=")


COUNT_HOLE = "count"
"""Placeholder whose number selects the plural form."""
QUESTION_PREFIX = "ask_"
"""Prefix of the names of questions."""
PURPOSE_HOLE = "purpose"
"""Placeholder that every question may use."""
SAMPLED_NUMBERS = 200
"""Upper bound of numbers that together need all plural forms of a language."""


def fill_phrase(phrase: Phrase, lang: str, parts: Mapping[str, object]) -> str:
    """Return the phrase with its placeholders filled, in the plural form for the count."""
    if not isinstance(phrase, str):
        count = parts[COUNT_HOLE]
        assert isinstance(count, int)
        phrase = phrase.get(plural_form(lang, count)) or phrase[OTHER]
    return phrase.format(**parts)


def phrase_texts(phrase: Phrase) -> list[str]:
    """Return the texts of a phrase in all plural forms."""
    return [phrase] if isinstance(phrase, str) else [*phrase.values()]


def find_placeholders(text: str) -> set[str]:
    """Return the names of the placeholders in a text. Raises ValueError for malformed braces."""
    parts = list(string.Formatter().parse(text))
    if any(name is not None and (not name.isidentifier() or spec or how) for _, name, spec, how in parts):
        raise ValueError
    return {name for _, name, _, _ in parts if name is not None}


def forms_needed(lang: str) -> list[str]:
    """Return the plural forms that whole numbers need in a language."""
    needed = {plural_form(lang, number) for number in range(SAMPLED_NUMBERS)}
    return [form for form in FORMS if form in needed]


def is_complete(phrase: Phrase, lang: str) -> bool:
    """Return True if a phrase has a text for every number."""
    return isinstance(phrase, str) or OTHER in phrase or all(form in phrase for form in forms_needed(lang))


def check_phrases(phrases: Mapping[str, Phrase], known: Mapping[str, Phrase], lang: str) -> Iterator[Problem]:
    """Yield the problems of translated phrases. `known` are the English ones."""
    for name, phrase in phrases.items():
        if name not in known:
            message = f"there is no phrase `{name}`"
            yield _problem(name, "unknown-phrase", message, closest_match(name, known))
            continue
        there = {hole for text in phrase_texts(known[name]) for hole in find_placeholders(text)}
        there |= {PURPOSE_HOLE} if name.startswith(QUESTION_PREFIX) else set()
        for text in phrase_texts(phrase):
            yield from [*_unknown_holes(text, there)] or _missing_holes(name, text, known[name])
        if not isinstance(phrase, str):
            yield from _unknown_forms(name, phrase, there, lang)


def _unknown_holes(text: str, known: set[str]) -> Iterator[Problem]:
    listed = ", ".join(f"{{{hole}}}" for hole in sorted(known)) or "none"
    try:
        for hole in sorted(find_placeholders(text) - known):
            message = f"nothing can stand in {{{hole}}} here; the holes are: {listed}"
            meant = closest_match(hole, known)
            yield _problem(text, "unknown-hole", message, meant and f"{{{meant}}}")
    except ValueError:
        message = f"a brace that is no hole; a hole is a name in braces, and here they are: {listed}"
        yield _problem(text, "bad-hole", message)


def _missing_holes(name: str, text: str, known: Phrase) -> Iterator[Problem]:
    """Report placeholders that every English form has and the text lacks.

    A question may leave them to its options, and a count may be expressed in words.
    """
    lost = set.intersection(*map(find_placeholders, phrase_texts(known))) - find_placeholders(text) - {COUNT_HOLE}
    if text and lost and not name.startswith(QUESTION_PREFIX):
        listed = " and ".join(f"{{{hole}}}" for hole in sorted(lost))
        yield _problem(text, "lost-hole", f"`{name}` does not say {listed}, as it does in English")


def _unknown_forms(name: str, phrase: Mapping[str, str], holes: set[str], lang: str) -> Iterator[Problem]:
    if COUNT_HOLE not in holes:
        yield _problem(name, "no-forms", f"`{name}` counts nothing: it is one text")
        return
    there = plural_forms(lang)
    for form in phrase:
        if form not in there:
            message = f"no number has the form `{form}` in `{lang}`; its forms are: {', '.join(there)}"
            yield _problem(form, "unknown-form", message)


def _problem(text: str, code: str, message: str, suggestion: str | None = None) -> Problem:
    if not isinstance(text, Text):
        return Problem(Location(""), code, message, suggestion)
    return Problem(text.where, code, message, suggestion, text.excerpt(text.where), len(text))
