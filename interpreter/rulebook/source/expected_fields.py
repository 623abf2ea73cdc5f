"""Synonyms of field names and values: `player` for `seat`, `hidden` for `nobody`."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.support.errors import closest_match

_SYNONYMS = {
    "seat": "player players",
    "seats": "players",
    "number": "counter count integer int points",
    "flag": "boolean bool switch",
    "highest": "most max maximum best",
    "lowest": "fewest least min minimum",
    "when": "if condition on",
    "that": "if when where which",
    "nobody": "down hidden none secret",
    "everyone": "up open public visible all everybody",
    "owner": "private own hand",
    "event": "effect text action",
    "title": "name label",
    "copies": "count times",
    "supply": "count total",
    "about": "description",
    "do": "then effect",
    "say": "word phrase",
    "choose": "take pick",
}
"""Common synonyms of each field name or value."""


def closest_name(word: str, among: Iterable[str]) -> str | None:
    """Return the candidate that was probably meant by a word.

    That is one of which the word is a synonym, or else the most similar one.
    """
    known = list(among)
    return next((each for each in known if is_synonym(word, each)), None) or closest_match(word, known)


def is_synonym(word: str, meant: str) -> bool:
    """True if a word is a common synonym of a field name or value."""
    return word.casefold() in _SYNONYMS.get(meant, "").split()
