"""The counts of the house that may not grow: see tests/benchmarks/house.py for all of them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.benchmarks.house import begins_with_question
from tests.sources import ROOT, paths_of, source_of


@pytest.mark.parametrize("folder", ["interpreter", "cli", "tests"])
def test_no_docstring_begins_with_a_question_word(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path in paths_of(folder)
        for text in source_of(path).docstrings
        if begins_with_question(text)
    ]
    assert found == []


def test_no_class_name_is_used_twice() -> None:
    names = Counter(name for path in paths_of("interpreter", "cli") for name in class_names(path))
    assert [name for name, times in names.items() if times > 1] == []


def class_names(path: Path) -> list[str]:
    return re.findall(r"^ *class (\w+)", path.read_text("utf-8"), re.MULTILINE)
