"""Parsers and syntax trees shared by games with equal wordings, as most variants of a game are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from lark import Token, Tree

from interpreter.language.reading.lark_parser import GameRules, Parser

MOST_TREES = 2000
"""Maximum number of cached trees of one grammar, and of one grammar with one dictionary."""
MOST_DICTIONARIES = 16
"""Maximum number of dictionaries whose trees are cached for one grammar."""


class SharedParser:
    """A parser with the cache of its trees.

    Attributes:
        parser: The parser.
        trees: Trees by the words of a text.
        readings: Names of the rules that read a sequence of terminals.
    """

    def __init__(self, core: str, own: GameRules) -> None:
        """Make the parser.

        Raises:
            GrammarError: Two rules of the grammar can't be told apart.
        """
        self.parser = Parser(core, own, ("program", "value"))
        self.trees: dict[tuple[object, ...], Tree[Token]] = {}
        self.readings: dict[tuple[str, ...], str | None] = {}
        self._texts: dict[tuple[object, ...], dict[tuple[str, str], Tree[Token]]] = {}

    def texts(
        self,
        keywords: Mapping[str, tuple[str, ...]],
        titles: Mapping[str, str],
        printed: frozenset[str],
        separate: frozenset[tuple[str, ...]],
    ) -> dict[tuple[str, str], Tree[Token]]:
        """Return the cached trees by start and text for these words and titles.

        `printed` are titles of adjectives, and `separate` sequences of words that are not joined.
        """
        if len(self._texts) >= MOST_DICTIONARIES:
            self._texts.clear()
        return self._texts.setdefault((frozenset(keywords.items()), frozenset(titles.items()), printed, separate), {})


shared_parser = lru_cache(maxsize=16)(SharedParser)
"""Return the parser of a core grammar with a game's own rules. Raises GrammarError."""
