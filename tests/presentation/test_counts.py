"""Counts in words."""

from __future__ import annotations

import pytest

from interpreter.presentation.phrases import format_count


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 boxes"), (1, "1 box"), (2, "2 boxes"), (1000, "1,000 boxes"), (-1, "-1 boxes")]
)
def test_one_or_many(number: int, said: str) -> None:
    assert format_count(number, "box", "boxes") == said


def test_many_have_an_s_unless_said_otherwise() -> None:
    assert (format_count(1, "game"), format_count(3, "game")) == ("1 game", "3 games")
