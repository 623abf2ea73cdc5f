"""Plurals of nouns that a game declares without one."""

from __future__ import annotations

import pytest

from interpreter.support.noun_forms import counted_noun, plural_of, singulars_of


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("boat", "boats"),
        ("ally", "allies"),
        ("day", "days"),
        ("box", "boxes"),
        ("church", "churches"),
        ("pass", "passes"),
        ("red_die", "red_dice"),
        ("brave knight", "brave knights"),
        ("wolf", "wolves"),
        ("man", "men"),
        ("footman", "footmen"),
        ("human", "humans"),
        ("movie", "movies"),
        ("horse", "horses"),
        ("axe", "axes"),
    ],
)
def test_plural_and_singular(one: str, many: str) -> None:
    assert plural_of(one) == many
    assert one in singulars_of(many)


def test_a_word_that_is_no_plural() -> None:
    assert [singulars_of(word) for word in ("boat", "s", "x_", "")] == [(), (), (), ()]


@pytest.mark.parametrize("one", ["boat", "horse", "box", "glass", "virus", "house", "church", "city"])
def test_the_likeliest_singular_comes_first(one: str) -> None:
    assert singulars_of(plural_of(one))[0] == one


@pytest.mark.parametrize(
    ("noun", "one"),
    [
        ("points", "point"),
        ("victory points", "victory point"),
        ("allies", "ally"),
        ("value", "value"),
        ("bonus", "bonus"),
        ("progress", "progress"),
        ("basis", "basis"),
        ("politics", "politics"),
    ],
)
def test_a_noun_behind_a_number(noun: str, one: str) -> None:
    assert counted_noun(noun, 1) == one
    assert counted_noun(noun, 2) == noun
