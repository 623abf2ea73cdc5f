"""Every message about a wrong text, as people see it.

`messages.txt` lists mistakes and what is said about them. The first part has texts of events, the second wordings of
the vocabulary: all are read in one run, each mistake is found, and none hides another. Then come words and changes of
a file (`file | text | text put in its place`), each in a game of its own, and such changes of a real game.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import CahierError, Location, Problem
from tests.language.cases import sample_with

PARIS = Path(__file__).parents[2] / "rules" / "red_flag_over_paris"
EVENTS, PATTERNS, WORDS, EDITS, EDITS_OF_PARIS = (
    [
        (mistake, message.rstrip("\n"))
        for mistake, _, message in (case.partition("\n---\n") for case in part.split("\n## ")[1:])
    ]
    for part in (Path(__file__).parent / "messages.txt").read_text(encoding="utf-8").split("\n# ")[1:]
)


MOST_AT_ONCE = 40
"""Texts in one game: after very many mistakes the rest is not read, and nearest sentences are no longer looked for."""


def problems_of(folder: Path) -> list[Problem]:
    with pytest.raises(CahierError) as caught:
        load(folder)
    return list(caught.value.problems)


def said_in(folder: Path) -> str:
    return "\n".join(problem.render() for problem in problems_of(folder)).replace(f"{folder}/", "")


def in_its_text(problem: Problem, first_line: int, indent: int) -> str:
    """The message with its place in the text, not in the file."""
    where = Location("text", problem.where.line - first_line, problem.where.column - indent)
    assert problem.excerpt is not None
    return replace(problem, where=where, excerpt=problem.excerpt[indent:]).render()


def said_at(starts: list[int], problems: list[Problem], indent: int) -> list[str]:
    """Return the messages about each of the texts that begin after these lines."""
    said: list[list[str]] = [[] for _ in starts]
    for problem in problems:
        number = max(number for number, line in enumerate(starts) if line < problem.where.line)
        said[number].append(in_its_text(problem, starts[number], indent))
    return ["\n".join(messages) for messages in said]


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    said: list[str] = []
    for first in range(0, len(EVENTS), MOST_AT_ONCE):
        texts = [text for text, _ in EVENTS[first : first + MOST_AT_ONCE]]
        folder = sample_with(tmp_path_factory.mktemp("events"), texts)
        lines = (folder / "cards" / "cases.yaml").read_text(encoding="utf-8").split("\n")
        starts = [number for number, line in enumerate(lines, 1) if line == "    event: |"]
        said += said_at(starts, problems_of(folder), 6)
    return said


@pytest.fixture(scope="module")
def patterns(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = sample_with(tmp_path_factory.mktemp("patterns"))
    first = add_words(folder, "\n".join(word for word, _ in PATTERNS))
    return said_at(list(range(first, first + len(PATTERNS))), problems_of(folder), 2)


def add_words(folder: Path, words: str) -> int:
    """Put words at the end of the vocabulary; how many lines there are before them."""
    path = folder / "vocabulary.yaml"
    before = path.read_text(encoding="utf-8")
    path.write_text(before + "".join(f"  {line}\n" for line in words.split("\n")), encoding="utf-8")
    return before.count("\n")


@pytest.mark.parametrize("number", range(len(EVENTS)), ids=[repr(text) for text, _ in EVENTS])
def test_event(number: int, events: list[str]) -> None:
    assert events[number] == EVENTS[number][1]


@pytest.mark.parametrize("number", range(len(PATTERNS)), ids=[repr(text) for text, _ in PATTERNS])
def test_pattern(number: int, patterns: list[str]) -> None:
    assert patterns[number] == PATTERNS[number][1]


@pytest.mark.parametrize(("word", "message"), WORDS, ids=[repr(word) for word, _ in WORDS])
def test_word(word: str, message: str, tmp_path: Path) -> None:
    folder = sample_with(tmp_path)
    add_words(folder, word)
    assert said_in(folder) == message


@pytest.mark.parametrize(("edit", "message"), EDITS, ids=[edit for edit, _ in EDITS])
def test_edit(edit: str, message: str, tmp_path: Path) -> None:
    file, old, new = (part.replace("⏎", "\n") for part in edit.split(" | "))
    assert said_in(sample_with(tmp_path, edits=[(file, old, new)])) == message


@pytest.mark.parts
def test_mistakes_in_a_real_game_in_one_run(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PARIS, tmp_path / "paris", ignore=shutil.ignore_patterns("scenarios")))
    for edit, _ in EDITS_OF_PARIS:
        file, old, new = edit.split(" | ")
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    said = said_in(folder)
    assert [message for _, message in EDITS_OF_PARIS if message not in said] == []
    assert said.count("error:") == len(EDITS_OF_PARIS)
