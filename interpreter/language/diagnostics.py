"""The mistakes in a rulebook's texts, collected in order to be reported together, each with its source line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import ParamSpec, TypeVar

from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.source.nodes import MOST_PROBLEMS
from interpreter.support.errors import Problem, RulebookError

P = ParamSpec("P")
Result = TypeVar("Result")


MOST_LETTERS = 600_000
"""Maximum length of all texts of a game together, in characters."""


_IS_SEARCHING: ContextVar[bool] = ContextVar("is_searching", default=True)


@contextmanager
def without_suggestions() -> Iterator[None]:
    """Report mistakes at once, within a `with` block: without the search for the line that was meant."""
    before = _IS_SEARCHING.set(False)
    try:
        yield
    finally:
        _IS_SEARCHING.reset(before)


def is_searching_suggestions() -> bool:
    """Return False within a block of `without_suggestions`."""
    return _IS_SEARCHING.get()


class Diagnostics:
    """The mistakes found so far in the texts of one rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self.problems: list[Problem] = []

    def attempt(self, text: Text, work: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result | None:
        """Return the result of `work`; if it finds mistakes in a text, collect them and return None."""
        try:
            return work(*args, **kwargs)
        except RulebookError as error:
            self.problems += error.problems
        except RecursionError:
            self.problems.append(Problem(text.where, "too-deep", "this text is nested too deeply"))
        return None

    def check_length(self) -> None:
        """Raise RulebookError if the texts are too long together."""
        letters = 0
        for text in {id(text): text for text in texts_of(self._rulebook)}.values():
            letters += len(text)
            if letters > MOST_LETTERS:
                message = f"the texts of the language have more than {MOST_LETTERS:,} letters together"
                self.problems.append(Problem(text.where, "too-long", message))
                self.raise_if_any()

    def is_full(self, text: Text) -> bool:
        """True if the limit of mistakes is reached, so that the texts from this one on are not read; a note says so."""
        if len(self.problems) < MOST_PROBLEMS:
            return False
        message = "so many mistakes were found that what comes from here on was not read"
        self.problems.append(Problem(text.where, "more-problems", message))
        return True

    def raise_if_any(self) -> None:
        """Raise RulebookError with all mistakes, if there are any."""
        if self.problems:
            unique = dict.fromkeys(self.with_excerpt(problem) for problem in self.problems)
            raise RulebookError(sorted(unique, key=lambda problem: problem.where))

    def with_excerpt(self, problem: Problem) -> Problem:
        """Return the problem with the line of the file that it is about."""
        if problem.excerpt is not None:
            return problem
        excerpts = (text.excerpt(problem.where) for text in texts_of(self._rulebook))
        return replace(problem, excerpt=next((line for line in excerpts if line is not None), None))


def texts_of(book: Rulebook) -> Iterator[Text]:
    """Yield all texts of a rulebook that are written in the language."""
    for word in book.words:
        yield from (*word.says, word.body)
    texts = [card.event for card in book.cards]
    texts += [trigger.do for track in book.tracks for trigger in track.triggers]
    texts += [text for zone in book.zones for text in (zone.when_empty, zone.holds)]
    texts += [*book.certain, book.start, book.score, book.side]
    texts += [part for bend in book.bends for part in (bend.phrase, bend.do, bend.when, bend.offer)]
    texts += [part for watch in book.watches for part in (watch.when, watch.do)]
    yield from (part for part in texts if part is not None)


def source_lines_of(book: Rulebook) -> Iterator[str]:
    """Yield the lines of a game written in the language, including tables but not the wordings of its own words."""
    texts = [text for text in texts_of(book) if not any(text is said for word in book.words for said in word.says)]
    texts += [row.text for bot in book.bots for table in bot.tables for row in table.rows if row.text is not None]
    for text in texts:
        yield from filter(None, map(str.strip, text.split("\n")))


def raise_problems(problems: list[Problem]) -> None:
    """Raise the problems, if there are any."""
    if problems:
        raise RulebookError(problems)
