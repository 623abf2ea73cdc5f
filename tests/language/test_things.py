"""Pieces with states, pieces of whoever takes them, grids, zones for spaces.

things.txt lists texts and how things stand after them, things_messages.txt mistakes in texts and in files of `things`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases import answered, found, loaded, read_cases, sample_with, start

from interpreter import load
from interpreter.engine.match import Game
from interpreter.errors import CahierError

CASES = read_cases("things.txt")
TEXTS = list(dict.fromkeys(text for text, _, _ in CASES))
MESSAGES = [
    (mistake, message.rstrip("\n"))
    for mistake, _, message in (
        case.partition("\n---\n")
        for case in (Path(__file__).parent / "things_messages.txt").read_text(encoding="utf-8").split("\n## ")[1:]
    )
]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return loaded(tmp_path_factory.mktemp("things"), TEXTS, "things")


@pytest.mark.parametrize(
    ("text", "answers", "expected"), CASES, ids=[f"{text!r}, {answers!r}" for text, answers, _ in CASES]
)
def test_text(text: str, answers: str, expected: dict[str, Any], game: Game) -> None:
    match = answered(start(game, TEXTS.index(text)), answers)
    assert {name: found(match, name) for name in expected} == expected


@pytest.mark.parametrize(("mistake", "message"), MESSAGES, ids=[mistake for mistake, _ in MESSAGES])
def test_message(mistake: str, message: str, tmp_path: Path) -> None:
    file, old, new = (part.replace("⏎", "\n") for part in mistake.split(" | ")) if " | " in mistake else ("", "", "")
    edits = [(file, old, new)] if file else []
    folder = sample_with(tmp_path, [] if edits else [mistake], edits, "things")
    with pytest.raises(CahierError) as caught:
        load(folder)
    assert str(caught.value).replace(f"{folder}/", "") == message


def test_the_log_says_the_state(tmp_path: Path) -> None:
    text = "move 1 awake crab from birch to alder\nmake 1 asleep crab in alder awake\nmove all crabs from birch to nest"
    match = start(loaded(tmp_path, [text], "things"), 0)
    assert match.log() == [
        "  1 awake crab: Birch -> Alder",
        "  1 crab in Alder: asleep -> awake",
        "  1 awake crab: Birch -> Nest",
    ]
