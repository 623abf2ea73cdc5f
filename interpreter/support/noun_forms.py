"""Plurals of English nouns, as people write them."""

from __future__ import annotations

import re
from functools import cache

_FORMS = """
die dice, man men, woman women, child children, person people, foot feet, tooth teeth, goose geese, mouse mice,
ox oxen, wolf wolves, knife knives, leaf leaves, loaf loaves, shelf shelves, thief thieves, half halves, calf calves,
life lives, sheep sheep, deer deer, hero heroes, potato potatoes, tomato tomatoes, torpedo torpedoes
"""
_IRREGULAR = dict(each.split() for each in _FORMS.split(","))
"""Plurals of irregular nouns."""
_SINGULARS = {many: one for one, many in _IRREGULAR.items()}
_ENDS_LIKE_PLURAL = re.compile(r"(?:us|is|ss|ics|series|species|news|lens|atlas|gas|chaos)$")
"""Matches a noun that ends in an s, and is no plural."""
_LAST_WORD = re.compile(r"(?<![^_\W])[^_\W]+$")
"""Matches the last word of a text or an id."""


@cache
def plural_of(noun: str) -> str:
    """Return a noun's plural: `boxes` of `box`, `allies` of `ally`, `red_dice` of `red_die`."""
    return _LAST_WORD.sub(lambda last: _plural_of_word(last[0]), noun)


@cache
def singulars_of(word: str) -> tuple[str, ...]:
    """Return the nouns of which a word may be the plural, the likeliest first: `box` and `boxe` of `boxes`."""
    last = _LAST_WORD.search(word)
    if last is None:
        return ()
    before, many = word[: last.start()], last[0]
    ends_in_sibilant = re.search(r"(?:ss|[^o]us|x|sh|ch)es$", many) is not None
    regular = (many[:-2], many[:-1]) if ends_in_sibilant else (many[:-1], many[:-2])
    candidates = (_SINGULARS.get(many, ""), f"{many[:-3]}y", *regular, f"{many[:-3]}man")
    found = dict.fromkeys(one for one in candidates if one and _plural_of_word(one) == many)
    return tuple(f"{before}{one}" for one in found)


def counted_noun(noun: str, number: int) -> str:
    """Return a noun as it stands behind a number: `point` of `points` for 1; a noun that is no plural stays."""
    if number != 1 or _ENDS_LIKE_PLURAL.search(noun):
        return noun
    return next(iter(singulars_of(noun)), noun)


def _plural_of_word(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("man"):
        return f"{word[:-3]}men" if word not in ("human", "german", "roman", "shaman") else f"{word}s"
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(?:s|x|z|ch|sh)$", word) else f"{word}s"
