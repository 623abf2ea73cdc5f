"""What statements do: statements.txt lists texts, the answers given, and how things stand then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from cases import answered, found, loaded, start

from interpreter.engine.match import Game

Case = tuple[str, str, dict[str, Any]]


def read_cases() -> list[Case]:
    """(text, answers, what stands where) of each case, in the order of the file."""
    _, *sections = (Path(__file__).parent / "statements.txt").read_text(encoding="utf-8").split("\n## ")
    cases = []
    for case in (case for section in sections for case in section.strip().split("\n\n")[1:]):
        lines = case.split("\n")
        text = "\n".join(line for line in lines if line[0] not in ">=")
        answers = "".join(line[2:] for line in lines if line.startswith("> "))
        cases.append((text, answers, yaml.safe_load("{" + lines[-1][2:].partition("#")[0] + "}")))
    return cases


CASES = read_cases()
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
