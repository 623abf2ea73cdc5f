"""Plural forms by Unicode CLDR: `one`, `few`, … go with some numbers, `other` with the rest."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

RULES = Path(__file__).with_suffix(".yaml")
OTHER = "other"
FORMS = ("zero", "one", "two", "few", "many", OTHER)

_RELATION = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")


@cache
def forms_of(lang: str) -> tuple[str, ...]:
    """Return the plural forms of a language: `one` and `other` in English."""
    return (*_rules().get(lang, _rules().get(lang.partition("-")[0], {})), OTHER)


@cache
def form_of(lang: str, number: int) -> str:
    """Return the plural form for a number in a language."""
    rules = _rules().get(lang, _rules().get(lang.partition("-")[0], {}))
    return next((form for form, rule in rules.items() if _holds(rule, abs(number))), OTHER)


@cache
def _rules() -> dict[str, dict[str, str]]:
    """Return for each language the condition of each form except `other`."""
    import yaml

    entries = yaml.load(RULES.read_text(encoding="utf-8"), yaml.BaseLoader)
    return {
        lang: {form: rule for form, rule in entry.items() if form in FORMS}
        for entry in entries
        for lang in entry["languages"]
    }


def _holds(rule: str, number: int) -> bool:
    """Return True if a condition holds: relations joined by `and`, and these groups by `or`."""
    return any(all(_relation(each, number) for each in some.split(" and ")) for some in rule.split(" or "))


def _relation(text: str, number: int) -> bool:
    """Return True if a relation such as `n % 10 = 2..4,9` holds."""
    found = _RELATION.fullmatch(text)
    assert found is not None, text
    value = number % int(found[1]) if found[1] else number
    spans = (span.partition("..") for span in found[3].split(","))
    return any(int(low) <= value <= int(high or low) for low, _, high in spans) == (found[2] == "=")
