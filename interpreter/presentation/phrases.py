"""Message templates such as `{count} cards`, in plural forms."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping

from interpreter.errors import Problem, Where, nearest
from interpreter.presentation.plurals import FORMS, OTHER, form_of, forms_of
from interpreter.rulebook.model import Phrase, Text

COUNT = "count"
"""Placeholder whose number selects the plural form."""
QUESTION = "ask_"
"""Prefix of the names of questions."""
PURPOSE = "purpose"
"""Placeholder that every question may use."""
ENOUGH = 200
"""Upper bound of numbers that together need all plural forms of a language."""


def filled(phrase: Phrase, lang: str, parts: Mapping[str, object]) -> str:
    """Return the phrase with its placeholders filled, in the plural form for the count."""
    if not isinstance(phrase, str):
        count = parts[COUNT]
        assert isinstance(count, int)
        phrase = phrase.get(form_of(lang, count)) or phrase[OTHER]
    return phrase.format(**parts)


def forms(phrase: Phrase) -> list[str]:
    """Return the texts of a phrase in all plural forms."""
    return [phrase] if isinstance(phrase, str) else [*phrase.values()]


def holes(text: str) -> set[str]:
    """Return the names of the placeholders in a text. Raises ValueError for malformed braces."""
    parts = list(string.Formatter().parse(text))
    if any(name is not None and (not name.isidentifier() or spec or how) for _, name, spec, how in parts):
        raise ValueError
    return {name for _, name, _, _ in parts if name is not None}


def forms_needed(lang: str) -> list[str]:
    """Return the plural forms that whole numbers need in a language."""
    needed = {form_of(lang, number) for number in range(ENOUGH)}
    return [form for form in FORMS if form in needed]


def is_whole(phrase: Phrase, lang: str) -> bool:
    """Return True if a phrase has a text for every number."""
    return isinstance(phrase, str) or OTHER in phrase or all(form in phrase for form in forms_needed(lang))


def mistakes_in(said: Mapping[str, Phrase], known: Mapping[str, Phrase], lang: str) -> Iterator[Problem]:
    """Yield the problems of translated phrases. `known` are the English ones."""
    for name, phrase in said.items():
        if name not in known:
            message = f"there is no phrase `{name}`"
            yield _problem(name, "unknown-phrase", message, nearest(name, known))
            continue
        there = {hole for text in forms(known[name]) for hole in holes(text)}
        there |= {PURPOSE} if name.startswith(QUESTION) else set()
        for text in forms(phrase):
            yield from [*_odd_holes(text, there)] or _lost_holes(name, text, known[name])
        if not isinstance(phrase, str):
            yield from _odd_forms(name, phrase, there, lang)


def _odd_holes(text: str, known: set[str]) -> Iterator[Problem]:
    listed = ", ".join(f"{{{hole}}}" for hole in sorted(known)) or "none"
    try:
        for hole in sorted(holes(text) - known):
            message = f"nothing can stand in {{{hole}}} here; the holes are: {listed}"
            meant = nearest(hole, known)
            yield _problem(text, "unknown-hole", message, meant and f"{{{meant}}}")
    except ValueError:
        message = f"a brace that is no hole; a hole is a name in braces, and here they are: {listed}"
        yield _problem(text, "bad-hole", message)


def _lost_holes(name: str, text: str, known: Phrase) -> Iterator[Problem]:
    """Report placeholders that every English form has and the text lacks.

    A question may leave them to its options, and a count may be expressed in words.
    """
    lost = set.intersection(*map(holes, forms(known))) - holes(text) - {COUNT}
    if text and lost and not name.startswith(QUESTION):
        listed = " and ".join(f"{{{hole}}}" for hole in sorted(lost))
        yield _problem(text, "lost-hole", f"`{name}` does not say {listed}, as it does in English")


def _odd_forms(name: str, phrase: Mapping[str, str], holes: set[str], lang: str) -> Iterator[Problem]:
    if COUNT not in holes:
        yield _problem(name, "no-forms", f"`{name}` counts nothing: it is one text")
        return
    there = forms_of(lang)
    for form in phrase:
        if form not in there:
            message = f"no number has the form `{form}` in `{lang}`; its forms are: {', '.join(there)}"
            yield _problem(form, "unknown-form", message)


def _problem(text: str, code: str, message: str, suggestion: str | None = None) -> Problem:
    if not isinstance(text, Text):
        return Problem(Where(""), code, message, suggestion)
    return Problem(text.where, code, message, suggestion, text.excerpt(text.where), len(text))
