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


def test_the_glossary_is_short_and_true() -> None:
    """Each entry names a module or package that exists, and a name that is defined or used there."""
    text = (ROOT / "interpreter" / "GLOSSARY.md").read_text("utf-8")
    entries = [line for line in text.splitlines() if re.match(r"\| (?!concept )\w", line)]
    assert 100 <= len(entries) <= 150
    for entry in entries:
        _, _, name, _, where, _ = entry.split("|")
        path = ROOT / "interpreter" / where.strip(" `")
        assert path.exists(), entry
        names = {path.stem} if path.is_dir() else {path.stem, *re.findall(r"\w+", path.read_text("utf-8"))}
        assert name.strip(" `") in names, entry
