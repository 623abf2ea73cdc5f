"""Words that neither the language nor the game has: they are found, kept in suggestions, and explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.language.analysis import Analysis
from interpreter.language.suggestions.unknown_words import UnknownWord, UnknownWords
from interpreter.rulebook.build import load_rulebook


@pytest.fixture(scope="module")
def unknown() -> UnknownWords:
    return Analysis(load_rulebook(Path(__file__).parent / "sample")).grammar.wordings.fallbacks.unknown


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move 2 pawns from Alder to Birch", []),
        ("trash a card", ["trash"]),
        ("raise gold of you by crates", ["gold", "crates"]),
        ("choose a town, as haven", ["haven"]),
        ('note ant as "crates"', []),
        ("lower red's purse", ["purse"]),
    ],
)
def test_words(line: str, words: list[str], unknown: UnknownWords) -> None:
    assert [found.word for found in unknown.in_line(line)] == words


def test_names_of_the_text_are_known(unknown: UnknownWords) -> None:
    assert unknown.in_line("make haven burnt", {"haven"}) == []


@pytest.mark.parametrize(
    ("line", "meant", "is_kept"),
    [
        ("trash a card", "move card to discard", False),
        ("movee 2 pawns from Alder to Birch", "move 2 pawns from Alder to Birch", True),
        ("visit the Cedar grove", "visit Old Cedar", False),
        ('you may wave: "wave"', 'may "wave":', True),
    ],
)
def test_kept(line: str, meant: str, is_kept: bool, unknown: UnknownWords) -> None:
    assert unknown.are_kept(line, meant) == is_kept


def test_names_that_fit(unknown: UnknownWords) -> None:
    told = unknown.explain("raise gold", UnknownWord("gold", 6), lambda line: line in ("raise fuel", "raise count"))
    assert told is not None
    assert told.startswith(
        "this game has no `gold`; it has `count`, `fuel`; more numbers are declared under `variables:`"
    )


def test_nothing_fits_and_the_place_tells_nothing(unknown: UnknownWords) -> None:
    assert unknown.explain("wave gold", UnknownWord("gold", 5), lambda _: False) is None


def test_the_place_tells_the_kind(unknown: UnknownWords) -> None:
    told = unknown.explain("waving in gold", UnknownWord("gold", 10), lambda _: False)
    assert told is not None
    assert "more spaces are declared under `spaces:` in map.yaml" in told
