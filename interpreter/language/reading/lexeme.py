"""The words of a text, as the lexer gives them to the parser."""

from __future__ import annotations

import re
from dataclasses import dataclass

DIRECTION = "DIRECTION"
"""The token of a name at a place where it can only be that of a direction."""
NOUN = re.compile(r"N\d+_")
"""The beginning of the tokens of nouns."""


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One token. `kinds` are its possible readings, in the order in which the parser should try them."""

    kinds: tuple[str, ...]
    text: str
    line: int
    column: int
    end: int

    @property
    def is_only_a_name(self) -> bool:
        """True if the word is no word of the language or of the game's wordings."""
        return self.kinds[0] in ("NAME", DIRECTION)
