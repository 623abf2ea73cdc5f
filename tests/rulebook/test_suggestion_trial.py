"""Suggestions are shown only if the files can be read better with them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from interpreter.rulebook.source.files import FolderFile, bytes_of
from interpreter.rulebook.suggestion_trial import LETTERS_PER_TRIAL, MOST_TRIED, ReadAgain, try_suggestions
from interpreter.support.errors import Location, Problem


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "x.yaml"
    path.write_text("a: wrong\nb: [1\n", encoding="utf-8")
    return str(path)


def wrong(file: str, *wordings: str, line: int = 1, message: str = "this is wrong") -> Problem:
    excerpt = ("a: wrong", "b: [1")[line - 1]
    return Problem(Location(file, line, 4), "odd", message, None, excerpt, 5, wordings=wordings, replaced=(4, 5))


def reader(*good: str) -> tuple[list[str], ReadAgain]:
    """A reader that finds one error in the first line of a file unless it says something good."""
    seen: list[str] = []

    def read(path: str) -> Iterable[Problem]:
        text = bytes_of(FolderFile("", path, path, path)).decode()
        seen.append(text)
        return [] if any(each in text.split("\n")[0] for each in good) else [wrong(path)]

    return seen, read


def test_the_first_that_helps_is_kept(file: str) -> None:
    seen, read = reader("blue", "green")
    (found,) = try_suggestions([wrong(file, "red", "blue", "green")], read)
    assert found.wordings == ("blue",)
    assert [text.split("\n")[0] for text in seen] == ["a: red", "a: blue"]
    assert Path(file).read_text("utf-8").startswith("a: wrong")


def test_one_that_does_not_help_is_left_out(file: str) -> None:
    _, read = reader()
    (found,) = try_suggestions([wrong(file, "red")], read)
    assert (found.wordings, found.suggestion, found.replacement()) == ((), None, None)


def test_it_may_need_quotes(file: str) -> None:
    _, read = reader('"{x} is"')
    (found,) = try_suggestions([wrong(file, "{x} is")], read)
    assert found.wordings == ("{x} is",)


def test_another_error_in_its_place_is_no_help_unless_the_word_was_misspelt(file: str) -> None:
    def read(path: str) -> Iterable[Problem]:
        return [wrong(path, message="something else is wrong")]

    problem = wrong(file, "blue")
    assert try_suggestions([problem], read)[0].wordings == ()
    misspelt = Problem(Location(file, 1, 4), "odd", "this is wrong", "wrung", "a: wrong", 5)
    assert try_suggestions([misspelt], read)[0].suggestion == "wrung"


def test_a_file_that_can_be_read_is_better(file: str) -> None:
    def read(path: str) -> Iterable[Problem]:
        return [wrong(path, line=1, message="something else is wrong")]

    problem = Problem(Location(file, 2, 4), "odd", "x", None, "b: [1", 2, wordings=("[1]",), replaced=(4, 2))
    assert try_suggestions([problem], read)[0].wordings == ("[1]",)


def test_the_number_of_trials_is_limited(file: str) -> None:
    seen, read = reader()
    problems = [wrong(file, "red", message=f"{number}") for number in range(2 * MOST_TRIED)]
    found = try_suggestions(problems, read)
    assert len(seen) == MOST_TRIED
    assert found[-1].wordings == ("red",)


def test_there_are_fewer_trials_of_a_file_that_takes_long_to_read(file: str) -> None:
    with Path(file).open("a", encoding="utf-8") as longer:
        longer.write("# long\n" * (3 * LETTERS_PER_TRIAL // len("# long\n")))
    seen, read = reader()
    problems = [wrong(file, "red", message=f"{number}") for number in range(MOST_TRIED)]
    assert try_suggestions(problems, read)[-1].wordings == ("red",)
    assert 0 < len(seen) <= MOST_TRIED / 3
