"""One word of a text, as the lexer returns it."""

from __future__ import annotations

from dataclasses import dataclass

WORD_VARIANTS = {
    "are": "is",
    "have": "has",
    "does": "do",
    "fewer": "less",
    "another": "other",
    "winners": "winner",
    "chooses": "choose",
    "seats'": "seats",
}
"""Words that are read as another one."""


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One token. `kinds` are its possible readings, in the order in which the parser should try them."""

    kinds: tuple[str, ...]
    text: str
    line: int
    column: int
    end: int
