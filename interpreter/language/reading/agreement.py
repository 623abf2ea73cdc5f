"""Grammatical agreement of the words in a suggested sentence, and comparison of sentences apart from it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.language.reading.lexer import ARTICLES
from interpreter.language.reading.near_words import SYNONYMS

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
