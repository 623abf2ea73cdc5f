"""Suggestions for misspelt lines: words that the game uses, and only if the line can be parsed with them."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.suggestions.corrections import (
    EDGE,
    LanguageModel,
    LineEdits,
    Vocabulary,
    ngrams,
    words_of,
)
from interpreter.support.errors import CahierError
from tests.benchmarks.mistakes import GOALS, KINDS, measured, share_first

RULES = Path(__file__).parents[2] / "rules"
LINES = ["it has no rebels", "it has no guards", "raise your fame by 1", "raise your luck by 2", "move 1 guard to it"]
WORDS = frozenset(word for line in LINES for word in words_of(line))


def first(line: str, reach: int | None = None, phrases: tuple[frozenset[str], ...] = (), *around: str) -> list[str]:
    edits = LineEdits(line, LanguageModel(LINES), Vocabulary(WORDS, phrases), around)
    return [mend.text for mend in edits.corrections(len(line) if reach is None else reach)]


def test_words_that_stand_together_are_likely() -> None:
    usage, words = LanguageModel(LINES), ["it", "has", "no", "guards"]
    own: Counter[tuple[str, ...]] = Counter()
    near: Counter[str] = Counter()
    mixed = ["it", "no", "has", "guards"]
    assert usage.surprisal(words, 0, 5, own, near) < usage.surprisal(mixed, 0, 5, own, near)
    assert usage.words_between("has", "guards") == {"no"}
    assert usage.words_between(EDGE, "has") == {"it", "raise", "move"}


def test_what_a_line_says_itself_does_not_count() -> None:
    usage = LanguageModel(["send 1 fox home"])
    assert not usage.has_word("fox", ngrams(words_of("send 1 fox home")))
    assert usage.has_word("fox", ngrams(words_of("send 1 hare home")))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("it no rebels", "it has no rebels"),
        ("raise your fmae by 1", "raise your fame by 1"),
        ("raise you fame by 1", "raise your fame by 1"),
        ("move 1 rebels to it", "move 1 guard to it"),
        ("move (1 gaurd) to it", "move (1 guard) to it"),
    ],
)
def test_the_likeliest_comes_first(line: str, meant: str) -> None:
    assert first(line)[0] == meant


def test_nothing_behind_the_mistake_is_changed() -> None:
    assert all(text.endswith("rebels to it") for text in first("move 1 rebels to it", len("move 1")))


def test_a_word_that_nobody_knows_is_the_one() -> None:
    assert all("fmae" not in text for text in first("raise your fmae by 1"))
    assert first("raise your zzzzzzz by 1") == []


def test_a_phrase_of_which_one_word_is_missing() -> None:
    assert "move by" in first("move", None, (frozenset({"move", "by"}),))
    assert "move by" not in first("move")


def test_names_of_the_lines_around() -> None:
    assert first("move 1 guard to target", None, (), "choose a town, as targets")[0] == "move 1 guard to targets"


def test_a_row_of_a_table_is_told_what_was_meant(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(RULES / "vive_la_revolution", tmp_path / "vive"))
    table = folder / "bots" / "rebel.yaml"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("{that: it has no rebels", "{that: it no rebels", 1), encoding="utf-8")
    with pytest.raises(CahierError, match="did you mean `it has no rebels`"):
        load(folder)


@pytest.mark.parts
@pytest.mark.exhaustive
def test_the_original_is_mostly_the_first_suggestion() -> None:
    found = measured(["red_flag_over_paris", "vive_la_revolution", "liberte"], 150, 4)
    for kind in KINDS:
        refused, share = share_first(found, kind)
        assert refused >= 25 and share >= GOALS[kind] - 0.15, kind
