"""The counts of the house that may not grow: see tests/benchmarks/house.py for all of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.benchmarks.house import begins_with_question, docstrings

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("folder", ["interpreter", "cli"])
def test_no_docstring_begins_with_a_question_word(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for text in docstrings(ast.parse(path.read_text("utf-8")))
        if begins_with_question(text)
    ]
    assert found == []
