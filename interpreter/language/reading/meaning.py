"""Comparison of the meaning of a suggested sentence with that of the original line.

The two must agree in the persons, the numbers and the things they name, in negation, and in `may` and `must`. A
sentence that is only similar in its words is not suggested: a wrong suggestion is worse than none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from interpreter.language.reading.lexer import ARTICLES
from interpreter.language.reading.near_words import FILLERS, SYNONYMS
from interpreter.language.reading.words import WORD_VARIANTS

_WORD = re.compile(r'"[^"]*"|[<>]=?|\w+')
_NUMBERS = {number: digit for number, digits in SYNONYMS.items() for digit in digits if digit.isdigit()}
_INVARIANT_GROUPS = (
    frozenset({"enemy", "enemies", "opponent", "opponents", "rival", "rivals", "opposing"}),
    frozenset({"each", "every", "both", "all", "everyone", "everybody"}),
    frozenset({"other"}),
    frozenset({"not", "no", "never", "without", "cannot", "none", "nothing", "neither", "except", "unless"}),
    frozenset({"must"}),
    frozenset({"only"}),
    frozenset({"if", "unless", "where", "while", "when", "whenever", "until"}),
    frozenset({"raise", "gain", "gains", "increase", "increases", "score", "scores"}),
    frozenset({"lower", "lose", "loses", "decrease", "decreases", "reduce", "reduces"}),
)
"""Groups of words; a sentence has a word of a group exactly if the line has one."""
_MAY = frozenset({"may", "up", "stop"})
_CONDITION = re.compile(r"\b(?:if|where|while|until|unless|only|when|whenever)\b")
_EVEN_SO = re.compile(r"\b((?:in|of|from) )all (?=(\w+)(?: (\w+))?)")
_FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "of in into to from at by on with as and or for it its is has do be you your my their his her "
        "that this then them one per than there",
    )
)
"""Function words, without a meaning of their own."""
_SPECIFIC_WORDS = frozenset(
    re.findall(
        r"\w+",
        "adjacent neighbouring neighboring next empty twice double half random most fewest least instead extra another "
        "control controls own owns except until before after",
    )
)
"""Words that a sentence may not omit, even if the game has no similar word."""
_GROUPED = frozenset().union(*_INVARIANT_GROUPS)


def is_specific(word: str) -> bool:
    """True if a word is too specific to be a misspelling of a similar one."""
    return word in _SPECIFIC_WORDS


class MeaningCheck:
    """A comparison of lines in one game.

    Args:
        nouns: Singular of each noun.
        is_known: Returns True if the game has a word.
        are_alike: Returns True if one word may stand for another.
    """

    def __init__(
        self, nouns: Mapping[str, str], is_known: Callable[[str], bool], are_alike: Callable[[str, str], bool]
    ) -> None:
        self._nouns = nouns
        self._is_known = is_known
        self._are_alike = are_alike

    def is_preserved(self, line: str, sentence: str) -> bool:
        """True if a sentence with similar words has the meaning of a line."""
        plain = self._plain(line)
        said, meant = self._words(plain), self._words(self._plain(sentence))
        if any(group.isdisjoint(said) != group.isdisjoint(meant) for group in _INVARIANT_GROUPS):
            return False
        if ("may" in meant and "may" not in said) or ("may" in said and _MAY.isdisjoint(meant)):
            return False
        compared = {"is", "has"} & (meant.keys() - said.keys())
        if compared and "winner" not in meant and not _CONDITION.search(plain.lower()):
            return False
        if any(said[word] != meant[word] for word in said | meant if word.isdigit() and word != "1"):
            return False
        dropped = [word for word in said if meant[word] < said[word] and self._is_content_word(word)]
        added = [word for word in meant if said[word] < meant[word] and self._is_content_word(word)]
        for word in list(dropped):
            near = next((other for other in added if self._are_alike(word, other)), None)
            if near is not None:
                dropped.remove(word)
                added.remove(near)
        return not (dropped and added) and not any(self._is_known(word) or word in _SPECIFIC_WORDS for word in dropped)

    def _plain(self, line: str) -> str:
        """Remove `all` where a plural already means the whole set: `in all spaces`."""
        return _EVEN_SO.sub(lambda found: found[1] if self._is_many(*found.groups()[1:]) else found[0], line)

    def _is_many(self, *words: str | None) -> bool:
        return any(word is not None and self._nouns.get(word, word) != word for word in words)

    def _words(self, line: str) -> Counter[str]:
        found = (word if word.startswith('"') else word.lower() for word in _WORD.findall(line))
        words = (_NUMBERS.get(word, WORD_VARIANTS.get(word, word)) for word in found)
        return Counter(self._nouns.get(word, word) for word in words)

    def _is_content_word(self, word: str) -> bool:
        """True if a word has a meaning of its own."""
        return (
            not (word in _FUNCTION_WORDS or word in ARTICLES or word in FILLERS or word in _GROUPED or word in _MAY)
            and not word.isdigit()
        )
