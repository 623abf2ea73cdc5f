"""The counts of the house that may not grow: see tests/benchmarks/house.py for all of them."""

from __future__ import annotations

import pytest

from tests.benchmarks.house import begins_with_question
from tests.sources import ROOT, paths_of, source_of


@pytest.mark.parametrize("folder", ["interpreter", "cli"])
def test_no_docstring_begins_with_a_question_word(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path in paths_of(folder)
        for text in source_of(path).docstrings
        if begins_with_question(text)
    ]
    assert found == []
