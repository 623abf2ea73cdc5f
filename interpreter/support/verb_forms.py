"""English verbs in the forms in which people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

_PAST_FORMS = """
become became, begin began begun, build built, buy bought, choose chose chosen, draw drew drawn, give gave given,
go went gone goes, keep kept, lay laid, leave left, lose lost, make made, pay paid, sell sold, send sent,
take took taken, tell told, win won
"""
_IRREGULAR = {verb: forms for verb, *forms in (each.split() for each in _PAST_FORMS.split(","))}
"""Past forms of irregular verbs."""
_VOWELS = "aeiou"


@cache
def verb_forms(verb: str) -> frozenset[str]:
    """Return a verb's third person, past forms and participles: `raises`, `raised` and `raising` of `raise`."""
    stem = verb.removesuffix("e")
    doubled = verb + verb[-1] if re.search(rf"[^{_VOWELS}][{_VOWELS}][^{_VOWELS}wxy]$", verb) else stem
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"
    past = f"{stem[:-1]}ied" if re.search(rf"[^{_VOWELS}]y$", stem) else f"{stem}ed"
    forms = {third, past, f"{stem}ing", f"{doubled}ed", f"{doubled}ing", *_IRREGULAR.get(verb, ())}
    return frozenset(forms)


def imperative_of(word: str, verbs: Iterable[str]) -> str | None:
    """Return the first of some verbs of which a word is a form, or which it is; None if it is none of any."""
    small = word.casefold()
    return next((verb for verb in verbs if small == verb or small in verb_forms(verb)), None)
