"""Rules for print: the game's RULES.md, and a summary of the turn and the goals for each seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.presentation.printed_cards import printed_lines
from interpreter.printing.appearance import Tint
from interpreter.printing.markdown import TextBlock, read_markdown
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.rulebook.model import Rulebook, Text, VocabularyWord
from interpreter.rulebook.rules_summary import SUMMARY_FILE, read_rules_summary
from interpreter.support.errors import Location, Problem

MAX_DEPTH = 4
"""Maximum depth of the steps of a turn summary."""
MAX_STEPS = 60
_HOLE = re.compile(r"\{[^}]*\}")
_OPTION = re.compile(r'\s*(?:either|or|may) "(?P<label>[^"]*)":\s*(?P<rest>.*)')


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A step of the game or of a turn; an option of it if `optional`."""

    depth: int
    text: str
    optional: bool


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """The goals of a seat, or of everybody."""

    title: str
    goals: tuple[str, ...]
    tints: tuple[Tint, ...]


@dataclass(frozen=True, slots=True)
class RulesSheets:
    """The text of the rules, and the turn summary of each seat.

    Attributes:
        heading: Heading of the summaries.
        steps_title: Heading of the steps.
    """

    heading: str
    steps_title: str
    blocks: tuple[TextBlock, ...]
    seats: tuple[SeatSummary, ...]
    steps: tuple[TurnStep, ...]

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a text that doesn't fit."""
        return Problem(Location(SUMMARY_FILE), "too-long", f"a text is {overflow}; shorten it")


def rules_sheets(job: PrintJob) -> RulesSheets | None:
    """Return the rules in the job's language; None if the game has neither RULES.md nor goals.

    Raises:
        RulebookError: RULES.md can't be read.
    """
    names, speech = job.names, job.speech
    summary = read_rules_summary(job.book.folder, names.lang)
    blocks = () if summary is None else read_markdown(summary, names.safe)
    seats = tuple(_seats(job.book, names, speech.say("printed_everybody")))
    steps = tuple(_steps(job.book, names)) if names.lang == "en" else ()
    if not (blocks or seats):
        return None
    return RulesSheets(speech.say("printed_summary"), speech.say("printed_steps"), blocks, seats, steps)


def _seats(book: Rulebook, names: Names, everybody: str) -> Iterator[SeatSummary]:
    goals = {key: " ".join(names.localize(goal).split()) for key, goal in book.player_texts.goals.items()}
    shared = (goals[""],) if "" in goals else ()
    owners = [(at, each) for at, each in enumerate((*book.seats, *book.sides)) if each.id in goals]
    for at, owner in owners:
        word = book.player_texts.colours.get(owner.id, owner.id)
        yield SeatSummary(names.localize(owner.title), (goals[owner.id], *shared), (Tint(word, at),))
    if shared and not owners:
        yield SeatSummary(everybody, shared, ())


def _steps(book: Rulebook, names: Names) -> list[TurnStep]:
    """Return the phrases of the sequence that lead from its start to the players' choices, in the order of play."""
    return _Outline(book, names).steps


class _Outline:
    """Walk through the phrases of a game."""

    def __init__(self, book: Rulebook, names: Names) -> None:
        self.steps: list[TurnStep] = []
        self._names = names
        self._seen: set[str] = set()
        self._phrases = [
            (re.compile(rf"(?:^|: |\bthen |\bmay ){_pattern(say)}(?:$| then )"), word)
            for word in book.words
            if word.kind == "do"
            for say in word.says
        ]
        self._walk(book.start, -1)

    def _walk(self, text: Text, depth: int) -> None:
        for line in printed_lines(text):
            if len(self.steps) >= MAX_STEPS:
                return
            option = _OPTION.fullmatch(line)
            if option is not None and depth >= 0:
                label = self._names.label(option["label"], option["label"])
                self.steps.append(TurnStep(depth, _capital(label), optional=True))
                continue
            word = self._phrase_in(line.strip())
            if word is None or word.title in self._seen:
                continue
            self._seen.add(word.title)
            is_named = _HOLE.search(word.title) is None
            if is_named and depth >= 0:
                self.steps.append(TurnStep(depth, _capital(self._names.safe(word.title)), optional=False))
            if depth + is_named < MAX_DEPTH:
                self._walk(word.body, depth + is_named)

    def _phrase_in(self, line: str) -> VocabularyWord | None:
        found = [word for pattern, word in self._phrases if pattern.search(line)]
        return max(found, key=lambda word: len(word.title), default=None)


def _pattern(say: str) -> str:
    return ".+?".join(map(re.escape, _HOLE.split(say)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
