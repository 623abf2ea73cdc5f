"""Words of a game that a word may have been meant to be, and words that only join others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from interpreter.support.errors import edit_distance, is_alike_by_parts

PARTS = re.compile(r"[ _-]")

ANOTHER_NUMBER = 0.15
SYNONYM = 0.35
LESS_LIKELY = 0.2
WRONG_LETTER = 0.4
PART_OF_A_NAME = 0.6

FILLERS = frozenset(["any", "then", "that", "this", "please", "also", "just", "player", "players"])
SYNONYMS: dict[str, tuple[str, ...]] = {
    "else": ("otherwise",),
    "elif": ("otherwise",),
    "every": ("each",),
    "player": ("seat",),
    "players": ("seats",),
    "gain": ("raise",),
    "gains": ("raise",),
    "score": ("raise",),
    "scores": ("raise",),
    "increase": ("raise",),
    "lose": ("lower",),
    "loses": ("lower",),
    "decrease": ("lower",),
    "reduce": ("lower",),
    "take": ("move",),
    "deal": ("draw",),
    "deals": ("draw",),
    "put": ("place", "add", "set up", "move"),
    "add": ("place", "put", "set up", "move"),
    "place": ("put", "add", "set up", "move"),
    "pick": ("choose",),
    "select": ("choose",),
    "show": ("reveal",),
    "equals": ("is",),
    "into": ("to", "in"),
    "onto": ("to", "in"),
    "on": ("in",),
    "at": ("in",),
    "my": ("your",),
    "their": ("your",),
    "his": ("your",),
    "her": ("your",),
    "one": ("1",),
    "two": ("2",),
    "three": ("3",),
    "four": ("4",),
    "five": ("5",),
    "six": ("6",),
    "than": ("more than",),
}
"""Words of the language for everyday words that a game may lack, likeliest first."""


def _tokens(words: str) -> frozenset[str]:
    return frozenset(f"_K_{word.upper()}" for word in words.split())


LINK_TOKENS = frozenset({"_COMMA", "_COLON", "_AT_LEAST", "_AT_MOST"}) | _tokens(
    "in of from to with where without by has is not for as be and or at your it you all"
)
"""Tokens that may replace a word unlike them, even where many tokens are possible."""


ENDING_TOKENS = frozenset({"NAME", "_COLON"}) | _tokens("to from in by as of be times")
"""Tokens that may continue a line which ends too early."""


class SimilarWords:
    """The search for similar words in one grammar.

    Args:
        keywords: Tokens of each word.
        readable: Spelling of each token.
        names: Names of things.
        nouns: The two tokens of each noun.
    """

    def __init__(
        self,
        keywords: Mapping[str, Sequence[str]],
        readable: Mapping[str, str],
        names: frozenset[str],
        nouns: Mapping[str, tuple[str, str]],
    ) -> None:
        self._keywords = keywords
        self._readable = readable
        self._names = names
        self._nouns = nouns
        self._found: dict[str, list[tuple[str, str, float]]] = {}

    def matches(self, written: str) -> list[tuple[str, str, float]]:
        """Words that one may have been meant to be: token, spelling, and cost."""
        if written not in self._found:
            self._found[written] = self._find(written)
        return self._found[written]

    def _find(self, written: str) -> list[tuple[str, str, float]]:
        if not written or not (written[0].isalpha() or written.isdigit()):
            return []
        found = self._synonyms(written)
        for other, (one, many) in self._nouns.items():
            if other == written:
                for token in (one, many):
                    found.append((token, self._readable[token], ANOTHER_NUMBER))
        for other, tokens in sorted(self._keywords.items()):
            cost = _letters(written, other)
            if cost is not None:
                found += [(token, other, cost) for token in tokens]
        for name in sorted(self._names):
            cost = _letters(written, name)
            if cost is None and len(written) > 1 and written.casefold() in PARTS.split(name.casefold()):
                cost = PART_OF_A_NAME
            if cost is not None:
                found.append(("NAME", name, cost))
        return sorted(found, key=lambda each: (each[2], each[1]))

    def _synonyms(self, written: str) -> list[tuple[str, str, float]]:
        found = []
        for at, meant in enumerate(SYNONYMS.get(written.casefold(), ())):
            if meant.isdigit():
                found.append(("NUMBER", meant, SYNONYM))
            elif written not in self._keywords:
                found += [(token, meant, SYNONYM + LESS_LIKELY * at) for token in self._keywords.get(meant, ())]
        return found


def _letters(written: str, other: str) -> float | None:
    """Cost of taking one word for the other, or None if they are not similar."""
    if written == other:
        return None
    if written.casefold() == other.casefold():
        return ANOTHER_NUMBER
    if other.startswith(written) and len(written) >= 3 and len(other) - len(written) <= 3:
        return WRONG_LETTER + 0.1 * (len(other) - len(written))
    allowed = 1 if len(other) <= 5 else 2
    if min(len(written), len(other)) < 3 or abs(len(written) - len(other)) > allowed:
        return None
    apart = edit_distance(written.casefold(), other.casefold(), allowed)
    if apart is None or not is_alike_by_parts(written, other):
        return None
    swapped = 0.0 if len(written) == len(other) and sorted(written) == sorted(other) else 0.05
    return WRONG_LETTER + 0.3 * (apart - 1) + swapped + (0.15 if len(other) <= 3 else 0)
