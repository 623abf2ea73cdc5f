"""Comparison of a suggested sentence with the original line: its meaning, and grammatical agreement.

Comparison of the meaning of a suggested sentence with that of the original line.

The two must agree in the persons, the numbers and the things they name, in negation, and in `may` and `must`. A
sentence that is only similar in its words is not suggested: a wrong suggestion is worse than none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from interpreter.language.reading.joining import WORD_VARIANTS
from interpreter.language.reading.lexer import ARTICLES
from interpreter.language.suggestions.near_words import FILLERS, SYNONYMS

_YOURS = {"is": "are", "has": "have", "does": "do"}


class Agreement:
    """Grammatical agreement in one game. `nouns` maps each noun to its singular."""

    def __init__(self, nouns: Mapping[str, str]) -> None:
        self._nouns = nouns
        self._many = {one: word for word, one in nouns.items() if word != one}

    def with_agreement(self, sentence: str, written: str) -> str:
        """Return a sentence whose new words agree with those before them: `2 boats`, `you are`."""
        old = set(written.split())
        words = sentence.split()
        for at, word in enumerate(words):
            before = words[max(0, at - 2) : at]
            counted = next((each for each in reversed(before) if each.isdigit()), None)
            if word not in old and word in self._nouns and counted is not None:
                one = self._nouns[word]
                words[at] = one if counted == "1" else self._many.get(one, one)
            elif word == "1" and word not in old and at + 1 < len(words):
                words[at] = "2" if self._nouns.get(words[at + 1], words[at + 1]) != words[at + 1] else "1"
            elif word in _YOURS and word not in old and before[-1:] == ["you"]:
                words[at] = _YOURS[word]
        return " ".join(words)

    def with_numbers_open(self, sentence: str, written: str) -> str:
        """Replace each number that is not in the original line by `N`, unless it precedes a singular noun."""
        words = sentence.split()
        old = {*written.casefold().split(), *(meant for word in written.split() for meant in SYNONYMS.get(word, ()))}
        for at, word in enumerate(words):
            following = words[at + 1 : at + 3]
            one = word == "1" and any(self._nouns.get(noun) == noun for noun in following)
            if word.isdigit() and word not in old and not one and not ARTICLES.intersection(old):
                words[at] = "N"
        return " ".join(words)

    def comparison_key(self, sentence: str) -> str:
        """Return a key that is equal for sentences that differ only in articles and in the number of their nouns."""
        words = (word.casefold() for word in re.findall(r"\w+|[^\w\s]", sentence) if word not in ARTICLES)
        return " ".join(self._nouns.get(word, word) for word in words)


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
