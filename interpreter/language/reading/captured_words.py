"""Words of the core that a game's wordings capture, so that no other text can begin with them.

The parser decides by one word: after `it is`, a game with the wording `it is the opening trick` reads no other
condition, and after `every town` one with `every town is quiet`. After `points of`, a game with the wording `points of
all of {seat}` doesn't read its column `points`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedInput

from interpreter.language.reading.lark_parser import Parser
from interpreter.language.reading.patterns import Pattern

CORE = "_K_"
"""Beginning of the tokens of words of the core."""
QUANTIFIERS = ("every", "all", "some", "no")
"""Words of the core that conditions about things begin with: a noun follows."""


@dataclass(frozen=True, slots=True)
class CapturedWords:
    """Words of the core that only a game's own wordings can follow.

    Attributes:
        words: These words, without articles; the first may be the id of a column.
        pattern: A wording that begins with them.
    """

    words: tuple[str, ...]
    pattern: Pattern

    def explain(self) -> str:
        """Say which wording took the words, and where it stands."""
        return f"`{' '.join(self.words)}` begins `{self.pattern.text}` ({self.pattern.text.where})"

    def precede(self, words: Sequence[str]) -> bool:
        """Return True if a text ends with these words, or with these and `not`."""
        end = len(words) - (words[-1:] == ["not"])
        return tuple(words[max(end - len(self.words), 0) : end]) == self.words


def find_captured_words(
    parser: Parser,
    patterns: Sequence[Pattern],
    terminal: Callable[[str], str],
    columns: Collection[str],
    nouns: Collection[str],
) -> list[CapturedWords]:
    """Return the captured words of each wording that captures some.

    `terminal` returns the token of a word. `columns` are the ids of the game's columns, `nouns` the tokens of nouns.
    """
    beginnings = [tuple(_literal_words(pattern)) for pattern in patterns]
    found = []
    for pattern, words in zip(patterns, beginnings, strict=True):
        for count in range(2, len(words)):
            tokens = [terminal(word) for word in words[:count]]
            counted = nouns if words[0] in QUANTIFIERS else ()
            is_read = [token.startswith(CORE) or token in counted for token in tokens[1:]]
            if not all(is_read) or not (tokens[0].startswith(CORE) or words[0] in columns):
                break
            own = {terminal(each[count]) for each in beginnings if each[:count] == words[:count] != each}
            own.add(terminal("not"))  # any condition has its negation
            if (accepted := _accepted_after(parser, tokens)) and accepted <= own:
                found.append(CapturedWords(words[:count], pattern))
                break
    return found


def _literal_words(pattern: Pattern) -> Iterator[str]:
    """Yield the words of a wording before its first hole."""
    for part in pattern.parts:
        if not isinstance(part, str):
            return
        yield part


def _accepted_after(parser: Parser, tokens: Sequence[str]) -> set[str]:
    """Return the tokens that can follow these at the beginning of a value; none if it can't begin so."""
    reading = parser.begin("value")
    try:
        for token in tokens:
            reading.feed(Token(token, token))
    except UnexpectedInput:
        return set()
    return {token for token in reading.accepted_terminals() if not token.startswith("_NEVER")}
