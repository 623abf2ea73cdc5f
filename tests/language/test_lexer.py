"""Words that lexers share."""

from __future__ import annotations

from interpreter.language.reading.lexer import Lexer
from interpreter.rulebook.text import standalone_text

KEYWORDS: dict[str, tuple[str, ...]] = {"raise": ("_K_RAISE",), "by": ("_K_BY",)}


def kinds(lexer: Lexer, line: str) -> list[tuple[str, ...]]:
    return [each.kinds for each in lexer.tokenize(standalone_text([line]), block=False)]


def test_a_lexer_with_another_word_reads_a_known_text_anew() -> None:
    before, after = Lexer(KEYWORDS, {}), Lexer({**KEYWORDS, "gold": ("N0_ONE",)}, {})
    for _ in range(2):
        assert kinds(before, "raise gold by 1") == [("_K_RAISE", "NAME"), ("NAME",), ("_K_BY", "NAME"), ("NUMBER",)]
        assert kinds(after, "raise gold by 1")[1] == ("N0_ONE", "NAME")


def test_lexers_with_other_titles_share_nothing() -> None:
    plain, titled = Lexer(KEYWORDS, {}), Lexer(KEYWORDS, {"Gold": "yellow"})
    assert [each.text for each in plain.tokenize(standalone_text(["raise Gold"]), block=False)] == ["raise", "Gold"]
    assert [each.text for each in titled.tokenize(standalone_text(["raise Gold"]), block=False)] == ["raise", "yellow"]


def test_what_is_made_of_known_words_is_the_reader_s_own() -> None:
    lexer, text = Lexer(KEYWORDS, {}), standalone_text(["raise gold"])
    lexer.tokenize(text, block=False).clear()
    assert len(lexer.tokenize(text, block=False)) == 2
