"""Corrections of one word in a line: a letter, a replacement, an insertion, or a deletion.

They are ranked by how likely the line is in the texts of the game, by a language model of which words follow which. It
is an interpolated trigram model (Jelinek and Mercer, Interpolated estimation of Markov source parameters from sparse
data, 1980), with a cache of the surrounding words (Kuhn and De Mori, A cache-based natural language model, 1990). It
has no notion of meaning: the parser checks its proposals before they are shown.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log
from typing import NamedTuple

from interpreter.language.reading.lark_parser import Stack
from interpreter.language.reading.lexeme import Lexeme
from interpreter.language.reading.lexer import ARTICLES
from interpreter.language.reading.patterns import HOLE
from interpreter.language.suggestions.hints import HintTable
from interpreter.language.suggestions.pasted import SuggestionWords
from interpreter.rulebook.text import standalone_text
from interpreter.support.errors import RulebookError
from interpreter.support.similar_words import edit_distance, is_opposite

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
SIGNS = frozenset("()*")
"""Signs of which there can be too many."""
MIN_WORD_LENGTH = 2
MIN_RESPELT = 4
"""Minimum length of words that are corrected beside another mistake."""
LONG_WORD = 8
"""Minimum length of words of which two letters are corrected beside another mistake."""
SHORT_WORD = 5
"""Maximum length of words of which at most one letter is wrong."""
MAX_WORDS = 40
"""Maximum number of words in a line that is corrected."""


MOST_TOLD = 3
MOST_MENDS = 1000
"""Maximum number of corrections of one line that the parser tries."""
MOST_TRIES = 2000
"""Maximum number of readable corrections whose meaning is checked, over all mistakes of a game."""
LIKELY_COST, UNLIKELY_COST = 1.0, 9.0
"""Cost limits of corrections relative to the original line, in nats.

The first applies before the nearest sentences are searched, the second if that search finds none.
"""
MAX_COST_GAP = 4.0
"""Maximum difference in cost, in nats, between the best correction and others that are shown with it."""


class Correction(NamedTuple):
    """A corrected line, and its cost relative to the original one, in nats."""

    cost: float
    text: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game.

    Attributes:
        words: Its words, and those of the language.
        phrases: Its phrases, as sets of words without the holes.
        fillers: Words that can be left out.
        specific: Words that are not misspelt.
    """

    words: frozenset[str]
    phrases: tuple[frozenset[str], ...]
    fillers: frozenset[str] = frozenset()
    specific: frozenset[str] = frozenset()


class LineCorrector:
    """The search for corrections in one game."""

    def __init__(self, words: SuggestionWords, table: HintTable) -> None:
        """Prepare the search; words of hints are not misspelt."""
        self._words, self._table = words, table
        self._tries = MOST_TRIES

    @cached_property
    def _usage(self) -> LanguageModel:
        return LanguageModel(self._words.lines())

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        own = self._words
        parts = (part for title in own.dictionary.titles for part in words_of(title))
        names = (name for name in own.names if " " not in name)
        words = frozenset({*own.dictionary.keywords, *own.singular, *parts, *names, *ARTICLES})
        phrases = (frozenset(words_of(HOLE.sub(" ", phrase))) for phrase in own.phrases)
        return Vocabulary(words, tuple(phrases), self._table.fillers | {"all"}, self._table.words)

    def is_word(self, word: str) -> bool:
        """True if the game or the language has this word."""
        return word in self._vocabulary.words

    def are_alike(self, word: str, other: str) -> bool:
        """True if one word may be a misspelling of the other."""
        return any(found == other for found, _ in _similar(word, (other,)))

    def respelt(self, word: str) -> str | None:
        """Return the likeliest word that an unknown one is a misspelling of, or None if there is none."""
        if len(word) < MIN_RESPELT or not word.isalpha():
            return None
        similar = _similar(word, self._vocabulary.words)
        found = sorted((apart, other[0].isupper() != word[0].isupper(), other) for other, apart in similar)
        is_sure = found and (found[0][0] == 1 or len(word) >= LONG_WORD)
        return found[0][2] if is_sure else None

    def corrections(
        self,
        body: str,
        reach: int,
        around: Iterable[str],
        place: tuple[Stack, Sequence[Lexeme]] | None,
        fits: Callable[[str], bool],
        most: float = LIKELY_COST,
    ) -> tuple[str, ...]:
        """Return the corrections of a line, likeliest first.

        Args:
            body: The line.
            reach: The column after the word that is reported.
            around: The other lines of the text.
            place: The parser's stack before the line, and the words that end it.
            fits: Returns True if a line is right in its place.
            most: Maximum cost, in nats.
        """
        found: list[Correction] = []
        for mend in LineEdits(body, self._usage, self._vocabulary, around).corrections(reach)[:MOST_MENDS]:
            if mend.cost > most or (found and mend.cost > found[0].cost + MAX_COST_GAP) or not self._tries:
                break
            if place is None or self._can_be_read(mend.text, *place):
                self._tries -= 1
                if fits(mend.text):
                    found.append(mend)
                    if len(found) == MOST_TOLD:
                        break
        return tuple(mend.text for mend in found)

    def _can_be_read(self, line: str, stack: Stack, ending: Sequence[Lexeme]) -> bool:
        try:
            words = self._words.dictionary.tokenize(standalone_text([line]), block=False)
        except RulebookError:
            return False
        return self._words.parser.can_follow(stack, [*words, *ending])


class LineEdits:
    """The corrections of one word in a line that can't be read.

    Args:
        body: The line.
        usage: The language model of the game.
        vocabulary: Its words.
        around: The other lines of the text, whose words may be its own names.
    """

    def __init__(self, body: str, usage: LanguageModel, vocabulary: Vocabulary, around: Iterable[str] = ()) -> None:
        words = words_of(body)
        self._body, self._words, self._usage, self._vocabulary = body, words, usage, vocabulary
        self._spans = [match.span() for match in TOKEN.finditer(body)]
        self._own = ngrams(words)
        self._near = Counter(word for line in around for word in words_of(line))
        self._names = {word for word in self._near if word[0].isalpha()}
        self._found: dict[str, float] = {}

    def corrections(self, reach: int) -> list[Correction]:
        """Return the corrections, likeliest first; `reach` is the column of the last letter that can be wrong."""
        if len(self._words) > MAX_WORDS:
            return []
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
                    if word[0].isalnum() or word == ":":
                        self._note(at, at, word, PHRASE_COMPLETION if word in missing else INSERTION)
        return sorted(Correction(cost, text) for text, cost in self._found.items())

    def _is_strange(self, word: str) -> bool:
        known = word in self._vocabulary.words or self._usage.has_word(word, self._own) or word in self._near
        return word[0].isalpha() and not known

    def _mend_letters(self, at: int, known: float) -> None:
        """Record corrections to similar words. `known` is the additional cost of changing a word of the game."""
        word = self._words[at]
        if word[0].isalpha() and word not in self._vocabulary.specific:
            for other, apart in _similar(word, self._vocabulary.words | self._names):
                capitals = other.casefold() == word.casefold()
                price = CAPITALS_ONLY if capitals else WRONG_LETTER + known + FURTHER_LETTER * (apart - 1)
                self._note(at, at + 1, other, price)

    def _mend_word(self, at: int) -> None:
        """Record replacements and the deletion of a word."""
        word = self._words[at]
        if word[0].isalpha() or word in SIGNS:
            self._note(at, at + 1, "", FILLER_DELETION if word in self._vocabulary.fillers else DELETION)
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
        if ARTICLES.issuperset(changed[-1:]) or any(
            ARTICLES.issuperset(pair) for pair in pairwise(changed[max(0, first - 1) :])
        ):
            return
        reach = first + (3 if word else 2)
        written = self._surprise(self._words, first, last + 2)
        cost = self._surprise(changed, first, reach) - written + price
        start = self._spans[first][0] if first < len(self._spans) else len(self._body)
        end = self._spans[last - 1][1] if last > first else start
        text = join_word(self._body[:start], word, self._body[end:])
        self._found[text] = min(self._found.get(text, cost), cost)

    def _surprise(self, words: Sequence[str], first: int, last: int) -> float:
        return self._usage.surprisal(words, first, min(last, len(words) + 1), self._own, self._near)


def _similar(word: str, vocabulary: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the similar words, with the number of letters that differ."""
    most = 1 if len(word) <= SHORT_WORD else 2
    for other in vocabulary:
        if len(word) >= MIN_WORD_LENGTH and other != word and abs(len(other) - len(word)) <= most:
            apart = edit_distance(word, other, most)
            if apart is not None and not is_opposite(word, other):
                yield other, apart


def join_word(before: str, word: str, after: str) -> str:
    """Return a word joined with the text before and after it, with blanks where they belong."""
    text = before.rstrip()
    for part in (word, after.lstrip()):
        if part:
            text += part if not text or text.endswith("(") or part[0] in ",:)" else f" {part}"
    return re.sub(r"(?<!\w)an (?=[b-df-hj-np-tv-z])", "a ", text)
