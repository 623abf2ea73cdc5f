"""Phrases of a game that a line was meant to be: the line is aligned with the words and holes of each phrase.

The alignment is that of Needleman and Wunsch (A general method applicable to the search for similarities in the amino
acid sequence of two proteins, 1970); a hole takes any number of words. A word is dropped or added only at a cost, so
that the sentence means what the line says: a wrong suggestion is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, product
from typing import NamedTuple

from interpreter.language.reading.joined_words import WORD_VARIANTS
from interpreter.language.reading.lexer import ARTICLES
from interpreter.language.reading.patterns import HOLE, PIECE, split_verb
from interpreter.language.suggestions.hints import HintTable, Texts
from interpreter.language.suggestions.pasted import SuggestionWords
from interpreter.support.similar_words import SHORT_WORD, is_misspelt

MOST_TRIED = 24
"""Maximum number of sentences that are tried for one phrase."""
MOST_IN_CONDITION = 6
"""Maximum number of sentences that are tried for one condition."""
MOST_WORDS = 40
MOST_COSTS = 1 << 16
"""Maximum number of pairs of words whose cost is remembered."""
NEAR, FAR = 1.7, 3.5
"""Maximum cost of an alignment, and for lines for which nothing else is found."""
SYNONYM, MISSPELT, LINK_ADDED, ADDED, UNKNOWN_DROPPED, DROPPED, EMPTY_HOLE = 0.1, 0.5, 0.3, 1.3, 0.6, 5.0, 1.0
LINKS = frozenset({"in", "of", "from", "to", "with", "by", "on", "at", "for", "up", "one", "it", "is", ","})
"""Words that only join others."""
WORDS = re.compile(r"\"[^\"]*\"|\w[\w'’-]*|\S")
QUANTIFIERS = frozenset({"all", "every", "each", "both", "some", "several", "many"})
MEANINGFUL = frozenset(
    {"back", "away", "again", "only", "each", "every", "other", "another", "nobody", "nothing", "none", "all", "not"}
)
"""Words without which a sentence means something else."""
_ONE_ARTICLES, _ONE = frozenset({"a", "an"}), frozenset({"1", "one"})
_ANY_ONE = frozenset({"a", "an", "any", "one"})
"""Words before a noun that mean one of several things."""
_NARROWING = frozenset({"all", "each", "every", "not", "no", "only"})
"""Words that a suggestion must not add."""
NUMBERS = frozenset({"n", "number"})
"""Types of holes for numbers."""


class _Alignment(NamedTuple):
    """An alignment: its cost, and for each hole or word of the phrase the words of the line that stand there."""

    cost: float
    parts: tuple[tuple[str, ...], ...]


class PhraseSearch:
    """The search for phrases in one game."""

    def __init__(self, words: SuggestionWords, table: HintTable) -> None:
        self._own = [tuple(_parts(phrase)) for phrase in words.statements]
        self._conditions = [tuple(_parts(phrase)) for phrase in words.conditions]
        self._core = [tuple(_parts(statement)) for statement in table.statements]
        self._table, self._singular, self._names = table, words.singular, words.examples
        self._plural = {one: many for many, one in words.singular.items() if many != one}
        self._adjectives, self._spaces = frozenset(words.adjectives), (words.symbols.rulebook.map.noun.many,)
        names = (name.casefold() for name in words.names)
        self._known = frozenset((*words.dictionary.keywords, *words.singular, *names))
        self._word_cost = lru_cache(maxsize=MOST_COSTS)(self._compute_word_cost)

    def has_verb(self, line: str) -> bool:
        """True if a phrase of the game begins with the first word of a line or with a synonym of it."""
        verb = next((word for word in WORDS.findall(line) if word not in ARTICLES), "")
        return any(self._word_cost(phrase[0], verb) < MISSPELT for phrase in self._own)

    def own(self, line: str, fits: Callable[[str], bool], most: float = NEAR) -> Texts:
        """Return the nearest sentence with a phrase of the game, at most at a cost."""
        return self._nearest(self._own, line, fits, most)

    def conditions(self, typed: str) -> Iterator[str]:
        """Yield the nearest conditions of the game's own, nearest first."""
        words = WORDS.findall(typed)
        if len(words) > MOST_WORDS:
            return
        found = []
        for phrase in self._conditions:
            fixed = [part for part in phrase if not part.startswith("{") and part not in LINKS]
            if any(self._word_cost(part, word) <= SYNONYM for part in fixed[:2] for word in words):
                alignment = self._aligned(phrase, words, NEAR, is_statement=False)
                if alignment is not None:
                    found.append((alignment, phrase))
        for alignment, phrase in sorted(found, key=lambda each: (each[0].cost, each[1])):
            yield from (text for text, _ in islice(self._sentences(phrase, alignment.parts), MOST_IN_CONDITION))

    def core(self, line: str, fits: Callable[[str], bool]) -> Texts:
        """Return the nearest statement of the language."""
        return self._nearest(self._core, line, fits, FAR)

    def _nearest(self, phrases: list[tuple[str, ...]], line: str, fits: Callable[[str], bool], most: float) -> Texts:
        words = WORDS.findall(line)
        if not words or len(words) > MOST_WORDS:
            return ()
        found = [
            (alignment, phrase) for phrase in phrases if (alignment := self._aligned(phrase, words, most)) is not None
        ]
        for alignment, phrase in sorted(found, key=lambda each: (each[0].cost, each[1])):
            for text, shown in islice(self._sentences(phrase, alignment.parts), MOST_TRIED):
                if text != line and fits(text):
                    return ((text, shown),)
        return ()

    def _aligned(
        self, phrase: tuple[str, ...], words: list[str], most: float, *, is_statement: bool = True
    ) -> _Alignment | None:
        """Return the best alignment of a phrase with the words of a line, if that is near."""
        if is_statement and min(self._word_cost(phrase[0], word) for word in words[:3]) > (
            MISSPELT if most == NEAR else SYNONYM
        ):
            return None

        @cache
        def best(part: int, at: int) -> _Alignment:
            """Return the best alignment from a part of the phrase and a word of the line on."""
            if part == len(phrase):
                rest = sum(self._dropped(word) for word in words[at:])
                return _Alignment(rest, ())
            options = []
            if phrase[part].startswith("{"):
                for end in range(at + self._most_words(phrase[part], words[at:]), at - 1, -1):
                    then = best(part + 1, end)
                    cost = EMPTY_HOLE if end == at else 0.0
                    options.append(_Alignment(cost + then.cost, (tuple(words[at:end]), *then.parts)))
            else:
                then = best(part + 1, at)
                options.append(_Alignment(self._added(phrase, part) + then.cost, ((), *then.parts)))
                if at < len(words):
                    then, cost = best(part + 1, at + 1), self._word_cost(phrase[part], words[at])
                    options.append(_Alignment(cost + then.cost, ((words[at],), *then.parts)))
            if at < len(words) and not (
                part and phrase[part - 1].startswith("{") and not phrase[part - 1].endswith("#}")
            ):
                then = best(part, at + 1)
                options.append(_Alignment(self._dropped(words[at]) + then.cost, then.parts))
            return min(options, key=lambda each: each.cost)

        found = best(0, 0)
        return found if found.cost <= most else None

    @staticmethod
    def _most_words(hole: str, words: list[str]) -> int:
        """Return the maximum number of the next words in a hole; a number is one word."""
        if not hole.endswith("#}"):
            return len(words)
        return int(bool(words) and words[0] not in LINKS)

    def _compute_word_cost(self, part: str, word: str) -> float:
        """Return the cost of a word of the line in the place of a word of a phrase."""
        (stem, _), small = split_verb(part), word.casefold()
        if {stem, small} <= ARTICLES:
            return 0.0
        if stem in _ONE_ARTICLES and small in _ONE:
            return SYNONYM
        if WORD_VARIANTS.get(small, small) in (stem, f"{stem}s", f"{stem}es"):
            return 0.0
        if self._singular.get(small, small) == self._singular.get(stem, stem):
            return 0.0
        if stem in self._table.synonyms.get(small, ()) and not small.isdigit():
            return SYNONYM
        if len(stem) >= SHORT_WORD and stem.rstrip("s") == small.rstrip("s"):
            return SYNONYM
        near = len(stem) >= SHORT_WORD and small not in self._known and is_misspelt(stem, small)
        return MISSPELT if near else DROPPED

    def _dropped(self, word: str) -> float:
        small = word.casefold()
        if small in ARTICLES or small in self._table.fillers:
            return 0.0
        is_number = any(meant.isdigit() and meant != "1" for meant in self._table.synonyms.get(small, ()))
        return (
            DROPPED
            if is_number or small in MEANINGFUL or small in self._known or not small.isalpha()
            else UNKNOWN_DROPPED
        )

    def _added(self, phrase: tuple[str, ...], part: int) -> float:
        if phrase[part] in ARTICLES:
            return 0.0
        if part == 0 or phrase[part] in _NARROWING:
            return DROPPED
        return LINK_ADDED if phrase[part] in LINKS else ADDED

    def _sentences(self, phrase: tuple[str, ...], parts: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, str]]:
        """Yield sentences with the words of a line in the holes of a phrase, and the version that is shown."""
        choices = []
        for before, part, words in zip(("", *phrase), phrase, parts, strict=False):
            if part.startswith("{"):
                choices.append(list(self._hole(part, words)))
            else:
                is_kept = before not in _ONE_ARTICLES and words and self._word_cost(part, words[0]) == 0
                plain = words[0] if is_kept else split_verb(part)[0]
                choices.append([(plain.casefold() if words else plain,) * 2])
        for chosen in product(*choices):
            yield _joined([text for text, _ in chosen]), _joined([shown for _, shown in chosen])

    def _hole(self, part: str, words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """Yield texts for a hole, likeliest first."""
        if not words:
            yield "2", part.strip("{#}").upper()
            yield from self._names.items()
            return
        text = _joined(words)
        yield text, text
        if len(words) > 1 and words[0].casefold() in _ANY_ONE and (many := self._plural.get(words[-1])) is not None:
            one_of = _joined(("one of the", *words[1:-1], many))
            yield one_of, one_of
        number = next((each for each in self._table.synonyms.get(text.casefold(), ()) if each.isdigit()), None)
        if number is not None or text.casefold() in ARTICLES:
            yield number or "1", number or "1"
        kept = [word for word in words if word.casefold() not in self._table.fillers | ARTICLES]
        for change in (self._singular, self._plural):
            changed = _joined([*kept[:-1], change.get(kept[-1], kept[-1])]) if kept else text
            yield changed, changed
        if text in self._adjectives:
            yield from ((f"{text} {noun}",) * 2 for noun in self._spaces)
        if text.casefold() in QUANTIFIERS:
            yield "1", part.strip("{#}").upper()


def _parts(phrase: str) -> Iterator[str]:
    """Yield the words of a wording, and its holes as `{name}`, or `{name#}` if it is a number."""
    for piece in PIECE.findall(phrase):
        hole = HOLE.fullmatch(piece)
        if hole is not None:
            yield f"{{{hole[1]}{'#' if (hole[2] or hole[1]) in NUMBERS else ''}}}"
        else:
            yield from re.findall(r"[\w()]+|\S", piece)


def _joined(words: Sequence[str]) -> str:
    return re.sub(r" ([,:)])|(\() ", r"\1\2", " ".join(words)).replace(" '", "'")
