"""Likely lines: corrections of one wrong word, and lines completed with names of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from interpreter.language.reading.joining import Lexeme
from interpreter.language.reading.lexer import ARTICLES, Lexer
from interpreter.language.reading.patterns import HOLE
from interpreter.language.reading.usage import LanguageModel, words_of
from interpreter.language.suggestions.one_word import Correction, Vocabulary, word_corrections
from interpreter.language.suggestions.repairs import MISSING_NAME, ErrorRecovery, Stack
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, RulebookError

MOST_HOLES = 2


def fill_holes(
    written: str, shown_line: str, names: Mapping[str, str], wrong_at: Callable[[str], int | None]
) -> Iterator[tuple[str, str]]:
    """Yield the line with each combination of names that fits its holes, and the version that is shown.

    Args:
        written: The line with holes.
        shown_line: The version that is shown, with holes.
        names: Names of the game, each with its placeholder.
        wrong_at: Returns the column of the mistake in a line, or None if there is none.
    """
    if written.count(MISSING_NAME) > MOST_HOLES:
        return
    first, _, rest = written.partition(MISSING_NAME)
    for name, shown in names.items():
        if f" {name} ".casefold() in f" {first}{rest} ".casefold():
            continue
        filled, filled_shown = f"{first}{name}{rest}", shown_line.replace(MISSING_NAME, shown, 1)
        # while other holes are open, a name fits if the mistake is after it
        column = wrong_at(filled.replace(MISSING_NAME, next(iter(names))))
        if MISSING_NAME not in rest:
            if column is None:
                yield filled, filled_shown
        elif column is None or column > len(first) + len(name):
            yield from fill_holes(filled, filled_shown, names, wrong_at)


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


class LineCorrector:
    """The search for corrections in one game.

    Args:
        dictionary: Its lexer.
        repairs: Its error recovery.
        nouns: Nouns of its things.
        lines: Returns all lines that it has written.
        phrases: Its own wordings.
    """

    def __init__(
        self,
        dictionary: Lexer,
        repairs: ErrorRecovery,
        nouns: Iterable[str],
        lines: Callable[[], Iterable[str]],
        phrases: Sequence[str],
    ) -> None:
        self._dictionary, self._repairs = dictionary, repairs
        self._nouns, self._lines, self._phrases = nouns, lines, phrases
        self._tries = MOST_TRIES

    @cached_property
    def _usage(self) -> LanguageModel:
        return LanguageModel(self._lines())

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        parts = (part for title in self._dictionary.titles for part in words_of(title))
        names = (name for name in self._repairs.names if " " not in name)
        words = frozenset({*self._dictionary.keywords, *self._nouns, *parts, *names, *ARTICLES})
        return Vocabulary(words, tuple(frozenset(words_of(HOLE.sub(" ", phrase))) for phrase in self._phrases))

    def is_word(self, word: str) -> bool:
        """True if the game or the language has this word."""
        return word in self._vocabulary.words

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
        for mend in word_corrections(body, reach, self._usage, self._vocabulary, around)[:MOST_MENDS]:
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
            words = self._dictionary.tokenize(standalone_text([line]), block=False)
        except RulebookError:
            return False
        return self._repairs.can_follow(stack, [*words, *ending])


def standalone_text(rows: Sequence[str]) -> Text:
    """Make a text whose positions refer to itself."""
    text = "\n".join(rows)
    return Text(text, Location("text", 1, 1), tuple((line, 1) for line in range(1, text.count("\n") + 2)))
