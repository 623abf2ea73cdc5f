"""Corrections of one word in a line: a letter, a replacement, an insertion, or a deletion.

They are ranked by how likely the line is in the texts of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.language.reading.lexer import ARTICLES
from interpreter.language.reading.usage import EDGE, TOKEN, LanguageModel, ngrams, words_of
from interpreter.language.suggestions.near_words import FILLERS
from interpreter.support.errors import edit_distance

WRONG_LETTER, FURTHER_LETTER, INSERTION, PHRASE_COMPLETION, DELETION, REPLACEMENT = 1.0, 2.0, 1.5, -2.0, 4.0, 5.0
"""Costs of corrections, in nats.

In order: one wrong letter, a further one, an insertion, an insertion that completes a phrase of the game, a deletion,
and a replacement by another word.
"""
FILLER_DELETION = -3.0
"""Cost of deleting a filler word."""
CAPITALS_ONLY = -10.0
"""Cost of changing only capitals."""
KNOWN_WORD = 2.0
"""Additional cost of correcting the letters of a word that the game has."""
MIN_WORD_LENGTH = 2
MAX_WORDS = 40
"""Maximum number of words in a line that is corrected."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A corrected line, and its cost relative to the original one, in nats."""

    cost: float
    text: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game and of the language, and the game's phrases, as sets of words without the holes."""

    words: frozenset[str]
    phrases: tuple[frozenset[str], ...]


def word_corrections(
    body: str, reach: int, usage: LanguageModel, vocabulary: Vocabulary, around: Iterable[str] = ()
) -> list[Correction]:
    """Return the corrections of one word in a line, likeliest first.

    Args:
        body: The line.
        reach: The column, from 0, of the last letter that can be wrong.
        usage: The language model of the game.
        vocabulary: Its words.
        around: The other lines of the text, whose words may be its own names.
    """
    words = words_of(body)
    return [] if len(words) > MAX_WORDS else _Line(body, words, usage, vocabulary, around).corrections(reach)


class _Line:
    """A line that can't be read."""

    def __init__(
        self, body: str, words: list[str], usage: LanguageModel, vocabulary: Vocabulary, around: Iterable[str]
    ) -> None:
        self._body, self._words, self._usage, self._vocabulary = body, words, usage, vocabulary
        self._spans = [match.span() for match in TOKEN.finditer(body)]
        self._own = ngrams(words)
        self._near = Counter(word for line in around for word in words_of(line))
        self._names = {word for word in self._near if word[0].isalpha()}
        self._found: dict[str, float] = {}

    def corrections(self, reach: int) -> list[Correction]:
        """Return the corrections, as the function `word_corrections` does."""
        within = sum(start <= reach for start, _ in self._spans)
        strange = [at for at, word in enumerate(self._words[:within]) if self._is_strange(word)]
        places: Iterable[int] = strange if len(strange) == 1 else () if strange else range(within)
        for at in places:
            self._mend_letters(at, KNOWN_WORD if not strange else 0.0)
            if not strange:
                self._mend_word(at)
        if not strange:
            missing = self._missing()
            for at in range(min(within, len(self._words)) + 1):
                for word in self._between(at, at) | missing:
                    if word[0].isalnum():
                        self._note(at, at, word, PHRASE_COMPLETION if word in missing else INSERTION)
        return sorted(
            (Correction(cost, text) for text, cost in self._found.items()), key=lambda mend: (mend.cost, mend.text)
        )

    def _is_strange(self, word: str) -> bool:
        known = word in self._vocabulary.words or self._usage.has_word(word, self._own) or word in self._near
        return word[0].isalpha() and not known

    def _mend_letters(self, at: int, known: float) -> None:
        """Record corrections to similar words. `known` is the additional cost of changing a word of the game."""
        word = self._words[at]
        if word[0].isalpha():
            for other, apart in _similar(word, self._vocabulary.words | self._names):
                capitals = other.casefold() == word.casefold()
                price = CAPITALS_ONLY if capitals else WRONG_LETTER + known + FURTHER_LETTER * (apart - 1)
                self._note(at, at + 1, other, price)

    def _mend_word(self, at: int) -> None:
        """Record replacements and the deletion of a word."""
        word = self._words[at]
        if word[0].isalpha():
            self._note(at, at + 1, "", FILLER_DELETION if word in FILLERS or word == "all" else DELETION)
        if word[0].isalnum():
            for other in self._between(at, at + 1):
                if other != word and other[0].isalpha():
                    self._note(at, at + 1, other, REPLACEMENT)

    def _between(self, first: int, last: int) -> set[str]:
        """Words that may replace those from `first` to before `last`."""
        before = self._words[first - 1] if first else EDGE
        after = self._words[last] if last < len(self._words) else EDGE
        return self._usage.words_between(before, after) | self._names

    def _missing(self) -> set[str]:
        """Words that complete a phrase, of which the line has all other words."""
        have = set(self._words)
        gaps = (phrase - have for phrase in self._vocabulary.phrases if len(phrase) > 1)
        return {word for gap in gaps if len(gap) == 1 for word in gap}

    def _note(self, first: int, last: int, word: str, price: float) -> None:
        """Record the line with a word in the place of those from `first` to before `last`."""
        changed = [*self._words[:first], *([word] if word else []), *self._words[last:]]
        if ARTICLES.issuperset(changed[-1:]):
            return
        reach = first + (3 if word else 2)
        written = self._surprise(self._words, first, last + 2)
        cost = self._surprise(changed, first, reach) - written + price
        start = self._spans[first][0] if first < len(self._spans) else len(self._body)
        end = self._spans[last - 1][1] if last > first else start
        text = _joined(self._body[:start], word, self._body[end:])
        self._found[text] = min(self._found.get(text, cost), cost)

    def _surprise(self, words: Sequence[str], first: int, last: int) -> float:
        return self._usage.surprisal(words, first, min(last, len(words) + 1), self._own, self._near)


def _similar(word: str, vocabulary: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the similar words, with the number of letters that differ."""
    most = 1 if len(word) <= 4 else 2
    for other in vocabulary:
        if len(word) >= MIN_WORD_LENGTH and other != word and abs(len(other) - len(word)) <= most:
            apart = edit_distance(word, other, most)
            if apart is not None:
                yield other, apart


def _joined(before: str, word: str, after: str) -> str:
    """Join a word with the text before and after it, with blanks where they belong."""
    text = before.rstrip()
    for part in (word, after.lstrip()):
        if part:
            text += part if not text or text.endswith("(") or part[0] in ",:)" else f" {part}"
    return text
