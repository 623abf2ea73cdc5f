"""Effects of statements: statements.txt lists texts, the answers given, and the resulting position."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.matches.match import Game
from tests.language.cases import answered, found, loaded, read_cases, start

CASES = read_cases("statements.txt")
TEXTS = list(dict.fromkeys(text for text, _, _ in CASES))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return loaded(tmp_path_factory.mktemp("statements"), TEXTS)


@pytest.mark.parametrize(
    ("text", "answers", "expected"), CASES, ids=[f"{text!r}, {answers!r}" for text, answers, _ in CASES]
)
def test_statement(text: str, answers: str, expected: dict[str, Any], game: Game) -> None:
    match = answered(start(game, TEXTS.index(text)), answers)
    assert {name: found(match, name) for name in expected} == expected
    if "asked" not in expected and "seat" not in expected:
        assert match.is_over()
