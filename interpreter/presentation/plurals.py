"""Plural forms by Unicode CLDR: `one`, `few`, … go with some numbers, `other` with the rest."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

RULES_FILE = Path(__file__).with_suffix(".yaml")
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
    import yaml

    entries = yaml.load(RULES_FILE.read_text(encoding="utf-8"), yaml.BaseLoader)
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
