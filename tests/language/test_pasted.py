"""Messages about lines that are no sentences of a real game: they suggest its nearest sentences (`pasted.txt`)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.language.analysis import Analysis
from interpreter.language.ir.statements import Routine
from interpreter.language.ir.types import Local, Type
from interpreter.language.suggestions.lines import line_search
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, RulebookError


def cases_of(file: str) -> list[tuple[str, str]]:
    """Lines, and what is said about each, from a file beside this one."""
    cases = (Path(__file__).parent / file).read_text(encoding="utf-8").split("\n## ")[1:]
    parts = (case.partition("\n---\n") for case in cases)
    return [(line, said.rstrip("\n")) for line, _, said in parts]


LINES = cases_of("pasted.txt")


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return Analysis(load_rulebook("red_flag_over_paris"))


def text_of(written: str) -> Text:
    rows = tuple(written.split("\n"))
    return Text(written, Location("text", 1, 1), tuple((row, 1) for row in range(1, len(rows) + 1)), (), rows)


def read(analysis: Analysis, written: str) -> None:
    """Raises RulebookError if it can't be read as the event of a card."""
    analysis.read_routine(Routine("event", text_of(written), (), Local("you", Type("seat"))))


def said_of(analysis: Analysis, written: str) -> str:
    with pytest.raises(RulebookError) as caught:
        read(analysis, written)
    problems = caught.value.problems
    text = text_of(written)
    return "\n".join(replace(problem, excerpt=text.excerpt(problem.where)).render() for problem in problems)


@pytest.mark.parts
@pytest.mark.parametrize(("written", "message"), LINES, ids=[line for line, _ in LINES])
def test_line(written: str, message: str, analysis: Analysis) -> None:
    analysis.grammar.__dict__.pop("wordings", None)  # each game limits the number of these searches
    assert said_of(analysis, written) == message


MEANT = re.compile(r"did you mean (?:`(.+)`|these lines|one of these)\?")


def meant_by(message: str) -> list[str]:
    """Return the suggestions in a message: each text without holes that is longer than a word."""
    rows = message.split("\n")
    at = next((at for at, row in enumerate(rows) if MEANT.search(row)), len(rows) - 1)
    found = MEANT.search(rows[at])
    below = [row[8:] for row in rows[at + 1 :]]
    texts = [] if found is None else [found[1]] if found[1] else below if "one of" in found[0] else ["\n".join(below)]
    return [text for text in texts if " " in text and not re.search(r"\b[A-Z]+\b|:$", text)]


SUGGESTED = sorted({text for _, message in LINES for text in meant_by(message)})


@pytest.mark.parametrize("text", SUGGESTED)
def test_what_is_suggested_can_be_read(text: str, analysis: Analysis) -> None:
    read(analysis, text)


def test_most_lines_have_a_suggestion_that_can_be_tried() -> None:
    assert len(SUGGESTED) > 40


@pytest.mark.parts
def test_a_folder_full_of_mistakes_takes_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    assert line_search.MOST_TRIES_IN_GAME == 12_000
    monkeypatch.setattr(line_search, "MOST_TRIES_IN_GAME", 500)
    fresh = Analysis(load_rulebook("red_flag_over_paris"))
    for number in range(50):
        said_of(fresh, f"place wibble{number} on wobble, then frobnicate the thing number {number}")
    assert fresh.grammar.wordings.tries < 3_000
