"""Every warning, as people see it.

`warnings.txt` lists changes of a file of the sample game with what is said about them, as `messages.txt` does; below a
change for which nothing is said, there is nothing to warn of.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from tests.language.cases import sample_with

CASES = [
    (edit, message.rstrip("\n"))
    for edit, _, message in (
        case.partition("\n---\n")
        for case in (Path(__file__).parent / "warnings.txt").read_text(encoding="utf-8").split("\n## ")[1:]
    )
]


def warned_of(folder: Path) -> str:
    """What is said of a game."""
    return "\n".join(problem.render() for problem in load(folder).warnings).replace(f"{folder}/", "")


@pytest.mark.parametrize(("edit", "message"), CASES, ids=[edit for edit, _ in CASES])
def test_warning(edit: str, message: str, tmp_path: Path) -> None:
    file, old, new = (part.replace("⏎", "\n") for part in edit.split(" | "))
    assert warned_of(sample_with(tmp_path, edits=[(file, old, new)])) == message


def test_a_game_without_oddities(tmp_path: Path) -> None:
    assert warned_of(sample_with(tmp_path)) == ""
