"""How a game writes: which words follow which in its texts.

A model of lines by the words that stand together (interpolated trigrams: Jelinek and Mercer, Interpolated estimation
of Markov source parameters from sparse data, 1980; with the words around: Kuhn and De Mori, A cache-based natural
language model, 1990). It knows nothing of what words mean; what it takes for likely is tried by the parser before it is
told.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log

TOKEN = re.compile(r"\"[^\"]*\"|\w[\w'’-]*|\S")
EDGE = "\n"
"""Stands before the first word of a line and behind its last."""
LABEL = '""'
BY_TWO, BY_ONE = 1.5, 1.5
"""How many times a word must have been seen after two words, or after one, to be judged by that as much as by less."""
AROUND = 0.3
"""How much of how likely a word is comes from the lines around it: a text has names of its own."""
RARE = 0.1
"""How often a word that was never seen is taken to have been."""

Gram = tuple[str, ...]


class Usage:
    """The words of many lines, and how often they stand together."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._seen: Counter[Gram] = Counter()
        self._after: dict[str, set[str]] = defaultdict(set)
        self._before: dict[str, set[str]] = defaultdict(set)
        for line in lines:
            words = words_of(line)
            self._seen.update(grams(words))
            for word, next_word in zip([EDGE, *words], [*words, EDGE], strict=True):
                self._after[word].add(next_word)
                self._before[next_word].add(word)
        self._words: float = sum(count for gram, count in self._seen.items() if len(gram) == 1) or 1

    def has(self, word: str, but: Counter[Gram]) -> bool:
        """Whether a word was seen, but for those of one line."""
        small = word.casefold()
        return self._seen[small,] > but[small,]

    def between(self, word: str, next_word: str) -> set[str]:
        """The words that were seen behind one word, or before another."""
        return (self._after.get(word, set()) | self._before.get(next_word, set())) - {EDGE}

    def surprise(self, words: Sequence[str], first: int, last: int, but: Counter[Gram], near: Counter[str]) -> float:
        """How unlikely the words from `first` to before `last` are, given those before each, in nats. The line ends at
        the number of words. `but`: what was seen that does not count; `near`: the words of the lines around."""
        padded = [EDGE, EDGE, *words, EDGE]
        around = near.total() or 1

        def seen(*said: str) -> int:
            gram = tuple(word.casefold() for word in said)
            return max(0, self._seen[gram] - but[gram])

        found = 0.0
        for one, two, word in zip(padded[first:last], padded[first + 1 :], padded[first + 2 :], strict=False):
            share = (1 - AROUND) * (seen(word) + RARE) / self._words + AROUND * near[word] / around
            share = (seen(two, word) + BY_ONE * share) / (seen(two) + BY_ONE)
            share = (seen(one, two, word) + BY_TWO * share) / (seen(one, two) + BY_TWO)
            found -= log(share)
        return found


def words_of(line: str) -> list[str]:
    """The words and signs of a line; a label is one, whatever it says."""
    return [LABEL if word.startswith('"') else word for word in TOKEN.findall(line)]


def grams(words: Sequence[str]) -> Counter[Gram]:
    """What stands together in a line, in small letters: one word, two, and three."""
    padded = [EDGE, EDGE, *(word.casefold() for word in words), EDGE]
    found: Counter[Gram] = Counter((word,) for word in padded[1:])
    found.update(pairwise(padded))
    found.update(zip(padded, padded[1:], padded[2:], strict=False))
    return found
