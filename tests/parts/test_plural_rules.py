"""The forms of words by number are those of Babel."""

from __future__ import annotations

import pytest

from interpreter.presentation.phrases import plural_form

babel = pytest.importorskip("babel")
pytestmark = pytest.mark.parts

NUMBERS = (*range(301), 1000, 1001, 2000, 40_000, 100_000, 1_000_000, 2_000_000)


def test_forms_are_those_of_babel() -> None:
    from babel.localedata import locale_identifiers

    found = {}
    for name in (*(each for each in locale_identifiers() if "_" not in each), "pt_PT"):
        rule = babel.Locale.parse(name).plural_form
        lang = name.replace("_", "-")
        found[lang] = [number for number in NUMBERS if rule(number) != plural_form(lang, number)]
    assert len(found) > 200 and not {lang: wrong for lang, wrong in found.items() if wrong}
