"""Forms of words by number."""

from __future__ import annotations

import pytest

from interpreter.presentation.phrases import FORMS, plural_form, plural_forms


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", "other one other other other other other other other other"),
        ("de", "other one other other other other other other other other"),
        ("fr", "one one other other other other other other other other"),
        ("ru", "many one few few few many many one few many"),
        ("pl", "many one few few few many many many few many"),
        ("cs", "other one few few few other other other other other"),
        ("ar", "zero one two few few few many many many few"),
        ("sl", "other one two few few other other other other other"),
        ("ja", "other other other other other other other other other other"),
        ("xx", "other other other other other other other other other other"),
    ],
)
def test_forms(lang: str, forms: str) -> None:
    numbers = (0, 1, 2, 3, 4, 5, 11, 21, 22, 105)
    assert " ".join(plural_form(lang, number) for number in numbers) == forms
    assert {*forms.split()} <= {*plural_forms(lang)} <= {*FORMS}


def test_a_region_has_its_own_forms_or_those_of_its_language() -> None:
    assert (plural_form("pt", 0), plural_form("pt-BR", 0), plural_form("pt-PT", 0)) == ("one", "one", "other")
    assert plural_form("ru-RU", 2) == plural_form("ru", -2) == "few"
