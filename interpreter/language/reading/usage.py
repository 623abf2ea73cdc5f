"""Language model of a game's texts: which words follow which.

It is an interpolated trigram model (Jelinek and Mercer, Interpolated estimation of Markov source parameters from sparse
data, 1980), with a cache of the surrounding words (Kuhn and De Mori, A cache-based natural language model, 1990). It
has no notion of meaning: the parser checks its proposals before they are shown.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log

TOKEN = re.compile(r"\"[^\"]*\"|\w[\w'’-]*|\S")
EDGE = "\n"
"""Marker before the first word of a line and after its last."""
LABEL = '""'
TRIGRAM_PRIOR, BIGRAM_PRIOR = 1.5, 1.5
"""Counts of a context of two words, or one, at which it has as much weight as the shorter context."""
CACHE_WEIGHT = 0.3
"""Weight of the cache: the share of a word's probability that comes from the lines around it."""
UNSEEN_COUNT = 0.1
"""Count that is assumed for unseen words."""

NGram = tuple[str, ...]


class LanguageModel:
    """Counts of words and of word sequences in many lines."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._seen: Counter[NGram] = Counter()
        self._after: dict[str, set[str]] = defaultdict(set)
        self._before: dict[str, set[str]] = defaultdict(set)
        for line in lines:
            words = words_of(line)
            self._seen.update(ngrams(words))
            for word, next_word in zip([EDGE, *words], [*words, EDGE], strict=True):
                self._after[word].add(next_word)
                self._before[next_word].add(word)
        self._words: float = sum(count for gram, count in self._seen.items() if len(gram) == 1) or 1

    def has_word(self, word: str, excluded: Counter[NGram]) -> bool:
        """True if a word was seen outside of one line, whose n-grams are `excluded`."""
        small = word.casefold()
        return self._seen[small,] > excluded[small,]

    def words_between(self, word: str, next_word: str) -> set[str]:
        """Words that were seen after one word, or before another."""
        return (self._after.get(word, set()) | self._before.get(next_word, set())) - {EDGE}

    def surprisal(
        self, words: Sequence[str], first: int, last: int, excluded: Counter[NGram], near: Counter[str]
    ) -> float:
        """Return the surprisal of the words from `first` to before `last`, given those before each, in nats.

        Args:
            words: Words of the line; the end of the line has the index after the last one.
            first: Index of the first word.
            last: Index after the last word.
            excluded: N-grams that don't count.
            near: Words of the lines around.
        """
        padded = [EDGE, EDGE, *words, EDGE]
        around = near.total() or 1

        def seen(*said: str) -> int:
            gram = tuple(word.casefold() for word in said)
            return max(0, self._seen[gram] - excluded[gram])

        found = 0.0
        for one, two, word in zip(padded[first:last], padded[first + 1 :], padded[first + 2 :], strict=False):
            share = (1 - CACHE_WEIGHT) * (seen(word) + UNSEEN_COUNT) / self._words + CACHE_WEIGHT * near[word] / around
            share = (seen(two, word) + BIGRAM_PRIOR * share) / (seen(two) + BIGRAM_PRIOR)
            share = (seen(one, two, word) + TRIGRAM_PRIOR * share) / (seen(one, two) + TRIGRAM_PRIOR)
            found -= log(share)
        return found


def words_of(line: str) -> list[str]:
    """Split a line into words and signs; a label in quotes is one word, always the same."""
    return [LABEL if word.startswith('"') else word for word in TOKEN.findall(line)]


def ngrams(words: Sequence[str]) -> Counter[NGram]:
    """Return the n-grams of a line in lower case, for n from 1 to 3."""
    padded = [EDGE, EDGE, *(word.casefold() for word in words), EDGE]
    found: Counter[NGram] = Counter((word,) for word in padded[1:])
    found.update(pairwise(padded))
    found.update(zip(padded, padded[1:], padded[2:], strict=False))
    return found
