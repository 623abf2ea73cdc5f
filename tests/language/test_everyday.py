"""What is said about lines in everyday words, which the language says in its few verbs (`everyday.txt`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.language.analysis import Analysis
from interpreter.rulebook.build import load_rulebook
from tests.language.test_pasted import cases_of, meant_by, read, said_of

HERE = Path(__file__).parent
LINES = cases_of("everyday.txt")
SUGGESTED = sorted({text for _, message in LINES for text in meant_by(message)})


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return Analysis(load_rulebook(HERE / "sample"))


@pytest.mark.parametrize(("written", "message"), LINES, ids=[line for line, _ in LINES])
def test_line(written: str, message: str, analysis: Analysis) -> None:
    analysis.grammar.__dict__.pop("wordings", None)  # in one game nearest sentences are looked for only so often
    assert said_of(analysis, written) == message


@pytest.mark.parametrize("text", SUGGESTED)
def test_what_is_suggested_can_be_read(text: str, analysis: Analysis) -> None:
    read(analysis, text)


def test_most_lines_have_a_suggestion_that_can_be_tried() -> None:
    assert len(SUGGESTED) > 40
